/* SPDX-License-Identifier: Apache-2.0 */

/* How good and how fast the arrangement of a diagram is: on the examples, on generated models of
 * several shapes, and on the model files that are named. One line of figures a diagram. */

#include "config.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "big-model.h"
#include "diagram/squill-layout.h"
#include "diagram/squill-router.h"
#include "layout-elk.h"
#include "layout-models.h"
#include "layout-picture.h"
#include "model/squill-model-file.h"

#define DRAG_STEPS 10
#define CANCELS 12
/* Between the cards of a grid, in pixels. */
#define GRID_GAP 100
/* Widths of the columns, as print_counts () and lay_out () fill them. */
#define HEADS "%-24s %5s %5s %6s %6s %8s %6s %7s %5s %5s %6s %6s %6s %6s %7s %7s %8s %8s %6s\n"

typedef struct
{
  guint bad_frames; /* pairs of frames that overlap, and cards inside of a foreign one */
  guint labels;
  guint hidden_labels;
  guint labels_on_cards;
  guint labels_on_lines;
} Figures;

static double
get_seconds (clockid_t clock)
{
  struct timespec now;

  clock_gettime (clock, &now);
  return now.tv_sec + now.tv_nsec / 1e9;
}

/* Processor time of this program and of those that it started and that have ended. */
static double
get_processor_seconds (void)
{
  struct rusage children;

  getrusage (RUSAGE_CHILDREN, &children);
  return get_seconds (CLOCK_PROCESS_CPUTIME_ID) + children.ru_utime.tv_sec +
         children.ru_stime.tv_sec + (children.ru_utime.tv_usec + children.ru_stime.tv_usec) / 1e6;
}

static void
measure_label (LayoutPicture *picture, const SquillRect *label, guint own, Figures *figures)
{
  SquillRect inner = squill_rect_grow (label, -1);
  gboolean on_card = FALSE;

  if (squill_rect_is_empty (label))
    return;
  figures->labels++;
  for (guint i = 0; i < picture->cards->len && !on_card; i++)
    on_card = squill_rect_overlaps (&g_array_index (picture->cards, SquillRect, i), &inner);
  figures->labels_on_cards += on_card;
  figures->labels_on_lines += layout_picture_is_on_line (picture, &inner, own);
}

static gboolean
is_in_group (const SquillGroup *group, const char *card)
{
  return group->members != NULL && g_strv_contains ((const char *const *)group->members, card);
}

static guint
count_bad_frames (SquillDiagram *diagram)
{
  SquillModel *model = squill_design_get_model (squill_diagram_get_design (diagram));
  guint count = 0;

  for (guint i = 0; i < squill_diagram_get_n_frames (diagram); i++)
    {
      const SquillFrame *frame = squill_diagram_get_frame (diagram, i);
      const SquillGroup *group =
          frame->note ? NULL : (const SquillGroup *)squill_model_get_item (model, frame->id);

      if (group == NULL)
        continue;
      for (guint j = 0; j < i; j++)
        count += squill_rect_overlaps (&frame->rect, &squill_diagram_get_frame (diagram, j)->rect);
      for (guint j = 0; j < squill_diagram_get_n_cards (diagram); j++)
        {
          const SquillCard *card = squill_diagram_get_card (diagram, j);

          count +=
              squill_rect_overlaps (&frame->rect, &card->rect) && !is_in_group (group, card->id);
        }
    }
  return count;
}

static Figures
measure (SquillDiagram *diagram, LayoutPicture *picture)
{
  Figures figures = { .bad_frames = count_bad_frames (diagram),
                      .hidden_labels = squill_diagram_count_hidden_labels (diagram) };

  for (guint i = 0; i < squill_diagram_get_n_edges (diagram); i++)
    {
      const SquillRoute *route = squill_diagram_get_edge (diagram, i)->route;

      if (route == NULL)
        continue;
      if (!route->from_hidden)
        measure_label (picture, &route->from_label, i, &figures);
      if (!route->to_hidden)
        measure_label (picture, &route->to_label, i, &figures);
      if (!route->name_hidden)
        measure_label (picture, &route->name_label, i, &figures);
    }
  return figures;
}

/* Keeps what was measured, to be looked at or given to another program. */
static void
write_model (const char *folder, const char *name, SquillModel *model)
{
  g_autofree char *path = g_strdup_printf ("%s/%s.squill", folder, name);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  text = squill_model_to_data (model, &length);
  if (!g_file_set_contents (path, text, (gssize)length, &error))
    g_printerr ("%s: %s\n", path, error->message);
}

