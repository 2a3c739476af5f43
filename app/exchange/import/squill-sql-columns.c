/* SPDX-License-Identifier: Apache-2.0 */

/* Columns and constraints of tables in SQL. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "exchange/import/squill-sql-private.h"

/* What follows the type of a column. */
static const char *const rules[] = {
  "CONSTRAINT",
  "NOT",
  "NULL",
  "DEFAULT",
  "PRIMARY",
  "UNIQUE",
  "KEY",
  "REFERENCES",
  "CHECK",
  "GENERATED",
  "AS",
  "AUTO_INCREMENT",
  "AUTOINCREMENT",
  "IDENTITY",
  "COMMENT",
  "COLLATE",
  "ON",
  "CHARSET",
  "CHARACTER SET",
  "STORAGE",
  "COMPRESSION",
  "VISIBLE",
  "INVISIBLE",
  "VIRTUAL",
  "STORED",
  "PERSISTED",
  "ENCODE",
  "SPARSE",
  "ROWGUIDCOL",
  "WITH",
  "WITHOUT",
  "FIRST",
  "AFTER",
  "USING",
  "ENABLE",
  "DISABLE",
  "DEFERRABLE",
  "INITIALLY",
  "SET",
  "OPTIONS",
  "SRID",
  "ENCRYPTED",
  "HIDDEN",
  "FOR",
  "REF_SYSTEM_ID",
  "ENFORCED",
  "COLUMN_FORMAT",
  "ASC",
  "DESC",
};

static gboolean
is_rule (const SquillSqlParser *self)
{
  if (_squill_sql_peek (self, 0)->kind != SQUILL_SQL_WORD)
    return FALSE;
  /* A type of MySQL. */
  if (_squill_sql_is (self, "SET") &&
      _squill_sql_token_is_symbol (&self->lexer, _squill_sql_peek (self, 1), '('))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    if (_squill_sql_is (self, rules[i]))
      return TRUE;
  return FALSE;
}

/* Whether the column, or what else is one of a list, ends here. */
static gboolean
is_at_item_end (const SquillSqlParser *self)
{
  return _squill_sql_is_at_end (self) || _squill_sql_is_symbol (self, ',') ||
         _squill_sql_is_symbol (self, ')');
}

static void
take_arguments (SquillSqlParser *self, SquillSqlColumn *column)
{
  _squill_sql_accept_symbol (self, '(');
  while (!_squill_sql_is_at_end (self) && !_squill_sql_is_symbol (self, ')'))
    {
      const SquillSqlTokenKind kind = _squill_sql_peek (self, 0)->kind;

      if (kind == SQUILL_SQL_NUMBER || kind == SQUILL_SQL_STRING || kind == SQUILL_SQL_QUOTED)
        g_ptr_array_add (column->arguments, _squill_sql_take_text (self));
      else
        _squill_sql_skip (self);
    }
  _squill_sql_accept_symbol (self, ')');
}

static void
append_to_type (SquillSqlParser *self, SquillSqlColumn *column)
{
  g_autofree char *word = _squill_sql_take_text (self);
  g_autofree char *lower = g_ascii_strdown (word, -1);
  char *type = g_strconcat (column->type, " ", lower, NULL);

  g_free (column->type);
  column->type = type;
}

