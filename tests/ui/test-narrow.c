/* SPDX-License-Identifier: Apache-2.0 */

/* A window of any width, with text of any size, shows what it has. */

#include "config.h"

#include <gtksourceview/gtksource.h>

#include "canvas/squill-canvas-private.h"
#include "canvas/squill-canvas-view.h"
#include "panel/squill-byte-list.h"
#include "panel/squill-panel-page.h"
#include "panel/squill-panel.h"
#include "widgets/squill-overflow-bar.h"
#include "window-fixture.h"

/* What a window without a window manager has around it, in pixels. */
#define FRAME 12
#define USUAL_DPI (96 * PANGO_SCALE)

typedef gboolean (*Matches) (GtkWidget *widget);

static void
collect (GtkWidget *widget, Matches matches, GPtrArray *found)
{
  if (!gtk_widget_get_mapped (widget))
    return;
  if (matches (widget))
    g_ptr_array_add (found, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect (child, matches, found);
}

static gboolean
is_tab (GtkWidget *widget)
{
  return GTK_IS_TOGGLE_BUTTON (widget) && gtk_widget_get_parent (widget) != NULL &&
         GTK_IS_STACK_SWITCHER (gtk_widget_get_parent (widget));
}

static gboolean
is_control (GtkWidget *widget)
{
  return is_tab (widget) || GTK_IS_DROP_DOWN (widget) || GTK_IS_BUTTON (widget) ||
         GTK_IS_MENU_BUTTON (widget);
}

static gboolean
has_width (Fixture *f, gpointer width)
{
  return ABS (gtk_widget_get_width (GTK_WIDGET (f->window)) - GPOINTER_TO_INT (width)) <= FRAME;
}

static gboolean
fits (Fixture *f, gpointer data)
{
  GtkWidget *content = adw_application_window_get_content (ADW_APPLICATION_WINDOW (f->window));
  int least;

  gtk_widget_measure (content, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  return least <= gtk_widget_get_width (GTK_WIDGET (f->window)) &&
         gtk_widget_get_width (content) <= gtk_widget_get_width (GTK_WIDGET (f->window));
}

static void
set_width (Fixture *f, int width)
{
  gtk_window_set_default_size (GTK_WINDOW (f->window), width, 700);
  wait_for (f, has_width, GINT_TO_POINTER (width), "the window has its width");
  wait_for (f, fits, NULL, "what does not fit is folded");
  settle ();
  gtk_test_widget_wait_for_draw (GTK_WIDGET (f->window));
}

/* No control of the panel's head is cut or covered by another one, and every page is reached. */
static void
check_head (Fixture *f)
{
  GtkWidget *panel = find_type (GTK_WIDGET (f->window), SQUILL_TYPE_PANEL);
  GtkWidget *head = gtk_widget_get_first_child (panel);
  g_autoptr (GPtrArray) tabs = g_ptr_array_new ();
  g_autoptr (GPtrArray) controls = g_ptr_array_new ();
  double end = 0;

  collect (head, is_tab, tabs);
  collect (head, is_control, controls);
  g_assert_cmpuint (controls->len, >, 0);
  /* All tabs, or one list of the pages. */
  if (tabs->len == 0)
    {
      g_assert_true (GTK_IS_DROP_DOWN (controls->pdata[0]));
      g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (controls->pdata[0])), ==,
                        G_N_ELEMENTS (panel_pages));
    }
  else
    g_assert_cmpuint (tabs->len, ==, G_N_ELEMENTS (panel_pages));
  for (guint i = 0; i < controls->len; i++)
    {
      graphene_rect_t bounds;
      int least;

      /* What is a part of another control has its bounds. */
      if (i > 0 && gtk_widget_is_ancestor (controls->pdata[i], controls->pdata[i - 1]))
        continue;
      g_assert_true (gtk_widget_compute_bounds (controls->pdata[i], head, &bounds));
      g_assert_cmpfloat (bounds.origin.x, >=, end - 1);
      end = bounds.origin.x + bounds.size.width;
      gtk_widget_measure (controls->pdata[i], GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL,
                          NULL);
      g_assert_cmpint (gtk_widget_get_width (controls->pdata[i]), >=, 8);
      g_assert_cmpfloat (bounds.size.width, >=, least - 1);
    }
  g_assert_cmpfloat (end, <=, gtk_widget_get_width (head) + 1);
}

