/* SPDX-License-Identifier: Apache-2.0 */

/* How good and how fast the arrangement of a diagram is: on the examples, on generated models of
 * several shapes, and on the model files that are named. One line of figures a diagram. */

#include "config.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "diagram/squill-layout.h"
#include "layout-models.h"
#include "model/squill-model-file.h"

/* Lines nearer than this to each other, for longer than the other, look like one. */
#define SAME 3.0
#define LONG 12.0
#define DRAG_STEPS 10

typedef struct
{
  SquillPoint a;
  SquillPoint b;
  guint edge;
} Part;

typedef struct
{
  guint cards;
  guint lines;
  guint cards_on_cards;
  guint bad_frames; /* pairs of frames that overlap, and cards inside of a foreign one */
  guint behind_cards;
  guint crossings;
  guint merged; /* pairs of lines that run on top of each other, to different rows */
  guint straight;
  guint labels;
  guint hidden_labels;
  guint labels_on_cards;
  guint labels_on_lines;
  double width;
  double height;
} Figures;

static double
get_seconds (clockid_t clock)
{
  struct timespec now;

  clock_gettime (clock, &now);
  return now.tv_sec + now.tv_nsec / 1e9;
}

static gboolean
is_across (const Part *part)
{
  return part->a.y == part->b.y;
}

static SquillRect
get_rect (const Part *part)
{
  return SQUILL_RECT (MIN (part->a.x, part->b.x), MIN (part->a.y, part->b.y),
                      fabs (part->b.x - part->a.x), fabs (part->b.y - part->a.y));
}

static int
compare_parts (gconstpointer a, gconstpointer b)
{
  const SquillRect left = get_rect (a), right = get_rect (b);

  return left.x < right.x ? -1 : left.x > right.x;
}

/* Whether two lines meet a card in the same row: there they may run together. */
static gboolean
share_end (const SquillEdge *a, const SquillEdge *b)
{
  const char *cards_a[] = { a->from_card, a->to_card }, *cards_b[] = { b->from_card, b->to_card };
  const int rows_a[] = { a->from_row, a->to_row }, rows_b[] = { b->from_row, b->to_row };

  for (guint i = 0; i < 2; i++)
    for (guint j = 0; j < 2; j++)
      if (rows_a[i] == rows_b[j] && strcmp (cards_a[i], cards_b[j]) == 0)
        return TRUE;
  return FALSE;
}

static void
measure_pair (SquillDiagram *diagram, const Part *a, const Part *b, Figures *figures)
{
  SquillRect left = get_rect (a), right = get_rect (b);

  if (a->edge == b->edge)
    return;
  if (is_across (a) != is_across (b))
    {
      const SquillRect *across = is_across (a) ? &left : &right,
                       *down = is_across (a) ? &right : &left;

      if (down->x > across->x && down->x < squill_rect_right (across) && across->y > down->y &&
          across->y < squill_rect_bottom (down))
        figures->crossings++;
      return;
    }
  if (is_across (a) ? fabs (left.y - right.y) >= SAME : fabs (left.x - right.x) >= SAME)
    return;
  if (is_across (a)
          ? MIN (squill_rect_right (&left), squill_rect_right (&right)) - MAX (left.x, right.x) <
                LONG
          : MIN (squill_rect_bottom (&left), squill_rect_bottom (&right)) - MAX (left.y, right.y) <
                LONG)
    return;
  if (!share_end (squill_diagram_get_edge (diagram, a->edge),
                  squill_diagram_get_edge (diagram, b->edge)))
    figures->merged++;
}

