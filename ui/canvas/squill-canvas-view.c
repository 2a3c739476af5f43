/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas-view.h"

#include <glib/gi18n.h>

#include "canvas/squill-canvas-view-private.h"
#include "model/squill-authoring.h"
#include "model/squill-placement.h"
#include "session/squill-snap.h"
#include "widgets/squill-compat.h"
#include "widgets/squill-entity-chooser.h"
#include "widgets/squill-focus.h"
#include "widgets/squill-popover.h"

/* Arrow keys that follow each other are one step to undo. */
#define NUDGE_TAG "canvas-nudge"

enum
{
  PROP_0,
  PROP_SESSION,
  PROP_TOOL,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (SquillCanvasView, squill_canvas_view, GTK_TYPE_WIDGET)

/* What is embedded has its ends from where it is stored. */
static gboolean
can_swap_ends (SquillCanvasView *self)
{
  SquillModel *model = squill_canvas_get_model (self->canvas);
  SquillSelection *selection = squill_canvas_get_selection (self->canvas);
  const char *id = selection != NULL ? squill_selection_get_single (selection) : NULL;
  const SquillRelationship *r = id != NULL ? squill_model_get_relationship (model, id) : NULL;

  return r != NULL && !squill_placement_is_embedding (r->placement);
}

/** Says what went wrong. */
void
_squill_canvas_view_show_failure (SquillCanvasView *self, const GError *error)
{
  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (error->message));
}

/** Enables the actions that can be done now. */
void
_squill_canvas_view_update_actions (SquillCanvasView *self)
{
  SquillModel *model = squill_canvas_get_model (self->canvas);
  SquillSelection *selection = squill_canvas_get_selection (self->canvas);
  gboolean bare;
  gboolean writable;
  gboolean free;
  guint n = selection != NULL ? squill_selection_get_size (selection) : 0;
  static const char *const writing[] = { "canvas.new-entity", "canvas.new-entity-here",
                                         "canvas.relate", "canvas.paste" };
  static const char *const changing[] = {
    "canvas.delete",          "canvas.rename", "canvas.add-field", "canvas.group",
    "canvas.toggle-embedded", "canvas.beside", "canvas.collapse",  "canvas.color",
    "canvas.move-field",      "canvas.triple", "canvas.lock"
  };
  static const char *const handling[] = { "canvas.tool", "canvas.edit", "canvas.nudge" };
  GtkWidget *widget = GTK_WIDGET (self);

  g_object_get (squill_canvas_get_display_options (self->canvas), "bare", &bare, NULL);
  /* What is shown to others is not edited by a key that was hit. */
  writable = model != NULL && !squill_model_get_read_only (model) && !bare;
  free = writable && self->arranging == NULL;
  for (guint i = 0; i < G_N_ELEMENTS (handling); i++)
    gtk_widget_action_set_enabled (widget, handling[i], !bare);
  for (guint i = 0; i < G_N_ELEMENTS (writing); i++)
    gtk_widget_action_set_enabled (widget, writing[i], writable);
  for (guint i = 0; i < G_N_ELEMENTS (changing); i++)
    gtk_widget_action_set_enabled (widget, changing[i], writable && n > 0);
  gtk_widget_action_set_enabled (widget, "canvas.align", writable && n > 1);
  gtk_widget_action_set_enabled (widget, "canvas.swap-ends", writable && can_swap_ends (self));
  gtk_widget_action_set_enabled (widget, "canvas.reset-line",
                                 writable && squill_canvas_can_reset_lines (self->canvas));
  gtk_widget_action_set_enabled (widget, "canvas.arrange", free);
  gtk_widget_action_set_enabled (widget, "canvas.arrange-all", free);
  gtk_widget_action_set_enabled (widget, "canvas.arrange-selection", free && n > 1);
}

/* Actions. */

static SquillCanvas *
get_canvas (GtkWidget *widget)
{
  return SQUILL_CANVAS_VIEW (widget)->canvas;
}

