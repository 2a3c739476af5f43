/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-canvas-bar.h"

#include <glib/gi18n.h>
#include <math.h>

#define ICONS "/io/github/squill/Squill/icons"

struct _SquillCanvasBar
{
  GtkWidget parent_instance;

  SquillPlane *plane; /* both belong to the canvas */
  GtkWidget *zoom;    /* what there is no room for in a small window */
  int whole;          /* how wide all of it is */
  GtkWidget *zoom_button;
  GtkWidget *zoom_label;
  guint zoom_source;
};

G_DEFINE_FINAL_TYPE (SquillCanvasBar, squill_canvas_bar, GTK_TYPE_WIDGET)

static gboolean
on_zoom_due (gpointer user_data)
{
  SquillCanvasBar *self = user_data;
  double zoom = squill_viewport_get_zoom (squill_plane_get_viewport (self->plane));
  g_autofree char *text = NULL;

  self->zoom_source = 0;
  /* Translators: how large the diagram is seen; the space is a thin one that does not break. */
  text = g_strdup_printf (_ ("%d %%"), (int)MAX (1, round (zoom * 100)));
  if (!g_str_equal (text, gtk_label_get_label (GTK_LABEL (self->zoom_label))))
    gtk_label_set_label (GTK_LABEL (self->zoom_label), text);
  return G_SOURCE_REMOVE;
}

/* The plane may tell of it while it is allocated: no time for a label to want another size. */
static void
on_plane_changed (SquillPlane *plane, gboolean diagram, SquillCanvasBar *self)
{
  if (self->zoom_source == 0)
    self->zoom_source = g_idle_add (on_zoom_due, self);
}

static void
name_widget (GtkWidget *widget, const char *name, const char *tooltip)
{
  gtk_widget_set_tooltip_text (widget, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static GdkContentProvider *
on_drag_prepare (GtkDragSource *source, double x, double y, SquillPlane *plane)
{
  return gdk_content_provider_new_typed (SQUILL_TYPE_TOOL,
                                         squill_plane_find_tool (plane, "entity"));
}

static void
add_tool (
    SquillCanvasBar *self, GtkWidget *box, const char *tool, const char *name, const char *tooltip)
{
  GtkWidget *button = gtk_toggle_button_new ();
  g_autofree char *icon = g_strdup_printf ("squill-tool-%s-symbolic", tool);

  gtk_button_set_icon_name (GTK_BUTTON (button), icon);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "canvas.tool");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", tool);
  /* The keys stay where they are: on the diagram. */
  gtk_widget_set_focus_on_click (button, FALSE);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "circular");
  name_widget (button, name, tooltip);
  if (g_str_equal (tool, "entity"))
    {
      GtkDragSource *source = gtk_drag_source_new ();

      g_signal_connect_object (source, "prepare", G_CALLBACK (on_drag_prepare), self->plane, 0);
      gtk_widget_add_controller (button, GTK_EVENT_CONTROLLER (source));
    }
  gtk_box_append (GTK_BOX (box), button);
}

static GtkWidget *
add_button (
    GtkWidget *box, const char *icon, const char *action, const char *name, const char *tooltip)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_set_focus_on_click (button, FALSE);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "circular");
  name_widget (button, name, tooltip);
  gtk_box_append (GTK_BOX (box), button);
  return button;
}

static GMenuModel *
create_arrange_menu (void)
{
  GMenu *menu = g_menu_new (), *section, *engines;

  section = g_menu_new ();
  g_menu_append (section, _ ("Arrange _All"), "canvas.arrange-all");
  g_menu_append (section, _ ("Arrange _Selection"), "canvas.arrange-selection");
  engines = g_menu_new ();
  g_menu_append (engines, _ ("In _Columns"), "canvas.arrange::dot");
  g_menu_append (engines, _ ("By _Forces"), "canvas.arrange::fdp");
  g_menu_append (engines, _ ("In _Rings"), "canvas.arrange::twopi");
  g_menu_append_submenu (section, _ ("Arrange _As"), G_MENU_MODEL (engines));
  g_object_unref (engines);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
  g_object_unref (section);

  section = g_menu_new ();
  g_menu_append (section, _ ("Align _Left"), "canvas.align::left");
  g_menu_append (section, _ ("Align _Middle"), "canvas.align::center");
  g_menu_append (section, _ ("Align _Right"), "canvas.align::right");
  g_menu_append (section, _ ("Align _Top"), "canvas.align::top");
  g_menu_append (section, _ ("Align _Bottom"), "canvas.align::bottom");
  g_menu_append (section, _ ("Spread A_cross"), "canvas.align::across");
  g_menu_append (section, _ ("Spread _Down"), "canvas.align::down");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
  g_object_unref (section);

  section = g_menu_new ();
  g_menu_append (section, _ ("Show _Frequencies"), "canvas.rates");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
  g_object_unref (section);
  return G_MENU_MODEL (menu);
}

