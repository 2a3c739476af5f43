/* SPDX-License-Identifier: Apache-2.0 */

/* Versions: of the schema, and of what documents say. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "advice/squill-transform-private.h"
#include "model/squill-placement.h"
#include "text/squill-text.h"

#define YEAR (365.25 * 86400)

static SquillFix *
refuse_embedded (const SquillEntity *entity, char **reason)
{
  return _squill_transform_refuse (
      reason,
      g_strdup_printf (_ ("“%s” has no collection of its own."), _squill_wording_name (entity)));
}

static void
append_key (
    SquillFix *fix, const char *id, const char *property, const SquillKeys *keys, const char *path)
{
  json_t *all = squill_json_keys (keys);

  json_array_append_new (all, json_pack ("{s:s}", "path", path));
  _squill_fix_set (fix, id, property, all);
}

/* Schema version. */

/**
 * _squill_entity_find_schema_version:
 * @entity: an entity
 *
 * Returns: (transfer none) (nullable): the field that says in which shape a document is
 */
const SquillField *
_squill_entity_find_schema_version (const SquillEntity *entity)
{
  static const char *const names[] = { "schema_version",
                                       "schemaVersion",
                                       "schema-version",
                                       "version",
                                       "docVersion",
                                       "doc_version",
                                       "_v",
                                       "v",
                                       NULL };

  SQUILL_FOR_EACH_CHILD (SquillField, field, entity, SQUILL_KIND_FIELD)
    {
      if ((field->name != NULL && g_strv_contains (names, field->name)) ||
          g_strcmp0 (field->meaning, "version") == 0)
        return field;
    }
  return NULL;
}

/**
 * _squill_fix_new_schema_version:
 * @run: a run
 * @entity: an entity
 * @reason: (out) (optional): why it does not fit
 *
 * Returns: (transfer full) (nullable): a fix that adds a field for the version of the schema, which
 *   is written with each new document and read with each other
 */
SquillFix *
_squill_fix_new_schema_version (SquillRun *run, const SquillEntity *entity, char **reason)
{
  const GPtrArray *uses = squill_operation_index_get_uses_from (run->operations, entity->item.id);
  const SquillField *there = _squill_entity_find_schema_version (entity);
  g_autofree char *id = NULL, *order = NULL;
  SquillFix *fix;

  if (_squill_run_get_own_collection (run, entity->item.id) == NULL)
    return refuse_embedded (entity, reason);
  if (there != NULL)
    return _squill_transform_refuse (reason, g_strdup_printf (_ ("“%s” already holds the version."),
                                                              _squill_wording_name (there)));
  fix = _squill_fix_new (g_strdup (_ ("Add a “schema_version”")));
  id = squill_model_new_id (run->model, "schema_version");
  order = _squill_item_rank_behind (entity, SQUILL_KIND_FIELD);
  _squill_fix_add (
      fix, SQUILL_KIND_FIELD, id, entity->item.id,
      json_pack ("{s:s, s:s, s:[s]}", "name", "schema_version", "order", order, "types", "int"));
  /* Who names what it reads branches by the version, too. */
  for (guint i = 0; i < uses->len; i++)
    {
      const SquillOperation *operation = ((const SquillUse *)uses->pdata[i])->operation;

      if (operation->operation == SQUILL_OPERATION_FIND && operation->returns != NULL)
        append_key (fix, operation->item.id, "returns", operation->returns, id);
      if (operation->operation == SQUILL_OPERATION_INSERT && operation->writes != NULL)
        append_key (fix, operation->item.id, "writes", operation->writes, id);
    }
  return fix;
}

static SquillFix *
make_schema_version (SquillRun *run, gconstpointer subject, char **reason)
{
  return _squill_fix_new_schema_version (run, subject, reason);
}

/* Document versions. */

static gboolean
has_version (const SquillEntity *entity)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, entity, SQUILL_KIND_FIELD)
    {
      if (g_strcmp0 (field->meaning, "version") == 0)
        return TRUE;
    }
  return FALSE;
}

/**
 * _squill_run_has_revisions:
 * @run: a run
 * @entity: an entity
 *
 * Returns: %TRUE if something that refers to it has versions
 */
gboolean
_squill_run_has_revisions (SquillRun *run, const SquillEntity *entity)
{
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (entity, &n);

  for (guint i = 0; i < n; i++)
    if (g_str_equal (all[i]->parent, entity->item.id) &&
        has_version (_squill_run_get_child (run, all[i])))
      return TRUE;
  return FALSE;
}

