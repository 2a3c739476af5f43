/* SPDX-License-Identifier: Apache-2.0 */

/* Models out of the schemas of Mongoose: programs in JavaScript and TypeScript are read as text,
 * and never run. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-mongoose-import.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "exchange/import/squill-import-model.h"
#include "exchange/import/squill-mongoose-fields.h"
#include "exchange/squill-exchange.h"
#include "model/squill-model-file.h"

/* How many names may stand for the name of a model, one for the other. */
#define MAX_NAMES 50

static SquillMongooseEntity *
find_entity (SquillMongooseBuild *self, const char *model)
{
  return model == NULL ? NULL : g_hash_table_lookup (self->by_model, model);
}

static const char *
get_option_text (SquillMongooseBuild *self, const SquillJavascriptValue *options, const char *name)
{
  const SquillJavascriptValue *value = _squill_javascript_value_get (options, name);

  value = value == NULL ? NULL : _squill_mongoose_resolve (self->sources, value);
  return value != NULL && value->kind == SQUILL_JAVASCRIPT_TEXT ? value->text : NULL;
}

/* The name of the collection of a model: as it is said, or made of that of the model (transfer
 * full). */
static char *
make_base_name (SquillMongooseBuild *self,
                const char *model,
                const SquillJavascriptValue *schema,
                const char *collection)
{
  if (collection == NULL)
    collection =
        get_option_text (self, _squill_mongoose_get_schema_options (self, schema), "collection");
  return collection != NULL ? g_strdup (collection) : _squill_mongoose_make_collection_name (model);
}

/* The collection of a model, with its fields. @is_main: whether no other model of the same
 * collection has more of them */
static void
add_entity (SquillMongooseBuild *self,
            const char *model,
            const SquillJavascriptValue *schema,
            const char *collection,
            gboolean is_main)
{
  const SquillJavascriptValue *options = _squill_mongoose_get_schema_options (self, schema);
  g_autofree char *base = NULL;
  SquillMongooseEntity *entity;
  const SquillJavascriptValue *capped;
  g_autofree char *rank = squill_rank_between (self->last_rank, NULL);

  if (find_entity (self, model) != NULL)
    return;
  base = make_base_name (self, model, schema, collection);
  entity = _squill_mongoose_entity_new ();
  entity->model = g_strdup (model);
  entity->schema = schema;
  entity->name = g_strdup (base);
  for (guint i = 2; g_hash_table_contains (self->names, entity->name) || (i == 2 && !is_main); i++)
    {
      g_free (entity->name);
      entity->name = g_strdup_printf ("%s_%u", base, i);
    }
  g_hash_table_add (self->names, entity->name);
  entity->id = g_strdup_printf ("entity-%u", self->entities->len + 1);
  entity->json =
      json_pack ("{s:s, s:s, s:s}", "name", entity->name, "order", rank, "standalone", "yes");
  g_free (self->last_rank);
  self->last_rank = g_steal_pointer (&rank);
  g_ptr_array_add (self->entities, entity);
  g_hash_table_insert (self->by_model, g_strdup (model), entity);
  capped = _squill_javascript_value_get (options, "capped");
  if (capped != NULL && capped->kind == SQUILL_JAVASCRIPT_OBJECT)
    {
      const SquillJavascriptValue *size = _squill_javascript_value_get (capped, "size");

      json_object_set_new (entity->json, "capped", json_true ());
      if (size != NULL && size->kind == SQUILL_JAVASCRIPT_NUMERIC)
        json_object_set_new (entity->json, "capped_size", json_real (size->number));
    }
  _squill_mongoose_build_add_schema (self, entity, schema, options);
}

/* The first argument of model () and discriminator (): a text, or a name that stands for one, or
 * "User.name" of a class (transfer full) (nullable). What a name of another package stands for is
 * not known: "Kinds.Car" is then called as its last part, which is told. */
