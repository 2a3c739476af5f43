/* SPDX-License-Identifier: Apache-2.0 */

/* Which subjects a change concerns: those that are next to a marked entity, as SquillScope says, or
 * all of them. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-check-queue.h"

typedef struct
{
  const SquillConcern *concern;
  SquillCheckQueue *queue;
  GHashTable *planned; /* collection -> #SquillAspects that change what operations do there */
  gboolean is_all;     /* who is marked does not matter: nobody is, or all rules are asked anyway */
} Search;

static void
add (Search *self, SquillScope scope, const char *id, SquillAspects aspects)
{
  const SquillConcern *concern = self->concern;
  const SquillCheckTask task = {
    .scope = scope,
    .id = (char *)id,
    .aspects = aspects | concern->everywhere,
    .everywhere = concern->everywhere,
    .plans =
        scope == SQUILL_SCOPE_COLLECTION ? _squill_marks_get (self->planned, id) : (SquillAspects)0,
    .reasons = concern->reasons,
  };

  _squill_check_queue_add (self->queue, &task);
}

static SquillAspects
get_marked (const Search *self, const char *entity)
{
  return _squill_marks_get (self->concern->marks->entities, entity);
}

/* An entity's rules also read who is at the other ends of its relationships. */
static SquillAspects
get_marked_around (const Search *self, const SquillEntity *entity)
{
  SquillAspects aspects = get_marked (self, entity->item.id);
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (entity, &n);

  for (guint i = 0; i < n && !self->is_all; i++)
    aspects |= get_marked (self, all[i]->parent) | get_marked (self, all[i]->child);
  return aspects;
}

/* Whoever works on the documents in which the parent is embedded works on its children. */
static SquillAspects
get_workload_around (const Search *self, const char *entity)
{
  const SquillConcern *concern = self->concern;
  const GPtrArray *ids = _squill_neighborhood_get_collections (concern->neighborhood, entity);
  SquillAspects aspects = 0;

  for (guint i = 0; i < ids->len && !self->is_all; i++)
    {
      const SquillCollection *collection =
          squill_design_find_collection (concern->design, ids->pdata[i]);

      for (guint j = 0; collection != NULL && j < collection->entities->len; j++)
        aspects |= get_marked (self, collection->entities->pdata[j]);
    }
  return aspects & SQUILL_ASPECT_WORKLOAD;
}

/* Where its children are is decided together with those of the parent's other relationships. */
static SquillAspects
get_marked_siblings (const Search *self, const SquillRelationship *r)
{
  const SquillEntity *parent = squill_model_get_entity (self->concern->model, r->parent);
  SquillAspects aspects = 0;
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (parent, &n);

  for (guint i = 0; i < n && !self->is_all; i++)
    if (g_str_equal (all[i]->parent, r->parent))
      aspects |= get_marked (self, all[i]->child);
  return aspects;
}

static void
add_relationship (Search *self, const SquillRelationship *r)
{
  SquillAspects aspects = get_marked (self, r->parent) | get_marked (self, r->child) |
                          get_marked_siblings (self, r) | get_workload_around (self, r->parent);

  add (self, SQUILL_SCOPE_RELATIONSHIP, r->item.id, aspects);
  add (self, SQUILL_SCOPE_FIELD, r->item.id, aspects);
}

/* What an operation does in one collection may follow from what it goes through elsewhere. */
static void
mark_plans (Search *self, const SquillUse *use, SquillAspects aspects)
{
  if (aspects == 0)
    return;
  for (guint i = 0; i < use->entities->len; i++)
    {
      const GPtrArray *ids = _squill_neighborhood_get_collections (
          self->concern->neighborhood, ((const SquillItem *)use->entities->pdata[i])->id);

      for (guint j = 0; j < ids->len; j++)
        _squill_marks_add (self->planned, ids->pdata[j], aspects);
    }
}

static void
add_operation (Search *self, const SquillUse *use)
{
  const char *id = use->operation->item.id;
  SquillAspects aspects = _squill_marks_get (self->concern->marks->operations, id);

  for (guint i = 0; i < use->entities->len; i++)
    aspects |= get_marked (self, ((const SquillItem *)use->entities->pdata[i])->id);
  mark_plans (self, use, aspects);
  /* Its rules also read the relationships of what it starts from, as those of an entity do. */
  if (use->root != NULL)
    aspects |= get_marked_around (self, use->root);
  add (self, SQUILL_SCOPE_OPERATION, id, aspects);
}

static void
add_collection (Search *self, const SquillCollection *collection)
{
  const SquillConcern *concern = self->concern;
  SquillAspects aspects = _squill_marks_get (concern->marks->collections, collection->id);

  for (guint i = 0; i < collection->entities->len; i++)
    aspects |= get_marked (self, collection->entities->pdata[i]);
  for (guint i = 0; i < collection->relationships->len && !self->is_all; i++)
    {
      const SquillRelationship *r =
          squill_model_get_relationship (concern->model, collection->relationships->pdata[i]);

      if (r != NULL)
        aspects |= get_marked (self, r->parent) | get_marked (self, r->child);
    }
  add (self, SQUILL_SCOPE_COLLECTION, collection->id, aspects);
}

static void
add_everything (Search *self)
{
  const SquillConcern *concern = self->concern;
  const SquillModelInfo *info = squill_model_get_info (concern->model);
  const GPtrArray *uses = squill_operation_index_get_uses (concern->operations);
  guint n = squill_design_get_n_collections (concern->design);

  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, info, SQUILL_KIND_ENTITY)
    {
      add (self, SQUILL_SCOPE_ENTITY, entity->item.id, get_marked_around (self, entity));
      add (self, SQUILL_SCOPE_FIELD, entity->item.id, get_marked (self, entity->item.id));
    }
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, info, SQUILL_KIND_RELATIONSHIP)
    add_relationship (self, r);
  for (guint i = 0; i < uses->len; i++)
    add_operation (self, uses->pdata[i]);
  for (guint i = 0; i < n; i++)
    add_collection (self, squill_design_get_collection (concern->design, i));
}

