/* SPDX-License-Identifier: Apache-2.0 */

/* Takes names apart into words, and says whether two words mean the same. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference-private.h"

#include <string.h>

#define FIT_CUT 0.75
#define FIT_CONTRACTED 0.65
/* A shorter word is no abbreviation that says anything. */
#define ABBREVIATION_LENGTH 3u

/* How a word ends when it means one, and when it means several: German, French, Spanish, Italian,
 * Latin. */
static const struct
{
  const char *one;
  const char *several;
} endings[] = {
  { "", "s" },      { "", "es" },   { "", "n" },     { "", "en" },   { "", "e" },
  { "", "er" },     { "", "x" },    { "", "nen" },   { "", "ern" },  { "al", "aux" },
  { "ail", "aux" }, { "a", "en" },  { "um", "en" },  { "um", "a" },  { "us", "en" },
  { "us", "i" },    { "is", "en" }, { "is", "es" },  { "y", "ies" }, { "f", "ves" },
  { "fe", "ves" },  { "o", "i" },   { "o", "en" },   { "a", "e" },   { "e", "i" },
  { "z", "ces" },   { "on", "a" },  { "ao", "oes" }, { "m", "ns" },
};

/* A new word begins before a capital that follows a small letter, and before the last of several
 * capitals that a small letter follows, but for the s of several IDs. */
static gboolean
begins_word (gunichar before, gunichar c, gunichar next, gunichar after_next)
{
  if (before == 0)
    return FALSE;
  if (g_unichar_isdigit (c) != g_unichar_isdigit (before))
    return TRUE;
  if (!g_unichar_isupper (c))
    return FALSE;
  if (!g_unichar_isupper (before))
    return TRUE;
  return g_unichar_islower (next) && (next != 's' || g_unichar_islower (after_next));
}

static void
end_word (GPtrArray *words, GString *word)
{
  /* A number only tells one thing from another of the same kind: address2. */
  if (word->len > 0 && !g_ascii_isdigit (word->str[0]))
    g_ptr_array_add (words, g_strdup (word->str));
  g_string_truncate (word, 0);
}

/**
 * _squill_reference_split_words:
 * @name: a name
 *
 * Returns: (transfer full): its words, in small letters and without accents; without numbers
 */
GStrv
_squill_reference_split_words (const char *name)
{
  g_autofree char *valid = g_utf8_make_valid (name, -1);
  g_autofree char *plain = g_utf8_normalize (valid, -1, G_NORMALIZE_ALL);
  g_autofree gunichar *letters = g_utf8_to_ucs4_fast (plain, -1, NULL);
  g_autoptr (GString) word = g_string_new (NULL);
  GPtrArray *words = g_ptr_array_new ();
  gunichar before = 0;
  gsize n = 0;

  for (const gunichar *at = letters; *at != 0; at++)
    if (!g_unichar_ismark (*at))
      letters[n++] = *at;
  letters[n] = 0;
  for (gsize i = 0; i < n; i++)
    {
      gunichar next = letters[i + 1];

      if (!g_unichar_isalnum (letters[i]))
        {
          end_word (words, word);
          before = 0;
          continue;
        }
      if (begins_word (before, letters[i], next, next != 0 ? letters[i + 2] : 0))
        end_word (words, word);
      if (letters[i] == 0xdf)
        g_string_append (word, "ss");
      else
        g_string_append_unichar (word, g_unichar_tolower (letters[i]));
      before = letters[i];
    }
  end_word (words, word);
  g_ptr_array_add (words, NULL);
  return (GStrv)g_ptr_array_free (words, FALSE);
}

/* Umlauts that were written with two letters lose the second, as those that lost their dots. */
static char *
drop_umlauts (const char *word)
{
  GString *text = g_string_new (NULL);

  for (const char *at = word; *at != '\0'; at++)
    {
      g_string_append_c (text, *at);
      if (strchr ("aou", *at) != NULL && at[1] == 'e')
        at++;
    }
  return g_string_free (text, FALSE);
}

static gboolean
differ_by_ending (const char *word, const char *other)
{
  gsize common = 0;

  while (word[common] != '\0' && word[common] == other[common])
    common++;
  /* Some of the ending may be the same in both. */
  for (gsize back = 0; back <= 2 && common >= back + 2; back++)
    for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
      {
        const char *rest = word + common - back;
        const char *other_rest = other + common - back;

        if (common - back < 3 && strlen (endings[i].one) + common - back < 3)
          continue;
        if ((g_str_equal (rest, endings[i].one) && g_str_equal (other_rest, endings[i].several)) ||
            (g_str_equal (rest, endings[i].several) && g_str_equal (other_rest, endings[i].one)))
          return TRUE;
      }
  return FALSE;
}

static gboolean
is_within (const char *short_one, const char *long_one)
{
  const char *at = long_one;

  for (const char *letter = short_one; *letter != '\0'; letter++)
    {
      at = strchr (at, *letter);
      if (at == NULL)
        return FALSE;
      at++;
    }
  return TRUE;
}

static double
fit_abbreviation (const char *word, const char *other)
{
  gsize length = strlen (word), other_length = strlen (other);
  const char *short_one = length < other_length ? word : other;
  const char *long_one = length < other_length ? other : word;
  gsize short_length = MIN (length, other_length), long_length = MAX (length, other_length);

  if (short_length < ABBREVIATION_LENGTH || long_length < short_length + 2)
    return 0;
  if (strncmp (short_one, long_one, short_length) == 0)
    return FIT_CUT;
  if (short_length <= 5 && short_one[short_length - 1] == long_one[long_length - 1] &&
      is_within (short_one, long_one))
    return FIT_CONTRACTED;
  return 0;
}

/**
 * _squill_reference_compare_words:
 * @word: a word, in small letters
 * @other: another
 * @abbreviated: one may be short for the other
 *
 * Returns: 0 to 1: how surely both mean the same
 */
double
_squill_reference_compare_words (const char *word, const char *other, gboolean abbreviated)
{
  g_autofree char *plain = NULL;
  g_autofree char *other_plain = NULL;

  if (g_str_equal (word, other))
    return 1;
  /* Nothing that follows changes the first letter. */
  if (word[0] != other[0])
    return 0;
  if (differ_by_ending (word, other))
    return SQUILL_REFERENCE_FIT_PLURAL;
  plain = drop_umlauts (word);
  other_plain = drop_umlauts (other);
  if (g_str_equal (plain, other_plain) || differ_by_ending (plain, other_plain))
    return SQUILL_REFERENCE_FIT_PLURAL;
  return abbreviated ? fit_abbreviation (word, other) : 0;
}
