/* SPDX-License-Identifier: Apache-2.0 */

/* Family F: shard keys. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "advice/squill-shard-key.h"
#include "advice/squill-transform-private.h"
#include "design/squill-storage.h"
#include "model/squill-dialect.h"
#include "text/squill-text.h"

static void
set_place (SquillFinding *finding, const SquillShardKey *key)
{
  const SquillKey *first = key->keys->pdata[0];

  _squill_finding_set_place (finding, key->collection->id, first->path);
}

/* Whether an index other than that of _id keeps something unique. */
static gboolean
has_unique_index (const SquillCollection *collection)
{
  for (guint i = 1; i < collection->indexes->len; i++)
    if (((const SquillCollectionIndex *)collection->indexes->pdata[i])->unique)
      return TRUE;
  return FALSE;
}

/* Ends the shard key with _id, so that no two documents have the same. */
static SquillFix *
make_suffix_fix (const SquillShardKey *key)
{
  const SquillShape *id = squill_shape_find (key->collection->shape, "_id");
  json_t *keys;

  /* A unique index would have to begin with it. */
  if (has_unique_index (key->collection) || key->entity->time_field != NULL ||
      key->entity->shard_unique)
    return NULL;
  keys = squill_json_keys (key->entity->shard_key);
  json_array_append_new (keys, json_pack ("{s:s, s:s}", "path",
                                          id != NULL && id->field != NULL ? id->field : "=_id",
                                          "how", "1"));
  return _squill_fix_new_set (g_strdup (_ ("Add _id to the shard key")), key->entity->item.id,
                              "shard_key", keys);
}

/* shard-unique-index */

/* The fields of the only unique index, as the shard key. */
static SquillFix *
make_unique_key_fix (SquillRun *run, const SquillShardKey *key, const SquillIndex *index)
{
  const SquillCollection *collection = key->collection;
  g_autofree char *name = NULL;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  if (index == NULL || index->item.parent != &key->entity->item || index->partial != NULL)
    return NULL;
  for (guint i = 1; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *other = collection->indexes->pdata[i];

      if (other->unique && g_strcmp0 (other->index, index->item.id) != 0)
        return NULL;
      for (guint j = 0; other->unique && j < other->keys->len; j++)
        {
          const SquillKey *own = other->keys->pdata[j];
          const SquillShape *shape = _squill_collection_find_shape (collection, own->path);

          for (; shape != NULL; shape = shape->parent)
            if (shape->array || shape->map)
              return NULL;
          if (!g_str_equal (own->operator, "1"))
            return NULL;
          g_ptr_array_add (names, own->path);
        }
    }
  name = squill_text_names (names);
  return _squill_fix_new_set (g_strdup_printf (_ ("Shard by %s"), name), key->entity->item.id,
                              "shard_key", squill_json_keys (index->keys));
}

/* Another shard key, or else reservations of the values in the place of the index. */
static SquillFix *
make_unique_fix (SquillRun *run, const SquillShardKey *key, const SquillIndex *index)
{
  SquillFix *fix = make_unique_key_fix (run, key, index);
  const SquillField *field;

  if (fix != NULL || index->item.parent != &key->entity->item || index->keys->len != 1)
    return fix;
  field = squill_model_get_field (run->model, ((const SquillKey *)index->keys->pdata[0])->path);
  return field == NULL ? NULL : _squill_fix_new_reservation (run, field, NULL);
}

static void
check_unique (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  g_auto (SquillShardKey) key = { 0 };

  if (!_squill_shard_key_init (&key, run, collection) || key.entity->time_field != NULL)
    return;
  for (guint i = 1; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *placed = collection->indexes->pdata[i];
      const SquillIndex *index =
          placed->index == NULL
              ? NULL
              : squill_model_get_item_of_kind (run->model, placed->index, SQUILL_KIND_INDEX);
      g_autofree char *text = NULL;
      SquillFinding *finding;

      if (!placed->unique || placed->unresolved || index == NULL ||
          _squill_shard_key_is_prefix (&key, placed))
        continue;
      text = _squill_shard_key_to_text (&key);
      finding = _squill_run_report (
          run, SQUILL_SEVERITY_ERROR, index, 1,
          g_strdup_printf (
              _ ("The index “%s” of “%s” cannot be unique, because it does not begin "
                 "with the shard key %s: each shard can check only its own documents."),
              placed->name, collection->name, text));
      _squill_finding_set_place (finding, collection->id,
                                 ((const SquillKey *)placed->keys->pdata[0])->path);
      _squill_finding_set_number (finding, "keys", key.keys->len);
      finding->fix = make_unique_fix (run, &key, index);
    }
}

