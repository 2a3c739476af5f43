/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "exchange/migrate/squill-migration-script.h"
#include "live-server.h"

G_BEGIN_DECLS

char *live_migration_write (SquillModel *now, SquillModel *then, gboolean is_whole);
void live_migration_append (GString *all, const char *name, const char *script);
void live_migration_append_tools (GString *all);
void live_migration_append_trip (GString *all,
                                 guint nth,
                                 const char *database,
                                 const char *there,
                                 const char *back,
                                 const char *kept);
void live_migration_append_stepwise (GString *all,
                                     guint nth,
                                     const char *database,
                                     const char *there,
                                     const char *back,
                                     guint batch,
                                     const char *kept);
void live_migration_run (LiveServer *server, const char *database, const char *commands);
char *live_migration_dump (mongoc_client_t *client,
                           const char *database,
                           SquillDesign *design,
                           const char *only,
                           gboolean with_ids);
void live_migration_assert_same (const char *before,
                                 const char *after,
                                 const char *what,
                                 const char *script);

G_END_DECLS
