/* SPDX-License-Identifier: Apache-2.0 */

/* A script for the MongoDB Shell that makes a database as the design has it. Collections are always
 * named by getCollection(), indexes have explicit names, so that a script can be run again, and
 * sharding is left to where there is a router. Its comments are not translated: the script of a
 * model is the same wherever it is written. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <math.h>
#include <string.h>

#include "design/squill-size.h"
#include "exchange/export/squill-export-private.h"
#include "exchange/squill-schema.h"
#include "exchange/squill-shell-text.h"
#include "model/squill-dialect.h"

typedef enum
{
  MODE_CREATE,
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
  gboolean integer_keys; /* what a shell puts into another order */
} Script;

/** A comment of one line, whatever is in the text. */
void
squill_export_append_comment (GString *text, const char *comment)
{
  g_string_append (text, "// ");
  for (const char *p = comment; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char_validated (p, -1);

      if (c == (gunichar)-1 || c == (gunichar)-2)
        break;
      g_string_append_unichar (text, c < 0x20 || c == 0x7f || c == 0x2028 || c == 0x2029 ? ' ' : c);
    }
  g_string_append_c (text, '\n');
}

static void
append_collection (Script *self, const SquillCollection *collection)
{
  squill_shell_append_collection (self->text,
                                  squill_collection_get_database (self->export->design, collection),
                                  collection->name);
}

static void
append_database (Script *self, const SquillCollection *collection)
{
  squill_shell_append_database (self->text,
                                squill_collection_get_database (self->export->design, collection));
}

static void
append_document (Script *self, const bson_t *document, guint indent)
{
  self->integer_keys |= squill_bson_has_integer_keys (document);
  squill_bson_text_append (self->text, document, SQUILL_BSON_STYLE_MONGOSH, indent, 0);
}

/* A number that is an int where it can be. */
static void
append_number (bson_t *document, const char *key, double number)
{
  if (isnan (number) || fabs (number) > 9007199254740992.0)
    return;
  if (fabs (number) <= G_MAXINT32 && number == floor (number))
    bson_append_int32 (document, key, -1, (gint32)number);
  else if (number == floor (number))
    bson_append_int64 (document, key, -1, (gint64)number);
  else
    bson_append_double (document, key, -1, number);
}

static void
append_json (bson_t *document, const char *key, const json_t *value)
{
  if (value != NULL && !json_is_null (value))
    squill_bson_append_json (document, key, value);
}

/* The dotted path of a key in documents of a collection; of a reference that has more beside it, of
 * the id in it. NULL if there is no such place. */
static char *
get_path (Script *self, const SquillCollection *collection, const char *key)
{
  const SquillShape *shape;

  if (key == NULL)
    return NULL;
  if (*key == '=')
    return g_strdup (key + 1);
  shape = squill_design_resolve (self->export->design, collection->shape, key);
  if (shape == NULL)
    return NULL;
  if (shape->origin == SQUILL_ORIGIN_REFERENCE && shape->target != NULL && shape->children->len > 0)
    {
      const SquillShape *first = g_ptr_array_index (shape->children, 0);

      if (first->origin == SQUILL_ORIGIN_REFERENCE && first->target != NULL)
        shape = first;
    }
  return squill_shape_get_query_path (shape);
}

static void
append_time_series (Script *self,
                    const SquillCollection *collection,
                    const SquillEntity *entity,
                    bson_t *options)
{
  static const char *const granularities[] = { "seconds", "minutes", "hours" };
  g_autofree char *time = get_path (self, collection, entity->time_field);
  g_autofree char *meta = get_path (self, collection, entity->meta_field);
  bson_t series;

  bson_append_document_begin (options, "timeseries", -1, &series);
  bson_append_utf8 (&series, "timeField", -1, time != NULL ? time : entity->time_field, -1);
  if (meta != NULL)
    bson_append_utf8 (&series, "metaField", -1, meta, -1);
  bson_append_utf8 (&series, "granularity", -1, granularities[entity->granularity], -1);
  bson_append_document_end (options, &series);
}

