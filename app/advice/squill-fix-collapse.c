/* SPDX-License-Identifier: Apache-2.0 */

/* One side of a relationship copied as a whole into the other, and dropped. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "advice/squill-advice-private.h"
#include "model/squill-authoring.h"

/**
 * Collapse:
 * @r: the relationship that goes
 * @parent: the entity that goes
 * @child: the entity that gets its fields
 * @identity: (nullable): the field by which one parent is told from the others
 */
typedef struct
{
  const SquillRelationship *r;
  const SquillEntity *parent;
  const SquillEntity *child;
  const SquillField *identity;
} Collapse;

static gboolean
is_id (const SquillField *field)
{
  return g_strcmp0 (field->name, "_id") == 0;
}

/* The field by which operations look for one parent, or else one that has no value twice. */
static const SquillField *
find_identity (SquillRun *run, const SquillEntity *parent)
{
  const GPtrArray *uses = squill_operation_index_get_uses_from (run->operations, parent->item.id);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillKeys *filter = ((const SquillUse *)uses->pdata[i])->operation->filter;

      for (guint j = 0; filter != NULL && j < filter->len; j++)
        {
          const SquillKey *key = filter->pdata[j];
          const SquillField *field = squill_model_get_field (run->model, key->path);

          if (field != NULL && squill_key_is_equality (key) &&
              field->item.parent == &parent->item && !is_id (field))
            return field;
        }
    }
  SQUILL_FOR_EACH_CHILD (SquillField, field, parent, SQUILL_KIND_FIELD)
    {
      if (field->unique && !is_id (field))
        return field;
    }
  return NULL;
}

/* What a key leads to from the child; NULL where that has no such place. */
static char *
get_new_path (const Collapse *self, SquillRun *run, const char *path)
{
  g_autofree char *prefix = g_strconcat (self->r->item.id, "/", NULL);
  const char *rest = g_str_has_prefix (path, prefix) ? path + strlen (prefix) : path;
  const SquillField *field = squill_model_get_field (run->model, squill_key_path_get_last (rest));

  if (g_str_equal (path, self->r->item.id))
    return self->identity == NULL ? NULL : g_strdup (self->identity->item.id);
  /* The id of a parent means nothing any more. */
  if (field != NULL && field->item.parent == &self->parent->item && is_id (field))
    return NULL;
  return g_strdup (rest);
}

/* Rewrites keys; FALSE where one of them leads nowhere from now on. */
static gboolean
redirect (const Collapse *self,
          SquillFix *fix,
          SquillRun *run,
          const SquillOperation *operation,
          const char *property,
          const SquillKeys *keys)
{
  const gboolean from_parent = g_str_equal (operation->entity, self->parent->item.id);
  g_autoptr (GPtrArray) left = NULL;

  if (keys == NULL)
    return TRUE;
  left = _squill_keys_new ();
  for (guint i = 0; i < keys->len; i++)
    {
      const SquillKey *key = keys->pdata[i];
      g_autofree char *path = get_new_path (self, run, key->path);

      if (path == NULL || (from_parent && *key->path == '='))
        return FALSE;
      _squill_keys_take (left, path, key->operator);
    }
  _squill_fix_set (fix, operation->item.id, property, squill_json_keys (left));
  return TRUE;
}

static gboolean
redirect_operation (const Collapse *self,
                    SquillFix *fix,
                    SquillRun *run,
                    const SquillOperation *operation)
{
  json_t *follows = json_array ();

  for (guint i = 0; operation->follows != NULL && operation->follows[i] != NULL; i++)
    if (!g_str_equal (operation->follows[i], self->r->item.id))
      json_array_append_new (follows, json_string (operation->follows[i]));
  _squill_fix_set (fix, operation->item.id, "follows", follows);
  if (g_str_equal (operation->entity, self->parent->item.id))
    _squill_fix_set (fix, operation->item.id, "entity", json_string (self->child->item.id));
  return redirect (self, fix, run, operation, "filter", operation->filter) &&
         redirect (self, fix, run, operation, "sort", operation->sort) &&
         redirect (self, fix, run, operation, "returns", operation->returns) &&
         redirect (self, fix, run, operation, "writes", operation->writes) &&
         redirect (self, fix, run, operation, "computes", operation->computes);
}

/* Only what starts at one of its ends can be told where to look now. */
static gboolean
redirect_operations (const Collapse *self, SquillFix *fix, SquillRun *run)
{
  const GPtrArray *uses =
      squill_operation_index_get_uses_of (run->operations, self->parent->item.id);

  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = uses->pdata[i];

      if ((use->root != self->parent && use->root != self->child) ||
          !redirect_operation (self, fix, run, use->operation))
        return FALSE;
    }
  return TRUE;
}

