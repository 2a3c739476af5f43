/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design-fixture.h"

G_BEGIN_DECLS

extern const char *const team_placements[SQUILL_N_PLACEMENTS];

SquillModel *make_teams (const char *placement);

G_END_DECLS
