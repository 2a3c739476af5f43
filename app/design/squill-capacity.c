/* SPDX-License-Identifier: Apache-2.0 */

/* The capacity report: what a database takes up now and at the horizon, and when it grows past what
 * documents, arrays and servers bear. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-capacity.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "design/squill-cost.h"
#include "design/squill-design-private.h"
#include "design/squill-growth.h"
#include "design/squill-plan.h"
#include "model/squill-threshold.h"
#include "text/squill-text.h"

#define DAYS_OF_YEAR 365.25
#define MONTHS_OF_YEAR 12.0
/* Nobody plans for longer. */
#define MAX_YEARS 100.0

static void
index_free (gpointer data)
{
  SquillIndexCapacity *self = data;

  g_free (self->id);
  g_free (self->name);
  g_free (self);
}

static void
collection_free (gpointer data)
{
  SquillCollectionCapacity *self = data;

  g_free (self->id);
  g_free (self->name);
  g_free (self->group);
  g_ptr_array_unref (self->indexes);
  g_free (self);
}

static void
crossing_free (gpointer data)
{
  SquillCrossing *self = data;

  g_clear_pointer (&self->date, g_date_time_unref);
  g_free (self->subject);
  g_free (self->collection);
  g_free (self->what);
  g_free (self);
}

/**
 * squill_capacity_free:
 * @self: a report
 *
 * Frees it.
 */
void
squill_capacity_free (SquillCapacity *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_date_time_unref (self->reference);
  g_ptr_array_unref (self->collections);
  g_ptr_array_unref (self->crossings);
  g_ptr_array_unref (self->unknown);
  g_free (self);
}

static void
add_unknown (SquillCapacity *self, char *sentence)
{
  g_ptr_array_add (self->unknown, sentence);
}

/* Crossings. */

/* Takes @reached: what is so now; @reaches: what will be so. */
static void
add_crossing (SquillCapacity *self,
              double years,
              const char *subject,
              const SquillCollection *collection,
              char *reached,
              char *reaches)
{
  SquillCrossing *crossing;

  if (!(years <= MAX_YEARS))
    {
      g_free (reached);
      g_free (reaches);
      return;
    }
  crossing = g_new0 (SquillCrossing, 1);
  crossing->years = years;
  crossing->subject = g_strdup (subject);
  crossing->collection = collection == NULL ? NULL : g_strdup (collection->id);
  crossing->what = years > 0 ? reaches : reached;
  g_free (years > 0 ? reached : reaches);
  g_ptr_array_add (self->crossings, crossing);
}

typedef struct
{
  SquillCapacity *report;
  SquillModel *model;
  const SquillCollection *collection;
} ArrayWalk;

static const char *
get_subject (const SquillShape *shape, const SquillCollection *collection)
{
  return shape->relationship != NULL ? shape->relationship
         : shape->field != NULL      ? shape->field
                                     : collection->id;
}

/* What grows and becomes long: the same limits as those of the rules about arrays. */
static gboolean
check_array (const SquillShape *shape, gpointer data)
{
  ArrayWalk *walk = data;
  gboolean is_list = shape->origin == SQUILL_ORIGIN_REFERENCE && !shape->document;
  double limit;
  g_autofree char *count = NULL;

  if (!shape->array || !(shape->growth > 0))
    return TRUE;
  limit = squill_model_get_threshold (walk->model, is_list ? SQUILL_THRESHOLD_REF_MAX
                                                           : SQUILL_THRESHOLD_EMBED_MAX);
  count = squill_text_count (limit);
  add_crossing (walk->report, squill_shape_get_years_to_length (shape, limit),
                get_subject (shape, walk->collection), walk->collection,
                /* Translators: an array, a collection, how many */
                g_strdup_printf (_ ("“%s” in “%s” has %s elements or more"), shape->path,
                                 walk->collection->name, count),
                g_strdup_printf (_ ("“%s” in “%s” reaches %s elements"), shape->path,
                                 walk->collection->name, count));
  return TRUE;
}

static void
check_data (SquillCapacity *self,
            SquillDesign *design,
            const SquillCollection *collection,
            SquillThreshold threshold)
{
  double limit = squill_model_get_threshold (squill_design_get_model (design), threshold);
  g_autofree char *bytes = squill_text_bytes (limit);

  add_crossing (self, squill_collection_get_years_to (design, collection, limit), collection->id,
                collection,
                /* Translators: a collection, an amount of data */
                g_strdup_printf (_ ("“%s” has %s of data or more"), collection->name, bytes),
                g_strdup_printf (_ ("“%s” reaches %s of data"), collection->name, bytes));
}

