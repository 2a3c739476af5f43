/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-report-row.h"

struct _SquillReportRow
{
  GObject parent_instance;

  guint n;
  char **texts;
  double *shares;
};

G_DEFINE_FINAL_TYPE (SquillReportRow, squill_report_row, G_TYPE_OBJECT)

static void
squill_report_row_finalize (GObject *object)
{
  SquillReportRow *self = SQUILL_REPORT_ROW (object);

  g_strfreev (self->texts);
  g_free (self->shares);

  G_OBJECT_CLASS (squill_report_row_parent_class)->finalize (object);
}

static void
squill_report_row_class_init (SquillReportRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = squill_report_row_finalize;
}

static void
squill_report_row_init (SquillReportRow *self)
{
}

/**
 * squill_report_row_new:
 * @report: a report
 * @section: one of its sections
 * @row: a row of the table in it
 *
 * Returns: (transfer full): the row; it does not need the report any more
 */
SquillReportRow *
squill_report_row_new (const SquillReport *report, guint section, guint row)
{
  SquillReportRow *self = g_object_new (SQUILL_TYPE_REPORT_ROW, NULL);

  self->n = squill_report_get_n_columns (report, section);
  self->texts = g_new0 (char *, self->n + 1);
  self->shares = g_new (double, self->n);
  for (guint i = 0; i < self->n; i++)
    {
      self->texts[i] = g_strdup (squill_report_get_cell (report, section, row, i));
      self->shares[i] = squill_report_get_share (report, section, row, i);
    }
  return self;
}

/**
 * squill_report_row_get_text:
 * @self: a row
 * @column: from 0
 *
 * Returns: what is in the cell; "" where there is none
 */
const char *
squill_report_row_get_text (SquillReportRow *self, guint column)
{
  g_return_val_if_fail (SQUILL_IS_REPORT_ROW (self), "");

  return column < self->n ? self->texts[column] : "";
}

/**
 * squill_report_row_get_share:
 * @self: a row
 * @column: from 0
 *
 * Returns: the length of the bar in the cell, 0 to 1; NaN where there is none
 */
double
squill_report_row_get_share (SquillReportRow *self, guint column)
{
  g_return_val_if_fail (SQUILL_IS_REPORT_ROW (self), NAN);

  return column < self->n ? self->shares[column] : NAN;
}
