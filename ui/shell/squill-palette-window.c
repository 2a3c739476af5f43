/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "shell/squill-palette-window.h"

#include <glib/gi18n.h>

#include "session/squill-rows.h"
#include "widgets/squill-compat.h"
#include "widgets/squill-icon-button.h"

#define WIDTH 560
#define HEIGHT 420

/* Nobody reads more. */
#define MAX_FOUND 100

struct _SquillPaletteWindow
{
  GtkWindow parent_instance;

  GtkEditable *search;
  GtkListView *list;
  GtkWidget *scrolled;
  GtkWidget *none;
  GListStore *found; /* SquillPaletteEntry */
  GtkSingleSelection *selection;
  GPtrArray *entries;
};

enum
{
  CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillPaletteWindow, squill_palette_window, GTK_TYPE_WINDOW)

static void
choose (SquillPaletteWindow *self, guint position)
{
  g_autoptr (SquillPaletteWindow) keep = g_object_ref (self);
  g_autoptr (SquillPaletteEntry) entry =
      g_list_model_get_item (G_LIST_MODEL (self->found), position);

  if (entry == NULL)
    return;
  if (!squill_palette_entry_is_available (entry))
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }
  gtk_window_close (GTK_WINDOW (self));
  g_signal_emit (self, signals[CHOSEN], 0, entry);
}

static void
on_activate (SquillPaletteWindow *self)
{
  choose (self, gtk_single_selection_get_selected (self->selection));
}

static void
on_changed (SquillPaletteWindow *self)
{
  g_autoptr (GPtrArray) found =
      squill_palette_find (self->entries, gtk_editable_get_text (self->search), MAX_FOUND);

  g_list_store_splice (self->found, 0, g_list_model_get_n_items (G_LIST_MODEL (self->found)),
                       found->pdata, found->len);
  gtk_single_selection_set_selected (self->selection, 0);
  gtk_widget_set_visible (self->none, found->len == 0);
  gtk_widget_set_visible (self->scrolled, found->len > 0);
  if (found->len > 0)
    gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", 0);
}

/* Up and Down move through the list while the entry keeps the focus. */
static gboolean
on_key (GtkEventControllerKey *controller,
        guint key,
        guint code,
        GdkModifierType state,
        SquillPaletteWindow *self)
{
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->found));
  guint at = gtk_single_selection_get_selected (self->selection);

  if (key == GDK_KEY_Escape)
    {
      gtk_window_close (GTK_WINDOW (self));
      return GDK_EVENT_STOP;
    }
  if (key == GDK_KEY_Down && at + 1 < n)
    at++;
  else if (key == GDK_KEY_Up && at > 0 && at < n)
    at--;
  else
    return GDK_EVENT_PROPAGATE;
  gtk_single_selection_set_selected (self->selection, at);
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", at);
  return GDK_EVENT_STOP;
}

/* The keys of a command as people write them: "Ctrl+K". */
static char *
write_keys (const SquillAction *command)
{
  guint key;
  GdkModifierType modifiers;

  if (command == NULL || command->keys[0] == NULL ||
      !gtk_accelerator_parse (command->keys[0], &key, &modifiers))
    return NULL;
  return gtk_accelerator_get_label (key, modifiers);
}

static void
on_setup (GtkListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *label = gtk_label_new (NULL), *note = gtk_label_new (NULL),
            *keys = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (note), 0);
  gtk_label_set_ellipsize (GTK_LABEL (note), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (note, TRUE);
  gtk_widget_add_css_class (note, "dim-label");
  gtk_widget_add_css_class (note, "caption");
  gtk_widget_add_css_class (keys, "dim-label");
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), note);
  gtk_box_append (GTK_BOX (box), keys);
  gtk_list_item_set_child (item, box);
}

static void
on_bind (GtkListItemFactory *factory, GtkListItem *item)
{
  SquillPaletteEntry *entry = gtk_list_item_get_item (item);
  GtkWidget *label = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  GtkWidget *note = gtk_widget_get_next_sibling (label);
  g_autofree char *keys = write_keys (squill_palette_entry_get_command (entry));
  const char *said = squill_palette_entry_get_note (entry);
  g_autofree char *name =
      g_strconcat (squill_palette_entry_get_label (entry), said != NULL ? ", " : "",
                   said != NULL ? said : "", keys != NULL ? ", " : NULL, keys, NULL);

  gtk_label_set_label (GTK_LABEL (label), squill_palette_entry_get_label (entry));
  gtk_label_set_label (GTK_LABEL (note), said != NULL ? said : "");
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_next_sibling (note)), keys != NULL ? keys : "");
  squill_widget_set_name (gtk_list_item_get_child (item), name);
  gtk_widget_set_sensitive (gtk_list_item_get_child (item),
                            squill_palette_entry_is_available (entry));
}

