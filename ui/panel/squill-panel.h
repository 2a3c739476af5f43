/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "session/squill-session.h"

G_BEGIN_DECLS

#define SQUILL_TYPE_PANEL (squill_panel_get_type ())
G_DECLARE_FINAL_TYPE (SquillPanel, squill_panel, SQUILL, PANEL, GtkBox)

void squill_panel_set_session (SquillPanel *self, SquillSession *session);
void squill_panel_update (SquillPanel *self);
void squill_panel_show_page (SquillPanel *self, const char *page);

G_END_DECLS
