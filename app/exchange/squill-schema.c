/* SPDX-License-Identifier: Apache-2.0 */

/* Schemas of documents, in two dialects. A server checks documents against a $jsonSchema: draft 4
 * with bsonType and without references, formats and defaults. It refuses what it does not know, so
 * that only what holds for a value of the field's types is written, nothing empty and nothing
 * twice. Other programs read standard JSON Schema, 2020-12, of documents in relaxed Extended JSON;
 * there BSON types that JSON does not have are definitions, of which a schema has those it uses. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/squill-schema-private.h"

#include <math.h>
#include <string.h>

#include "bson/squill-bson-json.h"
#include "exchange/squill-pattern.h"
#include "model/squill-placement.h"
#include "model/squill-variants.h"

static void append_value (SquillSchemaWriter *self, const SquillShape *shape, bson_t *schema);

/* What the model says of a shape. */

/**
 * squill_collection_is_time_series:
 * @design: a design
 * @collection: a collection of it
 *
 * Returns: %TRUE if it is a time-series collection, for which a server takes no validator
 */
gboolean
squill_collection_is_time_series (SquillDesign *design, const SquillCollection *collection)
{
  const SquillEntity *entity;

  if (collection->kind != SQUILL_COLLECTION_ENTITY)
    return FALSE;
  entity = squill_model_get_entity (squill_design_get_model (design), collection->entity);
  return entity != NULL && entity->time_field != NULL;
}

/* Whether what a relationship stores here are its children, or references to them. */
static gboolean
stores_children (SquillModel *model, const SquillShape *shape, const SquillRelationship *r)
{
  const SquillEntity *child = squill_model_get_entity (model, r->child);
  const char *name;

  if (shape->document)
    return TRUE;
  if (!g_str_equal (r->parent, r->child))
    return g_strcmp0 (shape->target, r->child) == 0;

  /* Within one entity the field that holds it tells, or its name. */
  if (shape->field != NULL && g_strcmp0 (shape->field, r->parent_holder) == 0)
    return TRUE;
  if (shape->field != NULL && g_strcmp0 (shape->field, r->child_holder) == 0)
    return FALSE;
  name = r->parent_name != NULL ? r->parent_name : r->name;
  if (name == NULL && child != NULL)
    name = child->name;
  return r->placement != SQUILL_PLACEMENT_PARENT_REFERENCE && g_strcmp0 (shape->name, name) == 0;
}

static gboolean
is_in_list (const SquillShape *shape)
{
  for (const SquillShape *around = shape->parent; around != NULL && !around->document;
       around = around->parent)
    if (around->array || around->map)
      return TRUE;
  return FALSE;
}

/**
 * squill_shape_get_cap:
 * @model: the model
 * @shape: an array or map
 *
 * Returns: the number of elements that something sees to; not what is just the most that is
 *   expected. NaN where nothing bounds it
 */
double
squill_shape_get_cap (SquillModel *model, const SquillShape *shape)
{
  const SquillRelationship *r = squill_model_get_relationship (model, shape->relationship);
  const SquillField *field = squill_model_get_field (model, shape->field);
  gboolean is_list = (shape->origin == SQUILL_ORIGIN_EMBEDDED && shape->document) ||
                     (shape->origin == SQUILL_ORIGIN_REFERENCE && shape->target != NULL);
  double cap = field != NULL ? field->cap : NAN;
  gboolean children;

  if (!is_list || r == NULL)
    return cap;
  children = stores_children (model, shape, r);
  /* What the relationship says of how many there are counts more than the field that holds them,
   * but for one that is in a list itself. */
  if (squill_triple_is_set (children ? r->children : r->parents) && !is_in_list (shape))
    cap = NAN;
  if (!children)
    return cap;
  if (!isnan (r->cap))
    cap = r->cap;
  if (squill_placement_has_bound (r->placement) && !(cap < r->bound) && !isnan (r->bound))
    cap = r->bound;
  return cap;
}

/* The field that constrains the values of a shape; NULL for references, which have the values of
 * their targets. */
static const SquillField *
get_constraints (SquillModel *model, const SquillShape *shape)
{
  if (shape->field == NULL || (shape->origin == SQUILL_ORIGIN_REFERENCE && shape->target != NULL))
    return NULL;
  return squill_model_get_field (model, shape->field);
}

