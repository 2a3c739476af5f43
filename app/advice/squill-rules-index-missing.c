/* SPDX-License-Identifier: Apache-2.0 */

/* Family E: indexes that operations need, or need in another order. What an index would deliver
 * the planner of the design says, of those that there are and of those that are proposed. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "advice/squill-index-private.h"
#include "model/squill-placement.h"
#include "text/squill-text.h"

/* A covering index saves a fetch for up to this number of fields, and adds at most the second. */
#define MAX_COVERED_FIELDS 5
#define MAX_ADDED_FIELDS 2

/* An order of keys that walks less than this share of the entries is worth a change. */
#define BETTER 0.5

/**
 * Proposal:
 * @keys: keys of the entity that the operation starts from
 * @n_equal: how many of them, the first, are asked for with equality
 * @index: what the collection would have
 *
 * An index that an operation could use.
 */
typedef struct
{
  SquillKeys *keys;
  guint n_equal;
  SquillCollectionIndex index;
} Proposal;

static void
proposal_free (Proposal *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->keys);
  g_ptr_array_unref (self->index.keys);
  g_ptr_array_unref (self->index.needed);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Proposal, proposal_free)

static Proposal *
proposal_new (void)
{
  Proposal *self = g_new0 (Proposal, 1);

  self->keys = _squill_keys_new ();
  self->index.name = (char *)"";
  self->index.keys = _squill_keys_new ();
  self->index.needed = g_ptr_array_new ();
  return self;
}

/* Adds a key, unless it is there or is in another array than those that are. FALSE if it is not
 * added though it is new. */
static gboolean
proposal_add (Proposal *self,
              const SquillCollection *collection,
              const char *key,
              const char *path,
              const char *
              operator)
{
  const SquillShape *shape = squill_shape_find_by_query_path (collection->shape, path);
  const SquillShape *array = shape == NULL ? NULL : squill_shape_get_array (shape);

  if (shape == NULL)
    return FALSE;
  for (guint i = 0; i < self->index.keys->len; i++)
    {
      const char *other = _squill_index_get_key (&self->index, i)->path;
      const SquillShape *there = squill_shape_find_by_query_path (collection->shape, other);
      const SquillShape *around = there == NULL ? NULL : squill_shape_get_array (there);

      if (g_str_equal (other, path))
        return TRUE;
      if (array != NULL && around != NULL && !squill_shape_is_within (around, array) &&
          !squill_shape_is_within (array, around))
        return FALSE;
    }
  if (array != NULL)
    self->index.multikey |= 1u << MIN (self->index.keys->len, 31u);
  g_ptr_array_add (self->index.keys, squill_key_new (path, operator));
  g_ptr_array_add (self->keys, squill_key_new (key, operator));
  return TRUE;
}

static gboolean
is_equality (SquillRun *run, const SquillCondition *condition)
{
  return condition->kind == SQUILL_CONDITION_EQUALITY ||
         (condition->kind == SQUILL_CONDITION_LIST &&
          !(condition->values.likely >= _squill_run_get (run, SQUILL_THRESHOLD_IN_LONG)));
}

static gboolean
is_range (SquillRun *run, const SquillCondition *condition)
{
  return condition->kind == SQUILL_CONDITION_RANGE ||
         (condition->kind == SQUILL_CONDITION_LIST && !is_equality (run, condition));
}

/* The key of the operation's sort that stands for a path. */
static const SquillKey *
find_sort_key (SquillRun *run, const SquillOperation *operation, const char *path)
{
  for (guint i = 0; operation->sort != NULL && i < operation->sort->len; i++)
    {
      g_autofree char *resolved =
          _squill_run_resolve (run, operation->entity, operation->sort->pdata[i]);

      if (g_strcmp0 (resolved, path) == 0)
        return operation->sort->pdata[i];
    }
  return NULL;
}

/* Whether a key of the operation stands for that path in an index of its entity. */
static gboolean
leads_to (SquillRun *run, const SquillOperation *operation, const char *key, const char *path)
{
  const SquillKey asked = { (char *)key, (char *)"1" };
  g_autofree char *resolved = _squill_run_resolve (run, operation->entity, &asked);

  return g_strcmp0 (resolved, path) == 0;
}

static void
add_conditions (Proposal *self,
                SquillRun *run,
                const SquillOperation *operation,
                const SquillSearch *search,
                gboolean (*is_wanted) (SquillRun *run, const SquillCondition *condition))
{
  for (guint i = 0; i < search->conditions->len; i++)
    {
      const SquillCondition *condition = search->conditions->pdata[i];

      if (is_wanted (run, condition) && condition->key != NULL &&
          leads_to (run, operation, condition->key, condition->path))
        proposal_add (self, search->collection, condition->key, condition->path, "1");
    }
}

