/* SPDX-License-Identifier: Apache-2.0 */

/* Edits, undo and redo, what is told; adding, deleting, copying, pasting. */

#include "config.h"

#include <locale.h>
#include <string.h>

#include "model/squill-authoring.h"
#include "model/squill-model-file.h"
#include "model/squill-view.h"

typedef struct
{
  guint n;
  SquillChange *last;
} Listener;

static void
on_changed (SquillModel *model, SquillChange *change, Listener *listener)
{
  listener->n++;
  g_clear_pointer (&listener->last, squill_change_free);
  listener->last = squill_change_copy (change);
}

static char *
data_of (SquillModel *model)
{
  return squill_model_to_data (model, NULL);
}

static void
test_steps_are_told_once (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  Listener listener = { 0 };
  g_autofree char *a = NULL;
  g_autofree char *b = NULL;

  g_signal_connect (model, "changed", G_CALLBACK (on_changed), &listener);
  a = squill_model_add_entity (model, "users", 10, 20);
  g_assert_cmpuint (listener.n, ==, 1);
  g_assert_cmpuint (listener.last->entries->len, ==, 1);
  g_assert_true (listener.last->aspects & SQUILL_ASPECT_SHAPE);

  squill_model_begin_step (model, "Two things", NULL);
  b = squill_model_add_entity (model, "posts", 0, 0);
  g_assert_true (squill_model_set (model, a, "x", json_integer (5), NULL));
  g_assert_cmpuint (listener.n, ==, 1);
  squill_model_end_step (model);
  g_assert_cmpuint (listener.n, ==, 2);
  g_assert_cmpstr (squill_model_get_undo_label (model), ==, "Two things");

  /* A move on the canvas is about the layout and nothing else. */
  g_assert_true (squill_model_set (model, b, "y", json_integer (7), NULL));
  g_assert_cmpuint (listener.last->aspects, ==, SQUILL_ASPECT_LAYOUT);

  /* The value it has already is no change. */
  g_assert_true (squill_model_set (model, b, "y", json_integer (7), NULL));
  g_assert_cmpuint (listener.n, ==, 3);
  squill_change_free (listener.last);
}

static void
test_tagged_steps_are_one (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *a = squill_model_add_entity (model, "users", 0, 0);
  g_autofree char *before = data_of (model);
  g_autofree char *dragged = NULL;
  g_autofree char *after = NULL;

  for (guint i = 1; i <= 100; i++)
    {
      squill_model_begin_step (model, "Move", "drag-1");
      squill_model_set (model, a, "x", json_integer (i), NULL);
      squill_model_set (model, a, "y", json_integer (2 * i), NULL);
      squill_model_end_step (model);
    }
  dragged = data_of (model);
  g_assert_true (squill_model_undo (model));
  after = data_of (model);
  g_assert_cmpstr (after, ==, before);
  g_free (after);
  g_assert_true (squill_model_redo (model));
  after = data_of (model);
  g_assert_cmpstr (after, ==, dragged);
}

static void
test_saving_ends_a_tagged_step (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *a = squill_model_add_entity (model, "users", 0, 0);

  for (guint i = 1; i <= 2; i++)
    {
      squill_model_begin_step (model, "Move", "drag-1");
      squill_model_set (model, a, "x", json_integer (i), NULL);
      squill_model_end_step (model);
      if (i == 1)
        squill_model_set_saved (model);
    }
  g_assert_true (squill_model_get_modified (model));
  squill_model_undo (model);
  g_assert_false (squill_model_get_modified (model));
  squill_model_undo (model);
  g_assert_true (squill_model_get_modified (model));
  squill_model_redo (model);
  g_assert_false (squill_model_get_modified (model));
}

static void
test_cancel (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *a = squill_model_add_entity (model, "users", 0, 0);
  g_autofree char *before = data_of (model);
  g_autofree char *after = NULL;

  squill_model_begin_step (model, "Half done", NULL);
  g_free (squill_model_add_field (model, a, NULL, "name", SQUILL_TYPE_STRING));
  squill_model_set (model, a, "name", json_string ("people"), NULL);
  squill_model_cancel_step (model);
  after = data_of (model);
  g_assert_cmpstr (after, ==, before);
  g_assert_false (squill_model_get_can_redo (model));
}

