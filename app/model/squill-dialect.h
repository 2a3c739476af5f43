/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-threshold.h"

G_BEGIN_DECLS

/* What the server of a model can do: by its version and by whose it is. */

/**
 * SquillFeature:
 * @SQUILL_FEATURE_CAPPED: capped collections
 * @SQUILL_FEATURE_TIME_SERIES: time series collections
 *
 * What not every server has, whatever its version.
 */
typedef enum
{
  SQUILL_FEATURE_CAPPED,
  SQUILL_FEATURE_TIME_SERIES,
} SquillFeature;

gboolean squill_model_has_version (SquillModel *self, int major, int minor);
gboolean squill_model_has_feature (SquillModel *self, SquillFeature feature);
double squill_dialect_get_limit (SquillDialect dialect, SquillThreshold threshold);

G_END_DECLS
