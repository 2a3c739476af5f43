/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas-private.h"

#include <glib/gi18n.h>
#include <math.h>

#define WIDTH 160
#define HEIGHT 100
#define MARGIN 8.0
/* Of the canvas: in a smaller one the map would stand on what is looked at. */
#define MIN_CANVAS_WIDTH (3 * WIDTH)
#define MIN_CANVAS_HEIGHT (5 * HEIGHT / 2)
/* More boxes than this cannot be distinguished in a map of this size. */
#define MAX_BOXES 3000

struct _SquillMinimap
{
  GtkWidget parent_instance;

  SquillCanvas *canvas; /* owned by the canvas view, as the map is */
  GskRenderNode *boxes;
  SquillRect shown; /* what the map shows of the diagram */
  double zoom;
  guint hidden : 1; /* all is in sight, or there is no room */
};

G_DEFINE_FINAL_TYPE (SquillMinimap, squill_minimap, GTK_TYPE_WIDGET)

/* Updates which part of the diagram the map shows, and at what zoom. */
static void
update_shown (SquillMinimap *self)
{
  SquillViewport *viewport = squill_canvas_get_viewport (self->canvas);
  SquillDiagram *diagram = squill_canvas_get_diagram (self->canvas);
  SquillRect bounds = { 0 }, visible = squill_viewport_get_visible (viewport);

  if (diagram != NULL)
    squill_viewport_get_bounds (viewport, &bounds);
  self->hidden = squill_rect_is_empty (&bounds) ||
                 squill_viewport_get_width (viewport) < MIN_CANVAS_WIDTH ||
                 squill_viewport_get_height (viewport) < MIN_CANVAS_HEIGHT ||
                 (visible.x <= bounds.x && visible.y <= bounds.y &&
                  squill_rect_right (&visible) >= squill_rect_right (&bounds) &&
                  squill_rect_bottom (&visible) >= squill_rect_bottom (&bounds));
  self->shown = bounds;
  if (squill_rect_is_empty (&bounds))
    return;
  self->zoom = MIN ((WIDTH - 2 * MARGIN) / bounds.width, (HEIGHT - 2 * MARGIN) / bounds.height);
}

static void
on_canvas_changed (SquillCanvas *canvas, gboolean diagram, SquillMinimap *self)
{
  update_shown (self);
  gtk_widget_set_opacity (GTK_WIDGET (self), self->hidden ? 0 : 1);
  gtk_widget_set_can_target (GTK_WIDGET (self), !self->hidden);
  if (diagram)
    g_clear_pointer (&self->boxes, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static SquillPoint
get_origin (SquillMinimap *self)
{
  return SQUILL_POINT ((WIDTH - self->shown.width * self->zoom) / 2 - self->shown.x * self->zoom,
                       (HEIGHT - self->shown.height * self->zoom) / 2 - self->shown.y * self->zoom);
}

static graphene_rect_t
map_rect (SquillMinimap *self, const SquillRect *rect)
{
  SquillPoint origin = get_origin (self);
  double x = origin.x + rect->x * self->zoom, y = origin.y + rect->y * self->zoom;

  return GRAPHENE_RECT_INIT ((float)floor (x), (float)floor (y),
                             (float)MAX (1, round (rect->width * self->zoom)),
                             (float)MAX (1, round (rect->height * self->zoom)));
}

static void
add_box (SquillMinimap *self, cairo_t *cr, const SquillRect *rect, const SquillColor *color)
{
  const graphene_rect_t box = map_rect (self, rect);

  gdk_cairo_set_source_rgba (cr, (const GdkRGBA *)color);
  cairo_rectangle (cr, box.origin.x, box.origin.y, box.size.width, box.size.height);
  cairo_fill (cr);
}

static void
paint_boxes (SquillMinimap *self, cairo_t *cr)
{
  SquillDiagram *diagram = squill_canvas_get_diagram (self->canvas);
  SquillSelection *selection = squill_canvas_get_selection (self->canvas);
  const gboolean is_any_selected = selection != NULL && squill_selection_get_size (selection) > 0;
  const SquillPalette *palette = squill_canvas_get_palette (self->canvas);
  guint n = squill_diagram_get_n_cards (diagram), step = 1 + n / MAX_BOXES;

  for (guint i = 0; i < squill_diagram_get_n_frames (diagram); i++)
    {
      const SquillFrame *frame = squill_diagram_get_frame (diagram, i);
      const SquillTint *own = squill_palette_get_tint (palette, frame->tint);
      const SquillTint *tint = own != NULL ? own : &palette->frame;

      add_box (self, cr, &frame->rect, frame->note ? &palette->note : &tint->fill);
    }
  for (guint i = 0; i < n; i += step)
    {
      const SquillCard *card = squill_diagram_get_card (diagram, i);
      const SquillTint *tint =
          squill_palette_get_tint (palette, card->tint != NULL ? card->tint : card->group_tint);
      const gboolean selected =
          is_any_selected && squill_selection_contains (selection, card->item);

      add_box (self, cr, &card->rect,
               selected       ? &palette->accent
               : tint != NULL ? &tint->solid
                              : &palette->box);
    }
}

/* One picture, as thousands of boxes take long in each frame. */
static GskRenderNode *
draw_boxes (SquillMinimap *self)
{
  const int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH * scale, HEIGHT * scale);
  cairo_t *cr;

  cairo_surface_set_device_scale (surface, scale, scale);
  cr = cairo_create (surface);
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_NONE);
  paint_boxes (self, cr);
  cairo_destroy (cr);
  return _squill_far_picture_make_node (surface, &GRAPHENE_RECT_INIT (0, 0, WIDTH, HEIGHT));
}

