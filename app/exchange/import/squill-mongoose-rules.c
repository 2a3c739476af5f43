/* SPDX-License-Identifier: Apache-2.0 */

/* Rules that schemas of Mongoose have for their paths, beside what their fields say:
 * "schema.path ('title').required (true).index ()". The last one counts. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-mongoose-fields.h"

/* A value at the place of a call, which belongs to its file. */
static SquillJavascriptValue *
make_value (const SquillJavascriptValue *call, SquillJavascriptValueKind kind)
{
  const SquillMongooseFile *file = call->file;
  SquillJavascriptValue *value = _squill_javascript_file_make_value (file->program, 0, kind, NULL);

  value->line = call->line;
  value->column = call->column;
  return value;
}

/* What a call says as the options of a field say it: the first argument, all of them where they are
 * a list of values, or that it is so. */
static const SquillJavascriptValue *
make_options (const SquillJavascriptValue *call)
{
  SquillJavascriptValue *options = make_value (call, SQUILL_JAVASCRIPT_OBJECT);
  SquillJavascriptValue *value = call->items->len > 0 ? call->items->pdata[0] : NULL;

  if (value == NULL)
    {
      value = make_value (call, SQUILL_JAVASCRIPT_BOOLEAN);
      value->number = 1;
    }
  else if (g_str_equal (call->text, "enum") &&
           (value->kind == SQUILL_JAVASCRIPT_TEXT || value->kind == SQUILL_JAVASCRIPT_NUMERIC))
    {
      value = make_value (call, SQUILL_JAVASCRIPT_ARRAY);
      for (guint i = 0; i < call->items->len; i++)
        g_ptr_array_add (value->items, call->items->pdata[i]);
    }
  _squill_javascript_value_add_member (options, call->text, value);
  return options;
}

static gboolean
takes_back (SquillMongooseBuild *self, const SquillJavascriptValue *call)
{
  const SquillJavascriptValue *said =
      call->items->len > 0 ? _squill_mongoose_resolve (self->sources, call->items->pdata[0]) : NULL;

  return said != NULL && said->kind == SQUILL_JAVASCRIPT_BOOLEAN && said->number == 0;
}

/* Mongoose adds texts to those that were allowed before, numbers take their place; without any
 * everything is allowed again. */
static void
add_enumeration (SquillMongooseBuild *self,
                 SquillMongooseEntity *entity,
                 const char *field,
                 const SquillJavascriptValue *call)
{
  json_t *json = g_hash_table_lookup (self->fields, field);
  json_auto_t *before = json_incref (json_object_get (json, "enum"));
  const json_t *values;
  json_t *value;
  gsize i;

  json_object_del (json, "enum");
  if (call->items->len == 0 || takes_back (self, call))
    return;
  _squill_mongoose_build_add_options (self, entity, field, make_options (call));
  values = json_object_get (json, "enum");
  if (values == NULL)
    {
      json_object_set (json, "enum", before);
      return;
    }
  json_array_foreach (values, i, value)
  {
    gboolean is_new = before != NULL && json_is_string (value);

    for (gsize j = 0; is_new && j < json_array_size (before); j++)
      is_new = !json_equal (json_array_get (before, j), value);
    if (is_new)
      json_array_append (before, value);
  }
  if (before != NULL && json_is_string (json_array_get (values, 0)))
    json_object_set (json, "enum", before);
}

/* The last of them counts. */
static void
forget_references (SquillMongooseBuild *self, const char *field)
{
  for (guint i = self->references->len; i-- > 0;)
    {
      const SquillMongooseReference *reference = self->references->pdata[i];

      if (g_strcmp0 (reference->field, field) == 0)
        g_ptr_array_remove_index (self->references, i);
    }
}

static void
add_rule (SquillMongooseBuild *self,
          SquillMongooseEntity *entity,
          const char *field,
          const SquillJavascriptValue *call)
{
  if (g_str_equal (call->text, "ref"))
    forget_references (self, field);
  if (g_str_equal (call->text, "enum"))
    add_enumeration (self, entity, field, call);
  else if (!g_str_equal (call->text, "required"))
    _squill_mongoose_build_add_options (self, entity, field, make_options (call));
  else if (takes_back (self, call))
    {
      json_object_del (g_hash_table_lookup (self->fields, field), "required");
      g_hash_table_remove (self->required, field);
    }
  else
    {
      json_object_set_new (g_hash_table_lookup (self->fields, field), "required", json_true ());
      g_hash_table_add (self->required, g_strdup (field));
    }
}

/* Adds what is said of paths to their fields, and to the references that they hold. */
void
_squill_mongoose_build_add_rules (SquillMongooseBuild *self)
{
  /* Ids of fields that are required or not, or unique, from then on. */
  g_autoptr (GHashTable) required = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) unique = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < self->sources->statements->len; i++)
    {
      const SquillMongooseStatement *statement = self->sources->statements->pdata[i];
      const SquillJavascriptValue *call = statement->call, *schema;

      if (statement->path == NULL || g_str_equal (call->text, "discriminator"))
        continue;
      schema = _squill_mongoose_find_schema (self->sources, statement);
      for (guint j = 0; schema != NULL && j < self->entities->len; j++)
        {
          SquillMongooseEntity *entity = self->entities->pdata[j];
          const char *field = entity->schema == schema
                                  ? g_hash_table_lookup (entity->paths, statement->path)
                                  : NULL;

          if (field == NULL)
            continue;
          add_rule (self, entity, field, call);
          if (g_str_equal (call->text, "required"))
            g_hash_table_add (required, (gpointer)field);
          if (g_str_equal (call->text, "unique") && !takes_back (self, call))
            g_hash_table_add (unique, (gpointer)field);
        }
    }
  for (guint i = 0; i < self->references->len; i++)
    {
      SquillMongooseReference *reference = self->references->pdata[i];

      if (reference->is_list || reference->field == NULL)
        continue;
      if (g_hash_table_contains (required, reference->field))
        reference->required = g_hash_table_contains (self->required, reference->field);
      reference->unique |= g_hash_table_contains (unique, reference->field);
    }
}
