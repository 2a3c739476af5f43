/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "squill-session.h"

G_BEGIN_DECLS

#define SQUILL_TYPE_INSPECTOR (squill_inspector_get_type ())
G_DECLARE_FINAL_TYPE (SquillInspector, squill_inspector, SQUILL, INSPECTOR, GtkWidget)

void squill_inspector_set_session (SquillInspector *self, SquillSession *session);

G_END_DECLS
