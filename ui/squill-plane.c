/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-plane-private.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

#include "diagram/squill-layout.h"
#include "squill-snap.h"

/* When a zoom has stood still for so long, text is laid out at its size. */
#define SETTLE_MS 120
/* GTK 4.8 on GL ends the program at 32,767 draws in a frame; long before that it is slow. */
#define MAX_DRAWS 10000
/* What a card costs at most: ground, edge, head; and each of its rows. */
#define DRAWS_OF_CARD 12
#define DRAWS_OF_ROW 4
#define DRAWS_OF_FAR_CARD 4
#define FEW_CARDS 8

static const struct
{
  const char *name;
  GType (*get_type) (void);
} tools[SQUILL_N_TOOLS] = {
  { "select", squill_tool_select_get_type },
  { "entity", squill_tool_entity_get_type },
  { "relationship", squill_tool_relationship_get_type },
  { "note", squill_tool_note_get_type },
  { "group", squill_tool_group_get_type },
  { "pan", squill_tool_pan_get_type },
};

enum
{
  CHANGED,
  TOOL_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillPlane, squill_plane, GTK_TYPE_WIDGET)

static void
update_lit (SquillPlane *self)
{
  g_autoptr (GHashTable) old = g_steal_pointer (&self->lit);
  SquillSelection *selection = squill_plane_get_selection (self);
  const char *const *preview = squill_session_get_preview (self->session);
  GHashTableIter iter;
  gpointer id;

  self->lit = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < squill_selection_get_size (selection); i++)
    g_hash_table_add (self->lit, g_strdup (squill_selection_get_nth (selection, i)));
  for (guint i = 0; preview != NULL && preview[i] != NULL; i++)
    g_hash_table_add (self->lit, g_strdup (preview[i]));

  /* Only what is lit now or was before looks different: its card, or both its ends. */
  for (guint pass = 0; pass < 2; pass++)
    {
      g_hash_table_iter_init (&iter, pass == 0 ? old : self->lit);
      while (g_hash_table_iter_next (&iter, &id, NULL))
        {
          const SquillRelationship *r;
          const char *ids[3] = { id, NULL, NULL };

          if (g_hash_table_contains (pass == 0 ? self->lit : old, id))
            continue;
          r = squill_model_get_relationship (squill_plane_get_model (self), id);
          if (r != NULL)
            {
              ids[1] = r->parent;
              ids[2] = r->child;
            }
          for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
            {
              int row;
              const SquillCard *card =
                  ids[i] != NULL ? squill_diagram_find_item (self->diagram, ids[i], &row) : NULL;
              SquillCardWidget *widget =
                  card != NULL ? g_hash_table_lookup (self->widgets, card->id) : NULL;

              if (widget != NULL)
                {
                  squill_card_widget_drop_picture (widget);
                  squill_card_widget_set_selected (widget,
                                                   g_hash_table_contains (self->lit, card->item));
                }
            }
        }
    }
  squill_far_picture_drop (self->far);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[CHANGED], 0, TRUE);
}

static gboolean
is_in_sight (SquillPlane *self, const SquillRect *rect)
{
  SquillRect visible = squill_viewport_get_visible (self->viewport);

  return squill_rect_overlaps (&visible, rect);
}

static void
on_selection_changed (SquillSelection *selection, SquillPlane *self)
{
  const char *id = squill_selection_get_single (selection);
  SquillRect rect;

  squill_plane_update (self);
  update_lit (self);
  /* Whoever selected it, it comes into sight; but nothing moves while it is being dragged. */
  if (id != NULL && !squill_tool_is_dragging (self->tool) &&
      squill_plane_get_item_rect (self, id, &rect) && !is_in_sight (self, &rect))
    squill_viewport_show (self->viewport, &rect);
}

static void
on_preview_changed (SquillSession *session, SquillPlane *self)
{
  update_lit (self);
}