/* What is asked for with equality, then the sort, then ranges; %NULL where no index helps. */
static Proposal *
propose (SquillRun *run, const SquillOperation *operation, const SquillSearch *search)
{
  g_autoptr (Proposal) self = proposal_new ();
  g_autoptr (SquillAccessPath) path = NULL;

  add_conditions (self, run, operation, search, is_equality);
  self->n_equal = self->keys->len;
  for (guint i = 0; i < search->sort->len; i++)
    {
      const SquillKey *wanted = search->sort->pdata[i];
      const SquillKey *key = find_sort_key (run, operation, wanted->path);

      if (key == NULL ||
          !proposal_add (self, search->collection, key->path, wanted->path, wanted->operator))
        break;
    }
  add_conditions (self, run, operation, search, is_range);
  if (self->keys->len == 0 || self->keys->len > _squill_run_get (run, SQUILL_THRESHOLD_IDX_FIELDS))
    return NULL;
  path = squill_search_try_index (search, &self->index);
  return path == NULL ? NULL : g_steal_pointer (&self);
}

static char *
describe_keys (const SquillCollectionIndex *index)
{
  GString *text = g_string_new ("{");

  for (guint i = 0; i < index->keys->len; i++)
    {
      const SquillKey *key = _squill_index_get_key (index, i);
      const gboolean is_number =
          g_str_equal (key->operator, "1") || g_str_equal (key->operator, "-1");

      g_string_append_printf (text, is_number ? "%s%s: %s" : "%s%s: \"%s\"", i == 0 ? "" : ", ",
                              key->path, key->operator);
    }
  g_string_append_c (text, '}');
  return g_string_free (text, FALSE);
}

static const SquillPlanStep *
get_first_step (SquillRun *run, const SquillOperation *operation)
{
  const SquillPlan *plan = squill_design_get_plan (run->design, operation->item.id);
  const SquillPlanStep *step = plan == NULL || plan->steps->len == 0 ? NULL : plan->steps->pdata[0];

  return step == NULL || step->search == NULL || step->search->collection == NULL ||
                 step->path == NULL || operation->entity == NULL
             ? NULL
             : step;
}

static gboolean
is_hot (SquillRun *run, const SquillOperation *operation)
{
  return squill_operation_index_is_hot (run->operations, squill_operation_get_rate (operation));
}

static SquillFinding *
report (SquillRun *run,
        SquillSeverity severity,
        const SquillOperation *operation,
        const SquillPlanStep *step,
        double weight,
        char *message)
{
  SquillFinding *finding = _squill_run_report (run, severity, operation, weight, message);

  _squill_finding_set_place (finding, step->collection, "");
  return finding;
}

/* missing-index */

/* The rules of references speak of a reference that is followed and has no index. */
static gboolean
is_said_of_reference (SquillRun *run, const SquillSearch *search)
{
  for (guint i = 0; i < search->conditions->len; i++)
    {
      const SquillCondition *condition = search->conditions->pdata[i];
      const SquillShape *shape =
          squill_shape_find_by_query_path (search->collection->shape, condition->path);
      const SquillRelationship *r =
          shape == NULL || shape->relationship == NULL || shape->origin != SQUILL_ORIGIN_REFERENCE
              ? NULL
              : squill_model_get_relationship (run->model, shape->relationship);

      if (r == NULL || _squill_run_has_index_led_by (run, shape))
        continue;
      if ((r->placement == SQUILL_PLACEMENT_PARENT_REFERENCE ||
           r->placement == SQUILL_PLACEMENT_SUBSET) &&
          (r->together > 0 || _squill_run_find_use_to_children (run, r, TRUE) != NULL))
        return TRUE;
      if (r->placement == SQUILL_PLACEMENT_CHILD_REFERENCES &&
          _squill_run_find_use_to_parents (run, r, TRUE) != NULL)
        return TRUE;
    }
  return FALSE;
}

/* An index that only gives the order is none for a search that walks this many times what it finds.
 */
#define IN_VAIN 10

/* Whether a time series is only read by the time, though one value of something else is asked for.
 */
static gboolean
walks_time (const SquillPlanStep *step)
{
  const SquillCollectionIndex *index = step->path->index;

  if (index == NULL || step->path->equality->len > 0 ||
      !g_ptr_array_find (step->search->collection->automatic, index, NULL))
    return FALSE;
  for (guint i = 0; i < step->search->conditions->len; i++)
    {
      const SquillCondition *condition = step->search->conditions->pdata[i];

      if (condition->kind == SQUILL_CONDITION_EQUALITY || condition->kind == SQUILL_CONDITION_LIST)
        return TRUE;
    }
  return FALSE;
}

