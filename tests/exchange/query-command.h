/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "exchange/query/squill-query.h"

G_BEGIN_DECLS

/* The statements of a query as commands of the wire protocol: what the MongoDB Shell sends when it
 * runs their text. */

bson_t *query_command_new (const SquillQuery *query,
                           const SquillStatement *statement,
                           GPtrArray *results);
bson_t *query_command_resolve (const SquillQuery *query,
                               const bson_t *document,
                               GPtrArray *results);

G_END_DECLS