/* A step within a step ends alone: the one around it goes on, with what was done before. */
static void
test_cancel_nested (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *a = squill_model_add_entity (model, "users", 0, 0);
  g_autofree char *before = data_of (model);
  g_autofree char *kept = NULL;
  g_autofree char *after = NULL;
  g_autofree char *ended = NULL;
  g_autofree char *undone = NULL;

  squill_model_begin_step (model, "Around", NULL);
  squill_model_set (model, a, "name", json_string ("people"), NULL);
  kept = data_of (model);
  squill_model_begin_step (model, "Inside", NULL);
  squill_model_set (model, a, "name", json_string ("persons"), NULL);
  g_free (squill_model_add_field (model, a, NULL, "name", SQUILL_TYPE_STRING));
  squill_model_begin_step (model, "Innermost", NULL);
  squill_model_set (model, a, "name", json_string ("humans"), NULL);
  squill_model_end_step (model);
  squill_model_cancel_step (model);
  after = data_of (model);
  g_assert_cmpstr (after, ==, kept);
  squill_model_set (model, a, "description", json_string ("Who signed in"), NULL);
  squill_model_end_step (model);
  g_assert_cmpstr (squill_model_get_undo_label (model), ==, "Around");
  ended = data_of (model);
  g_assert_true (squill_model_undo (model));
  undone = data_of (model);
  g_assert_cmpstr (undone, ==, before);
  g_free (undone);
  g_assert_true (squill_model_redo (model));
  undone = data_of (model);
  g_assert_cmpstr (undone, ==, ended);
}

static void
test_refused (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *a = squill_model_add_entity (model, "a", 0, 0);
  g_autofree char *b = squill_model_add_entity (model, "b", 0, 0);
  g_autofree char *f = squill_model_add_field (model, a, NULL, "f", SQUILL_TYPE_OBJECT);
  g_autofree char *g = squill_model_add_field (model, f, NULL, "g", SQUILL_TYPE_INT);
  g_autofree char *r =
      squill_model_add_relationship (model, a, b, "has", SQUILL_PLACEMENT_EMBED_MANY);
  g_autofree char *before = data_of (model);
  g_autofree char *after = NULL;
  json_t *lost = json_pack ("{s:s, s:s}", "parent", a, "child", "gone");
  struct
  {
    SquillEdit *edit;
    GQuark domain;
    int code;
  } cases[] = {
    { squill_edit_new_remove ("gone"), SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_NOT_FOUND },
    { squill_edit_new_remove (b), SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_IN_USE },
    { squill_edit_new_remove (SQUILL_MODEL_ID), SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_INVALID },
    { squill_edit_new_set (a, "nope", NULL), SQUILL_PROPERTY_ERROR, SQUILL_PROPERTY_ERROR_UNKNOWN },
    { squill_edit_new_set (a, "count", json_string ("5")), SQUILL_PROPERTY_ERROR,
      SQUILL_PROPERTY_ERROR_VALUE },
    { squill_edit_new_set (r, "parent", NULL), SQUILL_PROPERTY_ERROR, SQUILL_PROPERTY_ERROR_VALUE },
    { squill_edit_new_set (r, "child", json_string (f)), SQUILL_MODEL_ERROR,
      SQUILL_MODEL_ERROR_NOT_FOUND },
    { squill_edit_new_set (r, "placement", json_string ("teleport")), SQUILL_PROPERTY_ERROR,
      SQUILL_PROPERTY_ERROR_VALUE },
    { squill_edit_new_move (f, g, NULL), SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_INVALID },
    { squill_edit_new_move (a, b, NULL), SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_INVALID },
    { squill_edit_new_add (SQUILL_KIND_ENTITY, a, NULL, json_object ()), SQUILL_MODEL_ERROR,
      SQUILL_MODEL_ERROR_EXISTS },
    { squill_edit_new_add (SQUILL_KIND_INDEX, "i", NULL, json_object ()), SQUILL_MODEL_ERROR,
      SQUILL_MODEL_ERROR_INVALID },
    { squill_edit_new_add (SQUILL_KIND_RELATIONSHIP, "r2", NULL, lost), SQUILL_MODEL_ERROR,
      SQUILL_MODEL_ERROR_NOT_FOUND },
    { squill_edit_new_add (SQUILL_KIND_RELATIONSHIP, "r2", NULL, json_object ()),
      SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_INVALID },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *text = squill_edit_to_text (cases[i].edit);

      g_test_message ("%s", text);
      g_assert_false (squill_model_apply (model, cases[i].edit, &error));
      g_assert_error (error, cases[i].domain, cases[i].code);
      squill_edit_unref (cases[i].edit);
    }
  after = data_of (model);
  g_assert_cmpstr (after, ==, before);
}

