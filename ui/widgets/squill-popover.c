/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "widgets/squill-popover.h"

/* Leaves what lies in 0 to @room; where nothing does, the pixel next to it. */
static void
clip (int *start, int *size, int room)
{
  const int last = MAX (room - 1, 0);
  const int first = CLAMP (*start, 0, last);
  const int end = CLAMP (*start + *size, first + 1, last + 1);

  *start = first;
  *size = end - first;
}

/**
 * squill_popover_point_to:
 * @popover: a popover
 * @widget: its parent, now or soon
 * @place: what it points to, in pixels of @widget
 *
 * Lets a popover point to what can be seen of a place, which may have been scrolled away. Otherwise
 * it opens far from the window, perhaps on no monitor, for which GTK before 4.18 has no size.
 */
void
squill_popover_point_to (GtkPopover *popover, GtkWidget *widget, const GdkRectangle *place)
{
  GdkRectangle seen, before;

  g_return_if_fail (GTK_IS_POPOVER (popover));
  g_return_if_fail (GTK_IS_WIDGET (widget));
  g_return_if_fail (place != NULL);

  seen = *place;
  clip (&seen.x, &seen.width, gtk_widget_get_width (widget));
  clip (&seen.y, &seen.height, gtk_widget_get_height (widget));
  if (gtk_widget_get_parent (GTK_WIDGET (popover)) == NULL ||
      !gtk_popover_get_pointing_to (popover, &before) || !gdk_rectangle_equal (&seen, &before))
    gtk_popover_set_pointing_to (popover, &seen);
}
