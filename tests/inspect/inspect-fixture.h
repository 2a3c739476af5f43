/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/source/squill-source.h"
#include "model/squill-model.h"

G_BEGIN_DECLS

char *fixture_dataset (const char *path);
char *fixture_new_folder (void);
void fixture_remove_folder (const char *folder);
char *fixture_write (const char *folder, const char *name, gconstpointer bytes, gssize length);
char *fixture_write_gzip (const char *folder, const char *name, gconstpointer bytes, gssize length);
char *fixture_unpack (const char *folder, const char *dataset, const char *name);
gconstpointer fixture_find_item (SquillModel *model, SquillKind kind, const char *place);
guint64 fixture_random (guint64 *state);
guint64 fixture_count_documents (const char *path, SquillProblemList *problems);

G_END_DECLS
