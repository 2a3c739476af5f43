/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <jansson.h>

#include "inspect/reference/squill-reference.h"

G_BEGIN_DECLS

json_t *squill_reference_to_json (const SquillReference *reference);
json_t *squill_references_to_json (GPtrArray *references);

G_END_DECLS
