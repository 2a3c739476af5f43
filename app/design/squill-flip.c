/* SPDX-License-Identifier: Apache-2.0 */

/* At which numbers another placement of a relationship would be advised. Each number is changed in
 * the model, step by step, until the comparison says something else, and the step is then halved:
 * so it is the comparison itself that says it, whatever that looks at. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "design/squill-flip.h"

#include "design/squill-cost.h"
#include "design/squill-found.h"
#include "model/squill-placement.h"

/* Tells the steps that are to be taken back. */
#define LABEL N_ ("Try another number")

/* From one number that is tried to the next. */
#define STEP 3.0
/* A flip is told as exactly as this. */
#define PRECISION 0.005
/* No more children than this are tried … */
#define MAX_CHILDREN 1e8
/* … nor more than this many times their upper limit or, where there is none, their usual number:
 * nobody believes what is far beyond the children that the model speaks of. */
#define MAX_TIMES_CHILDREN 100
/* No rate higher or lower by more than this factor is tried. */
#define MAX_TIMES 1e3

static const char *const names[] = {
  "children_per_parent.likely",
  "children_per_parent.max",
  "rate",
  "page",
  "reads_per_write",
  "together",
  "parent_alone",
  "child_alone",
  "write",
  "move",
};

/* A number that is tried. */
typedef struct
{
  SquillDesign *design;
  SquillModel *model;
  const char *relationship;
  SquillFlipQuantity quantity;
  const char *operation;
  SquillPlacement placement; /* what is advised now */
  gboolean copied;
  GCancellable *cancellable;
} Trial;

/**
 * squill_flip_free:
 * @self: (transfer full) (nullable): a flip
 *
 * Frees it.
 */
void
squill_flip_free (SquillFlip *self)
{
  if (self == NULL)
    return;
  g_free (self->operation);
  g_free (self);
}

/**
 * squill_flip_quantity_get_name:
 * @quantity: a quantity
 *
 * Returns: (transfer none): its name in what programs read
 */
const char *
squill_flip_quantity_get_name (SquillFlipQuantity quantity)
{
  g_return_val_if_fail (quantity < G_N_ELEMENTS (names), NULL);

  return names[quantity];
}

static gboolean
set_rate (SquillModel *model, const SquillOperation *operation, double per_second)
{
  const double rate = operation->rate * per_second / squill_operation_get_rate (operation);

  return squill_model_set (model, operation->item.id, "rate", squill_json_number (rate), NULL);
}

/* The operations at either end, each once; those of other entities that lead through the
 * relationship do not count. */
static GPtrArray *
list_operations (SquillModel *model, const SquillRelationship *r)
{
  GPtrArray *operations = g_ptr_array_new ();

  SQUILL_FOR_EACH_CHILD (SquillOperation, operation, squill_model_get_info (model),
                         SQUILL_KIND_OPERATION)
    {
      if (squill_operation_get_rate (operation) > 0 &&
          (g_strcmp0 (operation->entity, r->parent) == 0 ||
           g_strcmp0 (operation->entity, r->child) == 0))
        g_ptr_array_add (operations, (gpointer)operation);
    }
  return operations;
}

/* Of operations that one page issues together each runs as often as the others. */
static gboolean
set_page_rate (SquillModel *model, const SquillRelationship *r, const char *id, double per_second)
{
  const SquillOperation *operation = squill_model_get_operation (model, id);
  const SquillOperation *page;
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);

  if (operation == NULL)
    return FALSE;
  page = squill_operation_find_parent_read (operation, model, r);
  if (page == NULL)
    page = operation;
  g_ptr_array_add (ids, g_strdup (page->item.id));
  SQUILL_FOR_EACH_CHILD (SquillOperation, other, squill_model_get_info (model),
                         SQUILL_KIND_OPERATION)
    {
      if (squill_operation_find_parent_read (other, model, r) == page)
        g_ptr_array_add (ids, g_strdup (other->item.id));
    }
  for (guint i = 0; i < ids->len; i++)
    if (!set_rate (model, squill_model_get_operation (model, ids->pdata[i]), per_second))
      return FALSE;
  return TRUE;
}

