/* SPDX-License-Identifier: Apache-2.0 */

/* The pages of the panel that show the whole model: warnings, sizes, workload, script. */

#include "config.h"

#include <adwaita.h>
#include <glib/gstdio.h>
#include <gtksourceview/gtksource.h>
#include <string.h>

#include "model/squill-alternative.h"
#include "model/squill-authoring.h"
#include "panel/squill-panel-page.h"
#include "panel/squill-query-view.h"
#include "session/squill-operation-row.h"
#include "canvas/squill-inline-editor.h"
#include "session/squill-size-row.h"

#define DEADLINE_SECONDS 30

typedef struct
{
  GtkWidget *window;
  SquillPanelPage *page;
  SquillSession *session;
  SquillModel *model;
} Fixture;

typedef gboolean (*Condition) (Fixture *f, gconstpointer data);

static const char *const examples[] = { "books",   "cms",      "hosts",    "movies", "parts",
                                        "patrons", "products", "students", "tasks",  "traffic" };

static gboolean
on_deadline (gpointer user_data)
{
  *(gboolean *)user_data = TRUE;
  return G_SOURCE_REMOVE;
}

static void
wait_for (Fixture *f, Condition condition, gconstpointer data, const char *what)
{
  gboolean late = FALSE;
  guint source = g_timeout_add_seconds (DEADLINE_SECONDS, on_deadline, &late);

  while (!condition (f, data) && !late)
    g_main_context_iteration (NULL, TRUE);
  if (late)
    g_error ("It did not happen in time: %s", what);
  g_source_remove (source);
}

static SquillModel *
load (const char *name)
{
  g_autofree char *base = g_strconcat (name, ".squill", NULL);
  g_autofree char *path =
      g_build_filename (g_getenv ("SQUILL_SOURCE_ROOT"), "data", "examples", base, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  SquillModel *model = squill_model_load (file, NULL, NULL, &error);

  g_assert_no_error (error);
  return model;
}

/* What a page has to say is worked out when there is time. */
static void
update (Fixture *f)
{
  SQUILL_PANEL_PAGE_GET_CLASS (f->page)->update (f->page);
}

static void
show_model (Fixture *f, SquillModel *model)
{
  g_clear_object (&f->session);
  g_set_object (&f->model, model);
  f->session = squill_session_new (model, NULL);
  squill_panel_page_set_session (f->page, f->session);
  update (f);
}

static void
show_example (Fixture *f, const char *name)
{
  g_autoptr (SquillModel) model = load (name);

  show_model (f, model);
}

static void
set_up (Fixture *f, GType type)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  f->page = g_object_new (type, "vexpand", TRUE, NULL);
  f->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (f->window), 1000, 300);
  gtk_box_append (GTK_BOX (box), squill_panel_page_get_bar (f->page));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (f->page));
  gtk_window_set_child (GTK_WINDOW (f->window), box);
  gtk_window_present (GTK_WINDOW (f->window));
  gtk_test_widget_wait_for_draw (f->window);
}

static void
set_up_warnings (Fixture *f, gconstpointer data)
{
  set_up (f, SQUILL_TYPE_WARNINGS_PAGE);
}

static void
set_up_sizes (Fixture *f, gconstpointer data)
{
  set_up (f, SQUILL_TYPE_SIZES_PAGE);
}

static void
set_up_workload (Fixture *f, gconstpointer data)
{
  set_up (f, SQUILL_TYPE_WORKLOAD_PAGE);
}

static void
set_up_script (Fixture *f, gconstpointer data)
{
  set_up (f, SQUILL_TYPE_SCRIPT_PAGE);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  SquillPanelPage *page = g_object_ref (f->page);

  gtk_window_destroy (GTK_WINDOW (f->window));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_finalize_object (page);
  g_clear_object (&f->session);
  g_clear_object (&f->model);
}

/* The first of a type below a widget that says @text, or whatever it says. */
static GtkWidget *
find (gpointer widget, GType type, const char *text)
{
  if (g_type_is_a (G_OBJECT_TYPE (widget), type) &&
      (text == NULL || (GTK_IS_LABEL (widget) && strstr (gtk_label_get_text (widget), text))))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find (child, type, text);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static GtkSelectionModel *
get_rows (Fixture *f)
{
  return gtk_column_view_get_model (GTK_COLUMN_VIEW (find (f->page, GTK_TYPE_COLUMN_VIEW, NULL)));
}

static guint
count_rows (Fixture *f)
{
  return g_list_model_get_n_items (G_LIST_MODEL (get_rows (f)));
}

static gpointer
get_row (Fixture *f, guint position)
{
  g_autoptr (GObject) row = g_list_model_get_item (G_LIST_MODEL (get_rows (f)), position);

  return row; /* the list keeps it */
}

static gboolean
shows_label (Fixture *f, gconstpointer text)
{
  return find (f->page, GTK_TYPE_LABEL, text) != NULL;
}

static const char *
get_selected (Fixture *f)
{
  return squill_selection_get_single (squill_session_get_selection (f->session));
}

static const SquillOperation *
find_operation (Fixture *f, const char *name)
{
  SQUILL_FOR_EACH_CHILD (SquillOperation, operation, squill_model_get_info (f->model),
                         SQUILL_KIND_OPERATION)
    if (g_strcmp0 (operation->name, name) == 0)
      return operation;
  return NULL;
}

/* Sizes. */

static void
test_sizes_of_examples (Fixture *f, gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      SquillDesign *design;

      show_example (f, examples[i]);
      design = squill_session_get_design (f->session);
      g_assert_cmpuint (count_rows (f), ==, squill_design_get_n_collections (design));
      g_assert_cmpuint (count_rows (f), >, 0);
      for (guint c = 0; c < count_rows (f); c++)
        {
          const SquillCollection *collection = squill_design_get_collection (design, c);
          SquillSizeRow *row = get_row (f, c);
          g_autofree char *name = squill_size_row_get_text (row, SQUILL_SIZE_COLUMN_NAME);

          g_assert_cmpstr (squill_size_row_get_id (row), ==, collection->id);
          g_assert_cmpstr (name, ==, collection->name);
          g_assert_cmpfloat (squill_size_row_get_value (row, SQUILL_SIZE_COLUMN_LIKELY), ==,
                             collection->shape->bytes.likely);
          g_assert_cmpfloat (squill_size_row_get_value (row, SQUILL_SIZE_COLUMN_INDEXES), ==,
                             collection->indexes->len);
        }
      wait_for (f, shows_label, squill_design_get_collection (design, 0)->name, "a row is shown");
    }
}

