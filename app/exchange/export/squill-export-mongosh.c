/* SPDX-License-Identifier: Apache-2.0 */

/* A script for the MongoDB Shell that makes a database as the design has it, whatever is there: it
 * creates what is missing and changes what differs, so that it can be run again. Collections are
 * always named by getCollection(), indexes have explicit names, and sharding is left to where there
 * is a router. Its comments are not translated, but for what the model and its findings say. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <math.h>
#include <string.h>

#include "design/squill-size.h"
#include "exchange/export/squill-export-private.h"
#include "exchange/squill-schema.h"
#include "exchange/squill-shell-command.h"
#include "exchange/squill-shell-text.h"
#include "model/squill-dialect.h"

typedef enum
{
  MODE_UPDATE,
  MODE_REPLACE,
} Mode;

typedef struct
{
  SquillExport *export;
  GString *text;
  Mode mode;
  SquillSchemaOptions schema_options;
  double count;          /* of sample documents */
  gboolean compatible;   /* for a server that takes less than MongoDB */
  gboolean integer_keys; /* what a shell puts into another order */
  const char *name;      /* of the collection, where it is another than that of the design */
} Script;

static void append_comment_about (Script *self, const char *indent, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

static void
append_comment_about (Script *self, const char *indent, const char *format, ...)
{
  g_autofree char *comment = NULL;
  va_list list;

  va_start (list, format);
  comment = g_strdup_vprintf (format, list);
  va_end (list);
  g_string_append (self->text, indent);
  squill_shell_append_comment (self->text, comment);
}

/* A call of one of the functions that stand at the end, about a collection. */
static void
begin_call (Script *self, const char *function, const SquillCollection *collection)
{
  g_string_append_printf (self->text, "  %s(", function);
  squill_shell_append_database (self->text,
                                squill_collection_get_database (self->export->design, collection));
  g_string_append (self->text, ", ");
  squill_bson_text_append_string (self->text, self->name != NULL ? self->name : collection->name,
                                  -1);
  g_string_append (self->text, ", ");
}

static void
append_document (Script *self, const bson_t *document, guint indent)
{
  self->integer_keys |= squill_bson_has_integer_keys (document);
  squill_bson_text_append (self->text, document, SQUILL_BSON_STYLE_MONGOSH, indent, indent > 0);
}

static void
write_collection_options (Script *self, const SquillCollection *collection, gboolean with_validator)
{
  bson_t options = BSON_INITIALIZER;

  if (self->mode == MODE_REPLACE)
    {
      g_string_append (self->text, "  ");
      squill_shell_append_collection (
          self->text, squill_collection_get_database (self->export->design, collection),
          collection->name);
      g_string_append (self->text, ".drop();\n");
    }
  _squill_export_append_options (
      self->export, collection, with_validator ? &self->schema_options : NULL,
      _squill_export_get_choice (self->export, "level"),
      (SquillValidationAction)_squill_export_get_choice (self->export, "action"), self->compatible,
      &options);
  begin_call (self, "collection", collection);
  append_document (self, &options, bson_empty (&options) ? 0 : 2);
  g_string_append (self->text, ");\n");
  bson_destroy (&options);
}

/* Why a server is not asked for an index; NULL if it is. */
static const char *
find_obstacle (Script *self, const SquillCollectionIndex *index, const SquillIndex *drawn)
{
  if (index->unresolved || index->keys->len == 0)
    return "it names a field that is not there";
  if (self->compatible && drawn != NULL && drawn->collation != NULL)
    return "this server has no collations of indexes";
  return NULL;
}

static void
write_index (Script *self,
             const SquillCollectionIndex *index,
             const SquillIndex *drawn,
             const char *name)
{
  bson_t keys = BSON_INITIALIZER;
  bson_t options = BSON_INITIALIZER;

  squill_shell_append_index_keys (&keys, index);
  bson_append_utf8 (&options, "name", -1, name, -1);
  squill_shell_append_index_options (&options, index, drawn, self->compatible);
  g_string_append (self->text, "    [");
  append_document (self, &keys, 0);
  g_string_append (self->text, ", ");
  append_document (self, &options, 0);
  g_string_append (self->text, "],\n");
  bson_destroy (&keys);
  bson_destroy (&options);
}

static void
write_indexes (Script *self, const SquillCollection *collection)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  begin_call (self, "indexes", collection);
  /* The server makes that on _id. */
  g_string_append (self->text, collection->indexes->len > 1 ? "[\n" : "[");
  for (guint i = 0; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = g_ptr_array_index (collection->indexes, i);
      const SquillIndex *drawn =
          squill_model_get_item_of_kind (self->export->model, index->index, SQUILL_KIND_INDEX);
      g_autofree char *name = g_strdup (index->name);
      const char *obstacle = find_obstacle (self, index, drawn);

      /* The server makes this one. */
      if (index->index == NULL && g_str_equal (index->name, "_id_"))
        continue;
      for (guint j = 2; g_hash_table_contains (names, name); j++)
        {
          g_free (name);
          name = g_strdup_printf ("%s_%u", index->name, j);
        }
      g_hash_table_add (names, g_strdup (name));
      if (obstacle != NULL)
        append_comment_about (self, "    ", "The index “%s” is left out: %s", name, obstacle);
      else
        {
          if (self->compatible && drawn != NULL && drawn->hidden)
            append_comment_about (self, "    ", "The index “%s” is not hidden: %s", name,
                                  "this server has no hidden ones");
          write_index (self, index, drawn, name);
        }
    }
  g_string_append (self->text, collection->indexes->len > 1 ? "  ]);\n" : "]);\n");
}