static void
measure_label (SquillDiagram *diagram,
               const SquillRect *label,
               guint own,
               const Part *parts,
               guint n_parts,
               Figures *figures)
{
  SquillRect inner = squill_rect_grow (label, -1);
  gboolean on_card = FALSE, on_line = FALSE;

  if (squill_rect_is_empty (label))
    return;
  figures->labels++;
  for (guint i = 0; i < squill_diagram_get_n_cards (diagram) && !on_card; i++)
    on_card = squill_rect_overlaps (&squill_diagram_get_card (diagram, i)->rect, &inner);
  for (guint i = 0; i < n_parts && !on_line; i++)
    {
      SquillRect line = get_rect (&parts[i]);

      line = squill_rect_grow (&line, 0.5);
      on_line = parts[i].edge != own && squill_rect_overlaps (&line, &inner) &&
                !share_end (squill_diagram_get_edge (diagram, parts[i].edge),
                            squill_diagram_get_edge (diagram, own));
    }
  figures->labels_on_cards += on_card;
  figures->labels_on_lines += on_line;
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
measure (SquillDiagram *diagram)
{
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (Part));
  SquillRect bounds = squill_diagram_get_bounds (diagram);
  Figures figures = { .cards = squill_diagram_get_n_cards (diagram),
                      .lines = squill_diagram_get_n_edges (diagram),
                      .width = bounds.width,
                      .height = bounds.height };
  const Part *all;

  for (guint i = 0; i < figures.cards; i++)
    for (guint j = i + 1; j < figures.cards; j++)
      figures.cards_on_cards += squill_rect_overlaps (&squill_diagram_get_card (diagram, i)->rect,
                                                      &squill_diagram_get_card (diagram, j)->rect);
  for (guint i = 0; i < figures.lines; i++)
    {
      const SquillEdge *edge = squill_diagram_get_edge (diagram, i);
      gboolean behind = FALSE;

      if (edge->route == NULL)
        continue;
      figures.straight += edge->route->n_points == 2;
      for (guint j = 0; j + 1 < edge->route->n_points; j++)
        {
          Part part = { edge->route->points[j], edge->route->points[j + 1], i };
          SquillRect line = get_rect (&part);

          g_array_append_val (parts, part);
          line = squill_rect_grow (&line, 0.5);
          for (guint k = 0; k < figures.cards && !behind; k++)
            {
              SquillRect card = squill_rect_grow (&squill_diagram_get_card (diagram, k)->rect, -2);

              behind = squill_rect_overlaps (&card, &line);
            }
        }
      figures.behind_cards += behind;
    }
  g_array_sort (parts, compare_parts);
  all = (const Part *)(gpointer)parts->data;
  for (guint i = 0; i < parts->len; i++)
    {
      double right = MAX (all[i].a.x, all[i].b.x) + SAME;

      for (guint j = i + 1; j < parts->len && MIN (all[j].a.x, all[j].b.x) <= right; j++)
        measure_pair (diagram, &all[i], &all[j], &figures);
    }
  for (guint i = 0; i < figures.lines; i++)
    {
      const SquillRoute *route = squill_diagram_get_edge (diagram, i)->route;

      if (route == NULL)
        continue;
      if (!route->from_hidden)
        measure_label (diagram, &route->from_label, i, all, parts->len, &figures);
      if (!route->to_hidden)
        measure_label (diagram, &route->to_label, i, all, parts->len, &figures);
      if (!route->name_hidden)
        measure_label (diagram, &route->name_label, i, all, parts->len, &figures);
    }
  figures.bad_frames = count_bad_frames (diagram);
  figures.hidden_labels = squill_diagram_count_hidden_labels (diagram);
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

/* Takes the model. Says how long the layout took by the clock, as another program makes a part of
 * it, and finding the routes in time of the processor. */
static void
lay_out (const char *name, SquillModel *model, SquillLayoutEngine engine, const char *folder)
{
  g_autoptr (SquillModel) owned = model;
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (SquillDiagram) diagram = squill_diagram_new (design);
  g_autoptr (SquillArrangement) arrangement = NULL;
  g_autoptr (SquillLayoutResult) result = NULL;
  g_autoptr (GError) error = NULL;
  double laid_out, routed, moved, dragged;
  Figures figures;

  squill_diagram_change_free (squill_diagram_update (diagram));
  arrangement = squill_arrangement_new (diagram, NULL);
  laid_out = get_seconds (CLOCK_MONOTONIC);
  result = squill_layout_run (squill_arrangement_get_graph (arrangement), engine, NULL, &error);
  laid_out = get_seconds (CLOCK_MONOTONIC) - laid_out;
  if (result == NULL)
    {
      g_print ("%-24s %s\n", name, error->message);
      return;
    }
  if (!squill_arrangement_apply (arrangement, result, model, &error))
    g_error ("%s", error->message);
  routed = get_seconds (CLOCK_THREAD_CPUTIME_ID);
  squill_diagram_change_free (squill_diagram_update (diagram));
  routed = get_seconds (CLOCK_THREAD_CPUTIME_ID) - routed;
  if (folder != NULL)
    write_model (folder, name, model);
  figures = measure (diagram);
  dragged = measure_drag (diagram);
  moved = measure_moves (diagram, model, engine);
  g_print ("%-24s %5u %5u %6u %6u %6u %8u %6u %5.0f %% %6u %6u %6u %5.1f %% %5.2f %5.1f %% %8.3f "
           "%8.3f %6.1f\n",
           name, figures.cards, figures.lines, figures.cards_on_cards, figures.bad_frames,
           figures.behind_cards, figures.crossings, figures.merged,
           figures.lines > 0 ? 100.0 * figures.straight / figures.lines : 0.0, figures.labels,
           figures.hidden_labels, figures.labels_on_cards,
           figures.labels > 0 ? 100.0 * figures.labels_on_lines / figures.labels : 0.0,
           figures.height > 0 ? figures.width / figures.height : 0, 100 * moved, laid_out, routed,
           dragged);
}

static void
lay_out_file (const char *path, SquillLayoutEngine engine, const char *folder)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (GError) error = NULL;
  SquillModel *model = squill_model_load (file, NULL, NULL, &error);

  if (model == NULL)
    g_print ("%-24s %s\n", name, error->message);
  else
    lay_out (name, model, engine, folder);
}

