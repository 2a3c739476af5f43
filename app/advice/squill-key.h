/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-item.h"

G_BEGIN_DECLS

/* Reading and making keys of the model. */

gboolean squill_key_is_at (const SquillKey *key, const char *id);
gboolean squill_key_goes_through (const SquillKey *key, const char *id);
gboolean squill_key_mentions (const SquillKey *key, const char *id);
gboolean squill_key_is_equality (const SquillKey *key);
const SquillKey *squill_keys_find (const SquillKeys *keys, const char *id);

SquillKeys *squill_keys_new (void);
void squill_keys_take (SquillKeys *keys, const char *path, const char *how);

G_END_DECLS
