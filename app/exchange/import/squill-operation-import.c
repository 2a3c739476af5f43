/* SPDX-License-Identifier: Apache-2.0 */

/* Commands, as they are sent, become operations of the workload: one for all that differ only in
 * their values. How often they come tells their rate, where they have times. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-operation-import-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "exchange/import/squill-command-scanner.h"
#include "model/squill-authoring.h"
#include "model/squill-property.h"
#include "text/squill-text.h"

/* More is not shown. */
#define MAX_PROBLEMS 1000
#define MAX_OPERATIONS 10000

/* Time spans shorter than this tell no rate, s. */
#define MIN_SPAN 1.0

/* An operation that was found, how often, and how often with a time. */
typedef struct
{
  json_t *content;
  guint64 n_timed;
} Found;

static void
found_free (Found *self)
{
  json_decref (self->content);
  g_free (self);
}

/* Telling. */

void
_squill_importer_tell (SquillImporter *self, gsize offset, char *text)
{
  const char *line;
  guint column = 1;

  if (self->import->problems->len >= MAX_PROBLEMS)
    {
      g_free (text);
      return;
    }
  offset = MIN (offset, self->length);
  if (offset < self->known_offset)
    {
      self->known_offset = 0;
      self->known_line = 1;
    }
  for (gsize i = self->known_offset; i < offset; i++)
    self->known_line += self->text[i] == '\n';
  self->known_offset = offset;
  line = self->text + offset;
  while (line > self->text && line[-1] != '\n')
    line--;
  for (; line < self->text + offset; line++)
    column += ((guchar)*line & 0xc0) != 0x80;
  g_ptr_array_add (self->import->problems,
                   squill_import_problem_new (self->known_line, column, text));
}

static void
on_fault (gsize offset, const char *reason, gpointer user_data)
{
  _squill_importer_tell (user_data, offset, g_strdup (reason));
}

/* Where a command says a name, else where it begins. */
gsize
_squill_command_find_name (const SquillImportCommand *command, const char *name)
{
  const char *begin = command->importer->text + command->start;
  const char *found = g_strstr_len (begin, (gssize)(command->end - command->start), name);

  return found == NULL ? command->start : (gsize)(found - command->importer->text);
}

/* Commands. */

static gboolean
set_collection (SquillImportCommand *command, const char *name)
{
  SquillImporter *self = command->importer;

  if (name == NULL)
    {
      _squill_importer_tell (self, command->start,
                             g_strdup (_ ("The command does not say on which collection")));
      return FALSE;
    }
  command->collection = squill_design_find_collection_by_name (self->design, name);
  if (command->collection == NULL)
    {
      _squill_importer_tell (self, _squill_command_find_name (command, name),
                             g_strdup_printf (_ ("There is no collection “%s”"), name));
      return FALSE;
    }
  command->site = command->collection->shape;
  if (command->collection->kind == SQUILL_COLLECTION_BUCKET)
    command->site =
        squill_design_get_stored (self->design, command->collection->relationship, TRUE);
  if (command->site == NULL || command->collection->entity == NULL)
    {
      _squill_importer_tell (
          self, _squill_command_find_name (command, name),
          g_strdup_printf (_ ("“%s” holds links: an operation starts from an entity"), name));
      return FALSE;
    }
  return TRUE;
}

const char *
_squill_operation_get_kind_name (SquillOperationKind kind)
{
  return squill_kind_find_property (SQUILL_KIND_OPERATION, "operation")->choices[kind];
}

/* "find orders by customer, status" */
static char *
make_name (const SquillImportCommand *command)
{
  GString *name = g_string_new (_squill_operation_get_kind_name (command->kind));
  const SquillItem *item;
  gsize i;
  const json_t *key;

  g_string_append_printf (name, " %s", command->collection->name);
  json_array_foreach (command->filter, i, key)
  {
    const char *path = json_string_value (json_object_get (key, "path"));
    const char *last = squill_key_path_get_last (path);

    item = *path == '=' ? NULL : squill_model_get_item (command->importer->model, last);
    if (i < 3)
      g_string_append_printf (name, "%s%s", i == 0 ? " by " : ", ",
                              item != NULL && squill_item_get_name (item) != NULL
                                  ? squill_item_get_name (item)
                                  : path + (*path == '='));
  }
  return g_string_free (name, FALSE);
}

