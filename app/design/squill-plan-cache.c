/* SPDX-License-Identifier: Apache-2.0 */

/* The plans of operations, each kept until something changes that it was made of: items of the
 * model, by when they changed last, and collections, by their generation. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-plan-private.h"

/* Stands for all operations. */
#define OPERATIONS "operations"

typedef struct
{
  SquillPlan *plan;
  double misses;
  guint64 made;        /* when, by the count of changes */
  guint64 checked;     /* when it was known to hold */
  GHashTable *reading; /* id of an item -> 0, or of a collection -> its generation */
} Entry;

struct _SquillPlanCache
{
  GHashTable *entries; /* operation -> Entry */
  GHashTable *changed; /* id -> when it changed last */
  guint64 now;
  double misses; /* how likely a page is not in the cache; NaN: to be computed */
  SquillOperationLists *lists;
  SquillIndexSizeCache *sizes;
};

static void
entry_free (gpointer data)
{
  Entry *self = data;

  _squill_plan_free (self->plan);
  g_hash_table_unref (self->reading);
  g_free (self);
}

/* Makes an empty cache. Free it with _squill_plan_cache_free(). */
SquillPlanCache *
_squill_plan_cache_new (void)
{
  SquillPlanCache *self = g_new0 (SquillPlanCache, 1);

  self->entries = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, entry_free);
  self->changed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->misses = NAN;
  self->lists = _squill_operation_lists_new ();
  self->sizes = _squill_index_size_cache_new ();
  return self;
}

void
_squill_plan_cache_free (SquillPlanCache *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->entries);
  g_hash_table_unref (self->changed);
  _squill_operation_lists_free (self->lists);
  _squill_index_size_cache_free (self->sizes);
  g_free (self);
}

/** Forgets all plans. */
void
_squill_plan_cache_clear (SquillPlanCache *self)
{
  _squill_index_size_cache_clear (self->sizes);
  g_hash_table_remove_all (self->entries);
  self->misses = NAN;
}

static guint64 *
get_changed (SquillPlanCache *self, const char *id)
{
  guint64 *when = g_hash_table_lookup (self->changed, id);

  if (when == NULL)
    {
      when = g_new0 (guint64, 1);
      g_hash_table_insert (self->changed, g_strdup (id), when);
    }
  return when;
}

static void
set_changed (SquillPlanCache *self, const char *id)
{
  *get_changed (self, id) = self->now;
}

/**
 * _squill_plan_cache_watch:
 * @self: plans
 * @id: the id of an item
 *
 * Gives when the item, or anything of it, changed last, for who asks again and again.
 *
 * Returns: (transfer none): the count of changes at that time, kept up to date as long as @self is
 *   there; 0 if it never has changed
 */
const guint64 *
_squill_plan_cache_watch (SquillPlanCache *self, const char *id)
{
  return get_changed (self, id);
}

/** Notes what has changed in the model. */
void
_squill_plan_cache_touch (SquillPlanCache *self, SquillModel *model, const SquillChange *change)
{
  self->now++;
  for (guint i = 0; i < change->entries->len; i++)
    {
      const SquillChangeEntry *entry = change->entries->pdata[i];
      const SquillRelationship *r;

      /* Operations come to the ends of what they follow. */
      if (entry->kind == SQUILL_KIND_OPERATION || entry->kind == SQUILL_KIND_RELATIONSHIP)
        _squill_operation_lists_clear (self->lists);
      if ((entry->aspects & ~(SquillAspects)SQUILL_ASPECT_LAYOUT) == 0)
        continue;
      /* Whatever operations do, what is stored stays as large as it is. */
      if (entry->kind != SQUILL_KIND_OPERATION)
        self->misses = NAN;
      set_changed (self, entry->owner);
      set_changed (self, entry->id);
      if (entry->kind == SQUILL_KIND_OPERATION)
        {
          set_changed (self, OPERATIONS);
          if (entry->type == SQUILL_EDIT_REMOVE)
            g_hash_table_remove (self->entries, entry->id);
        }
      /* Where one led that is gone, nobody says any more. */
      if (entry->kind == SQUILL_KIND_RELATIONSHIP && entry->type == SQUILL_EDIT_REMOVE)
        _squill_plan_cache_clear (self);
      /* A relationship that is new has changed its ends. */
      r = squill_model_get_relationship (model, entry->owner);
      if (r != NULL)
        {
          set_changed (self, r->parent);
          set_changed (self, r->child);
        }
    }
}

