/* SPDX-License-Identifier: Apache-2.0 */

/* Regular expressions of Python, with which Pydantic checks texts: what they call digits, letters,
 * and spaces are those of all languages. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/squill-pattern.h"

#include <string.h>

/* What "\d", "\w" and "\s" are to servers; NULL for another letter. */
static const char *
find_set (char letter)
{
  switch (g_ascii_tolower (letter))
    {
    case 'd':
      return "0-9";
    case 'w':
      return "0-9A-Za-z_";
    case 's':
      return "\\t-\\r ";
    default:
      return NULL;
    }
}

/* "u{1f388}", which is eight digits there; NULL for half of a character. */
static const char *
take_code (const char *p, GString *out)
{
  char *end;
  const guint64 code = g_ascii_strtoull (p + strlen ("u{"), &end, 16);

  if (code > 0x10ffff || !g_unichar_validate ((gunichar)code))
    return NULL;
  g_string_append_printf (out, "\\U%08x", (guint)code);
  return end + 1;
}

/* From behind a backslash; NULL where Python has no such thing. */
static const char *
take_escape (const char *p, gboolean in_class, GString *out)
{
  const char *set = find_set (*p);
  const gboolean is_negated = g_ascii_isupper (*p);

  if (set != NULL && in_class && is_negated)
    return NULL;
  if (set != NULL && in_class)
    g_string_append (out, set);
  else if (set != NULL)
    g_string_append_printf (out, is_negated ? "[^%s]" : "[%s]", set);
  else if (g_str_has_prefix (p, "u{"))
    return take_code (p, out);
  else if (*p == 'b' && !in_class)
    g_string_append (out, "(?a:\\b)");
  else if (*p == '0')
    g_string_append (out, "\\x00");
  /* Properties are none, and groups that are open cannot be referred to. */
  else if (g_ascii_isdigit (*p) || strchr ("BkpP", *p) != NULL)
    return NULL;
  else
    g_string_append_printf (out, "\\%c", *p);
  return p + 1;
}

/* From behind a parenthesis that opens; NULL where Python has no such group. */
static const char *
take_group (const char *p, GString *out)
{
  static const char *const groups[][2] = {
    /* What "\Z" and the beginning of a line become. */
    { "?=\\n?$)", "?=\\n?\\Z)" },
    { "?<![^\\n])", "?<![^\\n])" },
    { "?:", "?:" },
    { "?=", "?=" },
    { "?!", "?!" },
    /* All that it looks back at has to be of one length. */
    { "?<=", NULL },
    { "?<!", NULL },
    { "?<", "?P<" },
    { "", "" },
  };
  guint i = 0;

  while (!g_str_has_prefix (p, groups[i][0]))
    i++;
  if (groups[i][1] == NULL)
    return NULL;
  g_string_append_printf (out, "(%s", groups[i][1]);
  return p + strlen (groups[i][0]);
}

/**
 * squill_pattern_to_python:
 * @pattern: a regular expression of PCRE, in UTF-8
 *
 * Translates what a server understands to what the module "re" of Python does, for all versions
 * from 3.7 on. There, "\z" is before the last line feed as well.
 *
 * Returns: (transfer full) (nullable): a regular expression that finds the same; %NULL where it is
 *   not known to
 */
char *
squill_pattern_to_python (const char *pattern)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *flags = NULL, *plain = NULL;
  gboolean in_class = FALSE;

  g_return_val_if_fail (pattern != NULL, NULL);

  plain = squill_pattern_to_javascript (pattern, &flags);
  if (plain == NULL)
    return NULL;
  if (*flags != '\0')
    g_string_append_printf (out, "(?%s)", flags);
  for (const char *p = plain; *p != '\0';)
    {
      const char c = *p++;

      if (c == '\\')
        p = take_escape (p, in_class, out);
      else if (!in_class && c == '(')
        p = take_group (p, out);
      else
        {
          in_class = in_class ? c != ']' : c == '[';
          /* Two of them may become operators. */
          g_string_append_printf (out, in_class && strchr ("&~|", c) != NULL ? "\\%c" : "%c", c);
        }
      if (p == NULL)
        return NULL;
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}
