/* SPDX-License-Identifier: Apache-2.0 */

/* Nothing that was done or typed in the window is lost. */

#include "config.h"

#include <glib/gstdio.h>
#include <gtksourceview/gtksource.h>
#include <math.h>
#include <string.h>

#include "model/squill-authoring.h"
#include "model/squill-file-writer.h"
#include "outline/squill-outline.h"
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

static gboolean
is_told (Fixture *f, gpointer heading)
{
  AdwMessageDialog *question = find_question (f);

  return question != NULL && g_str_equal (adw_message_dialog_get_heading (question), heading);
}

static void
spoil_drafts (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_state_dir (), "squill", "drafts", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *entry;

  while ((entry = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (entry, ".squill"))
      {
        g_autofree char *path = g_build_filename (folder, entry, NULL);

        g_assert_true (g_file_set_contents (path, "{", 1, NULL));
      }
}

/* A window that was only there to ask goes if there is another one, but not before it has said that
 * the work cannot be read. */
static void
test_recover_unreadable (Fixture *f, gconstpointer data)
{
  static const char *const answers[] = { "recover", "cancel" };
  g_autoptr (GtkApplication) application = gtk_application_new (NULL, G_APPLICATION_NON_UNIQUE);
  g_autoptr (GError) error = NULL;

  g_application_register (G_APPLICATION (application), NULL, &error);
  g_assert_no_error (error);
  gtk_application_add_window (application, GTK_WINDOW (f->window));
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      g_autoptr (SquillDraft) draft = squill_draft_new ();
      Fixture asking = { .window = squill_window_new (application) };
      GtkWidget *window = GTK_WIDGET (asking.window);

      g_object_add_weak_pointer (G_OBJECT (window), (gpointer *)&window);
      squill_draft_write (draft, f->model, NULL, NULL, &error);
      g_assert_no_error (error);
      spoil_drafts ();
      gtk_window_present (GTK_WINDOW (window));
      squill_window_recover (asking.window, draft);
      wait_for (&asking, is_asked, NULL, "the draft is offered");
      answer (&asking, answers[i]);
      if (i == 0)
        {
          wait_for (&asking, is_told, (gpointer) "The unsaved work could not be read",
                    "the window says why");
          answer (&asking, "cancel");
          gtk_window_close (GTK_WINDOW (window));
        }
      wait_for (&asking, is_gone, &window, "the window is gone");
      squill_draft_discard (draft);
    }
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

/* What cannot be saved says what to do, and it can be done there. */
static void
test_failed_save (Fixture *f, gconstpointer data)
{
  Place place;
  AdwMessageDialog *dialog;
  g_autofree char *name = NULL;

  place_init (&place, f->model);
  open_file (f, &place);
  rename_model (f, "kept");
  g_unlink (place.path);
  g_assert_cmpint (g_rmdir (place.folder), ==, 0);
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.save", NULL);
  wait_for (f, is_asked, NULL, "the window says why it is not saved");
  dialog = find_question (f);
  g_assert_nonnull (strstr (adw_message_dialog_get_heading (dialog), "shop.squill"));
  g_assert_nonnull (strstr (adw_message_dialog_get_body (dialog), "still in this window"));
  g_assert_nonnull (strstr (adw_message_dialog_get_body (dialog), "Its folder was moved"));
  g_assert_cmpstr (adw_message_dialog_get_response_label (dialog, "save-as"), ==, "Save _As…");
  g_assert_true (squill_session_get_modified (f->session));

  g_assert_cmpint (g_mkdir (place.folder, 0700), ==, 0);
  answer (f, "retry");
  wait_for (f, is_unmodified, NULL, "it is saved once there is a folder again");
  name = get_saved_name (&place);
  g_assert_cmpstr (name, ==, "kept");
  place_clear (&place);
}

/* Text that is being typed. */

static const char *const name_places[] = { "canvas", "outline", "inspector" };

static GtkWidget *
find_typed (Fixture *f)
{
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (f->window));

  return focus != NULL && GTK_IS_TEXT (focus) ? focus : NULL;
}

static gboolean
is_typing (Fixture *f, gpointer data)
{
  return find_typed (f) != NULL;
}

static gboolean
has_row (Fixture *f, gpointer property)
{
  return squill_inspector_find_row (f->inspector, property) != NULL;
}

/* Types a text without ending that. */
static void
type (Fixture *f, const char *id, const char *place, const char *text)
{
  GtkWidget *view = GTK_WIDGET (
      gtk_widget_get_template_child (GTK_WIDGET (f->window), SQUILL_TYPE_WINDOW, "canvas_view"));
  GtkWidget *outline = find_type (GTK_WIDGET (f->window), SQUILL_TYPE_OUTLINE);

  squill_selection_set_single (squill_session_get_selection (f->session), id);
  if (g_str_equal (place, "canvas"))
    g_assert_true (gtk_widget_activate_action (view, "canvas.rename", NULL));
  else if (g_str_equal (place, "outline"))
    g_assert_true (gtk_widget_activate_action (outline, "outline.rename", NULL));
  else
    {
      const char *property = g_str_equal (place, "inspector") ? "name" : place;

      wait_for (f, has_row, (gpointer)property, "the inspector shows the property");
      gtk_widget_grab_focus (squill_inspector_find_row (f->inspector, property));
    }
  wait_for (f, is_typing, NULL, "a text can be typed");
  gtk_editable_set_text (GTK_EDITABLE (find_typed (f)), text);
}

