/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/reference/squill-reference.h"
#include "model/squill-model.h"

G_BEGIN_DECLS

/**
 * SquillProfileModelOptions:
 * @name: (nullable): the model's name; %NULL for the name of the database
 * @references: whether to add relationships for the references that were found
 * @decisions: (nullable): decisions of a person
 *
 * How to infer a model from a profile.
 */
typedef struct
{
  const char *name;
  gboolean references;
  const SquillDecisions *decisions;
} SquillProfileModelOptions;

SquillModel *squill_profile_to_model (SquillProfile *self,
                                      const SquillProfileModelOptions *options,
                                      GError **error);

/**
 * SquillDecidedProfile:
 * @collections: (element-type SquillCollectionProfile): the collections
 * @references: (element-type SquillReference): the references between them
 *
 * A profile with the decisions of a person applied. The profile must outlive it.
 */
typedef struct
{
  GPtrArray *collections;
  GPtrArray *references;

  /*< private >*/
  GPtrArray *copies;
} SquillDecidedProfile;

SquillDecidedProfile *squill_decided_profile_new (SquillProfile *profile,
                                                  const SquillDecisions *decisions);
void squill_decided_profile_free (SquillDecidedProfile *self);
const SquillPath *squill_decided_profile_find_path (const SquillDecidedProfile *self,
                                                    const char *place,
                                                    const SquillCollectionProfile **collection);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillDecidedProfile, squill_decided_profile_free)

/* The evidence of an inferred model: what was counted, and the properties that follow from it.
 * Every item that comes from a source has it.
 *
 * All have
 *   "place"     where it is in the source: "customers", "customers.accounts", "orders.lines[]" (an
 *               entity of its elements), "orders _id_1" (an index), "orders.customerId ->
 *               customers._id" (a reference). It identifies the item, whatever its name in the
 *               model.
 *   "observed"  the properties that it was inferred with, to find out what a person has changed
 *               since.
 * A field and an embedded relationship also have what `squill-cli infer` prints for the path, where
 * "length" has a "histogram", an array of {"from", "to", "count"} with inclusive bounds and without
 * empty bins. The entity of a collection has what is printed for the collection except its paths;
 * that of elements, what is printed for their path; a reference, what is printed for it. The model
 * has "sources", "read" (the date), "decisions", and "places" (of all items by their kind, to find
 * out what a person has deleted). */

char *squill_evidence_make_place (const SquillCollectionProfile *collection,
                                  const SquillPath *path);

json_t *squill_item_get_evidence (gconstpointer item);
const char *squill_item_get_place (gconstpointer item);
json_t *squill_item_observe (gconstpointer item);
GPtrArray *squill_model_list_items (SquillModel *model);
SquillDecisions *squill_model_get_decisions (SquillModel *model);
gboolean squill_values_are_equal (const json_t *a, const json_t *b);
gboolean squill_values_contain (const json_t *values, const json_t *value);

G_END_DECLS
