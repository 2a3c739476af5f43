/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include <adwaita.h>

#include "canvas-fixture.h"

#include "deadline.h"
#include "model/squill-authoring.h"

#define WIDTH 1000
#define HEIGHT 700

/* Lets the window live until something is so. */
void
wait_until (Condition condition, gpointer data)
{
  g_auto (Deadline) deadline = deadline_begin ("what the canvas is waited for");

  while (!condition (data))
    g_main_context_iteration (NULL, TRUE);
}

static void
on_after_paint (GdkFrameClock *clock, gboolean *painted)
{
  *painted = TRUE;
}

static gboolean
is_set (gpointer data)
{
  return *(gboolean *)data;
}

/* Paints a frame. */
void
paint (Drawn *drawn)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (drawn->canvas_view);
  gboolean painted = FALSE;
  gulong handler = g_signal_connect (clock, "after-paint", G_CALLBACK (on_after_paint), &painted);

  gtk_widget_queue_draw (drawn->canvas_view);
  wait_until (is_set, &painted);
  g_signal_handler_disconnect (clock, handler);
}

static gboolean
has_size (gpointer data)
{
  Drawn *drawn = data;

  return squill_viewport_get_width (drawn->viewport) >= WIDTH;
}

static SquillModel *
create_model (Drawn *drawn)
{
  SquillModel *model = squill_model_new ();
  g_autofree char *name = NULL;
  g_autofree char *tag = NULL;

  drawn->posts = squill_model_add_entity (model, "posts", 40, 40);
  drawn->users = squill_model_add_entity (model, "users", 440, 40);
  drawn->tags = squill_model_add_entity (model, "tags", 440, 440);
  drawn->title = squill_model_add_field (model, drawn->posts, NULL, "title", SQUILL_TYPE_STRING);
  name = squill_model_add_field (model, drawn->users, NULL, "name", SQUILL_TYPE_STRING);
  tag = squill_model_add_field (model, drawn->tags, NULL, "tag", SQUILL_TYPE_STRING);
  drawn->authors = squill_model_add_relationship (model, drawn->users, drawn->posts, "author",
                                                  SQUILL_PLACEMENT_PARENT_REFERENCE);
  squill_model_clear_history (model);
  return model;
}

/* Shows another model, its origin at that of the canvas. */
void
drawn_show (Drawn *drawn, SquillModel *model)
{
  g_clear_object (&drawn->session);
  drawn->model = model;
  drawn->session = squill_session_new (model, NULL);
  drawn->selection = squill_session_get_selection (drawn->session);
  g_object_set (drawn->canvas_view, "session", drawn->session, NULL);
  drawn->diagram = squill_canvas_get_diagram (drawn->canvas);
  wait_until (has_size, drawn);
  paint (drawn);
  squill_viewport_zoom_at (drawn->viewport, 1.0, 0, 0);
  squill_viewport_center (drawn->viewport, WIDTH / 2, HEIGHT / 2);
  /* What follows from the model by and by. */
  while (g_main_context_iteration (NULL, FALSE))
    ;
  paint (drawn);
}

void
drawn_set_up (Drawn *drawn, gconstpointer data)
{
  g_autoptr (SquillModel) model = create_model (drawn);

  drawn->canvas_view = squill_canvas_view_new ();
  drawn->canvas =
      SQUILL_CANVAS (squill_canvas_view_get_canvas (SQUILL_CANVAS_VIEW (drawn->canvas_view)));
  drawn->viewport = squill_canvas_get_viewport (drawn->canvas);
  drawn->window = gtk_window_new ();
  gtk_window_set_decorated (GTK_WINDOW (drawn->window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (drawn->window), WIDTH, HEIGHT);
  gtk_window_set_child (GTK_WINDOW (drawn->window), drawn->canvas_view);
  gtk_window_present (GTK_WINDOW (drawn->window));
  drawn_show (drawn, model);
}

static gboolean
is_only_ours (gpointer object)
{
  return G_OBJECT (object)->ref_count == 1;
}

void
drawn_tear_down (Drawn *drawn, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (drawn->window));
  /* An arrangement that was canceled holds the session until its program has ended. */
  wait_until (is_only_ours, drawn->session);
  g_assert_finalize_object (drawn->session);
  g_free (drawn->posts);
  g_free (drawn->users);
  g_free (drawn->tags);
  g_free (drawn->title);
  g_free (drawn->authors);
}

