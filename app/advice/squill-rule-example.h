/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "advice/squill-advice.h"

G_BEGIN_DECLS

SquillModel *squill_rule_example_new (const char *rule, gboolean fires);
const SquillFinding *squill_rule_example_find (SquillAdvice *advice, const char *rule);

G_END_DECLS
