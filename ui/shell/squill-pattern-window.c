/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "shell/squill-pattern-window.h"

#include <glib/gi18n.h>

#include "panel/squill-panel-page.h"
#include "session/squill-terms.h"
#include "widgets/squill-closing.h"
#include "widgets/squill-compat.h"
#include "widgets/squill-icon-button.h"
#include "widgets/squill-pointing.h"
#include "widgets/squill-plain-row.h"

/* Of the commands, in pixels. */
#define SCRIPT_HEIGHT 260

/* After the last of many edits, in milliseconds: each pattern that fits is applied to a copy. */
#define PAUSE_MS 300

struct _SquillPatternWindow
{
  AdwWindow parent_instance;

  AdwWindowTitle *title;
  AdwPreferencesGroup *fitting;
  GtkWidget *others;
  AdwExpanderRow *others_row;

  SquillSession *session;
  char *subject;
  GCancellable *cancellable; /* of the previews */
  GPtrArray *rows;           /* what is in the groups */
  GSignalGroup *session_signals;
  guint pause_source;
};

enum
{
  APPLIED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillPatternWindow, squill_pattern_window, ADW_TYPE_WINDOW)

/* A transform that fits, in its row. */
typedef struct
{
  SquillPatternWindow *window;
  SquillTransform *transform;
  AdwExpanderRow *row;
  GtkWidget *factor;
  GtkWidget *box;
} Choice;

static void
choice_free (gpointer data)
{
  Choice *self = data;

  squill_transform_free (self->transform);
  g_free (self);
}

/* What it would change. */

static GtkWidget *
add_label (GtkWidget *box, const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (label), FALSE);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

static void
attach_cell (GtkWidget *grid, const char *text, gboolean is_number, guint column, guint row)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), is_number ? 1 : 0);
  gtk_label_set_ellipsize (GTK_LABEL (label),
                           is_number ? PANGO_ELLIPSIZE_NONE : PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, !is_number);
  if (is_number)
    gtk_widget_add_css_class (label, "numeric");
  if (row == 0)
    {
      gtk_widget_add_css_class (label, "dim-label");
      gtk_widget_add_css_class (label, "caption");
    }
  else if (!is_number)
    squill_widget_show_tooltip (label, text);
  gtk_grid_attach (GTK_GRID (grid), label, (int)column, (int)row, 1, 1);
}

static void
add_table (GtkWidget *box, const SquillReport *report, guint section)
{
  const guint n_rows = squill_report_get_n_rows (report, section);
  GtkWidget *grid;

  if (n_rows == 0)
    return;
  gtk_widget_set_margin_top (
      add_label (box, squill_report_get_heading (report, section), "heading"), 6);
  grid = gtk_grid_new ();
  gtk_grid_set_column_spacing (GTK_GRID (grid), 18);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 4);
  for (guint i = 0; i < squill_report_get_n_columns (report, section); i++)
    {
      gboolean is_number;
      const char *title = squill_report_get_column (report, section, i, &is_number);

      attach_cell (grid, title, is_number, i, 0);
      for (guint k = 0; k < n_rows; k++)
        attach_cell (grid, squill_report_get_cell (report, section, k, i), is_number, i, k + 1);
    }
  gtk_box_append (GTK_BOX (box), grid);
}

static void
on_copy (GtkWidget *button)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (button),
                          g_object_get_data (G_OBJECT (button), "script"));
}

/* The commands, folded: they are many lines. */
static void
add_script (GtkWidget *box, const char *script)
{
  GtkSourceLanguageManager *manager = gtk_source_language_manager_get_default ();
  GtkWidget *expander, *overlay, *view, *copy;

  if (*script == '\0')
    return;
  expander = gtk_expander_new (_ ("Commands for the MongoDB Shell"));
  overlay = gtk_overlay_new ();
  view = squill_code_view_new (_ ("Commands"), FALSE);
  copy = squill_icon_button_new ("edit-copy-symbolic", _ ("Copy commands"));
  squill_code_view_set_language (
      SQUILL_CODE_VIEW (view),
      gtk_source_language_manager_guess_language (manager, "script.js", NULL));
  squill_code_view_set_text (SQUILL_CODE_VIEW (view), script, FALSE);
  gtk_widget_set_size_request (view, -1, SCRIPT_HEIGHT);
  gtk_widget_set_halign (copy, GTK_ALIGN_END);
  gtk_widget_set_valign (copy, GTK_ALIGN_START);
  g_object_set_data_full (G_OBJECT (copy), "script", g_strdup (script), g_free);
  g_signal_connect (copy, "clicked", G_CALLBACK (on_copy), NULL);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), view);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), copy);
  gtk_expander_set_child (GTK_EXPANDER (expander), overlay);
  gtk_box_append (GTK_BOX (box), expander);
}

