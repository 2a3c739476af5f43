/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas-private.h"

#include <math.h>

/* How much is drawn beyond each side of the window, in its pixels. */
#define MARGIN 160.0
/* Lines are too close to be followed at this zoom, so they must not hide the cards. */
#define LINE_STRENGTH 0.35f
/* How far lines and boxes are drawn beyond themselves, in pixels of the window. */
#define OVERHANG 3.0

/* The picture is made of squares with this side, in pixels of the window: where something moves,
 * only those are made and drawn again in which it was and is, and each fits into the processor's
 * cache. */
#define TILE 256

struct _SquillFarPicture
{
  GPtrArray *tiles; /* (nullable) GskRenderNode, in rows; NULL: to be made. Their origin is the
                     * window's */
  guint n_columns;
  double zoom;
  double scale;
  double width; /* of the window it was made for */
  double height;
  SquillPoint origin; /* where the diagram's origin stood in that window */
};

/* Where the pixels are while a square is made. */
typedef struct
{
  guchar *pixels;
  int stride;
  int size;
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
  right = MIN (right, picture->size);
  bottom = MIN (bottom, picture->size);
  for (int y = top; y < bottom; y++)
    {
      guint32 *row = (guint32 *)(gpointer)(picture->pixels + (gsize)y * picture->stride);

      for (int x = left; x < right; x++)
        row[x] = pixel;
    }
}

/* To the nearest pixel; rounded as whole numbers above 0, as floor() is slow. */
static int
map (double value, double zoom, double start)
{
  return (int)(CLAMP (value * zoom + start, -1e6, 1e6) + (1e6 + 0.5)) - 1000000;
}