static const char *
get_single (SquillCanvasView *self)
{
  SquillSelection *selection = squill_canvas_get_selection (self->canvas);

  return selection != NULL ? squill_selection_get_single (selection) : NULL;
}

static const SquillItem *
get_single_item (SquillCanvasView *self)
{
  const char *id = get_single (self);

  return id != NULL ? squill_model_get_item (squill_canvas_get_model (self->canvas), id) : NULL;
}

static void
on_cancel (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillCanvasView *self = SQUILL_CANVAS_VIEW (widget);

  if (squill_canvas_cancel (self->canvas))
    return;
  if (self->arranging != NULL)
    _squill_canvas_view_stop_arranging (self);
  else if (self->session != NULL)
    squill_selection_clear (squill_canvas_get_selection (self->canvas));
}

static void
on_zoom (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillCanvas *canvas = get_canvas (widget);
  SquillViewport *viewport = squill_canvas_get_viewport (canvas);

  if (g_str_equal (name, "canvas.zoom-in"))
    squill_viewport_step_zoom (viewport, 1);
  else if (g_str_equal (name, "canvas.zoom-out"))
    squill_viewport_step_zoom (viewport, -1);
  else if (g_str_equal (name, "canvas.zoom-normal"))
    squill_viewport_set_zoom (viewport, 1.0);
  else if (g_str_equal (name, "canvas.zoom-fit"))
    squill_canvas_zoom_to_fit (canvas);
  else
    squill_canvas_zoom_to_selection (canvas);
}

/* Adds an entity in the middle of the view, or where there is room near it. */
static void
on_new_entity (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillCanvas *canvas = get_canvas (widget);
  g_autofree char *id = NULL;
  SquillPoint place;

  if (squill_canvas_get_diagram (canvas) == NULL)
    return;
  place = squill_canvas_find_place (canvas);
  gtk_widget_grab_focus (GTK_WIDGET (canvas));
  id = squill_canvas_add_entity (canvas, place.x, place.y);
}

static void
on_new_entity_here (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillCanvas *canvas = get_canvas (widget);
  SquillPoint at = squill_canvas_get_menu_place (canvas);
  g_autofree char *id = NULL;

  if (squill_canvas_get_session (canvas) != NULL)
    id = squill_canvas_add_entity (canvas, squill_snap_to_grid (at.x, SQUILL_LAYOUT_GRID),
                                   squill_snap_to_grid (at.y, SQUILL_LAYOUT_GRID));
}

static void
on_delete (GtkWidget *widget, const char *name, GVariant *parameter)
{
  squill_canvas_delete_selection (get_canvas (widget));
}

static void
on_rename (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillCanvasView *self = SQUILL_CANVAS_VIEW (widget);
  const char *id = get_single (self);

  if (id != NULL)
    squill_canvas_edit_item (self->canvas, id);
}

/* Enter edits the first field of a card, or the selected item. */
static void
on_edit (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillCanvasView *self = SQUILL_CANVAS_VIEW (widget);
  const SquillItem *item = get_single_item (self);
  const SquillCard *card;
  const char *field;

  if (item == NULL)
    return;
  card = squill_diagram_find_card (squill_canvas_get_diagram (self->canvas), item->id);
  if (card == NULL)
    {
      squill_canvas_edit_item (self->canvas, item->id);
      return;
    }
  field = squill_canvas_find_first_field (self->canvas, item->id);
  if (field != NULL)
    squill_canvas_edit_item (self->canvas, field);
  else
    squill_canvas_edit_new_field (self->canvas, item->id, NULL);
}

static void
on_swap_ends (GtkWidget *widget, const char *name, GVariant *parameter)
{
  squill_canvas_swap_ends (get_canvas (widget));
}

static void
on_triple (GtkWidget *widget, const char *name, GVariant *parameter)
{
  squill_canvas_edit_selected_triple (get_canvas (widget), g_variant_get_string (parameter, NULL));
}

