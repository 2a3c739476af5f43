/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "panel/squill-panel-head.h"

#include <glib/gi18n.h>

#include "widgets/squill-drop-down.h"
#include "widgets/squill-icon-button.h"

#define SPACING 6

struct _SquillPanelHead
{
  GtkWidget parent_instance;

  GtkStack *pages;     /* owned by the panel, as this is */
  GtkWidget *switcher; /* all tabs */
  GtkWidget *list;     /* the same pages, where the tabs do not fit */
  GtkWidget *bars;
};

G_DEFINE_FINAL_TYPE (SquillPanelHead, squill_panel_head, GTK_TYPE_WIDGET)

static void
squill_panel_head_measure (GtkWidget *widget,
                           GtkOrientation orientation,
                           int for_size,
                           int *minimum,
                           int *natural,
                           int *minimum_baseline,
                           int *natural_baseline)
{
  SquillPanelHead *self = SQUILL_PANEL_HEAD (widget);
  int tabs, tabs_natural, list, bars, bars_natural;

  gtk_widget_measure (self->switcher, orientation, -1, &tabs, &tabs_natural, NULL, NULL);
  gtk_widget_measure (self->list, orientation, -1, &list, NULL, NULL, NULL);
  gtk_widget_measure (self->bars, orientation, -1, &bars, &bars_natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = MIN (tabs, list) + SPACING + bars;
      *natural = tabs_natural + SPACING + bars_natural;
    }
  else
    *minimum = *natural = MAX (MAX (tabs_natural, list), bars_natural);
}

static void
place (SquillPanelHead *self, GtkWidget *child, int x, int width, int height)
{
  GtkAllocation allocation = { x, 0, width, height };

  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    allocation.x = gtk_widget_get_width (GTK_WIDGET (self)) - x - width;
  gtk_widget_size_allocate (child, &allocation, -1);
}

static void
squill_panel_head_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  SquillPanelHead *self = SQUILL_PANEL_HEAD (widget);
  int tabs, bars, list, given;
  gboolean fit;

  gtk_widget_measure (self->switcher, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &tabs, NULL, NULL);
  gtk_widget_measure (self->list, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &list, NULL, NULL);
  gtk_widget_measure (self->bars, GTK_ORIENTATION_HORIZONTAL, -1, &bars, NULL, NULL, NULL);
  fit = tabs + SPACING + bars <= width;
  given = fit ? tabs : MIN (list, width - SPACING - bars);
  gtk_widget_set_child_visible (self->switcher, fit);
  gtk_widget_set_child_visible (self->list, !fit);
  place (self, fit ? self->switcher : self->list, 0, given, height);
  place (self, self->bars, given + SPACING, width - SPACING - given, height);
}

static void
on_page_changed (SquillPanelHead *self)
{
  g_autoptr (GtkSelectionModel) pages = gtk_stack_get_pages (self->pages);
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (pages));

  for (guint i = 0; i < n; i++)
    if (gtk_selection_model_is_selected (pages, i))
      gtk_drop_down_set_selected (GTK_DROP_DOWN (self->list), i);
}

static void
on_page_chosen (SquillPanelHead *self)
{
  GtkStackPage *page = gtk_drop_down_get_selected_item (GTK_DROP_DOWN (self->list));

  if (page != NULL)
    gtk_stack_set_visible_child (self->pages, gtk_stack_page_get_child (page));
}

static void
squill_panel_head_dispose (GObject *object)
{
  SquillPanelHead *self = SQUILL_PANEL_HEAD (object);

  g_clear_pointer (&self->switcher, gtk_widget_unparent);
  g_clear_pointer (&self->list, gtk_widget_unparent);
  g_clear_pointer (&self->bars, gtk_widget_unparent);

  G_OBJECT_CLASS (squill_panel_head_parent_class)->dispose (object);
}

static void
squill_panel_head_class_init (SquillPanelHeadClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = squill_panel_head_dispose;
  widget_class->measure = squill_panel_head_measure;
  widget_class->size_allocate = squill_panel_head_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "panelhead");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
squill_panel_head_init (SquillPanelHead *self)
{
}

/**
 * squill_panel_head_new:
 * @pages: the pages, each with a title
 * @bars: (transfer floating): the controls of the visible page
 *
 * Returns: (transfer floating): the head of a panel
 */
GtkWidget *
squill_panel_head_new (GtkStack *pages, GtkWidget *bars)
{
  SquillPanelHead *self = g_object_new (SQUILL_TYPE_PANEL_HEAD, NULL);

  self->pages = pages;
  self->bars = bars;
  self->switcher = gtk_stack_switcher_new ();
  gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (self->switcher), pages);
  squill_widget_set_name (self->switcher, _ ("Panel"));
  self->list = squill_drop_down_new (G_LIST_MODEL (gtk_stack_get_pages (pages)), "title");
  squill_widget_set_tooltip (self->list, _ ("Page of the panel"));
  gtk_widget_set_parent (self->switcher, GTK_WIDGET (self));
  gtk_widget_set_parent (self->list, GTK_WIDGET (self));
  gtk_widget_set_parent (self->bars, GTK_WIDGET (self));
  g_signal_connect_object (pages, "notify::visible-child", G_CALLBACK (on_page_changed), self,
                           G_CONNECT_SWAPPED);
  on_page_changed (self);
  g_signal_connect_object (self->list, "notify::selected", G_CALLBACK (on_page_chosen), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
