/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "advice/squill-advice.h"
#include "advice/squill-access.h"
#include "design/squill-cost.h"
#include "model/squill-threshold.h"

G_BEGIN_DECLS

/* What the files of the room share. */

/* For tests: how often rules looked at a subject so far. */
guint64 _squill_advice_count_checks (SquillAdvice *self, const char *rule);
/* For tests: does @n steps of work; TRUE if more are left. */
gboolean _squill_advice_work (SquillAdvice *self, guint n);

/* Keys. */

/* Reading and making keys of the model. */

gboolean _squill_key_mentions (const SquillKey *key, const char *id);
const SquillKey *_squill_keys_find (const SquillKeys *keys, const char *id);
gboolean _squill_keys_have_path (const SquillKeys *keys, const char *path);

SquillKeys *_squill_keys_new (void);
void _squill_keys_take (SquillKeys *keys, const char *path, const char *how);

/* Findings. */

SquillFinding *_squill_finding_new (const SquillRuleInfo *rule,
                                    SquillSeverity severity,
                                    gconstpointer subject,
                                    char *message);
void _squill_finding_free (SquillFinding *self);
void _squill_finding_set_number (SquillFinding *self, const char *name, double value);
void _squill_finding_set_text (SquillFinding *self, const char *name, const char *value);
void _squill_finding_set_list (SquillFinding *self, const char *name, const GPtrArray *texts);
void _squill_finding_set_place (SquillFinding *self, const char *collection, const char *path);
int _squill_finding_compare (const SquillFinding *a, const SquillFinding *b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillFinding, _squill_finding_free)

/* All that was found, by what was looked at and who looked, and what is shown of it, in order.
 * What stays does not have to be sorted, nor judged, again. */

typedef struct _SquillFindingList SquillFindingList;

SquillFindingList *_squill_finding_list_new (void);
void _squill_finding_list_free (SquillFindingList *self);
void _squill_finding_list_add (SquillFindingList *self,
                               const char *subject,
                               gconstpointer finder,
                               SquillFinding *finding);
void _squill_finding_list_get_finders (const SquillFindingList *self,
                                       const char *subject,
                                       GPtrArray *finders);
void _squill_finding_list_drop (SquillFindingList *self, const char *subject, gconstpointer finder);
void _squill_finding_list_drop_missing (SquillFindingList *self, SquillModel *model);
void _squill_finding_list_read_dismissals (SquillFindingList *self, SquillModel *model);
GPtrArray *_squill_finding_list_get_shown (SquillFindingList *self);
gboolean _squill_finding_list_free_gone (SquillFindingList *self, guint n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillFindingList, _squill_finding_list_free)

/* Fixes. */

/* Building fixes: a label and edits of the model. */

SquillFix *_squill_fix_new (char *label);
SquillFix *_squill_fix_copy (const SquillFix *self);
void _squill_fix_free (SquillFix *self);
void _squill_fix_lose (SquillFix *self, char *text);
void _squill_fix_add (
    SquillFix *self, SquillKind kind, const char *id, const char *parent, json_t *content);
void _squill_fix_remove (SquillFix *self, const char *id);
void _squill_fix_set (SquillFix *self, const char *id, const char *property, json_t *value);
void _squill_fix_move (SquillFix *self, const char *id, const char *parent, const char *order);

gboolean _squill_entity_stores_beyond (SquillModel *model,
                                       const SquillEntity *entity,
                                       const char *path);
char *_squill_fix_add_index (SquillFix *self,
                             SquillModel *model,
                             const SquillEntity *entity,
                             const SquillKeys *keys,
                             gboolean unique,
                             double expire_after);
void _squill_fix_remove_beginnings_of (SquillFix *self,
                                       const SquillEntity *entity,
                                       const json_t *keys);
void _squill_fix_remove_beginnings (SquillFix *self,
                                    SquillModel *model,
                                    const SquillEntity *entity,
                                    const char *relationship);
void _squill_fix_copy_index (SquillFix *self,
                             SquillModel *model,
                             const SquillIndex *index,
                             const char *entity,
                             json_t *keys);
void _squill_fix_lose_unique (SquillFix *self,
                              SquillModel *model,
                              const SquillIndex *index,
                              json_t *left);
