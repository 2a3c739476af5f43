/* SPDX-License-Identifier: Apache-2.0 */

/* Everything is made of what GTK 4.8 was measured to draw fast: color nodes, which are batched into
 * one draw; borders with one round corner for elbows; one small cairo node for all ends of lines
 * that look the same; gradients for shadows; and nothing as large as the diagram. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-snapshot-painter.h"

#include "diagram/squill-painter.h"

#include <math.h>
#include <string.h>

/* Text below this size, in pixels of the window, is left out. */
#define MIN_TEXT 2.5
/* Below this zoom a card has no shadow that could be seen. */
#define MIN_SHADOW_ZOOM 0.25
/* How far a shadow fades at each side of its edge, by how much it is larger than the card, and how
 * far below it. */
#define SHADOW_BLUR 5.0
#define SHADOW_SPREAD 0.5
#define SHADOW_DROP 1.5
/* Below this zoom a hop would be less than three pixels high. */
#define MIN_HOP_ZOOM 0.5

typedef struct
{
  double x;
  double y;
  double zoom;
  guint n_pushed;
} State;

/* What the end of a line looks like. */
typedef struct
{
  SquillFootKind kind;
  SquillSide side;
  double zoom;
  SquillColor color;
  SquillColor fill;
} FootLook;

/* What the corners of a shadow look like. */
typedef struct
{
  double zoom;
  double radius;
  SquillColor color;
} ShadowLook;

struct _SquillSnapshotPainter
{
  GObject parent_instance;

  PangoContext *context;
  double device_scale;
  SquillFonts *fonts;

  GtkSnapshot *snapshot;
  graphene_rect_t seen;
  gboolean bounded;
  State state;
  GArray *states;
  guint n_draws;
  GHashTable *feet; /* FootLook -> GskRenderNode, its own origin at the card's edge */
  ShadowLook shadow;
  GskRenderNode *corners[4]; /* of that shadow, in the order of GskCorner; NULL before the first */
};

