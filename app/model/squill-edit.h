/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-property.h"

G_BEGIN_DECLS

/**
 * SquillEditType:
 * @SQUILL_EDIT_ADD: an item comes, with all that belongs to it
 * @SQUILL_EDIT_REMOVE: an item goes, with all that belongs to it
 * @SQUILL_EDIT_SET: a property gets a value
 * @SQUILL_EDIT_MOVE: an item goes to another parent, or to another place among its siblings
 */
typedef enum
{
  SQUILL_EDIT_ADD,
  SQUILL_EDIT_REMOVE,
  SQUILL_EDIT_SET,
  SQUILL_EDIT_MOVE,
} SquillEditType;

/**
 * SquillEdit:
 *
 * One change of a model, as data: it knows nothing of who made it, can be kept, printed, and made
 * again. Immutable and counted.
 */
typedef struct _SquillEdit SquillEdit;

SquillEdit *squill_edit_new_add (SquillKind kind,
                                 const char *id,
                                 const char *parent,
                                 json_t *content);
SquillEdit *squill_edit_new_remove (const char *id);
SquillEdit *squill_edit_new_set (const char *id, const char *property, json_t *value);
SquillEdit *squill_edit_new_move (const char *id, const char *parent, const char *order);
SquillEdit *squill_edit_ref (SquillEdit *self);
void squill_edit_unref (SquillEdit *self);
SquillEditType squill_edit_get_edit_type (const SquillEdit *self);
SquillKind squill_edit_get_kind (const SquillEdit *self);
const char *squill_edit_get_id (const SquillEdit *self);
const char *squill_edit_get_parent (const SquillEdit *self);
const char *squill_edit_get_property (const SquillEdit *self);
const char *squill_edit_get_order (const SquillEdit *self);
json_t *squill_edit_get_value (const SquillEdit *self);
char *squill_edit_to_text (const SquillEdit *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillEdit, squill_edit_unref)

/**
 * SquillChangeEntry:
 * @id: the item
 * @owner: the entity, relationship, operation, … of the top level that it belongs to, or itself
 * @kind: what the item is
 * @type: what happened: a move and a set are both something that is now otherwise
 * @aspects: what about it
 */
typedef struct
{
  char *id;
  char *owner;
  SquillKind kind;
  SquillEditType type;
  SquillAspects aspects;
} SquillChangeEntry;

/**
 * SquillChange:
 * @entries: (element-type SquillChangeEntry): what happened to which item, in order; an item that
 *   came or went stands for all that belongs to it
 * @aspects: those of all entries together
 *
 * What one step did to a model.
 */
typedef struct
{
  GPtrArray *entries;
  SquillAspects aspects;
} SquillChange;

#define SQUILL_TYPE_CHANGE (squill_change_get_type ())
GType squill_change_get_type (void) G_GNUC_CONST;
SquillChange *squill_change_new (void);
SquillChange *squill_change_copy (const SquillChange *self);
void squill_change_free (SquillChange *self);
void squill_change_add (SquillChange *self,
                        const SquillItem *item,
                        SquillEditType type,
                        SquillAspects aspects);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillChange, squill_change_free)

G_END_DECLS
