/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *squill_number_to_string (double value);
char *squill_number_to_short (double value);
gboolean squill_number_from_text (const char *text, double *value);

G_END_DECLS
