/* SPDX-License-Identifier: Apache-2.0 */

/* The capacity report as a page to read and print. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/export/squill-export-private.h"
#include "exchange/squill-report.h"

/** The capacity report of a design. Returns TRUE. */
gboolean
_squill_export_capacity_report (SquillExport *self, GError **error)
{
  g_autoptr (SquillCapacity) capacity = squill_capacity_new (self->design);
  g_autoptr (SquillReport) report = squill_report_new_capacity (capacity);
  g_autofree char *html = squill_report_write (report, SQUILL_REPORT_HTML);
  const char *name = squill_model_get_info (self->model)->name;

  _squill_export_add_text (self, name != NULL ? name : "capacity", g_string_new (html));
  return TRUE;
}
