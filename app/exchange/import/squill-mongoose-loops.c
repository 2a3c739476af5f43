/* SPDX-License-Identifier: Apache-2.0 */

/* What stands in loops of a program, each turn of which is taken as if it were written there, and
 * what is assigned to members of objects. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-mongoose-private.h"

#include <string.h>

/* A loop in more others is not followed. */
#define MAX_LOOPS 8
/* Loops and conditions without braces that are each the body of another one. */
#define MAX_BODIES 30
/* Tokens of a file that are looked at to find where loops without braces end. */
#define MAX_SCANNED 1000000

void
_squill_mongoose_assignment_free (gpointer data)
{
  SquillMongooseAssignment *self = data;

  g_free (self->receiver);
  g_free (self);
}

/* "fields[name] = String", and "fields.name = String"; (transfer full); NULL where it is no such
 * thing. */
SquillMongooseAssignment *
_squill_mongoose_read_assignment (SquillJavascriptFile *program, guint position)
{
  SquillMongooseAssignment *assignment;
  SquillJavascriptValue *key;
  guint i = position + 1, behind;

  if (!_squill_javascript_file_is_word (program, position) ||
      (position > 0 && (_squill_javascript_file_is (program, position - 1, ".") ||
                        _squill_javascript_file_is (program, position - 1, "?."))))
    return NULL;
  if (_squill_javascript_file_is (program, i, "["))
    {
      behind = _squill_javascript_file_get (program, i)->match + 1;
      if (!_squill_javascript_file_is (program, behind, "="))
        return NULL;
      i++;
      key = _squill_javascript_file_read_value (program, &i);
    }
  else if (_squill_javascript_file_is (program, i, ".") &&
           _squill_javascript_file_is_word (program, i + 1) &&
           _squill_javascript_file_is (program, i + 2, "="))
    {
      g_autofree char *name = _squill_javascript_file_get_text (program, i + 1);

      key = _squill_javascript_file_make_value (program, i + 1, SQUILL_JAVASCRIPT_TEXT, name);
      behind = i + 2;
    }
  else
    return NULL;
  if (_squill_javascript_file_is (program, position, "module") ||
      _squill_javascript_file_is (program, position, "exports") ||
      _squill_javascript_file_is (program, position, "this"))
    return NULL;
  assignment = g_new0 (SquillMongooseAssignment, 1);
  assignment->receiver = _squill_javascript_file_get_text (program, position);
  assignment->key = key;
  behind++;
  assignment->value = _squill_javascript_file_read_value (program, &behind);
  return assignment;
}

void
_squill_mongoose_loop_free (gpointer data)
{
  SquillMongooseLoop *self = data;

  g_ptr_array_unref (self->parameters);
  g_free (self);
}

/* Whether the token at @position begins a line, and what is before it may end a statement. */
static gboolean
begins_line (const SquillJavascriptFile *program, guint position)
{
  const SquillJavascriptToken *before = _squill_javascript_file_get (program, position - 1);

  return _squill_javascript_file_is_word (program, position) &&
         _squill_javascript_file_get (program, position)->line > before->line &&
         (before->kind != SQUILL_JAVASCRIPT_SYMBOL ||
          strchr (")]}", program->text[before->start]) != NULL);
}

/* The last token of the statement that begins at @position, or about that where too many were
 * looked at before. */
static guint
find_end_of_statement (const SquillJavascriptFile *program, guint position, guint depth)
{
  SquillMongooseFile *file = program->user_data;
  const guint last = program->tokens->len - 1;
  guint i = position;

  if (_squill_javascript_file_is (program, i, "{"))
    return _squill_javascript_file_get (program, i)->match;
  if (_squill_javascript_file_is (program, i, "try") &&
      _squill_javascript_file_is (program, i + 1, "{"))
    {
      i = _squill_javascript_file_get (program, i + 1)->match;
      while (_squill_javascript_file_is (program, i + 1, "catch") ||
             _squill_javascript_file_is (program, i + 1, "finally"))
        {
          file->n_scanned++;
          i += 2;
          if (_squill_javascript_file_is (program, i, "("))
            i = _squill_javascript_file_get (program, i)->match + 1;
          if (_squill_javascript_file_is (program, i, "{"))
            i = _squill_javascript_file_get (program, i)->match;
        }
      return MIN (i, last);
    }
  while (depth < MAX_BODIES && file->n_scanned++ < MAX_SCANNED &&
         (_squill_javascript_file_is (program, i, "for") ||
          _squill_javascript_file_is (program, i, "while") ||
          _squill_javascript_file_is (program, i, "if")))
    {
      const gboolean is_if = _squill_javascript_file_is (program, i, "if");

      i += _squill_javascript_file_is (program, i + 1, "await") ? 2 : 1;
      if (!_squill_javascript_file_is (program, i, "("))
        return MIN (i, last);
      i = find_end_of_statement (program, _squill_javascript_file_get (program, i)->match + 1,
                                 depth + 1);
      if (!is_if || !_squill_javascript_file_is (program, i + 1, "else"))
        return MIN (i, last);
      i += 2;
      if (!_squill_javascript_file_is (program, i, "if"))
        return find_end_of_statement (program, i, depth + 1);
    }
  for (; i < last; i++)
    {
      if (file->n_scanned++ >= MAX_SCANNED)
        return MIN (MAX (_squill_javascript_file_get (program, i)->rest, i), last);
      if (_squill_javascript_file_is (program, i, ";"))
        return i;
      if (i > position &&
          (_squill_javascript_file_is (program, i, ")") ||
           _squill_javascript_file_is (program, i, "]") ||
           _squill_javascript_file_is (program, i, "}") || begins_line (program, i)))
        return i - 1;
      if (_squill_javascript_file_is (program, i, "(") ||
          _squill_javascript_file_is (program, i, "[") ||
          _squill_javascript_file_is (program, i, "{"))
        i = MAX (_squill_javascript_file_get (program, i)->match, i);
    }
  return last;
}

