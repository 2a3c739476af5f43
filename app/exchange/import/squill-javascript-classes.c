/* SPDX-License-Identifier: Apache-2.0 */

/* Classes of TypeScript whose properties are declared by decorators. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <string.h>

#include "exchange/import/squill-javascript.h"

#define MAX_DEPTH 20

static SquillJavascriptValue *
make_name (SquillJavascriptFile *file, guint position, const char *name)
{
  return _squill_javascript_file_make_value (file, position, SQUILL_JAVASCRIPT_NAME, name);
}

/* A type as a value of it would be declared: "string[]" is "[string]" (transfer none). @position is
 * behind it then. */
static SquillJavascriptValue *
read_type (SquillJavascriptFile *file, guint *position, guint depth)
{
  static const char *const empty[] = { "null", "undefined" };
  static const char *const around[] = { "Array",   "Types.Array", "Types.DocumentArray",
                                        "Partial", "Ref",         "Readonly",
                                        "Set" };
  const guint first = *position;
  g_autoptr (GString) name = g_string_new (NULL);
  SquillJavascriptValue *type;

  /* Some begin each alternative on a line of its own. */
  if (_squill_javascript_file_is (file, *position, "|"))
    (*position)++;
  for (guint i = 0; i < G_N_ELEMENTS (empty); i++)
    if (_squill_javascript_file_is (file, *position, empty[i]) &&
        _squill_javascript_file_is (file, *position + 1, "|"))
      *position += 2;
  if (_squill_javascript_file_get (file, *position)->kind != SQUILL_JAVASCRIPT_WORD)
    {
      const gboolean is_text =
          _squill_javascript_file_get (file, *position)->kind == SQUILL_JAVASCRIPT_STRING;

      *position = _squill_javascript_file_skip_type (file, *position);
      return make_name (file, first, is_text ? "string" : "mixed");
    }
  for (;;)
    {
      g_autofree char *part = _squill_javascript_file_get_text (file, (*position)++);

      g_string_append (name, part);
      if (!_squill_javascript_file_is (file, *position, ".") ||
          _squill_javascript_file_get (file, *position + 1)->kind != SQUILL_JAVASCRIPT_WORD)
        break;
      g_string_append_c (name, '.');
      (*position)++;
    }
  type = make_name (file, first, name->str);
  if (_squill_javascript_file_is (file, *position, "<"))
    {
      const guint behind = _squill_javascript_file_skip_generics (file, *position);

      for (guint i = 0; i < G_N_ELEMENTS (around) && depth < MAX_DEPTH; i++)
        if (g_str_equal (name->str, around[i]))
          {
            guint inner = *position + 1;

            type = read_type (file, &inner, depth + 1);
            if (i < 3 || i == 6)
              {
                SquillJavascriptValue *array =
                    _squill_javascript_file_make_value (file, first, SQUILL_JAVASCRIPT_ARRAY, NULL);

                g_ptr_array_add (array->items, type);
                type = array;
              }
            break;
          }
      if (g_str_equal (name->str, "Record"))
        type = make_name (file, first, "object");
      *position = MAX (behind, *position + 1);
    }
  while (_squill_javascript_file_is (file, *position, "[") &&
         _squill_javascript_file_is (file, *position + 1, "]"))
    {
      SquillJavascriptValue *array =
          _squill_javascript_file_make_value (file, first, SQUILL_JAVASCRIPT_ARRAY, NULL);

      g_ptr_array_add (array->items, type);
      type = array;
      *position += 2;
    }
  return type;
}

/* "@Name" or "@Name (…)": behind it, and its call (transfer none). */
static SquillJavascriptValue *
read_decorator (SquillJavascriptFile *file, guint *position)
{
  SquillJavascriptValue *call;
  g_autofree char *name = _squill_javascript_file_get_text (file, *position + 1);
  guint behind = *position + 2;

  if (_squill_javascript_file_is (file, behind, "("))
    {
      (*position)++;
      /* Without what may follow on the same line: another decorator, or the property. */
      call = _squill_javascript_file_make_value (file, *position, SQUILL_JAVASCRIPT_CALL, name);
      _squill_javascript_file_read_arguments (file, call, &behind);
    }
  else
    call = _squill_javascript_file_make_value (file, *position, SQUILL_JAVASCRIPT_CALL, name);
  *position = behind;
  return call;
}

static gboolean
is_property_decorator (const SquillJavascriptValue *call)
{
  return g_str_equal (call->text, "Prop") || g_str_equal (call->text, "prop") ||
         g_str_equal (call->text, "arrayProp") || g_str_equal (call->text, "mapProp");
}

static SquillJavascriptMember *
find_member (const SquillJavascriptValue *object, const char *key)
{
  for (guint i = 0; i < object->members->len; i++)
    {
      SquillJavascriptMember *member = object->members->pdata[i];

      if (g_strcmp0 (member->key, key) == 0)
        return member;
    }
  return NULL;
}

static void
rename_member (const SquillJavascriptValue *object, const char *key, const char *new_key)
{
  SquillJavascriptMember *member = find_member (object, key);

  if (member == NULL || find_member (object, new_key) != NULL)
    return;
  g_free (member->key);
  member->key = g_strdup (new_key);
}

