/* SPDX-License-Identifier: Apache-2.0 */

/* Versions of the schema, and of what documents say. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "advice-fixture.h"
#include "fix-meaning.h"
#include "random-model.h"
#include "transform-fixture.h"

#define N_MODELS 30

static void
draw_policies (SquillModel *model, double updates)
{
  draw_entity (model, "policy", 10000);
  draw_field (model, "policy", "_id", "objectId");
  draw_text (model, "policy", "terms", 500);
  draw_text (model, "policy", "number", 12);
  change (model, "policy.number", "unique", "true");
  draw_index (model, "policy", "by-number", "[{'path': 'policy.number', 'how': '1'}]");
  change (model, "by-number", "unique", "true");
  draw_field (model, "policy", "holder", "object");
  draw_text (model, "policy.holder", "name", 20);
  draw_operation (model, "amend", "update", "policy", updates);
  change (model, "amend", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "amend", "writes", "[{'path': 'policy.terms'}]");
}

static void
test_schema (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillField *version;

  draw_policies (model, 0.01);
  draw_operation (model, "show", "find", "policy", 1);
  change (model, "show", "filter", "[{'path': '=_id', 'how': 'eq'}]");
  change (model, "show", "returns", "[{'path': 'policy.terms'}]");
  draw_operation (model, "insert", "insert", "policy", 1);
  change (model, "insert", "writes", "[{'path': 'policy.terms'}]");
  advice = advise (model);
  apply (advice, "policy", "schema-version");
  version = find_field (model, "policy", "schema_version");
  g_assert_cmpuint (version->types, ==, SQUILL_TYPE_INT);
  g_assert_false (version->required);
  g_assert_cmpuint (squill_model_get_operation (model, "show")->returns->len, ==, 2);
  g_assert_cmpuint (squill_model_get_operation (model, "insert")->writes->len, ==, 2);
  g_assert_cmpuint (squill_model_get_operation (model, "amend")->writes->len, ==, 1);
  assert_refused (advice, "policy", "schema-version", "schema_version");
}

static void
test_embedded (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_policies (model, 0.01);
  draw_entity (model, "customer", 1000);
  draw_relationship (model, "policies", "customer", "policy", "embed-many", "1..3..9", "1");
  advice = advise (model);
  assert_refused (advice, "policy", "schema-version", "no collection of its own");
  assert_refused (advice, "policy", "document-version", "no collection of its own");
}

static const SquillEntity *
find_revisions (SquillModel *model)
{
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (model), SQUILL_KIND_ENTITY)
    {
      if (g_str_equal (entity->name, "policy_revisions"))
        return entity;
    }
  g_error ("No revisions");
}

/* 10 000 policies and 36 updates an hour: about 32 revisions of each in a year. */
static void
test_documents (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillEntity *revisions;
  const SquillRelationship *r = NULL;
  const SquillOperation *amend;
  const SquillField *snapshot;
  gpointer const *all;
  guint n;

  draw_policies (model, 0.01);
  advice = advise (model);
  apply (advice, "policy", "document-version");
  revisions = find_revisions (model);
  find_field (model, revisions->item.id, "changed_at");
  snapshot = find_field (model, revisions->item.id, "snapshot");
  g_assert_cmpfloat (find_field (model, snapshot->item.id, "terms")->size.likely, ==, 500);
  g_assert_false (find_field (model, snapshot->item.id, "number")->unique);
  find_field (model, find_field (model, snapshot->item.id, "holder")->item.id, "name");
  squill_item_get_children (snapshot, SQUILL_KIND_FIELD, &n);
  g_assert_cmpuint (n, ==, 3);

  all = squill_item_get_children (revisions, SQUILL_KIND_INDEX, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_true (((const SquillIndex *)all[0])->unique);
  all = squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_RELATIONSHIP, &n);
  g_assert_cmpuint (n, ==, 1);
  r = all[0];
  g_assert_cmpfloat_with_epsilon (r->growth, 31.56, 0.01);
  amend = squill_model_get_operation (model, "amend");
  g_assert_true (amend->transaction);
  g_assert_true (squill_operation_follows (amend, r->item.id));
  g_assert_cmpuint (amend->writes->len, ==, 4);
  assert_refused (advice, "policy", "document-version", "already");
}

static void
test_documents_refused (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_policies (model, 11);
  advice = advise (model);
  assert_refused (advice, "policy", "document-version", "a log of events");
  change (model, "amend", "rate", "1");
  draw_array (model, "policy.holder", "letters", "string", "0..9..inf");
  assert_refused (advice, "policy", "document-version", "no upper limit");
}

/* The fix of the rule is the pattern. */
static void
test_rule (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;

  draw_policies (model, 0.01);
  change (model, "policy", "as_of", "true");
  advice = advise (model);
  finding = find_finding (advice, "pattern-document-version", "policy");
  g_assert_nonnull (finding);
  assert_fix_keeps_meaning (advice, finding);
  g_assert_true (squill_model_get_operation (model, "amend")->transaction);
}

static void
test_random (void)
{
  guint n = 0;

  for (guint seed = 1; seed <= N_MODELS; seed++)
    {
      g_autoptr (SquillModel) model = squill_model_new ();
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);

      draw_random_model (model, random);
      g_test_message ("Seed %u", seed);
      n +=
          check_transforms (model, "schema-version") + check_transforms (model, "document-version");
    }
  g_assert_cmpuint (n, >, N_MODELS);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/advice/versions/schema", test_schema);
  g_test_add_func ("/advice/versions/embedded", test_embedded);
  g_test_add_func ("/advice/versions/documents", test_documents);
  g_test_add_func ("/advice/versions/documents/refused", test_documents_refused);
  g_test_add_func ("/advice/versions/rule", test_rule);
  g_test_add_func ("/advice/versions/random", test_random);
  return g_test_run ();
}
