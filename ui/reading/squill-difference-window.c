/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "reading/squill-difference-window.h"

#include <glib/gi18n.h>

#include "session/squill-difference-row.h"
#include "widgets/squill-closing.h"

struct _SquillDifferenceWindow
{
  AdwWindow parent_instance;

  AdwWindowTitle *title;
  GtkWidget *copy_button;
  GtkStack *stack;
  GtkListView *list;
  AdwStatusPage *none_page;

  SquillSession *session;
  GListStore *rows;
};

G_DEFINE_FINAL_TYPE (SquillDifferenceWindow, squill_difference_window, ADW_TYPE_WINDOW)

static GtkLabel *
make_label (GtkWidget *box, const char *style)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  if (style != NULL)
    {
      gtk_widget_add_css_class (label, style);
      gtk_widget_add_css_class (label, "dim-label");
    }
  gtk_box_append (GTK_BOX (box), label);
  return GTK_LABEL (label);
}

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *icon = g_object_new (GTK_TYPE_IMAGE, "accessible-role", GTK_ACCESSIBLE_ROLE_IMG, NULL);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_box_append (GTK_BOX (line), icon);
  gtk_box_append (GTK_BOX (line), texts);
  gtk_widget_set_hexpand (texts, TRUE);
  g_object_set_data (G_OBJECT (item), "icon", icon);
  g_object_set_data (G_OBJECT (item), "message", make_label (texts, NULL));
  g_object_set_data (G_OBJECT (item), "caption", make_label (texts, "caption"));
  gtk_list_item_set_child (item, line);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  SquillDifferenceRow *row = gtk_list_item_get_item (item);
  GtkWidget *icon = g_object_get_data (G_OBJECT (item), "icon");
  GtkWidget *caption = g_object_get_data (G_OBJECT (item), "caption");
  const char *kind = squill_difference_row_get_kind_name (row);

  gtk_image_set_from_icon_name (GTK_IMAGE (icon), squill_difference_row_get_icon_name (row));
  gtk_widget_set_tooltip_text (icon, kind);
  gtk_accessible_update_property (GTK_ACCESSIBLE (icon), GTK_ACCESSIBLE_PROPERTY_LABEL, kind, -1);
  gtk_label_set_label (g_object_get_data (G_OBJECT (item), "message"),
                       squill_difference_row_get_message (row));
  gtk_label_set_label (GTK_LABEL (caption), squill_difference_row_get_caption (row));
  gtk_widget_set_visible (caption, *squill_difference_row_get_caption (row) != '\0');
  gtk_list_item_set_activatable (item, squill_difference_row_get_id (row) != NULL);
}

static void
on_activate (SquillDifferenceWindow *self, guint position)
{
  g_autoptr (SquillDifferenceRow) row = g_list_model_get_item (G_LIST_MODEL (self->rows), position);
  const char *id = row != NULL ? squill_difference_row_get_id (row) : NULL;

  if (id != NULL)
    squill_session_show_item (self->session, id);
}

static void
on_copy (SquillDifferenceWindow *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->rows)); i++)
    {
      g_autoptr (SquillDifferenceRow) row = g_list_model_get_item (G_LIST_MODEL (self->rows), i);

      g_string_append_printf (text, "%s\n", squill_difference_row_get_message (row));
    }
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text->str);
}

static void
squill_difference_window_dispose (GObject *object)
{
  SquillDifferenceWindow *self = SQUILL_DIFFERENCE_WINDOW (object);

  g_clear_object (&self->session);
  g_clear_object (&self->rows);

  G_OBJECT_CLASS (squill_difference_window_parent_class)->dispose (object);
}

static void
squill_difference_window_class_init (SquillDifferenceWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = squill_difference_window_dispose;

  squill_closing_add_keys (widget_class);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/squill/Squill/squill-difference-window.ui");
  gtk_widget_class_bind_template_child (widget_class, SquillDifferenceWindow, title);
  gtk_widget_class_bind_template_child (widget_class, SquillDifferenceWindow, copy_button);
  gtk_widget_class_bind_template_child (widget_class, SquillDifferenceWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, SquillDifferenceWindow, list);
  gtk_widget_class_bind_template_child (widget_class, SquillDifferenceWindow, none_page);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_copy);
}

static void
squill_difference_window_init (SquillDifferenceWindow *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkNoSelection) selection = NULL;

  gtk_widget_init_template (GTK_WIDGET (self));
  self->rows = g_list_store_new (SQUILL_TYPE_DIFFERENCE_ROW);
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), NULL);
  gtk_list_view_set_factory (self->list, factory);
  selection = gtk_no_selection_new (G_LIST_MODEL (g_object_ref (self->rows)));
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (selection));
}

/**
 * squill_difference_window_new:
 * @parent: the window over which it stands
 * @session: whose items the rows select
 * @title: what it is a list of
 * @none: what is said where there are none
 *
 * Returns: (transfer none): a window with an empty list
 */
SquillDifferenceWindow *
squill_difference_window_new (GtkWindow *parent,
                              SquillSession *session,
                              const char *title,
                              const char *none)
{
  SquillDifferenceWindow *self =
      g_object_new (SQUILL_TYPE_DIFFERENCE_WINDOW, "transient-for", parent, "title", title, NULL);

  self->session = g_object_ref (session);
  adw_window_title_set_title (self->title, title);
  adw_status_page_set_title (self->none_page, none);
  return self;
}

/**
 * squill_difference_window_show:
 * @self: a window
 * @differences: (element-type SquillDifference): what to list
 *
 * Lists them.
 */
void
squill_difference_window_show (SquillDifferenceWindow *self, GPtrArray *differences)
{
  g_autoptr (GPtrArray) rows = NULL;
  g_autofree char *count = NULL;

  g_return_if_fail (SQUILL_IS_DIFFERENCE_WINDOW (self));
  g_return_if_fail (differences != NULL);

  rows = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < differences->len; i++)
    g_ptr_array_add (rows, squill_difference_row_new (differences->pdata[i]));
  g_list_store_splice (self->rows, 0, g_list_model_get_n_items (G_LIST_MODEL (self->rows)),
                       rows->pdata, rows->len);
  count = g_strdup_printf (g_dngettext (NULL, "%u difference", "%u differences", differences->len),
                           differences->len);
  adw_window_title_set_subtitle (self->title, differences->len > 0 ? count : "");
  gtk_widget_set_sensitive (self->copy_button, differences->len > 0);
  gtk_stack_set_visible_child_name (self->stack, differences->len > 0 ? "list" : "none");
}

/**
 * squill_difference_window_get_rows:
 * @self: a window
 *
 * Returns: (transfer none): the #SquillDifferenceRow it lists
 */
GListModel *
squill_difference_window_get_rows (SquillDifferenceWindow *self)
{
  g_return_val_if_fail (SQUILL_IS_DIFFERENCE_WINDOW (self), NULL);

  return G_LIST_MODEL (self->rows);
}
