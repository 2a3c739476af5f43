/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "inspector/squill-inspector-private.h"

#include <glib/gi18n.h>

#include "widgets/squill-icon-button.h"

/* While the button is down, fields that are clicked in the diagram are its. */
struct _SquillPickButton
{
  GtkToggleButton parent_instance;

  SquillPicking *picking;
  char *entity;
  gulong picked;
  gulong ended;
};

enum
{
  PICKED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillPickButton, squill_pick_button, GTK_TYPE_TOGGLE_BUTTON)

static void
forget (SquillPickButton *self)
{
  if (self->picking == NULL)
    return;
  g_clear_signal_handler (&self->picked, self->picking);
  g_clear_signal_handler (&self->ended, self->picking);
}

/* Ends what this button has begun, and nothing that another one did. */
static void
stop (SquillPickButton *self)
{
  if (self->picked == 0)
    return;
  forget (self);
  squill_picking_end (self->picking);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self), FALSE);
}

static void
on_ended (SquillPickButton *self)
{
  forget (self);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self), FALSE);
}

static void
on_picked (SquillPickButton *self, const char *path)
{
  g_signal_emit (self, signals[PICKED], 0, path);
}

static void
on_toggled (SquillPickButton *self)
{
  if (!gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self)))
    stop (self);
  else if (self->picking == NULL || self->entity == NULL)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self), FALSE);
  else if (self->picked == 0)
    {
      squill_picking_begin (self->picking, self->entity);
      self->picked =
          g_signal_connect_swapped (self->picking, "picked", G_CALLBACK (on_picked), self);
      self->ended =
          g_signal_connect_swapped (self->picking, "notify::entity", G_CALLBACK (on_ended), self);
    }
}

static void
squill_pick_button_unmap (GtkWidget *widget)
{
  stop (SQUILL_PICK_BUTTON (widget));

  GTK_WIDGET_CLASS (squill_pick_button_parent_class)->unmap (widget);
}

static void
squill_pick_button_dispose (GObject *object)
{
  SquillPickButton *self = SQUILL_PICK_BUTTON (object);

  forget (self);
  g_clear_object (&self->picking);

  G_OBJECT_CLASS (squill_pick_button_parent_class)->dispose (object);
}

static void
squill_pick_button_finalize (GObject *object)
{
  g_free (SQUILL_PICK_BUTTON (object)->entity);

  G_OBJECT_CLASS (squill_pick_button_parent_class)->finalize (object);
}

static void
squill_pick_button_class_init (SquillPickButtonClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = squill_pick_button_dispose;
  object_class->finalize = squill_pick_button_finalize;
  GTK_WIDGET_CLASS (klass)->unmap = squill_pick_button_unmap;
  signals[PICKED] = g_signal_new ("picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
squill_pick_button_init (SquillPickButton *self)
{
  gtk_button_set_icon_name (GTK_BUTTON (self), "find-location-symbolic");
  gtk_widget_add_css_class (GTK_WIDGET (self), "flat");
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  squill_widget_set_tooltip (self, _ ("Pick in Diagram"));
  g_signal_connect (self, "toggled", G_CALLBACK (on_toggled), NULL);
}

/**
 * _squill_pick_button_new:
 *
 * Returns: (transfer floating): a button that cannot pick yet
 */
GtkWidget *
_squill_pick_button_new (void)
{
  return g_object_new (SQUILL_TYPE_PICK_BUTTON, NULL);
}

/**
 * _squill_pick_button_show:
 * @self: a button
 * @picking: picking in the diagram
 * @entity: (nullable): id of the entity from which the paths lead
 *
 * Sets what a press of the button begins, and ends what it has begun for another entity.
 */
void
_squill_pick_button_show (SquillPickButton *self, SquillPicking *picking, const char *entity)
{
  g_return_if_fail (SQUILL_IS_PICK_BUTTON (self));
  g_return_if_fail (SQUILL_IS_PICKING (picking));

  gtk_widget_set_sensitive (GTK_WIDGET (self), entity != NULL);
  if (self->picking == picking && g_strcmp0 (self->entity, entity) == 0)
    return;
  stop (self);
  g_set_object (&self->picking, picking);
  g_free (self->entity);
  self->entity = g_strdup (entity);
}
