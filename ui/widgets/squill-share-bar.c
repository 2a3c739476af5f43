/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "widgets/squill-share-bar.h"

#include "widgets/squill-compat.h"

#define WIDTH 48
#define HEIGHT 6

struct _SquillShareBar
{
  GtkWidget parent_instance;

  double share;
};

G_DEFINE_FINAL_TYPE (SquillShareBar, squill_share_bar, GTK_TYPE_WIDGET)

static void
squill_share_bar_measure (GtkWidget *widget,
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
squill_share_bar_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  SquillShareBar *self = SQUILL_SHARE_BAR (widget);
  const float width = (float)gtk_widget_get_width (widget);
  const float top = ((float)gtk_widget_get_height (widget) - HEIGHT) / 2;
  float filled = (float)(self->share * width);
  GdkRGBA track, fill;

  squill_compat_get_color (widget, &track);
  if (!squill_compat_lookup_color (widget, "accent_color", &fill))
    fill = track;
  track.alpha *= 0.15f;
  /* What is there is seen, however little it is. */
  if (self->share > 0)
    filled = MAX (filled, 1);
  gtk_snapshot_append_color (snapshot, &track, &GRAPHENE_RECT_INIT (0, top, width, HEIGHT));
  if (gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL)
    gtk_snapshot_append_color (snapshot, &fill,
                               &GRAPHENE_RECT_INIT (width - filled, top, filled, HEIGHT));
  else
    gtk_snapshot_append_color (snapshot, &fill, &GRAPHENE_RECT_INIT (0, top, filled, HEIGHT));
}

static void
squill_share_bar_class_init (SquillShareBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->measure = squill_share_bar_measure;
  widget_class->snapshot = squill_share_bar_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
squill_share_bar_init (SquillShareBar *self)
{
}

/**
 * squill_share_bar_new:
 * @share: 0 to 1
 *
 * Returns: (transfer floating): a bar
 */
GtkWidget *
squill_share_bar_new (double share)
{
  SquillShareBar *self = g_object_new (SQUILL_TYPE_SHARE_BAR, NULL);

  self->share = CLAMP (share, 0, 1);
  return GTK_WIDGET (self);
}
