/* SPDX-License-Identifier: Apache-2.0 */

/* Regular expressions: servers have those of PCRE; JavaScript and JSON Schema have those of
 * ECMA-262. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/squill-pattern.h"

#include <string.h>

/* What \h and \v stand for, in a class. */
#define HORIZONTAL "\\t \\xa0\\u1680\\u180e\\u2000-\\u200a\\u202f\\u205f\\u3000"
#define VERTICAL "\\n\\x0b\\f\\r\\x85\\u2028\\u2029"
#define NO_CHARACTER ((gunichar)-1)

typedef struct
{
  const char *next;
  GString *out;
  gboolean expands; /* no flags can stand beside it */
  gboolean ignores_case;
  gboolean any_is_any; /* "." is a line break, too */
  gboolean by_lines;   /* "^" and "$" are at line breaks, too */
  gboolean can_repeat; /* there is something before that a quantifier can follow */
  GByteArray *open;    /* of each open group, whether it looks around */
  guint n_groups;
  guint max_reference;
  gboolean failed;
} Translation;

static gboolean
is_next (const Translation *self, const char *text)
{
  return g_str_has_prefix (self->next, text);
}

static gboolean
accept (Translation *self, const char *text)
{
  if (!is_next (self, text))
    return FALSE;
  self->next += strlen (text);
  return TRUE;
}

static gboolean
is_wide (const Translation *self)
{
  return self->expands && self->ignores_case;
}

static gunichar
swap_case (gunichar c)
{
  const gunichar upper = g_unichar_toupper (c);

  return upper != c ? upper : g_unichar_tolower (c);
}

static void
append_character (GString *out, gunichar c, const char *special)
{
  if (c == '\n')
    g_string_append (out, "\\n");
  else if (c < 0x20 || c == 0x7f)
    g_string_append_printf (out, "\\x%02x", c);
  else if (c < 0x80 && strchr (special, (int)c) != NULL)
    g_string_append_printf (out, "\\%c", (char)c);
  /* No text has half of a character, but a pattern may name it. */
  else if (!g_unichar_validate (c) || !g_unichar_isgraph (c))
    g_string_append_printf (out, c == ' ' ? " " : "\\u{%x}", c);
  else
    g_string_append_unichar (out, c);
}

static void
append_literal (Translation *self, gunichar c)
{
  static const char special[] = "^$\\.*+?()[]{}|";
  const gunichar other = swap_case (c);

  if (is_wide (self) && other != c)
    {
      g_string_append_c (self->out, '[');
      g_string_append_unichar (self->out, c);
      g_string_append_unichar (self->out, other);
      g_string_append_c (self->out, ']');
    }
  else
    append_character (self->out, c, special);
  self->can_repeat = TRUE;
}

static gunichar
take_number (Translation *self, guint base, guint max_digits, char end)
{
  gunichar number = 0;
  guint n = 0;

  for (; n < max_digits && number <= 0x10ffff; n++)
    {
      const int digit = g_ascii_xdigit_value (*self->next);

      if (digit < 0 || (guint)digit >= base)
        break;
      number = number * base + (gunichar)digit;
      self->next++;
    }
  if ((end != '\0' && (n == 0 || *self->next++ != end)) || number > 0x10ffff)
    {
      self->failed = TRUE;
      return 0;
    }
  return number;
}

/* "L", "{Lu}", or "{Greek}" behind \p or \P. */
static void
take_property (Translation *self, gboolean negated)
{
  g_autofree char *name = NULL;
  const char *end = self->next + 1;
  const char *kind = "";

  if (*self->next == '{')
    {
      self->next++;
      if (accept (self, "^"))
        negated = !negated;
      for (end = self->next; g_ascii_isalnum (*end) || *end == '_' || *end == '&';)
        end++;
    }
  name = g_strndup (self->next, (gsize)(end - self->next));
  if (self->next[-1] == '{' || self->next[-1] == '^')
    self->failed |= *end++ != '}';
  /* PCRE has some of its own. */
  self->failed |= *name == '\0' || g_str_has_prefix (name, "X") || !g_ascii_isalpha (*name);
  self->next = end;
  if (strlen (name) > 2 && !g_str_equal (name, "Any"))
    kind = "Script=";
  g_string_append_printf (self->out, "\\%c{%s%s}", negated ? 'P' : 'p', kind,
                          g_str_equal (name, "L&") ? "LC" : name);
}

