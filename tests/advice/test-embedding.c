/* SPDX-License-Identifier: Apache-2.0 */

/* Family A: what should and should not be embedded. */

#include "config.h"

#include <string.h>

#include "advice-fixture.h"

static void
draw_students (SquillModel *model)
{
  draw_entity (model, "student", 1000);
  draw_text (model, "student", "name", 20);
  draw_entity (model, "course", NAN);
  draw_text (model, "course", "title", 30);
  draw_relationship (model, "courses", "student", "course", "embed-many", "1..35..60", "1");
}

static void
alone_fires (SquillModel *model)
{
  draw_students (model);
  draw_operation (model, "brochure", "find", "course", 1);
}

static void
alone_silent (SquillModel *model)
{
  draw_entity (model, "person", 1000);
  draw_entity (model, "email", NAN);
  draw_text (model, "email", "address", 25);
  draw_relationship (model, "emails", "person", "email", "embed-many", "1..2..5", "1");
  draw_operation (model, "find by email", "find", "person", 10);
  change (model, "find by email", "filter", "[{'path': 'emails/email.address', 'how': 'eq'}]");
}

static void
alone_by_rate (SquillModel *model)
{
  draw_students (model);
  change (model, "courses", "together", "90");
  change (model, "courses", "child_alone", "10");
}

static void
alone_by_rate_silent (SquillModel *model)
{
  draw_students (model);
  change (model, "courses", "together", "98");
  change (model, "courses", "child_alone", "2");
}

/* Now and then everything is read, wherever it is. */
static void
alone_sum_of_all (SquillModel *model)
{
  draw_students (model);
  draw_field (model, "course", "hours", "int");
  draw_operation (model, "show student", "find", "student", 30);
  draw_operation (model, "all hours", "aggregate", "course", 1.0 / 86400);
  change (model, "all hours", "computes", "[{'path': 'course.hours', 'how': 'sum'}]");
}

static void
alone_sum_of_some (SquillModel *model)
{
  alone_sum_of_all (model);
  change (model, "all hours", "filter", "[{'path': 'course.title', 'how': 'eq'}]");
}

static void
alone_standalone (SquillModel *model)
{
  alone_fires (model);
  change (model, "course", "standalone", "'yes'");
}

static void
shared_fires (SquillModel *model)
{
  draw_entity (model, "book", 100000);
  draw_text (model, "book", "title", 40);
  draw_entity (model, "publisher", NAN);
  draw_text (model, "publisher", "name", 20);
  draw_field (model, "publisher", "founded", "int");
  draw_text (model, "publisher", "location", 10);
  draw_relationship (model, "publisher of", "book", "publisher", "embed-one", "1", "0..300..5000");
  draw_index (model, "book", "by-publisher", "[{'path': 'publisher of/publisher.name'}]");
}

static void
shared_silent (SquillModel *model)
{
  shared_fires (model);
  change (model, "publisher.name", "immutable", "true");
  change (model, "publisher.founded", "immutable", "true");
  change (model, "publisher.location", "immutable", "true");
}

static void
shared_without_end (SquillModel *model)
{
  shared_fires (model);
  change (model, "publisher of", "parents", "{'min': 0, 'max': 'inf'}");
}

static void
shared_by_one (SquillModel *model)
{
  shared_fires (model);
  change (model, "publisher of", "parents", "{'min': 0, 'likely': 1, 'max': 1}");
}

static void
false_fires (SquillModel *model)
{
  draw_entity (model, "student", 1000);
  draw_entity (model, "course", 300);
  draw_relationship (model, "courses", "student", "course", "parent-reference", "1..36..60", "1");
}

/* Of the children of a parent only those of a month are there. */
static void
false_by_time (SquillModel *model)
{
  draw_entity (model, "charge", 20e6);
  draw_entity (model, "reading", 155e6);
  draw_relationship (model, "curve", "charge", "reading", "parent-reference", "1..480..600", "1");
  change (model, "reading", "retention", "30");
}

static void
false_silent (SquillModel *model)
{
  draw_entity (model, "student", 1000);
  draw_entity (model, "card", 1000);
  draw_relationship (model, "card of", "student", "card", "parent-reference", "1", "1");
}

