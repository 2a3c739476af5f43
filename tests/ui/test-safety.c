/* SPDX-License-Identifier: Apache-2.0 */

/* Nothing that was done or typed in the window is lost. */

#include "config.h"

#include <glib/gstdio.h>
#include <gtksourceview/gtksource.h>

#include "model/squill-authoring.h"
#include "model/squill-file-writer.h"
#include "window-fixture.h"

typedef struct
{
  char *folder;
  char *path;
  GFile *file;
} Place;

static void
place_init (Place *place, SquillModel *model)
{
  g_autoptr (GError) error = NULL;

  place->folder = g_dir_make_tmp ("squill-safety-XXXXXX", NULL);
  place->path = g_build_filename (place->folder, "shop.squill", NULL);
  place->file = g_file_new_for_path (place->path);
  squill_model_save (model, place->file, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
}

static void
place_clear (Place *place)
{
  g_unlink (place->path);
  g_rmdir (place->folder);
  g_free (place->folder);
  g_free (place->path);
  g_object_unref (place->file);
}

static gboolean
is_free (Fixture *f, gpointer data)
{
  return !squill_window_is_busy (f->window);
}

static gboolean
is_unmodified (Fixture *f, gpointer data)
{
  return !squill_session_get_modified (f->session);
}

static gboolean
is_not_asked (Fixture *f, gpointer data)
{
  return find_question (f) == NULL;
}

static void
open_file (Fixture *f, Place *place)
{
  squill_window_load (f->window, place->file);
  wait_for (f, is_free, NULL, "the file is open");
  take_session (f);
}

static void
rename_model (Fixture *f, const char *name)
{
  g_assert_true (squill_model_set (f->model, SQUILL_MODEL_ID, "name", json_string (name), NULL));
}

static char *
get_saved_name (Place *place)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) saved = squill_model_load (place->file, NULL, NULL, &error);

  g_assert_no_error (error);
  return g_strdup (squill_model_get_info (saved)->name);
}

