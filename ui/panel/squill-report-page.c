/* SPDX-License-Identifier: Apache-2.0 */

/* Pages that show a report: its tables with bars, and the files it can be saved as. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "panel/squill-report-page.h"

#include <glib/gi18n.h>
#include <string.h>

#include "model/squill-file-writer.h"
#include "session/squill-report-row.h"
#include "session/squill-task.h"
#include "widgets/squill-compat.h"
#include "widgets/squill-icon-button.h"
#include "widgets/squill-share-bar.h"
#include "widgets/squill-table.h"

/* Edits come in series: the report is made when they pause. */
#define PAUSE_MS 150

/* Of what is said above the tables; the tooltip has all. */
#define MAX_SENTENCE_LINES 3

typedef struct
{
  SquillReport *report;
  GCancellable *cancellable; /* of the report that is being made */
  guint pause_source;

  GtkBox *box;
  GtkStack *stack;
  GtkLabel *problem;
  GtkLabel *sentences;
  GtkColumnView *table;
  GListStore *rows; /* SquillReportRow */
  GtkDropDown *sections;
  GArray *shown; /* of what the drop-down lists: sections with rows, as guint */
  guint filling : 1;
} SquillReportPagePrivate;

/* Where a cell is. */
typedef struct
{
  GtkWidget *page;
  char *title;
  guint column;
  gboolean is_number;
  gboolean has_bars; /* in some cells */
} Column;

static const struct
{
  SquillReportFormat format;
  const char *name;
  const char *title;
  const char *extension;
} files[] = {
  { SQUILL_REPORT_MARKDOWN, "markdown", N_ ("Save as _Markdown…"), "md" },
  { SQUILL_REPORT_HTML, "html", N_ ("Save as _Web Page…"), "html" },
  { SQUILL_REPORT_CSV, "csv", N_ ("Save as _CSV…"), "csv" },
};

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (SquillReportPage, squill_report_page, SQUILL_TYPE_PANEL_PAGE)

#define PRIVATE(self) \
  ((SquillReportPagePrivate *)squill_report_page_get_instance_private (SQUILL_REPORT_PAGE (self)))

/* Cells. */

static void
column_free (gpointer data)
{
  Column *self = data;

  g_free (self->title);
  g_free (self);
}

static void
on_setup (GtkListItemFactory *factory, GtkListItem *item, Column *column)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), column->is_number ? 1 : 0);
  gtk_label_set_ellipsize (GTK_LABEL (label),
                           column->is_number ? PANGO_ELLIPSIZE_NONE : PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, TRUE);
  if (column->is_number)
    gtk_widget_add_css_class (label, "numeric");
  gtk_box_append (GTK_BOX (box), label);
  gtk_list_item_set_child (item, box);
}

static void
on_bind (GtkListItemFactory *factory, GtkListItem *item, Column *column)
{
  SquillReportRow *row = gtk_list_item_get_item (item);
  GtkWidget *box = gtk_list_item_get_child (item);
  GtkWidget *label = gtk_widget_get_last_child (box);
  const char *text = squill_report_row_get_text (row, column->column);
  double share = squill_report_row_get_share (row, column->column);
  g_autofree char *said = g_strconcat (column->title, ": ", text, NULL);

  squill_label_show (label, text);
  squill_widget_set_name (label, said);
  if (!column->is_number)
    squill_widget_show_tooltip (label, text);
  if (!isnan (share))
    gtk_box_prepend (GTK_BOX (box), squill_share_bar_new (share));
  else if (column->has_bars)
    {
      GtkWidget *space = squill_share_bar_new (0);

      gtk_widget_set_opacity (space, 0);
      gtk_box_prepend (GTK_BOX (box), space);
    }
}

static void
on_unbind (GtkListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *bar =
      gtk_widget_get_prev_sibling (gtk_widget_get_last_child (gtk_list_item_get_child (item)));

  if (bar != NULL)
    gtk_box_remove (GTK_BOX (gtk_list_item_get_child (item)), bar);
}

/* Tables. */

