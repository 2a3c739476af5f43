/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *squill_pattern_to_javascript (const char *pattern, char **flags);
char *squill_pattern_to_python (const char *pattern);
char *squill_pattern_from_javascript (const char *pattern);

G_END_DECLS
