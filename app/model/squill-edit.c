/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include "model/squill-edit.h"

#include <glib/gi18n-lib.h>

#include "model/squill-model.h"

struct _SquillEdit
{
  gatomicrefcount references;
  SquillEditType type;
  SquillKind kind;
  char *id;
  char *parent;
  char *property;
  char *order;
  json_t *value;
};

G_DEFINE_BOXED_TYPE (SquillChange, squill_change, squill_change_copy, squill_change_free)

static const char *const type_names[] = { "add", "remove", "set", "move" };

static SquillEdit *
edit_new (SquillEditType type, const char *id)
{
  SquillEdit *self = g_new0 (SquillEdit, 1);

  g_atomic_ref_count_init (&self->references);
  self->type = type;
  self->id = g_strdup (id);
  return self;
}

/**
 * squill_edit_new_add:
 * @kind: the kind of the new item
 * @id: its id, see squill_model_new_id()
 * @parent: (nullable): the item it will belong to, %NULL for the model
 * @content: (transfer full): an object with its properties and, by their maps, its children, as in
 *   the file
 *
 * Returns: (transfer full): an edit by which an item comes
 */
SquillEdit *
squill_edit_new_add (SquillKind kind, const char *id, const char *parent, json_t *content)
{
  SquillEdit *self;

  g_return_val_if_fail (kind > SQUILL_KIND_MODEL && kind < SQUILL_N_KINDS, NULL);
  g_return_val_if_fail (id != NULL, NULL);
  g_return_val_if_fail (json_is_object (content), NULL);

  self = edit_new (SQUILL_EDIT_ADD, id);
  self->kind = kind;
  self->parent = g_strdup (parent == NULL ? SQUILL_MODEL_ID : parent);
  self->value = content;
  return self;
}

/**
 * squill_edit_new_remove:
 * @id: the id of an item
 *
 * Returns: (transfer full): an edit by which an item goes
 */
SquillEdit *
squill_edit_new_remove (const char *id)
{
  g_return_val_if_fail (id != NULL, NULL);

  return edit_new (SQUILL_EDIT_REMOVE, id);
}

/**
 * squill_edit_new_set:
 * @id: the id of an item
 * @property: the name of one of its properties
 * @value: (transfer full) (nullable): the new value as JSON, %NULL for the default
 *
 * Returns: (transfer full): an edit by which a property gets a value
 */
SquillEdit *
squill_edit_new_set (const char *id, const char *property, json_t *value)
{
  SquillEdit *self;

  g_return_val_if_fail (id != NULL, NULL);
  g_return_val_if_fail (property != NULL, NULL);

  self = edit_new (SQUILL_EDIT_SET, id);
  self->property = g_strdup (property);
  self->value = value;
  return self;
}

/**
 * squill_edit_new_move:
 * @id: the id of an item
 * @parent: the item it will belong to
 * @order: (nullable): its rank there, see squill_rank_between()
 *
 * Returns: (transfer full): an edit by which an item goes to another place
 */
SquillEdit *
squill_edit_new_move (const char *id, const char *parent, const char *order)
{
  SquillEdit *self;

  g_return_val_if_fail (id != NULL, NULL);
  g_return_val_if_fail (parent != NULL, NULL);

  self = edit_new (SQUILL_EDIT_MOVE, id);
  self->parent = g_strdup (parent);
  self->order = g_strdup (order);
  return self;
}

/**
 * squill_edit_ref:
 * @self: an edit
 *
 * Returns: (transfer full): the same, counted once more
 */
SquillEdit *
squill_edit_ref (SquillEdit *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->references);
  return self;
}

/**
 * squill_edit_unref:
 * @self: (transfer full): an edit
 *
 * Gives it up.
 */
void
squill_edit_unref (SquillEdit *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->references))
    return;
  g_free (self->id);
  g_free (self->parent);
  g_free (self->property);
  g_free (self->order);
  json_decref (self->value);
  g_free (self);
}

/**
 * squill_edit_get_edit_type:
 * @self: an edit
 *
 * Returns: what it does
 */
SquillEditType
squill_edit_get_edit_type (const SquillEdit *self)
{
  return self->type;
}

/**
 * squill_edit_get_kind:
 * @self: an edit by which an item comes
 *
 * Returns: the kind of the item
 */
SquillKind
squill_edit_get_kind (const SquillEdit *self)
{
  return self->kind;
}

/**
 * squill_edit_get_id:
 * @self: an edit
 *
 * Returns: (transfer none): the id of the item it is about
 */
const char *
squill_edit_get_id (const SquillEdit *self)
{
  return self->id;
}

