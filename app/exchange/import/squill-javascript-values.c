/* SPDX-License-Identifier: Apache-2.0 */

/* Expressions of JavaScript and TypeScript as far as they are literals, names, and calls. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <math.h>
#include <string.h>

#include "exchange/import/squill-javascript.h"

#define MAX_DEPTH 40
/* A type that is longer is none. */
#define MAX_TYPE 300

typedef struct
{
  SquillJavascriptFile *file;
  guint next;
  guint depth;
} Reader;

static SquillJavascriptValue *read_value (Reader *self);

void
_squill_javascript_member_free (gpointer data)
{
  SquillJavascriptMember *self = data;

  g_free (self->key);
  g_free (self->comment);
  g_free (self);
}

static SquillJavascriptValue *
new_value (Reader *self, SquillJavascriptValueKind kind)
{
  SquillJavascriptValue *value = g_new0 (SquillJavascriptValue, 1);
  const SquillJavascriptToken *token = _squill_javascript_file_get (self->file, self->next);

  self->file->n_functions += kind == SQUILL_JAVASCRIPT_FUNCTION;
  value->kind = kind;
  value->file = self->file->user_data;
  value->line = token->line;
  value->column = token->column;
  value->items = g_ptr_array_new ();
  value->members = g_ptr_array_new_with_free_func (_squill_javascript_member_free);
  g_ptr_array_add (self->file->values, value);
  return value;
}

void
_squill_javascript_file_free (SquillJavascriptFile *self)
{
  for (guint i = 0; i < self->values->len; i++)
    {
      SquillJavascriptValue *value = self->values->pdata[i];

      g_clear_pointer (&value->followers, g_ptr_array_unref);
      g_free (value->text);
      g_free (value->flags);
      g_free (value->tail);
      g_ptr_array_unref (value->items);
      g_ptr_array_unref (value->members);
      g_free (value);
    }
  g_ptr_array_unref (self->values);
  g_array_unref (self->tokens);
  g_free (self);
}

static gboolean
is (const Reader *self, const char *text)
{
  return _squill_javascript_file_is (self->file, self->next, text);
}

static gboolean
accept (Reader *self, const char *text)
{
  if (!is (self, text))
    return FALSE;
  self->next++;
  return TRUE;
}

static SquillJavascriptTokenKind
get_kind (const Reader *self)
{
  return _squill_javascript_file_get (self->file, self->next)->kind;
}

static gboolean
is_at_end (const Reader *self)
{
  return get_kind (self) == SQUILL_JAVASCRIPT_END;
}

/* What ends an expression in a list, or a statement. */
static gboolean
is_at_delimiter (const Reader *self)
{
  return is_at_end (self) || is (self, ",") || is (self, ";") || is (self, ")") || is (self, "]") ||
         is (self, "}");
}

static gboolean
is_opening (const SquillJavascriptFile *file, guint position)
{
  return _squill_javascript_file_is (file, position, "(") ||
         _squill_javascript_file_is (file, position, "[") ||
         _squill_javascript_file_is (file, position, "{");
}

/* One token, or all that is in brackets. */
static void
skip_one (Reader *self)
{
  if (is_opening (self->file, self->next))
    self->next = _squill_javascript_file_get (self->file, self->next)->match;
  if (!is_at_end (self))
    self->next++;
}

static gboolean
begins_statement (const Reader *self)
{
  return _squill_javascript_file_begins_statement (self->file, self->next);
}

/* Up to what ends the expression; a word that begins a statement may begin it. */
static void
skip_rest (Reader *self)
{
  if (begins_statement (self))
    self->next++;
  self->next = _squill_javascript_file_get (self->file, self->next)->rest;
}

/* Behind "<…>" of a type, if there is one. */
guint
_squill_javascript_file_skip_generics (const SquillJavascriptFile *self, guint position)
{
  guint depth = 0, i = position;

  if (!_squill_javascript_file_is (self, position, "<"))
    return position;
  for (; i < position + MAX_TYPE; i++)
    {
      const SquillJavascriptToken *token = _squill_javascript_file_get (self, i);

      if (token->kind == SQUILL_JAVASCRIPT_END || _squill_javascript_file_is (self, i, ";"))
        return position;
      if (is_opening (self, i))
        i = token->match;
      else if (_squill_javascript_file_is (self, i, "<"))
        depth++;
      else if (_squill_javascript_file_is (self, i, ">") && --depth == 0)
        return i + 1;
    }
  return position;
}

