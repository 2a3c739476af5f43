/* SPDX-License-Identifier: Apache-2.0 */

/* Walking the tokens of one statement of SQL. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <string.h>

#include "exchange/import/squill-sql-private.h"

/* A file that is no SQL has one at each word. */
#define MAX_FAULTS 200

const SquillSqlToken *
_squill_sql_peek (const SquillSqlParser *self, guint ahead)
{
  return &g_array_index (self->tokens, SquillSqlToken,
                         MIN (self->position + ahead, self->tokens->len - 1));
}

/* Whether these words, with one space in between, are next. */
gboolean
_squill_sql_is (const SquillSqlParser *self, const char *words)
{
  char word[32];

  for (guint i = 0; *words != '\0'; i++)
    {
      const gsize length = strcspn (words, " ");

      g_strlcpy (word, words, MIN (length + 1, sizeof word));
      if (!_squill_sql_token_is (&self->lexer, _squill_sql_peek (self, i), word))
        return FALSE;
      words += length + (words[length] == ' ');
    }
  return TRUE;
}

/* Reads these words, with one space in between, if they are next. */
gboolean
_squill_sql_accept (SquillSqlParser *self, const char *words)
{
  if (!_squill_sql_is (self, words))
    return FALSE;
  for (self->position++; (words = strchr (words, ' ')) != NULL; words++)
    self->position++;
  return TRUE;
}

/* Whether this sign is next, outside of text and quoted names. */
gboolean
_squill_sql_is_symbol (const SquillSqlParser *self, char symbol)
{
  return _squill_sql_token_is_symbol (&self->lexer, _squill_sql_peek (self, 0), symbol);
}

/* Reads this sign if it is next. */
gboolean
_squill_sql_accept_symbol (SquillSqlParser *self, char symbol)
{
  if (!_squill_sql_is_symbol (self, symbol))
    return FALSE;
  self->position++;
  return TRUE;
}

/* Whether all tokens have been read; the last one only marks the end. */
gboolean
_squill_sql_is_at_end (const SquillSqlParser *self)
{
  return self->position + 1 >= self->tokens->len;
}

/* Skips one token, or all that is in parentheses. */
void
_squill_sql_skip (SquillSqlParser *self)
{
  guint depth = 0;

  do
    {
      if (_squill_sql_is_at_end (self))
        return;
      if (_squill_sql_is_symbol (self, '('))
        depth++;
      else if (_squill_sql_is_symbol (self, ')') && depth > 0)
        depth--;
      self->position++;
    }
  while (depth > 0);
}

/* What the next token says, without its quotes (transfer full). */
char *
_squill_sql_take_text (SquillSqlParser *self)
{
  char *text = _squill_sql_token_get_text (&self->lexer, _squill_sql_peek (self, 0));

  if (!_squill_sql_is_at_end (self))
    self->position++;
  return text;
}

/* A name (transfer full); NULL where there is none. */
char *
_squill_sql_take_name (SquillSqlParser *self)
{
  const SquillSqlToken *token = _squill_sql_peek (self, 0);

  /* SQLite takes texts for names. */
  if (token->kind != SQUILL_SQL_WORD && token->kind != SQUILL_SQL_QUOTED &&
      token->kind != SQUILL_SQL_STRING)
    return NULL;
  return _squill_sql_take_text (self);
}

/* A name with what may stand before it; of more than two parts the last two. */
gboolean
_squill_sql_take_full_name (SquillSqlParser *self, SquillSqlName *name)
{
  _squill_sql_name_clear (name);
  name->name = _squill_sql_take_name (self);
  while (name->name != NULL && _squill_sql_accept_symbol (self, '.'))
    {
      g_free (name->schema);
      name->schema = g_steal_pointer (&name->name);
      name->name = _squill_sql_take_name (self);
    }
  return name->name != NULL && *name->name != '\0';
}

/* Names in parentheses; what else is with each of them is skipped (transfer full). */
GPtrArray *
_squill_sql_take_names (SquillSqlParser *self)
{
  GPtrArray *names = _squill_sql_names_new ();

  if (!_squill_sql_accept_symbol (self, '('))
    return names;
  while (!_squill_sql_is_at_end (self) && !_squill_sql_is_symbol (self, ')'))
    {
      char *name = _squill_sql_take_name (self);

      if (name != NULL)
        g_ptr_array_add (names, name);
      while (!_squill_sql_is_at_end (self) && !_squill_sql_is_symbol (self, ',') &&
             !_squill_sql_is_symbol (self, ')'))
        _squill_sql_skip (self);
      _squill_sql_accept_symbol (self, ',');
    }
  _squill_sql_accept_symbol (self, ')');
  return names;
}

/* What is written from one token to another, on one line (transfer full). */
char *
_squill_sql_get_source (const SquillSqlParser *self, guint first, guint end)
{
  const SquillSqlToken *from, *to;
  g_autofree char *text = NULL;
  g_auto (GStrv) words = NULL;
  g_autoptr (GString) source = g_string_new (NULL);

  if (first >= end)
    return g_strdup ("");
  from = &g_array_index (self->tokens, SquillSqlToken, first);
  to = &g_array_index (self->tokens, SquillSqlToken, end - 1);
  text = g_utf8_make_valid (self->lexer.text + from->start,
                            (gssize)(to->start + to->length - from->start));
  words = g_strsplit_set (text, " \t\r\n", -1);
  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0')
      g_string_append_printf (source, source->len > 0 ? " %s" : "%s", words[i]);
  return g_string_free (g_steal_pointer (&source), FALSE);
}

/* Takes @text. */
void
_squill_sql_tell (SquillSqlParser *self, const SquillSqlToken *token, char *text)
{
  if (self->n_faults++ < MAX_FAULTS)
    g_ptr_array_add (self->report->problems,
                     squill_import_problem_new (token->line, token->column, text));
  else
    g_free (text);
}
