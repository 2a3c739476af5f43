/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-reference-row.h"

#include <glib/gi18n.h>

#include "squill-evidence-text.h"

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

  SquillReviewReference *reference;
  gboolean showing;
};

G_DEFINE_FINAL_TYPE (SquillReferenceRow, squill_reference_row, GTK_TYPE_WIDGET)

static void
name (gpointer widget, const char *text)
{
  gtk_widget_set_tooltip_text (widget, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

static void
show_decision (SquillReferenceRow *self)
{
  g_autofree char *summary = squill_review_reference_summarize (self->reference);
  const gboolean drawn = squill_review_reference_is_drawn (self->reference);
  g_autofree char *text = NULL;

  switch (squill_review_reference_get_decision (self->reference))
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
  self->showing = TRUE;
  gtk_toggle_button_set_active (self->accept, drawn);
  gtk_toggle_button_set_active (self->reject, !drawn);
  self->showing = FALSE;
  if (drawn)
    gtk_widget_remove_css_class (GTK_WIDGET (self), "rejected");
  else
    gtk_widget_add_css_class (GTK_WIDGET (self), "rejected");
}

static void
show_expanded (SquillReferenceRow *self)
{
  const gboolean expanded = squill_review_reference_get_expanded (self->reference);

  if (expanded)
    {
      g_auto (GStrv) lines = squill_review_reference_explain (self->reference);
      g_autofree char *text = g_strjoinv ("\n", lines);

      gtk_label_set_label (self->evidence, text);
    }
  gtk_toggle_button_set_active (self->more, expanded);
  gtk_revealer_set_reveal_child (self->revealer, expanded);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->more), GTK_ACCESSIBLE_STATE_EXPANDED, expanded,
                               -1);
}

static void
on_accept (SquillReferenceRow *self)
{
  if (!self->showing && gtk_toggle_button_get_active (self->accept))
    squill_review_reference_set_decision (self->reference, SQUILL_DECISION_ACCEPTED);
}

static void
on_reject (SquillReferenceRow *self)
{
  if (!self->showing && gtk_toggle_button_get_active (self->reject))
    squill_review_reference_set_decision (self->reference, SQUILL_DECISION_REJECTED);
}

static void
on_more (SquillReferenceRow *self)
{
  if (self->reference != NULL)
    squill_review_reference_set_expanded (self->reference,
                                          gtk_toggle_button_get_active (self->more));
}

static void
forget (SquillReferenceRow *self)
{
  if (self->reference != NULL)
    g_signal_handlers_disconnect_by_data (self->reference, self);
  g_clear_object (&self->reference);
}

static void
squill_reference_row_dispose (GObject *object)
{
  SquillReferenceRow *self = SQUILL_REFERENCE_ROW (object);
  GtkWidget *child;

  forget (self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (squill_reference_row_parent_class)->dispose (object);
}

static void
squill_reference_row_class_init (SquillReferenceRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = squill_reference_row_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "referencerow");
}

static GtkLabel *
make_label (const char *style)
{
  GtkWidget *label = gtk_label_new (NULL);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  /* A path is not a word. */
  pango_attr_list_insert (attributes, pango_attr_insert_hyphens_new (FALSE));
  gtk_label_set_attributes (GTK_LABEL (label), attributes);
  gtk_widget_add_css_class (label, style);
  return GTK_LABEL (label);
}

static GtkToggleButton *
make_button (SquillReferenceRow *self, const char *icon, GCallback callback)
{
  GtkWidget *button = gtk_toggle_button_new ();

  gtk_button_set_icon_name (GTK_BUTTON (button), icon);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_signal_connect_object (button, "toggled", callback, self, G_CONNECT_SWAPPED);
  return GTK_TOGGLE_BUTTON (button);
}

static void
squill_reference_row_init (SquillReferenceRow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *pair = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->title = make_label ("reference-title");
  self->caption = make_label ("caption");
  self->confidence = make_label ("numeric");
  gtk_label_set_wrap (self->confidence, FALSE);
  self->evidence = make_label ("note-body");
  gtk_label_set_selectable (self->evidence, TRUE);
  gtk_widget_set_focusable (GTK_WIDGET (self->evidence), FALSE);
  self->more = make_button (self, "pan-down-symbolic", G_CALLBACK (on_more));
  gtk_widget_add_css_class (GTK_WIDGET (self->more), "flat");
  self->accept = make_button (self, "object-select-symbolic", G_CALLBACK (on_accept));
  self->reject = make_button (self, "window-close-symbolic", G_CALLBACK (on_reject));
  gtk_toggle_button_set_group (self->reject, self->accept);
  gtk_widget_add_css_class (pair, "linked");
  gtk_box_append (GTK_BOX (pair), GTK_WIDGET (self->accept));
  gtk_box_append (GTK_BOX (pair), GTK_WIDGET (self->reject));

  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (texts), GTK_WIDGET (self->title));
  gtk_box_append (GTK_BOX (texts), GTK_WIDGET (self->caption));
  gtk_box_append (GTK_BOX (line), GTK_WIDGET (self->more));
  gtk_box_append (GTK_BOX (line), texts);
  gtk_box_append (GTK_BOX (line), GTK_WIDGET (self->confidence));
  gtk_box_append (GTK_BOX (line), pair);
  self->revealer = GTK_REVEALER (gtk_revealer_new ());
  gtk_revealer_set_child (self->revealer, GTK_WIDGET (self->evidence));
  gtk_box_append (GTK_BOX (box), line);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->revealer));
  gtk_widget_set_parent (box, GTK_WIDGET (self));
}

/**
 * squill_reference_row_new:
 *
 * Returns: (transfer floating): a row that shows nothing yet
 */
GtkWidget *
squill_reference_row_new (void)
{
  return g_object_new (SQUILL_TYPE_REFERENCE_ROW, NULL);
}

static void
show_names (SquillReferenceRow *self, const char *title)
{
  g_autofree char *accept = g_strdup_printf (_ ("Accept %s"), title);
  g_autofree char *reject = g_strdup_printf (_ ("Reject %s, for good"), title);
  g_autofree char *more = g_strdup_printf (_ ("Evidence for %s"), title);

  name (self->accept, accept);
  name (self->reject, reject);
  name (self->more, more);
}

/**
 * squill_reference_row_show:
 * @self: a row
 * @reference: (nullable): a reference
 *
 * Shows it.
 */
void
squill_reference_row_show (SquillReferenceRow *self, SquillReviewReference *reference)
{
  g_autofree char *title = NULL;
  g_autofree char *share = NULL;

  g_return_if_fail (SQUILL_IS_REFERENCE_ROW (self));

  forget (self);
  if (reference == NULL)
    return;
  self->reference = g_object_ref (reference);
  g_signal_connect_swapped (reference, "notify::decision", G_CALLBACK (show_decision), self);
  g_signal_connect_swapped (reference, "notify::expanded", G_CALLBACK (show_expanded), self);
  title = g_strdup_printf ("%s → %s", squill_review_reference_get_from (reference),
                           squill_review_reference_get_to (reference));
  gtk_label_set_label (self->title, title);
  show_names (self, title);
  share = squill_evidence_format_share (squill_review_reference_get_confidence (reference));
  gtk_label_set_label (self->confidence, share);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->confidence), _ ("How sure it is"));
  show_decision (self);
  show_expanded (self);
}
