/* SPDX-License-Identifier: Apache-2.0 */

/* Schemas and models of Mongoose, in JavaScript or TypeScript. Objects are schemas of their own, so
 * that a field may be called "type"; arrays that may be missing are not made by default. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <math.h>
#include <string.h>

#include "bson/squill-bson-json.h"
#include "bson/squill-bson-text.h"
#include "exchange/export/squill-export-private.h"
#include "exchange/squill-shell-command.h"
#include "exchange/squill-shell-text.h"

typedef struct
{
  SquillExport *export;
  GPtrArray *collections;
  GString *text;
  GString *later;      /* what refers to a schema that is not complete yet */
  GHashTable *taken;   /* names */
  GHashTable *schemas; /* shapes of objects -> constants */
  GHashTable *models;  /* ids of entities and collections -> names of models */
  gboolean typed;
  gboolean has_virtuals;
} Writer;

/* Texts that Mongoose uses in documents itself, and warns of. */
static gboolean
is_reserved (const char *name)
{
  static const char *const names[] = { "collection", "errors",   "save", "get", "isNew",
                                       "toObject",   "validate", "init", NULL };

  return g_strv_contains (names, name);
}

static const SquillShape *
find_child (const SquillShape *shape, const char *name)
{
  for (guint i = 0; i < shape->children->len; i++)
    if (g_str_equal (((SquillShape *)shape->children->pdata[i])->name, name))
      return shape->children->pdata[i];
  return NULL;
}

static const SquillField *
get_field (Writer *self, const SquillShape *shape)
{
  return shape->target != NULL ? NULL : squill_model_get_field (self->export->model, shape->field);
}

/* What Mongoose calls a type; NULL where it has none. */
static const char *
get_type_name (Writer *self, const SquillShape *shape, SquillTypes type)
{
  const SquillField *field = squill_model_get_field (self->export->model, shape->field);

  switch ((guint)type)
    {
    case SQUILL_TYPE_STRING:
      return "String";
    case SQUILL_TYPE_DOUBLE:
      return "Number";
    case SQUILL_TYPE_INT:
      return "Schema.Types.Int32";
    case SQUILL_TYPE_LONG:
      return "BigInt";
    case SQUILL_TYPE_DECIMAL:
      return "Schema.Types.Decimal128";
    case SQUILL_TYPE_BOOL:
      return "Boolean";
    case SQUILL_TYPE_DATE:
      return "Date";
    case SQUILL_TYPE_OBJECT_ID:
      return "Schema.Types.ObjectId";
    case SQUILL_TYPE_BINARY:
      return field != NULL && field->subtype == 4 ? "Schema.Types.UUID" : "Schema.Types.Buffer";
    default:
      return NULL;
    }
}

static const char *write_schema (Writer *self, const SquillShape *shape, const char *base);

/* The type of one value, or one element (transfer full). */
static char *
make_value_type (Writer *self, const SquillShape *shape, const char *base)
{
  const SquillTypes types = shape->types & ~(SQUILL_TYPE_NULL | SQUILL_TYPE_UNDEFINED);
  const SquillShape *element = _squill_export_find_element (shape);
  const char *name;

  if (element != NULL && types == SQUILL_TYPE_ARRAY)
    {
      g_autofree char *inner = make_value_type (self, element, base);

      return g_strdup_printf ("[%s]", inner);
    }
  if (_squill_export_has_members (shape) && (types & ~SQUILL_TYPE_OBJECT) == 0)
    return g_strdup (write_schema (self, shape, base));
  /* Numbers of two types are numbers. */
  if ((types & SQUILL_TYPE_DOUBLE) != 0 &&
      (types & ~(SQUILL_TYPE_DOUBLE | SQUILL_TYPE_INT | SQUILL_TYPE_LONG)) == 0)
    return g_strdup ("Number");
  name = get_type_name (self, shape, types);
  return g_strdup (name != NULL ? name : "Schema.Types.Mixed");
}

/* A text in single quotes, as programs have them, where nothing in it needs others. @length: -1
 * where it ends with a NUL */
