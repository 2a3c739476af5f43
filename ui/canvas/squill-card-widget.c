/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas-private.h"

#include "canvas/squill-canvas.h"

#include <math.h>

/* No larger pictures are kept as pixels, and not more than these of all. */
#define MAX_PIXELS 3000000.0
#define MAX_ALL_PIXELS 12000000.0
/* Of more cards than this those that can be seen stand on top of each other, or are small. */
#define MAX_FLAT_CARDS 300
/* Pixels are stretched by no more than this, either way. */
#define MAX_STRETCH 2.0
/* The focus ring: its distance from the card, and its width. */
#define RING_GAP 2.0f
#define RING_WIDTH 2.0f

typedef struct
{
  GskRenderNode *node; /* NULL: there is none */
  double zoom;         /* it was drawn for */
  double pixels;       /* that it is made of; 0 if it is made of letters and lines */
  SquillDetail detail;
  gboolean lit; /* something on the card was selected */
} Picture;

struct _SquillCardWidget
{
  GtkWidget parent_instance;

  char *id;
  const SquillCard *card; /* the diagram's; renewed at each update */
  GPtrArray *rows;        /* SquillRowWidget; empty while nobody looks */
  Picture picture;
  Picture unlit; /* while something on the card is selected: for when nothing is anymore */
  guint selected : 1;
};

G_DEFINE_FINAL_TYPE (SquillCardWidget, squill_card_widget, GTK_TYPE_WIDGET)

/* Those of the pictures of all cards in all windows. */
static double all_pixels;

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

static void
snapshot_ring (SquillCardWidget *self, SquillCanvas *canvas, GtkSnapshot *snapshot)
{
  double zoom = squill_viewport_get_zoom (squill_canvas_get_viewport (canvas));
  const SquillColor *accent = &squill_canvas_get_palette (canvas)->accent;
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
picture_clear (Picture *picture)
{
  g_clear_pointer (&picture->node, gsk_render_node_unref);
  all_pixels -= picture->pixels;
  picture->pixels = 0;
}

/* The cairo renderer draws every letter and line of a picture anew in each frame, in ten times the
 * time that it takes to copy the pixels. Takes these instead, if they are not too many. */
static void
flatten (Picture *picture, double scale)
{
  graphene_rect_t bounds;
  double left, top, width, height;
  cairo_surface_t *surface;
  GskRenderNode *flat;
  cairo_t *cr;

  gsk_render_node_get_bounds (picture->node, &bounds);
  left = floor (bounds.origin.x * scale);
  top = floor (bounds.origin.y * scale);
  width = ceil ((bounds.origin.x + bounds.size.width) * scale) - left;
  height = ceil ((bounds.origin.y + bounds.size.height) * scale) - top;
  if (width < 1 || height < 1 || width * height > MAX_PIXELS ||
      all_pixels + width * height > MAX_ALL_PIXELS)
    return;
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int)width, (int)height);
  cairo_surface_set_device_scale (surface, scale, scale);
  cairo_surface_set_device_offset (surface, -left, -top);
  cr = cairo_create (surface);
  gsk_render_node_draw (picture->node, cr);
  cairo_destroy (cr);

  flat = gsk_cairo_node_new (&GRAPHENE_RECT_INIT ((float)(left / scale), (float)(top / scale),
                                                  (float)(width / scale), (float)(height / scale)));
  cr = gsk_cairo_node_get_draw_context (flat);
  cairo_set_source_surface (cr, surface, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_BILINEAR);
  cairo_paint (cr);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  gsk_render_node_unref (picture->node);
  picture->node = flat;
  picture->pixels = width * height;
  all_pixels += picture->pixels;
}