static void
check_collection (SquillCapacity *self, SquillDesign *design, const SquillCollection *collection)
{
  SquillModel *model = squill_design_get_model (design);
  ArrayWalk walk = { self, model, collection };
  double limit = squill_model_get_threshold (model, SQUILL_THRESHOLD_DOC_LIMIT);
  g_autofree char *bytes = squill_text_bytes (limit);

  squill_shape_foreach (collection->shape, check_array, &walk);
  add_crossing (self, squill_shape_get_years_to_bytes (collection->shape, limit), collection->id,
                collection,
                /* Translators: a collection, a size */
                g_strdup_printf (_ ("A document of “%s” has %s or more"), collection->name, bytes),
                g_strdup_printf (_ ("A document of “%s” reaches %s"), collection->name, bytes));
  check_data (self, design, collection, SQUILL_THRESHOLD_SHARD_START);
  check_data (self, design, collection, SQUILL_THRESHOLD_SHARD_PER_SHARD);
}

/* What the indexes, and with them the documents, need of the cache: as much more each year as until
 * the horizon. */
static void
check_cache (SquillCapacity *self, SquillModel *model, gboolean with_documents)
{
  double limit =
      self->available_cache * squill_model_get_threshold (model, SQUILL_THRESHOLD_CACHE_USE);
  double now = self->cache - (with_documents ? 0 : self->total.cache);
  double then = self->cache_at_horizon - (with_documents ? 0 : self->total_at_horizon.cache);
  double years;
  g_autofree char *bytes = NULL;

  if (isnan (limit) || isnan (now) || isnan (then))
    return;
  years = now >= limit                            ? 0
          : !(then > now) || !(self->horizon > 0) ? INFINITY
                                                  : (limit - now) / (then - now) * self->horizon;
  bytes = squill_text_bytes (limit);
  if (with_documents)
    add_crossing (self, years, SQUILL_MODEL_ID, NULL,
                  /* Translators: a size */
                  g_strdup_printf (_ ("All documents and indexes together need more than the %s of "
                                      "the cache that are for use"),
                                   bytes),
                  g_strdup_printf (_ ("All documents and indexes together outgrow the %s of the "
                                      "cache that are for use"),
                                   bytes));
  else
    add_crossing (
        self, years, SQUILL_MODEL_ID, NULL,
        g_strdup_printf (_ ("The indexes need more than the %s of the cache that are for use"),
                         bytes),
        g_strdup_printf (_ ("The indexes outgrow the %s of the cache that are for use"), bytes));
}

static int
compare_crossings (gconstpointer a, gconstpointer b)
{
  const SquillCrossing *one = *(const SquillCrossing *const *)a;
  const SquillCrossing *other = *(const SquillCrossing *const *)b;

  if (one->years != other->years)
    return one->years < other->years ? -1 : 1;
  return strcmp (one->what, other->what);
}

/* Collections. */

static const char *
find_group (SquillModel *model, const SquillCollection *collection)
{
  SQUILL_FOR_EACH_CHILD (SquillGroup, group, squill_model_get_info (model), SQUILL_KIND_GROUP)
    if (collection->entity != NULL && group->members != NULL &&
        g_strv_contains ((const char *const *)group->members, collection->entity))
      return group->name;
  return NULL;
}

/* A size without entries is no size at all, not even a lower bound of one. */
static double
get_volume (double entries, double bytes)
{
  return entries == 0 ? 0 : entries * bytes;
}

