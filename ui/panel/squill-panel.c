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

/* In the order of their tabs. */
static const struct
{
  const char *name;
  const char *title;
  GType (*get_type) (void);
} infos[] = {
  { "documents", N_ ("Documents"), squill_documents_page_get_type },
  { "warnings", N_ ("Warnings"), squill_warnings_page_get_type },
  { "sizes", N_ ("Sizes"), squill_sizes_page_get_type },
  { "workload", N_ ("Workload"), squill_workload_page_get_type },
  { "script", N_ ("Script"), squill_script_page_get_type },
  { "capacity", N_ ("Capacity"), squill_capacity_page_get_type },
  { "compare", N_ ("Compare"), squill_compare_page_get_type },
};

/* The page of a tab; %NULL before it is made. */
static SquillPanelPage *
get_page (SquillPanel *self, guint position)
{
  GtkWidget *bin = gtk_stack_get_child_by_name (self->pages, infos[position].name);

  return (SquillPanelPage *)adw_bin_get_child (ADW_BIN (bin));
}

static void
make_page (SquillPanel *self, guint position)
{
  GtkWidget *bin = gtk_stack_get_child_by_name (self->pages, infos[position].name);
  SquillPanelPage *page = g_object_new (infos[position].get_type (), NULL);
  GtkWidget *bar = squill_panel_page_get_bar (page);

  squill_panel_page_set_title (page, _ (infos[position].title));
  g_object_bind_property (page, "title", gtk_stack_get_page (self->pages, bin), "title",
                          G_BINDING_SYNC_CREATE);
  gtk_stack_add_named (self->bars, bar != NULL ? bar : squill_overflow_bar_new (),
                       infos[position].name);
  squill_panel_page_set_session (page, self->session);
  adw_bin_set_child (ADW_BIN (bin), GTK_WIDGET (page));
}

/* A page is made when it is first shown: together they have more widgets than the rest of the
 * window, and a start would wait for all of them. */
static void
on_page_changed (SquillPanel *self)
{
  const char *name = gtk_stack_get_visible_child_name (self->pages);

  for (guint i = 0; i < G_N_ELEMENTS (infos); i++)
    if (g_strcmp0 (name, infos[i].name) == 0)
      {
        if (get_page (self, i) == NULL)
          make_page (self, i);
        gtk_stack_set_visible_child_name (self->bars, name);
      }
}

/* Some have to be there before they are shown. */
static void
add_page (SquillPanel *self, guint position)
{
  SquillPanelPageClass *klass = g_type_class_ref (infos[position].get_type ());

  gtk_stack_add_titled (self->pages, adw_bin_new (), infos[position].name,
                        _ (infos[position].title));
  if (klass->hidden)
    make_page (self, position);
  g_type_class_unref (klass);
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

  for (guint i = 0; i < G_N_ELEMENTS (infos); i++)
    add_page (self, i);

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
  for (guint i = 0; i < G_N_ELEMENTS (infos); i++)
    if (get_page (self, i) != NULL)
      squill_panel_page_set_session (get_page (self, i), session);
}

/**
 * squill_panel_update:
 * @self: a panel
 *
 * Shows on the current page at once what would otherwise be shown once it is visible.
 */
void
squill_panel_update (SquillPanel *self)
{
  g_return_if_fail (SQUILL_IS_PANEL (self));

  for (guint i = 0; i < G_N_ELEMENTS (infos); i++)
    if (g_strcmp0 (gtk_stack_get_visible_child_name (self->pages), infos[i].name) == 0)
      squill_panel_page_update (get_page (self, i));
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
