/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-advice-private.h"

#include <string.h>

/* A collection as it was when findings were read last. */
typedef struct
{
  char *id;
  guint64 generation;
  guint round;
  GPtrArray *entities; /* ids of those in its documents */
  GPtrArray *ends;     /* ids of those that its relationships lead to */
} Record;

/* What an operation touched, and which way. */
typedef struct
{
  char **entities;
  char *route;
} Touched;

struct _SquillNeighborhood
{
  SquillDesign *design;
  SquillModel *model;
  GHashTable *records; /* SquillCollection -> Record */
  GHashTable *near;    /* entity -> GPtrArray of the ids of collections that have to do with it */
  GHashTable *ends;    /* relationship -> GStrv: its entities */
  GHashTable *touched; /* operation -> Touched */
  GHashTable *moved;   /* entities that are in documents with others than before */
  guint round;
  gboolean known; /* it was filled once */
};

/* Makes the tables, all empty. End with _squill_marks_clear(). */
void
_squill_marks_init (SquillMarks *self)
{
  self->entities = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->collections = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->gone = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->operations = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

void
_squill_marks_clear (SquillMarks *self)
{
  g_clear_pointer (&self->entities, g_hash_table_unref);
  g_clear_pointer (&self->collections, g_hash_table_unref);
  g_clear_pointer (&self->gone, g_hash_table_unref);
  g_clear_pointer (&self->operations, g_hash_table_unref);
}

/** What has changed about something; nothing where the table does not know it. */
SquillAspects
_squill_marks_get (GHashTable *table, const char *id)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (table, id));
}

/** Adds to what has changed about something. */
void
_squill_marks_add (GHashTable *table, const char *id, SquillAspects aspects)
{
  SquillAspects before = _squill_marks_get (table, id);

  if (before == 0 || (before & aspects) != aspects)
    g_hash_table_insert (table, g_strdup (id), GUINT_TO_POINTER (before | aspects));
}

static void
touched_free (gpointer data)
{
  Touched *touched = data;

  g_strfreev (touched->entities);
  g_free (touched->route);
  g_free (touched);
}

static void
record_free (gpointer data)
{
  Record *record = data;

  g_ptr_array_unref (record->entities);
  g_ptr_array_unref (record->ends);
  g_free (record->id);
  g_free (record);
}

/** Neighborhood that know nothing yet (transfer full). */
SquillNeighborhood *
_squill_neighborhood_new (SquillDesign *design)
{
  SquillNeighborhood *self = g_new0 (SquillNeighborhood, 1);

  self->design = design;
  self->model = squill_design_get_model (design);
  self->records = g_hash_table_new_full (NULL, NULL, NULL, record_free);
  self->near =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
  self->ends = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_strfreev);
  self->touched = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, touched_free);
  self->moved = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

/** Frees neighborhood. */
void
_squill_neighborhood_free (SquillNeighborhood *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->moved);
  g_hash_table_unref (self->touched);
  g_hash_table_unref (self->ends);
  g_hash_table_unref (self->near);
  g_hash_table_unref (self->records);
  g_free (self);
}

/**
 * _squill_neighborhood_have_ends_moved:
 * @self: neighborhood
 * @pending: ids of what has changed -> its #SquillAspects
 *
 * Returns: %TRUE if a relationship among them leads to other entities than before
 */
gboolean
_squill_neighborhood_have_ends_moved (SquillNeighborhood *self, GHashTable *pending)
{
  GHashTableIter iter;
  gpointer id;

  g_hash_table_iter_init (&iter, pending);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    {
      const SquillRelationship *r = squill_model_get_relationship (self->model, id);
      char **ends = g_hash_table_lookup (self->ends, id);

      if ((r == NULL) != (ends == NULL))
        return TRUE;
      if (r != NULL && (!g_str_equal (r->parent, ends[0]) || !g_str_equal (r->child, ends[1])))
        return TRUE;
    }
  return FALSE;
}

static void
mark_all (SquillMarks *marks, char **entities, SquillAspects aspects)
{
  for (guint i = 0; entities != NULL && entities[i] != NULL; i++)
    _squill_marks_add (marks->entities, entities[i], aspects);
}

static void
mark_list (SquillMarks *marks, const GPtrArray *entities, SquillAspects aspects)
{
  for (guint i = 0; i < entities->len; i++)
    _squill_marks_add (marks->entities, entities->pdata[i], aspects);
}

