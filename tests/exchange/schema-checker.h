/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <bson/bson.h>
#include <glib.h>

G_BEGIN_DECLS

/* A small $jsonSchema, as a server has it: what it lets pass, and which documents pass it. It knows
 * nothing of how schemas are made here. */

/* A schema or document in Extended JSON, which must be right; (transfer full). */
bson_t *schema_parse (const char *text);
/* NULL if the parser of a server takes the schema, else what it does not like; (transfer full). */
char *schema_find_fault (const bson_t *schema);
/* NULL if the document passes, else where and why it does not; (transfer full). */
char *schema_check (const bson_t *schema, const bson_t *document);

G_END_DECLS
