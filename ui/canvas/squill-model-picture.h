/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "diagram/squill-diagram.h"

G_BEGIN_DECLS

#define SQUILL_TYPE_MODEL_PICTURE (squill_model_picture_get_type ())

/**
 * SquillModelPicture:
 *
 * A small diagram to look at, as the canvas draws it, no larger than there is room.
 */
G_DECLARE_FINAL_TYPE (SquillModelPicture, squill_model_picture, SQUILL, MODEL_PICTURE, GtkWidget)

GtkWidget *squill_model_picture_new (void);
void squill_model_picture_show (SquillModelPicture *self, SquillAdvice *advice, const char *item);

G_END_DECLS
