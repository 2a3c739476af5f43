/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "exchange/import/squill-sql-private.h"

G_BEGIN_DECLS

typedef struct _SquillSqlEntity SquillSqlEntity;

/**
 * SquillSqlLink:
 * @id: of the relationship
 * @target: the entity that the foreign key refers to
 * @parent_key: (nullable): the column of @target that it refers to; %NULL for its _id
 * @holder: (nullable): the column that is a field and holds the reference; %NULL where the
 *   relationship itself stores it
 * @name: (nullable): what the reference is called, where the relationship stores it
 * @rank: (nullable): where it stands among the fields
 *
 * A foreign key that becomes a relationship.
 */
typedef struct
{
  const SquillSqlForeignKey *key;
  SquillSqlEntity *target;
  char *id;
  const SquillSqlColumn *parent_key;
  const SquillSqlColumn *holder;
  char *name;
  char *rank;
} SquillSqlLink;

/**
 * SquillSqlEntity:
 * @name: of the entity
 * @links: (element-type SquillSqlLink): its foreign keys
 * @paths: name of a column -> key path of what it became
 * @names: name of a column -> dotted path of what it became
 * @taken: names that fields of the entity itself have
 * @is_join: its rows are links between two others, so that it is a relationship
 * @has_object_key: its primary key of several columns is an object
 * @owner: (nullable): the link to the entity of which it is a part
 * @is_referenced: something refers to it that is no part of it
 * @n_referrers: how many foreign keys lead here
 *
 * A table that becomes an entity or a relationship.
 */
struct _SquillSqlEntity
{
  SquillSqlTable *table;
  char *id;
  char *name;
  GPtrArray *links;
  GHashTable *paths;
  GHashTable *names;
  GHashTable *taken;
  json_t *json;
  gboolean is_join;
  const SquillSqlLink *owner;
  gboolean is_referenced;
  gboolean has_object_key;
  gboolean has_text_index;
  guint n_referrers;
  char *last_rank;
};

/* A model that is being made. */
typedef struct
{
  SquillSqlSchema *schema;
  SquillImportReport *report;
  GPtrArray *entities;  /* SquillSqlEntity */
  GHashTable *by_table; /* table -> entity */
  GHashTable *names;    /* of entities */
  GHashTable *targets;  /* columns that foreign keys refer to and that are no key */
  json_t *file;
  guint n_ids;
  guint n_part_fields; /* of columns of composites */
} SquillSqlBuild;

/* squill-sql-model.c */
void _squill_sql_build_tell_names (SquillSqlBuild *self, const char *what, const GPtrArray *names);
char *_squill_sql_build_make_id (SquillSqlBuild *self, const char *kind);
char *_squill_sql_make_rank (char **last);
json_t *_squill_sql_build_add_field (SquillSqlBuild *self,
                                     SquillSqlEntity *entity,
                                     json_t *owner,
                                     const SquillSqlColumn *column,
                                     const char *name,
                                     char **rank,
                                     char **id);

/* squill-sql-parts.c */
void _squill_sql_build_take_over_parts (SquillSqlBuild *self);

/* squill-sql-guesses.c */
void _squill_sql_build_guess_references (SquillSqlBuild *self);

/* squill-sql-links.c */
void _squill_sql_build_find_links (SquillSqlBuild *self);
void _squill_sql_build_add_relationships (SquillSqlBuild *self);
gboolean _squill_sql_entity_is_key_of_links (const SquillSqlEntity *self);
SquillSqlLink *_squill_sql_entity_find_link (const SquillSqlEntity *self, const char *column);

G_END_DECLS
