/* SPDX-License-Identifier: Apache-2.0 */

/* Tables, their columns, keys, and indexes, as a file of SQL says them. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-sql-private.h"

#include <string.h>

/* Parts of parts. */
#define MAX_PARTS 8

/* Without quotes, SQL does not tell upper from lower case. */
static char *
fold (const char *name)
{
  return g_utf8_strdown (name, -1);
}

/* Whether two names differ in case at most. @a: (nullable); @b: (nullable): as an empty name */
gboolean
_squill_sql_names_equal (const char *a, const char *b)
{
  g_autofree char *left = NULL, *right = NULL;

  a = a != NULL ? a : "";
  b = b != NULL ? b : "";
  /* Most differ at once, and tables of many columns compare all of their names. */
  for (; *a != '\0' && (guchar)*a < 0x80 && (guchar)*b < 0x80; a++, b++)
    if (g_ascii_tolower (*a) != g_ascii_tolower (*b))
      return FALSE;
  if (*a == '\0' || *b == '\0')
    return *a == *b;
  left = fold (a);
  right = fold (b);
  return g_str_equal (left, right);
}

/* Whether a list has a name, in any case. */
gboolean
_squill_sql_names_contain (const GPtrArray *names, const char *name)
{
  for (guint i = 0; i < names->len; i++)
    if (_squill_sql_names_equal (names->pdata[i], name))
      return TRUE;
  return FALSE;
}

/* (transfer full) (element-type utf8): an empty list that frees its names. */
GPtrArray *
_squill_sql_names_new (void)
{
  return g_ptr_array_new_with_free_func (g_free);
}

void
_squill_sql_name_clear (SquillSqlName *self)
{
  g_clear_pointer (&self->schema, g_free);
  g_clear_pointer (&self->name, g_free);
}

static void
name_free (gpointer data)
{
  _squill_sql_name_clear (data);
  g_free (data);
}

/* (transfer full). @name: (transfer full) */
SquillSqlColumn *
_squill_sql_column_new (char *name)
{
  SquillSqlColumn *self = g_new0 (SquillSqlColumn, 1);

  self->name = name;
  self->arguments = _squill_sql_names_new ();
  return self;
}

static gpointer
copy_text (gconstpointer text, gpointer user_data)
{
  return g_strdup (text);
}

/* The column under another name, as a domain gives it to each column of its type. */
SquillSqlColumn *
_squill_sql_column_copy (const SquillSqlColumn *self, const char *name)
{
  SquillSqlColumn *copy = g_memdup2 (self, sizeof *self);

  copy->name = g_strdup (name);
  copy->type = g_strdup (self->type);
  copy->arguments = g_ptr_array_copy (self->arguments, copy_text, NULL);
  copy->values = self->values == NULL ? NULL : g_ptr_array_copy (self->values, copy_text, NULL);
  copy->default_value = g_strdup (self->default_value);
  copy->formula = g_strdup (self->formula);
  copy->comment = g_strdup (self->comment);
  copy->minimum = g_strdup (self->minimum);
  copy->maximum = g_strdup (self->maximum);
  return copy;
}

void
_squill_sql_column_free (SquillSqlColumn *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_free (self->type);
  g_ptr_array_unref (self->arguments);
  g_clear_pointer (&self->values, g_ptr_array_unref);
  g_free (self->default_value);
  g_free (self->formula);
  g_free (self->comment);
  g_free (self->minimum);
  g_free (self->maximum);
  g_free (self);
}

/* (transfer full): without columns or a target. */
SquillSqlForeignKey *
_squill_sql_foreign_key_new (void)
{
  SquillSqlForeignKey *self = g_new0 (SquillSqlForeignKey, 1);

  self->columns = _squill_sql_names_new ();
  self->target_columns = _squill_sql_names_new ();
  return self;
}

static void
foreign_key_free (gpointer data)
{
  SquillSqlForeignKey *self = data;

  g_free (self->name);
  g_free (self->file);
  g_ptr_array_unref (self->columns);
  g_ptr_array_unref (self->target_columns);
  _squill_sql_name_clear (&self->target);
  g_free (self);
}

