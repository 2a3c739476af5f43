/* SPDX-License-Identifier: Apache-2.0 */

/* Texts that match a regular expression. Patterns of schemas are mostly simple: anchors, literals,
 * classes, groups, alternatives and repetitions; these are read into a small tree, and a text is
 * made by walking it. */

#define G_LOG_DOMAIN "squill-samples"

#include "config.h"

#include "samples/squill-text-maker.h"

#include <string.h>

/* Groups in groups. */
#define MAX_DEPTH 20

/* A part without an upper bound is repeated so often more than it must, at most. */
#define MAX_EXTRA 8

/* Longer texts are nothing that a pattern asks for. */
#define MAX_LENGTH 4096

/* Repeated groups without a letter in them could turn for ever. */
#define MAX_STEPS 50000

typedef enum
{
  PART_LITERAL,  /* a character */
  PART_CLASS,    /* one of some characters, all ASCII */
  PART_SEQUENCE, /* one after the other */
  PART_CHOICE,   /* one of them */
  PART_ANCHOR,   /* nothing to write */
} PartKind;

typedef struct
{
  PartKind kind;
  gunichar character;
  char *characters;
  GPtrArray *parts;
  guint min;
  guint max; /* G_MAXUINT: any number */
} Part;

typedef struct
{
  const char *at;
  guint depth;
} Reader;

typedef struct
{
  GString *text;
  SquillRandom *random;
  guint64 *ordinal;
  guint extra; /* how often more a part without a bound may come */
  guint steps;
  gboolean long_ones; /* and rather as often as not at all */
  gboolean too_long;
} Walker;

static Part *read_choice (Reader *self);

static void
part_free (Part *self)
{
  if (self == NULL)
    return;
  g_free (self->characters);
  g_clear_pointer (&self->parts, g_ptr_array_unref);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Part, part_free)

static Part *
part_new (PartKind kind)
{
  Part *self = g_new0 (Part, 1);

  self->kind = kind;
  self->min = self->max = 1;
  if (kind == PART_SEQUENCE || kind == PART_CHOICE)
    self->parts = g_ptr_array_new_with_free_func ((GDestroyNotify)part_free);
  return self;
}

/* What a letter after a backslash stands for as a class; NULL if it is none. */
static const char *
get_class (char letter)
{
  switch (letter)
    {
    case 'd':
      return "0123456789";
    case 'w':
      return "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    case 's':
      return " ";
    case 'D':
      return "abcdefghijklmnopqrstuvwxyz";
    case 'S':
      return "abcdefghijklmnopqrstuvwxyz0123456789";
    case 'W':
      return " -.,";
    default:
      return NULL;
    }
}

static char
get_control (char letter)
{
  return letter == 'n' ? '\n' : letter == 't' ? '\t' : letter == 'r' ? '\r' : '\0';
}

/* After "[". */
static Part *
read_class (Reader *self)
{
  g_autoptr (Part) part = part_new (PART_CLASS);
  gboolean chosen[128] = { FALSE };
  gboolean negated = *self->at == '^';
  GString *characters;

  if (negated)
    self->at++;
  for (gboolean first = TRUE; *self->at != ']' || first; first = FALSE)
    {
      guchar from = *self->at;
      guchar to;

      /* POSIX classes and characters beyond ASCII are more than a schema needs. */
      if (from == '\0' || from >= 0x80 || (from == '[' && self->at[1] == ':'))
        return NULL;
      self->at++;
      if (from == '\\')
        {
          const char *class = get_class (*self->at);

          if (class != NULL)
            {
              for (const char *p = class; *p != '\0'; p++)
                chosen[(guchar)*p] = TRUE;
              self->at++;
              continue;
            }
          from = *self->at;
          if (from == '\0' || from >= 0x80)
            return NULL;
          if (g_ascii_isalnum (from) && (from = get_control (from)) == '\0')
            return NULL;
          self->at++;
        }
      to = from;
      if (self->at[0] == '-' && self->at[1] != ']' && self->at[1] != '\0')
        {
          to = self->at[1];
          self->at += 2;
          if (to == '\\' || to >= 0x80 || to < from)
            return NULL;
        }
      for (guint c = from; c <= to; c++)
        chosen[c] = TRUE;
    }
  self->at++;

  characters = g_string_new (NULL);
  for (guint c = negated ? ' ' : 1; c < 0x7f; c++)
    if (chosen[c] != negated && (!negated || g_ascii_isalnum (c) || c == ' ' || c == '-'))
      g_string_append_c (characters, c);
  part->characters = g_string_free (characters, FALSE);
  return *part->characters != '\0' ? g_steal_pointer (&part) : NULL;
}