static void squill_snapshot_painter_iface_init (SquillPainterInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (SquillSnapshotPainter,
                               squill_snapshot_painter,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (SQUILL_TYPE_PAINTER,
                                                      squill_snapshot_painter_iface_init))

G_STATIC_ASSERT (sizeof (SquillColor) == sizeof (GdkRGBA));

static const GdkRGBA *
to_rgba (const SquillColor *color)
{
  return (const GdkRGBA *)color;
}

static double
map_x (SquillSnapshotPainter *self, double x)
{
  return self->state.x + x * self->state.zoom;
}

static double
map_y (SquillSnapshotPainter *self, double y)
{
  return self->state.y + y * self->state.zoom;
}

/* The next whole device pixel. */
static double
snap (SquillSnapshotPainter *self, double value)
{
  return floor (value * self->device_scale + 0.5) / self->device_scale;
}

/* The middle of a line of @width, whose edges lie on whole device pixels. */
static double
snap_line (SquillSnapshotPainter *self, double value, double width)
{
  return snap (self, value - width / 2) + width / 2;
}

/* A line's width: GTK 4.8 does not smooth edges on GL, so a thinner one might not be seen. */
static double
snap_width (SquillSnapshotPainter *self, double width)
{
  return MAX (1.0, floor (width * self->state.zoom * self->device_scale + 0.5)) /
         self->device_scale;
}

static graphene_rect_t
map_rect (SquillSnapshotPainter *self, const SquillRect *rect)
{
  double least = 1.0 / self->device_scale;
  double x = snap (self, map_x (self, rect->x)), y = snap (self, map_y (self, rect->y));
  double width = snap (self, map_x (self, rect->x + rect->width)) - x;
  double height = snap (self, map_y (self, rect->y + rect->height)) - y;

  return GRAPHENE_RECT_INIT ((float)x, (float)y, (float)MAX (width, least),
                             (float)MAX (height, least));
}

static gboolean
is_seen (SquillSnapshotPainter *self, const graphene_rect_t *rect)
{
  return !self->bounded || graphene_rect_intersection (&self->seen, rect, NULL);
}

static void
append_color (SquillSnapshotPainter *self, const SquillColor *color, const graphene_rect_t *rect)
{
  if (!is_seen (self, rect))
    return;
  gtk_snapshot_append_color (self->snapshot, to_rgba (color), rect);
  self->n_draws++;
}

static void
append_border (SquillSnapshotPainter *self,
               const GskRoundedRect *outline,
               const float widths[4],
               const SquillColor *color)
{
  const GdkRGBA *rgba = to_rgba (color);
  const GdkRGBA colors[4] = { *rgba, *rgba, *rgba, *rgba };

  if (!is_seen (self, &outline->bounds))
    return;
  gtk_snapshot_append_border (self->snapshot, outline, widths, colors);
  self->n_draws++;
}

static void
squill_snapshot_painter_save (SquillPainter *painter)
{
  SquillSnapshotPainter *self = SQUILL_SNAPSHOT_PAINTER (painter);

  g_array_append_val (self->states, self->state);
  self->state.n_pushed = 0;
}

static void
squill_snapshot_painter_restore (SquillPainter *painter)
{
  SquillSnapshotPainter *self = SQUILL_SNAPSHOT_PAINTER (painter);

  g_return_if_fail (self->states->len > 0);

  for (; self->state.n_pushed > 0; self->state.n_pushed--)
    gtk_snapshot_pop (self->snapshot);
  self->state = g_array_index (self->states, State, self->states->len - 1);
  g_array_set_size (self->states, self->states->len - 1);
}

static void
squill_snapshot_painter_translate (SquillPainter *painter, double x, double y)
{
  SquillSnapshotPainter *self = SQUILL_SNAPSHOT_PAINTER (painter);

  self->state.x = map_x (self, x);
  self->state.y = map_y (self, y);
}

static void
squill_snapshot_painter_clip (SquillPainter *painter, const SquillRect *rect, double radius)
{
  SquillSnapshotPainter *self = SQUILL_SNAPSHOT_PAINTER (painter);
  graphene_rect_t mapped = map_rect (self, rect);

  if (radius > 0)
    {
      GskRoundedRect rounded;

      gsk_rounded_rect_init_from_rect (&rounded, &mapped, (float)(radius * self->state.zoom));
      gtk_snapshot_push_rounded_clip (self->snapshot, &rounded);
    }
  else
    {
      gtk_snapshot_push_clip (self->snapshot, &mapped);
    }
  self->state.n_pushed++;
}

static void
squill_snapshot_painter_fill_rect (SquillPainter *painter,
                                   const SquillRect *rect,
                                   double radius,
                                   const SquillColor *color)
{
  SquillSnapshotPainter *self = SQUILL_SNAPSHOT_PAINTER (painter);
  graphene_rect_t mapped = map_rect (self, rect);
  GskRoundedRect rounded;

  if (!is_seen (self, &mapped))
    return;
  if (radius * self->state.zoom < 0.75)
    {
      append_color (self, color, &mapped);
      return;
    }
  gsk_rounded_rect_init_from_rect (&rounded, &mapped, (float)(radius * self->state.zoom));
  gtk_snapshot_push_rounded_clip (self->snapshot, &rounded);
  append_color (self, color, &mapped);
  gtk_snapshot_pop (self->snapshot);
}

static void
squill_snapshot_painter_stroke_rect (SquillPainter *painter,
                                     const SquillRect *rect,
                                     double radius,
                                     double width,
                                     const SquillColor *color)
{
  SquillSnapshotPainter *self = SQUILL_SNAPSHOT_PAINTER (painter);
  graphene_rect_t mapped = map_rect (self, rect);
  GskRoundedRect rounded;
  float snapped = (float)snap_width (self, width);
  const float widths[4] = { snapped, snapped, snapped, snapped };

  gsk_rounded_rect_init_from_rect (&rounded, &mapped, (float)(radius * self->state.zoom));
  append_border (self, &rounded, widths, color);
}

/* How dark a shadow is across its edge, from inside to outside: as a blur has it. */
static const struct
{
  float offset;
  float share;
} fades[] = { { 0, 1 },        { 0.25f, 0.85f }, { 0.4f, 0.65f }, { 0.5f, 0.5f },
              { 0.6f, 0.35f }, { 0.75f, 0.15f }, { 1, 0 } };

static gboolean
color_equal (const SquillColor *a, const SquillColor *b)
{
  return gdk_rgba_equal (to_rgba (a), to_rgba (b));
}

/* One corner of a shadow, the center of its rounding at the origin. */
static GskRenderNode *
create_shadow_corner (const ShadowLook *look, GskCorner corner, double size)
{
  gboolean right = corner == GSK_CORNER_TOP_RIGHT || corner == GSK_CORNER_BOTTOM_RIGHT;
  gboolean below = corner == GSK_CORNER_BOTTOM_LEFT || corner == GSK_CORNER_BOTTOM_RIGHT;
  double blur = SHADOW_BLUR * look->zoom, radius = look->radius * look->zoom;
  double inner = MAX (0, radius - blur), outer = radius + blur;
  GskRenderNode *node = gsk_cairo_node_new (&GRAPHENE_RECT_INIT (
      right ? 0 : (float)-size, below ? 0 : (float)-size, (float)size, (float)size));
  cairo_t *cr = gsk_cairo_node_get_draw_context (node);
  cairo_pattern_t *pattern = cairo_pattern_create_radial (0, 0, inner, 0, 0, outer);

  for (guint i = 0; i < G_N_ELEMENTS (fades); i++)
    {
      /* Where it fades across more than the radius, its inner part is left out. */
      double at = (radius - blur + fades[i].offset * 2 * blur - inner) / (outer - inner);

      cairo_pattern_add_color_stop_rgba (pattern, MAX (0, at), look->color.red, look->color.green,
                                         look->color.blue, look->color.alpha * fades[i].share);
    }
  cairo_set_source (cr, pattern);
  cairo_paint (cr);
  cairo_pattern_destroy (pattern);
  cairo_destroy (cr);
  return node;
}

static void
append_shadow_side (SquillSnapshotPainter *self,
                    const graphene_rect_t *rect,
                    const graphene_point_t *inner,
                    const graphene_point_t *outer)
{
  GskColorStop stops[G_N_ELEMENTS (fades)];

  if (rect->size.width <= 0 || rect->size.height <= 0 || !is_seen (self, rect))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (fades); i++)
    {
      stops[i].offset = fades[i].offset;
      stops[i].color = *to_rgba (&self->shadow.color);
      stops[i].color.alpha *= fades[i].share;
    }
  gtk_snapshot_append_linear_gradient (self->snapshot, rect, inner, outer, stops,
                                       G_N_ELEMENTS (stops));
  self->n_draws++;
}

