/* SPDX-License-Identifier: Apache-2.0 */

/* Values of a program with what the parameters of a function or loop stand for. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-mongoose-private.h"

#include <string.h>

/* Values that are written once more with other arguments: functions may call each other. */
#define MAX_COPIES 200000
/* Values in values. */
#define MAX_DEPTH 40
/* A text that is put together of others may double at each step. */
#define MAX_TEXT 10000
/* A pattern that is longer is none. */
#define MAX_PARAMETERS 50

/* From here on functions and loops are not followed, which is told. */
void
_squill_mongoose_sources_note_too_much (SquillMongooseSources *self,
                                        const SquillJavascriptValue *place)
{
  if (self->too_much == NULL)
    self->too_much = place;
}

/* Counts one more value that is written with other arguments; FALSE where there are too many, which
 * is told. */
gboolean
_squill_mongoose_sources_may_copy (SquillMongooseSources *self, const SquillJavascriptValue *place)
{
  if (self->n_copies++ < MAX_COPIES)
    return TRUE;
  self->n_copies = MAX_COPIES;
  _squill_mongoose_sources_note_too_much (self, place);
  return FALSE;
}

/* A value at the place of another one, which belongs to its file (transfer none). */
SquillJavascriptValue *
_squill_mongoose_make_value (const SquillJavascriptValue *place,
                             SquillJavascriptValueKind kind,
                             const char *text)
{
  const SquillMongooseFile *file = place->file;
  SquillJavascriptValue *value = _squill_javascript_file_make_value (file->program, 0, kind, text);

  value->line = place->line;
  value->column = place->column;
  return value;
}

void
_squill_mongoose_parameter_free (gpointer data)
{
  SquillMongooseParameter *self = data;

  g_free (self->name);
  g_free (self->member);
  g_free (self);
}

static SquillMongooseParameter *
add_parameter (GPtrArray *parameters, const SquillJavascriptFile *program, guint name, guint index)
{
  SquillMongooseParameter *parameter = g_new0 (SquillMongooseParameter, 1);

  parameter->name = _squill_javascript_file_get_text (program, name);
  parameter->index = index;
  parameter->element = -1;
  g_ptr_array_add (parameters, parameter);
  return parameter;
}

/* "{ type, required = false, ref: model }", and "[key, value]", as the parameter at @index. */
static void
add_pattern (GPtrArray *parameters, SquillJavascriptFile *program, guint open, guint index)
{
  const guint close = _squill_javascript_file_get (program, open)->match;
  const gboolean is_list = _squill_javascript_file_is (program, open, "[");
  int element = 0;

  for (guint i = open + 1; i < close && parameters->len < MAX_PARAMETERS; i++)
    {
      guint name = i;
      SquillMongooseParameter *parameter;

      element += _squill_javascript_file_is (program, i, ",");
      if (!_squill_javascript_file_is_word (program, i))
        continue;
      if (!is_list && _squill_javascript_file_is (program, i + 1, ":"))
        name = i + 2;
      if (!_squill_javascript_file_is_word (program, name))
        continue;
      parameter = add_parameter (parameters, program, name, index);
      if (is_list)
        parameter->element = element;
      else
        parameter->member = _squill_javascript_file_get_text (program, i);
      i = name;
      if (_squill_javascript_file_is (program, i + 1, "="))
        {
          guint behind = i + 2;

          parameter->otherwise = _squill_javascript_file_read_value (program, &behind);
          i = behind - 1;
        }
    }
}

/* The parameters between two tokens (transfer full) (element-type SquillMongooseParameter). */
GPtrArray *
_squill_mongoose_read_parameters (SquillJavascriptFile *program, guint before, guint behind)
{
  GPtrArray *parameters = g_ptr_array_new_with_free_func (_squill_mongoose_parameter_free);
  guint index = 0;

  for (guint i = before + 1; i < behind && parameters->len < MAX_PARAMETERS; i++)
    {
      SquillMongooseParameter *parameter = NULL;

      if (_squill_javascript_file_is (program, i, "..."))
        break;
      if (_squill_javascript_file_is_word (program, i))
        parameter = add_parameter (parameters, program, i, index);
      else if (_squill_javascript_file_is (program, i, "{") ||
               _squill_javascript_file_is (program, i, "["))
        {
          add_pattern (parameters, program, i, index);
          i = MAX (_squill_javascript_file_get (program, i)->match, i);
        }
      i++;
      if (_squill_javascript_file_is (program, i, "?"))
        i++;
      if (_squill_javascript_file_is (program, i, ":"))
        i = MAX (_squill_javascript_file_skip_type (program, i + 1), i + 1);
      if (_squill_javascript_file_is (program, i, "="))
        {
          guint end = i + 1;
          const SquillJavascriptValue *otherwise =
              _squill_javascript_file_read_value (program, &end);

          if (parameter != NULL)
            parameter->otherwise = otherwise;
          i = end;
        }
      if (!_squill_javascript_file_is (program, i, ","))
        break;
      index++;
    }
  return parameters;
}

