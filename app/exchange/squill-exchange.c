/* SPDX-License-Identifier: Apache-2.0 */

/* The formats that are written, and the files that they become. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/squill-exchange.h"

#include <glib/gi18n.h>
#include <string.h>

#include "exchange/squill-export-private.h"
#include "model/squill-number.h"

/* File systems take 255 bytes; some room for the extension and a number. */
#define MAX_STEM 200

G_DEFINE_QUARK (squill_exchange_error, squill_exchange_error)

typedef gboolean (*ExportFunc) (SquillExport *self, GError **error);

static const SquillExporter exporters[] = {
  { "svg", N_ ("SVG picture"), N_ ("The diagram, to be scaled, with its text as text"), "svg",
    "image/svg+xml", FALSE, FALSE },
  { "pdf", N_ ("PDF document"), N_ ("The diagram on one page, for printing"), "pdf",
    "application/pdf", FALSE, FALSE },
  { "png", N_ ("PNG picture"), N_ ("The diagram as pixels"), "png", "image/png", FALSE, FALSE },
  { "mongosh", N_ ("MongoDB Shell script"),
    N_ ("Makes the collections with their validators, indexes and shard keys"), "js",
    "text/javascript", FALSE, TRUE },
  { "validator", N_ ("Validators"),
    N_ ("A $jsonSchema for each collection, as the server takes it"), "json", "application/json",
    TRUE, TRUE },
  { "json-schema", N_ ("JSON Schema"),
    N_ ("Standard JSON Schema (2020-12) for documents in relaxed Extended JSON"), "json",
    "application/schema+json", TRUE, TRUE },
  { "samples", N_ ("Sample documents"),
    N_ ("One document a line for each collection, as mongoimport reads it"), "ndjson",
    "application/x-ndjson", TRUE, TRUE },
};

static const ExportFunc functions[G_N_ELEMENTS (exporters)] = {
  squill_export_svg,       squill_export_pdf,         squill_export_png,     squill_export_mongosh,
  squill_export_validator, squill_export_json_schema, squill_export_samples,
};

/**
 * squill_export_get_option:
 * @self: an export
 * @name: an option
 *
 * Returns: (transfer none) (nullable): its value; %NULL where it was not given
 */
const char *
squill_export_get_option (SquillExport *self, const char *name)
{
  return self->options != NULL ? g_hash_table_lookup (self->options, name) : NULL;
}

/**
 * squill_export_get_number:
 * @self: an export
 * @name: an option
 * @otherwise: its value where it was not given
 * @min: the least it can be
 * @max: the most it can be
 * @value: (out): its value
 * @error: what is wrong with it
 *
 * Returns: %FALSE with @error if it is no number from @min to @max
 */
gboolean
squill_export_get_number (SquillExport *self,
                          const char *name,
                          double otherwise,
                          double min,
                          double max,
                          double *value,
                          GError **error)
{
  const char *text = squill_export_get_option (self, name);
  g_autofree char *least = NULL;
  g_autofree char *most = NULL;
  char *end = NULL;

  *value = otherwise;
  if (text == NULL)
    return TRUE;
  *value = g_ascii_strtod (text, &end);
  if (end != text && *end == '\0' && *value >= min && *value <= max)
    return TRUE;
  least = squill_number_to_string (min);
  most = squill_number_to_string (max);
  g_set_error (error, SQUILL_EXCHANGE_ERROR, SQUILL_EXCHANGE_ERROR_OPTION,
               _ ("“%s” is no value for “%s”: it takes a number from %s to %s"), text, name, least,
               most);
  return FALSE;
}

/**
 * squill_export_get_choice:
 * @self: an export
 * @name: an option
 * @choices: (array zero-terminated=1): what it can be; the first where it was not given
 * @choice: (out): which one it is
 * @error: what is wrong with it
 *
 * Returns: %FALSE with @error if it is none of @choices
 */
gboolean
squill_export_get_choice (
    SquillExport *self, const char *name, const char *const *choices, guint *choice, GError **error)
{
  const char *text = squill_export_get_option (self, name);
  g_autofree char *all = NULL;

  *choice = 0;
  if (text == NULL)
    return TRUE;
  for (guint i = 0; choices[i] != NULL; i++)
    if (g_str_equal (text, choices[i]))
      {
        *choice = i;
        return TRUE;
      }
  all = g_strjoinv (", ", (char **)choices);
  g_set_error (error, SQUILL_EXCHANGE_ERROR, SQUILL_EXCHANGE_ERROR_OPTION,
               /* Translators: the last is a list of words: create, update */
               _ ("“%s” is no value for “%s”: it takes one of %s"), text, name, all);
  return FALSE;
}