/* Five for each that has any: leaves have none. */
static void
false_in_tree (SquillModel *model)
{
  draw_entity (model, "category", 5000);
  draw_relationship (model, "sub", "category", "category", "parent-reference", "0..5..40",
                     "0..1..1");
}

static void
false_by_data (SquillModel *model)
{
  draw_entity (model, "student", NAN);
  draw_entity (model, "course", NAN);
  draw_relationship (model, "courses", "student", "course", "parent-reference", "1..36..60", NULL);
  change (model, "courses", "evidence",
          "{'parents_per_child': {'min': 1, 'mean': 100, 'max': 120}}");
}

static void
false_by_data_silent (SquillModel *model)
{
  false_by_data (model);
  change (model, "courses", "evidence", "{'parents_per_child': {'min': 1, 'mean': 1, 'max': 1}}");
}

/* Each of the eight topics has twenty-three events; that there is one document with all topics says
 * nothing of them. */
static void
false_by_keys (SquillModel *model)
{
  draw_entity (model, "event", 184);
  draw_entity (model, "catalog", 1);
  draw_field (model, "catalog", "topics", "string");
  change (model, "catalog.topics", "map", "true");
  draw_relationship (model, "topics of", "event", "catalog", "child-references", "0..3..5", "1");
  change (model, "topics of", "child_key", "'catalog.topics'");
}

static void
draw_patrons (SquillModel *model)
{
  draw_entity (model, "patron", 1000);
  draw_text (model, "patron", "name", 12);
  draw_entity (model, "address", 2000);
  draw_text (model, "address", "street", 16);
  draw_text (model, "address", "city", 12);
  draw_relationship (model, "addresses", "patron", "address", "parent-reference", "1..2..4", "1");
  draw_index (model, "address", "by-patron", "[{'path': 'addresses', 'how': '1'}]");
}

static void
few_fires (SquillModel *model)
{
  draw_patrons (model);
  draw_operation (model, "show patron", "find", "patron", 0.001);
  change (model, "show patron", "follows", "['addresses']");
}

static void
few_hot (SquillModel *model)
{
  draw_patrons (model);
  change (model, "addresses", "together", "20");
}

/* What comes from elsewhere to the addresses, and from there to the patrons, needs no addresses of
 * a patron. */
static void
few_from_elsewhere (SquillModel *model)
{
  draw_patrons (model);
  draw_entity (model, "parcel", 10000);
  draw_relationship (model, "stops", "parcel", "address", "parent-reference", "1..200..400", "1");
  draw_operation (model, "deliver", "find", "parcel", 5);
  change (model, "deliver", "follows", "['stops', 'addresses']");
}

/* Two are usual, but some have five thousand. */
static void
few_but_for_some (SquillModel *model)
{
  few_fires (model);
  change (model, "addresses", "children", "{'min': 0, 'likely': 2, 'max': 5000}");
}

static void
few_silent (SquillModel *model)
{
  draw_patrons (model);
  change (model, "addresses", "together", "6");
  change (model, "addresses", "child_alone", "4");
}

static void
few_crossing (SquillModel *model)
{
  few_fires (model);
  draw_operation (model, "deliver", "find", "address", 0.0001);
  change (model, "deliver", "filter", "[{'path': 'address.city', 'how': 'eq'}]");
}

static void
pair_fires (SquillModel *model)
{
  draw_entity (model, "student", 1000);
  draw_text (model, "student", "name", 20);
  draw_entity (model, "card", 1000);
  draw_text (model, "card", "number", 10);
  draw_relationship (model, "card of", "student", "card", "child-references", "1", "1");
  draw_operation (model, "show student", "find", "student", 5);
  change (model, "show student", "follows", "['card of']");
}

static void
pair_silent (SquillModel *model)
{
  pair_fires (model);
  draw_text (model, "card", "portrait", 40000);
}

/* What one may read, the other must not show. */
static void
pair_of_other_readers (SquillModel *model)
{
  pair_fires (model);
  change (model, "student", "readers", "'public'");
  change (model, "card", "readers", "'internal'");
}

/* One changes now and then, the other never: both are read all the time. */
static void
pair_written_seldom (SquillModel *model)
{
  pair_fires (model);
  draw_operation (model, "rename", "update", "student", 0.01);
}

