/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "widgets/squill-histogram.h"

#include <glib/gi18n.h>

#include "text/squill-text.h"
#include "widgets/squill-compat.h"

#define HEIGHT 36
#define BAR_WIDTH 6
#define MAX_BARS 64

struct _SquillHistogram
{
  GtkWidget parent_instance;

  double counts[MAX_BARS];
  guint n_bars;
  char *description;
};

G_DEFINE_FINAL_TYPE (SquillHistogram, squill_histogram, GTK_TYPE_WIDGET)

static void
squill_histogram_measure (GtkWidget *widget,
                          GtkOrientation orientation,
                          int for_size,
                          int *minimum,
                          int *natural,
                          int *minimum_baseline,
                          int *natural_baseline)
{
  SquillHistogram *self = SQUILL_HISTOGRAM (widget);

  *minimum = *natural = HEIGHT;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = (int)self->n_bars * 2;
      *natural = (int)self->n_bars * BAR_WIDTH;
    }
}

static void
squill_histogram_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  SquillHistogram *self = SQUILL_HISTOGRAM (widget);
  const float width = (float)gtk_widget_get_width (widget);
  const float height = (float)gtk_widget_get_height (widget);
  const float step = self->n_bars > 0 ? MIN (width / (float)self->n_bars, 24) : 0;
  const gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  GdkRGBA base, bar;
  double most = 0;

  squill_compat_get_color (widget, &base);
  if (!squill_compat_lookup_color (widget, "accent_color", &bar))
    bar = base;
  base.alpha *= 0.3f;
  for (guint i = 0; i < self->n_bars; i++)
    most = MAX (most, self->counts[i]);
  gtk_snapshot_append_color (snapshot, &base, &GRAPHENE_RECT_INIT (0, height - 1, width, 1));
  for (guint i = 0; i < self->n_bars; i++)
    {
      float tall = (float)(self->counts[i] / most) * (height - 1);
      float x = (float)i * step;

      if (self->counts[i] <= 0)
        continue;
      /* What is there is seen, however rare it is. */
      tall = MAX (tall, 1);
      if (mirrored)
        x = width - x - step;
      gtk_snapshot_append_color (
          snapshot, &bar,
          &GRAPHENE_RECT_INIT (x + 0.5f, height - 1 - tall, MAX (step - 1, 1), tall));
    }
}

static void
squill_histogram_finalize (GObject *object)
{
  g_free (SQUILL_HISTOGRAM (object)->description);

  G_OBJECT_CLASS (squill_histogram_parent_class)->finalize (object);
}

static void
squill_histogram_class_init (SquillHistogramClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = squill_histogram_finalize;
  widget_class->measure = squill_histogram_measure;
  widget_class->snapshot = squill_histogram_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
squill_histogram_init (SquillHistogram *self)
{
}

/* A bin is an object, or an array of its members. */
static double
get_number (const json_t *bin, const char *name, size_t position)
{
  return json_number_value (json_is_array (bin) ? json_array_get (bin, position)
                                                : json_object_get (bin, name));
}

static void
take_bin (SquillHistogram *self, GString *description, const json_t *bin)
{
  const double from = get_number (bin, "from", 0);
  const double to = get_number (bin, "to", 1);
  const double count = get_number (bin, "count", 2);
  g_autofree char *first = squill_text_count (from);
  g_autofree char *last = squill_text_count (to);
  g_autofree char *times = squill_text_count (count);

  self->counts[self->n_bars++] = MAX (count, 0);
  if (count <= 0)
    return;
  if (description->len > 0)
    g_string_append (description, "; ");
  if (to > from)
    /* Translators: a range of lengths or sizes, and how many have them. */
    g_string_append_printf (description, _ ("%s to %s: %s"), first, last, times);
  else
    /* Translators: a length or size, and how many have it. */
    g_string_append_printf (description, _ ("%s: %s"), first, times);
}

/**
 * squill_histogram_new:
 * @label: what is counted, for those who do not see it
 * @bins: an array of objects with "from", "to" and "count", or of arrays of these three
 *
 * Returns: (transfer floating): a histogram
 */
GtkWidget *
squill_histogram_new (const char *label, const json_t *bins)
{
  SquillHistogram *self = g_object_new (SQUILL_TYPE_HISTOGRAM, NULL);
  g_autoptr (GString) description = g_string_new (NULL);
  size_t i;
  json_t *bin;

  json_array_foreach (bins, i, bin)
  {
    if (self->n_bars < MAX_BARS)
      take_bin (self, description, bin);
  }
  self->description = g_strdup (description->str);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), self->description);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, self->description, -1);
  return GTK_WIDGET (self);
}

/**
 * squill_histogram_get_description:
 * @self: a histogram
 *
 * Returns: (transfer none): its numbers
 */
const char *
squill_histogram_get_description (SquillHistogram *self)
{
  g_return_val_if_fail (SQUILL_IS_HISTOGRAM (self), NULL);

  return self->description;
}