static gboolean
is_saved_as (Place *place, const char *name, double count)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) saved = squill_model_load (place->file, NULL, NULL, &error);
  const SquillEntity *entity;

  g_assert_no_error (error);
  entity = squill_model_find_entity (saved, name);
  return entity != NULL && (isnan (count) || entity->count.likely == count);
}

/* What is being typed is saved, in each place where one types, and typing goes on. */
static void
test_typing_is_saved (Fixture *f, gconstpointer data)
{
  Place place;
  g_autofree char *id = NULL;

  place_init (&place, f->model);
  open_file (f, &place);
  id = g_strdup (squill_model_find_entity (f->model, "posts")->item.id);
  for (guint i = 0; i < G_N_ELEMENTS (name_places); i++)
    {
      g_autofree char *name = g_strdup_printf ("typed in the %s", name_places[i]);

      type (f, id, name_places[i], name);
      gtk_widget_activate_action (GTK_WIDGET (f->window), "win.save", NULL);
      g_assert_true (squill_session_get_modified (f->session));
      g_assert_cmpstr (squill_model_get_entity (f->model, id)->name, ==, name);
      wait_for (f, is_unmodified, NULL, "it is saved");
      g_assert_true (is_saved_as (&place, name, NAN));
      g_assert_nonnull (find_typed (f));
      gtk_root_set_focus (GTK_ROOT (f->window), NULL);
      settle ();
      g_assert_false (squill_session_get_modified (f->session));
    }
  type (f, id, "count", "12345");
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.save", NULL);
  g_assert_true (squill_session_get_modified (f->session));
  wait_for (f, is_unmodified, NULL, "the number is saved");
  g_assert_true (is_saved_as (&place, "typed in the inspector", 12345));
  place_clear (&place);
}

/* Closing does not drop what is being typed without a question, valid or not. */
static void
test_typing_is_asked_about (Fixture *f, gconstpointer data)
{
  Place place;
  const char *texts[] = { "typed", "comments" };
  g_autofree char *id = NULL;

  place_init (&place, f->model);
  open_file (f, &place);
  id = g_strdup (squill_model_find_entity (f->model, "posts")->item.id);
  g_assert_nonnull (squill_model_find_entity (f->model, "comments"));
  for (guint i = 0; i < G_N_ELEMENTS (name_places); i++)
    for (guint j = 0; j < G_N_ELEMENTS (texts); j++)
      {
        type (f, id, name_places[i], texts[j]);
        gtk_window_close (GTK_WINDOW (f->window));
        wait_for (f, is_asked, NULL, "the window asks about what is being typed");
        g_assert_cmpstr (squill_model_get_entity (f->model, id)->name, ==,
                         j == 0 ? "typed" : "posts");
        answer (f, "cancel");
        wait_for (f, is_not_asked, NULL, "the question is answered");
        gtk_root_set_focus (GTK_ROOT (f->window), NULL);
        settle ();
        squill_model_set (f->model, id, "name", json_string ("posts"), NULL);
        squill_model_set_saved (f->model);
        settle ();
      }
  place_clear (&place);
}

static gboolean
has_entity_in_draft (Fixture *f, gpointer name)
{
  g_autofree char *folder = g_build_filename (g_get_user_state_dir (), "squill", "drafts", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *entry;

  while (dir != NULL && (entry = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, entry, NULL);
      g_autofree char *content = NULL;

      if (g_str_has_suffix (entry, ".squill") && g_file_get_contents (path, &content, NULL, NULL) &&
          strstr (content, name) != NULL)
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_no_entity_in_draft (Fixture *f, gpointer name)
{
  return !has_entity_in_draft (f, name);
}

/* What is being typed is in the draft, and the typing is not disturbed. What is taken back is not.
 */
static void
test_typing_is_in_drafts (Fixture *f, gconstpointer data)
{
  g_autofree char *id = g_strdup (squill_model_find_entity (f->model, "posts")->item.id);

  squill_session_set_unsaved (f->session, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (name_places); i++)
    {
      g_autofree char *name = g_strdup_printf ("typed-%u", i);

      type (f, id, name_places[i], name);
      wait_for (f, has_entity_in_draft, name, "what is typed is in the draft");
      g_assert_cmpstr (squill_model_get_entity (f->model, id)->name, ==, "posts");
      g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (find_typed (f))), ==, name);
      gtk_editable_set_text (GTK_EDITABLE (find_typed (f)), "posts");
      wait_for (f, has_no_entity_in_draft, name, "the draft goes");
      gtk_root_set_focus (GTK_ROOT (f->window), NULL);
      settle ();
    }
  g_assert_false (squill_session_get_modified (f->session));
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
  TEST ("/safety/recover-unreadable", "cms", test_recover_unreadable);
  TEST ("/safety/quick-saves", "cms", test_quick_saves);
  TEST ("/safety/failed-save", "cms", test_failed_save);
  TEST ("/safety/draft-trouble", "cms", test_draft_trouble);
  TEST ("/safety/typing-is-saved", "cms", test_typing_is_saved);
  TEST ("/safety/typing-is-asked-about", "cms", test_typing_is_asked_about);
  TEST ("/safety/typing-is-in-drafts", "cms", test_typing_is_in_drafts);
  return g_test_run ();
}
