/* SPDX-License-Identifier: Apache-2.0 */

/* The advice as a whole: in step with its model, in order, and quiet about what was dismissed. */

#include "config.h"

#include "advice/squill-advice-private.h"

#include "advice-fixture.h"

#include "model/squill-authoring.h"
#include "model/squill-model-file.h"
#include "model/squill-threshold.h"

static void
draw_shop (SquillModel *model)
{
  draw_entity (model, "customer", 1000);
  draw_text (model, "customer", "name", 20);
  draw_entity (model, "order", 100000);
  draw_field (model, "order", "when", "date");
  draw_entity (model, "item", NAN);
  draw_field (model, "item", "price", "double");
  draw_relationship (model, "orders", "customer", "order", "parent-reference", "0..100..?", "1");
  draw_relationship (model, "items", "order", "item", "embed-many", "1..400..500", "1");
  draw_operation (model, "orders of", "find", "order", 10);
  change (model, "orders of", "filter", "[{'path': 'orders', 'how': 'eq'}]");
}

static void
assert_same_as_new (SquillAdvice *advice, SquillModel *model)
{
  g_autoptr (SquillAdvice) other = advise (model);
  g_autofree char *got = dump_advice (advice);
  g_autofree char *expected = dump_advice (other);

  g_assert_cmpstr (got, ==, expected);
}

/* Severity, then weight; what was dismissed last. */
static void
test_order (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  GPtrArray *findings;

  draw_shop (model);
  draw_entity (model, "log", NAN);
  draw_relationship (model, "logs", "customer", "log", "embed-many", "0..1..inf", "1");
  advice = advise (model);
  findings = squill_advice_get_findings (advice);
  g_assert_cmpuint (findings->len, >=, 3);
  g_assert_cmpstr (((SquillFinding *)findings->pdata[0])->rule, ==, "unbounded-array");
  for (guint i = 1; i < findings->len; i++)
    {
      const SquillFinding *one = findings->pdata[i - 1], *other = findings->pdata[i];

      g_assert_cmpint (one->severity, >=, other->severity);
      if (one->severity == other->severity)
        g_assert_cmpfloat (one->weight, >=, other->weight);
    }

  g_assert_cmpint (squill_advice_get_worst (advice, "logs"), ==, SQUILL_SEVERITY_ERROR);
  g_assert_cmpint (squill_advice_get_worst (advice, "items"), ==, SQUILL_SEVERITY_WARNING);
  g_assert_cmpint (squill_advice_get_worst (advice, "customer.name"), ==, -1);
  g_assert_cmpint (squill_advice_get_worst (advice, "nobody"), ==, -1);
  g_assert_cmpint (squill_advice_get_worst (advice, SQUILL_MODEL_ID), ==, SQUILL_SEVERITY_ERROR);
}

/* Equal findings in the order of their messages: what a fix adds has another id each time. These
 * say what their fields are called. */
static void
test_order_without_ids (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  GPtrArray *findings;
  const SquillFinding *last = NULL;
  guint n = 0;

  draw_entity (model, "b", 1000);
  draw_field (model, "b", "$a", "string:20");
  draw_entity (model, "a", 1000);
  draw_field (model, "a", "$b", "string:20");
  change (model, "a", "name", "'z'");
  advice = advise (model);
  findings = squill_advice_get_findings (advice);
  for (guint i = 0; i < findings->len; i++)
    {
      const SquillFinding *finding = findings->pdata[i];

      if (!g_str_equal (finding->rule, "field-name-dollar"))
        continue;
      if (last != NULL)
        g_assert_cmpint (strcmp (last->message, finding->message), <, 0);
      last = finding;
      n++;
    }
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpstr (last->subject, ==, "a.$b");
}