static void
take (json_t *content, const char *name, json_t **value)
{
  if (*value != NULL)
    json_object_set_new (content, name, *value);
  *value = NULL;
}

/* The command becomes an operation, or one more run of one. */
static void
end_command (SquillImportCommand *command)
{
  SquillImporter *self = command->importer;
  json_t *content = json_object ();
  g_autofree char *name = make_name (command);
  char *signature;
  Found *found;

  json_object_set_new (content, "operation",
                       json_string (_squill_operation_get_kind_name (command->kind)));
  json_object_set_new (content, "entity", json_string (command->collection->entity));
  take (content, "filter", &command->filter);
  take (content, "sort", &command->sort);
  take (content, "returns", &command->returns);
  take (content, "writes", &command->writes);
  take (content, "computes", &command->computes);
  take (content, "follows", &command->follows);
  if (!isnan (command->limit))
    json_object_set_new (content, "limit", squill_json_number (command->limit));
  if (!isnan (command->skip))
    json_object_set_new (content, "skip", squill_json_number (command->skip));
  if (command->multi)
    json_object_set_new (content, "multi", json_true ());
  if (command->upsert)
    json_object_set_new (content, "upsert", json_true ());

  if (command->explained)
    {
      const char *existing = _squill_importer_find_operation (self, content);

      if (existing != NULL)
        {
          if (command->measured != NULL)
            _squill_importer_measure (self, existing, json_incref (command->measured));
          json_decref (content);
          return;
        }
    }
  signature = json_dumps (content, JSON_COMPACT | JSON_SORT_KEYS);
  found = g_hash_table_lookup (self->operations, signature);
  if (found == NULL && self->order->len < MAX_OPERATIONS)
    {
      found = g_new0 (Found, 1);
      found->content = json_incref (content);
      json_object_set_new (content, "name", json_string (name));
      g_hash_table_insert (self->operations, g_strdup (signature), found);
      g_ptr_array_add (self->order, found);
    }
  if (found != NULL && command->measured != NULL)
    json_object_update (found->content, command->measured);
  if (found != NULL && command->time != G_MININT64)
    {
      found->n_timed++;
      self->first = self->first == G_MININT64 ? command->time : MIN (self->first, command->time);
      self->last = MAX (self->last, command->time);
    }
  free (signature);
  json_decref (content);
}

static void
clear_command (SquillImportCommand *command)
{
  json_decref (command->filter);
  json_decref (command->sort);
  json_decref (command->returns);
  json_decref (command->writes);
  json_decref (command->computes);
  json_decref (command->follows);
  json_decref (command->measured);
}

static void
begin_command (SquillImportCommand *command, SquillImporter *self, gsize start, gsize end)
{
  *command = (SquillImportCommand){
    .importer = self, .start = start, .end = end, .limit = NAN, .skip = NAN, .time = G_MININT64
  };
}

/* Documents of logs. */

typedef struct
{
  const char *name;
  SquillOperationKind kind;
} CommandName;

static const CommandName command_names[] = {
  { "find", SQUILL_OPERATION_FIND },
  { "aggregate", SQUILL_OPERATION_AGGREGATE },
  { "count", SQUILL_OPERATION_AGGREGATE },
  { "distinct", SQUILL_OPERATION_AGGREGATE },
  { "insert", SQUILL_OPERATION_INSERT },
  { "update", SQUILL_OPERATION_UPDATE },
  { "findAndModify", SQUILL_OPERATION_UPDATE },
  { "findandmodify", SQUILL_OPERATION_UPDATE },
  { "delete", SQUILL_OPERATION_DELETE },
};

static gboolean
is_true (const bson_iter_t *iter)
{
  return BSON_ITER_HOLDS_BOOL (iter) ? bson_iter_bool (iter)
                                     : _squill_command_get_number (iter) > 0;
}

/* What a command of the server says, member by member; those of an update of an `updates` array
 * too. */
