/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "exchange/squill-exchange.h"
#include "session/squill-session.h"

G_BEGIN_DECLS

void squill_session_write_export_async (SquillSession *session,
                                        const SquillExporter *exporter,
                                        const char *collection,
                                        GCancellable *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer user_data);
GString *squill_session_write_export_finish (SquillSession *session,
                                             GAsyncResult *result,
                                             GError **error);

G_END_DECLS
