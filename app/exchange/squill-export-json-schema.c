/* SPDX-License-Identifier: Apache-2.0 */

/* Standard JSON Schema, 2020-12, of documents written as relaxed Extended JSON. BSON types that
 * JSON does not have stand as definitions, of which a schema has those that it uses. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <math.h>
#include <string.h>

#include "exchange/squill-export-private.h"
#include "exchange/squill-validator.h"

/* How a BSON type is called in "$defs", and what it looks like. */
typedef struct
{
  SquillTypes type;
  const char *name;
  const char *schema;
} Definition;

/* An object that has one member and no other. */
#define WRAPPED(name, value)                                                                 \
  "{\"type\": \"object\", \"properties\": {\"" name "\": " value "}, \"required\": [\"" name \
  "\"], \"additionalProperties\": false}"
#define TWO(first, a, second, b)                                                     \
  "{\"type\": \"object\", \"properties\": {\"" first "\": " a ", \"" second "\": " b \
  "}, \"required\": [\"" first "\", \"" second "\"], \"additionalProperties\": false}"
#define HEX_ID WRAPPED ("$oid", "{\"type\": \"string\", \"pattern\": \"^[0-9a-fA-F]{24}$\"}")
#define UINT32 "{\"type\": \"integer\", \"minimum\": 0, \"maximum\": 4294967295}"

static const Definition definitions[] = {
  { SQUILL_TYPE_DOUBLE, "Double",
    "{\"anyOf\": [{\"type\": \"number\"}, " WRAPPED (
        "$numberDouble", "{\"enum\": [\"Infinity\", \"-Infinity\", \"NaN\"]}") "]}" },
  { SQUILL_TYPE_BINARY, "Binary",
    WRAPPED ("$binary",
             TWO ("base64",
                  "{\"type\": \"string\"}",
                  "subType",
                  "{\"type\": \"string\", \"pattern\": \"^[0-9a-fA-F]{1,2}$\"}")) },
  { SQUILL_TYPE_UNDEFINED, "Undefined", WRAPPED ("$undefined", "{\"const\": true}") },
  { SQUILL_TYPE_OBJECT_ID, "ObjectId", HEX_ID },
  /* Before 1970 and after 9999 a date is a number of milliseconds. */
  { SQUILL_TYPE_DATE, "Date",
    WRAPPED ("$date",
             "{\"anyOf\": [{\"type\": \"string\", \"format\": \"date-time\"}, " WRAPPED (
                 "$numberLong", "{\"type\": \"string\", \"pattern\": \"^-?[0-9]+$\"}") "]}") },
  { SQUILL_TYPE_REGEX, "RegExp",
    WRAPPED ("$regularExpression",
             TWO ("pattern",
                  "{\"type\": \"string\"}",
                  "options",
                  "{\"type\": \"string\", \"pattern\": \"^[ilmsux]*$\"}")) },
  { SQUILL_TYPE_DB_POINTER, "DBPointer",
    WRAPPED ("$dbPointer", TWO ("$ref", "{\"type\": \"string\"}", "$id", HEX_ID)) },
  { SQUILL_TYPE_JAVASCRIPT, "Code", WRAPPED ("$code", "{\"type\": \"string\"}") },
  { SQUILL_TYPE_SYMBOL, "BSONSymbol", WRAPPED ("$symbol", "{\"type\": \"string\"}") },
  { SQUILL_TYPE_JAVASCRIPT_WITH_SCOPE, "CodeWScope",
    TWO ("$code", "{\"type\": \"string\"}", "$scope", "{\"type\": \"object\"}") },
  { SQUILL_TYPE_TIMESTAMP, "Timestamp", WRAPPED ("$timestamp", TWO ("t", UINT32, "i", UINT32)) },
  { SQUILL_TYPE_DECIMAL, "Decimal128", WRAPPED ("$numberDecimal", "{\"type\": \"string\"}") },
  { SQUILL_TYPE_MIN_KEY, "MinKey", WRAPPED ("$minKey", "{\"const\": 1}") },
  { SQUILL_TYPE_MAX_KEY, "MaxKey", WRAPPED ("$maxKey", "{\"const\": 1}") },
};

typedef struct
{
  SquillModel *model;
  SquillTypes used; /* types whose definitions are referred to */
} Writer;

