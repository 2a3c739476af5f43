/* SPDX-License-Identifier: Apache-2.0 */

/* What the pointer and the keys do on the canvas, by the functions behind them. */

#include "config.h"

#include <adwaita.h>
#include <math.h>

#include "canvas-fixture.h"
#include "diagram/squill-layout.h"
#include "model/squill-authoring.h"
#include "model/squill-placement.h"
#include "canvas/squill-inline-editor.h"
#include "menu-items.h"
#include "session/squill-action.h"

static void
test_click_selects (Drawn *drawn, gconstpointer data)
{
  click (drawn, middle_of_header (drawn, drawn->posts), 0, 1);
  assert_selected (drawn, drawn->posts);
  g_assert_true (
      gtk_widget_has_focus (squill_canvas_get_card_widget (drawn->canvas, drawn->posts)));
  click (drawn, middle_of_row (drawn, drawn->title), 0, 1);
  assert_selected (drawn, drawn->title);
  click (drawn, middle_of_header (drawn, drawn->users), GDK_CONTROL_MASK, 1);
  g_assert_cmpuint (squill_selection_get_size (drawn->selection), ==, 2);
  click (drawn, middle_of_header (drawn, drawn->users), GDK_SHIFT_MASK, 1);
  assert_selected (drawn, drawn->title);
  click (drawn, SQUILL_POINT (20, 600), 0, 1);
  g_assert_cmpuint (squill_selection_get_size (drawn->selection), ==, 0);
  g_assert_false (squill_model_get_can_undo (drawn->model));
}

/* A press on one of several leaves them selected, for they may be dragged; the click narrows. */
static void
test_click_narrows (Drawn *drawn, gconstpointer data)
{
  const char *both[] = { drawn->posts, drawn->users, NULL };
  SquillPoint at = middle_of_header (drawn, drawn->posts);

  squill_selection_set_many (drawn->selection, both);
  squill_tool_press (get_tool (drawn), at.x, at.y, 0, 1);
  g_assert_cmpuint (squill_selection_get_size (drawn->selection), ==, 2);
  squill_tool_release (get_tool (drawn), at.x, at.y, 0);
  assert_selected (drawn, drawn->posts);
}

static void
test_double_click_adds_entity (Drawn *drawn, gconstpointer data)
{
  const SquillEntity *entity;

  click (drawn, SQUILL_POINT (150, 503), 0, 2);
  entity = find_entity (drawn, "entity");
  g_assert_nonnull (entity);
  assert_selected (drawn, entity->item.id);
  g_assert_cmpfloat (entity->x, ==, 60);
  g_assert_cmpfloat (entity->y, ==, 480);
  g_assert_true (squill_canvas_is_editing (drawn->canvas));
  type (drawn, "shops", SQUILL_INLINE_EDITOR_EXIT_ENTER);
  g_assert_false (squill_canvas_is_editing (drawn->canvas));
  g_assert_nonnull (find_entity (drawn, "shops"));
  g_assert_true (gtk_widget_has_focus (
      squill_canvas_get_card_widget (drawn->canvas, find_entity (drawn, "shops")->item.id)));
}

/* Undo while something is typed must not leave an editor of something that is gone. */
static void
test_editing_what_goes (Drawn *drawn, gconstpointer data)
{
  const char *ids[] = { drawn->posts, NULL };

  g_assert_true (squill_canvas_edit_item (drawn->canvas, drawn->title));
  squill_model_delete (drawn->model, ids);
  squill_canvas_update (drawn->canvas);
  paint (drawn);
  g_assert_false (squill_canvas_is_editing (drawn->canvas));
}

static void
test_drag_moves_and_snaps (Drawn *drawn, gconstpointer data)
{
  SquillPoint from = middle_of_header (drawn, drawn->tags);
  const SquillEntity *tags = squill_model_get_entity (drawn->model, drawn->tags);

  /* To the grid. */
  drag (drawn, from, SQUILL_POINT (from.x - 193, from.y + 71), 0);
  g_assert_cmpfloat (tags->x, ==, 440 - 200);
  g_assert_cmpfloat (tags->y, ==, 440 + 80);
  assert_one_step (drawn);

  /* To the edge of a neighbour, 4 pixels off it. */
  drag (drawn, from, SQUILL_POINT (from.x - 396, from.y), 0);
  g_assert_cmpfloat (tags->x, ==, 40);
  assert_one_step (drawn);

  /* With Alt to where the pointer has it. */
  drag (drawn, from, SQUILL_POINT (from.x - 193, from.y + 71), GDK_ALT_MASK);
  g_assert_cmpfloat (tags->x, ==, 440 - 193);
  g_assert_cmpfloat (tags->y, ==, 440 + 71);
  assert_one_step (drawn);
}

static void
test_drag_shows_and_cancels (Drawn *drawn, gconstpointer data)
{
  SquillPoint from = middle_of_header (drawn, drawn->tags);

  start_drag (drawn, from, SQUILL_POINT (from.x - 200, from.y + 80), 0);
  g_assert_cmpfloat (card_of (drawn, drawn->tags)->rect.x, ==, 240);
  /* The model knows nothing of it yet. */
  g_assert_cmpfloat (squill_model_get_entity (drawn->model, drawn->tags)->x, ==, 440);
  paint (drawn);
  act (drawn, "canvas.cancel", NULL);
  g_assert_cmpfloat (card_of (drawn, drawn->tags)->rect.x, ==, 440);
  squill_tool_release (get_tool (drawn), from.x - 200, from.y + 80, 0);
  g_assert_cmpfloat (squill_model_get_entity (drawn->model, drawn->tags)->x, ==, 440);
  g_assert_false (squill_model_get_can_undo (drawn->model));
}

