/* SPDX-License-Identifier: Apache-2.0 */

/* The .metadata.json beside a dumped collection: {options, indexes, uuid, collectionName, type};
 * older versions of mongodump wrote fewer members, and numbers as 1, 1.0 or typed. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/source/squill-metadata.h"

#include "inspect/source/squill-source.h"

#include <glib/gi18n-lib.h>

#define METADATA_SUFFIX ".metadata.json"

static void
free_index_use (gpointer data)
{
  SquillIndexUse *use = data;

  g_free (use->name);
  g_free (use);
}

static void
free_shard_share (gpointer data)
{
  SquillShardShare *share = data;

  g_free (share->shard);
  g_free (share);
}

static bson_t *
copy_document (const bson_iter_t *iter)
{
  const guint8 *data;
  guint32 length;

  if (BSON_ITER_HOLDS_DOCUMENT (iter))
    bson_iter_document (iter, &length, &data);
  else if (BSON_ITER_HOLDS_ARRAY (iter))
    bson_iter_array (iter, &length, &data);
  else
    return NULL;
  return bson_new_from_data (data, length);
}

static void
add_indexes (SquillMetadata *self, const bson_iter_t *iter)
{
  bson_iter_t index;

  if (!BSON_ITER_HOLDS_ARRAY (iter) || !bson_iter_recurse (iter, &index))
    return;
  while (bson_iter_next (&index))
    if (BSON_ITER_HOLDS_DOCUMENT (&index))
      g_ptr_array_add (self->indexes, copy_document (&index));
}

static void
set_text (char **text, const bson_iter_t *iter)
{
  g_free (*text);
  *text = g_strdup (bson_iter_utf8 (iter, NULL));
}

static char *
get_time_series_text (const SquillMetadata *self, const char *name)
{
  bson_iter_t iter, inner;
  g_autofree char *path = g_strconcat ("timeseries.", name, NULL);

  if (self->options == NULL || !bson_iter_init (&iter, self->options) ||
      !bson_iter_find_descendant (&iter, path, &inner) || !BSON_ITER_HOLDS_UTF8 (&inner))
    return NULL;
  return g_strdup (bson_iter_utf8 (&inner, NULL));
}

/**
 * squill_metadata_new:
 *
 * Returns: (transfer full): empty metadata
 */
SquillMetadata *
squill_metadata_new (void)
{
  SquillMetadata *self = g_new0 (SquillMetadata, 1);

  self->indexes = g_ptr_array_new_with_free_func ((GDestroyNotify)bson_destroy);
  self->documents = G_MAXUINT64;
  self->bytes = G_MAXUINT64;
  self->storage_bytes = G_MAXUINT64;
  self->index_bytes = G_MAXUINT64;
  self->index_use = g_ptr_array_new_with_free_func (free_index_use);
  self->shards = g_ptr_array_new_with_free_func (free_shard_share);
  return self;
}

static SquillMetadata *
metadata_new_from_bson (const guint8 *document, gsize length)
{
  SquillMetadata *self = squill_metadata_new ();
  bson_t bson;
  bson_iter_t iter;

  if (!bson_init_static (&bson, document, length) || !bson_iter_init (&iter, &bson))
    return self;
  while (bson_iter_next (&iter))
    {
      const char *key = bson_iter_key (&iter);

      if (g_str_equal (key, "collectionName") && BSON_ITER_HOLDS_UTF8 (&iter))
        set_text (&self->collection, &iter);
      else if (g_str_equal (key, "type") && BSON_ITER_HOLDS_UTF8 (&iter))
        set_text (&self->type, &iter);
      else if (g_str_equal (key, "options") && self->options == NULL)
        self->options = copy_document (&iter);
      else if (g_str_equal (key, "indexes"))
        add_indexes (self, &iter);
    }
  return self;
}

/* Takes the source. */
static SquillMetadata *
read_source (SquillSource *opened,
             SquillProblemList *problems,
             GCancellable *cancellable,
             GError **error)
{
  g_autoptr (SquillSource) source = opened;
  SquillMetadata *self = NULL;
  const guint8 *document;
  gsize length;

  if (source != NULL && squill_source_next (source, &document, &length, cancellable, error))
    self = metadata_new_from_bson (document, length);
  squill_problem_list_end_file (problems);
  return self;
}

