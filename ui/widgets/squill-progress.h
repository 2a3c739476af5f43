/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void squill_progress_show (GtkProgressBar *bar, double fraction);
void squill_progress_end (GtkProgressBar *bar);

G_END_DECLS
