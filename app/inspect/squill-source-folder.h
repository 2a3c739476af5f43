/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

#include "inspect/squill-metadata.h"
#include "inspect/squill-problem.h"

G_BEGIN_DECLS

/**
 * SquillSourceFile:
 * @file: the file with the documents
 * @label: what to call it in problems
 * @name: the file as seen from the source that was named
 * @database: (nullable): the folder it lies in, which is the database in a dump
 * @collection: the collection's name
 * @metadata: (nullable): what else is known of it
 * @bytes: of the file as it lies on the disk
 *
 * A collection that can be read.
 */
typedef struct
{
  GFile *file;
  char *label;
  char *name;
  char *database;
  char *collection;
  SquillMetadata *metadata;
  guint64 bytes;
} SquillSourceFile;

GPtrArray *squill_source_folder_find (const char *const *sources,
                                      SquillProblemList *problems,
                                      GCancellable *cancellable,
                                      GError **error);

G_END_DECLS