static char *
get_model_name (SquillMongooseBuild *self, const SquillJavascriptValue *value)
{
  const char *dot;

  /* A model may be called as itself: "const Book = model (Book, schema)". */
  for (guint i = 0; i < MAX_NAMES; i++)
    {
      const SquillJavascriptValue *known = _squill_mongoose_resolve (self->sources, value);

      if (known->kind == SQUILL_JAVASCRIPT_TEXT)
        return g_strdup (known->text);
      if (_squill_mongoose_is_model (known) && known->items->len > 0 && known != value)
        value = known->items->pdata[0];
      else if (value->kind == SQUILL_JAVASCRIPT_FUNCTION && value->items->len == 1)
        value = value->items->pdata[0];
      else
        break;
    }
  if (value->kind != SQUILL_JAVASCRIPT_NAME)
    return NULL;
  if (g_str_has_suffix (value->text, ".name") || g_str_has_suffix (value->text, ".modelName"))
    return g_strndup (value->text, (gsize)(strrchr (value->text, '.') - value->text));
  /* What is in no file is called as its model is. */
  dot = strrchr (value->text, '.');
  if (dot == NULL)
    return g_strdup (value->text);
  _squill_mongoose_build_tell (
      self, value,
      g_strdup_printf (_ ("“%s” is in no file: it is taken for “%s”"), value->text, dot + 1));
  return g_strdup (dot + 1);
}

static const SquillJavascriptValue *
get_argument (SquillMongooseBuild *self, const SquillJavascriptValue *call, guint i)
{
  return i < call->items->len ? _squill_mongoose_resolve (self->sources, call->items->pdata[i])
                              : NULL;
}

static gboolean
is_call_of (const SquillMongooseStatement *statement, const char *method)
{
  return g_str_equal (statement->call->text, method);
}

/* A model as a program declares it. */
typedef struct
{
  const SquillMongooseStatement *statement;
  char *name; /* (nullable) */
  const SquillJavascriptValue *schema;
} Declaration;

static void
declaration_free (gpointer data)
{
  Declaration *self = data;

  g_free (self->name);
  g_free (self);
}

/* How many fields a declaration has at its top; what is computed may have any. */
static guint
count_members (SquillMongooseBuild *self, const Declaration *declaration)
{
  const SquillJavascriptValue *definition = get_argument (self, declaration->schema, 0);

  if (definition == NULL)
    return 0;
  return definition->kind == SQUILL_JAVASCRIPT_OBJECT ? definition->members->len : G_MAXUINT;
}

/* All models that are declared, whether their schema is known or not (transfer full). */
static GPtrArray *
collect_declarations (SquillMongooseBuild *self)
{
  GPtrArray *declarations = g_ptr_array_new_with_free_func (declaration_free);

  for (guint i = 0; i < self->sources->statements->len; i++)
    {
      const SquillMongooseStatement *statement = self->sources->statements->pdata[i];
      const SquillJavascriptValue *schema = get_argument (self, statement->call, 1);
      Declaration *declaration;

      if (!is_call_of (statement, "model") || schema == NULL ||
          (statement->is_guess && !_squill_mongoose_is_schema (schema)))
        continue;
      declaration = g_new0 (Declaration, 1);
      declaration->statement = statement;
      declaration->name = get_model_name (self, statement->call->items->pdata[0]);
      declaration->schema = schema;
      g_ptr_array_add (declarations, declaration);
    }
  return declarations;
}

/* Scripts that change data declare a model once more, with the few fields that they touch. Of
 * several with one name, the one with the most fields counts, of equal ones the first. */
static GHashTable *
choose_declarations (SquillMongooseBuild *self, const GPtrArray *declarations)
{
  GHashTable *chosen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < declarations->len; i++)
    {
      const Declaration *one = declarations->pdata[i];
      const Declaration *other;

      if (one->name == NULL || !_squill_mongoose_is_schema (one->schema))
        continue;
      other = g_hash_table_lookup (chosen, one->name);
      if (other == NULL || count_members (self, one) > count_members (self, other))
        g_hash_table_replace (chosen, one->name, (gpointer)one);
    }
  return chosen;
}