static void
add_column (SquillReportPage *self, guint section, guint position)
{
  SquillReportPagePrivate *priv = PRIVATE (self);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  Column *column = g_new0 (Column, 1);
  GtkColumnViewColumn *added;

  column->page = GTK_WIDGET (self);
  column->column = position;
  column->title =
      g_strdup (squill_report_get_column (priv->report, section, position, &column->is_number));
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), column);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), column);
  g_signal_connect (factory, "unbind", G_CALLBACK (on_unbind), NULL);
  g_object_set_data_full (G_OBJECT (factory), "column", column, column_free);
  added = gtk_column_view_column_new (column->title, factory);
  gtk_column_view_column_set_resizable (added, TRUE);
  gtk_column_view_column_set_expand (added, !column->is_number);
  gtk_column_view_append_column (priv->table, added);
  if (column->is_number)
    squill_table_end_title (priv->table, position);
  g_object_unref (added);
}

/* Where some cells of a column have a bar, the numbers of the others stand below theirs. */
static void
note_bars (SquillReportPage *self, const GPtrArray *rows)
{
  GListModel *columns = gtk_column_view_get_columns (PRIVATE (self)->table);

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) shown = g_list_model_get_item (columns, i);
      Column *column =
          g_object_get_data (G_OBJECT (gtk_column_view_column_get_factory (shown)), "column");

      column->has_bars = FALSE;
      for (guint row = 0; row < rows->len && !column->has_bars; row++)
        column->has_bars =
            !isnan (squill_report_row_get_share (g_ptr_array_index (rows, row), column->column));
    }
}

/* Columns are kept where the new table has the same: then it stays where it is scrolled to. */
static gboolean
has_columns_of (SquillReportPage *self, guint section)
{
  SquillReportPagePrivate *priv = PRIVATE (self);
  GListModel *columns = gtk_column_view_get_columns (priv->table);
  guint n = g_list_model_get_n_items (columns);

  if (n != squill_report_get_n_columns (priv->report, section))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      if (g_strcmp0 (gtk_column_view_column_get_title (column),
                     squill_report_get_column (priv->report, section, i, NULL)) != 0)
        return FALSE;
    }
  return TRUE;
}

static void
show_section (SquillReportPage *self)
{
  SquillReportPagePrivate *priv = PRIVATE (self);
  guint selected = gtk_drop_down_get_selected (priv->sections);
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);
  GListModel *columns = gtk_column_view_get_columns (priv->table);
  guint section;

  if (priv->filling || priv->report == NULL || selected >= priv->shown->len)
    return;
  section = g_array_index (priv->shown, guint, selected);
  for (guint i = 0; i < squill_report_get_n_rows (priv->report, section); i++)
    g_ptr_array_add (rows, squill_report_row_new (priv->report, section, i));
  if (!has_columns_of (self, section))
    {
      g_list_store_remove_all (priv->rows);
      while (g_list_model_get_n_items (columns) > 0)
        {
          g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, 0);

          gtk_column_view_remove_column (priv->table, column);
        }
      for (guint i = 0; i < squill_report_get_n_columns (priv->report, section); i++)
        add_column (self, section, i);
    }
  note_bars (self, rows);
  g_list_store_splice (priv->rows, 0, g_list_model_get_n_items (G_LIST_MODEL (priv->rows)),
                       rows->pdata, rows->len);
}

/* All sentences above the tables: they are few. */
static void
show_sentences (SquillReportPage *self)
{
  SquillReportPagePrivate *priv = PRIVATE (self);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < squill_report_get_n_sections (priv->report); i++)
    {
      const GPtrArray *sentences = squill_report_get_sentences (priv->report, i);

      for (guint k = 0; k < sentences->len; k++)
        g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "",
                                (const char *)sentences->pdata[k]);
    }
  squill_label_show (priv->sentences, text->str);
  squill_widget_show_tooltip (priv->sentences, text->str);
  gtk_widget_set_visible (GTK_WIDGET (priv->sentences), text->len > 0);
}

