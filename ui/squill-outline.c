/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-outline.h"

struct _SquillOutline
{
  GtkWidget parent_instance;

  SquillSession *session;
};

G_DEFINE_FINAL_TYPE (SquillOutline, squill_outline, GTK_TYPE_WIDGET)

static void
squill_outline_dispose (GObject *object)
{
  SquillOutline *self = SQUILL_OUTLINE (object);

  g_clear_object (&self->session);

  G_OBJECT_CLASS (squill_outline_parent_class)->dispose (object);
}

static void
squill_outline_class_init (SquillOutlineClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = squill_outline_dispose;

  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "outline");
}

static void
squill_outline_init (SquillOutline *self)
{
}

void
squill_outline_set_session (SquillOutline *self, SquillSession *session)
{
  g_return_if_fail (SQUILL_IS_OUTLINE (self));

  g_set_object (&self->session, session);
}

void
squill_outline_start_search (SquillOutline *self)
{
}

void
squill_outline_new_entity (SquillOutline *self)
{
}
