/* SPDX-License-Identifier: Apache-2.0 */

/* JSON as text in our one style, and where in a text a value stands. */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include "model/squill-json-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "model/squill-model-private.h"

#include "text/squill-text.h"

/* A model nests values below items that nest themselves; the parser gives up at 2,048 levels. */
#define MAX_DEPTH 1000

static void
write_string (GString *text, const char *string, gsize length)
{
  g_string_append_c (text, '"');
  for (gsize i = 0; i < length; i++)
    {
      unsigned char c = string[i];

      switch (c)
        {
        case '"':
          g_string_append (text, "\\\"");
          break;
        case '\\':
          g_string_append (text, "\\\\");
          break;
        case '\n':
          g_string_append (text, "\\n");
          break;
        case '\t':
          g_string_append (text, "\\t");
          break;
        default:
          if (c < 0x20 || c == 0x7f)
            g_string_append_printf (text, "\\u%04x", c);
          else
            g_string_append_c (text, c);
        }
    }
  g_string_append_c (text, '"');
}

static void
write_indent (GString *text, guint indent)
{
  g_string_append_c (text, '\n');
  for (guint i = 0; i < indent; i++)
    g_string_append (text, "  ");
}

static gboolean
check_nested (const json_t *json, guint depth, GError **error)
{
  const char *name, *problem = NULL;
  size_t length, i;
  json_t *value;

  if (depth > MAX_DEPTH)
    problem = _ ("A value is nested too deep");
  else if (json_is_string (json))
    {
      /* NULs in between are no UTF-8 for GLib, but JSON has an escape for them. */
      const char *text = json_string_value (json);
      const char *end = text + json_string_length (json);

      for (const char *part = text; part <= end && problem == NULL; part += strlen (part) + 1)
        if (!g_utf8_validate (part, -1, NULL))
          problem = _ ("A text must be UTF-8");
    }
  else if (json_is_object (json))
    {
      json_object_keylen_foreach ((json_t *)json, name, length, value)
      {
        if (!g_utf8_validate_len (name, length, NULL))
          problem = _ ("The name of a member must be UTF-8, without NUL");
        else if (!check_nested (value, depth + 1, error))
          return FALSE;
        if (problem != NULL)
          break;
      }
    }
  else if (json_is_array (json))
    {
      json_array_foreach (json, i, value)
      {
        if (!check_nested (value, depth + 1, error))
          return FALSE;
      }
    }
  if (problem == NULL)
    return TRUE;
  g_set_error_literal (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_INVALID, problem);
  return FALSE;
}

/**
 * _squill_json_check:
 * @json: a value
 * @error: %SQUILL_MODEL_ERROR_INVALID, with the reason
 *
 * Finds what can be in memory but not in a file that a JSON parser reads: text that is no UTF-8,
 * such as lone surrogates, NULs in names, and nesting without bound.
 *
 * Returns: %TRUE if squill_json_write() writes a text that can be read back
 */
gboolean
_squill_json_check (const json_t *json, GError **error)
{
  return check_nested (json, 0, error);
}

/**
 * squill_json_write:
 * @text: where to
 * @json: a value
 * @indent: how many levels it is in already
 *
 * Writes a value in the style of model files: two spaces a level, each member and each element on
 * a line of its own, members in their order, numbers in the fewest digits. The same value gives the
 * same bytes in every locale.
 */
void
squill_json_write (GString *text, const json_t *json, guint indent)
{
  switch (json_typeof (json))
    {
    case JSON_OBJECT:
      {
        const char *name;
        json_t *value;
        gboolean first = TRUE;

        g_string_append_c (text, '{');
        json_object_foreach ((json_t *)json, name, value)
        {
          if (!first)
            g_string_append_c (text, ',');
          first = FALSE;
          write_indent (text, indent + 1);
          write_string (text, name, strlen (name));
          g_string_append (text, ": ");
          squill_json_write (text, value, indent + 1);
        }
        if (!first)
          write_indent (text, indent);
        g_string_append_c (text, '}');
        break;
      }
    case JSON_ARRAY:
      {
        size_t i;
        json_t *value;

        g_string_append_c (text, '[');
        json_array_foreach (json, i, value)
        {
          if (i > 0)
            g_string_append_c (text, ',');
          write_indent (text, indent + 1);
          squill_json_write (text, value, indent + 1);
        }
        if (json_array_size (json) > 0)
          write_indent (text, indent);
        g_string_append_c (text, ']');
        break;
      }
    case JSON_STRING:
      write_string (text, json_string_value (json), json_string_length (json));
      break;
    case JSON_INTEGER:
      g_string_append_printf (text, "%" JSON_INTEGER_FORMAT, json_integer_value (json));
      break;
    case JSON_REAL:
      {
        g_autofree char *number = squill_text_number (json_real_value (json));

        g_string_append (text, number);
        /* A real stays a real for those who tell the two apart. */
        if (strpbrk (number, ".e") == NULL)
          g_string_append (text, ".0");
        break;
      }
    case JSON_TRUE:
      g_string_append (text, "true");
      break;
    case JSON_FALSE:
      g_string_append (text, "false");
      break;
    case JSON_NULL:
    default:
      g_string_append (text, "null");
      break;
    }
}

