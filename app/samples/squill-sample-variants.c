/* SPDX-License-Identifier: Apache-2.0 */

/* Each object is of one kind: its discriminator has one value, and the fields that name others are
 * not there. */

#define G_LOG_DOMAIN "squill-samples"

#include "config.h"

#include "samples/squill-sample-walk-private.h"

#include "model/squill-variants.h"
#include "samples/squill-random.h"

static gconstpointer
get_item (SquillWalk *self, const SquillShape *shape)
{
  return shape->document ? (gconstpointer)squill_model_get_entity (self->model, shape->entity)
                         : squill_model_get_field (self->model, shape->field);
}

/* The variants of the objects of an entity or a field. */
typedef struct
{
  json_t *values; /* of the discriminator */
  double *shares; /* of the objects, for each of @values; they add up to 1 */
} Variants;

static void
variants_free (gpointer data)
{
  Variants *self = data;

  json_decref (self->values);
  g_free (self->shares);
  g_free (self);
}

/* They are asked for once for each field of each object, and stay the same while one document is
 * made. */
static const Variants *
get_variants (SquillWalk *self, gconstpointer item)
{
  Variants *known = g_hash_table_lookup (self->variants, item);

  if (known == NULL)
    {
      known = g_new0 (Variants, 1);
      known->values = squill_discriminator_list_values (self->model, item);
      known->shares = squill_discriminator_list_shares (self->model, item, known->values);
      g_hash_table_insert (self->variants, (gpointer)item, known);
    }
  return known;
}

/* The table of a walk (transfer full): what get_variants() found. */
GHashTable *
_squill_walk_new_variants (void)
{
  return g_hash_table_new_full (NULL, NULL, NULL, variants_free);
}

/* Objects of which a value tells of which kind they are: it stands in them, beside them, or in an
 * object in them. */
static const SquillShape *
find_objects (const SquillShape *discriminator)
{
  const SquillShape *around = discriminator->parent;

  if (around->discriminator == discriminator)
    return around;
  if (around->parent != NULL && around->parent->discriminator == discriminator)
    return around->parent;
  for (guint i = 0; i < around->children->len; i++)
    {
      const SquillShape *beside = g_ptr_array_index (around->children, i);

      if (beside->discriminator == discriminator)
        return beside;
    }
  return NULL;
}

/**
 * _squill_walk_choose_variant:
 * @self: a walk
 * @discriminator: the shape of a discriminator
 * @place: where the walk is, in the object of the discriminator or in one of those it tells of
 *
 * Returns: (transfer none) (nullable): the value that the discriminator has there; %NULL where none
 *   is known
 */
const json_t *
_squill_walk_choose_variant (SquillWalk *self,
                             const SquillShape *discriminator,
                             const SquillWalkPosition *place)
{
  const SquillShape *objects = find_objects (discriminator);
  gconstpointer item = objects != NULL ? get_item (self, objects) : NULL;
  const Variants *known = item != NULL ? get_variants (self, item) : NULL;
  const gsize n = known != NULL ? json_array_size (known->values) : 0;
  gsize i = 0;
  double chance;

  if (n == 0)
    return NULL;
  chance = squill_seed_to_fraction (squill_seed_add_text (
      _squill_walk_get_seed (self, place, _squill_shape_get_seed_name (discriminator)), "variant"));
  while (i + 1 < n && (chance -= known->shares[i]) >= 0)
    i++;
  return json_array_get (known->values, i);
}

/* The share of the objects of some variants. */
static double
sum_shares (const Variants *known, const json_t *variants)
{
  double sum = 0;

  for (gsize i = 0; i < json_array_size (known->values); i++)
    if (squill_variants_have (variants, json_array_get (known->values, i)))
      sum += known->shares[i];
  return sum;
}

/**
 * _squill_walk_get_variant_share:
 * @self: a walk
 * @shape: a shape
 * @place: where the walk is, in the object that may have it
 *
 * Returns: the share of the objects whose variants have it; 1 where all have, 0 where that of the
 * object has not
 */
double
_squill_walk_get_variant_share (SquillWalk *self,
                                const SquillShape *shape,
                                const SquillWalkPosition *place)
{
  const SquillShape *around = shape->parent;
  const json_t *variants = NULL;
  gconstpointer item;

  if (around == NULL || around->discriminator == NULL || around->discriminator == shape ||
      shape->copy != NULL)
    return 1;
  if (shape->field != NULL)
    variants = squill_item_get_variants (squill_model_get_field (self->model, shape->field));
  else if (shape->document && shape->relationship != NULL)
    variants =
        squill_item_get_variants (squill_model_get_relationship (self->model, shape->relationship));
  item = variants != NULL ? get_item (self, around) : NULL;
  if (item != NULL)
    {
      const json_t *value = _squill_walk_choose_variant (self, around->discriminator, place);

      if (value == NULL)
        return 1;
      return squill_variants_have (variants, value)
                 ? sum_shares (get_variants (self, item), variants)
                 : 0;
    }
  return 1;
}
