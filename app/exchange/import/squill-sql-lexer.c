/* SPDX-License-Identifier: Apache-2.0 */

/* The tokens of SQL, as the programs of PostgreSQL, MySQL, MariaDB, SQLite, and SQL Server write
 * it. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-sql-lexer.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The dialect is recognized by at most this many bytes. */
#define DIALECT_BYTES (256 * 1024)

static gboolean
is_word_start (guchar c)
{
  return g_ascii_isalpha (c) || c == '_' || c == '@' || c == '#' || c >= 0x80;
}

static gboolean
is_word (guchar c)
{
  return is_word_start (c) || g_ascii_isdigit (c) || c == '$';
}

static char
at (const SquillSqlLexer *self, gsize offset)
{
  return offset < self->length ? self->text[offset] : '\0';
}

static gboolean
begins_with (const SquillSqlLexer *self, gsize offset, const char *text)
{
  const gsize length = strlen (text);

  return self->length - offset >= length &&
         g_ascii_strncasecmp (self->text + offset, text, length) == 0;
}

static guint
count (const char *text, gsize length, const char *word)
{
  const gsize bytes = strlen (word);
  guint n = 0;

  for (gsize i = 0; i + bytes <= length; i++)
    n += g_ascii_strncasecmp (text + i, word, bytes) == 0;
  return n;
}

/* What only one of them writes decides what a backslash in a text, a dollar, and a number sign
 * mean. */
static SquillSqlDialect
guess_dialect (const char *text, gsize length)
{
  static const char *const of_mysql[] = {
    "ENGINE=", "ENGINE =",   "AUTO_INCREMENT", "MySQL dump",
    "/*!40",   "DELIMITER ", "MariaDB dump",   "LOCK TABLES"
  };
  static const char *const of_postgres[] = { "PostgreSQL database dump",
                                             "OWNER TO",
                                             "::",
                                             "pg_catalog",
                                             " BIGSERIAL",
                                             " SERIAL",
                                             "FROM stdin",
                                             "$$",
                                             "plpgsql",
                                             "TIMESTAMPTZ",
                                             "JSONB",
                                             "$_$" };
  guint mysql = 0, postgres = 0;

  length = MIN (length, DIALECT_BYTES);
  for (guint i = 0; i < G_N_ELEMENTS (of_mysql); i++)
    mysql += count (text, length, of_mysql[i]);
  for (guint i = 0; i < G_N_ELEMENTS (of_postgres); i++)
    postgres += count (text, length, of_postgres[i]);
  /* These dollars are no quotes, however many there are. */
  if (mysql > postgres || count (text, length, "DELIMITER $$") > 0)
    return SQUILL_SQL_MYSQL;
  return postgres > 0 ? SQUILL_SQL_POSTGRES : SQUILL_SQL_OTHER;
}

/* @text has to live as long as the lexer. @on_fault is called where a quote or comment has no
 * end. */
void
_squill_sql_lexer_init (SquillSqlLexer *self,
                        const char *text,
                        gsize length,
                        SquillSqlFaultFunc on_fault,
                        gpointer user_data)
{
  *self = (SquillSqlLexer){ .text = text,
                            .length = length,
                            .dialect = guess_dialect (text, length),
                            .on_fault = on_fault,
                            .user_data = user_data,
                            .line = 1,
                            .column_there = 1 };
  /* A byte order mark. */
  if (begins_with (self, 0, "\xef\xbb\xbf"))
    self->offset = self->line_start = self->column_known = 3;
}

void
_squill_sql_lexer_clear (SquillSqlLexer *self)
{
  g_clear_pointer (&self->last_tags, g_hash_table_unref);
}

/* Reads what stands between the dollars of a text: the lexer ends with it, and is to be cleared and
 * replaced by a copy from before. FALSE, and nothing is changed, where the text has no dollars. */
gboolean
_squill_sql_lexer_enter (SquillSqlLexer *self, const SquillSqlToken *text)
{
  const char *raw = self->text + text->start;
  const char *body =
      text->length > 0 && *raw == '$' ? memchr (raw + 1, '$', text->length - 1) : NULL;
  gsize tag;

  if (body == NULL)
    return FALSE;
  tag = (gsize)(body - raw) + 1;
  self->length = text->start + text->length - tag;
  self->last_tags = NULL;
  memset (self->endless, 0, sizeof self->endless);
  _squill_sql_lexer_go_back (self, text);
  self->offset += tag;
  self->previous_end = self->offset;
  self->is_in_statement = FALSE;
  return TRUE;
}