static void
drop_shadow_corners (SquillSnapshotPainter *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->corners); i++)
    g_clear_pointer (&self->corners[i], gsk_render_node_unref);
}

/* All corners that look alike are one node. */
static void
append_shadow_corner (
    SquillSnapshotPainter *self, GskCorner corner, double x, double y, double size)
{
  if (self->corners[corner] == NULL)
    self->corners[corner] = create_shadow_corner (&self->shadow, corner, size);
  gtk_snapshot_save (self->snapshot);
  gtk_snapshot_translate (self->snapshot, &GRAPHENE_POINT_INIT ((float)x, (float)y));
  gtk_snapshot_append_node (self->snapshot, self->corners[corner]);
  gtk_snapshot_restore (self->snapshot);
  self->n_draws++;
}

/* A blur was measured to take the cairo renderer as long as all else of a card, and five times as
 * long while the card is scaled. Gradients look the same at this size. */
static void
squill_snapshot_painter_shadow (SquillPainter *painter,
                                const SquillRect *rect,
                                double radius,
                                const SquillColor *color)
{
  SquillSnapshotPainter *self = SQUILL_SNAPSHOT_PAINTER (painter);
  double zoom = self->state.zoom, blur = SHADOW_BLUR * zoom;
  ShadowLook look = { zoom, radius + SHADOW_SPREAD, *color };
  SquillRect around = squill_rect_grow (rect, SHADOW_SPREAD);
  graphene_rect_t mapped;
  double left, top, right, bottom, size, inside;

  around.y += SHADOW_DROP;
  mapped = map_rect (self, &around);
  if (zoom < MIN_SHADOW_ZOOM || color->alpha <= 0 || !is_seen (self, &mapped))
    return;
  if (look.zoom != self->shadow.zoom || look.radius != self->shadow.radius ||
      !color_equal (&look.color, &self->shadow.color))
    drop_shadow_corners (self);
  self->shadow = look;
  /* Where the corners end, on whole pixels; the sides are between them, and reach a little below
   * the card. */
  left = snap (self, mapped.origin.x + look.radius * zoom);
  right = MAX (left, snap (self, mapped.origin.x + mapped.size.width - look.radius * zoom));
  top = snap (self, mapped.origin.y + look.radius * zoom);
  bottom = MAX (top, snap (self, mapped.origin.y + mapped.size.height - look.radius * zoom));
  size = ceil (look.radius * zoom + blur);
  inside = size - ceil (blur + (SHADOW_DROP + SHADOW_SPREAD + 1) * zoom);
  append_shadow_corner (self, GSK_CORNER_TOP_LEFT, left, top, size);
  append_shadow_corner (self, GSK_CORNER_TOP_RIGHT, right, top, size);
  append_shadow_corner (self, GSK_CORNER_BOTTOM_RIGHT, right, bottom, size);
  append_shadow_corner (self, GSK_CORNER_BOTTOM_LEFT, left, bottom, size);
  append_shadow_side (self,
                      &GRAPHENE_RECT_INIT ((float)left, (float)(top - size), (float)(right - left),
                                           (float)(size - inside)),
                      &GRAPHENE_POINT_INIT (0, (float)(top - look.radius * zoom + blur)),
                      &GRAPHENE_POINT_INIT (0, (float)(top - look.radius * zoom - blur)));
  append_shadow_side (self,
                      &GRAPHENE_RECT_INIT ((float)left, (float)(bottom + inside),
                                           (float)(right - left), (float)(size - inside)),
                      &GRAPHENE_POINT_INIT (0, (float)(bottom + look.radius * zoom - blur)),
                      &GRAPHENE_POINT_INIT (0, (float)(bottom + look.radius * zoom + blur)));
  append_shadow_side (self,
                      &GRAPHENE_RECT_INIT ((float)(left - size), (float)top, (float)(size - inside),
                                           (float)(bottom - top)),
                      &GRAPHENE_POINT_INIT ((float)(left - look.radius * zoom + blur), 0),
                      &GRAPHENE_POINT_INIT ((float)(left - look.radius * zoom - blur), 0));
  append_shadow_side (self,
                      &GRAPHENE_RECT_INIT ((float)(right + inside), (float)top,
                                           (float)(size - inside), (float)(bottom - top)),
                      &GRAPHENE_POINT_INIT ((float)(right + look.radius * zoom - blur), 0),
                      &GRAPHENE_POINT_INIT ((float)(right + look.radius * zoom + blur), 0));
}

