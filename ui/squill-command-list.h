/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

#include "inspect/squill-inspect.h"

G_BEGIN_DECLS

/**
 * SquillCommandList:
 *
 * All that was asked of a server, to be read and copied.
 */
#define SQUILL_TYPE_COMMAND_LIST (squill_command_list_get_type ())
G_DECLARE_FINAL_TYPE (SquillCommandList, squill_command_list, SQUILL, COMMAND_LIST, GtkWidget)

GtkWidget *squill_command_list_new (void);
void squill_command_list_show (SquillCommandList *self, SquillProfile *profile);
char *squill_command_list_to_text (SquillCommandList *self);

G_END_DECLS
