/* SPDX-License-Identifier: Apache-2.0 */

/* What one run of an operation does with the design as it stands: which collections it reads and
 * writes, in what order, by which index, and what that costs. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include <string.h>

#include "design/squill-plan-private.h"
#include "model/squill-placement.h"

/* Numbers. */

SquillTriple
_squill_plan_same (double number)
{
  return SQUILL_TRIPLE (number, number, number);
}

/* Adds number by number. NaN, which is unknown, stays unknown. */
SquillTriple
_squill_plan_add (SquillTriple a, SquillTriple b)
{
  return SQUILL_TRIPLE (a.min + b.min, a.likely + b.likely, a.max + b.max);
}

static double
times (double a, double b)
{
  return a == 0 || b == 0 ? 0 : a * b;
}

/* Multiplies number by number. */
SquillTriple
_squill_plan_times (SquillTriple a, SquillTriple b)
{
  return SQUILL_TRIPLE (times (a.min, b.min), times (a.likely, b.likely), times (a.max, b.max));
}

/* What is not known is no more than a number either, unless that is infinite. */
static double
at_most (double number, double most)
{
  return isinf (most) ? number : fmin (number, most);
}

/* Limits @a by @b, which may be infinite. What is likely is not above the most of @b either. */
SquillTriple
_squill_plan_at_most (SquillTriple a, SquillTriple b)
{
  const double likely = at_most (a.likely, b.likely);

  return SQUILL_TRIPLE (at_most (a.min, b.min), isnan (likely) ? likely : at_most (likely, b.max),
                        at_most (a.max, b.max));
}

/* Making. */

static void
step_free (gpointer data)
{
  SquillPlanStep *self = data;

  squill_search_free (self->search);
  squill_access_path_free (self->path);
  g_free (self->collection);
  g_free (self->collection_name);
  g_free (self->entity);
  g_free (self->relationship);
  g_free (self);
}

void
_squill_plan_free (SquillPlan *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->steps);
  g_ptr_array_unref (self->unknown);
  g_free (self->operation);
  g_free (self);
}

/** Adds an empty step at the end (transfer none). */
SquillPlanStep *
_squill_planning_add_step (SquillPlanning *self,
                           const SquillCollection *collection,
                           const SquillEntity *entity,
                           const char *relationship)
{
  SquillPlanStep *step = g_new0 (SquillPlanStep, 1);

  step->collection = g_strdup (collection->id);
  step->collection_name = g_strdup (collection->name);
  step->entity = entity != NULL ? g_strdup (entity->item.id) : NULL;
  step->relationship = g_strdup (relationship);
  step->targeted = TRUE;
  g_ptr_array_add (self->plan->steps, step);
  return step;
}

/* Adds a sentence that says what the plan would have to know, once. @text: (transfer full) */
void
_squill_planning_add_unknown (SquillPlanning *self, char *text)
{
  g_autofree char *own = text;

  if (!g_ptr_array_find_with_equal_func (self->plan->unknown, own, g_str_equal, NULL))
    g_ptr_array_add (self->plan->unknown, g_steal_pointer (&own));
}

/* Joins. */

static gboolean
is_wanted (const SquillKeys *keys, const char *relationship)
{
  for (guint i = 0; keys != NULL && i < keys->len; i++)
    if (squill_key_goes_through (keys->pdata[i], relationship))
      return TRUE;
  return FALSE;
}

/* Whether the document at hand has copies of all that is returned from the other end. */
static gboolean
has_copies (SquillPlanning *self, const SquillPlanPlace *from, const SquillRelationship *r)
{
  const SquillKeys *returns = self->operation->returns;
  gboolean any = FALSE;

  if (squill_use_goes_all_the_way (self->use, r))
    return FALSE;
  for (guint i = 0; returns != NULL && i < returns->len; i++)
    {
      const SquillKey *key = returns->pdata[i];

      if (!squill_key_goes_through (key, r->item.id))
        continue;
      any = TRUE;
      if (squill_design_resolve (self->design, from->site, key->path) == NULL)
        return FALSE;
    }
  return any && !is_wanted (self->operation->sort, r->item.id);
}

/* Whether a key leads on from the other end of a relationship through one that is followed. */
static gboolean
is_passed (SquillPlanning *self, const SquillKeys *keys, const char *relationship)
{
  for (guint i = 0; keys != NULL && i < keys->len; i++)
    {
      g_auto (GStrv) ids = g_strsplit (((const SquillKey *)keys->pdata[i])->path, "/", -1);
      gboolean is_behind = FALSE;

      for (guint k = 0; ids[k] != NULL; k++)
        {
          if (is_behind && squill_operation_follows (self->operation, ids[k]))
            return TRUE;
          is_behind |= g_str_equal (ids[k], relationship);
        }
    }
  return FALSE;
}

