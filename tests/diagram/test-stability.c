/* SPDX-License-Identifier: Apache-2.0 */

/* What is arranged stays about where it is when something comes, and what comes finds room. */

#define G_LOG_DOMAIN "squill-test"

#include "config.h"

#include "../bench/layout-models.h"
#include "diagram-fixture.h"
#include "diagram/squill-layout.h"

#include <math.h>

static void
arrange (Shown *shown, const char *const *cards)
{
  g_autoptr (SquillArrangement) arrangement = squill_arrangement_new (shown->diagram, cards);
  g_autoptr (SquillLayoutResult) result = NULL;
  g_autoptr (GError) error = NULL;

  result = squill_layout_run (squill_arrangement_get_graph (arrangement), SQUILL_LAYOUT_AUTO, NULL,
                              &error);
  g_assert_no_error (error);
  g_assert_true (squill_arrangement_apply (arrangement, result, shown->model, &error));
  squill_diagram_change_free (squill_diagram_update (shown->diagram));
}

static void
add (Shown *shown, SquillKind kind, const char *id, json_t *content)
{
  g_autoptr (SquillEdit) edit = squill_edit_new_add (kind, id, SQUILL_MODEL_ID, content);
  g_autoptr (GError) error = NULL;

  squill_model_apply (shown->model, edit, &error);
  g_assert_no_error (error);
}

static void
add_card (Shown *shown, const char *id, const char *parent)
{
  g_autofree char *line = g_strconcat (id, "-line", NULL);

  add (shown, SQUILL_KIND_ENTITY, id, json_pack ("{s:s}", "name", id));
  add (shown, SQUILL_KIND_RELATIONSHIP, line,
       json_pack ("{s:s, s:s, s:s, s:s}", "name", line, "parent", parent, "child", id, "placement",
                  "parent-reference"));
  squill_diagram_change_free (squill_diagram_update (shown->diagram));
}

static GHashTable *
list_places (Shown *shown)
{
  GHashTable *places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint i = 0; i < squill_diagram_get_n_cards (shown->diagram); i++)
    {
      const SquillCard *card = squill_diagram_get_card (shown->diagram, i);

      g_hash_table_insert (places, g_strdup (card->id), g_memdup2 (&card->rect, sizeof card->rect));
    }
  return places;
}

/* How far cards moved, as a share of the diagonal. */
static double
get_moves (Shown *shown, GHashTable *before)
{
  SquillRect bounds = squill_diagram_get_bounds (shown->diagram);
  double moved = 0;
  GHashTableIter iter;
  gpointer id, rect;

  g_hash_table_iter_init (&iter, before);
  while (g_hash_table_iter_next (&iter, &id, &rect))
    {
      const SquillCard *card = get_card (shown, id);

      moved += hypot (card->rect.x - ((const SquillRect *)rect)->x,
                      card->rect.y - ((const SquillRect *)rect)->y);
    }
  return moved / g_hash_table_size (before) / hypot (bounds.width, bounds.height);
}

static void
check_apart (Shown *shown)
{
  for (guint i = 0; i < squill_diagram_get_n_cards (shown->diagram); i++)
    for (guint j = 0; j < i; j++)
      g_assert_false (squill_rect_overlaps (&squill_diagram_get_card (shown->diagram, i)->rect,
                                            &squill_diagram_get_card (shown->diagram, j)->rect));
}

static void
test_one_more (void)
{
  static const guint sizes[] = { 2, 5, 13, 30 };

  for (LayoutShape shape = 0; shape < LAYOUT_N_SHAPES; shape++)
    for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
      {
        g_auto (Shown) shown = show_model (layout_model_new (shape, sizes[i], sizes[i] + 1));
        g_autoptr (GHashTable) before = NULL;
        g_autofree char *middle = g_strdup_printf ("e%u", sizes[i] / 2);

        arrange (&shown, NULL);
        before = list_places (&shown);
        arrange (&shown, NULL);
        g_test_message ("%s of %u: %g", layout_shape_to_string (shape), sizes[i],
                        get_moves (&shown, before));
        g_assert_cmpfloat (get_moves (&shown, before), <, 0.02);
        add_card (&shown, "added", middle);
        add (&shown, SQUILL_KIND_ENTITY, "alone", json_pack ("{s:s}", "name", "alone"));
        squill_diagram_change_free (squill_diagram_update (shown.diagram));
        arrange (&shown, NULL);
        g_assert_cmpfloat (get_moves (&shown, before), <, 0.02);
        check_apart (&shown);
      }
}