/**
 * squill_edit_get_parent:
 * @self: an edit
 *
 * Returns: (transfer none) (nullable): where the item comes or goes to
 */
const char *
squill_edit_get_parent (const SquillEdit *self)
{
  return self->parent;
}

/**
 * squill_edit_get_property:
 * @self: an edit
 *
 * Returns: (transfer none) (nullable): the name of the property that gets a value
 */
const char *
squill_edit_get_property (const SquillEdit *self)
{
  return self->property;
}

/**
 * squill_edit_get_order:
 * @self: an edit
 *
 * Returns: (transfer none) (nullable): the rank at the place an item goes to
 */
const char *
squill_edit_get_order (const SquillEdit *self)
{
  return self->order;
}

/**
 * squill_edit_get_value:
 * @self: an edit
 *
 * Returns: (transfer none) (nullable): the new value of a property, the content of a new item
 */
json_t *
squill_edit_get_value (const SquillEdit *self)
{
  return self->value;
}

/**
 * squill_edit_to_text:
 * @self: an edit
 *
 * Returns: (transfer full): the edit on one line, for logs and tests; not translated
 */
char *
squill_edit_to_text (const SquillEdit *self)
{
  g_autoptr (GString) text = g_string_new (type_names[self->type]);

  if (self->type == SQUILL_EDIT_ADD)
    g_string_append_printf (text, " %s", squill_kind_get_name (self->kind));
  g_string_append_printf (text, " %s", self->id);
  if (self->parent != NULL)
    g_string_append_printf (text, " in %s", self->parent);
  if (self->order != NULL)
    g_string_append_printf (text, " at %s", self->order);
  if (self->property != NULL)
    g_string_append_printf (text, " %s", self->property);
  if (self->type == SQUILL_EDIT_SET || self->type == SQUILL_EDIT_ADD)
    {
      char *value =
          self->value == NULL ? NULL : json_dumps (self->value, JSON_COMPACT | JSON_ENCODE_ANY);

      g_string_append_printf (text, " = %s", value == NULL ? "default" : value);
      free (value);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
entry_free (SquillChangeEntry *entry)
{
  g_free (entry->id);
  g_free (entry->owner);
  g_free (entry);
}

/**
 * squill_change_new:
 *
 * Returns: (transfer full): a change that is empty so far
 */
SquillChange *
squill_change_new (void)
{
  SquillChange *self = g_new0 (SquillChange, 1);

  self->entries = g_ptr_array_new_with_free_func ((GDestroyNotify)entry_free);
  return self;
}

/**
 * squill_change_copy:
 * @self: a change
 *
 * Returns: (transfer full): the same again
 */
SquillChange *
squill_change_copy (const SquillChange *self)
{
  SquillChange *copy = squill_change_new ();

  copy->aspects = self->aspects;
  for (guint i = 0; i < self->entries->len; i++)
    {
      const SquillChangeEntry *from = self->entries->pdata[i];
      SquillChangeEntry *to = g_new (SquillChangeEntry, 1);

      *to = *from;
      to->id = g_strdup (from->id);
      to->owner = g_strdup (from->owner);
      g_ptr_array_add (copy->entries, to);
    }
  return copy;
}

/**
 * squill_change_free:
 * @self: (transfer full) (nullable): a change
 *
 * Frees it.
 */
void
squill_change_free (SquillChange *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->entries);
  g_free (self);
}

/**
 * squill_change_add:
 * @self: a change
 * @item: an item that is still, or already, in its place
 * @type: what happens to it
 * @aspects: what about it
 *
 * Notes what happens to an item. Several sets of one item in a row become one entry.
 */
void
squill_change_add (SquillChange *self,
                   const SquillItem *item,
                   SquillEditType type,
                   SquillAspects aspects)
{
  SquillChangeEntry *entry;

  g_return_if_fail (self != NULL);
  g_return_if_fail (item != NULL);

  self->aspects |= aspects;
  if (self->entries->len > 0 && type == SQUILL_EDIT_SET)
    {
      entry = self->entries->pdata[self->entries->len - 1];
      if (entry->type == SQUILL_EDIT_SET && g_str_equal (entry->id, item->id))
        {
          entry->aspects |= aspects;
          return;
        }
    }
  entry = g_new (SquillChangeEntry, 1);
  entry->id = g_strdup (item->id);
  entry->owner = g_strdup (squill_item_get_owner (item)->id);
  entry->kind = item->kind;
  entry->type = type;
  entry->aspects = aspects;
  g_ptr_array_add (self->entries, entry);
}