/* Whether it goes to the other end of a relationship. What only its filter leads through was looked
 * for already. */
static gboolean
goes_on (SquillPlanning *self, const SquillRelationship *r)
{
  const SquillOperation *operation = self->operation;

  return squill_operation_follows (operation, r->item.id) ||
         is_wanted (operation->returns, r->item.id) || is_wanted (operation->sort, r->item.id) ||
         is_passed (self, operation->writes, r->item.id) ||
         (!self->use->reads && is_wanted (operation->writes, r->item.id) &&
          is_wanted (operation->filter, r->item.id));
}

static const SquillPlanPlace *
find_place_of (const GArray *places, const char *entity)
{
  for (guint i = 0; i < places->len; i++)
    {
      const SquillPlanPlace *place = &g_array_index (places, SquillPlanPlace, i);

      if (g_str_equal (place->entity->item.id, entity))
        return place;
    }
  return NULL;
}

/* Goes on from what one level of an entity with itself leads to: with a query for each level, or
 * with a lookup for each document. */
static void
walk_levels (SquillPlanning *self,
             const SquillPlanPlace *from,
             const SquillRelationship *r,
             gboolean from_parent,
             guint first,
             SquillPlanPlace *to)
{
  SquillTriple levels;
  const SquillTriple reached = squill_design_count_walk (self->design, r, from_parent, &levels);
  const double next = fmax (from_parent ? r->children.likely : r->parents.likely, 1);
  const SquillTriple times = { 1, fmax (reached.likely / next, 1), fmax (reached.max / next, 1) };

  for (guint i = first; i < self->plan->steps->len; i++)
    {
      SquillPlanStep *step = self->plan->steps->pdata[i];
      const SquillTriple read = step->access == SQUILL_PLAN_SCAN ? levels : times;

      step->round_trips = _squill_plan_times (step->round_trips, levels);
      step->seeks = _squill_plan_times (step->seeks, read);
      step->keys = _squill_plan_times (step->keys, read);
      step->documents = _squill_plan_times (step->documents, read);
      step->bytes_read = _squill_plan_times (step->bytes_read, read);
      step->returned = _squill_plan_times (step->returned, times);
      step->outer = _squill_plan_add (from->n, _squill_plan_times (from->n, reached));
    }
  to->n = _squill_plan_times (to->n, times);
}

/* Goes along all relationships, from where it is at hand. */
static void
follow_all (SquillPlanning *self, GArray *places)
{
  g_autoptr (GPtrArray) open = g_ptr_array_new ();
  gboolean goes = TRUE;

  for (guint i = 0; i < self->use->relationships->len; i++)
    if (goes_on (self, self->use->relationships->pdata[i]))
      g_ptr_array_add (open, self->use->relationships->pdata[i]);
  while (goes && open->len > 0)
    {
      goes = FALSE;
      for (guint i = 0; i < open->len; i++)
        {
          const SquillRelationship *r = open->pdata[i];
          const gboolean from_parent = squill_use_comes_from_parent (self->use, r);
          const SquillPlanPlace *at = find_place_of (places, from_parent ? r->parent : r->child);
          SquillPlanPlace from, to;
          guint before;

          if (at == NULL)
            continue;
          from = *at;
          before = self->plan->steps->len;
          g_ptr_array_remove_index (open, i);
          goes = TRUE;
          if ((self->use->reads && has_copies (self, &from, r)) ||
              !_squill_planning_follow (self, &from, r, from_parent, &to))
            break;
          for (guint k = before; k < self->plan->steps->len; k++)
            {
              SquillPlanStep *step = self->plan->steps->pdata[k];

              step->joins = self->operation->operation == SQUILL_OPERATION_AGGREGATE;
              step->outer = from.n;
            }
          if (squill_use_goes_all_the_way (self->use, r))
            walk_levels (self, &from, r, from_parent, before, &to);
          g_array_append_val (places, to);
          break;
        }
    }
}

/* Sums. */

/* Whether what it looks for tells the shard. */
static gboolean
is_targeted (SquillPlanning *self, const SquillPlanStep *step)
{
  const SquillCollection *collection =
      squill_design_find_collection (self->design, step->collection);
  const SquillEntity *entity;
  const SquillKey *first;
  const SquillShape *shape;
  g_autofree char *path = NULL;

  if (step->search == NULL || collection->kind != SQUILL_COLLECTION_ENTITY)
    return TRUE;
  entity = squill_model_get_entity (self->model, collection->entity);
  if (entity == NULL || entity->shard_key == NULL || entity->shard_key->len == 0)
    return TRUE;
  first = entity->shard_key->pdata[0];
  shape = squill_design_resolve (self->design, collection->shape, first->path);
  if (shape == NULL)
    return FALSE;
  path = squill_shape_get_query_path (_squill_shape_get_reference (shape));
  for (guint i = 0; i < step->search->conditions->len; i++)
    {
      const SquillCondition *condition = step->search->conditions->pdata[i];

      if (g_str_equal (condition->path, path) &&
          (condition->kind == SQUILL_CONDITION_EQUALITY ||
           condition->kind == SQUILL_CONDITION_LIST ||
           (condition->kind == SQUILL_CONDITION_RANGE && !g_str_equal (first->operator, "hashed"))))
        return TRUE;
    }
  return FALSE;
}

