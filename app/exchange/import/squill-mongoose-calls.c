/* SPDX-License-Identifier: Apache-2.0 */

/* What functions of a program give, and do to schemas: each call is taken as if it were written
 * there with its arguments. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-mongoose-private.h"

#include <string.h>

/* With what functions and loops do, of which each schema may have many. */
#define MAX_STATEMENTS 100000
/* Statements that are looked at for functions in which they may be. */
#define MAX_LOOKS 20000000
/* Functions that are called by functions. */
#define MAX_DEPTH 40

/* Whether a statement begins here, with a name. */
static gboolean
begins_call (const SquillJavascriptFile *program, guint position)
{
  static const char *const before[] = { ";", "{", "}", ")", "else", "=>" };

  if (!_squill_javascript_file_is_word (program, position) ||
      _squill_javascript_file_begins_statement (program, position))
    return FALSE;
  if (position == 0)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (before); i++)
    if (_squill_javascript_file_is (program, position - 1, before[i]))
      return TRUE;
  /* A statement may lack its semicolon. */
  return _squill_javascript_file_get (program, position - 1)->kind != SQUILL_JAVASCRIPT_SYMBOL &&
         _squill_javascript_file_get (program, position - 1)->line <
             _squill_javascript_file_get (program, position)->line;
}

/* "addOwner (schema)", and "builders.addOwner (schema)": what may do something to a schema. */
void
_squill_mongoose_sources_take_call (SquillMongooseSources *self,
                                    SquillJavascriptFile *program,
                                    guint position)
{
  guint open = position + 1, behind = position;
  const SquillJavascriptValue *call;
  /* What is known to add nothing. */
  static const char *const readers[] = { "getModelForClass", "buildSchema", "createForClass", "log",
                                         "expect",           "forFeature" };
  SquillMongooseStatement *statement;
  gboolean has_name = FALSE;

  while (_squill_javascript_file_is (program, open, ".") &&
         _squill_javascript_file_is_word (program, open + 1))
    open += 2;
  if (!_squill_javascript_file_is (program, open, "(") || !begins_call (program, position))
    return;
  call = _squill_javascript_file_read_value (program, &behind);
  if (call->kind != SQUILL_JAVASCRIPT_CALL || _squill_mongoose_is_model (call))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (readers); i++)
    if (_squill_mongoose_has_last_part (call->text, readers[i]))
      return;
  for (guint i = 0; i < call->items->len; i++)
    has_name |=
        ((const SquillJavascriptValue *)call->items->pdata[i])->kind == SQUILL_JAVASCRIPT_NAME;
  if (!has_name)
    return;
  statement = g_new0 (SquillMongooseStatement, 1);
  statement->call = call;
  statement->position = position;
  statement->is_call = TRUE;
  g_ptr_array_add (self->statements, statement);
}

/* Takes @statement; FALSE where there are too many. */
gboolean
_squill_mongoose_sources_add_statement (SquillMongooseSources *self,
                                        SquillMongooseStatement *statement)
{
  if (self->statements->len >= MAX_STATEMENTS)
    {
      _squill_mongoose_sources_note_too_much (self, statement->call);
      _squill_mongoose_statement_free (statement);
      return FALSE;
    }
  g_ptr_array_add (self->statements, statement);
  return TRUE;
}

/* The same with other arguments, for @schema if that is not NULL. */
SquillMongooseStatement *
_squill_mongoose_copy_statement (const SquillMongooseArguments *arguments,
                                 const SquillMongooseStatement *statement,
                                 const SquillJavascriptValue *schema)
{
  SquillMongooseStatement *copy = g_new0 (SquillMongooseStatement, 1);

  copy->receiver = schema != NULL ? NULL : g_strdup (statement->receiver);
  copy->schema = schema != NULL ? schema : statement->schema;
  copy->path = g_strdup (statement->path);
  copy->call = _squill_mongoose_substitute (arguments, statement->call, 0);
  copy->position = statement->position;
  copy->is_guess = statement->is_guess;
  copy->is_call = statement->is_call;
  copy->depth = statement->depth;
  return copy;
}

/* The only "return" of a function that is in no block of its own; 0 where there is none, or another
 * one. */