/* "[…]" or "Object.keys (langs)", behind which "@end" stands. */
static const SquillJavascriptValue *
read_list_before (SquillJavascriptFile *program, guint end)
{
  SquillJavascriptValue *list;
  guint start = end;

  /* "(['a', 'b']).forEach" */
  if (end > 0 && _squill_javascript_file_is (program, end, ")") &&
      _squill_javascript_file_is (program, end - 1, "]") &&
      _squill_javascript_file_get (program, end - 1)->match ==
          _squill_javascript_file_get (program, end)->match + 1)
    end--;
  if (_squill_javascript_file_is (program, end, "]"))
    {
      start = _squill_javascript_file_get (program, end)->match;
      if (start >= end ||
          (start > 0 && !_squill_javascript_file_is (program, start - 1, "return") &&
           (_squill_javascript_file_is_word (program, start - 1) ||
            _squill_javascript_file_is (program, start - 1, ")") ||
            _squill_javascript_file_is (program, start - 1, "]"))))
        return NULL;
      list = _squill_javascript_file_make_value (program, start, SQUILL_JAVASCRIPT_ARRAY, NULL);
      _squill_javascript_file_read_arguments (program, list, &start);
      return list;
    }
  if (_squill_javascript_file_is (program, end, ")"))
    {
      start = _squill_javascript_file_get (program, end)->match;
      if (start == 0 || start >= end)
        return NULL;
      start--;
    }
  while (start >= 2 && _squill_javascript_file_is_word (program, start) &&
         _squill_javascript_file_is (program, start - 1, ".") &&
         _squill_javascript_file_is_word (program, start - 2))
    start -= 2;
  if (!_squill_javascript_file_is_word (program, start))
    return NULL;
  list = _squill_javascript_file_read_value (program, &start);
  if (list->kind == SQUILL_JAVASCRIPT_CALL && list->items->len == 1 &&
      (g_str_has_suffix (list->text, ".forEach") || g_str_has_suffix (list->text, ".map")))
    {
      g_autofree char *name =
          g_strndup (list->text, (gsize)(strrchr (list->text, '.') - list->text));

      return _squill_mongoose_make_value (list, SQUILL_JAVASCRIPT_NAME, name);
    }
  return list;
}

/* "for (const name of list) {" and "list.forEach ((name) => {" (transfer full); NULL where there is
 * no loop at @position. */
SquillMongooseLoop *
_squill_mongoose_read_loop (SquillMongooseSources *sources,
                            SquillJavascriptFile *program,
                            guint position)
{
  const SquillMongooseFile *file = program->user_data;
  const gboolean is_for = _squill_javascript_file_is (program, position, "for");
  SquillMongooseLoop *loop;
  guint open = position + 1, close, before, behind, middle;

  if (is_for && _squill_javascript_file_is (program, open, "await"))
    open++;
  if (!_squill_javascript_file_is (program, open, "(") ||
      (!is_for && (position < 2 || !_squill_javascript_file_is (program, position - 1, ".") ||
                   (!_squill_javascript_file_is (program, position, "forEach") &&
                    !_squill_javascript_file_is (program, position, "map")))))
    return NULL;
  close = _squill_javascript_file_get (program, open)->match;
  loop = g_new0 (SquillMongooseLoop, 1);
  loop->first = open;
  loop->last = close;
  if (is_for)
    {
      before = open + 1;
      middle = before + 1;
      if (_squill_javascript_file_is (program, middle, "{") ||
          _squill_javascript_file_is (program, middle, "["))
        middle = _squill_javascript_file_get (program, middle)->match;
      behind = ++middle;
      loop->has_keys = _squill_javascript_file_is (program, middle, "in");
      if (loop->has_keys || _squill_javascript_file_is (program, middle, "of"))
        {
          middle++;
          loop->list = _squill_javascript_file_read_value (program, &middle);
        }
      loop->last = find_end_of_statement (program, close + 1, 0);
      if (file->n_scanned >= MAX_SCANNED && sources->too_much == NULL)
        _squill_mongoose_sources_note_too_much (
            sources,
            _squill_javascript_file_make_value (program, position, SQUILL_JAVASCRIPT_OTHER, NULL));
    }
  else
    {
      before = open;
      while (_squill_javascript_file_is (program, before + 1, "async") ||
             _squill_javascript_file_is (program, before + 1, "function") ||
             (_squill_javascript_file_is_word (program, before + 1) &&
              _squill_javascript_file_is (program, before + 2, "(")))
        before++;
      behind = before + 2;
      if (_squill_javascript_file_is (program, before + 1, "("))
        {
          before++;
          behind = _squill_javascript_file_get (program, before)->match;
        }
      loop->list = read_list_before (program, position - 2);
    }
  loop->parameters = _squill_mongoose_read_parameters (program, before, behind);
  return loop;
}