/* Whether an operation reads all documents for want of an index, or walks an index that only gives
 * the order until it has met enough, and these are not known to be few. */
static gboolean
scans (SquillRun *run, const SquillOperation *operation, const SquillPlanStep *step)
{
  const double few = _squill_run_get (run, SQUILL_THRESHOLD_SCAN_MAX);
  const char *needed;
  guint start;

  return step != NULL &&
         (step->access == SQUILL_PLAN_SCAN || walks_time (step)
              ? !(squill_triple_get_usual (step->search->collection->count) <= few)
              : _squill_step_walks_for_order (step) && step->documents.likely > few &&
                    step->documents.likely > IN_VAIN * fmax (step->returned.likely, 1)) &&
         operation->collation == NULL && _squill_step_find_partial (step, &needed) == NULL &&
         _squill_step_find_sort_in_array (step) == NULL &&
         /* Who only sorts lacks no index, but one in these directions. */
         !(step->search->conditions->len == 0 && _squill_step_find_mixed (step, &start) != NULL) &&
         !is_said_of_reference (run, step->search);
}

/* The same index with what another operation needs behind it; %NULL where that is no use to both.
 */
static Proposal *
join_proposals (const Proposal *mine, const Proposal *other, const SquillCollection *collection)
{
  g_autoptr (Proposal) joined = NULL;

  if (mine->n_equal < mine->keys->len || mine->n_equal > other->n_equal ||
      other->keys->len <= mine->keys->len)
    return NULL;
  for (guint i = 0; i < mine->keys->len; i++)
    if (!_squill_index_has_path (&other->index, other->n_equal,
                                 _squill_index_get_key (&mine->index, i)->path))
      return NULL;
  joined = proposal_new ();
  for (guint i = 0; i < mine->keys->len + other->keys->len; i++)
    {
      const Proposal *from = i < mine->keys->len ? mine : other;
      const guint at = i < mine->keys->len ? i : i - mine->keys->len;
      const SquillKey *key = from->keys->pdata[at];

      if (!proposal_add (joined, collection, key->path,
                         _squill_index_get_key (&from->index, at)->path, key->operator))
        return NULL;
    }
  joined->n_equal = other->n_equal;
  return g_steal_pointer (&joined);
}

/* One index for several operations that read all documents, where one begins another. */
static Proposal *
widen (SquillRun *run, const SquillOperation *operation, const SquillPlanStep *step, Proposal *mine)
{
  const GPtrArray *uses = squill_operation_index_get_uses_from (run->operations, operation->entity);
  Proposal *best = mine;

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillOperation *other = ((const SquillUse *)uses->pdata[i])->operation;
      const SquillPlanStep *first = other == operation ? NULL : get_first_step (run, other);
      g_autoptr (Proposal) proposal = NULL, joined = NULL;

      if (first == NULL || first->search->collection != step->search->collection ||
          !scans (run, other, first))
        continue;
      proposal = propose (run, other, first->search);
      if (proposal == NULL)
        continue;
      joined = join_proposals (best, proposal, step->search->collection);
      if (joined == NULL)
        continue;
      proposal_free (best);
      best = g_steal_pointer (&joined);
    }
  return best;
}

/* What is read in vain. Nobody may have said how many documents there are. */
static char *
say_scan (const SquillOperation *operation,
          const SquillCollection *collection,
          double documents,
          double size,
          const char *keys)
{
  g_autofree char *count = NULL, *bytes = NULL;

  if (isnan (documents))
    return g_strdup_printf (_ ("“%s” reads all documents of “%s” each time; how many there are is "
                               "not given. An index on %s would lead it to those that it needs."),
                            _squill_wording_name (operation), collection->name, keys);
  count = squill_text_count (documents);
  bytes = squill_text_likely_bytes (size, collection->shape->size_assumed);
  return g_strdup_printf (_ ("“%s” reads %s documents of “%s” (%s) each time. An index on %s would "
                             "lead it to those that it needs."),
                          _squill_wording_name (operation), count, collection->name, bytes, keys);
}

