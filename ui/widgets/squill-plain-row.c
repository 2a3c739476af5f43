/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "widgets/squill-plain-row.h"

#include "widgets/squill-focus.h"

G_DEFINE_TYPE (SquillPlainRow, squill_plain_row, ADW_TYPE_PREFERENCES_ROW)

static void
squill_plain_row_class_init (SquillPlainRowClass *klass)
{
  /* Going back, a row of GTK takes the keys itself after what is in it. One that cannot have them
   * gives them to the first thing in it again, and Shift+Tab never leaves it. */
  GTK_WIDGET_CLASS (klass)->focus = squill_focus_children;
}

static void
squill_plain_row_init (SquillPlainRow *self)
{
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self), FALSE);
  gtk_widget_set_focusable (GTK_WIDGET (self), FALSE);
}

/**
 * squill_plain_row_new:
 *
 * Returns: (transfer floating): a row with nothing in it
 */
GtkWidget *
squill_plain_row_new (void)
{
  return g_object_new (SQUILL_TYPE_PLAIN_ROW, NULL);
}
