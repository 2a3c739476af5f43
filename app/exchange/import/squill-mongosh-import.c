/* SPDX-License-Identifier: Apache-2.0 */

/* Models out of scripts for the MongoDB Shell, and of programs that make collections with a driver.
 * A validator says what documents look like, as a schema does; documents that are inserted are read
 * as those of a dump, and add what no validator says. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-mongosh-import.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "exchange/import/squill-document-import.h"
#include "exchange/import/squill-import-model.h"
#include "exchange/import/squill-json-schema-import.h"
#include "exchange/import/squill-mongosh-private.h"
#include "exchange/squill-exchange.h"
#include "inspect/profile/squill-profile.h"
#include "inspect/refresh/squill-refresh.h"
#include "inspect/squill-inspect.h"
#include "model/squill-file-writer.h"
#include "model/squill-model-file.h"

/* The fields of an entity or field. */
typedef struct
{
  GHashTable *ids; /* name -> id */
  char *last;      /* the rank of the last one (nullable) */
} Owner;

typedef struct
{
  const SquillMongoshScript *script;
  SquillImportReport *report;
  json_t *file;
  guint n_fields;
  GHashTable *owners; /* entity or field -> Owner */
} Build;

static void
tell (const Build *self, const SquillMongoshCollection *collection, char *text)
{
  g_ptr_array_add (self->report->problems, _squill_mongoose_sources_make_problem (
                                               self->script->sources, collection->file,
                                               collection->line, collection->column, text));
}

static void
tell_of_validator (const Build *self, const SquillMongoshCollection *collection, char *text)
{
  g_ptr_array_add (self->report->problems,
                   _squill_mongoose_sources_make_problem (
                       self->script->sources, collection->validator_file,
                       collection->validator_line, collection->validator_column, text));
}

/* Validators. */

/* "{ $type: 'string' }", "{ $in: […] }", and so on, as a schema; FALSE where it has no such word.
 */
static gboolean
add_condition (json_t *property, const char *operator, json_t * value, gboolean *is_required)
{
  static const char *const words[][2] = { { "$type", "bsonType" },
                                          { "$in", "enum" },
                                          { "$regex", "pattern" },
                                          { "$gte", "minimum" },
                                          { "$lte", "maximum" } };

  if (g_str_equal (operator, "$exists"))
    {
      *is_required |= json_is_true (value);
      return json_is_true (value);
    }
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (operator, words[i][0]))
      {
        const gboolean fits = g_str_equal (operator, "$in")       ? json_is_array (value)
                              : g_str_has_suffix (operator, "te") ? json_is_number (value)
                              : g_str_equal (operator, "$regex")
                                  ? json_is_string (value)
                                  : json_is_string (value) || json_is_array (value);

        /* Beside "$options" a pattern is another one. */
        if (fits)
          json_object_set (property, words[i][1], value);
        return fits;
      }
  return FALSE;
}

/* The object or list of this name in a schema; what else stands there gives way (transfer none). */
static json_t *
ensure_member (json_t *schema, const char *key, json_type type)
{
  json_t *value = json_object_get (schema, key);

  if (value == NULL || json_typeof (value) != type)
    {
      value = type == JSON_OBJECT ? json_object () : json_array ();
      json_object_set_new (schema, key, value);
    }
  return value;
}

/* All that a schema says has to hold beside what is said already. */
static void
add_schema (json_t *schema, const json_t *added)
{
  json_auto_t *own = json_deep_copy (added);

  if (json_object_size (schema) <= 1) /* its type */
    json_object_update (schema, own);
  else
    json_array_append (ensure_member (schema, "allOf", JSON_ARRAY), own);
}

