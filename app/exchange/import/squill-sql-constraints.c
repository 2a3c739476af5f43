/* SPDX-License-Identifier: Apache-2.0 */

/* Constraints and indexes of tables by their names: what a file takes back of them, or calls
 * otherwise. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "exchange/import/squill-sql-private.h"

/* What ALTER TABLE … DROP says that the name is of. */
typedef enum
{
  ANY,
  FOREIGN_KEY,
  INDEX,
} Kind;

/* As PostgreSQL makes it of the table, the columns, and a word. */
static char *
make_name (const SquillSqlTable *table, const GPtrArray *columns, const char *word)
{
  GString *name = g_string_new (table->name.name);

  for (guint i = 0; columns != NULL && i < columns->len; i++)
    g_string_append_printf (name, "_%s", (char *)columns->pdata[i]);
  g_string_append_printf (name, "_%s", word);
  return g_string_free (name, FALSE);
}

/* Whether something is called so: by the name that it was given, or else by the one that is made.
 */
static gboolean
is_called (const char *name,
           const char *given,
           const SquillSqlTable *table,
           const GPtrArray *columns,
           const char *word)
{
  g_autofree char *made = NULL;

  if (given != NULL)
    return _squill_sql_names_equal (name, given);
  if (!g_str_has_suffix (name, word))
    return FALSE;
  made = make_name (table, columns, word);
  return _squill_sql_names_equal (name, made);
}

/* MySQL calls the second key that is given no name "table_ibfk_2", also when the first one is gone.
 */
static void
name_numbered_keys (SquillSqlTable *table)
{
  g_autofree char *prefix = g_strconcat (table->name.name, "_ibfk_", NULL);
  guint64 last = 0;

  for (guint i = 0; i < table->foreign_keys->len; i++)
    {
      SquillSqlForeignKey *key = table->foreign_keys->pdata[i];

      if (key->name == NULL)
        key->name = g_strdup_printf ("%s%" G_GUINT64_FORMAT, prefix, ++last);
      else if (g_ascii_strncasecmp (key->name, prefix, strlen (prefix)) == 0)
        last = MAX (last, g_ascii_strtoull (key->name + strlen (prefix), NULL, 10));
    }
}

/* FALSE where there is none of this name; so below. */
static gboolean
drop_foreign_key (SquillSqlTable *table, const char *name)
{
  if (strstr (name, "_ibfk_") != NULL)
    name_numbered_keys (table);
  for (guint i = 0; i < table->foreign_keys->len; i++)
    {
      const SquillSqlForeignKey *key = table->foreign_keys->pdata[i];

      if (!is_called (name, key->name, table, key->columns, "fkey"))
        continue;
      g_ptr_array_remove_index (table->foreign_keys, i);
      return TRUE;
    }
  return FALSE;
}

static gboolean
is_index_called (const char *name, const SquillSqlTable *table, const SquillSqlIndex *index)
{
  /* MySQL's is called as its first column is. */
  return is_called (name, index->name, table, index->columns, index->unique ? "key" : "idx") ||
         (index->name == NULL && index->columns->len > 0 &&
          _squill_sql_names_equal (name, index->columns->pdata[0]));
}

static gboolean
drop_index (SquillSqlTable *table, const char *name)
{
  for (guint i = 0; i < table->indexes->len; i++)
    if (is_index_called (name, table, table->indexes->pdata[i]))
      {
        g_ptr_array_remove_index (table->indexes, i);
        return TRUE;
      }
  return FALSE;
}

static void
drop_primary_key (SquillSqlTable *table)
{
  g_ptr_array_set_size (table->primary_key, 0);
  g_clear_pointer (&table->key_name, g_free);
}

