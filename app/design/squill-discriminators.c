/* SPDX-License-Identifier: Apache-2.0 */

/* Which values in a document tell of which kind its objects are. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-design-private.h"
#include "model/squill-variants.h"

static const char *
get_discriminator (SquillModel *model, const SquillShape *shape)
{
  if (shape->copy != NULL)
    return NULL;
  if (shape->document)
    return squill_item_get_discriminator (squill_model_get_entity (model, shape->entity));
  return squill_item_get_discriminator (squill_model_get_field (model, shape->field));
}

/* A single value of the field among the fields of a shape. */
static SquillShape *
find_value (const SquillShape *shape, const char *field)
{
  for (guint i = 0; i < shape->children->len; i++)
    {
      SquillShape *child = g_ptr_array_index (shape->children, i);

      if (child->copy == NULL && !child->array && !child->map &&
          g_strcmp0 (child->field, field) == 0)
        return child;
    }
  return NULL;
}

static SquillShape *
find_discriminator (const SquillShape *shape, const char *field)
{
  SquillShape *found = find_value (shape, field);

  /* Beside an array there is one value for all of its elements. */
  if (found == NULL && shape->parent != NULL && !shape->array && !shape->map)
    found = find_value (shape->parent, field);
  for (guint i = 0; found == NULL && i < shape->children->len; i++)
    {
      const SquillShape *child = g_ptr_array_index (shape->children, i);

      if (!child->array && !child->map)
        found = find_value (child, field);
    }
  return found != shape ? found : NULL;
}

static void
find_below (SquillModel *model, SquillShape *shape)
{
  const char *field = shape->children->len > 0 ? get_discriminator (model, shape) : NULL;
  SquillShape *found = field != NULL ? find_discriminator (shape, field) : NULL;

  shape->discriminator = found;
  if (found != NULL)
    found->discriminates = TRUE;
  for (guint i = 0; i < shape->children->len; i++)
    find_below (model, g_ptr_array_index (shape->children, i));
}

/** Sets the discriminators of all shapes. */
void
_squill_tree_find_discriminators (SquillTree *self, SquillModel *model)
{
  find_below (model, _squill_tree_get_root (self));
}