static void
test_sizes_too_large (Fixture *f, gconstpointer data)
{
  SquillSizeRow *row;
  GtkWidget *label;

  /* Its posts have no bound. */
  show_example (f, "cms");
  row = get_row (f, 1);
  g_assert_true (squill_size_row_is_too_large (row, SQUILL_SIZE_COLUMN_MOST));
  g_assert_false (squill_size_row_is_too_large (row, SQUILL_SIZE_COLUMN_LIKELY));
  g_assert_false (squill_size_row_is_too_large (row, SQUILL_SIZE_COLUMN_DATA));
  wait_for (f, shows_label, "∞", "the size is shown");
  label = find (f->page, GTK_TYPE_LABEL, "∞");
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (label)), ==, "✕\u202f∞");
  g_assert_true (gtk_widget_has_css_class (label, "error"));
  g_assert_nonnull (gtk_widget_get_tooltip_text (label));
}

/* What is assumed is marked, with the reason, and what is known is not. */
static void
test_sizes_assumed (Fixture *f, gconstpointer data)
{
  g_autofree char *id = NULL, *text = NULL;
  g_autofree char *assumed = NULL, *known = NULL, *why = NULL, *none = NULL;
  SquillSizeRow *row;

  show_example (f, "cms");
  id = squill_model_add_entity (f->model, "tags", 0, 0);
  text = squill_model_add_field (f->model, id, NULL, "text", SQUILL_TYPE_STRING);
  update (f);
  row = get_row (f, count_rows (f) - 1);
  assumed = squill_size_row_get_text (row, SQUILL_SIZE_COLUMN_LIKELY);
  g_assert_true (g_str_has_prefix (assumed, "≈"));
  why = squill_size_row_describe_mark (row, SQUILL_SIZE_COLUMN_LIKELY);
  g_assert_nonnull (strstr (why, "text 70"));

  g_assert_true (squill_model_set (f->model, text, "size",
                                   squill_json_triple (SQUILL_TRIPLE (1, 70, 90)), NULL));
  update (f);
  known = squill_size_row_get_text (row, SQUILL_SIZE_COLUMN_LIKELY);
  g_assert_cmpstr (known, ==, assumed + strlen ("≈\u202f"));
  none = squill_size_row_describe_mark (row, SQUILL_SIZE_COLUMN_LIKELY);
  g_assert_null (none);
}

static void
count_change (guint *n)
{
  (*n)++;
}

static void
test_sizes_in_place (Fixture *f, gconstpointer data)
{
  SquillSizeRow *users, *posts, *added;
  guint changes[] = { 0, 0 }, splices = 0;
  g_autofree char *id = NULL;

  show_example (f, "cms");
  users = get_row (f, 0);
  posts = get_row (f, 1);
  g_signal_connect_swapped (users, "changed", G_CALLBACK (count_change), &changes[0]);
  g_signal_connect_swapped (posts, "changed", G_CALLBACK (count_change), &changes[1]);
  g_signal_connect_swapped (get_rows (f), "items-changed", G_CALLBACK (count_change), &splices);

  squill_model_set (f->model, squill_size_row_get_id (posts), "count",
                    squill_json_triple (SQUILL_TRIPLE (0, 20000, 1e6)), NULL);
  update (f);
  g_assert_cmpfloat (squill_size_row_get_value (posts, SQUILL_SIZE_COLUMN_COUNT), ==, 20000);
  g_assert_cmpuint (changes[0], ==, 0);
  g_assert_cmpuint (changes[1], ==, 1);
  g_assert_cmpuint (splices, ==, 0);

  g_assert_true (squill_model_rename (f->model, squill_size_row_get_id (users), "people", NULL));
  update (f);
  g_assert_cmpuint (changes[0], ==, 1);
  g_assert_cmpuint (splices, ==, 0);
  wait_for (f, shows_label, "people", "the new name is shown");

  id = squill_model_add_entity (f->model, "tags", 0, 0);
  update (f);
  g_assert_true (get_row (f, 0) == users);
  g_assert_true (get_row (f, 1) == posts);
  added = get_row (f, count_rows (f) - 1);
  g_assert_cmpstr (squill_size_row_get_id (added), ==, id);
  g_assert_cmpuint (splices, ==, 1);
  g_assert_true (squill_model_undo (f->model));
  update (f);
  g_assert_cmpuint (splices, ==, 2);
  g_assert_cmpuint (count_rows (f), ==, 2);

  g_signal_handlers_disconnect_by_data (users, &changes[0]);
  g_signal_handlers_disconnect_by_data (posts, &changes[1]);
  g_signal_handlers_disconnect_by_data (get_rows (f), &splices);
}

