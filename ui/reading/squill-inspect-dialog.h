/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

#include "session/squill-inspection.h"

G_BEGIN_DECLS

/**
 * SquillInspectPurpose:
 * @SQUILL_INSPECT_TO_DRAW: a new model is made of the database
 * @SQUILL_INSPECT_TO_REFRESH: the model that is there is brought up to date
 * @SQUILL_INSPECT_TO_COMPARE: it is told how the model and the database differ
 *
 * What a database is read for.
 */
typedef enum
{
  SQUILL_INSPECT_TO_DRAW,
  SQUILL_INSPECT_TO_REFRESH,
  SQUILL_INSPECT_TO_COMPARE,
} SquillInspectPurpose;

/**
 * SquillInspectDialog:
 *
 * Asks where a database is and what of it is to be read, reads it, and shows what was found to
 * decide on.
 *
 * Signal "finished" (): the user is content with what was found; the dialog closes.
 */
#define SQUILL_TYPE_INSPECT_DIALOG (squill_inspect_dialog_get_type ())
G_DECLARE_FINAL_TYPE (SquillInspectDialog, squill_inspect_dialog, SQUILL, INSPECT_DIALOG, AdwWindow)

SquillInspectDialog *squill_inspect_dialog_new (GtkWindow *parent,
                                                SquillInspectPurpose purpose,
                                                SquillInspection *inspection);
SquillInspectPurpose squill_inspect_dialog_get_purpose (SquillInspectDialog *self);
SquillInspection *squill_inspect_dialog_get_inspection (SquillInspectDialog *self);
const char *squill_inspect_dialog_get_page (SquillInspectDialog *self);
void squill_inspect_dialog_begin (SquillInspectDialog *self, const char *const *sources);
void squill_inspect_dialog_show_error (SquillInspectDialog *self, const GError *error);

G_END_DECLS
