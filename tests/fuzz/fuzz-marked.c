/* SPDX-License-Identifier: Apache-2.0 */

/* Any bytes as a .squill file with the conflict marks of git: refused, or merged to a model that
 * can be written and read, and whose conflicts can be decided. */

#include "config.h"

#include <string.h>

#include "model/squill-model-file.h"
#include "model/squill-model-merge.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize length);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize length)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_strndup ((const char *)data, length);
  g_autoptr (SquillModel) model = squill_model_new_from_marked (text, length, NULL, &error);
  g_autoptr (SquillModel) again = NULL;
  g_autoptr (GPtrArray) conflicts = NULL;
  g_autofree char *first = NULL;

  if (model == NULL)
    {
      g_assert_nonnull (error);
      return 0;
    }
  first = squill_model_to_data (model, NULL);
  again = squill_model_new_from_data (first, strlen (first), &error);
  if (again == NULL)
    g_error ("What was merged cannot be read: %s", error->message);
  conflicts = squill_model_list_conflicts (model);
  for (guint i = 0; i < conflicts->len; i++)
    squill_model_resolve_conflict (model, ((SquillConflict *)conflicts->pdata[i])->key,
                                   SQUILL_MERGE_THEIRS, NULL);
  g_free (first);
  first = squill_model_to_data (model, NULL);
  g_clear_object (&again);
  again = squill_model_new_from_data (first, strlen (first), &error);
  if (again == NULL)
    g_error ("What was decided cannot be read: %s", error->message);
  return 0;
}