static void
test_sizes_selection (Fixture *f, gconstpointer data)
{
  GtkSelectionModel *rows;
  const SquillEntity *posts;
  const SquillField *field = NULL;

  show_example (f, "cms");
  rows = get_rows (f);
  posts = squill_model_find_entity (f->model, "posts");
  gtk_selection_model_select_item (rows, 1, TRUE);
  g_assert_cmpstr (get_selected (f), ==, posts->item.id);

  /* It follows, also where only something of the collection is selected. */
  squill_selection_set_single (squill_session_get_selection (f->session),
                               squill_model_find_entity (f->model, "users")->item.id);
  update (f);
  g_assert_true (gtk_selection_model_is_selected (rows, 0));
  SQUILL_FOR_EACH_CHILD (SquillField, child, posts, SQUILL_KIND_FIELD)
    field = child;
  squill_selection_set_single (squill_session_get_selection (f->session), field->item.id);
  update (f);
  g_assert_true (gtk_selection_model_is_selected (rows, 1));
  g_assert_cmpstr (get_selected (f), ==, field->item.id);

  /* Another order moves the row, not the selection. */
  gtk_widget_activate_action (squill_panel_page_get_bar (f->page), "sizes.sort", "u",
                              SQUILL_SIZE_COLUMN_DATA);
  g_assert_cmpstr (get_selected (f), ==, field->item.id);
  squill_selection_clear (squill_session_get_selection (f->session));
  update (f);
  g_assert_false (gtk_selection_model_is_selected (rows, 0));
  g_assert_false (gtk_selection_model_is_selected (rows, 1));
}

static void
test_sizes_order (Fixture *f, gconstpointer data)
{
  GtkWidget *bar = squill_panel_page_get_bar (f->page);
  SquillSizeRow *users, *posts;

  show_example (f, "cms");
  users = get_row (f, 0);
  posts = get_row (f, 1);
  gtk_widget_activate_action (bar, "sizes.sort", "u", SQUILL_SIZE_COLUMN_LIKELY);
  g_assert_true (get_row (f, 0) == posts);
  gtk_widget_activate_action (bar, "sizes.sort", "u", SQUILL_SIZE_COLUMN_LIKELY);
  g_assert_true (get_row (f, 0) == users);
  gtk_widget_activate_action (bar, "sizes.sort", "u", SQUILL_SIZE_COLUMN_COUNT);
  g_assert_true (get_row (f, 0) == users);
  /* The order holds when what it goes by changes. */
  squill_model_set (f->model, squill_size_row_get_id (posts), "count",
                    squill_json_triple (SQUILL_TRIPLE (0, 9e5, 1e6)), NULL);
  update (f);
  g_assert_true (get_row (f, 0) == posts);
  gtk_widget_activate_action (bar, "sizes.sort", "u", SQUILL_SIZE_COLUMN_NAME);
  g_assert_true (get_row (f, 0) == posts);
  g_assert_true (get_row (f, 1) == users);
}

static void
test_sizes_none (Fixture *f, gconstpointer data)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  GtkStack *stack = GTK_STACK (find (f->page, GTK_TYPE_STACK, NULL));
  g_autofree char *id = NULL;

  show_model (f, model);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (stack), ==, "none");
  id = squill_model_add_entity (model, "posts", 0, 0);
  update (f);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (stack), ==, "table");
}

/* Workload. */

static void
test_rates (void)
{
  static const struct
  {
    const char *text;
    double rate;
    SquillRateUnit per;
  } cases[] = {
    { "800/s", 800, SQUILL_RATE_PER_SECOND }, { "15/min", 15, SQUILL_RATE_PER_MINUTE },
    { " 2 / h ", 2, SQUILL_RATE_PER_HOUR },   { "3/day", 3, SQUILL_RATE_PER_DAY },
    { "2.5k/h", 2500, SQUILL_RATE_PER_HOUR }, { "1 000 per minute", 1000, SQUILL_RATE_PER_MINUTE },
    { "3 a day", 3, SQUILL_RATE_PER_DAY },    { "4 an hour", 4, SQUILL_RATE_PER_HOUR },
    { "5 min", 5, SQUILL_RATE_PER_MINUTE },   { "12", 12, SQUILL_RATE_PER_HOUR },
    { "1 200", 1200, SQUILL_RATE_PER_HOUR },  { "", NAN, SQUILL_RATE_PER_HOUR },
  };
  static const char *const bad[] = { "often", "5/week", "/s", "-1/s", "inf/s", "*", "5/", "1/s/s" };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      SquillRateUnit per = SQUILL_RATE_PER_HOUR;
      double rate;

      g_assert_true (squill_operation_rate_read (cases[i].text, &rate, &per, &error));
      g_assert_no_error (error);
      g_assert_true (rate == cases[i].rate || (isnan (rate) && isnan (cases[i].rate)));
      g_assert_cmpint (per, ==, cases[i].per);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      SquillRateUnit per = SQUILL_RATE_PER_DAY;
      double rate;

      g_assert_false (squill_operation_rate_read (bad[i], &rate, &per, &error));
      g_assert_error (error, SQUILL_OPERATION_ROW_ERROR, SQUILL_OPERATION_ROW_ERROR_RATE);
      g_assert_cmpint (per, ==, SQUILL_RATE_PER_DAY);
      g_clear_error (&error);
    }
}

static void
test_rates_both_ways (void)
{
  static const double rates[] = { 0, 0.001, 0.2, 15, 1234567, 123456.789, 2e6, 1e15 };

  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    for (SquillRateUnit per = SQUILL_RATE_PER_SECOND; per <= SQUILL_RATE_PER_DAY; per++)
      {
        SquillOperation operation = { .rate = rates[i], .rate_unit = per };
        g_autofree char *text = squill_operation_rate_write (&operation);
        SquillRateUnit read = SQUILL_RATE_PER_SECOND;
        double rate;

        g_assert_true (squill_operation_rate_read (text, &rate, &read, NULL));
        g_assert_cmpfloat (rate, ==, rates[i]);
        g_assert_cmpint (read, ==, per);
      }
}

