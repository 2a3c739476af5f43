/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

#include "design/squill-design.h"

G_BEGIN_DECLS

/**
 * SquillFlipQuantity:
 * @SQUILL_FLIP_CHILDREN: the likely number of children of a parent
 * @SQUILL_FLIP_MOST_CHILDREN: the most children of a parent
 * @SQUILL_FLIP_RATE: how often an operation runs, per second
 * @SQUILL_FLIP_PAGE: the same, as often as another reads the parent: one page then asks for both
 * @SQUILL_FLIP_READS_PER_WRITE: how many reads there are for each write, with the reads as they are
 * @SQUILL_FLIP_TOGETHER: how often both ends are read together, per second, as the relationship
 * says
 * @SQUILL_FLIP_PARENT_ALONE: how often the parent is read alone
 * @SQUILL_FLIP_CHILD_ALONE: how often a child is read alone
 * @SQUILL_FLIP_WRITE: how often children are written
 * @SQUILL_FLIP_MOVE: how often a child gets another parent
 *
 * What the advised placement of a relationship may depend on.
 */
typedef enum
{
  SQUILL_FLIP_CHILDREN,
  SQUILL_FLIP_MOST_CHILDREN,
  SQUILL_FLIP_RATE,
  SQUILL_FLIP_PAGE,
  SQUILL_FLIP_READS_PER_WRITE,
  SQUILL_FLIP_TOGETHER,
  SQUILL_FLIP_PARENT_ALONE,
  SQUILL_FLIP_CHILD_ALONE,
  SQUILL_FLIP_WRITE,
  SQUILL_FLIP_MOVE,
} SquillFlipQuantity;

/**
 * SquillFlip:
 * @quantity: what would have to be another number
 * @operation: (nullable): the id of the operation whose rate it is
 * @now: the number that it is; infinite where nothing bounds it
 * @before: with this number, which is between @now and @value, nothing has changed yet
 * @value: with this number another placement is advised
 * @above: it is with more than @now, otherwise with fewer
 * @to: the placement that is advised then
 * @copied: with fields copied
 *
 * A number at which the advice changes.
 */
typedef struct
{
  SquillFlipQuantity quantity;
  char *operation;
  double now;
  double before;
  double value;
  gboolean above;
  SquillPlacement to;
  gboolean copied;
} SquillFlip;

void squill_flip_free (SquillFlip *self);
const char *squill_flip_quantity_get_name (SquillFlipQuantity quantity);
gboolean squill_flip_set (SquillModel *model,
                          const char *relationship_id,
                          SquillFlipQuantity quantity,
                          const char *operation,
                          double value);
char *squill_flip_describe (SquillModel *model,
                            const char *relationship_id,
                            const SquillFlip *flip);
GPtrArray *squill_flips_find (SquillDesign *design,
                              const char *relationship_id,
                              GCancellable *cancellable);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillFlip, squill_flip_free)

G_END_DECLS