static void
test_delete_takes_along (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *a = squill_model_add_entity (model, "a", 0, 0);
  g_autofree char *b = squill_model_add_entity (model, "b", 0, 0);
  g_autofree char *f = squill_model_add_field (model, b, NULL, "f", SQUILL_TYPE_INT);
  g_autofree char *g = squill_model_add_field (model, b, NULL, "g", SQUILL_TYPE_INT);
  g_autofree char *r =
      squill_model_add_relationship (model, a, b, NULL, SQUILL_PLACEMENT_PARENT_REFERENCE);
  g_autofree char *copy =
      squill_model_add_copy (model, r, f, SQUILL_COPY_TO_PARENT, SQUILL_COPY_KEPT);
  const char *both[] = { f, g, NULL };
  const char *one[] = { f, NULL };
  g_autofree char *compound = squill_model_add_index (model, b, both, NULL);
  g_autofree char *single = squill_model_add_index (model, b, one, NULL);
  g_autofree char *operation = squill_model_add_operation (model, "o", SQUILL_OPERATION_FIND, b);
  const char *members[] = { a, b, NULL };
  g_autofree char *group = squill_model_add_group (model, "all", members);
  const char *last[] = { b, NULL };
  g_autofree char *view = squill_model_add_view (model, "v", last, NULL, 0);
  g_autofree char *dismissal = squill_model_dismiss (model, "unbounded-array", f, "no");
  g_autofree char *full = data_of (model);
  g_autofree char *after = NULL;
  const char *doomed[] = { f, NULL };
  const char *entity[] = { b, NULL };

  squill_model_delete (model, doomed);
  g_assert_null (squill_model_get_item (model, f));
  g_assert_null (squill_model_get_item (model, copy));
  g_assert_null (squill_model_get_item (model, single));
  g_assert_null (squill_model_get_item (model, dismissal));
  {
    const SquillIndex *index = squill_model_get_item_of_kind (model, compound, SQUILL_KIND_INDEX);

    g_assert_cmpuint (index->keys->len, ==, 1);
  }
  squill_model_delete (model, entity);
  g_assert_null (squill_model_get_item (model, r));
  g_assert_null (squill_model_get_operation (model, operation)->entity);
  {
    const SquillGroup *left = squill_model_get_item_of_kind (model, group, SQUILL_KIND_GROUP);

    g_assert_cmpuint (g_strv_length (left->members), ==, 1);
  }
  /* Without members it would show everything. */
  g_assert_null (squill_model_get_item (model, view));
  squill_model_undo (model);
  squill_model_undo (model);
  after = data_of (model);
  g_assert_cmpstr (after, ==, full);
}

static void
test_names (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *a = squill_model_add_entity (model, "a", 0, 0);
  g_autofree char *b = squill_model_add_entity (model, "b", 0, 0);
  g_autofree char *unique = NULL;
  static const char *const bad[] = { "", "b", "a$b", "system.x" };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (squill_model_rename (model, a, bad[i], &error));
      g_assert_nonnull (error);
      g_assert_cmpstr (squill_model_get_entity (model, a)->name, ==, "a");
    }
  g_assert_true (squill_model_rename (model, a, "c", NULL));
  g_assert_cmpstr (squill_model_get_entity (model, a)->item.id, ==, a);
  unique = squill_model_make_unique_name (model, SQUILL_MODEL_ID, SQUILL_KIND_ENTITY, "b");
  g_assert_cmpstr (unique, ==, "b2");
}

