/* SPDX-License-Identifier: Apache-2.0 */

/* The profile as `squill-cli infer` prints it. What is not known yet is left out. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/squill-profile-json.h"
#include "inspect/reference/squill-reference-json.h"
#include "inspect/server/squill-server-json.h"
#include "inspect/structure/squill-structure-json.h"
#include "inspect/profile/squill-value-json.h"
#include "model/squill-json-text.h"
#include "model/squill-property.h"

#include <math.h>

/* The version of the shapes that the command line prints. */
#define SHAPES_VERSION 1

static void
set (json_t *object, const char *name, json_t *value)
{
  json_object_set_new (object, name, value);
}

/* Presence as it may be in all documents, where not all were read: the interval that Wilson's
 * formula gives with a confidence of 99 %. */
static json_t *
interval_to_json (const SquillPath *path)
{
  const double n = (double)squill_path_get_of (path);
  const double share = (double)path->present / n;
  const double z = 2.5758293035489;
  const double middle = (share + z * z / (2 * n)) / (1 + z * z / n);
  const double reach = z / (1 + z * z / n) * sqrt (share * (1 - share) / n + z * z / (4 * n * n));
  json_t *json = json_object ();

  set (json, "min", squill_json_number (MAX (0, middle - reach)));
  set (json, "max", squill_json_number (MIN (1, middle + reach)));
  return json;
}

/* A document is a path only where its own names are data. */
static void
append_paths (json_t *array, const SquillPath *path, gboolean complete)
{
  if (path->kind != SQUILL_PATH_DOCUMENT || path->values != NULL)
    {
      json_t *json = squill_path_to_json (path);

      if (!complete && path->kind == SQUILL_PATH_FIELD && squill_path_get_of (path) > 0)
        set (json, "interval", interval_to_json (path));
      json_array_append_new (array, json);
    }
  if (path->elements != NULL)
    append_paths (array, path->elements, complete);
  if (path->values != NULL)
    append_paths (array, path->values, complete);
  for (const SquillPath *field = path->first; field != NULL; field = field->next)
    append_paths (array, field, complete);
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
  json_t *server = squill_server_collection_to_json (collection);
  json_t *json = json_object ();

  set (json, "name", json_string (collection->name));
  set (json, "source", json_string (source));
  set (json, "documents", squill_count_to_json (documents));
  if (squill_collection_profile_get_total (collection) != G_MAXUINT64)
    set (json, "documents_total",
         squill_count_to_json (squill_collection_profile_get_total (collection)));
  set (json, "method", json_string (squill_collection_profile_get_method (collection)));
  set (json, "bytes", squill_count_to_json (collection->document_bytes.sum));
  if (documents > 0)
    set (json, "document_bytes", squill_spread_to_json (&collection->document_bytes, FALSE));
  set (json, "saturated", json_boolean (squill_collection_profile_is_saturated (collection)));
  /* Counted from 1: what came after it showed nothing new. */
  set (json, "last_new_document", squill_count_to_json (collection->budget.last_new));
  if (with_paths)
    {
      json_t *paths = json_array ();

      append_paths (paths, collection->root, collection->complete);
      set (json, "paths", paths);
    }
  squill_structure_to_json (collection, json);
  if (server != NULL)
    set (json, "server", server);
  return json;
}

static json_t *
problem_to_json (const SquillProblem *problem)
{
  g_autofree char *file = g_utf8_make_valid (problem->file, -1);
  json_t *json = json_object ();

  set (json, "file", json_string (file));
  set (json, "offset", problem->offset >= 0 ? json_integer (problem->offset) : json_null ());
  set (json, "line", problem->line > 0 ? squill_count_to_json (problem->line) : json_null ());
  if (problem->line > 0)
    set (json, "column", squill_count_to_json (problem->column));
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
