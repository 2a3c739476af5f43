/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "panel/squill-query-view.h"

#include <glib/gi18n.h>

#include "exchange/query/squill-query.h"
#include "panel/squill-panel-page.h"
#include "widgets/squill-icon-button.h"

struct _SquillQueryView
{
  AdwBin parent_instance;

  SquillCodeView *view;
  GtkWidget *copy;
  char *operation; /* id of that whose query is shown */
  char *text;
};

G_DEFINE_FINAL_TYPE (SquillQueryView, squill_query_view, ADW_TYPE_BIN)

static void
on_copy (SquillQueryView *self)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), self->text);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", _ ("Copied"));
}

static void
squill_query_view_finalize (GObject *object)
{
  SquillQueryView *self = SQUILL_QUERY_VIEW (object);

  g_free (self->operation);
  g_free (self->text);

  G_OBJECT_CLASS (squill_query_view_parent_class)->finalize (object);
}

static void
squill_query_view_class_init (SquillQueryViewClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = squill_query_view_finalize;
}

static void
squill_query_view_init (SquillQueryView *self)
{
  GtkSourceLanguageManager *manager = gtk_source_language_manager_get_default ();
  GtkWidget *overlay = gtk_overlay_new ();

  self->view = SQUILL_CODE_VIEW (squill_code_view_new (_ ("Query"), TRUE));
  squill_code_view_set_language (
      self->view, gtk_source_language_manager_guess_language (manager, "query.js", NULL));
  self->copy = squill_icon_button_new ("edit-copy-symbolic", _ ("Copy query"));
  gtk_widget_set_halign (self->copy, GTK_ALIGN_END);
  gtk_widget_set_valign (self->copy, GTK_ALIGN_START);
  g_signal_connect_object (self->copy, "clicked", G_CALLBACK (on_copy), self, G_CONNECT_SWAPPED);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), GTK_WIDGET (self->view));
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), self->copy);
  adw_bin_set_child (ADW_BIN (self), overlay);
}

/**
 * squill_query_view_new:
 *
 * Returns: (transfer floating): a view that shows nothing and is hidden
 */
GtkWidget *
squill_query_view_new (void)
{
  return g_object_new (SQUILL_TYPE_QUERY_VIEW, "visible", FALSE, NULL);
}

/**
 * squill_query_view_update:
 * @self: a view
 * @session: the session whose design tells
 * @operation: (nullable): the id of an operation of its model; otherwise the view hides
 *
 * Shows the query of an operation as it is now. Lines that changed are lit.
 */
void
squill_query_view_update (SquillQueryView *self, SquillSession *session, const char *operation)
{
  g_autoptr (SquillQuery) query = NULL;
  gboolean same;

  g_return_if_fail (SQUILL_IS_QUERY_VIEW (self));
  g_return_if_fail (SQUILL_IS_SESSION (session));

  if (operation != NULL)
    query = squill_query_new (squill_session_get_samples (session), operation);
  gtk_widget_set_visible (GTK_WIDGET (self), query != NULL);
  if (query == NULL)
    return;
  same = g_strcmp0 (operation, self->operation) == 0;
  if (!same)
    {
      g_free (self->operation);
      self->operation = g_strdup (operation);
    }
  g_free (self->text);
  self->text = squill_query_to_text (query);
  squill_code_view_set_text (self->view, self->text, same);
}
