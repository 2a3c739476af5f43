/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SQUILL_TYPE_WORK_BAR (squill_work_bar_get_type ())

/**
 * SquillWorkBar:
 *
 * A bar at the top edge of the place that long work concerns: what is being done, how far, and a
 * button to stop it. The rest stays usable.
 */
G_DECLARE_FINAL_TYPE (SquillWorkBar, squill_work_bar, SQUILL, WORK_BAR, GtkWidget)

void squill_work_bar_begin (SquillWorkBar *self, const char *text, GCancellable *cancellable);
void squill_work_bar_update (SquillWorkBar *self, const char *text, double fraction);
void squill_work_bar_end (SquillWorkBar *self);
gboolean squill_work_bar_is_running (SquillWorkBar *self);

G_END_DECLS