/* A schema that says of fields what a query says of them; the rest is told. */
static void
add_query (const Build *self,
           const SquillMongoshCollection *collection,
           const json_t *query,
           json_t *schema)
{
  const char *key, *operator;
  json_t *value, *operand;

  json_object_foreach ((json_t *)query, key, value)
  {
    json_t *property;
    gboolean is_required = FALSE, is_all = json_is_object (value);

    if (g_str_equal (key, "$and") && json_is_array (value))
      {
        for (gsize i = 0; i < json_array_size (value); i++)
          add_query (self, collection, json_array_get (value, i), schema);
        continue;
      }
    if (g_str_equal (key, "$jsonSchema") && json_is_object (value))
      {
        add_schema (schema, value);
        continue;
      }
    if (*key != '$' && strchr (key, '.') == NULL && json_is_object (value))
      {
        property =
            ensure_member (ensure_member (schema, "properties", JSON_OBJECT), key, JSON_OBJECT);
        json_object_foreach (value, operator, operand)
        {
          is_all &= add_condition (property, operator, operand, &is_required);
        }
        if (is_required)
          json_array_append_new (ensure_member (schema, "required", JSON_ARRAY), json_string (key));
      }
    else
      is_all = FALSE;
    if (!is_all)
      tell_of_validator (self, collection,
                         g_strdup_printf (_ ("“%s” of the validator of “%s” is not taken over"),
                                          key, collection->name));
  }
}

/* What documents of a collection look like, as a list of collections has it (transfer full). */
static char *
make_info (const Build *self, const SquillMongoshCollection *collection)
{
  json_t *validator = json_object_get (collection->options, "validator");
  json_t *schema = json_pack ("{s:s}", "bsonType", "object");
  json_auto_t *info = json_pack ("{s:s, s:{s:{s:o}}}", "name", collection->name, "options",
                                 "validator", "$jsonSchema", schema);

  add_query (self, collection, validator, schema);
  if (json_array_size (json_object_get (schema, "required")) == 0)
    json_object_del (schema, "required");
  return json_dumps (info, 0);
}

static SquillModel *
import_infos (const char *title, const char *infos, SquillImportReport *report, GError **error)
{
  g_autofree char *list = g_strdup_printf ("[%s]", infos);

  return squill_json_schema_import (title, list, strlen (list), report, error);
}

/* A dump. */

static gboolean
write_file (const char *folder, guint number, const char *suffix, const char *text, GError **error)
{
  g_autofree char *name = g_strdup_printf ("%u%s", number, suffix);
  g_autofree char *path = g_build_filename (folder, name, NULL);

  /* Nobody else reads it, and it need not survive. */
  return g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_NONE, 0600, error);
}

static gboolean
write_collection (const SquillMongoshCollection *collection,
                  const char *folder,
                  guint number,
                  GError **error)
{
  json_auto_t *options = json_deep_copy (collection->options);
  json_auto_t *metadata = NULL;
  g_autofree char *text = NULL;

  json_object_del (options, "validator");
  metadata = json_pack ("{s:O, s:O, s:s}", "options", options, "indexes", collection->indexes,
                        "collectionName", collection->name);
  text = json_dumps (metadata, 0);
  return write_file (folder, number, ".metadata.json", text, error) &&
         (collection->n_documents > 0
              ? write_file (folder, number, ".json", collection->documents->str, error)
              : write_file (folder, number, ".bson", "", error));
}

/* What of a dump could not be read, at the collection of which it is. */
static void
tell_problems (const Build *self, SquillProfile *profile)
{
  for (guint i = 0; i < squill_profile_get_n_problems (profile); i++)
    {
      const SquillProblem *problem = squill_profile_get_problem (profile, i);
      g_autofree char *name = problem->file == NULL ? NULL : g_path_get_basename (problem->file);
      const guint64 number = name == NULL ? G_MAXUINT64 : g_ascii_strtoull (name, NULL, 10);

      if (number < self->script->collections->len)
        {
          const SquillMongoshCollection *collection = self->script->collections->pdata[number];

          tell (self, collection, g_strdup_printf ("%s: %s", collection->name, problem->reason));
        }
      else
        g_ptr_array_add (self->report->problems,
                         squill_import_problem_new (0, 0, g_strdup (problem->reason)));
    }
}

/* What is known of the collections beside their validators, as a reading of a dump gives it. */
static SquillProfile *
read_dump (const Build *self, GError **error)
{
  const SquillMongoshScript *script = self->script;
  g_autofree char *folder = g_dir_make_tmp ("squill-XXXXXX", error);
  const char *const sources[] = { folder, NULL };
  SquillProfile *profile = NULL;
  gboolean is_written = folder != NULL;

  for (guint i = 0; is_written && i < script->collections->len; i++)
    is_written = write_collection (script->collections->pdata[i], folder, i, error);
  if (is_written)
    profile = squill_inspect_sync (sources, NULL, NULL, NULL, NULL, error);
  if (folder != NULL)
    squill_temporary_remove (folder);
  if (profile != NULL)
    tell_problems (self, profile);
  return profile;
}

