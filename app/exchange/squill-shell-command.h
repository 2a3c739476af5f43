/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <bson/bson.h>

#include "design/squill-design.h"

G_BEGIN_DECLS

/* Arguments of commands that the MongoDB Shell gives to a server. */

void squill_shell_append_number (bson_t *document, const char *name, double number);
void squill_shell_append_json (bson_t *document, const char *name, const json_t *value);
void squill_shell_append_key (bson_t *keys, const char *path, const char *how);
void squill_shell_append_index_keys (bson_t *keys, const SquillCollectionIndex *index);
void squill_shell_append_index_options (bson_t *options,
                                        const SquillCollectionIndex *index,
                                        const SquillIndex *drawn,
                                        gboolean compatible);

G_END_DECLS