void _squill_fix_gain_unique (SquillFix *self, SquillModel *model, const SquillIndex *index);
void _squill_fix_lose_unique_in_array (SquillFix *self,
                                       SquillModel *model,
                                       const SquillIndex *index,
                                       const char *reference,
                                       const SquillEntity *parent);
void _squill_fix_lose_repeats (SquillFix *self,
                               SquillModel *model,
                               const SquillIndex *index,
                               const SquillEntity *parent);
void _squill_fix_leave_keys (SquillFix *self,
                             SquillModel *model,
                             const SquillIndex *index,
                             json_t *left);
void _squill_fix_remove_index_keys (SquillFix *self,
                                    SquillModel *model,
                                    const SquillIndex *index,
                                    const char *id);
void _squill_fix_remove_keys (SquillFix *self,
                              SquillModel *model,
                              const SquillEntity *entity,
                              const char *id);

char *_squill_item_rank_behind (gconstpointer item, SquillKind kind);

SquillFix *_squill_fix_new_set (char *label, const char *id, const char *property, json_t *value);
SquillFix *_squill_fix_new_index (char *label,
                                  SquillModel *model,
                                  const SquillEntity *entity,
                                  const SquillKeys *keys,
                                  gboolean unique);

/* Operations that find in several documents what stood in one. */

typedef gboolean (*SquillKeyTest) (const SquillKey *key, gpointer user_data);

void _squill_fix_follow (SquillFix *self,
                         const SquillOperation *operation,
                         const char *relationship,
                         gboolean writes_both);
void _squill_fix_follow_further (SquillFix *self,
                                 const SquillOperation *operation,
                                 const char *relationship);
void _squill_fix_split_write (SquillFix *self, const SquillOperation *operation);
gboolean _squill_use_takes_whole (const SquillUse *use, gboolean is_named);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillFix, _squill_fix_free)

/* What is near. */

/* Who is next to whom, now and when findings were read last: the entities at the ends of a
 * relationship, those that an operation touches, those in the documents of a collection. From it
 * follows which entities a change concerns. */

typedef struct _SquillNeighborhood SquillNeighborhood;

/**
 * SquillMarks:
 * @entities: entity -> #SquillAspects: what has changed about it or next to it
 * @collections: collection -> #SquillAspects: those that were computed again, or are new
 * @gone: collections that are no more
 * @operations: operations that touch, or touched, one of @entities
 *
 * What a change concerns. All keys belong to the tables.
 */
typedef struct
{
  GHashTable *entities;
  GHashTable *collections;
  GHashTable *gone;
  GHashTable *operations;
} SquillMarks;

void _squill_marks_init (SquillMarks *self);
void _squill_marks_clear (SquillMarks *self);
SquillAspects _squill_marks_get (GHashTable *table, const char *id);
void _squill_marks_add (GHashTable *table, const char *id, SquillAspects aspects);

SquillNeighborhood *_squill_neighborhood_new (SquillDesign *design);
void _squill_neighborhood_free (SquillNeighborhood *self);
gboolean _squill_neighborhood_have_ends_moved (SquillNeighborhood *self, GHashTable *pending);
void _squill_neighborhood_mark (SquillNeighborhood *self,
                                SquillOperationIndex *operations,
                                gboolean operations_are_new,
                                GHashTable *pending,
                                SquillAspects any,
                                SquillMarks *marks);
const GPtrArray *_squill_neighborhood_get_collections (SquillNeighborhood *self,
                                                       const char *entity);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillNeighborhood, _squill_neighborhood_free)

/* The names of entities that fixes would make, by what was looked at and who looked. */

typedef struct _SquillNewNames SquillNewNames;

typedef void (*SquillNewNameFunc) (const char *subject, gconstpointer finder, gpointer user_data);

SquillNewNames *_squill_new_names_new (void);
void _squill_new_names_free (SquillNewNames *self);
void _squill_new_names_add (SquillNewNames *self,
                            const char *subject,
                            gconstpointer finder,
                            const char *base,
                            const char *name);
