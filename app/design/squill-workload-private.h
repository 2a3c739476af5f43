/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-design.h"

G_BEGIN_DECLS

/**
 * SquillWorkload:
 * @with_all: a parent is read with all its children (PC)
 * @with_first: a parent with its first children (Pm), @first of them
 * @with_fields: a parent with some fields of all its children (PF)
 * @page: children of one parent, @page_size of them (PG)
 * @parent: a parent alone (P)
 * @child: one child by its key (C)
 * @child_with_all: a child with its parent (CP)
 * @child_with_fields: a child with some fields of its parent
 * @query: children by their own fields (q), @query_size of them
 * @update_parent: an update of a parent (wP)
 * @update_parent_copied: of a field of it that could be copied (wFP)
 * @update_child: an update of a child (uC)
 * @update_child_copied: of a field of it that could be copied (wFC)
 * @insert: a child comes (iC)
 * @remove: a child goes (dC)
 * @move: a child gets another parent (mC)
 * @known: somebody said how often at least one of these happens
 * @atomic: (nullable): the name of an operation that has to change both ends at once
 * @parent_fields: (element-type utf8): fields of the parent that are read with children
 * @child_fields: (element-type utf8): fields of the children that are read with parents
 *
 * What is done with a relationship, each as a rate per second (rules.md 6.5).
 */
typedef struct
{
  double with_all;
  double with_first;
  double first;
  double with_fields;
  double page;
  double page_size;
  double parent;
  double child;
  double child_with_all;
  double child_with_fields;
  double query;
  double query_size;
  double update_parent;
  double update_parent_copied;
  double update_child;
  double update_child_copied;
  double insert;
  double remove;
  double move;
  gboolean known;
  const char *atomic;
  GPtrArray *parent_fields;
  GPtrArray *child_fields;
} SquillWorkload;

void _squill_workload_init (SquillWorkload *self,
                            SquillDesign *design,
                            const SquillRelationship *relationship);
void _squill_workload_clear (SquillWorkload *self);
double _squill_workload_get_together (const SquillWorkload *self);
double _squill_workload_get_independence (const SquillWorkload *self);

G_END_DECLS
