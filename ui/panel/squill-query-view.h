/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

#include "session/squill-session.h"

G_BEGIN_DECLS

/**
 * SquillQueryView:
 *
 * What the application sends to the server for one operation, as the design has it: code to read
 * and copy.
 */
#define SQUILL_TYPE_QUERY_VIEW (squill_query_view_get_type ())
G_DECLARE_FINAL_TYPE (SquillQueryView, squill_query_view, SQUILL, QUERY_VIEW, AdwBin)

GtkWidget *squill_query_view_new (void);
void squill_query_view_update (SquillQueryView *self,
                               SquillSession *session,
                               const char *operation);

G_END_DECLS