static const char *
get_collection (SquillMongooseBuild *self, const Declaration *declaration)
{
  const SquillJavascriptValue *collection = get_argument (self, declaration->statement->call, 2);

  return collection != NULL && collection->kind == SQUILL_JAVASCRIPT_TEXT ? collection->text : NULL;
}

/* Of several models of one collection, that with the most fields: what only counts documents has
 * few. Name of a collection -> declaration. */
static GHashTable *
find_main_models (SquillMongooseBuild *self, const GPtrArray *declarations, GHashTable *chosen)
{
  GHashTable *mains = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < declarations->len; i++)
    {
      const Declaration *one = declarations->pdata[i];
      const Declaration *other;
      g_autofree char *base = NULL;

      if (one->name == NULL || g_hash_table_lookup (chosen, one->name) != one)
        continue;
      base = make_base_name (self, one->name, one->schema, get_collection (self, one));
      other = g_hash_table_lookup (mains, base);
      if (other == NULL || count_members (self, one) > count_members (self, other))
        g_hash_table_replace (mains, g_steal_pointer (&base), (gpointer)one);
    }
  return mains;
}

static void
add_models (SquillMongooseBuild *self)
{
  g_autoptr (GPtrArray) declarations = collect_declarations (self);
  g_autoptr (GHashTable) chosen = choose_declarations (self, declarations);
  g_autoptr (GHashTable) mains = find_main_models (self, declarations, chosen);

  for (guint i = 0; i < declarations->len; i++)
    {
      const Declaration *declaration = declarations->pdata[i];
      const SquillJavascriptValue *call = declaration->statement->call;
      const char *collection = get_collection (self, declaration);
      const char *name = declaration->name;
      const Declaration *best;
      g_autofree char *base = NULL;

      if (name == NULL || *name == '\0' || !_squill_mongoose_is_schema (declaration->schema))
        {
          _squill_mongoose_build_tell (
              self, call, g_strdup (_ ("The schema of this model is not in the file")));
          continue;
        }
      best = g_hash_table_lookup (chosen, name);
      if (best->schema != declaration->schema)
        {
          _squill_mongoose_build_tell (
              self, call,
              g_strdup_printf (_ ("The model “%s” is declared more than once: this one is not "
                                  "taken over"),
                               name));
          continue;
        }
      base = make_base_name (self, name, declaration->schema, collection);
      add_entity (self, name, declaration->schema, collection,
                  g_hash_table_lookup (mains, base) == best);
    }
}

/* Schemas without a model, where there is none at all: what no other uses is one. */
static void
add_schemas (SquillMongooseBuild *self)
{
  for (guint i = 0; i < self->sources->files->len; i++)
    {
      const SquillMongooseFile *file = self->sources->files->pdata[i];
      g_autoptr (GList) names =
          g_list_sort (g_hash_table_get_keys (file->values), (GCompareFunc)strcmp);

      for (GList *l = names; l != NULL; l = l->next)
        {
          const SquillJavascriptValue *schema = g_hash_table_lookup (file->values, l->data);
          g_autofree char *model = g_strdup (l->data);

          if (!_squill_mongoose_is_schema (schema))
            continue;
          if (g_str_equal (model, "exports"))
            {
              g_free (model);
              model = g_strdup (file->stem);
            }
          if (g_str_has_suffix (model, "Schema") && strlen (model) > strlen ("Schema"))
            model[strlen (model) - strlen ("Schema")] = '\0';
          add_entity (self, model, schema, NULL, TRUE);
        }
    }
  /* What is part of another one is no collection. */
  for (guint i = self->entities->len; i-- > 0;)
    {
      SquillMongooseEntity *entity = self->entities->pdata[i];

      if (!g_hash_table_contains (self->nested, entity->schema))
        continue;
      g_hash_table_remove (self->by_model, entity->model);
      g_hash_table_remove (self->names, entity->name);
      for (guint j = self->references->len; j-- > 0;)
        if (((SquillMongooseReference *)self->references->pdata[j])->entity == entity)
          g_ptr_array_remove_index (self->references, j);
      for (guint j = self->embedded->len; j-- > 0;)
        if (((SquillMongooseEmbedded *)self->embedded->pdata[j])->entity == entity)
          g_ptr_array_remove_index (self->embedded, j);
      g_ptr_array_remove_index (self->entities, i);
    }
}

