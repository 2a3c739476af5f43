/* SPDX-License-Identifier: Apache-2.0 */

/* The keys that close a window beside the main one. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "widgets/squill-closing.h"

/**
 * squill_closing_add_keys:
 * @widget_class: the class of a dialog, or of a window that stands beside the main one
 *
 * Lets Escape and Ctrl+W close it. The keys of the main window are no keys of others.
 */
void
squill_closing_add_keys (GtkWidgetClass *widget_class)
{
  g_return_if_fail (GTK_IS_WIDGET_CLASS (widget_class));

  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_w, GDK_CONTROL_MASK, "window.close",
                                       NULL);
}

static void
on_stop_search (GtkSearchEntry *search)
{
  if (gtk_editable_get_text (GTK_EDITABLE (search))[0] != '\0')
    gtk_editable_set_text (GTK_EDITABLE (search), "");
  else
    gtk_widget_activate_action (GTK_WIDGET (search), "window.close", NULL);
}

/**
 * squill_closing_follow_search:
 * @search: a search entry in a window that has the keys of squill_closing_add_keys()
 *
 * The entry keeps Escape to itself. With this, it empties the entry first and then closes the
 * window.
 */
void
squill_closing_follow_search (GtkSearchEntry *search)
{
  g_return_if_fail (GTK_IS_SEARCH_ENTRY (search));

  g_signal_connect (search, "stop-search", G_CALLBACK (on_stop_search), NULL);
}
