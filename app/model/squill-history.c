/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include "model/squill-model-private.h"

struct _SquillStep
{
  char *label;
  char *tag;
  GPtrArray *edits;
  GPtrArray *inverses; /* in the same order */
  GHashTable *sets;    /* "id property" -> index + 1, of sets since the last change of structure */
};

struct _SquillHistory
{
  GPtrArray *steps;
  guint n_done; /* the steps before this are taken, those from here on were taken back */
  gssize saved; /* n_done when the model was saved last; -1: no way leads there any more */
};

/** A history without steps. */
SquillHistory *
_squill_history_new (void)
{
  SquillHistory *self = g_new0 (SquillHistory, 1);

  self->steps = g_ptr_array_new_with_free_func ((GDestroyNotify)_squill_step_free);
  return self;
}

/** Frees a history with its steps. */
void
_squill_history_free (SquillHistory *self)
{
  g_ptr_array_unref (self->steps);
  g_free (self);
}

static SquillStep *
step_new (const char *label, const char *tag)
{
  SquillStep *self = g_new0 (SquillStep, 1);

  self->label = g_strdup (label);
  self->tag = g_strdup (tag);
  self->edits = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_edit_unref);
  self->inverses = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_edit_unref);
  self->sets = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

/** Frees a step with its edits. */
void
_squill_step_free (SquillStep *self)
{
  g_free (self->label);
  g_free (self->tag);
  g_ptr_array_unref (self->edits);
  g_ptr_array_unref (self->inverses);
  g_hash_table_unref (self->sets);
  g_free (self);
}

/** Begins a step. Only at its close it becomes part of the history. */
SquillStep *
_squill_history_open_step (SquillHistory *self, const char *label, const char *tag)
{
  return step_new (label, tag);
}

static void
append (SquillStep *to, SquillStep *from)
{
  for (guint i = 0; i < from->edits->len; i++)
    _squill_step_add (to, from->edits->pdata[i], from->inverses->pdata[i]);
}

/** Ends a step. One that did nothing is forgotten, one with the last one's tag continues it. */
void
_squill_history_close_step (SquillHistory *self, SquillStep *step)
{
  SquillStep *last = _squill_history_peek_back (self);

  if (step->edits->len == 0)
    {
      _squill_step_free (step);
      return;
    }
  if (self->saved > (gssize)self->n_done)
    self->saved = -1;
  g_ptr_array_set_size (self->steps, self->n_done);
  /* What was saved stays a place to come back to. */
  if (step->tag != NULL && last != NULL && g_strcmp0 (step->tag, last->tag) == 0 &&
      self->saved != (gssize)self->n_done)
    {
      append (last, step);
      _squill_step_free (step);
      return;
    }
  g_ptr_array_add (self->steps, step);
  self->n_done++;
}

/** The step that would be taken back next, or NULL. */
SquillStep *
_squill_history_peek_back (SquillHistory *self)
{
  return self->n_done == 0 ? NULL : self->steps->pdata[self->n_done - 1];
}

/** The step that would be taken again next, or NULL. */
SquillStep *
_squill_history_peek_forward (SquillHistory *self)
{
  return self->n_done == self->steps->len ? NULL : self->steps->pdata[self->n_done];
}

/** Goes one step back. Returns the step to take back, or NULL. */
SquillStep *
_squill_history_step_back (SquillHistory *self)
{
  SquillStep *step = _squill_history_peek_back (self);

  if (step != NULL)
    {
      self->n_done--;
      g_clear_pointer (&step->tag, g_free);
    }
  return step;
}

/** Goes one step forward. Returns the step to take again, or NULL. */
SquillStep *
_squill_history_step_forward (SquillHistory *self)
{
  SquillStep *step = _squill_history_peek_forward (self);

  if (step != NULL)
    self->n_done++;
  return step;
}

/** Whether the model is as it was when it was saved last. */
gboolean
_squill_history_is_saved (SquillHistory *self)
{
  return self->saved == (gssize)self->n_done;
}

/** Notes that the model is saved as it is. */
void
_squill_history_set_saved (SquillHistory *self)
{
  self->saved = self->n_done;
}

/** Forgets all steps. */
void
_squill_history_clear (SquillHistory *self)
{
  g_ptr_array_set_size (self->steps, 0);
  self->n_done = 0;
  self->saved = 0;
}

/** Notes an edit that was made, and how it is taken back. */
void
_squill_step_add (SquillStep *self, SquillEdit *edit, SquillEdit *inverse)
{
  if (squill_edit_get_edit_type (edit) == SQUILL_EDIT_SET)
    {
      char *key =
          g_strdup_printf ("%s %s", squill_edit_get_id (edit), squill_edit_get_property (edit));
      guint index = GPOINTER_TO_UINT (g_hash_table_lookup (self->sets, key));

      /* A drag sets the same properties a hundred times: only the last value matters, and the
       * inverse of the first. */
      if (index > 0)
        {
          squill_edit_unref (self->edits->pdata[index - 1]);
          self->edits->pdata[index - 1] = squill_edit_ref (edit);
          g_free (key);
          return;
        }
      g_hash_table_insert (self->sets, key, GUINT_TO_POINTER (self->edits->len + 1));
    }
  else
    g_hash_table_remove_all (self->sets);
  g_ptr_array_add (self->edits, squill_edit_ref (edit));
  g_ptr_array_add (self->inverses, squill_edit_ref (inverse));
}

/** The number of edits so far, for _squill_step_cut(): later edits are not merged with them. */
guint
_squill_step_set_mark (SquillStep *self)
{
  g_hash_table_remove_all (self->sets);
  return self->edits->len;
}

/** Drops the edits behind a mark, after they were taken back. */
void
_squill_step_cut (SquillStep *self, guint mark)
{
  g_hash_table_remove_all (self->sets);
  g_ptr_array_set_size (self->edits, mark);
  g_ptr_array_set_size (self->inverses, mark);
}

/** What the step is called; NULL where nobody said. */
const char *
_squill_step_get_label (SquillStep *self)
{
  return self->label;
}

/** The edits, in order. */
GPtrArray *
_squill_step_get_edits (SquillStep *self)
{
  return self->edits;
}

/** What takes them back, in the edits' order. */
GPtrArray *
_squill_step_get_inverses (SquillStep *self)
{
  return self->inverses;
}