/* What somebody wrote about a shape: about the field, the relationship that stores it, or the
 * entity whose document it is; and values that it has had. */
static char *
describe (SquillModel *model, const SquillShape *shape)
{
  const SquillField *field = squill_model_get_field (model, shape->field);
  const SquillRelationship *r = squill_model_get_relationship (model, shape->relationship);
  const SquillEntity *entity = squill_model_get_entity (model, shape->entity);
  const char *own = field != NULL ? field->description : NULL;
  g_autofree char *values = _squill_schema_describe_values (get_constraints (model, shape));

  if (own == NULL && field == NULL && r != NULL && (shape->document || shape->target != NULL))
    own = r->description;
  if (own == NULL && shape->document && entity != NULL)
    own = entity->description;
  if (own == NULL || *own == '\0')
    return g_steal_pointer (&values);
  return values != NULL ? g_strdup_printf ("%s\n%s", own, values) : g_strdup (own);
}

/* What somebody wrote about the entity of a collection, and that it was made from a sample. */
static char *
describe_collection (SquillModel *model, const SquillCollection *collection)
{
  const SquillEntity *entity = collection->kind == SQUILL_COLLECTION_ENTITY
                                   ? squill_model_get_entity (model, collection->entity)
                                   : NULL;
  const char *own = entity != NULL && entity->description != NULL && *entity->description != '\0'
                        ? entity->description
                        : NULL;
  g_autofree char *sample = _squill_schema_describe_sample (model, collection);

  if (own == NULL || sample == NULL)
    return own != NULL ? g_strdup (own) : g_steal_pointer (&sample);
  return g_strdup_printf ("%s\n%s", own, sample);
}

/* What both dialects write. */

/* Whether two values are equal to the query language: numbers of any type, and objects whatever the
 * order of their fields. */
static gboolean
are_equal (const json_t *a, const json_t *b)
{
  double first, second;
  const char *name;
  json_t *member;

  if (squill_json_get_bson_number (a, &first) && squill_json_get_bson_number (b, &second))
    {
      gboolean dates = squill_json_get_bson_type (a) == SQUILL_TYPE_DATE;

      return first == second && dates == (squill_json_get_bson_type (b) == SQUILL_TYPE_DATE);
    }
  if (json_is_array (a) && json_is_array (b))
    {
      if (json_array_size (a) != json_array_size (b))
        return FALSE;
      for (gsize i = 0; i < json_array_size (a); i++)
        if (!are_equal (json_array_get (a, i), json_array_get (b, i)))
          return FALSE;
      return TRUE;
    }
  if (json_is_object (a) && json_is_object (b))
    {
      if (json_object_size (a) != json_object_size (b))
        return FALSE;
      json_object_foreach ((json_t *)a, name, member)
      {
        const json_t *other = json_object_get (b, name);

        if (other == NULL || !are_equal (member, other))
          return FALSE;
      }
      return TRUE;
    }
  return json_equal (a, b);
}

static gboolean
can_be (const json_t *value, SquillTypes types)
{
  SquillTypes type = squill_json_get_bson_type (value);

  if (types == SQUILL_TYPE_NONE || (type & types) != 0)
    return TRUE;
  return (type & SQUILL_TYPES_NUMERIC) != 0 && (types & SQUILL_TYPES_NUMERIC) != 0;
}

/* Adds "enum", with each value once that can be of one of the types, and with null where that is
 * one of them. */
void
_squill_schema_append_enumeration (const SquillSchemaWriter *self,
                                   const json_t *enumeration,
                                   SquillTypes types,
                                   bson_t *schema)
{
  g_autoptr (GPtrArray) values = g_ptr_array_new ();
  gboolean has_null = FALSE;
  bson_t array;

  for (gsize i = 0; i < json_array_size (enumeration); i++)
    {
      json_t *value = json_array_get (enumeration, i);
      gboolean known = !can_be (value, types);

      for (guint k = 0; k < values->len && !known; k++)
        known = are_equal (g_ptr_array_index (values, k), value);
      if (!known)
        g_ptr_array_add (values, value);
      has_null |= json_is_null (value);
    }
  if (values->len == 0)
    return;

  bson_append_array_begin (schema, "enum", -1, &array);
  for (guint i = 0; i < values->len; i++)
    {
      char buffer[16];
      const char *key;

      bson_uint32_to_string (i, &key, buffer, sizeof buffer);
      _squill_schema_append_literal (self, key, g_ptr_array_index (values, i), &array);
    }
  if ((types & SQUILL_TYPE_NULL) != 0 && !has_null)
    {
      char buffer[16];
      const char *key;

      bson_uint32_to_string (values->len, &key, buffer, sizeof buffer);
      bson_append_null (&array, key, -1);
    }
  bson_append_array_end (schema, &array);
}

