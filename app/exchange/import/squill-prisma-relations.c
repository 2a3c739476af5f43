/* SPDX-License-Identifier: Apache-2.0 */

/* Relations between models of Prisma: each has a field at both ends, and one or both of them say in
 * which fields the references are. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "exchange/import/squill-prisma-build.h"

/* One end of a relation. */
typedef struct
{
  const SquillPrismaBlock *model;
  const SquillPrismaField *field;
  const char *name;                    /* of the relation; nullable */
  const SquillPrismaValue *fields;     /* nullable */
  const SquillPrismaValue *references; /* nullable */
} End;

/* What is looked up for each relation. */
typedef struct
{
  SquillPrismaBuild *build;
  GHashTable *by_route; /* see make_route() -> GPtrArray of SquillPrismaField */
  GHashTable *unique;   /* see make_unique_key() */
  GHashTable *done;     /* fields of relations */
} Relations;

static End
get_end (const SquillPrismaBlock *model, const SquillPrismaField *field)
{
  const SquillPrismaAttribute *attribute =
      _squill_prisma_find_attribute (field->attributes, "relation");
  const SquillPrismaValue *name;
  End end = { model, field, NULL, NULL, NULL };

  if (attribute == NULL)
    return end;
  name = _squill_prisma_attribute_get (attribute, "name", 0);
  end.name = name != NULL && name->kind == SQUILL_PRISMA_VALUE_STRING ? name->text : NULL;
  end.fields = _squill_prisma_attribute_get (attribute, "fields", G_MAXUINT);
  end.references = _squill_prisma_attribute_get (attribute, "references", G_MAXUINT);
  if (end.fields != NULL && end.fields->kind != SQUILL_PRISMA_VALUE_LIST)
    end.fields = NULL;
  if (end.references != NULL && end.references->kind != SQUILL_PRISMA_VALUE_LIST)
    end.references = NULL;
  return end;
}

/* By what the fields of relations of a name are found that lead from one model to another (transfer
 * full). No name of a model has an end of line. */
static char *
make_route (const char *from, const char *to, const char *name)
{
  return g_strjoin ("\n", from, to, name, NULL);
}

/* The field at the other end; FALSE where there is none. */
static gboolean
find_opposite (const Relations *self, const End *end, End *opposite)
{
  const SquillPrismaBlock *other =
      _squill_prisma_find_block (self->build, end->field->type, "model");
  g_autofree char *route = make_route (other->name, end->model->name, end->name);
  const GPtrArray *fields = g_hash_table_lookup (self->by_route, route);

  for (guint i = 0; fields != NULL && i < fields->len; i++)
    if (fields->pdata[i] != end->field)
      {
        *opposite = get_end (other, fields->pdata[i]);
        return TRUE;
      }
  return FALSE;
}

/* The columns that "fields" or "references" names; FALSE, and told, where one is not there. */
static gboolean
take_columns (const SquillPrismaBuild *self,
              const SquillPrismaBlock *model,
              const SquillPrismaValue *list,
              GPtrArray *columns)
{
  for (guint i = 0; i < list->items->len; i++)
    {
      const SquillPrismaValue *value = ((const SquillPrismaArgument *)list->items->pdata[i])->value;
      g_autofree char *query = NULL;
      char *path = value->kind == SQUILL_PRISMA_VALUE_WORD
                       ? _squill_prisma_make_path (self, model, value->text, &query)
                       : NULL;

      if (path == NULL)
        {
          _squill_prisma_tell (self, value->line, value->column,
                               g_strdup_printf (_ ("“%s” has no field “%s”"), model->name,
                                                value->text != NULL ? value->text : ""));
          return FALSE;
        }
      g_ptr_array_add (columns, path);
    }
  return columns->len > 0;
}

/* Without references it is by the key. */
static void
take_key (const SquillPrismaBuild *self, const SquillPrismaBlock *model, GPtrArray *columns)
{
  for (guint i = 0; i < model->fields->len; i++)
    {
      const SquillPrismaField *field = model->fields->pdata[i];

      if (_squill_prisma_find_attribute (field->attributes, "id") != NULL)
        g_ptr_array_add (columns, _squill_prisma_get_field_name (self, field));
    }
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(char *const *)a, *(char *const *)b);
}

/* By what a table is found in the set of those that have a unique index of these columns (transfer
 * full). Their order does not matter to that. */
