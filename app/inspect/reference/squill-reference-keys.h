/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * SquillReferenceKeys:
 * @hashes: (array length=n_slots): hashes of keys; 0: free
 * @counts: (array length=n_slots): documents that refer to the key
 * @rows: (array length=n_slots): hashes of the fields that may be copied, @n_columns of each key
 * @n_slots: a power of two
 * @n_keys: keys there are
 * @n_columns: fields of each
 * @level: leading zero bits that a hash needs to be kept; 0: all keys are
 *
 * All keys of a collection, or where they are too many those that a #SquillHashSample of @level
 * would keep, with what is known of their documents.
 */
typedef struct
{
  guint64 *hashes;
  guint32 *counts;
  guint64 *rows;
  guint n_slots;
  guint n_keys;
  guint n_columns;
  guint level;
} SquillReferenceKeys;

SquillReferenceKeys *squill_reference_keys_new (guint64 expected, guint n_columns, gsize max_bytes);
void squill_reference_keys_free (SquillReferenceKeys *self);
gsize squill_reference_keys_get_bytes (const SquillReferenceKeys *self);
gboolean squill_reference_keys_keeps (const SquillReferenceKeys *self, guint64 hash);
int squill_reference_keys_find (const SquillReferenceKeys *self, guint64 hash);
int squill_reference_keys_add (SquillReferenceKeys *self, guint64 hash);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillReferenceKeys, squill_reference_keys_free)

G_END_DECLS