/* Lets an operation run as often as one that reads the parent, which runs so often. */
static gboolean
join_page (SquillModel *model, const SquillRelationship *r, const char *id, double per_second)
{
  const SquillOperation *operation = squill_model_get_operation (model, id);

  if (operation == NULL)
    return FALSE;
  SQUILL_FOR_EACH_CHILD (SquillOperation, other, squill_model_get_info (model),
                         SQUILL_KIND_OPERATION)
    {
      if (squill_operation_get_rate (other) == per_second &&
          squill_operation_may_share_page (operation, other, model, r))
        return squill_model_set (
                   model, id, "per",
                   squill_property_get (squill_kind_find_property (SQUILL_KIND_OPERATION, "per"),
                                        other),
                   NULL) &&
               squill_model_set (model, id, "rate", squill_json_number (other->rate), NULL);
    }
  return FALSE;
}

/* How many operations share a page with another. */
static guint
count_pages (SquillModel *model, const SquillRelationship *r)
{
  guint n = 0;

  SQUILL_FOR_EACH_CHILD (SquillOperation, operation, squill_model_get_info (model),
                         SQUILL_KIND_OPERATION)
    n += squill_operation_find_parent_read (operation, model, r) != NULL;
  return n;
}

/* What is read and what is written, per second. */
static void
sum_rates (SquillModel *model, const SquillRelationship *r, double *reads, double *writes)
{
  g_autoptr (GPtrArray) operations = list_operations (model, r);

  *reads = *writes = 0;
  for (guint i = 0; i < operations->len; i++)
    {
      const SquillOperation *operation = operations->pdata[i];

      *(squill_operation_is_read (operation) ? reads : writes) +=
          squill_operation_get_rate (operation);
    }
}

static gboolean
set_children (SquillModel *model, const SquillRelationship *r, SquillTriple children)
{
  return squill_model_set (model, r->item.id, "children", squill_json_triple (children), NULL);
}

static gboolean
set_reads_per_write (SquillModel *model, const SquillRelationship *r, double value)
{
  g_autoptr (GPtrArray) operations = list_operations (model, r);
  double reads, writes;

  sum_rates (model, r, &reads, &writes);
  for (guint i = 0; i < operations->len; i++)
    {
      const SquillOperation *operation = operations->pdata[i];

      if (!squill_operation_is_read (operation) &&
          !set_rate (model, operation,
                     squill_operation_get_rate (operation) * reads / (value * writes)))
        return FALSE;
    }
  return TRUE;
}

/**
 * squill_flip_set:
 * @model: a model
 * @relationship_id: the id of a relationship of it
 * @quantity: a quantity
 * @operation: (nullable): the id of an operation, where it is the rate of one
 * @value: a number
 *
 * Gives a quantity another number in the model, and others that would contradict it the nearest
 * that do not, as one step that can be undone.
 *
 * Returns: whether the model can have that
 */
gboolean
squill_flip_set (SquillModel *model,
                 const char *relationship_id,
                 SquillFlipQuantity quantity,
                 const char *operation,
                 double value)
{
  const SquillRelationship *r;
  SquillTriple children;
  gboolean done = FALSE;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), FALSE);
  g_return_val_if_fail (relationship_id != NULL, FALSE);

  r = squill_model_get_relationship (model, relationship_id);
  if (r == NULL)
    return FALSE;
  children = r->children;
  squill_model_begin_step (model, _ (LABEL), NULL);
  switch (quantity)
    {
    case SQUILL_FLIP_CHILDREN:
      children.likely = value;
      children.min = fmin (children.min, value);
      children.max = isnan (children.max) ? NAN : fmax (children.max, value);
      done = set_children (model, r, children);
      break;
    case SQUILL_FLIP_MOST_CHILDREN:
      children.max = value;
      children.likely = isnan (children.likely) ? NAN : fmin (children.likely, value);
      children.min = isnan (children.min) ? NAN : fmin (children.min, value);
      done = set_children (model, r, children);
      break;
    case SQUILL_FLIP_RATE:
      done = operation != NULL && set_page_rate (model, r, operation, value);
      break;
    case SQUILL_FLIP_PAGE:
      done = operation != NULL && join_page (model, r, operation, value);
      break;
    case SQUILL_FLIP_READS_PER_WRITE:
      done = set_reads_per_write (model, r, value);
      break;
    case SQUILL_FLIP_TOGETHER:
    case SQUILL_FLIP_PARENT_ALONE:
    case SQUILL_FLIP_CHILD_ALONE:
    case SQUILL_FLIP_WRITE:
    case SQUILL_FLIP_MOVE:
    default:
      done = squill_model_set (model, relationship_id, names[quantity], squill_json_number (value),
                               NULL);
      break;
    }
  squill_model_end_step (model);
  return done;
}