/* The ids of the entities that an operation touches (element-type utf8). Whoever takes a document
 * as a whole also takes what is embedded in it, at any depth. */
static GPtrArray *
collect_touched (SquillNeighborhood *self, const SquillUse *use)
{
  GPtrArray *ids = g_ptr_array_new ();
  const GPtrArray *near;

  for (guint i = 0; i < use->entities->len; i++)
    g_ptr_array_add (ids, ((const SquillItem *)use->entities->pdata[i])->id);
  if (use->root == NULL)
    return ids;
  near = _squill_neighborhood_get_collections (self, use->root->item.id);
  for (guint i = 0; i < near->len; i++)
    {
      const SquillCollection *collection =
          squill_design_find_collection (self->design, near->pdata[i]);

      if (collection == NULL || !g_ptr_array_find_with_equal_func (
                                    collection->entities, use->root->item.id, g_str_equal, NULL))
        continue;
      for (guint j = 0; j < collection->entities->len; j++)
        if (!g_ptr_array_find_with_equal_func (ids, collection->entities->pdata[j], g_str_equal,
                                               NULL))
          g_ptr_array_add (ids, collection->entities->pdata[j]);
    }
  return ids;
}

static void
mark_touched (SquillNeighborhood *self,
              const char *operation,
              SquillMarks *marks,
              SquillAspects aspects)
{
  const Touched *touched = g_hash_table_lookup (self->touched, operation);

  if (touched != NULL)
    mark_all (marks, touched->entities, aspects);
}

/* Entities that have to do with what has changed, before and now. */
static void
mark_pending (SquillNeighborhood *self,
              SquillOperationIndex *operations,
              GHashTable *pending,
              SquillMarks *marks)
{
  GHashTableIter iter;
  gpointer id, value;

  g_hash_table_iter_init (&iter, pending);
  while (g_hash_table_iter_next (&iter, &id, &value))
    {
      SquillAspects aspects = GPOINTER_TO_UINT (value);
      const SquillItem *item = squill_model_get_item (self->model, id);
      g_autoptr (GPtrArray) touched = NULL;
      const SquillUse *use;

      mark_all (marks, g_hash_table_lookup (self->ends, id), aspects);
      mark_touched (self, id, marks, aspects);
      if (item == NULL)
        continue;
      if (item->kind == SQUILL_KIND_ENTITY)
        _squill_marks_add (marks->entities, id, aspects);
      else if (item->kind == SQUILL_KIND_RELATIONSHIP)
        {
          const SquillRelationship *r = (const SquillRelationship *)item;

          _squill_marks_add (marks->entities, r->parent, aspects);
          _squill_marks_add (marks->entities, r->child, aspects);
        }
      use = squill_operation_index_find (operations, id);
      if (use == NULL)
        continue;
      _squill_marks_add (marks->operations, id, aspects);
      touched = collect_touched (self, use);
      mark_list (marks, touched, aspects);
    }
}

static void
add_near (SquillNeighborhood *self, const char *entity, char *collection)
{
  GPtrArray *near = g_hash_table_lookup (self->near, entity);

  if (near == NULL)
    {
      near = g_ptr_array_new ();
      g_hash_table_insert (self->near, g_strdup (entity), near);
    }
  g_ptr_array_add (near, collection);
}

static void
remove_near (SquillNeighborhood *self, const GPtrArray *entities, const Record *record)
{
  for (guint i = 0; i < entities->len; i++)
    {
      GPtrArray *near = g_hash_table_lookup (self->near, entities->pdata[i]);

      g_ptr_array_remove_fast (near, record->id);
      if (near->len == 0)
        g_hash_table_remove (self->near, entities->pdata[i]);
    }
}

static void
unregister_record (SquillNeighborhood *self, const Record *record)
{
  remove_near (self, record->entities, record);
  remove_near (self, record->ends, record);
}

static Record *
register_record (SquillNeighborhood *self, const SquillCollection *collection)
{
  Record *record = g_new0 (Record, 1);

  record->id = g_strdup (collection->id);
  record->generation = collection->generation;
  record->round = self->round;
  record->entities = g_ptr_array_new_with_free_func (g_free);
  record->ends = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < collection->entities->len; i++)
    {
      const char *id = collection->entities->pdata[i];

      g_ptr_array_add (record->entities, g_strdup (id));
      add_near (self, id, record->id);
    }
  for (guint i = 0; i < collection->relationships->len; i++)
    {
      const SquillRelationship *r =
          squill_model_get_relationship (self->model, collection->relationships->pdata[i]);
      const char *ends[] = { r == NULL ? NULL : r->parent, r == NULL ? NULL : r->child };

      for (guint j = 0; j < G_N_ELEMENTS (ends); j++)
        {
          if (ends[j] == NULL ||
              g_ptr_array_find_with_equal_func (record->entities, ends[j], g_str_equal, NULL) ||
              g_ptr_array_find_with_equal_func (record->ends, ends[j], g_str_equal, NULL))
            continue;
          g_ptr_array_add (record->ends, g_strdup (ends[j]));
          add_near (self, ends[j], record->id);
        }
    }
  return record;
}

