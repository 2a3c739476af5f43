/* SPDX-License-Identifier: Apache-2.0 */

/* Family F: whether a collection is sharded, and what that does to its operations. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "advice/squill-index-private.h"
#include "advice/squill-shard-key.h"
#include "design/squill-storage.h"
#include "model/squill-dialect.h"
#include "text/squill-text.h"

/* shard-consider */

/* Bytes that operations look for again and again; NaN where it is not known. */
static double
get_hot_bytes (SquillRun *run, const SquillCollection *collection)
{
  gboolean assumed;
  const double share = _squill_run_get_hot_share (run, collection, &assumed);

  return assumed ? NAN : share * squill_collection_get_storage (collection, TRUE).cache;
}

/* What one server no longer manages, as a sentence; NULL where it does. */
static char *
find_overload (SquillRun *run, const SquillCollection *collection)
{
  double cache =
      squill_model_get_cache (run->model) * _squill_run_get (run, SQUILL_THRESHOLD_CACHE_USE);
  double hot = get_hot_bytes (run, collection);
  double writes = _squill_run_get_collection_writes (run, collection);
  double capacity = squill_model_get_info (run->model)->write_capacity;
  g_autofree char *part = NULL, *whole = NULL;

  if (writes > capacity)
    {
      part = squill_text_rate (writes);
      whole = squill_text_rate (capacity);
      return g_strdup_printf (_ ("“%s” is written %s, but one server manages %s."),
                              collection->name, part, whole);
    }
  if (hot > cache)
    {
      part = squill_text_bytes (hot);
      whole = squill_text_bytes (cache);
      return g_strdup_printf (_ ("At the planning horizon %s of “%s” are in use, but the cache of "
                                 "one server has room for %s."),
                              part, collection->name, whole);
    }
  return NULL;
}

/* Soon means in the first half of what is planned. */
static gboolean
is_soon (SquillRun *run, double years)
{
  return years <= squill_model_get_horizon (run->model) / 2;
}

static double
get_years_to_start (SquillRun *run, const SquillCollection *collection)
{
  return squill_collection_get_years_to (run->design, collection,
                                         _squill_run_get (run, SQUILL_THRESHOLD_SHARD_START));
}

/**
 * _squill_run_may_need_shards:
 * @run: a run
 * @collection: a collection that is not sharded
 *
 * Returns: %TRUE if it becomes so large before the horizon, or is so busy, that a shard key should
 *   be decided on
 */
gboolean
_squill_run_may_need_shards (SquillRun *run, const SquillCollection *collection)
{
  g_autofree char *overload = find_overload (run, collection);

  return overload != NULL ||
         get_years_to_start (run, collection) <= squill_model_get_horizon (run->model);
}

/* Links and buckets have no shard key of their own in a model. */
static gboolean
could_be_sharded (const SquillCollection *collection)
{
  return collection->kind == SQUILL_COLLECTION_ENTITY;
}

static gboolean
is_sharded (SquillRun *run, const SquillCollection *collection)
{
  const SquillEntity *entity = _squill_run_get_root_entity (run, collection);

  return entity != NULL && entity->shard_key != NULL && entity->shard_key->len > 0;
}

/* "256 GB on 3 May 2028" */
static char *
describe_growth (SquillRun *run, const SquillCollection *collection, double years)
{
  double bytes = squill_collection_get_storage (collection, TRUE).data;
  g_autofree char *start = squill_text_bytes (_squill_run_get (run, SQUILL_THRESHOLD_SHARD_START));
  g_autofree char *all = squill_text_bytes (bytes);
  g_autofree char *day = NULL;
  g_autoptr (GDateTime) date = squill_model_get_date_in (run->model, years);

  if (years <= 0)
    return g_strdup_printf (_ ("“%s” has more than %s already, and %s at the planning horizon."),
                            collection->name, start, all);
  if (date == NULL)
    return g_strdup_printf (_ ("“%s” has %s at the planning horizon."), collection->name, all);
  day = squill_text_date (date);
  return g_strdup_printf (_ ("“%s” reaches %s on %s, and has %s at the planning horizon."),
                          collection->name, start, day, all);
}