static void
check_missing (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillPlanStep *step = get_first_step (run, operation);
  const SquillCollection *collection;
  g_autoptr (Proposal) proposal = NULL;
  g_autofree char *keys = NULL;
  double all, size, rate;
  gboolean is_large;
  SquillSeverity severity;
  SquillFinding *finding;

  if (!scans (run, operation, step))
    return;
  proposal = propose (run, operation, step->search);
  if (proposal == NULL)
    return;
  proposal = widen (run, operation, step, g_steal_pointer (&proposal));
  collection = step->search->collection;
  all = step->access == SQUILL_PLAN_SCAN ? squill_triple_get_usual (collection->count)
                                         : step->documents.likely;
  size = all * collection->shape->bytes.likely;
  rate = squill_operation_get_rate (operation);
  is_large =
      fmax (all, collection->count_at_horizon) > _squill_run_get (run, SQUILL_THRESHOLD_SCAN_LARGE);
  severity = isnan (all)                           ? SQUILL_SEVERITY_HINT
             : is_hot (run, operation) && is_large ? SQUILL_SEVERITY_ERROR
                                                   : SQUILL_SEVERITY_WARNING;
  keys = describe_keys (&proposal->index);
  finding = report (run, severity, operation, step, isnan (size) ? 0 : size * fmax (rate, 0),
                    say_scan (operation, collection, all, size, keys));
  _squill_finding_set_number (finding, "documents", all);
  _squill_finding_set_number (finding, "bytes", size);
  _squill_finding_set_text (finding, "index", keys);
  finding->fix = _squill_fix_new_index (
      g_strdup_printf (_ ("Add an index on %s"), keys), run->model,
      squill_model_get_entity (run->model, operation->entity), proposal->keys, FALSE);
}

/* What else uses an index, and would use another in its place. */

static gboolean
serves_all (SquillRun *run,
            const SquillCollection *collection,
            const SquillCollectionIndex *index,
            const SquillCollectionIndex *instead,
            const SquillOperation *but)
{
  for (guint i = 0; i < collection->entities->len; i++)
    {
      const GPtrArray *uses =
          squill_operation_index_get_uses_of (run->operations, collection->entities->pdata[i]);

      for (guint j = 0; j < uses->len; j++)
        {
          const SquillOperation *operation = ((const SquillUse *)uses->pdata[j])->operation;
          const SquillPlan *plan =
              operation == but ? NULL : squill_design_get_plan (run->design, operation->item.id);

          for (guint k = 0; plan != NULL && k < plan->steps->len; k++)
            {
              const SquillPlanStep *step = plan->steps->pdata[k];
              const double bytes = collection->shape->bytes.likely;
              g_autoptr (SquillAccessPath) path = NULL;

              if (step->path == NULL || step->path->index != index)
                continue;
              path = squill_search_try_index (step->search, instead);
              if (path == NULL || path->sorts < step->path->sorts ||
                  squill_access_path_get_cost (path, bytes) >
                      1.01 * squill_access_path_get_cost (step->path, bytes))
                return FALSE;
            }
        }
    }
  return TRUE;
}

/* Whether others than the operations depend on the keys as they are. */
static gboolean
may_change (const SquillIndex *drawn)
{
  return drawn != NULL && !drawn->unique && isnan (drawn->expire_after) &&
         json_object_size (drawn->partial) == 0 && !drawn->sparse;
}

/* The keys of an index as they are drawn, with others behind them. */
static json_t *
append_keys (const SquillIndex *drawn,
             const SquillKeys *more,
             const SquillCollectionIndex *placed,
             const SquillCollectionIndex *wanted)
{
  json_t *keys = squill_json_keys (drawn->keys);

  for (guint i = 0; i < more->len; i++)
    {
      const SquillKey *key = more->pdata[i];

      if (!_squill_index_has_path (placed, G_MAXUINT, _squill_index_get_key (wanted, i)->path))
        json_array_append_new (keys,
                               json_pack ("{s:s, s:s}", "path", key->path, "how", key->operator));
    }
  return keys;
}

/* sort-in-memory */

/* Before 6.0 a sort that does not fit in memory failed unless it was allowed to use the disk. */
static gboolean
may_spill (SquillRun *run)
{
  const char *version = squill_model_get_info (run->model)->server_version;

  return version == NULL || g_ascii_strtod (version, NULL) >= 6.0;
}

/* Whether the index has all keys that the operation needs, in an order that is no help. */
static gboolean
has_all (const SquillCollectionIndex *index, const Proposal *proposal)
{
  for (guint i = 0; i < proposal->index.keys->len; i++)
    if (!_squill_index_has_path (index, G_MAXUINT,
                                 _squill_index_get_key (&proposal->index, i)->path))
      return FALSE;
  return TRUE;
}

/* An index in place of one that serves the operation partly: the keys of the operation, and the
 * others of the index behind them. */
