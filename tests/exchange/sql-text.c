/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "sql-text.h"

#include <string.h>

#include "advice/squill-advice.h"
#include "exchange/import/squill-sql.h"

/* The result of an import can be built. */
void
assert_no_errors (SquillModel *model)
{
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (SquillAdvice) advice = squill_advice_new (design);
  const GPtrArray *findings = squill_advice_get_findings (advice);

  for (guint i = 0; i < findings->len; i++)
    {
      const SquillFinding *finding = findings->pdata[i];

      if (finding->severity == SQUILL_SEVERITY_ERROR)
        g_error ("%s: %s", finding->rule, finding->message);
    }
}

SquillModel *
import_tables_with_report (const char *sql, SquillImportReport *report)
{
  g_autoptr (GError) error = NULL;
  SquillModel *model = squill_sql_import ("shop", sql, strlen (sql), report, &error);

  g_assert_no_error (error);
  g_assert_false (squill_model_get_can_undo (model));
  assert_no_errors (model);
  return model;
}

/* Of a file in which all is understood. */
SquillModel *
import_tables (const char *sql)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  SquillModel *model = import_tables_with_report (sql, report);

  for (guint i = 0; i < report->problems->len; i++)
    {
      const SquillImportProblem *problem = report->problems->pdata[i];

      if (problem->line > 0)
        g_error ("%u:%u: %s", problem->line, problem->column, problem->text);
    }
  return model;
}
