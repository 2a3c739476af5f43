/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "live-server.h"

G_BEGIN_DECLS

gboolean live_shell_runs (void);
char *live_shell_run (LiveServer *server,
                      const char *database,
                      const char *script,
                      gboolean succeeds);

G_END_DECLS
