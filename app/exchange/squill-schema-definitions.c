/* SPDX-License-Identifier: Apache-2.0 */

/* Values of BSON types in standard JSON Schema: as Extended JSON writes them, relaxed or canonical.
 * Types that JSON does not have are definitions, of which a schema has those that it uses. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/squill-schema-private.h"

#include "bson/squill-bson-json.h"
#include "bson/squill-bson-text.h"

/* Examples of one field. */
#define MAX_EXAMPLES 3
/* A longer document is no example to read. */
#define MAX_EXAMPLE_BYTES 16384

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

/* What is otherwise in canonical Extended JSON, where each type has an object of its own. */
#define WHOLE "{\"type\": \"string\", \"pattern\": \"^-?[0-9]+$\"}"

static const Definition canonical[] = {
  { SQUILL_TYPE_INT, "Int32", WRAPPED ("$numberInt", WHOLE) },
  { SQUILL_TYPE_LONG, "Int64", WRAPPED ("$numberLong", WHOLE) },
  { SQUILL_TYPE_DOUBLE, "Double", WRAPPED ("$numberDouble", "{\"type\": \"string\"}") },
  { SQUILL_TYPE_DATE, "Date", WRAPPED ("$date", WRAPPED ("$numberLong", WHOLE)) },
};

static const Definition *
find_definition (const SquillSchemaWriter *self, SquillTypes type)
{
  for (guint i = 0; self->options.canonical && i < G_N_ELEMENTS (canonical); i++)
    if (canonical[i].type == type)
      return &canonical[i];
  for (guint i = 0; i < G_N_ELEMENTS (definitions); i++)
    if (definitions[i].type == type)
      return &definitions[i];
  return NULL;
}

/* The name of a type that JSON has. */
const char *
_squill_schema_get_plain_name (const SquillSchemaWriter *self, SquillTypes type)
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
      return self->options.canonical ? NULL : "integer";
    default:
      return NULL;
    }
}

/* What refers to the definition of a type that JSON does not have, which is remembered. */
char *
_squill_schema_refer_to_type (SquillSchemaWriter *self, SquillTypes type)
{
  self->used |= type;
  return g_strconcat ("#/$defs/", find_definition (self, type)->name, NULL);
}

/* "$defs": those of the types that were referred to. */
void
_squill_schema_append_definitions (const SquillSchemaWriter *self, bson_t *schema)
{
  bson_t all;

  if (self->used == SQUILL_TYPE_NONE)
    return;
  bson_append_document_begin (schema, "$defs", -1, &all);
  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    {
      const Definition *definition;
      json_auto_t *json = NULL;
      bson_t *content;

      if ((self->used & (1u << i)) == 0)
        continue;
      definition = find_definition (self, (SquillTypes)(1u << i));
      json = json_loads (definition->schema, 0, NULL);
      g_assert (json != NULL);
      content = squill_bson_new_from_json (json);
      bson_append_document (&all, definition->name, -1, content);
      bson_destroy (content);
    }
  bson_append_document_end (schema, &all);
}

/* JSON as it is: "$oid" is a name like any other. */
static void
append_raw (const char *key, const json_t *json, bson_t *schema)
{
  bson_t inner;
  const char *name;
  json_t *member;

  switch (json_typeof (json))
    {
    case JSON_OBJECT:
      bson_append_document_begin (schema, key, -1, &inner);
      json_object_foreach ((json_t *)json, name, member) append_raw (name, member, &inner);
      bson_append_document_end (schema, &inner);
      break;
    case JSON_ARRAY:
      bson_append_array_begin (schema, key, -1, &inner);
      for (gsize i = 0; i < json_array_size (json); i++)
        {
          char buffer[16];
          const char *position;

          bson_uint32_to_string ((guint32)i, &position, buffer, sizeof buffer);
          append_raw (position, json_array_get (json, i), &inner);
        }
      bson_append_array_end (schema, &inner);
      break;
    case JSON_STRING:
      bson_append_utf8 (schema, key, -1, json_string_value (json), (int)json_string_length (json));
      break;
    case JSON_INTEGER:
      bson_append_int64 (schema, key, -1, json_integer_value (json));
      break;
    case JSON_REAL:
      bson_append_double (schema, key, -1, json_real_value (json));
      break;
    case JSON_TRUE:
    case JSON_FALSE:
      bson_append_bool (schema, key, -1, json_is_true (json));
      break;
    case JSON_NULL:
    default:
      bson_append_null (schema, key, -1);
      break;
    }
}

/* The members of a document, as the schema's style of Extended JSON has them. */
static json_t *
write_document (const SquillSchemaWriter *self, const bson_t *document)
{
  g_autofree char *text = squill_bson_to_text (
      document, self->options.canonical ? SQUILL_BSON_STYLE_CANONICAL : SQUILL_BSON_STYLE_RELAXED,
      0, 0);

  return json_loads (text, JSON_ALLOW_NUL, NULL);
}

/* Adds a value of documents: for a server itself, otherwise as Extended JSON writes it. */
void
_squill_schema_append_literal (const SquillSchemaWriter *self,
                               const char *key,
                               const json_t *value,
                               bson_t *schema)
{
  bson_t document = BSON_INITIALIZER;
  json_auto_t *written = NULL;

  if (!self->standard || !self->options.canonical)
    {
      squill_bson_append_json (schema, key, value);
      return;
    }
  squill_bson_append_json (&document, "value", value);
  written = write_document (self, &document);
  if (written != NULL)
    append_raw (key, json_object_get (written, "value"), schema);
  bson_destroy (&document);
}

/* "examples": values that a field has had, unless its enumeration tells them all. */
void
_squill_schema_append_examples (const SquillSchemaWriter *self,
                                const SquillField *field,
                                bson_t *schema)
{
  const json_t *values = field->usual_values;
  bson_t array;

  if (_squill_schema_has_enumeration (field))
    return;
  if (json_array_size (values) == 0)
    values = field->enumeration;
  if (json_array_size (values) == 0 || field->array || field->map)
    return;
  bson_append_array_begin (schema, "examples", -1, &array);
  for (gsize i = 0; i < MIN (json_array_size (values), MAX_EXAMPLES); i++)
    {
      char buffer[16];
      const char *key;

      bson_uint32_to_string ((guint32)i, &key, buffer, sizeof buffer);
      _squill_schema_append_literal (self, key, json_array_get (values, i), &array);
    }
  bson_append_array_end (schema, &array);
}

/* "examples" with a whole document, unless that is too long to read. */
void
_squill_schema_append_example (const SquillSchemaWriter *self,
                               const bson_t *document,
                               bson_t *schema)
{
  json_auto_t *written =
      document->len <= MAX_EXAMPLE_BYTES ? write_document (self, document) : NULL;
  bson_t array;

  if (written == NULL)
    return;
  bson_append_array_begin (schema, "examples", -1, &array);
  append_raw ("0", written, &array);
  bson_append_array_end (schema, &array);
}
