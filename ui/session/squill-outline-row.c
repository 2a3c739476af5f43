/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-outline-row.h"

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillOutlineRow, squill_outline_row, G_TYPE_OBJECT)

static void
squill_outline_row_finalize (GObject *object)
{
  SquillOutlineRow *self = SQUILL_OUTLINE_ROW (object);

  g_free (self->key);
  g_free (self->id);
  g_free (self->collection);
  g_free (self->path);
  g_free (self->name);
  g_free (self->note);
  g_free (self->hint);
  g_clear_object (&self->children);

  G_OBJECT_CLASS (squill_outline_row_parent_class)->finalize (object);
}

static void
squill_outline_row_class_init (SquillOutlineRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = squill_outline_row_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
squill_outline_row_init (SquillOutlineRow *self)
{
}

/**
 * squill_outline_row_new:
 * @kind: what it stands for
 * @key: tells it from its siblings
 * @id: (nullable): the id of the item to select
 * @name: (nullable): what it says
 *
 * Returns: (transfer full): a row
 */
SquillOutlineRow *
squill_outline_row_new (SquillOutlineRowKind kind,
                        const char *key,
                        const char *id,
                        const char *name)
{
  SquillOutlineRow *self = g_object_new (SQUILL_TYPE_OUTLINE_ROW, NULL);

  self->kind = kind;
  self->key = g_strdup (key);
  self->id = g_strdup (id);
  self->name = g_strdup (name != NULL ? name : "");
  return self;
}

static gboolean
take_text (char **member, char **other)
{
  char *old = *member;

  if (g_strcmp0 (*member, *other) == 0)
    return FALSE;
  *member = *other;
  *other = old;
  return TRUE;
}

/**
 * squill_outline_row_get_key:
 * @row: a #SquillOutlineRow
 *
 * Returns: (transfer none): what tells it from its siblings, for squill_rows_update()
 */
const char *
squill_outline_row_get_key (gpointer row)
{
  return SQUILL_OUTLINE_ROW (row)->key;
}

/**
 * squill_outline_row_take:
 * @row: a #SquillOutlineRow that is shown
 * @wanted: what it should look like; it is used up
 * @user_data: not used
 *
 * Brings a row up to date, and emits "changed" if that made a difference.
 *
 * Returns: %FALSE if only one of them has rows of its own, or they are of different kinds
 */
gboolean
squill_outline_row_take (gpointer row, gpointer wanted, gpointer user_data)
{
  SquillOutlineRow *self = row, *other = wanted;
  gboolean changed;

  if (self->expandable != other->expandable || self->kind != other->kind)
    return FALSE;
  changed = take_text (&self->id, &other->id) | take_text (&self->collection, &other->collection) |
            take_text (&self->path, &other->path) | take_text (&self->name, &other->name) |
            take_text (&self->note, &other->note) | take_text (&self->hint, &other->hint);
  changed |= self->bold != other->bold || self->dim != other->dim ||
             g_strcmp0 (self->icon, other->icon) != 0;
  self->bold = other->bold;
  self->dim = other->dim;
  self->icon = other->icon;
  if (changed)
    g_signal_emit (self, signals[CHANGED], 0);
  return TRUE;
}