/* The table that was shown stays the one that is shown. */
static void
show_report (SquillReportPage *self)
{
  SquillReportPagePrivate *priv = PRIVATE (self);
  g_autoptr (GtkStringList) headings = gtk_string_list_new (NULL);
  guint selected = gtk_drop_down_get_selected (priv->sections);

  priv->filling = TRUE;
  g_array_set_size (priv->shown, 0);
  for (guint i = 0; i < squill_report_get_n_sections (priv->report); i++)
    {
      if (squill_report_get_n_rows (priv->report, i) == 0)
        continue;
      g_array_append_val (priv->shown, i);
      gtk_string_list_append (headings, squill_report_get_heading (priv->report, i));
    }
  gtk_drop_down_set_model (priv->sections, G_LIST_MODEL (headings));
  gtk_drop_down_set_selected (priv->sections, selected < priv->shown->len ? selected : 0);
  gtk_widget_set_visible (GTK_WIDGET (priv->sections), priv->shown->len > 0);
  priv->filling = FALSE;
  show_sentences (self);
  show_section (self);
  gtk_stack_set_visible_child_name (priv->stack, "report");
}

/* Making the report. */

static void
make_in_thread (GTask *task, gpointer source, gpointer model, GCancellable *cancellable)
{
  GError *error = NULL;
  SquillReport *report = SQUILL_REPORT_PAGE_GET_CLASS (source)->make (model, cancellable, &error);

  if (report != NULL)
    g_task_return_pointer (task, report, (GDestroyNotify)squill_report_free);
  else
    g_task_return_error (task, error);
}

static void
on_made (GObject *source, GAsyncResult *result, gpointer data)
{
  SquillReportPage *self = SQUILL_REPORT_PAGE (source);
  SquillReportPagePrivate *priv = PRIVATE (self);
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillReport) report = g_task_propagate_pointer (G_TASK (result), &error);

  /* Another one is being made already, or the page is gone. */
  if (priv->cancellable != g_task_get_cancellable (G_TASK (result)))
    return;
  g_clear_object (&priv->cancellable);
  if (report == NULL)
    {
      gtk_label_set_label (priv->problem, error->message);
      gtk_stack_set_visible_child_name (priv->stack, "problem");
      return;
    }
  squill_report_free (priv->report);
  priv->report = g_steal_pointer (&report);
  show_report (self);
}

static void
stop (SquillReportPage *self)
{
  SquillReportPagePrivate *priv = PRIVATE (self);

  g_clear_handle_id (&priv->pause_source, g_source_remove);
  if (priv->cancellable != NULL)
    g_cancellable_cancel (priv->cancellable);
  g_clear_object (&priv->cancellable);
}

static gboolean
on_pause (gpointer data)
{
  SquillReportPage *self = data;
  SquillReportPagePrivate *priv = PRIVATE (self);
  SquillSession *session = squill_panel_page_get_session (SQUILL_PANEL_PAGE (self));
  g_autoptr (SquillModel) copy = NULL;
  g_autoptr (GTask) task = NULL;

  priv->pause_source = 0;
  if (session == NULL)
    return G_SOURCE_REMOVE;
  copy = squill_model_copy (squill_session_get_model (session));
  if (SQUILL_REPORT_PAGE_GET_CLASS (self)->prepare != NULL)
    SQUILL_REPORT_PAGE_GET_CLASS (self)->prepare (self, copy);
  priv->cancellable = g_cancellable_new ();
  task = g_task_new (self, priv->cancellable, on_made, NULL);
  g_task_set_source_tag (task, on_pause);
  g_task_set_task_data (task, g_steal_pointer (&copy), g_object_unref);
  squill_task_run_in_thread (task, make_in_thread);
  return G_SOURCE_REMOVE;
}

static void
squill_report_page_update (SquillPanelPage *page)
{
  SquillReportPage *self = SQUILL_REPORT_PAGE (page);

  stop (self);
  PRIVATE (self)->pause_source = g_timeout_add (PAUSE_MS, on_pause, self);
}

/* Saving it. */

typedef struct
{
  SquillReportPage *page;
  char *text;
} Save;

