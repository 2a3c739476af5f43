/* SPDX-License-Identifier: Apache-2.0 */

/* Any bytes as a script for the MongoDB Shell: a model, or an error with its place. */

#include "config.h"

#include "exchange/import/squill-mongosh-import.h"
#include "import-report.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize length);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize length)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_memdup2 (length > 0 ? (const char *)data : "", MAX (length, 1));
  const SquillImportSource source = { "fuzz.js", text, length };

  model = squill_mongosh_import ("fuzz", &source, 1, report, &error);
  assert_imported (model, error, report);
  return 0;
}
