/* SPDX-License-Identifier: Apache-2.0 */

/* What a frame of the canvas costs: CPU time of all threads, with its ratio to a frame of an empty
 * window of the same size in the same run. On a screen of 60 Hz there are 16 ms for one. What is
 * done once is also given for the main thread alone, which is how long the window stands still.
 * Arguments are numbers of entities, instead of all, and parts of the names of gestures, as "drag",
 * to measure only those: what a profile should show. */

#include "config.h"

#include <adwaita.h>
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "big-model.h"
#include "canvas/squill-canvas-view.h"
#include "canvas/squill-canvas.h"
#include "layout-models.h"

#define WIDTH 1400
#define HEIGHT 900
#define FRAMES 20
#define WARM_UP 4
#define AIM 16.0

typedef void (*MoveFunc) (GtkWidget *widget, guint frame);

static double reference;
static char **only; /* parts of the names of what is measured; empty: all */

static double
get_clock_ms (clockid_t clock)
{
  struct timespec now;

  clock_gettime (clock, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static double
get_cpu_ms (void)
{
  return get_clock_ms (CLOCK_PROCESS_CPUTIME_ID);
}

static void
on_after_paint (GdkFrameClock *clock, gboolean *painted)
{
  *painted = TRUE;
}

static void
paint_frame (GtkWidget *widget)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (widget);
  gboolean painted = FALSE;
  gulong handler = g_signal_connect (clock, "after-paint", G_CALLBACK (on_after_paint), &painted);

  gtk_widget_queue_draw (widget);
  while (!painted)
    g_main_context_iteration (NULL, TRUE);
  g_signal_handler_disconnect (clock, handler);
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;

  return x < y ? -1 : x > y;
}

static double
measure (GtkWidget *widget, MoveFunc move)
{
  double times[FRAMES];

  for (guint i = 0; i < WARM_UP + FRAMES; i++)
    {
      double start = get_cpu_ms ();

      move (widget, i);
      paint_frame (widget);
      if (i >= WARM_UP)
        times[i - WARM_UP] = get_cpu_ms () - start;
    }
  qsort (times, FRAMES, sizeof *times, compare);
  return times[FRAMES / 2];
}

static gboolean
is_wanted (const char *what)
{
  gboolean wanted = *only == NULL;

  for (guint i = 0; only[i] != NULL; i++)
    wanted = wanted || strstr (what, only[i]) != NULL;
  return wanted;
}

static void
report (guint n, const char *what, GtkWidget *widget, MoveFunc move)
{
  SquillCanvas *canvas =
      SQUILL_CANVAS (squill_canvas_view_get_canvas (SQUILL_CANVAS_VIEW (widget)));
  double time;

  if (!is_wanted (what))
    return;
  time = measure (widget, move);
  g_print ("%6u entities, %-22s %8.2f ms   aim %3.0f ms %7.2f × an empty window %6u cards seen\n",
           n, what, time, AIM, time / reference, squill_canvas_get_n_shown (canvas));
}

static SquillViewport *
get_viewport (GtkWidget *canvas_view)
{
  return squill_canvas_get_viewport (
      SQUILL_CANVAS (squill_canvas_view_get_canvas (SQUILL_CANVAS_VIEW (canvas_view))));
}

/* All of the window in one colour, another one each time, or GTK would see that nothing changed. */
static void
draw_empty (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  const guint *frame = user_data;

  cairo_set_source_rgb (cr, *frame % 2, 1, 1);
  cairo_paint (cr);
}

static void
change_color (GtkWidget *widget, guint frame)
{
  *(guint *)g_object_get_data (G_OBJECT (widget), "frame") = frame;
}

static void
pan (GtkWidget *canvas_view, guint frame)
{
  squill_viewport_scroll (get_viewport (canvas_view), frame % 20 < 10 ? 13 : -13,
                          frame % 2 == 0 ? 7 : -7);
}

static void
zoom (GtkWidget *canvas_view, guint frame)
{
  SquillViewport *viewport = get_viewport (canvas_view);

  squill_viewport_set_zoom (viewport, frame % 20 < 10 ? squill_viewport_get_zoom (viewport) * 0.93
                                                      : squill_viewport_get_zoom (viewport) / 0.93);
}

static void
drag (GtkWidget *canvas_view, guint frame)
{
  SquillCanvas *canvas =
      SQUILL_CANVAS (squill_canvas_view_get_canvas (SQUILL_CANVAS_VIEW (canvas_view)));
  SquillDiagram *diagram = squill_canvas_get_diagram (canvas);
  const SquillCard *card =
      squill_diagram_get_card (diagram, squill_diagram_get_n_cards (diagram) / 2);

  squill_diagram_move_card (diagram, card->id, card->rect.x + (frame % 20 < 10 ? 9 : -9),
                            card->rect.y + (frame % 2 == 0 ? 5 : -5));
  squill_canvas_update (canvas);
}

/* Where a gesture begins. */
static SquillPoint begin;

/* Looks for a place where a press takes hold of something of a kind, as far from the edges. */
static gboolean
find_begin (SquillCanvas *canvas, SquillHitKind kind, int left, int right)
{
  const int width = gtk_widget_get_width (GTK_WIDGET (canvas)) - right;
  const int height = gtk_widget_get_height (GTK_WIDGET (canvas)) - right;

  for (int y = left; y < height; y += 3)
    for (int x = left; x < width; x += 3)
      if (squill_canvas_hit (canvas, x, y).kind == kind)
        {
          begin = SQUILL_POINT (x, y);
          return TRUE;
        }
  return FALSE;
}

/* Drags from there by so much. */
static void
drag_by (GtkWidget *canvas_view, guint frame, double dx, double dy)
{
  SquillTool *tool = squill_canvas_get_tool (
      SQUILL_CANVAS (squill_canvas_view_get_canvas (SQUILL_CANVAS_VIEW (canvas_view))));

  if (frame == 0)
    {
      squill_tool_move (tool, begin.x, begin.y, 0);
      squill_tool_press (tool, begin.x, begin.y, 0, 1);
    }
  squill_tool_drag (tool, begin.x + dx, begin.y + dy, 0);
  if (frame == WARM_UP + FRAMES - 1)
    squill_tool_cancel (tool);
}

/* A frame round some of the cards. */
static void
rubber_band (GtkWidget *canvas_view, guint frame)
{
  const double reach = 40 + 9 * (frame % 20);

  drag_by (canvas_view, frame, -reach, -reach);
}

/* A line to and fro. */
static void
drag_line (GtkWidget *canvas_view, guint frame)
{
  drag_by (canvas_view, frame, 5 * (frame % 20), 20);
}

/* The card with the most lines. */
static void
drag_hub (GtkWidget *canvas_view, guint frame)
{
  SquillDiagram *diagram = squill_canvas_get_diagram (
      SQUILL_CANVAS (squill_canvas_view_get_canvas (SQUILL_CANVAS_VIEW (canvas_view))));
  const SquillCard *card = squill_diagram_find_card (diagram, "e0");

  squill_diagram_move_card (diagram, card->id, card->rect.x + (frame % 20 < 10 ? 9 : -9),
                            card->rect.y + (frame % 2 == 0 ? 5 : -5));
  squill_canvas_update (
      SQUILL_CANVAS (squill_canvas_view_get_canvas (SQUILL_CANVAS_VIEW (canvas_view))));
}

/* Two cards in turn. */
static void
select_card (GtkWidget *canvas_view, guint frame)
{
  SquillCanvas *canvas =
      SQUILL_CANVAS (squill_canvas_view_get_canvas (SQUILL_CANVAS_VIEW (canvas_view)));
  SquillDiagram *diagram = squill_canvas_get_diagram (canvas);
  guint middle = squill_diagram_get_n_cards (diagram) / 2;

  squill_selection_set_single (squill_canvas_get_selection (canvas),
                               squill_diagram_get_card (diagram, middle + frame % 2)->item);
}

static GtkWidget *
show (GtkWidget *child)
{
  GtkWidget *window = gtk_window_new ();

  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH, HEIGHT);
  gtk_window_set_decorated (GTK_WINDOW (window), FALSE);
  gtk_window_set_child (GTK_WINDOW (window), child);
  gtk_window_present (GTK_WINDOW (window));
  while (gtk_widget_get_width (child) == 0)
    g_main_context_iteration (NULL, TRUE);
  return window;
}