static void
save_free (gpointer data)
{
  Save *self = data;

  g_object_unref (self->page);
  g_free (self->text);
  g_free (self);
}

static void
save_in_thread (GTask *task, gpointer source, gpointer file, GCancellable *cancellable)
{
  const char *text = g_object_get_data (G_OBJECT (task), "text");
  GError *error = NULL;

  if (squill_file_write (file, text, strlen (text), SQUILL_FILE_ACCESS_USUAL, NULL, NULL,
                         cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
on_saved (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *base = g_file_get_basename (g_task_get_task_data (G_TASK (result)));
  g_autofree char *name = g_filename_display_name (base);
  g_autofree char *text = NULL;

  if (g_task_propagate_boolean (G_TASK (result), &error))
    text = g_strdup_printf (_ ("“%s” written"), name);
  else
    text = g_strdup_printf (_ ("“%s” could not be written: %s"), name, error->message);
  gtk_widget_activate_action (GTK_WIDGET (source), "win.toast", "s", text);
}

static void
on_target_chosen (GFile *file, gpointer data)
{
  Save *save = data;
  g_autoptr (GTask) task = NULL;

  if (file == NULL)
    return;
  task = g_task_new (save->page, NULL, on_saved, NULL);
  g_task_set_source_tag (task, on_target_chosen);
  g_task_set_task_data (task, g_object_ref (file), g_object_unref);
  g_object_set_data_full (G_OBJECT (task), "text", g_strdup (save->text), g_free);
  squill_task_run_in_thread (task, save_in_thread);
}

static void
on_save (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  SquillReportPage *self = data;
  SquillReportPagePrivate *priv = PRIVATE (self);
  SquillSession *session = squill_panel_page_get_session (SQUILL_PANEL_PAGE (self));
  const char *wanted = g_variant_get_string (parameter, NULL);

  if (priv->report == NULL || session == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *name = NULL;
      Save *save;

      if (!g_str_equal (files[i].name, wanted))
        continue;
      name = g_strdup_printf ("%s.%s", squill_session_get_title (session), files[i].extension);
      g_strdelimit (name, "/", '-');
      save = g_new0 (Save, 1);
      save->page = g_object_ref (self);
      save->text = squill_report_write (priv->report, files[i].format);
      squill_compat_choose_file (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                                 &(SquillFileQuestion){
                                     .action = SQUILL_CHOOSE_SAVE,
                                     .title = _ ("Save Report"),
                                     .accept_label = _ ("_Save"),
                                     .name = name,
                                 },
                                 on_target_chosen, save, save_free);
    }
}

static void
squill_report_page_dispose (GObject *object)
{
  SquillReportPage *self = SQUILL_REPORT_PAGE (object);

  stop (self);
  PRIVATE (self)->filling = TRUE;
  g_clear_object (&PRIVATE (self)->rows);

  G_OBJECT_CLASS (squill_report_page_parent_class)->dispose (object);
}

static void
squill_report_page_finalize (GObject *object)
{
  SquillReportPagePrivate *priv = PRIVATE (object);

  squill_report_free (priv->report);
  g_array_unref (priv->shown);

  G_OBJECT_CLASS (squill_report_page_parent_class)->finalize (object);
}

static void
squill_report_page_class_init (SquillReportPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = squill_report_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = squill_report_page_finalize;
  SQUILL_PANEL_PAGE_CLASS (klass)->update = squill_report_page_update;
}

static void
make_bar (SquillReportPage *self)
{
  const GActionEntry entries[] = { { "save", on_save, "s", NULL, NULL, { 0 } } };
  SquillReportPagePrivate *priv = PRIVATE (self);
  SquillPanelPage *page = SQUILL_PANEL_PAGE (self);
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();
  g_autoptr (GMenu) menu = g_menu_new ();
  GtkWidget *button = gtk_menu_button_new ();
  GtkWidget *sections = gtk_drop_down_new (NULL, NULL);

  g_action_map_add_action_entries (G_ACTION_MAP (actions), entries, G_N_ELEMENTS (entries), self);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *action = g_strdup_printf ("report.save('%s')", files[i].name);

      g_menu_append (menu, _ (files[i].title), action);
    }
  gtk_widget_add_css_class (sections, "flat");
  squill_widget_set_tooltip (sections, _ ("Table"));
  /* Without tables it would say "(None)". */
  gtk_widget_set_visible (sections, FALSE);
  g_signal_connect_object (sections, "notify::selected", G_CALLBACK (show_section), self,
                           G_CONNECT_SWAPPED);
  priv->sections = GTK_DROP_DOWN (sections);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "document-save-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_widget_add_css_class (button, "flat");
  squill_widget_set_tooltip (button, _ ("Save Report"));
  squill_panel_page_set_bar (page, sections, button, NULL);
  gtk_widget_insert_action_group (squill_panel_page_get_bar (page), "report",
                                  G_ACTION_GROUP (actions));
}

static GtkLabel *
create_label (void)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_widget_add_css_class (label, "dim-label");
  return GTK_LABEL (label);
}

static void
squill_report_page_init (SquillReportPage *self)
{
  SquillReportPagePrivate *priv = PRIVATE (self);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *scrolled;
  GtkLabel *waiting; /* for the first report */

  priv->shown = g_array_new (FALSE, FALSE, sizeof (guint));
  priv->rows = g_list_store_new (SQUILL_TYPE_REPORT_ROW);
  priv->table = GTK_COLUMN_VIEW (gtk_column_view_new (
      GTK_SELECTION_MODEL (gtk_no_selection_new (g_object_ref (G_LIST_MODEL (priv->rows))))));
  gtk_widget_add_css_class (GTK_WIDGET (priv->table), "data-table");
  squill_widget_set_name (priv->table, _ ("Report"));
  scrolled = squill_table_scroll (priv->table);
  gtk_widget_set_vexpand (scrolled, TRUE);

  priv->sentences = create_label ();
  gtk_label_set_xalign (priv->sentences, 0);
  gtk_label_set_wrap (priv->sentences, TRUE);
  gtk_label_set_lines (priv->sentences, MAX_SENTENCE_LINES);
  gtk_label_set_ellipsize (priv->sentences, PANGO_ELLIPSIZE_END);
  gtk_widget_set_margin_start (GTK_WIDGET (priv->sentences), 12);
  gtk_widget_set_margin_end (GTK_WIDGET (priv->sentences), 12);
  gtk_widget_set_margin_top (GTK_WIDGET (priv->sentences), 6);
  gtk_widget_set_margin_bottom (GTK_WIDGET (priv->sentences), 6);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (priv->sentences));
  gtk_box_append (GTK_BOX (box), scrolled);

  priv->box = GTK_BOX (box);
  priv->problem = create_label ();
  gtk_label_set_wrap (priv->problem, TRUE);
  priv->stack = GTK_STACK (gtk_stack_new ());
  waiting = create_label ();
  gtk_label_set_label (waiting, _ ("Computing…"));
  gtk_stack_add_named (priv->stack, GTK_WIDGET (waiting), "waiting");
  gtk_stack_add_named (priv->stack, box, "report");
  gtk_stack_add_named (priv->stack, GTK_WIDGET (priv->problem), "problem");
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (priv->stack));
  make_bar (self);
}

/**
 * squill_report_page_set_controls:
 * @self: a page
 * @controls: (transfer floating): what stands above the report
 *
 * Adds controls that need more room than the bar has.
 */
void
squill_report_page_set_controls (SquillReportPage *self, GtkWidget *controls)
{
  g_return_if_fail (SQUILL_IS_REPORT_PAGE (self));

  gtk_box_prepend (PRIVATE (self)->box, controls);
}

/**
 * squill_report_page_get_report:
 * @self: a page
 *
 * Returns: (transfer none) (nullable): the report that is shown; %NULL before the first is made
 */
const SquillReport *
squill_report_page_get_report (SquillReportPage *self)
{
  g_return_val_if_fail (SQUILL_IS_REPORT_PAGE (self), NULL);

  return PRIVATE (self)->report;
}
