/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-design-private.h"
#include "model/squill-placement.h"

typedef struct
{
  SquillTriple now;
  double at_horizon;
} Count;

typedef struct
{
  SquillModel *model;
  SquillDependence *dependence;
  GHashTable *known; /* entity -> Count: what was counted before, and what is being counted */
} Counting;

static double
times (double a, double b)
{
  return a == 0 || b == 0 ? 0 : a * b;
}

/** How many children a subset keeps or a bucket holds; NaN where nobody said a sensible number. */
double
_squill_relationship_get_bound (const SquillRelationship *relationship)
{
  return relationship->bound >= 1 && isfinite (relationship->bound) ? relationship->bound : NAN;
}

/** Children of one parent, with what bounds them; NaN for a part that nobody said. */
SquillTriple
_squill_relationship_get_children (const SquillRelationship *relationship)
{
  SquillTriple children = relationship->children;
  double cap = relationship->cap;

  if (cap >= 0)
    {
      children.max = isnan (children.max) ? cap : MIN (children.max, cap);
      if (children.likely > cap)
        children.likely = cap;
      if (children.min > cap)
        children.min = cap;
    }
  else if (isnan (children.max) && relationship->growth > 0)
    children.max = INFINITY;
  return children;
}

/** The same some years later: the likely number. */
double
_squill_relationship_get_children_at (const SquillRelationship *relationship, double horizon)
{
  SquillTriple children = _squill_relationship_get_children (relationship);
  double growth = isnan (relationship->growth) ? 0 : relationship->growth;
  double later = relationship->children.likely + growth * horizon;

  return later > children.max ? children.max : later < 0 ? 0 : later;
}

static Count count_entity (Counting *self, const SquillEntity *entity);

/* What somebody said, or else what the parents of an embedded entity make of it. */
static Count
count_embedded (Counting *self, const SquillRelationship *r)
{
  const double horizon = squill_model_get_horizon (self->model);
  SquillTriple children = _squill_relationship_get_children (r);
  Count parents = count_entity (self, squill_model_get_entity (self->model, r->parent));
  /* A child of several parents is one entity, however often it is stored. */
  double most = r->parents.max > 1 ? r->parents.max : 1;
  double usual = r->parents.likely > 1 ? r->parents.likely : 1;
  double least = r->parents.min > 1 ? r->parents.min : 1;
  Count count;

  if (r->placement == SQUILL_PLACEMENT_EMBED_ONE)
    children = squill_triple_or (children, 0, 1, 1);
  count.now.min = times (parents.now.min, children.min) / most;
  count.now.likely = times (parents.now.likely, children.likely) / usual;
  count.now.max = times (parents.now.max, children.max) / least;
  count.at_horizon =
      times (parents.at_horizon, r->placement == SQUILL_PLACEMENT_EMBED_ONE
                                     ? children.likely
                                     : _squill_relationship_get_children_at (r, horizon)) /
      usual;
  return count;
}

static Count
count_entity (Counting *self, const SquillEntity *entity)
{
  Count sum = { SQUILL_TRIPLE_UNSET, NAN };
  Count *known;
  const SquillRelationship *const *relationships;
  guint n;

  _squill_dependence_note_count (self->dependence, entity);
  if (squill_triple_is_set (entity->count))
    {
      double growth = isnan (entity->growth) ? 0 : entity->growth;

      sum.now = entity->count;
      sum.at_horizon = sum.now.likely + growth * 12 * squill_model_get_horizon (self->model);
      if (sum.at_horizon < 0)
        sum.at_horizon = 0;
      return sum;
    }

  if (self->known == NULL)
    self->known = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  known = g_hash_table_lookup (self->known, entity);
  if (known != NULL)
    return *known;
  /* Unknown while it is counted: entities may be embedded in each other. */
  g_hash_table_insert (self->known, (gpointer)entity, g_memdup2 (&sum, sizeof sum));

  _squill_dependence_note_ends (self->dependence, entity);
  relationships = squill_entity_get_relationships (entity, &n);
  for (guint i = 0; i < n; i++)
    {
      const SquillRelationship *r = relationships[i];
      Count more;

      if (!g_str_equal (r->child, entity->item.id) || g_str_equal (r->parent, entity->item.id) ||
          !squill_placement_holds_children (r->placement))
        continue;
      _squill_dependence_note_relationship (self->dependence, r);
      more = count_embedded (self, r);
      if (isnan (sum.now.min) && isnan (sum.now.likely) && isnan (sum.now.max))
        sum = more;
      else
        {
          sum.now.min += more.now.min;
          sum.now.likely += more.now.likely;
          sum.now.max += more.now.max;
          sum.at_horizon += more.at_horizon;
        }
    }
  g_hash_table_insert (self->known, (gpointer)entity, g_memdup2 (&sum, sizeof sum));
  return sum;
}

