/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "shell/squill-export-dialog.h"

#include <glib/gi18n.h>

#include "text/squill-text.h"
#include "widgets/squill-closing.h"
#include "widgets/squill-triple-entry.h"

/* An option that a format has; several formats have some of the same name. */
typedef struct
{
  const SquillExporter *exporter;
  const SquillExportOption *option;
  GtkWidget *row;
  GtkWidget *editor;
} OptionRow;

struct _SquillExportDialog
{
  AdwWindow parent_instance;

  GtkWidget *export_button;
  GtkScrolledWindow *format_scroller;
  GtkWidget *format_box; /* all that scrolls */
  AdwPreferencesGroup *formats;
  GtkWidget *option_scroller;
  AdwPreferencesGroup *options;
  GtkCheckButton *first;
  GtkWidget *check;  /* of the format that is chosen */
  GtkWidget *chosen; /* its row */
  GPtrArray *rows;   /* OptionRow */

  const SquillExporter *exporter;
  GSettings *settings;
};

enum
{
  CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillExportDialog, squill_export_dialog, ADW_TYPE_WINDOW)

static void
show_options (SquillExportDialog *self)
{
  gboolean some = FALSE;

  for (guint i = 0; i < self->rows->len; i++)
    {
      OptionRow *row = g_ptr_array_index (self->rows, i);
      gboolean fits = row->exporter == self->exporter;

      gtk_widget_set_visible (row->row, fits);
      some |= fits;
    }
  gtk_widget_set_visible (self->option_scroller, some);
}

/* Options take room from the formats: the one that they belong to stays in sight. */
static gboolean
show_chosen (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  SquillExportDialog *self = SQUILL_EXPORT_DIALOG (widget);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->format_scroller);
  const double top = gtk_adjustment_get_value (adjustment);
  const double page = gtk_adjustment_get_page_size (adjustment);
  graphene_rect_t bounds;

  if (!gtk_widget_compute_bounds (self->chosen, self->format_box, &bounds))
    return G_SOURCE_REMOVE;
  if (bounds.origin.y < top)
    gtk_adjustment_set_value (adjustment, bounds.origin.y);
  else if (bounds.origin.y + bounds.size.height > top + page)
    gtk_adjustment_set_value (adjustment, bounds.origin.y + bounds.size.height - page);
  return G_SOURCE_REMOVE;
}

/* Not at once: a value that is set while room is given is lost. */
static void
on_room_changed (SquillExportDialog *self)
{
  if (self->chosen != NULL)
    gtk_widget_add_tick_callback (GTK_WIDGET (self), show_chosen, NULL, NULL);
}

static void
on_toggled (GtkCheckButton *check, SquillExportDialog *self)
{
  if (!gtk_check_button_get_active (check))
    return;
  self->exporter = squill_exporters_find (g_object_get_data (G_OBJECT (check), "exporter"));
  self->check = GTK_WIDGET (check);
  self->chosen = gtk_widget_get_ancestor (GTK_WIDGET (check), ADW_TYPE_ACTION_ROW);
  show_options (self);
  on_room_changed (self);
}

static void
on_export (SquillExportDialog *self)
{
  g_autoptr (SquillExportDialog) keep = g_object_ref (self);

  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  if (self->exporter != NULL)
    g_settings_set_string (self->settings, "export-format", self->exporter->id);
  g_signal_emit (self, signals[CHOSEN], 0);
  gtk_window_destroy (GTK_WINDOW (self));
}

static void
add_format (SquillExportDialog *self, const SquillExporter *exporter, const char *last)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *check =
      g_object_new (GTK_TYPE_CHECK_BUTTON, "accessible-role", GTK_ACCESSIBLE_ROLE_RADIO, NULL);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ (exporter->title));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), _ (exporter->description));
  gtk_widget_set_valign (check, GTK_ALIGN_CENTER);
  /* Its row gives it its name. */
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), check);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), check);
  g_object_set_data (G_OBJECT (check), "exporter", (gpointer)exporter->id);
  g_signal_connect (check, "toggled", G_CALLBACK (on_toggled), self);
  adw_preferences_group_add (self->formats, row);
  if (self->first == NULL)
    self->first = GTK_CHECK_BUTTON (check);
  else
    gtk_check_button_set_group (GTK_CHECK_BUTTON (check), self->first);
  if (GTK_CHECK_BUTTON (check) == self->first || g_str_equal (exporter->id, last))
    gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
}

static GtkWidget *
make_option_editor (const SquillExportOption *option)
{
  GtkStringList *labels;
  GtkWidget *editor;

  if (option->kind == SQUILL_EXPORT_OPTION_NUMBER)
    {
      editor = squill_triple_entry_new (TRUE);
      squill_triple_entry_set_number (SQUILL_TRIPLE_ENTRY (editor), option->suggested);
      gtk_accessible_update_property (
          GTK_ACCESSIBLE (squill_triple_entry_get_entry (SQUILL_TRIPLE_ENTRY (editor))),
          GTK_ACCESSIBLE_PROPERTY_LABEL, _ (option->title), -1);
      return editor;
    }
  labels = gtk_string_list_new (NULL);
  for (guint i = 0; option->choices[i].name != NULL; i++)
    gtk_string_list_append (labels, _ (option->choices[i].title));
  editor = gtk_drop_down_new (G_LIST_MODEL (labels), NULL);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (editor), (guint)option->suggested);
  gtk_accessible_update_property (GTK_ACCESSIBLE (editor), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ (option->title), -1);
  return editor;
}

