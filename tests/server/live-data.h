/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>
#include <mongoc/mongoc.h>

G_BEGIN_DECLS

void live_data_run (mongoc_client_t *client, const char *database, const char *command);
gboolean live_data_try (mongoc_client_t *client,
                        const char *database,
                        const char *command,
                        char **why_not);
void live_data_insert (mongoc_client_t *client,
                       const char *database,
                       const char *collection,
                       const char *documents);
void live_data_generate (mongoc_client_t *client,
                         const char *database,
                         const char *collection,
                         guint documents,
                         guint padding);
guint64 live_data_load (mongoc_client_t *client,
                        const char *database,
                        const char *collection,
                        const char *bytes,
                        gsize length);
void live_data_settle (mongoc_client_t *client,
                       const char *database,
                       const char *collection,
                       guint64 documents);
guint64 live_data_count (mongoc_client_t *client, const char *database, const char *collection);

G_END_DECLS
