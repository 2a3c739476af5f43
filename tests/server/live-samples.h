/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <mongoc/mongoc.h>

#include "samples/squill-samples.h"

G_BEGIN_DECLS

void live_samples_fill (mongoc_client_t *client,
                        const char *database,
                        SquillDesign *design,
                        SquillSamples *samples,
                        guint64 documents,
                        guint elements);
GPtrArray *live_samples_read (mongoc_client_t *client, const char *database, const char *name);

GPtrArray *live_samples_get_values (const bson_t *document, const char *path);

G_END_DECLS
