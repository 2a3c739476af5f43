/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/reference/squill-decisions.h"
#include "inspect/profile/squill-profile.h"
#include "model/squill-model.h"

G_BEGIN_DECLS

/**
 * SquillDifferenceKind:
 * @SQUILL_DIFFERENCE_ADDED: only in the source
 * @SQUILL_DIFFERENCE_REMOVED: only in the model
 * @SQUILL_DIFFERENCE_CHANGED: in both, with another value
 */
typedef enum
{
  SQUILL_DIFFERENCE_ADDED,
  SQUILL_DIFFERENCE_REMOVED,
  SQUILL_DIFFERENCE_CHANGED,
} SquillDifferenceKind;

/**
 * SquillDifference:
 * @kind: whether something is missing on one side or has changed
 * @subject: "collection", "field", "index", "reference", "validator" or "option"
 * @id: (nullable): the item of the model to select; %NULL where it is only in the source
 * @around: (nullable): where it is only in the source: the innermost item of the model that it
 *   would be in; %NULL for a collection
 * @place: where, as `collection.path`, or `collection name` for an index
 * @property: (nullable): what of it differs: "types", "required", "map", "keys", "count", …
 * @in_model: (nullable): the value in the model, as text for people
 * @in_source: (nullable): the value in the source, likewise, with its counts
 * @message: one sentence for people
 *
 * A difference between a model and a source.
 */
typedef struct
{
  SquillDifferenceKind kind;
  char *subject;
  char *id;
  char *around;
  char *place;
  char *property;
  char *in_model;
  char *in_source;
  char *message;
} SquillDifference;

GPtrArray *squill_drift_find (SquillModel *model, SquillProfile *profile);
char *squill_drift_to_json (GPtrArray *differences, const char *model_name);

/**
 * SquillPlaceFunc:
 * @model: a model, in the middle of a step
 * @ids: (array zero-terminated=1): ids of entities that are new in it, in their order
 *
 * Sets where new entities stand on the diagram.
 */
typedef void (*SquillPlaceFunc) (SquillModel *model, const char *const *ids);

GPtrArray *squill_refresh (SquillModel *model,
                           SquillProfile *profile,
                           const SquillDecisions *decisions,
                           SquillPlaceFunc place,
                           GError **error);

G_END_DECLS
