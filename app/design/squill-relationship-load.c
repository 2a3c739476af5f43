/* SPDX-License-Identifier: Apache-2.0 */

/* What operations and frequencies make of a relationship.
 *
 * An operation counts by where it starts and what it follows. What somebody said of the
 * relationship itself counts more: its frequencies take the place of what operations add up to,
 * and these only tell of what kind the reads are. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include <string.h>

#include "design/squill-design-private.h"

/* A Julian year. */
#define SECONDS_PER_YEAR (365.25 * 24 * 60 * 60)

typedef struct
{
  SquillRelationshipLoad *work;
  SquillDesign *design;
  const SquillRelationship *r;
  double children;
} Reading;

/* Paths of keys. */

static gboolean
is_under (const char *path, const char *relationship)
{
  gsize length = strlen (relationship);

  return strncmp (path, relationship, length) == 0 && path[length] == '/';
}

static gboolean
has_key (const SquillKeys *keys, const char *path)
{
  for (guint i = 0; keys != NULL && i < keys->len; i++)
    if (g_str_equal (((const SquillKey *)keys->pdata[i])->path, path))
      return TRUE;
  return FALSE;
}

static gboolean
has_key_under (const SquillKeys *keys, const char *relationship)
{
  for (guint i = 0; keys != NULL && i < keys->len; i++)
    if (is_under (((const SquillKey *)keys->pdata[i])->path, relationship))
      return TRUE;
  return FALSE;
}

static gboolean
follows (const SquillOperation *operation, const char *relationship)
{
  return operation->follows != NULL &&
         g_strv_contains ((const char *const *)operation->follows, relationship);
}

/* The fields of the other end that an operation returns; FALSE where it returns all of it. */
static gboolean
get_returned (const SquillOperation *operation, const char *relationship, GPtrArray *fields)
{
  gboolean any = FALSE;

  for (guint i = 0; operation->returns != NULL && i < operation->returns->len; i++)
    {
      const char *path = ((const SquillKey *)operation->returns->pdata[i])->path;

      if (!is_under (path, relationship))
        continue;
      any = TRUE;
      if (!g_ptr_array_find_with_equal_func (fields, path + strlen (relationship) + 1, g_str_equal,
                                             NULL))
        g_ptr_array_add (fields, g_strdup (path + strlen (relationship) + 1));
    }
  return any;
}

static gboolean
is_by_key (const SquillOperation *operation, const SquillModel *model, const char *key)
{
  for (guint i = 0; operation->filter != NULL && i < operation->filter->len; i++)
    {
      const SquillKey *one = operation->filter->pdata[i];
      const SquillField *field = squill_model_get_field ((SquillModel *)model, one->path);

      if (!g_str_equal (one->operator, "eq"))
        continue;
      if (field != NULL && (g_strcmp0 (field->name, "_id") == 0 ||
                            g_strcmp0 (field->item.id, key) == 0 || field->unique))
        return TRUE;
      if (g_str_equal (one->path, "=_id"))
        return TRUE;
    }
  return FALSE;
}

/* How many documents a filter lets through. */
static double
get_query_size (Reading *self, const SquillOperation *operation)
{
  SquillModel *model = squill_design_get_model (self->design);
  double n = squill_design_get_count (self->design, self->r->child).likely;

  for (guint i = 0; operation->filter != NULL && i < operation->filter->len; i++)
    {
      const SquillKey *key = operation->filter->pdata[i];
      const SquillField *field = squill_model_get_field (model, key->path);

      if (g_str_equal (key->operator, "range"))
        n *= 0.1;
      else if (field != NULL && field->distinct > 0)
        n /= field->distinct;
    }
  if (operation->limit > 0 && !(n < operation->limit))
    n = operation->limit;
  return isnan (n) ? NAN : MAX (n, 1);
}

static void
mean_size (double *size, double *rate, double more, double more_rate)
{
  if (!(more_rate > 0))
    return;
  /* A size that nobody knows does not make the others unknown. */
  if (!isnan (more))
    *size = isnan (*size) ? more : (*size * *rate + more * more_rate) / (*rate + more_rate);
  *rate += more_rate;
}

/* Reads. */

static void
add_parent_read (Reading *self, const SquillOperation *operation, double rate)
{
  SquillRelationshipLoad *work = self->work;
  const char *id = self->r->item.id;

  if (follows (operation, id))
    {
      if (operation->limit > 0 && has_key_under (operation->sort, id))
        mean_size (&work->first, &work->with_first, operation->limit, rate);
      else if (get_returned (operation, id, work->child_fields))
        work->with_fields += rate;
      else
        work->with_all += rate;
    }
  else if (has_key_under (operation->filter, id))
    work->with_all += rate; /* the parent, found by one of its children */
  else if (self->r->placement == SQUILL_PLACEMENT_SUBSET &&
           !isnan (_squill_relationship_get_bound (self->r)) &&
           (operation->returns == NULL || has_key (operation->returns, id)))
    mean_size (&work->first, &work->with_first, self->r->bound, rate);
  else
    work->parent += rate;
}

