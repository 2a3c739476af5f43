/* SPDX-License-Identifier: Apache-2.0 */

/* Family F: which shard key a collection could have. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "advice/squill-shard-key.h"
#include "design/squill-storage.h"
#include "text/squill-text.h"

/* Fields that operations look for make candidates, and pairs of them: not more than these. */
#define MAX_FIELDS 8

#define N_SHOWN 3

/* What weighs how much beside the share of the operations that ask one shard: what is refused more
 * than all of them, what is not known as little as one in ten. */
#define COST_REFUSED 2.0
#define COST_CHANGED 0.5
#define COST_LARGE_VALUE 0.3
#define COST_UNKNOWN 0.1
#define COST_FIELD 0.02

typedef struct
{
  SquillShardKey key;
  json_t *keys; /* as the model writes it */
  double targeted;
  gboolean is_monotonic;
  gboolean is_written;
  double share; /* of the most common value; NaN where it is not known */
  double score;
} Candidate;

static void
candidate_clear (gpointer data)
{
  Candidate *self = data;

  _squill_shard_key_clear (&self->key);
  json_decref (self->keys);
}

/* What candidates are compared by. */
typedef struct
{
  SquillRun *run;
  const SquillCollection *collection;
  GArray *uses; /* SquillShardUse */
  double shards;
  double bytes;
  double inserted;
} Choice;

static gboolean
is_targeted (const SquillSearch *search, const SquillKey *first)
{
  gboolean is_hashed = g_str_equal (first->operator, "hashed");

  for (guint i = 0; i < search->conditions->len; i++)
    {
      const SquillCondition *condition = search->conditions->pdata[i];

      if (g_str_equal (condition->path, first->path) &&
          (condition->kind == SQUILL_CONDITION_EQUALITY ||
           condition->kind == SQUILL_CONDITION_LIST ||
           (condition->kind == SQUILL_CONDITION_RANGE && !is_hashed)))
        return TRUE;
    }
  return FALSE;
}

/* The share of the operations that ask one shard, or few. */
static double
get_targeted (const Choice *self, const SquillShardKey *key)
{
  double all = 0, targeted = 0;

  for (guint i = 0; i < self->uses->len; i++)
    {
      const SquillShardUse *one = &g_array_index (self->uses, SquillShardUse, i);

      all += one->use->rate;
      if (is_targeted (one->step->search, key->keys->pdata[0]))
        targeted += one->use->rate;
    }
  return all > 0 ? targeted / all : 0;
}