static void
write_sharding (Script *self, const SquillCollection *collection, const SquillEntity *entity)
{
  bson_t keys = BSON_INITIALIZER;

  if (entity->shard_key == NULL || entity->shard_key->len == 0)
    return;
  for (guint i = 0; i < entity->shard_key->len; i++)
    {
      const SquillKey *key = g_ptr_array_index (entity->shard_key, i);
      g_autofree char *path = _squill_export_get_key_path (self->export, collection, key->path);

      if (path == NULL)
        {
          g_string_append (self->text, "  ");
          squill_shell_append_comment (
              self->text, "It is not sharded: the shard key names a field that is not there");
          bson_destroy (&keys);
          return;
        }
      squill_shell_append_key (&keys, path, *key->operator != '\0' ? key->operator : "1");
    }

  if (!squill_model_has_version (self->export->model, 6, 0))
    {
      g_string_append (self->text, "  if (db.hello().msg === \"isdbgrid\") sh.enableSharding(");
      squill_shell_append_database (
          self->text, squill_collection_get_database (self->export->design, collection));
      g_string_append (self->text, ".getName());\n");
    }
  begin_call (self, "shard", collection);
  append_document (self, &keys, 0);
  g_string_append (self->text, entity->shard_unique ? ", true" : ", false");
  /* Shard keys are compared byte by byte, and have to say so where the collection does not. */
  g_string_append (self->text, entity->collation != NULL
                                   ? ", { collation: { locale: \"simple\" } });\n"
                                   : ", {});\n");
  bson_destroy (&keys);
}

static gboolean
write_samples (Script *self, const SquillCollection *collection, GError **error)
{
  guint64 n = (guint64)self->count;

  if (n == 0)
    return TRUE;
  begin_call (self, "samples", collection);
  g_string_append (self->text, "[\n");
  for (guint64 number = 0; number < n; number++)
    {
      bson_t *document;

      if (g_cancellable_set_error_if_cancelled (self->export->cancellable, error))
        return FALSE;
      document = squill_samples_get_document (self->export->samples, collection->id, number, error);
      if (document == NULL)
        return FALSE;
      self->integer_keys |= squill_bson_has_integer_keys (document);
      g_string_append (self->text, "    ");
      squill_bson_text_append (self->text, document, SQUILL_BSON_STYLE_MONGOSH, 2, 2);
      g_string_append (self->text, number + 1 < n ? ",\n" : "\n");
      bson_destroy (document);
    }
  g_string_append (self->text, "  ]);\n");
  return TRUE;
}

/* Which entities a collection holds, with those that are embedded. */
static char *
list_entities (Script *self, const SquillCollection *collection)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < collection->entities->len; i++)
    {
      const SquillEntity *entity =
          squill_model_get_entity (self->export->model, collection->entities->pdata[i]);

      if (entity != NULL && entity->name != NULL)
        g_ptr_array_add (names, entity->name);
    }
  g_ptr_array_add (names, NULL);
  return g_strjoinv (", ", (char **)names->pdata);
}