/* A segment shorter than a dash and a gap is drawn solid. */
static void
append_dashes (SquillSnapshotPainter *self,
               const graphene_rect_t *rect,
               const SquillLine *line,
               gboolean across)
{
  double on = MAX (2.0 / self->device_scale, snap (self, line->dash_on * self->state.zoom));
  double off = MAX (2.0 / self->device_scale, snap (self, line->dash_off * self->state.zoom));
  double length = across ? rect->size.width : rect->size.height;
  graphene_rect_t period = *rect, dash = *rect;

  if (length <= on + off)
    {
      append_color (self, &line->color, rect);
      return;
    }
  if (!is_seen (self, rect))
    return;
  if (across)
    {
      period.size.width = (float)(on + off);
      dash.size.width = (float)on;
    }
  else
    {
      period.size.height = (float)(on + off);
      dash.size.height = (float)on;
    }
  gtk_snapshot_push_repeat (self->snapshot, rect, &period);
  gtk_snapshot_append_color (self->snapshot, to_rgba (&line->color), &dash);
  gtk_snapshot_pop (self->snapshot);
  self->n_draws++;
}

/* Only the foot of a line is diagonal, and short, so a cairo node is cheap. */
static void
append_diagonal (SquillSnapshotPainter *self, const SquillLinePiece *piece, const SquillLine *line)
{
  double width = MAX (1.0 / self->device_scale, line->width * self->state.zoom);
  double x0 = map_x (self, piece->from.x), y0 = map_y (self, piece->from.y);
  double x1 = map_x (self, piece->to.x), y1 = map_y (self, piece->to.y);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (
      (float)floor (MIN (x0, x1) - width), (float)floor (MIN (y0, y1) - width),
      (float)ceil (fabs (x1 - x0) + 2 * width + 1), (float)ceil (fabs (y1 - y0) + 2 * width + 1));
  graphene_rect_t clipped = bounds;
  cairo_t *cr;

  if (self->bounded && !graphene_rect_intersection (&bounds, &self->seen, &clipped))
    return;
  cr = gtk_snapshot_append_cairo (self->snapshot, &clipped);
  gdk_cairo_set_source_rgba (cr, to_rgba (&line->color));
  cairo_set_line_width (cr, width);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_move_to (cr, x0, y0);
  cairo_line_to (cr, x1, y1);
  cairo_stroke (cr);
  cairo_destroy (cr);
  self->n_draws++;
}

static void
append_straight (SquillSnapshotPainter *self,
                 const SquillLinePiece *piece,
                 const SquillLine *line,
                 gboolean reach_back,
                 gboolean reach_on)
{
  double width = snap_width (self, line->width);
  gboolean across = fabs (piece->to.y - piece->from.y) < 0.01;
  double from, to, middle;
  graphene_rect_t rect;

  if (!across && fabs (piece->to.x - piece->from.x) >= 0.01)
    {
      append_diagonal (self, piece, line);
      return;
    }
  if (across)
    {
      from = map_x (self, piece->from.x);
      to = map_x (self, piece->to.x);
      middle = map_y (self, piece->from.y);
    }
  else
    {
      from = map_y (self, piece->from.y);
      to = map_y (self, piece->to.y);
      middle = map_x (self, piece->from.x);
    }
  middle = snap_line (self, middle, width);
  /* Two segments without an elbow between them meet at the outer corner. */
  if (reach_back)
    from = snap_line (self, from, width) + (from <= to ? -width / 2 : width / 2);
  else
    from = snap (self, from);
  if (reach_on)
    to = snap_line (self, to, width) + (from <= to ? width / 2 : -width / 2);
  else
    to = snap (self, to);
  if (across)
    rect = GRAPHENE_RECT_INIT ((float)MIN (from, to), (float)(middle - width / 2),
                               (float)fabs (to - from), (float)width);
  else
    rect = GRAPHENE_RECT_INIT ((float)(middle - width / 2), (float)MIN (from, to), (float)width,
                               (float)fabs (to - from));
  if (rect.size.width <= 0 || rect.size.height <= 0)
    return;
  if (line->dash_on > 0)
    append_dashes (self, &rect, line, across);
  else
    append_color (self, &line->color, &rect);
}

