/* SPDX-License-Identifier: Apache-2.0 */

/* The one table of the numbers that rules compare with. A model may have its own: a map of names to
 * numbers, its property "thresholds". */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include "model/squill-threshold.h"

#include <glib/gi18n-lib.h>

#include "model/squill-dialect.h"
#include "text/squill-text.h"

#define KIB 1024.0
#define MIB (1024.0 * KIB)
#define GB 1e9

/* In the order of SquillThreshold. */
static const struct
{
  const char *name;
  double value;
  SquillThresholdUnit unit;
  const char *sentence;
  const char *source;
} thresholds[] = {
  { "embed.max", 200, SQUILL_THRESHOLD_UNIT_COUNT,
    N_ ("An embedded array is long from %s elements on"), SQUILL_SOURCE_ZOLA_3 },
  { "embed.compass", 250, SQUILL_THRESHOLD_UNIT_COUNT,
    N_ ("MongoDB Compass warns of arrays with more than %s elements"), SQUILL_SOURCE_COMPASS },
  { "embed.few", 100, SQUILL_THRESHOLD_UNIT_COUNT, N_ ("Up to %s embedded children are few"),
    SQUILL_SOURCE_SKILLS },
  { "ref.max", 3000, SQUILL_THRESHOLD_UNIT_COUNT,
    N_ ("An array of references is long from %s references on"), SQUILL_SOURCE_ZOLA_3 },
  { "doc.limit", 16777216, SQUILL_THRESHOLD_UNIT_BYTES, N_ ("No document is larger than %s"),
    SQUILL_SOURCE_LIMITS },
  { "doc.bloat", 10000000, SQUILL_THRESHOLD_UNIT_BYTES,
    N_ ("MongoDB Compass warns of documents above %s"), SQUILL_SOURCE_COMPASS },
  { "doc.large", MIB, SQUILL_THRESHOLD_UNIT_BYTES, N_ ("A document is large above %s"),
    SQUILL_SOURCE_SKILLS },
  { "doc.watch", 200 * KIB, SQUILL_THRESHOLD_UNIT_BYTES,
    N_ ("A document is worth watching above %s"), SQUILL_SOURCE_SKILLS },
  { "doc.coldRatio", 10, SQUILL_THRESHOLD_UNIT_NUMBER,
    N_ ("Rarely read fields are worth moving out when they have %s times the bytes of the others"),
    SQUILL_SOURCE_SKILLS },
  { "depth.limit", 100, SQUILL_THRESHOLD_UNIT_COUNT,
    N_ ("Documents are nested at most %s levels deep"), SQUILL_SOURCE_LIMITS },
  { "idx.max", 10, SQUILL_THRESHOLD_UNIT_COUNT,
    N_ ("A collection has many indexes when it has more than %s"), SQUILL_SOURCE_COMPASS },
  { "idx.limit", 64, SQUILL_THRESHOLD_UNIT_COUNT, N_ ("A collection has at most %s indexes"),
    SQUILL_SOURCE_LIMITS },
  { "idx.fields", 32, SQUILL_THRESHOLD_UNIT_COUNT, N_ ("A compound index has at most %s fields"),
    SQUILL_SOURCE_LIMITS },
  { "idx.writeHeavy", 5, SQUILL_THRESHOLD_UNIT_COUNT,
    N_ ("A collection that is mostly written has many secondary indexes when it has more than %s"),
    SQUILL_SOURCE_SQUILL },
  { "multikey.fan", 100, SQUILL_THRESHOLD_UNIT_COUNT,
    N_ ("A document has many entries in a multikey index when it has more than %s"),
    SQUILL_SOURCE_SQUILL },
  { "in.long", 200, SQUILL_THRESHOLD_UNIT_COUNT,
    N_ ("A list of values for “$in” is long from %s values on"), SQUILL_SOURCE_ESR },
  { "name.field", 32, SQUILL_THRESHOLD_UNIT_COUNT,
    N_ ("The name of a field is long from %s characters on"), SQUILL_SOURCE_NORMS },
  { "name.collection", 64, SQUILL_THRESHOLD_UNIT_COUNT,
    N_ ("The name of a collection is long from %s characters on"), SQUILL_SOURCE_NORMS },
  { "name.db", 63, SQUILL_THRESHOLD_UNIT_BYTES, N_ ("The name of a database is at most %s long"),
    SQUILL_SOURCE_LIMITS },
  { "name.ns", 255, SQUILL_THRESHOLD_UNIT_BYTES,
    N_ ("The name of a database and that of a collection together are at most %s long"),
    SQUILL_SOURCE_LIMITS },
  { "name.nsSharded", 235, SQUILL_THRESHOLD_UNIT_BYTES,
    N_ ("Where the collection is sharded, both names together are at most %s long"),
    SQUILL_SOURCE_LIMITS },
  { "shard.start", 256 * GB, SQUILL_THRESHOLD_UNIT_BYTES,
    N_ ("Sharding is worth a thought from %s of data on"), SQUILL_SOURCE_NORMS },
  { "shard.manual", 3000 * GB, SQUILL_THRESHOLD_UNIT_BYTES,
    N_ ("One replica set holds at most about %s"), SQUILL_SOURCE_SHARDING },
  { "shard.perShard", 2000 * GB, SQUILL_THRESHOLD_UNIT_BYTES,
    N_ ("A shard holds up to %s comfortably"), SQUILL_SOURCE_NORMS },
  { "shard.perShardCap", 4000 * GB, SQUILL_THRESHOLD_UNIT_BYTES, N_ ("A shard holds at most %s"),
    SQUILL_SOURCE_ATLAS },
  { "range.size", 128 * MIB, SQUILL_THRESHOLD_UNIT_BYTES,
    N_ ("A range of a sharded collection is %s large"), SQUILL_SOURCE_LIMITS },
  { "shard.unneeded", 50 * GB, SQUILL_THRESHOLD_UNIT_BYTES,
    N_ ("A collection need not be sharded below %s"), SQUILL_SOURCE_SQUILL },
  { "shard.values", 10, SQUILL_THRESHOLD_UNIT_NUMBER,
    N_ ("A shard key has few values when there are fewer than %s for each shard"),
    SQUILL_SOURCE_SQUILL },
  { "shard.scatter", 0.2, SQUILL_THRESHOLD_UNIT_SHARE,
    N_ ("Many operations ask every shard when more than %s of them do"), SQUILL_SOURCE_SQUILL },
  { "ts.measurement", 4 * MIB, SQUILL_THRESHOLD_UNIT_BYTES,
    N_ ("A measurement of a time series has at most %s"), SQUILL_SOURCE_TIME_SERIES_LIMITS },
  { "ts.bucket", 1000, SQUILL_THRESHOLD_UNIT_COUNT,
    N_ ("A bucket of a time series has up to %s measurements"), SQUILL_SOURCE_TIME_SERIES },
  { "ts.series", 10, SQUILL_THRESHOLD_UNIT_COUNT,
    N_ ("A time series has few measurements when there are fewer than %s"), SQUILL_SOURCE_SQUILL },
  { "ts.rate", 1, SQUILL_THRESHOLD_UNIT_RATE,
    N_ ("Measurements are worth a time series collection from %s on"), SQUILL_SOURCE_SQUILL },
  { "ts.changes", 0.01, SQUILL_THRESHOLD_UNIT_SHARE,
    N_ ("Documents are hardly ever changed when less than %s of the writes are no inserts"),
    SQUILL_SOURCE_TIME_SERIES },
  { "bucket.bytes", 125000, SQUILL_THRESHOLD_UNIT_BYTES, N_ ("A bucket is large above %s"),
    SQUILL_SOURCE_TIME_SERIES },
  { "bucket.few", 5, SQUILL_THRESHOLD_UNIT_COUNT, N_ ("A bucket is small with fewer than %s in it"),
    SQUILL_SOURCE_SQUILL },
  { "bucket.read", 60, SQUILL_THRESHOLD_UNIT_COUNT,
    N_ ("Single events are worth combining when one read fetches %s of them"),
    SQUILL_SOURCE_NORMS },
  { "bucket.rewrite", 4, SQUILL_THRESHOLD_UNIT_NUMBER,
    N_ ("A bucket stays open too long when it is written %s times for what comes in"),
    SQUILL_SOURCE_SQUILL },
  { "bucket.writes", 1e6, SQUILL_THRESHOLD_UNIT_BYTES,
    N_ ("Writing open buckets again matters from %s a second on"), SQUILL_SOURCE_SQUILL },
  { "bucket.flat", 100, SQUILL_THRESHOLD_UNIT_COUNT,
    N_ ("An object has many numbered keys on one level from %s on"), SQUILL_SOURCE_SQUILL },
  { "ageing.bytes", 10 * GB, SQUILL_THRESHOLD_UNIT_BYTES,
    N_ ("How long documents are kept should be decided when more than %s of them come in up to the "
        "planning horizon"),
    SQUILL_SOURCE_SQUILL },
  { "archive.share", 0.3, SQUILL_THRESHOLD_UNIT_SHARE,
    N_ ("An archive is worth a thought when more than %s of the documents are no longer used"),
    SQUILL_SOURCE_SKILLS },
  { "ttl.backlog", 1e6, SQUILL_THRESHOLD_UNIT_COUNT,
    N_ ("Too many documents expire at once when there are more than %s"), SQUILL_SOURCE_SQUILL },
  { "ttl.rate", 5000, SQUILL_THRESHOLD_UNIT_RATE, N_ ("Documents expire very fast above %s"),
    SQUILL_SOURCE_SQUILL },
  { "pool.max", 200, SQUILL_THRESHOLD_UNIT_COUNT, N_ ("A pool has many connections from %s on"),
    SQUILL_SOURCE_NORMS },
  { "txn.seconds", 60, SQUILL_THRESHOLD_UNIT_SECONDS, N_ ("The server ends a transaction after %s"),
    SQUILL_SOURCE_LIMITS },
  { "txn.docs", 1000, SQUILL_THRESHOLD_UNIT_COUNT,
    N_ ("A transaction changes many documents from %s on"), SQUILL_SOURCE_PRACTICE },
  { "batch.max", 100000, SQUILL_THRESHOLD_UNIT_COUNT, N_ ("A batch has at most %s writes"),
    SQUILL_SOURCE_LIMITS },
  { "denorm.margin", 2, SQUILL_THRESHOLD_UNIT_NUMBER,
    N_ ("A copy of a field pays when it saves %s times what it costs"), SQUILL_SOURCE_SQUILL },
  { "fanout.warn", 1000, SQUILL_THRESHOLD_UNIT_COUNT,
    N_ ("An update changes many copies from %s documents on"), SQUILL_SOURCE_SQUILL },
  { "colls.max", 10000, SQUILL_THRESHOLD_UNIT_COUNT,
    N_ ("A replica set has many collections from %s on"), SQUILL_SOURCE_COMPASS },
  { "colls.andIndexes", 100000, SQUILL_THRESHOLD_UNIT_COUNT,
    N_ ("A cluster has many collections and indexes from %s on"), SQUILL_SOURCE_STORAGE },
  { "cache.use", 0.8, SQUILL_THRESHOLD_UNIT_SHARE,
    N_ ("What is read often fills at most %s of the cache"), SQUILL_SOURCE_PRACTICE },
  { "alone.share", 0.05, SQUILL_THRESHOLD_UNIT_SHARE,
    N_ ("Children are used alone when more than %s of their operations do not come from their "
        "parent"),
    SQUILL_SOURCE_SQUILL },
  { "together.share", 0.5, SQUILL_THRESHOLD_UNIT_SHARE,
    N_ ("Parents and children are read together when %s of the reads of a parent need its "
        "children"),
    SQUILL_SOURCE_SQUILL },
  { "rare.share", 0.2, SQUILL_THRESHOLD_UNIT_SHARE,
    N_ ("Children are rarely needed when less than %s of the reads of a parent need them"),
    SQUILL_SOURCE_SQUILL },
  { "rare.bytes", 0.5, SQUILL_THRESHOLD_UNIT_SHARE,
    N_ ("Children are most of a document when they have more than %s of its bytes"),
    SQUILL_SOURCE_SQUILL },
  { "rare.document", 1000, SQUILL_THRESHOLD_UNIT_BYTES,
    N_ ("Children that are rarely needed are worth a collection of their own in documents above "
        "%s"),
    SQUILL_SOURCE_SQUILL },
  { "evolving.max", 10, SQUILL_THRESHOLD_UNIT_COUNT,
    N_ ("Up to %s embedded children are easy to change when their fields change"),
    SQUILL_SOURCE_SQUILL },
  { "retention.ratio", 2, SQUILL_THRESHOLD_UNIT_NUMBER,
    N_ ("Retentions differ when one is %s times the other"), SQUILL_SOURCE_SQUILL },
  { "split.child", 10000, SQUILL_THRESHOLD_UNIT_BYTES,
    N_ ("The larger half of a one-to-one relationship is large above %s"), SQUILL_SOURCE_SQUILL },
  { "split.parent", 1000, SQUILL_THRESHOLD_UNIT_BYTES,
    N_ ("The smaller half of a one-to-one relationship is small below %s"), SQUILL_SOURCE_SQUILL },
  { "split.writes", 10, SQUILL_THRESHOLD_UNIT_NUMBER,
    N_ ("Halves are written differently when one is updated %s times as often as the other"),
    SQUILL_SOURCE_SQUILL },
  { "join.bytes", 16 * KIB, SQUILL_THRESHOLD_UNIT_BYTES, N_ ("A join reads much from %s on"),
    SQUILL_SOURCE_SQUILL },
  { "link.fields", 2, SQUILL_THRESHOLD_UNIT_COUNT,
    N_ ("A collection only holds links when it has at most %s fields besides the references"),
    SQUILL_SOURCE_SQUILL },
  { "sql.share", 0.8, SQUILL_THRESHOLD_UNIT_SHARE,
    N_ ("A model looks relational when %s of its relationships are references"),
    SQUILL_SOURCE_SKILLS },
  { "sql.collections", 3, SQUILL_THRESHOLD_UNIT_COUNT,
    N_ ("A read touches many collections from %s on"), SQUILL_SOURCE_SKILLS },
  { "tiny.count", 1000, SQUILL_THRESHOLD_UNIT_COUNT,
    N_ ("A collection is small with up to %s documents"), SQUILL_SOURCE_SQUILL },
  { "tiny.bytes", MIB, SQUILL_THRESHOLD_UNIT_BYTES, N_ ("A collection is small with up to %s"),
    SQUILL_SOURCE_SQUILL },
  { "map.keys", 100, SQUILL_THRESHOLD_UNIT_COUNT, N_ ("A map has many keys from %s on"),
    SQUILL_SOURCE_SQUILL },
  { "hot.rate", 1, SQUILL_THRESHOLD_UNIT_RATE, N_ ("An operation is frequent from %s on"),
    SQUILL_SOURCE_SQUILL },
  { "hot.share", 0.2, SQUILL_THRESHOLD_UNIT_SHARE,
    N_ ("The most frequent operations, which together make up %s of all, are frequent too"),
    SQUILL_SOURCE_SQUILL },
  { "hot.least", 1.0 / 60, SQUILL_THRESHOLD_UNIT_RATE, N_ ("No operation is frequent below %s"),
    SQUILL_SOURCE_SQUILL },
  { "read.used", 0.1, SQUILL_THRESHOLD_UNIT_SHARE,
    N_ ("A read wastes most of a document when it needs less than %s of its bytes"),
    SQUILL_SOURCE_SQUILL },
  { "read.bytes", 16 * KIB, SQUILL_THRESHOLD_UNIT_BYTES,
    N_ ("What a read wastes matters in documents above %s"), SQUILL_SOURCE_SQUILL },
  { "cold.share", 0.1, SQUILL_THRESHOLD_UNIT_SHARE,
    N_ ("A field is rarely read when less than %s of the reads of its collection need it"),
    SQUILL_SOURCE_SQUILL },
  { "cold.bytes", 8 * KIB, SQUILL_THRESHOLD_UNIT_BYTES, N_ ("Rarely read fields matter from %s on"),
    SQUILL_SOURCE_SQUILL },
  { "depth.hint", 10, SQUILL_THRESHOLD_UNIT_COUNT,
    N_ ("A document is nested deeply from %s levels on"), SQUILL_SOURCE_SQUILL },
  { "blob.bytes", MIB, SQUILL_THRESHOLD_UNIT_BYTES, N_ ("A single value is large from %s on"),
    SQUILL_SOURCE_SQUILL },
  { "names.share", 0.35, SQUILL_THRESHOLD_UNIT_SHARE,
    N_ ("Field names take much room when they are more than %s of the bytes of a document"),
    SQUILL_SOURCE_SQUILL },
  { "many.documents", 1e7, SQUILL_THRESHOLD_UNIT_COUNT,
    N_ ("A collection has many documents from %s on"), SQUILL_SOURCE_SQUILL },
  { "rollup.bytes", 150, SQUILL_THRESHOLD_UNIT_BYTES,
    N_ ("Documents below %s are small enough to be grouped"), SQUILL_SOURCE_SQUILL },
  { "rollup.read", 10, SQUILL_THRESHOLD_UNIT_COUNT,
    N_ ("Documents are worth grouping when one read fetches %s of them"), SQUILL_SOURCE_SQUILL },
  { "attribute.fields", 8, SQUILL_THRESHOLD_UNIT_COUNT,
    N_ ("Fields that are rarely there are many attributes when operations ask for %s of them"),
    SQUILL_SOURCE_SQUILL },
  { "attribute.presence", 0.3, SQUILL_THRESHOLD_UNIT_SHARE,
    N_ ("A field is rarely there when fewer than %s of the documents have it"),
    SQUILL_SOURCE_SQUILL },
  { "attribute.indexes", 4, SQUILL_THRESHOLD_UNIT_COUNT,
    N_ ("Fields that are rarely there are many attributes when %s of them have an index"),
    SQUILL_SOURCE_SQUILL },
  { "alike.share", 0.6, SQUILL_THRESHOLD_UNIT_SHARE,
    N_ ("Two collections are alike when they share %s of their fields"), SQUILL_SOURCE_SQUILL },
  { "revision.rate", 10, SQUILL_THRESHOLD_UNIT_RATE,
    N_ ("Earlier states are kept as documents up to updates of %s"), SQUILL_SOURCE_SQUILL },
  { "view.read", 1000, SQUILL_THRESHOLD_UNIT_COUNT,
    N_ ("A result is worth keeping when %s documents are read for it"), SQUILL_SOURCE_SQUILL },
  { "outlier.ratio", 10, SQUILL_THRESHOLD_UNIT_NUMBER,
    N_ ("An array is an outlier when it is %s times as long as usual"), SQUILL_SOURCE_SQUILL },
  { "txn.warn", 10, SQUILL_THRESHOLD_UNIT_SECONDS, N_ ("A transaction is long from %s on"),
    SQUILL_SOURCE_SQUILL },
  { "hotspot.rate", 100, SQUILL_THRESHOLD_UNIT_RATE,
    N_ ("A single document is updated often from %s on"), SQUILL_SOURCE_SQUILL },
  { "majority.rate", 1000, SQUILL_THRESHOLD_UNIT_RATE,
    N_ ("Writes are many for the write concern “majority” from %s on"), SQUILL_SOURCE_NORMS },
  { "connection.share", 0.1, SQUILL_THRESHOLD_UNIT_SHARE,
    N_ ("Connections take at most %s of the memory of a server"), SQUILL_SOURCE_SQUILL },
  { "bulk.rate", 100, SQUILL_THRESHOLD_UNIT_RATE, N_ ("Writes in a loop are many from %s on"),
    SQUILL_SOURCE_SQUILL },
  { "report.share", 0.1, SQUILL_THRESHOLD_UNIT_SHARE,
    N_ ("A report reads much when it reads more than %s of a collection"), SQUILL_SOURCE_SQUILL },
  { "denorm.bytes", 1024, SQUILL_THRESHOLD_UNIT_BYTES,
    N_ ("Copies beside a reference are large above %s"), SQUILL_SOURCE_SQUILL },
  { "denorm.share", 0.25, SQUILL_THRESHOLD_UNIT_SHARE,
    N_ ("Copies are much of a document when they have more than %s of its bytes"),
    SQUILL_SOURCE_SQUILL },
  { "denorm.least", 512, SQUILL_THRESHOLD_UNIT_BYTES,
    N_ ("Copies are small up to %s, whatever their share"), SQUILL_SOURCE_SQUILL },
  { "collapse.fields", 3, SQUILL_THRESHOLD_UNIT_COUNT,
    N_ ("An entity is small enough to be copied as a whole with up to %s fields"),
    SQUILL_SOURCE_SQUILL },
  { "subset.ratio", 5, SQUILL_THRESHOLD_UNIT_NUMBER,
    N_ ("The first few are worth a subset when there are more than %s times as many"),
    SQUILL_SOURCE_SQUILL },
  { "subset.log", 1e6, SQUILL_THRESHOLD_UNIT_BYTES,
    N_ ("A subset is expensive to write from %s of oplog per second on"), SQUILL_SOURCE_SQUILL },
  { "counter.rate", 100, SQUILL_THRESHOLD_UNIT_RATE, N_ ("A counter is updated often from %s on"),
    SQUILL_SOURCE_SQUILL },
  { "lookup.rate", 100, SQUILL_THRESHOLD_UNIT_RATE, N_ ("A join runs very often from %s on"),
    SQUILL_SOURCE_SQUILL },
  { "idx.key", 1024, SQUILL_THRESHOLD_UNIT_BYTES, N_ ("A key of an index is large above %s"),
    SQUILL_SOURCE_WIREDTIGER },
  { "idx.cache", 0.5, SQUILL_THRESHOLD_UNIT_SHARE,
    N_ ("Indexes take much of the cache when they need %s of it"), SQUILL_SOURCE_SQUILL },
  { "idx.values", 3, SQUILL_THRESHOLD_UNIT_COUNT,
    N_ ("An index finds little with a field that has up to %s different values"),
    SQUILL_SOURCE_SQUILL },
  { "idx.rare", 0.3, SQUILL_THRESHOLD_UNIT_SHARE,
    N_ ("A value is rare when less than %s of the documents have it"), SQUILL_SOURCE_SQUILL },
  { "idx.writes", 5, SQUILL_THRESHOLD_UNIT_NUMBER,
    N_ ("A collection writes many index entries when it writes %s for each document"),
    SQUILL_SOURCE_SQUILL },
  { "idx.cover", 1 * KIB, SQUILL_THRESHOLD_UNIT_BYTES,
    N_ ("An index that has all that is asked for saves much where documents are above %s"),
    SQUILL_SOURCE_SQUILL },
  { "scan.max", 1000, SQUILL_THRESHOLD_UNIT_COUNT, N_ ("Reading all documents is fine up to %s"),
    SQUILL_SOURCE_SQUILL },
  { "scan.large", 100000, SQUILL_THRESHOLD_UNIT_COUNT,
    N_ ("A frequent operation must not read all documents of a collection with %s"),
    SQUILL_SOURCE_SQUILL },
  { "sort.batch", 101, SQUILL_THRESHOLD_UNIT_COUNT,
    N_ ("A sort in memory is fine up to %s documents"), SQUILL_SOURCE_SQUILL },
  { "sort.memory", 100 * MIB, SQUILL_THRESHOLD_UNIT_BYTES,
    N_ ("A stage sorts at most %s in memory"), SQUILL_SOURCE_LIMITS },
  { "skip.max", 1000, SQUILL_THRESHOLD_UNIT_COUNT,
    N_ ("An operation skips many documents above %s"), SQUILL_SOURCE_SQUILL },
  { "id.bytes", 40, SQUILL_THRESHOLD_UNIT_BYTES,
    N_ ("A field is short enough to be the _id below %s"), SQUILL_SOURCE_SQUILL },
  { "explain.ratio", 2, SQUILL_THRESHOLD_UNIT_NUMBER,
    N_ ("What was measured differs from the estimate when it is %s times as much"),
    SQUILL_SOURCE_SQUILL },
};

