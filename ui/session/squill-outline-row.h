/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * SquillOutlineRowKind:
 * @SQUILL_OUTLINE_SECTION: a heading
 * @SQUILL_OUTLINE_COLLECTION: a collection
 * @SQUILL_OUTLINE_EMBEDDED: an entity that lives only inside others
 * @SQUILL_OUTLINE_FIELD: something in a document
 * @SQUILL_OUTLINE_OPERATION: a part of the workload
 * @SQUILL_OUTLINE_RESULT: something that was searched for
 */
typedef enum
{
  SQUILL_OUTLINE_SECTION,
  SQUILL_OUTLINE_COLLECTION,
  SQUILL_OUTLINE_EMBEDDED,
  SQUILL_OUTLINE_FIELD,
  SQUILL_OUTLINE_OPERATION,
  SQUILL_OUTLINE_RESULT,
} SquillOutlineRowKind;

/**
 * SquillOutlineRow:
 * @kind: what it stands for
 * @key: tells it from its siblings
 * @id: (nullable): the id of the item to select
 * @collection: (nullable): the id of the collection it is in
 * @path: (nullable): where in the collection's documents
 * @name: what it says
 * @icon: (nullable): name of an icon
 * @note: (nullable): what stands at the right, where it is not worked out when it is shown
 * @hint: (nullable): more about it, for a tooltip and a screen reader
 * @bold: the name is important
 * @dim: the name is optional
 * @expandable: it has rows of its own
 * @children: (nullable): those rows, once they are wanted
 *
 * One row of the outline. Only the outline's model changes it.
 */
#define SQUILL_TYPE_OUTLINE_ROW (squill_outline_row_get_type ())
G_DECLARE_FINAL_TYPE (SquillOutlineRow, squill_outline_row, SQUILL, OUTLINE_ROW, GObject)

struct _SquillOutlineRow
{
  GObject parent_instance;

  SquillOutlineRowKind kind;
  char *key;
  char *id;
  char *collection;
  char *path;
  char *name;
  const char *icon;
  char *note;
  char *hint;
  guint bold : 1;
  guint dim : 1;
  guint expandable : 1;
  GListStore *children;
};

SquillOutlineRow *squill_outline_row_new (SquillOutlineRowKind kind,
                                          const char *key,
                                          const char *id,
                                          const char *name);
const char *squill_outline_row_get_key (gpointer row);
gboolean squill_outline_row_take (gpointer row, gpointer wanted, gpointer user_data);

G_END_DECLS