/* What stands behind a backslash and is one character (its code), or is not. */
static gunichar
take_escaped (Translation *self)
{
  static const struct
  {
    char letter;
    gunichar code;
  } controls[] = { { 't', '\t' }, { 'n', '\n' }, { 'r', '\r' },
                   { 'f', '\f' }, { 'a', '\a' }, { 'e', 0x1b } };
  const char c = *self->next;

  for (guint i = 0; i < G_N_ELEMENTS (controls); i++)
    if (c == controls[i].letter)
      {
        self->next++;
        return controls[i].code;
      }
  if (c == 'x' || c == 'o')
    {
      const guint base = c == 'x' ? 16 : 8;

      self->next++;
      if (accept (self, "{"))
        return take_number (self, base, 12, '}');
      if (c == 'x')
        return take_number (self, base, 2, '\0');
      self->failed = TRUE;
      return 0;
    }
  if (c == '0')
    return take_number (self, 8, 3, '\0');
  if (c == 'c' && g_ascii_isalpha (self->next[1]))
    {
      self->next += 2;
      return (gunichar)g_ascii_toupper (self->next[-1]) ^ 0x40;
    }
  if (g_ascii_isalnum (c) || c == '\0')
    return NO_CHARACTER;
  self->next = g_utf8_next_char (self->next);
  return g_utf8_get_char (g_utf8_prev_char (self->next));
}

/* A character of a class; NO_CHARACTER for what stands for several, which is then written. */
static gunichar
take_class_item (Translation *self)
{
  static const struct
  {
    const char *name;
    const char *set;
  } named[] = {
    { "[:alpha:]", "a-zA-Z" },
    { "[:digit:]", "0-9" },
    { "[:alnum:]", "0-9a-zA-Z" },
    { "[:upper:]", "A-Z" },
    { "[:lower:]", "a-z" },
    { "[:space:]", "\\s" },
    { "[:blank:]", " \\t" },
    { "[:punct:]", "!-\\/:-@\\[-`{-~" },
    { "[:word:]", "\\w" },
    { "[:xdigit:]", "0-9A-Fa-f" },
    { "[:graph:]", "!-~" },
    { "[:print:]", " -~" },
    { "[:cntrl:]", "\\0-\\x1f\\x7f" },
    { "[:ascii:]", "\\0-\\x7f" },
    { "[:^digit:]", "\\D" },
    { "[:^space:]", "\\S" },
    { "[:^word:]", "\\W" },
    { "\\d", "\\d" },
    { "\\D", "\\D" },
    { "\\w", "\\w" },
    { "\\W", "\\W" },
    { "\\s", "\\s" },
    { "\\S", "\\S" },
    { "\\h", HORIZONTAL },
    { "\\v", VERTICAL },
  };
  gunichar c;

  for (guint i = 0; i < G_N_ELEMENTS (named); i++)
    if (accept (self, named[i].name))
      {
        const gboolean is_case = i == 3 || i == 4;

        g_string_append (self->out, is_case && self->ignores_case ? "a-zA-Z" : named[i].set);
        return NO_CHARACTER;
      }
  if (is_next (self, "[:") || is_next (self, "[.") || is_next (self, "[="))
    self->failed = TRUE;
  if (accept (self, "\\b"))
    return '\b';
  if (accept (self, "\\p") || accept (self, "\\P"))
    {
      take_property (self, self->next[-1] == 'P');
      return NO_CHARACTER;
    }
  if (*self->next == '\\')
    {
      self->next++;
      c = take_escaped (self);
      self->failed |= c == NO_CHARACTER;
      return c;
    }
  c = g_utf8_get_char (self->next);
  self->next = g_utf8_next_char (self->next);
  return c;
}

static void
append_range (Translation *self, gunichar first, gunichar last)
{
  static const char special[] = "^]\\-[";
  /* The other case of what of it are letters. */
  const gunichar bounds[2][2] = { { 'a', 'z' }, { 'A', 'Z' } };

  append_character (self->out, first, special);
  if (first != last)
    {
      g_string_append_c (self->out, '-');
      append_character (self->out, last, special);
    }
  self->failed |= first > last;
  if (!is_wide (self))
    return;
  if (first == last && swap_case (first) != first)
    append_character (self->out, swap_case (first), special);
  for (guint i = 0; first != last && i < 2; i++)
    {
      const gunichar low = MAX (first, bounds[i][0]), high = MIN (last, bounds[i][1]);

      if (low <= high)
        g_string_append_printf (self->out, "%c-%c", (char)swap_case (low), (char)swap_case (high));
    }
}

