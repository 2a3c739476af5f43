/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "advice/squill-rule.h"

G_BEGIN_DECLS

/* What speaks for and against embedding a child in its parent. */

guint squill_entity_count_referrers (const SquillEntity *entity, const SquillRelationship *but);
double squill_entity_get_retention (const SquillEntity *entity);
gboolean squill_run_lives_differently (SquillRun *run,
                                       const SquillEntity *parent,
                                       const SquillEntity *child);
gboolean squill_run_is_apart (SquillRun *run, const SquillRelationship *r);
gboolean squill_run_stands_alone (SquillRun *run, const SquillRelationship *r);
gboolean squill_run_is_few (SquillRun *run,
                            const SquillRelationship *r,
                            double *children,
                            double *bytes);
gboolean squill_run_is_asked_for (SquillRun *run, const SquillRelationship *r);

G_END_DECLS
