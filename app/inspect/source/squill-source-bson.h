/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/source/squill-byte-stream.h"
#include "inspect/source/squill-problem.h"

G_BEGIN_DECLS

gboolean squill_source_bson_next (SquillByteStream *stream,
                                  SquillProblemList *problems,
                                  const guint8 **document,
                                  gsize *length,
                                  GCancellable *cancellable,
                                  GError **error);

G_END_DECLS
