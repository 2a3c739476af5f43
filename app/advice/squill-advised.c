/* SPDX-License-Identifier: Apache-2.0 */

/* Relationships stored as is advised, one or all of them. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-advised.h"

#include <glib/gi18n-lib.h>

#include "advice/squill-advice-private.h"
#include "advice/squill-advised-private.h"
#include "model/squill-placement.h"

/* Advice that still changes after this many rounds would never settle. */
#define MAX_ROUNDS 8u
/* The bound that a new subset and a new bucket start with where no operation says one. */
#define USUAL_SUBSET 10
#define USUAL_BUCKET 100

/* What stores it as is advised; NULL where it is stored so, nothing is advised, or it is pinned. */
static SquillFix *
make_advised (SquillRun *run, const SquillRelationship *r)
{
  SquillFix *fix = _squill_fix_new_advised (run, r);

  return fix != NULL ? fix : _squill_fix_new_copies (run, r, _squill_run_get_advised (run, r));
}

static SquillFix *
find_advised (SquillAdvice *self, const char *relationship_id)
{
  const SquillRelationship *r = squill_model_get_relationship (
      squill_design_get_model (squill_advice_get_design (self)), relationship_id);
  SquillRun run = { 0 };
  SquillFix *fix;

  if (r == NULL)
    return NULL;
  _squill_advice_begin_run (self, &run);
  fix = make_advised (&run, r);
  _squill_run_end (&run);
  return fix;
}

/**
 * squill_advice_place:
 * @self: advice
 * @relationship_id: the id of a relationship of its model
 * @error: as squill_model_apply()
 *
 * Stores a relationship in the way that is advised, with all that follows for indexes, operations
 * and copies, as one step that undo takes back. What is pinned stays as it is.
 *
 * Returns: %TRUE if that changed the model; on failure it stays as it was
 */
gboolean
squill_advice_place (SquillAdvice *self, const char *relationship_id, GError **error)
{
  g_autoptr (SquillFix) fix = NULL;

  g_return_val_if_fail (SQUILL_IS_ADVICE (self), FALSE);
  g_return_val_if_fail (relationship_id != NULL, FALSE);

  fix = find_advised (self, relationship_id);
  return fix != NULL &&
         squill_fix_apply (fix, squill_design_get_model (squill_advice_get_design (self)), error);
}

/* Only the copies come or go. */
static SquillFix *
make_copies (SquillRun *run, const SquillRelationship *r, const SquillPlacementOption *option)
{
  SquillFix *fix;

  if (option->copied)
    {
      fix = _squill_fix_new (g_strdup (_ ("Copy Fields")));
      _squill_fix_add_copies (fix, run, r, option);
      return fix;
    }
  fix = _squill_fix_new (g_strdup (_ ("Remove Copies")));
  _squill_fix_drop_copies (fix, run, r,
                           option->placement == SQUILL_PLACEMENT_CHILD_REFERENCES
                               ? SQUILL_COPY_TO_PARENT
                               : SQUILL_COPY_TO_CHILD);
  return fix;
}

/**
 * squill_advice_place_as:
 * @self: advice
 * @relationship_id: the id of a relationship of its model
 * @placement: how to store it
 * @copied: with the fields copied that squill_placements_compare() names
 * @error: as squill_model_apply()
 *
 * Stores a relationship in one of the ways that squill_placements_compare() lists, even one that is
 * ruled out, with all that follows for indexes, operations and copies, as one step that undo takes
 * back.
 *
 * Returns: %TRUE if that changed the model; on failure it stays as it was
 */
