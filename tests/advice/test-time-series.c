/* SPDX-License-Identifier: Apache-2.0 */

/* Family H: time series collections, and buckets of one's own. */

#include "config.h"

#include "advice-fixture.h"

static void
draw_readings (SquillModel *model)
{
  draw_entity (model, "reading", 1e8);
  draw_field (model, "reading", "at", "date");
  draw_field (model, "reading", "meta", "object");
  draw_text (model, "reading.meta", "sensorId", 10);
  draw_text (model, "reading.meta", "site", 10);
  draw_field (model, "reading", "value", "double");
}

static void
draw_series (SquillModel *model)
{
  draw_readings (model);
  change (model, "reading", "time_field", "'reading.at'");
  change (model, "reading", "meta_field", "'reading.meta'");
}

static void
limits_fires (SquillModel *model)
{
  draw_series (model);
  draw_index (model, "reading", "by_value", "[{'path': 'reading.value', 'how': '1'}]");
  change (model, "by_value", "unique", "true");
}

static void
limits_silent (SquillModel *model)
{
  draw_series (model);
  draw_index (model, "reading", "by_value", "[{'path': 'reading.value', 'how': '1'}]");
}

static void
limits_of_5 (SquillModel *model)
{
  limits_silent (model);
  change (model, "model", "server_version", "'5.0'");
}

static void
limits_meta_of_5 (SquillModel *model)
{
  draw_series (model);
  draw_index (
      model, "reading", "by_meta",
      "[{'path': 'reading.meta.sensorId', 'how': '1'}, {'path': 'reading.at', 'how': '1'}]");
  change (model, "model", "server_version", "'5.0'");
}

static void
limits_text (SquillModel *model)
{
  draw_series (model);
  draw_index (model, "reading", "words", "[{'path': 'reading.meta.site', 'how': 'text'}]");
}

static void
limits_sparse (SquillModel *model)
{
  limits_silent (model);
  change (model, "by_value", "sparse", "true");
}

static void
limits_sparse_meta (SquillModel *model)
{
  draw_series (model);
  draw_index (model, "reading", "by_meta", "[{'path': 'reading.meta.sensorId', 'how': '1'}]");
  change (model, "by_meta", "sparse", "true");
}

static void
limits_large (SquillModel *model)
{
  draw_series (model);
  draw_text (model, "reading", "dump", 4.5e6);
}

static void
limits_not_large (SquillModel *model)
{
  draw_series (model);
  draw_text (model, "reading", "dump", 4e6);
}

static void
limits_old (SquillModel *model)
{
  draw_series (model);
  change (model, "model", "server_version", "'4.4'");
}

static void
limits_elsewhere (SquillModel *model)
{
  draw_series (model);
  change (model, "model", "dialect", "'documentdb'");
}

static void
limits_capped (SquillModel *model)
{
  draw_series (model);
  change (model, "reading", "capped", "true");
}

static void
limits_transaction (SquillModel *model)
{
  draw_series (model);
  draw_operation (model, "measure", "insert", "reading", 10);
  change (model, "measure", "transaction", "true");
}

static void
limits_update (SquillModel *model)
{
  draw_series (model);
  draw_operation (model, "correct", "update", "reading", 1);
  change (model, "correct", "filter", "[{'path': 'reading.meta.sensorId', 'how': 'eq'}]");
  change (model, "correct", "writes", "[{'path': 'reading.value'}]");
}

static void
limits_update_meta (SquillModel *model)
{
  limits_update (model);
  change (model, "correct", "writes", "[{'path': 'reading.meta.site'}]");
}

static void
shard_key_fires (SquillModel *model)
{
  draw_series (model);
  change (model, "reading", "shard_key", "[{'path': 'reading.value', 'how': '1'}]");
}

static void
shard_key_silent (SquillModel *model)
{
  draw_series (model);
  change (model, "reading", "shard_key", "[{'path': 'reading.meta.sensorId', 'how': 'hashed'}]");
}

