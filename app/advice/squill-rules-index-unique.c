/* SPDX-License-Identifier: Apache-2.0 */

/* Family E: unique indexes, and the index of _id. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "advice/squill-index-private.h"
#include "text/squill-text.h"

static double
get_documents (const SquillCollection *collection)
{
  return squill_triple_get_usual (collection->count);
}

/* unique-optional */

/* How many documents have no value of any key; NaN where nobody said. 0 where all have one. */
static double
count_missing (const SquillCollection *collection, const SquillCollectionIndex *index)
{
  double missing = 1;

  for (guint i = 0; i < index->keys->len; i++)
    {
      const SquillShape *shape = squill_shape_find_by_query_path (
          collection->shape, _squill_index_get_key (index, i)->path);
      double presence = 1;

      if (shape == NULL || !_squill_shape_is_optional (shape))
        return 0;
      for (const SquillShape *around = shape; around->parent != NULL; around = around->parent)
        presence *= around->presence;
      /* It need not be there; how often it is, nobody said. */
      missing = presence < 1 ? fmin (missing, 1 - presence) : NAN;
      if (isnan (missing))
        return NAN;
    }
  return missing * get_documents (collection);
}

static void
check_optional (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;

  for (guint i = 1; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[i];
      const SquillIndex *drawn = _squill_run_get_drawn (run, index);
      const char *path;
      g_autofree char *count = NULL;
      double missing;
      SquillFinding *finding;

      if (drawn == NULL || !index->unique || index->unresolved || drawn->sparse ||
          json_object_size (drawn->partial) > 0 || index->keys->len == 0)
        continue;
      missing = count_missing (collection, index);
      if (round (missing) <= 1)
        continue;
      /* That it is not said to be required may be an oversight. */
      if (isnan (missing) && drawn->evidence != NULL)
        continue;
      path = _squill_index_get_key (index, 0)->path;
      count = squill_text_count (missing);
      finding = _squill_run_report_index (
          run, isnan (missing) ? SQUILL_SEVERITY_HINT : SQUILL_SEVERITY_ERROR, collection, index,
          isnan (missing) ? 0 : missing,
          isnan (missing)
              ? g_strdup_printf (_ ("“%s” is unique, and “%s” may be missing: a second document "
                                    "without it is rejected, because missing counts as null."),
                                 index->name, path)
              : g_strdup_printf (_ ("%s documents have no “%s”, and “%s” is unique: the second of "
                                    "them is rejected, because missing counts as null."),
                                 count, path, index->name));
      _squill_finding_set_number (finding, "documents_without", missing);
      finding->fix = _squill_fix_new_set (g_strdup (_ ("Leave documents without it out")),
                                          drawn->item.id, "sparse", json_true ());
    }
}

/* unique-in-array */

static void
check_in_array (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;

  for (guint i = 1; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[i];
      const SquillShape *shape;
      SquillFinding *finding;

      if (!index->unique || index->keys->len != 1)
        continue;
      shape = squill_shape_find_by_query_path (collection->shape,
                                               _squill_index_get_key (index, 0)->path);
      /* That no two parents have one child is what such an index on references is for. */
      if (shape == NULL || !shape->array || shape->children->len > 0 || shape->target != NULL ||
          shape->relationship != NULL)
        continue;
      finding =
          _squill_run_report_index (run, SQUILL_SEVERITY_HINT, collection, index, 0,
                                    g_strdup_printf (_ ("2 documents cannot share a value of “%s”, "
                                                        "because “%s” is unique, but one document "
                                                        "may have a value twice."),
                                                     shape->path, index->name));
      _squill_finding_set_text (finding, "field", shape->path);
    }
}

/* unique-on-dirty-data */

static gboolean
is_known_to_differ (SquillRun *run,
                    const SquillCollection *collection,
                    const SquillCollectionIndex *index)
{
  for (guint i = 0; i < index->keys->len; i++)
    {
      const SquillShape *shape = squill_shape_find_by_query_path (
          collection->shape, _squill_index_get_key (index, i)->path);
      const SquillField *field = shape == NULL || shape->field == NULL
                                     ? NULL
                                     : squill_model_get_field (run->model, shape->field);

      /* A field that somebody drew has no values yet. */
      if (field == NULL || field->unique || field->evidence == NULL ||
          field->distinct >= get_documents (collection))
        return TRUE;
    }
  return FALSE;
}

