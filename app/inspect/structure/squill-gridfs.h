/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/squill-profile.h"

G_BEGIN_DECLS

void squill_gridfs_find (GPtrArray *collections);

G_END_DECLS