static int
get_least (GtkWidget *widget)
{
  int least;

  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  return least;
}

static gboolean
bar_fits (Fixture *f, gpointer data)
{
  GtkWidget *view = find_type (GTK_WIDGET (f->window), SQUILL_TYPE_CANVAS_VIEW);

  return get_least (find_type (view, SQUILL_TYPE_CANVAS_BAR)) <= gtk_widget_get_width (view);
}

static GtkWidget *
find_heading (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_has_css_class (widget, "heading"))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_heading (child);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* A short name of a collection is whole, or is in the menu of what has no room. */
static void
check_name (Fixture *f)
{
  GtkWidget *head =
      gtk_widget_get_first_child (find_type (GTK_WIDGET (f->window), SQUILL_TYPE_PANEL));
  GtkWidget *name = find_heading (head);

  int least, natural;

  g_assert_nonnull (name);
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (name)), !=, "");
  g_test_message ("%s at %d", gtk_label_get_label (GTK_LABEL (name)),
                  gtk_widget_get_width (GTK_WIDGET (f->window)));
  gtk_widget_measure (name, GTK_ORIENTATION_HORIZONTAL, -1, &least, &natural, NULL, NULL);
  g_assert_cmpint (least, ==, natural);
  if (gtk_widget_get_mapped (name))
    g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (name))));
}

/* Neither the bar of the diagram nor the document lose anything at the edges. */
static void
check_content (Fixture *f)
{
  GtkWidget *page = find_type (GTK_WIDGET (f->window), SQUILL_TYPE_DOCUMENTS_PAGE);
  GtkWidget *bytes = find_type (page, SQUILL_TYPE_BYTE_LIST);
  GtkWidget *document = find_type (page, SQUILL_TYPE_CODE_VIEW);

  wait_for (f, bar_fits, NULL, "the bar of the diagram fits");
  /* But for a border. */
  g_assert_cmpint (gtk_widget_get_width (page) - gtk_widget_get_width (document) -
                       (gtk_widget_get_child_visible (bytes) ? gtk_widget_get_width (bytes) : 0),
                   <=, 1);
}

static void
check_pages (Fixture *f)
{
  for (guint i = 0; i < G_N_ELEMENTS (panel_pages); i++)
    {
      gtk_widget_activate_action (GTK_WIDGET (f->window), "win.page", "s", panel_pages[i]);
      settle ();
      gtk_test_widget_wait_for_draw (GTK_WIDGET (f->window));
      g_test_message ("%s at %d", panel_pages[i], gtk_widget_get_width (GTK_WIDGET (f->window)));
      check_head (f);
      g_assert_true (fits (f, NULL));
    }
}

static void
test_tabs (Fixture *f, gconstpointer data)
{
  static const int widths[] = { 1440, 1280, 1001, 999, 930, 720, 700, 640, 500, 360 };

  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      set_width (f, widths[i]);
      check_content (f);
      check_name (f);
      check_pages (f);
      gtk_widget_activate_action (GTK_WIDGET (f->window), "win.page", "s", panel_pages[0]);
    }
}

/* The words of the bar are longer in other languages: it gets along with less than it needs here.
 */
static void
test_bar (Fixture *f, gconstpointer data)
{
  GtkWidget *bar = find_type (GTK_WIDGET (f->window), SQUILL_TYPE_CANVAS_BAR);
  const int whole = get_least (bar);
  int least;

  _squill_canvas_bar_set_room (SQUILL_CANVAS_BAR (bar), 1);
  least = get_least (bar);
  g_assert_cmpint (least, <, 360 - FRAME);
  for (int room = least; room <= whole; room++)
    {
      _squill_canvas_bar_set_room (SQUILL_CANVAS_BAR (bar), room);
      g_assert_cmpint (get_least (bar), <=, room);
    }
  g_assert_cmpint (get_least (bar), ==, whole);
}