static void
test_field_paths (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *a = squill_model_add_entity (model, "a", 0, 0);
  g_autofree char *items = squill_model_add_field (model, a, NULL, "items", SQUILL_TYPE_OBJECT);
  g_autofree char *price = squill_model_add_field (model, items, NULL, "price", SQUILL_TYPE_INT);
  g_autofree char *grid = squill_model_add_field (model, a, NULL, "grid", SQUILL_TYPE_ARRAY);
  g_autofree char *cell = squill_model_add_field (model, grid, NULL, "[]", SQUILL_TYPE_INT);
  g_autofree char *path = NULL;
  g_autofree char *cell_path = NULL;

  squill_model_set (model, items, "array", json_true (), NULL);
  squill_model_set (model, grid, "array", json_true (), NULL);
  path = squill_field_get_path (squill_model_get_field (model, price));
  g_assert_cmpstr (path, ==, "items[].price");
  cell_path = squill_field_get_path (squill_model_get_field (model, cell));
  g_assert_cmpstr (cell_path, ==, "grid[][]");
}

static void
test_paste (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *a = squill_model_add_entity (model, "a", 100, 100);
  g_autofree char *b = squill_model_add_entity (model, "b", 0, 0);
  g_autofree char *f = squill_model_add_field (model, b, NULL, "f", SQUILL_TYPE_INT);
  g_autofree char *r =
      squill_model_add_relationship (model, a, b, NULL, SQUILL_PLACEMENT_EMBED_MANY);
  const char *paths[] = { f, NULL };
  g_autofree char *index = squill_model_add_index (model, b, paths, NULL);
  const char *ids[] = { a, b, NULL };
  json_t *copied = squill_model_copy_items (model, ids);
  g_autofree char *before = data_of (model);
  g_autofree char *after = NULL;
  g_auto (GStrv) pasted = squill_model_paste_items (model, copied, NULL, 20, 20, NULL);
  const SquillEntity *a2, *b2;
  guint n;

  json_decref (copied);
  g_assert_nonnull (pasted);
  g_assert_cmpuint (g_strv_length (pasted), ==, 2);
  a2 = squill_model_find_entity (model, "a2");
  b2 = squill_model_find_entity (model, "b2");
  g_assert_nonnull (a2);
  g_assert_nonnull (b2);
  g_assert_cmpfloat (a2->x, ==, 120);
  g_assert_cmpstr (squill_entity_get_relationships (a2, &n)[0]->child, ==, b2->item.id);
  {
    gpointer const *indexes = squill_item_get_children (b2, SQUILL_KIND_INDEX, &n);
    const SquillKey *key = ((const SquillIndex *)indexes[0])->keys->pdata[0];
    const SquillField *field = squill_model_get_field (model, key->path);

    /* The index of the copy is on the field of the copy. */
    g_assert_nonnull (field);
    g_assert_true (squill_item_is_within (field, b2->item.id));
  }
  squill_model_undo (model);
  after = data_of (model);
  g_assert_cmpstr (after, ==, before);
}

static const SquillRelationship *
find_relationship (SquillModel *model, const char *parent, const char *child)
{
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (model),
                         SQUILL_KIND_RELATIONSHIP)
    {
      if (g_str_equal (r->parent, parent) && g_str_equal (r->child, child))
        return r;
    }
  return NULL;
}

static const char *
find_id (SquillModel *model, const char *name)
{
  const SquillEntity *entity = squill_model_find_entity (model, name);

  return entity != NULL ? entity->item.id : NULL;
}

/* Posts with comments inside; users, tags, and votes around them; an address that two embed. */
typedef struct
{
  SquillModel *model;
  char *posts, *users, *comments, *tags, *votes, *address;
} Blog;

