/* SPDX-License-Identifier: Apache-2.0 */

/* Advice that is computed in steps, so that nobody waits for it. */

#include "config.h"

#include "advice-fixture.h"

#include "advice/squill-advice-private.h"
#include "advice/squill-transform.h"
#include "model/squill-authoring.h"

#define N_ENTITIES 300
#define N_FIELDS 4

/* More than is done at once. */
static void
draw_large_model (SquillModel *model)
{
  g_autofree char *last = NULL;

  for (guint i = 0; i < N_ENTITIES; i++)
    {
      g_autofree char *name = g_strdup_printf ("thing%u", i);
      g_autofree char *link = g_strdup_printf ("link%u", i);
      g_autofree char *show = g_strdup_printf ("show%u", i);

      draw_entity (model, name, 1000);
      for (guint j = 0; j < N_FIELDS; j++)
        {
          g_autofree char *field = g_strdup_printf ("text%u", j);

          draw_text (model, name, field, 100);
        }
      if (last != NULL)
        draw_relationship (model, link, last, name, "parent-reference", "1..5..9", "1");
      draw_operation (model, show, "find", name, 5);
      g_free (last);
      last = g_steal_pointer (&name);
    }
}

static SquillAdvice *
advise_later (SquillModel *model)
{
  SquillAdvice *advice = advise (model);

  squill_advice_set_incremental (advice, TRUE);
  return advice;
}

static void
assert_complete (SquillAdvice *advice, SquillModel *model)
{
  g_autoptr (SquillAdvice) whole = advise (model);
  g_autofree char *expected = dump_advice (whole);
  g_autofree char *got = dump_advice (advice);

  g_assert_cmpuint (squill_advice_get_pending (advice), ==, 0);
  g_assert_cmpstr (got, ==, expected);
}

static void
count (SquillAdvice *advice, guint *n)
{
  ++*n;
}

static void
work_in_loop (SquillAdvice *advice)
{
  while (squill_advice_get_pending (advice) > 0)
    g_main_context_iteration (NULL, TRUE);
}

/* A step looks at one entity, operation, …, or at the fields of one. */
static void
test_steps (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = advise_later (model);
  const guint steps[] = { 1, 1, 7, 1, 50, 3, 1, 1, 1 };
  guint64 before = 0, most = 0;
  guint pending;
  guint n_rules;

  squill_rules_get (&n_rules);
  draw_large_model (model);
  for (guint i = 0; squill_advice_get_pending (advice) > 0; i++)
    {
      const guint n = steps[i % G_N_ELEMENTS (steps)];
      guint64 done;

      pending = squill_advice_get_pending (advice);
      _squill_advice_work (advice, n);
      done = _squill_advice_count_checks (advice, NULL);
      g_assert_cmpuint (done - before, <=, (guint64)n * n_rules * N_FIELDS);
      most = MAX (most, done - before);
      before = done;
      /* What is found out to be left comes on top, once. */
      if (squill_advice_get_pending (advice) < pending)
        g_assert_cmpuint (pending - squill_advice_get_pending (advice), <=, n);
    }
  g_assert_cmpuint (most, <, before / 4);
  assert_complete (advice, model);
}

static void
test_loop (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = advise_later (model);
  guint n = 0;

  draw_large_model (model);
  g_signal_connect (advice, "changed", G_CALLBACK (count), &n);
  squill_advice_get_findings (advice);
  g_assert_cmpuint (squill_advice_get_pending (advice), >, 0);
  g_assert_cmpuint (n, ==, 0);
  work_in_loop (advice);
  g_assert_cmpuint (n, ==, 1);
  assert_complete (advice, model);
  g_assert_false (g_main_context_iteration (NULL, FALSE));
}

/* What is known stays until it is replaced, and an edit in the middle is not lost. */
static void
test_edit (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = advise_later (model);
  GPtrArray *findings;
  guint n = 0, n_findings;

  draw_large_model (model);
  squill_advice_complete (advice);
  n_findings = squill_advice_get_findings (advice)->len;
  g_assert_cmpuint (n_findings, >, N_ENTITIES);

  change (model, "model", "horizon", "10");
  findings = squill_advice_get_findings (advice);
  g_assert_cmpuint (squill_advice_get_pending (advice), >, 0);
  g_assert_cmpuint (findings->len, >, n_findings / 2);
  g_main_context_iteration (NULL, TRUE);
  squill_model_delete (model, (const char *const[]){ "thing7", NULL });
  change (model, "thing70", "count", NULL);
  findings = squill_advice_get_findings (advice);
  for (guint i = 0; i < findings->len; i++)
    g_assert_nonnull (
        squill_model_get_item (model, ((const SquillFinding *)findings->pdata[i])->subject));
  g_signal_connect (advice, "changed", G_CALLBACK (count), &n);
  work_in_loop (advice);
  g_assert_cmpuint (n, <=, 1);
  assert_complete (advice, model);
}

static void
test_small (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = advise_later (model);
  guint n = 0;

  draw_entity (model, "post", 1000);
  draw_text (model, "post", "title", 80);
  g_signal_connect (advice, "changed", G_CALLBACK (count), &n);
  g_assert_cmpuint (squill_advice_get_pending (advice), >, 0);
  squill_advice_get_findings (advice);
  assert_complete (advice, model);
  g_assert_cmpuint (n, ==, 0);
  g_assert_false (g_main_context_iteration (NULL, FALSE));
}

/* Fixes and frequencies need only a part of the work. */
static void
test_needs (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = advise_later (model);
  g_autoptr (SquillAdvice) whole = advise (model);
  g_autoptr (GPtrArray) transforms = NULL, expected = NULL;
  SquillAccess access;
  guint n_operations;

  draw_large_model (model);
  access = squill_advice_get_access_of_operations (advice, "link5");
  g_assert_true (access.rated);
  g_assert_cmpfloat (access.parent_alone, ==,
                     squill_advice_get_access_of_operations (whole, "link5").parent_alone);
  squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_OPERATION, &n_operations);
  g_assert_cmpuint (n_operations, >, 0);
  g_assert_cmpuint (squill_advice_get_uses (advice)->len, ==, n_operations);
  g_assert_cmpuint (squill_advice_get_pending (advice), >, 0);
  transforms = squill_advice_list_transforms (advice, "link5");
  expected = squill_advice_list_transforms (whole, "link5");
  g_assert_cmpuint (transforms->len, ==, expected->len);
  g_assert_cmpuint (squill_advice_get_pending (advice), >, 0);
  squill_advice_complete (advice);
  assert_complete (advice, model);
}

static void
test_destroy (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  SquillAdvice *advice = advise_later (model);

  draw_large_model (model);
  squill_advice_get_findings (advice);
  g_assert_cmpuint (squill_advice_get_pending (advice), >, 0);
  g_assert_finalize_object (advice);
  g_assert_false (g_main_context_iteration (NULL, FALSE));
  change (model, "thing1", "count", NULL);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/advice/pending/steps", test_steps);
  g_test_add_func ("/advice/pending/loop", test_loop);
  g_test_add_func ("/advice/pending/edit", test_edit);
  g_test_add_func ("/advice/pending/small", test_small);
  g_test_add_func ("/advice/pending/needs", test_needs);
  g_test_add_func ("/advice/pending/destroy", test_destroy);
  return g_test_run ();
}