static void
test_drag_moves_all_selected (Drawn *drawn, gconstpointer data)
{
  const char *both[] = { drawn->posts, drawn->tags, NULL };
  SquillPoint from = middle_of_row (drawn, drawn->title);

  squill_selection_set_many (drawn->selection, both);
  from = middle_of_header (drawn, drawn->posts);
  drag (drawn, from, SQUILL_POINT (from.x + 20, from.y + 20), 0);
  g_assert_cmpfloat (squill_model_get_entity (drawn->model, drawn->posts)->x, ==, 60);
  g_assert_cmpfloat (squill_model_get_entity (drawn->model, drawn->tags)->x, ==, 460);
  g_assert_cmpstr (squill_model_get_undo_label (drawn->model), ==, "Move 2 items");
  assert_one_step (drawn);
}

/* Nothing but unlocking it moves a card that is locked. */
static void
test_locked (Drawn *drawn, gconstpointer data)
{
  const char *both[] = { drawn->posts, drawn->tags, NULL };
  const SquillEntity *posts = squill_model_get_entity (drawn->model, drawn->posts);
  const SquillEntity *tags = squill_model_get_entity (drawn->model, drawn->tags);
  g_autoptr (SquillArrangement) arrangement = NULL;
  SquillPoint from;
  double x = posts->x, y = posts->y;

  squill_selection_set_single (drawn->selection, drawn->posts);
  act (drawn, "canvas.lock", NULL);
  g_assert_true (posts->locked);
  g_assert_true (card_of (drawn, drawn->posts)->locked);
  from = middle_of_header (drawn, drawn->posts);
  drag (drawn, from, SQUILL_POINT (from.x + 40, from.y + 40), 0);
  act (drawn, "canvas.nudge", "(1, 0)");
  g_assert_cmpfloat (posts->x, ==, x);
  g_assert_cmpfloat (posts->y, ==, y);

  squill_selection_set_many (drawn->selection, both);
  act (drawn, "canvas.nudge", "(1, 0)");
  g_assert_cmpfloat (posts->x, ==, x);
  g_assert_cmpfloat (tags->x, >, 440);
  arrangement = squill_arrangement_new (drawn->diagram, NULL);
  g_assert_cmpuint (squill_layout_graph_get_n_boxes (squill_arrangement_get_graph (arrangement)),
                    ==, squill_diagram_get_n_cards (drawn->diagram) - 1);

  /* One of both is free: then both are locked. */
  act (drawn, "canvas.lock", NULL);
  g_assert_true (tags->locked);
  act (drawn, "canvas.lock", NULL);
  g_assert_false (posts->locked);
  act (drawn, "canvas.nudge", "(1, 0)");
  g_assert_cmpfloat (posts->x, >, x);
}

static void
test_group_moves_members (Drawn *drawn, gconstpointer data)
{
  const char *members[] = { drawn->users, drawn->tags, NULL };
  g_autofree char *group = squill_model_add_group (drawn->model, "G", members);
  SquillRect rect;

  squill_canvas_update (drawn->canvas);
  squill_model_clear_history (drawn->model);
  g_assert_true (squill_canvas_get_item_rect (drawn->canvas, group, &rect));
  drag (drawn, SQUILL_POINT (rect.x + 30, rect.y + 12), SQUILL_POINT (rect.x + 70, rect.y + 12),
        GDK_ALT_MASK);
  g_assert_cmpfloat (squill_model_get_entity (drawn->model, drawn->users)->x, ==, 480);
  g_assert_cmpfloat (squill_model_get_entity (drawn->model, drawn->tags)->x, ==, 480);
  assert_one_step (drawn);
}

static void
test_rubber_band (Drawn *drawn, gconstpointer data)
{
  drag (drawn, SQUILL_POINT (420, 20), SQUILL_POINT (700, 600), 0);
  g_assert_cmpuint (squill_selection_get_size (drawn->selection), ==, 2);
  g_assert_true (squill_selection_contains (drawn->selection, drawn->users));
  g_assert_true (squill_selection_contains (drawn->selection, drawn->tags));
  drag (drawn, SQUILL_POINT (5, 5), SQUILL_POINT (60, 60), GDK_SHIFT_MASK);
  g_assert_cmpuint (squill_selection_get_size (drawn->selection), ==, 3);
  /* Given up it leaves what was selected before. */
  start_drag (drawn, SQUILL_POINT (420, 20), SQUILL_POINT (700, 600), GDK_SHIFT_MASK);
  paint (drawn);
  squill_tool_cancel (get_tool (drawn));
  g_assert_cmpuint (squill_selection_get_size (drawn->selection), ==, 3);
}

static void
test_drop_embeds (Drawn *drawn, gconstpointer data)
{
  SquillPoint from = middle_of_header (drawn, drawn->tags);
  SquillPoint to = middle_of_row (drawn, drawn->title);
  const SquillRelationship *r;

  start_drag (drawn, from, to, 0);
  g_assert_cmpstr (squill_canvas_get_target (drawn->canvas), ==, drawn->posts);
  paint (drawn);
  squill_tool_release (get_tool (drawn), to.x, to.y, 0);
  r = squill_model_get_relationship (drawn->model, squill_selection_get_single (drawn->selection));
  g_assert_cmpint (r->placement, ==, SQUILL_PLACEMENT_EMBED_MANY);
  g_assert_cmpstr (r->parent, ==, drawn->posts);
  g_assert_cmpstr (r->child, ==, drawn->tags);
  g_assert_null (card_of (drawn, drawn->tags));
  g_assert_null (squill_canvas_get_target (drawn->canvas));

  /* And out again, by its block. */
  squill_selection_clear (drawn->selection);
  from = grip_of_row (drawn, r->item.id);
  drag (drawn, from, SQUILL_POINT (330, 600), 0);
  g_assert_cmpint (r->placement, ==, SQUILL_PLACEMENT_PARENT_REFERENCE);
  g_assert_nonnull (card_of (drawn, drawn->tags));
  g_assert_cmpfloat (card_of (drawn, drawn->tags)->rect.x, ==, 240);
}

