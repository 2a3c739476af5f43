/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Addresses that were read before, the newest first. There is never a password in them. */

char **squill_recent_connections_get (GSettings *settings);
void squill_recent_connections_add (GSettings *settings, const char *source);
void squill_recent_connections_remove (GSettings *settings, const char *source);

G_END_DECLS