/* A capped collection must have a size: room for all documents that it is to hold. */
static double
get_capped_size (const SquillCollection *collection, const SquillEntity *entity)
{
  double documents =
      entity->capped_documents >= 1 ? entity->capped_documents : collection->count.likely;
  double bytes = documents * collection->shape->bytes.likely;

  if (entity->capped_size >= 1)
    return entity->capped_size;
  if (!isfinite (bytes))
    bytes = SQUILL_SIZE_DOCUMENT_LIMIT;
  /* The server rounds up so too. */
  return MAX (4096, ceil (bytes / 256) * 256);
}

static void
append_entity_options (Script *self,
                       const SquillCollection *collection,
                       const SquillEntity *entity,
                       bson_t *options)
{
  if (entity->capped && entity->time_field == NULL)
    {
      bson_append_bool (options, "capped", -1, TRUE);
      append_number (options, "size", get_capped_size (collection, entity));
      append_number (options, "max", entity->capped_documents);
    }
  if (entity->time_field != NULL)
    append_time_series (self, collection, entity, options);
  if (entity->clustered && entity->time_field == NULL && !entity->capped)
    {
      bson_t index, key;

      bson_append_document_begin (options, "clusteredIndex", -1, &index);
      bson_append_document_begin (&index, "key", -1, &key);
      bson_append_int32 (&key, "_id", -1, 1);
      bson_append_document_end (&index, &key);
      bson_append_bool (&index, "unique", -1, TRUE);
      bson_append_document_end (options, &index);
    }
  if (entity->time_field != NULL || (entity->clustered && !entity->capped))
    append_number (options, "expireAfterSeconds", entity->expire_after);
  append_json (options, "collation", entity->collation);
}

static const char *
get_level (Script *self, const SquillEntity *entity)
{
  static const char *const levels[] = { "strict", "moderate", "off" };
  const guint chosen = squill_export_get_choice (self->export, "level");

  if (chosen > 0)
    return levels[chosen - 1];
  return levels[entity != NULL ? entity->validation_level : SQUILL_VALIDATION_STRICT];
}

static const char *
get_action (Script *self, const SquillCollection *collection, const SquillEntity *entity)
{
  static const char *const actions[] = { "error", "error", "warn" };
  guint action = squill_export_get_choice (self->export, "action");

  if (action == SQUILL_VALIDATION_AUTO && entity != NULL)
    action = entity->validation_action;
  /* A document that was not read may well be different. */
  if (action == SQUILL_VALIDATION_AUTO &&
      squill_collection_is_sampled (self->export->design, collection))
    action = SQUILL_VALIDATION_WARN;
  return actions[action];
}

static void
append_validator (Script *self,
                  const SquillCollection *collection,
                  const SquillEntity *entity,
                  bson_t *options)
{
  bson_t *schema =
      squill_schema_new_validator (self->export->design, collection, &self->schema_options);
  bson_t validator;

  bson_append_document_begin (options, "validator", -1, &validator);
  bson_append_document (&validator, "$jsonSchema", -1, schema);
  bson_append_document_end (options, &validator);
  bson_append_utf8 (options, "validationLevel", -1, get_level (self, entity), -1);
  bson_append_utf8 (options, "validationAction", -1, get_action (self, collection, entity), -1);
  bson_destroy (schema);
}

static void
write_create (Script *self, const SquillCollection *collection, const SquillEntity *entity)
{
  bson_t options = BSON_INITIALIZER;

  if (self->mode == MODE_REPLACE)
    {
      append_collection (self, collection);
      g_string_append (self->text, ".drop();\n");
    }
  if (entity != NULL)
    append_entity_options (self, collection, entity, &options);
  if (!squill_collection_is_time_series (self->export->design, collection))
    append_validator (self, collection, entity, &options);

  append_database (self, collection);
  g_string_append (self->text, ".createCollection(");
  squill_bson_text_append_string (self->text, collection->name, -1);
  if (!bson_empty (&options))
    {
      g_string_append (self->text, ", ");
      append_document (self, &options, 2);
    }
  g_string_append (self->text, ");\n");
  bson_destroy (&options);
}

static void
write_update (Script *self, const SquillCollection *collection, const SquillEntity *entity)
{
  bson_t command = BSON_INITIALIZER;

  if (!squill_collection_is_time_series (self->export->design, collection))
    {
      bson_append_utf8 (&command, "collMod", -1, collection->name, -1);
      append_validator (self, collection, entity, &command);
      append_database (self, collection);
      g_string_append (self->text, ".runCommand(");
      append_document (self, &command, 2);
      g_string_append (self->text, ");\n");
    }
  bson_destroy (&command);
}

