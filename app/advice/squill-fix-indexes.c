/* SPDX-License-Identifier: Apache-2.0 */

/* The indexes that go, come, or change where a relationship is stored in another way. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-advice-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "model/squill-placement.h"

/**
 * _squill_entity_has_index_led_by:
 * @entity: an entity
 * @model: its model
 * @relationship: the id of a relationship
 * @holder: (nullable): the id of a field that holds its reference
 *
 * Returns: %TRUE if an index of the entity starts with the reference, and documents have its other
 *   keys
 */
gboolean
_squill_entity_has_index_led_by (SquillModel *model,
                                 const SquillEntity *entity,
                                 const char *relationship,
                                 const char *holder)
{
  SQUILL_FOR_EACH_CHILD (SquillIndex, index, entity, SQUILL_KIND_INDEX)
    {
      const SquillKey *first = index->keys == NULL ? NULL : index->keys->pdata[0];
      gboolean is_there = first != NULL && (g_str_equal (first->path, relationship) ||
                                            g_strcmp0 (first->path, holder) == 0);

      for (guint i = 1; is_there && i < index->keys->len; i++)
        is_there = _squill_entity_stores_beyond (model, entity,
                                                 ((const SquillKey *)index->keys->pdata[i])->path);
      if (is_there)
        return TRUE;
    }
  return FALSE;
}

/* The reference, and after it what those who ask by it sort by. */
static SquillKeys *
get_reference_keys (SquillRun *run, const SquillRelationship *r, const char *order_by)
{
  SquillKeys *keys = _squill_keys_new ();
  const GPtrArray *uses = squill_operation_index_get_uses_from (run->operations, r->child);

  _squill_keys_take (keys, r->item.id, "1");
  for (guint i = 0; i < uses->len; i++)
    {
      const SquillOperation *operation = ((const SquillUse *)uses->pdata[i])->operation;

      if (operation->sort == NULL || _squill_keys_find (operation->filter, r->item.id) == NULL)
        continue;
      for (guint j = 0; j < operation->sort->len; j++)
        {
          const SquillKey *key = operation->sort->pdata[j];

          /* An index ends with what the documents have. */
          if (!_squill_entity_stores_beyond (run->model, _squill_run_get_child (run, r), key->path))
            break;
          _squill_keys_take (keys, key->path, g_str_equal (key->operator, "-1") ? "-1" : "1");
        }
      if (keys->len > 1)
        return keys;
    }
  if (order_by != NULL)
    _squill_keys_take (keys, order_by, r->ordering == SQUILL_ORDERING_TIME ? "-1" : "1");
  return keys;
}

/* Whether each child has many references to parents, and nobody looks for children by them. */
static gboolean
is_index_idle (SquillRun *run, const SquillRelationship *r)
{
  return _squill_run_get_parents (run, r) > _squill_run_get (run, SQUILL_THRESHOLD_IDX_WRITES) &&
         !(r->together > 0) && _squill_run_find_use_to_children (run, r, FALSE) == NULL &&
         _squill_run_is_mostly_written (run, _squill_run_get_child (run, r));
}

static void
add_reference_index (SquillFix *self,
                     SquillRun *run,
                     const SquillRelationship *r,
                     const char *order_by)
{
  const SquillEntity *child = _squill_run_get_child (run, r);
  g_autoptr (GPtrArray) keys = NULL;

  /* With itself an entity has one index for each direction. */
  if (is_index_idle (run, r) ||
      (!g_str_equal (r->parent, r->child) &&
       _squill_entity_has_index_led_by (run->model, child, r->item.id, r->child_holder)))
    return;
  keys = get_reference_keys (run, r, order_by == NULL ? r->order_by : order_by);
  g_free (_squill_fix_add_index (self, run->model, child, keys, FALSE, NAN));
}

/* Whether an operation that starts from the entity asks for it. */
static gboolean
is_asked_of (SquillRun *run, const char *entity, const char *path)
{
  const GPtrArray *uses = squill_operation_index_get_uses_from (run->operations, entity);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillOperation *operation = ((const SquillUse *)uses->pdata[i])->operation;

      if (_squill_keys_find (operation->filter, path) != NULL)
        return TRUE;
    }
  return FALSE;
}

/* An index of the parent that loses its first keys, which are in what was embedded, led operations
 * to children: these need one of their own. */
