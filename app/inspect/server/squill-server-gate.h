/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <bson/bson.h>
#include <glib.h>

G_BEGIN_DECLS

gboolean squill_server_gate_check (const bson_t *command, GError **error);

G_END_DECLS
