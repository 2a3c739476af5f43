/* SPDX-License-Identifier: Apache-2.0 */

/* Where a live test gets its server from: SQUILL_TEST_URI, else the mongod of this machine, else
 * what test-server fetched. The last two are held by a process in a session of its own that stops
 * the server when its standard input ends: however this program ends, the kernel sees to that. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "live-server.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct _LiveServer
{
  GPid holder;
  int lifeline;
  GHashTable *facts;
};

/* One of each kind for a whole program. */
static LiveServer *servers[4];
static char *reasons[4];

/* --- starting
 * ------------------------------------------------------------------------------------- */

static void
begin_session (gpointer data)
{
  setsid ();
}

static char *
read_all (int fd)
{
  g_autoptr (GString) text = g_string_new (NULL);
  char bytes[1024];
  gssize n;

  while ((n = read (fd, bytes, sizeof bytes)) > 0 || (n < 0 && errno == EINTR))
    g_string_append_len (text, bytes, MAX (n, 0));
  close (fd);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* NAME=VALUE lines. */
static GHashTable *
parse_facts (const char *text)
{
  GHashTable *facts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *sign = strchr (lines[i], '=');

      if (sign != NULL)
        g_hash_table_insert (facts, g_strndup (lines[i], (gsize)(sign - lines[i])),
                             g_strdup (sign + 1));
    }
  return facts;
}

/* The first user, who may do everything. */
static void
make_user (const char *uri)
{
  mongoc_client_t *client = mongoc_client_new (uri);
  bson_t *command =
      BCON_NEW ("createUser", BCON_UTF8 (LIVE_SERVER_USER), "pwd", BCON_UTF8 (LIVE_SERVER_PASSWORD),
                "roles", "[", BCON_UTF8 ("root"), "]");
  bson_error_t error;

  if (!mongoc_client_command_simple (client, "admin", command, NULL, NULL, &error))
    g_error ("no user could be made: %s", error.message);
  bson_destroy (command);
  mongoc_client_destroy (client);
}

static LiveServer *
hold (const char *program, LiveServerFlags flags, char **why_not)
{
  const char *root = g_getenv ("SQUILL_SOURCE_ROOT");
  g_autofree char *path =
      g_build_filename (root != NULL ? root : ".", "tests", "server", program, NULL);
  const char *arguments[5] = { path };
  g_autofree char *said = NULL;
  g_autofree char *reason = NULL;
  g_autoptr (GError) error = NULL;
  LiveServer *self;
  guint n = 1;
  int output;
  int complaints;

  if (g_str_equal (program, "test-server"))
    arguments[n++] = "hold";
  if ((flags & LIVE_SERVER_AUTH) != 0)
    arguments[n++] = "--auth";
  if ((flags & LIVE_SERVER_TLS) != 0)
    arguments[n++] = "--tls";

  self = g_new0 (LiveServer, 1);
  if (!g_spawn_async_with_pipes (NULL, (char **)arguments, NULL, G_SPAWN_DO_NOT_REAP_CHILD,
                                 begin_session, NULL, &self->holder, &self->lifeline, &output,
                                 &complaints, &error))
    {
      *why_not = g_strdup (error->message);
      g_free (self);
      return NULL;
    }
  /* It closes its output once the server answers, or once it has given up. */
  said = read_all (output);
  self->facts = parse_facts (said);
  if (!g_hash_table_contains (self->facts, "URI"))
    {
      reason = read_all (complaints);
      *why_not = g_strdup (g_strstrip (reason));
      live_server_stop (self);
      return NULL;
    }
  close (complaints);
  if (g_hash_table_contains (self->facts, "NEEDS_USER"))
    make_user (g_hash_table_lookup (self->facts, "NEEDS_USER"));
  return self;
}

static gboolean
answers (const char *uri, char **why_not)
{
  mongoc_client_t *client = mongoc_client_new (uri);
  bson_t *ping = BCON_NEW ("ping", BCON_INT32 (1));
  bson_error_t error;
  gboolean fine =
      client != NULL && mongoc_client_command_simple (client, "admin", ping, NULL, NULL, &error);

  if (!fine)
    *why_not = g_strdup_printf ("SQUILL_TEST_URI: %s", client != NULL ? error.message : "not one");
  bson_destroy (ping);
  if (client != NULL)
    mongoc_client_destroy (client);
  return fine;
}

