/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "widgets/squill-work-bar.h"
#include "widgets/squill-compat.h"
#include "widgets/squill-progress.h"

struct _SquillWorkBar
{
  GtkWidget parent_instance;

  GtkProgressBar *progress;
  GtkLabel *label;
  GtkWidget *cancel_button;

  GCancellable *cancellable;
};

G_DEFINE_FINAL_TYPE (SquillWorkBar, squill_work_bar, GTK_TYPE_WIDGET)

static void
on_cancel (SquillWorkBar *self)
{
  gtk_widget_set_sensitive (self->cancel_button, FALSE);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
}

static void
squill_work_bar_dispose (GObject *object)
{
  SquillWorkBar *self = SQUILL_WORK_BAR (object);

  g_clear_object (&self->cancellable);
  squill_compat_unparent_children (GTK_WIDGET (self));

  G_OBJECT_CLASS (squill_work_bar_parent_class)->dispose (object);
}

static void
squill_work_bar_class_init (SquillWorkBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = squill_work_bar_dispose;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/squill/Squill/squill-work-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, SquillWorkBar, progress);
  gtk_widget_class_bind_template_child (widget_class, SquillWorkBar, label);
  gtk_widget_class_bind_template_child (widget_class, SquillWorkBar, cancel_button);
  gtk_widget_class_bind_template_callback (widget_class, on_cancel);
  gtk_widget_class_set_css_name (widget_class, "workbar");
}

static void
squill_work_bar_init (SquillWorkBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * squill_work_bar_begin:
 * @self: a work bar
 * @text: what is being done
 * @cancellable: (nullable): what the button cancels; without one there is no button
 *
 * Shows the bar; how far the work is, is not known yet.
 */
void
squill_work_bar_begin (SquillWorkBar *self, const char *text, GCancellable *cancellable)
{
  g_return_if_fail (SQUILL_IS_WORK_BAR (self));

  g_set_object (&self->cancellable, cancellable);
  gtk_widget_set_visible (self->cancel_button, cancellable != NULL);
  gtk_widget_set_sensitive (self->cancel_button, TRUE);
  squill_progress_end (self->progress);
  squill_work_bar_update (self, text, -1);
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
}

/**
 * squill_work_bar_update:
 * @self: a work bar
 * @text: (nullable): what is being done; %NULL for what stands there
 * @fraction: how far, 0 to 1; negative if that is not known
 *
 * Says how far the work is.
 */
void
squill_work_bar_update (SquillWorkBar *self, const char *text, double fraction)
{
  g_return_if_fail (SQUILL_IS_WORK_BAR (self));

  if (text != NULL)
    gtk_label_set_label (self->label, text);
  squill_progress_show (self->progress, fraction);
}

/**
 * squill_work_bar_end:
 * @self: a work bar
 *
 * Hides the bar: the work is done, or was stopped.
 */
void
squill_work_bar_end (SquillWorkBar *self)
{
  g_return_if_fail (SQUILL_IS_WORK_BAR (self));

  squill_progress_end (self->progress);
  g_clear_object (&self->cancellable);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

/**
 * squill_work_bar_is_running:
 * @self: a work bar
 *
 * Returns: whether there is work going on
 */
gboolean
squill_work_bar_is_running (SquillWorkBar *self)
{
  g_return_val_if_fail (SQUILL_IS_WORK_BAR (self), FALSE);

  return gtk_widget_get_visible (GTK_WIDGET (self));
}
