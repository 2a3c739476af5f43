/* SPDX-License-Identifier: Apache-2.0 */

/* What programs declare, and which methods of schemas and models are called there. They are read,
 * and never run. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-mongoose-private.h"

#include <string.h>

/* Tokens of what stands between a name and its parentheses. */
#define MAX_GENERICS 20
/* Tokens before a call among which what it is of is declared. */
#define MAX_DISTANCE 10000
/* Calls of what the ones before them give: more than a collection can have indexes. Without a bound
 * the time for a file with nothing else would be the square of its length. */
#define MAX_CALLS 200

static void
import_free (gpointer data)
{
  SquillMongooseImport *self = data;

  g_free (self->path);
  g_free (self->member);
  g_free (self);
}

static void
file_free (gpointer data)
{
  SquillMongooseFile *self = data;

  g_free (self->name);
  g_free (self->stem);
  g_free (self->path);
  _squill_javascript_file_free (self->program);
  g_hash_table_unref (self->values);
  g_hash_table_unref (self->imports);
  g_hash_table_unref (self->functions);
  g_ptr_array_unref (self->all_functions);
  g_ptr_array_unref (self->loops);
  g_free (self);
}

void
_squill_mongoose_statement_free (gpointer data)
{
  SquillMongooseStatement *self = data;

  if (self == NULL)
    return;
  g_free (self->receiver);
  g_free (self->path);
  g_free (self);
}

static void
function_free (gpointer data)
{
  SquillMongooseFunction *self = data;

  g_ptr_array_unref (self->parameters);
  g_free (self);
}

/* Makes it without files. Free it with _squill_mongoose_sources_free(). */
SquillMongooseSources *
_squill_mongoose_sources_new (void)
{
  SquillMongooseSources *self = g_new0 (SquillMongooseSources, 1);

  self->files = g_ptr_array_new_with_free_func (file_free);
  self->statements = g_ptr_array_new_with_free_func (_squill_mongoose_statement_free);
  self->assignments = g_ptr_array_new_with_free_func (_squill_mongoose_assignment_free);
  self->unknown = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->given = g_hash_table_new (NULL, NULL);
  self->classes =
      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)_squill_mongoose_class_free);
  self->empty_classes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->registrations = g_ptr_array_new_with_free_func (g_free);
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
_squill_mongoose_sources_free (SquillMongooseSources *self)
{
  g_hash_table_unref (self->names);
  g_hash_table_unref (self->unknown);
  g_hash_table_unref (self->given);
  g_hash_table_unref (self->classes);
  g_hash_table_unref (self->empty_classes);
  g_ptr_array_unref (self->registrations);
  g_ptr_array_unref (self->assignments);
  g_ptr_array_unref (self->statements);
  g_ptr_array_unref (self->files);
  g_free (self);
}

/* Whether a name is this, or ends with it behind a dot. */
gboolean
_squill_mongoose_has_last_part (const char *name, const char *part)
{
  const char *dot = strrchr (name, '.');

  return g_str_equal (dot != NULL ? dot + 1 : name, part);
}

/* "new Schema (…)", with what may stand before it. */
gboolean
_squill_mongoose_is_schema (const SquillJavascriptValue *value)
{
  return value != NULL && value->kind == SQUILL_JAVASCRIPT_CALL &&
         _squill_mongoose_has_last_part (value->text, "Schema");
}

/* "getOrCreateModel": what programs call functions of their own that make models. */
static gboolean
is_maker_of_models (const char *name)
{
  return strstr (name, "Model") != NULL;
}

/* "mongoose.model ('User', …)". */
gboolean
_squill_mongoose_is_model (const SquillJavascriptValue *value)
{
  if (value == NULL || value->kind != SQUILL_JAVASCRIPT_CALL || value->items->len == 0)
    return FALSE;
  if (_squill_mongoose_has_last_part (value->text, "model") ||
      _squill_mongoose_has_last_part (value->text, "discriminator"))
    return TRUE;
  return !value->is_new && value->items->len > 1 && is_maker_of_models (value->text) &&
         ((const SquillJavascriptValue *)value->items->pdata[0])->kind == SQUILL_JAVASCRIPT_TEXT;
}