static void
check_consider (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  double bytes, years;
  g_autofree char *growth = NULL, *overload = NULL;
  SquillFinding *finding;
  const char *more = "";

  if (!could_be_sharded (collection) || is_sharded (run, collection))
    return;
  years = get_years_to_start (run, collection);
  bytes = squill_collection_get_storage (collection, TRUE).data;
  overload = find_overload (run, collection);
  if (!is_soon (run, years) && overload == NULL)
    return;
  if (is_soon (run, years))
    growth = describe_growth (run, collection, years);
  if (bytes >= _squill_run_get (run, SQUILL_THRESHOLD_SHARD_MANUAL))
    more = _ (" That is more than a replica set should have: shard it.");
  else if (bytes >= _squill_run_get (run, SQUILL_THRESHOLD_SHARD_PER_SHARD))
    more = _ (" That is more than one shard should have.");
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_WARNING, squill_model_get_item (run->model, collection->id),
      isnan (bytes) ? 1 : bytes / 1e12,
      growth == NULL ? g_strdup (overload) : g_strconcat (growth, more, NULL));
  _squill_finding_set_place (finding, collection->id, NULL);
  if (!isnan (bytes))
    _squill_finding_set_number (finding, "bytes_at_horizon", bytes);
  if (isfinite (years))
    _squill_finding_set_number (finding, "years", years);
}

/* shard-early-decision */

static void
check_early (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  double years;
  g_autofree char *overload = NULL;
  SquillFinding *finding;

  if (!could_be_sharded (collection) || is_sharded (run, collection))
    return;
  years = get_years_to_start (run, collection);
  overload = find_overload (run, collection);
  if (!(years <= squill_model_get_horizon (run->model)) || is_soon (run, years) || overload != NULL)
    return;
  finding = _squill_run_report (run, SQUILL_SEVERITY_HINT,
                                squill_model_get_item (run->model, collection->id), 1 / years,
                                describe_growth (run, collection, years));
  _squill_finding_set_place (finding, collection->id, NULL);
  _squill_finding_set_number (finding, "years", years);
}

/* shard-per-shard */

static void
check_per_shard (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  const SquillModelInfo *info = squill_model_get_info (run->model);
  double each = squill_collection_get_storage (collection, TRUE).data / info->shards;
  double limit = _squill_run_get (run, SQUILL_THRESHOLD_SHARD_PER_SHARD);
  double cap = _squill_run_get (run, SQUILL_THRESHOLD_SHARD_PER_SHARD_CAP);
  gboolean is_broken = info->dialect == SQUILL_DIALECT_ATLAS && each > cap;
  g_autofree char *size = NULL, *shards = NULL, *most = NULL;
  SquillFinding *finding;

  if (!is_sharded (run, collection) || !(each > limit))
    return;
  size = squill_text_bytes (each);
  shards = squill_text_count (info->shards);
  most = squill_text_bytes (is_broken ? cap : limit);
  finding = _squill_run_report (
      run, is_broken ? SQUILL_SEVERITY_ERROR : SQUILL_SEVERITY_WARNING,
      _squill_run_get_root_entity (run, collection), each / limit,
      is_broken
          ? g_strdup_printf (_ ("%s of “%s” come to each of %s shards at the planning horizon, but "
                                "one of Atlas holds at most %s."),
                             size, collection->name, shards, most)
          : g_strdup_printf (
                _ ("%s of “%s” come to each of %s shards at the planning horizon; more "
                   "than %s make backups and recovery slow."),
                size, collection->name, shards, most));
  _squill_finding_set_place (finding, collection->id, NULL);
  _squill_finding_set_number (finding, "bytes", each);
  _squill_finding_set_number (finding, "threshold", is_broken ? cap : limit);
}

/* shard-unneeded */

static void
check_unneeded (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  const SquillEntity *entity = _squill_run_get_root_entity (run, collection);
  double bytes = squill_collection_get_storage (collection, TRUE).data;
  g_autofree char *size = NULL, *overload = NULL;
  SquillFinding *finding;

  if (!is_sharded (run, collection) ||
      !(bytes < _squill_run_get (run, SQUILL_THRESHOLD_SHARD_UNNEEDED)))
    return;
  overload = find_overload (run, collection);
  if (overload != NULL)
    return;
  size = squill_text_bytes (bytes);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, entity, 0.1,
      g_strdup_printf (_ ("“%s” has only %s at the planning horizon, which one server manages: "
                          "sharding it makes operations ask several without need."),
                       collection->name, size));
  _squill_finding_set_place (finding, collection->id, NULL);
  _squill_finding_set_number (finding, "bytes", bytes);
  finding->fix =
      _squill_fix_new_set (g_strdup (_ ("Leave it unsharded")), entity->item.id, "shard_key", NULL);
  if (entity->shard_unique)
    _squill_fix_set (finding->fix, entity->item.id, "shard_unique", NULL);
}

