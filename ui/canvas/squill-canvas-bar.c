/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas-private.h"

#include <glib/gi18n.h>
#include <math.h>

/* As GtkApplication calls it. */
#define ICONS "/io/github/squill/Squill/icons/"

/* What the bar leaves out where it is narrow, one more from each to the next. */
typedef enum
{
  SIZE_WHOLE,
  SIZE_WITHOUT_ZOOM, /* keys and the wheel zoom, too */
  SIZE_SMALL,        /* an icon instead of the word, which is long in some languages */
} Size;

struct _SquillCanvasBar
{
  AdwBin parent_instance;

  SquillCanvas *canvas; /* owned by the canvas view, as the bar is */
  GtkWidget *show;
  GtkWidget *zoom;
  Size size;
  int widths[SIZE_SMALL + 1]; /* of the bar, by the sizes that it has had */
  GtkWidget *zoom_label;
  GtkWidget *arrange;
  GMenuModel *arrange_menu;
  guint zoom_source;
};

G_DEFINE_FINAL_TYPE (SquillCanvasBar, squill_canvas_bar, ADW_TYPE_BIN)

static gboolean
on_zoom_due (gpointer user_data)
{
  SquillCanvasBar *self = user_data;
  double zoom = squill_viewport_get_shown_zoom (squill_canvas_get_viewport (self->canvas));
  g_autofree char *text = NULL;

  self->zoom_source = 0;
  /* Translators: the zoom; a narrow no-break space stands before the percent sign. */
  text = g_strdup_printf (_ ("%d %%"), (int)MAX (1, round (zoom * 100)));
  if (!g_str_equal (text, gtk_label_get_label (GTK_LABEL (self->zoom_label))))
    gtk_label_set_label (GTK_LABEL (self->zoom_label), text);
  return G_SOURCE_REMOVE;
}

/* In an idle: the canvas may emit this while it is allocated, when no label may change its size. */
static void
on_canvas_changed (SquillCanvas *canvas, gboolean diagram, SquillCanvasBar *self)
{
  if (self->zoom_source == 0)
    self->zoom_source = g_idle_add (on_zoom_due, self);
}

/* The groups are those that there are when it is opened. */
static void
on_show_menu (GtkMenuButton *button, gpointer user_data)
{
  g_autoptr (GMenuModel) menu =
      squill_canvas_create_show_menu (SQUILL_CANVAS_BAR (user_data)->canvas);

  gtk_menu_button_set_menu_model (button, menu);
}

/* It is made when it is first opened: each way has a picture. */
static void
on_arrange_menu (GtkMenuButton *button, gpointer user_data)
{
  if (gtk_menu_button_get_popover (button) != NULL)
    return;
  gtk_menu_button_set_menu_model (button, SQUILL_CANVAS_BAR (user_data)->arrange_menu);
  gtk_popover_menu_add_child (GTK_POPOVER_MENU (gtk_menu_button_get_popover (button)),
                              _squill_arrange_ways_new (), "ways");
}

static GdkContentProvider *
on_drag_prepare (GtkDragSource *source, double x, double y, SquillCanvasBar *self)
{
  return gdk_content_provider_new_typed (SQUILL_TYPE_TOOL,
                                         squill_canvas_find_tool (self->canvas, "entity"));
}

static void
squill_canvas_bar_dispose (GObject *object)
{
  SquillCanvasBar *self = SQUILL_CANVAS_BAR (object);

  g_clear_handle_id (&self->zoom_source, g_source_remove);

  G_OBJECT_CLASS (squill_canvas_bar_parent_class)->dispose (object);
}

static void
squill_canvas_bar_class_init (SquillCanvasBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = squill_canvas_bar_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/squill/Squill/squill-canvas-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, SquillCanvasBar, show);
  gtk_widget_class_bind_template_child (widget_class, SquillCanvasBar, zoom);
  gtk_widget_class_bind_template_child (widget_class, SquillCanvasBar, zoom_label);
  gtk_widget_class_bind_template_child (widget_class, SquillCanvasBar, arrange);
  gtk_widget_class_bind_template_child (widget_class, SquillCanvasBar, arrange_menu);
  gtk_widget_class_bind_template_callback (widget_class, on_drag_prepare);
  gtk_widget_class_set_css_name (widget_class, "canvasbar");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_TOOLBAR);
}

/* An application has added them. Whenever a path is added, GTK reads all icon themes again. */
static void
ensure_icons (void)
{
  GtkIconTheme *theme = gtk_icon_theme_get_for_display (gdk_display_get_default ());
  g_auto (GStrv) paths = gtk_icon_theme_get_resource_path (theme);

  if (paths == NULL || !g_strv_contains ((const char *const *)paths, ICONS))
    gtk_icon_theme_add_resource_path (theme, ICONS);
}

static void
squill_canvas_bar_init (SquillCanvasBar *self)
{
  ensure_icons ();
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_direction (self->zoom_label, GTK_TEXT_DIR_LTR);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->arrange), on_arrange_menu, self,
                                         NULL);
}

/**
 * _squill_canvas_bar_new:
 * @canvas: the canvas
 *
 * Creates a bar.
 *
 * Returns: (transfer full): the bar
 */
GtkWidget *
_squill_canvas_bar_new (SquillCanvas *canvas)
{
  SquillCanvasBar *self;

  g_return_val_if_fail (SQUILL_IS_CANVAS (canvas), NULL);

  self = g_object_new (SQUILL_TYPE_CANVAS_BAR, NULL);
  self->canvas = canvas;
  g_object_bind_property (squill_canvas_get_display_options (canvas), "bare", self, "visible",
                          G_BINDING_SYNC_CREATE | G_BINDING_INVERT_BOOLEAN);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->show), on_show_menu, self, NULL);
  g_signal_connect_object (canvas, "changed", G_CALLBACK (on_canvas_changed), self, 0);
  return GTK_WIDGET (self);
}

static void
set_size (SquillCanvasBar *self, Size size)
{
  self->size = size;
  gtk_widget_set_visible (self->zoom, size == SIZE_WHOLE);
  if (size == SIZE_SMALL)
    gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (self->arrange), "view-grid-symbolic");
  else
    gtk_menu_button_set_label (GTK_MENU_BUTTON (self->arrange), _ ("Arrange"));
  gtk_widget_set_tooltip_text (self->arrange, size == SIZE_SMALL ? _ ("Arrange") : NULL);
}

/**
 * _squill_canvas_bar_set_room:
 * @self: a bar
 * @width: how wide it may be, in pixels
 *
 * Makes the bar as small as it has to be.
 */
void
_squill_canvas_bar_set_room (SquillCanvasBar *self, int width)
{
  g_return_if_fail (SQUILL_IS_CANVAS_BAR (self));

  while (self->size > SIZE_WHOLE && self->widths[self->size - 1] <= width)
    set_size (self, self->size - 1);
  for (;;)
    {
      gtk_widget_measure (GTK_WIDGET (self), GTK_ORIENTATION_HORIZONTAL, -1,
                          &self->widths[self->size], NULL, NULL, NULL);
      if (self->widths[self->size] <= width || self->size == SIZE_SMALL)
        break;
      set_size (self, self->size + 1);
    }
}