/* Appends a keyword whose value is an array of names, such as “required”. */
void
_squill_schema_append_names (const char *keyword, const char *const *names, guint n, bson_t *schema)
{
  bson_t array;

  bson_append_array_begin (schema, keyword, -1, &array);
  for (guint i = 0; i < n; i++)
    {
      char buffer[16];
      const char *key;

      bson_uint32_to_string (i, &key, buffer, sizeof buffer);
      bson_append_utf8 (&array, key, -1, names[i], -1);
    }
  bson_append_array_end (schema, &array);
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

/* A number of characters, elements or members, of which a server takes an int. */
static void
append_count (SquillSchemaWriter *self, const char *keyword, double count, bson_t *schema)
{
  if (count >= 0 && (self->standard || count <= G_MAXINT32))
    append_number (schema, keyword, count);
}

/* Servers have the regular expressions of PCRE, the standard those of JavaScript, which cannot say
 * all of them. */
static void
append_pattern (SquillSchemaWriter *self, const char *pattern, bson_t *schema)
{
  g_autofree char *translated = NULL, *comment = NULL;

  if (pattern == NULL)
    return;
  translated = self->standard ? squill_pattern_to_javascript (pattern, NULL) : g_strdup (pattern);
  if (translated != NULL)
    {
      bson_append_utf8 (schema, "pattern", -1, translated, -1);
      return;
    }
  comment = g_strconcat ("pattern of PCRE: ", pattern, NULL);
  bson_append_utf8 (schema, "$comment", -1, comment, -1);
}

static void
append_lengths (SquillSchemaWriter *self, const SquillField *field, bson_t *schema)
{
  append_count (self, "minLength", ceil (field->min_length), schema);
  append_count (self, "maxLength", floor (field->max_length), schema);
  append_pattern (self, field->pattern, schema);
}

gboolean
_squill_shape_is_member (const SquillShape *shape, guint position)
{
  const SquillShape *child = g_ptr_array_index (shape->children, position);

  if (child->rest || ((shape->array || shape->map) && g_str_equal (child->name, "[]")))
    return FALSE;
  for (guint i = 0; i < position; i++)
    if (g_str_equal (((const SquillShape *)g_ptr_array_index (shape->children, i))->name,
                     child->name))
      return FALSE;
  return TRUE;
}

static void
append_required (const SquillShape *shape, bson_t *schema)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < shape->children->len; i++)
    {
      const SquillShape *child = g_ptr_array_index (shape->children, i);

      if (_squill_shape_is_member (shape, i) && child->required)
        g_ptr_array_add (names, child->name);
    }
  if (names->len > 0)
    _squill_schema_append_names ("required", (const char *const *)names->pdata, names->len, schema);
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

/* Fields that only some variants have are described there, but they are no other fields here. */
static void
append_variant_names (SquillSchemaWriter *self, const SquillShape *shape, bson_t *properties)
{
  bson_t empty = BSON_INITIALIZER;

  for (guint i = 0; i < shape->children->len; i++)
    {
      const SquillShape *child = g_ptr_array_index (shape->children, i);

      if (_squill_shape_is_member (shape, i) && _squill_schema_get_variants (self, child) != NULL)
        bson_append_document (properties, child->name, -1, &empty);
    }
  bson_destroy (&empty);
}

