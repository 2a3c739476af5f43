/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "advice/squill-advice.h"
#include "design/squill-design.h"

G_BEGIN_DECLS

/**
 * SquillDiagramFilter:
 * @around: (nullable): ids of the items whose surroundings are shown; %NULL for all
 * @n_steps: how many lines away from them a card may be
 * @view: (nullable): id of the view whose members are shown
 * @group: (nullable): id of the group whose members are shown
 * @min_bytes: how large a document likely is at least; 0 for any size
 * @min_severity: how bad the worst finding about a card is at least, as #SquillSeverity; -1 for any
 *
 * Which cards of a diagram are shown. All conditions have to hold.
 */
typedef struct
{
  const char *const *around;
  guint n_steps;
  const char *view;
  const char *group;
  double min_bytes;
  int min_severity;
} SquillDiagramFilter;

gboolean squill_diagram_filter_is_empty (const SquillDiagramFilter *filter);
GHashTable *squill_diagram_filter_find (const SquillDiagramFilter *filter,
                                        SquillDesign *design,
                                        SquillAdvice *advice);
void squill_diagram_filter_add_home (SquillDesign *design, const char *id, GHashTable *cards);

G_END_DECLS
