/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-card-widget.h"

#include "squill-plane.h"

/* How far the ring around the card that has the keyboard is from it, and how thick it is. */
#define RING_GAP 2.0f
#define RING_WIDTH 2.0f

struct _SquillCardWidget
{
  GtkWidget parent_instance;

  char *id;
  const SquillCard *card; /* the diagram's; renewed at each update */
  GskRenderNode *picture;
  double zoom; /* of the picture */
  SquillDetail detail;
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
  /* The plane gives it the size that the zoom asks for. */
  *minimum = *natural = 0;
}

static void
snapshot_ring (SquillCardWidget *self, SquillPlane *plane, GtkSnapshot *snapshot)
{
  double zoom = squill_viewport_get_zoom (squill_plane_get_viewport (plane));
  const SquillColor *accent = &squill_plane_get_palette (plane)->accent;
  const GdkRGBA color = { accent->red, accent->green, accent->blue, 0.5f };
  const GdkRGBA colors[] = { color, color, color, color };
  const float widths[] = { RING_WIDTH, RING_WIDTH, RING_WIDTH, RING_WIDTH };
  float out = RING_GAP + RING_WIDTH;
  GskRoundedRect ring;

  gsk_rounded_rect_init_from_rect (
      &ring,
      &GRAPHENE_RECT_INIT (-out, -out, (float)gtk_widget_get_width (GTK_WIDGET (self)) + 2 * out,
                           (float)gtk_widget_get_height (GTK_WIDGET (self)) + 2 * out),
      (float)(SQUILL_CARD_RADIUS * zoom) + out);
  gtk_snapshot_append_border (snapshot, &ring, widths, colors);
}

static void
squill_card_widget_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  SquillCardWidget *self = SQUILL_CARD_WIDGET (widget);
  SquillPlane *plane = SQUILL_PLANE (gtk_widget_get_parent (widget));
  double zoom = squill_viewport_get_zoom (squill_plane_get_viewport (plane));
  SquillDetail detail = squill_plane_get_detail (plane);

  if (self->card == NULL)
    return;
  /* While one zooms what there is will do, larger or smaller; then it is made anew, and sharp. */
  if (self->picture != NULL &&
      (self->detail != detail || (self->zoom != zoom && !squill_plane_is_zooming (plane))))
    g_clear_pointer (&self->picture, gsk_render_node_unref);
  if (self->picture == NULL)
    self->picture = squill_plane_create_card_node (plane, self->card, &self->zoom);
  self->detail = detail;
  if (self->picture == NULL)
    return;
  if (self->zoom == zoom)
    {
      gtk_snapshot_append_node (snapshot, self->picture);
    }
  else
    {
      float scale = (float)(zoom / self->zoom);

      gtk_snapshot_save (snapshot);
      gtk_snapshot_scale (snapshot, scale, scale);
      gtk_snapshot_append_node (snapshot, self->picture);
      gtk_snapshot_restore (snapshot);
    }
  if (gtk_widget_has_visible_focus (widget))
    snapshot_ring (self, plane, snapshot);
}

static void
squill_card_widget_state_flags_changed (GtkWidget *widget, GtkStateFlags previous)
{
  const GtkStateFlags focus = GTK_STATE_FLAG_FOCUSED | GTK_STATE_FLAG_FOCUS_VISIBLE;

  if (((gtk_widget_get_state_flags (widget) ^ previous) & focus) != 0)
    gtk_widget_queue_draw (widget);
  GTK_WIDGET_CLASS (squill_card_widget_parent_class)->state_flags_changed (widget, previous);
}

static void
squill_card_widget_finalize (GObject *object)
{
  SquillCardWidget *self = SQUILL_CARD_WIDGET (object);

  g_free (self->id);
  g_clear_pointer (&self->picture, gsk_render_node_unref);

  G_OBJECT_CLASS (squill_card_widget_parent_class)->finalize (object);
}

static void
squill_card_widget_class_init (SquillCardWidgetClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = squill_card_widget_finalize;
  widget_class->measure = squill_card_widget_measure;
  widget_class->snapshot = squill_card_widget_snapshot;
  widget_class->state_flags_changed = squill_card_widget_state_flags_changed;
  gtk_widget_class_set_css_name (widget_class, "entitycard");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
squill_card_widget_init (SquillCardWidget *self)
{
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  /* How it looks does not depend on the pointer or the style sheet. */
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_VISIBLE);
}

/**
 * squill_card_widget_new:
 * @id: id of the card
 *
 * Makes a widget for a card; the card itself comes with squill_card_widget_set_card().
 *
 * Returns: (transfer full): the widget
 */
GtkWidget *
squill_card_widget_new (const char *id)
{
  SquillCardWidget *self = g_object_new (SQUILL_TYPE_CARD_WIDGET, NULL);

  self->id = g_strdup (id);
  return GTK_WIDGET (self);
}

/**
 * squill_card_widget_get_id:
 * @self: a card's widget
 *
 * Returns: (transfer none): id of the card
 */
const char *
squill_card_widget_get_id (SquillCardWidget *self)
{
  g_return_val_if_fail (SQUILL_IS_CARD_WIDGET (self), NULL);

  return self->id;
}

/**
 * squill_card_widget_set_card:
 * @self: a card's widget
 * @card: (nullable): what it shows; has to live until it is set again
 *
 * Says what is shown. This alone draws nothing anew.
 */
void
squill_card_widget_set_card (SquillCardWidget *self, const SquillCard *card)
{
  g_return_if_fail (SQUILL_IS_CARD_WIDGET (self));

  self->card = card;
}

/**
 * squill_card_widget_get_card:
 * @self: a card's widget
 *
 * Returns: (transfer none) (nullable): what it shows
 */
const SquillCard *
squill_card_widget_get_card (SquillCardWidget *self)
{
  g_return_val_if_fail (SQUILL_IS_CARD_WIDGET (self), NULL);

  return self->card;
}

/**
 * squill_card_widget_set_selected:
 * @self: a card's widget
 * @selected: whether it is selected
 *
 * Says so to those who cannot see it.
 */
void
squill_card_widget_set_selected (SquillCardWidget *self, gboolean selected)
{
  g_return_if_fail (SQUILL_IS_CARD_WIDGET (self));

  selected = !!selected;
  if (self->selected == selected)
    return;
  self->selected = selected;
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_SELECTED, selected, -1);
}

/**
 * squill_card_widget_describe:
 * @self: a card's widget
 *
 * Tells those who cannot see it what the card shows.
 */
void
squill_card_widget_describe (SquillCardWidget *self)
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
 * squill_card_widget_drop_picture:
 * @self: a card's widget
 *
 * Forgets how the card looked, because it looks different now or is out of sight.
 */
void
squill_card_widget_drop_picture (SquillCardWidget *self)
{
  g_return_if_fail (SQUILL_IS_CARD_WIDGET (self));

  if (self->picture == NULL)
    return;
  g_clear_pointer (&self->picture, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
