/* SPDX-License-Identifier: Apache-2.0 */

/* Family F: sharding. */

#include "config.h"

#include "advice-fixture.h"

#define GB 1e9

/* About 1 000 bytes each. */
static void
draw_posts (SquillModel *model, double bytes, double more_a_year)
{
  draw_entity (model, "post", bytes / 1000);
  draw_text (model, "post", "author", 20);
  change (model, "post.author", "distinct", "1000000");
  change (model, "post.author", "top", "0.00001");
  draw_field (model, "post", "when", "date");
  draw_text (model, "post", "text", 1000 - 5 - 17 - 32 - 14 - 11);
  if (more_a_year > 0)
    change_number (model, "post", "growth", more_a_year / 12 / 1000);
}

static void
shard_by (SquillModel *model, const char *keys)
{
  change (model, "post", "shard_key", keys);
  change (model, "model", "shards", "12");
}

#define AUTHOR "{'path': 'post.author', 'how': '1'}"
#define WHEN "{'path': 'post.when', 'how': '1'}"

static void
consider_fires (SquillModel *model)
{
  draw_posts (model, 180 * GB, 60 * GB);
}

static void
consider_silent (SquillModel *model)
{
  draw_posts (model, 40 * GB, 0);
}

static void
consider_chosen (SquillModel *model)
{
  consider_fires (model);
  change (model, "post", "shard_key", "[" AUTHOR "]");
}

static void
consider_by_writes (SquillModel *model)
{
  draw_posts (model, 40 * GB, 0);
  change (model, "model", "write_capacity", "1000");
  draw_operation (model, "write post", "insert", "post", 2000);
}

static void
consider_few_writes (SquillModel *model)
{
  consider_by_writes (model);
  change (model, "model", "write_capacity", "2000");
}

static void
consider_by_cache (SquillModel *model)
{
  draw_posts (model, 40 * GB, 0);
  change (model, "model", "memory", "32");
  draw_operation (model, "find post", "find", "post", 20);
  change (model, "post", "hot_share", "0.9");
}

/* Nobody said how much of it is in use. */
static void
consider_by_cache_unsaid (SquillModel *model)
{
  consider_by_cache (model);
  change (model, "post", "hot_share", NULL);
}

static void
consider_cold (SquillModel *model)
{
  consider_by_cache (model);
  change (model, "post", "hot_share", "0.1");
}

static void
early_fires (SquillModel *model)
{
  draw_posts (model, 90 * GB, 70 * GB);
}

static void
early_silent (SquillModel *model)
{
  early_fires (model);
  change (model, "post", "shard_key", "[" AUTHOR "]");
}

static void
per_shard_fires (SquillModel *model)
{
  draw_posts (model, 9000 * GB, 0);
  shard_by (model, "[" AUTHOR "]");
  change (model, "model", "shards", "4");
}

static void
per_shard_silent (SquillModel *model)
{
  draw_posts (model, 6000 * GB, 0);
  shard_by (model, "[" AUTHOR "]");
  change (model, "model", "shards", "4");
}

static void
per_shard_of_atlas (SquillModel *model)
{
  draw_posts (model, 17000 * GB, 0);
  shard_by (model, "[" AUTHOR "]");
  change (model, "model", "shards", "4");
  change (model, "model", "dialect", "'atlas'");
}

static void
unneeded_fires (SquillModel *model)
{
  draw_posts (model, 2 * GB, 0);
  shard_by (model, "[" AUTHOR "]");
}

static void
unneeded_silent (SquillModel *model)
{
  draw_posts (model, 300 * GB, 0);
  shard_by (model, "[" AUTHOR "]");
}

static void
unneeded_busy (SquillModel *model)
{
  unneeded_fires (model);
  change (model, "model", "write_capacity", "1000");
  draw_operation (model, "write post", "insert", "post", 2000);
}

static void
draw_unique (SquillModel *model, const char *keys)
{
  draw_posts (model, 300 * GB, 0);
  shard_by (model, "[" AUTHOR "]");
  draw_index (model, "post", "once", keys);
  change (model, "once", "unique", "true");
}

static void
unique_fires (SquillModel *model)
{
  draw_unique (model, "[" WHEN "]");
}

