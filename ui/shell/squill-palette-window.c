/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "shell/squill-palette-window.h"

#include "session/squill-rows.h"
#include "widgets/squill-compat.h"
#include "widgets/squill-icon-button.h"
#include "widgets/squill-list-keys.h"

#define WIDTH 560
#define HEIGHT 420

/* Nobody reads more. */
#define MAX_FOUND 100

struct _SquillPaletteWindow
{
  AdwWindow parent_instance;

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

G_DEFINE_FINAL_TYPE (SquillPaletteWindow, squill_palette_window, ADW_TYPE_WINDOW)

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
  if (key == GDK_KEY_Escape)
    {
      gtk_window_close (GTK_WINDOW (self));
      return GDK_EVENT_STOP;
    }
  return squill_list_keys_move (self->list, key);
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
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = squill_palette_window_finalize;

  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, SQUILL_TYPE_PALETTE_ENTRY);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/squill/Squill/squill-palette-window.ui");
  gtk_widget_class_bind_template_child (widget_class, SquillPaletteWindow, search);
  gtk_widget_class_bind_template_child (widget_class, SquillPaletteWindow, selection);
  gtk_widget_class_bind_template_child (widget_class, SquillPaletteWindow, scrolled);
  gtk_widget_class_bind_template_child (widget_class, SquillPaletteWindow, list);
  gtk_widget_class_bind_template_child (widget_class, SquillPaletteWindow, none);
  gtk_widget_class_bind_template_callback (widget_class, on_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_key);
  gtk_widget_class_bind_template_callback (widget_class, on_setup);
  gtk_widget_class_bind_template_callback (widget_class, on_bind);
  gtk_widget_class_bind_template_callback (widget_class, choose);
}

static void
squill_palette_window_init (SquillPaletteWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->found = g_list_store_new (SQUILL_TYPE_PALETTE_ENTRY);
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (self->found));
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