G_STATIC_ASSERT (G_N_ELEMENTS (thresholds) == SQUILL_N_THRESHOLDS);

static double
get_value (SquillModel *model, SquillThreshold threshold)
{
  const SquillModelInfo *info = squill_model_get_info (model);
  const json_t *own = info->thresholds;
  const json_t *value = own == NULL ? NULL : json_object_get (own, thresholds[threshold].name);
  double limit = squill_dialect_get_limit (info->dialect, threshold);

  /* What is no number, or less than nothing, is not what a person meant. */
  if (json_is_number (value) && json_number_value (value) >= 0)
    return json_number_value (value);
  return isnan (limit) ? thresholds[threshold].value : limit;
}

/**
 * squill_thresholds_read:
 * @model: a model
 * @values: (out): all thresholds as they are for the model
 *
 * Reads all thresholds at once, for rules that run many times.
 */
void
squill_thresholds_read (SquillModel *model, double values[SQUILL_N_THRESHOLDS])
{
  g_return_if_fail (SQUILL_IS_MODEL (model));
  g_return_if_fail (values != NULL);

  for (guint i = 0; i < SQUILL_N_THRESHOLDS; i++)
    values[i] = get_value (model, i);
}

/**
 * squill_model_get_threshold:
 * @self: a model
 * @threshold: a threshold
 *
 * Returns: its value for the model: what the user set, or else the default
 */
