/* SPDX-License-Identifier: Apache-2.0 */

/* What five articles on schema design say, statement by statement, and what shows that the advice
 * follows them. Where the manual says otherwise today, it follows the manual: documents end at
 * 16 MiB, comments in a post have no end, and an index finds an owner's tasks as a second array of
 * references would. */

#include "config.h"

#include "advice-fixture.h"

#include "advice/squill-rule-example.h"
#include "design/squill-cost.h"
#include "model/squill-authoring.h"
#include "model/squill-model-file.h"
#include "model/squill-placement.h"

#define CMS "MongoDB Schema Design"
#define ZOLA "6 Rules of Thumb, with Mongoose"
#define ZOLA_2 "6 Rules of Thumb, Part 2"
#define NORMS "Norms of development and modeling"
#define GUIDELINES "How To Design a Document Schema"

/**
 * Statement:
 * @article: who says it
 * @statement: what it says, in our words
 * @example: (nullable): the worked example that shows it, a file of data/examples; %NULL: the
 *   example of @rule, on which it fires, and its near miss, on which it does not
 * @rule: (nullable): the rule that says the same
 * @relationship: (nullable): the relationship of @example that is decided
 * @placement: what is advised for it first
 */
typedef struct
{
  const char *article;
  const char *statement;
  const char *example;
  const char *rule;
  const char *relationship;
  SquillPlacement placement;
} Statement;