static void
take_class (Translation *self)
{
  gboolean begins = TRUE;

  g_string_append_c (self->out, '[');
  if (accept (self, "^"))
    g_string_append_c (self->out, '^');
  for (; !self->failed && (begins || *self->next != ']'); begins = FALSE)
    {
      gunichar first, last;

      if (*self->next == '\0' || is_next (self, "\\Q") || is_next (self, "\\E"))
        {
          self->failed = TRUE;
          return;
        }
      first = take_class_item (self);
      if (first == NO_CHARACTER)
        {
          /* A set begins no range. */
          if (*self->next == '-' && self->next[1] != ']')
            {
              self->next++;
              g_string_append (self->out, "\\-");
            }
          continue;
        }
      last = first;
      if (*self->next == '-' && self->next[1] != ']' && self->next[1] != '\0')
        {
          const gsize before = self->out->len;

          self->next++;
          last = take_class_item (self);
          if (last == NO_CHARACTER)
            {
              g_autofree char *set = g_strdup (self->out->str + before);

              g_string_truncate (self->out, before);
              append_range (self, first, first);
              g_string_append_printf (self->out, "\\-%s", set);
              continue;
            }
        }
      append_range (self, first, last);
    }
  self->next += *self->next != '\0';
  g_string_append_c (self->out, ']');
  self->can_repeat = TRUE;
}

/* Where all begins or ends, or a line: for JavaScript's flag "m" there are more ends of lines. */
static void
append_edge (Translation *self, char edge)
{
  self->can_repeat = FALSE;
  if (self->by_lines && (edge == '^' || edge == '$'))
    g_string_append (self->out, edge == '^' ? "(?<![^\\n])" : "(?![^\\n])");
  else if (edge == 'Z')
    g_string_append (self->out, "(?=\\n?$)");
  else
    g_string_append_c (self->out, edge == '^' || edge == 'A' ? '^' : '$');
}

static void
take_reference (Translation *self)
{
  const guint number = (guint)g_ascii_digit_value (*self->next++);

  /* With two digits it may be the code of a character. */
  self->failed |= g_ascii_isdigit (*self->next) || is_wide (self);
  self->max_reference = MAX (self->max_reference, number);
  g_string_append_printf (self->out, "\\%u", number);
  if (g_ascii_isdigit (*self->next))
    self->failed = TRUE;
  self->can_repeat = TRUE;
}

/* A name with what ends it; @end is behind it then. */
static char *
take_name (Translation *self, char end)
{
  const char *first = self->next;

  while (g_ascii_isalnum (*self->next) || *self->next == '_')
    self->next++;
  if (self->next == first || *self->next != end)
    {
      self->failed = TRUE;
      return g_strdup ("");
    }
  self->next++;
  return g_strndup (first, (gsize)(self->next - 1 - first));
}

static void
append_named_reference (Translation *self, char end)
{
  g_autofree char *name = take_name (self, end);

  self->failed |= is_wide (self);
  g_string_append_printf (self->out, "\\k<%s>", name);
  self->can_repeat = TRUE;
}

static void
take_escape (Translation *self)
{
  static const struct
  {
    char letter;
    const char *set;
  } sets[] = { { 'd', "\\d" },
               { 'D', "\\D" },
               { 'w', "\\w" },
               { 'W', "\\W" },
               { 's', "\\s" },
               { 'S', "\\S" },
               { 'N', "[^\\n]" },
               { 'h', "[" HORIZONTAL "]" },
               { 'H', "[^" HORIZONTAL "]" },
               { 'v', "[" VERTICAL "]" },
               { 'V', "[^" VERTICAL "]" },
               { 'R', "(?:\\r\\n|[" VERTICAL "])" } };
  const char c = *self->next;
  gunichar code;

  for (guint i = 0; i < G_N_ELEMENTS (sets); i++)
    if (c == sets[i].letter)
      {
        self->next++;
        g_string_append (self->out, sets[i].set);
        self->can_repeat = TRUE;
        return;
      }
  if (c == 'b' || c == 'B')
    {
      self->next++;
      g_string_append_printf (self->out, "\\%c", c);
      self->can_repeat = FALSE;
    }
  else if (c == 'A' || c == 'z' || c == 'Z')
    {
      self->next++;
      append_edge (self, c);
    }
  else if (c == 'p' || c == 'P')
    {
      self->next++;
      take_property (self, c == 'P');
      self->can_repeat = TRUE;
    }
  else if (c >= '1' && c <= '9')
    take_reference (self);
  else if (accept (self, "k<"))
    append_named_reference (self, '>');
  else if (accept (self, "k{"))
    append_named_reference (self, '}');
  else if (accept (self, "k'"))
    append_named_reference (self, '\'');
  else if (accept (self, "E"))
    return;
  else if (accept (self, "Q"))
    while (*self->next != '\0' && !accept (self, "\\E"))
      {
        append_literal (self, g_utf8_get_char (self->next));
        self->next = g_utf8_next_char (self->next);
      }
  else if ((code = take_escaped (self)) != NO_CHARACTER)
    append_literal (self, code);
  else
    self->failed = TRUE;
}