static guint
find_return (const SquillJavascriptFile *program, const SquillMongooseFunction *function)
{
  guint found = 0;

  for (guint i = function->first + 1; i < function->last; i++)
    {
      if (_squill_javascript_file_is (program, i, "return"))
        {
          if (found != 0)
            return 0;
          found = i;
        }
      /* Functions in it have their own. */
      else if (_squill_javascript_file_is (program, i, "{") && i > 0 &&
               (_squill_javascript_file_is (program, i - 1, "=>") ||
                _squill_javascript_file_is (program, i - 1, ")")))
        i = MAX (_squill_javascript_file_get (program, i)->match, i);
    }
  return found;
}

/* What a function gives, by its parameters (transfer none); NULL where that is not known. */
static const SquillJavascriptValue *
get_returned (const SquillMongooseFile *file, SquillMongooseFunction *function)
{
  guint position;

  if (function->was_read)
    return function->returned;
  function->was_read = TRUE;
  position = function->first;
  if (!function->is_expression)
    {
      position = find_return (file->program, function) + 1;
      if (position == 1)
        return NULL;
    }
  function->returned = _squill_javascript_file_read_value (file->program, &position);
  return function->returned;
}

/* Whether all statements may be looked at once more. */
static gboolean
may_look (SquillMongooseSources *self, const SquillJavascriptValue *place)
{
  self->n_looks += self->n_read;
  if (self->n_looks <= MAX_LOOKS)
    return TRUE;
  _squill_mongoose_sources_note_too_much (self, place);
  return FALSE;
}

static gboolean
is_in_function (const SquillMongooseStatement *statement,
                const SquillMongooseFile *file,
                const SquillMongooseFunction *function)
{
  return statement->call->file == file && statement->position >= function->first &&
         statement->position <= function->last;
}

/* A model that a function makes of its arguments. */
static void
add_made_model (const SquillMongooseArguments *arguments, SquillMongooseStatement *statement)
{
  SquillMongooseSources *sources = arguments->sources;
  g_autoptr (SquillMongooseStatement) copy =
      _squill_mongoose_copy_statement (arguments, statement, NULL);
  const GPtrArray *items = copy->call->items;

  if (copy->call == statement->call || items->len < 2 ||
      _squill_mongoose_resolve (sources, items->pdata[0])->kind != SQUILL_JAVASCRIPT_TEXT ||
      !_squill_mongoose_is_schema (_squill_mongoose_resolve (sources, items->pdata[1])))
    return;
  /* The first one has its place. */
  if (statement->made == NULL)
    statement->made = copy->call;
  else
    _squill_mongoose_sources_add_statement (sources, g_steal_pointer (&copy));
}

/* What a call of a function of the program gives (transfer none); NULL where that is not known. */
const SquillJavascriptValue *
_squill_mongoose_call (SquillMongooseSources *self, const SquillJavascriptValue *call)
{
  const SquillMongooseFile *file = NULL;
  SquillJavascriptValue name = *call;
  SquillMongooseFunction *function;
  const SquillJavascriptValue *returned, *value = NULL;
  g_autoptr (GHashTable) copies = NULL;
  gpointer known;

  if (g_hash_table_lookup_extended (self->given, call, NULL, &known))
    return known;
  g_hash_table_insert (self->given, (gpointer)call, NULL);
  name.kind = SQUILL_JAVASCRIPT_NAME;
  function = call->is_new ? NULL : _squill_mongoose_find_function (self, &name, &file);
  returned = function == NULL ? NULL : get_returned (file, function);
  if (returned != NULL)
    {
      SquillMongooseArguments arguments;

      copies = g_hash_table_new (NULL, NULL);
      arguments = (SquillMongooseArguments){ .sources = self,
                                             .parameters = function->parameters,
                                             .values = (gpointer)call->items->pdata,
                                             .n_values = call->items->len,
                                             .file = file,
                                             .function = function,
                                             .copies = copies };
      value = _squill_mongoose_substitute (&arguments, returned, 0);
      if (value == returned && value->kind == SQUILL_JAVASCRIPT_OTHER)
        value = NULL;
      g_hash_table_insert (self->given, (gpointer)call, (gpointer)value);
      /* What is said of a schema that the function makes. */
      if ((_squill_mongoose_is_schema (value) || _squill_mongoose_is_model (value)) &&
          may_look (self, call))
        for (guint i = 0, n = self->n_read; i < n; i++)
          {
            SquillMongooseStatement *statement = self->statements->pdata[i];
            const SquillJavascriptValue *own, *copy;

            if (!is_in_function (statement, file, function))
              continue;
            own = statement->receiver == NULL
                      ? NULL
                      : g_hash_table_lookup (file->values, statement->receiver);
            copy = own == NULL ? NULL : g_hash_table_lookup (copies, own);
            if (copy != NULL && copy != own)
              _squill_mongoose_sources_add_statement (
                  self, _squill_mongoose_copy_statement (&arguments, statement, copy));
            else if (g_str_equal (statement->call->text, "model"))
              add_made_model (&arguments, statement);
          }
    }
  return value;
}

