/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-index-size.h"
#include "design/squill-storage.h"

G_BEGIN_DECLS

/* What a database needs of its servers, now and at the planning horizon: disk, cache, and when it
 * will be more than one server bears. Nothing is guessed: what depends on a number that nobody said
 * is NaN, and is said in words. */

/**
 * SquillIndexCapacity:
 * @id: (nullable): id of the #SquillIndex; %NULL for that of `_id` and those of links
 * @name: its name
 * @entries: entries now
 * @entries_at_horizon: entries then
 * @disk: bytes of its file now
 * @disk_at_horizon: bytes of its file then
 * @cache: bytes of the cache that all of it needs now
 * @cache_at_horizon: the same then
 *
 * An index of a collection.
 */
typedef struct
{
  char *id;
  char *name;
  double entries;
  double entries_at_horizon;
  double disk;
  double disk_at_horizon;
  double cache;
  double cache_at_horizon;
} SquillIndexCapacity;

/**
 * SquillCollectionCapacity:
 * @id: id of the collection
 * @name: its name
 * @group: (nullable): the name of the group of entities that it belongs to
 * @now: its documents
 * @at_horizon: its documents then
 * @bytes: of one document
 * @bytes_at_horizon: of one then
 * @size_unknown: nobody said how long some text or array is: bytes are assumed, or can be more
 * @indexes: (element-type SquillIndexCapacity): its indexes
 * @index_disk: bytes of all of them
 * @index_disk_at_horizon: the same then
 * @index_cache: bytes of the cache that all of them need
 * @index_cache_at_horizon: the same then
 * @operations: how often operations read or write it, per second, of those whose rate was given
 * @log_bytes: bytes that these write to the oplog, per second
 * @inserted: documents that operations insert, per second
 * @updated: documents that they update or remove, per second
 * @checkpoint_bytes: bytes of documents that checkpoints write, per second, before they are
 *   compressed; NaN where nobody said how many documents there are
 * @retention: days that a document is kept; NaN: for ever
 * @retained: how many documents there are at most when those older than that are removed; NaN where
 *   nothing is removed, or nobody said how many come
 *
 * A collection.
 */
typedef struct
{
  char *id;
  char *name;
  char *group;
  SquillVolume now;
  SquillVolume at_horizon;
  SquillTriple bytes;
  SquillTriple bytes_at_horizon;
  gboolean size_unknown;
  GPtrArray *indexes;
  double index_disk;
  double index_disk_at_horizon;
  double index_cache;
  double index_cache_at_horizon;
  double operations;
  double log_bytes;
  double inserted;
  double updated;
  double checkpoint_bytes;
  double retention;
  double retained;
} SquillCollectionCapacity;

/**
 * SquillCrossing:
 * @years: when, from the reference date; 0 where it is so already
 * @date: (nullable): the day; %NULL where it is after the year 9999
 * @subject: the id of what it is about: an item, or the model itself
 * @collection: (nullable): the id of the collection; %NULL where it is about all of them
 * @what: what happens then, a sentence without its end; translated
 *
 * A number that is reached.
 */
typedef struct
{
  double years;
  GDateTime *date;
  char *subject;
  char *collection;
  char *what;
} SquillCrossing;

/**
 * SquillCapacity:
 * @name: the name of the model
 * @reference: the day that "now" is
 * @horizon: years from then
 * @collections: (element-type SquillCollectionCapacity): by group, then in the order of the design
 * @total: the sum of them; NaN where one is
 * @total_at_horizon: the sum of them then
 * @index_disk: bytes of all indexes
 * @index_disk_at_horizon: the same then
 * @cache: bytes of the cache that all documents and indexes need
 * @cache_at_horizon: the same then
 * @log_bytes: bytes that operations write to the oplog, per second
 * @checkpoint_bytes: bytes of documents that checkpoints write, per second, where that is known
 * @available_cache: bytes of the cache of one server; NaN where nobody said how much memory it has
 * @crossings: (element-type SquillCrossing): what is reached within a hundred years, the first
 * first
 * @unknown: (element-type utf8): what nobody said and numbers depend on, sentences; translated
 *
 * The report.
 */
typedef struct
{
  char *name;
  GDateTime *reference;
  double horizon;
  GPtrArray *collections;
  SquillVolume total;
  SquillVolume total_at_horizon;
  double index_disk;
  double index_disk_at_horizon;
  double cache;
  double cache_at_horizon;
  double log_bytes;
  double checkpoint_bytes;
  double available_cache;
  GPtrArray *crossings;
  GPtrArray *unknown;
} SquillCapacity;

SquillCapacity *squill_capacity_new (SquillDesign *design);
void squill_capacity_free (SquillCapacity *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillCapacity, squill_capacity_free)

G_END_DECLS
