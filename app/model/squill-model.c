/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include "model/squill-model-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "model/squill-history.h"
#include "model/squill-item-private.h"
#include "model/squill-model-file.h"

struct _SquillModel
{
  GObject parent_instance;

  SquillModelInfo *info;
  GHashTable *items; /* id -> SquillItem, all but the model's own */
  GRand *random;     /* for ids */
  char **warnings;
  json_int_t version; /* of the file it came from */
  json_int_t min_reader;

  SquillHistory *history;
  SquillStep *step;     /* the open one */
  SquillChange *change; /* what it did so far */
  guint depth;          /* of begun steps */
  guint read_only : 1;
  guint again : 1;   /* edits that were made before are carried out */
  guint telling : 1; /* "changed" is being emitted */
};

enum
{
  PROP_0,
  PROP_CAN_UNDO,
  PROP_CAN_REDO,
  PROP_MODIFIED,
  PROP_READ_ONLY,
  N_PROPS
};

enum
{
  CHANGED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillModel, squill_model, G_TYPE_OBJECT)
G_DEFINE_QUARK (squill - model - error - quark, squill_model_error)

static gboolean
refuse (GError **error, SquillModelError code, const char *format, ...) G_GNUC_PRINTF (3, 4);

static gboolean
refuse (GError **error, SquillModelError code, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_propagate_error (error, g_error_new_valist (SQUILL_MODEL_ERROR, code, format, arguments));
  va_end (arguments);
  return FALSE;
}

static SquillItem *
lookup (SquillModel *self, const char *id)
{
  if (g_str_equal (id, SQUILL_MODEL_ID))
    return &self->info->item;
  return g_hash_table_lookup (self->items, id);
}

static void
link_end (SquillModel *self, const char *id, SquillRelationship *relationship)
{
  SquillEntity *entity = g_hash_table_lookup (self->items, id);

  if (entity->relationships == NULL)
    entity->relationships = g_ptr_array_new ();
  if (!g_ptr_array_find (entity->relationships, relationship, NULL))
    g_ptr_array_add (entity->relationships, relationship);
}

static void
unlink_end (SquillModel *self, const char *id, SquillRelationship *relationship)
{
  SquillEntity *entity = g_hash_table_lookup (self->items, id);

  if (entity != NULL && entity->relationships != NULL)
    g_ptr_array_remove (entity->relationships, relationship);
}

static void
link_relationship (SquillModel *self, SquillRelationship *relationship)
{
  link_end (self, relationship->parent, relationship);
  link_end (self, relationship->child, relationship);
}

static void
unlink_relationship (SquillModel *self, SquillRelationship *relationship)
{
  unlink_end (self, relationship->parent, relationship);
  unlink_end (self, relationship->child, relationship);
}

static void
forget (SquillModel *self, SquillItem *item)
{
  g_hash_table_remove (self->items, item->id);
  if (item->children != NULL)
    for (guint i = 0; i < item->children->len; i++)
      forget (self, item->children->pdata[i]);
}

/* Makes an item and all that belongs to it known by id. On failure none of them is. */
static gboolean
learn (SquillModel *self, SquillItem *item, GPtrArray *path, GError **error)
{
  if (lookup (self, item->id) != NULL)
    return refuse (error, SQUILL_MODEL_ERROR_EXISTS, _ ("There are two items with the id “%s”"),
                   item->id);
  g_hash_table_insert (self->items, item->id, item);
  if (item->children == NULL)
    return TRUE;
  for (guint i = 0; i < item->children->len; i++)
    {
      SquillItem *child = item->children->pdata[i];

      if (path != NULL)
        {
          g_ptr_array_add (path, g_strdup (_squill_kind_get_map_name (child->kind)));
          g_ptr_array_add (path, g_strdup (child->id));
        }
      if (!learn (self, child, path, error))
        {
          for (guint j = 0; j < i; j++)
            forget (self, item->children->pdata[j]);
          g_hash_table_remove (self->items, item->id);
          return FALSE;
        }
      if (path != NULL)
        g_ptr_array_set_size (path, path->len - 2);
    }
  return TRUE;
}

static gboolean
check_end (SquillModel *self, const char *id, GError **error)
{
  const SquillItem *item = lookup (self, id);

  if (item == NULL || item->kind != SQUILL_KIND_ENTITY)
    return refuse (error, SQUILL_MODEL_ERROR_NOT_FOUND,
                   _ ("The relationship leads to “%s”, which is no entity of this model"), id);
  return TRUE;
}