/* What other conditions say of the columns counts again, of several the last one. */
static void
undo_condition (SquillSqlTable *table, const SquillSqlRule *rule)
{
  for (guint i = 0; i < rule->limits->len; i++)
    {
      const SquillSqlColumn *limit = rule->limits->pdata[i];
      SquillSqlColumn *column = _squill_sql_table_find_column (table, rule->columns->pdata[i]);

      if (column == NULL)
        continue;
      if (limit->values != NULL)
        g_clear_pointer (&column->values, g_ptr_array_unref);
      if (limit->minimum != NULL)
        g_clear_pointer (&column->minimum, g_free);
      if (limit->maximum != NULL)
        g_clear_pointer (&column->maximum, g_free);
    }
  for (guint i = table->rules->len; i-- > 0;)
    {
      const SquillSqlRule *other = table->rules->pdata[i];

      for (guint j = other != rule ? other->limits->len : 0; j-- > 0;)
        {
          SquillSqlColumn *column = _squill_sql_table_find_column (table, other->columns->pdata[j]);

          if (column != NULL)
            _squill_sql_column_limit (column, other->limits->pdata[j], FALSE);
        }
    }
}

static void
undo_rule (SquillSqlTable *table, const SquillSqlRule *rule)
{
  if (rule->kind == SQUILL_SQL_RULE_CHECK)
    {
      undo_condition (table, rule);
      return;
    }
  for (guint i = 0; i < rule->columns->len; i++)
    {
      SquillSqlColumn *column = _squill_sql_table_find_column (table, rule->columns->pdata[i]);

      if (column == NULL)
        continue;
      if (rule->kind == SQUILL_SQL_RULE_NOT_NULL)
        {
          column->not_null = FALSE;
          continue;
        }
      g_clear_pointer (&column->default_value, g_free);
      column->has_computed_default = column->stamped = FALSE;
    }
}

/* PostgreSQL names a condition after its column only where it is about one. */
static char *
make_rule_name (const SquillSqlTable *table, const SquillSqlRule *rule)
{
  g_autoptr (GPtrArray) columns = _squill_sql_names_new ();

  if (rule->columns->len > 0)
    g_ptr_array_add (columns, g_strdup (rule->columns->pdata[0]));
  for (guint i = 1; i < rule->columns->len && columns->len > 0; i++)
    if (!_squill_sql_names_equal (rule->columns->pdata[i], rule->columns->pdata[0]))
      g_ptr_array_set_size (columns, 0);
  return make_name (table, columns, "check");
}

static gboolean
is_rule_called (const char *name, const SquillSqlTable *table, const SquillSqlRule *rule)
{
  g_autofree char *made = rule->name == NULL ? make_rule_name (table, rule) : NULL;

  return _squill_sql_names_equal (name, made != NULL ? made : rule->name);
}

static gboolean
drop_rule (SquillSqlTable *table, const char *name)
{
  for (guint i = 0; i < table->rules->len; i++)
    {
      const SquillSqlRule *rule = table->rules->pdata[i];

      if (!is_rule_called (name, table, rule))
        continue;
      undo_rule (table, rule);
      g_ptr_array_remove_index (table->rules, i);
      return TRUE;
    }
  return FALSE;
}

static gboolean
drop (SquillSqlTable *table, const char *name, Kind kind)
{
  if (kind == FOREIGN_KEY)
    return drop_foreign_key (table, name);
  if (kind == INDEX)
    return drop_index (table, name);
  if (is_called (name, table->key_name, table, NULL, "pkey"))
    {
      drop_primary_key (table);
      return TRUE;
    }
  return drop_foreign_key (table, name) || drop_rule (table, name) || drop_index (table, name);
}

/* Whether what comes next is a name, and not the end of an action, as behind a column that is
 * called as a kind of constraint is. */
static gboolean
is_followed_by_name (const SquillSqlParser *self, guint n_words)
{
  const SquillSqlToken *token = _squill_sql_peek (self, n_words);

  return token->kind == SQUILL_SQL_WORD || token->kind == SQUILL_SQL_QUOTED;
}