static void
shard_key_time_last (SquillModel *model)
{
  draw_series (model);
  change (model, "reading", "shard_key",
          "[{'path': 'reading.meta.sensorId', 'how': '1'}, {'path': 'reading.at', 'how': '1'}]");
}

static void
shard_key_time_first (SquillModel *model)
{
  draw_series (model);
  change (model, "reading", "shard_key",
          "[{'path': 'reading.at', 'how': '1'}, {'path': 'reading.meta.sensorId', 'how': '1'}]");
}

static void
draw_sensors (SquillModel *model, double sensors)
{
  draw_series (model);
  change_number (model, "reading.meta.sensorId", "distinct", sensors);
}

static void
meta_fires (SquillModel *model)
{
  draw_sensors (model, 1e8);
}

static void
meta_silent (SquillModel *model)
{
  draw_sensors (model, 1e4);
}

static void
meta_constant (SquillModel *model)
{
  draw_series (model);
  change (model, "reading", "meta_field", "'reading.meta.site'");
  change (model, "reading.meta.site", "distinct", "1");
}

static void
meta_at_limit (SquillModel *model)
{
  draw_sensors (model, 1e7);
}

static void
mutable_fires (SquillModel *model)
{
  draw_series (model);
  draw_field (model, "reading.meta", "currentValue", "double");
  draw_operation (model, "set current value", "update", "reading", 1);
  change (model, "set current value", "writes", "[{'path': 'reading.meta.currentValue'}]");
}

static void
mutable_silent (SquillModel *model)
{
  draw_series (model);
  draw_operation (model, "measure", "insert", "reading", 1);
}

/* Of the rest of the meta field nobody says that it lasts. */
static void
mutable_beside (SquillModel *model)
{
  mutable_silent (model);
  draw_field (model, "reading.meta", "currentValue", "double");
  change (model, "reading.meta.sensorId", "immutable", "true");
  change (model, "reading.meta.site", "immutable", "true");
}

/* Nothing is said of any. */
static void
mutable_by_looks (SquillModel *model)
{
  mutable_silent (model);
  draw_field (model, "reading.meta", "currentValue", "double");
}

static void
mutable_place (SquillModel *model)
{
  mutable_silent (model);
  draw_field (model, "reading.meta", "latitude", "double");
  draw_field (model, "reading.meta", "longitude", "double");
}

static void
mutable_nowhere (SquillModel *model)
{
  mutable_beside (model);
  change (model, "reading.meta.currentValue", "immutable", "true");
}

/* The whole lasts, and all that is in it. */
static void
mutable_whole (SquillModel *model)
{
  mutable_silent (model);
  change (model, "reading.meta", "immutable", "true");
}

static void
mutable_time (SquillModel *model)
{
  draw_series (model);
  draw_operation (model, "set clock", "update", "reading", 1);
  change (model, "set clock", "writes", "[{'path': 'reading.at'}]");
}

static void
draw_measured (SquillModel *model, double interval)
{
  draw_sensors (model, 1000);
  draw_operation (model, "measure", "insert", "reading", 1000 / interval);
}

static void
granularity_fires (SquillModel *model)
{
  draw_measured (model, 300);
}

static void
granularity_silent (SquillModel *model)
{
  draw_measured (model, 1);
}

static void
granularity_too_coarse (SquillModel *model)
{
  draw_measured (model, 10);
  change (model, "reading", "granularity", "'hours'");
}

static void
granularity_of_hours (SquillModel *model)
{
  draw_measured (model, 3600);
  change (model, "reading", "granularity", "'hours'");
}

/* A day of minutes does not fit into one bucket, but an hour of them fills little of it. */
static void
granularity_closed_full (SquillModel *model)
{
  draw_measured (model, 60);
  change (model, "reading", "granularity", "'minutes'");
}

/* In a month there are three times as many quarters of an hour as fit into one bucket. */
static void
granularity_of_quarters (SquillModel *model)
{
  draw_measured (model, 900);
  change (model, "reading", "granularity", "'minutes'");
}

