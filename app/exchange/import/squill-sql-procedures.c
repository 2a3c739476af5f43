/* SPDX-License-Identifier: Apache-2.0 */

/* Calls of SQL Server's own procedures that say something of tables: descriptions, and names. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <string.h>

#include "exchange/import/squill-sql-private.h"

#define MAX_ARGUMENTS 8

/* "[dbo].[t].[c]" in its parts (transfer full). */
static GPtrArray *
split_name (const char *text)
{
  GPtrArray *parts = _squill_sql_names_new ();

  for (const char *p = text; *p != '\0';)
    {
      const char quote = *p == '[' ? ']' : *p == '"' ? '"' : '.';
      const char *start = p + (quote != '.');
      const char *end = strchr (start, quote);

      if (end == NULL)
        end = start + strlen (start);
      g_ptr_array_add (parts, g_strndup (start, (gsize)(end - start)));
      p = *end != '\0' && quote != '.' ? end + 1 : end;
      p += *p == '.';
    }
  return parts;
}

/* Texts with commas in between, each with its name or in its place (element-type utf8, nullable).
 */
static void
take_arguments (SquillSqlParser *self, const char *const *names, char **values)
{
  for (guint i = 0; !_squill_sql_is_at_end (self); i++)
    {
      const SquillSqlToken *token = _squill_sql_peek (self, 0);
      guint place = i;

      if (_squill_sql_accept_symbol (self, '@'))
        token = _squill_sql_peek (self, 0);
      if (token->kind == SQUILL_SQL_WORD)
        {
          g_autofree char *name = _squill_sql_take_text (self);
          const char *plain = *name == '@' ? name + 1 : name;

          if (_squill_sql_accept_symbol (self, '='))
            for (place = 0; names[place] != NULL && g_ascii_strcasecmp (names[place], plain) != 0;)
              place++;
        }
      token = _squill_sql_peek (self, 0);
      if (token->kind == SQUILL_SQL_STRING && place < MAX_ARGUMENTS && values[place] == NULL)
        values[place] = _squill_sql_take_text (self);
      while (!_squill_sql_is_at_end (self) && !_squill_sql_is_symbol (self, ','))
        _squill_sql_skip (self);
      _squill_sql_accept_symbol (self, ',');
    }
}

/* A description of a table or of a column. */
static void
add_description (SquillSqlParser *self)
{
  static const char *const names[] = { "name",       "value",      "level0type",
                                       "level0name", "level1type", "level1name",
                                       "level2type", "level2name", NULL };
  char *values[MAX_ARGUMENTS] = { NULL };
  char **text = NULL;

  take_arguments (self, names, values);
  if (g_strcmp0 (values[0], "MS_Description") == 0 && values[1] != NULL && values[4] != NULL &&
      g_ascii_strcasecmp (values[4], "TABLE") == 0)
    {
      const SquillSqlName name = { values[3], values[5] };
      SquillSqlTable *table = _squill_sql_schema_find_table (self->schema, &name);
      SquillSqlColumn *column = NULL;

      if (table != NULL && values[6] == NULL)
        text = &table->comment;
      else if (table != NULL && values[7] != NULL && g_ascii_strcasecmp (values[6], "COLUMN") == 0)
        column = _squill_sql_table_find_column (table, values[7]);
      if (column != NULL)
        text = &column->comment;
    }
  if (text != NULL)
    {
      g_free (*text);
      *text = g_steal_pointer (&values[1]);
    }
  for (guint i = 0; i < MAX_ARGUMENTS; i++)
    g_free (values[i]);
}

/* A column, an index, or a table gets another name. */
static void
rename_object (SquillSqlParser *self)
{
  static const char *const names[] = { "objname", "newname", "objtype", NULL };
  char *values[MAX_ARGUMENTS] = { NULL };
  g_autoptr (GPtrArray) parts = NULL;

  take_arguments (self, names, values);
  parts = split_name (values[0] != NULL ? values[0] : "");
  if (values[1] != NULL && parts->len > 0)
    {
      const char *last = parts->pdata[parts->len - 1];
      const gboolean is_of_table = values[2] != NULL && parts->len > 1 &&
                                   (g_ascii_strcasecmp (values[2], "COLUMN") == 0 ||
                                    g_ascii_strcasecmp (values[2], "INDEX") == 0);
      const guint n = parts->len - is_of_table;
      const SquillSqlName name = { n > 1 ? parts->pdata[n - 2] : NULL, parts->pdata[n - 1] };
      SquillSqlTable *table = _squill_sql_schema_find_table (self->schema, &name);
      SquillSqlColumn *column;

      if (table != NULL && !is_of_table)
        _squill_sql_rename_table (self, table, values[1]);
      else if (table != NULL && g_ascii_strcasecmp (values[2], "INDEX") == 0)
        _squill_sql_rename_index (table, last, values[1]);
      else if (table != NULL)
        {
          column = _squill_sql_table_find_column (table, last);
          if (column != NULL && _squill_sql_table_find_column (table, values[1]) == NULL)
            _squill_sql_rename_column (self, table, column, values[1]);
        }
    }
  for (guint i = 0; i < MAX_ARGUMENTS; i++)
    g_free (values[i]);
}

/* What follows EXEC. */
void
_squill_sql_take_call (SquillSqlParser *self)
{
  g_auto (SquillSqlName) name = { 0 };

  if (!_squill_sql_take_full_name (self, &name))
    return;
  if (g_ascii_strcasecmp (name.name, "sp_addextendedproperty") == 0 ||
      g_ascii_strcasecmp (name.name, "sp_updateextendedproperty") == 0)
    add_description (self);
  else if (g_ascii_strcasecmp (name.name, "sp_rename") == 0)
    rename_object (self);
}