/* What a loop over a list goes through, by the names of its members with @has_keys (transfer full)
 * (element-type SquillJavascriptValue); NULL where that is not known. */
GPtrArray *
_squill_mongoose_list_turns (SquillMongooseSources *sources,
                             const SquillJavascriptValue *list,
                             gboolean has_keys)
{
  const char *of = has_keys ? "Object.keys" : "Object.values";
  GPtrArray *turns;

  list = _squill_mongoose_resolve (sources, list);
  if (list->kind == SQUILL_JAVASCRIPT_CALL && list->items->len == 1 &&
      g_str_has_prefix (list->text, "Object."))
    {
      of = list->text;
      list = _squill_mongoose_resolve (sources, list->items->pdata[0]);
      if (list->kind != SQUILL_JAVASCRIPT_OBJECT)
        return NULL;
    }
  if (list->kind == SQUILL_JAVASCRIPT_ARRAY)
    return g_ptr_array_ref (list->items);
  if (list->kind != SQUILL_JAVASCRIPT_OBJECT || (of == list->text && !has_keys && !list->is_enum))
    return NULL;
  turns = g_ptr_array_new ();
  for (guint i = 0; i < list->members->len; i++)
    {
      const SquillJavascriptMember *member = list->members->pdata[i];
      const char *key = _squill_mongoose_get_key (sources, member);
      SquillJavascriptValue *name, *pair;

      if (key == NULL || member->is_spread)
        {
          g_ptr_array_unref (turns);
          return NULL;
        }
      name = _squill_mongoose_make_value (list, SQUILL_JAVASCRIPT_TEXT, key);
      if (g_str_equal (of, "Object.keys"))
        g_ptr_array_add (turns, name);
      else if (g_str_equal (of, "Object.entries"))
        {
          pair = _squill_mongoose_make_value (list, SQUILL_JAVASCRIPT_ARRAY, NULL);
          g_ptr_array_add (pair->items, name);
          g_ptr_array_add (pair->items, member->value);
          g_ptr_array_add (turns, pair);
        }
      else
        g_ptr_array_add (turns, member->value);
    }
  return turns;
}

typedef void (*TurnFunc) (const SquillMongooseArguments *arguments, gpointer item);

/* Calls @func once for each turn of the loops around, from the outer ones on. Where one goes
 * through what is not known, once for all of its turns. */
