/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "squill-session.h"

G_BEGIN_DECLS

/**
 * SquillPanelPage:
 *
 * A page of the panel: a view of the session that is worked out anew when something it shows may
 * have changed, and then only while it can be seen. Each page has a bar of controls, which the
 * panel shows beside its tabs.
 *
 * Property "title": what the tab says.
 */
#define SQUILL_TYPE_PANEL_PAGE (squill_panel_page_get_type ())
G_DECLARE_DERIVABLE_TYPE (SquillPanelPage, squill_panel_page, SQUILL, PANEL_PAGE, GtkWidget)

/**
 * SquillPanelPageClass:
 * @update: shows what is there now; called while the page can be seen, with a session
 * @get_bar: (nullable): gives the page's controls
 * @selection: whether the page shows something else when the selection changes
 * @hidden: whether it is worked out although it cannot be seen, because its tab tells something
 */
struct _SquillPanelPageClass
{
  GtkWidgetClass parent_class;

  void (*update) (SquillPanelPage *self);
  GtkWidget *(*get_bar) (SquillPanelPage *self);
  gboolean selection;
  gboolean hidden;
};

SquillSession *squill_panel_page_get_session (SquillPanelPage *self);
void squill_panel_page_set_session (SquillPanelPage *self, SquillSession *session);
GtkWidget *squill_panel_page_get_bar (SquillPanelPage *self);
void squill_panel_page_set_child (SquillPanelPage *self, GtkWidget *child);
void squill_panel_page_set_title (SquillPanelPage *self, const char *title);
void squill_panel_page_queue_update (SquillPanelPage *self);
const SquillCollection *squill_panel_page_find_collection (SquillPanelPage *self);

G_END_DECLS
