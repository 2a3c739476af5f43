/* SPDX-License-Identifier: Apache-2.0 */

/* What an operation touches: the entities and relationships that it names, and at which end it
 * comes to each of these. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-cost.h"
#include "design/squill-use.h"

#include <string.h>

#include "model/squill-placement.h"

static void
add_once (GPtrArray *array, gconstpointer item)
{
  if (item != NULL && !g_ptr_array_find (array, item, NULL))
    g_ptr_array_add (array, (gpointer)item);
}

/* The relationships a path leads through, and the one it names at its end. */
static void
collect_path (SquillModel *model, SquillUse *use, const char *path)
{
  g_auto (GStrv) ids = NULL;

  if (*path == '=')
    return;
  if (strchr (path, '/') == NULL)
    {
      add_once (use->relationships, squill_model_get_relationship (model, path));
      return;
    }
  ids = g_strsplit (path, "/", -1);
  for (guint i = 0; ids[i] != NULL; i++)
    add_once (use->relationships, squill_model_get_relationship (model, ids[i]));
}

/* How many relationships away from the root an entity is, as far as it was reached. */
static guint
get_distance (GHashTable *distances, const char *entity)
{
  gpointer distance = g_hash_table_lookup (distances, entity);

  return distance == NULL ? G_MAXUINT : GPOINTER_TO_UINT (distance) - 1;
}

static gboolean
begins_with (const SquillKeys *keys, const SquillRelationship *r)
{
  const gsize length = strlen (r->item.id);

  for (guint i = 0; i < (keys == NULL ? 0 : keys->len); i++)
    {
      const char *path = ((const SquillKey *)keys->pdata[i])->path;

      if (strncmp (path, r->item.id, length) == 0 && (path[length] == '\0' || path[length] == '/'))
        return TRUE;
    }
  return FALSE;
}

/* Whether it finds the children of a parent of the same entity: by the reference, or by what that
 * parent has. Nor is there one value of many children to sort by, but of a parent. */
static gboolean
asks_by_parent (const SquillUse *use, const SquillRelationship *r)
{
  return g_str_equal (r->parent, r->child) &&
         (begins_with (use->operation->filter, r) || begins_with (use->operation->sort, r));
}

/* Whether it comes to the children of a relationship of an entity with itself, as any does from its
 * parent. Who asks by the reference has the children, and comes to their parent. Who goes all the
 * way wants the way up from what it finds, unless it is from the children of one document on, or
 * from elsewhere without a condition: then it is all below that is asked for. That does not depend
 * on the end that has the reference, so that placements are compared for the same question. */
static gboolean
leads_to_children (const SquillUse *use, const SquillRelationship *r)
{
  const SquillKeys *filter = use->operation->filter;

  if (!squill_use_goes_all_the_way (use, r))
    return !asks_by_parent (use, r);
  return use->root != NULL && g_str_equal (use->root->item.id, r->parent)
             ? asks_by_parent (use, r) && squill_placement_has_reference (r->placement, FALSE)
             : filter == NULL || filter->len == 0;
}

/* Goes from the root along the relationships of an operation, in whatever order they are given, and
 * notes at which end it comes to each. */
static void
find_directions (SquillUse *use)
{
  g_autoptr (GHashTable) distances = g_hash_table_new (g_str_hash, g_str_equal);
  guint n = use->relationships->len;
  gboolean is_done = use->root == NULL;

  use->from_parent = g_new (gboolean, n + 1);
  for (guint i = 0; i < n; i++)
    {
      const SquillRelationship *r = use->relationships->pdata[i];

      use->from_parent[i] = use->root == NULL || !g_str_equal (use->root->item.id, r->child) ||
                            (g_str_equal (r->parent, r->child) && leads_to_children (use, r));
    }
  if (use->root != NULL)
    g_hash_table_insert (distances, use->root->item.id, GUINT_TO_POINTER (1));
  for (guint distance = 0; !is_done; distance++)
    {
      is_done = TRUE;
      for (guint i = 0; i < n; i++)
        {
          const SquillRelationship *r = use->relationships->pdata[i];
          guint of_parent = get_distance (distances, r->parent);
          guint of_child = get_distance (distances, r->child);

          if (MIN (of_parent, of_child) != distance)
            continue;
          use->from_parent[i] =
              of_parent < of_child || (of_parent == of_child && leads_to_children (use, r));
          if (of_parent == of_child)
            continue;
          if (MAX (of_parent, of_child) == G_MAXUINT)
            {
              g_hash_table_insert (distances, of_parent < of_child ? r->child : r->parent,
                                   GUINT_TO_POINTER (distance + 2));
              is_done = FALSE;
            }
        }
    }
}