/* The server has an index on meta field and time, from when on the collection is a time series. */
static void
test_automatic_index (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = advise (model);

  draw_entity (model, "reading", 1e7);
  draw_text (model, "reading", "tank", 3);
  draw_field (model, "reading", "at", "date");
  draw_operation (model, "curve", "find", "reading", 1);
  change (model, "curve", "filter",
          "[{'path': 'reading.tank', 'how': 'eq'}, {'path': 'reading.at', 'how': 'range'}]");
  g_assert_nonnull (find_finding (advice, "missing-index", "curve"));
  change (model, "reading", "time_field", "'reading.at'");
  change (model, "reading", "meta_field", "'reading.tank'");
  g_assert_null (find_finding (advice, "missing-index", "curve"));
  g_assert_null (find_finding (advice, "unused-index", NULL));
  change (model, "reading", "meta_field", "null");
  g_assert_nonnull (find_finding (advice, "missing-index", "curve"));
}

/* Buckets are stored in the order of time, so that no index is missing for a stretch of it. */
static void
test_order_by_time (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = advise (model);

  draw_entity (model, "reading", 1e7);
  draw_field (model, "reading", "at", "date");
  draw_operation (model, "last hour", "find", "reading", 1);
  change (model, "last hour", "filter", "[{'path': 'reading.at', 'how': 'range'}]");
  g_assert_nonnull (find_finding (advice, "missing-index", "last hour"));
  change (model, "reading", "time_field", "'reading.at'");
  g_assert_null (find_finding (advice, "missing-index", "last hour"));
}

/* A reading of one sensor, latest first. */
static void
draw_candidate (SquillModel *model)
{
  draw_entity (model, "reading", 1e6);
  draw_field (model, "reading", "at", "date");
  draw_text (model, "reading", "sensor", 10);
  change (model, "reading.sensor", "distinct", "1000");
  draw_field (model, "reading", "value", "double");
  draw_operation (model, "measure", "insert", "reading", 50);
  draw_operation (model, "latest", "find", "reading", 5);
  change (model, "latest", "filter", "[{'path': 'reading.sensor', 'how': 'eq'}]");
  change (model, "latest", "sort", "[{'path': 'reading.at', 'how': '-1'}]");
  change (model, "latest", "limit", "10");
}

static void
candidate_updated (SquillModel *model)
{
  draw_candidate (model);
  draw_operation (model, "ship", "update", "reading", 1);
  change (model, "ship", "filter", "[{'path': 'reading.sensor', 'how': 'eq'}]");
  change (model, "ship", "writes", "[{'path': 'reading.value'}]");
}

static void
candidate_unique (SquillModel *model)
{
  draw_candidate (model);
  draw_index (model, "reading", "once",
              "[{'path': 'reading.sensor', 'how': '1'}, {'path': 'reading.at', 'how': '1'}]");
  change (model, "once", "unique", "true");
}

/* Documents that expire by the time of the measurement do so in a time series, too. */
static void
candidate_expiring (SquillModel *model)
{
  draw_candidate (model);
  draw_index (model, "reading", "ttl", "[{'path': 'reading.at', 'how': '1'}]");
  change (model, "ttl", "expire_after", "86400");
}

/* Buckets are distributed by what they are a series of. */
static void
candidate_sharded (SquillModel *model)
{
  draw_candidate (model);
  change (model, "reading", "shard_key", "[{'path': 'reading.at', 'how': '1'}]");
}

/* By another date they cannot. */
static void
candidate_expiring_otherwise (SquillModel *model)
{
  draw_candidate (model);
  draw_field (model, "reading", "until", "date");
  draw_index (model, "reading", "ttl", "[{'path': 'reading.until', 'how': '1'}]");
  change (model, "ttl", "expire_after", "0");
}

/* Some are read by their ids. */
static void
candidate_by_id (SquillModel *model)
{
  draw_candidate (model);
  draw_operation (model, "one", "find", "reading", 1);
  change (model, "one", "filter", "[{'path': '=_id', 'how': 'eq'}]");
}

/* Slowly, but for long, and each series every hour. */
static void
candidate_slow (SquillModel *model)
{
  draw_candidate (model);
  change (model, "reading", "count", "{'min': 3e7, 'likely': 3e7, 'max': 3e7}");
  change (model, "measure", "rate", "0.3");
}

