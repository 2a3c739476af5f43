/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "squill-session.h"

G_BEGIN_DECLS

/**
 * SquillPlacementList:
 *
 * The ways to store a relationship, as rows to choose from, each with the one line that decides:
 * how large documents get, what a read costs, or why it won't do. The advised one has a badge.
 */
#define SQUILL_TYPE_PLACEMENT_LIST (squill_placement_list_get_type ())
G_DECLARE_FINAL_TYPE (SquillPlacementList, squill_placement_list, SQUILL, PLACEMENT_LIST, GtkWidget)

GtkWidget *squill_placement_list_new (void);
void squill_placement_list_show (SquillPlacementList *self,
                                 SquillSession *session,
                                 const char *relationship);

G_END_DECLS
