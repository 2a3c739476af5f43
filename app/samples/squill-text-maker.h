/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "samples/squill-random.h"
#include "samples/squill-value-maker.h"

G_BEGIN_DECLS

char *squill_text_make (const SquillValueContext *context, SquillValueKind kind);
char *squill_text_fold (const char *text, char separator);

/* squill-date-text.c */
char *squill_date_text_make (gint64 milliseconds, double usual, SquillRandom *random);
char *squill_date_text_make_by_pattern (const char *pattern, gint64 milliseconds, guint64 ordinal);

/* squill-pattern.c */
char *squill_pattern_make (const char *pattern,
                           SquillRandom *random,
                           const guint64 *ordinal,
                           guint min_length,
                           guint max_length);
const char *squill_text_get_pattern (const SquillField *field);
gboolean squill_pattern_matches (const char *pattern, const char *text);

G_END_DECLS
