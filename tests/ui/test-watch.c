/* SPDX-License-Identifier: Apache-2.0 */

/* A window follows the database that its model was read from: what comes there is said, and the
 * model stays as it is. */

#include "config.h"

#include <glib/gstdio.h>
#include <gtksourceview/gtksource.h>
#include <string.h>

#include "canvas/squill-canvas-view.h"
#include "canvas/squill-canvas.h"
#include "inspect/refresh/squill-refresh.h"
#include "reading/squill-difference-window.h"
#include "model/squill-authoring.h"
#include "session/squill-inspection.h"
#include "session/squill-watch.h"
#include "shell/squill-window-private.h"
#include "window-fixture.h"

/* A folder with the JSON files of a database. */
typedef struct
{
  Fixture fixture;
  char *folder;
  SquillInspection *inspection;
  gboolean done;
} Watched;

static void
write_documents (Watched *w, const char *name, guint n, const char *more)
{
  g_autofree char *path = g_build_filename (w->folder, name, NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "{\"_id\": %u, \"total\": %u%s}\n", i, i * 7 % 50, more);
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  Watched *w = data;

  g_assert_true (squill_inspection_read_finish (SQUILL_INSPECTION (source), result, NULL));
  w->done = TRUE;
}

static void
on_made (GObject *source, GAsyncResult *result, gpointer data)
{
  Watched *w = data;

  w->fixture.model = squill_inspection_make_model_finish (SQUILL_INSPECTION (source), result, NULL);
  g_assert_nonnull (w->fixture.model);
  w->done = TRUE;
}

static gboolean
is_done (Fixture *f, gpointer data)
{
  return ((Watched *)data)->done;
}

/* Reads the folder into the window. */
static void
watched_set_up (Watched *w, gconstpointer data)
{
  const char *sources[] = { NULL, NULL };
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (SquillSession) session = NULL;

  set_up (&w->fixture, NULL);
  w->folder = g_dir_make_tmp ("squill-watch-XXXXXX", NULL);
  write_documents (w, "orders.json", 100, "");
  w->inspection = squill_inspection_new ();
  sources[0] = w->folder;
  squill_inspection_set_sources (w->inspection, sources);
  squill_inspection_read_async (w->inspection, on_read, w);
  wait_for (&w->fixture, is_done, w, "the folder is read");
  w->done = FALSE;
  squill_inspection_make_model_async (w->inspection, on_made, w);
  wait_for (&w->fixture, is_done, w, "the model is made");
  model = w->fixture.model;
  squill_model_clear_history (model);
  session = squill_session_new (model, NULL);
  squill_window_set_session (w->fixture.window, session);
  take_session (&w->fixture);
}

static void
remove_file (Watched *w, const char *name)
{
  g_autofree char *path = g_build_filename (w->folder, name, NULL);

  g_remove (path);
}

static void
watched_tear_down (Watched *w, gconstpointer data)
{
  tear_down (&w->fixture, NULL);
  remove_file (w, "orders.json");
  remove_file (w, "refunds.json");
  g_rmdir (w->folder);
  g_free (w->folder);
  g_object_unref (w->inspection);
}

static gboolean
is_idle (Fixture *f, gpointer watch)
{
  return !squill_watch_is_reading (watch);
}

static void
read_again (Watched *w, SquillWatch *watch)
{
  squill_watch_read (watch);
  wait_for (&w->fixture, is_idle, watch, "the database is read");
}

static gboolean
says (const GPtrArray *differences, guint from, guint to, const char *words)
{
  for (guint i = from; i < MIN (to, differences->len); i++)
    if (strstr (((const SquillDifference *)differences->pdata[i])->message, words) != NULL)
      return TRUE;
  return FALSE;
}

