/* SPDX-License-Identifier: Apache-2.0 */

/* Fields on cards: typed one after the other, and moved by their grips and by keys. */

#include "config.h"

#include <adwaita.h>
#include <string.h>

#include "canvas-fixture.h"
#include "model/squill-authoring.h"
#include "canvas/squill-inline-editor.h"

static gboolean
is_not_editing (gpointer canvas)
{
  return !squill_canvas_is_editing (canvas);
}

/* Types, and takes the keyboard elsewhere. */
static void
type_and_leave (Drawn *drawn, const char *text)
{
  squill_inline_editor_set_text (SQUILL_INLINE_EDITOR (squill_canvas_get_editor (drawn->canvas)),
                                 text);
  gtk_widget_grab_focus (GTK_WIDGET (drawn->canvas));
  wait_until (is_not_editing, drawn->canvas);
}

static void
test_names_are_told_in_place (Drawn *drawn, gconstpointer data)
{
  click (drawn, middle_of_header (drawn, drawn->posts), 0, 2);
  g_assert_true (squill_canvas_is_editing (drawn->canvas));
  type (drawn, "users", SQUILL_INLINE_EDITOR_EXIT_ENTER);
  /* It stays, and says why. */
  g_assert_true (squill_canvas_is_editing (drawn->canvas));
  g_assert_nonnull (get_error (drawn));
  g_assert_cmpstr (squill_model_get_entity (drawn->model, drawn->posts)->name, ==, "posts");
  type (drawn, "", SQUILL_INLINE_EDITOR_EXIT_ENTER);
  g_assert_true (squill_canvas_is_editing (drawn->canvas));
  squill_inline_editor_set_text (SQUILL_INLINE_EDITOR (squill_canvas_get_editor (drawn->canvas)),
                                 "articles");
  g_assert_null (get_error (drawn));
  /* Going elsewhere with a name that will not do leaves the old one. */
  type_and_leave (drawn, "users");
  g_assert_cmpstr (squill_model_get_entity (drawn->model, drawn->posts)->name, ==, "posts");
  /* With one that will do takes it. */
  g_assert_true (squill_canvas_edit_item (drawn->canvas, drawn->posts));
  type_and_leave (drawn, "articles");
  g_assert_cmpstr (squill_model_get_entity (drawn->model, drawn->posts)->name, ==, "articles");
  g_assert_true (squill_canvas_edit_item (drawn->canvas, drawn->posts));
  type (drawn, "nothing of it", SQUILL_INLINE_EDITOR_EXIT_ESCAPE);
  g_assert_cmpstr (squill_model_get_entity (drawn->model, drawn->posts)->name, ==, "articles");
}

static const SquillField *
find_field (gconstpointer parent, const char *name)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, parent, SQUILL_KIND_FIELD)
    {
      if (g_str_equal (field->name, name))
        return field;
    }
  return NULL;
}