/* Alt: wherever it is dropped, it is only moved. */
static void
test_drop_with_alt_moves (Drawn *drawn, gconstpointer data)
{
  drag (drawn, middle_of_header (drawn, drawn->tags), middle_of_row (drawn, drawn->title),
        GDK_ALT_MASK);
  g_assert_nonnull (card_of (drawn, drawn->tags));
  assert_one_step (drawn);
}

static void
test_handle_draws_relationship (Drawn *drawn, gconstpointer data)
{
  const SquillCard *users = card_of (drawn, drawn->users);
  SquillPoint handle = squill_card_get_handle (users, SQUILL_SIDE_RIGHT);
  SquillPoint to = middle_of_header (drawn, drawn->tags);
  const SquillRelationship *r;

  /* It is there once the pointer is on the card. */
  squill_tool_move (get_tool (drawn), handle.x - 40, handle.y + 60, 0);
  start_drag (drawn, handle, to, 0);
  g_assert_cmpstr (squill_canvas_get_target (drawn->canvas), ==, drawn->tags);
  paint (drawn);
  squill_tool_release (get_tool (drawn), to.x, to.y, 0);
  r = squill_model_get_relationship (drawn->model, squill_selection_get_single (drawn->selection));
  g_assert_cmpstr (r->parent, ==, drawn->users);
  g_assert_cmpstr (r->child, ==, drawn->tags);
  /* It starts by being named. */
  g_assert_true (squill_canvas_is_editing (drawn->canvas));
  type (drawn, "marks", SQUILL_INLINE_EDITOR_EXIT_ENTER);
  g_assert_cmpstr (r->name, ==, "marks");
}

static void
test_relationship_tool (Drawn *drawn, gconstpointer data)
{
  const SquillRelationship *r;
  const SquillEntity *entity;
  guint n;

  /* By two clicks. */
  act (drawn, "canvas.tool", "'relationship'");
  click (drawn, middle_of_header (drawn, drawn->tags), 0, 1);
  squill_tool_move (get_tool (drawn), 100, 100, 0);
  paint (drawn);
  click (drawn, middle_of_header (drawn, drawn->posts), 0, 1);
  r = squill_model_get_relationship (drawn->model, squill_selection_get_single (drawn->selection));
  g_assert_cmpstr (r->parent, ==, drawn->tags);
  g_assert_cmpstr (r->child, ==, drawn->posts);
  g_assert_cmpstr (squill_canvas_get_tool_name (drawn->canvas), ==, "select");
  squill_canvas_cancel (drawn->canvas);
  squill_model_clear_history (drawn->model);

  /* Dropped on the empty canvas it makes the other entity. */
  act (drawn, "canvas.tool", "'relationship'");
  drag (drawn, middle_of_header (drawn, drawn->tags), SQUILL_POINT (200, 600), 0);
  entity = squill_model_get_entity (drawn->model, squill_selection_get_single (drawn->selection));
  g_assert_nonnull (entity);
  g_assert_true (squill_canvas_is_editing (drawn->canvas));
  type (drawn, "labels", SQUILL_INLINE_EDITOR_EXIT_ENTER);
  r = squill_entity_get_relationships (entity, &n)[0];
  g_assert_cmpuint (n, ==, 1);
  /* The line has the name that was typed for what it leads to. */
  g_assert_cmpstr (r->name, ==, "labels");
  squill_model_undo (drawn->model);
  assert_one_step (drawn);

  /* An entity that leads to itself: the pointer leaves it and comes back. */
  act (drawn, "canvas.tool", "'relationship'");
  start_drag (drawn, middle_of_header (drawn, drawn->tags), SQUILL_POINT (200, 600), 0);
  {
    SquillPoint back = middle_of_header (drawn, drawn->tags);

    squill_tool_drag (get_tool (drawn), back.x, back.y, 0);
    squill_tool_release (get_tool (drawn), back.x, back.y, 0);
  }
  r = squill_model_get_relationship (drawn->model, squill_selection_get_single (drawn->selection));
  g_assert_cmpstr (r->parent, ==, drawn->tags);
  g_assert_cmpstr (r->child, ==, drawn->tags);
}

static void
test_relate_by_key (Drawn *drawn, gconstpointer data)
{
  squill_canvas_focus_card (drawn->canvas, drawn->tags);
  act (drawn, "canvas.relate", NULL);
  g_assert_cmpstr (squill_canvas_get_tool_name (drawn->canvas), ==, "relationship");
  click (drawn, middle_of_header (drawn, drawn->posts), 0, 1);
  g_assert_cmpstr (
      squill_model_get_relationship (drawn->model, squill_selection_get_single (drawn->selection))
          ->parent,
      ==, drawn->tags);
  act (drawn, "canvas.cancel", NULL);
}

