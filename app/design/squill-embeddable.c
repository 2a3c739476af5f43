/* SPDX-License-Identifier: Apache-2.0 */

/* What an entity says about whether it can be a part of another, whoever asks: the comparison of
 * placements or a rule. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-cost.h"
#include "model/squill-placement.h"
#include "model/squill-threshold.h"

/**
 * squill_entity_count_referrers:
 * @entity: an entity
 * @but: (nullable): a relationship that does not count
 *
 * Returns: how many of its relationships let other entities keep its id
 */
guint
squill_entity_count_referrers (const SquillEntity *entity, const SquillRelationship *but)
{
  const char *id = entity->item.id;
  guint n, found = 0;
  const SquillRelationship *const *all = squill_entity_get_relationships (entity, &n);

  for (guint i = 0; i < n; i++)
    {
      const SquillRelationship *r = all[i];
      gboolean parent_keeps =
          squill_placement_stores (r->placement, TRUE) && r->placement != SQUILL_PLACEMENT_SUBSET;
      gboolean child_keeps = squill_placement_stores (r->placement, FALSE);

      if (r == but || squill_placement_is_embedding (r->placement) ||
          g_str_equal (r->parent, r->child))
        continue;
      if (squill_placement_has_collection (r->placement) ||
          (g_str_equal (r->child, id) && parent_keeps) ||
          (g_str_equal (r->parent, id) && child_keeps))
        found++;
    }
  return found;
}

/**
 * squill_entity_get_retention:
 * @entity: an entity
 *
 * Returns: days that one is kept: what the entity says, or what its collection or an index sees to;
 *   NaN for ever
 */
double
squill_entity_get_retention (const SquillEntity *entity)
{
  if (!isnan (entity->retention))
    return entity->retention;
  if (!isnan (entity->expire_after))
    return entity->expire_after / 86400;
  SQUILL_FOR_EACH_CHILD (SquillIndex, index, entity, SQUILL_KIND_INDEX)
    {
      if (!isnan (index->expire_after))
        return index->expire_after / 86400;
    }
  return NAN;
}

/**
 * squill_entity_lives_differently:
 * @child: an entity
 * @parent: the entity that it could be a part of
 * @ratio: how many times longer one is kept before it matters
 *
 * Returns: %TRUE if the child is kept for another time than the parent. A part about which nothing
 *   is said goes when the whole goes
 */
gboolean
squill_entity_lives_differently (const SquillEntity *child,
                                 const SquillEntity *parent,
                                 double ratio)
{
  double of_parent = squill_entity_get_retention (parent);
  double of_child = squill_entity_get_retention (child);

  if (isnan (of_child))
    return FALSE;
  return isnan (of_parent) || of_child * ratio < of_parent || of_parent * ratio < of_child;
}

/**
 * squill_item_may_change:
 * @owner: an entity or a field
 *
 * Returns: %TRUE if one of its fields may change, apart from `_id`
 */
gboolean
squill_item_may_change (gconstpointer owner)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, owner, SQUILL_KIND_FIELD)
    {
      if (g_strcmp0 (field->name, "_id") == 0 || field->immutable)
        continue;
      if (field->item.children == NULL || field->item.children->len == 0 ||
          squill_item_may_change (field))
        return TRUE;
    }
  return FALSE;
}