static void
test_fields_one_after_the_other (Drawn *drawn, gconstpointer data)
{
  const SquillEntity *posts;
  const SquillField *address, *city;

  squill_selection_set_single (drawn->selection, drawn->posts);
  act (drawn, "canvas.edit", NULL);
  /* Not `_id`, which would be renamed by who goes on typing: title, then new ones. */
  type (drawn, "title: string", SQUILL_INLINE_EDITOR_EXIT_ENTER);
  type (drawn, "tags[0..4..12]?: string", SQUILL_INLINE_EDITOR_EXIT_ENTER);
  type (drawn, "address: object", SQUILL_INLINE_EDITOR_EXIT_ENTER);
  g_signal_emit_by_name (squill_canvas_get_editor (drawn->canvas), "exit",
                         SQUILL_INLINE_EDITOR_EXIT_IN);
  type (drawn, "city: string", SQUILL_INLINE_EDITOR_EXIT_ENTER);
  g_signal_emit_by_name (squill_canvas_get_editor (drawn->canvas), "exit",
                         SQUILL_INLINE_EDITOR_EXIT_OUT);
  type (drawn, "votes: int", SQUILL_INLINE_EDITOR_EXIT_ENTER);
  /* A wrong type is told and nothing is added. */
  type (drawn, "bad: nix", SQUILL_INLINE_EDITOR_EXIT_ENTER);
  g_assert_nonnull (get_error (drawn));
  /* An empty row is the end. */
  type (drawn, "", SQUILL_INLINE_EDITOR_EXIT_ENTER);
  g_assert_false (squill_canvas_is_editing (drawn->canvas));

  posts = squill_model_get_entity (drawn->model, drawn->posts);
  g_assert_true (find_field (posts, "tags")->array);
  g_assert_false (find_field (posts, "tags")->required);
  g_assert_cmpfloat (find_field (posts, "tags")->length.max, ==, 12);
  address = find_field (posts, "address");
  city = find_field (address, "city");
  g_assert_nonnull (city);
  g_assert_null (find_field (posts, "city"));
  g_assert_cmphex (find_field (posts, "votes")->types, ==, SQUILL_TYPE_INT);
  g_assert_null (find_field (posts, "bad"));

  /* Tab and Shift+Tab on what is there. */
  g_assert_true (squill_canvas_edit_item (drawn->canvas, city->item.id));
  g_signal_emit_by_name (squill_canvas_get_editor (drawn->canvas), "exit",
                         SQUILL_INLINE_EDITOR_EXIT_OUT);
  posts = squill_model_get_entity (drawn->model, drawn->posts);
  g_assert_nonnull (find_field (posts, "city"));
  g_signal_emit_by_name (squill_canvas_get_editor (drawn->canvas), "exit",
                         SQUILL_INLINE_EDITOR_EXIT_IN);
  posts = squill_model_get_entity (drawn->model, drawn->posts);
  g_assert_null (find_field (posts, "city"));
  g_assert_true (squill_canvas_is_editing (drawn->canvas));
  paint (drawn);
}

static void
test_field_dropped_elsewhere (Drawn *drawn, gconstpointer data)
{
  SquillPoint to = middle_of_header (drawn, drawn->tags);
  const SquillCopy *copy;
  const SquillRelationship *r;

  drag (drawn, grip_of_row (drawn, drawn->title), to, 0);
  /* A menu asks. */
  act (drawn, "canvas.drop-field", "'kept'");
  copy = squill_model_get_item_of_kind (
      drawn->model, squill_selection_get_single (drawn->selection), SQUILL_KIND_COPY);
  g_assert_cmpstr (copy->field, ==, drawn->title);
  g_assert_cmpint (copy->mode, ==, SQUILL_COPY_KEPT);

  squill_canvas_ask_about_field (drawn->canvas, drawn->title, drawn->users, 10, 10);
  act (drawn, "canvas.drop-field", "'refer'");
  r = squill_model_get_relationship (drawn->model, squill_selection_get_single (drawn->selection));
  g_assert_cmpstr (r->parent_key, ==, drawn->title);
}

static void
test_field_dropped_on_its_card (Drawn *drawn, gconstpointer data)
{
  g_autofree char *last =
      squill_model_add_field (drawn->model, drawn->posts, NULL, "last", SQUILL_TYPE_INT);
  SquillPoint first;
  gpointer const *fields;
  guint n;

  squill_canvas_update (drawn->canvas);
  squill_model_clear_history (drawn->model);
  first = middle_of_row (drawn, drawn->title);
  drag (drawn, grip_of_row (drawn, last), SQUILL_POINT (first.x, first.y - 8), 0);
  fields = squill_item_get_children (squill_model_get_item (drawn->model, drawn->posts),
                                     SQUILL_KIND_FIELD, &n);
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpstr (((const SquillItem *)fields[1])->id, ==, last);
  assert_one_step (drawn);
}