/* The model. */

static void
owner_free (gpointer data)
{
  Owner *self = data;

  g_hash_table_unref (self->ids);
  g_free (self->last);
  g_free (self);
}

/* The fields of an entity or field by their names; they are looked through once (transfer none). */
static Owner *
get_owner (Build *self, json_t *item)
{
  Owner *owner = g_hash_table_lookup (self->owners, item);
  json_t *fields = json_object_get (item, "fields");
  const char *id;
  json_t *field;

  if (owner != NULL)
    return owner;
  owner = g_new0 (Owner, 1);
  owner->ids = g_hash_table_new (g_str_hash, g_str_equal);
  json_object_foreach (fields, id, field)
  {
    const char *name = json_string_value (json_object_get (field, "name"));
    const char *order = json_string_value (json_object_get (field, "order"));

    if (name != NULL && !g_hash_table_contains (owner->ids, name))
      g_hash_table_insert (owner->ids, (gpointer)name, (gpointer)id);
    if (owner->last == NULL || (order != NULL && strcmp (order, owner->last) > 0))
      {
        g_free (owner->last);
        owner->last = g_strdup (order);
      }
  }
  g_hash_table_insert (self->owners, item, owner);
  return owner;
}

/* The id of a field (transfer none) (nullable). */
static const char *
find_field_id (Build *self, json_t *item, const char *name)
{
  return g_hash_table_lookup (get_owner (self, item)->ids, name);
}

/* A field that nothing else names, behind the others. @rank: (nullable): where it is instead; gets
 * its id (transfer none) */
static const char *
add_field (Build *self, json_t *item, const char *name, const char *rank)
{
  Owner *owner = get_owner (self, item);
  json_t *fields = json_object_get (item, "fields");
  g_autofree char *new_id = g_strdup_printf ("named-%u", ++self->n_fields);
  json_t *field;

  if (fields == NULL)
    {
      fields = json_object ();
      json_object_set_new (item, "fields", fields);
    }
  if (rank == NULL)
    {
      char *last = squill_rank_between (owner->last, NULL);

      g_free (owner->last);
      owner->last = last;
      rank = last;
    }
  field = json_pack ("{s:s, s:s}", "name", name, "order", rank);
  json_object_set_new (fields, new_id, field);
  name = json_string_value (json_object_get (field, "name"));
  g_hash_table_insert (owner->ids, (gpointer)name,
                       (gpointer)json_object_iter_key (json_object_iter_at (fields, new_id)));
  return g_hash_table_lookup (owner->ids, name);
}

/* Where an index, a shard key, or an option is on a field of which nothing else is said, the field
 * is there all the same. @path: as the model has it; gets that of the field (transfer full) */
static char *
ensure_path (Build *self, json_t *entity, const char *path)
{
  g_auto (GStrv) names = NULL;
  json_t *owner = entity;
  const char *id = NULL;

  if (path == NULL || *path != '=' || strstr (path, "$") != NULL)
    return NULL;
  names = g_strsplit (path + 1, ".", -1);
  for (guint i = 0; names[i] != NULL; i++)
    {
      gboolean is_new;

      if (*names[i] == '\0' || g_ascii_isdigit (*names[i]))
        return NULL;
      id = find_field_id (self, owner, names[i]);
      is_new = id == NULL;
      if (is_new)
        id = add_field (self, owner, names[i], NULL);
      owner = json_object_get (json_object_get (owner, "fields"), id);
      if (is_new && names[i + 1] != NULL)
        json_object_set_new (owner, "types", json_pack ("[s]", "object"));
    }
  return g_strdup (id);
}

static void
ensure_keys (Build *self, json_t *entity, json_t *keys)
{
  for (gsize i = 0; i < json_array_size (keys); i++)
    {
      json_t *key = json_array_get (keys, i);
      g_autofree char *path =
          ensure_path (self, entity, json_string_value (json_object_get (key, "path")));

      if (path != NULL)
        json_object_set_new (key, "path", json_string (path));
    }
}