/* Takes over all of a file's items at once. */
gboolean
_squill_model_take_content (SquillModel *self,
                            SquillModelInfo *info,
                            GPtrArray *path,
                            GError **error)
{
  g_return_val_if_fail (g_hash_table_size (self->items) == 0, FALSE);

  _squill_item_free (&self->info->item);
  self->info = info;
  if (info->item.children == NULL)
    return TRUE;
  for (guint i = 0; i < info->item.children->len; i++)
    {
      SquillItem *child = info->item.children->pdata[i];

      if (path != NULL)
        {
          g_ptr_array_add (path, g_strdup (_squill_kind_get_map_name (child->kind)));
          g_ptr_array_add (path, g_strdup (child->id));
        }
      if (!learn (self, child, path, error))
        return FALSE;
      if (path != NULL)
        g_ptr_array_set_size (path, path->len - 2);
    }
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, info, SQUILL_KIND_RELATIONSHIP)
    {
      const char *ends[] = { r->parent, r->child };

      for (guint i = 0; i < 2; i++)
        if (!check_end (self, ends[i], error))
          {
            if (path != NULL)
              {
                g_ptr_array_add (path,
                                 g_strdup (_squill_kind_get_map_name (SQUILL_KIND_RELATIONSHIP)));
                g_ptr_array_add (path, g_strdup (r->item.id));
                g_ptr_array_add (path, g_strdup (i == 0 ? "parent" : "child"));
              }
            return FALSE;
          }
      link_relationship (self, (SquillRelationship *)r);
    }
  return TRUE;
}

SquillItem *
_squill_model_lookup (SquillModel *self, const char *id)
{
  return lookup (self, id);
}

void
_squill_model_take_warnings (SquillModel *self, char **warnings)
{
  g_strfreev (self->warnings);
  self->warnings = warnings;
}

void
_squill_model_set_version (SquillModel *self, json_int_t version, json_int_t min_reader)
{
  self->version = version;
  self->min_reader = min_reader;
}

void
_squill_model_get_version (SquillModel *self, json_int_t *version, json_int_t *min_reader)
{
  *version = self->version;
  *min_reader = self->min_reader;
}

/**
 * squill_model_get_warnings:
 * @self: a model
 *
 * Returns: (transfer none) (nullable): what the user should know of the file that was read: things
 *   this version keeps but does not understand
 */
char **
squill_model_get_warnings (SquillModel *self)
{
  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);

  return self->warnings;
}

/* Edits. Each gives its inverse and says what changes. */

static gboolean
add_item (SquillModel *self, SquillEdit *edit, SquillEdit **inverse, GError **error)
{
  const char *id = squill_edit_get_id (edit);
  SquillKind kind = squill_edit_get_kind (edit);
  SquillItem *parent = lookup (self, squill_edit_get_parent (edit));
  SquillItem *item;

  if (parent == NULL)
    return refuse (error, SQUILL_MODEL_ERROR_NOT_FOUND, _ ("“%s” is not in this model"),
                   squill_edit_get_parent (edit));
  if (!_squill_kind_fits (parent->kind, kind))
    return refuse (error, SQUILL_MODEL_ERROR_INVALID, _ ("“%s” cannot belong to “%s”"), id,
                   parent->id);
  item = _squill_item_from_json (kind, id, squill_edit_get_value (edit), NULL, NULL, error);
  if (item == NULL)
    return FALSE;
  if (kind == SQUILL_KIND_RELATIONSHIP)
    {
      SquillRelationship *relationship = (SquillRelationship *)item;

      if (!check_end (self, relationship->parent, error) ||
          !check_end (self, relationship->child, error))
        {
          _squill_item_free (item);
          return FALSE;
        }
    }
  if (!learn (self, item, NULL, error))
    {
      _squill_item_free (item);
      return FALSE;
    }
  _squill_item_insert_child (parent, item);
  if (kind == SQUILL_KIND_RELATIONSHIP)
    link_relationship (self, (SquillRelationship *)item);
  squill_change_add (self->change, item, SQUILL_EDIT_ADD, squill_kind_get_aspects (kind));
  *inverse = squill_edit_new_remove (id);
  return TRUE;
}

