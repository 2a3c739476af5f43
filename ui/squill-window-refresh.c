/* SPDX-License-Identifier: Apache-2.0 */

/* A model that was read from a database, and that database as it is now. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "inspect/server/squill-keyring.h"
#include "inspect/model/squill-refresh.h"
#include "squill-address-parts.h"
#include "squill-difference-window.h"
#include "squill-inspect-dialog.h"
#include "squill-window-private.h"

typedef struct
{
  SquillWindow *window;
  SquillSession *session;
  SquillInspectPurpose purpose;
  SquillInspection *inspection;
  GCancellable *cancellable;
} Refresh;

static void ask_where (Refresh *refresh, const GError *error);

static Refresh *
refresh_new (SquillWindow *window, SquillInspectPurpose purpose, SquillInspection *inspection)
{
  Refresh *refresh = g_new0 (Refresh, 1);

  refresh->window = g_object_ref (window);
  refresh->session = g_object_ref (window->session);
  refresh->purpose = purpose;
  refresh->inspection = g_object_ref (inspection);
  return refresh;
}

static void
refresh_free (Refresh *refresh)
{
  g_signal_handlers_disconnect_by_data (refresh->inspection, refresh);
  if (refresh->cancellable != NULL)
    {
      g_signal_handlers_disconnect_by_data (refresh->cancellable, refresh);
      if (refresh->window->work == refresh->cancellable)
        _squill_window_end_work (refresh->window);
    }
  g_clear_object (&refresh->cancellable);
  g_clear_object (&refresh->inspection);
  g_clear_object (&refresh->session);
  g_clear_object (&refresh->window);
  g_free (refresh);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Refresh, refresh_free)

static void
show_differences (Refresh *refresh, const char *title, const char *none, GPtrArray *differences)
{
  SquillDifferenceWindow *list =
      squill_difference_window_new (GTK_WINDOW (refresh->window), refresh->session, title, none);

  squill_difference_window_show (list, differences);
  gtk_window_present (GTK_WINDOW (list));
}

static void
compare (Refresh *refresh)
{
  g_autoptr (GPtrArray) differences =
      squill_drift_find (squill_session_get_model (refresh->session),
                         squill_inspection_get_profile (refresh->inspection));

  show_differences (refresh, _ ("Model and Database"), _ ("The model says what the database has"),
                    differences);
}

/* One step, with the note of how it was read. */
static GPtrArray *
change_model (Refresh *refresh, GError **error)
{
  SquillModel *model = squill_session_get_model (refresh->session);
  g_autoptr (SquillDecisions) decisions =
      squill_review_get_decisions (squill_inspection_get_review (refresh->inspection));
  g_autoptr (GPtrArray) changes = NULL;

  squill_model_begin_step (model, _ ("Refresh from the database"), NULL);
  changes =
      squill_refresh (model, squill_inspection_get_profile (refresh->inspection), decisions, error);
  if (changes == NULL || !squill_inspection_remember_reading (refresh->inspection, model, error))
    {
      squill_model_cancel_step (model);
      return NULL;
    }
  squill_model_end_step (model);
  return g_steal_pointer (&changes);
}

static void
bring_up_to_date (Refresh *refresh)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) changes = change_model (refresh, &error);

  if (changes == NULL)
    {
      g_autofree char *body =
          g_strdup_printf (_ ("%s\n\nThe model stays as it is."), error->message);

      _squill_window_show_error (refresh->window, _ ("The model could not be refreshed"), body);
      return;
    }
  show_differences (refresh, _ ("What Changed"), _ ("Nothing changed in the database"), changes);
}

/* Of the model the database was read for; another one may have been opened meanwhile. */
static void
apply (Refresh *refresh)
{
  if (refresh->window->session != refresh->session)
    return;
  _squill_window_tell_problems (refresh->window, refresh->inspection);
  if (refresh->purpose == SQUILL_INSPECT_TO_COMPARE)
    compare (refresh);
  else
    bring_up_to_date (refresh);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Refresh) refresh = user_data;
  g_autoptr (GError) error = NULL;

  if (squill_inspection_read_finish (refresh->inspection, result, &error))
    apply (refresh);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) &&
           refresh->window->session == refresh->session)
    ask_where (refresh, error);
}