static void
drop_pictures (SquillPlane *self)
{
  for (guint i = 0; i < self->order->len; i++)
    squill_card_widget_drop_picture (self->order->pdata[i]);
  squill_far_picture_drop (self->far);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_style_changed (AdwStyleManager *manager, GParamSpec *pspec, SquillPlane *self)
{
  _squill_plane_update_palette (self);
  drop_pictures (self);
  g_signal_emit (self, signals[CHANGED], 0, TRUE);
}

static SquillCardWidget *
add_widget (SquillPlane *self, const char *id)
{
  GtkWidget *widget = squill_card_widget_new (id);

  gtk_widget_set_child_visible (widget, FALSE);
  gtk_widget_set_parent (widget, GTK_WIDGET (self));
  g_hash_table_insert (self->widgets, g_strdup (id), widget);
  return SQUILL_CARD_WIDGET (widget);
}

static void
remove_widget (SquillPlane *self, SquillCardWidget *widget)
{
  gboolean had_focus = gtk_widget_has_focus (GTK_WIDGET (widget));

  g_hash_table_remove (self->widgets, squill_card_widget_get_id (widget));
  gtk_widget_unparent (GTK_WIDGET (widget));
  /* The keys stay on the plane. */
  if (had_focus)
    gtk_widget_grab_focus (GTK_WIDGET (self));
}

/* Gives each card of the diagram its widget, makes those that are new and takes away the rest. */
static void
match_widgets (SquillPlane *self)
{
  guint n = squill_diagram_get_n_cards (self->diagram);
  g_autoptr (GPtrArray) old = g_steal_pointer (&self->order);

  self->order = g_ptr_array_sized_new (n);
  for (guint i = 0; i < old->len; i++)
    squill_card_widget_set_card (old->pdata[i], NULL);
  for (guint i = 0; i < n; i++)
    {
      const SquillCard *card = squill_diagram_get_card (self->diagram, i);
      SquillCardWidget *widget = g_hash_table_lookup (self->widgets, card->id);

      if (widget == NULL)
        widget = add_widget (self, card->id);
      squill_card_widget_set_card (widget, card);
      g_ptr_array_add (self->order, widget);
    }
  for (guint i = 0; i < old->len; i++)
    if (squill_card_widget_get_card (old->pdata[i]) == NULL)
      remove_widget (self, old->pdata[i]);
}

/* Where only a few cards look different, as while one is dragged, thousands of others need not be
 * looked at. Gives whether that was all. */
static gboolean
renew_cards (SquillPlane *self, const SquillDiagramChange *change)
{
  if (change->cards->len > FEW_CARDS ||
      self->order->len != squill_diagram_get_n_cards (self->diagram))
    return FALSE;
  for (guint i = 0; i < change->cards->len; i++)
    {
      const char *id = change->cards->pdata[i];
      const SquillCard *card = squill_diagram_find_card (self->diagram, id);
      SquillCardWidget *widget = g_hash_table_lookup (self->widgets, id);

      if (card == NULL || widget == NULL)
        return FALSE;
      squill_card_widget_set_card (widget, card);
    }
  return TRUE;
}

static gboolean
on_update_due (gpointer user_data)
{
  SquillPlane *self = user_data;

  self->update_source = 0;
  squill_plane_update (self);
  return G_SOURCE_REMOVE;
}

void
_squill_plane_queue_update (SquillPlane *self)
{
  /* Before the next frame, but after all that follows from the change has heard of it. */
  if (self->update_source == 0)
    self->update_source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, on_update_due, self, NULL);
}

static void
on_diagram_changed (SquillDiagram *diagram, SquillPlane *self)
{
  _squill_plane_queue_update (self);
}

static gboolean
on_settled (gpointer user_data)
{
  SquillPlane *self = user_data;

  self->settle_source = 0;
  self->settled_zoom = squill_viewport_get_zoom (self->viewport);
  for (guint i = 0; i < self->order->len; i++)
    if (gtk_widget_get_child_visible (self->order->pdata[i]))
      gtk_widget_queue_draw (self->order->pdata[i]);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return G_SOURCE_REMOVE;
}

static void
on_viewport_changed (SquillViewport *viewport, SquillPlane *self)
{
  if (squill_viewport_get_zoom (viewport) != self->settled_zoom)
    {
      g_clear_handle_id (&self->settle_source, g_source_remove);
      self->settle_source = g_timeout_add (SETTLE_MS, on_settled, self);
    }
  if (!self->allocating)
    {
      /* Whoever moves the view does not want it to follow the window's size any more. */
      self->fits = self->fitting;
      gtk_widget_queue_allocate (GTK_WIDGET (self));
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[CHANGED], 0, FALSE);
}

static void
on_scale_factor_changed (GtkWidget *widget, GParamSpec *pspec, gpointer user_data)
{
  SquillPlane *self = SQUILL_PLANE (widget);
  double scale = gtk_widget_get_scale_factor (widget);

  squill_viewport_set_scale (self->viewport, scale);
  squill_snapshot_painter_set_device (self->painter, gtk_widget_get_pango_context (widget), scale);
  drop_pictures (self);
}

static void
squill_plane_system_setting_changed (GtkWidget *widget, GtkSystemSetting setting)
{
  GTK_WIDGET_CLASS (squill_plane_parent_class)->system_setting_changed (widget, setting);

  if (setting == GTK_SYSTEM_SETTING_FONT_CONFIG || setting == GTK_SYSTEM_SETTING_FONT_NAME ||
      setting == GTK_SYSTEM_SETTING_DPI)
    drop_pictures (SQUILL_PLANE (widget));
}