static void
test_what_comes (Watched *w, gconstpointer data)
{
  g_autoptr (SquillWatch) watch = squill_watch_new (w->fixture.session, 0);
  g_autoptr (GPtrArray) differences = NULL;
  const guint64 generation = squill_model_get_generation (w->fixture.model);
  g_autofree char *text = NULL;

  read_again (w, watch);
  g_assert_no_error (squill_watch_get_error (watch));
  g_assert_cmpuint (squill_watch_get_n_readings (watch), ==, 1);
  g_assert_cmpuint (squill_watch_get_n_new (watch), ==, 0);

  /* Nothing came. */
  read_again (w, watch);
  g_assert_cmpuint (squill_watch_get_n_new (watch), ==, 0);

  /* Twenty documents more, a field and a collection. */
  write_documents (w, "orders.json", 120, ", \"coupon\": \"x\"");
  write_documents (w, "refunds.json", 10, "");
  read_again (w, watch);
  g_assert_cmpuint (squill_watch_get_n_readings (watch), ==, 3);
  g_assert_cmpuint (squill_watch_get_n_new (watch), >=, 3);
  differences = squill_watch_get_differences (watch);
  g_assert_true (says (differences, 0, differences->len, "coupon"));
  g_assert_true (says (differences, 0, differences->len, "refunds"));
  g_assert_true (says (differences, 0, differences->len, "grown by 20 documents"));
  text = squill_watch_describe (watch);
  g_assert_nonnull (strstr (text, "new"));

  /* It only looks. */
  g_assert_cmpuint (squill_model_get_generation (w->fixture.model), ==, generation);
  g_assert_false (squill_model_get_can_undo (w->fixture.model));
}

/* What differs at the first look is no news, and yet not nothing: it is on the diagram. */
static void
test_what_differs (Watched *w, gconstpointer data)
{
  g_autoptr (SquillWatch) same = squill_watch_new (w->fixture.session, 0);
  g_autoptr (SquillWatch) watch = NULL;
  g_autofree char *agreed = NULL, *differs = NULL;

  read_again (w, same);
  agreed = squill_watch_describe (same);
  g_assert_nonnull (strstr (agreed, "nothing new"));
  write_documents (w, "refunds.json", 10, "");
  watch = squill_watch_new (w->fixture.session, 0);
  read_again (w, watch);
  g_assert_cmpuint (squill_watch_get_n_new (watch), ==, 0);
  differs = squill_watch_describe (watch);
  g_assert_nonnull (strstr (differs, "1 difference at"));
}

/* What cannot be read for a while is read again when it can. */
static void
test_trouble (Watched *w, gconstpointer data)
{
  g_autoptr (SquillWatch) watch = squill_watch_new (w->fixture.session, 0);

  read_again (w, watch);
  remove_file (w, "orders.json");
  g_rmdir (w->folder);
  read_again (w, watch);
  g_assert_nonnull (squill_watch_get_error (watch));
  g_assert_cmpuint (squill_watch_get_n_readings (watch), ==, 1);
  g_assert_cmpint (g_mkdir (w->folder, 0700), ==, 0);
  write_documents (w, "orders.json", 100, "");
  read_again (w, watch);
  g_assert_no_error (squill_watch_get_error (watch));
  g_assert_cmpuint (squill_watch_get_n_readings (watch), ==, 2);
  g_assert_cmpuint (squill_watch_get_n_new (watch), ==, 0);
}

static gboolean
has_read (Fixture *f, gpointer n)
{
  return f->window->watch != NULL &&
         squill_watch_get_n_readings (f->window->watch) >= GPOINTER_TO_UINT (n);
}

static void
test_window (Watched *w, gconstpointer data)
{
  SquillWindow *window = w->fixture.window;
  GListModel *rows;

  g_assert_false (gtk_widget_get_visible (window->watch_button));
  g_object_set (window, "watching", TRUE, NULL);
  wait_for (&w->fixture, has_read, GUINT_TO_POINTER (1), "the database is watched");
  g_assert_true (gtk_widget_get_visible (window->watch_button));

  gtk_widget_activate_action (GTK_WIDGET (window), "win.watch-list", NULL);
  g_assert_nonnull (window->watch_list);
  rows = squill_difference_window_get_rows (SQUILL_DIFFERENCE_WINDOW (window->watch_list));
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 0);
  write_documents (w, "refunds.json", 10, "");
  squill_watch_read (window->watch);
  wait_for (&w->fixture, has_read, GUINT_TO_POINTER (2), "it is read again");
  g_assert_cmpuint (g_list_model_get_n_items (rows), >, 0);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.watch", NULL);
  g_assert_null (window->watch);
  g_assert_null (window->watch_list);
  g_assert_false (gtk_widget_get_visible (window->watch_button));
}

