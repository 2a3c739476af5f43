/* SPDX-License-Identifier: Apache-2.0 */

/* Commands in a text that somebody copied from a shell, a program or a log. Only chains of calls on
 * collections and documents that stand alone are looked for; whatever is around them is passed.
 * Values are read as the shell prints them, and expressions that only a program knows, such as
 * `req.params.id`, as a number. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-command-scanner.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "bson/squill-shell-constructor.h"
#include "inspect/format/squill-json-reader.h"

/* Brackets in brackets: more than any server takes. */
#define MAX_DEPTH 200

/* Parts of a chain, bytes of a regular expression: what is longer is none. Each of them may be
 * looked at again from a later place. */
#define MAX_LINKS 64
#define MAX_REGEX 4096

/* Bytes of a value that has a name, and of all that are read again where their names stand. */
#define MAX_VARIABLE 65536
#define MAX_EXPANDED (16 * 1024 * 1024)

/* Commands that are read of one text. */
#define MAX_COMMANDS 100000

/* No longer than any expression, so that what follows keeps its place. */
#define UNKNOWN "0"

#define OPENING "{\"a\":["
#define CLOSING "]}"

typedef struct
{
  const char *text;
  gsize length;
  gsize at;
  SquillScanFaultFunc on_fault;
  gpointer user_data;
  GPtrArray *commands;
  GHashTable *variables; /* name -> Variable */
  gsize n_expanded;      /* bytes of variables that were read */
} Scanner;

/* What a program gave a name to: a value that is written out, or a collection. */
typedef struct
{
  gsize start;
  gsize end;        /* of the value, behind it; 0 for none */
  char *collection; /* its name; NULL for none */
} Variable;

static void
variable_free (Variable *self)
{
  g_free (self->collection);
  g_free (self);
}

/* One part of a chain: `.name`, `["name"]`, with `(…)` or without. */
typedef struct
{
  char *name;
  gboolean is_call;
  gsize start; /* of the arguments, behind the parenthesis */
  gsize end;   /* of the closing parenthesis */
} Link;

static void
link_free (Link *self)
{
  g_free (self->name);
  g_free (self);
}

static void
call_free (SquillScannedCall *self)
{
  g_free (self->method);
  if (self->arguments != NULL)
    bson_destroy (self->arguments);
  g_free (self);
}

static void
command_free (SquillScannedCommand *self)
{
  g_free (self->collection);
  if (self->calls != NULL)
    g_ptr_array_unref (self->calls);
  if (self->document != NULL)
    bson_destroy (self->document);
  g_free (self);
}

static char
peek (const Scanner *self, gsize at)
{
  return at < self->length ? self->text[at] : '\0';
}

static gboolean
begins_name (char c)
{
  return g_ascii_isalpha (c) || c == '_' || c == '$' || (guchar)c >= 0x80;
}

static gboolean
continues_name (char c)
{
  return begins_name (c) || g_ascii_isdigit (c);
}

/* Skipping. */

/* The end of a text in quotes that begins at @at; an open one ends with the line. */
static gsize
skip_string (const Scanner *self, gsize at)
{
  const char quote = self->text[at];

  for (at++; at < self->length && self->text[at] != quote; at++)
    {
      if (self->text[at] == '\n' && quote != '`')
        return at;
      if (self->text[at] == '\\' && at + 1 < self->length)
        at++;
    }
  return MIN (at + 1, self->length);
}

/* The end of a comment that begins at @at; @at where none does. */
static gsize
skip_comment (const Scanner *self, gsize at)
{
  /* That of Python, with a space or a line around it: `#name` is a member in JavaScript. */
  if (peek (self, at) == '#' && (at == 0 || g_ascii_isspace (self->text[at - 1])) &&
      (g_ascii_isspace (peek (self, at + 1)) || peek (self, at + 1) == '!'))
    {
      while (at < self->length && self->text[at] != '\n')
        at++;
      return at;
    }
  if (peek (self, at) == '/' && peek (self, at + 1) == '/')
    {
      while (at < self->length && self->text[at] != '\n')
        at++;
    }
  else if (peek (self, at) == '/' && peek (self, at + 1) == '*')
    {
      for (at += 2; at < self->length; at++)
        if (self->text[at] == '*' && peek (self, at + 1) == '/')
          return at + 2;
    }
  return at;
}

