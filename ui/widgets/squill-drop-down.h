/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Drop-downs that get narrower than what is chosen. */

GtkWidget *squill_drop_down_new (GListModel *model, const char *property);

G_END_DECLS
