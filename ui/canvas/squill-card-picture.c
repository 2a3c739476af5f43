/* SPDX-License-Identifier: Apache-2.0 */

/* What a card looks like, kept until it looks different. The canvas draws the pictures itself, so
 * that only those cards need widgets that somebody may come to by keys or with a screen reader. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas-private.h"

#include <math.h>

/* No larger pictures are kept as pixels, and not more than these of all. */
#define MAX_PIXELS 3000000.0
#define MAX_ALL_PIXELS 12000000.0
/* Of more cards than this those that can be seen stand on top of each other, or are small. */
#define MAX_FLAT_CARDS 300
/* Pixels are stretched by no more than this, either way. */
#define MAX_STRETCH 2.0

typedef struct
{
  GskRenderNode *node; /* NULL: there is none */
  double zoom;         /* it was drawn for */
  double pixels;       /* that it is made of; 0 if it is made of letters and lines */
  SquillDetail detail;
  gboolean lit; /* something on the card was selected */
} Drawn;

struct _SquillCardPicture
{
  Drawn drawn;
  Drawn unlit; /* while something on the card is selected: for when nothing is anymore */
};

/* Those of the pictures of all cards in all windows. */
static double all_pixels;

static void
drawn_clear (Drawn *drawn)
{
  g_clear_pointer (&drawn->node, gsk_render_node_unref);
  all_pixels -= drawn->pixels;
  drawn->pixels = 0;
}

/* One of which nothing is drawn yet. */
SquillCardPicture *
_squill_card_picture_new (void)
{
  return g_new0 (SquillCardPicture, 1);
}

void
_squill_card_picture_free (SquillCardPicture *self)
{
  drawn_clear (&self->drawn);
  drawn_clear (&self->unlit);
  g_free (self);
}

/* The cairo renderer draws every letter and line of a picture anew in each frame, in ten times the
 * time that it takes to copy the pixels. Takes these instead, if they are not too many. */
static void
flatten (Drawn *drawn, double scale)
{
  graphene_rect_t bounds;
  double left, top, width, height;
  cairo_surface_t *surface;
  GskRenderNode *flat;
  cairo_t *cr;

  gsk_render_node_get_bounds (drawn->node, &bounds);
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
  gsk_render_node_draw (drawn->node, cr);
  cairo_destroy (cr);

  flat = gsk_cairo_node_new (&GRAPHENE_RECT_INIT ((float)(left / scale), (float)(top / scale),
                                                  (float)(width / scale), (float)(height / scale)));
  cr = gsk_cairo_node_get_draw_context (flat);
  cairo_set_source_surface (cr, surface, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_BILINEAR);
  cairo_paint (cr);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  gsk_render_node_unref (drawn->node);
  drawn->node = flat;
  drawn->pixels = width * height;
  all_pixels += drawn->pixels;
}

static void
draw (Drawn *drawn, SquillCanvas *canvas, const SquillCard *card)
{
  GskRenderer *renderer = gtk_native_get_renderer (gtk_widget_get_native (GTK_WIDGET (canvas)));

  drawn->node = squill_canvas_create_card_node (canvas, card, &drawn->zoom);
  drawn->detail = squill_canvas_get_detail (canvas);
  drawn->lit = _squill_canvas_is_card_lit (canvas, card);
  if (drawn->node != NULL && GSK_IS_CAIRO_RENDERER (renderer) &&
      squill_canvas_get_n_shown (canvas) <= MAX_FLAT_CARDS)
    flatten (drawn, squill_viewport_get_scale (squill_canvas_get_viewport (canvas)));
}

/* During a zoom the old picture is stretched; when the zoom has settled, a sharp one is drawn. */
static gboolean
will_do (const Drawn *drawn, SquillCanvas *canvas, double zoom)
{
  if (drawn->node == NULL || drawn->detail != squill_canvas_get_detail (canvas))
    return FALSE;
  if (drawn->zoom == zoom)
    return TRUE;
  return squill_canvas_is_zooming (canvas) &&
         (drawn->pixels == 0 || MAX (zoom / drawn->zoom, drawn->zoom / zoom) <= MAX_STRETCH);
}

/* Puts the picture onto the canvas, sharp: at a whole pixel. */
static void
append (const Drawn *drawn, SquillViewport *viewport, const SquillCard *card, GtkSnapshot *snapshot)
{
  const SquillRect rect = squill_viewport_rect_to_window (viewport, &card->rect);
  const double device = squill_viewport_get_scale (viewport);
  const double zoom = squill_viewport_get_zoom (viewport);

  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot,
                          &GRAPHENE_POINT_INIT ((float)(floor (rect.x * device + 0.5) / device),
                                                (float)(floor (rect.y * device + 0.5) / device)));
  if (drawn->zoom != zoom)
    gtk_snapshot_scale (snapshot, (float)(zoom / drawn->zoom), (float)(zoom / drawn->zoom));
  gtk_snapshot_append_node (snapshot, drawn->node);
  gtk_snapshot_restore (snapshot);
}

/**
 * _squill_card_picture_snapshot:
 * @self: the picture of a card
 * @canvas: the canvas
 * @card: the card
 * @snapshot: in pixels of the canvas
 *
 * Draws a card where it stands; anew only if what there is will not do.
 */
void
_squill_card_picture_snapshot (SquillCardPicture *self,
                               SquillCanvas *canvas,
                               const SquillCard *card,
                               GtkSnapshot *snapshot)
{
  SquillViewport *viewport = squill_canvas_get_viewport (canvas);

  /* It was selected, and is not anymore. */
  if (self->drawn.node == NULL && !_squill_canvas_is_card_lit (canvas, card))
    {
      self->drawn = self->unlit;
      self->unlit = (Drawn){ 0 };
    }
  if (!will_do (&self->drawn, canvas, squill_viewport_get_zoom (viewport)))
    drawn_clear (&self->drawn);
  if (self->drawn.node == NULL)
    draw (&self->drawn, canvas, card);
  if (self->drawn.node != NULL)
    append (&self->drawn, viewport, card, snapshot);
}

/**
 * _squill_card_picture_change_lit:
 * @self: the picture of a card
 *
 * Lets the card be drawn anew, as something else on it is selected than before. It is kept how it
 * looks with nothing selected: most that is selected soon is not anymore.
 */
void
_squill_card_picture_change_lit (SquillCardPicture *self)
{
  if (self->drawn.node == NULL)
    return;
  if (!self->drawn.lit)
    {
      drawn_clear (&self->unlit);
      self->unlit = self->drawn;
      self->drawn = (Drawn){ 0 };
    }
  drawn_clear (&self->drawn);
}