static double
weigh (const SquillPlanStep *step, double at (SquillTriple), double shards, double misses)
{
  const gboolean scans = step->access == SQUILL_PLAN_SCAN;
  const SquillCounts counts = {
    .commands = at (step->round_trips),
    .seeks = at (step->seeks) * shards,
    .keys = at (step->keys) * shards,
    .documents = at (step->documents),
    .read_bytes = at (step->bytes_read),
    .written = at (step->written),
    .log_bytes = at (step->log_bytes),
    .written_keys = at (step->written_keys),
    .shard_commands = (shards - 1) * (step->joins ? 1 : at (step->round_trips)),
    .joined = step->joins ? at (step->outer) : 0,
  };

  return squill_counts_get_cost (&counts) +
         squill_cost_of_misses (misses, scans ? 0 : at (step->documents),
                                scans ? at (step->bytes_read) : 0);
}

static double
get_min (SquillTriple triple)
{
  return isnan (triple.min) ? 0 : triple.min;
}

static double
get_likely (SquillTriple triple)
{
  return triple.likely;
}

static double
get_max (SquillTriple triple)
{
  return isnan (triple.max) ? INFINITY : triple.max;
}

/* A projection of nothing but keys of the index needs no document. */
static void
cover (SquillPlanning *self, SquillPlanStep *step)
{
  const SquillKeys *returns = self->operation->returns;
  const SquillCollection *collection;
  const SquillTriple none = { 0, 0, 0 };

  if (!self->use->reads || step->path == NULL || !step->path->covers || returns == NULL ||
      returns->len == 0 || step->relationship != NULL)
    return;
  collection = squill_design_find_collection (self->design, step->collection);
  for (guint i = 0; i < returns->len; i++)
    {
      const SquillShape *shape = squill_design_resolve (
          self->design, collection->shape, ((const SquillKey *)returns->pdata[i])->path);
      g_autofree char *path = NULL;
      gboolean has_key = FALSE;

      if (shape == NULL || shape->children->len > 0)
        return;
      path = squill_shape_get_query_path (_squill_shape_get_reference (shape));
      for (guint k = 0; k < step->path->index->keys->len && !has_key; k++)
        has_key = g_str_equal (((const SquillKey *)step->path->index->keys->pdata[k])->path, path);
      if (!has_key)
        return;
    }
  step->covered = TRUE;
  step->seeks = step->path->descents;
  step->documents = step->bytes_read = none;
}

static void
finish (SquillPlanning *self)
{
  SquillPlan *plan = self->plan;
  const double n_shards = squill_model_get_info (self->model)->shards;
  const double misses = squill_design_get_miss_probability (self->design);

  if (plan->steps->len == 1)
    cover (self, plan->steps->pdata[0]);
  for (guint i = 0; i < plan->steps->len; i++)
    {
      SquillPlanStep *step = plan->steps->pdata[i];
      double shards;

      /* A `$lookup` is part of the command before it. */
      if (step->joins)
        step->round_trips = _squill_plan_same (0);
      step->targeted = is_targeted (self, step);
      shards = step->targeted || !(n_shards > 1) ? 1 : n_shards;
      step->cost = SQUILL_TRIPLE (weigh (step, get_min, shards, misses),
                                  weigh (step, get_likely, shards, misses),
                                  weigh (step, get_max, shards, misses));
      plan->round_trips = _squill_plan_add (plan->round_trips, step->round_trips);
      plan->keys = _squill_plan_add (plan->keys, step->keys);
      plan->documents = _squill_plan_add (plan->documents, step->documents);
      plan->bytes_read = _squill_plan_add (plan->bytes_read, step->bytes_read);
      plan->written = _squill_plan_add (plan->written, step->written);
      plan->log_bytes = _squill_plan_add (plan->log_bytes, step->log_bytes);
      plan->written_keys = _squill_plan_add (plan->written_keys, step->written_keys);
      plan->cost = _squill_plan_add (plan->cost, step->cost);
      plan->scans |= step->access == SQUILL_PLAN_SCAN &&
                     (step->search->conditions->len > 0 || !step->path->sorts);
      plan->sorts_in_memory |= step->path != NULL && !step->path->sorts;
    }
  plan->atomic = self->operation->transaction || plan->written.max <= 1;
}

