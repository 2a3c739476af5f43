/* SPDX-License-Identifier: Apache-2.0 */

/* The profile as `squill-cli infer` prints it. What is not known yet is left out. */

#define G_LOG_DOMAIN "squill-inspect"

#include "bson/squill-bson-json.h"
#include "config.h"

#include "inspect/squill-inspect.h"

#include "inspect/reference/squill-reference.h"
#include "inspect/structure/squill-structure.h"
#include "model/squill-json-text.h"

/* The version of the shapes that the command line prints. */
#define SHAPES_VERSION 1

static json_t *
problem_to_json (const SquillProblem *problem)
{
  g_autofree char *file = g_utf8_make_valid (problem->file, -1);
  json_t *json = json_object ();

  json_object_set_new (json, "file", json_string (file));
  json_object_set_new (json, "offset",
                       problem->offset >= 0 ? json_integer (problem->offset) : json_null ());
  json_object_set_new (json, "line",
                       problem->line > 0 ? squill_count_to_json (problem->line) : json_null ());
  if (problem->line > 0)
    json_object_set_new (json, "column", squill_count_to_json (problem->column));
  json_object_set_new (json, "reason", json_string (problem->reason));
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
  json_auto_t *json = json_object ();
  json_t *array;
  GString *text;

  g_return_val_if_fail (SQUILL_IS_PROFILE (self), NULL);

  json_object_set_new (json, "squill", json_integer (SHAPES_VERSION));
  array = json_array ();
  collections = squill_profile_get_collections (self);
  for (guint i = 0; i < collections->len; i++)
    json_array_append_new (
        array, squill_collection_profile_to_json (g_ptr_array_index (collections, i), TRUE));
  json_object_set_new (json, "collections", array);

  json_object_set_new (json, "references",
                       squill_references_to_json (squill_profile_get_references (self)));

  array = json_array ();
  for (guint i = 0; i < squill_profile_get_n_problems (self); i++)
    json_array_append_new (array, problem_to_json (squill_profile_get_problem (self, i)));
  json_object_set_new (json, "problems", array);

  text = g_string_new (NULL);
  squill_json_write (text, json, 0);
  g_string_append_c (text, '\n');
  return g_string_free (text, FALSE);
}
