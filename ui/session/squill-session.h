/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

#include "advice/squill-advice.h"
#include "model/squill-model-file.h"
#include "samples/squill-samples.h"
#include "session/squill-picking.h"
#include "session/squill-preview.h"
#include "session/squill-selection.h"

G_BEGIN_DECLS

/**
 * SquillSession:
 *
 * One open model with all that follows from it, its file and its selection: what a window shows.
 *
 * Properties "file" (#GFile), "title" and "subtitle" (text for a window).
 *
 * Signal "changed" (#SquillChange): the model changed, and all that follows from it has noted so.
 * Whoever shows the session connects to this and never to the model's own signal, in which some of
 * what is derived may still be that of the model before.
 *
 * Signal "show" (id of an item): the user looks for this item; views bring it into sight.
 */
#define SQUILL_TYPE_SESSION (squill_session_get_type ())
G_DECLARE_FINAL_TYPE (SquillSession, squill_session, SQUILL, SESSION, GObject)

SquillSession *squill_session_new (SquillModel *model, GFile *file);
SquillModel *squill_session_get_model (SquillSession *self);
SquillDesign *squill_session_get_design (SquillSession *self);
SquillAdvice *squill_session_get_advice (SquillSession *self);
SquillSamples *squill_session_get_samples (SquillSession *self);
SquillSelection *squill_session_get_selection (SquillSession *self);
SquillPicking *squill_session_get_picking (SquillSession *self);

GFile *squill_session_get_file (SquillSession *self);
void squill_session_set_file (SquillSession *self, GFile *file, const char *etag);
const char *squill_session_get_etag (SquillSession *self);
const char *squill_session_get_title (SquillSession *self);
const char *squill_session_get_subtitle (SquillSession *self);
gboolean squill_session_is_untouched (SquillSession *self);
void squill_session_set_unsaved (SquillSession *self, gboolean unsaved);
gboolean squill_session_get_modified (SquillSession *self);
void squill_session_save_async (SquillSession *self,
                                GFile *file,
                                gboolean force,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data);
gboolean squill_session_save_finish (SquillSession *self, GAsyncResult *result, GError **error);

SquillPreview *squill_session_get_preview (SquillSession *self);
gboolean squill_session_apply_fix (SquillSession *self, const SquillFix *fix, GError **error);
void squill_session_show_item (SquillSession *self, const char *id);

G_END_DECLS