static void
append_string (GString *text, const char *string, gssize length)
{
  const char *end = string + (length < 0 ? (gssize)strlen (string) : length);

  for (const char *p = string; p < end; p++)
    if (*p == '\'' || *p == '\\' || g_ascii_iscntrl (*p) || (guchar)*p >= 0x80)
      {
        squill_bson_text_append_string (text, string, length);
        return;
      }
  g_string_append_printf (text, "'%s'", string);
}

/* The name of a member, in such quotes where it needs them. */
static void
append_key (GString *text, const char *key)
{
  g_autoptr (GString) written = g_string_new (NULL);

  _squill_export_append_property (written, key);
  if (*written->str == '"')
    append_string (text, key, -1);
  else
    g_string_append_len (text, written->str, (gssize)written->len);
}

static void
append_value (GString *text, const json_t *value)
{
  bson_t around;
  bson_iter_t iter;

  if (json_is_string (value) && strlen (json_string_value (value)) == json_string_length (value))
    {
      append_string (text, json_string_value (value), -1);
      return;
    }
  bson_init (&around);

  squill_bson_append_json (&around, "v", value);
  if (bson_iter_init_find (&iter, &around, "v"))
    squill_bson_text_append_value (text, (guint8)bson_iter_type (&iter), iter.raw + iter.d1,
                                   iter.next_off - iter.d1, SQUILL_BSON_STYLE_RELAXED);
  else
    g_string_append (text, "null");
  bson_destroy (&around);
}

static gboolean
is_plain (const json_t *value)
{
  return json_is_string (value) || json_is_number (value) || json_is_boolean (value);
}

static gboolean
are_plain (const json_t *values)
{
  for (gsize i = 0; i < json_array_size (values); i++)
    if (!is_plain (json_array_get (values, i)))
      return FALSE;
  return json_array_size (values) > 0;
}

static void
append_number_rule (GString *text, const char *name, double number)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (isfinite (number))
    g_string_append_printf (text, ", %s: %s", name,
                            g_ascii_formatd (buffer, sizeof buffer, "%.15g", number));
}

/* What Mongoose checks of texts and numbers. */
static void
append_rules (Writer *self, GString *text, const SquillShape *shape, const char *type)
{
  const SquillField *field = get_field (self, shape);
  const gboolean is_text = g_str_equal (type, "String");
  const gboolean is_number =
      g_str_equal (type, "Number") || g_str_equal (type, "Schema.Types.Int32");
  const gboolean is_law =
      field != NULL &&
      (field->other_values == SQUILL_OTHER_VALUES_REJECTED ||
       (field->other_values == SQUILL_OTHER_VALUES_AUTO && field->evidence == NULL));

  if (field == NULL || (!is_text && !is_number))
    return;
  if (is_law && are_plain (field->enumeration))
    {
      g_string_append (text, ", enum: [");
      for (gsize i = 0; i < json_array_size (field->enumeration); i++)
        {
          if (i > 0)
            g_string_append (text, ", ");
          append_value (text, json_array_get (field->enumeration, i));
        }
      /* An enumeration of Mongoose refuses null unless it names it. */
      g_string_append (text, (shape->types & SQUILL_TYPE_NULL) != 0 ? ", null]" : "]");
    }
  if (is_text)
    {
      append_number_rule (text, "minlength", field->min_length);
      append_number_rule (text, "maxlength", field->max_length);
      _squill_export_append_pattern (text, ", match: ", field->pattern, "");
    }
  if (is_number && json_is_number (field->minimum))
    append_number_rule (text, "min", json_number_value (field->minimum));
  if (is_number && json_is_number (field->maximum))
    append_number_rule (text, "max", json_number_value (field->maximum));
}

static const char *
get_model (Writer *self, const char *entity)
{
  return entity == NULL ? NULL : g_hash_table_lookup (self->models, entity);
}

/* Whether @shape is a reference of a relationship, and nothing else. */
static gboolean
is_reference (Writer *self, const SquillShape *shape)
{
  return shape->target != NULL && !_squill_export_has_members (shape) &&
         squill_model_get_relationship (self->export->model, shape->relationship) != NULL;
}