/* What is next to marked entities, each once. */
typedef struct
{
  GHashTable *entities;
  GHashTable *relationships;
  GHashTable *uses;
  GHashTable *collections;
} Near;

static void
find_relationships_in (const SquillConcern *concern, const GPtrArray *collections, Near *near)
{
  for (guint i = 0; i < collections->len; i++)
    {
      const SquillCollection *collection =
          squill_design_find_collection (concern->design, collections->pdata[i]);

      for (guint j = 0; collection != NULL && j < collection->relationships->len; j++)
        {
          const SquillRelationship *r =
              squill_model_get_relationship (concern->model, collection->relationships->pdata[j]);

          if (r != NULL)
            g_hash_table_add (near->relationships, (gpointer)r);
        }
    }
}

static void
find_siblings (const SquillConcern *concern, const SquillRelationship *r, Near *near)
{
  guint n;
  const SquillRelationship *const *all =
      squill_entity_get_relationships (squill_model_get_entity (concern->model, r->parent), &n);

  for (guint i = 0; i < n; i++)
    if (g_str_equal (all[i]->parent, r->parent))
      g_hash_table_add (near->relationships, (gpointer)all[i]);
}

static void
find_near (Search *self, const SquillEntity *entity, Near *near)
{
  const SquillConcern *concern = self->concern;
  const char *id = entity->item.id;
  const GPtrArray *of = squill_operation_index_get_uses_of (concern->operations, id);
  const GPtrArray *collections = _squill_neighborhood_get_collections (concern->neighborhood, id);
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (entity, &n);

  g_hash_table_add (near->entities, (gpointer)entity);
  for (guint i = 0; i < n; i++)
    {
      g_hash_table_add (near->relationships, (gpointer)all[i]);
      if (g_str_equal (all[i]->child, id))
        find_siblings (concern, all[i], near);
      g_hash_table_add (near->entities,
                        (gpointer)squill_model_get_entity (concern->model, all[i]->parent));
      g_hash_table_add (near->entities,
                        (gpointer)squill_model_get_entity (concern->model, all[i]->child));
    }
  for (guint i = 0; i < of->len; i++)
    g_hash_table_add (near->uses, of->pdata[i]);
  for (guint i = 0; i < collections->len; i++)
    g_hash_table_add (near->collections, collections->pdata[i]);
  if (get_marked (self, id) & SQUILL_ASPECT_WORKLOAD)
    find_relationships_in (concern, collections, near);
}

static void
add_near (Search *self, const Near *near)
{
  const SquillConcern *concern = self->concern;
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, near->entities);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const SquillEntity *entity = key;
      const GPtrArray *from =
          squill_operation_index_get_uses_from (concern->operations, entity->item.id);

      add (self, SQUILL_SCOPE_ENTITY, entity->item.id, get_marked_around (self, entity));
      for (guint i = 0; i < from->len; i++)
        g_hash_table_add (near->uses, from->pdata[i]);
    }
  g_hash_table_iter_init (&iter, near->relationships);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    add_relationship (self, key);
  g_hash_table_iter_init (&iter, near->uses);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    add_operation (self, key);
  g_hash_table_iter_init (&iter, self->planned);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_hash_table_add (near->collections, key);
  g_hash_table_iter_init (&iter, near->collections);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const SquillCollection *collection = squill_design_find_collection (concern->design, key);

      if (collection != NULL)
        add_collection (self, collection);
    }
}

static void
add_marked (Search *self)
{
  const SquillConcern *concern = self->concern;
  g_autoptr (GHashTable) entities = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) relationships = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) uses = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) collections = g_hash_table_new (g_str_hash, g_str_equal);
  Near near = { entities, relationships, uses, collections };
  GHashTableIter iter;
  gpointer id, value;

  g_hash_table_iter_init (&iter, concern->marks->entities);
  while (g_hash_table_iter_next (&iter, &id, &value))
    {
      const SquillEntity *entity = squill_model_get_entity (concern->model, id);

      if (entity == NULL)
        continue;
      find_near (self, entity, &near);
      add (self, SQUILL_SCOPE_FIELD, id, GPOINTER_TO_UINT (value));
    }
  g_hash_table_iter_init (&iter, concern->marks->operations);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    {
      const SquillUse *use = squill_operation_index_find (concern->operations, id);

      if (use != NULL)
        g_hash_table_add (uses, (gpointer)use);
    }
  g_hash_table_iter_init (&iter, concern->marks->collections);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    g_hash_table_add (collections, id);
  add_near (self, &near);
}

/**
 * _squill_check_queue_add_concerned:
 * @self: a queue
 * @concern: a change
 *
 * Adds all that a change concerns. Rules that read none of what has changed about a subject are
 * left out only when it is looked at.
 */
void
_squill_check_queue_add_concerned (SquillCheckQueue *self, const SquillConcern *concern)
{
  g_autoptr (GHashTable) planned = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Search search = { .concern = concern, .queue = self, .planned = planned };

  search.is_all = g_hash_table_size (concern->marks->entities) == 0 ||
                  (concern->reasons & SQUILL_CHECK_REASON_NEW) != 0;
  if (concern->everywhere != 0 || concern->reasons != 0)
    add_everything (&search);
  else
    add_marked (&search);
  add (&search, SQUILL_SCOPE_MODEL, SQUILL_MODEL_ID, concern->any);
}
