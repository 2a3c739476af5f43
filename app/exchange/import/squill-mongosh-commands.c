/* SPDX-License-Identifier: Apache-2.0 */

/* What methods of databases and collections, and commands, do to what is there. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "exchange/import/squill-mongosh-private.h"

/* Those of a collection; the server takes 64. */
#define MAX_INDEXES 1000
#define MAX_COLLECTIONS 5000
/* Documents of which a model is made; more say the same. */
#define MAX_DOCUMENTS 20000
/* Of all documents together, in bytes. */
#define MAX_BYTES ((gsize)64 * 1024 * 1024)

static void
collection_free (gpointer data)
{
  SquillMongoshCollection *self = data;

  g_free (self->name);
  json_decref (self->options);
  json_decref (self->indexes);
  g_hash_table_unref (self->named_indexes);
  json_decref (self->shard_key);
  g_string_free (self->documents, TRUE);
  g_free (self);
}

void
_squill_mongosh_handle_free (gpointer data)
{
  SquillMongoshHandle *self = data;

  g_free (self->name);
  g_free (self);
}

void
_squill_mongosh_script_init (SquillMongoshScript *self,
                             SquillMongooseSources *sources,
                             SquillImportReport *report)
{
  *self = (SquillMongoshScript){ .sources = sources, .report = report };
  self->collections = g_ptr_array_new_with_free_func (collection_free);
  self->named = g_hash_table_new (g_str_hash, g_str_equal);
  self->variables =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, _squill_mongosh_handle_free);
  self->pushed =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
  self->told = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->skipped = g_hash_table_new (NULL, NULL);
  self->words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->quiet = g_hash_table_new (NULL, NULL);
}

void
_squill_mongosh_script_clear (SquillMongoshScript *self)
{
  g_hash_table_unref (self->named);
  g_ptr_array_unref (self->collections);
  g_hash_table_unref (self->variables);
  g_hash_table_unref (self->pushed);
  g_hash_table_unref (self->told);
  g_hash_table_unref (self->skipped);
  g_hash_table_unref (self->words);
  g_hash_table_unref (self->quiet);
  g_free (self->database);
}

/* Takes @text, and tells it once of each file. */
void
_squill_mongosh_script_tell (SquillMongoshScript *self,
                             const SquillJavascriptValue *place,
                             char *text)
{
  SquillImportProblem *problem = _squill_mongoose_sources_make_problem (
      self->sources, place->file, place->line, place->column, text);

  if (g_hash_table_add (self->told, g_strdup (problem->text)))
    g_ptr_array_add (self->report->problems, problem);
  else
    squill_import_problem_free (problem);
}

static SquillMongoshCollection *
find (SquillMongoshScript *self, const char *name)
{
  return g_hash_table_lookup (self->named, name);
}

static SquillMongoshCollection *
ensure (SquillMongoshScript *self, const char *name, const SquillJavascriptValue *place)
{
  SquillMongoshCollection *collection = find (self, name);

  if (collection != NULL || self->collections->len >= MAX_COLLECTIONS)
    return collection;
  collection = g_new0 (SquillMongoshCollection, 1);
  collection->name = g_strdup (name);
  collection->options = json_object ();
  collection->indexes = json_array ();
  collection->named_indexes = g_hash_table_new (g_str_hash, g_str_equal);
  collection->documents = g_string_new (NULL);
  collection->file = place->file;
  collection->line = place->line;
  collection->column = place->column;
  g_ptr_array_add (self->collections, collection);
  g_hash_table_insert (self->named, collection->name, collection);
  return collection;
}

static const SquillJavascriptValue *
get_argument (SquillMongoshScript *self, const SquillJavascriptValue *call, guint i)
{
  return i < call->items->len ? _squill_mongoose_resolve (self->sources, call->items->pdata[i])
                              : NULL;
}

static const char *
get_text (const SquillJavascriptValue *value)
{
  return value != NULL && value->kind == SQUILL_JAVASCRIPT_TEXT && *value->text != '\0'
             ? value->text
             : NULL;
}