static gsize
skip_space (const Scanner *self, gsize at)
{
  for (gsize before = at + 1; before != at;)
    {
      before = at;
      while (at < self->length && g_ascii_isspace (self->text[at]))
        at++;
      at = skip_comment (self, at);
    }
  return at;
}

/* The end of a regular expression that begins at @at; @at where it is a division. */
static gsize
skip_regex (const Scanner *self, gsize at)
{
  gboolean in_class = FALSE;

  for (gsize i = at + 1; i < MIN (self->length, at + MAX_REGEX) && self->text[i] != '\n'; i++)
    {
      if (self->text[i] == '\\')
        i++;
      else if (self->text[i] == '[')
        in_class = TRUE;
      else if (self->text[i] == ']')
        in_class = FALSE;
      else if (self->text[i] == '/' && !in_class)
        {
          for (i++; i < self->length && g_ascii_isalpha (self->text[i]);)
            i++;
          return i;
        }
    }
  return at;
}

/* The closing bracket of the opening one at @at; the length of the text where it is missing or the
 * nesting is too deep. */
static gsize
find_closing (const Scanner *self, gsize at)
{
  char before = '(';
  guint depth = 0;

  while (at < self->length)
    {
      const char c = self->text[at];
      gsize end = skip_comment (self, at);

      if (end == at && strchr ("\"'`", c) != NULL && c != '\0')
        end = skip_string (self, at);
      else if (end == at && c == '/' && strchr ("(,:[=&|!?{};", before) != NULL)
        end = skip_regex (self, at);
      if (end > at)
        {
          at = end;
          continue;
        }
      if (c == '(' || c == '[' || c == '{')
        {
          if (++depth > MAX_DEPTH)
            return self->length;
        }
      else if ((c == ')' || c == ']' || c == '}') && --depth == 0)
        return at;
      if (!g_ascii_isspace (c))
        before = c;
      at++;
    }
  return self->length;
}

/* Values. */

typedef struct
{
  Scanner *scanner;
  gsize start; /* where what is read begins in the text */
  gsize shift; /* bytes that were put before it */
} Reading;

static void
on_json_fault (const SquillJsonFault *fault, gpointer user_data)
{
  const Reading *reading = user_data;
  gsize offset = fault->offset > reading->shift ? (gsize)fault->offset - reading->shift : 0;

  reading->scanner->on_fault (reading->start + offset, fault->reason, reading->scanner->user_data);
}

static bson_t *
read_document (Scanner *self, const char *json, gsize length, gsize start, gsize shift)
{
  Reading reading = { self, start, shift };
  g_autoptr (GInputStream) input = g_memory_input_stream_new_from_data (json, (gssize)length, NULL);
  g_autoptr (SquillByteStream) stream = squill_byte_stream_new (input);
  g_autoptr (SquillJsonReader) reader = squill_json_reader_new (
      stream, SQUILL_JSON_NON_FINITE | SQUILL_JSON_SHELL, on_json_fault, &reading);
  const guint8 *document;
  gsize document_length;

  if (!squill_json_reader_next (reader, &document, &document_length, NULL, NULL))
    return NULL;
  return bson_new_from_data (document, document_length);
}

/* Whether a name that stands for a value is one that the reader knows. */
static gboolean
is_known (const char *name, gboolean is_called)
{
  static const char *const words[] = { "true", "false", "null", "undefined", "NaN", "Infinity",
                                       "True", "False", "None", "new",       NULL };

  return g_strv_contains (words, name) ||
         (is_called && squill_shell_constructor_find (name) != NULL) ||
         (g_str_equal (name, "MinKey") || g_str_equal (name, "MaxKey"));
}

/* What Python writes otherwise. */
static const char *
get_replacement (const char *name)
{
  if (g_str_equal (name, "True"))
    return "true";
  if (g_str_equal (name, "False"))
    return "false";
  return g_str_equal (name, "None") ? "null" : NULL;
}