static void
test_dismissal (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  g_autofree char *id = NULL;
  const SquillFinding *finding;
  GPtrArray *findings;

  draw_shop (model);
  advice = advise (model);
  g_assert_false (find_finding (advice, "embed-array-large", "items")->dismissed);
  id = squill_model_dismiss (model, "embed-array-large", "items", "They are small");
  finding = find_finding (advice, "embed-array-large", "items");
  g_assert_true (finding->dismissed);
  findings = squill_advice_get_findings (advice);
  g_assert_true (findings->pdata[findings->len - 1] == finding);
  g_assert_cmpint (squill_advice_get_worst (advice, "items"), <, SQUILL_SEVERITY_WARNING);
  assert_same_as_new (advice, model);

  /* Of the same rule about something else we still want to hear. */
  draw_relationship (model, "more", "customer", "item", "embed-many", "1..300..500", "1");
  g_assert_false (find_finding (advice, "embed-array-large", "more")->dismissed);
  g_assert_true (find_finding (advice, "embed-array-large", "items")->dismissed);

  squill_model_undo (model);
  squill_model_undo (model);
  g_assert_false (find_finding (advice, "embed-array-large", "items")->dismissed);
}

/* What has another cause is said beside it, but not what says the same in other words, even if that
 * was dismissed. */
static void
test_one_finding_per_cause (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  g_autofree char *id = NULL;

  draw_shop (model);
  change (model, "items", "children", "{'min': 1, 'likely': 400, 'max': 'inf'}");
  draw_operation (model, "prices", "find", "item", 10);
  advice = advise (model);
  g_assert_nonnull (find_finding (advice, "unbounded-array", "items"));
  g_assert_null (find_finding (advice, "embed-array-large", "items"));
  g_assert_nonnull (find_finding (advice, "embed-independent-access", "items"));
  id = squill_model_dismiss (model, "unbounded-array", "items", NULL);
  g_assert_true (find_finding (advice, "unbounded-array", "items")->dismissed);
  g_assert_null (find_finding (advice, "embed-array-large", "items"));
  g_assert_nonnull (find_finding (advice, "embed-independent-access", "items"));
}

static void
test_thresholds (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  g_autofree const char **names = NULL;
  guint n;

  draw_shop (model);
  advice = advise (model);
  g_assert_cmpfloat (squill_threshold_get_default ("embed.max"), ==, 200);
  g_assert_cmpfloat (squill_threshold_get (model, "embed.max"), ==, 200);
  g_assert_true (isnan (squill_threshold_get (model, "no.such")));
  g_assert_true (isnan (squill_threshold_get_default ("no.such")));
  g_assert_nonnull (find_finding (advice, "embed-array-large", "items"));

  change (model, "model", "thresholds", "{'embed.max': 500}");
  g_assert_cmpfloat (squill_threshold_get (model, "embed.max"), ==, 500);
  g_assert_cmpfloat (squill_threshold_get_default ("embed.max"), ==, 200);
  g_assert_null (find_finding (advice, "embed-array-large", "items"));
  assert_same_as_new (advice, model);

  /* What is no number counts for nothing. */
  change (model, "model", "thresholds", "{'embed.max': 'many', 'ref.max': -3}");
  g_assert_cmpfloat (squill_threshold_get (model, "embed.max"), ==, 200);
  g_assert_cmpfloat (squill_threshold_get (model, "ref.max"), ==, 3000);
  g_assert_nonnull (find_finding (advice, "embed-array-large", "items"));

  names = squill_thresholds_get_names (&n);
  g_assert_cmpuint (n, >=, 36);
  g_assert_cmpuint (g_strv_length ((char **)names), ==, n);
}

static void
test_horizon (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;

  draw_shop (model);
  change (model, "items", "children", "{'min': 1, 'likely': 50}");
  change (model, "items", "growth", "40");
  advice = advise (model);
  g_assert_null (find_finding (advice, "array-growth-forecast", "items"));
  change (model, "model", "horizon", "5");
  g_assert_nonnull (find_finding (advice, "array-growth-forecast", "items"));
  assert_same_as_new (advice, model);
}