static gboolean
is_refused (const Choice *self, const SquillShardKey *key)
{
  for (guint i = 1; i < self->collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = self->collection->indexes->pdata[i];

      if (index->unique && !_squill_shard_key_is_prefix (key, index))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_written (const Choice *self, const SquillShardKey *key)
{
  const GPtrArray *uses =
      squill_operation_index_get_uses_from (self->run->operations, self->collection->entity);

  for (guint i = 0; i < uses->len; i++)
    if (_squill_shard_key_is_written (key, self->run,
                                      ((const SquillUse *)uses->pdata[i])->operation))
      return TRUE;
  return FALSE;
}

/* Whether a field behind the first surely has many values: a time, or an id. */
static gboolean
has_fine_suffix (const SquillShardKey *key)
{
  for (guint i = 1; i < key->shapes->len; i++)
    {
      const SquillShape *shape = key->shapes->pdata[i];

      if (shape == NULL || g_str_equal (shape->name, "_id") ||
          (shape->types & (SQUILL_TYPE_DATE | SQUILL_TYPE_TIMESTAMP)) != 0)
        return TRUE;
    }
  return FALSE;
}

static void
judge (const Choice *self, Candidate *candidate)
{
  const SquillShardKey *key = &candidate->key;
  double values = _squill_shard_key_count_values (key, self->run);
  double wanted = self->shards * _squill_run_get (self->run, SQUILL_THRESHOLD_SHARD_VALUES);
  double score;

  candidate->targeted = get_targeted (self, key);
  candidate->is_monotonic = _squill_shard_key_is_monotonic (key);
  candidate->is_written = is_written (self, key);
  candidate->share = _squill_shard_key_get_largest_share (key, self->run);
  score = candidate->targeted - COST_FIELD * key->keys->len;
  if (candidate->is_monotonic)
    score -= self->inserted;
  if (candidate->is_written)
    score -= COST_CHANGED;
  if (is_refused (self, key))
    score -= COST_REFUSED;
  if (values < wanted)
    score -= 1 - values / wanted;
  if (has_fine_suffix (key))
    candidate->share = 0;
  else if (isnan (candidate->share))
    score -= COST_UNKNOWN;
  else if (candidate->share * self->bytes >
           _squill_run_get (self->run, SQUILL_THRESHOLD_RANGE_SIZE))
    score -= COST_LARGE_VALUE + candidate->share;
  candidate->score = score;
}

static const char *
get_path (const SquillShape *shape)
{
  if (shape->origin == SQUILL_ORIGIN_REFERENCE)
    return shape->relationship;
  return shape->field != NULL ? shape->field : "=_id";
}

static json_t *
make_key (const SquillShape *shape, const char *how)
{
  return json_pack ("{s:s, s:s}", "path", get_path (shape), "how", how);
}

static void
add_candidate (const Choice *self, GArray *candidates, json_t *keys)
{
  Candidate candidate = { .keys = keys };
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_key_free);
  json_t *one;
  size_t i;

  json_array_foreach (keys, i, one)
      g_ptr_array_add (list, squill_key_new (json_string_value (json_object_get (one, "path")),
                                             json_string_value (json_object_get (one, "how"))));
  _squill_shard_key_init_keys (&candidate.key, self->run, self->collection, list);
  if (candidate.key.keys->len < list->len)
    {
      candidate_clear (&candidate);
      return;
    }
  judge (self, &candidate);
  g_array_append_val (candidates, candidate);
}

/* What can be part of a shard key: one value, in every document. */
static gboolean
can_be_key (const SquillCollection *collection, const SquillShape *shape)
{
  return shape->parent == collection->shape && !shape->array && !shape->map && !shape->document &&
         shape->copy == NULL && !(shape->presence < 1) &&
         (shape->origin == SQUILL_ORIGIN_REFERENCE
              ? shape->children->len == 0 && shape->relationship != NULL
              : shape->origin == SQUILL_ORIGIN_OWN && shape->children->len == 0 &&
                    (shape->field != NULL || g_str_equal (shape->name, "_id")) &&
                    (shape->types & (SQUILL_TYPE_OBJECT | SQUILL_TYPE_ARRAY)) == 0);
}

static GPtrArray *
collect_fields (const Choice *self)
{
  GPtrArray *fields = g_ptr_array_new ();
  const SquillShape *id = squill_shape_find (self->collection->shape, "_id");

  for (guint i = 0; i < self->uses->len; i++)
    {
      const SquillSearch *search = g_array_index (self->uses, SquillShardUse, i).step->search;

      for (guint j = 0; j < search->conditions->len && fields->len < MAX_FIELDS; j++)
        {
          const SquillCondition *condition = search->conditions->pdata[j];
          const SquillShape *shape =
              _squill_collection_find_shape (self->collection, condition->path);

          if (shape != NULL && can_be_key (self->collection, shape) &&
              !g_ptr_array_find (fields, shape, NULL))
            g_ptr_array_add (fields, (gpointer)shape);
        }
    }
  /* What is asked for in order, too. */
  for (guint i = 0; i < self->uses->len && fields->len < MAX_FIELDS; i++)
    {
      const SquillSearch *search = g_array_index (self->uses, SquillShardUse, i).step->search;
      const SquillShape *shape =
          search->sort == NULL || search->sort->len == 0
              ? NULL
              : _squill_collection_find_shape (self->collection,
                                               ((const SquillKey *)search->sort->pdata[0])->path);

      if (shape != NULL && can_be_key (self->collection, shape) &&
          !g_ptr_array_find (fields, shape, NULL))
        g_ptr_array_add (fields, (gpointer)shape);
    }
  if (id != NULL && can_be_key (self->collection, id) && !g_ptr_array_find (fields, id, NULL))
    g_ptr_array_add (fields, (gpointer)id);
  return fields;
}

static int
compare_candidates (gconstpointer a, gconstpointer b)
{
  const Candidate *one = a, *other = b;
  g_autofree char *text = NULL, *other_text = NULL;

  if (one->score != other->score)
    return one->score > other->score ? -1 : 1;
  text = _squill_shard_key_to_text (&one->key);
  other_text = _squill_shard_key_to_text (&other->key);
  return strcmp (text, other_text);
}

/* The best that begin with the same field in the same way stand for the others. */
static void
keep_best (GArray *candidates)
{
  g_array_sort (candidates, compare_candidates);
  for (guint i = 0; i < candidates->len; i++)
    {
      const SquillShardKey *best = &g_array_index (candidates, Candidate, i).key;
      const SquillKey *first = best->keys->pdata[0];

      for (guint j = candidates->len - 1; j > i; j--)
        {
          const SquillShardKey *key = &g_array_index (candidates, Candidate, j).key;
          const SquillKey *other = key->keys->pdata[0];

          if (g_str_equal (first->path, other->path) &&
              g_str_equal (first->operator, other->operator))
            g_array_remove_index (candidates, j);
        }
    }
  if (candidates->len > N_SHOWN)
    g_array_set_size (candidates, N_SHOWN);
}

static GArray *
rank (const Choice *self)
{
  GArray *candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));
  g_autoptr (GPtrArray) fields = collect_fields (self);

  g_array_set_clear_func (candidates, candidate_clear);
  for (guint i = 0; i < fields->len; i++)
    {
      const SquillShape *shape = fields->pdata[i];

      add_candidate (self, candidates, json_pack ("[o]", make_key (shape, "1")));
      add_candidate (self, candidates, json_pack ("[o]", make_key (shape, "hashed")));
      for (guint j = 0; j < fields->len; j++)
        if (j != i)
          add_candidate (
              self, candidates,
              json_pack ("[o, o]", make_key (shape, "1"), make_key (fields->pdata[j], "1")));
    }
  keep_best (candidates);
  return candidates;
}

