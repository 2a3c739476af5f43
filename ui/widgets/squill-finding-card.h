/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "session/squill-finding-row.h"
#include "session/squill-session.h"

G_BEGIN_DECLS

/**
 * SquillFindingCard:
 *
 * A finding: what is wrong, with its numbers; a button named after what mends it; why it matters;
 * and a way to hear no more of it.
 */
#define SQUILL_TYPE_FINDING_CARD (squill_finding_card_get_type ())
G_DECLARE_FINAL_TYPE (SquillFindingCard, squill_finding_card, SQUILL, FINDING_CARD, GtkWidget)

GtkWidget *squill_finding_card_new (gboolean with_subject);
void squill_finding_card_show (SquillFindingCard *self, SquillFindingRow *row);

G_END_DECLS
