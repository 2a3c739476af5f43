/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-shape.h"

G_BEGIN_DECLS

/* The shapes of one collection, and the memory they stand in: a tree is made at once and goes at
 * once. */

typedef struct _SquillTree SquillTree;

/**
 * SquillMeasuredShape:
 * @shape: the shape
 * @size: bytes of text and binary data, without what BSON adds; NaN where nobody said
 * @key_size: bytes of the keys of a map
 * @subtype: of binary data
 * @at_parent: of what a relationship stores: at which of its ends
 * @key: (nullable): of a reference: id of the field that it names its target by
 *
 * A shape with what its bytes follow from. Every shape of a tree is one.
 */
typedef struct
{
  SquillShape shape;
  SquillTriple size;
  SquillTriple key_size;
  double subtype;
  gboolean at_parent;
  const char *key;
} SquillMeasuredShape;

SquillTree *_squill_tree_new (void);
void _squill_tree_free (SquillTree *self);
char *_squill_tree_copy_text (SquillTree *self, const char *text);
SquillShape *_squill_tree_get_root (SquillTree *self);
guint _squill_tree_get_size (SquillTree *self);
SquillShape *_squill_tree_add (SquillTree *self, SquillShape *parent, const char *name);
/* (element-type SquillShape) What is a document of an entity, in order. */
GPtrArray *_squill_tree_get_places (SquillTree *self);
void _squill_tree_measure (SquillTree *self);
gboolean _squill_shape_is_element (const SquillShape *parent, const char *name);

const SquillShape *_squill_shape_resolve (const SquillShape *place, const char *key_path);
const SquillShape *_squill_shape_find_stored (const SquillShape *place,
                                              const char *relationship,
                                              gboolean at_parent);
const SquillShape *_squill_shape_get_reference (const SquillShape *stored);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillTree, _squill_tree_free)

G_END_DECLS