static void
test_operations_of_examples (Fixture *f, gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      guint n;
      gpointer const *operations;

      show_example (f, examples[i]);
      operations =
          squill_item_get_children (squill_model_get_info (f->model), SQUILL_KIND_OPERATION, &n);
      g_assert_cmpuint (count_rows (f), ==, n);
      for (guint o = 0; o < n; o++)
        g_assert_cmpstr (
            squill_operation_row_get_text (get_row (f, o), SQUILL_OPERATION_COLUMN_NAME), ==,
            ((const SquillOperation *)operations[o])->name);
    }
  show_example (f, "cms");
  g_assert_cmpstr (squill_operation_row_get_text (get_row (f, 0), SQUILL_OPERATION_COLUMN_KIND), ==,
                   "Find");
  g_assert_cmpstr (squill_operation_row_get_text (get_row (f, 0), SQUILL_OPERATION_COLUMN_ENTITY),
                   ==, "posts");
  g_assert_cmpstr (squill_operation_row_get_text (get_row (f, 0), SQUILL_OPERATION_COLUMN_TERMS),
                   ==, "by _id");
  g_assert_cmpstr (squill_operation_row_get_text (get_row (f, 0), SQUILL_OPERATION_COLUMN_RATE), ==,
                   "800/s");
  g_assert_cmpstr (squill_operation_row_get_text (get_row (f, 1), SQUILL_OPERATION_COLUMN_TERMS),
                   ==, "sorted by when -1");
  g_assert_cmpstr (
      squill_operation_row_get_text (get_row (f, 0), SQUILL_OPERATION_COLUMN_COLLECTIONS), ==,
      "posts → users");
  g_assert_cmpstr (squill_operation_row_get_text (get_row (f, 0), SQUILL_OPERATION_COLUMN_ACCESS),
                   ==, "_id, _id");
  g_assert_true (g_str_has_prefix (
      squill_operation_row_get_text (get_row (f, 0), SQUILL_OPERATION_COLUMN_READS),
      "2 documents, "));
  g_assert_cmpstr (squill_operation_row_get_text (get_row (f, 0), SQUILL_OPERATION_COLUMN_WRITES),
                   ==, "");
  g_assert_false (squill_operation_row_scans (get_row (f, 0)));
  /* Nothing gives the order of the newest. */
  g_assert_true (squill_operation_row_scans (get_row (f, 1)));
  wait_for (f, shows_label, "show post", "a row is shown");
}

static SquillInlineEditor *
get_editor (Fixture *f)
{
  return SQUILL_INLINE_EDITOR (find (f->page, SQUILL_TYPE_INLINE_EDITOR, NULL));
}

static gboolean
has_editor (Fixture *f, gconstpointer data)
{
  return find (f->page, SQUILL_TYPE_INLINE_EDITOR, NULL) != NULL;
}

static void
type (Fixture *f, const char *text, SquillInlineEditorExit how)
{
  squill_inline_editor_set_text (get_editor (f), text);
  g_signal_emit_by_name (get_editor (f), "exit", how);
}

static void
edit_first (Fixture *f)
{
  gtk_selection_model_select_item (get_rows (f), 0, TRUE);
  gtk_widget_activate_action (GTK_WIDGET (f->page), "workload.rename", NULL);
  wait_for (f, has_editor, NULL, "the name can be edited");
}

static void
test_edit_rate (Fixture *f, gconstpointer data)
{
  const char *id;

  show_example (f, "cms");
  edit_first (f);
  id = squill_operation_row_get_id (get_row (f, 0));
  g_assert_cmpstr (get_selected (f), ==, id);
  /* Tab goes on from the name to the rate; nothing was changed so far. */
  g_signal_emit_by_name (get_editor (f), "exit", SQUILL_INLINE_EDITOR_EXIT_IN);
  wait_for (f, has_editor, NULL, "the rate can be edited");
  g_assert_false (squill_model_get_can_undo (f->model));

  /* What cannot be understood is told; the old rate stays. */
  type (f, "often", SQUILL_INLINE_EDITOR_EXIT_ENTER);
  g_assert_nonnull (squill_inline_editor_get_error (get_editor (f)));
  g_assert_cmpfloat (squill_model_get_operation (f->model, id)->rate, ==, 800);

  type (f, "30/min", SQUILL_INLINE_EDITOR_EXIT_ENTER);
  g_assert_null (find (f->page, SQUILL_TYPE_INLINE_EDITOR, NULL));
  g_assert_cmpfloat (squill_model_get_operation (f->model, id)->rate, ==, 30);
  g_assert_cmpint (squill_model_get_operation (f->model, id)->rate_unit, ==,
                   SQUILL_RATE_PER_MINUTE);
  g_assert_cmpstr (squill_model_get_undo_label (f->model), ==, "Change rate");
  update (f);
  g_assert_cmpstr (squill_operation_row_get_text (get_row (f, 0), SQUILL_OPERATION_COLUMN_RATE), ==,
                   "30/min");

  /* One step, both of it. */
  g_assert_true (squill_model_undo (f->model));
  g_assert_false (squill_model_get_can_undo (f->model));
  g_assert_cmpfloat (squill_model_get_operation (f->model, id)->rate, ==, 800);
  g_assert_cmpint (squill_model_get_operation (f->model, id)->rate_unit, ==,
                   SQUILL_RATE_PER_SECOND);
  update (f);
  wait_for (f, shows_label, "800/s", "the old rate is shown");
}

static void
test_edit_name (Fixture *f, gconstpointer data)
{
  const char *id;

  show_example (f, "cms");
  edit_first (f);
  id = squill_operation_row_get_id (get_row (f, 0));
  type (f, "", SQUILL_INLINE_EDITOR_EXIT_ENTER);
  g_assert_nonnull (squill_inline_editor_get_error (get_editor (f)));
  g_assert_cmpstr (squill_model_get_operation (f->model, id)->name, ==, "show post");
  type (f, "read post", SQUILL_INLINE_EDITOR_EXIT_ENTER);
  g_assert_cmpstr (squill_model_get_operation (f->model, id)->name, ==, "read post");

  /* Escape changes nothing, and the keys go back to the row. */
  edit_first (f);
  type (f, "something else", SQUILL_INLINE_EDITOR_EXIT_ESCAPE);
  g_assert_null (find (f->page, SQUILL_TYPE_INLINE_EDITOR, NULL));
  g_assert_cmpstr (squill_model_get_operation (f->model, id)->name, ==, "read post");
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (f->window)),
                                         find (f->page, GTK_TYPE_COLUMN_VIEW, NULL)));
}