/* The model that a name before a dot stands for. */
static SquillMongooseEntity *
find_receiver (SquillMongooseBuild *self, const SquillMongooseStatement *statement)
{
  const SquillJavascriptValue *value = _squill_mongoose_find_schema (self->sources, statement);
  g_autofree char *name = NULL;

  if (_squill_mongoose_is_model (value))
    name = get_model_name (self, value->items->pdata[0]);
  return find_entity (self, name != NULL ? name : statement->receiver);
}

/* Whether a field holds objects, alone or in a list. */
static gboolean
has_objects (SquillMongooseBuild *self, const char *field)
{
  const json_t *types = json_object_get (g_hash_table_lookup (self->fields, field), "types");
  const json_t *type;
  size_t i;

  json_array_foreach (types, i, type)
  {
    if (g_strcmp0 (json_string_value (type), "object") == 0)
      return TRUE;
  }
  return FALSE;
}

/* Kinds of what is embedded in a field of all documents that have the schema; FALSE where there is
 * no such field, or no objects are in it. */
static gboolean
add_embedded_kind (SquillMongooseBuild *self,
                   const SquillMongooseStatement *statement,
                   const char *value,
                   const SquillJavascriptValue *schema)
{
  const SquillJavascriptValue *whole = _squill_mongoose_find_schema (self->sources, statement);
  gboolean found = FALSE;

  for (guint i = 0; whole != NULL && i < self->entities->len; i++)
    {
      SquillMongooseEntity *entity = self->entities->pdata[i];
      const char *field =
          entity->schema == whole ? g_hash_table_lookup (entity->paths, statement->path) : NULL;

      if (field == NULL || !has_objects (self, field))
        continue;
      _squill_mongoose_build_add_variant (self, entity, statement->path, value, schema);
      found = TRUE;
    }
  return found;
}

/* "{ type: eventSchema, discriminators: { Clicked: clickedSchema } }" */
static void
add_listed_kinds (SquillMongooseBuild *self, const SquillMongooseEmbedded *embedded)
{
  const char *field = g_hash_table_lookup (embedded->entity->paths, embedded->path);

  for (guint i = 0; i < embedded->kinds->members->len; i++)
    {
      const SquillJavascriptMember *member = embedded->kinds->members->pdata[i];
      const SquillJavascriptValue *schema = _squill_mongoose_resolve (self->sources, member->value);

      if (member->key != NULL && field != NULL && has_objects (self, field) &&
          _squill_mongoose_is_schema (schema))
        _squill_mongoose_build_add_variant (self, embedded->entity, embedded->path, member->key,
                                            schema);
      else
        _squill_mongoose_build_tell (self, member->value,
                                     g_strdup (_ ("This discriminator is not taken over")));
    }
}

/* "eventSchema.discriminator ('Clicked', clickedSchema)": of the documents and of all fields that
 * have the schema; FALSE where none has. */
static gboolean
add_kind_of_schema (SquillMongooseBuild *self,
                    const SquillMongooseStatement *statement,
                    const char *value,
                    const SquillJavascriptValue *schema)
{
  const SquillJavascriptValue *whole = _squill_mongoose_find_schema (self->sources, statement);
  const guint n = self->embedded->len;
  gboolean found = FALSE;

  if (whole == NULL || !_squill_mongoose_is_schema (whole))
    return FALSE;
  for (guint i = 0; i < self->entities->len; i++)
    {
      SquillMongooseEntity *entity = self->entities->pdata[i];

      if (entity->schema != whole)
        continue;
      _squill_mongoose_build_add_variant (self, entity, NULL, value, schema);
      found = TRUE;
    }
  for (guint i = 0; i < n; i++)
    {
      const SquillMongooseEmbedded *embedded = self->embedded->pdata[i];
      const char *field = g_hash_table_lookup (embedded->entity->paths, embedded->path);

      if (embedded->schema != whole || field == NULL || !has_objects (self, field))
        continue;
      _squill_mongoose_build_add_variant (self, embedded->entity, embedded->path, value, schema);
      found = TRUE;
    }
  return found;
}

