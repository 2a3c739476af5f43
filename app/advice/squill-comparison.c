/* SPDX-License-Identifier: Apache-2.0 */

/* What the designs of a model differ in: size, cost, atomicity, and findings. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-comparison.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "model/squill-alternative.h"
#include "model/squill-placement.h"

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

static void
operation_free (gpointer data)
{
  SquillComparedOperation *self = data;

  g_free (self->id);
  g_free (self->name);
  g_free (self->contents);
  g_free (self);
}

/**
 * squill_compared_design_free:
 * @self: (nullable): a design of a comparison
 *
 * Frees it.
 */
void
squill_compared_design_free (SquillComparedDesign *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_free (self->id);
  g_ptr_array_unref (self->operations);
  squill_capacity_free (self->capacity);
  g_object_unref (self->design);
  g_free (self);
}

/**
 * squill_compared_design_find:
 * @self: a design of a comparison
 * @like: an operation on another one
 *
 * Returns: (transfer none) (nullable): the same operation on this one: that of the same id, as in
 *   designs of one model, or else of the same name
 */
const SquillComparedOperation *
squill_compared_design_find (const SquillComparedDesign *self, const SquillComparedOperation *like)
{
  const SquillComparedOperation *found = NULL;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (like != NULL, NULL);

  for (guint i = 0; i < self->operations->len; i++)
    {
      const SquillComparedOperation *operation = self->operations->pdata[i];

      if (g_str_equal (operation->id, like->id))
        return operation;
      if (found == NULL && g_str_equal (operation->name, like->name))
        found = operation;
    }
  return found;
}

/* What comes along with the documents although nobody asked for it. */
static char *
list_contents (SquillDesign *design, const SquillOperation *operation)
{
  SquillModel *model = squill_design_get_model (design);
  const SquillCollection *collection = squill_design_find_collection (design, operation->entity);
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();

  if (!squill_operation_is_read (operation) || operation->returns != NULL || collection == NULL)
    return NULL;
  for (guint i = 0; i < collection->relationships->len; i++)
    {
      const char *id = collection->relationships->pdata[i];
      const SquillRelationship *r = squill_model_get_relationship (model, id);
      const SquillShape *stored = r != NULL && squill_placement_embeds_any (r->placement)
                                      ? squill_design_get_stored (design, id, TRUE)
                                      : NULL;

      if (stored != NULL && squill_design_get_collection_of_shape (design, stored) == collection &&
          !squill_operation_goes_through (operation, id))
        g_ptr_array_add (ids, (gpointer)id);
    }
  g_ptr_array_sort (ids, compare_texts);
  g_ptr_array_add (ids, NULL);
  return g_strjoinv (" ", (char **)ids->pdata);
}

static void
add_operation (SquillComparedDesign *self, const SquillOperation *operation)
{
  const SquillPlan *plan = squill_design_get_plan (self->design, operation->item.id);
  SquillComparedOperation *compared;

  if (plan == NULL)
    return;
  compared = g_new0 (SquillComparedOperation, 1);
  compared->id = g_strdup (operation->item.id);
  compared->name = g_strdup (operation->name != NULL ? operation->name : _ ("Unnamed operation"));
  compared->rate = isnan (operation->rate) ? NAN : squill_operation_get_rate (operation);
  compared->plan = plan;
  compared->contents = list_contents (self->design, operation);
  compared->load = squill_plan_get_load (plan, operation);
  if (isnan (compared->load.likely))
    self->n_unknown++;
  else
    self->cost = SQUILL_TRIPLE (self->cost.min + compared->load.min,
                                self->cost.likely + compared->load.likely,
                                self->cost.max + compared->load.max);
  if (!plan->atomic && !squill_operation_is_read (operation))
    self->n_not_atomic++;
  if (plan->scans)
    self->n_scans++;
  g_ptr_array_add (self->operations, compared);
}

