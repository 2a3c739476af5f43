/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-cost.h"
#include "design/squill-design.h"
#include "model/squill-value-kind.h"

G_BEGIN_DECLS

/* What the files of the room share. */

/* What a collection read. */

/* Which collection read what of the model when it was computed, so that a change finds those that
 * have to be computed again. While one is computed, each thing it reads is noted; what is noted
 * can be the fields of an entity, only its name, only its count, only one of its fields; all of a
 * relationship, or only how it is stored. */

typedef struct _SquillDependence SquillDependence;

/**
 * SquillDependent:
 * @notes: (element-type gpointer): what it read -> the round in which it read it last
 * @round: how often it was computed
 *
 * The part of a collection that stands in the lists of what it read.
 */
typedef struct
{
  GHashTable *notes;
  guint round;
} SquillDependent;

typedef void (*SquillDependentFunc) (SquillDependent *dependent, gpointer user_data);

void _squill_dependent_init (SquillDependent *self);
void _squill_dependent_clear (SquillDependent *self, SquillDependence *dependence);

SquillDependence *_squill_dependence_new (SquillModel *model);
void _squill_dependence_free (SquillDependence *self);
void _squill_dependence_begin (SquillDependence *self, SquillDependent *dependent);
void _squill_dependence_end (SquillDependence *self);
const char *_squill_dependence_get_id (SquillDependence *self, const SquillEntity *entity);
const char *_squill_dependence_note_entity (SquillDependence *self, const SquillEntity *entity);
void _squill_dependence_note_name (SquillDependence *self, const SquillEntity *entity);
void _squill_dependence_note_ends (SquillDependence *self, const SquillEntity *entity);
void _squill_dependence_note_count (SquillDependence *self, const SquillEntity *entity);
const SquillField *_squill_dependence_note_field (SquillDependence *self,
                                                  const SquillEntity *entity,
                                                  const char *field);
const char *_squill_dependence_note_relationship (SquillDependence *self,
                                                  const SquillRelationship *relationship);
void _squill_dependence_note_storage (SquillDependence *self,
                                      const SquillRelationship *relationship);
void _squill_dependence_note_missing (SquillDependence *self, const char *id);
void _squill_dependence_touch (SquillDependence *self,
                               const SquillChange *change,
                               SquillDependentFunc function,
                               gpointer user_data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillDependence, _squill_dependence_free)

double _squill_shape_sum_incompressible (const SquillShape *shape);

/* Plans. */

struct _SquillPlanCache *_squill_design_get_plans (SquillDesign *self);

/* Shapes. */

/* The shapes of one collection, and the memory they stand in: a tree is made at once and goes at
 * once. */

typedef struct _SquillTree SquillTree;

/**
 * SquillShapeBasis:
 * @size: bytes of text and binary data, without what BSON adds; NaN where nobody said
 * @key_size: bytes of the keys of a map
 * @subtype: of binary data
 * @shortest: characters that a text has at least; NaN where nobody said
 * @longest: characters that it has at most; NaN where nobody said
 * @kind: what the values are about by their meaning
 * @at_parent: of what a relationship stores: at which of its ends
 * @key: (nullable): of a reference: id of the field that it names its target by
 *
 * What the bytes of a shape follow from, and by what a relationship finds it. Of most shapes nobody
 * said anything of it, so that these share one.
 */
typedef struct
{
  SquillTriple size;
  SquillTriple key_size;
  double subtype;
  double shortest;
  double longest;
  SquillValueKind kind;
  gboolean at_parent;
  const char *key;
} SquillShapeBasis;

/**
 * SquillMeasuredShape:
 * @shape: the shape
 * @basis: what its bytes follow from; _squill_tree_edit_basis() gives one to write to
 *
 * A shape with what its bytes follow from. Every shape of a tree is one.
 */
typedef struct
{
  SquillShape shape;
  const SquillShapeBasis *basis;
} SquillMeasuredShape;

