/* SPDX-License-Identifier: Apache-2.0 */

/* Files kept by GridFS: a collection `NAME.files` of what is known of each file, and one
 * `NAME.chunks` of their bytes, in pieces (https://github.com/mongodb/specifications, GridFS). */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/structure/squill-structure.h"

#include <string.h>

#define FILES ".files"
#define CHUNKS ".chunks"

static gboolean
has_field (const SquillCollectionProfile *self, const char *name, guint types)
{
  const SquillPath *field = squill_path_find_field (self->root, name, strlen (name));

  return field != NULL && ((guint)squill_path_get_types (field) & types) != 0;
}

static gboolean
is_empty (const SquillCollectionProfile *self)
{
  return self->root->present == 0;
}

static gboolean
holds_files (const SquillCollectionProfile *self)
{
  return is_empty (self) || (has_field (self, "length", SQUILL_TYPES_NUMERIC) &&
                             has_field (self, "chunkSize", SQUILL_TYPES_NUMERIC) &&
                             has_field (self, "uploadDate", SQUILL_TYPE_DATE));
}

static gboolean
holds_chunks (const SquillCollectionProfile *self)
{
  return is_empty (self) ||
         (has_field (self, "n", SQUILL_TYPES_NUMERIC) &&
          has_field (self, "data", SQUILL_TYPE_BINARY) && has_field (self, "files_id", ~0u));
}

static SquillCollectionProfile *
find_chunks (GPtrArray *collections, const SquillCollectionProfile *files)
{
  gsize bucket = strlen (files->name) - strlen (FILES);

  for (guint i = 0; i < collections->len; i++)
    {
      SquillCollectionProfile *each = g_ptr_array_index (collections, i);

      if (g_str_has_suffix (each->name, CHUNKS) &&
          strlen (each->name) == bucket + strlen (CHUNKS) &&
          strncmp (each->name, files->name, bucket) == 0 &&
          g_strcmp0 (each->database, files->database) == 0)
        return each;
    }
  return NULL;
}

/**
 * squill_gridfs_find:
 * @collections: (element-type SquillCollectionProfile): the collections of a profile, finished
 *
 * Finds the pairs of collections that files are kept in, and notes it with both.
 */
void
squill_gridfs_find (GPtrArray *collections)
{
  for (guint i = 0; i < collections->len; i++)
    {
      SquillCollectionProfile *files = g_ptr_array_index (collections, i);
      SquillCollectionProfile *chunks;

      if (!g_str_has_suffix (files->name, FILES) || !holds_files (files))
        continue;
      chunks = find_chunks (collections, files);
      if (chunks == NULL || !holds_chunks (chunks) || (is_empty (files) && is_empty (chunks)))
        continue;
      files->gridfs_part = "files";
      chunks->gridfs_part = "chunks";
    }
}
