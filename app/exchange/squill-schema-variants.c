/* SPDX-License-Identifier: Apache-2.0 */

/* Objects of several kinds in a schema: "oneOf" with a part for each variant, and one for what is
 * none of them. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/squill-schema-private.h"

#include "model/squill-variants.h"

/* Fields of variants are written once for each; where variants nest these multiply. */
#define MAX_REPEATED 20000u

/* With which values of the discriminator a member is there; NULL for all. */
const json_t *
_squill_schema_get_variants (SquillSchemaWriter *self, const SquillShape *member)
{
  const SquillShape *around = member->parent;

  if (around == NULL || around->discriminator == NULL || member->copy != NULL ||
      member == around->discriminator)
    return NULL;
  if (member->field != NULL)
    return squill_item_get_variants (squill_model_get_field (self->model, member->field));
  return member->document && member->relationship != NULL
             ? squill_item_get_variants (
                   squill_model_get_relationship (self->model, member->relationship))
             : NULL;
}

static gboolean
is_required_in_variant (SquillSchemaWriter *self, const SquillShape *member)
{
  const SquillField *field = squill_model_get_field (self->model, member->field);

  return field != NULL && field->required;
}

static void
append_object_type (SquillSchemaWriter *self, bson_t *schema)
{
  bson_append_utf8 (schema, self->standard ? "type" : "bsonType", -1, "object", -1);
}

/* That a value is one of some, or none of them. */
static void
append_choice (SquillSchemaWriter *self,
               const char *name,
               const json_t *values,
               gboolean none,
               bson_t *properties)
{
  bson_t value, not ;

  bson_append_document_begin (properties, name, -1, &value);
  if (none)
    {
      bson_append_document_begin (&value, "not", -1, &not );
      _squill_schema_append_enumeration (self, values, SQUILL_TYPE_NONE, &not );
      bson_append_document_end (&value, &not );
    }
  else
    _squill_schema_append_enumeration (self, values, SQUILL_TYPE_NONE, &value);
  bson_append_document_end (properties, &value);
}

/* That the discriminator of @shape, which stands beside @shape, in it, or in an object in it, is
 * one of some values, or none of them. Adds the name of what must be there for that to be known. */
static void
append_discriminator (SquillSchemaWriter *self,
                      const SquillShape *shape,
                      const json_t *values,
                      gboolean none,
                      GPtrArray *names,
                      bson_t *properties)
{
  const SquillShape *discriminator = shape->discriminator;
  const char *name = discriminator->name;
  bson_t object, inner;

  if (discriminator->parent == shape || discriminator->parent == shape->parent)
    {
      append_choice (self, name, values, none, properties);
      g_ptr_array_add (names, (gpointer)name);
      return;
    }
  bson_append_document_begin (properties, discriminator->parent->name, -1, &object);
  if (!none)
    {
      append_object_type (self, &object);
      _squill_schema_append_names ("required", &name, 1, &object);
    }
  bson_append_document_begin (&object, "properties", -1, &inner);
  append_choice (self, name, values, none, &inner);
  bson_append_document_end (&object, &inner);
  bson_append_document_end (properties, &object);
  g_ptr_array_add (names, discriminator->parent->name);
}

/* The members that are there with a value: its variant, but for what all have. */
static void
append_variant_members (SquillSchemaWriter *self,
                        const SquillShape *shape,
                        const json_t *value,
                        GPtrArray *names,
                        bson_t *properties)
{
  for (guint i = 0; i < shape->children->len; i++)
    {
      const SquillShape *child = g_ptr_array_index (shape->children, i);
      const json_t *variants =
          _squill_shape_is_member (shape, i) ? _squill_schema_get_variants (self, child) : NULL;
      bson_t property;

      if (variants == NULL || !squill_variants_have (variants, value))
        continue;
      self->repeated++;
      bson_append_document_begin (properties, child->name, -1, &property);
      _squill_schema_append_field (self, child, &property);
      bson_append_document_end (properties, &property);
      if (is_required_in_variant (self, child))
        g_ptr_array_add (names, child->name);
    }
}

static gboolean
is_same_variant (SquillSchemaWriter *self,
                 const SquillShape *shape,
                 const json_t *a,
                 const json_t *b)
{
  for (guint i = 0; i < shape->children->len; i++)
    {
      const json_t *variants =
          _squill_schema_get_variants (self, g_ptr_array_index (shape->children, i));

      if (variants != NULL &&
          squill_variants_have (variants, a) != squill_variants_have (variants, b))
        return FALSE;
    }
  return TRUE;
}

/* Values whose objects have the same fields, beginning with the first; they are removed. */
static json_t *
take_variant (SquillSchemaWriter *self, const SquillShape *shape, json_t *values)
{
  json_t *same = json_array ();

  for (gsize i = 0; i < json_array_size (values);)
    {
      json_t *value = json_array_get (values, i);

      if (json_array_size (same) > 0 &&
          !is_same_variant (self, shape, json_array_get (same, 0), value))
        {
          i++;
          continue;
        }
      json_array_append (same, value);
      json_array_remove (values, i);
    }
  return same;
}

