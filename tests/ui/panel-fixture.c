/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include <gtksourceview/gtksource.h>
#include <string.h>

#include "panel-fixture.h"

#include "deadline.h"

const char *const examples[N_EXAMPLES] = { "books",   "cms",      "hosts",    "movies", "parts",
                                           "patrons", "products", "students", "tasks",  "traffic" };

void
wait_for (Fixture *f, Condition condition, gconstpointer data, const char *what)
{
  g_auto (Deadline) deadline = deadline_begin (what);

  while (!condition (f, data))
    g_main_context_iteration (NULL, TRUE);
}

SquillModel *
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
void
start_update (Fixture *f)
{
  SQUILL_PANEL_PAGE_GET_CLASS (f->page)->update (f->page);
}

static gboolean
is_written (Fixture *f, gconstpointer data)
{
  return !squill_script_page_is_writing (SQUILL_SCRIPT_PAGE (f->page));
}

/* Scripts are written in a thread. */
void
update (Fixture *f)
{
  start_update (f);
  if (SQUILL_IS_SCRIPT_PAGE (f->page))
    wait_for (f, is_written, NULL, "the script is written");
}

void
show_model (Fixture *f, SquillModel *model)
{
  g_clear_object (&f->session);
  g_set_object (&f->model, model);
  f->session = squill_session_new (model, NULL);
  squill_panel_page_set_session (f->page, f->session);
  update (f);
}

void
show_example (Fixture *f, const char *name)
{
  g_autoptr (SquillModel) model = load (name);

  show_model (f, model);
}

void
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

void
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
GtkWidget *
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

GtkSelectionModel *
get_rows (Fixture *f)
{
  return gtk_column_view_get_model (GTK_COLUMN_VIEW (find (f->page, GTK_TYPE_COLUMN_VIEW, NULL)));
}

guint
count_rows (Fixture *f)
{
  return g_list_model_get_n_items (G_LIST_MODEL (get_rows (f)));
}

gpointer
get_row (Fixture *f, guint position)
{
  g_autoptr (GObject) row = g_list_model_get_item (G_LIST_MODEL (get_rows (f)), position);

  return row; /* the list keeps it */
}

gboolean
shows_label (Fixture *f, gconstpointer text)
{
  return find (f->page, GTK_TYPE_LABEL, text) != NULL;
}

const char *
get_selected (Fixture *f)
{
  return squill_selection_get_single (squill_session_get_selection (f->session));
}

const SquillOperation *
find_operation (Fixture *f, const char *name)
{
  SQUILL_FOR_EACH_CHILD (SquillOperation, operation, squill_model_get_info (f->model),
                         SQUILL_KIND_OPERATION)
    if (g_strcmp0 (operation->name, name) == 0)
      return operation;
  return NULL;
}

char *
get_text (Fixture *f)
{
  GtkTextBuffer *buffer =
      gtk_text_view_get_buffer (GTK_TEXT_VIEW (find (f->page, GTK_SOURCE_TYPE_VIEW, NULL)));
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  return gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
}

void
assert_text (Fixture *f, const char *part, gboolean expected)
{
  g_autofree char *text = get_text (f);

  if ((strstr (text, part) != NULL) != expected)
    g_error ("“%s” should %sbe in: %s", part, expected ? "" : "not ", text);
}
