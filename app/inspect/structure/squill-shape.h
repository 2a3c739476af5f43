/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/profile/squill-path.h"

G_BEGIN_DECLS

/**
 * SquillShape:
 * @paths: (element-type SquillPath): two or more paths of objects, in the order of the documents
 * @fields: how many different fields these objects have
 * @common: how many of them are at each of the paths
 * @recursive: one of the objects stands inside another
 * @confidence: 0 to 1
 *
 * Objects at several places that have the same fields: one definition would do for all.
 */
typedef struct
{
  GPtrArray *paths;
  guint fields;
  guint common;
  gboolean recursive;
  double confidence;
} SquillShape;

void squill_shape_free (SquillShape *self);
GPtrArray *squill_shapes_find (const SquillPath *root);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillShape, squill_shape_free)

G_END_DECLS