/* "./models/user.js" is "user". */
char *
_squill_mongoose_make_stem (const char *path)
{
  g_autofree char *base = g_path_get_basename (path);
  char *dot = strchr (base, '.');

  if (dot != NULL && dot != base)
    *dot = '\0';
  return g_ascii_strdown (base, -1);
}

/* "/app/models/user.model.ts" is "/app/models/user.model", and "/app/user/index.js" is "/app/user":
 * as imports name them. */
char *
_squill_mongoose_make_path (const char *path)
{
  static const char *const languages[] = { ".js",  ".ts",  ".mjs", ".cjs",
                                           ".mts", ".cts", ".jsx", ".tsx" };
  g_autofree char *whole = g_canonicalize_filename (path, "/");
  char *made = g_utf8_strdown (whole, -1);

  for (guint i = 0; i < G_N_ELEMENTS (languages); i++)
    if (g_str_has_suffix (made, languages[i]))
      {
        made[strlen (made) - strlen (languages[i])] = '\0';
        break;
      }
  if (g_str_has_suffix (made, "/index"))
    made[strlen (made) - strlen ("/index")] = '\0';
  return made;
}

/* Notes what a name of a file stands for; takes @name. */
void
_squill_mongoose_sources_bind (SquillMongooseSources *self,
                               SquillMongooseFile *file,
                               char *name,
                               const SquillJavascriptValue *value)
{
  g_autofree char *own = name;

  if (value->kind == SQUILL_JAVASCRIPT_OTHER || value->kind == SQUILL_JAVASCRIPT_FUNCTION)
    return;
  if (g_str_equal (name, "exports"))
    file->exported = value;
  g_hash_table_replace (file->values, g_strdup (name), (gpointer)value);
  if (!g_hash_table_contains (self->names, name))
    g_hash_table_insert (self->names, g_strdup (name), (gpointer)value);
}

/* The type of a parameter is no name of a value, and a member is none, but of what a file exports.
 */
static gboolean
can_be_bound (const SquillJavascriptFile *program, guint position)
{
  if (position == 0)
    return TRUE;
  if (_squill_javascript_file_is (program, position - 1, "."))
    return _squill_javascript_file_is (program, position, "exports") ||
           (position > 1 && _squill_javascript_file_is (program, position - 2, "exports"));
  return !_squill_javascript_file_is (program, position - 1, ":") &&
         !_squill_javascript_file_is (program, position - 1, "|") &&
         !_squill_javascript_file_is (program, position - 1, "?");
}

/* "name = …", "name: Type = …", "exports.name = …"; FALSE where it is nothing of it. */
static gboolean
take_binding (SquillMongooseSources *self, SquillMongooseFile *file, guint position)
{
  SquillJavascriptFile *program = file->program;
  guint behind = position + 1;
  g_autofree char *name = NULL;
  SquillJavascriptValue *value;

  if (_squill_javascript_file_is (program, behind, ":") && position > 0 &&
      (_squill_javascript_file_is (program, position - 1, "const") ||
       _squill_javascript_file_is (program, position - 1, "let") ||
       _squill_javascript_file_is (program, position - 1, "var")))
    behind = _squill_javascript_file_skip_type (program, behind + 1);
  if (!_squill_javascript_file_is (program, behind, "=") || !can_be_bound (program, position))
    return FALSE;
  behind++;
  name = _squill_javascript_file_get_text (program, position);
  value = _squill_javascript_file_read_value (program, &behind);
  /* "exports.UserSchema = UserSchema" says nothing new of the name. */
  if (!g_str_equal (name, "exports") && position > 0 &&
      _squill_javascript_file_is (program, position - 1, ".") &&
      (g_hash_table_contains (file->values, name) ||
       (value->kind == SQUILL_JAVASCRIPT_NAME && g_str_equal (value->text, name))))
    return TRUE;
  _squill_mongoose_sources_bind (self, file, g_steal_pointer (&name), value);
  return TRUE;
}

