/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "widgets/squill-icon-button.h"
#include "text/squill-text.h"

/**
 * squill_widget_set_name:
 * @widget: (type GtkWidget): a widget
 * @name: what a screen reader calls it, translated
 *
 * Sets the accessible label of a widget.
 */
void
squill_widget_set_name (gpointer widget, const char *name)
{
  g_return_if_fail (GTK_IS_ACCESSIBLE (widget));

  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

/**
 * squill_widget_show_tooltip:
 * @widget: (type GtkWidget): a widget
 * @text: (nullable): a text that may have a name of any length in it
 *
 * Shows a text in a tooltip that is no larger than people read.
 */
void
squill_widget_show_tooltip (gpointer widget, const char *text)
{
  g_autofree char *fit = text != NULL ? squill_text_fit (text) : NULL;

  g_return_if_fail (GTK_IS_WIDGET (widget));

  gtk_widget_set_tooltip_text (GTK_WIDGET (widget), fit);
}

/**
 * squill_label_show:
 * @label: (type GtkLabel): a label, which may break its lines
 * @text: a text that may have a name of any length in it
 *
 * Shows as much of a text as people read: breaking the lines of a very long one takes seconds.
 */
void
squill_label_show (gpointer label, const char *text)
{
  g_autofree char *fit = squill_text_fit (text);

  g_return_if_fail (GTK_IS_LABEL (label));

  gtk_label_set_label (GTK_LABEL (label), fit);
}

/**
 * squill_widget_set_tooltip:
 * @widget: (type GtkWidget): a widget
 * @name: what it is or does, translated
 *
 * Says what a widget does, in a tooltip and to screen readers.
 */
void
squill_widget_set_tooltip (gpointer widget, const char *name)
{
  g_return_if_fail (GTK_IS_WIDGET (widget));

  squill_widget_show_tooltip (widget, name);
  squill_widget_set_name (widget, name);
}

/**
 * squill_icon_button_new:
 * @icon: the name of an icon
 * @name: what the button does, translated
 *
 * Returns: (transfer floating): a flat button with an icon and a tooltip
 */
GtkWidget *
squill_icon_button_new (const char *icon, const char *name)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  squill_widget_set_tooltip (button, name);
  return button;
}