gboolean _squill_new_names_has (const SquillNewNames *self, const char *subject);
void _squill_new_names_drop (SquillNewNames *self, const char *subject, gconstpointer finder);
void _squill_new_names_foreach_changed (SquillNewNames *self,
                                        SquillModel *model,
                                        SquillNewNameFunc function,
                                        gpointer user_data);

/* Rules. */

/**
 * SquillScope:
 * @SQUILL_SCOPE_FIELD: a #SquillField, own or nested, of an entity or of a link
 * @SQUILL_SCOPE_RELATIONSHIP: a #SquillRelationship
 * @SQUILL_SCOPE_ENTITY: a #SquillEntity
 * @SQUILL_SCOPE_COLLECTION: a #SquillCollection
 * @SQUILL_SCOPE_OPERATION: a #SquillOperation
 * @SQUILL_SCOPE_MODEL: the #SquillModelInfo
 *
 * What a rule looks at, one at a time.
 *
 * A rule may read everything about its subject, and what is next to it: the entities it is about,
 * what belongs to those, the collections in which they are, and the operations and relationships
 * that touch them; of a relationship, also the operations on the documents in which its parent is;
 * of an entity, and of the one that an operation starts from, also those at the other ends of its
 * relationships. When one of these changes the rule is asked again. What lies further away only
 * rules of the model may read; for the name of a new entity there is
 * _squill_run_make_entity_name().
 */
typedef enum
{
  SQUILL_SCOPE_FIELD,
  SQUILL_SCOPE_RELATIONSHIP,
  SQUILL_SCOPE_ENTITY,
  SQUILL_SCOPE_COLLECTION,
  SQUILL_SCOPE_OPERATION,
  SQUILL_SCOPE_MODEL,
} SquillScope;

#define SQUILL_N_SCOPES (SQUILL_SCOPE_MODEL + 1)

/* What a rule is given, and where it leaves what it finds. */
typedef struct _SquillRun SquillRun;

typedef void (*SquillCheck) (SquillRun *run, gconstpointer subject);

/**
 * SquillRule:
 * @info: the catalog's entry
 * @scope: what @check looks at
 * @aspects: what it depends on whether @check finds something. What it says then, and what its fix
 *   does, may depend on more
 * @check: looks at one subject
 * @other_scope: what @other_check looks at
 * @other_check: (nullable): looks at subjects of another scope, where a rule has two sides
 * @reads_hot: whether it matters to the rule which operations are hot
 * @reads_plans: whether a rule of collections reads what operations do there, which follows from
 * all that they go through
 * @keeps: whether @check, of the model, reads of each subject only what @other_check has kept of it
 *   with _squill_run_keep(), besides what belongs to the model itself
 *
 * A rule. The aspects are those of both checks.
 */
typedef struct
{
  SquillRuleInfo info;
  SquillScope scope;
  SquillAspects aspects;
  SquillCheck check;
  SquillScope other_scope;
  SquillCheck other_check;
  gboolean reads_hot;
  gboolean reads_plans;
  gboolean keeps;
} SquillRule;

/** What a rule of the model has to know of each subject, worked out only where that has changed. */
typedef struct
{
  double numbers[3];
} SquillKept;

/**
 * SquillRun:
 * @model: the model
 * @design: what follows from it
 * @operations: its operations by what they touch
 * @thresholds: the numbers to compare with, see _squill_run_get()
 * @rule: the rule that looks
 * @findings: (element-type SquillFinding): what was found
 * @neighborhood: which collections have which entities
 * @places: entity -> where its documents are, as far as somebody asked
 * @accesses: relationship -> #SquillAccess, as far as somebody asked
 * @options: relationship -> the placement that is advised for it, as far as somebody asked
 * @comparisons: relationship -> all ways to store it, as far as somebody asked
 */
struct _SquillRun
{
  SquillModel *model;
  SquillDesign *design;
  SquillOperationIndex *operations;
  double thresholds[SQUILL_N_THRESHOLDS];
  const SquillRule *rule;
  GPtrArray *findings;

