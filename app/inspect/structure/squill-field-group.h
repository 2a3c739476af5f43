/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/profile/squill-path.h"

G_BEGIN_DECLS

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

G_END_DECLS
