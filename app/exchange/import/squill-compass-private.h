/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>
#include <jansson.h>

#include "model/squill-model.h"

G_BEGIN_DECLS

SquillModel *_squill_compass_restore (const json_t *drawn, GPtrArray *notes);
json_t *_squill_compass_get_schema (const json_t *collection);
json_t *_squill_compass_replay (const json_t *edits, GHashTable *unknown);

G_END_DECLS