static gboolean
ends_with (const SquillJavascriptValue *value, const char *ending)
{
  return value != NULL && value->kind == SQUILL_JAVASCRIPT_NAME &&
         g_str_has_suffix (value->text, ending);
}

/* With Typegoose "type" is that of one element where the property is a list or a map:
 * "@prop ({ type: String }) tags: string[]". Its older versions have decorators of their own for
 * these. */
static void
take_container (SquillJavascriptFile *file, guint position, SquillJavascriptValue *property)
{
  SquillJavascriptValue *options = property->items->len > 0 ? property->items->pdata[0] : NULL;
  const SquillJavascriptValue *kind = property->items->len > 1 ? property->items->pdata[1] : NULL;
  const SquillJavascriptValue *declared = _squill_javascript_value_get (property, "type");
  SquillJavascriptMember *type;
  SquillJavascriptValue *of;
  gboolean is_map, is_list;

  if (g_str_equal (property->text, "Prop") || options == NULL ||
      options->kind != SQUILL_JAVASCRIPT_OBJECT)
    return;
  rename_member (options, "itemsRef", "ref");
  rename_member (options, "itemsRefPath", "refPath");
  rename_member (options, "items", "type");
  if (g_str_equal (property->text, "mapProp"))
    rename_member (options, "of", "type");
  is_map = g_str_equal (property->text, "mapProp") || ends_with (kind, "PropType.MAP") ||
           ends_with (declared, "Map");
  is_list =
      !is_map && (g_str_equal (property->text, "arrayProp") || ends_with (kind, "PropType.ARRAY") ||
                  (declared != NULL && declared->kind == SQUILL_JAVASCRIPT_ARRAY));
  type = find_member (options, "type");
  if (type == NULL || (!is_map && !is_list))
    return;
  of = type->value;
  if (of->kind == SQUILL_JAVASCRIPT_FUNCTION && of->items->len == 1)
    of = of->items->pdata[0];
  if (is_list && of->kind != SQUILL_JAVASCRIPT_ARRAY)
    {
      type->value =
          _squill_javascript_file_make_value (file, position, SQUILL_JAVASCRIPT_ARRAY, NULL);
      g_ptr_array_add (type->value->items, of);
    }
  else if (is_map && !ends_with (of, "Map") && find_member (options, "of") == NULL)
    {
      type->value = make_name (file, position, "Map");
      _squill_javascript_value_add_member (options, "of", of);
    }
}

static gboolean
is_modifier (const SquillJavascriptFile *file, guint position)
{
  static const char *const words[] = { "public",  "private", "protected", "readonly",
                                       "declare", "static",  "abstract",  "override" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (_squill_javascript_file_is (file, position, words[i]))
      return _squill_javascript_file_get (file, position + 1)->kind == SQUILL_JAVASCRIPT_WORD;
  return FALSE;
}

/* What is in the braces of a class, from "{" on, as an object: each property that has a decorator
 * `Prop` is a call of it, whose member "type" is the type of the property (transfer none). */
SquillJavascriptValue *
_squill_javascript_file_read_class (SquillJavascriptFile *self, guint position)
{
  SquillJavascriptValue *object =
      _squill_javascript_file_make_value (self, position, SQUILL_JAVASCRIPT_OBJECT, NULL);
  const guint end = _squill_javascript_file_get (self, position)->match;
  SquillJavascriptValue *property = NULL;

  for (guint i = position + 1; i < end;)
    {
      const SquillJavascriptToken *token = _squill_javascript_file_get (self, i);

      if (_squill_javascript_file_is (self, i, "@"))
        {
          SquillJavascriptValue *call = read_decorator (self, &i);

          property = is_property_decorator (call) ? call : property;
        }
      else if (property != NULL && is_modifier (self, i))
        i++;
      else if (property != NULL &&
               (token->kind == SQUILL_JAVASCRIPT_WORD || token->kind == SQUILL_JAVASCRIPT_STRING))
        {
          SquillJavascriptMember *member = g_new0 (SquillJavascriptMember, 1);

          member->key = _squill_javascript_file_get_text (self, i);
          member->line = token->line;
          member->column = token->column;
          member->value = property;
          g_ptr_array_add (object->members, member);
          i++;
          while (_squill_javascript_file_is (self, i, "?") ||
                 _squill_javascript_file_is (self, i, "!"))
            i++;
          if (_squill_javascript_file_is (self, i, ":"))
            {
              i++;
              _squill_javascript_value_add_member (property, "type", read_type (self, &i, 0));
            }
          take_container (self, i, property);
          if (!g_str_equal (property->text, "Prop"))
            {
              g_free (property->text);
              property->text = g_strdup ("prop");
            }
          property = NULL;
        }
      else
        i = (_squill_javascript_file_is (self, i, "(") ||
             _squill_javascript_file_is (self, i, "[") || _squill_javascript_file_is (self, i, "{"))
                ? token->match + 1
                : i + 1;
    }
  return object;
}