static void
append_properties (SquillSchemaWriter *self, const SquillShape *shape, bson_t *schema)
{
  const gboolean by_variant = _squill_schema_has_variants (self, shape);
  bson_t properties = BSON_INITIALIZER;

  if (!self->standard)
    append_required (shape, schema);
  for (guint i = 0; i < shape->children->len; i++)
    {
      const SquillShape *child = g_ptr_array_index (shape->children, i);
      bson_t property;

      if (!_squill_shape_is_member (shape, i) ||
          (by_variant && _squill_schema_get_variants (self, child) != NULL))
        continue;
      bson_append_document_begin (&properties, child->name, -1, &property);
      _squill_schema_append_field (self, child, &property);
      bson_append_document_end (&properties, &property);
    }
  if (self->closed && by_variant)
    append_variant_names (self, shape, &properties);
  if (!bson_empty (&properties))
    bson_append_document (schema, "properties", -1, &properties);
  if (self->standard)
    append_required (shape, schema);
  /* An object of which nothing is drawn may have anything in it. */
  if (self->closed && !bson_empty (&properties) && squill_shape_get_rest (shape) == NULL &&
      find_element (shape) == NULL)
    bson_append_bool (schema, "additionalProperties", -1, FALSE);
  bson_destroy (&properties);
  _squill_schema_append_variants (self, shape, schema);
}

/* The schema of the values in an array or a map. */
static void
append_elements (SquillSchemaWriter *self,
                 const SquillShape *shape,
                 gboolean is_array,
                 bson_t *schema)
{
  bson_t elements = BSON_INITIALIZER;

  append_value (self, shape, &elements);
  if (self->standard || !bson_empty (&elements))
    bson_append_document (schema, is_array ? "items" : "additionalProperties", -1, &elements);
  bson_destroy (&elements);
}

/* The names that are none of the properties', where these are data. */
static void
append_rest (SquillSchemaWriter *self, const SquillShape *shape, bson_t *schema)
{
  const SquillShape *rest = squill_shape_get_rest (shape);
  const SquillShape *element = find_element (shape);

  if (rest != NULL && (element == NULL || !element->map))
    append_elements (self, rest, FALSE, schema);
}

/* The types that a few values have besides those of the shape; where it has none, all are let pass.
 */
static SquillTypes
get_outlier_types (const SquillShape *shape)
{
  return shape->types == SQUILL_TYPE_NONE ? SQUILL_TYPE_NONE : shape->outlier_types & ~shape->types;
}

static gboolean
has_enumeration (SquillModel *model, const SquillShape *shape)
{
  return _squill_schema_has_enumeration (get_constraints (model, shape));
}

/* The dialect of servers. */

/* "bsonType": one name, or an array of them. */
static void
append_bson_types (SquillTypes types, bson_t *schema)
{
  const char *names[SQUILL_N_TYPES];
  guint n = 0;

  /* One name for all four. */
  if ((types & SQUILL_TYPES_NUMERIC) == SQUILL_TYPES_NUMERIC)
    {
      names[n++] = "number";
      types &= ~SQUILL_TYPES_NUMERIC;
    }
  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    if ((types & (1u << i)) != 0)
      names[n++] = squill_type_get_name (1u << i);

  if (n == 1)
    bson_append_utf8 (schema, "bsonType", -1, names[0], -1);
  else if (n > 1)
    _squill_schema_append_names ("bsonType", names, n, schema);
}

/* A bound of a date cannot be said. */
static void
append_bson_bound (bson_t *schema, const char *keyword, const json_t *bound)
{
  double number;

  if (bound != NULL && (squill_json_get_bson_type (bound) & SQUILL_TYPES_NUMERIC) != 0 &&
      squill_json_get_bson_number (bound, &number) && !isnan (number))
    squill_bson_append_json (schema, keyword, bound);
}

/* What holds for values of the types themselves, with others that are let pass besides. */
static void
append_bson_value_of (SquillSchemaWriter *self,
                      const SquillShape *shape,
                      SquillTypes others,
                      bson_t *schema)
{
  const SquillField *field = get_constraints (self->model, shape);
  const SquillShape *element = find_element (shape);

  append_bson_types (_squill_schema_accept_numbers (self, field, shape->types | others), schema);
  if (has_enumeration (self->model, shape))
    _squill_schema_append_enumeration (self, field->enumeration, shape->types, schema);
  if (_squill_schema_are_whole (self, field, shape->types | others))
    bson_append_int32 (schema, "multipleOf", -1, 1);
  if (field != NULL && (shape->types & SQUILL_TYPES_NUMERIC) != 0)
    {
      append_bson_bound (schema, "minimum", field->minimum);
      append_bson_bound (schema, "maximum", field->maximum);
    }
  if (field != NULL && (shape->types & SQUILL_TYPE_STRING) != 0)
    append_lengths (self, field, schema);
  if ((shape->types & SQUILL_TYPE_OBJECT) != 0)
    {
      append_properties (self, shape, schema);
      append_rest (self, shape, schema);
    }
  if (element != NULL && (element->array || element->map))
    append_elements (self, element, element->array, schema);
}

