/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SQUILL_TYPE_TOUR (squill_tour_get_type ())

/**
 * SquillTour:
 *
 * Five steps through a window that shows the blog: a bubble points at a place and says what to do
 * there, and goes on when that is done. It ends with a warning mended.
 *
 * Signal "ended" (): it is over, or was skipped.
 */
G_DECLARE_FINAL_TYPE (SquillTour, squill_tour, SQUILL, TOUR, GObject)

/** How many steps there are, without the last words. */
#define SQUILL_TOUR_N_STEPS 5

/**
 * SquillTourPlaces:
 * @canvas_view: the diagram; the bubble belongs to it
 * @inspector: the inspector
 * @panel: the panel
 *
 * Where the tour leads.
 */
typedef struct
{
  GtkWidget *canvas_view;
  GtkWidget *inspector;
  GtkWidget *panel;
} SquillTourPlaces;

SquillTour *squill_tour_new (GtkWidget *window, const SquillTourPlaces *places);
guint squill_tour_get_step (SquillTour *self);
GtkWidget *squill_tour_get_bubble (SquillTour *self);

G_END_DECLS
