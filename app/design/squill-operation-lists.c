/* SPDX-License-Identifier: Apache-2.0 */

/* Which operations have to do with a relationship. Looking at all of them for each relationship
 * would take as long as there are operations times relationships. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include <string.h>

#include "design/squill-plan-private.h"

struct _SquillOperationLists
{
  guint64 generation; /* of the model when they were made */
  GHashTable *by_id;  /* entity or relationship -> GArray of positions of operations, ascending */
};

/** They are made when they are read first. */
SquillOperationLists *
_squill_operation_lists_new (void)
{
  return g_new0 (SquillOperationLists, 1);
}

/** Operations have changed. */
void
_squill_operation_lists_clear (SquillOperationLists *self)
{
  g_clear_pointer (&self->by_id, g_hash_table_unref);
}

void
_squill_operation_lists_free (SquillOperationLists *self)
{
  if (self == NULL)
    return;
  _squill_operation_lists_clear (self);
  g_free (self);
}

static void
add (SquillOperationLists *self, const char *id, gsize length, guint position)
{
  g_autofree char *key = g_strndup (id, length);
  GArray *positions = g_hash_table_lookup (self->by_id, key);

  if (positions == NULL)
    {
      positions = g_array_new (FALSE, FALSE, sizeof (guint));
      g_hash_table_insert (self->by_id, g_steal_pointer (&key), positions);
    }
  if (positions->len == 0 || g_array_index (positions, guint, positions->len - 1) != position)
    g_array_append_val (positions, position);
}

/* Whoever goes along a relationship comes to its ends. */
static void
add_ends (SquillOperationLists *self, SquillModel *model, const char *id, guint position)
{
  const SquillRelationship *r = squill_model_get_relationship (model, id);

  if (r == NULL)
    return;
  add (self, r->parent, strlen (r->parent), position);
  add (self, r->child, strlen (r->child), position);
}

/* A path may lead through relationships: each of its parts stands for itself. */
static void
add_path (SquillOperationLists *self, SquillModel *model, const char *path, guint position)
{
  for (const char *part = path; part != NULL;)
    {
      const char *end = strchr (part, '/');
      g_autofree char *id = end == NULL ? NULL : g_strndup (part, (gsize)(end - part));

      add (self, part, end == NULL ? strlen (part) : (gsize)(end - part), position);
      if (id != NULL)
        add_ends (self, model, id, position);
      part = end == NULL ? NULL : end + 1;
    }
}

static void
add_operation (SquillOperationLists *self,
               SquillModel *model,
               const SquillOperation *operation,
               guint position)
{
  const SquillKeys *lists[] = { operation->filter, operation->sort, operation->returns,
                                operation->writes, operation->computes };

  if (operation->entity != NULL)
    add_path (self, model, operation->entity, position);
  if (operation->moves != NULL)
    add_path (self, model, operation->moves, position);
  for (guint i = 0; operation->follows != NULL && operation->follows[i] != NULL; i++)
    {
      add_path (self, model, operation->follows[i], position);
      add_ends (self, model, operation->follows[i], position);
    }
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint j = 0; lists[i] != NULL && j < lists[i]->len; j++)
      add_path (self, model, ((const SquillKey *)lists[i]->pdata[j])->path, position);
}

static void
make (SquillOperationLists *self, SquillModel *model)
{
  guint n;
  gpointer const *operations =
      squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_OPERATION, &n);

  _squill_operation_lists_clear (self);
  self->generation = squill_model_get_generation (model);
  self->by_id =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_array_unref);
  for (guint i = 0; i < n; i++)
    add_operation (self, model, operations[i], i);
}

/**
 * _squill_operation_lists_get:
 * @self: lists
 * @model: the model that they are of
 * @r: one of its relationships
 *
 * Gives the operations that start at one of its ends or come to one, go through it, or move along
 * it. Others have nothing to do with it.
 *
 * Returns: (transfer full) (element-type SquillOperation): the operations, in their order
 */
GPtrArray *
_squill_operation_lists_get (SquillOperationLists *self,
                             SquillModel *model,
                             const SquillRelationship *r)
{
  const char *ids[] = { r->item.id, r->parent, r->child };
  const GArray *lists[G_N_ELEMENTS (ids)];
  guint at[G_N_ELEMENTS (ids)] = { 0 };
  GPtrArray *found = g_ptr_array_new ();
  guint n;
  gpointer const *operations =
      squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_OPERATION, &n);

  if (self->by_id == NULL || self->generation != squill_model_get_generation (model))
    make (self, model);
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    lists[i] = g_hash_table_lookup (self->by_id, ids[i]);
  for (;;)
    {
      guint next = G_MAXUINT;

      for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
        if (lists[i] != NULL && at[i] < lists[i]->len)
          next = MIN (next, g_array_index (lists[i], guint, at[i]));
      if (next == G_MAXUINT)
        return found;
      for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
        if (lists[i] != NULL && at[i] < lists[i]->len &&
            g_array_index (lists[i], guint, at[i]) == next)
          at[i]++;
      g_ptr_array_add (found, operations[next]);
    }
}
