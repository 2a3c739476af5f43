/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/source/squill-archive-place.h"

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
  char *time_field;
  char *meta_field;
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
  g_free (self->time_field);
  g_free (self->meta_field);
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
open_member (SquillPlace *place,
             const SquillInspectOptions *options,
             SquillProblemList *problems,
             GCancellable *cancellable,
             GError **error)
{
  Member *member = place->data;
  SquillArchive *archive = squill_archive_file_open (member->file, problems, cancellable, error);
  SquillSource *source;
  Cursor *cursor;

  if (archive == NULL)
    return NULL;
  cursor = g_new (Cursor, 1);
  cursor->archive = archive;
  cursor->index = member->index;
  source = squill_source_new_for_cursor (next_of_collection, cursor, cursor_free, problems);
  if (member->time_field != NULL)
    squill_source_set_buckets (source, member->time_field, member->meta_field);
  return source;
}

static SquillPlace *
new_place (SquillArchiveFile *file, guint index, SquillArchiveCollection *collection)
{
  SquillPlace *place = squill_place_new (file->label, collection->database, collection->name);
  Member *member = g_new0 (Member, 1);

  g_atomic_ref_count_inc (&file->references);
  member->file = file;
  member->index = index;
  place->metadata = g_steal_pointer (&collection->metadata);
  if (place->metadata != NULL)
    {
      member->time_field = squill_metadata_get_time_field (place->metadata);
      member->meta_field = squill_metadata_get_meta_field (place->metadata);
      if (member->time_field != NULL || squill_metadata_is_view (place->metadata))
        {
          g_free (place->kind);
          place->kind = g_strdup (member->time_field != NULL ? "timeseries" : "view");
        }
    }
  place->system = collection->system;
  place->rereadable = file->file != NULL;
  place->open = open_member;
  place->data = member;
  place->destroy = member_free;
  return place;
}

/**
 * squill_archive_places_find:
 * @stream: (transfer full): a file that looks like an archive, looked at but not read from
 * @file: (nullable): the file; %NULL where it can be read only once
 * @label: what to call it in problems
 * @name: what the profile calls its source
 * @bytes: of the file; %G_MAXUINT64 where nobody knows
 * @places: (element-type SquillPlace): takes the collections
 * @problems: takes what is wrong
 * @cancellable: (nullable): stops the reading
 * @error: return location; set when cancelled and for nothing else
 *
 * Finds the collections of an archive.
 *
 * Returns: %FALSE when cancelled
 */
gboolean
squill_archive_places_find (SquillByteStream *stream,
                            GFile *file,
                            const char *label,
                            const char *name,
                            guint64 bytes,
                            GPtrArray *places,
                            SquillProblemList *problems,
                            GCancellable *cancellable,
                            GError **error)
{
  SquillArchiveFile *self;
  SquillArchive *archive;

  squill_problem_list_begin_file (problems, label);
  archive = squill_archive_new (stream, problems, cancellable, error);
  squill_problem_list_end_file (problems);
  if (archive == NULL)
    return FALSE;

  self = g_new0 (SquillArchiveFile, 1);
  g_atomic_ref_count_init (&self->references);
  g_set_object (&self->file, file);
  self->label = g_strdup (label);
  self->bytes = bytes;
  for (guint i = 0; i < squill_archive_get_n_collections (archive); i++)
    {
      SquillPlace *place = new_place (self, i, squill_archive_get_collection (archive, i));

      g_free (place->name);
      place->name = g_strdup (name);
      g_ptr_array_add (places, place);
    }
  if (file == NULL)
    self->opened = archive;
  else
    squill_archive_free (archive);
  archive_file_unref (self);
  return TRUE;
}

/**
 * squill_archive_place_get_file:
 * @place: a place
 *
 * Returns: (transfer none) (nullable): the archive it lies in; %NULL where it lies in none
 */
SquillArchiveFile *
squill_archive_place_get_file (const SquillPlace *place)
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
squill_archive_place_get_index (const SquillPlace *place)
{
  return ((Member *)place->data)->index;
}

/**
 * squill_archive_file_open:
 * @self: an archive
 * @problems: (transfer none): takes what is wrong with its documents; what is wrong before them was
 * told when it was found
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
  g_autoptr (SquillProblemList) told = squill_problem_list_new ();
  SquillArchive *archive = g_steal_pointer (&self->opened);

  if (archive == NULL && self->file != NULL)
    {
      SquillByteStream *stream = squill_byte_stream_open (self->file, problems, cancellable, error);

      if (stream == NULL)
        return NULL;
      squill_problem_list_begin_file (told, self->label);
      archive = squill_archive_new (stream, told, cancellable, error);
    }
  if (archive != NULL)
    squill_archive_set_problems (archive, problems);
  return archive;
}

/**
 * squill_archive_file_get_bytes:
 * @self: an archive
 *
 * Returns: the bytes of the file; %G_MAXUINT64 where nobody knows
 */
guint64
squill_archive_file_get_bytes (const SquillArchiveFile *self)
{
  return self->bytes;
}
