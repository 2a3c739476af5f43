/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/reference/squill-copies.h"
#include "inspect/reference/squill-reference-keys.h"
#include "inspect/reference/squill-reference-read.h"

G_BEGIN_DECLS

typedef struct _SquillReferenceCount SquillReferenceCount;

/**
 * SquillCopyColumn:
 * @count: the reference's
 * @index: which of the fields that may be copied
 *
 * One field that may be copied.
 */
typedef struct
{
  SquillReferenceCount *count;
  guint index;
} SquillCopyColumn;

/**
 * SquillReferenceCount:
 * @reference: what is counted for
 * @keep_values: examples may be given
 * @needs_keys: the keys are to be gathered
 * @keys: (nullable): the keys of the target
 * @target_sample: the keys as the profile knows them
 * @source_sample: the values as the profile knows them
 * @copies: (element-type SquillCopyCount): what may be copied
 * @target_read: the target was read again, all of it
 * @source_read: so was the source
 * @slot: of the key of the document that is being read; -1: none
 * @row: what of it may be copied
 * @beside: what stands beside the reference that is being read
 * @pending: values of the object that is being read
 * @in_document: values of the document that is being read
 * @when_hash: the value beside it that says that a reference is this one; 0: there is none
 * @is_meant: it is this one
 * @last_slot: the key that the reference before led to; -1: none
 *
 * What is counted for a reference while the collections at its ends are read again.
 */
struct _SquillReferenceCount
{
  SquillReference *reference;
  gboolean keep_values;
  gboolean needs_keys;
  SquillReferenceKeys *keys;
  const SquillHashSample *target_sample;
  const SquillHashSample *source_sample;
  GArray *copies;
  SquillCopyColumn columns[SQUILL_COPIES_MAX];
  gboolean target_read;
  gboolean source_read;

  int slot;
  guint64 row[SQUILL_COPIES_MAX];
  guint64 beside[SQUILL_COPIES_MAX];
  GArray *pending;
  GArray *in_document;
  guint64 when_hash;
  gboolean is_meant;
  int last_slot;

  guint64 documents;
  guint64 references;
  guint64 compared;
  guint64 hits;
  guint64 holders_min;
  guint64 holders_max;
  guint64 holders_sum;
};

SquillReferenceCount *squill_reference_count_new (SquillReference *reference,
                                                  gboolean keep_values,
                                                  gsize max_bytes);
void squill_reference_count_free (SquillReferenceCount *self);
gsize squill_reference_count_get_bytes (const SquillReferenceCount *self);
gboolean squill_reference_count_wants_target (const SquillReferenceCount *self);
gboolean squill_reference_count_wants_source (const SquillReferenceCount *self);
void squill_reference_count_watch_target (SquillReferenceCount *self,
                                          SquillReferenceReader *reader);
void squill_reference_count_watch_source (SquillReferenceCount *self,
                                          SquillReferenceReader *reader);
void squill_reference_count_finish (SquillReferenceCount *self);

G_END_DECLS
