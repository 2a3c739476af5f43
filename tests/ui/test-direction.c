/* SPDX-License-Identifier: Apache-2.0 */

/* In a window that is mirrored, what has an order of its own is written from left to right. */

#include "config.h"

#include <adwaita.h>
#include <string.h>

#include "canvas/squill-canvas.h"
#include "canvas/squill-model-picture.h"
#include "widgets/squill-triple-entry.h"
#include "widgets/squill-typing.h"

static void
assert_left_to_right (GtkWidget *widget, const char *text)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, text);
  PangoRectangle first, last;

  pango_layout_index_to_pos (layout, 0, &first);
  pango_layout_index_to_pos (layout, (int)strlen (text) - 1, &last);
  g_assert_cmpint (first.x, <, last.x);
}

static void
test_diagram (void)
{
  GtkWidget *canvas = g_object_ref_sink (GTK_WIDGET (squill_canvas_new ()));
  GtkWidget *picture = g_object_ref_sink (squill_model_picture_new ());

  assert_left_to_right (canvas, "0..35..900");
  assert_left_to_right (picture, "0..35..900");
  g_object_unref (picture);
  g_object_unref (canvas);
}

/* What writes the text of an entry. */
static GtkWidget *
find_text (GtkWidget *widget)
{
  while (!GTK_IS_TEXT (widget))
    widget = gtk_widget_get_first_child (widget);
  return widget;
}

static void
test_triple (void)
{
  GtkWidget *triple = g_object_ref_sink (squill_triple_entry_new (FALSE));

  assert_left_to_right (find_text (triple), "0..35..900");
  g_object_unref (triple);
}

/* Where the cursor stands before the first letter, from the left. */
static double
find_start (GtkWidget *window, GtkWidget *text, const char *written)
{
  graphene_rect_t cursor;

  gtk_editable_set_text (GTK_EDITABLE (text), written);
  gtk_test_widget_wait_for_draw (window);
  gtk_text_compute_cursor_extents (GTK_TEXT (text), 0, &cursor, NULL);
  return cursor.origin.x;
}

/* Values stand where their placeholders do, at the end of the row: at the left. */
static void
test_end (void)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *entry = gtk_entry_new ();
  GtkWidget *triple = squill_triple_entry_new (FALSE);

  squill_typing_align_at_end (GTK_ENTRY (entry));
  gtk_box_append (GTK_BOX (box), gtk_button_new ());
  gtk_box_append (GTK_BOX (box), entry);
  gtk_box_append (GTK_BOX (box), triple);
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_window_set_default_size (GTK_WINDOW (window), 400, 100);
  gtk_window_present (GTK_WINDOW (window));
  gtk_test_widget_wait_for_draw (window);
  g_assert_cmpfloat (find_start (window, find_text (entry), "posts"), <, 100);
  g_assert_cmpfloat (find_start (window, find_text (entry), "300"), <, 100);
  g_assert_cmpfloat (find_start (window, find_text (entry), "פוסט"), <, 100);
  g_assert_cmpfloat (find_start (window, find_text (triple), "0..35..900"), <, 100);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();
  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  g_test_add_func ("/direction/diagram", test_diagram);
  g_test_add_func ("/direction/triple", test_triple);
  g_test_add_func ("/direction/end", test_end);
  return g_test_run ();
}
