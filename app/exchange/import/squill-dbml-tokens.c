/* SPDX-License-Identifier: Apache-2.0 */

/* A file of DBML as the words, texts and marks of which it is made. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "exchange/import/squill-dbml-private.h"
#include "exchange/import/squill-source-cursor.h"

/* Further faults are likely those of what came before. */
#define MAX_FAULTS 100

typedef struct
{
  SquillSourceCursor cursor;
  GArray *tokens;
  SquillImportReport *report;
} Lexer;

static void
token_clear (gpointer data)
{
  g_free (((SquillDbmlToken *)data)->text);
}

/* Takes a fault into the report (text: transfer full). */
void
_squill_dbml_tell (SquillImportReport *report, guint line, guint column, char *text)
{
  if (report->problems->len < MAX_FAULTS)
    g_ptr_array_add (report->problems, squill_import_problem_new (line, column, text));
  else
    g_free (text);
}

static void
skip_blank (Lexer *self)
{
  while (self->cursor.position < self->cursor.end)
    if (g_ascii_isspace (*self->cursor.position))
      _squill_source_cursor_skip_byte (&self->cursor);
    else if (_squill_source_cursor_starts_with (&self->cursor, "//"))
      _squill_source_cursor_skip_line (&self->cursor);
    else if (_squill_source_cursor_starts_with (&self->cursor, "/*"))
      _squill_source_cursor_skip_comment (&self->cursor);
    else
      break;
}

/* As in other languages, and a line that goes on. */
static void
take_escape (Lexer *self, GString *text)
{
  if (*self->cursor.position == 'v')
    g_string_append_c (text, '\v');
  if (*self->cursor.position == 'v' || *self->cursor.position == '\n')
    _squill_source_cursor_skip_byte (&self->cursor);
  else
    _squill_source_cursor_take_escape (&self->cursor, text);
}

/* Text up to a mark that ends it, which is passed. */
static char *
take_quoted (Lexer *self, const char *mark)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const guint line = self->cursor.line, column = self->cursor.column;

  for (gsize i = 0; i < strlen (mark); i++)
    _squill_source_cursor_skip_byte (&self->cursor);
  while (self->cursor.position < self->cursor.end &&
         !_squill_source_cursor_starts_with (&self->cursor, mark))
    if (*self->cursor.position == '\\' && self->cursor.end - self->cursor.position > 1 &&
        *mark != '`')
      {
        _squill_source_cursor_skip_byte (&self->cursor);
        take_escape (self, text);
      }
    else
      {
        g_string_append_c (text, *self->cursor.position);
        _squill_source_cursor_skip_byte (&self->cursor);
      }
  if (self->cursor.position >= self->cursor.end)
    /* Translators: a quotation mark */
    _squill_dbml_tell (self->report, line, column,
                       g_strdup_printf (_ ("There is no %s that ends the text"), mark));
  for (gsize i = 0; i < strlen (mark) && self->cursor.position < self->cursor.end; i++)
    _squill_source_cursor_skip_byte (&self->cursor);
  /* A character that an escape cut in two is none. */
  return g_utf8_make_valid (text->str, (gssize)text->len);
}

/* A note that begins on a line of its own is indented as the file is: what all of its lines begin
 * with is no part of it. */
static char *
take_block (Lexer *self)
{
  g_autofree char *text = take_quoted (self, "'''");
  g_auto (GStrv) lines = NULL;
  g_autoptr (GString) block = NULL;
  gsize indent = G_MAXSIZE;
  guint first = 0, end;

  if (text[strspn (text, " \t\r")] != '\n')
    return g_steal_pointer (&text);
  lines = g_strsplit (text, "\n", -1);
  end = g_strv_length (lines);
  for (guint i = 0; i < end; i++)
    if (lines[i][strspn (lines[i], " \t\r")] != '\0')
      indent = MIN (indent, strspn (lines[i], " \t"));
  while (first < end && lines[first][strspn (lines[first], " \t\r")] == '\0')
    first++;
  while (end > first && lines[end - 1][strspn (lines[end - 1], " \t\r")] == '\0')
    end--;
  block = g_string_new (NULL);
  for (guint i = first; i < end; i++)
    g_string_append_printf (block, "%s%s", i > first ? "\n" : "",
                            lines[i] + MIN (indent, strspn (lines[i], " \t")));
  return g_string_free (g_steal_pointer (&block), FALSE);
}

static gboolean
is_word_byte (char byte)
{
  return g_ascii_isalnum (byte) || byte == '_' || byte == '#' || (guchar)byte >= 0x80;
}

static void
take_token (Lexer *self)
{
  SquillDbmlToken token = { SQUILL_DBML_SYMBOL, NULL, self->cursor.line, self->cursor.column };
  const char *begin = self->cursor.position;

  if (_squill_source_cursor_starts_with (&self->cursor, "'''"))
    {
      token.kind = SQUILL_DBML_STRING;
      token.text = take_block (self);
    }
  else if (*begin == '\'')
    {
      token.kind = SQUILL_DBML_STRING;
      token.text = take_quoted (self, "'");
    }
  else if (*begin == '"')
    {
      token.kind = SQUILL_DBML_NAME;
      token.text = take_quoted (self, "\"");
    }
  else if (*begin == '`')
    {
      token.kind = SQUILL_DBML_EXPRESSION;
      token.text = take_quoted (self, "`");
    }
  else if (is_word_byte (*begin))
    {
      const gboolean is_number = g_ascii_isdigit (*begin);

      token.kind = SQUILL_DBML_WORD;
      while (self->cursor.position < self->cursor.end &&
             (is_word_byte (*self->cursor.position) ||
              (is_number && (*self->cursor.position == '.' ||
                             (strchr ("+-", *self->cursor.position) != NULL &&
                              g_ascii_tolower (self->cursor.position[-1]) == 'e')))))
        _squill_source_cursor_skip_byte (&self->cursor);
      token.text = g_strndup (begin, (gsize)(self->cursor.position - begin));
    }
  else
    {
      token.text = g_strndup (begin, 1);
      _squill_source_cursor_skip_byte (&self->cursor);
    }
  g_array_append_val (self->tokens, token);
}

/* The tokens of a file, which has to be UTF-8, with one for its end (transfer full). */
GArray *
_squill_dbml_tokenize (const char *data, gsize length, SquillImportReport *report)
{
  Lexer lexer = { .cursor = { data, data + length, 1, 1 }, .report = report };
  SquillDbmlToken end = { .kind = SQUILL_DBML_END };

  lexer.tokens = g_array_new (FALSE, FALSE, sizeof (SquillDbmlToken));
  g_array_set_clear_func (lexer.tokens, token_clear);
  for (skip_blank (&lexer); lexer.cursor.position < lexer.cursor.end; skip_blank (&lexer))
    take_token (&lexer);
  end.line = lexer.cursor.line;
  end.column = lexer.cursor.column;
  g_array_append_val (lexer.tokens, end);
  return lexer.tokens;
}
