/* SPDX-License-Identifier: Apache-2.0 */

/* The profile as `squill-cli infer` prints it. What is not known yet is left out. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/squill-findings.h"
#include "inspect/squill-profile-json.h"
#include "inspect/squill-reference-json.h"
#include "inspect/squill-structure-json.h"
#include "inspect/squill-value-json.h"
#include "model/squill-json-text.h"
#include "model/squill-property.h"

#include <string.h>

/* The version of the shapes that the command line prints. */
#define SHAPES_VERSION 1

static void
set (json_t *object, const char *name, json_t *value)
{
  json_object_set_new (object, name, value);
}

static json_t *
count_to_json (guint64 count)
{
  return json_integer ((json_int_t)MIN (count, (guint64)G_MAXINT64));
}

static json_t *
types_to_json (const SquillPath *path)
{
  json_t *json = json_object ();
  gboolean told[SQUILL_N_TYPES] = { FALSE };

  /* The most frequent first. */
  for (;;)
    {
      guint best = SQUILL_N_TYPES;

      for (guint i = 0; i < SQUILL_N_TYPES; i++)
        if (!told[i] && path->types[i] > 0 &&
            (best == SQUILL_N_TYPES || path->types[i] > path->types[best]))
          best = i;
      if (best == SQUILL_N_TYPES)
        return json;
      told[best] = TRUE;
      if ((1u << best) != SQUILL_TYPE_BINARY)
        {
          set (json, squill_type_get_name ((SquillTypes)(1u << best)),
               count_to_json (path->types[best]));
          continue;
        }
      for (guint subtype = 0; subtype < 256; subtype++)
        if (path->subtypes[subtype] > 0)
          {
            g_autofree char *name = g_strdup_printf ("binData/%u", subtype);

            set (json, name, count_to_json (path->subtypes[subtype]));
          }
    }
}

static json_t *
spread_to_json (const SquillSpread *spread, gboolean with_empty)
{
  json_t *json = json_object ();

  set (json, "min", count_to_json (spread->min));
  set (json, "mean", squill_json_number (squill_spread_get_mean (spread)));
  set (json, "p95", count_to_json (squill_spread_get_percentile (spread, 0.95)));
  set (json, "max", count_to_json (spread->max));
  if (with_empty)
    set (json, "empty", count_to_json (squill_spread_count_of (spread, 0)));
  return json;
}

static json_t *
map_to_json (const SquillPath *path)
{
  const char *pattern = squill_key_pattern_get_regex (squill_path_get_key_pattern (path));
  const SquillPath *key_field = squill_findings_get_key_field (path);
  json_t *json = json_object ();

  set (json, "entries", count_to_json (path->values->present));
  set (json, "distinct_keys", count_to_json (path->map->distinct_count));
  set (json, "length", spread_to_json (path->entries, TRUE));
  set (json, "key_pattern", pattern != NULL ? json_string (pattern) : json_null ());
  if (key_field != NULL)
    {
      g_autofree char *name = g_utf8_make_valid (key_field->name, (gssize)key_field->name_length);

      set (json, "key_field", json_string (name));
    }
  set (json, "confidence", squill_json_number (squill_path_get_map_confidence (path)));
  return json;
}

static void
set_scalars (json_t *json, const SquillPath *path)
{
  set (json, "distinct", count_to_json (path->distinct));
  set (json, "enum",
       squill_findings_is_enumeration (path) ? squill_value_table_to_json (&path->table)
                                             : json_null ());
  set (json, "constant",
       squill_findings_is_constant (path)
           ? squill_value_to_json (path->table.values[0].type, path->table.values[0].bytes,
                                   path->table.values[0].length)
           : json_null ());
  if (path->text.count > 0)
    {
      json_t *text = json_object ();

      set (text, "min", count_to_json (path->text.min));
      set (text, "mean", squill_json_number ((double)path->text.bytes / (double)path->text.count));
      set (text, "max", count_to_json (path->text.max));
      set (text, "empty", count_to_json (path->text.empty));
      set (json, "text_bytes", text);
    }
  if (path->numbers.count > 0)
    {
      json_t *range = json_object ();

      set (range, "min", squill_json_number (path->numbers.min));
      set (range, "max", squill_json_number (path->numbers.max));
      set (json, "range", range);
    }
}

static json_t *
flags_to_json (const SquillPath *path)
{
  json_t *json = json_array ();
  guint flags = squill_findings_get_flags (path);

  for (guint i = 0; i < SQUILL_N_PATH_FLAGS; i++)
    if ((flags & (1u << i)) != 0)
      json_array_append_new (json, json_string (squill_path_flag_get_name (1u << i)));
  return json;
}

