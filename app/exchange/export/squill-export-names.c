/* SPDX-License-Identifier: Apache-2.0 */

/* Names, values, and comments in programs. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <string.h>

#include "bson/squill-bson-text.h"
#include "exchange/export/squill-export-private.h"
#include "exchange/squill-pattern.h"

/* Bytes: files are called after classes, and no file system takes names of more than 255. */
#define MAX_CLASS_NAME 120

/* A name of a type made of that of a collection or field, "OrderLines" of "order_lines", that none
 * of @taken has, to which it is added (transfer full). */
char *
_squill_export_make_type_name (GHashTable *taken, const char *name)
{
  g_autoptr (GString) base = g_string_new (NULL);
  char *unique;
  gboolean begins = TRUE;

  for (const char *p = name; *p != '\0'; p = g_utf8_next_char (p))
    {
      const gunichar c = g_utf8_get_char (p);

      if (c >= 0x80 ? !g_unichar_isalpha (c) : !g_ascii_isalnum ((char)c))
        {
          begins = TRUE;
          continue;
        }
      g_string_append_unichar (base, begins ? g_unichar_toupper (c) : c);
      begins = FALSE;
    }
  if (base->len == 0 || g_ascii_isdigit (base->str[0]))
    g_string_prepend (base, "Type");
  unique = g_strdup (base->str);
  for (guint i = 2; !g_hash_table_add (taken, g_strdup (unique)); i++)
    {
      g_free (unique);
      unique = g_strdup_printf ("%s%u", base->str, i);
    }
  return unique;
}

/* Whether a name needs no quotes as that of a member. */
static gboolean
is_identifier (const char *name)
{
  if (!g_ascii_isalpha (*name) && *name != '_' && *name != '$')
    return FALSE;
  for (const char *p = name; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && *p != '_' && *p != '$')
      return FALSE;
  return !g_str_equal (name, "__proto__");
}

/* A pattern as a RegExp of JavaScript between two texts; nothing where there is none, and where
 * JavaScript cannot say it. */
void
_squill_export_append_pattern (GString *text,
                               const char *before,
                               const char *pattern,
                               const char *after)
{
  g_autofree char *flags = NULL;
  g_autofree char *translated =
      pattern == NULL ? NULL : squill_pattern_to_javascript (pattern, &flags);

  if (translated == NULL || *translated == '\0')
    return;
  g_string_append_printf (text, "%snew RegExp(", before);
  squill_bson_text_append_string (text, translated, -1);
  g_string_append_printf (text, ", 'u%s')%s", flags, after);
}

/* The name of a member, in quotes where it needs them. */
void
_squill_export_append_property (GString *text, const char *name)
{
  if (is_identifier (name))
    g_string_append (text, name);
  else if (g_str_equal (name, "__proto__"))
    /* In quotes it would be no member, but what the object is made from. */
    g_string_append (text, "[\"__proto__\"]");
  else
    squill_bson_text_append_string (text, name, -1);
}

/* A comment that tools show, of one or several lines; @description may be NULL. */
void
_squill_export_append_documentation (GString *text, const char *indent, const char *description)
{
  g_auto (GStrv) lines = NULL;
  g_autoptr (GString) safe = NULL;

  if (description == NULL || *description == '\0')
    return;
  safe = g_string_new (description);
  g_string_replace (safe, "*/", "*\xe2\x81\x84", 0);
  lines = g_strsplit_set (safe->str, "\r\n", -1);
  if (lines[1] == NULL)
    {
      g_string_append_printf (text, "%s/** %s */\n", indent, lines[0]);
      return;
    }
  g_string_append_printf (text, "%s/**\n", indent);
  for (guint i = 0; lines[i] != NULL; i++)
    g_string_append_printf (text, *lines[i] != '\0' ? "%s * %s\n" : "%s *%s\n", indent, lines[i]);
  g_string_append_printf (text, "%s */\n", indent);
}

/* Adds a member of a union that it does not have yet. */
void
_squill_export_add_member (GPtrArray *members, const char *text)
{
  for (guint i = 0; i < members->len; i++)
    if (g_str_equal (members->pdata[i], text))
      return;
  g_ptr_array_add (members, g_strdup (text));
}

