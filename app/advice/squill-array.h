/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "advice/squill-rule.h"

G_BEGIN_DECLS

/**
 * SquillArray:
 * @subject: the #SquillRelationship or #SquillField that makes it
 * @relationship: (nullable): the same
 * @field: (nullable): the same
 * @shape: the array in the document
 * @collection: whose documents have it
 * @owner: the name of the entity it stands in
 * @references: its elements are references, and nothing else
 * @now: how many elements are usual; NaN where nobody said
 * @max: the most that there can be; infinite where nothing bounds them, NaN where nobody said
 * @growth: elements more each year; NaN where nobody said
 * @cap: something sees to it that there are no more; NaN where nothing does
 * @horizon: elements at the horizon; NaN where nobody said
 * @base: likely bytes of a document besides such arrays, the name of the array included
 * @base_most: the most bytes of that
 * @element: likely bytes of one element's value
 * @element_most: the most bytes of that
 * @times: how many such arrays a document is likely to have
 * @times_most: how many it has at most
 *
 * An array that documents have, whether a relationship stores it or it is drawn as a field.
 */
typedef struct
{
  gconstpointer subject;
  const SquillRelationship *relationship;
  const SquillField *field;
  const SquillShape *shape;
  const SquillCollection *collection;
  const char *owner;
  gboolean references;
  double now;
  double max;
  double growth;
  double cap;
  double horizon;
  double base;
  double base_most;
  double element;
  double element_most;
  double times;
  double times_most;
} SquillArray;

gboolean squill_array_init_relationship (SquillArray *self,
                                         SquillRun *run,
                                         const SquillRelationship *r,
                                         gboolean at_parent);
gboolean squill_array_init_field (SquillArray *self, SquillRun *run, const SquillField *field);

gboolean squill_array_init_shape (SquillArray *self, SquillRun *run, const SquillShape *shape);

gboolean squill_array_is_unbounded (const SquillArray *self);
double squill_array_get_limit (const SquillArray *self, SquillRun *run);
double squill_array_get_capacity (const SquillArray *self, double limit);
double squill_array_get_most_bytes (const SquillArray *self, double elements);
double squill_array_get_years_to (const SquillArray *self, double limit);
gboolean squill_array_breaks_limit (const SquillArray *self, SquillRun *run, double *elements);

G_END_DECLS
