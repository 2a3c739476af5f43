/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/reference/squill-reference.h"
#include "model/squill-model.h"

G_BEGIN_DECLS

/* The evidence of a model that was made of a profile: what was counted, and what the item was made
 * like because of it. Every item that comes from a source has it.
 *
 * All have
 *   "place"     where it is in the source: "customers", "customers.accounts", "orders.lines[]" (an
 *               entity of its elements), "orders _id_1" (an index), "orders.customerId ->
 *               customers._id" (a reference). It tells which item is which whatever they are called
 *               in the model.
 *   "observed"  the properties that were made of it, as they were then, so that what a person
 *               changed since is known.
 * A field and an embedded relationship have besides what `squill-cli infer` prints of the path,
 * where "length" has a "histogram", an array of {"from", "to", "count"} with bounds that belong to
 * it and without those that nothing falls in. The entity of a collection has what is printed of the
 * collection but for its paths; that of elements what is printed of their path. A relationship that
 * is a reference has what is printed of that. The model has "sources", "read" (when), "decisions"
 * and "places" (of all items by their kind, so that it is known what a person took away). */

json_t *squill_evidence_new_for_path (const SquillCollectionProfile *collection,
                                      const SquillPath *path);
json_t *squill_evidence_new_for_collection (const SquillCollectionProfile *collection);
json_t *squill_evidence_new_for_reference (const SquillReference *reference);
char *squill_evidence_make_place (const SquillCollectionProfile *collection,
                                  const SquillPath *path);

json_t *squill_item_get_evidence (gconstpointer item);
const char *squill_item_get_place (gconstpointer item);
json_t *squill_item_observe (gconstpointer item);
gboolean squill_evidence_seal (SquillModel *model, GError **error);
GPtrArray *squill_model_list_items (SquillModel *model);
SquillDecisions *squill_model_get_decisions (SquillModel *model);
gboolean squill_values_are_equal (const json_t *a, const json_t *b);

G_END_DECLS
