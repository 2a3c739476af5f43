/* SPDX-License-Identifier: Apache-2.0 */

/* The command palette. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "shell/squill-palette-window.h"
#include "shell/squill-window-private.h"

#include <glib/gi18n.h>

static void
on_chosen (SquillWindow *self, SquillPaletteEntry *entry)
{
  const SquillAction *command = squill_palette_entry_get_command (entry);
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;

  if (command == NULL)
    {
      squill_session_show_item (self->session, squill_palette_entry_get_item (entry));
      return;
    }
  if (!g_action_parse_detailed_name (command->action, &name, &target, NULL))
    return;
  /* What is done to the selection is done on the diagram. */
  gtk_widget_activate_action_variant (self->canvas_view, name, target);
}

/* GTK tells nobody whether an action is enabled, but shows it with a button. */
static gboolean
is_available (const SquillAction *command, gpointer button)
{
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;

  if (!g_action_parse_detailed_name (command->action, &name, &target, NULL))
    return FALSE;
  /* An action without the target of the one before is none. */
  gtk_actionable_set_action_name (button, NULL);
  gtk_actionable_set_action_target_value (button, target);
  gtk_actionable_set_action_name (button, name);
  return gtk_widget_get_sensitive (button);
}

static void
on_commands (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillWindow *self = SQUILL_WINDOW (widget);
  SquillPaletteWindow *palette;
  GtkWidget *button = gtk_button_new ();

  gtk_widget_set_parent (button, self->canvas_view);
  palette = squill_palette_window_new (GTK_WINDOW (self), self->session, is_available, button);
  gtk_widget_unparent (button);
  g_signal_connect_object (palette, "chosen", G_CALLBACK (on_chosen), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (palette));
}

void
_squill_window_install_command_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.commands", NULL, on_commands);
}