/* "{author: 1, when: 1}: 80 % of the operations ask one shard, but …" */
static char *
describe (const Choice *self, const Candidate *candidate)
{
  g_autofree char *text = _squill_shard_key_to_text (&candidate->key);
  g_autofree char *share = squill_text_share (candidate->targeted);

  if (candidate->is_monotonic)
    return g_strdup_printf (_ ("%s (%s of the operations ask one shard, but all inserts do, too)"),
                            text, share);
  if (candidate->is_written)
    return g_strdup_printf (_ ("%s (%s of the operations ask one shard, but updates change it)"),
                            text, share);
  if (is_refused (self, &candidate->key))
    return g_strdup_printf (
        _ ("%s (%s of the operations ask one shard, but a unique index would be refused)"), text,
        share);
  if (candidate->share * self->bytes > _squill_run_get (self->run, SQUILL_THRESHOLD_RANGE_SIZE))
    {
      g_autofree char *bytes = squill_text_bytes (candidate->share * self->bytes);

      return g_strdup_printf (
          _ ("%s (%s of the operations ask one shard, but %s have the same value)"), text, share,
          bytes);
    }
  return g_strdup_printf (_ ("%s (%s of the operations ask one shard)"), text, share);
}

/* Whether nothing gets worse with it: each write says to which shard it goes, and nothing is joined
 * that is on all of them. */
static gboolean
serves_all (const Choice *self, const Candidate *candidate)
{
  double scatter = _squill_run_get (self->run, SQUILL_THRESHOLD_SHARD_SCATTER);

  if (candidate->is_monotonic || candidate->is_written || is_refused (self, &candidate->key) ||
      !(1 - candidate->targeted <= scatter) || isnan (candidate->share))
    return FALSE;
  for (guint i = 0; i < self->uses->len; i++)
    {
      const SquillShardUse *one = &g_array_index (self->uses, SquillShardUse, i);

      if ((!one->use->reads || one->step->joins) &&
          (candidate->key.keys->len > 1 ||
           !is_targeted (one->step->search, candidate->key.keys->pdata[0])))
        return FALSE;
    }
  return TRUE;
}