/* The end of an expression: a comma or a closing bracket that belongs to what is around it. */
static gsize
skip_expression (const Scanner *self, gsize at, gsize end)
{
  while (at < end && strchr (",)]}", self->text[at]) == NULL)
    {
      if (strchr ("([{", self->text[at]) != NULL)
        at = MIN (find_closing (self, at), end);
      else if (strchr ("\"'`", self->text[at]) != NULL)
        {
          at = MIN (skip_string (self, at), end);
          continue;
        }
      if (at < end)
        at++;
    }
  return at;
}

/* Whether the call whose parenthesis is at @open begins with a value that is written out. */
static gboolean
has_literal (const Scanner *self, gsize open)
{
  const char c = peek (self, skip_space (self, open + 1));

  return c != '\0' && (g_ascii_isdigit (c) || strchr ("\"'-{[", c) != NULL);
}

/* `new Date ()`: what it makes is known when it runs. */
static gboolean
is_new_of_unknown (const Scanner *self, const char *name, gsize at)
{
  gsize end = skip_space (self, at);

  if (!g_str_equal (name, "new"))
    return FALSE;
  while (continues_name (peek (self, end)) || peek (self, end) == '.')
    end++;
  end = skip_space (self, end);
  return peek (self, end) != '(' || !has_literal (self, end);
}

/* Copies arguments, with a number in the place of expressions that only a program knows. Each byte
 * keeps its place, so that faults are told where they are. */
static GString *
copy_arguments (const Scanner *self, gsize start, gsize end)
{
  GString *copy = g_string_sized_new (end - start + 16);
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (gsize));
  char before = '(';
  gsize at = start;

  g_string_append (copy, OPENING);
  while (at < end)
    {
      const char c = self->text[at];
      gsize next = skip_comment (self, at);

      /* JSON has no comments of Python. */
      if (next > at && c == '#')
        {
          next = MIN (next, end);
          g_string_append_printf (copy, "%*s", (int)(next - at), "");
          at = next;
          continue;
        }
      if (next == at && strchr ("\"'", c) != NULL)
        next = skip_string (self, at);
      if (next == at && c == '/')
        next = skip_regex (self, at);
      /* A pair of Python. */
      if (next == at && c == '(' && has_literal (self, at) && strchr ("[,(", before) != NULL)
        {
          const gsize close = find_closing (self, at);

          if (close < end)
            {
              g_string_append_c (copy, '[');
              g_array_append_val (pairs, close);
              before = '[';
              at++;
              continue;
            }
        }
      if (next == at && c == ')' && pairs->len > 0 &&
          g_array_index (pairs, gsize, pairs->len - 1) == at)
        {
          g_string_append_c (copy, ']');
          g_array_set_size (pairs, pairs->len - 1);
          before = ']';
          at++;
          continue;
        }
      if (!g_ascii_isspace (c))
        before = c;
      if (next == at && (c == '(' || c == '`'))
        {
          next = MIN (skip_expression (self, at, end), end);
          g_string_append_printf (copy, "%-*s", (int)(next - at), UNKNOWN);
          at = next;
          continue;
        }
      if (next == at && begins_name (c))
        {
          g_autofree char *name = NULL;
          const char *replacement;

          for (next = at;
               next < end && (continues_name (self->text[next]) || self->text[next] == '.');)
            next++;
          name = g_strndup (self->text + at, next - at);
          replacement = get_replacement (name);
          if (replacement != NULL)
            {
              g_string_append_printf (copy, "%-*s", (int)(next - at), replacement);
              at = next;
              continue;
            }
          /* The arguments of a constructor are values themselves, unless a program knows them. */
          if (peek (self, skip_space (self, next)) == '(' && is_known (name, TRUE) &&
              has_literal (self, skip_space (self, next)))
            {
              gsize close = MIN (find_closing (self, skip_space (self, next)), end);

              g_string_append_len (copy, self->text + at, (gssize)(close - at));
              at = close;
              if (at < end)
                g_string_append_c (copy, self->text[at++]);
              continue;
            }
          /* A name before a colon is that of a member. */
          if (peek (self, skip_space (self, next)) != ':' &&
              (!is_known (name, FALSE) || is_new_of_unknown (self, name, next)))
            {
              next = MIN (skip_expression (self, at, end), end);
              g_string_append_printf (copy, "%-*s", (int)(next - at), UNKNOWN);
              at = next;
              continue;
            }
        }
      next = MIN (MAX (next, at + 1), end);
      g_string_append_len (copy, self->text + at, (gssize)(next - at));
      at = next;
    }
  g_string_append (copy, CLOSING);
  return copy;
}

