/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

#include "squill-inspector-table.h"

G_BEGIN_DECLS

/**
 * SquillPropertyRow:
 *
 * One line of the inspector: a property of one item, or of several at once. Each change is an edit
 * of the model, at once.
 */
#define SQUILL_TYPE_PROPERTY_ROW (squill_property_row_get_type ())
G_DECLARE_FINAL_TYPE (
    SquillPropertyRow, squill_property_row, SQUILL, PROPERTY_ROW, AdwPreferencesRow)

GtkWidget *squill_property_row_new (const SquillInspectorLine *line);
void squill_property_row_show (SquillPropertyRow *self,
                               SquillSession *session,
                               const char *const *ids);
const SquillInspectorLine *squill_property_row_get_line (SquillPropertyRow *self);
gboolean squill_property_row_apply (SquillPropertyRow *self, json_t *value, GError **error);

G_END_DECLS
