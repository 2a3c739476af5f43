/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "widgets/squill-entity-chooser.h"

#include <glib/gi18n.h>
#include <string.h>

#include "model/squill-authoring.h"
#include "widgets/squill-icon-button.h"

#define MAX_SHOWN 50
#define LIST_HEIGHT 240

/* A row that assistive technologies can choose; those of GTK 4.8 have no action. */
#define SQUILL_TYPE_CHOICE_ROW (squill_choice_row_get_type ())
G_DECLARE_FINAL_TYPE (SquillChoiceRow, squill_choice_row, SQUILL, CHOICE_ROW, GtkListBoxRow)

struct _SquillChoiceRow
{
  GtkListBoxRow parent_instance;
};

G_DEFINE_FINAL_TYPE (SquillChoiceRow, squill_choice_row, GTK_TYPE_LIST_BOX_ROW)

static void
on_choose (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_widget_activate (widget);
}

static void
squill_choice_row_class_init (SquillChoiceRowClass *klass)
{
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "choose", NULL, on_choose);
}

static void
squill_choice_row_init (SquillChoiceRow *self)
{
}

struct _SquillEntityChooser
{
  GtkPopover parent_instance;

  SquillModel *model;
  GtkWidget *entry;
  GtkWidget *list;
};

enum
{
  CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillEntityChooser, squill_entity_chooser, GTK_TYPE_POPOVER)

static void
choose (SquillEntityChooser *self, GtkListBoxRow *row)
{
  g_autofree char *id = g_strdup (g_object_get_data (G_OBJECT (row), "entity"));
  g_autofree char *name = g_strdup (g_object_get_data (G_OBJECT (row), "name"));

  gtk_popover_popdown (GTK_POPOVER (self));
  g_signal_emit (self, signals[CHOSEN], 0, id, name);
}

static void
add_row (SquillEntityChooser *self, const char *label, const char *id, const char *name)
{
  GtkWidget *row = g_object_new (SQUILL_TYPE_CHOICE_ROW, NULL);
  GtkWidget *text = gtk_label_new (label);

  gtk_label_set_xalign (GTK_LABEL (text), 0);
  gtk_label_set_ellipsize (GTK_LABEL (text), PANGO_ELLIPSIZE_END);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), text);
  squill_widget_set_name (row, label);
  g_object_set_data_full (G_OBJECT (row), "entity", g_strdup (id), g_free);
  g_object_set_data_full (G_OBJECT (row), "name", g_strdup (name), g_free);
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
}

static void
fill (SquillEntityChooser *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  g_autofree char *wanted = g_utf8_casefold (text, -1);
  g_autoptr (GError) error = NULL;
  GtkWidget *row;
  guint n = 0;

  while ((row = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (self->model),
                         SQUILL_KIND_ENTITY)
    {
      g_autofree char *name = g_utf8_casefold (entity->name != NULL ? entity->name : "", -1);

      if (n >= MAX_SHOWN || strstr (name, wanted) == NULL)
        continue;
      add_row (self, entity->name, entity->item.id, NULL);
      n++;
    }
  if (*text != '\0' && squill_model_check_name (self->model, NULL, SQUILL_MODEL_ID,
                                                SQUILL_KIND_ENTITY, text, &error))
    {
      g_autofree char *label = g_strdup_printf (_ ("New entity “%s”"), text);

      add_row (self, label, NULL, text);
    }
  gtk_list_box_select_row (GTK_LIST_BOX (self->list),
                           gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), 0));
}

static void
on_activate (SquillEntityChooser *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));

  if (row != NULL)
    choose (self, row);
}

static void
on_row_activated (GtkListBox *list, GtkListBoxRow *row, SquillEntityChooser *self)
{
  choose (self, row);
}

/* What is typed next follows what was typed already, instead of taking its place. */
static void
on_shown (SquillEntityChooser *self)
{
  gtk_widget_grab_focus (self->entry);
  gtk_editable_set_position (GTK_EDITABLE (self->entry), -1);
}

static gboolean
on_key_pressed (GtkEventControllerKey *controller,
                guint keyval,
                guint keycode,
                GdkModifierType state,
                SquillEntityChooser *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));
  int position;

  if (keyval != GDK_KEY_Up && keyval != GDK_KEY_Down)
    return FALSE;
  position =
      (row != NULL ? gtk_list_box_row_get_index (row) : -1) + (keyval == GDK_KEY_Down ? 1 : -1);
  row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), MAX (position, 0));
  if (row != NULL)
    gtk_list_box_select_row (GTK_LIST_BOX (self->list), row);
  return TRUE;
}

static void
squill_entity_chooser_dispose (GObject *object)
{
  g_clear_object (&SQUILL_ENTITY_CHOOSER (object)->model);

  G_OBJECT_CLASS (squill_entity_chooser_parent_class)->dispose (object);
}

static void
squill_entity_chooser_class_init (SquillEntityChooserClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = squill_entity_chooser_dispose;

  /**
   * SquillEntityChooser::chosen:
   * @self: the chooser
   * @entity: (nullable): id of the entity
   * @name: (nullable): the name of a new one
   *
   * Somebody chose.
   */
  signals[CHOSEN] = g_signal_new ("chosen", SQUILL_TYPE_ENTITY_CHOOSER, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
}

static void
squill_entity_chooser_init (SquillEntityChooser *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->entry = gtk_search_entry_new ();
  g_object_set (self->entry, "placeholder-text", _ ("The other end"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("The other end"), -1);
  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_BROWSE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->list);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), LIST_HEIGHT);
  gtk_box_append (GTK_BOX (box), self->entry);
  gtk_box_append (GTK_BOX (box), scroller);
  gtk_popover_set_child (GTK_POPOVER (self), box);

  g_signal_connect (self, "map", G_CALLBACK (on_shown), NULL);
  g_signal_connect_object (self->entry, "changed", G_CALLBACK (fill), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "activate", G_CALLBACK (on_activate), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (on_row_activated), self, 0);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (on_key_pressed), self, 0);
  gtk_widget_add_controller (self->entry, keys);
}

/**
 * squill_entity_chooser_new:
 * @model: a model
 * @text: what was typed already
 *
 * Makes a chooser of the model's entities; what is typed can also be the name of a new one.
 *
 * Returns: (transfer full): the chooser
 */
GtkWidget *
squill_entity_chooser_new (SquillModel *model, const char *text)
{
  SquillEntityChooser *self;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), NULL);

  self = g_object_new (SQUILL_TYPE_ENTITY_CHOOSER, NULL);
  self->model = g_object_ref (model);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  gtk_editable_set_position (GTK_EDITABLE (self->entry), -1);
  fill (self);
  return GTK_WIDGET (self);
}