/* The bytes of a document stand beside it, or leave all the room to it. */
static void
test_document (Fixture *f, gconstpointer data)
{
  GtkWidget *view = find_type (GTK_WIDGET (f->window), SQUILL_TYPE_CODE_VIEW);
  GtkWidget *bytes = find_type (GTK_WIDGET (f->window), SQUILL_TYPE_BYTE_LIST);
  GtkWidget *box = gtk_widget_get_parent (view);
  graphene_rect_t left, right;

  set_width (f, 1280);
  g_assert_true (gtk_widget_get_child_visible (bytes));
  g_assert_true (gtk_widget_compute_bounds (view, box, &left));
  g_assert_true (gtk_widget_compute_bounds (bytes, box, &right));
  g_assert_cmpfloat (left.size.width, ==, right.origin.x);
  g_assert_cmpfloat (right.origin.x + right.size.width, ==, gtk_widget_get_width (box));
  set_width (f, 360);
  g_assert_false (gtk_widget_get_child_visible (bytes));
  g_assert_cmpint (gtk_widget_get_width (view), ==, gtk_widget_get_width (box));
}

/* At the size that the window opens with, no tab is in a list. */
static void
test_usual (Fixture *f, gconstpointer data)
{
  g_autoptr (GPtrArray) tabs = g_ptr_array_new ();

  set_width (f, 1280);
  collect (GTK_WIDGET (f->window), is_tab, tabs);
  g_assert_cmpuint (tabs->len, ==, G_N_ELEMENTS (panel_pages));
}

static void
test_large_text (Fixture *f, gconstpointer data)
{
  static const int widths[] = { 1440, 1280, 900, 720 };
  GtkSettings *settings = gtk_settings_get_default ();
  int dpi;

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  g_object_set (settings, "gtk-xft-dpi", 2 * USUAL_DPI, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      set_width (f, widths[i]);
      check_pages (f);
    }
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
}

/* Whatever is selected, the window gets as narrow as it may, and both sides are reached there. */
static void
test_selections (Fixture *f, gconstpointer data)
{
  static const SquillKind kinds[] = { SQUILL_KIND_ENTITY, SQUILL_KIND_RELATIONSHIP,
                                      SQUILL_KIND_OPERATION, SQUILL_KIND_GROUP };
  SquillSelection *selection = squill_session_get_selection (f->session);

  set_width (f, 360);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      guint n;
      const gpointer *items =
          squill_item_get_children (squill_model_get_info (f->model), kinds[i], &n);

      for (guint j = 0; j < n; j++)
        {
          squill_selection_set_single (selection, ((const SquillItem *)items[j])->id);
          g_object_set (f->window, "inspector-visible", TRUE, NULL);
          settle ();
          gtk_test_widget_wait_for_draw (GTK_WIDGET (f->window));
          g_assert_true (fits (f, NULL));
          g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (f->inspector)));
          g_object_set (f->window, "inspector-visible", FALSE, "outline-visible", TRUE, NULL);
          settle ();
          g_assert_true (fits (f, NULL));
          g_object_set (f->window, "outline-visible", FALSE, NULL);
        }
    }
}

static gboolean
is_unmapped (Fixture *f, gpointer widget)
{
  return !gtk_widget_get_mapped (widget);
}

/* What has no room in the row is in the menu while that is open. */
static void
test_overflow (void)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *bar = squill_overflow_bar_new ();
  GtkWidget *controls[3];
  GtkWidget *more = NULL;
  GtkPopover *popover;

  for (guint i = 0; i < G_N_ELEMENTS (controls); i++)
    {
      controls[i] = gtk_button_new_with_label ("control");
      gtk_widget_set_size_request (controls[i], 100, -1);
      squill_overflow_bar_append (SQUILL_OVERFLOW_BAR (bar), controls[i]);
    }
  gtk_widget_set_hexpand (bar, TRUE);
  gtk_box_append (GTK_BOX (box), bar);
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_window_set_default_size (GTK_WINDOW (window), 220, 60);
  gtk_window_present (GTK_WINDOW (window));
  gtk_test_widget_wait_for_draw (window);
  more = gtk_widget_get_last_child (bar);
  g_assert_true (gtk_widget_get_mapped (controls[0]));
  g_assert_false (gtk_widget_get_mapped (controls[1]));
  g_assert_true (gtk_widget_get_mapped (more));

  gtk_menu_button_popup (GTK_MENU_BUTTON (more));
  gtk_test_widget_wait_for_draw (window);
  popover = gtk_menu_button_get_popover (GTK_MENU_BUTTON (more));
  g_assert_true (gtk_widget_is_ancestor (controls[1], GTK_WIDGET (popover)));
  g_assert_true (gtk_widget_is_ancestor (controls[2], GTK_WIDGET (popover)));
  g_assert_true (gtk_widget_get_mapped (controls[0]));

  gtk_menu_button_popdown (GTK_MENU_BUTTON (more));
  gtk_window_set_default_size (GTK_WINDOW (window), 400, 60);
  wait_for (NULL, is_unmapped, more, "all have room in the row");
  for (guint i = 0; i < G_N_ELEMENTS (controls); i++)
    {
      g_assert_true (gtk_widget_get_parent (controls[i]) == bar);
      g_assert_true (gtk_widget_get_mapped (controls[i]));
    }
  g_assert_true (gtk_widget_get_next_sibling (controls[1]) == controls[2]);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* What asks for a new layout while the window is laid out for the first time, and the panel is
 * given its height, does not leave the window waiting for it, and blank: GTK would warn. */
