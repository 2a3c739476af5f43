/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/source/squill-bson-buffer.h"

G_BEGIN_DECLS

/**
 * SquillBucket:
 *
 * Takes the buckets that a time series collection is stored in apart into the measurements that
 * were put in.
 */
typedef struct _SquillBucket SquillBucket;

/**
 * SquillBucketResult:
 * @SQUILL_BUCKET_READ: measurements can be taken
 * @SQUILL_BUCKET_PACKED: the server packed its columns; they are not read
 * @SQUILL_BUCKET_NONE: this is no bucket
 *
 * What squill_bucket_load() made of a document.
 */
typedef enum
{
  SQUILL_BUCKET_READ,
  SQUILL_BUCKET_PACKED,
  SQUILL_BUCKET_NONE,
} SquillBucketResult;

SquillBucket *squill_bucket_new (const char *time_field, const char *meta_field);
void squill_bucket_free (SquillBucket *self);
SquillBucketResult squill_bucket_load (SquillBucket *self, const guint8 *document, gsize length);
gboolean squill_bucket_next (SquillBucket *self, const guint8 **measurement, gsize *length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillBucket, squill_bucket_free)

G_END_DECLS
