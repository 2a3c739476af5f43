/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/squill-inspect.h"

G_BEGIN_DECLS

/* Under this name it stands in a model's evidence. */
#define SQUILL_READING_MEMBER "reading"

const char *squill_inspect_method_get_name (SquillInspectMethod method);
SquillInspectMethod squill_inspect_method_from_name (const char *name);
gboolean squill_reading_remember (SquillModel *model,
                                  const char *const *sources,
                                  const SquillInspectOptions *options,
                                  GError **error);

G_END_DECLS