static void
test_entity_tool (Drawn *drawn, gconstpointer data)
{
  act (drawn, "canvas.tool", "'entity'");
  squill_tool_move (get_tool (drawn), 700, 603, 0);
  paint (drawn);
  click (drawn, SQUILL_POINT (700, 603), 0, 1);
  g_assert_cmpfloat (find_entity (drawn, "entity")->x, ==, 620);
  g_assert_cmpstr (squill_canvas_get_tool_name (drawn->canvas), ==, "select");
  act (drawn, "canvas.cancel", NULL);

  /* E, arrows, Enter. */
  act (drawn, "canvas.tool", "'entity'");
  g_assert_true (squill_tool_press_key (get_tool (drawn), GDK_KEY_Left, 0));
  g_assert_true (squill_tool_press_key (get_tool (drawn), GDK_KEY_Down, GDK_SHIFT_MASK));
  g_assert_false (squill_tool_press_key (get_tool (drawn), GDK_KEY_q, 0));
  g_assert_true (squill_tool_press_key (get_tool (drawn), GDK_KEY_Return, 0));
  g_assert_nonnull (find_entity (drawn, "entity"));
  g_assert_true (squill_canvas_is_editing (drawn->canvas));
}

/* E and Enter: the new card is not on top of another one. */
static void
test_entity_tool_finds_room (Drawn *drawn, gconstpointer data)
{
  SquillRect others[3], rect;

  squill_canvas_get_item_rect (drawn->canvas, drawn->posts, &others[0]);
  squill_canvas_get_item_rect (drawn->canvas, drawn->users, &others[1]);
  squill_canvas_get_item_rect (drawn->canvas, drawn->tags, &others[2]);
  /* What would be in the middle is in the way. */
  squill_viewport_center (squill_canvas_get_viewport (drawn->canvas),
                          others[0].x + others[0].width / 2, others[0].y + others[0].height / 2);
  act (drawn, "canvas.tool", "'entity'");
  g_assert_true (squill_tool_press_key (get_tool (drawn), GDK_KEY_Return, 0));
  squill_canvas_update (drawn->canvas);
  squill_canvas_get_item_rect (drawn->canvas, find_entity (drawn, "entity")->item.id, &rect);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_false (squill_rect_overlaps (&rect, &others[i]));
}

/* Escape takes the selection away, not the keys from the card: R begins there. */
static void
test_relate_from_focus (Drawn *drawn, gconstpointer data)
{
  squill_selection_set_single (drawn->selection, drawn->posts);
  gtk_widget_grab_focus (squill_canvas_get_card_widget (drawn->canvas, drawn->posts));
  act (drawn, "canvas.cancel", NULL);
  g_assert_cmpuint (squill_selection_get_size (drawn->selection), ==, 0);
  act (drawn, "canvas.relate", NULL);
  g_assert_cmpstr (squill_tool_relationship_get_start (SQUILL_TOOL_RELATIONSHIP (get_tool (drawn))),
                   ==, drawn->posts);
  act (drawn, "canvas.cancel", NULL);
}

static void
test_escape_leads_back (Drawn *drawn, gconstpointer data)
{
  static const char *const tools[] = { "'entity'", "'relationship'", "'note'", "'group'" };

  for (guint i = 0; i < G_N_ELEMENTS (tools); i++)
    {
      act (drawn, "canvas.tool", tools[i]);
      start_drag (drawn, SQUILL_POINT (100, 500), SQUILL_POINT (300, 600), 0);
      paint (drawn);
      act (drawn, "canvas.cancel", NULL);
      g_assert_cmpstr (squill_canvas_get_tool_name (drawn->canvas), ==, "select");
      squill_tool_release (get_tool (drawn), 300, 600, 0);
      g_assert_false (squill_model_get_can_undo (drawn->model));
    }
  squill_selection_set_single (drawn->selection, drawn->posts);
  act (drawn, "canvas.cancel", NULL);
  g_assert_cmpuint (squill_selection_get_size (drawn->selection), ==, 0);
}

static void
test_note_tool (Drawn *drawn, gconstpointer data)
{
  const SquillNote *note;
  SquillRect rect;

  act (drawn, "canvas.tool", "'note'");
  drag (drawn, SQUILL_POINT (40, 400), SQUILL_POINT (240, 520), 0);
  note = squill_model_get_item_of_kind (
      drawn->model, squill_selection_get_single (drawn->selection), SQUILL_KIND_NOTE);
  g_assert_cmpfloat (note->width, ==, 200);
  g_assert_cmpfloat (note->height, ==, 120);
  type (drawn, "first line\nsecond line", SQUILL_INLINE_EDITOR_EXIT_ENTER);
  g_assert_cmpstr (note->text, ==, "first line\nsecond line");

  /* Move it, make it larger. */
  drag (drawn, SQUILL_POINT (100, 450), SQUILL_POINT (120, 490), 0);
  g_assert_cmpfloat (note->x, ==, 60);
  g_assert_cmpfloat (note->y, ==, 440);
  squill_canvas_update (drawn->canvas);
  g_assert_true (squill_canvas_get_item_rect (drawn->canvas, note->item.id, &rect));
  drag (drawn, SQUILL_POINT (squill_rect_right (&rect) - 4, squill_rect_bottom (&rect) - 4),
        SQUILL_POINT (squill_rect_right (&rect) + 16, squill_rect_bottom (&rect) + 6), 0);
  g_assert_cmpfloat (note->width, ==, 220);
  g_assert_cmpfloat (note->height, ==, 130);
}

