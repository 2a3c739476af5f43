/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "diagram/squill-diagram.h"
#include "diagram/squill-layout.h"

G_BEGIN_DECLS

/**
 * SquillArrangement:
 *
 * Which cards a layout is about: the link between a diagram and a #SquillLayoutGraph.
 */
typedef struct _SquillArrangement SquillArrangement;

SquillArrangement *squill_arrangement_new (SquillDiagram *diagram, const char *const *cards);
void squill_arrangement_free (SquillArrangement *self);
SquillLayoutGraph *squill_arrangement_get_graph (SquillArrangement *self);
gboolean squill_layout_apply (SquillArrangement *self,
                              const SquillLayoutResult *result,
                              SquillModel *model,
                              GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillArrangement, squill_arrangement_free)

G_END_DECLS
