/* SPDX-License-Identifier: Apache-2.0 */

/* Documents of a design. The shapes say what stands where; whose values these are, a walk keeps in
 * mind: it enters an embedded thing, the target of a reference, the source of a copy, and what it
 * then writes are the values of that thing, the same as wherever else they stand.
 *
 * A value's seed is made of the model's seed, the entity, the number of the thing, the field and
 * the indices of the arrays around it in the thing; never of names, of orders or of what else there
 * is. So an edit changes the values of what was edited, and no others. Who belongs to whom:
 * squill-link.h. */

#define G_LOG_DOMAIN "squill-samples"

#include "config.h"

#include "samples/squill-samples.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "design/squill-size.h"
#include "samples/squill-link.h"
#include "samples/squill-random.h"
#include "samples/squill-value-maker.h"

#define DAY (G_GINT64_CONSTANT (86400) * 1000)

/* The first thing of each entity is that old; all others are younger. */
#define AGE (2 * 365 * DAY)

/* Keys that are themselves references to others with such keys. */
#define MAX_KEYS 8

/* As deep as a server stores. */
#define MAX_DEPTH 100

/* A list of which nobody said how long it is. */
#define USUAL_LENGTH 2

struct _SquillSamples
{
  GObject parent_instance;

  SquillDesign *design;
  gboolean seed_set;
  guint64 seed;
  GHashTable *unique; /* ids of fields whose values differ; NULL: to be found */
};

/* Where a walk is. */
typedef struct
{
  SquillThing thing; /* whose values are written */
  guint64 indices;   /* a seed of the array elements that the walk is in, within the thing */
  guint64 ordinal;   /* their number among all such elements of the thing */
  guint64 stride;    /* how many such elements a thing may have */
  guint element;     /* the index in the innermost array */
  gint64 created;
  const char *container;      /* the name of what contains the values */
  guint64 container_seed;     /* and a seed of it */
  const SquillLink *link;     /* the link whose fields are written */
  const char *copy;           /* the copy that the walk is in */
  const SquillShape *written; /* the array whose elements are written */
} Place;

typedef struct
{
  SquillSamples *samples;
  SquillDesign *design;
  SquillModel *model;
  guint64 seed;
  gint64 reference;
  guint64 bucket_count;
  guint depth;
  gboolean too_large;
  /* Of an excerpt. */
  guint64 max_elements; /* of an array; 0: all */
  GPtrArray *path;      /* keys on the way to what is written */
  guint arrays;         /* that it is in */
  GHashTable *left_out; /* path of an array -> how many elements are missing */
} Walk;

G_DEFINE_FINAL_TYPE (SquillSamples, squill_samples, G_TYPE_OBJECT)
G_DEFINE_QUARK (squill - samples - error - quark, squill_samples_error)

static void
enter (Walk *self, const char *key)
{
  if (self->max_elements > 0)
    g_ptr_array_add (self->path, g_strdup (key));
}

static void
leave (Walk *self)
{
  if (self->max_elements > 0)
    g_ptr_array_set_size (self->path, self->path->len - 1);
}

/* Enters an array and says how many of its elements are written. An excerpt notes what it leaves
 * out, and leaves out more the deeper it is: arrays in arrays multiply. */
static guint64
enter_array (Walk *self, const char *key, guint64 n)
{
  guint64 most;

  if (self->max_elements == 0)
    return n;
  enter (self, key);
  most = MAX (1, self->max_elements >> MIN (2 * self->arrays, 63));
  self->arrays++;
  if (n <= most)
    return n;
  g_ptr_array_add (self->path, NULL);
  g_hash_table_insert (self->left_out, g_strjoinv (".", (char **)self->path->pdata),
                       GSIZE_TO_POINTER ((gsize)(n - most)));
  g_ptr_array_set_size (self->path, self->path->len - 1);
  return most;
}

static void
leave_array (Walk *self)
{
  if (self->max_elements == 0)
    return;
  self->arrays--;
  leave (self);
}

static void write_members (Walk *self,
                           const SquillShape *shape,
                           const Place *place,
                           bson_t *document);
static void write_value (
    Walk *self, const SquillShape *shape, const Place *place, bson_t *document, const char *key);

/* What is unique. */

static void
add_unique (SquillSamples *self, const char *id)
{
  if (id != NULL)
    g_hash_table_add (self->unique, g_strdup (id));
}

static const SquillField *
find_plain_key (SquillModel *model, const SquillKey *key)
{
  return strchr (key->path, '/') == NULL ? squill_model_get_field (model, key->path) : NULL;
}

/* Of the fields of a unique index one is enough: the first that can have any number of values. */
static void
add_unique_of_keys (SquillSamples *self, SquillModel *model, const SquillKeys *keys)
{
  const SquillField *best = NULL;

  for (guint i = 0; keys != NULL && i < keys->len; i++)
    {
      const SquillField *field = find_plain_key (model, g_ptr_array_index (keys, i));

      if (field == NULL || (field->enumeration != NULL && keys->len > 1) ||
          ((field->types & ~(SQUILL_TYPE_BOOL | SQUILL_TYPE_NULL)) == 0 && keys->len > 1))
        continue;
      if (best == NULL || g_hash_table_contains (self->unique, field->item.id))
        best = field;
    }
  if (best != NULL)
    add_unique (self, best->item.id);
}

