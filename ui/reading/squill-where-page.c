/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include <glib/gi18n.h>

#include "inspect/server/squill-keyring.h"
#include "inspect/server/squill-server.h"
#include "reading/squill-reading-private.h"
#include "inspect/server/squill-server.h"
#include "widgets/squill-compat.h"
#include "widgets/squill-focus.h"
#include "widgets/squill-inline-error.h"

struct _SquillWherePage
{
  GtkWidget parent_instance;

  GtkEditable *address_row;
  SquillInlineError *address_error;
  GtkEditable *user_row;
  GtkEditable *password_row;
  SquillInlineError *password_error;
  GtkWidget *remember_row;
  GtkSwitch *remember_switch;
  AdwExpanderRow *tls_row;
  SquillFileRow *authority_row;
  SquillFileRow *certificate_row;
  SquillInlineError *tls_error;
  GtkWidget *folder_row;
  GtkWidget *files_row;
  SquillInlineError *files_error;
  AdwPreferencesGroup *recent_group;

  GSettings *settings;
  GPtrArray *recent_rows;
  char **files; /* the source, if it is not a server */
};

enum
{
  CHANGED,
  CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillWherePage, squill_where_page, GTK_TYPE_WIDGET)

static void
clear_errors (SquillWherePage *self)
{
  squill_inline_error_set (self->address_error, GTK_WIDGET (self->address_row), NULL);
  squill_inline_error_set (self->password_error, GTK_WIDGET (self->password_row), NULL);
  squill_inline_error_set (self->tls_error, GTK_WIDGET (self->tls_row), NULL);
  squill_inline_error_set (self->files_error, NULL, NULL);
}

static void
show_address (SquillWherePage *self, SquillServerAddress *address)
{
  g_autofree char *tls = squill_server_address_get_option (address, "tls");
  g_autofree char *ssl = squill_server_address_get_option (address, "ssl");
  g_autofree char *authority = squill_server_address_get_option (address, "tlsCAFile");
  g_autofree char *certificate =
      squill_server_address_get_option (address, "tlsCertificateKeyFile");
  g_autofree char *user = squill_server_address_get_user (address);
  char *password = squill_server_address_get_password (address);
  const gboolean secure = g_strcmp0 (tls, "true") == 0 || g_strcmp0 (ssl, "true") == 0 ||
                          authority != NULL || certificate != NULL;
  g_autofree char *text = NULL;

  if (user != NULL)
    gtk_editable_set_text (self->user_row, user);
  if (password != NULL)
    gtk_editable_set_text (self->password_row, password);
  squill_server_wipe (password);
  if (secure)
    {
      adw_expander_row_set_enable_expansion (self->tls_row, TRUE);
      _squill_file_row_set_path (self->authority_row, authority);
      _squill_file_row_set_path (self->certificate_row, certificate);
      squill_server_address_set_option (address, "tls", NULL);
      squill_server_address_set_option (address, "ssl", NULL);
      squill_server_address_set_option (address, "tlsCAFile", NULL);
      squill_server_address_set_option (address, "tlsCertificateKeyFile", NULL);
    }
  squill_server_address_set_user (address, NULL);
  text = squill_server_address_to_short_string (address);
  gtk_editable_set_text (self->address_row, text);
}

/* Of files, which may be typed instead of an address: "/data/dump", "~/dump", "file:///data/dump".
 */
static char *
make_path (SquillWherePage *self)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (self->address_row)));

  if (g_str_has_prefix (text, "file:"))
    return g_filename_from_uri (text, NULL, NULL);
  if (g_str_has_prefix (text, "~/"))
    return g_build_filename (g_get_home_dir (), text + 2, NULL);
  return g_path_is_absolute (text) ? g_steal_pointer (&text) : NULL;
}

/* A password that was pasted with an address must not stay visible: the parts of the address move
 * to their own rows. */
static gboolean
split_address (SquillWherePage *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillServerAddress) address =
      squill_server_address_new_typed (gtk_editable_get_text (self->address_row), &error);

  if (address == NULL)
    {
      squill_inline_error_set (self->address_error, GTK_WIDGET (self->address_row), error->message);
      return FALSE;
    }
  show_address (self, address);
  return TRUE;
}