SquillTool *
get_tool (Drawn *drawn)
{
  return squill_canvas_get_tool (drawn->canvas);
}

const SquillCard *
card_of (Drawn *drawn, const char *item)
{
  squill_canvas_update (drawn->canvas);
  return squill_diagram_find_card (drawn->diagram, item);
}

/* In pixels of the canvas. */
SquillPoint
middle_of_row (Drawn *drawn, const char *item)
{
  SquillRect rect;

  squill_canvas_update (drawn->canvas);
  g_assert_true (squill_canvas_get_item_rect (drawn->canvas, item, &rect));
  return squill_viewport_to_window (drawn->viewport, rect.x + 40, rect.y + rect.height / 2);
}

/* What a row is dragged by. */
SquillPoint
grip_of_row (Drawn *drawn, const char *item)
{
  int row;
  const SquillCard *card;
  SquillRect rect;

  squill_canvas_update (drawn->canvas);
  card = squill_diagram_find_item (drawn->diagram, item, &row);
  g_assert_nonnull (card);
  rect = squill_card_get_grip_rect (card, (guint)row);
  return squill_viewport_to_window (drawn->viewport, rect.x + rect.width / 2,
                                    rect.y + rect.height / 2);
}

SquillPoint
middle_of_header (Drawn *drawn, const char *item)
{
  const SquillCard *card = card_of (drawn, item);

  g_assert_nonnull (card);
  return squill_viewport_to_window (drawn->viewport, card->rect.x + 60,
                                    card->rect.y + SQUILL_CARD_HEADER / 2);
}

void
click (Drawn *drawn, SquillPoint at, GdkModifierType state, int n_press)
{
  for (int i = 1; i <= n_press; i++)
    {
      SquillTool *tool = get_tool (drawn);

      squill_tool_press (tool, at.x, at.y, state, i);
      squill_tool_release (tool, at.x, at.y, state);
    }
}

/* Leaves the button down. */
void
start_drag (Drawn *drawn, SquillPoint from, SquillPoint to, GdkModifierType state)
{
  SquillTool *tool = get_tool (drawn);

  squill_tool_move (tool, from.x, from.y, 0);
  squill_tool_press (tool, from.x, from.y, state, 1);
  squill_tool_drag (tool, (from.x + to.x) / 2, (from.y + to.y) / 2, state);
  squill_tool_drag (tool, to.x, to.y, state);
}

void
drag (Drawn *drawn, SquillPoint from, SquillPoint to, GdkModifierType state)
{
  SquillTool *tool = get_tool (drawn);

  start_drag (drawn, from, to, state);
  squill_tool_release (tool, to.x, to.y, state);
}

/* Does what a menu or a key does. */
void
act (Drawn *drawn, const char *action, const char *parameter)
{
  GVariant *value = parameter != NULL ? g_variant_parse (NULL, parameter, NULL, NULL, NULL) : NULL;

  g_assert_true (gtk_widget_activate_action_variant (GTK_WIDGET (drawn->canvas), action, value));
  g_clear_pointer (&value, g_variant_unref);
  squill_canvas_update (drawn->canvas);
}

const SquillEntity *
find_entity (Drawn *drawn, const char *name)
{
  return squill_model_find_entity (drawn->model, name);
}

void
assert_selected (Drawn *drawn, const char *id)
{
  g_assert_cmpstr (squill_selection_get_single (drawn->selection), ==, id);
}

/* Types into what is edited in place, and leaves it. */
void
type (Drawn *drawn, const char *text, SquillInlineEditorExit how)
{
  SquillInlineEditor *editor = SQUILL_INLINE_EDITOR (squill_canvas_get_editor (drawn->canvas));

  squill_inline_editor_set_text (editor, text);
  g_signal_emit_by_name (editor, "exit", how);
}

/* What is said about what is typed in place. */
const char *
get_error (Drawn *drawn)
{
  return squill_inline_editor_get_error (
      SQUILL_INLINE_EDITOR (squill_canvas_get_editor (drawn->canvas)));
}

/* Takes back all that was done: one step. */
void
assert_one_step (Drawn *drawn)
{
  g_assert_true (squill_model_undo (drawn->model));
  g_assert_false (squill_model_get_can_undo (drawn->model));
  squill_canvas_update (drawn->canvas);
}