gboolean
squill_advice_place_as (SquillAdvice *self,
                        const char *relationship_id,
                        SquillPlacement placement,
                        gboolean copied,
                        GError **error)
{
  SquillDesign *design;
  const SquillRelationship *r;
  g_autoptr (GPtrArray) options = NULL;
  g_autoptr (SquillFix) fix = NULL;
  SquillRun run = { 0 };

  g_return_val_if_fail (SQUILL_IS_ADVICE (self), FALSE);
  g_return_val_if_fail (relationship_id != NULL, FALSE);

  design = squill_advice_get_design (self);
  r = squill_model_get_relationship (squill_design_get_model (design), relationship_id);
  if (r == NULL)
    return FALSE;
  options = squill_placements_compare (design, relationship_id);
  _squill_advice_begin_run (self, &run);
  for (guint i = 0; i < options->len && fix == NULL; i++)
    {
      SquillPlacementOption *option = options->pdata[i];

      if (option->placement != placement || option->copied != copied || option->current)
        continue;
      if (squill_placement_has_bound (placement) && isnan (option->bound))
        option->bound = placement == SQUILL_PLACEMENT_SUBSET ? USUAL_SUBSET : USUAL_BUCKET;
      fix = placement == r->placement ? make_copies (&run, r, option)
                                      : _squill_fix_new_placement (&run, r, option);
    }
  _squill_run_end (&run);
  return fix != NULL && squill_fix_apply (fix, squill_design_get_model (design), error);
}

/* All of them. */

static void
change_free (gpointer data)
{
  SquillAdvisedChange *self = data;

  g_free (self->relationship);
  g_ptr_array_unref (self->labels);
  g_ptr_array_unref (self->losses);
  g_free (self);
}

/**
 * squill_advised_changes_free:
 * @self: (transfer full) (nullable): changes
 *
 * Frees them.
 */
void
squill_advised_changes_free (SquillAdvisedChanges *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->changes);
  g_ptr_array_unref (self->pinned);
  g_ptr_array_unref (self->edits);
  g_free (self);
}

/* The position of what becomes of a relationship. */
static guint
find_change (SquillAdvisedChanges *self, const char *relationship_id)
{
  SquillAdvisedChange *change;

  for (guint i = 0; i < self->changes->len; i++)
    {
      change = self->changes->pdata[i];
      if (g_str_equal (change->relationship, relationship_id))
        return i;
    }
  change = g_new0 (SquillAdvisedChange, 1);
  change->relationship = g_strdup (relationship_id);
  change->labels = g_ptr_array_new_with_free_func (g_free);
  change->losses = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (self->changes, change);
  return self->changes->len - 1;
}

/* Keeps what a fix does; gives the position of its change. */
static guint
record (SquillAdvisedChanges *self, const char *relationship_id, const SquillFix *fix)
{
  const guint position = find_change (self, relationship_id);
  SquillAdvisedChange *change = self->changes->pdata[position];

  g_ptr_array_add (change->labels, g_strdup (fix->label));
  for (guint i = 0; i < fix->losses->len; i++)
    g_ptr_array_add (change->losses, g_strdup (fix->losses->pdata[i]));
  for (guint i = 0; i < fix->edits->len; i++)
    g_ptr_array_add (self->edits, squill_edit_ref (fix->edits->pdata[i]));
  return position;
}

/* Those that stay as they are only because they are pinned. */
static void
list_pinned (SquillAdvisedChanges *self, SquillDesign *design, const GPtrArray *ids)
{
  for (guint i = 0; i < ids->len; i++)
    {
      const SquillRelationship *r =
          squill_model_get_relationship (squill_design_get_model (design), ids->pdata[i]);
      g_autoptr (SquillPlacementOption) advised = NULL;

      if (r == NULL || !r->pinned)
        continue;
      advised = squill_placements_find_advised (design, r->item.id);
      if (advised != NULL && advised->placement != r->placement &&
          !(squill_placement_is_embedding (advised->placement) &&
            squill_placement_is_embedding (r->placement)))
        g_ptr_array_add (self->pinned, g_strdup (r->item.id));
    }
}

static GPtrArray *
list_all (SquillModel *model)
{
  GPtrArray *ids = g_ptr_array_new_with_free_func (g_free);

  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (model),
                         SQUILL_KIND_RELATIONSHIP)
    {
      g_ptr_array_add (ids, g_strdup (r->item.id));
    }
  return ids;
}

