/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

#include "model/squill-model.h"

G_BEGIN_DECLS

#define SQUILL_TYPE_DRAFT (squill_draft_get_type ())

/**
 * SquillDraft:
 *
 * A copy of unsaved work under the user's state folder, so that it outlives the program. As long as
 * it exists the draft belongs to the program that made it; one whose program ended without taking
 * it away is an orphan, for the next start to find.
 */
G_DECLARE_FINAL_TYPE (SquillDraft, squill_draft, SQUILL, DRAFT, GObject)

SquillDraft *squill_draft_new (void);
gboolean squill_draft_write (
    SquillDraft *self, SquillModel *model, GFile *file, const char *etag, GError **error);
void squill_draft_write_async (SquillDraft *self,
                               SquillModel *copy,
                               GFile *file,
                               const char *etag,
                               GAsyncReadyCallback callback,
                               gpointer user_data);
gboolean squill_draft_write_finish (SquillDraft *self, GAsyncResult *result, GError **error);
void squill_draft_discard (SquillDraft *self);
SquillModel *squill_draft_load (SquillDraft *self, GError **error);
GFile *squill_draft_get_original (SquillDraft *self);
char *squill_draft_get_name (SquillDraft *self);
char *squill_draft_get_etag (SquillDraft *self);
GDateTime *squill_draft_get_time (SquillDraft *self);

GPtrArray *squill_drafts_find_orphans (void);

G_END_DECLS
