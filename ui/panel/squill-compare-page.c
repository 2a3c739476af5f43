/* SPDX-License-Identifier: Apache-2.0 */

/* The designs of the model side by side. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include <glib/gi18n.h>

#include "advice/squill-comparison.h"
#include "panel/squill-report-page.h"

struct _SquillComparePage
{
  SquillReportPage parent_instance;
};

G_DEFINE_FINAL_TYPE (SquillComparePage, squill_compare_page, SQUILL_TYPE_REPORT_PAGE)

static SquillReport *
squill_compare_page_make (SquillModel *model, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) designs = squill_designs_compare (model, cancellable, error);

  return designs != NULL ? squill_report_new_comparison (designs) : NULL;
}

static void
squill_compare_page_class_init (SquillComparePageClass *klass)
{
  SQUILL_REPORT_PAGE_CLASS (klass)->make = squill_compare_page_make;
}

static void
squill_compare_page_init (SquillComparePage *self)
{
  squill_panel_page_set_title (SQUILL_PANEL_PAGE (self), _ ("Compare"));
}
