/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include <glib/gstdio.h>
#include <gtksourceview/gtksource.h>
#include <string.h>

#include "deadline.h"
#include "inspect/server/squill-server.h"
#include "inspect/squill-inspect.h"
#include "model/squill-authoring.h"
#include "widgets/squill-inline-error.h"
#include "session/squill-difference-row.h"
#include "reading/squill-difference-window.h"
#include "inspector/squill-inspector-private.h"
#include "widgets/squill-histogram.h"
#include "reading/squill-inspect-dialog.h"
#include "session/squill-review-item.h"
#include "shell/squill-window.h"

typedef struct
{
  char *folder;
  SquillWindow *window;
  SquillInspectDialog *dialog;
  GSettings *settings;
  guint finished;
} Fixture;

typedef gboolean (*Condition) (Fixture *f, gconstpointer data);

static void
wait_for (Fixture *f, Condition condition, gconstpointer data, const char *what)
{
  g_auto (Deadline) deadline = deadline_begin (what);

  while (!condition (f, data))
    g_main_context_iteration (NULL, TRUE);
}

static void
settle (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static const char *
get_label (GtkWidget *widget)
{
  if (ADW_IS_PREFERENCES_ROW (widget))
    return adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget));
  if (GTK_IS_BUTTON (widget))
    return gtk_button_get_label (GTK_BUTTON (widget));
  if (GTK_IS_CHECK_BUTTON (widget))
    return gtk_check_button_get_label (GTK_CHECK_BUTTON (widget));
  if (GTK_IS_LABEL (widget))
    return gtk_label_get_label (GTK_LABEL (widget));
  return NULL;
}

/* The first of a type that is seen below a widget; with a label, the one that says so. */
static GtkWidget *
find (GtkWidget *widget, GType type, const char *label)
{
  if (!gtk_widget_get_visible (widget))
    return NULL;
  if (g_type_is_a (G_OBJECT_TYPE (widget), type) &&
      (label == NULL || g_strcmp0 (get_label (widget), label) == 0))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = gtk_widget_get_child_visible (child) ? find (child, type, label) : NULL;

      if (found != NULL)
        return found;
    }
  return NULL;
}

static GtkWidget *
get (Fixture *f, GType type, const char *label)
{
  GtkWidget *found = find (GTK_WIDGET (f->dialog), type, label);

  if (found == NULL)
    g_error ("Nothing is called %s", label);
  return found;
}

static void
press (Fixture *f, const char *label)
{
  GtkWidget *button = get (f, GTK_TYPE_BUTTON, label);

  g_assert_true (gtk_widget_is_sensitive (button));
  g_signal_emit_by_name (button, "clicked");
}

static void
type (Fixture *f, const char *row, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (get (f, ADW_TYPE_ENTRY_ROW, row)), text);
}

static const char *
text_of (Fixture *f, const char *row)
{
  return gtk_editable_get_text (GTK_EDITABLE (get (f, ADW_TYPE_ENTRY_ROW, row)));
}

static gboolean
is_on (Fixture *f, gconstpointer page)
{
  return g_strcmp0 (squill_inspect_dialog_get_page (f->dialog), page) == 0;
}

