/* SPDX-License-Identifier: Apache-2.0 */

/* What relationships store: references, copies, attributes of links, embedded things. */

#define G_LOG_DOMAIN "squill-samples"

#include "config.h"

#include "model/squill-placement.h"
#include "samples/squill-sample-walk-private.h"

#include <math.h>
#include <string.h>

#include "samples/squill-random.h"
#include "samples/squill-text-maker.h"

/* Keys that are themselves references to others with such keys. */
#define MAX_KEYS 8

/* A list of which nobody said how long it is. */
#define USUAL_LENGTH 2

static gboolean
is_at_parent (SquillWalk *self, const SquillRelationship *relationship, const SquillShape *shape)
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
get_presence (SquillWalk *self,
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
find_other (SquillWalk *self,
            const SquillRelationship *r,
            gboolean at_parent,
            const SquillWalkPosition *place,
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
    there = squill_seed_to_fraction (squill_seed_add_text (
                _squill_walk_get_seed (self, place, r->item.id), "presence")) < presence;
  return there || must;
}

static const SquillField *
find_key (SquillWalk *self, const SquillThing *target, const char *key)
{
  const SquillField *field = squill_model_get_field (self->model, key);

  if (field != NULL || target->entity == NULL)
    return field;
  return squill_entity_get_id_field (target->entity);
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
      gboolean to_child = squill_placement_has_reference (r->placement, TRUE);
      gboolean to_parent = squill_placement_stores (r->placement, FALSE);

      *at_parent = to_child && g_strcmp0 (r->parent_holder, field->item.id) == 0 &&
                   g_str_equal (r->parent, entity->item.id);
      if (*at_parent || (to_parent && g_strcmp0 (r->child_holder, field->item.id) == 0 &&
                         g_str_equal (r->child, entity->item.id)))
        return r;
    }
  return NULL;
}

/* A value as the key of a map, which is a text; NULL where nobody writes it as one. */
static char *
value_to_key (const bson_t *document)
{
  char hex[25];
  bson_iter_t iter;

  if (!bson_iter_init (&iter, document) || !bson_iter_next (&iter))
    return NULL;
  if (BSON_ITER_HOLDS_UTF8 (&iter))
    return g_strdup (bson_iter_utf8 (&iter, NULL));
  if (BSON_ITER_HOLDS_INT32 (&iter) || BSON_ITER_HOLDS_INT64 (&iter))
    return g_strdup_printf ("%" G_GINT64_FORMAT, (gint64)bson_iter_as_int64 (&iter));
  if (BSON_ITER_HOLDS_DOUBLE (&iter))
    return g_strdup_printf ("%.17g", bson_iter_double (&iter));
  if (!BSON_ITER_HOLDS_OID (&iter))
    return NULL;
  bson_oid_to_string (bson_iter_oid (&iter), hex);
  return g_strdup (hex);
}

/* What all texts that match a pattern begin with (transfer full); "" where there is no such thing.
 */
static char *
make_prefix (const char *pattern)
{
  GString *prefix = g_string_new (NULL);

  if (pattern == NULL || *pattern != '^' || strchr (pattern, '|') != NULL)
    return g_string_free (prefix, FALSE);
  for (const char *p = pattern + 1; *p != '\0'; p++)
    {
      if (*p == '\\' && p[1] != '\0' && g_ascii_ispunct (p[1]))
        p++;
      else if (strchr ("\\.[](){}*+?$", *p) != NULL)
        break;
      /* That which may be missing is no part of it. */
      if (p[1] != '\0' && strchr ("*?{", p[1]) != NULL)
        break;
      g_string_append_c (prefix, *p);
    }
  if (!g_utf8_validate (prefix->str, (gssize)prefix->len, NULL))
    g_string_truncate (prefix, 0);
  return g_string_free (prefix, FALSE);
}

/* The text of a value, as it is when it is the key of a map; NULL where that cannot be. */
static char *
make_text (const SquillValueContext *context)
{
  bson_t value = BSON_INITIALIZER;
  char *text;

  squill_value_append (context, &value, "", -1);
  text = value_to_key (&value);
  bson_destroy (&value);
  return text;
}

static gboolean
may_be (const SquillField *field, const char *text)
{
  const double length = (double)g_utf8_strlen (text, -1);

  return !(length < field->min_length) && !(length > field->max_length) &&
         (field->pattern == NULL || squill_pattern_matches (field->pattern, text));
}