static const Statement statements[] = {
  /* clang-format off */
  { CMS, "What contains something has it in its document", NULL, "one-to-few-not-embedded", NULL, 0 },
  { CMS, "Link where embedding would store the same thing many times", NULL, "embed-shared-child", NULL, 0 },
  { CMS, "A collection holds things of one kind", NULL, "everything-in-one", NULL, 0 },
  { CMS, "A field has one type in all documents", NULL, "mixed-types", NULL, 0 },
  { CMS, "Only one document is changed atomically: credits and debits belong together", NULL, "atomic-group-split", NULL, 0 },
  { CMS, "That a name is free is checked by the server, not by a read before the write", NULL, "unique-race", NULL, 0 },
  { CMS, "Vote once: the condition is part of the update", NULL, "guard-in-filter", NULL, 0 },
  { CMS, "Index what is looked up", NULL, "missing-index", NULL, 0 },
  { CMS, "Index what is sorted by", NULL, "sort-in-memory", NULL, 0 },
  { CMS, "Many indexes suit what is mostly read, few what is mostly written", NULL, "write-heavy-indexes", NULL, 0 },
  { CMS, "The shard key is part of most queries", NULL, "shard-scatter-gather", NULL, 0 },
  { CMS, "Choose the shard key by what the queries ask for", NULL, "shard-key-choice", NULL, 0 },
  { CMS, "Choose the shard key right from the start", NULL, "shard-key-change-path", NULL, 0 },
  { CMS, "A small collection of users needs no sharding", NULL, "shard-unneeded", NULL, 0 },
  { CMS, "First-class objects have a collection of their own", NULL, "first-class-embedded", NULL, 0 },
  { CMS, "Line items are embedded in their order", NULL, "txn-avoidable", NULL, 0 },
  { CMS, "Many-to-many relationships are links", NULL, "m2n-junction", NULL, 0 },
  { CMS, "A collection of few objects may stand alone", NULL, "tiny-lookup-collection", NULL, 0 },
  { CMS, "Embedded objects are hard to list across all documents", NULL, "embed-independent-access", NULL, 0 },
  { CMS, "Files of many megabytes go to GridFS", NULL, "blob-embedded", NULL, 0 },
  { CMS, "A document has a size limit", NULL, "doc-too-large", NULL, 0 },
  { CMS, "If performance is an issue, embed: one query reads both", "patrons", NULL, "addresses", SQUILL_PLACEMENT_EMBED_MANY },
  { CMS, "A natural key may be the _id", NULL, "natural-id", NULL, 0 },
  { CMS, "The profiler tells what is slow", NULL, "explain-advice", NULL, 0 },
  { CMS, "The comments of a post grow without limit: they do not stay in it", "cms", NULL, "comments", SQUILL_PLACEMENT_PARENT_REFERENCE },
  { CMS, "The comments of a post grow without limit: that is said", "cms", "unbounded-array", NULL, 0 },
  { ZOLA, "Rule 1: embed unless there is a reason not to", NULL, "one-to-few-not-embedded", NULL, 0 },
  { ZOLA, "Rule 1: the addresses of a person are embedded", "patrons", NULL, "addresses", SQUILL_PLACEMENT_EMBED_MANY },
  { ZOLA, "Rule 2: what is needed on its own is not embedded", NULL, "embed-independent-access", NULL, 0 },
  { ZOLA, "Rule 3: arrays do not grow without bound", NULL, "unbounded-array", NULL, 0 },
  { ZOLA, "Rule 3: not more than a couple of hundred documents in an array", NULL, "embed-array-large", NULL, 0 },
  { ZOLA, "Rule 3: not more than a few thousand ids in an array", NULL, "ref-array-large", NULL, 0 },
  { ZOLA, "Rule 4: a join in the application is cheap with an index and a projection", NULL, "app-join-cost", NULL, 0 },
  { ZOLA, "Rule 5: do not denormalize what is written more than read", NULL, "denorm-write-heavy", NULL, 0 },
  { ZOLA, "Rule 5: denormalize what is read far more than written", NULL, "denorm-candidate", NULL, 0 },
  { ZOLA, "Rule 6: the design follows from what the application asks for", NULL, "capacity-missing", NULL, 0 },
  { ZOLA, "Squillions: the messages of a host refer to it", "hosts", NULL, "logmsgs", SQUILL_PLACEMENT_PARENT_REFERENCE },
  { ZOLA, "The parts of a product are an array of references", "parts", NULL, "parts", SQUILL_PLACEMENT_CHILD_REFERENCES },
  { ZOLA, "References at both ends are two updates, and not atomic", NULL, "two-way-non-atomic", NULL, 0 },
  { ZOLA, "Copying from one into many makes each change dearer", NULL, "denorm-fanout", NULL, 0 },
  { ZOLA, "From one to squillions, all of the one may be copied", NULL, "collapse-one-side", NULL, 0 },
  { ZOLA, "The newest of squillions may be embedded in the one", NULL, "subset-candidate", NULL, 0 },
  { ZOLA, "With Mongoose, a stored copy and a populated document live side by side", NULL, "mongoose-virtual-populate", NULL, 0 },
  { NORMS, "Norm 1: names of databases have a limit and no special characters", NULL, "db-name-invalid", NULL, 0 },
  { NORMS, "Norm 1: names of databases are in lower case", NULL, "db-name-case", NULL, 0 },
  { NORMS, "Norm 1: application data is not in admin, local, or config", NULL, "db-name-reserved", NULL, 0 },
  { NORMS, "Norm 1: names of collections have at most 64 characters", NULL, "coll-name-long", NULL, 0 },
  { NORMS, "Norm 1: all names are in one style", NULL, "name-style-mixed", NULL, 0 },
  { NORMS, "Norm 2: embed what belongs together", NULL, "one-to-few-not-embedded", NULL, 0 },
  { NORMS, "Norm 2: refer to what is complex and still changes", NULL, "evolving-part-embedded", NULL, 0 },
  { NORMS, "Norm 3: a document has a size limit, which is 16 MiB", NULL, "doc-too-large", NULL, 0 },
  { NORMS, "Norm 3: arrays have an end", NULL, "unbounded-array", NULL, 0 },
  { NORMS, "Norm 3: names of fields have at most 32 characters", NULL, "field-name-long", NULL, 0 },
  { NORMS, "Norm 3: names of fields take room in each document", NULL, "name-overhead", NULL, 0 },
  { NORMS, "Norm 4: not more than 10 indexes", NULL, "too-many-indexes", NULL, 0 },
  { NORMS, "Norm 4: remove indexes that nothing uses", NULL, "unused-index", NULL, 0 },
  { NORMS, "Norm 4: a covered query reads no document", NULL, "covered-candidate", NULL, 0 },
  { NORMS, "Norm 4: an index need not be the beginning of another", NULL, "redundant-prefix-index", NULL, 0 },
  { NORMS, "Norm 4: look at what explain says", NULL, "explain-advice", NULL, 0 },
  { NORMS, "Norm 5: think of sharding before 256 GB", NULL, "shard-consider", NULL, 0 },
  { NORMS, "Norm 5: at most 2 TB in a shard", NULL, "shard-per-shard", NULL, 0 },
  { NORMS, "Norm 5: settle the strategy early", NULL, "shard-early-decision", NULL, 0 },
  { NORMS, "Norm 5: unique indexes start with the shard key", NULL, "shard-unique-index", NULL, 0 },
  { NORMS, "Norm 5: the shard key has many values", NULL, "shard-key-cardinality", NULL, 0 },
  { NORMS, "Norm 5: no value of the shard key is too common", NULL, "shard-key-frequency", NULL, 0 },
  { NORMS, "Norm 5: the shard key does not grow with time", NULL, "shard-key-monotonic", NULL, 0 },
  { NORMS, "Norm 5: queries have the shard key", NULL, "shard-scatter-gather", NULL, 0 },
  { NORMS, "Norm 6: documents say which form they have", NULL, "schema-version-missing", NULL, 0 },
  { NORMS, "Norm 6: look for duplicates before an index becomes unique", NULL, "unique-on-dirty-data", NULL, 0 },
  { NORMS, "Norm 6: changes of collections and indexes are reviewed", NULL, "review-ddl", NULL, 0 },
  { NORMS, "Norm 6: the data dictionary is kept up to date", NULL, "data-dictionary-missing", NULL, 0 },
  { NORMS, "Norm 7: old data expires or is archived", NULL, "ageing-missing", NULL, 0 },
  { NORMS, "Norm 8: critical writes wait for the majority", NULL, "critical-write-w1", NULL, 0 },
  { NORMS, "Norm 8: other writes need not", NULL, "noncritical-majority", NULL, 0 },
  { NORMS, "Norm 8: who may read nothing that is rolled back says so", NULL, "dirty-read", NULL, 0 },
  { NORMS, "Norm 9: an upsert needs a unique index", NULL, "upsert-without-unique", NULL, 0 },
  { NORMS, "Norm 10: not more than 200 connections for each client", NULL, "pool-too-large", NULL, 0 },
  { NORMS, "Norm 10: connections are kept", NULL, "short-connections", NULL, 0 },
  { NORMS, "Norm 11: bulk writes need no order", NULL, "bulk-unordered", NULL, 0 },
  { NORMS, "Norm 12: a single document instead of a transaction", NULL, "txn-avoidable", NULL, 0 },
  { NORMS, "Norm 12: transactions are short", NULL, "txn-too-long", NULL, 0 },
  { NORMS, "Norm 13: reports read from secondaries", NULL, "analytics-on-primary", NULL, 0 },
  { NORMS, "Norm 14: databases are for one purpose", NULL, "db-isolation", NULL, 0 },
  { NORMS, "Norm 14: nothing is joined across databases", NULL, "cross-db-access", NULL, 0 },
  { NORMS, "Norm 15: each field is described", NULL, "data-dictionary-missing", NULL, 0 },
  { NORMS, "Norm 15: capacity is planned", NULL, "capacity-missing", NULL, 0 },
  { NORMS, "The address of a patron is embedded", "patrons", NULL, "addresses", SQUILL_PLACEMENT_EMBED_MANY },
  { NORMS, "The rarely read half of a movie stands apart", "movies", NULL, "details", SQUILL_PLACEMENT_PARENT_REFERENCE },
  { NORMS, "What is rarely read makes documents large", NULL, "cold-fields", NULL, 0 },
  { NORMS, "The ten newest reviews are in the product", "products", NULL, "reviews", SQUILL_PLACEMENT_SUBSET },
  { NORMS, "The newest reviews of many are worth a subset", NULL, "subset-candidate", NULL, 0 },
  { NORMS, "The publisher is not stored in each book", "books", "embed-shared-child", NULL, 0 },
  { NORMS, "A book refers to its publisher", "books", NULL, "publisher", SQUILL_PLACEMENT_CHILD_REFERENCES },
  { NORMS, "The books of a publisher are no array that grows", NULL, "unbounded-array", NULL, 0 },
  { NORMS, "Traffic: a document for each event is too many", NULL, "ts-doc-per-event", NULL, 0 },
  { NORMS, "Traffic: a document for each minute is the balanced choice", "traffic", NULL, "speeds", SQUILL_PLACEMENT_BUCKET },
  { NORMS, "Traffic: a document for an hour is written too often", NULL, "ts-bucket-span", NULL, 0 },
  { NORMS, "Traffic: 3,600 keys on one level are walked", NULL, "ts-bucket-flat", NULL, 0 },
  { NORMS, "Traffic: sums and counts are enough for averages", NULL, "ts-preagg", NULL, 0 },
  { NORMS, "Traffic: measurements are a time series", NULL, "ts-collection-candidate", NULL, 0 },
  { ZOLA_2, "References at both ends: moving a task is not atomic", "tasks", "two-way-non-atomic", NULL, 0 },
  { ZOLA_2, "References at both ends: an index on the owner is enough", "tasks", NULL, "tasks", SQUILL_PLACEMENT_PARENT_REFERENCE },
  { ZOLA_2, "The name of a part may be copied, its quantity not", NULL, "denorm-volatile", NULL, 0 },
  { ZOLA_2, "Copying from one into many makes each change dearer", NULL, "denorm-fanout", NULL, 0 },
  { ZOLA_2, "For less than a second, copies differ from their source", NULL, "denorm-stale-read", NULL, 0 },
  { ZOLA_2, "Copies have to be kept in step", NULL, "denorm-missing-sync", NULL, 0 },
  { ZOLA_2, "The last 5,000 messages of an address: copy it into each message", NULL, "collapse-one-side", NULL, 0 },
  { ZOLA_2, "The last 1,000 messages: a subset in the host", NULL, "subset-candidate", NULL, 0 },
  { ZOLA_2, "A subset is written as a whole", NULL, "subset-write-cost", NULL, 0 },
  { ZOLA_2, "What leaves the subset must still be in its collection", NULL, "subset-lossy", NULL, 0 },
  { ZOLA_2, "Ask only for the fields that are needed", NULL, "app-join-cost", NULL, 0 },
  { ZOLA_2, "No subset of what is looked at less than updated", NULL, "subset-read-rarely", NULL, 0 },
  { GUIDELINES, "Guideline 1: what is needed together is stored together", "students", NULL, "email_ids", SQUILL_PLACEMENT_EMBED_MANY },
  { GUIDELINES, "Guideline 1: rarely used data is not embedded", NULL, "rare-embedded-data", NULL, 0 },
  { GUIDELINES, "Guideline 2: one to one is one document", NULL, "one-to-one-split", NULL, 0 },
  { GUIDELINES, "Guideline 2: the card of a student is embedded", "students", NULL, "id_card", SQUILL_PLACEMENT_EMBED_ONE },
  { GUIDELINES, "Guideline 3: how many there are decides", NULL, "embed-array-large", NULL, 0 },
  { GUIDELINES, "Guideline 3: what is accessed on its own stands alone", NULL, "embed-independent-access", NULL, 0 },
  { GUIDELINES, "Guideline 3: many parents of a child are many-to-many", NULL, "false-one-to-many", NULL, 0 },
  { GUIDELINES, "Guideline 4: what is shared is not embedded", NULL, "embed-shared-child", NULL, 0 },
  { GUIDELINES, "Guideline 4: the courses of a student are an array of references", "students", NULL, "courses", SQUILL_PLACEMENT_CHILD_REFERENCES },
  { GUIDELINES, "Guideline 5: what grows without limit refers to its parent", "students", NULL, "messages", SQUILL_PLACEMENT_PARENT_REFERENCE },
  { GUIDELINES, "Guideline 5: what grows without limit is no array", NULL, "unbounded-array", NULL, 0 },
  { GUIDELINES, "Guideline 5: the reference to the parent has an index", NULL, "parent-ref-unindexed", NULL, 0 },
  { GUIDELINES, "Big arrays make queries slow", NULL, "multikey-fanout", NULL, 0 },
  /* clang-format on */
};

