/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-embeddable.h"

#include "advice/squill-fix-placement.h"
#include "design/squill-size.h"

/**
 * squill_entity_count_referrers:
 * @entity: an entity
 * @but: (nullable): a relationship that does not count
 *
 * Returns: how many of its relationships let others keep its id
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

      if (r == but || squill_relationship_embeds (r))
        continue;
      if (r->placement == SQUILL_PLACEMENT_JUNCTION || r->placement == SQUILL_PLACEMENT_BUCKET ||
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
 * squill_run_lives_differently:
 * @run: a run
 * @parent: an entity
 * @child: another
 *
 * Returns: %TRUE if the child is kept for another time than the parent. A part about which nothing
 *   is said goes when the whole goes
 */
gboolean
squill_run_lives_differently (SquillRun *run, const SquillEntity *parent, const SquillEntity *child)
{
  double of_parent = squill_entity_get_retention (parent);
  double of_child = squill_entity_get_retention (child);
  double ratio = squill_run_get (run, SQUILL_THRESHOLD_RETENTION_RATIO);

  if (isnan (of_child))
    return FALSE;
  return isnan (of_parent) || of_child * ratio < of_parent || of_parent * ratio < of_child;
}

/**
 * squill_run_is_apart:
 * @run: a run
 * @r: a relationship
 *
 * Returns: %TRUE if its children are in a collection of their own and nowhere else, so that they
 *   could be embedded instead
 */
gboolean
squill_run_is_apart (SquillRun *run, const SquillRelationship *r)
{
  return (r->placement == SQUILL_PLACEMENT_PARENT_REFERENCE ||
          r->placement == SQUILL_PLACEMENT_CHILD_REFERENCES ||
          r->placement == SQUILL_PLACEMENT_TWO_WAY || r->placement == SQUILL_PLACEMENT_JUNCTION) &&
         !g_str_equal (r->parent, r->child) &&
         squill_design_is_collection (run->design, r->child) &&
         !squill_design_is_embedded (run->design, r->child) &&
         squill_run_get_place (run, r->parent) != NULL;
}

/**
 * squill_run_stands_alone:
 * @run: a run
 * @r: a relationship
 *
 * Returns: %TRUE if its child has reasons not to be embedded: others refer to it, or it is kept for
 *   another time
 */
gboolean
squill_run_stands_alone (SquillRun *run, const SquillRelationship *r)
{
  const SquillEntity *child = squill_run_get_child (run, r);

  return child->first_class || squill_entity_count_referrers (child, r) > 0 ||
         squill_run_lives_differently (run, squill_run_get_parent (run, r), child);
}

/**
 * squill_run_is_few:
 * @run: a run
 * @r: a relationship
 * @children: (out): children of one parent at the horizon
 * @bytes: (out): of a document with them embedded
 *
 * Returns: %TRUE if each child has one parent, and the children of one are few and small enough for
 *   its document (rules.md 5.2)
 */
gboolean
squill_run_is_few (SquillRun *run, const SquillRelationship *r, double *children, double *bytes)
{
  const SquillEntity *child = squill_run_get_child (run, r);

  *children = squill_run_get_children (run, r);
  *bytes = squill_run_get_bytes (run, r->parent) +
           squill_size_array (*children, squill_run_get_bytes (run, r->child));
  return !squill_relationship_is_shared (r) &&
         *children <= squill_run_get (run, SQUILL_THRESHOLD_EMBED_FEW) &&
         !(child->evolving && *children > squill_run_get (run, SQUILL_THRESHOLD_EVOLVING_MAX)) &&
         *bytes < squill_run_get (run, SQUILL_THRESHOLD_DOC_WATCH);
}

/**
 * squill_run_is_asked_for:
 * @run: a run
 * @r: a relationship
 *
 * Returns: %TRUE if its children are used without their parent
 */
gboolean
squill_run_is_asked_for (SquillRun *run, const SquillRelationship *r)
{
  SquillAccess access = squill_run_get_access (run, r);

  return access.crosses || squill_access_get_alone_share (&access) >
                               squill_run_get (run, SQUILL_THRESHOLD_ALONE_SHARE);
}
