/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * SquillDisplayOptions:
 *
 * How a diagram is shown, whatever model it is of. Nothing of it is an edit.
 *
 * Property "connections": what belongs to the selection is lit, and the rest dimmed. %TRUE by
 * default.
 */
#define SQUILL_TYPE_DISPLAY_OPTIONS (squill_display_options_get_type ())
G_DECLARE_FINAL_TYPE (
    SquillDisplayOptions, squill_display_options, SQUILL, DISPLAY_OPTIONS, GObject)

SquillDisplayOptions *squill_display_options_new (void);
gboolean squill_display_options_get_connections (SquillDisplayOptions *self);
GSimpleActionGroup *squill_display_options_create_actions (SquillDisplayOptions *self);

G_END_DECLS
