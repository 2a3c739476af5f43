/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

#include "design/squill-design.h"

G_BEGIN_DECLS

#define SQUILL_OPERATION_ROW_ERROR (squill_operation_row_error_quark ())
GQuark squill_operation_row_error_quark (void);

/**
 * SquillOperationRowError:
 * @SQUILL_OPERATION_ROW_ERROR_RATE: a text does not say how often something runs
 */
typedef enum
{
  SQUILL_OPERATION_ROW_ERROR_RATE,
} SquillOperationRowError;

/**
 * SquillOperationColumn:
 * @SQUILL_OPERATION_COLUMN_NAME: its name
 * @SQUILL_OPERATION_COLUMN_KIND: what it does
 * @SQUILL_OPERATION_COLUMN_ENTITY: what it starts from
 * @SQUILL_OPERATION_COLUMN_TERMS: what it filters and sorts by
 * @SQUILL_OPERATION_COLUMN_RATE: how often it runs
 * @SQUILL_OPERATION_COLUMN_COLLECTIONS: the collections that it touches, in order
 * @SQUILL_OPERATION_COLUMN_READS: how much one run reads
 * @SQUILL_OPERATION_COLUMN_WRITES: how much one run writes, and whether it is atomic
 * @SQUILL_OPERATION_COLUMN_ACCESS: the indexes that it uses, or that it scans
 * @SQUILL_OPERATION_COLUMN_COST: what one run costs
 * @SQUILL_OPERATION_COLUMN_SHARE: how much of the cost of all operations its runs have
 *
 * What is said of an operation.
 */
typedef enum
{
  SQUILL_OPERATION_COLUMN_NAME,
  SQUILL_OPERATION_COLUMN_KIND,
  SQUILL_OPERATION_COLUMN_ENTITY,
  SQUILL_OPERATION_COLUMN_TERMS,
  SQUILL_OPERATION_COLUMN_RATE,
  SQUILL_OPERATION_COLUMN_COLLECTIONS,
  SQUILL_OPERATION_COLUMN_READS,
  SQUILL_OPERATION_COLUMN_WRITES,
  SQUILL_OPERATION_COLUMN_ACCESS,
  SQUILL_OPERATION_COLUMN_COST,
  SQUILL_OPERATION_COLUMN_SHARE,
} SquillOperationColumn;

#define SQUILL_N_OPERATION_COLUMNS (SQUILL_OPERATION_COLUMN_SHARE + 1)

/**
 * SquillOperationRow:
 *
 * One operation of the workload, as of the last update of its list.
 *
 * Signal "changed" (): it says something else now.
 */
#define SQUILL_TYPE_OPERATION_ROW (squill_operation_row_get_type ())
G_DECLARE_FINAL_TYPE (SquillOperationRow, squill_operation_row, SQUILL, OPERATION_ROW, GObject)

const char *squill_operation_row_get_id (gpointer row);
const char *squill_operation_row_get_text (SquillOperationRow *self, SquillOperationColumn column);
const char *squill_operation_row_get_steps (SquillOperationRow *self);
gboolean squill_operation_row_scans (SquillOperationRow *self);

void squill_operation_rows_update (GListStore *rows, SquillDesign *design);

char *squill_operation_rate_write (const SquillOperation *operation);
gboolean squill_operation_rate_read (const char *text,
                                     double *rate,
                                     SquillRateUnit *per,
                                     GError **error);

G_END_DECLS