static void
pair_written_apart (SquillModel *model)
{
  pair_fires (model);
  draw_operation (model, "stamp", "update", "card", 50);
  change (model, "stamp", "filter", "[{'path': 'card of', 'how': 'eq'}]");
  draw_operation (model, "rename", "update", "student", 0.1);
}

/* The only card of a student is found in the students as well, if somebody asks for cards at all.
 */
static void
pair_found_alone (SquillModel *model)
{
  pair_fires (model);
  draw_operation (model, "card by number", "find", "card", 0.001);
  change (model, "card by number", "filter", "[{'path': 'card.number', 'how': 'eq'}]");
}

static void
pair_mostly_found_alone (SquillModel *model)
{
  pair_found_alone (model);
  change_number (model, "card by number", "rate", 4);
}

static void
rare_fires (SquillModel *model)
{
  draw_entity (model, "student", 1000);
  draw_text (model, "student", "name", 100);
  draw_entity (model, "message", NAN);
  draw_text (model, "message", "text", 300);
  draw_relationship (model, "messages", "student", "message", "embed-many", "0..50..100", "1");
  draw_operation (model, "show student", "find", "student", 95);
  draw_operation (model, "show messages", "find", "student", 5);
  change (model, "show messages", "follows", "['messages']");
}

static void
rare_silent (SquillModel *model)
{
  draw_entity (model, "user", 1000);
  draw_text (model, "user", "about", 1000);
  draw_entity (model, "preferences", NAN);
  draw_text (model, "preferences", "values", 300);
  draw_relationship (model, "preferences of", "user", "preferences", "embed-one", "1", "1");
  change (model, "preferences of", "together", "10");
  change (model, "preferences of", "parent_alone", "90");
}

/* Who reads whole documents gets what is embedded, and what a write says is no other reading. */
static void
rare_but_written (SquillModel *model)
{
  rare_fires (model);
  change (model, "show messages", "operation", "'update'");
}

/* Most of a document, but a few hundred bytes. */
static void
rare_and_small (SquillModel *model)
{
  rare_fires (model);
  change (model, "message.text", "size", "{'min': 1, 'likely': 5, 'max': 10}");
  change (model, "messages", "children", "{'min': 0, 'likely': 10, 'max': 100}");
}

static void
first_fires (SquillModel *model)
{
  draw_entity (model, "post", 1000);
  draw_entity (model, "user", NAN);
  draw_text (model, "user", "name", 10);
  draw_entity (model, "comment", 5000);
  draw_entity (model, "vote", 9000);
  draw_relationship (model, "author", "post", "user", "embed-one", "1", "1");
  draw_relationship (model, "commenter", "comment", "user", "child-references", "1", "0..5..100");
  draw_relationship (model, "voter", "vote", "user", "child-references", "1", "0..9..100");
}

static void
first_silent (SquillModel *model)
{
  draw_entity (model, "order", 1000);
  draw_entity (model, "line_item", NAN);
  draw_relationship (model, "items", "order", "line_item", "embed-many", "1..3..20", "1");
}

static void
first_marked (SquillModel *model)
{
  first_silent (model);
  change (model, "line_item", "first_class", "true");
}

/* One item replaces another of its order. */
static void
first_of_its_own (SquillModel *model)
{
  first_silent (model);
  draw_relationship (model, "replaces", "line_item", "line_item", "parent-reference", "0..1..1",
                     "1");
  draw_relationship (model, "belongs to", "line_item", "line_item", "parent-reference", "0..1..9",
                     "1");
}

static void
evolving_fires (SquillModel *model)
{
  draw_entity (model, "course", 100);
  draw_entity (model, "lesson", NAN);
  draw_text (model, "lesson", "title", 20);
  draw_relationship (model, "lessons", "course", "lesson", "embed-many", "5..20..40", "1");
  change (model, "lesson", "evolving", "true");
}

static void
evolving_silent (SquillModel *model)
{
  evolving_fires (model);
  change (model, "lesson", "evolving", NULL);
}

static void
lifecycle_fires (SquillModel *model)
{
  draw_entity (model, "user", 1000);
  draw_entity (model, "session", NAN);
  draw_field (model, "session", "started", "date");
  draw_relationship (model, "sessions", "user", "session", "embed-many", "0..3..10", "1");
  change (model, "session", "retention", "30");
}

