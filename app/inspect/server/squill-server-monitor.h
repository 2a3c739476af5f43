/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <bson/bson.h>

#include "inspect/server/squill-server-command.h"

G_BEGIN_DECLS

/* So many commands that fetch the next documents are kept one by one; more are counted. */
#define SQUILL_SERVER_MONITOR_MAX_FETCHES 10000u

/* The driver's client; only those who talk to servers need its header. */
struct _mongoc_client_t;

/**
 * SquillServerMonitor:
 *
 * The record of all that was sent to a server, as the driver tells it: also what the driver sends
 * by itself. It may be used from any thread, and only ever grows.
 */
typedef struct _SquillServerMonitor SquillServerMonitor;

SquillServerMonitor *squill_server_monitor_new (void);
SquillServerMonitor *squill_server_monitor_ref (SquillServerMonitor *self);
void squill_server_monitor_unref (SquillServerMonitor *self);
void squill_server_monitor_watch (SquillServerMonitor *self, struct _mongoc_client_t *client);
guint squill_server_monitor_get_length (SquillServerMonitor *self);
const SquillServerCommand *squill_server_monitor_get (SquillServerMonitor *self, guint index);
guint64 squill_server_monitor_get_unlisted (SquillServerMonitor *self);

char *squill_server_monitor_describe (const char *name, const bson_t *command);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillServerMonitor, squill_server_monitor_unref)

G_END_DECLS