static void append_value (Writer *self, const SquillShape *shape, bson_t *schema);
static void append_field (Writer *self, const SquillShape *shape, bson_t *schema);

static const Definition *
find_definition (SquillTypes type)
{
  for (guint i = 0; i < G_N_ELEMENTS (definitions); i++)
    if (definitions[i].type == type)
      return &definitions[i];
  return NULL;
}

/* The name of a type that JSON has. */
static const char *
get_plain_name (SquillTypes type)
{
  switch ((int)type)
    {
    case SQUILL_TYPE_STRING:
      return "string";
    case SQUILL_TYPE_OBJECT:
      return "object";
    case SQUILL_TYPE_ARRAY:
      return "array";
    case SQUILL_TYPE_BOOL:
      return "boolean";
    case SQUILL_TYPE_NULL:
      return "null";
    case SQUILL_TYPE_INT:
    case SQUILL_TYPE_LONG:
      return "integer";
    default:
      return NULL;
    }
}

static void
append_number (bson_t *schema, const char *keyword, double number)
{
  if (!isfinite (number))
    return;
  if (number == floor (number) && fabs (number) <= G_MAXINT32)
    bson_append_int32 (schema, keyword, -1, (gint32)number);
  else if (number == floor (number) && fabs (number) < 9007199254740992.0)
    bson_append_int64 (schema, keyword, -1, (gint64)number);
  else
    bson_append_double (schema, keyword, -1, number);
}

static double
get_bound (const json_t *bound)
{
  double number = NAN;

  if (bound != NULL && (squill_json_get_bson_type (bound) & SQUILL_TYPES_NUMERIC) != 0)
    squill_json_get_bson_number (bound, &number);
  return number;
}

static void
append_bounds (const SquillField *field, SquillTypes type, bson_t *schema)
{
  double min = field != NULL ? get_bound (field->minimum) : NAN;
  double max = field != NULL ? get_bound (field->maximum) : NAN;

  if (type == SQUILL_TYPE_INT)
    {
      min = isnan (min) ? G_MININT32 : MAX (min, G_MININT32);
      max = isnan (max) ? G_MAXINT32 : MIN (max, G_MAXINT32);
    }
  append_number (schema, "minimum", min);
  append_number (schema, "maximum", max);
}

static void
append_lengths (const SquillField *field, bson_t *schema)
{
  if (field == NULL)
    return;
  if (field->min_length >= 0)
    append_number (schema, "minLength", ceil (field->min_length));
  if (field->max_length >= 0)
    append_number (schema, "maxLength", floor (field->max_length));
  if (field->pattern != NULL)
    bson_append_utf8 (schema, "pattern", -1, field->pattern, -1);
}

static gboolean
is_member (const SquillShape *shape, guint position)
{
  const SquillShape *child = g_ptr_array_index (shape->children, position);

  if ((shape->array || shape->map) && g_str_equal (child->name, "[]"))
    return FALSE;
  for (guint i = 0; i < position; i++)
    if (g_str_equal (((const SquillShape *)g_ptr_array_index (shape->children, i))->name,
                     child->name))
      return FALSE;
  return TRUE;
}

static void
append_properties (Writer *self, const SquillShape *shape, bson_t *schema)
{
  bson_t inner;
  guint n = 0;
  gboolean any = FALSE;

  for (guint i = 0; i < shape->children->len; i++)
    any |= is_member (shape, i);
  if (!any)
    return;

  bson_append_document_begin (schema, "properties", -1, &inner);
  for (guint i = 0; i < shape->children->len; i++)
    {
      const SquillShape *child = g_ptr_array_index (shape->children, i);
      bson_t property;

      if (!is_member (shape, i))
        continue;
      bson_append_document_begin (&inner, child->name, -1, &property);
      append_field (self, child, &property);
      bson_append_document_end (&inner, &property);
    }
  bson_append_document_end (schema, &inner);

  for (guint i = 0; i < shape->children->len; i++)
    {
      const SquillShape *child = g_ptr_array_index (shape->children, i);
      char buffer[16];
      const char *key;

      if (!is_member (shape, i) || !child->required)
        continue;
      if (n == 0)
        bson_append_array_begin (schema, "required", -1, &inner);
      bson_uint32_to_string (n++, &key, buffer, sizeof buffer);
      bson_append_utf8 (&inner, key, -1, child->name, -1);
    }
  if (n > 0)
    bson_append_array_end (schema, &inner);
}

