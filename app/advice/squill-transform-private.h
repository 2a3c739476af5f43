/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "advice/squill-advice-private.h"
#include "advice/squill-transform.h"

G_BEGIN_DECLS

/* What the patterns of the families share. A function of a family gives a fix, or else sets a
 * reason, which is a sentence. A rule that proposes the pattern has the same function make its fix;
 * it does not ask for the reason. */

/**
 * SquillTransformMake:
 * @run: a run
 * @subject: the item that is asked about
 * @reason: (out) (nullable): why the pattern does not fit
 *
 * Returns: (transfer full) (nullable): a fix that applies the pattern
 */
typedef SquillFix *(*SquillTransformMake) (SquillRun *run, gconstpointer subject, char **reason);

/**
 * SquillPatternEntry:
 * @pattern: what people read of it
 * @of_entity: (nullable): applies it to a #SquillEntity
 * @of_field: (nullable): applies it to a #SquillField
 * @of_relationship: (nullable): applies it to a #SquillRelationship
 * @of_operation: (nullable): applies it to a #SquillOperation
 * @stores: it is a placement: relationships are stored as @placement
 * @placement: a placement
 *
 * A pattern and what it can be applied to.
 */
typedef struct
{
  SquillPattern pattern;
  SquillTransformMake of_entity;
  SquillTransformMake of_field;
  SquillTransformMake of_relationship;
  SquillTransformMake of_operation;
  gboolean stores;
  SquillPlacement placement;
} SquillPatternEntry;

/* The families, each ended by a pattern without an id. */
extern const SquillPatternEntry _squill_patterns_trees[];
extern const SquillPatternEntry _squill_patterns_kinds[];
extern const SquillPatternEntry _squill_patterns_views[];
extern const SquillPatternEntry _squill_patterns_ageing[];
extern const SquillPatternEntry _squill_patterns_versions[];
extern const SquillPatternEntry _squill_patterns_keywords[];
extern const SquillPatternEntry _squill_patterns_guards[];
extern const SquillPatternEntry _squill_patterns_slots[];
extern const SquillPatternEntry _squill_patterns_placements[];
extern const SquillPatternEntry _squill_patterns_copies[];
extern const SquillPatternEntry _squill_patterns_attributes[];
extern const SquillPatternEntry _squill_patterns_outliers[];
extern const SquillPatternEntry _squill_patterns_computed[];
extern const SquillPatternEntry _squill_patterns_time_series[];

/* squill-transform.c */
SquillFix *_squill_transform_refuse (char **reason, char *text);

/* squill-transform-placements.c */
SquillFix *_squill_fix_new_pattern_placement (SquillRun *run,
                                              const SquillRelationship *r,
                                              SquillPlacement placement,
                                              char **reason);

/* squill-transform-trees.c */
gboolean _squill_entity_has_place_in_tree (const SquillEntity *entity, const SquillRelationship *r);
SquillFix *_squill_fix_new_ancestors (SquillRun *run, const SquillRelationship *r, char **reason);

/* squill-transform-versions.c */
const SquillField *_squill_entity_find_schema_version (const SquillEntity *entity);
SquillFix *_squill_fix_new_schema_version (SquillRun *run,
                                           const SquillEntity *entity,
                                           char **reason);
gboolean _squill_run_has_revisions (SquillRun *run, const SquillEntity *entity);
double _squill_run_get_update_rate (SquillRun *run, const SquillEntity *entity);
SquillFix *_squill_fix_new_revisions (SquillRun *run, const SquillEntity *entity, char **reason);

/* squill-rules-ageing.c */
gboolean _squill_run_is_cleaned (SquillRun *run, const SquillEntity *entity);
const SquillField *_squill_entity_find_date (const SquillEntity *entity);
SquillFix *_squill_fix_new_expiry (SquillRun *run, const SquillEntity *entity);

/* squill-transform-ageing.c */
SquillFix *_squill_fix_new_archive (SquillRun *run, const SquillEntity *entity, char **reason);

/* squill-transform-views.c */
gboolean _squill_run_asks_for_one_parent (SquillRun *run, const SquillUse *use);
SquillFix *_squill_fix_new_view (SquillRun *run, const SquillOperation *operation, char **reason);

/* squill-transform-kinds.c */
gboolean _squill_run_are_alike (SquillRun *run,
                                const SquillEntity *a,
                                const SquillEntity *b,
                                double *share);
SquillFix *_squill_fix_new_kinds (SquillRun *run,
                                  const SquillEntity *into,
                                  const SquillEntity *from,
                                  char **reason);

/* squill-transform-single-collection.c */
SquillFix *_squill_fix_new_single_collection (SquillRun *run,
                                              const SquillOperation *operation,
                                              char **reason);