/* Also where too much is there to be drawn while it is arranged: columns of a large star moved
 * by 2.3 % of the diagonal, to the left where there was more room than they need. */
static void
test_one_more_of_many (void)
{
  g_auto (Shown) shown = show_model (layout_model_new (LAYOUT_STAR, 1000, 1000));
  g_autoptr (GHashTable) before = NULL;

  arrange (&shown, NULL);
  before = list_places (&shown);
  add_card (&shown, "added", "e500");
  squill_diagram_change_free (squill_diagram_update (shown.diagram));
  arrange (&shown, NULL);
  g_assert_cmpfloat (get_moves (&shown, before), <, 0.02);
}

/* What was never well arranged is arranged anew. */
static void
test_scattered (void)
{
  g_auto (Shown) shown = show_model (layout_model_new (LAYOUT_TREE, 40, 1));
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autoptr (GHashTable) before = NULL;

  for (guint i = 0; i < 40; i++)
    {
      g_autofree char *id = g_strdup_printf ("e%u", i);
      g_autofree char *x = g_strdup_printf ("%d", g_rand_int_range (random, 0, 4000));
      g_autofree char *y = g_strdup_printf ("%d", g_rand_int_range (random, 0, 4000));

      set (&shown, id, "x", x);
      set (&shown, id, "y", y);
    }
  squill_diagram_change_free (squill_diagram_update (shown.diagram));
  before = list_places (&shown);
  arrange (&shown, NULL);
  g_assert_cmpfloat (get_moves (&shown, before), >, 0.1);
  check_apart (&shown);
}

/* Of a selection only its own cards move, to where there is room, near to where they were. */
static void
test_selection (void)
{
  static const char *const selected[] = { "e3", "e4", "e5", "e6", NULL };
  g_auto (Shown) shown = show_model (layout_model_new (LAYOUT_MODULES, 24, 3));
  g_autoptr (GHashTable) before = NULL;
  SquillRect home = SQUILL_RECT (0, 0, 0, 0);

  arrange (&shown, NULL);
  for (guint i = 0; selected[i] != NULL; i++)
    {
      /* Onto each other, in the middle of the others. */
      set (&shown, selected[i], "x", "800");
      set (&shown, selected[i], "y", i % 2 == 0 ? "600" : "640");
    }
  squill_diagram_change_free (squill_diagram_update (shown.diagram));
  before = list_places (&shown);
  arrange (&shown, selected);
  for (guint i = 0; i < squill_diagram_get_n_cards (shown.diagram); i++)
    {
      const SquillCard *card = squill_diagram_get_card (shown.diagram, i);
      const SquillRect *was = g_hash_table_lookup (before, card->id);

      if (g_strv_contains (selected, card->id))
        home = squill_rect_union (&home, &card->rect);
      else
        g_assert_true (card->rect.x == was->x && card->rect.y == was->y);
    }
  for (guint i = 0; i < squill_diagram_get_n_cards (shown.diagram); i++)
    for (guint j = 0; selected[j] != NULL; j++)
      {
        const SquillCard *card = squill_diagram_get_card (shown.diagram, i);

        g_assert_false (!g_str_equal (card->id, selected[j]) &&
                        squill_rect_overlaps (&card->rect, &get_card (&shown, selected[j])->rect));
      }
  g_assert_cmpfloat (hypot (home.x - 800, home.y - 600), <, 2500);
}

/* A card that is locked stays, and so do the others if they are arranged already. */
static void
test_locked (void)
{
  g_auto (Shown) shown = show_model (layout_model_new (LAYOUT_MODULES, 24, 3));
  g_autoptr (GHashTable) before = NULL;
  const SquillRect *was;

  arrange (&shown, NULL);
  before = list_places (&shown);
  set (&shown, "e5", "locked", "true");
  squill_diagram_change_free (squill_diagram_update (shown.diagram));
  arrange (&shown, NULL);
  g_assert_cmpfloat (get_moves (&shown, before), <, 0.02);
  was = g_hash_table_lookup (before, "e5");
  g_assert_true (get_card (&shown, "e5")->rect.x == was->x &&
                 get_card (&shown, "e5")->rect.y == was->y);
  check_apart (&shown);
}

