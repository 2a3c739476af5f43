/* SPDX-License-Identifier: Apache-2.0 */

/* Fields that are what they are drawn as: values, objects, arrays and maps. */

#define G_LOG_DOMAIN "squill-samples"

#include "config.h"

#include "samples/squill-sample-walk-private.h"

#include <math.h>
#include <string.h>

#include "bson/squill-bson-json.h"
#include "design/squill-assumption.h"
#include "model/squill-variants.h"
#include "samples/squill-random.h"

static gboolean
is_here (SquillWalk *self, const SquillShape *shape, const SquillWalkPosition *place)
{
  const SquillField *field = _squill_walk_get_field (self, shape);
  double presence = shape->presence;

  if (shape->required)
    return TRUE;
  if (shape->copy == NULL && squill_item_get_variants (field) != NULL)
    presence = field->required ? 1 : presence / _squill_walk_get_variant_share (self, shape, place);
  /* A copy is there where its source is. */
  if (shape->copy != NULL && field != NULL)
    presence =
        squill_field_is_always_present (field) || isnan (field->presence) ? 1 : field->presence;
  if (presence >= 1)
    return TRUE;
  return squill_seed_to_fraction (squill_seed_add_text (
             _squill_walk_get_seed (self, place, _squill_shape_get_seed_name (shape)),
             "presence")) < presence;
}

static guint64
count_elements (SquillWalk *self, const SquillShape *shape, const SquillWalkPosition *place)
{
  double each = squill_samples_get_usual (shape->length, SQUILL_ASSUMED_LENGTH);
  double rest = each - floor (each);
  guint64 n = (guint64)floor (each);
  const SquillRelationship *r =
      shape->key == NULL || shape->key->target == NULL
          ? NULL
          : squill_model_get_relationship (self->model, shape->key->relationship);

  /* Keys that are references: as many as there are children. */
  if (r != NULL && r->by_keys && isnan (shape->length.likely) && !isnan (r->children.likely))
    return squill_link_count_children (self->design, r, &place->thing);
  /* So many that the mean of all documents is the usual number. */
  if (rest > 0 && squill_seed_to_fraction (squill_seed_add_text (
                      _squill_walk_get_seed (self, place, _squill_shape_get_seed_name (shape)),
                      "length")) < rest)
    n++;
  return n;
}

static const SquillShape *
find_child (const SquillShape *shape, const char *name)
{
  for (guint i = 0; i < shape->children->len; i++)
    {
      const SquillShape *child = g_ptr_array_index (shape->children, i);

      if (g_str_equal (child->name, name))
        return child;
    }
  return NULL;
}

/* GeoJSON: what the "type" beside "coordinates" has to be. */
static const char *
get_geometry (const SquillShape *shape)
{
  const SquillShape *coordinates;
  const SquillShape *inner;

  if (!g_str_equal (shape->name, "type") || shape->types != SQUILL_TYPE_STRING ||
      shape->parent == NULL)
    return NULL;
  coordinates = find_child (shape->parent, "coordinates");
  if (coordinates == NULL || !coordinates->array)
    return NULL;
  inner = find_child (coordinates, "[]");
  if (inner == NULL)
    return "Point";
  return find_child (inner, "[]") == NULL ? "LineString" : "Polygon";
}

static void
write_object (SquillWalk *self,
              const SquillShape *shape,
              const SquillWalkPosition *place,
              bson_t *document,
              const char *key)
{
  SquillWalkPosition inner = *place;

  if (!g_str_equal (shape->name, "[]"))
    inner.container = shape->name;
  inner.container_seed = squill_seed_add_text (0, _squill_shape_get_seed_name (shape));
  _squill_walk_write_object (self, shape, &inner, document, key);
}

static void write_list (SquillWalk *self,
                        const SquillShape *shape,
                        const SquillWalkPosition *place,
                        bson_t *document,
                        const char *key);

/* Writes one value: not the array or map around it. */
void
_squill_walk_write_value (SquillWalk *self,
                          const SquillShape *shape,
                          const SquillWalkPosition *place,
                          bson_t *document,
                          const char *key)
{
  const SquillField *field = _squill_walk_get_field (self, shape);
  const SquillShape *element = find_child (shape, "[]");
  const char *geometry = get_geometry (shape);
  SquillTypes types =
      shape->types != SQUILL_TYPE_NONE
          ? shape->types
          : squill_assume_type (shape->name,
                                squill_value_kind_of_field (field, shape->name, place->container));
  SquillValueContext context = _squill_walk_make_context (
      self, field, shape->name, _squill_shape_get_seed_name (shape), types, place);
  SquillTypes type = squill_value_choose_type (types, context.seed);

  /* The element of an array in an array goes by the name of the outermost. */
  for (const SquillShape *around = shape;
       g_str_equal (context.name, "[]") && around->parent != NULL; around = around->parent)
    context.name = around->parent->name;
  if (field == NULL && !g_str_equal (shape->name, "_id"))
    context.unique = FALSE;

  if (type == SQUILL_TYPE_OBJECT && shape->children->len > (element != NULL ? 1 : 0))
    {
      write_object (self, shape, place, document, key);
      return;
    }
  if (type == SQUILL_TYPE_ARRAY && element != NULL)
    {
      write_list (self, element, place, document, key);
      return;
    }
  /* An enumeration or default speaks of the whole value, so all types are asked for. */
  context.types =
      field != NULL && (field->enumeration != NULL || field->default_value != NULL) ? types : type;
  if (shape->discriminates)
    {
      const json_t *value = _squill_walk_choose_variant (self, shape, place);

      if (value != NULL)
        {
          squill_bson_append_json (document, key, value);
          return;
        }
    }
  if (geometry != NULL && (field == NULL || field->enumeration == NULL))
    _squill_walk_check_size (self, document, bson_append_utf8 (document, key, -1, geometry, -1));
  else
    _squill_walk_check_size (self, document, squill_value_append (&context, document, key, -1));
}

