/* SPDX-License-Identifier: Apache-2.0 */

/* Runs a script for the MongoDB Shell on a server: what Squill writes in its scripts, and nothing
 * else of JavaScript. Whatever else there is in a script ends the test. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "shell-script.h"

#include <string.h>

#include "inspect/format/squill-json-reader.h"

typedef struct
{
  mongoc_client_t *client;
  const char *script;
  const char *at;
  char *database; /* what `db` is */
  GString *printed;
  gboolean skips; /* a branch that is not taken */
} Shell;

/* A call, with its arguments as an array. */
typedef struct
{
  char *name;
  bson_t *arguments;
} Call;

static void
call_free (Call *self)
{
  g_free (self->name);
  bson_destroy (self->arguments);
  g_free (self);
}

static void
fail (Shell *self, const char *what)
{
  g_error ("%s at\n%.200s\nin\n%s", what, self->at, self->script);
}

static void
skip_space (Shell *self)
{
  while (TRUE)
    {
      while (g_ascii_isspace (*self->at))
        self->at++;
      if (!g_str_has_prefix (self->at, "//"))
        return;
      self->at += strcspn (self->at, "\n");
    }
}

static gboolean
take (Shell *self, const char *text)
{
  skip_space (self);
  if (!g_str_has_prefix (self->at, text))
    return FALSE;
  self->at += strlen (text);
  return TRUE;
}

static void
expect (Shell *self, const char *text)
{
  if (!take (self, text))
    fail (self, text);
}

static void
on_fault (const SquillJsonFault *fault, gpointer user_data)
{
  g_error ("%s in %s", fault->reason, (const char *)user_data);
}

/* What stands in parentheses, from behind the first one, as an array. */
static bson_t *
read_arguments (Shell *self)
{
  const char *start = self->at, *p;
  g_autofree char *json = NULL;
  g_autoptr (GInputStream) input = NULL;
  g_autoptr (SquillByteStream) stream = NULL;
  g_autoptr (SquillJsonReader) reader = NULL;
  const guint8 *document, *array;
  gsize length;
  guint32 array_length;
  bson_t whole;
  bson_iter_t iter;
  guint depth = 1;

  for (p = self->at; *p != '\0'; p++)
    {
      if (*p == '"')
        {
          for (p++; *p != '"' && *p != '\0'; p++)
            p += *p == '\\';
        }
      else if (strchr ("([{", *p) != NULL)
        depth++;
      else if (strchr (")]}", *p) != NULL && --depth == 0)
        break;
    }
  if (*p == '\0')
    fail (self, "A bracket is not closed");
  json = g_strdup_printf ("{\"a\":[%.*s]}", (int)(p - start), start);
  self->at = p + 1;
  input = g_memory_input_stream_new_from_data (json, (gssize)strlen (json), NULL);
  stream = squill_byte_stream_new (input);
  reader = squill_json_reader_new (stream, SQUILL_JSON_SHELL, on_fault, json);
  g_assert_true (squill_json_reader_next (reader, &document, &length, NULL, NULL));
  g_assert_true (bson_init_static (&whole, document, length));
  g_assert_true (bson_iter_init_find (&iter, &whole, "a"));
  bson_iter_array (&iter, &array_length, &array);
  return bson_new_from_data (array, array_length);
}

static char *
get_text (const bson_t *arguments)
{
  bson_iter_t iter;

  g_assert_true (bson_iter_init_find (&iter, arguments, "0") && BSON_ITER_HOLDS_UTF8 (&iter));
  return g_strdup (bson_iter_utf8 (&iter, NULL));
}

static gboolean
append_argument (bson_t *command, const char *name, const Call *call, const char *position)
{
  bson_iter_t iter;

  return bson_iter_init_find (&iter, call->arguments, position) &&
         bson_append_iter (command, name, -1, &iter);
}

/* The members of an argument that is an object. */
static void
append_members (bson_t *command, const Call *call, const char *position)
{
  bson_iter_t iter, inner;

  if (bson_iter_init_find (&iter, call->arguments, position) && bson_iter_recurse (&iter, &inner))
    while (bson_iter_next (&inner))
      bson_append_iter (command, bson_iter_key (&inner), -1, &inner);
}

