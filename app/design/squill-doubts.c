/* SPDX-License-Identifier: Apache-2.0 */

/* What rules a placement out, and what speaks against it (rules.md 7.1 and 7.2). */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "design/squill-comparison-private.h"
#include "design/squill-size.h"
#include "model/squill-number.h"

/* From here on (rules.md 7 and 4): operations on children alone; reads together; embedded bytes. */
#define INDEPENDENT 0.05
#define RARELY 0.2
#define HALF 0.5

double
_squill_comparison_get_threshold (SquillComparison *self, const char *name, double otherwise)
{
  const json_t *set = json_object_get (squill_model_get_info (self->model)->thresholds, name);

  return json_is_number (set) ? json_number_value (set) : otherwise;
}

static const char *
get_name (const SquillEntity *entity)
{
  return entity->name != NULL ? entity->name : "";
}

/* What rules a placement out. */

static gboolean
is_array (SquillPlacement placement)
{
  return placement == SQUILL_PLACEMENT_EMBED_MANY ||
         placement == SQUILL_PLACEMENT_CHILD_REFERENCES || placement == SQUILL_PLACEMENT_TWO_WAY;
}

gboolean
_squill_placement_is_embedding (SquillPlacement placement)
{
  return placement == SQUILL_PLACEMENT_EMBED_ONE || placement == SQUILL_PLACEMENT_EMBED_MANY;
}

gboolean
_squill_comparison_is_single (SquillComparison *self)
{
  return self->children.max <= 1;
}

/* Children that one document cannot hold at the horizon, at their largest. */
char *
_squill_comparison_check_limit (SquillComparison *self,
                                const SquillShape *root,
                                const SquillShape *stored)
{
  double rest = root->bytes_at_horizon.likely - stored->bytes_at_horizon.likely;
  double k = isinf (self->children.max) ? self->at_horizon : self->children.max;
  double most = stored->array ? squill_size_of_name (stored->name) +
                                    squill_size_array (isnan (k) ? 0 : k, stored->payload.max)
                              : stored->bytes.max;
  g_autofree char *number = NULL;

  if (stored->array && stored->length.max < k)
    most = stored->bytes.max;
  if (!(rest + most > SQUILL_SIZE_DOCUMENT_LIMIT) || isinf (rest))
    return NULL;
  if (isinf (stored->payload.max))
    return g_strdup (_ ("Reaches 16 MiB: no upper bound"));
  if (!stored->array)
    return g_strdup (_ ("Passes 16 MiB"));
  number = squill_number_to_short (squill_size_capacity (
      SQUILL_SIZE_DOCUMENT_LIMIT, rest + squill_size_of_name (stored->name), stored->payload.max));
  /* Translators: the number of elements that fit into a document of 16 MiB */
  return g_strdup_printf (_ ("Passes 16 MiB: %s fit"), number);
}

static char *
check_first (SquillComparison *self, const SquillPlacementOption *option)
{
  if (!(self->work.with_first > 0) && self->work.known)
    return g_strdup (_ ("Nothing reads only the first"));
  if (!(option->bound > 0))
    return g_strdup (_ ("How many to keep in the parent is not said"));
  return NULL;
}

static char *
check_bucket (SquillComparison *self, const SquillPlacementOption *option)
{
  if (self->r->ordering == SQUILL_ORDERING_NONE)
    return g_strdup (_ ("They have no order"));
  if (!(option->bound > 0))
    return g_strdup (_ ("How many go into a bucket is not said"));
  return NULL;
}

/* What its numbers and the workload say; shapes come later. */
char *
_squill_comparison_find_reason (SquillComparison *self, const SquillPlacementOption *option)
{
  const SquillPlacement placement = option->placement;
  const SquillRelationship *r = self->r;

  if (is_array (placement) && !_squill_comparison_is_single (self) && isinf (self->children.max))
    return g_strdup (_ ("Reaches 16 MiB: no upper bound"));
  if (placement == SQUILL_PLACEMENT_TWO_WAY && isinf (r->parents.max))
    return g_strdup (_ ("Reaches 16 MiB: no upper bound"));
  if (r->parents.max > 1 &&
      (placement == SQUILL_PLACEMENT_PARENT_REFERENCE || placement == SQUILL_PLACEMENT_SUBSET ||
       placement == SQUILL_PLACEMENT_BUCKET))
    /* Translators: the name of the parents, then of the children */
    return g_strdup_printf (_ ("Several “%s” for each of “%s”"), get_name (self->parent),
                            get_name (self->child));
  if (placement == SQUILL_PLACEMENT_SUBSET)
    {
      char *reason = check_first (self, option);

      if (reason != NULL)
        return reason;
    }
  if (placement == SQUILL_PLACEMENT_BUCKET)
    {
      char *reason = check_bucket (self, option);

      if (reason != NULL)
        return reason;
    }
  if (option->copied && self->work.known &&
      !((placement == SQUILL_PLACEMENT_CHILD_REFERENCES ? self->work.with_fields
                                                        : self->work.child_with_fields) > 0))
    return g_strdup (_ ("Nothing reads the copies"));
  if (self->work.atomic != NULL && !_squill_placement_is_embedding (placement))
    return g_strdup_printf (_ ("“%s” has to change both at once"), self->work.atomic);
  return NULL;
}