static void
test_group_tool (Drawn *drawn, gconstpointer data)
{
  const SquillGroup *group;

  act (drawn, "canvas.tool", "'group'");
  drag (drawn, SQUILL_POINT (420, 20), SQUILL_POINT (700, 600), 0);
  group = squill_model_get_item_of_kind (
      drawn->model, squill_selection_get_single (drawn->selection), SQUILL_KIND_GROUP);
  g_assert_cmpuint (g_strv_length (group->members), ==, 2);
  type (drawn, "People", SQUILL_INLINE_EDITOR_EXIT_ENTER);
  g_assert_cmpstr (group->name, ==, "People");
  act (drawn, "canvas.color", "'3'");
  g_assert_cmpstr (group->color, ==, "3");
}

/* Escape takes back what was just added, with all that came with it; a line stays. */
static void
test_escape_takes_back (Drawn *drawn, gconstpointer data)
{
  const SquillItem *info = &squill_model_get_info (drawn->model)->item;
  guint n_entities, n_relationships, n;

  squill_item_get_children (info, SQUILL_KIND_ENTITY, &n_entities);
  squill_item_get_children (info, SQUILL_KIND_RELATIONSHIP, &n_relationships);
  click (drawn, SQUILL_POINT (150, 503), 0, 2);
  g_assert_nonnull (find_entity (drawn, "entity"));
  type (drawn, "shops", SQUILL_INLINE_EDITOR_EXIT_ESCAPE);
  squill_item_get_children (info, SQUILL_KIND_ENTITY, &n);
  g_assert_cmpuint (n, ==, n_entities);
  g_assert_cmpuint (squill_selection_get_size (drawn->selection), ==, 0);
  g_assert_false (squill_model_get_can_undo (drawn->model));

  act (drawn, "canvas.tool", "'relationship'");
  drag (drawn, middle_of_header (drawn, drawn->tags), SQUILL_POINT (200, 600), 0);
  act (drawn, "canvas.cancel", NULL);
  squill_item_get_children (info, SQUILL_KIND_ENTITY, &n);
  g_assert_cmpuint (n, ==, n_entities);
  squill_item_get_children (info, SQUILL_KIND_RELATIONSHIP, &n);
  g_assert_cmpuint (n, ==, n_relationships);

  /* What was there before stays, and so does what was named. */
  g_assert_true (squill_canvas_edit_item (drawn->canvas, drawn->tags));
  act (drawn, "canvas.cancel", NULL);
  g_assert_nonnull (squill_model_get_entity (drawn->model, drawn->tags));
  click (drawn, SQUILL_POINT (150, 503), 0, 2);
  type (drawn, "shops", SQUILL_INLINE_EDITOR_EXIT_ENTER);
  g_assert_true (squill_canvas_edit_item (drawn->canvas, find_entity (drawn, "shops")->item.id));
  act (drawn, "canvas.cancel", NULL);
  g_assert_nonnull (find_entity (drawn, "shops"));

  act (drawn, "canvas.tool", "'relationship'");
  drag (drawn, middle_of_header (drawn, drawn->tags), middle_of_header (drawn, drawn->users), 0);
  act (drawn, "canvas.cancel", NULL);
  squill_item_get_children (info, SQUILL_KIND_RELATIONSHIP, &n);
  g_assert_cmpuint (n, ==, n_relationships + 1);
}

static void
test_keys_move (Drawn *drawn, gconstpointer data)
{
  const SquillEntity *posts = squill_model_get_entity (drawn->model, drawn->posts);

  squill_selection_set_single (drawn->selection, drawn->posts);
  act (drawn, "canvas.nudge", "(1, 0)");
  act (drawn, "canvas.nudge", "(10, 0)");
  act (drawn, "canvas.nudge", "(0, 1)");
  g_assert_cmpfloat (posts->x, ==, 40 + 11 * SQUILL_LAYOUT_GRID);
  g_assert_cmpfloat (posts->y, ==, 40 + SQUILL_LAYOUT_GRID);
  assert_one_step (drawn);
  g_assert_cmpfloat (posts->x, ==, 40);
}

static void
test_delete (Drawn *drawn, gconstpointer data)
{
  squill_canvas_focus_card (drawn->canvas, drawn->posts);
  act (drawn, "canvas.delete", NULL);
  g_assert_null (squill_model_get_entity (drawn->model, drawn->posts));
  g_assert_null (squill_model_get_relationship (drawn->model, drawn->authors));
  assert_one_step (drawn);
  g_assert_nonnull (card_of (drawn, drawn->posts));
}

static void
test_align_and_more (Drawn *drawn, gconstpointer data)
{
  const char *all[] = { drawn->posts, drawn->users, drawn->tags, NULL };

  squill_selection_set_many (drawn->selection, all);
  act (drawn, "canvas.align", "'top'");
  g_assert_cmpfloat (squill_model_get_entity (drawn->model, drawn->tags)->y, ==, 40);
  assert_one_step (drawn);

  squill_selection_set_single (drawn->selection, drawn->posts);
  act (drawn, "canvas.collapse", NULL);
  g_assert_true (squill_model_get_entity (drawn->model, drawn->posts)->collapsed);
  act (drawn, "canvas.color", "'2'");
  g_assert_cmpstr (squill_model_get_entity (drawn->model, drawn->posts)->color, ==, "2");

  squill_selection_set_single (drawn->selection, drawn->authors);
  act (drawn, "canvas.toggle-embedded", NULL);
  g_assert_cmpint (squill_model_get_relationship (drawn->model, drawn->authors)->placement, ==,
                   SQUILL_PLACEMENT_EMBED_MANY);
  act (drawn, "canvas.beside", NULL);
  g_assert_true (squill_model_get_relationship (drawn->model, drawn->authors)->beside);
}