static void
read_member (SquillImportCommand *command, const bson_iter_t *iter)
{
  const char *name = bson_iter_key (iter);

  if (g_str_equal (name, "filter") || g_str_equal (name, "query") || g_str_equal (name, "q"))
    _squill_command_read_filter (command, iter, "", 0);
  else if (g_str_equal (name, "sort"))
    _squill_command_read_sort (command, iter, NULL);
  else if (g_str_equal (name, "projection") || g_str_equal (name, "fields"))
    _squill_command_read_projection (command, iter);
  else if (g_str_equal (name, "pipeline"))
    _squill_command_read_pipeline (command, iter);
  else if (g_str_equal (name, "limit") && command->kind == SQUILL_OPERATION_DELETE)
    command->multi = _squill_command_get_number (iter) == 0;
  else if (g_str_equal (name, "limit"))
    _squill_command_set_limit (command, iter);
  else if (g_str_equal (name, "skip"))
    _squill_command_set_skip (command, iter);
  else if ((g_str_equal (name, "u") || g_str_equal (name, "update")) &&
           !BSON_ITER_HOLDS_UTF8 (iter))
    _squill_command_read_update (command, iter, 0);
  else if (g_str_equal (name, "multi"))
    command->multi = is_true (iter);
  else if (g_str_equal (name, "upsert"))
    command->upsert = is_true (iter);
  else if (g_str_equal (name, "remove") && is_true (iter))
    command->kind = SQUILL_OPERATION_DELETE;
}

static void
read_command_document (SquillImporter *self,
                       const SquillScannedCommand *scanned,
                       const bson_iter_t *document,
                       const char *collection,
                       const char *operation,
                       gint64 time,
                       json_t *measured)
{
  SquillImportCommand command;
  bson_iter_t iter, list, inner;
  const char *kind = operation, *name = collection;

  begin_command (&command, self, scanned->start, scanned->end);
  command.time = time;
  command.measured = json_incref (measured);
  command.explained = measured != NULL;
  if (!_squill_command_enter (document, &iter))
    {
      clear_command (&command);
      return;
    }
  while (bson_iter_next (&iter))
    for (guint i = 0; i < G_N_ELEMENTS (command_names); i++)
      if (g_str_equal (bson_iter_key (&iter), command_names[i].name) &&
          BSON_ITER_HOLDS_UTF8 (&iter))
        {
          kind = command_names[i].name;
          name = bson_iter_utf8 (&iter, NULL);
        }
  for (guint i = 0; kind != NULL && i < G_N_ELEMENTS (command_names); i++)
    if (g_str_equal (kind, command_names[i].name))
      {
        command.kind = command_names[i].kind;
        break;
      }
  if (kind == NULL || !set_collection (&command, name))
    {
      clear_command (&command);
      return;
    }
  if (g_str_equal (kind, "count"))
    _squill_command_add_key (&command, &command.computes, "_id", "count");
  _squill_command_enter (document, &iter);
  while (bson_iter_next (&iter))
    {
      const char *member = bson_iter_key (&iter);

      if (g_str_equal (member, "key") && g_str_equal (kind, "distinct") &&
          BSON_ITER_HOLDS_UTF8 (&iter))
        _squill_command_add_key (&command, &command.returns, bson_iter_utf8 (&iter, NULL), "");
      else if ((g_str_equal (member, "updates") || g_str_equal (member, "deletes")) &&
               _squill_command_enter (&iter, &list))
        {
          while (bson_iter_next (&list))
            if (_squill_command_enter (&list, &inner))
              while (bson_iter_next (&inner))
                read_member (&command, &inner);
        }
      else
        read_member (&command, &iter);
    }
  end_command (&command);
  clear_command (&command);
}

static gboolean
find_member (const bson_iter_t *object, const char *name, bson_iter_t *found)
{
  return _squill_command_enter (object, found) && bson_iter_find (found, name);
}

static gint64
get_time (const bson_iter_t *iter)
{
  if (BSON_ITER_HOLDS_DATE_TIME (iter))
    return bson_iter_date_time (iter);
  if (BSON_ITER_HOLDS_UTF8 (iter))
    {
      g_autoptr (GDateTime) time = g_date_time_new_from_iso8601 (bson_iter_utf8 (iter, NULL), NULL);

      if (time != NULL)
        return g_date_time_to_unix (time) * 1000 + g_date_time_get_microsecond (time) / 1000;
    }
  return G_MININT64;
}