static void
add_unique_fields (SquillSamples *self, gconstpointer item)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, item, SQUILL_KIND_FIELD)
    {
      if (field->unique ||
          (g_strcmp0 (field->name, "_id") == 0 && field->item.parent->kind == SQUILL_KIND_ENTITY))
        add_unique (self, field->item.id);
      add_unique_fields (self, field);
    }
}

static gboolean
is_unique (SquillSamples *self, const SquillField *field)
{
  SquillModel *model = squill_design_get_model (self->design);
  const SquillModelInfo *info;

  if (field == NULL)
    return TRUE; /* an _id that is not drawn */
  if (self->unique != NULL)
    return g_hash_table_contains (self->unique, field->item.id);

  self->unique = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  info = squill_model_get_info (model);
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, info, SQUILL_KIND_ENTITY)
    {
      add_unique_fields (self, entity);
      SQUILL_FOR_EACH_CHILD (SquillIndex, index, entity, SQUILL_KIND_INDEX)
        {
          if (index->unique)
            add_unique_of_keys (self, model, index->keys);
        }
      if (entity->shard_unique)
        add_unique_of_keys (self, model, entity->shard_key);
    }
  SQUILL_FOR_EACH_CHILD (SquillRelationship, relationship, info, SQUILL_KIND_RELATIONSHIP)
    {
      add_unique (self, relationship->parent_key);
      add_unique (self, relationship->child_key);
    }
  return g_hash_table_contains (self->unique, field->item.id);
}

/* Places. */

/* Things of an entity come one after the other, the later the less apart, all before the day from
 * which the model counts. */
static gint64
get_created (Walk *self, const SquillThing *thing)
{
  double number = (double)thing->number;
  guint64 entity = squill_seed_add_text (self->seed, thing->id);
  gint64 start = self->reference - AGE + (gint64)(squill_seed_to_fraction (entity) * DAY);
  gint64 created = start + (gint64)((AGE - 2 * DAY) * (number / (number + 1000)));

  return created - created % 1000;
}

static Place
enter_thing (Walk *self, const Place *place, const SquillThing *thing)
{
  Place inner = { 0 };

  inner.thing = *thing;
  inner.stride = 1;
  inner.created = get_created (self, thing);
  inner.container = thing->entity != NULL ? thing->entity->name : NULL;
  inner.link = place != NULL ? place->link : NULL;
  return inner;
}

static guint64
get_family (Walk *self, const Place *place, const char *field)
{
  guint64 seed = squill_seed_add_text (self->seed, place->thing.id);

  return squill_seed_add_text (squill_seed_add_number (seed, place->thing.scope), field);
}

static guint64
get_seed (Walk *self, const Place *place, const char *field)
{
  guint64 seed = squill_seed_add_number (get_family (self, place, field), place->thing.number);

  return squill_seed_add_number (seed, place->indices);
}

static Place
enter_element (const Place *place, const SquillShape *shape, guint64 index, guint64 n)
{
  Place inner = *place;
  guint64 width = 1;

  /* Powers of ten, so that one element more does not renumber all others. */
  while (width <= n && width < G_MAXUINT64 / 10 / place->stride)
    width *= 10;
  inner.indices = squill_seed_add_number (place->indices, index);
  inner.ordinal = place->ordinal * width + index;
  inner.stride = place->stride * width;
  inner.element = index;
  inner.written = shape;
  return inner;
}

static const SquillField *
get_field (Walk *self, const SquillShape *shape)
{
  return shape->field != NULL ? squill_model_get_field (self->model, shape->field) : NULL;
}

/* The name by which the seeds of a field go. */
static const char *
get_field_id (const SquillShape *shape)
{
  if (shape->field != NULL)
    return shape->field;
  return shape->copy != NULL ? shape->copy : shape->name;
}

static SquillValueContext
make_context (Walk *self,
              const SquillField *field,
              const char *name,
              const char *id,
              SquillTypes types,
              const Place *place)
{
  SquillValueContext context = { 0 };

  context.field = field;
  context.name = name;
  context.container = place->container;
  context.types = types;
  context.seed = get_seed (self, place, id);
  context.family = get_family (self, place, id);
  context.identity = squill_seed_add_number (get_seed (self, place, NULL), place->container_seed);
  context.number = place->thing.number * place->stride + place->ordinal;
  context.element = place->element;
  context.unique = is_unique (self->samples, field);
  context.created = place->created;
  context.reference = self->reference;
  return context;
}

static void
check_size (Walk *self, const bson_t *document, gboolean appended)
{
  if (!appended || document->len > SQUILL_SIZE_DOCUMENT_LIMIT)
    self->too_large = TRUE;
}

/* References. */