/**
 * squill_export_get_collections:
 * @self: an export
 * @error: what went wrong
 *
 * Returns: (transfer full) (element-type SquillCollection) (nullable): the collections that are
 *   asked for: all, or the one that the option "collection" names by its id or name; %NULL with
 *   @error if there is none of that name
 */
GPtrArray *
squill_export_get_collections (SquillExport *self, GError **error)
{
  const char *wanted = squill_export_get_option (self, "collection");
  g_autoptr (GPtrArray) collections = g_ptr_array_new ();
  guint n = squill_design_get_n_collections (self->design);

  if (wanted != NULL)
    {
      const SquillCollection *found = squill_design_find_collection (self->design, wanted);

      if (found == NULL)
        found = squill_design_find_collection_by_name (self->design, wanted);
      if (found == NULL)
        {
          g_set_error (error, SQUILL_EXCHANGE_ERROR, SQUILL_EXCHANGE_ERROR_NOT_FOUND,
                       _ ("There is no collection “%s”"), wanted);
          return NULL;
        }
      g_ptr_array_add (collections, (gpointer)found);
      return g_steal_pointer (&collections);
    }

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (collections, (gpointer)squill_design_get_collection (self->design, i));
  return g_steal_pointer (&collections);
}

/* A name that is one file's name on any system: no folder, no device, nothing hidden. */
static char *
make_file_stem (const char *name)
{
  GString *stem = g_string_new (NULL);

  for (const char *p = name; *p != '\0' && stem->len < MAX_STEM; p++)
    {
      guchar c = (guchar)*p;

      if (c < 0x20 || c == 0x7f || strchr ("/\\:*?\"<>|%", c) != NULL || (c == '.' && p == name))
        g_string_append_printf (stem, "%%%02X", c);
      else
        g_string_append_c (stem, (char)c);
    }
  /* Cut in the middle of a character, or not UTF-8 to begin with. */
  if (!g_utf8_validate (stem->str, stem->len, NULL))
    {
      g_autofree char *valid = g_utf8_make_valid (stem->str, stem->len);

      g_string_assign (stem, valid);
    }
  if (stem->len == 0)
    g_string_append_c (stem, '_');
  return g_string_free (stem, FALSE);
}

static gboolean
has_file (GPtrArray *files, const char *name)
{
  g_autofree char *folded = g_utf8_casefold (name, -1);

  for (guint i = 0; i < files->len; i++)
    {
      const SquillExportFile *file = g_ptr_array_index (files, i);
      g_autofree char *other = g_utf8_casefold (file->name, -1);

      if (g_str_equal (folded, other))
        return TRUE;
    }
  return FALSE;
}

/**
 * squill_export_add_file:
 * @self: an export
 * @stem: the name of the collection or of the model
 * @content: (transfer full): what is in the file
 *
 * Adds a file. Its name is made safe, and other than those of all files before, also where capital
 * letters do not count.
 */
void
squill_export_add_file (SquillExport *self, const char *stem, GBytes *content)
{
  g_autofree char *safe = make_file_stem (stem);
  SquillExportFile *file = g_new0 (SquillExportFile, 1);

  file->content = content;
  file->name = g_strconcat (safe, ".", self->extension, NULL);
  for (guint i = 2; has_file (self->files, file->name); i++)
    {
      g_free (file->name);
      file->name = g_strdup_printf ("%s-%u.%s", safe, i, self->extension);
    }
  g_ptr_array_add (self->files, file);
}

/**
 * squill_export_add_text:
 * @self: an export
 * @stem: the name of the collection or of the model
 * @text: (transfer full): what is in the file
 *
 * Adds a file of text.
 */
void
squill_export_add_text (SquillExport *self, const char *stem, GString *text)
{
  squill_export_add_file (self, stem, g_string_free_to_bytes (text));
}

/**
 * squill_export_file_free:
 * @file: (nullable): a file
 *
 * Frees a file of an export.
 */
void
squill_export_file_free (SquillExportFile *file)
{
  if (file == NULL)
    return;
  g_free (file->name);
  g_bytes_unref (file->content);
  g_free (file);
}

/**
 * squill_exporters_get:
 * @n: (out): how many
 *
 * Returns: (transfer none) (array length=n): the formats that can be written
 */
const SquillExporter *
squill_exporters_get (guint *n)
{
  g_return_val_if_fail (n != NULL, NULL);

  *n = G_N_ELEMENTS (exporters);
  return exporters;
}

/**
 * squill_exporters_find:
 * @id: the name of a format on the command line
 *
 * Returns: (transfer none) (nullable): the format
 */
