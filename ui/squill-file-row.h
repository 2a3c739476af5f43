/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * SquillFileRow:
 *
 * A row that shows a file and lets the user choose another one, or none.
 *
 * Property "path" (text, nullable).
 */
#define SQUILL_TYPE_FILE_ROW (squill_file_row_get_type ())
G_DECLARE_FINAL_TYPE (SquillFileRow, squill_file_row, SQUILL, FILE_ROW, AdwActionRow)

const char *squill_file_row_get_path (SquillFileRow *self);
void squill_file_row_set_path (SquillFileRow *self, const char *path);

G_END_DECLS
