/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/source/squill-place.h"
#include "inspect/server/squill-server-connection.h"

G_BEGIN_DECLS

void squill_server_cursor_set_place (SquillPlace *place, SquillServerConnection *connection);
SquillServerConnection *squill_server_cursor_get_connection (const SquillPlace *place);
gboolean squill_server_cursor_check_filter (const char *filter, GError **error);

G_END_DECLS
