/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean squill_iso_date_parse (const char *text, gsize length, gint64 *milliseconds);

G_END_DECLS