static gboolean
move_fields (const Collapse *self, SquillFix *fix)
{
  g_autofree char *order = NULL;

  SQUILL_FOR_EACH_CHILD (SquillField, field, self->child, SQUILL_KIND_FIELD)
    {
      g_free (order);
      order = g_strdup (field->order);
      SQUILL_FOR_EACH_CHILD (SquillField, other, self->parent, SQUILL_KIND_FIELD)
        {
          if (!is_id (other) && g_strcmp0 (other->name, field->name) == 0)
            return FALSE;
        }
    }
  SQUILL_FOR_EACH_CHILD (SquillField, field, self->parent, SQUILL_KIND_FIELD)
    {
      g_autofree char *next = squill_rank_between (order, NULL);

      if (is_id (field))
        continue;
      _squill_fix_move (fix, field->item.id, self->child->item.id, next);
      g_free (order);
      order = g_steal_pointer (&next);
    }
  return TRUE;
}

/* Indexes by the reference are by what tells parents from each other from now on. */
static void
redirect_indexes (const Collapse *self, SquillFix *fix, SquillRun *run)
{
  gboolean is_led = FALSE;

  SQUILL_FOR_EACH_CHILD (SquillIndex, index, self->child, SQUILL_KIND_INDEX)
    {
      g_autoptr (GPtrArray) keys = NULL;

      if (_squill_keys_find (index->keys, self->r->item.id) == NULL)
        continue;
      if (self->identity == NULL)
        {
          _squill_fix_remove_index_keys (fix, run->model, index, self->r->item.id);
          continue;
        }
      keys = _squill_keys_new ();
      for (guint i = 0; i < index->keys->len; i++)
        {
          const SquillKey *key = index->keys->pdata[i];

          _squill_keys_take (
              keys, g_str_equal (key->path, self->r->item.id) ? self->identity->item.id : key->path,
              key->operator);
        }
      is_led |= g_str_equal (((const SquillKey *)keys->pdata[0])->path, self->identity->item.id);
      _squill_fix_set (fix, index->item.id, "keys", squill_json_keys (keys));
    }
  if (self->identity != NULL && !is_led)
    {
      g_autoptr (GPtrArray) keys = _squill_keys_new ();

      _squill_keys_take (keys, self->identity->item.id, "1");
      g_free (_squill_fix_add_index (fix, run->model, self->child, keys, FALSE, NAN));
    }
  SQUILL_FOR_EACH_CHILD (SquillIndex, index, self->parent, SQUILL_KIND_INDEX)
    {
      json_auto_t *none = json_array ();

      if (index->unique)
        _squill_fix_lose_unique (fix, run->model, index, none);
    }
}

/**
 * _squill_fix_new_collapse:
 * @run: a run
 * @r: a relationship by which children refer to their only parent
 *
 * Returns: (transfer full) (nullable): a fix that moves all fields of the parent into its children,
 *   and removes it; %NULL where operations need something of it that children will not have
 */
SquillFix *
_squill_fix_new_collapse (SquillRun *run, const SquillRelationship *r)
{
  const SquillEntity *parent = _squill_run_get_parent (run, r);
  const SquillEntity *child = _squill_run_get_child (run, r);
  const Collapse self = { r, parent, child, find_identity (run, parent) };
  g_autoptr (SquillFix) fix = NULL;
  guint n_links, n_copies;

  squill_item_get_children (r, SQUILL_KIND_FIELD, &n_links);
  squill_item_get_children (r, SQUILL_KIND_COPY, &n_copies);
  if (n_links + n_copies > 0 || r->child_holder != NULL || r->pinned)
    return NULL;
  fix = _squill_fix_new (g_strdup_printf (
      _ ("Move all of %s into %s"), _squill_wording_name (parent), _squill_wording_name (child)));
  if (!move_fields (&self, fix) || !redirect_operations (&self, fix, run))
    return NULL;
  redirect_indexes (&self, fix, run);
  _squill_fix_remove (fix, r->item.id);
  _squill_fix_remove (fix, parent->item.id);
  _squill_fix_lose (fix,
                    g_strdup_printf (_ ("One “%s” without any “%s” is stored nowhere."),
                                     _squill_wording_name (parent), _squill_wording_name (child)));
  return g_steal_pointer (&fix);
}