/* Takes @name and @member. */
static void
add_import (SquillMongooseFile *file, char *name, char *member)
{
  SquillMongooseImport *import = g_new0 (SquillMongooseImport, 1);

  import->member = member;
  g_hash_table_replace (file->imports, name, import);
}

/* "{ User, schema as userSchema }", and "{ User, schema: userSchema }" before "= require (…)". */
static void
take_import_names (SquillMongooseFile *file, guint open, GPtrArray *imports)
{
  const SquillJavascriptFile *program = file->program;
  const guint close = _squill_javascript_file_get (program, open)->match;

  for (guint i = open + 1; i < close; i++)
    {
      g_autofree char *member = NULL;
      guint own = i;

      if (_squill_javascript_file_is (program, i, "type") &&
          _squill_javascript_file_is_word (program, i + 1) &&
          !_squill_javascript_file_is (program, i + 1, "as"))
        own = ++i;
      if (!_squill_javascript_file_is_word (program, i))
        continue;
      if ((_squill_javascript_file_is (program, i + 1, "as") ||
           _squill_javascript_file_is (program, i + 1, ":")) &&
          _squill_javascript_file_is_word (program, i + 2))
        own = i + 2;
      member = _squill_javascript_file_get_text (program, i);
      add_import (file, _squill_javascript_file_get_text (program, own),
                  g_str_equal (member, "default") ? NULL : g_strdup (member));
      g_ptr_array_add (imports, _squill_javascript_file_get_text (program, own));
      i = own;
    }
}

/* "import User, { schema as userSchema } from './user'" */
static void
take_import (SquillMongooseFile *file, guint position)
{
  const SquillJavascriptFile *program = file->program;
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *path = NULL;
  guint i = position + 1;

  if (_squill_javascript_file_is (program, i, "type"))
    i++;
  for (guint end = i + 200; i < end; i++)
    {
      const SquillJavascriptToken *token = _squill_javascript_file_get (program, i);

      if (token->kind == SQUILL_JAVASCRIPT_STRING)
        {
          path = _squill_javascript_file_get_text (program, i);
          break;
        }
      if (token->kind == SQUILL_JAVASCRIPT_END || _squill_javascript_file_is (program, i, ";") ||
          _squill_javascript_file_is (program, i, "("))
        break;
      if (_squill_javascript_file_is (program, i, "{"))
        {
          take_import_names (file, i, names);
          i = MAX (token->match, i);
        }
      else if (_squill_javascript_file_is (program, i, "*") &&
               _squill_javascript_file_is (program, i + 1, "as") &&
               _squill_javascript_file_is_word (program, i + 2))
        {
          i += 2;
          add_import (file, _squill_javascript_file_get_text (program, i), g_strdup ("*"));
          g_ptr_array_add (names, _squill_javascript_file_get_text (program, i));
        }
      else if (_squill_javascript_file_is_word (program, i) &&
               !_squill_javascript_file_is (program, i, "from"))
        {
          add_import (file, _squill_javascript_file_get_text (program, i), NULL);
          g_ptr_array_add (names, _squill_javascript_file_get_text (program, i));
        }
    }
  for (i = 0; i < names->len; i++)
    {
      SquillMongooseImport *import = g_hash_table_lookup (file->imports, names->pdata[i]);

      if (path == NULL)
        g_hash_table_remove (file->imports, names->pdata[i]);
      else if (import != NULL && import->path == NULL)
        import->path = g_strdup (path);
    }
}

/* "const { schema: userSchema } = require ('./user')" */
static void
take_required_names (SquillMongooseFile *file, guint open)
{
  const SquillJavascriptFile *program = file->program;
  const guint close = _squill_javascript_file_get (program, open)->match;
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  if (!_squill_javascript_file_is (program, close + 1, "=") ||
      !_squill_javascript_file_is (program, close + 2, "require") ||
      !_squill_javascript_file_is (program, close + 3, "(") ||
      _squill_javascript_file_get (program, close + 4)->kind != SQUILL_JAVASCRIPT_STRING)
    return;
  take_import_names (file, open, names);
  for (guint i = 0; i < names->len; i++)
    {
      SquillMongooseImport *import = g_hash_table_lookup (file->imports, names->pdata[i]);

      if (import->path == NULL)
        import->path = _squill_javascript_file_get_text (program, close + 4);
    }
}