SquillTree *_squill_tree_new (guint n_shapes);
SquillTree *_squill_tree_new_passing (void);
void _squill_tree_take_key (SquillTree *self, SquillShape *map, SquillShape *key);
void _squill_tree_free (SquillTree *self);
char *_squill_tree_copy_text (SquillTree *self, const char *text);
char *_squill_tree_copy_id (SquillTree *self, const char *id);
SquillShapeBasis *_squill_tree_edit_basis (SquillTree *self, SquillShape *shape);
SquillShape *_squill_tree_get_root (SquillTree *self);
guint _squill_tree_get_size (SquillTree *self);
SquillShape *_squill_tree_add (SquillTree *self,
                               SquillShape *parent,
                               const char *name,
                               gboolean rest);
/* (element-type SquillShape) What is a document of an entity, in order. */
GPtrArray *_squill_tree_get_places (SquillTree *self);
void _squill_tree_measure (SquillTree *self, SquillModel *model, const SquillEntity *root);
void _squill_tree_find_discriminators (SquillTree *self, SquillModel *model);
gboolean _squill_shape_is_element (const SquillShape *parent, const char *name);

/**
 * SquillSeen:
 * @model: the model
 * @place: where the documents were read
 * @largest: bytes of the largest
 *
 * The documents of a collection whose sizes were measured when it was read.
 */
typedef struct
{
  SquillModel *model;
  const char *place;
  double largest;
} SquillSeen;

gboolean _squill_seen_init (SquillSeen *self, SquillModel *model, const SquillEntity *root);
gboolean _squill_seen_has (const SquillSeen *self, const SquillShape *shape);

/* What the bytes of a shape follow from. */
static inline const SquillShapeBasis *
_squill_shape_get_basis (const SquillShape *shape)
{
  return ((const SquillMeasuredShape *)shape)->basis;
}

const SquillShape *_squill_shape_resolve (const SquillShape *place, const char *key_path);
const SquillShape *_squill_shape_find_stored (const SquillShape *place,
                                              const char *relationship,
                                              gboolean at_parent);
const SquillShape *_squill_shape_get_reference (const SquillShape *stored);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillTree, _squill_tree_free)

/* The design. */

GHashTable *_squill_model_find_roots (SquillModel *model);
char *_squill_collection_make_name (const SquillCollection *collection, SquillDesign *design);
SquillDependence *_squill_design_get_dependence (SquillDesign *self);
SquillTree *_squill_design_get_tree (SquillDesign *self, const char *id);
GHashTable *_squill_design_get_sites (SquillDesign *self);
gboolean _squill_design_find_position (SquillDesign *self, const char *id, guint *position);

/* Indexes. */

void _squill_collection_index_free (SquillCollectionIndex *self);
void _squill_collection_add_indexes (SquillCollection *self, SquillModel *model, SquillTree *tree);

/* Counts. */

/* How many documents and entities there are. */

SquillTriple _squill_count_entity (SquillModel *model,
                                   SquillDependence *dependence,
                                   const SquillEntity *entity,
                                   double *at_horizon);
SquillTriple _squill_count_junction (SquillModel *model,
                                     SquillDependence *dependence,
                                     const SquillRelationship *relationship,
                                     double *at_horizon);
SquillTriple _squill_count_bucket (SquillModel *model,
                                   SquillDependence *dependence,
                                   const SquillRelationship *relationship,
                                   double *at_horizon);
double _squill_relationship_get_bound (const SquillRelationship *relationship);
SquillTriple _squill_relationship_get_children (const SquillRelationship *relationship);
double _squill_relationship_get_children_at (const SquillRelationship *relationship,
                                             double horizon);

/* From the model to shapes. */

/**
 * SquillExpansion:
 * @model: what is drawn
 * @dependence: where it is noted what was read
 * @tree: where the shapes come
 * @horizon: years
 * @stack: (element-type SquillExpansionFrame): the documents that the next shape stands in,
 * outermost first
 * @entities: (element-type utf8): ids of the entities met, in order
 * @relationships: (element-type utf8): ids of the relationships met that store anything, in order
 * @original: (nullable): a relationship that is looked at as if it were another
 * @instead: (nullable): that other
 * @copies: (nullable) (element-type SquillCopy): the copies of @instead
 *
 * The making of the shapes of one collection from the model.
 */
