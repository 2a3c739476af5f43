/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-search.h"

G_BEGIN_DECLS

double squill_field_count_values (const SquillField *field);
double squill_field_get_share (const SquillField *field, const json_t *value);
SquillConditionKind squill_key_get_condition (const SquillKey *key, double *values);
gboolean squill_key_is_of_document (const SquillKey *key, SquillModel *model, const char *named);
SquillSelectivity squill_key_get_selectivity (const SquillKey *key,
                                              SquillModel *model,
                                              const SquillEntity *entity);
gboolean squill_operation_wants_list (const SquillOperation *operation);
gboolean squill_operation_sums_up_all (const SquillOperation *operation);
gboolean squill_operation_limits_children (const SquillOperation *operation,
                                           SquillModel *model,
                                           const SquillRelationship *r);
gboolean squill_operation_fits_subset (const SquillOperation *operation,
                                       SquillModel *model,
                                       const SquillRelationship *r);
gboolean squill_operation_asks_other_parent (const SquillOperation *operation,
                                             SquillModel *model,
                                             const SquillRelationship *r);
gboolean squill_operation_may_share_page (const SquillOperation *operation,
                                          const SquillOperation *parent_read,
                                          SquillModel *model,
                                          const SquillRelationship *r);
gboolean squill_operation_shares_page (const SquillOperation *operation,
                                       const SquillOperation *parent_read,
                                       SquillModel *model,
                                       const SquillRelationship *r);
const SquillOperation *squill_operation_find_parent_read (const SquillOperation *operation,
                                                          SquillModel *model,
                                                          const SquillRelationship *r);
SquillCondition *squill_search_add_key (SquillSearch *search,
                                        SquillModel *model,
                                        const SquillKey *key,
                                        const char *path);
SquillTriple squill_design_count_found (SquillDesign *design,
                                        const SquillOperation *operation,
                                        const char **unknown);

G_END_DECLS