/* The arrays or maps that stand in an array or a map. */
static const SquillShape *
find_element (const SquillShape *shape)
{
  for (guint i = 0; (shape->array || shape->map) && i < shape->children->len; i++)
    {
      const SquillShape *child = g_ptr_array_index (shape->children, i);

      if (g_str_equal (child->name, "[]"))
        return child;
    }
  return NULL;
}

static void
append_elements (Writer *self, const SquillShape *element, const char *keyword, bson_t *schema)
{
  bson_t inner;

  bson_append_document_begin (schema, keyword, -1, &inner);
  append_value (self, element, &inner);
  bson_append_document_end (schema, &inner);
}

/* What holds for values of one type. */
static void
append_type (Writer *self, const SquillShape *shape, SquillTypes type, bson_t *schema)
{
  const SquillField *field = squill_shape_get_constraints (self->model, shape);
  const SquillShape *element = find_element (shape);
  const char *plain = get_plain_name (type);
  gboolean bounded =
      field != NULL && (!isnan (get_bound (field->minimum)) || !isnan (get_bound (field->maximum)));

  if (plain == NULL && type == SQUILL_TYPE_DOUBLE && bounded)
    {
      /* What is no number is not within bounds. */
      bson_append_utf8 (schema, "type", -1, "number", -1);
      append_bounds (field, type, schema);
      return;
    }
  if (plain == NULL)
    {
      g_autofree char *reference = g_strconcat ("#/$defs/", find_definition (type)->name, NULL);

      self->used |= type;
      bson_append_utf8 (schema, "$ref", -1, reference, -1);
      return;
    }

  bson_append_utf8 (schema, "type", -1, plain, -1);
  if ((type & (SQUILL_TYPE_INT | SQUILL_TYPE_LONG)) != 0)
    append_bounds (field, type, schema);
  else if (type == SQUILL_TYPE_STRING)
    append_lengths (field, schema);
  else if (type == SQUILL_TYPE_OBJECT)
    {
      append_properties (self, shape, schema);
      if (element != NULL && element->map)
        append_elements (self, element, "additionalProperties", schema);
    }
  else if (type == SQUILL_TYPE_ARRAY && element != NULL && element->array)
    append_elements (self, element, "items", schema);
}

/* Types that JSON cannot tell apart are one. */
static SquillTypes
merge_types (SquillTypes types)
{
  if ((types & SQUILL_TYPE_LONG) != 0)
    types &= ~SQUILL_TYPE_INT;
  return types;
}

static void
append_value (Writer *self, const SquillShape *shape, bson_t *schema)
{
  const SquillField *field = squill_shape_get_constraints (self->model, shape);
  SquillTypes types = merge_types (shape->types);
  bson_t either;
  guint n = 0;

  if (types != SQUILL_TYPE_NONE && (types & (types - 1)) == 0)
    {
      append_type (self, shape, types, schema);
    }
  else if (types != SQUILL_TYPE_NONE)
    {
      bson_append_array_begin (schema, "anyOf", -1, &either);
      for (guint i = 0; i < SQUILL_N_TYPES; i++)
        {
          char buffer[16];
          const char *key;
          bson_t one;

          if ((types & (1u << i)) == 0)
            continue;
          bson_uint32_to_string (n++, &key, buffer, sizeof buffer);
          bson_append_document_begin (&either, key, -1, &one);
          append_type (self, shape, (SquillTypes)(1u << i), &one);
          bson_append_document_end (&either, &one);
        }
      bson_append_array_end (schema, &either);
    }
  if (field != NULL && field->enumeration != NULL)
    squill_validator_append_enumeration (schema, field->enumeration, shape->types);
}

/* "type": the array or object itself, or null in its place. */
static void
append_container_type (const char *type, gboolean nullable, bson_t *schema)
{
  bson_t types;

  if (!nullable)
    {
      bson_append_utf8 (schema, "type", -1, type, -1);
      return;
    }
  bson_append_array_begin (schema, "type", -1, &types);
  bson_append_utf8 (&types, "0", -1, type, -1);
  bson_append_utf8 (&types, "1", -1, "null", -1);
  bson_append_array_end (schema, &types);
}