static bson_t *
read_arguments (Scanner *self, gsize start, gsize end)
{
  g_autoptr (GString) copy = copy_arguments (self, start, end);

  return read_document (self, copy->str, copy->len, start, strlen (OPENING));
}

/* Arguments that a program gave a name to before, and those that it gives by name. */

/* The name that an argument is; NULL where it is something else. */
static char *
get_lone_name (const Scanner *self, gsize start, gsize end)
{
  gsize at = skip_space (self, start), stop = at;

  if (!begins_name (peek (self, at)))
    return NULL;
  while (stop < end && continues_name (self->text[stop]))
    stop++;
  return skip_space (self, stop) >= end ? g_strndup (self->text + at, stop - at) : NULL;
}

/* The name in `name=value`, and where the value begins; NULL where it is something else. */
static char *
get_keyword (const Scanner *self, gsize start, gsize end, gsize *value)
{
  gsize at = skip_space (self, start), stop = at, equals;

  if (!begins_name (peek (self, at)))
    return NULL;
  while (stop < end && continues_name (self->text[stop]))
    stop++;
  equals = skip_space (self, stop);
  if (equals >= end || self->text[equals] != '=' || strchr ("=>", peek (self, equals + 1)) != NULL)
    return NULL;
  *value = equals + 1;
  return g_strndup (self->text + at, stop - at);
}

/* Adds one value to an array or an object. */
static void
append_value (Scanner *self, bson_t *target, const char *key, gsize start, gsize end)
{
  g_autofree char *name = get_lone_name (self, start, end);
  const Variable *variable = name == NULL ? NULL : g_hash_table_lookup (self->variables, name);
  const gsize size = variable == NULL ? 0 : variable->end - variable->start;
  const gboolean is_known = size > 0 && size <= MAX_EXPANDED - self->n_expanded;
  bson_t *read = is_known ? read_arguments (self, variable->start, variable->end)
                          : read_arguments (self, start, end);
  bson_iter_t iter, inner;

  if (is_known)
    self->n_expanded += size;
  if (read != NULL && bson_iter_init_find (&iter, read, "a") && bson_iter_recurse (&iter, &inner) &&
      bson_iter_next (&inner))
    bson_append_iter (target, key, -1, &inner);
  else
    bson_append_null (target, key, -1); /* what follows keeps its place */
  if (read != NULL)
    bson_destroy (read);
}

/* Whether an argument is one that has to be read by itself. */
static gboolean
is_named (const Scanner *self, gsize start, gsize end)
{
  gsize value;
  g_autofree char *keyword = get_keyword (self, start, end, &value);
  g_autofree char *name = get_lone_name (self, start, end);

  return keyword != NULL || (name != NULL && g_hash_table_contains (self->variables, name));
}

/* The arguments of a call, as a document with one array "a"; those by name are a last one. */
static bson_t *
read_call_arguments (Scanner *self, gsize start, gsize end)
{
  bson_t *arguments, array, named = BSON_INITIALIZER;
  gboolean has_named = FALSE;
  guint n = 0;

  for (gsize at = start; at < end; at++)
    {
      const gsize stop = skip_expression (self, at, end);

      has_named |= is_named (self, at, stop);
      at = stop;
    }
  if (!has_named)
    return read_arguments (self, start, end);
  arguments = bson_new ();
  BSON_APPEND_ARRAY_BEGIN (arguments, "a", &array);
  for (gsize at = start; at < end; at++)
    {
      const gsize stop = skip_expression (self, at, end);
      gsize value = at;
      g_autofree char *keyword = get_keyword (self, at, stop, &value);
      g_autofree char *key = g_strdup_printf ("%u", n);

      if (keyword != NULL)
        append_value (self, &named, keyword, value, stop);
      else if (skip_space (self, at) < stop)
        {
          append_value (self, &array, key, at, stop);
          n++;
        }
      at = stop;
    }
  bson_append_array_end (arguments, &array);
  if (!bson_empty (&named))
    BSON_APPEND_DOCUMENT (arguments, "named", &named);
  bson_destroy (&named);
  return arguments;
}

/* Chains. */