static void
on_add_field (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillCanvasView *self = SQUILL_CANVAS_VIEW (widget);
  const SquillItem *item = get_single_item (self);

  if (item == NULL)
    return;
  if (item->kind == SQUILL_KIND_FIELD)
    squill_canvas_edit_new_field (self->canvas, item->parent->id, item->id);
  else if (item->kind == SQUILL_KIND_ENTITY || item->kind == SQUILL_KIND_RELATIONSHIP)
    squill_canvas_edit_new_field (self->canvas, item->id, NULL);
}

static void
on_move_field (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillCanvasView *self = SQUILL_CANVAS_VIEW (widget);
  g_autoptr (GError) error = NULL;

  if (!squill_canvas_move_field (self->canvas, g_variant_get_string (parameter, NULL), &error) &&
      error != NULL)
    _squill_canvas_view_show_failure (self, error);
}

static void
on_nudge (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillCanvas *canvas = get_canvas (widget);
  int x, y;

  g_variant_get (parameter, "(ii)", &x, &y);
  x *= SQUILL_LAYOUT_GRID;
  y *= SQUILL_LAYOUT_GRID;
  if (!squill_canvas_nudge_line (canvas, x, y, NUDGE_TAG))
    squill_canvas_move_selection (canvas, x, y, NUDGE_TAG);
}

static void
on_line (GtkWidget *widget, const char *name, GVariant *parameter)
{
  if (g_str_equal (name, "canvas.reset-line"))
    squill_canvas_reset_lines (get_canvas (widget));
  else
    squill_canvas_pick_next_line_part (get_canvas (widget));
}

static void
on_go (GtkWidget *widget, const char *name, GVariant *parameter)
{
  const char *where = g_variant_get_string (parameter, NULL);

  squill_canvas_go (get_canvas (widget), g_str_equal (where, "left")    ? GTK_DIR_LEFT
                                         : g_str_equal (where, "right") ? GTK_DIR_RIGHT
                                         : g_str_equal (where, "up")    ? GTK_DIR_UP
                                                                        : GTK_DIR_DOWN);
}

static void
on_align (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillAlignment alignment;

  if (squill_alignment_from_name (g_variant_get_string (parameter, NULL), &alignment))
    squill_canvas_align_selection (get_canvas (widget), alignment);
}

static void
on_arrange (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillLayoutEngine engine;

  if (squill_layout_engine_from_string (g_variant_get_string (parameter, NULL), &engine))
    _squill_canvas_view_arrange (SQUILL_CANVAS_VIEW (widget), engine, FALSE, TRUE);
}

static void
on_arrange_auto (GtkWidget *widget, const char *name, GVariant *parameter)
{
  _squill_canvas_view_arrange (SQUILL_CANVAS_VIEW (widget), SQUILL_LAYOUT_AUTO,
                               g_str_equal (name, "canvas.arrange-selection"), FALSE);
}

static void
on_group (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillCanvas *canvas = get_canvas (widget);
  g_auto (GStrv) ids = NULL;
  g_autofree char *id = NULL;

  if (squill_canvas_get_selection (canvas) == NULL)
    return;
  ids = squill_selection_get_ids (squill_canvas_get_selection (canvas));
  id = squill_canvas_add_group (canvas, (const char *const *)ids);
}

static const SquillRelationship *
get_single_relationship (SquillCanvasView *self)
{
  const SquillItem *item = get_single_item (self);

  return item != NULL && item->kind == SQUILL_KIND_RELATIONSHIP ? (const SquillRelationship *)item
                                                                : NULL;
}

static void
on_toggle_embedded (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillCanvasView *self = SQUILL_CANVAS_VIEW (widget);
  const SquillRelationship *r = get_single_relationship (self);

  if (r != NULL)
    squill_drawing_set_embedded (squill_canvas_get_model (self->canvas), r->item.id,
                                 !squill_placement_is_embedding (r->placement));
}

