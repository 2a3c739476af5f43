/* SPDX-License-Identifier: Apache-2.0 */

/* What a server checks documents against: a $jsonSchema. Its dialect is that of draft 4 without
 * references, formats and defaults, with bsonType, and it refuses whatever it does not know; so
 * only what holds for a value of the field's types is written, nothing empty and nothing twice. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/squill-validator.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "samples/squill-bson-value.h"

static void append_value (SquillModel *model, const SquillShape *shape, bson_t *schema);

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
  if ((r->placement == SQUILL_PLACEMENT_SUBSET || r->placement == SQUILL_PLACEMENT_BUCKET) &&
      !(cap < r->bound) && !isnan (r->bound))
    cap = r->bound;
  return cap;
}

/**
 * squill_shape_get_description:
 * @model: the model
 * @shape: a shape
 *
 * Returns: (transfer none) (nullable): what somebody wrote about it: about the field, the
 *   relationship that stores it, or the entity whose document it is
 */
const char *
squill_shape_get_description (SquillModel *model, const SquillShape *shape)
{
  const SquillField *field = squill_model_get_field (model, shape->field);
  const SquillRelationship *r = squill_model_get_relationship (model, shape->relationship);
  const SquillEntity *entity = squill_model_get_entity (model, shape->entity);
  const char *description = field != NULL ? field->description : NULL;

  if (description == NULL && field == NULL && r != NULL &&
      (shape->document || shape->target != NULL))
    description = r->description;
  if (description == NULL && shape->document && entity != NULL)
    description = entity->description;
  return description != NULL && *description != '\0' ? description : NULL;
}

/**
 * squill_entity_get_schema_description:
 * @entity: (nullable): the entity of a collection
 *
 * Says what a schema of it is worth: what nothing but some documents showed is no rule for all.
 *
 * Returns: (transfer full) (nullable): what somebody wrote about it, and of how many documents it
 *   was made where these were not all
 */
char *
squill_entity_get_schema_description (const SquillEntity *entity)
{
  const json_t *read = entity != NULL ? json_object_get (entity->evidence, "documents") : NULL;
  const json_t *total =
      entity != NULL ? json_object_get (entity->evidence, "documents_total") : NULL;
  const char *method =
      entity != NULL ? json_string_value (json_object_get (entity->evidence, "method")) : NULL;
  g_autofree char *limit = NULL;
  const char *own = entity != NULL ? entity->description : NULL;

  if (own != NULL && *own == '\0')
    own = NULL;
  if (!json_is_integer (read) || g_strcmp0 (method, "full") == 0)
    return g_strdup (own);
  if (json_is_integer (total))
    limit = g_strdup_printf (_ ("Made from %" PRId64 " of %" PRId64
                                " documents: others may be different, so nothing is required only "
                                "because all of these have it."),
                             (gint64)json_integer_value (read), (gint64)json_integer_value (total));
  else
    limit = g_strdup_printf (_ ("Made from %" PRId64
                                " documents, not all of them: others may be different, so nothing "
                                "is required only because all of these have it."),
                             (gint64)json_integer_value (read));
  return own != NULL ? g_strdup_printf ("%s\n%s", own, limit) : g_steal_pointer (&limit);
}

/**
 * squill_shape_get_constraints:
 * @model: the model
 * @shape: a shape
 *
 * Returns: (transfer none) (nullable): the field whose rules its values obey; %NULL for references,
 *   which are what their targets are called by
 */
const SquillField *
squill_shape_get_constraints (SquillModel *model, const SquillShape *shape)
{
  if (shape->field == NULL || (shape->origin == SQUILL_ORIGIN_REFERENCE && shape->target != NULL))
    return NULL;
  return squill_model_get_field (model, shape->field);
}

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

/**
 * squill_validator_append_enumeration:
 * @schema: a schema
 * @enumeration: the values that a field may have
 * @types: and its types
 *
 * Adds "enum", with each value once that can be of one of the types, and with null where that is
 * one of them.
 *
 * Returns: %FALSE if there are no such values: then nothing was added
 */
