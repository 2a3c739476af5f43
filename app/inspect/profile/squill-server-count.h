/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>
#include <jansson.h>

#include "bson/squill-bson-type.h"

G_BEGIN_DECLS

/**
 * SquillServerCount:
 * @present: how often the path is there; of the documents themselves, how many there are
 * @types: of which types it is
 * @arrays: how many arrays the next four are of
 * @length_sum: elements of the arrays together
 * @length_min: elements of the shortest
 * @length_max: elements of the longest
 * @length_empty: arrays without elements
 * @has_numbers: whether the next two are known
 * @number_min: the smallest number
 * @number_max: the largest
 * @has_dates: whether the next two are known
 * @date_min: the first date, milliseconds since 1970
 * @date_max: the last
 * @distinct: different values; %G_MAXUINT64 where they were not counted
 * @distinct_estimated: @distinct is an estimate, from one value in this number; 1 where it is exact
 *
 * What a server counted of a path, over all documents. Unlike the rest of a profile it is of
 * all, however few were read.
 */
typedef struct
{
  guint64 present;
  guint64 types[SQUILL_N_TYPES];
  guint64 arrays;
  guint64 length_sum;
  guint64 length_min;
  guint64 length_max;
  guint64 length_empty;
  gboolean has_numbers;
  double number_min;
  double number_max;
  gboolean has_dates;
  gint64 date_min;
  gint64 date_max;
  guint64 distinct;
  guint64 distinct_estimated;
} SquillServerCount;

SquillServerCount *squill_server_count_new (void);
void squill_server_count_free (SquillServerCount *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillServerCount, squill_server_count_free)

G_END_DECLS
