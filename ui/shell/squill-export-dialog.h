/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

#include "exchange/squill-exchange.h"

G_BEGIN_DECLS

/**
 * SquillExportDialog:
 *
 * Where the user chooses what to write, and how.
 *
 * Signal "chosen" (): see squill_export_dialog_get_exporter(); the dialog has closed.
 */
#define SQUILL_TYPE_EXPORT_DIALOG (squill_export_dialog_get_type ())
G_DECLARE_FINAL_TYPE (SquillExportDialog, squill_export_dialog, SQUILL, EXPORT_DIALOG, AdwWindow)

SquillExportDialog *squill_export_dialog_new (GtkWindow *parent);
const SquillExporter *squill_export_dialog_get_exporter (SquillExportDialog *self);
GHashTable *squill_export_dialog_get_options (SquillExportDialog *self);

G_END_DECLS