static Proposal *
reorder (const SquillCollection *collection,
         const SquillCollectionIndex *index,
         const SquillIndex *drawn,
         const Proposal *proposal)
{
  g_autoptr (Proposal) self = proposal_new ();

  for (guint i = 0; i < proposal->keys->len; i++)
    if (!proposal_add (self, collection, ((const SquillKey *)proposal->keys->pdata[i])->path,
                       _squill_index_get_key (&proposal->index, i)->path,
                       ((const SquillKey *)proposal->keys->pdata[i])->operator))
      return NULL;
  for (guint i = 0; i < index->keys->len; i++)
    if (!proposal_add (self, collection, ((const SquillKey *)drawn->keys->pdata[i])->path,
                       _squill_index_get_key (index, i)->path,
                       _squill_index_get_key (index, i)->operator))
      return NULL;
  return g_steal_pointer (&self);
}

/* The finding of esr-order: an index that would serve in another order of its keys; %NULL where its
 * order is right. */
static Proposal *
find_better_order (SquillRun *run, const SquillOperation *operation, const SquillPlanStep *step)
{
  const SquillCollectionIndex *index = step->path->index;
  const SquillIndex *drawn = index == NULL ? NULL : _squill_run_get_drawn (run, index);
  const double bytes = step->search->collection->shape->bytes.likely;
  g_autoptr (Proposal) proposal = NULL, ordered = NULL;
  g_autoptr (SquillAccessPath) path = NULL;

  if (drawn == NULL || index->keys->len < 2 ||
      !_squill_run_is_at_root (run, step->search->collection, index))
    return NULL;
  proposal = propose (run, operation, step->search);
  if (proposal == NULL || proposal->keys->len < 2 || !has_all (index, proposal))
    return NULL;
  ordered = reorder (step->search->collection, index, drawn, proposal);
  path = ordered == NULL ? NULL : squill_search_try_index (step->search, &ordered->index);
  /* A very selective range before the sort may walk less than the sort saves. */
  if (path == NULL ||
      !((path->sorts && !step->path->sorts &&
         squill_access_path_get_cost (path, bytes) <=
             squill_access_path_get_cost (step->path, bytes)) ||
        (path->keys.likely < BETTER * step->path->keys.likely &&
         step->path->keys.likely > _squill_run_get (run, SQUILL_THRESHOLD_SORT_BATCH))))
    return NULL;
  return g_steal_pointer (&ordered);
}

static void
check_order (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillPlanStep *step = get_first_step (run, operation);
  g_autoptr (Proposal) ordered = NULL;
  g_autoptr (SquillAccessPath) path = NULL;
  const SquillIndex *drawn;
  g_autofree char *now = NULL, *then = NULL, *keys = NULL, *better = NULL;
  SquillFinding *finding;
  guint mixed;

  if (step == NULL || step->access != SQUILL_PLAN_BY_INDEX ||
      _squill_step_find_mixed (step, &mixed) != NULL)
    return;
  ordered = find_better_order (run, operation, step);
  if (ordered == NULL)
    return;
  path = squill_search_try_index (step->search, &ordered->index);
  drawn = _squill_run_get_drawn (run, step->path->index);
  keys = describe_keys (&ordered->index);
  if (isnan (step->keys.likely))
    better = g_strdup_printf (_ ("“%s” serves “%s” less well than %s would: fields that are "
                                 "compared for equality come first, then the sort, then ranges."),
                              step->path->index->name, _squill_wording_name (operation), keys);
  else
    {
      now = squill_text_count (step->keys.likely);
      then = squill_text_count (fmax (round (path->keys.likely), 1));
      better =
          step->path->sorts
              ? g_strdup_printf (_ ("“%s” examines %s keys of “%s”. In the order equality, sort, "
                                    "range, %s, it would examine about %s."),
                                 _squill_wording_name (operation), now, step->path->index->name,
                                 keys, then)
              : g_strdup_printf (_ ("“%s” examines %s keys of “%s”, and sorts in memory. In the "
                                    "order equality, sort, range, %s, it would examine about %s, "
                                    "and would not have to sort."),
                                 _squill_wording_name (operation), now, step->path->index->name,
                                 keys, then);
    }
  finding = report (run, SQUILL_SEVERITY_WARNING, operation, step,
                    squill_operation_get_rate (operation), g_steal_pointer (&better));
  _squill_finding_set_text (finding, "index", step->path->index->name);
  _squill_finding_set_number (finding, "keys_examined", step->keys.likely);
  _squill_finding_set_number (finding, "keys_possible", path->keys.likely);
  if ((may_change (drawn) || (drawn->unique && isnan (drawn->expire_after))) &&
      serves_all (run, step->search->collection, step->path->index, &ordered->index, operation))
    finding->fix = _squill_fix_new_set (g_strdup_printf (_ ("Reorder the keys: %s"), keys),
                                        drawn->item.id, "keys", squill_json_keys (ordered->keys));
  else
    {
      g_autoptr (Proposal) own = propose (run, operation, step->search);
      g_autofree char *own_keys = describe_keys (&own->index);

      finding->fix = _squill_fix_new_index (
          g_strdup_printf (_ ("Add an index on %s"), own_keys), run->model,
          squill_model_get_entity (run->model, operation->entity), own->keys, FALSE);
    }
}

