/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdbool.h>

#include "model/squill-model.h"

G_BEGIN_DECLS

/**
 * SquillOrigin:
 * @SQUILL_ORIGIN_OWN: a field of the collection's own entity, or one that the placement needs (the
 *   `_id` of a root that has none drawn, the counter of a bucket)
 * @SQUILL_ORIGIN_EMBEDDED: an embedded entity (the array or object that holds it) and its fields
 * @SQUILL_ORIGIN_REFERENCE: a reference that a relationship stores, or the array of them
 * @SQUILL_ORIGIN_COPY: a field copied across a relationship
 * @SQUILL_ORIGIN_LINK: an attribute of a relationship
 *
 * Why a field stands where it stands.
 */
typedef enum
{
  SQUILL_ORIGIN_OWN,
  SQUILL_ORIGIN_EMBEDDED,
  SQUILL_ORIGIN_REFERENCE,
  SQUILL_ORIGIN_COPY,
  SQUILL_ORIGIN_LINK,
} SquillOrigin;

typedef struct _SquillShape SquillShape;

/**
 * SquillShape:
 * @parent: (nullable): the shape that contains it; %NULL for a document
 * @name: its name in the parent; "" for a document; "[]" for the element of an array in an array
 * @path: where it is, dotted, "[]" for the elements of an array, "{}" for the values of a map, with
 *   "\" before dots and brackets that belong to a name: the path of the field itself, so that the
 *   children of the array "a" have paths "a[].b"; "" for a document
 * @types: types of the value, or of the elements of an array or the values of a map
 * @outlier_types: other types that a few values have: allowed, but not what it is
 * @outlier_instead: what a few parents have in place of the array or map
 * @required: every parent has it
 * @presence: 0 to 1: the share of the parents that have it; 1 where nothing is known
 * @nullable: the array or map itself may be null; otherwise null is one of @types
 * @array: it is an array
 * @single: a lone value may stand where the array would
 * @map: it is an object whose keys are data
 * @rest: it is a map without an object of its own: its keys stand in @parent, and are all names
 * there that are none of the others'; its path is that of @parent with "{}"
 * @key: (nullable): of a map: the reference that its keys are, or the field; its path is that of
 * the map with "{key}". It is none of @children and has no bytes of its own
 * @length: elements of the array, keys of the map: now, no more than what bounds it; set where
 *   @array or @map, NaN for a part that nobody said
 * @length_at_horizon: the likely number then, no more than the bound; NaN where nobody said
 * @growth: elements or keys more each year; not above 0, or NaN, where it does not grow
 * @unbounded: nothing bounds the length, and nobody said that it does not grow
 * @payload: bytes of one value: of one element where @array, of one value where @map (without
 *   type, name and NUL)
 * @bytes: bytes of the field in its parent, all of it, type and name included: 0 as the least where
 *   it need not be there, and weighted by @presence as the likely; for a document its size; for
 *   the element "[]" without type and name, which the array around it counts
 * @bytes_at_horizon: the same at the planning horizon
 * @size_unknown: somewhere in it is text, binary data or an array of which nobody said how large
 *   it can be: the most may be more
 * @size_assumed: nor what is usual: the likely bytes follow from squill-assumption.h
 * @assumed_bytes: bytes of the text or data of one value, or of the value where it is of another
 *   type, that are assumed; NaN where they are known, or follow from what is in it
 * @assumed_length: elements of the array, keys of the map that are assumed; NaN where known
 * @origin: why it is here
 * @entity: (nullable): id of the entity whose field or document it is
 * @field: (nullable): id of the field of the model it comes from; of the source of a copy
 * @relationship: (nullable): id of the relationship by which it is here
 * @copy: (nullable): id of the #SquillCopy it comes from
 * @target: (nullable): id of the entity it refers to, where it is a reference
 * @document: documents of @entity stand here: the root of a collection, the object or array that
 *   holds an embedded entity
 * @recursive: an entity that contains itself without bound is cut off here, and what is nested
 *   deeper or branches wider than any document can
 * @discriminator: (nullable): of objects of several kinds, the value that tells of which one is:
 *   beside them, among their fields, or in an object among these
 * @discriminates: it is the discriminator of some
 * @level: how many objects and arrays are around it; 0 for a document
 * @children: (element-type SquillShape): fields of the object, in order; of the elements or values
 *   where it is an array or map; empty where there are none
 *
 * The exact shape of a document, as a tree. Belongs to its design; valid until the model changes.
 */
struct _SquillShape
{
  SquillShape *parent;
  char *name;
  char *path;
  SquillTypes types;
  SquillTypes outlier_types;
  SquillTypes outlier_instead;
  SquillOrigin origin;
  guint level;
  /* Of bool, as what is assigned may be any bit of a word. */
  bool required : 1;
  bool nullable : 1;
  bool array : 1;
  bool single : 1;
  bool map : 1;
  bool rest : 1;
  bool unbounded : 1;
  bool size_unknown : 1;
  bool size_assumed : 1;
  bool document : 1;
  bool recursive : 1;
  bool discriminates : 1;
  double presence;
  SquillShape *key;
  SquillTriple length;
  double length_at_horizon;
  double growth;
  SquillTriple payload;
  SquillTriple bytes;
  SquillTriple bytes_at_horizon;
  double assumed_bytes;
  double assumed_length;
  const char *entity;
  const char *field;
  const char *relationship;
  const char *copy;
  const char *target;
  const SquillShape *discriminator;
  GPtrArray *children;
};

/**
 * SquillShapeFunc:
 * @shape: a shape
 * @user_data: what was given to squill_shape_foreach()
 *
 * Returns: %TRUE to go on
 */
typedef gboolean (*SquillShapeFunc) (const SquillShape *shape, gpointer user_data);

const SquillShape *squill_shape_get_rest (const SquillShape *self);
const SquillShape *squill_shape_get_array (const SquillShape *self);
gboolean squill_shape_is_element (const SquillShape *self);
gboolean squill_shape_is_within (const SquillShape *self, const SquillShape *outer);
const SquillShape *squill_shape_find (const SquillShape *self, const char *path);
const char *squill_origin_get_name (SquillOrigin origin);
gboolean squill_shape_foreach (const SquillShape *self,
                               SquillShapeFunc function,
                               gpointer user_data);
char *squill_shape_get_query_path (const SquillShape *self);
const SquillShape *squill_shape_find_by_query_path (const SquillShape *self, const char *path);
const SquillShape *squill_shape_find_by_keys (const SquillShape *self, const char *keys);

G_END_DECLS