static void
on_address_changed (SquillWherePage *self)
{
  squill_inline_error_set (self->address_error, GTK_WIDGET (self->address_row), NULL);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
on_address_left (SquillWherePage *self)
{
  g_autofree char *path = make_path (self);

  if (path == NULL && *gtk_editable_get_text (self->address_row) != '\0')
    split_address (self);
}

static void
on_account_changed (SquillWherePage *self)
{
  squill_inline_error_set (self->password_error, GTK_WIDGET (self->password_row), NULL);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
on_tls_switched (SquillWherePage *self)
{
  squill_inline_error_set (self->tls_error, GTK_WIDGET (self->tls_row), NULL);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Connecting means the server, not the files that were chosen earlier. */
static void
on_activated (SquillWherePage *self)
{
  g_clear_pointer (&self->files, g_strfreev);
  g_signal_emit (self, signals[CHOSEN], 0);
}

static void
offer_files (SquillWherePage *self, GListModel *files)
{
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();

  g_return_if_fail (SQUILL_IS_WHERE_PAGE (self));
  g_return_if_fail (G_IS_LIST_MODEL (files));

  clear_errors (self);
  for (guint i = 0; i < g_list_model_get_n_items (files); i++)
    {
      g_autoptr (GFile) file = g_list_model_get_item (files, i);
      g_autofree char *path = g_file_get_path (file);

      if (path == NULL)
        {
          squill_inline_error_set (self->files_error, NULL,
                                   _ ("Only local files can be inspected"));
          return;
        }
      g_strv_builder_add (paths, path);
    }
  g_strfreev (self->files);
  self->files = g_strv_builder_end (paths);
  if (self->files[0] == NULL)
    g_clear_pointer (&self->files, g_strfreev);
  else
    g_signal_emit (self, signals[CHOSEN], 0);
}

static void
on_folder_chosen (GFile *file, gpointer user_data)
{
  g_autoptr (GListStore) files = g_list_store_new (G_TYPE_FILE);

  if (file == NULL)
    return;
  g_list_store_append (files, file);
  offer_files (user_data, G_LIST_MODEL (files));
}

static void
on_files_chosen (GListModel *files, gpointer user_data)
{
  if (files != NULL)
    offer_files (user_data, files);
}

static void
on_choose_folder (SquillWherePage *self)
{
  squill_compat_choose_file (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                             &(SquillFileQuestion){
                                 .action = SQUILL_CHOOSE_FOLDER,
                                 .title = _ ("Inspect a Folder"),
                                 .accept_label = _ ("_Inspect"),
                             },
                             on_folder_chosen, g_object_ref (self), g_object_unref);
}

static void
on_choose_files (SquillWherePage *self)
{
  squill_compat_choose_files (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                              _ ("Inspect Files"), _ ("_Inspect"), on_files_chosen,
                              g_object_ref (self), g_object_unref);
}

static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, SquillWherePage *self)
{
  g_autoptr (GListStore) files = g_list_store_new (G_TYPE_FILE);

  for (GSList *l = g_value_get_boxed (value); l != NULL; l = l->next)
    g_list_store_append (files, l->data);
  offer_files (self, G_LIST_MODEL (files));
  return TRUE;
}

/* Recent ones. */

static void
on_recent_activated (SquillWherePage *self, AdwActionRow *row)
{
  const char *sources[] = { g_object_get_data (G_OBJECT (row), "source"), NULL };

  _squill_where_page_show_sources (self, sources);
  g_signal_emit (self, signals[CHOSEN], 0);
}

static void
on_forgotten (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;

  if (!squill_keyring_forget_finish (result, &error) && error != NULL)
    g_debug ("No password was forgotten: %s", error->message);
}

/* The page may have been destroyed meanwhile. */
static void
on_keyring_known (GObject *object, GAsyncResult *result, gpointer user_data)
{
  GWeakRef *page = user_data;
  g_autoptr (SquillWherePage) self = g_weak_ref_get (page);

  if (self != NULL)
    gtk_widget_set_visible (self->remember_row, squill_keyring_is_available_finish (result));
  g_weak_ref_clear (page);
  g_free (page);
}

static void show_recent (SquillWherePage *self);

static void
on_recent_removed (SquillWherePage *self, GtkButton *button)
{
  g_autofree char *source = g_strdup (g_object_get_data (G_OBJECT (button), "source"));

  if (squill_server_is_address (source))
    squill_keyring_forget_async (source, NULL, on_forgotten, NULL);
  squill_recent_connections_remove (self->settings, source);
  gtk_widget_child_focus (GTK_WIDGET (self->recent_group), GTK_DIR_TAB_FORWARD);
}

static void
add_recent (SquillWherePage *self, const char *source)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *button = gtk_button_new_from_icon_name ("user-trash-symbolic");
  g_autofree char *label = NULL;
  g_autofree char *shown = g_filename_display_name (source);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), shown);
  squill_compat_limit_row_lines (ADW_ACTION_ROW (row), 1, 0);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_object_set_data_full (G_OBJECT (row), "source", g_strdup (source), g_free);
  g_signal_connect_object (row, "activated", G_CALLBACK (on_recent_activated), self,
                           G_CONNECT_SWAPPED);

  label = g_strdup_printf (_ ("Forget %s"), shown);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _ ("Forget this connection and its password"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  g_object_set_data_full (G_OBJECT (button), "source", g_strdup (source), g_free);
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_recent_removed), self,
                           G_CONNECT_SWAPPED);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  adw_preferences_group_add (self->recent_group, row);
  g_ptr_array_add (self->recent_rows, row);
}