static void
add_child_read (Reading *self, const SquillOperation *operation, double rate)
{
  SquillRelationshipLoad *work = self->work;
  const char *id = self->r->item.id;

  if (follows (operation, id))
    {
      if (get_returned (operation, id, work->parent_fields))
        work->child_with_fields += rate;
      else
        work->child_with_all += rate;
    }
  else if (has_key (operation->filter, id) || has_key_under (operation->filter, id))
    {
      double size = self->children;

      if (operation->limit > 0 && !(size < operation->limit))
        size = operation->limit;
      mean_size (&work->page_size, &work->page, size, rate);
    }
  else if (is_by_key (operation, squill_design_get_model (self->design), self->r->child_key))
    work->child += rate;
  else
    mean_size (&work->query_size, &work->query, get_query_size (self, operation), rate);
}

/* Writes. */

static gboolean
is_copied (const SquillRelationship *r, SquillCopyDirection direction, const char *field)
{
  SQUILL_FOR_EACH_CHILD (SquillCopy, copy, r, SQUILL_KIND_COPY)
    {
      if (copy->direction == direction && g_strcmp0 (copy->field, field) == 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
writes_copied (Reading *self, const SquillOperation *operation, SquillCopyDirection direction)
{
  const GPtrArray *read =
      direction == SQUILL_COPY_TO_CHILD ? self->work->parent_fields : self->work->child_fields;

  for (guint i = 0; operation->writes != NULL && i < operation->writes->len; i++)
    {
      const char *path = ((const SquillKey *)operation->writes->pdata[i])->path;
      const char *field = strrchr (path, '/');

      field = field == NULL ? path : field + 1;
      if (is_copied (self->r, direction, field) ||
          g_ptr_array_find_with_equal_func ((GPtrArray *)read, field, g_str_equal, NULL))
        return TRUE;
    }
  return FALSE;
}

static void
add_parent_write (Reading *self, const SquillOperation *operation, double rate)
{
  SquillRelationshipLoad *work = self->work;
  const char *id = self->r->item.id;

  if (operation->operation != SQUILL_OPERATION_UPDATE)
    return;
  /* A child that is pushed into its parent, or changed there. */
  if (has_key (operation->writes, id))
    work->insert += rate;
  else if (has_key_under (operation->writes, id))
    {
      if (writes_copied (self, operation, SQUILL_COPY_TO_PARENT))
        work->update_child_copied += rate;
      else
        work->update_child += rate;
    }
  else if (writes_copied (self, operation, SQUILL_COPY_TO_CHILD))
    work->update_parent_copied += rate;
  else
    work->update_parent += rate;
}

static void
add_child_write (Reading *self, const SquillOperation *operation, double rate)
{
  SquillRelationshipLoad *work = self->work;

  if (operation->operation == SQUILL_OPERATION_INSERT)
    work->insert += rate;
  else if (operation->operation == SQUILL_OPERATION_DELETE)
    work->remove += rate;
  else if (g_strcmp0 (operation->moves, self->r->item.id) == 0)
    work->move += rate;
  else if (writes_copied (self, operation, SQUILL_COPY_TO_PARENT))
    work->update_child_copied += rate;
  else
    work->update_child += rate;
}

static gboolean
is_read (const SquillOperation *operation)
{
  return operation->operation == SQUILL_OPERATION_FIND ||
         operation->operation == SQUILL_OPERATION_AGGREGATE;
}

static void
add_operation (Reading *self, const SquillOperation *operation, gboolean reads)
{
  const SquillRelationship *r = self->r;
  double rate = squill_operation_get_rate (operation);

  if (operation->entity == NULL)
    return;
  if (!reads && operation->atomic && !operation->transaction && follows (operation, r->item.id))
    self->work->atomic = operation->name != NULL ? operation->name : "";
  if (!(rate > 0))
    return;
  if (g_str_equal (operation->entity, r->parent) &&
      (!g_str_equal (r->parent, r->child) || !has_key (operation->filter, r->item.id)))
    {
      self->work->known = TRUE;
      if (reads)
        add_parent_read (self, operation, rate);
      else
        add_parent_write (self, operation, rate);
    }
  else if (g_str_equal (operation->entity, r->child))
    {
      self->work->known = TRUE;
      if (reads)
        add_child_read (self, operation, rate);
      else
        add_child_write (self, operation, rate);
    }
}

/* Frequencies. */

/* Reads per second that need both ends. */
static double
get_together (const SquillRelationshipLoad *self)
{
  return self->with_all + self->with_first + self->with_fields + self->page + self->child_with_all +
         self->child_with_fields;
}

static void
scale_together (SquillRelationshipLoad *self, double rate)
{
  double sum = get_together (self);

  if (sum > 0)
    {
      self->with_all *= rate / sum;
      self->with_first *= rate / sum;
      self->with_fields *= rate / sum;
      self->page *= rate / sum;
      self->child_with_all *= rate / sum;
      self->child_with_fields *= rate / sum;
    }
  else
    self->with_all = rate;
}

static void
scale_child (SquillRelationshipLoad *self, double rate)
{
  double sum = self->child + self->query;

  if (sum > 0)
    {
      self->child *= rate / sum;
      self->query *= rate / sum;
    }
  else
    self->child = rate;
}

/* What is written are children that come, as far as the growth tells, and others that change. */
static void
set_writes (Reading *self, double rate)
{
  double parents = squill_design_get_count (self->design, self->r->parent).likely;
  double coming = self->r->growth * parents / SECONDS_PER_YEAR;
  double sum = self->work->insert + self->work->update_child + self->work->remove;

  if (sum > 0)
    {
      self->work->insert *= rate / sum;
      self->work->update_child *= rate / sum;
      self->work->remove *= rate / sum;
      return;
    }
  self->work->insert = isnan (coming) ? rate : MIN (rate, coming);
  self->work->update_child = rate - self->work->insert;
}

static void
add_frequencies (Reading *self)
{
  const SquillRelationship *r = self->r;
  SquillRelationshipLoad *work = self->work;
  const gboolean is_subset =
      r->placement == SQUILL_PLACEMENT_SUBSET && !isnan (_squill_relationship_get_bound (r));
  double subset = 0;

  work->known |=
      r->together > 0 || r->parent_alone > 0 || r->child_alone > 0 || r->write > 0 || r->move > 0;
  /* With a subset in it a parent is never read alone. */
  if (is_subset && !isnan (r->parent_alone))
    {
      subset = r->parent_alone;
      work->with_first = 0;
      work->parent = 0;
    }
  if (!isnan (r->together))
    scale_together (work, r->together);
  if (is_subset && !isnan (r->parent_alone))
    {
      work->with_first += subset;
      work->first = r->bound;
    }
  else if (!isnan (r->parent_alone))
    work->parent = r->parent_alone;
  if (!isnan (r->child_alone))
    scale_child (work, r->child_alone);
  if (!isnan (r->write))
    set_writes (self, r->write);
  if (!isnan (r->move))
    work->move = r->move;
}

/**
 * _squill_relationship_load_init:
 * @self: (out caller-allocates): the workload
 * @design: a design
 * @relationship: a relationship of its model
 *
 * Collects what is done with a relationship.
 */
void
_squill_relationship_load_init (SquillRelationshipLoad *self,
                                SquillDesign *design,
                                const SquillRelationship *relationship)
{
  const SquillModelInfo *info = squill_model_get_info (squill_design_get_model (design));
  Reading reading = { self, design, relationship, relationship->children.likely };

  memset (self, 0, sizeof *self);
  self->first = self->page_size = self->query_size = NAN;
  self->parent_fields = g_ptr_array_new_with_free_func (g_free);
  self->child_fields = g_ptr_array_new_with_free_func (g_free);
  /* Which fields are read along decides what a write is. */
  SQUILL_FOR_EACH_CHILD (SquillOperation, operation, info, SQUILL_KIND_OPERATION)
    {
      if (is_read (operation))
        add_operation (&reading, operation, TRUE);
    }
  SQUILL_FOR_EACH_CHILD (SquillOperation, operation, info, SQUILL_KIND_OPERATION)
    {
      if (!is_read (operation))
        add_operation (&reading, operation, FALSE);
    }
  add_frequencies (&reading);
}

void
_squill_relationship_load_clear (SquillRelationshipLoad *self)
{
  g_clear_pointer (&self->parent_fields, g_ptr_array_unref);
  g_clear_pointer (&self->child_fields, g_ptr_array_unref);
}

/** The share of the operations on children that do without their parent; 0 where there are none. */
double
_squill_relationship_load_get_independence (const SquillRelationshipLoad *self)
{
  double alone = self->child + self->child_with_all + self->child_with_fields + self->query;
  double all = alone + self->with_all + self->with_first + self->with_fields + self->page +
               self->update_child + self->update_child_copied + self->insert + self->remove +
               self->move;

  return all > 0 ? alone / all : 0;
}
