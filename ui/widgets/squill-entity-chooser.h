/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "model/squill-model.h"

G_BEGIN_DECLS

/**
 * SquillEntityChooser:
 *
 * Where the other end of a relationship is chosen by typing its name.
 *
 * Signal "chosen" (id of an entity or %NULL, the name of a new one or %NULL).
 */
#define SQUILL_TYPE_ENTITY_CHOOSER (squill_entity_chooser_get_type ())
G_DECLARE_FINAL_TYPE (
    SquillEntityChooser, squill_entity_chooser, SQUILL, ENTITY_CHOOSER, GtkPopover)

GtkWidget *squill_entity_chooser_new (SquillModel *model, const char *text);

G_END_DECLS
