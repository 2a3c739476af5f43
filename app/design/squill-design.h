/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-shape.h"

G_BEGIN_DECLS

/* What follows from a model. It is computed, never stored, and says no more than was said:
 *
 * - A part of a triple that nobody said stays NaN in lengths and counts. In bytes the least
 *   counts as nothing, the most as the usual (size_unknown), and the usual is assumed by type and
 *   name (size_assumed); squill-assumption.h has the numbers.
 * - A parent has many children unless its triple says at most one, a child has one parent unless
 *   its triple says more. What is stored once need not be there unless the triple says at least
 *   one; with no triple at all it counts as there.
 * - An array is there only if it has an element at least, unless its field is drawn as required.
 * - What grows and has no most has no bound; a cap bounds it.
 * - An entity that is embedded, or in buckets, and has no count has as many as its parents have. */

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
 * @unique: no two documents in it have the same keys
 * @partial: its filter leaves out documents that have its keys
 * @needed: (element-type utf8): the dotted paths that its filter restricts: it serves no query that
 *   does not restrict them too; empty where it is not @partial
 * @sparse: documents without its keys have no entry
 * @hidden: queries do not use it
 * @collates: it compares text otherwise than the collection does
 * @multikey: which of its keys are in arrays or maps: one bit each, the first key's the lowest
 * @index: (nullable): id of the #SquillIndex it comes from; %NULL for that of `_id` and those of
 *   links
 * @unresolved: a key names something that the documents do not have
 *
 * An index that a collection gets.
 */
typedef struct
{
  char *name;
  SquillKeys *keys;
  gboolean unique;
  gboolean partial;
  GPtrArray *needed;
  gboolean sparse;
  gboolean hidden;
  gboolean collates;
  guint32 multikey;
  const char *index;
  gboolean unresolved;
} SquillCollectionIndex;

/**
 * SquillCollection:
 * @kind: what its documents are
 * @id: the id of the entity or relationship it comes from; stable while that exists
 * @name: as the server knows it
 * @entity: (nullable): id of the entity at the root; %NULL for a junction. For a bucket: the child
 * @relationship: (nullable): id of the relationship it comes from; %NULL for an entity's
 * @entities: (element-type utf8): ids of all entities in its documents, the root's first
 * @relationships: (element-type utf8): ids of all relationships that shape its documents
 * @count: documents now; NaN for what nobody said
 * @count_at_horizon: likely documents at the horizon
 * @shape: the document: its `bytes` are those of a document
 * @indexes: (element-type SquillCollectionIndex): the indexes, `_id` first; those of embedded
 *   entities with the path to them
 * @automatic: (element-type SquillCollectionIndex): what leads to measurements of a time series
 *   though nobody creates it: the order by time in which the server stores them, called `_id_`, and
 *   its index on meta field and time
 * @incompressible: likely bytes of a document that are binary data, which is taken to be compressed
 *   already
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
  GPtrArray *automatic;
  double incompressible;
  guint64 generation;
} SquillCollection;

#define SQUILL_TYPE_DESIGN (squill_design_get_type ())
G_DECLARE_FINAL_TYPE (SquillDesign, squill_design, SQUILL, DESIGN, GObject)

SquillDesign *squill_design_new (SquillModel *model);
SquillModel *squill_design_get_model (SquillDesign *self);

/* Collections: those of entities in the model's order, then those of relationships. */
guint squill_design_get_n_collections (SquillDesign *self);
const SquillCollection *squill_design_get_collection (SquillDesign *self, guint position);
const char *squill_design_get_collection_id (SquillDesign *self, guint position);
const SquillCollection *squill_design_find_collection (SquillDesign *self, const char *id);
const SquillCollection *squill_design_find_collection_by_name (SquillDesign *self,
                                                               const char *name);
gboolean squill_design_foreach_shape_with (SquillDesign *self,
                                           const SquillRelationship *instead,
                                           const GPtrArray *copies,
                                           SquillShapeFunc function,
                                           gpointer user_data);
gboolean squill_design_is_collection (SquillDesign *self, const char *entity);
gboolean squill_design_is_embedded (SquillDesign *self, const char *entity);
guint64 squill_design_get_generation (SquillDesign *self, const char *collection);

/* From the model to its shapes and back. */
GPtrArray *squill_design_get_document_sites (SquillDesign *self, const char *entity);
GPtrArray *squill_design_get_collections_of (SquillDesign *self, const char *id);
const SquillCollection *squill_design_get_collection_of_shape (SquillDesign *self,
                                                               const SquillShape *shape);
const SquillShape *squill_design_resolve (SquillDesign *self,
                                          const SquillShape *place,
                                          const char *key_path);
const SquillShape *squill_design_get_stored (SquillDesign *self,
                                             const char *relationship,
                                             gboolean at_parent);

/* How many. */
double squill_design_get_children_at_horizon (SquillDesign *self, const SquillRelationship *r);
SquillTriple squill_design_get_count (SquillDesign *self, const char *entity);
double squill_design_get_count_at_horizon (SquillDesign *self, const char *entity);
double squill_operation_get_rate (const SquillOperation *operation);

const char *squill_collection_get_database (SquillDesign *design,
                                            const SquillCollection *collection);

G_END_DECLS