static void
candidate_few (SquillModel *model)
{
  draw_candidate (model);
  change (model, "measure", "rate", "1");
}

/* Many in all, but a series has one in years, as a flat has tenancies. */
static void
candidate_sparse (SquillModel *model)
{
  candidate_slow (model);
  change (model, "reading.sensor", "distinct", "1e7");
}

/* Nobody said how many series there are. */
static void
candidate_unknown (SquillModel *model)
{
  candidate_slow (model);
  change (model, "reading.sensor", "distinct", NULL);
}

/* Fast, but of still more: each car that a bridge counts comes once in its life. */
static void
candidate_fast_and_sparse (SquillModel *model)
{
  draw_candidate (model);
  change (model, "reading.sensor", "distinct", "1e8");
}

/* That many come at once is enough. */
static void
candidate_fast_and_unknown (SquillModel *model)
{
  draw_candidate (model);
  change (model, "reading.sensor", "distinct", NULL);
}

/* Seldom, but all that a sensor has measured. */
static void
candidate_updated_at_once (SquillModel *model)
{
  draw_candidate (model);
  draw_operation (model, "correct", "update", "reading", 0.01);
  change (model, "correct", "filter", "[{'path': 'reading.sensor', 'how': 'eq'}]");
  change (model, "correct", "writes", "[{'path': 'reading.value'}]");
  change (model, "correct", "documents", "1000");
}

static void
candidate_on_old (SquillModel *model)
{
  draw_candidate (model);
  change (model, "model", "server_version", "'4.4'");
}

/* An hour of a segment, measured every second. */
static void
draw_events (SquillModel *model)
{
  draw_entity (model, "event", 16000 * 86400.0);
  draw_field (model, "event", "ts", "date");
  draw_text (model, "event", "segment", 10);
  change (model, "event.segment", "distinct", "16000");
  draw_field (model, "event", "speed", "int");
  draw_operation (model, "measure", "insert", "event", 16000);
  draw_operation (model, "hour", "find", "event", 5);
  change (model, "hour", "filter",
          "[{'path': 'event.segment', 'how': 'eq'}, {'path': 'event.ts', 'how': 'range'}]");
}

static void
events_silent (SquillModel *model)
{
  draw_events (model);
  change (model, "hour", "filter", "[{'path': '=_id', 'how': 'eq'}]");
}

/* Nobody asks for single values. */
static void
sums_fire (SquillModel *model)
{
  draw_events (model);
  change (model, "hour", "operation", "'aggregate'");
  change (model, "hour", "computes", "[{'path': 'event.speed', 'how': 'avg'}]");
}

/* Somebody does. */
static void
sums_silent (SquillModel *model)
{
  sums_fire (model);
  draw_operation (model, "trace", "find", "event", 0.1);
  change (model, "trace", "filter",
          "[{'path': 'event.segment', 'how': 'eq'}, {'path': 'event.ts', 'how': 'range'}]");
}

/* An aggregate that hands all of them on. */
static void
sums_of_nothing (SquillModel *model)
{
  sums_fire (model);
  change (model, "hour", "computes", NULL);
}

static void
events_few (SquillModel *model)
{
  draw_events (model);
  change (model, "hour", "limit", "59");
}

static void
draw_buckets (SquillModel *model, const char *children, const char *bound, double bytes)
{
  draw_entity (model, "customer", 1000);
  draw_entity (model, "trade", NAN);
  draw_text (model, "trade", "text", bytes);
  draw_relationship (model, "trades", "customer", "trade", "bucket", children, "1");
  change (model, "trades", "bound", bound);
}

static void
bucket_empty (SquillModel *model)
{
  draw_buckets (model, "0..3..1000", "10", 50);
}

static void
bucket_full (SquillModel *model)
{
  draw_buckets (model, "0..800..1000", "10", 50);
}

static void
bucket_large (SquillModel *model)
{
  draw_buckets (model, "0..800..1000", "100", 2000);
}

