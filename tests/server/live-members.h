/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>
#include <mongoc/mongoc.h>

G_BEGIN_DECLS

char *live_members_dump (mongoc_client_t *client, const char *database_name);
char *live_members_read (mongoc_client_t *client,
                         const char *database,
                         const char *placement,
                         guint nth);

G_END_DECLS
