/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/source/squill-metadata.h"
#include "inspect/server/squill-server-connection.h"

G_BEGIN_DECLS

/**
 * SquillServerAbilities:
 * @is_router: it is the router of a sharded cluster
 * @no_stats: it does not tell sizes; told
 * @no_index_use: it does not tell how indexes are used; told
 * @no_indexes: it does not list indexes; told
 * @no_sharding: it does not tell how collections are spread; told
 *
 * What a server can do, as far as it turned out: what it cannot is told once and not tried again.
 */
typedef struct
{
  gboolean is_router;
  gboolean no_stats;
  gboolean no_index_use;
  gboolean no_indexes;
  gboolean no_sharding;
} SquillServerAbilities;

typedef gboolean (*SquillServerDocumentFunc) (const bson_t *document, gpointer data);

gboolean squill_server_for_each (SquillServerClient *client,
                                 const char *database,
                                 const bson_t *command,
                                 SquillServerDocumentFunc func,
                                 gpointer data,
                                 GError **error);
gboolean squill_server_collection_describe (SquillServerClient *client,
                                            const char *database,
                                            const char *collection,
                                            SquillMetadata *metadata,
                                            SquillServerAbilities *abilities,
                                            SquillProblemList *problems,
                                            GError **error);

G_END_DECLS