static void
unique_silent (SquillModel *model)
{
  draw_unique (model, "[" AUTHOR ", " WHEN "]");
}

static void
unique_behind (SquillModel *model)
{
  draw_unique (model, "[" WHEN ", " AUTHOR "]");
}

static void
draw_id (SquillModel *model, const char *type)
{
  draw_posts (model, 300 * GB, 0);
  draw_field (model, "post", "_id", type);
  shard_by (model, "[" AUTHOR "]");
}

static void
id_fires (SquillModel *model)
{
  draw_id (model, "long");
}

static void
id_silent (SquillModel *model)
{
  draw_id (model, "objectId");
}

static void
id_of_uuids (SquillModel *model)
{
  draw_id (model, "binData");
  change (model, "post._id", "meaning", "'uuid'");
}

static void
id_is_key (SquillModel *model)
{
  draw_id (model, "long");
  shard_by (model, "[{'path': 'post._id', 'how': '1'}]");
}

static void
type_fires (SquillModel *model)
{
  draw_posts (model, 300 * GB, 0);
  draw_array (model, "post", "tags", "string", "1..5..9");
  change (model, "post.tags", "size", "{'min': 1, 'likely': 5, 'max': 9}");
  shard_by (model, "[{'path': 'post.tags', 'how': '1'}]");
}

static void
type_silent (SquillModel *model)
{
  draw_posts (model, 300 * GB, 0);
  shard_by (model, "[" AUTHOR ", {'path': '=_id', 'how': '1'}]");
}

static void
type_descending (SquillModel *model)
{
  draw_posts (model, 300 * GB, 0);
  shard_by (model, "[{'path': 'post.author', 'how': '-1'}]");
}

static void
type_text (SquillModel *model)
{
  draw_posts (model, 300 * GB, 0);
  shard_by (model, "[{'path': 'post.text', 'how': 'text'}]");
}

static void
type_hashed_twice (SquillModel *model)
{
  draw_posts (model, 300 * GB, 0);
  shard_by (model, "[{'path': 'post.author', 'how': 'hashed'}, {'path': 'post.when', 'how': "
                   "'hashed'}]");
}

static void
type_hashed_first (SquillModel *model)
{
  draw_posts (model, 300 * GB, 0);
  shard_by (model, "[{'path': 'post.author', 'how': 'hashed'}, " WHEN "]");
}

static void
type_hashed_first_long_ago (SquillModel *model)
{
  type_hashed_first (model);
  change (model, "model", "server_version", "'4.2'");
}

static void
type_unique_hash (SquillModel *model)
{
  draw_posts (model, 300 * GB, 0);
  shard_by (model, "[{'path': 'post.author', 'how': 'hashed'}]");
  change (model, "post", "shard_unique", "true");
}

static void
type_sparse_index (SquillModel *model)
{
  draw_posts (model, 300 * GB, 0);
  shard_by (model, "[" AUTHOR "]");
  draw_index (model, "post", "by_author", "[" AUTHOR "]");
  change (model, "by_author", "sparse", "true");
}

static void
type_another_index (SquillModel *model)
{
  type_sparse_index (model);
  draw_index (model, "post", "by_author_and_time", "[" AUTHOR ", " WHEN "]");
}

static void
draw_continents (SquillModel *model, const char *keys)
{
  draw_posts (model, 300 * GB, 0);
  draw_text (model, "post", "continent", 10);
  change (model, "post.continent", "distinct", "7");
  shard_by (model, keys);
}

static void
cardinality_fires (SquillModel *model)
{
  draw_continents (model, "[{'path': 'post.continent', 'how': '1'}]");
}

static void
cardinality_silent (SquillModel *model)
{
  draw_continents (model, "[{'path': 'post.continent', 'how': '1'}, " AUTHOR "]");
}

static void
cardinality_warns (SquillModel *model)
{
  cardinality_fires (model);
  change (model, "post.continent", "distinct", "119");
}

static void
cardinality_enough (SquillModel *model)
{
  cardinality_fires (model);
  change (model, "post.continent", "distinct", "120");
}

static void
draw_countries (SquillModel *model, const char *keys)
{
  draw_posts (model, 300 * GB, 0);
  draw_text (model, "post", "country", 2);
  change (model, "post.country", "distinct", "200");
  change (model, "post.country", "top", "0.6");
  shard_by (model, keys);
}

