/* SPDX-License-Identifier: Apache-2.0 */

/* The ways in which a diagram can be arranged, each with a small picture of what comes of it. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas-private.h"
#include "widgets/squill-swatch.h"

#include <glib/gi18n.h>

#define WIDTH 72
#define HEIGHT 48
#define N_COLUMNS 3
#define MAX_BOXES 9

/* A picture: boxes on a field of 18 by 12, the lines between them, and frames of groups. */
typedef struct
{
  const char *action;
  const char *target;
  const char *name;
  const char *tooltip;
  double boxes[MAX_BOXES][4];
  guint lines[MAX_BOXES][2];
  double frames[2][4];
} Way;

static const Way ways[] = {
  { "canvas.arrange-all",
    NULL,
    N_ ("Tidy"),
    N_ ("Leaves what is well arranged about where it is (columns)"),
    { { 1, 1, 4, 3 },
      { 1, 6, 4, 5 },
      { 7, 1, 4, 5 },
      { 7, 8, 4, 3 },
      { 13, 1, 4, 3 },
      { 13, 6, 4, 2 },
      { 13, 9, 4, 2 } },
    { { 0, 2 }, { 1, 3 }, { 2, 4 }, { 2, 5 }, { 3, 6 } },
    { { 0 } } },
  { "canvas.arrange",
    "dot",
    N_ ("Left to Right"),
    N_ ("In columns, along the direction of the lines (dot)"),
    { { 1, 4.5, 4, 3 }, { 7, 1.5, 4, 3 }, { 7, 7.5, 4, 3 }, { 13, 1, 4, 4 }, { 13, 7, 4, 4 } },
    { { 0, 1 }, { 0, 2 }, { 1, 3 }, { 2, 4 } },
    { { 0 } } },
  { "canvas.arrange",
    "dot-down",
    N_ ("Top Down"),
    N_ ("In rows, along the direction of the lines (dot)"),
    { { 7, 0.5, 4, 2.5 },
      { 3, 4.75, 4, 2.5 },
      { 11, 4.75, 4, 2.5 },
      { 1, 9, 4, 2.5 },
      { 7, 9, 4, 2.5 },
      { 13, 9, 4, 2.5 } },
    { { 0, 1 }, { 0, 2 }, { 1, 3 }, { 1, 4 }, { 2, 5 } },
    { { 0 } } },
  { "canvas.arrange",
    "twopi",
    N_ ("Radial"),
    N_ ("In rings around the middle (twopi)"),
    { { 7.5, 4.75, 3, 2.5 },
      { 7.5, 0.5, 3, 2 },
      { 13, 2, 3, 2 },
      { 13, 8, 3, 2 },
      { 7.5, 9.5, 3, 2 },
      { 2, 8, 3, 2 },
      { 2, 2, 3, 2 } },
    { { 0, 1 }, { 0, 2 }, { 0, 3 }, { 0, 4 }, { 0, 5 }, { 0, 6 } },
    { { 0 } } },
  { "canvas.arrange",
    "auto",
    N_ ("By Group"),
    N_ ("Everything anew, the cards of a group together (dot or sfdp, then columns)"),
    { { 1.5, 2.5, 2.5, 3 },
      { 1.5, 7.5, 2.5, 3 },
      { 5, 4.5, 2.5, 4 },
      { 10.5, 3, 2.5, 3 },
      { 14, 3, 2.5, 5 },
      { 10.5, 8, 2.5, 2 } },
    { { 0, 2 }, { 1, 2 }, { 2, 3 }, { 3, 4 } },
    { { 0.5, 0.75, 8, 10.5 }, { 9.5, 1.25, 8, 9.5 } } },
};

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  const Way *way = user_data;
  SquillPalette palette;
  const SquillColor *color = &palette.text;

  squill_palette_follow_style (&palette);
  cairo_scale (cr, width / 18.0, height / 12.0);
  cairo_set_line_width (cr, 0.3);
  for (guint i = 0; i < G_N_ELEMENTS (way->frames) && way->frames[i][2] > 0; i++)
    {
      cairo_set_source_rgba (cr, color->red, color->green, color->blue, 0.15);
      cairo_rectangle (cr, way->frames[i][0], way->frames[i][1], way->frames[i][2],
                       way->frames[i][3]);
      cairo_fill (cr);
    }
  cairo_set_source_rgba (cr, color->red, color->green, color->blue, 0.5);
  for (guint i = 0; i < MAX_BOXES && way->lines[i][1] > 0; i++)
    {
      const double *from = way->boxes[way->lines[i][0]], *to = way->boxes[way->lines[i][1]];

      cairo_move_to (cr, from[0] + from[2] / 2, from[1] + from[3] / 2);
      cairo_line_to (cr, to[0] + to[2] / 2, to[1] + to[3] / 2);
      cairo_stroke (cr);
    }
  cairo_set_source_rgba (cr, color->red, color->green, color->blue, 0.85);
  for (guint i = 0; i < MAX_BOXES && way->boxes[i][2] > 0; i++)
    {
      cairo_rectangle (cr, way->boxes[i][0], way->boxes[i][1], way->boxes[i][2], way->boxes[i][3]);
      cairo_fill (cr);
    }
}

static void
on_clicked (GtkButton *button)
{
  GtkWidget *popover = gtk_widget_get_ancestor (GTK_WIDGET (button), GTK_TYPE_POPOVER);

  if (popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (popover));
}

static GtkWidget *
create_button (const Way *way)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *area = gtk_drawing_area_new ();

  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (area), WIDTH);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (area), HEIGHT);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw, (gpointer)way, NULL);
  gtk_widget_set_halign (area, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), area);
  gtk_box_append (GTK_BOX (box), gtk_label_new (_ (way->name)));
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _ (way->tooltip));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ (way->name), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  _ (way->tooltip), -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), way->action);
  if (way->target != NULL)
    gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", way->target);
  g_signal_connect (button, "clicked", G_CALLBACK (on_clicked), NULL);
  return button;
}

/* Creates the buttons for all ways, for the menu of the bar. Returns: (transfer full) */
GtkWidget *
_squill_arrange_ways_new (void)
{
  GtkWidget *grid = gtk_grid_new ();

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    gtk_grid_attach (GTK_GRID (grid), create_button (&ways[i]), (int)(i % N_COLUMNS),
                     (int)(i / N_COLUMNS), 1, 1);
  return grid;
}
