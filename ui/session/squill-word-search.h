/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * SquillWordSearch:
 *
 * Words that a person has typed, to be found in any order.
 */
typedef struct _SquillWordSearch SquillWordSearch;

SquillWordSearch *squill_word_search_new (const char *text);
void squill_word_search_free (SquillWordSearch *self);
gboolean squill_word_search_matches (SquillWordSearch *self, const char *text);
int squill_word_search_rank (SquillWordSearch *self, const char *folded);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillWordSearch, squill_word_search_free)

G_END_DECLS
