/* SPDX-License-Identifier: Apache-2.0 */

/* The one table of what servers limit otherwise than MongoDB does. */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include "model/squill-dialect.h"

#include <stdlib.h>

/* As listed by their vendors in 2026: the pages on compatibility, and on limits and quotas. */
static const struct
{
  SquillDialect dialect;
  SquillThreshold threshold;
  double value;
} limits[] = {
  { SQUILL_DIALECT_AZURE, SQUILL_THRESHOLD_TXN_SECONDS, 30 },
  { SQUILL_DIALECT_FIRESTORE, SQUILL_THRESHOLD_DEPTH_LIMIT, 20 },
};

static const struct
{
  SquillDialect dialect;
  SquillFeature feature;
} missing[] = {
  { SQUILL_DIALECT_DOCUMENTDB, SQUILL_FEATURE_CAPPED },
  { SQUILL_DIALECT_DOCUMENTDB, SQUILL_FEATURE_TIME_SERIES },
};

/**
 * squill_model_has_version:
 * @self: a model
 * @major: the first part of a version of MongoDB
 * @minor: the second part
 *
 * Returns: %TRUE if its server is of that version or a later one; where the model does not say, a
 *   current one is meant
 */
gboolean
squill_model_has_version (SquillModel *self, int major, int minor)
{
  const char *version;
  char *end = NULL;
  long own;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), FALSE);

  version = squill_model_get_info (self)->server_version;
  if (version == NULL || !g_ascii_isdigit (*version))
    return TRUE;
  own = strtol (version, &end, 10);
  if (own != major)
    return own > major;
  return *end != '.' || strtol (end + 1, NULL, 10) >= minor;
}

/**
 * squill_model_has_feature:
 * @self: a model
 * @feature: something that not every server has
 *
 * Returns: %FALSE if its server is known to lack it
 */
gboolean
squill_model_has_feature (SquillModel *self, SquillFeature feature)
{
  SquillDialect dialect;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), FALSE);

  dialect = squill_model_get_info (self)->dialect;
  for (guint i = 0; i < G_N_ELEMENTS (missing); i++)
    if (missing[i].dialect == dialect && missing[i].feature == feature)
      return FALSE;
  return feature != SQUILL_FEATURE_TIME_SERIES || squill_model_has_version (self, 5, 0);
}

/**
 * squill_dialect_get_limit:
 * @dialect: whose server it is
 * @threshold: a threshold that is a limit of the server
 *
 * Returns: the limit, where it is known to be another than MongoDB's; NaN elsewhere
 */
double
squill_dialect_get_limit (SquillDialect dialect, SquillThreshold threshold)
{
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    if (limits[i].dialect == dialect && limits[i].threshold == threshold)
      return limits[i].value;
  return NAN;
}
