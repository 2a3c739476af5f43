/* SPDX-License-Identifier: Apache-2.0 */

/* Family H: documents that are no longer needed. */

#include "config.h"

#include "advice-fixture.h"

static void
draw_log (SquillModel *model)
{
  draw_entity (model, "log", 1000);
  draw_field (model, "log", "user", "objectId");
  draw_field (model, "log", "createdAt", "date");
  draw_text (model, "log", "text", 100);
}

static void
draw_expiring (SquillModel *model, const char *keys, double seconds)
{
  draw_log (model);
  draw_index (model, "log", "ttl", keys);
  change_number (model, "ttl", "expire_after", seconds);
}

#define CREATED "{'path': 'log.createdAt', 'how': '1'}"
#define USER "{'path': 'log.user', 'how': '1'}"

static void
compound_expires (SquillModel *model)
{
  draw_expiring (model, "[" USER ", " CREATED "]", 3600);
}

static void
single_expires (SquillModel *model)
{
  draw_expiring (model, "[" CREATED "]", 3600);
}

static void
id_expires (SquillModel *model)
{
  draw_expiring (model, "[{'path': '=_id', 'how': '1'}]", 3600);
}

static void
string_expires (SquillModel *model)
{
  single_expires (model);
  change (model, "log.createdAt", "types", "['string']");
}

static void
dates_expire (SquillModel *model)
{
  single_expires (model);
  change (model, "log.createdAt", "array", "true");
}

static void
mixed_expires (SquillModel *model)
{
  single_expires (model);
  change (model, "log.createdAt", "types", "['date', 'string']");
}

static void
missing_expires (SquillModel *model)
{
  single_expires (model);
  change (model, "log.createdAt", "types", "['date', 'null']");
}

static void
hashed_expires (SquillModel *model)
{
  draw_expiring (model, "[{'path': 'log.createdAt', 'how': 'hashed'}]", 3600);
}

static void
late_expires (SquillModel *model)
{
  draw_expiring (model, "[" CREATED "]", 2147483648.0);
}

static void
latest_expires (SquillModel *model)
{
  draw_expiring (model, "[" CREATED "]", 2147483647.0);
}

static void
plain_collection_expires (SquillModel *model)
{
  draw_log (model);
  change (model, "log", "expire_after", "3600");
}

static void
clustered_expires (SquillModel *model)
{
  draw_log (model);
  draw_field (model, "log", "_id", "objectId");
  change (model, "log", "clustered", "true");
  change (model, "log", "expire_after", "3600");
}

static void
clustered_by_date_expires (SquillModel *model)
{
  clustered_expires (model);
  change (model, "log._id", "types", "['date']");
}

static void
duplicate_fires (SquillModel *model)
{
  single_expires (model);
  draw_index (model, "log", "plain", "[" CREATED "]");
}

static void
duplicate_silent (SquillModel *model)
{
  single_expires (model);
  draw_index (model, "log", "plain", "[" CREATED ", " USER "]");
}

static void
duplicate_unique (SquillModel *model)
{
  duplicate_fires (model);
  change (model, "ttl", "unique", "true");
}

static void
duplicate_descending (SquillModel *model)
{
  single_expires (model);
  draw_index (model, "log", "plain", "[{'path': 'log.createdAt', 'how': '-1'}]");
}

static void
draw_years (SquillModel *model, double months)
{
  draw_expiring (model, "[" CREATED "]", 30 * 86400.0);
  change (model, "log", "growth", "10000000");
  change (model, "log", "count", NULL);
  g_assert_true (squill_model_set (
      model, "log", "count",
      squill_json_triple (SQUILL_TRIPLE (months * 1e7, months * 1e7, months * 1e7)), NULL));
}

static void
burst_fires (SquillModel *model)
{
  draw_years (model, 60);
}

/* As many as come in a month, if numbers are taken for what they are. */
static void
burst_by_a_hair (SquillModel *model)
{
  draw_years (model, 1.15);
}

static void
burst_silent (SquillModel *model)
{
  draw_years (model, 1);
}

/* They have been expiring on the server since. */
static void
burst_observed (SquillModel *model)
{
  draw_years (model, 60);
  observe (model, "ttl", "log", "{}");
}

/* Each has the date on which it expires. */
static void
burst_at_date (SquillModel *model)
{
  burst_fires (model);
  change_number (model, "ttl", "expire_after", 0);
}