static void
show_recent (SquillWherePage *self)
{
  g_auto (GStrv) sources = g_settings_get_strv (self->settings, "recent-connections");

  for (guint i = 0; i < self->recent_rows->len; i++)
    adw_preferences_group_remove (self->recent_group, self->recent_rows->pdata[i]);
  g_ptr_array_set_size (self->recent_rows, 0);
  for (guint i = 0; sources[i] != NULL; i++)
    add_recent (self, sources[i]);
  gtk_widget_set_visible (GTK_WIDGET (self->recent_group), sources[0] != NULL);
}

static gboolean
squill_where_page_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (SQUILL_WHERE_PAGE (widget)->address_row));
}

static void
squill_where_page_dispose (GObject *object)
{
  SquillWherePage *self = SQUILL_WHERE_PAGE (object);

  g_clear_object (&self->settings);
  squill_compat_unparent_children (GTK_WIDGET (self));

  G_OBJECT_CLASS (squill_where_page_parent_class)->dispose (object);
}

static void
squill_where_page_finalize (GObject *object)
{
  SquillWherePage *self = SQUILL_WHERE_PAGE (object);

  g_ptr_array_unref (self->recent_rows);
  g_strfreev (self->files);

  G_OBJECT_CLASS (squill_where_page_parent_class)->finalize (object);
}

static void
squill_where_page_class_init (SquillWherePageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = squill_where_page_dispose;
  object_class->finalize = squill_where_page_finalize;
  widget_class->focus = squill_focus_children;
  widget_class->grab_focus = squill_where_page_grab_focus;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);

  g_type_ensure (SQUILL_TYPE_INLINE_ERROR);
  g_type_ensure (SQUILL_TYPE_FILE_ROW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/squill/Squill/squill-where-page.ui");
  gtk_widget_class_bind_template_child (widget_class, SquillWherePage, address_row);
  gtk_widget_class_bind_template_child (widget_class, SquillWherePage, address_error);
  gtk_widget_class_bind_template_child (widget_class, SquillWherePage, user_row);
  gtk_widget_class_bind_template_child (widget_class, SquillWherePage, password_row);
  gtk_widget_class_bind_template_child (widget_class, SquillWherePage, password_error);
  gtk_widget_class_bind_template_child (widget_class, SquillWherePage, remember_row);
  gtk_widget_class_bind_template_child (widget_class, SquillWherePage, remember_switch);
  gtk_widget_class_bind_template_child (widget_class, SquillWherePage, tls_row);
  gtk_widget_class_bind_template_child (widget_class, SquillWherePage, authority_row);
  gtk_widget_class_bind_template_child (widget_class, SquillWherePage, certificate_row);
  gtk_widget_class_bind_template_child (widget_class, SquillWherePage, tls_error);
  gtk_widget_class_bind_template_child (widget_class, SquillWherePage, folder_row);
  gtk_widget_class_bind_template_child (widget_class, SquillWherePage, files_row);
  gtk_widget_class_bind_template_child (widget_class, SquillWherePage, files_error);
  gtk_widget_class_bind_template_child (widget_class, SquillWherePage, recent_group);
  gtk_widget_class_bind_template_callback (widget_class, on_address_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_account_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_tls_switched);
  gtk_widget_class_bind_template_callback (widget_class, on_choose_folder);
  gtk_widget_class_bind_template_callback (widget_class, on_choose_files);
}

