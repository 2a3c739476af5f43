/* SPDX-License-Identifier: Apache-2.0 */

/* The colors of groups are the same, and are called the same, wherever they are chosen and shown.
 */

#include "config.h"

#include <adwaita.h>
#include <gtksourceview/gtksource.h>

#include "canvas/squill-canvas.h"
#include "model/squill-authoring.h"
#include "widgets/squill-compat.h"
#include "widgets/squill-swatch.h"
#include "window-fixture.h"

/* Draws a widget by what it would put on the screen, and takes the color of a point. */
static GdkRGBA
pick_color (GtkWidget *widget, int x, int y)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (widget);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  cairo_t *cr = cairo_create (surface);
  GskRenderNode *node;
  const guint8 *data;
  guint32 pixel;
  GdkRGBA color;

  gdk_paintable_snapshot (paintable, snapshot, width, height);
  node = gtk_snapshot_free_to_node (snapshot);
  g_assert_nonnull (node);
  gsk_render_node_draw (node, cr);
  cairo_surface_flush (surface);
  data = cairo_image_surface_get_data (surface) + y * cairo_image_surface_get_stride (surface);
  memcpy (&pixel, data + 4 * x, sizeof pixel);
  color = (GdkRGBA){ (float)(pixel >> 16 & 0xff) / 255, (float)(pixel >> 8 & 0xff) / 255,
                     (float)(pixel & 0xff) / 255, 1 };
  gsk_render_node_unref (node);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return color;
}

/* The buttons that set the color of what is selected. */
static void
find_swatches (GtkWidget *widget, GPtrArray *found)
{
  if (GTK_IS_TOGGLE_BUTTON (widget) && gtk_widget_has_css_class (widget, "tint"))
    g_ptr_array_add (found, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    find_swatches (child, found);
}

static char *
find_label (GMenuModel *menu, const char *action, const char *target)
{
  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      GMenuLinkIter *links = g_menu_model_iterate_item_links (menu, i);
      g_autofree char *name = NULL;
      g_autofree char *label = NULL;
      g_autoptr (GVariant) value =
          g_menu_model_get_item_attribute_value (menu, i, "target", G_VARIANT_TYPE_STRING);

      g_menu_model_get_item_attribute (menu, i, "action", "s", &name);
      g_menu_model_get_item_attribute (menu, i, "label", "s", &label);
      while (label == NULL || g_strcmp0 (name, action) != 0 || value == NULL ||
             !g_str_equal (g_variant_get_string (value, NULL), target))
        {
          GMenuModel *below;
          char *inner;

          g_clear_pointer (&label, g_free);
          if (!g_menu_link_iter_get_next (links, NULL, &below))
            break;
          inner = find_label (below, action, target);
          g_object_unref (below);
          if (inner != NULL)
            {
              g_object_unref (links);
              return inner;
            }
        }
      g_object_unref (links);
      if (label != NULL)
        return g_steal_pointer (&label);
    }
  return NULL;
}

static const SquillGroup *
get_group (Fixture *f)
{
  guint n;
  gpointer const *groups =
      squill_item_get_children (squill_model_get_info (f->model), SQUILL_KIND_GROUP, &n);

  g_assert_cmpuint (n, ==, 1);
  return groups[0];
}

static void
test_names_and_colors (Fixture *f, gconstpointer data)
{
  const SquillGroup *group = get_group (f);
  SquillCanvas *canvas = SQUILL_CANVAS (find_type (GTK_WIDGET (f->window), SQUILL_TYPE_CANVAS));
  const SquillPalette *palette = squill_canvas_get_palette (canvas);
  SquillHit hit = { .kind = SQUILL_HIT_FRAME, .item = group->item.id };
  g_autoptr (GMenuModel) menu = NULL;
  g_autoptr (GPtrArray) swatches = g_ptr_array_new ();

  squill_selection_set_single (squill_session_get_selection (f->session), group->item.id);
  settle ();
  gtk_test_widget_wait_for_draw (GTK_WIDGET (f->window));
  menu = squill_canvas_create_menu (canvas, &hit);
  find_swatches (GTK_WIDGET (f->inspector), swatches);
  g_assert_cmpuint (swatches->len, ==, SQUILL_N_TINTS + 1);
  for (guint i = 0; i < swatches->len; i++)
    {
      GtkWidget *button = swatches->pdata[i];
      GtkWidget *dot = gtk_button_get_child (GTK_BUTTON (button));
      g_autofree char *target = i == 0 ? g_strdup ("") : g_strdup_printf ("%u", i);
      g_autofree char *label = find_label (menu, "canvas.color", target);

      g_assert_cmpstr (label, ==, gtk_widget_get_tooltip_text (button));
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), TRUE);
      settle ();
      g_assert_cmpstr (group->color, ==, i == 0 ? NULL : target);
      if (i > 0)
        {
          const SquillTint *tint = squill_palette_get_tint (palette, target);
          GdkRGBA shown =
              pick_color (dot, gtk_widget_get_width (dot) / 2, gtk_widget_get_height (dot) / 2);

          g_assert_cmpfloat_with_epsilon (shown.red, tint->solid.red, 0.01);
          g_assert_cmpfloat_with_epsilon (shown.green, tint->solid.green, 0.01);
          g_assert_cmpfloat_with_epsilon (shown.blue, tint->solid.blue, 0.01);
        }
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();
  gtk_source_init ();
  g_test_add ("/colors/names-and-colors", Fixture, "cms", set_up, test_names_and_colors, tear_down);

  return g_test_run ();
}
