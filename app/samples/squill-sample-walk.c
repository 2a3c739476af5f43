/* SPDX-License-Identifier: Apache-2.0 */

/* Where a walk through the shapes of a document is, and whose values it writes there. */

#define G_LOG_DOMAIN "squill-samples"

#include "config.h"

#include "samples/squill-sample-walk-private.h"

#include <string.h>

#include "design/squill-size.h"
#include "samples/squill-random.h"

#define DAY (G_GINT64_CONSTANT (86400) * 1000)

/* The first thing of each entity is that old; all others are younger. */
#define AGE (2 * 365 * DAY)

/* As deep as a server stores. */
#define MAX_DEPTH 100

static void
enter (SquillWalk *self, const char *key)
{
  if (self->max_elements > 0)
    g_ptr_array_add (self->path, g_strdup (key));
}

static void
leave (SquillWalk *self)
{
  if (self->max_elements > 0)
    g_ptr_array_set_size (self->path, self->path->len - 1);
}

/* How many of the elements or members are written. An excerpt notes what it leaves out, and leaves
 * out more the deeper it is: arrays in arrays multiply. */
static guint64
leave_out (SquillWalk *self, guint64 n)
{
  const guint64 most = MAX (1, self->max_elements >> MIN (2 * self->arrays, 63));

  if (n <= most)
    return n;
  g_ptr_array_add (self->path, NULL);
  g_hash_table_insert (self->left_out, g_strjoinv (".", (char **)self->path->pdata),
                       GSIZE_TO_POINTER ((gsize)(n - most)));
  g_ptr_array_set_size (self->path, self->path->len - 1);
  return most;
}

/* Enters an array and says how many of its elements are written. */
guint64
_squill_walk_enter_array (SquillWalk *self, const char *key, guint64 n)
{
  guint64 shown;

  if (self->max_elements == 0)
    return n;
  enter (self, key);
  shown = leave_out (self, n);
  self->arrays++;
  return shown;
}

/* The keys of a map that stand in the object that is being written: how many are. */
guint64
_squill_walk_begin_rest (SquillWalk *self, guint64 n)
{
  return self->max_elements == 0 ? n : leave_out (self, n);
}

/* Ends what _squill_walk_enter_array() began. */
void
_squill_walk_leave_array (SquillWalk *self)
{
  if (self->max_elements == 0)
    return;
  self->arrays--;
  leave (self);
}

/* Things of an entity come one after the other, the later the less apart, all before the day from
 * which the model counts. */
static gint64
get_created (SquillWalk *self, const SquillThing *thing)
{
  double number = (double)thing->number;
  guint64 entity = squill_seed_add_text (self->seed, thing->id);
  gint64 start = self->reference - AGE + (gint64)(squill_seed_to_fraction (entity) * DAY);
  gint64 created = start + (gint64)((AGE - 2 * DAY) * (number / (number + 1000)));

  return created - created % 1000;
}

/* The position at the root of another thing's document. @place: (nullable): where the walk comes
 * from; its link is kept */
SquillWalkPosition
_squill_walk_enter_thing (SquillWalk *self,
                          const SquillWalkPosition *place,
                          const SquillThing *thing)
{
  SquillWalkPosition inner = { 0 };

  inner.thing = *thing;
  inner.stride = 1;
  inner.created = get_created (self, thing);
  inner.container = thing->entity != NULL ? thing->entity->name : NULL;
  inner.link = place != NULL ? place->link : NULL;
  return inner;
}

static guint64
get_family (SquillWalk *self, const SquillWalkPosition *place, const char *field)
{
  guint64 seed = squill_seed_add_text (self->seed, place->thing.id);

  return squill_seed_add_text (squill_seed_add_number (seed, place->thing.scope), field);
}

/* The seed of one value: the same in each run, for a field, the thing's number, and the elements
 * that the value is in. @field: (nullable): an id, or %NULL for the thing itself */
guint64
_squill_walk_get_seed (SquillWalk *self, const SquillWalkPosition *place, const char *field)
{
  guint64 seed = squill_seed_add_number (get_family (self, place, field), place->thing.number);

  return squill_seed_add_number (seed, place->indices);
}

/* The position at one element of an array. @n: how many elements the array has */
SquillWalkPosition
_squill_place_enter_element (const SquillWalkPosition *place,
                             const SquillShape *shape,
                             guint64 index,
                             guint64 n)
{
  SquillWalkPosition inner = *place;
  guint64 width = 1;

  /* Powers of ten, so that one element more does not renumber all others. */
  while (width <= n && width < G_MAXUINT64 / 10 / place->stride)
    width *= 10;
  inner.indices = squill_seed_add_number (place->indices, index);
  inner.ordinal = place->ordinal * width + index;
  inner.stride = place->stride * width;
  inner.element = index;
  return inner;
}

const SquillField *
_squill_walk_get_field (SquillWalk *self, const SquillShape *shape)
{
  return shape->field != NULL ? squill_model_get_field (self->model, shape->field) : NULL;
}

/* The name by which the seeds of a field go. */
const char *
_squill_shape_get_seed_name (const SquillShape *shape)
{
  if (shape->field != NULL)
    return shape->field;
  return shape->copy != NULL ? shape->copy : shape->name;
}

