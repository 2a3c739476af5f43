/* SPDX-License-Identifier: Apache-2.0 */

/* Scripts for the MongoDB Shell, and programs that use a driver: what they do is followed in the
 * text, and nothing is run. Functions are taken with the arguments of each call, and loops over
 * known lists as often as they turn. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "exchange/import/squill-mongosh-private.h"

/* Functions and loops in each other. */
#define MAX_DEPTH 20
/* Tokens that are looked at, with those of functions once for each call. */
#define MAX_STEPS 5000000
/* Calls of functions, each of which has values of its own: those that call others twice double. */
#define MAX_CALLS 20000
/* Parts of a chain of calls. */
#define MAX_PARTS 200

static SquillMongoshHandle *
handle_new (SquillMongoshHandleKind kind, const char *name)
{
  SquillMongoshHandle *self = g_new0 (SquillMongoshHandle, 1);

  self->kind = kind;
  self->name = g_strdup (name);
  return self;
}

static const SquillJavascriptValue *
substitute (const SquillMongoshFrame *frame, const SquillJavascriptValue *value)
{
  for (; frame != NULL; frame = frame->around)
    value = _squill_mongoose_substitute (&frame->arguments, value, 0);
  return value;
}

static const SquillMongoshHandle *
find_handle (SquillMongoshScript *self, const SquillMongoshFrame *frame, const char *name)
{
  static const SquillMongoshHandle database = { SQUILL_MONGOSH_DATABASE, NULL };

  for (; frame != NULL; frame = frame->around)
    {
      const SquillMongoshHandle *handle =
          frame->handles == NULL ? NULL : g_hash_table_lookup (frame->handles, name);

      if (handle != NULL)
        return handle;
    }
  if (g_hash_table_contains (self->variables, name))
    return g_hash_table_lookup (self->variables, name);
  return g_str_equal (name, "db") ? &database : NULL;
}

/* "users", where that is known (transfer none) (nullable). */
static const char *
get_name (SquillMongoshScript *self,
          const SquillMongoshFrame *frame,
          const SquillJavascriptValue *call)
{
  const SquillJavascriptValue *value =
      call->items->len == 0 ? NULL : substitute (frame, call->items->pdata[0]);

  value = value == NULL ? NULL : _squill_mongoose_resolve (self->sources, value);
  return value != NULL && value->kind == SQUILL_JAVASCRIPT_TEXT && *value->text != '\0'
             ? value->text
             : NULL;
}

/* Whether a database can be called so: not what a function of this name writes into a log. */
static gboolean
is_database (const char *name)
{
  return *name != '\0' && strpbrk (name, " /\\.\"$*<>:|?\t\n") == NULL;
}

static void
note_database (SquillMongoshScript *self, const SquillJavascriptValue *place, const char *name)
{
  static const char *const of_the_server[] = { "admin", "config", "local", "test", NULL };

  if (name == NULL || !is_database (name) || g_strv_contains (of_the_server, name))
    return;
  if (self->database == NULL)
    self->database = g_strdup (name);
  else if (!g_str_equal (self->database, name))
    {
      self->has_databases = TRUE;
      _squill_mongosh_script_tell (
          self, place,
          g_strdup_printf (_ ("Collections of “%s” become part of the same model as those of “%s”"),
                           name, self->database));
    }
}

/* A call from the name of its method on, with its arguments as they are here. */
static const SquillJavascriptValue *
read_call (const SquillMongoshFrame *frame,
           SquillJavascriptFile *program,
           guint position,
           guint open,
           const char *method)
{
  SquillJavascriptValue *call =
      _squill_javascript_file_make_value (program, position, SQUILL_JAVASCRIPT_CALL, method);

  _squill_javascript_file_read_arguments (program, call, &open);
  return substitute (frame, call);
}

static gboolean
is_getter_of_collections (const char *method)
{
  return g_str_equal (method, "collection") || g_str_equal (method, "getCollection");
}

static gboolean
is_getter_of_databases (const char *method)
{
  return g_str_equal (method, "getSiblingDB") || g_str_equal (method, "getSisterDB") ||
         g_str_equal (method, "getDB") || g_str_equal (method, "db");
}

