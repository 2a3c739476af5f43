/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <mongoc/mongoc.h>

#include "inspect/server/squill-server.h"

G_BEGIN_DECLS

/* squill-server-address.c */
void _squill_server_address_set_password (SquillServerAddress *self, const char *password);
gboolean _squill_server_address_needs_password (const SquillServerAddress *self);

/* squill-driver-counters.c */
void _squill_driver_counters_unlink (void);

/* squill-server-gate.c */
gboolean _squill_server_gate_check (const bson_t *command, GError **error);

/* squill-server-monitor.c */
void _squill_server_monitor_watch (SquillServerMonitor *self, mongoc_client_t *client);
char *_squill_server_monitor_describe (const char *name, const bson_t *command);

/* squill-server-stream.c */

/**
 * SquillServerTrouble:
 * @SQUILL_SERVER_TROUBLE_NONE: nothing went wrong
 * @SQUILL_SERVER_TROUBLE_STOPPED: it was cancelled
 * @SQUILL_SERVER_TROUBLE_NAME: the name of the host is unknown
 * @SQUILL_SERVER_TROUBLE_REFUSED: nothing listens on the port
 * @SQUILL_SERVER_TROUBLE_NO_WAY: there is no route to the host
 * @SQUILL_SERVER_TROUBLE_NO_ANSWER: the host did not accept the connection in time
 * @SQUILL_SERVER_TROUBLE_TLS: the TLS handshake failed
 * @SQUILL_SERVER_TROUBLE_NO_TLS: the host does not support TLS
 * @SQUILL_SERVER_TROUBLE_MUTE: the host closed the connection before sending anything
 * @SQUILL_SERVER_TROUBLE_CLOSED: the host closed the connection
 * @SQUILL_SERVER_TROUBLE_SILENT: the host accepted the connection but did not answer in time
 * @SQUILL_SERVER_TROUBLE_LATE: the time limit of it all was reached
 * @SQUILL_SERVER_TROUBLE_WEB: the host answers, as a web server
 * @SQUILL_SERVER_TROUBLE_SSH: the host answers, as an SSH server
 * @SQUILL_SERVER_TROUBLE_FOREIGN: the host answers, in no language of MongoDB
 * @SQUILL_SERVER_TROUBLE_DAMAGED: a reply is not sound
 *
 * What went wrong with a connection.
 */
typedef enum
{
  SQUILL_SERVER_TROUBLE_NONE,
  SQUILL_SERVER_TROUBLE_STOPPED,
  SQUILL_SERVER_TROUBLE_NAME,
  SQUILL_SERVER_TROUBLE_REFUSED,
  SQUILL_SERVER_TROUBLE_NO_WAY,
  SQUILL_SERVER_TROUBLE_NO_ANSWER,
  SQUILL_SERVER_TROUBLE_TLS,
  SQUILL_SERVER_TROUBLE_NO_TLS,
  SQUILL_SERVER_TROUBLE_MUTE,
  SQUILL_SERVER_TROUBLE_CLOSED,
  SQUILL_SERVER_TROUBLE_SILENT,
  SQUILL_SERVER_TROUBLE_LATE,
  SQUILL_SERVER_TROUBLE_WEB,
  SQUILL_SERVER_TROUBLE_SSH,
  SQUILL_SERVER_TROUBLE_FOREIGN,
  SQUILL_SERVER_TROUBLE_DAMAGED,
} SquillServerTrouble;

/**
 * SquillServerWire:
 * @stop: ends all waiting
 * @grace_until: when waiting ends after @stop was cancelled; monotonic time
 * @deadline: when all waiting ends; monotonic time, 0 for never
 * @trouble: the last trouble
 * @host: (nullable): the host that it was with
 * @detail: (nullable): the message of the TLS library
 *
 * The common state of the connections of one client. All but @stop and @grace_until belong to the
 * thread that uses the client.
 */
typedef struct
{
  GCancellable *stop;
  gint64 grace_until;
  gint64 deadline;
  SquillServerTrouble trouble;
  char *host;
  char *detail;
} SquillServerWire;

