/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

GStrv squill_words_of_name (const char *name);
char *squill_word_to_singular (const char *word);
double squill_word_fit (const char *word, const char *other, gboolean abbreviated);

G_END_DECLS