static void
show_preview (Choice *choice, const SquillTransformPreview *preview)
{
  for (guint i = 0; i < squill_report_get_n_sections (preview->report); i++)
    {
      const GPtrArray *sentences = squill_report_get_sentences (preview->report, i);

      for (guint k = 0; k < sentences->len; k++)
        {
          if (i == 0 && k == 0)
            adw_expander_row_set_subtitle (choice->row, sentences->pdata[0]);
          else
            add_label (choice->box, sentences->pdata[k], NULL);
        }
      add_table (choice->box, preview->report, i);
    }
  add_script (choice->box, preview->script);
}

static void
on_previewed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (AdwExpanderRow) row = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillTransformPreview) preview =
      squill_transform_preview_finish (SQUILL_SESSION (source), result, &error);
  Choice *choice = g_object_get_data (G_OBJECT (row), "choice");

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  gtk_widget_set_visible (choice->factor, FALSE);
  gtk_spinner_set_spinning (GTK_SPINNER (choice->factor), FALSE);
  if (preview != NULL)
    show_preview (choice, preview);
  else
    adw_expander_row_set_subtitle (choice->row, error->message);
}

/* Rows. */

static void
on_apply (GtkButton *button, Choice *choice)
{
  g_autoptr (SquillPatternWindow) self = g_object_ref (choice->window);
  g_autofree char *label = g_strdup (choice->transform->fix->label);
  g_autoptr (GError) error = NULL;

  /* The window shows the model as it will be no more. */
  g_signal_group_block (self->session_signals);
  if (squill_session_apply_fix (self->session, choice->transform->fix, &error))
    {
      g_signal_emit (self, signals[APPLIED], 0, label);
      gtk_window_close (GTK_WINDOW (self));
      return;
    }
  g_signal_group_unblock (self->session_signals);
  adw_expander_row_set_subtitle (choice->row, error->message);
}

static GtkWidget *
make_details (Choice *choice)
{
  const SquillFix *fix = choice->transform->fix;
  GtkWidget *row = squill_plain_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkWidget *apply;

  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 12);
  gtk_widget_set_margin_top (box, 12);
  gtk_widget_set_margin_bottom (box, 12);
  add_label (box, _ (choice->transform->pattern->explanation), NULL);
  for (guint i = 0; i < fix->losses->len; i++)
    {
      g_autofree char *text = g_strconcat ("⚠ ", fix->losses->pdata[i], NULL);

      add_label (box, text, "warning");
    }
  choice->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_box_append (GTK_BOX (box), choice->box);
  add_label (box, choice->transform->pattern->source, "caption");
  apply = gtk_button_new_with_label (fix->label);
  gtk_widget_add_css_class (apply, "suggested-action");
  gtk_widget_set_halign (apply, GTK_ALIGN_END);
  g_signal_connect (apply, "clicked", G_CALLBACK (on_apply), choice);
  gtk_box_append (GTK_BOX (box), apply);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), fix->label);
  return row;
}

static void
on_point_at (Choice *choice)
{
  squill_preview_show_fix (squill_session_get_preview (choice->window->session),
                           choice->transform->fix);
}

static void
on_point_away (Choice *choice)
{
  if (choice->window->session != NULL)
    squill_preview_end (squill_session_get_preview (choice->window->session));
}

static void
add_choice (SquillPatternWindow *self, const SquillTransform *transform, GHashTable *open)
{
  g_autofree char *title = squill_session_name_transform (self->session, self->subject, transform);
  g_autofree char *escaped = g_markup_escape_text (title, -1);
  Choice *choice = g_new0 (Choice, 1);

  choice->window = self;
  choice->transform = squill_transform_copy (transform);
  choice->row = ADW_EXPANDER_ROW (adw_expander_row_new ());
  g_object_set_data_full (G_OBJECT (choice->row), "choice", choice, choice_free);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (choice->row), escaped);
  adw_expander_row_set_subtitle (choice->row, _ ("Computing what it changes…"));
  choice->factor = gtk_spinner_new ();
  gtk_spinner_set_spinning (GTK_SPINNER (choice->factor), TRUE);
  adw_expander_row_add_action (choice->row, choice->factor);
  adw_expander_row_add_row (choice->row, make_details (choice));
  squill_widget_follow_pointing (GTK_WIDGET (choice->row), GTK_WIDGET (choice->row),
                                 G_CALLBACK (on_point_at), G_CALLBACK (on_point_away), choice);
  adw_expander_row_set_expanded (choice->row, g_hash_table_contains (open, transform->pattern->id));
  adw_preferences_group_add (self->fitting, GTK_WIDGET (choice->row));
  g_ptr_array_add (self->rows, choice->row);
  squill_transform_preview_async (self->session, transform, self->cancellable, on_previewed,
                                  g_object_ref (choice->row));
}

static void
add_other (SquillPatternWindow *self, const SquillTransform *transform)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *reason = g_markup_escape_text (transform->reason, -1);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ (transform->pattern->title));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), reason);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
  squill_widget_show_tooltip (row, _ (transform->pattern->explanation));
  adw_expander_row_add_row (self->others_row, row);
  g_ptr_array_add (self->rows, row);
}

