/* SPDX-License-Identifier: Apache-2.0 */

/* Following the database that the model was read from. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "inspect/server/squill-keyring.h"
#include "inspect/server/squill-server.h"
#include "reading/squill-difference-window.h"
#include "session/squill-watch.h"
#include "shell/squill-window-private.h"

/* The list, while it is open. */
static SquillDifferenceWindow *
find_list (SquillWindow *self)
{
  return self->watch_list != NULL ? SQUILL_DIFFERENCE_WINDOW (self->watch_list) : NULL;
}

static void
fill_list (SquillWindow *self)
{
  g_autoptr (GPtrArray) differences = squill_watch_get_differences (self->watch);

  if (find_list (self) != NULL)
    squill_difference_window_show (find_list (self), differences);
}

static void
show_list (SquillWindow *self)
{
  if (self->watch == NULL)
    return;
  if (find_list (self) == NULL)
    {
      self->watch_list = GTK_WIDGET (
          squill_difference_window_new (GTK_WINDOW (self), self->session, _ ("Watched Database"),
                                        _ ("The model matches the database")));
      g_object_add_weak_pointer (G_OBJECT (self->watch_list), (gpointer *)&self->watch_list);
      fill_list (self);
    }
  gtk_window_present (GTK_WINDOW (self->watch_list));
}

static void
on_watch_list (GtkWidget *widget, const char *name, GVariant *parameter)
{
  show_list (SQUILL_WINDOW (widget));
}

/* What has come is said where nobody looks at the list. */
static void
announce (SquillWindow *self, guint n)
{
  g_autofree char *text = g_strdup_printf (
      g_dngettext (NULL, "%u change in the database", "%u changes in the database", n), n);
  AdwToast *toast = adw_toast_new (text);

  adw_toast_set_button_label (toast, _ ("_Show"));
  adw_toast_set_action_name (toast, "win.watch-list");
  adw_toast_overlay_add_toast (self->toasts, toast);
}

static void
update_button (SquillWindow *self)
{
  gtk_widget_set_visible (self->watch_button, self->watch != NULL);
  if (self->watch != NULL)
    {
      g_autofree char *text = squill_watch_describe (self->watch);
      const GError *error = squill_watch_get_error (self->watch);

      gtk_button_set_label (GTK_BUTTON (self->watch_button), text);
      gtk_widget_set_tooltip_text (self->watch_button, error != NULL
                                                           ? error->message
                                                           : _ ("What differs and what has come"));
    }
}

static void
on_changed (SquillWatch *watch, SquillWindow *self)
{
  const GError *error = squill_watch_get_error (watch);
  const guint n = squill_watch_get_n_new (watch);

  /* What could be read once will be again; what could not is not going to be. */
  if (error != NULL && squill_watch_get_n_readings (watch) == 0)
    {
      g_autofree char *message = g_strdup (error->message);

      _squill_window_set_watching (self, FALSE);
      _squill_window_show_error (self, _ ("The database cannot be watched"), message);
      return;
    }
  if (n > self->n_announced && find_list (self) == NULL)
    announce (self, n - self->n_announced);
  self->n_announced = n;
  update_button (self);
  fill_list (self);
}

static void
on_password_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SquillWatch) watch = user_data;
  g_autofree char *password = squill_keyring_look_up_finish (result, NULL);

  if (password != NULL)
    {
      squill_watch_set_password (watch, password);
      explicit_bzero (password, strlen (password));
    }
  squill_watch_read (watch);
}

static void
begin (SquillWindow *self)
{
  g_autoptr (SquillWatch) watch = squill_watch_new (
      self->session, (guint)g_settings_get_int (self->settings, "watch-interval"));
  const char *source = squill_watch_get_source (watch);

  if (source == NULL)
    {
      _squill_window_show_error (self, _ ("There is no database to watch"),
                                 _ ("This model was drawn. One that was made of a database "
                                    "(Inspect…) can watch it."));
      return;
    }
  self->watch = g_object_ref (watch);
  self->n_announced = 0;
  g_signal_connect_object (watch, "changed", G_CALLBACK (on_changed), self, 0);
  if (squill_server_address_has_user (source))
    squill_keyring_look_up_async (source, NULL, on_password_found, g_steal_pointer (&watch));
  else
    squill_watch_read (watch);
}

static void
end (SquillWindow *self)
{
  g_signal_handlers_disconnect_by_data (self->watch, self);
  g_clear_object (&self->watch);
  if (find_list (self) != NULL)
    gtk_window_destroy (GTK_WINDOW (self->watch_list));
}

void
_squill_window_set_watching (SquillWindow *self, gboolean watching)
{
  if (watching == (self->watch != NULL))
    return;
  if (watching)
    begin (self);
  else
    end (self);
  update_button (self);
  g_object_notify (G_OBJECT (self), "watching");
}

void
_squill_window_install_watch_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_property_action (widget_class, "win.watch", "watching");
  gtk_widget_class_install_action (widget_class, "win.watch-list", NULL, on_watch_list);
}