static char *
read_name (Scanner *self, gsize *at)
{
  gsize end = *at;
  char *name;

  while (end < self->length && continues_name (self->text[end]))
    end++;
  name = g_utf8_make_valid (self->text + *at, (gssize)(end - *at));
  *at = end;
  return name;
}

static char *
read_string (Scanner *self, gsize start, gsize end)
{
  g_autoptr (GString) copy = NULL;
  bson_t *document;
  bson_iter_t iter, inner;
  char *text = NULL;

  if (strchr ("\"'`", peek (self, skip_space (self, start))) == NULL)
    return NULL;
  document = read_arguments (self, start, end);
  if (document == NULL)
    return NULL;
  if (bson_iter_init_find (&iter, document, "a") && BSON_ITER_HOLDS_ARRAY (&iter) &&
      bson_iter_recurse (&iter, &inner) && bson_iter_next (&inner) && BSON_ITER_HOLDS_UTF8 (&inner))
    text = g_strdup (bson_iter_utf8 (&inner, NULL));
  bson_destroy (document);
  return text;
}

/* A chain that begins with the name at the place of the scanner. */
static GPtrArray *
read_chain (Scanner *self)
{
  GPtrArray *chain = g_ptr_array_new_with_free_func ((GDestroyNotify)link_free);
  Link *link = g_new0 (Link, 1);
  gsize at = self->at;

  link->name = read_name (self, &at);
  g_ptr_array_add (chain, link);
  while (chain->len < MAX_LINKS)
    {
      gsize next = skip_space (self, at);
      const char c = peek (self, next);
      gsize end;

      if (c == '?' && peek (self, next + 1) == '.')
        next++;
      if (peek (self, next) == '.')
        {
          next = skip_space (self, next + 1);
          if (!begins_name (peek (self, next)))
            break;
          link = g_new0 (Link, 1);
          link->name = read_name (self, &next);
          g_ptr_array_add (chain, link);
          at = next;
        }
      else if (c == '[' || c == '(')
        {
          end = find_closing (self, next);
          if (end == self->length)
            {
              self->on_fault (next, _ ("A bracket is not closed"), self->user_data);
              break;
            }
          if (c == '(')
            {
              if (link->is_call)
                break;
              link->is_call = TRUE;
              link->start = next + 1;
              link->end = end;
            }
          else
            {
              char *name = read_string (self, next + 1, end);

              if (name == NULL)
                break;
              link = g_new0 (Link, 1);
              link->name = name;
              g_ptr_array_add (chain, link);
            }
          at = end + 1;
        }
      else
        break;
    }
  self->at = MAX (at, self->at + 1);
  return chain;
}

/* The first call on a collection, by its name in any driver. */
static gboolean
is_operation (const char *name)
{
  static const char *const names[] = { "find",
                                       "findone",
                                       "aggregate",
                                       "insert",
                                       "insertone",
                                       "insertmany",
                                       "update",
                                       "updateone",
                                       "updatemany",
                                       "replaceone",
                                       "findoneandupdate",
                                       "findoneandreplace",
                                       "findoneanddelete",
                                       "findandmodify",
                                       "deleteone",
                                       "deletemany",
                                       "remove",
                                       "count",
                                       "countdocuments",
                                       "distinct",
                                       "runcommand",
                                       NULL };

  return g_strv_contains (names, name);
}

/* find_one and findOne are the same. */
static char *
fold_name (const char *name)
{
  GString *folded = g_string_new (NULL);

  for (const char *p = name; *p != '\0'; p++)
    if (*p != '_')
      g_string_append_c (folded, g_ascii_tolower (*p));
  return g_string_free (folded, FALSE);
}

static void
add_call (Scanner *self, SquillScannedCommand *command, const Link *link)
{
  SquillScannedCall *call = g_new0 (SquillScannedCall, 1);

  call->method = fold_name (link->name);
  call->arguments = read_call_arguments (self, link->start, link->end);
  g_ptr_array_add (command->calls, call);
}

static void
add_calls (Scanner *self, SquillScannedCommand *command, GPtrArray *chain, guint from)
{
  command->calls = g_ptr_array_new_with_free_func ((GDestroyNotify)call_free);
  for (guint i = from; i < chain->len; i++)
    if (((const Link *)chain->pdata[i])->is_call)
      add_call (self, command, chain->pdata[i]);
}