/* Sets a property of an item in one step. */
static void
set_flag (SquillCanvasView *self, const char *property, gboolean value, const char *label)
{
  SquillModel *model = squill_canvas_get_model (self->canvas);

  squill_model_begin_step (model, label, NULL);
  squill_model_set (model, get_single (self), property, json_boolean (value), NULL);
  squill_model_end_step (model);
}

static void
on_beside (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillCanvasView *self = SQUILL_CANVAS_VIEW (widget);
  const SquillRelationship *r = get_single_relationship (self);

  if (r != NULL)
    set_flag (self, "beside", !r->beside, r->beside ? _ ("Show inside") : _ ("Show beside"));
}

static void
on_collapse (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillCanvasView *self = SQUILL_CANVAS_VIEW (widget);
  const SquillItem *item = get_single_item (self);
  const SquillEntity *entity =
      item != NULL && item->kind == SQUILL_KIND_ENTITY ? (const SquillEntity *)item : NULL;

  if (entity != NULL)
    set_flag (self, "collapsed", !entity->collapsed,
              entity->collapsed ? _ ("Show fields") : _ ("Hide fields"));
}

static void
on_lock (GtkWidget *widget, const char *name, GVariant *parameter)
{
  squill_canvas_lock_selection (get_canvas (widget));
}

static void
on_color (GtkWidget *widget, const char *name, GVariant *parameter)
{
  squill_canvas_color_selection (get_canvas (widget), g_variant_get_string (parameter, NULL));
}

static SquillToolRelationship *
get_relationship_tool (SquillCanvasView *self)
{
  return SQUILL_TOOL_RELATIONSHIP (squill_canvas_find_tool (self->canvas, "relationship"));
}

static void
on_chosen (SquillEntityChooser *chooser,
           const char *entity,
           const char *new_name,
           SquillCanvasView *self)
{
  SquillModel *model = squill_canvas_get_model (self->canvas);
  g_autofree char *from =
      g_strdup (squill_tool_relationship_get_start (get_relationship_tool (self)));
  g_autofree char *field =
      g_strdup (squill_tool_relationship_get_field (get_relationship_tool (self)));
  g_autofree char *to = g_strdup (entity);
  g_autofree char *id = NULL;

  squill_canvas_cancel (self->canvas);
  if (from == NULL || squill_model_get_entity (model, from) == NULL)
    return;
  squill_model_begin_step (model, _ ("Draw relationship"), NULL);
  if (to == NULL && new_name != NULL)
    {
      SquillRect rect = { 0 };

      squill_canvas_get_item_rect (self->canvas, from, &rect);
      to = squill_model_add_entity (
          model, new_name,
          squill_snap_to_grid (squill_rect_right (&rect) + 120, SQUILL_LAYOUT_GRID), rect.y);
      if (to != NULL)
        squill_canvas_add_to_view (self->canvas, to);
    }
  if (to != NULL)
    id = squill_drawing_draw_line (model, from, field, to);
  squill_model_end_step (model);
  if (id != NULL)
    squill_canvas_edit_added (self->canvas, id);
}

/* R: with an entity or a field selected, or a card that has the keys, the other end of the line can
 * be typed or clicked. */
static void
on_relate (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillCanvasView *self = SQUILL_CANVAS_VIEW (widget);
  const SquillItem *item = get_single_item (self);
  const char *field = NULL;
  const SquillCard *card = NULL;
  int row;

  if (item != NULL &&
      squill_drawing_can_refer_from (squill_canvas_get_model (self->canvas), item->id))
    {
      field = item->id;
      item = squill_item_get_owner (item);
      card = squill_diagram_find_item (squill_canvas_get_diagram (self->canvas), field, &row);
    }
  else if (item != NULL && item->kind == SQUILL_KIND_ENTITY)
    card = squill_diagram_find_card (squill_canvas_get_diagram (self->canvas), item->id);
  else if (squill_selection_get_size (squill_canvas_get_selection (self->canvas)) == 0)
    card = squill_canvas_get_focused_card (self->canvas);
  squill_canvas_set_tool (self->canvas, "relationship");
  if (card != NULL)
    squill_tool_relationship_start (get_relationship_tool (self), card->id, field);
}