/* What may be said of a path, beside the options of its field. */
static const char *const rules[] = {
  "required",  "default",   "enum",      "match",     "min",       "max",
  "minlength", "minLength", "maxlength", "maxLength", "immutable", "index",
  "unique",    "sparse",    "text",      "expires",   "ref",
};

static gboolean
is_rule (const SquillJavascriptFile *program, guint position)
{
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    if (_squill_javascript_file_is (program, position, rules[i]))
      return TRUE;
  return FALSE;
}

/* "schema.path ('events')", from the name on; FALSE where it is no such thing. */
static gboolean
read_path (SquillJavascriptFile *program, guint position, SquillMongooseStatement *statement)
{
  guint open;

  if (!_squill_javascript_file_is_word (program, position) ||
      !_squill_javascript_file_is (program, position + 1, ".") ||
      !_squill_javascript_file_is (program, position + 2, "path"))
    return FALSE;
  open = _squill_javascript_file_skip_generics (program, position + 3);
  if (!_squill_javascript_file_is (program, open, "(") ||
      _squill_javascript_file_get (program, open + 1)->kind != SQUILL_JAVASCRIPT_STRING)
    return FALSE;
  g_free (statement->receiver);
  statement->receiver = _squill_javascript_file_get_text (program, position);
  statement->path = _squill_javascript_file_get_text (program, open + 1);
  return TRUE;
}

/* What a discriminator or a rule is of, where that is a field:
 * "schema.path ('events').discriminator (…)", the same in parentheses or behind other rules, or a
 * name that stands for it. */
static void
take_path (SquillJavascriptFile *program, guint position, SquillMongooseStatement *statement)
{
  guint before = position - 2;

  if (_squill_javascript_file_is (program, before, ")"))
    {
      guint open = _squill_javascript_file_get (program, before)->match;

      /* "schema.path ('a').required ().index ()" */
      for (guint i = 0;
           i < MAX_CALLS && open >= 4 && open < before &&
           _squill_javascript_file_is (program, open - 3, ")") &&
           _squill_javascript_file_is (program, open - 2, ".") && is_rule (program, open - 1);
           i++)
        {
          before = open - 3;
          open = _squill_javascript_file_get (program, before)->match;
        }
      if (open >= before || read_path (program, open + 1, statement))
        return;
      /* Before it are the generics, if any. */
      for (guint i = open; i >= 3 && i + MAX_GENERICS > open; i--)
        if (_squill_javascript_file_is (program, i - 1, ")") ||
            _squill_javascript_file_is (program, i - 1, ";"))
          return;
        else if (_squill_javascript_file_is (program, i - 1, "path"))
          {
            read_path (program, i - 3, statement);
            return;
          }
      return;
    }
  for (guint i = before; i > 0 && i + MAX_DISTANCE > before && statement->receiver != NULL; i--)
    if (_squill_javascript_file_is (program, i, "=") &&
        _squill_javascript_file_is_word (program, i - 1))
      {
        g_autofree char *name = _squill_javascript_file_get_text (program, i - 1);
        const guint value = _squill_javascript_file_is (program, i + 1, "(") ? i + 2 : i + 1;

        if (g_str_equal (name, statement->receiver))
          {
            read_path (program, value, statement);
            return;
          }
      }
}

/* The name at the beginning of calls of what others give: "schema.index (…).index (…)" (transfer
 * full); NULL where there is none. @closing: the parenthesis at the end */
static char *
find_first_receiver (const SquillJavascriptFile *program, guint closing)
{
  for (guint i = 0; i < MAX_CALLS && _squill_javascript_file_is (program, closing, ")"); i++)
    {
      const guint open = _squill_javascript_file_get (program, closing)->match;

      if (open < 3 || open >= closing || !_squill_javascript_file_is_word (program, open - 1) ||
          !_squill_javascript_file_is (program, open - 2, "."))
        return NULL;
      if (_squill_javascript_file_is_word (program, open - 3))
        return _squill_javascript_file_get_text (program, open - 3);
      closing = open - 3;
    }
  return NULL;
}

