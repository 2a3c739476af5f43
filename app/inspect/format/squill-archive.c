/* SPDX-License-Identifier: Apache-2.0 */

/* The archives of mongodump
 * (https://github.com/mongodb/mongo-tools/blob/master/common/archive/spec.md): a number, a block of
 * what there is, then blocks of documents until the file ends. A block is a header, documents, and
 * a terminator; a collection has any number of blocks, and at last one without documents that holds
 * the checksum of all of them. Nothing but a length leads from one thing to the next, so where a
 * length is damaged reading ends. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/format/squill-archive.h"

#include "bson/squill-bson-walk.h"

#include <bson/bson.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#define TERMINATOR (-1)
#define BUCKETS_PREFIX "system.buckets."

typedef struct
{
  SquillArchiveCollection public;
  guint64 crc;
  gboolean begun;
  gboolean ended;
} Collection;

typedef enum
{
  ITEM_DOCUMENT,
  ITEM_TERMINATOR,
  ITEM_NONE, /* the end, damage, or cancelled */
} Item;

struct _SquillArchive
{
  SquillByteStream *stream;
  SquillProblemList *problems;
  GPtrArray *collections; /* of Collection */
  GHashTable *by_name;    /* "database\0collection" as bytes -> index + 1 */
  gboolean in_block;
  guint block; /* the collection of the block */
  gboolean block_is_skipped;
  gboolean block_has_ended; /* it is the last of its collection: no documents may follow */
  gboolean over;
  gboolean reported_unknown;
  gsize taken; /* bytes of the item that was given, to be passed */
};

/* CRC-64/XZ, with which mongodump guards the collections of an archive: polynomial
 * 0x42F0E1EBA9EA3693, bits reflected, all ones before and after. Eight bytes at a time (Kounavis,
 * Berry 2005). */
#define POLYNOMIAL G_GUINT64_CONSTANT (0xC96C5795D7870F42)

/* crc_tables[n][b]: what the byte b does to the sum when n more bytes follow. */
static guint64 crc_tables[8][256];

static void
make_crc_tables (void)
{
  for (guint byte = 0; byte < 256; byte++)
    {
      guint64 sum = byte;

      for (guint bit = 0; bit < 8; bit++)
        sum = (sum & 1) != 0 ? (sum >> 1) ^ POLYNOMIAL : sum >> 1;
      crc_tables[0][byte] = sum;
    }
  for (guint n = 1; n < 8; n++)
    for (guint byte = 0; byte < 256; byte++)
      crc_tables[n][byte] =
          crc_tables[0][crc_tables[n - 1][byte] & 0xff] ^ (crc_tables[n - 1][byte] >> 8);
}

/**
 * squill_crc64_add:
 * @crc: the sum of all bytes before, 0 at the beginning
 * @bytes: more bytes
 * @length: how many
 *
 * Returns: the sum with them; of "123456789" it is 0x995dc9bbdf1939fa
 */
guint64
squill_crc64_add (guint64 crc, const guint8 *bytes, gsize length)
{
  static gsize ready = 0;

  if (g_once_init_enter (&ready))
    {
      make_crc_tables ();
      g_once_init_leave (&ready, 1);
    }

  crc = ~crc;
  for (; length >= 8; length -= 8, bytes += 8)
    {
      guint64 word;

      memcpy (&word, bytes, 8);
      crc ^= GUINT64_FROM_LE (word);
      crc = crc_tables[7][crc & 0xff] ^ crc_tables[6][(crc >> 8) & 0xff] ^
            crc_tables[5][(crc >> 16) & 0xff] ^ crc_tables[4][(crc >> 24) & 0xff] ^
            crc_tables[3][(crc >> 32) & 0xff] ^ crc_tables[2][(crc >> 40) & 0xff] ^
            crc_tables[1][(crc >> 48) & 0xff] ^ crc_tables[0][crc >> 56];
    }
  for (; length > 0; length--, bytes++)
    crc = crc_tables[0][(crc ^ *bytes) & 0xff] ^ (crc >> 8);
  return ~crc;
}