/* The collection in "database.collection". */
static const char *
get_collection (const bson_iter_t *iter)
{
  const char *dot = BSON_ITER_HOLDS_UTF8 (iter) ? strchr (bson_iter_utf8 (iter, NULL), '.') : NULL;

  return dot == NULL ? NULL : dot + 1;
}

/* What `system.profile` calls an operation. */
static const char *
get_profile_operation (const bson_iter_t *iter)
{
  const char *name = BSON_ITER_HOLDS_UTF8 (iter) ? bson_iter_utf8 (iter, NULL) : "";

  if (g_str_equal (name, "query"))
    return "find";
  if (g_str_equal (name, "remove"))
    return "delete";
  return g_str_equal (name, "insert") || g_str_equal (name, "update") ? name : NULL;
}

/* What explain() says, with the command that it is of. */
static void
read_explain (SquillImporter *self, const SquillScannedCommand *scanned, const bson_iter_t *explain)
{
  json_t *measured = _squill_explain_get_measured (explain);
  bson_t *command = _squill_explain_get_command (explain);
  bson_t whole = BSON_INITIALIZER;
  bson_iter_t root;

  if (measured == NULL)
    _squill_importer_tell (
        self, scanned->start,
        g_strdup (_ ("explain() has measured nothing: run it as explain(\"executionStats\")")));
  else if (command == NULL)
    _squill_importer_tell (self, scanned->start,
                           g_strdup (_ ("explain() does not say of which command it is")));
  else
    {
      BSON_APPEND_DOCUMENT (&whole, "", command);
      bson_iter_init (&root, &whole);
      bson_iter_next (&root);
      read_command_document (self, scanned, &root, NULL, NULL, G_MININT64, measured);
    }
  if (command != NULL)
    bson_destroy (command);
  json_decref (measured);
  bson_destroy (&whole);
}

/* A line of a log, a document of system.profile, or a command itself. */
static void
read_document (SquillImporter *self, const SquillScannedCommand *scanned)
{
  bson_t whole = BSON_INITIALIZER;
  bson_iter_t root, iter, attributes, command;
  const char *collection = NULL, *operation = NULL;
  gint64 time = G_MININT64;

  BSON_APPEND_DOCUMENT (&whole, "", scanned->document);
  bson_iter_init (&root, &whole);
  bson_iter_next (&root);
  if (_squill_document_is_explain (&root))
    {
      read_explain (self, scanned, &root);
      bson_destroy (&whole);
      return;
    }
  if (_squill_importer_read_index_use (self, scanned->start, &root))
    {
      bson_destroy (&whole);
      return;
    }
  if (find_member (&root, "t", &iter) || find_member (&root, "ts", &iter) ||
      find_member (&root, "timestamp", &iter))
    time = get_time (&iter);
  attributes = root;
  if (find_member (&root, "attr", &iter))
    attributes = iter;
  if (find_member (&attributes, "ns", &iter))
    collection = get_collection (&iter);
  if (find_member (&attributes, "op", &iter))
    operation = get_profile_operation (&iter);
  if (operation == NULL && find_member (&attributes, "type", &iter))
    operation = get_profile_operation (&iter);
  if (find_member (&attributes, "command", &command) && BSON_ITER_HOLDS_DOCUMENT (&command))
    read_command_document (self, scanned, &command, collection, operation, time, NULL);
  else if (find_member (&attributes, "query", &command) && BSON_ITER_HOLDS_DOCUMENT (&command) &&
           collection != NULL)
    read_command_document (self, scanned, &attributes, collection, operation, time, NULL);
  else
    read_command_document (self, scanned, &root, collection, NULL, time, NULL);
  bson_destroy (&whole);
}

/* Calls. */

/* The arguments of a call, one after the other. */
static gboolean
begin_arguments (const SquillScannedCall *call, bson_iter_t *iter)
{
  bson_iter_t array;

  return call->arguments != NULL && bson_iter_init_find (&array, call->arguments, "a") &&
         _squill_command_enter (&array, iter);
}