static void
step_line (SquillSqlLexer *self)
{
  self->line++;
  self->line_start = self->column_known = self->offset;
  self->column_there = 1;
}

static void
advance (SquillSqlLexer *self, gsize bytes)
{
  for (gsize end = MIN (self->offset + bytes, self->length); self->offset < end;)
    if (self->text[self->offset++] == '\n')
      step_line (self);
}

static void
skip_line (SquillSqlLexer *self)
{
  const char *end = memchr (self->text + self->offset, '\n', self->length - self->offset);

  advance (self, end == NULL ? self->length : (gsize)(end - self->text) - self->offset + 1);
}

static guint
get_column (SquillSqlLexer *self)
{
  for (; self->column_known < self->offset; self->column_known++)
    self->column_there += ((guchar)self->text[self->column_known] & 0xc0) != 0x80;
  return self->column_there;
}

/* Whether there is only space before it on its line. Each byte is looked at once. */
static gboolean
leads_line (SquillSqlLexer *self)
{
  if (self->blank_line != self->line_start)
    self->blank_line = self->blank_end = self->line_start;
  while (self->blank_end < self->offset && g_ascii_isspace (self->text[self->blank_end]))
    self->blank_end++;
  return self->blank_end >= self->offset;
}

static void
skip_comment (SquillSqlLexer *self)
{
  const guint line = self->line, column = get_column (self);
  guint depth = 0;

  while (self->offset < self->length)
    if (begins_with (self, self->offset, "*/"))
      {
        advance (self, 2);
        if (--depth == 0)
          return;
      }
    /* Only PostgreSQL has comments in comments. */
    else if (begins_with (self, self->offset, "/*") &&
             (depth == 0 || self->dialect == SQUILL_SQL_POSTGRES))
      {
        advance (self, 2);
        depth++;
      }
    else
      advance (self, 1);
  self->on_fault (line, column, _ ("This comment is not closed"), self->user_data);
}

/* A remark or a message of Oracle's program: it may have a quote that is none. */
static gboolean
is_remark (const SquillSqlLexer *self)
{
  static const char *const words[] = { "REM", "REMARK", "PROMPT" };

  for (guint i = 0; !self->is_in_statement && i < G_N_ELEMENTS (words); i++)
    {
      const gsize end = self->offset + strlen (words[i]);

      if (begins_with (self, self->offset, words[i]) &&
          (end == self->length || g_ascii_isspace (self->text[end])))
        return TRUE;
    }
  return FALSE;
}

/* A command of MySQL's program, which may follow a statement on its line. Within a statement, COPY
 * has an option of this name whose value is a text. */
static gboolean
is_delimiter_command (SquillSqlLexer *self)
{
  static const char word[] = "DELIMITER";
  gsize i = self->offset + strlen (word);

  if (!begins_with (self, self->offset, word) || (at (self, i) != ' ' && at (self, i) != '\t'))
    return FALSE;
  if (!self->is_in_statement)
    return TRUE;
  while (at (self, i) == ' ' || at (self, i) == '\t')
    i++;
  return leads_line (self) && g_ascii_ispunct (at (self, i)) &&
         strchr ("'\"", at (self, i)) == NULL;
}

/* What ends statements from here on; it may stand in quotes. */
static void
take_delimiter (SquillSqlLexer *self)
{
  gsize length = 0;

  advance (self, strlen ("DELIMITER"));
  while (at (self, self->offset) == ' ' || at (self, self->offset) == '\t')
    advance (self, 1);
  while (self->offset < self->length && !g_ascii_isspace (self->text[self->offset]))
    {
      if (length + 1 < sizeof self->delimiter && strchr ("'\"`", self->text[self->offset]) == NULL)
        self->delimiter[length++] = self->text[self->offset];
      advance (self, 1);
    }
  self->delimiter[length] = '\0';
  if (g_str_equal (self->delimiter, ";"))
    self->delimiter[0] = '\0';
  self->is_in_statement = FALSE;
}

/* Lines that are for the program that runs the SQL. */
static gboolean
skip_command (SquillSqlLexer *self)
{
  const char c = at (self, self->offset);

  if (is_remark (self))
    {
      skip_line (self);
      return TRUE;
    }
  if (c == '\\' ||
      (c == '.' && !self->is_in_statement && g_ascii_isalpha (at (self, self->offset + 1))))
    {
      skip_line (self);
      return TRUE;
    }
  return FALSE;
}

