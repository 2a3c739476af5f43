/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/squill-profile.h"

G_BEGIN_DECLS

/**
 * SquillReference:
 * @from: the collection that refers
 * @from_path: where in it
 * @to: the collection that is referred to
 * @to_path: the key in it
 * @exact: whether all values were compared, and not just a sample of them
 * @references: values at @from_path
 * @distinct: different ones among them
 * @inclusion: 0 to 1: the share of the references that lead to a document
 * @coverage: 0 to 1: the share of the keys that are referred to
 * @dangling: references that lead nowhere
 * @orphans: keys that nothing refers to
 * @per_key_min: references to one key: the fewest
 * @per_key_mean: the mean
 * @per_key_max: the most
 * @confidence: 0 to 1
 * @proposed: it is claimed, and drawn; otherwise it may be chance
 *
 * A reference that was found between two collections.
 */
typedef struct
{
  const SquillCollectionProfile *from;
  const SquillPath *from_path;
  const SquillCollectionProfile *to;
  const SquillPath *to_path;
  gboolean exact;
  guint64 references;
  guint64 distinct;
  double inclusion;
  double coverage;
  guint64 dangling;
  guint64 orphans;
  guint64 per_key_min;
  double per_key_mean;
  guint64 per_key_max;
  double confidence;
  gboolean proposed;
} SquillReference;

GPtrArray *squill_references_find (GPtrArray *collections);
const SquillPath *squill_reference_get_named_path (const SquillPath *path);
gboolean squill_reference_name_fits (const char *field, const char *collection);

G_END_DECLS
