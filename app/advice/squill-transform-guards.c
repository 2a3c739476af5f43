/* SPDX-License-Identifier: Apache-2.0 */

/* Conditions that hold because one write checks them: an update whose filter has them, or an `_id`
 * that can be inserted once. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "advice/squill-transform-private.h"
#include "model/squill-model-file.h"
#include "model/squill-placement.h"

/* Guarded update. */

/* The entity besides its own documents that it writes or reads for its condition (nullable). */
static const SquillEntity *
find_other_document (SquillRun *run, const SquillUse *use)
{
  for (guint i = 0; i < use->relationships->len; i++)
    {
      const SquillRelationship *r = use->relationships->pdata[i];

      if (!squill_placement_is_embedding (r->placement) &&
          (squill_use_goes_through (use, r->item.id) ||
           g_strcmp0 (use->operation->moves, r->item.id) == 0))
        return use->root == _squill_run_get_parent (run, r) ? _squill_run_get_child (run, r)
                                                            : _squill_run_get_parent (run, r);
    }
  return NULL;
}

/* A number has to be large enough; of anything else it must be what was read. */
static const char *
get_guard (SquillRun *run, const SquillKey *key)
{
  const SquillField *field =
      squill_model_get_field (run->model, squill_key_path_get_last (key->path));

  return field != NULL && !field->array && !field->map && (field->types & SQUILL_TYPES_NUMERIC) != 0
             ? "range"
             : "eq";
}

/**
 * _squill_fix_new_guard:
 * @run: a run
 * @operation: an operation
 * @reason: (out) (optional): why it does not fit
 *
 * Returns: (transfer full) (nullable): a fix that makes the condition of a write, which is about
 *   what it writes, a part of its filter
 */
SquillFix *
_squill_fix_new_guard (SquillRun *run, const SquillOperation *operation, char **reason)
{
  const SquillUse *use = squill_operation_index_find (run->operations, operation->item.id);
  const char *name = _squill_wording_name (operation);
  const SquillEntity *other;
  json_t *filter;
  SquillFix *fix;

  if ((operation->operation != SQUILL_OPERATION_UPDATE &&
       operation->operation != SQUILL_OPERATION_DELETE) ||
      operation->guard == SQUILL_GUARD_NONE)
    return _squill_transform_refuse (
        reason, g_strdup_printf (_ ("“%s” checks nothing before it updates or deletes."), name));
  if (operation->guard == SQUILL_GUARD_IN_FILTER)
    return _squill_transform_refuse (
        reason, g_strdup_printf (_ ("The filter of “%s” has the condition already."), name));
  if (operation->multi)
    return _squill_transform_refuse (
        reason, g_strdup_printf (_ ("“%s” changes several documents, each on its own."), name));
  other = use == NULL || use->root == NULL ? NULL : find_other_document (run, use);
  if (other != NULL)
    return _squill_transform_refuse (
        reason, g_strdup_printf (_ ("“%s” is about one “%s”, too: one filter checks one document."),
                                 name, _squill_wording_name (other)));
  fix = _squill_fix_new (g_strdup (_ ("Move the condition into the filter")));
  _squill_fix_set (fix, operation->item.id, "guard", json_string ("in-filter"));
  filter = operation->filter == NULL ? json_array () : squill_json_keys (operation->filter);
  for (guint i = 0; operation->writes != NULL && i < operation->writes->len; i++)
    {
      const SquillKey *key = operation->writes->pdata[i];

      if (!_squill_keys_have_path (operation->filter, key->path))
        json_array_append_new (
            filter, json_pack ("{s:s, s:s}", "path", key->path, "how", get_guard (run, key)));
    }
  if (json_array_size (filter) > (operation->filter == NULL ? 0 : operation->filter->len))
    _squill_fix_set (fix, operation->item.id, "filter", json_incref (filter));
  json_decref (filter);
  /* One write to one document is atomic without. */
  if (operation->transaction)
    _squill_fix_set (fix, operation->item.id, "transaction", NULL);
  return fix;
}

static SquillFix *
make_guard (SquillRun *run, gconstpointer subject, char **reason)
{
  return _squill_fix_new_guard (run, subject, reason);
}

/* Reservation. */

static const SquillIndex *
find_unique_index (const SquillEntity *entity, const SquillField *field)
{
  SQUILL_FOR_EACH_CHILD (SquillIndex, index, entity, SQUILL_KIND_INDEX)
    {
      if (index->unique && index->keys != NULL && index->keys->len == 1 &&
          g_str_equal (((const SquillKey *)index->keys->pdata[0])->path, field->item.id))
        return index;
    }
  return NULL;
}

static gboolean
has_fields (const SquillField *field)
{
  guint n;

  squill_item_get_children (field, SQUILL_KIND_FIELD, &n);
  return n > 0;
}

/* The value as the `_id` of the reservation. */
static json_t *
make_id (SquillRun *run, const SquillField *field)
{
  static const char *const lost[] = { "unique",       "evidence", "description", "variants",
                                      "change_group", "presence", "map_key",     "nullable" };
  json_t *content = squill_item_to_json (field);
  g_autofree char *order = squill_rank_between (NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (lost); i++)
    json_object_del (content, lost[i]);
  json_object_set_new (content, "name", json_string ("_id"));
  json_object_set_new (content, "order", json_string (order));
  json_object_set_new (content, "required", json_true ());
  return content;
}

