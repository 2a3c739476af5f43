/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include "model/squill-variants.h"

/**
 * squill_item_get_discriminator:
 * @item: (nullable): an entity, or a field of objects
 *
 * Returns: (transfer none) (nullable): id of the field whose value tells of which kind its objects
 *   are; %NULL where they are all of one
 */
const char *
squill_item_get_discriminator (gconstpointer item)
{
  const SquillItem *self = item;

  if (self == NULL)
    return NULL;
  if (self->kind == SQUILL_KIND_ENTITY)
    return ((const SquillEntity *)item)->discriminator;
  return self->kind == SQUILL_KIND_FIELD ? ((const SquillField *)item)->discriminator : NULL;
}

/**
 * squill_item_get_variants:
 * @item: (nullable): a field, or a relationship
 *
 * Returns: (transfer none) (nullable): with which values of the discriminator it, or what it stores
 *   in the parent, is there: a nonempty array; %NULL where with all
 */
const json_t *
squill_item_get_variants (gconstpointer item)
{
  const SquillItem *self = item;
  const json_t *variants = NULL;

  if (self != NULL && self->kind == SQUILL_KIND_FIELD)
    variants = ((const SquillField *)item)->variants;
  else if (self != NULL && self->kind == SQUILL_KIND_RELATIONSHIP)
    variants = ((const SquillRelationship *)item)->variants;
  return json_array_size (variants) > 0 ? variants : NULL;
}

/**
 * squill_variants_have:
 * @variants: (nullable): an array of values
 * @value: (nullable): a value
 *
 * Returns: %TRUE if it is one of them
 */
gboolean
squill_variants_have (const json_t *variants, const json_t *value)
{
  for (gsize i = 0; i < json_array_size (variants); i++)
    if (json_equal (json_array_get (variants, i), value))
      return TRUE;
  return FALSE;
}

/* More kinds than a person would tell apart. */
#define MAX_VARIANTS 256u

static void
add_values (json_t *values, const json_t *more)
{
  for (gsize i = 0; i < json_array_size (more) && json_array_size (values) < MAX_VARIANTS; i++)
    {
      json_t *value = json_array_get (more, i);

      if (!squill_variants_have (values, value))
        json_array_append (values, value);
    }
}

/**
 * squill_discriminator_list_values:
 * @model: a model
 * @item: an entity, or a field of objects
 *
 * Returns: (transfer full): the values that its discriminator is known to have: those that it may
 *   have at all, and those that its fields name; empty where it has none
 */
json_t *
squill_discriminator_list_values (SquillModel *model, gconstpointer item)
{
  const SquillItem *self = item;
  const SquillField *discriminator =
      squill_model_get_field (model, squill_item_get_discriminator (item));
  json_t *values = json_array ();

  if (discriminator == NULL)
    return values;
  add_values (values, discriminator->enumeration);
  SQUILL_FOR_EACH_CHILD (SquillField, field, item, SQUILL_KIND_FIELD)
    {
      add_values (values, squill_item_get_variants (field));
    }
  if (self->kind == SQUILL_KIND_ENTITY)
    {
      guint n;
      const SquillRelationship *const *relationships = squill_entity_get_relationships (item, &n);

      for (guint i = 0; i < n; i++)
        if (g_str_equal (relationships[i]->parent, self->id))
          add_values (values, squill_item_get_variants (relationships[i]));
    }
  return values;
}

/**
 * squill_field_is_always_present:
 * @field: a field
 *
 * Returns: %TRUE if every object has it; that of a variant is only in its objects
 */
gboolean
squill_field_is_always_present (const SquillField *field)
{
  return field->required && squill_item_get_variants (field) == NULL;
}