static void
write_list (SquillWalk *self,
            const SquillShape *shape,
            const SquillWalkPosition *place,
            bson_t *document,
            const char *key)
{
  guint64 n = count_elements (self, shape, place);
  gint64 span = self->reference - place->created;
  guint64 shown;
  bson_t array;

  if (!bson_append_array_begin (document, key, -1, &array))
    {
      self->too_large = TRUE;
      return;
    }
  shown = _squill_walk_enter_array (self, key, n);
  for (guint64 i = 0; i < shown && !self->too_large; i++)
    {
      char buffer[16];
      const char *number;
      SquillWalkPosition inner = _squill_place_enter_element (place, shape, i, n);

      /* Elements come one after the other too. */
      inner.created += (gint64)((double)span * i / (n + 1.0));
      inner.created -= inner.created % 1000;
      bson_uint32_to_string (i, &number, buffer, sizeof buffer);
      _squill_walk_write_value (self, shape, &inner, &array, number);
      _squill_walk_check_size (self, &array, TRUE);
    }
  _squill_walk_leave_array (self);
  _squill_walk_check_size (self, document, bson_append_array_end (document, &array));
}

static gboolean
is_name_of_other (const SquillShape *rest, const char *key)
{
  const SquillShape *same = find_child (rest->parent, key);

  return same != NULL && same != rest;
}

/* One of the keys of a map: of those that name things another may be the same. */
static char *
make_key (SquillWalk *self,
          const SquillShape *shape,
          const SquillWalkPosition *place,
          const SquillValueContext *context,
          guint64 index)
{
  char *key = shape->key != NULL ? _squill_walk_make_key (self, shape->key, place, index) : NULL;

  return key != NULL ? key : squill_value_make_key (context, (guint)index);
}

/* The keys of a map that stand beside the fields of an object. */
static void
write_rest (SquillWalk *self,
            const SquillShape *shape,
            const SquillWalkPosition *place,
            bson_t *document)
{
  guint64 n = count_elements (self, shape, place);
  SquillValueContext context = _squill_walk_make_key_context (self, shape, place);
  g_autoptr (GHashTable) used = _squill_walk_new_used (shape->key != NULL);
  guint64 shown = _squill_walk_begin_rest (self, n);

  for (guint64 i = 0; i < shown && !self->too_large; i++)
    {
      SquillWalkPosition inner = _squill_place_enter_element (place, shape, i, n);
      g_autofree char *key = make_key (self, shape, place, &context, i);

      if (is_name_of_other (shape, key) || _squill_walk_is_used (used, key))
        continue;
      _squill_walk_write_value (self, shape, &inner, document, key);
      _squill_walk_check_size (self, document, TRUE);
    }
}

static void
write_map (SquillWalk *self,
           const SquillShape *shape,
           const SquillWalkPosition *place,
           bson_t *document)
{
  guint64 n = count_elements (self, shape, place);
  SquillValueContext context = _squill_walk_make_key_context (self, shape, place);
  g_autoptr (GHashTable) used = _squill_walk_new_used (shape->key != NULL);
  guint64 shown;
  bson_t map;

  if (!bson_append_document_begin (document, shape->name, -1, &map))
    {
      self->too_large = TRUE;
      return;
    }
  shown = _squill_walk_enter_array (self, shape->name, n);
  for (guint64 i = 0; i < shown && !self->too_large; i++)
    {
      SquillWalkPosition inner = _squill_place_enter_element (place, shape, i, n);
      g_autofree char *key = make_key (self, shape, place, &context, i);

      if (!_squill_walk_is_used (used, key))
        _squill_walk_write_value (self, shape, &inner, &map, key);
      _squill_walk_check_size (self, &map, TRUE);
    }
  _squill_walk_leave_array (self);
  _squill_walk_check_size (self, document, bson_append_document_end (document, &map));
}

/* Writes a field of the thing's own, or leaves it out where the seed says that this document lacks
 * it. */
void
_squill_walk_write_field (SquillWalk *self,
                          const SquillShape *shape,
                          const SquillWalkPosition *place,
                          bson_t *document)
{
  guint64 seed;

  if (!is_here (self, shape, place))
    return;
  if (!shape->array && !shape->map)
    {
      _squill_walk_write_value (self, shape, place, document, shape->name);
      return;
    }

  if (shape->rest)
    {
      write_rest (self, shape, place, document);
      return;
    }
  seed = squill_seed_add_text (
      _squill_walk_get_seed (self, place, _squill_shape_get_seed_name (shape)), "form");
  if (shape->nullable && squill_seed_to_fraction (seed) < 0.1)
    {
      _squill_walk_check_size (self, document, bson_append_null (document, shape->name, -1));
    }
  else if (shape->map)
    {
      write_map (self, shape, place, document);
    }
  else if (shape->single && count_elements (self, shape, place) == 1)
    {
      SquillWalkPosition inner = _squill_place_enter_element (place, shape, 0, 1);

      _squill_walk_write_value (self, shape, &inner, document, shape->name);
    }
  else
    {
      write_list (self, shape, place, document, shape->name);
    }
}