static gboolean
arrange (SquillDiagram *diagram, SquillModel *model, SquillLayoutEngine engine, GError **error)
{
  g_autoptr (SquillArrangement) arrangement = squill_arrangement_new (diagram, NULL);
  g_autoptr (SquillLayoutResult) result =
      squill_layout_run (squill_arrangement_get_graph (arrangement), engine, NULL, error);

  if (result == NULL || !squill_arrangement_apply (arrangement, result, model, error))
    return FALSE;
  squill_diagram_change_free (squill_diagram_update (diagram));
  return TRUE;
}

/* How far cards move, as a share of the diagram's diagonal, when an entity comes that refers to the
 * one in the middle, and all is arranged again. */
static double
measure_moves (SquillDiagram *diagram, SquillModel *model, SquillLayoutEngine engine)
{
  guint n_cards = squill_diagram_get_n_cards (diagram);
  g_autofree SquillRect *before = g_new (SquillRect, n_cards);
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  SquillRect bounds = squill_diagram_get_bounds (diagram);
  g_autoptr (SquillEdit) entity = NULL;
  g_autoptr (SquillEdit) relationship = NULL;
  g_autoptr (GError) error = NULL;
  double moved = 0;

  for (guint i = 0; i < n_cards; i++)
    {
      before[i] = squill_diagram_get_card (diagram, i)->rect;
      g_ptr_array_add (ids, g_strdup (squill_diagram_get_card (diagram, i)->id));
    }
  if (n_cards == 0 || squill_model_get_entity (model, ids->pdata[n_cards / 2]) == NULL)
    return 0;
  entity = squill_edit_new_add (SQUILL_KIND_ENTITY, "added", SQUILL_MODEL_ID,
                                json_pack ("{s:s}", "name", "added"));
  relationship = squill_edit_new_add (SQUILL_KIND_RELATIONSHIP, "added-line", SQUILL_MODEL_ID,
                                      json_pack ("{s:s, s:s, s:s, s:s}", "name", "added", "parent",
                                                 ids->pdata[n_cards / 2], "child", "added",
                                                 "placement", "parent-reference"));
  if (!squill_model_apply (model, entity, &error) ||
      !squill_model_apply (model, relationship, &error))
    g_error ("%s", error->message);
  squill_diagram_change_free (squill_diagram_update (diagram));
  if (!arrange (diagram, model, engine, &error))
    return NAN;
  for (guint i = 0; i < n_cards; i++)
    {
      const SquillCard *card = squill_diagram_find_card (diagram, ids->pdata[i]);

      moved += hypot (card->rect.x - before[i].x, card->rect.y - before[i].y);
    }
  return moved / n_cards / hypot (bounds.width, bounds.height);
}

/* Drags the card with the most lines. Gives the processor time of a step, in milliseconds. */
static double
measure_drag (SquillDiagram *diagram)
{
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const char *hub = NULL;
  guint most = 0;
  SquillPoint at;
  double seconds;
  GHashTableIter iter;
  gpointer id, count;

  for (guint i = 0; i < squill_diagram_get_n_edges (diagram); i++)
    {
      const SquillEdge *edge = squill_diagram_get_edge (diagram, i);
      const char *ends[] = { edge->from_card, edge->to_card };

      for (guint end = 0; end < 2; end++)
        {
          guint lines = GPOINTER_TO_UINT (g_hash_table_lookup (counts, ends[end])) + 1;

          g_hash_table_insert (counts, g_strdup (ends[end]), GUINT_TO_POINTER (lines));
        }
    }
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &id, &count))
    if (GPOINTER_TO_UINT (count) > most)
      {
        most = GPOINTER_TO_UINT (count);
        hub = id;
      }
  if (hub == NULL)
    return 0;
  at = SQUILL_POINT (squill_diagram_find_card (diagram, hub)->rect.x,
                     squill_diagram_find_card (diagram, hub)->rect.y);
  seconds = get_seconds (CLOCK_THREAD_CPUTIME_ID);
  for (guint step = 1; step <= DRAG_STEPS; step++)
    {
      squill_diagram_move_card (diagram, hub, at.x + 20 * step, at.y + 10 * step);
      squill_diagram_change_free (squill_diagram_update (diagram));
    }
  seconds = get_seconds (CLOCK_THREAD_CPUTIME_ID) - seconds;
  squill_diagram_end_move (diagram);
  squill_diagram_change_free (squill_diagram_update (diagram));
  return 1000 * seconds / DRAG_STEPS;
}