/* shard-scatter-gather */

/* What reads all of a collection is done sooner by all shards together. */
static gboolean
wants_all (const SquillShardUse *one)
{
  return one->use->operation->operation == SQUILL_OPERATION_AGGREGATE &&
         one->step->search->conditions->len == 0;
}

static void
check_scatter (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  g_auto (SquillShardKey) key = { 0 };
  g_autoptr (GArray) uses = NULL;
  const SquillShardUse *first = NULL;
  double all = 0, scattered = 0;
  g_autofree char *text = NULL, *share = NULL, *rate = NULL, *times = NULL;
  SquillFinding *finding;

  if (!_squill_shard_key_init (&key, run, collection))
    return;
  uses = _squill_run_get_shard_uses (run, collection);
  for (guint i = 0; i < uses->len; i++)
    {
      const SquillShardUse *one = &g_array_index (uses, SquillShardUse, i);

      if (wants_all (one))
        continue;
      all += one->use->rate;
      if (one->step->targeted || !(one->use->rate > 0))
        continue;
      scattered += one->use->rate;
      if (first == NULL || one->use->rate > first->use->rate)
        first = one;
    }
  if (first == NULL || !(scattered > _squill_run_get (run, SQUILL_THRESHOLD_SHARD_SCATTER) * all))
    return;
  text = _squill_shard_key_to_text (&key);
  share = squill_text_share (scattered / all);
  rate = squill_text_rate (first->use->rate);
  times = squill_text_count (key.shards);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_WARNING, key.entity, scattered / all,
      key.shards > 1
          ? g_strdup_printf (
                _ ("%s of the operations on “%s” ask all %s shards, because they do not "
                   "look for the shard key %s, first of all “%s” (%s)."),
                share, collection->name, times, text, _squill_wording_name (first->use->operation),
                rate)
          : g_strdup_printf (_ ("%s of the operations on “%s” ask every shard, because they do not "
                                "look for the shard key %s, first of all “%s” (%s)."),
                             share, collection->name, text,
                             _squill_wording_name (first->use->operation), rate));
  _squill_finding_set_place (finding, collection->id, NULL);
  _squill_finding_set_number (finding, "share", scattered / all);
  _squill_finding_set_number (finding, "rate", first->use->rate);
}

/* shard-single-target */

static gboolean
asks_for_one_of (const SquillSearch *search, const char *path)
{
  for (guint i = 0; i < search->conditions->len; i++)
    {
      const SquillCondition *condition = search->conditions->pdata[i];

      if (condition->kind == SQUILL_CONDITION_EQUALITY && g_str_equal (condition->path, path))
        return TRUE;
    }
  return FALSE;
}

/* Whether the operation is about the entity whose collection it is. Where it only comes to what is
 * embedded there, a change of its shard key is too far away for a rule of the operation. */
static gboolean
is_about_root (SquillRun *run, const SquillOperation *operation, const SquillCollection *collection)
{
  const SquillUse *use = squill_operation_index_find (run->operations, operation->item.id);

  return use != NULL &&
         g_ptr_array_find (use->entities, _squill_run_get_root_entity (run, collection), NULL);
}

static gboolean
asks_for_key (const SquillSearch *search, const SquillShardKey *key)
{
  for (guint i = 0; i < key->keys->len; i++)
    if (!asks_for_one_of (search, ((const SquillKey *)key->keys->pdata[i])->path))
      return FALSE;
  return TRUE;
}

static const SquillPlanStep *
find_step (SquillRun *run, const SquillOperation *operation, const SquillCollection *collection)
{
  const SquillPlan *plan = squill_design_get_plan (run->design, operation->item.id);

  for (guint i = 0; plan != NULL && i < plan->steps->len; i++)
    {
      const SquillPlanStep *step = plan->steps->pdata[i];

      if (step->search != NULL && g_str_equal (step->collection, collection->id))
        return step;
    }
  return NULL;
}

static SquillFix *
make_target_fix (const SquillOperation *operation,
                 const SquillShardKey *key,
                 const SquillSearch *search)
{
  json_t *filter = squill_json_keys (operation->filter);

  for (guint i = 0; i < key->keys->len; i++)
    if (!asks_for_one_of (search, ((const SquillKey *)key->keys->pdata[i])->path))
      json_array_append_new (filter,
                             json_pack ("{s:s, s:s}", "path",
                                        ((const SquillKey *)key->entity->shard_key->pdata[i])->path,
                                        "how", "eq"));
  return _squill_fix_new_set (g_strdup (_ ("Look for the shard key, too")), operation->item.id,
                              "filter", filter);
}