/* One method of what a chain stands for so far. */
static void
take_method (SquillMongoshScript *self,
             const SquillMongoshFrame *frame,
             const SquillJavascriptValue *call,
             SquillMongoshHandle *handle,
             gboolean is_dry)
{
  /* What does nothing to what is stored. */
  static const char *const quiet[] = { "getName",
                                       "getCollectionNames",
                                       "getCollectionInfos",
                                       "listCollections",
                                       "auth",
                                       "getMongo",
                                       "hello",
                                       "isMaster",
                                       "stats",
                                       "serverStatus",
                                       "getUsers",
                                       "getUser",
                                       "admin",
                                       "version",
                                       "collections",
                                       "dropUser",
                                       "updateUser",
                                       "getRole",
                                       "getRoles",
                                       "fsyncLock",
                                       "logout",
                                       "currentOp",
                                       "aggregate",
                                       "getProfilingStatus",
                                       "printCollectionStats",
                                       "watch",
                                       "then",
                                       "catch",
                                       "hostInfo",
                                       "on",
                                       NULL };
  const char *method = call->text;
  char *made = NULL;

  if (is_getter_of_collections (method))
    {
      const char *name = get_name (self, NULL, call);

      handle->kind = name != NULL ? SQUILL_MONGOSH_COLLECTION : SQUILL_MONGOSH_NONE;
      g_free (handle->name);
      handle->name = g_strdup (name);
      return;
    }
  if (handle->kind != SQUILL_MONGOSH_COLLECTION && is_getter_of_databases (method))
    {
      handle->kind = SQUILL_MONGOSH_DATABASE;
      if (!is_dry)
        note_database (self, call, get_name (self, NULL, call));
      return;
    }
  if (handle->kind == SQUILL_MONGOSH_COLLECTION)
    {
      if (!is_dry)
        _squill_mongosh_script_call_collection (self, &handle->name, call);
      /* "bulk = db.users.initializeOrderedBulkOp ()" */
      if (!g_str_has_prefix (method, "initialize"))
        handle->kind = SQUILL_MONGOSH_NONE;
      return;
    }
  if (handle->kind == SQUILL_MONGOSH_NONE && !g_str_equal (method, "createCollection"))
    {
      if (!is_dry && _squill_mongosh_is_index_maker (method) && call->items->len > 0)
        _squill_mongosh_script_tell (
            self, call,
            g_strdup (_ ("Of which collection this index is, is computed: it is not taken over")));
      return;
    }
  if (is_dry)
    {
      const char *name =
          g_str_equal (method, "createCollection") ? get_name (self, NULL, call) : NULL;

      handle->kind = name != NULL ? SQUILL_MONGOSH_COLLECTION : SQUILL_MONGOSH_NONE;
      g_free (handle->name);
      handle->name = g_strdup (name);
      return;
    }
  if (!_squill_mongosh_script_call_database (self, call, &made) && !g_strv_contains (quiet, method))
    _squill_mongosh_script_tell (self, call,
                                 g_strdup_printf (_ ("“%s” is not taken over"), method));
  handle->kind = made != NULL ? SQUILL_MONGOSH_COLLECTION : SQUILL_MONGOSH_NONE;
  g_free (handle->name);
  handle->name = made;
}

/* Follows "db.getCollection ('users').createIndex (…)" from its first name on, and does what it
 * does unless @is_dry. What it gives is the result (transfer full). */