static const char *
find_parameter_name (const SquillMongooseFunction *function, guint index)
{
  for (guint i = 0; i < function->parameters->len; i++)
    {
      const SquillMongooseParameter *parameter = function->parameters->pdata[i];

      if (parameter->index == index && parameter->member == NULL && parameter->element < 0)
        return parameter->name;
    }
  return NULL;
}

static gboolean
has_argument (const SquillJavascriptValue *call, const char *name)
{
  for (guint i = 0; i < call->items->len; i++)
    {
      const SquillJavascriptValue *item = call->items->pdata[i];

      if (item->kind == SQUILL_JAVASCRIPT_NAME && g_str_equal (item->text, name))
        return TRUE;
    }
  return FALSE;
}

/* Does to a schema what a function does to its parameter at @index. */
static void
apply_function (SquillMongooseSources *self,
                const SquillMongooseFile *file,
                const SquillMongooseFunction *function,
                const GPtrArray *values,
                guint index,
                const SquillJavascriptValue *schema,
                guint depth)
{
  const char *name = find_parameter_name (function, index);
  const SquillMongooseArguments arguments = { .sources = self,
                                              .parameters = function->parameters,
                                              .values = (gpointer)values->pdata,
                                              .n_values = values->len,
                                              .file = file };

  if (name == NULL || depth >= MAX_DEPTH || !may_look (self, schema))
    return;
  for (guint i = 0; i < self->n_read; i++)
    {
      const SquillMongooseStatement *statement = self->statements->pdata[i];
      SquillMongooseStatement *copy;
      gboolean is_of_it;

      if (!is_in_function (statement, file, function))
        continue;
      is_of_it = g_strcmp0 (statement->receiver, name) == 0;
      if (!is_of_it && !(statement->is_call && has_argument (statement->call, name)))
        continue;
      copy = _squill_mongoose_copy_statement (&arguments, statement, is_of_it ? schema : NULL);
      copy->depth = depth + 1;
      if (!_squill_mongoose_sources_add_statement (self, copy))
        return;
    }
}

/* What a function is called for people, also that of a package. */
static const char *
get_shown_name (const SquillJavascriptValue *value)
{
  const SquillMongooseFile *file = value->file;
  const SquillMongooseImport *import;
  const SquillJavascriptValue *bound;

  for (guint i = 0; i < MAX_DEPTH && value->text != NULL; i++)
    {
      if (value->kind == SQUILL_JAVASCRIPT_CALL && g_str_equal (value->text, "require") &&
          value->items->len > 0)
        return ((const SquillJavascriptValue *)value->items->pdata[0])->text;
      import = g_hash_table_lookup (file->imports, value->text);
      bound = g_hash_table_lookup (file->values, value->text);
      if (import != NULL && import->path != NULL && import->member == NULL)
        return import->path;
      if (bound == NULL || bound == value || bound->text == NULL)
        break;
      value = bound;
    }
  return value->text;
}

/* Tells once that a function is in no file. */
static void
note_unknown (SquillMongooseSources *self, const SquillJavascriptValue *value)
{
  const char *name = get_shown_name (value);

  if (name == NULL || *name == '\0' || g_hash_table_contains (self->unknown, name))
    return;
  g_hash_table_insert (self->unknown, g_strdup (name), (gpointer)value);
}

/* "mongoose.plugin (f)" is one of all schemas. */
static gboolean
is_library (const SquillMongooseStatement *statement)
{
  const SquillMongooseFile *file = statement->call->file;
  const SquillJavascriptValue *value;

  if (statement->receiver == NULL)
    return FALSE;
  value = g_hash_table_lookup (file->values, statement->receiver);
  return g_str_equal (statement->receiver, "mongoose") ||
         (value != NULL && g_strcmp0 (get_shown_name (value), "mongoose") == 0);
}

