/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "exchange/query/squill-query.h"

G_BEGIN_DECLS

/**
 * SquillQueryBuilder:
 * @query: what is built
 * @samples: where its values come from
 * @design: how the data is stored
 * @model: the model of @design
 * @operation: what is done
 * @documents: (element-type utf8 bson_t): the sample documents that were made
 * @auxiliary: (element-type SquillStatement): finds that go if nothing uses their results
 *
 * The making of one query.
 */
typedef struct
{
  SquillQuery *query;
  SquillSamples *samples;
  SquillDesign *design;
  SquillModel *model;
  const SquillOperation *operation;
  GHashTable *documents;
  GPtrArray *auxiliary;
} SquillQueryBuilder;

/**
 * SquillQueryPlace:
 * @shape: what is there
 * @chain: (element-type SquillShape): the shapes from the document to it
 * @names: (element-type utf8): the parts of its dotted path; the keys of maps are those of the
 *   sample
 * @levels: (element-type guint): to which of @chain each part belongs
 * @is_key: it is the key of a map, which is the last part
 * @is_found: the sample has a value there
 * @value: that value, of an array its first element; a key as a text
 *
 * Where a shape is in one sample document.
 */
typedef struct
{
  const SquillShape *shape;
  GPtrArray *chain;
  GPtrArray *names;
  GArray *levels;
  gboolean is_key;
  gboolean is_found;
  bson_value_t value;
} SquillQueryPlace;

/**
 * SquillQueryCondition:
 * @place: (nullable): what it is about; %NULL where @path is not drawn
 * @path: (nullable): such a path
 * @test: an object whose only member is what the value must be, or the operators on it
 * @is_pair: it has two bounds, which one and the same value must keep
 *
 * What documents must have to be meant.
 */
typedef struct
{
  SquillQueryPlace *place;
  char *path;
  bson_t *test;
  gboolean is_pair;
} SquillQueryCondition;

/* Sample documents, and where shapes are in them. */
const bson_t *_squill_query_get_document (SquillQueryBuilder *self,
                                          const SquillCollection *collection,
                                          guint64 number);
SquillQueryPlace *_squill_query_place_new (const bson_t *document, const SquillShape *shape);
void _squill_query_place_free (SquillQueryPlace *self);
guint _squill_query_place_get_level (const SquillQueryPlace *self, const SquillShape *shape);
char *_squill_query_place_get_path (const SquillQueryPlace *self, guint level);
gboolean _squill_query_place_is_in_array (const SquillQueryPlace *self, guint level);
guint64 _squill_query_choose_document (SquillQueryBuilder *self,
                                       const SquillCollection *collection,
                                       GPtrArray *shapes);
int _squill_bson_value_compare (const bson_value_t *a, const bson_value_t *b);

/* Conditions. */
SquillQueryCondition *_squill_query_condition_new (SquillQueryBuilder *self,
                                                   const SquillCollection *collection,
                                                   const SquillShape *shape,
                                                   const char *comparison,
                                                   guint64 number);
SquillQueryCondition *_squill_query_condition_new_literal (const char *path);
SquillQueryCondition *_squill_query_condition_new_with_value (SquillQueryPlace *place,
                                                              const bson_value_t *value);
SquillQueryCondition *_squill_query_condition_new_with_reference (SquillQueryPlace *place,
                                                                  const SquillQuery *query,
                                                                  guint reference);
void _squill_query_condition_free (SquillQueryCondition *self);
void _squill_query_append_conditions (bson_t *filter, GPtrArray *conditions, guint level);

/* Shapes of a design as queries need them. */
const SquillShape *_squill_query_get_reference_shape (const SquillShape *stored);
const SquillShape *_squill_query_get_document_around (const SquillShape *shape);
const SquillShape *_squill_query_resolve (SquillQueryBuilder *self,
                                          const SquillShape *site,
                                          const char *path);
const SquillShape *_squill_query_find_key (SquillQueryBuilder *self,
                                           const SquillShape *site,
                                           const char *key);
const SquillShape *_squill_query_find_stored_reference (SquillQueryBuilder *self,
                                                        const SquillShape *site,
                                                        const SquillRelationship *relationship,
                                                        gboolean at_parent);
GPtrArray *_squill_query_list_sites (SquillQueryBuilder *self, const char *entity);
const SquillShape *_squill_query_get_site (SquillQueryBuilder *self, const char *entity);

/* Statements. */
SquillStatement *_squill_query_add (SquillQueryBuilder *self,
                                    SquillStatementKind kind,
                                    const SquillCollection *collection);
void _squill_query_add_note (SquillQueryBuilder *self, const char *format, ...)
    G_GNUC_PRINTF (2, 3);