static void
bucket_not_large (SquillModel *model)
{
  draw_buckets (model, "0..800..1000", "50", 2000);
}

static void
bucket_small (SquillModel *model)
{
  draw_buckets (model, "0..800..1000", "4", 50);
}

static void
bucket_not_small (SquillModel *model)
{
  draw_buckets (model, "0..800..1000", "5", 50);
}

static void
random_fires (SquillModel *model)
{
  bucket_full (model);
  change (model, "trades", "together", "6");
  change (model, "trades", "child_alone", "4");
}

static void
random_silent (SquillModel *model)
{
  bucket_full (model);
  change (model, "trades", "together", "6");
  change (model, "trades", "child_alone", "0");
}

static void
draw_traffic (SquillModel *model, double segments, double interval, const char *bound)
{
  draw_entity (model, "segment", segments);
  draw_entity (model, "event", NAN);
  draw_field (model, "event", "speed", "int");
  draw_relationship (model, "speeds", "segment", "event", "bucket", "0..31536000..inf", "1");
  change (model, "speeds", "bound", bound);
  change_number (model, "speeds", "write", segments / interval);
}

static void
span_fires (SquillModel *model)
{
  draw_traffic (model, 16000, 1, "3600");
}

static void
span_silent (SquillModel *model)
{
  draw_traffic (model, 10, 60, "3600");
}

static void
span_minute (SquillModel *model)
{
  draw_traffic (model, 16000, 1, "60");
}

static void
draw_seconds (SquillModel *model, const char *length, const char *key)
{
  draw_entity (model, "hour", 1000);
  draw_field (model, "hour", "speed", "int");
  change (model, "hour.speed", "map", "true");
  change (model, "hour.speed", "length", length);
  change (model, "hour.speed", "key_size", key);
  change (model, "hour.speed", "key_pattern", "'^[0-9]+$'");
  /* That a map has many keys is worse. */
  change (model, "model", "thresholds", "{'map.keys': 10000}");
}

static void
flat_fires (SquillModel *model)
{
  draw_seconds (model, "{'min': 0, 'likely': 3600, 'max': 3600}",
                "{'min': 1, 'likely': 4, 'max': 4}");
}

static void
flat_silent (SquillModel *model)
{
  draw_seconds (model, "{'min': 0, 'likely': 60, 'max': 60}", "{'min': 1, 'likely': 2, 'max': 2}");
}

/* Nobody measured the longest key. */
static void
flat_of_rough_keys (SquillModel *model)
{
  draw_seconds (model, "{'min': 0, 'likely': 3600, 'max': 3600}",
                "{'min': 1, 'likely': 4, 'max': 12}");
}

/* Numbers that are ids. */
static void
flat_of_ids (SquillModel *model)
{
  draw_seconds (model, "{'min': 0, 'likely': 3600, 'max': 3600}",
                "{'min': 1, 'likely': 7, 'max': 9}");
}

static void
draw_numbered (SquillModel *model, guint n)
{
  draw_entity (model, "hour", 1000);
  draw_field (model, "hour", "speed", "object");
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u", i);

      draw_field (model, "hour.speed", name, "int");
    }
}

static void
flat_of_fields (SquillModel *model)
{
  draw_numbered (model, 101);
}

static void
flat_of_few_fields (SquillModel *model)
{
  draw_numbered (model, 100);
}