/* A type of one or several words; SQLite's columns may have none. */
void
_squill_sql_take_column_type (SquillSqlParser *self, SquillSqlColumn *column)
{
  g_auto (SquillSqlName) name = { 0 };

  if (is_at_item_end (self) || is_rule (self) || !_squill_sql_take_full_name (self, &name))
    return;
  g_free (column->type);
  column->type = g_ascii_strdown (name.name, -1);
  g_ptr_array_set_size (column->arguments, 0);
  column->dimensions = 0;
  column->is_unsigned = FALSE;
  /* "unsigned big int", as SQLite has it */
  if (g_str_equal (column->type, "unsigned") && name.schema == NULL)
    {
      g_autofree char *word = NULL;

      column->is_unsigned = TRUE;
      if (_squill_sql_peek (self, 0)->kind == SQUILL_SQL_WORD && !is_at_item_end (self) &&
          !is_rule (self))
        word = _squill_sql_take_text (self);
      g_free (column->type);
      column->type = g_ascii_strdown (word != NULL ? word : "int", -1);
    }
  while (!is_at_item_end (self))
    if (_squill_sql_is_symbol (self, '('))
      take_arguments (self, column);
    else if (_squill_sql_accept_symbol (self, '['))
      {
        column->dimensions++;
        while (!_squill_sql_is_at_end (self) && !_squill_sql_accept_symbol (self, ']'))
          self->position++;
      }
    else if (_squill_sql_accept (self, "UNSIGNED") || _squill_sql_accept (self, "ZEROFILL"))
      column->is_unsigned = TRUE;
    else if (_squill_sql_accept (self, "ARRAY"))
      column->dimensions += !_squill_sql_is_symbol (self, '[');
    else if (_squill_sql_accept (self, "WITH TIME ZONE") ||
             _squill_sql_accept (self, "WITHOUT TIME ZONE") ||
             _squill_sql_accept (self, "WITH LOCAL TIME ZONE") ||
             _squill_sql_accept (self, "SIGNED"))
      continue;
    else if (_squill_sql_peek (self, 0)->kind == SQUILL_SQL_WORD && !is_rule (self))
      append_to_type (self, column);
    else
      break;
  /* "serial" is an integer that is not null, and a sequence. */
  if (g_str_has_prefix (column->type, "serial") || g_str_has_suffix (column->type, "serial"))
    column->numbered = column->not_null = TRUE;
  if (g_str_equal (column->type, "enum") || g_str_equal (column->type, "set"))
    {
      g_clear_pointer (&column->values, g_ptr_array_unref);
      column->values = g_steal_pointer (&column->arguments);
      column->arguments = _squill_sql_names_new ();
    }
}

static const SquillSqlToken *
get_token (const SquillSqlParser *self, guint index)
{
  return &g_array_index (self->tokens, SquillSqlToken, index);
}

static gboolean
is_symbol_at (const SquillSqlParser *self, guint index, char symbol)
{
  return _squill_sql_token_is_symbol (&self->lexer, get_token (self, index), symbol);
}

/* Of each opening parenthesis in a range where, counted from its begin, it is closed, and of all
 * else its own place (transfer full). */
static guint *
match_parentheses (const SquillSqlParser *self, guint first, guint end)
{
  guint *matches = g_new (guint, end - first + 1);
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < end - first; i++)
    {
      matches[i] = i;
      if (is_symbol_at (self, first + i, '('))
        g_array_append_val (open, i);
      else if (is_symbol_at (self, first + i, ')') && open->len > 0)
        {
          matches[g_array_index (open, guint, open->len - 1)] = i;
          g_array_set_size (open, open->len - 1);
        }
    }
  return matches;
}

/* Leaves off the parentheses around a literal, and the type that it is cast to. */
static void
narrow (const SquillSqlParser *self, guint *first, guint *end)
{
  const guint start = *first;
  g_autofree guint *matches = match_parentheses (self, *first, *end);

  for (gboolean again = TRUE; again && *first < *end;)
    {
      again = FALSE;
      for (guint i = *first; i < *end; i = start + matches[i - start] + 1)
        if (get_token (self, i)->kind == SQUILL_SQL_SYMBOL && get_token (self, i)->length == 2)
          {
            again = i > *first;
            *end = i;
          }
      if (*end - *first > 2 && is_symbol_at (self, *first, '(') &&
          start + matches[*first - start] == *end - 1)
        {
          (*first)++;
          (*end)--;
          again = TRUE;
        }
    }
}