static gboolean
remove_item (SquillModel *self, SquillItem *item, SquillEdit **inverse, GError **error)
{
  if (item->kind == SQUILL_KIND_MODEL)
    return refuse (error, SQUILL_MODEL_ERROR_INVALID, _ ("The model itself cannot be removed"));
  if (item->kind == SQUILL_KIND_ENTITY)
    {
      const SquillEntity *entity = (const SquillEntity *)item;

      if (entity->relationships != NULL && entity->relationships->len > 0)
        return refuse (error, SQUILL_MODEL_ERROR_IN_USE,
                       _ ("A relationship leads to “%s”: remove that first"), entity->name);
    }
  *inverse = squill_edit_new_add (item->kind, item->id, item->parent->id,
                                  _squill_item_to_json (item, TRUE));
  squill_change_add (self->change, item, SQUILL_EDIT_REMOVE, squill_kind_get_aspects (item->kind));
  if (item->kind == SQUILL_KIND_RELATIONSHIP)
    unlink_relationship (self, (SquillRelationship *)item);
  _squill_item_steal_child (item->parent, item);
  forget (self, item);
  _squill_item_free (item);
  return TRUE;
}

static gboolean
set_property (
    SquillModel *self, SquillItem *item, SquillEdit *edit, SquillEdit **inverse, GError **error)
{
  const char *name = squill_edit_get_property (edit);
  const SquillProperty *property = squill_kind_find_property (item->kind, name);
  json_t *value = squill_edit_get_value (edit);
  json_t *unknown;
  SquillRelationship *relationship =
      item->kind == SQUILL_KIND_RELATIONSHIP ? (SquillRelationship *)item : NULL;
  gboolean is_end =
      relationship != NULL && (g_str_equal (name, "parent") || g_str_equal (name, "child"));
  json_t *old;

  if (property == NULL)
    {
      g_set_error (error, SQUILL_PROPERTY_ERROR, SQUILL_PROPERTY_ERROR_UNKNOWN,
                   _ ("There is no property “%s” here"), name);
      return FALSE;
    }
  if (is_end && json_is_string (value) && !check_end (self, json_string_value (value), error))
    return FALSE;

  unknown = json_object_get (json_object_get (item->extra, name), "value");
  old = unknown != NULL ? json_incref (unknown) : squill_property_get (property, item);
  if (is_end)
    unlink_relationship (self, relationship);
  if (self->again && property->type == SQUILL_PROPERTY_CHOICE &&
      _squill_item_keep_choice (item, property, value))
    squill_property_clear (property, item); /* what a newer program wrote comes back */
  else if (squill_property_set (property, item, value, error))
    _squill_item_forget_extra (item, name);
  else
    {
      if (is_end)
        link_relationship (self, relationship);
      json_decref (old);
      return FALSE;
    }
  if (is_end)
    link_relationship (self, relationship);
  if (property->type == SQUILL_PROPERTY_RANK && g_str_equal (name, "order"))
    _squill_item_sort_children (item->parent);
  squill_change_add (self->change, item, SQUILL_EDIT_SET, property->aspects);
  *inverse = squill_edit_new_set (item->id, name, old);
  return TRUE;
}

static gboolean
move_item (
    SquillModel *self, SquillItem *item, SquillEdit *edit, SquillEdit **inverse, GError **error)
{
  SquillItem *parent = lookup (self, squill_edit_get_parent (edit));
  const SquillProperty *order = squill_kind_find_property (item->kind, "order");
  g_autofree char *old_order = g_strdup (_squill_item_get_order (item));
  g_autofree char *old_parent = NULL;

  if (parent == NULL)
    return refuse (error, SQUILL_MODEL_ERROR_NOT_FOUND, _ ("“%s” is not in this model"),
                   squill_edit_get_parent (edit));
  if (!_squill_kind_fits (parent->kind, item->kind))
    return refuse (error, SQUILL_MODEL_ERROR_INVALID, _ ("“%s” cannot belong to “%s”"), item->id,
                   parent->id);
  if (squill_item_is_within (parent, item->id))
    return refuse (error, SQUILL_MODEL_ERROR_INVALID, _ ("“%s” cannot be put into itself"),
                   squill_item_get_name (item));
  old_parent = g_strdup (item->parent->id);
  if (order != NULL)
    {
      json_t *rank =
          squill_edit_get_order (edit) == NULL ? NULL : json_string (squill_edit_get_order (edit));
      gboolean fits = squill_property_set (order, item, rank, error);

      json_decref (rank);
      if (!fits)
        return FALSE;
    }
  /* The place it leaves changes too. */
  if (parent != item->parent)
    squill_change_add (self->change, item, SQUILL_EDIT_MOVE, squill_kind_get_aspects (item->kind));
  _squill_item_steal_child (item->parent, item);
  _squill_item_insert_child (parent, item);
  squill_change_add (self->change, item, SQUILL_EDIT_MOVE, squill_kind_get_aspects (item->kind));
  *inverse = squill_edit_new_move (item->id, old_parent, old_order);
  return TRUE;
}

