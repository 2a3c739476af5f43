/* SPDX-License-Identifier: Apache-2.0 */

/* What stands beside the types of fields in schemas of Mongoose. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-mongoose-fields.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "exchange/squill-pattern.h"

/* Of what is spread in one another. */
#define MAX_DEPTH 60
/* What is spread or referred to twice, in what is itself spread twice, doubles at each step. */
#define MAX_VISITS (10 * SQUILL_MONGOOSE_MAX_FIELDS)

/* A member of an object, and what that stands for (transfer none) (nullable). */
const SquillJavascriptValue *
_squill_mongoose_get_member (SquillMongooseBuild *self,
                             const SquillJavascriptValue *object,
                             const char *name)
{
  const SquillJavascriptValue *value = _squill_javascript_value_get (object, name);

  return value == NULL ? NULL : _squill_mongoose_resolve (self->sources, value);
}

/* @value: (nullable) */
gboolean
_squill_mongoose_is_kind (const SquillJavascriptValue *value, SquillJavascriptValueKind kind)
{
  return value != NULL && value->kind == kind;
}

static gboolean
is_true (const SquillJavascriptValue *value)
{
  /* "[true, 'what is said']" */
  if (_squill_mongoose_is_kind (value, SQUILL_JAVASCRIPT_ARRAY) && value->items->len > 0)
    value = value->items->pdata[0];
  return value != NULL && ((value->kind == SQUILL_JAVASCRIPT_BOOLEAN && value->number != 0) ||
                           value->kind == SQUILL_JAVASCRIPT_TEXT);
}

/* Whether it is known to be false; @value: (nullable) */
gboolean
_squill_mongoose_is_false (const SquillJavascriptValue *value)
{
  return _squill_mongoose_is_kind (value, SQUILL_JAVASCRIPT_BOOLEAN) && value->number == 0;
}

/* Counts one more of what fields are made of; FALSE where there is too much of it. */
gboolean
_squill_mongoose_build_visit (SquillMongooseBuild *self, const SquillJavascriptValue *value)
{
  if (self->n_visits > MAX_VISITS)
    return FALSE;
  if (++self->n_visits <= MAX_VISITS)
    return TRUE;
  _squill_mongoose_build_tell (
      self, value, g_strdup (_ ("There is too much in these schemas: their fields end here")));
  return FALSE;
}

/* A literal as JSON (transfer full); NULL where it is none. */
static json_t *
make_literal (const SquillJavascriptValue *value)
{
  switch ((guint)value->kind)
    {
    case SQUILL_JAVASCRIPT_TEXT:
      return json_string (value->text);
    case SQUILL_JAVASCRIPT_BOOLEAN:
      return json_boolean (value->number != 0);
    case SQUILL_JAVASCRIPT_NUMERIC:
      if (!isfinite (value->number))
        return NULL;
      return value->number == floor (value->number) && fabs (value->number) < 9007199254740992.0
                 ? json_integer ((json_int_t)value->number)
                 : json_real (value->number);
    default:
      return NULL;
    }
}

/* Whether code says what it is, which is not run; @value: (nullable) */
gboolean
_squill_mongoose_is_computed (const SquillJavascriptValue *value)
{
  if (value == NULL)
    return FALSE;
  switch ((guint)value->kind)
    {
    case SQUILL_JAVASCRIPT_NAME:
      return !g_str_equal (value->text, "undefined");
    case SQUILL_JAVASCRIPT_CALL:
    case SQUILL_JAVASCRIPT_FUNCTION:
    case SQUILL_JAVASCRIPT_JOINED:
    case SQUILL_JAVASCRIPT_OTHER:
      return TRUE;
    default:
      return FALSE;
    }
}

/* Tells that what is at @place is not known. */
void
_squill_mongoose_build_tell_unknown (SquillMongooseBuild *self, const SquillJavascriptValue *place)
{
  _squill_mongoose_build_tell (self, place,
                               g_strdup (_ ("What is here is not known, and not taken over")));
}

static void
tell_computed (SquillMongooseBuild *self, const SquillJavascriptValue *value)
{
  if (_squill_mongoose_is_computed (value))
    _squill_mongoose_build_tell_unknown (self, value);
}

