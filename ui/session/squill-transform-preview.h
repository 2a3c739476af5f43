/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "advice/squill-transform.h"
#include "exchange/squill-report.h"
#include "session/squill-session.h"

G_BEGIN_DECLS

GPtrArray *squill_session_list_transforms (SquillSession *session,
                                           const char *subject,
                                           gboolean fitting);
char *squill_session_name_transform (SquillSession *session,
                                     const char *subject,
                                     const SquillTransform *transform);

/**
 * SquillTransformPreview:
 * @report: what would be otherwise
 * @script: commands for the MongoDB Shell that move the data, and the operations that change
 *
 * What a transform would do.
 */
typedef struct
{
  SquillReport *report;
  char *script;
} SquillTransformPreview;

void squill_transform_preview_free (SquillTransformPreview *self);
void squill_transform_preview_async (SquillSession *session,
                                     const SquillTransform *transform,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
SquillTransformPreview *squill_transform_preview_finish (SquillSession *session,
                                                         GAsyncResult *result,
                                                         GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillTransformPreview, squill_transform_preview_free)

G_END_DECLS