static void
read_options (SquillImportCommand *command, const bson_iter_t *options)
{
  bson_iter_t iter;

  if (_squill_command_enter (options, &iter))
    while (bson_iter_next (&iter))
      if (!g_str_equal (bson_iter_key (&iter), "query") || command->filter == NULL)
        read_member (command, &iter);
}

typedef struct
{
  const char *name;
  SquillOperationKind kind;
  const char *arguments; /* f filter, p projection, u update, o options, a pipeline, d documents, k
                          * a path, x all in one */
  gboolean single;
  gboolean multi;
} Method;

static const Method methods[] = {
  { "find", SQUILL_OPERATION_FIND, "fpo", FALSE, FALSE },
  { "findone", SQUILL_OPERATION_FIND, "fpo", TRUE, FALSE },
  { "aggregate", SQUILL_OPERATION_AGGREGATE, "ao", FALSE, FALSE },
  { "count", SQUILL_OPERATION_AGGREGATE, "fo", FALSE, FALSE },
  { "countdocuments", SQUILL_OPERATION_AGGREGATE, "fo", FALSE, FALSE },
  { "distinct", SQUILL_OPERATION_AGGREGATE, "kfo", FALSE, FALSE },
  { "insert", SQUILL_OPERATION_INSERT, "d", FALSE, FALSE },
  { "insertone", SQUILL_OPERATION_INSERT, "d", FALSE, FALSE },
  { "insertmany", SQUILL_OPERATION_INSERT, "d", FALSE, TRUE },
  { "update", SQUILL_OPERATION_UPDATE, "fuo", FALSE, FALSE },
  { "updateone", SQUILL_OPERATION_UPDATE, "fuo", FALSE, FALSE },
  { "updatemany", SQUILL_OPERATION_UPDATE, "fuo", FALSE, TRUE },
  { "replaceone", SQUILL_OPERATION_UPDATE, "fuo", FALSE, FALSE },
  { "findoneandupdate", SQUILL_OPERATION_UPDATE, "fuo", FALSE, FALSE },
  { "findoneandreplace", SQUILL_OPERATION_UPDATE, "fuo", FALSE, FALSE },
  { "findoneanddelete", SQUILL_OPERATION_DELETE, "fo", FALSE, FALSE },
  { "findandmodify", SQUILL_OPERATION_UPDATE, "x", FALSE, FALSE },
  { "deleteone", SQUILL_OPERATION_DELETE, "fo", FALSE, FALSE },
  { "deletemany", SQUILL_OPERATION_DELETE, "fo", FALSE, TRUE },
  { "remove", SQUILL_OPERATION_DELETE, "fo", FALSE, TRUE },
};

static const Method *
find_method (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    if (g_str_equal (methods[i].name, name))
      return &methods[i];
  return NULL;
}

static void
read_argument (SquillImportCommand *command, char role, const bson_iter_t *value)
{
  switch (role)
    {
    case 'f':
      _squill_command_read_filter (command, value, "", 0);
      break;
    case 'p':
      _squill_command_read_projection (command, value);
      break;
    case 'u':
      _squill_command_read_update (command, value, 0);
      break;
    case 'a':
      _squill_command_read_pipeline (command, value);
      break;
    case 'k':
      if (BSON_ITER_HOLDS_UTF8 (value))
        _squill_command_add_key (command, &command->returns, bson_iter_utf8 (value, NULL), "");
      break;
    case 'o':
    case 'x':
      read_options (command, value);
      break;
    default:
      break;
    }
}

/* Drivers have the options of a find where the shell has its projection. */
static gboolean
is_options (const bson_iter_t *value)
{
  bson_iter_t iter;

  return find_member (value, "projection", &iter) || find_member (value, "sort", &iter) ||
         (find_member (value, "limit", &iter) && _squill_command_get_number (&iter) > 1);
}

static void
read_first_call (SquillImportCommand *command, const Method *method, const SquillScannedCall *call)
{
  bson_iter_t iter;

  if (begin_arguments (call, &iter))
    for (const char *role = method->arguments; *role != '\0' && bson_iter_next (&iter); role++)
      {
        const gboolean is_expected =
            _squill_command_enter (&iter, &(bson_iter_t){ 0 }) || strchr ("ok", *role) != NULL;

        if (!is_expected && strchr ("fua", *role) != NULL)
          _squill_importer_tell (
              command->importer, command->start,
              g_strdup (_ ("A filter, an update, or a pipeline is not written out here")));
        else
          read_argument (command, *role == 'p' && is_options (&iter) ? 'o' : *role, &iter);
      }
}