static void
keep_beginning (SquillFix *self,
                SquillRun *run,
                const SquillRelationship *r,
                const SquillIndex *index)
{
  g_autoptr (GPtrArray) keys = _squill_keys_new ();
  g_autofree char *prefix = g_strconcat (r->item.id, "/", NULL);

  for (guint i = 0; index->keys != NULL && i < index->keys->len; i++)
    {
      const SquillKey *key = index->keys->pdata[i];

      if (!g_str_has_prefix (key->path, prefix) ||
          !is_asked_of (run, r->child, key->path + strlen (prefix)))
        break;
      _squill_keys_take (keys, key->path + strlen (prefix), key->operator);
    }
  if (keys->len > 0)
    g_free (
        _squill_fix_add_index (self, run->model, _squill_run_get_child (run, r), keys, FALSE, NAN));
}

/**
 * _squill_fix_take_indexes_along:
 * @self: a fix
 * @run: the run it is made in
 * @r: a relationship whose children are no longer embedded
 *
 * Lets indexes that only have keys in what was embedded go with it. Others lose those keys, and
 * what asked for the first of them gets an index in the collection of the children.
 */
void
_squill_fix_take_indexes_along (SquillFix *self, SquillRun *run, const SquillRelationship *r)
{
  const SquillEntity *parent = _squill_run_get_parent (run, r);
  g_autofree char *prefix = g_strconcat (r->item.id, "/", NULL);

  SQUILL_FOR_EACH_CHILD (SquillIndex, index, parent, SQUILL_KIND_INDEX)
    {
      json_auto_t *keys = squill_json_keys (index->keys);
      size_t i, along = 0;
      json_t *key;

      json_array_foreach (keys, i, key)
      {
        const char *path = json_string_value (json_object_get (key, "path"));

        if (!g_str_has_prefix (path, prefix))
          continue;
        along++;
        json_object_set_new (key, "path", json_string (path + strlen (prefix)));
      }
      if (along > 0 && along < json_array_size (keys))
        keep_beginning (self, run, r, index);
      if (along == 0 || along < json_array_size (keys))
        continue;
      _squill_fix_copy_index (self, run->model, index, r->child, keys);
      if (index->unique && !squill_relationship_is_single (r))
        _squill_fix_lose_repeats (self, run->model, index, parent);
    }
}

/**
 * _squill_fix_lose_indexes_of_first:
 * @self: a fix
 * @run: the run it is made in
 * @r: a relationship whose first children are no longer embedded
 *
 * Lets the fix say what was unique among the first children of all parents, and need not be so
 * among all children.
 */
void
_squill_fix_lose_indexes_of_first (SquillFix *self, SquillRun *run, const SquillRelationship *r)
{
  const SquillEntity *parent = _squill_run_get_parent (run, r);

  SQUILL_FOR_EACH_CHILD (SquillIndex, index, parent, SQUILL_KIND_INDEX)
    {
      json_auto_t *nothing = json_array ();
      gboolean is_within = index->unique && index->keys != NULL;

      for (guint i = 0; is_within && i < index->keys->len; i++)
        is_within = squill_key_goes_through (index->keys->pdata[i], r->item.id);
      if (is_within)
        _squill_fix_lose_unique (self, run->model, index, nothing);
    }
}

static gboolean
leads_through (const SquillKey *key, gpointer relationship)
{
  return _squill_key_mentions (key, relationship);
}

/* What differs among the children of one parent because an update saw to it. */
static void
add_guarded_keys (SquillRun *run, const SquillRelationship *r, SquillKeys *keys)
{
  g_autoptr (GPtrArray) guarded =
      _squill_run_get_guarded_keys (run, r->parent, leads_through, r->item.id);
  g_autofree char *prefix = g_strconcat (r->item.id, "/", NULL);

  for (guint i = 0; guarded != NULL && i < guarded->len; i++)
    {
      const SquillKey *key = guarded->pdata[i];

      if (g_str_has_prefix (key->path, prefix))
        _squill_keys_take (keys, key->path + strlen (prefix), "1");
    }
}

/**
 * _squill_fix_index_array:
 * @self: a fix
 * @run: the run it is made in
 * @r: a relationship whose children get a reference
 * @order_by: (nullable): what they are sorted by
 *
 * Gives children that leave an array a unique index on what no two of an array had in common, or
 * else one of the reference.
 */
