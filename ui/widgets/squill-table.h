/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void squill_table_end_title (GtkColumnView *table, guint position);
GtkWidget *squill_table_scroll (GtkColumnView *table);

G_END_DECLS
