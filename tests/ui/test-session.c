/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "deadline.h"
#include "diagram/squill-diagram.h"
#include "end-object.h"
#include "model/squill-authoring.h"
#include "session/squill-drafts.h"
#include "session/squill-session.h"

typedef struct
{
  SquillModel *model;
  SquillSession *session;
  char *users;
  char *posts;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->model = squill_model_new ();
  fixture->users = squill_model_add_entity (fixture->model, "users", 0, 0);
  fixture->posts = squill_model_add_entity (fixture->model, "posts", 400, 0);
  squill_model_set_saved (fixture->model);
  fixture->session = squill_session_new (fixture->model, NULL);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  end_object (fixture->session);
  end_object (fixture->model);
  g_free (fixture->users);
  g_free (fixture->posts);
}

static void
count (gpointer object, guint *counter)
{
  (*counter)++;
}

static void
test_selection (Fixture *fixture, gconstpointer data)
{
  SquillSelection *selection = squill_session_get_selection (fixture->session);
  const char *both[] = { fixture->posts, fixture->users, "nobody", fixture->posts, NULL };
  g_auto (GStrv) ids = NULL;
  guint changes = 0;

  g_signal_connect (selection, "changed", G_CALLBACK (count), &changes);
  g_assert_cmpuint (squill_selection_get_size (selection), ==, 0);
  g_assert_null (squill_selection_get_single (selection));

  squill_selection_set_single (selection, fixture->users);
  g_assert_cmpstr (squill_selection_get_single (selection), ==, fixture->users);
  squill_selection_set_single (selection, fixture->users);
  g_assert_cmpuint (changes, ==, 1);

  squill_selection_set_many (selection, both);
  g_assert_cmpuint (changes, ==, 2);
  g_assert_cmpuint (squill_selection_get_size (selection), ==, 2);
  g_assert_null (squill_selection_get_single (selection));
  g_assert_cmpstr (squill_selection_get_nth (selection, 0), ==, fixture->posts);
  g_assert_null (squill_selection_get_nth (selection, 2));
  ids = squill_selection_get_ids (selection);
  g_assert_cmpuint (g_strv_length (ids), ==, 2);

  squill_selection_toggle (selection, fixture->posts);
  g_assert_cmpstr (squill_selection_get_single (selection), ==, fixture->users);
  squill_selection_toggle (selection, fixture->posts);
  g_assert_true (squill_selection_contains (selection, fixture->posts));
  squill_selection_toggle (selection, SQUILL_MODEL_ID);
  squill_selection_toggle (selection, "nobody");
  g_assert_cmpuint (changes, ==, 4);
  squill_selection_clear (selection);
  g_assert_cmpuint (squill_selection_get_size (selection), ==, 0);
}

static void
on_show (SquillSession *session, const char *id, char **shown)
{
  g_free (*shown);
  *shown = g_strdup (id);
}

/* The collection that a fix makes is shown, and what was selected stays selected. */
static void
test_show (Fixture *fixture, gconstpointer data)
{
  SquillModel *model = fixture->model;
  SquillSelection *selection = squill_session_get_selection (fixture->session);
  g_autofree char *comments = squill_model_add_entity (model, "comments", 0, 0);
  g_autofree char *r = squill_model_add_relationship (model, fixture->posts, comments, NULL,
                                                      SQUILL_PLACEMENT_EMBED_MANY);
  g_autofree char *shown = NULL;
  const SquillFinding *mended = NULL;
  GPtrArray *findings;

  g_assert_true (squill_model_set (model, r, "children",
                                   squill_json_triple (SQUILL_TRIPLE (0, 35, INFINITY)), NULL));
  g_signal_connect (fixture->session, "show", G_CALLBACK (on_show), &shown);
  squill_session_show_item (fixture->session, r);
  g_assert_cmpstr (shown, ==, r);
  g_assert_cmpstr (squill_selection_get_single (selection), ==, r);
  /* Again, although it is selected. */
  g_clear_pointer (&shown, g_free);
  squill_session_show_item (fixture->session, r);
  g_assert_cmpstr (shown, ==, r);
  g_clear_pointer (&shown, g_free);
  squill_session_show_item (fixture->session, "nobody");
  g_assert_null (shown);

  squill_selection_set_single (selection, fixture->users);
  findings = squill_advice_get_findings (squill_session_get_advice (fixture->session));
  for (guint i = 0; i < findings->len && mended == NULL; i++)
    {
      const SquillFinding *finding = findings->pdata[i];

      if (finding->fix != NULL && g_strcmp0 (finding->subject, r) == 0 &&
          finding->fix->placement == SQUILL_PLACEMENT_PARENT_REFERENCE)
        mended = finding;
    }
  g_assert_nonnull (mended);
  g_assert_null (
      squill_design_find_collection (squill_session_get_design (fixture->session), comments));
  g_assert_true (squill_session_apply_fix (fixture->session, mended->fix, NULL));
  g_assert_nonnull (
      squill_design_find_collection (squill_session_get_design (fixture->session), comments));
  g_assert_cmpstr (shown, ==, comments);
  g_assert_cmpstr (squill_selection_get_single (selection), ==, fixture->users);
}

