/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "advice/squill-advice.h"

G_BEGIN_DECLS

/* For tests: how often rules looked at a subject so far. */
guint64 _squill_advice_count_checks (SquillAdvice *self, const char *rule);

G_END_DECLS
