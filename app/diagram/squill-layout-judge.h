/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* How good an arrangement is, while a layout is made. */

#include "diagram/squill-diagram-private.h"

G_BEGIN_DECLS

/* What a straight line is worth, in crossings. */
#define SQUILL_LAYOUT_STRAIGHT 0.5

/* Draws the lines of one graph for one arrangement after another. What stays is not drawn again. */
typedef struct _SquillLayoutJudge SquillLayoutJudge;

typedef struct
{
  double score; /* less is better; in crossings */
  guint n_crossings;
  guint n_straight;
  SquillRect bounds; /* of boxes and lines */
} SquillLayoutVerdict;

SquillLayoutJudge *squill_layout_judge_new (guint n_boxes,
                                            const SquillLayoutEdge *edges,
                                            guint n_edges);
void squill_layout_judge_free (SquillLayoutJudge *self);
SquillLayoutVerdict squill_layout_judge_look (SquillLayoutJudge *self,
                                              const SquillLayoutBox *boxes,
                                              GCancellable *cancellable);
gboolean squill_layout_judge_is_straight (SquillLayoutJudge *self, guint edge);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillLayoutJudge, squill_layout_judge_free)

G_END_DECLS
