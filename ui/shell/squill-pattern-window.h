/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

#include "session/squill-transform-preview.h"

G_BEGIN_DECLS

/**
 * SquillPatternWindow:
 *
 * The patterns for an item: each that fits with what it would change, to be applied; the others
 * with the reason why they do not fit.
 *
 * Signal "applied" (const char *label): the model has been changed, and the window closes.
 */
#define SQUILL_TYPE_PATTERN_WINDOW (squill_pattern_window_get_type ())
G_DECLARE_FINAL_TYPE (SquillPatternWindow, squill_pattern_window, SQUILL, PATTERN_WINDOW, AdwWindow)

SquillPatternWindow *squill_pattern_window_new (GtkWindow *parent,
                                                SquillSession *session,
                                                const char *subject);

G_END_DECLS
