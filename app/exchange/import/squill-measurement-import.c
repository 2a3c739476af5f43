/* SPDX-License-Identifier: Apache-2.0 */

/* What a server measured: how much indexes are used, as $indexStats says, and what a run of a
 * command examined, as explain() does. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-operation-import-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* How deep in what explain() says of a pipeline, or of shards, the numbers stand. */
#define MAX_DEPTH 8

static gboolean
find_member (const bson_iter_t *object, const char *name, bson_iter_t *found)
{
  return _squill_command_enter (object, found) && bson_iter_find (found, name);
}

static json_t *
find_measure (SquillImporter *self, const char *id)
{
  for (guint i = 0; i < self->import->measures->len; i++)
    {
      json_t *measure = self->import->measures->pdata[i];

      if (g_strcmp0 (json_string_value (json_object_get (measure, "id")), id) == 0)
        return measure;
    }
  return NULL;
}

/**
 * _squill_importer_measure:
 * @self: an importer
 * @id: of an item of the model
 * @set: (transfer full): its properties, which take the place of those that were read before
 */
void
_squill_importer_measure (SquillImporter *self, const char *id, json_t *set)
{
  json_t *measure = find_measure (self, id);

  if (measure != NULL)
    json_object_set_new (measure, "set", set);
  else
    g_ptr_array_add (self->import->measures, json_pack ("{s:s, s:o}", "id", id, "set", set));
}

/* Indexes. */

/* The index of that name, in the collection that was asked; where nothing says which it was, in
 * any. */
static const SquillCollectionIndex *
find_index (SquillImporter *self, const char *name, guint *n)
{
  const SquillCollectionIndex *found = NULL;

  *n = 0;
  for (guint i = 0; i < squill_design_get_n_collections (self->design); i++)
    {
      const SquillCollection *collection = squill_design_get_collection (self->design, i);

      for (guint j = 0; j < collection->indexes->len; j++)
        {
          const SquillCollectionIndex *index = collection->indexes->pdata[j];

          if ((self->indexed == NULL || self->indexed == collection) && index->index != NULL &&
              g_str_equal (index->name, name))
            {
              found = index;
              (*n)++;
            }
        }
    }
  return found;
}

static char *
format_time (const bson_iter_t *iter)
{
  g_autoptr (GDateTime) time =
      BSON_ITER_HOLDS_DATE_TIME (iter)
          ? g_date_time_new_from_unix_utc (bson_iter_date_time (iter) / 1000)
          : NULL;

  return time == NULL ? NULL : g_date_time_format_iso8601 (time);
}

/* What several members of a replica set, or several shards, say of one index counts together, since
 * the time when the last of them began to count. */
static void
add_use (SquillImporter *self, const SquillIndex *index, double operations, const char *since)
{
  const json_t *measure = find_measure (self, index->item.id);
  const json_t *before = json_object_get (json_object_get (measure, "set"), "evidence");
  json_t *evidence = before != NULL            ? json_deep_copy (before)
                     : index->evidence != NULL ? json_deep_copy (index->evidence)
                                               : json_object ();
  const char *earlier = json_string_value (json_object_get (before, "since"));

  operations += json_number_value (json_object_get (before, "operations"));
  json_object_set_new (evidence, "operations", squill_json_number (operations));
  if (since != NULL && g_strcmp0 (earlier, since) < 0)
    json_object_set_new (evidence, "since", json_string (since));
  _squill_importer_measure (self, index->item.id, json_pack ("{s:o}", "evidence", evidence));
}

/**
 * _squill_importer_read_index_use:
 * @self: an importer
 * @offset: where it stands in the text
 * @document: any document
 *
 * Reads how often an index was used.
 *
 * Returns: whether it is a document of $indexStats
 */
