/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-model.h"

G_BEGIN_DECLS

/* Where a person put the lines of the diagram and what is written on them. */

/**
 * SquillLinePart:
 * @SQUILL_LINE_BEND: a point that the line passes
 * @SQUILL_LINE_NAME: its name
 * @SQUILL_LINE_START: the number at its start
 * @SQUILL_LINE_END: the number at its end
 *
 * What of a line can be moved.
 */
typedef enum
{
  SQUILL_LINE_BEND,
  SQUILL_LINE_NAME,
  SQUILL_LINE_START,
  SQUILL_LINE_END,
  SQUILL_N_LINE_PARTS,
} SquillLinePart;

/**
 * SquillLinePlaces:
 * @set: by #SquillLinePart: whether somebody moved it
 * @x: how far to the right it is: the bend and the name from the middle between both ends of the
 *   line, a number from its own end
 * @y: how far down it is
 *
 * Where the parts of a line are. They follow its cards.
 */
typedef struct
{
  gboolean set[SQUILL_N_LINE_PARTS];
  double x[SQUILL_N_LINE_PARTS];
  double y[SQUILL_N_LINE_PARTS];
} SquillLinePlaces;

gboolean squill_line_places_equal (const SquillLinePlaces *a, const SquillLinePlaces *b);
void squill_model_get_line_places (SquillModel *self,
                                   const char *view,
                                   const char *relationship,
                                   const char *line,
                                   SquillLinePlaces *places);
gboolean squill_model_set_line_place (SquillModel *self,
                                      const char *view,
                                      const char *relationship,
                                      const char *line,
                                      SquillLinePart part,
                                      double x,
                                      double y);
gboolean squill_model_has_line_places (SquillModel *self,
                                       const char *view,
                                       const char *relationship);
gboolean squill_model_reset_lines (SquillModel *self, const char *view, const char *relationship);

G_END_DECLS