static void
on_cancelled (GCancellable *cancellable, Refresh *refresh)
{
  squill_inspection_stop (refresh->inspection);
}

static void
on_progress (SquillInspection *inspection, const SquillInspectProgress *now, Refresh *refresh)
{
  if (refresh->window->work == refresh->cancellable)
    _squill_window_show_progress (refresh->window, now);
}

/* Takes refresh. */
static void
read_again (Refresh *refresh)
{
  refresh->cancellable =
      g_object_ref (_squill_window_begin_work (refresh->window, _ ("Reading the database again")));
  g_signal_connect (refresh->cancellable, "cancelled", G_CALLBACK (on_cancelled), refresh);
  g_signal_connect (refresh->inspection, "progress", G_CALLBACK (on_progress), refresh);
  squill_inspection_read_async (refresh->inspection, on_read, refresh);
}

static void
on_finished (SquillInspectDialog *dialog, SquillWindow *self)
{
  g_autoptr (Refresh) refresh = refresh_new (self, squill_inspect_dialog_get_purpose (dialog),
                                             squill_inspect_dialog_get_inspection (dialog));

  apply (refresh);
}

/* Where the database is, or how to get at it, is not known any more. */
static void
ask_where (Refresh *refresh, const GError *error)
{
  SquillInspectDialog *dialog = squill_inspect_dialog_new (GTK_WINDOW (refresh->window),
                                                           refresh->purpose, refresh->inspection);

  g_signal_connect_object (dialog, "finished", G_CALLBACK (on_finished), refresh->window, 0);
  gtk_window_present (GTK_WINDOW (dialog));
  if (error != NULL)
    squill_inspect_dialog_complain (dialog, error);
}

static void
on_password_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Refresh) refresh = user_data;
  g_autofree char *password = squill_keyring_look_up_finish (result, NULL);

  if (refresh->window->session != refresh->session)
    return;
  if (password != NULL)
    {
      squill_inspection_set_password (refresh->inspection, password);
      explicit_bzero (password, strlen (password));
    }
  read_again (g_steal_pointer (&refresh));
}

static gboolean
has_user (SquillInspection *inspection)
{
  g_autoptr (SquillAddressParts) parts = NULL;

  if (!squill_inspection_is_of_server (inspection))
    return FALSE;
  parts = squill_address_parts_new (squill_inspection_get_sources (inspection)[0], NULL);
  return parts != NULL && parts->user != NULL;
}

static void
begin (SquillWindow *self, SquillInspectPurpose purpose)
{
  g_autoptr (SquillInspection) inspection =
      squill_inspection_new_for_model (squill_session_get_model (self->session));
  g_autoptr (Refresh) refresh = refresh_new (self, purpose, inspection);
  const char *source = squill_inspection_get_sources (inspection)[0];

  if (source == NULL)
    ask_where (refresh, NULL);
  else if (has_user (inspection))
    squill_keyring_look_up_async (source, NULL, on_password_found, g_steal_pointer (&refresh));
  else
    read_again (g_steal_pointer (&refresh));
}

static void
on_refresh (GtkWidget *widget, const char *name, GVariant *parameter)
{
  begin (SQUILL_WINDOW (widget), SQUILL_INSPECT_TO_REFRESH);
}

static void
on_compare (GtkWidget *widget, const char *name, GVariant *parameter)
{
  begin (SQUILL_WINDOW (widget), SQUILL_INSPECT_TO_COMPARE);
}

void
_squill_window_install_refresh_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.refresh", NULL, on_refresh);
  gtk_widget_class_install_action (widget_class, "win.compare", NULL, on_compare);
}
