/* SPDX-License-Identifier: Apache-2.0 */

/* What formats ask of the shapes of documents. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/export/squill-export-private.h"

/* What stands in the arrays that are in the array @shape; NULL where it has other elements. */
const SquillShape *
squill_export_find_element (const SquillShape *shape)
{
  for (guint i = 0; i < shape->children->len; i++)
    if (g_str_equal (((SquillShape *)shape->children->pdata[i])->name, "[]"))
      return shape->children->pdata[i];
  return NULL;
}

/* Whether objects stand at @shape of which fields are known. */
gboolean
squill_export_has_members (const SquillShape *shape)
{
  return shape->children->len > (squill_export_find_element (shape) != NULL ? 1 : 0);
}

/* The values that are allowed at @shape and no others; NULL where others are. */
const json_t *
squill_export_get_enumeration (SquillExport *self, const SquillShape *shape)
{
  const SquillField *field = squill_model_get_field (self->model, shape->field);

  if (field == NULL || shape->target != NULL ||
      field->other_values == SQUILL_OTHER_VALUES_ACCEPTED ||
      (shape->types & (SQUILL_TYPE_STRING | SQUILL_TYPE_INT | SQUILL_TYPE_BOOL)) == 0)
    return NULL;
  /* What documents had so far is no law. */
  if (field->other_values == SQUILL_OTHER_VALUES_AUTO && field->evidence != NULL)
    return NULL;
  return field->enumeration;
}
