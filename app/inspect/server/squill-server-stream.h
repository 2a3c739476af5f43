/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>
#include <mongoc/mongoc.h>

G_BEGIN_DECLS

/**
 * SquillServerTrouble:
 * @SQUILL_SERVER_TROUBLE_NONE: nothing went wrong
 * @SQUILL_SERVER_TROUBLE_STOPPED: it was told to stop
 * @SQUILL_SERVER_TROUBLE_NAME: the name of the host is not known
 * @SQUILL_SERVER_TROUBLE_REFUSED: nothing listens there
 * @SQUILL_SERVER_TROUBLE_NO_WAY: there is no way to the host
 * @SQUILL_SERVER_TROUBLE_NO_ANSWER: the host did not take the connection in time
 * @SQUILL_SERVER_TROUBLE_TLS: no secure connection came about
 * @SQUILL_SERVER_TROUBLE_NO_TLS: the host does not know how to make one
 * @SQUILL_SERVER_TROUBLE_MUTE: the host took the connection and ended it without a word
 * @SQUILL_SERVER_TROUBLE_CLOSED: the host ended the connection
 * @SQUILL_SERVER_TROUBLE_SILENT: the host took the connection, and then did not answer in time
 *
 * What went wrong on the wire.
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
} SquillServerTrouble;

/**
 * SquillServerWire:
 * @stop: ends all waiting on the wire
 * @grace_until: what waits may go on until then though it was told to stop; monotonic time
 * @trouble: what went wrong last
 * @host: (nullable): with which host
 * @detail: (nullable): what the library for secure connections said of it
 *
 * What the connections of one client have in common. All but @stop and @grace_until belongs to the
 * thread that uses the client.
 */
typedef struct
{
  GCancellable *stop;
  gint64 grace_until;
  SquillServerTrouble trouble;
  char *host;
  char *detail;
} SquillServerWire;

void squill_server_wire_init (SquillServerWire *self);
void squill_server_wire_clear (SquillServerWire *self);
void squill_server_wire_forget_trouble (SquillServerWire *self);
void squill_server_wire_stop (SquillServerWire *self, guint grace);

mongoc_stream_t *squill_server_stream_connect (const mongoc_uri_t *uri,
                                               const mongoc_host_list_t *host,
                                               void *wire,
                                               bson_error_t *error);

G_END_DECLS