static void
stop (SquillPatternWindow *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
clear (SquillPatternWindow *self)
{
  stop (self);
  for (guint i = 0; i < self->rows->len; i++)
    {
      GtkWidget *row = self->rows->pdata[i];

      if (ADW_IS_ACTION_ROW (row))
        adw_expander_row_remove (self->others_row, row);
      else
        adw_preferences_group_remove (self->fitting, row);
    }
  g_ptr_array_set_size (self->rows, 0);
}

/* The patterns whose rows are open, by their ids. */
static GHashTable *
list_open (SquillPatternWindow *self)
{
  GHashTable *open = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < self->rows->len; i++)
    {
      const Choice *choice = g_object_get_data (self->rows->pdata[i], "choice");

      if (choice != NULL && adw_expander_row_get_expanded (choice->row))
        g_hash_table_add (open, (gpointer)choice->transform->pattern->id);
    }
  return open;
}

static void
show (SquillPatternWindow *self)
{
  g_autoptr (GPtrArray) fitting = NULL;
  g_autoptr (GPtrArray) others = NULL;
  g_autoptr (GHashTable) open = list_open (self);

  if (squill_model_get_item (squill_session_get_model (self->session), self->subject) == NULL)
    {
      gtk_window_close (GTK_WINDOW (self));
      return;
    }
  fitting = squill_session_list_transforms (self->session, self->subject, TRUE);
  others = squill_session_list_transforms (self->session, self->subject, FALSE);
  clear (self);
  self->cancellable = g_cancellable_new ();
  for (guint i = 0; i < fitting->len; i++)
    add_choice (self, fitting->pdata[i], open);
  for (guint i = 0; i < others->len; i++)
    add_other (self, others->pdata[i]);
  adw_preferences_group_set_description (
      self->fitting, fitting->len > 0 ? _ ("Open one to see what it would change.")
                                      : _ ("No pattern fits as it is."));
  gtk_widget_set_visible (self->others, others->len > 0);
  gtk_widget_set_sensitive (GTK_WIDGET (self->fitting), TRUE);
}

static gboolean
on_pause (gpointer data)
{
  SquillPatternWindow *self = data;

  self->pause_source = 0;
  show (self);
  return G_SOURCE_REMOVE;
}

/* What is there until then was found in the model as it was before: it must not be applied. */
static void
queue_show (SquillPatternWindow *self)
{
  stop (self);
  gtk_widget_set_sensitive (GTK_WIDGET (self->fitting), FALSE);
  g_clear_handle_id (&self->pause_source, g_source_remove);
  self->pause_source = g_timeout_add (PAUSE_MS, on_pause, self);
}

static void
squill_pattern_window_dispose (GObject *object)
{
  SquillPatternWindow *self = SQUILL_PATTERN_WINDOW (object);

  stop (self);
  g_clear_handle_id (&self->pause_source, g_source_remove);
  g_clear_object (&self->session_signals);
  g_clear_object (&self->session);
  g_clear_pointer (&self->subject, g_free);
  g_clear_pointer (&self->rows, g_ptr_array_unref);

  G_OBJECT_CLASS (squill_pattern_window_parent_class)->dispose (object);
}

static void
squill_pattern_window_class_init (SquillPatternWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = squill_pattern_window_dispose;

  signals[APPLIED] = g_signal_new ("applied", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  squill_closing_add_keys (widget_class);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/squill/Squill/squill-pattern-window.ui");
  gtk_widget_class_bind_template_child (widget_class, SquillPatternWindow, title);
  gtk_widget_class_bind_template_child (widget_class, SquillPatternWindow, fitting);
  gtk_widget_class_bind_template_child (widget_class, SquillPatternWindow, others);
  gtk_widget_class_bind_template_child (widget_class, SquillPatternWindow, others_row);
}

static void
squill_pattern_window_init (SquillPatternWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->rows = g_ptr_array_new ();
  self->session_signals = g_signal_group_new (SQUILL_TYPE_SESSION);
  g_signal_group_connect_swapped (self->session_signals, "changed", G_CALLBACK (queue_show), self);
}

/**
 * squill_pattern_window_new:
 * @parent: the window over which it stands
 * @session: the session whose model it is about
 * @subject: the id of an item of the model
 *
 * Returns: (transfer none): a window with the patterns for the item
 */
SquillPatternWindow *
squill_pattern_window_new (GtkWindow *parent, SquillSession *session, const char *subject)
{
  SquillPatternWindow *self =
      g_object_new (SQUILL_TYPE_PATTERN_WINDOW, "transient-for", parent, NULL);
  g_autofree char *of = squill_term_for_item (squill_session_get_model (session), subject);
  g_autofree char *title = g_strdup_printf (_ ("Patterns for %s"), of);

  self->session = g_object_ref (session);
  self->subject = g_strdup (subject);
  gtk_window_set_title (GTK_WINDOW (self), title);
  adw_window_title_set_subtitle (self->title, of);
  show (self);
  g_signal_group_set_target (self->session_signals, session);
  return self;
}
