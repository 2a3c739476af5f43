/* SPDX-License-Identifier: Apache-2.0 */

/* The statements of a file of SQL. What they say of tables, types, and comments is kept, and their
 * rows are counted. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "exchange/import/squill-sql-private.h"

/* Of tokens: no condition of a script is longer. */
#define MAX_CONDITION 200

/* What has nothing to do with tables. */
static const char *const unrelated[] = {
  "SET",     "SELECT",  "LOCK",       "UNLOCK",    "USE",    "BEGIN",      "COMMIT",  "START",
  "PRAGMA",  "GRANT",   "REVOKE",     "ANALYZE",   "VACUUM", "DROP",       "END",     "ROLLBACK",
  "DELETE",  "UPDATE",  "TRUNCATE",   "PRINT",     "ELSE",   "EXCEPTION",  "DECLARE", "IF",
  "CALL",    "FLUSH",   "SHOW",       "PREPARE",   "RAISE",  "DEALLOCATE", "REFRESH", "REINDEX",
  "CLUSTER", "NOTIFY",  "CHECK",      "EXPLAIN",   "ATTACH", "DETACH",     "WITH",    "SECURITY",
  "RESET",   "CONNECT", "REASSIGN",   "OPTIMIZE",  "REPAIR", "PERFORM",    "SOURCE",  "QUIT",
  "EXIT",    "SPOOL",   "PROMPT",     "WHENEVER",  "MERGE",  "IMPORT",     "CLOSE",   "FETCH",
  "DISCARD", "HANDLER", "SAVEPOINT",  "RELEASE",   "CHANGE", "PURGE",      "STOP",    "KILL",
  "BULK",    "BACKUP",  "CHECKPOINT", "RAISERROR", "DBCC",   "DUMP",       "WAITFOR", "RECONFIGURE",
};

static gboolean
is_any (const SquillSqlLexer *lexer,
        const SquillSqlToken *token,
        const char *const *words,
        gsize n_words)
{
  for (gsize i = 0; i < n_words; i++)
    if (_squill_sql_token_is (lexer, token, words[i]))
      return TRUE;
  return FALSE;
}

/* Whether the statement at hand is a condition, and what it is for comes next. */
static gboolean
is_bare_condition (const SquillSqlParser *self)
{
  static const char *const words[] = { "CREATE", "ALTER", "DROP",  "EXEC",   "BEGIN",
                                       "INSERT", "SET",   "PRINT", "UPDATE", "DELETE" };

  if (self->tokens->len > MAX_CONDITION ||
      !_squill_sql_token_is (&self->lexer, &g_array_index (self->tokens, SquillSqlToken, 0), "IF"))
    return FALSE;
  for (guint i = 1; i < self->tokens->len; i++)
    if (is_any (&self->lexer, &g_array_index (self->tokens, SquillSqlToken, i), words,
                G_N_ELEMENTS (words)))
      return FALSE;
  return TRUE;
}

/* A statement may lack its end: the next one begins a line. @depth: the parentheses that are open,
 * in which a column may be called "exec". */
static gboolean
begins_statement (SquillSqlParser *self, const SquillSqlToken *token, guint depth)
{
  SquillSqlToken after;
  SquillSqlLexer *lexer = &self->lexer;
  gboolean begins;

  if (!token->leads_line || self->tokens->len == 0 || is_bare_condition (self))
    return FALSE;
  if (_squill_sql_token_is (lexer, token, "CREATE"))
    return TRUE;
  if (_squill_sql_token_is (lexer, token, "EXEC"))
    return depth == 0;
  if (!_squill_sql_token_is (lexer, token, "ALTER") &&
      !_squill_sql_token_is (lexer, token, "INSERT") &&
      !_squill_sql_token_is (lexer, token, "DROP") &&
      !_squill_sql_token_is (lexer, token, "COMMENT"))
    return FALSE;
  after = _squill_sql_lexer_next (lexer);
  begins = _squill_sql_token_is (lexer, &after, "TABLE") ||
           _squill_sql_token_is (lexer, &after, "INTO") ||
           _squill_sql_token_is (lexer, &after, "ON");
  _squill_sql_lexer_go_back (lexer, &after);
  return begins;
}

/* Whether the statement makes what has code. A table, or what is of one, may be called as a kind
 * of it is. */
