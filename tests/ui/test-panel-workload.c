/* SPDX-License-Identifier: Apache-2.0 */

/* The page of the panel with the operations, their queries and costs. */

#include "config.h"

#include <gtksourceview/gtksource.h>
#include <string.h>

#include "canvas/squill-inline-editor.h"
#include "model/squill-authoring.h"
#include "panel/squill-query-view.h"
#include "session/squill-operation-row.h"
#include "panel-fixture.h"

static void
set_up_workload (Fixture *f, gconstpointer data)
{
  set_up (f, SQUILL_TYPE_WORKLOAD_PAGE);
}

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

#define ADD(path, set_up, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();
  gtk_source_init ();

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

  return g_test_run ();
}