/* Behind a type: at what follows it. */
guint
_squill_javascript_file_skip_type (const SquillJavascriptFile *self, guint position)
{
  /* Behind the type of a property may be the decorator of the next one. */
  static const char *const ends[] = { "=", ",", ";", ")", "]", "}", "@" };

  for (guint i = position; i < position + MAX_TYPE; i++)
    {
      const SquillJavascriptToken *token = _squill_javascript_file_get (self, i);

      if (token->kind == SQUILL_JAVASCRIPT_END)
        return i;
      for (guint j = 0; j < G_N_ELEMENTS (ends); j++)
        if (_squill_javascript_file_is (self, i, ends[j]))
          return i;
      if (is_opening (self, i))
        i = token->match;
      else if (_squill_javascript_file_is (self, i, "<"))
        i = MAX (_squill_javascript_file_skip_generics (self, i), i + 1) - 1;
    }
  return position;
}

static void
read_arguments (Reader *self, SquillJavascriptValue *call)
{
  const guint end = _squill_javascript_file_get (self->file, self->next)->match;

  self->next++;
  while (self->next < end)
    {
      const gboolean is_spread = accept (self, "...");
      SquillJavascriptValue *item = read_value (self);

      item->is_spread = is_spread;
      call->has_spread |= is_spread;
      g_ptr_array_add (call->items, item);
      if (!accept (self, ",") && self->next < end)
        skip_one (self);
    }
  self->next = end;
  if (!is_at_end (self))
    self->next++;
}

/* A body in braces, or an expression, which is then kept. */
static SquillJavascriptValue *
read_body (Reader *self, SquillJavascriptValue *function)
{
  if (is (self, "{"))
    skip_one (self);
  else
    g_ptr_array_add (function->items, read_value (self));
  return function;
}

static SquillJavascriptValue *
read_function (Reader *self)
{
  SquillJavascriptValue *function = new_value (self, SQUILL_JAVASCRIPT_FUNCTION);

  while (!is_at_delimiter (self) && !is (self, "{"))
    skip_one (self);
  if (is (self, "{"))
    skip_one (self);
  return function;
}

/* The key of a member (transfer full); NULL where it is computed. */
static char *
read_key (Reader *self)
{
  char *key = NULL;

  if (accept (self, "["))
    {
      if (get_kind (self) == SQUILL_JAVASCRIPT_STRING &&
          _squill_javascript_file_is (self->file, self->next + 1, "]"))
        key = _squill_javascript_file_get_text (self->file, self->next);
      self->next--;
      skip_one (self);
      return key;
    }
  if (get_kind (self) != SQUILL_JAVASCRIPT_WORD && get_kind (self) != SQUILL_JAVASCRIPT_STRING &&
      get_kind (self) != SQUILL_JAVASCRIPT_NUMBER)
    return NULL;
  key = _squill_javascript_file_get_text (self->file, self->next);
  self->next++;
  return key;
}