/* Dropped on the middle of an object's row, a field is in the object, which may be empty. */
static void
test_field_dropped_on_object (Drawn *drawn, gconstpointer data)
{
  g_autofree char *object =
      squill_model_add_field (drawn->model, drawn->posts, NULL, "size", SQUILL_TYPE_OBJECT);
  g_autofree char *inner =
      squill_model_add_field (drawn->model, object, NULL, "inner", SQUILL_TYPE_OBJECT);
  const SquillItem *title = squill_model_get_item (drawn->model, drawn->title);
  const SquillItem *outer = squill_model_get_item (drawn->model, object);
  SquillPoint to;

  squill_canvas_update (drawn->canvas);
  squill_model_clear_history (drawn->model);
  drag (drawn, grip_of_row (drawn, drawn->title), middle_of_row (drawn, inner), 0);
  g_assert_cmpstr (title->parent->id, ==, inner);
  assert_one_step (drawn);

  /* One that has fields already. */
  drag (drawn, grip_of_row (drawn, drawn->title), middle_of_row (drawn, object), 0);
  g_assert_cmpstr (title->parent->id, ==, object);
  /* Between rows it is beside the object, and an object does not get into itself. */
  to = middle_of_row (drawn, object);
  drag (drawn, grip_of_row (drawn, drawn->title), SQUILL_POINT (to.x, to.y - 9), 0);
  g_assert_cmpstr (title->parent->id, ==, drawn->posts);
  drag (drawn, grip_of_row (drawn, object), middle_of_row (drawn, inner), 0);
  g_assert_cmpstr (outer->parent->id, ==, drawn->posts);
  /* What is no object stays none. */
  drag (drawn, grip_of_row (drawn, object), middle_of_row (drawn, drawn->title), 0);
  g_assert_cmpstr (outer->parent->id, ==, drawn->posts);
}

static void
on_toast (GSimpleAction *action, GVariant *text, gpointer user_data)
{
  char **told = user_data;

  g_free (*told);
  *told = g_variant_dup_string (text, NULL);
}

/* Where its name is taken a field stays, and the reason is told. */
static void
test_field_dropped_on_its_name (Drawn *drawn, gconstpointer data)
{
  g_autofree char *object =
      squill_model_add_field (drawn->model, drawn->posts, NULL, "size", SQUILL_TYPE_OBJECT);
  g_autofree char *taken = NULL, *told = NULL;
  const SquillItem *title = squill_model_get_item (drawn->model, drawn->title);
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();
  g_autoptr (GSimpleAction) toast = g_simple_action_new ("toast", G_VARIANT_TYPE_STRING);

  taken = squill_model_add_field (drawn->model, object, NULL, squill_item_get_name (title),
                                  SQUILL_TYPE_INT);
  g_signal_connect (toast, "activate", G_CALLBACK (on_toast), &told);
  g_action_map_add_action (G_ACTION_MAP (actions), G_ACTION (toast));
  gtk_widget_insert_action_group (GTK_WIDGET (drawn->canvas), "win", G_ACTION_GROUP (actions));
  squill_canvas_update (drawn->canvas);

  drag (drawn, grip_of_row (drawn, drawn->title), middle_of_row (drawn, object), 0);
  g_assert_cmpstr (title->parent->id, ==, drawn->posts);
  g_assert_nonnull (told);
  g_assert_nonnull (strstr (told, squill_item_get_name (title)));
  gtk_widget_insert_action_group (GTK_WIDGET (drawn->canvas), "win", NULL);
}

/* Whichever row the button goes down on, the card moves, and no field does. */
static void
test_row_moves_card (Drawn *drawn, gconstpointer data)
{
  const SquillEntity *posts = squill_model_get_entity (drawn->model, drawn->posts);
  const char *both[] = { drawn->posts, drawn->users, NULL };
  SquillPoint from = middle_of_row (drawn, drawn->title);

  drag (drawn, from, SQUILL_POINT (from.x, from.y + 200), 0);
  g_assert_cmpfloat (posts->y, ==, 240);
  assert_selected (drawn, drawn->posts);
  assert_one_step (drawn);

  /* Of several, all. */
  squill_selection_set_many (drawn->selection, both);
  from = middle_of_row (drawn, drawn->title);
  drag (drawn, from, SQUILL_POINT (from.x, from.y + 200), 0);
  g_assert_cmpfloat (posts->y, ==, 240);
  g_assert_cmpfloat (squill_model_get_entity (drawn->model, drawn->users)->y, ==, 240);
  assert_one_step (drawn);
}

/* The field of an entity that is at a place. */
static const SquillItem *
get_field_at (Drawn *drawn, const char *entity, guint at)
{
  guint n;
  gpointer const *fields = squill_item_get_children (squill_model_get_item (drawn->model, entity),
                                                     SQUILL_KIND_FIELD, &n);

  g_assert_cmpuint (at, <, n);
  return fields[at];
}

