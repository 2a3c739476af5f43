/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "exchange/import/squill-import-report.h"
#include "exchange/squill-exchange.h"
#include "model/squill-model-file.h"

/* Of any file there is a model, or an error: with its place, or that there is nothing of the kind
 * in the whole file; what is told is text, with a place or none. */
static inline void
assert_imported (SquillModel *model, const GError *error, const SquillImportReport *report)
{
  guint line, column;

  if (model == NULL &&
      !g_error_matches (error, SQUILL_EXCHANGE_ERROR, SQUILL_EXCHANGE_ERROR_FORMAT))
    g_assert_true (squill_model_parse_position (error, &line, &column));
  for (guint i = 0; i < report->problems->len; i++)
    {
      const SquillImportProblem *problem = report->problems->pdata[i];

      g_assert_true (g_utf8_validate (problem->text, -1, NULL));
      g_assert_cmpint (problem->line > 0, ==, problem->column > 0);
    }
}