/* Whoever stores the value reserves it first. */
static void
reserve (SquillFix *fix,
         SquillRun *run,
         const SquillEntity *entity,
         const SquillField *field,
         const char *relationship)
{
  const GPtrArray *uses = squill_operation_index_get_uses_from (run->operations, entity->item.id);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];
      const SquillOperation *operation = use->operation;

      if (operation->operation == SQUILL_OPERATION_DELETE ||
          (operation->operation == SQUILL_OPERATION_INSERT && operation->writes == NULL) ||
          _squill_keys_have_path (operation->writes, field->item.id))
        _squill_fix_follow (fix, operation, relationship, TRUE);
    }
}

/**
 * _squill_fix_new_reservation:
 * @run: a run
 * @field: a field
 * @reason: (out) (optional): why it does not fit
 *
 * Returns: (transfer full) (nullable): a fix that keeps the values of a unique field of a sharded
 *   collection as the `_id` of documents of their own
 */
SquillFix *
_squill_fix_new_reservation (SquillRun *run, const SquillField *field, char **reason)
{
  const SquillEntity *entity = (const SquillEntity *)field->item.parent;
  SquillModel *model = run->model;
  const char *name = _squill_wording_name (field);
  const SquillIndex *index;
  g_autofree char *base = NULL, *reserved = NULL, *id = NULL, *field_id = NULL,
                  *relationship = NULL;
  g_autofree char *order = NULL, *behind = NULL;
  json_t *count;
  SquillFix *fix;

  if (field->item.parent->kind != SQUILL_KIND_ENTITY || field->array || field->map ||
      (field->types & SQUILL_TYPE_OBJECT) != 0 || has_fields (field) ||
      g_strcmp0 (field->name, "_id") == 0 ||
      _squill_run_get_own_collection (run, entity->item.id) == NULL)
    return _squill_transform_refuse (
        reason,
        g_strdup_printf (_ ("“%s” is no single value beside the _id of a document."), name));
  index = find_unique_index (entity, field);
  if (!field->unique && index == NULL)
    return _squill_transform_refuse (
        reason, g_strdup_printf (_ ("Nothing says that each “%s” is there once."), name));
  if (entity->shard_key == NULL || entity->shard_key->len == 0 ||
      g_str_equal (((const SquillKey *)entity->shard_key->pdata[0])->path, field->item.id))
    return _squill_transform_refuse (
        reason, g_strdup_printf (_ ("A unique index can keep “%s” unique: “%s” is not sharded by "
                                    "another key."),
                                 name, _squill_wording_name (entity)));
  base = g_strdup_printf ("%s_%s", _squill_wording_name (entity), name);
  reserved = _squill_run_make_entity_name (run, base);
  id = squill_model_new_id (model, reserved);
  field_id = squill_model_new_id (model, "id");
  relationship = squill_model_new_id (model, "reservation");
  order = _squill_item_rank_behind (squill_model_get_info (model), SQUILL_KIND_ENTITY);
  behind = _squill_item_rank_behind (squill_model_get_info (model), SQUILL_KIND_RELATIONSHIP);
  count = squill_json_triple (SQUILL_TRIPLE (1, 1, 1));

  fix = _squill_fix_new (g_strdup_printf (_ ("Reserve each “%s” in “%s”"), name, reserved));
  _squill_fix_add (fix, SQUILL_KIND_ENTITY, id, NULL,
                   json_pack ("{s:s, s:s}", "name", reserved, "order", order));
  _squill_fix_add (fix, SQUILL_KIND_FIELD, field_id, id, make_id (run, field));
  _squill_fix_add (fix, SQUILL_KIND_RELATIONSHIP, relationship, NULL,
                   json_pack ("{s:s, s:s, s:s, s:s, s:s, s:O, s:o, s:b}", "name", reserved, "order",
                              behind, "parent", entity->item.id, "child", id, "placement",
                              "parent-reference", "children", count, "parents", count, "contains",
                              1));
  reserve (fix, run, entity, field, relationship);
  if (field->unique)
    _squill_fix_set (fix, field->item.id, "unique", NULL);
  if (index != NULL)
    _squill_fix_set (fix, index->item.id, "unique", NULL);
  _squill_fix_lose (fix,
                    g_strdup_printf (_ ("Nothing but “%s” keeps “%s” unique: what is stored in "
                                        "“%s” without a reservation is not checked."),
                                     reserved, name, _squill_wording_name (entity)));
  return fix;
}

static SquillFix *
make_reservation (SquillRun *run, gconstpointer subject, char **reason)
{
  return _squill_fix_new_reservation (run, subject, reason);
}

const SquillPatternEntry _squill_patterns_guards[] = {
  { .pattern = { "reservation", N_ ("Reservation"),
                 N_ ("Keeps each value of a unique field as the _id of a small document in a "
                     "collection of its own. Whoever inserts it first has it; a duplicate key says "
                     "that it is taken. It pays where a collection is sharded by another key, so "
                     "that it cannot have a unique index."),
                 SQUILL_MANUAL ("Unique Constraints on Arbitrary Fields",
                                "tutorial/unique-constraints-on-arbitrary-fields/") },
    .of_field = make_reservation },
  { .pattern = { "guarded-update", N_ ("Guarded update"),
                 N_ ("Makes the condition of an update a part of its filter: the document changes "
                     "only if it still holds, in one atomic write without a transaction. The "
                     "number of documents that changed tells whether it held. It pays wherever all "
                     "that the condition is about stands in one document."),
                 SQUILL_SOURCE_ATOMIC },
    .of_operation = make_guard },
  { .pattern = { NULL } },
};