static SquillComparedDesign *
measure (SquillModel *model, const char *name, const char *id, gboolean shown)
{
  SquillComparedDesign *self = g_new0 (SquillComparedDesign, 1);
  g_autoptr (SquillAdvice) advice = NULL;
  GPtrArray *findings;

  self->name = g_strdup (name != NULL ? name : _ ("Unnamed design"));
  self->id = g_strdup (id);
  self->shown = shown;
  self->design = squill_design_new (model);
  self->capacity = squill_capacity_new (self->design);
  self->operations = g_ptr_array_new_with_free_func (operation_free);
  self->cost = SQUILL_TRIPLE (0, 0, 0);
  SQUILL_FOR_EACH_CHILD (SquillOperation, operation, squill_model_get_info (model),
                         SQUILL_KIND_OPERATION)
    add_operation (self, operation);

  advice = squill_advice_new (self->design);
  findings = squill_advice_get_findings (advice);
  for (guint i = 0; i < findings->len; i++)
    {
      const SquillFinding *finding = findings->pdata[i];

      if (!finding->dismissed)
        self->findings[finding->severity]++;
    }
  return self;
}

/**
 * squill_compared_design_new:
 * @model: a model that nothing else changes meanwhile
 * @name: what to call its design
 *
 * Measures the design that a model shows.
 *
 * Returns: (transfer full): the design, as one of a comparison
 */
SquillComparedDesign *
squill_compared_design_new (SquillModel *model, const char *name)
{
  g_return_val_if_fail (SQUILL_IS_MODEL (model), NULL);

  return measure (model, name, NULL, FALSE);
}

/* Each design has a model of its own, as what follows from a model follows its edits. */
static SquillModel *
copy_showing (SquillModel *model, const char *alternative, GError **error)
{
  g_autoptr (SquillModel) copy = squill_model_copy (model);

  squill_model_set_read_only (copy, FALSE);
  if (!squill_model_show_alternative (copy, alternative, error))
    return NULL;
  return g_steal_pointer (&copy);
}

/**
 * squill_compared_operation_is_same:
 * @designs: (element-type SquillComparedDesign): designs
 * @operation: an operation on one of them
 *
 * Returns: %FALSE if it returns whole documents in which other things are embedded in the other
 *   designs, so that its costs there are those of other questions
 */
gboolean
squill_compared_operation_is_same (const GPtrArray *designs,
                                   const SquillComparedOperation *operation)
{
  g_return_val_if_fail (designs != NULL, FALSE);
  g_return_val_if_fail (operation != NULL, FALSE);

  for (guint i = 0; i < designs->len; i++)
    {
      const SquillComparedOperation *other =
          squill_compared_design_find (designs->pdata[i], operation);

      if (other != NULL && other->contents != NULL && operation->contents != NULL &&
          !g_str_equal (other->contents, operation->contents))
        return FALSE;
    }
  return TRUE;
}

/* What changes the ranking. */

/**
 * squill_rank_change_free:
 * @self: (nullable): a change
 *
 * Frees it.
 */
void
squill_rank_change_free (SquillRankChange *self)
{
  if (self == NULL)
    return;
  g_free (self->operation);
  g_free (self->name);
  g_free (self);
}

/**
 * squill_designs_find_cheapest:
 * @designs: (element-type SquillComparedDesign): at least one design
 *
 * Returns: the position of the one whose operations cost least in all
 */
guint
squill_designs_find_cheapest (const GPtrArray *designs)
{
  guint cheapest = 0;

  g_return_val_if_fail (designs != NULL, 0);

  for (guint i = 1; i < designs->len; i++)
    if (((const SquillComparedDesign *)designs->pdata[i])->cost.likely <
        ((const SquillComparedDesign *)designs->pdata[cheapest])->cost.likely)
      cheapest = i;
  return cheapest;
}

/* The cost of a design is that of all else, and of each run of the operation. */
static gboolean
split_cost (const SquillComparedDesign *design,
            const SquillComparedOperation *like,
            double *rest,
            double *run)
{
  const SquillComparedOperation *operation = squill_compared_design_find (design, like);

  if (operation == NULL || !isfinite (operation->load.likely) || operation->rate != like->rate)
    return FALSE;
  *rest = design->cost.likely - operation->load.likely;
  *run = operation->plan->cost.likely;
  return TRUE;
}

