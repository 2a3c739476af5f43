/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "model/squill-authoring.h"
#include "session/squill-key-text.h"

typedef struct
{
  SquillModel *model;
  SquillDesign *design;
  char *posts;
  char *users;
  char *title;
  char *who;
  char *name;
  char *first;
  char *comments;
  char *author;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autofree char *comment = NULL;

  f->model = squill_model_new ();
  f->posts = squill_model_add_entity (f->model, "posts", 0, 0);
  f->users = squill_model_add_entity (f->model, "users", 400, 0);
  comment = squill_model_add_entity (f->model, "comment", 0, 400);
  f->title = squill_model_add_field (f->model, f->posts, NULL, "title", SQUILL_TYPE_STRING);
  f->who = squill_model_add_field (f->model, comment, NULL, "who", SQUILL_TYPE_STRING);
  f->name = squill_model_add_field (f->model, f->users, NULL, "name", SQUILL_TYPE_OBJECT);
  f->first = squill_model_add_field (f->model, f->name, NULL, "first", SQUILL_TYPE_STRING);
  f->comments = squill_model_add_relationship (f->model, f->posts, comment, "comments",
                                               SQUILL_PLACEMENT_EMBED_MANY);
  f->author = squill_model_add_relationship (f->model, f->users, f->posts, "author",
                                             SQUILL_PLACEMENT_PARENT_REFERENCE);
  squill_model_set (f->model, f->author, "child_name", json_string ("author"), NULL);
  f->design = squill_design_new (f->model);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_assert_finalize_object (f->design);
  g_assert_finalize_object (f->model);
  g_free (f->posts);
  g_free (f->users);
  g_free (f->title);
  g_free (f->who);
  g_free (f->name);
  g_free (f->first);
  g_free (f->comments);
  g_free (f->author);
}

static void
check (Fixture *f, const char *entity, const char *text, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *read = squill_key_path_read (f->design, entity, text, TRUE, &error);
  g_autofree char *written = NULL;

  g_assert_no_error (error);
  g_assert_cmpstr (read, ==, path);
  written = squill_key_path_write (f->design, entity, read);
  g_assert_cmpstr (written, ==, text);
}

static void
test_path (Fixture *f, gconstpointer data)
{
  g_autofree char *embedded = g_strdup_printf ("%s/%s", f->comments, f->who);
  g_autoptr (GError) error = NULL;

  check (f, f->posts, "title", f->title);
  check (f, f->users, "name", f->name);
  check (f, f->users, "name.first", f->first);
  check (f, f->posts, "comments", f->comments);
  check (f, f->posts, "comments.who", embedded);
  check (f, f->posts, "author", f->author);
  check (f, f->posts, "=extra.size", "=extra.size");

  g_assert_null (squill_key_path_read (f->design, f->posts, "nothing", FALSE, &error));
  g_assert_error (error, SQUILL_KEY_TEXT_ERROR, SQUILL_KEY_TEXT_ERROR_PATH);
  g_clear_error (&error);
  g_assert_null (squill_key_path_read (f->design, f->posts, "title.nothing", FALSE, &error));
  g_assert_error (error, SQUILL_KEY_TEXT_ERROR, SQUILL_KEY_TEXT_ERROR_PATH);
  g_clear_error (&error);
  g_assert_null (squill_key_path_read (f->design, f->posts, "", FALSE, &error));
  g_assert_error (error, SQUILL_KEY_TEXT_ERROR, SQUILL_KEY_TEXT_ERROR_PATH);
}

