/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Quantities as the sentences of findings say them. */

char *squill_wording_count (double count);
char *squill_wording_bytes (double bytes);
char *squill_wording_share (double share);
char *squill_wording_rate (double per_second);
char *squill_wording_years (double years);
const char *squill_wording_name (gconstpointer item);
char *squill_wording_list (const GPtrArray *names);

G_END_DECLS