typedef struct
{
  Fixture *fixture;
  SquillDiagram *diagram;
  GString *order;
} Reader;

/* Reads all that follows from the model: nothing of it may be that of before. */
static void
read_everything (Reader *reader, const char *signal)
{
  SquillSession *session = reader->fixture->session;
  g_autoptr (SquillDiagramChange) change = squill_diagram_update (reader->diagram);

  g_string_append (reader->order, signal);
  g_assert_cmpuint (squill_design_get_n_collections (squill_session_get_design (session)), ==, 1);
  g_assert_cmpuint (squill_diagram_get_n_cards (reader->diagram), ==, 1);
  g_assert_null (squill_diagram_find_card (reader->diagram, reader->fixture->users));
  g_assert_cmpint (
      squill_advice_get_worst (squill_session_get_advice (session), reader->fixture->users), ==,
      -1);
}

static void
on_selection_changed (SquillSelection *selection, Reader *reader)
{
  read_everything (reader, "selection ");
}

static void
on_session_changed (SquillSession *session, SquillChange *change, Reader *reader)
{
  read_everything (reader, "session ");
}

/* Selection and views hear of a change after all that follows from it, even after a diagram that
 * was made later than they were connected. */
static void
test_order (Fixture *fixture, gconstpointer data)
{
  SquillSelection *selection = squill_session_get_selection (fixture->session);
  g_autofree char *operation = squill_model_add_operation (fixture->model, "find users",
                                                           SQUILL_OPERATION_FIND, fixture->users);
  g_autofree char *link = squill_model_add_relationship (
      fixture->model, fixture->users, fixture->posts, "writes", SQUILL_PLACEMENT_PARENT_REFERENCE);
  const char *doomed[] = { fixture->users, NULL };
  g_autoptr (GString) order = g_string_new (NULL);
  g_autoptr (SquillDiagram) diagram = NULL;
  g_autoptr (SquillDiagramChange) change = NULL;
  Reader reader = { fixture, NULL, order };

  squill_model_set (fixture->model, operation, "rate", json_integer (5), NULL);
  squill_selection_set_single (selection, fixture->users);
  g_signal_connect (selection, "changed", G_CALLBACK (on_selection_changed), &reader);
  g_signal_connect (fixture->session, "changed", G_CALLBACK (on_session_changed), &reader);
  reader.diagram = diagram = squill_diagram_new (squill_session_get_design (fixture->session));
  squill_diagram_set_advice (diagram, squill_session_get_advice (fixture->session));
  change = squill_diagram_update (diagram);
  g_assert_cmpuint (squill_diagram_get_n_cards (diagram), ==, 2);
  g_assert_nonnull (squill_advice_get_findings (squill_session_get_advice (fixture->session)));

  squill_model_delete (fixture->model, doomed);
  g_assert_cmpstr (order->str, ==, "selection session ");
}