gboolean
squill_validator_append_enumeration (bson_t *schema, const json_t *enumeration, SquillTypes types)
{
  g_autoptr (GPtrArray) values = g_ptr_array_new ();
  gboolean has_null = FALSE;
  bson_t array;

  for (gsize i = 0; i < json_array_size (enumeration); i++)
    {
      json_t *value = json_array_get (enumeration, i);
      gboolean known = !can_be (value, types);

      for (guint j = 0; j < values->len && !known; j++)
        known = are_equal (g_ptr_array_index (values, j), value);
      if (!known)
        g_ptr_array_add (values, value);
      has_null |= json_is_null (value);
    }
  if (values->len == 0)
    return FALSE;

  bson_append_array_begin (schema, "enum", -1, &array);
  for (guint i = 0; i < values->len; i++)
    {
      char buffer[16];
      const char *key;

      bson_uint32_to_string (i, &key, buffer, sizeof buffer);
      squill_bson_append_json (&array, key, g_ptr_array_index (values, i));
    }
  if ((types & SQUILL_TYPE_NULL) != 0 && !has_null)
    {
      char buffer[16];
      const char *key;

      bson_uint32_to_string (values->len, &key, buffer, sizeof buffer);
      bson_append_null (&array, key, -1);
    }
  bson_append_array_end (schema, &array);
  return TRUE;
}

