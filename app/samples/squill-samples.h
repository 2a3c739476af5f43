/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <bson/bson.h>

#include "design/squill-design.h"
#include "samples/squill-bson-text.h"

G_BEGIN_DECLS

#define SQUILL_TYPE_SAMPLES (squill_samples_get_type ())
G_DECLARE_FINAL_TYPE (SquillSamples, squill_samples, SQUILL, SAMPLES, GObject)

SquillSamples *squill_samples_new (SquillDesign *design);
guint64 squill_samples_get_seed (SquillSamples *self);
void squill_samples_set_seed (SquillSamples *self, guint64 seed);
/* (transfer full) The document of that number (0, 1, …) of a collection; NULL with an error if
 * there is no such collection or the document would pass 16 MiB. */
bson_t *squill_samples_get_document (SquillSamples *self,
                                     const char *collection,
                                     guint64 number,
                                     GError **error);

G_END_DECLS