/**
 * squill_json_to_text:
 * @json: a value
 *
 * Returns: (transfer full): the value in the style of model files, with a newline at the end
 */
char *
squill_json_to_text (const json_t *json)
{
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (json != NULL, NULL);

  squill_json_write (text, json, 0);
  g_string_append_c (text, '\n');
  return g_string_free (text, FALSE);
}

typedef struct
{
  const char *at;
  const char *end;
} Scanner;

static void
skip_space (Scanner *scanner)
{
  while (scanner->at < scanner->end && strchr (" \t\r\n", *scanner->at) != NULL)
    scanner->at++;
}

static void
skip_string (Scanner *scanner)
{
  scanner->at++;
  while (scanner->at < scanner->end && *scanner->at != '"')
    scanner->at += *scanner->at == '\\' ? 2 : 1;
  scanner->at++;
}

/* The text is known to be JSON: brackets outside of strings tell where a value ends. */
static void
skip_value (Scanner *scanner)
{
  guint depth = 0;

  do
    {
      skip_space (scanner);
      if (scanner->at >= scanner->end)
        return;
      switch (*scanner->at)
        {
        case '"':
          skip_string (scanner);
          break;
        case '{':
        case '[':
          depth++;
          scanner->at++;
          break;
        case '}':
        case ']':
          depth--;
          scanner->at++;
          break;
        case ',':
        case ':':
          scanner->at++;
          break;
        default:
          while (scanner->at < scanner->end && strchr (",:]}\" \t\r\n", *scanner->at) == NULL)
            scanner->at++;
        }
    }
  while (depth > 0);
}

static gboolean
name_is (const char *start, const char *end, const char *name)
{
  g_autofree char *quoted = g_strndup (start, end - start);
  json_t *parsed = json_loads (quoted, JSON_DECODE_ANY, NULL);
  gboolean same = parsed != NULL && g_strcmp0 (json_string_value (parsed), name) == 0;

  json_decref (parsed);
  return same;
}

/* Goes to the name of a member of the object at hand. */
static gboolean
enter (Scanner *scanner, const char *name)
{
  skip_space (scanner);
  if (scanner->at >= scanner->end || *scanner->at != '{')
    return FALSE;
  scanner->at++;
  for (;;)
    {
      const char *start;

      skip_space (scanner);
      if (scanner->at < scanner->end && *scanner->at == ',')
        {
          scanner->at++;
          continue;
        }
      if (scanner->at >= scanner->end || *scanner->at != '"')
        return FALSE;
      start = scanner->at;
      skip_string (scanner);
      if (scanner->at > scanner->end)
        return FALSE;
      if (name_is (start, scanner->at, name))
        {
          scanner->at = start;
          return TRUE;
        }
      skip_space (scanner);
      if (scanner->at < scanner->end && *scanner->at == ':')
        scanner->at++;
      skip_value (scanner);
    }
}

/**
 * squill_json_locate:
 * @text: well-formed JSON
 * @length: its bytes
 * @path: names of members, one in the other, %NULL at the end
 * @line: (out): the line, from 1
 * @column: (out): the character in the line, from 1
 *
 * Finds where the last member that exists on a path stands, for errors about its value.
 *
 * Returns: %TRUE if at least the first member was found
 */
gboolean
squill_json_locate (
    const char *text, gsize length, const char *const *path, guint *line, guint *column)
{
  Scanner scanner = { text, text + length };
  const char *found = NULL;

  g_return_val_if_fail (text != NULL && path != NULL, FALSE);
  g_return_val_if_fail (line != NULL && column != NULL, FALSE);

  for (guint i = 0; path[i] != NULL && enter (&scanner, path[i]); i++)
    {
      found = scanner.at;
      skip_string (&scanner);
      skip_space (&scanner);
      if (scanner.at < scanner.end && *scanner.at == ':')
        scanner.at++;
    }
  if (found == NULL)
    return FALSE;

  *line = 1;
  *column = 1;
  for (const char *p = text; p < found; p = g_utf8_next_char (p))
    {
      if (*p == '\n')
        {
          (*line)++;
          *column = 1;
        }
      else
        (*column)++;
    }
  return TRUE;
}