static gboolean
carry_out (SquillModel *self, SquillEdit *edit, SquillEdit **inverse, GError **error)
{
  SquillItem *item;

  if (squill_edit_get_edit_type (edit) == SQUILL_EDIT_ADD)
    return add_item (self, edit, inverse, error);
  item = lookup (self, squill_edit_get_id (edit));
  if (item == NULL)
    return refuse (error, SQUILL_MODEL_ERROR_NOT_FOUND, _ ("“%s” is not in this model"),
                   squill_edit_get_id (edit));
  switch (squill_edit_get_edit_type (edit))
    {
    case SQUILL_EDIT_REMOVE:
      return remove_item (self, item, inverse, error);
    case SQUILL_EDIT_SET:
      return set_property (self, item, edit, inverse, error);
    case SQUILL_EDIT_MOVE:
      return move_item (self, item, edit, inverse, error);
    case SQUILL_EDIT_ADD:
    default:
      g_return_val_if_reached (FALSE);
    }
}

static void
tell (SquillModel *self)
{
  g_autoptr (SquillChange) change = g_steal_pointer (&self->change);

  g_object_freeze_notify (G_OBJECT (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CAN_UNDO]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CAN_REDO]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MODIFIED]);
  if (change != NULL && change->entries->len > 0)
    {
      self->telling = TRUE;
      g_signal_emit (self, signals[CHANGED], 0, change);
      self->telling = FALSE;
    }
  g_object_thaw_notify (G_OBJECT (self));
}

/* Edits that were made before are made again, or backwards: they cannot fail. */
static void
carry_out_all (SquillModel *self, GPtrArray *edits, gboolean backwards)
{
  self->again = TRUE;
  for (guint i = 0; i < edits->len; i++)
    {
      g_autoptr (SquillEdit) inverse = NULL;
      g_autoptr (GError) error = NULL;
      SquillEdit *edit = edits->pdata[backwards ? edits->len - 1 - i : i];

      if (!carry_out (self, edit, &inverse, &error))
        g_error ("An edit could not be made again: %s", error->message);
    }
  self->again = FALSE;
}

/**
 * squill_model_apply:
 * @self: a model
 * @edit: an edit
 * @error: %SQUILL_MODEL_ERROR or %SQUILL_PROPERTY_ERROR
 *
 * Makes an edit: the one way in which a model changes. Outside squill_model_begin_step() it is a
 * step of its own. On failure the model stays as it was.
 *
 * Returns: %TRUE if it was made
 */
gboolean
squill_model_apply (SquillModel *self, SquillEdit *edit, GError **error)
{
  g_autoptr (SquillEdit) inverse = NULL;
  gboolean alone;
  gboolean done;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), FALSE);
  g_return_val_if_fail (edit != NULL, FALSE);
  g_return_val_if_fail (!self->telling, FALSE);

  if (self->read_only)
    return refuse (error, SQUILL_MODEL_ERROR_READ_ONLY,
                   _ ("A newer version of Squill wrote this model: here it can only be read"));

  alone = self->depth == 0;
  if (alone)
    squill_model_begin_step (self, NULL, NULL);
  done = carry_out (self, edit, &inverse, error);
  if (done)
    squill_step_add (self->step, edit, inverse);
  if (alone)
    squill_model_end_step (self);
  return done;
}

/**
 * squill_model_set:
 * @self: a model
 * @id: the id of an item
 * @property: the name of one of its properties
 * @value: (transfer full) (nullable): the value, %NULL for the default
 * @error: as squill_model_apply()
 *
 * Sets one property; nothing happens where it has that value already.
 *
 * Returns: %TRUE if the property has that value now
 */
gboolean
squill_model_set (
    SquillModel *self, const char *id, const char *property, json_t *value, GError **error)
{
  g_autoptr (SquillEdit) edit = squill_edit_new_set (id, property, value);
  const SquillItem *item;
  const SquillProperty *known;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), FALSE);

  item = lookup (self, id);
  known = item == NULL ? NULL : squill_kind_find_property (item->kind, property);
  if (known != NULL && json_object_get (item->extra, property) == NULL)
    {
      json_t *old = squill_property_get (known, item);
      gboolean same = (old == NULL && value == NULL) || json_equal (old, value);

      json_decref (old);
      if (same)
        return TRUE;
    }
  return squill_model_apply (self, edit, error);
}

