/* SPDX-License-Identifier: Apache-2.0 */

/* What is said to a server: commands, all through the gate, and cursors. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/server/squill-server-connection.h"

#include "inspect/server/squill-server-error.h"
#include "inspect/server/squill-server-gate.h"

/* The one place from which commands are sent. @options is made here, of a session and a server. */
static gboolean
send_command (SquillServerClient *self,
              const char *database,
              const bson_t *command,
              const bson_t *options,
              bson_t *reply,
              GError **error)
{
  bson_error_t failure = { 0 };
  bson_iter_t iter;

  if (!squill_server_gate_check (command, error))
    {
      bson_init (reply);
      return FALSE;
    }
  squill_server_wire_forget_trouble (&self->wire);
  if (mongoc_client_read_command_with_opts (self->driver, database, command, NULL, options, reply,
                                            &failure))
    return TRUE;
  if (!bson_iter_init (&iter, command) || !bson_iter_next (&iter))
    g_assert_not_reached ();
  squill_server_error_set (error, &failure, &self->wire, bson_iter_key (&iter));
  return FALSE;
}

/**
 * squill_server_client_run:
 * @self: a client
 * @database: the database
 * @command: a command that squill_server_gate_check() lets through
 * @reply: (out caller-allocates): what the server says; to be destroyed in any case
 * @error: return location
 *
 * Asks the server and waits for the answer.
 *
 * Returns: whether the server did it
 */
gboolean
squill_server_client_run (SquillServerClient *self,
                          const char *database,
                          const bson_t *command,
                          bson_t *reply,
                          GError **error)
{
  return send_command (self, database, command, NULL, reply, error);
}

/**
 * squill_server_client_open_cursor:
 * @self: a client
 * @database: the database
 * @command: a command that answers with a cursor, and that squill_server_gate_check() lets through
 * @batch_size: how many documents to fetch at once after the first; 0 for the server's own choice
 * @session: (out) (transfer full) (nullable): the session the cursor belongs to; to be destroyed
 * after it
 * @error: return location
 *
 * Begins to read. All is asked of the same server, in one session, as cursors want it.
 *
 * Returns: (transfer full) (nullable): the cursor
 */
mongoc_cursor_t *
squill_server_client_open_cursor (SquillServerClient *self,
                                  const char *database,
                                  const bson_t *command,
                                  guint batch_size,
                                  mongoc_client_session_t **session,
                                  GError **error)
{
  mongoc_server_description_t *server;
  mongoc_cursor_t *cursor = NULL;
  bson_error_t failure = { 0 };
  bson_t options = BSON_INITIALIZER;
  bson_t reply;

  *session = NULL;
  squill_server_wire_forget_trouble (&self->wire);
  server = mongoc_client_select_server (self->driver, false,
                                        mongoc_client_get_read_prefs (self->driver), &failure);
  if (server == NULL)
    {
      squill_server_error_set (error, &failure, &self->wire, "hello");
      bson_destroy (&options);
      return NULL;
    }
  BSON_APPEND_INT32 (&options, "serverId", (gint32)mongoc_server_description_id (server));
  mongoc_server_description_destroy (server);

  /* Old servers have no sessions; it goes without, too. */
  *session = mongoc_client_start_session (self->driver, NULL, &failure);
  if (*session != NULL && !mongoc_client_session_append (*session, &options, &failure))
    g_clear_pointer (session, mongoc_client_session_destroy);

  if (send_command (self, database, command, &options, &reply, error))
    {
      if (batch_size > 0)
        BSON_APPEND_INT32 (&options, "batchSize", (gint32)MIN (batch_size, G_MAXINT32));
      /* It takes the reply. */
      cursor = mongoc_cursor_new_from_command_reply_with_opts (self->driver, &reply, &options);
      if (mongoc_cursor_error (cursor, &failure))
        {
          squill_server_error_set (error, &failure, &self->wire, "getMore");
          g_clear_pointer (&cursor, mongoc_cursor_destroy);
        }
    }
  else
    {
      bson_destroy (&reply);
    }
  bson_destroy (&options);
  if (cursor == NULL)
    g_clear_pointer (session, mongoc_client_session_destroy);
  return cursor;
}

/**
 * squill_server_client_next:
 * @self: a client
 * @cursor: a cursor of its
 * @document: (out) (transfer none): the next document, valid until the next call
 * @error: return location
 *
 * Reads on.
 *
 * Returns: %FALSE at the end, and where it broke
 */
gboolean
squill_server_client_next (SquillServerClient *self,
                           mongoc_cursor_t *cursor,
                           const bson_t **document,
                           GError **error)
{
  bson_error_t failure = { 0 };

  squill_server_wire_forget_trouble (&self->wire);
  if (mongoc_cursor_next (cursor, document))
    return TRUE;
  if (mongoc_cursor_error (cursor, &failure))
    squill_server_error_set (error, &failure, &self->wire, "getMore");
  return FALSE;
}
