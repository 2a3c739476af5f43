/* SPDX-License-Identifier: Apache-2.0 */

/* What a merge left to be decided: it stands in the model until somebody has. */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "model/squill-authoring.h"
#include "model/squill-item-place.h"
#include "model/squill-item-table.h"
#include "model/squill-model-difference.h"
#include "model/squill-model-merge.h"
#include "model/squill-model-private.h"

/* By SquillMergeSide, as in the file. */
static const char *const side_names[SQUILL_N_MERGE_SIDES] = { "ours", "theirs", "base" };

static void
conflict_free (gpointer data)
{
  SquillConflict *conflict = data;

  for (guint i = 0; i < SQUILL_N_MERGE_SIDES; i++)
    {
      json_decref (conflict->values[i]);
      g_free (conflict->texts[i]);
    }
  g_free (conflict->key);
  g_free (conflict->id);
  g_free (conflict->place);
  g_free (conflict->property);
  g_free (conflict->message);
  g_free (conflict);
}

static char *
removal_to_text (const json_t *value)
{
  const char *name = json_string_value (value);

  if (g_strcmp0 (name, "removed") == 0)
    return g_strdup (_ ("removed"));
  if (g_strcmp0 (name, "changed") == 0)
    return g_strdup (_ ("changed"));
  if (g_strcmp0 (name, "used") == 0)
    return g_strdup (_ ("used"));
  return g_strdup (_ ("unchanged"));
}

static char *
value_to_text (SquillModel *self, const SquillConflict *conflict, const json_t *value)
{
  const SquillProperty *property;

  if (conflict->property == NULL)
    return removal_to_text (value);
  property = squill_kind_find_property (conflict->kind, conflict->property);
  if (property == NULL && json_is_string (value) &&
      g_str_equal (conflict->property, SQUILL_BELONGS_TO))
    {
      const SquillItem *around = squill_model_get_item (self, json_string_value (value));

      if (around != NULL)
        return squill_model_describe_place (self, around);
    }
  return squill_model_value_to_text (self, property, value);
}

static SquillConflict *
conflict_new (SquillModel *self, const char *key, const json_t *json, const SquillItem *item)
{
  SquillConflict *conflict = g_new0 (SquillConflict, 1);
  const char *other_id = json_string_value (json_object_get (json, "other"));
  const SquillItem *other = other_id == NULL ? NULL : squill_model_get_item (self, other_id);
  gboolean base_unknown;

  conflict->key = g_strdup (key);
  conflict->id = g_strdup (item->id);
  conflict->kind = item->kind;
  conflict->place = squill_model_describe_place (self, item);
  conflict->property = g_strdup (json_string_value (json_object_get (json, "property")));
  base_unknown = json_is_true (json_object_get (json, "base_unknown"));
  for (guint i = 0; i < SQUILL_N_MERGE_SIDES; i++)
    {
      if (i == SQUILL_MERGE_BASE && base_unknown)
        continue;
      conflict->values[i] = json_incref (json_object_get (json, side_names[i]));
      conflict->texts[i] = value_to_text (self, conflict, conflict->values[i]);
    }
  if (conflict->property == NULL)
    /* Translators: where, and what became of it on each side: "users.email: ours removed, theirs
     * changed" */
    conflict->message =
        g_strdup_printf (_ ("%s: ours %s, theirs %s"), conflict->place,
                         conflict->texts[SQUILL_MERGE_OURS], conflict->texts[SQUILL_MERGE_THEIRS]);
  else if (other != NULL)
    {
      g_autofree char *place = squill_model_describe_place (self, other);

      conflict->message = g_strdup_printf (
          /* Translators: where, which property, its values, and another place: "users.mail, name:
           * mail in ours, email in theirs; the other side gave the same name to users.address" */
          _ ("%s, %s: %s in ours, %s in theirs; the other side gave the same name to %s"),
          conflict->place, conflict->property, conflict->texts[SQUILL_MERGE_OURS],
          conflict->texts[SQUILL_MERGE_THEIRS], place);
    }
  else if (base_unknown)
    conflict->message = g_strdup_printf (
        /* Translators: where, which property, and its values: "users.email, types: string in ours,
         * int in theirs" */
        _ ("%s, %s: %s in ours, %s in theirs"), conflict->place, conflict->property,
        conflict->texts[SQUILL_MERGE_OURS], conflict->texts[SQUILL_MERGE_THEIRS]);
  else
    conflict->message = g_strdup_printf (
        /* Translators: where, which property, and its values: "users.email, types: string in ours,
         * int in theirs, not set in base" */
        _ ("%s, %s: %s in ours, %s in theirs, %s in base"), conflict->place, conflict->property,
        conflict->texts[SQUILL_MERGE_OURS], conflict->texts[SQUILL_MERGE_THEIRS],
        conflict->texts[SQUILL_MERGE_BASE]);
  return conflict;
}

/**
 * squill_model_list_conflicts:
 * @self: a model
 *
 * Returns: (transfer full) (element-type SquillConflict): what a merge left to be decided. What is
 *   about something that is gone since is decided.
 */
GPtrArray *
squill_model_list_conflicts (SquillModel *self)
{
  GPtrArray *list;
  const char *key;
  json_t *json;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);

  list = g_ptr_array_new_with_free_func (conflict_free);
  json_object_foreach (squill_model_get_info (self)->conflicts, key, json)
  {
    const char *id = json_string_value (json_object_get (json, "subject"));
    const SquillItem *item = id == NULL ? NULL : squill_model_get_item (self, id);

    if (item != NULL)
      g_ptr_array_add (list, conflict_new (self, key, json, item));
  }
  return list;
}

