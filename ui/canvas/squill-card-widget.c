/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas-private.h"

#include "canvas/squill-canvas.h"

struct _SquillCardWidget
{
  GtkWidget parent_instance;

  char *id;
  const SquillCard *card; /* the diagram's; renewed at each update */
  GPtrArray *rows;        /* SquillRowWidget; empty while nobody looks */
  guint selected : 1;
};

G_DEFINE_FINAL_TYPE (SquillCardWidget, squill_card_widget, GTK_TYPE_WIDGET)

static void
squill_card_widget_measure (GtkWidget *widget,
                            GtkOrientation orientation,
                            int for_size,
                            int *minimum,
                            int *natural,
                            int *minimum_baseline,
                            int *natural_baseline)
{
  /* The canvas allocates the size that the zoom needs. */
  *minimum = *natural = 0;
}

/* The rows have their places in proportion to the card, so that they follow its zoom. */
static void
squill_card_widget_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  SquillCardWidget *self = SQUILL_CARD_WIDGET (widget);

  for (guint i = 0; i < self->rows->len; i++)
    {
      gboolean shown = self->card != NULL && i < self->card->n_rows;

      gtk_widget_set_child_visible (self->rows->pdata[i], shown);
      if (shown)
        {
          SquillRect rect = squill_card_get_row_rect (self->card, i);
          double scale = width / self->card->rect.width;
          GskTransform *transform = gsk_transform_translate (
              NULL, &GRAPHENE_POINT_INIT ((float)((rect.x - self->card->rect.x) * scale),
                                          (float)((rect.y - self->card->rect.y) * scale)));

          gtk_widget_allocate (self->rows->pdata[i], MAX (1, (int)(rect.width * scale)),
                               MAX (1, (int)(rect.height * scale)), -1, transform);
        }
    }
}

/* The canvas draws the card, and the focus ring with it. */
static void
squill_card_widget_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
}

static void
squill_card_widget_state_flags_changed (GtkWidget *widget, GtkStateFlags previous)
{
  const GtkStateFlags focus = GTK_STATE_FLAG_FOCUSED | GTK_STATE_FLAG_FOCUS_VISIBLE;
  GtkWidget *parent = gtk_widget_get_parent (widget);

  if (((gtk_widget_get_state_flags (widget) ^ previous) & focus) != 0 && parent != NULL)
    gtk_widget_queue_draw (parent);
  GTK_WIDGET_CLASS (squill_card_widget_parent_class)->state_flags_changed (widget, previous);
}

static void
squill_card_widget_dispose (GObject *object)
{
  _squill_card_widget_drop_rows (SQUILL_CARD_WIDGET (object));

  G_OBJECT_CLASS (squill_card_widget_parent_class)->dispose (object);
}

static void
squill_card_widget_finalize (GObject *object)
{
  SquillCardWidget *self = SQUILL_CARD_WIDGET (object);

  g_free (self->id);
  g_ptr_array_unref (self->rows);

  G_OBJECT_CLASS (squill_card_widget_parent_class)->finalize (object);
}

