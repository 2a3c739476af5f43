/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-model.h"

G_BEGIN_DECLS

/* Where thresholds and rules come from, as citations; several are joined by "; ". */
#define SQUILL_MANUAL(title, page) \
  "MongoDB Manual, “" title "”, https://www.mongodb.com/docs/manual/" page
#define SQUILL_SOURCE_ZOLA_2                                                                     \
  "William Zola, “6 Rules of Thumb for MongoDB Schema Design: Part 2”, MongoDB Blog, 2014, " \
  "https://www.mongodb.com/blog/post/6-rules-of-thumb-for-mongodb-schema-design-part-2"
#define SQUILL_SOURCE_ZOLA_3                                                                     \
  "William Zola, “6 Rules of Thumb for MongoDB Schema Design: Part 3”, MongoDB Blog, 2014, " \
  "https://www.mongodb.com/blog/post/6-rules-of-thumb-for-mongodb-schema-design-part-3"
#define SQUILL_SOURCE_GUIDELINES                                                         \
  "“How To Design a Document Schema in MongoDB”, DigitalOcean Community Tutorials, " \
  "https://www.digitalocean.com/community/tutorials/how-to-design-a-document-schema-in-mongodb"
#define SQUILL_SOURCE_CMS \
  "“MongoDB Schema Design”, an article with a content management system as its example"
#define SQUILL_SOURCE_NORMS \
  "An article in Chinese on development norms and data modeling for MongoDB"
#define SQUILL_SOURCE_COMPASS \
  "The performance insights of MongoDB Compass, https://github.com/mongodb-js/compass"
#define SQUILL_SOURCE_SKILLS "MongoDB Agent Skills, https://github.com/mongodb/agent-skills"
#define SQUILL_SOURCE_REVISIONS \
  "Artur Costa, “The Cost of Not Knowing MongoDB”, MongoDB Developer Center"
#define SQUILL_SOURCE_ATLAS \
  "The documentation of MongoDB Atlas, https://www.mongodb.com/docs/atlas/"
#define SQUILL_SOURCE_PRACTICE "Common advice of MongoDB’s engineers, without a page to cite"
#define SQUILL_SOURCE_SQUILL "A choice of Squill’s, for want of a source with a number"
#define SQUILL_SOURCE_DERIVED "Follows from the model itself"
#define SQUILL_SOURCE_LIMITS SQUILL_MANUAL ("MongoDB Limits and Thresholds", "reference/limits/")
#define SQUILL_SOURCE_BEST \
  SQUILL_MANUAL ("Best Practices for Data Modeling in MongoDB", "data-modeling/best-practices/")
#define SQUILL_SOURCE_ATOMIC \
  SQUILL_MANUAL ("Atomicity and Transactions", "core/write-operations-atomicity/")
#define SQUILL_SOURCE_SUBSET                           \
  SQUILL_MANUAL ("Group Data with the Subset Pattern", \
                 "data-modeling/design-patterns/group-data/subset-pattern/")
#define SQUILL_SOURCE_OUTLIER                           \
  SQUILL_MANUAL ("Group Data with the Outlier Pattern", \
                 "data-modeling/design-patterns/group-data/outlier-pattern/")
#define SQUILL_SOURCE_ATTRIBUTE                           \
  SQUILL_MANUAL ("Group Data with the Attribute Pattern", \
                 "data-modeling/design-patterns/group-data/attribute-pattern/")
#define SQUILL_SOURCE_MULTIKEY \
  SQUILL_MANUAL ("Multikey Indexes", "core/indexes/index-types/index-multikey/")
#define SQUILL_SOURCE_MAP                    \
  SQUILL_MANUAL ("Map Schema Relationships", \
                 "data-modeling/schema-design-process/map-relationships/")
#define SQUILL_SOURCE_CONSISTENCY \
  SQUILL_MANUAL ("Data Consistency", "data-modeling/data-consistency/")
#define SQUILL_SOURCE_COMPOUND \
  SQUILL_MANUAL ("Compound Indexes", "core/indexes/index-types/index-compound/")
#define SQUILL_SOURCE_UNIQUE SQUILL_MANUAL ("Unique Indexes", "core/index-unique/")
#define SQUILL_SOURCE_PARTIAL SQUILL_MANUAL ("Partial Indexes", "core/index-partial/")
#define SQUILL_SOURCE_SPARSE SQUILL_MANUAL ("Sparse Indexes", "core/index-sparse/")
#define SQUILL_SOURCE_HASHED \
  SQUILL_MANUAL ("Hashed Indexes", "core/indexes/index-types/index-hashed/")