static void
bench_empty (void)
{
  GtkWidget *child = gtk_drawing_area_new (), *window;
  guint frame = 0;

  g_object_set_data (G_OBJECT (child), "frame", &frame);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (child), draw_empty, &frame, NULL);
  window = show (child);
  reference = measure (child, change_color);
  g_print ("%-38s %8.2f ms\n", "an empty window", reference);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
wait_for_routes (SquillCanvas *canvas)
{
  while (squill_canvas_is_routing (canvas))
    g_main_context_iteration (NULL, TRUE);
}

static void
report_once (guint n, const char *what, double all, double own)
{
  g_print ("%6u entities, %-22s %8.0f ms   %8.1f ms in the main thread\n", n, what, all, own);
}

typedef struct
{
  SquillRouter *routes;
  GCancellable *cancellable;
  double ended; /* on the clock of its thread */
} Search;

static gpointer
run_search (gpointer data)
{
  Search *search = data;

  squill_router_complete (search->routes, search->cancellable);
  search->ended = get_clock_ms (CLOCK_THREAD_CPUTIME_ID);
  return NULL;
}

/* How long the search for routes works on after it was canceled, at worst. */
static void
bench_cancel (guint n, SquillDiagram *diagram)
{
  double worst = 0;

  for (guint ms = 5; ms <= 5000; ms *= 2)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (SquillRouter) routes = squill_diagram_copy_unfinished_routes (diagram);
      Search search = { routes, cancellable, 0 };
      pthread_t thread;
      clockid_t clock;
      double canceled;

      if (routes == NULL)
        return;
      pthread_create (&thread, NULL, run_search, &search);
      g_usleep (ms * 1000);
      if (pthread_getcpuclockid (thread, &clock) == 0)
        {
          canceled = get_clock_ms (clock);
          g_cancellable_cancel (cancellable);
          pthread_join (thread, NULL);
          worst = MAX (worst, search.ended - canceled);
        }
    }
  g_print ("%6u entities, %-22s %8.1f ms   aim 100 ms\n", n, "search canceled", worst);
}

