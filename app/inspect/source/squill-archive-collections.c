/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/source/squill-archive-collections.h"

#include <glib/gi18n-lib.h>

/* Without a file it is a pipe: what was opened to find out what is in it is all there is. */
struct _SquillArchiveFile
{
  gatomicrefcount references;
  GFile *file;
  char *label;
  guint64 bytes;
  SquillArchive *opened;
};

/* A collection of an archive. */
typedef struct
{
  SquillArchiveFile *file;
  guint index;
} Member;

/* An archive of which one collection is read. */
typedef struct
{
  SquillArchive *archive;
  guint index;
} Cursor;

static void
archive_file_unref (SquillArchiveFile *self)
{
  if (!g_atomic_ref_count_dec (&self->references))
    return;
  g_clear_object (&self->file);
  squill_archive_free (self->opened);
  g_free (self->label);
  g_free (self);
}

static void
member_free (gpointer data)
{
  Member *self = data;

  archive_file_unref (self->file);
  g_free (self);
}

static void
cursor_free (gpointer data)
{
  Cursor *self = data;

  squill_archive_free (self->archive);
  g_free (self);
}

static gboolean
next_of_collection (gpointer data,
                    const guint8 **document,
                    gsize *length,
                    GCancellable *cancellable,
                    GError **error)
{
  Cursor *self = data;
  guint collection;

  while (squill_archive_next (self->archive, &collection, document, length, cancellable, error))
    if (collection == self->index)
      return TRUE;
  return FALSE;
}

static SquillSource *
open_member (SquillSourceCollection *place,
             const SquillInspectOptions *options,
             SquillProblemList *problems,
             GCancellable *cancellable,
             GError **error)
{
  Member *member = place->data;
  SquillArchive *archive = squill_archive_file_open (member->file, problems, cancellable, error);
  Cursor *cursor;

  if (archive == NULL)
    return NULL;
  cursor = g_new (Cursor, 1);
  cursor->archive = archive;
  cursor->index = member->index;
  return squill_source_new_for_cursor (next_of_collection, cursor, cursor_free, problems);
}

/* The text that mongodump writes into the file beside a collection stands in the archive, too.
 * FALSE when cancelled. */
static gboolean
read_metadata (const SquillArchiveCollection *collection,
               SquillMetadata **metadata,
               SquillProblemList *problems,
               GCancellable *cancellable,
               GError **error)
{
  g_autoptr (SquillProblemList) inner = squill_problem_list_new ();
  GError *failure = NULL;

  *metadata = NULL;
  if (collection->metadata == NULL || *collection->metadata == '\0')
    return TRUE;
  *metadata = squill_metadata_read_text (collection->metadata, inner, cancellable, &failure);
  if (failure != NULL)
    {
      g_propagate_error (error, failure);
      return FALSE;
    }
  if (squill_problem_list_get_length (inner) > 0)
    {
      /* Translators: a database, a collection, and what is wrong. */
      g_autofree char *reason =
          g_strdup_printf (_ ("The metadata of %s.%s cannot be read: %s"), collection->database,
                           collection->name, squill_problem_list_get (inner, 0)->reason);

      squill_problem_list_add (problems, (gint64)collection->offset, 0, 0, reason);
    }
  if (*metadata != NULL && (*metadata)->type == NULL && collection->type != NULL &&
      *collection->type != '\0')
    (*metadata)->type = g_strdup (collection->type);
  return TRUE;
}

static SquillSourceCollection *
new_place (SquillArchiveFile *file,
           const char *name,
           guint index,
           const SquillArchiveCollection *collection,
           SquillMetadata *metadata)
{
  SquillSourceCollection *place =
      squill_source_collection_new (file->label, collection->database, collection->name);
  Member *member = g_new0 (Member, 1);

  g_atomic_ref_count_inc (&file->references);
  member->file = file;
  member->index = index;
  g_free (place->name);
  place->name = g_strdup (name);
  squill_source_collection_take_metadata (place, metadata);
  if (metadata != NULL && place->time_field == NULL && squill_metadata_is_view (metadata))
    {
      g_free (place->kind);
      place->kind = g_strdup ("view");
    }
  place->system = collection->system;
  place->rereadable = file->file != NULL;
  place->open = open_member;
  place->data = member;
  place->destroy = member_free;
  return place;
}