/* What stands well in a view stays there, also where it has no place outside of it. */
static void
test_view (void)
{
  g_auto (Shown) shown = show_model (layout_model_new (LAYOUT_MODULES, 24, 3));
  g_autoptr (GHashTable) before = NULL;

  add (&shown, SQUILL_KIND_VIEW, "view", json_pack ("{s:s}", "name", "view"));
  squill_diagram_set_view (shown.diagram, "view");
  squill_diagram_change_free (squill_diagram_update (shown.diagram));
  arrange (&shown, NULL);
  g_assert_true (isnan (squill_model_get_entity (shown.model, "e0")->x));
  before = list_places (&shown);
  add_card (&shown, "added", "e5");
  arrange (&shown, NULL);
  g_assert_cmpfloat (get_moves (&shown, before), <, 0.02);
}

/* A card that has no place yet stands beside what it is related to, and on no line. */
static void
test_new (void)
{
  static const char *const ids[] = { "added", NULL };
  g_auto (Shown) shown = show_model (layout_model_new (LAYOUT_MODULES, 24, 3));
  const SquillCard *card, *parent;
  SquillPoint place;
  SquillRect sight;

  arrange (&shown, NULL);
  add_card (&shown, "added", "e5");
  card = get_card (&shown, "added");
  parent = get_card (&shown, "e5");
  g_assert_cmpfloat (hypot (card->rect.x - parent->rect.x, card->rect.y - parent->rect.y), <, 2000);
  check_apart (&shown);

  squill_diagram_place_new (shown.model, ids);
  squill_diagram_change_free (squill_diagram_update (shown.diagram));
  check_apart (&shown);
  card = get_card (&shown, "added");
  for (guint i = 0; i < squill_diagram_get_n_edges (shown.diagram); i++)
    {
      const SquillEdge *edge = squill_diagram_get_edge (shown.diagram, i);

      for (guint j = 0; j + 1 < edge->route->n_points; j++)
        {
          SquillPoint a = edge->route->points[j], b = edge->route->points[j + 1];
          SquillRect part = SQUILL_RECT (MIN (a.x, b.x), MIN (a.y, b.y), MAX (fabs (a.x - b.x), 1),
                                         MAX (fabs (a.y - b.y), 1));

          g_assert_false (squill_rect_overlaps (&part, &card->rect));
        }
    }

  /* In sight, if there is room. */
  sight = SQUILL_RECT (-1200, -1200, 1000, 800);
  place =
      squill_diagram_find_place (shown.diagram, &SQUILL_RECT (-220, -600, 200, 200), &sight, NULL);
  g_assert_true (place.x >= -1200 && place.x <= -400 && place.y >= -1200 && place.y <= -600);
}

/* The lines of a hub follow it plainly while it is dragged, and are set right afterwards. */
static void
test_hub (void)
{
  g_auto (Shown) shown = show_model (layout_model_new (LAYOUT_STAR, 90, 1));
  g_autofree char *before = NULL, *after = NULL;
  const SquillCard *hub;
  SquillPoint at;

  arrange (&shown, NULL);
  before = dump_diagram (shown.diagram);
  hub = get_card (&shown, "e0");
  at = SQUILL_POINT (hub->rect.x, hub->rect.y);
  squill_diagram_move_card (shown.diagram, "e0", at.x + 100, at.y + 40);
  squill_diagram_change_free (squill_diagram_update (shown.diagram));
  hub = get_card (&shown, "e0");
  g_assert_cmpfloat (hub->rect.x, ==, at.x + 100);
  for (guint i = 0; i < squill_diagram_get_n_edges (shown.diagram); i++)
    {
      const SquillRoute *route = squill_diagram_get_edge (shown.diagram, i)->route;
      double end = route->points[route->n_points - 1].x;

      g_assert_cmpuint (route->n_points, <=, 4);
      g_assert_true (end == hub->rect.x || end == squill_rect_right (&hub->rect));
      g_assert_true (squill_rect_is_empty (&route->from_label));
    }
  squill_diagram_end_move (shown.diagram);
  squill_diagram_change_free (squill_diagram_update (shown.diagram));
  after = dump_diagram (shown.diagram);
  g_assert_cmpstr (after, ==, before);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/stability/one-more", test_one_more);
  g_test_add_func ("/stability/one-more-of-many", test_one_more_of_many);
  g_test_add_func ("/stability/scattered", test_scattered);
  g_test_add_func ("/stability/selection", test_selection);
  g_test_add_func ("/stability/locked", test_locked);
  g_test_add_func ("/stability/view", test_view);
  g_test_add_func ("/stability/new", test_new);
  g_test_add_func ("/stability/hub", test_hub);
  return g_test_run ();
}
