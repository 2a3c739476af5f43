/* SPDX-License-Identifier: Apache-2.0 */

/* Any bytes as a data model of Compass: a model, or an error. Its edits may stand in it as they
 * are, so that they can be changed. */

#include "config.h"

#include "exchange/import/squill-compass.h"
#include "exchange/squill-exchange.h"
#include "model/squill-model-file.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize length);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize length)
{
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_memdup2 (length > 0 ? (const char *)data : "", MAX (length, 1));
  guint line, column;

  model = squill_compass_import (text, length, notes, &error);
  if (model == NULL && error->domain == SQUILL_MODEL_ERROR &&
      g_error_matches (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_SYNTAX))
    g_assert_true (squill_model_parse_position (error, &line, &column));
  g_assert_true (model != NULL || error != NULL);
  for (guint i = 0; i < notes->len; i++)
    g_assert_true (g_utf8_validate (notes->pdata[i], -1, NULL));
  return 0;
}
