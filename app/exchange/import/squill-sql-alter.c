/* SPDX-License-Identifier: Apache-2.0 */

/* Changes of tables that a file of SQL has created: columns, keys, and names. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "exchange/import/squill-sql-private.h"

/* Whether a word begins a change of a column, and is no type. */
static gboolean
is_any_of_rules (const SquillSqlParser *self)
{
  static const char *const words[] = { "SET", "DROP", "ADD", "RESTART", "RESET" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (_squill_sql_is (self, words[i]))
      return TRUE;
  return FALSE;
}

/* What follows ALTER COLUMN. */
static void
take_alter_column (SquillSqlParser *self, SquillSqlTable *table)
{
  g_autofree char *name = _squill_sql_take_name (self);
  SquillSqlColumn *column = name == NULL ? NULL : _squill_sql_table_find_column (table, name);

  if (column == NULL)
    return;
  if (_squill_sql_accept (self, "SET DEFAULT"))
    _squill_sql_take_default (self, column);
  else if (_squill_sql_accept (self, "DROP DEFAULT"))
    {
      g_clear_pointer (&column->default_value, g_free);
      column->has_computed_default = column->stamped = FALSE;
    }
  else if (_squill_sql_accept (self, "SET NOT NULL"))
    column->not_null = TRUE;
  else if (_squill_sql_accept (self, "DROP NOT NULL"))
    column->not_null = FALSE;
  else if (_squill_sql_accept (self, "ADD GENERATED"))
    column->numbered = TRUE;
  else if (_squill_sql_accept (self, "SET DATA TYPE") || _squill_sql_accept (self, "TYPE"))
    _squill_sql_take_column_type (self, column);
  else if (_squill_sql_peek (self, 0)->kind == SQUILL_SQL_QUOTED ||
           (_squill_sql_peek (self, 0)->kind == SQUILL_SQL_WORD && !is_any_of_rules (self)))
    {
      /* SQL Server has the type at once. */
      column->not_null = FALSE;
      _squill_sql_take_column_type (self, column);
      _squill_sql_take_column_rules (self, table, column);
    }
}

static void
rename_in (GPtrArray *names, const char *name, const char *new_name)
{
  for (guint i = 0; i < names->len; i++)
    if (_squill_sql_names_equal (names->pdata[i], name))
      {
        g_free (names->pdata[i]);
        names->pdata[i] = g_strdup (new_name);
      }
}

/* The keys of a partial filter expression are names of columns. */
static void
rename_in_condition (json_t *condition, const char *name, const char *new_name)
{
  json_auto_t *before = json_copy (condition);
  const char *key;
  json_t *value;

  json_object_clear (condition);
  json_object_foreach (before, key, value)
  {
    json_object_set (condition, _squill_sql_names_equal (key, name) ? new_name : key, value);
  }
}

/* Keys, indexes, and rules of the table go along, and the foreign keys of others that lead to it.
 */
void
_squill_sql_rename_column (SquillSqlParser *self,
                           SquillSqlTable *table,
                           SquillSqlColumn *column,
                           const char *new_name)
{
  g_autofree char *name = g_strdup (column->name);

  _squill_sql_keep_names (self, table);
  _squill_sql_table_rename_column (table, column, new_name);
  rename_in (table->primary_key, name, new_name);
  for (guint i = 0; i < table->foreign_keys->len; i++)
    rename_in (((SquillSqlForeignKey *)table->foreign_keys->pdata[i])->columns, name, new_name);
  for (guint i = 0; i < table->rules->len; i++)
    rename_in (((SquillSqlRule *)table->rules->pdata[i])->columns, name, new_name);
  for (guint i = 0; i < table->indexes->len; i++)
    {
      SquillSqlIndex *index = table->indexes->pdata[i];

      rename_in (index->columns, name, new_name);
      if (index->condition != NULL)
        rename_in_condition (index->condition, name, new_name);
    }
  for (guint i = 0; i < self->schema->tables->len; i++)
    {
      const SquillSqlTable *other = self->schema->tables->pdata[i];

      for (guint j = 0; j < other->foreign_keys->len; j++)
        {
          SquillSqlForeignKey *key = other->foreign_keys->pdata[j];

          if (_squill_sql_schema_find_table (self->schema, &key->target) == table)
            rename_in (key->target_columns, name, new_name);
        }
    }
}

/* What refers to the table goes along. */
void
_squill_sql_rename_table (SquillSqlParser *self, SquillSqlTable *table, const char *new_name)
{
  g_autoptr (GPtrArray) referring = g_ptr_array_new ();

  _squill_sql_keep_names (self, table);
  for (guint i = 0; i < self->schema->tables->len; i++)
    {
      SquillSqlTable *other = self->schema->tables->pdata[i];

      for (guint j = 0; j < other->foreign_keys->len; j++)
        g_ptr_array_add (referring,
                         &((SquillSqlForeignKey *)other->foreign_keys->pdata[j])->target);
      g_ptr_array_add (referring, &other->partition_of);
    }
  for (guint i = referring->len; i-- > 0;)
    if (_squill_sql_schema_find_table (self->schema, referring->pdata[i]) != table)
      g_ptr_array_remove_index_fast (referring, i);
  for (guint i = 0; i < referring->len; i++)
    {
      SquillSqlName *name = referring->pdata[i];

      g_free (name->name);
      name->name = g_strdup (new_name);
    }
  _squill_sql_schema_rename_table (self->schema, table, g_strdup (new_name));
}

/* What follows RENAME or RENAME TABLE, as Oracle and MySQL have it. */
void
_squill_sql_take_rename_table (SquillSqlParser *self)
{
  do
    {
      g_auto (SquillSqlName) name = { 0 }, renamed = { 0 };
      SquillSqlTable *table;

      _squill_sql_accept (self, "IF EXISTS");
      if (!_squill_sql_take_full_name (self, &name) || !_squill_sql_accept (self, "TO") ||
          !_squill_sql_take_full_name (self, &renamed))
        return;
      table = _squill_sql_schema_find_table (self->schema, &name);
      if (table != NULL)
        _squill_sql_rename_table (self, table, renamed.name);
    }
  while (_squill_sql_accept_symbol (self, ','));
}

/* A whole definition in place of one that is there, which keeps its place. */
static void
redefine_column (SquillSqlParser *self, SquillSqlTable *table, const char *old_name)
{
  SquillSqlColumn *column = _squill_sql_table_find_column (table, old_name);
  g_autofree char *name = _squill_sql_take_name (self);
  SquillSqlColumn *there = name == NULL ? NULL : _squill_sql_table_find_column (table, name);

  if (column == NULL || name == NULL || (there != NULL && there != column))
    return;
  _squill_sql_rename_column (self, table, column, name);
  column->not_null = column->numbered = column->stamped = column->has_computed_default = FALSE;
  g_clear_pointer (&column->default_value, g_free);
  g_clear_pointer (&column->values, g_ptr_array_unref);
  if (self->lexer.dialect == SQUILL_SQL_MYSQL)
    g_clear_pointer (&column->comment, g_free);
  _squill_sql_take_column_type (self, column);
  _squill_sql_take_column_rules (self, table, column);
}

/* Whether what follows the name of a column is as Oracle has it, and not as MySQL: no type, or one
 * that only Oracle has. */
static gboolean
is_partial_definition (const SquillSqlParser *self)
{
  static const char *const words[] = {
    "NOT",      "NULL",      "DEFAULT", "CONSTRAINT", "CHECK", "INVISIBLE", "VISIBLE",
    "VARCHAR2", "NVARCHAR2", "NUMBER",  "CLOB",       "NCLOB", "RAW",
  };
  const SquillSqlToken *token = _squill_sql_peek (self, 1);

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (_squill_sql_token_is (&self->lexer, token, words[i]))
      return TRUE;
  return FALSE;
}

/* Oracle's MODIFY says only what is different. */
static void
modify_column (SquillSqlParser *self, SquillSqlTable *table)
{
  static const char *const rules[] = { "NOT",   "NULL",      "DEFAULT", "CONSTRAINT",
                                       "CHECK", "INVISIBLE", "VISIBLE" };
  g_autofree char *name = _squill_sql_take_name (self);
  SquillSqlColumn *column = name == NULL ? NULL : _squill_sql_table_find_column (table, name);
  const SquillSqlTokenKind kind = _squill_sql_peek (self, 0)->kind;
  gboolean has_type = kind == SQUILL_SQL_WORD || kind == SQUILL_SQL_QUOTED;

  if (column == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    has_type &= !_squill_sql_is (self, rules[i]);
  if (has_type)
    _squill_sql_take_column_type (self, column);
  if (_squill_sql_is (self, "NULL"))
    column->not_null = FALSE;
  _squill_sql_take_column_rules (self, table, column);
}

/* What follows MODIFY: in MySQL a column with its whole definition; in Oracle what is different of
 * a column, or of several in parentheses. */
static void
take_modify (SquillSqlParser *self, SquillSqlTable *table)
{
  const gboolean is_whole = _squill_sql_accept (self, "COLUMN");
  g_autofree char *name = NULL;

  if (_squill_sql_accept_symbol (self, '('))
    do
      {
        modify_column (self, table);
        while (!_squill_sql_is_at_end (self) && !_squill_sql_is_symbol (self, ',') &&
               !_squill_sql_is_symbol (self, ')'))
          _squill_sql_skip (self);
      }
    while (_squill_sql_accept_symbol (self, ','));
  else if (!is_whole && is_partial_definition (self))
    modify_column (self, table);
  else
    {
      name = _squill_sql_token_get_text (&self->lexer, _squill_sql_peek (self, 0));
      redefine_column (self, table, name);
    }
}

static void
take_rename_column (SquillSqlParser *self, SquillSqlTable *table)
{
  g_autofree char *name = _squill_sql_take_name (self), *new_name = NULL;
  SquillSqlColumn *column = name == NULL ? NULL : _squill_sql_table_find_column (table, name);
  SquillSqlColumn *there;

  if (!_squill_sql_accept (self, "TO"))
    return;
  new_name = _squill_sql_take_name (self);
  there = new_name == NULL ? NULL : _squill_sql_table_find_column (table, new_name);
  if (column != NULL && new_name != NULL && (there == NULL || there == column))
    _squill_sql_rename_column (self, table, column, new_name);
}

static void
take_alter_action (SquillSqlParser *self, SquillSqlTable *table)
{
  g_autofree char *name = NULL;

  if (!_squill_sql_accept (self, "WITH CHECK"))
    _squill_sql_accept (self, "WITH NOCHECK");
  if (_squill_sql_accept (self, "ADD"))
    {
      if (_squill_sql_take_constraint (self, table))
        return;
      _squill_sql_accept (self, "COLUMN");
      _squill_sql_accept (self, "IF NOT EXISTS");
      /* Several in parentheses, as MySQL and Oracle allow. */
      if (_squill_sql_accept_symbol (self, '('))
        _squill_sql_take_columns (self, table);
      else
        _squill_sql_take_column (self, table);
    }
  else if (_squill_sql_accept (self, "ALTER COLUMN") || _squill_sql_accept (self, "ALTER"))
    take_alter_column (self, table);
  else if (_squill_sql_accept (self, "MODIFY"))
    take_modify (self, table);
  else if (_squill_sql_accept (self, "CHANGE"))
    {
      _squill_sql_accept (self, "COLUMN");
      name = _squill_sql_take_text (self);
      redefine_column (self, table, name);
    }
  else if (_squill_sql_accept (self, "DROP"))
    {
      if (_squill_sql_take_drop_constraint (self, table))
        return;
      _squill_sql_accept (self, "COLUMN");
      _squill_sql_accept (self, "IF EXISTS");
      name = _squill_sql_take_text (self);
      _squill_sql_drop_column (self, table, name);
    }
  else if (_squill_sql_accept (self, "RENAME TO") || _squill_sql_accept (self, "RENAME AS"))
    {
      g_auto (SquillSqlName) renamed = { 0 };

      if (_squill_sql_take_full_name (self, &renamed))
        _squill_sql_rename_table (self, table, renamed.name);
    }
  else if (_squill_sql_accept (self, "RENAME COLUMN"))
    take_rename_column (self, table);
  else if (_squill_sql_accept (self, "RENAME"))
    {
      if (!_squill_sql_take_rename_constraint (self, table))
        take_rename_column (self, table);
    }
  else if (_squill_sql_accept (self, "COMMENT"))
    {
      _squill_sql_accept_symbol (self, '=');
      g_free (table->comment);
      table->comment = _squill_sql_take_text (self);
    }
  else if (_squill_sql_accept (self, "ATTACH PARTITION"))
    {
      g_auto (SquillSqlName) part = { 0 };
      SquillSqlTable *partition;

      _squill_sql_take_full_name (self, &part);
      partition = _squill_sql_schema_find_table (self->schema, &part);
      if (partition != NULL && partition != table && partition->partition_of.name == NULL)
        partition->partition_of =
            (SquillSqlName){ g_strdup (table->name.schema), g_strdup (table->name.name) };
    }
}

/* Whether what is at hand begins an action, or an option of MySQL beside them. */
static gboolean
is_at_action (const SquillSqlParser *self)
{
  static const char *const words[] = {
    "ADD",       "ALTER",          "MODIFY",    "CHANGE",     "DROP",    "RENAME",    "COMMENT",
    "ATTACH",    "DETACH",         "OWNER",     "SET",        "RESET",   "ENABLE",    "DISABLE",
    "VALIDATE",  "CLUSTER",        "INHERIT",   "NO",         "REPLICA", "FORCE",     "CONVERT",
    "ORDER",     "DEFAULT",        "DISCARD",   "IMPORT",     "WITH",    "WITHOUT",   "ENGINE",
    "PARTITION", "AUTO_INCREMENT", "CHARACTER", "ROW_FORMAT", "LOCK",    "ALGORITHM", "PERIOD",
    "COLLATE",   "REORGANIZE",     "EXCHANGE",  "TRUNCATE",   "REBUILD", "SPLIT",     "MERGE",
  };
  const SquillSqlTokenKind kind = _squill_sql_peek (self, 0)->kind;

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (_squill_sql_is (self, words[i]))
      return TRUE;
  return kind != SQUILL_SQL_WORD && kind != SQUILL_SQL_QUOTED;
}

/* In SQL Server one ADD is for a list of constraints and columns. */
static void
take_further_addition (SquillSqlParser *self, SquillSqlTable *table)
{
  if (!_squill_sql_take_constraint (self, table))
    _squill_sql_take_column (self, table);
}

/* And one DROP is for a list of names, each with what it is, or all columns. */
static void
take_further_removal (SquillSqlParser *self, SquillSqlTable *table)
{
  g_autofree char *name = NULL;

  if (_squill_sql_take_drop_constraint (self, table))
    return;
  _squill_sql_accept (self, "COLUMN");
  _squill_sql_accept (self, "IF EXISTS");
  name = _squill_sql_take_text (self);
  _squill_sql_drop_column (self, table, name);
}

/* What follows ALTER TABLE; @is_conditional: the table may be missing. */
void
_squill_sql_take_alter_table (SquillSqlParser *self, gboolean is_conditional)
{
  const SquillSqlToken *token;
  g_auto (SquillSqlName) name = { 0 };
  SquillSqlTable *table;
  gboolean adds = FALSE, drops_columns = FALSE;

  is_conditional |= _squill_sql_accept (self, "IF EXISTS");
  _squill_sql_accept (self, "ONLY");
  token = _squill_sql_peek (self, 0);
  _squill_sql_take_full_name (self, &name);
  table = _squill_sql_schema_find_table (self->schema, &name);
  if (table == NULL)
    {
      /* pg_dump gives views and sequences their owner in this way. */
      if (!is_conditional && !_squill_sql_is (self, "OWNER") && !_squill_sql_is (self, "RENAME") &&
          !_squill_sql_is (self, "ALTER"))
        _squill_sql_tell (
            self, token,
            g_strdup_printf (_ ("There is no table “%s”"), name.name != NULL ? name.name : ""));
      return;
    }
  while (!_squill_sql_is_at_end (self))
    {
      const guint before = self->position;

      if (adds && !is_at_action (self))
        take_further_addition (self, table);
      else if (drops_columns && !is_at_action (self))
        take_further_removal (self, table);
      else
        {
          adds = _squill_sql_is (self, "ADD") || _squill_sql_is (self, "WITH CHECK ADD") ||
                 _squill_sql_is (self, "WITH NOCHECK ADD");
          drops_columns = _squill_sql_is (self, "DROP COLUMN");
          take_alter_action (self, table);
        }
      while (!_squill_sql_is_at_end (self) && !_squill_sql_is_symbol (self, ','))
        _squill_sql_skip (self);
      _squill_sql_accept_symbol (self, ',');
      if (self->position <= before)
        self->position = before + 1;
    }
}
