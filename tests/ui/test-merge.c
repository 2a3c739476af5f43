/* SPDX-License-Identifier: Apache-2.0 */

/* Merging in the window: a file that git marked, its conflicts one by one and all, and another file
 * that is compared with the model. */

#include "config.h"

#include <glib/gstdio.h>
#include <gtksourceview/gtksource.h>
#include <string.h>

#include "model/squill-authoring.h"
#include "model/squill-model-file.h"
#include "reading/squill-merge-window.h"
#include "session/squill-merge-row.h"
#include "shell/squill-window-private.h"
#include "window-fixture.h"

static const char marked[] =
    "{\n\"format\": \"squill/model\",\n\"version\": 1,\n\"entities\": {\n\"e\": {\n"
    "<<<<<<< HEAD\n\"name\": \"people\",\n\"growth\": 1\n"
    "||||||| 1234567\n\"name\": \"users\"\n"
    "=======\n\"name\": \"persons\",\n\"growth\": 2\n>>>>>>> other\n"
    "},\n\"f\": {\n\"name\": \"posts\"\n}\n}\n}\n";

static const char plain[] = "{\n\"format\": \"squill/model\",\n\"version\": 1,\n\"entities\": {\n"
                            "\"e\": {\n\"name\": \"users\"\n}\n}\n}\n";

typedef struct
{
  Fixture fixture;
  char *folder;
  GFile *file;
} Merging;

static void
merging_set_up (Merging *m, gconstpointer data)
{
  g_autofree char *path = NULL;

  set_up (&m->fixture, NULL);
  m->folder = g_dir_make_tmp ("squill-merge-XXXXXX", NULL);
  path = g_build_filename (m->folder, "model.squill", NULL);
  g_assert_true (g_file_set_contents (path, data, -1, NULL));
  m->file = g_file_new_for_path (path);
}

static void
merging_tear_down (Merging *m, gconstpointer data)
{
  g_assert_true (g_file_delete (m->file, NULL, NULL));
  g_rmdir (m->folder);
  g_object_unref (m->file);
  g_free (m->folder);
  tear_down (&m->fixture, NULL);
}

static SquillMergeWindow *
find_list (void)
{
  g_autoptr (GList) all = gtk_window_list_toplevels ();

  for (GList *l = all; l != NULL; l = l->next)
    if (SQUILL_IS_MERGE_WINDOW (l->data))
      return l->data;
  return NULL;
}

static gboolean
is_listed (Fixture *f, gpointer data)
{
  return find_list () != NULL;
}

static guint
count_rows (void)
{
  return g_list_model_get_n_items (squill_merge_window_get_rows (find_list ()));
}

static gboolean
has_rows (Fixture *f, gpointer data)
{
  return count_rows () == GPOINTER_TO_UINT (data);
}

static void
expect_rows (Fixture *f, guint n)
{
  wait_for (f, has_rows, GUINT_TO_POINTER (n), "the list follows the model");
}

static void
open_file (Merging *m)
{
  squill_window_load (m->fixture.window, m->file);
  wait_for (&m->fixture, is_asked, NULL, "the states in the file are told");
}

static const SquillEntity *
get_entity (Fixture *f)
{
  return squill_model_get_entity (squill_session_get_model (f->window->session), "e");
}

/* The file is told, the states are merged, and what is left can be decided and taken back. */
static void
test_marked (Merging *m, gconstpointer data)
{
  Fixture *f = &m->fixture;
  g_autofree char *saved = NULL;
  SquillModel *model;

  open_file (m);
  g_assert_nonnull (strstr (adw_message_dialog_get_heading (find_question (f)), "two states"));
  g_assert_nonnull (strstr (adw_message_dialog_get_body (find_question (f)), "line 6"));
  answer (f, "resolve");
  wait_for (f, is_listed, NULL, "the conflicts are listed");
  take_session (f);
  model = squill_session_get_model (f->window->session);
  g_assert_cmpuint (count_rows (), ==, 2);
  g_assert_cmpstr (get_entity (f)->name, ==, "people");
  g_assert_true (squill_session_get_modified (f->window->session));
  g_assert_true (gtk_revealer_get_reveal_child (f->window->banner));
  g_assert_nonnull (strstr (gtk_label_get_label (f->window->banner_label), "2 conflicts"));

  squill_merge_window_choose (find_list (), "e/name", SQUILL_MERGE_THEIRS);
  g_assert_cmpstr (get_entity (f)->name, ==, "persons");
  expect_rows (f, 1);
  squill_merge_window_choose_all (find_list (), SQUILL_MERGE_BASE);
  g_assert_true (isnan (get_entity (f)->growth));
  expect_rows (f, 0);
  g_assert_false (gtk_revealer_get_reveal_child (f->window->banner));

  g_assert_true (squill_model_undo (model));
  g_assert_true (squill_model_undo (model));
  expect_rows (f, 2);
  g_assert_cmpstr (get_entity (f)->name, ==, "people");
  g_assert_true (gtk_revealer_get_reveal_child (f->window->banner));

  /* Until it is saved, the file is what git wrote. */
  g_assert_true (g_file_load_contents (m->file, NULL, &saved, NULL, NULL, NULL));
  g_assert_cmpstr (saved, ==, marked);
  gtk_window_destroy (GTK_WINDOW (find_list ()));
}

static guint
count_lists (void)
{
  g_autoptr (GList) all = gtk_window_list_toplevels ();
  guint n = 0;

  for (GList *l = all; l != NULL; l = l->next)
    n += SQUILL_IS_MERGE_WINDOW (l->data);
  return n;
}

