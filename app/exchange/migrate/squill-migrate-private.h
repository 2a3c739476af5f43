/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>
#include <jansson.h>

#include "design/squill-design.h"

G_BEGIN_DECLS

/**
 * SquillPairs:
 * @collection: where they are
 * @stages: what makes a document of each pair of a parent and a child: `p` and `c`, the keys that
 *   references go by; `k`, which no other pair has; `n`, the position in the array; `l`, the
 *   attributes of the link; and `d`, the child, where it is held there
 * @document: (nullable): the shape of the child that is held there
 * @has_key: whether a child has a key there
 *
 * How the pairs of a relationship are read from where a design stores them.
 */
typedef struct
{
  const SquillCollection *collection;
  json_t *stages;
  const SquillShape *document;
  gboolean has_key;
} SquillPairs;

/**
 * SquillMigratorMove:
 * @was: the relationship as it is
 * @r: the relationship as it will be
 * @pairs: what reads it
 * @name: the collection that keeps its pairs while data is moved
 *
 * A relationship that is stored in another way.
 */
typedef struct
{
  const SquillRelationship *was;
  const SquillRelationship *r;
  SquillPairs pairs;
  char *name;
} SquillMigratorMove;

/* What the script works with has names that begin so; the collection that has it keeps how far it
 * came. */
#define SQUILL_MIGRATION_PROGRESS "squill_migration"

/**
 * SquillMigratorCopy:
 * @collection: a collection of another database
 * @name: that of its copy
 *
 * What has to be in the database of the model while data is moved.
 */
typedef struct
{
  const SquillCollection *collection;
  char *name;
} SquillMigratorCopy;

/**
 * SquillMigrator:
 * @from: the design as it is
 * @to: that which it will be
 * @left: (element-type utf8): what the script does not do, each once
 * @moves: (element-type SquillMigratorMove): relationships that are stored in another way
 * @copies: (element-type SquillMigratorCopy): what is copied from other databases first
 * @n_lookups: how many there are in pipelines
 * @keys: names of collections and paths in them, which pipelines look documents up by
 *
 * A migration that is being planned.
 */
typedef struct
{
  SquillDesign *from;
  SquillDesign *to;
  GPtrArray *left;
  GPtrArray *moves;
  GPtrArray *copies;
  guint n_lookups;
  json_t *keys;
} SquillMigrator;

/**
 * SquillMigrationStep:
 * @name: what it does, for people; others may have the same name
 * @from: the place that documents are read from
 * @into: the place that they are written to
 * @on: (nullable): the field by which they are found there; %NULL for the id
 * @replaces: whether they replace what is there, or else are merged with it
 * @pipeline: what is done with each of them
 *
 * One aggregation.
 */
typedef struct
{
  char *name;
  json_t *from;
  json_t *into;
  const char *on;
  gboolean replaces;
  json_t *pipeline;
} SquillMigrationStep;

/**
 * SquillMigrationTarget:
 * @collection: a collection of the new design
 * @renamed: (nullable): its name now, where nothing else changes
 * @built: (nullable): the name under which it is built
 *
 * A collection that is built or renamed.
 */
typedef struct
{
  const SquillCollection *collection;
  char *renamed;
  char *built;
} SquillMigrationTarget;

/**
 * SquillMigrationPlan:
 * @migrator: what knows both designs
 * @targets: (element-type SquillMigrationTarget): collections that are built or renamed
 * @changed: (element-type SquillCollection): collections of the new design whose documents stay
 * @steps: (element-type SquillMigrationStep): in their order
 * @sizes: what may be too large
 * @checks: what is counted before and after
 * @losses: what would be lost
 * @conversions: values that may not become what they are to be
 * @work: names of collections that have pairs
 * @unused: places of collections that nothing uses any more
 * @kept: ids of collections whose documents stay where they are
 * @built: places of those that are built
 *
 * What a migration does.
 */
typedef struct
{
  SquillMigrator migrator;
  GPtrArray *targets;
  GPtrArray *changed;
  GPtrArray *steps;
  json_t *sizes;
  json_t *checks;
  json_t *losses;
  json_t *conversions;
  json_t *work;
  json_t *unused;
  GHashTable *kept;
  GHashTable *built;
} SquillMigrationPlan;

/* squill-migrate-plan.c */
void _squill_migration_plan_init (SquillMigrationPlan *self,
                                  SquillDesign *from,
                                  SquillDesign *to,
                                  GCancellable *cancellable);