void _squill_server_wire_init (SquillServerWire *self);
void _squill_server_wire_clear (SquillServerWire *self);
void _squill_server_wire_clear_trouble (SquillServerWire *self);
void _squill_server_wire_stop (SquillServerWire *self, guint grace);
gboolean _squill_server_wire_is_late (const SquillServerWire *self);
void _squill_server_wire_set_reply_trouble (
    SquillServerWire *self, const char *host, gboolean spoken, const char *reply, gsize length);

mongoc_stream_t *_squill_server_stream_connect (const mongoc_uri_t *uri,
                                                const mongoc_host_list_t *host,
                                                void *wire,
                                                bson_error_t *error);

/* squill-server-guard.c */
mongoc_stream_t *_squill_server_guard_new (mongoc_stream_t *base,
                                           SquillServerWire *wire,
                                           const char *host);

/* squill-server-error.c */
void _squill_server_error_set (GError **error,
                               const bson_error_t *failure,
                               const SquillServerWire *wire,
                               const char *command);

/* squill-server-connection.c */

/**
 * SquillServerConnection:
 *
 * A server: its address with the password, and idle clients. It may be used from any thread.
 */
typedef struct _SquillServerConnection SquillServerConnection;

/**
 * SquillServerClient:
 * @connection: the server
 * @driver: the client of the driver
 * @wire: the common state of its connections
 *
 * Sends commands to a server, for one thread at a time.
 */
typedef struct
{
  SquillServerConnection *connection;
  mongoc_client_t *driver;
  SquillServerWire wire;
} SquillServerClient;

/**
 * SquillServerFunc:
 * @client: a client of the server
 * @data: the data that was given with the function
 * @error: return location
 *
 * Uses a server, in a thread of its own.
 *
 * Returns: (nullable): the result; %NULL with @error set
 */
typedef gpointer (*SquillServerFunc) (SquillServerClient *client, gpointer data, GError **error);

SquillServerConnection *_squill_server_connection_new (const char *address,
                                                       const char *password,
                                                       SquillServerMonitor *monitor,
                                                       GError **error);
SquillServerConnection *_squill_server_connection_ref (SquillServerConnection *self);
void _squill_server_connection_unref (SquillServerConnection *self);
const char *_squill_server_connection_get_database (SquillServerConnection *self);
gboolean _squill_server_connection_has_user (SquillServerConnection *self);
const char *_squill_server_connection_get_text (SquillServerConnection *self);
void _squill_server_connection_hurry (SquillServerConnection *self);
gpointer _squill_server_connection_run (SquillServerConnection *self,
                                        SquillServerFunc func,
                                        gpointer data,
                                        GDestroyNotify destroy,
                                        GDestroyNotify destroy_result,
                                        gint64 deadline,
                                        GCancellable *cancellable,
                                        GError **error);

SquillServerClient *_squill_server_client_take (SquillServerConnection *connection, GError **error);
void _squill_server_client_give_back (SquillServerClient *self);
gboolean _squill_server_client_run (SquillServerClient *self,
                                    const char *database,
                                    const bson_t *command,
                                    bson_t *reply,
                                    GError **error);
mongoc_cursor_t *_squill_server_client_open_cursor (SquillServerClient *self,
                                                    const char *database,
                                                    const bson_t *command,
                                                    guint batch_size,
                                                    mongoc_client_session_t **session,
                                                    GError **error);
gboolean _squill_server_client_next (SquillServerClient *self,
                                     mongoc_cursor_t *cursor,
                                     const bson_t **document,
                                     GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillServerConnection, _squill_server_connection_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillServerClient, _squill_server_client_give_back)

/* squill-server-cursor.c */
void _squill_server_cursor_set_place (SquillSourceCollection *place,
                                      SquillServerConnection *connection);
SquillServerConnection *_squill_server_cursor_get_connection (const SquillSourceCollection *place);
gboolean _squill_server_cursor_check_filter (const char *filter, GError **error);

G_END_DECLS