/* An elbow is two sides of a border with one round corner: no curve has to be filled. */
static void
append_elbow (SquillSnapshotPainter *self, const SquillLinePiece *piece, const SquillLine *line)
{
  double width = snap_width (self, line->width), half = width / 2;
  double x = snap_line (self, map_x (self, piece->corner.x), width);
  double y = snap_line (self, map_y (self, piece->corner.y), width);
  gboolean from_across = fabs (piece->from.y - piece->corner.y) < 0.01;
  SquillPoint across = from_across ? piece->from : piece->to;
  SquillPoint upright = from_across ? piece->to : piece->from;
  double end_x = snap (self, map_x (self, across.x)), end_y = snap (self, map_y (self, upright.y));
  gboolean leftwards = across.x < piece->corner.x, upwards = upright.y < piece->corner.y;
  double left = leftwards ? end_x : x - half, right = leftwards ? x + half : end_x;
  double top = upwards ? end_y : y - half, bottom = upwards ? y + half : end_y;
  float radius = (float)MIN (right - left, bottom - top);
  float w = (float)width;
  /* top, right, bottom, left */
  const float widths[4] = { upwards ? 0 : w, leftwards ? w : 0, upwards ? w : 0,
                            leftwards ? 0 : w };
  int corner = leftwards ? (upwards ? GSK_CORNER_BOTTOM_RIGHT : GSK_CORNER_TOP_RIGHT)
                         : (upwards ? GSK_CORNER_BOTTOM_LEFT : GSK_CORNER_TOP_LEFT);
  GskRoundedRect outline;

  if (right - left <= 0 || bottom - top <= 0)
    return;
  gsk_rounded_rect_init_from_rect (
      &outline,
      &GRAPHENE_RECT_INIT ((float)left, (float)top, (float)(right - left), (float)(bottom - top)),
      0);
  outline.corner[corner] = GRAPHENE_SIZE_INIT (radius, radius);
  append_border (self, &outline, widths, &line->color);
}

static void
append_arch (SquillSnapshotPainter *self, const SquillLinePiece *piece, const SquillLine *line)
{
  double width = snap_width (self, line->width), half = width / 2;
  gboolean across = fabs (piece->to.y - piece->from.y) < 0.01;
  double x = snap_line (self, map_x (self, piece->corner.x), width);
  double y = snap_line (self, map_y (self, piece->corner.y), width);
  float outer = (float)(snap (self, piece->radius * self->state.zoom) + half), w = (float)width;
  /* An arch over a horizontal line has no bottom border, one beside a vertical line no right one.
   */
  const float widths[4] = { w, across ? w : 0, across ? 0 : w, w };
  const int round_corners[2] = { GSK_CORNER_TOP_LEFT,
                                 across ? GSK_CORNER_TOP_RIGHT : GSK_CORNER_BOTTOM_LEFT };
  GskRoundedRect outline;

  gsk_rounded_rect_init_from_rect (&outline,
                                   &GRAPHENE_RECT_INIT ((float)x - outer, (float)y - outer,
                                                        across ? 2 * outer : outer + (float)half,
                                                        across ? outer + (float)half : 2 * outer),
                                   0);
  for (guint i = 0; i < G_N_ELEMENTS (round_corners); i++)
    outline.corner[round_corners[i]] = GRAPHENE_SIZE_INIT (outer, outer);
  append_border (self, &outline, widths, &line->color);
}

/* Whether any stretch of a line is visible. Of a long line this is asked more often than it is. */
static gboolean
is_line_seen (SquillSnapshotPainter *self, const SquillLine *line)
{
  double reach = (line->width + SQUILL_HOP_RADIUS) * self->state.zoom;

  if (!self->bounded)
    return TRUE;
  for (guint i = 0; i + 1 < line->n_points; i++)
    {
      const SquillPoint *a = &line->points[i], *b = a + 1;
      double left = map_x (self, MIN (a->x, b->x)) - reach,
             top = map_y (self, MIN (a->y, b->y)) - reach;
      double right = map_x (self, MAX (a->x, b->x)) + reach,
             bottom = map_y (self, MAX (a->y, b->y)) + reach;

      if (is_seen (self, &GRAPHENE_RECT_INIT ((float)left, (float)top, (float)(right - left),
                                              (float)(bottom - top))))
        return TRUE;
    }
  return FALSE;
}

