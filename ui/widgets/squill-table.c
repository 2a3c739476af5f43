/* SPDX-License-Identifier: Apache-2.0 */

/* Tables with titles: what GtkColumnView leaves to do. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "widgets/squill-table.h"

/**
 * squill_table_end_title:
 * @table: a table
 * @position: of one of its columns, none of which is hidden
 *
 * Puts the title of a column at its end, above the numbers that are aligned there. A
 * GtkColumnViewColumn has no property for that.
 */
void
squill_table_end_title (GtkColumnView *table, guint position)
{
  GtkWidget *header;
  GtkWidget *title;
  GtkWidget *box;

  g_return_if_fail (GTK_IS_COLUMN_VIEW (table));

  header = gtk_widget_get_first_child (GTK_WIDGET (table));
  title = header != NULL ? gtk_widget_get_first_child (header) : NULL;
  while (title != NULL && position-- > 0)
    title = gtk_widget_get_next_sibling (title);
  box = title != NULL ? gtk_widget_get_first_child (title) : NULL;
  if (!GTK_IS_BOX (box))
    return;
  gtk_widget_set_halign (box, GTK_ALIGN_END);
  /* Behind the text is the room of the arrow that says how the rows are sorted. */
  gtk_box_reorder_child_after (GTK_BOX (box), gtk_widget_get_last_child (box), NULL);
}

/* How far a table is scrolled from its first column, which is at the right where texts run to the
 * left. */
static void
on_scrolled (GtkAdjustment *adjustment, GtkWidget *scrolled)
{
  double *from_start = g_object_get_data (G_OBJECT (scrolled), "from-start");

  if (gtk_widget_get_direction (scrolled) == GTK_TEXT_DIR_RTL)
    *from_start = gtk_adjustment_get_upper (adjustment) -
                  gtk_adjustment_get_page_size (adjustment) - gtk_adjustment_get_value (adjustment);
}

static gboolean
scroll_back (GtkWidget *scrolled, GdkFrameClock *clock, gpointer user_data)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (scrolled));
  const double *from_start = user_data;

  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment) -
                                            gtk_adjustment_get_page_size (adjustment) -
                                            *from_start);
  return G_SOURCE_REMOVE;
}

/* Not at once: a value that is set while room is given is lost. */
static void
on_room_changed (GtkAdjustment *adjustment, GtkWidget *scrolled)
{
  if (gtk_widget_get_direction (scrolled) == GTK_TEXT_DIR_RTL)
    gtk_widget_add_tick_callback (scrolled, scroll_back,
                                  g_object_get_data (G_OBJECT (scrolled), "from-start"), NULL);
}

/**
 * squill_table_scroll:
 * @table: (transfer floating): a table
 *
 * Makes a table scroll, beginning with its first column: where texts run from right to left,
 * GtkColumnView begins with the last one.
 *
 * Returns: (transfer floating): what scrolls it
 */
GtkWidget *
squill_table_scroll (GtkColumnView *table)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkAdjustment *adjustment;

  g_return_val_if_fail (GTK_IS_COLUMN_VIEW (table), scrolled);

  g_object_set_data_full (G_OBJECT (scrolled), "from-start", g_new0 (double, 1), g_free);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (table));
  adjustment = gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (scrolled));
  g_signal_connect_object (adjustment, "value-changed", G_CALLBACK (on_scrolled), scrolled, 0);
  g_signal_connect_object (adjustment, "changed", G_CALLBACK (on_room_changed), scrolled, 0);
  return scrolled;
}
