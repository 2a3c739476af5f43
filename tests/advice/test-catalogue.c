/* SPDX-License-Identifier: Apache-2.0 */

/* The rules that there should be: the catalogue from which they are built. */

#include "config.h"

#include "advice/squill-rule-example.h"

/* All rules of the catalogue, by family. */
static const struct
{
  const char *family;
  const char *rule;
} catalogue[] = {
  /* clang-format off */
  /* A. Relationships and arrays */
  { "A", "unbounded-array" },
  { "A", "array-hits-doc-limit" },
  { "A", "array-growth-forecast" },
  { "A", "embed-array-large" },
  { "A", "ref-array-large" },
  { "A", "embed-independent-access" },
  { "A", "embed-shared-child" },
  { "A", "false-one-to-many" },
  { "A", "one-to-few-not-embedded" },
  { "A", "one-to-one-split" },
  { "A", "rare-embedded-data" },
  { "A", "first-class-embedded" },
  { "A", "evolving-part-embedded" },
  { "A", "lifecycle-mismatch" },
  { "A", "parent-ref-unindexed" },
  { "A", "child-ref-reverse-unindexed" },
  { "A", "two-way-non-atomic" },
  { "A", "two-way-redundant" },
  { "A", "m2n-junction" },
  { "A", "m2n-both-large" },
  { "A", "link-attributes-lost" },
  { "A", "in-list-long" },
  { "A", "app-join-cost" },
  { "A", "ref-type-mismatch" },
  { "A", "ref-target-missing" },
  { "A", "orphan-risk" },
  { "A", "embed-cycle" },
  { "A", "tree-pattern-missing" },
  { "A", "sql-shaped-model" },
  { "A", "tiny-lookup-collection" },
  { "A", "dynamic-keys" },
  { "A", "nested-array-write" },
  { "A", "one-embedded-of-many" },
  /* B. Document size */
  { "B", "doc-too-large" },
  { "B", "doc-bloated" },
  { "B", "read-amplification" },
  { "B", "cold-fields" },
  { "B", "nesting-depth" },
  { "B", "blob-embedded" },
  { "B", "name-overhead" },
  { "B", "tiny-docs-rollup" },
  { "B", "outlier-size" },
  { "B", "working-set" },
  { "B", "size-unknown" },
  /* C. Atomicity and consistency */
  { "C", "atomic-group-split" },
  { "C", "multi-doc-no-txn" },
  { "C", "txn-avoidable" },
  { "C", "txn-too-long" },
  { "C", "txn-too-many-docs" },
  { "C", "unique-race" },
  { "C", "upsert-without-unique" },
  { "C", "guard-in-filter" },
  { "C", "critical-write-w1" },
  { "C", "noncritical-majority" },
  { "C", "dirty-read" },
  { "C", "counter-hotspot" },
  { "C", "secondary-read-stale" },
  { "C", "denorm-stale-read" },
  { "C", "cross-db-access" },
  /* D. Denormalization */
  { "D", "denorm-write-heavy" },
  { "D", "denorm-candidate" },
  { "D", "denorm-volatile" },
  { "D", "denorm-fanout" },
  { "D", "denorm-missing-sync" },
  { "D", "denorm-unindexed-copy" },
  { "D", "denorm-large" },
  { "D", "denorm-pii" },
  { "D", "denorm-immutable" },
  { "D", "snapshot-not-marked" },
  { "D", "collapse-one-side" },
  { "D", "subset-candidate" },
  { "D", "subset-write-cost" },
  { "D", "subset-read-rarely" },
  { "D", "subset-lossy" },
  { "D", "computed-candidate" },
  { "D", "approx-candidate" },
  { "D", "lookup-hot" },
  { "D", "lookup-result-too-large" },
  { "D", "mongoose-virtual-populate" },
  /* E. Indexes */
  { "E", "too-many-indexes" },
  { "E", "index-limit" },
  { "E", "index-too-wide" },
  { "E", "parallel-arrays" },
  { "E", "redundant-prefix-index" },
  { "E", "unused-index" },
  { "E", "missing-index" },
  { "E", "esr-order" },
  { "E", "sort-in-memory" },
  { "E", "sort-direction" },
  { "E", "write-heavy-indexes" },
  { "E", "multikey-fanout" },
  { "E", "multikey-not-covering" },
  { "E", "multikey-sort" },
  { "E", "low-selectivity-index" },
  { "E", "partial-candidate" },
  { "E", "partial-unusable" },
  { "E", "partial-and-sparse" },
  { "E", "unique-optional" },
  { "E", "unique-in-array" },
  { "E", "unique-on-dirty-data" },
  { "E", "hashed-index-misuse" },
  { "E", "text-index-many" },
  { "E", "wildcard-misuse" },
  { "E", "regex-unanchored" },
  { "E", "case-insensitive-no-collation" },
  { "E", "covered-candidate" },
  { "E", "index-memory" },
  { "E", "index-key-large" },
  { "E", "exists-on-plain-index" },
  { "E", "lookup-foreign-unindexed" },
  { "E", "natural-id" },
  { "E", "clustered-candidate" },
  { "E", "skip-pagination" },
  { "E", "explain-advice" },
  { "E", "dangling-key" },
  /* F. Sharding */
  { "F", "shard-consider" },
  { "F", "shard-per-shard" },
  { "F", "shard-unneeded" },
  { "F", "shard-unique-index" },
  { "F", "shard-id-not-unique" },
  { "F", "shard-key-index-type" },
  { "F", "shard-key-cardinality" },
  { "F", "shard-key-frequency" },
  { "F", "shard-key-monotonic" },
  { "F", "shard-scatter-gather" },
  { "F", "shard-hashed-range" },
  { "F", "shard-key-mutable" },
  { "F", "shard-key-missing" },
  { "F", "shard-single-target" },
  { "F", "shard-lookup" },
  { "F", "shard-covered" },
  { "F", "shard-key-choice" },
  { "F", "shard-key-change-path" },
  { "F", "shard-early-decision" },
  /* G. Names, types and limits */
  { "G", "db-name-invalid" },
  { "G", "db-name-case" },
  { "G", "db-name-reserved" },
  { "G", "coll-name-invalid" },
  { "G", "coll-name-long" },
  { "G", "coll-name-duplicate" },
  { "G", "namespace-long" },
  { "G", "name-style-mixed" },
  { "G", "field-name-long" },
  { "G", "field-name-nul" },
  { "G", "field-name-dollar" },
  { "G", "field-name-dot" },
  { "G", "field-duplicate" },
  { "G", "id-type" },
  { "G", "too-many-collections" },
  { "G", "collection-per-period" },
  { "G", "everything-in-one" },
  { "G", "mixed-types" },
  { "G", "money-as-double" },
  { "G", "date-as-string" },
  { "G", "objectid-as-string" },
  { "G", "uuid-as-string" },
  { "G", "number-as-string" },
  { "G", "random-id" },
  { "G", "deprecated-type" },
  { "G", "no-validator" },
  { "G", "schema-version-missing" },
  { "G", "data-dictionary-missing" },
  { "G", "capacity-missing" },
  { "G", "db-isolation" },
  /* H. Time series, buckets and ageing */
  { "H", "ts-collection-candidate" },
  { "H", "ts-doc-per-event" },
  { "H", "ts-bucket-span" },
  { "H", "ts-bucket-flat" },
  { "H", "ts-preagg" },
  { "H", "ts-meta-cardinality" },
  { "H", "ts-meta-mutable" },
  { "H", "ts-limits" },
  { "H", "ts-granularity" },
  { "H", "ts-shard-key" },
  { "H", "bucket-size" },
  { "H", "bucket-random-access" },
  { "H", "ageing-missing" },
  { "H", "ttl-invalid" },
  { "H", "ttl-duplicate" },
  { "H", "ttl-burst" },
  { "H", "capped-misuse" },
  { "H", "archive-candidate" },
  /* I. Operations */
  { "I", "pool-too-large" },
  { "I", "short-connections" },
  { "I", "bulk-unordered" },
  { "I", "analytics-on-primary" },
  { "I", "review-ddl" },
  /* J. Patterns */
  { "J", "pattern-attribute" },
  { "J", "pattern-polymorphic" },
  { "J", "pattern-bucket" },
  { "J", "pattern-single-collection" },
  { "J", "pattern-document-version" },
  { "J", "pattern-preallocate" },
  { "J", "pattern-keyword-array" },
  { "J", "pattern-materialized-view" },
  /* clang-format on */
};