static void
test_triples (Drawn *drawn, gconstpointer data)
{
  const SquillRelationship *r = squill_model_get_relationship (drawn->model, drawn->authors);
  g_autofree char *edge = NULL;

  squill_model_set (drawn->model, drawn->authors, "children",
                    squill_json_triple (SQUILL_TRIPLE (0, 5, 100)), NULL);
  squill_model_set (drawn->model, drawn->authors, "parents",
                    squill_json_triple (SQUILL_TRIPLE (1, 1, 1)), NULL);
  squill_canvas_update (drawn->canvas);
  edge = g_strdup (squill_diagram_get_edge (drawn->diagram, 0)->id);
  g_assert_true (squill_canvas_edit_triple (drawn->canvas, edge, FALSE));
  type (drawn, "x..y", SQUILL_INLINE_EDITOR_EXIT_ENTER);
  g_assert_nonnull (get_error (drawn));
  type (drawn, "0..35..∞", SQUILL_INLINE_EDITOR_EXIT_ENTER);
  g_assert_cmpfloat (r->children.likely, ==, 35);
  g_assert_true (isinf (r->children.max));
  g_assert_true (squill_canvas_edit_triple (drawn->canvas, edge, TRUE));
  type (drawn, "0..1", SQUILL_INLINE_EDITOR_EXIT_ENTER);
  g_assert_cmpfloat (r->parents.min, ==, 0);

  /* By keys: of the line that is selected. */
  squill_selection_set_single (drawn->selection, drawn->authors);
  act (drawn, "canvas.triple", "'end'");
  type (drawn, "0..40..∞", SQUILL_INLINE_EDITOR_EXIT_ENTER);
  g_assert_cmpfloat (r->children.likely, ==, 40);
  act (drawn, "canvas.triple", "'start'");
  type (drawn, "1", SQUILL_INLINE_EDITOR_EXIT_ENTER);
  g_assert_cmpfloat (r->parents.min, ==, 1);
  /* Its end stays its end when the references are in the other collection. */
  squill_model_set (drawn->model, drawn->authors, "placement", json_string ("child-references"),
                    NULL);
  squill_canvas_update (drawn->canvas);
  act (drawn, "canvas.triple", "'end'");
  type (drawn, "0..50", SQUILL_INLINE_EDITOR_EXIT_ENTER);
  g_assert_cmpfloat (r->children.max, ==, 50);
}

/* A measured average is shown as a person reads it, and stays exact unless another one is typed. */
static void
test_triple_of_an_average (Drawn *drawn, gconstpointer data)
{
  const SquillRelationship *r = squill_model_get_relationship (drawn->model, drawn->authors);
  const SquillTriple measured = SQUILL_TRIPLE (0, 5.0 / 3, 9);
  g_autofree char *shown = squill_triple_to_text (squill_triple_round (measured));

  g_assert_cmpstr (shown, ==, "0..1.667..9");
  squill_model_set (drawn->model, drawn->authors, "children", squill_json_triple (measured), NULL);
  squill_canvas_update (drawn->canvas);
  squill_selection_set_single (drawn->selection, drawn->authors);
  act (drawn, "canvas.triple", "'end'");
  type (drawn, shown, SQUILL_INLINE_EDITOR_EXIT_ENTER);
  g_assert_true (squill_triple_equal (r->children, measured));
  act (drawn, "canvas.triple", "'end'");
  type (drawn, "0..1.7..9", SQUILL_INLINE_EDITOR_EXIT_ENTER);
  g_assert_cmpfloat (r->children.likely, ==, 1.7);
}

/* What was drawn from the wrong end is turned round, its numbers with it, in one step. */
static void
test_swap_ends (Drawn *drawn, gconstpointer data)
{
  const SquillRelationship *r = squill_model_get_relationship (drawn->model, drawn->authors);

  squill_model_set (drawn->model, drawn->authors, "children",
                    squill_json_triple (SQUILL_TRIPLE (0, 5, 100)), NULL);
  squill_model_set (drawn->model, drawn->authors, "parent_alone", json_real (7), NULL);
  squill_model_set (drawn->model, drawn->authors, "order_by", json_string ("title"), NULL);
  g_assert_cmpstr (r->order_by, ==, "title");
  squill_model_clear_history (drawn->model);
  squill_selection_set_single (drawn->selection, drawn->authors);
  act (drawn, "canvas.swap-ends", NULL);
  g_assert_cmpstr (r->parent, ==, drawn->posts);
  g_assert_cmpstr (r->child, ==, drawn->users);
  g_assert_cmpfloat (r->parents.max, ==, 100);
  g_assert_false (squill_triple_is_set (r->children));
  g_assert_cmpfloat (r->child_alone, ==, 7);
  g_assert_true (isnan (r->parent_alone));
  g_assert_null (r->order_by);
  assert_one_step (drawn);

  /* What is embedded is not turned round: the menu does not offer it, and no key does it. */
  squill_model_set (drawn->model, drawn->authors, "placement", json_string ("embed-many"), NULL);
  g_assert_true (squill_placement_is_embedding (r->placement));
  g_assert_cmpstr (r->parent, ==, drawn->users);
  gtk_widget_activate_action (drawn->canvas_view, "canvas.swap-ends", NULL);
  g_assert_cmpstr (r->parent, ==, drawn->users);
}

