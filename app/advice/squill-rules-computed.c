/* SPDX-License-Identifier: Apache-2.0 */

/* Family D: values that are computed from others. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "advice/squill-transform-private.h"
#include "text/squill-text.h"

/* computed-candidate */

static void
check_computed (SquillRun *run, gconstpointer subject)
{
  const SquillOperation *operation = subject;
  const SquillUse *use = squill_operation_index_find (run->operations, operation->item.id);
  SquillTotal total;
  g_autofree char *count = NULL, *read = NULL, *updates = NULL;
  SquillFinding *finding;

  if (use == NULL || !_squill_run_find_total (run, use, &total) ||
      !_squill_total_pays (&total, run))
    return;
  count = squill_text_count (total.children);
  read = squill_text_rate (total.reads * total.children);
  updates = squill_text_rate (total.writes);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, operation, total.reads * _squill_total_get_read_cost (&total, run),
      g_strdup_printf (_ ("“%s” reads %s “%s” each time only to compute from them: document reads, "
                          "%s. Stored in “%s”, the result costs updates instead, %s."),
                       _squill_wording_name (operation), count,
                       _squill_wording_name (_squill_run_get_child (run, total.r)), read,
                       _squill_wording_name (_squill_run_get_parent (run, total.r)), updates));
  _squill_finding_set_number (finding, "children", total.children);
  _squill_finding_set_number (finding, "per_second", total.reads);
  _squill_finding_set_number (finding, "writes_per_second", total.writes);
  finding->fix = _squill_fix_new_total (run, use, &total, NULL);
}

/* approx-candidate */

static void
check_approximation (SquillRun *run, gconstpointer subject)
{
  const SquillField *field = subject;
  const double most = _squill_run_get (run, SQUILL_THRESHOLD_COUNTER_RATE);
  SquillApproximation approximation;
  g_autofree char *often = NULL, *count = NULL, *off = NULL;
  SquillFinding *finding;

  if (!_squill_run_find_approximation (run, field, &approximation) || !(approximation.rate > most))
    return;
  often = squill_text_rate (approximation.rate);
  count = squill_text_count (approximation.events);
  off = squill_text_count (approximation.error);
  finding = _squill_run_report (
      run, SQUILL_SEVERITY_HINT, field, approximation.rate,
      g_strdup_printf (_ ("“%s” is updated %s, and need not be exact. If each process writes only "
                          "every %s events, it is off by %s at most."),
                       _squill_wording_name (field), often, count, off));
  _squill_finding_set_number (finding, "per_second", approximation.rate);
  _squill_finding_set_number (finding, "events", approximation.events);
  _squill_finding_set_number (finding, "error", approximation.error);
  _squill_finding_set_number (finding, "threshold", most);
  finding->fix = _squill_fix_new_approximation (run, field, &approximation);
}

#define THRESHOLDS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define READ (SQUILL_ASPECTS_ALL | SQUILL_ASPECT_NAME)

const SquillRule _squill_rules_computed[] = {
  { .info = { "computed-candidate", "D", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_COMPUTED,
              N_ ("The same total is computed again and again"),
              N_ ("If a total is read much more often than what it is computed from changes, store "
                  "it. With few writes, each of them updates it; with many, a job computes it now "
                  "and then, and readers see a value that is a little old."),
              THRESHOLDS ("denorm.margin") },
    .scope = SQUILL_SCOPE_OPERATION,
    .aspects = READ,
    .check = check_computed },
  { .info = { "approx-candidate", "D", SQUILL_SEVERITY_HINT, SQUILL_SOURCE_SKILLS,
              N_ ("A counter is more exact than it has to be"),
              N_ ("Nobody minds whether a page was seen 1,000,000 or 1,000,050 times. If each "
                  "process counts by itself and writes every hundredth event, one percent of the "
                  "writes is left. Stock and money are no such counters."),
              THRESHOLDS ("counter.rate") },
    .scope = SQUILL_SCOPE_FIELD,
    .aspects = READ | SQUILL_ASPECT_SETTINGS,
    .check = check_approximation },
  { .info = { NULL } },
};