/* What goes leaves the selection, also what goes with it. */
static void
test_selection_follows (Fixture *fixture, gconstpointer data)
{
  SquillSelection *selection = squill_session_get_selection (fixture->session);
  g_autofree char *field =
      squill_model_add_field (fixture->model, fixture->users, NULL, "name", SQUILL_TYPE_STRING);
  const char *selected[] = { field, fixture->posts, NULL };
  const char *doomed[] = { fixture->users, NULL };

  squill_selection_set_many (selection, selected);
  squill_model_delete (fixture->model, doomed);
  g_assert_cmpstr (squill_selection_get_single (selection), ==, fixture->posts);
  g_assert_true (squill_model_undo (fixture->model));
  g_assert_cmpstr (squill_selection_get_single (selection), ==, fixture->posts);
}

static void
run_pending (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
test_title (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GFile) file = g_file_new_for_path ("/nowhere/shop of mine.squill");

  g_assert_cmpstr (squill_session_get_title (fixture->session), ==, "Untitled model");
  g_assert_cmpstr (squill_session_get_subtitle (fixture->session), ==, "2 collections");
  squill_session_set_file (fixture->session, file, NULL);
  run_pending ();
  g_assert_cmpstr (squill_session_get_title (fixture->session), ==, "shop of mine");
  g_assert_true (
      squill_model_set (fixture->model, SQUILL_MODEL_ID, "name", json_string ("Shop"), NULL));
  run_pending ();
  g_assert_cmpstr (squill_session_get_title (fixture->session), ==, "Shop");
  g_assert_cmpstr (squill_session_get_subtitle (fixture->session), ==,
                   "shop of mine.squill · 2 collections · edited");
  squill_model_set_read_only (fixture->model, TRUE);
  g_assert_false (squill_session_is_untouched (fixture->session));
}

static void
test_untouched (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillSession) session = squill_session_new (model, NULL);
  g_autofree char *id = NULL;

  g_assert_true (squill_session_is_untouched (session));
  squill_session_set_unsaved (session, TRUE);
  g_assert_true (squill_session_get_modified (session));
  g_assert_false (squill_session_is_untouched (session));
  squill_session_set_unsaved (session, FALSE);
  id = squill_model_add_entity (model, "a", 0, 0);
  g_assert_false (squill_session_is_untouched (session));
  squill_model_undo (model);
  /* There is something to make again. */
  g_assert_false (squill_session_get_modified (session));
}

static const SquillPreviewResult *
wait_for_result (SquillPreview *preview)
{
  g_auto (Deadline) deadline = deadline_begin ("the result of a preview");

  while (squill_preview_get_result (preview) == NULL)
    g_main_context_iteration (NULL, TRUE);
  return squill_preview_get_result (preview);
}

static void
test_preview (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) edits = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_edit_unref);
  SquillFix fix = { (char *)"Mend", -1, edits };
  SquillPreview *preview = squill_session_get_preview (fixture->session);
  const SquillPreviewResult *result;
  const SquillPreviewCollection *posts;
  const guint64 generation = squill_model_get_generation (fixture->model);
  const gboolean can_undo = squill_model_get_can_undo (fixture->model);
  const gboolean modified = squill_session_get_modified (fixture->session);
  guint changes = 0;

  g_signal_connect (preview, "changed", G_CALLBACK (count), &changes);
  g_assert_null (squill_preview_get_ids (preview));
  /* Something that is not there yet is shown where it will come. */
  g_ptr_array_add (
      edits, squill_edit_new_add (SQUILL_KIND_FIELD, "new", fixture->posts,
                                  json_pack ("{s:s,s:[s]}", "name", "extra", "types", "int")));
  squill_preview_show_fix (preview, &fix);
  g_assert_cmpuint (changes, ==, 1);
  g_assert_cmpstr (squill_preview_get_ids (preview)[0], ==, fixture->posts);
  g_assert_null (squill_preview_get_result (preview));

  result = wait_for_result (preview);
  g_assert_cmpuint (changes, ==, 2);
  g_assert_cmpuint (result->collections->len, ==, 1);
  posts = squill_preview_result_find (result, fixture->posts);
  g_assert_nonnull (posts);
  g_assert_cmpint (posts->kind, ==, SQUILL_PREVIEW_CHANGED);
  g_assert_cmpint (GPOINTER_TO_INT (g_hash_table_lookup (posts->paths, "extra")), ==,
                   SQUILL_PREVIEW_NEW);
  g_assert_cmpuint (g_hash_table_size (posts->paths), ==, 1);
  g_assert_cmpfloat (posts->after, >, posts->before);
  g_assert_nonnull (strstr (result->summary, "→"));

  /* Nothing of it is in the model, its history or what would be saved. */
  g_assert_cmpuint (squill_model_get_generation (fixture->model), ==, generation);
  g_assert_cmpint (squill_model_get_can_undo (fixture->model), ==, can_undo);
  g_assert_cmpint (squill_session_get_modified (fixture->session), ==, modified);
  g_assert_null (squill_model_get_item (fixture->model, "new"));

  /* It goes with the next change. */
  g_assert_true (
      squill_model_set (fixture->model, SQUILL_MODEL_ID, "name", json_string ("x"), NULL));
  g_assert_null (squill_preview_get_ids (preview));
  g_assert_null (squill_preview_get_result (preview));
  g_assert_cmpuint (changes, ==, 3);
}

