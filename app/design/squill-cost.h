/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-design.h"

G_BEGIN_DECLS

/**
 * SquillPlacementOption:
 * @placement: how the relationship would be stored
 * @copied: with fields copied: from the child for references to children, from the parent for
 *   references to parents. The copies that are drawn, or where none is, the fields that operations
 *   read along
 * @bound: how many children are in the parent of a subset, in one bucket; NaN elsewhere
 * @current: the relationship is stored like this now
 * @feasible: nothing rules it out
 * @advised: the one to take; at most one of a comparison is
 * @infeasible_reason: (nullable): what rules it out, a few words; translated
 * @drawbacks: (element-type utf8): what speaks against it though it could be done, each a few
 * words; translated
 * @round_trips: commands for one read of a parent with its children
 * @documents: documents fetched by that
 * @read_bytes: bytes of those documents
 * @bytes: the document that the parent is in
 * @bytes_at_horizon: the same at the planning horizon
 * @size_unknown: its bytes are a lower bound
 * @atomic: a child is added, changed and removed in one document
 * @cost: work of all operations on the relationship, in microseconds each second; NaN where nobody
 *   said how often they run, or how many children there are
 * @summary: what rules it out, the first drawback, or else what a read costs; translated
 *
 * One way in which a relationship could be stored, and what would follow.
 */
typedef struct
{
  SquillPlacement placement;
  gboolean copied;
  double bound;
  gboolean current;
  gboolean feasible;
  gboolean advised;
  char *infeasible_reason;
  GPtrArray *drawbacks;
  double round_trips;
  double documents;
  double read_bytes;
  SquillTriple bytes;
  SquillTriple bytes_at_horizon;
  gboolean size_unknown;
  gboolean atomic;
  double cost;
  char *summary;
} SquillPlacementOption;

void squill_placement_option_free (SquillPlacementOption *self);
GPtrArray *squill_placements_compare (SquillDesign *design, const char *relationship_id);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillPlacementOption, squill_placement_option_free)

G_END_DECLS
