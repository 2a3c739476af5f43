/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

void check_javascript_syntax (const char *script, const char *what);
