/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-dependence-private.h"

G_BEGIN_DECLS

/* How many documents and entities there are. */

SquillTriple _squill_count_entity (SquillModel *model,
                                   SquillDependence *dependence,
                                   const SquillEntity *entity,
                                   double *at_horizon);
SquillTriple _squill_count_junction (SquillModel *model,
                                     SquillDependence *dependence,
                                     const SquillRelationship *relationship,
                                     double *at_horizon);
SquillTriple _squill_count_bucket (SquillModel *model,
                                   SquillDependence *dependence,
                                   const SquillRelationship *relationship,
                                   double *at_horizon);
double _squill_relationship_get_bound (const SquillRelationship *relationship);
SquillTriple _squill_relationship_get_children (const SquillRelationship *relationship);
double _squill_relationship_get_children_at (const SquillRelationship *relationship,
                                             double horizon);

G_END_DECLS
