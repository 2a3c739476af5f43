/* SPDX-License-Identifier: Apache-2.0 */

/* A profile as text for people. What is printed is what the JSON has, so that both say the same. */

#define G_LOG_DOMAIN "squill-cli"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "cli/squill-cli-source.h"
#include "text/squill-text.h"

#define PATH_WIDTH 36

static double
get_number (const json_t *json, const char *name)
{
  return json_number_value (json_object_get (json, name));
}

static const char *
get_text (const json_t *json, const char *name)
{
  const char *text = json_string_value (json_object_get (json, name));

  return text != NULL ? text : "";
}

static char *
count_to_text (const json_t *json, const char *name)
{
  return squill_text_count (get_number (json, name));
}

static char *
bytes_to_text (const json_t *json, const char *name)
{
  return squill_text_bytes (get_number (json, name));
}

static void
append_list (GString *text, const char *label, const json_t *values)
{
  g_autofree char *list = squill_text_values (values, json_array_size (values));

  if (*list != '\0')
    g_string_append_printf (text, "; %s %s", label, list);
}

static char *
join (const json_t *texts)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  gsize i;
  json_t *text;

  json_array_foreach (texts, i, text)
  {
    g_ptr_array_add (names, (gpointer)json_string_value (text));
  }
  g_ptr_array_add (names, NULL);
  return g_strjoinv (", ", (char **)names->pdata);
}

static void
append_names (GString *text, const char *label, const json_t *names)
{
  g_autofree char *list = join (names);

  if (*list != '\0')
    g_string_append_printf (text, "; %s %s", label, list);
}

/* "string 94 %, null 6 %". */
static void
append_types (GString *text, const json_t *path)
{
  const json_t *types = json_object_get (path, "types");
  const double present = get_number (path, "present");
  const char *name;
  json_t *count;

  json_object_foreach ((json_t *)types, name, count)
  {
    g_autofree char *share = squill_text_share (json_number_value (count) / MAX (1, present));

    if (text->len > 0)
      g_string_append (text, ", ");
    g_string_append (text, name);
    if (json_object_size (types) > 1)
      g_string_append_printf (text, " %s", share);
  }
}

static void
append_length (GString *text, const json_t *length, const char *what)
{
  g_autofree char *min = NULL;
  g_autofree char *mean = NULL;
  g_autofree char *max = NULL;

  if (!json_is_object (length))
    return;
  min = count_to_text (length, "min");
  mean = count_to_text (length, "mean");
  max = count_to_text (length, "max");
  if (g_str_equal (min, max))
    g_string_append_printf (text, "; %s %s", max, what);
  else
    g_string_append_printf (text, _ ("; %s to %s %s, %s on average"), min, max, what, mean);
}

static void
append_map (GString *text, const json_t *map)
{
  g_autofree char *keys = NULL;

  if (!json_is_object (map))
    return;
  keys = count_to_text (map, "distinct_keys");
  g_string_append_printf (text, _ ("; a map with %s different keys"), keys);
  if (*get_text (map, "key_pattern") != '\0')
    g_string_append_printf (text, _ (" like %s"), get_text (map, "key_pattern"));
  if (*get_text (map, "key_field") != '\0')
    g_string_append_printf (text, _ (", which “%s” repeats"), get_text (map, "key_field"));
  append_length (text, json_object_get (map, "length"), _ ("entries"));
}

static void
print_path (const json_t *path)
{
  GString *text = g_string_new (NULL);
  g_autofree char *name = squill_text_visible (get_text (path, "path"), FALSE);
  const json_t *constant = json_object_get (path, "constant");

  append_types (text, path);
  if (get_number (path, "present") < get_number (path, "of"))
    {
      g_autofree char *present = count_to_text (path, "present");
      g_autofree char *of = count_to_text (path, "of");

      g_string_append_printf (text, _ ("; in %s of %s"), present, of);
    }
  append_length (text, json_object_get (path, "length"), _ ("elements"));
  append_map (text, json_object_get (path, "map"));
  append_list (text, _ ("one of"), json_object_get (path, "enum"));
  if (constant != NULL && !json_is_null (constant))
    {
      g_autofree char *value = squill_text_value (constant);

      g_string_append_printf (text, _ ("; always %s"), value);
    }
  append_names (text, _ ("note:"), json_object_get (path, "flags"));
  /* A field without a name is no map. */
  g_print ("  %-*s %s\n", PATH_WIDTH,
           *name != '\0'                                    ? name
           : json_is_object (json_object_get (path, "map")) ? _ ("(the document)")
                                                            : "\"\"",
           text->str);
  g_string_free (text, TRUE);
}

static const char *
get_method (const char *method)
{
  if (g_str_equal (method, "full"))
    return _ ("all");
  if (g_str_equal (method, "sample"))
    return _ ("random");
  if (g_str_equal (method, "newest"))
    return _ ("the newest");
  if (g_str_equal (method, "first"))
    return _ ("the first");
  return method;
}