static void
add_option (SquillExportDialog *self,
            const SquillExporter *exporter,
            const SquillExportOption *option)
{
  OptionRow *row = g_new0 (OptionRow, 1);

  row->exporter = exporter;
  row->option = option;
  row->row = adw_action_row_new ();
  row->editor = make_option_editor (option);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row->row), _ (option->title));
  if (option->kind == SQUILL_EXPORT_OPTION_NUMBER)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row->row), _ (option->description));
  gtk_widget_set_valign (row->editor, GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row->row), row->editor);
  adw_preferences_group_add (self->options, row->row);
  g_ptr_array_add (self->rows, row);
}

static void
squill_export_dialog_finalize (GObject *object)
{
  SquillExportDialog *self = SQUILL_EXPORT_DIALOG (object);

  g_ptr_array_unref (self->rows);
  g_object_unref (self->settings);

  G_OBJECT_CLASS (squill_export_dialog_parent_class)->finalize (object);
}

static void
squill_export_dialog_class_init (SquillExportDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = squill_export_dialog_finalize;

  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);

  squill_closing_add_keys (widget_class);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/squill/Squill/squill-export-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, SquillExportDialog, export_button);
  gtk_widget_class_bind_template_child (widget_class, SquillExportDialog, format_scroller);
  gtk_widget_class_bind_template_child (widget_class, SquillExportDialog, format_box);
  gtk_widget_class_bind_template_child (widget_class, SquillExportDialog, formats);
  gtk_widget_class_bind_template_child (widget_class, SquillExportDialog, option_scroller);
  gtk_widget_class_bind_template_child (widget_class, SquillExportDialog, options);
  gtk_widget_class_bind_template_callback (widget_class, on_export);
}

static void
squill_export_dialog_init (SquillExportDialog *self)
{
  guint n;
  const SquillExporter *exporters = squill_exporters_get (&n);
  g_autofree char *last = NULL;

  gtk_widget_init_template (GTK_WIDGET (self));
  self->settings = g_settings_new (SQUILL_APP_ID);
  last = g_settings_get_string (self->settings, "export-format");
  self->rows = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < n; i++)
    {
      add_format (self, &exporters[i], last);
      for (const SquillExportOption *option = exporters[i].options; option->name != NULL; option++)
        if (option->title != NULL)
          add_option (self, &exporters[i], option);
    }
  show_options (self);
  g_signal_connect_object (gtk_scrolled_window_get_vadjustment (self->format_scroller), "changed",
                           G_CALLBACK (on_room_changed), self, G_CONNECT_SWAPPED);
  gtk_window_set_focus (GTK_WINDOW (self), self->check);
}

/**
 * squill_export_dialog_new:
 * @parent: the window over which it stands
 *
 * Returns: (transfer none): a dialog with all formats there are; that which was exported last is
 *   chosen
 */
SquillExportDialog *
squill_export_dialog_new (GtkWindow *parent)
{
  return g_object_new (SQUILL_TYPE_EXPORT_DIALOG, "transient-for", parent, NULL);
}

/**
 * squill_export_dialog_get_exporter:
 * @self: a dialog
 *
 * Returns: (transfer none) (nullable): the format that is chosen
 */
const SquillExporter *
squill_export_dialog_get_exporter (SquillExportDialog *self)
{
  g_return_val_if_fail (SQUILL_IS_EXPORT_DIALOG (self), NULL);

  return self->exporter;
}

/**
 * squill_export_dialog_get_options:
 * @self: a dialog
 *
 * Returns: (transfer full): how it is to be written, as squill_export() takes it
 */
GHashTable *
squill_export_dialog_get_options (SquillExportDialog *self)
{
  GHashTable *options = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);

  g_return_val_if_fail (SQUILL_IS_EXPORT_DIALOG (self), options);

  for (guint i = 0; i < self->rows->len; i++)
    {
      const OptionRow *row = g_ptr_array_index (self->rows, i);
      const SquillExportOption *option = row->option;
      double number;

      if (row->exporter != self->exporter)
        continue;
      if (option->kind == SQUILL_EXPORT_OPTION_CHOICE)
        {
          guint at = gtk_drop_down_get_selected (GTK_DROP_DOWN (row->editor));

          g_hash_table_insert (options, (gpointer)option->name,
                               g_strdup (option->choices[at].name));
          continue;
        }
      number = squill_triple_entry_get_number (SQUILL_TRIPLE_ENTRY (row->editor));
      if (isfinite (number))
        g_hash_table_insert (options, (gpointer)option->name, squill_text_number (number));
    }
  return options;
}
