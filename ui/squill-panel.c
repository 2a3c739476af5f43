/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-panel.h"

struct _SquillPanel
{
  GtkWidget parent_instance;

  SquillSession *session;
};

G_DEFINE_FINAL_TYPE (SquillPanel, squill_panel, GTK_TYPE_WIDGET)

static void
squill_panel_dispose (GObject *object)
{
  SquillPanel *self = SQUILL_PANEL (object);

  g_clear_object (&self->session);

  G_OBJECT_CLASS (squill_panel_parent_class)->dispose (object);
}

static void
squill_panel_class_init (SquillPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = squill_panel_dispose;

  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "panel");
}

static void
squill_panel_init (SquillPanel *self)
{
}

void
squill_panel_set_session (SquillPanel *self, SquillSession *session)
{
  g_return_if_fail (SQUILL_IS_PANEL (self));

  g_set_object (&self->session, session);
}

void
squill_panel_show_page (SquillPanel *self, const char *page)
{
}