/** How often documents of an entity are updated, per second; 0 where nobody said. */
double
_squill_run_get_update_rate (SquillRun *run, const SquillEntity *entity)
{
  const GPtrArray *uses = squill_operation_index_get_uses_from (run->operations, entity->item.id);
  double rate = 0;

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];

      if (use->operation->operation == SQUILL_OPERATION_UPDATE)
        rate += use->rate;
    }
  return rate;
}

/* What an earlier state may have twice, and may lack. */
static void
loosen_fields (json_t *fields)
{
  static const char *const lost[] = { "unique", "immutable", "map_key", "discriminator",
                                      "variants" };
  const char *id;
  json_t *field;

  json_object_foreach (fields, id, field)
  {
    for (guint i = 0; i < G_N_ELEMENTS (lost); i++)
      json_object_del (field, lost[i]);
    if (json_object_get (field, "fields") != NULL)
      loosen_fields (json_object_get (field, "fields"));
  }
}

/* The earlier state: the fields of the document but for its `_id`, which the reference has. */
static json_t *
make_snapshot (SquillRun *run, const SquillEntity *entity, const char *order)
{
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  json_t *fields = _squill_run_clone_fields (run, entity, ids), *field;
  const char *id;
  void *next;

  json_object_foreach_safe (fields, next, id, field)
  {
    if (g_strcmp0 (json_string_value (json_object_get (field, "name")), "_id") == 0)
      json_object_del (fields, id);
  }
  loosen_fields (fields);
  return json_pack ("{s:s, s:s, s:[s], s:b, s:o}", "name", "snapshot", "order", order, "types",
                    "object", "required", 1, "fields", fields);
}

/* Each update first stores the old state: in both, or in none. */
static void
write_revisions (SquillFix *fix,
                 SquillRun *run,
                 const SquillEntity *entity,
                 const char *relationship,
                 const char *const *written)
{
  const GPtrArray *uses = squill_operation_index_get_uses_from (run->operations, entity->item.id);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillOperation *operation = ((const SquillUse *)uses->pdata[i])->operation;
      json_t *writes;

      if (operation->operation != SQUILL_OPERATION_UPDATE)
        continue;
      writes = operation->writes == NULL ? json_array () : squill_json_keys (operation->writes);
      for (guint j = 0; written[j] != NULL; j++)
        json_array_append_new (
            writes, json_pack ("{s:o}", "path", json_sprintf ("%s/%s", relationship, written[j])));
      _squill_fix_set (fix, operation->item.id, "writes", writes);
      _squill_fix_follow (fix, operation, relationship, FALSE);
      if (!operation->transaction)
        {
          _squill_fix_set (fix, operation->item.id, "transaction", json_true ());
          _squill_fix_lose (
              fix, g_strdup_printf (_ ("“%s” writes two documents, and needs a transaction."),
                                    _squill_wording_name (operation)));
        }
    }
}

/* Whether documents of an entity have more than its fields. */
static gboolean
stores_more (const SquillEntity *entity)
{
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (entity, &n);

  for (guint i = 0; i < n; i++)
    if (squill_placement_stores (all[i]->placement, g_str_equal (all[i]->parent, entity->item.id)))
      return TRUE;
  return FALSE;
}

/**
 * _squill_fix_new_revisions:
 * @run: a run
 * @entity: an entity
 * @reason: (out) (optional): why it does not fit
 *
 * Returns: (transfer full) (nullable): a fix that keeps earlier states in a collection of their own
 */