static void
set_options (SquillMongoshScript *self,
             SquillMongoshCollection *collection,
             const SquillJavascriptValue *place,
             const json_t *options,
             const char *command)
{
  /* Not of the collection. */
  static const char *const others[] = { "writeConcern", "session",   "comment",
                                        "autoIndexId",  "strict",    "flags",
                                        "index",        "maxTimeMS", NULL };
  const char *key;
  json_t *value;

  json_object_foreach ((json_t *)options, key, value)
  {
    if (json_is_string (json_object_get (value, "$undefined")) ||
        json_is_true (json_object_get (value, "$undefined")))
      _squill_mongosh_script_tell (
          self, place,
          g_strdup_printf (_ ("“%s” of “%s” is computed, and not taken over"), key,
                           collection->name));
    else if (g_strcmp0 (key, command) != 0 && !g_strv_contains (others, key))
      json_object_set (collection->options, key, value);
  }
}

/* "email_1_name_-1", as the server calls it (transfer full). */
static char *
make_index_name (const json_t *keys)
{
  GString *name = g_string_new (NULL);
  const char *key;
  json_t *value;

  json_object_foreach ((json_t *)keys, key, value)
  {
    if (name->len > 0)
      g_string_append_c (name, '_');
    g_string_append_printf (name, "%s_", key);
    if (json_is_string (value))
      g_string_append (name, json_string_value (value));
    else
      {
        const json_t *number = json_object_get (value, "$numberLong");

        if (number == NULL)
          number = json_object_get (value, "$numberInt");
        g_string_append (name, json_number_value (value) < 0 || (json_is_string (number) &&
                                                                 *json_string_value (number) == '-')
                                   ? "-1"
                                   : "1");
      }
  }
  return g_string_free (name, FALSE);
}

static gboolean
is_index (const json_t *index, const json_t *keys, const char *name)
{
  return (name != NULL &&
          g_strcmp0 (json_string_value (json_object_get (index, "name")), name) == 0) ||
         (keys != NULL && json_equal (json_object_get (index, "key"), keys));
}

static void
name_index (SquillMongoshCollection *collection, json_t *index)
{
  const char *name = json_string_value (json_object_get (index, "name"));

  if (name != NULL)
    g_hash_table_insert (collection->named_indexes, (gpointer)name, index);
}

/* Whether both have the same keys in the same order. */
static gboolean
are_same_keys (const json_t *keys, const json_t *others)
{
  void *i = json_object_iter ((json_t *)keys);
  void *j = json_object_iter ((json_t *)others);

  for (; i != NULL && j != NULL; i = json_object_iter_next ((json_t *)keys, i),
                                 j = json_object_iter_next ((json_t *)others, j))
    if (!g_str_equal (json_object_iter_key (i), json_object_iter_key (j)) ||
        !json_equal (json_object_iter_value (i), json_object_iter_value (j)))
      return FALSE;
  return i == NULL && j == NULL;
}

/* Takes @keys. @options: (nullable) */
static void
add_index (SquillMongoshScript *self,
           SquillMongoshCollection *collection,
           const SquillJavascriptValue *place,
           json_t *keys,
           const json_t *options)
{
  json_t *index = json_object (), *known;
  const char *key, *name;
  json_t *value;

  json_object_foreach ((json_t *)options, key, value)
  {
    if (!g_str_equal (key, "key") && !g_str_equal (key, "background") &&
        !g_str_equal (key, "session"))
      json_object_set (index, key, value);
  }
  name = json_string_value (json_object_get (index, "name"));
  if (name == NULL)
    {
      g_autofree char *made = make_index_name (keys);

      json_object_set_new (index, "name", json_string (made));
      name = json_string_value (json_object_get (index, "name"));
    }
  json_object_set_new (index, "key", keys);
  known = g_hash_table_lookup (collection->named_indexes, name);
  if (known != NULL && !are_same_keys (json_object_get (known, "key"), keys))
    {
      /* A server refuses it. */
      _squill_mongosh_script_tell (
          self, place,
          g_strdup_printf (_ ("“%s” has an index “%s” with other keys already: this one is not "
                              "taken over"),
                           collection->name, name));
      json_decref (index);
    }
  else if (known != NULL)
    {
      g_hash_table_remove (collection->named_indexes, name);
      json_object_clear (known);
      json_object_update (known, index);
      name_index (collection, known);
      json_decref (index);
    }
  else if (json_array_size (collection->indexes) < MAX_INDEXES)
    {
      json_array_append_new (collection->indexes, index);
      name_index (collection, index);
    }
  else
    {
      json_decref (index);
      _squill_mongoose_sources_note_too_much (self->sources, place);
    }
}

