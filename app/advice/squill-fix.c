/* SPDX-License-Identifier: Apache-2.0 */

/* The parts that fixes are made of. What moves a relationship or a field to another place as a
 * whole is in squill-fix-placement.c. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-advice-private.h"

#include <glib/gi18n-lib.h>

#include "model/squill-model-file.h"
#include "model/squill-placement.h"
#include "text/squill-text.h"

/**
 * _squill_fix_new:
 * @label: (transfer full): what the fix does, as a button says it
 *
 * Returns: (transfer full): a fix without edits
 */
SquillFix *
_squill_fix_new (char *label)
{
  SquillFix *self = g_new0 (SquillFix, 1);

  self->label = label;
  self->placement = -1;
  self->edits = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_edit_unref);
  self->losses = g_ptr_array_new_with_free_func (g_free);
  return self;
}

/** Copies a fix (transfer full). */
SquillFix *
_squill_fix_copy (const SquillFix *self)
{
  SquillFix *copy = _squill_fix_new (g_strdup (self->label));

  copy->placement = self->placement;
  for (guint i = 0; i < self->edits->len; i++)
    g_ptr_array_add (copy->edits, squill_edit_ref (self->edits->pdata[i]));
  for (guint i = 0; i < self->losses->len; i++)
    g_ptr_array_add (copy->losses, g_strdup (self->losses->pdata[i]));
  return copy;
}

/** Frees a fix. */
void
_squill_fix_free (SquillFix *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->edits);
  g_ptr_array_unref (self->losses);
  g_free (self->label);
  g_free (self);
}

/**
 * squill_fix_apply:
 * @self: a fix
 * @model: the model it was made for, or a copy of that
 * @error: as squill_model_apply()
 *
 * Makes the edits of a fix, as one step. On failure the model stays as it was. Where it is the
 * model of an advice, squill_advice_apply_fix() does it.
 *
 * Returns: %TRUE if they were made
 */
gboolean
squill_fix_apply (const SquillFix *self, SquillModel *model, GError **error)
{
  /* What it belongs to goes when the model changes. */
  g_autoptr (GPtrArray) edits = g_ptr_array_ref (self->edits);
  g_autoptr (SquillModel) kept = g_object_ref (model);

  squill_model_begin_step (kept, self->label, NULL);
  for (guint i = 0; i < edits->len; i++)
    if (!squill_model_apply (kept, edits->pdata[i], error))
      {
        squill_model_cancel_step (kept);
        return FALSE;
      }
  squill_model_end_step (kept);
  return TRUE;
}

/**
 * _squill_fix_lose:
 * @self: a fix
 * @text: (transfer full): a sentence
 *
 * Lets the fix say what the model will no longer do, once.
 */
void
_squill_fix_lose (SquillFix *self, char *text)
{
  if (g_ptr_array_find_with_equal_func (self->losses, text, g_str_equal, NULL))
    g_free (text);
  else
    g_ptr_array_add (self->losses, text);
}

/**
 * _squill_fix_add:
 * @self: a fix
 * @kind: the kind of a new item
 * @id: its id, see squill_model_new_id()
 * @parent: (nullable): the item it will belong to, %NULL for the model
 * @content: (transfer full): its properties and children
 *
 * Lets the fix add an item.
 */
void
_squill_fix_add (
    SquillFix *self, SquillKind kind, const char *id, const char *parent, json_t *content)
{
  g_ptr_array_add (self->edits, squill_edit_new_add (kind, id, parent, content));
}

/** Lets the fix remove an item. */
void
_squill_fix_remove (SquillFix *self, const char *id)
{
  g_ptr_array_add (self->edits, squill_edit_new_remove (id));
}

/**
 * _squill_fix_set:
 * @self: a fix
 * @id: the id of an item
 * @property: the name of one of its properties
 * @value: (transfer full) (nullable): the value, %NULL for the default
 *
 * Lets the fix set a property.
 */
