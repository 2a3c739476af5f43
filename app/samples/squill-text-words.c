/* SPDX-License-Identifier: Apache-2.0 */

/* Words to size, digits, dates. */

#define G_LOG_DOMAIN "squill-samples"

#include "config.h"

#include "samples/squill-text-private.h"

#include <string.h>

#include "samples/squill-text-maker.h"
#include "samples/squill-words.h"

/**
 * squill_text_fold:
 * @text: a text
 * @separator: what stands for anything but letters and digits; NUL for nothing
 *
 * Returns: (transfer full): @text in small ASCII letters: "São Paulo" becomes "sao-paulo"
 */
char *
squill_text_fold (const char *text, char separator)
{
  g_autofree char *decomposed = NULL;
  GString *folded = g_string_new (NULL);

  g_return_val_if_fail (text != NULL, NULL);

  decomposed = g_utf8_normalize (text, -1, G_NORMALIZE_NFD);
  for (const char *p = decomposed != NULL ? decomposed : ""; *p != '\0'; p++)
    {
      if (g_ascii_isalnum (*p))
        g_string_append_c (folded, g_ascii_tolower (*p));
      else if ((guchar)*p < 0x80 && separator != '\0' && folded->len > 0 &&
               folded->str[folded->len - 1] != separator)
        g_string_append_c (folded, separator);
    }
  if (folded->len > 0 && separator != '\0' && folded->str[folded->len - 1] == separator)
    g_string_truncate (folded, folded->len - 1);
  return g_string_free (folded, FALSE);
}

/**
 * squill_date_to_text:
 * @milliseconds: since 1970
 * @time: with the time of day
 *
 * Returns: (transfer full): the date as ISO 8601 has it, in UTC
 */
char *
squill_date_to_text (gint64 milliseconds, gboolean time)
{
  g_autoptr (GDateTime) date = g_date_time_new_from_unix_utc (milliseconds / 1000);

  if (date == NULL)
    return g_strdup ("");
  return g_date_time_format (date, time ? "%Y-%m-%dT%H:%M:%SZ" : "%Y-%m-%d");
}

/* Writes whole words, of which the last one ends at exactly that many bytes. */
void
_squill_text_append_words (
    GString *text, SquillRandom *random, gsize bytes, gboolean sentence, gsize start)
{
  gsize end = text->len + bytes;
  gboolean begins = sentence && text->len == start;
  guint left_in_sentence = 6 + squill_random_below (random, 9);

  while (text->len < end)
    {
      gboolean spaced = text->len > start;
      gsize room = end - text->len - (spaced ? 1 : 0);
      gsize dot = sentence ? 1 : 0;
      guint letters;
      gsize at;

      if (room == 0 || room <= dot)
        {
          /* One letter too few for a word. */
          g_string_append_c (text, sentence || !spaced ? '.' : 's');
          continue;
        }
      if (spaced)
        g_string_append_c (text, ' ');
      if (room - dot <= SQUILL_LONGEST_PLAIN_WORD)
        {
          /* The last word, or one before it that leaves room for a space and two letters. */
          letters = room - dot;
          if (letters >= 6 && squill_random_below (random, 3) > 0)
            letters = 2 + squill_random_below (random, letters - 4);
        }
      else
        {
          letters = strlen (squill_words_pick (SQUILL_WORDS_PLAIN, random));
          /* What is left after this one must be room for another. */
          if (room - dot - letters < 4)
            letters = (room - dot) / 2;
          letters = MIN (letters, (guint)SQUILL_LONGEST_PLAIN_WORD);
        }

      at = text->len;
      g_string_append (text, squill_words_pick_plain (random, letters));
      if (begins)
        text->str[at] = g_ascii_toupper (text->str[at]);
      begins = FALSE;
      if (sentence && (text->len + 1 == end ||
                       (left_in_sentence-- == 0 && end - text->len > SQUILL_LONGEST_PLAIN_WORD)))
        {
          g_string_append_c (text, '.');
          begins = TRUE;
          left_in_sentence = 6 + squill_random_below (random, 9);
        }
    }
}

/**
 * squill_text_make_words:
 * @random: where choices come from
 * @bytes: how long it is to be
 * @sentence: with capital letters and full stops
 *
 * Returns: (transfer full): whole words, of exactly that many bytes
 */
char *
squill_text_make_words (SquillRandom *random, gsize bytes, gboolean sentence)
{
  GString *text = g_string_sized_new (bytes + 1);

  _squill_text_append_words (text, random, bytes, sentence && bytes > 12, 0);
  return g_string_free (text, FALSE);
}

char *
_squill_text_make_digits (SquillRandom *random, guint n)
{
  GString *digits = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_c (digits, '0' + squill_random_below (random, 10));
  return g_string_free (digits, FALSE);
}

char *
_squill_text_make_hex (SquillRandom *random, gsize n)
{
  GString *digits = g_string_sized_new (n + 1);

  for (gsize i = 0; i < n; i++)
    g_string_append_c (digits, "0123456789abcdef"[squill_random_below (random, 16)]);
  return g_string_free (digits, FALSE);
}
