/* SPDX-License-Identifier: Apache-2.0 */

/* Data models of MongoDB Compass (.mdm). What Compass has no place for is a member of our own in
 * the schemas, which it keeps, and, for people, in its notes. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "bson/squill-bson-json.h"
#include "design/squill-placement-text.h"
#include "exchange/export/squill-export-private.h"
#include "exchange/squill-compass-format.h"
#include "exchange/squill-shell-command.h"
#include "model/squill-model-file.h"
#include "text/squill-text.h"

/* Compass asks for a time; one of its own would make each file another one. */
#define TIMESTAMP "2026-01-01T00:00:00.000Z"
/* Of its cards, with room for lines between them. */
#define COLUMN_WIDTH 400
#define ROW_HEIGHT 18
#define CARD_GAP 120
#define MAX_COLUMN 1600

typedef struct
{
  SquillExport *export;
  GPtrArray *collections;
  const char *database;
  json_t *relationships;
  json_t *notes; /* id in Compass -> id in the model, text */
  double x, y;   /* where the next card has room whose entity is not in the diagram */
} Writer;

/* A UUID of version 5: always the same for the same name. */
static char *
make_uuid (const char *name)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA1);
  guint8 digest[20];
  gsize length = sizeof digest;

  g_checksum_update (checksum, (const guchar *)"squill:compass:", -1);
  g_checksum_update (checksum, (const guchar *)name, -1);
  g_checksum_get_digest (checksum, digest, &length);
  digest[6] = (digest[6] & 0x0f) | 0x50;
  digest[8] = (digest[8] & 0x3f) | 0x80;
  return g_strdup_printf ("%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x",
                          digest[0], digest[1], digest[2], digest[3], digest[4], digest[5],
                          digest[6], digest[7], digest[8], digest[9], digest[10], digest[11],
                          digest[12], digest[13], digest[14], digest[15]);
}

/* A database has no dots in its name: they end it. */
static char *
make_database (const SquillModelInfo *info)
{
  const char *name = info->database != NULL && *info->database != '\0' ? info->database
                     : info->name != NULL && *info->name != '\0'       ? info->name
                                                                       : "squill";

  return g_strdelimit (g_strdup (name), "./\\ \"$*<>:|?", '_');
}

static char *
make_namespace (const Writer *self, const SquillCollection *collection)
{
  return g_strconcat (self->database, ".", collection->name, NULL);
}

/* The nearest of what Compass lets people choose; null for many, nobody knows how many. */
static json_t *
make_cardinality (SquillTriple triple)
{
  const double usual = squill_triple_get_usual (triple);

  if (triple.max == 1 || usual == 1)
    return json_integer (1);
  if (isnan (usual) || usual < 10)
    return json_null ();
  return json_integer (usual < 316 ? 100 : usual < 3162 ? 1000 : 10000);
}

/* "comments per post: 0..35..1000" */
static void
append_triple (GString *text, const char *what, const char *owner, SquillTriple triple)
{
  g_autofree char *numbers = squill_triple_to_text (triple);

  if (*numbers == '\0')
    return;
  /* Translators: an entity, another one to which it belongs, and a minimum, a likely number, and a
   * maximum: "comments per post: 0..35..1000" */
  g_string_append_printf (text, _ ("%s per %s: %s"), what, owner, numbers);
  g_string_append_c (text, '\n');
}

/* What Compass has no place for: numbers, and how it is stored. */
static char *
describe_relationship (const Writer *self, const SquillRelationship *r)
{
  SquillModel *model = self->export->model;
  const SquillEntity *parent = squill_model_get_entity (model, r->parent);
  const SquillEntity *child = squill_model_get_entity (model, r->child);
  g_autofree char *placement = squill_placement_describe (model, r, r->placement);
  GString *text = g_string_new (NULL);

  append_triple (text, child->name, parent->name, r->children);
  append_triple (text, parent->name, child->name, r->parents);
  g_string_append (text, placement);
  return g_string_free (text, FALSE);
}

static char *
join_note (const char *description, const char *facts)
{
  const gboolean has_both = description != NULL && *description != '\0' && *facts != '\0';

  return g_strconcat (description != NULL ? description : "", has_both ? "\n\n" : "", facts, NULL);
}

/* Names of fields from the document on, without arrays: Compass shows no members of maps, and of
 * arrays in arrays. NULL where there is none. */
static json_t *
make_path (const SquillShape *shape)
{
  json_t *path = json_array ();

  for (; shape->parent != NULL; shape = shape->parent)
    {
      if (shape->rest || shape->map || squill_shape_is_element (shape))
        json_array_clear (path);
      if (!shape->rest && !squill_shape_is_element (shape))
        json_array_insert_new (path, 0, json_string (shape->name));
    }
  if (json_array_size (path) == 0)
    g_clear_pointer (&path, json_decref);
  return path;
}