static void
squill_plane_measure (GtkWidget *widget,
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

/* Which cards are in sight, and how much of them may be drawn without too many draws. */
static void
choose_detail (SquillPlane *self, const SquillRect *visible)
{
  guint full = 0, far = 0;

  self->detail = squill_detail_for_zoom (squill_viewport_get_zoom (self->viewport));
  self->n_shown = 0;
  for (guint i = 0; i < self->order->len; i++)
    {
      const SquillCard *card = squill_card_widget_get_card (self->order->pdata[i]);

      if (!squill_rect_overlaps (visible, &card->rect))
        continue;
      self->n_shown++;
      full += DRAWS_OF_CARD + DRAWS_OF_ROW * card->n_rows;
      far += DRAWS_OF_FAR_CARD;
    }
  if (self->detail == SQUILL_DETAIL_FULL && full > MAX_DRAWS)
    self->detail = SQUILL_DETAIL_NAME;
  if (self->detail == SQUILL_DETAIL_NAME && far > MAX_DRAWS / 2)
    self->detail = SQUILL_DETAIL_BOX;
  switch (self->detail)
    {
    case SQUILL_DETAIL_FULL:
      self->room_for_lines = MAX_DRAWS - full;
      break;
    case SQUILL_DETAIL_NAME:
      self->room_for_lines = MAX_DRAWS - far;
      break;
    case SQUILL_DETAIL_BOX:
    default:
      /* Boxes join in one draw. */
      self->room_for_lines = MAX_DRAWS;
    }
}

static void
place_card (SquillPlane *self, GtkWidget *widget, const SquillCard *card)
{
  SquillRect rect = squill_viewport_rect_to_window (self->viewport, &card->rect);
  double scale = squill_viewport_get_scale (self->viewport);
  GskTransform *transform = gsk_transform_translate (
      NULL, &GRAPHENE_POINT_INIT ((float)(floor (rect.x * scale + 0.5) / scale),
                                  (float)(floor (rect.y * scale + 0.5) / scale)));

  gtk_widget_set_child_visible (widget, TRUE);
  gtk_widget_allocate (widget, MAX (1, (int)ceil (rect.width)), MAX (1, (int)ceil (rect.height)),
                       -1, transform);
}

static void
squill_plane_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  SquillPlane *self = SQUILL_PLANE (widget);
  SquillRect visible, near;

  self->allocating = TRUE;
  squill_viewport_set_size (self->viewport, width, height);
  if (self->fits && self->diagram != NULL && !squill_diagram_is_empty (self->diagram) &&
      (width != self->fitted_width || height != self->fitted_height))
    squill_plane_zoom_to_fit (self);
  self->allocating = FALSE;
  visible = squill_viewport_get_visible (self->viewport);
  near = squill_rect_grow (&visible, MAX (visible.width, visible.height));
  choose_detail (self, &visible);
  if (self->detail != SQUILL_DETAIL_BOX)
    squill_far_picture_drop (self->far);
  for (guint i = 0; i < self->order->len; i++)
    {
      SquillCardWidget *child = self->order->pdata[i];
      const SquillCard *card = squill_card_widget_get_card (child);
      gboolean seen =
          self->detail != SQUILL_DETAIL_BOX && squill_rect_overlaps (&visible, &card->rect);

      /* One that is not there cannot keep the keys. */
      if (seen || gtk_widget_has_focus (GTK_WIDGET (child)))
        place_card (self, GTK_WIDGET (child), card);
      else
        gtk_widget_set_child_visible (GTK_WIDGET (child), FALSE);
      if (!seen &&
          (self->detail == SQUILL_DETAIL_BOX || !squill_rect_overlaps (&near, &card->rect)))
        squill_card_widget_drop_picture (child);
    }
  if (self->menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->menu));
  _squill_plane_allocate_editor (self);
}

static void
squill_plane_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  _squill_plane_paint (SQUILL_PLANE (widget), snapshot);
}

static int
find_position (SquillPlane *self, GtkWidget *child)
{
  for (guint i = 0; child != NULL && i < self->order->len; i++)
    if (self->order->pdata[i] == child)
      return (int)i;
  return -1;
}