/* "(?i)" at the beginning. */
static gboolean
take_options (Translation *self)
{
  const char *end = self->next + strlen ("(?");

  if (!is_next (self, "(?"))
    return FALSE;
  while (*end == 'i' || *end == 's' || *end == 'm')
    end++;
  if (*end != ')' || end == self->next + strlen ("(?"))
    return FALSE;
  for (const char *p = self->next; p < end; p++)
    {
      self->ignores_case |= *p == 'i';
      self->any_is_any |= *p == 's';
      self->by_lines |= *p == 'm';
    }
  self->next = end + 1;
  return TRUE;
}

static void
open_group (Translation *self)
{
  static const char *const looks[] = { "?=", "?!", "?<=", "?<!" };
  guint8 is_look = 0;

  self->can_repeat = FALSE;
  if (accept (self, "?#"))
    {
      while (*self->next != '\0' && *self->next != ')')
        self->next++;
      self->failed |= *self->next == '\0';
      self->next += *self->next != '\0';
      return;
    }
  if (accept (self, "?P="))
    {
      append_named_reference (self, ')');
      return;
    }
  g_string_append_c (self->out, '(');
  for (guint i = 0; i < G_N_ELEMENTS (looks) && !is_look; i++)
    if (accept (self, looks[i]))
      {
        g_string_append (self->out, looks[i]);
        is_look = 1;
      }
  if (!is_look && accept (self, "?:"))
    g_string_append (self->out, "?:");
  else if (!is_look)
    {
      char end = '\0';

      if (accept (self, "?P<") || accept (self, "?<"))
        end = '>';
      else if (accept (self, "?'"))
        end = '\'';
      if (end != '\0')
        {
          g_autofree char *name = take_name (self, end);

          g_string_append_printf (self->out, "?<%s>", name);
        }
      /* Options in the middle, atomic groups, conditions, recursion, and verbs. */
      else if (*self->next == '?' || *self->next == '*')
        self->failed = TRUE;
      self->n_groups++;
    }
  g_byte_array_append (self->open, &is_look, 1);
}

static void
close_group (Translation *self)
{
  if (self->open->len == 0)
    {
      self->failed = TRUE;
      return;
    }
  self->can_repeat = self->open->data[self->open->len - 1] == 0;
  g_byte_array_set_size (self->open, self->open->len - 1);
  g_string_append_c (self->out, ')');
}

/* How long "{2,3}" is; 0 where these are just characters. */
static gsize
measure_bounds (const char *text)
{
  const char *p = text + 1;

  if (!g_ascii_isdigit (*p))
    return 0;
  while (g_ascii_isdigit (*p))
    p++;
  if (*p == ',')
    for (p++; g_ascii_isdigit (*p);)
      p++;
  return *p == '}' ? (gsize)(p + 1 - text) : 0;
}

static void
take_quantifier (Translation *self, gsize length)
{
  self->failed |= !self->can_repeat;
  g_string_append_len (self->out, self->next, (gssize)length);
  self->next += length;
  if (accept (self, "?"))
    g_string_append_c (self->out, '?');
  /* A possessive one finds less. */
  self->failed |= *self->next == '+';
  self->can_repeat = FALSE;
}

static void
take_one (Translation *self)
{
  const char c = *self->next;

  if (c == '*' || c == '+' || c == '?')
    {
      take_quantifier (self, 1);
      return;
    }
  if (c == '{' && measure_bounds (self->next) > 0)
    {
      take_quantifier (self, measure_bounds (self->next));
      return;
    }
  self->next = g_utf8_next_char (self->next);
  switch (c)
    {
    case '\\':
      take_escape (self);
      break;
    case '[':
      take_class (self);
      break;
    case '(':
      open_group (self);
      break;
    case ')':
      close_group (self);
      break;
    case '|':
      g_string_append_c (self->out, c);
      self->can_repeat = FALSE;
      break;
    case '^':
    case '$':
      append_edge (self, c);
      break;
    case '.':
      g_string_append (self->out, self->any_is_any && self->expands ? "[\\s\\S]" : ".");
      self->can_repeat = TRUE;
      break;
    default:
      append_literal (self, g_utf8_get_char (g_utf8_prev_char (self->next)));
    }
}