/* shard-id-not-unique */

/* Whether values are made so that none is made twice. */
static gboolean
is_generated (SquillRun *run, const SquillShape *id)
{
  const SquillField *field = squill_model_get_field (run->model, id->field);

  if (id->types == SQUILL_TYPE_NONE || id->types == SQUILL_TYPE_OBJECT_ID)
    return TRUE;
  return field != NULL && (g_strcmp0 (field->meaning, "uuid") == 0 ||
                           (id->types == SQUILL_TYPE_BINARY && field->subtype == 4));
}

static void
check_id (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  const SquillShape *id = squill_shape_find (collection->shape, "_id");
  g_auto (SquillShardKey) key = { 0 };
  g_autofree char *text = NULL;
  SquillFinding *finding;

  if (!_squill_shard_key_init (&key, run, collection) || id == NULL || is_generated (run, id) ||
      g_str_equal (((const SquillKey *)key.keys->pdata[0])->path, "_id") ||
      key.entity->time_field != NULL)
    return;
  text = _squill_shard_key_to_text (&key);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_WARNING, key.entity, 0.1,
      g_strdup_printf (_ ("2 documents of “%s” can have the same _id: with the shard key %s it is "
                          "unique on each shard only, and its values are not generated."),
                       collection->name, text));
  _squill_finding_set_place (finding, collection->id, "_id");
}

/* shard-key-index-type */

static gboolean
has_odd_name (const SquillShape *shape)
{
  for (; shape != NULL && shape->parent != NULL; shape = shape->parent)
    if (*shape->name == '$' || strchr (shape->name, '.') != NULL)
      return TRUE;
  return FALSE;
}

static gboolean
is_of_many (const SquillShape *shape)
{
  for (; shape != NULL; shape = shape->parent)
    if (shape->array || shape->map)
      return TRUE;
  return FALSE;
}

/* Whether all indexes that begin with the shard key leave documents out. */
static gboolean
has_only_partial_index (SquillRun *run, const SquillShardKey *key)
{
  gboolean has_partial = FALSE;

  for (guint i = 0; i < key->collection->indexes->len; i++)
    {
      const SquillCollectionIndex *placed = key->collection->indexes->pdata[i];
      const SquillIndex *index =
          placed->index == NULL
              ? NULL
              : squill_model_get_item_of_kind (run->model, placed->index, SQUILL_KIND_INDEX);

      if (!_squill_shard_key_is_prefix (key, placed))
        continue;
      if (index == NULL || (index->partial == NULL && !index->sparse))
        return FALSE;
      has_partial = TRUE;
    }
  return has_partial;
}

static SquillFix *
make_ascending_fix (const SquillShardKey *key)
{
  json_t *keys = squill_json_keys (key->entity->shard_key);
  json_t *one;
  size_t i;

  json_array_foreach (keys, i, one)
  {
    const char *operator= json_string_value (json_object_get (one, "how"));

    if (g_strcmp0 (operator, "hashed") != 0)
      json_object_set_new (one, "how", json_string ("1"));
  }
  return _squill_fix_new_set (g_strdup (_ ("Make it ascending")), key->entity->item.id, "shard_key",
                              keys);
}