static gboolean
is_kind (const json_t *value)
{
  return json_is_string (value) || json_is_number (value) ||
         json_is_string (json_object_get (value, "$numberLong")) ||
         json_is_string (json_object_get (value, "$numberInt"));
}

/* Keys as methods take them: an object, a name, a list of names or of pairs (transfer full); NULL
 * where they are not known. */
static json_t *
read_keys (SquillMongoshScript *self, const SquillJavascriptValue *value)
{
  json_t *keys;
  const char *key;
  json_t *kind;

  if (get_text (value) != NULL)
    return json_pack ("{s:i}", value->text, 1);
  if (value->kind == SQUILL_JAVASCRIPT_ARRAY)
    {
      keys = json_object ();
      for (guint i = 0; i < value->items->len; i++)
        {
          const SquillJavascriptValue *item = get_argument (self, value, i);
          const SquillJavascriptValue *name =
              item->kind == SQUILL_JAVASCRIPT_ARRAY ? get_argument (self, item, 0) : item;
          const SquillJavascriptValue *how =
              item->kind == SQUILL_JAVASCRIPT_ARRAY ? get_argument (self, item, 1) : NULL;

          if (item->kind == SQUILL_JAVASCRIPT_OBJECT)
            {
              json_auto_t *some = read_keys (self, item);

              json_object_update (keys, some);
            }
          else if (get_text (name) != NULL && get_text (how) != NULL)
            json_object_set_new (keys, name->text, json_string (how->text));
          else if (get_text (name) != NULL)
            json_object_set_new (
                keys, name->text,
                json_integer (
                    how != NULL && how->kind == SQUILL_JAVASCRIPT_NUMERIC && how->number < 0 ? -1
                                                                                             : 1));
        }
    }
  else
    keys = _squill_mongosh_script_make_json (self, value);
  json_object_foreach (keys, key, kind)
  {
    if (!is_kind (kind) || *key == '\0')
      {
        json_decref (keys);
        return NULL;
      }
  }
  if (json_object_size (keys) == 0)
    g_clear_pointer (&keys, json_decref);
  return keys;
}

static void
take_index (SquillMongoshScript *self,
            SquillMongoshCollection *collection,
            const SquillJavascriptValue *value,
            const SquillJavascriptValue *options)
{
  json_auto_t *read = NULL;
  json_t *keys = read_keys (self, value);

  if (keys != NULL && options != NULL)
    {
      if (_squill_mongosh_script_are_unknown (self, options))
        _squill_mongosh_script_tell (
            self, options, g_strdup (_ ("What is here is not known, and not taken over")));
      read = _squill_mongosh_script_read_options (self, options);
    }
  if (keys == NULL)
    _squill_mongosh_script_tell (
        self, value,
        g_strdup_printf (_ ("The keys of this index of “%s” are computed, so it is not taken over"),
                         collection->name));
  else
    add_index (self, collection, value, keys, read);
}

/* "[{ key: { email: 1 }, unique: true }]", and lists of only keys with the options behind them. */
static void
take_indexes (SquillMongoshScript *self,
              SquillMongoshCollection *collection,
              const SquillJavascriptValue *list,
              const SquillJavascriptValue *options)
{
  if (list->kind != SQUILL_JAVASCRIPT_ARRAY)
    {
      _squill_mongosh_script_tell (
          self, list,
          g_strdup_printf (_ ("The indexes of “%s” are computed, and not taken over"),
                           collection->name));
      return;
    }
  for (guint i = 0; i < list->items->len && _squill_mongosh_script_may_look (self, list); i++)
    {
      const SquillJavascriptValue *written = list->items->pdata[i];
      const SquillJavascriptValue *item = get_argument (self, list, i);
      const SquillJavascriptValue *key = _squill_javascript_value_get (item, "key");

      key = key == NULL ? NULL : _squill_mongoose_resolve (self->sources, key);
      if (written->is_spread)
        _squill_mongosh_script_tell (
            self, written,
            g_strdup_printf (_ ("The indexes of “%s” are computed, and not taken over"),
                             collection->name));
      else if (key != NULL && key->kind != SQUILL_JAVASCRIPT_NUMERIC && get_text (key) == NULL)
        take_index (self, collection, key, item);
      else
        take_index (self, collection, item, options);
    }
}