static void
add_arrange (GtkWidget *box)
{
  GtkWidget *button = gtk_menu_button_new ();
  g_autoptr (GMenuModel) menu = create_arrange_menu ();

  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _ ("Arrange"));
  gtk_menu_button_set_always_show_arrow (GTK_MENU_BUTTON (button), TRUE);
  gtk_menu_button_set_direction (GTK_MENU_BUTTON (button), GTK_ARROW_UP);
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), menu);
  gtk_widget_set_focus_on_click (button, FALSE);
  gtk_widget_add_css_class (button, "flat");
  gtk_box_append (GTK_BOX (box), button);
}

static void
add_zoom (SquillCanvasBar *self, GtkWidget *box)
{
  add_button (box, "list-remove-symbolic", "canvas.zoom-out", _ ("Zoom out"), _ ("Zoom out (−)"));
  self->zoom_label = gtk_label_new ("100 %");
  gtk_label_set_width_chars (GTK_LABEL (self->zoom_label), 6);
  gtk_widget_add_css_class (self->zoom_label, "numeric");
  self->zoom_button = gtk_button_new ();
  gtk_button_set_child (GTK_BUTTON (self->zoom_button), self->zoom_label);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->zoom_button), "canvas.zoom-normal");
  gtk_widget_set_focus_on_click (self->zoom_button, FALSE);
  gtk_widget_add_css_class (self->zoom_button, "flat");
  name_widget (self->zoom_button, _ ("Zoom to 100 %"), _ ("Zoom to 100 % (0)"));
  gtk_box_append (GTK_BOX (box), self->zoom_button);
  add_button (box, "list-add-symbolic", "canvas.zoom-in", _ ("Zoom in"), _ ("Zoom in (+)"));
  add_button (box, "zoom-fit-best-symbolic", "canvas.zoom-fit", _ ("Show all"), _ ("Show all (1)"));
}

static void
add_separator (GtkWidget *box)
{
  gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_VERTICAL));
}

static void
squill_canvas_bar_dispose (GObject *object)
{
  SquillCanvasBar *self = SQUILL_CANVAS_BAR (object);
  GtkWidget *child;

  g_clear_handle_id (&self->zoom_source, g_source_remove);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (squill_canvas_bar_parent_class)->dispose (object);
}

static void
squill_canvas_bar_class_init (SquillCanvasBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = squill_canvas_bar_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "canvasbar");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_TOOLBAR);
}

static void
squill_canvas_bar_init (SquillCanvasBar *self)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Drawing tools"), -1);
}

/**
 * squill_canvas_bar_new:
 * @plane: the plane its actions are about
 *
 * Makes a bar.
 *
 * Returns: (transfer full): the bar
 */
GtkWidget *
squill_canvas_bar_new (SquillPlane *plane)
{
  SquillCanvasBar *self;
  GtkWidget *box;

  g_return_val_if_fail (SQUILL_IS_PLANE (plane), NULL);

  gtk_icon_theme_add_resource_path (gtk_icon_theme_get_for_display (gdk_display_get_default ()),
                                    ICONS);
  self = g_object_new (SQUILL_TYPE_CANVAS_BAR, NULL);
  self->plane = plane;
  box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  gtk_widget_set_parent (box, GTK_WIDGET (self));
  add_tool (self, box, "select", _ ("Select"), _ ("Select and move (Escape)"));
  add_tool (self, box, "entity", _ ("Entity"), _ ("Entity (E)"));
  add_tool (self, box, "relationship", _ ("Relationship"), _ ("Relationship (R)"));
  add_tool (self, box, "note", _ ("Note"), _ ("Note (N)"));
  add_tool (self, box, "group", _ ("Group"), _ ("Group (G)"));
  add_separator (box);
  add_arrange (box);
  self->zoom = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  gtk_box_append (GTK_BOX (box), self->zoom);
  add_separator (self->zoom);
  add_zoom (self, self->zoom);
  g_signal_connect_object (plane, "changed", G_CALLBACK (on_plane_changed), self, 0);
  return GTK_WIDGET (self);
}

/**
 * squill_canvas_bar_set_room:
 * @self: a bar
 * @width: how wide it may be, in pixels
 *
 * Leaves out of the bar what there is no room for: the keys and the wheel zoom, too.
 */
void
squill_canvas_bar_set_room (SquillCanvasBar *self, int width)
{
  int all;

  g_return_if_fail (SQUILL_IS_CANVAS_BAR (self));

  gtk_widget_measure (GTK_WIDGET (self), GTK_ORIENTATION_HORIZONTAL, -1, &all, NULL, NULL, NULL);
  if (gtk_widget_get_visible (self->zoom))
    {
      self->whole = all;
      if (all > width)
        gtk_widget_set_visible (self->zoom, FALSE);
    }
  else if (self->whole <= width)
    {
      gtk_widget_set_visible (self->zoom, TRUE);
    }
}
