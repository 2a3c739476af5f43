/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <jansson.h>

#include "model/squill-model.h"

G_BEGIN_DECLS

SquillModel *_squill_import_make_model (const json_t *file, GError **error);

G_END_DECLS