static void
take_documents (SquillMongoshScript *self,
                SquillMongoshCollection *collection,
                const SquillJavascriptValue *value)
{
  gboolean is_all;
  g_autoptr (GPtrArray) documents = _squill_mongosh_script_list_documents (self, value, &is_all);

  if (!is_all)
    _squill_mongosh_script_tell (
        self, value,
        g_strdup_printf (_ ("Documents of “%s” are computed, and not taken over"),
                         collection->name));
  for (guint i = 0; i < documents->len && collection->n_documents < MAX_DOCUMENTS; i++)
    {
      g_autofree char *text = NULL;
      gsize before;

      if (self->n_bytes > MAX_BYTES)
        {
          _squill_mongoose_sources_note_too_much (self->sources, value);
          return;
        }
      text = _squill_mongosh_script_make_text (self, documents->pdata[i]);
      before = collection->documents->len;
      if (*text != '{')
        continue;
      /* The driver gives it one. */
      if (_squill_javascript_value_get (documents->pdata[i], "_id") == NULL)
        g_string_append_printf (collection->documents, "{\"_id\":ObjectId(\"5e0be1ff%016x\")%s",
                                ++self->n_made, text[1] == '}' ? "" : ",");
      else
        g_string_append_c (collection->documents, '{');
      g_string_append (collection->documents, text + 1);
      g_string_append_c (collection->documents, '\n');
      collection->n_documents++;
      self->n_bytes += collection->documents->len - before;
    }
}

static gboolean
is_true (SquillMongoshScript *self, const SquillJavascriptValue *options, const char *key)
{
  const SquillJavascriptValue *value = _squill_javascript_value_get (options, key);

  value = value == NULL ? NULL : _squill_mongoose_resolve (self->sources, value);
  return value != NULL && value->number != 0 &&
         (value->kind == SQUILL_JAVASCRIPT_BOOLEAN || value->kind == SQUILL_JAVASCRIPT_NUMERIC);
}

static void
add_spread (SquillJavascriptValue *to, const SquillJavascriptValue *from)
{
  SquillJavascriptMember *member;

  if (from == NULL)
    return;
  member = g_new0 (SquillJavascriptMember, 1);
  member->is_spread = TRUE;
  member->value = (SquillJavascriptValue *)(gpointer)from;
  g_ptr_array_add (to->members, member);
}

/* What an update inserts where nothing matches: "{ upsert: true }". */
static void
take_upsert (SquillMongoshScript *self,
             SquillMongoshCollection *collection,
             const SquillJavascriptValue *filter,
             const SquillJavascriptValue *update)
{
  SquillJavascriptValue *document;
  const SquillJavascriptValue *set, *on_insert;

  if (filter == NULL || update == NULL)
    return;
  document = _squill_mongoose_make_value (update, SQUILL_JAVASCRIPT_OBJECT, NULL);
  set = _squill_javascript_value_get (update, "$set");
  on_insert = _squill_javascript_value_get (update, "$setOnInsert");
  for (guint i = 0; i < filter->members->len; i++)
    {
      const SquillJavascriptMember *member = filter->members->pdata[i];
      const SquillJavascriptValue *value =
          member->key == NULL ? NULL : _squill_mongoose_resolve (self->sources, member->value);

      /* Conditions other than equality say nothing of the value. */
      if (value != NULL && *member->key != '$' && strchr (member->key, '.') == NULL &&
          (value->kind != SQUILL_JAVASCRIPT_OBJECT))
        _squill_javascript_value_add_member (document, member->key, member->value);
    }
  add_spread (document, on_insert);
  add_spread (document, set);
  if (set == NULL && on_insert == NULL)
    add_spread (document, update);
  take_documents (self, collection, document);
}