/* Remembers in @names that code says something of a field, which is at @value. */
static void
note_field (const SquillMongooseEntity *entity,
            const json_t *field,
            const SquillJavascriptValue *value,
            SquillMongooseNames *names)
{
  g_autofree char *name =
      g_strdup_printf ("%s.%s", entity->name, json_string_value (json_object_get (field, "name")));

  if (names->first == NULL)
    names->first = value;
  if (g_hash_table_add (names->seen, name))
    g_ptr_array_add (names->names, g_steal_pointer (&name));
}

/* Adds a value of an enumeration: @item, or the text @key where that is given (nullable). FALSE
 * where neither is known. @is_other: whether @item itself is no value of it */
static gboolean
add_allowed (SquillMongooseBuild *self,
             json_t *values,
             const SquillJavascriptValue *item,
             const char *key,
             gboolean is_other)
{
  json_t *literal = key != NULL ? json_string (key) : is_other ? NULL : make_literal (item);

  if (literal != NULL)
    return json_array_append_new (values, literal) == 0;
  /* Null and what is undefined are no values of it. */
  if (!is_other && !_squill_mongoose_is_computed (item))
    return TRUE;
  _squill_mongoose_build_tell_unknown (self, item);
  return FALSE;
}

/* Adds the names or the values of an object, and of those that are spread in it; FALSE where one is
 * not known. */
static gboolean
add_members (SquillMongooseBuild *self,
             json_t *values,
             const SquillJavascriptValue *object,
             gboolean are_keys,
             guint depth)
{
  gboolean is_known = TRUE;

  if (depth >= MAX_DEPTH || !_squill_mongoose_build_visit (self, object))
    return FALSE;
  for (guint i = 0; i < object->members->len; i++)
    {
      const SquillJavascriptMember *member = object->members->pdata[i];
      const SquillJavascriptValue *item = _squill_mongoose_resolve (self->sources, member->value);

      if (member->is_spread && item->kind == SQUILL_JAVASCRIPT_OBJECT)
        is_known &= add_members (self, values, item, are_keys, depth + 1);
      else
        is_known &= add_allowed (self, values, item,
                                 are_keys ? _squill_mongoose_get_key (self->sources, member) : NULL,
                                 are_keys || member->is_spread);
    }
  return is_known;
}

/* The values of an enumeration: a list, "{ values: […] }", "Object.values (Role)", or "Object.keys
 * (Role)". Where one of them is not known, all are allowed. */
json_t *
_squill_mongoose_build_make_enumeration (SquillMongooseBuild *self,
                                         const SquillJavascriptValue *value)
{
  json_t *values;
  gboolean are_keys = FALSE, is_known = TRUE;

  if (value->kind == SQUILL_JAVASCRIPT_OBJECT &&
      _squill_javascript_value_get (value, "values") != NULL)
    value = _squill_mongoose_get_member (self, value, "values");
  if (value->kind == SQUILL_JAVASCRIPT_CALL && value->items->len == 1 &&
      (g_str_equal (value->text, "Object.values") || g_str_equal (value->text, "Object.keys")))
    {
      const SquillJavascriptValue *object =
          _squill_mongoose_resolve (self->sources, value->items->pdata[0]);

      if (object->kind == SQUILL_JAVASCRIPT_OBJECT)
        {
          are_keys = g_str_equal (value->text, "Object.keys");
          value = object;
        }
    }
  tell_computed (self, value);
  if (value->kind == SQUILL_JAVASCRIPT_OBJECT || value->kind == SQUILL_JAVASCRIPT_ARRAY)
    {
      const GPtrArray *all =
          value->kind == SQUILL_JAVASCRIPT_OBJECT ? value->members : value->items;

      if (!squill_import_report_add_values (self->report, all->len, value->line, value->column))
        return NULL;
    }
  values = json_array ();
  if (value->kind == SQUILL_JAVASCRIPT_OBJECT)
    is_known = add_members (self, values, value, are_keys, 0);
  for (guint i = 0; value->kind == SQUILL_JAVASCRIPT_ARRAY && i < value->items->len; i++)
    {
      const SquillJavascriptValue *item =
          _squill_mongoose_resolve (self->sources, value->items->pdata[i]);

      is_known &= add_allowed (self, values, item, NULL, item->is_spread);
    }
  if (!is_known || json_array_size (values) == 0)
    g_clear_pointer (&values, json_decref);
  return values;
}