static void
burst_of_rate (SquillModel *model)
{
  draw_expiring (model, "[" CREATED "]", 3600);
  draw_operation (model, "write log", "insert", "log", 6000);
}

static void
burst_of_few (SquillModel *model)
{
  draw_expiring (model, "[" CREATED "]", 3600);
  draw_operation (model, "write log", "insert", "log", 10);
}

static void
draw_capped (SquillModel *model)
{
  draw_log (model);
  change (model, "log", "capped", "true");
  change (model, "log", "capped_size", "1000000");
  draw_operation (model, "write log", "insert", "log", 10);
}

static void
capped_sharded (SquillModel *model)
{
  draw_capped (model);
  change (model, "log", "shard_key", "[" USER "]");
}

static void
capped_expires (SquillModel *model)
{
  draw_capped (model);
  draw_index (model, "log", "ttl", "[" CREATED "]");
  change (model, "ttl", "expire_after", "3600");
}

static void
capped_in_transaction (SquillModel *model)
{
  draw_capped (model);
  change (model, "write log", "transaction", "true");
}

static void
capped_in_documentdb (SquillModel *model)
{
  draw_capped (model);
  change (model, "model", "dialect", "'documentdb'");
}

static void
capped_grows (SquillModel *model)
{
  draw_capped (model);
  draw_operation (model, "amend", "update", "log", 1);
  change (model, "amend", "writes", "[{'path': 'log.text'}]");
}

/* A date is as long as another. */
static void
capped_touched (SquillModel *model)
{
  draw_capped (model);
  draw_operation (model, "touch", "update", "log", 1);
  change (model, "touch", "writes", "[{'path': 'log.createdAt'}]");
}

static void
capped_deleted_long_ago (SquillModel *model)
{
  draw_capped (model);
  draw_operation (model, "forget", "delete", "log", 1);
  change (model, "model", "server_version", "'4.4'");
}

static void
capped_deleted (SquillModel *model)
{
  capped_deleted_long_ago (model);
  change (model, "model", "server_version", "'5.0'");
}

static void
ageing_fires (SquillModel *model)
{
  draw_entity (model, "system_log", 1e6);
  draw_field (model, "system_log", "at", "date");
  draw_text (model, "system_log", "text", 200);
  change (model, "system_log", "growth", "1000000");
}

static void
ageing_silent (SquillModel *model)
{
  draw_entity (model, "customers", 1e6);
  draw_field (model, "customers", "since", "date");
  draw_text (model, "customers", "text", 200);
  change (model, "customers", "growth", "1000000");
}

/* Samples in buckets: what comes are the samples, 12 a second. */
static void
ageing_of_buckets (SquillModel *model)
{
  draw_entity (model, "turbine", 120);
  draw_entity (model, "sample", 378e6);
  draw_field (model, "sample", "at", "date");
  draw_text (model, "sample", "text", 40);
  draw_relationship (model, "samples", "turbine", "sample", "bucket", "0..3150000..inf", "1");
  change (model, "samples", "ordering", "'time'");
  change (model, "samples", "bound", "1000");
  change (model, "samples", "growth", "3150000");
  draw_operation (model, "measure", "insert", "sample", 12);
}

static void
ageing_of_expiring_buckets (SquillModel *model)
{
  ageing_of_buckets (model);
  draw_index (model, "sample", "ttl", "[{'path': 'sample.at', 'how': '1'}]");
  change (model, "ttl", "expire_after", "31536000");
}

/* "catalog" has no log in it, and a blog is none. */
static void
ageing_of_catalog (SquillModel *model)
{
  draw_entity (model, "catalog", 1e6);
  draw_text (model, "catalog", "text", 200);
  change (model, "catalog", "growth", "1000000");
  draw_entity (model, "blog", 1e6);
  draw_text (model, "blog", "text", 200);
  change (model, "blog", "growth", "1000000");
}

static void
ageing_by_bytes (SquillModel *model)
{
  ageing_silent (model);
  change (model, "customers", "growth", "3000000");
}

/* Documents that become larger are no more of them. */
static void
ageing_by_size (SquillModel *model)
{
  ageing_silent (model);
  change (model, "customers", "growth", "10000");
  draw_entity (model, "review", NAN);
  draw_text (model, "review", "text", 300);
  draw_relationship (model, "reviews", "customers", "review", "embed-many", "0..2..?", "1");
  change (model, "reviews", "growth", "20");
}

