/* SPDX-License-Identifier: Apache-2.0 */

/* What a frame of the canvas costs: CPU time of all threads, with its ratio to a frame of an empty
 * window of the same size in the same run. On a screen of 60 Hz there are 16 ms for one. */

#include "config.h"

#include <adwaita.h>
#include <locale.h>
#include <stdlib.h>
#include <time.h>

#include "big-model.h"
#include "canvas/squill-canvas-view.h"
#include "canvas/squill-canvas.h"

#define WIDTH 1400
#define HEIGHT 900
#define FRAMES 40
#define WARM_UP 4
#define AIM 16.0

typedef void (*MoveFunc) (GtkWidget *widget, guint frame);

static double reference;

static double
get_cpu_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
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

static void
report (guint n, const char *what, GtkWidget *widget, MoveFunc move)
{
  SquillCanvas *canvas =
      SQUILL_CANVAS (squill_canvas_view_get_canvas (SQUILL_CANVAS_VIEW (widget)));
  double time = measure (widget, move);

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

  squill_viewport_set_zoom (viewport, frame % 40 < 20 ? squill_viewport_get_zoom (viewport) * 0.93
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
bench (guint n)
{
  g_autoptr (SquillModel) model = big_model_new (n, 0);
  g_autoptr (SquillSession) session = squill_session_new (model, NULL);
  GtkWidget *canvas_view = squill_canvas_view_new (), *window;
  SquillCanvas *canvas =
      SQUILL_CANVAS (squill_canvas_view_get_canvas (SQUILL_CANVAS_VIEW (canvas_view)));
  const SquillCard *card;
  double start = get_cpu_ms ();

  g_object_set (canvas_view, "session", session, NULL);
  window = show (canvas_view);
  paint_frame (canvas_view);
  g_print ("%6u entities, %-22s %8.0f ms\n", n, "opened and drawn", get_cpu_ms () - start);

  squill_canvas_zoom_to_fit (canvas);
  report (n, "pan, all of it", canvas_view, pan);
  squill_viewport_set_zoom (get_viewport (canvas_view), 1.0);
  card =
      squill_diagram_get_card (squill_canvas_get_diagram (canvas),
                               squill_diagram_get_n_cards (squill_canvas_get_diagram (canvas)) / 2);
  squill_viewport_center (get_viewport (canvas_view), card->rect.x, card->rect.y);
  report (n, "pan at 100 %", canvas_view, pan);
  report (n, "drag a card at 100 %", canvas_view, drag);
  report (n, "zoom 100 % to 25 %", canvas_view, zoom);
  squill_viewport_set_zoom (get_viewport (canvas_view), 1.0);
  squill_viewport_center (get_viewport (canvas_view), card->rect.x, card->rect.y);
  report (n, "select at 100 %", canvas_view, select_card);
  report (n, "pan, a card selected", canvas_view, pan);
  squill_canvas_zoom_to_fit (canvas);
  report (n, "select, all of it", canvas_view, select_card);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "");
  if (!gtk_init_check ())
    {
      g_print ("There is no display\n");
      return 77;
    }
  adw_init ();

  bench_empty ();
  bench (100);
  bench (1000);
  bench (10000);
  return 0;
}