gboolean
_squill_importer_read_index_use (SquillImporter *self, gsize offset, const bson_iter_t *document)
{
  bson_iter_t name, key, accesses, operations, since;
  const SquillCollectionIndex *index;
  const SquillIndex *drawn;
  g_autofree char *time = NULL;
  char *problem = NULL;
  const char *text;
  double n_operations;
  guint n;

  if (!find_member (document, "name", &name) || !BSON_ITER_HOLDS_UTF8 (&name) ||
      !find_member (document, "key", &key) || !find_member (document, "accesses", &accesses) ||
      !find_member (&accesses, "ops", &operations))
    return FALSE;
  text = bson_iter_utf8 (&name, NULL);
  /* Every collection has it, and nobody draws it. */
  if (g_str_equal (text, "_id_"))
    return TRUE;
  n_operations = _squill_command_get_number (&operations);
  index = find_index (self, text, &n);
  drawn = index == NULL
              ? NULL
              : squill_model_get_item_of_kind (self->model, index->index, SQUILL_KIND_INDEX);
  if (!(n_operations >= 0) || isinf (n_operations))
    problem = g_strdup_printf (_ ("How often “%s” was used is not a number"), text);
  else if (drawn == NULL)
    problem = g_strdup_printf (_ ("There is no index “%s”"), text);
  else if (n > 1)
    problem = g_strdup_printf (_ ("Several collections have an index “%s”: paste the command that "
                                  "asked for its use, too"),
                               text);
  if (problem != NULL)
    {
      _squill_importer_tell (self, offset, problem);
      return TRUE;
    }
  if (find_member (&accesses, "since", &since))
    time = format_time (&since);
  add_use (self, drawn, n_operations, time);
  return TRUE;
}

/* explain(). */

/**
 * _squill_document_is_explain:
 * @document: any document
 *
 * Returns: whether it is what explain() says
 */
gboolean
_squill_document_is_explain (const bson_iter_t *document)
{
  bson_iter_t iter, stage, cursor;

  if (find_member (document, "queryPlanner", &iter))
    return TRUE;
  if (find_member (document, "stages", &iter) && _squill_command_enter (&iter, &stage) &&
      bson_iter_next (&stage))
    return find_member (&stage, "$cursor", &cursor);
  return find_member (document, "shards", &iter) && find_member (document, "command", &iter);
}

static double
get_number (const bson_iter_t *object, const char *name)
{
  bson_iter_t iter;

  return find_member (object, name, &iter) ? _squill_command_get_number (&iter) : NAN;
}

/* The first object that says how much was examined, wherever it is. */
static gboolean
find_statistics (const bson_iter_t *object, bson_iter_t *found, guint depth)
{
  bson_iter_t iter;

  if (!isnan (get_number (object, "totalDocsExamined")))
    {
      *found = *object;
      return TRUE;
    }
  if (depth == 0 || !_squill_command_enter (object, &iter))
    return FALSE;
  while (bson_iter_next (&iter))
    if (find_statistics (&iter, found, depth - 1))
      return TRUE;
  return FALSE;
}

/* What is measured of an operation, as explain() calls it. */
typedef enum
{
  MEASURED_KEYS,
  MEASURED_DOCUMENTS,
  MEASURED_RETURNED,
  MEASURED_TIME,
  N_MEASURED,
} Measured;

static const struct
{
  const char *name;
  const char *property;
} measured_names[N_MEASURED] = {
  [MEASURED_KEYS] = { "totalKeysExamined", "measured_keys" },
  [MEASURED_DOCUMENTS] = { "totalDocsExamined", "measured_documents" },
  [MEASURED_RETURNED] = { "nReturned", "measured_returned" },
  [MEASURED_TIME] = { "executionTimeMillis", "measured_time" },
};

/* Adds what one server measured. Shards look at documents of their own, at the same time: what they
 * examine adds up, and the slowest decides when the router has all of it. */
static void
add_statistics (const bson_iter_t *object, double measured[N_MEASURED])
{
  bson_iter_t statistics;

  if (!find_statistics (object, &statistics, MAX_DEPTH))
    return;
  for (guint i = 0; i < N_MEASURED; i++)
    {
      const double number = get_number (&statistics, measured_names[i].name);

      if (isnan (measured[i]))
        measured[i] = number;
      else if (!isnan (number))
        measured[i] = i == MEASURED_TIME ? fmax (measured[i], number) : measured[i] + number;
    }
}

/* Whether a router makes something else of what the shards return, such as the first ten of all. */
static gboolean
is_merged (const bson_iter_t *document)
{
  bson_iter_t split;

  return find_member (document, "splitPipeline", &split) && !BSON_ITER_HOLDS_NULL (&split);
}

