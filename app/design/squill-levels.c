/* SPDX-License-Identifier: Apache-2.0 */

/* The levels of a relationship of an entity with itself, and who goes through all of them. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-use.h"

/* Levels of a tree of which nobody said how many it has. */
#define USUAL_LEVELS 3.0
#define MOST_LEVELS 10.0

/**
 * squill_use_goes_all_the_way:
 * @use: an operation
 * @r: a relationship
 *
 * Whoever comes from elsewhere, or aggregates, and follows a relationship of an entity with itself
 * wants to go all the way. To ask for the direct children is a filter by the reference.
 *
 * Returns: %TRUE if the operation reads more than one level
 */
gboolean
squill_use_goes_all_the_way (const SquillUse *use, const SquillRelationship *r)
{
  const gboolean from_there = use->root != NULL && g_str_equal (use->root->item.id, r->parent);

  return g_str_equal (r->parent, r->child) && use->reads && squill_use_follows (use, r->item.id) &&
         (!from_there || use->operation->operation == SQUILL_OPERATION_AGGREGATE);
}

/**
 * squill_design_count_levels:
 * @design: a design
 * @r: a relationship of an entity with itself
 *
 * Estimates how deep it goes: as an even tree with as many documents, each with as many children.
 *
 * Returns: how many documents are above one
 */
SquillTriple
squill_design_count_levels (SquillDesign *design, const SquillRelationship *r)
{
  const double count = squill_triple_get_usual (squill_design_get_count (design, r->parent));
  const double each = r->children.likely;
  double levels = each > 1 && count > each ? ceil (log (count) / log (each)) : USUAL_LEVELS;
  double most = fmax (MOST_LEVELS, 2 * levels);

  if (r->depth >= 1)
    most = r->depth;
  levels = fmin (levels, most);
  return SQUILL_TRIPLE (0, levels, most);
}

/**
 * squill_design_count_walk:
 * @design: a design
 * @r: a relationship of an entity with itself
 * @from_parent: to the children of a document and on to theirs; otherwise to its parents and theirs
 * @levels: (out): the levels to go through
 *
 * Counts what is reached from one document. On average as many are below one as above one: each
 * that is above another has that below it. So the usual document has few below it, and the first
 * has all.
 *
 * Returns: how many documents, without the one to start from
 */
SquillTriple
squill_design_count_walk (SquillDesign *design,
                          const SquillRelationship *r,
                          gboolean from_parent,
                          SquillTriple *levels)
{
  const double count = squill_triple_get_usual (squill_design_get_count (design, r->parent));
  const SquillTriple deep = squill_design_count_levels (design, r);
  const double each = fmax (from_parent ? r->children.likely : r->parents.likely, 1);
  /* Of those nobody counted there is no end. */
  const double all = isnan (count) ? INFINITY : fmax (count, 1);
  const double reached = fmin (fmax (deep.likely, each), all);
  const double usual =
      each > 1 ? ceil (log (reached * (each - 1) / each + 1) / log (each)) : reached;

  *levels = SQUILL_TRIPLE (1, CLAMP (usual, 1, deep.max), deep.max);
  return SQUILL_TRIPLE (1, reached, from_parent ? all : fmax (reached, deep.max));
}
