/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas-private.h"

#include <glib/gi18n.h>

/* What takes less is not worth a word. */
#define DELAY_MS 400

struct _SquillRoutingSign
{
  AdwBin parent_instance;

  guint delay;
};

G_DEFINE_FINAL_TYPE (SquillRoutingSign, squill_routing_sign, ADW_TYPE_BIN)

static gboolean
on_delayed (gpointer user_data)
{
  SquillRoutingSign *self = user_data;

  self->delay = 0;
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  return G_SOURCE_REMOVE;
}

static void
on_routing (SquillCanvas *canvas, GParamSpec *pspec, SquillRoutingSign *self)
{
  g_clear_handle_id (&self->delay, g_source_remove);
  if (squill_canvas_is_routing (canvas))
    self->delay = g_timeout_add (DELAY_MS, on_delayed, self);
  else
    gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

static void
squill_routing_sign_dispose (GObject *object)
{
  SquillRoutingSign *self = SQUILL_ROUTING_SIGN (object);

  g_clear_handle_id (&self->delay, g_source_remove);

  G_OBJECT_CLASS (squill_routing_sign_parent_class)->dispose (object);
}

static void
squill_routing_sign_class_init (SquillRoutingSignClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = squill_routing_sign_dispose;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "routingsign");
}

static void
squill_routing_sign_init (SquillRoutingSign *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  /* Translators: the lines of the diagram are led round its cards. */
  adw_bin_set_child (ADW_BIN (self), gtk_label_new (_ ("Tidying the lines…")));
  gtk_widget_set_halign (widget, GTK_ALIGN_START);
  gtk_widget_set_valign (widget, GTK_ALIGN_START);
  gtk_widget_set_can_target (widget, FALSE);
  gtk_widget_set_visible (widget, FALSE);
}

/**
 * _squill_routing_sign_new:
 * @canvas: whose lines it speaks of
 *
 * Returns: (transfer floating): a sign that is hidden
 */
GtkWidget *
_squill_routing_sign_new (SquillCanvas *canvas)
{
  SquillRoutingSign *self;

  g_return_val_if_fail (SQUILL_IS_CANVAS (canvas), NULL);

  self = g_object_new (SQUILL_TYPE_ROUTING_SIGN, NULL);
  g_signal_connect_object (canvas, "notify::routing", G_CALLBACK (on_routing), self, 0);
  return GTK_WIDGET (self);
}
