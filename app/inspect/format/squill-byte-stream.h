/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

#include "inspect/format/squill-problem.h"

G_BEGIN_DECLS

/**
 * SquillByteStream:
 *
 * The bytes of a file, unpacked when they are gzip, through a window that grows only as far as
 * its reader asks and as far as there really are bytes.
 */
typedef struct _SquillByteStream SquillByteStream;

SquillByteStream *squill_byte_stream_new (GInputStream *input);
SquillByteStream *squill_byte_stream_open (GFile *file,
                                           SquillProblemList *problems,
                                           GCancellable *cancellable,
                                           GError **error);
SquillByteStream *squill_byte_stream_open_pipe (const char *path, SquillProblemList *problems);
void squill_byte_stream_free (SquillByteStream *self);

gboolean squill_byte_stream_peek (SquillByteStream *self,
                                  gsize wanted,
                                  const guint8 **bytes,
                                  gsize *available,
                                  GCancellable *cancellable,
                                  GError **error);
void squill_byte_stream_skip (SquillByteStream *self, gsize count);
guint64 squill_byte_stream_get_offset (SquillByteStream *self);
guint64 squill_byte_stream_get_bytes_read (SquillByteStream *self);
const char *squill_byte_stream_get_unreadable (SquillByteStream *self);
const char *squill_byte_stream_get_damage (SquillByteStream *self);

/* squill-bson-stream.c */
gboolean squill_byte_stream_next_bson (SquillByteStream *stream,
                                       SquillProblemList *problems,
                                       const guint8 **document,
                                       gsize *length,
                                       GCancellable *cancellable,
                                       GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillByteStream, squill_byte_stream_free)

G_END_DECLS
