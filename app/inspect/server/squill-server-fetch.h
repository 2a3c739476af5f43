/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

#include "inspect/server/squill-server-connection.h"

G_BEGIN_DECLS

/**
 * SquillServerFetch:
 *
 * Documents that a thread fetches from a server ahead of who reads them.
 */
typedef struct _SquillServerFetch SquillServerFetch;

SquillServerFetch *squill_server_fetch_new (SquillServerConnection *connection,
                                            const char *database,
                                            bson_t *command,
                                            guint first_batch,
                                            guint batch_size,
                                            double max_seconds,
                                            GCancellable *cancellable,
                                            GError **error);
gboolean squill_server_fetch_next (SquillServerFetch *self,
                                   const guint8 **document,
                                   gsize *length,
                                   GCancellable *cancellable,
                                   GError **error);
void squill_server_fetch_free (SquillServerFetch *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillServerFetch, squill_server_fetch_free)

G_END_DECLS
