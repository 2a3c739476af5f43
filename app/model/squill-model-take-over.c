/* SPDX-License-Identifier: Apache-2.0 */

/* Differences of two models taken over from one into the other. */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "model/squill-authoring.h"
#include "model/squill-item-place.h"
#include "model/squill-model-difference.h"
#include "model/squill-model-file.h"
#include "model/squill-model-private.h"

/* What is taken over may make other differences: what is removed takes with it what refers to it.
 * More rounds than this make no further difference. */
#define MAX_ROUNDS 8

/* Leaves out of @content what is in the model already, elsewhere: that is moved for itself. */
static void
leave_out_known (SquillModel *self, SquillKind kind, json_t *content)
{
  for (SquillKind child = SQUILL_KIND_ENTITY; child < SQUILL_N_KINDS; child++)
    {
      json_t *map = _squill_kind_fits (kind, child)
                        ? json_object_get (content, _squill_kind_get_map_name (child))
                        : NULL;
      const char *id;
      json_t *inner;
      void *next;

      json_object_foreach_safe (map, next, id, inner)
      {
        if (squill_model_get_item (self, id) != NULL)
          json_object_del (map, id);
        else
          leave_out_known (self, child, inner);
      }
    }
}

static gboolean
take_added (SquillModel *self, const SquillItem *item, GError **error)
{
  json_t *content = squill_item_to_json (item);

  leave_out_known (self, item->kind, content);
  return _squill_model_apply_new (
      self, squill_edit_new_add (item->kind, item->id, item->parent->id, content), error);
}

static gboolean
take_value (SquillModel *self, const SquillModelDifference *difference, GError **error)
{
  const SquillItem *item = squill_model_get_item (self, difference->id);
  const SquillProperty *property = squill_kind_find_property (item->kind, difference->property);
  json_t *value = json_deep_copy (difference->to);

  if (property == NULL)
    {
      json_decref (value);
      g_set_error_literal (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_INVALID,
                           _ ("Only a newer version of Squill knows this property"));
      return FALSE;
    }
  if (difference->member != NULL)
    {
      json_auto_t *now = squill_property_get (property, item);
      json_t *map = json_is_object (now) ? json_copy (now) : json_object ();

      if (value == NULL)
        json_object_del (map, difference->member);
      else
        json_object_set_new (map, difference->member, value);
      if (json_object_size (map) == 0)
        g_clear_pointer (&map, json_decref);
      value = map;
    }
  return squill_model_set (self, difference->id, difference->property, value, error);
}

static gboolean
take_place (SquillModel *self, const SquillItem *theirs, GError **error)
{
  return _squill_model_apply_new (
      self, squill_edit_new_move (theirs->id, theirs->parent->id, _squill_item_get_order (theirs)),
      error);
}

/* Moves what belongs to @item, and is elsewhere in the other model, there. */
static gboolean
rescue (SquillModel *self,
        SquillModel *other,
        const char *removed,
        const SquillItem *item,
        GError **error)
{
  for (guint i = item->children == NULL ? 0 : item->children->len; i > 0; i--)
    {
      const SquillItem *child = item->children->pdata[i - 1];
      const SquillItem *theirs = squill_model_get_item_of_kind (other, child->id, child->kind);
      const SquillItem *around =
          theirs == NULL ? NULL : squill_model_get_item (self, theirs->parent->id);

      if (theirs == NULL)
        {
          if (!rescue (self, other, removed, child, error))
            return FALSE;
        }
      else if (around == NULL || squill_item_is_within (around, removed))
        {
          g_autofree char *place = squill_model_describe_place (self, child);

          g_set_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_IN_USE,
                       _ ("“%s” is elsewhere in the other model, in what is not here yet"), place);
          return FALSE;
        }
      else if (!take_place (self, theirs, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
take_removed (SquillModel *self, SquillModel *other, const char *id, GError **error)
{
  const SquillItem *item = squill_model_get_item (self, id);

  if (item == NULL)
    return TRUE;
  if (!rescue (self, other, id, item, error))
    return FALSE;
  squill_model_delete (self, (const char *[]){ id, NULL });
  return TRUE;
}

static gboolean
take (SquillModel *self,
      SquillModel *other,
      const SquillModelDifference *difference,
      GError **error)
{
  const SquillItem *theirs = squill_model_get_item (other, difference->id);
  const SquillItem *ours = squill_model_get_item (self, difference->id);

  if (difference->kind == SQUILL_MODEL_DIFFERENCE_REMOVED)
    return take_removed (self, other, difference->id, error);
  if (ours != NULL && theirs != NULL && ours->kind != theirs->kind)
    {
      g_set_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_EXISTS,
                   _ ("There are two items with the id “%s”"), difference->id);
      return FALSE;
    }
  if (difference->kind == SQUILL_MODEL_DIFFERENCE_ADDED && theirs != NULL)
    return ours != NULL || take_added (self, theirs, error);
  if (ours == NULL || theirs == NULL)
    {
      g_set_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_NOT_FOUND,
                   _ ("“%s” is not in this model"), difference->place);
      return FALSE;
    }
  if (g_strcmp0 (difference->property, SQUILL_BELONGS_TO) == 0 &&
      squill_kind_find_property (ours->kind, SQUILL_BELONGS_TO) == NULL)
    return take_place (self, theirs, error);
  return take_value (self, difference, error);
}

/**
 * squill_model_take_over:
 * @self: a model
 * @other: the model that it was compared with
 * @difference: one of squill_models_find_differences(), from @self to @other
 * @error: where it needs another one first: a field the entity that it belongs to
 *
 * Makes a model like another in one regard, as one step.
 *
 * Returns: %TRUE if it is so now
 */
gboolean
squill_model_take_over (SquillModel *self,
                        SquillModel *other,
                        const SquillModelDifference *difference,
                        GError **error)
{
  g_return_val_if_fail (SQUILL_IS_MODEL (self), FALSE);
  g_return_val_if_fail (SQUILL_IS_MODEL (other), FALSE);
  g_return_val_if_fail (difference != NULL, FALSE);

  squill_model_begin_step (self, _ ("Take Over Difference"), NULL);
  if (!take (self, other, difference, error))
    {
      squill_model_cancel_step (self);
      return FALSE;
    }
  squill_model_end_step (self);
  return TRUE;
}

/**
 * squill_model_take_over_all:
 * @self: a model
 * @other: another
 *
 * Makes a model like another, as one step.
 *
 * Returns: how many differences are left, because they could not be taken over
 */
guint
squill_model_take_over_all (SquillModel *self, SquillModel *other)
{
  g_autoptr (GPtrArray) differences = NULL;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), 0);
  g_return_val_if_fail (SQUILL_IS_MODEL (other), 0);

  squill_model_begin_step (self, _ ("Take Over All Differences"), NULL);
  differences = squill_models_find_differences (self, other);
  for (guint round = 0; round < MAX_ROUNDS && differences->len > 0; round++)
    {
      /* What comes first, so that nothing is asked to belong to what is not there yet; what goes
       * last. */
      for (guint pass = 0; pass < 3; pass++)
        for (guint i = 0; i < differences->len; i++)
          {
            const SquillModelDifference *difference = differences->pdata[i];
            guint due = difference->kind == SQUILL_MODEL_DIFFERENCE_ADDED     ? 0
                        : difference->kind == SQUILL_MODEL_DIFFERENCE_REMOVED ? 2
                                                                              : 1;

            if (due == pass)
              take (self, other, difference, NULL);
          }
      g_ptr_array_unref (differences);
      differences = squill_models_find_differences (self, other);
    }
  squill_model_end_step (self);
  return differences->len;
}