/* Writes a value as the text that a field has in its place, with what the texts there begin with:
 * "user:65a1…". FALSE where that is no text, or not one for the field. */
static gboolean
write_reference_text (SquillWalk *self,
                      const SquillValueContext *context,
                      const SquillField *holder,
                      bson_t *document,
                      const char *key)
{
  g_autofree char *prefix = make_prefix (squill_text_get_pattern (holder));
  g_autofree char *text = NULL, *whole = NULL;

  /* As it is, it need not be written in another way. */
  if (context->types == SQUILL_TYPE_STRING && *prefix == '\0')
    return FALSE;
  text = make_text (context);
  if (text == NULL)
    return FALSE;
  whole = g_str_has_prefix (text, prefix) ? g_strdup (text) : g_strconcat (prefix, text, NULL);
  if (!may_be (holder, whole))
    return FALSE;
  _squill_walk_check_size (self, document, bson_append_utf8 (document, key, -1, whole, -1));
  return TRUE;
}

static void
write_text (SquillWalk *self, const SquillValueContext *context, bson_t *document, const char *key)
{
  g_autofree char *text = make_text (context);

  _squill_walk_check_size (self, document,
                           bson_append_utf8 (document, key, -1, text != NULL ? text : "", -1));
}

/* Writes the value that names a thing. */
static void
write_key (SquillWalk *self,
           const SquillShape *shape,
           const SquillThing *target,
           const char *key_id,
           bson_t *document,
           const char *key)
{
  SquillThing thing = *target;
  const SquillField *field = find_key (self, &thing, key_id);
  const SquillField *holder = _squill_walk_get_field (self, shape);
  SquillWalkPosition place = _squill_walk_enter_thing (self, NULL, &thing);
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
      place = _squill_walk_enter_thing (self, NULL, &thing);
    }

  if (shape->children->len > 0 && (shape->types & SQUILL_TYPE_OBJECT) != 0)
    {
      _squill_walk_write_value (self, shape, &place, document, key);
      return;
    }
  if (field != NULL)
    _squill_place_enter_field (&place, field);
  context =
      _squill_walk_make_context (self, field, field != NULL ? field->name : "_id",
                                 field != NULL ? field->item.id : "_id", shape->types, &place);
  if (field == NULL)
    context.types = SQUILL_TYPE_OBJECT_ID;
  else if (field->types != SQUILL_TYPE_NONE)
    context.types = field->types;
  /* The same type as there, unless it must be another here; then also of the size that is said
   * here. */
  type = squill_value_choose_type (context.types, context.seed);
  if (holder != NULL && !holder->map_key && holder->enumeration == NULL &&
      (shape->types & SQUILL_TYPE_STRING) != 0 &&
      ((type & shape->types) == 0 || type == SQUILL_TYPE_STRING))
    {
      SquillValueContext own = context;

      own.types = type;
      if (write_reference_text (self, &own, holder, document, key))
        return;
    }
  if ((type & shape->types) != 0 || shape->types == SQUILL_TYPE_NONE)
    {
      context.types = type;
    }
  else if (holder != NULL && holder->map_key)
    {
      write_text (self, &context, document, key);
      return;
    }
  else
    {
      context.types = shape->types;
      if (holder != NULL)
        context.field = holder;
    }
  _squill_walk_check_size (self, document, squill_value_append (&context, document, key, -1));
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
write_link (SquillWalk *self,
            const SquillShape *shape,
            const SquillWalkPosition *place,
            const SquillLink *link,
            gboolean at_parent,
            bson_t *document,
            const char *key)
{
  const SquillRelationship *r = link->relationship;
  SquillWalkPosition inner = *place;
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
  _squill_walk_write_members (self, shape, &inner, &object);
  _squill_walk_check_size (self, document, bson_append_document_end (document, &object));
}

/**
 * _squill_walk_make_key:
 * @self: a walk
 * @shape: what the keys of a map are
 * @place: of the object under the key, where the map is of embedded things; else where the map is
 * @index: which of the keys
 *
 * Makes the key of a map that is a field of what stands under it, or that names a thing.
 *
 * Returns: (transfer full) (nullable): the key, which another one may equal; %NULL where there is
 * none
 */