static void
check_single (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillCollection *collection =
      operation->entity == NULL ? NULL : _squill_run_get_root_collection (run, operation->entity);
  g_auto (SquillShardKey) key = { 0 };
  const SquillPlanStep *step;
  gboolean is_old = !squill_model_has_version (run->model, 7, 0);
  g_autofree char *text = NULL;
  SquillFinding *finding;

  if (collection == NULL || !is_about_root (run, operation, collection) ||
      squill_operation_is_read (operation) || operation->operation == SQUILL_OPERATION_INSERT ||
      operation->multi || operation->documents > 1 || operation->filter == NULL ||
      operation->filter->len == 0 || !_squill_shard_key_init (&key, run, collection) ||
      key.entity->time_field != NULL)
    return;
  step = find_step (run, operation, collection);
  if (step == NULL || asks_for_key (step->search, &key) ||
      (!operation->upsert && asks_for_one_of (step->search, "_id")))
    return;
  text = _squill_shard_key_to_text (&key);
  finding = _squill_run_report (
      run, is_old ? SQUILL_SEVERITY_ERROR : SQUILL_SEVERITY_WARNING, operation,
      log10 (1 + squill_operation_get_rate (operation)),
      is_old
          ? g_strdup_printf (_ ("“%s” changes 1 document of “%s”, but its filter does not say on "
                                "which shard it is: without the shard key %s the router refuses "
                                "it before MongoDB 7.0."),
                             _squill_wording_name (operation), collection->name, text)
          : g_strdup_printf (_ ("“%s” changes 1 document of “%s”, but its filter does not have "
                                "the shard key %s: the router asks every shard for it first."),
                             _squill_wording_name (operation), collection->name, text));
  _squill_finding_set_place (finding, collection->id, NULL);
  _squill_finding_set_number (finding, "keys", key.keys->len);
  if (g_strcmp0 (operation->entity, key.entity->item.id) == 0 &&
      key.keys->len == key.entity->shard_key->len)
    finding->fix = make_target_fix (operation, &key, step->search);
}

/* shard-lookup */

static void
check_lookup (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillPlan *plan;
  gboolean is_old = !squill_model_has_version (run->model, 5, 1);

  if (operation->operation != SQUILL_OPERATION_AGGREGATE)
    return;
  plan = squill_design_get_plan (run->design, operation->item.id);
  for (guint i = 0; plan != NULL && i < plan->steps->len; i++)
    {
      const SquillPlanStep *step = plan->steps->pdata[i];
      const SquillCollection *collection =
          squill_design_find_collection (run->design, step->collection);
      g_autofree char *times = NULL;
      SquillFinding *finding;

      if (!step->joins || collection == NULL || !is_about_root (run, operation, collection) ||
          !is_sharded (run, collection) || (step->targeted && !is_old))
        continue;
      times = squill_text_estimate (step->outer.likely);
      finding = _squill_run_report (
          run, is_old ? SQUILL_SEVERITY_ERROR : SQUILL_SEVERITY_WARNING, operation,
          log10 (1 + squill_operation_get_rate (operation)),
          is_old ? g_strdup_printf (_ ("“%s” joins “%s”, which is sharded: $lookup cannot before "
                                       "MongoDB 5.1."),
                                    _squill_wording_name (operation), collection->name)
          : isfinite (step->outer.likely)
              ? g_strdup_printf (
                    _ ("“%s” looks into “%s” not by its shard key, for each document that it joins "
                       "(about %s): every shard is asked each time."),
                    _squill_wording_name (operation), collection->name, times)
              : g_strdup_printf (_ ("“%s” looks into “%s” for each of its documents, not by its "
                                    "shard key: each time every shard is asked."),
                                 _squill_wording_name (operation), collection->name));
      _squill_finding_set_place (finding, collection->id, NULL);
      if (isfinite (step->outer.likely))
        _squill_finding_set_number (finding, "documents", step->outer.likely);
      return;
    }
}

/* shard-covered */

