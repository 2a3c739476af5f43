/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-advice-private.h"

#include "design/squill-size.h"
#include "model/squill-placement.h"
#include "model/squill-placement.h"

static double
finite_or (double value, double otherwise)
{
  return isfinite (value) ? value : otherwise;
}

/* How often the array's parent can be in one document. */
static double
get_times_most (const SquillShape *shape)
{
  double times = 1;

  for (const SquillShape *around = shape->parent; around != NULL; around = around->parent)
    if (around->array || around->map)
      times *= finite_or (around->length.max, finite_or (around->length_at_horizon, 1));
  return fmax (times, 1);
}

/* The most bytes of the value of one element. */
static double
get_element_most (const SquillShape *shape)
{
  double bytes = SQUILL_SIZE_EMPTY;

  if (isfinite (shape->payload.max))
    return shape->payload.max;
  if (shape->children->len == 0)
    return finite_or (shape->payload.likely, 0);
  for (guint i = 0; i < shape->children->len; i++)
    bytes += _squill_shape_get_most_bytes (shape->children->pdata[i]);
  return bytes;
}

static const SquillShape *
get_document (const SquillShape *shape)
{
  while (shape->parent != NULL)
    shape = shape->parent;
  return shape;
}

static gboolean
init (SquillArray *self, SquillRun *run, const SquillShape *shape)
{
  const SquillShape *document;
  const SquillEntity *owner;
  double name;

  if (shape == NULL || !shape->array || shape->parent == NULL)
    return FALSE;
  self->shape = shape;
  self->collection = squill_design_get_collection_of_shape (run->design, shape);
  if (self->collection == NULL)
    return FALSE;
  owner = squill_model_get_entity (run->model, self->collection->entity);
  self->owner = owner != NULL && owner->name != NULL ? owner->name : self->collection->name;

  document = get_document (shape);
  name = squill_size_of_name (shape->name);
  self->element = finite_or (shape->payload.likely, 0);
  self->element_most = get_element_most (shape);
  self->times = fmax (_squill_shape_get_times (shape), 0);
  self->times_most = get_times_most (shape);
  self->base =
      finite_or (document->bytes.likely, 0) - self->times * finite_or (shape->bytes.likely, 0);
  self->base = fmax (self->base, SQUILL_SIZE_EMPTY) + self->times * name;
  self->document_most = _squill_shape_get_most_bytes (document);
  self->base_most = self->document_most - self->times_most * _squill_shape_get_most_bytes (shape);
  self->base_most = fmax (self->base_most, SQUILL_SIZE_EMPTY) + self->times_most * name;
  return TRUE;
}

static void
set_length (SquillArray *self, SquillTriple length, double growth, double cap, double years)
{
  self->now = squill_triple_get_usual (length);
  self->max = length.max;
  self->growth = growth;
  self->cap = cap;
  self->horizon = self->now;
  if (growth > 0)
    self->horizon = finite_or (self->now, 0) + growth * years;
  if (!isnan (length.max))
    self->horizon = fmin (self->horizon, length.max);
  if (!isnan (cap))
    self->horizon = fmin (self->horizon, cap);
  self->now = isnan (self->now) ? self->now : fmin (self->now, isnan (cap) ? INFINITY : cap);
  self->most = fmin (length.max, cap);
  if (!isfinite (self->most))
    self->most = self->horizon;
}

static gboolean
init_stored (SquillArray *self,
             SquillRun *run,
             const SquillRelationship *r,
             const SquillShape *shape,
             gboolean at_parent)
{
  double cap = r->cap;

  *self = (SquillArray){ 0 };
  /* What a bucket holds is bounded by what it is. */
  if (squill_placement_has_collection (r->placement) || !init (self, run, shape))
    return FALSE;
  self->subject = r;
  self->relationship = r;
  self->references = shape->origin == SQUILL_ORIGIN_REFERENCE && !shape->document;
  if (r->placement == SQUILL_PLACEMENT_SUBSET)
    cap = isnan (cap) ? r->bound : isnan (r->bound) ? cap : fmin (cap, r->bound);
  set_length (self, at_parent ? r->children : r->parents, at_parent ? r->growth : NAN,
              at_parent ? cap : NAN, squill_model_get_horizon (run->model));
  return TRUE;
}

