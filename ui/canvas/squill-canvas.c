/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas-private.h"
#include "design/squill-assumption.h"
#include "widgets/squill-compat.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

/* Text is laid out anew when the zoom has not changed for this long. */
#define SETTLE_MS 120

enum
{
  PROP_ROUTING = 1,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

enum
{
  CHANGED,
  TOOL_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE_WITH_CODE (SquillCanvas,
                               squill_canvas,
                               GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (SQUILL_TYPE_TYPING,
                                                      _squill_canvas_typing_init))

/* Emits #SquillCanvas::changed. @diagram: not only zoom or position changed */
void
_squill_canvas_emit_changed (SquillCanvas *self, gboolean diagram)
{
  g_signal_emit (self, signals[CHANGED], 0, diagram);
}

/* Notifies that routes have begun to be searched for, or are found. */
void
_squill_canvas_notify_routing (SquillCanvas *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_ROUTING]);
}

/* Emits #SquillCanvas::tool-changed. */
void
_squill_canvas_emit_tool_changed (SquillCanvas *self)
{
  g_signal_emit (self, signals[TOOL_CHANGED], 0);
}

static gboolean
is_in_sight (SquillCanvas *self, const SquillRect *rect)
{
  SquillRect visible = squill_viewport_get_visible (self->viewport);

  return squill_rect_overlaps (&visible, rect);
}

static void
on_picking (SquillPicking *picking, GParamSpec *pspec, SquillCanvas *self)
{
  if (squill_picking_get_entity (picking) != NULL)
    squill_canvas_set_tool (self, "pick");
  else if (g_str_equal (self->tool_name, "pick"))
    squill_canvas_set_tool (self, "select");
}

static void
on_selection_changed (SquillSelection *selection, SquillCanvas *self)
{
  const char *id = squill_selection_get_single (selection);
  SquillRect rect;

  /* The user is working on the diagram now, so the view no longer fits it to the window. */
  self->fits = FALSE;
  squill_canvas_update (self);
  _squill_canvas_update_lit (self);
  /* A selected item scrolls into view, unless it is being dragged. */
  if (id != NULL && !squill_tool_is_dragging (self->tool) &&
      squill_canvas_get_item_rect (self, id, &rect) && !is_in_sight (self, &rect))
    squill_viewport_show (self->viewport, &rect);
}

static void
on_style_changed (AdwStyleManager *manager, GParamSpec *pspec, SquillCanvas *self)
{
  _squill_canvas_update_palette (self);
  _squill_canvas_drop_pictures (self);
  _squill_canvas_emit_changed (self, TRUE);
}

/* The legend is painted, so the diagram says what stands in it. */
static void
describe_legend (SquillCanvas *self)
{
  g_autofree char *legend = squill_diagram_describe_legend (
      self->diagram, squill_display_options_get_overlay (self->options));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  legend, -1);
}

static void
on_option_changed (SquillDisplayOptions *options, GParamSpec *pspec, SquillCanvas *self)
{
  if (self->diagram == NULL)
    return;
  if (g_str_equal (pspec->name, "connections"))
    _squill_canvas_update_lit (self);
  else if (g_str_equal (pspec->name, "fields") || g_str_equal (pspec->name, "notation"))
    squill_canvas_update (self);
  else if (g_str_equal (pspec->name, "overlay"))
    {
      describe_legend (self);
      _squill_canvas_drop_pictures (self);
    }
  else if (!g_str_equal (pspec->name, "bare"))
    _squill_canvas_renew_shown (self);
}

static gboolean
on_update_due (gpointer user_data)
{
  SquillCanvas *self = user_data;

  self->update_source = 0;
  squill_canvas_update (self);
  return G_SOURCE_REMOVE;
}

static void
queue_update (SquillCanvas *self)
{
  /* Before the next frame, but once for all changes until then. */
  if (self->update_source == 0)
    self->update_source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, on_update_due, self, NULL);
}

static gboolean
on_settled (gpointer user_data)
{
  SquillCanvas *self = user_data;

  self->settle_source = 0;
  self->settled_zoom = squill_viewport_get_zoom (self->viewport);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return G_SOURCE_REMOVE;
}

