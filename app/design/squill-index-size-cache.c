/* SPDX-License-Identifier: Apache-2.0 */

/* The sizes of the indexes of each collection, kept until something changes that they follow from.
 * How much of a design fits into the cache depends on all of them, and is asked after each edit. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-index-size.h"
#include "design/squill-plan-private.h"

/* How many there are of what an index refers to. */
typedef struct
{
  const char *id;
  double count;
} Target;

typedef struct
{
  guint64 generation; /* of the collection */
  guint64 made;       /* when, by the count of changes */
  guint64 checked;    /* when it was found valid last */
  GPtrArray *reading; /* when each item changed last that it was made of */
  GArray *targets;    /* of Target */
  GArray *sizes;      /* of SquillIndexSize, in the order of the indexes */
} Entry;

struct _SquillIndexSizeCache
{
  GHashTable *entries; /* collection -> Entry */
};

static void
entry_free (gpointer data)
{
  Entry *self = data;

  g_ptr_array_unref (self->reading);
  g_array_unref (self->targets);
  g_array_unref (self->sizes);
  g_free (self);
}

static void
target_clear (gpointer data)
{
  g_free ((char *)((Target *)data)->id);
}

/* Makes an empty cache. Free it with _squill_index_size_cache_free(). */
SquillIndexSizeCache *
_squill_index_size_cache_new (void)
{
  SquillIndexSizeCache *self = g_new0 (SquillIndexSizeCache, 1);

  self->entries = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, entry_free);
  return self;
}

void
_squill_index_size_cache_free (SquillIndexSizeCache *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->entries);
  g_free (self);
}

/** Forgets all sizes. */
void
_squill_index_size_cache_clear (SquillIndexSizeCache *self)
{
  g_hash_table_remove_all (self->entries);
}

static double
count_target (SquillDesign *design, const char *id)
{
  return squill_triple_get_usual (squill_design_get_count (design, id));
}

/* What a part of the documents says may be said by an item that is not in them: the source of a
 * copy, or what is referred to. */
static void
note_shape (Entry *self, SquillDesign *design, SquillPlanCache *changes, const SquillShape *shape)
{
  SquillModel *model = squill_design_get_model (design);
  const SquillField *field =
      shape->field == NULL ? NULL : squill_model_get_field (model, shape->field);
  const SquillItem *owner = field == NULL ? NULL : squill_item_get_owner (field);

  if (owner != NULL)
    g_ptr_array_add (self->reading, (gpointer)_squill_plan_cache_watch (changes, owner->id));
  if (shape->target != NULL)
    {
      const Target target = { g_strdup (shape->target), count_target (design, shape->target) };

      g_array_append_val (self->targets, target);
    }
  for (guint i = 0; i < shape->children->len; i++)
    note_shape (self, design, changes, shape->children->pdata[i]);
}

static void
note_path (Entry *self,
           SquillDesign *design,
           SquillPlanCache *changes,
           const SquillCollection *collection,
           const char *path)
{
  const SquillShape *shape = squill_shape_find_by_query_path (collection->shape, path);

  if (shape != NULL)
    note_shape (self, design, changes, shape);
}

static void
note_index (Entry *self,
            SquillDesign *design,
            SquillPlanCache *changes,
            const SquillCollection *collection,
            const SquillCollectionIndex *index)
{
  const SquillIndex *drawn = index->index == NULL
                                 ? NULL
                                 : squill_model_get_item_of_kind (squill_design_get_model (design),
                                                                  index->index, SQUILL_KIND_INDEX);
  const char *name;
  json_t *condition;

  for (guint i = 0; i < index->keys->len; i++)
    note_path (self, design, changes, collection, ((const SquillKey *)index->keys->pdata[i])->path);
  if (drawn == NULL)
    return;
  json_object_foreach (drawn->partial, name, condition)
  {
    note_path (self, design, changes, collection, name);
  }
}

static void
note_items (Entry *self, SquillPlanCache *changes, const GPtrArray *ids)
{
  for (guint i = 0; i < ids->len; i++)
    g_ptr_array_add (self->reading, (gpointer)_squill_plan_cache_watch (changes, ids->pdata[i]));
}

static Entry *
measure (SquillDesign *design, const SquillCollection *collection, SquillPlanCache *changes)
{
  Entry *self = g_new0 (Entry, 1);

  self->generation = collection->generation;
  self->made = self->checked = _squill_plan_cache_get_now (changes);
  self->reading = g_ptr_array_new ();
  note_items (self, changes, collection->entities);
  note_items (self, changes, collection->relationships);
  self->targets = g_array_new (FALSE, FALSE, sizeof (Target));
  g_array_set_clear_func (self->targets, target_clear);
  self->sizes =
      g_array_sized_new (FALSE, FALSE, sizeof (SquillIndexSize), collection->indexes->len);
  for (guint i = 0; i < collection->indexes->len; i++)
    {
      SquillIndexSize size;

      note_index (self, design, changes, collection, collection->indexes->pdata[i]);
      _squill_index_measure (design, collection, collection->indexes->pdata[i], &size);
      g_array_append_val (self->sizes, size);
    }
  return self;
}

static gboolean
is_valid (const Entry *self, SquillDesign *design, const SquillCollection *collection)
{
  if (self->generation != collection->generation)
    return FALSE;
  for (guint i = 0; i < self->reading->len; i++)
    if (*(const guint64 *)self->reading->pdata[i] > self->made)
      return FALSE;
  for (guint i = 0; i < self->targets->len; i++)
    {
      const Target *target = &g_array_index (self->targets, Target, i);
      const double count = count_target (design, target->id);

      if (count != target->count && !(isnan (count) && isnan (target->count)))
        return FALSE;
    }
  return TRUE;
}

/**
 * _squill_index_size_cache_get:
 * @self: sizes
 * @design: the design that they are of
 * @changes: knows what has changed when
 * @collection: one of its collections
 *
 * Returns: (element-type SquillIndexSize): how large its indexes are, in their order
 */
const GArray *
_squill_index_size_cache_get (SquillIndexSizeCache *self,
                              SquillDesign *design,
                              SquillPlanCache *changes,
                              const SquillCollection *collection)
{
  const guint64 now = _squill_plan_cache_get_now (changes);
  Entry *entry = g_hash_table_lookup (self->entries, collection->id);

  if (entry != NULL && entry->checked == now && entry->generation == collection->generation)
    return entry->sizes;
  if (entry != NULL && is_valid (entry, design, collection))
    {
      entry->checked = now;
      return entry->sizes;
    }
  entry = measure (design, collection, changes);
  g_hash_table_insert (self->entries, g_strdup (collection->id), entry);
  return entry->sizes;
}