SquillFix *
_squill_fix_new_revisions (SquillRun *run, const SquillEntity *entity, char **reason)
{
  const double rate = _squill_run_get_update_rate (run, entity);
  const double count =
      squill_triple_get_usual (squill_design_get_count (run->design, entity->item.id));
  const SquillField *unbounded = _squill_item_find_unbounded (entity);
  SquillModel *model = run->model;
  g_autofree char *base = NULL, *name = NULL, *id = NULL, *relationship = NULL, *version = NULL;
  g_autofree char *changed = NULL, *snapshot = NULL, *index = NULL, *text = NULL;
  g_autofree char *first = NULL, *second = NULL, *third = NULL, *behind = NULL, *order = NULL;
  json_t *content;
  SquillFix *fix;

  if (_squill_run_get_own_collection (run, entity->item.id) == NULL)
    return refuse_embedded (entity, reason);
  if (_squill_run_has_revisions (run, entity))
    return _squill_transform_refuse (
        reason, g_strdup_printf (_ ("Earlier states of “%s” are kept already."),
                                 _squill_wording_name (entity)));
  text = squill_text_rate (rate);
  if (rate > _squill_run_get (run, SQUILL_THRESHOLD_REVISION_RATE))
    return _squill_transform_refuse (
        reason,
        g_strdup_printf (_ ("“%s” is updated %s: a log of events suits it better than copies "
                            "of whole documents."),
                         _squill_wording_name (entity), text));
  if (unbounded != NULL)
    return _squill_transform_refuse (
        reason,
        g_strdup_printf (_ ("“%s” has no upper limit, and each revision would have all of it."),
                         _squill_wording_name (unbounded)));
  base = g_strconcat (_squill_wording_name (entity), "_revisions", NULL);
  name = _squill_run_make_entity_name (run, base);
  id = squill_model_new_id (model, name);
  relationship = g_strconcat (id, "-of", NULL);
  version = g_strconcat (id, "-version", NULL);
  changed = g_strconcat (id, "-changed", NULL);
  snapshot = g_strconcat (id, "-snapshot", NULL);
  index = g_strconcat (id, "-index", NULL);
  first = squill_rank_between (NULL, NULL);
  second = squill_rank_between (first, NULL);
  third = squill_rank_between (second, NULL);
  behind = _squill_item_rank_behind (squill_model_get_info (model), SQUILL_KIND_RELATIONSHIP);
  order = _squill_item_rank_behind (squill_model_get_info (model), SQUILL_KIND_ENTITY);

  fix = _squill_fix_new (g_strdup_printf (_ ("Keep earlier states in “%s”"), name));
  _squill_fix_add (
      fix, SQUILL_KIND_ENTITY, id, NULL,
      json_pack ("{s:s, s:s, s:s}", "name", name, "order", order, "standalone", "yes"));
  _squill_fix_add (fix, SQUILL_KIND_FIELD, version, id,
                   json_pack ("{s:s, s:s, s:[s], s:b, s:s}", "name", "version", "order", first,
                              "types", "int", "required", 1, "meaning", "version"));
  _squill_fix_add (fix, SQUILL_KIND_FIELD, changed, id,
                   json_pack ("{s:s, s:s, s:[s], s:b}", "name", "changed_at", "order", second,
                              "types", "date", "required", 1));
  _squill_fix_add (fix, SQUILL_KIND_FIELD, snapshot, id, make_snapshot (run, entity, third));
  content = json_pack ("{s:s, s:s, s:s, s:s, s:s, s:s, s:b}", "name", "revisions", "order", behind,
                       "parent", entity->item.id, "child", id, "placement", "parent-reference",
                       "ordering", "rank", "contains", 1);
  json_object_set_new (content, "order_by", json_string (version));
  if (rate * YEAR / count > 0)
    json_object_set_new (content, "growth", squill_json_number (rate * YEAR / count));
  _squill_fix_add (fix, SQUILL_KIND_RELATIONSHIP, relationship, NULL, content);
  _squill_fix_add (fix, SQUILL_KIND_INDEX, index, id,
                   json_pack ("{s:[{s:s, s:s}, {s:s, s:s}], s:b}", "keys", "path", relationship,
                              "how", "1", "path", version, "how", "-1", "unique", 1));
  write_revisions (fix, run, entity, relationship,
                   (const char *const[]){ version, changed, snapshot, NULL });
  if (stores_more (entity))
    _squill_fix_lose (fix,
                      g_strdup_printf (_ ("A snapshot has the fields of one “%s”, and not what its "
                                          "relationships store in it."),
                                       _squill_wording_name (entity)));
  return fix;
}

static SquillFix *
make_revisions (SquillRun *run, gconstpointer subject, char **reason)
{
  return _squill_fix_new_revisions (run, subject, reason);
}

const SquillPatternEntry _squill_patterns_versions[] = {
  { .pattern = { "schema-version", N_ ("Schema version"),
                 N_ ("Adds a number to each document that tells which fields it has. Programs read "
                     "old documents as what they are, and documents change when they are next "
                     "written, in batches, or never. It pays where the schema changes while the "
                     "application runs."),
                 SQUILL_SOURCE_VERSIONS },
    .of_entity = make_schema_version },
  { .pattern = { "document-version", N_ ("Document versions"),
                 N_ ("Keeps each earlier state of a document in a collection of revisions, with "
                     "its "
                     "number and its date, in the same transaction as the update. The current one "
                     "stays as small and as fast as it is. It pays where people ask what a "
                     "document "
                     "said on a certain date, and updates are rare."),
                 SQUILL_SOURCE_REVISIONS_KEPT },
    .of_entity = make_revisions },
  { .pattern = { NULL } },
};