static gboolean
is_object_only (const SquillShape *shape)
{
  return shape->types == SQUILL_TYPE_OBJECT && shape->outlier_types == SQUILL_TYPE_NONE &&
         shape->outlier_instead == SQUILL_TYPE_NONE && !shape->array && !shape->map &&
         !shape->nullable;
}

/* "oneOf": a schema for each variant of the objects at @shape, and one for what is none of them.
 * It stands where the objects are, or around these where the discriminator is beside them. */
static void
append_one_of (SquillSchemaWriter *self, const SquillShape *shape, bson_t *schema)
{
  const gboolean beside = shape->discriminator->parent == shape->parent;
  const SquillItem *item = shape->document
                               ? (gconstpointer)squill_model_get_entity (self->model, shape->entity)
                               : squill_model_get_field (self->model, shape->field);
  json_auto_t *all = squill_discriminator_list_values (self->model, item);
  json_auto_t *left = json_copy (all);
  bson_t either, one, properties;
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  char buffer[16];
  const char *key;
  guint n = 0;

  bson_append_array_begin (schema, "oneOf", -1, &either);
  while (json_array_size (left) > 0)
    {
      json_auto_t *same = take_variant (self, shape, left);
      g_autoptr (GPtrArray) names = g_ptr_array_new ();
      g_autoptr (GPtrArray) inner_names = g_ptr_array_new ();

      bson_uint32_to_string (n++, &key, buffer, sizeof buffer);
      bson_append_document_begin (&either, key, -1, &one);
      append_object_type (self, &one);
      bson_append_document_begin (&one, "properties", -1, &properties);
      append_discriminator (self, shape, same, FALSE, names, &properties);
      if (beside)
        {
          bson_t object, inner;

          bson_append_document_begin (&properties, shape->name, -1, &object);
          /* Programs that check schemas miss it beside "required", though it is said of the field.
           */
          if (is_object_only (shape))
            append_object_type (self, &object);
          bson_append_document_begin (&object, "properties", -1, &inner);
          append_variant_members (self, shape, json_array_get (same, 0), inner_names, &inner);
          bson_append_document_end (&object, &inner);
          if (inner_names->len > 0)
            _squill_schema_append_names ("required", (const char *const *)inner_names->pdata,
                                         inner_names->len, &object);
          bson_append_document_end (&properties, &object);
        }
      else
        append_variant_members (self, shape, json_array_get (same, 0), names, &properties);
      bson_append_document_end (&one, &properties);
      _squill_schema_append_names ("required", (const char *const *)names->pdata, names->len, &one);
      bson_append_document_end (&either, &one);
    }
  bson_uint32_to_string (n, &key, buffer, sizeof buffer);
  bson_append_document_begin (&either, key, -1, &one);
  bson_append_document_begin (&one, "properties", -1, &properties);
  append_discriminator (self, shape, all, TRUE, none, &properties);
  bson_append_document_end (&one, &properties);
  bson_append_document_end (&either, &one);
  bson_append_array_end (schema, &either);
}

/* Whether the objects at a shape are of several kinds, and a schema can be written for each. */
gboolean
_squill_schema_has_variants (SquillSchemaWriter *self, const SquillShape *shape)
{
  if (shape->discriminator == NULL || self->repeated > MAX_REPEATED)
    return FALSE;
  for (guint i = 0; i < shape->children->len; i++)
    if (_squill_shape_is_member (shape, i) &&
        _squill_schema_get_variants (self, g_ptr_array_index (shape->children, i)) != NULL)
      return TRUE;
  return FALSE;
}

/* Those of the shape itself, and of objects in it of which the kind is told here. */
void
_squill_schema_append_variants (SquillSchemaWriter *self, const SquillShape *shape, bson_t *schema)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  bson_t all, one;

  if (_squill_schema_has_variants (self, shape) && shape->discriminator->parent != shape->parent)
    g_ptr_array_add (found, (gpointer)shape);
  for (guint i = 0; i < shape->children->len; i++)
    {
      const SquillShape *child = g_ptr_array_index (shape->children, i);

      if (_squill_shape_is_member (shape, i) && _squill_schema_has_variants (self, child) &&
          child->discriminator->parent == shape)
        g_ptr_array_add (found, (gpointer)child);
    }
  if (found->len == 1)
    append_one_of (self, g_ptr_array_index (found, 0), schema);
  if (found->len <= 1)
    return;
  bson_append_array_begin (schema, "allOf", -1, &all);
  for (guint i = 0; i < found->len; i++)
    {
      char buffer[16];
      const char *key;

      bson_uint32_to_string (i, &key, buffer, sizeof buffer);
      bson_append_document_begin (&all, key, -1, &one);
      append_one_of (self, g_ptr_array_index (found, i), &one);
      bson_append_document_end (&all, &one);
    }
  bson_append_array_end (schema, &all);
}