/* What an item has is read anew after each search: numbers that are tried replace it. */
static const SquillRelationship *
get_relationship (Trial *self)
{
  return squill_model_get_relationship (self->model, self->relationship);
}

/* Another placement that is advised with the number; NULL where none is. */
static SquillFlip *
try_value (Trial *self, double value)
{
  SquillFlip *flip = NULL;
  const guint n_pages = count_pages (self->model, get_relationship (self));

  /* A rate that happens to be that of another operation says nothing of those above and below. */
  if (squill_flip_set (self->model, self->relationship, self->quantity, self->operation, value) &&
      (self->quantity == SQUILL_FLIP_PAGE ||
       count_pages (self->model, get_relationship (self)) == n_pages))
    {
      g_autoptr (SquillPlacementOption) first =
          squill_placements_find_advised (self->design, self->relationship);

      if (first != NULL && (first->placement != self->placement || first->copied != self->copied))
        {
          flip = g_new0 (SquillFlip, 1);
          flip->quantity = self->quantity;
          flip->operation = g_strdup (self->operation);
          flip->value = value;
          flip->to = first->placement;
          flip->copied = first->copied;
        }
    }
  /* A number that it has already makes no step. */
  if (g_strcmp0 (squill_model_get_undo_label (self->model), _ (LABEL)) == 0)
    squill_model_undo (self->model);
  return flip;
}

static double
get_middle (Trial *self, double one, double other)
{
  const double middle = sqrt (one * other);

  return self->quantity == SQUILL_FLIP_MOST_CHILDREN ? round (middle) : middle;
}

/* Between a number at which nothing changes and one at which something does, the first at which it
 * does. */
static SquillFlip *
narrow (Trial *self, double same, SquillFlip *found)
{
  g_autoptr (SquillFlip) flip = found;

  while (MAX (same, flip->value) > MIN (same, flip->value) * (1 + PRECISION))
    {
      const double middle = get_middle (self, same, flip->value);
      SquillFlip *other;

      if (middle == same || middle == flip->value)
        break;
      other = try_value (self, middle);
      if (other == NULL)
        same = middle;
      else
        {
          squill_flip_free (flip);
          flip = other;
        }
    }
  flip->before = same;
  return g_steal_pointer (&flip);
}

static void
search (Trial *self, GPtrArray *flips, double now, double from, double end)
{
  const gboolean above = end > from;
  double same = from;

  while (same != end && !g_cancellable_is_cancelled (self->cancellable))
    {
      double next = above ? MIN (same * STEP, end) : MAX (same / STEP, end);
      SquillFlip *flip;

      if (self->quantity == SQUILL_FLIP_MOST_CHILDREN)
        next = round (next);
      flip = try_value (self, next);
      if (flip != NULL)
        {
          flip = narrow (self, same, flip);
          flip->now = now;
          flip->above = above;
          g_ptr_array_add (flips, flip);
          return;
        }
      same = next;
    }
}

/* Looks in both directions. */
static void
search_both (Trial *self, GPtrArray *flips, double now, double least, double most)
{
  if (!(now > 0))
    return;
  if (isfinite (now) && now < most)
    search (self, flips, now, now, most);
  if (least < now)
    search (self, flips, now, isinf (now) ? most : now, least);
}

static void
search_children (Trial *self, GPtrArray *flips)
{
  const SquillTriple children = get_relationship (self)->children;
  const double drawn = isfinite (children.max) ? children.max : children.likely;
  const double most = fmin (MAX_CHILDREN, drawn * MAX_TIMES_CHILDREN);

  if (squill_relationship_is_single (get_relationship (self)))
    return;
  self->quantity = SQUILL_FLIP_CHILDREN;
  search_both (self, flips, children.likely, 1, most);
  self->quantity = SQUILL_FLIP_MOST_CHILDREN;
  search_both (self, flips, children.max, fmax (ceil (children.likely), 2),
               isfinite (children.max) ? most : MAX_CHILDREN);
}