static char *
make_unique_key (const SquillTable *table, const GPtrArray *columns)
{
  g_autoptr (GPtrArray) sorted = g_ptr_array_sized_new (columns->len);
  GString *key = g_string_new (NULL);

  for (guint i = 0; i < columns->len; i++)
    g_ptr_array_add (sorted, columns->pdata[i]);
  g_ptr_array_sort (sorted, compare_names);
  g_string_printf (key, "%p", (const void *)table);
  for (guint i = 0; i < sorted->len; i++)
    g_string_append_printf (key, "\n%s", (const char *)sorted->pdata[i]);
  return g_string_free (key, FALSE);
}

/* Whether no two documents have the same reference. */
static gboolean
is_unique (const Relations *self, const End *end, GPtrArray *columns)
{
  const SquillTable *table = g_hash_table_lookup (self->build->by_model, end->model);
  g_autofree char *key = make_unique_key (table, columns);

  if (columns->len == 1)
    {
      const SquillTablesColumn *column = _squill_table_find_column (table, columns->pdata[0]);

      if (column != NULL && (column->unique || column->is_key))
        return TRUE;
    }
  return g_hash_table_contains (self->unique, key);
}

static void
set_end (SquillTableEnd *self, const SquillPrismaBlock *model)
{
  self->table = g_strdup (model->name);
  self->columns = g_ptr_array_new_with_free_func (g_free);
}

/* A name says more than the model and its field, which Squill writes where there is none. */
static char *
get_relation_name (const End *end)
{
  const SquillPrismaArgument *first =
      end->fields->items->len > 0 ? end->fields->items->pdata[0] : NULL;
  g_autofree char *usual =
      g_strdup_printf ("%s_%s", end->model->name,
                       first != NULL && first->value->text != NULL ? first->value->text : "");

  return g_strcmp0 (end->name, usual) == 0 ? NULL : g_strdup (end->name);
}

/* A relation whose references are in fields of this end. */
static void
add_reference (const Relations *relations, const End *end, const End *opposite)
{
  SquillPrismaBuild *self = relations->build;
  const SquillPrismaBlock *other = _squill_prisma_find_block (self, end->field->type, "model");
  const SquillPrismaAttribute *attribute =
      _squill_prisma_find_attribute (end->field->attributes, "relation");
  const SquillPrismaValue *deletion =
      _squill_prisma_attribute_get (attribute, "onDelete", G_MAXUINT);
  SquillTableReference *reference = g_new0 (SquillTableReference, 1);
  gboolean is_good;

  reference->line = end->field->line;
  reference->column = end->field->column;
  reference->file = g_strdup (self->file);
  set_end (&reference->ends[0], end->model);
  set_end (&reference->ends[1], other);
  is_good = take_columns (self, end->model, end->fields, reference->ends[0].columns);
  if (is_good && end->references != NULL)
    is_good = take_columns (self, other, end->references, reference->ends[1].columns);
  else if (is_good)
    take_key (self, other, reference->ends[1].columns);
  if (!is_good)
    {
      _squill_table_reference_free (reference);
      return;
    }
  reference->name = get_relation_name (end);
  reference->cascades = deletion != NULL && g_strcmp0 (deletion->text, "Cascade") == 0;
  reference->is_many[0] = opposite != NULL
                              ? opposite->field->is_list
                              : !is_unique (relations, end, reference->ends[0].columns);
  reference->is_many[1] = end->field->is_list;
  if (opposite != NULL && opposite->fields != NULL && end->field->is_list)
    {
      g_autoptr (GPtrArray) back = g_ptr_array_new_with_free_func (g_free);

      if (take_columns (self, other, opposite->fields, back))
        reference->back = g_strdup (back->pdata[0]);
    }
  g_ptr_array_add (self->tables->references, reference);
}

/* The only column of the key of a model; NULL where it has none, or several. */
static const SquillTablesColumn *
find_key (const SquillPrismaBuild *self, const SquillPrismaBlock *model)
{
  g_autoptr (GPtrArray) key = g_ptr_array_new_with_free_func (g_free);

  take_key (self, model, key);
  return key->len == 1 ? _squill_table_find_column (g_hash_table_lookup (self->by_model, model),
                                                    key->pdata[0])
                       : NULL;
}

static void
add_join_end (SquillPrismaBuild *self,
              SquillTable *join,
              const char *name,
              const SquillPrismaBlock *model,
              const SquillTablesColumn *target)
{
  SquillTablesColumn *column = g_new0 (SquillTablesColumn, 1);
  SquillTableReference *reference = g_new0 (SquillTableReference, 1);

  column->name = g_strdup (name);
  column->type = g_strdup (target->type);
  column->arguments = g_ptr_array_new_with_free_func (g_free);
  column->not_null = column->is_key = TRUE;
  _squill_table_add_column (join, column);
  reference->line = join->line;
  reference->column = join->column;
  reference->is_many[0] = TRUE;
  reference->cascades = TRUE;
  reference->ends[0].table = g_strdup (join->name);
  reference->ends[0].columns = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (reference->ends[0].columns, g_strdup (name));
  set_end (&reference->ends[1], model);
  g_ptr_array_add (reference->ends[1].columns, g_strdup (target->name));
  g_ptr_array_add (self->tables->references, reference);
}