  /*< private >*/
  const char *subject;       /* the id of what the rule looks at */
  gconstpointer finder;      /* which of its checks looks */
  SquillNewNames *new_names; /* NULL: nobody keeps them */
  GHashTable *kept;          /* id -> SquillKept: what the rule has kept */
  gboolean is_kept_new;
  SquillNeighborhood *neighborhood;
  GHashTable *places;
  GHashTable *accesses;
  GHashTable *options;
  GHashTable *comparisons;
  const SquillRelationship *last; /* the one that was asked about last, and what the answers were */
  const SquillEntity *parent;
  const SquillEntity *child;
  const SquillShape *stored[2];
  gboolean is_known[2];
};

/* What most rules of a family read. */
#define SQUILL_ASPECTS_STORED \
  (SQUILL_ASPECT_SHAPE | SQUILL_ASPECT_SIZE | SQUILL_ASPECT_CARDINALITY | SQUILL_ASPECT_PLACEMENT)
#define SQUILL_ASPECTS_USED (SQUILL_ASPECTS_STORED | SQUILL_ASPECT_WORKLOAD)
#define SQUILL_ASPECTS_ALL (SQUILL_ASPECTS_USED | SQUILL_ASPECT_STORAGE | SQUILL_ASPECT_VALUES)

/* The families, each ended by a rule without an id. */
extern const SquillRule _squill_rules_arrays[];
extern const SquillRule _squill_rules_embedding[];
extern const SquillRule _squill_rules_references[];
extern const SquillRule _squill_rules_targets[];
extern const SquillRule _squill_rules_links[];
extern const SquillRule _squill_rules_relationships[];
extern const SquillRule _squill_rules_size[];
extern const SquillRule _squill_rules_reading[];
extern const SquillRule _squill_rules_consistency[];
extern const SquillRule _squill_rules_transactions[];
extern const SquillRule _squill_rules_operations[];
extern const SquillRule _squill_rules_names[];
extern const SquillRule _squill_rules_dangling[];
extern const SquillRule _squill_rules_patterns[];
extern const SquillRule _squill_rules_collections[];
extern const SquillRule _squill_rules_databases[];
extern const SquillRule _squill_rules_across_databases[];
extern const SquillRule _squill_rules_dictionary[];
extern const SquillRule _squill_rules_reviews[];
extern const SquillRule _squill_rules_types[];
extern const SquillRule _squill_rules_index_limits[];
extern const SquillRule _squill_rules_copies[];
extern const SquillRule _squill_rules_copied[];
extern const SquillRule _squill_rules_subsets[];
extern const SquillRule _squill_rules_computed[];
extern const SquillRule _squill_rules_lookups[];
extern const SquillRule _squill_rules_index_missing[];
extern const SquillRule _squill_rules_index_need[];
extern const SquillRule _squill_rules_index_size[];
extern const SquillRule _squill_rules_index_unique[];
extern const SquillRule _squill_rules_index_use[];
extern const SquillRule _squill_rules_ageing[];
extern const SquillRule _squill_rules_time_series[];
extern const SquillRule _squill_rules_buckets[];
extern const SquillRule _squill_rules_sharding[];
extern const SquillRule _squill_rules_shard_keys[];
extern const SquillRule _squill_rules_shard_choice[];

const SquillRule *const *_squill_rules_get_all (guint *n);

/* Runs outside of the rules (squill-advice.c). */
void _squill_advice_begin_run (SquillAdvice *self, SquillRun *run);
void _squill_run_end (SquillRun *run);

/* Reading (squill-run.c). */
double _squill_run_get (const SquillRun *run, SquillThreshold threshold);
double _squill_run_get_children (SquillRun *run, const SquillRelationship *r);
double _squill_run_get_most_children (SquillRun *run, const SquillRelationship *r);
double _squill_run_get_most_parents (SquillRun *run, const SquillRelationship *r);
double _squill_run_get_parents (SquillRun *run, const SquillRelationship *r);
const SquillEntity *_squill_run_get_parent (SquillRun *run, const SquillRelationship *r);
const SquillEntity *_squill_run_get_child (SquillRun *run, const SquillRelationship *r);
const SquillCollection *_squill_run_get_own_collection (SquillRun *run, const char *entity);
const SquillCollection *_squill_run_get_root_collection (SquillRun *run, const char *entity);
const SquillShape *_squill_run_get_place (SquillRun *run, const char *entity);
const SquillShape *_squill_run_get_stored (SquillRun *run,
                                           const SquillRelationship *r,
                                           gboolean at_parent);