static void
blog_set_up (Blog *blog, gconstpointer data)
{
  SquillModel *model = blog->model = squill_model_new ();
  g_autofree char *title = NULL;

  blog->posts = squill_model_add_entity (model, "posts", 100, 100);
  blog->users = squill_model_add_entity (model, "users", 0, 0);
  blog->comments = squill_model_add_entity (model, "comments", 0, 0);
  blog->tags = squill_model_add_entity (model, "tags", 0, 0);
  blog->votes = squill_model_add_entity (model, "votes", 0, 0);
  blog->address = squill_model_add_entity (model, "address", 0, 0);
  title = squill_model_add_field (model, blog->posts, NULL, "title", SQUILL_TYPE_STRING);
  g_free (squill_model_add_relationship (model, blog->posts, blog->comments, NULL,
                                         SQUILL_PLACEMENT_EMBED_MANY));
  g_free (squill_model_add_relationship (model, blog->users, blog->posts, NULL,
                                         SQUILL_PLACEMENT_PARENT_REFERENCE));
  g_free (squill_model_add_relationship (model, blog->users, blog->comments, NULL,
                                         SQUILL_PLACEMENT_PARENT_REFERENCE));
  g_free (squill_model_add_relationship (model, blog->posts, blog->tags, NULL,
                                         SQUILL_PLACEMENT_TWO_WAY));
  g_free (squill_model_add_relationship (model, blog->posts, blog->votes, NULL,
                                         SQUILL_PLACEMENT_PARENT_REFERENCE));
  g_free (squill_model_add_relationship (model, blog->posts, blog->address, NULL,
                                         SQUILL_PLACEMENT_EMBED_ONE));
  g_free (squill_model_add_relationship (model, blog->users, blog->address, NULL,
                                         SQUILL_PLACEMENT_EMBED_ONE));
  squill_model_clear_history (model);
}

static void
blog_tear_down (Blog *blog, gconstpointer data)
{
  g_object_unref (blog->model);
  g_free (blog->posts);
  g_free (blog->users);
  g_free (blog->comments);
  g_free (blog->tags);
  g_free (blog->votes);
  g_free (blog->address);
}

/* A copied card shows what its original shows, and the cards around it stay as they are. */
static void
test_paste_whole (Blog *blog, gconstpointer data)
{
  SquillModel *model = blog->model;
  const char *ids[] = { blog->posts, NULL };
  g_autofree char *before = data_of (model);
  g_autofree char *after = NULL;
  json_auto_t *copied = squill_model_copy_items (model, ids);
  g_auto (GStrv) pasted = squill_model_paste_items (model, copied, NULL, 20, 20, NULL);
  const char *posts2 = find_id (model, "posts2"), *comments2 = find_id (model, "comments2");
  const SquillRelationship *r;

  g_assert_nonnull (posts2);
  g_assert_nonnull (comments2);
  /* Only what was copied for its own sake is there to be selected. */
  g_assert_cmpuint (g_strv_length (pasted), ==, 1);
  g_assert_cmpstr (pasted[0], ==, posts2);
  /* The block has the name that it has in the documents. */
  r = find_relationship (model, posts2, comments2);
  g_assert_nonnull (r);
  g_assert_cmpstr (r->name, ==, "comments");
  g_assert_cmpint (r->placement, ==, SQUILL_PLACEMENT_EMBED_MANY);
  /* References that it holds lead where they led. */
  g_assert_nonnull (find_relationship (model, blog->users, posts2));
  g_assert_nonnull (find_relationship (model, blog->users, comments2));
  r = find_relationship (model, posts2, blog->tags);
  g_assert_nonnull (r);
  g_assert_cmpint (r->placement, ==, SQUILL_PLACEMENT_CHILD_REFERENCES);
  /* Those that others hold do not lead to the copy as well. */
  g_assert_null (find_relationship (model, posts2, blog->votes));
  /* What another card embeds, too, is shared. */
  g_assert_null (find_id (model, "address2"));
  g_assert_nonnull (find_relationship (model, posts2, blog->address));
  squill_model_undo (model);
  after = data_of (model);
  g_assert_cmpstr (after, ==, before);
}

static void
test_paste_elsewhere (Blog *blog, gconstpointer data)
{
  g_autoptr (SquillModel) other = squill_model_new ();
  const char *ids[] = { blog->posts, NULL };
  json_auto_t *copied = squill_model_copy_items (blog->model, ids);
  g_auto (GStrv) pasted = squill_model_paste_items (other, copied, NULL, 20, 20, NULL);
  guint n;

  g_assert_nonnull (pasted);
  g_assert_nonnull (
      find_relationship (other, find_id (other, "posts"), find_id (other, "comments")));
  g_assert_true (squill_model_is_copied_items (copied));
  g_assert_false (squill_model_is_copied_items (NULL));
  /* Users, tags, and the address were not copied and are not here. */
  squill_item_get_children (squill_model_get_info (other), SQUILL_KIND_RELATIONSHIP, &n);
  g_assert_cmpuint (n, ==, 1);
}