static void
ensure_option (Build *self, json_t *entity, const char *name, const char *type)
{
  const char *path = json_string_value (json_object_get (entity, name));
  g_autofree char *found = ensure_path (self, entity, path);
  json_t *field =
      found == NULL ? NULL : json_object_get (json_object_get (entity, "fields"), found);

  if (found == NULL)
    return;
  json_object_set_new (entity, name, json_string (found));
  if (type != NULL && json_object_get (field, "types") == NULL)
    {
      json_object_set_new (field, "types", json_pack ("[s]", type));
      json_object_set_new (field, "required", json_true ());
    }
}

/* Keys of indexes of which nothing else is said (transfer full) (element-type utf8). */
static GHashTable *
list_unknown_keys (const json_t *entity)
{
  GHashTable *unknown = g_hash_table_new (g_str_hash, g_str_equal);
  const char *id;
  json_t *index;

  json_object_foreach (json_object_get (entity, "indexes"), id, index)
  {
    const json_t *keys = json_object_get (index, "keys");

    for (gsize i = 0; i < json_array_size (keys); i++)
      {
        const char *path = json_string_value (json_object_get (json_array_get (keys, i), "path"));

        if (path != NULL && *path == '=')
          g_hash_table_add (unknown, (gpointer)path);
      }
  }
  return unknown;
}

/* The rank before all fields of an entity (transfer full). */
static char *
make_first_rank (const json_t *entity)
{
  const char *first = NULL, *id;
  json_t *field;

  json_object_foreach (json_object_get (entity, "fields"), id, field)
  {
    const char *order = json_string_value (json_object_get (field, "order"));

    if (first == NULL || (order != NULL && strcmp (order, first) < 0))
      first = order;
  }
  return squill_rank_between (NULL, first);
}

/* Names that index keys and the like have, and that nothing else says. */
static void
ensure_fields (Build *self, const SquillMongoshCollection *collection, json_t *entity)
{
  g_autoptr (GHashTable) unknown = list_unknown_keys (entity);
  const char *id, *name;
  json_t *index, *how;

  /* In the order of the script. */
  for (gsize i = 0; i < json_array_size (collection->indexes); i++)
    json_object_foreach (json_object_get (json_array_get (collection->indexes, i), "key"), name,
                         how)
    {
      g_autofree char *path = g_strconcat ("=", name, NULL);

      if (g_hash_table_contains (unknown, path))
        g_free (ensure_path (self, entity, path));
    }
  json_object_foreach (json_object_get (entity, "indexes"), id, index)
  {
    ensure_keys (self, entity, json_object_get (index, "keys"));
  }
  ensure_option (self, entity, "time_field", "date");
  ensure_option (self, entity, "meta_field", NULL);
  if (collection->shard_key != NULL)
    {
      json_t *keys = json_array ();

      json_object_foreach (collection->shard_key, name, how)
      {
        json_array_append_new (keys,
                               json_pack ("{s:s+, s:s}", "path", "=", name, "how",
                                          json_is_string (how) ? json_string_value (how) : "1"));
      }
      for (gsize i = 0; i < json_array_size (keys); i++)
        {
          json_t *key = json_array_get (keys, i);
          const char *path = json_string_value (json_object_get (key, "path"));
          const char *known = find_field_id (self, entity, path + 1);

          if (known != NULL)
            json_object_set_new (key, "path", json_string (known));
        }
      ensure_keys (self, entity, keys);
      json_object_set_new (entity, "shard_key", keys);
      if (collection->shard_unique)
        json_object_set_new (entity, "shard_unique", json_true ());
    }
  if (find_field_id (self, entity, "_id") == NULL)
    {
      g_autofree char *rank = make_first_rank (entity);
      json_t *field = json_object_get (json_object_get (entity, "fields"),
                                       add_field (self, entity, "_id", rank));

      json_object_set_new (field, "types", json_pack ("[s]", "objectId"));
      json_object_set_new (field, "required", json_true ());
    }
}

/* What a validator says of a field holds whatever the few documents are. */
static void
restore (json_t *item, const json_t *law)
{
  static const char *const of_documents[] = { "required", "presence", "types", "enum",
                                              "usual_range" };
  const char *key;
  json_t *value;

  for (guint i = 0; i < G_N_ELEMENTS (of_documents); i++)
    if (json_object_get (law, "types") != NULL || i == 0)
      json_object_del (item, of_documents[i]);
  json_object_foreach ((json_t *)law, key, value)
  {
    if (g_str_equal (key, "fields"))
      {
        const char *id;
        json_t *field;

        json_object_foreach (value, id, field)
        {
          json_t *own = json_object_get (json_object_get (item, "fields"), id);

          if (own != NULL)
            restore (own, field);
        }
      }
    else
      json_object_set (item, key, value);
  }
}

