/* SPDX-License-Identifier: Apache-2.0 */

/* Indexes and keys of models of Prisma. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "exchange/import/squill-prisma-build.h"

static SquillTableIndex *
index_new (const SquillPrismaAttribute *attribute)
{
  SquillTableIndex *index = g_new0 (SquillTableIndex, 1);

  index->line = attribute->line;
  index->column = attribute->column;
  index->columns = g_ptr_array_new_with_free_func (g_free);
  index->is_expression = g_array_new (FALSE, FALSE, sizeof (gboolean));
  index->specification = json_pack ("{s:{}}", "key");
  return index;
}

/* The direction of a field: "city(sort: Desc)". */
static gboolean
is_descending (const SquillPrismaValue *value)
{
  for (guint i = 0; value->kind == SQUILL_PRISMA_VALUE_CALL && i < value->items->len; i++)
    {
      const SquillPrismaArgument *argument = value->items->pdata[i];

      if (g_strcmp0 (argument->name, "sort") == 0)
        return g_strcmp0 (argument->value->text, "Desc") == 0;
    }
  return FALSE;
}

static gboolean
add_key (const SquillPrismaBuild *self,
         const SquillPrismaBlock *block,
         SquillTableIndex *index,
         const SquillPrismaValue *value,
         const char *how)
{
  const gboolean no = FALSE;
  g_autofree char *query = NULL;
  char *path = value->text == NULL || value->kind == SQUILL_PRISMA_VALUE_STRING
                   ? NULL
                   : _squill_prisma_make_path (self, block, value->text, &query);
  json_t *key = json_object_get (index->specification, "key");

  if (path == NULL)
    {
      /* Translators: a model of Prisma, and what an index of it is by */
      _squill_prisma_tell (self, value->line, value->column,
                           g_strdup_printf (_ ("“%s” has no field “%s”"), block->name,
                                            value->text != NULL ? value->text : ""));
      return FALSE;
    }
  g_ptr_array_add (index->columns, path);
  g_array_append_val (index->is_expression, no);
  json_object_set_new (
      key, query, how != NULL ? json_string (how) : json_integer (is_descending (value) ? -1 : 1));
  return TRUE;
}

/* What an index has besides its fields. */
static void
tell_rest (const SquillPrismaBuild *self,
           const SquillPrismaBlock *block,
           const SquillPrismaAttribute *attribute)
{
  static const char *const known[] = { "fields", "map", "name", "type", NULL };

  for (guint i = 0; i < attribute->arguments->len; i++)
    {
      const SquillPrismaArgument *argument = attribute->arguments->pdata[i];

      if (argument->name != NULL && !g_strv_contains (known, argument->name))
        /* Translators: a setting, and the model that has it */
        _squill_prisma_tell (
            self, argument->value->line, argument->value->column,
            g_strdup_printf (_ ("“%s” of “%s” is not taken over"), argument->name, block->name));
    }
}

/* The name of an index in the database; older versions of Prisma have no "map". */
static char *
get_name (const SquillPrismaAttribute *attribute)
{
  const SquillPrismaValue *value = _squill_prisma_attribute_get (attribute, "map", G_MAXUINT);

  if (value == NULL)
    value = _squill_prisma_attribute_get (attribute, "name", G_MAXUINT);
  return value == NULL || value->kind != SQUILL_PRISMA_VALUE_STRING ? NULL : g_strdup (value->text);
}

static void
add_index (SquillPrismaBuild *self,
           const SquillPrismaBlock *block,
           SquillTable *table,
           const SquillPrismaAttribute *attribute)
{
  const SquillPrismaValue *fields = _squill_prisma_attribute_get (attribute, "fields", 0);
  const SquillPrismaValue *type = _squill_prisma_attribute_get (attribute, "type", G_MAXUINT);
  const gboolean is_text = g_str_equal (attribute->name, "fulltext");
  SquillTableIndex *index;
  gboolean is_good = fields != NULL;

  if (fields == NULL)
    {
      _squill_prisma_tell (
          self, attribute->line, attribute->column,
          g_strdup_printf (_ ("An index of “%s” has none of its columns"), block->name));
      return;
    }
  index = index_new (attribute);
  index->is_key = g_str_equal (attribute->name, "id") && !self->is_documents;
  index->unique = !is_text && !g_str_equal (attribute->name, "index");
  index->name = get_name (attribute);
  index->type = type != NULL && g_strcmp0 (type->text, "Hash") == 0 ? g_strdup ("hash") : NULL;
  if (fields->kind != SQUILL_PRISMA_VALUE_LIST)
    is_good = add_key (self, block, index, fields, is_text ? "text" : NULL);
  for (guint i = 0; fields->kind == SQUILL_PRISMA_VALUE_LIST && i < fields->items->len; i++)
    is_good &=
        add_key (self, block, index, ((const SquillPrismaArgument *)fields->items->pdata[i])->value,
                 is_text ? "text" : NULL);
  tell_rest (self, block, attribute);
  if (is_good && index->columns->len > 0)
    g_ptr_array_add (table->indexes, index);
  else
    _squill_table_index_free (index);
}

/* "@unique" has a name where it says so. */
static void
add_unique_field (const SquillPrismaBuild *self,
                  const SquillPrismaBlock *block,
                  SquillTable *table,
                  const SquillPrismaField *field)
{
  const SquillPrismaAttribute *attribute =
      _squill_prisma_find_attribute (field->attributes, "unique");
  const SquillPrismaValue *sort;
  const SquillPrismaValue value = { SQUILL_PRISMA_VALUE_WORD, field->name, NULL, field->line,
                                    field->column };
  SquillTableIndex *index;

  if (attribute == NULL || attribute->arguments->len == 0)
    return;
  sort = _squill_prisma_attribute_get (attribute, "sort", G_MAXUINT);
  index = index_new (attribute);
  index->unique = TRUE;
  index->name = get_name (attribute);
  if (!add_key (self, block, index, &value, NULL))
    {
      _squill_table_index_free (index);
      return;
    }
  if (sort != NULL && g_strcmp0 (sort->text, "Desc") == 0)
    json_object_set_new (
        json_object_get (index->specification, "key"),
        json_object_iter_key (json_object_iter (json_object_get (index->specification, "key"))),
        json_integer (-1));
  g_ptr_array_add (table->indexes, index);
}

/* Adds the keys and indexes of a model to its table. */
void
_squill_prisma_add_indexes (SquillPrismaBuild *self,
                            const SquillPrismaBlock *block,
                            SquillTable *table)
{
  for (guint i = 0; i < block->fields->len; i++)
    add_unique_field (self, block, table, block->fields->pdata[i]);
  for (guint i = 0; i < block->attributes->len; i++)
    {
      const SquillPrismaAttribute *attribute = block->attributes->pdata[i];

      if (g_str_equal (attribute->name, "index") || g_str_equal (attribute->name, "unique") ||
          g_str_equal (attribute->name, "id") || g_str_equal (attribute->name, "fulltext"))
        add_index (self, block, table, attribute);
    }
}