static void
take_writes (SquillMongoshScript *self,
             SquillMongoshCollection *collection,
             const SquillJavascriptValue *list)
{
  for (guint i = 0; i < list->items->len; i++)
    {
      const SquillJavascriptValue *item = get_argument (self, list, i);
      const SquillJavascriptValue *one = _squill_javascript_value_get (item, "insertOne");

      if (one != NULL)
        {
          const SquillJavascriptValue *document = _squill_javascript_value_get (one, "document");

          take_documents (self, collection, document != NULL ? document : one);
          continue;
        }
      one = _squill_javascript_value_get (item, "updateOne");
      if (one == NULL)
        one = _squill_javascript_value_get (item, "replaceOne");
      if (one != NULL && is_true (self, one, "upsert"))
        {
          const SquillJavascriptValue *update = _squill_javascript_value_get (one, "update");

          if (update == NULL)
            update = _squill_javascript_value_get (one, "replacement");
          take_upsert (self, collection, _squill_javascript_value_get (one, "filter"), update);
        }
      else if (one != NULL)
        _squill_mongosh_script_tell (
            self, list,
            g_strdup_printf (_ ("What “%s” changes in documents of “%s” is not taken over"),
                             "bulkWrite", collection->name));
    }
}

static void
remove_collection (SquillMongoshScript *self, const char *name)
{
  SquillMongoshCollection *collection = find (self, name);

  if (collection == NULL)
    return;
  g_hash_table_remove (self->named, name);
  g_ptr_array_remove (self->collections, collection);
}

static void
rename_collection (SquillMongoshScript *self, const char *name, const char *new_name)
{
  SquillMongoshCollection *collection = find (self, name);
  g_autofree char *before = NULL;

  if (collection == NULL || g_str_equal (name, new_name))
    return;
  remove_collection (self, new_name);
  g_hash_table_remove (self->named, name);
  before = collection->name;
  collection->name = g_strdup (new_name);
  g_hash_table_insert (self->named, collection->name, collection);
}

static void
remove_all (SquillMongoshScript *self, const SquillJavascriptValue *place)
{
  if (self->has_databases)
    {
      _squill_mongosh_script_tell (
          self, place,
          g_strdup_printf (_ ("Collections are of several databases here, so what “%s” removes is "
                              "kept"),
                           "dropDatabase"));
      return;
    }
  g_hash_table_remove_all (self->named);
  g_ptr_array_set_size (self->collections, 0);
}

/* @which: (nullable): its name or keys, a list of names, or "*" for all, which NULL is as well */
static void
remove_index (SquillMongoshScript *self,
              SquillMongoshCollection *collection,
              const SquillJavascriptValue *which)
{
  const char *name = which == NULL ? NULL : get_text (which);
  const gboolean is_all = which == NULL || g_strcmp0 (name, "*") == 0;
  json_auto_t *keys = NULL;

  if (which != NULL && which->kind == SQUILL_JAVASCRIPT_ARRAY)
    {
      for (guint i = 0; i < which->items->len; i++)
        {
          const SquillJavascriptValue *one = get_argument (self, which, i);

          if (get_text (one) != NULL)
            remove_index (self, collection, one);
        }
      return;
    }
  keys = is_all || name != NULL ? NULL : read_keys (self, which);
  for (gsize i = json_array_size (collection->indexes); i-- > 0;)
    {
      json_t *index = json_array_get (collection->indexes, i);
      const char *own = json_string_value (json_object_get (index, "name"));

      if (!is_all && !is_index (index, keys, name))
        continue;
      if (own != NULL)
        g_hash_table_remove (collection->named_indexes, own);
      json_array_remove (collection->indexes, i);
    }
}

/* "deleteMany ({})" leaves no document; which others are gone is not known. */
static void
remove_documents (SquillMongoshScript *self,
                  const char *name,
                  const SquillJavascriptValue *call,
                  const SquillJavascriptValue *filter)
{
  SquillMongoshCollection *collection = find (self, name);
  const gboolean is_all = g_str_equal (call->text, "deleteMany") ||
                          (g_str_equal (call->text, "remove") && call->items->len < 2);

  if (is_all &&
      (filter == NULL || (filter->kind == SQUILL_JAVASCRIPT_OBJECT && filter->members->len == 0)))
    {
      if (collection == NULL)
        return;
      self->n_bytes -= collection->documents->len;
      g_string_truncate (collection->documents, 0);
      collection->n_documents = 0;
    }
  else
    _squill_mongosh_script_tell (
        self, call,
        g_strdup_printf (_ ("What “%s” changes in documents of “%s” is not taken over"), call->text,
                         name));
}

