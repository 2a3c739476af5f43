/* SPDX-License-Identifier: Apache-2.0 */

/* Which entities have a collection, and what collections are called. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-design-private.h"

#include "model/squill-placement.h"

#include <string.h>

/* One entity embedded in another. */
typedef struct
{
  const SquillEntity *parent; /* NULL: in buckets */
  const SquillEntity *child;
} Embedding;

static int
compare_parents (gconstpointer a, gconstpointer b)
{
  const Embedding *one = a;
  const Embedding *other = b;

  return (one->parent > other->parent) - (one->parent < other->parent);
}

/* All embeddings, by parent. An entity in itself is not embedded by that. */
static GArray *
get_embeddings (SquillModel *model)
{
  GArray *embeddings = g_array_new (FALSE, FALSE, sizeof (Embedding));

  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (model),
                         SQUILL_KIND_RELATIONSHIP)
    {
      Embedding embedding = { NULL, NULL };

      if (!squill_placement_holds_children (r->placement) || g_str_equal (r->parent, r->child))
        continue;
      if (squill_placement_is_embedding (r->placement))
        embedding.parent = squill_model_get_entity (model, r->parent);
      embedding.child = squill_model_get_entity (model, r->child);
      g_array_append_val (embeddings, embedding);
    }
  g_array_sort (embeddings, compare_parents);
  return embeddings;
}

/* Adds an entity, and all that is embedded in it at any depth, to those that are somewhere. */
static void
reach (const SquillEntity *from, const GArray *embeddings, GHashTable *reached)
{
  g_autoptr (GPtrArray) queue = g_ptr_array_new ();

  if (!g_hash_table_add (reached, (gpointer)from))
    return;
  g_ptr_array_add (queue, (gpointer)from);
  while (queue->len > 0)
    {
      const Embedding sought = { g_ptr_array_steal_index_fast (queue, queue->len - 1), NULL };
      guint low = 0, high = embeddings->len;

      while (low < high)
        {
          guint middle = low + (high - low) / 2;

          if (compare_parents (&g_array_index (embeddings, Embedding, middle), &sought) < 0)
            low = middle + 1;
          else
            high = middle;
        }
      for (; low < embeddings->len; low++)
        {
          const Embedding *embedding = &g_array_index (embeddings, Embedding, low);

          if (embedding->parent != sought.parent)
            break;
          if (g_hash_table_add (reached, (gpointer)embedding->child))
            g_ptr_array_add (queue, (gpointer)embedding->child);
        }
    }
}

static int
compare_entities (gconstpointer a, gconstpointer b)
{
  const SquillEntity *one = *(const SquillEntity *const *)a;
  const SquillEntity *other = *(const SquillEntity *const *)b;

  return strcmp (one->item.id, other->item.id);
}

/* The entities with a collection: those that want one, and those that no other takes in. Entities
 * that are embedded only in each other would be nowhere: the first of them by id, which never
 * changes, gets a collection too. */
GHashTable *
_squill_model_find_roots (SquillModel *model)
{
  GHashTable *roots = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) taken_in = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) reached = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) embeddings = get_embeddings (model);
  g_autoptr (GPtrArray) lost = g_ptr_array_new ();

  for (guint i = 0; i < embeddings->len; i++)
    g_hash_table_add (taken_in, (gpointer)g_array_index (embeddings, Embedding, i).child);
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (model), SQUILL_KIND_ENTITY)
    {
      gboolean is_taken_in = g_hash_table_contains (taken_in, entity);

      if (entity->standalone == SQUILL_STANDALONE_YES ||
          (entity->standalone == SQUILL_STANDALONE_AUTO && !is_taken_in))
        {
          g_hash_table_add (roots, (gpointer)entity);
          reach (entity, embeddings, reached);
        }
      else if (entity->standalone == SQUILL_STANDALONE_AUTO)
        g_ptr_array_add (lost, (gpointer)entity);
    }
  for (guint i = 0; i < embeddings->len; i++)
    {
      const Embedding *embedding = &g_array_index (embeddings, Embedding, i);

      if (embedding->parent == NULL)
        reach (embedding->child, embeddings, reached);
    }
  g_ptr_array_sort (lost, compare_entities);
  for (guint i = 0; i < lost->len; i++)
    {
      if (g_hash_table_contains (reached, lost->pdata[i]))
        continue;
      g_hash_table_add (roots, lost->pdata[i]);
      reach (lost->pdata[i], embeddings, reached);
    }
  return roots;
}

/* Names. */

/* What a relationship has a collection for. It is often called like one of its ends, which has a
 * collection of that name already. */
static char *
get_link_name (SquillDesign *design, const SquillRelationship *r)
{
  const SquillEntity *parent =
      squill_model_get_entity (squill_design_get_model (design), r->parent);
  const SquillEntity *child = squill_model_get_entity (squill_design_get_model (design), r->child);

  if (r->name != NULL && g_strcmp0 (r->name, parent->name) != 0 &&
      g_strcmp0 (r->name, child->name) != 0)
    return g_strdup (r->name);
  return g_strdup_printf ("%s_%s", parent->name == NULL ? "" : parent->name,
                          child->name == NULL ? "" : child->name);
}

/* Children that live in buckets have no collection but that of the buckets, which gets their name
 * then. */
static char *
get_bucket_name (SquillDesign *design, const SquillRelationship *r)
{
  const SquillEntity *child = squill_model_get_entity (squill_design_get_model (design), r->child);

  if (!squill_design_is_collection (design, r->child))
    return g_strdup (child->name == NULL ? "" : child->name);
  return get_link_name (design, r);
}

/* (transfer full): what the collection is called by what it holds: an entity, buckets, or links.
 * Two collections can have one name; the empty text stands for an entity without one. */
char *
_squill_collection_make_name (const SquillCollection *collection, SquillDesign *design)
{
  const SquillRelationship *r;

  if (collection->kind == SQUILL_COLLECTION_ENTITY)
    {
      const SquillEntity *entity =
          squill_model_get_entity (squill_design_get_model (design), collection->id);

      return g_strdup (entity->name == NULL ? "" : entity->name);
    }
  r = squill_model_get_relationship (squill_design_get_model (design), collection->id);
  return collection->kind == SQUILL_COLLECTION_BUCKET ? get_bucket_name (design, r)
                                                      : get_link_name (design, r);
}