/* What follows DROP in ALTER TABLE, unless it is a column: then FALSE, and nothing is read. */
gboolean
_squill_sql_take_drop_constraint (SquillSqlParser *self, SquillSqlTable *table)
{
  static const struct
  {
    const char *words;
    guint n_words;
    Kind kind;
  } kinds[] = {
    { "CONSTRAINT", 1, ANY }, { "FOREIGN KEY", 2, FOREIGN_KEY },
    { "INDEX", 1, INDEX },    { "KEY", 1, INDEX },
    { "CHECK", 1, ANY },
  };
  g_autofree char *name = NULL;
  const SquillSqlToken *token;
  gboolean is_conditional, is_found;

  if (_squill_sql_accept (self, "PRIMARY KEY"))
    {
      drop_primary_key (table);
      return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      if (!_squill_sql_is (self, kinds[i].words) || !is_followed_by_name (self, kinds[i].n_words))
        continue;
      self->position += kinds[i].n_words;
      is_conditional = _squill_sql_accept (self, "IF EXISTS");
      token = _squill_sql_peek (self, 0);
      name = _squill_sql_take_name (self);
      is_found = name != NULL && drop (table, name, kinds[i].kind);
      if (!is_found && !is_conditional && name != NULL)
        _squill_sql_tell (
            self, token,
            kinds[i].kind == INDEX
                ? g_strdup_printf (_ ("“%s” has no index “%s”"), table->name.name, name)
                : g_strdup_printf (_ ("“%s” has no constraint “%s”"), table->name.name, name));
      return TRUE;
    }
  return FALSE;
}

/* Gives an index another name. FALSE where the table has none of this name. */
gboolean
_squill_sql_rename_index (SquillSqlTable *table, const char *name, const char *new_name)
{
  for (guint i = 0; i < table->indexes->len; i++)
    {
      SquillSqlIndex *index = table->indexes->pdata[i];

      if (!is_index_called (name, table, index))
        continue;
      g_free (index->name);
      index->name = g_strdup (new_name);
      return TRUE;
    }
  return FALSE;
}

/* PostgreSQL's names stay when the table or a column gets another one. */
void
_squill_sql_keep_names (SquillSqlParser *self, SquillSqlTable *table)
{
  if (self->lexer.dialect == SQUILL_SQL_MYSQL)
    return;
  if (table->key_name == NULL && table->primary_key->len > 0)
    table->key_name = make_name (table, NULL, "pkey");
  for (guint i = 0; i < table->foreign_keys->len; i++)
    {
      SquillSqlForeignKey *key = table->foreign_keys->pdata[i];

      if (key->name == NULL)
        key->name = make_name (table, key->columns, "fkey");
    }
  for (guint i = 0; i < table->rules->len; i++)
    {
      SquillSqlRule *rule = table->rules->pdata[i];

      if (rule->name == NULL)
        rule->name = make_rule_name (table, rule);
    }
}

static void
rename_constraint (SquillSqlTable *table, const char *name, const char *new_name)
{
  char **given = NULL;

  if (is_called (name, table->key_name, table, NULL, "pkey"))
    given = &table->key_name;
  for (guint i = 0; given == NULL && i < table->foreign_keys->len; i++)
    {
      SquillSqlForeignKey *key = table->foreign_keys->pdata[i];

      if (is_called (name, key->name, table, key->columns, "fkey"))
        given = &key->name;
    }
  for (guint i = 0; given == NULL && i < table->rules->len; i++)
    {
      SquillSqlRule *rule = table->rules->pdata[i];

      if (is_rule_called (name, table, rule))
        given = &rule->name;
    }
  if (given == NULL)
    {
      _squill_sql_rename_index (table, name, new_name);
      return;
    }
  g_free (*given);
  *given = g_strdup (new_name);
}

/* What follows RENAME in ALTER TABLE: a constraint or an index. FALSE, and nothing is read, where
 * it is neither. */
gboolean
_squill_sql_take_rename_constraint (SquillSqlParser *self, SquillSqlTable *table)
{
  g_autofree char *name = NULL, *new_name = NULL;
  const gboolean is_index = _squill_sql_is (self, "INDEX") || _squill_sql_is (self, "KEY");

  if ((!is_index && !_squill_sql_is (self, "CONSTRAINT")) || !is_followed_by_name (self, 1) ||
      _squill_sql_token_is (&self->lexer, _squill_sql_peek (self, 1), "TO"))
    return FALSE;
  self->position++;
  name = _squill_sql_take_name (self);
  if (!_squill_sql_accept (self, "TO"))
    return TRUE;
  new_name = _squill_sql_take_name (self);
  if (new_name == NULL)
    return TRUE;
  if (is_index)
    _squill_sql_rename_index (table, name, new_name);
  else
    rename_constraint (table, name, new_name);
  return TRUE;
}