typedef struct
{
  SquillModel *model;
  SquillDependence *dependence;
  SquillTree *tree;
  double horizon;
  GArray *stack;
  GPtrArray *entities;
  GPtrArray *relationships;
  const SquillRelationship *original;
  const SquillRelationship *instead;
  const GPtrArray *copies;
} SquillExpansion;

/**
 * SquillHolder:
 * @field: id of a field that is itself a reference
 * @relationship: the relationship that stores it
 * @at_parent: which end of that the field's entity is
 *
 * A field that stands in the model where a relationship stores its reference.
 */
typedef struct
{
  const char *field;
  const SquillRelationship *relationship;
  gboolean at_parent;
} SquillHolder;

/**
 * SquillExpansionFrame:
 * @entity: (nullable): whose document it is; %NULL for one of a relationship
 * @via: (nullable): the relationship by which it is embedded; %NULL at the root
 * @id: (nullable): the id of @entity
 * @via_id: (nullable): the id of @via
 * @holders: (element-type SquillHolder): of the entity
 *
 * A document in which shapes are made.
 */
typedef struct
{
  const SquillEntity *entity;
  const SquillRelationship *via;
  const char *id;
  const char *via_id;
  GArray *holders;
} SquillExpansionFrame;

/**
 * SquillForm:
 * @SQUILL_FORM_DRAWN: the field is an array, a map or neither as it is drawn
 * @SQUILL_FORM_ONE: one value
 * @SQUILL_FORM_LIST: an array of values
 *
 * What becomes of a field where it is used for something else.
 */
typedef enum
{
  SQUILL_FORM_DRAWN,
  SQUILL_FORM_ONE,
  SQUILL_FORM_LIST,
} SquillForm;

void _squill_expansion_init (SquillExpansion *self,
                             SquillModel *model,
                             SquillDependence *dependence,
                             SquillTree *tree);
void _squill_expansion_clear (SquillExpansion *self);
void _squill_expansion_add_entity (SquillExpansion *self, const SquillEntity *entity);
void _squill_expansion_add_junction (SquillExpansion *self, const SquillRelationship *relationship);
void _squill_expansion_add_bucket (SquillExpansion *self, const SquillRelationship *relationship);

/* Between the files of the expansion. */
SquillExpansionFrame *_squill_expansion_peek (SquillExpansion *self);
gboolean _squill_expansion_is_full (SquillExpansion *self, const SquillShape *shape);
void _squill_expansion_add_document (SquillExpansion *self,
                                     SquillShape *shape,
                                     const SquillEntity *entity,
                                     const SquillRelationship *via,
                                     gboolean keep_id);
SquillShape *_squill_expansion_add_field (SquillExpansion *self,
                                          SquillShape *parent,
                                          const SquillField *field,
                                          const char *name,
                                          SquillForm form,
                                          SquillOrigin origin,
                                          const char *relationship,
                                          const char *copy);
double _squill_field_get_presence (const SquillField *field);
void _squill_expansion_set_length (
    SquillExpansion *self, SquillShape *shape, SquillTriple length, double growth, double cap);
void _squill_expansion_add_own (SquillExpansion *self,
                                SquillShape *parent,
                                const char *name,
                                SquillTypes types);

void _squill_expansion_note_stored (SquillExpansion *self, const SquillRelationship *relationship);
const char *_squill_expansion_get_name (SquillExpansion *self,
                                        const SquillRelationship *relationship,
                                        gboolean at_parent);
void _squill_expansion_add_stored (SquillExpansion *self,
                                   SquillShape *parent,
                                   const SquillRelationship *relationship,
                                   gboolean at_parent);
/* For what a relationship stores. */
const SquillEntity *_squill_expansion_get_end (SquillExpansion *self,
                                               const SquillRelationship *relationship,
                                               gboolean parent);
