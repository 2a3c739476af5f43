/* SPDX-License-Identifier: Apache-2.0 */

/* Following the database that the model was read from. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "canvas/squill-canvas-view.h"
#include "canvas/squill-canvas.h"
#include "inspect/server/squill-keyring.h"
#include "inspect/server/squill-server.h"
#include "reading/squill-difference-window.h"
#include "session/squill-watch.h"
#include "shell/squill-window-private.h"
#include "widgets/squill-compat.h"

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

static SquillCanvas *
get_canvas (SquillWindow *self)
{
  return SQUILL_CANVAS (squill_canvas_view_get_canvas (SQUILL_CANVAS_VIEW (self->canvas_view)));
}

/* The diagram shows what is different, by its colors. */
static void
update_diagram (SquillWindow *self)
{
  g_autoptr (GHashTable) marks = NULL;
  g_auto (GStrv) names = NULL;

  if (self->watch != NULL && squill_watch_get_n_readings (self->watch) > 0)
    {
      marks = squill_watch_get_marks (self->watch);
      names = squill_watch_get_new_collections (self->watch);
    }
  squill_canvas_set_drift (get_canvas (self), marks, (const char *const *)names);
}

/* What the colors show is changed only where they show nothing else. */
static void
exchange_overlay (SquillWindow *self, SquillOverlay from, const char *to)
{
  SquillDisplayOptions *options = squill_canvas_get_display_options (get_canvas (self));

  if (squill_display_options_get_overlay (options) == from)
    g_object_set (options, "overlay", to, NULL);
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
  update_diagram (self);
  fill_list (self);
}

/* The password of the server: that of the keyring, or one that is typed and kept in memory only. */

typedef struct
{
  SquillWindow *window;
  SquillWatch *watch;
  char *password; /* as it was typed: the entry is gone when the question is answered */
} Asking;

static void
take_password (Asking *self, const char *password)
{
  if (self->password != NULL)
    explicit_bzero (self->password, strlen (self->password));
  g_free (self->password);
  self->password = g_strdup (password);
}

static void
asking_free (Asking *self)
{
  take_password (self, NULL);
  g_object_unref (self->watch);
  g_object_unref (self->window);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Asking, asking_free)

/* The user may have stopped watching meanwhile. */
static gboolean
is_wanted (Asking *self)
{
  return self->window->watch == self->watch;
}

static void
on_answered (const char *response, gpointer user_data)
{
  Asking *self = user_data;

  if (!is_wanted (self))
    return;
  if (g_str_equal (response, "watch"))
    {
      squill_watch_set_password (self->watch, self->password);
      squill_watch_read (self->watch);
    }
  else
    _squill_window_set_watching (self->window, FALSE);
}

static void
on_typed (GtkEditable *entry, Asking *self)
{
  take_password (self, gtk_editable_get_text (entry));
}

/* Takes what it asks with. */
static void
ask_for_password (Asking *self)
{
  const SquillResponse responses[] = {
    { "cancel", _ ("_Cancel"), ADW_RESPONSE_DEFAULT },
    { "watch", _ ("_Watch"), ADW_RESPONSE_SUGGESTED },
  };
  g_autoptr (GtkEntryBuffer) buffer = gtk_password_entry_buffer_new ();
  GtkWidget *entry = gtk_entry_new_with_buffer (buffer);
  g_autofree char *body =
      g_strdup_printf (_ ("%s\n\nIt is kept as long as the database is watched."),
                       squill_watch_get_source (self->watch));

  /* A GtkPasswordEntry of GTK 4.8 is still looked at after it is freed. */
  gtk_entry_set_visibility (GTK_ENTRY (entry), FALSE);
  gtk_entry_set_input_purpose (GTK_ENTRY (entry), GTK_INPUT_PURPOSE_PASSWORD);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Password"), -1);
  g_signal_connect (entry, "changed", G_CALLBACK (on_typed), self);
  squill_compat_ask (GTK_WINDOW (self->window),
                     &(SquillQuestion){
                         .heading = _ ("Password of the Server"),
                         .body = body,
                         .extra = entry,
                         .responses = responses,
                         .n_responses = G_N_ELEMENTS (responses),
                         .default_response = "watch",
                     },
                     on_answered, self, (GDestroyNotify)asking_free);
}

static void
on_password_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Asking) self = user_data;
  g_autofree char *password = squill_keyring_look_up_finish (result, NULL);

  if (!is_wanted (self))
    return;
  if (password == NULL)
    {
      ask_for_password (g_steal_pointer (&self));
      return;
    }
  squill_watch_set_password (self->watch, password);
  explicit_bzero (password, strlen (password));
  squill_watch_read (self->watch);
}

static void
look_up_password (SquillWindow *self)
{
  Asking *asking = g_new0 (Asking, 1);

  asking->window = g_object_ref (self);
  asking->watch = g_object_ref (self->watch);
  squill_keyring_look_up_async (squill_watch_get_source (self->watch), NULL, on_password_found,
                                asking);
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
  exchange_overlay (self, SQUILL_OVERLAY_NONE, "drift");
  if (squill_server_address_has_user (source))
    look_up_password (self);
  else
    squill_watch_read (watch);
}

static void
end (SquillWindow *self)
{
  g_signal_handlers_disconnect_by_data (self->watch, self);
  /* A reading that is under way holds it, and would go on with the password in memory. */
  g_object_run_dispose (G_OBJECT (self->watch));
  g_clear_object (&self->watch);
  update_diagram (self);
  exchange_overlay (self, SQUILL_OVERLAY_DRIFT, "none");
  if (find_list (self) != NULL)
    gtk_window_destroy (GTK_WINDOW (self->watch_list));
}

/* Begins to read the source again and again, or ends it. */
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