static gboolean
has_no_editor (Fixture *f, gconstpointer data)
{
  return !has_editor (f, data);
}

/* The editor goes once GTK is done with the focus that leaves it, and what was typed is kept. */
static void
test_leave_edit (Fixture *f, gconstpointer data)
{
  const char *id;

  show_example (f, "cms");
  edit_first (f);
  id = squill_operation_row_get_id (get_row (f, 0));
  squill_inline_editor_set_text (get_editor (f), "read post");
  gtk_window_set_focus (GTK_WINDOW (f->window), NULL);
  g_assert_true (has_editor (f, NULL));
  wait_for (f, has_no_editor, NULL, "the editor is closed");
  g_assert_cmpstr (squill_model_get_operation (f->model, id)->name, ==, "read post");
}

static void
test_add_and_delete (Fixture *f, gconstpointer data)
{
  guint before;
  GtkWidget *add;

  show_example (f, "cms");
  before = count_rows (f);
  add = find (squill_panel_page_get_bar (f->page), GTK_TYPE_BUTTON, NULL);
  gtk_widget_activate (add);
  g_signal_emit_by_name (add, "clicked");
  wait_for (f, has_editor, NULL, "the new operation can be named");
  g_assert_cmpuint (count_rows (f), ==, before + 1);
  g_assert_cmpstr (squill_model_get_undo_label (f->model), ==, "Add operation");
  type (f, "count votes", SQUILL_INLINE_EDITOR_EXIT_ENTER);
  g_assert_nonnull (find_operation (f, "count votes"));
  g_assert_cmpstr (get_selected (f), ==, find_operation (f, "count votes")->item.id);

  gtk_widget_activate_action (GTK_WIDGET (f->page), "workload.delete", NULL);
  g_assert_null (find_operation (f, "count votes"));
  g_assert_cmpuint (count_rows (f), ==, before);
  /* The one above is selected then. */
  g_assert_cmpstr (get_selected (f), ==, squill_operation_row_get_id (get_row (f, before - 1)));
  g_assert_true (squill_model_undo (f->model));
  g_assert_nonnull (find_operation (f, "count votes"));
}

static void
test_take_back (Fixture *f, gconstpointer data)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  GtkStack *stack = GTK_STACK (find (f->page, GTK_TYPE_STACK, NULL));
  g_autofree char *id = squill_model_add_entity (model, "posts", 0, 0);

  show_model (f, model);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (stack), ==, "none");
  squill_selection_set_single (squill_session_get_selection (f->session), id);
  g_signal_emit_by_name (find (squill_panel_page_get_bar (f->page), GTK_TYPE_BUTTON, NULL),
                         "clicked");
  wait_for (f, has_editor, NULL, "the new operation can be named");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (stack), ==, "table");
  g_assert_cmpstr (find_operation (f, "operation")->entity, ==, id);
  g_signal_emit_by_name (get_editor (f), "exit", SQUILL_INLINE_EDITOR_EXIT_ESCAPE);
  g_assert_null (find_operation (f, "operation"));
  update (f);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (stack), ==, "none");
}

static void
test_gone_while_edited (Fixture *f, gconstpointer data)
{
  show_example (f, "cms");
  edit_first (f);
  squill_model_delete (f->model,
                       (const char *const[]){ squill_operation_row_get_id (get_row (f, 0)), NULL });
  update (f);
  g_assert_null (find (f->page, SQUILL_TYPE_INLINE_EDITOR, NULL));
}

static void
test_read_only (Fixture *f, gconstpointer data)
{
  show_example (f, "cms");
  squill_model_set_read_only (f->model, TRUE);
  update (f);
  g_assert_false (
      gtk_widget_get_sensitive (find (squill_panel_page_get_bar (f->page), GTK_TYPE_BUTTON, NULL)));
  gtk_selection_model_select_item (get_rows (f), 0, TRUE);
  gtk_widget_activate_action (GTK_WIDGET (f->page), "workload.rename", NULL);
  gtk_widget_activate_action (GTK_WIDGET (f->page), "workload.delete", NULL);
  g_assert_null (find (f->page, SQUILL_TYPE_INLINE_EDITOR, NULL));
  g_assert_nonnull (find_operation (f, "show post"));
}

/* Script. */

static char *
get_text (Fixture *f)
{
  GtkTextBuffer *buffer =
      gtk_text_view_get_buffer (GTK_TEXT_VIEW (find (f->page, GTK_SOURCE_TYPE_VIEW, NULL)));
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  return gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
}

static void
assert_text (Fixture *f, const char *part, gboolean expected)
{
  g_autofree char *text = get_text (f);

  if ((strstr (text, part) != NULL) != expected)
    g_error ("“%s” should %sbe in: %s", part, expected ? "" : "not ", text);
}

static GtkDropDown *
get_scopes (Fixture *f)
{
  return GTK_DROP_DOWN (gtk_widget_get_first_child (squill_panel_page_get_bar (f->page)));
}

static GtkDropDown *
get_formats (Fixture *f)
{
  return GTK_DROP_DOWN (gtk_widget_get_next_sibling (GTK_WIDGET (get_scopes (f))));
}

static const char *
get_format_name (Fixture *f, guint format)
{
  GListModel *names = gtk_drop_down_get_model (get_formats (f));

  g_assert_true (GTK_IS_STRING_LIST (names));
  return gtk_string_list_get_string (GTK_STRING_LIST (names), format);
}