static void
check_dirty (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  const SquillEntity *entity =
      collection->entity == NULL ? NULL : squill_model_get_entity (run->model, collection->entity);

  if (collection->kind != SQUILL_COLLECTION_ENTITY || entity->evidence == NULL ||
      !(get_documents (collection) > 1))
    return;
  for (guint i = 1; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[i];
      const SquillIndex *drawn = _squill_run_get_drawn (run, index);
      g_autofree char *count = NULL;
      SquillFinding *finding;

      /* What was read from the server is true already. */
      if (drawn == NULL || !index->unique || drawn->evidence != NULL || index->unresolved ||
          index->keys->len == 0 || is_known_to_differ (run, collection, index))
        continue;
      count = squill_text_count (get_documents (collection));
      finding = _squill_run_report_index (
          run, SQUILL_SEVERITY_HINT, collection, index, get_documents (collection),
          g_strdup_printf (_ ("%s documents of “%s” were there before “%s” was unique: look for "
                              "duplicates first, or the server cannot create it."),
                           count, collection->name, index->name));
      _squill_finding_set_number (finding, "documents", get_documents (collection));
    }
}

/* natural-id */

static const SquillIndex *
find_unique_index (const SquillEntity *entity, const char *field)
{
  SQUILL_FOR_EACH_CHILD (SquillIndex, index, entity, SQUILL_KIND_INDEX)
    {
      if (index->unique && index->partial == NULL && index->keys != NULL && index->keys->len == 1 &&
          g_str_equal (((const SquillKey *)index->keys->pdata[0])->path, field))
        return index;
    }
  return NULL;
}

static gboolean
is_generated (const SquillField *id)
{
  return id == NULL || id->types == SQUILL_TYPE_OBJECT_ID;
}

static gboolean
names_id (const SquillKeys *keys, const SquillField *id)
{
  for (guint i = 0; keys != NULL && i < keys->len; i++)
    {
      const SquillKey *key = keys->pdata[i];

      if (g_str_equal (key->path, "=_id") ||
          (id != NULL && _squill_key_mentions (key, id->item.id)))
        return TRUE;
    }
  return FALSE;
}

/* Whether anything asks for documents by their _id, or stores it. */
static gboolean
is_id_used (SquillRun *run, const SquillEntity *entity, const SquillField *id)
{
  const GPtrArray *uses = squill_operation_index_get_uses_of (run->operations, entity->item.id);
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (entity, &n);

  for (guint i = 0; i < n; i++)
    {
      const gboolean is_parent = g_str_equal (all[i]->parent, entity->item.id);

      if (_squill_run_get_stored (run, all[i], !is_parent) != NULL &&
          (is_parent ? all[i]->parent_key : all[i]->child_key) == NULL)
        return TRUE;
    }
  for (guint i = 0; i < uses->len; i++)
    {
      const SquillOperation *operation = ((const SquillUse *)uses->pdata[i])->operation;

      if (names_id (operation->filter, id) || names_id (operation->sort, id) ||
          names_id (operation->returns, id))
        return TRUE;
    }
  return FALSE;
}

/* An operation that finds one document by the field. */
static const SquillOperation *
find_lookup (SquillRun *run, const SquillEntity *entity, const SquillField *field)
{
  const GPtrArray *uses = squill_operation_index_get_uses_from (run->operations, entity->item.id);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];
      const SquillKey *key = _squill_keys_find (use->operation->filter, field->item.id);

      if (use->reads && key != NULL && squill_key_is_equality (key) &&
          g_str_equal (key->path, field->item.id))
        return use->operation;
    }
  return NULL;
}