static void
frequency_fires (SquillModel *model)
{
  draw_countries (model, "[{'path': 'post.country', 'how': '1'}]");
}

static void
frequency_silent (SquillModel *model)
{
  draw_countries (model, "[{'path': 'post.country', 'how': '1'}, " AUTHOR "]");
}

static void
draw_inserts (SquillModel *model, const char *keys, double rate)
{
  draw_posts (model, 300 * GB, 0);
  shard_by (model, keys);
  draw_operation (model, "write post", "insert", "post", rate);
  draw_operation (model, "find post", "find", "post", 10);
  change (model, "find post", "filter", "[{'path': '=_id', 'how': 'eq'}]");
}

static void
monotonic_fires (SquillModel *model)
{
  draw_inserts (model, "[{'path': '=_id', 'how': '1'}]", 5000);
}

static void
monotonic_silent (SquillModel *model)
{
  draw_inserts (model, "[{'path': '=_id', 'how': 'hashed'}]", 5000);
}

static void
monotonic_read (SquillModel *model)
{
  draw_inserts (model, "[{'path': '=_id', 'how': '1'}]", 0.001);
}

static void
monotonic_by_date (SquillModel *model)
{
  draw_inserts (model, "[" WHEN ", " AUTHOR "]", 5000);
}

static void
scatter_fires (SquillModel *model)
{
  draw_posts (model, 300 * GB, 0);
  shard_by (model, "[" AUTHOR "]");
  draw_text (model, "post", "number", 8);
  draw_operation (model, "by number", "find", "post", 50);
  change (model, "by number", "filter", "[{'path': 'post.number', 'how': 'eq'}]");
  draw_operation (model, "of author", "find", "post", 50);
  change (model, "of author", "filter", "[{'path': 'post.author', 'how': 'eq'}]");
}

static void
scatter_silent (SquillModel *model)
{
  scatter_fires (model);
  change (model, "by number", "filter",
          "[{'path': 'post.author', 'how': 'eq'}, {'path': 'post.number', 'how': 'eq'}]");
}

static void
scatter_at_limit (SquillModel *model)
{
  scatter_fires (model);
  change (model, "by number", "rate", "12.5");
}

/* All shards do a part of a report. */
static void
scatter_report (SquillModel *model)
{
  scatter_fires (model);
  change (model, "by number", "operation", "'aggregate'");
  change (model, "by number", "filter", NULL);
}

static void
draw_latest (SquillModel *model, const char *how)
{
  draw_posts (model, 300 * GB, 0);
  shard_by (model, "[{'path': 'post.when', 'how': 'hashed'}]");
  draw_operation (model, "latest", "find", "post", 50);
  change (model, "latest", "filter", how);
}

static void
hashed_fires (SquillModel *model)
{
  draw_latest (model, "[{'path': 'post.when', 'how': 'range'}]");
}

static void
hashed_sorted (SquillModel *model)
{
  draw_latest (model, NULL);
  change (model, "latest", "sort", "[{'path': 'post.when', 'how': '-1'}]");
  change (model, "latest", "limit", "10");
}

static void
hashed_silent (SquillModel *model)
{
  draw_latest (model, "[{'path': 'post.when', 'how': 'eq'}]");
}

static void
draw_status (SquillModel *model)
{
  draw_posts (model, 300 * GB, 0);
  draw_text (model, "post", "status", 8);
  draw_operation (model, "publish", "update", "post", 5);
  change (model, "publish", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "publish", "writes", "[{'path': 'post.status'}]");
}

static void
mutable_fires (SquillModel *model)
{
  draw_status (model);
  shard_by (model, "[{'path': 'post.status', 'how': '1'}, " AUTHOR "]");
}

static void
mutable_silent (SquillModel *model)
{
  draw_status (model);
  shard_by (model, "[" AUTHOR "]");
}

static void
missing_fires (SquillModel *model)
{
  draw_posts (model, 300 * GB, 0);
  shard_by (model, "[" AUTHOR "]");
  change (model, "post.author", "required", NULL);
  change (model, "post.author", "presence", "0.6");
}