/* The model that a reference leads to, if it is by the key that Mongoose follows (nullable). */
static const char *
get_referenced_model (Writer *self, const SquillShape *shape)
{
  return is_reference (self, shape) &&
                 _squill_export_get_referenced_key (self->export, shape) == NULL
             ? get_model (self, shape->target)
             : NULL;
}

static void
append_member (Writer *self, GString *members, const SquillShape *shape, const char *base)
{
  const SquillField *field = get_field (self, shape);
  g_autofree char *words = _squill_export_make_field_words (shape);
  g_autofree char *own = g_strconcat (base, " ", words, NULL);
  g_autofree char *type = make_value_type (self, shape, own);
  const char *model = get_referenced_model (self, shape);
  g_autoptr (GString) rules = g_string_new (NULL);

  append_rules (self, rules, shape, type);
  if (model != NULL)
    g_string_append_printf (rules, ", ref: '%s'", model);
  _squill_export_append_documentation (members, "    ", field != NULL ? field->description : NULL);
  if (g_str_equal (type, "Schema.Types.Mixed") && shape->types != SQUILL_TYPE_NONE &&
      shape->types != SQUILL_TYPE_OBJECT)
    {
      g_autoptr (GString) types = g_string_new (NULL);

      for (guint i = 0; i < SQUILL_N_TYPES; i++)
        if ((shape->types & (1u << i)) != 0)
          g_string_append_printf (types, types->len > 0 ? ", %s" : "%s",
                                  squill_type_get_name (1u << i));
      g_string_append (members, "    ");
      squill_shell_append_comment (members, types->str);
    }
  if (g_str_equal (type, "String") && field != NULL && field->pattern != NULL &&
      strstr (rules->str, ", match: ") == NULL)
    {
      g_autofree char *comment = g_strconcat ("pattern of PCRE: ", field->pattern, NULL);

      g_string_append (members, "    ");
      squill_shell_append_comment (members, comment);
    }
  g_string_append (members, "    ");
  append_key (members, shape->name);
  if (shape->map && rules->len == 0)
    g_string_append_printf (members, ": { type: Map, of: %s", type);
  else if (shape->map)
    g_string_append_printf (members, ": { type: Map, of: { type: %s%s }", type, rules->str);
  else if (shape->array && (shape->single || shape->outlier_instead != SQUILL_TYPE_NONE))
    g_string_append (members, ": { type: Schema.Types.Mixed");
  else if (shape->array && rules->len == 0)
    g_string_append_printf (members, ": { type: [%s]", type);
  else if (shape->array)
    g_string_append_printf (members, ": { type: [{ type: %s%s }]", type, rules->str);
  else
    g_string_append_printf (members, ": { type: %s%s", type, rules->str);
  if (shape->required && !shape->nullable && (shape->types & SQUILL_TYPE_NULL) == 0)
    g_string_append (members, ", required: true");
  else if (shape->array)
    g_string_append (members, ", default: undefined");
  if (field != NULL && field->immutable)
    g_string_append (members, ", immutable: true");
  if (field != NULL && is_plain (field->default_value) && !shape->array && !shape->map)
    {
      g_string_append (members, ", default: ");
      append_value (members, field->default_value);
    }
  g_string_append (members, " },\n");
}

static const SquillShape *
find_same_entity (const SquillShape *shape)
{
  for (const SquillShape *around = shape->parent; around != NULL; around = around->parent)
    if (around->document && g_strcmp0 (around->entity, shape->entity) == 0)
      return around;
  return NULL;
}

/* Both times that Mongoose keeps itself. */
static gboolean
has_times (const SquillShape *shape)
{
  const SquillShape *created = find_child (shape, "createdAt");
  const SquillShape *updated = find_child (shape, "updatedAt");

  return created != NULL && updated != NULL && created->types == SQUILL_TYPE_DATE &&
         updated->types == SQUILL_TYPE_DATE;
}