static void
check_type (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  g_auto (SquillShardKey) key = { 0 };
  guint n_hashed = 0;
  char *message = NULL;
  SquillFix *fix = NULL;
  SquillFinding *finding;

  if (!_squill_shard_key_init (&key, run, collection))
    return;
  for (guint i = 0; i < key.keys->len && message == NULL; i++)
    {
      const SquillKey *one = key.keys->pdata[i];

      n_hashed += g_str_equal (one->operator, "hashed");
      if (is_of_many (key.shapes->pdata[i]))
        message = g_strdup_printf (_ ("“%s” has several values in a document of “%s”, so that it "
                                      "cannot be in the shard key: a document is on one shard."),
                                   one->path, collection->name);
      else if (!g_str_equal (one->operator, "1") && !g_str_equal (one->operator, "hashed"))
        {
          message = g_strdup_printf (_ ("“%s” in the shard key of “%s” is neither ascending nor "
                                        "hashed: the server refuses it."),
                                     one->path, collection->name);
          if (g_str_equal (one->operator, "-1"))
            fix = make_ascending_fix (&key);
        }
      else if (has_odd_name (key.shapes->pdata[i]))
        message =
            g_strdup_printf (_ ("“%s” cannot be in the shard key of “%s”: a name there has no "
                                "dot and does not begin with a dollar sign."),
                             one->path, collection->name);
    }
  if (message == NULL && n_hashed > 1)
    message =
        g_strdup_printf (_ ("%u fields of the shard key of “%s” are hashed, but only 1 can be."),
                         n_hashed, collection->name);
  if (message == NULL && n_hashed > 0 && key.keys->len > 1 &&
      !squill_model_has_version (run->model, 4, 4))
    message =
        g_strdup_printf (_ ("A shard key of %u fields with a hashed one, as “%s” has it, needs "
                            "MongoDB 4.4."),
                         key.keys->len, collection->name);
  if (message == NULL && n_hashed > 0 && key.entity->shard_unique)
    message = g_strdup_printf (
        _ ("The shard key of “%s” is hashed and therefore cannot be unique."), collection->name);
  if (message == NULL && has_only_partial_index (run, &key))
    message = g_strdup_printf (_ ("The index of “%s” that begins with the shard key is sparse or "
                                  "partial, but every document has to be in it."),
                               collection->name);
  if (message == NULL)
    return;
  finding = _squill_run_report (run, SQUILL_SEVERITY_ERROR, key.entity, 1, message);
  set_place (finding, &key);
  finding->fix = fix;
}

/* shard-key-cardinality */

static gboolean
has_few_values (SquillRun *run, const SquillShardKey *key)
{
  return _squill_shard_key_count_values (key, run) <
         key->shards * _squill_run_get (run, SQUILL_THRESHOLD_SHARD_VALUES);
}

static void
check_cardinality (SquillRun *run, gconstpointer subject)
{
  g_auto (SquillShardKey) key = { 0 };
  double values;
  g_autofree char *text = NULL, *count = NULL, *shards = NULL;
  SquillFinding *finding;

  if (!_squill_shard_key_init (&key, run, subject) || !(key.shards > 1) ||
      !has_few_values (run, &key))
    return;
  values = _squill_shard_key_count_values (&key, run);
  text = _squill_shard_key_to_text (&key);
  count = squill_text_count (values);
  shards = squill_text_count (key.shards);
  finding = _squill_run_report (
      run, values < key.shards ? SQUILL_SEVERITY_ERROR : SQUILL_SEVERITY_WARNING, key.entity,
      key.shards / values,
      values < key.shards
          ? g_strdup_printf (
                _ ("The shard key %s of “%s” has %s values, so that at most as many of "
                   "the %s shards have documents."),
                text, key.collection->name, count, shards)
          : g_strdup_printf (_ ("The shard key %s of “%s” has only %s values for %s shards: ranges "
                                "cannot be moved so that all have the same load."),
                             text, key.collection->name, count, shards));
  set_place (finding, &key);
  _squill_finding_set_number (finding, "values", values);
  _squill_finding_set_number (finding, "shards", key.shards);
  finding->fix = make_suffix_fix (&key);
}

/* shard-key-frequency */