static gboolean
fires (SquillModel *model, const char *rule)
{
  g_autoptr (SquillAdvice) advice = advise (model);

  return squill_rule_example_find (advice, rule) != NULL;
}

static SquillModel *
load_example (const char *name)
{
  g_autofree char *file = g_strdup_printf ("%s.squill", name);
  g_autofree char *path =
      g_build_filename (g_getenv ("SQUILL_SOURCE_ROOT"), "data", "examples", file, NULL);
  g_autoptr (GFile) at = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  SquillModel *model = squill_model_load (at, NULL, NULL, &error);

  g_assert_no_error (error);
  return model;
}

/* By the name of the relationship, or of what it stores in the parent. */
static const SquillRelationship *
find_relationship (SquillModel *model, const char *name)
{
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (model),
                         SQUILL_KIND_RELATIONSHIP)
    {
      if (g_strcmp0 (r->name, name) == 0 || g_strcmp0 (r->parent_name, name) == 0)
        return r;
    }
  g_error ("There is no relationship “%s”", name);
}

static void
test_statement (gconstpointer data)
{
  const Statement *self = data;
  g_autoptr (SquillModel) model = self->example != NULL
                                      ? load_example (self->example)
                                      : squill_rule_example_new (self->rule, TRUE);
  g_autoptr (SquillModel) near = NULL;

  g_test_message ("%s: %s", self->article, self->statement);
  if (self->rule != NULL)
    g_assert_true (fires (model, self->rule));
  if (self->example == NULL)
    {
      near = squill_rule_example_new (self->rule, FALSE);
      g_assert_false (fires (near, self->rule));
    }
  if (self->relationship != NULL)
    {
      g_autoptr (SquillDesign) design = squill_design_new (model);
      g_autoptr (GPtrArray) options = squill_placements_compare (
          design, find_relationship (model, self->relationship)->item.id);
      const SquillPlacementOption *first = options->pdata[0];

      g_assert_cmpstr (squill_placement_get_name (first->placement), ==,
                       squill_placement_get_name (self->placement));
    }
}

/* “Too many” has no fixed number: who has another one sets it. */
static void
test_too_many (void)
{
  g_autoptr (SquillModel) model = squill_rule_example_new ("embed-array-large", TRUE);

  g_assert_true (fires (model, "embed-array-large"));
  change (model, SQUILL_MODEL_ID, "thresholds", "{'embed.max': 100000}");
  g_assert_false (fires (model, "embed-array-large"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (statements); i++)
    {
      g_autofree char *path =
          g_strdup_printf ("/articles/%s/%s", statements[i].article, statements[i].statement);

      g_test_add_data_func (path, &statements[i], test_statement);
    }
  g_test_add_func ("/articles/" GUIDELINES "/Too many has no fixed number", test_too_many);
  return g_test_run ();
}
