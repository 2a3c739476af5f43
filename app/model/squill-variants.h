/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-model.h"

G_BEGIN_DECLS

/* Objects may be of several kinds, which the value of a field tells: the discriminator. A variant
 * is the objects with one of its values. Fields name the variants that they are in; those that name
 * none are in all. */

const char *squill_item_get_discriminator (gconstpointer item);
const json_t *squill_item_get_variants (gconstpointer item);
json_t *squill_discriminator_list_values (SquillModel *model, gconstpointer item);
double *squill_discriminator_list_shares (SquillModel *model,
                                          gconstpointer item,
                                          const json_t *values);
gboolean squill_variants_have (const json_t *variants, const json_t *value);
gboolean squill_field_is_always_present (const SquillField *field);

/**
 * SquillItemVariant:
 * @values: values of the discriminator with which objects have the same fields
 * @share: 0 to 1: of the objects; NaN where it is not known
 * @members: (element-type SquillItem): fields, and relationships that are embedded, that only
 * some of the variants have and this one has
 *
 * One of the variants that an entity or a field of objects has.
 */
typedef struct
{
  json_t *values;
  double share;
  GPtrArray *members;
} SquillItemVariant;

void squill_item_variant_free (SquillItemVariant *self);
char **squill_item_variant_list_paths (const SquillItemVariant *self);
GPtrArray *squill_item_list_variants (SquillModel *model, gconstpointer item);

G_END_DECLS