static gboolean
on_tooltip_due (gpointer user_data)
{
  SquillCanvas *self = user_data;

  self->tooltip_source = 0;
  gtk_widget_trigger_tooltip_query (GTK_WIDGET (self));
  return G_SOURCE_REMOVE;
}

static void
on_viewport_changed (SquillViewport *viewport, SquillCanvas *self)
{
  const double zoom = squill_viewport_get_zoom (viewport);

  /* A view that is only moved does not put it off: scaled pictures take several times as long to
   * draw as sharp ones. */
  if (zoom != self->settled_zoom && (zoom != self->last_zoom || self->settle_source == 0))
    {
      g_clear_handle_id (&self->settle_source, g_source_remove);
      self->settle_source = g_timeout_add (SETTLE_MS, on_settled, self);
    }
  self->last_zoom = zoom;
  if (!self->allocating)
    {
      /* A view that was moved no longer follows the size of the window. */
      self->fits = self->fitting;
      gtk_widget_queue_allocate (GTK_WIDGET (self));
    }
  /* A tooltip is about what is at the pointer now. It is a child of the canvas: coming or going
   * while that is allocated, it would leave the widgets above waiting for a measurement that never
   * comes, and whatever in them asks to be laid out later would stay blank. */
  if (self->tooltip_source == 0)
    self->tooltip_source = g_idle_add (on_tooltip_due, self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  _squill_canvas_emit_changed (self, FALSE);
}

static void
on_scale_factor_changed (GtkWidget *widget, GParamSpec *pspec, gpointer user_data)
{
  SquillCanvas *self = SQUILL_CANVAS (widget);
  double scale = gtk_widget_get_scale_factor (widget);

  squill_viewport_set_scale (self->viewport, scale);
  squill_snapshot_painter_set_device (self->painter, gtk_widget_get_pango_context (widget), scale);
  _squill_canvas_drop_pictures (self);
}

static void
squill_canvas_system_setting_changed (GtkWidget *widget, GtkSystemSetting setting)
{
  GTK_WIDGET_CLASS (squill_canvas_parent_class)->system_setting_changed (widget, setting);

  if (setting == GTK_SYSTEM_SETTING_FONT_CONFIG || setting == GTK_SYSTEM_SETTING_FONT_NAME ||
      setting == GTK_SYSTEM_SETTING_DPI)
    _squill_canvas_drop_pictures (SQUILL_CANVAS (widget));
}

static void
squill_canvas_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  *minimum = 0;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 800 : 600;
}

static void
squill_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  SquillCanvas *self = SQUILL_CANVAS (widget);

  self->allocating = TRUE;
  squill_viewport_set_size (self->viewport, width, height);
  if (self->fits && self->diagram != NULL && !squill_diagram_is_empty (self->diagram) &&
      (width != self->fitted_width || height != self->fitted_height))
    squill_canvas_zoom_to_fit (self);
  self->allocating = FALSE;
  _squill_canvas_choose_detail (self);
  if (self->diagram != NULL)
    _squill_canvas_allocate_objects (self);
  if (self->menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->menu));
  _squill_canvas_allocate_editor (self);
}

static void
squill_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  _squill_canvas_paint (SQUILL_CANVAS (widget), snapshot);
}

/* Where the card that has the focus is among those of the diagram. */
static int
find_position (SquillCanvas *self)
{
  const SquillCard *card = squill_canvas_get_focused_card (self);

  for (guint i = 0; card != NULL && i < squill_diagram_get_n_cards (self->diagram); i++)
    if (squill_diagram_get_card (self->diagram, i) == card)
      return (int)i;
  return -1;
}