static void
test_paste_group (Blog *blog, gconstpointer data)
{
  SquillModel *model = blog->model;
  const char *members[] = { blog->posts, blog->tags, NULL };
  g_autofree char *group = squill_model_add_group (model, "Content", members);
  g_autofree char *note = squill_model_add_note (model, "A note", 10, 20);
  const char *ids[] = { group, note, NULL };
  json_auto_t *copied = squill_model_copy_items (model, ids);
  g_auto (GStrv) pasted = squill_model_paste_items (model, copied, NULL, 20, 30, NULL);
  const SquillGroup *group2 = NULL;
  const SquillNote *note2 = NULL;

  g_assert_nonnull (pasted);
  g_assert_cmpuint (g_strv_length (pasted), ==, 2);
  for (guint i = 0; pasted[i] != NULL; i++)
    {
      if (group2 == NULL)
        group2 = squill_model_get_item_of_kind (model, pasted[i], SQUILL_KIND_GROUP);
      if (note2 == NULL)
        note2 = squill_model_get_item_of_kind (model, pasted[i], SQUILL_KIND_NOTE);
    }
  g_assert_nonnull (group2);
  g_assert_nonnull (note2);
  g_assert_cmpuint (g_strv_length (group2->members), ==, 2);
  g_assert_true (g_strv_contains ((const char *const *)group2->members, find_id (model, "posts2")));
  g_assert_true (g_strv_contains ((const char *const *)group2->members, find_id (model, "tags2")));
  /* Both are copied, so both sides of the array are. */
  g_assert_cmpint (
      find_relationship (model, find_id (model, "posts2"), find_id (model, "tags2"))->placement, ==,
      SQUILL_PLACEMENT_TWO_WAY);
  g_assert_cmpfloat (note2->y, ==, 50);
}

/* A field is put behind its original, even where that contains others. What is in something that is
 * copied comes once, with it. */
