/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "outline/squill-outline-cell.h"

#include <glib/gi18n.h>

#include "session/squill-terms.h"
#include "widgets/squill-icon-button.h"
#include "widgets/squill-typing.h"

struct _SquillOutlineCell
{
  GtkWidget parent_instance;

  GtkWidget *icon;
  GtkLabel *name;
  GtkText *entry;
  GtkLabel *errors;
  GtkLabel *warnings;
  GtkLabel *note;
  GtkPopover *error;
  GtkLabel *error_label;

  SquillOutlineModel *model;
  SquillOutlineRow *row;
  gboolean editing;
  char *before; /* the text that editing began with, or that was kept last */
};

enum
{
  EDITED,
  EDIT_CANCELLED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillOutlineCell, squill_outline_cell, GTK_TYPE_WIDGET)

static void
end_edit (SquillOutlineCell *self)
{
  gboolean had_focus = gtk_widget_is_focus (GTK_WIDGET (self->entry));

  self->editing = FALSE;
  gtk_popover_popdown (self->error);
  gtk_widget_remove_css_class (GTK_WIDGET (self->entry), "error");
  gtk_widget_set_visible (GTK_WIDGET (self->name), TRUE);
  if (had_focus)
    {
      /* The keyboard continues in the row. */
      GtkWidget *row = gtk_widget_get_parent (gtk_widget_get_parent (GTK_WIDGET (self)));

      gtk_widget_grab_focus (row);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->entry), FALSE);
}

static void
show_error (SquillOutlineCell *self, const char *text)
{
  gtk_label_set_label (self->error_label, text);
  gtk_widget_add_css_class (GTK_WIDGET (self->entry), "error");
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_STATE_INVALID,
                               GTK_ACCESSIBLE_INVALID_TRUE, -1);
  gtk_popover_popup (self->error);
}

static void
on_changed (SquillOutlineCell *self)
{
  gtk_popover_popdown (self->error);
  gtk_widget_remove_css_class (GTK_WIDGET (self->entry), "error");
  gtk_accessible_reset_state (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_STATE_INVALID);
  if (self->editing)
    squill_typing_tell (GTK_WIDGET (self));
}

static void
finish_edit (SquillOutlineCell *self, gboolean stay_on_error)
{
  g_autofree char *error = NULL;

  if (!self->editing)
    return;
  /* Hiding the entry takes the focus from it, which must not end the edit again. */
  self->editing = FALSE;
  g_signal_emit (self, signals[EDITED], 0, gtk_editable_get_text (GTK_EDITABLE (self->entry)),
                 &error);
  if (error == NULL)
    {
      end_edit (self);
      return;
    }
  if (stay_on_error)
    {
      self->editing = TRUE;
      show_error (self, error);
    }
  else
    {
      end_edit (self);
      g_signal_emit (self, signals[EDIT_CANCELLED], 0);
    }
}

static void
on_activate (SquillOutlineCell *self)
{
  finish_edit (self, TRUE);
}

static void
on_leave (SquillOutlineCell *self)
{
  finish_edit (self, FALSE);
}

static gboolean
on_key (GtkEventControllerKey *controller,
        guint key,
        guint code,
        GdkModifierType state,
        SquillOutlineCell *self)
{
  if (key != GDK_KEY_Escape || !self->editing)
    return GDK_EVENT_PROPAGATE;
  end_edit (self);
  g_signal_emit (self, signals[EDIT_CANCELLED], 0);
  return GDK_EVENT_STOP;
}

static void
set_class (gpointer widget, const char *name, gboolean wanted)
{
  if (wanted)
    gtk_widget_add_css_class (widget, name);
  else
    gtk_widget_remove_css_class (widget, name);
}

static void
set_count (GtkLabel *label, guint count, SquillSeverity severity)
{
  g_autofree char *text =
      count == 0 ? NULL
                 : g_strdup_printf ("%u\u202f%s", count, squill_mark_for_severity (severity));

  gtk_label_set_label (label, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (label), count > 0);
}

