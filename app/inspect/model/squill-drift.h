/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/squill-inspect.h"

G_BEGIN_DECLS

/**
 * SquillDifferenceKind:
 * @SQUILL_DIFFERENCE_ADDED: it is in the source and not in the model
 * @SQUILL_DIFFERENCE_REMOVED: it is in the model and not in the source
 * @SQUILL_DIFFERENCE_CHANGED: it is in both, and not the same
 */
typedef enum
{
  SQUILL_DIFFERENCE_ADDED,
  SQUILL_DIFFERENCE_REMOVED,
  SQUILL_DIFFERENCE_CHANGED,
} SquillDifferenceKind;

/**
 * SquillDifference:
 * @kind: what kind
 * @subject: "collection", "field", "index", "reference", "validator" or "option"
 * @id: (nullable): the item of the model to select; %NULL where it is only in the source
 * @place: where, as `collection.path`, or `collection` with the name of an index behind a blank
 * @property: (nullable): what of it differs: "types", "required", "map", "keys", "count", …
 * @in_model: (nullable): what the model says, for people
 * @in_source: (nullable): what the source says, for people, with its counts
 * @message: one sentence that says all of it
 *
 * Something that a model and a source do not agree in.
 */
typedef struct
{
  SquillDifferenceKind kind;
  char *subject;
  char *id;
  char *place;
  char *property;
  char *in_model;
  char *in_source;
  char *message;
} SquillDifference;

GPtrArray *squill_drift_find (SquillModel *model, SquillProfile *profile);
char *squill_drift_to_json (GPtrArray *differences, const char *model_name);

G_END_DECLS