static void
on_choose_end (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillCanvasView *self = SQUILL_CANVAS_VIEW (widget);
  const char *start = squill_tool_relationship_get_start (get_relationship_tool (self));
  const SquillCard *card =
      start != NULL ? squill_diagram_find_card (squill_canvas_get_diagram (self->canvas), start)
                    : NULL;
  SquillRect rect;

  if (card == NULL)
    return;
  rect = squill_viewport_rect_to_window (squill_canvas_get_viewport (self->canvas), &card->rect);
  g_clear_pointer (&self->chooser, squill_compat_remove_popover);
  self->chooser = squill_entity_chooser_new (squill_canvas_get_model (self->canvas),
                                             g_variant_get_string (parameter, NULL));
  gtk_widget_set_parent (self->chooser, widget);
  squill_popover_point_to (
      GTK_POPOVER (self->chooser), widget,
      &(GdkRectangle){ (int)rect.x, (int)rect.y, (int)rect.width, (int)rect.height });
  g_signal_connect_object (self->chooser, "chosen", G_CALLBACK (on_chosen), self, 0);
  gtk_popover_popup (GTK_POPOVER (self->chooser));
}

static void
on_copy (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillCanvasView *self = SQUILL_CANVAS_VIEW (widget);
  const SquillItem *item = get_single_item (self);

  g_clear_pointer (&self->copied_field, g_free);
  if (item != NULL && item->kind == SQUILL_KIND_FIELD)
    self->copied_field = g_strdup (item->id);
  gtk_widget_activate_action (widget, "win.copy", NULL);
}

/* A field that is pasted into another entity can become a copy or a reference. */
static void
on_paste (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillCanvasView *self = SQUILL_CANVAS_VIEW (widget);
  SquillModel *model = squill_canvas_get_model (self->canvas);
  const SquillItem *item = get_single_item (self);
  const SquillField *field =
      self->copied_field != NULL ? squill_model_get_field (model, self->copied_field) : NULL;
  gboolean ours = gdk_clipboard_is_local (gtk_widget_get_clipboard (widget));

  if (field != NULL && ours && item != NULL && item->kind == SQUILL_KIND_ENTITY &&
      squill_item_get_owner (field) != item)
    {
      SquillRect rect;
      SquillPoint at = { 0, 0 };

      if (squill_canvas_get_item_rect (self->canvas, item->id, &rect))
        at = squill_viewport_to_window (squill_canvas_get_viewport (self->canvas), rect.x + 40,
                                        rect.y + SQUILL_CARD_HEADER);
      squill_canvas_ask_about_field (self->canvas, self->copied_field, item->id, at.x, at.y);
      return;
    }
  gtk_widget_activate_action (widget, "win.paste", NULL);
}

static void
on_drop_field (GtkWidget *widget, const char *name, GVariant *parameter)
{
  squill_canvas_drop_field (get_canvas (widget), g_variant_get_string (parameter, NULL));
}

static void
on_menu (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillCanvas *canvas = get_canvas (widget);
  const char *id = get_single (SQUILL_CANVAS_VIEW (widget));
  SquillHit hit = { 0 };
  SquillPoint at = { gtk_widget_get_width (GTK_WIDGET (canvas)) / 2.0,
                     gtk_widget_get_height (GTK_WIDGET (canvas)) / 2.0 };
  SquillRect rect;

  if (squill_canvas_get_diagram (canvas) == NULL)
    return;
  if (id != NULL && squill_canvas_get_item_rect (canvas, id, &rect))
    {
      hit.item = id;
      hit.card = squill_diagram_find_card (squill_canvas_get_diagram (canvas), id);
      at =
          squill_viewport_to_window (squill_canvas_get_viewport (canvas), rect.x + 20, rect.y + 20);
    }
  squill_canvas_show_menu (canvas, &hit, at.x, at.y);
}

