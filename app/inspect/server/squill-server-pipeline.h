/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <bson/bson.h>

#include "inspect/server/squill-server-field.h"

G_BEGIN_DECLS

/* So many paths are counted in one pipeline. */
#define SQUILL_SERVER_PIPELINE_PATHS 50u

bson_t *squill_server_pipeline_count (const char *collection,
                                      const SquillServerField *const *fields,
                                      guint n_fields,
                                      guint milliseconds);
gboolean squill_server_pipeline_take_counts (const bson_t *reply,
                                             const SquillServerField *const *fields,
                                             guint n_fields,
                                             guint64 *others);
bson_t *squill_server_pipeline_types (const char *collection,
                                      const SquillServerField *field,
                                      guint milliseconds);
bson_t *squill_server_pipeline_distinct (const char *collection,
                                         const SquillServerField *field,
                                         guint one_in,
                                         guint milliseconds);
bson_t *squill_server_pipeline_dangling (const char *collection,
                                         const SquillServerField *from,
                                         const char *to_collection,
                                         const SquillServerField *to,
                                         guint examples,
                                         guint milliseconds);

G_END_DECLS
