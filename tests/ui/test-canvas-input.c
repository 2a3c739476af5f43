/* SPDX-License-Identifier: Apache-2.0 */

/* The whole program with a real pointer and real keys, which xdotool moves and presses. Nothing is
 * waited for but what should come of it. */

#include "config.h"

#include <adwaita.h>
#include <math.h>

#include "deadline.h"
#include "model/squill-authoring.h"
#include "shell/squill-application.h"
#include "canvas/squill-canvas-view.h"
#include "canvas/squill-inline-editor.h"
#include "canvas/squill-canvas.h"
#include "shell/squill-window.h"

typedef struct
{
  SquillWindow *window;
  SquillModel *model;
  SquillCanvas *canvas;
  SquillViewport *viewport;
  char *one;
  char *other;
} Fixture;

static GApplication *application;

typedef gboolean (*Condition) (Fixture *fixture);

#define wait_until(fixture, condition) wait_for (fixture, condition, #condition)

static void
wait_for (Fixture *fixture, Condition condition, const char *what)
{
  g_auto (Deadline) deadline = deadline_begin (what);

  while (!condition (fixture))
    g_main_context_iteration (NULL, TRUE);
}

static void
on_exited (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;

  g_subprocess_wait_check_finish (G_SUBPROCESS (source), result, &error);
  g_assert_no_error (error);
  *(gboolean *)user_data = TRUE;
}

/* Has xdotool do something, and lets the window live meanwhile. */
G_GNUC_PRINTF (1, 2)
static void
do_input (const char *format, ...)
{
  g_autofree char *text = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) words = NULL;
  gboolean done = FALSE;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  words = g_strsplit (text, " ", -1);
  process = g_subprocess_newv ((const char *const *)words, G_SUBPROCESS_FLAGS_NONE, &error);
  g_assert_no_error (error);
  g_subprocess_wait_check_async (process, NULL, on_exited, &done);
  while (!done)
    g_main_context_iteration (NULL, TRUE);
}

static GtkWidget *
find_type (GtkWidget *widget, GType type)
{
  GtkWidget *found = g_type_is_a (G_OBJECT_TYPE (widget), type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_type (child, type);
  return found;
}

/* Where a place of the diagram is on the screen; without a window manager the window is at its
 * corner. */
static void
to_screen (Fixture *fixture, double x, double y, int *screen_x, int *screen_y)
{
  SquillPoint at = squill_viewport_to_window (fixture->viewport, x, y);
  graphene_point_t in_window;
  double dx, dy;

  g_assert_true (
      gtk_widget_compute_point (GTK_WIDGET (fixture->canvas), GTK_WIDGET (fixture->window),
                                &GRAPHENE_POINT_INIT ((float)at.x, (float)at.y), &in_window));
  gtk_native_get_surface_transform (GTK_NATIVE (fixture->window), &dx, &dy);
  *screen_x = (int)round (in_window.x + dx);
  *screen_y = (int)round (in_window.y + dy);
}

static void
double_click (Fixture *fixture, double x, double y)
{
  int at_x, at_y;

  to_screen (fixture, x, y, &at_x, &at_y);
  do_input ("xdotool mousemove %d %d click --repeat 2 --delay 60 1", at_x, at_y);
}

static void
click (Fixture *fixture, double x, double y)
{
  int at_x, at_y;

  to_screen (fixture, x, y, &at_x, &at_y);
  do_input ("xdotool mousemove %d %d click 1", at_x, at_y);
}

static void
drag (Fixture *fixture, double x, double y, double to_x, double to_y)
{
  int from_x, from_y, end_x, end_y;

  to_screen (fixture, x, y, &from_x, &from_y);
  to_screen (fixture, to_x, to_y, &end_x, &end_y);
  do_input ("xdotool mousemove %d %d mousedown 1 mousemove_relative --sync -- 6 6 "
            "mousemove --sync %d %d mousemove --sync %d %d mouseup 1",
            from_x, from_y, (from_x + end_x) / 2, (from_y + end_y) / 2, end_x, end_y);
}

static gboolean
is_drawn (Fixture *fixture)
{
  return gtk_widget_get_mapped (GTK_WIDGET (fixture->canvas)) &&
         squill_viewport_get_width (fixture->viewport) > 400;
}

static gboolean
has_cards (Fixture *fixture)
{
  return squill_canvas_get_card_widget (fixture->canvas, fixture->other) != NULL &&
         gtk_widget_get_mapped (squill_canvas_get_card_widget (fixture->canvas, fixture->other));
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SquillSession) session = NULL;
  SquillRect all = SQUILL_RECT (0, 0, 700, 400);

  fixture->model = squill_model_new ();
  fixture->one = squill_model_add_entity (fixture->model, "one", 40, 40);
  fixture->other = squill_model_add_entity (fixture->model, "other", 440, 40);
  squill_model_clear_history (fixture->model);
  session = squill_session_new (fixture->model, NULL);
  fixture->window = squill_window_new (GTK_APPLICATION (application));
  g_object_set (fixture->window, "inspector-visible", FALSE, "panel-visible", FALSE,
                "outline-visible", FALSE, NULL);
  squill_window_set_session (fixture->window, session);
  fixture->canvas = SQUILL_CANVAS (find_type (GTK_WIDGET (fixture->window), SQUILL_TYPE_CANVAS));
  fixture->viewport = squill_canvas_get_viewport (fixture->canvas);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1200, 800);
  gtk_window_present (GTK_WINDOW (fixture->window));
  wait_until (fixture, is_drawn);
  squill_viewport_fit (fixture->viewport, &all, 1.0);
  wait_until (fixture, has_cards);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_object_unref (fixture->model);
  g_free (fixture->one);
  g_free (fixture->other);
}

