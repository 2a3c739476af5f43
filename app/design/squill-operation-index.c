/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-operation-index.h"

#include <string.h>

struct _SquillOperationIndex
{
  SquillModel *model;
  guint64 generation;    /* of the model whose items these are */
  double least_hot_rate; /* whatever the rates, this is hot */
  double hot_share;
  double hot_least;
  GPtrArray *uses;    /* SquillUse */
  GHashTable *by_id;  /* operation -> SquillUse */
  GHashTable *from;   /* entity -> GPtrArray of SquillUse that start there */
  GHashTable *of;     /* entity -> GPtrArray of SquillUse that touch it */
  GHashTable *groups; /* change group -> GPtrArray of SquillField */
  double hot_rate;    /* at and above it an operation is hot */
};

static void
index_add (GHashTable *index, const char *id, gpointer value)
{
  GPtrArray *values = g_hash_table_lookup (index, id);

  if (values == NULL)
    {
      values = g_ptr_array_new ();
      g_hash_table_insert (index, g_strdup (id), values);
    }
  g_ptr_array_add (values, value);
}

static void
collect_groups (GHashTable *groups, gconstpointer item)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, item, SQUILL_KIND_FIELD)
    {
      if (field->change_group != NULL && *field->change_group != '\0')
        index_add (groups, field->change_group, (gpointer)field);
      if (field->item.children != NULL)
        collect_groups (groups, field);
    }
}

/* The most frequent first. Not in the model's order: that is a matter of layout, and what is said
 * of a model should not depend on it. */
static int
compare_uses (gconstpointer a, gconstpointer b)
{
  const SquillUse *one = *(const SquillUse *const *)a, *other = *(const SquillUse *const *)b;

  if (one->rate != other->rate)
    return one->rate > other->rate ? -1 : 1;
  return strcmp (one->operation->item.id, other->operation->item.id);
}

/* The rate of the slowest operation that still is among those which make up the first share of
 * the total. The operations come in order of their rates. */
static double
find_hot_rate (const GPtrArray *uses, double share)
{
  double total = 0, before = 0, cut = INFINITY;

  for (guint i = 0; i < uses->len; i++)
    total += ((const SquillUse *)uses->pdata[i])->rate;
  for (guint i = 0; i < uses->len && before < share * total; i++)
    {
      cut = ((const SquillUse *)uses->pdata[i])->rate;
      before += cut;
    }
  return cut;
}

static void
set_hot_rate (SquillOperationIndex *self)
{
  self->hot_rate = fmin (self->least_hot_rate,
                         fmax (self->hot_least, find_hot_rate (self->uses, self->hot_share)));
}

static void
index_use (SquillOperationIndex *self, SquillUse *use)
{
  g_hash_table_insert (self->by_id, g_strdup (use->operation->item.id), use);
  if (use->root != NULL)
    index_add (self->from, use->root->item.id, use);
  for (guint i = 0; i < use->entities->len; i++)
    index_add (self->of, ((const SquillItem *)use->entities->pdata[i])->id, use);
}

static void
index_remove (GHashTable *index, const char *id, gpointer value)
{
  GPtrArray *values = g_hash_table_lookup (index, id);

  g_ptr_array_remove (values, value);
}

/* The item of an operation that is gone must not be looked at. */
static void
unindex_use (SquillOperationIndex *self, const char *id, SquillUse *use)
{
  g_hash_table_remove (self->by_id, id);
  if (use->root != NULL)
    index_remove (self->from, use->root->item.id, use);
  for (guint i = 0; i < use->entities->len; i++)
    index_remove (self->of, ((const SquillItem *)use->entities->pdata[i])->id, use);
}

static void
read_groups (SquillOperationIndex *self)
{
  g_hash_table_remove_all (self->groups);
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (self->model),
                         SQUILL_KIND_ENTITY)
    {
      collect_groups (self->groups, entity);
    }
}

static void
read_all (SquillOperationIndex *self)
{
  self->generation = squill_model_get_generation (self->model);
  g_hash_table_remove_all (self->by_id);
  g_hash_table_remove_all (self->from);
  g_hash_table_remove_all (self->of);
  g_ptr_array_set_size (self->uses, 0);
  SQUILL_FOR_EACH_CHILD (SquillOperation, operation, squill_model_get_info (self->model),
                         SQUILL_KIND_OPERATION)
    {
      g_ptr_array_add (self->uses, squill_use_new (self->model, operation));
    }
  g_ptr_array_sort (self->uses, compare_uses);
  for (guint i = 0; i < self->uses->len; i++)
    index_use (self, self->uses->pdata[i]);
  read_groups (self);
  set_hot_rate (self);
}

/* The index points at items of the model: where one came or went since it was read, none of the
 * pointers may be followed. Returns whether all was read again. */
static gboolean
catch_up (SquillOperationIndex *self)
{
  if (self->generation == squill_model_get_generation (self->model))
    return FALSE;
  read_all (self);
  return TRUE;
}

/**
 * squill_operation_index_new:
 * @model: a model
 * @hot_rate: from this rate per second on an operation is hot
 * @hot_share: and those that together make up this share of all, the fastest first
 * @hot_least: but none slower than this
 *
 * Indexes the operations of a model. Without a least rate the only
 * operation of a model would be hot even if it runs once a day.
 *
 * Returns: (transfer full): the index
 */
SquillOperationIndex *
squill_operation_index_new (SquillModel *model, double hot_rate, double hot_share, double hot_least)
{
  SquillOperationIndex *self;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), NULL);

  self = g_new0 (SquillOperationIndex, 1);
  self->model = model;
  self->least_hot_rate = hot_rate;
  self->hot_share = hot_share;
  self->hot_least = hot_least;
  self->uses = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_use_free);
  self->by_id = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->from =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
  self->of =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
  self->groups =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
  read_all (self);
  return self;
}