/* The index that the operation uses, with the sort behind; or one of its own. */
static SquillFix *
make_sort_fix (SquillRun *run, const SquillOperation *operation, const SquillPlanStep *step)
{
  const SquillCollectionIndex *index = step->path->index;
  const SquillIndex *drawn = index == NULL ? NULL : _squill_run_get_drawn (run, index);
  g_autoptr (Proposal) proposal = propose (run, operation, step->search);
  g_autoptr (SquillAccessPath) path =
      proposal == NULL ? NULL : squill_search_try_index (step->search, &proposal->index);
  g_autofree char *keys = NULL;

  if (path == NULL || !path->sorts)
    return NULL;
  keys = describe_keys (&proposal->index);
  /* Its keys are all asked for with equality, so that more behind them change nothing for others.
   */
  if (may_change (drawn) && _squill_run_is_at_root (run, step->search->collection, index) &&
      step->path->equality->len == index->keys->len)
    return _squill_fix_new_set (
        g_strdup_printf (_ ("Extend the index %s by the sort"), index->name), drawn->item.id,
        "keys", append_keys (drawn, proposal->keys, index, &proposal->index));
  return _squill_fix_new_index (g_strdup_printf (_ ("Add an index on %s"), keys), run->model,
                                squill_model_get_entity (run->model, operation->entity),
                                proposal->keys, FALSE);
}

static void
check_sort (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillPlanStep *step = get_first_step (run, operation);
  const double most = _squill_run_get (run, SQUILL_THRESHOLD_SORT_BATCH);
  const double memory = _squill_run_get (run, SQUILL_THRESHOLD_SORT_MEMORY);
  g_autoptr (Proposal) ordered = NULL;
  g_autofree char *count = NULL, *size = NULL;
  double n, bytes;
  guint mixed;
  SquillFinding *finding;

  if (step == NULL || step->search->sort->len == 0 || step->path->sorts ||
      step->access != SQUILL_PLAN_BY_INDEX)
    return;
  n = step->path->found.likely;
  bytes = n * step->search->collection->shape->bytes.likely;
  if (isnan (n) || (n <= most && !(is_hot (run, operation) && n > 1)) ||
      _squill_step_find_mixed (step, &mixed) != NULL ||
      _squill_step_find_sort_in_array (step) != NULL)
    return;
  ordered = find_better_order (run, operation, step);
  if (ordered != NULL)
    return;
  count = squill_text_count (fmax (round (n), 1));
  size = squill_text_likely_bytes (bytes, step->search->collection->shape->size_assumed);
  finding =
      report (run,
              bytes > memory && !may_spill (run) ? SQUILL_SEVERITY_ERROR
              : n <= most                        ? SQUILL_SEVERITY_HINT
                                                 : SQUILL_SEVERITY_WARNING,
              operation, step, bytes,
              bytes > memory && !may_spill (run)
                  ? g_strdup_printf (
                        g_dngettext (GETTEXT_PACKAGE,
                                     "“%s” sorts about %s document (%s) in memory, and the server "
                                     "stops at 100 MiB. No index provides the order.",
                                     "“%s” sorts about %s documents (%s) in memory, and the server "
                                     "stops at 100 MiB. No index provides the order.",
                                     round (n) == 1 ? 1 : 2),
                        _squill_wording_name (operation), count, size)
                  : g_strdup_printf (
                        g_dngettext (GETTEXT_PACKAGE,
                                     "“%s” sorts about %s document (%s) in memory each time: no "
                                     "index provides the order.",
                                     "“%s” sorts about %s documents (%s) in memory each time: no "
                                     "index provides the order.",
                                     round (n) == 1 ? 1 : 2),
                        _squill_wording_name (operation), count, size));
  _squill_finding_set_number (finding, "documents", n);
  _squill_finding_set_number (finding, "bytes", bytes);
  finding->fix = make_sort_fix (run, operation, step);
}

/* covered-candidate */

