/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

#include "model/squill-model.h"

G_BEGIN_DECLS

/** The version of the file format that this program writes. */
#define SQUILL_MODEL_VERSION 1

SquillModel *squill_model_new_from_data (const char *data, gsize length, GError **error);
char *squill_model_to_data (SquillModel *self, gsize *length);
SquillModel *squill_model_load (GFile *file,
                                GCancellable *cancellable,
                                char **etag,
                                GError **error);
void squill_model_load_async (GFile *file,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data);
SquillModel *squill_model_load_finish (GAsyncResult *result, char **etag, GError **error);
gboolean squill_model_save (SquillModel *self,
                            GFile *file,
                            const char *etag,
                            char **new_etag,
                            GCancellable *cancellable,
                            GError **error);
gboolean squill_model_parse_position (const GError *error, guint *line, guint *column);
char **squill_model_get_warnings (SquillModel *self);

json_t *squill_item_to_json (gconstpointer item);

G_END_DECLS
