/* SPDX-License-Identifier: Apache-2.0 */

/* Fills a server for a test, with nothing but the driver. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "live-data.h"

#include <string.h>

/* Runs a command, given as Extended JSON. FALSE and the server's words where it does not. */
gboolean
live_data_try (mongoc_client_t *client, const char *database, const char *command, char **why_not)
{
  bson_error_t error;
  bson_t *document = bson_new_from_json ((const uint8_t *)command, -1, &error);
  gboolean fine;

  if (document == NULL)
    g_error ("%s: %s", command, error.message);
  fine = mongoc_client_command_simple (client, database, document, NULL, NULL, &error);
  if (!fine && why_not != NULL)
    *why_not = g_strdup (error.message);
  bson_destroy (document);
  return fine;
}

void
live_data_run (mongoc_client_t *client, const char *database, const char *command)
{
  g_autofree char *why_not = NULL;

  if (!live_data_try (client, database, command, &why_not))
    g_error ("%s: %s", command, why_not);
}

static void
finish (mongoc_bulk_operation_t *bulk)
{
  bson_error_t error;

  if (!mongoc_bulk_operation_execute (bulk, NULL, &error))
    g_error ("inserting: %s", error.message);
  mongoc_bulk_operation_destroy (bulk);
}

/* Inserts the documents of a JSON array. */
void
live_data_insert (mongoc_client_t *client,
                  const char *database,
                  const char *collection,
                  const char *documents)
{
  mongoc_collection_t *into = mongoc_client_get_collection (client, database, collection);
  mongoc_bulk_operation_t *bulk = mongoc_collection_create_bulk_operation_with_opts (into, NULL);
  g_autofree char *wrapped = g_strdup_printf ("{\"a\": %s}", documents);
  bson_error_t error;
  bson_t *all = bson_new_from_json ((const uint8_t *)wrapped, -1, &error);
  bson_iter_t iter;
  bson_iter_t each;

  if (all == NULL)
    g_error ("%s: %s", documents, error.message);
  bson_iter_init_find (&iter, all, "a");
  bson_iter_recurse (&iter, &each);
  while (bson_iter_next (&each))
    {
      const uint8_t *bytes;
      uint32_t length;
      bson_t document;

      bson_iter_document (&each, &length, &bytes);
      bson_init_static (&document, bytes, length);
      mongoc_bulk_operation_insert (bulk, &document);
    }
  finish (bulk);
  bson_destroy (all);
  mongoc_collection_destroy (into);
}

/* Inserts documents with _id 0, 1, 2 …, a number "n" that is the same, one of seven words as "word"
 * and a "padding" of so many bytes. */
void
live_data_generate (mongoc_client_t *client,
                    const char *database,
                    const char *collection,
                    guint documents,
                    guint padding)
{
  static const char *const words[] = { "one", "two", "three", "four", "five", "six", "seven" };
  mongoc_collection_t *into = mongoc_client_get_collection (client, database, collection);
  g_autofree char *filling = g_strnfill (padding, 'x');
  guint done = 0;

  while (done < documents)
    {
      mongoc_bulk_operation_t *bulk =
          mongoc_collection_create_bulk_operation_with_opts (into, NULL);
      guint end = MIN (done + 10000, documents);

      for (; done < end; done++)
        {
          bson_t document = BSON_INITIALIZER;

          BSON_APPEND_INT32 (&document, "_id", (gint32)done);
          BSON_APPEND_INT32 (&document, "n", (gint32)done);
          BSON_APPEND_UTF8 (&document, "word", words[done % G_N_ELEMENTS (words)]);
          if (padding > 0)
            BSON_APPEND_UTF8 (&document, "padding", filling);
          mongoc_bulk_operation_insert (bulk, &document);
          bson_destroy (&document);
        }
      finish (bulk);
    }
  mongoc_collection_destroy (into);
}

/* Inserts the documents of Extended JSON, one a line; tells how many. */
guint64
live_data_load (mongoc_client_t *client,
                const char *database,
                const char *collection,
                const char *bytes,
                gsize length)
{
  mongoc_collection_t *into = mongoc_client_get_collection (client, database, collection);
  mongoc_bulk_operation_t *bulk = NULL;
  const char *end = bytes + length;
  guint64 n = 0;

  while (bytes < end)
    {
      const char *line_end = memchr (bytes, '\n', (gsize)(end - bytes));
      bson_error_t error;
      bson_t *document;

      if (line_end == NULL)
        line_end = end;
      if (line_end == bytes)
        {
          bytes++;
          continue;
        }
      document = bson_new_from_json ((const uint8_t *)bytes, line_end - bytes, &error);
      if (document == NULL)
        g_error ("%s: %s", collection, error.message);
      if (bulk == NULL)
        bulk = mongoc_collection_create_bulk_operation_with_opts (into, NULL);
      mongoc_bulk_operation_insert (bulk, document);
      bson_destroy (document);
      bytes = line_end;
      n++;
      if (n % 1000 == 0)
        finish (g_steal_pointer (&bulk));
    }
  if (bulk != NULL)
    finish (bulk);
  mongoc_collection_destroy (into);
  return n;
}

/* Waits until the server's own figures have caught up: some keep them beside the documents. */
void
live_data_settle (mongoc_client_t *client,
                  const char *database,
                  const char *collection,
                  guint64 documents)
{
  bson_t *command = BCON_NEW ("collStats", BCON_UTF8 (collection));
  guint64 known = 0;

  do
    {
      bson_error_t error;
      bson_iter_t iter;
      bson_t reply;

      if (!mongoc_client_command_simple (client, database, command, NULL, &reply, &error))
        g_error ("collStats: %s", error.message);
      if (bson_iter_init_find (&iter, &reply, "count"))
        known = (guint64)bson_iter_as_int64 (&iter);
      bson_destroy (&reply);
    }
  while (known < documents);
  bson_destroy (command);
}

guint64
live_data_count (mongoc_client_t *client, const char *database, const char *collection)
{
  mongoc_collection_t *of = mongoc_client_get_collection (client, database, collection);
  bson_t all = BSON_INITIALIZER;
  bson_error_t error;
  gint64 n = mongoc_collection_count_documents (of, &all, NULL, NULL, NULL, &error);

  if (n < 0)
    g_error ("%s: %s", collection, error.message);
  bson_destroy (&all);
  mongoc_collection_destroy (of);
  return (guint64)n;
}
