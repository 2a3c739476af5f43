/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

gboolean squill_list_keys_move (GtkListView *list, guint key);

G_END_DECLS