static void
squill_snapshot_painter_line (SquillPainter *painter, const SquillLine *line)
{
  SquillSnapshotPainter *self = SQUILL_SNAPSHOT_PAINTER (painter);
  SquillLine plain = *line;
  g_autoptr (GArray) pieces = NULL;

  if (!is_line_seen (self, line))
    return;
  if (self->state.zoom < MIN_HOP_ZOOM)
    plain.n_hops = 0;
  if (plain.radius * self->state.zoom < 1.5)
    plain.radius = 0;
  pieces = squill_line_get_pieces (&plain);
  for (guint i = 0; i < pieces->len; i++)
    {
      const SquillLinePiece *piece = &g_array_index (pieces, SquillLinePiece, i);

      switch (piece->kind)
        {
        case SQUILL_LINE_STRAIGHT:
          append_straight (self, piece, &plain, i > 0 && piece[-1].kind == SQUILL_LINE_STRAIGHT,
                           i + 1 < pieces->len && piece[1].kind == SQUILL_LINE_STRAIGHT);
          break;
        case SQUILL_LINE_ELBOW:
          append_elbow (self, piece, &plain);
          break;
        case SQUILL_LINE_ARCH:
          append_arch (self, piece, &plain);
          break;
        default:
          g_assert_not_reached ();
        }
    }
}

static void
squill_snapshot_painter_circle (SquillPainter *painter,
                                double x,
                                double y,
                                double radius,
                                const SquillColor *fill,
                                const SquillColor *edge,
                                double width)
{
  SquillSnapshotPainter *self = SQUILL_SNAPSHOT_PAINTER (painter);
  double outer = radius + (edge != NULL ? width / 2 : 0);
  double size = MAX (1.0 / self->device_scale, 2 * outer * self->state.zoom);
  graphene_rect_t bounds =
      GRAPHENE_RECT_INIT ((float)(map_x (self, x) - size / 2), (float)(map_y (self, y) - size / 2),
                          (float)size, (float)size);
  GskRoundedRect rounded;

  if (!is_seen (self, &bounds))
    return;
  gsk_rounded_rect_init_from_rect (&rounded, &bounds, (float)(size / 2));
  if (fill != NULL && fill->alpha > 0)
    {
      gtk_snapshot_push_rounded_clip (self->snapshot, &rounded);
      append_color (self, fill, &bounds);
      gtk_snapshot_pop (self->snapshot);
    }
  if (edge != NULL)
    {
      float snapped = (float)MAX (1.0 / self->device_scale, width * self->state.zoom);
      const float widths[4] = { snapped, snapped, snapped, snapped };

      append_border (self, &rounded, widths, edge);
    }
}

static void
squill_snapshot_painter_polygon (SquillPainter *painter,
                                 const SquillPoint *points,
                                 guint n_points,
                                 const SquillColor *color)
{
  SquillSnapshotPainter *self = SQUILL_SNAPSHOT_PAINTER (painter);
  double left = G_MAXDOUBLE, top = G_MAXDOUBLE, right = -G_MAXDOUBLE, bottom = -G_MAXDOUBLE;
  graphene_rect_t bounds;
  cairo_t *cr;

  for (guint i = 0; i < n_points; i++)
    {
      left = MIN (left, map_x (self, points[i].x));
      right = MAX (right, map_x (self, points[i].x));
      top = MIN (top, map_y (self, points[i].y));
      bottom = MAX (bottom, map_y (self, points[i].y));
    }
  bounds = GRAPHENE_RECT_INIT ((float)floor (left), (float)floor (top),
                               (float)(ceil (right) - floor (left)),
                               (float)(ceil (bottom) - floor (top)));
  if (self->bounded && !graphene_rect_intersection (&bounds, &self->seen, &bounds))
    return;
  cr = gtk_snapshot_append_cairo (self->snapshot, &bounds);
  gdk_cairo_set_source_rgba (cr, to_rgba (color));
  for (guint i = 0; i < n_points; i++)
    cairo_line_to (cr, map_x (self, points[i].x), map_y (self, points[i].y));
  cairo_close_path (cr);
  cairo_fill (cr);
  cairo_destroy (cr);
  self->n_draws++;
}

static guint
foot_look_hash (gconstpointer key)
{
  const FootLook *look = key;
  const guint *color = (const guint *)&look->color;
  guint hash = (guint)look->kind * 8 + (guint)look->side;

  for (guint i = 0; i < sizeof (SquillColor) / sizeof (guint); i++)
    hash = hash * 31 + color[i];
  return hash ^ g_double_hash (&look->zoom);
}

static gboolean
foot_look_equal (gconstpointer a, gconstpointer b)
{
  const FootLook *one = a, *other = b;

  return one->kind == other->kind && one->side == other->side && one->zoom == other->zoom &&
         color_equal (&one->color, &other->color) && color_equal (&one->fill, &other->fill);
}

