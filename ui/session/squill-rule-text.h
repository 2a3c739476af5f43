/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-design.h"

G_BEGIN_DECLS

GPtrArray *squill_rule_text_compare (SquillDesign *fires, SquillDesign *silent);

G_END_DECLS
