/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "advice/squill-advice-private.h"
#include "design/squill-index-size.h"
#include "design/squill-plan.h"

G_BEGIN_DECLS

/* What the rules of indexes share. */

gconstpointer _squill_run_get_item_of (SquillRun *run, const SquillCollection *collection);
const SquillIndex *_squill_run_get_drawn (SquillRun *run, const SquillCollectionIndex *index);
gboolean _squill_run_is_at_root (SquillRun *run,
                                 const SquillCollection *collection,
                                 const SquillCollectionIndex *index);
SquillFinding *_squill_run_report_index (SquillRun *run,
                                         SquillSeverity severity,
                                         const SquillCollection *collection,
                                         const SquillCollectionIndex *index,
                                         double weight,
                                         char *message);
const GPtrArray *_squill_run_get_uses_of_collection (SquillRun *run,
                                                     const SquillCollection *collection);

const SquillKey *_squill_index_get_key (const SquillCollectionIndex *index, guint position);
gboolean _squill_index_is_led_by (const SquillCollectionIndex *index, const char *path);
gboolean _squill_index_has_path (const SquillCollectionIndex *index,
                                 guint n_keys,
                                 const char *path);
gboolean _squill_index_has_operator (const SquillCollectionIndex *index, const char *operator);
gboolean _squill_key_is_ordered (const SquillKey *key);
gboolean _squill_key_is_wildcard (const SquillKey *key);
gboolean _squill_key_has_path_below (const SquillKey *wildcard, const char *path);
gboolean _squill_shape_is_optional (const SquillShape *shape);

gboolean _squill_collation_is_same (const json_t *a, const json_t *b);
const SquillCollectionIndex *_squill_step_find_mixed (const SquillPlanStep *step, guint *start);
const SquillCollectionIndex *_squill_step_find_partial (const SquillPlanStep *step,
                                                        const char **needed);
const SquillKey *_squill_step_find_sort_in_array (const SquillPlanStep *step);
gboolean _squill_step_walks_for_order (const SquillPlanStep *step);

G_END_DECLS