/* Tab goes from card to card in the order of the model; the widgets' own order means nothing. */
static gboolean
squill_plane_focus (GtkWidget *widget, GtkDirectionType direction)
{
  SquillPlane *self = SQUILL_PLANE (widget);
  GtkWidget *focus = gtk_widget_get_focus_child (widget);
  int position, n = (int)self->order->len;

  if (self->editor != NULL && focus == GTK_WIDGET (self->editor))
    return gtk_widget_child_focus (focus, direction);
  if (direction != GTK_DIR_TAB_FORWARD && direction != GTK_DIR_TAB_BACKWARD)
    return FALSE;
  if (n == 0)
    return !gtk_widget_has_focus (widget) && gtk_widget_grab_focus (widget);
  position = find_position (self, focus);
  if (position < 0 && !gtk_widget_has_focus (widget))
    {
      const char *selected = squill_selection_get_single (squill_plane_get_selection (self));
      int row;
      const SquillCard *card =
          selected != NULL ? squill_diagram_find_item (self->diagram, selected, &row) : NULL;

      if (card != NULL)
        {
          squill_plane_focus_card (self, card->id);
          return TRUE;
        }
    }
  if (direction == GTK_DIR_TAB_FORWARD)
    position++;
  else
    position = position < 0 ? n - 1 : position - 1;
  if (position < 0 || position >= n)
    return FALSE;
  squill_plane_focus_card (self, squill_card_widget_get_id (self->order->pdata[position]));
  return TRUE;
}

static gboolean
squill_plane_grab_focus (GtkWidget *widget)
{
  SquillPlane *self = SQUILL_PLANE (widget);
  GtkWidget *focus = gtk_widget_get_focus_child (widget);

  if (focus != NULL && GTK_WIDGET (self->editor) != focus)
    return gtk_widget_grab_focus (focus);
  return GTK_WIDGET_CLASS (squill_plane_parent_class)->grab_focus (widget);
}

static gboolean
squill_plane_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  SquillPlane *self = SQUILL_PLANE (widget);
  SquillHit hit;
  SquillRect at;
  g_autofree char *text = NULL;

  if (keyboard || self->diagram == NULL || squill_tool_is_dragging (self->tool) ||
      self->editor != NULL)
    return FALSE;
  hit = squill_plane_hit (self, x, y);
  if (hit.kind == SQUILL_HIT_CARD &&
      (hit.part.kind == SQUILL_CARD_PART_ROW || hit.part.kind == SQUILL_CARD_PART_TYPE))
    {
      const SquillCardRow *row = &hit.card->rows[hit.part.row];

      text = *row->full_type != '\0' ? g_strdup_printf ("%s: %s", row->full_name, row->full_type)
                                     : g_strdup (row->full_name);
    }
  else if (hit.kind == SQUILL_HIT_CARD && hit.part.kind == SQUILL_CARD_PART_HANDLE)
    text = g_strdup (_ ("Drag to draw a relationship"));
  else if (hit.kind == SQUILL_HIT_CARD)
    text = squill_card_describe (hit.card);
  else if (hit.kind == SQUILL_HIT_LINE && *hit.edge->name != '\0')
    text = g_strdup (hit.edge->name);
  if (text == NULL)
    return FALSE;
  at = squill_viewport_rect_to_window (self->viewport, &hit.rect);
  gtk_tooltip_set_text (tooltip, text);
  gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle){ (int)at.x, (int)at.y, (int)ceil (at.width),
                                                      (int)ceil (at.height) });
  return TRUE;
}

static gboolean
on_key_pressed (GtkEventControllerKey *controller,
                guint keyval,
                guint keycode,
                GdkModifierType state,
                SquillPlane *self)
{
  GtkWidget *focus = gtk_widget_get_focus_child (GTK_WIDGET (self));

  if (self->editor != NULL && focus == GTK_WIDGET (self->editor))
    return FALSE;
  if (squill_tool_press_key (self->tool, keyval, state))
    return TRUE;
  if (keyval == GDK_KEY_space && (state & gtk_accelerator_get_default_mod_mask ()) == 0 &&
      g_str_equal (self->tool_name, "select"))
    {
      squill_plane_set_tool (self, "pan");
      return TRUE;
    }
  return FALSE;
}

static void
on_key_released (GtkEventControllerKey *controller,
                 guint keyval,
                 guint keycode,
                 GdkModifierType state,
                 SquillPlane *self)
{
  if (keyval == GDK_KEY_space && g_str_equal (self->tool_name, "pan"))
    squill_plane_set_tool (self, "select");
}

static void
on_menu_wanted (SquillPlane *self, double x, double y)
{
  SquillSelection *selection = squill_plane_get_selection (self);
  SquillHit hit;

  if (selection == NULL)
    return;
  squill_plane_cancel (self);
  squill_plane_update (self);
  hit = squill_plane_hit (self, x, y);
  gtk_root_set_focus (gtk_widget_get_root (GTK_WIDGET (self)),
                      hit.card != NULL ? squill_plane_get_card_widget (self, hit.card->id)
                                       : GTK_WIDGET (self));
  if (hit.item == NULL)
    squill_selection_clear (selection);
  else if (!squill_selection_contains (selection, hit.item))
    squill_selection_set_single (selection, hit.item);
  /* Selecting may have renewed what was hit. */
  hit = squill_plane_hit (self, x, y);
  squill_plane_show_menu (self, &hit, x, y);
}

