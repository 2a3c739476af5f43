/* SPDX-License-Identifier: Apache-2.0 */

/* Lines and labels that somebody moved. */

#define G_LOG_DOMAIN "squill-test"

#include "config.h"

#include "diagram-fixture.h"

#include "diagram/squill-layout.h"
#include "model/squill-authoring.h"
#include "model/squill-view.h"

#include <math.h>

typedef struct
{
  Shown shown;
  char *users;
  char *posts;
  char *author; /* posts refer to users */
} Fixture;

static Fixture
set_up (double x, double y)
{
  SquillModel *model = squill_model_new ();
  Fixture f = { 0 };

  f.users = squill_model_add_entity (model, "users", 0, 0);
  f.posts = squill_model_add_entity (model, "posts", x, y);
  f.author = squill_model_add_relationship (model, f.users, f.posts, "author",
                                            SQUILL_PLACEMENT_PARENT_REFERENCE);
  squill_model_clear_history (model);
  f.shown = show_model (model);
  return f;
}

static void
tear_down (Fixture *f)
{
  shown_clear (&f->shown);
  g_free (f->users);
  g_free (f->posts);
  g_free (f->author);
}

static const SquillEdge *
get_line (Fixture *f)
{
  return get_edge (&f->shown, f->author, f->posts);
}

/* Moves a part of the line to a place on the diagram, as a person does. */
static void
move_to (Fixture *f, const char *view, SquillLinePart part, SquillPoint to)
{
  const SquillEdge *edge = get_line (f);
  SquillPoint anchor = squill_diagram_get_line_anchor (f->shown.diagram, edge, part);

  squill_model_begin_step (f->shown.model, "Move", NULL);
  g_assert_true (squill_model_set_line_place (f->shown.model, view, edge->relationship, edge->line,
                                              part, to.x - anchor.x, to.y - anchor.y));
  squill_model_end_step (f->shown.model);
  squill_diagram_change_free (update (&f->shown));
}

static gboolean
passes (const SquillRoute *route, SquillPoint at)
{
  for (guint i = 0; i + 1 < route->n_points; i++)
    {
      SquillPoint a = route->points[i], b = route->points[i + 1];

      /* Always straight across, or straight up or down. */
      g_assert_true ((a.x == b.x) != (a.y == b.y));
      if (at.x >= MIN (a.x, b.x) - 1 && at.x <= MAX (a.x, b.x) + 1 && at.y >= MIN (a.y, b.y) - 1 &&
          at.y <= MAX (a.y, b.y) + 1)
        return TRUE;
    }
  return FALSE;
}

static double
get_y (const SquillCard *card, int row)
{
  return card->rect.y + squill_card_get_row_offset (card, row);
}

/* Wherever the other card stands and the line is dragged to, it still joins both rows, from the
 * outside, and passes where it was dropped. */
static void
test_bend (void)
{
  static const SquillPoint places[] = { { 700, 0 },  { 700, 500 }, { -700, 300 },
                                        { 40, 600 }, { 40, -600 }, { 300, 60 } };
  static const SquillPoint bends[] = { { 0, 0 },     { 60, 0 },     { -60, 40 },
                                       { 0, 300 },   { 0, -400 },   { 600, 200 },
                                       { -600, 20 }, { 400, -500 }, { -500, -500 } };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    for (guint j = 0; j < G_N_ELEMENTS (bends); j++)
      {
        Fixture f = set_up (places[i].x, places[i].y);
        const SquillEdge *edge = get_line (&f);
        SquillPoint anchor =
            squill_diagram_get_line_anchor (f.shown.diagram, edge, SQUILL_LINE_BEND);
        SquillPoint to =
            SQUILL_POINT (round (anchor.x + bends[j].x), round (anchor.y + bends[j].y));
        const SquillCard *from, *target;
        SquillPoint start, end;

        move_to (&f, NULL, SQUILL_LINE_BEND, to);
        edge = get_line (&f);
        from = get_card (&f.shown, f.posts);
        target = get_card (&f.shown, f.users);
        start = edge->route->points[0];
        end = edge->route->points[edge->route->n_points - 1];
        g_assert_cmpfloat (fabs (start.y - get_y (from, edge->from_row)), <, 12);
        g_assert_cmpfloat (fabs (end.y - get_y (target, edge->to_row)), <, 12);
        g_assert_true (start.x == from->rect.x || start.x == squill_rect_right (&from->rect));
        g_assert_true (end.x == target->rect.x || end.x == squill_rect_right (&target->rect));
        /* Out of the card, not into it. */
        g_assert_true (start.x == from->rect.x ? edge->route->points[1].x < start.x
                                               : edge->route->points[1].x > start.x);
        if (!passes (edge->route, to))
          g_error ("The line from %g, %g does not pass %g, %g", places[i].x, places[i].y,
                   bends[j].x, bends[j].y);
        tear_down (&f);
      }
}