/* "bsonType": one name, or an array of them. */
static void
append_types (bson_t *schema, SquillTypes types)
{
  const char *names[SQUILL_N_TYPES];
  guint n = 0;
  bson_t array;

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
  if (n <= 1)
    return;
  bson_append_array_begin (schema, "bsonType", -1, &array);
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
append_count (bson_t *schema, const char *keyword, double value)
{
  if (!(value >= 0) || value > G_MAXINT32)
    return;
  bson_append_int32 (schema, keyword, -1, (gint32)value);
}

/* A bound of a date cannot be said. */
static void
append_bound (bson_t *schema, const char *keyword, const json_t *bound)
{
  double number;

  if (bound != NULL && (squill_json_get_bson_type (bound) & SQUILL_TYPES_NUMERIC) != 0 &&
      squill_json_get_bson_number (bound, &number) && !isnan (number))
    squill_bson_append_json (schema, keyword, bound);
}

static void
append_constraints (const SquillField *field, SquillTypes types, bson_t *schema)
{
  if (field->enumeration != NULL)
    squill_validator_append_enumeration (schema, field->enumeration, types);
  if ((types & SQUILL_TYPES_NUMERIC) != 0)
    {
      append_bound (schema, "minimum", field->minimum);
      append_bound (schema, "maximum", field->maximum);
    }
  if ((types & SQUILL_TYPE_STRING) != 0)
    {
      append_count (schema, "minLength", ceil (field->min_length));
      append_count (schema, "maxLength", floor (field->max_length));
      if (field->pattern != NULL)
        bson_append_utf8 (schema, "pattern", -1, field->pattern, -1);
    }
}

static void append_field (SquillModel *model, const SquillShape *shape, bson_t *schema);

static gboolean
is_first_of_name (const SquillShape *shape, guint position)
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

/* "required" and "properties" of an object. */
static void
append_properties (SquillModel *model, const SquillShape *shape, bson_t *schema)
{
  bson_t inner;
  guint n = 0;
  gboolean any = FALSE;

  for (guint i = 0; i < shape->children->len; i++)
    {
      const SquillShape *child = g_ptr_array_index (shape->children, i);
      char buffer[16];
      const char *key;

      if (!is_first_of_name (shape, i))
        continue;
      any = TRUE;
      if (!child->required)
        continue;
      if (n == 0)
        bson_append_array_begin (schema, "required", -1, &inner);
      bson_uint32_to_string (n++, &key, buffer, sizeof buffer);
      bson_append_utf8 (&inner, key, -1, child->name, -1);
    }
  if (n > 0)
    bson_append_array_end (schema, &inner);
  if (!any)
    return;

  bson_append_document_begin (schema, "properties", -1, &inner);
  for (guint i = 0; i < shape->children->len; i++)
    {
      const SquillShape *child = g_ptr_array_index (shape->children, i);
      bson_t property;

      if (!is_first_of_name (shape, i))
        continue;
      bson_append_document_begin (&inner, child->name, -1, &property);
      append_field (model, child, &property);
      bson_append_document_end (&inner, &property);
    }
  bson_append_document_end (schema, &inner);
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

/* Adds a schema under a name, unless nothing is known. */
static void
append_unless_empty (bson_t *schema, const char *name, const bson_t *inner)
{
  if (!bson_empty (inner))
    bson_append_document (schema, name, -1, inner);
}

/* What holds for one value: not for the array or map around it. */
static void
append_value (SquillModel *model, const SquillShape *shape, bson_t *schema)
{
  const SquillField *field = squill_shape_get_constraints (model, shape);
  const SquillShape *element = find_element (shape);

  append_types (schema, shape->types);
  if (field != NULL)
    append_constraints (field, shape->types, schema);
  if ((shape->types & SQUILL_TYPE_OBJECT) != 0)
    append_properties (model, shape, schema);
  if (element != NULL && (element->array || element->map))
    {
      bson_t items = BSON_INITIALIZER;

      append_value (model, element, &items);
      append_unless_empty (schema, element->array ? "items" : "additionalProperties", &items);
      bson_destroy (&items);
    }
}

static void
append_array (SquillModel *model, const SquillShape *shape, bson_t *schema)
{
  bson_t items = BSON_INITIALIZER;

  append_types (schema,
                SQUILL_TYPE_ARRAY | (shape->nullable ? SQUILL_TYPE_NULL : SQUILL_TYPE_NONE));
  append_count (schema, "maxItems", floor (squill_shape_get_cap (model, shape)));
  append_value (model, shape, &items);
  append_unless_empty (schema, "items", &items);
  bson_destroy (&items);
}

static void
append_map (SquillModel *model, const SquillShape *shape, bson_t *schema)
{
  bson_t values = BSON_INITIALIZER;

  append_types (schema,
                SQUILL_TYPE_OBJECT | (shape->nullable ? SQUILL_TYPE_NULL : SQUILL_TYPE_NONE));
  append_count (schema, "maxProperties", floor (squill_shape_get_cap (model, shape)));
  append_value (model, shape, &values);
  append_unless_empty (schema, "additionalProperties", &values);
  bson_destroy (&values);
}

static void
append_field (SquillModel *model, const SquillShape *shape, bson_t *schema)
{
  const char *description = squill_shape_get_description (model, shape);

  if ((shape->array || shape->map) && shape->single)
    {
      bson_t either, schemas;

      bson_append_array_begin (schema, "anyOf", -1, &schemas);
      bson_append_document_begin (&schemas, "0", -1, &either);
      if (shape->array)
        append_array (model, shape, &either);
      else
        append_map (model, shape, &either);
      bson_append_document_end (&schemas, &either);
      bson_append_document_begin (&schemas, "1", -1, &either);
      append_value (model, shape, &either);
      bson_append_document_end (&schemas, &either);
      bson_append_array_end (schema, &schemas);
    }
  else if (shape->array)
    {
      append_array (model, shape, schema);
    }
  else if (shape->map)
    {
      append_map (model, shape, schema);
    }
  else
    {
      append_value (model, shape, schema);
    }
  if (description != NULL)
    bson_append_utf8 (schema, "description", -1, description, -1);
}

/**
 * squill_validator_new:
 * @design: a design
 * @collection: a collection of it
 *
 * Makes the $jsonSchema of a collection: types, required fields, enumerations, bounds of numbers
 * and texts, the most elements of arrays that something bounds, and descriptions, which a server
 * repeats when a write fails. Fields that are not drawn are allowed; `_id` is always named.
 *
 * Returns: (transfer full): the schema, without the `$jsonSchema` around it; free it with
 *   bson_destroy()
 */
bson_t *
squill_validator_new (SquillDesign *design, const SquillCollection *collection)
{
  SquillModel *model;
  const SquillEntity *entity;
  bson_t *schema = bson_new ();

  g_return_val_if_fail (SQUILL_IS_DESIGN (design), schema);
  g_return_val_if_fail (collection != NULL, schema);

  model = squill_design_get_model (design);
  append_types (schema, SQUILL_TYPE_OBJECT);
  if (collection->kind == SQUILL_COLLECTION_ENTITY)
    {
      g_autofree char *description = NULL;

      entity = squill_model_get_entity (model, collection->entity);
      description = squill_entity_get_schema_description (entity);
      if (description != NULL)
        bson_append_utf8 (schema, "description", -1, description, -1);
    }
  append_properties (model, collection->shape, schema);
  return schema;
}