static gboolean
is_code (const SquillSqlParser *self)
{
  static const char *const verbs[] = { "CREATE", "ALTER" };
  static const char *const kinds[] = { "TRIGGER", "PROCEDURE", "PROC",   "FUNCTION",
                                       "EVENT",   "PACKAGE",   "ROUTINE" };
  static const char *const others[] = { "TABLE",  "INDEX",    "VIEW",   "TYPE",
                                        "DOMAIN", "SEQUENCE", "SCHEMA", "DATABASE" };

  for (guint i = 0; i < MIN (self->tokens->len, 12); i++)
    {
      const SquillSqlToken *token = &g_array_index (self->tokens, SquillSqlToken, i);

      if (i == 0 ? !is_any (&self->lexer, token, verbs, G_N_ELEMENTS (verbs))
                 : is_any (&self->lexer, token, others, G_N_ELEMENTS (others)))
        return FALSE;
      if (is_any (&self->lexer, token, kinds, G_N_ELEMENTS (kinds)))
        return TRUE;
    }
  return FALSE;
}

/* Whether BEGIN, which was just read, has an END, as the one that begins a transaction has not. */
static gboolean
opens_block (SquillSqlParser *self)
{
  static const char *const words[] = { "TRAN", "TRANSACTION", "WORK", "DISTRIBUTED" };
  SquillSqlToken after = _squill_sql_lexer_next (&self->lexer);
  const gboolean opens = after.kind != SQUILL_SQL_TERMINATOR &&
                         !_squill_sql_token_is_symbol (&self->lexer, &after, ';') &&
                         !is_any (&self->lexer, &after, words, G_N_ELEMENTS (words));

  _squill_sql_lexer_go_back (&self->lexer, &after);
  return opens;
}

/* Skips from BEGIN of a trigger or procedure to its END, or to what ends a statement that has
 * semicolons. */
static void
skip_code (SquillSqlParser *self, const SquillSqlToken *begin)
{
  guint depth = 1;

  while (depth > 0)
    {
      SquillSqlToken token = _squill_sql_lexer_next (&self->lexer);

      if (token.kind == SQUILL_SQL_END)
        {
          _squill_sql_tell (self, begin,
                            g_strdup (_ ("This code is not closed: nothing after it is read")));
          return;
        }
      if (token.kind == SQUILL_SQL_TERMINATOR && self->lexer.text[token.start] != ';')
        {
          _squill_sql_lexer_go_back (&self->lexer, &token);
          return;
        }
      if ((_squill_sql_token_is (&self->lexer, &token, "BEGIN") && opens_block (self)) ||
          _squill_sql_token_is (&self->lexer, &token, "CASE"))
        depth++;
      else if (_squill_sql_token_is (&self->lexer, &token, "END"))
        {
          token = _squill_sql_lexer_next (&self->lexer);
          if (_squill_sql_token_is (&self->lexer, &token, "IF") ||
              _squill_sql_token_is (&self->lexer, &token, "LOOP") ||
              _squill_sql_token_is (&self->lexer, &token, "WHILE") ||
              _squill_sql_token_is (&self->lexer, &token, "REPEAT"))
            continue;
          depth--;
          if (!_squill_sql_token_is (&self->lexer, &token, "CASE"))
            _squill_sql_lexer_go_back (&self->lexer, &token);
        }
    }
}