/* An object around the place where the `_id` is dropped does not get it. */
static void
test_id_stays (Drawn *drawn, gconstpointer data)
{
  g_autofree char *object =
      squill_model_add_field (drawn->model, drawn->posts, NULL, "size", SQUILL_TYPE_OBJECT);
  g_autofree char *inner =
      squill_model_add_field (drawn->model, object, NULL, "width", SQUILL_TYPE_INT);
  g_autofree char *below =
      squill_model_add_field (drawn->model, object, NULL, "height", SQUILL_TYPE_INT);
  const SquillItem *id = get_field_at (drawn, drawn->posts, 0);
  g_autoptr (GError) error = NULL;
  SquillPoint to;

  g_assert_cmpstr (squill_item_get_name (id), ==, "_id");
  squill_model_clear_history (drawn->model);
  to = middle_of_row (drawn, below);
  drag (drawn, grip_of_row (drawn, id->id), SQUILL_POINT (to.x, to.y - 10), 0);
  g_assert_cmpstr (id->parent->id, ==, drawn->posts);
  g_assert_true (get_field_at (drawn, drawn->posts, 0) != id);
  /* Nor by a key, wherever it stands. */
  squill_selection_set_single (drawn->selection, id->id);
  act (drawn, "canvas.move-field", "'in'");
  g_assert_cmpstr (id->parent->id, ==, drawn->posts);
  g_assert_false (squill_model_reorder (drawn->model, id->id, object, NULL, &error));
  g_assert_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_INVALID);
  g_assert_cmpstr (id->parent->id, ==, drawn->posts);
}

/* What the grip does has keys. */
static void
test_keys_move_fields (Drawn *drawn, gconstpointer data)
{
  g_autofree char *last =
      squill_model_add_field (drawn->model, drawn->posts, NULL, "last", SQUILL_TYPE_INT);
  const SquillItem *item = squill_model_get_item (drawn->model, last);

  squill_model_clear_history (drawn->model);
  squill_selection_set_single (drawn->selection, last);
  act (drawn, "canvas.move-field", "'up'");
  g_assert_true (get_field_at (drawn, drawn->posts, 1) == item);
  /* To the first place as well. */
  act (drawn, "canvas.move-field", "'up'");
  g_assert_true (get_field_at (drawn, drawn->posts, 0) == item);
  act (drawn, "canvas.move-field", "'up'");
  g_assert_true (get_field_at (drawn, drawn->posts, 0) == item);
  act (drawn, "canvas.move-field", "'down'");
  act (drawn, "canvas.move-field", "'down'");
  g_assert_true (get_field_at (drawn, drawn->posts, 2) == item);
  act (drawn, "canvas.move-field", "'in'");
  g_assert_cmpstr (item->parent->id, ==, drawn->title);
  act (drawn, "canvas.move-field", "'out'");
  g_assert_cmpstr (item->parent->id, ==, drawn->posts);
}

/* R with a field selected: the field is the reference. */
static void
test_relate_from_field (Drawn *drawn, gconstpointer data)
{
  g_autofree char *many =
      squill_model_add_field (drawn->model, drawn->posts, NULL, "editors", SQUILL_TYPE_STRING);
  const SquillRelationship *r;
  const SquillItem *id = get_field_at (drawn, drawn->posts, 0);

  squill_model_set (drawn->model, many, "array", json_true (), NULL);
  squill_canvas_update (drawn->canvas);
  squill_model_clear_history (drawn->model);
  click (drawn, middle_of_row (drawn, drawn->title), 0, 1);
  act (drawn, "canvas.relate", NULL);
  click (drawn, middle_of_header (drawn, drawn->tags), 0, 1);
  r = squill_model_get_relationship (drawn->model, squill_selection_get_single (drawn->selection));
  g_assert_nonnull (r);
  g_assert_cmpstr (r->child_holder, ==, drawn->title);
  g_assert_cmpstr (r->parent, ==, drawn->tags);
  g_assert_cmpstr (r->child, ==, drawn->posts);
  g_assert_cmpint (r->placement, ==, SQUILL_PLACEMENT_PARENT_REFERENCE);
  act (drawn, "canvas.cancel", NULL);
  assert_one_step (drawn);

  /* An array refers to several. */
  squill_selection_set_single (drawn->selection, many);
  act (drawn, "canvas.relate", NULL);
  click (drawn, middle_of_header (drawn, drawn->users), 0, 1);
  r = squill_model_get_relationship (drawn->model, squill_selection_get_single (drawn->selection));
  g_assert_nonnull (r);
  g_assert_cmpstr (r->parent_holder, ==, many);
  g_assert_cmpstr (r->child, ==, drawn->users);
  g_assert_cmpint (r->placement, ==, SQUILL_PLACEMENT_CHILD_REFERENCES);
  act (drawn, "canvas.cancel", NULL);

  /* What is a reference already, or the `_id`, does not become one. */
  g_assert_false (squill_drawing_can_refer_from (drawn->model, many));
  g_assert_false (squill_drawing_can_refer_from (drawn->model, id->id));
  g_assert_true (squill_drawing_can_refer_from (drawn->model, drawn->title));
}

