/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* 0000-01-01T00:00:00.000Z and 9999-12-31T23:59:59.999Z, in milliseconds since 1970. */
#define SQUILL_ISO_DATE_MIN G_GINT64_CONSTANT (-62167219200000)
#define SQUILL_ISO_DATE_MAX G_GINT64_CONSTANT (253402300799999)

gboolean squill_iso_date_parse (const char *text, gsize length, gint64 *milliseconds);
char *squill_iso_date_to_text (gint64 milliseconds, gboolean always_fraction);

G_END_DECLS