/* Coordinates are one value, however many points they have: no rule of lists fits them. */
static gboolean
is_geometry (const SquillField *field)
{
  for (const SquillItem *item = &field->item; item != NULL && item->kind == SQUILL_KIND_FIELD;
       item = item->parent)
    {
      const char *meaning = ((const SquillField *)item)->meaning;

      if (g_strcmp0 (meaning, "geojson") == 0 || g_strcmp0 (meaning, "geo") == 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
init_drawn (SquillArray *self, SquillRun *run, const SquillField *field, const SquillShape *shape)
{
  *self = (SquillArray){ 0 };
  if (!field->array || is_geometry (field) || shape->origin == SQUILL_ORIGIN_REFERENCE ||
      !init (self, run, shape))
    return FALSE;
  self->subject = field;
  self->field = field;
  self->references = (field->types & ~(SquillTypes)SQUILL_TYPE_NULL) == SQUILL_TYPE_OBJECT_ID;
  set_length (self, field->length, field->growth, field->cap,
              squill_model_get_horizon (run->model));
  return TRUE;
}

/**
 * _squill_array_init_relationship:
 * @self: (out): the array
 * @run: a run
 * @r: a relationship
 * @at_parent: whether to look at what it stores in the parent, or in the child
 *
 * Reads the array that a relationship stores.
 *
 * Returns: %TRUE if it stores one there
 */
gboolean
_squill_array_init_relationship (SquillArray *self,
                                 SquillRun *run,
                                 const SquillRelationship *r,
                                 gboolean at_parent)
{
  const SquillShape *shape = _squill_run_get_stored (run, r, at_parent);

  return shape != NULL && init_stored (self, run, r, shape, at_parent);
}

/** Reads an array that is drawn as a field. One that holds the references of a relationship is that
 * relationship's. Returns TRUE if the field is such an array and documents have it. */
gboolean
_squill_array_init_field (SquillArray *self, SquillRun *run, const SquillField *field)
{
  const SquillItem *owner;
  const SquillShape *place, *shape;

  if (!field->array)
    return FALSE;
  owner = squill_item_get_owner (field);
  if (owner->kind != SQUILL_KIND_ENTITY)
    return FALSE;
  place = _squill_run_get_place (run, owner->id);
  shape = place == NULL ? NULL : squill_design_resolve (run->design, place, field->item.id);
  return shape != NULL && init_drawn (self, run, field, shape);
}

/** Reads an array where it stands in one document, which may be one of several that have it.
 * Returns TRUE if it is an array. */
gboolean
_squill_array_init_shape (SquillArray *self, SquillRun *run, const SquillShape *shape)
{
  const SquillRelationship *r = squill_model_get_relationship (run->model, shape->relationship);
  const SquillField *field = squill_model_get_field (run->model, shape->field);

  if (r != NULL && (shape->document || shape->origin == SQUILL_ORIGIN_REFERENCE))
    return init_stored (self, run, r, shape,
                        shape->document || g_strcmp0 (shape->target, r->child) == 0);
  return field != NULL && init_drawn (self, run, field, shape);
}

/** Says whether the array grows without end: nothing bounds it, and nobody said that it does not
 * grow. That the growth was not given is no reason to trust it: who writes "many" has not thought
 * of an end. Returns TRUE if so. */
gboolean
_squill_array_is_unbounded (const SquillArray *self)
{
  return isinf (self->max) && isnan (self->cap) && !(self->growth <= 0);
}

/** Says whether the array has no end and fills its documents within the planning horizon, or nobody
 * said how fast it grows: then they may be full tomorrow. Returns TRUE if so. */
gboolean
_squill_array_is_full_soon (const SquillArray *self, SquillRun *run)
{
  double limit = _squill_run_get (run, SQUILL_THRESHOLD_DOC_LIMIT);

  return _squill_array_is_unbounded (self) &&
         (!(self->growth > 0) ||
          _squill_array_get_years_to (self, limit) <= squill_model_get_horizon (run->model));
}

/** Says whether the array has more elements than an array should have. A vector of numbers that
 * always has the same length is one value, whatever it is made of. Returns TRUE if so. */
gboolean
_squill_array_is_long (const SquillArray *self, SquillRun *run)
{
  const SquillTypes costly = SQUILL_TYPE_OBJECT | SQUILL_TYPE_STRING | SQUILL_TYPE_OBJECT_ID |
                             SQUILL_TYPE_ARRAY | SQUILL_TYPE_BINARY;
  gboolean is_vector = self->field != NULL && !(self->shape->types & costly) &&
                       self->field->length.min == self->field->length.max;

  if (self->references)
    return self->most > _squill_run_get (run, SQUILL_THRESHOLD_REF_MAX);
  return !is_vector && self->most > _squill_run_get (run, SQUILL_THRESHOLD_EMBED_MAX);
}

/** How many elements fit in a document where all is as large as it may be; where that leaves no
 * room for any, where all else is as large as it is likely to be. */
double
_squill_array_get_limit (const SquillArray *self, SquillRun *run)
{
  double limit = _squill_run_get (run, SQUILL_THRESHOLD_DOC_LIMIT);
  double base = self->base_most < limit ? self->base_most : self->base;

  return squill_size_capacity (limit / self->times_most, base / self->times_most,
                               self->element_most);
}

/**
 * _squill_array_get_capacity:
 * @self: an array
 * @limit: bytes
 *
 * Returns: how many elements fit in a likely document of that size
 */
double
_squill_array_get_capacity (const SquillArray *self, double limit)
{
  double times = fmax (self->times, 1);

  return squill_size_capacity (limit / times, self->base / times, self->element);
}

/**
 * _squill_array_get_most_bytes:
 * @self: an array
 * @elements: how many
 *
 * Returns: the bytes of a document with that number of elements, all as large as it may be
 */
double
_squill_array_get_most_bytes (const SquillArray *self, double elements)
{
  double bytes =
      self->base_most + self->times_most * squill_size_array (elements, self->element_most);

  /* The longest arrays in arrays are seldom in one document: what is no longer than the longest
   * makes no document larger than the largest. */
  return isfinite (self->max) && elements <= self->max ? fmin (bytes, self->document_most) : bytes;
}

/**
 * _squill_array_get_years_to:
 * @self: an array
 * @limit: bytes
 *
 * Returns: in how many years a likely document reaches a size; infinity for never,
 *   or where nobody said how fast it grows
 */
double
_squill_array_get_years_to (const SquillArray *self, double limit)
{
  double times = fmax (self->times, 1);

  if (!(self->growth > 0))
    return INFINITY;
  return squill_size_years_to (limit / times, self->base / times, self->element,
                               finite_or (self->now, 0), self->growth);
}

/* What most of a document is: the largest part of it, or of that part, as long as one is more than
 * half of what is around it. An array or map is what has to be made smaller, whatever is in it; but
 * where not even one of its elements fits, that is. */
static const SquillShape *
find_dominant (const SquillShape *document, double limit)
{
  const SquillShape *shape = document;

  for (;;)
    {
      const SquillShape *largest = NULL;
      double most = 0, around = _squill_shape_get_most_bytes (shape);

      if (shape->array || shape->map)
        around = get_element_most (shape);
      for (guint i = 0; i < shape->children->len; i++)
        {
          const SquillShape *child = shape->children->pdata[i];
          double bytes = _squill_shape_get_most_bytes (child);

          if (bytes > most)
            {
              most = bytes;
              largest = child;
            }
        }
      if (largest == NULL || (shape != document && most * 2 < around))
        return shape == document ? NULL : shape;
      shape = largest;
      if ((shape->array || shape->map) && !(get_element_most (shape) > limit))
        return shape;
    }
}

/**
 * _squill_array_get_own_bytes:
 * @self: an array
 * @elements: how many
 *
 * Returns: the bytes of one such array with that number of elements, all as large as they may be
 */
double
_squill_array_get_own_bytes (const SquillArray *self, double elements)
{
  double bytes = squill_size_array (elements, self->element_most);

  return isfinite (self->shape->bytes.max) && !(elements > self->max)
             ? fmin (bytes, self->shape->bytes.max)
             : bytes;
}

/* Whether what is embedded is better stored elsewhere. */
static gboolean
is_to_leave (SquillRun *run, const SquillRelationship *r)
{
  const SquillPlacementOption *advised = r->pinned || !squill_placement_is_embedding (r->placement)
                                             ? NULL
                                             : _squill_run_get_advised (run, r);

  return advised != NULL && !squill_placement_is_embedding (advised->placement);
}

/**
 * _squill_run_find_dominant:
 * @run: a run
 * @document: a document of a collection
 * @limit: the most bytes that it may have
 *
 * Finds what has to be made smaller: what most of a document is. Where several relationships embed
 * their children there that do not fit together, it is what the comparison stores elsewhere, which
 * may not be the largest.
 *
 * Returns: (nullable): the part; %NULL for an empty document
 */
const SquillShape *
_squill_run_find_dominant (SquillRun *run, const SquillShape *document, double limit)
{
  const SquillShape *dominant = find_dominant (document, limit);
  const SquillShape *found = dominant;
  const SquillRelationship *r;
  double most = 0;

  if (dominant == NULL || dominant->parent == NULL || dominant->relationship == NULL ||
      !dominant->document)
    return dominant;
  r = squill_model_get_relationship (run->model, dominant->relationship);
  if (r == NULL || is_to_leave (run, r) || !(_squill_shape_get_most_bytes (document) > limit))
    return dominant;
  for (guint i = 0; i < dominant->parent->children->len; i++)
    {
      const SquillShape *child = dominant->parent->children->pdata[i];
      const double bytes = _squill_shape_get_most_bytes (child);

      r = child == dominant || !child->document || child->relationship == NULL
              ? NULL
              : squill_model_get_relationship (run->model, child->relationship);
      if (r != NULL && bytes > most && is_to_leave (run, r))
        {
          most = bytes;
          found = child;
        }
    }
  return found;
}

/* Of all arrays in a document that is too large, whether this is the one that fills it: each other
 * has little room as well. */
static gboolean
fills_document (const SquillArray *self, SquillRun *run, double limit, double elements)
{
  /* What is in its elements is too large by itself. */
  if (self->element_most > limit)
    return FALSE;
  return _squill_array_get_own_bytes (self, elements) > limit ||
         _squill_run_find_dominant (run, get_document (self->shape), limit) == self->shape;
}

/**
 * _squill_array_breaks_limit:
 * @self: an array
 * @run: a run
 * @elements: (out): the most elements that it will have
 *
 * Says whether documents pass the limit of documents because of this array. An array without an end
 * passes it sooner or later; that is another finding, which names the day, unless it is so far
 * already.
 *
 * Returns: %TRUE if so
 */
gboolean
_squill_array_breaks_limit (const SquillArray *self, SquillRun *run, double *elements)
{
  double limit = _squill_run_get (run, SQUILL_THRESHOLD_DOC_LIMIT);

  *elements = _squill_array_is_unbounded (self) ? self->now : self->most;
  return *elements > 0 && _squill_array_get_most_bytes (self, *elements) > limit &&
         fills_document (self, run, limit, *elements);
}

/**
 * _squill_array_is_outlier:
 * @self: an array
 * @run: a run
 *
 * Returns: %TRUE if it usually has no more elements than an array should have, and in a few
 *   documents many times as many
 */
gboolean
_squill_array_is_outlier (const SquillArray *self, SquillRun *run)
{
  double threshold = _squill_run_get (run, SQUILL_THRESHOLD_EMBED_MAX);
  double most = fmin (self->max, self->cap);

  return isfinite (most) && self->now > 0 && !(self->now > threshold) && most > threshold &&
         most / self->now >= _squill_run_get (run, SQUILL_THRESHOLD_OUTLIER_RATIO);
}
