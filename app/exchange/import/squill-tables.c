/* SPDX-License-Identifier: Apache-2.0 */

/* What a file with tables says, and finding tables and columns in it. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-tables-private.h"

void
_squill_table_column_free (gpointer data)
{
  SquillTablesColumn *self = data;

  g_free (self->name);
  g_free (self->type);
  g_ptr_array_unref (self->arguments);
  g_free (self->note);
  json_decref (self->default_value);
  g_free (self);
}

void
_squill_table_index_free (gpointer data)
{
  SquillTableIndex *self = data;

  g_ptr_array_unref (self->columns);
  g_array_unref (self->is_expression);
  g_free (self->name);
  g_free (self->type);
  json_decref (self->specification);
  g_free (self);
}

/* A table without columns (transfer full). Takes @name, which may be NULL until it is known. */
SquillTable *
_squill_table_new (char *name, guint line, guint column)
{
  SquillTable *self = g_new0 (SquillTable, 1);

  self->name = name;
  self->line = line;
  self->column = column;
  self->columns = g_ptr_array_new_with_free_func (_squill_table_column_free);
  self->indexes = g_ptr_array_new_with_free_func (_squill_table_index_free);
  self->by_name = g_hash_table_new (g_str_hash, g_str_equal);
  return self;
}

/* Takes @column, whose name no other one has. */
void
_squill_table_add_column (SquillTable *self, SquillTablesColumn *column)
{
  g_ptr_array_add (self->columns, column);
  g_hash_table_insert (self->by_name, column->name, column);
}

void
_squill_table_free (gpointer data)
{
  SquillTable *self = data;

  g_free (self->schema);
  g_free (self->name);
  g_free (self->alias);
  g_free (self->note);
  g_hash_table_unref (self->by_name);
  g_ptr_array_unref (self->columns);
  g_ptr_array_unref (self->indexes);
  g_free (self);
}

void
_squill_table_enumeration_free (gpointer data)
{
  SquillTableEnumeration *self = data;

  g_free (self->schema);
  g_free (self->name);
  g_ptr_array_unref (self->values);
  g_free (self);
}

static void
end_clear (SquillTableEnd *self)
{
  g_clear_pointer (&self->schema, g_free);
  g_clear_pointer (&self->table, g_free);
  g_clear_pointer (&self->columns, g_ptr_array_unref);
}

void
_squill_table_reference_free (gpointer data)
{
  SquillTableReference *self = data;

  g_free (self->name);
  end_clear (&self->ends[0]);
  end_clear (&self->ends[1]);
  g_free (self->file);
  g_free (self->back);
  g_free (self);
}

SquillTables *
_squill_tables_new (void)
{
  SquillTables *self = g_new0 (SquillTables, 1);

  self->tables = g_ptr_array_new_with_free_func (_squill_table_free);
  self->enumerations = g_ptr_array_new_with_free_func (_squill_table_enumeration_free);
  self->references = g_ptr_array_new_with_free_func (_squill_table_reference_free);
  self->by_name =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref);
  return self;
}

/* Frees all of a file. */
void
_squill_tables_free (SquillTables *self)
{
  g_free (self->name);
  g_free (self->database);
  g_free (self->note);
  g_hash_table_unref (self->by_name);
  g_ptr_array_unref (self->tables);
  g_ptr_array_unref (self->enumerations);
  g_ptr_array_unref (self->references);
  g_free (self);
}

static void
note_name (SquillTables *self, char *name, SquillTable *table)
{
  GPtrArray *same = g_hash_table_lookup (self->by_name, name);

  if (same == NULL)
    {
      same = g_ptr_array_new ();
      g_hash_table_insert (self->by_name, name, same);
    }
  g_ptr_array_add (same, table);
}

/* Lets a table be found by the name and the alias that it has then. */
void
_squill_tables_note_table (SquillTables *self, SquillTable *table)
{
  note_name (self, table->name, table);
  if (table->alias != NULL)
    note_name (self, table->alias, table);
}

/* The table that one end of a reference is at, by its alias or else its name; NULL if there is
 * none.
 */
SquillTable *
_squill_tables_find_table (const SquillTables *self, const SquillTableEnd *end)
{
  const GPtrArray *same = g_hash_table_lookup (self->by_name, end->table);
  SquillTable *found = NULL;

  for (guint i = 0; same != NULL && i < same->len; i++)
    {
      SquillTable *table = same->pdata[i];

      if (end->schema == NULL && g_strcmp0 (table->alias, end->table) == 0)
        return table;
      if (found == NULL && (end->schema == NULL ||
                            (g_str_equal (table->name, end->table) &&
                             (g_strcmp0 (table->schema, end->schema) == 0 ||
                              (table->schema == NULL && g_str_equal (end->schema, "public"))))))
        found = table;
    }
  return found;
}

/* The column of a name; NULL if there is none. */
SquillTablesColumn *
_squill_table_find_column (const SquillTable *self, const char *name)
{
  return g_hash_table_lookup (self->by_name, name);
}

/* Whether there is an index of its own that makes the column of a name unique. */
gboolean
_squill_table_has_unique_index (const SquillTable *self, const char *name)
{
  for (guint i = 0; i < self->indexes->len; i++)
    {
      const SquillTableIndex *index = self->indexes->pdata[i];

      if (index->unique && index->columns->len == 1 && g_str_equal (index->columns->pdata[0], name))
        return TRUE;
    }
  return FALSE;
}
