/* SPDX-License-Identifier: Apache-2.0 */

/* What a placement does: every other part of the program asks here. */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include "model/squill-placement.h"

#include "model/squill-model-private.h"

const char *const _squill_placement_names[] = {
  "embed-one",        "embed-many", "child-references",
  "parent-reference", "two-way",    "junction",
  "subset",           "bucket",     NULL
};

typedef enum
{
  PARENT_EMBEDS = 1 << 0, /* documents of the parent contain children */
  PARENT_REFERS = 1 << 1, /* documents of the parent hold the keys of children */
  CHILD_REFERS = 1 << 2,  /* documents of the child hold the key of their parent */
  HOLDS = 1 << 3,         /* children need no collection of their own */
  LISTS = 1 << 4,         /* an array of the parent has an element for each child */
  COLLECTION = 1 << 5,    /* the relationship has a collection of its own */
  BOUND = 1 << 6,         /* the relationship's `bound` means something */
} Traits;

static const Traits traits[SQUILL_N_PLACEMENTS] = {
  [SQUILL_PLACEMENT_EMBED_ONE] = PARENT_EMBEDS | HOLDS,
  [SQUILL_PLACEMENT_EMBED_MANY] = PARENT_EMBEDS | HOLDS | LISTS,
  [SQUILL_PLACEMENT_CHILD_REFERENCES] = PARENT_REFERS | LISTS,
  [SQUILL_PLACEMENT_PARENT_REFERENCE] = CHILD_REFERS,
  [SQUILL_PLACEMENT_TWO_WAY] = PARENT_REFERS | CHILD_REFERS | LISTS,
  [SQUILL_PLACEMENT_JUNCTION] = COLLECTION,
  [SQUILL_PLACEMENT_SUBSET] = PARENT_EMBEDS | CHILD_REFERS | BOUND,
  [SQUILL_PLACEMENT_BUCKET] = CHILD_REFERS | HOLDS | COLLECTION | BOUND,
};

static gboolean
has (SquillPlacement placement, Traits wanted)
{
  g_return_val_if_fail (placement < SQUILL_N_PLACEMENTS, FALSE);

  return (traits[placement] & wanted) != 0;
}

/**
 * squill_placement_get_name:
 * @placement: a placement
 *
 * Returns: (transfer none): its name in files and on the command line, such as "embed-many"
 */
const char *
squill_placement_get_name (SquillPlacement placement)
{
  g_return_val_if_fail (placement < SQUILL_N_PLACEMENTS, NULL);

  return _squill_placement_names[placement];
}

/**
 * squill_placement_is_embedding:
 * @placement: a placement
 *
 * Returns: %TRUE if all children are embedded in their parents
 */
gboolean
squill_placement_is_embedding (SquillPlacement placement)
{
  return has (placement, PARENT_EMBEDS) && has (placement, HOLDS);
}

/**
 * squill_placement_is_reference:
 * @placement: a placement
 *
 * Returns: %TRUE if parents and children are documents of their own, and references in them are all
 *   that the relationship stores
 */
gboolean
squill_placement_is_reference (SquillPlacement placement)
{
  return !has (placement, PARENT_EMBEDS | HOLDS | COLLECTION);
}

/**
 * squill_placement_embeds_any:
 * @placement: a placement
 *
 * Returns: %TRUE if documents of the parent contain children: all of them, or a subset
 */
gboolean
squill_placement_embeds_any (SquillPlacement placement)
{
  return has (placement, PARENT_EMBEDS);
}

/**
 * squill_placement_holds_children:
 * @placement: a placement
 *
 * Returns: %TRUE if children are stored in other documents, in their parents or in buckets, so that
 *   they need no collection of their own
 */
gboolean
squill_placement_holds_children (SquillPlacement placement)
{
  return has (placement, HOLDS);
}

/**
 * squill_placement_lists_children:
 * @placement: a placement
 *
 * Returns: %TRUE if documents of the parent have an array with an element for each child
 */
gboolean
squill_placement_lists_children (SquillPlacement placement)
{
  return has (placement, LISTS);
}

/**
 * squill_placement_has_collection:
 * @placement: a placement
 *
 * Returns: %TRUE if the relationship has a collection of its own, of links or of buckets
 */
gboolean
squill_placement_has_collection (SquillPlacement placement)
{
  return has (placement, COLLECTION);
}

/**
 * squill_placement_has_bound:
 * @placement: a placement
 *
 * Returns: %TRUE if the relationship's `bound` says how many children are stored together
 */
gboolean
squill_placement_has_bound (SquillPlacement placement)
{
  return has (placement, BOUND);
}

/**
 * squill_placement_has_reference:
 * @placement: a placement
 * @at_parent: at which end
 *
 * Returns: %TRUE if documents of that end hold a reference to the other. Children in buckets hold
 *   one only where they have a collection besides
 */
gboolean
squill_placement_has_reference (SquillPlacement placement, gboolean at_parent)
{
  return has (placement, at_parent ? PARENT_REFERS : CHILD_REFERS);
}

/**
 * squill_placement_stores:
 * @placement: a placement
 * @at_parent: at which end
 *
 * Returns: %TRUE if the relationship stores something in documents of that end, be it the other end
 *   or a reference to it. Links and buckets store it in their own documents
 */
gboolean
squill_placement_stores (SquillPlacement placement, gboolean at_parent)
{
  return !has (placement, COLLECTION) &&
         has (placement, at_parent ? PARENT_EMBEDS | PARENT_REFERS : CHILD_REFERS);
}

/**
 * squill_relationship_is_single:
 * @relationship: a relationship
 *
 * Returns: %TRUE if a parent has no more than one child
 */
gboolean
squill_relationship_is_single (const SquillRelationship *relationship)
{
  return relationship->placement == SQUILL_PLACEMENT_EMBED_ONE ||
         squill_triple_get_most (relationship->children) <= 1;
}

/**
 * squill_relationship_is_shared:
 * @relationship: a relationship
 *
 * Returns: %TRUE if a child may have several parents
 */
gboolean
squill_relationship_is_shared (const SquillRelationship *relationship)
{
  return squill_triple_get_most (relationship->parents) > 1;
}

/**
 * squill_relationship_get_embedding:
 * @relationship: a relationship
 *
 * Returns: the placement by which all its children would be embedded: as one document where a
 *   parent has at most one child, as an array otherwise
 */
SquillPlacement
squill_relationship_get_embedding (const SquillRelationship *relationship)
{
  return relationship->children.max <= 1 ? SQUILL_PLACEMENT_EMBED_ONE : SQUILL_PLACEMENT_EMBED_MANY;
}