/**
 * squill_model_begin_step:
 * @self: a model
 * @label: (nullable): what the user does, for the undo button: "Add field"
 * @tag: (nullable): what makes steps one: a step whose tag is that of the last one continues it.
 *   For a drag, or typing in one place
 *
 * Begins a step: all edits until squill_model_end_step() are undone together, and told together.
 * Steps may nest; the outermost counts.
 */
void
squill_model_begin_step (SquillModel *self, const char *label, const char *tag)
{
  g_return_if_fail (SQUILL_IS_MODEL (self));
  g_return_if_fail (!self->telling);

  if (self->depth++ > 0)
    return;
  self->step = squill_history_open_step (self->history, label, tag);
  self->change = squill_change_new ();
}

/**
 * squill_model_end_step:
 * @self: a model
 *
 * Ends a step. At the end of the outermost "changed" is emitted, once.
 */
void
squill_model_end_step (SquillModel *self)
{
  g_return_if_fail (SQUILL_IS_MODEL (self));
  g_return_if_fail (self->depth > 0);

  if (--self->depth > 0)
    return;
  squill_history_close_step (self->history, g_steal_pointer (&self->step));
  tell (self);
}

/**
 * squill_model_cancel_step:
 * @self: a model
 *
 * Ends the open step, however deep it is nested, and takes back all of it.
 */
void
squill_model_cancel_step (SquillModel *self)
{
  g_return_if_fail (SQUILL_IS_MODEL (self));
  g_return_if_fail (self->depth > 0);

  self->depth = 0;
  carry_out_all (self, squill_step_get_inverses (self->step), TRUE);
  squill_history_drop_step (self->history, g_steal_pointer (&self->step));
  tell (self);
}

/**
 * squill_model_undo:
 * @self: a model
 *
 * Takes back the last step.
 *
 * Returns: %TRUE if there was one
 */
gboolean
squill_model_undo (SquillModel *self)
{
  SquillStep *step;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), FALSE);
  g_return_val_if_fail (self->depth == 0 && !self->telling, FALSE);

  step = squill_history_step_back (self->history);
  if (step == NULL)
    return FALSE;
  self->change = squill_change_new ();
  carry_out_all (self, squill_step_get_inverses (step), TRUE);
  tell (self);
  return TRUE;
}

/**
 * squill_model_redo:
 * @self: a model
 *
 * Makes the step again that was taken back last.
 *
 * Returns: %TRUE if there was one
 */
gboolean
squill_model_redo (SquillModel *self)
{
  SquillStep *step;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), FALSE);
  g_return_val_if_fail (self->depth == 0 && !self->telling, FALSE);

  step = squill_history_step_forward (self->history);
  if (step == NULL)
    return FALSE;
  self->change = squill_change_new ();
  carry_out_all (self, squill_step_get_edits (step), FALSE);
  tell (self);
  return TRUE;
}

/**
 * squill_model_get_can_undo:
 * @self: a model
 *
 * Returns: %TRUE if there is a step to take back
 */
gboolean
squill_model_get_can_undo (SquillModel *self)
{
  g_return_val_if_fail (SQUILL_IS_MODEL (self), FALSE);

  return squill_history_peek_back (self->history) != NULL;
}

/**
 * squill_model_get_can_redo:
 * @self: a model
 *
 * Returns: %TRUE if there is a step to make again
 */
gboolean
squill_model_get_can_redo (SquillModel *self)
{
  g_return_val_if_fail (SQUILL_IS_MODEL (self), FALSE);

  return squill_history_peek_forward (self->history) != NULL;
}

/**
 * squill_model_get_undo_label:
 * @self: a model
 *
 * Returns: (transfer none) (nullable): what squill_model_undo() would take back
 */
const char *
squill_model_get_undo_label (SquillModel *self)
{
  SquillStep *step;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);

  step = squill_history_peek_back (self->history);
  return step == NULL ? NULL : squill_step_get_label (step);
}

/**
 * squill_model_get_redo_label:
 * @self: a model
 *
 * Returns: (transfer none) (nullable): what squill_model_redo() would make again
 */
const char *
squill_model_get_redo_label (SquillModel *self)
{
  SquillStep *step;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);

  step = squill_history_peek_forward (self->history);
  return step == NULL ? NULL : squill_step_get_label (step);
}