static void
skip_space (SquillSqlLexer *self)
{
  while (self->offset < self->length)
    {
      const char c = self->text[self->offset];
      const gboolean leads = leads_line (self);

      if (g_ascii_isspace (c) || c == '\0')
        advance (self, 1);
      else if (begins_with (self, self->offset, "--") || (c == '#' && leads))
        skip_line (self);
      else if (begins_with (self, self->offset, "/*!") || begins_with (self, self->offset, "/*M!"))
        {
          self->conditional++;
          advance (self, self->text[self->offset + 2] == '!' ? 3 : 4);
          while (g_ascii_isdigit (at (self, self->offset)))
            advance (self, 1);
        }
      else if (begins_with (self, self->offset, "/*"))
        skip_comment (self);
      else if (self->conditional > 0 && begins_with (self, self->offset, "*/"))
        {
          self->conditional--;
          advance (self, 2);
        }
      else if (is_delimiter_command (self))
        take_delimiter (self);
      else if (!leads || !skip_command (self))
        return;
    }
}

/* Where something in quotes ends; 0 where it has no end. @offset is behind the first quote.
 *
 * A quote without end was searched for in all that follows: only where the search began between two
 * quotes that stood for one can another one end, and it does behind those that follow at once. */
static gsize
find_quote (SquillSqlLexer *self, gsize offset, char quote, gboolean escapes)
{
  static const char quotes[] = "'\"`]";
  gsize *endless = &self->endless[strchr (quotes, quote) - quotes][escapes];
  const gsize start = offset;
  const gboolean was_endless = *endless != 0 && start >= *endless;

  for (; offset < self->length; offset++)
    if (was_endless && self->text[offset] != quote)
      break;
    else if (escapes && self->text[offset] == '\\')
      offset++;
    else if (self->text[offset] == quote && at (self, offset + 1) == quote)
      offset++;
    else if (self->text[offset] == quote)
      {
        self->n_searched += offset + 1 - start;
        return offset + 1;
      }
  self->n_searched += offset - start;
  if (!was_endless)
    *endless = start;
  return 0;
}

/* Where each tag stands for the last time, so that none is looked for in vain. */
static GHashTable *
find_last_tags (const SquillSqlLexer *self)
{
  GHashTable *tags = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const char *const end = self->text + self->length;
  const char *first = memchr (self->text, '$', self->length);

  while (first != NULL)
    {
      const char *p = first + 1;

      while (p < end && *p != '$' && is_word ((guchar)*p))
        p++;
      if (p < end && *p == '$')
        g_hash_table_insert (tags, g_strndup (first, (gsize)(p + 1 - first)),
                             (gpointer)(first - self->text));
      first = memchr (p, '$', (gsize)(end - p));
    }
  return tags;
}

static gsize
find_dollar_quote (SquillSqlLexer *self)
{
  g_autofree char *tag = NULL;
  const char *end;
  gsize i = self->offset + 1;

  while (is_word ((guchar)at (self, i)) && at (self, i) != '$')
    i++;
  if (at (self, i) != '$' || g_ascii_isdigit (at (self, self->offset + 1)))
    return 0;
  tag = g_strndup (self->text + self->offset, i + 1 - self->offset);
  if (self->last_tags == NULL)
    self->last_tags = find_last_tags (self);
  if ((gsize)g_hash_table_lookup (self->last_tags, tag) <= i)
    return 0;
  end = g_strstr_len (self->text + i + 1, (gssize)(self->length - i - 1), tag);
  self->n_searched += end == NULL ? self->length - i : (gsize)(end - self->text) - i;
  return end == NULL ? 0 : (gsize)(end - self->text) + strlen (tag);
}

/* The delimiter "$$" may stand at the end of a word, in which dollars may be, too. */
static gsize
find_word_end (const SquillSqlLexer *self, gsize offset)
{
  while (offset < self->length && is_word ((guchar)self->text[offset]) &&
         (self->delimiter[0] == '\0' || !begins_with (self, offset, self->delimiter)))
    offset++;
  return offset;
}

/* Behind a name that is filled in before the file is run, and what follows it without a space; 0
 * where there is none. */