/* What a name stands for (transfer none); NULL where it is no parameter. */
const SquillJavascriptValue *
_squill_mongoose_find_argument (const SquillMongooseArguments *self, const char *name)
{
  for (guint i = 0; i < self->parameters->len; i++)
    {
      const SquillMongooseParameter *parameter = self->parameters->pdata[i];
      const SquillJavascriptValue *value =
          parameter->index < self->n_values ? self->values[parameter->index] : NULL;

      if (!g_str_equal (parameter->name, name))
        continue;
      if (value != NULL && (parameter->member != NULL || parameter->element >= 0))
        {
          value = _squill_mongoose_resolve (self->sources, value);
          if (parameter->member != NULL)
            value = _squill_javascript_value_get (value, parameter->member);
          else
            value = (guint)parameter->element < value->items->len
                        ? value->items->pdata[parameter->element]
                        : NULL;
        }
      return value != NULL ? value : parameter->otherwise;
    }
  return NULL;
}

static gboolean
is_parameter (const SquillMongooseArguments *self, const char *name)
{
  for (guint i = 0; i < self->parameters->len; i++)
    if (g_str_equal (((SquillMongooseParameter *)self->parameters->pdata[i])->name, name))
      return TRUE;
  return FALSE;
}

/* Whether a value stands in a function. */
static gboolean
is_within (const SquillMongooseFile *file,
           const SquillMongooseFunction *function,
           const SquillJavascriptValue *value)
{
  const SquillJavascriptToken *first = _squill_javascript_file_get (file->program, function->first);
  const SquillJavascriptToken *last = _squill_javascript_file_get (file->program, function->last);

  return value->file == file &&
         (value->line > first->line ||
          (value->line == first->line && value->column >= first->column)) &&
         (value->line < last->line || (value->line == last->line && value->column <= last->column));
}

/* What a name of the function itself stands for, with the arguments; NULL where it is none. */
static const SquillJavascriptValue *
copy_own (const SquillMongooseArguments *self, const char *name, guint depth)
{
  const SquillJavascriptValue *value, *copy;

  if (self->function == NULL)
    return NULL;
  value = g_hash_table_lookup (self->file->values, name);
  if (value == NULL || !is_within (self->file, self->function, value))
    return NULL;
  copy = g_hash_table_lookup (self->copies, value);
  if (copy == NULL)
    {
      /* One that contains itself ends there. */
      g_hash_table_insert (self->copies, (gpointer)value, (gpointer)value);
      copy = _squill_mongoose_substitute (self, value, depth + 1);
      g_hash_table_insert (self->copies, (gpointer)value, (gpointer)copy);
    }
  return copy;
}

/* "options.type" */
static const SquillJavascriptValue *
substitute_name (const SquillMongooseArguments *self,
                 const SquillJavascriptValue *value,
                 guint depth)
{
  const char *dot = strchr (value->text, '.');
  g_autofree char *head =
      dot != NULL ? g_strndup (value->text, (gsize)(dot - value->text)) : g_strdup (value->text);
  const SquillJavascriptValue *found = _squill_mongoose_find_argument (self, head);
  SquillJavascriptValue *made;

  if (found == NULL && is_parameter (self, head))
    return _squill_mongoose_make_value (value, SQUILL_JAVASCRIPT_NULL, NULL);
  if (found == NULL)
    found = copy_own (self, head, depth);
  if (found == NULL)
    return value;
  if (dot == NULL)
    return found;
  if (found->kind == SQUILL_JAVASCRIPT_NAME)
    {
      g_autofree char *text = g_strconcat (found->text, dot, NULL);

      made = _squill_mongoose_make_value (found, SQUILL_JAVASCRIPT_NAME, text);
      return made;
    }
  found = _squill_javascript_value_get (found, dot + 1);
  return found != NULL ? found : value;
}

/* Whether any of them is another one with its parameters; they are added to @to. */
static gboolean
substitute_all (const SquillMongooseArguments *self,
                const GPtrArray *from,
                GPtrArray *to,
                guint depth)
{
  gboolean changes = FALSE;

  for (guint i = 0; i < from->len; i++)
    {
      g_ptr_array_add (to, (gpointer)_squill_mongoose_substitute (self, from->pdata[i], depth));
      changes |= to->pdata[i] != from->pdata[i];
    }
  return changes;
}

