/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/profile/squill-path.h"

G_BEGIN_DECLS

/**
 * SquillVariantField:
 * @path: a field
 * @count: in how many objects of the case
 * @depth: how deep arrays are nested in it, where that is what differs; 0 where it is not
 * @kinds: of which kinds its values are, as squill_key_kinds_of() tells them, where that is what
 * differs; 0 where it is not
 *
 * A field of a case.
 */
typedef struct
{
  const SquillPath *path;
  guint64 count;
  guint depth;
  guint kinds;
} SquillVariantField;

/**
 * SquillVariantCase:
 * @value: (nullable): the value that decides; %NULL where it is not known
 * @count: how many objects
 * @fields: (element-type SquillVariantField): which fields they have
 *
 * One of several kinds of objects.
 */
typedef struct
{
  const SquillValue *value;
  guint64 count;
  GArray *fields;
} SquillVariantCase;

/**
 * SquillVariant:
 * @path: objects that are of several kinds
 * @discriminator: the field whose value tells which
 * @objects: how many objects
 * @told: how many of them have such a value
 * @decided: (element-type SquillPath): the fields that are there with some values and never with
 * others
 * @cases: (element-type SquillVariantCase): the most frequent first
 * @confidence: 0 to 1
 *
 * That the value of one field decides which others there are.
 */
typedef struct
{
  const SquillPath *path;
  const SquillPath *discriminator;
  guint64 objects;
  guint64 told;
  GPtrArray *decided;
  GPtrArray *cases;
  double confidence;
} SquillVariant;

void squill_variant_free (SquillVariant *self);
GPtrArray *squill_variants_find (const SquillPath *root);
gboolean squill_variant_decides (const SquillVariant *self, const SquillPath *field);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillVariant, squill_variant_free)

G_END_DECLS