static void
test_labels (void)
{
  Fixture f = set_up (700, 300);
  const SquillLinePart parts[] = { SQUILL_LINE_NAME, SQUILL_LINE_START, SQUILL_LINE_END };
  SquillPoint at;

  set (&f.shown, f.author, "children", "{\"min\": 0, \"likely\": 5, \"max\": 90}");
  set (&f.shown, f.author, "parents", "{\"min\": 1, \"likely\": 1, \"max\": 1}");
  set (&f.shown, f.author, "name", "\"written by\"");
  squill_diagram_change_free (update (&f.shown));
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      SquillPoint to = SQUILL_POINT (350 + 40 * i, -80);
      SquillPoint before;

      g_assert_true (
          squill_diagram_get_line_part (f.shown.diagram, get_line (&f), parts[i], &before));
      move_to (&f, NULL, parts[i], to);
      g_assert_true (squill_diagram_get_line_part (f.shown.diagram, get_line (&f), parts[i], &at));
      g_assert_cmpfloat (hypot (at.x - to.x, at.y - to.y), <, 1);
      /* What is seen of the line takes them in. */
      g_assert_true (squill_rect_contains (&get_line (&f)->route->bounds, at.x, at.y));
      g_assert_true (squill_model_undo (f.shown.model));
      squill_diagram_change_free (update (&f.shown));
      g_assert_true (squill_diagram_get_line_part (f.shown.diagram, get_line (&f), parts[i], &at));
      g_assert_cmpfloat (hypot (at.x - before.x, at.y - before.y), <, 1);
    }
  tear_down (&f);
}

/* What was moved moves with both cards, and is where it was after going away and back. */
static void
test_follows (void)
{
  Fixture f = set_up (700, 300);
  const SquillPlace moved[] = { { f.users, 100, 240 }, { f.posts, 800, 540 } };
  SquillPoint before, after;

  move_to (&f, NULL, SQUILL_LINE_BEND, SQUILL_POINT (400, 120));
  g_assert_true (
      squill_diagram_get_line_part (f.shown.diagram, get_line (&f), SQUILL_LINE_BEND, &before));
  squill_model_begin_step (f.shown.model, "Move", NULL);
  squill_model_set_places (f.shown.model, NULL, moved, 2, NULL);
  squill_model_end_step (f.shown.model);
  squill_diagram_change_free (update (&f.shown));
  g_assert_true (
      squill_diagram_get_line_part (f.shown.diagram, get_line (&f), SQUILL_LINE_BEND, &after));
  g_assert_cmpfloat (after.x, ==, before.x + 100);
  g_assert_cmpfloat (after.y, ==, before.y + 240);
  g_assert_true (passes (get_line (&f)->route, after));
  tear_down (&f);
}