const SquillExporter *
squill_exporters_find (const char *id)
{
  g_return_val_if_fail (id != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (exporters); i++)
    if (g_str_equal (exporters[i].id, id))
      return &exporters[i];
  return NULL;
}

/**
 * squill_export:
 * @exporter: a format
 * @design: what is written
 * @advice: (nullable): findings, which pictures show
 * @options: (nullable) (element-type utf8 utf8): name -> value of what is otherwise than usual:
 *   - "collection": the id or name of the one collection to write; all otherwise
 *   - "count": sample documents of each collection, 0 to 100,000; in a mongosh script none
 * otherwise, in samples all of a collection, but no more than 1,000
 *   - "seed": of the sample documents; the model's otherwise
 *   - "style": of sample documents: "canonical", which keeps all types, or "relaxed"
 *   - "mode": of a mongosh script: "create" collections; "update" those that are there; "replace"
 *     them, with all their documents
 *   - "scale": pixels of a picture for each of the diagram, 0.1 to 10
 *   - "palette": of a picture: "light", "dark" or "print"
 * @cancellable: (nullable): stops it
 * @error: what went wrong
 *
 * Writes a design in a format. The same design and options give the same bytes (but for the date
 * that a PDF has in it), whatever the locale and the day.
 *
 * Fails with #SquillExchangeError for options, with what the samples and the picture fail with, and
 * with %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full) (element-type SquillExportFile) (nullable): the files
 */
GPtrArray *
squill_export (const SquillExporter *exporter,
               SquillDesign *design,
               SquillAdvice *advice,
               GHashTable *options,
               GCancellable *cancellable,
               GError **error)
{
  g_autoptr (GPtrArray) files = NULL;
  g_autoptr (SquillSamples) samples = NULL;
  SquillExport context = { 0 };
  double seed;

  g_return_val_if_fail (exporter >= exporters && exporter < exporters + G_N_ELEMENTS (exporters),
                        NULL);
  g_return_val_if_fail (SQUILL_IS_DESIGN (design), NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  files = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_export_file_free);
  samples = squill_samples_new (design);
  context.design = design;
  context.model = squill_design_get_model (design);
  context.advice = advice;
  context.samples = samples;
  context.options = options;
  context.cancellable = cancellable;
  context.extension = exporter->extension;
  context.files = files;

  if (g_cancellable_set_error_if_cancelled (cancellable, error) ||
      !squill_export_get_number (&context, "seed", -1, 0, 9007199254740992.0, &seed, error))
    return NULL;
  if (seed >= 0)
    squill_samples_set_seed (samples, (guint64)seed);
  if (!functions[exporter - exporters](&context, error))
    return NULL;
  return g_steal_pointer (&files);
}

static gboolean
write_file (const SquillExportFile *file, GFile *target, GCancellable *cancellable, GError **error)
{
  gsize length;
  const char *content = g_bytes_get_data (file->content, &length);

  return g_file_replace_contents (target, content != NULL ? content : "", length, NULL, FALSE,
                                  G_FILE_CREATE_NONE, NULL, cancellable, error);
}

/**
 * squill_export_write:
 * @files: (element-type SquillExportFile): what squill_export() gave
 * @exporter: the format
 * @target: the file to write; for a format of many files the folder to write them into, which is
 *   made if it is not there
 * @cancellable: (nullable): stops it
 * @error: what went wrong
 *
 * Writes the files of an export. Each file is replaced at once and as a whole.
 *
 * Returns: %FALSE with @error in #GIOErrorEnum if one could not be written
 */
gboolean
squill_export_write (GPtrArray *files,
                     const SquillExporter *exporter,
                     GFile *target,
                     GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (GError) own = NULL;

  g_return_val_if_fail (files != NULL, FALSE);
  g_return_val_if_fail (exporter != NULL, FALSE);
  g_return_val_if_fail (G_IS_FILE (target), FALSE);

  if (!exporter->many_files)
    return files->len == 0 || write_file (g_ptr_array_index (files, 0), target, cancellable, error);

  if (!g_file_make_directory_with_parents (target, cancellable, &own) &&
      !g_error_matches (own, G_IO_ERROR, G_IO_ERROR_EXISTS))
    {
      g_propagate_error (error, g_steal_pointer (&own));
      return FALSE;
    }
  for (guint i = 0; i < files->len; i++)
    {
      const SquillExportFile *file = g_ptr_array_index (files, i);
      g_autoptr (GFile) child = g_file_get_child (target, file->name);

      if (!write_file (file, child, cancellable, error))
        return FALSE;
    }
  return TRUE;
}
