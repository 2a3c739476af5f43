/* SPDX-License-Identifier: Apache-2.0 */

/* How well a shard key distributes a collection and what is asked of it. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-shard-key.h"

#include <string.h>

/* What queries ask for: of a reference that has more beside it, the id. */
static const SquillShape *
get_reference (const SquillShape *shape)
{
  for (guint i = 0; shape != NULL && shape->origin == SQUILL_ORIGIN_REFERENCE && !shape->document &&
                    i < shape->children->len;
       i++)
    {
      const SquillShape *child = shape->children->pdata[i];

      if (child->origin == SQUILL_ORIGIN_REFERENCE && child->target != NULL)
        return child;
    }
  return shape;
}

/**
 * _squill_shard_key_init_keys:
 * @self: (out caller-allocates): a shard key
 * @run: a run
 * @collection: a collection of an entity
 * @keys: the key as the model writes it
 *
 * Makes a shard key that the collection has, or could have.
 */
void
_squill_shard_key_init_keys (SquillShardKey *self,
                             SquillRun *run,
                             const SquillCollection *collection,
                             const SquillKeys *keys)
{
  self->collection = collection;
  self->entity = _squill_run_get_root_entity (run, collection);
  self->keys = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_key_free);
  self->shapes = g_ptr_array_new ();
  self->shards = squill_model_get_info (run->model)->shards;
  for (guint i = 0; i < keys->len; i++)
    {
      const SquillKey *key = keys->pdata[i];
      const SquillShape *shape =
          get_reference (squill_design_resolve (run->design, collection->shape, key->path));
      g_autofree char *path = shape != NULL       ? squill_shape_get_query_path (shape)
                              : *key->path == '=' ? g_strdup (key->path + 1)
                                                  : NULL;

      /* A key that leads nowhere is not said to be anything. */
      if (path == NULL)
        continue;
      g_ptr_array_add (self->keys,
                       squill_key_new (path, *key->operator== '\0' ? "1" : key->operator));
      g_ptr_array_add (self->shapes, (gpointer)shape);
    }
}

/**
 * _squill_shard_key_init:
 * @self: (out caller-allocates): a shard key, to be cleared whatever is returned
 * @run: a run
 * @collection: a collection
 *
 * Returns: %TRUE if the collection has a shard key
 */
gboolean
_squill_shard_key_init (SquillShardKey *self, SquillRun *run, const SquillCollection *collection)
{
  const SquillEntity *entity = _squill_run_get_root_entity (run, collection);

  *self = (SquillShardKey){ 0 };
  if (entity == NULL || entity->shard_key == NULL)
    return FALSE;
  _squill_shard_key_init_keys (self, run, collection, entity->shard_key);
  return self->keys->len > 0;
}

/** Frees what a shard key has. */
void
_squill_shard_key_clear (SquillShardKey *self)
{
  g_clear_pointer (&self->keys, g_ptr_array_unref);
  g_clear_pointer (&self->shapes, g_ptr_array_unref);
}

static const SquillKey *
get_key (const SquillShardKey *self, guint i)
{
  return self->keys->pdata[i];
}

static gboolean
is_hashed (const SquillKey *key)
{
  return g_str_equal (key->operator, "hashed");
}

/** How a shell writes it: "{author: 1, _id: "hashed"}" (transfer full). */
char *
_squill_shard_key_to_text (const SquillShardKey *self)
{
  GString *text = g_string_new ("{");

  for (guint i = 0; i < self->keys->len; i++)
    g_string_append_printf (text, is_hashed (get_key (self, i)) ? "%s%s: \"hashed\"" : "%s%s: 1",
                            i > 0 ? ", " : "", get_key (self, i)->path);
  g_string_append_c (text, '}');
  return g_string_free (text, FALSE);
}

/** TRUE if its first field is hashed. */
gboolean
_squill_shard_key_is_hashed (const SquillShardKey *self)
{
  return is_hashed (get_key (self, 0));
}

/**
 * _squill_shard_key_is_monotonic:
 * @self: a shard key
 *
 * Returns: %TRUE if what is inserted has a larger value than all before, so that it belongs to the
 *   last range: dates, counters, and ObjectIds that are made on insertion
 */
gboolean
_squill_shard_key_is_monotonic (const SquillShardKey *self)
{
  const SquillKey *first = get_key (self, 0);
  const SquillShape *shape = self->shapes->pdata[0];

  if (is_hashed (first))
    return FALSE;
  if (shape == NULL)
    return g_str_equal (first->path, "_id");
  if (shape->origin != SQUILL_ORIGIN_OWN || shape->array)
    return FALSE;
  if (g_str_equal (first->path, "_id"))
    return shape->types == SQUILL_TYPE_OBJECT_ID;
  return shape->types == SQUILL_TYPE_DATE || shape->types == SQUILL_TYPE_TIMESTAMP;
}