static const SquillCollection *
find_collection (const Writer *self, const char *id)
{
  for (guint i = 0; i < self->collections->len; i++)
    if (g_strcmp0 (((SquillCollection *)self->collections->pdata[i])->id, id) == 0)
      return self->collections->pdata[i];
  return NULL;
}

/* What a reference names: _id, or another key. */
static json_t *
make_target_path (const Writer *self, const SquillShape *reference, const SquillCollection *target)
{
  const SquillField *key = _squill_export_get_referenced_key (self->export, reference);
  const SquillShape *shape =
      key == NULL ? NULL
                  : squill_design_resolve (self->export->design, target->shape, key->item.id);
  json_t *path = shape == NULL ? NULL : make_path (shape);

  return path != NULL ? path : json_pack ("[s]", "_id");
}

typedef struct
{
  Writer *writer;
  const SquillCollection *from;
} Lines;

/* A line for each field that refers to another collection. */
static gboolean
add_line (const SquillShape *shape, gpointer user_data)
{
  const Lines *lines = user_data;
  Writer *self = lines->writer;
  const SquillRelationship *r =
      squill_model_get_relationship (self->export->model, shape->relationship);
  const SquillCollection *target =
      shape->target == NULL ? NULL : find_collection (self, shape->target);
  g_autofree char *name = NULL, *id = NULL, *ns = NULL, *target_ns = NULL, *facts = NULL;
  g_autofree char *text = NULL;
  gboolean to_child;
  json_t *path;

  if (r == NULL || target == NULL)
    return TRUE;
  path = make_path (shape);
  if (path == NULL)
    return TRUE;
  to_child = g_strcmp0 (shape->target, r->child) == 0 && shape->entity != NULL &&
             g_strcmp0 (shape->entity, r->child) != 0;
  name = g_strjoin ("\n", r->item.id, lines->from->id, shape->path, NULL);
  id = make_uuid (name);
  ns = make_namespace (self, lines->from);
  target_ns = make_namespace (self, target);
  facts = describe_relationship (self, r);
  text = join_note (r->description, facts);
  json_array_append_new (
      self->relationships,
      json_pack ("{s:s, s:[{s:s, s:o, s:o}, {s:s, s:o, s:o}], s:b, s:s}", "id", id, "relationship",
                 "ns", ns, "cardinality", make_cardinality (to_child ? r->parents : r->children),
                 "fields", path, "ns", target_ns, "cardinality",
                 make_cardinality (to_child ? r->children : r->parents), "fields",
                 make_target_path (self, shape, target), "isInferred", FALSE, "note", text));
  json_object_set_new (
      self->notes, id,
      json_pack ("{s:s, s:s, s:s}", "id", r->item.id, "text", text, "facts", facts));
  return TRUE;
}

static json_t *
make_indexes (const Writer *self, const SquillCollection *collection)
{
  json_t *indexes = json_array ();

  for (guint i = 0; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[i];
      const SquillIndex *drawn =
          squill_model_get_item_of_kind (self->export->model, index->index, SQUILL_KIND_INDEX);
      bson_t document = BSON_INITIALIZER, keys = BSON_INITIALIZER;

      if (!index->unresolved && index->keys->len > 0)
        {
          squill_shell_append_index_keys (&keys, index);
          bson_append_document (&document, "key", -1, &keys);
          bson_append_utf8 (&document, "name", -1, index->name, -1);
          squill_shell_append_index_options (&document, index, drawn, FALSE);
          json_array_append_new (indexes,
                                 squill_document_to_json (bson_get_data (&document), document.len));
        }
      bson_destroy (&document);
      bson_destroy (&keys);
    }
  return indexes;
}

/* What Compass has no place for: how many documents there are, and what is embedded in them. */
static char *
describe_collection (const Writer *self, const SquillCollection *collection)
{
  SquillModel *model = self->export->model;
  g_autofree char *count = squill_triple_to_text (collection->count);
  g_autoptr (GString) text = g_string_new (NULL);

  if (*count != '\0')
    {
      g_string_append_printf (text, _ ("Documents: %s"), count);
      g_string_append_c (text, '\n');
    }
  for (guint i = 0; i < collection->relationships->len; i++)
    {
      const SquillRelationship *r =
          squill_model_get_relationship (model, collection->relationships->pdata[i]);
      g_autofree char *described = NULL, *note = NULL;

      if (r == NULL || squill_design_is_collection (self->export->design, r->child))
        continue;
      described = describe_relationship (self, r);
      note = join_note (r->description, described);
      g_string_append_printf (text, "%s\n", note);
    }
  return g_strchomp (g_string_free (g_steal_pointer (&text), FALSE));
}

