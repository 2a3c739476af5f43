/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

#include "session/squill-session.h"

G_BEGIN_DECLS

/**
 * SquillDifferenceWindow:
 *
 * A list of what differs, or of what was changed; each row selects what it is about.
 */
#define SQUILL_TYPE_DIFFERENCE_WINDOW (squill_difference_window_get_type ())
G_DECLARE_FINAL_TYPE (
    SquillDifferenceWindow, squill_difference_window, SQUILL, DIFFERENCE_WINDOW, AdwWindow)

SquillDifferenceWindow *squill_difference_window_new (GtkWindow *parent,
                                                      SquillSession *session,
                                                      const char *title,
                                                      const char *none);
void squill_difference_window_show (SquillDifferenceWindow *self, GPtrArray *differences);
GListModel *squill_difference_window_get_rows (SquillDifferenceWindow *self);

G_END_DECLS
