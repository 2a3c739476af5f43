/* SPDX-License-Identifier: Apache-2.0 */

/* How many different values parts of documents have. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-advice-private.h"
#include "design/squill-found.h"

static double
count_in_object (SquillRun *run, const SquillCollection *collection, const SquillShape *shape)
{
  double most = NAN;

  for (guint i = 0; i < shape->children->len; i++)
    most = fmax (most, _squill_run_count_values (run, collection, shape->children->pdata[i]));
  return most;
}

/**
 * _squill_run_count_values:
 * @run: a run
 * @collection: a collection
 * @shape: a part of its documents
 *
 * Counts how many different values it has, at least, in all documents: as many as there are
 * documents where it is unique, as many as there are targets where it is a reference. An object has
 * as many as that of its fields which has most.
 *
 * Returns: the number; NaN where nobody said
 */
double
_squill_run_count_values (SquillRun *run,
                          const SquillCollection *collection,
                          const SquillShape *shape)
{
  const SquillField *field = squill_model_get_field (run->model, shape->field);
  double documents = squill_triple_get_usual (collection->count);
  double values;

  if (shape->parent == collection->shape && g_str_equal (shape->name, "_id"))
    return documents;
  if (shape->children->len > 0)
    return count_in_object (run, collection, shape);
  if (shape->origin == SQUILL_ORIGIN_REFERENCE && shape->target != NULL)
    return squill_triple_get_usual (squill_design_get_count (run->design, shape->target));
  if (field == NULL)
    return NAN;
  values = squill_field_count_values (field);
  return isnan (values) && field->unique ? documents : values;
}