/* Sends a command. Returns whether it gave a document at least. */
static gboolean
send_command (Shell *self, const char *database, const bson_t *command, const char *may_fail)
{
  bson_t reply;
  bson_error_t error;
  bson_iter_t iter, batch, first;
  gboolean found = FALSE;

  if (self->skips)
    return FALSE;
  if (!mongoc_client_command_simple (self->client, database, command, NULL, &reply, &error))
    {
      if (may_fail == NULL || strstr (error.message, may_fail) == NULL)
        g_error ("%s: %s\n%s", error.message, bson_as_relaxed_extended_json (command, NULL),
                 self->script);
      if (bson_has_field (command, "createIndexes"))
        g_string_append (self->printed, "An index is refused\n");
    }
  if (bson_has_field (&reply, "writeErrors"))
    g_error ("%s\n%s", bson_as_relaxed_extended_json (&reply, NULL), self->script);
  if (bson_iter_init (&iter, &reply) &&
      bson_iter_find_descendant (&iter, "cursor.firstBatch", &batch) &&
      bson_iter_recurse (&batch, &first))
    found = bson_iter_next (&first);
  bson_destroy (&reply);
  return found;
}

/* The call of a method of a collection, or of a database where there is no collection. Returns
 * whether it gave a document at least. */
static gboolean
run_call (Shell *self, const char *database, const char *collection, const Call *call)
{
  bson_t *command = bson_new ();
  bson_t list, write;
  const char *may_fail = NULL;
  gboolean found;

  if (collection == NULL && g_str_equal (call->name, "createCollection"))
    {
      append_argument (command, "create", call, "0");
      append_members (command, call, "1");
    }
  else if (collection == NULL && g_str_equal (call->name, "runCommand"))
    append_members (command, call, "0");
  else if (collection == NULL)
    fail (self, call->name);
  else if (g_str_equal (call->name, "createIndex"))
    {
      BSON_APPEND_UTF8 (command, "createIndexes", collection);
      BSON_APPEND_ARRAY_BEGIN (command, "indexes", &list);
      BSON_APPEND_DOCUMENT_BEGIN (&list, "0", &write);
      append_argument (&write, "key", call, "0");
      append_members (&write, call, "1");
      bson_append_document_end (&list, &write);
      bson_append_array_end (command, &list);
      /* Samples may have a value twice. */
      may_fail = "constraint";
    }
  else if (g_str_equal (call->name, "dropIndex"))
    {
      BSON_APPEND_UTF8 (command, "dropIndexes", collection);
      append_argument (command, "index", call, "0");
      may_fail = "not found";
    }
  else if (g_str_equal (call->name, "drop"))
    {
      BSON_APPEND_UTF8 (command, "drop", collection);
      may_fail = "ns not found";
    }
  else if (g_str_equal (call->name, "insertMany"))
    {
      BSON_APPEND_UTF8 (command, "insert", collection);
      append_argument (command, "documents", call, "0");
    }
  else if (g_str_equal (call->name, "updateMany"))
    {
      BSON_APPEND_UTF8 (command, "update", collection);
      BSON_APPEND_ARRAY_BEGIN (command, "updates", &list);
      BSON_APPEND_DOCUMENT_BEGIN (&list, "0", &write);
      append_argument (&write, "q", call, "0");
      append_argument (&write, "u", call, "1");
      BSON_APPEND_BOOL (&write, "multi", TRUE);
      bson_append_document_end (&list, &write);
      bson_append_array_end (command, &list);
    }
  else if (g_str_equal (call->name, "deleteMany"))
    {
      BSON_APPEND_UTF8 (command, "delete", collection);
      BSON_APPEND_ARRAY_BEGIN (command, "deletes", &list);
      BSON_APPEND_DOCUMENT_BEGIN (&list, "0", &write);
      append_argument (&write, "q", call, "0");
      BSON_APPEND_INT32 (&write, "limit", 0);
      bson_append_document_end (&list, &write);
      bson_append_array_end (command, &list);
    }
  else if (g_str_equal (call->name, "aggregate"))
    {
      BSON_APPEND_UTF8 (command, "aggregate", collection);
      append_argument (command, "pipeline", call, "0");
      BSON_APPEND_DOCUMENT_BEGIN (command, "cursor", &write);
      bson_append_document_end (command, &write);
      append_members (command, call, "1");
    }
  else
    fail (self, call->name);
  found = send_command (self, database, command, may_fail);
  bson_destroy (command);
  return found;
}