static void
set_pattern (SquillMongooseBuild *self, json_t *field, const SquillJavascriptValue *value)
{
  g_autofree char *pattern = NULL, *with_flags = NULL;

  if (value->kind == SQUILL_JAVASCRIPT_ARRAY && value->items->len > 0)
    value = value->items->pdata[0];
  if (value->kind != SQUILL_JAVASCRIPT_PATTERN)
    {
      tell_computed (self, value);
      return;
    }
  pattern = squill_pattern_from_javascript (value->text);
  if (pattern == NULL)
    {
      _squill_mongoose_build_tell (
          self, value,
          g_strdup_printf (_ ("The regular expression “%s” is not taken over"), value->text));
      return;
    }
  with_flags = g_strconcat (strchr (value->flags, 'i') != NULL ? "(?i)" : "",
                            strchr (value->flags, 's') != NULL ? "(?s)" : "",
                            strchr (value->flags, 'm') != NULL ? "(?m)" : "", pattern, NULL);
  json_object_set_new (field, "pattern", json_string (with_flags));
}

static void
set_bound (SquillMongooseBuild *self,
           json_t *field,
           const SquillJavascriptValue *options,
           const char *option,
           const char *property)
{
  const SquillJavascriptValue *value = _squill_mongoose_get_member (self, options, option);

  if (_squill_mongoose_is_kind (value, SQUILL_JAVASCRIPT_ARRAY) && value->items->len > 0)
    value = _squill_mongoose_resolve (self->sources, value->items->pdata[0]);
  if (_squill_mongoose_is_kind (value, SQUILL_JAVASCRIPT_NUMERIC) && isfinite (value->number))
    json_object_set_new (field, property, make_literal (value));
  else
    tell_computed (self, value);
}

/* What stands beside a type. */
void
_squill_mongoose_build_take_options (SquillMongooseBuild *self,
                                     SquillMongooseEntity *entity,
                                     json_t *field,
                                     const char *id,
                                     const SquillJavascriptValue *options,
                                     gboolean of_element)
{
  const SquillJavascriptValue *value, *path;
  json_t *made;

  value = of_element ? NULL : _squill_mongoose_get_member (self, options, "required");
  if (_squill_mongoose_is_kind (value, SQUILL_JAVASCRIPT_ARRAY) && value->items->len > 0)
    value = _squill_mongoose_resolve (self->sources, value->items->pdata[0]);
  if (_squill_mongoose_is_computed (value))
    note_field (entity, field, value, &self->requirements);
  if (is_true (value))
    {
      json_object_set_new (field, "required", json_true ());
      g_hash_table_add (self->required, g_strdup (id));
    }
  if (is_true (_squill_mongoose_get_member (self, options, "immutable")))
    json_object_set_new (field, "immutable", json_true ());
  value = _squill_mongoose_get_member (self, options, "enum");
  made = value == NULL ? NULL : _squill_mongoose_build_make_enumeration (self, value);
  if (made != NULL)
    json_object_set_new (field, "enum", made);
  value = _squill_mongoose_get_member (self, options, "match");
  if (value != NULL)
    set_pattern (self, field, value);
  set_bound (self, field, options, "min", "minimum");
  set_bound (self, field, options, "max", "maximum");
  set_bound (self, field, options, "minlength", "min_length");
  set_bound (self, field, options, "minLength", "min_length");
  set_bound (self, field, options, "maxlength", "max_length");
  set_bound (self, field, options, "maxLength", "max_length");
  value = _squill_mongoose_get_member (self, options, "default");
  made = value == NULL || of_element ? NULL : make_literal (value);
  if (made != NULL)
    json_object_set_new (field, "default", made);
  else if (!of_element &&
           (_squill_mongoose_is_computed (value) ||
            (_squill_mongoose_is_kind (value, SQUILL_JAVASCRIPT_ARRAY) && value->items->len > 0)))
    note_field (entity, field, value, &self->defaults);
  _squill_mongoose_build_note_index (self, entity, id, options);
  path = _squill_mongoose_get_member (self, options, "refPath");
  value = _squill_javascript_value_get (options, path != NULL ? "refPath" : "ref");
  if (value != NULL)
    {
      SquillMongooseReference *reference = _squill_mongoose_reference_new (
          entity, id, json_string_value (json_object_get (field, "name")), NULL, value);

      if (path != NULL)
        reference->model_path =
            g_strdup (_squill_mongoose_is_kind (path, SQUILL_JAVASCRIPT_TEXT) ? path->text : "");
      reference->is_list = g_hash_table_contains (self->lists, id);
      reference->required = json_is_true (json_object_get (field, "required"));
      reference->unique = is_true (_squill_mongoose_get_member (self, options, "unique"));
      g_ptr_array_add (self->references, reference);
    }
}

