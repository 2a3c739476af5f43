/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>
#include <jansson.h>

G_BEGIN_DECLS

/* Models of Hackolade, which are files of JSON. */

json_t *_squill_hackolade_make_schemas (const json_t *root, GPtrArray *notes);

G_END_DECLS