/* Options of a driver that takes them by name. */
static void
read_named (SquillImportCommand *command, const SquillScannedCall *call)
{
  bson_iter_t named;

  if (call->arguments != NULL && bson_iter_init_find (&named, call->arguments, "named"))
    read_options (command, &named);
}

static void
read_later_call (SquillImportCommand *command, const SquillScannedCall *call)
{
  bson_iter_t first, second;
  gboolean has_second;

  if (!begin_arguments (call, &first) || !bson_iter_next (&first))
    return;
  second = first;
  has_second = bson_iter_next (&second);
  if (g_str_equal (call->method, "sort"))
    _squill_command_read_sort (command, &first, has_second ? &second : NULL);
  else if (g_str_equal (call->method, "limit"))
    _squill_command_set_limit (command, &first);
  else if (g_str_equal (call->method, "skip"))
    _squill_command_set_skip (command, &first);
  else if (g_str_equal (call->method, "project") || g_str_equal (call->method, "projection"))
    _squill_command_read_projection (command, &first);
}

/* Whether a pipeline asks how much indexes are used: what it gives comes next. */
static gboolean
asks_index_use (const SquillScannedCall *call)
{
  bson_iter_t pipeline, stage, name;

  return g_str_equal (call->method, "aggregate") && begin_arguments (call, &pipeline) &&
         bson_iter_next (&pipeline) && _squill_command_enter (&pipeline, &stage) &&
         bson_iter_next (&stage) && _squill_command_enter (&stage, &name) &&
         bson_iter_next (&name) && g_str_equal (bson_iter_key (&name), "$indexStats");
}

static void
read_calls (SquillImporter *self, const SquillScannedCommand *scanned)
{
  const SquillScannedCall *first = scanned->calls->pdata[0];
  const Method *method = find_method (first->method);
  SquillImportCommand command;

  self->indexed = NULL;

  if (first->arguments == NULL)
    return; /* told already */
  if (method == NULL)
    {
      bson_iter_t iter;

      /* runCommand */
      if (begin_arguments (first, &iter) && bson_iter_next (&iter))
        read_command_document (self, scanned, &iter, NULL, NULL, G_MININT64, NULL);
      return;
    }
  begin_command (&command, self, scanned->start, scanned->end);
  command.kind = method->kind;
  command.multi = method->multi;
  for (guint i = 0; i < scanned->calls->len; i++)
    command.explained |=
        g_str_equal (((const SquillScannedCall *)scanned->calls->pdata[i])->method, "explain");
  if (set_collection (&command, scanned->collection) && asks_index_use (first))
    self->indexed = command.collection;
  else if (command.collection != NULL && command.site != NULL && command.collection->entity != NULL)
    {
      if (method->single)
        command.limit = 1;
      if (g_str_has_prefix (method->name, "count"))
        _squill_command_add_key (&command, &command.computes, "_id", "count");
      read_first_call (&command, method, first);
      read_named (&command, first);
      for (guint i = 1; i < scanned->calls->len; i++)
        read_later_call (&command, scanned->calls->pdata[i]);
      end_command (&command);
    }
  clear_command (&command);
}

static int
compare_problems (gconstpointer a, gconstpointer b)
{
  const SquillImportProblem *left = *(SquillImportProblem *const *)a;
  const SquillImportProblem *right = *(SquillImportProblem *const *)b;

  if (left->line != right->line)
    return left->line < right->line ? -1 : 1;
  return left->column < right->column ? -1 : left->column > right->column;
}

/**
 * squill_operation_import_new:
 * @design: a design: its collections are those that commands name
 * @text: commands of the shell, of programs or of logs
 * @length: its bytes
 *
 * Reads commands as operations. Commands that differ only in their values are one operation. Those
 * of logs have times: how many there are in the time from the first to the last makes the rate.
 * What is not understood is told; the rest is kept.
 *
 * Returns: (transfer full): what was found
 */
