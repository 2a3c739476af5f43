/* SPDX-License-Identifier: Apache-2.0 */

/* Classes whose properties are declared by decorators, as NestJS and Typegoose have them: each is a
 * schema, with the options and indexes that stand before it, and models are made of them. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-mongoose-private.h"

#include <string.h>

/* What is spread in what is spread. */
#define MAX_SPREADS 8

/* A model that is made of a class. */
typedef struct
{
  SquillMongooseStatement *statement;
  const SquillJavascriptValue *of;      /* the class */
  const SquillJavascriptValue *options; /* (nullable) */
  const SquillJavascriptValue *base;    /* (nullable): the model of which it is a kind */
} Registration;

static SquillMongooseClass *
class_new (void)
{
  SquillMongooseClass *self = g_new0 (SquillMongooseClass, 1);

  self->calls = g_ptr_array_new ();
  return self;
}

void
_squill_mongoose_class_free (SquillMongooseClass *self)
{
  g_ptr_array_unref (self->calls);
  g_free (self);
}

/* "@Schema ({ … })", "@modelOptions ({ … })", and "@index ({ … })" are of the next class. The name
 * of the decorator is at @position. */
void
_squill_mongoose_take_decorator (SquillMongooseClass **decorated,
                                 SquillJavascriptFile *program,
                                 guint position)
{
  static const char *const words[] = { "Schema", "modelOptions", "index", "plugin" };
  SquillJavascriptValue *call;
  guint value = position + 1, i;

  for (i = 0; i < G_N_ELEMENTS (words) && !_squill_javascript_file_is (program, position, words[i]);
       i++)
    ;
  if (i == G_N_ELEMENTS (words))
    return;
  call = _squill_javascript_file_make_value (program, position, SQUILL_JAVASCRIPT_CALL, words[i]);
  if (_squill_javascript_file_is (program, value, "("))
    _squill_javascript_file_read_arguments (program, call, &value);
  if (*decorated == NULL)
    *decorated = class_new ();
  if (i == 0)
    (*decorated)->schema = call;
  else if (i == 1)
    (*decorated)->options = call->items->len > 0 ? call->items->pdata[0] : NULL;
  else
    /* The last one is applied first. */
    g_ptr_array_insert ((*decorated)->calls, 0, call);
}

static gboolean
is_of_typegoose (const SquillJavascriptValue *object)
{
  const SquillJavascriptMember *first = object->members->len > 0 ? object->members->pdata[0] : NULL;

  return first == NULL || g_strcmp0 (first->value->text, "Prop") != 0;
}

/* "class User extends Base {": takes @decorated (nullable), which stands before it. */
void
_squill_mongoose_sources_take_class (SquillMongooseSources *self,
                                     SquillMongooseFile *file,
                                     guint position,
                                     SquillMongooseClass *decorated)
{
  SquillJavascriptFile *program = file->program;
  g_autoptr (SquillMongooseClass) class = decorated != NULL ? decorated : class_new ();
  g_autofree char *base = NULL;
  g_autofree char *name = _squill_javascript_file_get_text (program, position + 1);
  SquillJavascriptValue *object;
  gboolean is_empty;
  guint i = position + 2;

  i = _squill_javascript_file_skip_generics (program, i);
  if (_squill_javascript_file_is (program, i, "extends") &&
      _squill_javascript_file_is_word (program, i + 1))
    {
      base = _squill_javascript_file_get_text (program, i + 1);
      i += 2;
    }
  for (guint end = i + 100; i < end && !_squill_javascript_file_is (program, i, "{");)
    i++;
  if (!_squill_javascript_file_is (program, i, "{"))
    return;
  object = _squill_javascript_file_read_class (program, i);
  class->inherits = class->schema == NULL && is_of_typegoose (object);
  is_empty = object->members->len == 0 && class->schema == NULL;
  if (is_empty && base == NULL)
    return;
  if (base != NULL)
    {
      SquillJavascriptMember *member = g_new0 (SquillJavascriptMember, 1);

      /* That of a package says nothing of fields. */
      member->is_spread = TRUE;
      member->value = _squill_javascript_file_make_value (program, i, SQUILL_JAVASCRIPT_NAME, base);
      member->value->is_spread = TRUE;
      g_ptr_array_add (object->members, member);
      class->base = member->value;
    }
  if (class->schema == NULL)
    class->schema =
        _squill_javascript_file_make_value (program, position, SQUILL_JAVASCRIPT_CALL, "Schema");
  g_ptr_array_insert (class->schema->items, 0, object);
  /* One without properties of its own may be anything, until a model is made of it. */
  if (is_empty && !g_hash_table_contains (self->empty_classes, name))
    g_hash_table_insert (self->empty_classes, g_steal_pointer (&name), class->schema);
  else if (!is_empty)
    _squill_mongoose_sources_bind (self, file, g_steal_pointer (&name), class->schema);
  g_hash_table_insert (self->classes, class->schema, class);
  g_steal_pointer (&class);
}