/**
 * squill_model_get_history:
 * @self: a model
 *
 * Returns: (transfer full): all edits up to now, as an array for squill_model_replay()
 */
json_t *
squill_model_get_history (SquillModel *self)
{
  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);

  return squill_history_to_json (self->history);
}

/**
 * squill_model_replay:
 * @self: a model in the state in which the edits were made
 * @edits: an array of edits, see squill_model_get_history()
 * @error: as squill_model_apply()
 *
 * Makes edits again, as one step. On failure none of them is made.
 *
 * Returns: %TRUE if all were made
 */
gboolean
squill_model_replay (SquillModel *self, const json_t *edits, GError **error)
{
  size_t i;
  json_t *value;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), FALSE);
  g_return_val_if_fail (self->depth == 0, FALSE);

  squill_model_begin_step (self, NULL, NULL);
  json_array_foreach (edits, i, value)
  {
    g_autoptr (SquillEdit) edit = squill_edit_from_json (value, error);

    if (edit == NULL || !squill_model_apply (self, edit, error))
      {
        squill_model_cancel_step (self);
        return FALSE;
      }
  }
  squill_model_end_step (self);
  return TRUE;
}

/**
 * squill_model_clear_history:
 * @self: a model
 *
 * Forgets all steps; the model stays as it is and counts as saved.
 */
void
squill_model_clear_history (SquillModel *self)
{
  g_return_if_fail (SQUILL_IS_MODEL (self));
  g_return_if_fail (self->depth == 0);

  squill_history_clear (self->history);
  tell (self);
}

/**
 * squill_model_get_modified:
 * @self: a model
 *
 * Returns: %TRUE if there are changes that squill_model_set_saved() has not heard of
 */
gboolean
squill_model_get_modified (SquillModel *self)
{
  g_return_val_if_fail (SQUILL_IS_MODEL (self), FALSE);

  return !squill_history_is_saved (self->history);
}

/**
 * squill_model_set_saved:
 * @self: a model
 *
 * Tells the model that it is saved as it is now.
 */
void
squill_model_set_saved (SquillModel *self)
{
  g_return_if_fail (SQUILL_IS_MODEL (self));

  squill_history_set_saved (self->history);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MODIFIED]);
}

/**
 * squill_model_get_read_only:
 * @self: a model
 *
 * Returns: %TRUE if it cannot be changed, because a newer program wrote it
 */
gboolean
squill_model_get_read_only (SquillModel *self)
{
  g_return_val_if_fail (SQUILL_IS_MODEL (self), FALSE);

  return self->read_only;
}

/**
 * squill_model_set_read_only:
 * @self: a model
 * @read_only: whether edits are refused
 *
 * Makes a model refuse edits.
 */
void
squill_model_set_read_only (SquillModel *self, gboolean read_only)
{
  g_return_if_fail (SQUILL_IS_MODEL (self));

  if (self->read_only == !!read_only)
    return;
  self->read_only = !!read_only;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_READ_ONLY]);
}

/**
 * squill_model_get_info:
 * @self: a model
 *
 * Returns: (transfer none): the properties of the model itself, and its children: the item of the
 *   id %SQUILL_MODEL_ID
 */
const SquillModelInfo *
squill_model_get_info (SquillModel *self)
{
  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);

  return self->info;
}

/**
 * squill_model_get_item:
 * @self: a model
 * @id: an id
 *
 * Returns: (transfer none) (nullable): the #SquillItem of that id
 */
gconstpointer
squill_model_get_item (SquillModel *self, const char *id)
{
  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);
  g_return_val_if_fail (id != NULL, NULL);

  return lookup (self, id);
}

/**
 * squill_model_get_item_of_kind:
 * @self: a model
 * @id: (nullable): an id
 * @kind: a kind
 *
 * Returns: (transfer none) (nullable): the item of that id, if it is of that kind
 */
gconstpointer
squill_model_get_item_of_kind (SquillModel *self, const char *id, SquillKind kind)
{
  const SquillItem *item;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);

  item = id == NULL ? NULL : lookup (self, id);
  return item != NULL && item->kind == kind ? item : NULL;
}

/**
 * squill_model_get_entity:
 * @self: a model
 * @id: (nullable): an id
 *
 * Returns: (transfer none) (nullable): the entity of that id
 */
const SquillEntity *
squill_model_get_entity (SquillModel *self, const char *id)
{
  return squill_model_get_item_of_kind (self, id, SQUILL_KIND_ENTITY);
}

