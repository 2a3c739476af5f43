/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>
#include <jansson.h>

G_BEGIN_DECLS

char *squill_json_error_explain (const json_error_t *error);
void squill_file_error_explain (GError **error);
void squill_file_error_set (GError **error, int code);
gboolean squill_file_load (
    GFile *file, GCancellable *cancellable, char **data, gsize *length, GError **error);

G_END_DECLS