/* What refers to a kind is in the collection of the whole. */
static void
alias_kind (SquillMongooseBuild *self, const SquillMongooseStatement *statement, const char *name)
{
  const SquillJavascriptValue *whole = _squill_mongoose_find_schema (self->sources, statement);

  for (guint i = 0; i < self->entities->len && find_entity (self, name) == NULL; i++)
    if (((const SquillMongooseEntity *)self->entities->pdata[i])->schema == whole)
      g_hash_table_insert (self->by_model, g_strdup (name), self->entities->pdata[i]);
}

static void
add_discriminators (SquillMongooseBuild *self)
{
  const guint n = self->embedded->len;

  /* A kind may have fields of kinds, and those again. */
  for (guint i = 0; i < self->embedded->len; i++)
    {
      const SquillMongooseEmbedded *embedded = self->embedded->pdata[i];

      if (embedded->kinds != NULL && i < n)
        add_listed_kinds (self, embedded);
      else if (embedded->kinds != NULL)
        _squill_mongoose_build_tell (self, embedded->kinds,
                                     g_strdup (_ ("This discriminator is not taken over")));
    }
  for (guint i = 0; i < self->sources->statements->len; i++)
    {
      const SquillMongooseStatement *statement = self->sources->statements->pdata[i];
      const SquillJavascriptValue *schema = get_argument (self, statement->call, 1);
      const SquillJavascriptValue *value = get_argument (self, statement->call, 2);
      SquillMongooseEntity *entity;
      g_autofree char *name = NULL;
      const char *kind;

      if (!is_call_of (statement, "discriminator") || schema == NULL)
        continue;
      entity = statement->path != NULL ? NULL : find_receiver (self, statement);
      name = get_model_name (self, statement->call->items->pdata[0]);
      kind = value != NULL && value->kind == SQUILL_JAVASCRIPT_TEXT ? value->text : name;
      if (statement->path != NULL && name != NULL && _squill_mongoose_is_schema (schema) &&
          add_embedded_kind (self, statement, kind, schema))
        continue;
      if (entity == NULL && statement->path == NULL && name != NULL &&
          _squill_mongoose_is_schema (schema) && add_kind_of_schema (self, statement, kind, schema))
        {
          alias_kind (self, statement, name);
          continue;
        }
      if (entity == NULL || name == NULL || !_squill_mongoose_is_schema (schema))
        {
          _squill_mongoose_build_tell (self, statement->call,
                                       g_strdup (_ ("This discriminator is not taken over")));
          continue;
        }
      _squill_mongoose_build_add_variant (self, entity, NULL, kind, schema);
      /* What refers to it is in the collection of the whole. */
      if (find_entity (self, name) == NULL)
        g_hash_table_insert (self->by_model, g_strdup (name), entity);
    }
}

/* Some write the name of the collection in place of that of its model. */
static const SquillMongooseEntity *
find_target (SquillMongooseBuild *self, const char *name)
{
  const SquillMongooseEntity *entity = find_entity (self, name);

  for (guint i = 0; entity == NULL && i < self->entities->len; i++)
    if (g_str_equal (((SquillMongooseEntity *)self->entities->pdata[i])->name, name))
      entity = self->entities->pdata[i];
  return entity;
}