static gboolean
is_same_list (const GPtrArray *a, const GPtrArray *b)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    if (!g_str_equal (a->pdata[i], b->pdata[i]))
      return FALSE;
  return TRUE;
}

static void
add_moved (SquillNeighborhood *self, const GPtrArray *entities)
{
  for (guint i = 0; i < entities->len; i++)
    g_hash_table_add (self->moved, g_strdup (entities->pdata[i]));
}

static void
mark_gone (SquillNeighborhood *self, const Record *record, SquillMarks *marks)
{
  mark_list (marks, record->entities, (SquillAspects)~0u);
  add_moved (self, record->entities);
  if (squill_design_find_collection (self->design, record->id) == NULL)
    g_hash_table_add (marks->gone, g_strdup (record->id));
  unregister_record (self, record);
}

/* Collections that were computed again, came or went, with the entities in them. */
static void
mark_collections (SquillNeighborhood *self, SquillAspects any, SquillMarks *marks)
{
  /* The names of entities are names in documents too. */
  const SquillAspects changed = any | SQUILL_ASPECT_SIZE | SQUILL_ASPECT_SHAPE;
  guint n = squill_design_get_n_collections (self->design);
  GHashTableIter iter;
  gpointer value;

  self->round++;
  for (guint i = 0; i < n; i++)
    {
      const SquillCollection *collection = squill_design_get_collection (self->design, i);
      Record *record = g_hash_table_lookup (self->records, collection);
      SquillAspects aspects;

      if (record != NULL && record->generation == collection->generation)
        {
          record->round = self->round;
          continue;
        }
      /* One may stand where another was. */
      if (record != NULL && !g_str_equal (record->id, collection->id))
        {
          mark_gone (self, record, marks);
          record = NULL;
        }
      aspects = record == NULL ? (SquillAspects)~0u : changed;
      _squill_marks_add (marks->collections, collection->id, aspects);
      if (record == NULL || !is_same_list (record->entities, collection->entities))
        add_moved (self, collection->entities);
      if (record != NULL)
        {
          if (!is_same_list (record->entities, collection->entities))
            add_moved (self, record->entities);
          mark_list (marks, record->entities, aspects);
          unregister_record (self, record);
        }
      record = register_record (self, collection);
      mark_list (marks, record->entities, aspects);
      g_hash_table_insert (self->records, (gpointer)collection, record);
    }
  if (g_hash_table_size (self->records) == n)
    return;
  g_hash_table_iter_init (&iter, self->records);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const Record *record = value;

      if (record->round == self->round)
        continue;
      mark_gone (self, record, marks);
      g_hash_table_iter_remove (&iter);
    }
}

/* The relationships that an operation goes along, with the ends at which it comes to them. */
static char *
make_route (const SquillUse *use)
{
  GString *route = g_string_new (NULL);

  for (guint i = 0; i < use->relationships->len; i++)
    g_string_append_printf (route, "%s %c", ((const SquillItem *)use->relationships->pdata[i])->id,
                            use->from_parent[i] ? '>' : '<');
  return g_string_free (route, FALSE);
}

/* An operation that itself is as it was may go another way: a relationship on it leads elsewhere,
 * or is there again. That concerns all that it comes to, however far from that relationship. */
static void
mark_rerouted (SquillNeighborhood *self, SquillOperationIndex *operations, SquillMarks *marks)
{
  const GPtrArray *uses = squill_operation_index_get_uses (operations);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];
      const char *id = use->operation->item.id;
      const Touched *touched = g_hash_table_lookup (self->touched, id);
      g_autofree char *route = make_route (use);
      g_autoptr (GPtrArray) now = NULL;

      if (touched == NULL || g_str_equal (touched->route, route))
        continue;
      now = collect_touched (self, use);
      mark_all (marks, touched->entities, SQUILL_ASPECT_WORKLOAD);
      mark_list (marks, now, SQUILL_ASPECT_WORKLOAD);
      _squill_marks_add (marks->operations, id, SQUILL_ASPECT_WORKLOAD);
    }
}

