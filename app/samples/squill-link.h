/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-design.h"

G_BEGIN_DECLS

/* Who belongs to whom in the world that samples show.
 *
 * Every entity has things, numbered from 0: the documents of its collection, or, where it is
 * embedded, what stands in those of others. Every relationship has links, numbered from 0 too. With
 * k children of a parent (which may have a fraction) the parent p has the links from ⌈p·k⌉ up to,
 * but not, ⌈(p + 1)·k⌉, so that the link l belongs to the parent ⌊l/k⌋. Where a child has one
 * parent the child of link l is number l; in a tree within one entity l + 1, which leaves number 0
 * as the root. Where it has several, and there are c children, it is l mod c, so that the parents
 * of a child are those of its links l, l + c, l + 2c, …. Both directions follow from these formulas
 * alone: whatever is stored at either end, and wherever it is embedded, agrees.
 *
 * Only where nothing is stored at the parent, a child picks its parent by chance, among the first
 * thousand: then the first documents of a collection do not all belong to one parent.
 *
 * Numbers are not bounded by a sample: each document of the whole population can be made. */

/**
 * SquillThing:
 * @entity: (nullable): what it is one of; %NULL for a link or bucket
 * @id: id of @entity, or of the relationship of a link or bucket
 * @scope: 0 where the things of the entity are counted once for all; else what is embedded at one
 *   of several places, counted there for itself
 * @number: which one
 */
typedef struct
{
  const SquillEntity *entity;
  const char *id;
  guint64 scope;
  guint64 number;
} SquillThing;

/**
 * SquillLink:
 * @relationship: whose link it is
 * @number: of the link
 * @parent: one end
 * @child: the other
 */
typedef struct
{
  const SquillRelationship *relationship;
  guint64 number;
  SquillThing parent;
  SquillThing child;
} SquillLink;

double squill_link_get_children (SquillDesign *design, const SquillRelationship *relationship);
void squill_link_init (SquillLink *self,
                       SquillDesign *design,
                       const SquillRelationship *relationship,
                       guint64 number);
void squill_link_init_child (SquillLink *self,
                             SquillDesign *design,
                             const SquillRelationship *relationship,
                             const SquillThing *parent,
                             guint64 index);
gboolean squill_link_init_parent (SquillLink *self,
                                  SquillDesign *design,
                                  const SquillRelationship *relationship,
                                  const SquillThing *child,
                                  guint64 index,
                                  guint64 seed);
guint64 squill_link_count_children (SquillDesign *design,
                                    const SquillRelationship *relationship,
                                    const SquillThing *parent);
guint64 squill_link_count_parents (SquillDesign *design,
                                   const SquillRelationship *relationship,
                                   const SquillThing *child);
guint64 squill_link_init_bucket (SquillLink *self,
                                 SquillDesign *design,
                                 const SquillRelationship *relationship,
                                 guint64 number,
                                 guint64 *first);

guint64 squill_count_before (double each, guint64 number);
double squill_samples_get_usual (SquillTriple triple, double otherwise);

G_END_DECLS