#define SQUILL_SOURCE_TEXT SQUILL_MANUAL ("Text Indexes", "core/indexes/index-types/index-text/")
#define SQUILL_SOURCE_WILDCARD \
  SQUILL_MANUAL ("Wildcard Indexes", "core/indexes/index-types/index-wildcard/")
#define SQUILL_SOURCE_UNNECESSARY \
  SQUILL_MANUAL ("Unnecessary Indexes", "data-modeling/design-antipatterns/unnecessary-indexes/")
#define SQUILL_SOURCE_CASE                                                    \
  SQUILL_MANUAL ("Case-Insensitive Queries Without Case-Insensitive Indexes", \
                 "data-modeling/design-antipatterns/case-insensitive-query/")
#define SQUILL_SOURCE_SORTING \
  SQUILL_MANUAL ("Use Indexes to Sort Query Results", "tutorial/sort-results-with-indexes/")
#define SQUILL_SOURCE_CLUSTERED \
  SQUILL_MANUAL ("Clustered Collections", "core/clustered-collections/")
#define SQUILL_SOURCE_COVERED \
  SQUILL_MANUAL ("Query Optimization: Covered Queries", "core/query-optimization/")
#define SQUILL_SOURCE_REGEX SQUILL_MANUAL ("$regex: Index Use", "reference/operator/query/regex/")
#define SQUILL_SOURCE_EXPLAIN \
  SQUILL_MANUAL ("Interpret Explain Plan Results", "tutorial/analyze-query-plan/")
#define SQUILL_SOURCE_DUPLICATE \
  SQUILL_MANUAL ("Handle Duplicate Data", "data-modeling/handle-duplicate-data/")
#define SQUILL_SOURCE_COMPUTED          \
  SQUILL_MANUAL ("Store Computed Data", \
                 "data-modeling/design-patterns/computed-values/computed-schema-pattern/")
#define SQUILL_SOURCE_REDUCE_LOOKUP           \
  SQUILL_MANUAL ("Reduce $lookup Operations", \
                 "data-modeling/design-antipatterns/reduce-lookup-operations/")
#define SQUILL_SOURCE_PUSH SQUILL_MANUAL ("$push", "reference/operator/update/push/")
#define SQUILL_SOURCE_MONGOOSE \
  "Mongoose, issue 4736, https://github.com/Automattic/mongoose/issues/4736"
#define SQUILL_SOURCE_ESR                                     \
  SQUILL_MANUAL ("The ESR (Equality, Sort, Range) Guideline", \
                 "tutorial/equality-sort-range-guideline/")
#define SQUILL_SOURCE_LOOKUP \
  SQUILL_MANUAL ("$lookup (aggregation)", "reference/operator/aggregation/lookup/")
#define SQUILL_SOURCE_BSON_TYPES SQUILL_MANUAL ("BSON Types", "reference/bson-types/")
#define SQUILL_SOURCE_TYPE_ORDER \
  SQUILL_MANUAL ("Comparison and Sort Order", "reference/bson-type-comparison-order/")
#define SQUILL_SOURCE_BSON "The BSON specification, https://bsonspec.org/spec.html"
#define SQUILL_SOURCE_MONEY SQUILL_MANUAL ("Model Monetary Data", "tutorial/model-monetary-data/")
#define SQUILL_SOURCE_UUID SQUILL_MANUAL ("UUID()", "reference/method/UUID/")
#define SQUILL_SOURCE_DOCUMENTS SQUILL_MANUAL ("Documents", "core/document/")
#define SQUILL_SOURCE_DOT_DOLLAR \
  SQUILL_MANUAL ("Field Names with Periods and Dollar Signs", "core/dot-dollar-considerations/")
#define SQUILL_SOURCE_MANY_COLLECTIONS               \
  SQUILL_MANUAL ("Reduce the Number of Collections", \
                 "data-modeling/design-antipatterns/reduce-collections/")
#define SQUILL_SOURCE_VALIDATION SQUILL_MANUAL ("Schema Validation", "core/schema-validation/")
#define SQUILL_SOURCE_VERSIONS                         \
  SQUILL_MANUAL ("Maintain Different Schema Versions", \
                 "data-modeling/design-patterns/data-versioning/schema-versioning/")
#define SQUILL_SOURCE_INHERITANCE          \
  SQUILL_MANUAL ("Store Polymorphic Data", \
                 "data-modeling/design-patterns/polymorphic-data/polymorphic-schema-pattern/")
