/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "session/squill-session.h"

G_BEGIN_DECLS

#define SQUILL_TYPE_INSPECTOR (squill_inspector_get_type ())

/**
 * SquillInspector:
 *
 * The properties of what is selected, at the right of the window: of the model if nothing is, of
 * several items what they share. Each change is an edit at once. Below stand the findings.
 */
G_DECLARE_FINAL_TYPE (SquillInspector, squill_inspector, SQUILL, INSPECTOR, GtkWidget)

void squill_inspector_set_session (SquillInspector *self, SquillSession *session);
void squill_inspector_update (SquillInspector *self);
GtkWidget *squill_inspector_find_row (SquillInspector *self, const char *property);

GtkWidget *squill_inspector_get_placements (SquillInspector *self);

G_END_DECLS
