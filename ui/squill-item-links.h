/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

#include "squill-session.h"

G_BEGIN_DECLS

/**
 * SquillItemLinks:
 *
 * A group of rows for what belongs to an item: its indexes, the fields copied across it, the
 * relationships it takes part in. A row selects what it stands for; a button adds another one.
 */
#define SQUILL_TYPE_ITEM_LINKS (squill_item_links_get_type ())
G_DECLARE_FINAL_TYPE (SquillItemLinks, squill_item_links, SQUILL, ITEM_LINKS, GtkWidget)

GtkWidget *squill_item_links_new (SquillKind parent, SquillKind kind);
void squill_item_links_show (SquillItemLinks *self, SquillSession *session, const char *parent);
gboolean squill_item_links_exist (SquillKind parent, SquillKind kind);

G_END_DECLS