#define SQUILL_SOURCE_BUCKET                           \
  SQUILL_MANUAL ("Group Data with the Bucket Pattern", \
                 "data-modeling/design-patterns/group-data/bucket-pattern/")
#define SQUILL_SOURCE_SINGLE_COLLECTION \
  SQUILL_MANUAL ("Single Collection Pattern", "data-modeling/design-patterns/single-collection/")
#define SQUILL_SOURCE_REVISIONS_KEPT                    \
  SQUILL_MANUAL ("Keep a History of Document Versions", \
                 "data-modeling/design-patterns/data-versioning/document-versioning/")
#define SQUILL_SOURCE_KEYWORDS                                       \
  SQUILL_MANUAL ("Model Data to Support Keyword Search", "tutorial/" \
                                                         "model-data-for-keyword-search/")
#define SQUILL_SOURCE_VIEWS \
  SQUILL_MANUAL ("On-Demand Materialized Views", "core/materialized-views/")
#define SQUILL_SOURCE_LOCAL SQUILL_MANUAL ("The Local Database", "reference/local-database/")
#define SQUILL_SOURCE_TREES \
  SQUILL_MANUAL ("Model Tree Structures", "applications/data-models-tree-structures/")
#define SQUILL_SOURCE_EMBEDDING                     \
  SQUILL_MANUAL ("Embedded Data Versus References", \
                 "data-modeling/concepts/embedding-vs-references/")
#define SQUILL_SOURCE_WIREDTIGER SQUILL_MANUAL ("WiredTiger Storage Engine", "core/wiredtiger/")
#define SQUILL_SOURCE_BLOATED \
  SQUILL_MANUAL ("Bloated Documents", "data-modeling/design-antipatterns/bloated-documents/")
#define SQUILL_SOURCE_SHARDING SQUILL_MANUAL ("Sharding", "sharding/")
#define SQUILL_SOURCE_SHARD_KEY \
  SQUILL_MANUAL ("Choose a Shard Key", "core/sharding-choose-a-shard-key/")
#define SQUILL_SOURCE_SHARD_INDEX \
  SQUILL_MANUAL ("Shard Key Indexes", "core/sharding-shard-key-indexes/")
#define SQUILL_SOURCE_SHARD_CHANGE \
  SQUILL_MANUAL ("Change a Shard Key", "core/sharding-change-a-shard-key/")
#define SQUILL_SOURCE_HASHED_SHARDING SQUILL_MANUAL ("Hashed Sharding", "core/hashed-sharding/")
#define SQUILL_SOURCE_TTL SQUILL_MANUAL ("TTL Indexes", "core/index-ttl/")
#define SQUILL_SOURCE_CAPPED SQUILL_MANUAL ("Capped Collections", "core/capped-collections/")
#define SQUILL_SOURCE_TIME_SERIES SQUILL_MANUAL ("Time Series", "core/timeseries-collections/")
#define SQUILL_SOURCE_TIME_SERIES_LIMITS \
  SQUILL_MANUAL ("Time Series Collection Limitations", "core/timeseries/timeseries-limitations/")
#define SQUILL_SOURCE_GRANULARITY                                           \
  SQUILL_MANUAL ("Set Granularity for Time Series Data", "core/timeseries/" \
                                                         "timeseries-granularity/")
#define SQUILL_SOURCE_BUCKET                           \
  SQUILL_MANUAL ("Group Data with the Bucket Pattern", \
                 "data-modeling/design-patterns/group-data/bucket-pattern/")
#define SQUILL_SOURCE_ARCHIVE                                                              \
  SQUILL_MANUAL ("Archive Data with the Archive Pattern", "data-modeling/design-patterns/" \
                                                          "archive/")
#define SQUILL_SOURCE_STORAGE SQUILL_MANUAL ("FAQ: MongoDB Storage", "faq/storage/")

/**
 * SquillThreshold:
 *
 * The numbers that rules compare with, in the order of the table in squill-threshold.c, which says
 * what each is called, what it is where the model says nothing, and where it comes from.
 */
