/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas-private.h"

#include <math.h>

/* How much is drawn beyond each side of the window, in its pixels. */
#define MARGIN 160.0
/* Lines are too close to be followed at this zoom, so they must not hide the cards. */
#define LINE_STRENGTH 0.35f

struct _SquillFarPicture
{
  GskRenderNode *node; /* its own origin is the window's */
  double zoom;
  double scale;
  double width; /* of the window it was made for */
  double height;
  SquillPoint origin; /* where the diagram's origin stood in that window */
};

/* Where the pixels are while a picture is made. */
typedef struct
{
  guchar *pixels;
  int stride;
  int width;
  int height;
  double zoom;
  double x;
  double y;
} Pixels;

static guint32
to_pixel (SquillColor color)
{
  return 0xff000000u | (guint32)(color.red * 255 + 0.5f) << 16 |
         (guint32)(color.green * 255 + 0.5f) << 8 | (guint32)(color.blue * 255 + 0.5f);
}

static SquillColor
mix (SquillColor color, SquillColor with, float share)
{
  color.red += (with.red - color.red) * share;
  color.green += (with.green - color.green) * share;
  color.blue += (with.blue - color.blue) * share;
  return color;
}

static void
fill (Pixels *picture, int left, int top, int right, int bottom, guint32 pixel)
{
  left = MAX (left, 0);
  top = MAX (top, 0);
  right = MIN (right, picture->width);
  bottom = MIN (bottom, picture->height);
  for (int y = top; y < bottom; y++)
    {
      guint32 *row = (guint32 *)(gpointer)(picture->pixels + (gsize)y * picture->stride);

      for (int x = left; x < right; x++)
        row[x] = pixel;
    }
}

static int
map (double value, double zoom, double start)
{
  return (int)floor (CLAMP (value * zoom + start, -1e6, 1e6) + 0.5);
}

static void
draw_line (Pixels *picture, const SquillRoute *route, guint32 pixel, int width)
{
  for (guint i = 0; i + 1 < route->n_points; i++)
    {
      SquillPoint a = route->points[i], b = route->points[i + 1];
      int left = map (MIN (a.x, b.x), picture->zoom, picture->x);
      int top = map (MIN (a.y, b.y), picture->zoom, picture->y);
      int right = map (MAX (a.x, b.x), picture->zoom, picture->x);
      int bottom = map (MAX (a.y, b.y), picture->zoom, picture->y);

      fill (picture, left, top, right + width, bottom + width, pixel);
    }
}

static void
draw_box (Pixels *picture, const SquillRect *rect, guint32 pixel)
{
  int left = map (rect->x, picture->zoom, picture->x);
  int top = map (rect->y, picture->zoom, picture->y);
  int right = map (squill_rect_right (rect), picture->zoom, picture->x);
  int bottom = map (squill_rect_bottom (rect), picture->zoom, picture->y);

  fill (picture, left, top, MAX (right, left + 1), MAX (bottom, top + 1), pixel);
}

/* What belongs to the selection. */
typedef struct
{
  GHashTable *lit;
  GHashTable *near;
  gboolean dims;
  SquillOverlay overlay;
} Selected;

#define N_LAYERS 3

/* 0: what does not belong to the selection, 1: what does, 2: what is selected, over the rest. */
static guint
get_layer (const Selected *selected, const char *item, const char *id)
{
  if (g_hash_table_contains (selected->lit, item))
    return 2;
  return g_hash_table_contains (selected->near, id) ? 1 : 0;
}

/* What is drawn, by layer: asked once of each of thousands of lines and cards. */
typedef struct
{
  GPtrArray *lines[N_LAYERS]; /* SquillEdge */
  GPtrArray *cards[N_LAYERS]; /* SquillCard */
} Layers;

