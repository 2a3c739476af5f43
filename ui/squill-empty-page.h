/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SQUILL_TYPE_EMPTY_PAGE (squill_empty_page_get_type ())

/**
 * SquillEmptyPage:
 *
 * What stands on the canvas of a model without entities: three ways to begin.
 */
G_DECLARE_FINAL_TYPE (SquillEmptyPage, squill_empty_page, SQUILL, EMPTY_PAGE, GtkWidget)

GtkWidget *squill_empty_page_new (void);

G_END_DECLS
