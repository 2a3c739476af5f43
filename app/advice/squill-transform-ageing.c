/* SPDX-License-Identifier: Apache-2.0 */

/* Documents that go when they are old: they expire, or are moved to an archive. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "advice/squill-transform-private.h"
#include "model/squill-authoring.h"
#include "model/squill-model-file.h"
#include "model/squill-placement.h"

#define DAY 86400.0

static gboolean
expires (const SquillEntity *entity)
{
  SQUILL_FOR_EACH_CHILD (SquillIndex, index, entity, SQUILL_KIND_INDEX)
    {
      if (!isnan (index->expire_after))
        return TRUE;
    }
  return !isnan (entity->expire_after);
}

/* Why none of its documents can be removed by age. */
static char *
find_obstacle (SquillRun *run, const SquillEntity *entity)
{
  const char *name = _squill_wording_name (entity);

  if (_squill_run_get_own_collection (run, entity->item.id) == NULL)
    return g_strdup_printf (_ ("“%s” has no collection of its own."), name);
  if (entity->capped)
    return g_strdup_printf (_ ("The newest “%s” replace the oldest: their collection is capped."),
                            name);
  if (expires (entity) || _squill_run_is_cleaned (run, entity))
    return g_strdup_printf (_ ("Old “%s” are removed already."), name);
  if (entity->time_field == NULL && _squill_entity_find_date (entity) == NULL)
    return g_strdup_printf (
        _ ("“%s” has no date, or has several: from which of them its age follows is not known."),
        name);
  return NULL;
}

/* Expiry. */

static SquillFix *
make_expiry (SquillRun *run, gconstpointer subject, char **reason)
{
  const SquillEntity *entity = subject;
  char *obstacle = find_obstacle (run, entity);
  SquillFix *fix;

  if (obstacle != NULL)
    return _squill_transform_refuse (reason, obstacle);
  if (isnan (entity->retention))
    return _squill_transform_refuse (
        reason, g_strdup_printf (_ ("For how many days one “%s” is kept is not set."),
                                 _squill_wording_name (entity)));
  fix = _squill_fix_new_expiry (run, entity);
  return fix != NULL
             ? fix
             : _squill_transform_refuse (
                   reason, g_strdup (_ ("An index cannot let documents expire after as long "
                                        "a time.")));
}

/* Archive. */

/* Something that would be cut in two (nullable): what another entity is called. */
static const char *
find_tie (SquillRun *run, const SquillEntity *entity)
{
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (entity, &n);

  for (guint i = 0; i < n; i++)
    {
      const SquillRelationship *r = all[i];
      const gboolean is_child = g_str_equal (r->child, entity->item.id);

      if (g_str_equal (r->parent, r->child) ||
          !((is_child && r->placement == SQUILL_PLACEMENT_PARENT_REFERENCE) ||
            (!is_child && squill_placement_is_embedding (r->placement))))
        return _squill_wording_name (is_child ? _squill_run_get_parent (run, r)
                                              : _squill_run_get_child (run, r));
    }
  return NULL;
}

/* What a document refers to or embeds, it refers to or embeds in the archive. */
static void
add_relationships (SquillFix *fix, SquillRun *run, const SquillEntity *entity, GHashTable *ids)
{
  static const char *const lost[] = { "together",   "parent_alone", "child_alone", "write", "move",
                                      "confidence", "evidence",     "pinned",      "x",     "y",
                                      "beside" };
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (entity, &n);

  for (guint i = 0; i < n; i++)
    {
      json_t *content = squill_item_to_json (all[i]), *copies = json_object (), *copy;
      g_autofree char *id = squill_model_new_id (run->model, all[i]->name);
      const char *kept_at = g_str_equal (all[i]->child, entity->item.id) ? "to-child" : "to-parent";
      const char *name;

      for (guint j = 0; j < G_N_ELEMENTS (lost); j++)
        json_object_del (content, lost[j]);
      /* The attributes and copies of the second need ids of their own. The other end has copies of
       * what is not archived. */
      json_object_foreach (json_object_get (content, "copies"), name, copy)
      {
        const char *direction = json_string_value (json_object_get (copy, "direction"));
        g_autofree char *new_id = squill_model_new_id (run->model, "copy");

        if (g_strcmp0 (direction, kept_at) == 0)
          json_object_set (copies, new_id, copy);
      }
      json_object_del (content, "copies");
      if (json_object_size (copies) > 0)
        json_object_set (content, "copies", copies);
      json_decref (copies);
      if (json_object_get (content, "fields") != NULL)
        json_object_set_new (content, "fields", _squill_run_clone_fields (run, all[i], ids));
      _squill_json_replace_ids (content, ids);
      _squill_fix_add (fix, SQUILL_KIND_RELATIONSHIP, id, NULL, content);
    }
}

/* Counts of what stays and of what goes. */
static void
share_count (SquillFix *fix, const SquillEntity *entity, json_t *archive)
{
  const double hot = entity->hot_share;
  const SquillTriple all = entity->count;

  if (!isnan (entity->growth))
    {
      json_object_set_new (archive, "growth", squill_json_number (entity->growth));
      _squill_fix_set (fix, entity->item.id, "growth", NULL);
    }
  if (isnan (hot))
    return;
  _squill_fix_set (fix, entity->item.id, "hot_share", NULL);
  if (!squill_triple_is_set (all))
    return;
  _squill_fix_set (fix, entity->item.id, "count",
                   squill_json_triple (SQUILL_TRIPLE (ceil (all.min * hot), ceil (all.likely * hot),
                                                      ceil (all.max * hot))));
  json_object_set_new (
      archive, "count",
      squill_json_triple (SQUILL_TRIPLE (ceil (all.min * (1 - hot)), ceil (all.likely * (1 - hot)),
                                         ceil (all.max * (1 - hot)))));
}