static void
ageing_kept (SquillModel *model)
{
  ageing_fires (model);
  change (model, "system_log", "retention", "30");
}

static void
ageing_expires (SquillModel *model)
{
  ageing_fires (model);
  draw_index (model, "system_log", "ttl", "[{'path': 'system_log.at', 'how': '1'}]");
  change (model, "ttl", "expire_after", "3600");
}

/* Its name says so, but there is little of it. */
static void
ageing_of_few (SquillModel *model)
{
  ageing_fires (model);
  change (model, "system_log", "growth", "50000");
}

static void
ageing_cleaned (SquillModel *model)
{
  ageing_fires (model);
  draw_operation (model, "clean", "delete", "system_log", 0.001);
  change (model, "clean", "filter", "[{'path': 'system_log.at', 'how': 'range'}]");
}

/* Nobody said how many there will be, but what is called so grows. */
static void
ageing_unknown (SquillModel *model)
{
  ageing_fires (model);
  change (model, "system_log", "growth", NULL);
}

/* Nothing comes. */
static void
ageing_only_read (SquillModel *model)
{
  ageing_unknown (model);
  draw_operation (model, "search", "find", "system_log", 1);
}

/* The projection and what is kept count with the same growth. */
static void
ageing_with_many_inserts (SquillModel *model)
{
  ageing_fires (model);
  draw_operation (model, "log", "insert", "system_log", 5000);
}

static void
draw_sales (SquillModel *model)
{
  draw_entity (model, "sale", 1e7);
  draw_text (model, "sale", "text", 200);
}

static void
archive_fires (SquillModel *model)
{
  draw_sales (model);
  change (model, "sale", "hot_share", "0.4");
}

static void
archive_silent (SquillModel *model)
{
  draw_sales (model);
  change (model, "sale", "hot_share", "1");
}

static void
archive_at_limit (SquillModel *model)
{
  draw_sales (model);
  change (model, "sale", "hot_share", "0.75");
}

static const RuleCase cases[] = {
  { "ttl-invalid", SQUILL_SEVERITY_ERROR, "ttl", compound_expires, single_expires },
  { "ttl-invalid", SQUILL_SEVERITY_ERROR, "ttl", id_expires, NULL },
  { "ttl-invalid", SQUILL_SEVERITY_ERROR, "ttl", string_expires, dates_expire },
  { "ttl-invalid", SQUILL_SEVERITY_WARNING, "ttl", mixed_expires, missing_expires },
  { "ttl-invalid", SQUILL_SEVERITY_ERROR, "ttl", hashed_expires, NULL },
  { "ttl-invalid", SQUILL_SEVERITY_ERROR, "ttl", late_expires, latest_expires },
  { "ttl-invalid", SQUILL_SEVERITY_ERROR, "log", plain_collection_expires, NULL },
  { "ttl-invalid", SQUILL_SEVERITY_ERROR, "log", clustered_expires, clustered_by_date_expires },
  { "ttl-duplicate", SQUILL_SEVERITY_ERROR, "ttl", duplicate_fires, duplicate_silent },
  { "ttl-duplicate", SQUILL_SEVERITY_ERROR, "ttl", duplicate_unique, duplicate_descending },
  { "ttl-burst", SQUILL_SEVERITY_HINT, "log", burst_fires, burst_silent },
  { "ttl-burst", SQUILL_SEVERITY_HINT, "log", burst_of_rate, burst_of_few },
  { "ttl-burst", SQUILL_SEVERITY_HINT, NULL, NULL, burst_observed },
  { "ttl-burst", SQUILL_SEVERITY_HINT, NULL, NULL, burst_at_date },
  { "ttl-burst", SQUILL_SEVERITY_HINT, NULL, NULL, burst_by_a_hair },
  { "capped-misuse", SQUILL_SEVERITY_ERROR, "log", capped_sharded, draw_capped },
  { "capped-misuse", SQUILL_SEVERITY_ERROR, "log", capped_expires, NULL },
  { "capped-misuse", SQUILL_SEVERITY_ERROR, "log", capped_in_transaction, NULL },
  { "capped-misuse", SQUILL_SEVERITY_ERROR, "log", capped_in_documentdb, NULL },
  { "capped-misuse", SQUILL_SEVERITY_WARNING, "log", capped_grows, capped_touched },
  { "capped-misuse", SQUILL_SEVERITY_ERROR, "log", capped_deleted_long_ago, capped_deleted },
  { "ageing-missing", SQUILL_SEVERITY_WARNING, "system_log", ageing_fires, ageing_silent },
  { "ageing-missing", SQUILL_SEVERITY_WARNING, "customers", ageing_by_bytes, ageing_of_catalog },
  { "ageing-missing", SQUILL_SEVERITY_WARNING, "system_log", ageing_kept, ageing_expires },
  { "ageing-missing", SQUILL_SEVERITY_WARNING, NULL, NULL, ageing_cleaned },
  { "ageing-missing", SQUILL_SEVERITY_WARNING, NULL, NULL, ageing_by_size },
  { "ageing-missing", SQUILL_SEVERITY_HINT, "system_log", ageing_unknown, ageing_only_read },
  { "ageing-missing", SQUILL_SEVERITY_WARNING, "system_log", ageing_with_many_inserts, NULL },
  { "ageing-missing", SQUILL_SEVERITY_HINT, "system_log", ageing_of_few, NULL },
  { "ageing-missing", SQUILL_SEVERITY_WARNING, "sample", ageing_of_buckets,
    ageing_of_expiring_buckets },
  { "archive-candidate", SQUILL_SEVERITY_HINT, "sale", archive_fires, archive_silent },
  { "archive-candidate", SQUILL_SEVERITY_HINT, NULL, NULL, archive_at_limit },
};