static gboolean
is_insert_word (const SquillSqlLexer *lexer, const SquillSqlToken *token)
{
  static const char *const words[] = { "INTO",    "IGNORE",     "LOW_PRIORITY",  "DELAYED", "OR",
                                       "REPLACE", "OVERRIDING", "HIGH_PRIORITY", "ABORT" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (_squill_sql_token_is (lexer, token, words[i]))
      return TRUE;
  return FALSE;
}

/* Counts what stands in parentheses behind VALUES, of which a dump may have millions. */
static void
count_rows (SquillSqlParser *self)
{
  g_auto (SquillSqlName) name = { 0 };
  SquillSqlLexer *lexer = &self->lexer;
  SquillSqlTable *table;
  gboolean has_values = FALSE, is_done = FALSE;
  guint depth = 0;
  guint64 n = 0;

  for (;;)
    {
      SquillSqlToken token = _squill_sql_lexer_next (lexer);

      if (token.kind == SQUILL_SQL_END || token.kind == SQUILL_SQL_TERMINATOR ||
          _squill_sql_token_is_symbol (lexer, &token, ';'))
        break;
      if (_squill_sql_token_is_symbol (lexer, &token, '('))
        {
          n += has_values && !is_done && depth == 0;
          depth++;
        }
      else if (_squill_sql_token_is_symbol (lexer, &token, ')'))
        depth -= depth > 0;
      if (depth > 0 || (token.kind != SQUILL_SQL_WORD && token.kind != SQUILL_SQL_QUOTED))
        continue;
      if (has_values && token.leads_line &&
          (_squill_sql_token_is (lexer, &token, "INSERT") ||
           _squill_sql_token_is (lexer, &token, "CREATE") ||
           _squill_sql_token_is (lexer, &token, "ALTER")))
        {
          _squill_sql_lexer_go_back (lexer, &token);
          break;
        }
      if (has_values)
        is_done = TRUE; /* ON CONFLICT, RETURNING */
      else if (_squill_sql_token_is (lexer, &token, "VALUES") ||
               _squill_sql_token_is (lexer, &token, "VALUE"))
        has_values = TRUE;
      else if (!is_insert_word (lexer, &token) &&
               (name.name == NULL || lexer->text[token.start - 1] == '.'))
        {
          g_free (name.schema);
          name.schema = g_steal_pointer (&name.name);
          name.name = _squill_sql_token_get_text (lexer, &token);
        }
    }
  table = _squill_sql_schema_find_table (self->schema, &name);
  if (table == NULL || !has_values)
    return;
  table->rows += n;
  table->has_rows = TRUE;
}

/* Reads the tokens of a statement. FALSE at the end of the file. */
static gboolean
read_statement (SquillSqlParser *self)
{
  SquillSqlToken token;
  guint depth = 0;

  g_array_set_size (self->tokens, 0);
  self->position = 0;
  for (;;)
    {
      token = _squill_sql_lexer_next (&self->lexer);
      if (self->tokens->len == 0 && (_squill_sql_token_is (&self->lexer, &token, "INSERT") ||
                                     _squill_sql_token_is (&self->lexer, &token, "REPLACE")))
        {
          count_rows (self);
          continue;
        }
      if (token.kind == SQUILL_SQL_END || token.kind == SQUILL_SQL_TERMINATOR)
        break;
      /* The delimiter is another one, as it is for code, and was not set back. */
      if (depth == 0 && _squill_sql_token_is_symbol (&self->lexer, &token, ';') && !is_code (self))
        {
          if (self->tokens->len > 0)
            break;
          continue;
        }
      if (depth <= 1 && begins_statement (self, &token, depth))
        {
          _squill_sql_lexer_go_back (&self->lexer, &token);
          break;
        }
      if (_squill_sql_token_is (&self->lexer, &token, "BEGIN") && is_code (self) &&
          opens_block (self))
        {
          skip_code (self, &token);
          continue;
        }
      depth += _squill_sql_token_is_symbol (&self->lexer, &token, '(');
      depth -= depth > 0 && _squill_sql_token_is_symbol (&self->lexer, &token, ')');
      g_array_append_val (self->tokens, token);
    }
  if (self->tokens->len == 0 && token.kind == SQUILL_SQL_END)
    return FALSE;
  token.kind = SQUILL_SQL_END;
  g_array_append_val (self->tokens, token);
  return TRUE;
}

/* Columns of another table that this one has, too; they stand at @position. */
static guint
add_columns_of (SquillSqlTable *table, const SquillSqlTable *other, guint position)
{
  for (guint i = 0; i < other->columns->len; i++)
    {
      const SquillSqlColumn *column = other->columns->pdata[i];

      if (_squill_sql_table_find_column (table, column->name) == NULL)
        _squill_sql_table_add_column (table, _squill_sql_column_copy (column, column->name),
                                      (int)position++);
    }
  return position;
}

static void
add_primary_key_of (SquillSqlTable *table, const SquillSqlTable *other)
{
  if (table->primary_key->len == 0)
    for (guint i = 0; i < other->primary_key->len; i++)
      g_ptr_array_add (table->primary_key, g_strdup (other->primary_key->pdata[i]));
}

/* What stands behind LIKE: a table whose columns this one has. MySQL takes over its keys as well,
 * PostgreSQL where that is said. */
static void
take_like (SquillSqlParser *self, SquillSqlTable *table, gboolean has_keys)
{
  const SquillSqlToken *token = _squill_sql_peek (self, 0);
  g_auto (SquillSqlName) name = { 0 };
  const SquillSqlTable *like;

  _squill_sql_take_full_name (self, &name);
  like = _squill_sql_schema_find_table (self->schema, &name);
  if (like == NULL)
    {
      _squill_sql_tell (
          self, token,
          g_strdup_printf (_ ("There is no table “%s”"), name.name != NULL ? name.name : ""));
      return;
    }
  add_columns_of (table, like, table->columns->len);
  while (!_squill_sql_is_at_end (self) && !_squill_sql_is_symbol (self, ',') &&
         !_squill_sql_is_symbol (self, ')') && !_squill_sql_is_symbol (self, '('))
    if (_squill_sql_accept (self, "INCLUDING ALL") ||
        _squill_sql_accept (self, "INCLUDING INDEXES"))
      has_keys = TRUE;
    else
      _squill_sql_skip (self);
  if (!has_keys)
    return;
  add_primary_key_of (table, like);
  for (guint i = 0; i < like->indexes->len; i++)
    g_ptr_array_add (table->indexes, _squill_sql_index_copy (like->indexes->pdata[i]));
}

/* Columns and constraints in parentheses. */
void
_squill_sql_take_columns (SquillSqlParser *self, SquillSqlTable *table)
{
  while (!_squill_sql_is_at_end (self) && !_squill_sql_is_symbol (self, ')'))
    {
      if (_squill_sql_accept (self, "LIKE"))
        take_like (self, table, FALSE);
      else if (!_squill_sql_take_constraint (self, table))
        _squill_sql_take_column (self, table);
      while (!_squill_sql_is_at_end (self) && !_squill_sql_is_symbol (self, ',') &&
             !_squill_sql_is_symbol (self, ')'))
        _squill_sql_skip (self);
      if (!_squill_sql_accept_symbol (self, ','))
        break;
    }
  if (!_squill_sql_accept_symbol (self, ')'))
    _squill_sql_tell (
        self, _squill_sql_peek (self, 0),
        g_strdup_printf (_ ("The list of columns of “%s” is not closed"), table->name.name));
}

/* What stands behind OF: a composite whose columns this one has, and in parentheses what else is
 * said of them. */
static void
take_typed_columns (SquillSqlParser *self, SquillSqlTable *table)
{
  const SquillSqlToken *token = _squill_sql_peek (self, 0);
  g_auto (SquillSqlName) name = { 0 };
  const SquillSqlTable *parts;

  _squill_sql_take_full_name (self, &name);
  parts = name.name != NULL ? _squill_sql_schema_find_parts (self->schema, name.name) : NULL;
  if (parts == NULL)
    {
      _squill_sql_tell (
          self, token,
          g_strdup_printf (_ ("There is no type “%s”"), name.name != NULL ? name.name : ""));
      return;
    }
  add_columns_of (table, parts, 0);
  if (!_squill_sql_accept_symbol (self, '('))
    return;
  while (!_squill_sql_is_at_end (self) && !_squill_sql_is_symbol (self, ')'))
    {
      if (!_squill_sql_take_constraint (self, table))
        {
          g_autofree char *column_name = _squill_sql_take_name (self);
          SquillSqlColumn *column =
              column_name != NULL ? _squill_sql_table_find_column (table, column_name) : NULL;

          _squill_sql_accept (self, "WITH OPTIONS");
          if (column != NULL)
            _squill_sql_take_column_rules (self, table, column);
        }
      while (!_squill_sql_is_at_end (self) && !_squill_sql_is_symbol (self, ',') &&
             !_squill_sql_is_symbol (self, ')'))
        _squill_sql_skip (self);
      _squill_sql_accept_symbol (self, ',');
    }
  _squill_sql_accept_symbol (self, ')');
}

/* What stands behind the columns. */
static void
take_table_options (SquillSqlParser *self, SquillSqlTable *table)
{
  while (!_squill_sql_is_at_end (self))
    if (_squill_sql_accept (self, "COMMENT"))
      {
        _squill_sql_accept_symbol (self, '=');
        g_free (table->comment);
        table->comment = _squill_sql_take_text (self);
      }
    else if (_squill_sql_accept (self, "INHERITS"))
      {
        _squill_sql_accept_symbol (self, '(');
        do
          {
            SquillSqlName *name = g_new0 (SquillSqlName, 1);

            _squill_sql_take_full_name (self, name);
            g_ptr_array_add (table->inherits, name);
          }
        while (_squill_sql_accept_symbol (self, ','));
      }
    else
      _squill_sql_skip (self);
}

/* Columns of a table that this one inherits stand before its own. One without columns of its own is
 * a part of the other: so PostgreSQL's tables were divided before they had partitions. */
static void
inherit (SquillSqlParser *self, SquillSqlTable *table)
{
  const gboolean is_part = table->inherits->len == 1 && table->columns->len == 0;
  guint position = 0;

  for (guint i = 0; i < table->inherits->len; i++)
    {
      const SquillSqlName *name = table->inherits->pdata[i];
      const SquillSqlTable *base = _squill_sql_schema_find_table (self->schema, name);

      if (base == NULL)
        {
          const SquillSqlToken place = { .line = table->line, .column = table->column };

          _squill_sql_tell (
              self, &place,
              g_strdup_printf (_ ("There is no table “%s”"), name->name != NULL ? name->name : ""));
          continue;
        }
      position = add_columns_of (table, base, position);
      add_primary_key_of (table, base);
      if (is_part && table->partition_of.name == NULL)
        table->partition_of = (SquillSqlName){ g_strdup (name->schema), g_strdup (name->name) };
    }
}

static void
take_create_table (SquillSqlParser *self)
{
  const SquillSqlToken *token;
  const SquillSqlTable *whole = NULL;
  g_autoptr (SquillSqlTable) table = _squill_sql_table_new ();

  _squill_sql_accept (self, "IF NOT EXISTS");
  token = _squill_sql_peek (self, 0);
  table->line = token->line;
  table->column = token->column;
  if (!_squill_sql_take_full_name (self, &table->name))
    {
      _squill_sql_tell (self, token, g_strdup (_ ("The name of a table is expected here")));
      return;
    }
  /* SQL Server's temporary tables. */
  if (*table->name.name == '#')
    {
      _squill_sql_schema_add_skipped (self->schema, "temporary",
                                      g_steal_pointer (&table->name.name));
      return;
    }
  if (_squill_sql_schema_find_table (self->schema, &table->name) != NULL)
    {
      /* A file may have it twice, as CREATE TABLE IF NOT EXISTS allows. */
      SquillSqlTable *there = _squill_sql_schema_find_table (self->schema, &table->name);

      if (_squill_sql_names_equal (there->name.schema, table->name.schema) &&
          g_str_equal (there->name.name, table->name.name))
        {
          _squill_sql_tell (self, token,
                            g_strdup_printf (_ ("“%s” is already there"), table->name.name));
          return;
        }
    }
  if (_squill_sql_accept (self, "PARTITION OF"))
    _squill_sql_take_full_name (self, &table->partition_of);
  else if (_squill_sql_accept (self, "LIKE"))
    take_like (self, table, TRUE);
  else if (_squill_sql_accept (self, "OF"))
    take_typed_columns (self, table);
  if (_squill_sql_accept_symbol (self, '('))
    _squill_sql_take_columns (self, table);
  else if (_squill_sql_is (self, "AS") || _squill_sql_is (self, "SELECT"))
    {
      _squill_sql_schema_add_skipped (self->schema, "query", g_steal_pointer (&table->name.name));
      return;
    }
  take_table_options (self, table);
  inherit (self, table);
  if (table->partition_of.name != NULL)
    whole = _squill_sql_schema_find_table (self->schema, &table->partition_of);
  if (whole != NULL)
    add_columns_of (table, whole, 0);
  if (table->columns->len == 0 && table->partition_of.name == NULL && table->inherits->len == 0)
    _squill_sql_tell (self, token, g_strdup_printf (_ ("“%s” has no columns"), table->name.name));
  _squill_sql_schema_add_table (self->schema, g_steal_pointer (&table));
}

static void
take_create_index (SquillSqlParser *self, gboolean unique, SquillSqlIndexKind kind)
{
  const SquillSqlToken *token = _squill_sql_peek (self, 0);
  g_auto (SquillSqlName) name = { 0 }, on = { 0 };
  SquillSqlTable *table;
  SquillSqlIndex *index;
  guint n;

  _squill_sql_accept (self, "CONCURRENTLY");
  _squill_sql_accept (self, "IF NOT EXISTS");
  if (!_squill_sql_is (self, "ON"))
    _squill_sql_take_full_name (self, &name);
  while (!_squill_sql_is_at_end (self) && !_squill_sql_accept (self, "ON"))
    self->position++;
  _squill_sql_accept (self, "ONLY");
  _squill_sql_take_full_name (self, &on);
  table = _squill_sql_schema_find_table (self->schema, &on);
  if (table == NULL)
    {
      /* Of a view, or of what is not in the file. */
      _squill_sql_tell (self, token,
                        g_strdup_printf (_ ("There is no table “%s” for this index"),
                                         on.name != NULL ? on.name : ""));
      return;
    }
  if (_squill_sql_is (self, "USING GIST") || _squill_sql_is (self, "USING SPGIST"))
    kind = SQUILL_SQL_INDEX_SPATIAL;
  while (!_squill_sql_is_at_end (self) && !_squill_sql_is_symbol (self, '('))
    self->position++;
  n = table->indexes->len;
  _squill_sql_take_index (self, table, g_steal_pointer (&name.name), unique, kind);
  if (table->indexes->len == n)
    return;
  index = table->indexes->pdata[n];
  while (!_squill_sql_is_at_end (self) && !_squill_sql_is (self, "WHERE"))
    _squill_sql_skip (self);
  token = _squill_sql_peek (self, 0);
  if (!_squill_sql_accept (self, "WHERE"))
    return;
  index->condition = _squill_sql_take_filter (self, table);
  if (index->condition == NULL)
    {
      _squill_sql_tell (self, token,
                        index->unique
                            ? g_strdup_printf (_ ("The condition of an index of “%s” is not taken "
                                                  "over, so the index is no longer unique"),
                                               table->name.name)
                            : g_strdup_printf (_ ("The condition of an index of “%s” is not taken "
                                                  "over: the index has all documents"),
                                               table->name.name));
      index->unique = FALSE;
    }
}

/* What a database has beside tables: its name is kept, to be told. */
static void
take_create_other (SquillSqlParser *self, const SquillSqlToken *start)
{
  static const struct
  {
    const char *words;
    const char *kind;
  } kinds[] = {
    { "VIEW", "view" },
    { "MATERIALIZED VIEW", "view" },
    { "TRIGGER", "trigger" },
    { "CONSTRAINT TRIGGER", "trigger" },
    { "FUNCTION", "routine" },
    { "PROCEDURE", "routine" },
    { "PROC", "routine" },
    { "RULE", "rule" },
    { "POLICY", "rule" },
    { "EVENT", "routine" },
    { "AGGREGATE", "routine" },
    { "VIRTUAL TABLE", "virtual" },
    { "FOREIGN TABLE", "virtual" },
    { "PACKAGE", "routine" },
    { "TEMP TABLE", "temporary" },
    { "TEMPORARY TABLE", "temporary" },
    { "VOLATILE TABLE", "temporary" },
  };
  static const char *const plain[] = { "SCHEMA",        "DATABASE",
                                       "EXTENSION",     "SEQUENCE",
                                       "ROLE",          "USER",
                                       "OPERATOR",      "CAST",
                                       "COLLATION",     "SERVER",
                                       "LANGUAGE",      "PUBLICATION",
                                       "SUBSCRIPTION",  "STATISTICS",
                                       "TEXT SEARCH",   "TRANSFORM",
                                       "ACCESS METHOD", "CONVERSION",
                                       "TABLESPACE",    "LOGIN",
                                       "SYNONYM",       "EVENT TRIGGER",
                                       "DIRECTORY",     "TYPE BODY",
                                       "PARTITION",     "FULLTEXT CATALOG",
                                       "MESSAGE",       "ASSEMBLY",
                                       "CERTIFICATE",   "DEFAULT",
                                       "USER MAPPING" };

  for (guint ahead = 0; ahead < 12 && !_squill_sql_is_at_end (self); ahead++)
    {
      for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
        if (_squill_sql_accept (self, kinds[i].words))
          {
            g_auto (SquillSqlName) name = { 0 };

            _squill_sql_accept (self, "IF NOT EXISTS");
            if (_squill_sql_take_full_name (self, &name))
              _squill_sql_schema_add_skipped (self->schema, kinds[i].kind,
                                              g_steal_pointer (&name.name));
            return;
          }
      for (guint i = 0; i < G_N_ELEMENTS (plain); i++)
        if (_squill_sql_is (self, plain[i]))
          return;
      _squill_sql_skip (self);
    }
  _squill_sql_tell (self, start, g_strdup (_ ("This statement is not understood")));
}

/* Reads what stands before the word TABLE where the table is kept with all it has, whatever it is
 * on disk. */
static gboolean
accept_table (SquillSqlParser *self)
{
  static const char *const words[] = { "UNLOGGED", "COLUMN",     "ROW",       "TRANSIENT",
                                       "EXTERNAL", "HYBRID",     "MULTISET",  "SET",
                                       "SHARDED",  "DUPLICATED", "IMMUTABLE", "BLOCKCHAIN" };
  guint n = 0;

  while (is_any (&self->lexer, _squill_sql_peek (self, n), words, G_N_ELEMENTS (words)))
    n++;
  if (!_squill_sql_token_is (&self->lexer, _squill_sql_peek (self, n), "TABLE"))
    return FALSE;
  self->position += n + 1;
  return TRUE;
}

static void
take_create (SquillSqlParser *self, const SquillSqlToken *start)
{
  SquillSqlIndexKind kind = SQUILL_SQL_INDEX_USUAL;
  gboolean unique = FALSE;
  const guint first = self->position;

  _squill_sql_accept (self, "OR REPLACE");
  if (accept_table (self))
    {
      take_create_table (self);
      return;
    }
  if (_squill_sql_accept (self, "TYPE") || _squill_sql_is (self, "DOMAIN"))
    {
      _squill_sql_take_create_type (self, _squill_sql_accept (self, "DOMAIN"));
      return;
    }
  for (gboolean more = TRUE; more;)
    {
      more = FALSE;
      if (_squill_sql_accept (self, "UNIQUE"))
        unique = more = TRUE;
      else if (_squill_sql_accept (self, "FULLTEXT"))
        {
          kind = SQUILL_SQL_INDEX_TEXT;
          more = TRUE;
        }
      else if (_squill_sql_accept (self, "SPATIAL"))
        {
          kind = SQUILL_SQL_INDEX_SPATIAL;
          more = TRUE;
        }
      else if (_squill_sql_accept (self, "CLUSTERED") ||
               _squill_sql_accept (self, "NONCLUSTERED") || _squill_sql_accept (self, "BITMAP"))
        more = TRUE;
    }
  if (_squill_sql_accept (self, "INDEX"))
    take_create_index (self, unique, kind);
  else
    {
      self->position = first;
      take_create_other (self, start);
    }
}

static void
take_comment (SquillSqlParser *self)
{
  const gboolean on_table = _squill_sql_accept (self, "ON TABLE");
  const gboolean on_column = !on_table && _squill_sql_accept (self, "ON COLUMN");
  g_auto (SquillSqlName) name = { 0 };
  g_autofree char *column_name = NULL;
  SquillSqlTable *table;
  SquillSqlColumn *column;
  char **comment = NULL;

  if (!on_table && !on_column)
    return;
  name.name = _squill_sql_take_name (self);
  while (name.name != NULL && _squill_sql_accept_symbol (self, '.'))
    {
      char *part = _squill_sql_take_name (self);

      /* The last is the column. */
      if (on_column && !_squill_sql_is_symbol (self, '.'))
        {
          column_name = part;
          break;
        }
      g_free (name.schema);
      name.schema = g_steal_pointer (&name.name);
      name.name = part;
    }
  table = _squill_sql_schema_find_table (self->schema, &name);
  if (table == NULL || !_squill_sql_accept (self, "IS"))
    return;
  if (on_table)
    comment = &table->comment;
  else if (column_name != NULL)
    {
      column = _squill_sql_table_find_column (table, column_name);
      comment = column == NULL ? NULL : &column->comment;
    }
  if (comment == NULL || _squill_sql_is (self, "NULL"))
    return;
  g_free (*comment);
  *comment = _squill_sql_take_text (self);
}

/* Foreign keys that lead to a table. */
static void
drop_references (SquillSqlParser *self, const SquillSqlTable *table)
{
  for (guint i = 0; i < self->schema->tables->len; i++)
    {
      const SquillSqlTable *other = self->schema->tables->pdata[i];

      for (guint j = other->foreign_keys->len; j-- > 0;)
        {
          const SquillSqlForeignKey *key = other->foreign_keys->pdata[j];

          if (_squill_sql_schema_find_table (self->schema, &key->target) == table)
            g_ptr_array_remove_index (other->foreign_keys, j);
        }
    }
}

static void
take_drop_table (SquillSqlParser *self)
{
  g_autoptr (GPtrArray) tables = g_ptr_array_new ();
  gboolean cascades;

  _squill_sql_accept (self, "IF EXISTS");
  do
    {
      g_auto (SquillSqlName) name = { 0 };
      SquillSqlTable *table;

      if (!_squill_sql_take_full_name (self, &name))
        break;
      table = _squill_sql_schema_find_table (self->schema, &name);
      if (table != NULL && !g_ptr_array_find (tables, table, NULL))
        g_ptr_array_add (tables, table);
    }
  while (_squill_sql_accept_symbol (self, ','));
  /* To MySQL the word means nothing. */
  cascades = _squill_sql_is (self, "CASCADE") && self->lexer.dialect != SQUILL_SQL_MYSQL;
  for (guint i = 0; i < tables->len; i++)
    {
      if (cascades)
        drop_references (self, tables->pdata[i]);
      _squill_sql_schema_remove_table (self->schema, tables->pdata[i]);
    }
}

/* What is gone again need not be told. */
static void
take_drop (SquillSqlParser *self)
{
  if (_squill_sql_accept (self, "TABLE"))
    take_drop_table (self);
  else if (_squill_sql_accept (self, "INDEX"))
    _squill_sql_take_drop_index (self);
  else if (_squill_sql_accept (self, "TYPE") || _squill_sql_accept (self, "DOMAIN"))
    _squill_sql_take_drop_type (self);
  else if (_squill_sql_accept (self, "VIEW") || _squill_sql_accept (self, "MATERIALIZED VIEW"))
    {
      _squill_sql_accept (self, "IF EXISTS");
      do
        {
          g_auto (SquillSqlName) name = { 0 };

          if (_squill_sql_take_full_name (self, &name))
            _squill_sql_schema_remove_skipped (self->schema, "view", name.name);
        }
      while (_squill_sql_accept_symbol (self, ','));
    }
}

static void
take_copy (SquillSqlParser *self)
{
  g_auto (SquillSqlName) name = { 0 };
  SquillSqlTable *table;
  guint64 n;

  _squill_sql_take_full_name (self, &name);
  while (!_squill_sql_is_at_end (self) && !_squill_sql_is (self, "FROM STDIN"))
    _squill_sql_skip (self);
  if (_squill_sql_is_at_end (self))
    return;
  n = _squill_sql_lexer_skip_copied (&self->lexer);
  table = _squill_sql_schema_find_table (self->schema, &name);
  if (table == NULL)
    return;
  table->rows += n;
  table->has_rows = TRUE;
}

static gboolean take_known_statement (SquillSqlParser *self, gboolean is_conditional);

/* What stands behind IF, BEGIN, or THEN. */
static void
take_conditional (SquillSqlParser *self)
{
  static const char *const words[] = { "CREATE", "ALTER", "DROP", "COMMENT", "EXEC", "EXECUTE" };

  for (; !_squill_sql_is_at_end (self); _squill_sql_skip (self))
    if (is_any (&self->lexer, _squill_sql_peek (self, 0), words, G_N_ELEMENTS (words)) &&
        take_known_statement (self, TRUE))
      return;
}

/* The statements of a block of PL/pgSQL, as it stands where a table or key may already be there. */
static void
take_block (SquillSqlParser *self)
{
  const SquillSqlToken *body;
  SquillSqlLexer outer = self->lexer;

  while (!_squill_sql_is_at_end (self) && _squill_sql_peek (self, 0)->kind != SQUILL_SQL_STRING)
    self->position++;
  body = _squill_sql_peek (self, 0);
  if (self->block_depth > 0 || body->kind != SQUILL_SQL_STRING ||
      !_squill_sql_lexer_enter (&self->lexer, body))
    return;
  self->block_depth++;
  _squill_sql_read (self);
  self->block_depth--;
  _squill_sql_lexer_clear (&self->lexer);
  self->lexer = outer;
}

/* FALSE where it says nothing of tables. */
static gboolean
take_known_statement (SquillSqlParser *self, gboolean is_conditional)
{
  const SquillSqlToken *start = _squill_sql_peek (self, 0);

  if (_squill_sql_accept (self, "CREATE"))
    take_create (self, start);
  else if (_squill_sql_accept (self, "ALTER TABLE"))
    _squill_sql_take_alter_table (self, is_conditional);
  else if (_squill_sql_accept (self, "ALTER TYPE"))
    _squill_sql_take_alter_type (self);
  else if (_squill_sql_accept (self, "ALTER INDEX"))
    _squill_sql_take_alter_index (self);
  else if (_squill_sql_accept (self, "COMMENT"))
    take_comment (self);
  else if (_squill_sql_accept (self, "DROP"))
    take_drop (self);
  else if (_squill_sql_accept (self, "RENAME"))
    {
      if (_squill_sql_accept (self, "TABLES") || _squill_sql_accept (self, "TABLE") ||
          !_squill_sql_is (self, "USER"))
        _squill_sql_take_rename_table (self);
    }
  else if (_squill_sql_accept (self, "EXEC"))
    _squill_sql_take_call (self);
  else if (_squill_sql_accept (self, "EXECUTE"))
    {
      /* PL/pgSQL makes statements of texts, SQL Server calls procedures. */
      if (self->block_depth > 0)
        _squill_sql_tell (self, start,
                          g_strdup (_ ("A statement that code makes is not taken over")));
      else
        _squill_sql_take_call (self);
    }
  else
    return FALSE;
  return TRUE;
}

static void
take_statement (SquillSqlParser *self)
{
  const SquillSqlToken *start = _squill_sql_peek (self, 0);

  if (_squill_sql_is_at_end (self) || take_known_statement (self, self->block_depth > 0))
    return;
  if (_squill_sql_accept (self, "COPY"))
    take_copy (self);
  else if (_squill_sql_accept (self, "DO"))
    take_block (self);
  else if (_squill_sql_is (self, "IF") || _squill_sql_is (self, "BEGIN") ||
           _squill_sql_is (self, "ELSE"))
    take_conditional (self);
  else if (self->block_depth == 0 && !_squill_sql_is (self, "ALTER"))
    {
      for (guint i = 0; i < G_N_ELEMENTS (unrelated); i++)
        if (_squill_sql_is (self, unrelated[i]))
          return;
      _squill_sql_tell (self, start, g_strdup (_ ("This statement is not understood")));
    }
}

/* Reads all statements. */
void
_squill_sql_read (SquillSqlParser *self)
{
  while (read_statement (self))
    take_statement (self);
}