const SquillEntity *_squill_run_get_root_entity (SquillRun *run,
                                                 const SquillCollection *collection);
const SquillShape *_squill_collection_find_shape (const SquillCollection *collection,
                                                  const char *path);
double _squill_run_count_values (SquillRun *run,
                                 const SquillCollection *collection,
                                 const SquillShape *shape);
double _squill_run_reads_events_at_once (SquillRun *run, const SquillCollection *collection);
double _squill_run_get_bytes (SquillRun *run, const char *entity);
char *_squill_run_make_entity_name (SquillRun *run, const char *base);
double _squill_run_get_hot_share (SquillRun *run,
                                  const SquillCollection *collection,
                                  gboolean *assumed);
gboolean _squill_field_has_many (const SquillField *field);
gboolean _squill_index_serves_queries (const SquillCollectionIndex *index);
gboolean _squill_run_has_index_led_by (SquillRun *run, const SquillShape *shape);
gboolean _squill_run_is_unique (SquillRun *run, const char *entity, const SquillKeys *keys);
SquillAccess _squill_run_get_access (SquillRun *run, const SquillRelationship *r);
const SquillPlacementOption *_squill_run_get_advised (SquillRun *run, const SquillRelationship *r);
const GPtrArray *_squill_run_compare (SquillRun *run, const SquillRelationship *r);
gboolean _squill_run_advises_embedding (SquillRun *run, const SquillRelationship *r);
char *_squill_run_resolve (SquillRun *run, const char *entity, const SquillKey *key);

void _squill_run_keep (SquillRun *run, SquillKept now);
SquillKept _squill_run_get_kept (const SquillRun *run, const char *id);

double _squill_shape_get_most_bytes (const SquillShape *shape);
double _squill_shape_get_times (const SquillShape *shape);

/* Reporting. */
SquillFinding *_squill_run_report (
    SquillRun *run, SquillSeverity severity, gconstpointer subject, double weight, char *message);

/* Fixes that store something elsewhere. All of them keep indexes and operations in step, and make
 * a collection of what no longer is embedded. */

SquillFix *_squill_fix_new_placement (SquillRun *run,
                                      const SquillRelationship *r,
                                      const SquillPlacementOption *option);
SquillFix *_squill_fix_new_advised (SquillRun *run, const SquillRelationship *r);
gboolean _squill_relationship_loses_children (const SquillRelationship *r);
char *_squill_run_make_free_name (SquillRun *run,
                                  const SquillRelationship *except,
                                  const SquillEntity *entity,
                                  const char *usual,
                                  const char *base);
void _squill_fix_place (SquillFix *self,
                        SquillRun *run,
                        const SquillRelationship *r,
                        const SquillPlacementOption *option);

/* squill-fix-indexes.c */
gboolean _squill_entity_has_index_led_by (SquillModel *model,
                                          const SquillEntity *entity,
                                          const char *relationship,
                                          const char *holder);
void _squill_fix_take_indexes_along (SquillFix *self, SquillRun *run, const SquillRelationship *r);
void _squill_fix_lose_indexes_of_first (SquillFix *self,
                                        SquillRun *run,
                                        const SquillRelationship *r);
void _squill_fix_index_array (SquillFix *self,
                              SquillRun *run,
                              const SquillRelationship *r,
                              const char *order_by);
void _squill_fix_remove_reference_keys (SquillFix *self,
                                        SquillRun *run,
                                        const SquillRelationship *r,
                                        SquillPlacement placement);
void _squill_fix_remove_keys_beyond (SquillFix *self, SquillRun *run, const SquillRelationship *r);
void _squill_fix_index_other_references (SquillFix *self,
                                         SquillRun *run,
                                         const SquillEntity *entity,
                                         const SquillRelationship *but);
void _squill_fix_index_references (SquillFix *self, SquillRun *run, const SquillRelationship *r);
void _squill_fix_split_parallel_indexes (SquillFix *self,
                                         SquillRun *run,
                                         const SquillRelationship *r);
void _squill_fix_say_what_becomes_unique (SquillFix *self,
                                          SquillRun *run,
                                          const SquillRelationship *r);
