/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "session/squill-action.h"
#include "session/squill-session.h"

G_BEGIN_DECLS

/**
 * SquillPaletteEntry:
 *
 * Something that can be found by typing: a command, an item of the model, a finding.
 */
#define SQUILL_TYPE_PALETTE_ENTRY (squill_palette_entry_get_type ())
G_DECLARE_FINAL_TYPE (SquillPaletteEntry, squill_palette_entry, SQUILL, PALETTE_ENTRY, GObject)

const char *squill_palette_entry_get_label (SquillPaletteEntry *self);
const char *squill_palette_entry_get_note (SquillPaletteEntry *self);
const SquillAction *squill_palette_entry_get_command (SquillPaletteEntry *self);
const char *squill_palette_entry_get_item (SquillPaletteEntry *self);

gboolean squill_palette_entry_is_available (SquillPaletteEntry *self);

/**
 * SquillCommandAvailable:
 * @command: a command
 * @data: user data
 *
 * Returns: %TRUE if the command can be activated now
 */
typedef gboolean (*SquillCommandAvailable) (const SquillAction *command, gpointer data);

GPtrArray *squill_palette_list (SquillSession *session,
                                SquillCommandAvailable is_available,
                                gpointer data);
GPtrArray *squill_palette_find (GPtrArray *entries, const char *text, guint most);

G_END_DECLS