static void
on_secondary_pressed (GtkGestureClick *gesture, int n_press, double x, double y, SquillPlane *self)
{
  if (squill_plane_is_editor_at (self, x, y))
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  on_menu_wanted (self, x, y);
}

static void
on_long_pressed (GtkGestureLongPress *gesture, double x, double y, SquillPlane *self)
{
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  on_menu_wanted (self, x, y);
}

/* From the bar. */
static gboolean
on_dropped (GtkDropTarget *target, const GValue *value, double x, double y, SquillPlane *self)
{
  SquillPoint at = squill_viewport_to_diagram (self->viewport, x, y);
  g_autofree char *id = NULL;

  if (g_value_get_object (value) != squill_plane_find_tool (self, "entity"))
    return FALSE;
  id = squill_plane_add_entity (
      self, squill_snap_to_grid (at.x - SQUILL_CARD_MIN_WIDTH / 2, SQUILL_LAYOUT_GRID),
      squill_snap_to_grid (at.y - SQUILL_CARD_HEADER / 2, SQUILL_LAYOUT_GRID));
  return id != NULL;
}

static void
on_focus_left (GtkEventControllerFocus *controller, SquillPlane *self)
{
  if (g_str_equal (self->tool_name, "pan"))
    squill_plane_set_tool (self, "select");
}

static void
squill_plane_dispose (GObject *object)
{
  SquillPlane *self = SQUILL_PLANE (object);
  GtkWidget *child;

  squill_plane_set_session (self, NULL);
  g_clear_handle_id (&self->settle_source, g_source_remove);
  _squill_plane_dispose_editor (self);
  _squill_plane_dispose_menu (self);
  if (self->tool != NULL)
    squill_tool_leave (self->tool);
  self->tool = NULL;
  for (guint i = 0; i < SQUILL_N_TOOLS; i++)
    g_clear_object (&self->tools[i]);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->painter);

  G_OBJECT_CLASS (squill_plane_parent_class)->dispose (object);
}

static void
squill_plane_finalize (GObject *object)
{
  SquillPlane *self = SQUILL_PLANE (object);

  g_clear_object (&self->viewport);
  squill_far_picture_free (self->far);
  g_hash_table_unref (self->widgets);
  g_hash_table_unref (self->lit);
  g_ptr_array_unref (self->order);
  g_free (self->hovered);
  g_free (self->target);
  g_free (self->caption);
  g_clear_pointer (&self->shifted, g_hash_table_unref);

  G_OBJECT_CLASS (squill_plane_parent_class)->finalize (object);
}

static void
squill_plane_class_init (SquillPlaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = squill_plane_dispose;
  object_class->finalize = squill_plane_finalize;
  widget_class->measure = squill_plane_measure;
  widget_class->size_allocate = squill_plane_size_allocate;
  widget_class->snapshot = squill_plane_snapshot;
  widget_class->focus = squill_plane_focus;
  widget_class->grab_focus = squill_plane_grab_focus;
  widget_class->query_tooltip = squill_plane_query_tooltip;
  widget_class->system_setting_changed = squill_plane_system_setting_changed;

  /**
   * SquillPlane::changed:
   * @self: the plane
   * @diagram: whether it is the diagram that changed, or how it looks; otherwise zoom or place
   *
   * What is shown is another now.
   */
  signals[CHANGED] = g_signal_new ("changed", SQUILL_TYPE_PLANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
  /**
   * SquillPlane::tool-changed:
   *
   * Another tool was chosen.
   */
  signals[TOOL_CHANGED] = g_signal_new ("tool-changed", SQUILL_TYPE_PLANE, G_SIGNAL_RUN_LAST, 0,
                                        NULL, NULL, NULL, G_TYPE_NONE, 0);

  _squill_plane_install_bindings (widget_class);
  gtk_widget_class_set_css_name (widget_class, "plane");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
squill_plane_init (SquillPlane *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  AdwStyleManager *manager = adw_style_manager_get_default ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkGesture *secondary = gtk_gesture_click_new (), *hold = gtk_gesture_long_press_new ();
  GtkDropTarget *drop = gtk_drop_target_new (SQUILL_TYPE_TOOL, GDK_ACTION_COPY);

  self->viewport = squill_viewport_new ();
  self->settled_zoom = squill_viewport_get_zoom (self->viewport);
  self->widgets = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->order = g_ptr_array_new ();
  self->lit = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->far = squill_far_picture_new ();
  self->painter = squill_snapshot_painter_new (gtk_widget_get_pango_context (widget),
                                               gtk_widget_get_scale_factor (widget));
  g_signal_connect_object (self->viewport, "changed", G_CALLBACK (on_viewport_changed), self, 0);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (on_scale_factor_changed), NULL);

  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_has_tooltip (widget, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Diagram"), -1);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (on_key_pressed), self, 0);
  g_signal_connect_object (keys, "key-released", G_CALLBACK (on_key_released), self, 0);
  gtk_widget_add_controller (widget, keys);
  g_signal_connect_object (focus, "leave", G_CALLBACK (on_focus_left), self, 0);
  gtk_widget_add_controller (widget, focus);

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (secondary), GDK_BUTTON_SECONDARY);
  g_signal_connect_object (secondary, "pressed", G_CALLBACK (on_secondary_pressed), self, 0);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (secondary));
  gtk_gesture_single_set_touch_only (GTK_GESTURE_SINGLE (hold), TRUE);
  g_signal_connect_object (hold, "pressed", G_CALLBACK (on_long_pressed), self, 0);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (hold));
  g_signal_connect_object (drop, "drop", G_CALLBACK (on_dropped), self, 0);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drop));

  for (guint i = 0; i < SQUILL_N_TOOLS; i++)
    self->tools[i] = g_object_new (tools[i].get_type (), "plane", self, NULL);
  self->tool = self->tools[0];
  self->tool_name = tools[0].name;
  squill_tool_choose (self->tool);
  squill_tool_pan_attach (SQUILL_TOOL_PAN (squill_plane_find_tool (self, "pan")));

  g_signal_connect_object (manager, "notify::dark", G_CALLBACK (on_style_changed), self, 0);
  g_signal_connect_object (manager, "notify::high-contrast", G_CALLBACK (on_style_changed), self,
                           0);
  _squill_plane_update_palette (self);
}

