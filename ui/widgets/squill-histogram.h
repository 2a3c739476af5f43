/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>
#include <jansson.h>

G_BEGIN_DECLS

/**
 * SquillHistogram:
 *
 * How lengths or sizes are spread, as small bars. Its accessible description has the numbers.
 */
#define SQUILL_TYPE_HISTOGRAM (squill_histogram_get_type ())
G_DECLARE_FINAL_TYPE (SquillHistogram, squill_histogram, SQUILL, HISTOGRAM, GtkWidget)

GtkWidget *squill_histogram_new (const char *label, const json_t *bins);
const char *squill_histogram_get_description (SquillHistogram *self);

G_END_DECLS