static const RuleCase cases[] = {
  { "ts-limits", SQUILL_SEVERITY_ERROR, "reading", limits_fires, limits_silent },
  { "ts-limits", SQUILL_SEVERITY_ERROR, "reading", limits_of_5, limits_meta_of_5 },
  { "ts-limits", SQUILL_SEVERITY_ERROR, "reading", limits_text, NULL },
  { "ts-limits", SQUILL_SEVERITY_ERROR, "reading", limits_sparse, limits_sparse_meta },
  { "ts-limits", SQUILL_SEVERITY_ERROR, "reading", limits_large, limits_not_large },
  { "ts-limits", SQUILL_SEVERITY_ERROR, "reading", limits_old, NULL },
  { "ts-limits", SQUILL_SEVERITY_ERROR, "reading", limits_elsewhere, NULL },
  { "ts-limits", SQUILL_SEVERITY_ERROR, "reading", limits_capped, NULL },
  { "ts-limits", SQUILL_SEVERITY_ERROR, "reading", limits_transaction, NULL },
  { "ts-limits", SQUILL_SEVERITY_ERROR, "reading", limits_update, limits_update_meta },
  { "ts-shard-key", SQUILL_SEVERITY_ERROR, "reading", shard_key_fires, shard_key_silent },
  { "ts-shard-key", SQUILL_SEVERITY_WARNING, "reading", shard_key_time_last, NULL },
  { "ts-shard-key", SQUILL_SEVERITY_ERROR, "reading", shard_key_time_first, NULL },
  { "ts-meta-cardinality", SQUILL_SEVERITY_WARNING, "reading", meta_fires, meta_silent },
  { "ts-meta-cardinality", SQUILL_SEVERITY_WARNING, "reading", meta_constant, meta_at_limit },
  { "ts-meta-mutable", SQUILL_SEVERITY_WARNING, "reading", mutable_fires, mutable_silent },
  { "ts-meta-mutable", SQUILL_SEVERITY_ERROR, "reading", mutable_time, NULL },
  { "ts-meta-mutable", SQUILL_SEVERITY_WARNING, "reading", mutable_beside, mutable_nowhere },
  { "ts-meta-mutable", SQUILL_SEVERITY_WARNING, NULL, NULL, mutable_whole },
  { "ts-meta-mutable", SQUILL_SEVERITY_HINT, "reading", mutable_by_looks, mutable_place },
  { "ts-granularity", SQUILL_SEVERITY_HINT, "reading", granularity_fires, granularity_silent },
  { "ts-granularity", SQUILL_SEVERITY_HINT, "reading", granularity_too_coarse,
    granularity_of_hours },
  { "ts-granularity", SQUILL_SEVERITY_HINT, NULL, NULL, granularity_closed_full },
  { "ts-granularity", SQUILL_SEVERITY_HINT, NULL, NULL, granularity_of_quarters },
  { "ts-collection-candidate", SQUILL_SEVERITY_HINT, "reading", draw_candidate, candidate_updated },
  { "ts-collection-candidate", SQUILL_SEVERITY_HINT, "reading", candidate_expiring,
    candidate_expiring_otherwise },
  { "ts-collection-candidate", SQUILL_SEVERITY_HINT, "reading", candidate_sharded,
    candidate_unique },
  { "ts-collection-candidate", SQUILL_SEVERITY_HINT, "reading", candidate_slow, candidate_sparse },
  { "ts-collection-candidate", SQUILL_SEVERITY_HINT, NULL, NULL, candidate_unknown },
  { "ts-collection-candidate", SQUILL_SEVERITY_HINT, "reading", candidate_fast_and_unknown,
    candidate_fast_and_sparse },
  { "ts-collection-candidate", SQUILL_SEVERITY_HINT, NULL, NULL, candidate_few },
  { "ts-collection-candidate", SQUILL_SEVERITY_HINT, NULL, NULL, candidate_by_id },
  { "ts-collection-candidate", SQUILL_SEVERITY_HINT, NULL, NULL, candidate_on_old },
  { "ts-collection-candidate", SQUILL_SEVERITY_HINT, NULL, NULL, candidate_updated_at_once },
  { "ts-doc-per-event", SQUILL_SEVERITY_HINT, "event", draw_events, events_silent },
  { "ts-doc-per-event", SQUILL_SEVERITY_HINT, NULL, NULL, events_few },
  { "ts-preagg", SQUILL_SEVERITY_HINT, "event", sums_fire, sums_silent },
  { "ts-preagg", SQUILL_SEVERITY_HINT, NULL, NULL, sums_of_nothing },
  { "ts-bucket-span", SQUILL_SEVERITY_WARNING, "speeds", span_fires, span_silent },
  { "ts-bucket-span", SQUILL_SEVERITY_WARNING, NULL, NULL, span_minute },
  { "ts-bucket-flat", SQUILL_SEVERITY_HINT, "hour.speed", flat_fires, flat_silent },
  { "ts-bucket-flat", SQUILL_SEVERITY_HINT, "hour.speed", flat_of_rough_keys, flat_of_ids },
  { "ts-bucket-flat", SQUILL_SEVERITY_HINT, "hour.speed", flat_of_fields, flat_of_few_fields },
  { "bucket-size", SQUILL_SEVERITY_HINT, "trades", bucket_empty, bucket_full },
  { "bucket-size", SQUILL_SEVERITY_HINT, "trades", bucket_large, bucket_not_large },
  { "bucket-size", SQUILL_SEVERITY_HINT, "trades", bucket_small, bucket_not_small },
  { "bucket-random-access", SQUILL_SEVERITY_WARNING, "trades", random_fires, random_silent },
};