static void
test_scripts_of_examples (Fixture *f, gconstpointer data)
{
  /* The last is the migration, which needs something to start from. */
  guint n_formats = g_list_model_get_n_items (gtk_drop_down_get_model (get_formats (f))) - 1;

  g_assert_cmpuint (n_formats, >=, 4);
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    for (guint format = 0; format < n_formats; format++)
      {
        g_autofree char *text = NULL;

        gtk_drop_down_set_selected (get_formats (f), format);
        show_example (f, examples[i]);
        text = get_text (f);
        g_assert_cmpuint (strlen (text), >, 10);
        if (format == 0)
          g_assert_nonnull (strstr (text, "createCollection"));
      }
}

static gboolean
is_written (Fixture *f, gconstpointer data)
{
  return !squill_script_page_is_writing (SQUILL_SCRIPT_PAGE (f->page));
}

/* A migration is written in a thread. */
static void
update_migration (Fixture *f)
{
  update (f);
  wait_for (f, is_written, NULL, "the migration is written");
}

/* From another design of the model, and from one that is not chosen yet. */
static void
test_script_migration (Fixture *f, gconstpointer data)
{
  const guint last = g_list_model_get_n_items (gtk_drop_down_get_model (get_formats (f))) - 1;
  GtkDropDown *sources = GTK_DROP_DOWN (gtk_widget_get_next_sibling (GTK_WIDGET (get_formats (f))));
  const SquillRelationship *r = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *id = NULL, *text = NULL;

  show_example (f, "hosts");
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (sources)));
  gtk_drop_down_set_selected (get_formats (f), last);
  update_migration (f);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (sources)));
  text = get_text (f);
  g_assert_cmpstr (text, ==, "");

  id = squill_model_add_alternative (f->model, "Other", &error);
  g_assert_no_error (error);
  update_migration (f);
  gtk_drop_down_set_selected (sources, 0);
  update_migration (f);
  assert_text (f, "const steps = [\n];", TRUE);
  SQUILL_FOR_EACH_CHILD (SquillRelationship, one, squill_model_get_info (f->model),
                         SQUILL_KIND_RELATIONSHIP)
    {
      r = one;
    }
  g_assert_cmpint (r->placement, !=, SQUILL_PLACEMENT_JUNCTION);
  squill_model_set (f->model, r->item.id, "placement", json_string ("junction"), &error);
  g_assert_no_error (error);
  /* It is written beside what happens here; that of the model before is not shown any more. */
  update (f);
  g_assert_true (squill_script_page_is_writing (SQUILL_SCRIPT_PAGE (f->page)));
  assert_text (f, "const steps = [\n];", TRUE);
  squill_model_set (f->model, r->item.id, "placement", json_string ("bucket"), &error);
  g_assert_no_error (error);
  update_migration (f);
  assert_text (f, "$range", TRUE);
  assert_text (f, "const steps = [\n];", FALSE);
  assert_text (f, "const REALLY_REMOVE = false;", TRUE);
  gtk_drop_down_set_selected (get_formats (f), 0);
  update (f);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (sources)));
}

static void
write_model (GFile *file, const char *entity)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *id = squill_model_add_entity (model, entity, 0, 0);
  g_autofree char *data = squill_model_to_data (model, NULL);

  g_assert_true (g_file_set_contents (g_file_peek_path (file), data, -1, NULL));
}

/* Files are chosen one after the other, also such that have the same name; nothing but a choice of
 * somebody selects one of them. */
