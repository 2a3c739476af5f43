/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include "model/squill-variants.h"

#include <math.h>

#include "model/squill-authoring.h"

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

/* The share of the objects whose discriminator has the value; NaN where it is not known. */
static double
get_share (const SquillField *discriminator, const json_t *value)
{
  const json_t *shares = discriminator != NULL ? discriminator->value_shares : NULL;

  for (gsize i = 0; i < json_array_size (shares); i++)
    {
      const json_t *one = json_array_get (shares, i);
      const double share = json_number_value (json_object_get (one, "share"));

      if (json_equal (json_object_get (one, "value"), value) &&
          json_is_number (json_object_get (one, "share")) && share >= 0 && share <= 1)
        return share;
    }
  return NAN;
}

/**
 * squill_discriminator_list_shares:
 * @model: a model
 * @item: an entity, or a field of objects
 * @values: some that its discriminator may have
 *
 * Returns: (transfer full) (array): the share of the objects that have each of the values, which
 *   together are all; those of which nothing is known have equal shares of what is left
 */
double *
squill_discriminator_list_shares (SquillModel *model, gconstpointer item, const json_t *values)
{
  const SquillField *discriminator =
      squill_model_get_field (model, squill_item_get_discriminator (item));
  const gsize n = json_array_size (values);
  double *shares = g_new (double, n + 1);
  double known = 0, sum = 0;
  gsize unknown = 0;

  for (gsize i = 0; i < n; i++)
    {
      shares[i] = get_share (discriminator, json_array_get (values, i));
      unknown += isnan (shares[i]);
      known += isnan (shares[i]) ? 0 : shares[i];
    }
  for (gsize i = 0; i < n; i++)
    {
      if (isnan (shares[i]))
        shares[i] = MAX (0, 1 - known) / (double)unknown;
      sum += shares[i];
    }
  for (gsize i = 0; i < n; i++)
    shares[i] = sum > 0 ? shares[i] / sum : 1 / (double)n;
  return shares;
}

/* What is in the objects of some variants only. */
static GPtrArray *
list_members (gconstpointer item)
{
  const SquillItem *self = item;
  GPtrArray *members = g_ptr_array_new ();

  SQUILL_FOR_EACH_CHILD (SquillField, field, item, SQUILL_KIND_FIELD)
    {
      if (squill_item_get_variants (field) != NULL)
        g_ptr_array_add (members, (gpointer)field);
    }
  if (self->kind == SQUILL_KIND_ENTITY)
    {
      guint n;
      const SquillRelationship *const *relationships = squill_entity_get_relationships (item, &n);

      for (guint i = 0; i < n; i++)
        if (g_str_equal (relationships[i]->parent, self->id) &&
            squill_item_get_variants (relationships[i]) != NULL)
          g_ptr_array_add (members, (gpointer)relationships[i]);
    }
  return members;
}

static gboolean
has_members (const SquillItemVariant *variant, GPtrArray *all, const json_t *value)
{
  guint n = 0;

  for (guint i = 0; i < all->len; i++)
    {
      gpointer member = g_ptr_array_index (all, i);

      if (!squill_variants_have (squill_item_get_variants (member), value))
        continue;
      if (!g_ptr_array_find (variant->members, member, NULL))
        return FALSE;
      n++;
    }
  return n == variant->members->len;
}

static SquillItemVariant *
item_variant_new (GPtrArray *all, const json_t *value)
{
  SquillItemVariant *self = g_new0 (SquillItemVariant, 1);

  self->values = json_array ();
  self->members = g_ptr_array_new ();
  for (guint i = 0; i < all->len; i++)
    if (squill_variants_have (squill_item_get_variants (g_ptr_array_index (all, i)), value))
      g_ptr_array_add (self->members, g_ptr_array_index (all, i));
  return self;
}

/**
 * squill_item_variant_free:
 * @self: a variant
 */
void
squill_item_variant_free (SquillItemVariant *self)
{
  json_decref (self->values);
  g_ptr_array_unref (self->members);
  g_free (self);
}

/**
 * squill_item_variant_list_paths:
 * @self: a variant
 *
 * Returns: (transfer full) (array zero-terminated=1): the paths of its members within their entity;
 *   of what a relationship embeds, the name
 */
char **
squill_item_variant_list_paths (const SquillItemVariant *self)
{
  char **paths = g_new0 (char *, self->members->len + 1);

  for (guint i = 0; i < self->members->len; i++)
    {
      const SquillItem *member = g_ptr_array_index (self->members, i);
      const SquillRelationship *r = (const SquillRelationship *)member;

      if (member->kind == SQUILL_KIND_FIELD)
        paths[i] = squill_field_get_path ((const SquillField *)member);
      else
        paths[i] = g_strdup (r->parent_name != NULL ? r->parent_name
                             : r->name != NULL      ? r->name
                                                    : "");
    }
  return paths;
}

/**
 * squill_item_list_variants:
 * @model: a model
 * @item: an entity, or a field of objects
 *
 * Returns: (transfer full) (element-type SquillItemVariant): what its objects can be, one for all
 *   values with which these have the same fields, in the order of the values; empty where they are
 *   all of one kind
 */
GPtrArray *
squill_item_list_variants (SquillModel *model, gconstpointer item)
{
  GPtrArray *variants = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_item_variant_free);
  g_autoptr (GPtrArray) all = list_members (item);
  const SquillField *discriminator =
      squill_model_get_field (model, squill_item_get_discriminator (item));
  json_auto_t *values = squill_discriminator_list_values (model, item);

  for (gsize i = 0; i < json_array_size (values) && all->len > 0; i++)
    {
      json_t *value = json_array_get (values, i);
      SquillItemVariant *variant = NULL;

      for (guint k = 0; k < variants->len && variant == NULL; k++)
        if (has_members (g_ptr_array_index (variants, k), all, value))
          variant = g_ptr_array_index (variants, k);
      if (variant == NULL)
        {
          variant = item_variant_new (all, value);
          g_ptr_array_add (variants, variant);
        }
      json_array_append (variant->values, value);
      variant->share += get_share (discriminator, value);
    }
  return variants;
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