static void
write_file (Fixture *f, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (f->folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
on_finished (SquillInspectDialog *dialog, Fixture *f)
{
  f->finished++;
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->folder = g_dir_make_tmp ("squill-inspect-XXXXXX", NULL);
  write_file (f, "books.json",
              "{\"_id\": 1, \"title\": \"A\", \"tags\": [1, 2], \"publisher\": 10}\n"
              "{\"_id\": 2, \"title\": \"B\", \"tags\": [], \"publisher\": 11}\n"
              "{\"_id\": 3, \"title\": \"C\", \"publisher\": 12}\n");
  write_file (f, "publishers.json",
              "{\"_id\": 10, \"name\": \"P\"}\n{\"_id\": 11, \"name\": \"Q\"}\n"
              "{\"_id\": 12, \"name\": \"R\"}\n");
  f->settings = g_settings_new (SQUILL_APP_ID);
  g_settings_reset (f->settings, "recent-connections");
  g_settings_reset (f->settings, "show-sample-values");
  f->window = squill_window_new (NULL);
  gtk_window_present (GTK_WINDOW (f->window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (f->window));
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  static const char *const names[] = { "books.json", "publishers.json", "schema.prisma",
                                       "users.bson" };
  SquillSession *session = squill_window_get_session (f->window);

  squill_model_set_saved (squill_session_get_model (session));
  squill_session_set_unsaved (session, FALSE);
  gtk_window_close (GTK_WINDOW (f->window));
  settle ();
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (f->folder, names[i], NULL);

      g_remove (path);
    }
  g_rmdir (f->folder);
  g_free (f->folder);
  g_clear_object (&f->settings);
}

static void
open_dialog (Fixture *f)
{
  f->dialog = squill_inspect_dialog_new (GTK_WINDOW (f->window), SQUILL_INSPECT_TO_DRAW, NULL);
  g_signal_connect (f->dialog, "finished", G_CALLBACK (on_finished), f);
  g_object_add_weak_pointer (G_OBJECT (f->dialog), (gpointer *)&f->dialog);
  gtk_window_present (GTK_WINDOW (f->dialog));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (f->dialog));
}

static gboolean
is_closed (Fixture *f, gconstpointer data)
{
  return f->dialog == NULL;
}

static void
close_dialog (Fixture *f)
{
  gtk_window_close (GTK_WINDOW (f->dialog));
  wait_for (f, is_closed, NULL, "the dialog is closed");
}

static gboolean
has_name (GtkWidget *widget)
{
  if (gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL) ||
      get_label (widget) != NULL || find (widget, GTK_TYPE_LABEL, NULL) != NULL)
    return TRUE;
  /* What is within a control is named by what is around it. */
  for (GtkWidget *above = gtk_widget_get_parent (widget);
       above != NULL && !GTK_IS_BOX (above) && !GTK_IS_WINDOW (above);
       above = gtk_widget_get_parent (above))
    if (gtk_test_accessible_has_property (GTK_ACCESSIBLE (above), GTK_ACCESSIBLE_PROPERTY_LABEL))
      return TRUE;
  return gtk_widget_get_ancestor (widget, ADW_TYPE_ENTRY_ROW) != NULL ||
         gtk_widget_get_ancestor (widget, ADW_TYPE_EXPANDER_ROW) != NULL ||
         gtk_widget_get_ancestor (widget, GTK_TYPE_SPIN_BUTTON) != NULL;
}