char *
_squill_walk_make_key (SquillWalk *self,
                       const SquillShape *shape,
                       const SquillWalkPosition *place,
                       guint64 index)
{
  const SquillRelationship *r = squill_model_get_relationship (self->model, shape->relationship);
  bson_t document = BSON_INITIALIZER;
  SquillShape named = *shape;
  SquillLink link;
  char *key;

  if (r != NULL && r->by_keys && shape->target != NULL)
    {
      squill_link_init_child (&link, self->design, r, &place->thing, index);
      /* Of the type that it names things by; as a key it is the text of that. */
      named.types = SQUILL_TYPE_NONE;
      write_link (self, &named, place, &link, TRUE, &document, "");
    }
  else
    {
      _squill_walk_write_member (self, shape, place, &document);
    }
  key = value_to_key (&document);
  bson_destroy (&document);
  return key;
}

static guint64
count_list (SquillWalk *self,
            const SquillRelationship *r,
            const SquillShape *shape,
            gboolean at_parent,
            const SquillWalkPosition *place)
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

/* How many elements of the lists around it a list of references is in, usually. */
static double
count_around (const SquillShape *shape)
{
  double n = 1;

  for (const SquillShape *around = shape->parent; around != NULL && !around->document;
       around = around->parent)
    if (around->array || around->map)
      n *= squill_samples_get_usual (around->length, USUAL_LENGTH);
  return n;
}

/* Which of the children of a parent a list in a list has: those that the elements before have not.
 * How long it is, its field says, or else all of them together have as many as one parent has. */
static guint64
find_share (SquillWalk *self,
            const SquillRelationship *r,
            const SquillShape *shape,
            const SquillWalkPosition *place,
            guint64 *first)
{
  const gboolean is_said = !isnan (shape->length.likely);
  const double around = count_around (shape);
  const double each = is_said      ? squill_samples_get_usual (shape->length, USUAL_LENGTH)
                      : around > 0 ? squill_link_get_children (self->design, r) / around
                                   : 0;
  const guint64 base = is_said ? place->thing.number * place->stride : 0;
  const guint64 number = base + place->ordinal;

  *first = squill_count_before (each, number) - squill_count_before (each, base);
  return squill_count_before (each, number + 1) - squill_count_before (each, number);
}

/* A list is an array, or a map of which the keys say nothing of what its values are. */
static gboolean
begin_list (const SquillShape *shape, bson_t *document, bson_t *list)
{
  return shape->array ? bson_append_array_begin (document, shape->name, -1, list)
                      : bson_append_document_begin (document, shape->name, -1, list);
}

static gboolean
end_list (const SquillShape *shape, bson_t *document, bson_t *list)
{
  return shape->array ? bson_append_array_end (document, list)
                      : bson_append_document_end (document, list);
}

static char *
make_list_key (SquillWalk *self,
               const SquillShape *shape,
               const SquillWalkPosition *place,
               guint64 index)
{
  SquillValueContext context;

  if (shape->array)
    return g_strdup_printf ("%" G_GUINT64_FORMAT, index);
  context = _squill_walk_make_key_context (self, shape, place);
  return squill_value_make_key (&context, (guint)index);
}

/* Writes the keys of the things at the other end. */
void
_squill_walk_write_references (SquillWalk *self,
                               const SquillShape *shape,
                               const SquillWalkPosition *place,
                               bson_t *document)
{
  const SquillRelationship *r = squill_model_get_relationship (self->model, shape->relationship);
  gboolean at_parent;
  SquillLink link;
  bson_t array;
  guint64 n, shown, first = 0, all = 0;

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
  if (!shape->array && !shape->map)
    {
      if (find_other (self, r, at_parent, place, shape->required, &link))
        write_link (self, shape, place, &link, at_parent, document, shape->name);
      return;
    }

  if (at_parent && is_in_list (shape) && !isnan (r->children.likely))
    {
      n = find_share (self, r, shape, place, &first);
      all = squill_link_count_children (self->design, r, &place->thing);
    }
  else
    {
      n = count_list (self, r, shape, at_parent, place);
    }
  if (!shape->required && shape->presence < 1 &&
      squill_seed_to_fraction (squill_seed_add_text (
          _squill_walk_get_seed (self, place, r->item.id), "list")) >= shape->presence)
    return;
  if (!begin_list (shape, document, &array))
    {
      self->too_large = TRUE;
      return;
    }
  shown = _squill_walk_enter_array (self, shape->name, n);
  for (guint64 i = 0; i < shown && !self->too_large; i++)
    {
      g_autofree char *key = NULL;
      SquillWalkPosition inner = _squill_place_enter_element (place, shape, i, n);

      key = make_list_key (self, shape, place, i);
      if (at_parent)
        squill_link_init_child (&link, self->design, r, &place->thing,
                                all > 0 ? (first + i) % all : i);
      else
        squill_link_init_parent (&link, self->design, r, &place->thing,
                                 is_in_list (shape) ? inner.ordinal : i, self->seed);
      write_link (self, shape, &inner, &link, at_parent, &array, key);
      _squill_walk_check_size (self, &array, TRUE);
    }
  _squill_walk_leave_array (self);
  _squill_walk_check_size (self, document, end_list (shape, document, &array));
}

