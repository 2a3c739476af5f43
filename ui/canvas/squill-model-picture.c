/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-model-picture.h"

#include <adwaita.h>
#include <math.h>

#include "canvas/squill-snapshot-painter.h"
#include "widgets/squill-swatch.h"

/* Around the diagram, in pixels of the widget. */
#define MARGIN 18.0
/* Below it nothing can be read. */
#define MIN_WIDTH 200

struct _SquillModelPicture
{
  GtkWidget parent_instance;

  SquillDiagram *diagram;
  SquillSnapshotPainter *painter;
  GHashTable *lit; /* ids of items */
};

G_DEFINE_FINAL_TYPE (SquillModelPicture, squill_model_picture, GTK_TYPE_WIDGET)

static SquillRect
get_bounds (SquillModelPicture *self)
{
  SquillRect bounds = SQUILL_RECT (0, 0, 0, 0);

  if (self->diagram != NULL)
    bounds = squill_diagram_get_bounds (self->diagram);
  return bounds;
}

/* Pixels of the widget for one of the diagram. */
static double
get_zoom (const SquillRect *bounds, double width)
{
  return CLAMP ((width - 2 * MARGIN) / MAX (bounds->width, 1), 0.01, 1);
}

static GtkSizeRequestMode
squill_model_picture_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
squill_model_picture_measure (GtkWidget *widget,
                              GtkOrientation orientation,
                              int for_size,
                              int *minimum,
                              int *natural,
                              int *minimum_baseline,
                              int *natural_baseline)
{
  SquillModelPicture *self = SQUILL_MODEL_PICTURE (widget);
  SquillRect bounds = get_bounds (self);
  double width = for_size < 0 ? bounds.width + 2 * MARGIN : for_size;

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = MIN_WIDTH;
      *natural = MAX (MIN_WIDTH, (int)ceil (bounds.width + 2 * MARGIN));
    }
  else
    *minimum = *natural = (int)ceil (bounds.height * get_zoom (&bounds, width) + 2 * MARGIN);
}

static void
squill_model_picture_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  SquillModelPicture *self = SQUILL_MODEL_PICTURE (widget);
  SquillPalette palette;
  SquillDiagramLook look = { .lit_items = self->lit };
  SquillRect bounds = get_bounds (self);
  const float width = (float)gtk_widget_get_width (widget);
  const float height = (float)gtk_widget_get_height (widget);
  const double zoom = get_zoom (&bounds, width);

  squill_palette_follow_style (&palette);
  gtk_snapshot_append_color (snapshot, (const GdkRGBA *)&palette.canvas,
                             &GRAPHENE_RECT_INIT (0, 0, width, height));
  if (self->diagram == NULL)
    return;
  squill_snapshot_painter_set_device (self->painter, gtk_widget_get_pango_context (widget),
                                      gtk_widget_get_scale_factor (widget));
  squill_snapshot_painter_begin (self->painter, snapshot,
                                 floor ((width - bounds.width * zoom) / 2) - bounds.x * zoom,
                                 floor ((height - bounds.height * zoom) / 2) - bounds.y * zoom,
                                 zoom, &GRAPHENE_RECT_INIT (0, 0, width, height));
  squill_diagram_paint (self->diagram, SQUILL_PAINTER (self->painter), &palette, SQUILL_DETAIL_FULL,
                        zoom, &look);
  squill_snapshot_painter_end (self->painter);
}

static void
squill_model_picture_dispose (GObject *object)
{
  SquillModelPicture *self = SQUILL_MODEL_PICTURE (object);

  g_clear_object (&self->diagram);
  g_clear_object (&self->painter);
  g_clear_pointer (&self->lit, g_hash_table_unref);

  G_OBJECT_CLASS (squill_model_picture_parent_class)->dispose (object);
}

static void
squill_model_picture_class_init (SquillModelPictureClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = squill_model_picture_dispose;

  widget_class->get_request_mode = squill_model_picture_get_request_mode;
  widget_class->measure = squill_model_picture_measure;
  widget_class->snapshot = squill_model_picture_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_widget_class_set_css_name (widget_class, "modelpicture");
}

static void
squill_model_picture_init (SquillModelPicture *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  AdwStyleManager *manager = adw_style_manager_get_default ();

  self->lit = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  /* As on the canvas. */
  gtk_widget_set_direction (widget, GTK_TEXT_DIR_LTR);
  self->painter = squill_snapshot_painter_new (gtk_widget_get_pango_context (widget),
                                               gtk_widget_get_scale_factor (widget));
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  g_signal_connect_object (manager, "notify::dark", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::high-contrast", G_CALLBACK (gtk_widget_queue_draw),
                           self, G_CONNECT_SWAPPED);
}

/**
 * squill_model_picture_new:
 *
 * Returns: (transfer floating): a picture of nothing
 */
GtkWidget *
squill_model_picture_new (void)
{
  return g_object_new (SQUILL_TYPE_MODEL_PICTURE, NULL);
}

/* What a screen reader says of it: each card with its rows. */
static void
describe (SquillModelPicture *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < squill_diagram_get_n_cards (self->diagram); i++)
    {
      g_autofree char *card = squill_card_describe (squill_diagram_get_card (self->diagram, i));

      g_string_append_printf (text, "%s%s", i == 0 ? "" : "\n", card);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text->str, -1);
}

/**
 * squill_model_picture_show:
 * @self: a picture
 * @advice: the advice of the model to draw, which is not going to change
 * @item: (nullable): the id of an item that is drawn as if it were selected
 *
 * Shows another model.
 */
void
squill_model_picture_show (SquillModelPicture *self, SquillAdvice *advice, const char *item)
{
  g_return_if_fail (SQUILL_IS_MODEL_PICTURE (self));
  g_return_if_fail (SQUILL_IS_ADVICE (advice));

  g_clear_object (&self->diagram);
  self->diagram = squill_diagram_new (squill_advice_get_design (advice));
  squill_diagram_set_advice (self->diagram, advice);
  squill_diagram_change_free (squill_diagram_update (self->diagram));
  g_hash_table_remove_all (self->lit);
  if (item != NULL)
    g_hash_table_add (self->lit, g_strdup (item));
  describe (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}