/* What is called of a schema where it is made. */
static void
take_followers (SquillMongooseSources *self, const SquillJavascriptValue *schema)
{
  for (guint i = 0; schema->followers != NULL && i < schema->followers->len; i++)
    {
      SquillMongooseStatement *statement = g_new0 (SquillMongooseStatement, 1);

      statement->schema = schema;
      statement->call = schema->followers->pdata[i];
      g_ptr_array_add (self->statements, statement);
    }
}

/* A call of a method that says something of a schema. Returns the position of the last token that
 * needs no more reading. */
static guint
take_statement (SquillMongooseSources *self, SquillMongooseFile *file, guint position)
{
  static const char *const methods[] = { "model",         "index", "virtual", "add",
                                         "discriminator", "set",   "plugin" };
  SquillJavascriptFile *program = file->program;
  guint behind = _squill_javascript_file_skip_generics (program, position + 1);
  g_autofree char *name = NULL;
  const guint n_functions = program->n_functions;
  SquillJavascriptValue *call;
  const gboolean has_receiver =
      position >= 2 && _squill_javascript_file_is (program, position - 1, ".");
  const gboolean rules_path = has_receiver && is_rule (program, position);
  SquillMongooseStatement *statement;
  /* "schema.path ('name', String)" adds one, as add () does. */
  const gboolean adds_path =
      has_receiver && _squill_javascript_file_is (program, position, "path") &&
      _squill_javascript_file_get (program, behind + 1)->kind != SQUILL_JAVASCRIPT_SYMBOL &&
      _squill_javascript_file_is (program, behind + 2, ",");
  gboolean known = rules_path || adds_path;
  gboolean is_guess = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    known |= _squill_javascript_file_is (program, position, methods[i]);
  if (!known && _squill_javascript_file_is (program, behind, "(") &&
      _squill_javascript_file_get (program, behind + 1)->kind == SQUILL_JAVASCRIPT_STRING &&
      _squill_javascript_file_is (program, behind + 2, ","))
    {
      name = _squill_javascript_file_get_text (program, position);
      is_guess = is_maker_of_models (name);
    }
  if ((!known && !is_guess) || !_squill_javascript_file_is (program, behind, "(") ||
      (!has_receiver && !is_guess && !_squill_javascript_file_is (program, position, "model")))
    return position;
  statement = g_new0 (SquillMongooseStatement, 1);
  statement->is_guess = is_guess;
  statement->position = position;
  if (has_receiver && _squill_javascript_file_is_word (program, position - 2))
    statement->receiver = _squill_javascript_file_get_text (program, position - 2);
  else if (has_receiver)
    statement->receiver = find_first_receiver (program, position - 2);
  g_free (name);
  name = is_guess ? g_strdup ("model") : _squill_javascript_file_get_text (program, position);
  if (has_receiver && (g_str_equal (name, "discriminator") || g_str_equal (name, "required") ||
                       (rules_path && _squill_javascript_file_is (program, position - 2, ")"))))
    take_path (program, position, statement);
  /* Other libraries have methods of these names. */
  if (rules_path && statement->path == NULL && !g_str_equal (name, "index"))
    {
      g_free (statement->receiver);
      g_free (statement);
      return position;
    }
  call = _squill_javascript_file_make_value (program, position, SQUILL_JAVASCRIPT_CALL, name);
  _squill_javascript_file_read_arguments (program, call, &behind);
  statement->call = call;
  g_ptr_array_add (self->statements, statement);
  /* Only in functions are there others. */
  return program->n_functions > n_functions ? position : behind - 1;
}

/* The position of the name before "=", behind which a function begins; 0 where there is none. */
static guint
find_assigned_name (const SquillJavascriptFile *program, guint position)
{
  if (position > 0 && _squill_javascript_file_is (program, position, "async"))
    position--;
  if (position < 1 || !_squill_javascript_file_is (program, position, "=") ||
      !_squill_javascript_file_is_word (program, position - 1))
    return 0;
  return position - 1;
}

