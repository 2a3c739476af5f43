/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas-private.h"

#include <glib/gi18n.h>

struct _SquillShownBar
{
  AdwBin parent_instance;

  SquillCanvas *canvas; /* owned by the canvas view, as the bar is */
  GtkWidget *label;
  GtkWidget *steps;
  GtkWidget *fewer;
  guint update_source;
};

G_DEFINE_FINAL_TYPE (SquillShownBar, squill_shown_bar, ADW_TYPE_BIN)

static char *
describe (SquillShownBar *self)
{
  SquillModel *model = squill_canvas_get_model (self->canvas);

  return model != NULL ? squill_display_options_describe (
                             squill_canvas_get_display_options (self->canvas), model)
                       : g_strdup ("");
}

static gboolean
on_update_due (gpointer user_data)
{
  SquillShownBar *self = user_data;
  SquillDiagramFilter filter =
      squill_display_options_get_filter (squill_canvas_get_display_options (self->canvas));
  g_autofree char *text = describe (self);

  self->update_source = 0;
  if (g_strcmp0 (text, gtk_label_get_label (GTK_LABEL (self->label))) != 0)
    {
      gtk_label_set_label (GTK_LABEL (self->label), text);
      gtk_widget_set_tooltip_text (self->label, text);
    }
  gtk_widget_set_visible (self->steps, filter.around != NULL);
  gtk_widget_set_sensitive (self->fewer, filter.n_steps > 0);
  gtk_widget_set_visible (GTK_WIDGET (self), *text != '\0');
  return G_SOURCE_REMOVE;
}

/* In an idle: the canvas may emit this while it is allocated, when no label may change its size. */
static void
queue_update (SquillShownBar *self)
{
  if (self->update_source == 0)
    self->update_source = g_idle_add (on_update_due, self);
}

static void
on_canvas_changed (SquillCanvas *canvas, gboolean diagram, SquillShownBar *self)
{
  if (diagram)
    queue_update (self);
}

static void
squill_shown_bar_dispose (GObject *object)
{
  SquillShownBar *self = SQUILL_SHOWN_BAR (object);

  g_clear_handle_id (&self->update_source, g_source_remove);

  G_OBJECT_CLASS (squill_shown_bar_parent_class)->dispose (object);
}

static void
squill_shown_bar_class_init (SquillShownBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = squill_shown_bar_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/squill/Squill/squill-shown-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, SquillShownBar, label);
  gtk_widget_class_bind_template_child (widget_class, SquillShownBar, steps);
  gtk_widget_class_bind_template_child (widget_class, SquillShownBar, fewer);
  gtk_widget_class_set_css_name (widget_class, "canvasbar");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_TOOLBAR);
}

static void
squill_shown_bar_init (SquillShownBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

/**
 * _squill_shown_bar_new:
 * @canvas: the canvas
 *
 * Creates a bar.
 *
 * Returns: (transfer full): the bar
 */
GtkWidget *
_squill_shown_bar_new (SquillCanvas *canvas)
{
  SquillShownBar *self;

  g_return_val_if_fail (SQUILL_IS_CANVAS (canvas), NULL);

  self = g_object_new (SQUILL_TYPE_SHOWN_BAR, "halign", GTK_ALIGN_CENTER, "valign", GTK_ALIGN_START,
                       NULL);
  self->canvas = canvas;
  g_signal_connect_object (canvas, "changed", G_CALLBACK (on_canvas_changed), self, 0);
  g_signal_connect_object (squill_canvas_get_display_options (canvas), "notify",
                           G_CALLBACK (queue_update), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
