/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "diagram/squill-card.h"

G_BEGIN_DECLS

/**
 * SquillCardWidget:
 *
 * A card as a child of the plane: what has the keyboard, a name for screen readers and a place. It
 * has no children and draws a picture that is kept until something of the card changes.
 */
#define SQUILL_TYPE_CARD_WIDGET (squill_card_widget_get_type ())
G_DECLARE_FINAL_TYPE (SquillCardWidget, squill_card_widget, SQUILL, CARD_WIDGET, GtkWidget)

GtkWidget *squill_card_widget_new (const char *id);
const char *squill_card_widget_get_id (SquillCardWidget *self);
void squill_card_widget_set_card (SquillCardWidget *self, const SquillCard *card);
const SquillCard *squill_card_widget_get_card (SquillCardWidget *self);
void squill_card_widget_set_selected (SquillCardWidget *self, gboolean selected);
void squill_card_widget_describe (SquillCardWidget *self);
void squill_card_widget_drop_picture (SquillCardWidget *self);

G_END_DECLS