static void
add_indexes (SquillCollectionCapacity *self,
             SquillDesign *design,
             const SquillCollection *collection)
{
  for (guint i = 0; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[i];
      SquillIndexCapacity *capacity = g_new0 (SquillIndexCapacity, 1);
      SquillIndexSize size;

      squill_design_measure_index (design, collection, index, &size);
      capacity->id = g_strdup (index->index);
      capacity->name = g_strdup (index->name);
      capacity->entries = size.entries;
      /* As of the documents: where nobody said that there will be others, there are as many. */
      capacity->entries_at_horizon =
          isnan (size.entries_at_horizon) ? size.entries : size.entries_at_horizon;
      capacity->disk = get_volume (size.entries, size.stored);
      capacity->disk_at_horizon = get_volume (capacity->entries_at_horizon, size.stored);
      capacity->cache = get_volume (size.entries, size.cached);
      capacity->cache_at_horizon = get_volume (capacity->entries_at_horizon, size.cached);
      self->index_disk += capacity->disk;
      self->index_disk_at_horizon += capacity->disk_at_horizon;
      self->index_cache += capacity->cache;
      self->index_cache_at_horizon += capacity->cache_at_horizon;
      self->size_unknown |= size.size_unknown;
      g_ptr_array_add (self->indexes, capacity);
    }
}

/* How many documents there are when as many are removed as come. */
static void
set_retention (SquillCollectionCapacity *self,
               SquillModel *model,
               const SquillCollection *collection)
{
  const SquillEntity *entity = collection->kind == SQUILL_COLLECTION_ENTITY
                                   ? squill_model_get_entity (model, collection->entity)
                                   : NULL;

  self->retention = entity == NULL ? NAN : squill_entity_get_retention (entity);
  self->retained = NAN;
  if (entity != NULL && isfinite (self->retention) && entity->growth > 0)
    self->retained = entity->growth * MONTHS_OF_YEAR / DAYS_OF_YEAR * self->retention;
}

static SquillCollectionCapacity *
measure_collection (SquillDesign *design, const SquillCollection *collection)
{
  SquillModel *model = squill_design_get_model (design);
  SquillCollectionCapacity *self = g_new0 (SquillCollectionCapacity, 1);

  self->id = g_strdup (collection->id);
  self->name = g_strdup (collection->name);
  self->group = g_strdup (find_group (model, collection));
  self->now = squill_collection_get_storage (collection, FALSE);
  self->at_horizon = squill_collection_get_storage (collection, TRUE);
  self->bytes = collection->shape->bytes;
  self->bytes_at_horizon = collection->shape->bytes_at_horizon;
  self->size_unknown = collection->shape->size_unknown;
  self->indexes = g_ptr_array_new_with_free_func (index_free);
  add_indexes (self, design, collection);
  set_retention (self, model, collection);
  return self;
}

static void
add_volume (SquillVolume *sum, const SquillVolume *more)
{
  sum->documents += more->documents;
  sum->data += more->data;
  sum->disk += more->disk;
  sum->cache += more->cache;
}

static int
compare_groups (gconstpointer a, gconstpointer b, gpointer order)
{
  const SquillCollectionCapacity *one = *(const SquillCollectionCapacity *const *)a;
  const SquillCollectionCapacity *other = *(const SquillCollectionCapacity *const *)b;
  int difference = g_strcmp0 (one->group, other->group);

  /* Those without a group come last; within one the order stays. */
  if ((one->group == NULL) != (other->group == NULL))
    return one->group == NULL ? 1 : -1;
  if (difference != 0)
    return difference;
  return GPOINTER_TO_INT (g_hash_table_lookup (order, one)) -
         GPOINTER_TO_INT (g_hash_table_lookup (order, other));
}

static void
add_collection (SquillCapacity *self, SquillDesign *design, const SquillCollection *collection)
{
  SquillCollectionCapacity *capacity = measure_collection (design, collection);

  g_ptr_array_add (self->collections, capacity);
  add_volume (&self->total, &capacity->now);
  add_volume (&self->total_at_horizon, &capacity->at_horizon);
  self->index_disk += capacity->index_disk;
  self->index_disk_at_horizon += capacity->index_disk_at_horizon;
  self->cache += capacity->now.cache + capacity->index_cache;
  self->cache_at_horizon += capacity->at_horizon.cache + capacity->index_cache_at_horizon;
  if (isnan (capacity->now.documents))
    /* Translators: a collection */
    add_unknown (
        self, g_strdup_printf (_ ("How many documents “%s” has is not given"), collection->name));
  if (capacity->size_unknown)
    add_unknown (self, g_strdup_printf (_ ("Sizes in “%s” are not all given: some of its bytes are "
                                           "assumed by type and name"),
                                        collection->name));
  check_collection (self, design, collection);
}

/* Operations. */

