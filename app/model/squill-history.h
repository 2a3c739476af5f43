/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-edit.h"

G_BEGIN_DECLS

/* The steps of a model, taken and taken back. Only the model uses this. */

typedef struct _SquillStep SquillStep;
typedef struct _SquillHistory SquillHistory;

SquillHistory *squill_history_new (void);
void squill_history_free (SquillHistory *self);
SquillStep *squill_history_open_step (SquillHistory *self, const char *label, const char *tag);
void squill_history_close_step (SquillHistory *self, SquillStep *step);
void squill_history_drop_step (SquillHistory *self, SquillStep *step);
SquillStep *squill_history_step_back (SquillHistory *self);
SquillStep *squill_history_step_forward (SquillHistory *self);
SquillStep *squill_history_peek_back (SquillHistory *self);
SquillStep *squill_history_peek_forward (SquillHistory *self);
gboolean squill_history_is_saved (SquillHistory *self);
void squill_history_set_saved (SquillHistory *self);
void squill_history_clear (SquillHistory *self);
json_t *squill_history_to_json (SquillHistory *self);

void squill_step_add (SquillStep *self, SquillEdit *edit, SquillEdit *inverse);
void squill_step_free (SquillStep *self);
const char *squill_step_get_label (SquillStep *self);
GPtrArray *squill_step_get_edits (SquillStep *self);
GPtrArray *squill_step_get_inverses (SquillStep *self);

G_END_DECLS