static void
make_picture (SquillCardWidget *self, SquillCanvas *canvas)
{
  GskRenderer *renderer = gtk_native_get_renderer (gtk_widget_get_native (GTK_WIDGET (self)));

  self->picture.node = squill_canvas_create_card_node (canvas, self->card, &self->picture.zoom);
  self->picture.detail = squill_canvas_get_detail (canvas);
  self->picture.lit = _squill_canvas_is_card_lit (canvas, self->card);
  if (self->picture.node != NULL && GSK_IS_CAIRO_RENDERER (renderer) &&
      squill_canvas_get_n_shown (canvas) <= MAX_FLAT_CARDS)
    flatten (&self->picture, squill_viewport_get_scale (squill_canvas_get_viewport (canvas)));
}

/* During a zoom the old picture is stretched; when the zoom has settled, a sharp one is drawn. */
static gboolean
will_do (const Picture *picture, SquillCanvas *canvas, double zoom)
{
  if (picture->node == NULL || picture->detail != squill_canvas_get_detail (canvas))
    return FALSE;
  if (picture->zoom == zoom)
    return TRUE;
  return squill_canvas_is_zooming (canvas) &&
         (picture->pixels == 0 || MAX (zoom / picture->zoom, picture->zoom / zoom) <= MAX_STRETCH);
}

static void
squill_card_widget_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  SquillCardWidget *self = SQUILL_CARD_WIDGET (widget);
  SquillCanvas *canvas = SQUILL_CANVAS (gtk_widget_get_parent (widget));
  double zoom = squill_viewport_get_zoom (squill_canvas_get_viewport (canvas));

  if (self->card == NULL)
    return;
  /* It was selected, and is not anymore. */
  if (self->picture.node == NULL && !_squill_canvas_is_card_lit (canvas, self->card))
    {
      self->picture = self->unlit;
      self->unlit = (Picture){ 0 };
    }
  if (!will_do (&self->picture, canvas, zoom))
    picture_clear (&self->picture);
  if (self->picture.node == NULL)
    make_picture (self, canvas);
  if (self->picture.node == NULL)
    return;
  if (self->picture.zoom == zoom)
    {
      gtk_snapshot_append_node (snapshot, self->picture.node);
    }
  else
    {
      float scale = (float)(zoom / self->picture.zoom);

      gtk_snapshot_save (snapshot);
      gtk_snapshot_scale (snapshot, scale, scale);
      gtk_snapshot_append_node (snapshot, self->picture.node);
      gtk_snapshot_restore (snapshot);
    }
  if (gtk_widget_has_visible_focus (widget))
    snapshot_ring (self, canvas, snapshot);
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
  picture_clear (&self->picture);
  picture_clear (&self->unlit);

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
  /* The focus ring is outside of the widget. */
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_VISIBLE);
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
 * @card: (nullable): what it shows; has to live until it is set again
 *
 * Sets what is shown, without a redraw.
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
 * Returns: (transfer none) (nullable): what it shows
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
 * _squill_card_widget_drop_picture:
 * @self: a card's widget
 *
 * Drops the cached picture, because the card changed or is not visible.
 */
void
_squill_card_widget_drop_picture (SquillCardWidget *self)
{
  g_return_if_fail (SQUILL_IS_CARD_WIDGET (self));

  picture_clear (&self->unlit);
  if (self->picture.node == NULL)
    return;
  picture_clear (&self->picture);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * _squill_card_widget_change_lit:
 * @self: a card's widget
 *
 * Draws the card anew, as something else on it is selected than before. It keeps how it looks with
 * nothing selected: most that is selected soon is not anymore.
 */
void
_squill_card_widget_change_lit (SquillCardWidget *self)
{
  g_return_if_fail (SQUILL_IS_CARD_WIDGET (self));

  if (self->picture.node == NULL)
    return;
  if (!self->picture.lit)
    {
      picture_clear (&self->unlit);
      self->unlit = self->picture;
      self->picture = (Picture){ 0 };
    }
  picture_clear (&self->picture);
  gtk_widget_queue_draw (GTK_WIDGET (self));
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
