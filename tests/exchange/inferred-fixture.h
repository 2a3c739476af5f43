/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-model.h"

G_BEGIN_DECLS

gboolean copy_dataset (const char *source, const char *folder);
SquillModel *infer_folder (const char *folder);
SquillModel *infer_documents (GPtrArray *documents, const char *folder);

G_END_DECLS
