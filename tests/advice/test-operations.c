/* SPDX-License-Identifier: Apache-2.0 */

/* Family I: how the application talks to the server. */

#include "config.h"

#include "advice-fixture.h"

static void
draw_pool (SquillModel *model, double connections)
{
  draw_entity (model, "order", 1000);
  change_number (model, SQUILL_MODEL_ID, "pool_size", connections);
}

static void
pool_fires (SquillModel *model)
{
  draw_pool (model, 500);
}

static void
pool_silent (SquillModel *model)
{
  draw_pool (model, 100);
}

/* 40 processes with 102 connections each are 4,080: 4 GB of 16. */
static void
pools_fire (SquillModel *model)
{
  draw_pool (model, 100);
  change (model, SQUILL_MODEL_ID, "memory", "16");
  change (model, SQUILL_MODEL_ID, "instances", "40");
}

static void
pools_silent (SquillModel *model)
{
  pools_fire (model);
  change (model, SQUILL_MODEL_ID, "instances", "15");
}

/* However small the pools, so many processes are too many. */
static void
pools_without_fix (SquillModel *model)
{
  pools_fire (model);
  change (model, SQUILL_MODEL_ID, "instances", "1000");
}

static void
pool_boundary (SquillModel *model)
{
  draw_pool (model, 200);
}

static void
connections_fire (SquillModel *model)
{
  draw_entity (model, "page", 1000);
  draw_operation (model, "show page", "find", "page", 20);
  change (model, "show page", "connects", "true");
}

static void
connections_silent (SquillModel *model)
{
  connections_fire (model);
  change (model, "show page", "connects", NULL);
}

static void
connections_at_some_rate (SquillModel *model)
{
  connections_fire (model);
  change (model, "show page", "rate", NULL);
}

static void
bulk_fires (SquillModel *model)
{
  draw_entity (model, "row", 1000);
  draw_operation (model, "import", "insert", "row", 500);
  change (model, "import", "bulk", "'loop'");
}

static void
bulk_interactive (SquillModel *model)
{
  bulk_fires (model);
  change (model, "import", "bulk", NULL);
}

static void
bulk_boundary (SquillModel *model)
{
  bulk_fires (model);
  change (model, "import", "rate", "100");
}

static void
report_fires (SquillModel *model)
{
  draw_entity (model, "sale", 1e6);
  draw_operation (model, "report", "aggregate", "sale", 1.0 / 3600);
  change (model, "report", "stale_ok", "3600");
}

static void
report_exact (SquillModel *model)
{
  report_fires (model);
  change (model, "report", "stale_ok", "0");
}

static void
report_by_range (SquillModel *model)
{
  report_fires (model);
  draw_field (model, "sale", "region", "string");
  change (model, "sale.region", "distinct", "5");
  change (model, "report", "filter", "[{'path': 'sale.region', 'how': 'eq'}]");
}

/* A tenth of them are not more than a tenth. */
static void
report_boundary (SquillModel *model)
{
  report_by_range (model);
  change (model, "sale.region", "distinct", "10");
}

/* What a filter leaves of unknown values is unknown. */
static void
report_unknown (SquillModel *model)
{
  report_by_range (model);
  change (model, "sale.region", "distinct", NULL);
}

static const RuleCase cases[] = {
  { "pool-too-large", SQUILL_SEVERITY_WARNING, SQUILL_MODEL_ID, pool_fires, pool_silent },
  { "pool-too-large", SQUILL_SEVERITY_WARNING, SQUILL_MODEL_ID, pools_fire, pools_silent },
  { "pool-too-large", SQUILL_SEVERITY_WARNING, SQUILL_MODEL_ID, pools_without_fix, pool_boundary },
  { "short-connections", SQUILL_SEVERITY_WARNING, "show page", connections_fire,
    connections_silent },
  { "short-connections", SQUILL_SEVERITY_WARNING, "show page", connections_at_some_rate, NULL },
  { "bulk-unordered", SQUILL_SEVERITY_HINT, "import", bulk_fires, bulk_interactive },
  { "bulk-unordered", SQUILL_SEVERITY_HINT, "import", NULL, bulk_boundary },
  { "analytics-on-primary", SQUILL_SEVERITY_HINT, "report", report_fires, report_exact },
  { "analytics-on-primary", SQUILL_SEVERITY_HINT, "report", report_by_range, report_boundary },
  { "analytics-on-primary", SQUILL_SEVERITY_HINT, "report", NULL, report_unknown },
};

/* The numbers that matter are said. */
static void
test_numbers (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillAdvice) advice = NULL;
  const SquillFinding *finding;

  pools_fire (model);
  advice = advise (model);
  finding = find_finding (advice, "pool-too-large", NULL);
  g_assert_cmpfloat (json_number_value (json_object_get (finding->values, "connections")), ==,
                     40 * 102);
  g_assert_nonnull (strstr (finding->message, "4\u202f080"));
  /* A tenth of 16 GB is 1,600 connections: 40 for each process, two of them watch. */
  g_assert_cmpstr (finding->fix->label, ==, "Limit each pool to 38 connections");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  add_rule_cases (cases, G_N_ELEMENTS (cases));
  g_test_add_func ("/advice/pool-too-large/numbers", test_numbers);
  return g_test_run ();
}
