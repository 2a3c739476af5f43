/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "squill-outline-row.h"
#include "squill-session.h"

G_BEGIN_DECLS

/**
 * SquillOutlineModel:
 *
 * The rows of the outline of one session. It follows the session: rows come, go and change, others
 * are not touched. What a row says at its right is worked out when it is shown.
 *
 * Signal "updated" (): the rows are up to date again, and what they say at their right may be
 * something else.
 */
#define SQUILL_TYPE_OUTLINE_MODEL (squill_outline_model_get_type ())
G_DECLARE_FINAL_TYPE (SquillOutlineModel, squill_outline_model, SQUILL, OUTLINE_MODEL, GObject)

/**
 * SquillOutlineNote:
 * @errors: how many findings there are about it
 * @warnings: how many
 * @text: (nullable): anything else to say
 * @worrying: @text is one of the reasons for a finding
 *
 * What a row says at its right.
 */
typedef struct
{
  guint errors;
  guint warnings;
  char *text;
  gboolean worrying;
} SquillOutlineNote;

SquillOutlineModel *squill_outline_model_new (SquillSession *session);
GListModel *squill_outline_model_get_root (SquillOutlineModel *self);
GListModel *squill_outline_model_create_children (SquillOutlineModel *self, SquillOutlineRow *row);
void squill_outline_model_describe (SquillOutlineModel *self,
                                    SquillOutlineRow *row,
                                    SquillOutlineNote *note);
GPtrArray *squill_outline_model_find_way (SquillOutlineModel *self, const char *id);
void squill_outline_model_update_now (SquillOutlineModel *self);
GListModel *squill_outline_model_search (SquillOutlineModel *self, const char *text);

G_END_DECLS
