/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "squill-session.h"

G_BEGIN_DECLS

#define SQUILL_TYPE_OUTLINE (squill_outline_get_type ())
G_DECLARE_FINAL_TYPE (SquillOutline, squill_outline, SQUILL, OUTLINE, GtkWidget)

void squill_outline_set_session (SquillOutline *self, SquillSession *session);
void squill_outline_start_search (SquillOutline *self);
void squill_outline_new_entity (SquillOutline *self);

G_END_DECLS
