/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "model/squill-model.h"

G_BEGIN_DECLS

/**
 * SquillRankButtons:
 *
 * Two buttons that move an item, or what a relationship stores, up and down among its siblings.
 */
#define SQUILL_TYPE_RANK_BUTTONS (squill_rank_buttons_get_type ())
G_DECLARE_FINAL_TYPE (SquillRankButtons, squill_rank_buttons, SQUILL, RANK_BUTTONS, GtkWidget)

GtkWidget *squill_rank_buttons_new (void);
void squill_rank_buttons_show (SquillRankButtons *self,
                               SquillModel *model,
                               const char *id,
                               const char *property);

G_END_DECLS
