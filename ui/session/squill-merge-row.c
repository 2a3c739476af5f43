/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-merge-row.h"

#include <glib/gi18n.h>

#include "model/squill-item-place.h"
#include "session/squill-inspector-table.h"

struct _SquillMergeRow
{
  GObject parent_instance;

  char *key;
  char *id;
  char *title;
  char *texts[SQUILL_N_MERGE_SIDES];
};

G_DEFINE_FINAL_TYPE (SquillMergeRow, squill_merge_row, G_TYPE_OBJECT)

static void
squill_merge_row_finalize (GObject *object)
{
  SquillMergeRow *self = SQUILL_MERGE_ROW (object);

  g_free (self->key);
  g_free (self->id);
  g_free (self->title);
  for (guint i = 0; i < SQUILL_N_MERGE_SIDES; i++)
    g_free (self->texts[i]);

  G_OBJECT_CLASS (squill_merge_row_parent_class)->finalize (object);
}

static void
squill_merge_row_class_init (SquillMergeRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = squill_merge_row_finalize;
}

static void
squill_merge_row_init (SquillMergeRow *self)
{
}

/* A property as the inspector calls it. */
static char *
get_property_title (SquillModel *model, SquillKind kind, const char *id, const char *property)
{
  gconstpointer item = squill_model_get_item (model, id);
  guint n;
  const SquillInspectorLine *lines = squill_inspector_lines_get (&n);

  for (guint i = 0; item != NULL && i < n; i++)
    if (lines[i].kind == kind && g_str_equal (lines[i].property, property))
      {
        g_autofree char *title = squill_inspector_line_get_title (&lines[i], model, item);

        /* Under its heading "Now" needs no more words; here it does. */
        if (*lines[i].group == '\0' || g_str_equal (_ (lines[i].group), title))
          return g_steal_pointer (&title);
        return g_strdup_printf ("%s · %s", _ (lines[i].group), title);
      }
  return g_strdup (g_str_equal (property, SQUILL_BELONGS_TO) ? _ ("Belongs to") : property);
}

static char *
make_title (SquillModel *model,
            SquillKind kind,
            const char *id,
            const char *place,
            const char *property,
            const char *member)
{
  const char *named = *place != '\0' ? place : _ ("Model");
  g_autofree char *what = NULL;

  if (property == NULL)
    return g_strdup (named);
  what = get_property_title (model, kind, id, property);
  return member != NULL ? g_strdup_printf ("%s · %s · %s", named, what, member)
                        : g_strdup_printf ("%s · %s", named, what);
}

/**
 * squill_merge_row_new_conflict:
 * @model: the model that it is in
 * @conflict: a conflict
 *
 * Returns: (transfer full): a row for it
 */
SquillMergeRow *
squill_merge_row_new_conflict (SquillModel *model, const SquillConflict *conflict)
{
  SquillMergeRow *self;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), NULL);
  g_return_val_if_fail (conflict != NULL, NULL);

  self = g_object_new (SQUILL_TYPE_MERGE_ROW, NULL);
  self->key = g_strdup (conflict->key);
  self->id = g_strdup (conflict->id);
  self->title =
      make_title (model, conflict->kind, conflict->id, conflict->place, conflict->property, NULL);
  for (guint i = 0; i < SQUILL_N_MERGE_SIDES; i++)
    /* What is removed on one side was neither that nor changed before. */
    if (i != SQUILL_MERGE_BASE || conflict->property != NULL)
      self->texts[i] = g_strdup (conflict->texts[i]);
  return self;
}

/* The words for what is only in one of the models. */
static const char *
get_presence (SquillModelDifferenceKind kind, gboolean here)
{
  return (kind == SQUILL_MODEL_DIFFERENCE_REMOVED) == here ? _ ("there") : _ ("not there");
}

/**
 * squill_merge_row_new_difference:
 * @model: the model that is compared with another
 * @difference: a difference, from @model to the other
 *
 * Returns: (transfer full): a row for it: "ours" is @model, "theirs" the other
 */
SquillMergeRow *
squill_merge_row_new_difference (SquillModel *model, const SquillModelDifference *difference)
{
  SquillMergeRow *self;
  const SquillItem *item;
  g_autofree char *place = NULL;
  gboolean is_whole;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), NULL);
  g_return_val_if_fail (difference != NULL, NULL);

  self = g_object_new (SQUILL_TYPE_MERGE_ROW, NULL);
  is_whole = difference->property == NULL;
  item = squill_model_get_item (model, difference->id);
  /* The window shows the model with the names that it has here. */
  place = item != NULL ? squill_model_describe_place (model, item) : g_strdup (difference->place);
  self->key = g_strdup_printf ("%s/%s/%s", difference->id, is_whole ? "" : difference->property,
                               difference->member != NULL ? difference->member : "");
  self->id = g_strdup (difference->id);
  self->title = make_title (model, difference->subject, difference->id, place, difference->property,
                            difference->member);
  self->texts[SQUILL_MERGE_OURS] =
      g_strdup (is_whole ? get_presence (difference->kind, TRUE) : difference->from_text);
  self->texts[SQUILL_MERGE_THEIRS] =
      g_strdup (is_whole ? get_presence (difference->kind, FALSE) : difference->to_text);
  return self;
}

/**
 * squill_merge_row_get_key:
 * @row: a #SquillMergeRow
 *
 * Returns: (transfer none): what tells it from others, for squill_rows_update(); of a conflict its
 *   key
 */
const char *
squill_merge_row_get_key (gpointer row)
{
  g_return_val_if_fail (SQUILL_IS_MERGE_ROW (row), NULL);

  return SQUILL_MERGE_ROW (row)->key;
}

/**
 * squill_merge_row_take:
 * @row: a #SquillMergeRow
 * @wanted: another one with the same key
 * @user_data: not used
 *
 * A row does not change: where it should say something else, @wanted replaces it.
 *
 * Returns: %TRUE if both say the same
 */
gboolean
squill_merge_row_take (gpointer row, gpointer wanted, gpointer user_data)
{
  SquillMergeRow *self = row, *other = wanted;

  if (!g_str_equal (self->title, other->title) || g_strcmp0 (self->id, other->id) != 0)
    return FALSE;
  for (guint i = 0; i < SQUILL_N_MERGE_SIDES; i++)
    if (g_strcmp0 (self->texts[i], other->texts[i]) != 0)
      return FALSE;
  return TRUE;
}

/**
 * squill_merge_row_get_id:
 * @self: a row
 *
 * Returns: (transfer none): the item that it is about, which may be in the other model only
 */
const char *
squill_merge_row_get_id (SquillMergeRow *self)
{
  g_return_val_if_fail (SQUILL_IS_MERGE_ROW (self), NULL);

  return self->id;
}

/**
 * squill_merge_row_get_title:
 * @self: a row
 *
 * Returns: (transfer none): where, and what of it
 */
const char *
squill_merge_row_get_title (SquillMergeRow *self)
{
  g_return_val_if_fail (SQUILL_IS_MERGE_ROW (self), NULL);

  return self->title;
}

/**
 * squill_merge_row_get_text:
 * @self: a row
 * @side: a side
 *
 * Returns: (transfer none) (nullable): the value on that side, for people; %NULL where it has none
 */
const char *
squill_merge_row_get_text (SquillMergeRow *self, SquillMergeSide side)
{
  g_return_val_if_fail (SQUILL_IS_MERGE_ROW (self), NULL);
  g_return_val_if_fail (side < SQUILL_N_MERGE_SIDES, NULL);

  return self->texts[side];
}
