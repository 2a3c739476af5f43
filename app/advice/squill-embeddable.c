/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-advice-private.h"
#include "design/squill-size.h"
#include "model/squill-placement.h"

/** TRUE if its children are in a collection of their own and nowhere else, so that they could be
 * embedded instead. */
gboolean
_squill_run_is_apart (SquillRun *run, const SquillRelationship *r)
{
  return (squill_placement_is_reference (r->placement) ||
          r->placement == SQUILL_PLACEMENT_JUNCTION) &&
         !g_str_equal (r->parent, r->child) &&
         squill_design_is_collection (run->design, r->child) &&
         !squill_design_is_embedded (run->design, r->child) &&
         _squill_run_get_place (run, r->parent) != NULL;
}

static gboolean
refers_to_itself (const SquillEntity *entity)
{
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (entity, &n);

  for (guint i = 0; i < n; i++)
    if (g_str_equal (all[i]->parent, all[i]->child) &&
        !squill_placement_is_embedding (all[i]->placement))
      return TRUE;
  return FALSE;
}

/** TRUE if its child has reasons not to be embedded: others refer to it, or it is kept for another
 * time. */
gboolean
_squill_run_stands_alone (SquillRun *run, const SquillRelationship *r)
{
  const SquillEntity *child = _squill_run_get_child (run, r);

  return child->first_class || refers_to_itself (child) ||
         squill_entity_count_referrers (child, r) > 0 ||
         squill_entity_lives_differently (child, _squill_run_get_parent (run, r),
                                          _squill_run_get (run, SQUILL_THRESHOLD_RETENTION_RATIO));
}

/**
 * _squill_run_is_few:
 * @run: a run
 * @r: a relationship
 * @children: (out): children of one parent at the horizon
 * @bytes: (out): of a document with them embedded
 *
 * Returns: %TRUE if each child has one parent, and the children of any are few and small enough for
 *   its document
 */
gboolean
_squill_run_is_few (SquillRun *run, const SquillRelationship *r, double *children, double *bytes)
{
  const SquillEntity *child = _squill_run_get_child (run, r);
  double each = _squill_run_get_bytes (run, r->child);
  double most = _squill_run_get_most_children (run, r);

  *children = _squill_run_get_children (run, r);
  *bytes = _squill_run_get_bytes (run, r->parent) + squill_size_array (*children, each);
  return !squill_relationship_is_shared (r) &&
         most <= _squill_run_get (run, SQUILL_THRESHOLD_EMBED_FEW) &&
         !(child->evolving && most > _squill_run_get (run, SQUILL_THRESHOLD_EVOLVING_MAX)) &&
         *bytes + squill_size_array (most, each) - squill_size_array (*children, each) <
             _squill_run_get (run, SQUILL_THRESHOLD_DOC_WATCH);
}

/** TRUE if its children are used without their parent. */
gboolean
_squill_run_is_asked_for (SquillRun *run, const SquillRelationship *r)
{
  SquillAccess access = _squill_run_get_access (run, r);

  return access.crosses != NULL || squill_access_get_alone_share (&access) >
                                       _squill_run_get (run, SQUILL_THRESHOLD_ALONE_SHARE);
}