double
squill_model_get_threshold (SquillModel *self, SquillThreshold threshold)
{
  g_return_val_if_fail (SQUILL_IS_MODEL (self), NAN);
  g_return_val_if_fail (threshold < SQUILL_N_THRESHOLDS, NAN);

  return get_value (self, threshold);
}

/* G_N_ELEMENTS (thresholds) where there is none of that name. */
static guint
find (const char *name)
{
  guint i = 0;

  while (i < G_N_ELEMENTS (thresholds) && !g_str_equal (thresholds[i].name, name))
    i++;
  return i;
}

/**
 * squill_threshold_get:
 * @model: a model
 * @name: the name of a threshold, such as "embed.max"
 *
 * Returns: its value for the model: what the user set, or else the default; NaN where there is no
 *   threshold of that name
 */
double
squill_threshold_get (SquillModel *model, const char *name)
{
  guint i;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), NAN);
  g_return_val_if_fail (name != NULL, NAN);

  i = find (name);
  return i < G_N_ELEMENTS (thresholds) ? get_value (model, i) : NAN;
}

/**
 * squill_threshold_get_default:
 * @name: the name of a threshold, such as "embed.max"
 *
 * Returns: its value where the user set none; NaN where there is no threshold of that name
 */
double
squill_threshold_get_default (const char *name)
{
  guint i;

  g_return_val_if_fail (name != NULL, NAN);

  i = find (name);
  return i < G_N_ELEMENTS (thresholds) ? thresholds[i].value : NAN;
}