/* A view has lines of its own as soon as one is moved in it. */
static void
test_view (void)
{
  Fixture f = set_up (700, 300);
  g_autofree char *view = squill_model_add_view (f.shown.model, "Own", NULL, NULL, 0);

  move_to (&f, NULL, SQUILL_LINE_BEND, SQUILL_POINT (400, 120));
  squill_diagram_set_view (f.shown.diagram, view);
  squill_diagram_change_free (update (&f.shown));
  g_assert_true (passes (get_line (&f)->route, SQUILL_POINT (400, 120)));
  move_to (&f, view, SQUILL_LINE_BEND, SQUILL_POINT (460, 200));
  g_assert_true (passes (get_line (&f)->route, SQUILL_POINT (460, 200)));
  squill_model_begin_step (f.shown.model, "Reset", NULL);
  g_assert_true (squill_model_reset_lines (f.shown.model, view, f.author));
  squill_model_end_step (f.shown.model);
  squill_diagram_change_free (update (&f.shown));
  g_assert_false (squill_model_has_line_places (f.shown.model, view, f.author));
  g_assert_false (get_line (&f)->places.set[SQUILL_LINE_BEND]);

  squill_diagram_set_view (f.shown.diagram, NULL);
  squill_diagram_change_free (update (&f.shown));
  g_assert_true (passes (get_line (&f)->route, SQUILL_POINT (400, 120)));
  squill_model_begin_step (f.shown.model, "Reset", NULL);
  g_assert_true (squill_model_reset_lines (f.shown.model, NULL, f.author));
  g_assert_false (squill_model_reset_lines (f.shown.model, NULL, f.author));
  squill_model_end_step (f.shown.model);
  g_assert_null (squill_model_get_relationship (f.shown.model, f.author)->lines);
  tear_down (&f);
}

/* A card that is copied with its neighbor takes along how the line between them runs. */
static void
test_paste (void)
{
  Fixture f = set_up (700, 300);
  const char *const ids[] = { f.users, f.posts, NULL };
  json_auto_t *copied = NULL;
  g_auto (GStrv) pasted = NULL;
  guint n = 0;

  move_to (&f, NULL, SQUILL_LINE_BEND, SQUILL_POINT (400, 120));
  copied = squill_model_copy_items (f.shown.model, ids);
  pasted = squill_model_paste_items (f.shown.model, copied, NULL, 0, 800, NULL);
  squill_diagram_change_free (update (&f.shown));
  for (guint i = 0; i < squill_diagram_get_n_edges (f.shown.diagram); i++)
    {
      const SquillEdge *edge = squill_diagram_get_edge (f.shown.diagram, i);

      n += edge->places.set[SQUILL_LINE_BEND];
      g_assert_cmpfloat (edge->places.x[SQUILL_LINE_BEND], ==,
                         get_line (&f)->places.x[SQUILL_LINE_BEND]);
    }
  g_assert_cmpuint (n, ==, 2);
  tear_down (&f);
}

/* Cards that are arranged stand elsewhere: the line between them finds its way anew. */
static void
test_arrange (void)
{
  Fixture f = set_up (700, 300);
  SquillArrangement *arrangement = squill_arrangement_new (f.shown.diagram, NULL);
  g_autoptr (SquillLayoutResult) result = NULL;
  g_autoptr (GError) error = NULL;

  move_to (&f, NULL, SQUILL_LINE_BEND, SQUILL_POINT (400, 900));
  result = squill_layout_run (squill_arrangement_get_graph (arrangement), SQUILL_LAYOUT_AUTO, NULL,
                              &error);
  g_assert_no_error (error);
  g_assert_true (squill_arrangement_apply (arrangement, result, f.shown.model, &error));
  g_assert_false (squill_model_has_line_places (f.shown.model, NULL, f.author));
  g_assert_true (squill_model_undo (f.shown.model));
  g_assert_true (squill_model_has_line_places (f.shown.model, NULL, f.author));
  squill_arrangement_free (arrangement);
  tear_down (&f);
}

