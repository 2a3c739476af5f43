/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-model.h"

G_BEGIN_DECLS

/* A model taken apart, for comparing: its items by id, each with its own members as JSON. Only the
 * room uses this. */

/**
 * SquillItemEntry:
 * @kind: what the item is
 * @id: its id
 * @parent: (nullable): the id of the item it belongs to; %NULL for the model
 * @members: its properties as they stand in the file, with those of the layout, and with what this
 *   version does not know; without the items that belong to it
 */
typedef struct
{
  SquillKind kind;
  char *id;
  char *parent;
  json_t *members;
} SquillItemEntry;

/**
 * SquillItemTable:
 * @entries: (element-type SquillItemEntry): in the order of the model, each before those that
 * belong to it
 * @guessed: whether this is only what two later states have in common, as nobody kept the state
 * before them
 *
 * The items of one state of a model.
 */
typedef struct
{
  GPtrArray *entries;
  gboolean guessed;

  /*< private >*/
  GHashTable *by_id;
} SquillItemTable;

SquillItemTable *_squill_item_table_new (gconstpointer root);
SquillItemTable *_squill_item_table_new_empty (void);
void _squill_item_table_free (SquillItemTable *self);
SquillItemEntry *_squill_item_table_find (const SquillItemTable *self, const char *id);
SquillItemEntry *_squill_item_table_add (
    SquillItemTable *self, SquillKind kind, const char *id, const char *parent, json_t *members);
void _squill_item_table_remove (SquillItemTable *self, guint index);
gboolean _squill_item_table_is_within (const SquillItemTable *self,
                                       const SquillItemEntry *entry,
                                       const char *id);
SquillItemTable *_squill_item_table_translate (const SquillItemTable *self, GHashTable *ids);
void _squill_item_table_list_references (const SquillProperty *property,
                                         const json_t *value,
                                         GPtrArray *ids);
void _squill_item_tables_unite (const SquillItemTable *base,
                                SquillItemTable **ours,
                                SquillItemTable **theirs);
SquillModel *_squill_item_table_to_model (const SquillItemTable *self, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillItemTable, _squill_item_table_free)

G_END_DECLS
