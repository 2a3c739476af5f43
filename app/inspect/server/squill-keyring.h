/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

gboolean squill_keyring_is_available (void);
void squill_keyring_is_available_async (GCancellable *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer user_data);
gboolean squill_keyring_is_available_finish (GAsyncResult *result);
void squill_keyring_look_up_async (const char *address,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
char *squill_keyring_look_up_finish (GAsyncResult *result, GError **error);
char *squill_keyring_look_up_sync (const char *address, GCancellable *cancellable, GError **error);
void squill_keyring_store_async (const char *address,
                                 const char *password,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data);
gboolean squill_keyring_store_finish (GAsyncResult *result, GError **error);
void squill_keyring_forget_async (const char *address,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
gboolean squill_keyring_forget_finish (GAsyncResult *result, GError **error);

G_END_DECLS
