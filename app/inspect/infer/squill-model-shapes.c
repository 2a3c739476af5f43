/* SPDX-License-Identifier: Apache-2.0 */

/* Arrays of objects of one shape at several places, such as comments and the replies to them, are
 * one entity: it is made of all these objects together, and embedded at each of the places. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/infer/squill-infer-private.h"

#include "inspect/structure/squill-structure.h"

struct _SquillSharedEntity
{
  SquillPathBudget budget;
  SquillPath *objects; /* all of them together */
  GPtrArray *places;   /* of SquillPath: where they are */
  guint depth;         /* how many of the places are inside each other */
  char *id;            /* of the entity, once there is one */
};

static void
shared_entity_unref (gpointer data)
{
  SquillSharedEntity *self = data;

  squill_path_free (&self->budget, self->objects);
  squill_example_collector_clear (&self->budget.collector);
  g_ptr_array_unref (self->places);
  g_free (self->id);
  g_free (self);
}

static char *
make_key (const SquillCollectionProfile *collection, const SquillPath *path)
{
  g_autofree char *text = squill_path_to_text (path);

  return g_strdup_printf ("%p %s", (gconstpointer)collection, text);
}

/* Whether the objects become an entity: elements of an array that is a field of a document or of
 * another such entity. */
static gboolean
becomes_entity (const SquillPath *path, const SquillPath *documents)
{
  while (path != documents)
    {
      if (path->kind != SQUILL_PATH_ELEMENTS || path->parent->kind != SQUILL_PATH_FIELD ||
          _squill_path_get_embedded (path->parent) == NULL)
        return FALSE;
      path = path->parent->parent;
    }
  return TRUE;
}

static guint
count_around (GPtrArray *places, const SquillPath *path)
{
  guint n = 0;

  for (const SquillPath *around = path; around != NULL; around = around->parent)
    n += g_ptr_array_find (places, around, NULL);
  return n;
}

static gboolean
are_named_alike (GPtrArray *places)
{
  const SquillPath *first = g_ptr_array_index (places, 0);

  for (guint i = 1; i < places->len; i++)
    if (!g_str_equal (((const SquillPath *)g_ptr_array_index (places, i))->parent->name,
                      first->parent->name))
      return FALSE;
  return TRUE;
}

/**
 * _squill_model_builder_find_shared:
 * @self: a builder
 * @collection: a collection
 * @documents: its documents
 *
 * Finds what will be one entity at several places. Fields alone are a weak sign: they must be
 * nested in each other, or have one name.
 */
void
_squill_model_builder_find_shared (SquillModelBuilder *self,
                                   const SquillCollectionProfile *collection,
                                   const SquillPath *documents)
{
  g_autoptr (GPtrArray) shapes = squill_shared_shapes_find (documents);

  for (guint i = 0; i < shapes->len; i++)
    {
      const SquillSharedShape *shape = g_ptr_array_index (shapes, i);
      g_autoptr (GPtrArray) places = g_ptr_array_new ();
      SquillSharedEntity *shared;
      guint depth = 0;

      for (guint k = 0; k < shape->paths->len; k++)
        {
          const SquillPath *path = g_ptr_array_index (shape->paths, k);

          if (path != documents && becomes_entity (path, documents))
            g_ptr_array_add (places, (gpointer)path);
        }
      for (guint k = 0; k < places->len; k++)
        depth = MAX (depth, count_around (places, g_ptr_array_index (places, k)));
      if (places->len < 2 || (depth < 2 && !are_named_alike (places)))
        continue;
      shared = g_new0 (SquillSharedEntity, 1);
      shared->budget.keep_values = TRUE;
      shared->depth = depth;
      shared->objects = squill_path_copy (&shared->budget, NULL, g_ptr_array_index (places, 0));
      for (guint k = 1; k < places->len; k++)
        squill_path_merge (&shared->budget, shared->objects,
                           squill_path_copy (&shared->budget, NULL, g_ptr_array_index (places, k)));
      squill_path_order_fields (shared->objects);
      /* Its paths are called as at the first place. */
      shared->objects->parent = ((SquillPath *)g_ptr_array_index (places, 0))->parent;
      shared->places = g_ptr_array_ref (places);
      g_ptr_array_add (self->shared, shared);
      for (guint k = 0; k < places->len; k++)
        g_hash_table_insert (self->shared_by_place,
                             make_key (collection, g_ptr_array_index (places, k)), shared);
    }
}

/**
 * _squill_model_builder_get_shared:
 * @self: a builder
 * @collection: a collection
 * @path: objects of it
 *
 * Returns: (transfer none) (nullable): what they are one entity with
 */
SquillSharedEntity *
_squill_model_builder_get_shared (SquillModelBuilder *self,
                                  const SquillCollectionProfile *collection,
                                  const SquillPath *path)
{
  g_autofree char *key = make_key (collection, path);

  return g_hash_table_lookup (self->shared_by_place, key);
}

/* All the objects together. */
const SquillPath *
_squill_shared_entity_get_objects (const SquillSharedEntity *self)
{
  return self->objects;
}

/* Whether @path is where they are called by. */
gboolean
_squill_shared_entity_is_first (const SquillSharedEntity *self, const SquillPath *path)
{
  return g_ptr_array_index (self->places, 0) == path;
}

/* Whether the path is no place, but of objects of several places that were put together. */
gboolean
_squill_model_builder_is_merged (SquillModelBuilder *self, const SquillPath *path)
{
  for (; path != NULL; path = path->parent)
    for (guint i = 0; i < self->shared->len; i++)
      if (((const SquillSharedEntity *)g_ptr_array_index (self->shared, i))->objects == path)
        return TRUE;
  return FALSE;
}

/* How deep they are nested in each other; 1: not at all. */
guint
_squill_shared_entity_get_depth (const SquillSharedEntity *self)
{
  return self->depth;
}

static void
copy_id (GHashTable *ids, const SquillPath *from, const SquillPath *to)
{
  const char *id = g_hash_table_lookup (ids, from);

  if (id != NULL && from != to)
    g_hash_table_insert (ids, (gpointer)to, g_strdup (id));
}

/* What the objects became together, those at one place became, too. */
static void
copy_ids (SquillModelBuilder *self, const SquillPath *from, const SquillPath *to)
{
  copy_id (self->fields, from, to);
  copy_id (self->relationships, from, to);
  copy_id (self->entities, from, to);
  if (from->elements != NULL && to->elements != NULL)
    copy_ids (self, from->elements, to->elements);
  if (from->values != NULL && to->values != NULL)
    copy_ids (self, from->values, to->values);
  for (const SquillPath *field = to->first; field != NULL; field = field->next)
    {
      const SquillPath *same =
          squill_path_find_field ((SquillPath *)from, field->name, field->name_length);

      if (same != NULL)
        copy_ids (self, same, field);
    }
}

/**
 * _squill_model_builder_spread_shared:
 * @self: a builder with all entities and embeddings
 *
 * Lets what is found at any of the places lead to the one entity.
 */
void
_squill_model_builder_spread_shared (SquillModelBuilder *self)
{
  for (guint i = 0; i < self->shared->len; i++)
    {
      const SquillSharedEntity *shared = g_ptr_array_index (self->shared, i);

      for (guint k = 0; k < shared->places->len; k++)
        copy_ids (self, shared->objects, g_ptr_array_index (shared->places, k));
    }
}

/* (transfer full): an empty list of entities that several collections share. */
GPtrArray *
_squill_shared_entities_new (void)
{
  return g_ptr_array_new_with_free_func (shared_entity_unref);
}