const char *_squill_expansion_get_entity_name (SquillExpansion *self, const SquillEntity *entity);
gboolean _squill_expansion_has_copies (SquillExpansion *self,
                                       const SquillRelationship *relationship,
                                       SquillCopyDirection direction);
void _squill_shape_set_presence (SquillShape *shape, SquillTriple triple, gboolean optional);
void _squill_expansion_add_copies (SquillExpansion *self,
                                   SquillShape *parent,
                                   const SquillRelationship *relationship,
                                   SquillCopyDirection direction,
                                   gboolean required,
                                   double presence);
void _squill_expansion_add_links (SquillExpansion *self,
                                  SquillShape *parent,
                                  const SquillRelationship *relationship,
                                  gboolean required,
                                  double presence);
SquillShape *_squill_expansion_add_reference (SquillExpansion *self,
                                              SquillShape *parent,
                                              const char *name,
                                              const SquillRelationship *relationship,
                                              gboolean to_parent,
                                              const SquillField *holder,
                                              SquillForm form);
void _squill_expansion_add_referring_fields (SquillExpansion *self,
                                             SquillShape *parent,
                                             const SquillRelationship *relationship,
                                             gboolean to_parent,
                                             SquillCopyDirection direction,
                                             gboolean links);
SquillShape *_squill_expansion_add_container (SquillExpansion *self,
                                              SquillShape *parent,
                                              const char *name,
                                              const SquillRelationship *relationship,
                                              gboolean at_parent,
                                              SquillOrigin origin);
void _squill_expansion_set_list (SquillExpansion *self,
                                 SquillShape *shape,
                                 const SquillRelationship *relationship,
                                 gboolean at_parent,
                                 const SquillField *holder);
void _squill_expansion_add_references (SquillExpansion *self,
                                       SquillShape *parent,
                                       const SquillRelationship *relationship,
                                       gboolean at_parent,
                                       const SquillField *holder);

/* The load of a relationship. */

/**
 * SquillLoadKind:
 * @SQUILL_LOAD_WITH_ALL: a parent is read with all its children (PC)
 * @SQUILL_LOAD_WITH_FIRST: a parent with its first children (Pm), or these alone
 * @SQUILL_LOAD_WITH_FIELDS: a parent with some fields of all its children (PF)
 * @SQUILL_LOAD_PAGE: children of one parent (PG)
 * @SQUILL_LOAD_CHILD_WITH_ALL: children with their parents (CP)
 * @SQUILL_LOAD_CHILD_WITH_FIELDS: children with some fields of their parents
 * @SQUILL_LOAD_PARENT: a parent alone (P)
 * @SQUILL_LOAD_CHILD: one child by its key (C)
 * @SQUILL_LOAD_QUERY: children by their own fields (q)
 * @SQUILL_LOAD_UPDATE_PARENT: an update of a parent (wP)
 * @SQUILL_LOAD_UPDATE_PARENT_COPIED: of a field of it that could be copied (wFP)
 * @SQUILL_LOAD_UPDATE_CHILD: an update of a child (uC)
 * @SQUILL_LOAD_UPDATE_CHILD_COPIED: of a field of it that could be copied (wFC)
 * @SQUILL_LOAD_INSERT: a child comes (iC)
 * @SQUILL_LOAD_REMOVE: a child goes (dC)
 * @SQUILL_LOAD_MOVE: a child gets another parent (mC)
 *
 * What may be done with a relationship; as bits, so that several can be asked for at once.
 */