/* What a chain of calls gives a name to, if it is a collection: `db.orders`, `db.collection ("x")`.
 * NULL where it is none. */
static char *
find_collection_name (Scanner *self, GPtrArray *chain)
{
  const Link *last = chain->pdata[chain->len - 1];
  g_autofree char *folded = fold_name (last->name);

  if (chain->len < 2)
    return NULL;
  if (last->is_call)
    return g_str_equal (folded, "collection") || g_str_equal (folded, "getcollection")
               ? read_string (self, last->start, last->end)
               : NULL;
  for (guint i = 1; i + 1 < chain->len; i++)
    if (((const Link *)chain->pdata[i])->is_call)
      return NULL;
  return g_strdup (last->name);
}

static void
ignore_fault (gsize offset, const char *reason, gpointer user_data)
{
}

/* `name = …`, where what follows is a value that is written out, or a collection. */
static void
note_variable (Scanner *self, const char *name, gsize at)
{
  const SquillScanFaultFunc on_fault = self->on_fault;
  const gsize before = self->at;
  gsize value;
  Variable *variable = NULL;

  at = skip_space (self, at);
  if (peek (self, at) != '=' || strchr ("=>", peek (self, at + 1)) != NULL)
    return;
  value = skip_space (self, at + 1);
  if (peek (self, value) == '{' || peek (self, value) == '[')
    {
      const gsize end = find_closing (self, value);

      if (end == self->length || end - value > MAX_VARIABLE)
        {
          g_hash_table_remove (self->variables, name);
          return;
        }
      variable = g_new0 (Variable, 1);
      variable->start = value;
      variable->end = end + 1;
    }
  else if (begins_name (peek (self, value)))
    {
      g_autoptr (GPtrArray) chain = NULL;
      char *collection;

      if (self->length - value > strlen ("await ") &&
          strncmp (self->text + value, "await ", strlen ("await ")) == 0)
        value = skip_space (self, value + strlen ("await "));
      /* It is read again in its place, and its faults are told then. */
      self->at = value;
      self->on_fault = ignore_fault;
      chain = read_chain (self);
      collection = find_collection_name (self, chain);
      self->on_fault = on_fault;
      self->at = before;
      if (collection != NULL)
        {
          variable = g_new0 (Variable, 1);
          variable->collection = collection;
        }
    }
  if (variable != NULL)
    g_hash_table_replace (self->variables, g_strdup (name), variable);
}

/* `db.orders.createIndex (…)`: a command, and none that is read. */
static void
tell_other_command (Scanner *self, GPtrArray *chain, gsize start)
{
  static const char *const ways[] = { "collection", "getcollection", "getsiblingdb",
                                      "getdb",      "getname",       "getmongo",
                                      NULL };
  const Link *last = chain->pdata[chain->len - 1];
  g_autofree char *folded = fold_name (last->name);
  g_autofree char *reason = NULL;

  if (chain->len < 3 || !last->is_call || g_strv_contains (ways, folded) ||
      !g_str_equal (((const Link *)chain->pdata[0])->name, "db"))
    return;
  /* Translators: the name of a method of a collection */
  reason = g_strdup_printf (_ ("“%s” does not become an operation"), last->name);
  self->on_fault (start, reason, self->user_data);
}

static void
scan_chain (Scanner *self)
{
  const gsize start = self->at;
  g_autoptr (GPtrArray) chain = read_chain (self);
  const gsize end = self->at;

  if (chain->len == 1 && !((const Link *)chain->pdata[0])->is_call)
    note_variable (self, ((const Link *)chain->pdata[0])->name, end);

  /* What is inside the brackets of other calls is looked at, too. */
  self->at = start;
  while (continues_name (peek (self, self->at)))
    self->at++;

  for (guint i = 1; i < chain->len; i++)
    {
      const Link *link = chain->pdata[i], *before = chain->pdata[i - 1], *explain = NULL;
      g_autofree char *folded = fold_name (link->name);
      SquillScannedCommand *command;

      if (!link->is_call || !is_operation (folded))
        continue;
      command = g_new0 (SquillScannedCommand, 1);
      command->start = start;
      command->end = self->at = end;
      /* `db.orders.explain ().find ({…})` */
      if (i >= 2 && before->is_call && g_str_equal (before->name, "explain"))
        {
          explain = before;
          before = chain->pdata[i - 2];
        }
      if (before->is_call)
        command->collection = read_string (self, before->start, before->end);
      else
        {
          const Variable *variable = before == chain->pdata[0]
                                         ? g_hash_table_lookup (self->variables, before->name)
                                         : NULL;

          command->collection =
              g_strdup (variable != NULL && variable->collection != NULL ? variable->collection
                                                                         : before->name);
        }
      add_calls (self, command, chain, i);
      if (explain != NULL)
        add_call (self, command, explain);
      g_ptr_array_add (self->commands, command);
      return;
    }
  tell_other_command (self, chain, start);
}