static void
name_function (SquillMongooseFile *file, guint name, SquillMongooseFunction *function)
{
  g_autofree char *text = name == 0 ? NULL : _squill_javascript_file_get_text (file->program, name);

  if (text != NULL && !g_hash_table_contains (file->functions, text))
    g_hash_table_insert (file->functions, g_steal_pointer (&text), function);
}

/* @name: the position of its own name, or 0; @start: where the function begins; @before and
 * @behind: the tokens around its parameters; @body: its brace or expression */
static void
add_function (SquillMongooseFile *file,
              guint name,
              gboolean is_default,
              guint start,
              guint before,
              guint behind,
              guint body)
{
  SquillJavascriptFile *program = file->program;
  const SquillJavascriptToken *first = _squill_javascript_file_get (program, start);
  SquillMongooseFunction *function = g_new0 (SquillMongooseFunction, 1);
  char *place = g_strdup_printf ("%u:%u", first->line, first->column);

  function->parameters = _squill_mongoose_read_parameters (program, before, behind);
  function->first = body;
  function->is_expression = !_squill_javascript_file_is (program, body, "{");
  function->last = function->is_expression ? _squill_javascript_file_get (program, body)->rest
                                           : _squill_javascript_file_get (program, body)->match;
  g_ptr_array_add (file->all_functions, function);
  g_hash_table_replace (file->functions, place, function);
  if (is_default)
    g_hash_table_replace (file->functions, g_strdup ("exports"), function);
  name_function (file, name, function);
  if (start > 0)
    name_function (file, find_assigned_name (program, start - 1), function);
}

/* The position of the parameter before "=>", or of the parenthesis behind parameters, before which
 * TypeScript may have the type of what is returned. */
static guint
find_parameters_end (const SquillJavascriptFile *program, guint arrow)
{
  for (guint i = arrow;
       i >= 2 && i + MAX_GENERICS > arrow && !_squill_javascript_file_is (program, i, ";"); i--)
    if (_squill_javascript_file_is (program, i - 1, ":") &&
        _squill_javascript_file_is (program, i - 2, ")"))
      return i - 2;
  return arrow > 0 ? arrow - 1 : 0;
}

/* "function plugin (schema, options) {", "plugin = (schema) => {", "module.exports = function …" */
static void
take_function (SquillMongooseFile *file, guint position)
{
  const SquillJavascriptFile *program = file->program;
  guint open, close, body, name = 0;

  if (_squill_javascript_file_is (program, position, "=>"))
    {
      const guint before = find_parameters_end (program, position);
      guint start = before;

      if (_squill_javascript_file_is (program, before, ")"))
        start = _squill_javascript_file_get (program, before)->match;
      else if (!_squill_javascript_file_is_word (program, before))
        return;
      if (start == 0 || start > before)
        return;
      add_function (file, 0, _squill_javascript_file_is (program, start - 1, "default"), start,
                    start < before ? start : start - 1, start < before ? before : position,
                    position + 1);
      return;
    }
  if (!_squill_javascript_file_is (program, position, "function"))
    return;
  open = position + 1;
  if (_squill_javascript_file_is (program, open, "*"))
    open++;
  if (_squill_javascript_file_is_word (program, open))
    name = open++;
  open = _squill_javascript_file_skip_generics (program, open);
  if (!_squill_javascript_file_is (program, open, "("))
    return;
  close = _squill_javascript_file_get (program, open)->match;
  body = close + 1;
  /* What it returns, in TypeScript. */
  for (guint i = body; _squill_javascript_file_is (program, body, ":") && i < body + MAX_GENERICS;
       i++)
    if (_squill_javascript_file_is (program, i, "{"))
      body = i;
  if (!_squill_javascript_file_is (program, body, "{"))
    return;
  add_function (file, name,
                position > 0 && _squill_javascript_file_is (program, position - 1, "default"),
                position, open, close, body);
}