/* Where the card is; what nobody placed stands in columns. */
static void
find_position (Writer *self, const SquillCollection *collection, double *x, double *y)
{
  const SquillEntity *entity = squill_model_get_entity (self->export->model, collection->entity);
  const SquillRelationship *r =
      squill_model_get_relationship (self->export->model, collection->relationship);

  *x = collection->kind == SQUILL_COLLECTION_ENTITY ? entity->x : r->x;
  *y = collection->kind == SQUILL_COLLECTION_ENTITY ? entity->y : r->y;
  if (!isnan (*x) && !isnan (*y))
    return;
  if (self->y > MAX_COLUMN)
    {
      self->x += COLUMN_WIDTH;
      self->y = 0;
    }
  *x = self->x;
  *y = self->y;
  self->y += CARD_GAP + ROW_HEIGHT * (double)collection->shape->children->len;
}

static json_t *
make_collection (Writer *self, const SquillCollection *collection)
{
  const SquillSchemaOptions options = { .numbers = SQUILL_SCHEMA_STRICT };
  bson_t *schema = squill_schema_new_validator (self->export->design, collection, &options);
  json_t *fields = squill_document_to_json (bson_get_data (schema), schema->len);
  const SquillEntity *entity = squill_model_get_entity (self->export->model, collection->entity);
  g_autofree char *facts = describe_collection (self, collection);
  g_autofree char *note = join_note (entity != NULL ? entity->description : NULL, facts);
  g_autofree char *ns = make_namespace (self, collection);
  json_t *json;
  double x, y;

  bson_destroy (schema);
  find_position (self, collection, &x, &y);
  if (json_object_get (fields, "bsonType") == NULL)
    json_object_set_new (fields, "bsonType", json_string ("object"));
  json_object_set_new (fields, SQUILL_COMPASS_OWN,
                       json_pack ("{s:s, s:s, s:s, s:s, s:[f, f]}", "entity", collection->id,
                                  "name", collection->name, "note", note, "facts", facts,
                                  "position", x, y));
  json = json_pack ("{s:s, s:o, s:o, s:[f, f]}", "ns", ns, "fieldData", fields, "indexes",
                    make_indexes (self, collection), "displayPosition", x, y);
  if (*note != '\0')
    json_object_set_new (json, "note", json_string (note));
  return json;
}

/* The whole model, with the first collection. */
static gboolean
add_model (Writer *self, json_t *drawn)
{
  json_t *first = json_array_get (json_object_get (drawn, "collections"), 0);
  json_t *own = json_object_get (json_object_get (first, "fieldData"), SQUILL_COMPASS_OWN);
  g_autofree char *digest = _squill_compass_make_digest (drawn);
  g_autofree char *model = NULL;
  gsize length;

  if (own == NULL || digest == NULL)
    return FALSE;
  model = squill_model_to_data (self->export->model, &length);
  json_object_set_new (own, "drawn", json_string (digest));
  json_object_set (own, "notes", self->notes);
  json_object_set_new (own, "model", json_stringn (model, length));
  return TRUE;
}

gboolean
_squill_export_compass (SquillExport *self, GError **error)
{
  const SquillModelInfo *info = squill_model_get_info (self->model);
  const char *name = info->name != NULL && *info->name != '\0' ? info->name : "squill";
  g_autoptr (GPtrArray) collections = _squill_export_get_collections (self, error);
  g_autofree char *database = make_database (info);
  g_autofree char *id = make_uuid (name);
  g_autofree char *edits = NULL, *encoded = NULL, *text = NULL;
  json_auto_t *drawn = json_pack ("{s:[], s:[]}", "collections", "relationships");
  json_auto_t *notes = json_object ();
  json_auto_t *list = NULL;
  json_auto_t *file = NULL;
  Writer writer = { self,  collections, database, json_object_get (drawn, "relationships"),
                    notes, 0,           0 };

  if (collections == NULL)
    return FALSE;
  for (guint i = 0; i < collections->len; i++)
    {
      const SquillCollection *collection = collections->pdata[i];
      Lines lines = { &writer, collection };

      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      json_array_append_new (json_object_get (drawn, "collections"),
                             make_collection (&writer, collection));
      squill_shape_foreach (collection->shape, add_line, &lines);
    }
  if (collections->len > 0 && !add_model (&writer, drawn))
    g_warning ("The model is not in its own data model of Compass");
  list = json_pack ("[{s:s, s:s, s:s, s:O}]", "id", id, "timestamp", TIMESTAMP, "type", "SetModel",
                    "model", drawn);
  edits = json_dumps (list, JSON_COMPACT);
  encoded = g_base64_encode ((const guchar *)edits, strlen (edits));
  file = json_pack ("{s:s, s:i, s:s, s:s, s:s}", "type", SQUILL_COMPASS_TYPE, "version",
                    SQUILL_COMPASS_VERSION, "name", name, "database", database, "edits", encoded);
  text = json_dumps (file, JSON_INDENT (2));
  _squill_export_add_text (self, name, g_string_new (text));
  return TRUE;
}