typedef struct
{
  SquillLayoutEngine engine;
  char *folder; /* nullable: where what was arranged is written */
  char *elk;    /* nullable: where elkjs is */
  gboolean cancel;
} Options;

static void
print_counts (const char *name, const LayoutPicture *picture, const LayoutCounts *counts)
{
  guint n_lines = picture->lines->len;

  g_print ("%-24s %5u %5u %6u %6u %8u %6u %5.0f %% %5.1f %5.2f ", name, picture->cards->len,
           n_lines, counts->cards_on_cards, counts->behind_cards, counts->crossings, counts->merged,
           n_lines > 0 ? 100.0 * counts->straight / n_lines : 0.0,
           n_lines > 0 ? (double)counts->bends / n_lines : 0.0,
           picture->height > 0 ? picture->width / picture->height : 0);
}

/* Sets the cards where those of the picture are. */
static gboolean
apply_picture (SquillDiagram *diagram, SquillModel *model, const LayoutPicture *picture)
{
  g_autoptr (SquillArrangement) arrangement = squill_arrangement_new (diagram, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillLayoutResult) result = g_new0 (SquillLayoutResult, 1);

  result->n_boxes = squill_layout_graph_get_n_boxes (squill_arrangement_get_graph (arrangement));
  if (result->n_boxes != picture->cards->len)
    return FALSE;
  result->positions = g_new (SquillLayoutPosition, result->n_boxes);
  for (guint i = 0; i < result->n_boxes; i++)
    {
      const SquillRect *card = &g_array_index (picture->cards, SquillRect, i);

      result->positions[i] = (SquillLayoutPosition){ (int)round (card->x), (int)round (card->y) };
    }
  if (!squill_arrangement_apply (arrangement, result, model, &error))
    return FALSE;
  squill_diagram_change_free (squill_diagram_update (diagram));
  return TRUE;
}

/* The same cards as ELK arranges them, and then with Squill's lines: that tells whether it is the
 * places or the lines that make the difference. */
static void
print_elk (SquillDiagram *diagram, SquillModel *model, const LayoutPicture *picture, double seconds)
{
  LayoutCounts counts = layout_picture_count (picture);

  print_counts ("  elkjs", picture, &counts);
  g_print ("%52.3f\n", seconds);
  /* What the moves were measured with. */
  while (squill_diagram_get_n_cards (diagram) > picture->cards->len && squill_model_undo (model))
    squill_diagram_change_free (squill_diagram_update (diagram));
  if (apply_picture (diagram, model, picture))
    {
      g_autoptr (LayoutPicture) routed = layout_picture_new_from_diagram (diagram);

      counts = layout_picture_count (routed);
      print_counts ("  its places, our lines", routed, &counts);
      g_print ("\n");
    }
}

typedef struct
{
  GCancellable *cancellable;
  gulong wait;      /* in microseconds */
  double cancelled; /* when */
} Canceller;

static gpointer
cancel_later (gpointer data)
{
  Canceller *self = data;

  g_usleep (self->wait);
  self->cancelled = get_seconds (CLOCK_MONOTONIC);
  g_cancellable_cancel (self->cancellable);
  return NULL;
}

/* How long a layout goes on after it was cancelled, at worst of several points of it. */
static void
measure_cancel (const char *name, SquillLayoutGraph *graph)
{
  double all = get_seconds (CLOCK_MONOTONIC), worst = 0;

  squill_layout_result_free (squill_layout_run (graph, SQUILL_LAYOUT_AUTO, NULL, NULL));
  all = get_seconds (CLOCK_MONOTONIC) - all;
  for (guint i = 1; i <= CANCELS; i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      Canceller canceller = { cancellable, (gulong)(1e6 * all * i / (CANCELS + 1)), 0 };
      GThread *thread = g_thread_new ("cancel", cancel_later, &canceller);
      SquillLayoutResult *result = squill_layout_run (graph, SQUILL_LAYOUT_AUTO, cancellable, NULL);
      double ended = get_seconds (CLOCK_MONOTONIC);

      g_thread_join (thread);
      g_clear_pointer (&result, squill_layout_result_free);
      worst = MAX (worst, ended - canceller.cancelled);
    }
  g_print ("%-24s %8.3f s, %6.0f ms after it was cancelled, aim 100 ms\n", name, all, 1000 * worst);
}

/* Takes the model. Says how long the layout took by the clock, as another program makes a part of
 * it, and finding the routes in time of the processor. */