/* The row of the list around the cell has the focus, so a screen reader reads its name. */
static void
name_row (SquillOutlineCell *self, const char *name, const SquillOutlineNote *note)
{
  GtkWidget *expander = gtk_widget_get_parent (GTK_WIDGET (self));
  GtkWidget *row = expander == NULL ? NULL : gtk_widget_get_parent (expander);
  g_autoptr (GString) text = g_string_new (name);

  if (row == NULL)
    return;
  if (note->errors > 0)
    g_string_append_printf (text, g_dngettext (NULL, ", %u error", ", %u errors", note->errors),
                            note->errors);
  if (note->warnings > 0)
    g_string_append_printf (
        text, g_dngettext (NULL, ", %u warning", ", %u warnings", note->warnings), note->warnings);
  if (note->text != NULL)
    g_string_append_printf (text, ", %s", note->text);
  squill_widget_set_name (row, text->str);
}

static void
squill_outline_cell_dispose (GObject *object)
{
  SquillOutlineCell *self = SQUILL_OUTLINE_CELL (object);

  self->editing = FALSE;
  squill_outline_cell_show (self, NULL, NULL);
  g_clear_pointer (&self->before, g_free);
  gtk_widget_dispose_template (GTK_WIDGET (self), SQUILL_TYPE_OUTLINE_CELL);

  G_OBJECT_CLASS (squill_outline_cell_parent_class)->dispose (object);
}

static void
squill_outline_cell_class_init (SquillOutlineCellClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = squill_outline_cell_dispose;

  signals[EDITED] = g_signal_new ("edited", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_STRING, 1, G_TYPE_STRING);
  signals[EDIT_CANCELLED] = g_signal_new ("edit-cancelled", G_TYPE_FROM_CLASS (klass),
                                          G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/squill/Squill/squill-outline-cell.ui");
  gtk_widget_class_bind_template_child (widget_class, SquillOutlineCell, icon);
  gtk_widget_class_bind_template_child (widget_class, SquillOutlineCell, name);
  gtk_widget_class_bind_template_child (widget_class, SquillOutlineCell, entry);
  gtk_widget_class_bind_template_child (widget_class, SquillOutlineCell, errors);
  gtk_widget_class_bind_template_child (widget_class, SquillOutlineCell, warnings);
  gtk_widget_class_bind_template_child (widget_class, SquillOutlineCell, note);
  gtk_widget_class_bind_template_child (widget_class, SquillOutlineCell, error);
  gtk_widget_class_bind_template_child (widget_class, SquillOutlineCell, error_label);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_changed);
  gtk_widget_class_set_css_name (widget_class, "outlinecell");
}

static void
squill_outline_cell_init (SquillOutlineCell *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self->entry), keys);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (GTK_WIDGET (self->entry), focus);
}

/**
 * squill_outline_cell_new:
 *
 * Returns: (transfer floating): a cell that shows nothing
 */
GtkWidget *
squill_outline_cell_new (void)
{
  return g_object_new (SQUILL_TYPE_OUTLINE_CELL, NULL);
}

/**
 * squill_outline_cell_show:
 * @self: a cell
 * @model: (nullable): the rows of the outline
 * @row: (nullable): the one to show; %NULL for none
 *
 * Shows a row and follows its changes.
 */
void
squill_outline_cell_show (SquillOutlineCell *self, SquillOutlineModel *model, SquillOutlineRow *row)
{
  g_return_if_fail (SQUILL_IS_OUTLINE_CELL (self));

  if (self->row != NULL)
    g_signal_handlers_disconnect_by_data (self->row, self);
  if (self->editing)
    end_edit (self);
  g_set_object (&self->model, model);
  g_set_object (&self->row, row);
  if (row == NULL)
    return;
  g_signal_connect_swapped (row, "changed", G_CALLBACK (squill_outline_cell_refresh), self);
  squill_outline_cell_refresh (self);
}

/**
 * squill_outline_cell_get_row:
 * @self: a cell
 *
 * Returns: (transfer none) (nullable): the row it shows
 */