static void
squill_card_widget_class_init (SquillCardWidgetClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = squill_card_widget_dispose;
  G_OBJECT_CLASS (klass)->finalize = squill_card_widget_finalize;
  widget_class->measure = squill_card_widget_measure;
  widget_class->size_allocate = squill_card_widget_size_allocate;
  widget_class->snapshot = squill_card_widget_snapshot;
  widget_class->state_flags_changed = squill_card_widget_state_flags_changed;
  _squill_item_widget_install_card_actions (widget_class);
  gtk_widget_class_set_css_name (widget_class, "entitycard");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
squill_card_widget_init (SquillCardWidget *self)
{
  self->rows = g_ptr_array_new ();
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_child_visible (GTK_WIDGET (self), FALSE);
}

/**
 * _squill_card_widget_new:
 * @id: id of the card
 *
 * Makes a widget for a card; the card itself comes with _squill_card_widget_set_card().
 *
 * Returns: (transfer full): the widget
 */
GtkWidget *
_squill_card_widget_new (const char *id)
{
  SquillCardWidget *self = g_object_new (SQUILL_TYPE_CARD_WIDGET, NULL);

  self->id = g_strdup (id);
  return GTK_WIDGET (self);
}

/**
 * _squill_card_widget_get_id:
 * @self: a card's widget
 *
 * Returns: (transfer none): id of the card
 */
const char *
_squill_card_widget_get_id (SquillCardWidget *self)
{
  g_return_val_if_fail (SQUILL_IS_CARD_WIDGET (self), NULL);

  return self->id;
}

/**
 * _squill_card_widget_set_card:
 * @self: a card's widget
 * @card: (nullable): the card; has to live until it is set again
 *
 * Sets what it stands for.
 */
void
_squill_card_widget_set_card (SquillCardWidget *self, const SquillCard *card)
{
  g_return_if_fail (SQUILL_IS_CARD_WIDGET (self));

  self->card = card;
}

/**
 * _squill_card_widget_get_card:
 * @self: a card's widget
 *
 * Returns: (transfer none) (nullable): what it stands for
 */
const SquillCard *
_squill_card_widget_get_card (SquillCardWidget *self)
{
  g_return_val_if_fail (SQUILL_IS_CARD_WIDGET (self), NULL);

  return self->card;
}

/**
 * _squill_card_widget_set_selected:
 * @self: a card's widget
 * @selected: %TRUE if it is selected
 *
 * Tells assistive technologies that the card is selected.
 */
void
_squill_card_widget_set_selected (SquillCardWidget *self, gboolean selected)
{
  g_return_if_fail (SQUILL_IS_CARD_WIDGET (self));

  selected = !!selected;
  if (self->selected == selected)
    return;
  self->selected = selected;
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_SELECTED, selected, -1);
}

/**
 * _squill_card_widget_describe:
 * @self: a card's widget
 *
 * Updates the accessible name and description of the card.
 */
void
_squill_card_widget_describe (SquillCardWidget *self)
{
  g_autofree char *description = NULL;

  g_return_if_fail (SQUILL_IS_CARD_WIDGET (self));

  if (self->card == NULL)
    return;
  description = squill_card_describe (self->card);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  self->card->full_name, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  description, -1);
}

/**
 * _squill_card_widget_show_rows:
 * @self: a card's widget
 * @selection: (nullable): what is selected
 *
 * Lets assistive technologies see the rows of the card, as they are now.
 */
void
_squill_card_widget_show_rows (SquillCardWidget *self, SquillSelection *selection)
{
  guint n;

  g_return_if_fail (SQUILL_IS_CARD_WIDGET (self));

  n = self->card != NULL ? self->card->n_rows : 0;
  if (self->rows->len != n)
    gtk_widget_queue_allocate (GTK_WIDGET (self));
  while (self->rows->len > n)
    gtk_widget_unparent (g_ptr_array_steal_index (self->rows, self->rows->len - 1));
  while (self->rows->len < n)
    {
      GtkWidget *row = g_object_new (SQUILL_TYPE_ROW_WIDGET, NULL);

      gtk_widget_set_parent (row, GTK_WIDGET (self));
      g_ptr_array_add (self->rows, row);
    }
  for (guint i = 0; i < n; i++)
    {
      const SquillCardRow *row = &self->card->rows[i];
      const char *item = row->item != NULL ? row->item : self->card->item;
      g_autofree char *description = squill_card_row_describe (row);

      _squill_item_widget_set (self->rows->pdata[i], item, row->full_name, description,
                               row->item != NULL && selection != NULL &&
                                   squill_selection_contains (selection, row->item));
    }
}

/**
 * _squill_card_widget_drop_rows:
 * @self: a card's widget
 *
 * Drops what _squill_card_widget_show_rows() made: the card is out of sight.
 */
void
_squill_card_widget_drop_rows (SquillCardWidget *self)
{
  g_return_if_fail (SQUILL_IS_CARD_WIDGET (self));

  for (guint i = 0; i < self->rows->len; i++)
    gtk_widget_unparent (self->rows->pdata[i]);
  g_ptr_array_set_size (self->rows, 0);
}

/**
 * _squill_card_widget_get_row:
 * @self: a card's widget
 * @row: which row
 *
 * Returns: (transfer none) (nullable): what stands for the row where assistive technologies look
 */
GtkWidget *
_squill_card_widget_get_row (SquillCardWidget *self, guint row)
{
  g_return_val_if_fail (SQUILL_IS_CARD_WIDGET (self), NULL);

  return row < self->rows->len ? self->rows->pdata[row] : NULL;
}
