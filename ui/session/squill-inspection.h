/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "inspect/squill-inspect.h"
#include "session/squill-review.h"

G_BEGIN_DECLS

/**
 * SquillInspection:
 *
 * A database on its way into a model: where it is, which of its collections are read and how, what
 * was found, what a person decided. Nothing of it waits, and nothing of it is seen.
 *
 * Signal "progress" (progress: pointer to a #SquillInspectProgress): while documents are read.
 */
#define SQUILL_TYPE_INSPECTION (squill_inspection_get_type ())
G_DECLARE_FINAL_TYPE (SquillInspection, squill_inspection, SQUILL, INSPECTION, GObject)

SquillInspection *squill_inspection_new (void);
SquillInspection *squill_inspection_new_for_model (SquillModel *model);

const char *const *squill_inspection_get_sources (SquillInspection *self);
void squill_inspection_set_sources (SquillInspection *self, const char *const *sources);
gboolean squill_inspection_is_of_server (SquillInspection *self);
void squill_inspection_set_password (SquillInspection *self, const char *password);
const SquillInspectOptions *squill_inspection_get_options (SquillInspection *self);
void squill_inspection_set_options (SquillInspection *self, const SquillInspectOptions *options);

void squill_inspection_list_async (SquillInspection *self,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
gboolean squill_inspection_list_finish (SquillInspection *self,
                                        GAsyncResult *result,
                                        GError **error);
GListModel *squill_inspection_get_choices (SquillInspection *self);
const char *squill_inspection_get_unlisted (SquillInspection *self);
void squill_inspection_read_async (SquillInspection *self,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
gboolean squill_inspection_read_finish (SquillInspection *self,
                                        GAsyncResult *result,
                                        GError **error);
void squill_inspection_halt (SquillInspection *self);
void squill_inspection_stop (SquillInspection *self);

SquillProfile *squill_inspection_get_profile (SquillInspection *self);
SquillReview *squill_inspection_get_review (SquillInspection *self);
void squill_inspection_make_model_async (SquillInspection *self,
                                         GAsyncReadyCallback callback,
                                         gpointer user_data);
SquillModel *squill_inspection_make_model_finish (SquillInspection *self,
                                                  GAsyncResult *result,
                                                  GError **error);
gboolean squill_inspection_remember_reading (SquillInspection *self,
                                             SquillModel *model,
                                             GError **error);

/* What was read recently, the latest first: the setting "recent-connections". No passwords. */
void squill_recent_connections_add (GSettings *settings, const char *source);
void squill_recent_connections_remove (GSettings *settings, const char *source);

G_END_DECLS