/* What speaks against one. */

gboolean
_squill_item_may_change (const SquillItem *owner)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, owner, SQUILL_KIND_FIELD)
    {
      if (!field->immutable && g_strcmp0 (field->name, "_id") != 0)
        return TRUE;
    }
  return FALSE;
}

static void
doubt (SquillPlacementOption *option, char *text)
{
  g_ptr_array_add (option->doubts, text);
}

static void
doubt_embedding (SquillComparison *self,
                 SquillPlacementOption *option,
                 const SquillShape *root,
                 const SquillShape *stored)
{
  const SquillWorkload *w = &self->work;
  double most = _squill_comparison_get_threshold (self, "embed.max", 200);
  double independence = _squill_workload_get_independence (w);
  double reads = w->with_all + w->with_first + w->with_fields + w->parent;

  if (self->at_horizon > most)
    {
      g_autofree char *count = squill_number_to_short (self->at_horizon);
      g_autofree char *limit = squill_number_to_short (most);

      /* Translators: the numbers of embedded children, and of how many there should be at most */
      doubt (option, g_strdup_printf (_ ("%s in one document, more than %s"), count, limit));
    }
  if (independence > INDEPENDENT)
    doubt (option, g_strdup_printf (_ ("%.0f %% of what is done with “%s” needs it alone"),
                                    100 * independence, get_name (self->child)));
  if (self->r->parents.max > 1 && _squill_item_may_change (&self->child->item))
    {
      g_autofree char *copies = squill_number_to_short (
          self->r->parents.likely > 1 ? self->r->parents.likely : self->r->parents.max);

      doubt (option, g_strdup_printf (_ ("Each stored %s times, and may change"), copies));
    }
  if (reads > 0 && (reads - w->parent) / reads < RARELY &&
      stored->bytes.likely > HALF * root->bytes.likely)
    doubt (option,
           g_strdup_printf (_ ("%.0f %% of reads carry it unused"), 100 * w->parent / reads));
}

static void
doubt_copies (SquillComparison *self, SquillPlacementOption *option, const SquillStorage *storage)
{
  const SquillWorkload *w = &self->work;
  gboolean to_parent = option->placement == SQUILL_PLACEMENT_CHILD_REFERENCES;
  double margin = _squill_comparison_get_threshold (self, "denorm.margin", 2);
  double reads = to_parent ? w->with_fields : w->child_with_fields;
  double writes = to_parent ? w->update_child_copied : w->update_parent_copied;
  double saved = to_parent ? _squill_cost_of_join (storage->children, storage->child)
                           : _squill_cost_of_join (1, storage->parent);
  double extra = _squill_cost_of_copies (to_parent ? storage->parents : storage->children);

  if (reads * saved < margin * writes * extra)
    doubt (option, g_strdup (_ ("Keeping the copies in step costs more than they save")));
}

void
_squill_comparison_find_doubts (SquillComparison *self,
                                SquillPlacementOption *option,
                                const SquillStorage *storage,
                                const SquillShape *root,
                                const SquillShape *stored)
{
  const SquillWorkload *w = &self->work;

  if (_squill_placement_is_embedding (option->placement) && stored != NULL)
    doubt_embedding (self, option, root, stored);
  if (option->placement == SQUILL_PLACEMENT_CHILD_REFERENCES ||
      option->placement == SQUILL_PLACEMENT_TWO_WAY)
    {
      double most = _squill_comparison_get_threshold (self, "ref.max", 3000);

      if (self->at_horizon > most)
        {
          g_autofree char *count = squill_number_to_short (self->at_horizon);
          g_autofree char *limit = squill_number_to_short (most);

          doubt (option,
                 g_strdup_printf (_ ("%s ids in one document, more than %s"), count, limit));
        }
    }
  if (option->placement == SQUILL_PLACEMENT_BUCKET &&
      _squill_workload_get_independence (w) > INDEPENDENT)
    doubt (option,
           g_strdup_printf (_ ("%.0f %% of what is done with “%s” needs it alone"),
                            100 * _squill_workload_get_independence (w), get_name (self->child)));
  if (option->placement == SQUILL_PLACEMENT_SUBSET && w->known && w->with_first < w->insert)
    doubt (option, g_strdup (_ ("Read less often than added to")));
  if (option->copied)
    doubt_copies (self, option, storage);
}
