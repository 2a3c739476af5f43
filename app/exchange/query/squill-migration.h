/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-design.h"

G_BEGIN_DECLS

char *squill_migration_to_text (SquillDesign *now, SquillDesign *then);

G_END_DECLS
