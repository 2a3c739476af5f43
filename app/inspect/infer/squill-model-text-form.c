/* SPDX-License-Identifier: Apache-2.0 */

/* The form of a few texts: where all have the same marks at the same places, and between them the
 * same words, digits, or letters and digits mixed: "attack-pattern--" and a UUID, "v1.20.3". */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/infer/squill-infer-private.h"

#include <string.h>

/* Fewer texts may be alike by chance. */
#define MIN_EXAMPLES 4u
/* More letters than these are a word, and no other letters are one. */
#define MAX_LETTERS 3u
/* Texts of more parts are looked at no more. */
#define MAX_PARTS 16u

/* A run of letters and digits in each of the texts. */
typedef struct
{
  const char *first;
  gsize first_length;
  gsize lead; /* the letters that all begin with, where nothing but digits follows */
  gsize min;
  gsize max;
  guint n;
  guint with_digit;
  gboolean is_literal;
  gboolean has_letter;
  gboolean has_small;
  gboolean has_capital;
  gboolean is_hex;
} Part;

/* How many letters there are before digits; 0 where anything else comes. */
static gsize
count_lead (const char *text, gsize length)
{
  gsize lead = 0;

  while (lead < length && g_ascii_isalpha (text[lead]))
    lead++;
  for (gsize i = lead; i < length; i++)
    if (!g_ascii_isdigit (text[i]))
      return 0;
  return lead < length ? lead : 0;
}

static void
part_add (Part *self, const char *text, gsize length)
{
  const gsize lead = count_lead (text, length);
  gboolean has_digit = FALSE;

  if (self->n == 0)
    *self = (Part){ .first = text,
                    .first_length = length,
                    .lead = lead,
                    .min = length,
                    .is_literal = TRUE,
                    .is_hex = TRUE };
  if (lead != self->lead || memcmp (text, self->first, MIN (lead, self->first_length)) != 0)
    self->lead = 0;
  self->n++;
  self->min = MIN (self->min, length);
  self->max = MAX (self->max, length);
  self->is_literal =
      self->is_literal && length == self->first_length && memcmp (text, self->first, length) == 0;
  for (gsize i = 0; i < length; i++)
    {
      has_digit = has_digit || g_ascii_isdigit (text[i]);
      self->has_letter = self->has_letter || g_ascii_isalpha (text[i]);
      self->has_small = self->has_small || g_ascii_islower (text[i]);
      self->has_capital = self->has_capital || g_ascii_isupper (text[i]);
      self->is_hex = self->is_hex && g_ascii_isxdigit (text[i]);
    }
  self->with_digit += has_digit;
}

/* The characters that it is made of; NULL where these would make no word. */
static const char *
part_get_class (const Part *self)
{
  const gboolean is_one_case = !self->has_small || !self->has_capital;

  if (!self->has_letter)
    return "[0-9]";
  if (self->with_digit == 0)
    return self->max > MAX_LETTERS ? NULL
           : !self->has_capital    ? "[a-z]"
           : !self->has_small      ? "[A-Z]"
                                   : "[A-Za-z]";
  if (self->with_digit * 2 < self->n)
    return NULL;
  if (self->is_hex && is_one_case && self->min == self->max)
    return self->has_small ? "[0-9a-f]" : "[0-9A-F]";
  return !self->has_capital ? "[0-9a-z]" : !self->has_small ? "[0-9A-Z]" : "[0-9A-Za-z]";
}

/* A few letters, always as many: those of countries, languages, currencies. */
static gboolean
is_code (const Part *part)
{
  return part->min == part->max && part->max <= MAX_LETTERS && part->max > 1 &&
         part->has_small != part->has_capital;
}

static gboolean
append_part (GString *pattern, const Part *part)
{
  const char *class = part->lead > 0 ? "[0-9]" : part_get_class (part);
  const gsize min = part->min - part->lead, max = part->max - part->lead;

  if (part->is_literal)
    {
      g_string_append_len (pattern, part->first, (gssize)part->first_length);
      return TRUE;
    }
  if (class == NULL)
    return FALSE;
  g_string_append_len (pattern, part->first, (gssize)part->lead);
  g_string_append (pattern, class);
  if (min == max && min > 1)
    g_string_append_printf (pattern, "{%" G_GSIZE_FORMAT "}", min);
  else if (min != max)
    g_string_append_printf (pattern, "{%" G_GSIZE_FORMAT ",%" G_GSIZE_FORMAT "}", min, max);
  return TRUE;
}

/* Takes a text apart: its runs go to @parts, the marks between them are compared with those of the
 * first text, or taken from it. */
static gboolean
take_apart (const char *text, Part *parts, guint *n_parts, GString *marks, gboolean is_first)
{
  guint n = 0;
  gsize at = 0;

  for (const char *p = text; *p != '\0'; n++)
    {
      gsize length = 0;

      if (n == MAX_PARTS)
        return FALSE;
      while (g_ascii_isalnum (p[length]))
        length++;
      part_add (&parts[n], p, length);
      p += length;
      if (*p == '\0')
        {
          n++;
          break;
        }
      if (!g_ascii_isgraph (*p))
        return FALSE;
      if (is_first)
        g_string_append_c (marks, *p);
      else if (at >= marks->len || marks->str[at] != *p)
        return FALSE;
      at++;
      p++;
    }
  if (is_first)
    *n_parts = n;
  return n == *n_parts && at == marks->len;
}

/**
 * _squill_model_builder_find_form:
 * @texts: (array length=n_texts): a few different texts of one field
 * @n_texts: how many
 *
 * Returns: (transfer full) (nullable): a pattern that has all of the texts and looks like them;
 * %NULL where they have no form in common, are words, or all the same
 */
char *
_squill_model_builder_find_form (const char *const *texts, guint n_texts)
{
  Part parts[MAX_PARTS] = { { 0 } };
  g_autoptr (GString) marks = g_string_new (NULL);
  g_autoptr (GString) pattern = g_string_new ("^");
  guint n_parts = 0, open = 0;

  if (n_texts < MIN_EXAMPLES)
    return NULL;
  for (guint i = 0; i < n_texts; i++)
    if (!take_apart (texts[i], parts, &n_parts, marks, i == 0))
      return NULL;
  for (guint i = 0; i < n_parts; i++)
    {
      if (!append_part (pattern, &parts[i]))
        return NULL;
      open += !parts[i].is_literal && (parts[i].with_digit > 0 || is_code (&parts[i]));
      if (i < marks->len)
        {
          g_autofree char *mark = g_regex_escape_string (marks->str + i, 1);

          g_string_append (pattern, mark);
        }
    }
  if (open == 0)
    return NULL;
  g_string_append_c (pattern, '$');
  return g_string_free (g_steal_pointer (&pattern), FALSE);
}