/* "1" and "-1" are numbers, all else is a name of a kind of index. */
static void
append_key (bson_t *keys, const char *path, const char *how)
{
  char *end = NULL;
  double number = g_ascii_strtod (how, &end);

  if (end != how && *end == '\0' && isfinite (number))
    append_number (keys, path, number);
  else
    bson_append_utf8 (keys, path, -1, how, -1);
}

static void
append_index_options (const SquillCollectionIndex *index,
                      const SquillIndex *drawn,
                      const char *name,
                      bson_t *options)
{
  const char *key;
  json_t *value;

  bson_append_utf8 (options, "name", -1, name, -1);
  if (index->unique)
    bson_append_bool (options, "unique", -1, TRUE);
  if (drawn == NULL)
    return;
  if (drawn->sparse)
    bson_append_bool (options, "sparse", -1, TRUE);
  if (drawn->hidden)
    bson_append_bool (options, "hidden", -1, TRUE);
  append_number (options, "expireAfterSeconds", drawn->expire_after);
  append_json (options, "partialFilterExpression", drawn->partial);
  append_json (options, "collation", drawn->collation);
  if (json_is_object (drawn->options))
    json_object_foreach (drawn->options, key, value)
    {
      if (!bson_has_field (options, key))
        append_json (options, key, value);
    }
}

static void
write_indexes (Script *self, const SquillCollection *collection)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = g_ptr_array_index (collection->indexes, i);
      const SquillIndex *drawn =
          squill_model_get_item_of_kind (self->export->model, index->index, SQUILL_KIND_INDEX);
      g_autofree char *name = g_strdup (index->name);
      bson_t keys = BSON_INITIALIZER;
      bson_t options = BSON_INITIALIZER;

      /* The server makes this one. */
      if (index->index == NULL && g_str_equal (index->name, "_id_"))
        continue;
      for (guint j = 2; g_hash_table_contains (names, name); j++)
        {
          g_free (name);
          name = g_strdup_printf ("%s_%u", index->name, j);
        }
      g_hash_table_add (names, g_strdup (name));
      if (index->unresolved || index->keys->len == 0)
        {
          g_autofree char *comment = g_strdup_printf (
              "The index “%s” is left out: it names a field that is not there", name);

          squill_export_append_comment (self->text, comment);
          continue;
        }

      for (guint j = 0; j < index->keys->len; j++)
        {
          const SquillKey *key = g_ptr_array_index (index->keys, j);

          append_key (&keys, key->path, key->operator);
        }
      append_index_options (index, drawn, name, &options);
      append_collection (self, collection);
      g_string_append (self->text, ".createIndex(");
      append_document (self, &keys, 0);
      g_string_append (self->text, ", ");
      append_document (self, &options, 0);
      g_string_append (self->text, ");\n");
      bson_destroy (&keys);
      bson_destroy (&options);
    }
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
      g_autofree char *path = get_path (self, collection, key->path);

      if (path == NULL)
        {
          squill_export_append_comment (
              self->text, "It is not sharded: the shard key names a field that is not there");
          bson_destroy (&keys);
          return;
        }
      append_key (&keys, path, *key->operator != '\0' ? key->operator : "1");
    }

  g_string_append (self->text, "if (db.hello().msg === \"isdbgrid\") {\n");
  if (!squill_model_has_version (self->export->model, 6, 0))
    {
      g_string_append (self->text, "  sh.enableSharding(");
      append_database (self, collection);
      g_string_append (self->text, ".getName());\n");
    }
  g_string_append (self->text, "  sh.shardCollection(");
  append_database (self, collection);
  g_string_append (self->text, ".getName() + \".\" + ");
  squill_bson_text_append_string (self->text, collection->name, -1);
  g_string_append (self->text, ", ");
  append_document (self, &keys, 0);
  g_string_append (self->text, entity->shard_unique ? ", true" : ", false");
  /* Shard keys are compared byte by byte, and have to say so where the collection does not. */
  if (entity->collation != NULL)
    g_string_append (self->text, ", { collation: { locale: \"simple\" } }");
  g_string_append (self->text, ");\n}\n");
  bson_destroy (&keys);
}