/**
 * squill_plane_new:
 *
 * Makes an empty plane.
 *
 * Returns: (transfer full): the plane
 */
GtkWidget *
squill_plane_new (void)
{
  return g_object_new (SQUILL_TYPE_PLANE, NULL);
}

/**
 * squill_plane_set_session:
 * @self: a plane
 * @session: (nullable): what to show
 *
 * Shows another model, all of it.
 */
void
squill_plane_set_session (SquillPlane *self, SquillSession *session)
{
  g_return_if_fail (SQUILL_IS_PLANE (self));
  g_return_if_fail (session == NULL || SQUILL_IS_SESSION (session));

  if (self->session == session)
    return;
  if (self->session != NULL)
    {
      squill_plane_cancel (self);
      g_signal_handlers_disconnect_by_data (self->session, self);
      g_signal_handlers_disconnect_by_data (squill_session_get_selection (self->session), self);
      g_signal_handlers_disconnect_by_data (self->diagram, self);
      g_clear_handle_id (&self->update_source, g_source_remove);
      for (guint i = 0; i < self->order->len; i++)
        gtk_widget_unparent (self->order->pdata[i]);
      g_ptr_array_set_size (self->order, 0);
      g_hash_table_remove_all (self->widgets);
      g_hash_table_remove_all (self->lit);
      g_clear_object (&self->diagram);
      g_clear_pointer (&self->hovered, g_free);
      squill_plane_set_target (self, NULL, NULL);
    }
  g_set_object (&self->session, session);
  if (session == NULL)
    return;
  self->diagram = squill_diagram_new (squill_session_get_design (session));
  squill_diagram_set_advice (self->diagram, squill_session_get_advice (session));
  g_signal_connect_object (self->diagram, "changed", G_CALLBACK (on_diagram_changed), self, 0);
  g_signal_connect (squill_session_get_selection (session), "changed",
                    G_CALLBACK (on_selection_changed), self);
  g_signal_connect_object (session, "preview-changed", G_CALLBACK (on_preview_changed), self, 0);
  squill_plane_update (self);
  update_lit (self);
  self->fits = TRUE;
  self->fitted_width = self->fitted_height = 0;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

/**
 * squill_plane_get_session:
 * @self: a plane
 *
 * Returns: (transfer none) (nullable): what it shows
 */
SquillSession *
squill_plane_get_session (SquillPlane *self)
{
  g_return_val_if_fail (SQUILL_IS_PLANE (self), NULL);

  return self->session;
}

/**
 * squill_plane_get_model:
 * @self: a plane
 *
 * Returns: (transfer none) (nullable): the model it shows
 */
SquillModel *
squill_plane_get_model (SquillPlane *self)
{
  g_return_val_if_fail (SQUILL_IS_PLANE (self), NULL);

  return self->session != NULL ? squill_session_get_model (self->session) : NULL;
}

/**
 * squill_plane_get_selection:
 * @self: a plane
 *
 * Returns: (transfer none) (nullable): what is selected
 */
SquillSelection *
squill_plane_get_selection (SquillPlane *self)
{
  g_return_val_if_fail (SQUILL_IS_PLANE (self), NULL);

  return self->session != NULL ? squill_session_get_selection (self->session) : NULL;
}

/**
 * squill_plane_get_diagram:
 * @self: a plane
 *
 * Returns: (transfer none) (nullable): the diagram, as of the last squill_plane_update()
 */
SquillDiagram *
squill_plane_get_diagram (SquillPlane *self)
{
  g_return_val_if_fail (SQUILL_IS_PLANE (self), NULL);

  return self->diagram;
}

/**
 * squill_plane_get_viewport:
 * @self: a plane
 *
 * Returns: (transfer none): which part of the diagram is seen
 */
SquillViewport *
squill_plane_get_viewport (SquillPlane *self)
{
  g_return_val_if_fail (SQUILL_IS_PLANE (self), NULL);

  return self->viewport;
}

/**
 * squill_plane_get_palette:
 * @self: a plane
 *
 * Returns: (transfer none): the colours of the window's style
 */
const SquillPalette *
squill_plane_get_palette (SquillPlane *self)
{
  g_return_val_if_fail (SQUILL_IS_PLANE (self), NULL);

  return &self->palette;
}

/**
 * squill_plane_update:
 * @self: a plane
 *
 * Takes over what changed in the model since; it would happen before the next frame anyway.
 * Pictures are kept of all cards that look as they did.
 */
void
squill_plane_update (SquillPlane *self)
{
  g_autoptr (SquillDiagramChange) change = NULL;
  SquillRect bounds;

  g_return_if_fail (SQUILL_IS_PLANE (self));

  g_clear_handle_id (&self->update_source, g_source_remove);
  if (self->diagram == NULL)
    return;
  change = squill_diagram_update (self->diagram);
  if (!renew_cards (self, change))
    match_widgets (self);
  for (guint i = 0; i < change->looks->len; i++)
    {
      SquillCardWidget *widget = g_hash_table_lookup (self->widgets, change->looks->pdata[i]);

      if (widget == NULL)
        continue;
      squill_card_widget_drop_picture (widget);
      squill_card_widget_describe (widget);
    }
  _squill_plane_check_editor (self);
  if (change->cards->len == 0 && change->edges->len == 0 && !change->frames)
    return;
  squill_far_picture_drop (self->far);
  bounds = squill_diagram_get_bounds (self->diagram);
  squill_viewport_set_bounds (self->viewport, &bounds);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[CHANGED], 0, TRUE);
}

