/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-model.h"

G_BEGIN_DECLS

char *export_text (SquillModel *model, const char *format, const char *option, const char *value);
void assert_has (const char *text, const char *part);

G_END_DECLS
