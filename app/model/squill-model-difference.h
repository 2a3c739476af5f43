/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-model.h"

G_BEGIN_DECLS

/**
 * SquillModelDifferenceKind:
 * @SQUILL_MODEL_DIFFERENCE_ADDED: only in the second model
 * @SQUILL_MODEL_DIFFERENCE_REMOVED: only in the first
 * @SQUILL_MODEL_DIFFERENCE_CHANGED: a property has another value
 * @SQUILL_MODEL_DIFFERENCE_MOVED: belongs to something else, or stands elsewhere among its siblings
 *   or on the diagram
 */
typedef enum
{
  SQUILL_MODEL_DIFFERENCE_ADDED,
  SQUILL_MODEL_DIFFERENCE_REMOVED,
  SQUILL_MODEL_DIFFERENCE_CHANGED,
  SQUILL_MODEL_DIFFERENCE_MOVED,
} SquillModelDifferenceKind;

/** The property of an item that says which item it belongs to. Relationships have one called
 * "parent", which is something else. */
#define SQUILL_BELONGS_TO "belongs_to"

/**
 * SquillModelDifference:
 * @kind: what happened from the first model to the second
 * @subject: what the item is
 * @id: its id, in both models if it is in both
 * @place: where it is, by names: in the second model, of what was removed in the first
 * @property: (nullable): what of it: the name of a property, %SQUILL_BELONGS_TO; %NULL of what was
 *   added or removed, with all that belongs to it
 * @member: (nullable): which member of a property that is a map
 * @in_layout: it is about the diagram only
 * @from: (nullable): the value in the first model, as it stands in a file
 * @to: (nullable): the value in the second
 * @from_text: the value in the first model for people
 * @to_text: the value in the second
 * @message: all of that in one line
 *
 * One difference of two models. What was added or removed with something that contains it has none
 * of its own.
 */
typedef struct
{
  SquillModelDifferenceKind kind;
  SquillKind subject;
  char *id;
  char *place;
  char *property;
  char *member;
  gboolean in_layout;
  json_t *from;
  json_t *to;
  char *from_text;
  char *to_text;
  char *message;
} SquillModelDifference;

GPtrArray *squill_models_find_differences (SquillModel *from, SquillModel *to);
gboolean squill_model_take_over (SquillModel *self,
                                 SquillModel *other,
                                 const SquillModelDifference *difference,
                                 GError **error);
guint squill_model_take_over_all (SquillModel *self, SquillModel *other);
const char *squill_model_difference_kind_get_name (SquillModelDifferenceKind kind);
gboolean squill_models_are_related (SquillModel *a, SquillModel *b);
SquillModel *squill_model_adopt_ids (SquillModel *self, SquillModel *other, GError **error);
char *squill_model_to_text (SquillModel *self);

G_END_DECLS