/* A new card that has only `_id` gets a field. */
static void
test_edit_new_card (Drawn *drawn, gconstpointer data)
{
  g_autofree char *entity = squill_canvas_add_entity (drawn->canvas, 40, 440);

  squill_canvas_end_edit (drawn->canvas, TRUE);
  act (drawn, "canvas.edit", NULL);
  type (drawn, "name: string", SQUILL_INLINE_EDITOR_EXIT_ENTER);
  squill_canvas_end_edit (drawn->canvas, TRUE);
  g_assert_nonnull (find_field (squill_model_get_item (drawn->model, entity), "_id"));
  g_assert_nonnull (find_field (squill_model_get_item (drawn->model, entity), "name"));
}

/* A type is completed while it is typed, and the next letter replaces what was added. */
static void
test_type_completed (Drawn *drawn, gconstpointer data)
{
  SquillInlineEditor *editor;
  GtkEditable *entry;
  g_autofree char *typed = NULL;
  g_autofree char *completed = NULL;
  int start, end;

  squill_canvas_edit_item (drawn->canvas, drawn->title);
  editor = SQUILL_INLINE_EDITOR (squill_canvas_get_editor (drawn->canvas));
  entry = GTK_EDITABLE (gtk_widget_get_first_child (GTK_WIDGET (editor)));
  squill_inline_editor_set_text (editor, "title: d");
  typed = squill_inline_editor_get_text (editor);
  g_assert_cmpstr (typed, ==, "title: d");
  gtk_editable_set_position (entry, -1);
  squill_inline_editor_complete (editor);
  completed = squill_inline_editor_get_text (editor);
  g_assert_cmpstr (completed, ==, "title: date");
  g_assert_true (gtk_editable_get_selection_bounds (entry, &start, &end));
  g_assert_cmpint (start, ==, 8);
  g_assert_cmpint (end, ==, 11);
  type (drawn, "title: date", SQUILL_INLINE_EDITOR_EXIT_ENTER);
  squill_canvas_end_edit (drawn->canvas, FALSE);
  g_assert_cmpuint (squill_model_get_field (drawn->model, drawn->title)->types, ==,
                    SQUILL_TYPE_DATE);
}

int
main (int argc, char **argv)
{
  g_setenv ("GTK_A11Y", "test", TRUE);
  g_test_init (&argc, &argv, NULL);
  adw_init ();

#define ADD(path, function) \
  g_test_add ("/canvas-fields/" path, Drawn, NULL, drawn_set_up, function, drawn_tear_down)
  ADD ("names-are-told-in-place", test_names_are_told_in_place);
  ADD ("fields-one-after-the-other", test_fields_one_after_the_other);
  ADD ("field-dropped-elsewhere", test_field_dropped_elsewhere);
  ADD ("field-dropped-on-its-card", test_field_dropped_on_its_card);
  ADD ("field-dropped-on-object", test_field_dropped_on_object);
  ADD ("field-dropped-on-its-name", test_field_dropped_on_its_name);
  ADD ("row-moves-card", test_row_moves_card);
  ADD ("id-stays", test_id_stays);
  ADD ("keys-move-fields", test_keys_move_fields);
  ADD ("edit-new-card", test_edit_new_card);
  ADD ("type-completed", test_type_completed);
  ADD ("relate-from-field", test_relate_from_field);
#undef ADD
  return g_test_run ();
}