static void
for_each_turn (const SquillMongooseArguments *around,
               const SquillMongooseLoop *const *loops,
               guint n_loops,
               TurnFunc func,
               gpointer item)
{
  g_autoptr (GPtrArray) turns = NULL;
  g_autoptr (GPtrArray) parameters = NULL;
  const SquillMongooseLoop *loop;

  if (n_loops == 0)
    {
      func (around, item);
      return;
    }
  loop = loops[n_loops - 1];
  if (loop->list != NULL)
    turns = _squill_mongoose_list_turns (
        around->sources, _squill_mongoose_substitute (around, loop->list, 0), loop->has_keys);
  /* What its names stand for is not known, whatever else in the file is called so. */
  if (turns == NULL)
    {
      turns = g_ptr_array_new ();
      g_ptr_array_add (turns,
                       _squill_javascript_file_make_value (around->file->program, loop->first,
                                                           SQUILL_JAVASCRIPT_OTHER, NULL));
    }
  /* Those of the loops around it count, too: each has its own place. */
  parameters = g_ptr_array_new_with_free_func (_squill_mongoose_parameter_free);
  for (guint i = 0; i < loop->parameters->len + around->parameters->len; i++)
    {
      const gboolean is_own = i < loop->parameters->len;
      const SquillMongooseParameter *from =
          is_own ? loop->parameters->pdata[i]
                 : around->parameters->pdata[i - loop->parameters->len];
      SquillMongooseParameter *to = g_new0 (SquillMongooseParameter, 1);

      *to = *from;
      to->name = g_strdup (from->name);
      to->member = g_strdup (from->member);
      to->index += is_own ? 0 : 2;
      g_ptr_array_add (parameters, to);
    }
  for (guint i = 0; i < turns->len; i++)
    {
      g_autofree const SquillJavascriptValue **values =
          g_new0 (const SquillJavascriptValue *, around->n_values + 2);
      SquillJavascriptValue *number =
          _squill_mongoose_make_value (turns->pdata[i], SQUILL_JAVASCRIPT_NUMERIC, NULL);
      const SquillMongooseArguments arguments = { .sources = around->sources,
                                                  .parameters = parameters,
                                                  .values = values,
                                                  .n_values = around->n_values + 2,
                                                  .file = around->file };

      if (!_squill_mongoose_sources_may_copy (around->sources, number))
        return;
      number->number = i;
      values[0] = turns->pdata[i];
      values[1] = ((const SquillJavascriptValue *)turns->pdata[i])->kind == SQUILL_JAVASCRIPT_OTHER
                      ? turns->pdata[i]
                      : number;
      for (guint j = 0; j < around->n_values; j++)
        values[j + 2] = around->values[j];
      for_each_turn (&arguments, loops, n_loops - 1, func, item);
    }
}

static void
for_each_turn_of (SquillMongooseSources *self,
                  const SquillMongooseFile *file,
                  const SquillMongooseLoop *inner,
                  TurnFunc func,
                  gpointer item)
{
  const SquillMongooseLoop *loops[MAX_LOOPS];
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  const SquillMongooseArguments arguments = { .sources = self, .parameters = none, .file = file };
  guint n = 0;

  for (; inner != NULL && n < G_N_ELEMENTS (loops); inner = inner->around)
    loops[n++] = inner;
  for_each_turn (&arguments, loops, n, func, item);
}

static void
add_turn_of_statement (const SquillMongooseArguments *arguments, gpointer item)
{
  const SquillMongooseStatement *statement = item;
  const SquillJavascriptValue *receiver =
      statement->receiver == NULL ? NULL
                                  : _squill_mongoose_find_argument (arguments, statement->receiver);
  SquillMongooseStatement *copy = _squill_mongoose_copy_statement (arguments, statement, NULL);

  if (receiver != NULL)
    copy->schema = _squill_mongoose_resolve (arguments->sources, receiver);
  _squill_mongoose_sources_add_statement (arguments->sources, copy);
}

/* "fields[name] = String" is a member of the object. */
static void
add_turn_of_assignment (const SquillMongooseArguments *arguments, gpointer item)
{
  const SquillMongooseAssignment *assignment = item;
  const SquillJavascriptValue *object =
      g_hash_table_lookup (arguments->file->values, assignment->receiver);
  SquillJavascriptMember *member;

  if (object == NULL || object->kind != SQUILL_JAVASCRIPT_OBJECT || object->is_enum)
    return;
  member = g_new0 (SquillJavascriptMember, 1);
  member->computed = (SquillJavascriptValue *)(gpointer)_squill_mongoose_substitute (
      arguments, assignment->key, 0);
  if (member->computed->kind == SQUILL_JAVASCRIPT_TEXT)
    member->key = g_strdup (member->computed->text);
  member->value = (SquillJavascriptValue *)(gpointer)_squill_mongoose_substitute (
      arguments, assignment->value, 0);
  member->line = assignment->key->line;
  member->column = assignment->key->column;
  g_ptr_array_add (object->members, member);
}

/* Takes each turn of loops as if it were written there, and adds to objects what is assigned to
 * them. */
void
_squill_mongoose_sources_unroll (SquillMongooseSources *self)
{
  g_autoptr (GPtrArray) statements = g_steal_pointer (&self->statements);

  self->statements = g_ptr_array_new_with_free_func (_squill_mongoose_statement_free);
  for (guint i = 0; i < self->assignments->len; i++)
    {
      const SquillMongooseAssignment *assignment = self->assignments->pdata[i];

      for_each_turn_of (self, assignment->key->file, assignment->loop, add_turn_of_assignment,
                        (gpointer)assignment);
    }
  for (guint i = 0; i < statements->len; i++)
    {
      SquillMongooseStatement *statement = statements->pdata[i];

      if (statement->loop != NULL)
        for_each_turn_of (self, statement->call->file, statement->loop, add_turn_of_statement,
                          statement);
      else
        {
          _squill_mongoose_sources_add_statement (self, statement);
          statements->pdata[i] = NULL;
        }
    }
}
