/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas-private.h"

struct _SquillPreviewLine
{
  AdwBin parent_instance;

  GtkLabel *label;
  SquillSession *session;
  GSignalGroup *signals;
};

G_DEFINE_FINAL_TYPE (SquillPreviewLine, squill_preview_line, ADW_TYPE_BIN)

static void
update (SquillPreviewLine *self)
{
  const SquillPreviewResult *result =
      self->session != NULL ? squill_preview_get_result (squill_session_get_preview (self->session))
                            : NULL;

  if (result != NULL)
    gtk_label_set_label (self->label, result->summary);
  gtk_widget_set_visible (GTK_WIDGET (self), result != NULL);
}

static void
squill_preview_line_dispose (GObject *object)
{
  SquillPreviewLine *self = SQUILL_PREVIEW_LINE (object);

  g_clear_object (&self->signals);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (squill_preview_line_parent_class)->dispose (object);
}

static void
squill_preview_line_class_init (SquillPreviewLineClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = squill_preview_line_dispose;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "previewline");
}

static void
squill_preview_line_init (SquillPreviewLine *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  self->signals = g_signal_group_new (SQUILL_TYPE_PREVIEW);
  g_signal_group_connect_swapped (self->signals, "changed", G_CALLBACK (update), self);
  self->label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_ellipsize (self->label, PANGO_ELLIPSIZE_END);
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->label));
  gtk_widget_set_halign (widget, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (widget, GTK_ALIGN_START);
  gtk_widget_set_can_target (widget, FALSE);
  gtk_widget_set_visible (widget, FALSE);
}

/**
 * _squill_preview_line_new:
 *
 * Returns: (transfer floating): a line that says nothing
 */
GtkWidget *
_squill_preview_line_new (void)
{
  return g_object_new (SQUILL_TYPE_PREVIEW_LINE, NULL);
}

/**
 * _squill_preview_line_set_session:
 * @self: a line
 * @session: (nullable): whose changes it speaks of
 *
 * Makes it follow another session.
 */
void
_squill_preview_line_set_session (SquillPreviewLine *self, SquillSession *session)
{
  g_return_if_fail (SQUILL_IS_PREVIEW_LINE (self));
  g_return_if_fail (session == NULL || SQUILL_IS_SESSION (session));

  if (!g_set_object (&self->session, session))
    return;
  g_signal_group_set_target (self->signals,
                             session != NULL ? squill_session_get_preview (session) : NULL);
  update (self);
}