/* What the model warns of, but for what somebody dismissed. */
static void
write_findings (Script *self, const SquillCollection *collection)
{
  GPtrArray *findings =
      self->export->advice != NULL ? squill_advice_get_findings (self->export->advice) : NULL;

  for (guint i = 0; findings != NULL && i < findings->len; i++)
    {
      const SquillFinding *finding = g_ptr_array_index (findings, i);

      if (finding->severity >= SQUILL_SEVERITY_WARNING && !finding->dismissed &&
          g_strcmp0 (finding->collection, collection->id) == 0)
        append_comment_about (self, "", "%s: %s",
                              finding->severity == SQUILL_SEVERITY_ERROR ? "Error" : "Warning",
                              finding->message);
    }
}

static void
write_introduction (Script *self, const SquillCollection *collection, const SquillEntity *entity)
{
  SquillModel *model = self->export->model;
  const char *description = entity != NULL ? entity->description : NULL;
  g_autofree char *entities = list_entities (self, collection);

  if (description != NULL && *description != '\0')
    append_comment_about (self, "", "%s: %s", collection->name, description);
  else
    squill_shell_append_comment (self->text, collection->name);
  if (*entities != '\0' && !g_str_equal (entities, collection->name))
    append_comment_about (self, "", "Holds %s", entities);
  write_findings (self, collection);
  if (entity != NULL && entity->time_field != NULL && !squill_model_has_version (model, 5, 0))
    squill_shell_append_comment (self->text, "Time-series collections need MongoDB 5.0");
  if (entity != NULL && entity->clustered && !squill_model_has_version (model, 5, 3))
    squill_shell_append_comment (self->text, "Clustered collections need MongoDB 5.3");
}

/* What a compatible server takes less of. */
static void
write_losses (Script *self, const SquillCollection *collection)
{
  bson_t *whole, *rest;
  SquillSchemaOptions full = self->schema_options;

  if (!self->compatible || squill_collection_is_time_series (self->export->design, collection))
    return;
  full.compatible = FALSE;
  whole = squill_schema_new_validator (self->export->design, collection, &full);
  rest = squill_schema_new_validator (self->export->design, collection, &self->schema_options);
  if (rest->len > SQUILL_EXPORT_MAX_COMPATIBLE_VALIDATOR)
    squill_shell_append_comment (
        self->text, "The validator is left out: this server takes none of more than 10 kB");
  else if (!bson_equal (whole, rest))
    squill_shell_append_comment (
        self->text, "The validator is incomplete: this server does not know additionalProperties, "
                    "anyOf, oneOf, allOf, and not");
  bson_destroy (whole);
  bson_destroy (rest);
}

static gboolean
write_collection (Script *self, const SquillCollection *collection, GError **error)
{
  const SquillEntity *entity =
      collection->kind == SQUILL_COLLECTION_ENTITY
          ? squill_model_get_entity (self->export->model, collection->entity)
          : NULL;

  g_string_append_c (self->text, '\n');
  write_introduction (self, collection, entity);
  write_losses (self, collection);
  g_string_append (self->text, "attempt(");
  squill_bson_text_append_string (self->text, collection->name, -1);
  g_string_append (self->text, ", () => {\n");
  write_collection_options (self, collection, TRUE);
  write_indexes (self, collection);
  if (entity != NULL)
    write_sharding (self, collection, entity);
  if (!write_samples (self, collection, error))
    return FALSE;
  g_string_append (self->text, "});\n");
  return TRUE;
}

static gboolean
is_compatible (SquillModel *model)
{
  const SquillDialect dialect = squill_model_get_info (model)->dialect;

  return dialect != SQUILL_DIALECT_MONGODB && dialect != SQUILL_DIALECT_ATLAS;
}

/**
 * _squill_export_append_collection:
 * @self: an export of a script for the MongoDB Shell
 * @text: the script, which has the functions of _squill_export_append_functions()
 * @collection: a collection of its design
 * @name: under which it is made
 * @complete: whether to make its indexes and its validator, or else the collection and its shard
 *   key, for documents that come before those
 *
 * Writes the calls that make a collection.
 */
