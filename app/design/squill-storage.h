/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-design.h"

G_BEGIN_DECLS

/* What a collection takes up, without its indexes. */

/**
 * SquillVolume:
 * @documents: how many documents
 * @data: bytes of them, as BSON
 * @disk: bytes of the file, compressed as the server does by default
 * @cache: bytes of the cache that all of them need
 *
 * What the documents of a collection take up at one time. NaN where nobody said how many there are.
 */
typedef struct
{
  double documents;
  double data;
  double disk;
  double cache;
} SquillVolume;

SquillVolume squill_collection_get_storage (const SquillCollection *collection,
                                            gboolean at_horizon);
double squill_collection_get_years_to (SquillDesign *design,
                                       const SquillCollection *collection,
                                       double bytes);
double squill_model_get_cache (SquillModel *model);

G_END_DECLS
