/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "diagram/squill-obstacles.h"

G_BEGIN_DECLS

/** How far apart lines run in one channel, where there is room. */
#define SQUILL_CHANNEL_SPACING 12.0

void squill_route_spread (SquillObstacles *obstacles, GPtrArray *ways);

G_END_DECLS
