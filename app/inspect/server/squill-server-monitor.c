/* SPDX-License-Identifier: Apache-2.0 */

/* The record of what was sent to a server. The driver reports each command when it is sent and when
 * its reply arrives. As the record is to prove that only reads were sent, it is made from these
 * reports and not from our own calls. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/server/squill-server-private.h"

#include <mongoc/mongoc.h>
#include <string.h>

/* Longer texts are cut. */
#define MAX_TEXT 4096u
/* More commands than these, of any kind, are only counted. */
#define MAX_COMMANDS (4 * SQUILL_SERVER_MONITOR_MAX_FETCHES)

struct _SquillServerMonitor
{
  gatomicrefcount references;
  GMutex mutex;
  GPtrArray *commands;     /* ended; they do not change again */
  GHashTable *in_progress; /* request -> command */
};

/* Of these only the name is recorded. */
static const char *const secret_commands[] = {
  "authenticate", "saslStart", "saslContinue",   "getnonce",        "logout", "createUser",
  "updateUser",   "copydb",    "copydbgetnonce", "copydbsaslstart", NULL,
};

/* Members that the driver adds to each command. */
static const char *const members_of_the_driver[] = { "lsid", "$clusterTime", "$db", "txnNumber",
                                                     NULL };

static void
command_free (gpointer data)
{
  SquillServerCommand *self = data;

  g_free (self->name);
  g_free (self->database);
  g_free (self->text);
  g_free (self->failure);
  g_free (self);
}

static gboolean
is_one_of (const char *const *names, const char *name)
{
  for (guint i = 0; names[i] != NULL; i++)
    if (g_ascii_strcasecmp (names[i], name) == 0)
      return TRUE;
  return FALSE;
}

static gint64 *
key_new (gint64 request)
{
  return g_memdup2 (&request, sizeof request);
}

static SquillServerCommand *
command_new (const char *name, const char *database, const bson_t *command)
{
  SquillServerCommand *self = g_new0 (SquillServerCommand, 1);

  self->name = g_strdup (name);
  self->database = g_strdup (database);
  self->text = _squill_server_monitor_describe (name, command);
  self->milliseconds = -1;
  return self;
}

static void
take_command (SquillServerMonitor *self, SquillServerCommand *command)
{
  gboolean is_fetch =
      g_str_equal (command->name, "getMore") || g_str_equal (command->name, "hello");
  guint most = is_fetch ? SQUILL_SERVER_MONITOR_MAX_FETCHES : MAX_COMMANDS;

  if (self->commands->len < most)
    {
      g_ptr_array_add (self->commands, command);
      return;
    }
  command_free (command);
}

static void
end_command (SquillServerMonitor *self, gint64 request, gint64 duration, const char *failure)
{
  SquillServerCommand *command;
  gpointer key;

  g_mutex_lock (&self->mutex);
  if (g_hash_table_steal_extended (self->in_progress, &request, &key, (gpointer *)&command))
    {
      g_free (key);
      command->milliseconds = (double)duration / 1000.0;
      command->failure = g_strdup (failure);
      take_command (self, command);
    }
  g_mutex_unlock (&self->mutex);
}

static void
on_started (const mongoc_apm_command_started_t *event)
{
  SquillServerMonitor *self = mongoc_apm_command_started_get_context (event);
  SquillServerCommand *command = command_new (mongoc_apm_command_started_get_command_name (event),
                                              mongoc_apm_command_started_get_database_name (event),
                                              mongoc_apm_command_started_get_command (event));

  g_mutex_lock (&self->mutex);
  g_hash_table_replace (self->in_progress,
                        key_new (mongoc_apm_command_started_get_request_id (event)), command);
  g_mutex_unlock (&self->mutex);
}

static void
on_succeeded (const mongoc_apm_command_succeeded_t *event)
{
  end_command (mongoc_apm_command_succeeded_get_context (event),
               mongoc_apm_command_succeeded_get_request_id (event),
               mongoc_apm_command_succeeded_get_duration (event), NULL);
}

static void
on_failed (const mongoc_apm_command_failed_t *event)
{
  bson_error_t error;

  mongoc_apm_command_failed_get_error (event, &error);
  end_command (mongoc_apm_command_failed_get_context (event),
               mongoc_apm_command_failed_get_request_id (event),
               mongoc_apm_command_failed_get_duration (event), error.message);
}

/* The handshake and the checks of the server's state are not reported as commands. */
static void
add_heartbeat (SquillServerMonitor *self, gint64 duration, const char *failure)
{
  SquillServerCommand *command = command_new ("hello", "admin", NULL);

  command->milliseconds = (double)duration / 1000.0;
  command->failure = g_strdup (failure);
  g_mutex_lock (&self->mutex);
  take_command (self, command);
  g_mutex_unlock (&self->mutex);
}