static void
print_head (const json_t *collection)
{
  g_autofree char *name = squill_text_visible (get_text (collection, "name"), FALSE);
  g_autofree char *documents = count_to_text (collection, "documents");
  g_autofree char *total = count_to_text (collection, "documents_total");
  g_autofree char *bytes = bytes_to_text (collection, "bytes");
  g_autofree char *all =
      squill_text_documents (json_number_value (json_object_get (collection, "documents")));
  const json_t *size = json_object_get (collection, "document_bytes");
  const gboolean is_total_known = json_is_number (json_object_get (collection, "documents_total"));

  g_print ("%s\n  ", name);
  if (is_total_known)
    g_print (g_dngettext (GETTEXT_PACKAGE, "%s of %s document (%s), %s",
                          "%s of %s documents (%s), %s",
                          json_integer_value (json_object_get (collection, "documents_total"))),
             documents, total, get_method (get_text (collection, "method")), bytes);
  else
    g_print ("%s (%s), %s", all, get_method (get_text (collection, "method")), bytes);
  if (size != NULL)
    {
      g_autofree char *min = bytes_to_text (size, "min");
      g_autofree char *mean = bytes_to_text (size, "mean");
      g_autofree char *max = bytes_to_text (size, "max");

      g_print (_ ("; %s per document, %s to %s"), mean, min, max);
    }
  g_print ("\n");
  if (!json_is_true (json_object_get (collection, "saturated")))
    g_print ("  %s\n", _ ("New paths were still turning up at the end: more documents may have "
                          "more of them."));
}

static void
print_variants (const json_t *variants)
{
  gsize i, k;
  json_t *variant, *one;

  json_array_foreach (variants, i, variant)
  {
    const char *path = get_text (variant, "path");

    g_print (_ ("  Variants of %s, distinguished by %s:\n"),
             *path != '\0' ? path : _ ("the document"), get_text (variant, "discriminator"));
    json_array_foreach (json_object_get (variant, "cases"), k, one)
    {
      const json_t *label = json_object_get (one, "value");
      g_autofree char *value = label != NULL ? squill_text_value (label) : g_strdup ("");
      g_autofree char *count = count_to_text (one, "count");
      GString *text = g_string_new (NULL);

      append_names (text, _ ("with"), json_object_get (one, "fields"));
      g_print ("    %s: %s%s\n", value, count, text->str);
      g_string_free (text, TRUE);
    }
  }
}

static void
print_structure (const json_t *collection)
{
  gsize i;
  json_t *entry;

  print_variants (json_object_get (collection, "variants"));
  json_array_foreach (json_object_get (collection, "groups"), i, entry)
  {
    g_autofree char *paths = join (json_object_get (entry, "paths"));
    g_autofree char *count = count_to_text (entry, "count");
    const gboolean together = g_str_equal (get_text (entry, "kind"), "together");

    g_print (together ? _ ("  Always together: %s (in %s)\n")
                      : _ ("  Exactly one of: %s (in %s)\n"),
             paths, count);
  }
  json_array_foreach (json_object_get (collection, "shapes"), i, entry)
  {
    g_autofree char *paths = join (json_object_get (entry, "paths"));

    g_print (_ ("  Same shape: %s\n"), paths);
  }
  json_array_foreach (json_object_get (collection, "outliers"), i, entry)
  {
    const json_t *id = json_object_get (entry, "_id");
    g_autofree char *text = id != NULL ? squill_text_value (id) : g_strdup ("");

    g_print (_ ("  Outlier: document %s: %s\n"), text, get_text (entry, "reason"));
  }
}

static void
print_reference (const json_t *reference)
{
  g_autofree char *confidence = squill_text_share (get_number (reference, "confidence"));
  gsize i;
  json_t *entry;

  g_print (g_str_equal (get_text (reference, "verdict"), "proposed")
               ? _ ("  %s → %s (confidence %s)\n")
               : _ ("  %s → %s (weak, %s)\n"),
           get_text (reference, "from"), get_text (reference, "to"), confidence);
  json_array_foreach (json_object_get (reference, "evidence"), i, entry)
  {
    g_print ("    %s\n", json_string_value (entry));
  }
}

static void
print_references (SquillCli *cli, const json_t *references)
{
  gsize i;
  json_t *reference;
  guint weak = 0;
  gboolean any = FALSE;

  json_array_foreach (references, i, reference)
  {
    const gboolean is_weak = !g_str_equal (get_text (reference, "verdict"), "proposed");

    weak += is_weak;
    if (is_weak && !cli->verbose)
      continue;
    if (!any)
      g_print ("%s\n", _ ("References"));
    any = TRUE;
    print_reference (reference);
  }
  if (weak > 0 && !cli->verbose)
    g_print (ngettext ("%u more may be chance; --verbose shows it\n",
                       "%u more may be chance; --verbose shows them\n", weak),
             weak);
}

/**
 * squill_cli_print_profile:
 * @cli: the options; verbose shows what may be chance, too
 * @profile: a profile
 *
 * Prints a profile as text for people.
 */
void
squill_cli_print_profile (SquillCli *cli, SquillProfile *profile)
{
  g_autofree char *data = squill_profile_to_json (profile);
  json_auto_t *json = json_loads (data, 0, NULL);
  gsize i, k;
  json_t *collection, *path;

  json_array_foreach (json_object_get (json, "collections"), i, collection)
  {
    print_head (collection);
    json_array_foreach (json_object_get (collection, "paths"), k, path)
    {
      print_path (path);
    }
    print_structure (collection);
    g_print ("\n");
  }
  print_references (cli, json_object_get (json, "references"));
}