static void
check_frequency (SquillRun *run, gconstpointer subject)
{
  g_auto (SquillShardKey) key = { 0 };
  double share, bytes, range = _squill_run_get (run, SQUILL_THRESHOLD_RANGE_SIZE);
  g_autofree char *text = NULL, *part = NULL, *size = NULL, *limit = NULL;
  SquillFinding *finding;

  if (!_squill_shard_key_init (&key, run, subject) ||
      (key.shards > 1 && has_few_values (run, &key)))
    return;
  share = _squill_shard_key_get_largest_share (&key, run);
  bytes = share * squill_collection_get_storage (key.collection, TRUE).data;
  if (!(bytes > range) && !(key.shards > 1 && share > 1 / key.shards))
    return;
  text = _squill_shard_key_to_text (&key);
  part = squill_text_share (share);
  limit = squill_text_bytes (range);
  size = squill_text_bytes (bytes);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_WARNING, key.entity, share,
      isnan (bytes)
          ? g_strdup_printf (_ ("%s of the documents of “%s” have the same shard key %s and stay "
                                "together on one shard."),
                             part, key.collection->name, text)
          : g_strdup_printf (
                _ ("%s of “%s”, %s at the planning horizon, have the same shard key %s. "
                   "They cannot be split, and a range above %s is not moved."),
                part, key.collection->name, size, text, limit));
  set_place (finding, &key);
  _squill_finding_set_number (finding, "share", share);
  if (!isnan (bytes))
    _squill_finding_set_number (finding, "bytes", bytes);
  finding->fix = make_suffix_fix (&key);
}

/* shard-key-monotonic */

static void
check_monotonic (SquillRun *run, gconstpointer subject)
{
  g_auto (SquillShardKey) key = { 0 };
  double rate;
  g_autofree char *text = NULL, *each = NULL;
  SquillFinding *finding;

  if (!_squill_shard_key_init (&key, run, subject) || !_squill_shard_key_is_monotonic (&key) ||
      key.entity->time_field != NULL)
    return;
  rate = _squill_run_get_insert_rate (run, key.entity);
  if (!(rate > 0) || !squill_operation_index_is_hot (run->operations, rate))
    return;
  text = _squill_shard_key_to_text (&key);
  each = squill_text_rate (rate);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_WARNING, key.entity, log10 (1 + rate),
      g_strdup_printf (_ ("All new documents of “%s”, %s, go to one shard, because the shard key "
                          "%s increases with time."),
                       key.collection->name, each, text));
  set_place (finding, &key);
  _squill_finding_set_number (finding, "rate", rate);
  if (key.keys->len == 1 && !key.entity->shard_unique)
    finding->fix = _squill_fix_new_set (
        g_strdup_printf (_ ("Hash %s"), ((const SquillKey *)key.keys->pdata[0])->path),
        key.entity->item.id, "shard_key",
        json_pack ("[{s:s, s:s}]", "path",
                   ((const SquillKey *)key.entity->shard_key->pdata[0])->path, "how", "hashed"));
}

/* shard-hashed-range */

static gboolean
wants_order_of (const SquillSearch *search, const char *path)
{
  gboolean is_wanted = FALSE;

  for (guint i = 0; i < search->conditions->len; i++)
    {
      const SquillCondition *condition = search->conditions->pdata[i];

      if (!g_str_equal (condition->path, path))
        continue;
      if (condition->kind == SQUILL_CONDITION_EQUALITY || condition->kind == SQUILL_CONDITION_LIST)
        return FALSE;
      is_wanted |= condition->kind == SQUILL_CONDITION_RANGE;
    }
  if (search->sort != NULL && search->sort->len > 0)
    is_wanted |= g_str_equal (((const SquillKey *)search->sort->pdata[0])->path, path);
  return is_wanted;
}

