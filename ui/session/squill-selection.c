/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-selection.h"

struct _SquillSelection
{
  GObject parent_instance;

  SquillModel *model;
  GPtrArray *ids;
  GHashTable *set; /* the same; the strings are those of @ids */
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillSelection, squill_selection, G_TYPE_OBJECT)

static void
add (SquillSelection *self, const char *id)
{
  char *own = g_strdup (id);

  g_ptr_array_add (self->ids, own);
  g_hash_table_add (self->set, own);
}

static void
remove_nth (SquillSelection *self, guint n)
{
  g_hash_table_remove (self->set, self->ids->pdata[n]);
  g_ptr_array_remove_index (self->ids, n);
}

static void
squill_selection_dispose (GObject *object)
{
  SquillSelection *self = SQUILL_SELECTION (object);

  g_clear_object (&self->model);

  G_OBJECT_CLASS (squill_selection_parent_class)->dispose (object);
}

static void
squill_selection_finalize (GObject *object)
{
  SquillSelection *self = SQUILL_SELECTION (object);

  g_hash_table_unref (self->set);
  g_ptr_array_unref (self->ids);

  G_OBJECT_CLASS (squill_selection_parent_class)->finalize (object);
}

static void
squill_selection_class_init (SquillSelectionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = squill_selection_dispose;
  object_class->finalize = squill_selection_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
squill_selection_init (SquillSelection *self)
{
  self->ids = g_ptr_array_new_with_free_func (g_free);
  self->set = g_hash_table_new (g_str_hash, g_str_equal);
}

/**
 * squill_selection_new:
 * @model: the model whose items are selected
 *
 * Returns: (transfer full): a selection of nothing
 */
SquillSelection *
squill_selection_new (SquillModel *model)
{
  SquillSelection *self;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), NULL);

  self = g_object_new (SQUILL_TYPE_SELECTION, NULL);
  self->model = g_object_ref (model);
  return self;
}

/**
 * squill_selection_drop_missing:
 * @self: a selection
 *
 * Unselects what the model no longer has.
 */
void
squill_selection_drop_missing (SquillSelection *self)
{
  gboolean lost = FALSE;

  g_return_if_fail (SQUILL_IS_SELECTION (self));

  /* A change does not list what a deleted item took with it, so look at all that is selected. */
  for (guint i = self->ids->len; i > 0; i--)
    if (squill_model_get_item (self->model, self->ids->pdata[i - 1]) == NULL)
      {
        remove_nth (self, i - 1);
        lost = TRUE;
      }
  if (lost)
    g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * squill_selection_get_size:
 * @self: a selection
 *
 * Returns: how many items are selected
 */
guint
squill_selection_get_size (SquillSelection *self)
{
  g_return_val_if_fail (SQUILL_IS_SELECTION (self), 0);

  return self->ids->len;
}

/**
 * squill_selection_get_nth:
 * @self: a selection
 * @n: which, from 0
 *
 * Returns: (transfer none) (nullable): the id of the item that was selected as that one
 */
const char *
squill_selection_get_nth (SquillSelection *self, guint n)
{
  g_return_val_if_fail (SQUILL_IS_SELECTION (self), NULL);

  return n < self->ids->len ? self->ids->pdata[n] : NULL;
}

/**
 * squill_selection_get_single:
 * @self: a selection
 *
 * Returns: (transfer none) (nullable): the id, if exactly one item is selected
 */
const char *
squill_selection_get_single (SquillSelection *self)
{
  g_return_val_if_fail (SQUILL_IS_SELECTION (self), NULL);

  return self->ids->len == 1 ? self->ids->pdata[0] : NULL;
}

/**
 * squill_selection_get_ids:
 * @self: a selection
 *
 * Returns: (transfer full) (array zero-terminated=1): the ids of all that is selected
 */
char **
squill_selection_get_ids (SquillSelection *self)
{
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();

  g_return_val_if_fail (SQUILL_IS_SELECTION (self), NULL);

  for (guint i = 0; i < self->ids->len; i++)
    g_strv_builder_add (ids, self->ids->pdata[i]);
  return g_strv_builder_end (ids);
}

/**
 * squill_selection_contains:
 * @self: a selection
 * @id: the id of an item
 *
 * Returns: whether it is selected
 */
gboolean
squill_selection_contains (SquillSelection *self, const char *id)
{
  g_return_val_if_fail (SQUILL_IS_SELECTION (self), FALSE);
  g_return_val_if_fail (id != NULL, FALSE);

  return g_hash_table_contains (self->set, id);
}

/**
 * squill_selection_clear:
 * @self: a selection
 *
 * Selects nothing.
 */
void
squill_selection_clear (SquillSelection *self)
{
  squill_selection_set_many (self, NULL);
}

/**
 * squill_selection_set_single:
 * @self: a selection
 * @id: (nullable): the id of an item
 *
 * Selects this and nothing else.
 */
void
squill_selection_set_single (SquillSelection *self, const char *id)
{
  const char *ids[] = { id, NULL };

  squill_selection_set_many (self, ids);
}

/**
 * squill_selection_set_many:
 * @self: a selection
 * @ids: (nullable) (array zero-terminated=1): ids of items; those that the model does not have, and
 *   the model itself, are passed over
 *
 * Selects these and nothing else.
 */
void
squill_selection_set_many (SquillSelection *self, const char *const *ids)
{
  g_autoptr (GPtrArray) wanted = g_ptr_array_new ();
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) before = NULL;
  gboolean same;

  g_return_if_fail (SQUILL_IS_SELECTION (self));

  for (guint i = 0; ids != NULL && ids[i] != NULL; i++)
    if (!g_str_equal (ids[i], SQUILL_MODEL_ID) &&
        squill_model_get_item (self->model, ids[i]) != NULL &&
        g_hash_table_add (known, (gpointer)ids[i]))
      g_ptr_array_add (wanted, (gpointer)ids[i]);

  same = wanted->len == self->ids->len;
  for (guint i = 0; same && i < wanted->len; i++)
    same = g_str_equal (wanted->pdata[i], self->ids->pdata[i]);
  if (same)
    return;

  /* @ids may be those that were selected. */
  before = g_steal_pointer (&self->ids);
  self->ids = g_ptr_array_new_with_free_func (g_free);
  g_hash_table_remove_all (self->set);
  for (guint i = 0; i < wanted->len; i++)
    add (self, wanted->pdata[i]);
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * squill_selection_toggle:
 * @self: a selection
 * @id: the id of an item
 *
 * Selects the item besides what is selected, or no longer.
 */
void
squill_selection_toggle (SquillSelection *self, const char *id)
{
  guint position;

  g_return_if_fail (SQUILL_IS_SELECTION (self));
  g_return_if_fail (id != NULL);

  if (g_ptr_array_find_with_equal_func (self->ids, id, g_str_equal, &position))
    remove_nth (self, position);
  else if (squill_model_get_item (self->model, id) != NULL && !g_str_equal (id, SQUILL_MODEL_ID))
    add (self, id);
  else
    return;
  g_signal_emit (self, signals[CHANGED], 0);
}
