/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/profile/squill-tag.h"

G_BEGIN_DECLS

/**
 * SquillVariantFeature:
 * @slot: a field
 * @depth: how deep arrays are nested in it; 0 where it is about the field itself
 * @is_kind: it is about the kinds of its values
 * @total: how many objects have it
 * @counts: (array fixed-size=64): by value of the tag
 * @kinds: (array fixed-size=64): by value of the tag, of which kinds its values are
 * @decided: the value of the tag decides
 * @gain: bits that the tag tells of it
 *
 * Something that an object has or has not: a field, arrays of a certain depth in a field, values of
 * a kind in a field.
 */
typedef struct
{
  guint slot;
  guint depth;
  gboolean is_kind;
  guint64 total;
  guint64 counts[SQUILL_TAG_MAX_VALUES];
  guint8 kinds[SQUILL_TAG_MAX_VALUES];
  gboolean decided;
  double gain;
} SquillVariantFeature;

/**
 * SquillVariantCandidate:
 * @tag: a field that may decide
 * @target: the objects it may decide about
 * @objects: how many of them have one of its values
 * @of_value: (array fixed-size=64): how many have which
 * @features: (array length=n_features): what they may have; the first 256 are the fields by slot
 * @n_features: how many
 * @n_decided: how many of them are decided
 * @gain: bits that the tag tells
 * @named: it has a name that is given to such fields
 * @distance: 0: in the objects themselves; 1: in what they stand in; 2: in an object in them
 *
 * How well a field tells kinds of objects apart.
 */
typedef struct
{
  const SquillTag *tag;
  const SquillPath *target;
  guint64 objects;
  guint64 of_value[SQUILL_TAG_MAX_VALUES];
  SquillVariantFeature *features;
  guint n_features;
  guint n_decided;
  double gain;
  gboolean named;
  guint distance;
} SquillVariantCandidate;

SquillVariantCandidate *squill_variant_candidate_new (const SquillTag *tag,
                                                      const SquillTagTarget *target);
void squill_variant_candidate_free (SquillVariantCandidate *self);
gboolean squill_variant_candidate_judge (SquillVariantCandidate *self, guint tried);
gboolean squill_variant_candidate_is_better (const SquillVariantCandidate *self,
                                             const SquillVariantCandidate *than);

G_END_DECLS