static void
check_choice (SquillRun *run, gconstpointer subject)
{
  const SquillCollection *collection = subject;
  const SquillEntity *entity = _squill_run_get_root_entity (run, collection);
  g_autoptr (GArray) candidates = NULL;
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *size = NULL, *list = NULL;
  Choice self = { run, collection, NULL, NAN, NAN, 0 };
  double all = 0, inserted;
  const Candidate *best;
  SquillFinding *finding;

  if (entity == NULL || (entity->shard_key != NULL && entity->shard_key->len > 0) ||
      entity->time_field != NULL || entity->capped ||
      !_squill_run_may_need_shards (run, collection))
    return;
  self.uses = _squill_run_get_shard_uses (run, collection);
  for (guint i = 0; i < self.uses->len; i++)
    all += g_array_index (self.uses, SquillShardUse, i).use->rate;
  self.bytes = squill_collection_get_storage (collection, TRUE).data;
  self.shards = squill_model_get_info (run->model)->shards;
  if (!(self.shards > 1))
    self.shards =
        fmax (2, ceil (self.bytes / _squill_run_get (run, SQUILL_THRESHOLD_SHARD_PER_SHARD)));
  inserted = _squill_run_get_insert_rate (run, entity);
  self.inserted = isnan (inserted) ? COST_UNKNOWN : inserted / (inserted + all);
  /* Without operations there is nothing to choose by. */
  candidates = all > 0 ? rank (&self) : NULL;
  if (candidates == NULL || candidates->len == 0)
    {
      g_array_unref (self.uses);
      return;
    }
  for (guint i = 0; i < candidates->len; i++)
    g_ptr_array_add (texts, describe (&self, &g_array_index (candidates, Candidate, i)));
  g_ptr_array_add (texts, NULL);
  list = g_strjoinv (", ", (char **)texts->pdata);
  size = squill_text_bytes (self.bytes);
  best = &g_array_index (candidates, Candidate, 0);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, entity, 0.1,
      isnan (self.bytes)
          ? g_strdup_printf (_ ("“%s” needs a shard key; the best are %s."), collection->name, list)
          : g_strdup_printf (
                _ ("“%s” has %s at the planning horizon and no shard key; the best are "
                   "%s."),
                collection->name, size, list));
  _squill_finding_set_place (finding, collection->id, NULL);
  _squill_finding_set_number (finding, "targeted", best->targeted);
  g_ptr_array_set_size (texts, (int)texts->len - 1);
  _squill_finding_set_list (finding, "candidates", texts);
  if (serves_all (&self, best))
    {
      g_autofree char *text = _squill_shard_key_to_text (&best->key);

      finding->fix = _squill_fix_new_set (g_strdup_printf (_ ("Shard by %s"), text),
                                          entity->item.id, "shard_key", json_incref (best->keys));
    }
  g_array_unref (self.uses);
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })

const SquillRule _squill_rules_shard_choice[] = {
  { .info = { "shard-key-choice", "F", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_CMS "; " SQUILL_SOURCE_SHARD_KEY, N_ ("Shard keys to choose from"),
              N_ ("A good shard key is looked for by most operations, so that they ask one shard; "
                  "has many values, none of them very common; does not increase with time, so that "
                  "inserts go to all shards; never changes; and begins every unique index. The "
                  "candidates are the fields that operations look for, alone, hashed, and in "
                  "pairs, in this order of merit."),
              THRESHOLDS ("shard.start",
                          "shard.scatter",
                          "shard.values",
                          "shard.perShard",
                          "range.size",
                          "cache.use") },
    .scope = SQUILL_SCOPE_COLLECTION,
    .aspects = SQUILL_ASPECTS_ALL | SQUILL_ASPECT_SETTINGS,
    .check = check_choice,
    .reads_plans = TRUE },
  { .info = { NULL } },
};