static void
missing_silent (SquillModel *model)
{
  missing_fires (model);
  change (model, "post.author", "presence", "1");
}

static void
single_fires (SquillModel *model)
{
  draw_status (model);
  shard_by (model, "[" AUTHOR "]");
  change (model, "publish", "filter", "[{'path': 'post.status', 'how': 'eq'}]");
}

static void
single_silent (SquillModel *model)
{
  single_fires (model);
  change (model, "publish", "filter",
          "[{'path': 'post.status', 'how': 'eq'}, {'path': 'post.author', 'how': 'eq'}]");
}

static void
single_long_ago (SquillModel *model)
{
  single_fires (model);
  change (model, "model", "server_version", "'6.0'");
}

static void
single_by_id (SquillModel *model)
{
  single_fires (model);
  change (model, "publish", "filter", "[{'path': '=_id', 'how': 'eq'}]");
}

static void
single_upsert (SquillModel *model)
{
  single_by_id (model);
  change (model, "publish", "upsert", "true");
}

static void
single_many (SquillModel *model)
{
  single_fires (model);
  change (model, "publish", "multi", "true");
}

static void
draw_reviews (SquillModel *model, const char *keys)
{
  draw_entity (model, "product", 1000);
  draw_text (model, "product", "name", 20);
  draw_entity (model, "review", 1e8);
  draw_text (model, "review", "user", 20);
  draw_text (model, "review", "text", 1000);
  draw_relationship (model, "reviews", "product", "review", "parent-reference", "0..20..90", "1");
  change (model, "review", "shard_key", keys);
  change (model, "model", "shards", "12");
  draw_operation (model, "show product", "aggregate", "product", 5);
  change (model, "show product", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "show product", "follows", "['reviews']");
}

static void
lookup_fires (SquillModel *model)
{
  draw_reviews (model, "[{'path': 'review.user', 'how': '1'}]");
}

static void
lookup_silent (SquillModel *model)
{
  draw_reviews (model, "[{'path': 'reviews', 'how': '1'}]");
}

static void
lookup_long_ago (SquillModel *model)
{
  lookup_silent (model);
  change (model, "model", "server_version", "'5.0'");
}

static void
draw_covered (SquillModel *model, const char *keys)
{
  draw_posts (model, 300 * GB, 0);
  draw_field (model, "post", "region", "int");
  draw_field (model, "post", "a", "int");
  draw_field (model, "post", "b", "int");
  shard_by (model, "[{'path': 'post.region', 'how': '1'}]");
  draw_index (model, "post", "ab", keys);
  draw_operation (model, "b of a", "find", "post", 5);
  change (model, "b of a", "filter", "[{'path': 'post.a', 'how': 'eq'}]");
  change (model, "b of a", "returns", "[{'path': 'post.b'}]");
}

static void
covered_fires (SquillModel *model)
{
  draw_covered (model, "[{'path': 'post.a', 'how': '1'}, {'path': 'post.b', 'how': '1'}]");
}

static void
covered_silent (SquillModel *model)
{
  draw_covered (model, "[{'path': 'post.a', 'how': '1'}, {'path': 'post.b', 'how': '1'}, "
                       "{'path': 'post.region', 'how': '1'}]");
}

/* Posts as the article has them: of an author, and the latest. */
static void
draw_choice (SquillModel *model, double bytes)
{
  draw_posts (model, bytes, 0);
  draw_operation (model, "write post", "insert", "post", 100);
  draw_operation (model, "of author", "find", "post", 50);
  change (model, "of author", "filter", "[{'path': 'post.author', 'how': 'eq'}]");
  draw_operation (model, "since", "find", "post", 10);
  change (model, "since", "filter", "[{'path': 'post.when', 'how': 'range'}]");
}

static void
choice_fires (SquillModel *model)
{
  draw_choice (model, 600 * GB);
}

static void
choice_silent (SquillModel *model)
{
  draw_choice (model, 2 * GB);
}

/* Nothing to choose by. */
static void
choice_unused (SquillModel *model)
{
  draw_posts (model, 600 * GB, 0);
}

static void
draw_change (SquillModel *model)
{
  draw_posts (model, 300 * GB, 0);
  shard_by (model, "[" WHEN "]");
  observe (model, "post", "post", "{}");
}