/* Whether a method of a collection makes indexes. */
gboolean
_squill_mongosh_is_index_maker (const char *method)
{
  return g_str_equal (method, "createIndex") || g_str_equal (method, "createIndexes") ||
         g_str_equal (method, "ensureIndex");
}

/* A call of a method of a collection. @name: its name; changes if it is renamed */
void
_squill_mongosh_script_call_collection (SquillMongoshScript *self,
                                        char **name,
                                        const SquillJavascriptValue *call)
{
  static const char *const inserts[] = { "insert", "insertOne", "insertMany", "save", NULL };
  static const char *const upserts[] = { "update",     "updateOne",         "updateMany",
                                         "replaceOne", "findOneAndReplace", "findOneAndUpdate",
                                         NULL };
  static const char *const changes[] = { "findAndModify", "mapReduce", NULL };
  static const char *const deletes[] = { "deleteOne",        "deleteMany",    "remove",
                                         "findOneAndDelete", "findAndRemove", NULL };
  static const char *const searches[] = { "createSearchIndex", "createSearchIndexes", NULL };
  const char *method = call->text;
  const SquillJavascriptValue *first = get_argument (self, call, 0);
  const SquillJavascriptValue *second = get_argument (self, call, 1);
  SquillMongoshCollection *collection;

  if (g_str_has_prefix (*name, "system."))
    return;
  if (g_str_equal (method, "drop"))
    remove_collection (self, *name);
  else if ((g_str_equal (method, "renameCollection") || g_str_equal (method, "rename")) &&
           get_text (first) != NULL)
    {
      rename_collection (self, *name, first->text);
      g_free (*name);
      *name = g_strdup (first->text);
    }
  else if (g_str_equal (method, "dropIndex") || g_str_equal (method, "dropIndexes"))
    {
      collection = find (self, *name);
      if (collection != NULL && (first != NULL || g_str_equal (method, "dropIndexes")))
        remove_index (self, collection, first);
    }
  else if (g_strv_contains (deletes, method))
    remove_documents (self, *name, call, first);
  else if (first == NULL)
    return;
  else if (_squill_mongosh_is_index_maker (method))
    {
      collection = ensure (self, *name, call);
      if (collection == NULL)
        return;
      if (g_str_equal (method, "createIndexes"))
        take_indexes (self, collection, first, second);
      else
        take_index (self, collection, first, second);
    }
  else if (g_strv_contains (inserts, method))
    {
      collection = ensure (self, *name, call);
      if (collection != NULL)
        take_documents (self, collection, call->items->pdata[0]);
    }
  else if (g_str_equal (method, "bulkWrite"))
    {
      collection = ensure (self, *name, call);
      if (collection != NULL && first->kind == SQUILL_JAVASCRIPT_ARRAY)
        take_writes (self, collection, first);
      else if (collection != NULL)
        _squill_mongosh_script_tell (
            self, call,
            g_strdup_printf (_ ("Documents of “%s” are computed, and not taken over"), *name));
    }
  else if (g_strv_contains (upserts, method) && call->items->len > 1)
    {
      const SquillJavascriptValue *third = get_argument (self, call, 2);

      /* "update (filter, update, true)" of old shells. */
      if (is_true (self, third, "upsert") ||
          (third != NULL && third->kind == SQUILL_JAVASCRIPT_BOOLEAN && third->number != 0))
        {
          collection = ensure (self, *name, call);
          if (collection != NULL)
            take_upsert (self, collection, first, second);
        }
      else
        _squill_mongosh_script_tell (
            self, call,
            g_strdup_printf (_ ("What “%s” changes in documents of “%s” is not taken over"), method,
                             *name));
    }
  else if (g_strv_contains (changes, method))
    _squill_mongosh_script_tell (
        self, call,
        g_strdup_printf (_ ("What “%s” changes in documents of “%s” is not taken over"), method,
                         *name));
  else if (g_strv_contains (searches, method))
    _squill_mongosh_script_tell (
        self, call,
        g_strdup_printf (_ ("Indexes for Atlas Search of “%s” are not taken over"), *name));
}

