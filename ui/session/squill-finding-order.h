/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "advice/squill-advice.h"

G_BEGIN_DECLS

GPtrArray *squill_findings_order (SquillAdvice *advice);

G_END_DECLS