static void
change_fires (SquillModel *model)
{
  draw_change (model);
  shard_by (model, "[" AUTHOR ", " WHEN "]");
}

static void
change_of_empty (SquillModel *model)
{
  change_fires (model);
  change (model, "post", "count", "{'min': 0, 'likely': 0, 'max': 0}");
}

static const RuleCase cases[] = {
  { "shard-consider", SQUILL_SEVERITY_WARNING, "post", consider_fires, consider_silent },
  { "shard-consider", SQUILL_SEVERITY_WARNING, "post", consider_by_writes, consider_few_writes },
  { "shard-consider", SQUILL_SEVERITY_WARNING, "post", consider_by_cache, consider_cold },
  { "shard-consider", SQUILL_SEVERITY_WARNING, NULL, NULL, consider_by_cache_unsaid },
  { "shard-consider", SQUILL_SEVERITY_WARNING, NULL, NULL, consider_chosen },
  { "shard-early-decision", SQUILL_SEVERITY_HINT, "post", early_fires, early_silent },
  { "shard-early-decision", SQUILL_SEVERITY_HINT, NULL, NULL, consider_fires },
  { "shard-per-shard", SQUILL_SEVERITY_WARNING, "post", per_shard_fires, per_shard_silent },
  { "shard-per-shard", SQUILL_SEVERITY_ERROR, "post", per_shard_of_atlas, NULL },
  { "shard-unneeded", SQUILL_SEVERITY_HINT, "post", unneeded_fires, unneeded_silent },
  { "shard-unneeded", SQUILL_SEVERITY_HINT, NULL, NULL, unneeded_busy },
  { "shard-unique-index", SQUILL_SEVERITY_ERROR, "once", unique_fires, unique_silent },
  { "shard-unique-index", SQUILL_SEVERITY_ERROR, "once", unique_behind, NULL },
  { "shard-id-not-unique", SQUILL_SEVERITY_WARNING, "post", id_fires, id_silent },
  { "shard-id-not-unique", SQUILL_SEVERITY_WARNING, NULL, NULL, id_of_uuids },
  { "shard-id-not-unique", SQUILL_SEVERITY_WARNING, NULL, NULL, id_is_key },
  { "shard-key-index-type", SQUILL_SEVERITY_ERROR, "post", type_fires, type_silent },
  { "shard-key-index-type", SQUILL_SEVERITY_ERROR, "post", type_descending, NULL },
  { "shard-key-index-type", SQUILL_SEVERITY_ERROR, "post", type_text, NULL },
  { "shard-key-index-type", SQUILL_SEVERITY_ERROR, "post", type_hashed_twice, type_hashed_first },
  { "shard-key-index-type", SQUILL_SEVERITY_ERROR, "post", type_hashed_first_long_ago, NULL },
  { "shard-key-index-type", SQUILL_SEVERITY_ERROR, "post", type_unique_hash, NULL },
  { "shard-key-index-type", SQUILL_SEVERITY_ERROR, "post", type_sparse_index, type_another_index },
  { "shard-key-cardinality", SQUILL_SEVERITY_ERROR, "post", cardinality_fires, cardinality_silent },
  { "shard-key-cardinality", SQUILL_SEVERITY_WARNING, "post", cardinality_warns,
    cardinality_enough },
  { "shard-key-frequency", SQUILL_SEVERITY_WARNING, "post", frequency_fires, frequency_silent },
  { "shard-key-monotonic", SQUILL_SEVERITY_WARNING, "post", monotonic_fires, monotonic_silent },
  { "shard-key-monotonic", SQUILL_SEVERITY_WARNING, "post", monotonic_by_date, monotonic_read },
  { "shard-scatter-gather", SQUILL_SEVERITY_WARNING, "post", scatter_fires, scatter_silent },
  { "shard-scatter-gather", SQUILL_SEVERITY_WARNING, NULL, NULL, scatter_at_limit },
  { "shard-scatter-gather", SQUILL_SEVERITY_WARNING, NULL, NULL, scatter_report },
  { "shard-hashed-range", SQUILL_SEVERITY_WARNING, "post", hashed_fires, hashed_silent },
  { "shard-hashed-range", SQUILL_SEVERITY_WARNING, "post", hashed_sorted, NULL },
  { "shard-key-mutable", SQUILL_SEVERITY_WARNING, "post", mutable_fires, mutable_silent },
  { "shard-key-missing", SQUILL_SEVERITY_WARNING, "post", missing_fires, missing_silent },
  { "shard-single-target", SQUILL_SEVERITY_WARNING, "publish", single_fires, single_silent },
  { "shard-single-target", SQUILL_SEVERITY_ERROR, "publish", single_long_ago, single_by_id },
  { "shard-single-target", SQUILL_SEVERITY_WARNING, "publish", single_upsert, single_many },
  { "shard-lookup", SQUILL_SEVERITY_WARNING, "show product", lookup_fires, lookup_silent },
  { "shard-lookup", SQUILL_SEVERITY_ERROR, "show product", lookup_long_ago, NULL },
  { "shard-covered", SQUILL_SEVERITY_HINT, "b of a", covered_fires, covered_silent },
  { "shard-key-choice", SQUILL_SEVERITY_HINT, "post", choice_fires, choice_silent },
  { "shard-key-choice", SQUILL_SEVERITY_HINT, NULL, NULL, choice_unused },
  { "shard-key-change-path", SQUILL_SEVERITY_HINT, "post", change_fires, draw_change },
  { "shard-key-change-path", SQUILL_SEVERITY_HINT, NULL, NULL, change_of_empty },
};

