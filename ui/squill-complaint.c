/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-complaint.h"

struct _SquillComplaint
{
  AdwPreferencesRow parent_instance;

  GtkLabel *label;
};

G_DEFINE_FINAL_TYPE (SquillComplaint, squill_complaint, ADW_TYPE_PREFERENCES_ROW)

static void
squill_complaint_class_init (SquillComplaintClass *klass)
{
}

static void
squill_complaint_init (SquillComplaint *self)
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
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self), FALSE);
  gtk_widget_set_focusable (GTK_WIDGET (self), FALSE);
  gtk_widget_add_css_class (GTK_WIDGET (self), "complaint");
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

/**
 * squill_complaint_say:
 * @self: a complaint
 * @about: (nullable): what is wrong; it is marked
 * @text: (nullable): what is wrong with it, a sentence; %NULL for nothing
 *
 * Says what is wrong, or that all is right.
 */
void
squill_complaint_say (SquillComplaint *self, GtkWidget *about, const char *text)
{
  g_return_if_fail (SQUILL_IS_COMPLAINT (self));

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
 * squill_complaint_get_text:
 * @self: a complaint
 *
 * Returns: (transfer none) (nullable): what is wrong; %NULL where nothing is
 */
const char *
squill_complaint_get_text (SquillComplaint *self)
{
  g_return_val_if_fail (SQUILL_IS_COMPLAINT (self), NULL);

  return gtk_widget_get_visible (GTK_WIDGET (self)) ? gtk_label_get_label (self->label) : NULL;
}