/**
 * squill_plane_get_card_widget:
 * @self: a plane
 * @card: id of a card
 *
 * Returns: (transfer none) (nullable): its widget
 */
GtkWidget *
squill_plane_get_card_widget (SquillPlane *self, const char *card)
{
  g_return_val_if_fail (SQUILL_IS_PLANE (self), NULL);
  g_return_val_if_fail (card != NULL, NULL);

  return g_hash_table_lookup (self->widgets, card);
}

/**
 * squill_plane_get_n_shown:
 * @self: a plane
 *
 * Returns: how many cards are in sight, as of the last allocation
 */
guint
squill_plane_get_n_shown (SquillPlane *self)
{
  g_return_val_if_fail (SQUILL_IS_PLANE (self), 0);

  return self->n_shown;
}

/**
 * squill_plane_get_detail:
 * @self: a plane
 *
 * Returns: how much is drawn of each card
 */
SquillDetail
squill_plane_get_detail (SquillPlane *self)
{
  g_return_val_if_fail (SQUILL_IS_PLANE (self), SQUILL_DETAIL_FULL);

  return self->detail;
}

/**
 * squill_plane_is_zooming:
 * @self: a plane
 *
 * Returns: whether the zoom is still changing, so that what there is will do for now
 */
gboolean
squill_plane_is_zooming (SquillPlane *self)
{
  g_return_val_if_fail (SQUILL_IS_PLANE (self), FALSE);

  return self->settle_source != 0;
}

/**
 * squill_plane_set_rates:
 * @self: a plane
 * @rates: whether lines show how busy they are
 *
 * Makes lines as thick as they are busy, and writes their rates beside their names.
 */