/* What is in a loop is noted to be. */
static void
note_loop (SquillMongooseSources *self, GPtrArray *open, guint first)
{
  for (guint i = first; open->len > 0 && i < self->statements->len; i++)
    ((SquillMongooseStatement *)self->statements->pdata[i])->loop = open->pdata[open->len - 1];
}

/* What all files have before the last "/" that they share. */
static void
note_folder (SquillMongooseSources *self, const char *name)
{
  const char *slash = strrchr (name, '/');
  gsize length = slash == NULL ? 0 : (gsize)(slash - name) + 1;

  if (self->files->len > 0)
    {
      const char *first = ((const SquillMongooseFile *)self->files->pdata[0])->name;

      for (gsize i = length = 0; i < self->n_folder && first[i] == name[i]; i++)
        if (name[i] == '/')
          length = i + 1;
    }
  self->n_folder = length;
}

/* Takes @text. Of several files, it says in which. */
SquillImportProblem *
_squill_mongoose_sources_make_problem (const SquillMongooseSources *self,
                                       const SquillMongooseFile *file,
                                       guint line,
                                       guint column,
                                       char *text)
{
  g_autofree char *own = text;

  return squill_import_problem_new (
      line, column,
      self->files->len > 1 && file != NULL
          ? g_strdup_printf ("%s: %s", file->name + self->n_folder, own)
          : g_steal_pointer (&own));
}

/* Reads a program. @text has to live as long as the sources. */
void
_squill_mongoose_sources_add (SquillMongooseSources *self,
                              const char *name,
                              const char *text,
                              gsize length)
{
  SquillMongooseFile *file = g_new0 (SquillMongooseFile, 1);
  SquillJavascriptFile *program = _squill_javascript_file_new (text, length);
  g_autoptr (SquillMongooseClass) decorated = NULL;
  g_autoptr (GPtrArray) loops = g_ptr_array_new ();

  file->name = g_filename_display_name (name);
  note_folder (self, file->name);
  file->stem = _squill_mongoose_make_stem (name);
  file->path = _squill_mongoose_make_path (name);
  file->program = program;
  file->values = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  file->imports = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, import_free);
  file->functions = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  file->all_functions = g_ptr_array_new_with_free_func (function_free);
  file->loops = g_ptr_array_new_with_free_func (_squill_mongoose_loop_free);
  program->user_data = file;
  for (guint i = 0; i + 1 < program->tokens->len; i++)
    take_function (file, i);
  g_ptr_array_add (self->files, file);
  for (guint i = 0; i + 1 < program->tokens->len; i++)
    {
      const guint n_statements = self->statements->len;
      SquillMongooseLoop *loop = _squill_javascript_file_is_word (program, i)
                                     ? _squill_mongoose_read_loop (self, program, i)
                                     : NULL;
      SquillMongooseAssignment *assignment;
      guint value = i + 2;

      while (loops->len > 0 && ((const SquillMongooseLoop *)loops->pdata[loops->len - 1])->last < i)
        g_ptr_array_set_size (loops, loops->len - 1);
      if (loop != NULL)
        {
          loop->around = loops->len > 0 ? loops->pdata[loops->len - 1] : NULL;
          g_ptr_array_add (file->loops, loop);
          g_ptr_array_add (loops, loop);
          continue;
        }
      assignment = _squill_mongoose_read_assignment (program, i);
      if (assignment != NULL)
        {
          assignment->loop = loops->len > 0 ? loops->pdata[loops->len - 1] : NULL;
          g_ptr_array_add (self->assignments, assignment);
        }
      _squill_mongoose_sources_take_call (self, program, i);
      /* "@Schema ({ … })" is of the next class. */
      if (_squill_javascript_file_is (program, i, "@"))
        _squill_mongoose_take_decorator (&decorated, program, i + 1);
      if (!_squill_javascript_file_is_word (program, i))
        continue;
      if (_squill_javascript_file_is (program, i + 1, "{") &&
          (_squill_javascript_file_is (program, i, "const") ||
           _squill_javascript_file_is (program, i, "let") ||
           _squill_javascript_file_is (program, i, "var")))
        take_required_names (file, i + 1);
      if (_squill_javascript_file_is (program, i, "class") &&
          _squill_javascript_file_is_word (program, i + 1))
        _squill_mongoose_sources_take_class (self, file, i, g_steal_pointer (&decorated));
      else if (_squill_javascript_file_is (program, i, "import"))
        take_import (file, i);
      else if (_squill_javascript_file_is (program, i, "export") &&
               _squill_javascript_file_is (program, i + 1, "default"))
        _squill_mongoose_sources_bind (self, file, g_strdup ("exports"),
                                       _squill_javascript_file_read_value (program, &value));
      else if (_squill_javascript_file_is (program, i, "enum") &&
               _squill_javascript_file_is_word (program, i + 1) &&
               _squill_javascript_file_is (program, i + 2, "{"))
        _squill_mongoose_sources_bind (self, file,
                                       _squill_javascript_file_get_text (program, i + 1),
                                       _squill_javascript_file_read_enum (program, i + 2));
      else if (!take_binding (self, file, i))
        {
          _squill_mongoose_sources_take_registration (self, file, i);
          i = take_statement (self, file, i);
        }
      note_loop (self, loops, n_statements);
    }
  for (guint i = 0; i < program->values->len; i++)
    if (_squill_mongoose_is_schema (program->values->pdata[i]))
      take_followers (self, program->values->pdata[i]);
}

