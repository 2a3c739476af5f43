/* SPDX-License-Identifier: Apache-2.0 */

/* A database as mongodump writes it: of each collection its documents in BSON, and its options and
 * indexes in a file beside them. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <string.h>

#include "exchange/export/squill-export-private.h"
#include "exchange/squill-shell-command.h"

/* Of a name that is longer, mongodump takes the beginning, and a digest of it all. */
#define MAX_NAME 238
#define NAME_BEGINNING 208

/* A collection as a file is called: as Go writes a part of a query (transfer full). */
static char *
make_file_name (const char *collection)
{
  g_autoptr (GString) name = g_string_new (NULL);

  for (const char *p = collection; *p != '\0'; p++)
    if (g_ascii_isalnum (*p) || strchr ("-_.~", *p) != NULL)
      g_string_append_c (name, *p);
    else if (*p == ' ')
      g_string_append_c (name, '+');
    else
      g_string_append_printf (name, "%%%02X", (guchar)*p);
  if (name->len > MAX_NAME)
    {
      g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA1);
      guint8 digest[20];
      gsize length = sizeof digest;
      g_autofree char *text = NULL;

      g_checksum_update (checksum, (const guchar *)collection, -1);
      g_checksum_get_digest (checksum, digest, &length);
      text = g_base64_encode (digest, length);
      g_strdelimit (text, "+", '-');
      g_strdelimit (text, "/", '_');
      text[strcspn (text, "=")] = '\0';
      g_string_truncate (name, NAME_BEGINNING);
      g_string_append_printf (name, "%%24%s", text);
    }
  return g_string_free (g_steal_pointer (&name), FALSE);
}

static void
append_indexes (SquillExport *self, const SquillCollection *collection, bson_t *metadata)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  bson_t indexes;
  guint n = 0;

  bson_append_array_begin (metadata, "indexes", -1, &indexes);
  for (guint i = 0; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[i];
      const SquillIndex *drawn =
          squill_model_get_item_of_kind (self->model, index->index, SQUILL_KIND_INDEX);
      const gboolean is_of_id = index->index == NULL && g_str_equal (index->name, "_id_");
      bson_t document, keys;
      char key[16];
      const char *position;

      /* A server makes that of _id itself, and takes no other one of the same name. */
      if (index->unresolved || index->keys->len == 0 ||
          !g_hash_table_add (names, g_strdup (index->name)))
        continue;
      bson_uint32_to_string (n++, &position, key, sizeof key);
      bson_append_document_begin (&indexes, position, -1, &document);
      bson_append_int32 (&document, "v", -1, 2);
      bson_append_document_begin (&document, "key", -1, &keys);
      squill_shell_append_index_keys (&keys, index);
      bson_append_document_end (&document, &keys);
      bson_append_utf8 (&document, "name", -1, index->name, -1);
      if (!is_of_id)
        squill_shell_append_index_options (&document, index, drawn, FALSE);
      bson_append_document_end (&indexes, &document);
    }
  bson_append_array_end (metadata, &indexes);
}

static void
add_metadata (SquillExport *self, const SquillCollection *collection, const char *name)
{
  const SquillSchemaOptions schema_options = { 0 };
  g_autofree char *file_name = g_strconcat (name, ".metadata.json", NULL);
  bson_t metadata = BSON_INITIALIZER, options;
  GString *text = g_string_new (NULL);

  bson_append_document_begin (&metadata, "options", -1, &options);
  _squill_export_append_options (self, collection, &schema_options, 0, SQUILL_VALIDATION_AUTO,
                                 FALSE, &options);
  bson_append_document_end (&metadata, &options);
  append_indexes (self, collection, &metadata);
  bson_append_utf8 (&metadata, "collectionName", -1, collection->name, -1);
  bson_append_utf8 (&metadata, "type", -1,
                    squill_collection_is_time_series (self->design, collection) ? "timeseries"
                                                                                : "collection",
                    -1);
  squill_bson_text_append (text, &metadata, SQUILL_BSON_STYLE_CANONICAL, 0, 0);
  _squill_export_add_named_file (self, collection->name, file_name, g_string_free_to_bytes (text));
  bson_destroy (&metadata);
}

/* The documents of a collection. Those of a time series are in buckets, which only a server
 * makes. */
static gboolean
add_documents (SquillExport *self,
               const SquillCollection *collection,
               const char *name,
               GError **error)
{
  const gboolean is_time_series = squill_collection_is_time_series (self->design, collection);
  g_autofree char *file_name =
      g_strconcat (is_time_series ? "system.buckets." : "", name, ".bson", NULL);
  const guint64 n = is_time_series ? 0 : _squill_export_get_document_count (self, collection);
  g_autofree char *id = g_strdup (collection->id), *stem = g_strdup (collection->name);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  for (guint64 i = 0; i < n; i++)
    {
      bson_t *document;

      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      document = squill_samples_get_document (self->samples, id, i, error);
      if (document == NULL)
        return FALSE;
      g_byte_array_append (bytes, bson_get_data (document), document->len);
      bson_destroy (document);
    }
  _squill_export_add_named_file (self, stem, file_name,
                                 g_byte_array_free_to_bytes (g_steal_pointer (&bytes)));
  return TRUE;
}

gboolean
_squill_export_mongodump (SquillExport *self, GError **error)
{
  g_autoptr (GPtrArray) collections = _squill_export_get_collections (self, error);

  if (collections == NULL)
    return FALSE;
  for (guint i = 0; i < collections->len; i++)
    {
      const SquillCollection *collection = collections->pdata[i];
      g_autofree char *name = make_file_name (collection->name);

      add_metadata (self, collection, name);
      if (!add_documents (self, collection, name, error))
        return FALSE;
    }
  return TRUE;
}
