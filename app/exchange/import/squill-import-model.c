/* SPDX-License-Identifier: Apache-2.0 */

/* The model of what a reader of another format has made: a file of ours, as JSON. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-import-model.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "model/squill-model-file.h"

/**
 * _squill_import_make_model:
 * @file: the model as it stands in a file
 * @error: what went wrong
 *
 * Fails with %SQUILL_MODEL_ERROR_SYNTAX where no file can hold it, such as what is nested too
 * deeply.
 *
 * Returns: (transfer full) (nullable): the model
 */
SquillModel *
_squill_import_make_model (const json_t *file, GError **error)
{
  g_autofree char *text = json_dumps (file, 0);

  if (text == NULL)
    {
      g_set_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_SYNTAX, "1:1: %s",
                   _ ("There is too much in this file"));
      return NULL;
    }
  return squill_model_new_from_data (text, strlen (text), error);
}
