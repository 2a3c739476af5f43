/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-design.h"
#include "exchange/import/squill-import-report.h"

G_BEGIN_DECLS

/**
 * SquillOperationImport:
 * @operations: (element-type json_t): new operations, as an edit takes them
 * @measures: (element-type json_t): what was measured of items that the model has: an object with
 *   the `id` of an item, and in `set` its properties
 * @problems: (element-type SquillImportProblem): in the order of the text
 * @n_commands: how many commands there are in the text, understood or not
 * @seconds: the time between the first and the last of them; 0 where they have no times
 *
 * Operations that were read from commands.
 */
typedef struct
{
  GPtrArray *operations;
  GPtrArray *measures;
  GPtrArray *problems;
  guint n_commands;
  double seconds;
} SquillOperationImport;

SquillOperationImport *squill_operation_import_new (SquillDesign *design,
                                                    const char *text,
                                                    gsize length);
void squill_operation_import_free (SquillOperationImport *self);
char **squill_operation_import_apply (SquillOperationImport *self, SquillModel *model);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillOperationImport, squill_operation_import_free)

G_END_DECLS