/* A value as JavaScript writes it; %FALSE, and nothing, where it is none that a type can be. */
gboolean
_squill_export_append_literal (GString *text, const json_t *value)
{
  if (json_is_string (value))
    squill_bson_text_append_string (text, json_string_value (value), -1);
  else if (json_is_integer (value))
    g_string_append_printf (text, "%" JSON_INTEGER_FORMAT, json_integer_value (value));
  else if (json_is_boolean (value))
    g_string_append (text, json_is_true (value) ? "true" : "false");
  else if (json_is_null (value))
    g_string_append (text, "null");
  else
    return FALSE;
  return TRUE;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

/* A line of JavaScript that imports @names of the driver, behind @words; none where there are
 * none. */
void
_squill_export_append_imports (GString *text, const char *words, GHashTable *names)
{
  g_autofree gpointer *all = NULL;
  guint n;

  all = g_hash_table_get_keys_as_array (names, &n);
  if (n == 0)
    return;
  qsort (all, n, sizeof *all, compare_names);
  g_string_append_printf (text, "%s { ", words);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, i > 0 ? ", %s" : "%s", (const char *)all[i]);
  g_string_append (text, " } from 'mongodb';\n");
}

/* What of a name can stand in that of a class: as one writes letters that can be written in two
 * ways, and no longer than names of files may be (transfer full). */
static char *
make_plain_words (const char *name)
{
  g_autofree char *composed = g_utf8_normalize (name, -1, G_NORMALIZE_NFC);
  g_autoptr (GHashTable) none = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GString *words = g_string_new (NULL);
  g_autofree char *joined = NULL;

  /* C# has no names with characters beyond these. */
  for (const char *p = composed; *p != '\0'; p = g_utf8_next_char (p))
    g_string_append_unichar (words, g_utf8_get_char (p) > 0xffff ? ' ' : g_utf8_get_char (p));
  joined = _squill_export_make_type_name (none, words->str);
  g_string_assign (words, joined);
  if (words->len > MAX_CLASS_NAME)
    g_string_truncate (words, g_utf8_find_prev_char (words->str, words->str + MAX_CLASS_NAME + 1) -
                                  words->str);
  return g_string_free (words, FALSE);
}

/* A name of a class, "OrderLines" of "order lines", that none of @taken has, also where upper and
 * lower case make no difference, to which it is added (transfer full). */
char *
_squill_export_make_class_name (GHashTable *taken, const char *name)
{
  g_autofree char *words = make_plain_words (name);

  for (;;)
    {
      g_autofree char *unique = _squill_export_make_type_name (taken, words);
      g_autofree char *folded = g_utf8_casefold (unique, -1);
      char *key = g_strconcat ("/", folded, NULL);

      if (g_hash_table_add (taken, key))
        return g_steal_pointer (&unique);
    }
}

static gboolean
has_capital (gunichar c)
{
  return g_unichar_isupper (g_unichar_toupper (c)) &&
         g_unichar_tolower (g_unichar_toupper (c)) == c;
}

/* A name of a property, "orderLines" of "order lines", that none of @taken has, to which it is
 * added (transfer full). One of @keywords, which end with NULL, gets "_" behind it. */
char *
_squill_export_make_property_name (GHashTable *taken, const char *const *keywords, const char *name)
{
  g_autofree char *words = make_plain_words (name);
  g_autoptr (GString) base = g_string_new (NULL);
  char *unique;

  for (const char *p = words; *p != '\0'; p = g_utf8_next_char (p))
    {
      const gunichar c = g_utf8_get_char (p);
      const char *next = g_utf8_next_char (p);

      if (base->len > 0 && (!g_unichar_isupper (c) || g_unichar_islower (g_utf8_get_char (next))))
        {
          g_string_append (base, p);
          break;
        }
      /* A getter has to begin it with a capital letter, of which it is found again. */
      if (base->len == 0 && !has_capital (g_unichar_tolower (c)))
        g_string_append_c (base, 'x');
      g_string_append_unichar (base, g_unichar_tolower (c));
    }
  if (g_strv_contains (keywords, base->str))
    g_string_append_c (base, '_');
  unique = g_strdup (base->str);
  for (guint i = 2; !g_hash_table_add (taken, g_strdup (unique)); i++)
    {
      g_free (unique);
      unique = g_strdup_printf ("%s%u", base->str, i);
    }
  return unique;
}