void
_squill_export_append_collection (SquillExport *self,
                                  GString *text,
                                  const SquillCollection *collection,
                                  const char *name,
                                  gboolean complete)
{
  Script script = {
    .export = self, .text = text, .compatible = is_compatible (self->model), .name = name
  };
  const SquillEntity *entity = collection->kind == SQUILL_COLLECTION_ENTITY
                                   ? squill_model_get_entity (self->model, collection->entity)
                                   : NULL;

  _squill_export_get_schema_options (self, &script.schema_options);
  script.schema_options.compatible = script.compatible;
  if (complete)
    write_indexes (&script, collection);
  write_collection_options (&script, collection, complete);
  if (!complete && entity != NULL)
    write_sharding (&script, collection, entity);
}

/**
 * _squill_export_make_header:
 * @self: an export
 * @integer_keys: whether some documents have whole numbers as names of fields
 * @database: (nullable): the database to use; %NULL for that of the connection
 *
 * Returns: (transfer full): what a script for the MongoDB Shell begins with
 */
GString *
_squill_export_make_header (SquillExport *self, gboolean integer_keys, const char *database)
{
  const SquillModelInfo *info = squill_model_get_info (self->model);
  GString *header = g_string_new (NULL);
  g_autofree char *first = info->name != NULL
                               ? g_strdup_printf ("Made by Squill from the model “%s”", info->name)
                               : g_strdup ("Made by Squill");

  squill_shell_append_comment (header, first);
  if (info->server_version != NULL)
    {
      g_autofree char *target = g_strdup_printf ("For MongoDB %s", info->server_version);

      squill_shell_append_comment (header, target);
    }
  if (integer_keys)
    squill_shell_append_comment (
        header, "Some fields have whole numbers as names: the shell puts these first, "
                "whatever the order here");
  if (database != NULL && *database != '\0')
    {
      g_string_append (header, "\ndb = db.getSiblingDB(");
      squill_bson_text_append_string (header, database, -1);
      g_string_append (header, ");\n");
    }
  return header;
}

/* What the script destroys, and the question whether it really is to. */
static void
append_question (GString *header, const GPtrArray *collections)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < collections->len; i++)
    {
      const SquillCollection *collection = g_ptr_array_index (collections, i);

      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", collection->name);
    }
  squill_shell_append_comment (
      header, "DROPS these collections with all their documents, and creates them anew:");
  squill_shell_append_comment (header, names->str);
}

static void
append_beginning (Script *self, GString *header, const GPtrArray *collections)
{
  if (self->mode == MODE_REPLACE)
    {
      append_question (header, collections);
      g_string_append (header, "const REALLY_DROP = false;\n"
                               "if (!REALLY_DROP) {\n"
                               "  throw new Error(\"Nothing was done: set REALLY_DROP to true in "
                               "this script to drop the collections\");\n"
                               "}\n");
    }
  else
    squill_shell_append_comment (
        header,
        "Creates what is missing and changes what differs; what is as wanted stays as it is.");
}

gboolean
_squill_export_mongosh (SquillExport *self, GError **error)
{
  /* As the table has them. */
  enum
  {
    SERVER_AS_SET,
    SERVER_MONGODB,
    SERVER_COMPATIBLE,
  };
  const SquillModelInfo *info = squill_model_get_info (self->model);
  g_autoptr (GPtrArray) collections = _squill_export_get_collections (self, error);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) beginning = g_string_new (NULL);
  const guint server = _squill_export_get_choice (self, "server");
  Script script = { .export = self, .text = text };
  GString *whole;

  if (collections == NULL)
    return FALSE;
  script.count = _squill_export_get_number (self, "count");
  script.mode = (Mode)_squill_export_get_choice (self, "mode");
  script.compatible =
      server == SERVER_COMPATIBLE || (server == SERVER_AS_SET && is_compatible (self->model));
  _squill_export_get_schema_options (self, &script.schema_options);
  script.schema_options.compatible = script.compatible;
  for (guint i = 0; i < collections->len; i++)
    if (!write_collection (&script, g_ptr_array_index (collections, i), error))
      return FALSE;

  /* What comes first depends on what comes later. */
  append_beginning (&script, beginning, collections);
  whole = _squill_export_make_header (
      self, script.integer_keys,
      _squill_export_get_choice (self, "database") > 0 ? info->database : NULL);
  g_string_append_len (whole, beginning->str, beginning->len);
  g_string_append (whole, "\nconst done = [], left = [], failed = [];\n");
  g_string_append_len (whole, text->str, text->len);
  g_string_append (whole, "\nreport();\n");
  _squill_export_append_functions (whole);
  _squill_export_add_text (self, info->name != NULL ? info->name : "database", whole);
  return TRUE;
}