/* Adds what the operation returns to the proposal. FALSE where an index cannot have that. */
static gboolean
add_returned (SquillRun *run,
              const SquillOperation *operation,
              const SquillCollection *collection,
              Proposal *proposal)
{
  for (guint i = 0; i < operation->returns->len; i++)
    {
      const SquillKey *key = operation->returns->pdata[i];
      g_autofree char *path = _squill_run_resolve (run, operation->entity, key);
      const SquillShape *shape =
          path == NULL ? NULL : squill_shape_find_by_query_path (collection->shape, path);

      if (shape == NULL || shape->children->len > 0 || shape->array || shape->map ||
          !proposal_add (proposal, collection, key->path, path, "1"))
        return FALSE;
    }
  return proposal->index.multikey == 0;
}

static void
check_covered (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillPlanStep *step = get_first_step (run, operation);
  const SquillCollectionIndex *index = step == NULL ? NULL : step->path->index;
  const SquillIndex *drawn = index == NULL ? NULL : _squill_run_get_drawn (run, index);
  g_autoptr (Proposal) proposal = NULL;
  g_autofree char *bytes = NULL, *keys = NULL, *count = NULL;
  SquillFinding *finding;
  double size;
  guint n_added = 0;

  if (drawn == NULL || step->covered || step->search->is_embedded || !step->path->sorts ||
      operation->operation != SQUILL_OPERATION_FIND || operation->returns == NULL ||
      operation->returns->len == 0 || !is_hot (run, operation) ||
      (operation->follows != NULL && *operation->follows != NULL) || index->multikey != 0 ||
      !_squill_run_is_at_root (run, step->search->collection, index) || !may_change (drawn))
    return;
  size = step->search->collection->shape->bytes.likely;
  /* Of larger ones read-amplification speaks. */
  if (size <= _squill_run_get (run, SQUILL_THRESHOLD_IDX_COVER) ||
      size > _squill_run_get (run, SQUILL_THRESHOLD_READ_BYTES))
    return;
  for (guint i = 0; i < step->search->conditions->len; i++)
    {
      const SquillCondition *condition = step->search->conditions->pdata[i];

      if (!is_equality (run, condition) && !is_range (run, condition))
        return;
    }
  proposal = propose (run, operation, step->search);
  if (proposal == NULL || !add_returned (run, operation, step->search->collection, proposal) ||
      proposal->keys->len > MAX_COVERED_FIELDS)
    return;
  for (guint i = 0; i < proposal->keys->len; i++)
    n_added += !_squill_index_has_path (index, G_MAXUINT,
                                        _squill_index_get_key (&proposal->index, i)->path);
  if (n_added == 0 || n_added > MAX_ADDED_FIELDS)
    return;
  bytes = squill_text_bytes (size);
  count = squill_text_count (n_added);
  keys = describe_keys (&proposal->index);
  finding = report (
      run, SQUILL_SEVERITY_HINT, operation, step, squill_operation_get_rate (operation) * size,
      g_strdup_printf (
          g_dngettext (
              GETTEXT_PACKAGE,
              "“%s” fetches a document of %s for each result. With %s more field, the index “%s” "
              "covers the query, and no document is read.",
              "“%s” fetches a document of %s for each result. With %s more fields, the index “%s” "
              "covers the query, and no document is read.",
              n_added),
          _squill_wording_name (operation), bytes, count, index->name));
  _squill_finding_set_number (finding, "bytes", size);
  _squill_finding_set_number (finding, "fields", n_added);
  finding->fix = _squill_fix_new_set (
      g_strdup_printf (_ ("Extend the index %s by what is returned"), index->name), drawn->item.id,
      "keys", append_keys (drawn, proposal->keys, index, &proposal->index));
}

/* lookup-foreign-unindexed */

/* The key of the entity that a relationship leads to, if the search is by that. */
static const char *
find_foreign_key (SquillRun *run, const SquillPlanStep *step)
{
  const SquillRelationship *r =
      step->relationship == NULL ? NULL
                                 : squill_model_get_relationship (run->model, step->relationship);
  const char *keys[2];

  if (r == NULL || step->entity == NULL)
    return NULL;
  keys[0] = g_str_equal (r->parent, step->entity) ? r->parent_key : NULL;
  keys[1] = g_str_equal (r->child, step->entity) ? r->child_key : NULL;
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    for (guint j = 0; keys[i] != NULL && j < step->search->conditions->len; j++)
      {
        const SquillKey key = { (char *)keys[i], (char *)"1" };
        g_autofree char *path = _squill_run_resolve (run, step->entity, &key);

        if (g_strcmp0 (path, ((const SquillCondition *)step->search->conditions->pdata[j])->path) ==
            0)
          return keys[i];
      }
  return NULL;
}

