/* SPDX-License-Identifier: Apache-2.0 */

/* What a file of DBML says, and finding tables and columns in it. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-dbml-private.h"

void
_squill_dbml_column_free (gpointer data)
{
  SquillDbmlColumn *self = data;

  g_free (self->name);
  g_free (self->type);
  g_ptr_array_unref (self->arguments);
  g_free (self->note);
  json_decref (self->default_value);
  g_free (self);
}

void
_squill_dbml_index_free (gpointer data)
{
  SquillDbmlIndex *self = data;

  g_ptr_array_unref (self->columns);
  g_array_unref (self->is_expression);
  g_free (self->name);
  g_free (self->type);
  g_free (self->note);
  g_free (self);
}

void
_squill_dbml_table_free (gpointer data)
{
  SquillDbmlTable *self = data;

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
_squill_dbml_enumeration_free (gpointer data)
{
  SquillDbmlEnumeration *self = data;

  g_free (self->schema);
  g_free (self->name);
  g_ptr_array_unref (self->values);
  g_free (self);
}

static void
end_clear (SquillDbmlEnd *self)
{
  g_clear_pointer (&self->schema, g_free);
  g_clear_pointer (&self->table, g_free);
  g_clear_pointer (&self->columns, g_ptr_array_unref);
}

void
_squill_dbml_reference_free (gpointer data)
{
  SquillDbmlReference *self = data;

  g_free (self->name);
  end_clear (&self->ends[0]);
  end_clear (&self->ends[1]);
  g_free (self);
}

SquillDbmlSchema *
_squill_dbml_schema_new (void)
{
  SquillDbmlSchema *self = g_new0 (SquillDbmlSchema, 1);

  self->tables = g_ptr_array_new_with_free_func (_squill_dbml_table_free);
  self->enumerations = g_ptr_array_new_with_free_func (_squill_dbml_enumeration_free);
  self->references = g_ptr_array_new_with_free_func (_squill_dbml_reference_free);
  self->by_name =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref);
  return self;
}

/* Frees all of a file. */
void
_squill_dbml_schema_free (SquillDbmlSchema *self)
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
note_name (SquillDbmlSchema *self, char *name, SquillDbmlTable *table)
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
_squill_dbml_schema_note_table (SquillDbmlSchema *self, SquillDbmlTable *table)
{
  note_name (self, table->name, table);
  if (table->alias != NULL)
    note_name (self, table->alias, table);
}

/* The table that one end of a reference is at, by its name or alias; NULL if there is none. */
SquillDbmlTable *
_squill_dbml_find_table (const SquillDbmlSchema *self, const SquillDbmlEnd *end)
{
  const GPtrArray *same = g_hash_table_lookup (self->by_name, end->table);

  for (guint i = 0; same != NULL && i < same->len; i++)
    {
      SquillDbmlTable *table = same->pdata[i];

      if (end->schema == NULL || (g_str_equal (table->name, end->table) &&
                                  (g_strcmp0 (table->schema, end->schema) == 0 ||
                                   (table->schema == NULL && g_str_equal (end->schema, "public")))))
        return table;
    }
  return NULL;
}

/* The column of a name; NULL if there is none. */
SquillDbmlColumn *
_squill_dbml_find_column (const SquillDbmlTable *self, const char *name)
{
  return g_hash_table_lookup (self->by_name, name);
}