/* Rules are asked only about what is near the change, and only if they read what has changed. */
static void
test_only_concerned (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  guint64 before, all;

  draw_shop (model);
  for (guint i = 0; i < 50; i++)
    {
      g_autofree char *name = g_strdup_printf ("e%u", i);
      g_autofree char *id = g_strdup_printf ("r%u", i);

      draw_entity (model, name, 10);
      draw_text (model, name, "text", 10);
      if (i > 0)
        {
          g_autofree char *other = g_strdup_printf ("e%u", i - 1);

          draw_relationship (model, id, other, name, "parent-reference", "0..1..2", "1");
        }
    }
  advice = advise (model);
  g_assert_cmpuint (_squill_advice_count_checks (advice, NULL), ==, 0);
  squill_advice_get_findings (advice);
  all = _squill_advice_count_checks (advice, NULL);
  g_assert_cmpuint (all, >, 1000);

  /* Reading again costs nothing. */
  squill_advice_get_findings (advice);
  g_assert_cmpuint (_squill_advice_count_checks (advice, NULL), ==, all);

  /* Where something is on the diagram concerns nobody; what is said of it, who watches over the
   * dictionary and over reviews, and who has found something there. */
  change (model, "e7", "x", "100");
  change (model, "e7", "color", "'3'");
  squill_advice_get_findings (advice);
  g_assert_cmpuint (_squill_advice_count_checks (advice, NULL), ==, all);
  change (model, "e7", "description", "'what it is'");
  squill_advice_get_findings (advice);
  g_assert_cmpuint (_squill_advice_count_checks (advice, NULL), <=, all + 10);
  all = _squill_advice_count_checks (advice, NULL);

  /* Values concern the rules of fields, and them only of this entity. */
  before = _squill_advice_count_checks (advice, "dynamic-keys");
  change (model, "e7.text", "size", "{'min': 1, 'likely': 2, 'max': 3}");
  squill_advice_get_findings (advice);
  g_assert_cmpuint (_squill_advice_count_checks (advice, "dynamic-keys"), ==, before + 1);
  g_assert_cmpuint (_squill_advice_count_checks (advice, NULL), <, all + 400);

  /* The workload is none of the business of maps. */
  before = _squill_advice_count_checks (advice, "dynamic-keys");
  change (model, "orders of", "rate", "20");
  squill_advice_get_findings (advice);
  g_assert_cmpuint (_squill_advice_count_checks (advice, "dynamic-keys"), ==, before);

  /* One relationship of fifty-one, and those next to it. */
  before = _squill_advice_count_checks (advice, "parent-ref-unindexed");
  change (model, "r20", "children", "{'min': 0, 'likely': 2, 'max': 3}");
  squill_advice_get_findings (advice);
  g_assert_cmpuint (_squill_advice_count_checks (advice, "parent-ref-unindexed"), <=, before + 3);
}

static void
count_signal (SquillAdvice *advice, guint *n)
{
  (*n)++;
}

static void
test_signal (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  guint n = 0;

  draw_shop (model);
  advice = advise (model);
  g_signal_connect (advice, "changed", G_CALLBACK (count_signal), &n);
  change (model, "customer", "x", "5");
  g_assert_cmpuint (n, ==, 0);
  squill_model_begin_step (model, NULL, NULL);
  change (model, "items", "cap", "300");
  change (model, "customer.name", "name", "'full_name'");
  squill_model_end_step (model);
  g_assert_cmpuint (n, ==, 1);
  squill_model_undo (model);
  g_assert_cmpuint (n, ==, 2);
  g_assert_nonnull (find_finding (advice, "embed-array-large", "items"));
}

/* Whoever reads findings as soon as they may be others must not pull the fix away from under the
 * one who applies it. */
static void
test_fix_while_read (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  g_autoptr (GError) error = NULL;

  draw_shop (model);
  advice = advise (model);
  g_signal_connect (advice, "changed", G_CALLBACK (squill_advice_get_findings), NULL);
  g_assert_true (squill_advice_apply_fix (
      advice, find_finding (advice, "embed-array-large", "items"), &error));
  g_assert_no_error (error);
  g_assert_null (find_finding (advice, "embed-array-large", "items"));
}