/**
 * squill_use_new:
 * @model: a model
 * @operation: an operation of it
 *
 * Finds what an operation touches.
 *
 * Returns: (transfer full): that, valid until the model changes
 */
SquillUse *
squill_use_new (SquillModel *model, const SquillOperation *operation)
{
  SquillUse *use = g_new0 (SquillUse, 1);
  const SquillKeys *lists[] = { operation->filter, operation->sort, operation->returns,
                                operation->writes, operation->computes };

  use->operation = operation;
  use->root = squill_model_get_entity (model, operation->entity);
  use->rate = squill_operation_get_rate (operation);
  use->reads = squill_operation_is_read (operation);
  use->relationships = g_ptr_array_new ();
  use->entities = g_ptr_array_new ();
  for (guint i = 0; operation->follows != NULL && operation->follows[i] != NULL; i++)
    add_once (use->relationships, squill_model_get_relationship (model, operation->follows[i]));
  if (operation->moves != NULL)
    add_once (use->relationships, squill_model_get_relationship (model, operation->moves));
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint j = 0; lists[i] != NULL && j < lists[i]->len; j++)
      collect_path (model, use, ((const SquillKey *)lists[i]->pdata[j])->path);

  add_once (use->entities, use->root);
  for (guint i = 0; i < use->relationships->len; i++)
    {
      const SquillRelationship *r = use->relationships->pdata[i];

      add_once (use->entities, squill_model_get_entity (model, r->parent));
      add_once (use->entities, squill_model_get_entity (model, r->child));
    }
  find_directions (use);
  return use;
}

/**
 * squill_use_free:
 * @self: (transfer full) (nullable): what an operation touches
 *
 * Frees it.
 */
void
squill_use_free (SquillUse *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->relationships);
  g_ptr_array_unref (self->entities);
  g_free (self->from_parent);
  g_free (self);
}

/**
 * squill_use_follows:
 * @use: an operation
 * @relationship: the id of a relationship
 *
 * Returns: %TRUE if it says that it reads or writes along the relationship
 */
gboolean
squill_use_follows (const SquillUse *use, const char *relationship)
{
  return squill_operation_follows (use->operation, relationship);
}

/**
 * squill_use_goes_through:
 * @use: an operation
 * @relationship: the id of a relationship
 *
 * Returns: %TRUE if it reads or writes something on the other side of the relationship: it follows
 *   it, or one of its keys leads through it
 */
gboolean
squill_use_goes_through (const SquillUse *use, const char *relationship)
{
  return squill_operation_goes_through (use->operation, relationship);
}

/**
 * squill_operation_names_children:
 * @operation: an operation
 * @r: a relationship
 *
 * Tells whether an operation says that it wants what is at the other end of a relationship: it goes
 * along it, or looks for the children of a parent. Where one does, others that ask for whole
 * documents are not taken to want what happens to be embedded in these.
 *
 * Returns: %TRUE if it says so
 */
gboolean
squill_operation_names_children (const SquillOperation *operation, const SquillRelationship *r)
{
  gboolean names = squill_operation_goes_through (operation, r->item.id);

  if (!names && g_strcmp0 (operation->entity, r->child) == 0 &&
      squill_operation_is_read (operation))
    for (guint i = 0; operation->filter != NULL && i < operation->filter->len; i++)
      names |= g_str_equal (((const SquillKey *)operation->filter->pdata[i])->path, r->item.id);
  return names && !squill_operation_updates_copies (operation, r);
}

/**
 * squill_use_comes_from_parent:
 * @use: an operation
 * @relationship: one of its relationships
 *
 * Tells at which end an operation comes to a relationship: along a chain from orders to their
 * customers and from these to their regions it comes to both from the child.
 *
 * Returns: %TRUE if it comes from the parent, and goes to the children
 */
gboolean
squill_use_comes_from_parent (const SquillUse *use, const SquillRelationship *relationship)
{
  guint at;

  return !g_ptr_array_find (use->relationships, relationship, &at) || use->from_parent[at];
}
