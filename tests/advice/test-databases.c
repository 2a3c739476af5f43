/* SPDX-License-Identifier: Apache-2.0 */

/* Which database holds what, what people have to know of a design, and who has agreed to it. */

#include "config.h"

#include <string.h>

#include "advice-fixture.h"

/* Orders are in the shop's database, the users in another. */
static void
across_fires (SquillModel *model)
{
  change (model, SQUILL_MODEL_ID, "database", "'shop'");
  draw_entity (model, "user", 1000);
  draw_text (model, "user", "name", 20);
  change (model, "user", "database", "'crm'");
  draw_entity (model, "order", 10000);
  draw_field (model, "order", "when", "date");
  draw_relationship (model, "orders", "user", "order", "parent-reference", "0..10..100", "1");
  draw_index (model, "order", "by_user", "[{'path': 'orders', 'how': '1'}]");
  draw_operation (model, "show order", "find", "order", 40);
  change (model, "show order", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "show order", "follows", "['orders']");
}

static void
across_silent (SquillModel *model)
{
  across_fires (model);
  change (model, "user", "database", "'shop'");
}

/* What is embedded has no collection, so the database of its entity means nothing. */
static void
across_embedded (SquillModel *model)
{
  across_fires (model);
  change (model, "by_user", "keys", "[{'path': 'order.when', 'how': '1'}]");
  change (model, "orders", "placement", "'embed-many'");
  change (model, "order", "standalone", "'no'");
}

/* An archive that nothing leads to. */
static void
across_archive (SquillModel *model)
{
  change (model, SQUILL_MODEL_ID, "database", "'shop'");
  draw_entity (model, "order", 10000);
  draw_field (model, "order", "when", "date");
  draw_entity (model, "old_order", 1000000);
  change (model, "old_order", "database", "'archive'");
  draw_field (model, "old_order", "when", "date");
  draw_operation (model, "report", "aggregate", "old_order", 0.0001);
}

static void
isolation_fires (SquillModel *model)
{
  draw_entity (model, "orders", 10000);
  draw_field (model, "orders", "when", "date");
  draw_entity (model, "audit_2019", 10000);
  draw_field (model, "audit_2019", "when", "date");
}

static void
isolation_silent (SquillModel *model)
{
  isolation_fires (model);
  change (model, "audit_2019", "database", "'audit'");
}

/* It is of one with the live data. */
static void
isolation_referred (SquillModel *model)
{
  isolation_fires (model);
  draw_relationship (model, "audits", "orders", "audit_2019", "parent-reference", "0..10..100",
                     "1");
}

static void
isolation_alone (SquillModel *model)
{
  draw_entity (model, "audit_2019", 10000);
  draw_field (model, "audit_2019", "when", "date");
}

static void
dictionary_fires (SquillModel *model)
{
  draw_entity (model, "order", 10000);
  draw_field (model, "order", "_id", "objectId");
  draw_field (model, "order", "st", "string");
  change (model, "order", "description", "'What somebody has bought'");
  change (model, SQUILL_MODEL_ID, "dictionary", "true");
}

static void
dictionary_silent (SquillModel *model)
{
  dictionary_fires (model);
  change (model, "order.st", "description", "'State: open, paid, sent'");
}

static void
dictionary_not_wanted (SquillModel *model)
{
  dictionary_fires (model);
  change (model, SQUILL_MODEL_ID, "dictionary", "false");
}

static void
review_fires (SquillModel *model)
{
  draw_entity (model, "order", 10000);
  draw_field (model, "order", "when", "date");
  draw_field (model, "order", "state", "string");
  change (model, SQUILL_MODEL_ID, "evidence", "{'source': 'mongodb://localhost/shop'}");
  observe (model, "order", "order", "{}");
  draw_index (model, "order", "by_date", "[{'path': 'order.when', 'how': '1'}]");
  draw_index (model, "order", "by_state", "[{'path': 'order.state', 'how': '1'}]");
}

static void
review_silent (SquillModel *model)
{
  review_fires (model);
  change (model, SQUILL_MODEL_ID, "review", "'Kim, 3 March'");
}

/* It was there when the database was read. */
static void
review_old (SquillModel *model)
{
  review_fires (model);
  observe (model, "by_date", "order", "{}");
  observe (model, "by_state", "order", "{}");
}

/* A design of a database that is still to be made. */
static void
review_drawn (SquillModel *model)
{
  review_fires (model);
  change (model, SQUILL_MODEL_ID, "evidence", NULL);
}

static const RuleCase cases[] = {
  { "cross-db-access", SQUILL_SEVERITY_WARNING, "orders", across_fires, across_silent },
  { "cross-db-access", SQUILL_SEVERITY_WARNING, NULL, NULL, across_embedded },
  { "cross-db-access", SQUILL_SEVERITY_WARNING, NULL, NULL, across_archive },
  { "db-isolation", SQUILL_SEVERITY_HINT, "audit_2019", isolation_fires, isolation_silent },
  { "db-isolation", SQUILL_SEVERITY_HINT, NULL, NULL, isolation_referred },
  { "db-isolation", SQUILL_SEVERITY_HINT, NULL, NULL, isolation_alone },
  { "data-dictionary-missing", SQUILL_SEVERITY_HINT, "model", dictionary_fires, dictionary_silent },
  { "data-dictionary-missing", SQUILL_SEVERITY_HINT, NULL, NULL, dictionary_not_wanted },
  { "review-ddl", SQUILL_SEVERITY_HINT, "model", review_fires, review_silent },
  { "review-ddl", SQUILL_SEVERITY_HINT, NULL, NULL, review_old },
  { "review-ddl", SQUILL_SEVERITY_HINT, NULL, NULL, review_drawn },
};

static void
assert_says (void (*draw) (SquillModel *model), const char *rule, const char *part)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;

  draw (model);
  advice = advise (model);
  finding = find_finding (advice, rule, NULL);
  g_assert_nonnull (finding);
  if (strstr (finding->message, part) == NULL)
    g_error ("%s is missing in: %s", part, finding->message);
}

static void
test_messages (void)
{
  assert_says (across_fires, "cross-db-access", "“crm”");
  assert_says (across_fires, "cross-db-access", "“show order”");
  assert_says (isolation_fires, "db-isolation", "audit_2019");
  assert_says (dictionary_fires, "data-dictionary-missing", "1 entity or field");
  assert_says (dictionary_fires, "data-dictionary-missing", "order.st");
  assert_says (review_fires, "review-ddl", "2 collections and indexes");
  assert_says (review_fires, "review-ddl", "when_1");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  add_rule_cases (cases, G_N_ELEMENTS (cases));
  g_test_add_func ("/advice/databases/messages", test_messages);
  return g_test_run ();
}