/**
 * _squill_count_entity:
 * @model: a model
 * @dependence: where it is noted what was read
 * @entity: an entity
 * @at_horizon: (out): the likely number at the horizon
 *
 * Returns: how many there are: what was said, or for an entity that is embedded what follows from
 *   those that embed it; NaN where nobody said enough
 */
SquillTriple
_squill_count_entity (SquillModel *model,
                      SquillDependence *dependence,
                      const SquillEntity *entity,
                      double *at_horizon)
{
  Counting self = { model, dependence, NULL };
  Count count = count_entity (&self, entity);

  g_clear_pointer (&self.known, g_hash_table_unref);
  *at_horizon = count.at_horizon;
  return count.now;
}

/** Links: the children of all parents, or the parents of all children. */
SquillTriple
_squill_count_junction (SquillModel *model,
                        SquillDependence *dependence,
                        const SquillRelationship *relationship,
                        double *at_horizon)
{
  const SquillRelationship *r = relationship;
  const double horizon = squill_model_get_horizon (model);
  const SquillEntity *parent = squill_model_get_entity (model, r->parent);
  const SquillEntity *child = squill_model_get_entity (model, r->child);
  SquillTriple children = _squill_relationship_get_children (r);
  SquillTriple links = SQUILL_TRIPLE_UNSET;

  *at_horizon = NAN;
  if (squill_triple_is_set (children))
    {
      double parents_then;
      SquillTriple parents = _squill_count_entity (model, dependence, parent, &parents_then);

      links =
          SQUILL_TRIPLE (times (parents.min, children.min), times (parents.likely, children.likely),
                         times (parents.max, children.max));
      *at_horizon = times (parents_then, _squill_relationship_get_children_at (r, horizon));
    }
  if (isnan (links.likely) && squill_triple_is_set (r->parents))
    {
      double children_then;
      SquillTriple all = _squill_count_entity (model, dependence, child, &children_then);

      links = SQUILL_TRIPLE (times (all.min, r->parents.min), times (all.likely, r->parents.likely),
                             times (all.max, r->parents.max));
      *at_horizon = times (children_then, r->parents.likely);
    }
  return links;
}

/** Buckets: as many as the children of a parent need, times the parents. */
SquillTriple
_squill_count_bucket (SquillModel *model,
                      SquillDependence *dependence,
                      const SquillRelationship *relationship,
                      double *at_horizon)
{
  const SquillRelationship *r = relationship;
  const double horizon = squill_model_get_horizon (model);
  const SquillEntity *parent = squill_model_get_entity (model, r->parent);
  SquillTriple children = _squill_relationship_get_children (r);
  double parents_then;
  SquillTriple parents = _squill_count_entity (model, dependence, parent, &parents_then);
  double bound = _squill_relationship_get_bound (r);

  *at_horizon =
      times (parents_then, ceil (_squill_relationship_get_children_at (r, horizon) / bound));
  return SQUILL_TRIPLE (times (parents.min, ceil (children.min / bound)),
                        times (parents.likely, ceil (children.likely / bound)),
                        times (parents.max, ceil (children.max / bound)));
}