static gsize
find_placeholder_end (const SquillSqlLexer *self, gsize start)
{
  const gboolean is_double = begins_with (self, start, "{{");
  gsize i = start + 2;

  if (!is_double && !begins_with (self, start, "${"))
    return 0;
  while (at (self, i) == ' ')
    i++;
  if (!is_word_start ((guchar)at (self, i)))
    return 0;
  while (is_word ((guchar)at (self, i)) || at (self, i) == '.' || at (self, i) == '-' ||
         at (self, i) == ':' || at (self, i) == ' ')
    i++;
  if (!begins_with (self, i, is_double ? "}}" : "}"))
    return 0;
  return find_word_end (self, i + (is_double ? 2 : 1));
}

static gsize
find_number_end (const SquillSqlLexer *self, gsize offset)
{
  while (g_ascii_isdigit (at (self, offset)))
    offset++;
  if (at (self, offset) == '.' && g_ascii_isdigit (at (self, offset + 1)))
    for (offset++; g_ascii_isdigit (at (self, offset));)
      offset++;
  if ((at (self, offset) == 'e' || at (self, offset) == 'E') &&
      (g_ascii_isdigit (at (self, offset + 1)) || at (self, offset + 1) == '-' ||
       at (self, offset + 1) == '+'))
    for (offset += 2; g_ascii_isdigit (at (self, offset));)
      offset++;
  return MIN (offset, self->length);
}

/* "[" begins a name in brackets, but not where an array has its subscript. */
static gboolean
is_bracketed_name (const SquillSqlLexer *self)
{
  if (!is_word_start (at (self, self->offset + 1)))
    return FALSE;
  return self->offset != self->previous_end || at (self, self->offset - 1) == '.' ||
         at (self, self->offset - 1) == '(' || at (self, self->offset - 1) == ',';
}

/* Where the token that begins here ends; it is never empty. */
static gsize
find_end (SquillSqlLexer *self, SquillSqlTokenKind *kind)
{
  const gsize start = self->offset;
  const char c = self->text[start];
  const gboolean has_escapes = self->dialect == SQUILL_SQL_MYSQL;
  gsize end = 0;

  if (self->delimiter[0] != '\0' ? begins_with (self, start, self->delimiter) : c == ';')
    {
      *kind = SQUILL_SQL_TERMINATOR;
      return start + (self->delimiter[0] != '\0' ? strlen (self->delimiter) : 1);
    }
  *kind = SQUILL_SQL_SYMBOL;
  if (c == '\'')
    {
      *kind = SQUILL_SQL_STRING;
      end = find_quote (self, start + 1, c, has_escapes);
    }
  else if (strchr ("EeNnBbXx", c) != NULL && at (self, start + 1) == '\'')
    {
      *kind = SQUILL_SQL_STRING;
      end = find_quote (self, start + 2, '\'', has_escapes || c == 'E' || c == 'e');
    }
  else if (c == '"' || c == '`')
    {
      *kind = SQUILL_SQL_QUOTED;
      end = find_quote (self, start + 1, c, has_escapes && c == '"');
    }
  else if (c == '[' && is_bracketed_name (self))
    {
      *kind = SQUILL_SQL_QUOTED;
      end = find_quote (self, start + 1, ']', FALSE);
    }
  /* What a tool for migrations fills in: "${schema}.users", "{{ schema }}". */
  else if ((end = find_placeholder_end (self, start)) != 0)
    *kind = SQUILL_SQL_WORD;
  else if (c == '$' && self->dialect != SQUILL_SQL_MYSQL)
    {
      *kind = SQUILL_SQL_STRING;
      end = find_dollar_quote (self);
      if (end == 0)
        {
          *kind = SQUILL_SQL_SYMBOL;
          return start + 1;
        }
    }
  else if (g_ascii_isdigit (c))
    {
      *kind = SQUILL_SQL_NUMBER;
      end = find_number_end (self, start);
      /* MySQL has names that begin with a digit. */
      if (is_word_start (at (self, end)))
        {
          *kind = SQUILL_SQL_WORD;
          end = find_word_end (self, end);
        }
    }
  else if (is_word_start (c))
    {
      *kind = SQUILL_SQL_WORD;
      end = find_word_end (self, start);
    }
  else
    return start + (begins_with (self, start, "::") ? 2 : 1);
  if (end != 0)
    return MIN (end, self->length);
  self->on_fault (self->line, get_column (self), _ ("This quote is not closed"), self->user_data);
  *kind = SQUILL_SQL_SYMBOL;
  return start + 1;
}