static gboolean
is_editing (Fixture *fixture)
{
  return squill_canvas_is_editing (fixture->canvas);
}

static gboolean
is_not_editing (Fixture *fixture)
{
  return !squill_canvas_is_editing (fixture->canvas);
}

static gboolean
has_shops (Fixture *fixture)
{
  return squill_model_find_entity (fixture->model, "shops") != NULL;
}

static gboolean
has_no_shops (Fixture *fixture)
{
  return !has_shops (fixture);
}

static gboolean
is_dragged (Fixture *fixture)
{
  return squill_model_get_entity (fixture->model, fixture->other)->x == 520;
}

static gboolean
has_relationship (Fixture *fixture)
{
  guint n;

  squill_item_get_children (squill_model_get_info (fixture->model), SQUILL_KIND_RELATIONSHIP, &n);
  return n == 1;
}

static gboolean
has_no_relationship (Fixture *fixture)
{
  return !has_relationship (fixture);
}

static gboolean
is_undone (Fixture *fixture)
{
  return squill_model_get_entity (fixture->model, fixture->other)->x == 440;
}

static void
test_draw (Fixture *fixture, gconstpointer data)
{
  const SquillEntity *shops;

  double_click (fixture, 300, 300);
  wait_until (fixture, is_editing);
  do_input ("xdotool type shops");
  do_input ("xdotool key Return");
  wait_until (fixture, has_shops);
  wait_until (fixture, is_not_editing);

  /* By its head, to the grid. */
  drag (fixture, 540, 58, 622, 141);
  wait_until (fixture, is_dragged);

  do_input ("xdotool key r");
  drag (fixture, 100, 58, 560, 160);
  wait_until (fixture, has_relationship);
  wait_until (fixture, is_editing);
  do_input ("xdotool key Escape");
  wait_until (fixture, is_not_editing);

  shops = squill_model_find_entity (fixture->model, "shops");
  click (fixture, shops->x + 60, shops->y + 18);
  do_input ("xdotool key Delete");
  wait_until (fixture, has_no_shops);

  /* And all back. */
  do_input ("xdotool key ctrl+z");
  wait_until (fixture, has_shops);
  do_input ("xdotool key ctrl+z");
  wait_until (fixture, has_no_relationship);
  do_input ("xdotool key ctrl+z");
  wait_until (fixture, is_undone);
}

static gboolean
is_zoomed (Fixture *fixture)
{
  return squill_viewport_get_zoom (fixture->viewport) > 1.3;
}