/* Writes the schema of an object, those of the objects in it before, and tells its constant
 * (transfer none). @base is what its name is made of. */
static const char *
write_schema (Writer *self, const SquillShape *shape, const char *base)
{
  const char *known = g_hash_table_lookup (self->schemas, shape);
  g_autofree char *type_name = NULL;
  g_autoptr (GString) members = NULL;
  const SquillCollection *collection = NULL;
  gboolean reserved = FALSE, is_open = FALSE;
  char *name;

  if (known != NULL)
    return known;
  type_name = _squill_export_make_type_name (self->taken, base);
  name = g_strconcat (type_name, "Schema", NULL);
  name[0] = g_ascii_tolower (name[0]);
  g_hash_table_insert (self->schemas, (gpointer)shape, name);
  members = g_string_new (NULL);
  for (guint i = 0; i < shape->children->len; i++)
    {
      const SquillShape *child = shape->children->pdata[i];
      const SquillShape *same = child->recursive ? find_same_entity (child) : NULL;

      reserved |= is_reserved (child->name);
      is_open |= child->rest;
      if (squill_shape_is_element (child) || child->rest)
        continue;
      /* Mongoose makes these itself. */
      if (shape->parent == NULL && g_str_equal (child->name, "_id") &&
          child->types == SQUILL_TYPE_OBJECT_ID)
        continue;
      if (same != NULL && g_hash_table_contains (self->schemas, same))
        {
          const char *around = g_hash_table_lookup (self->schemas, same);

          g_string_append_printf (self->later, "%s.add({ ", name);
          append_key (self->later, child->name);
          g_string_append_printf (self->later, child->array ? ": [%s] });\n" : ": %s });\n",
                                  around);
          continue;
        }
      append_member (self, members, child, base);
    }
  for (guint i = 0; i < self->collections->len; i++)
    if (((SquillCollection *)self->collections->pdata[i])->shape == shape)
      collection = self->collections->pdata[i];
  g_string_append_printf (self->text, "\nconst %s = new Schema(\n  {\n%s  },\n  { ", name,
                          members->str);
  if (collection != NULL)
    {
      g_string_append (self->text, "collection: ");
      append_string (self->text, collection->name, -1);
      g_string_append (self->text, ", versionKey: ");
      if (find_child (shape, "__v") != NULL)
        g_string_append (self->text, "'__v'");
      else
        g_string_append (self->text, "false");
      if (has_times (shape))
        g_string_append (self->text, ", timestamps: true");
    }
  else
    g_string_append (self->text, find_child (shape, "_id") != NULL ? "_id: true" : "_id: false");
  if (is_open)
    g_string_append (self->text, ", strict: false");
  if (reserved)
    g_string_append (self->text, ", suppressReservedKeysWarning: true");
  g_string_append (self->text, " },\n);\n");
  return name;
}

/* Whether a document, or what is in it, is of a type that JavaScript has no literals for. */
static gboolean
has_types (const guint8 *data, gsize length)
{
  bson_iter_t iter;

  if (!bson_iter_init_from_data (&iter, data, length))
    return FALSE;
  while (bson_iter_next (&iter))
    switch ((guint)bson_iter_type (&iter))
      {
      case BSON_TYPE_DOCUMENT:
      case BSON_TYPE_ARRAY:
        if (has_types (iter.raw + iter.d1, iter.next_off - iter.d1))
          return TRUE;
        break;
      case BSON_TYPE_UTF8:
      case BSON_TYPE_BOOL:
      case BSON_TYPE_NULL:
      case BSON_TYPE_INT32:
      case BSON_TYPE_INT64:
      case BSON_TYPE_DOUBLE:
        break;
      default:
        return TRUE;
      }
  return FALSE;
}

static void append_options (GString *text, const bson_t *options);