/* After "(". */
static Part *
read_group (Reader *self)
{
  g_autoptr (Part) part = NULL;

  if (self->at[0] == '?')
    {
      if (self->at[1] != ':')
        return NULL;
      self->at += 2;
    }
  part = read_choice (self);
  if (part == NULL || *self->at != ')')
    return NULL;
  self->at++;
  return g_steal_pointer (&part);
}

/* After a backslash. */
static Part *
read_escape (Reader *self)
{
  const char *class = get_class (*self->at);
  Part *part;

  if (class != NULL)
    {
      part = part_new (PART_CLASS);
      part->characters = g_strdup (class);
    }
  else if (*self->at == 'A' || *self->at == 'z' || *self->at == 'Z')
    {
      part = part_new (PART_ANCHOR);
    }
  else if (*self->at == '\0' || (guchar)*self->at >= 0x80 ||
           (g_ascii_isalnum (*self->at) && get_control (*self->at) == '\0'))
    {
      return NULL;
    }
  else
    {
      part = part_new (PART_LITERAL);
      part->character = get_control (*self->at) != '\0' ? get_control (*self->at) : *self->at;
    }
  self->at++;
  return part;
}

static gboolean
read_number (Reader *self, guint *number)
{
  guint64 value = 0;
  const char *start = self->at;

  while (g_ascii_isdigit (*self->at) && value < 100000)
    value = value * 10 + (*self->at++ - '0');
  *number = value;
  return self->at > start && value < 100000;
}

/* "*", "+", "?", "{2}", "{2,}", "{2,5}", each with a "?" or "+" that changes nothing here. */
static gboolean
read_repetition (Reader *self, Part *part)
{
  switch (*self->at)
    {
    case '*':
      part->min = 0;
      part->max = G_MAXUINT;
      break;
    case '+':
      part->min = 1;
      part->max = G_MAXUINT;
      break;
    case '?':
      part->min = 0;
      part->max = 1;
      break;
    case '{':
      self->at++;
      if (!read_number (self, &part->min))
        return FALSE;
      part->max = part->min;
      if (*self->at == ',')
        {
          self->at++;
          part->max = G_MAXUINT;
          if (*self->at != '}' && !read_number (self, &part->max))
            return FALSE;
        }
      if (*self->at != '}' || part->max < part->min)
        return FALSE;
      break;
    default:
      return TRUE;
    }
  self->at++;
  if (*self->at == '?' || *self->at == '+')
    self->at++;
  return TRUE;
}

static Part *
read_part (Reader *self)
{
  Part *part;

  switch (*self->at)
    {
    case '(':
      self->at++;
      return read_group (self);
    case '[':
      self->at++;
      return read_class (self);
    case '\\':
      self->at++;
      return read_escape (self);
    case '.':
      part = part_new (PART_CLASS);
      part->characters = g_strdup ("abcdefghijklmnopqrstuvwxyz");
      break;
    case '^':
    case '$':
      part = part_new (PART_ANCHOR);
      break;
    case '*':
    case '+':
    case '?':
    case '{':
      return NULL;
    default:
      part = part_new (PART_LITERAL);
      part->character = g_utf8_get_char (self->at);
      self->at = g_utf8_next_char (self->at);
      return part;
    }
  self->at++;
  return part;
}

static Part *
read_sequence (Reader *self)
{
  g_autoptr (Part) sequence = part_new (PART_SEQUENCE);

  while (*self->at != '\0' && *self->at != '|' && *self->at != ')')
    {
      g_autoptr (Part) part = read_part (self);
      Part *wrapped;

      if (part == NULL)
        return NULL;
      /* A group keeps how often it comes apart from what is in it. */
      wrapped = part_new (PART_SEQUENCE);
      g_ptr_array_add (wrapped->parts, g_steal_pointer (&part));
      g_ptr_array_add (sequence->parts, wrapped);
      if (!read_repetition (self, wrapped))
        return NULL;
    }
  return g_steal_pointer (&sequence);
}

static Part *
read_choice (Reader *self)
{
  g_autoptr (Part) choice = part_new (PART_CHOICE);

  if (++self->depth > MAX_DEPTH)
    return NULL;
  while (TRUE)
    {
      Part *sequence = read_sequence (self);

      if (sequence == NULL)
        return NULL;
      g_ptr_array_add (choice->parts, sequence);
      if (*self->at != '|')
        break;
      self->at++;
    }
  self->depth--;
  return g_steal_pointer (&choice);
}