static SquillDriftMark
get_mark (GHashTable *marks, const char *id)
{
  return (SquillDriftMark)GPOINTER_TO_INT (g_hash_table_lookup (marks, id));
}

/* The name of the color that a card or one of its rows has. */
static const char *
get_sign (SquillDiagram *diagram, const char *id)
{
  const SquillPalette *palette = squill_palette_get_light ();
  int row;
  const SquillCard *card = squill_diagram_find_item (diagram, id, &row);
  SquillCardMark mark = { 0 };

  g_assert_nonnull (card);
  if (row < 0)
    return squill_diagram_get_mark (diagram, card, SQUILL_OVERLAY_DRIFT, palette, &mark) ? mark.sign
                                                                                         : NULL;
  else
    {
      g_autofree SquillCardMark *marks =
          squill_diagram_get_row_marks (diagram, card, SQUILL_OVERLAY_DRIFT, palette);

      return marks != NULL ? marks[row].sign : NULL;
    }
}

/* What has come, changed, and gone is shown on the diagram as long as it is watched. */
static void
test_overlay (Watched *w, gconstpointer data)
{
  SquillWindow *window = w->fixture.window;
  SquillModel *model = w->fixture.model;
  SquillCanvas *canvas =
      SQUILL_CANVAS (squill_canvas_view_get_canvas (SQUILL_CANVAS_VIEW (window->canvas_view)));
  SquillDisplayOptions *options = squill_canvas_get_display_options (canvas);
  const SquillEntity *orders = squill_model_find_entity (model, "orders");
  SquillDiagram *diagram = squill_canvas_get_diagram (canvas);
  g_autofree char *total = NULL;
  g_autofree char *gone = NULL;
  g_autofree char *legend = NULL;
  g_autoptr (GHashTable) marks = NULL;
  g_auto (GStrv) names = NULL;

  gone = squill_model_add_field (model, orders->item.id, NULL, "gone", SQUILL_TYPE_STRING);
  g_assert_true (squill_model_set (model, gone, "required", json_true (), NULL));
  SQUILL_FOR_EACH_CHILD (SquillField, field, orders, SQUILL_KIND_FIELD)
    if (g_str_equal (field->name, "total"))
      total = g_strdup (field->item.id);
  g_object_set (window, "watching", TRUE, NULL);
  g_assert_cmpint (squill_display_options_get_overlay (options), ==, SQUILL_OVERLAY_DRIFT);
  wait_for (&w->fixture, has_read, GUINT_TO_POINTER (1), "the database is watched");
  write_documents (w, "orders.json", 120, ", \"coupon\": \"x\"");
  write_documents (w, "refunds.json", 10, "");
  squill_watch_read (window->watch);
  wait_for (&w->fixture, has_read, GUINT_TO_POINTER (2), "it is read again");

  marks = squill_watch_get_marks (window->watch);
  names = squill_watch_get_new_collections (window->watch);
  g_assert_cmpint (get_mark (marks, orders->item.id), ==, SQUILL_DRIFT_CAME);
  g_assert_cmpint (get_mark (marks, gone), ==, SQUILL_DRIFT_GONE);
  g_assert_cmpint (get_mark (marks, total), ==, SQUILL_DRIFT_NONE);
  g_assert_cmpuint (g_strv_length (names), ==, 1);
  g_assert_cmpstr (names[0], ==, "refunds");

  squill_canvas_update (canvas);
  g_assert_cmpstr (get_sign (diagram, gone), ==, "−");
  g_assert_null (get_sign (diagram, total));
  /* A field of it is gone, so it is another one. */
  g_assert_cmpstr (get_sign (diagram, orders->item.id), ==, "≠");
  legend = squill_diagram_describe_legend (diagram, SQUILL_OVERLAY_DRIFT);
  g_assert_nonnull (strstr (legend, "Only in the database: refunds"));

  g_object_set (window, "watching", FALSE, NULL);
  g_assert_cmpint (squill_display_options_get_overlay (options), ==, SQUILL_OVERLAY_NONE);
  g_assert_null (get_sign (diagram, gone));

  /* Colors that somebody chose stay. */
  g_object_set (options, "overlay", "size", NULL);
  g_object_set (window, "watching", TRUE, NULL);
  g_assert_cmpint (squill_display_options_get_overlay (options), ==, SQUILL_OVERLAY_SIZE);
  g_object_set (window, "watching", FALSE, NULL);
  g_assert_cmpint (squill_display_options_get_overlay (options), ==, SQUILL_OVERLAY_SIZE);
}

