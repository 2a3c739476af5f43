/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/format/squill-byte-stream.h"
#include "inspect/source/squill-source.h"

G_BEGIN_DECLS

/* A file may begin with this much white space and still be taken for JSON. */
#define SQUILL_SOURCE_FORMAT_BYTES ((gsize)4096)

/**
 * SquillSourceFile:
 * @file: (nullable): the file; %NULL where it can be read only once
 * @label: what to call it in problems
 * @name: what the profile calls its source
 * @bytes: of the file; %G_MAXUINT64 where it is not known
 *
 * A file that documents are read from.
 */
typedef struct
{
  GFile *file;
  const char *label;
  const char *name;
  guint64 bytes;
} SquillSourceFile;

/**
 * SquillSourceFormat:
 * @suffixes: endings of the names of such files, the packing's (`.gz`) not included
 * @is_dump: mongodump writes it: the name is that of the collection, escaped, and metadata lie
 *   beside it
 * @matches: (nullable): whether a file with these first bytes, unpacked, is of this format; %NULL
 *   where only the suffix can tell
 * @unreadable: (nullable): why @open is missing
 * @open: (nullable): begins to read the one collection in a file; `*lost_last` is set to whether a
 *   document was lost at the last problem
 * @next: (nullable): gives the next document; an error is set when cancelled and for nothing else
 * @close: (nullable): frees what @open gave
 * @list: (nullable): of a file that holds several collections: adds them, and takes the stream.
 *   Returns %FALSE when cancelled
 *
 * A format of files.
 */
typedef struct
{
  const char *suffixes[4];
  gboolean is_dump;
  gboolean (*matches) (const guint8 *bytes, gsize available);
  const char *unreadable;
  gpointer (*open) (SquillByteStream *stream, SquillProblemList *problems, gboolean *lost_last);
  SquillSourceNextFunc next;
  GDestroyNotify close;
  gboolean (*list) (SquillByteStream *stream,
                    const SquillSourceFile *file,
                    GPtrArray *collections,
                    SquillProblemList *problems,
                    GCancellable *cancellable,
                    GError **error);
} SquillSourceFormat;

gboolean squill_strip_suffix (char *name, const char *suffix);
const SquillSourceFormat *squill_source_format_from_name (char *name);
const SquillSourceFormat *squill_source_format_from_bytes (const guint8 *bytes, gsize available);

G_END_DECLS
