/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <jansson.h>

#include "inspect/profile/squill-profile.h"

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
 * @labelled: how many of them have such a value
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
  guint64 labelled;
  GPtrArray *decided;
  GPtrArray *cases;
  double confidence;
} SquillVariant;

void squill_variant_free (SquillVariant *self);
GPtrArray *squill_variants_find (const SquillPath *root);
gboolean squill_variant_decides (const SquillVariant *self, const SquillPath *field);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillVariant, squill_variant_free)

/**
 * SquillFieldGroupKind:
 * @SQUILL_FIELD_GROUP_TOGETHER: where one of the fields is, all are
 * @SQUILL_FIELD_GROUP_EXCLUSIVE: each object has one of the fields, and only one
 */
typedef enum
{
  SQUILL_FIELD_GROUP_TOGETHER,
  SQUILL_FIELD_GROUP_EXCLUSIVE,
} SquillFieldGroupKind;

/**
 * SquillFieldGroup:
 * @kind: what holds
 * @parent: the objects
 * @fields: (element-type SquillPath): two or more fields of them
 * @count: in how many objects: all fields, or one of them
 * @confidence: 0 to 1: that it is no accident
 *
 * Fields that have to do with each other.
 */
typedef struct
{
  SquillFieldGroupKind kind;
  const SquillPath *parent;
  GPtrArray *fields;
  guint64 count;
  double confidence;
} SquillFieldGroup;

void squill_field_group_free (SquillFieldGroup *self);
GPtrArray *squill_field_groups_find (const SquillPath *root, GPtrArray *variants);
const char *squill_field_group_kind_get_name (SquillFieldGroupKind kind);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillFieldGroup, squill_field_group_free)

/**
 * SquillSharedShape:
 * @paths: (element-type SquillPath): two or more paths of objects, in the order of the documents
 * @fields: how many different fields these objects have
 * @common: how many of them are at each of the paths
 * @recursive: one of the objects stands inside another
 * @confidence: 0 to 1
 *
 * Objects at several places that have the same fields: one definition would do for all.
 */
typedef struct
{
  GPtrArray *paths;
  guint fields;
  guint common;
  gboolean recursive;
  double confidence;
} SquillSharedShape;

void squill_shared_shape_free (SquillSharedShape *self);
GPtrArray *squill_shared_shapes_find (const SquillPath *root);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillSharedShape, squill_shared_shape_free)

/**
 * SquillOutlierPath:
 * @path: a path that the document has and hardly another
 * @type: the type that is rare there; %SQUILL_TYPE_NONE where the path itself is
 * @documents: in how many documents it is, this one among them
 *
 * What is unlike in an outlier.
 */
typedef struct
{
  const SquillPath *path;
  SquillTypes type;
  guint documents;
} SquillOutlierPath;

/**
 * SquillOutlier:
 * @document: which document
 * @paths: (element-type SquillOutlierPath): what is unlike in it
 * @weight: how unlike: 1 for each path or type that no other document has
 * @confidence: 0 to 1
 *
 * A document that is unlike all others.
 */
typedef struct
{
  const SquillExampleDocument *document;
  GArray *paths;
  double weight;
  double confidence;
} SquillOutlier;

void squill_outlier_free (SquillOutlier *self);
GPtrArray *squill_outliers_find (const SquillPath *root);
char *squill_outlier_describe (const SquillOutlier *self);
SquillTypes squill_outlier_get_types (const SquillPath *path);
json_t *squill_outlier_types_to_json (const SquillPath *path);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillOutlier, squill_outlier_free)

void squill_gridfs_find (GPtrArray *collections);

json_t *squill_collection_profile_to_json (const SquillCollectionProfile *collection,
                                           gboolean with_paths);

G_END_DECLS