static void
apply_to_all (SquillMongooseSources *self,
              const SquillMongooseFile *file,
              const SquillMongooseFunction *function,
              const GPtrArray *values,
              guint depth)
{
  for (guint i = 0; i < self->files->len; i++)
    {
      const SquillJavascriptFile *program =
          ((const SquillMongooseFile *)self->files->pdata[i])->program;

      for (guint j = 0, n = program->values->len; j < n; j++)
        {
          const SquillJavascriptValue *schema = program->values->pdata[j];

          if (_squill_mongoose_is_schema (schema) && schema->items->len > 0)
            apply_function (self, file, function, values, 0, schema, depth);
        }
    }
}

static void
apply_plugin (SquillMongooseSources *self, const SquillMongooseStatement *statement)
{
  const SquillJavascriptValue *schema = _squill_mongoose_find_schema (self, statement);
  const gboolean is_of_all = !_squill_mongoose_is_schema (schema) && is_library (statement);
  const SquillJavascriptValue *plugin = statement->call->items->pdata[0];
  const SquillMongooseFile *file = NULL;
  const SquillMongooseFunction *function;
  g_autoptr (GPtrArray) values = NULL;

  if (!_squill_mongoose_is_schema (schema) && !is_of_all)
    return;
  function = _squill_mongoose_find_function (self, plugin, &file);
  if (function == NULL)
    {
      note_unknown (self, plugin);
      return;
    }
  values = g_ptr_array_new ();
  g_ptr_array_add (values, (gpointer)schema);
  for (guint i = 1; i < statement->call->items->len; i++)
    g_ptr_array_add (values, statement->call->items->pdata[i]);
  if (is_of_all)
    apply_to_all (self, file, function, values, statement->depth);
  else
    apply_function (self, file, function, values, 0, schema, statement->depth);
}

/* "addOwner (schema, 'User')" */
static void
apply_call (SquillMongooseSources *self, const SquillMongooseStatement *statement)
{
  const SquillJavascriptValue *call = statement->call;
  SquillJavascriptValue name = *call;

  name.kind = SQUILL_JAVASCRIPT_NAME;
  for (guint i = 0; i < call->items->len; i++)
    {
      const SquillJavascriptValue *item = call->items->pdata[i];
      const SquillMongooseFile *from = item->file, *file = NULL;
      const SquillMongooseFunction *function;

      /* A name that only another file has is that of a parameter here. */
      if (item->kind == SQUILL_JAVASCRIPT_NAME &&
          !g_hash_table_contains (from->values, item->text) &&
          !g_hash_table_contains (from->imports, item->text))
        continue;
      item = _squill_mongoose_resolve (self, item);
      if (!_squill_mongoose_is_schema (item))
        continue;
      function = _squill_mongoose_find_function (self, &name, &file);
      if (function != NULL)
        apply_function (self, file, function, call->items, i, item, statement->depth);
      else
        note_unknown (self, call);
    }
}

/* Takes what functions of the program do to the schemas that they are given, as plugins or
 * otherwise, and what they make. Those of packages are not known. */
void
_squill_mongoose_sources_apply_functions (SquillMongooseSources *self)
{
  self->n_read = self->statements->len;
  for (guint i = 0; i < self->files->len; i++)
    {
      const SquillMongooseFile *file = self->files->pdata[i];

      for (guint j = 0, n = file->program->values->len; j < n; j++)
        {
          const SquillJavascriptValue *call = file->program->values->pdata[j];

          if (call->kind == SQUILL_JAVASCRIPT_CALL && !call->is_new)
            _squill_mongoose_call (self, call);
        }
    }
  for (guint i = 0; i < self->n_read; i++)
    {
      SquillMongooseStatement *statement = self->statements->pdata[i];

      if (statement->made != NULL)
        statement->call = statement->made;
    }
  for (guint i = 0; i < self->statements->len; i++)
    {
      const SquillMongooseStatement *statement = self->statements->pdata[i];

      if (statement->is_call)
        apply_call (self, statement);
      else if (g_str_equal (statement->call->text, "plugin") && statement->call->items->len > 0)
        apply_plugin (self, statement);
    }
}