static void
check_hashed (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  g_auto (SquillShardKey) key = { 0 };
  g_autoptr (GArray) uses = NULL;

  if (!_squill_shard_key_init (&key, run, collection) || !_squill_shard_key_is_hashed (&key))
    return;
  uses = _squill_run_get_shard_uses (run, collection);
  for (guint i = 0; i < uses->len; i++)
    {
      const SquillShardUse *one = &g_array_index (uses, SquillShardUse, i);
      const char *path = ((const SquillKey *)key.keys->pdata[0])->path;
      g_autofree char *rate = NULL;
      SquillFinding *finding;

      if (!squill_operation_index_is_hot (run->operations, one->use->rate) || one->step->targeted ||
          !wants_order_of (one->step->search, path))
        continue;
      rate = squill_text_rate (one->use->rate);
      finding = _squill_run_report (
          run, SQUILL_SEVERITY_WARNING, key.entity, log10 (1 + one->use->rate),
          g_strdup_printf (
              _ ("“%s” (%s) wants “%s” in order, but the shard key of “%s” is its hash: "
                 "every shard is asked each time."),
              _squill_wording_name (one->use->operation), rate, path, collection->name));
      set_place (finding, &key);
      _squill_finding_set_number (finding, "rate", one->use->rate);
      return;
    }
}

/* shard-key-mutable */

static void
check_mutable (SquillRun *run, gconstpointer subject)
{
  g_auto (SquillShardKey) key = { 0 };
  const GPtrArray *uses;

  if (!_squill_shard_key_init (&key, run, subject) || key.entity->time_field != NULL)
    return;
  uses = squill_operation_index_get_uses_from (run->operations, key.entity->item.id);
  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];
      g_autofree char *text = NULL;
      SquillFinding *finding;

      if (!_squill_shard_key_is_written (&key, run, use->operation))
        continue;
      text = _squill_shard_key_to_text (&key);
      finding = _squill_run_report (
          run, SQUILL_SEVERITY_WARNING, key.entity, log10 (1 + use->rate),
          squill_model_has_version (run->model, 4, 2)
              ? g_strdup_printf (
                    _ ("“%s” changes the shard key %s of “%s”. The document may move to "
                       "another shard, and the update needs the whole key in its "
                       "filter and a transaction or a retryable write."),
                    _squill_wording_name (use->operation), text, key.collection->name)
              : g_strdup_printf (
                    _ ("“%s” changes the shard key %s of “%s”, which is refused before "
                       "MongoDB 4.2."),
                    _squill_wording_name (use->operation), text, key.collection->name));
      set_place (finding, &key);
      _squill_finding_set_number (finding, "rate", use->rate);
      return;
    }
}

/* shard-key-missing */