/* SQL Server's programs end a batch by a line with only "GO", Oracle's by one with only "/". */
static gboolean
is_batch_end (const SquillSqlLexer *self, const SquillSqlToken *token)
{
  gsize end = token->start + token->length;

  if (!token->leads_line || (!_squill_sql_token_is (self, token, "GO") &&
                             !_squill_sql_token_is_symbol (self, token, '/')))
    return FALSE;
  while (at (self, end) == ' ' || at (self, end) == '\t' || at (self, end) == '\r')
    end++;
  return end >= self->length || self->text[end] == '\n';
}

/* The next token. */
SquillSqlToken
_squill_sql_lexer_next (SquillSqlLexer *self)
{
  SquillSqlToken token = { .kind = SQUILL_SQL_END };

  skip_space (self);
  token.start = self->offset;
  token.line = self->line;
  token.column = get_column (self);
  token.line_start = self->line_start;
  if (self->offset >= self->length)
    return token;
  token.leads_line = leads_line (self);
  token.length = find_end (self, &token.kind) - self->offset;
  advance (self, token.length);
  if (is_batch_end (self, &token))
    token.kind = SQUILL_SQL_TERMINATOR;
  self->previous_end = self->offset;
  self->is_in_statement = token.kind != SQUILL_SQL_TERMINATOR;
  return token;
}

/* The next token is this one again. */
void
_squill_sql_lexer_go_back (SquillSqlLexer *self, const SquillSqlToken *token)
{
  self->offset = token->start;
  self->line = token->line;
  self->line_start = token->line_start;
  self->column_known = token->start;
  self->column_there = token->column;
}

/* Skips the data of a COPY, which end with "\." or with the file. Returns how many rows they
 * have. */
guint64
_squill_sql_lexer_skip_copied (SquillSqlLexer *self)
{
  guint64 n = 0;

  skip_line (self);
  while (self->offset < self->length)
    {
      const gboolean is_end =
          begins_with (self, self->offset, "\\.") &&
          (self->offset + 2 >= self->length || g_ascii_isspace (self->text[self->offset + 2]));

      skip_line (self);
      if (is_end)
        return n;
      n++;
    }
  return n;
}

/* Whether it is this word, in upper or lower case, and not in quotes. */
gboolean
_squill_sql_token_is (const SquillSqlLexer *self, const SquillSqlToken *token, const char *word)
{
  return token->kind == SQUILL_SQL_WORD && token->length == strlen (word) &&
         g_ascii_strncasecmp (self->text + token->start, word, token->length) == 0;
}

/* Whether a token is this sign, and no longer operator. */
gboolean
_squill_sql_token_is_symbol (const SquillSqlLexer *self, const SquillSqlToken *token, char symbol)
{
  return token->kind == SQUILL_SQL_SYMBOL && token->length == 1 &&
         self->text[token->start] == symbol;
}

static void
append_escape (GString *text, char c)
{
  switch (c)
    {
    case 'n':
      g_string_append_c (text, '\n');
      break;
    case 't':
      g_string_append_c (text, '\t');
      break;
    case 'r':
      g_string_append_c (text, '\r');
      break;
    case '0':
      break;
    default:
      g_string_append_c (text, c);
    }
}

/* What a token says, without its quotes: valid UTF-8 (transfer full). */
char *
_squill_sql_token_get_text (const SquillSqlLexer *self, const SquillSqlToken *token)
{
  const char *raw = self->text + token->start;
  const char *end = raw + token->length;
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean escapes = self->dialect == SQUILL_SQL_MYSQL;
  char quote;

  if (token->kind == SQUILL_SQL_STRING && *raw == '$')
    {
      const char *body = memchr (raw + 1, '$', token->length - 1);
      const gsize tag = (gsize)(body - raw) + 1;

      return g_utf8_make_valid (raw + tag, (gssize)(token->length - 2 * tag));
    }
  if (token->kind != SQUILL_SQL_STRING && token->kind != SQUILL_SQL_QUOTED)
    return g_utf8_make_valid (raw, (gssize)token->length);
  if (token->kind == SQUILL_SQL_STRING && *raw != '\'')
    {
      escapes |= *raw == 'E' || *raw == 'e';
      raw++;
    }
  escapes &= *raw == '\'' || *raw == '"';
  quote = *raw == '[' ? ']' : *raw;
  for (raw++, end--; raw < end; raw++)
    {
      if (escapes && *raw == '\\' && raw + 1 < end)
        append_escape (text, *++raw);
      else
        {
          g_string_append_c (text, *raw);
          if (*raw == quote && raw + 1 < end)
            raw++;
        }
    }
  return g_utf8_make_valid (text->str, (gssize)text->len);
}
