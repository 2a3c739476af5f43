/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include "model/squill-item.h"

#include <string.h>

/**
 * squill_key_new:
 * @path: where, see #SquillKey
 * @operator: (nullable): what is done with it
 *
 * Returns: (transfer full): a key
 */
SquillKey *
squill_key_new (const char *path, const char *operator)
{
  SquillKey *key = g_new (SquillKey, 1);

  g_return_val_if_fail (path != NULL, NULL);

  key->path = g_strdup (path);
  key->operator= g_strdup (operator== NULL ? "" : operator);
  return key;
}

/**
 * squill_key_free:
 * @key: (transfer full) (nullable): a key
 *
 * Frees a key.
 */
void
squill_key_free (SquillKey *key)
{
  if (key == NULL)
    return;
  g_free (key->path);
  g_free (key->operator);
  g_free (key);
}

/**
 * squill_key_is_equality:
 * @key: a key of a filter
 *
 * Returns: whether it asks for one value; "" counts, as what people write who say only the field
 */
gboolean
squill_key_is_equality (const SquillKey *key)
{
  return *key->operator== '\0' || g_str_equal (key->operator, "eq") ||
         g_str_has_prefix (key->operator, "eq:") || g_str_equal (key->operator, "1");
}

/**
 * squill_key_get_value:
 * @key: a key of a filter
 *
 * Returns: (transfer full) (nullable): the value that it asks for each time, as "eq:open" says:
 *   JSON, or else the text itself; %NULL where it says none
 */
json_t *
squill_key_get_value (const SquillKey *key)
{
  const char *text;
  json_t *value;

  g_return_val_if_fail (key != NULL, NULL);

  if (!g_str_has_prefix (key->operator, "eq:"))
    return NULL;
  text = key->operator+ strlen ("eq:");
  value = json_loads (text, JSON_DECODE_ANY, NULL);
  return value != NULL ? value : json_string (text);
}

/**
 * squill_key_path_get_last:
 * @path: a key path
 *
 * Returns: the id of what it leads to, a part of @path
 */
const char *
squill_key_path_get_last (const char *path)
{
  const char *slash = strrchr (path, '/');

  return slash != NULL ? slash + 1 : path;
}

/**
 * squill_key_goes_through:
 * @key: a key
 * @id: the id of a relationship
 *
 * Returns: whether the key names something on the other side of the relationship
 */
gboolean
squill_key_goes_through (const SquillKey *key, const char *id)
{
  gsize length = strlen (id);

  if (*key->path == '=')
    return FALSE;
  for (const char *p = key->path, *slash; (slash = strchr (p, '/')) != NULL; p = slash + 1)
    if ((gsize)(slash - p) == length && memcmp (p, id, length) == 0)
      return TRUE;
  return FALSE;
}

/**
 * squill_operation_is_read:
 * @operation: an operation
 *
 * Returns: whether it changes nothing
 */
gboolean
squill_operation_is_read (const SquillOperation *operation)
{
  return operation->operation == SQUILL_OPERATION_FIND ||
         operation->operation == SQUILL_OPERATION_AGGREGATE;
}

/**
 * squill_operation_follows:
 * @operation: an operation
 * @relationship: the id of a relationship
 *
 * Returns: whether it says that it reads or writes along the relationship
 */
gboolean
squill_operation_follows (const SquillOperation *operation, const char *relationship)
{
  return operation->follows != NULL &&
         g_strv_contains ((const char *const *)operation->follows, relationship);
}

/**
 * squill_operation_goes_through:
 * @operation: an operation
 * @relationship: the id of a relationship
 *
 * Returns: whether it reads or writes something on the other side of the relationship: it follows
 *   it, or one of its keys leads through it
 */
gboolean
squill_operation_goes_through (const SquillOperation *operation, const char *relationship)
{
  const SquillKeys *lists[] = { operation->filter, operation->sort, operation->returns,
                                operation->writes, operation->computes };

  if (squill_operation_follows (operation, relationship))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint j = 0; lists[i] != NULL && j < lists[i]->len; j++)
      if (squill_key_goes_through (lists[i]->pdata[j], relationship))
        return TRUE;
  return FALSE;
}

