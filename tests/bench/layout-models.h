/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-model.h"

G_BEGIN_DECLS

/**
 * LayoutShape:
 * @LAYOUT_MODULES: groups of a dozen entities that refer to each other, with few lines between
 *   groups
 * @LAYOUT_TREE: each entity has up to six children
 * @LAYOUT_STAR: all refer to one
 * @LAYOUT_MESH: each refers to two or three others anywhere
 * @LAYOUT_GROUPS: as @LAYOUT_MODULES, each module but every fourth drawn as a group
 * @LAYOUT_PAIRS: each second one refers to the one before it, and no line joins the pairs
 *
 * How the entities of a generated model hang together.
 */
typedef enum
{
  LAYOUT_MODULES,
  LAYOUT_TREE,
  LAYOUT_STAR,
  LAYOUT_MESH,
  LAYOUT_GROUPS,
  LAYOUT_PAIRS,
} LayoutShape;

#define LAYOUT_N_SHAPES (LAYOUT_PAIRS + 1)

const char *layout_shape_to_string (LayoutShape shape);
SquillModel *layout_model_new (LayoutShape shape, guint n_entities, guint seed);

G_END_DECLS
