/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

#include "diagram/squill-diagram.h"
#include "diagram/squill-diagram-filter.h"

G_BEGIN_DECLS

/**
 * SquillDisplayOptions:
 *
 * How a diagram is shown. Nothing of it is an edit of the model.
 *
 * Property "connections": what belongs to the selection is lit, and the rest dimmed. %TRUE by
 * default.
 *
 * Property "overlay": what the colors of cards show, as squill_overlay_from_name() has it.
 *
 * Property "notation": how lines say how many there are, as squill_notation_from_name() has it.
 *
 * Property "bare": nothing floats over the diagram but what says which part of it is shown.
 *
 * Property "fields": which fields cards show: "all", "keys", or "none".
 *
 * Properties "view", "group", "min-bytes", "min-severity", "around" and "steps": which cards are
 * shown, as in #SquillDiagramFilter; "view" and "group" are empty for none.
 */
#define SQUILL_TYPE_DISPLAY_OPTIONS (squill_display_options_get_type ())
G_DECLARE_FINAL_TYPE (
    SquillDisplayOptions, squill_display_options, SQUILL, DISPLAY_OPTIONS, GObject)

SquillDisplayOptions *squill_display_options_new (void);
gboolean squill_display_options_get_connections (SquillDisplayOptions *self);
SquillOverlay squill_display_options_get_overlay (SquillDisplayOptions *self);
SquillNotation squill_display_options_get_notation (SquillDisplayOptions *self);
SquillCardFields squill_display_options_get_fields (SquillDisplayOptions *self);
SquillDiagramFilter squill_display_options_get_filter (SquillDisplayOptions *self);
void squill_display_options_set_around (SquillDisplayOptions *self,
                                        const char *const *ids,
                                        guint n_steps);
void squill_display_options_show_everything (SquillDisplayOptions *self);
void squill_display_options_drop_missing (SquillDisplayOptions *self, SquillModel *model);
char *squill_display_options_describe (SquillDisplayOptions *self, SquillModel *model);
GSimpleActionGroup *squill_display_options_create_actions (SquillDisplayOptions *self);

G_END_DECLS