static void
ask_for_layout (SquillCanvas *canvas)
{
  gtk_widget_queue_resize (GTK_WIDGET (canvas));
}

static void
test_first_layout (void)
{
  g_autoptr (GSettings) settings = g_settings_new ("io.github.squill.Squill");
  Fixture f = { 0 };
  SquillCanvas *canvas;
  GtkWidget *center;
  gulong handler;

  f.window = squill_window_new (NULL);
  g_object_set (f.window, "panel-visible", TRUE, NULL);
  canvas = SQUILL_CANVAS (find_type (GTK_WIDGET (f.window), SQUILL_TYPE_CANVAS));
  handler = g_signal_connect (canvas, "changed", G_CALLBACK (ask_for_layout), NULL);
  gtk_window_present (GTK_WINDOW (f.window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (f.window));
  g_signal_handler_disconnect (canvas, handler);

  center = find_type (GTK_WIDGET (f.window), GTK_TYPE_PANED);
  g_assert_cmpint (gtk_widget_get_height (center) - gtk_paned_get_position (GTK_PANED (center)), ==,
                   g_settings_get_int (settings, "panel-height"));
  take_session (&f);
  tear_down (&f, NULL);
}

static void
measure_nothing (GtkWidget *widget,
                 GtkOrientation orientation,
                 int for_size,
                 int *minimum,
                 int *natural,
                 int *minimum_baseline,
                 int *natural_baseline)
{
  *minimum = *natural = 0;
}

static void
ask_above (GtkWidget *widget, int width, int height, int baseline)
{
  gboolean *asks = g_object_get_data (G_OBJECT (widget), "asks");

  if (*asks)
    gtk_widget_queue_resize (gtk_widget_get_parent (widget));
  *asks = FALSE;
}

/* The same where the window and something far below it are laid out, and nothing between them has
 * to be. */
static void
test_asked_meanwhile (Fixture *f, gconstpointer data)
{
  GtkWidget *overlay = find_type (GTK_WIDGET (f->window), GTK_TYPE_OVERLAY);
  GtkWidget *asking = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gboolean asks = FALSE;

  g_object_set_data (G_OBJECT (asking), "asks", &asks);
  gtk_widget_set_layout_manager (asking, gtk_custom_layout_new (NULL, measure_nothing, ask_above));
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), asking);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (f->window));
  asks = TRUE;
  gtk_widget_queue_allocate (asking);
  gtk_widget_queue_allocate (GTK_WIDGET (f->window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (f->window));
  g_assert_false (asks);
  gtk_overlay_remove_overlay (GTK_OVERLAY (overlay), asking);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();
  gtk_source_init ();
  load_style ();
#define TEST(path, function) g_test_add (path, Fixture, "cms", set_up, function, tear_down)
  TEST ("/narrow/tabs", test_tabs);
  TEST ("/narrow/document", test_document);
  TEST ("/narrow/usual", test_usual);
  TEST ("/narrow/selections", test_selections);
  TEST ("/narrow/large-text", test_large_text);
  TEST ("/narrow/bar", test_bar);
  TEST ("/narrow/asked-meanwhile", test_asked_meanwhile);
  g_test_add_func ("/narrow/overflow", test_overflow);
  g_test_add_func ("/narrow/first-layout", test_first_layout);
  return g_test_run ();
}