static void
check_names (GtkWidget *widget)
{
  if (!gtk_widget_get_mapped (widget))
    return;
  if ((GTK_IS_BUTTON (widget) || GTK_IS_SWITCH (widget) || GTK_IS_CHECK_BUTTON (widget) ||
       GTK_IS_ENTRY (widget) || GTK_IS_SPIN_BUTTON (widget) || GTK_IS_LIST_VIEW (widget)) &&
      !has_name (widget))
    g_error ("A %s in %s has no name", G_OBJECT_TYPE_NAME (widget),
             G_OBJECT_TYPE_NAME (gtk_widget_get_parent (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    check_names (child);
}

static void
go_to_collections (Fixture *f)
{
  const char *const sources[] = { f->folder, NULL };

  open_dialog (f);
  squill_inspect_dialog_begin (f->dialog, sources);
  wait_for (f, is_on, "collections", "the collections are listed");
}

static gboolean
is_drawn (Fixture *f, gconstpointer data)
{
  SquillModel *model = squill_session_get_model (squill_window_get_session (f->window));

  return !squill_model_is_empty (model) && !squill_window_is_busy (f->window);
}

/* From the first page to the diagram. */
static void
test_pages (Fixture *f, gconstpointer data)
{
  SquillInspection *inspection;
  SquillModel *model;

  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.inspect", NULL);
  settle ();
  f->dialog = NULL;
  for (guint i = 0; i < g_list_model_get_n_items (gtk_window_get_toplevels ()); i++)
    {
      g_autoptr (GtkWidget) top = g_list_model_get_item (gtk_window_get_toplevels (), i);

      if (SQUILL_IS_INSPECT_DIALOG (top))
        f->dialog = SQUILL_INSPECT_DIALOG (top);
    }
  g_assert_nonnull (f->dialog);
  g_object_add_weak_pointer (G_OBJECT (f->dialog), (gpointer *)&f->dialog);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (f->dialog));
  check_names (GTK_WIDGET (f->dialog));
  {
    const char *const sources[] = { f->folder, NULL };

    squill_inspect_dialog_begin (f->dialog, sources);
  }
  wait_for (f, is_on, "collections", "the collections are listed");
  gtk_test_widget_wait_for_draw (GTK_WIDGET (f->dialog));
  check_names (GTK_WIDGET (f->dialog));
  get (f, GTK_TYPE_LABEL, "2 collections will be read");
  press (f, "Read");
  wait_for (f, is_on, "review", "the documents are read");
  gtk_test_widget_wait_for_draw (GTK_WIDGET (f->dialog));
  check_names (GTK_WIDGET (f->dialog));
  inspection = squill_inspect_dialog_get_inspection (f->dialog);
  g_assert_cmpuint (g_list_model_get_n_items (
                        squill_review_get_collections (squill_inspection_get_review (inspection))),
                    ==, 2);
  press (f, "Draw");
  wait_for (f, is_closed, NULL, "the dialog is closed");
  wait_for (f, is_drawn, NULL, "the model is in the window");
  model = squill_session_get_model (squill_window_get_session (f->window));
  g_assert_nonnull (squill_model_find_entity (model, "books"));
  g_assert_false (isnan (squill_model_find_entity (model, "books")->x));
  g_assert_false (squill_model_get_can_undo (model));
}

/* None, all, and back to another place. */
static void
test_choose (Fixture *f, gconstpointer data)
{
  go_to_collections (f);
  press (f, "None");
  g_assert_false (gtk_widget_is_sensitive (get (f, GTK_TYPE_BUTTON, "Read")));
  press (f, "All");
  g_assert_true (gtk_widget_is_sensitive (get (f, GTK_TYPE_BUTTON, "Read")));
  g_signal_emit_by_name (find (GTK_WIDGET (f->dialog), GTK_TYPE_CHECK_BUTTON, NULL), "activate");
  settle ();
  get (f, GTK_TYPE_LABEL, "1 collection will be read");
  press (f, "Read");
  wait_for (f, is_on, "review", "the documents are read");
  g_assert_cmpuint (
      squill_profile_get_collections (
          squill_inspection_get_profile (squill_inspect_dialog_get_inspection (f->dialog)))
          ->len,
      ==, 1);
  /* Nothing is referred to: what there is to read comes first. */
  g_assert_null (find (GTK_WIDGET (f->dialog), GTK_TYPE_LABEL, "No references were found"));
  close_dialog (f);
  g_assert_cmpuint (f->finished, ==, 0);
}

static gboolean
has_error (Fixture *f, gconstpointer data)
{
  return find (GTK_WIDGET (f->dialog), SQUILL_TYPE_INLINE_ERROR, NULL) != NULL;
}

/* Where an address is asked for, the path of files is understood, too. */
static void
test_typed_path (Fixture *f, gconstpointer data)
{
  g_autofree char *uri = g_filename_to_uri (f->folder, NULL, NULL);
  g_autofree char *gone = g_build_filename (f->folder, "gone", NULL);

  open_dialog (f);
  type (f, "Address", gone);
  press (f, "Connect");
  wait_for (f, has_error, NULL, "the path is refused");
  g_assert_true (is_on (f, "where"));
  type (f, "Address", f->folder);
  press (f, "Connect");
  wait_for (f, is_on, "collections", "the collections are listed");
  close_dialog (f);
  open_dialog (f);
  type (f, "Address", uri);
  press (f, "Connect");
  wait_for (f, is_on, "collections", "the collections are listed");
  close_dialog (f);
}

/* What is no address is told at its row, and the focus is there. */
static void
test_bad_address (Fixture *f, gconstpointer data)
{
  GtkWidget *row, *complaint;

  open_dialog (f);
  g_assert_false (gtk_widget_is_sensitive (get (f, GTK_TYPE_BUTTON, "Connect")));
  type (f, "Address", "http://localhost");
  press (f, "Connect");
  row = get (f, ADW_TYPE_ENTRY_ROW, "Address");
  complaint = get (f, SQUILL_TYPE_INLINE_ERROR, NULL);
  g_assert_cmpstr (squill_inline_error_get_text (SQUILL_INLINE_ERROR (complaint)), ==,
                   "The address of a server begins with mongodb:// or mongodb+srv://");
  gtk_test_accessible_assert_state (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_STATE_INVALID,
                                    GTK_ACCESSIBLE_INVALID_TRUE);
  g_assert_true (gtk_widget_is_ancestor (gtk_root_get_focus (GTK_ROOT (f->dialog)), row));
  g_assert_true (is_on (f, "where"));
  /* Typing on takes it away. */
  type (f, "Address", "localhost");
  g_assert_null (find (GTK_WIDGET (f->dialog), SQUILL_TYPE_INLINE_ERROR, NULL));
  close_dialog (f);
}

/* A password that was pasted with the address goes where passwords belong, and is kept nowhere. */
static void
test_pasted_password (Fixture *f, gconstpointer data)
{
  SquillInspection *inspection;
  g_auto (GStrv) recent = NULL;

  open_dialog (f);
  type (f, "Address",
        "mongodb://anna:ge%20heim@localhost:1/shop?serverSelectionTimeoutMS=1&tls=true");
  press (f, "Connect");
  g_assert_cmpstr (text_of (f, "Address"), ==,
                   "mongodb://localhost:1/shop?serverSelectionTimeoutMS=1");
  g_assert_cmpstr (text_of (f, "User"), ==, "anna");
  g_assert_cmpstr (text_of (f, "Password"), ==, "ge heim");
  inspection = squill_inspect_dialog_get_inspection (f->dialog);
  g_assert_cmpstr (squill_inspection_get_sources (inspection)[0], ==,
                   "mongodb://anna@localhost:1/shop?serverSelectionTimeoutMS=1&tls=true");
  squill_recent_connections_add (f->settings, "mongodb://anna:geheim@localhost/shop");
  recent = g_settings_get_strv (f->settings, "recent-connections");
  g_assert_cmpstr (recent[0], ==, "mongodb://anna@localhost/shop");
  g_assert_null (recent[1]);
  close_dialog (f);
}

static void
check_error (Fixture *f, int code, const char *row)
{
  g_autoptr (GError) error = g_error_new_literal (SQUILL_SERVER_ERROR, code, "That is wrong");
  GtkWidget *about = get (f, ADW_TYPE_PREFERENCES_ROW, row);
  GtkWidget *focus;

  squill_inspect_dialog_show_error (f->dialog, error);
  focus = gtk_root_get_focus (GTK_ROOT (f->dialog));
  g_assert_true (focus == about || gtk_widget_is_ancestor (focus, about));
  gtk_test_accessible_assert_state (GTK_ACCESSIBLE (about), GTK_ACCESSIBLE_STATE_INVALID,
                                    GTK_ACCESSIBLE_INVALID_TRUE);
  g_assert_true (SQUILL_IS_INLINE_ERROR (gtk_widget_get_next_sibling (about)));
  g_assert_cmpstr (
      squill_inline_error_get_text (SQUILL_INLINE_ERROR (gtk_widget_get_next_sibling (about))), ==,
      "That is wrong");
}

/* Each kind of failure is told where it can be mended. */
static void
test_complaints (Fixture *f, gconstpointer data)
{
  open_dialog (f);
  type (f, "Address", "localhost");
  check_error (f, SQUILL_SERVER_ERROR_PASSWORD, "Password");
  check_error (f, SQUILL_SERVER_ERROR_NEEDS_PASSWORD, "Password");
  check_error (f, SQUILL_SERVER_ERROR_UNREACHABLE, "Address");
  check_error (f, SQUILL_SERVER_ERROR_ADDRESS, "Address");
  check_error (f, SQUILL_SERVER_ERROR_TLS, "Secure connection (TLS)");
  close_dialog (f);
}

/* A server that nobody answers at: the reason stands at the address. */
static gboolean
is_complained (Fixture *f, gconstpointer data)
{
  return find (GTK_WIDGET (f->dialog), SQUILL_TYPE_INLINE_ERROR, NULL) != NULL;
}

static void
test_unreachable (Fixture *f, gconstpointer data)
{
  open_dialog (f);
  type (f, "Address", "mongodb://localhost:1/?serverSelectionTimeoutMS=100");
  press (f, "Connect");
  g_assert_false (gtk_widget_is_sensitive (get (f, GTK_TYPE_BUTTON, "Connect")));
  wait_for (f, is_complained, NULL, "the server is not there");
  g_assert_true (gtk_widget_is_sensitive (get (f, GTK_TYPE_BUTTON, "Connect")));
  g_assert_true (is_on (f, "where"));
  close_dialog (f);
}

/* Closing stops what is running, and nothing comes of it. */
static void
test_close (Fixture *f, gconstpointer data)
{
  open_dialog (f);
  type (f, "Address", "mongodb://localhost:1/?serverSelectionTimeoutMS=300000");
  press (f, "Connect");
  close_dialog (f);
  g_assert_cmpuint (f->finished, ==, 0);
}

/* Where a database was read from is offered again, until it is forgotten. */
static void
test_recent (Fixture *f, gconstpointer data)
{
  g_auto (GStrv) recent = NULL;
  g_auto (GStrv) rest = NULL;
  GtkWidget *row, *button;

  go_to_collections (f);
  recent = g_settings_get_strv (f->settings, "recent-connections");
  g_assert_cmpstr (recent[0], ==, f->folder);
  close_dialog (f);

  open_dialog (f);
  row = get (f, ADW_TYPE_ACTION_ROW, f->folder);
  adw_action_row_activate (ADW_ACTION_ROW (row));
  wait_for (f, is_on, "collections", "the collections are listed");
  close_dialog (f);

  open_dialog (f);
  row = get (f, ADW_TYPE_ACTION_ROW, f->folder);
  button = find (row, GTK_TYPE_BUTTON, NULL);
  gtk_test_accessible_has_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL);
  g_signal_emit_by_name (button, "clicked");
  g_assert_null (find (GTK_WIDGET (f->dialog), ADW_TYPE_ACTION_ROW, f->folder));
  rest = g_settings_get_strv (f->settings, "recent-connections");
  g_assert_null (rest[0]);
  close_dialog (f);
}

static void
append_text (GString *text, GtkWidget *widget)
{
  if (!gtk_widget_get_visible (widget))
    return;
  if (GTK_IS_LABEL (widget))
    g_string_append_printf (text, "%s\n", gtk_label_get_label (GTK_LABEL (widget)));
  else if (SQUILL_IS_HISTOGRAM (widget))
    g_string_append_printf (text, "%s\n",
                            squill_histogram_get_description (SQUILL_HISTOGRAM (widget)));
  else
    for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
         child = gtk_widget_get_next_sibling (child))
      append_text (text, child);
}