static void
print_memory (guint n)
{
  g_autofree char *status = NULL;
  const char *line;

  if (g_file_get_contents ("/proc/self/status", &status, NULL, NULL) &&
      (line = strstr (status, "VmRSS:")) != NULL)
    g_print ("%6u entities, %-22s %8.0f MiB  aim 400 MB\n", n, "memory",
             g_ascii_strtod (line + strlen ("VmRSS:"), NULL) / 1024);
}

static void
bench (guint n)
{
  static const double zooms[] = { 2, 1, 0.5, 0.25, 0.1 };
  g_autoptr (SquillModel) model = big_model_new (n, 0);
  g_autoptr (SquillSession) session = squill_session_new (model, NULL);
  GtkWidget *canvas_view = squill_canvas_view_new (), *window;
  SquillCanvas *canvas =
      SQUILL_CANVAS (squill_canvas_view_get_canvas (SQUILL_CANVAS_VIEW (canvas_view)));
  SquillDiagram *diagram;
  const SquillCard *card;
  g_autofree char *id = NULL;
  double start = get_cpu_ms (), own = get_clock_ms (CLOCK_THREAD_CPUTIME_ID);

  g_object_set (canvas_view, "session", session, NULL);
  window = show (canvas_view);
  paint_frame (canvas_view);
  report_once (n, "opened and drawn", get_cpu_ms () - start,
               get_clock_ms (CLOCK_THREAD_CPUTIME_ID) - own);
  diagram = squill_canvas_get_diagram (canvas);
  wait_for_routes (canvas);
  report_once (n, "with all routes", get_cpu_ms () - start,
               get_clock_ms (CLOCK_THREAD_CPUTIME_ID) - own);
  print_memory (n);

  card = squill_diagram_get_card (diagram, squill_diagram_get_n_cards (diagram) / 2);
  id = g_strdup (card->id);
  for (guint i = 0; i <= G_N_ELEMENTS (zooms); i++)
    {
      static const struct
      {
        const char *name;
        MoveFunc move;
      } gestures[] = { { "pan", pan },
                       { "drag a card", drag },
                       { "rubber band", rubber_band },
                       { "drag a line", drag_line } };

      for (guint j = 0; j < G_N_ELEMENTS (gestures); j++)
        {
          g_autofree char *what = NULL;

          card = squill_diagram_find_card (diagram, id);
          if (i < G_N_ELEMENTS (zooms))
            {
              squill_viewport_set_zoom (get_viewport (canvas_view), zooms[i]);
              squill_viewport_center (get_viewport (canvas_view), card->rect.x, card->rect.y);
              what = g_strdup_printf ("%s at %.0f %%", gestures[j].name, 100 * zooms[i]);
            }
          else
            {
              squill_canvas_zoom_to_fit (canvas);
              what = g_strdup_printf ("%s, all of it", gestures[j].name);
            }
          if (is_wanted (what) &&
              ((gestures[j].move == rubber_band &&
                !find_begin (canvas, SQUILL_HIT_NOTHING, 240, 0)) ||
               (gestures[j].move == drag_line && !find_begin (canvas, SQUILL_HIT_LINE, 40, 40))))
            {
              g_print ("%6u entities, %s: there is no place to begin at\n", n, what);
              continue;
            }
          report (n, what, canvas_view, gestures[j].move);
          squill_selection_clear (squill_canvas_get_selection (canvas));
        }
      squill_diagram_end_move (diagram);
      squill_canvas_update (canvas);
      wait_for_routes (canvas);
    }
  squill_viewport_set_zoom (get_viewport (canvas_view), 1.0);
  squill_viewport_center (get_viewport (canvas_view), card->rect.x, card->rect.y);
  report (n, "zoom 100 % to 25 %", canvas_view, zoom);
  squill_viewport_set_zoom (get_viewport (canvas_view), 1.0);
  squill_viewport_center (get_viewport (canvas_view), card->rect.x, card->rect.y);
  report (n, "select at 100 %", canvas_view, select_card);
  report (n, "pan, a card selected", canvas_view, pan);
  squill_canvas_zoom_to_fit (canvas);
  report (n, "select, all of it", canvas_view, select_card);

  start = get_cpu_ms ();
  own = get_clock_ms (CLOCK_THREAD_CPUTIME_ID);
  squill_model_set (model, id, "x", squill_json_number (card->rect.x + 300), NULL);
  squill_canvas_update (canvas);
  report_once (n, "a card dropped", get_cpu_ms () - start,
               get_clock_ms (CLOCK_THREAD_CPUTIME_ID) - own);
  bench_cancel (n, diagram);
  wait_for_routes (canvas);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* One that all others refer to. */
static void
bench_hub (guint n)
{
  g_autoptr (SquillModel) model = layout_model_new (LAYOUT_STAR, n + 1, 1);
  g_autoptr (SquillSession) session = squill_session_new (model, NULL);
  GtkWidget *canvas_view = squill_canvas_view_new (), *window;
  SquillCanvas *canvas =
      SQUILL_CANVAS (squill_canvas_view_get_canvas (SQUILL_CANVAS_VIEW (canvas_view)));
  const SquillCard *hub;

  g_object_set (canvas_view, "session", session, NULL);
  window = show (canvas_view);
  paint_frame (canvas_view);
  wait_for_routes (canvas);
  hub = squill_diagram_find_card (squill_canvas_get_diagram (canvas), "e0");
  squill_viewport_set_zoom (get_viewport (canvas_view), 1.0);
  squill_viewport_center (get_viewport (canvas_view), hub->rect.x, hub->rect.y);
  report (n + 1, "drag the hub at 100 %", canvas_view, drag_hub);
  squill_canvas_zoom_to_fit (canvas);
  report (n + 1, "drag the hub, all of it", canvas_view, drag_hub);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  static const guint all[] = { 100, 1000, 10000 };
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (guint));

  setlocale (LC_ALL, "");
  if (!gtk_init_check ())
    {
      g_print ("There is no display\n");
      return 77;
    }
  adw_init ();

  for (int i = 1; i < argc; i++)
    {
      const guint n = (guint)g_ascii_strtoull (argv[i], NULL, 10);

      if (n > 0)
        g_array_append_val (sizes, n);
      else
        g_ptr_array_add (parts, argv[i]);
    }
  g_ptr_array_add (parts, NULL);
  only = (char **)parts->pdata;
  bench_empty ();
  if (sizes->len == 0)
    {
      bench_hub (50);
      bench_hub (181);
      g_array_append_vals (sizes, all, G_N_ELEMENTS (all));
    }
  for (guint i = 0; i < sizes->len; i++)
    bench (g_array_index (sizes, guint, i));
  return 0;
}