/**
 * squill_archive_list_collections:
 * @stream: (transfer full): a file that looks like an archive, looked at but not read from
 * @file: what is known of it
 * @collections: (element-type SquillSourceCollection): takes the collections
 * @problems: takes what is wrong
 * @cancellable: (nullable): stops the reading
 * @error: return location; set when cancelled and for nothing else
 *
 * Finds the collections of an archive.
 *
 * Returns: %FALSE when cancelled
 */
gboolean
squill_archive_list_collections (SquillByteStream *stream,
                                 const SquillSourceFile *file,
                                 GPtrArray *collections,
                                 SquillProblemList *problems,
                                 GCancellable *cancellable,
                                 GError **error)
{
  SquillArchiveFile *self = g_new0 (SquillArchiveFile, 1);
  SquillArchive *archive;
  gboolean done;

  g_atomic_ref_count_init (&self->references);
  g_set_object (&self->file, file->file);
  self->label = g_strdup (file->label);
  self->bytes = file->bytes;
  squill_problem_list_begin_file (problems, file->label);
  archive = squill_archive_new (stream, problems, cancellable, error);
  done = archive != NULL;
  for (guint i = 0; done && i < squill_archive_get_n_collections (archive); i++)
    {
      const SquillArchiveCollection *collection = squill_archive_get_collection (archive, i);
      SquillMetadata *metadata;

      done = read_metadata (collection, &metadata, problems, cancellable, error);
      if (done)
        g_ptr_array_add (collections, new_place (self, file->name, i, collection, metadata));
    }
  squill_problem_list_end_file (problems);
  if (file->file == NULL)
    self->opened = archive;
  else
    squill_archive_free (archive);
  archive_file_unref (self);
  return done;
}

/**
 * squill_archive_place_get_file:
 * @place: a place
 *
 * Returns: (transfer none) (nullable): the archive it lies in; %NULL where it lies in none
 */
SquillArchiveFile *
squill_archive_place_get_file (const SquillSourceCollection *place)
{
  return place->open == open_member ? ((Member *)place->data)->file : NULL;
}

/**
 * squill_archive_place_get_index:
 * @place: a place in an archive
 *
 * Returns: which collection of the archive it is
 */
guint
squill_archive_place_get_index (const SquillSourceCollection *place)
{
  return ((Member *)place->data)->index;
}

/**
 * squill_archive_file_open:
 * @self: an archive
 * @problems: (transfer none): takes what is wrong with its documents; what is wrong before them was
 * reported when it was found
 * @cancellable: (nullable): stops the reading
 * @error: return location; set when cancelled and for nothing else
 *
 * Opens the archive for its documents.
 *
 * Returns: (transfer full) (nullable): the archive; %NULL without an error where it cannot be
 * opened
 */
SquillArchive *
squill_archive_file_open (SquillArchiveFile *self,
                          SquillProblemList *problems,
                          GCancellable *cancellable,
                          GError **error)
{
  g_autoptr (SquillProblemList) discarded = squill_problem_list_new ();
  SquillArchive *archive = g_steal_pointer (&self->opened);

  if (archive == NULL && self->file != NULL)
    {
      SquillByteStream *stream = squill_byte_stream_open (self->file, problems, cancellable, error);

      if (stream == NULL)
        return NULL;
      squill_problem_list_begin_file (discarded, self->label);
      archive = squill_archive_new (stream, discarded, cancellable, error);
    }
  if (archive != NULL)
    squill_archive_set_problems (archive, problems);
  return archive;
}

/**
 * squill_archive_file_get_bytes:
 * @self: an archive
 *
 * Returns: the bytes of the file; %G_MAXUINT64 where it is not known
 */
guint64
squill_archive_file_get_bytes (const SquillArchiveFile *self)
{
  return self->bytes;
}