static SquillMongoshHandle *
follow_chain (SquillMongoshScript *self,
              const SquillMongoshFrame *frame,
              const SquillMongooseFile *file,
              guint position,
              gboolean is_dry)
{
  SquillJavascriptFile *program = file->program;
  g_autofree char *root = NULL;
  const SquillMongoshHandle *known;
  SquillMongoshHandle *handle = handle_new (SQUILL_MONGOSH_NONE, NULL);
  guint i = position + 1;

  if (_squill_javascript_file_is (program, position, ")"))
    root = g_strdup ("");
  else
    root = _squill_javascript_file_get_text (program, position);
  known = find_handle (self, frame, root);
  if (known != NULL)
    {
      handle->kind = known->kind;
      handle->name = g_strdup (known->name);
    }
  if (_squill_javascript_file_is (program, i, "("))
    {
      /* "connect ('localhost/shop')" gives a database; what others give is not known. */
      handle->kind = g_str_equal (root, "connect") ? SQUILL_MONGOSH_DATABASE : SQUILL_MONGOSH_NONE;
      if (g_str_equal (root, "use") && !is_dry)
        {
          const SquillJavascriptValue *call = read_call (frame, program, position, i, root);

          note_database (self, call, get_name (self, NULL, call));
        }
      i = MAX (_squill_javascript_file_get (program, i)->match, i) + 1;
    }
  for (guint n = 0; n < MAX_PARTS; n++)
    {
      guint behind;
      g_autofree char *part = NULL;

      if (_squill_javascript_file_is (program, i, "!"))
        {
          i++;
          continue;
        }
      if (_squill_javascript_file_is (program, i, "["))
        {
          guint inside = i + 1;
          const SquillJavascriptValue *key;

          if (handle->kind != SQUILL_MONGOSH_DATABASE)
            break;
          key = substitute (frame, _squill_javascript_file_read_value (program, &inside));
          key = _squill_mongoose_resolve (self->sources, key);
          handle->kind =
              key->kind == SQUILL_JAVASCRIPT_TEXT ? SQUILL_MONGOSH_COLLECTION : SQUILL_MONGOSH_NONE;
          g_free (handle->name);
          handle->name = g_strdup (key->text);
          i = MAX (_squill_javascript_file_get (program, i)->match, i) + 1;
          continue;
        }
      if ((!_squill_javascript_file_is (program, i, ".") &&
           !_squill_javascript_file_is (program, i, "?.")) ||
          !_squill_javascript_file_is_word (program, i + 1))
        break;
      part = _squill_javascript_file_get_text (program, i + 1);
      behind = _squill_javascript_file_skip_generics (program, i + 2);
      if (_squill_javascript_file_is (program, behind, "("))
        {
          const SquillJavascriptValue *call;

          /* Only what is of interest is read, as the rest may be long. */
          if (handle->kind != SQUILL_MONGOSH_NONE || is_getter_of_collections (part) ||
              is_getter_of_databases (part) || _squill_mongosh_is_index_maker (part) ||
              g_str_equal (part, "createCollection"))
            {
              call = read_call (frame, program, i + 1, behind, part);
              take_method (self, frame, call, handle, is_dry);
            }
          else if (!is_dry && g_str_equal (root, "sh") && g_str_equal (part, "shardCollection"))
            {
              call = read_call (frame, program, i + 1, behind, part);
              _squill_mongosh_script_shard (self, call);
            }
          else if (!is_dry && n == 0 && g_str_equal (part, "push"))
            {
              GPtrArray *list = g_hash_table_lookup (self->pushed, root);

              call = read_call (frame, program, i + 1, behind, part);
              if (list == NULL)
                {
                  list = g_ptr_array_new ();
                  g_hash_table_insert (self->pushed, g_strdup (root), list);
                }
              for (guint j = 0; j < call->items->len; j++)
                g_ptr_array_add (list, call->items->pdata[j]);
            }
          i = MAX (_squill_javascript_file_get (program, behind)->match, behind) + 1;
          continue;
        }
      i = behind;
      if (handle->kind == SQUILL_MONGOSH_COLLECTION)
        {
          g_autofree char *before = handle->name;

          /* "db.fs.files" */
          handle->name = g_strconcat (before, ".", part, NULL);
        }
      else if (handle->kind == SQUILL_MONGOSH_DATABASE)
        {
          handle->kind = SQUILL_MONGOSH_COLLECTION;
          g_free (handle->name);
          handle->name = g_strdup (part);
        }
      else if (g_str_equal (part, "db"))
        handle->kind = SQUILL_MONGOSH_DATABASE;
    }
  return handle;
}

static void walk (SquillMongoshScript *self,
                  const SquillMongooseFile *file,
                  guint first,
                  guint last,
                  const SquillMongoshFrame *frame);

/* What a function is called with, as far as that is a database or a collection: "db", "users",
 * "db.users", "db[name]", "db.collection ('users')". @open: the parenthesis of the call */
