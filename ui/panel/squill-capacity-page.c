/* SPDX-License-Identifier: Apache-2.0 */

/* What the database takes up, now and at the horizon. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "panel/squill-report-page.h"

struct _SquillCapacityPage
{
  SquillReportPage parent_instance;
};

G_DEFINE_FINAL_TYPE (SquillCapacityPage, squill_capacity_page, SQUILL_TYPE_REPORT_PAGE)

static SquillReport *
squill_capacity_page_make (SquillModel *model, GCancellable *cancellable, GError **error)
{
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (SquillCapacity) capacity = squill_capacity_new (design);

  return squill_report_new_capacity (capacity);
}

static void
squill_capacity_page_class_init (SquillCapacityPageClass *klass)
{
  SQUILL_REPORT_PAGE_CLASS (klass)->make = squill_capacity_page_make;
}

static void
squill_capacity_page_init (SquillCapacityPage *self)
{
}
