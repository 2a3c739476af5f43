/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "exchange/squill-report.h"
#include "panel/squill-panel-page.h"

G_BEGIN_DECLS

/**
 * SquillReportPage:
 *
 * A page that shows a report on the model, one of its tables at a time. The report is made in a
 * thread from a copy of the model, some time after the last change, while the old one stays.
 */
#define SQUILL_TYPE_REPORT_PAGE (squill_report_page_get_type ())
G_DECLARE_DERIVABLE_TYPE (
    SquillReportPage, squill_report_page, SQUILL, REPORT_PAGE, SquillPanelPage)

/**
 * SquillReportPageClass:
 * @prepare: (nullable): changes the copy of the model before the report is made from it
 * @make: makes the report, in a thread; @model is a copy
 */
struct _SquillReportPageClass
{
  SquillPanelPageClass parent_class;

  void (*prepare) (SquillReportPage *self, SquillModel *model);
  SquillReport *(*make) (SquillModel *model, GCancellable *cancellable, GError **error);
};

void squill_report_page_set_controls (SquillReportPage *self, GtkWidget *controls);
const SquillReport *squill_report_page_get_report (SquillReportPage *self);

#define SQUILL_TYPE_CAPACITY_PAGE (squill_capacity_page_get_type ())
G_DECLARE_FINAL_TYPE (
    SquillCapacityPage, squill_capacity_page, SQUILL, CAPACITY_PAGE, SquillReportPage)
#define SQUILL_TYPE_COMPARE_PAGE (squill_compare_page_get_type ())
G_DECLARE_FINAL_TYPE (
    SquillComparePage, squill_compare_page, SQUILL, COMPARE_PAGE, SquillReportPage)

G_END_DECLS