static void
draw_line (Pixels *picture, const SquillRoute *route, guint32 pixel, int width)
{
  int x = map (route->points[0].x, picture->zoom, picture->x);
  int y = map (route->points[0].y, picture->zoom, picture->y);

  for (guint i = 1; i < route->n_points; i++)
    {
      const int next_x = map (route->points[i].x, picture->zoom, picture->x);
      const int next_y = map (route->points[i].y, picture->zoom, picture->y);

      fill (picture, MIN (x, next_x), MIN (y, next_y), MAX (x, next_x) + width,
            MAX (y, next_y) + width, pixel);
      x = next_x;
      y = next_y;
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

#define N_LAYERS 3

/* 0: what does not belong to the selection, 1: what does, 2: what is selected, over the rest. */
static guint
get_layer (SquillCanvas *canvas, const char *item, const char *id)
{
  if (g_hash_table_contains (canvas->lit, item))
    return 2;
  return g_hash_table_contains (canvas->near, id) ? 1 : 0;
}

typedef struct
{
  SquillRect rect;
  const SquillRoute *route; /* NULL: a box */
  guint32 pixel;
} Shape;

/* What is drawn, by layer, lines before boxes: asked once of each of thousands of lines and cards.
 */
typedef struct
{
  GArray *shapes[N_LAYERS]; /* Shape */
} Layers;

static SquillColor
get_color (SquillCanvas *canvas, const SquillCard *card, SquillOverlay overlay)
{
  const SquillPalette *palette = &canvas->palette;
  SquillCardMark mark;
  const char *name = card->tint != NULL ? card->tint : card->group_tint;
  const SquillTint *tint = squill_palette_get_tint (palette, name);

  if (squill_diagram_get_mark (canvas->diagram, card, overlay, palette, &mark))
    return mix (palette->box, mark.wash, MIN (1, 2 * mark.wash.alpha));
  return tint != NULL && overlay == SQUILL_OVERLAY_NONE ? tint->solid : palette->box;
}

static Shape
make_box (SquillCanvas *canvas, const SquillCard *card, guint layer, SquillOverlay overlay)
{
  const SquillPalette *palette = &canvas->palette;
  const float veil = layer == 0 && canvas->dims ? palette->veil.alpha : 0;
  const SquillColor color = layer == 2 ? palette->accent : get_color (canvas, card, overlay);

  return (Shape){ card->rect, NULL, to_pixel (mix (color, palette->veil, veil)) };
}

static void
layers_init (Layers *layers)
{
  for (guint i = 0; i < N_LAYERS; i++)
    layers->shapes[i] = g_array_new (FALSE, FALSE, sizeof (Shape));
}

static void
layers_clear (Layers *layers)
{
  for (guint i = 0; i < N_LAYERS; i++)
    g_array_unref (layers->shapes[i]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Layers, layers_clear)

static void
layers_add_all (Layers *layers, SquillCanvas *canvas, const SquillRect *shown)
{
  const SquillPalette *palette = &canvas->palette;
  const SquillOverlay overlay = squill_display_options_get_overlay (canvas->options);
  const gboolean any = g_hash_table_size (canvas->lit) > 0 || g_hash_table_size (canvas->near) > 0;
  const float strength = LINE_STRENGTH * (canvas->dims ? 1 - palette->veil.alpha : 1);
  const guint32 plain = to_pixel (mix (palette->canvas, palette->line, strength));
  g_autoptr (GPtrArray) lines = _squill_canvas_list_lines_in (canvas, shown);
  g_autoptr (GPtrArray) cards = _squill_canvas_list_cards_in (canvas, shown);

  for (guint i = 0; i < lines->len; i++)
    {
      const SquillEdge *edge = lines->pdata[i];
      const guint layer = any ? get_layer (canvas, edge->relationship, edge->id) : 0;
      const Shape line = { edge->route->bounds, edge->route,
                           layer == 0 ? plain : to_pixel (palette->accent) };

      g_array_append_val (layers->shapes[layer], line);
    }
  for (guint i = 0; i < cards->len; i++)
    {
      const SquillCard *card = cards->pdata[i];
      const guint layer = any ? get_layer (canvas, card->item, card->id) : 0;
      const Shape box = make_box (canvas, card, layer, overlay);

      g_array_append_val (layers->shapes[layer], box);
    }
}

/* What of it is in a part of the diagram. */
static void
layers_add_part (Layers *layers, const Layers *from, const SquillRect *shown)
{
  for (guint layer = 0; layer < N_LAYERS; layer++)
    for (guint i = 0; i < from->shapes[layer]->len; i++)
      {
        const Shape *shape = &g_array_index (from->shapes[layer], Shape, i);

        if (squill_rect_overlaps (&shape->rect, shown))
          g_array_append_vals (layers->shapes[layer], shape, 1);
      }
}

/* @shown: what the square shows of the diagram */
static void
draw (Pixels *picture, const Layers *layers, const SquillRect *shown)
{
  for (guint layer = 0; layer < N_LAYERS; layer++)
    for (guint i = 0; i < layers->shapes[layer]->len; i++)
      {
        const Shape *shape = &g_array_index (layers->shapes[layer], Shape, i);

        if (!squill_rect_overlaps (&shape->rect, shown))
          continue;
        if (shape->route != NULL)
          draw_line (picture, shape->route, shape->pixel, layer == 0 ? 1 : 2);
        else
          draw_box (picture, &shape->rect, shape->pixel);
      }
}

/* Where a square is in the window that the picture was made for. */
static SquillRect
get_tile_rect (SquillFarPicture *self, guint position)
{
  return SQUILL_RECT (position % self->n_columns * TILE - MARGIN,
                      position / self->n_columns * TILE - MARGIN, TILE, TILE);
}

/* What it shows of the diagram, and as far around as lines and boxes are drawn beyond themselves.
 */
static SquillRect
get_tile_shown (SquillFarPicture *self, guint position)
{
  const SquillRect rect = get_tile_rect (self, position);
  const SquillRect shown =
      SQUILL_RECT ((rect.x - self->origin.x) / self->zoom, (rect.y - self->origin.y) / self->zoom,
                   rect.width / self->zoom, rect.height / self->zoom);

  return squill_rect_grow (&shown, OVERHANG / self->zoom);
}

/**
 * _squill_far_picture_make_node:
 * @surface: (transfer full): what is drawn, in pixels of the device
 * @bounds: where it is drawn
 *
 * Makes what draws a picture in each frame. GTK 4.8 draws a cairo surface in a tenth of the time of
 * a texture, which it copies each time.
 *
 * Returns: (transfer full): a node
 */
GskRenderNode *
_squill_far_picture_make_node (cairo_surface_t *surface, const graphene_rect_t *bounds)
{
  GskRenderNode *node = gsk_cairo_node_new (bounds);
  cairo_t *cr = gsk_cairo_node_get_draw_context (node);

  cairo_set_source_surface (cr, surface, bounds->origin.x, bounds->origin.y);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return node;
}

static GskRenderNode *
make_tile (SquillFarPicture *self, guint position, const Layers *layers)
{
  const SquillRect rect = get_tile_rect (self, position);
  const SquillRect shown = get_tile_shown (self, position);
  cairo_surface_t *surface;
  Pixels picture;

  picture.size = (int)ceil (TILE * self->scale);
  picture.zoom = self->zoom * self->scale;
  picture.x = (self->origin.x - rect.x) * self->scale;
  picture.y = (self->origin.y - rect.y) * self->scale;
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, picture.size, picture.size);
  picture.stride = cairo_image_surface_get_stride (surface);
  picture.pixels = cairo_image_surface_get_data (surface);
  if (picture.pixels != NULL)
    {
      cairo_surface_flush (surface);
      draw (&picture, layers, &shown);
      cairo_surface_mark_dirty (surface);
    }

  cairo_surface_set_device_scale (surface, self->scale, self->scale);
  return _squill_far_picture_make_node (
      surface, &GRAPHENE_RECT_INIT ((float)rect.x, (float)rect.y, TILE, TILE));
}

static void
clear_tile (SquillFarPicture *self, guint position)
{
  g_clear_pointer ((GskRenderNode **)&self->tiles->pdata[position], gsk_render_node_unref);
}

/* Begins a picture of the current view. */
static void
begin (SquillFarPicture *self, SquillViewport *viewport)
{
  guint n_rows;

  _squill_far_picture_drop (self);
  self->zoom = squill_viewport_get_zoom (viewport);
  self->scale = squill_viewport_get_scale (viewport);
  self->width = squill_viewport_get_width (viewport);
  self->height = squill_viewport_get_height (viewport);
  self->origin = squill_viewport_get_origin (viewport);
  self->n_columns = (guint)ceil ((self->width + 2 * MARGIN) / TILE);
  n_rows = (guint)ceil ((self->height + 2 * MARGIN) / TILE);
  g_ptr_array_set_size (self->tiles, (int)(self->n_columns * n_rows));
}

/* What the missing squares of a row show of the diagram; empty where none is missing. */
static SquillRect
get_missing (SquillFarPicture *self, guint row)
{
  SquillRect missing = { 0 };

  for (guint i = row * self->n_columns; i < (row + 1) * self->n_columns; i++)
    if (self->tiles->pdata[i] == NULL)
      {
        const SquillRect shown = get_tile_shown (self, i);

        missing = squill_rect_union (&missing, &shown);
      }
  return missing;
}

static void
complete_row (SquillFarPicture *self, guint row, const Layers *layers)
{
  const SquillRect missing = get_missing (self, row);
  g_auto (Layers) own;

  layers_init (&own);
  layers_add_part (&own, layers, &missing);
  for (guint i = row * self->n_columns; i < (row + 1) * self->n_columns; i++)
    if (self->tiles->pdata[i] == NULL)
      self->tiles->pdata[i] = make_tile (self, i, &own);
}

/* Makes the squares that are missing. */
static void
complete (SquillFarPicture *self, SquillCanvas *canvas)
{
  const guint n_rows = self->tiles->len / self->n_columns;
  SquillRect missing = { 0 };
  g_auto (Layers) layers;

  layers_init (&layers);
  for (guint row = 0; row < n_rows; row++)
    {
      const SquillRect shown = get_missing (self, row);

      missing = squill_rect_union (&missing, &shown);
    }
  if (squill_rect_is_empty (&missing))
    return;
  layers_add_all (&layers, canvas, &missing);
  for (guint row = 0; row < n_rows; row++)
    complete_row (self, row, &layers);
}

/* Whether the picture covers the current view. */
static gboolean
covers (SquillFarPicture *self, SquillViewport *viewport)
{
  SquillPoint origin = squill_viewport_get_origin (viewport);

  return self->tiles->len > 0 && self->zoom == squill_viewport_get_zoom (viewport) &&
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
  SquillFarPicture *self = g_new0 (SquillFarPicture, 1);

  self->tiles = g_ptr_array_new ();
  return self;
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
  _squill_far_picture_drop (self);
  g_ptr_array_unref (self->tiles);
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

  for (guint i = 0; i < self->tiles->len; i++)
    clear_tile (self, i);
  g_ptr_array_set_size (self->tiles, 0);
}

/**
 * _squill_far_picture_drop_part:
 * @self: a picture
 * @rect: of the diagram
 *
 * Drops the part of the picture where something changed.
 */
void
_squill_far_picture_drop_part (SquillFarPicture *self, const SquillRect *rect)
{
  g_return_if_fail (self != NULL && rect != NULL);

  for (guint i = 0; i < self->tiles->len; i++)
    {
      const SquillRect shown = get_tile_shown (self, i);

      if (squill_rect_overlaps (&shown, rect))
        clear_tile (self, i);
    }
}

/**
 * _squill_far_picture_snapshot:
 * @self: a picture
 * @canvas: its canvas, with an updated diagram
 * @snapshot: in pixels of the window
 *
 * Draws the picture, and makes first what is missing of it.
 */
void
_squill_far_picture_snapshot (SquillFarPicture *self, SquillCanvas *canvas, GtkSnapshot *snapshot)
{
  SquillPoint origin;

  g_return_if_fail (self != NULL);
  g_return_if_fail (SQUILL_IS_CANVAS (canvas));

  if (!covers (self, canvas->viewport))
    begin (self, canvas->viewport);
  complete (self, canvas);
  origin = squill_viewport_get_origin (canvas->viewport);
  gtk_snapshot_save (snapshot);
  /* By whole pixels, or the squares would show their edges. */
  gtk_snapshot_translate (
      snapshot, &GRAPHENE_POINT_INIT (
                    (float)(round ((origin.x - self->origin.x) * self->scale) / self->scale),
                    (float)(round ((origin.y - self->origin.y) * self->scale) / self->scale)));
  for (guint i = 0; i < self->tiles->len; i++)
    gtk_snapshot_append_node (snapshot, self->tiles->pdata[i]);
  gtk_snapshot_restore (snapshot);
}