/**
 * squill_pattern_to_javascript:
 * @pattern: a regular expression of PCRE, in UTF-8
 * @flags: (out) (optional) (transfer full): the flags that have to stand beside it, without "u"; if
 *   %NULL, what they say is written into the expression itself
 *
 * Translates what a server understands to what JavaScript and JSON Schema do, with the flag "u".
 * There, "." is none of four characters that end a line rather than no line feed, and "$" is not
 * before the last of them.
 *
 * Returns: (transfer full) (nullable): a regular expression of ECMA-262 that finds the same; %NULL
 *   where that has none
 */
char *
squill_pattern_to_javascript (const char *pattern, char **flags)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (GByteArray) open = g_byte_array_new ();
  Translation self = { .next = pattern, .out = out, .expands = flags == NULL, .open = open };

  g_return_val_if_fail (pattern != NULL, NULL);

  if (!g_utf8_validate (pattern, -1, NULL))
    return NULL;
  while (take_options (&self))
    ;
  while (*self.next != '\0' && !self.failed)
    take_one (&self);
  if (self.failed || open->len > 0 || self.max_reference > self.n_groups)
    return NULL;
  if (flags != NULL)
    *flags = g_strconcat (self.ignores_case ? "i" : "", self.any_is_any ? "s" : "", NULL);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* The character that "\u0041" or "\u{41}" names; @next is behind "\u". */
static gboolean
take_unicode (const char **next, guint *code)
{
  const char *p = *next;
  const gboolean in_braces = *p == '{';
  guint n = 0;

  *code = 0;
  for (p += in_braces; g_ascii_isxdigit (*p) && n < (in_braces ? 6 : 4); p++, n++)
    *code = *code * 16 + (guint)g_ascii_xdigit_value (*p);
  if (in_braces ? n == 0 || *p++ != '}' : n < 4)
    return FALSE;
  *next = p;
  return TRUE;
}

/**
 * squill_pattern_from_javascript:
 * @pattern: a regular expression of ECMA-262, as JSON Schema has them, in UTF-8
 *
 * Translates it to what servers understand. What is the same in both, as nearly all is, stays as
 * it is.
 *
 * Returns: (transfer full) (nullable): a regular expression of PCRE; %NULL where that has none
 */
char *
squill_pattern_from_javascript (const char *pattern)
{
  g_autoptr (GString) out = g_string_new (NULL);
  gboolean in_class = FALSE;

  g_return_val_if_fail (pattern != NULL, NULL);

  for (const char *p = pattern; *p != '\0';)
    {
      guint code, low;

      if (!in_class && g_str_has_prefix (p, "[^]"))
        {
          g_string_append (out, "[\\s\\S]");
          p += strlen ("[^]");
        }
      else if (!in_class && g_str_has_prefix (p, "[]"))
        {
          g_string_append (out, "(?!)");
          p += strlen ("[]");
        }
      else if (*p == '[' && in_class)
        {
          g_string_append (out, "\\[");
          p++;
        }
      else if (*p != '\\')
        {
          in_class = *p == '[' || (in_class && *p != ']');
          g_string_append_c (out, *p++);
        }
      else if (p[1] == 'u')
        {
          p += 2;
          if (!take_unicode (&p, &code))
            return NULL;
          /* Two halves of one character. */
          if (code >= 0xd800 && code < 0xdc00)
            {
              if (!g_str_has_prefix (p, "\\u"))
                return NULL;
              p += 2;
              if (!take_unicode (&p, &low) || low < 0xdc00 || low > 0xdfff)
                return NULL;
              code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
            }
          if (code > 0x10ffff)
            return NULL;
          g_string_append_printf (out, "\\x{%x}", code);
        }
      else if (g_ascii_toupper (p[1]) == 'P' && p[2] == '{')
        {
          const char *name = p + 3;
          const char *end = strchr (name, '}');
          const char *equals = end == NULL ? NULL : memchr (name, '=', (gsize)(end - name));

          if (end == NULL)
            return NULL;
          if (equals != NULL)
            name = equals + 1;
          /* PCRE knows categories by their short names only. */
          else if (end - name > 2)
            return NULL;
          g_string_append_printf (out, "\\%c{%.*s}", p[1], (int)(end - name), name);
          p = end + 1;
        }
      else if (p[1] == 'v')
        {
          g_string_append (out, "\\x0b");
          p += 2;
        }
      else
        {
          g_string_append_c (out, *p++);
          if (*p != '\0')
            g_string_append_c (out, *p++);
        }
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}
