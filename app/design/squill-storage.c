/* SPDX-License-Identifier: Apache-2.0 */

/* What collections take up on disk and in the cache. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-storage.h"

#include "design/squill-design-private.h"

#define GIB (1024.0 * 1024.0 * 1024.0)
#define MIB (1024.0 * 1024.0)

/* What was measured of WiredTiger: snappy, the default, halves documents, but not data that are
 * compressed or random already; in the cache documents are not compressed. */
#define COMPRESSION 2.0
#define CACHED_BYTE 1.09
#define CACHED_DOCUMENT 15.0

/** The likely bytes of binary data in one document. */
double
_squill_shape_sum_incompressible (const SquillShape *shape)
{
  double count = 1, bytes = 0;

  if (shape->array || shape->map)
    count = isfinite (shape->length.likely) ? shape->length.likely : 0;
  if (shape->children->len == 0)
    {
      if (shape->types != SQUILL_TYPE_BINARY || !isfinite (shape->payload.likely))
        return 0;
      bytes = shape->payload.likely;
    }
  for (guint i = 0; i < shape->children->len; i++)
    bytes += _squill_shape_sum_incompressible (shape->children->pdata[i]);
  return shape->presence * count * bytes;
}

/**
 * squill_collection_get_storage:
 * @collection: a collection of a design
 * @at_horizon: at the planning horizon instead of now
 *
 * Gives what its documents are likely to take up. Where nobody said how many there will be, there
 * are as many as now.
 *
 * Returns: the numbers; assumed where sizes are not known
 */
SquillVolume
squill_collection_get_storage (const SquillCollection *collection, gboolean at_horizon)
{
  SquillVolume storage;
  double bytes, fixed;

  g_return_val_if_fail (collection != NULL, ((SquillVolume){ NAN, NAN, NAN, NAN }));

  bytes = at_horizon ? collection->shape->bytes_at_horizon.likely : collection->shape->bytes.likely;
  fixed = fmin (collection->incompressible, bytes);
  storage.documents = at_horizon && !isnan (collection->count_at_horizon)
                          ? collection->count_at_horizon
                          : squill_triple_get_usual (collection->count);
  storage.data = storage.documents * bytes;
  storage.disk = storage.documents * (fixed + (bytes - fixed) / COMPRESSION);
  storage.cache = storage.documents * (CACHED_BYTE * bytes + CACHED_DOCUMENT);
  return storage;
}

/**
 * squill_collection_get_years_to:
 * @design: a design
 * @collection: a collection of it
 * @bytes: an amount of data
 *
 * Gives when its documents have that many bytes. Their number and the size of each grow as they do
 * up to the horizon.
 *
 * Returns: years from now, 0 if they have them already; infinite if they never will; NaN where it
 * is not known how many documents there are
 */
double
squill_collection_get_years_to (SquillDesign *design,
                                const SquillCollection *collection,
                                double bytes)
{
  SquillVolume now, then;
  double horizon, count, size, more, larger, half;

  g_return_val_if_fail (SQUILL_IS_DESIGN (design), NAN);
  g_return_val_if_fail (collection != NULL, NAN);

  now = squill_collection_get_storage (collection, FALSE);
  then = squill_collection_get_storage (collection, TRUE);
  horizon = squill_model_get_horizon (squill_design_get_model (design));
  if (isnan (now.data) || isnan (then.data))
    return NAN;
  if (now.data >= bytes)
    return 0;
  if (!(then.data > now.data) || !(horizon > 0))
    return INFINITY;
  count = now.documents;
  more = (then.documents - now.documents) / horizon;
  size = collection->shape->bytes.likely;
  larger = (collection->shape->bytes_at_horizon.likely - size) / horizon;
  /* (count + more t) (size + larger t) = bytes */
  if (more * larger == 0)
    return (bytes - now.data) / (count * larger + more * size);
  half = (count * larger + more * size) / (2 * more * larger);
  return sqrt (half * half + (bytes - now.data) / (more * larger)) - half;
}

/**
 * squill_model_get_cache:
 * @model: a model
 *
 * Returns: bytes of the cache of one server, as it is by default; NaN where nobody said how much
 *   memory it has
 */
double
squill_model_get_cache (SquillModel *model)
{
  double memory;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), NAN);

  memory = squill_model_get_info (model)->memory;
  return isnan (memory) ? NAN : fmax (0.5 * (memory * GIB - GIB), 256 * MIB);
}