/**
 * squill_item_get_children:
 * @item: an item of a model
 * @kind: which of its children
 * @n: (out): how many there are
 *
 * Gives the children of one kind in their order. See SQUILL_FOR_EACH_CHILD() for a loop.
 *
 * Returns: (transfer none) (array length=n): the children, valid until the next edit
 */
gpointer const *
squill_item_get_children (gconstpointer item, SquillKind kind, guint *n)
{
  static gpointer const none[1] = { NULL };
  const GPtrArray *children = ((const SquillItem *)item)->children;
  guint low = 0, high, start;

  g_return_val_if_fail (item != NULL, none);
  g_return_val_if_fail (n != NULL, none);

  *n = 0;
  if (children == NULL)
    return none;

  /* Children stand by kind, then by rank: the kinds' borders are found by halving. */
  high = children->len;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (((const SquillItem *)children->pdata[middle])->kind < kind)
        low = middle + 1;
      else
        high = middle;
    }
  start = low;
  high = children->len;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (((const SquillItem *)children->pdata[middle])->kind <= kind)
        low = middle + 1;
      else
        high = middle;
    }
  *n = low - start;
  return *n == 0 ? none : children->pdata + start;
}

/**
 * squill_item_is_within:
 * @item: an item
 * @id: an id
 *
 * Returns: %TRUE if @item is the item of that id, or belongs to it at any depth
 */
gboolean
squill_item_is_within (gconstpointer item, const char *id)
{
  g_return_val_if_fail (id != NULL, FALSE);

  for (const SquillItem *i = item; i != NULL; i = i->parent)
    if (g_str_equal (i->id, id))
      return TRUE;
  return FALSE;
}

/**
 * squill_item_get_owner:
 * @item: an item
 *
 * Returns: (transfer none): the item of the top level (an entity, a relationship, …) that @item
 *   belongs to, or @item itself
 */
const SquillItem *
squill_item_get_owner (gconstpointer item)
{
  const SquillItem *owner = item;

  g_return_val_if_fail (item != NULL, NULL);

  while (owner->parent != NULL && owner->parent->kind != SQUILL_KIND_MODEL)
    owner = owner->parent;
  return owner;
}

/**
 * squill_item_get_name:
 * @item: an item
 *
 * Returns: (transfer none) (nullable): its name, the text of a note; %NULL where it has none
 */
const char *
squill_item_get_name (gconstpointer item)
{
  g_return_val_if_fail (item != NULL, NULL);

  switch (((const SquillItem *)item)->kind)
    {
    case SQUILL_KIND_MODEL:
      return ((const SquillModelInfo *)item)->name;
    case SQUILL_KIND_ENTITY:
      return ((const SquillEntity *)item)->name;
    case SQUILL_KIND_FIELD:
      return ((const SquillField *)item)->name;
    case SQUILL_KIND_INDEX:
      return ((const SquillIndex *)item)->name;
    case SQUILL_KIND_RELATIONSHIP:
      return ((const SquillRelationship *)item)->name;
    case SQUILL_KIND_COPY:
      return ((const SquillCopy *)item)->name;
    case SQUILL_KIND_OPERATION:
      return ((const SquillOperation *)item)->name;
    case SQUILL_KIND_NOTE:
      return ((const SquillNote *)item)->text;
    case SQUILL_KIND_GROUP:
      return ((const SquillGroup *)item)->name;
    case SQUILL_KIND_DISMISSAL:
      return ((const SquillDismissal *)item)->rule;
    case SQUILL_KIND_ALTERNATIVE:
      return ((const SquillAlternative *)item)->name;
    case SQUILL_KIND_VIEW:
      return ((const SquillView *)item)->name;
    default:
      return NULL;
    }
}

/**
 * squill_kind_get_name:
 * @kind: a kind
 *
 * Returns: (transfer none): its name in edits, such as "entity"; not translated
 */
const char *
squill_kind_get_name (SquillKind kind)
{
  static const char *const names[SQUILL_N_KINDS] = {
    "model",     "entity", "field", "index",     "relationship", "copy",
    "operation", "note",   "group", "dismissal", "alternative",  "view",
  };

  g_return_val_if_fail (kind < SQUILL_N_KINDS, NULL);
  return names[kind];
}
