/* SPDX-License-Identifier: Apache-2.0 */

/* The order in which people read findings: what costs most comes first. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-finding-order.h"

#include "design/squill-plan.h"

typedef struct
{
  const SquillFinding *finding;
  double cost; /* ms of work each second */
  guint position;
} Ordered;

static double
get_load (SquillDesign *design, const SquillOperation *operation)
{
  const SquillPlan *plan = squill_design_get_plan (design, operation->item.id);
  const double load = plan == NULL ? NAN : squill_plan_get_load (plan, operation).likely;

  return isfinite (load) ? load : 0;
}

/* The work of the operations that a finding is about: the operation itself, or all that go along
 * the relationship. What is said of names, types and missing numbers costs nothing. */
static double
get_cost (const SquillFinding *finding, GHashTable *loads)
{
  const double *load;

  if (finding->subject_kind != SQUILL_KIND_OPERATION &&
      finding->subject_kind != SQUILL_KIND_RELATIONSHIP)
    return 0;
  load = g_hash_table_lookup (loads, finding->subject);
  return load == NULL ? 0 : *load;
}

static void
add_load (GHashTable *loads, const char *id, double load)
{
  double *sum = g_hash_table_lookup (loads, id);

  if (sum == NULL)
    {
      sum = g_new0 (double, 1);
      g_hash_table_insert (loads, (gpointer)id, sum);
    }
  *sum += load;
}

/* Operation -> its work, and relationship -> that of all operations that go along it. */
static GHashTable *
sum_loads (SquillAdvice *advice)
{
  SquillDesign *design = squill_advice_get_design (advice);
  GHashTable *loads = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  const GPtrArray *uses = squill_advice_get_uses (advice);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = g_ptr_array_index (uses, i);
      const double load = get_load (design, use->operation);

      if (load == 0)
        continue;
      add_load (loads, use->operation->item.id, load);
      for (guint j = 0; j < use->relationships->len; j++)
        add_load (loads, ((const SquillItem *)use->relationships->pdata[j])->id, load);
    }
  return loads;
}

static int
compare (gconstpointer first, gconstpointer second)
{
  const Ordered *a = first, *b = second;

  if (a->finding->dismissed != b->finding->dismissed)
    return a->finding->dismissed ? 1 : -1;
  if (a->finding->severity != b->finding->severity)
    return a->finding->severity > b->finding->severity ? -1 : 1;
  if (a->cost != b->cost)
    return a->cost > b->cost ? -1 : 1;
  return a->position < b->position ? -1 : 1;
}

/**
 * squill_findings_order:
 * @advice: advice
 *
 * Orders findings for a list: the severe first; of one severity those about the operations, or
 * about the relationships of operations, that cost most; the rest as the advice has them. What was
 * dismissed comes last.
 *
 * Returns: (transfer container) (element-type SquillFinding): the findings; they are valid until
 * the model changes
 */
GPtrArray *
squill_findings_order (SquillAdvice *advice)
{
  GPtrArray *findings = squill_advice_get_findings (advice);
  g_autoptr (GHashTable) loads = sum_loads (advice);
  g_autofree Ordered *ordered = g_new0 (Ordered, findings->len);
  GPtrArray *sorted = g_ptr_array_sized_new (findings->len);

  for (guint i = 0; i < findings->len; i++)
    {
      ordered[i].finding = g_ptr_array_index (findings, i);
      ordered[i].cost = get_cost (ordered[i].finding, loads);
      ordered[i].position = i;
    }
  if (findings->len > 0)
    qsort (ordered, findings->len, sizeof *ordered, compare);
  for (guint i = 0; i < findings->len; i++)
    g_ptr_array_add (sorted, (gpointer)ordered[i].finding);
  return sorted;
}
