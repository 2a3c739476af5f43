/* SPDX-License-Identifier: Apache-2.0 */

/* Results that a job computes and keeps. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "advice-fixture.h"

#include "design/squill-plan.h"
#include "fix-meaning.h"
#include "random-model.h"
#include "transform-fixture.h"

#define N_MODELS 30

static void
draw_days (SquillModel *model)
{
  draw_entity (model, "day", 36500);
  draw_field (model, "day", "_id", "objectId");
  draw_field (model, "day", "at", "date");
  draw_field (model, "day", "total", "decimal");
  draw_field (model, "day", "kind", "string");
  draw_operation (model, "summary", "aggregate", "day", 5);
  change (model, "summary", "name", "'Monthly summary'");
  change (model, "summary", "computes",
          "[{'path': 'day.total', 'how': 'sum'}, {'path': 'day.total', 'how': 'avg'}]");
  change (model, "summary", "filter", "[{'path': 'day.kind', 'how': 'eq:sale'}]");
  change (model, "summary", "stale_ok", "7200");
  change (model, "summary", "latency", "50");
}

static const SquillEntity *
find_entity (SquillModel *model, const char *name)
{
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (model), SQUILL_KIND_ENTITY)
    {
      if (g_str_equal (entity->name, name))
        return entity;
    }
  g_error ("No entity %s", name);
}

static const SquillOperation *
find_operation (SquillModel *model, const char *name)
{
  SQUILL_FOR_EACH_CHILD (SquillOperation, operation, squill_model_get_info (model),
                         SQUILL_KIND_OPERATION)
    {
      if (g_str_equal (operation->name, name))
        return operation;
    }
  g_error ("No operation %s", name);
}

/* It ran five times a second, and runs once in two hours. */
static void
assert_kept (SquillModel *model)
{
  const SquillEntity *view = find_entity (model, "monthly_summary");
  const SquillOperation *job = squill_model_get_operation (model, "summary");
  const SquillOperation *read = find_operation (model, "Read Monthly summary");
  const SquillOperation *store = find_operation (model, "Store Monthly summary");
  g_autoptr (SquillDesign) design = squill_design_new (model);

  g_assert_cmpfloat (view->count.likely, ==, 1);
  g_assert_cmpuint (find_field (model, view->item.id, "total_sum")->types, ==, SQUILL_TYPE_DECIMAL);
  g_assert_cmpuint (find_field (model, view->item.id, "total_avg")->types, ==, SQUILL_TYPE_DOUBLE);
  g_assert_cmpuint (find_field (model, view->item.id, "computed_at")->types, ==, SQUILL_TYPE_DATE);
  g_assert_cmpfloat_with_epsilon (squill_operation_get_rate (job), 1.0 / 7200, 1e-12);
  g_assert_cmpint (job->rate_unit, ==, SQUILL_RATE_PER_HOUR);
  g_assert_true (isnan (job->latency));
  g_assert_cmpfloat (squill_operation_get_rate (read), ==, 5);
  g_assert_cmpfloat (read->latency, ==, 50);
  g_assert_cmpfloat (squill_design_get_plan (design, read->item.id)->documents.likely, ==, 1);
  g_assert_cmpfloat_with_epsilon (squill_operation_get_rate (store), 1.0 / 7200, 1e-12);
  g_assert_true (store->upsert);
  g_assert_cmpuint (store->writes->len, ==, 3);
}

static void
test_view (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_days (model);
  advice = advise (model);
  apply (advice, "summary", "materialized-view");
  assert_kept (model);
  assert_refused (advice, "summary", "materialized-view", "as often");
}

static void
test_rule (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;

  draw_days (model);
  draw_field (model, "day", "month", "int");
  change (model, "summary", "filter", "[{'path': 'day.month', 'how': 'exists'}]");
  advice = advise (model);
  finding = find_finding (advice, "pattern-materialized-view", "summary");
  g_assert_nonnull (finding);
  g_assert_nonnull (finding->fix);
  assert_fix_keeps_meaning (advice, finding);
  assert_kept (model);
  g_assert_null (find_finding (advice, "pattern-materialized-view", "summary"));
}

/* The ten best are ten documents. */
static void
test_list (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_days (model);
  change (model, "summary", "limit", "10");
  advice = advise (model);
  apply (advice, "summary", "materialized-view");
  g_assert_cmpfloat (find_entity (model, "monthly_summary")->count.likely, ==, 10);
  g_assert_null (find_operation (model, "Read Monthly summary")->filter);
  g_assert_true (find_operation (model, "Store Monthly summary")->multi);
}

static void
test_refused (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_days (model);
  change (model, "summary", "filter", "[{'path': 'day.kind', 'how': 'eq'}]");
  advice = advise (model);
  assert_refused (advice, "summary", "materialized-view", "another “kind” each time");
  change (model, "summary", "stale_ok", NULL);
  assert_refused (advice, "summary", "materialized-view", "must not be old");
  change (model, "summary", "computes", NULL);
  assert_refused (advice, "summary", "materialized-view", "computes nothing");
  draw_entity (model, "account", 100);
  draw_relationship (model, "days", "account", "day", "parent-reference", "0..365..1000", "1");
  change (model, "summary", "computes", "[{'path': 'day.total', 'how': 'sum'}]");
  change (model, "summary", "stale_ok", "3600");
  change (model, "summary", "filter", "[{'path': 'days', 'how': 'eq'}]");
  assert_refused (advice, "summary", "materialized-view", "one parent");
}

static void
test_random (void)
{
  guint n = 0;

  for (guint seed = 1; seed <= N_MODELS; seed++)
    {
      g_autoptr (SquillModel) model = squill_model_new ();
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autofree char *first = NULL, *computes = NULL;
      gpointer const *entities;
      guint n_entities;

      draw_random_model (model, random);
      entities =
          squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_ENTITY, &n_entities);
      first = g_strdup (((const SquillItem *)entities[0])->id);
      computes = g_strdup_printf ("[{'path': '%s.b', 'how': 'sum'}]", first);
      draw_operation (model, "sum", "aggregate", first, g_rand_double_range (random, 0.1, 50));
      change (model, "sum", "computes", computes);
      change (model, "sum", "stale_ok", "600");
      g_test_message ("Seed %u", seed);
      n += check_transforms (model, "materialized-view");
    }
  g_assert_cmpuint (n, >=, N_MODELS);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/advice/views/view", test_view);
  g_test_add_func ("/advice/views/rule", test_rule);
  g_test_add_func ("/advice/views/list", test_list);
  g_test_add_func ("/advice/views/refused", test_refused);
  g_test_add_func ("/advice/views/random", test_random);
  return g_test_run ();
}
