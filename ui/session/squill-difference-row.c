/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-difference-row.h"

#include <glib/gi18n.h>

struct _SquillDifferenceRow
{
  GObject parent_instance;

  SquillDifferenceKind kind;
  char *id;
  char *message;
  char *caption;
};

G_DEFINE_FINAL_TYPE (SquillDifferenceRow, squill_difference_row, G_TYPE_OBJECT)

static void
squill_difference_row_finalize (GObject *object)
{
  SquillDifferenceRow *self = SQUILL_DIFFERENCE_ROW (object);

  g_free (self->id);
  g_free (self->message);
  g_free (self->caption);

  G_OBJECT_CLASS (squill_difference_row_parent_class)->finalize (object);
}

static void
squill_difference_row_class_init (SquillDifferenceRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = squill_difference_row_finalize;
}

static void
squill_difference_row_init (SquillDifferenceRow *self)
{
}

static char *
make_caption (const SquillDifference *difference)
{
  const char *place = difference->place != NULL ? difference->place : "";

  if (difference->in_model != NULL && difference->in_source != NULL)
    /* Translators: a place, and what the model and the database say of it. */
    return g_strdup_printf (_ ("%s · model: %s · database: %s"), place, difference->in_model,
                            difference->in_source);
  if (difference->in_model != NULL)
    return g_strdup_printf (_ ("%s · model: %s"), place, difference->in_model);
  if (difference->in_source != NULL)
    return g_strdup_printf (_ ("%s · database: %s"), place, difference->in_source);
  return g_strdup (place);
}

/**
 * squill_difference_row_new:
 * @difference: a difference
 *
 * Returns: (transfer full): a row for it
 */
SquillDifferenceRow *
squill_difference_row_new (const SquillDifference *difference)
{
  SquillDifferenceRow *self;

  g_return_val_if_fail (difference != NULL, NULL);

  self = g_object_new (SQUILL_TYPE_DIFFERENCE_ROW, NULL);
  self->kind = difference->kind;
  self->id = g_strdup (difference->id);
  self->message = g_strdup (difference->message != NULL ? difference->message : "");
  self->caption = make_caption (difference);
  return self;
}

/**
 * squill_difference_row_get_id:
 * @self: a row
 *
 * Returns: (transfer none) (nullable): the item of the model it is about
 */
const char *
squill_difference_row_get_id (SquillDifferenceRow *self)
{
  g_return_val_if_fail (SQUILL_IS_DIFFERENCE_ROW (self), NULL);

  return self->id;
}

/**
 * squill_difference_row_get_message:
 * @self: a row
 *
 * Returns: (transfer none): a sentence that says all
 */
const char *
squill_difference_row_get_message (SquillDifferenceRow *self)
{
  g_return_val_if_fail (SQUILL_IS_DIFFERENCE_ROW (self), NULL);

  return self->message;
}

/**
 * squill_difference_row_get_caption:
 * @self: a row
 *
 * Returns: (transfer none): where, and what both say
 */
const char *
squill_difference_row_get_caption (SquillDifferenceRow *self)
{
  g_return_val_if_fail (SQUILL_IS_DIFFERENCE_ROW (self), NULL);

  return self->caption;
}

/**
 * squill_difference_row_get_icon_name:
 * @self: a row
 *
 * Returns: (transfer none): the sign for its kind
 */
const char *
squill_difference_row_get_icon_name (SquillDifferenceRow *self)
{
  static const char *const names[] = { "list-add-symbolic", "list-remove-symbolic",
                                       "document-edit-symbolic" };

  g_return_val_if_fail (SQUILL_IS_DIFFERENCE_ROW (self), NULL);

  return names[self->kind];
}

/**
 * squill_difference_row_get_kind_name:
 * @self: a row
 *
 * Returns: (transfer none): the word for its kind
 */
const char *
squill_difference_row_get_kind_name (SquillDifferenceRow *self)
{
  static const char *const names[] = { N_ ("Only in the database"), N_ ("Only in the model"),
                                       N_ ("Different") };

  g_return_val_if_fail (SQUILL_IS_DIFFERENCE_ROW (self), NULL);

  return _ (names[self->kind]);
}