/* All that a widget says, a line each. */
static char *
get_all_text (GtkWidget *widget)
{
  GString *text = g_string_new (NULL);

  append_text (text, widget);
  return g_string_free (text, FALSE);
}

/* The evidence of a field: numbers, bars, and values only where they are wanted. */
static void
test_evidence (Fixture *f, gconstpointer data)
{
  g_autoptr (GtkWidget) view = g_object_ref_sink (_squill_evidence_view_new ());
  json_t *field = json_loads (
      "{ \"of\": 500, \"present\": 456, \"types\": { \"int\": 400, \"string\": 56 },"
      "  \"length\": { \"min\": 0, \"mean\": 3.492, \"max\": 6, \"empty\": 4, \"histogram\": ["
      "    { \"from\": 0, \"to\": 0, \"count\": 4 }, { \"from\": 1, \"to\": 6, \"count\": 452 } ] "
      "},"
      "  \"enum\": [ \"secret\" ], \"flags\": [ \"integral\" ] }",
      0, NULL);
  g_autofree char *text = NULL;
  g_autofree char *hidden = NULL;
  g_autofree char *none = NULL;

  _squill_evidence_view_show (SQUILL_EVIDENCE_VIEW (view), field);
  text = get_all_text (view);
  g_assert_nonnull (strstr (text, "In 456 of 500"));
  g_assert_nonnull (strstr (text, "string"));
  g_assert_nonnull (strstr (text, "Elements: 0..3.5..6, 4 are empty"));
  g_assert_nonnull (strstr (text, "0: 4; 1 to 6: 452"));
  g_assert_nonnull (strstr (text, "secret"));

  g_settings_set_boolean (f->settings, "show-sample-values", FALSE);
  settle ();
  hidden = get_all_text (view);
  g_assert_null (strstr (hidden, "secret"));
  g_assert_nonnull (strstr (hidden, "In 456 of 500"));

  _squill_evidence_view_show (SQUILL_EVIDENCE_VIEW (view), NULL);
  none = get_all_text (view);
  g_assert_nonnull (strstr (none, "no evidence"));
  json_decref (field);
}