/* (transfer full): without a name or columns. */
SquillSqlIndex *
_squill_sql_index_new (void)
{
  SquillSqlIndex *self = g_new0 (SquillSqlIndex, 1);

  self->columns = _squill_sql_names_new ();
  self->descending = g_array_new (FALSE, TRUE, sizeof (gboolean));
  return self;
}

/* (transfer full): shares nothing with @self. */
SquillSqlIndex *
_squill_sql_index_copy (const SquillSqlIndex *self)
{
  SquillSqlIndex *copy = g_memdup2 (self, sizeof *self);

  copy->name = g_strdup (self->name);
  copy->columns = g_ptr_array_copy (self->columns, copy_text, NULL);
  copy->descending = g_array_copy (self->descending);
  copy->condition = json_deep_copy (self->condition);
  return copy;
}

static void
index_free (gpointer data)
{
  SquillSqlIndex *self = data;

  g_free (self->name);
  g_ptr_array_unref (self->columns);
  g_array_unref (self->descending);
  json_decref (self->condition);
  g_free (self);
}

static void
rule_free (gpointer data)
{
  SquillSqlRule *self = data;

  g_free (self->name);
  g_ptr_array_unref (self->columns);
  g_ptr_array_unref (self->limits);
  g_free (self->text);
  g_free (self);
}

/* A rule of the table (transfer none). */
SquillSqlRule *
_squill_sql_table_add_rule (SquillSqlTable *self, SquillSqlRuleKind kind, const char *name)
{
  SquillSqlRule *rule = g_new0 (SquillSqlRule, 1);

  rule->kind = kind;
  rule->name = g_strdup (name);
  rule->columns = _squill_sql_names_new ();
  rule->limits = g_ptr_array_new_with_free_func ((GDestroyNotify)_squill_sql_column_free);
  g_ptr_array_add (self->rules, rule);
  return rule;
}