SquillFix *_squill_fix_new_reference_index (SquillRun *run, const SquillRelationship *r);

/* squill-fix-names.c */
const SquillShape *_squill_shape_choose_renamed (const SquillShape *shape,
                                                 const SquillShape *other,
                                                 SquillModel *model);
const char *_squill_shape_find_name (const SquillShape *shape,
                                     const SquillRelationship *r,
                                     SquillModel *model,
                                     GHashTable *taken,
                                     char **name,
                                     const char **property);
void _squill_fix_choose_names (SquillFix *self, SquillRun *run, const SquillRelationship *changed);

/* squill-fix-copies.c */
void _squill_fix_add_copies (SquillFix *self,
                             SquillRun *run,
                             const SquillRelationship *r,
                             const SquillPlacementOption *option);
void _squill_fix_remove_copies (SquillFix *self, SquillRun *run, const SquillRelationship *r);
double _squill_run_get_write_rate (SquillRun *run, const char *source, const char *field);
void _squill_fix_add_copy_update (SquillFix *self,
                                  SquillRun *run,
                                  const SquillRelationship *r,
                                  const SquillEntity *source,
                                  const SquillEntity *keeper,
                                  const SquillField *field);
void _squill_fix_stop_updates (SquillFix *self,
                               SquillRun *run,
                               const SquillRelationship *r,
                               const GPtrArray *copies);
void _squill_fix_drop_copies (SquillFix *self,
                              SquillRun *run,
                              const SquillRelationship *r,
                              SquillCopyDirection direction);
SquillFix *_squill_fix_new_without_copies (SquillRun *run,
                                           const SquillRelationship *r,
                                           const GPtrArray *copies);
SquillFix *_squill_fix_new_copies (SquillRun *run,
                                   const SquillRelationship *r,
                                   const SquillPlacementOption *option);

/* squill-fix-collapse.c */
SquillFix *_squill_fix_new_collapse (SquillRun *run, const SquillRelationship *r);

/* squill-fix-operations.c */
gboolean _squill_operation_asks_through (const SquillOperation *operation,
                                         const SquillRelationship *r);
gboolean _squill_run_looks_by_child (SquillRun *run, const SquillRelationship *r);
const SquillUse *_squill_run_find_use_to_children (SquillRun *run,
                                                   const SquillRelationship *r,
                                                   gboolean unindexed);
const SquillUse *_squill_run_find_use_to_parents (SquillRun *run,
                                                  const SquillRelationship *r,
                                                  gboolean unindexed);
void _squill_fix_follow_out (SquillFix *self,
                             SquillRun *run,
                             const SquillRelationship *r,
                             double bound);
gboolean _squill_run_is_falsely_single (SquillRun *run, const SquillRelationship *r);
double _squill_run_get_too_large_join (SquillRun *run,
                                       const SquillOperation *operation,
                                       const SquillRelationship *r);
GPtrArray *_squill_run_get_guarded_keys (SquillRun *run,
                                         const char *entity,
                                         SquillKeyTest is_part,
                                         gpointer user_data);

/* squill-clone.c */
json_t *_squill_run_clone_fields (SquillRun *run, gconstpointer owner, GHashTable *ids);
void _squill_json_replace_ids (json_t *json, GHashTable *ids);
const SquillField *_squill_item_find_unbounded (gconstpointer owner);

/* squill-fix-split.c */
gboolean _squill_run_is_field_bound (SquillRun *run,
                                     const SquillEntity *entity,
                                     const SquillField *field);
SquillFix *_squill_fix_new_collection (SquillRun *run, const SquillField *array);
SquillFix *_squill_fix_new_details (SquillRun *run,
                                    const SquillEntity *entity,
                                    const GPtrArray *fields);

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
 * @most: the most elements of any document: what bounds them, or else those at the horizon; NaN
 * where nobody said
 * @document_most: the most bytes of a document
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
  double most;
  double document_most;
  double base;
  double base_most;
  double element;
  double element_most;
  double times;
  double times_most;
} SquillArray;

gboolean _squill_array_init_relationship (SquillArray *self,
                                          SquillRun *run,
                                          const SquillRelationship *r,
                                          gboolean at_parent);
