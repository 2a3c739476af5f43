/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * SquillLayoutBox:
 * @x: the left edge
 * @y: the top edge
 * @width: at least 1
 * @height: at least 1
 *
 * A box in whole pixels.
 */
typedef struct
{
  int x;
  int y;
  int width;
  int height;
} SquillLayoutBox;

SquillLayoutBox squill_layout_bounds (const SquillLayoutBox *boxes, guint n_boxes);
int squill_layout_page_width (const SquillLayoutBox *boxes, guint n_boxes, int gap);
void squill_layout_pack_rows (SquillLayoutBox *boxes, guint n_boxes, int width, int gap);
guint squill_layout_part_boxes (SquillLayoutBox *boxes, guint n_boxes, int gap, int grid);

G_END_DECLS