static void
on_heartbeat_succeeded (const mongoc_apm_server_heartbeat_succeeded_t *event)
{
  add_heartbeat (mongoc_apm_server_heartbeat_succeeded_get_context (event),
                 mongoc_apm_server_heartbeat_succeeded_get_duration (event), NULL);
}

static void
on_heartbeat_failed (const mongoc_apm_server_heartbeat_failed_t *event)
{
  bson_error_t error;

  mongoc_apm_server_heartbeat_failed_get_error (event, &error);
  add_heartbeat (mongoc_apm_server_heartbeat_failed_get_context (event),
                 mongoc_apm_server_heartbeat_failed_get_duration (event), error.message);
}

/**
 * squill_server_monitor_new:
 *
 * Returns: (transfer full): an empty record
 */
SquillServerMonitor *
squill_server_monitor_new (void)
{
  SquillServerMonitor *self = g_new0 (SquillServerMonitor, 1);

  g_atomic_ref_count_init (&self->references);
  g_mutex_init (&self->mutex);
  self->commands = g_ptr_array_new_with_free_func (command_free);
  self->in_progress = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, command_free);
  return self;
}

SquillServerMonitor *
squill_server_monitor_ref (SquillServerMonitor *self)
{
  g_atomic_ref_count_inc (&self->references);
  return self;
}

void
squill_server_monitor_unref (SquillServerMonitor *self)
{
  if (!g_atomic_ref_count_dec (&self->references))
    return;
  g_ptr_array_unref (self->commands);
  g_hash_table_unref (self->in_progress);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

/**
 * _squill_server_monitor_watch:
 * @self: a record; it must outlive @client
 * @client: a client that has not sent anything yet
 *
 * Records what the client sends from now on.
 */
void
_squill_server_monitor_watch (SquillServerMonitor *self, mongoc_client_t *client)
{
  mongoc_apm_callbacks_t *callbacks = mongoc_apm_callbacks_new ();

  mongoc_apm_set_command_started_cb (callbacks, on_started);
  mongoc_apm_set_command_succeeded_cb (callbacks, on_succeeded);
  mongoc_apm_set_command_failed_cb (callbacks, on_failed);
  mongoc_apm_set_server_heartbeat_succeeded_cb (callbacks, on_heartbeat_succeeded);
  mongoc_apm_set_server_heartbeat_failed_cb (callbacks, on_heartbeat_failed);
  mongoc_client_set_apm_callbacks (client, callbacks, self);
  mongoc_apm_callbacks_destroy (callbacks);
}

/**
 * squill_server_monitor_get_length:
 * @self: a record
 *
 * Returns: the number of recorded commands; those in progress are not included
 */
guint
squill_server_monitor_get_length (SquillServerMonitor *self)
{
  guint length;

  g_mutex_lock (&self->mutex);
  length = self->commands->len;
  g_mutex_unlock (&self->mutex);
  return length;
}

/**
 * squill_server_monitor_get:
 * @self: a record
 * @index: which, in the order in which they ended
 *
 * Returns: (transfer none): a command
 */
const SquillServerCommand *
squill_server_monitor_get (SquillServerMonitor *self, guint index)
{
  const SquillServerCommand *command = NULL;

  g_mutex_lock (&self->mutex);
  if (index < self->commands->len)
    command = g_ptr_array_index (self->commands, index);
  g_mutex_unlock (&self->mutex);
  return command;
}

/**
 * _squill_server_monitor_describe:
 * @name: the name of a command
 * @command: (nullable): the command
 *
 * Writes a command as it may be shown: without credentials, and without what the driver adds.
 *
 * Returns: (transfer full): relaxed Extended JSON, cut where it is long
 */
char *
_squill_server_monitor_describe (const char *name, const bson_t *command)
{
  bson_t shown = BSON_INITIALIZER;
  bson_iter_t iter;
  char *json, *text;

  if (command == NULL || is_one_of (secret_commands, name) || !bson_iter_init (&iter, command))
    {
      bson_destroy (&shown);
      return g_strdup ("");
    }
  while (bson_iter_next (&iter))
    {
      const char *key = bson_iter_key (&iter);

      /* A handshake may contain the first step of an authentication. */
      if (g_str_equal (key, "speculativeAuthenticate") || is_one_of (members_of_the_driver, key))
        continue;
      bson_append_iter (&shown, key, -1, &iter);
    }
  json = bson_as_relaxed_extended_json (&shown, NULL);
  bson_destroy (&shown);
  if (json == NULL)
    return g_strdup ("");
  if (strlen (json) > MAX_TEXT)
    {
      g_autofree char *cut = g_strndup (json, MAX_TEXT);
      g_autofree char *valid = g_utf8_make_valid (cut, -1);

      text = g_strconcat (valid, "…", NULL);
    }
  else
    {
      text = g_strdup (json);
    }
  bson_free (json);
  return text;
}
