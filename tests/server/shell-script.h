/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>
#include <mongoc/mongoc.h>

G_BEGIN_DECLS

char *shell_script_run (mongoc_client_t *client, const char *database, const char *script);

G_END_DECLS