/* An index that is changed in place: "collMod" with "index". */
static void
change_index (SquillMongoshCollection *collection, const json_t *change)
{
  const json_t *keys = json_object_get (change, "keyPattern");
  const char *name = json_string_value (json_object_get (change, "name"));

  for (gsize i = 0; i < json_array_size (collection->indexes); i++)
    {
      json_t *index = json_array_get (collection->indexes, i);
      const char *key;
      json_t *value;

      if (!is_index (index, keys, name))
        continue;
      json_object_foreach ((json_t *)change, key, value)
      {
        if (!g_str_equal (key, "keyPattern") && !g_str_equal (key, "name"))
          json_object_set (index, key, value);
      }
    }
}

static void
take_options (SquillMongoshScript *self,
              const char *name,
              const SquillJavascriptValue *options,
              const SquillJavascriptValue *place,
              const char *command)
{
  SquillMongoshCollection *collection = ensure (self, name, place);
  json_auto_t *read = NULL;

  if (collection == NULL || options == NULL || _squill_mongosh_is_callback (options))
    return;
  read = _squill_mongosh_script_read_options (self, options);
  if (read == NULL)
    {
      _squill_mongosh_script_tell (
          self, options,
          g_strdup_printf (_ ("The options of “%s” are computed, and not taken over"), name));
      return;
    }
  change_index (collection, json_object_get (read, "index"));
  if (json_object_get (read, "validator") != NULL)
    {
      collection->validator_file = place->file;
      collection->validator_line = place->line;
      collection->validator_column = place->column;
    }
  set_options (self, collection, place, read, command);
}

/* The collection of "shop.orders", also where the database is computed (nullable). */
static const char *
get_namespace (SquillMongoshScript *self, const SquillJavascriptValue *value)
{
  const char *text = get_text (value);
  const char *dot;

  if (text == NULL && value != NULL && value->items->len > 1 &&
      (value->kind == SQUILL_JAVASCRIPT_OTHER || value->kind == SQUILL_JAVASCRIPT_JOINED))
    {
      text = get_text (get_argument (self, value, value->items->len - 1));
      return text != NULL && *text == '.' ? text + 1 : text;
    }
  dot = text == NULL ? NULL : strchr (text, '.');
  return dot == NULL ? NULL : dot + 1;
}

/* @unique: (nullable) */
static void
shard (SquillMongoshScript *self,
       const SquillJavascriptValue *place,
       const SquillJavascriptValue *namespace,
       const SquillJavascriptValue *keys,
       const SquillJavascriptValue *unique)
{
  const char *name = get_namespace (self, namespace);
  json_t *read = keys == NULL ? NULL : read_keys (self, keys);
  SquillMongoshCollection *collection;

  if (name == NULL || *name == '\0' || read == NULL)
    {
      json_decref (read);
      _squill_mongosh_script_tell (self, place,
                                   g_strdup (_ ("This shard key is computed, so it is not taken "
                                                "over")));
      return;
    }
  collection = ensure (self, name, place);
  if (collection == NULL)
    {
      json_decref (read);
      return;
    }
  json_decref (collection->shard_key);
  collection->shard_key = read;
  collection->shard_unique =
      unique != NULL && unique->kind == SQUILL_JAVASCRIPT_BOOLEAN && unique->number != 0;
}

/* "sh.shardCollection ('shop.orders', { customer: 1 })" */
void
_squill_mongosh_script_shard (SquillMongoshScript *self, const SquillJavascriptValue *call)
{
  shard (self, call, get_argument (self, call, 0), get_argument (self, call, 1),
         get_argument (self, call, 2));
}

/* What a command has under a name (transfer none) (nullable). */
static const SquillJavascriptValue *
get_member (SquillMongoshScript *self, const SquillJavascriptValue *command, const char *key)
{
  const SquillJavascriptValue *value = _squill_javascript_value_get (command, key);

  return value == NULL ? NULL : _squill_mongoose_resolve (self->sources, value);
}

/* The commands whose first member names a collection. */
static const char *const commands[] = {
  "create",      "collMod",       "createIndexes",    "insert",          "drop",
  "dropIndexes", "deleteIndexes", "renameCollection", "shardCollection", "update",
  "delete",      "findAndModify", "findandmodify"
};

