/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include <glib/gi18n.h>

#include "reading/squill-reading-private.h"
#include "text/squill-text.h"
#include "widgets/squill-compat.h"

struct _SquillReferenceRow
{
  GtkWidget parent_instance;

  GtkLabel *title;
  GtkLabel *caption;
  GtkLabel *confidence;
  GtkToggleButton *accept;
  GtkToggleButton *reject;
  GtkToggleButton *more;
  GtkRevealer *revealer;
  GtkLabel *evidence;

  GSignalGroup *reference; /* the #SquillReviewItem and its signal */
  gboolean showing;
};

G_DEFINE_FINAL_TYPE (SquillReferenceRow, squill_reference_row, GTK_TYPE_WIDGET)

static void
show_decision (SquillReferenceRow *self, SquillReviewItem *reference)
{
  g_autofree char *summary = squill_review_item_summarize (reference);
  const gboolean accepted = squill_review_item_is_accepted (reference);
  g_autofree char *text = NULL;

  switch (squill_review_item_get_decision (reference))
    {
    case SQUILL_DECISION_ACCEPTED:
      text = g_strdup_printf (_ ("Accepted · %s"), summary);
      break;
    case SQUILL_DECISION_REJECTED:
      text = g_strdup_printf (_ ("Rejected · %s"), summary);
      break;
    case SQUILL_DECISION_NONE:
    default:
      text = g_strdup (summary);
      break;
    }
  gtk_label_set_label (self->caption, text);
  gtk_toggle_button_set_active (self->accept, accepted);
  gtk_toggle_button_set_active (self->reject, !accepted);
  if (accepted)
    gtk_widget_remove_css_class (GTK_WIDGET (self), "rejected");
  else
    gtk_widget_add_css_class (GTK_WIDGET (self), "rejected");
}

static void
show_evidence (SquillReferenceRow *self, SquillReviewItem *reference)
{
  const gboolean expanded = squill_review_item_get_expanded (reference);

  if (expanded)
    {
      g_autofree char *text = squill_review_item_explain (reference);

      gtk_label_set_label (self->evidence, text);
    }
  gtk_toggle_button_set_active (self->more, expanded);
  gtk_revealer_set_reveal_child (self->revealer, expanded);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->more), GTK_ACCESSIBLE_STATE_EXPANDED, expanded,
                               -1);
}

static void
on_changed (SquillReferenceRow *self, SquillReviewItem *reference)
{
  self->showing = TRUE;
  show_decision (self, reference);
  show_evidence (self, reference);
  self->showing = FALSE;
}

static void
on_decided (SquillReferenceRow *self)
{
  g_autoptr (SquillReviewItem) reference = g_signal_group_dup_target (self->reference);

  if (!self->showing && reference != NULL)
    squill_review_item_set_decision (reference, gtk_toggle_button_get_active (self->accept)
                                                    ? SQUILL_DECISION_ACCEPTED
                                                    : SQUILL_DECISION_REJECTED);
}

static void
on_more (SquillReferenceRow *self)
{
  g_autoptr (SquillReviewItem) reference = g_signal_group_dup_target (self->reference);

  if (!self->showing && reference != NULL)
    squill_review_item_set_expanded (reference, gtk_toggle_button_get_active (self->more));
}

static void
squill_reference_row_dispose (GObject *object)
{
  SquillReferenceRow *self = SQUILL_REFERENCE_ROW (object);

  g_clear_object (&self->reference);
  squill_compat_unparent_children (GTK_WIDGET (self));

  G_OBJECT_CLASS (squill_reference_row_parent_class)->dispose (object);
}

static void
squill_reference_row_class_init (SquillReferenceRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = squill_reference_row_dispose;

  gtk_widget_class_set_css_name (widget_class, "referencerow");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/squill/Squill/squill-reference-row.ui");
  gtk_widget_class_bind_template_child (widget_class, SquillReferenceRow, title);
  gtk_widget_class_bind_template_child (widget_class, SquillReferenceRow, caption);
  gtk_widget_class_bind_template_child (widget_class, SquillReferenceRow, confidence);
  gtk_widget_class_bind_template_child (widget_class, SquillReferenceRow, accept);
  gtk_widget_class_bind_template_child (widget_class, SquillReferenceRow, reject);
  gtk_widget_class_bind_template_child (widget_class, SquillReferenceRow, more);
  gtk_widget_class_bind_template_child (widget_class, SquillReferenceRow, revealer);
  gtk_widget_class_bind_template_child (widget_class, SquillReferenceRow, evidence);
  gtk_widget_class_bind_template_callback (widget_class, on_decided);
  gtk_widget_class_bind_template_callback (widget_class, on_more);
}

static void
squill_reference_row_init (SquillReferenceRow *self)
{
  self->reference = g_signal_group_new (SQUILL_TYPE_REVIEW_ITEM);
  g_signal_group_connect_swapped (self->reference, "changed", G_CALLBACK (on_changed), self);
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* Takes the name. */
static void
set_name (GtkToggleButton *button, char *name)
{
  gtk_widget_set_tooltip_text (GTK_WIDGET (button), name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_free (name);
}

/**
 * _squill_reference_row_show:
 * @self: a row
 * @reference: (nullable): a reference, or %NULL for nothing
 *
 * Shows it.
 */
void
_squill_reference_row_show (SquillReferenceRow *self, SquillReviewItem *reference)
{
  g_autofree char *share = NULL;
  const char *title;

  g_return_if_fail (SQUILL_IS_REFERENCE_ROW (self));

  g_signal_group_set_target (self->reference, reference);
  if (reference == NULL)
    return;
  title = squill_review_item_get_title (reference);
  gtk_label_set_label (self->title, title);
  set_name (self->accept, g_strdup_printf (_ ("Accept %s"), title));
  set_name (self->reject, g_strdup_printf (_ ("Reject %s permanently"), title));
  set_name (self->more, g_strdup_printf (_ ("Evidence for %s"), title));
  share = squill_text_share (squill_review_item_get_confidence (reference));
  gtk_label_set_label (self->confidence, share);
  on_changed (self, reference);
}
