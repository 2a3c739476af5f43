/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/source/squill-source-collection.h"

/* A file that holds the documents of one collection. */
typedef struct
{
  GFile *file;
  SquillByteStream *stream; /* of what can be read only once */
} FileData;

G_DEFINE_QUARK (squill_inspect_error, squill_inspect_error)

static void
file_data_free (gpointer data)
{
  FileData *self = data;

  g_object_unref (self->file);
  squill_byte_stream_free (self->stream);
  g_free (self);
}

static SquillSource *
open_file (SquillSourceCollection *place,
           const SquillInspectOptions *options,
           SquillProblemList *problems,
           GCancellable *cancellable,
           GError **error)
{
  FileData *data = place->data;

  if (data->stream != NULL)
    return squill_source_new_for_bytes (g_steal_pointer (&data->stream), place->label, problems,
                                        cancellable, error);
  return place->rereadable
             ? squill_source_open (data->file, place->label, problems, cancellable, error)
             : NULL;
}

static gboolean
is_named (const SquillSourceCollection *self, const char *const *collections)
{
  g_autofree char *full = NULL;

  if (self->database != NULL)
    full = g_strdup_printf ("%s.%s", self->database, self->collection);
  for (; *collections != NULL; collections++)
    if (g_str_equal (*collections, self->collection) || g_strcmp0 (*collections, full) == 0 ||
        g_str_equal (*collections, self->name) || g_str_equal (*collections, self->label))
      return TRUE;
  return FALSE;
}

/**
 * squill_source_collection_new:
 * @label: what to call it in problems
 * @database: (nullable): the database
 * @collection: the collection's name
 *
 * Makes a place of a collection that can be opened again and again, of which nothing else is known.
 * The profile calls its source @label, too, until @name is set to something else. What opens it is
 * to be set.
 *
 * Returns: (transfer full): the place
 */
SquillSourceCollection *
squill_source_collection_new (const char *label, const char *database, const char *collection)
{
  SquillSourceCollection *self;

  g_return_val_if_fail (label != NULL, NULL);
  g_return_val_if_fail (collection != NULL, NULL);

  self = g_new0 (SquillSourceCollection, 1);
  self->label = g_strdup (label);
  self->name = g_strdup (label);
  self->database = g_strdup (database);
  self->collection = g_strdup (collection);
  self->kind = g_strdup ("collection");
  self->documents = G_MAXUINT64;
  self->bytes = G_MAXUINT64;
  self->rereadable = TRUE;
  return self;
}

/**
 * squill_source_collection_take_metadata:
 * @self: a collection in a file or an archive
 * @metadata: (nullable) (transfer full): its metadata
 *
 * Sets the metadata, and by them whether it is a time series: its documents are buckets then.
 */
void
squill_source_collection_take_metadata (SquillSourceCollection *self, SquillMetadata *metadata)
{
  self->metadata = metadata;
  if (metadata == NULL)
    return;
  self->time_field = squill_metadata_get_time_field (metadata);
  self->meta_field = squill_metadata_get_meta_field (metadata);
  if (self->time_field != NULL)
    {
      g_free (self->kind);
      self->kind = g_strdup ("timeseries");
    }
}

/**
 * squill_source_collection_new_bucket:
 * @self: a collection
 *
 * Returns: (transfer full) (nullable): what takes its documents apart, where they are the buckets
 * of a time series
 */
SquillBucket *
squill_source_collection_new_bucket (const SquillSourceCollection *self)
{
  return self->time_field != NULL ? squill_bucket_new (self->time_field, self->meta_field) : NULL;
}

/**
 * squill_source_collection_new_for_file:
 * @file: a file with the documents of one collection
 * @label: what to call it in problems
 * @database: (nullable): the database
 * @collection: the collection's name
 * @metadata: (nullable) (transfer full): what else is known of the collection
 *
 * Makes a place of a file. Where @metadata say that it is a time series the buckets in the file are
 * taken apart into measurements.
 *
 * Returns: (transfer full): the place
 */
SquillSourceCollection *
squill_source_collection_new_for_file (GFile *file,
                                       const char *label,
                                       const char *database,
                                       const char *collection,
                                       SquillMetadata *metadata)
{
  SquillSourceCollection *self = squill_source_collection_new (label, database, collection);
  FileData *data = g_new0 (FileData, 1);

  data->file = g_object_ref (file);
  squill_source_collection_take_metadata (self, metadata);
  self->open = open_file;
  self->data = data;
  self->destroy = file_data_free;
  return self;
}

/**
 * squill_source_collection_set_stream:
 * @self: a place of a file that can be read only once
 * @stream: (transfer full): the opened file
 *
 * Says that the file is open already.
 */
void
squill_source_collection_set_stream (SquillSourceCollection *self, SquillByteStream *stream)
{
  FileData *data = self->data;

  g_return_if_fail (self->open == open_file);

  data->stream = stream;
  self->rereadable = FALSE;
}

void
squill_source_collection_free (SquillSourceCollection *self)
{
  if (self == NULL)
    return;
  if (self->destroy != NULL)
    self->destroy (self->data);
  squill_metadata_free (self->metadata);
  g_free (self->label);
  g_free (self->name);
  g_free (self->database);
  g_free (self->collection);
  g_free (self->kind);
  g_free (self->time_field);
  g_free (self->meta_field);
  g_free (self);
}

/**
 * squill_source_collection_open:
 * @self: a place
 * @options: what to read
 * @problems: (transfer none): takes what cannot be read; a file must have been begun in it, and
 * it must outlive what is opened
 * @cancellable: (nullable): stops it
 * @error: return location
 *
 * Opens the documents of the place; see #SquillSourceCollectionOpenFunc.
 *
 * Returns: (transfer full) (nullable): the documents; %NULL without an error where only this place
 * cannot be read
 */
SquillSource *
squill_source_collection_open (SquillSourceCollection *self,
                               const SquillInspectOptions *options,
                               SquillProblemList *problems,
                               GCancellable *cancellable,
                               GError **error)
{
  SquillSource *source = self->open (self, options, problems, cancellable, error);

  if (source != NULL)
    squill_source_set_buckets (source, squill_source_collection_new_bucket (self));
  return source;
}

/**
 * squill_source_collection_is_wanted:
 * @self: a place
 * @collections: (nullable) (array zero-terminated=1): the collections to read, each "collection" or
 * "database.collection" or, of several that are called so, the file of one: @name or @label
 *
 * What is the server's own and views, which have no documents of their own, are wanted only by
 * name.
 *
 * Returns: whether the place is to be read
 */
gboolean
squill_source_collection_is_wanted (const SquillSourceCollection *self,
                                    const char *const *collections)
{
  if (collections != NULL)
    return is_named (self, collections);
  return !self->system && !g_str_equal (self->kind, "view");
}
