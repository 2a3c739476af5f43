/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-workload-private.h"

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
 *
 * What one operation does (rules.md 6.5).
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
} SquillCounts;

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
} SquillStorage;

double _squill_counts_get_cost (const SquillCounts *counts);
double _squill_cost_of_flushes (double updates, double documents, double bytes);
SquillCounts _squill_storage_read_all (const SquillStorage *self);
SquillCounts _squill_storage_read_first (const SquillStorage *self, double first);
double _squill_storage_get_cost (const SquillStorage *self, const SquillWorkload *work);
double _squill_cost_of_join (double documents, double bytes);
double _squill_cost_of_copies (double copies);

G_END_DECLS