static void
test_duplicate (Blog *blog, gconstpointer data)
{
  SquillModel *model = blog->model;
  g_autofree char *size =
      squill_model_add_field (model, blog->tags, "", "size", SQUILL_TYPE_OBJECT);
  g_autofree char *width = squill_model_add_field (model, size, NULL, "width", SQUILL_TYPE_INT);
  g_autofree char *last = squill_model_add_field (model, blog->tags, NULL, "z", SQUILL_TYPE_INT);
  const char *ids[] = { width, size, blog->posts, NULL };
  g_autofree char *before = data_of (model);
  g_autofree char *after = NULL;
  g_auto (GStrv) made = squill_model_duplicate_items (model, ids, 20, 20, NULL);
  gpointer const *fields;
  guint n;

  g_assert_nonnull (made);
  g_assert_cmpuint (g_strv_length (made), ==, 2);
  fields =
      squill_item_get_children (squill_model_get_entity (model, blog->tags), SQUILL_KIND_FIELD, &n);
  g_assert_cmpuint (n, ==, 4);
  g_assert_cmpstr (((const SquillField *)fields[0])->name, ==, "size");
  g_assert_cmpstr (((const SquillField *)fields[1])->name, ==, "size2");
  squill_item_get_children (fields[1], SQUILL_KIND_FIELD, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_nonnull (find_id (model, "posts2"));
  g_assert_nonnull (find_id (model, "comments2"));
  g_assert_true (squill_model_undo (model));
  after = data_of (model);
  g_assert_cmpstr (after, ==, before);
}

/* What was drawn to an entity takes its name when it gets one; what was read, or has a name of its
 * own, does not. */
static void
test_names_of_lines (Blog *blog, gconstpointer data)
{
  SquillModel *model = blog->model;
  json_auto_t *evidence = json_object ();
  g_autofree char *entity = squill_model_add_entity (model, "entity", 0, 0);
  g_autofree char *drawn =
      squill_model_add_relationship (model, blog->posts, entity, NULL, SQUILL_PLACEMENT_EMBED_MANY);
  g_autofree char *named = squill_model_add_relationship (model, blog->posts, entity, "best",
                                                          SQUILL_PLACEMENT_EMBED_ONE);
  g_autofree char *read =
      squill_model_add_relationship (model, blog->posts, entity, NULL, SQUILL_PLACEMENT_EMBED_MANY);
  g_autofree char *from = squill_model_add_relationship (model, entity, blog->tags, "entity",
                                                         SQUILL_PLACEMENT_EMBED_MANY);

  squill_model_set (model, read, "evidence", json_deep_copy (evidence), NULL);
  g_assert_true (squill_model_rename (model, entity, "remarks", NULL));
  g_assert_cmpstr (squill_model_get_relationship (model, drawn)->name, ==, "remarks");
  g_assert_cmpstr (squill_model_get_relationship (model, named)->name, ==, "best");
  g_assert_cmpstr (squill_model_get_relationship (model, read)->name, ==, "entity");
  g_assert_cmpstr (squill_model_get_relationship (model, from)->name, ==, "entity");
  g_assert_true (squill_model_undo (model));
  g_assert_cmpstr (squill_model_get_entity (model, entity)->name, ==, "entity");
  g_assert_cmpstr (squill_model_get_relationship (model, drawn)->name, ==, "entity");
}

static void
test_reorder (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *a = squill_model_add_entity (model, "a", 0, 0);
  g_autofree char *x = squill_model_add_field (model, a, NULL, "x", SQUILL_TYPE_INT);
  g_autofree char *y = squill_model_add_field (model, a, x, "y", SQUILL_TYPE_INT);
  g_autofree char *z = squill_model_add_field (model, a, "", "z", SQUILL_TYPE_INT);
  g_autofree char *names = NULL;
  g_autoptr (GString) order = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (squill_model_reorder (model, z, a, x, NULL));
  SQUILL_FOR_EACH_CHILD (SquillField, field, squill_model_get_item (model, a), SQUILL_KIND_FIELD)
    {
      g_string_append_printf (order, "%s ", field->name);
    }
  g_assert_cmpstr (order->str, ==, "_id x z y ");

  /* Nesting makes an object of the field around. */
  g_assert_true (squill_model_reorder (model, y, x, NULL, NULL));
  g_assert_cmpuint (squill_model_get_field (model, x)->types, ==, SQUILL_TYPE_OBJECT);
  g_free (squill_model_add_field (model, a, NULL, "y", SQUILL_TYPE_INT));
  g_assert_false (squill_model_reorder (model, y, a, NULL, &error));
  g_assert_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_EXISTS);
}