static SquillJavascriptMember *
copy_member (const SquillMongooseArguments *self, const SquillJavascriptMember *member, guint depth)
{
  SquillJavascriptMember *copy = g_new0 (SquillJavascriptMember, 1);

  *copy = *member;
  copy->key = g_strdup (member->key);
  copy->comment = g_strdup (member->comment);
  if (member->computed != NULL)
    copy->computed = (gpointer)_squill_mongoose_substitute (self, member->computed, depth);
  copy->value = (gpointer)_squill_mongoose_substitute (self, member->value, depth);
  return copy;
}

/* A value with what the parameters in it stand for: itself where there are none (transfer none). */
const SquillJavascriptValue *
_squill_mongoose_substitute (const SquillMongooseArguments *self,
                             const SquillJavascriptValue *value,
                             guint depth)
{
  g_autoptr (GPtrArray) items = NULL, followers = NULL, members = NULL;
  SquillJavascriptValue *copy;
  gboolean changes;

  if (!_squill_mongoose_sources_may_copy (self->sources, value))
    return value;
  if (depth > MAX_DEPTH)
    {
      _squill_mongoose_sources_note_too_much (self->sources, value);
      return value;
    }
  if (value->kind == SQUILL_JAVASCRIPT_NAME && !value->is_new)
    return substitute_name (self, value, depth);
  if (value->items->len == 0 && value->members->len == 0)
    return value;
  items = g_ptr_array_new ();
  changes = substitute_all (self, value->items, items, depth + 1);
  if (value->followers != NULL)
    {
      followers = g_ptr_array_new ();
      changes |= substitute_all (self, value->followers, followers, depth + 1);
    }
  members = g_ptr_array_new_with_free_func (_squill_javascript_member_free);
  for (guint i = 0; i < value->members->len; i++)
    {
      const SquillJavascriptMember *member = value->members->pdata[i];
      SquillJavascriptMember *own = copy_member (self, member, depth + 1);

      changes |= own->value != member->value || own->computed != member->computed;
      g_ptr_array_add (members, own);
    }
  if (!changes)
    return value;
  copy = _squill_mongoose_make_value (value, value->kind, value->text);
  copy->flags = g_strdup (value->flags);
  copy->number = value->number;
  copy->tail = g_strdup (value->tail);
  copy->is_new = value->is_new;
  copy->is_spread = value->is_spread;
  copy->has_spread = value->has_spread;
  copy->is_enum = value->is_enum;
  copy->followers = g_steal_pointer (&followers);
  g_ptr_array_unref (copy->items);
  copy->items = g_steal_pointer (&items);
  g_ptr_array_unref (copy->members);
  copy->members = g_steal_pointer (&members);
  return copy;
}

static gboolean
append_part (GString *text, const SquillJavascriptValue *part)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (part->kind == SQUILL_JAVASCRIPT_TEXT)
    g_string_append (text, part->text);
  else if (part->kind == SQUILL_JAVASCRIPT_NUMERIC)
    g_string_append (text, g_ascii_dtostr (buffer, sizeof buffer, part->number));
  else
    return FALSE;
  return TRUE;
}

/* The text of which others are parts (transfer none); NULL where one of them is not known, or all
 * are numbers, which are added. */
const SquillJavascriptValue *
_squill_mongoose_join (SquillMongooseSources *self, const SquillJavascriptValue *value)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const SquillJavascriptValue *joined = NULL;
  gboolean is_text = FALSE, is_known = TRUE;
  gpointer known;

  if (g_hash_table_lookup_extended (self->given, value, NULL, &known))
    return known;
  /* One that is a part of itself is not known. */
  g_hash_table_insert (self->given, (gpointer)value, NULL);
  for (guint i = 0; is_known && i < value->items->len && text->len < MAX_TEXT; i++)
    {
      const SquillJavascriptValue *part = _squill_mongoose_resolve (self, value->items->pdata[i]);

      is_text |= part->kind == SQUILL_JAVASCRIPT_TEXT;
      is_known = append_part (text, part);
    }
  if (is_known && is_text && text->len < MAX_TEXT)
    joined = _squill_mongoose_make_value (value, SQUILL_JAVASCRIPT_TEXT, text->str);
  g_hash_table_insert (self->given, (gpointer)value, (gpointer)joined);
  return joined;
}