static void
install_actions (GtkWidgetClass *widget_class)
{
  static const struct
  {
    const char *name;
    const char *type;
    GtkWidgetActionActivateFunc function;
  } actions[] = {
    { "canvas.cancel", NULL, on_cancel },
    { "canvas.zoom-in", NULL, on_zoom },
    { "canvas.zoom-out", NULL, on_zoom },
    { "canvas.zoom-normal", NULL, on_zoom },
    { "canvas.zoom-fit", NULL, on_zoom },
    { "canvas.zoom-selection", NULL, on_zoom },
    { "canvas.new-entity", NULL, on_new_entity },
    { "canvas.new-entity-here", NULL, on_new_entity_here },
    { "canvas.delete", NULL, on_delete },
    { "canvas.rename", NULL, on_rename },
    { "canvas.edit", NULL, on_edit },
    { "canvas.add-field", NULL, on_add_field },
    { "canvas.move-field", "s", on_move_field },
    { "canvas.triple", "s", on_triple },
    { "canvas.nudge", "(ii)", on_nudge },
    { "canvas.line-part", NULL, on_line },
    { "canvas.reset-line", NULL, on_line },
    { "canvas.go", "s", on_go },
    { "canvas.align", "s", on_align },
    { "canvas.arrange", "s", on_arrange },
    { "canvas.arrange-all", NULL, on_arrange_auto },
    { "canvas.arrange-selection", NULL, on_arrange_auto },
    { "canvas.group", NULL, on_group },
    { "canvas.toggle-embedded", NULL, on_toggle_embedded },
    { "canvas.swap-ends", NULL, on_swap_ends },
    { "canvas.beside", NULL, on_beside },
    { "canvas.collapse", NULL, on_collapse },
    { "canvas.color", "s", on_color },
    { "canvas.lock", NULL, on_lock },
    { "canvas.relate", NULL, on_relate },
    { "canvas.choose-end", "s", on_choose_end },
    { "canvas.copy", NULL, on_copy },
    { "canvas.paste", NULL, on_paste },
    { "canvas.drop-field", "s", on_drop_field },
    { "canvas.menu", NULL, on_menu },
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i].name, actions[i].type,
                                     actions[i].function);
}

/* The widget. */

static void
on_tool_changed (SquillCanvas *canvas, SquillCanvasView *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TOOL]);
}

static GdkRectangle
measure_child (GtkWidget *child, int room)
{
  GdkRectangle rect = { 0 };
  int minimum;

  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &rect.width, NULL, NULL);
  rect.width = MAX (minimum, MIN (rect.width, room));
  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, rect.width, NULL, &rect.height, NULL, NULL);
  return rect;
}

/* The bar is in the middle and the map in the corner, or above the bar if they would overlap. */
static gboolean
on_get_child_position (GtkOverlay *overlay,
                       GtkWidget *child,
                       GdkRectangle *allocation,
                       SquillCanvasView *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (overlay));
  int height = gtk_widget_get_height (GTK_WIDGET (overlay));
  GdkRectangle bar = measure_child (self->bar, width);

  bar.x = (width - bar.width) / 2;
  bar.y = height - bar.height;
  if (child == self->bar)
    {
      *allocation = bar;
      return TRUE;
    }
  if (child != self->minimap)
    return FALSE;
  *allocation = measure_child (child, width);
  allocation->x = width - allocation->width;
  allocation->y = height - allocation->height;
  if (allocation->x < bar.x + bar.width)
    allocation->y -= bar.height - gtk_widget_get_margin_bottom (self->bar);
  return TRUE;
}

static gboolean
on_room_due (gpointer user_data)
{
  SquillCanvasView *self = user_data;
  int top, height;

  self->room_source = 0;
  _squill_canvas_bar_set_room (SQUILL_CANVAS_BAR (self->bar),
                               gtk_widget_get_width (GTK_WIDGET (self)));
  gtk_widget_measure (self->bar, GTK_ORIENTATION_VERTICAL, -1, NULL, &height, NULL, NULL);
  gtk_widget_measure (self->shown_bar, GTK_ORIENTATION_VERTICAL, -1, NULL, &top, NULL, NULL);
  squill_canvas_set_covered (self->canvas, top, height);
  return G_SOURCE_REMOVE;
}