void
squill_plane_set_rates (SquillPlane *self, gboolean rates)
{
  g_return_if_fail (SQUILL_IS_PLANE (self));

  self->rates = !!rates;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * squill_plane_get_rates:
 * @self: a plane
 *
 * Returns: whether lines show how busy they are
 */
gboolean
squill_plane_get_rates (SquillPlane *self)
{
  g_return_val_if_fail (SQUILL_IS_PLANE (self), FALSE);

  return self->rates;
}

/**
 * squill_plane_set_hovered:
 * @self: a plane
 * @hit: (nullable): what the pointer is over
 *
 * Shows what can be done with the card under the pointer.
 */
void
squill_plane_set_hovered (SquillPlane *self, const SquillHit *hit)
{
  const char *card = hit != NULL && hit->card != NULL ? hit->card->id : NULL;

  g_return_if_fail (SQUILL_IS_PLANE (self));

  if (g_strcmp0 (self->hovered, card) == 0)
    return;
  g_free (self->hovered);
  self->hovered = g_strdup (card);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * squill_plane_set_target:
 * @self: a plane
 * @card: (nullable): id of the card that something would be dropped on
 * @caption: (nullable): what would happen then
 *
 * Shows where something would be dropped.
 */
void
squill_plane_set_target (SquillPlane *self, const char *card, const char *caption)
{
  g_return_if_fail (SQUILL_IS_PLANE (self));

  if (g_strcmp0 (self->target, card) == 0 && g_strcmp0 (self->caption, caption) == 0)
    return;
  g_free (self->target);
  g_free (self->caption);
  self->target = g_strdup (card);
  self->caption = g_strdup (caption);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * squill_plane_get_target:
 * @self: a plane
 *
 * Returns: (transfer none) (nullable): id of the card that something would be dropped on
 */
const char *
squill_plane_get_target (SquillPlane *self)
{
  g_return_val_if_fail (SQUILL_IS_PLANE (self), NULL);

  return self->target;
}

/**
 * squill_plane_shift_notes:
 * @self: a plane
 * @notes: (nullable): ids of notes, %NULL at the end; %NULL for none
 * @dx: how far to the right
 * @dy: how far down
 *
 * Shows notes somewhere else while they are dragged, without an edit of the model.
 */
void
squill_plane_shift_notes (SquillPlane *self, const char *const *notes, double dx, double dy)
{
  g_return_if_fail (SQUILL_IS_PLANE (self));

  g_clear_pointer (&self->shifted, g_hash_table_unref);
  self->shift = SQUILL_POINT (dx, dy);
  if (notes != NULL && notes[0] != NULL)
    self->shifted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; notes != NULL && notes[i] != NULL; i++)
    g_hash_table_add (self->shifted, g_strdup (notes[i]));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * squill_plane_find_tool:
 * @self: a plane
 * @name: "select", "entity", "relationship", "note", "group" or "pan"
 *
 * Returns: (transfer none) (nullable): the tool
 */
SquillTool *
squill_plane_find_tool (SquillPlane *self, const char *name)
{
  g_return_val_if_fail (SQUILL_IS_PLANE (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  for (guint i = 0; i < SQUILL_N_TOOLS; i++)
    if (g_str_equal (tools[i].name, name))
      return self->tools[i];
  return NULL;
}

/**
 * squill_plane_set_tool:
 * @self: a plane
 * @name: as squill_plane_find_tool() has it
 *
 * Chooses a tool. What another one was doing is given up.
 *
 * Returns: whether there is a tool of that name
 */
gboolean
squill_plane_set_tool (SquillPlane *self, const char *name)
{
  g_return_val_if_fail (SQUILL_IS_PLANE (self), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  for (guint i = 0; i < SQUILL_N_TOOLS; i++)
    {
      if (!g_str_equal (tools[i].name, name))
        continue;
      if (self->tool != self->tools[i])
        {
          squill_tool_leave (self->tool);
          squill_plane_set_target (self, NULL, NULL);
          self->tool = self->tools[i];
          self->tool_name = tools[i].name;
          squill_tool_choose (self->tool);
          gtk_widget_queue_draw (GTK_WIDGET (self));
          g_signal_emit (self, signals[TOOL_CHANGED], 0);
        }
      return TRUE;
    }
  return FALSE;
}

/**
 * squill_plane_get_tool:
 * @self: a plane
 *
 * Returns: (transfer none): the tool that is chosen
 */
SquillTool *
squill_plane_get_tool (SquillPlane *self)
{
  g_return_val_if_fail (SQUILL_IS_PLANE (self), NULL);

  return self->tool;
}

/**
 * squill_plane_get_tool_name:
 * @self: a plane
 *
 * Returns: (transfer none): its name
 */
const char *
squill_plane_get_tool_name (SquillPlane *self)
{
  g_return_val_if_fail (SQUILL_IS_PLANE (self), NULL);

  return self->tool_name;
}

/**
 * squill_plane_cancel:
 * @self: a plane
 *
 * Goes back to selecting with nothing half done, as Escape does.
 *
 * Returns: whether there was anything to give up
 */
gboolean
squill_plane_cancel (SquillPlane *self)
{
  gboolean was;

  g_return_val_if_fail (SQUILL_IS_PLANE (self), FALSE);

  was = squill_plane_end_edit (self, FALSE);
  was |= squill_tool_cancel (self->tool);
  squill_plane_set_target (self, NULL, NULL);
  if (!g_str_equal (self->tool_name, "select"))
    {
      squill_plane_set_tool (self, "select");
      was = TRUE;
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return was;
}