static gboolean
is_at_parent (Walk *self, const SquillRelationship *relationship, const SquillShape *shape)
{
  const SquillShape *stored;

  /* A list or a document of references: what refers is in it. */
  if (!g_str_equal (relationship->parent, relationship->child))
    return g_strcmp0 (shape->target, relationship->child) == 0;
  switch (relationship->placement)
    {
    case SQUILL_PLACEMENT_CHILD_REFERENCES:
      return TRUE;
    case SQUILL_PLACEMENT_PARENT_REFERENCE:
      return FALSE;
    case SQUILL_PLACEMENT_BUCKET:
      return FALSE;
    case SQUILL_PLACEMENT_TWO_WAY:
    case SQUILL_PLACEMENT_SUBSET:
    case SQUILL_PLACEMENT_JUNCTION:
    case SQUILL_PLACEMENT_EMBED_ONE:
    case SQUILL_PLACEMENT_EMBED_MANY:
    default:
      /* Both ends are the same entity: the names of what they store tell. */
      stored = squill_design_get_stored (self->design, relationship->item.id, TRUE);
      if (stored != NULL)
        return g_str_equal (stored->name, shape->name);
      return g_strcmp0 (relationship->parent_name, shape->name) == 0;
    }
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

/* Whether a single reference at an end must be there, and else how often it is. */
static void
get_presence (Walk *self,
              const SquillRelationship *r,
              gboolean at_parent,
              gboolean *required,
              double *presence)
{
  const SquillField *holder =
      squill_model_get_field (self->model, at_parent ? r->parent_holder : r->child_holder);
  SquillTriple triple = at_parent ? r->children : r->parents;

  if (holder != NULL)
    {
      *required = holder->required;
      *presence = *required || isnan (holder->presence) ? 1 : holder->presence;
    }
  else
    {
      *required = triple.min >= 1 && !r->optional;
      *presence = *required || isnan (triple.likely) ? 1 : CLAMP (triple.likely, 0, 1);
    }
}

/* The one at the other end of a relationship that a thing keeps a single reference to. */
static gboolean
find_other (Walk *self,
            const SquillRelationship *r,
            gboolean at_parent,
            const Place *place,
            gboolean must,
            SquillLink *link)
{
  gboolean required;
  double presence;
  gboolean there;

  get_presence (self, r, at_parent, &required, &presence);
  must = must || required;
  if (at_parent)
    {
      guint64 n = squill_link_count_children (self->design, r, &place->thing);

      squill_link_init_child (link, self->design, r, &place->thing, n > 0 ? place->ordinal % n : 0);
      /* Fewer children than parents: those that have none are known. */
      there = n > 0;
    }
  else
    {
      there = squill_link_init_parent (link, self->design, r, &place->thing, place->ordinal,
                                       self->seed);
    }
  if (!must && there && presence < 1 &&
      (at_parent ? squill_link_get_children (self->design, r) >= 1
                 : r->placement == SQUILL_PLACEMENT_PARENT_REFERENCE || !isfinite (presence)))
    there = squill_seed_to_fraction (
                squill_seed_add_text (get_seed (self, place, r->item.id), "presence")) < presence;
  return there || must;
}

static const SquillField *
find_key (Walk *self, const SquillThing *target, const char *key)
{
  const SquillField *field = squill_model_get_field (self->model, key);

  if (field != NULL || target->entity == NULL)
    return field;
  SQUILL_FOR_EACH_CHILD (SquillField, own, target->entity, SQUILL_KIND_FIELD)
    {
      if (g_strcmp0 (own->name, "_id") == 0)
        return own;
    }
  return NULL;
}

/* The relationship whose reference a field of an entity holds, if it does. */
static const SquillRelationship *
find_held (const SquillEntity *entity, const SquillField *field, gboolean *at_parent)
{
  guint n;
  const SquillRelationship *const *relationships = squill_entity_get_relationships (entity, &n);

  for (guint i = 0; field != NULL && i < n; i++)
    {
      const SquillRelationship *r = relationships[i];
      gboolean to_child = r->placement == SQUILL_PLACEMENT_CHILD_REFERENCES ||
                          r->placement == SQUILL_PLACEMENT_TWO_WAY;
      gboolean to_parent = r->placement == SQUILL_PLACEMENT_PARENT_REFERENCE ||
                           r->placement == SQUILL_PLACEMENT_TWO_WAY ||
                           r->placement == SQUILL_PLACEMENT_SUBSET;

      *at_parent = to_child && g_strcmp0 (r->parent_holder, field->item.id) == 0 &&
                   g_str_equal (r->parent, entity->item.id);
      if (*at_parent || (to_parent && g_strcmp0 (r->child_holder, field->item.id) == 0 &&
                         g_str_equal (r->child, entity->item.id)))
        return r;
    }
  return NULL;
}

/* Where the key of a thing stands in it: of one in arrays, the first. */
static void
enter_field (Place *place, const SquillField *field)
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

/* Writes the value that names a thing. */
static void
write_key (Walk *self,
           const SquillShape *shape,
           const SquillThing *target,
           const char *key_id,
           bson_t *document,
           const char *key)
{
  SquillThing thing = *target;
  const SquillField *field = find_key (self, &thing, key_id);
  Place place = enter_thing (self, NULL, &thing);
  SquillValueContext context;
  SquillTypes type;

  for (guint i = 0; i < MAX_KEYS; i++)
    {
      gboolean at_parent = FALSE;
      const SquillRelationship *held =
          thing.entity != NULL ? find_held (thing.entity, field, &at_parent) : NULL;
      SquillLink link;

      if (held == NULL)
        break;
      find_other (self, held, at_parent, &place, TRUE, &link);
      thing = at_parent ? link.child : link.parent;
      field = find_key (self, &thing, at_parent ? held->child_key : held->parent_key);
      place = enter_thing (self, NULL, &thing);
    }

  if (shape->children->len > 0 && (shape->types & SQUILL_TYPE_OBJECT) != 0)
    {
      write_value (self, shape, &place, document, key);
      return;
    }
  if (field != NULL)
    enter_field (&place, field);
  context = make_context (self, field, field != NULL ? field->name : "_id",
                          field != NULL ? field->item.id : "_id", shape->types, &place);
  if (field == NULL)
    context.types = SQUILL_TYPE_OBJECT_ID;
  else if (field->types != SQUILL_TYPE_NONE)
    context.types = field->types;
  /* The same type as there, unless it must be another here; then also of the size that is said
   * here. */
  type = squill_value_choose_type (context.types, context.seed);
  if ((type & shape->types) != 0 || shape->types == SQUILL_TYPE_NONE)
    {
      context.types = type;
    }
  else
    {
      context.types = shape->types;
      if (shape->field != NULL)
        context.field = get_field (self, shape);
    }
  check_size (self, document, squill_value_append (&context, document, key, -1));
}

static gboolean
has_link_fields (const SquillShape *shape)
{
  const SquillShape *first;

  if (shape->children->len == 0)
    return FALSE;
  first = g_ptr_array_index (shape->children, 0);
  return first->origin == SQUILL_ORIGIN_REFERENCE && first->target != NULL;
}

/* Writes one reference: a key, or a document of a key and what is copied. */
static void
write_link (Walk *self,
            const SquillShape *shape,
            const Place *place,
            const SquillLink *link,
            gboolean at_parent,
            bson_t *document,
            const char *key)
{
  const SquillRelationship *r = link->relationship;
  Place inner = *place;
  bson_t object;

  if (!has_link_fields (shape))
    {
      write_key (self, shape, at_parent ? &link->child : &link->parent,
                 at_parent ? r->child_key : r->parent_key, document, key);
      return;
    }
  inner.link = link;
  if (!bson_append_document_begin (document, key, -1, &object))
    {
      self->too_large = TRUE;
      return;
    }
  write_members (self, shape, &inner, &object);
  check_size (self, document, bson_append_document_end (document, &object));
}

static guint64
count_list (Walk *self,
            const SquillRelationship *r,
            const SquillShape *shape,
            gboolean at_parent,
            const Place *place)
{
  guint64 n;

  /* A list in a list: the field that holds it says how long it is. */
  if (is_in_list (shape))
    {
      double each = squill_samples_get_usual (shape->length, USUAL_LENGTH);
      guint64 number = place->thing.number * place->stride + place->ordinal;

      return squill_count_before (each, number + 1) - squill_count_before (each, number);
    }
  n = at_parent ? squill_link_count_children (self->design, r, &place->thing)
                : squill_link_count_parents (self->design, r, &place->thing);
  if (r->placement == SQUILL_PLACEMENT_SUBSET && at_parent && n > r->bound)
    n = (guint64)MAX (0, r->bound);
  return shape->length.max >= 0 && n > shape->length.max ? (guint64)shape->length.max : n;
}

static void
write_references (Walk *self, const SquillShape *shape, const Place *place, bson_t *document)
{
  const SquillRelationship *r = squill_model_get_relationship (self->model, shape->relationship);
  gboolean at_parent;
  SquillLink link;
  bson_t array;
  guint64 n, shown;

  if (r == NULL)
    return;

  /* The key in a document of a reference. */
  if (place->link != NULL && place->link->relationship == r)
    {
      SquillLink own = *place->link;

      /* In a link of its own both ends are named; in a document of one end the other. */
      at_parent = is_at_parent (self, r, shape->parent->target != NULL ? shape->parent : shape);
      write_link (self, shape, place, &own, at_parent, document, shape->name);
      return;
    }

  at_parent = is_at_parent (self, r, shape);
  if (!shape->array)
    {
      if (find_other (self, r, at_parent, place, shape->required, &link))
        write_link (self, shape, place, &link, at_parent, document, shape->name);
      return;
    }

  n = count_list (self, r, shape, at_parent, place);
  if (!shape->required && shape->presence < 1 &&
      squill_seed_to_fraction (squill_seed_add_text (get_seed (self, place, r->item.id), "list")) >=
          shape->presence)
    return;
  if (!bson_append_array_begin (document, shape->name, -1, &array))
    {
      self->too_large = TRUE;
      return;
    }
  shown = enter_array (self, shape->name, n);
  for (guint64 i = 0; i < shown && !self->too_large; i++)
    {
      char buffer[16];
      const char *key;
      Place inner = enter_element (place, shape, i, n);

      bson_uint32_to_string (i, &key, buffer, sizeof buffer);
      if (at_parent)
        squill_link_init_child (&link, self->design, r, &place->thing, i);
      else
        squill_link_init_parent (&link, self->design, r, &place->thing,
                                 is_in_list (shape) ? inner.ordinal : i, self->seed);
      write_link (self, shape, &inner, &link, at_parent, &array, key);
      check_size (self, &array, TRUE);
    }
  leave_array (self);
  check_size (self, document, bson_append_array_end (document, &array));
}

/* Embedded things. */

static void
write_thing (
    Walk *self, const SquillShape *shape, const SquillLink *link, bson_t *document, const char *key)
{
  Place place = enter_thing (self, NULL, &link->child);
  bson_t object;

  place.link = link;
  if (++self->depth > MAX_DEPTH || !bson_append_document_begin (document, key, -1, &object))
    {
      self->too_large = TRUE;
      return;
    }
  enter (self, key);
  write_members (self, shape, &place, &object);
  leave (self);
  check_size (self, document, bson_append_document_end (document, &object));
  self->depth--;
}

static void
write_embedded (Walk *self, const SquillShape *shape, const Place *place, bson_t *document)
{
  const SquillRelationship *r = squill_model_get_relationship (self->model, shape->relationship);
  SquillLink link;
  bson_t array;
  guint64 first = 0;
  guint64 n;

  if (r == NULL)
    return;
  if (!shape->array)
    {
      if (shape->recursive && !shape->required)
        return;
      if (find_other (self, r, TRUE, place, shape->required, &link))
        write_thing (self, shape, &link, document, shape->name);
      return;
    }

  if (place->link != NULL && r->placement == SQUILL_PLACEMENT_BUCKET)
    {
      /* The bucket's own share of its parent's children. */
      first = place->ordinal;
      n = self->bucket_count;
    }
  else
    {
      n = count_list (self, r, shape, TRUE, place);
    }
  /* What an entity that contains itself is cut off at stays empty. */
  if (shape->recursive)
    n = 0;
  if (!bson_append_array_begin (document, shape->name, -1, &array))
    {
      self->too_large = TRUE;
      return;
    }
  n = enter_array (self, shape->name, n);
  for (guint64 i = 0; i < n && !self->too_large; i++)
    {
      char buffer[16];
      const char *key;

      bson_uint32_to_string (i, &key, buffer, sizeof buffer);
      squill_link_init_child (&link, self->design, r, &place->thing, first + i);
      write_thing (self, shape, &link, &array, key);
      check_size (self, &array, TRUE);
    }
  leave_array (self);
  check_size (self, document, bson_append_array_end (document, &array));
}

/* Plain fields. */

static gboolean
is_here (Walk *self, const SquillShape *shape, const Place *place)
{
  const SquillField *field = get_field (self, shape);
  double presence = shape->presence;

  if (shape->required)
    return TRUE;
  /* A copy is there where its source is. */
  if (shape->copy != NULL && field != NULL)
    presence = field->required || isnan (field->presence) ? 1 : field->presence;
  if (presence >= 1)
    return TRUE;
  return squill_seed_to_fraction (squill_seed_add_text (
             get_seed (self, place, get_field_id (shape)), "presence")) < presence;
}

static guint64
count_elements (Walk *self, const SquillShape *shape, const Place *place)
{
  double usual = USUAL_LENGTH;
  double each = squill_samples_get_usual (shape->length, usual);
  double rest = each - floor (each);
  guint64 n = (guint64)floor (each);

  /* So many that the mean of all documents is the usual number. */
  if (rest > 0 && squill_seed_to_fraction (squill_seed_add_text (
                      get_seed (self, place, get_field_id (shape)), "length")) < rest)
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
write_object (
    Walk *self, const SquillShape *shape, const Place *place, bson_t *document, const char *key)
{
  Place inner = *place;
  bson_t object;

  if (++self->depth > MAX_DEPTH || !bson_append_document_begin (document, key, -1, &object))
    {
      self->too_large = TRUE;
      return;
    }
  if (!g_str_equal (shape->name, "[]"))
    inner.container = shape->name;
  inner.container_seed = squill_seed_add_text (0, get_field_id (shape));
  enter (self, key);
  write_members (self, shape, &inner, &object);
  leave (self);
  check_size (self, document, bson_append_document_end (document, &object));
  self->depth--;
}

static void write_list (
    Walk *self, const SquillShape *shape, const Place *place, bson_t *document, const char *key);

/* A type for a field of which nobody said any. */
static SquillTypes
guess_types (const SquillShape *shape, const Place *place)
{
  SquillValueKind kind = squill_value_kind_from_name (shape->name, place->container);

  if (kind >= SQUILL_VALUE_CREATED && kind <= SQUILL_VALUE_EXPIRES)
    return SQUILL_TYPE_DATE;
  if (kind >= SQUILL_VALUE_MONEY && kind <= SQUILL_VALUE_BYTES)
    return kind == SQUILL_VALUE_MONEY ? SQUILL_TYPE_DOUBLE : SQUILL_TYPE_INT;
  return g_str_equal (shape->name, "_id") ? SQUILL_TYPE_OBJECT_ID : SQUILL_TYPE_STRING;
}

/* Writes one value: not the array or map around it. */
static void
write_value (
    Walk *self, const SquillShape *shape, const Place *place, bson_t *document, const char *key)
{
  const SquillField *field = get_field (self, shape);
  const SquillShape *element = find_child (shape, "[]");
  const char *geometry = get_geometry (shape);
  SquillTypes types = shape->types != SQUILL_TYPE_NONE ? shape->types : guess_types (shape, place);
  SquillValueContext context =
      make_context (self, field, shape->name, get_field_id (shape), types, place);
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
  if (geometry != NULL && (field == NULL || field->enumeration == NULL))
    check_size (self, document, bson_append_utf8 (document, key, -1, geometry, -1));
  else
    check_size (self, document, squill_value_append (&context, document, key, -1));
}

static void
write_list (
    Walk *self, const SquillShape *shape, const Place *place, bson_t *document, const char *key)
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
  shown = enter_array (self, key, n);
  for (guint64 i = 0; i < shown && !self->too_large; i++)
    {
      char buffer[16];
      const char *number;
      Place inner = enter_element (place, shape, i, n);

      /* Elements come one after the other too. */
      inner.created += (gint64)((double)span * i / (n + 1.0));
      inner.created -= inner.created % 1000;
      bson_uint32_to_string (i, &number, buffer, sizeof buffer);
      write_value (self, shape, &inner, &array, number);
      check_size (self, &array, TRUE);
    }
  leave_array (self);
  check_size (self, document, bson_append_array_end (document, &array));
}

static void
write_map (Walk *self, const SquillShape *shape, const Place *place, bson_t *document)
{
  guint64 n = count_elements (self, shape, place);
  SquillValueContext context = make_context (self, get_field (self, shape), shape->name,
                                             get_field_id (shape), SQUILL_TYPE_STRING, place);
  guint64 shown;
  bson_t map;

  if (!bson_append_document_begin (document, shape->name, -1, &map))
    {
      self->too_large = TRUE;
      return;
    }
  shown = enter_array (self, shape->name, n);
  for (guint64 i = 0; i < shown && !self->too_large; i++)
    {
      Place inner = enter_element (place, shape, i, n);
      g_autofree char *key = squill_value_make_key (&context, i);

      write_value (self, shape, &inner, &map, key);
      check_size (self, &map, TRUE);
    }
  leave_array (self);
  check_size (self, document, bson_append_document_end (document, &map));
}

static void
write_field (Walk *self, const SquillShape *shape, const Place *place, bson_t *document)
{
  guint64 seed;

  if (!is_here (self, shape, place))
    return;
  if (!shape->array && !shape->map)
    {
      write_value (self, shape, place, document, shape->name);
      return;
    }

  seed = squill_seed_add_text (get_seed (self, place, get_field_id (shape)), "form");
  if (shape->nullable && squill_seed_to_fraction (seed) < 0.1)
    {
      check_size (self, document, bson_append_null (document, shape->name, -1));
    }
  else if (shape->map)
    {
      write_map (self, shape, place, document);
    }
  else if (shape->single && count_elements (self, shape, place) == 1)
    {
      Place inner = enter_element (place, shape, 0, 1);

      write_value (self, shape, &inner, document, shape->name);
    }
  else
    {
      write_list (self, shape, place, document, shape->name);
    }
}

/* The thing that a copy comes from: at the other end of the relationship, or embedded in that. */
static gboolean
find_source (Walk *self, const SquillShape *shape, const Place *place, SquillThing *source)
{
  const SquillRelationship *r = squill_model_get_relationship (self->model, shape->relationship);
  const SquillCopy *copy =
      squill_model_get_item_of_kind (self->model, shape->copy, SQUILL_KIND_COPY);
  g_auto (GStrv) path = NULL;
  gboolean at_parent;
  SquillLink link;

  if (r == NULL || copy == NULL)
    return FALSE;
  at_parent = copy->direction == SQUILL_COPY_TO_PARENT;
  if (place->link != NULL && place->link->relationship == r)
    link = *place->link;
  else if (!find_other (self, r, at_parent, place, shape->required, &link))
    return FALSE;
  *source = at_parent ? link.child : link.parent;

  path = g_strsplit (copy->field != NULL ? copy->field : "", "/", -1);
  for (guint i = 0; path[i] != NULL && path[i + 1] != NULL; i++)
    {
      const SquillRelationship *via = squill_model_get_relationship (self->model, path[i]);

      if (via == NULL)
        break;
      squill_link_init_child (&link, self->design, via, source, 0);
      *source = link.child;
    }
  return TRUE;
}

static void
write_copy (Walk *self, const SquillShape *shape, const Place *place, bson_t *document)
{
  const SquillField *field = get_field (self, shape);
  SquillThing source;
  Place inner;

  if (!find_source (self, shape, place, &source))
    return;
  inner = enter_thing (self, place, &source);
  inner.copy = shape->copy;
  if (field != NULL)
    {
      enter_field (&inner, field);
      /* The elements of an array are copied, not its first. */
      if (field->array || field->map)
        {
          inner = enter_thing (self, place, &source);
          inner.copy = shape->copy;
        }
    }
  write_field (self, shape, &inner, document);
}

/* The attributes of a link are seeded by the link. */
static void
write_attribute (Walk *self, const SquillShape *shape, const Place *place, bson_t *document)
{
  const SquillRelationship *r = squill_model_get_relationship (self->model, shape->relationship);
  SquillThing thing = { NULL, shape->relationship, 0, 0 };
  SquillLink link;
  Place inner;

  if (r == NULL)
    return;
  if (place->link != NULL && place->link->relationship == r)
    link = *place->link;
  else if (!find_other (self, r, g_strcmp0 (place->thing.id, r->parent) == 0, place,
                        shape->required, &link))
    return;
  thing.scope = link.child.scope;
  thing.number = link.number;
  inner = enter_thing (self, place, &thing);
  inner.container = r->name;
  write_field (self, shape, &inner, document);
}

static void
write_member (Walk *self, const SquillShape *shape, const Place *place, bson_t *document)
{
  gboolean in_copy = shape->copy != NULL && g_strcmp0 (shape->copy, place->copy) == 0;
  gboolean in_link = place->thing.entity == NULL && shape->origin == SQUILL_ORIGIN_LINK &&
                     g_strcmp0 (place->thing.id, shape->relationship) == 0;

  if (shape->document && shape->relationship != NULL && shape->origin == SQUILL_ORIGIN_EMBEDDED)
    write_embedded (self, shape, place, document);
  else if (shape->origin == SQUILL_ORIGIN_REFERENCE && shape->target != NULL)
    write_references (self, shape, place, document);
  else if (shape->origin == SQUILL_ORIGIN_COPY && !in_copy)
    write_copy (self, shape, place, document);
  else if (shape->origin == SQUILL_ORIGIN_LINK && !in_link)
    write_attribute (self, shape, place, document);
  else
    write_field (self, shape, place, document);
}

static void
write_members (Walk *self, const SquillShape *shape, const Place *place, bson_t *document)
{
  for (guint i = 0; i < shape->children->len && !self->too_large; i++)
    {
      const SquillShape *child = g_ptr_array_index (shape->children, i);

      if (!(shape->array && g_str_equal (child->name, "[]")))
        write_member (self, child, place, document);
      check_size (self, document, TRUE);
    }
}

/* Documents. */

static void
write_junction (Walk *self, const SquillCollection *collection, guint64 number, bson_t *document)
{
  const SquillRelationship *r =
      squill_model_get_relationship (self->model, collection->relationship);
  SquillThing thing = { NULL, collection->id, 0, number };
  SquillLink link;
  Place place;

  if (r == NULL)
    return;
  squill_link_init (&link, self->design, r, number);
  place = enter_thing (self, NULL, &thing);
  place.link = &link;
  write_members (self, collection->shape, &place, document);
}

static void
write_bucket (Walk *self, const SquillCollection *collection, guint64 number, bson_t *document)
{
  const SquillRelationship *r =
      squill_model_get_relationship (self->model, collection->relationship);
  SquillThing thing = { NULL, collection->id, 1, number };
  guint64 first;
  SquillLink link;
  Place place;

  if (r == NULL)
    return;
  self->bucket_count = squill_link_init_bucket (&link, self->design, r, number, &first);
  place = enter_thing (self, NULL, &thing);
  place.link = &link;
  for (guint i = 0; i < collection->shape->children->len && !self->too_large; i++)
    {
      const SquillShape *child = g_ptr_array_index (collection->shape->children, i);

      if (child->origin == SQUILL_ORIGIN_OWN && child->field == NULL &&
          g_str_equal (child->name, "count"))
        {
          bson_append_int32 (document, "count", -1, (gint32)MIN (self->bucket_count, G_MAXINT32));
        }
      else if (child->document && child->array)
        {
          Place owner = enter_thing (self, NULL, &link.parent);

          owner.link = &link;
          owner.ordinal = first;
          write_embedded (self, child, &owner, document);
        }
      else
        {
          write_member (self, child, &place, document);
        }
    }
}

static void
on_model_changed (SquillSamples *self)
{
  g_clear_pointer (&self->unique, g_hash_table_unref);
}

static void
squill_samples_dispose (GObject *object)
{
  SquillSamples *self = SQUILL_SAMPLES (object);

  g_clear_pointer (&self->unique, g_hash_table_unref);
  g_clear_object (&self->design);

  G_OBJECT_CLASS (squill_samples_parent_class)->dispose (object);
}

static void
squill_samples_class_init (SquillSamplesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = squill_samples_dispose;
}

static void
squill_samples_init (SquillSamples *self)
{
}

/**
 * squill_samples_new:
 * @design: a design
 *
 * Returns: (transfer full): the sample documents of @design; they follow its changes
 */
SquillSamples *
squill_samples_new (SquillDesign *design)
{
  SquillSamples *self;

  g_return_val_if_fail (SQUILL_IS_DESIGN (design), NULL);

  self = g_object_new (SQUILL_TYPE_SAMPLES, NULL);
  self->design = g_object_ref (design);
  g_signal_connect_object (squill_design_get_model (design), "changed",
                           G_CALLBACK (on_model_changed), self, G_CONNECT_SWAPPED);
  return self;
}

/**
 * squill_samples_get_design:
 * @self: samples
 *
 * Returns: (transfer none): the design whose documents they are
 */
SquillDesign *
squill_samples_get_design (SquillSamples *self)
{
  g_return_val_if_fail (SQUILL_IS_SAMPLES (self), NULL);

  return self->design;
}

/**
 * squill_samples_get_seed:
 * @self: samples
 *
 * Returns: the number from which all values follow: the model's, unless another was set
 */
guint64
squill_samples_get_seed (SquillSamples *self)
{
  double seed;

  g_return_val_if_fail (SQUILL_IS_SAMPLES (self), 0);

  if (self->seed_set)
    return self->seed;
  seed = squill_model_get_info (squill_design_get_model (self->design))->seed;
  return seed >= 0 && seed < 0x1p63 ? (guint64)seed : 0;
}

/**
 * squill_samples_set_seed:
 * @self: samples
 * @seed: any number
 *
 * Shows another world: all values become others.
 */
void
squill_samples_set_seed (SquillSamples *self, guint64 seed)
{
  g_return_if_fail (SQUILL_IS_SAMPLES (self));

  self->seed_set = TRUE;
  self->seed = seed;
}

/**
 * squill_samples_get_population:
 * @self: samples
 * @collection: id of a collection
 *
 * Tells how many documents of a collection make a sample of it in which few references lead out of
 * the sample: all, but no more than 1,000.
 *
 * Returns: a number of documents; 0 if there is no such collection
 */
guint64
squill_samples_get_population (SquillSamples *self, const char *collection)
{
  const SquillCollection *found;

  g_return_val_if_fail (SQUILL_IS_SAMPLES (self), 0);
  g_return_val_if_fail (collection != NULL, 0);

  found = squill_design_find_collection (self->design, collection);
  if (found == NULL)
    return 0;
  return isnan (found->count.likely) ? 1000 : (guint64)CLAMP (floor (found->count.likely), 1, 1000);
}

static bson_t *
make_document (
    SquillSamples *self, Walk *walk, const char *collection, guint64 number, GError **error)
{
  const SquillCollection *found;
  g_autoptr (GDateTime) reference = NULL;
  bson_t *document;

  found = squill_design_find_collection (self->design, collection);
  if (found == NULL)
    {
      g_set_error (error, SQUILL_SAMPLES_ERROR, SQUILL_SAMPLES_ERROR_NOT_FOUND,
                   _ ("There is no collection “%s”"), collection);
      return NULL;
    }

  walk->samples = self;
  walk->design = self->design;
  walk->model = squill_design_get_model (self->design);
  walk->seed = squill_samples_get_seed (self);
  reference = squill_model_get_reference_date (walk->model);
  walk->reference = g_date_time_to_unix (reference) * 1000;

  document = bson_new ();
  if (found->kind == SQUILL_COLLECTION_JUNCTION)
    {
      write_junction (walk, found, number, document);
    }
  else if (found->kind == SQUILL_COLLECTION_BUCKET)
    {
      write_bucket (walk, found, number, document);
    }
  else
    {
      SquillThing thing = { squill_model_get_entity (walk->model, found->entity), found->entity, 0,
                            number };
      Place place = enter_thing (walk, NULL, &thing);

      write_members (walk, found->shape, &place, document);
    }

  check_size (walk, document, TRUE);
  if (walk->too_large)
    {
      g_set_error (error, SQUILL_SAMPLES_ERROR, SQUILL_SAMPLES_ERROR_TOO_LARGE,
                   _ ("A document of “%s” would be larger than 16 MiB"), found->name);
      bson_destroy (document);
      return NULL;
    }
  return document;
}

/**
 * squill_samples_get_document:
 * @self: samples
 * @collection: id of a collection of the design
 * @number: which document: 0, 1, …
 * @error: what went wrong
 *
 * Makes a document that is what the design says: fields, types and order; arrays of the usual
 * length; optional fields as often as they are usual; references to documents that can be made too
 * (and which refer back where both ends keep references); copies equal to their source. The same
 * model, seed and number give the same bytes, on every system.
 *
 * Returns: (transfer full) (nullable): the document; free it with bson_destroy(). %NULL with @error
 *   in #SQUILL_SAMPLES_ERROR if there is no such collection, or the document would be larger than
 *   16 MiB
 */
bson_t *
squill_samples_get_document (SquillSamples *self,
                             const char *collection,
                             guint64 number,
                             GError **error)
{
  Walk walk = { 0 };

  g_return_val_if_fail (SQUILL_IS_SAMPLES (self), NULL);
  g_return_val_if_fail (collection != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  return make_document (self, &walk, collection, number, error);
}

/**
 * squill_samples_get_excerpt:
 * @self: samples
 * @collection: id of a collection of the design
 * @number: which document: 0, 1, …
 * @max_elements: how many elements of an array, keys of a map, are made; at least 1
 * @left_out: (out) (transfer full): what is missing: keys on the way to an array, joined by dots ->
 *   how many of its elements; for squill_bson_to_text_excerpt()
 * @error: as squill_samples_get_document()
 *
 * Makes a document for somebody to look at: as squill_samples_get_document(), but long arrays are
 * cut, so that it is done at once however large the document is.
 *
 * Returns: (transfer full) (nullable): the excerpt; free it with bson_destroy()
 */
bson_t *
squill_samples_get_excerpt (SquillSamples *self,
                            const char *collection,
                            guint64 number,
                            guint max_elements,
                            GHashTable **left_out,
                            GError **error)
{
  g_autoptr (GPtrArray) path = NULL;
  Walk walk = { 0 };

  g_return_val_if_fail (SQUILL_IS_SAMPLES (self), NULL);
  g_return_val_if_fail (collection != NULL, NULL);
  g_return_val_if_fail (max_elements > 0, NULL);
  g_return_val_if_fail (left_out != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  path = g_ptr_array_new_with_free_func (g_free);
  *left_out = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  walk.max_elements = max_elements;
  walk.path = path;
  walk.left_out = *left_out;
  return make_document (self, &walk, collection, number, error);
}