static void
lay_out (const char *name, SquillModel *model, const Options *options)
{
  g_autoptr (SquillModel) owned = model;
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (SquillDiagram) diagram = squill_diagram_new (design);
  g_autoptr (LayoutPicture) picture = NULL;
  g_autoptr (LayoutPicture) elk = NULL;
  g_autoptr (SquillArrangement) arrangement = NULL;
  g_autoptr (SquillLayoutResult) result = NULL;
  g_autoptr (GError) error = NULL;
  double laid_out, routed, moved, dragged, elk_seconds = 0;
  LayoutCounts counts;
  Figures figures;

  squill_diagram_change_free (squill_diagram_update (diagram));
  arrangement = squill_arrangement_new (diagram, NULL);
  laid_out = get_processor_seconds ();
  result =
      squill_layout_run (squill_arrangement_get_graph (arrangement), options->engine, NULL, &error);
  laid_out = get_processor_seconds () - laid_out;
  if (result == NULL)
    {
      g_print ("%-24s %s\n", name, error->message);
      return;
    }
  if (options->cancel)
    {
      measure_cancel (name, squill_arrangement_get_graph (arrangement));
      return;
    }
  if (!squill_arrangement_apply (arrangement, result, model, &error))
    g_error ("%s", error->message);
  routed = get_seconds (CLOCK_THREAD_CPUTIME_ID);
  squill_diagram_change_free (squill_diagram_update (diagram));
  routed = get_seconds (CLOCK_THREAD_CPUTIME_ID) - routed;
  if (options->folder != NULL)
    write_model (options->folder, name, model);
  picture = layout_picture_new_from_diagram (diagram);
  counts = layout_picture_count (picture);
  figures = measure (diagram, picture);
  if (options->elk != NULL && picture->lines->len > 0)
    elk = layout_elk_run (options->elk, diagram, &elk_seconds);
  dragged = measure_drag (diagram);
  moved = measure_moves (diagram, model, options->engine);
  print_counts (name, picture, &counts);
  g_print ("%6u %6u %6u %6u %5.1f %% %5.1f %% %8.3f %8.3f %6.1f\n", figures.bad_frames,
           figures.labels, figures.hidden_labels, figures.labels_on_cards,
           figures.labels > 0 ? 100.0 * figures.labels_on_lines / figures.labels : 0.0, 100 * moved,
           laid_out, routed, dragged);
  if (elk != NULL)
    print_elk (diagram, model, elk, elk_seconds);
}

/* Sets the cards in rows and columns as wide and high as what is in them. */
static void
set_grid (LayoutPicture *picture)
{
  const guint n = picture->cards->len, n_columns = (guint)ceil (sqrt (n));
  double y = 0, widest = 0;

  for (guint i = 0; i < n; i++)
    widest = MAX (widest, g_array_index (picture->cards, SquillRect, i).width);
  for (guint first = 0; first < n; first += n_columns)
    {
      double highest = 0;

      for (guint i = first; i < MIN (first + n_columns, n); i++)
        {
          SquillRect *card = &g_array_index (picture->cards, SquillRect, i);

          card->x = (i - first) * (widest + GRID_GAP);
          card->y = y;
          highest = MAX (highest, card->height);
        }
      y += highest + GRID_GAP;
    }
}

/* Finds the routes of a large model whose cards stand in a grid, in the order of their numbers: so
 * most lines are long and have many cards in their way. Gives whether there was anything to find.
 */
static gboolean
route_grid (guint n_entities)
{
  g_autoptr (SquillModel) model = big_model_new (n_entities, 0);
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (SquillDiagram) diagram = squill_diagram_new (design);
  g_autoptr (SquillRouter) routes = NULL;
  g_autoptr (LayoutPicture) grid = NULL;
  g_autoptr (LayoutPicture) picture = NULL;
  g_autofree char *name = g_strdup_printf ("grid of %u", n_entities);
  LayoutCounts counts;
  double seconds;

  squill_diagram_set_routes_apart (diagram, TRUE);
  squill_diagram_change_free (squill_diagram_update (diagram));
  grid = layout_picture_new_from_diagram (diagram);
  set_grid (grid);
  if (!apply_picture (diagram, model, grid))
    return FALSE;
  routes = squill_diagram_copy_unfinished_routes (diagram);
  if (routes == NULL)
    {
      g_printerr ("%s: its %u lines are so few that all routes were found at once\n", name,
                  squill_diagram_get_n_edges (diagram));
      return FALSE;
    }
  seconds = get_seconds (CLOCK_THREAD_CPUTIME_ID);
  squill_router_complete (routes, NULL);
  seconds = get_seconds (CLOCK_THREAD_CPUTIME_ID) - seconds;
  squill_diagram_set_routes (diagram, routes);
  squill_diagram_change_free (squill_diagram_update (diagram));
  picture = layout_picture_new_from_diagram (diagram);
  counts = layout_picture_count (picture);
  print_counts (name, picture, &counts);
  g_print ("%52.3f\n", seconds);
  return TRUE;
}