static void
test_script_source_file (Fixture *f, gconstpointer data)
{
  const guint last = g_list_model_get_n_items (gtk_drop_down_get_model (get_formats (f))) - 1;
  GtkDropDown *sources = GTK_DROP_DOWN (gtk_widget_get_next_sibling (GTK_WIDGET (get_formats (f))));
  g_autofree char *folder = g_dir_make_tmp ("squill-source-XXXXXX", NULL);
  g_autofree char *below = g_build_filename (folder, "old", NULL);
  g_autofree char *path = g_build_filename (folder, "shop.squill", NULL);
  g_autofree char *other_path = g_build_filename (below, "shop.squill", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) other = g_file_new_for_path (other_path);
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *id = NULL, *text = NULL;

  g_assert_cmpint (g_mkdir (below, 0700), ==, 0);
  write_model (file, "carts");
  write_model (other, "orders");
  show_model (f, model);
  gtk_drop_down_set_selected (get_formats (f), last);
  update_migration (f);
  /* Selecting the only entry is a change. */
  g_assert_cmpuint (gtk_drop_down_get_selected (sources), ==, GTK_INVALID_LIST_POSITION);
  text = get_text (f);
  g_assert_cmpstr (text, ==, "");
  g_assert_true (shows_label (f, "Choose the model that the data was made for"));

  squill_script_page_choose_source (SQUILL_SCRIPT_PAGE (f->page), file);
  update_migration (f);
  g_assert_cmpuint (gtk_drop_down_get_selected (sources), ==, 0);
  assert_text (f, "carts", TRUE);
  squill_script_page_choose_source (SQUILL_SCRIPT_PAGE (f->page), other);
  update_migration (f);
  assert_text (f, "carts", FALSE);
  assert_text (f, "orders", TRUE);

  /* What was read is kept until the file changes. */
  g_free (squill_model_add_entity (f->model, "baskets", 0, 0));
  update_migration (f);
  assert_text (f, "orders", TRUE);
  assert_text (f, "baskets", TRUE);
  write_model (other, "invoices");
  squill_script_page_choose_source (SQUILL_SCRIPT_PAGE (f->page), other);
  update_migration (f);
  assert_text (f, "orders", FALSE);
  assert_text (f, "invoices", TRUE);
  write_model (other, "orders");

  id = squill_model_add_alternative (f->model, "First", &error);
  g_assert_no_error (error);
  update_migration (f);
  gtk_drop_down_set_selected (sources, 0);
  update_migration (f);
  assert_text (f, "orders", FALSE);
  g_free (squill_model_add_alternative (f->model, "Second", &error));
  g_assert_no_error (error);
  update_migration (f);
  g_assert_cmpuint (gtk_drop_down_get_selected (sources), ==, 0);
  assert_text (f, "orders", FALSE);

  g_assert_true (g_file_delete (file, NULL, NULL));
  g_assert_true (g_file_delete (other, NULL, NULL));
  g_assert_cmpint (g_rmdir (below), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_script_scope (Fixture *f, gconstpointer data)
{
  show_example (f, "cms");
  assert_text (f, "collection(db, \"users\"", TRUE);
  assert_text (f, "collection(db, \"posts\"", TRUE);
  gtk_drop_down_set_selected (get_scopes (f), 1);
  squill_selection_set_single (squill_session_get_selection (f->session),
                               squill_model_find_entity (f->model, "posts")->item.id);
  update (f);
  assert_text (f, "collection(db, \"users\"", FALSE);
  assert_text (f, "collection(db, \"posts\"", TRUE);
  squill_model_rename (f->model, squill_model_find_entity (f->model, "posts")->item.id, "articles",
                       NULL);
  update (f);
  assert_text (f, "collection(db, \"articles\"", TRUE);
}

static void
test_script_language (Fixture *f, gconstpointer data)
{
  GtkSourceBuffer *buffer;
  guint n_formats = g_list_model_get_n_items (gtk_drop_down_get_model (get_formats (f)));

  show_example (f, "cms");
  buffer = GTK_SOURCE_BUFFER (
      gtk_text_view_get_buffer (GTK_TEXT_VIEW (find (f->page, GTK_SOURCE_TYPE_VIEW, NULL))));
  for (guint format = 0; format < n_formats; format++)
    {
      gtk_drop_down_set_selected (get_formats (f), format);
      update (f);
      /* GtkSourceView knows none of them. */
      if (!g_regex_match_simple ("CSV|Mermaid|DBML|Prisma|PlantUML", get_format_name (f, format), 0,
                                 0))
        g_assert_nonnull (gtk_source_buffer_get_language (buffer));
      if (format == 0)
        g_assert_cmpstr (gtk_source_language_get_id (gtk_source_buffer_get_language (buffer)), ==,
                         "js");
    }
  g_assert_nonnull (gtk_source_buffer_get_style_scheme (buffer));
}

/* The query of the selected operation follows the model. */
static void
test_query (Fixture *f, gconstpointer data)
{
  GtkWidget *view;
  const char *relationship;

  show_example (f, "parts");
  view = find (f->page, SQUILL_TYPE_QUERY_VIEW, NULL);
  g_assert_nonnull (view);
  g_assert_false (gtk_widget_get_visible (view));
  squill_selection_set_single (squill_session_get_selection (f->session),
                               find_operation (f, "show product with parts")->item.id);
  update (f);
  g_assert_true (gtk_widget_get_visible (view));
  assert_text (f, "getCollection(\"parts\").find(", TRUE);
  assert_text (f, "product.parts", TRUE);

  relationship = "parts-8s1f";
  squill_model_set (f->model, relationship, "placement", json_string ("embed-many"), NULL);
  update (f);
  assert_text (f, "getCollection(\"parts\").find(", FALSE);
  squill_model_undo (f->model);
  update (f);
  assert_text (f, "product.parts", TRUE);

  squill_selection_set_single (squill_session_get_selection (f->session),
                               find_operation (f, "change quantity")->item.id);
  update (f);
  assert_text (f, "updateOne(", TRUE);
  squill_selection_clear (squill_session_get_selection (f->session));
  update (f);
  g_assert_false (gtk_widget_get_visible (view));
}

static gboolean
is_laid_out (Fixture *f, gconstpointer data)
{
  GtkAdjustment *adjustment =
      gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (find (f->page, GTK_SOURCE_TYPE_VIEW, NULL)));

  return gtk_adjustment_get_upper (adjustment) > 2 * gtk_adjustment_get_page_size (adjustment) &&
         gtk_adjustment_get_page_size (adjustment) > 0;
}

/* The line at the top of what is seen. */
static char *
get_top_line (Fixture *f)
{
  GtkTextView *view = GTK_TEXT_VIEW (find (f->page, GTK_SOURCE_TYPE_VIEW, NULL));
  GdkRectangle visible;
  GtkTextIter start, end;

  gtk_text_view_get_visible_rect (view, &visible);
  gtk_text_view_get_line_at_y (view, &start, visible.y, NULL);
  end = start;
  if (!gtk_text_iter_ends_line (&end))
    gtk_text_iter_forward_to_line_end (&end);
  return gtk_text_iter_get_text (&start, &end);
}

static void
test_script_stays (Fixture *f, gconstpointer data)
{
  GtkAdjustment *adjustment;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *id = NULL;

  show_example (f, "cms");
  wait_for (f, is_laid_out, NULL, "the script is laid out");
  adjustment =
      gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (find (f->page, GTK_SOURCE_TYPE_VIEW, NULL)));
  gtk_adjustment_set_value (adjustment, 200);
  before = get_top_line (f);
  id = squill_model_add_entity (f->model, "tags", 0, 0);
  update (f);
  assert_text (f, "\"tags\"", TRUE);
  gtk_test_widget_wait_for_draw (f->window);
  after = get_top_line (f);
  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), >, 0);
  g_assert_cmpstr (before, ==, after);
}

