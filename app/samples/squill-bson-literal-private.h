/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "samples/squill-bson-text.h"

G_BEGIN_DECLS

void _squill_bson_append_literal (GString *out,
                                  bson_iter_t *iter,
                                  SquillSampleStyle style,
                                  gboolean spaced);

G_END_DECLS