/* squill-transform-keywords.c */
SquillFix *_squill_fix_new_keywords (SquillRun *run, const SquillField *field, char **reason);

/* squill-transform-slots.c */
const SquillOperation *_squill_run_find_update_within (SquillRun *run,
                                                       const SquillField *field,
                                                       gboolean parts);
double _squill_field_get_slots (const SquillField *field);
SquillFix *_squill_fix_new_slots (SquillRun *run, const SquillField *field, char **reason);

/* squill-transform-guards.c */
SquillFix *_squill_fix_new_guard (SquillRun *run, const SquillOperation *operation, char **reason);
SquillFix *_squill_fix_new_reservation (SquillRun *run, const SquillField *field, char **reason);

/* squill-rules-time-series.c */
SquillFix *_squill_fix_new_time_series (SquillRun *run,
                                        const SquillCollection *collection,
                                        char **reason);

/* squill-rules-arrays.c */
SquillFix *_squill_fix_new_pairs (SquillRun *run, const SquillField *field, char **reason);

/* squill-transform-copies.c */
gboolean _squill_run_may_copy (SquillRun *run,
                               const SquillPlacementOption *option,
                               const SquillEntity *source,
                               const SquillEntity *keeper,
                               double *updates);
const SquillPlacementOption *_squill_options_find_copying (const GPtrArray *options,
                                                           const SquillRelationship *r);

/* squill-rules-reading.c */

/**
 * SquillColdPart:
 * @names: (element-type utf8): what the parts of a document are called that few reads need
 * @fields: (element-type SquillField): those of them that can be moved
 * @hot: likely bytes of the rest of the document
 * @cold: likely bytes of these parts
 * @left: likely bytes of those that cannot be moved
 *
 * What is rarely read of the documents of a collection.
 */
typedef struct
{
  GPtrArray *names;
  GPtrArray *fields;
  double hot;
  double cold;
  double left;
} SquillColdPart;

gboolean _squill_run_find_cold (SquillRun *run,
                                const SquillCollection *collection,
                                SquillColdPart *part);
gboolean _squill_cold_part_can_move (const SquillColdPart *self, SquillRun *run);
void _squill_cold_part_clear (SquillColdPart *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SquillColdPart, _squill_cold_part_clear)

/* squill-transform-computed.c */

/**
 * SquillTotal:
 * @r: from the parent that gets the total to the children that it is of
 * @children: of one parent
 * @reads: how often it is computed, per second
 * @writes: how often children come, go, or change, per second; NaN where nobody said
 *
 * What an aggregate computes again and again.
 */
typedef struct
{
  const SquillRelationship *r;
  double children;
  double reads;
  double writes;
} SquillTotal;

gboolean _squill_run_find_total (SquillRun *run, const SquillUse *use, SquillTotal *total);
double _squill_total_get_read_cost (const SquillTotal *self, SquillRun *run);
gboolean _squill_total_pays (const SquillTotal *self, SquillRun *run);
SquillFix *_squill_fix_new_total (SquillRun *run,
                                  const SquillUse *use,
                                  const SquillTotal *total,
                                  char **reason);

/**
 * SquillApproximation:
 * @rate: how often it is updated, per second; 0 where nobody said
 * @events: how many each process may collect
 * @error: by how much it is off then
 *
 * A counter that need not be exact.
 */
typedef struct
{
  double rate;
  double events;
  double error;
} SquillApproximation;

gboolean _squill_run_find_approximation (SquillRun *run,
                                         const SquillField *field,
                                         SquillApproximation *approximation);
SquillFix *_squill_fix_new_approximation (SquillRun *run,
                                          const SquillField *field,
                                          const SquillApproximation *approximation);

/* squill-transform-outlier.c */
SquillFix *_squill_fix_new_overflow (SquillRun *run, const SquillArray *array, char **reason);

/* squill-transform-attributes.c */

/**
 * SquillAttributes:
 * @fields: (element-type SquillField): fields with the same types that few documents have, and that
 *   somebody looks for or that have an index
 * @n_asked: how many of them an operation looks for or sorts by
 * @n_indexes: how many of them have an index of their own
 *
 * Fields that could be an array of names and values.
 */
typedef struct
{
  GPtrArray *fields;
  guint n_asked;
  guint n_indexes;
} SquillAttributes;

gboolean _squill_run_find_attributes (SquillRun *run,
                                      const SquillEntity *entity,
                                      double n_asked,
                                      double n_indexes,
                                      SquillAttributes *attributes);
void _squill_attributes_clear (SquillAttributes *self);
SquillFix *_squill_fix_new_attributes (SquillRun *run,
                                       const SquillEntity *entity,
                                       const GPtrArray *fields,
                                       char **reason);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SquillAttributes, _squill_attributes_clear)

G_END_DECLS