/* Every property of every kind goes through set, file, reload and undo. */
static void
test_every_property (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *a = squill_model_add_entity (model, "a", 0, 0);
  g_autofree char *f = squill_model_add_field (model, a, NULL, "f", SQUILL_TYPE_INT);
  g_autofree char *r = squill_model_add_relationship (model, a, a, "r", SQUILL_PLACEMENT_SUBSET);
  g_autofree char *c = squill_model_add_copy (model, r, f, SQUILL_COPY_TO_CHILD, SQUILL_COPY_KEPT);
  const char *paths[] = { f, NULL };
  const char *members[] = { a, NULL };
  g_autofree char *i = squill_model_add_index (model, a, paths, NULL);
  g_autofree char *o = squill_model_add_operation (model, "o", SQUILL_OPERATION_FIND, a);
  g_autofree char *n = squill_model_add_note (model, "n", 0, 0);
  g_autofree char *g = squill_model_add_group (model, "g", members);
  g_autofree char *d = squill_model_dismiss (model, "rule", f, NULL);
  const char *ids[] = { SQUILL_MODEL_ID, a, f, r, c, i, o, n, g, d };

  for (guint k = 0; k < G_N_ELEMENTS (ids); k++)
    {
      SquillKind kind = ((const SquillItem *)squill_model_get_item (model, ids[k]))->kind;
      guint n_properties;
      const SquillProperty *properties = squill_kind_get_properties (kind, &n_properties);

      for (guint p = 0; p < n_properties; p++)
        {
          g_autoptr (SquillModel) reloaded = NULL;
          g_autoptr (GError) error = NULL;
          g_autofree char *before = data_of (model);
          g_autofree char *written = NULL;
          g_autofree char *after = NULL;
          json_t *value = NULL;
          json_t *read;

          switch (properties[p].type)
            {
            case SQUILL_PROPERTY_BOOLEAN:
              value = json_boolean (squill_property_is_default (
                  &properties[p], squill_model_get_item (model, ids[k])));
              break;
            case SQUILL_PROPERTY_NUMBER:
              value = json_real (0.1);
              break;
            case SQUILL_PROPERTY_TRIPLE:
              value = json_pack ("{s:i, s:f, s:s}", "min", 1, "likely", 2.5, "max", "inf");
              break;
            case SQUILL_PROPERTY_CHOICE:
              value = json_string (properties[p].choices[1]);
              break;
            case SQUILL_PROPERTY_TYPES:
              value = json_pack ("[s, s]", "double", "maxKey");
              break;
            case SQUILL_PROPERTY_IDS:
              value = json_pack ("[s, s]", a, "more");
              break;
            case SQUILL_PROPERTY_KEYS:
              value = json_pack ("[{s:s, s:s}, {s:s}]", "path", "=x.y", "how", "-1", "path", f);
              break;
            case SQUILL_PROPERTY_JSON:
              value = json_pack ("{s:[n, f, i, s]}", "a", 0.1, 1, "ü");
              break;
            case SQUILL_PROPERTY_ID:
              value = json_string (a);
              break;
            case SQUILL_PROPERTY_TEXT:
            case SQUILL_PROPERTY_RANK:
            case SQUILL_PROPERTY_PATH:
            default:
              value = json_string ("Zz9");
              break;
            }
          squill_model_set (model, ids[k], properties[p].name, json_incref (value), &error);
          g_assert_no_error (error);
          read = squill_property_get (&properties[p], squill_model_get_item (model, ids[k]));
          if (properties[p].type != SQUILL_PROPERTY_BOOLEAN || json_is_true (value))
            g_assert_true (json_equal (read, value));
          json_decref (read);
          json_decref (value);

          written = data_of (model);
          reloaded = squill_model_new_from_data (written, strlen (written), &error);
          g_assert_no_error (error);
          after = data_of (reloaded);
          g_assert_cmpstr (after, ==, written);
          g_free (after);
          /* The value may be the one it had; then there is nothing to take back. */
          if (!g_str_equal (written, before))
            squill_model_undo (model);
          after = data_of (model);
          g_assert_cmpstr (after, ==, before);
        }
    }
}

/* Ids for one step are made before its items are in the model: 5,000 of four letters would meet
 * about twelve times. */
static void
test_new_ids (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < 5000; i++)
    g_assert_true (g_hash_table_add (ids, squill_model_new_id (model, "index")));
}

int
main (int argc, char *argv[])
{
  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/steps/told-once", test_steps_are_told_once);
  g_test_add_func ("/model/steps/tagged", test_tagged_steps_are_one);
  g_test_add_func ("/model/steps/saving-ends-a-tagged-step", test_saving_ends_a_tagged_step);
  g_test_add_func ("/model/steps/cancel", test_cancel);
  g_test_add_func ("/model/steps/cancel-nested", test_cancel_nested);
  g_test_add_func ("/model/edits/refused", test_refused);
  g_test_add_func ("/model/edits/new-ids", test_new_ids);
  g_test_add_func ("/model/edits/every-property", test_every_property);
  g_test_add_func ("/model/authoring/delete", test_delete_takes_along);
  g_test_add_func ("/model/authoring/names", test_names);
  g_test_add_func ("/model/authoring/field-paths", test_field_paths);
  g_test_add_func ("/model/authoring/paste", test_paste);
  g_test_add ("/model/authoring/paste-whole", Blog, NULL, blog_set_up, test_paste_whole,
              blog_tear_down);
  g_test_add ("/model/authoring/paste-elsewhere", Blog, NULL, blog_set_up, test_paste_elsewhere,
              blog_tear_down);
  g_test_add ("/model/authoring/paste-group", Blog, NULL, blog_set_up, test_paste_group,
              blog_tear_down);
  g_test_add ("/model/authoring/duplicate", Blog, NULL, blog_set_up, test_duplicate,
              blog_tear_down);
  g_test_add ("/model/authoring/names-of-lines", Blog, NULL, blog_set_up, test_names_of_lines,
              blog_tear_down);
  g_test_add_func ("/model/authoring/reorder", test_reorder);
  return g_test_run ();
}
