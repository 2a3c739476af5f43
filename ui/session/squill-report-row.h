/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

#include "exchange/squill-report.h"

G_BEGIN_DECLS

/**
 * SquillReportRow:
 *
 * A row of a table of a report.
 */
#define SQUILL_TYPE_REPORT_ROW (squill_report_row_get_type ())
G_DECLARE_FINAL_TYPE (SquillReportRow, squill_report_row, SQUILL, REPORT_ROW, GObject)

SquillReportRow *squill_report_row_new (const SquillReport *report, guint section, guint row);
const char *squill_report_row_get_text (SquillReportRow *self, guint column);
double squill_report_row_get_share (SquillReportRow *self, guint column);

G_END_DECLS
