/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-placement-line.h"

#include <glib/gi18n.h>

#include "advice/squill-wording.h"
#include "design/squill-size.h"

/* Beyond so many entities the designs to compare take too long for a list. */
#define MAX_ENTITIES 400
/* What a subset and a bucket hold where nobody said. */
#define USUAL_SUBSET 10
#define USUAL_BUCKET 100

struct _SquillPlacementComparison
{
  SquillModel *model; /* a copy, or NULL: only the names are shown */
  char *relationship;
  guint next;
};

/**
 * squill_placement_comparison_new:
 * @session: a session
 * @relationship: the id of a relationship
 *
 * Returns: (transfer full): a comparison that has not begun
 */
SquillPlacementComparison *
squill_placement_comparison_new (SquillSession *session, const char *relationship)
{
  SquillPlacementComparison *self = g_new0 (SquillPlacementComparison, 1);
  SquillModel *model = squill_session_get_model (session);
  guint n;

  self->relationship = g_strdup (relationship);
  squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_ENTITY, &n);
  if (n <= MAX_ENTITIES)
    self->model = squill_model_copy (model);
  return self;
}

/**
 * squill_placement_comparison_free:
 * @self: a comparison
 *
 * Frees it, finished or not.
 */
void
squill_placement_comparison_free (SquillPlacementComparison *self)
{
  g_clear_object (&self->model);
  g_free (self->relationship);
  g_free (self);
}

static void
set_placement (SquillModel *model,
               const SquillRelationship *relationship,
               SquillPlacement placement)
{
  const char *id = relationship->item.id;
  gboolean subset = placement == SQUILL_PLACEMENT_SUBSET;

  squill_model_set (model, id, "placement", json_string (squill_placement_get_name (placement)),
                    NULL);
  if ((subset || placement == SQUILL_PLACEMENT_BUCKET) && isnan (relationship->bound))
    squill_model_set (model, id, "bound", squill_json_number (subset ? USUAL_SUBSET : USUAL_BUCKET),
                      NULL);
}

static void
describe (SquillPlacementComparison *self, SquillPlacement placement, SquillPlacementLine *line)
{
  g_autoptr (SquillDesign) design = squill_design_new (self->model);
  const SquillRelationship *r = squill_model_get_relationship (self->model, self->relationship);
  const SquillCollection *parent = squill_design_find_collection (design, r->parent);
  const SquillCollection *child = squill_design_find_collection (design, r->child);
  gboolean at_child = placement == SQUILL_PLACEMENT_PARENT_REFERENCE;
  const SquillCollection *collection = at_child && child != NULL ? child : parent;
  const SquillShape *stored =
      squill_design_get_stored (design, self->relationship, !at_child || child == NULL);
  g_autofree char *size = NULL;

  if (placement == SQUILL_PLACEMENT_BUCKET || placement == SQUILL_PLACEMENT_JUNCTION)
    collection = squill_design_find_collection (design, self->relationship);
  if (collection == NULL || collection->shape == NULL)
    return;
  size = squill_wording_bytes (collection->shape->bytes.likely);
  if (stored != NULL && stored->unbounded)
    {
      line->text = g_strdup_printf (_ ("✕ %s now, with no upper bound"), size);
      line->verdict = SQUILL_VERDICT_BAD;
    }
  else if (collection->shape->bytes_at_horizon.likely > SQUILL_SIZE_DOCUMENT_LIMIT)
    {
      line->text = g_strdup (_ ("✕ outgrows 16\u202fMiB"));
      line->verdict = SQUILL_VERDICT_BAD;
    }
  else
    {
      guint n = squill_design_get_n_collections (design);

      /* Translators: the size of a document of one collection, and how many collections. */
      line->text = g_strdup_printf (
          g_dngettext (NULL, "%s in %s · %u collection", "%s in %s · %u collections", n), size,
          collection->name, n);
    }
}

/**
 * squill_placement_comparison_step:
 * @self: a comparison
 * @placement: (out): the placement that was worked out
 * @line: (out): what speaks for or against it; to be cleared
 *
 * Works out one more placement.
 *
 * Returns: %FALSE if there is none left
 */
gboolean
squill_placement_comparison_step (SquillPlacementComparison *self,
                                  SquillPlacement *placement,
                                  SquillPlacementLine *line)
{
  const SquillRelationship *r;

  g_return_val_if_fail (self != NULL, FALSE);

  if (self->model == NULL)
    return FALSE;
  r = squill_model_get_relationship (self->model, self->relationship);
  while (self->next < SQUILL_N_PLACEMENTS && r != NULL &&
         !squill_placement_fits (r, (SquillPlacement)self->next))
    self->next++;
  if (r == NULL || self->next >= SQUILL_N_PLACEMENTS)
    return FALSE;
  *placement = (SquillPlacement)self->next++;
  *line = (SquillPlacementLine){ 0 };
  set_placement (self->model, r, *placement);
  describe (self, *placement, line);
  return TRUE;
}

/**
 * squill_placement_line_clear:
 * @line: a line
 *
 * Frees what the line holds.
 */
void
squill_placement_line_clear (SquillPlacementLine *line)
{
  g_clear_pointer (&line->text, g_free);
}

/**
 * squill_placement_fits:
 * @relationship: a relationship
 * @placement: a way to store one
 *
 * Returns: whether that way is worth showing: it is the one that is chosen, or it makes sense for
 *   as many as there are
 */
gboolean
squill_placement_fits (const SquillRelationship *relationship, SquillPlacement placement)
{
  gboolean one, many_parents;

  g_return_val_if_fail (relationship != NULL, FALSE);

  if (relationship->placement == placement)
    return TRUE;
  one = relationship->children.max <= 1;
  many_parents = relationship->parents.max > 1;
  switch (placement)
    {
    case SQUILL_PLACEMENT_EMBED_ONE:
      return one;
    case SQUILL_PLACEMENT_EMBED_MANY:
    case SQUILL_PLACEMENT_SUBSET:
    case SQUILL_PLACEMENT_BUCKET:
      return !one;
    case SQUILL_PLACEMENT_TWO_WAY:
    case SQUILL_PLACEMENT_JUNCTION:
      return many_parents || !one;
    case SQUILL_PLACEMENT_CHILD_REFERENCES:
    case SQUILL_PLACEMENT_PARENT_REFERENCE:
    default:
      return TRUE;
    }
}

/**
 * squill_placement_choose:
 * @model: a model
 * @relationship: the id of a relationship
 * @placement: how to store it
 *
 * Stores a relationship another way, with a usual bound where the way needs one: one step.
 */
void
squill_placement_choose (SquillModel *model, const char *relationship, SquillPlacement placement)
{
  const SquillRelationship *r;

  g_return_if_fail (SQUILL_IS_MODEL (model));

  r = squill_model_get_relationship (model, relationship);
  g_return_if_fail (r != NULL);

  squill_model_begin_step (model, _ ("Choose how it is stored"), NULL);
  set_placement (model, r, placement);
  squill_model_end_step (model);
}
