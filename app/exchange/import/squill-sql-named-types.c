/* SPDX-License-Identifier: Apache-2.0 */

/* Types that a file of SQL makes, changes, and takes away: enumerations, domains, and composites.
 */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-sql-private.h"

/* The place of a type among those of the file; their number where there is none of this name. */
static guint
find_type (const SquillSqlParser *self, const char *name)
{
  const GPtrArray *types = self->schema->types;
  guint i = 0;

  while (i < types->len &&
         !_squill_sql_names_equal (((SquillSqlType *)types->pdata[i])->name.name, name))
    i++;
  return i;
}

/* A function of Oracle's objects stands among their columns. */
static gboolean
is_method (const SquillSqlParser *self)
{
  static const char *const words[] = { "MEMBER", "STATIC", "CONSTRUCTOR", "MAP",
                                       "ORDER",  "FINAL",  "OVERRIDING",  "NOT" };
  static const char *const kinds[] = { "FUNCTION", "PROCEDURE", "MEMBER", "FINAL", "INSTANTIABLE" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (_squill_sql_is (self, words[i]))
      for (guint j = 0; j < G_N_ELEMENTS (kinds); j++)
        if (_squill_sql_token_is (&self->lexer, _squill_sql_peek (self, 1), kinds[j]))
          return TRUE;
  return FALSE;
}

/* What stands in the parentheses of a composite. */
static SquillSqlTable *
take_parts (SquillSqlParser *self, const char *name)
{
  SquillSqlTable *parts = _squill_sql_table_new ();

  parts->name.name = g_strdup (name);
  _squill_sql_accept_symbol (self, '(');
  while (!_squill_sql_is_at_end (self) && !_squill_sql_is_symbol (self, ')'))
    {
      if (!is_method (self))
        _squill_sql_take_column (self, parts);
      while (!_squill_sql_is_at_end (self) && !_squill_sql_is_symbol (self, ',') &&
             !_squill_sql_is_symbol (self, ')'))
        _squill_sql_skip (self);
      _squill_sql_accept_symbol (self, ',');
    }
  return parts;
}

/* Reads what makes a type that has several values of another one, as Oracle's collections do. */
static gboolean
accept_collection (SquillSqlParser *self)
{
  const guint first = self->position;

  if (_squill_sql_accept (self, "VARRAY") || _squill_sql_accept (self, "VARYING ARRAY"))
    _squill_sql_skip (self);
  else if (!_squill_sql_accept (self, "TABLE"))
    return FALSE;
  if (_squill_sql_accept (self, "OF"))
    return TRUE;
  self->position = first;
  return FALSE;
}

/* What follows CREATE TYPE or CREATE DOMAIN. */
void
_squill_sql_take_create_type (SquillSqlParser *self, gboolean is_domain)
{
  SquillSqlType *type;
  g_auto (SquillSqlName) name = { 0 };
  SquillSqlColumn *column;
  SquillSqlTable *parts = NULL;
  gboolean has_definition;

  if (!_squill_sql_take_full_name (self, &name))
    return;
  column = _squill_sql_column_new (g_strdup (name.name));
  has_definition = _squill_sql_accept (self, "AS") || _squill_sql_accept (self, "IS");
  /* Behind FROM is what SQL Server calls a type by another name. */
  if (is_domain || (!has_definition && _squill_sql_accept (self, "FROM")))
    {
      _squill_sql_take_column_type (self, column);
      _squill_sql_take_column_rules (self, NULL, column);
    }
  else if (_squill_sql_is (self, "ENUM"))
    _squill_sql_take_column_type (self, column);
  else if (accept_collection (self))
    {
      _squill_sql_take_column_type (self, column);
      column->dimensions = 1;
    }
  else
    {
      _squill_sql_accept (self, "OBJECT");
      column->type = g_strdup (_squill_sql_is_symbol (self, '(') ? "composite" : "text");
      if (has_definition && _squill_sql_is_symbol (self, '('))
        parts = take_parts (self, name.name);
    }
  type = g_new0 (SquillSqlType, 1);
  type->parts = parts;
  type->name.schema = g_steal_pointer (&name.schema);
  type->name.name = g_steal_pointer (&name.name);
  type->column = column;
  g_ptr_array_add (self->schema->types, type);
}

static gboolean
find_value (const SquillSqlColumn *column, const char *value, guint *place)
{
  return column->values != NULL &&
         g_ptr_array_find_with_equal_func (column->values, value, g_str_equal, place);
}

/* What follows ADD VALUE. */
static void
add_value (SquillSqlParser *self, SquillSqlColumn *column)
{
  g_autofree char *value = NULL, *other = NULL;
  gboolean is_after, has_place;
  guint place;

  _squill_sql_accept (self, "IF NOT EXISTS");
  value = _squill_sql_take_text (self);
  is_after = _squill_sql_accept (self, "AFTER");
  has_place = is_after || _squill_sql_accept (self, "BEFORE");
  if (has_place)
    other = _squill_sql_take_text (self);
  if (column->values == NULL || find_value (column, value, NULL))
    return;
  if (!has_place || !find_value (column, other, &place))
    place = column->values->len - is_after;
  g_ptr_array_insert (column->values, (int)(place + is_after), g_steal_pointer (&value));
}

/* What follows RENAME VALUE. */
static void
rename_value (SquillSqlParser *self, SquillSqlColumn *column)
{
  g_autofree char *value = _squill_sql_take_text (self);
  guint place;

  if (!_squill_sql_accept (self, "TO") || !find_value (column, value, &place))
    return;
  g_free (column->values->pdata[place]);
  column->values->pdata[place] = _squill_sql_take_text (self);
}

/* Columns of the type go along. */
static void
rename_type (SquillSqlParser *self, SquillSqlType *type, const char *new_name)
{
  for (guint i = 0; i < self->schema->tables->len; i++)
    {
      const SquillSqlTable *table = self->schema->tables->pdata[i];

      for (guint j = 0; j < table->columns->len; j++)
        {
          SquillSqlColumn *column = table->columns->pdata[j];

          if (column->type == NULL || !_squill_sql_names_equal (column->type, type->name.name))
            continue;
          g_free (column->type);
          column->type = g_ascii_strdown (new_name, -1);
        }
    }
  g_free (type->name.name);
  type->name.name = g_strdup (new_name);
}

/* What follows ADD, DROP, RENAME, or ALTER of a column of a composite. */
static void
alter_parts (SquillSqlParser *self, SquillSqlTable *parts)
{
  do
    {
      const gboolean drops = _squill_sql_accept (self, "DROP ATTRIBUTE");
      const gboolean renames = !drops && _squill_sql_accept (self, "RENAME ATTRIBUTE");
      const gboolean alters = !drops && !renames && _squill_sql_accept (self, "ALTER ATTRIBUTE");
      g_autofree char *name = NULL;
      SquillSqlColumn *column;

      if (!drops && !renames && !alters)
        {
          if (!_squill_sql_accept (self, "ADD ATTRIBUTE"))
            return;
          _squill_sql_take_column (self, parts);
          continue;
        }
      _squill_sql_accept (self, "IF EXISTS");
      name = _squill_sql_take_name (self);
      column = name != NULL ? _squill_sql_table_find_column (parts, name) : NULL;
      if (column != NULL && drops)
        _squill_sql_table_remove_column (parts, column);
      else if (column != NULL && renames && _squill_sql_accept (self, "TO"))
        {
          g_autofree char *new_name = _squill_sql_take_name (self);

          if (new_name != NULL && _squill_sql_table_find_column (parts, new_name) == NULL)
            _squill_sql_table_rename_column (parts, column, new_name);
        }
      else if (column != NULL && alters)
        {
          _squill_sql_accept (self, "SET DATA");
          if (_squill_sql_accept (self, "TYPE"))
            _squill_sql_take_column_type (self, column);
        }
      while (!_squill_sql_is_at_end (self) && !_squill_sql_is_symbol (self, ','))
        _squill_sql_skip (self);
    }
  while (_squill_sql_accept_symbol (self, ','));
}

/* What follows ALTER TYPE. */
void
_squill_sql_take_alter_type (SquillSqlParser *self)
{
  g_auto (SquillSqlName) name = { 0 };
  SquillSqlType *type;
  guint place;

  if (!_squill_sql_take_full_name (self, &name))
    return;
  place = find_type (self, name.name);
  if (place == self->schema->types->len)
    return;
  type = self->schema->types->pdata[place];
  if (_squill_sql_accept (self, "ADD VALUE"))
    add_value (self, type->column);
  else if (_squill_sql_accept (self, "RENAME VALUE"))
    rename_value (self, type->column);
  else if (_squill_sql_accept (self, "RENAME TO"))
    {
      g_autofree char *new_name = _squill_sql_take_name (self);

      if (new_name != NULL)
        rename_type (self, type, new_name);
    }
  else if (type->parts != NULL)
    alter_parts (self, type->parts);
}

/* What follows DROP TYPE or DROP DOMAIN. */
void
_squill_sql_take_drop_type (SquillSqlParser *self)
{
  _squill_sql_accept (self, "IF EXISTS");
  do
    {
      g_auto (SquillSqlName) name = { 0 };
      guint place;

      if (!_squill_sql_take_full_name (self, &name))
        return;
      place = find_type (self, name.name);
      if (place < self->schema->types->len)
        g_ptr_array_remove_index (self->schema->types, place);
    }
  while (_squill_sql_accept_symbol (self, ','));
}
