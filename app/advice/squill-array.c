/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-advice-private.h"

#include "design/squill-size.h"
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
  self->element_most = finite_or (shape->payload.max, self->element);
  if (!isfinite (shape->payload.max) && shape->children->len > 0)
    {
      self->element_most = SQUILL_SIZE_EMPTY;
      for (guint i = 0; i < shape->children->len; i++)
        self->element_most += _squill_shape_get_most_bytes (shape->children->pdata[i]);
    }
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

/** How many elements fit in a document where all is as large as it may be. */
double
_squill_array_get_limit (const SquillArray *self, SquillRun *run)
{
  double limit = _squill_run_get (run, SQUILL_THRESHOLD_DOC_LIMIT);

  return squill_size_capacity (limit / self->times_most, self->base_most / self->times_most,
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
 * Returns: the bytes of a document with so many elements where all is as large as it may be
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

/**
 * _squill_array_breaks_limit:
 * @self: an array
 * @run: a run
 * @elements: (out): how many elements it will have
 *
 * Says whether documents with the array pass the limit of documents at the horizon. An array
 * without an end passes it sooner or later; that is another finding, which names the day, unless it
 * is so far already.
 *
 * Returns: %TRUE if so
 */
gboolean
_squill_array_breaks_limit (const SquillArray *self, SquillRun *run, double *elements)
{
  *elements = _squill_array_is_unbounded (self) ? self->now : self->horizon;
  return *elements > 0 && _squill_array_get_most_bytes (self, *elements) >
                              _squill_run_get (run, SQUILL_THRESHOLD_DOC_LIMIT);
}