/* A fresh server, or NULL and the reason. */
LiveServer *
live_server_start (LiveServerFlags flags, char **why_not)
{
  const char *uri = g_getenv ("SQUILL_TEST_URI");
  g_autofree char *mongod = g_find_program_in_path ("mongod");

  if (uri != NULL && *uri != '\0')
    {
      LiveServer *self;

      if (flags != LIVE_SERVER_PLAIN)
        {
          *why_not = g_strdup ("users and certificates of SQUILL_TEST_URI are not known");
          return NULL;
        }
      if (!answers (uri, why_not))
        return NULL;
      self = g_new0 (LiveServer, 1);
      self->lifeline = -1;
      self->facts = parse_facts ("");
      g_hash_table_insert (self->facts, g_strdup ("URI"), g_strdup (uri));
      return self;
    }
  return hold (mongod != NULL ? "hold-mongod" : "test-server", flags, why_not);
}

void
live_server_stop (LiveServer *self)
{
  if (self == NULL)
    return;
  if (self->lifeline >= 0)
    {
      int status;

      close (self->lifeline);
      while (waitpid (self->holder, &status, 0) < 0 && errno == EINTR)
        ;
      g_spawn_close_pid (self->holder);
    }
  g_hash_table_unref (self->facts);
  g_free (self);
}

/* --- for the tests
 * -------------------------------------------------------------------------------- */

/* The server of this program of that kind, started when it is first asked for; where there is none
 * the test is marked as skipped and NULL given. */
LiveServer *
live_server_get (LiveServerFlags flags)
{
  g_autofree char *message = NULL;

  g_assert_cmpuint (flags, <, G_N_ELEMENTS (servers));
  if (servers[flags] == NULL && reasons[flags] == NULL)
    servers[flags] = live_server_start (flags, &reasons[flags]);
  if (servers[flags] != NULL)
    return servers[flags];
  message = g_strdup_printf ("skipped: no server: %s", reasons[flags]);
  g_strdelimit (message, "\n", ' ');
  g_test_skip (message);
  return NULL;
}

/* What main() of a live test does. */
int
live_server_run (int *argc, char ***argv, void (*add_tests) (void))
{
  int status;

  g_test_init (argc, argv, NULL);
  mongoc_init ();
  /* What it says of servers that are cut or refuse would spoil the report of the tests. */
  mongoc_log_set_handler (NULL, NULL);
  add_tests ();
  status = g_test_run ();
  for (guint i = 0; i < G_N_ELEMENTS (servers); i++)
    {
      g_clear_pointer (&servers[i], live_server_stop);
      g_clear_pointer (&reasons[i], g_free);
    }
  mongoc_cleanup ();
  return status;
}

/* With the user and the password where it needs them. */
const char *
live_server_get_uri (LiveServer *self)
{
  return g_hash_table_lookup (self->facts, "URI");
}

const char *
live_server_get_tls_uri (LiveServer *self)
{
  return g_hash_table_lookup (self->facts, "TLS_URI");
}

/* The certificate by which the server can be trusted. */
const char *
live_server_get_authority (LiveServer *self)
{
  return g_hash_table_lookup (self->facts, "CA");
}

/* One that has nothing to do with it. */
const char *
live_server_get_strange_authority (LiveServer *self)
{
  return g_hash_table_lookup (self->facts, "STRANGER");
}

/* Where the server's files lie; NULL for one that was there before. */
const char *
live_server_get_folder (LiveServer *self)
{
  return g_hash_table_lookup (self->facts, "FOLDER");
}

/* Whether there is nothing on it but what the test put there. */
gboolean
live_server_is_ours (LiveServer *self)
{
  return self->lifeline >= 0;
}

/* Its address with other credentials ("name:password@", or "") and another end ("shop?a=b"). */
char *
live_server_make_uri (LiveServer *self, const char *who, const char *rest)
{
  mongoc_uri_t *uri = mongoc_uri_new (live_server_get_uri (self));
  const mongoc_host_list_t *host = mongoc_uri_get_hosts (uri);
  char *text = g_strdup_printf ("mongodb://%s%s/%s", who, host->host_and_port, rest);

  mongoc_uri_destroy (uri);
  return text;
}

/* The side that writes: with the driver alone, past all of Squill. */
mongoc_client_t *
live_server_connect (LiveServer *self)
{
  mongoc_client_t *client = mongoc_client_new (live_server_get_uri (self));

  g_assert_nonnull (client);
  return client;
}

/* A proxy before the address without TLS. */
WireProxy *
live_server_proxy (LiveServer *self)
{
  mongoc_uri_t *uri = mongoc_uri_new (live_server_get_uri (self));
  const mongoc_host_list_t *host = mongoc_uri_get_hosts (uri);
  WireProxy *proxy = wire_proxy_new (host->host, host->port);

  mongoc_uri_destroy (uri);
  return proxy;
}
