/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

#include "diagram/squill-painter.h"
#include "model/squill-line-place.h"

G_BEGIN_DECLS

/**
 * SquillRoute:
 * @points: (array length=n_points): from the card's edge at the start to the one at the end; each
 *   stretch goes straight across or straight up or down
 * @n_points: how many, 2 at least
 * @hops: (array length=n_hops): where it steps over others; only stretches that go across do
 * @n_hops: how many
 * @from_side: the side of the card it leaves
 * @to_side: the side of the card it meets
 * @from_label: the pill with the number at the start; empty where there is none
 * @to_label: the pill with the number at the end; empty where there is none
 * @name_label: the pill with the name; empty where there is none
 * @from_hidden: there is no free place for @from_label: it covers something where it is, and is
 *   shown only while the line is pointed at or selected
 * @to_hidden: the same of @to_label
 * @name_hidden: the same of @name_label
 * @bounds: around all of it that is always shown, feet included
 *
 * Where a line runs.
 */
typedef struct
{
  SquillPoint *points;
  guint n_points;
  SquillHop *hops;
  guint n_hops;
  SquillSide from_side;
  SquillSide to_side;
  SquillRect from_label;
  SquillRect to_label;
  SquillRect name_label;
  gboolean from_hidden;
  gboolean to_hidden;
  gboolean name_hidden;
  SquillRect bounds;
} SquillRoute;

/**
 * SquillRouteEnd:
 * @card: id of the card
 * @offset: how far below the card's top the line meets it: the middle of a row
 * @label: how wide the pill with the number is, 0 for none; two ends with the same text that meet
 *   a card at the same place share one pill
 * @text: (nullable): that number, to find such ends
 *
 * One end of a line.
 */
typedef struct
{
  const char *card;
  double offset;
  double label;
  const char *text;
} SquillRouteEnd;

/** How high the pills on a line are. */
#define SQUILL_LABEL_HEIGHT 19.0
/** How much the corners of a line are rounded. */
#define SQUILL_LINE_RADIUS 6.0

/**
 * SquillRouter:
 *
 * Finds routes for lines between cards: orthogonal, around other cards, side by side where several
 * run through the same gap. What it gives depends on the cards and lines only, not on the order in
 * which they came or changed.
 */
#define SQUILL_TYPE_ROUTER (squill_router_get_type ())
G_DECLARE_FINAL_TYPE (SquillRouter, squill_router, SQUILL, ROUTER, GObject)

SquillRouter *squill_router_new (void);
void squill_router_set_card (SquillRouter *self, const char *id, const SquillRect *rect);
void squill_router_remove_card (SquillRouter *self, const char *id);
void squill_router_set_line (SquillRouter *self,
                             const char *id,
                             const SquillRouteEnd *from,
                             const SquillRouteEnd *to,
                             double name_width);
void squill_router_set_line_places (SquillRouter *self,
                                    const char *id,
                                    const SquillLinePlaces *places);
void squill_router_remove_line (SquillRouter *self, const char *id);
GPtrArray *squill_router_update (SquillRouter *self, gboolean rough);
gboolean squill_router_is_slow (SquillRouter *self);
gboolean squill_router_is_rough (SquillRouter *self);
SquillRouter *squill_router_copy (SquillRouter *self);
gboolean squill_router_is_current (SquillRouter *self, SquillRouter *copy);
gboolean squill_router_complete (SquillRouter *self, GCancellable *cancellable);
GPtrArray *squill_router_take (SquillRouter *self, SquillRouter *completed);
const SquillRoute *squill_router_get_route (SquillRouter *self, const char *id);

G_END_DECLS