void
_squill_fix_index_array (SquillFix *self,
                         SquillRun *run,
                         const SquillRelationship *r,
                         const char *order_by)
{
  g_autoptr (GPtrArray) keys = _squill_keys_new ();

  _squill_keys_take (keys, r->item.id, "1");
  add_guarded_keys (run, r, keys);
  if (keys->len > 1)
    g_free (
        _squill_fix_add_index (self, run->model, _squill_run_get_child (run, r), keys, TRUE, NAN));
  else
    add_reference_index (self, run, r, order_by);
}

/* Buckets have the reference, too, and are found by it. */
static gboolean
serves_buckets (const SquillIndex *index, const SquillRelationship *r)
{
  const SquillKey *first = index->keys == NULL ? NULL : index->keys->pdata[0];

  return !index->unique && first != NULL && g_str_equal (first->path, r->item.id);
}

/**
 * _squill_fix_remove_reference_keys:
 * @self: a fix
 * @run: the run it is made in
 * @r: a relationship whose children no longer have the reference
 * @placement: how it will be stored
 *
 * Lets indexes lose the reference. Embedded, the unique indexes of the child stay as they are
 * drawn: the design knows what they mean there, and should it be taken out again they mean what
 * they did before.
 */
void
_squill_fix_remove_reference_keys (SquillFix *self,
                                   SquillRun *run,
                                   const SquillRelationship *r,
                                   SquillPlacement placement)
{
  const SquillEntity *child = _squill_run_get_child (run, r);
  const char *const ids[] = { r->item.id, r->child_holder };

  for (guint i = 0; i < G_N_ELEMENTS (ids) && ids[i] != NULL; i++)
    {
      SQUILL_FOR_EACH_CHILD (SquillIndex, index, child, SQUILL_KIND_INDEX)
        {
          if (placement == SQUILL_PLACEMENT_BUCKET && serves_buckets (index, r))
            continue;
          if (!squill_placement_is_embedding (placement))
            {
              _squill_fix_remove_index_keys (self, run->model, index, ids[i]);
              continue;
            }
          if (_squill_keys_find (index->keys, ids[i]) == NULL)
            continue;
          if (!index->unique || index->keys->len < 2)
            _squill_fix_remove_index_keys (self, run->model, index, ids[i]);
          else if (placement != SQUILL_PLACEMENT_EMBED_ONE)
            _squill_fix_lose_unique_in_array (self, run->model, index, ids[i],
                                              _squill_run_get_parent (run, r));
        }
    }
}

/**
 * _squill_fix_remove_keys_beyond:
 * @self: a fix
 * @run: the run it is made in
 * @r: a relationship whose children refer to their parent
 *
 * Lets indexes lose keys that lead to the parent, of which such documents have nothing: they would
 * keep an index of the reference from being one.
 */
void
_squill_fix_remove_keys_beyond (SquillFix *self, SquillRun *run, const SquillRelationship *r)
{
  const SquillEntity *child = _squill_run_get_child (run, r);

  SQUILL_FOR_EACH_CHILD (SquillIndex, index, child, SQUILL_KIND_INDEX)
    {
      const SquillKey *first = index->keys == NULL ? NULL : index->keys->pdata[0];
      json_auto_t *all = NULL;
      json_t *left;

      if (first == NULL || index->unique || !g_str_equal (first->path, r->item.id))
        continue;
      all = squill_json_keys (index->keys);
      left = json_array ();
      for (guint i = 0; i < index->keys->len; i++)
        if (!squill_key_goes_through (index->keys->pdata[i], r->item.id))
          json_array_append (left, json_array_get (all, i));
      if (json_array_size (left) < json_array_size (all))
        _squill_fix_set (self, index->item.id, "keys", left);
      else
        json_decref (left);
    }
}

/**
 * _squill_fix_index_other_references:
 * @self: a fix
 * @run: the run it is made in
 * @entity: what gets a collection of its own
 * @but: the relationship by which it was embedded
 *
 * Gives it indexes of the other references that it has: what was found with its parent is looked
 * for by these.
 */
void
_squill_fix_index_other_references (SquillFix *self,
                                    SquillRun *run,
                                    const SquillEntity *entity,
                                    const SquillRelationship *but)
{
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (entity, &n);

  for (guint i = 0; i < n; i++)
    if (all[i] != but &&
        (all[i]->placement == SQUILL_PLACEMENT_PARENT_REFERENCE ||
         all[i]->placement == SQUILL_PLACEMENT_SUBSET) &&
        g_str_equal (all[i]->child, entity->item.id) &&
        (all[i]->together > 0 || _squill_run_find_use_to_children (run, all[i], FALSE) != NULL))
      add_reference_index (self, run, all[i], NULL);
}

