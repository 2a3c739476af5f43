/* SPDX-License-Identifier: Apache-2.0 */

/* Edits as people make them: in steps that are told once, undone and made again. */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include "model/squill-model-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Carries out edits that were made before, from one on, or takes them back down to it: they cannot
 * fail. */
static void
carry_out_all (SquillModel *self, GPtrArray *edits, guint from, gboolean backwards)
{
  self->replaying = TRUE;
  for (guint i = from; i < edits->len; i++)
    {
      g_autoptr (SquillEdit) inverse = NULL;
      g_autoptr (GError) error = NULL;
      SquillEdit *edit = edits->pdata[backwards ? from + edits->len - 1 - i : i];

      if (!_squill_model_carry_out (self, edit, &inverse, &error))
        g_error ("An edit could not be made again: %s", error->message);
    }
  self->replaying = FALSE;
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
  g_return_val_if_fail (!self->emitting, FALSE);

  if (self->read_only)
    {
      g_set_error_literal (
          error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_READ_ONLY,
          _ ("A newer version of Squill wrote this model: here it can only be read"));
      return FALSE;
    }

  alone = self->marks->len == 0;
  if (alone)
    squill_model_begin_step (self, NULL, NULL);
  done = _squill_model_carry_out (self, edit, &inverse, error);
  if (done)
    _squill_step_add (self->step, edit, inverse);
  if (alone)
    squill_model_end_step (self);
  return done;
}

/** squill_model_apply() of an edit that was made for it: takes @edit. */
gboolean
_squill_model_apply_new (SquillModel *self, SquillEdit *edit, GError **error)
{
  g_autoptr (SquillEdit) owned = edit;

  return squill_model_apply (self, owned, error);
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

  item = _squill_model_lookup (self, id);
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
 * Begins a step: all edits until squill_model_end_step() are undone together, and emitted as one
 * change. Steps may nest: the label and the tag are those of the outermost.
 */
void
squill_model_begin_step (SquillModel *self, const char *label, const char *tag)
{
  guint n_edits;

  g_return_if_fail (SQUILL_IS_MODEL (self));
  g_return_if_fail (!self->emitting);

  if (self->marks->len == 0)
    {
      self->step = _squill_history_open_step (self->history, label, tag);
      self->change = squill_change_new ();
    }
  n_edits = _squill_step_set_mark (self->step);
  g_array_append_val (self->marks, n_edits);
}

/* Whether there was one to leave. */
static gboolean
leave_step (SquillModel *self, guint *mark)
{
  g_return_val_if_fail (self->marks->len > 0, FALSE);

  *mark = g_array_index (self->marks, guint, self->marks->len - 1);
  g_array_set_size (self->marks, self->marks->len - 1);
  return TRUE;
}

/**
 * squill_model_end_step:
 * @self: a model
 *
 * Ends the step that was begun last. At the end of the outermost "changed" is emitted, once.
 */
void
squill_model_end_step (SquillModel *self)
{
  guint mark;

  g_return_if_fail (SQUILL_IS_MODEL (self));

  if (!leave_step (self, &mark) || self->marks->len > 0)
    return;
  _squill_history_close_step (self->history, g_steal_pointer (&self->step));
  _squill_model_emit_changed (self);
}

/**
 * squill_model_cancel_step:
 * @self: a model
 *
 * Ends the step that was begun last, and takes back what was done since then. A step around it goes
 * on.
 */
void
squill_model_cancel_step (SquillModel *self)
{
  guint mark;

  g_return_if_fail (SQUILL_IS_MODEL (self));

  if (!leave_step (self, &mark))
    return;
  carry_out_all (self, _squill_step_get_inverses (self->step), mark, TRUE);
  _squill_step_cut (self->step, mark);
  if (self->marks->len > 0)
    return;
  _squill_history_close_step (self->history, g_steal_pointer (&self->step));
  _squill_model_emit_changed (self);
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
  g_return_val_if_fail (self->marks->len == 0 && !self->emitting, FALSE);

  step = _squill_history_step_back (self->history);
  if (step == NULL)
    return FALSE;
  self->change = squill_change_new ();
  carry_out_all (self, _squill_step_get_inverses (step), 0, TRUE);
  _squill_model_emit_changed (self);
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
  g_return_val_if_fail (self->marks->len == 0 && !self->emitting, FALSE);

  step = _squill_history_step_forward (self->history);
  if (step == NULL)
    return FALSE;
  self->change = squill_change_new ();
  carry_out_all (self, _squill_step_get_edits (step), 0, FALSE);
  _squill_model_emit_changed (self);
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

  return _squill_history_peek_back (self->history) != NULL;
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

  return _squill_history_peek_forward (self->history) != NULL;
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

  step = _squill_history_peek_back (self->history);
  return step == NULL ? NULL : _squill_step_get_label (step);
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

  step = _squill_history_peek_forward (self->history);
  return step == NULL ? NULL : _squill_step_get_label (step);
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
  g_return_if_fail (self->marks->len == 0);

  _squill_history_clear (self->history);
  _squill_model_emit_changed (self);
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

  return !_squill_history_is_saved (self->history);
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

  _squill_history_set_saved (self->history);
  g_object_notify (G_OBJECT (self), "modified");
}