static void
collection_free (gpointer data)
{
  Collection *self = data;

  g_free (self->public.database);
  g_free (self->public.name);
  g_free (self->public.metadata);
  g_free (self->public.type);
  g_free (self);
}

static void
report (SquillArchive *self, const char *reason)
{
  squill_problem_list_add (self->problems, (gint64)squill_byte_stream_get_offset (self->stream), 0,
                           0, reason);
}

/* Reading ends here. */
static Item
give_up (SquillArchive *self, const char *reason)
{
  const char *damage = squill_byte_stream_get_damage (self->stream);

  self->over = TRUE;
  report (self, damage != NULL ? damage : reason);
  return ITEM_NONE;
}

/* Looks at what comes next; its bytes stay until the next call. At the end of the file *at_end. */
static Item
next_item (SquillArchive *self,
           const guint8 **document,
           gsize *length,
           gboolean *at_end,
           GCancellable *cancellable,
           GError **error)
{
  g_autofree char *reason = NULL;
  gsize available;
  gint32 claimed;

  squill_byte_stream_skip (self->stream, self->taken);
  self->taken = 0;
  *at_end = FALSE;
  if (!squill_byte_stream_peek (self->stream, 4, document, &available, cancellable, error))
    return ITEM_NONE;
  if (available == 0 && squill_byte_stream_get_damage (self->stream) == NULL)
    {
      *at_end = TRUE;
      return ITEM_NONE;
    }
  if (available < 4)
    return give_up (self, _ ("The archive ends too early"));

  claimed = squill_bson_read_int32 (*document);
  if (claimed == TERMINATOR)
    {
      self->taken = 4;
      return ITEM_TERMINATOR;
    }
  if (claimed < 5 || claimed > SQUILL_BSON_MAX_BYTES)
    {
      reason = g_strdup_printf (
          _ ("%d is neither the length of a document nor the end of a part of the archive; nothing "
             "was read from here on"),
          claimed);
      return give_up (self, reason);
    }
  *length = (gsize)claimed;
  if (!squill_byte_stream_peek (self->stream, *length, document, &available, cancellable, error))
    return ITEM_NONE;
  if (available < *length)
    {
      reason = g_strdup_printf (
          _ ("The archive ends in the middle of a document: %u of its %d bytes are there"),
          (guint)available, claimed);
      return give_up (self, reason);
    }
  if ((*document)[*length - 1] != 0)
    return give_up (self, _ ("A document of the archive does not end where its length says"));
  self->taken = *length;
  return ITEM_DOCUMENT;
}

/* Whether the document is sound; reports one that is not. */
static gboolean
check (SquillArchive *self, const guint8 *document, gsize length)
{
  g_autofree char *why = NULL;
  g_autofree char *reason = NULL;
  g_autofree char *at = NULL;
  gsize bad_offset;

  if (squill_bson_check (document, length, NULL, &bad_offset, &why))
    return TRUE;
  at = g_strdup_printf ("%" G_GUINT64_FORMAT,
                        squill_byte_stream_get_offset (self->stream) + bad_offset);
  /* Translators: what is wrong, and the number of the byte where it is wrong. */
  reason = g_strdup_printf (_ ("A damaged document was left out: %s (byte %s)"), why, at);
  report (self, reason);
  return FALSE;
}

static char *
get_text (const bson_t *document, const char *name)
{
  bson_iter_t iter;

  if (!bson_iter_init_find (&iter, document, name) || !BSON_ITER_HOLDS_UTF8 (&iter))
    return NULL;
  return g_utf8_make_valid (bson_iter_utf8 (&iter, NULL), -1);
}

static GBytes *
make_key (const char *database, const char *name)
{
  gsize first = strlen (database) + 1;
  gsize second = strlen (name);
  char *key = g_malloc (first + second);

  memcpy (key, database, first);
  memcpy (key + first, name, second);
  return g_bytes_new_take (key, first + second);
}