/* Of several that are pointed at one after the other only the last is shown. */
static void
test_preview_of_last (Fixture *fixture, gconstpointer data)
{
  g_autofree char *written = squill_model_add_relationship (
      fixture->model, fixture->users, fixture->posts, "posts", SQUILL_PLACEMENT_PARENT_REFERENCE);
  g_autofree char *later = NULL;
  SquillPreview *preview = squill_session_get_preview (fixture->session);
  const SquillPreviewResult *result;

  squill_preview_show_placement (preview, written, SQUILL_PLACEMENT_TWO_WAY, FALSE);
  squill_preview_show_placement (preview, written, SQUILL_PLACEMENT_EMBED_MANY, FALSE);
  result = wait_for_result (preview);
  g_assert_cmpint (squill_model_get_relationship (fixture->model, written)->placement, !=,
                   SQUILL_PLACEMENT_EMBED_MANY);
  g_assert_cmpint (squill_preview_result_find (result, fixture->posts)->kind, ==,
                   SQUILL_PREVIEW_GONE);
  g_assert_cmpint (squill_preview_result_find (result, fixture->users)->kind, ==,
                   SQUILL_PREVIEW_CHANGED);
  squill_preview_end (preview);
  g_assert_null (squill_preview_get_result (preview));
  g_assert_null (squill_preview_get_ids (preview));

  /* It is the model as it is now. */
  later = squill_model_add_field (fixture->model, fixture->users, NULL, "later", SQUILL_TYPE_INT);
  squill_preview_show_placement (preview, written, SQUILL_PLACEMENT_EMBED_MANY, FALSE);
  result = wait_for_result (preview);
  g_assert_nonnull (squill_shape_find (
      squill_design_find_collection (result->design, fixture->users)->shape, "later"));
}

typedef struct
{
  gboolean done;
  gboolean saved;
  GError *error;
} Outcome;

static void
on_saved (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Outcome *outcome = user_data;

  g_clear_error (&outcome->error);
  outcome->saved = squill_session_save_finish (SQUILL_SESSION (source), result, &outcome->error);
  outcome->done = TRUE;
}

