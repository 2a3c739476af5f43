/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-word-search.h"

#include <string.h>

struct _SquillWordSearch
{
  GStrv words; /* folded */
};

/**
 * squill_word_search_new:
 * @text: words, with spaces between
 *
 * Returns: (transfer full): a search for them
 */
SquillWordSearch *
squill_word_search_new (const char *text)
{
  SquillWordSearch *self;
  g_autofree char *folded = NULL;
  g_auto (GStrv) parts = NULL;
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();

  g_return_val_if_fail (text != NULL, NULL);

  folded = g_utf8_casefold (text, -1);
  parts = g_strsplit_set (folded, " \t", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    if (*parts[i] != '\0')
      g_strv_builder_add (words, parts[i]);
  self = g_new0 (SquillWordSearch, 1);
  self->words = g_strv_builder_end (words);
  return self;
}

/**
 * squill_word_search_free:
 * @self: a search
 *
 * Frees it.
 */
void
squill_word_search_free (SquillWordSearch *self)
{
  g_strfreev (self->words);
  g_free (self);
}

static gboolean
begins_word (const char *text, const char *at)
{
  return at == text || !g_unichar_isalnum (g_utf8_get_char (g_utf8_prev_char (at)));
}

/**
 * squill_word_search_rank:
 * @self: a search
 * @folded: a text, as g_utf8_casefold() gives it
 *
 * Finds all words anywhere in a text.
 *
 * Returns: how well they fit, 0 for best; -1 if one is missing
 */
int
squill_word_search_rank (SquillWordSearch *self, const char *folded)
{
  int rank = 0;

  g_return_val_if_fail (self != NULL && folded != NULL, -1);

  for (guint i = 0; self->words[i] != NULL; i++)
    {
      const char *at = strstr (folded, self->words[i]);
      const char *begin = at;

      if (at == NULL)
        return -1;
      while (begin != NULL && !begins_word (folded, begin))
        begin = strstr (begin + 1, self->words[i]);
      /* Where the text begins, where a word of it does, in the middle of one. */
      rank += begin == folded ? 0 : begin != NULL ? 1 : 3;
    }
  return rank;
}

/**
 * squill_word_search_matches:
 * @self: a search
 * @text: (nullable): a text
 *
 * Returns: %TRUE if all words are in @text, in any order and case
 */
gboolean
squill_word_search_matches (SquillWordSearch *self, const char *text)
{
  g_autofree char *folded = text == NULL ? NULL : g_utf8_casefold (text, -1);

  return folded != NULL && squill_word_search_rank (self, folded) >= 0;
}