static gboolean
find_collection (SquillArchive *self, const char *database, const char *name, guint *index)
{
  g_autoptr (GBytes) key = make_key (database, name);
  guint found = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_name, key));

  if (found == 0 && g_str_has_prefix (name, BUCKETS_PREFIX))
    {
      g_autoptr (GBytes) other = make_key (database, name + strlen (BUCKETS_PREFIX));

      found = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_name, other));
    }
  *index = found - 1;
  return found != 0;
}

static gboolean
is_of_the_server (const char *database, const char *name)
{
  /* Without a database it is the log of what went on during the dump. */
  return *database == '\0' || g_str_equal (database, "admin") || g_str_equal (database, "config") ||
         g_str_equal (database, "local") ||
         (g_str_has_prefix (name, "system.") && !g_str_has_prefix (name, BUCKETS_PREFIX));
}

static void
add_collection (SquillArchive *self, const guint8 *document, gsize length)
{
  bson_t bson;
  g_autofree char *database = NULL;
  g_autofree char *name = NULL;
  Collection *collection;
  guint index;

  if (!check (self, document, length) || !bson_init_static (&bson, document, length))
    return;
  database = get_text (&bson, "db");
  name = get_text (&bson, "collection");
  if (database == NULL || name == NULL || *name == '\0')
    {
      report (self, _ ("The archive does not name one of its collections"));
      return;
    }
  if (self->collections->len == SQUILL_ARCHIVE_MAX_COLLECTIONS)
    {
      if (!self->reported_unknown)
        report (self, _ ("There are too many collections in the archive; those that come last are "
                         "not read"));
      self->reported_unknown = TRUE;
      return;
    }
  if (find_collection (self, database, name, &index))
    return;

  collection = g_new0 (Collection, 1);
  collection->public.system = is_of_the_server (database, name);
  g_ptr_array_add (self->collections, collection);
  g_hash_table_insert (self->by_name, make_key (database, name),
                       GUINT_TO_POINTER (self->collections->len));
  collection->public.database = g_steal_pointer (&database);
  collection->public.name = g_steal_pointer (&name);
  collection->public.metadata = get_text (&bson, "metadata");
  collection->public.type = get_text (&bson, "type");
  collection->public.offset = squill_byte_stream_get_offset (self->stream);
}

/* The block that says what there is. FALSE when cancelled. */
static gboolean
read_prelude (SquillArchive *self, GCancellable *cancellable, GError **error)
{
  GError *failure = NULL;
  const guint8 *document;
  gboolean is_first = TRUE;
  gboolean at_end;
  gsize length;
  Item item;

  while ((item = next_item (self, &document, &length, &at_end, cancellable, &failure)) ==
         ITEM_DOCUMENT)
    {
      if (is_first)
        check (self, document, length);
      else
        add_collection (self, document, length);
      is_first = FALSE;
    }
  if (failure != NULL)
    {
      g_propagate_error (error, failure);
      return FALSE;
    }
  if (at_end)
    give_up (self, _ ("The archive ends too early"));
  else if (item == ITEM_TERMINATOR && is_first)
    give_up (self, _ ("The archive does not begin with the list of its collections"));
  return TRUE;
}

/* A collection has ended: all of it was read if the sum is right. */
static void
end_collection (SquillArchive *self, Collection *collection, const bson_t *header)
{
  bson_iter_t iter;
  guint64 crc;

  if (collection->ended)
    {
      report (self, _ ("A collection ends twice in the archive"));
      return;
    }
  collection->ended = TRUE;
  if (!bson_iter_init_find (&iter, header, "CRC") || !BSON_ITER_HOLDS_INT (&iter))
    return;
  crc = (guint64)bson_iter_as_int64 (&iter);
  if (crc != collection->crc)
    {
      g_autofree char *reason = NULL;

      /* Translators: a database and a collection. */
      reason = g_strdup_printf (_ ("The documents of %s.%s differ from those that were dumped: "
                                   "their checksum is wrong"),
                                collection->public.database, collection->public.name);
      report (self, reason);
    }
}

