/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-design-private.h"
#include "design/squill-index-size.h"
#include "design/squill-plan.h"
#include "design/squill-use.h"

G_BEGIN_DECLS

/* How the plan of an operation is made. */

/**
 * SquillPlanPlace:
 * @entity: an entity that the operation came to
 * @site: where its documents are
 * @collection: the collection of these
 * @step: (nullable): what read them; %NULL where they were not read
 * @n: how many of the entity are at hand
 *
 * What an operation has at hand.
 */
typedef struct
{
  const SquillEntity *entity;
  const SquillShape *site;
  const SquillCollection *collection;
  SquillPlanStep *step;
  SquillTriple n;
} SquillPlanPlace;

/**
 * SquillPlanning:
 * @use: what the operation touches
 * @plan: what is made
 * @reading: what it depends on is noted here
 */
typedef struct
{
  SquillDesign *design;
  SquillModel *model;
  const SquillOperation *operation;
  SquillUse *use;
  SquillPlan *plan;
  GHashTable *reading;
} SquillPlanning;

/* Numbers of which the least, the likely and the most are counted alike. Nothing times what is not
 * known is nothing. */
SquillTriple _squill_plan_same (double number);
SquillTriple _squill_plan_add (SquillTriple a, SquillTriple b);
SquillTriple _squill_plan_times (SquillTriple a, SquillTriple b);
SquillTriple _squill_plan_at_most (SquillTriple a, SquillTriple b);

/* What the plan depends on. */
void _squill_planning_note_item (SquillPlanning *self, const char *id);
void _squill_planning_note_collection (SquillPlanning *self, const SquillCollection *collection);
void _squill_planning_note_operations (SquillPlanning *self);
void _squill_planning_add_unknown (SquillPlanning *self, char *text);

/* Steps. */
SquillPlanStep *_squill_planning_add_step (SquillPlanning *self,
                                           const SquillCollection *collection,
                                           const SquillEntity *entity,
                                           const char *relationship);
gboolean _squill_planning_find_place (SquillPlanning *self,
                                      const SquillEntity *entity,
                                      SquillPlanPlace *place);
gboolean _squill_planning_find_root (SquillPlanning *self, SquillPlanPlace *root);
gboolean _squill_planning_follow (SquillPlanning *self,
                                  const SquillPlanPlace *from,
                                  const SquillRelationship *r,
                                  gboolean from_parent,
                                  SquillPlanPlace *to);
gboolean _squill_planning_find_by_key (SquillPlanning *self,
                                       const SquillEntity *entity,
                                       const SquillRelationship *r,
                                       SquillTriple n,
                                       SquillPlanPlace *place);
void _squill_planning_write (SquillPlanning *self, GArray *places);

/* How many of the other end one has. */
SquillTriple _squill_planning_get_children (SquillPlanning *self, const SquillRelationship *r);
double _squill_relationship_get_parents (const SquillRelationship *r);

/* Operations by what they have to do with. */

typedef struct _SquillOperationLists SquillOperationLists;

SquillOperationLists *_squill_operation_lists_new (void);
void _squill_operation_lists_clear (SquillOperationLists *self);
void _squill_operation_lists_free (SquillOperationLists *self);
GPtrArray *_squill_operation_lists_get (SquillOperationLists *self,
                                        SquillModel *model,
                                        const SquillRelationship *r);

/* What was planned, kept until what it depends on changes. */

typedef struct _SquillPlanCache SquillPlanCache;
typedef struct _SquillIndexSizeCache SquillIndexSizeCache;

SquillIndexSizeCache *_squill_index_size_cache_new (void);
void _squill_index_size_cache_clear (SquillIndexSizeCache *self);
void _squill_index_size_cache_free (SquillIndexSizeCache *self);
const GArray *_squill_index_size_cache_get (SquillIndexSizeCache *self,
                                            SquillDesign *design,
                                            SquillPlanCache *changes,
                                            const SquillCollection *collection);
void _squill_index_measure (SquillDesign *design,
                            const SquillCollection *collection,
                            const SquillCollectionIndex *index,
                            SquillIndexSize *size);

SquillPlanCache *_squill_plan_cache_new (void);
void _squill_plan_cache_free (SquillPlanCache *self);
void _squill_plan_cache_touch (SquillPlanCache *self,
                               SquillModel *model,
                               const SquillChange *change);
double _squill_plan_cache_get_misses (SquillPlanCache *self, SquillDesign *design);
double _squill_design_compute_misses (SquillDesign *design);
void _squill_plan_cache_clear (SquillPlanCache *self);
const SquillPlan *_squill_plan_cache_get (SquillPlanCache *self,
                                          SquillDesign *design,
                                          const char *operation);

guint64 _squill_plan_cache_get_now (SquillPlanCache *self);
const guint64 *_squill_plan_cache_watch (SquillPlanCache *self, const char *id);
const GArray *_squill_plan_cache_get_index_sizes (SquillPlanCache *self,
                                                  SquillDesign *design,
                                                  const SquillCollection *collection);
GPtrArray *_squill_plan_cache_list_operations (SquillPlanCache *self,
                                               SquillDesign *design,
                                               const SquillRelationship *r);

SquillPlan *_squill_plan_new (SquillDesign *design,
                              const SquillOperation *operation,
                              GHashTable *reading);
void _squill_plan_free (SquillPlan *self);

G_END_DECLS