/** The model that it indexes (transfer none). */
SquillModel *
squill_operation_index_get_model (const SquillOperationIndex *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->model;
}

static void
insert_sorted (GPtrArray *uses, SquillUse *use)
{
  guint at = 0;

  while (at < uses->len && compare_uses (&uses->pdata[at], &use) < 0)
    at++;
  g_ptr_array_insert (uses, (int)at, use);
}

/* As index_use (), but where others are in order already. */
static void
index_use_sorted (SquillOperationIndex *self, SquillUse *use)
{
  index_use (self, use);
  if (use->root != NULL)
    g_ptr_array_sort (g_hash_table_lookup (self->from, use->root->item.id), compare_uses);
  for (guint i = 0; i < use->entities->len; i++)
    g_ptr_array_sort (
        g_hash_table_lookup (self->of, ((const SquillItem *)use->entities->pdata[i])->id),
        compare_uses);
}

static void
add_use_sorted (SquillOperationIndex *self, const char *id)
{
  const SquillOperation *operation = squill_model_get_operation (self->model, id);
  SquillUse *use;

  if (operation == NULL)
    return;
  use = squill_use_new (self->model, operation);
  insert_sorted (self->uses, use);
  index_use_sorted (self, use);
}

static void
drop_use (SquillOperationIndex *self, const char *id)
{
  SquillUse *use = g_hash_table_lookup (self->by_id, id);

  if (use == NULL)
    return;
  unindex_use (self, id, use);
  g_ptr_array_remove (self->uses, use);
}

/**
 * squill_operation_index_read_operations:
 * @self: an index of operations
 * @changed: a table with the ids of what has changed as its keys
 *
 * Reads those operations again that have changed, came or went. Entities, relationships and the
 * ends of these must be the same as before.
 */
void
squill_operation_index_read_operations (SquillOperationIndex *self, GHashTable *changed)
{
  GHashTableIter iter;
  gpointer id;

  if (catch_up (self))
    return;
  /* Those that are gone first, so that nobody compares with them. */
  g_hash_table_iter_init (&iter, changed);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    drop_use (self, id);
  g_hash_table_iter_init (&iter, changed);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    add_use_sorted (self, id);
  set_hot_rate (self);
}

/**
 * squill_operation_index_read_groups:
 * @self: an index of operations
 *
 * Reads again which fields must change together.
 */
void
squill_operation_index_read_groups (SquillOperationIndex *self)
{
  if (!catch_up (self))
    read_groups (self);
}

/**
 * squill_operation_index_free:
 * @self: (transfer full) (nullable): an index of operations
 *
 * Frees the index.
 */
void
squill_operation_index_free (SquillOperationIndex *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->groups);
  g_hash_table_unref (self->of);
  g_hash_table_unref (self->from);
  g_hash_table_unref (self->by_id);
  g_ptr_array_unref (self->uses);
  g_free (self);
}

static const GPtrArray *
or_none (const GPtrArray *array)
{
  static GPtrArray none = { NULL, 0 };

  return array == NULL ? &none : array;
}

/**
 * squill_operation_index_get_uses:
 * @self: an index of operations
 *
 * Returns: (element-type SquillUse): all operations, the most frequent first
 */
const GPtrArray *
squill_operation_index_get_uses (SquillOperationIndex *self)
{
  catch_up (self);
  return self->uses;
}

/**
 * squill_operation_index_find:
 * @self: an index of operations
 * @operation: the id of an operation
 *
 * Returns: (nullable): what it touches
 */
const SquillUse *
squill_operation_index_find (SquillOperationIndex *self, const char *operation)
{
  catch_up (self);
  return g_hash_table_lookup (self->by_id, operation);
}

/**
 * squill_operation_index_get_uses_from:
 * @self: an index of operations
 * @entity: the id of an entity
 *
 * Returns: (element-type SquillUse): the operations that start from it
 */
const GPtrArray *
squill_operation_index_get_uses_from (SquillOperationIndex *self, const char *entity)
{
  catch_up (self);
  return or_none (g_hash_table_lookup (self->from, entity));
}

/**
 * squill_operation_index_get_uses_of:
 * @self: an index of operations
 * @entity: the id of an entity
 *
 * Returns: (element-type SquillUse): the operations that touch it
 */
const GPtrArray *
squill_operation_index_get_uses_of (SquillOperationIndex *self, const char *entity)
{
  catch_up (self);
  return or_none (g_hash_table_lookup (self->of, entity));
}

/**
 * squill_operation_index_get_hot_rate:
 * @self: an index of operations
 *
 * Returns: the rate per second from which on an operation is hot
 */
double
squill_operation_index_get_hot_rate (SquillOperationIndex *self)
{
  catch_up (self);
  return self->hot_rate;
}

/**
 * squill_operation_index_is_hot:
 * @self: an index of operations
 * @rate: per second
 *
 * Returns: %TRUE if what happens at this rate is hot
 */
gboolean
squill_operation_index_is_hot (SquillOperationIndex *self, double rate)
{
  catch_up (self);
  return rate > 0 && rate >= self->hot_rate;
}

/**
 * squill_operation_index_get_change_groups:
 * @self: an index of operations
 *
 * Returns: (transfer none) (element-type utf8 GPtrArray): the fields that must change together, by
 *   the name of their group
 */
GHashTable *
squill_operation_index_get_change_groups (SquillOperationIndex *self)
{
  catch_up (self);
  return self->groups;
}
