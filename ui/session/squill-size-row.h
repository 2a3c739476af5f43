/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

#include "design/squill-design.h"

G_BEGIN_DECLS

/**
 * SquillSizeColumn:
 * @SQUILL_SIZE_COLUMN_NAME: the collection
 * @SQUILL_SIZE_COLUMN_COUNT: how many documents are likely
 * @SQUILL_SIZE_COLUMN_COUNT_LATER: the same at the horizon
 * @SQUILL_SIZE_COLUMN_LIKELY: bytes of a likely document
 * @SQUILL_SIZE_COLUMN_MOST: bytes of the largest one
 * @SQUILL_SIZE_COLUMN_LATER: bytes of a likely one at the horizon
 * @SQUILL_SIZE_COLUMN_DATA: bytes of all documents, before compression
 * @SQUILL_SIZE_COLUMN_DATA_LATER: the same at the horizon
 * @SQUILL_SIZE_COLUMN_INDEXES: how many indexes, that of `_id` too
 *
 * What is said of a collection's size.
 */
typedef enum
{
  SQUILL_SIZE_COLUMN_NAME,
  SQUILL_SIZE_COLUMN_COUNT,
  SQUILL_SIZE_COLUMN_COUNT_LATER,
  SQUILL_SIZE_COLUMN_LIKELY,
  SQUILL_SIZE_COLUMN_MOST,
  SQUILL_SIZE_COLUMN_LATER,
  SQUILL_SIZE_COLUMN_DATA,
  SQUILL_SIZE_COLUMN_DATA_LATER,
  SQUILL_SIZE_COLUMN_INDEXES,
} SquillSizeColumn;

#define SQUILL_N_SIZE_COLUMNS (SQUILL_SIZE_COLUMN_INDEXES + 1)

/**
 * SquillSizeRow:
 *
 * The sizes of one collection, as of the last update of its list.
 *
 * Signal "changed" (): it says something else now.
 */
#define SQUILL_TYPE_SIZE_ROW (squill_size_row_get_type ())
G_DECLARE_FINAL_TYPE (SquillSizeRow, squill_size_row, SQUILL, SIZE_ROW, GObject)

const char *squill_size_row_get_id (gpointer row);
double squill_size_row_get_value (SquillSizeRow *self, SquillSizeColumn column);
char *squill_size_row_get_text (SquillSizeRow *self, SquillSizeColumn column);
char *squill_size_row_describe_mark (SquillSizeRow *self, SquillSizeColumn column);
gboolean squill_size_row_is_too_large (SquillSizeRow *self, SquillSizeColumn column);
int squill_size_row_compare (SquillSizeRow *self, SquillSizeRow *other, SquillSizeColumn column);

guint squill_size_rows_update (GListStore *rows, SquillDesign *design);

G_END_DECLS