static void
add_job (SquillFix *fix,
         SquillRun *run,
         char *wanted,
         const char *order,
         json_t *content,
         double documents)
{
  g_autofree char *base = wanted;
  g_autofree char *name =
      squill_model_make_unique_name (run->model, SQUILL_MODEL_ID, SQUILL_KIND_OPERATION, base);
  g_autofree char *id = squill_model_new_id (run->model, name);

  json_object_set_new (content, "name", json_string (name));
  json_object_set_new (content, "order", json_string (order));
  json_object_set_new (content, "rate", json_integer (1));
  json_object_set_new (content, "per", json_string ("day"));
  if (documents >= 1)
    json_object_set_new (content, "documents", squill_json_number (ceil (documents)));
  _squill_fix_add (fix, SQUILL_KIND_OPERATION, id, NULL, content);
}

/**
 * _squill_fix_new_archive:
 * @run: a run
 * @entity: an entity
 * @reason: (out) (optional): why it does not fit
 *
 * Returns: (transfer full) (nullable): a fix that moves old documents to a collection of their own,
 *   once a day
 */
SquillFix *
_squill_fix_new_archive (SquillRun *run, const SquillEntity *entity, char **reason)
{
  char *obstacle = find_obstacle (run, entity);
  const char *tie = find_tie (run, entity);
  const SquillField *date = _squill_entity_find_date (entity);
  const double each_day = _squill_run_get_insert_rate (run, entity) * DAY;
  const SquillField *unbounded = _squill_item_find_unbounded (entity);
  SquillModel *model = run->model;
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GPtrArray) keys = NULL;
  g_autofree char *base = NULL, *name = NULL, *id = NULL, *order = NULL, *first = NULL,
                  *second = NULL;
  json_t *content;
  SquillFix *fix;

  if (obstacle != NULL)
    return _squill_transform_refuse (reason, obstacle);
  if (tie != NULL)
    return _squill_transform_refuse (
        reason, g_strdup_printf (_ ("“%s” and “%s” are linked in a way that an archive would cut."),
                                 _squill_wording_name (entity), tie));
  if (date == NULL)
    return _squill_transform_refuse (reason,
                                     g_strdup (_ ("A time series removes what is old by itself.")));
  if (unbounded != NULL)
    return _squill_transform_refuse (
        reason, g_strdup_printf (_ ("“%s” has no upper limit: it would have none in the archive, "
                                    "either."),
                                 _squill_wording_name (unbounded)));
  base = g_strconcat (_squill_wording_name (entity), "_archive", NULL);
  name = _squill_run_make_entity_name (run, base);
  id = squill_model_new_id (model, name);
  order = _squill_item_rank_behind (squill_model_get_info (model), SQUILL_KIND_ENTITY);
  first = _squill_item_rank_behind (squill_model_get_info (model), SQUILL_KIND_OPERATION);
  second = squill_rank_between (first, NULL);

  fix = _squill_fix_new (g_strdup_printf (_ ("Move what is old to “%s”"), name));
  content = json_pack ("{s:s, s:s, s:s, s:o}", "name", name, "order", order, "standalone", "yes",
                       "fields", _squill_run_clone_fields (run, entity, ids));
  if (entity->discriminator != NULL)
    {
      json_object_set_new (content, "discriminator", json_string (entity->discriminator));
      _squill_json_replace_ids (content, ids);
    }
  share_count (fix, entity, content);
  _squill_fix_add (fix, SQUILL_KIND_ENTITY, id, NULL, content);
  g_hash_table_insert (ids, g_strdup (entity->item.id), g_strdup (id));
  add_relationships (fix, run, entity, ids);

  keys = _squill_keys_new ();
  _squill_keys_take (keys, date->item.id, "1");
  g_free (_squill_fix_add_index (fix, model, entity, keys, FALSE, NAN));
  add_job (fix, run, g_strdup_printf (_ ("Archive old %s"), _squill_wording_name (entity)), first,
           json_pack ("{s:s, s:s, s:s}", "operation", "insert", "entity", id, "bulk", "unordered"),
           each_day);
  add_job (fix, run, g_strdup_printf (_ ("Remove archived %s"), _squill_wording_name (entity)),
           second,
           json_pack ("{s:s, s:s, s:[{s:s, s:s}], s:b}", "operation", "delete", "entity",
                      entity->item.id, "filter", "path", date->item.id, "how", "range", "multi", 1),
           each_day);
  _squill_fix_lose (fix,
                    g_strdup_printf (_ ("Operations on “%s” no longer find what was archived."),
                                     _squill_wording_name (entity)));
  return fix;
}

static SquillFix *
make_archive (SquillRun *run, gconstpointer subject, char **reason)
{
  return _squill_fix_new_archive (run, subject, reason);
}

const SquillPatternEntry _squill_patterns_ageing[] = {
  { .pattern = { "expiry", N_ ("Expiry"),
                 N_ ("Lets an index remove documents some time after a date of theirs, or a time "
                     "series its buckets. It pays where nobody needs them any more after a time "
                     "that "
                     "is known."),
                 SQUILL_SOURCE_TTL },
    .of_entity = make_expiry },
  { .pattern = { "archive", N_ ("Archive"),
                 N_ ("Moves old documents to a collection of their own, once a day, with all that "
                     "is "
                     "needed to read them there. What is left stays small in its indexes and in "
                     "the "
                     "cache. It pays where most documents are hardly looked for any more, and none "
                     "may be lost."),
                 SQUILL_SOURCE_ARCHIVE },
    .of_entity = make_archive },
  { .pattern = { NULL } },
};
