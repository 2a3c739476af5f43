/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <bson/bson.h>

#include "design/squill-design.h"

G_BEGIN_DECLS

/**
 * SquillMigration:
 * @now: the design as it is
 * @then: that which it will be
 * @text: the commands
 * @database: (nullable): where the collections of what is being written are; %NULL for that of the
 *   model
 * @level: of indentation, in steps of two spaces
 * @moved: (element-type utf8): ids of fields whose data the commands move
 *
 * Commands that are being written.
 */
typedef struct
{
  SquillDesign *now;
  SquillDesign *then;
  GString *text;
  const char *database;
  guint level;
  GHashTable *moved;
} SquillMigration;

/* squill-migration-text.c */
void _squill_migration_comment (SquillMigration *self, const char *format, const char *name);
void _squill_migration_begin_call (SquillMigration *self,
                                   const char *collection,
                                   const char *method);
void _squill_migration_append_document (SquillMigration *self, const bson_t *document);
void _squill_migration_aggregate (SquillMigration *self, const char *collection, GPtrArray *stages);
void _squill_migration_unset (SquillMigration *self, const char *collection, const char *path);
void _squill_migration_drop (SquillMigration *self, const char *collection);
void _squill_migration_add_condition (SquillMigration *self,
                                      const char *before,
                                      const char *collection,
                                      GPtrArray *stages);
void _squill_migration_begin_block (SquillMigration *self);
void _squill_migration_end_block (SquillMigration *self, const char *otherwise);
GPtrArray *_squill_stages_new (void);
void _squill_stages_add (GPtrArray *stages, bson_t *stage);
void _squill_stages_merge (GPtrArray *stages,
                           const char *collection,
                           const char *when_matched,
                           const char *when_not_matched);

/**
 * SquillStore:
 * @r: the relationship in one of the designs
 * @parents: the collection of the parents
 * @children: (nullable): that of the children
 * @own: (nullable): that of the links or buckets
 * @list: (nullable): in the parent: what is embedded, or references
 * @reference: (nullable): in the child
 * @own_parent: (nullable): in a link or bucket: the parent
 * @own_child: (nullable): in a link: the child; in a bucket: what is in it
 *
 * Where a design stores a relationship: all of them fields of the documents themselves.
 */
typedef struct
{
  const SquillRelationship *r;
  const SquillCollection *parents;
  const SquillCollection *children;
  const SquillCollection *own;
  const SquillShape *list;
  const SquillShape *reference;
  const SquillShape *own_parent;
  const SquillShape *own_child;
} SquillStore;

/**
 * SquillMove:
 * @migration: what is written
 * @now: as it is stored
 * @then: as it will be
 * @pairs: the name of the collection of pairs
 * @split: (nullable): an array of the parent whose elements become children
 * @fields: (nullable) (element-type SquillField): fields of the parent that become a child
 * @value: (nullable): the field of the child that an element becomes that is no object
 */
typedef struct
{
  SquillMigration *migration;
  SquillStore now;
  SquillStore then;
  char *pairs;
  const SquillField *split;
  GPtrArray *fields;
  const char *value;
} SquillMove;

/* squill-migration-gather.c */
char *_squill_value_of (const char *path);
char *_squill_value_in (const char *path, const char *name);
gboolean _squill_name_is_plain (const char *name);
gboolean _squill_store_find (SquillDesign *design, const SquillRelationship *r, SquillStore *self);
gboolean _squill_store_holds_children (const SquillStore *self);
const SquillShape *_squill_store_find_links (const SquillStore *self);
gboolean _squill_store_has_link (const SquillShape *shape, const SquillStore *store);
char *_squill_reference_get_id_path (const SquillShape *reference);
void _squill_stages_project (GPtrArray *stages, const bson_t *projection);
const char *_squill_move_get_mark (const SquillMove *self);
gboolean _squill_reference_has_copies (const SquillShape *reference);
gboolean _squill_store_needs_documents (const SquillStore *then);
gboolean _squill_move_is_split (const SquillMove *self);
void _squill_move_gather (SquillMove *self);

/* squill-migration-form.c */
gboolean _squill_move_can_copy (const SquillMove *self, const SquillShape *reference);
int _squill_store_get_bound (const SquillStore *then);
void _squill_move_write (SquillMove *self);

/* squill-migration-moves.c */
void _squill_migration_move (SquillMigration *self);

G_END_DECLS