/* A reference becomes a relationship that its field holds. */
static void
add_relationship (SquillMongooseBuild *self, const SquillMongooseReference *reference)
{
  const SquillMongooseEntity *target = find_target (self, reference->model);
  const SquillMongooseEntity *holder = reference->entity;
  const gboolean many = reference->is_list;
  g_autofree char *rank = NULL, *id = NULL;
  json_t *relationship;

  if (target == NULL)
    {
      _squill_mongoose_build_tell (
          self, reference->value,
          g_strdup_printf (_ ("“%s” refers to the model “%s”, which is not there"), reference->name,
                           reference->model));
      return;
    }
  rank = squill_rank_between (self->last_relationship_rank, NULL);
  id = g_strdup_printf ("relationship-%u", ++self->n_relationships);
  relationship =
      json_pack ("{s:s, s:s, s:s, s:s, s:s}", "name", reference->name, "order", rank, "parent",
                 many ? holder->id : target->id, "child", many ? target->id : holder->id,
                 "placement", many ? "child-references" : "parent-reference");
  g_free (self->last_relationship_rank);
  self->last_relationship_rank = g_steal_pointer (&rank);
  json_object_set_new (relationship, many ? "parent_holder" : "child_holder",
                       json_string (reference->field));
  if (!many)
    json_object_set_new (
        relationship, "parents",
        json_pack ("{s:i, s:i, s:i}", "min", reference->required ? 1 : 0, "likely", 1, "max", 1));
  if (reference->unique && !many)
    json_object_set_new (relationship, "children",
                         json_pack ("{s:i, s:i, s:i}", "min", 0, "likely", 1, "max", 1));
  if (reference->key != NULL)
    json_object_set_new (relationship, many ? "child_key" : "parent_key",
                         json_string (reference->key));
  json_object_set_new (json_object_get (self->file, "relationships"), id, relationship);
}

/* "schema.virtual ('posts', { ref: 'Post', localField: '_id', foreignField: 'author' })": the other
 * end of a reference, which may say nothing of it itself. */
static void
add_virtual (SquillMongooseBuild *self,
             SquillMongooseEntity *entity,
             const SquillJavascriptValue *call)
{
  const SquillJavascriptValue *options = get_argument (self, call, 1);
  const SquillJavascriptValue *model = _squill_javascript_value_get (options, "ref");
  const SquillJavascriptValue *just_one = _squill_javascript_value_get (options, "justOne");
  const char *local = get_option_text (self, options, "localField");
  const char *foreign = get_option_text (self, options, "foreignField");
  g_autofree char *name = model == NULL ? NULL : get_model_name (self, model);
  SquillMongooseEntity *other = find_entity (self, name);
  const char *field, *key;
  SquillMongooseReference *reference;
  gboolean is_one;

  if (other == NULL || local == NULL || foreign == NULL)
    return;
  field = g_hash_table_lookup (other->paths, foreign);
  key = g_hash_table_lookup (entity->paths, local);
  is_one = just_one != NULL && just_one->number != 0;
  /* The reference may stand here: to what identifies a document, or to what only one document has.
   * Of how many documents it is, is not said then. */
  if (key != NULL && (g_strcmp0 (foreign, "_id") == 0 ||
                      (is_one && field != NULL && g_strcmp0 (local, "_id") != 0)))
    {
      SquillMongooseEntity *swapped = other;
      const char *swapped_field = field, *swapped_name = foreign;

      other = entity;
      entity = swapped;
      field = key;
      key = swapped_field;
      foreign = local;
      local = swapped_name;
      is_one = FALSE;
    }
  for (guint i = 0; i < self->references->len; i++)
    {
      reference = self->references->pdata[i];
      if (g_strcmp0 (reference->field, field) == 0 && field != NULL)
        {
          reference->unique |= is_one;
          return;
        }
    }
  if (field == NULL)
    {
      _squill_mongoose_build_tell (
          self, call, g_strdup_printf (_ ("“%s” has no field “%s”"), other->name, foreign));
      return;
    }
  reference = _squill_mongoose_reference_new (other, field, foreign, entity->model, call);
  reference->is_list = g_hash_table_contains (self->lists, field);
  reference->unique = is_one;
  reference->required = g_hash_table_contains (self->required, field);
  if (g_strcmp0 (local, "_id") != 0)
    reference->key = g_strdup (key);
  g_ptr_array_add (self->references, reference);
}