static gboolean
may_be_id (SquillRun *run, const SquillField *field)
{
  const SquillShape *place = _squill_run_get_place (run, field->item.parent->id);
  const SquillShape *shape =
      place == NULL ? NULL : squill_design_resolve (run->design, place, field->item.id);

  return field->immutable && field->required && !field->array && !field->map &&
         field->types != SQUILL_TYPE_NONE && (field->types & SQUILL_TYPE_NULL) == 0 &&
         shape != NULL && shape->children->len == 0 && !shape->size_unknown &&
         shape->relationship == NULL &&
         shape->payload.likely < _squill_run_get (run, SQUILL_THRESHOLD_ID_BYTES);
}

static void
check_natural_id (SquillRun *run, gconstpointer subject)
{
  const SquillEntity *entity = subject;
  const SquillCollection *collection = _squill_run_get_own_collection (run, entity->item.id);
  const SquillField *id = squill_entity_get_id_field (entity);

  if (collection == NULL || !is_generated (id) || is_id_used (run, entity, id))
    return;
  SQUILL_FOR_EACH_CHILD (SquillField, field, entity, SQUILL_KIND_FIELD)
    {
      const SquillIndex *index = find_unique_index (entity, field->item.id);
      const SquillOperation *operation;
      g_autofree char *bytes = NULL;
      SquillFinding *finding;

      if (field == id || (!field->unique && index == NULL) || !may_be_id (run, field))
        continue;
      operation = find_lookup (run, entity, field);
      if (operation == NULL)
        continue;
      /* An ObjectId with its name, and the entry of the index that is saved. */
      bytes = squill_text_bytes (17);
      finding = _squill_run_report (
          run, SQUILL_SEVERITY_HINT, field, 0,
          g_strdup_printf (_ ("“%s” finds “%s” by “%s”, and no operation uses the generated _id. "
                              "With that field as _id, each document saves %s and an index entry."),
                           _squill_wording_name (operation), _squill_wording_name (entity),
                           _squill_wording_name (field), bytes));
      _squill_finding_set_place (finding, collection->id, field->name);
      _squill_finding_set_number (finding, "bytes_saved", 17);
      _squill_finding_set_text (finding, "operation", operation->name);
      return;
    }
}

/* clustered-candidate */

/* An operation that asks for a range of ids. */
static const SquillOperation *
find_range_of_ids (SquillRun *run, const SquillEntity *entity, const SquillField *id)
{
  const GPtrArray *uses = squill_operation_index_get_uses_from (run->operations, entity->item.id);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillOperation *operation = ((const SquillUse *)uses->pdata[i])->operation;

      for (guint j = 0; operation->filter != NULL && j < operation->filter->len; j++)
        {
          const SquillKey *key = operation->filter->pdata[j];

          if (g_str_equal (key->operator, "range") &&
              (g_str_equal (key->path, "=_id") ||
               (id != NULL && g_str_equal (key->path, id->item.id))))
            return operation;
        }
    }
  return NULL;
}

static const SquillIndex *
find_expiring (const SquillEntity *entity, const SquillField *id)
{
  SQUILL_FOR_EACH_CHILD (SquillIndex, index, entity, SQUILL_KIND_INDEX)
    {
      if (id != NULL && !isnan (index->expire_after) && index->keys != NULL &&
          index->keys->len == 1 &&
          g_str_equal (((const SquillKey *)index->keys->pdata[0])->path, id->item.id))
        return index;
    }
  return NULL;
}

/* Clustered collections came with 5.3; a model that names no server means today's. */
static gboolean
has_clustered_collections (SquillRun *run)
{
  const char *version = squill_model_get_info (run->model)->server_version;

  return version == NULL || g_ascii_strtod (version, NULL) >= 5.3;
}