static double
get_number (const SquillFinding *finding, const char *name)
{
  g_assert_nonnull (finding);
  return json_number_value (json_object_get (finding->values, name));
}

/* The numbers of the catalog: 180 GB and 60 GB a year. */
static void
test_consider (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;

  consider_fires (model);
  advice = advise (model);
  finding = find_finding (advice, "shard-consider", NULL);
  g_assert_cmpfloat_with_epsilon (get_number (finding, "years"), (256 - 180) / 60.0, 0.05);
  g_assert_cmpfloat_with_epsilon (get_number (finding, "bytes_at_horizon"), 360 * GB, 5 * GB);
}

/* The author that most look for comes first; what targets the read of the latest is said with what
 * it does to inserts. */
static void
test_choice (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;
  const json_t *candidates;

  choice_fires (model);
  advice = advise (model);
  finding = find_finding (advice, "shard-key-choice", NULL);
  g_assert_nonnull (finding);
  candidates = json_object_get (finding->values, "candidates");
  g_assert_cmpuint (json_array_size (candidates), ==, 3);
  g_assert_true (g_str_has_prefix (json_string_value (json_array_get (candidates, 0)), "{author"));
  g_assert_cmpfloat_with_epsilon (get_number (finding, "targeted"), 50 / 60.0, 1e-9);
  g_assert_nonnull (finding->fix);
}

/* If the latest are read most, both effects of sharding by time are said. */
static void
test_choice_of_time (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;

  choice_fires (model);
  change (model, "since", "rate", "500");
  advice = advise (model);
  finding = find_finding (advice, "shard-key-choice", NULL);
  g_assert_nonnull (finding);
  g_assert_nonnull (strstr (finding->message, "{when: 1"));
  g_assert_nonnull (strstr (finding->message, "inserts"));
}

/* What is unique decides: the only unique index becomes the shard key. */
static void
test_unique (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillEntity *post;

  unique_behind (model);
  advice = advise (model);
  g_assert_true (
      squill_advice_apply_fix (advice, find_finding (advice, "shard-unique-index", NULL), NULL));
  post = squill_model_get_entity (model, "post");
  g_assert_cmpuint (post->shard_key->len, ==, 2);
  g_assert_cmpstr (((const SquillKey *)post->shard_key->pdata[0])->path, ==, "post.when");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  add_rule_cases (cases, G_N_ELEMENTS (cases));
  g_test_add_func ("/advice/shard-consider/numbers", test_consider);
  g_test_add_func ("/advice/shard-key-choice/author", test_choice);
  g_test_add_func ("/advice/shard-key-choice/time", test_choice_of_time);
  g_test_add_func ("/advice/shard-unique-index/fix", test_unique);
  return g_test_run ();
}