static void
add_virtuals (SquillMongooseBuild *self)
{
  for (guint i = 0; i < self->sources->statements->len; i++)
    {
      const SquillMongooseStatement *statement = self->sources->statements->pdata[i];
      const SquillJavascriptValue *schema;

      if (!is_call_of (statement, "virtual"))
        continue;
      schema = _squill_mongoose_find_schema (self->sources, statement);
      for (guint j = 0; schema != NULL && j < self->entities->len; j++)
        if (((SquillMongooseEntity *)self->entities->pdata[j])->schema == schema)
          add_virtual (self, self->entities->pdata[j], statement->call);
    }
}

static void
finish_entity (SquillMongooseBuild *self, SquillMongooseEntity *entity)
{
  json_object_set (json_object_get (self->file, "entities"), entity->id, entity->json);
  g_ptr_array_add (self->report->outcomes, _squill_import_describe_entity (
                                               entity->name, g_hash_table_size (entity->paths)));
}

/* A reference to one of several models, which another field names: one relationship for each that
 * this can name. */
static void
add_relationships_to_kinds (SquillMongooseBuild *self, SquillMongooseReference *reference)
{
  const char *id = g_hash_table_lookup (reference->entity->paths, reference->model_path);
  const json_t *names =
      id == NULL ? NULL : json_object_get (g_hash_table_lookup (self->fields, id), "enum");

  if (json_array_size (names) == 0)
    _squill_mongoose_build_tell (
        self, reference->value,
        g_strdup_printf (_ ("“%s” refers to models that the file does not list: that is not taken "
                            "over"),
                         reference->name));
  reference->required = FALSE;
  for (gsize i = 0; i < json_array_size (names); i++)
    {
      g_free (reference->model);
      reference->model = g_strdup (json_string_value (json_array_get (names, i)));
      if (reference->model != NULL)
        add_relationship (self, reference);
    }
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const SquillJavascriptValue *one = a, *other = b;
  const int files = strcmp (((const SquillMongooseFile *)one->file)->path,
                            ((const SquillMongooseFile *)other->file)->path);

  return files != 0                 ? files
         : one->line != other->line ? (one->line > other->line) - (one->line < other->line)
                                    : (one->column > other->column) - (one->column < other->column);
}

/* Functions of packages that are given schemas. */
static void
tell_unknown (SquillMongooseBuild *self)
{
  g_autoptr (GHashTable) names = g_hash_table_new (NULL, NULL);
  g_autoptr (GList) places = NULL;
  GHashTableIter iter;
  gpointer name, place;

  if (self->sources->too_much != NULL)
    _squill_mongoose_build_tell (
        self, self->sources->too_much,
        g_strdup (_ ("Functions and loops do too much here: not all of it is taken over")));
  g_hash_table_iter_init (&iter, self->sources->unknown);
  while (g_hash_table_iter_next (&iter, &name, &place))
    g_hash_table_insert (names, place, name);
  places = g_list_sort (g_hash_table_get_keys (names), compare_places);
  for (const GList *l = places; l != NULL; l = l->next)
    _squill_mongoose_build_tell (
        self, l->data,
        g_strdup_printf (_ ("“%s” is in no file: what it adds to schemas is not known"),
                         (const char *)g_hash_table_lookup (names, l->data)));
}

/* What code says of fields is not known. */
static void
tell_computed_fields (SquillMongooseBuild *self)
{
  const GPtrArray *defaults = self->defaults.names, *requirements = self->requirements.names;

  if (defaults->len > 0)
    {
      g_autofree char *list = _squill_import_list (defaults, defaults->len);

      _squill_mongoose_build_tell (
          self, self->defaults.first,
          /* Translators: names of fields */
          g_strdup_printf (_ ("These default values are not taken over: %s"), list));
    }
  if (requirements->len > 0)
    {
      g_autofree char *list = _squill_import_list (requirements, requirements->len);

      _squill_mongoose_build_tell (
          self, self->requirements.first,
          /* Translators: names of fields */
          g_strdup_printf (
              _ ("Code decides whether these fields are required, so they are optional: %s"),
              list));
    }
}