static void
test_fix_refused (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *before = NULL, *after = NULL;

  draw_shop (model);
  advice = advise (model);
  before = squill_model_to_data (model, NULL);
  squill_model_set_read_only (model, TRUE);
  g_assert_false (squill_advice_apply_fix (
      advice, find_finding (advice, "embed-array-large", "items"), &error));
  g_assert_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_READ_ONLY);
  squill_model_set_read_only (model, FALSE);
  after = squill_model_to_data (model, NULL);
  g_assert_cmpstr (before, ==, after);
}

static void
test_catalog (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  const SquillRuleInfo *rules;
  guint n;

  rules = squill_rules_get (&n);
  g_assert_cmpuint (n, >, 0);
  for (guint i = 0; i < n; i++)
    {
      g_assert_true (g_hash_table_add (seen, (gpointer)rules[i].id));
      g_assert_true (squill_rules_find (rules[i].id)->explanation == rules[i].explanation);
      g_assert_cmpint (strlen (rules[i].title), >, 0);
      g_assert_cmpint (strlen (rules[i].explanation), >, 100);
      g_assert_cmpint (strlen (rules[i].source), >, 15);
      g_assert_null (strstr (rules[i].source, "M:"));
      g_assert_cmpint (strlen (rules[i].family), ==, 1);
      for (guint j = 0; rules[i].thresholds != NULL && rules[i].thresholds[j] != NULL; j++)
        {
          const char *name = rules[i].thresholds[j];
          g_autofree char *text = squill_threshold_to_text (name, 7);

          g_assert_false (isnan (squill_threshold_get_default (name)));
          g_assert_cmpint (strlen (squill_threshold_get_source (name)), >, 15);
          g_assert_cmpint (strlen (text), >, 15);
        }
    }
  g_assert_null (squill_rules_find ("no-such-rule"));
  g_assert_cmpstr (squill_severity_get_name (SQUILL_SEVERITY_ERROR), ==, "error");
  g_assert_cmpstr (squill_severity_get_name (SQUILL_SEVERITY_HINT), ==, "hint");
}

/* Names and whatever else may be missing. */
static void
test_nothing_said (void)
{
  static const char *const placements[] = { "embed-one",        "embed-many", "child-references",
                                            "parent-reference", "two-way",    "junction",
                                            "subset",           "bucket" };
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = advise (model);
  g_autofree char *text = NULL;

  g_assert_cmpuint (squill_advice_get_findings (advice)->len, ==, 0);
  draw_entity (model, "a", NAN);
  draw_entity (model, "b", NAN);
  change (model, "a", "name", NULL);
  change (model, "b", "name", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (placements); i++)
    {
      draw_relationship (model, placements[i], "a", "b", placements[i], NULL, NULL);
      change (model, placements[i], "name", NULL);
    }
  draw_operation (model, "op", "delete", NULL, NAN);
  change (model, "op", "name", NULL);
  draw_operation (model, "op2", "delete", "a", NAN);
  change (model, "op2", "name", NULL);
  text = dump_advice (advice);
  g_assert_null (strstr (text, "(null)"));
  assert_same_as_new (advice, model);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/advice/order", test_order);
  g_test_add_func ("/advice/order-without-ids", test_order_without_ids);
  g_test_add_func ("/advice/dismissal", test_dismissal);
  g_test_add_func ("/advice/one-finding-per-cause", test_one_finding_per_cause);
  g_test_add_func ("/advice/thresholds", test_thresholds);
  g_test_add_func ("/advice/horizon", test_horizon);
  g_test_add_func ("/advice/only-concerned", test_only_concerned);
  g_test_add_func ("/advice/signal", test_signal);
  g_test_add_func ("/advice/fix-while-read", test_fix_while_read);
  g_test_add_func ("/advice/fix-refused", test_fix_refused);
  g_test_add_func ("/advice/catalog", test_catalog);
  g_test_add_func ("/advice/nothing-said", test_nothing_said);
  return g_test_run ();
}