static const SquillIndex *
get_index (SquillModel *model, guint i)
{
  guint n;
  gpointer const *all =
      squill_item_get_children (squill_model_get_entity (model, "log"), SQUILL_KIND_INDEX, &n);

  g_assert_cmpuint (i, <, n);
  return all[i];
}

/* The date alone expires; the index that queries use stays. */
static void
test_single (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  compound_expires (model);
  advice = advise (model);
  g_assert_true (
      squill_advice_apply_fix (advice, find_finding (advice, "ttl-invalid", NULL), NULL));
  g_assert_cmpuint (get_index (model, 0)->keys->len, ==, 2);
  g_assert_true (isnan (get_index (model, 0)->expire_after));
  g_assert_cmpuint (get_index (model, 1)->keys->len, ==, 1);
  g_assert_cmpfloat (get_index (model, 1)->expire_after, ==, 3600);
}

/* Of two indexes one is left, as unique as the stricter. */
static void
test_merge (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  guint n;

  duplicate_unique (model);
  advice = advise (model);
  g_assert_true (
      squill_advice_apply_fix (advice, find_finding (advice, "ttl-duplicate", NULL), NULL));
  squill_item_get_children (squill_model_get_entity (model, "log"), SQUILL_KIND_INDEX, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_true (get_index (model, 0)->unique);
  g_assert_cmpfloat (get_index (model, 0)->expire_after, ==, 3600);
}

static double
get_number (const SquillFinding *finding, const char *name)
{
  g_assert_nonnull (finding);
  return json_number_value (json_object_get (finding->values, name));
}

static void
test_numbers (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillModel) old = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL, of_old = NULL;
  const SquillFinding *finding;

  /* {_id, at, text}: 5 + 17 + 12 + 211 bytes; 1 million, and 36 million more. */
  ageing_kept (model);
  advice = advise (model);
  finding = find_finding (advice, "ageing-missing", NULL);
  g_assert_cmpfloat (get_number (finding, "bytes_at_horizon"), ==, 37e6 * 245);
  g_assert_cmpfloat_with_epsilon (get_number (finding, "bytes_kept"), 1e6 * 245 * 30 * 12 / 365.25,
                                  1);
  g_assert_nonnull (finding->fix);

  burst_fires (old);
  of_old = advise (old);
  finding = find_finding (of_old, "ttl-burst", NULL);
  g_assert_cmpfloat_with_epsilon (get_number (finding, "documents"), 60e7 - 1e7 * 30 * 12 / 365.25,
                                  1);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  add_rule_cases (cases, G_N_ELEMENTS (cases));
  g_test_add_func ("/advice/ttl-invalid/single", test_single);
  g_test_add_func ("/advice/ttl-duplicate/merge", test_merge);
  g_test_add_func ("/advice/ageing/numbers", test_numbers);
  return g_test_run ();
}
