/* SPDX-License-Identifier: Apache-2.0 */

/* Models out of DBML, as dbdiagram.io, other programs, Squill, and people write it. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-dbml.h"

#include "exchange/import/squill-dbml-private.h"

/**
 * squill_dbml_import:
 * @title: how the model is called, where the file does not say
 * @data: tables in DBML
 * @length: how many bytes that are
 * @report: gets what became of each table, and what was not taken over
 * @error: what went wrong
 *
 * Makes a model of tables. Those of a project for MongoDB, and of a file that does not say for what
 * it is but has columns called "_id", are collections: references stay references, and columns that
 * are named by paths become nested fields. Others are tables as in SQL, see squill_sql_import().
 *
 * Fails with %SQUILL_MODEL_ERROR_SYNTAX, with line and column, where there is no table, or text
 * that is not UTF-8.
 *
 * Returns: (transfer full) (nullable): the model
 */
SquillModel *
squill_dbml_import (
    const char *title, const char *data, gsize length, SquillImportReport *report, GError **error)
{
  g_autoptr (SquillTables) tables = NULL;

  g_return_val_if_fail (title != NULL, NULL);
  g_return_val_if_fail (data != NULL, NULL);
  g_return_val_if_fail (report != NULL, NULL);

  if (!_squill_tables_check_text (&data, &length, error))
    return NULL;
  tables = _squill_dbml_parse (data, length, report);
  return _squill_tables_import (tables, title, report, error);
}
