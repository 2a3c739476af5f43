/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "squill-plane.h"

G_BEGIN_DECLS

/* A rectangle that is drawn out with the pointer. */

SquillRect squill_rubber_band_get_rect (SquillPoint start, SquillPoint end);
void squill_rubber_band_snapshot (SquillPlane *plane,
                                  const SquillRect *rect,
                                  GtkSnapshot *snapshot);
GPtrArray *squill_rubber_band_find (SquillPlane *plane,
                                    const SquillRect *rect,
                                    gboolean entities_only);

G_END_DECLS
