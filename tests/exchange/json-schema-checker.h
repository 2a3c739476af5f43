/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>
#include <jansson.h>

G_BEGIN_DECLS

/* Whether the value passes; if not, where and why is appended to the path. */
gboolean json_schema_check (const json_t *schema, const json_t *value, GString *path);

G_END_DECLS
