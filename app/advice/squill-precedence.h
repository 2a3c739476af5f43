/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "advice/squill-advice.h"

G_BEGIN_DECLS

void squill_precedence_filter (GPtrArray *findings);

G_END_DECLS