static void
lifecycle_silent (SquillModel *model)
{
  lifecycle_fires (model);
  change (model, "session", "retention", "1825");
  change (model, "user", "retention", "1825");
}

/* An order with up to twelve lines, of which one is embedded. */
static void
draw_lines (SquillModel *model, const char *children)
{
  draw_entity (model, "order", 1000);
  draw_entity (model, "line", NAN);
  draw_text (model, "line", "article", 20);
  draw_relationship (model, "lines", "order", "line", "embed-one", children, "1");
  draw_operation (model, "show order", "find", "order", 10);
  change (model, "show order", "follows", "['lines']");
}

static void
one_of_many (SquillModel *model)
{
  draw_lines (model, "1..3..12");
}

static void
one_of_one (SquillModel *model)
{
  draw_lines (model, "0..1..1");
}

static void
one_of_two (SquillModel *model)
{
  draw_lines (model, "0..1..2");
}

/* Nobody said how many there are. */
static void
one_of_unknown (SquillModel *model)
{
  draw_lines (model, "1..3..12");
  change (model, "lines", "children", NULL);
}

static const RuleCase cases[] = {
  { "one-embedded-of-many", SQUILL_SEVERITY_ERROR, "lines", one_of_many, one_of_one },
  { "one-embedded-of-many", SQUILL_SEVERITY_ERROR, "lines", one_of_two, one_of_unknown },
  { "embed-independent-access", SQUILL_SEVERITY_WARNING, "courses", alone_fires, alone_silent },
  { "embed-independent-access", SQUILL_SEVERITY_WARNING, "courses", alone_by_rate,
    alone_by_rate_silent },
  { "embed-independent-access", SQUILL_SEVERITY_WARNING, NULL, NULL, alone_standalone },
  { "embed-independent-access", SQUILL_SEVERITY_WARNING, "courses", alone_sum_of_some,
    alone_sum_of_all },
  { "embed-shared-child", SQUILL_SEVERITY_WARNING, "publisher of", shared_fires, shared_silent },
  { "embed-shared-child", SQUILL_SEVERITY_WARNING, "publisher of", shared_without_end,
    shared_by_one },
  { "false-one-to-many", SQUILL_SEVERITY_HINT, "courses", false_fires, false_silent },
  { "false-one-to-many", SQUILL_SEVERITY_HINT, "courses", false_by_data, false_by_data_silent },
  { "false-one-to-many", SQUILL_SEVERITY_HINT, NULL, NULL, false_by_keys },
  { "false-one-to-many", SQUILL_SEVERITY_HINT, NULL, NULL, false_by_time },
  { "false-one-to-many", SQUILL_SEVERITY_HINT, NULL, NULL, false_in_tree },
  { "one-to-few-not-embedded", SQUILL_SEVERITY_HINT, "addresses", few_fires, few_silent },
  { "one-to-few-not-embedded", SQUILL_SEVERITY_HINT, NULL, NULL, few_but_for_some },
  { "one-to-few-not-embedded", SQUILL_SEVERITY_HINT, NULL, NULL, few_from_elsewhere },
  { "one-to-few-not-embedded", SQUILL_SEVERITY_WARNING, "addresses", few_hot, few_crossing },
  { "one-to-one-split", SQUILL_SEVERITY_HINT, "card of", pair_fires, pair_silent },
  { "one-to-one-split", SQUILL_SEVERITY_HINT, "card of", pair_written_seldom, pair_written_apart },
  { "one-to-one-split", SQUILL_SEVERITY_HINT, NULL, NULL, pair_of_other_readers },
  { "one-to-one-split", SQUILL_SEVERITY_HINT, "card of", pair_found_alone,
    pair_mostly_found_alone },
  { "rare-embedded-data", SQUILL_SEVERITY_WARNING, "messages", rare_fires, rare_silent },
  { "rare-embedded-data", SQUILL_SEVERITY_WARNING, NULL, NULL, rare_but_written },
  { "rare-embedded-data", SQUILL_SEVERITY_WARNING, NULL, NULL, rare_and_small },
  { "first-class-embedded", SQUILL_SEVERITY_HINT, "author", first_fires, first_silent },
  { "first-class-embedded", SQUILL_SEVERITY_HINT, "items", first_marked, first_of_its_own },
  { "evolving-part-embedded", SQUILL_SEVERITY_HINT, "lessons", evolving_fires, evolving_silent },
  { "lifecycle-mismatch", SQUILL_SEVERITY_HINT, "sessions", lifecycle_fires, lifecycle_silent },
};

