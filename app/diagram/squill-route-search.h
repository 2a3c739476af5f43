/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "diagram/squill-obstacles.h"
#include "diagram/squill-painter.h"

G_BEGIN_DECLS

/** How far a line goes straight out of a card before it may turn: past its foot. */
#define SQUILL_ROUTE_STUB 30.0
/** How near a line may come to a card that it does not meet … */
#define SQUILL_ROUTE_CLEARANCE 8.0
/** … and how near to its sides it should: beyond the feet of the lines that meet it there. */
#define SQUILL_ROUTE_SIDE 28.0

/**
 * SquillRouteTip:
 * @card: the card
 * @y: where the line meets it
 * @side: left or right
 * @reach: how much room its number takes beside the card: the line turns past it if it can
 *
 * One end of a line to be found.
 */
typedef struct
{
  const SquillObstacle *card;
  double y;
  SquillSide side;
  double reach;
} SquillRouteTip;

void squill_route_choose_sides (const SquillRect *from,
                                const SquillRect *to,
                                SquillSide *from_side,
                                SquillSide *to_side);
SquillRect squill_route_get_region (const SquillRect *from, const SquillRect *to);
void squill_route_search (SquillObstacles *obstacles,
                          const SquillRouteTip *from,
                          const SquillRouteTip *to,
                          GArray *points);

G_END_DECLS