static double
get_number (const SquillFinding *finding, const char *name)
{
  g_assert_nonnull (finding);
  return json_number_value (json_object_get (finding->values, name));
}

/* The numbers of the example of traffic: hours of 3 600 seconds written once a minute. */
static void
test_span (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;

  span_fires (model);
  advice = advise (model);
  finding = find_finding (advice, "ts-bucket-span", NULL);
  g_assert_cmpfloat (get_number (finding, "seconds"), ==, 3600);
  g_assert_cmpfloat (get_number (finding, "written_bytes"), >, 7e6);
  g_assert_cmpstr (finding->fix->label, ==, "Combine 60 into one document");
}

/* One finding for one cause: where many are read at once, that is said, and the fix is the same. */
static void
test_series_once (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;
  const SquillEntity *event;

  draw_events (model);
  advice = advise (model);
  g_assert_null (find_finding (advice, "ts-collection-candidate", NULL));
  finding = find_finding (advice, "ts-doc-per-event", NULL);
  g_assert_cmpfloat (get_number (finding, "read_at_once"), ==, 8640);
  g_assert_true (squill_advice_apply_fix (advice, finding, NULL));
  event = squill_model_get_entity (model, "event");
  g_assert_cmpstr (event->time_field, ==, "event.ts");
  g_assert_cmpstr (event->meta_field, ==, "event.segment");
}

/* What expired still does, after the same time. */
static void
test_expiry (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  candidate_expiring (model);
  advice = advise (model);
  g_assert_true (squill_advice_apply_fix (
      advice, find_finding (advice, "ts-collection-candidate", "reading"), NULL));
  g_assert_cmpfloat (squill_model_get_entity (model, "reading")->expire_after, ==, 86400);
  g_assert_true (
      isnan (((const SquillIndex *)squill_model_get_item_of_kind (model, "ttl", SQUILL_KIND_INDEX))
                 ->expire_after));
}

/* Buckets are distributed by their series, whatever the documents were distributed by. */
static void
test_sharded (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillKeys *keys;

  candidate_sharded (model);
  advice = advise (model);
  g_assert_true (squill_advice_apply_fix (
      advice, find_finding (advice, "ts-collection-candidate", "reading"), NULL));
  keys = squill_model_get_entity (model, "reading")->shard_key;
  g_assert_cmpuint (keys->len, ==, 1);
  g_assert_cmpstr (((const SquillKey *)keys->pdata[0])->path, ==, "reading.sensor");
  g_assert_cmpstr (((const SquillKey *)keys->pdata[0])->operator, ==, "hashed");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/advice/time-series/automatic-index", test_automatic_index);
  g_test_add_func ("/advice/time-series/order-by-time", test_order_by_time);
  add_rule_cases (cases, G_N_ELEMENTS (cases));
  g_test_add_func ("/advice/ts-bucket-span/numbers", test_span);
  g_test_add_func ("/advice/ts-doc-per-event/once", test_series_once);
  g_test_add_func ("/advice/ts-collection-candidate/expiry", test_expiry);
  g_test_add_func ("/advice/ts-collection-candidate/sharded", test_sharded);
  return g_test_run ();
}