static void
append_bson_value (SquillSchemaWriter *self, const SquillShape *shape, bson_t *schema)
{
  const SquillTypes outliers = get_outlier_types (shape);
  bson_t either, one;

  /* An enumeration speaks of values of any type. */
  if (outliers == SQUILL_TYPE_NONE || !has_enumeration (self->model, shape))
    {
      append_bson_value_of (self, shape, outliers, schema);
      return;
    }
  bson_append_array_begin (schema, "anyOf", -1, &either);
  bson_append_document_begin (&either, "0", -1, &one);
  append_bson_value_of (self, shape, SQUILL_TYPE_NONE, &one);
  bson_append_document_end (&either, &one);
  bson_append_document_begin (&either, "1", -1, &one);
  append_bson_types (outliers, &one);
  bson_append_document_end (&either, &one);
  bson_append_array_end (schema, &either);
}

/* Standard JSON Schema. */

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

/* What holds for values of one type. */
static void
append_type (SquillSchemaWriter *self, const SquillShape *shape, SquillTypes type, bson_t *schema)
{
  const SquillField *field = get_constraints (self->model, shape);
  const SquillShape *element = find_element (shape);
  const char *plain = _squill_schema_get_plain_name (self, type);
  gboolean bounded =
      field != NULL && (!isnan (get_bound (field->minimum)) || !isnan (get_bound (field->maximum)));

  if (plain == NULL && type == SQUILL_TYPE_DOUBLE && bounded && !self->options.canonical)
    {
      /* What is no number is not within bounds. */
      bson_append_utf8 (schema, "type", -1, "number", -1);
      append_bounds (field, type, schema);
      return;
    }
  if (plain == NULL)
    {
      g_autofree char *reference = _squill_schema_refer_to_type (self, type);

      bson_append_utf8 (schema, "$ref", -1, reference, -1);
      return;
    }

  bson_append_utf8 (schema, "type", -1, plain, -1);
  if ((type & (SQUILL_TYPE_INT | SQUILL_TYPE_LONG)) != 0)
    append_bounds (field, type, schema);
  else if (type == SQUILL_TYPE_STRING)
    {
      if (field != NULL)
        append_lengths (self, field, schema);
    }
  else if (type == SQUILL_TYPE_OBJECT)
    {
      append_properties (self, shape, schema);
      append_rest (self, shape, schema);
      if (element != NULL && element->map)
        append_elements (self, element, FALSE, schema);
    }
  else if (type == SQUILL_TYPE_ARRAY && element != NULL && element->array)
    append_elements (self, element, TRUE, schema);
}

/* Values of these types of which nothing else is known. */
static void
append_unbound_types (SquillSchemaWriter *self, SquillTypes types, bson_t *schema)
{
  bson_t either = BSON_INITIALIZER;
  guint n = 0;

  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    {
      const char *plain = _squill_schema_get_plain_name (self, (SquillTypes)(1u << i));
      g_autofree char *reference = NULL;
      bson_t one = BSON_INITIALIZER;
      char buffer[16];
      const char *key;

      if ((types & (1u << i)) == 0)
        continue;
      if (plain == NULL)
        reference = _squill_schema_refer_to_type (self, (SquillTypes)(1u << i));
      bson_append_utf8 (&one, plain != NULL ? "type" : "$ref", -1,
                        plain != NULL ? plain : reference, -1);
      bson_uint32_to_string (n++, &key, buffer, sizeof buffer);
      if ((types & (types - 1)) == 0)
        bson_concat (schema, &one);
      else
        bson_append_document (&either, key, -1, &one);
      bson_destroy (&one);
    }
  if (!bson_empty (&either))
    bson_append_array (schema, "anyOf", -1, &either);
  bson_destroy (&either);
}