static GHashTable *
bind_handles (SquillMongoshScript *self,
              const SquillMongoshFrame *frame,
              const SquillMongooseFile *file,
              const SquillMongooseFunction *function,
              guint open)
{
  SquillJavascriptFile *program = file->program;
  GHashTable *handles =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, _squill_mongosh_handle_free);
  const guint close = _squill_javascript_file_get (program, open)->match;
  guint n = 0;

  for (guint i = open + 1; i < close; n++)
    {
      const guint end = MAX (_squill_javascript_file_get (program, i)->rest, i);
      SquillMongoshHandle *handle;

      while (i < end && (_squill_javascript_file_is (program, i, "(") ||
                         _squill_javascript_file_is (program, i, "await")))
        i++;
      handle = _squill_javascript_file_is_word (program, i)
                   ? follow_chain (self, frame, file, i, TRUE)
                   : handle_new (SQUILL_MONGOSH_NONE, NULL);
      for (guint j = 0; handle->kind != SQUILL_MONGOSH_NONE && j < function->parameters->len; j++)
        {
          const SquillMongooseParameter *parameter = function->parameters->pdata[j];

          if (parameter->index == n && parameter->member == NULL && parameter->element < 0)
            g_hash_table_insert (handles, g_strdup (parameter->name),
                                 handle_new (handle->kind, handle->name));
        }
      _squill_mongosh_handle_free (handle);
      i = end + 1;
    }
  return handles;
}

/* Whether a function is called by itself. What ends that is a condition, which is not known. */
static gboolean
is_running (const SquillMongoshFrame *frame, const SquillMongooseFunction *function)
{
  for (; frame != NULL; frame = frame->caller)
    if (frame->arguments.function == function)
      return TRUE;
  return FALSE;
}

/* Whether a function names the database; one that does not is looked through once only. */
static gboolean
names_database (SquillMongoshScript *self,
                const SquillMongooseFile *file,
                const SquillMongooseFunction *function)
{
  if (g_hash_table_contains (self->quiet, function))
    return FALSE;
  for (guint i = function->first; i < function->last; i++)
    if (_squill_javascript_file_is (file->program, i, "db"))
      return TRUE;
  g_hash_table_add (self->quiet, (gpointer)function);
  return FALSE;
}

/* "indexes (db, 'users', […])", of a function in one of the files. */
static void
call_function (SquillMongoshScript *self,
               const SquillMongoshFrame *frame,
               const SquillMongooseFile *file,
               const SquillMongooseFile *where,
               const SquillMongooseFunction *function,
               guint open)
{
  SquillJavascriptValue *raw =
      _squill_javascript_file_make_value (file->program, open - 1, SQUILL_JAVASCRIPT_CALL, NULL);
  const SquillJavascriptValue *call;
  g_autoptr (GHashTable) handles = NULL;
  g_autoptr (GHashTable) copies = g_hash_table_new (NULL, NULL);
  SquillMongoshFrame inner;

  if (self->n_calls++ >= MAX_CALLS)
    {
      _squill_mongoose_sources_note_too_much (self->sources, raw);
      return;
    }
  handles = bind_handles (self, frame, file, function, open);
  if (is_running (frame, function))
    {
      /* One that compares values makes nothing. That there is too much is told once. */
      if (self->sources->too_much == NULL &&
          (g_hash_table_size (handles) > 0 || names_database (self, where, function)))
        _squill_mongoose_sources_note_too_much (self->sources, raw);
      return;
    }
  _squill_javascript_file_read_arguments (file->program, raw, &open);
  call = substitute (frame, raw);
  inner = (SquillMongoshFrame){ .arguments = { .sources = self->sources,
                                               .parameters = function->parameters,
                                               .values = (gpointer)call->items->pdata,
                                               .n_values = call->items->len,
                                               .file = where,
                                               .function = function,
                                               .copies = copies },
                                .handles = handles,
                                .caller = frame,
                                .depth = frame == NULL ? 1 : frame->depth + 1 };
  walk (self, where, function->first, function->last, &inner);
}

