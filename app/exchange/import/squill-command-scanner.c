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
} Scanner;

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
  gsize at = start;

  g_string_append (copy, OPENING);
  while (at < end)
    {
      const char c = self->text[at];
      gsize next = skip_comment (self, at);

      if (next == at && strchr ("\"'", c) != NULL)
        next = skip_string (self, at);
      if (next == at && c == '/')
        next = skip_regex (self, at);
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
add_calls (Scanner *self, SquillScannedCommand *command, GPtrArray *chain, guint from)
{
  command->calls = g_ptr_array_new_with_free_func ((GDestroyNotify)call_free);
  for (guint i = from; i < chain->len; i++)
    {
      const Link *link = chain->pdata[i];
      SquillScannedCall *call;

      if (!link->is_call)
        continue;
      call = g_new0 (SquillScannedCall, 1);
      call->method = fold_name (link->name);
      call->arguments = read_arguments (self, link->start, link->end);
      g_ptr_array_add (command->calls, call);
    }
}

static void
scan_chain (Scanner *self)
{
  const gsize start = self->at;
  g_autoptr (GPtrArray) chain = read_chain (self);
  const gsize end = self->at;

  /* What is inside the brackets of other calls is looked at, too. */
  self->at = start;
  while (continues_name (peek (self, self->at)))
    self->at++;

  for (guint i = 1; i < chain->len; i++)
    {
      const Link *link = chain->pdata[i], *before = chain->pdata[i - 1];
      g_autofree char *folded = fold_name (link->name);
      SquillScannedCommand *command;

      if (!link->is_call || !is_operation (folded))
        continue;
      command = g_new0 (SquillScannedCommand, 1);
      command->start = start;
      command->end = self->at = end;
      if (before->is_call)
        command->collection = read_string (self, before->start, before->end);
      else
        command->collection = g_strdup (before->name);
      add_calls (self, command, chain, i);
      g_ptr_array_add (self->commands, command);
      return;
    }
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
  command->document = read_document (self, self->text + self->at, end + 1 - self->at, self->at, 0);
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

  g_return_val_if_fail (text != NULL, NULL);
  g_return_val_if_fail (on_fault != NULL, NULL);

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