static void
check_clustered (SquillRun *run, gconstpointer subject)
{
  const SquillEntity *entity = subject;
  const SquillCollection *collection = _squill_run_get_own_collection (run, entity->item.id);
  const SquillField *id = squill_entity_get_id_field (entity);
  const SquillTypes types = id == NULL ? SQUILL_TYPE_OBJECT_ID : id->types;
  const SquillOperation *operation;
  const SquillIndex *expiring;
  SquillFinding *finding;

  if (collection == NULL || entity->clustered || entity->capped || entity->time_field != NULL ||
      !has_clustered_collections (run) || types == SQUILL_TYPE_NONE ||
      (types & ~(SquillTypes)(SQUILL_TYPE_OBJECT_ID | SQUILL_TYPE_DATE | SQUILL_TYPE_INT |
                              SQUILL_TYPE_LONG | SQUILL_TYPE_TIMESTAMP)) != 0)
    return;
  operation = find_range_of_ids (run, entity, id);
  expiring = find_expiring (entity, id);
  if ((operation == NULL && expiring == NULL) || collection->indexes->len > 2u + (expiring != NULL))
    return;
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, entity, 0,
      operation != NULL
          ? g_strdup_printf (_ ("As a clustered collection, stored in the order of _id, “%s” has 1 "
                                "index less to write, and “%s” reads its range in sequence."),
                             _squill_wording_name (entity), _squill_wording_name (operation))
          : g_strdup_printf (_ ("As a clustered collection, stored in the order of _id, “%s” has 1 "
                                "index less to write, and old documents expire in sequence."),
                             _squill_wording_name (entity)));
  _squill_finding_set_place (finding, collection->id, "_id");
  _squill_finding_set_text (finding, "operation", operation == NULL ? NULL : operation->name);
  finding->fix = _squill_fix_new_set (g_strdup (_ ("Make it a clustered collection")),
                                      entity->item.id, "clustered", json_true ());
  if (expiring != NULL)
    {
      _squill_fix_set (finding->fix, entity->item.id, "expire_after",
                       squill_json_number (expiring->expire_after));
      _squill_fix_remove (finding->fix, expiring->item.id);
    }
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define READ (SQUILL_ASPECTS_ALL | SQUILL_ASPECT_NAME)

const SquillRule _squill_rules_index_unique[] = {
  { .info = { "unique-optional", "E", SQUILL_SEVERITY_ERROR,
              SQUILL_SOURCE_UNIQUE "; " SQUILL_SOURCE_SPARSE,
              N_ ("A unique index has a field that may be missing"),
              N_ ("An index stores a missing field as null, and null can be there once in a unique "
                  "index: the second document without the field is rejected. A sparse index, or a "
                  "partial one that asks for the field to exist, leaves those documents out."),
              NULL },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_optional },
  { .info = { "unique-in-array", "E", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_UNIQUE,
              N_ ("A unique index does not look into one array"),
              N_ ("A unique index on an array compares documents with each other. Within one array "
                  "a value may be repeated. To keep values of one array different, add them with "
                  "$addToSet, or ask in the filter of the update that the value is not there yet."),
              NULL },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_in_array },
  { .info = { "unique-on-dirty-data", "E", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_NORMS ", the norm on changes of the schema",
              N_ ("A unique index comes to data that is there already"),
              N_ ("The server refuses to create a unique index on a field of which two documents "
                  "have the same value. Group the documents by the field with $group, look at the "
                  "groups with more than one, mend them, and create the index then."),
              NULL },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_dirty },
  { .info = { "natural-id", "E", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_CMS "; " SQUILL_SOURCE_BEST,
              N_ ("A field could be the _id"),
              N_ ("Every collection has an index on _id. If documents are found by a short field "
                  "that is unique and never changes, and nothing uses the generated ObjectId, that "
                  "field as the _id saves the ObjectId and a second index. It can only be decided "
                  "when documents are inserted: an _id never changes."),
              THRESHOLDS ("id.bytes") },
    .scope = SQUILL_SCOPE_ENTITY,
    .aspects = READ,
    .check = check_natural_id },
  { .info = { "clustered-candidate", "E", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_CLUSTERED,
              N_ ("The collection could be clustered"),
              N_ ("A clustered collection stores documents in the order of their _id and has no "
                  "separate index on it: each insert writes once, each find by _id reads once, and "
                  "a range of ids is read as it lies. That pays if the _id is short and increases. "
                  "A collection cannot be made clustered later, and not be capped."),
              NULL },
    .scope = SQUILL_SCOPE_ENTITY,
    .aspects = READ | SQUILL_ASPECT_SERVER,
    .check = check_clustered },
  { .info = { NULL } },
};