/* Names the widgets inside rows of libadwaita, which leaves them unnamed. */
static void
label_descendants (GtkWidget *widget, GType type, const char *label)
{
  if (g_type_is_a (G_OBJECT_TYPE (widget), type))
    gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                    -1);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    label_descendants (child, type, label);
}

static void
squill_where_page_init (SquillWherePage *self)
{
  GWeakRef *page = g_new0 (GWeakRef, 1);
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);
  GtkEventController *focus = gtk_event_controller_focus_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  self->recent_rows = g_ptr_array_new ();
  label_descendants (GTK_WIDGET (self->password_row), GTK_TYPE_BUTTON, _ ("Show password"));
  label_descendants (GTK_WIDGET (self->tls_row), GTK_TYPE_SWITCH, _ ("Secure connection (TLS)"));
  g_signal_connect_object (target, "drop", G_CALLBACK (on_drop), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
  g_signal_connect_object (focus, "leave", G_CALLBACK (on_address_left), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self->address_row), focus);
  /* Undo must not bring back a password that was pasted with the address. */
  gtk_editable_set_enable_undo (self->address_row, FALSE);
  gtk_editable_set_enable_undo (self->password_row, FALSE);
  gtk_widget_set_visible (self->remember_row, FALSE);
  g_weak_ref_init (page, self);
  squill_keyring_is_available_async (NULL, on_keyring_known, page);
  gtk_widget_set_visible (GTK_WIDGET (self->recent_group), FALSE);
}

/**
 * _squill_where_page_set_settings:
 * @self: a page
 * @settings: the program's settings
 *
 * Shows the recent connections in them.
 */
void
_squill_where_page_set_settings (SquillWherePage *self, GSettings *settings)
{
  g_return_if_fail (SQUILL_IS_WHERE_PAGE (self));
  g_return_if_fail (self->settings == NULL);

  self->settings = g_object_ref (settings);
  g_signal_connect_object (settings, "changed::recent-connections", G_CALLBACK (show_recent), self,
                           G_CONNECT_SWAPPED);
  show_recent (self);
}

/**
 * _squill_where_page_is_complete:
 * @self: a page
 *
 * Returns: whether there is something to go on with
 */
gboolean
_squill_where_page_is_complete (SquillWherePage *self)
{
  g_return_val_if_fail (SQUILL_IS_WHERE_PAGE (self), FALSE);

  return *gtk_editable_get_text (self->address_row) != '\0' || self->files != NULL;
}

/* The fields as one address, without the password. */
static char *
make_address (SquillWherePage *self)
{
  g_autoptr (SquillServerAddress) address = NULL;

  if (!split_address (self))
    return NULL;
  address = squill_server_address_new_typed (gtk_editable_get_text (self->address_row), NULL);
  squill_server_address_set_user (address, gtk_editable_get_text (self->user_row));
  if (adw_expander_row_get_enable_expansion (self->tls_row))
    {
      squill_server_address_set_option (address, "tls", "true");
      squill_server_address_set_option (address, "tlsCAFile",
                                        _squill_file_row_get_path (self->authority_row));
      squill_server_address_set_option (address, "tlsCertificateKeyFile",
                                        _squill_file_row_get_path (self->certificate_row));
    }
  return squill_server_address_to_short_string (address);
}

/**
 * _squill_where_page_get_sources:
 * @self: a page
 *
 * Returns: (transfer full) (nullable): the address, without a password, or the files; %NULL where
 *   what was typed is none, which is told at its row
 */