static void
squill_palette_window_finalize (GObject *object)
{
  SquillPaletteWindow *self = SQUILL_PALETTE_WINDOW (object);

  g_clear_object (&self->found);
  g_clear_pointer (&self->entries, g_ptr_array_unref);

  G_OBJECT_CLASS (squill_palette_window_parent_class)->finalize (object);
}

static void
squill_palette_window_class_init (SquillPaletteWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = squill_palette_window_finalize;

  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, SQUILL_TYPE_PALETTE_ENTRY);
}

static void
squill_palette_window_init (SquillPaletteWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *search = gtk_entry_new ();
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->found = g_list_store_new (SQUILL_TYPE_PALETTE_ENTRY);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->found)));
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), NULL);
  self->search = GTK_EDITABLE (search);
  gtk_entry_set_placeholder_text (GTK_ENTRY (search), _ ("Command, collection, field, or warning"));
  gtk_entry_set_icon_from_icon_name (GTK_ENTRY (search), GTK_ENTRY_ICON_PRIMARY,
                                     "system-search-symbolic");
  squill_widget_set_name (search, _ ("Command, collection, field, or warning"));
  g_signal_connect_swapped (search, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (search, "activate", G_CALLBACK (on_activate), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);

  self->list = GTK_LIST_VIEW (gtk_list_view_new (GTK_SELECTION_MODEL (self->selection), factory));
  gtk_list_view_set_single_click_activate (self->list, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "navigation-sidebar");
  squill_widget_set_name (self->list, _ ("Commands"));
  g_signal_connect_swapped (self->list, "activate", G_CALLBACK (choose), self);
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), GTK_WIDGET (self->list));
  gtk_widget_set_vexpand (self->scrolled, TRUE);
  self->none = gtk_label_new (_ ("Nothing found"));
  gtk_widget_add_css_class (self->none, "dim-label");
  gtk_widget_set_vexpand (self->none, TRUE);

  gtk_widget_set_margin_top (search, 10);
  gtk_widget_set_margin_start (search, 10);
  gtk_widget_set_margin_end (search, 10);
  gtk_box_append (GTK_BOX (box), search);
  gtk_box_append (GTK_BOX (box), self->scrolled);
  gtk_box_append (GTK_BOX (box), self->none);
  gtk_window_set_child (GTK_WINDOW (self), box);
  gtk_window_set_title (GTK_WINDOW (self), _ ("Commands"));
  gtk_window_set_modal (GTK_WINDOW (self), TRUE);
  gtk_window_set_decorated (GTK_WINDOW (self), FALSE);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (self), TRUE);
  gtk_window_set_focus (GTK_WINDOW (self), search);
}

/**
 * squill_palette_window_new:
 * @parent: the window that it is for
 * @session: whose model is searched
 * @is_available: (scope call): whether a command can be activated
 * @data: for @is_available
 *
 * Returns: (transfer none): a window, not yet presented
 */
SquillPaletteWindow *
squill_palette_window_new (GtkWindow *parent,
                           SquillSession *session,
                           SquillCommandAvailable is_available,
                           gpointer data)
{
  SquillPaletteWindow *self;
  double scale;

  g_return_val_if_fail (GTK_IS_WINDOW (parent), NULL);
  g_return_val_if_fail (SQUILL_IS_SESSION (session), NULL);

  self = g_object_new (SQUILL_TYPE_PALETTE_WINDOW, "transient-for", parent, NULL);
  scale = squill_compat_get_text_scale (GTK_WIDGET (self));
  gtk_window_set_default_size (
      GTK_WINDOW (self), MIN ((int)(WIDTH * scale), gtk_widget_get_width (GTK_WIDGET (parent))),
      MIN ((int)(HEIGHT * scale), gtk_widget_get_height (GTK_WIDGET (parent))));
  self->entries = squill_palette_list (session, is_available, data);
  on_changed (self);
  return self;
}