/* A value of options as a program writes it. */
static void
append_option (GString *text, const bson_iter_t *iter)
{
  const guint8 *data = iter->raw + iter->d1;
  const gsize length = iter->next_off - iter->d1;
  g_autoptr (GString) value = g_string_new (NULL);
  bson_t document;

  if (BSON_ITER_HOLDS_UTF8 (iter))
    {
      guint32 n;
      const char *string = bson_iter_utf8 (iter, &n);

      append_string (text, string, n);
    }
  else if (BSON_ITER_HOLDS_DOCUMENT (iter) && !has_types (data, length) &&
           bson_init_static (&document, data, length))
    append_options (text, &document);
  else
    {
      squill_bson_text_append_value (value, (guint8)bson_iter_type (iter), data, length,
                                     SQUILL_BSON_STYLE_RELAXED);
      if (BSON_ITER_HOLDS_DOCUMENT (iter))
        {
          g_string_append (text, "mongoose.mongo.BSON.EJSON.parse(");
          squill_bson_text_append_string (text, value->str, (gssize)value->len);
          g_string_append_c (text, ')');
        }
      else
        g_string_append_len (text, value->str, (gssize)value->len);
    }
}

/* "{ unique: true }" */
static void
append_options (GString *text, const bson_t *options)
{
  bson_iter_t iter;
  gboolean is_first = TRUE;

  if (!bson_iter_init (&iter, options))
    return;
  while (bson_iter_next (&iter))
    {
      g_string_append (text, is_first ? "{ " : ", ");
      append_key (text, bson_iter_key (&iter));
      g_string_append (text, ": ");
      append_option (text, &iter);
      is_first = FALSE;
    }
  g_string_append (text, is_first ? "{}" : " }");
}

static void
write_indexes (Writer *self, const SquillCollection *collection, const char *schema)
{
  for (guint i = 0; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[i];
      const SquillIndex *drawn =
          squill_model_get_item_of_kind (self->export->model, index->index, SQUILL_KIND_INDEX);
      bson_t keys = BSON_INITIALIZER, options = BSON_INITIALIZER;

      if (index->unresolved || index->keys->len == 0 || g_str_equal (index->name, "_id_"))
        continue;
      squill_shell_append_index_keys (&keys, index);
      bson_append_utf8 (&options, "name", -1, index->name, -1);
      squill_shell_append_index_options (&options, index, drawn, FALSE);
      g_string_append_printf (self->text, "%s.index(", schema);
      append_options (self->text, &keys);
      g_string_append (self->text, ", ");
      append_options (self->text, &options);
      g_string_append (self->text, ");\n");
      bson_destroy (&keys);
      bson_destroy (&options);
    }
}

typedef struct
{
  Writer *writer;
  const SquillCollection *from;
  GHashTable *used; /* names of virtual fields, by schema */
} Virtuals;

/* A field of @owner that is not stored, but can be populated: documents of @other whose @foreign is
 * what @local is here. */
static void
append_virtual (Virtuals *self,
                const SquillCollection *owner,
                const SquillCollection *other,
                const char *local,
                const char *foreign,
                gboolean just_one)
{
  Writer *writer = self->writer;
  g_autofree char *name = g_strdup (other->name), *key = NULL;

  for (guint i = 2;; i++)
    {
      g_free (key);
      key = g_strdup_printf ("%s\n%s", owner->id, name);
      if (find_child (owner->shape, name) == NULL && !is_reserved (name) &&
          strchr (name, '.') == NULL && g_hash_table_add (self->used, g_strdup (key)))
        break;
      g_free (name);
      name = g_strdup_printf ("%s_%u", other->name, i);
      g_strdelimit (name, ".", '_');
    }
  if (!writer->has_virtuals)
    g_string_append_c (writer->text, '\n');
  writer->has_virtuals = TRUE;
  g_string_append_printf (writer->text, "%s.virtual(",
                          (const char *)g_hash_table_lookup (writer->schemas, owner->shape));
  append_string (writer->text, name, -1);
  g_string_append_printf (writer->text,
                          ", { ref: '%s', localField: ", get_model (writer, other->id));
  append_string (writer->text, local, -1);
  g_string_append (writer->text, ", foreignField: ");
  append_string (writer->text, foreign, -1);
  g_string_append (writer->text, just_one ? ", justOne: true });\n" : " });\n");
}