/* The index with the fields of the shard key behind its own. */
static SquillFix *
make_covering_fix (SquillRun *run, const SquillShardKey *key, const SquillCollectionIndex *placed)
{
  const SquillIndex *index =
      placed->index == NULL
          ? NULL
          : squill_model_get_item_of_kind (run->model, placed->index, SQUILL_KIND_INDEX);
  json_t *keys;

  if (index == NULL || index->unique || index->item.parent != &key->entity->item ||
      !isnan (index->expire_after) || key->keys->len != key->entity->shard_key->len)
    return NULL;
  keys = squill_json_keys (index->keys);
  for (guint i = 0; i < key->keys->len; i++)
    if (!_squill_index_has_path (placed, G_MAXUINT, ((const SquillKey *)key->keys->pdata[i])->path))
      json_array_append_new (keys,
                             json_pack ("{s:s, s:s}", "path",
                                        ((const SquillKey *)key->entity->shard_key->pdata[i])->path,
                                        "how", "1"));
  return _squill_fix_new_set (g_strdup (_ ("Add the shard key to the index")), index->item.id,
                              "keys", keys);
}

static void
check_covered (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillCollection *collection =
      operation->entity == NULL ? NULL : _squill_run_get_root_collection (run, operation->entity);
  g_auto (SquillShardKey) key = { 0 };
  const SquillPlanStep *step;
  const SquillCollectionIndex *index;
  g_autofree char *text = NULL;
  SquillFinding *finding;
  gboolean lacks_key = FALSE;

  if (collection == NULL || !is_about_root (run, operation, collection) ||
      !squill_operation_is_read (operation) || !_squill_shard_key_init (&key, run, collection))
    return;
  step = find_step (run, operation, collection);
  index = step == NULL || !step->covered || step->path == NULL ? NULL : step->path->index;
  if (index == NULL)
    return;
  for (guint i = 0; i < key.keys->len; i++)
    lacks_key |=
        !_squill_index_has_path (index, G_MAXUINT, ((const SquillKey *)key.keys->pdata[i])->path);
  if (!lacks_key)
    return;
  text = _squill_shard_key_to_text (&key);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, operation, log10 (1 + squill_operation_get_rate (operation)),
      g_strdup_printf (
          _ ("“%s” would find all it needs in the index “%s”, but that lacks the shard "
             "key %s, so that each shard reads the documents as well."),
          _squill_wording_name (operation), index->name, text));
  _squill_finding_set_place (finding, collection->id, NULL);
  _squill_finding_set_number (finding, "keys", index->keys->len);
  finding->fix = make_covering_fix (run, &key, index);
}

/* shard-key-change-path */

static gboolean
is_same_key (json_t *a, json_t *b)
{
  const char *one = json_string_value (json_object_get (a, "how"));
  const char *other = json_string_value (json_object_get (b, "how"));

  return json_equal (json_object_get (a, "path"), json_object_get (b, "path")) &&
         g_strcmp0 (one == NULL ? "1" : one, other == NULL ? "1" : other) == 0;
}