/* (transfer full): without a name, columns, or keys. */
SquillSqlTable *
_squill_sql_table_new (void)
{
  SquillSqlTable *self = g_new0 (SquillSqlTable, 1);

  self->columns = g_ptr_array_new_with_free_func ((GDestroyNotify)_squill_sql_column_free);
  self->primary_key = _squill_sql_names_new ();
  self->foreign_keys = g_ptr_array_new_with_free_func (foreign_key_free);
  self->indexes = g_ptr_array_new_with_free_func (index_free);
  self->rules = g_ptr_array_new_with_free_func (rule_free);
  self->inherits = g_ptr_array_new_with_free_func (name_free);
  self->by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
_squill_sql_table_free (SquillSqlTable *self)
{
  if (self == NULL)
    return;
  _squill_sql_name_clear (&self->name);
  _squill_sql_name_clear (&self->partition_of);
  g_hash_table_unref (self->by_name);
  g_ptr_array_unref (self->columns);
  g_ptr_array_unref (self->primary_key);
  g_ptr_array_unref (self->foreign_keys);
  g_ptr_array_unref (self->indexes);
  g_ptr_array_unref (self->rules);
  g_ptr_array_unref (self->inherits);
  g_free (self->key_name);
  g_free (self->comment);
  g_free (self);
}

/* Values and bounds of @limit become those of the column; @replaces: also where it has some. */
void
_squill_sql_column_limit (SquillSqlColumn *self, const SquillSqlColumn *limit, gboolean replaces)
{
  if (limit->values != NULL && (replaces || self->values == NULL))
    {
      g_clear_pointer (&self->values, g_ptr_array_unref);
      self->values = g_ptr_array_ref (limit->values);
    }
  if (limit->minimum != NULL && (replaces || self->minimum == NULL))
    {
      g_free (self->minimum);
      self->minimum = g_strdup (limit->minimum);
    }
  if (limit->maximum != NULL && (replaces || self->maximum == NULL))
    {
      g_free (self->maximum);
      self->maximum = g_strdup (limit->maximum);
    }
}

/* (transfer none) (nullable): names that differ in case only are the same. @name: (nullable) */
SquillSqlColumn *
_squill_sql_table_find_column (const SquillSqlTable *self, const char *name)
{
  g_autofree char *key = fold (name != NULL ? name : "");

  return g_hash_table_lookup (self->by_name, key);
}

/* Takes @column, whose name no other has. @position is among the columns, or -1 for the end. */
void
_squill_sql_table_add_column (SquillSqlTable *self, SquillSqlColumn *column, int position)
{
  g_ptr_array_insert (self->columns, position, column);
  g_hash_table_insert (self->by_name, fold (column->name), column);
}

/* Removes a column and frees it. Keys and indexes that name it stay. */
void
_squill_sql_table_remove_column (SquillSqlTable *self, SquillSqlColumn *column)
{
  g_autofree char *key = fold (column->name);

  g_hash_table_remove (self->by_name, key);
  g_ptr_array_remove (self->columns, column);
}

/* Keys and indexes do not follow. */
void
_squill_sql_table_rename_column (SquillSqlTable *self, SquillSqlColumn *column, const char *name)
{
  g_autofree char *key = fold (column->name);

  g_hash_table_remove (self->by_name, key);
  g_free (column->name);
  column->name = g_strdup (name);
  g_hash_table_insert (self->by_name, fold (name), column);
}

static gboolean
are_within (const GPtrArray *names, const GPtrArray *others)
{
  for (guint i = 0; i < names->len; i++)
    if (!_squill_sql_names_contain (others, names->pdata[i]))
      return FALSE;
  return names->len > 0;
}

/* Whether no two rows have the same in these columns. */
gboolean
_squill_sql_table_is_unique (const SquillSqlTable *self, const GPtrArray *columns)
{
  if (are_within (self->primary_key, columns))
    return TRUE;
  for (guint i = 0; i < self->indexes->len; i++)
    {
      const SquillSqlIndex *index = self->indexes->pdata[i];

      if (index->unique && index->condition == NULL && are_within (index->columns, columns))
        return TRUE;
    }
  return FALSE;
}

static void
type_free (gpointer data)
{
  SquillSqlType *self = data;

  _squill_sql_name_clear (&self->name);
  _squill_sql_column_free (self->column);
  _squill_sql_table_free (self->parts);
  g_free (self);
}

SquillSqlSchema *
_squill_sql_schema_new (void)
{
  SquillSqlSchema *self = g_new0 (SquillSqlSchema, 1);

  self->tables = g_ptr_array_new_with_free_func ((GDestroyNotify)_squill_sql_table_free);
  self->types = g_ptr_array_new_with_free_func (type_free);
  self->skipped =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
  self->by_name =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
  self->checks = _squill_sql_names_new ();
  return self;
}

void
_squill_sql_schema_free (SquillSqlSchema *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->by_name);
  g_hash_table_unref (self->skipped);
  g_ptr_array_unref (self->tables);
  g_ptr_array_unref (self->types);
  g_ptr_array_unref (self->checks);
  g_free (self);
}

static void
note_name (SquillSqlSchema *self, SquillSqlTable *table)
{
  g_autofree char *key = fold (table->name.name);
  GPtrArray *same = g_hash_table_lookup (self->by_name, key);

  if (same == NULL)
    {
      same = g_ptr_array_new ();
      g_hash_table_insert (self->by_name, g_steal_pointer (&key), same);
    }
  g_ptr_array_add (same, table);
}

static void
forget_name (SquillSqlSchema *self, SquillSqlTable *table)
{
  g_autofree char *key = fold (table->name.name);
  GPtrArray *same = g_hash_table_lookup (self->by_name, key);

  if (same != NULL)
    g_ptr_array_remove (same, table);
}

/* Takes @table. */
void
_squill_sql_schema_add_table (SquillSqlSchema *self, SquillSqlTable *table)
{
  g_ptr_array_add (self->tables, table);
  note_name (self, table);
}