typedef enum
{
  SQUILL_LOAD_WITH_ALL = 1 << 0,
  SQUILL_LOAD_WITH_FIRST = 1 << 1,
  SQUILL_LOAD_WITH_FIELDS = 1 << 2,
  SQUILL_LOAD_PAGE = 1 << 3,
  SQUILL_LOAD_CHILD_WITH_ALL = 1 << 4,
  SQUILL_LOAD_CHILD_WITH_FIELDS = 1 << 5,
  SQUILL_LOAD_PARENT = 1 << 6,
  SQUILL_LOAD_CHILD = 1 << 7,
  SQUILL_LOAD_QUERY = 1 << 8,
  SQUILL_LOAD_UPDATE_PARENT = 1 << 9,
  SQUILL_LOAD_UPDATE_PARENT_COPIED = 1 << 10,
  SQUILL_LOAD_UPDATE_CHILD = 1 << 11,
  SQUILL_LOAD_UPDATE_CHILD_COPIED = 1 << 12,
  SQUILL_LOAD_INSERT = 1 << 13,
  SQUILL_LOAD_REMOVE = 1 << 14,
  SQUILL_LOAD_MOVE = 1 << 15,
} SquillLoadKind;

/* A parent with any of its children. */
#define SQUILL_LOAD_CHILDREN \
  (SQUILL_LOAD_WITH_ALL | SQUILL_LOAD_WITH_FIRST | SQUILL_LOAD_WITH_FIELDS)
/* Both ends are read. */
#define SQUILL_LOAD_TOGETHER                                              \
  (SQUILL_LOAD_CHILDREN | SQUILL_LOAD_PAGE | SQUILL_LOAD_CHILD_WITH_ALL | \
   SQUILL_LOAD_CHILD_WITH_FIELDS)

/**
 * SquillLoadPart:
 * @kind: what is done
 * @operation: (nullable): by which operation; %NULL where only the relationship says how often
 * @rate: how often, per second
 * @found: how many parents or children it starts from; as SquillTriple where that is not known
 * @first: of %SQUILL_LOAD_WITH_FIRST: how many children
 * @of_children: of %SQUILL_LOAD_WITH_FIRST: the children are asked for, without their parent
 * @parent_read: (nullable): the children are asked for on the page for which this operation reads
 *   their parent, see squill_operation_find_parent_read()
 * @scanned: the share of the collection it starts from that it reads because no index serves its
 *   filter; 0 where one does
 * @is_indexable: an index could serve that filter
 * @of_one_parent: the children that it starts from have the same parent, or it changes all of
 *   @parents
 * @parents: of how many documents with parents it changes all children; 1 elsewhere
 * @levels: of an entity with itself: how many levels it goes through; 1 elsewhere
 * @reached: how many of the other end it comes to on these
 * @joins: one command reads both ends, with a `$lookup`
 * @has_parent_shard: its filter tells on which shard parents are, which also have the children that
 *   are embedded; %TRUE where these are not sharded
 * @has_child_shard: the same of children in a collection of their own
 *
 * What one operation does with a relationship.
 */
typedef struct
{
  SquillLoadKind kind;
  const SquillOperation *operation;
  double rate;
  SquillTriple found;
  double first;
  gboolean of_children;
  const SquillOperation *parent_read;
  gboolean of_one_parent;
  double parents;
  double scanned;
  gboolean is_indexable;
  double levels;
  double reached;
  gboolean joins;
  gboolean has_parent_shard;
  gboolean has_child_shard;
} SquillLoadPart;

/**
 * SquillRelationshipLoad:
 * @parts: (element-type SquillLoadPart): what is done
 * @alone: how often children are used without their parent, as a part of all these
 * @crosses: (nullable): an operation that uses them so, be it known how often or not
 * @sorted: children that references lead to are sorted
 * @writes_element: (nullable): the name of an operation that changes a child that others are beside
 * @known: somebody said how often at least one of these happens; where nobody did each operation
 *   counts as one, so that shares mean something and costs do not
 * @atomic: (nullable): the name of an operation that has to change both ends at once
 * @atomic_changes_child: such an operation starts from a child, or changes fields of one
 * @by_reference: (nullable): of a relationship of an entity with itself: the name of an operation
 *   that looks for documents by the reference in them
 * @parent_fields: (element-type utf8): fields of the parent that are read with children
 * @child_fields: (element-type utf8): fields of the children that are read with parents
 * @unknown: (element-type utf8): the paths of keys that ask for values nobody said the number of
 *
 * What is done with a relationship.
 */
