/* SPDX-License-Identifier: Apache-2.0 */

/* Any bytes as YAML: a value of JSON that is no larger than it may be, or an error with its place;
 * and as a schema. */

#include "config.h"

#include "exchange/import/squill-json-schema-import.h"
#include "exchange/import/squill-yaml.h"
#include "import-report.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize length);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize length)
{
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillImportReport) schemas = squill_import_report_new ();
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_memdup2 (length > 0 ? (const char *)data : "", MAX (length, 1));
  json_auto_t *value = _squill_yaml_read (text, length, NULL, report, &error);

  if (value != NULL)
    {
      char *dump = json_dumps (value, JSON_ENCODE_ANY);

      g_assert_nonnull (dump);
      free (dump);
    }
  else
    assert_imported (NULL, error, report);
  g_clear_error (&error);
  model = squill_json_schema_import ("fuzz", text, length, schemas, &error);
  assert_imported (model, error, schemas);
  return 0;
}
