/* SPDX-License-Identifier: Apache-2.0 */

/* Documents that expire, or are archived. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "advice-fixture.h"

#include "design/squill-plan.h"
#include "fix-meaning.h"
#include "random-model.h"
#include "transform-fixture.h"

#define N_MODELS 30

/* Ten million orders, of which one in ten is still looked for. */
static void
draw_orders (SquillModel *model)
{
  draw_entity (model, "customer", 100000);
  draw_field (model, "customer", "_id", "objectId");
  draw_text (model, "customer", "name", 20);
  draw_entity (model, "order", 10000000);
  draw_field (model, "order", "_id", "objectId");
  draw_field (model, "order", "at", "date");
  draw_text (model, "order", "note", 200);
  change_number (model, "order", "hot_share", 0.1);
  change (model, "order", "growth", "100000");
  draw_relationship (model, "orders", "customer", "order", "parent-reference", "0..100..1000", "1");
  draw_index (model, "order", "by-customer", "[{'path': 'orders', 'how': '1'}]");
  draw_entity (model, "line", 30000000);
  draw_text (model, "line", "article", 10);
  draw_relationship (model, "lines", "order", "line", "embed-many", "1..3..20", "1");
  draw_operation (model, "place", "insert", "order", 1);
}

static const SquillEntity *
find_archive (SquillModel *model)
{
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (model), SQUILL_KIND_ENTITY)
    {
      if (g_str_equal (entity->name, "order_archive"))
        return entity;
    }
  g_error ("No archive");
}

static const SquillOperation *
find_operation (SquillModel *model, const char *entity, SquillOperationKind kind)
{
  SQUILL_FOR_EACH_CHILD (SquillOperation, operation, squill_model_get_info (model),
                         SQUILL_KIND_OPERATION)
    {
      if (g_strcmp0 (operation->entity, entity) == 0 && operation->operation == kind)
        return operation;
    }
  g_error ("No such operation");
}

static void
assert_archived (SquillModel *model)
{
  const SquillEntity *archive = find_archive (model);
  const SquillOperation *job, *removal;
  g_autoptr (SquillDesign) design = squill_design_new (model);
  const SquillRelationship *const *all;
  guint n;

  g_assert_cmpfloat (archive->count.likely, ==, 9000000);
  g_assert_cmpfloat (archive->growth, ==, 100000);
  g_assert_cmpfloat (squill_model_get_entity (model, "order")->count.likely, ==, 1000000);
  g_assert_true (isnan (squill_model_get_entity (model, "order")->growth));
  find_field (model, archive->item.id, "at");
  /* It has the reference to the customer and the lines, too. */
  all = squill_entity_get_relationships (archive, &n);
  g_assert_cmpuint (n, ==, 2);
  for (guint i = 0; i < n; i++)
    g_assert_nonnull (squill_design_get_stored (design, all[i]->item.id,
                                                g_str_equal (all[i]->parent, archive->item.id)));
  job = find_operation (model, archive->item.id, SQUILL_OPERATION_INSERT);
  g_assert_cmpfloat (job->documents, ==, 86400);
  g_assert_cmpint (job->rate_unit, ==, SQUILL_RATE_PER_DAY);
  removal = find_operation (model, "order", SQUILL_OPERATION_DELETE);
  g_assert_true (removal->multi);
  g_assert_cmpstr (((const SquillKey *)removal->filter->pdata[0])->path, ==, "order.at");
  g_assert_false (squill_design_get_plan (design, removal->item.id)->scans);
}

static void
test_archive (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_orders (model);
  advice = advise (model);
  apply (advice, "order", "archive");
  assert_archived (model);
  assert_refused (advice, "order", "archive", "already");
}

/* The finding that most are no longer looked for has it as its fix. */
static void
test_archive_rule (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;

  draw_orders (model);
  advice = advise (model);
  finding = find_finding (advice, "archive-candidate", "order");
  g_assert_nonnull (finding);
  g_assert_nonnull (finding->fix);
  assert_fix_keeps_meaning (advice, finding);
  assert_archived (model);
  g_assert_null (find_finding (advice, "archive-candidate", "order"));
}

static void
test_archive_refused (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_orders (model);
  advice = advise (model);
  assert_refused (advice, "customer", "archive", "no date");
  assert_refused (advice, "line", "archive", "no collection of its own");
  draw_array (model, "order", "events", "string", "0..5..inf");
  assert_refused (advice, "order", "archive", "no upper limit");
  draw_entity (model, "invoice", 1000);
  draw_relationship (model, "invoices", "order", "invoice", "parent-reference", "0..1..1", "1");
  assert_refused (advice, "order", "archive", "invoice");
  change (model, "order", "capped", "true");
  assert_refused (advice, "order", "archive", "capped");
}

static void
test_expiry (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  gboolean expires = FALSE;

  draw_orders (model);
  advice = advise (model);
  assert_refused (advice, "order", "expiry", "how many days");
  change (model, "order", "retention", "30");
  apply (advice, "order", "expiry");
  SQUILL_FOR_EACH_CHILD (SquillIndex, index, squill_model_get_entity (model, "order"),
                         SQUILL_KIND_INDEX)
    {
      expires |= index->expire_after == 30 * 86400;
    }
  g_assert_true (expires);
  assert_refused (advice, "order", "expiry", "already");
}

static void
test_random (void)
{
  guint n_archives = 0, n_expiries = 0;

  for (guint seed = 1; seed <= N_MODELS; seed++)
    {
      g_autoptr (SquillModel) model = squill_model_new ();
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);

      draw_random_model (model, random);
      SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (model),
                             SQUILL_KIND_ENTITY)
        {
          g_ptr_array_add (ids, g_strdup (entity->item.id));
        }
      for (guint i = 0; i < ids->len; i++)
        if (g_rand_boolean (random))
          {
            change_number (model, ids->pdata[i], "hot_share", 0.2);
            change (model, ids->pdata[i], "retention", "90");
          }
      g_test_message ("Seed %u", seed);
      n_archives += check_transforms (model, "archive");
      n_expiries += check_transforms (model, "expiry");
    }
  g_assert_cmpuint (n_archives, >, 0);
  g_assert_cmpuint (n_expiries, >, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/advice/ageing/archive", test_archive);
  g_test_add_func ("/advice/ageing/archive/rule", test_archive_rule);
  g_test_add_func ("/advice/ageing/archive/refused", test_archive_refused);
  g_test_add_func ("/advice/ageing/expiry", test_expiry);
  g_test_add_func ("/advice/ageing/random", test_random);
  return g_test_run ();
}