static void
append_standard_value_of (SquillSchemaWriter *self,
                          const SquillShape *shape,
                          SquillTypes types,
                          bson_t *schema)
{
  bson_t either;
  guint n = 0;

  /* JSON cannot tell these apart. */
  if (self->options.canonical)
    types = _squill_schema_accept_numbers (self, get_constraints (self->model, shape), types);
  else if ((types & SQUILL_TYPE_LONG) != 0)
    types &= ~SQUILL_TYPE_INT;
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
  if (has_enumeration (self->model, shape))
    _squill_schema_append_enumeration (self, get_constraints (self->model, shape)->enumeration,
                                       shape->types, schema);
}

static void
append_standard_value (SquillSchemaWriter *self, const SquillShape *shape, bson_t *schema)
{
  const SquillTypes outliers = get_outlier_types (shape);
  bson_t either, one;

  if (outliers == SQUILL_TYPE_NONE || !has_enumeration (self->model, shape))
    {
      append_standard_value_of (self, shape, shape->types | outliers, schema);
      return;
    }
  bson_append_array_begin (schema, "anyOf", -1, &either);
  bson_append_document_begin (&either, "0", -1, &one);
  append_standard_value_of (self, shape, shape->types, &one);
  bson_append_document_end (&either, &one);
  bson_append_document_begin (&either, "1", -1, &one);
  append_unbound_types (self, outliers, &one);
  bson_append_document_end (&either, &one);
  bson_append_array_end (schema, &either);
}

/* Both. */

/* What holds for one value: not for the array or map around it. */
static void
append_value (SquillSchemaWriter *self, const SquillShape *shape, bson_t *schema)
{
  if (self->standard)
    append_standard_value (self, shape, schema);
  else
    append_bson_value (self, shape, schema);
}

/* An array or a map, or null in its place. */
static void
append_container (SquillSchemaWriter *self,
                  const SquillShape *shape,
                  SquillTypes outliers,
                  bson_t *schema)
{
  const char *const names[] = { shape->array ? "array" : "object", "null" };

  if (!self->standard)
    append_bson_types ((shape->array ? SQUILL_TYPE_ARRAY : SQUILL_TYPE_OBJECT) | outliers |
                           (shape->nullable ? SQUILL_TYPE_NULL : SQUILL_TYPE_NONE),
                       schema);
  else if (shape->nullable || (outliers & SQUILL_TYPE_NULL) != 0)
    _squill_schema_append_names ("type", names, 2, schema);
  else
    bson_append_utf8 (schema, "type", -1, names[0], -1);
  append_count (self, shape->array ? "maxItems" : "maxProperties",
                floor (squill_shape_get_cap (self->model, shape)), schema);
  append_elements (self, shape, shape->array, schema);
}

/* Appends the keywords of one field: its type, constraints, and what is nested in it. */
void
_squill_schema_append_field (SquillSchemaWriter *self, const SquillShape *shape, bson_t *schema)
{
  const SquillField *field = get_constraints (self->model, shape);
  g_autofree char *description = describe (self->model, shape);
  const SquillTypes itself = shape->array ? SQUILL_TYPE_ARRAY : SQUILL_TYPE_OBJECT;
  const SquillTypes outliers = shape->outlier_instead & ~itself;
  /* Standard JSON Schema has names for few types. */
  const SquillTypes apart = self->standard ? outliers & ~SQUILL_TYPE_NULL : SQUILL_TYPE_NONE;

  if (description != NULL && self->standard)
    bson_append_utf8 (schema, "description", -1, description, -1);
  if ((shape->array || shape->map) && (shape->single || apart != SQUILL_TYPE_NONE))
    {
      bson_t either, inner;

      bson_append_array_begin (schema, "anyOf", -1, &either);
      bson_append_document_begin (&either, "0", -1, &inner);
      append_container (self, shape, outliers, &inner);
      bson_append_document_end (&either, &inner);
      if (shape->single)
        {
          bson_append_document_begin (&either, "1", -1, &inner);
          append_value (self, shape, &inner);
          bson_append_document_end (&either, &inner);
        }
      if (apart != SQUILL_TYPE_NONE)
        {
          bson_append_document_begin (&either, shape->single ? "2" : "1", -1, &inner);
          append_unbound_types (self, apart, &inner);
          bson_append_document_end (&either, &inner);
        }
      bson_append_array_end (schema, &either);
    }
  else if (shape->array || shape->map)
    {
      append_container (self, shape, outliers, schema);
    }
  else
    {
      append_value (self, shape, schema);
    }
  if (description != NULL && !self->standard)
    bson_append_utf8 (schema, "description", -1, description, -1);
  if (field != NULL && field->default_value != NULL && self->standard)
    _squill_schema_append_literal (self, "default", field->default_value, schema);
  if (field != NULL && self->standard)
    _squill_schema_append_examples (self, field, schema);
}