static void
turn_loop (SquillMongoshScript *self,
           const SquillMongoshFrame *frame,
           const SquillMongooseFile *file,
           const SquillMongooseLoop *loop)
{
  const SquillJavascriptValue *list = loop->list == NULL ? NULL : substitute (frame, loop->list);
  g_autoptr (GPtrArray) turns =
      list == NULL ? NULL : _squill_mongoose_list_turns (self->sources, list, loop->has_keys);
  const SquillMongooseFunction body = { .first = loop->first, .last = loop->last };
  SquillMongoshFrame inner = { .arguments = { .sources = self->sources,
                                              .parameters = loop->parameters,
                                              .n_values = 2,
                                              .file = file,
                                              .function = &body },
                               .around = frame,
                               .caller = frame,
                               .depth = frame == NULL ? 1 : frame->depth + 1 };

  /* What its names stand for is not known then. */
  if (turns == NULL)
    {
      turns = g_ptr_array_new ();
      g_ptr_array_add (turns, _squill_javascript_file_make_value (file->program, loop->first,
                                                                  SQUILL_JAVASCRIPT_OTHER, NULL));
    }
  for (guint i = 0; i < turns->len; i++)
    {
      SquillJavascriptValue *number = _squill_javascript_file_make_value (
          file->program, loop->first, SQUILL_JAVASCRIPT_NUMERIC, NULL);
      const SquillJavascriptValue *turn = turns->pdata[i];
      /* Neither is the number of a turn known where the turns are not. */
      const SquillJavascriptValue *values[] = { turn, turn->kind == SQUILL_JAVASCRIPT_OTHER
                                                          ? turn
                                                          : number };
      g_autoptr (GHashTable) copies = g_hash_table_new (NULL, NULL);

      number->number = i;
      inner.arguments.values = values;
      inner.arguments.copies = copies;
      walk (self, file, loop->first + 1, loop->last, &inner);
    }
}

/* The loop whose parenthesis is at @position (nullable). */
static const SquillMongooseLoop *
find_loop (const SquillMongooseFile *file, guint position)
{
  /* They are in their order. */
  guint low = 0, high = file->loops->len;

  while (low < high)
    {
      const guint middle = (low + high) / 2;
      const SquillMongooseLoop *loop = file->loops->pdata[middle];

      if (loop->first == position)
        return loop;
      if (loop->first < position)
        low = middle + 1;
      else
        high = middle;
    }
  return NULL;
}

/* The function that the call at @position is of, and where that is; NULL where it is none. @open
 * gets the parenthesis of the call. */
static const SquillMongooseFunction *
find_called (SquillMongoshScript *self,
             const SquillMongooseFile *file,
             guint position,
             const SquillMongooseFile **where,
             guint *open)
{
  SquillJavascriptFile *program = file->program;
  SquillJavascriptValue *name;
  g_autofree char *text = NULL;

  *open = position + 1;
  if (position > 0 && (_squill_javascript_file_is (program, position - 1, ".") ||
                       _squill_javascript_file_is (program, position - 1, "function") ||
                       _squill_javascript_file_is (program, position - 1, "new")))
    return NULL;
  text = _squill_javascript_file_get_text (program, position);
  /* "helpers.addIndexes (…)", of another file */
  if (_squill_javascript_file_is (program, position + 1, ".") &&
      _squill_javascript_file_is_word (program, position + 2) &&
      _squill_javascript_file_is (program, position + 3, "("))
    {
      g_autofree char *head = g_steal_pointer (&text), *member = NULL;

      if (!g_hash_table_contains (file->imports, head) &&
          !g_hash_table_contains (file->values, head))
        return NULL;
      member = _squill_javascript_file_get_text (program, position + 2);
      text = g_strdup_printf ("%s.%s", head, member);
      *open = position + 3;
    }
  else if (!_squill_javascript_file_is (program, position + 1, "(") ||
           (!g_hash_table_contains (file->functions, text) &&
            !g_hash_table_contains (file->imports, text)))
    return NULL;
  name = _squill_javascript_file_make_value (program, position, SQUILL_JAVASCRIPT_NAME, text);
  return _squill_mongoose_find_function (self->sources, name, where);
}

/* Where a body ends that does not belong to what a script does: that of "down" or "rollback", which
 * takes back a migration, and what is done about an error; 0 where there is none. */