void
_squill_fix_set (SquillFix *self, const char *id, const char *property, json_t *value)
{
  g_ptr_array_add (self->edits, squill_edit_new_set (id, property, value));
}

/**
 * _squill_fix_move:
 * @self: a fix
 * @id: the id of an item
 * @parent: the item it will belong to
 * @order: (nullable): its rank there
 *
 * Lets the fix move an item.
 */
void
_squill_fix_move (SquillFix *self, const char *id, const char *parent, const char *order)
{
  g_ptr_array_add (self->edits, squill_edit_new_move (id, parent, order));
}

/* The keys that an index will have by the edits so far; NULL if it will be gone. */
static json_t *
get_keys_so_far (const SquillFix *self, const SquillIndex *index)
{
  json_t *keys = squill_json_keys (index->keys);

  for (guint i = 0; i < self->edits->len; i++)
    {
      const SquillEdit *edit = self->edits->pdata[i];

      if (!g_str_equal (squill_edit_get_id (edit), index->item.id) ||
          (squill_edit_get_edit_type (edit) == SQUILL_EDIT_SET &&
           !g_str_equal (squill_edit_get_property (edit), "keys")))
        continue;
      json_decref (keys);
      keys = NULL;
      if (squill_edit_get_edit_type (edit) == SQUILL_EDIT_SET)
        keys = json_incref (squill_edit_get_value (edit));
    }
  return keys;
}

/* Whether two keys are of the same sort: one that is backwards reads in the other direction. */
static gboolean
is_same_sort (const json_t *one, const json_t *other, gboolean backwards)
{
  const char *a = json_string_value (json_object_get (one, "how"));
  const char *b = json_string_value (json_object_get (other, "how"));

  if (backwards)
    return (g_strcmp0 (a, "1") == 0 && g_strcmp0 (b, "-1") == 0) ||
           (g_strcmp0 (a, "-1") == 0 && g_strcmp0 (b, "1") == 0);
  return g_strcmp0 (a, b) == 0;
}

static gboolean
begins_in_direction (const json_t *longer, const json_t *keys, gboolean backwards)
{
  const json_t *key;
  size_t i;

  json_array_foreach (keys, i, key)
  {
    const json_t *other = json_array_get (longer, i);

    if (!json_equal (json_object_get (other, "path"), json_object_get (key, "path")) ||
        !is_same_sort (other, key, backwards))
      return FALSE;
  }
  return TRUE;
}

/* Whether the first keys of one index are all keys of another, in the same directions or all in the
 * opposite ones: an index is read from either end. */
static gboolean
begins_with (const json_t *longer, const json_t *keys)
{
  return json_array_size (longer) >= json_array_size (keys) &&
         (begins_in_direction (longer, keys, FALSE) || begins_in_direction (longer, keys, TRUE));
}

static gboolean
is_new_index_of (const SquillEdit *edit, const char *entity)
{
  return squill_edit_get_edit_type (edit) == SQUILL_EDIT_ADD &&
         squill_edit_get_kind (edit) == SQUILL_KIND_INDEX &&
         g_strcmp0 (squill_edit_get_parent (edit), entity) == 0;
}

/* Whether documents of the entity have a copy of what a path from the other end of a relationship
 * leads to. */
