/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

#include "inspect/format/squill-bucket.h"
#include "inspect/format/squill-byte-stream.h"
#include "inspect/format/squill-problem.h"

G_BEGIN_DECLS

/**
 * SquillSource:
 *
 * A stream of documents, whatever it comes from: a cursor, or a file of BSON or JSON, packed with
 * gzip or not. Damage is added to the list of problems, and what can be read is read.
 */
typedef struct _SquillSource SquillSource;

/**
 * SquillSourceNextFunc:
 * @data: as given
 * @document: (out) (transfer none): the next document; valid until the next call
 * @length: (out): its bytes
 * @cancellable: (nullable): stops it
 * @error: return location
 *
 * Gives the next document of a cursor. It need not be sound; that is looked after.
 *
 * Returns: %FALSE at the end, when cancelled (%G_IO_ERROR_CANCELLED), and where the cursor broke
 */
typedef gboolean (*SquillSourceNextFunc) (gpointer data,
                                          const guint8 **document,
                                          gsize *length,
                                          GCancellable *cancellable,
                                          GError **error);

SquillSource *squill_source_open (GFile *file,
                                  const char *label,
                                  SquillProblemList *problems,
                                  GCancellable *cancellable,
                                  GError **error);
SquillSource *squill_source_new_for_stream (GInputStream *input,
                                            const char *label,
                                            SquillProblemList *problems,
                                            GCancellable *cancellable,
                                            GError **error);
SquillSource *squill_source_new_for_bytes (SquillByteStream *stream,
                                           const char *label,
                                           SquillProblemList *problems,
                                           GCancellable *cancellable,
                                           GError **error);
SquillSource *squill_source_new_for_cursor (SquillSourceNextFunc next,
                                            gpointer data,
                                            GDestroyNotify destroy,
                                            SquillProblemList *problems);
void squill_source_free (SquillSource *self);
void squill_source_set_buckets (SquillSource *self, SquillBucket *bucket);
void squill_source_set_selection (SquillSource *self, const char *method, guint64 total);
gboolean squill_source_next (SquillSource *self,
                             const guint8 **document,
                             gsize *length,
                             GCancellable *cancellable,
                             GError **error);
guint64 squill_source_get_bytes_read (SquillSource *self);
gboolean squill_source_was_readable (SquillSource *self);
gboolean squill_source_broke_off (SquillSource *self);
const char *squill_source_get_method (SquillSource *self);
guint64 squill_source_get_total (SquillSource *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillSource, squill_source_free)

G_END_DECLS
