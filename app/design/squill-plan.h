/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-cost.h"
#include "design/squill-search.h"

G_BEGIN_DECLS

/**
 * SquillPlanAccess:
 * @SQUILL_PLAN_BY_ID: by the index of `_id`; of a time series: by its order by time
 * @SQUILL_PLAN_BY_INDEX: by another index
 * @SQUILL_PLAN_SCAN: the whole collection is read, or as much of it as it takes
 * @SQUILL_PLAN_INSERT: nothing is looked for: documents are added
 *
 * How a step comes to its documents.
 */
typedef enum
{
  SQUILL_PLAN_BY_ID,
  SQUILL_PLAN_BY_INDEX,
  SQUILL_PLAN_SCAN,
  SQUILL_PLAN_INSERT,
} SquillPlanAccess;

/**
 * SquillPlanStep:
 * @collection: id of the collection
 * @collection_name: its name
 * @entity: (nullable): id of the entity whose documents it looks for; %NULL for those of a junction
 * @relationship: (nullable): id of the relationship that led there; %NULL where it begins
 * @access: how it finds them
 * @search: (nullable): what it looks for; %NULL of an insert
 * @path: (nullable): how an index serves that, or none; %NULL of an insert
 * @joins: it is part of the command of the step before: a `$lookup`
 * @outer: of what was at hand when this was looked for
 * @covered: all that is returned stands in the index
 * @targeted: where the collection is sharded, one shard has all of it; %TRUE elsewhere
 * @round_trips: commands, and further batches
 * @seeks: descents of an index, and fetches
 * @keys: entries of indexes walked
 * @documents: documents fetched
 * @bytes_read: bytes of those documents
 * @returned: documents, or what is embedded in them, that it is about; a limit counts
 * @written: documents written
 * @log_bytes: bytes of the oplog
 * @written_keys: entries of indexes that come or go
 * @cost: microseconds
 *
 * What an operation does in one collection. Each number is for one run, the least, the likely and
 * the most: they differ where something is not known; NaN where nothing is known, infinite where
 * nothing bounds it.
 */
typedef struct
{
  char *collection;
  char *collection_name;
  char *entity;
  char *relationship;
  SquillPlanAccess access;
  SquillSearch *search;
  SquillAccessPath *path;
  gboolean joins;
  SquillTriple outer;
  gboolean covered;
  gboolean targeted;
  SquillTriple round_trips;
  SquillTriple seeks;
  SquillTriple keys;
  SquillTriple documents;
  SquillTriple bytes_read;
  SquillTriple returned;
  SquillTriple written;
  SquillTriple log_bytes;
  SquillTriple written_keys;
  SquillTriple cost;
} SquillPlanStep;

/**
 * SquillPlan:
 * @operation: id of the operation
 * @steps: (element-type SquillPlanStep): what it does, in order; empty where it starts nowhere
 * @round_trips: of all steps, as are the following
 * @keys: entries of indexes walked
 * @documents: documents fetched
 * @bytes_read: bytes of those
 * @written: documents written
 * @log_bytes: bytes of the oplog
 * @written_keys: entries of indexes that come or go
 * @atomic: all that it writes changes at once: it is in one document, or a transaction is around it
 * @scans: a step reads a whole collection because no index serves its filter, or its order
 * @sorts_in_memory: a step sorts what it read
 * @cost: microseconds of one run
 * @unknown: (element-type utf8): what the numbers depend on and nobody said, each a few words;
 *   translated
 *
 * What one run of an operation does with the design as it stands.
 */
typedef struct
{
  char *operation;
  GPtrArray *steps;
  SquillTriple round_trips;
  SquillTriple keys;
  SquillTriple documents;
  SquillTriple bytes_read;
  SquillTriple written;
  SquillTriple log_bytes;
  SquillTriple written_keys;
  gboolean atomic;
  gboolean scans;
  gboolean sorts_in_memory;
  SquillTriple cost;
  GPtrArray *unknown;
} SquillPlan;

const SquillPlan *squill_design_get_plan (SquillDesign *design, const char *operation);
SquillTriple squill_plan_get_load (const SquillPlan *self, const SquillOperation *operation);

G_END_DECLS
