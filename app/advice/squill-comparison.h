/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

#include "advice/squill-advice.h"
#include "design/squill-capacity.h"
#include "design/squill-plan.h"

G_BEGIN_DECLS

/* Whole designs side by side: the alternatives of one model, or several models. Not to be mixed up
 * with the comparison of the placements of one relationship. */

/**
 * SquillComparedOperation:
 * @id: id of the operation
 * @name: its name
 * @rate: per second; NaN where nobody said
 * @plan: what one run does; belongs to the design
 * @contents: (nullable): where it returns whole documents, the ids of the relationships that embed
 *   something in them that it does not ask for: where these differ, it does not return the same
 * @load: the work of all runs, in microseconds each second; NaN where nobody said how often it runs
 *
 * An operation on a design.
 */
typedef struct
{
  char *id;
  char *name;
  double rate;
  const SquillPlan *plan;
  char *contents;
  SquillTriple load;
} SquillComparedOperation;

/**
 * SquillComparedDesign:
 * @name: what it is called
 * @id: (nullable): id of the #SquillAlternative; %NULL where a model has only one design
 * @shown: it is the one that the model shows
 * @design: the design, of a model of its own
 * @capacity: what it takes up, and when it grows too large
 * @operations: (element-type SquillComparedOperation): in the order of the model
 * @cost: the work of all operations of which it is known, in microseconds each second
 * @n_unknown: operations of which it is not: nobody said how often they run, or how many documents
 *   there are
 * @n_not_atomic: operations that change several documents without a transaction
 * @n_scans: operations that read a whole collection
 * @findings: how many findings there are of each severity; dismissed ones do not count
 *
 * One of the designs.
 */
typedef struct
{
  char *name;
  char *id;
  gboolean shown;
  SquillDesign *design;
  SquillCapacity *capacity;
  GPtrArray *operations;
  SquillTriple cost;
  guint n_unknown;
  guint n_not_atomic;
  guint n_scans;
  guint findings[SQUILL_SEVERITY_ERROR + 1];
} SquillComparedDesign;

/**
 * SquillRankChange:
 * @operation: id of the operation
 * @name: its name
 * @now: how often it runs, per second
 * @value: how often it would have to run
 * @above: it is from there on, otherwise below
 * @cheapest: the position of the design that costs least then
 *
 * The rate of an operation at which another design costs least.
 */
typedef struct
{
  char *operation;
  char *name;
  double now;
  double value;
  gboolean above;
  guint cheapest;
} SquillRankChange;

/**
 * SquillRankCrossing:
 * @power: the power of ten by which a number is multiplied
 * @below: the position of the design that costs least with less
 * @above: the position of the one that costs least from there on
 * @n_errors: how many errors that one has with this number
 *
 * Where the ranking of designs changes.
 */
typedef struct
{
  double power;
  guint below;
  guint above;
  guint n_errors;
} SquillRankCrossing;

double squill_designs_get_number (const SquillItem *item);
gboolean squill_designs_set_number (SquillModel *model, const char *id, double number);
GArray *squill_designs_find_crossings (SquillModel *model,
                                       const char *id,
                                       double max_power,
                                       GCancellable *cancellable,
                                       GError **error);

void squill_rank_change_free (SquillRankChange *self);
guint squill_designs_find_cheapest (const GPtrArray *designs);
GPtrArray *squill_designs_find_rank_changes (const GPtrArray *designs);
SquillComparedDesign *squill_compared_design_new (SquillModel *model, const char *name);
void squill_compared_design_free (SquillComparedDesign *self);
const SquillComparedOperation *squill_compared_design_find (const SquillComparedDesign *self,
                                                            const SquillComparedOperation *like);

gboolean squill_compared_operation_is_same (const GPtrArray *designs,
                                            const SquillComparedOperation *operation);

GPtrArray *squill_designs_compare (SquillModel *model, GCancellable *cancellable, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillComparedDesign, squill_compared_design_free)

G_END_DECLS