/**
 * _squill_shard_key_is_prefix:
 * @self: a shard key
 * @index: an index of its collection
 *
 * Returns: %TRUE if the index begins with all fields of the shard key, in their order
 */
gboolean
_squill_shard_key_is_prefix (const SquillShardKey *self, const SquillCollectionIndex *index)
{
  for (guint i = 0; i < self->keys->len; i++)
    if (i >= index->keys->len ||
        !g_str_equal (get_key (self, i)->path, ((const SquillKey *)index->keys->pdata[i])->path))
      return FALSE;
  return TRUE;
}

/**
 * _squill_shard_key_is_written:
 * @self: a shard key
 * @run: a run
 * @operation: an operation that starts from its entity
 *
 * Returns: %TRUE if the operation updates one of its fields
 */
gboolean
_squill_shard_key_is_written (const SquillShardKey *self,
                              SquillRun *run,
                              const SquillOperation *operation)
{
  if (operation->operation != SQUILL_OPERATION_UPDATE)
    return FALSE;
  for (guint i = 0; operation->writes != NULL && i < operation->writes->len; i++)
    {
      const SquillShape *written =
          squill_design_resolve (run->design, self->collection->shape,
                                 ((const SquillKey *)operation->writes->pdata[i])->path);

      for (guint j = 0; written != NULL && j < self->shapes->len; j++)
        if (squill_shape_is_within (self->shapes->pdata[j], written))
          return TRUE;
    }
  return FALSE;
}

static double
count_values (const SquillShardKey *self, SquillRun *run, guint i)
{
  const SquillShape *shape = self->shapes->pdata[i];

  if (shape == NULL)
    return g_str_equal (get_key (self, i)->path, "_id")
               ? squill_triple_get_usual (self->collection->count)
               : NAN;
  return _squill_run_count_values (run, self->collection, shape);
}

/**
 * _squill_shard_key_count_values:
 * @self: a shard key
 * @run: a run
 *
 * Returns: how many different values it has: no more than there are documents; NaN where it is not
 *   known of each of its fields
 */
double
_squill_shard_key_count_values (const SquillShardKey *self, SquillRun *run)
{
  double documents = squill_triple_get_usual (self->collection->count);
  double values = 1;

  for (guint i = 0; i < self->keys->len; i++)
    values *= count_values (self, run, i);
  return values > documents ? documents : values;
}

/**
 * _squill_shard_key_get_largest_share:
 * @self: a shard key
 * @run: a run
 *
 * Returns: 0 to 1: the share of the documents that have its most common value, at least; NaN where
 *   it is not known of each of its fields
 */
double
_squill_shard_key_get_largest_share (const SquillShardKey *self, SquillRun *run)
{
  double share = 1;

  for (guint i = 0; i < self->keys->len; i++)
    {
      const SquillShape *shape = self->shapes->pdata[i];
      const SquillField *field =
          shape == NULL ? NULL : squill_model_get_field (run->model, shape->field);

      share *= field != NULL && field->top > 0 ? field->top : 1 / count_values (self, run, i);
    }
  return share;
}

/**
 * _squill_run_get_shard_uses:
 * @run: a run
 * @collection: a collection
 *
 * Returns: (transfer full) (element-type SquillShardUse): all ways in which operations look for its
 *   documents, the most frequent operation first
 */
GArray *
_squill_run_get_shard_uses (SquillRun *run, const SquillCollection *collection)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (SquillShardUse));
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < collection->entities->len; i++)
    {
      const GPtrArray *uses =
          squill_operation_index_get_uses_of (run->operations, collection->entities->pdata[i]);

      for (guint j = 0; j < uses->len; j++)
        {
          SquillShardUse one = { uses->pdata[j], NULL };
          const SquillPlan *plan;

          if (!g_hash_table_add (seen, uses->pdata[j]))
            continue;
          plan = squill_design_get_plan (run->design, one.use->operation->item.id);
          for (guint k = 0; plan != NULL && k < plan->steps->len; k++)
            {
              one.step = plan->steps->pdata[k];
              if (one.step->search != NULL && g_str_equal (one.step->collection, collection->id))
                g_array_append_val (found, one);
            }
        }
    }
  return found;
}

/** How many documents of a collection are written in a second (0 where nobody said). */
double
_squill_run_get_collection_writes (SquillRun *run, const SquillCollection *collection)
{
  const GPtrArray *uses =
      collection->entity == NULL
          ? NULL
          : squill_operation_index_get_uses_from (run->operations, collection->entity);
  double rate = 0;

  for (guint i = 0; uses != NULL && i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];

      if (!use->reads)
        rate += use->rate * (use->operation->documents > 1 ? use->operation->documents : 1);
    }
  return rate;
}
