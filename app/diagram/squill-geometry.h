/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * SquillPoint:
 * @x: pixels to the right
 * @y: pixels down
 *
 * A place on the diagram, at a zoom of 100 %.
 */
typedef struct
{
  double x;
  double y;
} SquillPoint;

/**
 * SquillRect:
 * @x: the left edge
 * @y: the top edge
 * @width: at least 0
 * @height: at least 0
 *
 * A rectangle on the diagram, in pixels at a zoom of 100 %.
 */
typedef struct
{
  double x;
  double y;
  double width;
  double height;
} SquillRect;

#define SQUILL_POINT(x, y) ((SquillPoint){ (x), (y) })
#define SQUILL_RECT(x, y, width, height) ((SquillRect){ (x), (y), (width), (height) })

/* Gives the right edge. */
static inline double
squill_rect_right (const SquillRect *rect)
{
  return rect->x + rect->width;
}

/* Gives the bottom edge. */
static inline double
squill_rect_bottom (const SquillRect *rect)
{
  return rect->y + rect->height;
}

/* Tells whether the rectangle covers nothing. */
static inline gboolean
squill_rect_is_empty (const SquillRect *rect)
{
  return rect->width <= 0 || rect->height <= 0;
}

/* Tells whether a point lies in the rectangle or on its edge. */
static inline gboolean
squill_rect_contains (const SquillRect *rect, double x, double y)
{
  return x >= rect->x && x <= squill_rect_right (rect) && y >= rect->y &&
         y <= squill_rect_bottom (rect);
}

/* Whether two rectangles are the same to the bit. */
static inline gboolean
squill_rect_equal (const SquillRect *a, const SquillRect *b)
{
  return a->x == b->x && a->y == b->y && a->width == b->width && a->height == b->height;
}

/* Tells whether two rectangles share more than an edge. */
static inline gboolean
squill_rect_overlaps (const SquillRect *a, const SquillRect *b)
{
  return a->x < squill_rect_right (b) && b->x < squill_rect_right (a) &&
         a->y < squill_rect_bottom (b) && b->y < squill_rect_bottom (a);
}

/* Gives the rectangle with each edge moved out by @by, or in where it is negative. */
static inline SquillRect
squill_rect_grow (const SquillRect *rect, double by)
{
  return SQUILL_RECT (rect->x - by, rect->y - by, MAX (0.0, rect->width + 2 * by),
                      MAX (0.0, rect->height + 2 * by));
}

/* Gives the smallest rectangle around both; one that covers nothing does not count. */
static inline SquillRect
squill_rect_union (const SquillRect *a, const SquillRect *b)
{
  double x, y;

  if (squill_rect_is_empty (a))
    return *b;
  if (squill_rect_is_empty (b))
    return *a;
  x = MIN (a->x, b->x);
  y = MIN (a->y, b->y);
  return SQUILL_RECT (x, y, MAX (squill_rect_right (a), squill_rect_right (b)) - x,
                      MAX (squill_rect_bottom (a), squill_rect_bottom (b)) - y);
}

G_END_DECLS
