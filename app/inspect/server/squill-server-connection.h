/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/server/squill-server-monitor.h"
#include "inspect/server/squill-server-stream.h"

G_BEGIN_DECLS

/**
 * SquillServerConnection:
 *
 * A server, ready to be asked: its address, with the password, and clients that wait to be used. It
 * may be used from any thread.
 */
typedef struct _SquillServerConnection SquillServerConnection;

/**
 * SquillServerClient:
 * @connection: where it belongs
 * @driver: the driver's client
 * @wire: what its streams have in common
 *
 * Talks to a server, for one thread at a time.
 */
typedef struct
{
  SquillServerConnection *connection;
  mongoc_client_t *driver;
  SquillServerWire wire;
} SquillServerClient;

/**
 * SquillServerFunc:
 * @client: talks to the server
 * @data: as given
 * @error: return location
 *
 * Asks a server something, in a thread of its own.
 *
 * Returns: (nullable): the answer; %NULL with @error set
 */
typedef gpointer (*SquillServerFunc) (SquillServerClient *client, gpointer data, GError **error);

SquillServerConnection *squill_server_connection_new (const char *address,
                                                      const char *password,
                                                      SquillServerMonitor *monitor,
                                                      GError **error);
SquillServerConnection *squill_server_connection_ref (SquillServerConnection *self);
void squill_server_connection_unref (SquillServerConnection *self);
const char *squill_server_connection_get_database (SquillServerConnection *self);
gboolean squill_server_connection_has_user (SquillServerConnection *self);
const char *squill_server_connection_get_text (SquillServerConnection *self);
void squill_server_connection_hurry (SquillServerConnection *self);
gpointer squill_server_connection_run (SquillServerConnection *self,
                                       SquillServerFunc func,
                                       gpointer data,
                                       GDestroyNotify destroy,
                                       GDestroyNotify destroy_result,
                                       GCancellable *cancellable,
                                       GError **error);

SquillServerClient *squill_server_client_take (SquillServerConnection *connection, GError **error);
void squill_server_client_give_back (SquillServerClient *self);
gboolean squill_server_client_run (SquillServerClient *self,
                                   const char *database,
                                   const bson_t *command,
                                   bson_t *reply,
                                   GError **error);
mongoc_cursor_t *squill_server_client_open_cursor (SquillServerClient *self,
                                                   const char *database,
                                                   const bson_t *command,
                                                   guint batch_size,
                                                   mongoc_client_session_t **session,
                                                   GError **error);
gboolean squill_server_client_next (SquillServerClient *self,
                                    mongoc_cursor_t *cursor,
                                    const bson_t **document,
                                    GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillServerConnection, squill_server_connection_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillServerClient, squill_server_client_give_back)

G_END_DECLS
