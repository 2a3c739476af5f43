/* SPDX-License-Identifier: Apache-2.0 */

/* Families E and G: what names something that is not there, or the same thing twice. */

#include "config.h"

#include "advice-fixture.h"

static void
names_silent (SquillModel *model)
{
  draw_entity (model, "orders", 1000);
  draw_field (model, "orders", "total", "int");
  draw_entity (model, "old", 1000);
  draw_field (model, "old", "total", "int");
}

static void
names_fires (SquillModel *model)
{
  names_silent (model);
  change (model, "old", "name", "'orders'");
}

/* In two databases there may be one each. */
static void
names_apart (SquillModel *model)
{
  names_fires (model);
  change (model, "old", "database", "'archive'");
}

/* The links of a relationship are a collection of their own. */
static void
names_links (SquillModel *model)
{
  names_silent (model);
  draw_entity (model, "links", 1000);
  draw_relationship (model, "between", "orders", "old", "junction", "0..5..20", "0..5..20");
  change (model, "between", "name", "'links'");
}

/* Called like one of its ends, which the collection of the links cannot be. */
static void
names_ends (SquillModel *model)
{
  names_silent (model);
  draw_relationship (model, "between", "orders", "old", "junction", "0..5..20", "0..5..20");
  change (model, "between", "name", "'old'");
}

/* Nobody said yet what they are called. */
static void
names_unsaid (SquillModel *model)
{
  names_silent (model);
  change (model, "orders", "name", "null");
  change (model, "old", "name", "null");
}

static void
index_silent (SquillModel *model)
{
  draw_entity (model, "thing", 1000);
  draw_field (model, "thing", "a", "int");
  draw_index (model, "thing", "i",
              "[{'path': 'thing.a', 'how': '1'}, {'path': '=b.c', 'how': '1'}]");
}

static void
index_fires (SquillModel *model)
{
  draw_entity (model, "thing", 1000);
  draw_field (model, "thing", "a", "int");
  draw_index (model, "thing", "i",
              "[{'path': 'thing.a', 'how': '1'}, {'path': 'thing.gone', 'how': '1'}]");
}

static void
index_alone (SquillModel *model)
{
  draw_entity (model, "thing", 1000);
  draw_index (model, "thing", "i", "[{'path': 'thing.gone', 'how': '1'}]");
}

static void
operation_silent (SquillModel *model)
{
  draw_entity (model, "thing", 1000);
  draw_field (model, "thing", "a", "int");
  draw_operation (model, "read", "find", "thing", 1);
  change (model, "read", "filter", "[{'path': 'thing.a', 'how': 'eq'}]");
}

static void
operation_fires (SquillModel *model)
{
  draw_entity (model, "thing", 1000);
  draw_field (model, "thing", "a", "int");
  draw_operation (model, "read", "find", "thing", 1);
  change (model, "read", "filter",
          "[{'path': 'thing.a', 'how': 'eq'}, {'path': 'thing.gone', 'how': 'eq'}]");
}

static const RuleCase cases[] = {
  { "coll-name-duplicate", SQUILL_SEVERITY_ERROR, "old", names_fires, names_silent },
  { "coll-name-duplicate", SQUILL_SEVERITY_ERROR, NULL, names_links, names_apart },
  { "coll-name-duplicate", SQUILL_SEVERITY_ERROR, NULL, NULL, names_unsaid },
  { "coll-name-duplicate", SQUILL_SEVERITY_ERROR, NULL, NULL, names_ends },
  { "dangling-key", SQUILL_SEVERITY_ERROR, "i", index_fires, index_silent },
  { "dangling-key", SQUILL_SEVERITY_ERROR, "i", index_alone, NULL },
  { "dangling-key", SQUILL_SEVERITY_WARNING, "read", operation_fires, operation_silent },
};

static const SquillFinding *
get_finding (SquillAdvice *advice, const char *rule, const char *id)
{
  const SquillFinding *finding = find_finding (advice, rule, id);

  g_assert_nonnull (finding);
  return finding;
}

static void
test_fixes (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillIndex *index;
  const SquillOperation *operation;

  index_fires (model);
  draw_operation (model, "read", "find", "thing", 1);
  change (model, "read", "filter",
          "[{'path': 'thing.a', 'how': 'eq'}, {'path': 'thing.gone', 'how': 'eq'}]");
  draw_index (model, "thing", "j", "[{'path': 'thing.gone', 'how': '1'}]");
  advice = advise (model);
  g_assert_true (squill_advice_apply_fix (advice, get_finding (advice, "dangling-key", "i"), NULL));
  index = squill_model_get_item_of_kind (model, "i", SQUILL_KIND_INDEX);
  g_assert_cmpuint (index->keys->len, ==, 1);
  g_assert_true (squill_advice_apply_fix (advice, get_finding (advice, "dangling-key", "j"), NULL));
  g_assert_null (squill_model_get_item (model, "j"));
  g_assert_true (
      squill_advice_apply_fix (advice, get_finding (advice, "dangling-key", "read"), NULL));
  operation = squill_model_get_item_of_kind (model, "read", SQUILL_KIND_OPERATION);
  g_assert_cmpuint (operation->filter->len, ==, 1);
  g_assert_null (find_finding (advice, "dangling-key", NULL));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  add_rule_cases (cases, G_N_ELEMENTS (cases));
  g_test_add_func ("/advice/dangling/fixes", test_fixes);
  return g_test_run ();
}