static void
search_rates (Trial *self, GPtrArray *flips)
{
  g_autoptr (GPtrArray) operations = list_operations (self->model, get_relationship (self));
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  double reads, writes;

  for (guint i = 0; i < operations->len; i++)
    g_ptr_array_add (ids, g_strdup (((const SquillItem *)operations->pdata[i])->id));
  self->quantity = SQUILL_FLIP_RATE;
  for (guint i = 0; i < ids->len; i++)
    {
      const SquillOperation *operation = squill_model_get_operation (self->model, ids->pdata[i]);
      const double now = squill_operation_get_rate (operation);

      /* It changes with the one that reads the parent. */
      if (squill_operation_find_parent_read (operation, self->model, get_relationship (self)) !=
          NULL)
        continue;
      self->operation = ids->pdata[i];
      search_both (self, flips, now, now / MAX_TIMES, now * MAX_TIMES);
    }
  self->operation = NULL;
  sum_rates (self->model, get_relationship (self), &reads, &writes);
  self->quantity = SQUILL_FLIP_READS_PER_WRITE;
  if (reads > 0 && writes > 0)
    search_both (self, flips, reads / writes, reads / writes / MAX_TIMES,
                 reads / writes * MAX_TIMES);
}

/* Several reads of the parent may run equally often. */
static gboolean
is_page_known (const GPtrArray *flips, const char *operation, double rate)
{
  for (guint i = 0; i < flips->len; i++)
    {
      const SquillFlip *flip = flips->pdata[i];

      if (flip->quantity == SQUILL_FLIP_PAGE && g_str_equal (flip->operation, operation) &&
          flip->value == rate)
        return TRUE;
    }
  return FALSE;
}

/* Whether it makes a difference that a page asks for children with their parent. */
static void
search_pages (Trial *self, GPtrArray *flips)
{
  g_autoptr (GPtrArray) operations = list_operations (self->model, get_relationship (self));
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < operations->len; i++)
    g_ptr_array_add (ids, g_strdup (((const SquillItem *)operations->pdata[i])->id));
  self->quantity = SQUILL_FLIP_PAGE;
  for (guint i = 0; i < ids->len * ids->len; i++)
    {
      const SquillOperation *operation =
          squill_model_get_operation (self->model, ids->pdata[i / ids->len]);
      const SquillOperation *other =
          squill_model_get_operation (self->model, ids->pdata[i % ids->len]);
      const double now = squill_operation_get_rate (operation);
      const double rate = squill_operation_get_rate (other);
      SquillFlip *flip;

      if (now == rate || g_cancellable_is_cancelled (self->cancellable) ||
          is_page_known (flips, operation->item.id, rate) ||
          !squill_operation_may_share_page (operation, other, self->model, get_relationship (self)))
        continue;
      self->operation = ids->pdata[i / ids->len];
      flip = try_value (self, rate);
      if (flip == NULL)
        continue;
      flip->now = flip->before = now;
      flip->above = rate > now;
      g_ptr_array_add (flips, flip);
    }
  self->operation = NULL;
}

static void
search_frequencies (Trial *self, GPtrArray *flips)
{
  const SquillRelationship *r = get_relationship (self);
  const double rates[] = { r->together, r->parent_alone, r->child_alone, r->write, r->move };

  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    {
      self->quantity = (SquillFlipQuantity)(SQUILL_FLIP_TOGETHER + i);
      search_both (self, flips, rates[i], rates[i] / MAX_TIMES, rates[i] * MAX_TIMES);
    }
}

/**
 * squill_flips_find:
 * @design: a design, of whose model nothing else makes use meanwhile
 * @relationship_id: the id of a relationship of its model
 * @cancellable: (nullable): stops it; what was found until then is returned
 *
 * Looks for the numbers at which another placement would be advised: for each quantity the nearest
 * on either side of what it is, to half a percent. The model is changed for that and each change is
 * taken back, so that it is as before but for what could be redone.
 *
 * Returns: (transfer full) (element-type SquillFlip): none where nothing is advised now
 */
GPtrArray *
squill_flips_find (SquillDesign *design, const char *relationship_id, GCancellable *cancellable)
{
  GPtrArray *flips = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_flip_free);
  g_autoptr (SquillPlacementOption) advised = NULL;
  Trial trial = { .design = design, .relationship = relationship_id, .cancellable = cancellable };

  g_return_val_if_fail (SQUILL_IS_DESIGN (design), flips);
  g_return_val_if_fail (relationship_id != NULL, flips);

  advised = squill_placements_find_advised (design, relationship_id);
  if (advised == NULL)
    return flips;
  trial.model = squill_design_get_model (design);
  trial.placement = advised->placement;
  trial.copied = advised->copied;
  search_children (&trial, flips);
  search_rates (&trial, flips);
  search_pages (&trial, flips);
  search_frequencies (&trial, flips);
  return flips;
}