/* Whether some draft has a model of that name in it. */
static gboolean
has_draft (Fixture *f, gpointer name)
{
  g_autofree char *folder = g_build_filename (g_get_user_state_dir (), "squill", "drafts", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *entry;

  while (dir != NULL && (entry = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, entry, NULL);
      g_autoptr (GFile) file = g_file_new_for_path (path);
      g_autoptr (SquillModel) model =
          g_str_has_suffix (entry, ".squill") ? squill_model_load (file, NULL, NULL, NULL) : NULL;

      if (model != NULL && g_strcmp0 (squill_model_get_info (model)->name, name) == 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_no_draft (Fixture *f, gpointer name)
{
  return !has_draft (f, name);
}

/* Each edit is in a draft soon, also one made while the draft before it is written; what is saved
 * leaves none. */
static void
test_drafts (Fixture *f, gconstpointer data)
{
  Place place;
  static const char *const names[] = { "one", "two", "three" };

  place_init (&place, f->model);
  open_file (f, &place);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      rename_model (f, names[i]);
      wait_for (f, has_draft, (gpointer)names[i], "a draft of each edit");
    }
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.save", NULL);
  wait_for (f, is_unmodified, NULL, "it is saved");
  wait_for (f, has_no_draft, (gpointer) "three", "the draft is gone");
  place_clear (&place);
}

/* Recovered work is offered in the window of its file, and does not replace what somebody else
 * wrote since. */
static void
test_recover (Fixture *f, gconstpointer data)
{
  Place place;
  g_autoptr (SquillModel) others = squill_model_new ();
  g_autofree char *etag = NULL;
  g_autofree char *name = NULL;
  g_autoptr (SquillDraft) draft = squill_draft_new ();
  g_autoptr (GError) error = NULL;

  place_init (&place, f->model);
  etag = squill_file_query_etag (place.file, NULL);
  rename_model (f, "recovered");
  squill_draft_write (draft, f->model, place.file, etag, &error);
  g_assert_no_error (error);
  squill_model_set_saved (f->model);
  squill_model_set (others, SQUILL_MODEL_ID, "name", json_string ("others"), NULL);
  squill_model_save (others, place.file, NULL, NULL, NULL, &error);
  g_assert_no_error (error);

  /* The file is there when it is asked about. */
  squill_window_load (f->window, place.file);
  squill_window_recover (f->window, draft);
  g_assert_true (g_file_equal (squill_window_get_file (f->window), place.file));
  g_assert_null (find_question (f));
  wait_for (f, is_asked, NULL, "the draft is offered");
  take_session (f);
  g_assert_cmpstr (squill_model_get_info (f->model)->name, ==, "others");
  g_assert_nonnull (
      g_strrstr (adw_message_dialog_get_body (find_question (f)), "has been changed"));
  answer (f, "recover");
  take_session (f);
  g_assert_cmpstr (squill_model_get_info (f->model)->name, ==, "recovered");
  g_assert_true (squill_session_get_modified (f->session));

  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.save", NULL);
  wait_for (f, is_asked, NULL, "the window says that the file changed");
  g_assert_nonnull (
      g_strrstr (adw_message_dialog_get_heading (find_question (f)), "changed on disk"));
  answer (f, "cancel");
  name = get_saved_name (&place);
  g_assert_cmpstr (name, ==, "others");
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.save", NULL);
  wait_for (f, is_asked, NULL, "the window says so again");
  answer (f, "overwrite");
  wait_for (f, is_unmodified, NULL, "it is replaced");
  g_free (name);
  name = get_saved_name (&place);
  g_assert_cmpstr (name, ==, "recovered");
  place_clear (&place);
}

/* What was not decided is offered when the file is opened again. */
static void
test_recover_later (Fixture *f, gconstpointer data)
{
  Place place;
  SquillDraft *draft = squill_draft_new ();
  g_autoptr (GError) error = NULL;

  place_init (&place, f->model);
  rename_model (f, "kept");
  squill_draft_write (draft, f->model, place.file, NULL, &error);
  g_assert_no_error (error);
  squill_model_set_saved (f->model);
  squill_window_recover (f->window, draft);
  g_object_unref (draft);
  wait_for (f, is_asked, NULL, "the draft is offered");
  answer (f, "cancel");
  wait_for (f, is_not_asked, NULL, "the question is answered");
  settle ();

  squill_window_load (f->window, place.file);
  wait_for (f, is_asked, NULL, "the draft is offered with its file");
  answer (f, "discard");
  wait_for (f, is_free, NULL, "the question is answered");
  wait_for (f, has_no_draft, (gpointer) "kept", "the draft is gone");
  take_session (f);
  place_clear (&place);
}

/* Several saves at once are one after another, and none takes the other for somebody else's. */
static void
test_quick_saves (Fixture *f, gconstpointer data)
{
  Place place;
  g_autofree char *name = NULL;

  place_init (&place, f->model);
  open_file (f, &place);
  for (guint i = 0; i < 3; i++)
    {
      rename_model (f, i == 0 ? "first" : i == 1 ? "second" : "third");
      gtk_widget_activate_action (GTK_WIDGET (f->window), "win.save", NULL);
    }
  wait_for (f, is_unmodified, NULL, "all are saved");
  settle ();
  g_assert_null (find_question (f));
  name = get_saved_name (&place);
  g_assert_cmpstr (name, ==, "third");
  place_clear (&place);
}

static GtkWidget *
find_banner (Fixture *f)
{
  return GTK_WIDGET (
      gtk_widget_get_template_child (GTK_WIDGET (f->window), SQUILL_TYPE_WINDOW, "banner"));
}

static gboolean
is_banner (Fixture *f, gpointer shown)
{
  return gtk_revealer_get_reveal_child (GTK_REVEALER (find_banner (f))) == GPOINTER_TO_INT (shown);
}

/* Where no draft can be written the window says so, until one can. */
static void
test_draft_trouble (Fixture *f, gconstpointer data)
{
  g_autofree char *folder = g_build_filename (g_get_user_state_dir (), "squill", NULL);
  g_autofree char *drafts = g_build_filename (folder, "drafts", NULL);
  g_autofree char *away = g_build_filename (folder, "away", NULL);

  g_mkdir_with_parents (drafts, 0700);
  g_assert_cmpint (g_rename (drafts, away), ==, 0);
  g_assert_true (g_file_set_contents (drafts, "not a folder", -1, NULL));
  g_assert_true (is_banner (f, GINT_TO_POINTER (FALSE)));
  rename_model (f, "in danger");
  wait_for (f, is_banner, GINT_TO_POINTER (TRUE), "the window says that no draft can be kept");
  g_unlink (drafts);
  g_assert_cmpint (g_rename (away, drafts), ==, 0);
  rename_model (f, "safe again");
  wait_for (f, is_banner, GINT_TO_POINTER (FALSE), "the window says so no more");
  g_assert_true (has_draft (f, (gpointer) "safe again"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();
  gtk_source_init ();
#define TEST(path, example, function) \
  g_test_add (path, Fixture, example, set_up, function, tear_down)
  TEST ("/safety/drafts", "cms", test_drafts);
  TEST ("/safety/recover", "cms", test_recover);
  TEST ("/safety/recover-later", "cms", test_recover_later);
  TEST ("/safety/quick-saves", "cms", test_quick_saves);
  TEST ("/safety/draft-trouble", "cms", test_draft_trouble);
  return g_test_run ();
}
