/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "advice/squill-advice-private.h"

G_BEGIN_DECLS

/**
 * SquillCheckReasons:
 * @SQUILL_CHECK_REASON_NEW: nobody has looked at anything yet
 * @SQUILL_CHECK_REASON_HOT: other operations are hot
 * @SQUILL_CHECK_REASON_MISSES: a page is more, or less, likely in the cache
 * @SQUILL_CHECK_REASON_THRESHOLDS: thresholds are others
 * @SQUILL_CHECK_REASON_KEPT: what a rule of the model keeps of each subject is something else
 *
 * Why rules are asked again that read none of the aspects that have changed.
 */
typedef enum
{
  SQUILL_CHECK_REASON_NEW = 1 << 0,
  SQUILL_CHECK_REASON_HOT = 1 << 1,
  SQUILL_CHECK_REASON_MISSES = 1 << 2,
  SQUILL_CHECK_REASON_THRESHOLDS = 1 << 3,
  SQUILL_CHECK_REASON_KEPT = 1 << 4,
} SquillCheckReasons;

/**
 * SquillCheckTask:
 * @scope: what it is
 * @id: its id; of fields, that of the entity or relationship that has them
 * @aspects: what has changed about it or next to it
 * @everywhere: those of @aspects that have changed for all subjects
 * @plans: what has changed of all that its operations go through, see #SquillRule
 * @reasons: why else
 *
 * A subject to look at.
 */
typedef struct
{
  SquillScope scope;
  char *id;
  SquillAspects aspects;
  SquillAspects everywhere;
  SquillAspects plans;
  SquillCheckReasons reasons;
} SquillCheckTask;

typedef struct _SquillCheckQueue SquillCheckQueue;

SquillCheckQueue *_squill_check_queue_new (void);
void _squill_check_queue_free (SquillCheckQueue *self);
void _squill_check_queue_add (SquillCheckQueue *self, const SquillCheckTask *why);
SquillCheckTask *_squill_check_queue_pop (SquillCheckQueue *self);
guint _squill_check_queue_get_length (const SquillCheckQueue *self);

void _squill_check_task_free (SquillCheckTask *task);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillCheckTask, _squill_check_task_free)

/**
 * SquillConcern:
 * @model: the model
 * @design: what follows from it
 * @operations: its operations
 * @neighborhood: who is next to whom
 * @marks: what has changed
 * @any: all aspects that have changed
 * @everywhere: those that have changed for all subjects
 * @reasons: what else holds for all subjects
 *
 * What a change is about.
 */
typedef struct
{
  SquillModel *model;
  SquillDesign *design;
  SquillOperationIndex *operations;
  SquillNeighborhood *neighborhood;
  SquillMarks *marks;
  SquillAspects any;
  SquillAspects everywhere;
  SquillCheckReasons reasons;
} SquillConcern;

/* squill-check-concern.c */
void _squill_check_queue_add_concerned (SquillCheckQueue *self, const SquillConcern *concern);

G_END_DECLS
