/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-design.h"

G_BEGIN_DECLS

/**
 * SquillCounts:
 * @commands: round trips
 * @seeks: descents of an index
 * @keys: entries of indexes walked
 * @documents: documents fetched
 * @read_bytes: bytes of those documents
 * @written: documents written
 * @log_bytes: bytes of the oplog
 * @written_keys: entries of indexes that come or go
 * @shard_commands: commands that shards are asked besides the first of each round trip
 * @joined: documents to which a `$lookup` finds others
 *
 * What one run of an operation does.
 */
typedef struct
{
  double commands;
  double seeks;
  double keys;
  double documents;
  double read_bytes;
  double written;
  double log_bytes;
  double written_keys;
  double shard_commands;
  double joined;
} SquillCounts;

/**
 * SquillCostWeight:
 * @name: what is counted, such as "round trips"; not translated yet: for gettext
 * @offset: of the member of #SquillCounts
 * @weight: what one costs, in microseconds
 *
 * A term of the cost of a run: a count, and what it is multiplied by.
 */
typedef struct
{
  const char *name;
  gsize offset;
  double weight;
} SquillCostWeight;

/**
 * SquillOperationCost:
 * @operation: (nullable): the id of an operation; %NULL of what the frequencies of the relationship
 *   say, and of what checkpoints write
 * @label: the name of the operation, or else what is done; translated
 * @rate: how often it runs, per second; NaN of checkpoints
 * @counts: what one run does, as is likely
 * @index: (nullable): the index that it uses: where it uses several, the last that is not that of
 *   `_id`; %NULL where it scans, uses none, or only the relationship tells of it
 * @parent_read: (nullable): the name of the operation that reads the parent for the same page
 * @scans: it reads documents that it does not want, because no index serves what it asks for
 * @cost: the work of all its runs, in microseconds each second; a range where it is not known how
 *   many documents it finds
 * @served: what of @cost.likely would be left if it had the index that it lacks
 *
 * What one operation costs with one way to store a relationship.
 */
typedef struct
{
  char *operation;
  char *label;
  double rate;
  SquillCounts counts;
  char *index;
  char *parent_read;
  gboolean scans;
  SquillTriple cost;
  double served;
} SquillOperationCost;

/**
 * SquillPlacementOption:
 * @placement: how the relationship would be stored
 * @copied: with fields copied: from the child for references to children, from the parent for
 *   references to parents. The copies that are drawn, or where none is, the fields that operations
 *   read along
 * @copies: (element-type utf8): the paths of the fields that are copied, as the entity that they
 *   come from has them; empty where none is
 * @copy_fields: (element-type utf8): of these fields those that are not drawn as copies, as key
 *   paths
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
 * @size_assumed: some of its likely bytes are assumed
 * @added_index: (nullable): the name of an index that comes with it, because reads need it and
 * there is none; what it costs counts
 * @atomic: a child is added, changed and removed in one document
 * @cost: work of all operations on the relationship, in microseconds each second: a range where
 *   something is unknown that it depends on; unset where nobody said how often they run, or how
 *   many children there are
 * @served: what of @cost.likely would be left with the indexes that operations lack: these are no
 *   matter of the placement, so that this decides
 * @costs: (element-type SquillOperationCost): what that is made of; the same operations in the same
 *   order for all options of a comparison
 * @unknown: (element-type utf8): what @cost depends on and nobody said, each a few words;
 *   translated
 * @summary: what rules it out, the first drawback, or else what a read costs; translated
 *
 * One way in which a relationship could be stored, and what would follow.
 */
typedef struct
{
  SquillPlacement placement;
  gboolean copied;
  GPtrArray *copies;
  GPtrArray *copy_fields;
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
  gboolean size_assumed;
  char *added_index;
  gboolean atomic;
  SquillTriple cost;
  double served;
  GArray *costs;
  GPtrArray *unknown;
  char *summary;
} SquillPlacementOption;

/* What speaks about embedding an entity, whoever asks. */
guint squill_entity_count_referrers (const SquillEntity *entity, const SquillRelationship *but);
double squill_entity_get_retention (const SquillEntity *entity);
gboolean squill_entity_lives_differently (const SquillEntity *child,
                                          const SquillEntity *parent,
                                          double ratio);
gboolean squill_item_may_change (gconstpointer owner);

gboolean squill_operation_updates_copies (const SquillOperation *operation,
                                          const SquillRelationship *relationship);

double squill_design_get_miss_probability (SquillDesign *design);
double squill_cost_of_misses (double probability, double documents, double scanned_bytes);
double squill_counts_get_cost (const SquillCounts *counts);
const SquillCostWeight *squill_cost_weights_get (guint *n);
double squill_cost_of_join (double documents, double bytes);
double squill_cost_of_copies (double copies);
void squill_relationship_count_subset (SquillDesign *design,
                                       const SquillRelationship *relationship,
                                       double *reads,
                                       double *inserts);
void squill_placement_option_free (SquillPlacementOption *self);
GPtrArray *squill_placements_compare (SquillDesign *design, const char *relationship_id);
SquillPlacementOption *squill_placements_find_advised (SquillDesign *design,
                                                       const char *relationship_id);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillPlacementOption, squill_placement_option_free)

G_END_DECLS