static void
lay_out_file (const char *path, const Options *options)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (GError) error = NULL;
  SquillModel *model = squill_model_load (file, NULL, NULL, &error);

  if (model == NULL)
    g_print ("%-24s %s\n", name, error->message);
  else
    lay_out (name, model, options);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

static void
lay_out_examples (const Options *options)
{
  g_autofree char *folder =
      g_build_filename (g_getenv ("SQUILL_SOURCE_ROOT"), "data", "examples", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (const char *name; dir != NULL && (name = g_dir_read_name (dir)) != NULL;)
    if (g_str_has_suffix (name, ".squill"))
      g_ptr_array_add (names, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    lay_out_file (g_ptr_array_index (names, i), options);
}

int
main (int argc, char **argv)
{
  static const guint sizes[] = { 10, 20, 30, 57, 100, 300, 400, 1000, 3000, 10000 };
  int min = 0, max = 1000, seed = 0, grid = 0;
  gboolean elk = FALSE;
  g_autofree char *engine_name = NULL;
  g_autofree char *shape_name = NULL;
  Options options = { .engine = SQUILL_LAYOUT_AUTO };
  GOptionEntry entries[] = {
    { "min", 0, 0, G_OPTION_ARG_INT, &min, "The smallest generated model", "N" },
    { "max", 0, 0, G_OPTION_ARG_INT, &max, "The largest generated model", "N" },
    { "seed", 0, 0, G_OPTION_ARG_INT, &seed, "Other generated models of the same shapes", "N" },
    { "grid", 0, 0, G_OPTION_ARG_INT, &grid,
      "Only find the routes of a model whose cards stand in a grid", "N" },
    { "shape", 0, 0, G_OPTION_ARG_STRING, &shape_name, "Only generated models of this shape",
      "NAME" },
    { "engine", 0, 0, G_OPTION_ARG_STRING, &engine_name, "The method", "NAME" },
    { "write", 0, 0, G_OPTION_ARG_FILENAME, &options.folder, "Write what was arranged there",
      "FOLDER" },
    { "cancel", 0, 0, G_OPTION_ARG_NONE, &options.cancel,
      "Measure only how soon a layout ends that was cancelled", NULL },
    { "elk", 0, 0, G_OPTION_ARG_NONE, &elk, "Compare with elkjs from npm", NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("[FILE…]");
  g_autoptr (GError) error = NULL;

  setlocale (LC_ALL, "");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) ||
      (engine_name != NULL && !squill_layout_engine_from_string (engine_name, &options.engine)))
    {
      g_printerr ("%s\n", error != NULL ? error->message : "unknown method");
      return 2;
    }
  if (elk)
    options.elk = layout_elk_find ();
  g_print (HEADS, "diagram", "cards", "lines", "on", "behind", "cross", "merged", "straight",
           "bends", "wide", "bad", "labels", "labels", "on", "on", "moved", "layout", "routes",
           "drag");
  g_print (HEADS, "", "", "", "cards", "cards", "", "", "", "/line", "/high", "frames", "",
           "hidden", "cards", "lines", "", "s", "s", "ms");
  if (grid > 0)
    return route_grid ((guint)grid) ? EXIT_SUCCESS : EXIT_FAILURE;
  lay_out_examples (&options);
  for (int i = 1; i < argc; i++)
    lay_out_file (argv[i], &options);
  for (LayoutShape shape = 0; shape < LAYOUT_N_SHAPES; shape++)
    for (guint i = 0; i < G_N_ELEMENTS (sizes) && sizes[i] <= (guint)max; i++)
      {
        if ((int)sizes[i] < min ||
            (shape_name != NULL && strcmp (shape_name, layout_shape_to_string (shape)) != 0))
          continue;
        g_autofree char *name =
            g_strdup_printf ("%s of %u", layout_shape_to_string (shape), sizes[i]);

        lay_out (name, layout_model_new (shape, sizes[i], sizes[i] + (guint)seed), &options);
      }
  g_free (options.folder);
  g_free (options.elk);
  return EXIT_SUCCESS;
}
