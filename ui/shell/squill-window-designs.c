/* SPDX-License-Identifier: Apache-2.0 */

/* The menu of alternative designs: which one is shown, another one, a name, away with it. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include <glib/gi18n.h>

#include "model/squill-alternative.h"
#include "model/squill-authoring.h"
#include "shell/squill-window-private.h"
#include "widgets/squill-compat.h"
#include "widgets/squill-icon-button.h"
#include "widgets/squill-typing.h"

static SquillModel *
get_model (SquillWindow *self)
{
  return squill_session_get_model (self->session);
}

static void
show_trouble (SquillWindow *self, const GError *error)
{
  if (error != NULL)
    _squill_window_show_error (self, _ ("The Design Could Not Be Changed"), error->message);
}

/* What the menu and its actions are about, after any change. */
void
_squill_window_update_designs (SquillWindow *self)
{
  const SquillAlternative *shown = squill_model_get_alternative (get_model (self));
  g_autoptr (GMenu) list = g_menu_new ();
  g_autoptr (GMenu) actions = g_menu_new ();
  gboolean has_several = FALSE;
  gboolean can_edit = !squill_model_get_read_only (get_model (self));

  SQUILL_FOR_EACH_CHILD (SquillAlternative, alternative, squill_model_get_info (get_model (self)),
                         SQUILL_KIND_ALTERNATIVE)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (
          alternative->name != NULL ? alternative->name : _ ("Unnamed design"), NULL);

      g_menu_item_set_action_and_target (item, "designs.show", "s", alternative->item.id);
      g_menu_append_item (list, item);
      has_several = TRUE;
    }
  g_menu_append (actions, _ ("_New Design Like This…"), "win.new-design");
  g_menu_append (actions, _ ("_Rename Design…"), "win.rename-design");
  g_menu_append (actions, _ ("_Delete Design"), "win.delete-design");
  g_menu_append (actions, _ ("_Compare Designs"), "win.page::compare");
  g_menu_remove_all (self->designs_menu);
  g_menu_append_section (self->designs_menu, NULL, G_MENU_MODEL (list));
  g_menu_append_section (self->designs_menu, NULL, G_MENU_MODEL (actions));
  g_simple_action_set_state (self->show_design,
                             g_variant_new_string (shown != NULL ? shown->item.id : ""));
  g_simple_action_set_enabled (self->show_design, can_edit);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.new-design", can_edit);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.rename-design", can_edit && shown != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.delete-design", can_edit && has_several);
}

static void
on_show (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  SquillWindow *self = data;
  g_autoptr (GError) error = NULL;

  squill_typing_keep (GTK_WIDGET (self));
  squill_model_show_alternative (get_model (self), g_variant_get_string (parameter, NULL), &error);
  show_trouble (self, error);
}

/* Asking for a name. */

typedef struct
{
  SquillWindow *window;
  GtkEditable *entry;
  char *renamed; /* id of the design that gets the name; %NULL for a new one */
} Naming;

static void
naming_free (gpointer data)
{
  Naming *self = data;

  g_object_unref (self->window);
  g_object_unref (self->entry);
  g_free (self->renamed);
  g_free (self);
}

static void
on_named (const char *response, gpointer data)
{
  Naming *naming = data;
  SquillModel *model = get_model (naming->window);
  g_autofree char *name = g_strstrip (g_strdup (gtk_editable_get_text (naming->entry)));
  g_autofree char *id = NULL;
  g_autoptr (GError) error = NULL;

  if (g_strcmp0 (response, "apply") != 0 || *name == '\0')
    return;
  if (naming->renamed == NULL)
    id = squill_model_add_alternative (model, name, &error);
  else if (squill_model_get_item (model, naming->renamed) != NULL)
    squill_model_rename (model, naming->renamed, name, &error);
  show_trouble (naming->window, error);
}

static void
ask_name (SquillWindow *self, const char *heading, const char *name, const char *renamed)
{
  const SquillResponse responses[] = {
    { "cancel", _ ("_Cancel"), ADW_RESPONSE_DEFAULT },
    { "apply", renamed != NULL ? _ ("_Rename") : _ ("_Create"), ADW_RESPONSE_SUGGESTED },
  };
  GtkWidget *entry = gtk_entry_new ();
  Naming *naming = g_new0 (Naming, 1);

  naming->window = g_object_ref (self);
  naming->entry = g_object_ref (GTK_EDITABLE (entry));
  naming->renamed = g_strdup (renamed);
  gtk_editable_set_text (GTK_EDITABLE (entry), name);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  squill_widget_set_name (entry, _ ("Name of the design"));
  squill_compat_ask (GTK_WINDOW (self),
                     &(SquillQuestion){
                         .heading = heading,
                         .body = renamed != NULL
                                     ? NULL
                                     : _ ("It begins as a copy of the design in view and shares "
                                          "entities, fields, and workload with it."),
                         .extra = entry,
                         .responses = responses,
                         .n_responses = G_N_ELEMENTS (responses),
                         .default_response = "apply",
                     },
                     on_named, naming, naming_free);
  gtk_widget_grab_focus (entry);
}

static void
on_new (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillWindow *self = SQUILL_WINDOW (widget);
  g_autofree char *suggested = squill_model_make_unique_name (
      get_model (self), SQUILL_MODEL_ID, SQUILL_KIND_ALTERNATIVE, _ ("New design"));

  squill_typing_keep (widget);
  ask_name (self, _ ("New Design"), suggested, NULL);
}

static void
on_rename (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillWindow *self = SQUILL_WINDOW (widget);
  const SquillAlternative *shown = squill_model_get_alternative (get_model (self));

  if (shown != NULL)
    ask_name (self, _ ("Rename Design"), shown->name != NULL ? shown->name : "", shown->item.id);
}

/* It can be undone: nothing is asked. */
static void
on_delete (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillWindow *self = SQUILL_WINDOW (widget);
  const SquillAlternative *shown = squill_model_get_alternative (get_model (self));
  g_autoptr (GError) error = NULL;

  if (shown == NULL)
    return;
  squill_typing_keep (widget);
  squill_model_delete_alternative (get_model (self), shown->item.id, &error);
  show_trouble (self, error);
}

/* Makes the menu. */
void
_squill_window_init_designs (SquillWindow *self)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();

  self->show_design =
      g_simple_action_new_stateful ("show", G_VARIANT_TYPE_STRING, g_variant_new_string (""));
  g_signal_connect (self->show_design, "change-state", G_CALLBACK (on_show), self);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (self->show_design));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "designs", G_ACTION_GROUP (group));
  self->designs_menu = g_menu_new ();
  gtk_menu_button_set_menu_model (self->design_button, G_MENU_MODEL (self->designs_menu));
}

void
_squill_window_install_design_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.new-design", NULL, on_new);
  gtk_widget_class_install_action (widget_class, "win.rename-design", NULL, on_rename);
  gtk_widget_class_install_action (widget_class, "win.delete-design", NULL, on_delete);
}