/* Values that a program computes have no type that is known. */
static void
remove_unknown_types (json_t *item)
{
  json_t *types = json_object_get (item, "types");
  const char *key;
  json_t *value;

  for (gsize i = json_array_size (types); i-- > 0;)
    if (g_strcmp0 (json_string_value (json_array_get (types, i)), "undefined") == 0)
      json_array_remove (types, i);
  if (json_is_array (types) && json_array_size (types) == 0)
    json_object_del (item, "types");
  json_object_foreach (item, key, value)
  {
    if (json_is_object (value))
      remove_unknown_types (value);
  }
}

static void
tell_options (const Build *self, const SquillMongoshCollection *collection, const json_t *entity)
{
  const json_t *others = json_object_get (json_object_get (entity, "evidence"), "options");
  const char *key;
  json_t *value;

  json_object_foreach ((json_t *)others, key, value)
  {
    if (!g_str_equal (key, "viewOn") && !g_str_equal (key, "create") &&
        !g_str_equal (key, "collMod"))
      tell (
          self, collection,
          g_strdup_printf (_ ("The option “%s” of “%s” is not taken over"), key, collection->name));
  }
}

static void
tell_outcome (const Build *self, const json_t *entity)
{
  g_ptr_array_add (self->report->outcomes, _squill_import_describe_entity (
                                               json_string_value (json_object_get (entity, "name")),
                                               _squill_import_count_fields (entity)));
}

/* A model of the validators, which the rest is added to. */
static SquillModel *
make_drawn (Build *self, const char *title, GError **error)
{
  const GPtrArray *collections = self->script->collections;
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (GPtrArray) infos = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *all = NULL;
  SquillModel *drawn;

  for (guint i = 0; i < collections->len; i++)
    g_ptr_array_add (infos, make_info (self, collections->pdata[i]));
  g_ptr_array_add (infos, NULL);
  all = g_strjoinv (",", (char **)infos->pdata);
  drawn = import_infos (title, all, report, error);
  /* Of each alone it is known where it stands. */
  for (guint i = 0; drawn != NULL && report->problems->len > 0 && i < collections->len; i++)
    {
      const SquillMongoshCollection *collection = collections->pdata[i];
      g_autoptr (SquillImportReport) own = squill_import_report_new ();
      g_autoptr (SquillModel) one =
          collection->validator_line == 0 ? NULL : import_infos (title, infos->pdata[i], own, NULL);

      for (guint j = 0; j < own->problems->len; j++)
        tell_of_validator (self, collection,
                           g_strdup (((const SquillImportProblem *)own->problems->pdata[j])->text));
    }
  return drawn;
}

static json_t *
to_json (SquillModel *model)
{
  gsize length;
  g_autofree char *data = squill_model_to_data (model, &length);

  return json_loadb (data, length, 0, NULL);
}

static SquillModel *
build (Build *self, const char *title, GError **error)
{
  g_autoptr (SquillProfile) profile = NULL;
  g_autoptr (SquillModel) drawn = make_drawn (self, title, error);
  g_autoptr (GPtrArray) differences = NULL;
  g_autoptr (GHashTable) named = g_hash_table_new (g_str_hash, g_str_equal);
  json_auto_t *law = NULL, *file = NULL;
  json_t *entities;
  const char *id;
  json_t *entity;

  if (drawn == NULL)
    return NULL;
  law = to_json (drawn);
  profile = read_dump (self, error);
  if (profile == NULL)
    return NULL;
  differences = squill_refresh (drawn, profile, NULL, NULL, error);
  if (differences == NULL)
    return NULL;
  file = to_json (drawn);
  self->file = file;
  entities = json_object_get (file, "entities");
  json_object_foreach (json_object_get (law, "entities"), id, entity)
  {
    restore (json_object_get (entities, id), entity);
  }
  json_object_foreach (entities, id, entity)
  {
    const char *name = json_string_value (json_object_get (entity, "name"));

    if (name != NULL && !g_hash_table_contains (named, name))
      g_hash_table_insert (named, (gpointer)name, entity);
  }
  for (guint i = 0; i < self->script->collections->len; i++)
    {
      const SquillMongoshCollection *collection = self->script->collections->pdata[i];

      entity = g_hash_table_lookup (named, collection->name);
      if (entity == NULL)
        continue;
      tell_options (self, collection, entity);
      ensure_fields (self, collection, entity);
      tell_outcome (self, entity);
    }
  json_object_foreach (entities, id, entity)
  {
    json_object_del (entity, "count");
    remove_unknown_types (entity);
  }
  squill_document_forget_reading (file);
  json_object_set_new (file, "name", json_string (title));
  if (self->script->database != NULL)
    json_object_set_new (file, "database", json_string (self->script->database));
  else
    json_object_del (file, "database");
  return _squill_import_make_model (file, error);
}