/* Tab moves from card to card in the order of the model, not in that of the child widgets. */
static gboolean
squill_canvas_focus (GtkWidget *widget, GtkDirectionType direction)
{
  SquillCanvas *self = SQUILL_CANVAS (widget);
  GtkWidget *focus = gtk_widget_get_focus_child (widget);
  int position, n = self->diagram != NULL ? (int)squill_diagram_get_n_cards (self->diagram) : 0;

  if (self->editor != NULL && focus == GTK_WIDGET (self->editor))
    return gtk_widget_child_focus (focus, direction);
  if (direction != GTK_DIR_TAB_FORWARD && direction != GTK_DIR_TAB_BACKWARD)
    return FALSE;
  if (n == 0)
    return !gtk_widget_has_focus (widget) && gtk_widget_grab_focus (widget);
  position = find_position (self);
  if (position < 0 && !gtk_widget_has_focus (widget))
    {
      const char *selected = squill_selection_get_single (squill_canvas_get_selection (self));
      int row;
      const SquillCard *card =
          selected != NULL ? squill_diagram_find_item (self->diagram, selected, &row) : NULL;

      if (card != NULL)
        {
          squill_canvas_focus_card (self, card->id);
          return TRUE;
        }
    }
  if (direction == GTK_DIR_TAB_FORWARD)
    position++;
  else
    position = position < 0 ? n - 1 : position - 1;
  if (position < 0 || position >= n)
    return FALSE;
  squill_canvas_focus_card (self, squill_diagram_get_card (self->diagram, (guint)position)->id);
  return TRUE;
}

static gboolean
squill_canvas_grab_focus (GtkWidget *widget)
{
  SquillCanvas *self = SQUILL_CANVAS (widget);
  GtkWidget *focus = gtk_widget_get_focus_child (widget);

  if (focus != NULL && GTK_WIDGET (self->editor) != focus)
    return gtk_widget_grab_focus (focus);
  return GTK_WIDGET_CLASS (squill_canvas_parent_class)->grab_focus (widget);
}

/* What the card does not say by itself, and so would only be in the way: %NULL where it says all.
 * With what its size is assumed by. */
static char *
describe_card (SquillCanvas *self, const SquillCard *card)
{
  const SquillCollection *collection =
      squill_design_find_collection (squill_session_get_design (self->session), card->id);
  g_autofree char *text = squill_card_describe (card);
  const gboolean is_cut = self->detail != SQUILL_DETAIL_FULL || card->collapsed ||
                          !g_str_equal (card->name, card->full_name);
  g_autofree char *reason = collection == NULL || !card->size_assumed
                                ? NULL
                                : squill_shape_describe_assumptions (collection->shape);

  if (reason == NULL)
    return is_cut || card->severity >= 0 || card->unbounded ? g_steal_pointer (&text) : NULL;
  return g_strconcat (text, "\n", reason, NULL);
}

static gboolean
squill_canvas_query_tooltip (
    GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  SquillCanvas *self = SQUILL_CANVAS (widget);
  SquillHit hit;
  SquillRect at;
  g_autofree char *text = NULL;

  if (keyboard || self->diagram == NULL || squill_tool_is_dragging (self->tool) ||
      self->editor != NULL || self->target != NULL || _squill_canvas_is_menu_open (self))
    return FALSE;
  hit = squill_canvas_hit (self, x, y);
  if (squill_hit_is_row (&hit))
    {
      const SquillCardRow *row = &hit.card->rows[hit.part.row];

      if (!g_str_equal (row->name, row->full_name) || !g_str_equal (row->type, row->full_type) ||
          self->detail != SQUILL_DETAIL_FULL)
        text = *row->full_type != '\0' ? g_strdup_printf ("%s: %s", row->full_name, row->full_type)
                                       : g_strdup (row->full_name);
    }
  else if (hit.kind == SQUILL_HIT_CARD && hit.part.kind == SQUILL_CARD_PART_HANDLE)
    text = g_strdup (_ ("Drag to draw a relationship"));
  else if (hit.kind == SQUILL_HIT_CARD)
    text = describe_card (self, hit.card);
  else if (hit.kind == SQUILL_HIT_LINE && self->detail != SQUILL_DETAIL_FULL &&
           *hit.edge->name != '\0')
    text = g_strdup (hit.edge->name);
  if (text == NULL)
    return FALSE;
  at = squill_viewport_rect_to_window (self->viewport, &hit.rect);
  gtk_tooltip_set_text (tooltip, text);
  gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle){ (int)at.x, (int)at.y, (int)ceil (at.width),
                                                      (int)ceil (at.height) });
  return TRUE;
}