static gboolean
is_scrolled (Fixture *fixture)
{
  return squill_viewport_get_origin (fixture->viewport).y < -30;
}

/* What is under the pointer stays there. */
static void
test_zoom_at_pointer (Fixture *fixture, gconstpointer data)
{
  SquillPoint at = squill_viewport_to_window (fixture->viewport, 100, 60), after;
  int x, y;

  to_screen (fixture, 100, 60, &x, &y);
  do_input ("xdotool mousemove %d %d keydown ctrl click --repeat 3 4 keyup ctrl", x, y);
  wait_until (fixture, is_zoomed);
  after = squill_viewport_to_window (fixture->viewport, 100, 60);
  g_assert_cmpfloat_with_epsilon (after.x, at.x, 2);
  g_assert_cmpfloat_with_epsilon (after.y, at.y, 2);
  do_input ("xdotool click --repeat 6 5");
  wait_until (fixture, is_scrolled);
}

static gboolean
on_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, gpointer tooltip, int *n)
{
  (*n)++;
  return FALSE;
}

static int n_queries;

static gboolean
is_asked (Fixture *fixture)
{
  return n_queries > 0;
}

/* What a tooltip says is about what is at the pointer, also where the diagram moved below it. */
static void
test_tooltip_follows (Fixture *fixture, gconstpointer data)
{
  int x, y;

  to_screen (fixture, 100, 58, &x, &y);
  n_queries = 0;
  g_signal_connect (fixture->canvas, "query-tooltip", G_CALLBACK (on_query_tooltip), &n_queries);
  do_input ("xdotool mousemove %d %d mousemove_relative --sync 3 0", x, y);
  wait_until (fixture, is_asked);
  n_queries = 0;
  squill_viewport_scroll (fixture->viewport, 0, 300);
  wait_until (fixture, is_asked);
  g_signal_handlers_disconnect_by_data (fixture->canvas, &n_queries);
}

/* A tooltip that came or went while the canvas is laid out would break what is laid out after it.
 */
static void
test_tooltip_after_layout (Fixture *fixture, gconstpointer data)
{
  GtkWidget *canvas = GTK_WIDGET (fixture->canvas);
  const int width = gtk_widget_get_width (canvas);
  const int height = gtk_widget_get_height (canvas);
  int x, y;

  to_screen (fixture, 100, 58, &x, &y);
  n_queries = 0;
  g_signal_connect (canvas, "query-tooltip", G_CALLBACK (on_query_tooltip), &n_queries);
  do_input ("xdotool mousemove %d %d mousemove_relative --sync 3 0", x, y);
  wait_until (fixture, is_asked);
  n_queries = 0;
  gtk_widget_allocate (canvas, width, height - 40, -1, NULL);
  g_assert_cmpint (n_queries, ==, 0);
  wait_until (fixture, is_asked);
  g_signal_handlers_disconnect_by_data (canvas, &n_queries);
}

int
main (int argc, char **argv)
{
  g_autofree char *xdotool = g_find_program_in_path ("xdotool");
  g_autoptr (GError) error = NULL;
  int result;

  g_test_init (&argc, &argv, NULL);
  gtk_init ();
  if (xdotool == NULL)
    {
      g_test_skip ("xdotool is not installed");
      return 0;
    }

  application = squill_application_new ();
  g_application_set_flags (application, G_APPLICATION_NON_UNIQUE);
  g_application_register (application, NULL, &error);
  g_assert_no_error (error);

  g_test_add ("/canvas-input/draw", Fixture, NULL, set_up, test_draw, tear_down);
  g_test_add ("/canvas-input/zoom-at-pointer", Fixture, NULL, set_up, test_zoom_at_pointer,
              tear_down);
  g_test_add ("/canvas-input/tooltip-follows", Fixture, NULL, set_up, test_tooltip_follows,
              tear_down);
  g_test_add ("/canvas-input/tooltip-after-layout", Fixture, NULL, set_up,
              test_tooltip_after_layout, tear_down);

  result = g_test_run ();
  g_object_unref (application);
  return result;
}
