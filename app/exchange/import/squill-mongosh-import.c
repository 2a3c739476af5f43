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
#include "inspect/refresh/squill-refresh.h"
#include "inspect/squill-inspect.h"
#include "model/squill-file-writer.h"
#include "model/squill-model-file.h"

typedef struct
{
  const SquillMongoshScript *script;
  SquillImportReport *report;
  json_t *file;
  guint n_fields;
} Build;

static void
tell (const Build *self, const SquillMongoshCollection *collection, char *text)
{
  g_ptr_array_add (self->report->problems,
                   squill_import_problem_new (collection->line, collection->column, text));
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
      tell (self, collection,
            g_strdup_printf (_ ("“%s” of the validator of “%s” is not taken over"), key,
                             collection->name));
  }
}

/* What documents look like, as the list of its collections that a server gives (transfer full). */
static json_t *
make_infos (const Build *self)
{
  json_t *infos = json_array ();

  for (guint i = 0; i < self->script->collections->len; i++)
    {
      const SquillMongoshCollection *collection = self->script->collections->pdata[i];
      json_t *validator = json_object_get (collection->options, "validator");
      json_t *schema = json_pack ("{s:s}", "bsonType", "object");
      json_t *options = json_pack ("{s:{s:o}}", "validator", "$jsonSchema", schema);

      add_query (self, collection, validator, schema);
      if (json_array_size (json_object_get (schema, "required")) == 0)
        json_object_del (schema, "required");
      json_array_append_new (
          infos, json_pack ("{s:s, s:o}", "name", collection->name, "options", options));
    }
  return infos;
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

/* What is known of the collections beside their validators, as a reading of a dump gives it. */
static SquillProfile *
read_dump (const SquillMongoshScript *script, GError **error)
{
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
  return profile;
}

/* The model. */

static json_t *
find_named (const json_t *items, const char *name)
{
  const char *id;
  json_t *item;

  json_object_foreach ((json_t *)items, id, item)
  {
    if (g_strcmp0 (json_string_value (json_object_get (item, "name")), name) == 0)
      return item;
  }
  return NULL;
}

static const char *
find_id (const json_t *items, const json_t *wanted)
{
  const char *id;
  json_t *item;

  json_object_foreach ((json_t *)items, id, item)
  {
    if (item == wanted)
      return id;
  }
  return NULL;
}

/* A field that nothing else names. @is_first: before the others */
static json_t *
add_field (Build *self, json_t *owner, const char *name, gboolean is_first)
{
  json_t *fields = json_object_get (owner, "fields");
  g_autofree char *rank = NULL;
  g_autofree char *new_id = g_strdup_printf ("named-%u", ++self->n_fields);
  const char *edge = NULL, *id;
  json_t *field;

  if (fields == NULL)
    {
      fields = json_object ();
      json_object_set_new (owner, "fields", fields);
    }
  json_object_foreach (fields, id, field)
  {
    const char *order = json_string_value (json_object_get (field, "order"));

    if (edge == NULL || (strcmp (order, edge) < 0) == is_first)
      edge = order;
  }
  rank = is_first ? squill_rank_between (NULL, edge) : squill_rank_between (edge, NULL);
  field = json_pack ("{s:s, s:s}", "name", name, "order", rank);
  json_object_set_new (fields, new_id, field);
  return field;
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
      json_t *field = find_named (json_object_get (owner, "fields"), names[i]);

      if (*names[i] == '\0' || g_ascii_isdigit (*names[i]))
        return NULL;
      if (field == NULL)
        {
          field = add_field (self, owner, names[i], FALSE);
          if (names[i + 1] != NULL)
            json_object_set_new (field, "types", json_pack ("[s]", "object"));
        }
      id = find_id (json_object_get (owner, "fields"), field);
      owner = field;
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

/* Whether an index has a key of which nothing else is said. */
static gboolean
is_unknown_key (const json_t *entity, const char *path)
{
  const char *id;
  json_t *index;

  json_object_foreach (json_object_get (entity, "indexes"), id, index)
  {
    const json_t *keys = json_object_get (index, "keys");

    for (gsize i = 0; i < json_array_size (keys); i++)
      if (g_strcmp0 (json_string_value (json_object_get (json_array_get (keys, i), "path")),
                     path) == 0)
        return TRUE;
  }
  return FALSE;
}

/* Names that index keys and the like have, and that nothing else says. */
static void
ensure_fields (Build *self, const SquillMongoshCollection *collection, json_t *entity)
{
  const char *id, *name;
  json_t *index, *how;

  /* In the order of the script. */
  for (gsize i = 0; i < json_array_size (collection->indexes); i++)
    json_object_foreach (json_object_get (json_array_get (collection->indexes, i), "key"), name,
                         how)
    {
      g_autofree char *path = g_strconcat ("=", name, NULL);

      if (is_unknown_key (entity, path))
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
          json_t *field = find_named (json_object_get (entity, "fields"), path + 1);

          if (field != NULL)
            json_object_set_new (key, "path",
                                 json_string (find_id (json_object_get (entity, "fields"), field)));
        }
      ensure_keys (self, entity, keys);
      json_object_set_new (entity, "shard_key", keys);
      if (collection->shard_unique)
        json_object_set_new (entity, "shard_unique", json_true ());
    }
  if (find_named (json_object_get (entity, "fields"), "_id") == NULL)
    {
      json_t *field = add_field (self, entity, "_id", TRUE);

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
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  json_auto_t *infos = make_infos (self);
  g_autofree char *text = json_dumps (infos, 0);
  SquillModel *drawn = squill_json_schema_import (title, text, strlen (text), report, error);

  for (guint i = 0; i < report->problems->len; i++)
    {
      const SquillImportProblem *problem = report->problems->pdata[i];

      g_ptr_array_add (self->report->problems,
                       squill_import_problem_new (1, 1, g_strdup (problem->text)));
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
  json_auto_t *law = NULL, *file = NULL;
  json_t *entities;
  const char *id;
  json_t *entity;

  if (drawn == NULL)
    return NULL;
  law = to_json (drawn);
  profile = read_dump (self->script, error);
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
  for (guint i = 0; i < self->script->collections->len; i++)
    {
      const SquillMongoshCollection *collection = self->script->collections->pdata[i];

      entity = find_named (entities, collection->name);
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
        g_ptr_array_add (
            report->problems,
            squill_import_problem_new (file->program->fault_line, file->program->fault_column,
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
      Build self = { .script = &script, .report = report };

      model = build (&self, title, error);
    }
  _squill_mongosh_script_clear (&script);
  _squill_mongoose_sources_free (all);
  return model;
}