void
_squill_planning_note_item (SquillPlanning *self, const char *id)
{
  if (id != NULL && !g_hash_table_contains (self->reading, id))
    g_hash_table_insert (self->reading, g_strdup (id), g_new0 (guint64, 1));
}

/* The plan depends on which operations there are. */
void
_squill_planning_note_operations (SquillPlanning *self)
{
  _squill_planning_note_item (self, OPERATIONS);
}

/* The id of a collection is that of what it comes from: the generation is told by a prefix. */
void
_squill_planning_note_collection (SquillPlanning *self, const SquillCollection *collection)
{
  g_autofree char *id = g_strconcat ("=", collection->id, NULL);
  guint64 *generation;

  if (g_hash_table_contains (self->reading, id))
    return;
  generation = g_new (guint64, 1);
  *generation = collection->generation;
  g_hash_table_insert (self->reading, g_steal_pointer (&id), generation);
  for (guint i = 0; i < collection->entities->len; i++)
    _squill_planning_note_item (self, collection->entities->pdata[i]);
  for (guint i = 0; i < collection->relationships->len; i++)
    _squill_planning_note_item (self, collection->relationships->pdata[i]);
}

/** How many changes there were. */
guint64
_squill_plan_cache_get_now (SquillPlanCache *self)
{
  return self->now;
}

/* Whether an item, or anything of it, has changed since a count of changes. */
static gboolean
has_changed (SquillPlanCache *self, const char *id, guint64 since)
{
  const guint64 *when = g_hash_table_lookup (self->changed, id);

  return when != NULL && *when > since;
}

static gboolean
is_valid (SquillPlanCache *self, SquillDesign *design, Entry *entry)
{
  GHashTableIter iter;
  gpointer key, value;

  if (entry->checked == self->now)
    return TRUE;
  if (entry->misses != squill_design_get_miss_probability (design))
    return FALSE;
  g_hash_table_iter_init (&iter, entry->reading);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      const char *id = key;

      if (*id == '=')
        {
          if (squill_design_get_generation (design, id + 1) != *(const guint64 *)value)
            return FALSE;
          continue;
        }
      if (has_changed (self, id, entry->made))
        return FALSE;
    }
  entry->checked = self->now;
  return TRUE;
}

/* As squill_design_get_miss_probability(), computed once until the cache is touched. */
double
_squill_plan_cache_get_misses (SquillPlanCache *self, SquillDesign *design)
{
  if (isnan (self->misses))
    self->misses = _squill_design_compute_misses (design);
  return self->misses;
}

/* (transfer none) (nullable): the plan of the operation with this id, computed if what it depends
 * on has changed; %NULL if there is no such operation. It is good until the next change of the
 * model. */
const SquillPlan *
_squill_plan_cache_get (SquillPlanCache *self, SquillDesign *design, const char *operation)
{
  const SquillOperation *found =
      squill_model_get_operation (squill_design_get_model (design), operation);
  Entry *entry;

  if (found == NULL)
    return NULL;
  entry = g_hash_table_lookup (self->entries, operation);
  if (entry != NULL && is_valid (self, design, entry))
    return entry->plan;
  entry = g_new0 (Entry, 1);
  entry->made = entry->checked = self->now;
  entry->misses = squill_design_get_miss_probability (design);
  entry->reading = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  entry->plan = _squill_plan_new (design, found, entry->reading);
  g_hash_table_insert (self->entries, g_strdup (operation), entry);
  return entry->plan;
}

/** As _squill_operation_lists_get(). */
GPtrArray *
_squill_plan_cache_list_operations (SquillPlanCache *self,
                                    SquillDesign *design,
                                    const SquillRelationship *r)
{
  return _squill_operation_lists_get (self->lists, squill_design_get_model (design), r);
}

/** As _squill_index_size_cache_get(). */
const GArray *
_squill_plan_cache_get_index_sizes (SquillPlanCache *self,
                                    SquillDesign *design,
                                    const SquillCollection *collection)
{
  return _squill_index_size_cache_get (self->sizes, design, self, collection);
}
