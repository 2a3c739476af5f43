/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-inspector.h"

struct _SquillInspector
{
  GtkWidget parent_instance;

  SquillSession *session;
};

G_DEFINE_FINAL_TYPE (SquillInspector, squill_inspector, GTK_TYPE_WIDGET)

static void
squill_inspector_dispose (GObject *object)
{
  SquillInspector *self = SQUILL_INSPECTOR (object);

  g_clear_object (&self->session);

  G_OBJECT_CLASS (squill_inspector_parent_class)->dispose (object);
}

static void
squill_inspector_class_init (SquillInspectorClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = squill_inspector_dispose;

  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "inspector");
}

static void
squill_inspector_init (SquillInspector *self)
{
}

void
squill_inspector_set_session (SquillInspector *self, SquillSession *session)
{
  g_return_if_fail (SQUILL_IS_INSPECTOR (self));

  g_set_object (&self->session, session);
}