/* Operations that touched something marked, though they may no longer do so. */
static void
mark_operations (SquillNeighborhood *self, SquillMarks *marks)
{
  GHashTableIter iter;
  gpointer id, value;

  g_hash_table_iter_init (&iter, self->touched);
  while (g_hash_table_iter_next (&iter, &id, &value))
    for (char **entity = ((const Touched *)value)->entities; *entity != NULL; entity++)
      {
        SquillAspects aspects = _squill_marks_get (marks->entities, *entity);

        if (aspects != 0)
          _squill_marks_add (marks->operations, id, aspects);
      }
}

static void
remember_ends (SquillNeighborhood *self, const SquillRelationship *r)
{
  char **ends = g_new0 (char *, 3);

  ends[0] = g_strdup (r->parent);
  ends[1] = g_strdup (r->child);
  g_hash_table_insert (self->ends, g_strdup (r->item.id), ends);
}

static void
remember_use (SquillNeighborhood *self, const SquillUse *use)
{
  g_autoptr (GPtrArray) touched = collect_touched (self, use);
  Touched *now = g_new0 (Touched, 1);

  now->entities = g_new0 (char *, touched->len + 1);
  for (guint i = 0; i < touched->len; i++)
    now->entities[i] = g_strdup (touched->pdata[i]);
  now->route = make_route (use);
  g_hash_table_insert (self->touched, g_strdup (use->operation->item.id), now);
}

/* An operation that itself is as it was takes other documents with what it starts from. */
static void
remember_moved (SquillNeighborhood *self, SquillOperationIndex *operations)
{
  GHashTableIter iter;
  gpointer id;

  g_hash_table_iter_init (&iter, self->moved);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    {
      const GPtrArray *from = squill_operation_index_get_uses_from (operations, id);

      for (guint i = 0; i < from->len; i++)
        remember_use (self, from->pdata[i]);
    }
}

/* For the next time, when some of it may be gone. */
static void
remember (SquillNeighborhood *self,
          SquillOperationIndex *operations,
          gboolean operations_are_new,
          GHashTable *pending)
{
  const GPtrArray *uses = squill_operation_index_get_uses (operations);
  GHashTableIter iter;
  gpointer id;

  if (!self->known)
    SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (self->model),
                           SQUILL_KIND_RELATIONSHIP)
      remember_ends (self, r);
  self->known = TRUE;
  if (operations_are_new)
    {
      g_hash_table_remove_all (self->touched);
      for (guint i = 0; i < uses->len; i++)
        remember_use (self, uses->pdata[i]);
    }
  else
    remember_moved (self, operations);
  g_hash_table_remove_all (self->moved);
  g_hash_table_iter_init (&iter, pending);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    {
      const SquillRelationship *r = squill_model_get_relationship (self->model, id);
      const SquillUse *use = squill_operation_index_find (operations, id);

      if (r != NULL)
        remember_ends (self, r);
      else
        g_hash_table_remove (self->ends, id);
      if (use != NULL)
        remember_use (self, use);
      else
        g_hash_table_remove (self->touched, id);
    }
}

/**
 * _squill_neighborhood_mark:
 * @self: neighborhood
 * @operations: the operations as they are now
 * @operations_are_new: all of them were indexed again
 * @pending: ids of what has changed, at the top level -> its #SquillAspects
 * @any: all aspects of that together
 * @marks: what gets marked
 *
 * Marks what changes concern, and takes note of how things are now.
 */
void
_squill_neighborhood_mark (SquillNeighborhood *self,
                           SquillOperationIndex *operations,
                           gboolean operations_are_new,
                           GHashTable *pending,
                           SquillAspects any,
                           SquillMarks *marks)
{
  mark_pending (self, operations, pending, marks);
  mark_collections (self, any, marks);
  if (operations_are_new)
    {
      mark_rerouted (self, operations, marks);
      mark_operations (self, marks);
    }
  remember (self, operations, operations_are_new, pending);
}

/** The ids of the collections that have the entity in their documents, or refer to it (element-type
 * utf8). */
const GPtrArray *
_squill_neighborhood_get_collections (SquillNeighborhood *self, const char *entity)
{
  static GPtrArray none = { NULL, 0 };
  const GPtrArray *near = g_hash_table_lookup (self->near, entity);

  return near == NULL ? &none : near;
}