static void
check_change (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  const SquillEntity *entity = _squill_run_get_root_entity (run, collection);
  const json_t *before =
      entity == NULL
          ? NULL
          : json_object_get (json_object_get (entity->evidence, "observed"), "shard_key");
  json_auto_t *now = NULL;
  size_t same = 0;
  g_autofree char *count = NULL;
  double documents;
  char *message;
  SquillFinding *finding;

  if (json_array_size (before) == 0 || entity->shard_key == NULL || entity->shard_key->len == 0)
    return;
  now = squill_json_keys (entity->shard_key);
  while (same < json_array_size (before) && same < json_array_size (now) &&
         is_same_key (json_array_get (before, same), json_array_get (now, same)))
    same++;
  documents = squill_triple_get_usual (collection->count);
  if ((same == json_array_size (before) && same == json_array_size (now)) || !(documents > 0))
    return;
  count = squill_text_count (documents);
  if (same == json_array_size (before) && squill_model_has_version (run->model, 4, 4))
    message = g_strdup_printf (_ ("%s documents of “%s” have another shard key. It can be refined "
                                  "with refineCollectionShardKey, because only fields are added."),
                               count, collection->name);
  else if (squill_model_has_version (run->model, 5, 0))
    message = g_strdup_printf (_ ("%s documents of “%s” have another shard key. Only "
                                  "reshardCollection changes it, which rewrites all of them."),
                               count, collection->name);
  else
    message = g_strdup_printf (_ ("%s documents of “%s” have another shard key. Before MongoDB 5.0 "
                                  "they have to be dumped and loaded into a new collection."),
                               count, collection->name);
  finding = _squill_run_report (run, SQUILL_SEVERITY_HINT, entity, log10 (1 + documents), message);
  _squill_finding_set_place (finding, collection->id, NULL);
  _squill_finding_set_number (finding, "documents", documents);
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define READ (SQUILL_ASPECTS_ALL | SQUILL_ASPECT_SETTINGS | SQUILL_ASPECT_SERVER)

const SquillRule _squill_rules_sharding[] = {
  { .info = { "shard-consider", "F", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_NORMS ", norm 5; " SQUILL_SOURCE_SHARDING,
              N_ ("The collection outgrows one server"),
              N_ ("Decide on sharding before 256 GB: older servers could not shard a larger "
                  "collection, and moving it takes long on all. MongoDB advises it at 3 TB, or "
                  "when what is in use no longer fits into the cache of one server. A subset, or "
                  "letting old documents expire, may do instead."),
              THRESHOLDS ("shard.start", "shard.manual", "shard.perShard", "cache.use") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_consider },
  { .info = { "shard-early-decision", "F", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_NORMS ", norm 5",
              N_ ("A shard key will be needed"),
              N_ ("It will take years until the collection is that large, but the shard key should "
                  "be chosen now: then its index is there, the frequent operations look for it, "
                  "and nothing has to be rewritten."),
              THRESHOLDS ("shard.start") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_early },
  { .info = { "shard-per-shard", "F", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_NORMS ", norm 5; " SQUILL_SOURCE_ATLAS,
              N_ ("Too much data on one shard"),
              N_ ("Backups, the first copy to a new member, and the balancer take as long as there "
                  "is data on a shard. Add shards, or move what is no longer used to an archive."),
              THRESHOLDS ("shard.perShard", "shard.perShardCap") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_per_shard },
  { .info = { "shard-unneeded", "F", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_CMS,
              N_ ("The collection need not be sharded"),
              N_ ("Only large or very busy collections gain from several servers. The others stay "
                  "on the primary shard, where each operation asks one server."),
              THRESHOLDS ("shard.unneeded", "cache.use") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_unneeded },
  { .info = { "shard-scatter-gather", "F", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_NORMS ", norm 5; " SQUILL_SOURCE_CMS "; " SQUILL_SOURCE_SHARD_KEY,
              N_ ("Operations ask every shard"),
              N_ ("The router knows the shard from the shard key. An operation that does not look "
                  "for it costs as many times as there are shards, and more shards do not make it "
                  "faster. Choose another key, or let the caller know it. Aggregations that read "
                  "everything are not counted: all shards do a part of them."),
              THRESHOLDS ("shard.scatter") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_scatter,
    .reads_plans = TRUE },
  { .info = { "shard-single-target", "F", SQUILL_SEVERITY_WARNING,
              SQUILL_MANUAL ("Operational Restrictions in Sharded Clusters",
                             "core/sharded-cluster-requirements/"),
              N_ ("The shard of one document is not known"),
              N_ ("An update or a deletion of one document needs the shard key or _id in its "
                  "filter, and an upsert the shard key. Without it older servers refuse it; since "
                  "MongoDB 7.0 all shards are asked first and then one of them is told."),
              NULL },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = READ,
    .check = check_single },
  { .info = { "shard-lookup", "F", SQUILL_SEVERITY_WARNING, SQUILL_SOURCE_LOOKUP,
              N_ ("A sharded collection is joined"),
              N_ ("Since MongoDB 5.1 $lookup reads sharded collections. If its foreign field is "
                  "not the shard key, every shard is asked for each document. Shard by the "
                  "reference, or embed."),
              NULL },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = READ,
    .check = check_lookup },
  { .info = { "shard-covered", "F", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_LIMITS,
              N_ ("The index does not cover the query on a shard"),
              N_ ("A shard may hold documents that are being moved, and recognizes them by their "
                  "shard key. An index covers a query there only if it has the shard key, too."),
              NULL },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = READ,
    .check = check_covered },
  { .info = { "shard-key-change-path", "F", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_CMS "; " SQUILL_SOURCE_SHARD_CHANGE,
              N_ ("The shard key differs from that of the data"),
              N_ ("A shard key is easy to choose before there is data. Later MongoDB 4.4 can add "
                  "fields behind it, and 5.0 can choose another one, which rewrites everything; "
                  "older servers need a dump and a reload."),
              NULL },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_change },
  { .info = { NULL } },
};
