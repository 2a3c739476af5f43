/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

#include "inspect/server/squill-server-stream.h"

G_BEGIN_DECLS

void squill_server_error_set (GError **error,
                              const bson_error_t *failure,
                              const SquillServerWire *wire,
                              const char *command);
gboolean squill_server_error_is_of_command (const GError *error);

G_END_DECLS
