/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "samples/squill-random.h"
#include "samples/squill-value-maker.h"

G_BEGIN_DECLS

char *squill_text_make (const SquillValueContext *context, SquillValueKind kind);
char *squill_text_make_words (SquillRandom *random, gsize bytes, gboolean sentence);
char *squill_text_fold (const char *text, char separator);
char *squill_date_to_text (gint64 milliseconds, gboolean time);

G_END_DECLS