/* The index on what is embedded no longer goes away unnoticed, nor does one on the reference stay
 * when there is none. */
static void
test_embedding_fix (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;
  guint n;

  few_hot (model);
  change (model, "address", "standalone", "'yes'");
  draw_index (model, "address", "by-city",
              "[{'path': 'addresses', 'how': '1'}, {'path': 'address.city', 'how': '1'}]");
  advice = advise (model);
  finding = find_finding (advice, "one-to-few-not-embedded", NULL);
  g_assert_nonnull (finding);
  g_assert_cmpstr (finding->fix->label, ==, "Embed address in patron");
  g_assert_cmpint (finding->fix->placement, ==, SQUILL_PLACEMENT_EMBED_MANY);
  g_assert_true (squill_advice_apply_fix (advice, finding, NULL));
  g_assert_false (squill_design_is_collection (squill_advice_get_design (advice), "address"));
  squill_item_get_children (squill_model_get_entity (model, "address"), SQUILL_KIND_INDEX, &n);
  g_assert_cmpuint (n, ==, 1);
}

/* Embedded elsewhere too, it needs to be told that it has a collection. */
static void
test_collection_of_embedded (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  alone_fires (model);
  draw_entity (model, "teacher", 10);
  draw_relationship (model, "teaches", "teacher", "course", "embed-many", "1..3..5", "1");
  advice = advise (model);
  g_assert_true (squill_advice_apply_fix (
      advice, find_finding (advice, "embed-independent-access", "courses"), NULL));
  g_assert_true (squill_design_is_collection (squill_advice_get_design (advice), "course"));
}

/* Courses are seldom looked for by themselves. */
static void
draw_titles (SquillModel *model)
{
  draw_students (model);
  draw_text (model, "course", "code", 10);
  draw_operation (model, "show student", "find", "student", 1000);
  change (model, "show student", "follows", "['courses']");
  draw_operation (model, "by code", "find", "course", 0.01);
  change (model, "by code", "filter", "[{'path': 'course.code', 'how': 'eq'}]");
}

/* It is not all documents that are read where there is an index; which operation it is, is said. */
static void
test_crossing (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_titles (model);
  advice = advise (model);
  g_assert_nonnull (
      strstr (find_finding (advice, "embed-independent-access", "courses")->message,
              "“by code” looks for “course” in all “student”, where they are embedded: every "
              "document"));
  draw_index (model, "student", "by-code", "[{'path': 'courses/course.code', 'how': '1'}]");
  g_assert_nonnull (strstr (find_finding (advice, "embed-independent-access", "courses")->message,
                            "with its whole document"));
}

/* An index of the parent that began with what was embedded led operations to it. */
static void
test_kept_beginning (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  gboolean has_index = FALSE;

  draw_titles (model);
  draw_text (model, "student", "town", 10);
  draw_index (model, "student", "by-both",
              "[{'path': 'courses/course.code', 'how': '1'}, {'path': 'student.town', 'how': "
              "'1'}]");
  change (model, "by code", "rate", "200");
  advice = advise (model);
  g_assert_true (squill_advice_apply_fix (
      advice, find_finding (advice, "embed-independent-access", "courses"), NULL));
  SQUILL_FOR_EACH_CHILD (SquillIndex, index, squill_model_get_entity (model, "course"),
                         SQUILL_KIND_INDEX)
    {
      has_index |= g_str_equal (((const SquillKey *)index->keys->pdata[0])->path, "course.code");
    }
  g_assert_true (has_index);
  g_assert_null (find_finding (advice, "missing-index", "by code"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  add_rule_cases (cases, G_N_ELEMENTS (cases));
  g_test_add_func ("/advice/fix/embedding", test_embedding_fix);
  g_test_add_func ("/advice/fix/collection-of-embedded", test_collection_of_embedded);
  g_test_add_func ("/advice/embedding/crossing", test_crossing);
  g_test_add_func ("/advice/fix/kept-beginning", test_kept_beginning);
  return g_test_run ();
}
