/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-design.h"

G_BEGIN_DECLS

/* Comments, and where a collection is, as the MongoDB Shell writes them. */

void squill_shell_append_database (GString *text, const char *database);
void squill_shell_append_comment (GString *text, const char *comment);
void squill_shell_append_collection (GString *text, const char *database, const char *name);

G_END_DECLS