static gboolean
begins_with_time (const SquillSqlParser *self, guint index)
{
  static const char *const words[] = { "CURRENT_TIMESTAMP", "NOW",          "GETDATE",
                                       "SYSDATE",           "SYSTIMESTAMP", "LOCALTIMESTAMP",
                                       "CURRENT_DATE",      "CURRENT_TIME", "DATETIME",
                                       "SYSDATETIME",       "GETUTCDATE",   "STRFTIME",
                                       "UTC_TIMESTAMP",     "TIMEZONE",     "JULIANDAY" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (_squill_sql_token_is (&self->lexer, get_token (self, index), words[i]))
      return TRUE;
  return FALSE;
}

/* The expression behind DEFAULT. */
void
_squill_sql_take_default (SquillSqlParser *self, SquillSqlColumn *column)
{
  guint first = self->position, end;
  const SquillSqlToken *token;
  gboolean is_negative = FALSE;

  do
    _squill_sql_skip (self);
  while (!is_at_item_end (self) && !is_rule (self));
  end = self->position;
  narrow (self, &first, &end);
  if (end - first == 2 && (is_symbol_at (self, first, '-') || is_symbol_at (self, first, '+')))
    is_negative = is_symbol_at (self, first++, '-');
  if (first >= end)
    return;
  token = get_token (self, first);
  g_clear_pointer (&column->default_value, g_free);
  column->has_computed_default = FALSE;
  column->stamped = begins_with_time (self, first);
  if (_squill_sql_token_is (&self->lexer, token, "NEXTVAL"))
    column->numbered = TRUE;
  else if (column->stamped || _squill_sql_token_is (&self->lexer, token, "NULL"))
    return;
  else if (end - first == 1 &&
           (token->kind != SQUILL_SQL_WORD || _squill_sql_token_is (&self->lexer, token, "TRUE") ||
            _squill_sql_token_is (&self->lexer, token, "FALSE")) &&
           token->kind != SQUILL_SQL_SYMBOL)
    {
      g_autofree char *text = _squill_sql_token_get_text (&self->lexer, token);

      column->default_value = g_strconcat (is_negative ? "-" : "", text, NULL);
      column->default_is_text =
          token->kind == SQUILL_SQL_STRING || token->kind == SQUILL_SQL_QUOTED;
    }
  else
    column->has_computed_default = TRUE;
}

/* What stands behind REFERENCES (transfer full); NULL where there is no name. */
SquillSqlForeignKey *
_squill_sql_take_reference (SquillSqlParser *self)
{
  SquillSqlForeignKey *key = _squill_sql_foreign_key_new ();

  key->line = _squill_sql_peek (self, 0)->line;
  key->column = _squill_sql_peek (self, 0)->column;
  _squill_sql_take_full_name (self, &key->target);
  if (_squill_sql_is_symbol (self, '('))
    {
      g_ptr_array_unref (key->target_columns);
      key->target_columns = _squill_sql_take_names (self);
    }
  while (!is_at_item_end (self))
    if (_squill_sql_accept (self, "ON DELETE"))
      key->cascades = _squill_sql_is (self, "CASCADE");
    else if (_squill_sql_accept (self, "ON UPDATE") || _squill_sql_accept (self, "SET NULL") ||
             _squill_sql_accept (self, "SET DEFAULT") || _squill_sql_accept (self, "NO ACTION") ||
             _squill_sql_accept (self, "NOT DEFERRABLE") || _squill_sql_accept (self, "CASCADE") ||
             _squill_sql_accept (self, "RESTRICT") || _squill_sql_accept (self, "DEFERRABLE") ||
             _squill_sql_accept (self, "INITIALLY DEFERRED") ||
             _squill_sql_accept (self, "INITIALLY IMMEDIATE") ||
             _squill_sql_accept (self, "MATCH FULL") || _squill_sql_accept (self, "MATCH SIMPLE") ||
             _squill_sql_accept (self, "MATCH PARTIAL") || _squill_sql_accept (self, "NOT VALID"))
      continue;
    else
      break;
  return key;
}

static void
add_unique (SquillSqlTable *table, const char *column, const char *name)
{
  SquillSqlIndex *index = _squill_sql_index_new ();
  const gboolean ascending = FALSE;

  index->name = g_strdup (name);
  index->unique = TRUE;
  g_ptr_array_add (index->columns, g_strdup (column));
  g_array_append_val (index->descending, ascending);
  g_ptr_array_add (table->indexes, index);
}

static void
take_generated (SquillSqlParser *self, SquillSqlColumn *column)
{
  guint first;

  while (!is_at_item_end (self) && !_squill_sql_accept (self, "AS"))
    self->position++;
  if (_squill_sql_accept (self, "IDENTITY"))
    {
      column->numbered = column->not_null = TRUE;
      if (_squill_sql_is_symbol (self, '('))
        _squill_sql_skip (self);
      return;
    }
  first = self->position;
  if (_squill_sql_is_symbol (self, '('))
    {
      _squill_sql_skip (self);
      g_free (column->formula);
      column->formula = _squill_sql_get_source (self, first + 1, self->position - 1);
    }
}

/* Only what has a name can be taken back by it. Takes @name. */
static void
add_rule (SquillSqlTable *table, const SquillSqlColumn *column, SquillSqlRuleKind kind, char **name)
{
  if (*name == NULL)
    return;
  g_ptr_array_add (_squill_sql_table_add_rule (table, kind, *name)->columns,
                   g_strdup (column->name));
  g_clear_pointer (name, g_free);
}

/* A word that says how, with what belongs to it. */
static void
skip_rule (SquillSqlParser *self)
{
  static const char *const with_word[] = { "COLLATE",       "CHARSET", "CHARACTER SET", "STORAGE",
                                           "COMPRESSION",   "ENCODE",  "SRID",          "AFTER",
                                           "COLUMN_FORMAT", "USING" };

  for (guint i = 0; i < G_N_ELEMENTS (with_word); i++)
    if (_squill_sql_accept (self, with_word[i]))
      {
        g_auto (SquillSqlName) name = { 0 };

        if (!is_at_item_end (self) && !_squill_sql_take_full_name (self, &name))
          _squill_sql_skip (self);
        return;
      }
  _squill_sql_skip (self);
}

/* What stands behind the type of a column. @table may be NULL: of a domain. */
void
_squill_sql_take_column_rules (SquillSqlParser *self,
                               SquillSqlTable *table,
                               SquillSqlColumn *column)
{
  g_autofree char *name = NULL; /* of the constraint that comes next */

  while (!is_at_item_end (self))
    if (_squill_sql_accept (self, "CONSTRAINT"))
      {
        g_free (name);
        name = _squill_sql_take_name (self);
      }
    else if (_squill_sql_accept (self, "NOT NULL"))
      {
        column->not_null = TRUE;
        if (table != NULL)
          add_rule (table, column, SQUILL_SQL_RULE_NOT_NULL, &name);
      }
    else if (_squill_sql_accept (self, "NULL"))
      column->not_null = FALSE;
    else if (_squill_sql_accept (self, "DEFAULT"))
      {
        _squill_sql_take_default (self, column);
        if (table != NULL)
          add_rule (table, column, SQUILL_SQL_RULE_DEFAULT, &name);
      }
    else if (table != NULL &&
             (_squill_sql_accept (self, "PRIMARY KEY") || _squill_sql_accept (self, "KEY")))
      {
        if (!_squill_sql_names_contain (table->primary_key, column->name))
          g_ptr_array_add (table->primary_key, g_strdup (column->name));
        g_free (table->key_name);
        table->key_name = g_steal_pointer (&name);
      }
    else if (table != NULL && _squill_sql_accept (self, "UNIQUE"))
      {
        _squill_sql_accept (self, "KEY");
        add_unique (table, column->name, name);
        g_clear_pointer (&name, g_free);
      }
    else if (table != NULL && _squill_sql_accept (self, "REFERENCES"))
      {
        SquillSqlForeignKey *key = _squill_sql_take_reference (self);

        key->name = g_steal_pointer (&name);
        g_ptr_array_add (key->columns, g_strdup (column->name));
        g_ptr_array_add (table->foreign_keys, key);
      }
    else if (_squill_sql_accept (self, "CHECK"))
      {
        _squill_sql_take_check (self, table, column, name);
        g_clear_pointer (&name, g_free);
      }
    else if (_squill_sql_is (self, "GENERATED") || _squill_sql_is (self, "AS"))
      take_generated (self, column);
    else if (_squill_sql_accept (self, "AUTO_INCREMENT") ||
             _squill_sql_accept (self, "AUTOINCREMENT") || _squill_sql_accept (self, "IDENTITY"))
      {
        column->numbered = column->not_null = TRUE;
        if (_squill_sql_is_symbol (self, '('))
          _squill_sql_skip (self);
      }
    else if (_squill_sql_accept (self, "COMMENT"))
      {
        g_free (column->comment);
        column->comment = _squill_sql_take_text (self);
      }
    else if (_squill_sql_accept (self, "ON UPDATE"))
      {
        column->stamped |= begins_with_time (self, self->position);
        _squill_sql_skip (self);
      }
    else
      skip_rule (self);
}

/* A column of a table that is not in it yet (transfer none); NULL where there is no name. */
SquillSqlColumn *
_squill_sql_take_column (SquillSqlParser *self, SquillSqlTable *table)
{
  const SquillSqlToken *token = _squill_sql_peek (self, 0);
  char *name = _squill_sql_take_name (self);
  SquillSqlColumn *column;

  if (name == NULL || *name == '\0' || _squill_sql_table_find_column (table, name) != NULL)
    {
      g_autofree char *text = name;

      _squill_sql_tell (
          self, token,
          name == NULL || *name == '\0'
              ? g_strdup (_ ("The name of a column is expected here"))
              : g_strdup_printf (_ ("“%s” already has a column “%s”"), table->name.name, text));
      while (!is_at_item_end (self))
        _squill_sql_skip (self);
      return NULL;
    }
  column = _squill_sql_column_new (name);
  _squill_sql_table_add_column (table, column, -1);
  _squill_sql_take_column_type (self, column);
  _squill_sql_take_column_rules (self, table, column);
  return column;
}

/* The columns of an index, in parentheses. FALSE where one of them is an expression. */
static gboolean
take_index_columns (SquillSqlParser *self, const SquillSqlTable *table, SquillSqlIndex *index)
{
  gboolean is_plain = TRUE;

  if (!_squill_sql_accept_symbol (self, '('))
    return FALSE;
  while (!_squill_sql_is_at_end (self) && !_squill_sql_is_symbol (self, ')'))
    {
      g_autofree char *name = _squill_sql_take_name (self);
      gboolean descends = FALSE;

      /* MySQL: the first characters only. */
      if (_squill_sql_is_symbol (self, '(') &&
          _squill_sql_peek (self, 1)->kind == SQUILL_SQL_NUMBER)
        _squill_sql_skip (self);
      is_plain &= name != NULL && !_squill_sql_is_symbol (self, '(') &&
                  _squill_sql_table_find_column (table, name) != NULL;
      while (!is_at_item_end (self))
        {
          descends |= _squill_sql_is (self, "DESC");
          _squill_sql_skip (self);
        }
      _squill_sql_accept_symbol (self, ',');
      if (name != NULL && !_squill_sql_names_contain (index->columns, name))
        {
          g_ptr_array_add (index->columns, g_steal_pointer (&name));
          g_array_append_val (index->descending, descends);
        }
    }
  _squill_sql_accept_symbol (self, ')');
  return is_plain && index->columns->len > 0;
}

/* An index whose columns come next. Takes @name. */
void
_squill_sql_take_index (SquillSqlParser *self,
                        SquillSqlTable *table,
                        char *name,
                        gboolean unique,
                        SquillSqlIndexKind kind)
{
  const SquillSqlToken *token = _squill_sql_peek (self, 0);
  SquillSqlIndex *index = _squill_sql_index_new ();

  index->name = name;
  index->unique = unique;
  index->kind = kind;
  g_ptr_array_add (table->indexes, index);
  if (!take_index_columns (self, table, index))
    {
      _squill_sql_tell (self, token,
                        g_strdup_printf (_ ("An index of an expression of “%s” is not taken over"),
                                         table->name.name));
      g_ptr_array_remove_index (table->indexes, table->indexes->len - 1);
    }
}

/* An index within a table or as a constraint: its name may be missing. */
static void
take_index (SquillSqlParser *self,
            SquillSqlTable *table,
            const char *constraint,
            gboolean unique,
            SquillSqlIndexKind kind)
{
  g_autofree char *name = NULL;

  if (!_squill_sql_is_symbol (self, '('))
    name = _squill_sql_take_name (self);
  if (name == NULL)
    name = g_strdup (constraint);
  while (!_squill_sql_is_symbol (self, '(') && !is_at_item_end (self))
    self->position++;
  _squill_sql_take_index (self, table, g_steal_pointer (&name), unique, kind);
}

/* An index that becomes a constraint, and gets its name: PostgreSQL's keys are made so without
 * waiting. FALSE where columns come next. @constraint: (nullable): the name */
static gboolean
take_using_index (SquillSqlParser *self,
                  SquillSqlTable *table,
                  const char *constraint,
                  gboolean is_key)
{
  g_autofree char *name = NULL;

  if (!_squill_sql_accept (self, "USING INDEX"))
    return FALSE;
  name = _squill_sql_take_name (self);
  if (name == NULL)
    return TRUE;
  if (!is_key)
    {
      if (constraint != NULL)
        _squill_sql_rename_index (table, name, constraint);
      return TRUE;
    }
  for (guint i = 0; i < table->indexes->len; i++)
    {
      const SquillSqlIndex *index = table->indexes->pdata[i];

      if (index->name == NULL || !_squill_sql_names_equal (index->name, name))
        continue;
      if (table->key_name == NULL)
        table->key_name = g_strdup (name);
      g_ptr_array_set_size (table->primary_key, 0);
      for (guint j = 0; j < index->columns->len; j++)
        g_ptr_array_add (table->primary_key, g_strdup (index->columns->pdata[j]));
      g_ptr_array_remove_index (table->indexes, i);
      break;
    }
  return TRUE;
}

static void
take_primary_key (SquillSqlParser *self, SquillSqlTable *table, const char *name)
{
  g_free (table->key_name);
  table->key_name = g_strdup (name);
  if (take_using_index (self, table, name, TRUE))
    return;
  while (!_squill_sql_is_symbol (self, '(') && !is_at_item_end (self))
    self->position++;
  if (!_squill_sql_is_symbol (self, '('))
    return;
  g_ptr_array_unref (table->primary_key);
  table->primary_key = _squill_sql_take_names (self);
}

static void
take_foreign_key (SquillSqlParser *self, SquillSqlTable *table, const char *constraint)
{
  g_autofree char *name = g_strdup (constraint);
  GPtrArray *columns;
  SquillSqlForeignKey *key;

  /* MySQL has it here, too. */
  if (name == NULL && !_squill_sql_is_symbol (self, '('))
    name = _squill_sql_take_name (self);
  while (!_squill_sql_is_symbol (self, '(') && !is_at_item_end (self))
    self->position++;
  columns = _squill_sql_take_names (self);
  if (!_squill_sql_accept (self, "REFERENCES") || columns->len == 0)
    {
      g_ptr_array_unref (columns);
      return;
    }
  key = _squill_sql_take_reference (self);
  key->name = g_steal_pointer (&name);
  g_ptr_array_unref (key->columns);
  key->columns = columns;
  g_ptr_array_add (table->foreign_keys, key);
}

/* SQL Server's scripts have defaults behind the table: an expression, and the column. */
static void
take_default_for (SquillSqlParser *self, SquillSqlTable *table, const char *constraint)
{
  const guint first = self->position;
  g_autofree char *name = NULL, *rule_name = g_strdup (constraint);
  SquillSqlColumn *column;
  guint end;

  while (!is_at_item_end (self) && !_squill_sql_is (self, "FOR"))
    _squill_sql_skip (self);
  if (!_squill_sql_accept (self, "FOR"))
    return;
  name = _squill_sql_take_name (self);
  column = name == NULL ? NULL : _squill_sql_table_find_column (table, name);
  if (column == NULL)
    return;
  end = self->position;
  self->position = first;
  _squill_sql_take_default (self, column);
  self->position = end;
  add_rule (table, column, SQUILL_SQL_RULE_DEFAULT, &rule_name);
}

/* A constraint or an index of a table. FALSE, and nothing is read, where there is none. */
gboolean
_squill_sql_take_constraint (SquillSqlParser *self, SquillSqlTable *table)
{
  const guint start = self->position;
  g_autofree char *name = NULL;

  if (_squill_sql_accept (self, "CONSTRAINT") && !_squill_sql_is (self, "PRIMARY KEY") &&
      !_squill_sql_is (self, "FOREIGN KEY") && !_squill_sql_is (self, "UNIQUE") &&
      !_squill_sql_is (self, "CHECK"))
    name = _squill_sql_take_name (self);
  if (_squill_sql_accept (self, "PRIMARY KEY"))
    take_primary_key (self, table, name);
  else if (_squill_sql_accept (self, "FOREIGN KEY"))
    take_foreign_key (self, table, name);
  else if (_squill_sql_accept (self, "UNIQUE"))
    {
      if (!_squill_sql_accept (self, "KEY"))
        _squill_sql_accept (self, "INDEX");
      if (!take_using_index (self, table, name, FALSE))
        take_index (self, table, name, TRUE, SQUILL_SQL_INDEX_USUAL);
    }
  else if (_squill_sql_accept (self, "CHECK"))
    _squill_sql_take_check (self, table, NULL, name);
  else if (_squill_sql_accept (self, "DEFAULT"))
    take_default_for (self, table, name);
  else if (_squill_sql_is (self, "FULLTEXT KEY") || _squill_sql_is (self, "FULLTEXT INDEX") ||
           _squill_sql_is (self, "SPATIAL KEY") || _squill_sql_is (self, "SPATIAL INDEX"))
    {
      const gboolean is_spatial = _squill_sql_is (self, "SPATIAL");

      self->position += 2;
      take_index (self, table, name, FALSE,
                  is_spatial ? SQUILL_SQL_INDEX_SPATIAL : SQUILL_SQL_INDEX_TEXT);
    }
  else if ((_squill_sql_is (self, "KEY") || _squill_sql_is (self, "INDEX")) &&
           (_squill_sql_token_is_symbol (&self->lexer, _squill_sql_peek (self, 1), '(') ||
            _squill_sql_token_is_symbol (&self->lexer, _squill_sql_peek (self, 2), '(') ||
            _squill_sql_token_is (&self->lexer, _squill_sql_peek (self, 2), "USING")))
    {
      /* A column may be called "key", with a type such as "varchar (10)". */
      if (_squill_sql_token_is_symbol (&self->lexer, _squill_sql_peek (self, 2), '(') &&
          _squill_sql_peek (self, 3)->kind == SQUILL_SQL_NUMBER)
        return FALSE;
      self->position++;
      take_index (self, table, name, FALSE, SQUILL_SQL_INDEX_USUAL);
    }
  else if (_squill_sql_is (self, "EXCLUDE USING") || _squill_sql_is (self, "PERIOD FOR"))
    {
      _squill_sql_tell (
          self, _squill_sql_peek (self, 0),
          g_strdup_printf (_ ("This constraint of “%s” is not taken over"), table->name.name));
    }
  else if (self->position == start)
    return FALSE;
  while (!is_at_item_end (self))
    _squill_sql_skip (self);
  return TRUE;
}
