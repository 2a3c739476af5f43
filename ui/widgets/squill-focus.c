/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "widgets/squill-focus.h"

/**
 * squill_focus_children:
 * @widget: a widget
 * @direction: where the keys go
 *
 * Moves the keys among what is in a widget, and never to the widget itself: the function `focus` of
 * the class of a widget that hands them on when it is given them. With GTK's own, Shift+Tab at the
 * first thing in it asks the widget to take the keys, which hands them to what is in it again: they
 * would never leave.
 *
 * Returns: whether they have moved; FALSE at the end of the widget
 */
gboolean
squill_focus_children (GtkWidget *widget, GtkDirectionType direction)
{
  const gboolean back = direction == GTK_DIR_TAB_BACKWARD;
  GtkWidget *focus, *child = NULL;

  g_return_val_if_fail (GTK_IS_WIDGET (widget), FALSE);

  if (!back && direction != GTK_DIR_TAB_FORWARD)
    {
      g_autoptr (GTypeClass) any = g_type_class_ref (GTK_TYPE_WIDGET);

      return GTK_WIDGET_CLASS (any)->focus (widget, direction);
    }
  focus = gtk_root_get_focus (gtk_widget_get_root (widget));
  if (focus != NULL && gtk_widget_is_ancestor (focus, widget))
    for (child = focus; gtk_widget_get_parent (child) != widget;)
      child = gtk_widget_get_parent (child);
  if (child == NULL)
    child = back ? gtk_widget_get_last_child (widget) : gtk_widget_get_first_child (widget);
  while (child != NULL)
    {
      if (gtk_widget_child_focus (child, direction))
        return TRUE;
      child = back ? gtk_widget_get_prev_sibling (child) : gtk_widget_get_next_sibling (child);
    }
  return FALSE;
}