/**
 * squill_threshold_get_source:
 * @name: the name of a threshold, such as "embed.max"
 *
 * Returns: (transfer none) (nullable): where its default comes from, as a citation; %NULL where
 *   there is no threshold of that name
 */
const char *
squill_threshold_get_source (const char *name)
{
  guint i;

  g_return_val_if_fail (name != NULL, NULL);

  i = find (name);
  return i < G_N_ELEMENTS (thresholds) ? thresholds[i].source : NULL;
}

static char *
value_to_text (SquillThresholdUnit unit, double value)
{
  switch (unit)
    {
    case SQUILL_THRESHOLD_UNIT_COUNT:
      return squill_text_count (value);
    case SQUILL_THRESHOLD_UNIT_BYTES:
      return squill_text_bytes (value);
    case SQUILL_THRESHOLD_UNIT_SHARE:
      return squill_text_share (value);
    case SQUILL_THRESHOLD_UNIT_RATE:
      return squill_text_rate (value);
    case SQUILL_THRESHOLD_UNIT_SECONDS:
      return squill_text_duration (value);
    case SQUILL_THRESHOLD_UNIT_NUMBER:
    default:
      return squill_text_number (value);
    }
}

/**
 * squill_threshold_to_text:
 * @name: the name of a threshold, such as "embed.max"
 * @value: a value for it
 *
 * Returns: (transfer full) (nullable): what the value means, a translated sentence with its unit
 * and without a full stop: "An embedded array is long from 200 elements on"; %NULL where there is
 * no threshold of that name
 */
