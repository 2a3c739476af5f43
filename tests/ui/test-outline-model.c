/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "model/squill-authoring.h"
#include "outline/squill-outline-model.h"

typedef struct
{
  SquillModel *model;
  SquillSession *session;
  SquillOutlineModel *outline;
  char *posts;
  char *comment;
  char *title;
  char *who;
  char *comments;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  f->model = squill_model_new ();
  f->posts = squill_model_add_entity (f->model, "posts", 0, 0);
  f->comment = squill_model_add_entity (f->model, "comment", 0, 400);
  f->title = squill_model_add_field (f->model, f->posts, NULL, "title", SQUILL_TYPE_STRING);
  f->who = squill_model_add_field (f->model, f->comment, NULL, "who", SQUILL_TYPE_STRING);
  f->comments = squill_model_add_relationship (f->model, f->posts, f->comment, "comments",
                                               SQUILL_PLACEMENT_EMBED_MANY);
  squill_model_set (f->model, f->comments, "children",
                    squill_json_triple (SQUILL_TRIPLE (0, 35, INFINITY)), NULL);
  squill_model_set (f->model, f->comments, "growth", squill_json_number (1e7), NULL);
  f->session = squill_session_new (f->model, NULL);
  f->outline = squill_outline_model_new (f->session);
  squill_outline_model_update_now (f->outline);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_assert_finalize_object (f->outline);
  g_assert_finalize_object (f->session);
  g_assert_finalize_object (f->model);
  g_free (f->posts);
  g_free (f->comment);
  g_free (f->title);
  g_free (f->who);
  g_free (f->comments);
}

/* The rows as one text, "-" before each level; all are expanded. */
static void
print (Fixture *f, GListModel *rows, guint level, GString *text)
{
  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (SquillOutlineRow) row = g_list_model_get_item (rows, i);
      g_autoptr (GListModel) children = squill_outline_model_create_children (f->outline, row);

      if (text->len > 0)
        g_string_append_c (text, ' ');
      for (guint j = 0; j < level; j++)
        g_string_append_c (text, '-');
      g_string_append (text, row->name);
      if (children != NULL)
        print (f, children, level + 1, text);
    }
}