/* Whether the relationship was stored so before in the same run. Then what is advised depends on
 * how it is stored, and would go in a circle. */
static gboolean
goes_back (GHashTable *seen, const SquillRelationship *r, const SquillFix *fix)
{
  if (fix->placement < 0 || fix->placement == (int)r->placement)
    return FALSE;
  g_hash_table_add (seen, g_strdup_printf ("%d %s", (int)r->placement, r->item.id));
  return !g_hash_table_add (seen, g_strdup_printf ("%d %s", fix->placement, r->item.id));
}

/**
 * squill_advised_changes_find:
 * @model: a model; it stays as it is
 * @relationship_ids: (nullable) (element-type utf8): ids of relationships of it; %NULL for all
 * @cancellable: (nullable): stops it
 * @error: as squill_model_apply(), and %G_IO_ERROR_CANCELLED
 *
 * Finds what it takes to store the relationships as is advised. What becomes of one may change
 * what is advised for another, so all are looked at until nothing else is, or until one would be
 * stored as it was before. Where something else than the work decides, the losses name the
 * operations that cost more.
 *
 * Returns: (transfer full): the changes; %NULL on failure
 */
SquillAdvisedChanges *
squill_advised_changes_find (SquillModel *model,
                             const GPtrArray *relationship_ids,
                             GCancellable *cancellable,
                             GError **error)
{
  g_autoptr (SquillAdvisedChanges) self = NULL;
  g_autoptr (SquillModel) copy = NULL;
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (SquillAdvice) advice = NULL;
  g_autoptr (SquillAdvisedWork) work = NULL;
  g_autoptr (GPtrArray) ids = NULL;
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gboolean has_changed = TRUE;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), NULL);

  copy = squill_model_copy (model);
  design = squill_design_new (copy);
  advice = squill_advice_new (design);
  work = _squill_advised_work_new (design);
  self = g_new0 (SquillAdvisedChanges, 1);
  self->changes = g_ptr_array_new_with_free_func (change_free);
  self->pinned = g_ptr_array_new_with_free_func (g_free);
  self->edits = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_edit_unref);
  ids =
      relationship_ids != NULL ? g_ptr_array_ref ((GPtrArray *)relationship_ids) : list_all (copy);
  for (guint round = 0; round < MAX_ROUNDS && has_changed; round++)
    {
      has_changed = FALSE;
      for (guint i = 0; i < ids->len; i++)
        {
          g_autoptr (SquillFix) fix = NULL;

          if (g_cancellable_set_error_if_cancelled (cancellable, error))
            return NULL;
          fix = find_advised (advice, ids->pdata[i]);
          if (fix == NULL ||
              goes_back (seen, squill_model_get_relationship (copy, ids->pdata[i]), fix))
            continue;
          if (!squill_fix_apply (fix, copy, error))
            return NULL;
          _squill_advised_work_note (work, record (self, ids->pdata[i], fix));
          has_changed = TRUE;
        }
    }
  _squill_advised_work_tell (work, self->changes);
  list_pinned (self, design, ids);
  return g_steal_pointer (&self);
}

/**
 * squill_advised_changes_apply:
 * @self: changes
 * @model: the model that they were found for, as it was then
 * @error: as squill_model_apply()
 *
 * Makes the changes, as one step that undo takes back. On failure the model stays as it was.
 *
 * Returns: %TRUE if they were made
 */
gboolean
squill_advised_changes_apply (const SquillAdvisedChanges *self, SquillModel *model, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (SQUILL_IS_MODEL (model), FALSE);

  squill_model_begin_step (model, _ ("Store as Advised"), NULL);
  for (guint i = 0; i < self->edits->len; i++)
    if (!squill_model_apply (model, self->edits->pdata[i], error))
      {
        squill_model_cancel_step (model);
        return FALSE;
      }
  squill_model_end_step (model);
  return TRUE;
}