static guint
find_skipped (const SquillJavascriptFile *program, guint position)
{
  guint i = position + 1;

  if (_squill_javascript_file_is (program, position, "catch"))
    {
      if (_squill_javascript_file_is (program, i, "("))
        i = _squill_javascript_file_get (program, i)->match + 1;
      return _squill_javascript_file_is (program, i, "{")
                 ? _squill_javascript_file_get (program, i)->match
                 : 0;
    }
  if (!_squill_javascript_file_is (program, position, "down") &&
      !_squill_javascript_file_is (program, position, "rollback"))
    return 0;
  if (_squill_javascript_file_is (program, i, "=") || _squill_javascript_file_is (program, i, ":"))
    {
      i++;
      if (_squill_javascript_file_is (program, i, "async"))
        i++;
      if (!_squill_javascript_file_is (program, i, "function"))
        return MAX (_squill_javascript_file_get (program, i)->rest, i) - 1;
      i++;
      if (_squill_javascript_file_is_word (program, i))
        i++;
    }
  if (!_squill_javascript_file_is (program, i, "("))
    return 0;
  i = _squill_javascript_file_get (program, i)->match + 1;
  for (guint end = i + 20; i < end && !_squill_javascript_file_is (program, i, "{") &&
                           !_squill_javascript_file_is (program, i, ";");)
    i++;
  return _squill_javascript_file_is (program, i, "{")
             ? _squill_javascript_file_get (program, i)->match
             : 0;
}

/* "users = db.collection ('users')" */
static void
take_binding (SquillMongoshScript *self,
              const SquillMongoshFrame *frame,
              const SquillMongooseFile *file,
              guint position)
{
  SquillJavascriptFile *program = file->program;
  guint i = position + 1;
  SquillMongoshHandle *handle;

  if (_squill_javascript_file_is (program, i, ":"))
    i = _squill_javascript_file_skip_type (program, i + 1);
  if (!_squill_javascript_file_is (program, i, "="))
    return;
  i++;
  while (_squill_javascript_file_is (program, i, "(") ||
         _squill_javascript_file_is (program, i, "await") ||
         _squill_javascript_file_is (program, i, "new"))
    i++;
  if (!_squill_javascript_file_is_word (program, i))
    return;
  handle = follow_chain (self, frame, file, i, TRUE);
  if (handle->kind != SQUILL_MONGOSH_NONE)
    g_hash_table_replace (self->variables, _squill_javascript_file_get_text (program, position),
                          handle);
  else
    {
      g_autofree char *name = _squill_javascript_file_get_text (program, position);

      /* "db = client" is one, whatever it is made of. */
      if (!g_str_equal (name, "db"))
        g_hash_table_remove (self->variables, name);
      _squill_mongosh_handle_free (handle);
    }
}

/* "use shop", which is no JavaScript. */
static void
take_use (SquillMongoshScript *self, SquillJavascriptFile *program, guint position)
{
  const SquillJavascriptToken *name = _squill_javascript_file_get (program, position + 1);
  g_autofree char *text = NULL;

  if (!_squill_javascript_file_is (program, position, "use") ||
      name->kind != SQUILL_JAVASCRIPT_WORD ||
      name->line != _squill_javascript_file_get (program, position)->line)
    return;
  text = _squill_javascript_file_get_text (program, position + 1);
  note_database (
      self, _squill_javascript_file_make_value (program, position, SQUILL_JAVASCRIPT_NAME, text),
      text);
}

/* "exports.down" */
static gboolean
is_exported (const SquillJavascriptFile *program, guint position)
{
  return position > 1 && _squill_javascript_file_is (program, position - 1, ".") &&
         _squill_javascript_file_is (program, position - 2, "exports");
}

static gboolean
begins_chain (const SquillJavascriptFile *program, guint position)
{
  if (_squill_javascript_file_is (program, position, ")"))
    {
      const guint open = _squill_javascript_file_get (program, position)->match;

      /* "(await connect ()).collection ('users')" */
      return _squill_javascript_file_is (program, position + 1, ".") && open < position &&
             (open == 0 || (!_squill_javascript_file_is_word (program, open - 1) &&
                            !_squill_javascript_file_is (program, open - 1, ">")));
    }
  return _squill_javascript_file_is_word (program, position) &&
         (position == 0 || (!_squill_javascript_file_is (program, position - 1, ".") &&
                            !_squill_javascript_file_is (program, position - 1, "?.")));
}

/* What a token of any file is known by. */
static gpointer
get_key (const SquillJavascriptFile *program, guint position)
{
  return (gpointer)_squill_javascript_file_get (program, position);
}