static SquillMongooseStatement *
add_statement (SquillMongooseSources *self,
               SquillJavascriptFile *program,
               guint position,
               const char *method,
               const SquillJavascriptValue *name,
               const SquillJavascriptValue *schema,
               const SquillJavascriptValue *more)
{
  SquillMongooseStatement *statement = g_new0 (SquillMongooseStatement, 1);
  SquillJavascriptValue *call =
      _squill_javascript_file_make_value (program, position, SQUILL_JAVASCRIPT_CALL, method);

  g_ptr_array_add (call->items, (gpointer)name);
  g_ptr_array_add (call->items, (gpointer)schema);
  if (more != NULL)
    g_ptr_array_add (call->items, (gpointer)more);
  statement->call = call;
  g_ptr_array_add (self->statements, statement);
  return statement;
}

/* "getModelForClass (User, { … })" and "getDiscriminatorModelForClass (AnimalModel, Cat, 'cat')".
 */
static void
take_model_of_class (SquillMongooseSources *self,
                     SquillJavascriptFile *program,
                     guint position,
                     const SquillJavascriptValue *call)
{
  const gboolean is_kind = g_str_equal (call->text, "getDiscriminatorModelForClass");
  const guint at = is_kind ? 1 : 0;
  const SquillJavascriptValue *of = at < call->items->len ? call->items->pdata[at] : NULL;
  const SquillJavascriptValue *more = at + 1 < call->items->len ? call->items->pdata[at + 1] : NULL;
  SquillJavascriptValue *name;
  Registration *registration;

  if (of == NULL || of->kind != SQUILL_JAVASCRIPT_NAME)
    return;
  name = _squill_javascript_file_make_value (program, position, SQUILL_JAVASCRIPT_TEXT, of->text);
  registration = g_new0 (Registration, 1);
  registration->of = of;
  registration->statement =
      add_statement (self, program, position, is_kind ? "discriminator" : "model", name, of,
                     is_kind ? more : NULL);
  if (is_kind)
    registration->base = call->items->pdata[0];
  else
    registration->options = more;
  g_ptr_array_add (self->registrations, registration);
}

/* "MongooseModule.forFeature ([{ name: User.name, schema: UserSchema }])", and what makes models of
 * classes. */
void
_squill_mongoose_sources_take_registration (SquillMongooseSources *self,
                                            SquillMongooseFile *file,
                                            guint position)
{
  SquillJavascriptFile *program = file->program;
  const SquillJavascriptValue *list;
  SquillJavascriptValue *call;
  guint behind;

  behind = _squill_javascript_file_skip_generics (program, position + 1);
  if (!_squill_javascript_file_is (program, behind, "(") ||
      (!_squill_javascript_file_is (program, position, "forFeature") &&
       !_squill_javascript_file_is (program, position, "getModelForClass") &&
       !_squill_javascript_file_is (program, position, "getDiscriminatorModelForClass")))
    return;
  if (!_squill_javascript_file_is (program, position, "forFeature"))
    {
      g_autofree char *method = _squill_javascript_file_get_text (program, position);

      call = _squill_javascript_file_make_value (program, position, SQUILL_JAVASCRIPT_CALL, method);
      _squill_javascript_file_read_arguments (program, call, &behind);
      take_model_of_class (self, program, position, call);
      return;
    }
  behind = position;
  call = _squill_javascript_file_read_value (program, &behind);
  if (call->kind != SQUILL_JAVASCRIPT_CALL || call->items->len == 0)
    return;
  list = call->items->pdata[0];
  for (guint i = 0; i < list->items->len; i++)
    {
      const SquillJavascriptValue *item = list->items->pdata[i];
      const SquillJavascriptValue *name = _squill_javascript_value_get (item, "name");
      const SquillJavascriptValue *schema = _squill_javascript_value_get (item, "schema");

      if (name != NULL && schema != NULL)
        add_statement (self, program, position, "model", name, schema,
                       _squill_javascript_value_get (item, "collection"));
    }
}

