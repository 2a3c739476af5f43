/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "panel/squill-panel.h"

#include <glib/gi18n.h>

#include "panel/squill-panel-head.h"
#include "panel/squill-panel-page.h"
#include "panel/squill-report-page.h"
#include "widgets/squill-overflow-bar.h"

struct _SquillPanel
{
  GtkBox parent_instance;

  GtkStack *pages;
  GtkStack *bars;
  SquillSession *session;
};

G_DEFINE_FINAL_TYPE (SquillPanel, squill_panel, GTK_TYPE_BOX)

static void
on_page_changed (SquillPanel *self)
{
  const char *name = gtk_stack_get_visible_child_name (self->pages);

  if (name != NULL)
    gtk_stack_set_visible_child_name (self->bars, name);
}

static void
add_page (SquillPanel *self, const char *name, GType type)
{
  GtkWidget *page = g_object_new (type, NULL);
  GtkWidget *bar = squill_panel_page_get_bar (SQUILL_PANEL_PAGE (page));
  GtkStackPage *entry = gtk_stack_add_named (self->pages, page, name);

  g_object_bind_property (page, "title", entry, "title", G_BINDING_SYNC_CREATE);
  gtk_stack_add_named (self->bars, bar != NULL ? bar : squill_overflow_bar_new (), name);
}

static void
squill_panel_dispose (GObject *object)
{
  g_clear_object (&SQUILL_PANEL (object)->session);

  G_OBJECT_CLASS (squill_panel_parent_class)->dispose (object);
}

static void
squill_panel_class_init (SquillPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = squill_panel_dispose;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "panel");
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
squill_panel_init (SquillPanel *self)
{
  GtkWidget *head;

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);

  self->pages = GTK_STACK (gtk_stack_new ());
  gtk_stack_set_hhomogeneous (self->pages, FALSE);
  gtk_stack_set_vhomogeneous (self->pages, FALSE);
  gtk_widget_set_vexpand (GTK_WIDGET (self->pages), TRUE);
  self->bars = GTK_STACK (gtk_stack_new ());
  gtk_stack_set_hhomogeneous (self->bars, FALSE);
  gtk_widget_set_halign (GTK_WIDGET (self->bars), GTK_ALIGN_END);

  add_page (self, "documents", SQUILL_TYPE_DOCUMENTS_PAGE);
  add_page (self, "warnings", SQUILL_TYPE_WARNINGS_PAGE);
  add_page (self, "sizes", SQUILL_TYPE_SIZES_PAGE);
  add_page (self, "workload", SQUILL_TYPE_WORKLOAD_PAGE);
  add_page (self, "script", SQUILL_TYPE_SCRIPT_PAGE);
  add_page (self, "capacity", SQUILL_TYPE_CAPACITY_PAGE);
  add_page (self, "compare", SQUILL_TYPE_COMPARE_PAGE);

  head = squill_panel_head_new (self->pages, GTK_WIDGET (self->bars));
  gtk_widget_add_css_class (head, "panel-head");
  gtk_box_append (GTK_BOX (self), head);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->pages));

  g_signal_connect_object (self->pages, "notify::visible-child", G_CALLBACK (on_page_changed), self,
                           G_CONNECT_SWAPPED);
  on_page_changed (self);
}

/**
 * squill_panel_set_session:
 * @self: a panel
 * @session: (nullable): what to show
 *
 * Makes all pages show another session.
 */
void
squill_panel_set_session (SquillPanel *self, SquillSession *session)
{
  g_return_if_fail (SQUILL_IS_PANEL (self));

  if (!g_set_object (&self->session, session))
    return;
  for (GtkWidget *page = gtk_widget_get_first_child (GTK_WIDGET (self->pages)); page != NULL;
       page = gtk_widget_get_next_sibling (page))
    squill_panel_page_set_session (SQUILL_PANEL_PAGE (page), session);
}

/**
 * squill_panel_show_page:
 * @self: a panel
 * @page: "documents", "warnings", "sizes", "workload", "script", "capacity" or "compare"
 *
 * Shows a page.
 */
void
squill_panel_show_page (SquillPanel *self, const char *page)
{
  g_return_if_fail (SQUILL_IS_PANEL (self));
  g_return_if_fail (page != NULL);

  gtk_stack_set_visible_child_name (self->pages, page);
}
