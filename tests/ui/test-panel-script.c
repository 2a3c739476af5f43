/* SPDX-License-Identifier: Apache-2.0 */

/* The page of the panel with what is exported: scripts, schemas, migrations. */

#include "config.h"

#include <glib/gstdio.h>
#include <gtksourceview/gtksource.h>
#include <string.h>

#include "model/squill-alternative.h"
#include "model/squill-authoring.h"
#include "panel/squill-panel-page.h"
#include "panel-fixture.h"

static void
set_up_script (Fixture *f, gconstpointer data)
{
  set_up (f, SQUILL_TYPE_SCRIPT_PAGE);
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
  update (f);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (sources)));
  text = get_text (f);
  g_assert_cmpstr (text, ==, "");

  id = squill_model_add_alternative (f->model, "Other", &error);
  g_assert_no_error (error);
  update (f);
  gtk_drop_down_set_selected (sources, 0);
  update (f);
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
  start_update (f);
  g_assert_true (squill_script_page_is_writing (SQUILL_SCRIPT_PAGE (f->page)));
  assert_text (f, "const steps = [\n];", TRUE);
  squill_model_set (f->model, r->item.id, "placement", json_string ("bucket"), &error);
  g_assert_no_error (error);
  update (f);
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
  update (f);
  /* Choosing a file is a change: something else is selected. */
  g_assert_cmpuint (gtk_drop_down_get_selected (sources), ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (sources)), ==, 2);
  text = get_text (f);
  g_assert_cmpstr (text, ==, "");
  g_assert_true (shows_label (f, "Choose the model that the data was made for"));

  squill_script_page_choose_source (SQUILL_SCRIPT_PAGE (f->page), file);
  update (f);
  g_assert_cmpuint (gtk_drop_down_get_selected (sources), ==, 0);
  assert_text (f, "carts", TRUE);
  squill_script_page_choose_source (SQUILL_SCRIPT_PAGE (f->page), other);
  update (f);
  assert_text (f, "carts", FALSE);
  assert_text (f, "orders", TRUE);

  /* What was read is kept until the file changes. */
  g_free (squill_model_add_entity (f->model, "baskets", 0, 0));
  update (f);
  assert_text (f, "orders", TRUE);
  assert_text (f, "baskets", TRUE);
  write_model (other, "invoices");
  squill_script_page_choose_source (SQUILL_SCRIPT_PAGE (f->page), other);
  update (f);
  assert_text (f, "orders", FALSE);
  assert_text (f, "invoices", TRUE);
  write_model (other, "orders");

  id = squill_model_add_alternative (f->model, "First", &error);
  g_assert_no_error (error);
  update (f);
  gtk_drop_down_set_selected (sources, 0);
  update (f);
  assert_text (f, "orders", FALSE);
  g_free (squill_model_add_alternative (f->model, "Second", &error));
  g_assert_no_error (error);
  update (f);
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

/* What is shown stays while the next state of many collections is written, and only the last edit
 * is waited for. */
static void
test_script_of_many (Fixture *f, gconstpointer data)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *last = NULL;

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
  assert_text (f, "collection(db, \"entity300\"", TRUE);
  squill_model_rename (model, last, "second", NULL);
  start_update (f);
  g_assert_true (squill_script_page_is_writing (SQUILL_SCRIPT_PAGE (f->page)));
  assert_text (f, "collection(db, \"entity300\"", TRUE);
  squill_model_rename (model, last, "third", NULL);
  update (f);
  assert_text (f, "collection(db, \"entity300\"", FALSE);
  assert_text (f, "collection(db, \"second\"", FALSE);
  assert_text (f, "collection(db, \"third\"", TRUE);
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

#define ADD(path, set_up, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();
  gtk_source_init ();

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