static GskRenderNode *
create_foot (SquillSnapshotPainter *self, const FootLook *look)
{
  double reach = ceil ((SQUILL_FOOT_LENGTH + 2) * look->zoom) + 1;
  graphene_rect_t bounds =
      GRAPHENE_RECT_INIT ((float)-reach, (float)-reach, (float)(2 * reach), (float)(2 * reach));
  SquillFoot foot = { look->kind, 0, 0, look->side, look->color, look->fill };
  GskRenderNode *node = gsk_cairo_node_new (&bounds);
  cairo_t *cr = gsk_cairo_node_get_draw_context (node);
  g_autoptr (SquillPainter) painter = NULL;

  if (self->fonts == NULL)
    self->fonts = squill_fonts_new ();
  cairo_scale (cr, look->zoom, look->zoom);
  painter = squill_cairo_painter_new (cr, self->fonts);
  squill_painter_foot (painter, &foot);
  cairo_destroy (cr);
  return node;
}

/* All ends that look alike are one node: one texture for a zoom, however many lines there are. */
static void
squill_snapshot_painter_foot (SquillPainter *painter, const SquillFoot *foot)
{
  SquillSnapshotPainter *self = SQUILL_SNAPSHOT_PAINTER (painter);
  FootLook look = { foot->kind, foot->side, self->state.zoom, foot->color, foot->fill };
  gboolean across = foot->side == SQUILL_SIDE_LEFT || foot->side == SQUILL_SIDE_RIGHT;
  double width = snap_width (self, 1.5), reach = SQUILL_FOOT_LENGTH * self->state.zoom;
  double x = map_x (self, foot->x), y = map_y (self, foot->y);
  GskRenderNode *node;

  if (foot->kind == SQUILL_FOOT_NONE ||
      !is_seen (self, &GRAPHENE_RECT_INIT ((float)(x - reach), (float)(y - reach),
                                           (float)(2 * reach), (float)(2 * reach))))
    return;
  node = g_hash_table_lookup (self->feet, &look);
  if (node == NULL)
    {
      /* Each step of a zoom adds looks that are not used again. */
      if (g_hash_table_size (self->feet) > 256)
        g_hash_table_remove_all (self->feet);
      node = create_foot (self, &look);
      g_hash_table_insert (self->feet, g_memdup2 (&look, sizeof look), node);
    }
  x = across ? snap (self, x) : snap_line (self, x, width);
  y = across ? snap_line (self, y, width) : snap (self, y);
  gtk_snapshot_save (self->snapshot);
  gtk_snapshot_translate (self->snapshot, &GRAPHENE_POINT_INIT ((float)x, (float)y));
  gtk_snapshot_append_node (self->snapshot, node);
  gtk_snapshot_restore (self->snapshot);
  self->n_draws++;
}

static void
squill_snapshot_painter_text (SquillPainter *painter, const SquillText *text)
{
  SquillSnapshotPainter *self = SQUILL_SNAPSHOT_PAINTER (painter);
  double size = text->size * self->state.zoom;
  g_autoptr (PangoLayout) layout = NULL;
  PangoFontDescription *font;
  PangoRectangle logical;
  double x = map_x (self, text->x), y = map_y (self, text->y), reach;

  if (size < MIN_TEXT || text->text == NULL || *text->text == '\0')
    return;
  reach = 2 * size * (double)strlen (text->text);
  /* No letter is wider than twice its height, and a byte is a letter at most. */
  if (self->bounded &&
      !is_seen (self, &GRAPHENE_RECT_INIT ((float)(x - reach), (float)(y - 2 * size),
                                           (float)(2 * reach), (float)(4 * size))))
    return;
  layout = pango_layout_new (self->context);
  font = squill_font_description_new (text->role, size);
  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_text (layout, text->text, -1);
  pango_layout_get_extents (layout, NULL, &logical);
  if (text->align == SQUILL_ALIGN_MIDDLE)
    x -= (double)logical.width / PANGO_SCALE / 2;
  else if (text->align == SQUILL_ALIGN_END)
    x -= (double)logical.width / PANGO_SCALE;
  y -= (double)pango_layout_get_baseline (layout) / PANGO_SCALE;
  gtk_snapshot_save (self->snapshot);
  gtk_snapshot_translate (self->snapshot,
                          &GRAPHENE_POINT_INIT ((float)snap (self, x), (float)snap (self, y)));
  gtk_snapshot_append_layout (self->snapshot, layout, to_rgba (&text->color));
  gtk_snapshot_restore (self->snapshot);
  self->n_draws++;
}