static void
assert_rows (Fixture *f, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  squill_outline_model_update_now (f->outline);
  print (f, squill_outline_model_get_root (f->outline), 0, text);
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_rows (Fixture *f, gconstpointer data)
{
  g_autofree char *operation = NULL;

  assert_rows (f, "Collections posts -_id -title -comments --who "
                  "Embedded only comment -_id -who");
  operation = squill_model_add_operation (f->model, "show post", SQUILL_OPERATION_FIND, f->posts);
  assert_rows (f, "Collections posts -_id -title -comments --who "
                  "Embedded only comment -_id -who Operations show post");
  squill_model_undo (f->model);
  assert_rows (f, "Collections posts -_id -title -comments --who "
                  "Embedded only comment -_id -who");
}

static void
count_changes (GListModel *list, guint position, guint removed, guint added, guint *changes)
{
  *changes += MAX (removed, added);
}

static void
count_signal (gpointer object, guint *changes)
{
  (*changes)++;
}

/* Only what is different is touched: views keep what they show. */
static void
test_incremental (Fixture *f, gconstpointer data)
{
  GListModel *root = squill_outline_model_get_root (f->outline);
  g_autoptr (SquillOutlineRow) posts = NULL;
  g_autoptr (SquillOutlineRow) title = NULL;
  g_autoptr (GListModel) children = NULL;
  g_autofree char *field = NULL;
  guint root_changes = 0, child_changes = 0, row_changes = 0, title_changes = 0;

  assert_rows (f, "Collections posts -_id -title -comments --who "
                  "Embedded only comment -_id -who");
  posts = g_list_model_get_item (root, 1);
  children = squill_outline_model_create_children (f->outline, posts);
  title = g_list_model_get_item (children, 1);
  g_signal_connect (root, "items-changed", G_CALLBACK (count_changes), &root_changes);
  g_signal_connect (children, "items-changed", G_CALLBACK (count_changes), &child_changes);
  g_signal_connect (posts, "changed", G_CALLBACK (count_signal), &row_changes);
  g_signal_connect (title, "changed", G_CALLBACK (count_signal), &title_changes);

  g_assert_true (squill_model_rename (f->model, f->posts, "articles", NULL));
  squill_outline_model_update_now (f->outline);
  g_assert_cmpuint (root_changes, ==, 0);
  g_assert_cmpuint (child_changes, ==, 0);
  g_assert_cmpuint (row_changes, ==, 1);
  g_assert_cmpuint (title_changes, ==, 0);
  g_assert_cmpstr (posts->name, ==, "articles");

  field = squill_model_add_field (f->model, f->posts, f->title, "text", SQUILL_TYPE_STRING);
  squill_outline_model_update_now (f->outline);
  g_assert_cmpuint (root_changes, ==, 0);
  g_assert_cmpuint (child_changes, ==, 1);
  g_assert_cmpuint (title_changes, ==, 0);

  /* A move on the diagram is nothing here. */
  squill_model_set (f->model, f->posts, "x", squill_json_number (40), NULL);
  squill_outline_model_update_now (f->outline);
  g_assert_cmpuint (row_changes, ==, 1);
  assert_rows (f, "Collections articles -_id -title -text -comments --who "
                  "Embedded only comment -_id -who");
}

/* Taken out, the child gets a collection of its own. */
static void
test_placement (Fixture *f, gconstpointer data)
{
  squill_model_set (f->model, f->comments, "placement", json_string ("parent-reference"), NULL);
  assert_rows (f, "Collections posts -_id -title comment -_id -who -posts");
  squill_model_undo (f->model);
  assert_rows (f, "Collections posts -_id -title -comments --who "
                  "Embedded only comment -_id -who");
}

static void
assert_way (Fixture *f, const char *id, const char *expected)
{
  g_autoptr (GPtrArray) route = squill_outline_model_find_route (f->outline, id);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < route->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "/" : "",
                            ((SquillOutlineRow *)route->pdata[i])->name);
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_route (Fixture *f, gconstpointer data)
{
  const char *paths[] = { f->title, NULL };
  g_autofree char *index = squill_model_add_index (f->model, f->posts, paths, NULL);

  squill_outline_model_update_now (f->outline);
  assert_way (f, f->posts, "posts");
  assert_way (f, f->title, "posts/title");
  assert_way (f, f->comments, "posts/comments");
  assert_way (f, f->who, "posts/comments/who");
  assert_way (f, f->comment, "comment");
  assert_way (f, index, "posts");
  assert_way (f, "nobody", "");
}

static void
test_notes (Fixture *f, gconstpointer data)
{
  g_autoptr (SquillOutlineRow) posts =
      g_list_model_get_item (squill_outline_model_get_root (f->outline), 1);
  g_autoptr (GPtrArray) route = squill_outline_model_find_route (f->outline, f->comments);
  g_autoptr (GPtrArray) embedded = squill_outline_model_find_route (f->outline, f->comment);
  SquillOutlineNote note;

  /* The array grows without bound: that is an error of the collection and of the relationship. */
  squill_outline_model_describe (f->outline, posts, &note);
  g_assert_cmpuint (note.errors, >=, 1);
  g_free (note.text);
  squill_outline_model_describe (f->outline, route->pdata[1], &note);
  g_assert_cmpuint (note.errors, >=, 1);
  g_assert_cmpstr (note.text, ==, "∞");
  g_assert_true (note.worrying);
  g_free (note.text);
  squill_outline_model_describe (f->outline, embedded->pdata[0], &note);
  g_assert_cmpstr (note.text, ==, "in posts");
  g_free (note.text);
}

static guint
count_results (Fixture *f, const char *text)
{
  g_autoptr (GListModel) results = squill_outline_model_search (f->outline, text);

  return g_list_model_get_n_items (results);
}

static void
test_search (Fixture *f, gconstpointer data)
{
  g_autoptr (GListModel) results = squill_outline_model_search (f->outline, "TITLE");
  g_autoptr (SquillOutlineRow) row = g_list_model_get_item (results, 0);

  g_assert_cmpuint (g_list_model_get_n_items (results), >=, 1);
  g_assert_cmpstr (row->id, ==, f->title);
  g_assert_cmpstr (row->name, ==, "posts.title");
  /* Types, entities with relationships, words of findings, nothing. */
  g_assert_cmpuint (count_results (f, "objectid"), ==, 2);
  g_assert_cmpuint (count_results (f, "comment"), >=, 2);
  g_assert_cmpuint (count_results (f, "unbounded-array"), >=, 1);
  g_assert_cmpuint (count_results (f, "zebra"), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)
  TEST ("/outline-model/rows", test_rows);
  TEST ("/outline-model/incremental", test_incremental);
  TEST ("/outline-model/placement", test_placement);
  TEST ("/outline-model/route", test_route);
  TEST ("/outline-model/notes", test_notes);
  TEST ("/outline-model/search", test_search);
  return g_test_run ();
}