typedef struct
{
  GArray *parts;
  double alone;
  const SquillOperation *crosses;
  gboolean sorted;
  const char *writes_element;
  gboolean known;
  const char *atomic;
  gboolean atomic_changes_child;
  const char *by_reference;
  GPtrArray *parent_fields;
  GPtrArray *child_fields;
  GPtrArray *unknown;
} SquillRelationshipLoad;

void _squill_relationship_load_init (SquillRelationshipLoad *self,
                                     SquillDesign *design,
                                     const SquillRelationship *relationship);
void _squill_relationship_load_clear (SquillRelationshipLoad *self);
double _squill_relationship_load_get_rate (const SquillRelationshipLoad *self, guint kinds);
double _squill_relationship_load_get_alone (const SquillRelationshipLoad *self);
double _squill_relationship_load_get_size (const SquillRelationshipLoad *self, SquillLoadKind kind);
double _squill_relationship_load_get_independence (const SquillRelationshipLoad *self);

/* Costs. */

/**
 * SquillStorage:
 * @placement: how the relationship is stored
 * @copied: with fields copied
 * @children: of one parent
 * @parents: of one child
 * @bound: of a subset or bucket
 * @parent: bytes of the document that the parent is in
 * @child: bytes of the document of a child of its own
 * @element: bytes of a child inside another document
 * @bucket: bytes of a bucket
 * @link: bytes of a document that links both
 * @list: bytes of what is stored in the parent
 * @n_parents: documents with a parent; NaN where nobody said
 * @n_children: children; NaN where nobody said
 * @indexes: of the child
 * @misses: how likely a page is not in the cache
 * @parent_shards: how many have parents; 1 where these are not sharded
 * @child_shards: how many have children in a collection of their own
 * @by_parent_key: how many are asked for parents by what references name them by
 * @by_child_key: how many are asked for children by what references name them by
 * @by_reference: how many are asked for the children of a parent
 * @parent_root: how many an operation asks for the parents that it starts from, or for those around
 *   the children that it starts from
 * @child_root: how many it asks for the children that it starts from
 * @joins: one command reads both ends
 *
 * A relationship as it is stored, for counting what operations do.
 */
typedef struct
{
  SquillPlacement placement;
  gboolean copied;
  double children;
  double parents;
  double bound;
  double parent;
  double child;
  double element;
  double bucket;
  double link;
  double list;
  double n_parents;
  double n_children;
  double indexes;
  double misses;
  double parent_shards;
  double child_shards;
  double by_parent_key;
  double by_child_key;
  double by_reference;
  double parent_root;
  double child_root;
  gboolean joins;
} SquillStorage;

void _squill_storage_set_shards (SquillStorage *self,
                                 SquillDesign *design,
                                 const SquillRelationship *r);
void _squill_load_part_set_targets (SquillLoadPart *self,
                                    SquillDesign *design,
                                    const SquillRelationship *r);

/* Bytes of an entry of the oplog without what is written, and of an id that is pushed to an array.
 */
#define SQUILL_COST_LOG_ENTRY 180.0
/* Microseconds to read a page that is not in the cache, and bytes of a page. */
#define SQUILL_COST_MISS 100.0
#define SQUILL_COST_PAGE 32768.0
#define SQUILL_COST_LOG_ID 14.0

double _squill_cost_of_batches (double documents, double bytes);
double _squill_flushes_get_bytes (double updates, double documents, double bytes);
double _squill_storage_count_buckets (const SquillStorage *self);
double _squill_storage_get_subset_share (const SquillStorage *self);
double _squill_cost_of_flushed_bytes (double bytes);
double _squill_cost_of_flushes (double updates, double documents, double bytes);
SquillCounts _squill_storage_count (const SquillStorage *self,
                                    const SquillLoadPart *part,
                                    double found);
GArray *_squill_storage_get_costs (const SquillStorage *self, const SquillRelationshipLoad *load);