static void
check_missing (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  g_auto (SquillShardKey) key = { 0 };

  if (!_squill_shard_key_init (&key, run, collection))
    return;
  for (guint i = 0; i < key.shapes->len; i++)
    {
      const SquillShape *shape = key.shapes->pdata[i];
      const SquillField *field =
          shape == NULL ? NULL : squill_model_get_field (run->model, shape->field);
      g_autofree char *path = NULL, *share = NULL;
      SquillFinding *finding;

      if (shape == NULL || !(shape->presence < 1))
        continue;
      path = squill_shape_get_query_path (shape);
      share = squill_text_share (1 - shape->presence);
      finding = _squill_run_report (
          run, SQUILL_SEVERITY_WARNING, key.entity, 1 - shape->presence,
          g_strdup_printf (_ ("%s of the documents of “%s” have no “%s”, a part of the shard key: "
                              "they count as null and all belong to one range."),
                           share, collection->name, path));
      _squill_finding_set_place (finding, collection->id, path);
      _squill_finding_set_number (finding, "presence", shape->presence);
      if (field != NULL && field->item.parent == &key.entity->item && field->variants == NULL &&
          shape->origin == SQUILL_ORIGIN_OWN)
        {
          finding->fix = _squill_fix_new_set (g_strdup_printf (_ ("Make %s required"), path),
                                              field->item.id, "required", json_true ());
          if (!isnan (field->presence))
            _squill_fix_set (finding->fix, field->item.id, "presence", NULL);
          _squill_fix_lose (finding->fix,
                            g_strdup_printf (_ ("Every “%s” needs a value of “%s” first."),
                                             _squill_wording_name (key.entity), path));
        }
      return;
    }
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define READ (SQUILL_ASPECTS_ALL | SQUILL_ASPECT_SERVER)

const SquillRule _squill_rules_shard_keys[] = {
  { .info = { "shard-unique-index", "F", SQUILL_SEVERITY_ERROR,
              SQUILL_SOURCE_LIMITS "; " SQUILL_SOURCE_NORMS ", norm 5",
              N_ ("A unique index does not begin with the shard key"),
              N_ ("Each shard checks only its own documents. Two with the same value would be "
                  "found only if both are on the same shard, which the shard key decides; the "
                  "server therefore refuses any other unique index. Begin the index with the shard "
                  "key, shard by what is unique, or keep the values in a collection of their own "
                  "whose _id they are."),
              NULL },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_unique },
  { .info = { "shard-id-not-unique", "F", SQUILL_SEVERITY_WARNING, SQUILL_SOURCE_SHARD_INDEX,
              N_ ("_id may not be unique"),
              N_ ("The index of _id is unique on each shard. If _id is not the shard key, two "
                  "documents on different shards can have the same one, unless its values are "
                  "generated, such as ObjectIds and UUIDs. Generate them, or begin the shard key "
                  "with _id."),
              NULL },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_id },
  { .info = { "shard-key-index-type", "F", SQUILL_SEVERITY_ERROR, SQUILL_SOURCE_LIMITS,
              N_ ("This cannot be a shard key"),
              N_ ("The index of a shard key is ascending or hashed, has every document, and has "
                  "one value of each. Arrays, text, places, and descending fields are refused, as "
                  "are sparse and partial indexes."),
              NULL },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_type },
  { .info = { "shard-key-cardinality", "F", SQUILL_SEVERITY_ERROR, SQUILL_SOURCE_SHARD_KEY,
              N_ ("The shard key has few values"),
              N_ ("Documents with the same shard key stay together. A key with as few values as "
                  "there are continents uses at most seven shards, however many there are. Add a "
                  "field with many values behind it."),
              THRESHOLDS ("shard.values") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_cardinality },
  { .info = { "shard-key-frequency", "F", SQUILL_SEVERITY_WARNING, SQUILL_SOURCE_SHARD_KEY,
              N_ ("One value of the shard key is very common"),
              N_ ("A range of the shard key is split when it is large, but not within one value. "
                  "What has the most common value is one range that grows and stays on its shard. "
                  "Add a field with many values behind it."),
              THRESHOLDS ("range.size", "shard.values") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_frequency },
  { .info = { "shard-key-monotonic", "F", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_HASHED_SHARDING "; " SQUILL_SOURCE_LIMITS,
              N_ ("All inserts go to one shard"),
              N_ ("Dates and ObjectIds increase, and the last range of the shard key, to which all "
                  "new documents belong, is on one shard. Hash the field, or begin the shard key "
                  "with one whose values come in no order."),
              THRESHOLDS ("hot.rate", "hot.share", "hot.least") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_monotonic,
    .reads_hot = TRUE },
  { .info = { "shard-hashed-range", "F", SQUILL_SEVERITY_WARNING, SQUILL_SOURCE_HASHED_SHARDING,
              N_ ("A hashed shard key is asked for in order"),
              N_ ("Hashes have no order: values next to each other are on different shards. A read "
                  "of a range, or of the newest, asks all of them. Use a ranged key that begins "
                  "with a field whose values come in no order."),
              THRESHOLDS ("hot.rate", "hot.share", "hot.least") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_hashed,
    .reads_hot = TRUE,
    .reads_plans = TRUE },
  { .info = { "shard-key-mutable", "F", SQUILL_SEVERITY_WARNING, SQUILL_SOURCE_SHARD_CHANGE,
              N_ ("The shard key of documents changes"),
              N_ ("Since MongoDB 4.2 the shard key of a document can change, except for _id. The "
                  "document then may have to be deleted on one shard and inserted on another. "
                  "Choose a field that stays as it is."),
              NULL },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_mutable },
  { .info = { "shard-key-missing", "F", SQUILL_SEVERITY_WARNING, SQUILL_SOURCE_SHARD_KEY,
              N_ ("Documents have no shard key"),
              N_ ("Since MongoDB 4.4 documents may lack a field of the shard key; it counts as "
                  "null. If many do, they are one value that cannot be split."),
              NULL },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = READ,
    .check = check_missing },
  { .info = { NULL } },
};
