/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "diagram/squill-obstacles.h"
#include "diagram/squill-router.h"

G_BEGIN_DECLS

typedef struct
{
  char *card;
  double offset;
  double label;
  char *text;
  SquillSide side;
  double spread; /* how far from the middle of its row, because others meet it too */
  double y;
} SquillWayEnd;

/* A line between cards and what is known of its way. */
typedef struct
{
  char *id;
  SquillWayEnd ends[2];
  double name_width;
  gboolean placed; /* both cards are there */
  gboolean stale;  /* the way must be found again */
  GArray *found;   /* SquillPoint: the way as if the line were alone */
  GArray *points;  /* SquillPoint: the way beside the others */
  SquillRoute route;
} SquillWay;

void squill_way_set_labels (GPtrArray *ways, SquillObstacles *cards);
void squill_way_set_hops (GPtrArray *ways);

G_END_DECLS