static char *
clean_comment (const SquillJavascriptToken *token)
{
  g_autofree char *raw = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  if (token->comment == NULL)
    return NULL;
  raw = g_utf8_make_valid (token->comment, (gssize)token->comment_length);
  lines = g_strsplit (raw, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *line = g_strstrip (lines[i]);

      if (*line == '*')
        line = g_strchug (line + 1);
      /* What follows is for programs. */
      if (*line == '@')
        break;
      if (*line != '\0')
        g_string_append_printf (text, text->len > 0 ? " %s" : "%s", line);
    }
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

static void
read_member (Reader *self, SquillJavascriptValue *object)
{
  const SquillJavascriptToken *token = _squill_javascript_file_get (self->file, self->next);
  SquillJavascriptMember *member = g_new0 (SquillJavascriptMember, 1);

  member->line = token->line;
  member->column = token->column;
  member->comment = clean_comment (token);
  g_ptr_array_add (object->members, member);
  if (accept (self, "..."))
    {
      member->is_spread = TRUE;
      member->value = read_value (self);
      return;
    }
  if (is (self, "["))
    {
      const guint first = self->next++;

      member->computed = read_value (self);
      self->next = first;
    }
  member->key = read_key (self);
  if (accept (self, ":"))
    member->value = read_value (self);
  else if (is (self, "(") || (member->key != NULL && !is_at_delimiter (self) && !is (self, "=")))
    /* A method, with what may stand before its name. */
    member->value = read_function (self);
  else
    {
      /* "{ name }" */
      member->value = new_value (self, SQUILL_JAVASCRIPT_NAME);
      member->value->text = g_strdup (member->key != NULL ? member->key : "");
      member->value->line = member->line;
      member->value->column = member->column;
    }
}

static SquillJavascriptValue *
read_object (Reader *self)
{
  SquillJavascriptValue *object = new_value (self, SQUILL_JAVASCRIPT_OBJECT);
  const guint end = _squill_javascript_file_get (self->file, self->next)->match;

  self->next++;
  while (self->next < end)
    {
      const guint before = self->next;

      read_member (self, object);
      while (self->next < end && !is (self, ","))
        skip_one (self);
      accept (self, ",");
      if (self->next <= before)
        self->next = before + 1;
    }
  self->next = end;
  if (!is_at_end (self))
    self->next++;
  return object;
}

static SquillJavascriptValue *
read_array (Reader *self)
{
  SquillJavascriptValue *array = new_value (self, SQUILL_JAVASCRIPT_ARRAY);

  read_arguments (self, array);
  return array;
}

static SquillJavascriptValue *
read_number (Reader *self, gboolean negative)
{
  SquillJavascriptValue *value = new_value (self, SQUILL_JAVASCRIPT_NUMERIC);
  g_autofree char *text = _squill_javascript_file_get_text (self->file, self->next);
  g_auto (GStrv) parts = g_strsplit (text, "_", -1);
  g_autofree char *digits = g_strjoinv ("", parts);

  value->number = g_ascii_strtod (digits, NULL) * (negative ? -1 : 1);
  self->next++;
  return value;
}

static SquillJavascriptValue *
read_pattern (Reader *self)
{
  SquillJavascriptValue *value = new_value (self, SQUILL_JAVASCRIPT_PATTERN);
  g_autofree char *text = _squill_javascript_file_get_text (self->file, self->next);
  char *end = strrchr (text, '/');

  value->flags = g_strdup (end + 1);
  *end = '\0';
  value->text = g_strdup (text + 1);
  self->next++;
  return value;
}

/* A call of what is made by "new", from its parenthesis on. */
static void
read_follower (Reader *self, SquillJavascriptValue *call, const char *name)
{
  SquillJavascriptValue *follower = new_value (self, SQUILL_JAVASCRIPT_CALL);

  follower->text = g_strdup (name);
  read_arguments (self, follower);
  if (call->followers == NULL)
    call->followers = g_ptr_array_new ();
  g_ptr_array_add (call->followers, follower);
}

/* A name with what is behind it: more names, and a call. Of a call of what a call gives, the first
 * is kept, as it makes what the others only change. */
static SquillJavascriptValue *
read_chain (Reader *self)
{
  const gboolean is_new = accept (self, "new");
  SquillJavascriptValue *value = new_value (self, SQUILL_JAVASCRIPT_NAME);
  g_autoptr (GString) name = g_string_new (NULL);
  gboolean is_call = FALSE;

  value->is_new = is_new;
  for (gboolean more = get_kind (self) == SQUILL_JAVASCRIPT_WORD; more;)
    {
      const guint behind = _squill_javascript_file_skip_generics (self->file, self->next + 1);
      g_autofree char *part = _squill_javascript_file_get_text (self->file, self->next);

      if (!is_call)
        g_string_append (name, part);
      else if (g_str_equal (name->str, "require"))
        {
          g_autofree char *before = value->tail;

          value->tail = before == NULL ? g_strdup (part) : g_strconcat (before, ".", part, NULL);
        }
      self->next++;
      if (_squill_javascript_file_is (self->file, behind, "("))
        {
          self->next = behind;
          if (is_call && is_new)
            read_follower (self, value, part);
          else if (is_call)
            skip_one (self);
          else
            {
              value->kind = SQUILL_JAVASCRIPT_CALL;
              read_arguments (self, value);
            }
          is_call = TRUE;
        }
      while (accept (self, "!"))
        ;
      while (is (self, "[") || is (self, "("))
        {
          /* "Role['Admin']" */
          if (!is_call && is (self, "[") &&
              _squill_javascript_file_get (self->file, self->next + 1)->kind ==
                  SQUILL_JAVASCRIPT_STRING &&
              _squill_javascript_file_is (self->file, self->next + 2, "]"))
            {
              g_autofree char *member =
                  _squill_javascript_file_get_text (self->file, self->next + 1);

              g_string_append_printf (name, ".%s", member);
            }
          else if (!is_call)
            g_string_append (name, ".?");
          skip_one (self);
        }
      more =
          (is (self, ".") || is (self, "?.")) &&
          _squill_javascript_file_get (self->file, self->next + 1)->kind == SQUILL_JAVASCRIPT_WORD;
      if (more)
        {
          self->next++;
          if (!is_call)
            g_string_append_c (name, '.');
        }
    }
  value->text = g_string_free (g_steal_pointer (&name), FALSE);
  return value;
}

static SquillJavascriptValue *
read_parenthesized (Reader *self)
{
  const guint end = _squill_javascript_file_get (self->file, self->next)->match;
  SquillJavascriptValue *value;
  guint behind = end + 1;

  /* The type of what a function returns. */
  if (_squill_javascript_file_is (self->file, behind, ":"))
    {
      guint i = behind;

      while (i < behind + MAX_TYPE && !_squill_javascript_file_is (self->file, i, "=>") &&
             !_squill_javascript_file_is (self->file, i, ",") &&
             !_squill_javascript_file_is (self->file, i, ";") &&
             _squill_javascript_file_get (self->file, i)->kind != SQUILL_JAVASCRIPT_END)
        i = is_opening (self->file, i) ? _squill_javascript_file_get (self->file, i)->match + 1
                                       : i + 1;
      if (_squill_javascript_file_is (self->file, i, "=>"))
        behind = i;
    }
  if (_squill_javascript_file_is (self->file, behind, "=>"))
    {
      value = new_value (self, SQUILL_JAVASCRIPT_FUNCTION);
      self->next = behind + 1;
      return read_body (self, value);
    }
  self->next++;
  value = read_value (self);
  self->next = end;
  if (!is_at_end (self))
    self->next++;
  return value;
}

static SquillJavascriptValue *
read_word (Reader *self)
{
  static const struct
  {
    const char *word;
    SquillJavascriptValueKind kind;
    double number;
  } constants[] = { { "true", SQUILL_JAVASCRIPT_BOOLEAN, 1 },
                    { "false", SQUILL_JAVASCRIPT_BOOLEAN, 0 },
                    { "null", SQUILL_JAVASCRIPT_NULL, 0 },
                    { "undefined", SQUILL_JAVASCRIPT_NULL, 0 } };
  SquillJavascriptValue *value;

  for (guint i = 0; i < G_N_ELEMENTS (constants); i++)
    if (is (self, constants[i].word))
      {
        value = new_value (self, constants[i].kind);
        value->number = constants[i].number;
        self->next++;
        return value;
      }
  if (is (self, "function") || is (self, "class"))
    return read_function (self);
  if (accept (self, "async"))
    return is (self, "function") ? read_function (self) : read_value (self);
  if (accept (self, "await"))
    return read_value (self);
  if (_squill_javascript_file_is (self->file, self->next + 1, "=>"))
    {
      value = new_value (self, SQUILL_JAVASCRIPT_FUNCTION);
      self->next += 2;
      return read_body (self, value);
    }
  return read_chain (self);
}

static void
add_part (Reader *self,
          SquillJavascriptValue *whole,
          SquillJavascriptValueKind kind,
          const char *text,
          gsize length)
{
  SquillJavascriptValue *part;

  if (length == 0)
    return;
  part = new_value (self, kind);
  part->text = g_utf8_make_valid (text, (gssize)length);
  g_ptr_array_add (whole->items, part);
}

/* "`title_${lang}`", where what is in braces is a name. */
static SquillJavascriptValue *
read_template (Reader *self)
{
  const SquillJavascriptToken *token = _squill_javascript_file_get (self->file, self->next);
  const char *p = self->file->text + token->start + 1;
  const char *const end = self->file->text + token->start + token->length - 1;
  SquillJavascriptValue *whole = new_value (self, SQUILL_JAVASCRIPT_JOINED);
  const char *open;

  while (p < end && (open = g_strstr_len (p, end - p, "${")) != NULL)
    {
      const char *name = open + 2;
      const char *close = memchr (name, '}', (gsize)(end - name));

      for (const char *c = name; close != NULL && c < close; c++)
        if (!g_ascii_isalnum (*c) && strchr ("_$.", *c) == NULL)
          close = NULL;
      if (close == NULL || close == name || g_ascii_isdigit (*name) ||
          memchr (p, '\\', (gsize)(open - p)) != NULL)
        {
          whole->kind = SQUILL_JAVASCRIPT_OTHER;
          p = end;
          break;
        }
      add_part (self, whole, SQUILL_JAVASCRIPT_TEXT, p, (gsize)(open - p));
      add_part (self, whole, SQUILL_JAVASCRIPT_NAME, name, (gsize)(close - name));
      p = close + 1;
    }
  if (p < end && memchr (p, '\\', (gsize)(end - p)) != NULL)
    whole->kind = SQUILL_JAVASCRIPT_OTHER;
  else if (p < end)
    add_part (self, whole, SQUILL_JAVASCRIPT_TEXT, p, (gsize)(end - p));
  self->next++;
  return whole;
}

static SquillJavascriptValue *
read_one (Reader *self)
{
  SquillJavascriptValue *value;

  switch (get_kind (self))
    {
    case SQUILL_JAVASCRIPT_STRING:
      value = new_value (self, SQUILL_JAVASCRIPT_TEXT);
      value->text = _squill_javascript_file_get_text (self->file, self->next);
      self->next++;
      return value;
    case SQUILL_JAVASCRIPT_NUMBER:
      return read_number (self, FALSE);
    case SQUILL_JAVASCRIPT_REGEX:
      return read_pattern (self);
    case SQUILL_JAVASCRIPT_WORD:
      return read_word (self);
    case SQUILL_JAVASCRIPT_TEMPLATE:
      return read_template (self);
    case SQUILL_JAVASCRIPT_SYMBOL:
    case SQUILL_JAVASCRIPT_END:
    default:
      break;
    }
  if (is (self, "{"))
    return read_object (self);
  if (is (self, "["))
    return read_array (self);
  if (is (self, "("))
    return read_parenthesized (self);
  if (is (self, "-") &&
      _squill_javascript_file_get (self->file, self->next + 1)->kind == SQUILL_JAVASCRIPT_NUMBER)
    {
      self->next++;
      return read_number (self, TRUE);
    }
  return new_value (self, SQUILL_JAVASCRIPT_OTHER);
}

/* "24 * 60 * 60": only such are computed. */
static gboolean
combine (Reader *self, SquillJavascriptValue *value)
{
  static const char *const operators[] = { "*", "/", "+", "-" };

  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    if (is (self, operators[i]) && value->kind == SQUILL_JAVASCRIPT_NUMERIC)
      {
        SquillJavascriptValue *other;

        self->next++;
        other = read_one (self);
        /* "60 + 2 * 60" */
        while (i >= 2 && (is (self, "*") || is (self, "/")) && combine (self, other))
          ;
        if (other->kind != SQUILL_JAVASCRIPT_NUMERIC)
          {
            value->kind = SQUILL_JAVASCRIPT_OTHER;
            return FALSE;
          }
        value->number = i == 0   ? value->number * other->number
                        : i == 1 ? value->number / other->number
                        : i == 2 ? value->number + other->number
                                 : value->number - other->number;
        return TRUE;
      }
  return FALSE;
}

static gboolean
can_be_joined (const SquillJavascriptValue *value)
{
  return value->kind == SQUILL_JAVASCRIPT_TEXT || value->kind == SQUILL_JAVASCRIPT_NAME ||
         value->kind == SQUILL_JAVASCRIPT_NUMERIC || value->kind == SQUILL_JAVASCRIPT_JOINED;
}

/* "'title_' + lang" */
static SquillJavascriptValue *
join (Reader *self, SquillJavascriptValue *value)
{
  SquillJavascriptValue *whole;

  if (!is (self, "+") || !can_be_joined (value))
    return value;
  whole = new_value (self, SQUILL_JAVASCRIPT_JOINED);
  whole->line = value->line;
  whole->column = value->column;
  g_ptr_array_add (whole->items, value);
  while (accept (self, "+"))
    {
      value = read_one (self);
      g_ptr_array_add (whole->items, value);
      if (!can_be_joined (value))
        whole->kind = SQUILL_JAVASCRIPT_OTHER;
    }
  return whole;
}

static SquillJavascriptValue *
read_value (Reader *self)
{
  SquillJavascriptValue *value;
  const guint first = self->next;

  if (self->depth >= MAX_DEPTH)
    {
      value = new_value (self, SQUILL_JAVASCRIPT_OTHER);
      skip_rest (self);
      return value;
    }
  self->depth++;
  value = read_one (self);
  while (combine (self, value))
    ;
  value = join (self, value);
  if (is (self, "as") || is (self, "satisfies"))
    self->next = MAX (_squill_javascript_file_skip_type (self->file, self->next), self->next + 1);
  if (is (self, "||") || is (self, "??"))
    {
      /* "mongoose.models.User || mongoose.model(…)": the call makes it. */
      self->next++;
      if (value->kind == SQUILL_JAVASCRIPT_NAME)
        value = read_value (self);
      skip_rest (self);
    }
  else if (self->next > first && !is_at_delimiter (self) && !begins_statement (self) &&
           !(get_kind (self) == SQUILL_JAVASCRIPT_WORD &&
             _squill_javascript_file_get (self->file, self->next)->line >
                 _squill_javascript_file_get (self->file, self->next - 1)->line))
    {
      /* Something is computed. */
      value = new_value (self, SQUILL_JAVASCRIPT_OTHER);
      skip_rest (self);
    }
  else if (self->next == first)
    skip_rest (self);
  self->depth--;
  return value;
}

/* The expression at @position, which is then behind it (transfer none). */
SquillJavascriptValue *
_squill_javascript_file_read_value (SquillJavascriptFile *self, guint *position)
{
  Reader reader = { self, *position, 0 };
  SquillJavascriptValue *value = read_value (&reader);

  *position = reader.next;
  return value;
}

/* A member of an object (transfer none); NULL where it has none. */
const SquillJavascriptValue *
_squill_javascript_value_get (const SquillJavascriptValue *self, const char *key)
{
  for (guint i = self == NULL ? 0 : self->members->len; i-- > 0;)
    {
      const SquillJavascriptMember *member = self->members->pdata[i];

      if (g_strcmp0 (member->key, key) == 0)
        return member->value;
    }
  return NULL;
}

/* Gives an object one more member (transfer none). @value belongs to a file that lives as long. */
SquillJavascriptMember *
_squill_javascript_value_add_member (SquillJavascriptValue *self,
                                     const char *key,
                                     SquillJavascriptValue *value)
{
  SquillJavascriptMember *member = g_new0 (SquillJavascriptMember, 1);

  member->key = g_strdup (key);
  member->line = value->line;
  member->column = value->column;
  member->value = value;
  g_ptr_array_add (self->members, member);
  return member;
}

/* The members of an enumeration of TypeScript, from "{" on, as an object (transfer none). */
SquillJavascriptValue *
_squill_javascript_file_read_enum (SquillJavascriptFile *self, guint position)
{
  Reader reader = { self, position, 0 };
  SquillJavascriptValue *object = new_value (&reader, SQUILL_JAVASCRIPT_OBJECT);
  const guint end = _squill_javascript_file_get (self, position)->match;
  double number = 0;

  object->is_enum = TRUE;
  for (reader.next++; reader.next < end;)
    {
      SquillJavascriptMember *member = g_new0 (SquillJavascriptMember, 1);

      g_ptr_array_add (object->members, member);
      member->key = read_key (&reader);
      if (accept (&reader, "="))
        member->value = read_value (&reader);
      else
        {
          member->value = new_value (&reader, SQUILL_JAVASCRIPT_NUMERIC);
          member->value->number = number;
        }
      number = member->value->number + 1;
      while (reader.next < end && !is (&reader, ","))
        skip_one (&reader);
      reader.next++;
    }
  return object;
}

/* A value at @position that is written otherwise (transfer none). */
SquillJavascriptValue *
_squill_javascript_file_make_value (SquillJavascriptFile *self,
                                    guint position,
                                    SquillJavascriptValueKind kind,
                                    const char *text)
{
  Reader reader = { self, position, 0 };
  SquillJavascriptValue *value = new_value (&reader, kind);

  value->text = g_strdup (text);
  return value;
}

/* The arguments of a call, from "(" on; @position is behind them then. */
void
_squill_javascript_file_read_arguments (SquillJavascriptFile *self,
                                        SquillJavascriptValue *call,
                                        guint *position)
{
  Reader reader = { self, *position, 0 };

  read_arguments (&reader, call);
  *position = reader.next;
}
