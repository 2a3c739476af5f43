/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>
#include <jansson.h>

G_BEGIN_DECLS

/* Documents as text, for squill_model_paste_items(). */

void squill_pasted_documents_read_async (const char *text,
                                         GCancellable *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer user_data);
json_t *squill_pasted_documents_read_finish (GAsyncResult *result, GError **error);

G_END_DECLS