static void
begin_block (SquillArchive *self, const guint8 *document, gsize length)
{
  g_autofree char *database = NULL;
  g_autofree char *name = NULL;
  bson_t header;
  bson_iter_t iter;

  self->in_block = TRUE;
  self->block_has_ended = FALSE;
  self->block_is_skipped = TRUE;
  if (!check (self, document, length) || !bson_init_static (&header, document, length))
    return;
  database = get_text (&header, "db");
  name = get_text (&header, "collection");
  if (database == NULL || name == NULL)
    {
      report (self, _ ("The archive does not name the collection that follows; it was left out"));
      return;
    }
  self->block_has_ended = bson_iter_init_find (&iter, &header, "EOF") && bson_iter_as_bool (&iter);
  if (!find_collection (self, database, name, &self->block))
    {
      if (!self->reported_unknown && !is_of_the_server (database, name))
        report (self, _ ("There are documents of a collection that the archive does not list; they "
                         "were left out"));
      self->reported_unknown = self->reported_unknown || !is_of_the_server (database, name);
      return;
    }

  self->block_is_skipped = FALSE;
  if (self->block_has_ended)
    end_collection (self, g_ptr_array_index (self->collections, self->block), &header);
  else
    ((Collection *)g_ptr_array_index (self->collections, self->block))->begun = TRUE;
}

/* A document in a block. Whether it is one to give. */
static gboolean
take_document (SquillArchive *self, const guint8 *document, gsize length)
{
  Collection *collection;

  if (self->block_is_skipped)
    return FALSE;
  collection = g_ptr_array_index (self->collections, self->block);
  if (self->block_has_ended || collection->ended)
    {
      report (self,
              _ ("There are documents after the end of their collection; they were left out"));
      self->block_is_skipped = TRUE;
      return FALSE;
    }
  collection->crc = squill_crc64_add (collection->crc, document, length);
  return check (self, document, length);
}

/* The file is over. What has begun and has not ended is not all there. */
static void
conclude (SquillArchive *self)
{
  guint unfinished = 0;
  const Collection *first = NULL;

  if (self->in_block)
    {
      give_up (self, _ ("The archive ends too early"));
      return;
    }
  self->over = TRUE;
  for (guint i = 0; i < self->collections->len; i++)
    {
      const Collection *collection = g_ptr_array_index (self->collections, i);

      if (!collection->begun || collection->ended || collection->public.system)
        continue;
      unfinished++;
      if (first == NULL)
        first = collection;
    }
  if (unfinished > 0)
    {
      g_autofree char *reason = NULL;

      /* Translators: a database and a collection. */
      reason = g_strdup_printf (
          _ ("The archive ends too early: %s.%s has not ended, and perhaps others"),
          first->public.database, first->public.name);
      report (self, reason);
    }
}

/**
 * squill_archive_looks_like_one:
 * @bytes: the first bytes of a file, unpacked
 * @length: how many
 *
 * Returns: whether it is an archive of mongodump
 */
gboolean
squill_archive_looks_like_one (const guint8 *bytes, gsize length)
{
  return length >= 4 && memcmp (bytes, "\x6d\xe2\x99\x81", 4) == 0;
}

/**
 * squill_archive_new:
 * @stream: (transfer full): a file that looks like an archive
 * @problems: (transfer none): takes what is wrong; a file must have been begun in it
 * @cancellable: (nullable): stops the reading
 * @error: return location; set when cancelled and for nothing else
 *
 * Begins to read an archive, as far as it says what is in it.
 *
 * Returns: (transfer full) (nullable): the archive; %NULL when cancelled
 */