/* The other direction of a reference, and both of one by another key than _id, which no "ref" can
 * say. */
static gboolean
write_virtual (const SquillShape *shape, gpointer user_data)
{
  Virtuals *self = user_data;
  Writer *writer = self->writer;
  const SquillCollection *target = NULL;
  const SquillField *key;
  g_autofree char *path = NULL;

  if (!is_reference (writer, shape) || squill_shape_get_array (shape) != NULL)
    return TRUE;
  key = _squill_export_get_referenced_key (writer->export, shape);
  for (guint i = 0; i < writer->collections->len; i++)
    if (g_strcmp0 (((SquillCollection *)writer->collections->pdata[i])->id, shape->target) == 0)
      target = writer->collections->pdata[i];
  /* What is in another field, or in an array, is not found by its name. */
  if (target == NULL || (key != NULL && find_child (target->shape, key->name) == NULL))
    return TRUE;
  path = squill_shape_get_query_path (shape);
  if (key != NULL)
    append_virtual (self, self->from, target, path, key->name, TRUE);
  append_virtual (self, target, self->from, key != NULL ? key->name : "_id", path, FALSE);
  return TRUE;
}

static void
write_models (Writer *self)
{
  for (guint i = 0; i < self->collections->len; i++)
    {
      const SquillCollection *collection = self->collections->pdata[i];
      const char *model = get_model (self, collection->id);
      const char *schema = g_hash_table_lookup (self->schemas, collection->shape);

      g_string_append_c (self->text, '\n');
      if (self->typed)
        g_string_append_printf (self->text, "export type %s = InferSchemaType<typeof %s>;\n", model,
                                schema);
      g_string_append_printf (self->text, "export const %sModel = mongoose.model('%s', %s);\n",
                              model, model, schema);
    }
}

static gboolean
write_module (SquillExport *self, gboolean typed, GError **error)
{
  const SquillModelInfo *info = squill_model_get_info (self->model);
  g_autoptr (GPtrArray) collections = _squill_export_get_collections (self, error);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) schemas = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GHashTable) models = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) used = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) later = g_string_new (NULL);
  g_autoptr (GHashTable) words = NULL;
  Writer writer = { self, collections, text, later, taken, schemas, models, typed };

  if (collections == NULL)
    return FALSE;
  words = _squill_export_name_documents (collections);
  /* What the module itself uses. */
  g_hash_table_add (names, g_strdup ("Schema"));
  g_hash_table_add (names, g_strdup ("InferSchemaType"));
  for (guint i = 0; i < collections->len; i++)
    {
      const SquillCollection *collection = collections->pdata[i];

      g_hash_table_insert (
          models, collection->id,
          _squill_export_make_type_name (names, g_hash_table_lookup (words, collection)));
    }
  squill_shell_append_comment (text, info->name != NULL ? info->name : "Squill");
  g_string_append (text, typed ? "\nimport mongoose, { Schema, type InferSchemaType } from "
                                 "'mongoose';\n"
                               : "\nimport mongoose, { Schema } from 'mongoose';\n");
  for (guint i = 0; i < collections->len; i++)
    {
      const SquillCollection *collection = collections->pdata[i];
      const char *schema;

      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      g_string_truncate (later, 0);
      schema = write_schema (&writer, collection->shape, g_hash_table_lookup (words, collection));
      g_string_append (text, later->str);
      write_indexes (&writer, collection, schema);
    }
  for (guint i = 0; i < collections->len; i++)
    {
      const SquillCollection *collection = collections->pdata[i];
      Virtuals virtuals = { &writer, collection, used };

      squill_shape_foreach (collection->shape, write_virtual, &virtuals);
    }
  write_models (&writer);
  _squill_export_add_text (self, info->name != NULL ? info->name : "models",
                           g_steal_pointer (&text));
  return TRUE;
}

gboolean
_squill_export_mongoose (SquillExport *self, GError **error)
{
  return write_module (self, FALSE, error);
}

gboolean
_squill_export_mongoose_typescript (SquillExport *self, GError **error)
{
  return write_module (self, TRUE, error);
}
