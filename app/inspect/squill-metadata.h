/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <bson/bson.h>
#include <gio/gio.h>

#include "inspect/squill-problem.h"

G_BEGIN_DECLS

/**
 * SquillMetadata:
 * @collection: (nullable): the collection's real name, where it is told
 * @type: (nullable): "collection", "view" or "timeseries", where it is told
 * @options: (nullable): what the collection was created with
 * @indexes: (element-type bson_t): its indexes, as listIndexes gives them
 *
 * What is known of a collection besides its documents; mongodump writes it next to them.
 */
typedef struct
{
  char *collection;
  char *type;
  bson_t *options;
  GPtrArray *indexes;
} SquillMetadata;

SquillMetadata *squill_metadata_new_from_bson (const guint8 *document, gsize length);
SquillMetadata *squill_metadata_read (GFile *file,
                                      const char *label,
                                      SquillProblemList *problems,
                                      GCancellable *cancellable,
                                      GError **error);
void squill_metadata_free (SquillMetadata *self);
gboolean squill_metadata_is_view (const SquillMetadata *self);
char *squill_metadata_get_time_field (const SquillMetadata *self);
char *squill_metadata_get_meta_field (const SquillMetadata *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillMetadata, squill_metadata_free)

G_END_DECLS