/* However far away a file sets cards, notes and bends, the diagram is drawn at once. */
static void
test_far (void)
{
  Fixture f = set_up (2e9, -2e9);
  const SquillRect wanted = SQUILL_RECT (0, 0, 200, 100);
  g_autofree char *note = NULL;
  const SquillEdge *edge;
  SquillRect bounds;
  SquillPoint free_place;

  for (guint i = 0; i < 40; i++)
    {
      g_autofree char *name = g_strdup_printf ("posts%u", i);
      g_autofree char *posts = squill_model_add_entity (f.shown.model, name, 400.0 * i, 900);
      g_autofree char *author = squill_model_add_relationship (
          f.shown.model, f.posts, posts, "author", SQUILL_PLACEMENT_PARENT_REFERENCE);
    }
  note = squill_model_add_note (f.shown.model, "n", 0, 0);
  set (&f.shown, note, "width", "2e9");
  set (&f.shown, note, "height", "2e9");
  squill_diagram_change_free (update (&f.shown));
  move_to (&f, NULL, SQUILL_LINE_BEND, SQUILL_POINT (1e11, -1e11));
  edge = get_line (&f);
  g_assert_cmpfloat (edge->route->bounds.width, <, 3e6);
  g_assert_cmpfloat (edge->route->bounds.height, <, 3e6);
  bounds = squill_diagram_get_bounds (f.shown.diagram);
  g_assert_cmpfloat (bounds.width, <, 3e6);
  g_assert_cmpfloat (bounds.height, <, 3e6);
  free_place = squill_diagram_find_place (f.shown.diagram, &wanted, NULL, NULL);
  g_assert_cmpfloat (fabs (free_place.x), <, 3e6);
  tear_down (&f);
}

static char *
describe_route (const SquillRoute *route)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < route->n_points; i++)
    g_string_append_printf (text, "%g %g, ", route->points[i].x, route->points[i].y);
  return g_string_free (text, FALSE);
}

/* Among many lines only the one that is dragged follows the pointer; the others run around it once
 * it is let go. */
static void
test_drag_among_many (void)
{
  SquillModel *model = squill_model_new ();
  g_autofree char *users = squill_model_add_entity (model, "users", 0, 0);
  g_autofree char *dragged = NULL;
  g_autoptr (GPtrArray) before = g_ptr_array_new_with_free_func (g_free);
  Shown shown;

  for (guint i = 0; i < 80; i++)
    {
      g_autofree char *name = g_strdup_printf ("posts%u", i);
      g_autofree char *posts =
          squill_model_add_entity (model, name, 900 + 600 * (i / 20), 200 * (i % 20));
      g_autofree char *author = squill_model_add_relationship (model, users, posts, "author",
                                                               SQUILL_PLACEMENT_PARENT_REFERENCE);
    }
  shown = show_model (model);
  dragged = g_strdup (squill_diagram_get_edge (shown.diagram, 30)->id);
  for (guint i = 0; i < squill_diagram_get_n_edges (shown.diagram); i++)
    g_ptr_array_add (before, describe_route (squill_diagram_get_edge (shown.diagram, i)->route));
  for (int step = 1; step < 6; step++)
    {
      SquillDiagramChange *change;

      squill_diagram_move_line_part (shown.diagram, dragged, SQUILL_LINE_BEND, -20 * step,
                                     30 * step);
      change = update (&shown);
      g_assert_cmpuint (change->edges->len, ==, 1);
      g_assert_cmpstr (change->edges->pdata[0], ==, dragged);
      squill_diagram_change_free (change);
      g_assert_null (squill_diagram_copy_unfinished_routes (shown.diagram));
    }
  squill_diagram_end_move (shown.diagram);
  squill_diagram_change_free (update (&shown));
  for (guint i = 0; i < squill_diagram_get_n_edges (shown.diagram); i++)
    {
      g_autofree char *after = describe_route (squill_diagram_get_edge (shown.diagram, i)->route);

      g_assert_cmpstr (after, ==, before->pdata[i]);
    }
  shown_clear (&shown);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/line-places/bend", test_bend);
  g_test_add_func ("/line-places/labels", test_labels);
  g_test_add_func ("/line-places/follows", test_follows);
  g_test_add_func ("/line-places/view", test_view);
  g_test_add_func ("/line-places/paste", test_paste);
  g_test_add_func ("/line-places/arrange", test_arrange);
  g_test_add_func ("/line-places/far", test_far);
  g_test_add_func ("/line-places/drag-among-many", test_drag_among_many);
  return g_test_run ();
}