/* Lists at both ends without fields are a table that Prisma makes: "_PostToTag", with the columns
 * "A" and "B" in the order of the alphabet; FALSE where a model has no key of one field, which
 * these could refer to. */
static gboolean
add_join (SquillPrismaBuild *self, const End *end, const End *opposite)
{
  const gboolean is_first = g_strcmp0 (end->model->name, opposite->model->name) <= 0;
  const End *a = is_first ? end : opposite, *b = is_first ? opposite : end;
  const SquillTablesColumn *a_key = find_key (self, a->model), *b_key = find_key (self, b->model);
  SquillTable *join;

  if (a_key == NULL || b_key == NULL)
    return FALSE;
  join = _squill_table_new (end->name != NULL
                                ? g_strconcat ("_", end->name, NULL)
                                : g_strdup_printf ("_%sTo%s", a->model->name, b->model->name),
                            end->field->line, end->field->column);
  g_ptr_array_add (self->tables->tables, join);
  _squill_tables_note_table (self->tables, join);
  add_join_end (self, join, "A", a->model, a_key);
  add_join_end (self, join, "B", b->model, b_key);
  return TRUE;
}

static void
add_relation (const Relations *self, const End *end)
{
  SquillPrismaBuild *build = self->build;
  End opposite;
  const gboolean has_opposite = find_opposite (self, end, &opposite);

  if (g_hash_table_contains (self->done, end->field))
    return;
  if (end->fields == NULL && has_opposite && opposite.fields != NULL)
    return;
  g_hash_table_add (self->done, (gpointer)end->field);
  if (has_opposite)
    g_hash_table_add (self->done, (gpointer)opposite.field);
  if (end->fields != NULL)
    add_reference (self, end, has_opposite ? &opposite : NULL);
  else if (build->is_documents || !has_opposite || !end->field->is_list ||
           !opposite.field->is_list || !add_join (build, end, &opposite))
    _squill_prisma_tell (build, end->field->line, end->field->column,
                         /* Translators: a model of Prisma and its field */
                         g_strdup_printf (_ ("“%s.%s” does not say in which fields its references "
                                             "are"),
                                          end->model->name, end->field->name));
}

/* Notes what all relations of a model, and the unique indexes of its table, are found by. */
static void
note_model (const Relations *self, const SquillPrismaBlock *model, const SquillTable *table)
{
  for (guint i = 0; i < model->fields->len; i++)
    {
      const SquillPrismaField *field = model->fields->pdata[i];
      g_autofree char *route = NULL;
      GPtrArray *fields;

      if (_squill_prisma_find_block (self->build, field->type, "model") == NULL)
        continue;
      route = make_route (model->name, field->type, get_end (model, field).name);
      fields = g_hash_table_lookup (self->by_route, route);
      if (fields == NULL)
        {
          fields = g_ptr_array_new ();
          g_hash_table_insert (self->by_route, g_steal_pointer (&route), fields);
        }
      g_ptr_array_add (fields, (gpointer)field);
    }
  for (guint i = 0; i < table->indexes->len; i++)
    {
      const SquillTableIndex *index = table->indexes->pdata[i];

      if (index->unique || index->is_key)
        g_hash_table_add (self->unique, make_unique_key (table, index->columns));
    }
}

/* Adds the relations of all models to the tables. */
void
_squill_prisma_add_relations (SquillPrismaBuild *self)
{
  g_autoptr (GHashTable) by_route =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
  g_autoptr (GHashTable) unique = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) done = g_hash_table_new (NULL, NULL);
  const Relations relations = { self, by_route, unique, done };

  for (guint i = 0; i < self->blocks->len; i++)
    {
      const SquillPrismaBlock *model = self->blocks->pdata[i];
      const SquillTable *table = g_hash_table_lookup (self->by_model, model);

      if (table != NULL)
        note_model (&relations, model, table);
    }
  for (guint i = 0; i < self->blocks->len; i++)
    {
      const SquillPrismaBlock *model = self->blocks->pdata[i];

      if (!g_hash_table_contains (self->by_model, model))
        continue;
      self->file = model->file;
      for (guint j = 0; j < model->fields->len; j++)
        {
          const SquillPrismaField *field = model->fields->pdata[j];
          const End end = get_end (model, field);

          if (_squill_prisma_find_block (self, field->type, "model") != NULL)
            add_relation (&relations, &end);
        }
    }
}
