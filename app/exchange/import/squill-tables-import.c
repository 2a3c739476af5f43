/* SPDX-License-Identifier: Apache-2.0 */

/* Models out of tables that a reader found in a file: collections of MongoDB as they are, tables of
 * a relational database as those of SQL. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "exchange/import/squill-sql-private.h"
#include "exchange/import/squill-import-model.h"
#include "exchange/import/squill-tables-private.h"
#include "model/squill-model-file.h"

/* Whether tables are collections, rather than tables of a relational database. */
static gboolean
has_collections (const SquillTables *schema)
{
  g_autofree char *database =
      g_ascii_strdown (schema->database != NULL ? schema->database : "", -1);

  if (strstr (database, "mongo") != NULL)
    return TRUE;
  for (guint i = 0; *database == '\0' && i < schema->tables->len; i++)
    if (_squill_table_find_column (schema->tables->pdata[i], "_id") != NULL)
      return TRUE;
  return FALSE;
}

static SquillSqlName
copy_name (const char *schema, const char *name)
{
  return (SquillSqlName){ g_strdup (schema), g_strdup (name) };
}

static void
copy_names (const GPtrArray *from, GPtrArray *to)
{
  for (guint i = 0; i < from->len; i++)
    g_ptr_array_add (to, g_strdup (from->pdata[i]));
}

static SquillSqlColumn *
copy_column (const SquillTablesColumn *column)
{
  SquillSqlColumn *copy = _squill_sql_column_new (g_strdup (column->name));
  const json_t *value = column->default_value;

  copy->type = g_ascii_strdown (column->type, -1);
  while (g_str_has_suffix (copy->type, "[]"))
    {
      copy->type[strlen (copy->type) - 2] = '\0';
      copy->dimensions++;
    }
  copy_names (column->arguments, copy->arguments);
  copy->not_null = column->not_null;
  copy->numbered = column->is_numbered;
  copy->stamped = column->is_stamped;
  copy->comment = g_strdup (column->note);
  if (json_is_string (value))
    {
      copy->default_value = g_strdup (json_string_value (value));
      copy->default_is_text = TRUE;
    }
  else if (value != NULL && !json_is_null (value))
    copy->default_value = json_dumps (value, JSON_ENCODE_ANY);
  return copy;
}

static void
add_index (SquillSqlTable *table, const SquillTableIndex *index, SquillImportReport *report)
{
  SquillSqlIndex *copy;

  for (guint i = 0; i < index->columns->len; i++)
    if (g_array_index (index->is_expression, gboolean, i))
      {
        g_ptr_array_add (report->problems,
                         squill_import_problem_new (
                             index->line, index->column,
                             g_strdup_printf (_ ("An index of “%s” by an expression is not taken "
                                                 "over"),
                                              table->name.name)));
        return;
      }
  if (index->is_key)
    {
      g_ptr_array_set_size (table->primary_key, 0);
      copy_names (index->columns, table->primary_key);
      return;
    }
  copy = _squill_sql_index_new ();
  copy->name = g_strdup (index->name);
  copy->unique = index->unique;
  copy_names (index->columns, copy->columns);
  for (guint i = 0; i < index->columns->len; i++)
    {
      const json_t *key =
          json_object_get (json_object_get (index->specification, "key"), index->columns->pdata[i]);
      const gboolean descending = json_number_value (key) < 0;

      if (json_is_string (key) && g_str_equal (json_string_value (key), "text"))
        copy->kind = SQUILL_SQL_INDEX_TEXT;
      g_array_append_val (copy->descending, descending);
    }
  g_ptr_array_add (table->indexes, copy);
}

static void
add_table (SquillSqlSchema *schema, const SquillTable *table, SquillImportReport *report)
{
  SquillSqlTable *copy = _squill_sql_table_new ();

  copy->name = copy_name (table->schema, table->name);
  copy->comment = g_strdup (table->note);
  copy->line = table->line;
  copy->column = table->column;
  for (guint i = 0; i < table->columns->len; i++)
    {
      const SquillTablesColumn *column = table->columns->pdata[i];

      _squill_sql_table_add_column (copy, copy_column (column), -1);
      if (column->is_key)
        g_ptr_array_add (copy->primary_key, g_strdup (column->name));
      if (column->unique && !_squill_table_has_unique_index (table, column->name))
        {
          SquillSqlIndex *index = _squill_sql_index_new ();
          const gboolean ascending = FALSE;

          index->unique = TRUE;
          g_ptr_array_add (index->columns, g_strdup (column->name));
          g_array_append_val (index->descending, ascending);
          g_ptr_array_add (copy->indexes, index);
        }
    }
  for (guint i = 0; i < table->indexes->len; i++)
    add_index (copy, table->indexes->pdata[i], report);
  _squill_sql_schema_add_table (schema, copy);
}

/* Whether the columns of an end identify a row of its table. */
static gboolean
is_key (SquillSqlSchema *schema, const SquillTableEnd *end)
{
  g_auto (SquillSqlName) name = copy_name (end->schema, end->table);
  const SquillSqlTable *table = _squill_sql_schema_find_table (schema, &name);

  return table != NULL && _squill_sql_table_is_unique (table, end->columns);
}

