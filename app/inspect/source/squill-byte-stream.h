/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

#include "inspect/source/squill-problem.h"

G_BEGIN_DECLS

/**
 * SquillPacking:
 * @SQUILL_PACKING_NONE: the bytes are the content
 * @SQUILL_PACKING_GZIP: gzip; unpacked while reading
 * @SQUILL_PACKING_XZ: xz; recognised, not read
 * @SQUILL_PACKING_ZSTD: Zstandard; recognised, not read
 * @SQUILL_PACKING_BZIP2: bzip2; recognised, not read
 * @SQUILL_PACKING_ZIP: a zip archive; recognised, not read
 *
 * How a file is packed, by its first bytes and never by its name.
 */
typedef enum
{
  SQUILL_PACKING_NONE,
  SQUILL_PACKING_GZIP,
  SQUILL_PACKING_XZ,
  SQUILL_PACKING_ZSTD,
  SQUILL_PACKING_BZIP2,
  SQUILL_PACKING_ZIP,
} SquillPacking;

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
SquillPacking squill_byte_stream_get_packing (SquillByteStream *self);
const char *squill_byte_stream_get_damage (SquillByteStream *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillByteStream, squill_byte_stream_free)

G_END_DECLS