/* Embedded things. */

static void
write_thing (SquillWalk *self,
             const SquillShape *shape,
             const SquillLink *link,
             bson_t *document,
             const char *key)
{
  SquillWalkPosition place = _squill_walk_enter_thing (self, NULL, &link->child);

  place.link = link;
  _squill_walk_write_object (self, shape, &place, document, key);
}

/* Writes the things that are embedded, each from its root. */
void
_squill_walk_write_embedded (SquillWalk *self,
                             const SquillShape *shape,
                             const SquillWalkPosition *place,
                             bson_t *document)
{
  const SquillRelationship *r = squill_model_get_relationship (self->model, shape->relationship);
  /* Two may refer to the same by their keys. */
  g_autoptr (GHashTable) used = _squill_walk_new_used (shape->map);
  SquillLink link;
  bson_t array;
  guint64 first = 0;
  guint64 n;

  if (r == NULL)
    return;
  if (!shape->array && !shape->map)
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
  if (!begin_list (shape, document, &array))
    {
      self->too_large = TRUE;
      return;
    }
  n = _squill_walk_enter_array (self, shape->name, n);
  for (guint64 i = 0; i < n && !self->too_large; i++)
    {
      g_autofree char *key = NULL;

      squill_link_init_child (&link, self->design, r, &place->thing, first + i);
      if (shape->key != NULL)
        {
          SquillWalkPosition inner = _squill_walk_enter_thing (self, NULL, &link.child);

          key = _squill_walk_make_key (self, shape->key, &inner, i);
        }
      if (key == NULL)
        key = make_list_key (self, shape, place, i);
      if (!_squill_walk_is_used (used, key))
        write_thing (self, shape, &link, &array, key);
      _squill_walk_check_size (self, &array, TRUE);
    }
  _squill_walk_leave_array (self);
  _squill_walk_check_size (self, document, end_list (shape, document, &array));
}

/* The thing that a copy comes from: at the other end of the relationship, or embedded in that. */
static gboolean
find_source (SquillWalk *self,
             const SquillShape *shape,
             const SquillWalkPosition *place,
             SquillThing *source)
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

/* Writes the value that the source of the copy has, or nothing if there is no source. */
void
_squill_walk_write_copy (SquillWalk *self,
                         const SquillShape *shape,
                         const SquillWalkPosition *place,
                         bson_t *document)
{
  const SquillField *field = _squill_walk_get_field (self, shape);
  SquillThing source;
  SquillWalkPosition inner;

  if (!find_source (self, shape, place, &source))
    return;
  inner = _squill_walk_enter_thing (self, place, &source);
  inner.copy = shape->copy;
  if (field != NULL)
    {
      _squill_place_enter_field (&inner, field);
      /* The elements of an array are copied, not its first. */
      if (field->array || field->map)
        {
          inner = _squill_walk_enter_thing (self, place, &source);
          inner.copy = shape->copy;
        }
    }
  _squill_walk_write_field (self, shape, &inner, document);
}

/* The attributes of a link are seeded by the link. */
void
_squill_walk_write_attribute (SquillWalk *self,
                              const SquillShape *shape,
                              const SquillWalkPosition *place,
                              bson_t *document)
{
  const SquillRelationship *r = squill_model_get_relationship (self->model, shape->relationship);
  SquillThing thing = { NULL, shape->relationship, 0, 0 };
  SquillLink link;
  SquillWalkPosition inner;

  if (r == NULL)
    return;
  if (place->link != NULL && place->link->relationship == r)
    link = *place->link;
  else if (!find_other (self, r, g_strcmp0 (place->thing.id, r->parent) == 0, place,
                        shape->required, &link))
    return;
  thing.scope = link.child.scope;
  thing.number = link.number;
  inner = _squill_walk_enter_thing (self, place, &thing);
  inner.container = r->name;
  _squill_walk_write_field (self, shape, &inner, document);
}