/**
 * squill_schema_new_validator:
 * @design: a design
 * @collection: a collection of it
 * @options: (nullable): how strict it is; %NULL as the model says
 *
 * Makes the $jsonSchema of a collection: types, required fields, enumerations, bounds of numbers
 * and texts, the most elements of arrays that something bounds, and descriptions, which a server
 * repeats when a write fails. Fields that are not drawn are allowed unless the collection is
 * closed;
 * `_id` is always named. Where keys that are data stand beside fields, all other names are held to
 * be such keys.
 *
 * Returns: (transfer full): the schema, without the `$jsonSchema` around it; free it with
 *   bson_destroy()
 */
bson_t *
squill_schema_new_validator (SquillDesign *design,
                             const SquillCollection *collection,
                             const SquillSchemaOptions *options)
{
  SquillSchemaWriter writer = { 0 };
  g_autofree char *description = NULL;
  bson_t *schema;

  g_return_val_if_fail (SQUILL_IS_DESIGN (design), NULL);
  g_return_val_if_fail (collection != NULL, NULL);

  writer.model = squill_design_get_model (design);
  if (options != NULL)
    writer.options = *options;
  writer.closed = _squill_schema_is_closed (&writer, collection);
  schema = bson_new ();
  append_bson_types (SQUILL_TYPE_OBJECT, schema);
  description = describe_collection (writer.model, collection);
  if (description != NULL)
    bson_append_utf8 (schema, "description", -1, description, -1);
  append_properties (&writer, collection->shape, schema);
  append_rest (&writer, collection->shape, schema);
  return writer.options.compatible ? _squill_schema_reduce (schema) : schema;
}

/**
 * squill_schema_new_standard:
 * @design: a design
 * @collection: a collection of it
 * @options: (nullable): how strict it is, and in which form; %NULL as the model says, in 2020-12
 * and of relaxed Extended JSON
 *
 * Makes the JSON Schema of a collection's documents in Extended JSON: all that the validator has,
 * and defaults and examples.
 *
 * Returns: (transfer full): the schema; free it with bson_destroy()
 */
bson_t *
squill_schema_new_standard (SquillDesign *design,
                            const SquillCollection *collection,
                            const SquillSchemaOptions *options)
{
  SquillSchemaWriter writer = { .standard = TRUE };
  g_autofree char *description = NULL, *id = NULL;
  bson_t *schema;

  g_return_val_if_fail (SQUILL_IS_DESIGN (design), NULL);
  g_return_val_if_fail (collection != NULL, NULL);

  writer.model = squill_design_get_model (design);
  if (options != NULL)
    writer.options = *options;
  writer.closed = _squill_schema_is_closed (&writer, collection);
  schema = bson_new ();
  bson_append_utf8 (schema, "$schema", -1, "https://json-schema.org/draft/2020-12/schema", -1);
  id = _squill_schema_make_id (&writer, collection);
  bson_append_utf8 (schema, "$id", -1, id, -1);
  bson_append_utf8 (schema, "title", -1, collection->name, -1);
  description = describe_collection (writer.model, collection);
  if (description != NULL)
    bson_append_utf8 (schema, "description", -1, description, -1);
  bson_append_utf8 (schema, "type", -1, "object", -1);
  append_properties (&writer, collection->shape, schema);
  append_rest (&writer, collection->shape, schema);
  _squill_schema_append_definitions (&writer, schema);
  if (writer.options.example != NULL)
    _squill_schema_append_example (&writer, writer.options.example, schema);
  return writer.options.draft != SQUILL_SCHEMA_2020_12
             ? _squill_schema_to_draft (schema, writer.options.draft)
             : schema;
}
