/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

#include "session/squill-session.h"

G_BEGIN_DECLS

#define SQUILL_TYPE_RULES_WINDOW (squill_rules_window_get_type ())

/**
 * SquillRulesWindow:
 *
 * All rules by family, and the page of one of them: what it is about, with an example on which it
 * fires and one on which it is silent, its thresholds in the model, and where it comes from.
 *
 * Signal "open-model" (SquillModel *model): somebody wants to have an example as a new model.
 */
G_DECLARE_FINAL_TYPE (SquillRulesWindow, squill_rules_window, SQUILL, RULES_WINDOW, AdwWindow)

SquillRulesWindow *squill_rules_window_new (GtkWindow *parent);
void squill_rules_window_show (SquillRulesWindow *self, SquillModel *model, const char *rule);

G_END_DECLS
