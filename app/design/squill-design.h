/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-shape.h"

G_BEGIN_DECLS

/**
 * SquillCollectionKind:
 * @SQUILL_COLLECTION_ENTITY: the documents of an entity
 * @SQUILL_COLLECTION_JUNCTION: the links of a many-to-many relationship
 * @SQUILL_COLLECTION_BUCKET: the children of a relationship, many in one document
 */
typedef enum
{
  SQUILL_COLLECTION_ENTITY,
  SQUILL_COLLECTION_JUNCTION,
  SQUILL_COLLECTION_BUCKET,
} SquillCollectionKind;

/**
 * SquillCollectionIndex:
 * @name: its name; "_id_" for the one every collection has
 * @keys: (element-type SquillKey): dotted paths as queries write them, and directions
 * @index: (nullable): id of the #SquillIndex it comes from
 * @unresolved: a key names something that the documents do not have
 */
typedef struct
{
  char *name;
  SquillKeys *keys;
  gboolean unique;
  const char *index;
  gboolean unresolved;
} SquillCollectionIndex;

/**
 * SquillCollection:
 * @id: the id of the entity or relationship it comes from; stable while that exists
 * @name: as the server knows it
 * @entity: (nullable): id of the entity at the root; %NULL for a junction. For a bucket: the child
 * @relationship: (nullable): id of the relationship it comes from; %NULL for an entity's
 * @entities: (element-type utf8): ids of all entities in its documents, the root's first
 * @relationships: (element-type utf8): ids of all relationships that shape its documents
 * @count: documents now
 * @count_at_horizon: likely documents at the horizon
 * @shape: the document: its `bytes` are those of a document
 * @indexes: (element-type SquillCollectionIndex): the indexes, `_id` first; those of embedded
 *   entities with the path to them
 * @generation: changes each time the shape, sizes, counts or indexes are computed again
 *
 * A collection that follows from the model. Belongs to its design; valid until the model changes.
 */
typedef struct
{
  SquillCollectionKind kind;
  char *id;
  char *name;
  const char *entity;
  const char *relationship;
  GPtrArray *entities;
  GPtrArray *relationships;
  SquillTriple count;
  double count_at_horizon;
  SquillShape *shape;
  GPtrArray *indexes;
  guint64 generation;
} SquillCollection;

#define SQUILL_TYPE_DESIGN (squill_design_get_type ())
G_DECLARE_FINAL_TYPE (SquillDesign, squill_design, SQUILL, DESIGN, GObject)

/* Signal "changed" (guint n_collections_gone_or_new, GStrv ids of collections to read again):
 * emitted once after each change of the model that the design depends on, before anything is
 * computed: a collection is computed when it is next read. */

SquillDesign *squill_design_new (SquillModel *model);
SquillModel *squill_design_get_model (SquillDesign *self);
guint squill_design_get_n_collections (SquillDesign *self);
const SquillCollection *squill_design_get_collection (SquillDesign *self, guint position);
const SquillCollection *squill_design_find_collection (SquillDesign *self, const char *id);
const SquillCollection *squill_design_find_collection_by_name (SquillDesign *self,
                                                               const char *name);
gboolean squill_design_is_collection (SquillDesign *self, const char *entity);
gboolean squill_design_is_embedded (SquillDesign *self, const char *entity);
guint64 squill_design_get_generation (SquillDesign *self, const char *collection);

/* Where the documents of an entity are: as a root, and embedded. (element-type SquillShape) */
GPtrArray *squill_design_get_places (SquillDesign *self, const char *entity);
/* Which collections have something of an entity or relationship in them. (element-type utf8) */
GPtrArray *squill_design_get_collections_of (SquillDesign *self, const char *id);
/* The collection whose document a shape is part of. */
const SquillCollection *squill_design_get_collection_of_shape (SquillDesign *self,
                                                               const SquillShape *shape);
/* What a SquillKey path of an entity means in a place where documents of the entity are. */
const SquillShape *squill_design_resolve (SquillDesign *self,
                                          const SquillShape *place,
                                          const char *key_path);
/* The shape a relationship stores at its parent's or child's end. */
const SquillShape *squill_design_get_stored (SquillDesign *self,
                                             const char *relationship,
                                             gboolean at_parent);

/* Children of one parent at the horizon: min (cap, max, likely + growth * years) (rules.md 2). */
double squill_design_get_children_at_horizon (SquillDesign *self, const SquillRelationship *r);
SquillTriple squill_design_get_count (SquillDesign *self, const char *entity);
double squill_design_get_count_at_horizon (SquillDesign *self, const char *entity);
double squill_operation_get_rate (const SquillOperation *operation); /* per second; 0 unset */

G_END_DECLS