static void
run_command (SquillMongoshScript *self,
             const SquillJavascriptValue *command,
             const char *method,
             const SquillJavascriptValue *of)
{
  const char *name = of->text;
  const SquillJavascriptValue *list;
  SquillMongoshCollection *collection;

  if (g_str_equal (method, "create") || g_str_equal (method, "collMod"))
    take_options (self, name, command, command, method);
  else if (g_str_equal (method, "createIndexes") || g_str_equal (method, "insert"))
    {
      const gboolean has_indexes = g_str_equal (method, "createIndexes");

      list = get_member (self, command, has_indexes ? "indexes" : "documents");
      collection = list == NULL ? NULL : ensure (self, name, command);
      if (collection != NULL && has_indexes)
        take_indexes (self, collection, list, NULL);
      else if (collection != NULL)
        take_documents (self, collection, list);
    }
  else if (g_str_equal (method, "drop"))
    remove_collection (self, name);
  else if (g_str_has_suffix (method, "Indexes"))
    {
      collection = find (self, name);
      list = get_member (self, command, "index");
      if (collection != NULL && list != NULL)
        remove_index (self, collection, list);
    }
  else if (g_str_equal (method, "renameCollection"))
    {
      const char *from = get_namespace (self, of);
      const char *to = get_namespace (self, get_member (self, command, "to"));

      if (from != NULL && to != NULL && *to != '\0')
        rename_collection (self, from, to);
    }
  else if (g_str_equal (method, "shardCollection"))
    shard (self, command, of, get_member (self, command, "key"),
           get_member (self, command, "unique"));
  else
    _squill_mongosh_script_tell (
        self, command,
        g_strdup_printf (_ ("What “%s” changes in documents of “%s” is not taken over"), method,
                         name));
}

/* "{ create: 'users', validator: … }", and other commands. */
static void
run (SquillMongoshScript *self, const SquillJavascriptValue *command)
{
  /* "Object.assign ({ create: 'users' }, options)" */
  const SquillJavascriptValue *first = command->kind == SQUILL_JAVASCRIPT_CALL &&
                                               g_str_equal (command->text, "Object.assign") &&
                                               command->items->len > 0
                                           ? get_argument (self, command, 0)
                                           : command;

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      const SquillJavascriptValue *value = get_member (self, first, commands[i]);

      /* The name of a sharded one may begin with that of a database that is computed. */
      if (value != NULL &&
          (get_text (value) != NULL || g_str_equal (commands[i], "shardCollection")))
        {
          run_command (self, command, commands[i], value);
          return;
        }
    }
  if (_squill_javascript_value_get (first, "dropDatabase") != NULL)
    remove_all (self, command);
}

/* A call of a method of a database. @collection: gets the name of the one that it makes (transfer
 * full); FALSE where the method is not known */
gboolean
_squill_mongosh_script_call_database (SquillMongoshScript *self,
                                      const SquillJavascriptValue *call,
                                      char **collection)
{
  const SquillJavascriptValue *first = get_argument (self, call, 0);
  const SquillJavascriptValue *second = get_argument (self, call, 1);

  if (g_str_equal (call->text, "createCollection"))
    {
      if (get_text (first) == NULL)
        {
          _squill_mongosh_script_tell (
              self, call,
              g_strdup (_ ("The name of this collection is computed, so it "
                           "is not taken over")));
          return TRUE;
        }
      *collection = g_strdup (first->text);
      take_options (self, first->text, second, call, NULL);
    }
  else if (g_str_equal (call->text, "createView") && get_text (first) != NULL)
    {
      SquillMongoshCollection *view = ensure (self, first->text, call);

      if (view != NULL && get_text (second) != NULL)
        json_object_set_new (view->options, "viewOn", json_string (second->text));
    }
  else if (g_str_equal (call->text, "dropCollection") && get_text (first) != NULL)
    remove_collection (self, first->text);
  else if (g_str_equal (call->text, "renameCollection") && get_text (first) != NULL)
    {
      if (get_text (second) != NULL)
        rename_collection (self, first->text, second->text);
    }
  else if (g_str_equal (call->text, "dropDatabase"))
    remove_all (self, call);
  else if ((g_str_equal (call->text, "runCommand") || g_str_equal (call->text, "command") ||
            g_str_equal (call->text, "adminCommand")) &&
           first != NULL)
    run (self, first);
  else
    return FALSE;
  return TRUE;
}