static SquillDifferenceWindow *
find_differences (void)
{
  GListModel *tops = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (tops); i++)
    {
      g_autoptr (GtkWidget) top = g_list_model_get_item (tops, i);

      if (SQUILL_IS_DIFFERENCE_WINDOW (top))
        return SQUILL_DIFFERENCE_WINDOW (top);
    }
  return NULL;
}

static gboolean
is_told (Fixture *f, gconstpointer data)
{
  return find_differences () != NULL;
}

static void
read_folder (Fixture *f)
{
  g_autoptr (GFile) folder = g_file_new_for_path (f->folder);

  squill_window_import (f->window, &folder, 1);
  wait_for (f, is_drawn, NULL, "the model is in the window");
}

static gboolean
has_field (SquillModel *model, const char *entity, const char *name)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, squill_model_find_entity (model, entity),
                         SQUILL_KIND_FIELD)
    {
      if (g_strcmp0 (field->name, name) == 0)
        return TRUE;
    }
  return FALSE;
}

/* What was changed there comes into the model as one step; each line selects what it is about. */
static void
test_refresh (Fixture *f, gconstpointer data)
{
  SquillSession *session;
  SquillModel *model;
  SquillDifferenceWindow *list;
  const SquillEntity *books;
  double x;

  read_folder (f);
  session = squill_window_get_session (f->window);
  model = squill_session_get_model (session);
  books = squill_model_find_entity (model, "books");
  g_assert_true (squill_model_set (model, books->item.id, "x", json_real (4321), NULL));
  x = books->x;
  write_file (
      f, "books.json",
      "{\"_id\": 1, \"title\": \"A\", \"tags\": [1, 2], \"publisher\": 10, \"isbn\": \"i\"}\n"
      "{\"_id\": 2, \"title\": \"B\", \"tags\": [], \"publisher\": 11, \"isbn\": \"j\"}\n"
      "{\"_id\": 3, \"title\": \"C\", \"publisher\": 12, \"isbn\": \"k\"}\n");

  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.compare", NULL);
  wait_for (f, is_told, NULL, "the differences are told");
  list = find_differences ();
  g_assert_cmpuint (g_list_model_get_n_items (squill_difference_window_get_rows (list)), >, 0);
  check_names (GTK_WIDGET (list));
  gtk_window_destroy (GTK_WINDOW (list));
  settle ();

  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.refresh", NULL);
  wait_for (f, is_told, NULL, "the changes are told");
  list = find_differences ();
  g_assert_cmpuint (g_list_model_get_n_items (squill_difference_window_get_rows (list)), >, 0);
  books = squill_model_find_entity (model, "books");
  g_assert_true (has_field (model, "books", "isbn"));
  g_assert_cmpfloat (books->x, ==, x);
  for (guint i = 0; i < g_list_model_get_n_items (squill_difference_window_get_rows (list)); i++)
    {
      g_autoptr (SquillDifferenceRow) row =
          g_list_model_get_item (squill_difference_window_get_rows (list), i);
      const char *id = squill_difference_row_get_id (row);

      if (id == NULL || squill_model_get_item (model, id) == NULL)
        continue;
      g_signal_emit_by_name (find (GTK_WIDGET (list), GTK_TYPE_LIST_VIEW, NULL), "activate", i);
      g_assert_cmpstr (squill_selection_get_single (squill_session_get_selection (session)), ==,
                       id);
    }
  gtk_window_destroy (GTK_WINDOW (list));
  squill_model_undo (model);
  g_assert_false (has_field (model, "books", "isbn"));
  settle ();
}