SquillOperationImport *
squill_operation_import_new (SquillDesign *design, const char *text, gsize length)
{
  SquillOperationImport *import = g_new0 (SquillOperationImport, 1);
  g_autoptr (GHashTable) operations = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) order = g_ptr_array_new_with_free_func ((GDestroyNotify)found_free);
  g_autoptr (GPtrArray) commands = NULL;
  SquillImporter importer = { 0 };

  g_return_val_if_fail (SQUILL_IS_DESIGN (design), import);
  g_return_val_if_fail (text != NULL, import);

  import->operations = g_ptr_array_new_with_free_func ((GDestroyNotify)json_decref);
  import->measures = g_ptr_array_new_with_free_func ((GDestroyNotify)json_decref);
  import->problems = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_import_problem_free);
  importer.design = design;
  importer.model = squill_design_get_model (design);
  importer.import = import;
  importer.text = text;
  importer.length = length;
  importer.known_line = 1;
  importer.operations = operations;
  importer.order = order;
  importer.first = importer.last = G_MININT64;
  commands = squill_commands_scan (text, length, on_fault, &importer);
  import->n_commands = commands->len;
  for (guint i = 0; i < commands->len; i++)
    {
      const SquillScannedCommand *command = commands->pdata[i];

      if (command->document != NULL)
        read_document (&importer, command);
      else
        read_calls (&importer, command);
    }
  if (importer.first != G_MININT64)
    import->seconds = ((double)importer.last - (double)importer.first) / 1000;
  for (guint i = 0; i < order->len; i++)
    {
      const Found *found = order->pdata[i];

      if (found->n_timed > 0 && import->seconds >= MIN_SPAN)
        json_object_set_new (found->content, "rate",
                             squill_json_number ((double)found->n_timed / import->seconds));
      g_ptr_array_add (import->operations, json_incref (found->content));
    }
  g_ptr_array_sort (import->problems, compare_problems);
  return import;
}

/**
 * squill_operation_import_free:
 * @self: (nullable): what was found
 */
void
squill_operation_import_free (SquillOperationImport *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->operations);
  g_ptr_array_unref (self->measures);
  g_ptr_array_unref (self->problems);
  g_free (self);
}

/**
 * squill_operation_import_apply:
 * @self: what was found
 * @model: the model of the design that it was found for, unchanged since then
 *
 * Adds the operations to a model, and enters what was measured, in one step.
 *
 * Returns: (transfer full) (nullable): the ids of the items that were measured, and of the new
 * operations; %NULL where the model may only be read, or there are none
 */
char **
squill_operation_import_apply (SquillOperationImport *self, SquillModel *model)
{
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (SQUILL_IS_MODEL (model), NULL);

  if (self->operations->len + self->measures->len == 0 || squill_model_get_read_only (model))
    return NULL;
  squill_model_begin_step (
      model, self->operations->len > 0 ? _ ("Add operations") : _ ("Enter measurements"), NULL);
  for (guint i = 0; i < self->measures->len; i++)
    {
      const json_t *measure = self->measures->pdata[i];
      const char *id = json_string_value (json_object_get (measure, "id")), *property;
      json_t *value;

      json_object_foreach (json_object_get (measure, "set"), property, value)
      {
        squill_model_set (model, id, property, json_incref (value), NULL);
      }
      g_strv_builder_add (ids, id);
    }
  for (guint i = 0; i < self->operations->len; i++)
    {
      const json_t *content = self->operations->pdata[i];
      g_autofree char *name =
          squill_model_make_unique_name (model, SQUILL_MODEL_ID, SQUILL_KIND_OPERATION,
                                         json_string_value (json_object_get (content, "name")));
      g_autofree char *id =
          squill_model_add_operation (model, name, SQUILL_OPERATION_FIND,
                                      json_string_value (json_object_get (content, "entity")));
      const char *property;
      json_t *value;

      if (id == NULL)
        continue;
      json_object_foreach ((json_t *)content, property, value)
      {
        if (!g_str_equal (property, "name") && !g_str_equal (property, "entity"))
          squill_model_set (model, id, property, json_incref (value), NULL);
      }
      g_strv_builder_add (ids, id);
    }
  squill_model_end_step (model);
  return g_strv_builder_end (ids);
}
