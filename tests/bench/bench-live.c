/* SPDX-License-Identifier: Apache-2.0 */

/* How long it takes to profile what a server sends, compared with taking it from the server and
 * doing nothing with it: the same cursor, drained with the driver alone, in the same run. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "live-data.h"
#include "live-server.h"

#include "inspect/squill-inspect.h"

#include <stdlib.h>
#include <string.h>

#define DATABASE "squill_bench"
#define DOCUMENTS 60000
#define SAMPLE 20000
#define ROUNDS 5

static int
compare (const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;

  return x < y ? -1 : x > y;
}

static double
median (double *values)
{
  qsort (values, ROUNDS, sizeof *values, compare);
  return values[ROUNDS / 2];
}

/* Orders of about 900 bytes, with customers, lines and a changing set of remarks. */
static void
fill (mongoc_client_t *client)
{
  mongoc_collection_t *orders = mongoc_client_get_collection (client, DATABASE, "orders");
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  bson_error_t error;

  live_data_run (client, DATABASE, "{\"dropDatabase\": 1}");
  for (guint done = 0; done < DOCUMENTS;)
    {
      mongoc_bulk_operation_t *bulk =
          mongoc_collection_create_bulk_operation_with_opts (orders, NULL);

      for (guint i = 0; i < 5000; i++, done++)
        {
          bson_t order = BSON_INITIALIZER;
          bson_t lines, line, customer;
          guint n = (guint)g_rand_int_range (rand, 1, 14);
          g_autofree char *name = g_strdup_printf ("Customer %u", g_rand_int (rand) % 5000);

          BSON_APPEND_INT32 (&order, "_id", (gint32)done);
          BSON_APPEND_DATE_TIME (&order, "placed", (gint64)done * 61000);
          BSON_APPEND_DOCUMENT_BEGIN (&order, "customer", &customer);
          BSON_APPEND_UTF8 (&customer, "name", name);
          BSON_APPEND_INT32 (&customer, "number", (gint32)(g_rand_int (rand) % 5000));
          bson_append_document_end (&order, &customer);
          BSON_APPEND_ARRAY_BEGIN (&order, "lines", &lines);
          for (guint j = 0; j < n; j++)
            {
              char buffer[16];
              const char *key;

              bson_uint32_to_string (j, &key, buffer, sizeof buffer);
              bson_append_document_begin (&lines, key, -1, &line);
              BSON_APPEND_UTF8 (&line, "product", j % 2 == 0 ? "Something useful" : "A gift");
              BSON_APPEND_INT32 (&line, "pieces", g_rand_int_range (rand, 1, 9));
              BSON_APPEND_DOUBLE (&line, "price", g_rand_double_range (rand, 1, 100));
              BSON_APPEND_BOOL (&line, "wrapped", j % 3 == 0);
              bson_append_document_end (&lines, &line);
            }
          bson_append_array_end (&order, &lines);
          if (done % 5 == 0)
            BSON_APPEND_UTF8 (&order, "remark", "Please ring twice, the bell is broken");
          mongoc_bulk_operation_insert (bulk, &order);
          bson_destroy (&order);
        }
      if (!mongoc_bulk_operation_execute (bulk, NULL, &error))
        g_error ("inserting: %s", error.message);
      mongoc_bulk_operation_destroy (bulk);
    }
  mongoc_collection_destroy (orders);
  live_data_settle (client, DATABASE, "orders", DOCUMENTS);
}

/* The command of the cursor. */
static bson_t *
new_command (guint sample)
{
  if (sample == 0)
    return BCON_NEW ("find", BCON_UTF8 ("orders"));
  return BCON_NEW ("aggregate", BCON_UTF8 ("orders"), "pipeline", "[", "{", "$sample", "{", "size",
                   BCON_INT32 ((gint32)sample), "}", "}", "]", "cursor", "{", "}");
}

/* Seconds until the driver alone has all of it, connecting included. */
static double
drain (const char *uri, guint sample, guint64 *bytes)
{
  gint64 start = g_get_monotonic_time ();
  mongoc_client_t *client = mongoc_client_new (uri);
  bson_t *command = new_command (sample);
  mongoc_cursor_t *cursor;
  const bson_t *document;
  bson_error_t error;
  bson_t reply;
  guint n = 0;

  if (!mongoc_client_read_command_with_opts (client, DATABASE, command, NULL, NULL, &reply, &error))
    g_error ("reading: %s", error.message);
  cursor = mongoc_cursor_new_from_command_reply_with_opts (client, &reply, NULL);
  *bytes = 0;
  while (mongoc_cursor_next (cursor, &document))
    {
      *bytes += document->len;
      n++;
    }
  if (mongoc_cursor_error (cursor, &error))
    g_error ("reading: %s", error.message);
  g_assert_cmpuint (n, ==, sample > 0 ? sample : DOCUMENTS);
  mongoc_cursor_destroy (cursor);
  bson_destroy (command);
  mongoc_client_destroy (client);
  return (double)(g_get_monotonic_time () - start) / G_USEC_PER_SEC;
}

static double
inspect (const char *uri, guint sample)
{
  SquillInspectOptions options = SQUILL_INSPECT_OPTIONS_INIT;
  const char *const sources[] = { uri, NULL };
  gint64 start = g_get_monotonic_time ();
  g_autoptr (SquillProfile) profile = NULL;
  g_autoptr (GError) error = NULL;
  const SquillCollectionProfile *collection;

  options.method = sample > 0 ? SQUILL_INSPECT_SAMPLE : SQUILL_INSPECT_FULL;
  options.max_documents = sample;
  profile = squill_inspect_sync (sources, &options, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  collection = g_ptr_array_index (squill_profile_get_collections (profile), 0);
  g_assert_cmpuint (collection->document_bytes.count, ==, sample > 0 ? sample : DOCUMENTS);
  return (double)(g_get_monotonic_time () - start) / G_USEC_PER_SEC;
}

static void
measure (const char *name, const char *uri, guint sample)
{
  double drained[ROUNDS];
  double inspected[ROUNDS];
  double ratios[ROUNDS];
  guint64 bytes = 0;

  /* Once for the server to have it all at hand. */
  drain (uri, sample, &bytes);
  for (guint i = 0; i < ROUNDS; i++)
    {
      drained[i] = drain (uri, sample, &bytes);
      inspected[i] = inspect (uri, sample);
      ratios[i] = inspected[i] / drained[i];
    }
  g_print ("%-22s %6.1f MB  driver alone %6.3f s  Squill %6.3f s  ratio %.2f\n", name,
           (double)bytes / 1e6, median (drained), median (inspected), median (ratios));
}

int
main (int argc, char *argv[])
{
  g_autofree char *why_not = NULL;
  g_autofree char *uri = NULL;
  LiveServer *server;
  mongoc_client_t *client;

  mongoc_init ();
  mongoc_log_set_handler (NULL, NULL);
  server = live_server_start (LIVE_SERVER_PLAIN, &why_not);
  if (server == NULL)
    {
      g_print ("skipped: no server: %s\n", why_not);
      return 77;
    }
  client = live_server_connect (server);
  fill (client);
  uri = live_server_make_uri (server, "", DATABASE);
  measure ("all of 60,000", uri, 0);
  measure ("20,000 by chance", uri, SAMPLE);
  live_data_run (client, DATABASE, "{\"dropDatabase\": 1}");
  mongoc_client_destroy (client);
  live_server_stop (server);
  return EXIT_SUCCESS;
}