static SquillCollectionCapacity *
find_collection (SquillCapacity *self, const char *id)
{
  for (guint i = 0; i < self->collections->len; i++)
    {
      SquillCollectionCapacity *collection = self->collections->pdata[i];

      if (g_str_equal (collection->id, id))
        return collection;
    }
  return NULL;
}

/* What one operation does to the collections that it goes to. */
static void
add_plan (SquillCapacity *self, const SquillPlan *plan, double rate)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < plan->steps->len; i++)
    {
      const SquillPlanStep *step = plan->steps->pdata[i];
      SquillCollectionCapacity *collection = find_collection (self, step->collection);

      if (collection == NULL)
        continue;
      if (g_hash_table_add (seen, collection))
        collection->operations += rate;
      collection->log_bytes += rate * step->log_bytes.likely;
      self->log_bytes += rate * step->log_bytes.likely;
      if (step->written.likely > 0 && step->access == SQUILL_PLAN_INSERT)
        collection->inserted += rate * step->written.likely;
      else if (step->written.likely > 0)
        collection->updated += rate * step->written.likely;
    }
}

static void
add_operations (SquillCapacity *self, SquillDesign *design)
{
  SQUILL_FOR_EACH_CHILD (SquillOperation, operation,
                         squill_model_get_info (squill_design_get_model (design)),
                         SQUILL_KIND_OPERATION)
    {
      const SquillPlan *plan = squill_design_get_plan (design, operation->item.id);

      if (plan == NULL)
        continue;
      if (isnan (operation->rate))
        /* Translators: an operation */
        add_unknown (
            self, g_strdup_printf (_ ("How often “%s” runs is not given: it does not count"),
                                   operation->name != NULL ? operation->name : operation->item.id));
      else
        add_plan (self, plan, squill_operation_get_rate (operation));
    }
}

/* What comes stands beside what came just before; what changes is on pages with what does not. */
static void
add_checkpoints (SquillCapacity *self)
{
  for (guint i = 0; i < self->collections->len; i++)
    {
      SquillCollectionCapacity *collection = self->collections->pdata[i];
      const double bytes = collection->bytes.likely;

      collection->checkpoint_bytes =
          collection->updated > 0 && !(collection->now.documents > 0)
              ? NAN
              : collection->inserted * bytes + _squill_flushes_get_bytes (collection->updated,
                                                                          collection->now.documents,
                                                                          bytes);
      if (!isnan (collection->checkpoint_bytes))
        self->checkpoint_bytes += collection->checkpoint_bytes;
    }
}

/**
 * squill_capacity_new:
 * @design: a design
 *
 * Makes the capacity report of a design. Where nobody said that there will be more, there are as
 * many at the horizon as now.
 *
 * Returns: (transfer full): the report; it stays as it is when the model changes
 */
SquillCapacity *
squill_capacity_new (SquillDesign *design)
{
  SquillCapacity *self;
  SquillModel *model;
  g_autoptr (GHashTable) order = g_hash_table_new (NULL, NULL);

  g_return_val_if_fail (SQUILL_IS_DESIGN (design), NULL);

  model = squill_design_get_model (design);
  self = g_new0 (SquillCapacity, 1);
  self->name = g_strdup (squill_model_get_info (model)->name);
  self->reference = squill_model_get_reference_date (model);
  self->horizon = squill_model_get_horizon (model);
  self->available_cache = squill_model_get_cache (model);
  self->collections = g_ptr_array_new_with_free_func (collection_free);
  self->crossings = g_ptr_array_new_with_free_func (crossing_free);
  self->unknown = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < squill_design_get_n_collections (design); i++)
    {
      add_collection (self, design, squill_design_get_collection (design, i));
      g_hash_table_insert (order, self->collections->pdata[i], GUINT_TO_POINTER (i));
    }
  g_ptr_array_sort_with_data (self->collections, compare_groups, order);
  add_operations (self, design);
  add_checkpoints (self);
  if (isnan (self->available_cache))
    add_unknown (self, g_strdup (_ ("The memory of the server is not given: whether the indexes "
                                    "fit into its cache is not known")));
  check_cache (self, model, FALSE);
  check_cache (self, model, TRUE);
  for (guint i = 0; i < self->crossings->len; i++)
    {
      SquillCrossing *crossing = self->crossings->pdata[i];

      crossing->date = squill_model_get_date_in (model, crossing->years);
    }
  g_ptr_array_sort (self->crossings, compare_crossings);
  return self;
}
