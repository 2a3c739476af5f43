/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/format/squill-problem.h"

G_BEGIN_DECLS

/**
 * SquillBucket:
 *
 * Takes the buckets that a time series collection is stored in apart into the measurements that
 * were put in.
 */
typedef struct _SquillBucket SquillBucket;

SquillBucket *squill_bucket_new (const char *time_field, const char *meta_field);
void squill_bucket_free (SquillBucket *self);
void squill_bucket_add (SquillBucket *self,
                        const guint8 *document,
                        gsize length,
                        SquillProblemList *problems);
gboolean squill_bucket_next (SquillBucket *self, const guint8 **measurement, gsize *length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillBucket, squill_bucket_free)

G_END_DECLS