static SquillModel *
build_model (SquillMongooseBuild *self, GError **error)
{
  add_models (self);
  if (self->entities->len == 0)
    add_schemas (self);
  add_discriminators (self);
  _squill_mongoose_build_add_rules (self);
  _squill_mongoose_build_add_indexes (self);
  add_virtuals (self);
  for (guint i = 0; i < self->entities->len; i++)
    finish_entity (self, self->entities->pdata[i]);
  for (guint i = 0; i < self->references->len; i++)
    {
      SquillMongooseReference *reference = self->references->pdata[i];

      if (reference->model_path != NULL)
        {
          add_relationships_to_kinds (self, reference);
          continue;
        }
      if (reference->model == NULL)
        reference->model = get_model_name (self, reference->value);
      if (reference->model != NULL)
        add_relationship (self, reference);
    }
  tell_computed_fields (self);
  if (self->entities->len == 0)
    {
      g_set_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_SYNTAX, "1:1: %s",
                   _ ("There is no schema of Mongoose in this file"));
      return NULL;
    }
  return _squill_import_make_model (self->file, error);
}

/**
 * squill_mongoose_is_likely:
 * @data: what is in a file, or its beginning
 * @length: how many bytes that are
 *
 * Returns: %TRUE if that looks like a program that uses Mongoose
 */
gboolean
squill_mongoose_is_likely (const char *data, gsize length)
{
  g_return_val_if_fail (data != NULL, FALSE);

  return g_strstr_len (data, (gssize)length, "mongoose") != NULL ||
         g_strstr_len (data, (gssize)length, "new Schema") != NULL;
}

/**
 * squill_mongoose_import:
 * @title: how the model is called
 * @sources: (array length=n_sources): programs in JavaScript or TypeScript
 * @n_sources: how many there are
 * @report: gets what became of each schema and what was not taken over
 * @error: what went wrong
 *
 * Makes a model of the schemas and models of Mongoose in programs, which are not run. A model is an
 * entity, what is embedded are nested fields, and a reference is a relationship that its field
 * holds. What cannot be read is told with its place.
 *
 * Fails with %SQUILL_MODEL_ERROR_SYNTAX, with line and column, where there is no schema.
 *
 * Returns: (transfer full) (nullable): the model
 */
SquillModel *
squill_mongoose_import (const char *title,
                        const SquillImportSource *sources,
                        guint n_sources,
                        SquillImportReport *report,
                        GError **error)
{
  g_autoptr (SquillMongooseSources) all = NULL;
  SquillMongooseBuild build;
  SquillModel *model;

  g_return_val_if_fail (title != NULL, NULL);
  g_return_val_if_fail (sources != NULL || n_sources == 0, NULL);
  g_return_val_if_fail (report != NULL, NULL);

  all = _squill_mongoose_sources_new ();
  for (guint i = 0; i < n_sources; i++)
    _squill_mongoose_sources_add (all, sources[i].name, sources[i].data, sources[i].length);
  _squill_mongoose_sources_finish_classes (all);
  _squill_mongoose_sources_unroll (all);
  _squill_mongoose_sources_apply_functions (all);
  _squill_mongoose_build_init (&build, all, title, report);
  for (guint i = 0; i < all->files->len; i++)
    {
      const SquillMongooseFile *file = all->files->pdata[i];
      const SquillJavascriptValue place = { .file = (gpointer)file,
                                            .line = file->program->fault_line,
                                            .column = file->program->fault_column };

      if (file->program->fault_line > 0)
        _squill_mongoose_build_tell (&build, &place,
                                     g_strdup (_ ("This text or comment is not closed")));
    }
  tell_unknown (&build);
  model = build_model (&build, error);
  _squill_mongoose_build_clear (&build);
  return model;
}