/* Removes a table, and frees it. References of other tables to it stay. */
void
_squill_sql_schema_remove_table (SquillSqlSchema *self, SquillSqlTable *table)
{
  forget_name (self, table);
  g_ptr_array_remove (self->tables, table);
}

/* Takes @name. */
void
_squill_sql_schema_rename_table (SquillSqlSchema *self, SquillSqlTable *table, char *name)
{
  forget_name (self, table);
  g_free (table->name.name);
  table->name.name = name;
  note_name (self, table);
}

/* Where the name is the same, so is the schema, unless one of them says none. */
SquillSqlTable *
_squill_sql_schema_find_table (SquillSqlSchema *self, const SquillSqlName *name)
{
  g_autofree char *key = NULL;
  const GPtrArray *same;
  SquillSqlTable *found = NULL;

  if (name->name == NULL)
    return NULL;
  key = fold (name->name);
  same = g_hash_table_lookup (self->by_name, key);
  for (guint i = 0; same != NULL && i < same->len; i++)
    {
      SquillSqlTable *table = same->pdata[i];

      if (_squill_sql_names_equal (table->name.schema, name->schema) &&
          g_str_equal (table->name.name, name->name))
        return table;
      if (name->schema == NULL || table->name.schema == NULL ||
          _squill_sql_names_equal (table->name.schema, name->schema))
        found = found != NULL ? found : table;
    }
  return found;
}

/* The table that all rows of a part of it are in, which may be part of another one; NULL where the
 * table is no part, or that of which it is one is not there. */
SquillSqlTable *
_squill_sql_schema_find_whole (SquillSqlSchema *self, const SquillSqlTable *part)
{
  const SquillSqlTable *last = part;
  SquillSqlTable *whole = NULL;

  for (guint i = 0; i < MAX_PARTS && last != NULL && last->partition_of.name != NULL; i++)
    last = whole = _squill_sql_schema_find_table (self, &last->partition_of);
  return whole == part ? NULL : whole;
}

static const SquillSqlType *
find_type (const SquillSqlSchema *self, const char *name)
{
  for (guint i = 0; i < self->types->len; i++)
    {
      const SquillSqlType *type = self->types->pdata[i];

      if (_squill_sql_names_equal (type->name.name, name))
        return type;
    }
  return NULL;
}

/* What a type of the file is; NULL for one that it does not define. */
const SquillSqlColumn *
_squill_sql_schema_find_type (SquillSqlSchema *self, const char *name)
{
  const SquillSqlType *type = find_type (self, name);

  return type != NULL ? type->column : NULL;
}

/* The columns of which values of this type consist; NULL where it has none. Longer chains of types
 * go in circles. */
const SquillSqlTable *
_squill_sql_schema_find_parts (SquillSqlSchema *self, const char *name)
{
  for (guint i = 0; i < MAX_PARTS && name != NULL; i++)
    {
      const SquillSqlType *type = find_type (self, name);

      if (type == NULL || type->parts != NULL)
        return type != NULL ? type->parts : NULL;
      name = type->column->type;
    }
  return NULL;
}

/* Takes @name. */
void
_squill_sql_schema_add_skipped (SquillSqlSchema *self, const char *kind, char *name)
{
  GPtrArray *names = g_hash_table_lookup (self->skipped, kind);

  if (names == NULL)
    {
      names = _squill_sql_names_new ();
      g_hash_table_insert (self->skipped, g_strdup (kind), names);
    }
  g_ptr_array_add (names, name);
}

/* Forgets that a thing, such as a “view”, was not read, as it is dropped or named otherwise. */
void
_squill_sql_schema_remove_skipped (SquillSqlSchema *self, const char *kind, const char *name)
{
  GPtrArray *names = g_hash_table_lookup (self->skipped, kind);

  for (guint i = names != NULL ? names->len : 0; i-- > 0;)
    if (_squill_sql_names_equal (names->pdata[i], name))
      g_ptr_array_remove_index (names, i);
}
