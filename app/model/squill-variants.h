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
gboolean squill_variants_have (const json_t *variants, const json_t *value);
gboolean squill_field_is_always_present (const SquillField *field);

G_END_DECLS