static gboolean
write_samples (Script *self, const SquillCollection *collection, GError **error)
{
  guint64 n = (guint64)self->count;

  if (n == 0)
    return TRUE;
  append_collection (self, collection);
  g_string_append (self->text, ".insertMany([\n");
  for (guint64 number = 0; number < n; number++)
    {
      bson_t *document;

      if (g_cancellable_set_error_if_cancelled (self->export->cancellable, error))
        return FALSE;
      document = squill_samples_get_document (self->export->samples, collection->id, number, error);
      if (document == NULL)
        return FALSE;
      self->integer_keys |= squill_bson_has_integer_keys (document);
      g_string_append (self->text, "  ");
      squill_bson_text_append (self->text, document, SQUILL_BSON_STYLE_MONGOSH, 2, 1);
      g_string_append (self->text, number + 1 < n ? ",\n" : "\n");
      bson_destroy (document);
    }
  g_string_append (self->text, "]);\n");
  return TRUE;
}

static void
write_warnings (Script *self, const SquillEntity *entity)
{
  if (entity->time_field != NULL && !squill_model_has_version (self->export->model, 5, 0))
    squill_export_append_comment (self->text, "Time-series collections need MongoDB 5.0");
  if (entity->clustered && !squill_model_has_version (self->export->model, 5, 3))
    squill_export_append_comment (self->text, "Clustered collections need MongoDB 5.3");
}

static gboolean
write_collection (Script *self, const SquillCollection *collection, GError **error)
{
  const SquillEntity *entity =
      collection->kind == SQUILL_COLLECTION_ENTITY
          ? squill_model_get_entity (self->export->model, collection->entity)
          : NULL;

  g_string_append_c (self->text, '\n');
  if (entity != NULL && entity->description != NULL && *entity->description != '\0')
    squill_export_append_comment (self->text, entity->description);
  if (entity != NULL)
    write_warnings (self, entity);
  if (self->mode == MODE_UPDATE)
    write_update (self, collection, entity);
  else
    write_create (self, collection, entity);
  write_indexes (self, collection);
  if (entity != NULL)
    write_sharding (self, collection, entity);
  return write_samples (self, collection, error);
}

/**
 * squill_export_make_header:
 * @self: an export
 * @integer_keys: whether some documents have whole numbers as names of fields
 *
 * Returns: (transfer full): what a script for the MongoDB Shell begins with
 */
GString *
squill_export_make_header (SquillExport *self, gboolean integer_keys)
{
  const SquillModelInfo *info = squill_model_get_info (self->model);
  GString *header = g_string_new (NULL);
  g_autofree char *first = info->name != NULL
                               ? g_strdup_printf ("Made by Squill from the model “%s”", info->name)
                               : g_strdup ("Made by Squill");

  squill_export_append_comment (header, first);
  if (info->server_version != NULL)
    {
      g_autofree char *target = g_strdup_printf ("For MongoDB %s", info->server_version);

      squill_export_append_comment (header, target);
    }
  if (integer_keys)
    squill_export_append_comment (
        header, "Some fields have whole numbers as names: the shell puts these first, "
                "whatever the order here");
  if (info->database != NULL && *info->database != '\0')
    {
      g_string_append (header, "\ndb = db.getSiblingDB(");
      squill_bson_text_append_string (header, info->database, -1);
      g_string_append (header, ");\n");
    }
  return header;
}

gboolean
squill_export_mongosh (SquillExport *self, GError **error)
{
  const SquillModelInfo *info = squill_model_get_info (self->model);
  g_autoptr (GPtrArray) collections = squill_export_get_collections (self, error);
  g_autoptr (GString) text = g_string_new (NULL);
  Script script = { self, text, MODE_CREATE, { 0 }, 0, FALSE };
  GString *whole;

  if (collections == NULL)
    return FALSE;
  script.count = squill_export_get_number (self, "count");
  squill_export_get_schema_options (self, &script.schema_options);
  script.mode = (Mode)squill_export_get_choice (self, "mode");
  for (guint i = 0; i < collections->len; i++)
    if (!write_collection (&script, g_ptr_array_index (collections, i), error))
      return FALSE;

  /* What comes first depends on what comes later. */
  whole = squill_export_make_header (self, script.integer_keys);
  g_string_append_len (whole, text->str, text->len);
  squill_export_add_text (self, info->name != NULL ? info->name : "database", whole);
  return TRUE;
}
