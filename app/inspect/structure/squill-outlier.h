/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/profile/squill-path.h"

G_BEGIN_DECLS

/**
 * SquillOutlierPath:
 * @path: a path that the document has and hardly another
 * @type: the type that is rare there; %SQUILL_TYPE_NONE where the path itself is
 * @documents: in how many documents it is, this one among them
 *
 * What is unlike in an outlier.
 */
typedef struct
{
  const SquillPath *path;
  SquillTypes type;
  guint documents;
} SquillOutlierPath;

/**
 * SquillOutlier:
 * @document: which document
 * @paths: (element-type SquillOutlierPath): what is unlike in it
 * @weight: how unlike: 1 for each path or type that no other document has
 * @confidence: 0 to 1
 *
 * A document that is unlike all others.
 */
typedef struct
{
  const SquillWitness *document;
  GArray *paths;
  double weight;
  double confidence;
} SquillOutlier;

void squill_outlier_free (SquillOutlier *self);
GPtrArray *squill_outliers_find (const SquillPath *root);
char *squill_outlier_describe (const SquillOutlier *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillOutlier, squill_outlier_free)

G_END_DECLS
