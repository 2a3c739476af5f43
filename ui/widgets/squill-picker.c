/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "widgets/squill-picker.h"

#include "widgets/squill-compat.h"
#include "text/squill-text.h"
#include "widgets/squill-focus.h"
#include "widgets/squill-icon-button.h"
#include "widgets/squill-list-keys.h"

/* One thing to choose. */
#define SQUILL_TYPE_PICKER_ITEM (squill_picker_item_get_type ())
G_DECLARE_FINAL_TYPE (SquillPickerItem, squill_picker_item, SQUILL, PICKER_ITEM, GObject)

struct _SquillPickerItem
{
  GObject parent_instance;

  char *id;
  char *label;
  gboolean checked;
};

struct _SquillPicker
{
  GtkWidget parent_instance;

  GtkMenuButton *button;
  GtkPopover *popover;
  GtkSearchEntry *search;
  GtkListView *list;
  GListStore *store;
  GtkStringFilter *filter;
  GtkSingleSelection *selection;

  SquillPickerFunc fill;
  gpointer user_data;
};

enum
{
  PICKED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillPickerItem, squill_picker_item, G_TYPE_OBJECT)
G_DEFINE_FINAL_TYPE (SquillPicker, squill_picker, GTK_TYPE_WIDGET)

static void
squill_picker_item_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_set_string (value, SQUILL_PICKER_ITEM (object)->label);
}

static void
squill_picker_item_finalize (GObject *object)
{
  SquillPickerItem *self = SQUILL_PICKER_ITEM (object);

  g_free (self->id);
  g_free (self->label);

  G_OBJECT_CLASS (squill_picker_item_parent_class)->finalize (object);
}

static void
squill_picker_item_class_init (SquillPickerItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = squill_picker_item_get_property;
  object_class->finalize = squill_picker_item_finalize;
  g_object_class_install_property (
      object_class, 1,
      g_param_spec_string ("label", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
}

static void
squill_picker_item_init (SquillPickerItem *self)
{
}

static void
pick (SquillPicker *self, guint position)
{
  g_autoptr (SquillPickerItem) item =
      g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  if (item == NULL)
    return;
  gtk_popover_popdown (self->popover);
  g_signal_emit (self, signals[PICKED], 0, item->id);
}

static void
on_search_activate (SquillPicker *self)
{
  pick (self, gtk_single_selection_get_selected (self->selection));
}

static void
on_search_changed (SquillPicker *self)
{
  gtk_string_filter_set_search (self->filter, gtk_editable_get_text (GTK_EDITABLE (self->search)));
  gtk_single_selection_set_selected (self->selection, 0);
}

/* Up and Down move through the list while the search entry keeps the focus. */
static gboolean
on_key (GtkEventControllerKey *controller,
        guint key,
        guint code,
        GdkModifierType state,
        SquillPicker *self)
{
  return squill_list_keys_move (self->list, key);
}

static void
on_show (SquillPicker *self)
{
  g_list_store_remove_all (self->store);
  if (self->fill != NULL)
    self->fill (self, self->user_data);
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
}

static void
on_setup (GtkListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (NULL);
  GtkWidget *mark = gtk_image_new_from_icon_name ("object-select-symbolic");

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), mark);
  gtk_list_item_set_child (item, box);
}

static void
on_bind (GtkListItemFactory *factory, GtkListItem *item)
{
  SquillPickerItem *shown = gtk_list_item_get_item (item);
  GtkWidget *box = gtk_list_item_get_child (item);

  gtk_label_set_label (GTK_LABEL (gtk_widget_get_first_child (box)), shown->label);
  gtk_widget_set_opacity (gtk_widget_get_last_child (box), shown->checked ? 1 : 0);
}

static gboolean
squill_picker_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (SQUILL_PICKER (widget)->button));
}

static void
squill_picker_dispose (GObject *object)
{
  SquillPicker *self = SQUILL_PICKER (object);

  squill_compat_unparent_children (GTK_WIDGET (self));

  G_OBJECT_CLASS (squill_picker_parent_class)->dispose (object);
}

