/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "widgets/squill-pointing.h"

typedef void (*PointingFunc) (gpointer data);

typedef struct
{
  PointingFunc at;
  PointingFunc away;
  gpointer data;
  gboolean pointing;
} Pointing;

static void
on_enter (Pointing *self)
{
  self->pointing = TRUE;
  self->at (self->data);
}

static void
on_leave (Pointing *self)
{
  if (!self->pointing)
    return;
  self->pointing = FALSE;
  self->away (self->data);
}

static void
on_preview_changed (SquillPreview *preview, GtkAccessible *widget)
{
  const SquillPreviewResult *result = squill_preview_get_result (preview);

  if (result != NULL)
    gtk_accessible_update_property (widget, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, result->summary,
                                    -1);
}

/**
 * squill_widget_describe_preview:
 * @widget: what is pointed at
 * @preview: (nullable): what it shows; %NULL when it is pointed at no longer
 *
 * Lets a screen reader say of a widget what the diagram shows of its change.
 */
void
squill_widget_describe_preview (GtkWidget *widget, SquillPreview *preview)
{
  GSignalGroup *group = g_object_get_data (G_OBJECT (widget), "squill-preview");

  g_return_if_fail (GTK_IS_WIDGET (widget));

  if (group == NULL && preview == NULL)
    return;
  if (group == NULL)
    {
      group = g_signal_group_new (SQUILL_TYPE_PREVIEW);
      g_signal_group_connect (group, "changed", G_CALLBACK (on_preview_changed), widget);
      g_object_set_data_full (G_OBJECT (widget), "squill-preview", group, g_object_unref);
    }
  g_signal_group_set_target (group, preview);
}

/**
 * squill_widget_follow_pointing:
 * @widget: a widget
 * @focus: @widget, or what in it takes the keyboard focus
 * @at: void at (data): the pointer or the focus has come
 * @away: void away (data): it has gone, or the widget is no longer to be seen
 * @data: for both; lives as long as @widget
 *
 * Tells when a person points at a widget, with the pointer or the keyboard.
 */
void
squill_widget_follow_pointing (
    GtkWidget *widget, GtkWidget *focus, GCallback at, GCallback away, gpointer data)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *keys = gtk_event_controller_focus_new ();
  Pointing *self = g_new0 (Pointing, 1);

  g_return_if_fail (GTK_IS_WIDGET (widget));
  g_return_if_fail (GTK_IS_WIDGET (focus));

  self->at = (PointingFunc)at;
  self->away = (PointingFunc)away;
  self->data = data;
  g_object_set_data_full (G_OBJECT (widget), "squill-pointing", self, g_free);
  g_signal_connect_swapped (motion, "enter", G_CALLBACK (on_enter), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (widget, motion);
  g_signal_connect_swapped (keys, "enter", G_CALLBACK (on_enter), self);
  g_signal_connect_swapped (keys, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (focus, keys);
  g_signal_connect_swapped (widget, "unmap", G_CALLBACK (on_leave), self);
}