/* The class that a name stands for, or a model that was made of it (nullable). */
static SquillMongooseClass *
find_class (SquillMongooseSources *self, const SquillJavascriptValue *value)
{
  for (guint i = 0; value != NULL && i < 3; i++)
    {
      const SquillJavascriptValue *known = _squill_mongoose_resolve (self, value);
      SquillMongooseClass *class = g_hash_table_lookup (self->classes, known);
      guint at;

      if (class != NULL)
        return class;
      if (known->kind != SQUILL_JAVASCRIPT_CALL)
        return NULL;
      at = _squill_mongoose_has_last_part (known->text, "getDiscriminatorModelForClass") ? 1 : 0;
      if (at == 0 && !_squill_mongoose_has_last_part (known->text, "getModelForClass"))
        return NULL;
      value = at < known->items->len ? known->items->pdata[at] : NULL;
    }
  return NULL;
}

/* A part of what "@modelOptions" or "getModelForClass" say (transfer none) (nullable). */
static const SquillJavascriptValue *
get_part (SquillMongooseSources *self, const SquillJavascriptValue *options, const char *key)
{
  const SquillJavascriptValue *value =
      options == NULL
          ? NULL
          : _squill_javascript_value_get (_squill_mongoose_resolve (self, options), key);

  return value == NULL ? NULL : _squill_mongoose_resolve (self, value);
}

/* Members of @object, and of what is spread in it, of which the last one of a name counts: so from
 * there on. @names: those that are there */
static void
add_last_members (SquillMongooseSources *self,
                  SquillJavascriptValue *whole,
                  const SquillJavascriptValue *object,
                  GHashTable *names,
                  guint depth)
{
  if (object->kind != SQUILL_JAVASCRIPT_OBJECT || depth > MAX_SPREADS)
    return;
  for (guint i = object->members->len; i-- > 0 && _squill_mongoose_sources_may_copy (self, object);)
    {
      const SquillJavascriptMember *member = object->members->pdata[i];

      if (member->is_spread)
        {
          const SquillJavascriptValue *value = _squill_mongoose_resolve (self, member->value);

          add_last_members (self, whole, value, names, depth + 1);
          /* What is not known stays, to be told. */
          if (value->kind != SQUILL_JAVASCRIPT_OBJECT)
            _squill_javascript_value_add_member (whole, NULL, member->value)->is_spread = TRUE;
        }
      else if (member->key != NULL && g_hash_table_add (names, member->key))
        _squill_javascript_value_add_member (whole, member->key, member->value);
    }
}

/* Options of a schema, with others, which count where both say something. */
static void
add_options (SquillMongooseSources *self,
             SquillMongooseClass *class,
             const SquillJavascriptValue *more)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  SquillJavascriptValue *whole;

  if (more == NULL || more->kind != SQUILL_JAVASCRIPT_OBJECT)
    return;
  whole = _squill_mongoose_make_value (more, SQUILL_JAVASCRIPT_OBJECT, NULL);
  add_last_members (self, whole, more, names, 0);
  if (class->schema->items->len < 2)
    {
      g_ptr_array_add (class->schema->items, whole);
      return;
    }
  add_last_members (self, whole, class->schema->items->pdata[1], names, 0);
  class->schema->items->pdata[1] = whole;
}

/* "@prop ({ ref: 'Post', localField: '_id', foreignField: 'author' })" is not stored. */
static void
take_virtuals (SquillMongooseSources *self, SquillMongooseClass *class)
{
  GPtrArray *members = ((SquillJavascriptValue *)class->schema->items->pdata[0])->members;

  for (guint i = members->len; i-- > 0;)
    {
      const SquillJavascriptMember *member = members->pdata[i];
      const SquillJavascriptValue *options =
          member->key != NULL && member->value->kind == SQUILL_JAVASCRIPT_CALL &&
                  member->value->items->len > 0
              ? member->value->items->pdata[0]
              : NULL;
      SquillJavascriptValue *call;

      if (options == NULL || _squill_javascript_value_get (options, "localField") == NULL ||
          _squill_javascript_value_get (options, "foreignField") == NULL)
        continue;
      call = _squill_mongoose_make_value (options, SQUILL_JAVASCRIPT_CALL, "virtual");
      g_ptr_array_add (call->items,
                       _squill_mongoose_make_value (options, SQUILL_JAVASCRIPT_TEXT, member->key));
      g_ptr_array_add (call->items, (gpointer)options);
      g_ptr_array_add (class->calls, call);
      g_ptr_array_remove_index (members, i);
    }
}