/**
 * _squill_fix_index_references:
 * @self: a fix
 * @run: the run it is made in
 * @r: a relationship whose parents refer to their children
 *
 * Indexes the references, which are looked for from the other end.
 */
void
_squill_fix_index_references (SquillFix *self, SquillRun *run, const SquillRelationship *r)
{
  g_autoptr (GPtrArray) keys = _squill_keys_new ();

  _squill_keys_take (keys, r->item.id, "1");
  g_free (
      _squill_fix_add_index (self, run->model, _squill_run_get_parent (run, r), keys, FALSE, NAN));
}

/* The array in the documents of the entity that a key of one of its indexes leads through
 * (nullable). */
static const SquillShape *
get_array_of_key (SquillRun *run, const SquillEntity *entity, const SquillKey *key)
{
  const SquillShape *place = _squill_run_get_place (run, entity->item.id);
  const SquillShape *shape =
      place == NULL ? NULL : squill_design_resolve (run->design, place, key->path);

  return shape == NULL ? NULL : squill_shape_get_array (shape);
}

/**
 * _squill_fix_split_parallel_indexes:
 * @self: a fix
 * @run: the run it is made in
 * @r: a relationship that becomes an array in documents of its parent
 *
 * Indexes may have keys in one array of a document only: what becomes another leaves them for an
 * index of its own, and takes along what is in no array.
 */
void
_squill_fix_split_parallel_indexes (SquillFix *self, SquillRun *run, const SquillRelationship *r)
{
  const SquillEntity *parent = _squill_run_get_parent (run, r);

  SQUILL_FOR_EACH_CHILD (SquillIndex, index, parent, SQUILL_KIND_INDEX)
    {
      json_auto_t *all = squill_json_keys (index->keys);
      json_auto_t *moved = json_array ();
      gboolean has_array = FALSE, has_own = FALSE;

      for (guint i = 0; index->keys != NULL && i < index->keys->len; i++)
        {
          const SquillKey *key = index->keys->pdata[i];
          const gboolean is_in_array = get_array_of_key (run, parent, key) != NULL;

          has_array |= is_in_array;
          has_own |= !is_in_array && _squill_key_mentions (key, r->item.id);
          if (!is_in_array)
            json_array_append (moved, json_array_get (all, i));
        }
      if (!has_array || !has_own)
        continue;
      if (!index->unique)
        _squill_fix_copy_index (self, run->model, index, parent->item.id, moved);
      _squill_fix_remove_index_keys (self, run->model, index, r->item.id);
    }
}

/**
 * _squill_fix_say_what_becomes_unique:
 * @self: a fix
 * @run: the run it is made in
 * @r: a relationship whose children will be embedded
 *
 * Lets the fix say which unique indexes, drawn with keys in children that are elsewhere, have not
 * been in force, and are from now on.
 */
void
_squill_fix_say_what_becomes_unique (SquillFix *self, SquillRun *run, const SquillRelationship *r)
{
  const SquillEntity *parent = _squill_run_get_parent (run, r);
  const SquillShape *place = _squill_run_get_place (run, parent->item.id);

  SQUILL_FOR_EACH_CHILD (SquillIndex, index, parent, SQUILL_KIND_INDEX)
    {
      gboolean comes = FALSE;

      for (guint i = 0; index->unique && index->keys != NULL && i < index->keys->len; i++)
        {
          const SquillKey *key = index->keys->pdata[i];

          comes |= squill_key_goes_through (key, r->item.id) &&
                   (place == NULL || squill_design_resolve (run->design, place, key->path) == NULL);
        }
      if (comes)
        _squill_fix_gain_unique (self, run->model, index);
    }
}

/**
 * _squill_fix_new_reference_index:
 * @run: a run
 * @r: a relationship whose children have a reference to their parent
 *
 * Returns: (transfer full): a fix that indexes the reference, and what children are sorted by
 */
SquillFix *
_squill_fix_new_reference_index (SquillRun *run, const SquillRelationship *r)
{
  const SquillEntity *child = _squill_run_get_child (run, r);
  g_autoptr (GPtrArray) keys = get_reference_keys (run, r, r->order_by);

  return _squill_fix_new_index (
      g_strdup_printf (_ ("Index the reference in %s"), _squill_wording_name (child)), run->model,
      child, keys, FALSE);
}