static void
layers_init (Layers *layers,
             SquillDiagram *diagram,
             const SquillRect *shown,
             const Selected *selected)
{
  const gboolean any =
      g_hash_table_size (selected->lit) > 0 || g_hash_table_size (selected->near) > 0;

  for (guint i = 0; i < N_LAYERS; i++)
    {
      layers->lines[i] = g_ptr_array_new ();
      layers->cards[i] = g_ptr_array_new ();
    }
  for (guint i = 0; i < squill_diagram_get_n_edges (diagram); i++)
    {
      const SquillEdge *edge = squill_diagram_get_edge (diagram, i);

      if (edge->route != NULL && squill_rect_overlaps (&edge->route->bounds, shown))
        g_ptr_array_add (
            layers->lines[any ? get_layer (selected, edge->relationship, edge->id) : 0],
            (gpointer)edge);
    }
  for (guint i = 0; i < squill_diagram_get_n_cards (diagram); i++)
    {
      const SquillCard *card = squill_diagram_get_card (diagram, i);

      if (squill_rect_overlaps (&card->rect, shown))
        g_ptr_array_add (layers->cards[any ? get_layer (selected, card->item, card->id) : 0],
                         (gpointer)card);
    }
}

static void
layers_clear (Layers *layers)
{
  for (guint i = 0; i < N_LAYERS; i++)
    {
      g_ptr_array_unref (layers->lines[i]);
      g_ptr_array_unref (layers->cards[i]);
    }
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Layers, layers_clear)

static void
draw_lines (Pixels *picture, const GPtrArray *lines, guint layer, guint32 pixel)
{
  for (guint i = 0; i < lines->len; i++)
    draw_line (picture, ((const SquillEdge *)lines->pdata[i])->route, pixel, layer == 0 ? 1 : 2);
}

static SquillColor
get_color (SquillDiagram *diagram,
           const SquillCard *card,
           const SquillPalette *palette,
           SquillOverlay overlay)
{
  SquillCardMark mark;
  const char *name = card->tint != NULL ? card->tint : card->group_tint;
  const SquillTint *tint = squill_palette_get_tint (palette, name);

  if (squill_diagram_get_mark (diagram, card, overlay, palette, &mark))
    return mix (palette->box, mark.wash, MIN (1, 2 * mark.wash.alpha));
  return tint != NULL && overlay == SQUILL_OVERLAY_NONE ? tint->solid : palette->box;
}

static void
draw_boxes (Pixels *picture,
            SquillDiagram *diagram,
            const GPtrArray *cards,
            const SquillPalette *palette,
            const Selected *selected,
            guint layer)
{
  float veil = layer == 0 && selected->dims ? palette->veil.alpha : 0;

  for (guint i = 0; i < cards->len; i++)
    {
      const SquillCard *card = cards->pdata[i];
      SquillColor color =
          layer == 2 ? palette->accent : get_color (diagram, card, palette, selected->overlay);

      draw_box (picture, &card->rect, to_pixel (mix (color, palette->veil, veil)));
    }
}

static void
draw (Pixels *picture,
      SquillDiagram *diagram,
      const SquillRect *shown,
      const SquillPalette *palette,
      const Selected *selected)
{
  float strength = LINE_STRENGTH * (selected->dims ? 1 - palette->veil.alpha : 1);
  guint32 plain = to_pixel (mix (palette->canvas, palette->line, strength));
  g_auto (Layers) layers;

  layers_init (&layers, diagram, shown, selected);
  for (guint layer = 0; layer < N_LAYERS; layer++)
    {
      draw_lines (picture, layers.lines[layer], layer,
                  layer == 0 ? plain : to_pixel (palette->accent));
      draw_boxes (picture, diagram, layers.cards[layer], palette, selected, layer);
    }
}

