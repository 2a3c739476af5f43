/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "diagram/squill-diagram.h"
#include "session/squill-session.h"

G_BEGIN_DECLS

/**
 * SquillWatch:
 *
 * Follows the database that a model was read from: at intervals a few of its newest documents are
 * read, and compared with the model and with what was there before. It only reads, and each time
 * only for a few seconds.
 *
 * Signal "changed" (): there is something else to say.
 */
#define SQUILL_TYPE_WATCH (squill_watch_get_type ())
G_DECLARE_FINAL_TYPE (SquillWatch, squill_watch, SQUILL, WATCH, GObject)

SquillWatch *squill_watch_new (SquillSession *session, guint interval);
void squill_watch_set_password (SquillWatch *self, const char *password);
const char *squill_watch_get_source (SquillWatch *self);
void squill_watch_read (SquillWatch *self);
gboolean squill_watch_is_reading (SquillWatch *self);
guint squill_watch_get_n_readings (SquillWatch *self);
guint squill_watch_get_n_new (SquillWatch *self);
GPtrArray *squill_watch_get_differences (SquillWatch *self);
GHashTable *squill_watch_get_marks (SquillWatch *self);
char **squill_watch_get_new_collections (SquillWatch *self);
const GError *squill_watch_get_error (SquillWatch *self);
char *squill_watch_describe (SquillWatch *self);

G_END_DECLS