static void
append_array (Writer *self, const SquillShape *shape, bson_t *schema)
{
  bson_t items;

  append_container_type ("array", shape->nullable, schema);
  append_number (schema, "maxItems", floor (squill_shape_get_cap (self->model, shape)));
  bson_append_document_begin (schema, "items", -1, &items);
  append_value (self, shape, &items);
  bson_append_document_end (schema, &items);
}

static void
append_map (Writer *self, const SquillShape *shape, bson_t *schema)
{
  bson_t inner;

  append_container_type ("object", shape->nullable, schema);
  append_number (schema, "maxProperties", floor (squill_shape_get_cap (self->model, shape)));
  bson_append_document_begin (schema, "additionalProperties", -1, &inner);
  append_value (self, shape, &inner);
  bson_append_document_end (schema, &inner);
}

static void
append_field (Writer *self, const SquillShape *shape, bson_t *schema)
{
  const SquillField *field = squill_shape_get_constraints (self->model, shape);
  const char *description = squill_shape_get_description (self->model, shape);
  bson_t inner;

  if (description != NULL)
    bson_append_utf8 (schema, "description", -1, description, -1);
  if ((shape->array || shape->map) && shape->single)
    {
      bson_t either;

      bson_append_array_begin (schema, "anyOf", -1, &either);
      bson_append_document_begin (&either, "0", -1, &inner);
      if (shape->array)
        append_array (self, shape, &inner);
      else
        append_map (self, shape, &inner);
      bson_append_document_end (&either, &inner);
      bson_append_document_begin (&either, "1", -1, &inner);
      append_value (self, shape, &inner);
      bson_append_document_end (&either, &inner);
      bson_append_array_end (schema, &either);
    }
  else if (shape->array)
    {
      append_array (self, shape, schema);
    }
  else if (shape->map)
    {
      append_map (self, shape, schema);
    }
  else
    {
      append_value (self, shape, schema);
    }
  if (field != NULL && field->default_value != NULL)
    squill_bson_append_json (schema, "default", field->default_value);
}

static void
append_definitions (Writer *self, bson_t *schema)
{
  bson_t all;

  if (self->used == SQUILL_TYPE_NONE)
    return;
  bson_append_document_begin (schema, "$defs", -1, &all);
  for (guint i = 0; i < G_N_ELEMENTS (definitions); i++)
    {
      json_t *json;
      bson_t *definition;

      if ((self->used & definitions[i].type) == 0)
        continue;
      json = json_loads (definitions[i].schema, 0, NULL);
      g_assert (json != NULL);
      definition = squill_bson_new_from_json (json);
      bson_append_document (&all, definitions[i].name, -1, definition);
      bson_destroy (definition);
      json_decref (json);
    }
  bson_append_document_end (schema, &all);
}

static void
write_collection (SquillExport *self, const SquillCollection *collection)
{
  Writer writer = { self->model, SQUILL_TYPE_NONE };
  const SquillEntity *entity = squill_model_get_entity (self->model, collection->entity);
  g_autofree char *description = NULL;
  bson_t schema = BSON_INITIALIZER;
  GString *text = g_string_new (NULL);

  bson_append_utf8 (&schema, "$schema", -1, "https://json-schema.org/draft/2020-12/schema", -1);
  bson_append_utf8 (&schema, "title", -1, collection->name, -1);
  if (collection->kind == SQUILL_COLLECTION_ENTITY)
    description = squill_entity_get_schema_description (entity);
  if (description != NULL)
    bson_append_utf8 (&schema, "description", -1, description, -1);
  bson_append_utf8 (&schema, "type", -1, "object", -1);
  append_properties (&writer, collection->shape, &schema);
  append_definitions (&writer, &schema);

  squill_bson_text_append (text, &schema, SQUILL_SAMPLE_RELAXED, 2, 0);
  g_string_append_c (text, '\n');
  squill_export_add_text (self, collection->name, text);
  bson_destroy (&schema);
}

gboolean
squill_export_json_schema (SquillExport *self, GError **error)
{
  g_autoptr (GPtrArray) collections = squill_export_get_collections (self, error);

  if (collections == NULL)
    return FALSE;
  for (guint i = 0; i < collections->len; i++)
    write_collection (self, g_ptr_array_index (collections, i));
  return TRUE;
}