static void
squill_canvas_dispose (GObject *object)
{
  SquillCanvas *self = SQUILL_CANVAS (object);
  GtkWidget *child;

  squill_canvas_set_session (self, NULL);
  g_clear_object (&self->session_signals);
  g_clear_object (&self->selection_signals);
  g_clear_object (&self->picking_signals);
  g_clear_object (&self->preview_signals);
  g_clear_handle_id (&self->settle_source, g_source_remove);
  g_clear_handle_id (&self->tooltip_source, g_source_remove);
  g_clear_handle_id (&self->objects_source, g_source_remove);
  g_hash_table_remove_all (self->line_widgets);
  _squill_canvas_dispose_editor (self);
  _squill_canvas_dispose_menu (self);
  _squill_canvas_dispose_tools (self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->painter);

  G_OBJECT_CLASS (squill_canvas_parent_class)->dispose (object);
}

static void
squill_canvas_finalize (GObject *object)
{
  SquillCanvas *self = SQUILL_CANVAS (object);

  g_clear_object (&self->viewport);
  g_object_unref (self->options);
  _squill_far_picture_free (self->far);
  g_hash_table_unref (self->pictures);
  g_hash_table_unref (self->widgets);
  g_hash_table_unref (self->line_widgets);
  g_hash_table_unref (self->lit);
  g_hash_table_unref (self->near);
  g_hash_table_unref (self->known);
  g_ptr_array_unref (self->steps);
  _squill_sight_free (self->sight);
  g_free (self->hovered);
  g_free (self->hovered_line);
  g_free (self->picked_line);
  g_free (self->target);
  g_free (self->caption);
  g_clear_pointer (&self->shifted, g_hash_table_unref);

  G_OBJECT_CLASS (squill_canvas_parent_class)->finalize (object);
}