/* Whether what stands in braces is a document, and not a block of a program: its first name is one
 * in quotes, or stands before a colon. */
static gboolean
is_document (const Scanner *self, gsize at)
{
  gsize next = skip_space (self, at + 1);
  gsize end = next;

  if (peek (self, next) == '"' || peek (self, next) == '\'')
    end = skip_string (self, next);
  else if (begins_name (peek (self, next)))
    while (end < self->length && continues_name (self->text[end]))
      end++;
  return end > next && peek (self, skip_space (self, end)) == ':';
}

/* A document that stands alone. What the shell leaves out of it, as in `[Object]`, is unknown as
 * are expressions of a program. */
static bson_t *
read_lone_document (Scanner *self, gsize start, gsize end)
{
  bson_t *arguments = read_arguments (self, start, end), *document = NULL;
  bson_iter_t iter, first;
  const guint8 *data;
  guint32 length;

  if (arguments == NULL)
    return NULL;
  if (bson_iter_init_find (&iter, arguments, "a") && bson_iter_recurse (&iter, &first) &&
      bson_iter_next (&first) && BSON_ITER_HOLDS_DOCUMENT (&first))
    {
      bson_iter_document (&first, &length, &data);
      document = bson_new_from_data (data, length);
    }
  bson_destroy (arguments);
  return document;
}

static void
scan_document (Scanner *self)
{
  gsize end = find_closing (self, self->at);
  SquillScannedCommand *command;

  if (end == self->length)
    {
      self->on_fault (self->at, _ ("A bracket is not closed"), self->user_data);
      self->at++;
      return;
    }
  command = g_new0 (SquillScannedCommand, 1);
  command->start = self->at;
  command->end = end + 1;
  command->document = read_lone_document (self, self->at, end + 1);
  self->at = end + 1;
  if (command->document == NULL)
    command_free (command);
  else
    g_ptr_array_add (self->commands, command);
}

/**
 * squill_commands_scan:
 * @text: any text
 * @length: its bytes
 * @on_fault: (scope call): told of what could not be read
 * @user_data: for @on_fault
 *
 * Finds the commands in a text: calls such as `db.orders.find({…}).sort({…})`, as mongosh and the
 * drivers of other languages write them, and documents of logs.
 *
 * Returns: (transfer full) (element-type SquillScannedCommand): the commands, in order
 */
GPtrArray *
squill_commands_scan (const char *text,
                      gsize length,
                      SquillScanFaultFunc on_fault,
                      gpointer user_data)
{
  Scanner scanner = {
    .text = text, .length = length, .on_fault = on_fault, .user_data = user_data
  };
  g_autoptr (GHashTable) variables = NULL;

  g_return_val_if_fail (text != NULL, NULL);
  g_return_val_if_fail (on_fault != NULL, NULL);

  variables =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)variable_free);
  scanner.variables = variables;
  scanner.commands = g_ptr_array_new_with_free_func ((GDestroyNotify)command_free);
  while (scanner.at < length && scanner.commands->len < MAX_COMMANDS)
    {
      const gsize comment = skip_comment (&scanner, scanner.at);
      const char c = text[scanner.at];

      if (comment > scanner.at)
        scanner.at = comment;
      else if (c == '"' || c == '\'' || c == '`')
        scanner.at = skip_string (&scanner, scanner.at);
      else if (begins_name (c))
        scan_chain (&scanner);
      else if (c == '{' && is_document (&scanner, scanner.at))
        scan_document (&scanner);
      else
        scanner.at++;
    }
  return scanner.commands;
}