static void
squill_minimap_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  SquillMinimap *self = SQUILL_MINIMAP (widget);
  const SquillPalette *palette = squill_canvas_get_palette (self->canvas);
  const GdkRGBA *accent = (const GdkRGBA *)&palette->accent;
  const GdkRGBA colors[] = { *accent, *accent, *accent, *accent };
  const float widths[] = { 1.5f, 1.5f, 1.5f, 1.5f };
  SquillRect visible;
  graphene_rect_t view, all = GRAPHENE_RECT_INIT (2, 2, WIDTH - 4, HEIGHT - 4);
  GskRoundedRect outline;

  if (self->hidden || squill_canvas_get_diagram (self->canvas) == NULL)
    return;
  if (self->boxes == NULL)
    self->boxes = draw_boxes (self);
  if (self->boxes != NULL)
    gtk_snapshot_append_node (snapshot, self->boxes);
  visible = squill_viewport_get_visible (squill_canvas_get_viewport (self->canvas));
  view = map_rect (self, &visible);
  if (!graphene_rect_intersection (&view, &all, &view))
    return;
  gsk_rounded_rect_init_from_rect (&outline, &view, 3);
  gtk_snapshot_append_border (snapshot, &outline, widths, colors);
}

static void
squill_minimap_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? WIDTH : HEIGHT;
}

static void
look_at (SquillMinimap *self, double x, double y)
{
  SquillPoint at = _squill_minimap_to_diagram (self, x, y);

  squill_viewport_center (squill_canvas_get_viewport (self->canvas), at.x, at.y);
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, SquillMinimap *self)
{
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  look_at (self, x, y);
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, SquillMinimap *self)
{
  double x, y;

  gtk_gesture_drag_get_start_point (gesture, &x, &y);
  look_at (self, x + dx, y + dy);
}

static void
squill_minimap_finalize (GObject *object)
{
  g_clear_pointer (&SQUILL_MINIMAP (object)->boxes, gsk_render_node_unref);

  G_OBJECT_CLASS (squill_minimap_parent_class)->finalize (object);
}

static void
squill_minimap_class_init (SquillMinimapClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = squill_minimap_finalize;
  widget_class->measure = squill_minimap_measure;
  widget_class->snapshot = squill_minimap_snapshot;
  gtk_widget_class_set_css_name (widget_class, "minimap");
  /* Everything in the map is accessible on the canvas. */
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
on_scale_factor_changed (SquillMinimap *self)
{
  g_clear_pointer (&self->boxes, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
squill_minimap_init (SquillMinimap *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  g_signal_connect_object (drag, "drag-begin", G_CALLBACK (on_drag_begin), self, 0);
  g_signal_connect_object (drag, "drag-update", G_CALLBACK (on_drag_update), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (on_scale_factor_changed), NULL);
}

/**
 * _squill_minimap_new:
 * @canvas: the canvas it shows
 *
 * Creates a map of a canvas.
 *
 * Returns: (transfer full): the map
 */
GtkWidget *
_squill_minimap_new (SquillCanvas *canvas)
{
  SquillMinimap *self;

  g_return_val_if_fail (SQUILL_IS_CANVAS (canvas), NULL);

  self = g_object_new (SQUILL_TYPE_MINIMAP, NULL);
  self->canvas = canvas;
  g_object_bind_property (squill_canvas_get_display_options (canvas), "bare", self, "visible",
                          G_BINDING_SYNC_CREATE | G_BINDING_INVERT_BOOLEAN);
  g_signal_connect_object (canvas, "changed", G_CALLBACK (on_canvas_changed), self, 0);
  on_canvas_changed (canvas, TRUE, self);
  return GTK_WIDGET (self);
}

/**
 * _squill_minimap_to_diagram:
 * @self: a map
 * @x: a point of the map
 * @y: a point of the map
 *
 * Returns: the point of the diagram
 */
SquillPoint
_squill_minimap_to_diagram (SquillMinimap *self, double x, double y)
{
  SquillPoint origin;

  g_return_val_if_fail (SQUILL_IS_MINIMAP (self), SQUILL_POINT (0, 0));

  if (self->zoom <= 0)
    return SQUILL_POINT (0, 0);
  origin = get_origin (self);
  return SQUILL_POINT ((x - origin.x) / self->zoom, (y - origin.y) / self->zoom);
}