/* What is said of a field elsewhere, over what stands beside its type. */
void
_squill_mongoose_build_add_options (SquillMongooseBuild *self,
                                    SquillMongooseEntity *entity,
                                    const char *field,
                                    const SquillJavascriptValue *options)
{
  _squill_mongoose_build_take_options (self, entity, g_hash_table_lookup (self->fields, field),
                                       field, options, FALSE);
}

static gboolean
has_spread (const SquillJavascriptValue *object)
{
  for (guint i = 0; i < object->members->len; i++)
    if (((const SquillJavascriptMember *)object->members->pdata[i])->is_spread)
      return TRUE;
  return FALSE;
}

/* "{ type: String, ...common }" with the members of what is spread; @depth: in how many of them it
 * is. Without a type they are fields, each of which is looked at by itself. */
const SquillJavascriptValue *
_squill_mongoose_build_spread_options (SquillMongooseBuild *self,
                                       const SquillJavascriptValue *object,
                                       guint depth)
{
  const SquillMongooseFile *file = object->file;
  SquillJavascriptValue *made;

  if (!has_spread (object) || depth >= MAX_DEPTH || !_squill_mongoose_build_visit (self, object))
    return object;
  made = _squill_javascript_file_make_value (file->program, 0, SQUILL_JAVASCRIPT_OBJECT, NULL);
  made->line = object->line;
  made->column = object->column;
  for (guint i = 0; i < object->members->len; i++)
    {
      const SquillJavascriptMember *member = object->members->pdata[i];
      const SquillJavascriptValue *value =
          member->is_spread ? _squill_mongoose_resolve (self->sources, member->value) : NULL;

      if (value == NULL && member->key != NULL)
        _squill_javascript_value_add_member (made, member->key, member->value);
      else if (_squill_mongoose_is_kind (value, SQUILL_JAVASCRIPT_OBJECT))
        {
          value = _squill_mongoose_build_spread_options (self, value, depth + 1);
          for (guint j = 0; j < value->members->len && _squill_mongoose_build_visit (self, value);
               j++)
            {
              const SquillJavascriptMember *other = value->members->pdata[j];

              if (other->key != NULL)
                _squill_javascript_value_add_member (made, other->key, other->value);
            }
        }
    }
  return made;
}

/* What is spread beside a type and is not known. */
void
_squill_mongoose_build_tell_spreads (SquillMongooseBuild *self, const SquillJavascriptValue *object)
{
  for (guint i = 0; i < object->members->len; i++)
    {
      const SquillJavascriptMember *member = object->members->pdata[i];
      const SquillJavascriptValue *value =
          member->is_spread ? _squill_mongoose_resolve (self->sources, member->value) : NULL;

      if (value != NULL && value->kind != SQUILL_JAVASCRIPT_OBJECT &&
          value->kind != SQUILL_JAVASCRIPT_NULL)
        _squill_mongoose_build_tell (
            self, member->value, g_strdup (_ ("What is here is not known, and not taken over")));
    }
}
