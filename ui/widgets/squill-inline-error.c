/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "widgets/squill-inline-error.h"

struct _SquillInlineError
{
  AdwPreferencesRow parent_instance;

  GtkLabel *label;
};

G_DEFINE_FINAL_TYPE (SquillInlineError, squill_inline_error, SQUILL_TYPE_PLAIN_ROW)

static void
squill_inline_error_class_init (SquillInlineErrorClass *klass)
{
}

static void
squill_inline_error_init (SquillInlineError *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *icon = gtk_image_new_from_icon_name ("dialog-warning-symbolic");

  self->label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->label, TRUE);
  gtk_label_set_wrap_mode (self->label, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (self->label, 0);
  gtk_label_set_selectable (self->label, TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self->label), TRUE);
  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->label));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (self), box);
  gtk_widget_add_css_class (GTK_WIDGET (self), "inline-error");
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

/**
 * squill_inline_error_set:
 * @self: an inline error
 * @about: (nullable): the widget with the error; it is marked
 * @text: (nullable): the error, a sentence; %NULL for none
 *
 * Shows or hides the error.
 */
void
squill_inline_error_set (SquillInlineError *self, GtkWidget *about, const char *text)
{
  g_return_if_fail (SQUILL_IS_INLINE_ERROR (self));

  gtk_label_set_label (self->label, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self), text != NULL);
  if (about == NULL)
    return;
  if (text != NULL)
    {
      gtk_widget_add_css_class (about, "error");
      gtk_accessible_update_state (GTK_ACCESSIBLE (about), GTK_ACCESSIBLE_STATE_INVALID,
                                   GTK_ACCESSIBLE_INVALID_TRUE, -1);
      gtk_accessible_update_property (GTK_ACCESSIBLE (about), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                      text, -1);
    }
  else
    {
      gtk_widget_remove_css_class (about, "error");
      gtk_accessible_reset_state (GTK_ACCESSIBLE (about), GTK_ACCESSIBLE_STATE_INVALID);
      gtk_accessible_reset_property (GTK_ACCESSIBLE (about), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
    }
}

/**
 * squill_inline_error_get_text:
 * @self: an inline error
 *
 * Returns: (transfer none) (nullable): the error that is shown; %NULL if there is none
 */
const char *
squill_inline_error_get_text (SquillInlineError *self)
{
  g_return_val_if_fail (SQUILL_IS_INLINE_ERROR (self), NULL);

  return gtk_widget_get_visible (GTK_WIDGET (self)) ? gtk_label_get_label (self->label) : NULL;
}
