/* SPDX-License-Identifier: Apache-2.0 */

/* Any bytes as a .squill file: refused with a place, or read, and then written so that it reads as
 * the same. */

#include "config.h"

#include <string.h>

#include "model/squill-model-file.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize length);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize length)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) model = squill_model_new_from_data ((const char *)data, length, &error);
  g_autoptr (SquillModel) again = NULL;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  guint line, column;

  if (model == NULL)
    {
      if (!g_error_matches (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_VERSION) &&
          !squill_model_parse_position (error, &line, &column))
        g_error ("An error without a place: %s", error->message);
      return 0;
    }
  first = squill_model_to_data (model, NULL);
  again = squill_model_new_from_data (first, strlen (first), &error);
  if (again == NULL)
    g_error ("What was written cannot be read: %s", error->message);
  second = squill_model_to_data (again, NULL);
  if (!g_str_equal (first, second))
    g_error ("What was written reads as something else");
  return 0;
}