static void
squill_picker_class_init (SquillPickerClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = squill_picker_dispose;
  widget_class->focus = squill_focus_children;
  widget_class->grab_focus = squill_picker_grab_focus;

  signals[PICKED] = g_signal_new ("picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  g_type_ensure (SQUILL_TYPE_PICKER_ITEM);
  gtk_widget_class_set_css_name (widget_class, "picker");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/squill/Squill/squill-picker.ui");
  gtk_widget_class_bind_template_child (widget_class, SquillPicker, button);
  gtk_widget_class_bind_template_child (widget_class, SquillPicker, popover);
  gtk_widget_class_bind_template_child (widget_class, SquillPicker, search);
  gtk_widget_class_bind_template_child (widget_class, SquillPicker, list);
  gtk_widget_class_bind_template_child (widget_class, SquillPicker, store);
  gtk_widget_class_bind_template_child (widget_class, SquillPicker, filter);
  gtk_widget_class_bind_template_child (widget_class, SquillPicker, selection);
  gtk_widget_class_bind_template_callback (widget_class, on_show);
  gtk_widget_class_bind_template_callback (widget_class, on_search_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_key);
  gtk_widget_class_bind_template_callback (widget_class, on_setup);
  gtk_widget_class_bind_template_callback (widget_class, on_bind);
  gtk_widget_class_bind_template_callback (widget_class, pick);
}

static void
squill_picker_init (SquillPicker *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * squill_picker_new:
 * @fill: adds what there is to choose from, when the list is opened
 * @user_data: for @fill
 *
 * Returns: (transfer floating): a picker
 */
GtkWidget *
squill_picker_new (SquillPickerFunc fill, gpointer user_data)
{
  SquillPicker *self = g_object_new (SQUILL_TYPE_PICKER, NULL);

  self->fill = fill;
  self->user_data = user_data;
  return GTK_WIDGET (self);
}

/**
 * squill_picker_add:
 * @self: a picker that is being filled
 * @id: what "picked" tells
 * @label: what stands in the list
 * @checked: whether it is marked as chosen
 *
 * Adds something to choose.
 */
void
squill_picker_add (SquillPicker *self, const char *id, const char *label, gboolean checked)
{
  g_autoptr (SquillPickerItem) item = NULL;

  g_return_if_fail (SQUILL_IS_PICKER (self));
  g_return_if_fail (id != NULL);

  item = g_object_new (SQUILL_TYPE_PICKER_ITEM, NULL);
  item->id = g_strdup (id);
  item->label = g_strdup (label != NULL ? label : id);
  item->checked = checked;
  g_list_store_append (self->store, item);
}

/* A menu button cannot be told to. */
static void
ellipsize_labels (GtkWidget *widget)
{
  if (GTK_IS_POPOVER (widget))
    return;
  if (GTK_IS_LABEL (widget))
    gtk_label_set_ellipsize (GTK_LABEL (widget), PANGO_ELLIPSIZE_END);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    ellipsize_labels (child);
}

/**
 * squill_picker_set_label:
 * @self: a picker
 * @label: what stands on the button: usually what is chosen
 *
 * Says what is chosen.
 */
void
squill_picker_set_label (SquillPicker *self, const char *label)
{
  g_autofree char *fit = squill_text_fit (label);

  g_return_if_fail (SQUILL_IS_PICKER (self));

  gtk_menu_button_set_label (self->button, fit);
  ellipsize_labels (GTK_WIDGET (self->button));
}

/**
 * squill_picker_set_icon:
 * @self: a picker
 * @icon_name: an icon for the button, instead of a label
 *
 * Makes the button a small one.
 */
void
squill_picker_set_icon (SquillPicker *self, const char *icon_name)
{
  g_return_if_fail (SQUILL_IS_PICKER (self));

  gtk_menu_button_set_icon_name (self->button, icon_name);
  gtk_menu_button_set_has_frame (self->button, FALSE);
}

/**
 * squill_picker_set_name:
 * @self: a picker
 * @name: what is chosen here, for a screen reader and as a tooltip
 *
 * Names the button.
 */
void
squill_picker_set_name (SquillPicker *self, const char *name)
{
  g_return_if_fail (SQUILL_IS_PICKER (self));

  /* The toggle button inside, which gets the focus, is labelled by the menu button. */
  squill_widget_set_name (self->button, name);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->button), name);
}