static gboolean
has_copy (const SquillRelationship *r, const SquillEntity *entity, const char *path)
{
  SQUILL_FOR_EACH_CHILD (SquillCopy, copy, r, SQUILL_KIND_COPY)
    {
      const char *keeper = copy->direction == SQUILL_COPY_TO_CHILD ? r->child : r->parent;

      if (g_str_equal (keeper, entity->item.id) && g_strcmp0 (copy->field, path) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Whether documents of the entity have the reference of a relationship, or what it embeds. */
static gboolean
stores_relationship (const SquillEntity *entity, const SquillRelationship *r)
{
  return (g_str_equal (r->parent, entity->item.id) &&
          squill_placement_stores (r->placement, TRUE)) ||
         (g_str_equal (r->child, entity->item.id) && squill_placement_stores (r->placement, FALSE));
}

/** Whether documents of the entity have what a key leads to: a field, what is beyond relationships,
 * or what one of these stores. */
gboolean
_squill_entity_stores_beyond (SquillModel *model, const SquillEntity *entity, const char *path)
{
  const SquillRelationship *last;
  const char *slash;

  /* A slash in a path that is written out is one of a name. */
  while (*path != '=' && (slash = strchr (path, '/')) != NULL)
    {
      g_autofree char *first = g_strndup (path, (gsize)(slash - path));
      const SquillRelationship *r = squill_model_get_relationship (model, first);

      if (r == NULL)
        return FALSE;
      path = slash + 1;
      if (!squill_placement_embeds_any (r->placement) || !g_str_equal (r->parent, entity->item.id))
        return has_copy (r, entity, path);
      entity = squill_model_get_entity (model, r->child);
      if (entity == NULL)
        return FALSE;
    }
  last = *path == '=' ? NULL : squill_model_get_relationship (model, path);
  return last == NULL || stores_relationship (entity, last);
}

/* Whether documents have all keys of an index, if they have the first @n; where they lack one, it
 * does not exist. */
static gboolean
stores_all_keys (SquillModel *model, const SquillEntity *entity, const json_t *keys, size_t n)
{
  for (size_t i = n; i < json_array_size (keys); i++)
    {
      const json_t *key = json_array_get (keys, i);

      if (!_squill_entity_stores_beyond (model, entity,
                                         json_string_value (json_object_get (key, "path"))))
        return FALSE;
    }
  return TRUE;
}

/* The id of an index besides @but that will serve all that one with these keys would; NULL if there
 * will be none. */
static const char *
find_index_with (const SquillFix *self,
                 SquillModel *model,
                 const SquillEntity *entity,
                 const json_t *keys,
                 const SquillIndex *but)
{
  for (guint i = 0; i < self->edits->len; i++)
    {
      const SquillEdit *edit = self->edits->pdata[i];

      if (is_new_index_of (edit, entity->item.id) &&
          json_object_get (squill_edit_get_value (edit), "partial") == NULL &&
          json_object_get (squill_edit_get_value (edit), "sparse") == NULL &&
          begins_with (json_object_get (squill_edit_get_value (edit), "keys"), keys))
        return squill_edit_get_id (edit);
    }
  SQUILL_FOR_EACH_CHILD (SquillIndex, index, entity, SQUILL_KIND_INDEX)
    {
      json_auto_t *there = index == but ? NULL : get_keys_so_far (self, index);

      if (there != NULL && !index->sparse && !index->hidden && index->partial == NULL &&
          index->collation == NULL && begins_with (there, keys) &&
          stores_all_keys (model, entity, there, json_array_size (keys)))
        return index->item.id;
    }
  return NULL;
}

/* Whether an index does no more than find and sort documents by its keys. */
static gboolean
is_plain (const SquillIndex *index)
{
  return !index->unique && !index->sparse && !index->hidden &&
         json_object_size (index->partial) == 0 && isnan (index->expire_after) &&
         index->collation == NULL && json_object_size (index->options) == 0;
}

/* Takes back indexes that are the beginning of one that is to come. */
static void
drop_beginnings (SquillFix *self, const char *entity, const json_t *keys)
{
  for (guint i = self->edits->len; i-- > 0;)
    {
      const SquillEdit *edit = self->edits->pdata[i];
      const json_t *content = squill_edit_get_value (edit);

      if (is_new_index_of (edit, entity) && json_object_get (content, "unique") == NULL &&
          json_object_get (content, "expire_after") == NULL &&
          json_object_get (content, "partial") == NULL &&
          begins_with (keys, json_object_get (content, "keys")))
        g_ptr_array_remove_index (self->edits, i);
    }
}

/**
 * _squill_fix_remove_beginnings_of:
 * @self: a fix
 * @entity: an entity that gets an index
 * @keys: the keys of the index
 *
 * Lets the fix remove indexes of the entity, and add none, that are the beginning of these keys.
 */
void
_squill_fix_remove_beginnings_of (SquillFix *self, const SquillEntity *entity, const json_t *keys)
{
  drop_beginnings (self, entity->item.id, keys);
  SQUILL_FOR_EACH_CHILD (SquillIndex, index, entity, SQUILL_KIND_INDEX)
    {
      json_auto_t *beginning = get_keys_so_far (self, index);

      if (beginning != NULL && is_plain (index) && begins_with (keys, beginning))
        _squill_fix_remove (self, index->item.id);
    }
}

/* Whether an index finds all documents as soon as they have the reference that it names. */
static gboolean
comes_with_reference (SquillModel *model,
                      const SquillEntity *entity,
                      const SquillIndex *index,
                      const char *relationship)
{
  if (index->sparse || index->hidden || json_object_size (index->partial) > 0 ||
      index->collation != NULL || _squill_keys_find (index->keys, relationship) == NULL)
    return FALSE;
  for (guint i = 0; i < index->keys->len; i++)
    {
      const SquillKey *key = index->keys->pdata[i];

      if (!g_str_equal (key->path, relationship) &&
          !_squill_entity_stores_beyond (model, entity, key->path))
        return FALSE;
    }
  return TRUE;
}

/**
 * _squill_fix_remove_beginnings:
 * @self: a fix
 * @model: the model
 * @entity: an entity whose documents get a reference
 * @relationship: the id of its relationship
 *
 * Lets the fix remove indexes, and add none, that are the beginning of one that did not exist,
 * because documents had no such reference, and does from now on; be it that they exist already, or
 * did not for the same reason.
 */
void
_squill_fix_remove_beginnings (SquillFix *self,
                               SquillModel *model,
                               const SquillEntity *entity,
                               const char *relationship)
{
  gboolean is_behind;

  SQUILL_FOR_EACH_CHILD (SquillIndex, longer, entity, SQUILL_KIND_INDEX)
    {
      json_auto_t *keys = get_keys_so_far (self, longer);

      if (keys == NULL || !comes_with_reference (model, entity, longer, relationship))
        continue;
      drop_beginnings (self, entity->item.id, keys);
      is_behind = FALSE;
      SQUILL_FOR_EACH_CHILD (SquillIndex, index, entity, SQUILL_KIND_INDEX)
        {
          json_auto_t *beginning = get_keys_so_far (self, index);

          /* Of two that are the same the first stays. */
          if (index != longer && beginning != NULL && is_plain (index) &&
              (is_behind || json_array_size (beginning) < json_array_size (keys)) &&
              begins_with (keys, beginning))
            _squill_fix_remove (self, index->item.id);
          is_behind |= index == longer;
        }
    }
}

/* Gives an index that the fix shortens the keys that are wanted, if it begins them now. Returns its
 * id; NULL where there is none. */
static const char *
extend_shortened (SquillFix *self, const SquillEntity *entity, const json_t *wanted)
{
  SQUILL_FOR_EACH_CHILD (SquillIndex, index, entity, SQUILL_KIND_INDEX)
    {
      json_auto_t *there = is_plain (index) ? get_keys_so_far (self, index) : NULL;

      if (there == NULL || json_array_size (there) >= index->keys->len ||
          !begins_with (wanted, there))
        continue;
      _squill_fix_set (self, index->item.id, "keys", json_deep_copy (wanted));
      return index->item.id;
    }
  return NULL;
}

/**
 * _squill_fix_add_index:
 * @self: a fix
 * @model: the model
 * @entity: the entity that gets the index
 * @keys: its keys
 * @unique: whether it is unique
 * @expire_after: seconds after which documents go, NaN: they stay
 *
 * Lets the fix add an index behind those that are there, unless one of these begins with the same
 * keys and that is enough. It has no name: the server's rule gives one.
 *
 * Returns: (transfer full): the id of the index
 */
char *
_squill_fix_add_index (SquillFix *self,
                       SquillModel *model,
                       const SquillEntity *entity,
                       const SquillKeys *keys,
                       gboolean unique,
                       double expire_after)
{
  g_autofree char *id = squill_model_new_id (model, "index");
  g_autofree char *order = NULL;
  json_t *content = json_object ();
  guint n;
  gpointer const *indexes = squill_item_get_children (entity, SQUILL_KIND_INDEX, &n);
  json_auto_t *wanted = squill_json_keys (keys);
  const char *there =
      unique || !isnan (expire_after) ? NULL : find_index_with (self, model, entity, wanted, NULL);

  if (there == NULL && !unique && isnan (expire_after))
    there = extend_shortened (self, entity, wanted);
  if (there != NULL)
    {
      json_decref (content);
      return g_strdup (there);
    }

  drop_beginnings (self, entity->item.id, wanted);
  order = squill_rank_between (n == 0 ? NULL : ((const SquillIndex *)indexes[n - 1])->order, NULL);
  json_object_set_new (content, "order", json_string (order));
  json_object_set_new (content, "keys", squill_json_keys (keys));
  if (unique)
    json_object_set_new (content, "unique", json_true ());
  if (!isnan (expire_after))
    json_object_set_new (content, "expire_after", squill_json_number (expire_after));
  _squill_fix_add (self, SQUILL_KIND_INDEX, id, entity->item.id, content);
  return g_steal_pointer (&id);
}

/**
 * _squill_fix_copy_index:
 * @self: a fix
 * @model: the model
 * @index: an index of another entity
 * @entity: the entity that gets one like it
 * @keys: (transfer none): the keys of the new one, as JSON
 *
 * Lets the fix add an index with all options of one that is there, unless another does what it
 * would do. It has no name: the server's rule gives one.
 */
void
_squill_fix_copy_index (
    SquillFix *self, SquillModel *model, const SquillIndex *index, const char *entity, json_t *keys)
{
  g_autofree char *id = squill_model_new_id (model, "index");
  const SquillEntity *owner = squill_model_get_entity (model, entity);
  json_t *content;

  if (!index->unique && !index->sparse && index->partial == NULL && isnan (index->expire_after) &&
      index->collation == NULL && owner != NULL &&
      find_index_with (self, model, owner, keys, NULL) != NULL)
    return;
  if (!index->sparse && index->partial == NULL && index->collation == NULL)
    drop_beginnings (self, entity, keys);
  content = squill_item_to_json (index);
  json_object_del (content, "name");
  json_object_del (content, "evidence");
  json_object_set (content, "keys", keys);
  _squill_fix_add (self, SQUILL_KIND_INDEX, id, entity, content);
}

/* The names of what keys lead to, as a list; NULL where none has one. */
static char *
name_keys (SquillModel *model, json_t *keys)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  json_t *value;
  size_t i;

  json_array_foreach (keys, i, value)
  {
    const char *path = json_string_value (json_object_get (value, "path"));
    const char *name =
        *path == '='
            ? path + 1
            : squill_item_get_name (squill_model_get_item (model, squill_key_path_get_last (path)));

    if (name != NULL)
      g_ptr_array_add (names, (gpointer)name);
  }
  return names->len == 0 ? NULL : squill_text_names (names);
}

/**
 * _squill_fix_lose_unique:
 * @self: a fix
 * @model: the model
 * @index: a unique index
 * @left: the keys that it keeps, as JSON
 *
 * Lets the fix make an index that loses keys an ordinary one, and say so: fewer keys would be
 * unique in many more cases than before.
 */
void
_squill_fix_lose_unique (SquillFix *self,
                         SquillModel *model,
                         const SquillIndex *index,
                         json_t *left)
{
  json_auto_t *all = squill_json_keys (index->keys);
  g_autofree char *names = name_keys (model, all);

  if (json_array_size (left) > 0)
    _squill_fix_set (self, index->item.id, "unique", NULL);
  if (names != NULL)
    _squill_fix_lose (self, g_strdup_printf (_ ("No index keeps the combination of %s unique any "
                                                "more: the application has to check it."),
                                             names));
}

/**
 * _squill_fix_gain_unique:
 * @self: a fix
 * @model: the model
 * @index: a unique index
 *
 * Lets the fix say that the index is in force from now on, because what its keys lead to comes into
 * the documents: what is alike in two of them is refused.
 */
void
_squill_fix_gain_unique (SquillFix *self, SquillModel *model, const SquillIndex *index)
{
  json_auto_t *all = squill_json_keys (index->keys);
  g_autofree char *names = name_keys (model, all);

  if (names != NULL)
    _squill_fix_lose (
        self, g_strdup_printf (_ ("A unique index on %s takes effect: the server refuses documents "
                                  "in which they are as in another."),
                               names));
}

/**
 * _squill_fix_lose_unique_in_array:
 * @self: a fix
 * @model: the model
 * @index: a unique index of what will be the elements of an array
 * @reference: the id of its key that is the reference to the parent
 * @parent: the entity whose documents will have the array
 *
 * Lets the fix say that no index keeps elements of one array different.
 */
void
_squill_fix_lose_unique_in_array (SquillFix *self,
                                  SquillModel *model,
                                  const SquillIndex *index,
                                  const char *reference,
                                  const SquillEntity *parent)
{
  json_auto_t *left = json_array ();
  json_auto_t *all = squill_json_keys (index->keys);
  g_autofree char *names = NULL;
  json_t *key;
  size_t i;

  json_array_foreach (all, i, key)
  {
    if (g_strcmp0 (json_string_value (json_object_get (key, "path")), reference) != 0)
      json_array_append (left, key);
  }
  names = name_keys (model, left);
  if (names != NULL)
    _squill_fix_lose (self,
                      g_strdup_printf (_ ("No index keeps %s unique in one “%s” any more: updates "
                                          "have to check it."),
                                       names, _squill_wording_name (parent)));
}

/**
 * _squill_fix_lose_repeats:
 * @self: a fix
 * @model: the model
 * @index: a unique index on an array
 * @parent: the entity whose documents had the array
 *
 * Lets the fix say that elements of one array may no longer be alike: a unique index on an array
 * compares documents, and not the elements of one.
 */
void
_squill_fix_lose_repeats (SquillFix *self,
                          SquillModel *model,
                          const SquillIndex *index,
                          const SquillEntity *parent)
{
  json_auto_t *all = squill_json_keys (index->keys);
  g_autofree char *names = name_keys (model, all);

  if (names != NULL)
    _squill_fix_lose (self, g_strdup_printf (_ ("%s can no longer be repeated within one “%s”."),
                                             names, _squill_wording_name (parent)));
}

/**
 * _squill_fix_leave_keys:
 * @self: a fix
 * @model: the model
 * @index: an index
 * @left: (transfer none): the keys that it keeps, at least one and not all, as JSON
 *
 * Lets the fix take the other keys out of the index, or remove it where another one does what would
 * be left of it. What remains of a unique index is not unique.
 */
void
_squill_fix_leave_keys (SquillFix *self, SquillModel *model, const SquillIndex *index, json_t *left)
{
  const gboolean is_plain = !index->sparse && index->partial == NULL &&
                            isnan (index->expire_after) && index->collation == NULL &&
                            index->item.parent->kind == SQUILL_KIND_ENTITY;
  json_auto_t *nothing = json_array ();

  if (is_plain &&
      find_index_with (self, model, (const SquillEntity *)index->item.parent, left, index) != NULL)
    {
      if (index->unique)
        _squill_fix_lose_unique (self, model, index, nothing);
      _squill_fix_remove (self, index->item.id);
      return;
    }
  _squill_fix_set (self, index->item.id, "keys", json_incref (left));
  if (index->unique)
    _squill_fix_lose_unique (self, model, index, left);
}

/**
 * _squill_fix_remove_index_keys:
 * @self: a fix
 * @model: the model
 * @index: an index
 * @id: the id of a field or relationship that its documents will no longer have
 *
 * Lets the fix take keys that name @id out of the index, or remove it where it has no others. What
 * remains of a unique index is not unique.
 */
void
_squill_fix_remove_index_keys (SquillFix *self,
                               SquillModel *model,
                               const SquillIndex *index,
                               const char *id)
{
  json_auto_t *all = get_keys_so_far (self, index);
  json_auto_t *left = json_array ();
  gboolean names_it = FALSE;
  json_t *value;
  size_t i;

  json_array_foreach (all, i, value)
  {
    SquillKey key = { (char *)json_string_value (json_object_get (value, "path")), NULL };

    names_it |= g_strcmp0 (key.path, id) == 0;
    if (!_squill_key_mentions (&key, id))
      json_array_append (left, value);
  }
  if (all != NULL && json_array_size (left) == 0)
    {
      /* With a key for all that is stored, what is in it cannot go along. */
      if (index->unique && names_it && json_array_size (all) > 1)
        _squill_fix_lose_unique (self, model, index, left);
      _squill_fix_remove (self, index->item.id);
    }
  else if (json_array_size (left) < json_array_size (all))
    _squill_fix_leave_keys (self, model, index, left);
}

/**
 * _squill_fix_remove_keys:
 * @self: a fix
 * @model: the model
 * @entity: an entity
 * @id: the id of a field or relationship that its documents will no longer have
 *
 * Lets the fix take keys that name @id out of the entity's indexes, and indexes that have no other
 * keys altogether. What remains of a unique index is not unique.
 */
void
_squill_fix_remove_keys (SquillFix *self,
                         SquillModel *model,
                         const SquillEntity *entity,
                         const char *id)
{
  SQUILL_FOR_EACH_CHILD (SquillIndex, index, entity, SQUILL_KIND_INDEX)
    {
      _squill_fix_remove_index_keys (self, model, index, id);
    }
}

/**
 * _squill_fix_new_set:
 * @label: (transfer full): what the fix does
 * @id: the id of an item
 * @property: the name of one of its properties
 * @value: (transfer full) (nullable): the value
 *
 * Returns: (transfer full): a fix that sets one property
 */
SquillFix *
_squill_fix_new_set (char *label, const char *id, const char *property, json_t *value)
{
  SquillFix *self = _squill_fix_new (label);

  _squill_fix_set (self, id, property, value);
  return self;
}

/**
 * _squill_item_rank_behind:
 * @item: an item, or the model's #SquillModelInfo
 * @kind: a kind of its children
 *
 * Returns: (transfer full): the rank of a child that comes behind all that are there
 */
char *
_squill_item_rank_behind (gconstpointer item, SquillKind kind)
{
  guint n;
  gpointer const *all = squill_item_get_children (item, kind, &n);
  const SquillProperty *order = squill_kind_find_property (kind, "order");

  return squill_rank_between (
      n == 0 ? NULL : *(char *const *)G_STRUCT_MEMBER_P (all[n - 1], order->offset), NULL);
}

/**
 * _squill_fix_new_index:
 * @label: (transfer full): what the fix does
 * @model: the model
 * @entity: an entity
 * @keys: the keys of the index
 * @unique: whether it is unique
 *
 * Returns: (transfer full) (nullable): a fix that adds an index; %NULL where the entity has one
 * that does what this would do
 */
SquillFix *
_squill_fix_new_index (char *label,
                       SquillModel *model,
                       const SquillEntity *entity,
                       const SquillKeys *keys,
                       gboolean unique)
{
  SquillFix *self = _squill_fix_new (label);

  g_free (_squill_fix_add_index (self, model, entity, keys, unique, NAN));
  if (self->edits->len == 0)
    g_clear_pointer (&self, _squill_fix_free);
  return self;
}
