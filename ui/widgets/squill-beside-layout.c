/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "widgets/squill-beside-layout.h"

struct _SquillBesideLayout
{
  GtkLayoutManager parent_instance;

  int spacing;
};

G_DEFINE_FINAL_TYPE (SquillBesideLayout, squill_beside_layout, GTK_TYPE_LAYOUT_MANAGER)

typedef struct
{
  GtkWidget *child;
  int minimum, natural; /* width */
  int width;            /* what it gets */
} Part;

/* Between the children: nothing where only one is there. */
static int
get_spacing (SquillBesideLayout *self, GtkWidget *widget)
{
  return gtk_widget_get_visible (gtk_widget_get_first_child (widget)) &&
                 gtk_widget_get_visible (gtk_widget_get_last_child (widget))
             ? self->spacing
             : 0;
}

/* Whether both parts are beside each other in a width, and how much of it each of them gets. */
static gboolean
share_width (SquillBesideLayout *self, GtkWidget *widget, int width, Part parts[2])
{
  const int spacing = get_spacing (self, widget);
  int rest, least;
  gboolean expands;

  parts[0].child = gtk_widget_get_first_child (widget);
  parts[1].child = gtk_widget_get_last_child (widget);
  for (guint i = 0; i < 2; i++)
    gtk_widget_measure (parts[i].child, GTK_ORIENTATION_HORIZONTAL, -1, &parts[i].minimum,
                        &parts[i].natural, NULL, NULL);
  expands = gtk_widget_compute_expand (parts[1].child, GTK_ORIENTATION_HORIZONTAL);
  /* What does not expand is no place to write in, but a text that is read. */
  least = expands ? parts[1].minimum : parts[1].natural;
  rest = width - spacing - parts[0].minimum - least;
  if (rest < 0)
    {
      parts[0].width = parts[1].width = width;
      return FALSE;
    }
  /* The first takes what it asks for, and what the second one does not. */
  parts[0].width = parts[0].minimum + MIN (rest, MAX (parts[0].natural - parts[0].minimum, 0));
  parts[1].width = width - spacing - parts[0].width;
  if (!expands && parts[1].width > parts[1].natural)
    {
      parts[0].width += parts[1].width - parts[1].natural;
      parts[1].width = parts[1].natural;
    }
  return TRUE;
}

static int
measure_height (const Part *part)
{
  int natural;

  gtk_widget_measure (part->child, GTK_ORIENTATION_VERTICAL, part->width, NULL, &natural, NULL,
                      NULL);
  return natural;
}

static GtkSizeRequestMode
squill_beside_layout_get_request_mode (GtkLayoutManager *manager, GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
squill_beside_layout_measure (GtkLayoutManager *manager,
                              GtkWidget *widget,
                              GtkOrientation orientation,
                              int for_size,
                              int *minimum,
                              int *natural,
                              int *minimum_baseline,
                              int *natural_baseline)
{
  SquillBesideLayout *self = SQUILL_BESIDE_LAYOUT (manager);
  Part parts[2];

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      share_width (self, widget, 0, parts);
      *minimum = MAX (parts[0].minimum, parts[1].minimum);
      *natural = parts[0].natural + get_spacing (self, widget) + parts[1].natural;
      return;
    }
  if (share_width (self, widget, for_size < 0 ? G_MAXINT / 2 : for_size, parts))
    *minimum = *natural = MAX (measure_height (&parts[0]), measure_height (&parts[1]));
  else
    *minimum = *natural = measure_height (&parts[0]) + measure_height (&parts[1]);
}

static void
squill_beside_layout_allocate (
    GtkLayoutManager *manager, GtkWidget *widget, int width, int height, int baseline)
{
  SquillBesideLayout *self = SQUILL_BESIDE_LAYOUT (manager);
  Part parts[2];
  GtkAllocation first, second;

  if (share_width (self, widget, width, parts))
    {
      first = (GtkAllocation){ 0, 0, parts[0].width, height };
      second = (GtkAllocation){ width - parts[1].width, 0, parts[1].width, height };
      if (gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL)
        {
          first.x = width - parts[0].width;
          second.x = 0;
        }
    }
  else
    {
      const int top = measure_height (&parts[0]);

      first = (GtkAllocation){ 0, 0, width, top };
      second = (GtkAllocation){ 0, top, width, MAX (0, height - top) };
    }
  gtk_widget_size_allocate (parts[0].child, &first, -1);
  gtk_widget_size_allocate (parts[1].child, &second, -1);
}

static void
squill_beside_layout_class_init (SquillBesideLayoutClass *klass)
{
  GtkLayoutManagerClass *layout_class = GTK_LAYOUT_MANAGER_CLASS (klass);

  layout_class->get_request_mode = squill_beside_layout_get_request_mode;
  layout_class->measure = squill_beside_layout_measure;
  layout_class->allocate = squill_beside_layout_allocate;
}

static void
squill_beside_layout_init (SquillBesideLayout *self)
{
}

/**
 * squill_beside_layout_new:
 * @spacing: between the children where they are beside each other, in pixels
 *
 * Returns: (transfer full): a layout for a widget with two children
 */
GtkLayoutManager *
squill_beside_layout_new (int spacing)
{
  SquillBesideLayout *self = g_object_new (SQUILL_TYPE_BESIDE_LAYOUT, NULL);

  self->spacing = spacing;
  return GTK_LAYOUT_MANAGER (self);
}