char *_squill_query_make_identifier (const char *name);
char *_squill_query_make_name (const char *name, gboolean many);
void _squill_query_name_result (SquillQueryBuilder *self,
                                guint statement,
                                const char *name,
                                gboolean many);
guint _squill_query_add_reference (SquillQueryBuilder *self,
                                   guint statement,
                                   gboolean many,
                                   const SquillQueryPlace *place,
                                   guint level,
                                   SquillTypes type);
void _squill_query_append_reference (bson_t *document, const char *key, guint reference);
gboolean _squill_query_append_path (bson_t *document, const char *path, gint32 value);
bson_t *_squill_query_make_collation (SquillQueryBuilder *self,
                                      const SquillCollection *collection,
                                      GPtrArray *conditions);

/**
 * SquillQueryReach:
 * @entity: whose documents they are
 * @collection: the collection that they are read from
 * @site: where they are in its documents
 * @result: which part of a document of the collection a document of the result is
 * @number: the sample document that the values are from
 * @statement: the position of the statement that reads them; -1 where none does
 * @many: whether there may be several
 * @prefix: (nullable): in a pipeline, the path under which they stand in its documents
 *
 * Documents of an entity that a query has come to.
 */
typedef struct
{
  const char *entity;
  const SquillCollection *collection;
  const SquillShape *site;
  const SquillShape *result;
  guint64 number;
  int statement;
  gboolean many;
  char *prefix;
} SquillQueryReach;

void _squill_query_reach_free (SquillQueryReach *self);
SquillQueryReach *_squill_query_reach_new (SquillQueryBuilder *self, const char *entity);
void _squill_query_reach_read (SquillQueryBuilder *self,
                               SquillQueryReach *reach,
                               GPtrArray *conditions);
gboolean _squill_query_goes_to_parent (SquillQueryBuilder *self,
                                       const SquillRelationship *relationship,
                                       const char *entity);
gboolean _squill_query_link (SquillQueryBuilder *self,
                             SquillQueryReach *from,
                             const SquillRelationship *relationship,
                             gboolean to_parent,
                             const SquillQueryReach *to,
                             GPtrArray *conditions);
gboolean _squill_query_add_link (SquillQueryBuilder *self,
                                 SquillQueryReach *from,
                                 const SquillShape *source,
                                 const SquillQueryReach *to,
                                 const SquillShape *target,
                                 GPtrArray *conditions);
const SquillShape *_squill_query_resolve_filter_key (SquillQueryBuilder *self,
                                                     const SquillShape *site,
                                                     const SquillKey *key,
                                                     const char **comparison);
gboolean _squill_query_is_equality_on (const SquillQueryCondition *condition, const char *path);
gboolean _squill_query_is_unique (SquillQueryBuilder *self,
                                  const SquillCollection *collection,
                                  GPtrArray *conditions);
gboolean _squill_query_add_foreign_condition (SquillQueryBuilder *self,
                                              const SquillQueryReach *reach,
                                              const SquillKey *key,
                                              GPtrArray *conditions);

/* Changes of documents. */

typedef enum
{
  SQUILL_QUERY_SET,
  SQUILL_QUERY_UNSET,
  SQUILL_QUERY_INC,
  SQUILL_QUERY_PUSH,
  SQUILL_QUERY_PULL,
} SquillQueryOperator;

#define SQUILL_N_QUERY_OPERATORS (SQUILL_QUERY_PULL + 1)

/**
 * SquillQueryChanges:
 * @operators: path -> operand, for each operator
 * @arrays: (element-type SquillShape): the arrays whose elements are chosen, in the order of their
 *   names
 *
 * What one update does.
 */
typedef struct
{
  bson_t *operators[SQUILL_N_QUERY_OPERATORS];
  GPtrArray *arrays;
} SquillQueryChanges;

/* As the server, they take no change of a path that is changed already, nor of one around or within
 * it: the first one stays. */
SquillQueryChanges *_squill_query_changes_new (void);
void _squill_query_changes_free (SquillQueryChanges *self);
char *_squill_query_changes_make_path (SquillQueryChanges *self,
                                       const SquillQueryPlace *place,
                                       GPtrArray *conditions);
gboolean _squill_query_changes_are_empty (const SquillQueryChanges *self);
void _squill_query_changes_add (SquillQueryChanges *self,
                                SquillQueryOperator kind,
                                const char *path,
                                const bson_value_t *value);
void _squill_query_changes_add_document (SquillQueryChanges *self,
                                         SquillQueryOperator kind,
                                         const char *path,
                                         const bson_t *document);
void _squill_query_changes_add_number (SquillQueryChanges *self,
                                       SquillQueryOperator kind,
                                       const char *path,
                                       gint32 number);
SquillStatement *_squill_query_add_update (SquillQueryBuilder *self,
                                           const SquillCollection *collection,
                                           SquillQueryChanges *changes,
                                           GPtrArray *conditions,
                                           gboolean many);
