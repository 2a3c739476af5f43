/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "session/squill-session.h"

G_BEGIN_DECLS

#define SQUILL_TYPE_OUTLINE (squill_outline_get_type ())

/**
 * SquillOutline:
 *
 * The list at the left of the window: collections with their fields, what is embedded only,
 * operations. Whatever can be done on the canvas with a pointer can be done here with keys.
 */
G_DECLARE_FINAL_TYPE (SquillOutline, squill_outline, SQUILL, OUTLINE, GtkBox)

void squill_outline_set_session (SquillOutline *self, SquillSession *session);
void squill_outline_start_search (SquillOutline *self);
void squill_outline_new_entity (SquillOutline *self);

G_END_DECLS