SquillArchive *
squill_archive_new (SquillByteStream *stream,
                    SquillProblemList *problems,
                    GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (SquillArchive) self = g_new0 (SquillArchive, 1);
  const guint8 *bytes;
  gsize available;

  self->stream = stream;
  self->problems = problems;
  self->collections = g_ptr_array_new_with_free_func (collection_free);
  self->by_name =
      g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  if (!squill_byte_stream_peek (stream, 4, &bytes, &available, cancellable, error))
    return NULL;
  if (!squill_archive_looks_like_one (bytes, available))
    {
      give_up (self, _ ("This is not an archive of mongodump"));
      return g_steal_pointer (&self);
    }
  self->taken = 4;
  if (!read_prelude (self, cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * squill_archive_free:
 * @self: (nullable): an archive
 *
 * Frees it, and its stream.
 */
void
squill_archive_free (SquillArchive *self)
{
  if (self == NULL)
    return;
  squill_byte_stream_free (self->stream);
  g_ptr_array_unref (self->collections);
  g_hash_table_unref (self->by_name);
  g_free (self);
}

/**
 * squill_archive_set_problems:
 * @self: an archive
 * @problems: (transfer none): takes what is wrong from now on
 *
 * Reports to another list from now on.
 */
void
squill_archive_set_problems (SquillArchive *self, SquillProblemList *problems)
{
  self->problems = problems;
}

/**
 * squill_archive_get_n_collections:
 * @self: an archive
 *
 * Returns: how many collections it says it has
 */
guint
squill_archive_get_n_collections (SquillArchive *self)
{
  return self->collections->len;
}

/**
 * squill_archive_get_collection:
 * @self: an archive
 * @index: which
 *
 * Returns: (transfer none): a collection
 */
const SquillArchiveCollection *
squill_archive_get_collection (SquillArchive *self, guint index)
{
  return &((Collection *)g_ptr_array_index (self->collections, index))->public;
}

/**
 * squill_archive_next:
 * @self: an archive
 * @collection: (out): the collection of the document
 * @document: (out) (transfer none): the next document, sound; valid until the next call
 * @length: (out): its bytes
 * @cancellable: (nullable): stops the reading
 * @error: return location; set when cancelled and for nothing else
 *
 * Takes the next document, of whatever collection it is.
 *
 * Returns: %FALSE at the end, where nothing more can be read, and when cancelled
 */
gboolean
squill_archive_next (SquillArchive *self,
                     guint *collection,
                     const guint8 **document,
                     gsize *length,
                     GCancellable *cancellable,
                     GError **error)
{
  GError *failure = NULL;
  gboolean at_end;

  while (!self->over)
    {
      switch (next_item (self, document, length, &at_end, cancellable, &failure))
        {
        case ITEM_DOCUMENT:
          if (!self->in_block)
            {
              begin_block (self, *document, *length);
              break;
            }
          if (!take_document (self, *document, *length))
            break;
          *collection = self->block;
          return TRUE;
        case ITEM_TERMINATOR:
          if (!self->in_block)
            give_up (self,
                     _ ("A part of the archive ends that has not begun; nothing was read from "
                        "here on"));
          self->in_block = FALSE;
          break;
        case ITEM_NONE:
        default:
          if (failure != NULL)
            {
              g_propagate_error (error, failure);
              return FALSE;
            }
          if (at_end)
            conclude (self);
          break;
        }
    }
  return FALSE;
}

/**
 * squill_archive_is_whole:
 * @self: an archive that was read to its end
 * @index: a collection
 *
 * Returns: whether all documents of the collection were in it
 */
gboolean
squill_archive_is_whole (SquillArchive *self, guint index)
{
  const Collection *collection = g_ptr_array_index (self->collections, index);

  return collection->ended;
}

/**
 * squill_archive_get_bytes_read:
 * @self: an archive
 *
 * Returns: bytes of the file that were read so far; for progress
 */
guint64
squill_archive_get_bytes_read (SquillArchive *self)
{
  return squill_byte_stream_get_bytes_read (self->stream);
}
