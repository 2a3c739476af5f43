/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>
#include <jansson.h>

G_BEGIN_DECLS

/* Quantities and values as people read and write them. Nothing here follows the locale but the
 * translations. */

/* Between groups of digits and before a unit: a thin space at which no line is broken. */
#define SQUILL_TEXT_THIN_SPACE "\u202f"

char *squill_text_number (double number);
char *squill_text_count (double count);
char *squill_text_documents (double count);
char *squill_text_estimate (double count);
char *squill_text_short_count (double count);
gboolean squill_text_parse_count (const char *text, double *count);
char *squill_text_bytes (double bytes);
char *squill_text_exact_bytes (double bytes);
gboolean squill_text_parse_bytes (const char *text, double *bytes);
char *squill_text_likely_bytes (double bytes, gboolean assumed);
char *squill_text_share (double share);
char *squill_text_exact_share (double share);
gboolean squill_text_parse_share (const char *text, double *share);

char *squill_text_rate (double per_second);
char *squill_text_short_rate (double per_second);
char *squill_text_years (double years);
char *squill_text_duration (double seconds);
char *squill_text_date (GDateTime *date);
char *squill_text_date_time (GDateTime *time);

char *squill_text_visible (const char *text, gboolean keep_lines);
char *squill_text_fit (const char *text);
char *squill_text_singular (const char *word);
char *squill_text_names (const GPtrArray *names);
char *squill_text_value (const json_t *value);
char *squill_text_values (const json_t *values, guint64 total);

G_END_DECLS