/* The comparison of placements. */

/* A comparison in the making. */
typedef struct
{
  SquillDesign *design;
  SquillModel *model;
  const SquillRelationship *r;
  const SquillEntity *parent;
  const SquillEntity *child;
  SquillRelationshipLoad load;
  SquillTriple children; /* with what bounds them */
  double at_horizon;
  double most;   /* children that an array has to hold, infinite where nothing bounds them */
  guint n_links; /* fields of the link itself */
  const char *needs_transaction; /* (nullable): the operation that changes both ends at once though
                                  * nothing lets it do so in one document */
  GPtrArray *drawn;              /* SquillCopy: all that are drawn */
  GPtrArray *to_child;           /* SquillCopy: drawn, or else wanted */
  GPtrArray *to_parent;
  GPtrArray *made;            /* SquillCopy that are not drawn */
  GPtrArray *unknown_updates; /* SquillCopy of fields that nobody knows how often they change */
  GPtrArray *none;
  GPtrArray *trees;               /* documents as they would be */
  const SquillCollection *around; /* (nullable): the collection that the parent is embedded in */
  gboolean is_around_known;
  gboolean only_advised; /* what is ruled out at once is not weighed */
  gboolean is_alone;     /* as if nothing else that may be elsewhere were embedded in the parent */
  double rest;           /* bytes of the document without what may be elsewhere; NaN: not known */
  double usual;          /* of what embedding stores */
  double largest;
} SquillComparison;

/**
 * SquillEmbedding:
 * @r: a relationship
 * @saved: microseconds each second that embedding saves; 0 where that is not known
 * @rest: bytes of the document without what relationships of its parent may store elsewhere
 * @usual: likely bytes of what it embeds, at the horizon
 * @largest: its most bytes
 *
 * What embedding does where it is best for the relationship alone.
 */
typedef struct
{
  const SquillRelationship *r;
  double saved;
  double rest;
  double usual;
  double largest;
} SquillEmbedding;

gboolean _squill_placements_get_embedding (SquillDesign *design,
                                           const char *relationship_id,
                                           SquillEmbedding *embedding);
double _squill_siblings_sum_drawn (SquillDesign *design,
                                   const SquillRelationship *r,
                                   const SquillShape *place);
char *_squill_siblings_find_reason (SquillDesign *design, const SquillEmbedding *own);

/**
 * SquillDocumentKind:
 *
 * Which of the documents that a relationship shapes: of its parent, of its child, of its own
 * collection.
 */
typedef enum
{
  SQUILL_DOCUMENT_OF_PARENT,
  SQUILL_DOCUMENT_OF_CHILD,
  SQUILL_DOCUMENT_OF_RELATIONSHIP,
} SquillDocumentKind;

SquillPlacement _squill_comparison_get_embedding (SquillComparison *self);
SquillPlacementOption *_squill_comparison_find_advised (SquillComparison *self,
                                                        const GPtrArray *options);
int _squill_comparison_compare_options (gconstpointer a, gconstpointer b, gpointer user_data);
void _squill_comparison_init_documents (SquillComparison *self);
SquillTree *_squill_comparison_expand (SquillComparison *self,
                                       const SquillRelationship *instead,
                                       const GPtrArray *copies,
                                       SquillDocumentKind document);
gboolean _squill_comparison_is_single (SquillComparison *self);
char *_squill_comparison_find_infeasible_reason (SquillComparison *self,
                                                 const SquillPlacementOption *option);
char *_squill_comparison_check_limit (SquillComparison *self,
                                      SquillPlacement placement,
                                      const SquillShape *root,
                                      const SquillShape *stored);
gboolean _squill_comparison_exceeds_around (SquillComparison *self,
                                            const SquillShape *stored,
                                            gboolean at_parent);
void _squill_comparison_find_drawbacks (SquillComparison *self,
                                        SquillPlacementOption *option,
                                        const SquillStorage *storage,
                                        const SquillShape *root,
                                        const SquillShape *stored);

G_END_DECLS