gboolean _squill_array_init_field (SquillArray *self, SquillRun *run, const SquillField *field);

gboolean _squill_array_init_shape (SquillArray *self, SquillRun *run, const SquillShape *shape);

gboolean _squill_array_is_unbounded (const SquillArray *self);
gboolean _squill_array_is_full_soon (const SquillArray *self, SquillRun *run);
gboolean _squill_array_is_long (const SquillArray *self, SquillRun *run);
double _squill_array_get_limit (const SquillArray *self, SquillRun *run);
double _squill_array_get_capacity (const SquillArray *self, double limit);
double _squill_array_get_most_bytes (const SquillArray *self, double elements);
double _squill_array_get_own_bytes (const SquillArray *self, double elements);
double _squill_array_get_years_to (const SquillArray *self, double limit);
gboolean _squill_array_breaks_limit (const SquillArray *self, SquillRun *run, double *elements);
gboolean _squill_array_is_outlier (const SquillArray *self, SquillRun *run);
const SquillShape *_squill_run_find_dominant (SquillRun *run,
                                              const SquillShape *document,
                                              double limit);

/* What speaks for and against embedding a child in its parent. */

gboolean _squill_run_is_apart (SquillRun *run, const SquillRelationship *r);
gboolean _squill_run_stands_alone (SquillRun *run, const SquillRelationship *r);
gboolean _squill_run_is_few (SquillRun *run,
                             const SquillRelationship *r,
                             double *children,
                             double *bytes);
gboolean _squill_run_is_asked_for (SquillRun *run, const SquillRelationship *r);

/* Copies: squill-copy-use.c. */

/**
 * SquillCopyUse:
 * @copy: a copy
 * @field: what is copied
 * @source: the entity that it comes from
 * @keeper: the entity that has it
 * @shape: where it is in the document
 * @update: (nullable): an operation that updates it
 * @writer: (nullable): an operation that writes its source
 * @is_written_along: such an operation follows the relationship to the copies
 *
 * A copy that documents have, and what keeps it in step.
 */
typedef struct
{
  const SquillCopy *copy;
  const SquillField *field;
  const SquillEntity *source;
  const SquillEntity *keeper;
  const SquillShape *shape;
  const SquillOperation *update;
  const SquillOperation *writer;
  gboolean is_written_along;
} SquillCopyUse;

const SquillOperation *_squill_run_find_copy_update (SquillRun *run,
                                                     const SquillRelationship *r,
                                                     const SquillCopy *copy);
GArray *_squill_run_get_copies (SquillRun *run, const SquillRelationship *r);
gboolean _squill_copy_use_follows (const SquillCopyUse *self);
double _squill_run_count_copy_reads (SquillRun *run,
                                     const SquillRelationship *r,
                                     const GArray *copies);
double _squill_run_count_copy_writes (SquillRun *run, const GArray *copies);
double _squill_run_count_copies (SquillRun *run,
                                 const SquillRelationship *r,
                                 SquillCopyDirection direction);
gboolean _squill_copy_use_records (SquillRun *run, const SquillCopyUse *self);
gboolean _squill_run_is_copy_large (SquillRun *run, double bytes, double host);
gboolean _squill_field_is_personal (const SquillField *field);
gboolean _squill_entity_is_more_open (const SquillEntity *self, const SquillEntity *than);

/* What a write touches. */

double _squill_run_count_found (SquillRun *run, const SquillUse *use);
gboolean _squill_run_fits_transaction (SquillRun *run,
                                       const SquillUse *use,
                                       const SquillRelationship *r);
gboolean _squill_run_is_mostly_written (SquillRun *run, const SquillEntity *entity);
double _squill_run_count_written (SquillRun *run, const SquillUse *use);
double _squill_run_get_write_seconds (SquillRun *run, const SquillUse *use);
GPtrArray *_squill_run_get_written_collections (SquillRun *run, const SquillUse *use);
double _squill_run_get_insert_rate (SquillRun *run, const SquillEntity *entity);
gboolean _squill_use_writes (const SquillUse *use, const char *field);
SquillFix *_squill_fix_new_transaction (const SquillOperation *operation);

const char *_squill_wording_name (gconstpointer item);

G_END_DECLS
