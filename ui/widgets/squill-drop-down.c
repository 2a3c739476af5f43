/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "widgets/squill-drop-down.h"

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *row)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_list_item_set_child (row, label);
}

/* The text may change while the row is shown. */
static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *row, const char *property)
{
  GBinding *binding =
      g_object_bind_property (gtk_list_item_get_item (row), property, gtk_list_item_get_child (row),
                              "label", G_BINDING_SYNC_CREATE);

  g_object_set_data (G_OBJECT (row), "text", binding);
}

static void
on_unbind (GtkSignalListItemFactory *factory, GtkListItem *row)
{
  GBinding *binding = g_object_steal_data (G_OBJECT (row), "text");

  if (binding != NULL)
    g_binding_unbind (binding);
}

/**
 * squill_drop_down_new:
 * @model: (transfer full): what there is to choose from
 * @property: (nullable): a static string, the property of the items that has their text; %NULL for
 *   a list of strings
 *
 * Returns: (transfer floating): a drop-down that shortens the text that is chosen, rather than
 *   widen what it is in; its list has the whole texts
 */
GtkWidget *
squill_drop_down_new (GListModel *model, const char *property)
{
  GtkWidget *self = gtk_drop_down_new (model, NULL);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  /* That of GTK knows strings only. */
  if (property == NULL)
    gtk_drop_down_set_list_factory (GTK_DROP_DOWN (self),
                                    gtk_drop_down_get_factory (GTK_DROP_DOWN (self)));
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind),
                    (gpointer)(property != NULL ? property : "string"));
  g_signal_connect (factory, "unbind", G_CALLBACK (on_unbind), NULL);
  gtk_drop_down_set_factory (GTK_DROP_DOWN (self), factory);
  g_object_unref (factory);
  return self;
}