static void
save (Fixture *fixture, GFile *file, gboolean force, Outcome *outcome)
{
  outcome->done = FALSE;
  squill_session_save_async (fixture->session, file, force, NULL, on_saved, outcome);
  while (!outcome->done)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_save (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("squill-session-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.squill", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *id = NULL;
  Outcome outcome = { FALSE, FALSE, NULL };

  id = squill_model_add_entity (fixture->model, "tags", 0, 400);
  g_assert_true (squill_session_get_modified (fixture->session));
  save (fixture, file, FALSE, &outcome);
  g_assert_no_error (outcome.error);
  g_assert_true (outcome.saved);
  g_assert_false (squill_session_get_modified (fixture->session));
  g_assert_true (squill_session_get_file (fixture->session) == file);
  g_assert_true (g_file_get_contents (path, &first, NULL, NULL));

  /* Back and forth, the file is the same. */
  squill_model_undo (fixture->model);
  g_assert_true (squill_session_get_modified (fixture->session));
  squill_model_redo (fixture->model);
  g_assert_false (squill_session_get_modified (fixture->session));
  save (fixture, file, FALSE, &outcome);
  g_assert_true (outcome.saved);
  g_assert_true (g_file_get_contents (path, &second, NULL, NULL));
  g_assert_cmpstr (first, ==, second);

  /* Somebody else wrote it. */
  g_assert_true (
      g_file_set_contents (path, "{\"format\": \"squill/model\", \"version\": 1}", -1, NULL));
  squill_model_set (fixture->model, SQUILL_MODEL_ID, "name", json_string ("Mine"), NULL);
  save (fixture, file, FALSE, &outcome);
  g_assert_false (outcome.saved);
  g_assert_error (outcome.error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_CHANGED);
  g_assert_true (squill_session_get_modified (fixture->session));
  save (fixture, file, TRUE, &outcome);
  g_assert_true (outcome.saved);

  /* What is done while it is written stays unsaved. */
  outcome.done = FALSE;
  squill_model_set (fixture->model, SQUILL_MODEL_ID, "name", json_string ("Before"), NULL);
  squill_session_save_async (fixture->session, file, FALSE, NULL, on_saved, &outcome);
  squill_model_set (fixture->model, SQUILL_MODEL_ID, "name", json_string ("After"), NULL);
  while (!outcome.done)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (outcome.saved);
  g_assert_true (squill_session_get_modified (fixture->session));

  g_clear_error (&outcome.error);
  g_unlink (path);
  g_rmdir (folder);
}

static void
on_draft_written (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Outcome *outcome = user_data;

  outcome->saved = squill_draft_write_finish (SQUILL_DRAFT (source), result, &outcome->error);
  outcome->done = TRUE;
}

static void
test_drafts (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GFile) file = g_file_new_for_path ("/nowhere/a.squill");
  g_autoptr (SquillDraft) draft = squill_draft_new ();
  g_autoptr (GPtrArray) orphans = NULL;
  g_autoptr (SquillModel) recovered = NULL;
  g_autoptr (GFile) original = NULL;
  g_autofree char *etag = NULL, *name = NULL;
  g_autoptr (GDateTime) time = NULL;
  g_autoptr (GError) error = NULL;
  Outcome outcome = { FALSE, FALSE, NULL };
  SquillDraft *orphan;

  g_assert_true (squill_draft_write (draft, fixture->model, file, NULL, &error));
  g_assert_no_error (error);

  /* It belongs to somebody who is there. */
  orphans = squill_drafts_find_orphans ();
  g_assert_cmpuint (orphans->len, ==, 0);
  g_clear_pointer (&orphans, g_ptr_array_unref);

  squill_model_set (fixture->model, SQUILL_MODEL_ID, "name", json_string ("Later"), NULL);
  squill_draft_write_async (draft, squill_model_copy (fixture->model), file, "as it was",
                            on_draft_written, &outcome);
  while (!outcome.done)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (outcome.saved);

  /* Its program ends. */
  end_object (g_steal_pointer (&draft));
  orphans = squill_drafts_find_orphans ();
  g_assert_cmpuint (orphans->len, ==, 1);
  orphan = orphans->pdata[0];
  original = squill_draft_get_original (orphan);
  g_assert_true (g_file_equal (original, file));
  etag = squill_draft_get_etag (orphan);
  g_assert_cmpstr (etag, ==, "as it was");
  name = squill_draft_get_name (orphan);
  g_assert_cmpstr (name, ==, "Later");
  time = squill_draft_get_time (orphan);
  g_assert_nonnull (time);
  recovered = squill_draft_load (orphan, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (squill_model_get_info (recovered)->name, ==, "Later");
  g_assert_nonnull (squill_model_get_entity (recovered, fixture->users));

  squill_draft_discard (orphan);
  g_assert_true (squill_draft_write (orphan, fixture->model, NULL, NULL, &error));
  g_clear_pointer (&orphans, g_ptr_array_unref);
  orphans = squill_drafts_find_orphans ();
  g_assert_cmpuint (orphans->len, ==, 0);
}

/* What was recovered does not replace what somebody else wrote, and neither does work of which it
 * is not known what it was made of. */
static void
test_recovered_etag (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("squill-session-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.squill", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  Outcome outcome = { FALSE, FALSE, NULL };

  save (fixture, file, FALSE, &outcome);
  g_assert_true (outcome.saved);
  for (guint round = 0; round < 3; round++)
    {
      g_autoptr (SquillDraft) draft = squill_draft_new ();
      g_autofree char *etag = NULL;
      g_autofree char *content = NULL;
      g_autoptr (GError) error = NULL;

      squill_draft_write (draft, fixture->model, file,
                          round < 2 ? squill_session_get_etag (fixture->session) : NULL, &error);
      g_assert_no_error (error);
      if (round == 1)
        g_assert_true (g_file_set_contents (path, "somebody else's", -1, NULL));
      etag = squill_draft_get_etag (draft);
      squill_session_set_file (fixture->session, file, etag);
      save (fixture, file, FALSE, &outcome);
      if (round == 0)
        {
          g_assert_no_error (outcome.error);
        }
      else
        {
          g_assert_error (outcome.error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_CHANGED);
          g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
          g_assert_cmpstr (content, ==, "somebody else's");
        }
      squill_draft_discard (draft);
    }
  squill_session_set_file (fixture->session, file, NULL);
  save (fixture, file, FALSE, &outcome);
  g_assert_error (outcome.error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_CHANGED);
  g_clear_error (&outcome.error);
  g_unlink (path);
  g_rmdir (folder);
}

static gpointer
read_pipe (gpointer path)
{
  char *content = NULL;

  g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
  return content;
}

typedef struct
{
  GString *order;
  const char *name;
} Turn;

static void
on_turn (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Turn *turn = user_data;
  g_autoptr (GError) error = NULL;

  squill_session_save_finish (SQUILL_SESSION (source), result, &error);
  g_assert_no_error (error);
  g_string_append (turn->order, turn->name);
}

/* A disk that takes its time: the first save is one to a pipe that nobody reads yet. Those behind
 * it wait, what they write is the newest there is, and nobody but Squill has changed the file. */
static void
test_one_save_at_a_time (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("squill-session-XXXXXX", NULL);
  g_autofree char *pipe = g_build_filename (folder, "pipe", NULL);
  g_autofree char *path = g_build_filename (folder, "a.squill", NULL);
  g_autoptr (GFile) pipe_file = g_file_new_for_path (pipe);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (SquillModel) saved = NULL;
  g_autofree char *piped = NULL;
  g_autoptr (GString) order = g_string_new (NULL);
  Outcome outcome = { FALSE, FALSE, NULL };
  Turn turns[] = { { order, "1" }, { order, "2" }, { order, "3" }, { order, "4" } };
  GThread *reader;

  save (fixture, file, FALSE, &outcome);
  g_assert_true (outcome.saved);
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  squill_model_set (fixture->model, SQUILL_MODEL_ID, "name", json_string ("One"), NULL);
  squill_session_save_async (fixture->session, pipe_file, TRUE, NULL, on_turn, &turns[0]);
  squill_model_set (fixture->model, SQUILL_MODEL_ID, "name", json_string ("Two"), NULL);
  for (guint i = 1; i < G_N_ELEMENTS (turns); i++)
    squill_session_save_async (fixture->session, file, i == 1, NULL, on_turn, &turns[i]);
  /* Something else that is written in a thread is done: time enough to overtake. */
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (SquillDraft) draft = squill_draft_new ();

      outcome.done = FALSE;
      squill_draft_write_async (draft, squill_model_copy (fixture->model), file, NULL,
                                on_draft_written, &outcome);
      while (!outcome.done)
        g_main_context_iteration (NULL, TRUE);
      squill_draft_discard (draft);
    }
  g_assert_cmpstr (order->str, ==, "");
  squill_model_set (fixture->model, SQUILL_MODEL_ID, "name", json_string ("Three"), NULL);

  reader = g_thread_new ("reader", read_pipe, pipe);
  while (order->len < G_N_ELEMENTS (turns))
    g_main_context_iteration (NULL, TRUE);
  piped = g_thread_join (reader);
  g_assert_cmpstr (order->str, ==, "1234");
  g_assert_nonnull (strstr (piped, "\"One\""));
  saved = squill_model_load (file, NULL, NULL, NULL);
  g_assert_cmpstr (squill_model_get_info (saved)->name, ==, "Three");
  g_assert_false (squill_session_get_modified (fixture->session));
  g_assert_true (squill_session_get_file (fixture->session) == file);
  g_unlink (path);
  g_unlink (pipe);
  g_rmdir (folder);
}

static gboolean another_looks;

/* Instead of that of the C library, so that another program can look for drafts between the opening
 * of a lock and its locking. */
int
flock (int file, int operation)
{
  if (another_looks)
    {
      g_autoptr (GPtrArray) orphans = NULL;

      another_looks = FALSE;
      orphans = squill_drafts_find_orphans ();
      g_assert_cmpuint (orphans->len, ==, 0);
    }
  return (int)syscall (SYS_flock, file, operation);
}

/* A lock without a model looks left over to another program, which removes it. */
static void
test_draft_lock (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SquillDraft) draft = squill_draft_new ();
  g_autoptr (GPtrArray) orphans = NULL;
  g_autoptr (GError) error = NULL;

  another_looks = TRUE;
  squill_draft_write (draft, fixture->model, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_false (another_looks);
  end_object (g_steal_pointer (&draft));

  orphans = squill_drafts_find_orphans ();
  g_assert_cmpuint (orphans->len, ==, 1);
  squill_draft_discard (g_ptr_array_index (orphans, 0));
}

/* Where no draft can be written, whoever asked for it hears of it. */
static void
test_draft_trouble (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = g_build_filename (g_get_user_state_dir (), "squill", NULL);
  g_autofree char *drafts = g_build_filename (folder, "drafts", NULL);
  g_autoptr (SquillDraft) draft = squill_draft_new ();
  g_autoptr (GError) error = NULL;

  g_rmdir (drafts);
  g_mkdir_with_parents (folder, 0700);
  g_assert_true (g_file_set_contents (drafts, "not a folder", -1, NULL));
  g_assert_false (squill_draft_write (draft, fixture->model, NULL, NULL, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_unlink (drafts);
  g_assert_true (squill_draft_write (draft, fixture->model, NULL, NULL, &error));
  g_assert_no_error (error);
  squill_draft_discard (draft);
}

int
main (int argc, char **argv)
{
  g_autofree char *state = g_dir_make_tmp ("squill-state-XXXXXX", NULL);
  int status;

  /* Drafts of the person who runs this are none of ours. */
  g_setenv ("XDG_STATE_HOME", state, TRUE);
  g_test_init (&argc, &argv, NULL);
#define TEST(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)
  TEST ("/session/order", test_order);
  TEST ("/session/selection", test_selection);
  TEST ("/session/show", test_show);
  TEST ("/session/selection-follows", test_selection_follows);
  TEST ("/session/title", test_title);
  TEST ("/session/preview", test_preview);
  TEST ("/session/preview-of-last", test_preview_of_last);
  TEST ("/session/save", test_save);
  TEST ("/session/one-save-at-a-time", test_one_save_at_a_time);
  TEST ("/session/drafts", test_drafts);
  TEST ("/session/draft-lock", test_draft_lock);
  TEST ("/session/draft-trouble", test_draft_trouble);
  TEST ("/session/recovered-etag", test_recovered_etag);
  g_test_add_func ("/session/untouched", test_untouched);
  status = g_test_run ();
  for (guint i = 0; i < 3; i++)
    {
      static const char *const folders[] = { "squill/drafts", "squill", "" };
      g_autofree char *path = g_build_filename (state, folders[i], NULL);

      g_rmdir (path);
    }
  return status;
}