static guint
choose (Walker *self, guint n)
{
  guint chosen = squill_random_below (self->random, n);

  if (self->ordinal != NULL)
    {
      chosen = (chosen + *self->ordinal % n) % n;
      *self->ordinal /= n;
    }
  return chosen;
}

static void
walk (Walker *self, const Part *part)
{
  guint times = part->min;
  guint more = MIN (part->max - part->min, self->extra);

  if (more > 0)
    times += self->long_ones && squill_random_below (self->random, 2) == 0
                 ? more
                 : squill_random_below (self->random, more + 1);

  for (guint i = 0; i < times && !self->too_long; i++)
    {
      switch (part->kind)
        {
        case PART_LITERAL:
          g_string_append_unichar (self->text, part->character);
          break;
        case PART_CLASS:
          g_string_append_c (self->text,
                             part->characters[choose (self, strlen (part->characters))]);
          break;
        case PART_SEQUENCE:
          for (guint j = 0; j < part->parts->len; j++)
            walk (self, g_ptr_array_index (part->parts, j));
          break;
        case PART_CHOICE:
          walk (self, g_ptr_array_index (part->parts,
                                         squill_random_below (self->random, part->parts->len)));
          break;
        case PART_ANCHOR:
        default:
          return;
        }
      if (self->text->len > MAX_LENGTH || self->steps++ > MAX_STEPS)
        self->too_long = TRUE;
    }
}

/**
 * squill_pattern_make:
 * @pattern: a regular expression as the server takes it (PCRE)
 * @random: where choices come from
 * @ordinal: (nullable): a number; texts of different numbers then differ, as far as the pattern
 *   leaves room, if @random began the same
 * @min_length: characters at least
 * @max_length: characters at most
 *
 * Makes a text that matches a simple pattern: of anchors, literals, classes, groups, alternatives
 * and repetitions.
 *
 * Returns: (transfer full) (nullable): the text; %NULL if the pattern has more in it than these, or
 *   no text of that length was found
 */
char *
squill_pattern_make (const char *pattern,
                     SquillRandom *random,
                     const guint64 *ordinal,
                     guint min_length,
                     guint max_length)
{
  g_autoptr (Part) root = NULL;
  Reader reader = { pattern, 0 };

  g_return_val_if_fail (pattern != NULL, NULL);
  g_return_val_if_fail (random != NULL, NULL);

  if (!g_utf8_validate (pattern, -1, NULL))
    return NULL;
  if (g_str_has_prefix (reader.at, "(?i)"))
    reader.at += 4;
  root = read_choice (&reader);
  if (root == NULL || *reader.at != '\0')
    return NULL;

  for (guint attempt = 0; attempt < 60; attempt++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      guint64 rest = ordinal != NULL ? *ordinal : 0;
      Walker walker = { text, random, ordinal != NULL ? &rest : NULL, MAX_EXTRA, 0, FALSE, FALSE };
      glong length;

      /* Short ones first; then such as are long enough if one part alone is long. */
      if (attempt >= 30)
        {
          walker.extra = MAX (1, MIN (min_length, (guint)MAX_LENGTH) + attempt % 6);
          walker.long_ones = TRUE;
        }
      walk (&walker, root);
      length = g_utf8_strlen (text->str, text->len);
      if (!walker.too_long && length >= (glong)min_length && length <= (glong)max_length &&
          squill_pattern_matches (pattern, text->str))
        return g_string_free (g_steal_pointer (&text), FALSE);
    }
  return NULL;
}

/**
 * squill_pattern_matches:
 * @pattern: a regular expression
 * @text: a text
 *
 * Returns: %TRUE if @pattern matches somewhere in @text; %FALSE too if it is no regular expression
 */
gboolean
squill_pattern_matches (const char *pattern, const char *text)
{
  g_autoptr (GRegex) regex = NULL;

  g_return_val_if_fail (pattern != NULL, FALSE);
  g_return_val_if_fail (text != NULL, FALSE);

  if (!g_utf8_validate (pattern, -1, NULL))
    return FALSE;
  regex = g_regex_new (pattern, 0, 0, NULL);
  return regex != NULL && g_regex_match_full (regex, text, -1, 0, 0, NULL, NULL);
}