char *
squill_threshold_to_text (const char *name, double value)
{
  g_autofree char *number = NULL;
  guint i;

  g_return_val_if_fail (name != NULL, NULL);

  i = find (name);
  if (i == G_N_ELEMENTS (thresholds))
    return NULL;
  number = value_to_text (thresholds[i].unit, value);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  return g_strdup_printf (_ (thresholds[i].sentence), number);
#pragma GCC diagnostic pop
}

/**
 * squill_threshold_get_unit:
 * @name: the name of a threshold, such as "embed.max"
 *
 * Returns: what its numbers count; %SQUILL_THRESHOLD_UNIT_NUMBER where there is no threshold of
 * that name
 */
SquillThresholdUnit
squill_threshold_get_unit (const char *name)
{
  guint i;

  g_return_val_if_fail (name != NULL, SQUILL_THRESHOLD_UNIT_NUMBER);

  i = find (name);
  return i == G_N_ELEMENTS (thresholds) ? SQUILL_THRESHOLD_UNIT_NUMBER : thresholds[i].unit;
}

/**
 * squill_thresholds_get_names:
 * @n: (out): how many there are
 *
 * Returns: (transfer container) (array length=n): the names of all thresholds, for a page of
 *   settings; %NULL after the last
 */
const char **
squill_thresholds_get_names (guint *n)
{
  const char **names = g_new0 (const char *, SQUILL_N_THRESHOLDS + 1);

  for (guint i = 0; i < SQUILL_N_THRESHOLDS; i++)
    names[i] = thresholds[i].name;
  if (n != NULL)
    *n = SQUILL_N_THRESHOLDS;
  return names;
}