/* Patterns that the catalogue names, and the rules that propose them. */
static const struct
{
  const char *pattern;
  const char *rule;
} patterns[] = {
  { "pattern-extended-reference", "denorm-candidate" },
  { "pattern-subset", "subset-candidate" },
  { "pattern-computed", "computed-candidate" },
  { "pattern-approximation", "approx-candidate" },
  { "pattern-outlier", "outlier-size" },
  { "pattern-archive", "archive-candidate" },
  { "pattern-schema-version", "schema-version-missing" },
  { "pattern-tree", "tree-pattern-missing" },
  { "pattern-gridfs", "blob-embedded" },
};

/* Each rule of the catalogue is built, and there are no others. */
static void
test_complete (void)
{
  guint n;

  for (guint i = 0; i < G_N_ELEMENTS (catalogue); i++)
    {
      const SquillRuleInfo *info = squill_rules_find (catalogue[i].rule);

      if (info == NULL)
        g_error ("%s is not built", catalogue[i].rule);
      g_assert_cmpstr (info->family, ==, catalogue[i].family);
    }
  squill_rules_get (&n);
  g_assert_cmpuint (G_N_ELEMENTS (catalogue), ==, n);
}

static void
test_patterns (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
    {
      const SquillRuleInfo *info = squill_rules_find (patterns[i].pattern);

      g_assert_nonnull (info);
      g_assert_cmpstr (info->id, ==, patterns[i].rule);
    }
}