/**
 * squill_model_get_field:
 * @self: a model
 * @id: (nullable): an id
 *
 * Returns: (transfer none) (nullable): the field of that id
 */
const SquillField *
squill_model_get_field (SquillModel *self, const char *id)
{
  return squill_model_get_item_of_kind (self, id, SQUILL_KIND_FIELD);
}

/**
 * squill_model_get_relationship:
 * @self: a model
 * @id: (nullable): an id
 *
 * Returns: (transfer none) (nullable): the relationship of that id
 */
const SquillRelationship *
squill_model_get_relationship (SquillModel *self, const char *id)
{
  return squill_model_get_item_of_kind (self, id, SQUILL_KIND_RELATIONSHIP);
}

/**
 * squill_model_get_operation:
 * @self: a model
 * @id: (nullable): an id
 *
 * Returns: (transfer none) (nullable): the operation of that id
 */
const SquillOperation *
squill_model_get_operation (SquillModel *self, const char *id)
{
  return squill_model_get_item_of_kind (self, id, SQUILL_KIND_OPERATION);
}

/**
 * squill_model_find_entity:
 * @self: a model
 * @name: a name
 *
 * Returns: (transfer none) (nullable): the first entity of that name
 */
const SquillEntity *
squill_model_find_entity (SquillModel *self, const char *name)
{
  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, self->info, SQUILL_KIND_ENTITY)
    {
      if (g_strcmp0 (entity->name, name) == 0)
        return entity;
    }
  return NULL;
}

/**
 * squill_entity_get_relationships:
 * @entity: an entity
 * @n: (out): how many
 *
 * Returns: (transfer none) (array length=n): the relationships it takes part in at either end,
 *   those that lead back to it once; valid until the next edit
 */
const SquillRelationship *const *
squill_entity_get_relationships (const SquillEntity *entity, guint *n)
{
  static const SquillRelationship *const none[1] = { NULL };

  g_return_val_if_fail (entity != NULL, none);
  g_return_val_if_fail (n != NULL, none);

  *n = entity->relationships == NULL ? 0 : entity->relationships->len;
  return *n == 0 ? none : (const SquillRelationship *const *)entity->relationships->pdata;
}

/**
 * squill_model_get_horizon:
 * @self: a model
 *
 * Returns: how far ahead sizes are planned, years; 3 where nothing was said (rules.md 3, H)
 */
double
squill_model_get_horizon (SquillModel *self)
{
  g_return_val_if_fail (SQUILL_IS_MODEL (self), 3);

  return isnan (self->info->horizon) ? 3 : self->info->horizon;
}

/**
 * squill_model_get_reference_date:
 * @self: a model
 *
 * Gives the day from which the horizon and the dates of sample documents count, so that nothing
 * which follows from a model changes with the day on which somebody looks.
 *
 * Returns: (transfer full): midnight of the day, UTC; 2026-01-01 where the model has none
 */
GDateTime *
squill_model_get_reference_date (SquillModel *self)
{
  GDateTime *date = NULL;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);

  if (self->info->reference_date != NULL)
    {
      g_autofree char *midnight = g_strconcat (self->info->reference_date, "T00:00:00Z", NULL);

      date = g_date_time_new_from_iso8601 (midnight, NULL);
    }
  return date != NULL ? date : g_date_time_new_utc (2026, 1, 1, 0, 0, 0);
}

/**
 * squill_model_new_id:
 * @self: a model
 * @name: (nullable): the name of the item to be
 *
 * Makes an id that nothing in the model has: the name in plain letters and four more, which tell
 * apart what two people add at the same time.
 *
 * Returns: (transfer full): the id
 */
char *
squill_model_new_id (SquillModel *self, const char *name)
{
  static const char letters[] = "0123456789abcdefghjkmnpqrstvwxyz";
  g_autoptr (GString) slug = g_string_new (NULL);
  g_autofree char *plain = NULL;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);

  plain = name == NULL ? g_strdup ("") : g_str_to_ascii (name, "C");
  for (const char *p = plain; *p != '\0' && slug->len < 20; p++)
    {
      if (g_ascii_isalnum (*p))
        g_string_append_c (slug, g_ascii_tolower (*p));
      else if (slug->len > 0 && slug->str[slug->len - 1] != '-')
        g_string_append_c (slug, '-');
    }
  while (slug->len > 0 && slug->str[slug->len - 1] == '-')
    g_string_truncate (slug, slug->len - 1);
  if (slug->len == 0)
    g_string_append (slug, "item");

  for (;;)
    {
      g_autoptr (GString) id = g_string_new (slug->str);

      g_string_append_c (id, '-');
      for (guint i = 0; i < 4; i++)
        g_string_append_c (id, letters[g_rand_int_range (self->random, 0, 32)]);
      if (lookup (self, id->str) == NULL)
        return g_string_free (g_steal_pointer (&id), FALSE);
    }
}

