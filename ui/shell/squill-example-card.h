/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

#include "session/squill-example-model.h"

G_BEGIN_DECLS

/* Of a picture, in pixels. */
#define SQUILL_EXAMPLE_CARD_WIDTH 240
#define SQUILL_EXAMPLE_CARD_HEIGHT 150

#define SQUILL_TYPE_EXAMPLE_CARD (squill_example_card_get_type ())

G_DECLARE_FINAL_TYPE (SquillExampleCard, squill_example_card, SQUILL, EXAMPLE_CARD, GtkFlowBoxChild)

GtkWidget *squill_example_card_new (const char *uri);
const char *squill_example_card_get_uri (SquillExampleCard *self);
void squill_example_card_show (SquillExampleCard *self, const SquillExampleModel *example);
void squill_example_card_show_error (SquillExampleCard *self, const char *message);

G_END_DECLS