/* What the maker of values has to know of the value at a position. @name: the name in the document;
 * @id: what the seed is made of; all texts still belong to the caller */
SquillValueContext
_squill_walk_make_context (SquillWalk *self,
                           const SquillField *field,
                           const char *name,
                           const char *id,
                           SquillTypes types,
                           const SquillWalkPosition *place)
{
  SquillValueContext context = { 0 };

  context.field = field;
  context.name = name;
  context.container = place->container;
  context.types = types;
  context.seed = _squill_walk_get_seed (self, place, id);
  context.family = get_family (self, place, id);
  context.identity =
      squill_seed_add_number (_squill_walk_get_seed (self, place, NULL), place->container_seed);
  context.number = place->thing.number * place->stride + place->ordinal;
  context.element = place->element;
  context.unique = _squill_samples_is_unique (self->samples, field);
  context.created = place->created;
  context.reference = self->reference;
  return context;
}

/* The keys of a map, as a field. */
SquillValueContext
_squill_walk_make_key_context (SquillWalk *self,
                               const SquillShape *shape,
                               const SquillWalkPosition *place)
{
  return _squill_walk_make_context (self, _squill_walk_get_field (self, shape), shape->name,
                                    _squill_shape_get_seed_name (shape), SQUILL_TYPE_STRING, place);
}

/* Ends the walk when the document is larger than MongoDB takes. @appended: whether libbson could
 * append the last value, which it cannot beyond 2 GiB */
void
_squill_walk_check_size (SquillWalk *self, const bson_t *document, gboolean appended)
{
  if (!appended || document->len > SQUILL_SIZE_DOCUMENT_LIMIT)
    self->too_large = TRUE;
}

/* Where the key of a thing stands in it: of one in arrays, the first. */
void
_squill_place_enter_field (SquillWalkPosition *place, const SquillField *field)
{
  for (const SquillItem *item = field->item.parent; item->kind == SQUILL_KIND_FIELD;
       item = item->parent)
    {
      const SquillField *around = (const SquillField *)item;

      if (item == field->item.parent)
        {
          place->container = around->name;
          place->container_seed = squill_seed_add_text (0, item->id);
        }
      if (around->array || around->map)
        place->indices = squill_seed_add_number (place->indices, 0);
    }
  if (field->array || field->map)
    place->indices = squill_seed_add_number (place->indices, 0);
}

/* What holds the keys of a map that are used (transfer full): NULL where they are known to differ,
 * as those do that name nothing. */
GHashTable *
_squill_walk_new_used (gboolean may_repeat)
{
  return may_repeat ? g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) : NULL;
}

/* Whether the key of a map is used; from now on it is. */
gboolean
_squill_walk_is_used (GHashTable *used, const char *key)
{
  return used != NULL && !g_hash_table_add (used, g_strdup (key));
}

/* Writes one member of a document by where its value comes from: embedded, a reference, a copy, an
 * attribute of a link, or a field of its own. */
void
_squill_walk_write_member (SquillWalk *self,
                           const SquillShape *shape,
                           const SquillWalkPosition *place,
                           bson_t *document)
{
  gboolean in_copy = shape->copy != NULL && g_strcmp0 (shape->copy, place->copy) == 0;
  gboolean in_link = place->thing.entity == NULL && shape->origin == SQUILL_ORIGIN_LINK &&
                     g_strcmp0 (place->thing.id, shape->relationship) == 0;

  if (_squill_walk_get_variant_share (self, shape, place) == 0)
    return;
  if (shape->document && shape->relationship != NULL && shape->origin == SQUILL_ORIGIN_EMBEDDED)
    _squill_walk_write_embedded (self, shape, place, document);
  else if (shape->origin == SQUILL_ORIGIN_REFERENCE && shape->target != NULL)
    _squill_walk_write_references (self, shape, place, document);
  else if (shape->origin == SQUILL_ORIGIN_COPY && !in_copy)
    _squill_walk_write_copy (self, shape, place, document);
  else if (shape->origin == SQUILL_ORIGIN_LINK && !in_link)
    _squill_walk_write_attribute (self, shape, place, document);
  else
    _squill_walk_write_field (self, shape, place, document);
}

/* Writes what the shape contains into an open document, until that is too large. */
void
_squill_walk_write_members (SquillWalk *self,
                            const SquillShape *shape,
                            const SquillWalkPosition *place,
                            bson_t *document)
{
  for (guint i = 0; i < shape->children->len && !self->too_large; i++)
    {
      const SquillShape *child = g_ptr_array_index (shape->children, i);

      if (!(shape->array && g_str_equal (child->name, "[]")))
        _squill_walk_write_member (self, child, place, document);
      _squill_walk_check_size (self, document, TRUE);
    }
}

/* Writes an object under the key; @place is in it. */
void
_squill_walk_write_object (SquillWalk *self,
                           const SquillShape *shape,
                           const SquillWalkPosition *place,
                           bson_t *document,
                           const char *key)
{
  bson_t object;

  if (++self->depth > MAX_DEPTH || !bson_append_document_begin (document, key, -1, &object))
    {
      self->too_large = TRUE;
      return;
    }
  enter (self, key);
  _squill_walk_write_members (self, shape, place, &object);
  leave (self);
  _squill_walk_check_size (self, document, bson_append_document_end (document, &object));
  self->depth--;
}