static void
check_lookup (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillPlan *plan = squill_design_get_plan (run->design, operation->item.id);

  for (guint i = 1; plan != NULL && i < plan->steps->len; i++)
    {
      const SquillPlanStep *step = plan->steps->pdata[i];
      const SquillField *field;
      const char *key;
      g_autofree char *count = NULL;
      g_autoptr (GPtrArray) keys = NULL;
      double all;
      SquillFinding *finding;

      if (step->access != SQUILL_PLAN_SCAN || step->search == NULL ||
          step->search->collection == NULL)
        continue;
      all = squill_triple_get_usual (step->search->collection->count);
      key = find_foreign_key (run, step);
      field = key == NULL ? NULL : squill_model_get_field (run->model, key);
      /* Where it is not unique either, the rule of keys of references says so. */
      if (!(all > _squill_run_get (run, SQUILL_THRESHOLD_SCAN_MAX)) || field == NULL ||
          !field->unique)
        continue;
      count = squill_text_count (all);
      finding =
          report (run, SQUILL_SEVERITY_WARNING, operation, step, all,
                  g_strdup_printf (
                      _ ("%s documents of “%s” are read for each document that “%s” joins with "
                         "them: “%s” has no index."),
                      count, step->collection_name, _squill_wording_name (operation),
                      _squill_wording_name (field)));
      _squill_finding_set_number (finding, "documents", all);
      keys = _squill_keys_new ();
      _squill_keys_take (keys, key, "1");
      finding->fix = _squill_fix_new_index (
          g_strdup_printf (_ ("Index %s"), _squill_wording_name (field)), run->model,
          squill_model_get_entity (run->model, step->entity), keys, FALSE);
      return;
    }
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define READ (SQUILL_ASPECTS_ALL | SQUILL_ASPECT_NAME)

const SquillRule _squill_rules_index_missing[] = {
  { .info = { "missing-index", "E", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_CMS "; " SQUILL_SOURCE_COMPASS "; " SQUILL_SOURCE_ESR,
              N_ ("An operation has no index"),
              N_ ("Without an index that begins with what an operation asks for, the server reads "
                  "every document of the collection, and more of them each day. The index that is "
                  "proposed has first what is asked for with equality, then the sort, then ranges, "
                  "and serves several operations where it can."),
              THRESHOLDS ("scan.max", "scan.large", "hot.rate") },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = READ,
    .check = check_missing,
    .reads_hot = TRUE },
  { .info = { "esr-order", "E", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_ESR "; " SQUILL_SOURCE_SKILLS,
              N_ ("The keys of an index are in an order that serves less"),
              N_ ("An index serves most with equality first, then the sort, then ranges. A range "
                  "before the sort means that the result is sorted in memory; a range before an "
                  "equality walks entries that the equality would leave out. The order among "
                  "equalities does not matter. A range that leaves very few may come before the "
                  "sort."),
              THRESHOLDS ("in.long", "sort.batch") },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = READ,
    .check = check_order },
  { .info = { "sort-in-memory", "E", SQUILL_SEVERITY_WARNING,
              SQUILL_SOURCE_SORTING "; " SQUILL_SOURCE_LIMITS, N_ ("A result is sorted in memory"),
              N_ ("An index gives an order if all of its keys before the sort are asked for with "
                  "equality. Otherwise the server reads all that matches and sorts it, even if "
                  "only the first few are wanted. Beyond 100 MiB it uses the disk, and before "
                  "version 6.0 it refuses."),
              THRESHOLDS ("sort.batch", "sort.memory", "hot.rate") },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = READ | SQUILL_ASPECT_SERVER,
    .check = check_sort,
    .reads_hot = TRUE },
  { .info = { "covered-candidate", "E", SQUILL_SEVERITY_HINT,
              SQUILL_SOURCE_COVERED "; " SQUILL_SOURCE_NORMS,
              N_ ("A frequent read could be answered from its index"),
              N_ ("If an index has all fields that an operation filters by, sorts by and returns, "
                  "the server reads no document. Leave _id out of what is returned, unless the "
                  "index has it. That is not possible for arrays, for tests whether a field "
                  "exists, and in a sharded collection without the shard key in the index."),
              THRESHOLDS ("idx.cover", "read.bytes", "hot.rate") },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = READ,
    .check = check_covered,
    .reads_hot = TRUE },
  { .info = { "lookup-foreign-unindexed", "E", SQUILL_SEVERITY_WARNING, SQUILL_SOURCE_LOOKUP,
              N_ ("A join has no index"),
              N_ ("$lookup looks up its foreign field once for each document. Without an index "
                  "that begins with this field each of these reads the whole other collection."),
              THRESHOLDS ("scan.max") },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = READ,
    .check = check_lookup },
  { .info = { NULL } },
};