/* Drops what was read of a root that is not needed: another end is written, and its key is known.
 */
static void
drop_unwritten_root (SquillPlanning *self, const SquillPlanPlace *root)
{
  gboolean any = FALSE;

  for (guint i = 0; i < self->plan->steps->len; i++)
    any |= ((const SquillPlanStep *)self->plan->steps->pdata[i])->written.likely > 0;
  if (!self->use->reads && any && !(root->step->written.likely > 0) &&
      root->step->access == SQUILL_PLAN_BY_ID && root->n.max <= 1)
    g_ptr_array_remove (self->plan->steps, root->step);
}

/* What its keys name may not be there, and come. */
static void
note_keys (SquillPlanning *self)
{
  const SquillOperation *operation = self->operation;
  const SquillKeys *lists[] = { operation->filter, operation->sort, operation->returns,
                                operation->writes };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint k = 0; lists[i] != NULL && k < lists[i]->len; k++)
      {
        g_auto (GStrv) ids = g_strsplit (((const SquillKey *)lists[i]->pdata[k])->path, "/", -1);

        for (guint n = 0; ids[n] != NULL; n++)
          if (*ids[n] != '=')
            _squill_planning_note_item (self, ids[n]);
      }
  for (guint i = 0; operation->follows != NULL && operation->follows[i] != NULL; i++)
    _squill_planning_note_item (self, operation->follows[i]);
  _squill_planning_note_item (self, operation->moves);
  _squill_planning_note_item (self, operation->entity);
}

/** Plans an operation; what the plan depends on is noted in @reading (transfer full). */
SquillPlan *
_squill_plan_new (SquillDesign *design, const SquillOperation *operation, GHashTable *reading)
{
  SquillPlanning self = { .design = design,
                          .model = squill_design_get_model (design),
                          .operation = operation,
                          .plan = g_new0 (SquillPlan, 1),
                          .reading = reading };
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (SquillPlanPlace));

  self.use = squill_use_new (self.model, operation);
  self.plan->operation = g_strdup (operation->item.id);
  self.plan->steps = g_ptr_array_new_with_free_func (step_free);
  self.plan->unknown = g_ptr_array_new_with_free_func (g_free);
  _squill_planning_note_item (&self, operation->item.id);
  _squill_planning_note_item (&self, SQUILL_MODEL_ID);
  note_keys (&self);
  for (guint i = 0; i < self.use->relationships->len; i++)
    _squill_planning_note_item (&self, ((const SquillItem *)self.use->relationships->pdata[i])->id);
  if (self.use->root != NULL && operation->operation != SQUILL_OPERATION_INSERT)
    {
      SquillPlanPlace root;

      if (_squill_planning_find_root (&self, &root))
        {
          g_array_append_val (places, root);
          follow_all (&self, places);
        }
    }
  if (self.use->root != NULL && !self.use->reads)
    _squill_planning_write (&self, places);
  if (places->len > 0)
    drop_unwritten_root (&self, &g_array_index (places, SquillPlanPlace, 0));
  finish (&self);
  squill_use_free (self.use);
  return self.plan;
}

/**
 * squill_design_get_plan:
 * @design: a design
 * @operation: id of an operation of its model
 *
 * Gives what one run of an operation does with the design as it stands. It is computed when it is
 * asked for, and kept until something changes on which it depends.
 *
 * Returns: (transfer none) (nullable): the plan, valid until the model changes; %NULL if there is
 *   no such operation
 */
const SquillPlan *
squill_design_get_plan (SquillDesign *design, const char *operation)
{
  g_return_val_if_fail (SQUILL_IS_DESIGN (design), NULL);
  g_return_val_if_fail (operation != NULL, NULL);

  return _squill_plan_cache_get (_squill_design_get_plans (design), design, operation);
}

/**
 * squill_plan_get_load:
 * @self: a plan
 * @operation: its operation
 *
 * Returns: the work of all runs, in microseconds each second; NaN where nobody said how often it
 *   runs
 */
SquillTriple
squill_plan_get_load (const SquillPlan *self, const SquillOperation *operation)
{
  double rate;

  g_return_val_if_fail (self != NULL, SQUILL_TRIPLE_UNSET);
  g_return_val_if_fail (operation != NULL, SQUILL_TRIPLE_UNSET);

  rate = isnan (operation->rate) ? NAN : squill_operation_get_rate (operation);
  return SQUILL_TRIPLE (self->cost.min * rate, self->cost.likely * rate, self->cost.max * rate);
}