static gboolean
has_tooltip (Drawn *drawn, SquillPoint at)
{
  g_autoptr (GtkTooltip) tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  gboolean shown = FALSE;

  g_signal_emit_by_name (drawn->canvas, "query-tooltip", (int)at.x, (int)at.y, FALSE, tooltip,
                         &shown);
  return shown;
}

/* A tooltip says what cannot be read where it would be in the way. */
static void
test_tooltips (Drawn *drawn, gconstpointer data)
{
  const char *longer = "a name that is much longer than any card is wide, and so is cut";

  g_assert_false (has_tooltip (drawn, middle_of_row (drawn, drawn->title)));
  squill_model_rename (drawn->model, drawn->title, longer, NULL);
  squill_canvas_update (drawn->canvas);
  g_assert_true (has_tooltip (drawn, middle_of_row (drawn, drawn->title)));
  squill_viewport_zoom_at (drawn->viewport, 0.4, 0, 0);
  paint (drawn);
  g_assert_true (has_tooltip (drawn, SQUILL_POINT (440 * 0.4 + 10, 40 * 0.4 + 10)));
}

static void
test_menus (Drawn *drawn, gconstpointer data)
{
  SquillPoint at = middle_of_header (drawn, drawn->posts);
  const char *both[] = { drawn->posts, drawn->tags, NULL };
  const struct
  {
    SquillPoint at;
    guint least;
  } places[] = {
    { SQUILL_POINT (20, 600), 3 },
    { at, 7 },
    { middle_of_row (drawn, drawn->title), 4 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      SquillHit hit = squill_canvas_hit (drawn->canvas, places[i].at.x, places[i].at.y);
      g_autoptr (GMenuModel) menu = squill_canvas_create_menu (drawn->canvas, &hit);

      g_assert_cmpuint (count_menu_items (menu), >=, places[i].least);
    }
  squill_selection_set_many (drawn->selection, both);
  {
    SquillHit hit = squill_canvas_hit (drawn->canvas, at.x, at.y);
    g_autoptr (GMenuModel) menu = squill_canvas_create_menu (drawn->canvas, &hit);

    g_assert_cmpuint (count_menu_items (menu), >=, 8);
    squill_canvas_show_menu (drawn->canvas, &hit, at.x, at.y);
    paint (drawn);
  }
}

static void
check_menu_inside (Drawn *drawn)
{
  GtkWidget *menu;
  GdkRectangle at;

  gtk_widget_activate_action (drawn->canvas_view, "canvas.menu", NULL);
  paint (drawn);
  /* Lines may have come after it. */
  menu = gtk_widget_get_last_child (GTK_WIDGET (drawn->canvas));
  while (menu != NULL && !GTK_IS_POPOVER_MENU (menu))
    menu = gtk_widget_get_prev_sibling (menu);
  g_assert_true (GTK_IS_POPOVER_MENU (menu));
  g_assert_true (gtk_popover_get_pointing_to (GTK_POPOVER (menu), &at));
  g_assert_cmpint (at.x, >=, 0);
  g_assert_cmpint (at.y, >=, 0);
  g_assert_cmpint (at.x + at.width, <=, gtk_widget_get_width (GTK_WIDGET (drawn->canvas)));
  g_assert_cmpint (at.y + at.height, <=, gtk_widget_get_height (GTK_WIDGET (drawn->canvas)));
}

/* The menu of what was scrolled away opens in the window. */
static void
test_menu_of_unseen (Drawn *drawn, gconstpointer data)
{
  SquillViewport *viewport = squill_canvas_get_viewport (drawn->canvas);
  const double far[][2] = { { -20000, 0 }, { 0, -20000 }, { 40000, 40000 } };

  for (guint i = 0; i < G_N_ELEMENTS (far); i++)
    {
      squill_viewport_scroll (viewport, far[i][0], far[i][1]);
      squill_selection_set_single (drawn->selection, drawn->posts);
      check_menu_inside (drawn);
      squill_selection_set_many (drawn->selection, (const char *[]){ NULL });
      check_menu_inside (drawn);
    }
}

static void
test_read_only (Drawn *drawn, gconstpointer data)
{
  SquillPoint from = middle_of_header (drawn, drawn->tags);

  squill_model_set_read_only (drawn->model, TRUE);
  click (drawn, SQUILL_POINT (100, 600), 0, 2);
  click (drawn, middle_of_header (drawn, drawn->posts), 0, 2);
  g_assert_false (squill_canvas_is_editing (drawn->canvas));
  drag (drawn, from, SQUILL_POINT (from.x - 100, from.y), 0);
  g_assert_cmpfloat (card_of (drawn, drawn->tags)->rect.x, ==, 440);
  squill_canvas_edit_new_field (drawn->canvas, drawn->posts, NULL);
  g_assert_false (squill_canvas_is_editing (drawn->canvas));
  paint (drawn);
}

static void
test_pan (Drawn *drawn, gconstpointer data)
{
  SquillPoint before = squill_viewport_get_origin (drawn->viewport), after;

  squill_canvas_set_tool (drawn->canvas, "pan");
  drag (drawn, SQUILL_POINT (300, 300), SQUILL_POINT (260, 310), 0);
  after = squill_viewport_get_origin (drawn->viewport);
  g_assert_cmpfloat (after.x - before.x, ==, -40);
  g_assert_cmpfloat (after.y - before.y, ==, 10);
  act (drawn, "canvas.cancel", NULL);
}

static void
on_picked (SquillPicking *picking, const char *path, GString *paths)
{
  g_string_append_printf (paths, "%s;", path);
}

/* Fields are picked for whoever began it; nothing is selected, and Escape ends it. */
static void
test_pick (Drawn *drawn, gconstpointer data)
{
  SquillPicking *picking = squill_session_get_picking (drawn->session);
  g_autoptr (GString) paths = g_string_new (NULL);

  g_signal_connect (picking, "picked", G_CALLBACK (on_picked), paths);
  click (drawn, middle_of_row (drawn, drawn->title), 0, 1);
  assert_selected (drawn, drawn->title);
  g_assert_cmpstr (paths->str, ==, "");

  squill_picking_begin (picking, drawn->posts);
  g_assert_true (SQUILL_IS_TOOL_PICK (get_tool (drawn)));
  squill_selection_clear (drawn->selection);
  click (drawn, middle_of_row (drawn, drawn->title), 0, 1);
  g_assert_cmpstr (paths->str, ==, "title;");
  /* Not in the documents of posts. */
  click (drawn, middle_of_header (drawn, drawn->users), 0, 1);
  click (drawn, SQUILL_POINT (20, 600), 0, 1);
  g_assert_cmpstr (paths->str, ==, "title;");
  g_assert_cmpuint (squill_selection_get_size (drawn->selection), ==, 0);
  g_assert_true (squill_tool_cancel (get_tool (drawn)));
  g_assert_null (squill_picking_get_entity (picking));
  g_assert_true (SQUILL_IS_TOOL_SELECT (get_tool (drawn)));

  /* Whoever takes another tool ends it too. */
  squill_picking_begin (picking, drawn->posts);
  squill_canvas_set_tool (drawn->canvas, "note");
  g_assert_null (squill_picking_get_entity (picking));
  g_assert_true (SQUILL_IS_TOOL_NOTE (get_tool (drawn)));
}

/* The key that menus show beside an action of a widget: of those that its class has, the last. */
static char *
find_shown_key (GtkWidget *widget, const char *action)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  char *key = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      for (guint k = 0; GTK_IS_SHORTCUT_CONTROLLER (controller) &&
                        k < g_list_model_get_n_items (G_LIST_MODEL (controller));
           k++)
        {
          g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (controller), k);
          GtkShortcutAction *does = gtk_shortcut_get_action (shortcut);

          if (!GTK_IS_NAMED_ACTION (does) ||
              !g_str_equal (gtk_named_action_get_action_name (GTK_NAMED_ACTION (does)), action))
            continue;
          g_free (key);
          key = gtk_shortcut_trigger_to_string (gtk_shortcut_get_trigger (shortcut));
        }
    }
  return key;
}