/* Does what stands between two tokens. */
static void
walk (SquillMongoshScript *self,
      const SquillMongooseFile *file,
      guint first,
      guint last,
      const SquillMongoshFrame *frame)
{
  SquillJavascriptFile *program = file->program;

  if (frame != NULL && frame->depth > MAX_DEPTH)
    return;
  for (guint i = first; i <= last && i + 1 < program->tokens->len; i++)
    {
      const SquillMongooseLoop *loop = find_loop (file, i);
      const SquillMongooseFile *where = NULL;
      const SquillMongooseFunction *function;
      guint skipped, open;

      skipped = GPOINTER_TO_UINT (g_hash_table_lookup (self->skipped, get_key (program, i)));
      if (skipped > i && i != first)
        {
          i = skipped;
          continue;
        }
      if (self->n_steps++ > MAX_STEPS)
        {
          _squill_mongoose_sources_note_too_much (
              self->sources,
              _squill_javascript_file_make_value (program, i, SQUILL_JAVASCRIPT_OTHER, NULL));
          return;
        }
      if (loop != NULL)
        {
          turn_loop (self, frame, file, loop);
          i = MAX (loop->last, i);
          continue;
        }
      if (!begins_chain (program, i) && !is_exported (program, i))
        continue;
      skipped = find_skipped (program, i);
      if (skipped > i)
        {
          i = skipped;
          continue;
        }
      if (!begins_chain (program, i))
        continue;
      take_use (self, program, i);
      take_binding (self, frame, file, i);
      function = find_called (self, file, i, &where, &open);
      if (function != NULL)
        call_function (self, frame, file, where, function, open);
      _squill_mongosh_handle_free (follow_chain (self, frame, file, i, FALSE));
    }
}

static void
skip (SquillMongoshScript *self,
      const SquillMongooseFile *file,
      const SquillMongooseFunction *function)
{
  g_hash_table_insert (self->skipped, get_key (file->program, function->first),
                       GUINT_TO_POINTER (function->last));
}

/* A function that nothing in its file names, and that no other file can name, does nothing. */
static void
skip_if_dead (SquillMongoshScript *self, const SquillMongooseFile *file, guint position)
{
  SquillJavascriptFile *program = file->program;
  const guint before =
      position > 0 && _squill_javascript_file_is (program, position - 1, "async") ? 1 : 0;
  const SquillMongooseFunction *function;
  g_autofree char *name = NULL;

  if (!_squill_javascript_file_is (program, position, "function") ||
      !_squill_javascript_file_is_word (program, position + 1) ||
      (position > before &&
       (_squill_javascript_file_is (program, position - before - 1, "export") ||
        _squill_javascript_file_is (program, position - before - 1, "default") ||
        _squill_javascript_file_is (program, position - before - 1, "(") ||
        _squill_javascript_file_is (program, position - before - 1, "=") ||
        _squill_javascript_file_is (program, position - before - 1, ":"))))
    return;
  name = _squill_javascript_file_get_text (program, position + 1);
  function = g_hash_table_lookup (file->functions, name);
  if (function != NULL && GPOINTER_TO_UINT (g_hash_table_lookup (self->words, name)) == 1)
    skip (self, file, function);
}

/* How often each word is in a file. */
static void
count_words (SquillMongoshScript *self, SquillJavascriptFile *program)
{
  g_hash_table_remove_all (self->words);
  for (guint i = 0; i + 1 < program->tokens->len; i++)
    if (_squill_javascript_file_is_word (program, i))
      {
        char *word = _squill_javascript_file_get_text (program, i);
        const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (self->words, word));

        g_hash_table_replace (self->words, word, GUINT_TO_POINTER (n + 1));
      }
}

/* Functions that are called are taken where they are called, and not where they stand. */
void
_squill_mongosh_script_note_calls (SquillMongoshScript *self, const SquillMongooseFile *file)
{
  SquillJavascriptFile *program = file->program;

  count_words (self, program);
  for (guint i = 0; i + 1 < program->tokens->len; i++)
    {
      const SquillMongooseFile *where = NULL;
      guint open;
      const SquillMongooseFunction *function = _squill_javascript_file_is_word (program, i)
                                                   ? find_called (self, file, i, &where, &open)
                                                   : NULL;

      if (function != NULL)
        skip (self, where, function);
      else
        skip_if_dead (self, file, i);
    }
}

/* Follows a script from its beginning to its end. */
void
_squill_mongosh_script_read (SquillMongoshScript *self, const SquillMongooseFile *file)
{
  if (file->program->tokens->len > 1)
    walk (self, file, 0, file->program->tokens->len - 2, NULL);
}
