/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *squill_rank_between (const char *before, const char *after);
gboolean squill_rank_is_valid (const char *rank);

G_END_DECLS