void _squill_migration_plan_clear (SquillMigrationPlan *self);
const char *_squill_migrator_get_name (const SquillRelationship *r);
json_t *_squill_place_new (const char *database, const char *name);
json_t *_squill_migrator_get_place (SquillMigrator *self, const SquillCollection *collection);
void _squill_migrator_leave (SquillMigrator *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
SquillMigratorMove *_squill_migrator_find_move (SquillMigrator *self, const char *relationship);
const char *_squill_migrator_read (SquillMigrator *self, const SquillCollection *collection);

/* squill-migrate-checks.c */
void _squill_migration_plan_convert (SquillMigrationPlan *plan,
                                     const SquillCollection *collection,
                                     const SquillShape *shape,
                                     const SquillShape *was);
void _squill_migration_plan_count (SquillMigrationPlan *plan,
                                   const SquillCollection *collection,
                                   const SquillCollection *was);
void _squill_migration_plan_check_move (SquillMigrationPlan *plan, const SquillMigratorMove *move);

/* squill-migrate-expression.c: parts of pipelines. */
json_t *_squill_expression_get (json_t *object, const char *name);
json_t *_squill_expression_set (json_t *object, const char *name, json_t *value);
json_t *_squill_expression_unset (json_t *object, const char *name);
json_t *_squill_expression_find (const SquillShape *document,
                                 const SquillShape *shape,
                                 const char *base);
void _squill_stages_append (json_t *stages, json_t *stage);
void _squill_stages_set (json_t *stages, const char *name, json_t *value);
json_t *_squill_expression_convert (const SquillShape *shape,
                                    const SquillShape *was,
                                    json_t *value,
                                    guint level);
gboolean _squill_shape_is_field (const SquillShape *shape);
gboolean _squill_shape_is_same (const SquillShape *shape, const SquillShape *was);
const SquillShape *_squill_shape_match (const SquillShape *shape, const SquillShape *parent);
const SquillShape *_squill_shape_find_match (const SquillShape *shape, const SquillShape *document);
const SquillShape *_squill_shape_find_key (const SquillShape *document, const char *field);
const SquillShape *_squill_shape_find_source (const SquillShape *document, const SquillShape *copy);

/* squill-migrate-pairs.c */
gboolean _squill_shape_is_key (const SquillShape *shape);
const SquillShape *_squill_shape_get_reference_id (const SquillShape *reference);
gboolean _squill_pairs_find (SquillDesign *design, const SquillRelationship *r, SquillPairs *pairs);
gboolean _squill_pairs_find_subset (SquillDesign *design,
                                    const SquillRelationship *r,
                                    SquillPairs *pairs);
void _squill_pairs_clear (SquillPairs *pairs);
char *_squill_get_link_name (const SquillRelationship *r, const char *field);

/* squill-migrate-build.c */
const SquillMigratorMove *_squill_migrator_find_move_of_keys (SquillMigrator *self,
                                                              const SquillShape *shape);
gboolean _squill_migrator_needs_lookups (SquillMigrator *self,
                                         const SquillShape *shape,
                                         const SquillShape *was);
void _squill_migrator_build (SquillMigrator *self,
                             const SquillShape *document,
                             const SquillShape *was,
                             const SquillMigratorMove *via,
                             json_t *stages);
json_t *_squill_migrator_get_key (const SquillShape *was, const char *field);
gboolean _squill_migrator_look_up_end (SquillMigrator *self,
                                       const SquillMigratorMove *move,
                                       gboolean parent,
                                       gboolean keeps,
                                       json_t *stages,
                                       const SquillShape **shape);
json_t *_squill_migrator_find_end_key (SquillMigrator *self,
                                       const SquillMigratorMove *move,
                                       gboolean parent,
                                       json_t *stages);
void _squill_migrator_look_up_pairs (const SquillMigratorMove *move,
                                     gboolean by_parent,
                                     json_t *key,
                                     const char *into,
                                     json_t *inner,
                                     json_t *stages);
void _squill_migrator_add_order (SquillMigrator *self,
                                 const SquillMigratorMove *move,
                                 const SquillShape *was,
                                 gboolean bounded,
                                 json_t *stages);
void _squill_migrator_set_links (const SquillMigratorMove *move,
                                 const SquillShape *around,
                                 const char *from,
                                 json_t *stages);
gboolean _squill_migrator_build_child (SquillMigrator *self,
                                       const SquillMigratorMove *move,
                                       const SquillShape *shape,
                                       gboolean bounded,
                                       json_t *stages);

/* squill-migrate-own.c */
gboolean _squill_migrator_build_links (SquillMigrator *self,
                                       const SquillMigratorMove *move,
                                       json_t *stages);
gboolean _squill_migrator_build_buckets (SquillMigrator *self,
                                         const SquillMigratorMove *move,
                                         json_t *stages,
                                         const SquillCollection **driver);

/* squill-migrate-split.c */
const SquillCollection *_squill_migrator_find_split (SquillMigrator *self, const char *entity);
const char *_squill_migrator_get_split_end (SquillMigrator *self, const SquillRelationship *r);
json_t *_squill_migrator_has_split (const SquillShape *document, const SquillShape *was);
gboolean _squill_migrator_set_split (SquillMigrator *self,
                                     const SquillShape *document,
                                     const SquillShape *shape,
                                     const SquillShape *was,
                                     json_t *stages);
void _squill_migrator_build_split (SquillMigrator *self,
                                   const SquillShape *document,
                                   const SquillShape *was,
                                   json_t *stages);
gboolean _squill_migrator_set_merged (SquillMigrator *self,
                                      const SquillShape *document,
                                      const SquillShape *shape,
                                      const char *scratch,
                                      json_t *stages);

/* squill-migrate-attributes.c */
gboolean _squill_migrator_set_attributes (SquillMigrator *self,
                                          const SquillShape *shape,
                                          const SquillShape *was,
                                          json_t *stages);
gboolean _squill_migrator_keeps_attribute (SquillMigrator *self, const SquillField *gone);

/* squill-migrate-differences.c */
json_t *_squill_migrator_list_unused_indexes (SquillMigrator *self,
                                              const SquillCollection *collection);
void _squill_migrator_append_indexes (SquillMigrationPlan *plan, GString *text);
void _squill_migrator_append_queries (SquillMigrator *self, GString *text);

/* squill-migrate-functions.c */
void _squill_migrator_append_functions (GString *script);

G_END_DECLS
