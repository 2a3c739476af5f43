/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "advice/squill-access.h"
#include "advice/squill-advice.h"
#include "advice/squill-finding.h"
#include "advice/squill-fix.h"
#include "advice/squill-surroundings.h"
#include "advice/squill-threshold.h"
#include "advice/squill-workload.h"

G_BEGIN_DECLS

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
 * that touch them; of an entity, and of the one that an operation starts from, also those at the
 * other ends of its relationships. When one of these changes the rule is asked again. What lies
 * further away only rules of the model may read.
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
 * @info: the catalogue's entry
 * @scope: what @check looks at
 * @aspects: what it depends on whether @check finds something. What it says then, and what its fix
 *   does, may depend on more
 * @check: looks at one subject
 * @other_scope: what @other_check looks at
 * @other_check: (nullable): looks at subjects of another scope, where a rule has two sides
 * @reads_hot: whether it matters to the rule which operations are hot
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
} SquillRule;

/**
 * SquillRun:
 * @model: the model
 * @design: what follows from it
 * @workload: its operations by what they touch
 * @thresholds: the numbers to compare with, see squill_run_get()
 * @rule: the rule that looks
 * @findings: (element-type SquillFinding): what was found
 * @surroundings: which collections have which entities
 * @places: entity -> where its documents are, as far as somebody asked
 * @accesses: relationship -> #SquillAccess, as far as somebody asked
 */
struct _SquillRun
{
  SquillModel *model;
  SquillDesign *design;
  const SquillWorkload *workload;
  double thresholds[SQUILL_N_THRESHOLDS];
  const SquillRule *rule;
  GPtrArray *findings;

  /*< private >*/
  SquillSurroundings *surroundings;
  GHashTable *places;
  GHashTable *accesses;
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
extern const SquillRule squill_rules_arrays[];
extern const SquillRule squill_rules_embedding[];
extern const SquillRule squill_rules_references[];
extern const SquillRule squill_rules_targets[];
extern const SquillRule squill_rules_links[];
extern const SquillRule squill_rules_relationships[];
extern const SquillRule squill_rules_size[];
extern const SquillRule squill_rules_reading[];
extern const SquillRule squill_rules_consistency[];
extern const SquillRule squill_rules_transactions[];

const SquillRule *const *squill_rules_get_all (guint *n);

/* Reading (squill-run.c). */
double squill_run_get (const SquillRun *run, SquillThreshold threshold);
double squill_run_get_children (SquillRun *run, const SquillRelationship *r);
double squill_run_get_parents (SquillRun *run, const SquillRelationship *r);
const SquillEntity *squill_run_get_parent (SquillRun *run, const SquillRelationship *r);
const SquillEntity *squill_run_get_child (SquillRun *run, const SquillRelationship *r);
const SquillCollection *squill_run_get_own_collection (SquillRun *run, const char *entity);
const SquillCollection *squill_run_get_root_collection (SquillRun *run, const char *entity);
const SquillShape *squill_run_get_place (SquillRun *run, const char *entity);
const SquillShape *squill_run_get_stored (SquillRun *run,
                                          const SquillRelationship *r,
                                          gboolean at_parent);
double squill_run_get_bytes (SquillRun *run, const char *entity);
gboolean squill_run_has_index_led_by (SquillRun *run, const SquillShape *shape);
gboolean squill_run_is_unique (SquillRun *run, const char *entity, const SquillKeys *keys);
SquillAccess squill_run_get_access (SquillRun *run, const SquillRelationship *r);
char *squill_run_resolve (SquillRun *run, const char *entity, const SquillKey *key);

double squill_shape_get_most_bytes (const SquillShape *shape);
double squill_shape_get_times (const SquillShape *shape);

gboolean squill_relationship_embeds (const SquillRelationship *r);
gboolean squill_relationship_is_single (const SquillRelationship *r);
gboolean squill_relationship_is_shared (const SquillRelationship *r);
double squill_triple_get_most (SquillTriple triple);
double squill_triple_get_usual (SquillTriple triple);

/* Reporting. */
SquillFinding *squill_run_report (
    SquillRun *run, SquillSeverity severity, gconstpointer subject, double weight, char *message);

G_END_DECLS