static void
squill_canvas_get_property (GObject *object, guint property_id, GValue *value, GParamSpec *pspec)
{
  switch (property_id)
    {
    case PROP_ROUTING:
      g_value_set_boolean (value, squill_canvas_is_routing (SQUILL_CANVAS (object)));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
squill_canvas_class_init (SquillCanvasClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = squill_canvas_dispose;
  object_class->finalize = squill_canvas_finalize;
  object_class->get_property = squill_canvas_get_property;
  widget_class->measure = squill_canvas_measure;
  widget_class->size_allocate = squill_canvas_size_allocate;
  widget_class->snapshot = squill_canvas_snapshot;
  widget_class->focus = squill_canvas_focus;
  widget_class->grab_focus = squill_canvas_grab_focus;
  widget_class->query_tooltip = squill_canvas_query_tooltip;
  widget_class->system_setting_changed = squill_canvas_system_setting_changed;

  /**
   * SquillCanvas:routing:
   *
   * Whether routes of lines are being found, so that what is seen of them is not final.
   */
  props[PROP_ROUTING] = g_param_spec_boolean ("routing", NULL, NULL, FALSE,
                                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);

  /**
   * SquillCanvas::changed:
   * @self: the canvas
   * @diagram: whether the diagram or its look changed, not only zoom or position
   *
   * The diagram, or the visible part of it, changed.
   */
  signals[CHANGED] = g_signal_new ("changed", SQUILL_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
  /**
   * SquillCanvas::tool-changed:
   *
   * Another tool was chosen.
   */
  signals[TOOL_CHANGED] = g_signal_new ("tool-changed", SQUILL_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0,
                                        NULL, NULL, NULL, G_TYPE_NONE, 0);

  _squill_canvas_install_bindings (widget_class);
  gtk_widget_class_set_css_name (widget_class, "canvas");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

/* Cards are as much larger as the texts of the window: all of the diagram, so that nothing that was
 * arranged overlaps, and positions, pictures and prints stay as they are. */
static void
take_text_scale (SquillCanvas *self)
{
  squill_viewport_set_text_scale (self->viewport, squill_compat_get_text_scale (GTK_WIDGET (self)));
  if (self->fits)
    {
      self->fitted_width = self->fitted_height = 0;
      gtk_widget_queue_allocate (GTK_WIDGET (self));
    }
}

static void
squill_canvas_init (SquillCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  AdwStyleManager *manager = adw_style_manager_get_default ();

  self->session_signals = g_signal_group_new (SQUILL_TYPE_SESSION);
  g_signal_group_connect_swapped (self->session_signals, "show",
                                  G_CALLBACK (squill_canvas_show_item), self);
  self->selection_signals = g_signal_group_new (SQUILL_TYPE_SELECTION);
  g_signal_group_connect (self->selection_signals, "changed", G_CALLBACK (on_selection_changed),
                          self);
  self->preview_signals = g_signal_group_new (SQUILL_TYPE_PREVIEW);
  g_signal_group_connect_swapped (self->preview_signals, "changed",
                                  G_CALLBACK (_squill_canvas_update_lit), self);
  self->picking_signals = g_signal_group_new (SQUILL_TYPE_PICKING);
  g_signal_group_connect (self->picking_signals, "notify::entity", G_CALLBACK (on_picking), self);
  self->viewport = squill_viewport_new ();
  take_text_scale (self);
  g_signal_connect_object (gtk_widget_get_settings (widget), "notify::gtk-xft-dpi",
                           G_CALLBACK (take_text_scale), self, G_CONNECT_SWAPPED);
  self->settled_zoom = squill_viewport_get_zoom (self->viewport);
  self->widgets = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->pictures = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                          (GDestroyNotify)_squill_card_picture_free);
  self->sight = _squill_sight_new ();
  self->line_widgets = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->lit = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->near = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->options = squill_display_options_new ();
  g_signal_connect_object (self->options, "notify", G_CALLBACK (on_option_changed), self, 0);
  self->steps = g_ptr_array_new_with_free_func (g_free);
  self->far = _squill_far_picture_new ();
  /* The diagram is the same in every language; elsewhere 0..35..∞ would be written backward. */
  gtk_widget_set_direction (widget, GTK_TEXT_DIR_LTR);
  self->painter = squill_snapshot_painter_new (gtk_widget_get_pango_context (widget),
                                               gtk_widget_get_scale_factor (widget));
  g_signal_connect_object (self->viewport, "changed", G_CALLBACK (on_viewport_changed), self, 0);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (on_scale_factor_changed), NULL);

  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_has_tooltip (widget, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Diagram"), -1);
  _squill_canvas_add_tools (self);

  g_signal_connect_object (manager, "notify::dark", G_CALLBACK (on_style_changed), self, 0);
  g_signal_connect_object (manager, "notify::high-contrast", G_CALLBACK (on_style_changed), self,
                           0);
  _squill_canvas_update_palette (self);
}

/**
 * squill_canvas_new:
 *
 * Makes an empty canvas.
 *
 * Returns: (transfer full): the canvas
 */
GtkWidget *
squill_canvas_new (void)
{
  return g_object_new (SQUILL_TYPE_CANVAS, NULL);
}

/**
 * squill_canvas_set_session:
 * @self: a canvas
 * @session: (nullable): what to show
 *
 * Shows another model, zoomed to fit.
 */
void
squill_canvas_set_session (SquillCanvas *self, SquillSession *session)
{
  g_return_if_fail (SQUILL_IS_CANVAS (self));
  g_return_if_fail (session == NULL || SQUILL_IS_SESSION (session));

  if (self->session == session)
    return;
  if (self->session != NULL)
    {
      _squill_canvas_dispose_editor (self);
      squill_canvas_cancel (self);
      g_signal_handlers_disconnect_by_data (self->diagram, self);
      g_clear_handle_id (&self->update_source, g_source_remove);
      _squill_canvas_drop_objects (self);
      _squill_canvas_forget_places (self);
      g_hash_table_remove_all (self->pictures);
      g_hash_table_remove_all (self->lit);
      g_hash_table_remove_all (self->near);
      self->dims = FALSE;
      g_ptr_array_set_size (self->steps, 0);
      _squill_canvas_stop_routes (self);
      g_clear_object (&self->diagram);
      squill_display_options_show_everything (self->options);
      g_clear_pointer (&self->hovered, g_free);
      _squill_canvas_end_show (self);
      squill_canvas_set_target (self, NULL, NULL);
    }
  g_set_object (&self->session, session);
  g_signal_group_set_target (self->session_signals, session);
  g_signal_group_set_target (self->selection_signals,
                             session != NULL ? squill_session_get_selection (session) : NULL);
  g_signal_group_set_target (self->preview_signals,
                             session != NULL ? squill_session_get_preview (session) : NULL);
  g_signal_group_set_target (self->picking_signals,
                             session != NULL ? squill_session_get_picking (session) : NULL);
  if (session == NULL)
    return;
  self->diagram = squill_diagram_new (squill_session_get_design (session));
  squill_diagram_set_routes_apart (self->diagram, TRUE);
  squill_diagram_set_advice (self->diagram, squill_session_get_advice (session));
  g_signal_connect_object (self->diagram, "changed", G_CALLBACK (queue_update), self,
                           G_CONNECT_SWAPPED);
  squill_canvas_update (self);
  _squill_canvas_update_lit (self);
  self->fits = TRUE;
  self->fitted_width = self->fitted_height = 0;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

/**
 * squill_canvas_get_session:
 * @self: a canvas
 *
 * Returns: (transfer none) (nullable): what it shows
 */
SquillSession *
squill_canvas_get_session (SquillCanvas *self)
{
  g_return_val_if_fail (SQUILL_IS_CANVAS (self), NULL);

  return self->session;
}

/**
 * squill_canvas_get_model:
 * @self: a canvas
 *
 * Returns: (transfer none) (nullable): the model it shows
 */
SquillModel *
squill_canvas_get_model (SquillCanvas *self)
{
  g_return_val_if_fail (SQUILL_IS_CANVAS (self), NULL);

  return self->session != NULL ? squill_session_get_model (self->session) : NULL;
}

/**
 * squill_canvas_get_selection:
 * @self: a canvas
 *
 * Returns: (transfer none) (nullable): what is selected
 */
SquillSelection *
squill_canvas_get_selection (SquillCanvas *self)
{
  g_return_val_if_fail (SQUILL_IS_CANVAS (self), NULL);

  return self->session != NULL ? squill_session_get_selection (self->session) : NULL;
}

/**
 * squill_canvas_set_drift:
 * @self: a canvas
 * @marks: (nullable) (element-type utf8 SquillDriftMark): as squill_diagram_set_drift() has them
 * @new_collections: (nullable): likewise
 *
 * Sets what has come, changed, or gone in the database of its model, which the overlay "drift"
 * shows. It lasts until there is another session.
 */
void
squill_canvas_set_drift (SquillCanvas *self, GHashTable *marks, const char *const *new_collections)
{
  g_return_if_fail (SQUILL_IS_CANVAS (self));

  if (self->diagram == NULL)
    return;
  squill_diagram_set_drift (self->diagram, marks, new_collections);
  if (squill_display_options_get_overlay (self->options) != SQUILL_OVERLAY_DRIFT)
    return;
  describe_legend (self);
  _squill_canvas_drop_pictures (self);
}

/**
 * squill_canvas_get_diagram:
 * @self: a canvas
 *
 * Returns: (transfer none) (nullable): the diagram, as of the last squill_canvas_update()
 */
SquillDiagram *
squill_canvas_get_diagram (SquillCanvas *self)
{
  g_return_val_if_fail (SQUILL_IS_CANVAS (self), NULL);

  return self->diagram;
}

/**
 * squill_canvas_get_viewport:
 * @self: a canvas
 *
 * Returns: (transfer none): which part of the diagram is seen
 */
SquillViewport *
squill_canvas_get_viewport (SquillCanvas *self)
{
  g_return_val_if_fail (SQUILL_IS_CANVAS (self), NULL);

  return self->viewport;
}

/**
 * squill_canvas_get_palette:
 * @self: a canvas
 *
 * Returns: (transfer none): the colors of the style of the window
 */
const SquillPalette *
squill_canvas_get_palette (SquillCanvas *self)
{
  g_return_val_if_fail (SQUILL_IS_CANVAS (self), NULL);

  return &self->palette;
}

/**
 * squill_canvas_get_display_options:
 * @self: a canvas
 *
 * Returns: (transfer none): how the diagram is shown
 */
SquillDisplayOptions *
squill_canvas_get_display_options (SquillCanvas *self)
{
  g_return_val_if_fail (SQUILL_IS_CANVAS (self), NULL);

  return self->options;
}

/**
 * squill_canvas_is_zooming:
 * @self: a canvas
 *
 * Returns: %TRUE if the zoom is still changing, so that what there is will do for now
 */
gboolean
squill_canvas_is_zooming (SquillCanvas *self)
{
  g_return_val_if_fail (SQUILL_IS_CANVAS (self), FALSE);

  return self->settle_source != 0;
}