static gboolean
is_held_by_us (Fixture *f, gpointer watch)
{
  return G_OBJECT (watch)->ref_count == 1;
}

/* A reading that is under way ends with the watch. */
static void
test_stop (Watched *w, gconstpointer data)
{
  SquillWindow *window = w->fixture.window;
  g_autoptr (SquillWatch) watch = NULL;

  g_object_set (window, "watching", TRUE, NULL);
  watch = g_object_ref (window->watch);
  g_assert_true (squill_watch_is_reading (watch));
  g_object_set (window, "watching", FALSE, NULL);
  wait_for (&w->fixture, is_held_by_us, watch, "the reading has ended");
  g_assert_cmpuint (squill_watch_get_n_readings (watch), ==, 0);
  g_assert_null (squill_watch_get_source (watch));
}

/* What was drawn has no database. */
static void
test_drawn (Fixture *f, gconstpointer data)
{
  g_object_set (f->window, "watching", TRUE, NULL);
  wait_for (f, is_asked, NULL, "it is said why not");
  g_assert_null (f->window->watch);
  answer (f, "cancel");
}

/* Nobody listens there. */
static gboolean
is_refused (Fixture *f, gpointer data)
{
  return f->window->watch == NULL && is_asked (f, NULL);
}

/* A password that is in no keyring is asked for, and is nowhere afterwards. */
static void
test_password (Fixture *f, gconstpointer data)
{
  const char *const sources[] = { "mongodb://ann@127.0.0.1:1/blog", NULL };
  const SquillInspectOptions options = SQUILL_INSPECT_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  g_assert_true (squill_reading_remember (f->model, sources, &options, &error));
  g_object_set (f->window, "watching", TRUE, NULL);
  wait_for (f, is_asked, NULL, "the password is asked for");
  g_assert_nonnull (find_type (GTK_WIDGET (find_question (f)), GTK_TYPE_ENTRY));
  answer (f, "cancel");
  g_assert_null (f->window->watch);

  g_object_set (f->window, "watching", TRUE, NULL);
  wait_for (f, is_asked, NULL, "the password is asked for again");
  gtk_editable_set_text (GTK_EDITABLE (find_type (GTK_WIDGET (find_question (f)), GTK_TYPE_ENTRY)),
                         "s3cret-pw");
  answer (f, "watch");
  wait_for (f, is_refused, NULL, "it tried to read");
  g_assert_null (find_type (GTK_WIDGET (find_question (f)), GTK_TYPE_ENTRY));
  answer (f, "cancel");
  text = squill_model_to_data (f->model, NULL);
  g_assert_null (strstr (text, "s3cret-pw"));
}

int
main (int argc, char **argv)
{
  g_setenv ("GSETTINGS_BACKEND", "memory", TRUE);
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  gtk_source_init ();
  load_style ();

  g_test_add ("/watch/what-comes", Watched, NULL, watched_set_up, test_what_comes,
              watched_tear_down);
  g_test_add ("/watch/what-differs", Watched, NULL, watched_set_up, test_what_differs,
              watched_tear_down);
  g_test_add ("/watch/trouble", Watched, NULL, watched_set_up, test_trouble, watched_tear_down);
  g_test_add ("/watch/window", Watched, NULL, watched_set_up, test_window, watched_tear_down);
  g_test_add ("/watch/overlay", Watched, NULL, watched_set_up, test_overlay, watched_tear_down);
  g_test_add ("/watch/stop", Watched, NULL, watched_set_up, test_stop, watched_tear_down);
  g_test_add ("/watch/drawn", Fixture, "cms", set_up, test_drawn, tear_down);
  g_test_add ("/watch/password", Fixture, "cms", set_up, test_password, tear_down);
  return g_test_run ();
}