SquillQueryPlace *_squill_query_place_find_other (SquillQueryBuilder *self,
                                                  const SquillCollection *collection,
                                                  const SquillShape *shape,
                                                  guint64 number);

/* Reads. */

/**
 * SquillQueryRead:
 * @builder: whose query it is
 * @reach: what the operation starts from
 * @reaches: (element-type SquillQueryReach): that, and what it has come to
 * @pipeline: (nullable): the stages of an aggregate
 * @n_stages: how many there are
 * @is_grouped: what was found stands under `_id`
 * @joined: (element-type utf8): paths under which the pipeline has put other documents
 *
 * The making of a find or an aggregate.
 */
typedef struct
{
  SquillQueryBuilder *builder;
  SquillQueryReach *reach;
  GPtrArray *reaches;
  bson_t *pipeline;
  guint n_stages;
  gboolean is_grouped;
  GPtrArray *joined;
} SquillQueryRead;

/* Documents of an entity that the operation has come to (transfer none) (nullable). */
SquillQueryReach *_squill_query_read_find_reach (SquillQueryRead *self, const char *entity);
/* Goes from an end of a relationship that was reached to the other one: within the document, by a
 * join of the pipeline, or by a query of its own. */
void _squill_query_read_follow (SquillQueryRead *self, const SquillRelationship *r);
GPtrArray *_squill_query_list_followed (SquillQueryBuilder *builder);
bson_t *_squill_query_read_make_projection (SquillQueryRead *self);
char *_squill_query_read_get_path (SquillQueryRead *self,
                                   const SquillQueryReach *reach,
                                   const SquillShape *shape);
gboolean _squill_query_read_can_join (SquillQueryRead *self,
                                      const SquillQueryReach *from,
                                      const SquillQueryReach *to);
gboolean _squill_query_read_add_join (SquillQueryRead *self,
                                      const SquillQueryReach *from,
                                      const SquillRelationship *r,
                                      gboolean to_parent,
                                      SquillQueryReach *to,
                                      gboolean is_single,
                                      gboolean is_followed);
/* (transfer full) (nullable): the stages by which no more than the first children of each parent
 * are joined; %NULL where all are asked for. */
bson_t *_squill_query_make_first (SquillQueryBuilder *builder,
                                  const SquillQueryReach *to,
                                  const SquillRelationship *r,
                                  gboolean to_parent);
/* Whether the limit of the operation is that of something that it follows, and not that of what it
 * finds. */
gboolean _squill_query_limits_followed (SquillQueryBuilder *builder, const GPtrArray *followed);
/* Whether it follows a relationship of an entity with itself through all levels, as one join can.
 */
gboolean _squill_query_goes_all_the_way (SquillQueryBuilder *builder, const SquillRelationship *r);
/* Makes the read an aggregate. @unresolved: (element-type SquillKey): conditions on what is in
 * other collections */
void _squill_query_read_by_pipeline (SquillQueryRead *self,
                                     GPtrArray *conditions,
                                     GPtrArray *unresolved);
/* Whether several parents may embed the same thing there, so that it is found more than once. */
gboolean _squill_query_is_shared (SquillQueryBuilder *builder, const SquillShape *site);
gboolean _squill_query_is_in_array (const SquillShape *site);
/* 1 or -1, as a sort has it. */
gint32 _squill_query_get_direction (const SquillKey *key);

/* Operations. */
void _squill_query_build_read (SquillQueryBuilder *self);
void _squill_query_build_write (SquillQueryBuilder *self);
void _squill_query_build_insert (SquillQueryBuilder *self);
void _squill_query_add_child (SquillQueryBuilder *self,
                              const SquillRelationship *relationship,
                              SquillQueryReach *parent,
                              GPtrArray *conditions);
void _squill_query_move (SquillQueryBuilder *self,
                         const SquillRelationship *relationship,
                         SquillQueryReach *child,
                         GPtrArray *conditions,
                         SquillQueryChanges *changes);
void _squill_query_remove_from_lists (SquillQueryBuilder *self,
                                      const SquillRelationship *relationship,
                                      SquillQueryReach *child);
void _squill_query_take_out (SquillQueryBuilder *self,
                             SquillQueryReach *reach,
                             GPtrArray *conditions,
                             gboolean many);

GPtrArray *_squill_query_make_conditions (SquillQueryBuilder *self,
                                          const SquillCollection *collection,
                                          const SquillShape *site,
                                          guint64 *number,
                                          GPtrArray *unresolved);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillQueryPlace, _squill_query_place_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillQueryCondition, _squill_query_condition_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillQueryReach, _squill_query_reach_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillQueryChanges, _squill_query_changes_free)

G_END_DECLS