char **
_squill_where_page_get_sources (SquillWherePage *self)
{
  g_autofree char *address = NULL, *path = NULL;
  const char *sources[] = { NULL, NULL };

  g_return_val_if_fail (SQUILL_IS_WHERE_PAGE (self), NULL);

  clear_errors (self);
  if (self->files != NULL)
    return g_strdupv (self->files);
  path = make_path (self);
  address = path == NULL ? make_address (self) : NULL;
  if (path == NULL && address == NULL)
    {
      gtk_widget_grab_focus (GTK_WIDGET (self->address_row));
      return NULL;
    }
  sources[0] = path != NULL ? path : address;
  return g_strdupv ((char **)sources);
}

/**
 * _squill_where_page_get_password:
 * @self: a page
 *
 * Returns: (transfer none): what was typed; empty where nothing was
 */
const char *
_squill_where_page_get_password (SquillWherePage *self)
{
  g_return_val_if_fail (SQUILL_IS_WHERE_PAGE (self), NULL);

  return gtk_editable_get_text (self->password_row);
}

/**
 * _squill_where_page_get_remember:
 * @self: a page
 *
 * Returns: whether the password is to be kept in the keyring
 */
gboolean
_squill_where_page_get_remember (SquillWherePage *self)
{
  g_return_val_if_fail (SQUILL_IS_WHERE_PAGE (self), FALSE);

  return gtk_switch_get_active (self->remember_switch);
}

/**
 * _squill_where_page_show_sources:
 * @self: a page
 * @sources: (array zero-terminated=1): an address, or paths
 *
 * Fills in where a database was.
 */
void
_squill_where_page_show_sources (SquillWherePage *self, const char *const *sources)
{
  g_autoptr (SquillServerAddress) address = NULL;

  g_return_if_fail (SQUILL_IS_WHERE_PAGE (self));
  g_return_if_fail (sources != NULL);

  g_clear_pointer (&self->files, g_strfreev);
  if (sources[0] == NULL)
    return;
  if (!squill_server_is_address (sources[0]))
    {
      self->files = g_strdupv ((char **)sources);
      return;
    }
  gtk_editable_set_text (self->user_row, "");
  gtk_editable_set_text (self->password_row, "");
  adw_expander_row_set_enable_expansion (self->tls_row, FALSE);
  address = squill_server_address_new_typed (sources[0], NULL);
  if (address != NULL)
    show_address (self, address);
}

/**
 * _squill_where_page_show_password:
 * @self: a page
 * @password: what the keyring had
 *
 * Fills in the password, which was remembered.
 */
void
_squill_where_page_show_password (SquillWherePage *self, const char *password)
{
  g_return_if_fail (SQUILL_IS_WHERE_PAGE (self));

  gtk_editable_set_text (self->password_row, password);
  gtk_switch_set_active (self->remember_switch, TRUE);
}

/**
 * _squill_where_page_show_error:
 * @self: a page
 * @error: why there was no way to the database
 *
 * Says it where it can be mended, and puts the focus there.
 */
void
_squill_where_page_show_error (SquillWherePage *self, const GError *error)
{
  SquillInlineError *row;
  GtkWidget *about;

  g_return_if_fail (SQUILL_IS_WHERE_PAGE (self));
  g_return_if_fail (error != NULL);

  if (self->files != NULL)
    {
      row = self->files_error;
      about = NULL;
    }
  else if (g_error_matches (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_PASSWORD) ||
           g_error_matches (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_NEEDS_PASSWORD))
    {
      row = self->password_error;
      about = GTK_WIDGET (self->password_row);
    }
  else if (g_error_matches (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_TLS))
    {
      row = self->tls_error;
      about = GTK_WIDGET (self->tls_row);
    }
  else
    {
      row = self->address_error;
      about = GTK_WIDGET (self->address_row);
    }
  squill_inline_error_set (row, about, error->message);
  if (about == GTK_WIDGET (self->tls_row))
    gtk_widget_child_focus (about, GTK_DIR_TAB_FORWARD);
  else if (about != NULL)
    gtk_widget_grab_focus (about);
  else
    g_clear_pointer (&self->files, g_strfreev);
}