/**
 * squill_model_is_empty:
 * @self: a model
 *
 * Returns: %TRUE if nothing is drawn in it
 */
gboolean
squill_model_is_empty (SquillModel *self)
{
  g_return_val_if_fail (SQUILL_IS_MODEL (self), TRUE);

  return g_hash_table_size (self->items) == 0;
}

/**
 * squill_model_copy:
 * @self: a model
 *
 * Copies a model, for another thread or to try something out. Its history stays behind.
 *
 * Returns: (transfer full): a model with the same items under the same ids
 */
SquillModel *
squill_model_copy (SquillModel *self)
{
  g_autoptr (SquillModel) copy = NULL;
  json_t *json;
  SquillModelInfo *info;
  gboolean done;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);

  copy = squill_model_new ();
  json = _squill_item_to_json (&self->info->item, TRUE);
  info = _squill_item_from_json (SQUILL_KIND_MODEL, SQUILL_MODEL_ID, json, NULL, NULL, NULL);
  json_decref (json);
  done = info != NULL && _squill_model_take_content (copy, info, NULL, NULL);
  g_return_val_if_fail (done, NULL);
  copy->read_only = self->read_only;
  copy->version = self->version;
  copy->min_reader = self->min_reader;
  return g_steal_pointer (&copy);
}

static void
squill_model_finalize (GObject *object)
{
  SquillModel *self = SQUILL_MODEL (object);

  g_clear_pointer (&self->step, squill_step_free);
  g_clear_pointer (&self->change, squill_change_free);
  g_clear_pointer (&self->history, squill_history_free);
  g_clear_pointer (&self->items, g_hash_table_unref);
  g_clear_pointer (&self->warnings, g_strfreev);
  g_clear_pointer (&self->random, g_rand_free);
  _squill_item_free (&self->info->item);
  G_OBJECT_CLASS (squill_model_parent_class)->finalize (object);
}

static void
squill_model_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SquillModel *self = SQUILL_MODEL (object);

  switch (id)
    {
    case PROP_CAN_UNDO:
      g_value_set_boolean (value, squill_model_get_can_undo (self));
      break;
    case PROP_CAN_REDO:
      g_value_set_boolean (value, squill_model_get_can_redo (self));
      break;
    case PROP_MODIFIED:
      g_value_set_boolean (value, squill_model_get_modified (self));
      break;
    case PROP_READ_ONLY:
      g_value_set_boolean (value, self->read_only);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
squill_model_class_init (SquillModelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->finalize = squill_model_finalize;
  object_class->get_property = squill_model_get_property;

  properties[PROP_CAN_UNDO] = g_param_spec_boolean ("can-undo", NULL, NULL, FALSE, flags);
  properties[PROP_CAN_REDO] = g_param_spec_boolean ("can-redo", NULL, NULL, FALSE, flags);
  properties[PROP_MODIFIED] = g_param_spec_boolean ("modified", NULL, NULL, FALSE, flags);
  properties[PROP_READ_ONLY] = g_param_spec_boolean ("read-only", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * SquillModel::changed:
   * @self: the model
   * @change: (type SquillChange): what the step did; undo and redo are steps too
   *
   * Emitted once after each step that changed anything. Handlers must not edit the model.
   */
  signals[CHANGED] =
      g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 1, SQUILL_TYPE_CHANGE | G_SIGNAL_TYPE_STATIC_SCOPE);
}

static void
squill_model_init (SquillModel *self)
{
  self->info = _squill_item_new (SQUILL_KIND_MODEL, SQUILL_MODEL_ID);
  self->items = g_hash_table_new (g_str_hash, g_str_equal);
  self->random = g_rand_new ();
  self->history = squill_history_new ();
  self->version = SQUILL_MODEL_VERSION;
  self->min_reader = SQUILL_MODEL_VERSION;
}

/**
 * squill_model_new:
 *
 * Returns: (transfer full): a model without anything in it
 */
SquillModel *
squill_model_new (void)
{
  return g_object_new (SQUILL_TYPE_MODEL, NULL);
}
