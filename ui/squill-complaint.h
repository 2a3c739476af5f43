/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * SquillComplaint:
 *
 * A row of a list that says what is wrong with the row above it; it is not there while nothing is.
 */
#define SQUILL_TYPE_COMPLAINT (squill_complaint_get_type ())
G_DECLARE_FINAL_TYPE (SquillComplaint, squill_complaint, SQUILL, COMPLAINT, AdwPreferencesRow)

void squill_complaint_say (SquillComplaint *self, GtkWidget *about, const char *text);
const char *squill_complaint_get_text (SquillComplaint *self);

G_END_DECLS