/* Whether an index is left: MySQL takes the column out of it, others take it away. */
static gboolean
leave_out (SquillSqlParser *self, SquillSqlIndex *index, const char *name)
{
  for (guint i = index->columns->len; i-- > 0;)
    if (_squill_sql_names_equal (index->columns->pdata[i], name))
      {
        if (self->lexer.dialect != SQUILL_SQL_MYSQL)
          return FALSE;
        g_ptr_array_remove_index (index->columns, i);
        g_array_remove_index (index->descending, i);
      }
  return index->columns->len > 0;
}

/* Removes a column, if there is one of this name, with the keys, indexes, and rules that it is in.
 */
void
_squill_sql_drop_column (SquillSqlParser *self, SquillSqlTable *table, const char *name)
{
  SquillSqlColumn *column = _squill_sql_table_find_column (table, name);

  if (column == NULL)
    return;
  if (_squill_sql_names_contain (table->primary_key, name))
    drop_primary_key (table);
  for (guint i = table->foreign_keys->len; i-- > 0;)
    if (_squill_sql_names_contain (((SquillSqlForeignKey *)table->foreign_keys->pdata[i])->columns,
                                   name))
      g_ptr_array_remove_index (table->foreign_keys, i);
  for (guint i = table->indexes->len; i-- > 0;)
    if (!leave_out (self, table->indexes->pdata[i], name))
      g_ptr_array_remove_index (table->indexes, i);
  for (guint i = table->rules->len; i-- > 0;)
    {
      const SquillSqlRule *rule = table->rules->pdata[i];

      if (!_squill_sql_names_contain (rule->columns, name))
        continue;
      undo_rule (table, rule);
      g_ptr_array_remove_index (table->rules, i);
    }
  _squill_sql_table_remove_column (table, column);
}

/* The table that has an index of this name; NULL where there is none. */
static SquillSqlTable *
find_table_of_index (SquillSqlParser *self, const char *name)
{
  for (guint i = 0; i < self->schema->tables->len; i++)
    {
      SquillSqlTable *table = self->schema->tables->pdata[i];

      for (guint j = 0; j < table->indexes->len; j++)
        if (is_index_called (name, table, table->indexes->pdata[j]))
          return table;
    }
  return NULL;
}

/* What follows DROP INDEX: names, and in some dialects the table. */
void
_squill_sql_take_drop_index (SquillSqlParser *self)
{
  _squill_sql_accept (self, "CONCURRENTLY");
  _squill_sql_accept (self, "IF EXISTS");
  do
    {
      g_auto (SquillSqlName) name = { 0 }, on = { 0 };
      SquillSqlTable *table;

      if (!_squill_sql_take_full_name (self, &name))
        return;
      if (_squill_sql_accept (self, "ON"))
        _squill_sql_take_full_name (self, &on);
      else if (name.schema != NULL)
        on.name = g_strdup (name.schema); /* SQL Server's "table.index" */
      table = _squill_sql_schema_find_table (self->schema, &on);
      if (table == NULL || !drop_index (table, name.name))
        {
          table = find_table_of_index (self, name.name);
          if (table != NULL)
            drop_index (table, name.name);
        }
    }
  while (_squill_sql_accept_symbol (self, ','));
}

/* What follows ALTER INDEX. */
void
_squill_sql_take_alter_index (SquillSqlParser *self)
{
  g_auto (SquillSqlName) name = { 0 };
  g_autofree char *new_name = NULL;
  SquillSqlTable *table;

  _squill_sql_accept (self, "IF EXISTS");
  if (!_squill_sql_take_full_name (self, &name) || !_squill_sql_accept (self, "RENAME TO"))
    return;
  new_name = _squill_sql_take_name (self);
  table = find_table_of_index (self, name.name);
  if (table != NULL && new_name != NULL)
    _squill_sql_rename_index (table, name.name, new_name);
}
