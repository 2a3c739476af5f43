/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <bson/bson.h>
#include <gio/gio.h>

#include "inspect/format/squill-problem.h"

G_BEGIN_DECLS

/**
 * SquillIndexUse:
 * @name: the index
 * @operations: how often it was used since @since; %G_MAXUINT64 where the server does not say
 * @since: milliseconds since 1970; %G_MININT64 where the server does not say
 * @bytes: that it takes; %G_MAXUINT64 where the server does not say
 *
 * How an index is used.
 */
typedef struct
{
  char *name;
  guint64 operations;
  gint64 since;
  guint64 bytes;
} SquillIndexUse;

/**
 * SquillShardShare:
 * @shard: the shard
 * @documents: of the collection on it; %G_MAXUINT64 where the server does not say
 * @bytes: of them; likewise
 * @chunks: of the collection on it; likewise
 *
 * What a shard has of a collection.
 */
typedef struct
{
  char *shard;
  guint64 documents;
  guint64 bytes;
  guint64 chunks;
} SquillShardShare;

/**
 * SquillMetadata:
 * @collection: (nullable): the collection's real name, where it is known
 * @type: (nullable): "collection", "view" or "timeseries", where it is known
 * @options: (nullable): what the collection was created with
 * @indexes: (element-type bson_t): its indexes, as listIndexes gives them
 * @documents: documents as the server counts them, perhaps an estimate; %G_MAXUINT64 where it does
 * not say, as are the following
 * @bytes: of the documents, unpacked
 * @storage_bytes: that the documents take on the server's disk
 * @index_bytes: that all indexes take together
 * @index_use: (element-type SquillIndexUse): of each index, where the server says
 * @shard_key: (nullable): the shard key, of a collection that is sharded
 * @shard_key_unique: whether it is unique
 * @shards: (element-type SquillShardShare): how the collection is spread over shards
 *
 * What is known of a collection besides its documents; mongodump writes it next to them, a server
 * is asked for it and knows more.
 */
typedef struct
{
  char *collection;
  char *type;
  bson_t *options;
  GPtrArray *indexes;
  guint64 documents;
  guint64 bytes;
  guint64 storage_bytes;
  guint64 index_bytes;
  GPtrArray *index_use;
  bson_t *shard_key;
  gboolean shard_key_unique;
  GPtrArray *shards;
} SquillMetadata;

SquillMetadata *squill_metadata_new (void);
SquillMetadata *squill_metadata_read (GFile *file,
                                      const char *label,
                                      SquillProblemList *problems,
                                      GCancellable *cancellable,
                                      GError **error);
SquillIndexUse *squill_metadata_ensure_index_use (SquillMetadata *self, const char *name);
SquillShardShare *squill_metadata_ensure_shard (SquillMetadata *self, const char *shard);
SquillMetadata *squill_metadata_read_text (const char *text,
                                           SquillProblemList *problems,
                                           GCancellable *cancellable,
                                           GError **error);
void squill_metadata_free (SquillMetadata *self);
gboolean squill_metadata_is_view (const SquillMetadata *self);
char *squill_metadata_get_time_field (const SquillMetadata *self);
char *squill_metadata_get_meta_field (const SquillMetadata *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillMetadata, squill_metadata_free)

G_END_DECLS
