/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-model.h"

G_BEGIN_DECLS

SquillModel *squill_compass_import (const char *data,
                                    gsize length,
                                    GPtrArray *notes,
                                    GError **error);

G_END_DECLS
