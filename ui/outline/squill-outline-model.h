/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "session/squill-outline-row.h"
#include "session/squill-session.h"

G_BEGIN_DECLS

/**
 * SquillOutlineModel:
 *
 * The rows of the outline of a session. It follows the session, and touches only rows that change.
 * What a row shows at its end is computed when it becomes visible.
 *
 * Signal "updated" (): the rows are up to date, and what they show at their end may have changed.
 */
#define SQUILL_TYPE_OUTLINE_MODEL (squill_outline_model_get_type ())
G_DECLARE_FINAL_TYPE (SquillOutlineModel, squill_outline_model, SQUILL, OUTLINE_MODEL, GObject)

/**
 * SquillOutlineNote:
 * @errors: number of errors
 * @warnings: number of warnings
 * @text: (nullable): what else it shows
 * @reason: (nullable): why @text is an assumption
 * @worrying: %TRUE if a finding is about @text
 *
 * What a row shows at its end.
 */
typedef struct
{
  guint errors;
  guint warnings;
  char *text;
  char *reason;
  gboolean worrying;
} SquillOutlineNote;

SquillOutlineModel *squill_outline_model_new (SquillSession *session);
GListModel *squill_outline_model_get_root (SquillOutlineModel *self);
GListModel *squill_outline_model_create_children (SquillOutlineModel *self, SquillOutlineRow *row);
void squill_outline_model_describe (SquillOutlineModel *self,
                                    SquillOutlineRow *row,
                                    SquillOutlineNote *note);
GPtrArray *squill_outline_model_find_route (SquillOutlineModel *self, const char *id);
void squill_outline_model_update_now (SquillOutlineModel *self);
GListModel *squill_outline_model_search (SquillOutlineModel *self, const char *text);

G_END_DECLS
