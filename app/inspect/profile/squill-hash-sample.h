/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "bson/squill-bson-walk.h"

G_BEGIN_DECLS

guint64 squill_value_hash (const SquillBsonElement *element);
guint64 squill_text_hash (const char *text, gsize length);

/* The number of distinct values that are kept before half of them are dropped. */
#define SQUILL_HASH_SAMPLE_MAX 16384u

/**
 * SquillHashSample:
 *
 * The different values of a path, as hashes, and how often each came. When they are too many, only
 * those whose hash begins with a zero bit are kept, then with two, and so on (adaptive sampling,
 * Flajolet 1990). Which values are kept depends on nothing but themselves, so samples of two paths
 * can be compared with each other and those of two runs are the same.
 */
typedef struct _SquillHashSample SquillHashSample;

/* The number of hashes that are looked up in one batch, which hides the latency of memory. */
#define SQUILL_HASH_SAMPLE_PENDING 32u

/**
 * SquillHashSampleFunc:
 * @hash: a value's hash
 * @count: how often it came
 * @user_data: as given
 */
typedef void (*SquillHashSampleFunc) (guint64 hash, guint64 count, gpointer user_data);

SquillHashSample *squill_hash_sample_new (void);
void squill_hash_sample_free (SquillHashSample *self);
gboolean squill_hash_sample_add (SquillHashSample *self, guint64 hash, guint64 count);
void squill_hash_sample_merge (SquillHashSample *self, const SquillHashSample *other);
void squill_hash_sample_thin (SquillHashSample *self, guint max_kept);
void squill_hash_sample_raise_level (SquillHashSample *self, guint level);
guint squill_hash_sample_get_kept (const SquillHashSample *self);
gboolean squill_hash_sample_is_exact (const SquillHashSample *self);
guint squill_hash_sample_get_level (const SquillHashSample *self);
guint64 squill_hash_sample_count_distinct (const SquillHashSample *self,
                                           guint64 values,
                                           guint64 *error);
gsize squill_hash_sample_get_bytes (const SquillHashSample *self);
void squill_hash_sample_settle (SquillHashSample *self);
SquillHashSample *squill_hash_sample_copy (const SquillHashSample *self);
guint64 squill_hash_sample_lookup (const SquillHashSample *self, guint64 hash);
void squill_hash_sample_foreach (const SquillHashSample *self,
                                 guint level,
                                 SquillHashSampleFunc func,
                                 gpointer user_data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillHashSample, squill_hash_sample_free)

G_END_DECLS