/* What a class has of its base, and its own. */
static void
finish_class (SquillMongooseSources *self, SquillMongooseClass *class, guint depth)
{
  SquillMongooseClass *base =
      class->inherits && class->base != NULL ? find_class (self, class->base) : NULL;

  if (class->was_finished || depth > 20)
    return;
  class->was_finished = TRUE;
  if (class->inherits)
    take_virtuals (self, class);
  if (base != NULL && base != class)
    {
      finish_class (self, base, depth + 1);
      if (base->inherits && base->schema->items->len > 1)
        add_options (self, class, base->schema->items->pdata[1]);
      for (guint i = 0; base->inherits && i < base->calls->len; i++)
        if (_squill_mongoose_sources_may_copy (self, class->schema))
          g_ptr_array_add (class->calls, base->calls->pdata[i]);
    }
  add_options (self, class, get_part (self, class->options, "schemaOptions"));
  for (guint i = 0; i < class->calls->len; i++)
    {
      SquillMongooseStatement *statement = g_new0 (SquillMongooseStatement, 1);

      statement->schema = class->schema;
      statement->call = class->calls->pdata[i];
      g_ptr_array_add (self->statements, statement);
    }
}

/* A kind of documents has only what the others do not have: without the fields of its base. */
static const SquillJavascriptValue *
make_kind (SquillMongooseSources *self,
           const SquillMongooseClass *class,
           const SquillMongooseClass *base)
{
  const SquillJavascriptValue *definition = class->schema->items->pdata[0];
  SquillJavascriptValue *schema, *object;

  if (class->base == NULL || find_class (self, class->base) != base)
    return class->schema;
  schema = _squill_mongoose_make_value (class->schema, SQUILL_JAVASCRIPT_CALL, "Schema");
  object = _squill_mongoose_make_value (definition, SQUILL_JAVASCRIPT_OBJECT, NULL);
  for (guint i = 0; i < definition->members->len; i++)
    {
      const SquillJavascriptMember *member = definition->members->pdata[i];

      if (member->is_spread || member->key == NULL)
        continue;
      _squill_javascript_value_add_member (object, member->key, member->value)->line = member->line;
    }
  g_ptr_array_add (schema->items, object);
  return schema;
}

/* A model is made of a class that has only what its base has. */
static void
bind_empty (SquillMongooseSources *self, const SquillJavascriptValue *name)
{
  SquillJavascriptValue *schema = g_hash_table_lookup (self->empty_classes, name->text);

  if (schema != NULL && find_class (self, name) == NULL)
    _squill_mongoose_sources_bind (self, schema->file, g_strdup (name->text), schema);
}

/* Options, indexes, and models of all classes, once all files are read. */
void
_squill_mongoose_sources_finish_classes (SquillMongooseSources *self)
{
  g_autoptr (GPtrArray) registrations = g_steal_pointer (&self->registrations);
  const guint n_files = self->files->len;

  self->registrations = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < registrations->len; i++)
    bind_empty (self, ((const Registration *)registrations->pdata[i])->of);
  /* In the order of the files. */
  for (guint i = 0; i < n_files; i++)
    {
      const SquillMongooseFile *file = self->files->pdata[i];

      for (guint j = 0; j < file->program->values->len; j++)
        {
          SquillMongooseClass *class =
              g_hash_table_lookup (self->classes, file->program->values->pdata[j]);

          if (class != NULL)
            finish_class (self, class, 0);
        }
    }
  for (guint i = 0; i < registrations->len; i++)
    {
      const Registration *registration = registrations->pdata[i];
      SquillMongooseClass *class = find_class (self, registration->of);
      GPtrArray *arguments = registration->statement->call->items;
      const SquillJavascriptValue *name;

      if (class == NULL)
        continue;
      if (registration->base != NULL)
        {
          const SquillMongooseClass *base = find_class (self, registration->base);

          if (base != NULL && base != class)
            {
              registration->statement->schema = base->schema;
              arguments->pdata[1] = (gpointer)make_kind (self, class, base);
            }
          continue;
        }
      add_options (self, class, get_part (self, registration->options, "schemaOptions"));
      name = get_part (self, get_part (self, registration->options, "options"), "customName");
      if (name == NULL)
        name = get_part (self, get_part (self, class->options, "options"), "customName");
      if (name != NULL && name->kind == SQUILL_JAVASCRIPT_TEXT &&
          (class->schema->items->len < 2 ||
           _squill_javascript_value_get (class->schema->items->pdata[1], "collection") == NULL))
        {
          g_autofree char *collection = _squill_mongoose_make_collection_name (name->text);

          g_ptr_array_add (arguments,
                           _squill_mongoose_make_value (name, SQUILL_JAVASCRIPT_TEXT, collection));
        }
    }
}
