/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "session/squill-session.h"

G_BEGIN_DECLS

/**
 * SquillFindingRow:
 *
 * A finding in a list. Findings live until the next edit; a row looks its own up again.
 */
#define SQUILL_TYPE_FINDING_ROW (squill_finding_row_get_type ())
G_DECLARE_FINAL_TYPE (SquillFindingRow, squill_finding_row, SQUILL, FINDING_ROW, GObject)

SquillFindingRow *squill_finding_row_new (SquillSession *session, const SquillFinding *finding);
SquillSession *squill_finding_row_get_session (SquillFindingRow *self);
const char *squill_finding_row_get_subject (SquillFindingRow *self);
const char *squill_finding_row_get_key (gpointer row);
gboolean squill_finding_row_take (gpointer row, gpointer wanted, gpointer user_data);
const SquillFinding *squill_finding_row_find (SquillFindingRow *self);
const char *squill_finding_row_get_title (SquillFindingRow *self);
const char *squill_finding_row_get_message (SquillFindingRow *self);
gboolean squill_finding_row_get_mended (SquillFindingRow *self);
gboolean squill_finding_row_can_undo (SquillFindingRow *self);
const char *squill_finding_row_describe_undo (SquillFindingRow *self);
gboolean squill_finding_row_apply_fix (SquillFindingRow *self, GError **error);
GPtrArray *squill_finding_rows_new (SquillSession *session,
                                    const GPtrArray *findings,
                                    GListModel *shown);
GPtrArray *squill_finding_rows_hold (GPtrArray *shown, GPtrArray *wanted);

G_END_DECLS