/* A folder of schemas is a model, and not what there is in documents. */
static void
test_schemas (Fixture *f, gconstpointer data)
{
  const char *const sources[] = { f->folder, NULL };
  g_autoptr (GFile) folder = g_file_new_for_path (f->folder);
  SquillModel *model;

  g_assert_false (squill_window_is_model_file (folder));
  write_file (f, "schema.prisma",
              "model User {\n  id String @id @map(\"_id\") @db.ObjectId\n  name String\n}\n");
  g_assert_true (squill_window_is_model_file (folder));
  open_dialog (f);
  squill_inspect_dialog_begin (f->dialog, sources);
  wait_for (f, is_closed, NULL, "the dialog is closed");
  wait_for (f, is_drawn, NULL, "the model is in the window");
  model = squill_session_get_model (squill_window_get_session (f->window));
  g_assert_true (has_field (model, "User", "name"));
  g_assert_null (squill_model_find_entity (model, "books"));
  g_assert_null (squill_session_get_file (squill_window_get_session (f->window)));
  /* A dump says more. */
  write_file (f, "users.bson", "");
  g_assert_false (squill_window_is_model_file (folder));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();
  gtk_source_init ();
#define TEST(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)
  TEST ("/inspect-dialog/pages", test_pages);
  TEST ("/inspect-dialog/choose", test_choose);
  TEST ("/inspect-dialog/bad-address", test_bad_address);
  TEST ("/inspect-dialog/typed-path", test_typed_path);
  TEST ("/inspect-dialog/pasted-password", test_pasted_password);
  TEST ("/inspect-dialog/complaints", test_complaints);
  TEST ("/inspect-dialog/unreachable", test_unreachable);
  TEST ("/inspect-dialog/close", test_close);
  TEST ("/inspect-dialog/recent", test_recent);
  TEST ("/inspect-dialog/evidence", test_evidence);
  TEST ("/inspect-dialog/refresh", test_refresh);
  TEST ("/inspect-dialog/schemas", test_schemas);
  return g_test_run ();
}