/* In an idle: the canvas emits this while it is allocated, when the bar may not change its size. */
static void
queue_room (SquillCanvasView *self)
{
  if (self->room_source == 0)
    self->room_source = g_idle_add (on_room_due, self);
}

static void
on_canvas_changed (SquillCanvas *canvas, gboolean diagram, SquillCanvasView *self)
{
  if (!diagram)
    queue_room (self);
}

static gboolean
squill_canvas_view_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (SQUILL_CANVAS_VIEW (widget)->canvas));
}

static void
set_session (SquillCanvasView *self, SquillSession *session)
{
  if (self->session == session)
    return;
  _squill_canvas_view_stop_arranging (self);
  g_clear_pointer (&self->copied_field, g_free);
  squill_canvas_set_session (self->canvas, session);
  _squill_preview_line_set_session (SQUILL_PREVIEW_LINE (self->preview_line), session);
  g_set_object (&self->session, session);
  g_signal_group_set_target (self->session_signals, session);
  g_signal_group_set_target (self->selection_signals,
                             session != NULL ? squill_session_get_selection (session) : NULL);
  _squill_canvas_view_update_actions (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SESSION]);
}

static void
squill_canvas_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SquillCanvasView *self = SQUILL_CANVAS_VIEW (object);

  switch (id)
    {
    case PROP_SESSION:
      g_value_set_object (value, self->session);
      break;
    case PROP_TOOL:
      g_value_set_string (value, squill_canvas_get_tool_name (self->canvas));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
squill_canvas_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  SquillCanvasView *self = SQUILL_CANVAS_VIEW (object);

  switch (id)
    {
    case PROP_SESSION:
      set_session (self, g_value_get_object (value));
      break;
    case PROP_TOOL:
      if (g_value_get_string (value) != NULL)
        squill_canvas_set_tool (self->canvas, g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
squill_canvas_view_dispose (GObject *object)
{
  SquillCanvasView *self = SQUILL_CANVAS_VIEW (object);

  if (self->canvas != NULL)
    set_session (self, NULL);
  g_clear_handle_id (&self->room_source, g_source_remove);
  g_clear_object (&self->session_signals);
  g_clear_object (&self->selection_signals);
  g_clear_pointer (&self->chooser, squill_compat_remove_popover);
  if (self->toasts != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->toasts));
  self->toasts = NULL;
  self->canvas = NULL;
  g_clear_pointer (&self->copied_field, g_free);

  G_OBJECT_CLASS (squill_canvas_view_parent_class)->dispose (object);
}

static void
squill_canvas_view_class_init (SquillCanvasViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = squill_canvas_view_get_property;
  object_class->set_property = squill_canvas_view_set_property;
  object_class->dispose = squill_canvas_view_dispose;
  widget_class->focus = squill_focus_children;
  widget_class->grab_focus = squill_canvas_view_grab_focus;

  /**
   * SquillCanvasView:session:
   *
   * What is shown.
   */
  properties[PROP_SESSION] =
      g_param_spec_object ("session", NULL, NULL, SQUILL_TYPE_SESSION, flags);
  /**
   * SquillCanvasView:tool:
   *
   * The name of the tool that has the pointer.
   */
  properties[PROP_TOOL] = g_param_spec_string ("tool", NULL, NULL, "select", flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_install_property_action (widget_class, "canvas.tool", "tool");
  install_actions (widget_class);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "canvas");
}

static void
squill_canvas_view_init (SquillCanvasView *self)
{
  GtkOverlay *overlay;
  g_autoptr (GSimpleActionGroup) options = NULL;

  self->session_signals = g_signal_group_new (SQUILL_TYPE_SESSION);
  g_signal_group_connect_swapped (self->session_signals, "changed",
                                  G_CALLBACK (_squill_canvas_view_update_actions), self);
  self->selection_signals = g_signal_group_new (SQUILL_TYPE_SELECTION);
  g_signal_group_connect_swapped (self->selection_signals, "changed",
                                  G_CALLBACK (_squill_canvas_view_update_actions), self);
  self->toasts = ADW_TOAST_OVERLAY (adw_toast_overlay_new ());
  gtk_widget_set_parent (GTK_WIDGET (self->toasts), GTK_WIDGET (self));
  overlay = GTK_OVERLAY (gtk_overlay_new ());
  adw_toast_overlay_set_child (self->toasts, GTK_WIDGET (overlay));
  self->canvas = SQUILL_CANVAS (squill_canvas_new ());
  gtk_overlay_set_child (overlay, GTK_WIDGET (self->canvas));
  options = squill_canvas_create_show_actions (self->canvas);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "show", G_ACTION_GROUP (options));

  self->bar = _squill_canvas_bar_new (self->canvas);
  gtk_overlay_add_overlay (overlay, self->bar);

  self->minimap = _squill_minimap_new (self->canvas);
  gtk_overlay_add_overlay (overlay, self->minimap);

  self->shown_bar = _squill_shown_bar_new (self->canvas);
  gtk_overlay_add_overlay (overlay, self->shown_bar);
  g_signal_connect_object (self->shown_bar, "notify::visible", G_CALLBACK (queue_room), self,
                           G_CONNECT_SWAPPED);

  self->work_bar = g_object_new (SQUILL_TYPE_WORK_BAR, "valign", GTK_ALIGN_START, NULL);
  gtk_overlay_add_overlay (overlay, GTK_WIDGET (self->work_bar));
  self->preview_line = _squill_preview_line_new ();
  gtk_overlay_add_overlay (overlay, self->preview_line);
  gtk_overlay_add_overlay (overlay, _squill_routing_sign_new (self->canvas));

  g_signal_connect_object (overlay, "get-child-position", G_CALLBACK (on_get_child_position), self,
                           0);
  g_signal_connect_object (self->canvas, "changed", G_CALLBACK (on_canvas_changed), self, 0);
  g_signal_connect_object (self->canvas, "tool-changed", G_CALLBACK (on_tool_changed), self, 0);
  g_signal_connect_object (squill_canvas_get_display_options (self->canvas), "notify::bare",
                           G_CALLBACK (_squill_canvas_view_update_actions), self,
                           G_CONNECT_SWAPPED);
  /* Each view has lines of its own. */
  g_signal_connect_object (squill_canvas_get_display_options (self->canvas), "notify::view",
                           G_CALLBACK (_squill_canvas_view_update_actions), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  _squill_canvas_view_update_actions (self);
}

/**
 * squill_canvas_view_new:
 *
 * Makes a canvas that shows nothing yet.
 *
 * Returns: (transfer full): the canvas
 */
GtkWidget *
squill_canvas_view_new (void)
{
  return g_object_new (SQUILL_TYPE_CANVAS_VIEW, NULL);
}

/**
 * squill_canvas_view_get_canvas:
 * @self: a canvas
 *
 * Returns: (transfer none): the #SquillCanvas that the diagram lies on
 */
GtkWidget *
squill_canvas_view_get_canvas (SquillCanvasView *self)
{
  g_return_val_if_fail (SQUILL_IS_CANVAS_VIEW (self), NULL);

  return GTK_WIDGET (self->canvas);
}

/**
 * squill_canvas_view_is_arranging:
 * @self: a canvas
 *
 * Returns: %TRUE if the diagram is being arranged
 */
gboolean
squill_canvas_view_is_arranging (SquillCanvasView *self)
{
  g_return_val_if_fail (SQUILL_IS_CANVAS_VIEW (self), FALSE);

  return self->arranging != NULL;
}
