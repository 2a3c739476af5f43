/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

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

/**
 * SquillMigrator:
 * @from: the design as it is
 * @to: that which it will be
 * @left: (element-type utf8): what the script does not do, each once
 * @moves: (element-type SquillMigratorMove): relationships that are stored in another way
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
  guint n_lookups;
  json_t *keys;
} SquillMigrator;

void _squill_migrator_leave (SquillMigrator *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
SquillMigratorMove *_squill_migrator_find_move (SquillMigrator *self, const char *relationship);

/* squill-migrate-expression.c: parts of pipelines. */
json_t *_squill_expression_get (json_t *object, const char *name);
json_t *_squill_expression_set (json_t *object, const char *name, json_t *value);
json_t *_squill_expression_unset (json_t *object, const char *name);
json_t *_squill_expression_find (const SquillShape *document,
                                 const SquillShape *shape,
                                 const char *base);
void _squill_stages_append (json_t *stages, json_t *stage);
json_t *_squill_expression_convert (const SquillShape *shape,
                                    const SquillShape *was,
                                    json_t *value,
                                    guint level);
gboolean _squill_shape_is_field (const SquillShape *shape);
gboolean _squill_shape_is_same (const SquillShape *shape, const SquillShape *was);
const SquillShape *_squill_shape_match (const SquillShape *shape, const SquillShape *parent);
const SquillShape *_squill_shape_find_match (const SquillShape *shape, const SquillShape *document);
const SquillShape *_squill_shape_find_key (const SquillShape *document, const char *field);

/* squill-migrate-pairs.c */
const SquillShape *_squill_shape_get_reference_id (const SquillShape *reference);
gboolean _squill_pairs_find (SquillDesign *design, const SquillRelationship *r, SquillPairs *pairs);
void _squill_pairs_clear (SquillPairs *pairs);
char *_squill_get_link_name (const SquillRelationship *r, const char *field);

/* squill-migrate-build.c */
gboolean _squill_migrator_needs_lookups (SquillMigrator *self,
                                         const SquillShape *shape,
                                         const SquillShape *was);
void _squill_migrator_build (SquillMigrator *self,
                             const SquillShape *document,
                             const SquillShape *was,
                             const SquillMigratorMove *via,
                             json_t *stages);
void _squill_migrator_build_links (SquillMigrator *self,
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

/* squill-migrate-functions.c */
void _squill_migrator_append_functions (GString *script);

G_END_DECLS