/* Operations name fields of other collections, whatever stores the relationship. */
static void
test_across (Fixture *f, gconstpointer data)
{
  g_autofree char *first = g_strdup_printf ("%s/%s", f->author, f->first);
  g_autofree char *title = g_strdup_printf ("%s/%s", f->author, f->title);
  g_autofree char *who = g_strdup_printf ("%s/%s/%s", f->author, f->comments, f->who);
  g_autofree char *by_entity = NULL;
  g_autofree char *unnamed = NULL;
  g_auto (GStrv) paths = squill_key_path_list (f->design, f->users, TRUE);
  g_auto (GStrv) near = squill_key_path_list (f->design, f->users, FALSE);
  g_autoptr (GError) error = NULL;

  check (f, f->posts, "author.name.first", first);
  check (f, f->users, "author.title", title);
  check (f, f->users, "author.comments.who", who);
  g_assert_null (squill_key_path_read (f->design, f->users, "author.title", FALSE, &error));
  g_assert_error (error, SQUILL_KEY_TEXT_ERROR, SQUILL_KEY_TEXT_ERROR_PATH);
  g_clear_error (&error);
  by_entity = squill_key_path_read (f->design, f->users, "posts.title", TRUE, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (by_entity, ==, title);
  g_assert_true (g_strv_contains ((const char *const *)paths, "author.title"));
  g_assert_false (g_strv_contains ((const char *const *)near, "author.title"));

  squill_model_set (f->model, f->author, "name", NULL, NULL);
  check (f, f->users, "posts.title", title);
  unnamed = squill_key_path_read (f->design, f->users, "author.title", TRUE, NULL);
  g_assert_null (unnamed);
}

static void
test_keys (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  json_t *keys = squill_keys_read (f->design, f->posts, " title -1 ,comments.who,, author hashed",
                                   "1", FALSE, &error);
  g_autofree char *index = NULL;
  g_autofree char *text = NULL;
  const char *paths[] = { f->title, NULL };

  g_assert_no_error (error);
  g_assert_cmpuint (json_array_size (keys), ==, 3);
  index = squill_model_add_index (f->model, f->posts, paths, NULL);
  g_assert_true (squill_model_set (f->model, index, "keys", keys, &error));
  text =
      squill_keys_write (f->design, f->posts,
                         ((const SquillIndex *)squill_model_get_item (f->model, index))->keys, "1");
  g_assert_cmpstr (text, ==, "title -1, comments.who, author hashed");

  g_assert_null (squill_keys_read (f->design, f->posts, "title, nothing", "1", FALSE, &error));
  g_assert_error (error, SQUILL_KEY_TEXT_ERROR, SQUILL_KEY_TEXT_ERROR_PATH);
}

/* A rename touches nothing: keys are kept by ids. */
static void
test_rename (Fixture *f, gconstpointer data)
{
  g_autofree char *path = g_strdup_printf ("%s/%s", f->comments, f->who);
  g_autofree char *text = NULL;

  g_assert_true (squill_model_rename (f->model, f->who, "by", NULL));
  g_assert_true (squill_model_rename (f->model, f->comments, "remarks", NULL));
  text = squill_key_path_write (f->design, f->posts, path);
  g_assert_cmpstr (text, ==, "remarks.by");
}

static void
test_list (Fixture *f, gconstpointer data)
{
  g_auto (GStrv) paths = squill_key_path_list (f->design, f->posts, FALSE);
  g_auto (GStrv) none = squill_key_path_list (f->design, NULL, TRUE);

  g_assert_true (g_strv_contains ((const char *const *)paths, "_id"));
  g_assert_true (g_strv_contains ((const char *const *)paths, "title"));
  g_assert_true (g_strv_contains ((const char *const *)paths, "comments.who"));
  g_assert_true (g_strv_contains ((const char *const *)paths, "author"));
  g_assert_null (none[0]);
}

static void
test_find (Fixture *f, gconstpointer data)
{
  const struct
  {
    const char *entity;
    const char *item;
    const char *path;
  } cases[] = {
    { f->posts, f->title, "title" },
    { f->posts, f->who, "comments.who" },
    { f->posts, f->comments, "comments" },
    { f->posts, f->author, "author" },
    { f->users, f->first, "name.first" },
    { f->posts, f->first, NULL },
    { f->users, f->who, NULL },
    { f->posts, f->users, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = squill_key_path_find (f->design, cases[i].entity, cases[i].item);

      g_assert_cmpstr (path, ==, cases[i].path);
    }
}

/* What is embedded is found from its own documents, wherever these are. */
static void
test_find_embedded (Fixture *f, gconstpointer data)
{
  const SquillField *who = squill_model_get_item (f->model, f->who);
  g_autofree char *path = squill_key_path_find (f->design, who->item.parent->id, f->who);

  g_assert_cmpstr (path, ==, "who");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)
  TEST ("/key-text/path", test_path);
  TEST ("/key-text/across", test_across);
  TEST ("/key-text/keys", test_keys);
  TEST ("/key-text/rename", test_rename);
  TEST ("/key-text/list", test_list);
  TEST ("/key-text/find", test_find);
  TEST ("/key-text/find-embedded", test_find_embedded);
  return g_test_run ();
}