static void
lay_out_examples (SquillLayoutEngine engine, const char *to)
{
  g_autofree char *folder =
      g_build_filename (g_getenv ("SQUILL_SOURCE_ROOT"), "data", "examples", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (const char *name; dir != NULL && (name = g_dir_read_name (dir)) != NULL;)
    if (g_str_has_suffix (name, ".squill"))
      g_ptr_array_add (names, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (names, (GCompareFunc)(GCallback)g_strcmp0);
  for (guint i = 0; i < names->len; i++)
    lay_out_file (g_ptr_array_index (names, i), engine, to);
}

int
main (int argc, char **argv)
{
  static const guint sizes[] = { 30, 57, 100, 300, 400, 1000, 3000 };
  int max = 1000;
  g_autofree char *engine_name = NULL, *folder = NULL;
  GOptionEntry entries[] = {
    { "max", 0, 0, G_OPTION_ARG_INT, &max, "The largest generated model", "N" },
    { "engine", 0, 0, G_OPTION_ARG_STRING, &engine_name, "The method", "NAME" },
    { "write", 0, 0, G_OPTION_ARG_FILENAME, &folder, "Write what was arranged there", "FOLDER" },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("[FILE…]");
  SquillLayoutEngine engine = SQUILL_LAYOUT_AUTO;
  g_autoptr (GError) error = NULL;

  setlocale (LC_ALL, "");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) ||
      (engine_name != NULL && !squill_layout_engine_from_string (engine_name, &engine)))
    {
      g_printerr ("%s\n", error != NULL ? error->message : "unknown method");
      return 2;
    }
  g_print ("%-24s %5s %5s %6s %6s %6s %8s %6s %7s %6s %6s %6s %7s %5s %7s %8s %8s %6s\n", "diagram",
           "cards", "lines", "on", "bad", "behind", "cross", "merged", "straight", "labels",
           "labels", "on", "on", "wide", "moved", "layout", "routes", "drag");
  g_print ("%-24s %5s %5s %6s %6s %6s %8s %6s %7s %6s %6s %6s %7s %5s %7s %8s %8s %6s\n", "", "",
           "", "cards", "frames", "cards", "", "", "", "", "hidden", "cards", "lines", "/high", "",
           "s", "s", "ms");
  lay_out_examples (engine, folder);
  for (int i = 1; i < argc; i++)
    lay_out_file (argv[i], engine, folder);
  for (LayoutShape shape = 0; shape < LAYOUT_N_SHAPES; shape++)
    for (guint i = 0; i < G_N_ELEMENTS (sizes) && sizes[i] <= (guint)max; i++)
      {
        g_autofree char *name =
            g_strdup_printf ("%s of %u", layout_shape_to_string (shape), sizes[i]);

        lay_out (name, layout_model_new (shape, sizes[i], sizes[i]), engine, folder);
      }
  return EXIT_SUCCESS;
}