/* There is one list, its rows stay as long as they say the same, and it goes with its model. */
static void
test_list (Merging *m, gconstpointer data)
{
  Fixture *f = &m->fixture;
  g_autoptr (SquillModel) other = squill_model_new ();
  g_autoptr (SquillSession) session = squill_session_new (other, NULL);
  g_autoptr (SquillMergeRow) first = NULL;
  g_autoptr (SquillMergeRow) still = NULL;

  open_file (m);
  answer (f, "resolve");
  wait_for (f, is_listed, NULL, "the conflicts are listed");
  take_session (f);
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.resolve-conflicts", NULL);
  g_assert_cmpuint (count_lists (), ==, 1);

  first = g_list_model_get_item (squill_merge_window_get_rows (find_list ()), 0);
  g_assert_cmpstr (squill_merge_row_get_key (first), ==, "e/name");
  squill_merge_window_choose (find_list (), "e/growth", SQUILL_MERGE_OURS);
  expect_rows (f, 1);
  still = g_list_model_get_item (squill_merge_window_get_rows (find_list ()), 0);
  g_assert_true (still == first);

  squill_window_set_session (f->window, session);
  take_session (f);
  g_assert_cmpuint (count_lists (), ==, 0);
}

static gboolean
is_saved (Fixture *f, gpointer data)
{
  return !squill_session_get_modified (f->window->session);
}

/* A model whose conflicts nobody decided is saved with them. */
static void
test_kept (Merging *m, gconstpointer data)
{
  Fixture *f = &m->fixture;
  g_autoptr (SquillModel) saved = NULL;
  g_autoptr (GPtrArray) conflicts = NULL;

  open_file (m);
  answer (f, "resolve");
  wait_for (f, is_listed, NULL, "the conflicts are listed");
  take_session (f);
  gtk_window_destroy (GTK_WINDOW (find_list ()));
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.save", NULL);
  wait_for (f, is_saved, NULL, "the model is saved");
  saved = squill_model_load (m->file, NULL, NULL, NULL);
  g_assert_nonnull (saved);
  conflicts = squill_model_list_conflicts (saved);
  g_assert_cmpuint (conflicts->len, ==, 2);

  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.resolve-conflicts", NULL);
  g_assert_cmpuint (count_rows (), ==, 2);
  gtk_window_destroy (GTK_WINDOW (find_list ()));
}

static void
test_not_now (Merging *m, gconstpointer data)
{
  SquillSession *before = m->fixture.window->session;

  open_file (m);
  answer (&m->fixture, "cancel");
  settle ();
  g_assert_true (m->fixture.window->session == before);
  g_assert_null (find_list ());
}

static void
test_compare (Merging *m, gconstpointer data)
{
  Fixture *f = &m->fixture;
  SquillModel *model = squill_session_get_model (f->window->session);
  g_autofree char *id = squill_model_add_entity (model, "logs", 0, 0);
  g_autofree char *before = squill_model_to_data (model, NULL);
  g_autofree char *after = NULL;
  g_autoptr (SquillMergeRow) row = NULL;

  _squill_window_compare_with_file (f->window, m->file);
  wait_for (f, is_listed, NULL, "the differences are listed");
  g_assert_cmpuint (count_rows (), ==, 2);
  row = g_list_model_get_item (squill_merge_window_get_rows (find_list ()), 0);
  g_assert_nonnull (squill_merge_row_get_text (row, SQUILL_MERGE_OURS));
  g_assert_nonnull (squill_merge_row_get_text (row, SQUILL_MERGE_THEIRS));
  g_assert_null (squill_merge_row_get_text (row, SQUILL_MERGE_BASE));

  squill_merge_window_choose_all (find_list (), SQUILL_MERGE_THEIRS);
  expect_rows (f, 0);
  g_assert_nonnull (squill_model_find_entity (model, "users"));
  g_assert_null (squill_model_get_entity (model, id));
  g_assert_true (squill_model_undo (model));
  after = squill_model_to_data (model, NULL);
  g_assert_cmpstr (after, ==, before);
  gtk_window_destroy (GTK_WINDOW (find_list ()));
}

/* What has two names has that which the window shows. */
static void
test_name_of_own (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *id = squill_model_add_entity (model, "users", 0, 0);
  g_autoptr (SquillModel) other = squill_model_copy (model);
  g_autoptr (GPtrArray) differences = NULL;
  g_autoptr (SquillMergeRow) row = NULL;
  g_autoptr (GError) error = NULL;

  squill_model_rename (other, id, "people", &error);
  g_assert_no_error (error);
  differences = squill_models_find_differences (model, other);
  g_assert_cmpuint (differences->len, ==, 1);
  row = squill_merge_row_new_difference (model, differences->pdata[0]);
  g_assert_true (g_str_has_prefix (squill_merge_row_get_title (row), "users"));
  g_assert_cmpstr (squill_merge_row_get_text (row, SQUILL_MERGE_THEIRS), ==, "people");
}

int
main (int argc, char *argv[])
{
  g_setenv ("GSETTINGS_BACKEND", "memory", TRUE);
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  gtk_source_init ();
  load_style ();
#define MERGE_TEST(path, data, function) \
  g_test_add (path, Merging, data, merging_set_up, function, merging_tear_down)
  MERGE_TEST ("/merge/marked", marked, test_marked);
  MERGE_TEST ("/merge/list", marked, test_list);
  MERGE_TEST ("/merge/kept", marked, test_kept);
  MERGE_TEST ("/merge/not-now", marked, test_not_now);
  MERGE_TEST ("/merge/compare", plain, test_compare);
  g_test_add_func ("/merge/name-of-own", test_name_of_own);
  return g_test_run ();
}
