/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "widgets/squill-swatch.h"

#include <adwaita.h>

/**
 * squill_palette_follow_style:
 * @palette: (out): the colors for the style that windows have now
 *
 * Finds the colors of diagrams that suit the style of windows.
 */
void
squill_palette_follow_style (SquillPalette *palette)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  gboolean dark = adw_style_manager_get_dark (manager);

  g_return_if_fail (palette != NULL);

  *palette = dark ? *squill_palette_get_dark () : *squill_palette_get_light ();
  if (adw_style_manager_get_high_contrast (manager))
    squill_palette_raise_contrast (palette, dark);
}

/* None is a stroke across an empty dot. */
static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  char name[2] = { (char)('0' + GPOINTER_TO_UINT (user_data)), '\0' };
  SquillPalette palette;
  const SquillTint *tint;

  squill_palette_follow_style (&palette);
  tint = squill_palette_get_tint (&palette, name);
  cairo_arc (cr, width / 2.0, height / 2.0, MIN (width, height) / 2.0, 0, 2 * G_PI);
  if (tint != NULL)
    {
      cairo_set_source_rgb (cr, tint->solid.red, tint->solid.green, tint->solid.blue);
      cairo_fill (cr);
      return;
    }
  cairo_clip (cr);
  cairo_set_source_rgb (cr, palette.card.red, palette.card.green, palette.card.blue);
  cairo_paint (cr);
  cairo_set_source_rgb (cr, palette.dim.red, palette.dim.green, palette.dim.blue);
  cairo_set_line_width (cr, 1.5);
  cairo_move_to (cr, 0, height);
  cairo_line_to (cr, width, 0);
  cairo_stroke (cr);
}

/**
 * squill_swatch_new:
 * @tint: 0 for no color, 1 to %SQUILL_N_TINTS for those of a palette
 *
 * Makes a dot in a color of the diagram, which follows the style of the window.
 *
 * Returns: (transfer floating): the dot
 */
GtkWidget *
squill_swatch_new (guint tint)
{
  GtkWidget *area = gtk_drawing_area_new ();
  AdwStyleManager *manager = adw_style_manager_get_default ();

  g_return_val_if_fail (tint <= SQUILL_N_TINTS, area);

  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (area), 14);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (area), 14);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw, GUINT_TO_POINTER (tint), NULL);
  g_signal_connect_object (manager, "notify::dark", G_CALLBACK (gtk_widget_queue_draw), area,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::high-contrast", G_CALLBACK (gtk_widget_queue_draw),
                           area, G_CONNECT_SWAPPED);
  return area;
}
