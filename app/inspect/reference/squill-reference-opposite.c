/* SPDX-License-Identifier: Apache-2.0 */

/* Says which names are those of the two ends of a connection. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference-private.h"

/* The two ends of a connection; those that are also the ends of a range say nothing of numbers. */
static const struct
{
  const char *one;
  const char *other;
  gboolean is_range;
} opposites[] = {
  { "source", "target", FALSE },
  { "source", "destination", FALSE },
  { "source", "dest", FALSE },
  { "source", "sink", FALSE },
  { "src", "dst", FALSE },
  { "src", "dest", FALSE },
  { "src", "tgt", FALSE },
  { "from", "to", FALSE },
  { "origin", "destination", FALSE },
  { "origin", "dest", FALSE },
  { "orig", "dest", FALSE },
  { "departure", "arrival", FALSE },
  { "dep", "arr", FALSE },
  { "sender", "receiver", FALSE },
  { "sender", "recipient", FALSE },
  { "parent", "child", FALSE },
  { "home", "away", FALSE },
  { "home", "visitor", FALSE },
  { "winner", "loser", FALSE },
  { "buyer", "seller", FALSE },
  { "follower", "followee", FALSE },
  { "follower", "followed", FALSE },
  { "subject", "object", FALSE },
  { "predecessor", "successor", FALSE },
  { "payer", "payee", FALSE },
  { "caller", "callee", FALSE },
  { "tail", "head", FALSE },
  { "von", "nach", FALSE },
  { "start", "end", TRUE },
  { "begin", "end", TRUE },
  { "first", "second", TRUE },
  { "first", "last", TRUE },
  { "left", "right", TRUE },
  { "before", "after", TRUE },
  { "old", "new", TRUE },
  { "a", "b", TRUE },
  { "a", "z", TRUE },
};

static gboolean
are_opposite (const char *word, const char *other, gboolean of_numbers)
{
  for (guint i = 0; i < G_N_ELEMENTS (opposites); i++)
    if ((!of_numbers || !opposites[i].is_range) &&
        ((g_str_equal (word, opposites[i].one) && g_str_equal (other, opposites[i].other)) ||
         (g_str_equal (word, opposites[i].other) && g_str_equal (other, opposites[i].one))))
      return TRUE;
  return FALSE;
}

/**
 * _squill_reference_name_is_opposite:
 * @self: a name
 * @other: that of a field beside it
 * @of_numbers: both have numbers, which may also be the ends of a range
 *
 * Returns: whether they are called as the two ends of a connection: `source` and `target`,
 * `from_stop` and `to_stop`, `person1` and `person2`
 */
gboolean
_squill_reference_name_is_opposite (const SquillReferenceName *self,
                                    const SquillReferenceName *other,
                                    gboolean of_numbers)
{
  guint differing = 0;

  if (self->n_words != other->n_words || self->n_words == 0)
    return FALSE;
  for (guint i = 0; i < self->n_words; i++)
    if (!g_str_equal (self->words[i].text, other->words[i].text))
      {
        if (!are_opposite (self->words[i].text, other->words[i].text, of_numbers))
          return FALSE;
        differing++;
      }
  return differing == 1 || (differing == 0 && !of_numbers && *self->digits != '\0' &&
                            *other->digits != '\0' && !g_str_equal (self->digits, other->digits));
}
