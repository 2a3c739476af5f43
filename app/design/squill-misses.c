/* SPDX-License-Identifier: Apache-2.0 */

/* What has to be read from the disk, because not all that is in use fits into the cache. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-index-size.h"
#include "design/squill-plan-private.h"
#include "design/squill-storage.h"
#include "model/squill-threshold.h"

/* Told in steps, so that small changes of the model do not change all costs. */
#define STEPS 20.0

static double
get_known (double bytes)
{
  return isfinite (bytes) ? bytes : 0;
}

/* Bytes of the cache that all documents and indexes need, as far as that is known. */
static double
sum_working_set (SquillDesign *design)
{
  const guint n = squill_design_get_n_collections (design);
  SquillPlanCache *plans = _squill_design_get_plans (design);
  double sum = 0;

  for (guint i = 0; i < n; i++)
    {
      const SquillCollection *collection = squill_design_get_collection (design, i);
      const GArray *sizes;

      sum += get_known (squill_collection_get_storage (collection, FALSE).cache);
      sizes = _squill_plan_cache_get_index_sizes (plans, design, collection);
      for (guint k = 0; k < sizes->len; k++)
        {
          const SquillIndexSize *size = &g_array_index (sizes, SquillIndexSize, k);

          sum += get_known (size->entries * size->cached);
        }
    }
  return sum;
}

/** As squill_design_get_miss_probability(), computed anew. */
double
_squill_design_compute_misses (SquillDesign *design)
{
  SquillModel *model = squill_design_get_model (design);
  const double shards = squill_model_get_info (model)->shards;
  const double cache = squill_model_get_cache (model) * (shards > 1 ? shards : 1) *
                       squill_model_get_threshold (model, SQUILL_THRESHOLD_CACHE_USE);
  const double needed = sum_working_set (design);

  return needed > cache ? round (STEPS * (1 - cache / needed)) / STEPS : 0;
}

/**
 * squill_design_get_miss_probability:
 * @design: a design
 *
 * Tells how likely a page that an operation needs is not in the cache, if all documents and indexes
 * are used alike.
 *
 * Returns: 0 to 1, in steps of a twentieth; 0 where nobody said how much memory a server has
 */
double
squill_design_get_miss_probability (SquillDesign *design)
{
  g_return_val_if_fail (SQUILL_IS_DESIGN (design), 0);

  if (isnan (squill_model_get_cache (squill_design_get_model (design))))
    return 0;
  return _squill_plan_cache_get_misses (_squill_design_get_plans (design), design);
}

/**
 * squill_cost_of_misses:
 * @probability: see squill_design_get_miss_probability()
 * @documents: that are fetched one by one
 * @scanned_bytes: that are read in order
 *
 * Returns: what reading from the disk costs, in microseconds
 */
double
squill_cost_of_misses (double probability, double documents, double scanned_bytes)
{
  return probability > 0 ? probability * SQUILL_COST_MISS *
                               (documents + ceil (scanned_bytes / SQUILL_COST_PAGE))
                         : 0;
}