static void
squill_snapshot_painter_finalize (GObject *object)
{
  SquillSnapshotPainter *self = SQUILL_SNAPSHOT_PAINTER (object);

  g_clear_object (&self->context);
  g_clear_object (&self->fonts);
  g_clear_object (&self->snapshot);
  g_clear_pointer (&self->states, g_array_unref);
  g_clear_pointer (&self->feet, g_hash_table_unref);
  drop_shadow_corners (self);

  G_OBJECT_CLASS (squill_snapshot_painter_parent_class)->finalize (object);
}

static void
squill_snapshot_painter_iface_init (SquillPainterInterface *iface)
{
  iface->save = squill_snapshot_painter_save;
  iface->restore = squill_snapshot_painter_restore;
  iface->translate = squill_snapshot_painter_translate;
  iface->clip = squill_snapshot_painter_clip;
  iface->fill_rect = squill_snapshot_painter_fill_rect;
  iface->stroke_rect = squill_snapshot_painter_stroke_rect;
  iface->shadow = squill_snapshot_painter_shadow;
  iface->line = squill_snapshot_painter_line;
  iface->circle = squill_snapshot_painter_circle;
  iface->polygon = squill_snapshot_painter_polygon;
  iface->foot = squill_snapshot_painter_foot;
  iface->text = squill_snapshot_painter_text;
}

static void
squill_snapshot_painter_class_init (SquillSnapshotPainterClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = squill_snapshot_painter_finalize;
}

static void
squill_snapshot_painter_init (SquillSnapshotPainter *self)
{
  self->states = g_array_new (FALSE, FALSE, sizeof (State));
  self->feet = g_hash_table_new_full (foot_look_hash, foot_look_equal, g_free,
                                      (GDestroyNotify)gsk_render_node_unref);
}

/**
 * squill_snapshot_painter_new:
 * @context: fits the screen: that of a widget
 * @device_scale: device pixels per pixel of the window
 *
 * Creates a painter. It caches nodes for the next frames, so it should be kept.
 *
 * Returns: (transfer full): the painter
 */
SquillSnapshotPainter *
squill_snapshot_painter_new (PangoContext *context, double device_scale)
{
  SquillSnapshotPainter *self = g_object_new (SQUILL_TYPE_SNAPSHOT_PAINTER, NULL);

  squill_snapshot_painter_set_device (self, context, device_scale);
  return self;
}

/**
 * squill_snapshot_painter_set_device:
 * @self: a painter
 * @context: fits the screen: that of a widget
 * @device_scale: device pixels per pixel of the window
 *
 * Sets the device to paint for.
 */
void
squill_snapshot_painter_set_device (SquillSnapshotPainter *self,
                                    PangoContext *context,
                                    double device_scale)
{
  g_return_if_fail (SQUILL_IS_SNAPSHOT_PAINTER (self));
  g_return_if_fail (PANGO_IS_CONTEXT (context));
  g_return_if_fail (device_scale >= 1.0);

  g_set_object (&self->context, context);
  if (self->device_scale != device_scale)
    drop_shadow_corners (self);
  self->device_scale = device_scale;
}

/**
 * squill_snapshot_painter_begin:
 * @self: a painter
 * @snapshot: what to paint into
 * @x: where the diagram's origin stands, in pixels of the snapshot
 * @y: where the diagram's origin stands, in pixels of the snapshot
 * @zoom: pixels of the snapshot per pixel of the diagram
 * @seen: (nullable): the visible part of the snapshot; what is outside is left out
 *
 * Starts to paint.
 */
void
squill_snapshot_painter_begin (SquillSnapshotPainter *self,
                               GtkSnapshot *snapshot,
                               double x,
                               double y,
                               double zoom,
                               const graphene_rect_t *seen)
{
  g_return_if_fail (SQUILL_IS_SNAPSHOT_PAINTER (self));
  g_return_if_fail (GTK_IS_SNAPSHOT (snapshot));
  g_return_if_fail (self->snapshot == NULL);
  g_return_if_fail (zoom > 0);

  self->snapshot = g_object_ref (snapshot);
  self->state = (State){ x, y, zoom, 0 };
  self->bounded = seen != NULL;
  if (seen != NULL)
    self->seen = *seen;
  self->n_draws = 0;
}

/**
 * squill_snapshot_painter_end:
 * @self: a painter
 *
 * Ends what squill_snapshot_painter_begin() started.
 *
 * Returns: how many separate draws were made, at most
 */
guint
squill_snapshot_painter_end (SquillSnapshotPainter *self)
{
  g_return_val_if_fail (SQUILL_IS_SNAPSHOT_PAINTER (self), 0);
  g_return_val_if_fail (self->snapshot != NULL, 0);

  while (self->states->len > 0)
    squill_snapshot_painter_restore (SQUILL_PAINTER (self));
  for (; self->state.n_pushed > 0; self->state.n_pushed--)
    gtk_snapshot_pop (self->snapshot);
  g_clear_object (&self->snapshot);
  return self->n_draws;
}
