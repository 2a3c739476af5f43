/* SPDX-License-Identifier: Apache-2.0 */

/* Passwords of servers in the keyring of the desktop, by the address without the password. Without
 * a keyring looking up finds nothing, and storing fails. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/server/squill-keyring.h"

#include "inspect/server/squill-server.h"

#include <glib/gi18n-lib.h>
#include <libsecret/secret.h>

#define ATTRIBUTE "address"
#define SERVICE "org.freedesktop.secrets"

static const SecretSchema *
get_schema (void)
{
  static const SecretSchema schema = {
    SQUILL_APP_ID,
    SECRET_SCHEMA_NONE,
    { { ATTRIBUTE, SECRET_SCHEMA_ATTRIBUTE_STRING }, { NULL, 0 } },
  };

  return &schema;
}

/* The address is stored unencrypted, so a password in it is removed. */
static char *
make_key (const char *address, GError **error)
{
  return squill_server_address_take_password (address, NULL, error);
}

static void
on_looked_up (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  char *password = secret_password_lookup_nonpageable_finish (result, &error);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, password, (GDestroyNotify)secret_password_free);
}

static void
on_stored (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (secret_password_store_finish (result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
on_cleared (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  /* It is no error if there was nothing to remove. */
  secret_password_clear_finish (result, &error);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

/* The name of the entry of a server. NULL where the address is not valid: the task has ended with
 * that, and is freed. */
static char *
begin_with_key (GTask *task, const char *address)
{
  GError *error = NULL;
  char *key = make_key (address, &error);

  if (key == NULL)
    {
      g_task_return_error (task, error);
      g_object_unref (task);
    }
  return key;
}

static char *
copy_and_wipe (char *password)
{
  char *copy = g_strdup (password);

  secret_password_free (password);
  return copy;
}

/**
 * squill_keyring_is_available:
 *
 * Asks the session bus, which usually answers at once; waits for up to two seconds.
 *
 * Returns: %TRUE if a keyring is running or can be started
 */
gboolean
squill_keyring_is_available (void)
{
  static const char *const methods[] = { "ListNames", "ListActivatableNames" };
  g_autoptr (GDBusConnection) bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, NULL);
  gboolean found = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (methods) && bus != NULL && !found; i++)
    {
      g_autoptr (GVariant) reply = g_dbus_connection_call_sync (
          bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", methods[i],
          NULL, G_VARIANT_TYPE ("(as)"), G_DBUS_CALL_FLAGS_NONE, 1000, NULL, NULL);
      g_autofree const char **names = NULL;

      if (reply == NULL)
        continue;
      g_variant_get (reply, "(^a&s)", &names);
      found = g_strv_contains (names, SERVICE);
    }
  return found;
}

static void
ask_in_thread (GTask *task, gpointer source_object, gpointer task_data, GCancellable *cancellable)
{
  g_task_return_boolean (task, squill_keyring_is_available ());
}

/**
 * squill_keyring_is_available_async:
 * @cancellable: (nullable): stops it
 * @callback: is called when it is known
 * @user_data: for @callback
 *
 * Does what squill_keyring_is_available() does without waiting.
 */
void
squill_keyring_is_available_async (GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, squill_keyring_is_available_async);
  g_task_run_in_thread (task, ask_in_thread);
}

/**
 * squill_keyring_is_available_finish:
 * @result: what the callback was given
 *
 * Returns: whether there is a keyring; %FALSE when cancelled
 */
gboolean
squill_keyring_is_available_finish (GAsyncResult *result)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);

  return g_task_propagate_boolean (G_TASK (result), NULL);
}

/**
 * squill_keyring_look_up_async:
 * @address: the address of a server; a password in it does not matter
 * @cancellable: (nullable): stops it
 * @callback: is called when it is done
 * @user_data: for @callback
 *
 * Looks for the password of a server. The keyring may ask the person to unlock it.
 */
void
squill_keyring_look_up_async (const char *address,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  g_autofree char *key = NULL;

  g_task_set_source_tag (task, squill_keyring_look_up_async);
  key = begin_with_key (task, address);
  if (key == NULL)
    return;
  secret_password_lookup (get_schema (), cancellable, on_looked_up, task, ATTRIBUTE, key, NULL);
}

/**
 * squill_keyring_look_up_finish:
 * @result: what the callback was given
 * @error: return location
 *
 * Returns: (transfer full) (nullable): the password, to be overwritten when it is no longer needed;
 * %NULL without an error where none is kept
 */
char *
squill_keyring_look_up_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  return copy_and_wipe (g_task_propagate_pointer (G_TASK (result), error));
}

/**
 * squill_keyring_look_up_sync:
 * @address: the address of a server; a password in it does not matter
 * @cancellable: (nullable): stops it
 * @error: return location
 *
 * Looks for the password of a server, for programs without a main loop.
 *
 * Returns: (transfer full) (nullable): the password, to be overwritten when it is no longer needed;
 * %NULL without an error where none is kept
 */
char *
squill_keyring_look_up_sync (const char *address, GCancellable *cancellable, GError **error)
{
  g_autofree char *key = make_key (address, error);

  if (key == NULL)
    return NULL;
  return copy_and_wipe (secret_password_lookup_nonpageable_sync (get_schema (), cancellable, error,
                                                                 ATTRIBUTE, key, NULL));
}

/**
 * squill_keyring_store_async:
 * @address: the address of a server; a password in it does not matter
 * @password: its password
 * @cancellable: (nullable): stops it
 * @callback: is called when it is done
 * @user_data: for @callback
 *
 * Keeps the password in the keyring, in the place of an older one.
 */
void
squill_keyring_store_async (const char *address,
                            const char *password,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  g_autofree char *key = NULL;
  g_autofree char *label = NULL;

  g_task_set_source_tag (task, squill_keyring_store_async);
  key = begin_with_key (task, address);
  if (key == NULL)
    return;
  /* Translators: the name of an entry in the keyring; an address of a server. */
  label = g_strdup_printf (_ ("Squill: %s"), key);
  secret_password_store (get_schema (), SECRET_COLLECTION_DEFAULT, label, password, cancellable,
                         on_stored, task, ATTRIBUTE, key, NULL);
}

/**
 * squill_keyring_store_finish:
 * @result: what the callback was given
 * @error: return location
 *
 * Returns: whether it is kept
 */
gboolean
squill_keyring_store_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);
  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * squill_keyring_forget_async:
 * @address: the address of a server; a password in it does not matter
 * @cancellable: (nullable): stops it
 * @callback: is called when it is done
 * @user_data: for @callback
 *
 * Takes the password of a server out of the keyring.
 */
void
squill_keyring_forget_async (const char *address,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  g_autofree char *key = NULL;

  g_task_set_source_tag (task, squill_keyring_forget_async);
  key = begin_with_key (task, address);
  if (key == NULL)
    return;
  secret_password_clear (get_schema (), cancellable, on_cleared, task, ATTRIBUTE, key, NULL);
}

/**
 * squill_keyring_forget_finish:
 * @result: what the callback was given
 * @error: return location
 *
 * Returns: whether it is not kept any more
 */
gboolean
squill_keyring_forget_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);
  return g_task_propagate_boolean (G_TASK (result), error);
}