/**
 * squill_path_to_json:
 * @path: a path
 *
 * Returns: (transfer full): what is known of it, as `squill-cli infer` prints it and as the
 *   evidence of a model keeps it
 */
json_t *
squill_path_to_json (const SquillPath *path)
{
  g_autofree char *text = squill_path_to_text (path);
  json_t *json = json_object ();

  set (json, "path", json_string (text));
  set (json, "of", count_to_json (squill_path_get_of (path)));
  set (json, "present", count_to_json (path->present));
  set (json, "types", types_to_json (path));
  set (json, "bytes", count_to_json (path->bytes));
  if (path->scalars > 0)
    set_scalars (json, path);
  if (path->lengths != NULL)
    set (json, "length", spread_to_json (path->lengths, TRUE));
  if (path->values != NULL)
    set (json, "map", map_to_json (path));
  set (json, "flags", flags_to_json (path));
  return json;
}

/* A document is a path only where its own names are data. */
static void
append_paths (json_t *array, const SquillPath *path)
{
  if (path->kind != SQUILL_PATH_DOCUMENT || path->values != NULL)
    json_array_append_new (array, squill_path_to_json (path));
  if (path->elements != NULL)
    append_paths (array, path->elements);
  if (path->values != NULL)
    append_paths (array, path->values);
  for (const SquillPath *field = path->first; field != NULL; field = field->next)
    append_paths (array, field);
}

/**
 * squill_collection_profile_to_json:
 * @collection: a collection
 * @with_paths: whether to list its paths
 *
 * Returns: (transfer full): what is known of it, as `squill-cli infer` prints it
 */
json_t *
squill_collection_profile_to_json (const SquillCollectionProfile *collection, gboolean with_paths)
{
  const guint64 documents = collection->document_bytes.count;
  g_autofree char *source = g_utf8_make_valid (collection->source, -1);
  json_t *json = json_object ();

  set (json, "name", json_string (collection->name));
  set (json, "source", json_string (source));
  set (json, "documents", count_to_json (documents));
  if (squill_collection_profile_get_total (collection) != G_MAXUINT64)
    set (json, "documents_total", count_to_json (squill_collection_profile_get_total (collection)));
  set (json, "method", json_string (squill_collection_profile_get_method (collection)));
  set (json, "bytes", count_to_json (collection->document_bytes.sum));
  if (documents > 0)
    set (json, "document_bytes", spread_to_json (&collection->document_bytes, FALSE));
  set (json, "saturated", json_boolean (squill_collection_profile_is_saturated (collection)));
  if (with_paths)
    {
      json_t *paths = json_array ();

      append_paths (paths, collection->root);
      set (json, "paths", paths);
    }
  squill_structure_to_json (collection, json);
  return json;
}

static json_t *
problem_to_json (const SquillProblem *problem)
{
  g_autofree char *file = g_utf8_make_valid (problem->file, -1);
  json_t *json = json_object ();

  set (json, "file", json_string (file));
  set (json, "offset", problem->offset >= 0 ? json_integer (problem->offset) : json_null ());
  set (json, "line", problem->line > 0 ? count_to_json (problem->line) : json_null ());
  if (problem->line > 0)
    set (json, "column", count_to_json (problem->column));
  set (json, "reason", json_string (problem->reason));
  return json;
}

/**
 * squill_profile_to_json:
 * @self: a profile
 *
 * Writes the profile as `squill-cli infer --format json` prints it.
 *
 * Returns: (transfer full): JSON text, UTF-8, ending in a line break
 */
char *
squill_profile_to_json (SquillProfile *self)
{
  GPtrArray *collections;
  json_t *json, *array;
  GString *text;

  g_return_val_if_fail (SQUILL_IS_PROFILE (self), NULL);

  json = json_object ();
  set (json, "squill", json_integer (SHAPES_VERSION));
  array = json_array ();
  collections = squill_profile_get_collections (self);
  for (guint i = 0; i < collections->len; i++)
    json_array_append_new (
        array, squill_collection_profile_to_json (g_ptr_array_index (collections, i), TRUE));
  set (json, "collections", array);

  set (json, "references", squill_references_to_json (squill_profile_get_references (self)));

  array = json_array ();
  for (guint i = 0; i < squill_profile_get_n_problems (self); i++)
    json_array_append_new (array, problem_to_json (squill_profile_get_problem (self, i)));
  set (json, "problems", array);

  text = g_string_new (NULL);
  squill_json_write (text, json, 0);
  g_string_append_c (text, '\n');
  json_decref (json);
  return g_string_free (text, FALSE);
}