/* At which end the columns are that refer to the others. Where there is one row at either end, both
 * orders are written: what is no key refers to what is one. */
static guint
find_holder (SquillSqlSchema *schema, const SquillTableReference *reference)
{
  if (reference->is_many[0] || reference->is_many[1])
    return reference->is_many[1] && !reference->is_many[0] ? 1 : 0;
  return is_key (schema, &reference->ends[0]) && !is_key (schema, &reference->ends[1]) ? 1 : 0;
}

/* The columns of one end that are no key refer to those of the other. */
static void
add_foreign_key (SquillSqlSchema *schema,
                 const SquillTableReference *reference,
                 SquillImportReport *report)
{
  const guint holder = find_holder (schema, reference);
  const SquillTableEnd *from = &reference->ends[holder], *to = &reference->ends[!holder];
  g_auto (SquillSqlName) name = copy_name (from->schema, from->table);
  SquillSqlTable *table = _squill_sql_schema_find_table (schema, &name);
  SquillSqlForeignKey *key;

  if (table == NULL)
    {
      g_ptr_array_add (
          report->problems,
          squill_import_problem_new (reference->line, reference->column,
                                     g_strdup_printf (_ ("There is no table “%s”"), from->table)));
      return;
    }
  key = _squill_sql_foreign_key_new ();
  copy_names (from->columns, key->columns);
  key->target = copy_name (to->schema, to->table);
  copy_names (to->columns, key->target_columns);
  key->cascades = reference->cascades;
  key->file = g_strdup (reference->file);
  key->line = reference->line;
  key->column = reference->column;
  g_ptr_array_add (table->foreign_keys, key);
}

/* References may name a table by its alias. */
static void
resolve_alias (const SquillTables *schema, SquillTableEnd *end)
{
  const SquillTable *table = _squill_tables_find_table (schema, end);

  if (table == NULL)
    return;
  g_free (end->table);
  g_free (end->schema);
  end->table = g_strdup (table->name);
  end->schema = g_strdup (table->schema);
}

static SquillSqlSchema *
make_relational (SquillTables *parsed, SquillImportReport *report)
{
  SquillSqlSchema *schema = _squill_sql_schema_new ();

  for (guint i = 0; i < parsed->enumerations->len; i++)
    {
      const SquillTableEnumeration *enumeration = parsed->enumerations->pdata[i];
      SquillSqlType *type = g_new0 (SquillSqlType, 1);

      type->name = copy_name (enumeration->schema, enumeration->name);
      type->column = _squill_sql_column_new (g_strdup (enumeration->name));
      type->column->type = g_strdup ("enum");
      type->column->values = _squill_sql_names_new ();
      copy_names (enumeration->values, type->column->values);
      g_ptr_array_add (schema->types, type);
    }
  for (guint i = 0; i < parsed->tables->len; i++)
    add_table (schema, parsed->tables->pdata[i], report);
  for (guint i = 0; i < parsed->references->len; i++)
    {
      SquillTableReference *reference = parsed->references->pdata[i];

      resolve_alias (parsed, &reference->ends[0]);
      resolve_alias (parsed, &reference->ends[1]);
      add_foreign_key (schema, reference, report);
    }
  return schema;
}

static SquillModel *
make_documents (const SquillTables *parsed,
                const char *title,
                SquillImportReport *report,
                GError **error)
{
  json_auto_t *file = _squill_tables_make_model (parsed, title, report);

  return _squill_import_make_model (file, error);
}

/* The model of what a file says, (transfer full); NULL with @error where there is no table, which
 * is told with the place of the first problem. */
SquillModel *
_squill_tables_import (SquillTables *tables,
                       const char *title,
                       SquillImportReport *report,
                       GError **error)
{
  g_autoptr (SquillSqlSchema) relational = NULL;

  if (tables->tables->len == 0)
    {
      _squill_import_refuse (report, _ ("There is no table in this file"), error);
      return NULL;
    }
  if (has_collections (tables))
    return make_documents (tables, title, report, error);
  relational = make_relational (tables, report);
  return _squill_sql_make_advised_model (relational, title, report, error);
}

/**
 * _squill_tables_check_text:
 * @data: (inout): what is in a file; set behind the mark of the order of bytes
 * @length: (inout): how many bytes that are
 * @error: where it is not UTF-8, with line and column
 *
 * Returns: %TRUE if it is UTF-8
 */
gboolean
_squill_tables_check_text (const char **data, gsize *length, GError **error)
{
  const char *wrong;
  guint line = 1, column = 1;

  if (g_utf8_validate (*data, (gssize)*length, &wrong))
    {
      if (*length >= 3 && memcmp (*data, "\xef\xbb\xbf", 3) == 0)
        {
          *data += 3;
          *length -= 3;
        }
      return TRUE;
    }
  for (const char *p = *data; p < wrong; p++)
    if (*p == '\n')
      {
        line++;
        column = 1;
      }
    else if (((guchar)*p & 0xc0) != 0x80)
      column++;
  g_set_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_SYNTAX, "%u:%u: %s", line, column,
               _ ("This is not text in UTF-8"));
  return FALSE;
}
