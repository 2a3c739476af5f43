/* SPDX-License-Identifier: Apache-2.0 */

/* Any bytes as a program with schemas of Mongoose: a model, or an error with its place. */

#include "config.h"

#include "exchange/import/squill-mongoose-import.h"
#include "model/squill-model-file.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize length);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize length)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_memdup2 (length > 0 ? (const char *)data : "", MAX (length, 1));
  const SquillImportSource source = { "fuzz.ts", text, length };
  guint line, column;

  model = squill_mongoose_import ("fuzz", &source, 1, report, &error);
  if (model == NULL)
    g_assert_true (squill_model_parse_position (error, &line, &column));
  for (guint i = 0; i < report->problems->len; i++)
    {
      const SquillImportProblem *problem = report->problems->pdata[i];

      g_assert_true (g_utf8_validate (problem->text, -1, NULL));
      g_assert_cmpuint (problem->line, >, 0);
      g_assert_cmpuint (problem->column, >, 0);
    }
  return 0;
}
