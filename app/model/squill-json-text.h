/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>
#include <jansson.h>

G_BEGIN_DECLS

void squill_json_write (GString *text, const json_t *json, guint indent);
char *squill_json_to_text (const json_t *json);
gboolean squill_json_locate (
    const char *text, gsize length, const char *const *path, guint *line, guint *column);

G_END_DECLS
