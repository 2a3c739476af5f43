/* SPDX-License-Identifier: Apache-2.0 */

/* The side of a live test that writes, for tests that are no C programs.
 *
 *   live-writer serve                            prints the address of a fresh server, which ends
 * with standard input live-writer load URI DATABASE COLLECTION     inserts standard input: Extended
 * JSON, one a line live-writer run URI DATABASE COMMAND         runs a command, in Extended JSON
 *   live-writer settle URI DATABASE COLLECTION N waits until the server knows of N documents */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "live-data.h"
#include "live-server.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* 77 is what meson takes for skipped. */
#define EXIT_SKIPPED 77

static char *
read_input (gsize *length)
{
  g_autoptr (GString) text = g_string_new (NULL);
  char bytes[65536];
  gsize n;

  while ((n = fread (bytes, 1, sizeof bytes, stdin)) > 0)
    g_string_append_len (text, bytes, (gssize)n);
  *length = text->len;
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static int
serve (void)
{
  g_autofree char *why_not = NULL;
  g_autofree char *rest = NULL;
  LiveServer *server = live_server_start (LIVE_SERVER_PLAIN, &why_not);
  gsize length;

  if (server == NULL)
    {
      g_printerr ("no server: %s\n", why_not);
      return EXIT_SKIPPED;
    }
  g_print ("%s\n", live_server_get_uri (server));
  fflush (stdout);
  rest = read_input (&length);
  live_server_stop (server);
  return EXIT_SUCCESS;
}

static int
load (const char *uri, const char *database, const char *collection)
{
  mongoc_client_t *client = mongoc_client_new (uri);
  g_autofree char *bytes = NULL;
  gsize length;

  bytes = read_input (&length);
  g_print ("%" G_GUINT64_FORMAT "\n", live_data_load (client, database, collection, bytes, length));
  mongoc_client_destroy (client);
  return EXIT_SUCCESS;
}

static int
settle (const char *uri, const char *database, const char *collection, const char *documents)
{
  mongoc_client_t *client = mongoc_client_new (uri);

  live_data_settle (client, database, collection, g_ascii_strtoull (documents, NULL, 10));
  mongoc_client_destroy (client);
  return EXIT_SUCCESS;
}

static int
run (const char *uri, const char *database, const char *command)
{
  mongoc_client_t *client = mongoc_client_new (uri);

  live_data_run (client, database, command);
  mongoc_client_destroy (client);
  return EXIT_SUCCESS;
}

int
main (int argc, char *argv[])
{
  int status = 2;

  mongoc_init ();
  mongoc_log_set_handler (NULL, NULL);
  if (argc == 2 && g_str_equal (argv[1], "serve"))
    status = serve ();
  else if (argc == 5 && g_str_equal (argv[1], "load"))
    status = load (argv[2], argv[3], argv[4]);
  else if (argc == 5 && g_str_equal (argv[1], "run"))
    status = run (argv[2], argv[3], argv[4]);
  else if (argc == 6 && g_str_equal (argv[1], "settle"))
    status = settle (argv[2], argv[3], argv[4], argv[5]);
  mongoc_cleanup ();
  return status;
}