static void
test_menus_show_keys (Drawn *drawn, gconstpointer data)
{
  guint n, n_shown = 0;
  const SquillAction *commands = squill_actions_get (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *shown = NULL;
      g_autoptr (GtkShortcutTrigger) first = NULL;
      g_autofree char *wanted = NULL;

      if (!squill_action_is_of_canvas (&commands[i]) || commands[i].keys[0] == NULL ||
          strstr (commands[i].action, "::") != NULL)
        continue;
      first = gtk_shortcut_trigger_parse_string (commands[i].keys[0]);
      wanted = gtk_shortcut_trigger_to_string (first);
      shown = find_shown_key (GTK_WIDGET (drawn->canvas), commands[i].action);
      g_assert_cmpstr (shown, ==, wanted);
      n_shown++;
    }
  g_assert_cmpuint (n_shown, >, 10);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();

#define ADD(path, function) \
  g_test_add ("/canvas-tools/" path, Drawn, NULL, drawn_set_up, function, drawn_tear_down)
  ADD ("click-selects", test_click_selects);
  ADD ("click-narrows", test_click_narrows);
  ADD ("double-click-adds-entity", test_double_click_adds_entity);
  ADD ("editing-what-goes", test_editing_what_goes);
  ADD ("drag-moves-and-snaps", test_drag_moves_and_snaps);
  ADD ("drag-shows-and-cancels", test_drag_shows_and_cancels);
  ADD ("drag-moves-all-selected", test_drag_moves_all_selected);
  ADD ("group-moves-members", test_group_moves_members);
  ADD ("rubber-band", test_rubber_band);
  ADD ("swap-ends", test_swap_ends);
  ADD ("tooltips", test_tooltips);
  ADD ("escape-takes-back", test_escape_takes_back);
  ADD ("drop-embeds", test_drop_embeds);
  ADD ("drop-with-alt-moves", test_drop_with_alt_moves);
  ADD ("handle-draws-relationship", test_handle_draws_relationship);
  ADD ("relationship-tool", test_relationship_tool);
  ADD ("relate-by-key", test_relate_by_key);
  ADD ("triple-of-an-average", test_triple_of_an_average);
  ADD ("entity-tool", test_entity_tool);
  ADD ("entity-tool-room", test_entity_tool_finds_room);
  ADD ("relate-from-focus", test_relate_from_focus);
  ADD ("escape-leads-back", test_escape_leads_back);
  ADD ("note-tool", test_note_tool);
  ADD ("group-tool", test_group_tool);
  ADD ("keys-move", test_keys_move);
  ADD ("delete", test_delete);
  ADD ("align-and-more", test_align_and_more);
  ADD ("triples", test_triples);
  ADD ("locked", test_locked);
  ADD ("menus", test_menus);
  ADD ("menus-show-keys", test_menus_show_keys);
  ADD ("menu-of-unseen", test_menu_of_unseen);
  ADD ("read-only", test_read_only);
  ADD ("pan", test_pan);
  ADD ("pick", test_pick);

  return g_test_run ();
}