static gboolean
ends_with_any (const char *name, const char *const *endings)
{
  for (guint i = 0; endings[i] != NULL; i++)
    if (g_str_has_suffix (name, endings[i]))
      return TRUE;
  return FALSE;
}

/* What Mongoose calls the collection of a model: lower case, and plural (transfer full). */
char *
_squill_mongoose_make_collection_name (const char *model)
{
  static const char *const uncountable[] = {
    "advice",    "energy",      "health",    "justice", "machinery", "equipment", "information",
    "pollution", "paper",       "money",     "species", "series",    "rain",      "rice",
    "fish",      "sheep",       "moose",     "deer",    "news",      "expertise", "status",
    "media",     "cooperation", "digestion", "sewage",  "labour",    "excretion", NULL
  };
  static const struct
  {
    const char *ending;
    const char *plural;
  } endings[] = {
    { "man", "men" },         { "person", "people" },
    { "child", "children" },  { "octopus", "octopi" },
    { "virus", "viri" },      { "alias", "aliases" },
    { "bus", "buses" },       { "buffalo", "buffaloes" },
    { "tomato", "tomatoes" }, { "potato", "potatoes" },
    { "tum", "ta" },          { "ium", "ia" },
    { "sis", "ses" },         { "matrix", "matrices" },
    { "vertex", "vertices" }, { "index", "indices" },
    { "mouse", "mice" },      { "quiz", "quizzes" },
    { "knife", "knives" },    { "wife", "wives" },
    { "life", "lives" },      { "lf", "lves" },
    { "rf", "rves" },         { "axis", "axes" },
    { "testis", "testes" },   { "goose", "geese" },
  };
  static const char *const sibilants[] = { "x", "ch", "ss", "sh", NULL };
  static const char *const vowels[] = { "ay", "ey", "iy", "oy", "uy", "yy", NULL };
  g_autofree char *name = g_utf8_strdown (model, -1);
  const gsize length = strlen (name);

  if (length == 0 || g_strv_contains (uncountable, name))
    return g_strdup (name);
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (name, endings[i].ending))
      {
        name[length - strlen (endings[i].ending)] = '\0';
        return g_strconcat (name, endings[i].plural, NULL);
      }
  if (g_str_has_suffix (name, "y") &&
      (g_str_has_suffix (name, "quy") || !ends_with_any (name, vowels)) && length > 1)
    {
      name[length - 1] = '\0';
      return g_strconcat (name, "ies", NULL);
    }
  if (ends_with_any (name, sibilants))
    return g_strconcat (name, "es", NULL);
  if (name[length - 1] == 's' || !g_ascii_isalpha (name[length - 1]))
    return g_strdup (name);
  return g_strconcat (name, "s", NULL);
}