typedef enum
{
  SQUILL_THRESHOLD_EMBED_MAX,
  SQUILL_THRESHOLD_EMBED_COMPASS,
  SQUILL_THRESHOLD_EMBED_FEW,
  SQUILL_THRESHOLD_REF_MAX,
  SQUILL_THRESHOLD_DOC_LIMIT,
  SQUILL_THRESHOLD_DOC_BLOAT,
  SQUILL_THRESHOLD_DOC_LARGE,
  SQUILL_THRESHOLD_DOC_WATCH,
  SQUILL_THRESHOLD_DOC_COLD_RATIO,
  SQUILL_THRESHOLD_DEPTH_LIMIT,
  SQUILL_THRESHOLD_IDX_MAX,
  SQUILL_THRESHOLD_IDX_LIMIT,
  SQUILL_THRESHOLD_IDX_FIELDS,
  SQUILL_THRESHOLD_IDX_WRITE_HEAVY,
  SQUILL_THRESHOLD_MULTIKEY_FAN,
  SQUILL_THRESHOLD_IN_LONG,
  SQUILL_THRESHOLD_NAME_FIELD,
  SQUILL_THRESHOLD_NAME_COLLECTION,
  SQUILL_THRESHOLD_NAME_DB,
  SQUILL_THRESHOLD_NAME_NS,
  SQUILL_THRESHOLD_NAME_NS_SHARDED,
  SQUILL_THRESHOLD_SHARD_START,
  SQUILL_THRESHOLD_SHARD_MANUAL,
  SQUILL_THRESHOLD_SHARD_PER_SHARD,
  SQUILL_THRESHOLD_SHARD_PER_SHARD_CAP,
  SQUILL_THRESHOLD_RANGE_SIZE,
  SQUILL_THRESHOLD_SHARD_UNNEEDED,
  SQUILL_THRESHOLD_SHARD_VALUES,
  SQUILL_THRESHOLD_SHARD_SCATTER,
  SQUILL_THRESHOLD_TS_MEASUREMENT,
  SQUILL_THRESHOLD_TS_BUCKET,
  SQUILL_THRESHOLD_TS_SERIES,
  SQUILL_THRESHOLD_TS_RATE,
  SQUILL_THRESHOLD_TS_CHANGES,
  SQUILL_THRESHOLD_BUCKET_BYTES,
  SQUILL_THRESHOLD_BUCKET_FEW,
  SQUILL_THRESHOLD_BUCKET_READ,
  SQUILL_THRESHOLD_BUCKET_REWRITE,
  SQUILL_THRESHOLD_BUCKET_WRITES,
  SQUILL_THRESHOLD_BUCKET_FLAT,
  SQUILL_THRESHOLD_AGEING_BYTES,
  SQUILL_THRESHOLD_ARCHIVE_SHARE,
  SQUILL_THRESHOLD_TTL_BACKLOG,
  SQUILL_THRESHOLD_TTL_RATE,
  SQUILL_THRESHOLD_POOL_MAX,
  SQUILL_THRESHOLD_TXN_SECONDS,
  SQUILL_THRESHOLD_TXN_DOCS,
  SQUILL_THRESHOLD_BATCH_MAX,
  SQUILL_THRESHOLD_DENORM_MARGIN,
  SQUILL_THRESHOLD_FANOUT_WARN,
  SQUILL_THRESHOLD_COLLS_MAX,
  SQUILL_THRESHOLD_COLLS_AND_INDEXES_MAX,
  SQUILL_THRESHOLD_CACHE_USE,
  /* Those for which no source gives a number. */
  SQUILL_THRESHOLD_ALONE_SHARE,
  SQUILL_THRESHOLD_TOGETHER_SHARE,
  SQUILL_THRESHOLD_RARE_SHARE,
  SQUILL_THRESHOLD_RARE_BYTES,
  SQUILL_THRESHOLD_RARE_DOCUMENT,
  SQUILL_THRESHOLD_EVOLVING_MAX,
  SQUILL_THRESHOLD_RETENTION_RATIO,
  SQUILL_THRESHOLD_SPLIT_CHILD,
  SQUILL_THRESHOLD_SPLIT_PARENT,
  SQUILL_THRESHOLD_SPLIT_WRITES,
  SQUILL_THRESHOLD_JOIN_BYTES,
  SQUILL_THRESHOLD_LINK_FIELDS,
  SQUILL_THRESHOLD_SQL_SHARE,
  SQUILL_THRESHOLD_SQL_COLLECTIONS,
  SQUILL_THRESHOLD_TINY_COUNT,
  SQUILL_THRESHOLD_TINY_BYTES,
  SQUILL_THRESHOLD_MAP_KEYS,
  SQUILL_THRESHOLD_HOT_RATE,
  SQUILL_THRESHOLD_HOT_SHARE,
  SQUILL_THRESHOLD_HOT_LEAST,
  SQUILL_THRESHOLD_READ_USED,
  SQUILL_THRESHOLD_READ_BYTES,
  SQUILL_THRESHOLD_COLD_SHARE,
  SQUILL_THRESHOLD_COLD_BYTES,
  SQUILL_THRESHOLD_DEPTH_HINT,
  SQUILL_THRESHOLD_BLOB_BYTES,
  SQUILL_THRESHOLD_NAMES_SHARE,
  SQUILL_THRESHOLD_MANY_DOCUMENTS,
  SQUILL_THRESHOLD_ROLLUP_BYTES,
  SQUILL_THRESHOLD_ROLLUP_READ,
  SQUILL_THRESHOLD_ATTRIBUTE_FIELDS,
  SQUILL_THRESHOLD_ATTRIBUTE_PRESENCE,
  SQUILL_THRESHOLD_ATTRIBUTE_INDEXES,
  SQUILL_THRESHOLD_ALIKE_SHARE,
  SQUILL_THRESHOLD_REVISION_RATE,
  SQUILL_THRESHOLD_VIEW_READ,
  SQUILL_THRESHOLD_OUTLIER_RATIO,
  SQUILL_THRESHOLD_TXN_WARN,
  SQUILL_THRESHOLD_HOTSPOT_RATE,
  SQUILL_THRESHOLD_MAJORITY_RATE,
  SQUILL_THRESHOLD_CONNECTION_SHARE,
  SQUILL_THRESHOLD_BULK_RATE,
  SQUILL_THRESHOLD_REPORT_SHARE,
  SQUILL_THRESHOLD_DENORM_BYTES,
  SQUILL_THRESHOLD_DENORM_SHARE,
  SQUILL_THRESHOLD_DENORM_LEAST,
  SQUILL_THRESHOLD_COLLAPSE_FIELDS,
  SQUILL_THRESHOLD_SUBSET_RATIO,
  SQUILL_THRESHOLD_SUBSET_LOG,
  SQUILL_THRESHOLD_COUNTER_RATE,
  SQUILL_THRESHOLD_LOOKUP_RATE,
  /* Indexes. */
  SQUILL_THRESHOLD_IDX_KEY,
  SQUILL_THRESHOLD_IDX_CACHE,
  SQUILL_THRESHOLD_IDX_VALUES,
  SQUILL_THRESHOLD_IDX_RARE,
  SQUILL_THRESHOLD_IDX_WRITES,
  SQUILL_THRESHOLD_IDX_COVER,
  SQUILL_THRESHOLD_SCAN_MAX,
  SQUILL_THRESHOLD_SCAN_LARGE,
  SQUILL_THRESHOLD_SORT_BATCH,
  SQUILL_THRESHOLD_SORT_MEMORY,
  SQUILL_THRESHOLD_SKIP_MAX,
  SQUILL_THRESHOLD_ID_BYTES,
  SQUILL_THRESHOLD_EXPLAIN_RATIO,
  SQUILL_N_THRESHOLDS,
} SquillThreshold;