SquillOutlineRow *
squill_outline_cell_get_row (SquillOutlineCell *self)
{
  g_return_val_if_fail (SQUILL_IS_OUTLINE_CELL (self), NULL);

  return self->row;
}

/**
 * squill_outline_cell_refresh:
 * @self: a cell
 *
 * Updates what the cell shows.
 */
void
squill_outline_cell_refresh (SquillOutlineCell *self)
{
  SquillOutlineRow *row;
  SquillOutlineNote note = { 0 };
  gboolean section;
  g_autofree char *hint = NULL;

  g_return_if_fail (SQUILL_IS_OUTLINE_CELL (self));

  row = self->row;
  if (row == NULL)
    return;
  section = row->kind == SQUILL_OUTLINE_SECTION;
  if (!section)
    squill_outline_model_describe (self->model, row, &note);
  gtk_label_set_label (self->name, row->name);
  set_class (self->name, "heading", row->bold);
  set_class (self->name, "optional", row->dim);
  set_class (self, "section", section);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->icon), row->icon);
  gtk_widget_set_visible (self->icon, row->icon != NULL);
  set_count (self->errors, note.errors, SQUILL_SEVERITY_ERROR);
  set_count (self->warnings, note.warnings, SQUILL_SEVERITY_WARNING);
  gtk_label_set_label (self->note, note.text != NULL ? note.text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->note), note.text != NULL);
  set_class (self->note, "error", note.worrying);
  set_class (self->note, "dim-label", !note.worrying);
  set_class (self->note, "assumed", note.reason != NULL);
  squill_widget_show_tooltip (self->note, note.reason);
  squill_widget_show_tooltip (self, row->hint);

  hint = g_strconcat (row->name, row->hint != NULL ? ", " : NULL, row->hint, NULL);
  squill_widget_set_name (self, hint);
  name_row (self, hint, &note);
  g_free (note.text);
  g_free (note.reason);
}

/**
 * squill_outline_cell_start_edit:
 * @self: a cell
 * @text: (nullable): what to start from; %NULL for the name
 *
 * Edits the name in place, with all of it selected.
 */
void
squill_outline_cell_start_edit (SquillOutlineCell *self, const char *text)
{
  g_return_if_fail (SQUILL_IS_OUTLINE_CELL (self));

  if (self->row == NULL || self->editing)
    return;
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text != NULL ? text : self->row->name);
  g_free (self->before);
  self->before = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry)));
  gtk_widget_set_visible (GTK_WIDGET (self->name), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->entry), TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
  gtk_editable_select_region (GTK_EDITABLE (self->entry), 0, -1);
  self->editing = TRUE;
}

/**
 * squill_outline_cell_get_typed:
 * @self: a cell
 *
 * Returns: (transfer none) (nullable): the text that is being typed, if it differs from what is
 *   kept
 */
const char *
squill_outline_cell_get_typed (SquillOutlineCell *self)
{
  const char *text;

  g_return_val_if_fail (SQUILL_IS_OUTLINE_CELL (self), NULL);

  if (!self->editing)
    return NULL;
  text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  return g_strcmp0 (text, self->before) == 0 ? NULL : text;
}

/**
 * squill_outline_cell_keep:
 * @self: a cell
 *
 * Keeps the text that is being typed, and goes on editing.
 *
 * Returns: %FALSE if it is not valid, which is shown
 */
gboolean
squill_outline_cell_keep (SquillOutlineCell *self)
{
  g_autofree char *error = NULL;
  SquillOutlineRow *row;

  g_return_val_if_fail (SQUILL_IS_OUTLINE_CELL (self), FALSE);

  if (squill_outline_cell_get_typed (self) == NULL)
    return TRUE;
  row = self->row;
  g_signal_emit (self, signals[EDITED], 0, gtk_editable_get_text (GTK_EDITABLE (self->entry)),
                 &error);
  /* What follows from it may have given the cell to another row. */
  if (!self->editing || self->row != row)
    return error == NULL;
  if (error != NULL)
    {
      show_error (self, error);
      return FALSE;
    }
  g_free (self->before);
  self->before = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry)));
  return TRUE;
}