static void
test_script_of_many (Fixture *f, gconstpointer data)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *last = NULL, *id = NULL;
  g_autoptr (GError) error = NULL;

  squill_model_begin_step (model, NULL, NULL);
  for (guint i = 0; i < 301; i++)
    {
      g_autofree char *name = g_strdup_printf ("entity%u", i);

      g_free (last);
      last = squill_model_add_entity (model, name, 0, 0);
    }
  squill_model_end_step (model);
  show_model (f, model);
  assert_text (f, "collection(db, \"entity0\"", TRUE);
  assert_text (f, "collection(db, \"entity1\"", FALSE);
  g_assert_true (shows_label (f, "entity0"));
  squill_selection_set_single (squill_session_get_selection (f->session), last);
  update (f);
  assert_text (f, "collection(db, \"entity0\"", FALSE);
  assert_text (f, "collection(db, \"entity300\"", TRUE);
  gtk_drop_down_set_selected (
      get_formats (f), g_list_model_get_n_items (gtk_drop_down_get_model (get_formats (f))) - 1);
  id = squill_model_add_alternative (model, "Other", &error);
  g_assert_no_error (error);
  update_migration (f);
  assert_text (f, "name: \"entity300\"", TRUE);
}

static void
on_read (GObject *clipboard, GAsyncResult *result, gpointer user_data)
{
  *(char **)user_data = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);
}

static gboolean
has_read (Fixture *f, gconstpointer data)
{
  return *(char *const *)data != NULL;
}

static void
test_script_copy (Fixture *f, gconstpointer data)
{
  /* Before the menu for what has no room. */
  GtkWidget *copy =
      gtk_widget_get_prev_sibling (gtk_widget_get_last_child (squill_panel_page_get_bar (f->page)));
  g_autofree char *text = NULL;
  g_autofree char *copied = NULL;

  show_example (f, "cms");
  text = get_text (f);
  g_signal_emit_by_name (copy, "clicked");
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (f->window), NULL, on_read, &copied);
  wait_for (f, has_read, &copied, "the clipboard is read");
  g_assert_cmpstr (copied, ==, text);
}

/* Warnings. */

static const char *
get_summary (Fixture *f)
{
  return gtk_label_get_text (
      GTK_LABEL (gtk_widget_get_first_child (squill_panel_page_get_bar (f->page))));
}

static gboolean
says_counts (Fixture *f, gconstpointer data)
{
  const char *summary = get_summary (f);

  return *summary != '\0' && strstr (summary, "Checking") == NULL;
}

/* A large model is not checked while somebody waits. Until it is done nothing claims that there are
 * no warnings, and what is known is shown. */
static void
test_warnings_pending (Fixture *f, gconstpointer data)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  GtkStack *stack = GTK_STACK (find (f->page, GTK_TYPE_STACK, NULL));

  for (guint i = 0; i < 400; i++)
    {
      g_autofree char *name = g_strdup_printf ("system.%u", i);
      g_autofree char *id = squill_model_add_entity (model, name, 0, 0);

      g_free (squill_model_add_field (model, id, NULL, "name", SQUILL_TYPE_STRING));
    }
  show_model (f, model);
  g_assert_nonnull (strstr (get_summary (f), "Checking"));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (stack), ==, "table");
  if (data != NULL)
    return; /* closed in the middle */
  wait_for (f, says_counts, NULL, "all is checked");
  g_assert_cmpuint (squill_advice_get_pending (squill_session_get_advice (f->session)), ==, 0);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (stack), ==, "table");
}

static void
test_warnings_small (Fixture *f, gconstpointer data)
{
  g_autoptr (SquillModel) model = squill_model_new ();

  g_free (squill_model_add_entity (model, "system.things", 0, 0));
  show_model (f, model);
  g_assert_true (says_counts (f, NULL));
}

#define ADD(path, set_up, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();
  gtk_source_init ();

  ADD ("/panel/warnings/pending", set_up_warnings, test_warnings_pending);
  g_test_add ("/panel/warnings/closed", Fixture, "closed", set_up_warnings, test_warnings_pending,
              tear_down);
  ADD ("/panel/warnings/small", set_up_warnings, test_warnings_small);
  ADD ("/panel/sizes/examples", set_up_sizes, test_sizes_of_examples);
  ADD ("/panel/sizes/too-large", set_up_sizes, test_sizes_too_large);
  ADD ("/panel/sizes/assumed", set_up_sizes, test_sizes_assumed);
  ADD ("/panel/sizes/in-place", set_up_sizes, test_sizes_in_place);
  ADD ("/panel/sizes/selection", set_up_sizes, test_sizes_selection);
  ADD ("/panel/sizes/order", set_up_sizes, test_sizes_order);
  ADD ("/panel/sizes/none", set_up_sizes, test_sizes_none);
  g_test_add_func ("/panel/workload/rates", test_rates);
  g_test_add_func ("/panel/workload/rates-both-ways", test_rates_both_ways);
  ADD ("/panel/workload/examples", set_up_workload, test_operations_of_examples);
  ADD ("/panel/workload/edit-rate", set_up_workload, test_edit_rate);
  ADD ("/panel/workload/edit-name", set_up_workload, test_edit_name);
  ADD ("/panel/workload/leave-edit", set_up_workload, test_leave_edit);
  ADD ("/panel/workload/add-and-delete", set_up_workload, test_add_and_delete);
  ADD ("/panel/workload/take-back", set_up_workload, test_take_back);
  ADD ("/panel/workload/gone-while-edited", set_up_workload, test_gone_while_edited);
  ADD ("/panel/workload/read-only", set_up_workload, test_read_only);
  ADD ("/panel/workload/query", set_up_workload, test_query);
  ADD ("/panel/script/examples", set_up_script, test_scripts_of_examples);
  ADD ("/panel/script/migration", set_up_script, test_script_migration);
  ADD ("/panel/script/source-file", set_up_script, test_script_source_file);
  ADD ("/panel/script/scope", set_up_script, test_script_scope);
  ADD ("/panel/script/language", set_up_script, test_script_language);
  ADD ("/panel/script/stays", set_up_script, test_script_stays);
  ADD ("/panel/script/many", set_up_script, test_script_of_many);
  ADD ("/panel/script/copy", set_up_script, test_script_copy);

  return g_test_run ();
}