/**
 * SquillThresholdUnit:
 * @SQUILL_THRESHOLD_UNIT_NUMBER: a number without a unit
 * @SQUILL_THRESHOLD_UNIT_COUNT: how many of something
 * @SQUILL_THRESHOLD_UNIT_BYTES: bytes
 * @SQUILL_THRESHOLD_UNIT_SHARE: a share, from 0 to 1
 * @SQUILL_THRESHOLD_UNIT_RATE: times per second
 * @SQUILL_THRESHOLD_UNIT_SECONDS: seconds
 *
 * What the number of a threshold counts.
 */
typedef enum
{
  SQUILL_THRESHOLD_UNIT_NUMBER,
  SQUILL_THRESHOLD_UNIT_COUNT,
  SQUILL_THRESHOLD_UNIT_BYTES,
  SQUILL_THRESHOLD_UNIT_SHARE,
  SQUILL_THRESHOLD_UNIT_RATE,
  SQUILL_THRESHOLD_UNIT_SECONDS,
} SquillThresholdUnit;

double squill_model_get_threshold (SquillModel *self, SquillThreshold threshold);
double squill_threshold_get (SquillModel *model, const char *name);
double squill_threshold_get_default (const char *name);
const char *squill_threshold_get_source (const char *name);
SquillThresholdUnit squill_threshold_get_unit (const char *name);
char *squill_threshold_to_text (const char *name, double value);
const char **squill_thresholds_get_names (guint *n);
void squill_thresholds_read (SquillModel *model, double values[SQUILL_N_THRESHOLDS]);

G_END_DECLS
