/* SPDX-License-Identifier: Apache-2.0 */

/* A model that is being made of schemas of Mongoose: what is kept of it meanwhile. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-mongoose-fields.h"
#include "model/squill-model-file.h"

#define MAX_PROBLEMS 200

static void
entity_free (gpointer data)
{
  SquillMongooseEntity *self = data;

  g_free (self->model);
  g_free (self->name);
  g_free (self->id);
  json_decref (self->json);
  g_hash_table_unref (self->paths);
  g_free (self->discriminator_key);
  g_free (self->last_index_rank);
  g_free (self);
}

static void
reference_free (gpointer data)
{
  SquillMongooseReference *self = data;

  g_free (self->field);
  g_free (self->name);
  g_free (self->model);
  g_free (self->model_path);
  g_free (self->key);
  g_free (self);
}

/* (transfer full): without a name or fields; _squill_mongoose_build_clear() frees those in its
 * list. */
SquillMongooseEntity *
_squill_mongoose_entity_new (void)
{
  SquillMongooseEntity *self = g_new0 (SquillMongooseEntity, 1);

  self->paths = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

/* (transfer full): to a model that may be declared later. @entity and @value are not copied;
 * _squill_mongoose_build_clear() frees those in its list. */
SquillMongooseReference *
_squill_mongoose_reference_new (const SquillMongooseEntity *entity,
                                const char *field,
                                const char *name,
                                const char *model,
                                const SquillJavascriptValue *value)
{
  SquillMongooseReference *self = g_new0 (SquillMongooseReference, 1);

  self->entity = entity;
  self->field = g_strdup (field);
  self->name = g_strdup (name);
  self->model = g_strdup (model);
  self->value = value;
  return self;
}

static void
embedded_free (gpointer data)
{
  SquillMongooseEmbedded *self = data;

  g_free (self->path);
  g_free (self);
}

/* Which calls add to which schema. */
static void
find_additions (SquillMongooseBuild *self)
{
  for (guint i = 0; i < self->sources->statements->len; i++)
    {
      const SquillMongooseStatement *statement = self->sources->statements->pdata[i];
      const SquillJavascriptValue *schema;
      GPtrArray *calls;

      if (statement->call->items->len == 0 || (!g_str_equal (statement->call->text, "add") &&
                                               !g_str_equal (statement->call->text, "set") &&
                                               !g_str_equal (statement->call->text, "path")))
        continue;
      schema = _squill_mongoose_find_schema (self->sources, statement);
      if (!_squill_mongoose_is_schema (schema))
        continue;
      calls = g_hash_table_lookup (self->additions, schema);
      if (calls == NULL)
        {
          calls = g_ptr_array_new ();
          g_hash_table_insert (self->additions, (gpointer)schema, calls);
        }
      g_ptr_array_add (calls, (gpointer)statement->call);
    }
}

static void
names_init (SquillMongooseNames *self)
{
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->seen = g_hash_table_new (g_str_hash, g_str_equal);
}

static void
names_clear (SquillMongooseNames *self)
{
  g_hash_table_unref (self->seen);
  g_ptr_array_unref (self->names);
}

/* Begins the file of a model with this title. @sources and @report belong to the caller and outlive
 * @self. End with _squill_mongoose_build_clear(). */
void
_squill_mongoose_build_init (SquillMongooseBuild *self,
                             SquillMongooseSources *sources,
                             const char *title,
                             SquillImportReport *report)
{
  *self = (SquillMongooseBuild){ .sources = sources, .report = report };
  self->file = json_pack ("{s:s, s:i, s:s, s:{}, s:{}}", "format", "squill/model", "version",
                          SQUILL_MODEL_VERSION, "name", title, "entities", "relationships");
  self->entities = g_ptr_array_new_with_free_func (entity_free);
  self->by_model = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->references = g_ptr_array_new_with_free_func (reference_free);
  self->nested = g_hash_table_new (NULL, NULL);
  self->lists = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->required = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->fields = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->told = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  names_init (&self->defaults);
  names_init (&self->requirements);
  self->discriminator_keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->embedded = g_ptr_array_new_with_free_func (embedded_free);
  self->indexes = g_ptr_array_new_with_free_func (g_free);
  self->field_indexes = g_hash_table_new (g_str_hash, g_str_equal);
  self->ranks = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->open = g_ptr_array_new ();
  self->kinds = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->names = g_hash_table_new (g_str_hash, g_str_equal);
  self->additions = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)g_ptr_array_unref);
  find_additions (self);
}

void
_squill_mongoose_build_clear (SquillMongooseBuild *self)
{
  g_ptr_array_unref (self->open);
  g_hash_table_unref (self->additions);
  g_hash_table_unref (self->names);
  g_hash_table_unref (self->ranks);
  g_hash_table_unref (self->kinds);
  g_hash_table_unref (self->field_indexes);
  g_ptr_array_unref (self->indexes);
  g_ptr_array_unref (self->embedded);
  g_hash_table_unref (self->required);
  g_hash_table_unref (self->fields);
  g_hash_table_unref (self->discriminator_keys);
  names_clear (&self->requirements);
  names_clear (&self->defaults);
  g_hash_table_unref (self->told);
  g_hash_table_unref (self->lists);
  g_hash_table_unref (self->nested);
  g_ptr_array_unref (self->references);
  g_hash_table_unref (self->by_model);
  g_ptr_array_unref (self->entities);
  json_decref (self->file);
  g_free (self->last_rank);
  g_free (self->last_relationship_rank);
}

/* Takes @text, and tells it once of each place. Of several files, it says in which. */
void
_squill_mongoose_build_tell (SquillMongooseBuild *self,
                             const SquillJavascriptValue *place,
                             char *text)
{
  g_autoptr (GString) key = g_string_new (NULL);

  g_string_printf (key, "%p %u %u %s", place->file, place->line, place->column, text);
  if (self->report->problems->len < MAX_PROBLEMS &&
      g_hash_table_add (self->told, g_strdup (key->str)))
    g_ptr_array_add (self->report->problems,
                     _squill_mongoose_sources_make_problem (self->sources, place->file, place->line,
                                                            place->column, text));
  else
    g_free (text);
}