static void
make (SquillFarPicture *self,
      SquillDiagram *diagram,
      SquillViewport *viewport,
      const SquillPalette *palette,
      const Selected *selected)
{
  cairo_surface_t *surface;
  cairo_t *cr;
  SquillRect visible = squill_viewport_get_visible (viewport), shown;
  Pixels picture;

  self->zoom = squill_viewport_get_zoom (viewport);
  self->scale = squill_viewport_get_scale (viewport);
  self->width = squill_viewport_get_width (viewport);
  self->height = squill_viewport_get_height (viewport);
  self->origin = squill_viewport_get_origin (viewport);

  picture.width = (int)ceil ((self->width + 2 * MARGIN) * self->scale);
  picture.height = (int)ceil ((self->height + 2 * MARGIN) * self->scale);
  picture.zoom = self->zoom * self->scale;
  picture.x = (self->origin.x + MARGIN) * self->scale;
  picture.y = (self->origin.y + MARGIN) * self->scale;
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, picture.width, picture.height);
  picture.stride = cairo_image_surface_get_stride (surface);
  picture.pixels = cairo_image_surface_get_data (surface);
  shown = squill_rect_grow (&visible, MARGIN / self->zoom);
  if (picture.pixels != NULL)
    {
      cairo_surface_flush (surface);
      draw (&picture, diagram, &shown, palette, selected);
      cairo_surface_mark_dirty (surface);
    }

  /* GTK 4.8 draws a cairo surface in a tenth of the time of a texture, which it copies each time.
   */
  self->node = gsk_cairo_node_new (&GRAPHENE_RECT_INIT (-(float)MARGIN, -(float)MARGIN,
                                                        (float)(picture.width / self->scale),
                                                        (float)(picture.height / self->scale)));
  cr = gsk_cairo_node_get_draw_context (self->node);
  cairo_surface_set_device_scale (surface, self->scale, self->scale);
  cairo_set_source_surface (cr, surface, -MARGIN, -MARGIN);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* Whether the picture covers the current view. */
static gboolean
covers (SquillFarPicture *self, SquillViewport *viewport)
{
  SquillPoint origin = squill_viewport_get_origin (viewport);

  return self->node != NULL && self->zoom == squill_viewport_get_zoom (viewport) &&
         self->scale == squill_viewport_get_scale (viewport) &&
         self->width == squill_viewport_get_width (viewport) &&
         self->height == squill_viewport_get_height (viewport) &&
         fabs (origin.x - self->origin.x) <= MARGIN && fabs (origin.y - self->origin.y) <= MARGIN;
}

/**
 * _squill_far_picture_new:
 *
 * Returns: (transfer full): an empty picture
 */
SquillFarPicture *
_squill_far_picture_new (void)
{
  return g_new0 (SquillFarPicture, 1);
}

/**
 * _squill_far_picture_free:
 * @self: (nullable): a picture
 *
 * Frees it.
 */
void
_squill_far_picture_free (SquillFarPicture *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->node, gsk_render_node_unref);
  g_free (self);
}

/**
 * _squill_far_picture_drop:
 * @self: a picture
 *
 * Drops the picture: the diagram, its colors, or the selection changed, or it is no longer needed.
 */
void
_squill_far_picture_drop (SquillFarPicture *self)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->node, gsk_render_node_unref);
}

/**
 * _squill_far_picture_snapshot:
 * @self: a picture
 * @snapshot: in pixels of the window
 * @diagram: the diagram, updated
 * @viewport: which part of it is seen
 * @palette: the colors
 * @lit: (element-type utf8 utf8): ids of the items that are selected
 * @near: (element-type utf8 utf8): ids of the cards and lines that belong to them
 * @dims: whether the rest is dimmed
 * @overlay: what the colors of cards show
 *
 * Draws the picture, and makes it first if it does not cover the view.
 */
void
_squill_far_picture_snapshot (SquillFarPicture *self,
                              GtkSnapshot *snapshot,
                              SquillDiagram *diagram,
                              SquillViewport *viewport,
                              const SquillPalette *palette,
                              GHashTable *lit,
                              GHashTable *near,
                              gboolean dims,
                              SquillOverlay overlay)
{
  Selected selected = { lit, near, dims, overlay };
  SquillPoint origin;

  g_return_if_fail (self != NULL);
  g_return_if_fail (SQUILL_IS_DIAGRAM (diagram));
  g_return_if_fail (SQUILL_IS_VIEWPORT (viewport));

  if (!covers (self, viewport))
    {
      g_clear_pointer (&self->node, gsk_render_node_unref);
      make (self, diagram, viewport, palette, &selected);
    }
  origin = squill_viewport_get_origin (viewport);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float)(origin.x - self->origin.x),
                                                          (float)(origin.y - self->origin.y)));
  gtk_snapshot_append_node (snapshot, self->node);
  gtk_snapshot_restore (snapshot);
}
