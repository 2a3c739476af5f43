/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <bson/bson.h>

#include "design/squill-design.h"
#include "bson/squill-bson-text.h"
#include "bson/squill-bson-json.h"

G_BEGIN_DECLS

#define SQUILL_SAMPLES_ERROR (squill_samples_error_quark ())
GQuark squill_samples_error_quark (void);

/**
 * SquillSamplesError:
 * @SQUILL_SAMPLES_ERROR_NOT_FOUND: the design has no such collection
 * @SQUILL_SAMPLES_ERROR_TOO_LARGE: the document would be larger than a server stores: 16 MiB
 */
typedef enum
{
  SQUILL_SAMPLES_ERROR_NOT_FOUND,
  SQUILL_SAMPLES_ERROR_TOO_LARGE,
} SquillSamplesError;

#define SQUILL_TYPE_SAMPLES (squill_samples_get_type ())
G_DECLARE_FINAL_TYPE (SquillSamples, squill_samples, SQUILL, SAMPLES, GObject)

SquillSamples *squill_samples_new (SquillDesign *design);
SquillDesign *squill_samples_get_design (SquillSamples *self);
guint64 squill_samples_get_seed (SquillSamples *self);
void squill_samples_set_seed (SquillSamples *self, guint64 seed);
guint64 squill_samples_get_population (SquillSamples *self, const char *collection);
bson_t *squill_samples_get_document (SquillSamples *self,
                                     const char *collection,
                                     guint64 number,
                                     GError **error);
bson_t *squill_samples_get_excerpt (SquillSamples *self,
                                    const char *collection,
                                    guint64 number,
                                    guint max_elements,
                                    GHashTable **left_out,
                                    GError **error);

G_END_DECLS