/**
 * _squill_explain_get_measured:
 * @document: what explain() says
 *
 * Returns: (transfer full) (nullable): what it measured, as properties of an operation, of all
 *   shards together; %NULL where nothing was run
 */
json_t *
_squill_explain_get_measured (const bson_iter_t *document)
{
  double measured[N_MEASURED] = { NAN, NAN, NAN, NAN };
  bson_iter_t own, shards, shard;
  json_t *content;

  /* For a find the router adds them up itself. */
  if (!find_member (document, "executionStats", &own) &&
      find_member (document, "shards", &shards) && _squill_command_enter (&shards, &shard))
    {
      while (bson_iter_next (&shard))
        add_statistics (&shard, measured);
      if (is_merged (document))
        measured[MEASURED_RETURNED] = NAN;
    }
  else
    add_statistics (document, measured);
  if (isnan (measured[MEASURED_DOCUMENTS]))
    return NULL;
  content = json_object ();
  for (guint i = 0; i < N_MEASURED; i++)
    if (measured[i] >= 0 && isfinite (measured[i]))
      json_object_set_new (content, measured_names[i].property, squill_json_number (measured[i]));
  return content;
}

/* Of a server that does not repeat the command: the collection and the filter that it planned. */
static bson_t *
make_command (const bson_iter_t *planner)
{
  bson_iter_t iter;
  const char *collection = NULL;
  bson_t *command;

  if (find_member (planner, "namespace", &iter) && BSON_ITER_HOLDS_UTF8 (&iter))
    collection = strchr (bson_iter_utf8 (&iter, NULL), '.');
  if (collection == NULL)
    return NULL;
  command = BCON_NEW ("find", BCON_UTF8 (collection + 1));
  if (find_member (planner, "parsedQuery", &iter))
    bson_append_iter (command, "filter", -1, &iter);
  return command;
}

/**
 * _squill_explain_get_command:
 * @document: what explain() says
 *
 * Returns: (transfer full) (nullable): the command that it is of
 */
bson_t *
_squill_explain_get_command (const bson_iter_t *document)
{
  bson_iter_t iter, stage, cursor;
  const guint8 *data;
  guint32 length;

  if (find_member (document, "command", &iter) && BSON_ITER_HOLDS_DOCUMENT (&iter))
    {
      bson_iter_document (&iter, &length, &data);
      return bson_new_from_data (data, length);
    }
  if (find_member (document, "queryPlanner", &iter))
    return make_command (&iter);
  if (find_member (document, "stages", &iter) && _squill_command_enter (&iter, &stage) &&
      bson_iter_next (&stage) && find_member (&stage, "$cursor", &cursor) &&
      find_member (&cursor, "queryPlanner", &iter))
    return make_command (&iter);
  return NULL;
}

/* Operations that the model has. */

static gboolean
has_same_paths (const json_t *content, const SquillKeys *keys)
{
  const guint n = keys == NULL ? 0 : keys->len;

  if (json_array_size (content) != n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const SquillKey *key = keys->pdata[i];
      gboolean found = FALSE;
      gsize j;
      const json_t *one;

      json_array_foreach (content, j, one)
      {
        found |= g_strcmp0 (json_string_value (json_object_get (one, "path")), key->path) == 0;
      }
      if (!found)
        return FALSE;
    }
  return TRUE;
}

/**
 * _squill_importer_find_operation:
 * @self: an importer
 * @content: an operation that was read
 *
 * Returns: (transfer none) (nullable): the id of the first operation of the model that does the
 *   same with documents that are found and sorted by the same fields
 */
const char *
_squill_importer_find_operation (SquillImporter *self, const json_t *content)
{
  const char *entity = json_string_value (json_object_get (content, "entity"));
  const char *kind = json_string_value (json_object_get (content, "operation"));

  SQUILL_FOR_EACH_CHILD (SquillOperation, operation, squill_model_get_info (self->model),
                         SQUILL_KIND_OPERATION)
    {
      if (g_strcmp0 (operation->entity, entity) == 0 &&
          g_strcmp0 (_squill_operation_get_kind_name (operation->operation), kind) == 0 &&
          has_same_paths (json_object_get (content, "filter"), operation->filter) &&
          has_same_paths (json_object_get (content, "sort"), operation->sort))
        return operation->item.id;
    }
  return NULL;
}
