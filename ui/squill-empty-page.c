/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-empty-page.h"

struct _SquillEmptyPage
{
  GtkWidget parent_instance;
};

G_DEFINE_FINAL_TYPE (SquillEmptyPage, squill_empty_page, GTK_TYPE_WIDGET)

static void
squill_empty_page_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (squill_empty_page_parent_class)->dispose (object);
}

static void
squill_empty_page_class_init (SquillEmptyPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = squill_empty_page_dispose;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/squill/Squill/squill-empty-page.ui");
  gtk_widget_class_set_css_name (widget_class, "emptypage");
}

static void
squill_empty_page_init (SquillEmptyPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * squill_empty_page_new:
 *
 * Returns: (transfer floating): the page
 */
GtkWidget *
squill_empty_page_new (void)
{
  return g_object_new (SQUILL_TYPE_EMPTY_PAGE, NULL);
}
