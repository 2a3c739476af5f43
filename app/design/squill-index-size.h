/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-design.h"

G_BEGIN_DECLS

/**
 * SquillIndexSize:
 * @share: 0 to 1: the share of the documents that the index has: less than 1 where it is sparse or
 *   partial; 1 where nothing is known
 * @entries_of_document: entries of one document that it has: more than one where it is multikey
 * @entries: entries now; NaN where nobody said how many documents there are
 * @entries_at_horizon: likely entries at the horizon; NaN where nobody said
 * @key: bytes of the key of one entry, as the server writes it
 * @stored: bytes of one entry on the disk
 * @cached: bytes of one entry in the cache
 * @size_unknown: nobody said how long a value in it is, so that bytes are assumed
 *
 * How large an index is likely to be. Bytes of all entries are the product.
 */
typedef struct
{
  double share;
  double entries_of_document;
  double entries;
  double entries_at_horizon;
  double key;
  double stored;
  double cached;
  gboolean size_unknown;
} SquillIndexSize;

void squill_design_measure_index (SquillDesign *design,
                                  const SquillCollection *collection,
                                  const SquillCollectionIndex *index,
                                  SquillIndexSize *size);

G_END_DECLS