/**
 * squill_metadata_read:
 * @file: a .metadata.json, packed with gzip or not
 * @label: what to call it in problems
 * @problems: takes what is wrong with it
 * @cancellable: (nullable): stops the reading
 * @error: return location; set when cancelled and for nothing else
 *
 * Reads the metadata of a collection.
 *
 * Returns: (transfer full) (nullable): the metadata; %NULL when there is none to read, or when
 * cancelled
 */
SquillMetadata *
squill_metadata_read (GFile *file,
                      const char *label,
                      SquillProblemList *problems,
                      GCancellable *cancellable,
                      GError **error)
{
  squill_problem_list_begin_file (problems, label);
  return read_source (squill_source_open (file, label, problems, cancellable, error), problems,
                      cancellable, error);
}

/**
 * squill_metadata_read_text:
 * @text: the content of a .metadata.json
 * @problems: takes what is wrong with it
 * @cancellable: (nullable): stops the reading
 * @error: return location; set when cancelled and for nothing else
 *
 * Does what squill_metadata_read() does.
 *
 * Returns: (transfer full) (nullable): the metadata; %NULL when there is none to read, or when
 * cancelled
 */
SquillMetadata *
squill_metadata_read_text (const char *text,
                           SquillProblemList *problems,
                           GCancellable *cancellable,
                           GError **error)
{
  g_autoptr (GInputStream) input = g_memory_input_stream_new_from_data (text, -1, NULL);

  squill_problem_list_begin_file (problems, METADATA_SUFFIX);
  return read_source (
      squill_source_new_for_stream (input, METADATA_SUFFIX, problems, cancellable, error), problems,
      cancellable, error);
}

/**
 * squill_metadata_ensure_index_use:
 * @self: metadata
 * @name: an index
 *
 * Returns: (transfer none): how it is used; nothing is known of that where it is new
 */
SquillIndexUse *
squill_metadata_ensure_index_use (SquillMetadata *self, const char *name)
{
  SquillIndexUse *use;

  for (guint i = 0; i < self->index_use->len; i++)
    {
      use = g_ptr_array_index (self->index_use, i);
      if (g_str_equal (use->name, name))
        return use;
    }
  use = g_new (SquillIndexUse, 1);
  *use = (SquillIndexUse){ g_strdup (name), G_MAXUINT64, G_MININT64, G_MAXUINT64 };
  g_ptr_array_add (self->index_use, use);
  return use;
}

/**
 * squill_metadata_ensure_shard:
 * @self: metadata
 * @shard: a shard
 *
 * Returns: (transfer none): what it has; nothing is known of that where it is new
 */
SquillShardShare *
squill_metadata_ensure_shard (SquillMetadata *self, const char *shard)
{
  SquillShardShare *share;

  for (guint i = 0; i < self->shards->len; i++)
    {
      share = g_ptr_array_index (self->shards, i);
      if (g_str_equal (share->shard, shard))
        return share;
    }
  share = g_new (SquillShardShare, 1);
  *share = (SquillShardShare){ g_strdup (shard), G_MAXUINT64, G_MAXUINT64, G_MAXUINT64 };
  g_ptr_array_add (self->shards, share);
  return share;
}

void
squill_metadata_free (SquillMetadata *self)
{
  if (self == NULL)
    return;
  g_free (self->collection);
  g_free (self->type);
  g_clear_pointer (&self->options, bson_destroy);
  g_ptr_array_unref (self->indexes);
  g_ptr_array_unref (self->index_use);
  g_clear_pointer (&self->shard_key, bson_destroy);
  g_ptr_array_unref (self->shards);
  g_free (self);
}

/**
 * squill_metadata_is_view:
 * @self: metadata
 *
 * Returns: whether it is of a view, which has no documents of its own
 */
gboolean
squill_metadata_is_view (const SquillMetadata *self)
{
  bson_iter_t iter;

  return g_strcmp0 (self->type, "view") == 0 ||
         (self->options != NULL && bson_iter_init_find (&iter, self->options, "viewOn"));
}

/**
 * squill_metadata_get_time_field:
 * @self: metadata
 *
 * Returns: (transfer full) (nullable): the time field, of a time series collection
 */
char *
squill_metadata_get_time_field (const SquillMetadata *self)
{
  return get_time_series_text (self, "timeField");
}

/**
 * squill_metadata_get_meta_field:
 * @self: metadata
 *
 * Returns: (transfer full) (nullable): the meta field, of a time series collection that has one
 */
char *
squill_metadata_get_meta_field (const SquillMetadata *self)
{
  return get_time_series_text (self, "metaField");
}
