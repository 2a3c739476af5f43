/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>
#include <jansson.h>

#include "model/squill-item.h"

G_BEGIN_DECLS

/**
 * SquillEvidenceView:
 *
 * What was found in a database about an item of the model, to be read only: shares as bars, lengths
 * as histograms, the rest as sentences.
 */
#define SQUILL_TYPE_EVIDENCE_VIEW (squill_evidence_view_get_type ())
G_DECLARE_FINAL_TYPE (SquillEvidenceView, squill_evidence_view, SQUILL, EVIDENCE_VIEW, GtkWidget)

GtkWidget *squill_evidence_view_new (void);
void squill_evidence_view_show (SquillEvidenceView *self, const json_t *evidence);
char *squill_evidence_view_to_text (SquillEvidenceView *self);

G_END_DECLS