static gboolean
has_index (Shell *self, const char *database, const char *collection, const Call *call)
{
  mongoc_collection_t *of = mongoc_client_get_collection (self->client, database, collection);
  mongoc_cursor_t *cursor = mongoc_collection_find_indexes_with_opts (of, NULL);
  g_autofree char *name = get_text (call->arguments);
  gboolean found = FALSE;
  const bson_t *index;
  bson_iter_t iter;

  while (mongoc_cursor_next (cursor, &index))
    found |= bson_iter_init_find (&iter, index, "name") &&
             g_str_equal (bson_iter_utf8 (&iter, NULL), name);
  mongoc_cursor_destroy (cursor);
  mongoc_collection_destroy (of);
  return found;
}

static GPtrArray *
read_calls (Shell *self)
{
  GPtrArray *calls = g_ptr_array_new_with_free_func ((GDestroyNotify)call_free);

  while (take (self, "."))
    {
      Call *call = g_new0 (Call, 1);
      const gsize length =
          strspn (self->at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");

      call->name = g_strndup (self->at, length);
      self->at += length;
      expect (self, "(");
      /* Of indexes, one by its name: its argument is that. */
      if (g_str_equal (call->name, "some"))
        expect (self, "(index) => index.name ===");
      call->arguments = read_arguments (self);
      g_ptr_array_add (calls, call);
    }
  return calls;
}

/* `db.….…`: returns whether the last call gave a document at least. */
static gboolean
run_chain (Shell *self)
{
  g_autoptr (GPtrArray) calls = read_calls (self);
  g_autofree char *database = g_strdup (self->database);
  g_autofree char *collection = NULL;
  gboolean found = FALSE;

  for (guint i = 0; i < calls->len; i++)
    {
      const Call *call = calls->pdata[i];

      if (g_str_equal (call->name, "getSiblingDB"))
        {
          g_free (database);
          database = get_text (call->arguments);
        }
      else if (g_str_equal (call->name, "getCollection"))
        collection = get_text (call->arguments);
      else if (g_str_equal (call->name, "some"))
        found = has_index (self, database, collection, call);
      else if (!g_str_equal (call->name, "hasNext") && !g_str_equal (call->name, "getIndexes"))
        found = run_call (self, database, collection, call);
    }
  return found;
}

static gboolean
read_condition (Shell *self)
{
  gboolean result = TRUE;

  if (take (self, "db.hello().msg === \"isdbgrid\""))
    return FALSE;
  for (gboolean is_or = FALSE, more = TRUE; more; more = is_or || take (self, "&&"))
    {
      const gboolean negated = take (self, "!");
      gboolean holds;

      expect (self, "db");
      holds = run_chain (self) != negated;
      result = is_or ? result || holds : result && holds;
      is_or = take (self, "||");
    }
  return result;
}

static void run_statement (Shell *self);

static void
run_block (Shell *self, gboolean taken)
{
  const gboolean skipped = self->skips;

  self->skips |= !taken;
  expect (self, "{");
  while (!take (self, "}"))
    run_statement (self);
  self->skips = skipped;
}

static void
run_statement (Shell *self)
{
  if (take (self, "if ("))
    {
      const gboolean taken = read_condition (self);

      expect (self, ")");
      run_block (self, taken);
      if (take (self, "else"))
        run_block (self, !taken);
      return;
    }
  if (take (self, "db = db.getSiblingDB("))
    {
      bson_t *arguments = read_arguments (self);

      g_free (self->database);
      self->database = get_text (arguments);
      bson_destroy (arguments);
    }
  else if (take (self, "sh.shardCollection("))
    {
      /* No test has a router. */
      g_assert_true (self->skips);
      self->at += strcspn (self->at, ";");
    }
  else if (take (self, "print("))
    {
      bson_t *arguments = read_arguments (self);
      g_autofree char *text = get_text (arguments);

      if (!self->skips)
        g_string_append_printf (self->printed, "%s\n", text);
      bson_destroy (arguments);
    }
  else
    {
      expect (self, "db");
      run_chain (self);
    }
  expect (self, ";");
}

/* Runs a script, and fails where the server refuses a command. Returns what it prints. */
char *
shell_script_run (mongoc_client_t *client, const char *database, const char *script)
{
  Shell self = { client, script, script, g_strdup (database), g_string_new (NULL), FALSE };

  skip_space (&self);
  while (*self.at != '\0')
    {
      run_statement (&self);
      skip_space (&self);
    }
  g_free (self.database);
  return g_string_free (self.printed, FALSE);
}