static gboolean
is_value_of (gconstpointer item, const SquillProperty *property, const json_t *value)
{
  json_auto_t *now = squill_property_get (property, item);

  return now == value || (now != NULL && value != NULL && json_equal (now, value));
}

static gboolean
choose (SquillModel *self, const json_t *conflict, SquillMergeSide side, GError **error)
{
  const char *id = json_string_value (json_object_get (conflict, "subject"));
  const char *name = json_string_value (json_object_get (conflict, "property"));
  const SquillItem *item = id == NULL ? NULL : squill_model_get_item (self, id);
  json_t *value = json_object_get (conflict, side_names[side]);
  const SquillProperty *property;

  if (item == NULL ||
      (side == SQUILL_MERGE_BASE && json_is_true (json_object_get (conflict, "base_unknown"))))
    return TRUE;
  if (name == NULL)
    {
      if (g_strcmp0 (json_string_value (value), "removed") == 0)
        squill_model_delete (self, (const char *[]){ id, NULL });
      return TRUE;
    }
  property = squill_kind_find_property (item->kind, name);
  if (property == NULL && g_str_equal (name, SQUILL_BELONGS_TO) && json_is_string (value))
    {
      const SquillProperty *order = squill_kind_find_property (item->kind, "order");
      json_auto_t *rank = order == NULL ? NULL : squill_property_get (order, item);

      return _squill_model_apply_new (
          self, squill_edit_new_move (id, json_string_value (value), json_string_value (rank)),
          error);
    }
  /* Without a property it is something that a newer program knows: that can resolve it. */
  if (property == NULL || is_value_of (item, property, value))
    return TRUE;
  return squill_model_set (self, id, name, json_incref (value), error);
}

/* The conflicts but for @decided, and for those about what is gone. */
static json_t *
list_left (SquillModel *self, const char *decided)
{
  json_t *left = json_copy (squill_model_get_info (self)->conflicts);
  const char *key;
  json_t *conflict;
  void *next;

  json_object_foreach_safe (left, next, key, conflict)
  {
    const char *id = json_string_value (json_object_get (conflict, "subject"));

    if (g_str_equal (key, decided) || (id != NULL && squill_model_get_item (self, id) == NULL))
      json_object_del (left, key);
  }
  if (json_object_size (left) == 0)
    g_clear_pointer (&left, json_decref);
  return left;
}

/**
 * squill_model_resolve_conflict:
 * @self: a model
 * @key: which conflict
 * @side: whose value it gets
 * @error: where the value cannot be had any more, such as another place in what is gone; not of
 *   ours: what is there then stays
 *
 * Decides a conflict, as one step.
 *
 * Returns: %TRUE if it is decided
 */
gboolean
squill_model_resolve_conflict (SquillModel *self,
                               const char *key,
                               SquillMergeSide side,
                               GError **error)
{
  g_autoptr (GError) local_error = NULL;
  json_auto_t *conflict = NULL;
  json_t *left;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), FALSE);
  g_return_val_if_fail (key != NULL, FALSE);
  g_return_val_if_fail (side < SQUILL_N_MERGE_SIDES, FALSE);

  conflict = json_incref (json_object_get (squill_model_get_info (self)->conflicts, key));
  if (conflict == NULL)
    return TRUE;
  squill_model_begin_step (self, _ ("Resolve Conflict"), NULL);
  /* A conflict of which nothing can be chosen any more could never be decided otherwise. */
  if (!choose (self, conflict, side, &local_error) && side != SQUILL_MERGE_OURS)
    {
      g_propagate_error (error, g_steal_pointer (&local_error));
      squill_model_cancel_step (self);
      return FALSE;
    }
  left = list_left (self, key);
  if (!squill_model_set (self, SQUILL_MODEL_ID, "conflicts", left, error))
    {
      squill_model_cancel_step (self);
      return FALSE;
    }
  squill_model_end_step (self);
  return TRUE;
}

static char *
describe_dangling (SquillModel *self, const char *id, const char *property, const char *missing)
{
  g_autofree char *place = squill_model_describe_place (self, squill_model_get_item (self, id));

  /* Translators: where, which property, and an id */
  return g_strdup_printf (_ ("%s, %s: “%s” is not in the model"), place, property, missing);
}

/**
 * squill_model_list_dangling:
 * @self: a model
 *
 * Finds references to items that are not in the model.
 *
 * Returns: (transfer full) (element-type utf8): one sentence each
 */
GPtrArray *
squill_model_list_dangling (SquillModel *self)
{
  GPtrArray *list;
  g_autoptr (SquillItemTable) table = NULL;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);

  list = g_ptr_array_new_with_free_func (g_free);
  table = _squill_item_table_new (squill_model_get_info (self));
  for (guint i = 0; i < table->entries->len; i++)
    {
      const SquillItemEntry *entry = table->entries->pdata[i];
      guint n;
      const SquillProperty *properties = squill_kind_get_properties (entry->kind, &n);

      /* A view may name what is no longer there. */
      for (guint k = 0; k < n && entry->kind != SQUILL_KIND_VIEW; k++)
        {
          g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);

          _squill_item_table_list_references (
              &properties[k], json_object_get (entry->members, properties[k].name), ids);
          for (guint j = 0; j < ids->len; j++)
            if (squill_model_get_item (self, ids->pdata[j]) == NULL)
              g_ptr_array_add (
                  list, describe_dangling (self, entry->id, properties[k].name, ids->pdata[j]));
        }
    }
  return list;
}