/* Adds the nearest change with more runs, or with fewer. */
static void
add_change (GPtrArray *changes,
            const GPtrArray *designs,
            const SquillComparedOperation *operation,
            guint cheapest,
            gboolean above)
{
  SquillRankChange *change;
  double rest, run, other_rest, other_run, nearest = above ? INFINITY : -INFINITY;
  guint to = cheapest;

  if (!split_cost (designs->pdata[cheapest], operation, &rest, &run))
    return;
  for (guint i = 0; i < designs->len; i++)
    {
      double value;

      if (i == cheapest || !split_cost (designs->pdata[i], operation, &other_rest, &other_run))
        continue;
      /* With more runs one wins whose runs cost less, with fewer one whose runs cost more. */
      if (above ? !(other_run < run) : !(other_run > run))
        continue;
      value = (other_rest - rest) / (run - other_run);
      if (above ? value < nearest && value >= operation->rate
                : value > nearest && value <= operation->rate)
        {
          nearest = value;
          to = i;
        }
    }
  if (to == cheapest || !(nearest > 0))
    return;
  change = g_new0 (SquillRankChange, 1);
  change->operation = g_strdup (operation->id);
  change->name = g_strdup (operation->name);
  change->now = operation->rate;
  change->value = nearest;
  change->above = above;
  change->cheapest = to;
  g_ptr_array_add (changes, change);
}

/**
 * squill_designs_find_rank_changes:
 * @designs: (element-type SquillComparedDesign): designs of one model
 *
 * Finds how often each operation would have to run for another design to cost least, all else as it
 * is. Operations that ask the designs different questions are left out.
 *
 * Returns: (transfer full) (element-type SquillRankChange): the nearest changes with more runs and
 *   with fewer, in the order of the operations
 */
GPtrArray *
squill_designs_find_rank_changes (const GPtrArray *designs)
{
  GPtrArray *changes = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_rank_change_free);
  const SquillComparedDesign *best;
  guint cheapest;

  g_return_val_if_fail (designs != NULL, changes);

  if (designs->len < 2)
    return changes;
  cheapest = squill_designs_find_cheapest (designs);
  best = designs->pdata[cheapest];
  for (guint i = 0; i < best->operations->len; i++)
    {
      const SquillComparedOperation *operation = best->operations->pdata[i];

      if (isnan (operation->rate) || !squill_compared_operation_is_same (designs, operation))
        continue;
      add_change (changes, designs, operation, cheapest, FALSE);
      add_change (changes, designs, operation, cheapest, TRUE);
    }
  return changes;
}

/**
 * squill_designs_compare:
 * @model: a model
 * @cancellable: (nullable): to stop it
 * @error: what a design keeps does not fit, or it was stopped
 *
 * Measures all designs of a model; of one that has no alternatives, the only one, under the name of
 * the model. The model stays as it is.
 *
 * Returns: (transfer full) (element-type SquillComparedDesign) (nullable): the designs, in their
 *   order; %NULL with @error
 */
GPtrArray *
squill_designs_compare (SquillModel *model, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) designs = NULL;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), NULL);

  designs = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_compared_design_free);
  SQUILL_FOR_EACH_CHILD (SquillAlternative, alternative, squill_model_get_info (model),
                         SQUILL_KIND_ALTERNATIVE)
    {
      g_autoptr (SquillModel) copy = NULL;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      copy = copy_showing (model, alternative->item.id, error);
      if (copy == NULL)
        return NULL;
      g_ptr_array_add (designs, measure (copy, alternative->name, alternative->item.id,
                                         alternative->content == NULL));
    }
  if (designs->len == 0)
    {
      g_autoptr (SquillModel) copy = squill_model_copy (model);

      g_ptr_array_add (designs, measure (copy, squill_model_get_info (model)->name, NULL, TRUE));
    }
  return g_steal_pointer (&designs);
}