/* Each rule fires on one of its examples, and not on the other. */
static void
test_examples (void)
{
  guint n;
  const SquillRuleInfo *rules = squill_rules_get (&n);

  for (guint i = 0; i < n; i++)
    for (int fires = 0; fires <= 1; fires++)
      {
        g_autoptr (SquillModel) model = squill_rule_example_new (rules[i].id, fires);
        g_autoptr (SquillDesign) design = NULL;
        g_autoptr (SquillAdvice) advice = NULL;
        const SquillFinding *finding;

        g_assert_nonnull (model);
        design = squill_design_new (model);
        advice = squill_advice_new (design);
        finding = squill_rule_example_find (advice, rules[i].id);
        g_test_message ("%s: %s", rules[i].id, finding == NULL ? "silent" : finding->message);
        g_assert_cmpint (finding != NULL, ==, fires);
      }
  g_assert_null (squill_rule_example_new ("no-such-rule", TRUE));
}

/* Dates end with the year 9999, numbers of years do not. */
static void
test_far_days (void)
{
  static const double horizons[] = { 0, 1e6, 1e300 };
  guint n, n_findings = 0;
  const SquillRuleInfo *rules = squill_rules_get (&n);

  for (guint i = 0; i < n; i++)
    for (guint far = 0; far < G_N_ELEMENTS (horizons); far++)
      {
        g_autoptr (SquillModel) model = squill_rule_example_new (rules[i].id, TRUE);
        g_autoptr (SquillDesign) design = NULL;
        g_autoptr (SquillAdvice) advice = NULL;
        const GPtrArray *findings;

        g_assert_true (squill_model_set (model, SQUILL_MODEL_ID, "reference_date",
                                         json_string ("9999-12-30"), NULL));
        if (far > 0)
          g_assert_true (squill_model_set (model, SQUILL_MODEL_ID, "horizon",
                                           json_real (horizons[far]), NULL));
        design = squill_design_new (model);
        advice = squill_advice_new (design);
        findings = squill_advice_get_findings (advice);
        for (guint f = 0; f < findings->len; f++, n_findings++)
          g_assert_nonnull (((const SquillFinding *)findings->pdata[f])->message);
      }
  g_assert_cmpuint (n_findings, >, n);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/catalogue/complete", test_complete);
  g_test_add_func ("/catalogue/patterns", test_patterns);
  g_test_add_func ("/catalogue/examples", test_examples);
  g_test_add_func ("/catalogue/far-days", test_far_days);
  return g_test_run ();
}