/**
 * squill_mongosh_is_likely:
 * @data: what is in a file, or its beginning
 * @length: how many bytes that are
 *
 * Returns: %TRUE if that looks like a program that makes collections, indexes, or documents
 */
gboolean
squill_mongosh_is_likely (const char *data, gsize length)
{
  static const char *const words[] = { "createCollection", "createIndex",  "ensureIndex",
                                       "collMod",          "getSiblingDB", "getCollection(",
                                       "insertMany",       "insertOne",    ".collection(",
                                       "runCommand",       ".insert(" };

  g_return_val_if_fail (data != NULL, FALSE);

  /* Documents and logs have such words, too. */
  if (squill_document_is_likely (data, length))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_strstr_len (data, (gssize)length, words[i]) != NULL)
      return TRUE;
  return FALSE;
}

/**
 * squill_mongosh_import:
 * @title: how the model is called
 * @sources: (array length=n_sources): scripts, in the order in which they are run
 * @n_sources: how many there are
 * @report: gets what became of each collection and what was not taken over
 * @error: what went wrong
 *
 * Makes a model of what scripts for the MongoDB Shell, and programs with a driver, make of an empty
 * database. They are read, and never run.
 *
 * Fails with %SQUILL_MODEL_ERROR_SYNTAX, with line and column, where they make no collection, and
 * as squill_inspect_sync().
 *
 * Returns: (transfer full) (nullable): the model
 */
SquillModel *
squill_mongosh_import (const char *title,
                       const SquillImportSource *sources,
                       guint n_sources,
                       SquillImportReport *report,
                       GError **error)
{
  SquillMongooseSources *all = NULL;
  SquillMongoshScript script;
  SquillModel *model = NULL;

  g_return_val_if_fail (title != NULL, NULL);
  g_return_val_if_fail (sources != NULL || n_sources == 0, NULL);
  g_return_val_if_fail (report != NULL, NULL);

  all = _squill_mongoose_sources_new ();
  for (guint i = 0; i < n_sources; i++)
    _squill_mongoose_sources_add (all, sources[i].name, sources[i].data, sources[i].length);
  _squill_mongosh_script_init (&script, all, report);
  for (guint i = 0; i < all->files->len; i++)
    _squill_mongosh_script_note_calls (&script, all->files->pdata[i]);
  for (guint i = 0; i < all->files->len; i++)
    {
      const SquillMongooseFile *file = all->files->pdata[i];

      if (file->program->fault_line > 0)
        g_ptr_array_add (report->problems,
                         _squill_mongoose_sources_make_problem (
                             all, file, file->program->fault_line, file->program->fault_column,
                             g_strdup (_ ("This text or comment is not closed"))));
      _squill_mongosh_script_read (&script, file);
    }
  if (all->too_much != NULL)
    _squill_mongosh_script_tell (
        &script, all->too_much,
        g_strdup (_ ("Functions and loops do too much here: not all of it is taken over")));
  if (script.collections->len == 0)
    _squill_import_refuse (report,
                           _ ("Nothing in this file makes a collection, an index, or a "
                              "document"),
                           error);
  else
    {
      g_autoptr (GHashTable) owners = g_hash_table_new_full (NULL, NULL, NULL, owner_free);
      Build self = { .script = &script, .report = report, .owners = owners };

      model = build (&self, title, error);
    }
  _squill_mongosh_script_clear (&script);
  _squill_mongoose_sources_free (all);
  return model;
}
