/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "outline/squill-outline.h"

#include <glib/gi18n.h>

#include "model/squill-authoring.h"
#include "outline/squill-outline-cell.h"
#include "outline/squill-outline-model.h"
#include "session/squill-drawing.h"
#include "session/squill-field-text.h"
#include "widgets/squill-focus.h"
#include "widgets/squill-popover.h"
#include "widgets/squill-typing.h"

/* How many frames to wait for a row to scroll into view. */
#define MAX_FRAMES 30

struct _SquillOutline
{
  GtkBox parent_instance;

  GtkSearchEntry *search;
  GtkWidget *nothing;
  GtkListView *list;
  GtkPopover *menu;

  SquillSession *session;
  GSignalGroup *selection_signals;
  SquillOutlineModel *model;
  GtkTreeListModel *tree;
  GtkMultiSelection *selection;
  GHashTable *cells; /* those that show a row */

  char *edit_id; /* the item to rename when its row is shown */
  guint edit_tick;
  guint edit_frames;
  gboolean edit_is_new; /* it was just added: cancelling undoes that */
  gboolean following;   /* the selection is being brought up to date */
};

static void typing_init (SquillTypingInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (SquillOutline,
                               squill_outline,
                               GTK_TYPE_BOX,
                               G_IMPLEMENT_INTERFACE (SQUILL_TYPE_TYPING, typing_init))

static SquillOutlineRow *
get_row (gpointer item)
{
  SquillOutlineRow *row;

  if (GTK_IS_TREE_LIST_ROW (item))
    {
      row = gtk_tree_list_row_get_item (item);
      g_object_unref (row); /* its list keeps it */
      return row;
    }
  return item;
}

static SquillOutlineRow *
get_row_at (SquillOutline *self, guint position)
{
  g_autoptr (GObject) item = self->selection == NULL
                                 ? NULL
                                 : g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  return item == NULL ? NULL : get_row (item);
}

/* Following the selection, and setting it. */

static gboolean
is_searching (SquillOutline *self)
{
  return gtk_multi_selection_get_model (self->selection) != G_LIST_MODEL (self->tree);
}

static void
update_nothing_found (SquillOutline *self)
{
  gtk_widget_set_visible (self->nothing,
                          is_searching (self) &&
                              g_list_model_get_n_items (G_LIST_MODEL (self->selection)) == 0);
}

static void
on_list_selection_changed (GtkSelectionModel *selection,
                           guint position,
                           guint n,
                           SquillOutline *self)
{
  g_autoptr (GtkBitset) selected = NULL;
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();
  GtkBitsetIter iter;
  guint at;

  if (self->following)
    return;
  selected = gtk_selection_model_get_selection (selection);
  for (gboolean more = gtk_bitset_iter_init_first (&iter, selected, &at); more;
       more = gtk_bitset_iter_next (&iter, &at))
    {
      SquillOutlineRow *row = get_row_at (self, at);

      if (row != NULL && row->id != NULL)
        g_ptr_array_add (ids, row->id);
    }
  g_ptr_array_add (ids, NULL);
  self->following = TRUE;
  /* What was searched for is to be found on the diagram as well. */
  if (is_searching (self) && ids->len == 2)
    squill_session_show_item (self->session, ids->pdata[0]);
  else
    squill_selection_set_many (squill_session_get_selection (self->session),
                               (const char *const *)ids->pdata);
  self->following = FALSE;
}

/* Expands the rows above a row. Returns the position of the row, or GTK_INVALID_LIST_POSITION. */
static guint
reveal (SquillOutline *self, const char *id)
{
  g_autoptr (GPtrArray) route = squill_outline_model_find_route (self->model, id);
  GListModel *list = G_LIST_MODEL (self->tree);
  guint at = 0;

  for (guint step = 0; step < route->len; step++)
    {
      guint n = g_list_model_get_n_items (list);

      for (; at < n; at++)
        {
          g_autoptr (GtkTreeListRow) row = g_list_model_get_item (list, at);

          if (get_row (row) != route->pdata[step])
            continue;
          if (step + 1 < route->len)
            gtk_tree_list_row_set_expanded (row, TRUE);
          break;
        }
      if (at == n)
        return GTK_INVALID_LIST_POSITION;
    }
  return route->len == 0 ? GTK_INVALID_LIST_POSITION : at;
}

static gboolean
shows_selection (SquillOutline *self)
{
  SquillSelection *selection = squill_session_get_selection (self->session);
  g_autoptr (GtkBitset) selected =
      gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  g_autoptr (GHashTable) shown = g_hash_table_new (g_str_hash, g_str_equal);
  GtkBitsetIter iter;
  guint at;

  for (gboolean more = gtk_bitset_iter_init_first (&iter, selected, &at); more;
       more = gtk_bitset_iter_next (&iter, &at))
    {
      SquillOutlineRow *row = get_row_at (self, at);

      if (row == NULL || row->id == NULL || !squill_selection_contains (selection, row->id))
        return FALSE;
      g_hash_table_add (shown, row->id);
    }
  return g_hash_table_size (shown) == squill_selection_get_size (selection);
}

static void
follow_selection (SquillOutline *self)
{
  SquillSelection *selection = squill_session_get_selection (self->session);
  g_autoptr (GtkBitset) wanted = NULL;
  g_autoptr (GtkBitset) all = NULL;
  guint first = GTK_INVALID_LIST_POSITION;

  if (self->following || is_searching (self) || shows_selection (self))
    return;
  self->following = TRUE;
  squill_outline_model_update_now (self->model);
  /* Expanding moves rows, so positions are looked up after it. */
  for (guint i = 0; i < squill_selection_get_size (selection); i++)
    reveal (self, squill_selection_get_nth (selection, i));
  wanted = gtk_bitset_new_empty ();
  for (guint i = 0; i < squill_selection_get_size (selection); i++)
    {
      guint at = reveal (self, squill_selection_get_nth (selection, i));

      if (at == GTK_INVALID_LIST_POSITION)
        continue;
      gtk_bitset_add (wanted, at);
      if (first == GTK_INVALID_LIST_POSITION)
        first = at;
    }
  all = gtk_bitset_new_range (0, g_list_model_get_n_items (G_LIST_MODEL (self->selection)));
  gtk_selection_model_set_selection (GTK_SELECTION_MODEL (self->selection), wanted, all);
  if (first != GTK_INVALID_LIST_POSITION && gtk_widget_get_mapped (GTK_WIDGET (self)))
    gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", first);
  self->following = FALSE;
}

/* Editing in place. */

static SquillOutlineCell *
find_cell (SquillOutline *self, const char *id)
{
  GHashTableIter iter;
  gpointer cell;

  g_hash_table_iter_init (&iter, self->cells);
  while (g_hash_table_iter_next (&iter, &cell, NULL))
    {
      SquillOutlineRow *row = squill_outline_cell_get_row (cell);

      if (row != NULL && g_strcmp0 (row->id, id) == 0)
        return cell;
    }
  return NULL;
}

static void
forget_edit (SquillOutline *self)
{
  if (self->edit_tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->edit_tick);
  self->edit_tick = 0;
  g_clear_pointer (&self->edit_id, g_free);
}

static char *
get_edit_text (SquillOutline *self, const char *id)
{
  const SquillItem *item = squill_model_get_item (squill_session_get_model (self->session), id);

  if (item != NULL && item->kind == SQUILL_KIND_NOTE)
    return g_strdup (((const SquillNote *)item)->text);
  return g_strdup (item == NULL ? NULL : squill_item_get_name (item));
}

static gboolean
on_edit_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  SquillOutline *self = SQUILL_OUTLINE (widget);
  SquillOutlineCell *cell = NULL;

  if (self->edit_frames > 0)
    cell = find_cell (self, self->edit_id);
  if (cell != NULL && gtk_widget_get_mapped (GTK_WIDGET (cell)))
    {
      g_autofree char *text = get_edit_text (self, self->edit_id);

      self->edit_tick = 0;
      forget_edit (self);
      squill_outline_cell_start_edit (cell, text);
      return G_SOURCE_REMOVE;
    }
  if (self->edit_frames++ < MAX_FRAMES)
    return G_SOURCE_CONTINUE;
  self->edit_tick = 0;
  forget_edit (self);
  return G_SOURCE_REMOVE;
}

/* Selects an item and edits its name in its row. If that is canceled, a new item is undone. */
static void
edit_name (SquillOutline *self, const char *id, gboolean is_new)
{
  forget_edit (self);
  self->edit_id = g_strdup (id);
  self->edit_is_new = is_new;
  self->edit_frames = 0;
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  squill_outline_model_update_now (self->model);
  squill_selection_set_single (squill_session_get_selection (self->session), self->edit_id);
  follow_selection (self);
  self->edit_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_edit_tick, NULL, NULL);
}

/* Applies a text to the model, or to a copy of it. */
static gboolean
apply_text (SquillModel *model, const char *id, const char *text, GError **error)
{
  const SquillItem *item = id == NULL ? NULL : squill_model_get_item (model, id);

  if (item == NULL)
    return TRUE;
  if (item->kind == SQUILL_KIND_FIELD && strpbrk (text, ":[{?") != NULL)
    {
      g_autoptr (SquillFieldText) said = squill_field_text_parse (text, error);

      return said != NULL && squill_field_text_apply (said, model, id, error);
    }
  return g_strcmp0 (squill_item_get_name (item), text) == 0 ||
         squill_model_rename (model, id, text, error);
}

static char *
on_edited (SquillOutlineCell *cell, const char *text, SquillOutline *self)
{
  g_autofree char *id = g_strdup (squill_outline_cell_get_row (cell)->id);
  g_autoptr (GError) error = NULL;

  if (!apply_text (squill_session_get_model (self->session), id, text, &error))
    return g_strdup (error->message);
  self->edit_is_new = FALSE;
  return NULL;
}

static SquillOutlineCell *
find_typed (SquillOutline *self)
{
  GHashTableIter iter;
  gpointer cell;

  g_hash_table_iter_init (&iter, self->cells);
  while (g_hash_table_iter_next (&iter, &cell, NULL))
    if (squill_outline_cell_get_typed (cell) != NULL)
      return cell;
  return NULL;
}

static gboolean
typing_is_pending (SquillTyping *typing)
{
  return find_typed (SQUILL_OUTLINE (typing)) != NULL;
}

static gboolean
typing_keep (SquillTyping *typing)
{
  SquillOutlineCell *cell = find_typed (SQUILL_OUTLINE (typing));

  return cell == NULL || squill_outline_cell_keep (cell);
}

static void
typing_write_to (SquillTyping *typing, SquillModel *copy)
{
  SquillOutlineCell *cell = find_typed (SQUILL_OUTLINE (typing));

  if (cell != NULL)
    apply_text (copy, squill_outline_cell_get_row (cell)->id, squill_outline_cell_get_typed (cell),
                NULL);
}

static void
typing_init (SquillTypingInterface *iface)
{
  iface->is_pending = typing_is_pending;
  iface->keep = typing_keep;
  iface->write_to = typing_write_to;
}

static gboolean
on_take_back (gpointer user_data)
{
  SquillOutline *self = user_data;

  squill_model_undo (squill_session_get_model (self->session));
  return G_SOURCE_REMOVE;
}

static void
on_edit_cancelled (SquillOutlineCell *cell, SquillOutline *self)
{
  if (!self->edit_is_new)
    return;
  self->edit_is_new = FALSE;
  /* In an idle: undo removes the row that is emitting this signal. */
  g_idle_add_full (G_PRIORITY_HIGH_IDLE, on_take_back, g_object_ref (self), g_object_unref);
}

/* Rows. */

static void
on_setup (GtkListItemFactory *factory, GtkListItem *item, SquillOutline *self)
{
  GtkWidget *expander = gtk_tree_expander_new ();
  GtkWidget *cell = squill_outline_cell_new ();

  g_signal_connect (cell, "edited", G_CALLBACK (on_edited), self);
  g_signal_connect (cell, "edit-cancelled", G_CALLBACK (on_edit_cancelled), self);
  gtk_tree_expander_set_child (GTK_TREE_EXPANDER (expander), cell);
  gtk_list_item_set_child (item, expander);
  /* GTK 4.8 leaves the row without a role. */
  if (gtk_widget_get_parent (expander) != NULL)
    g_object_set (gtk_widget_get_parent (expander), "accessible-role",
                  GTK_ACCESSIBLE_ROLE_LIST_ITEM, NULL);
}

static void
on_bind (GtkListItemFactory *factory, GtkListItem *item, SquillOutline *self)
{
  GtkTreeExpander *expander = GTK_TREE_EXPANDER (gtk_list_item_get_child (item));
  GtkWidget *cell = gtk_tree_expander_get_child (expander);
  GObject *object = gtk_list_item_get_item (item);
  SquillOutlineRow *row = get_row (object);
  gboolean heading = row->kind == SQUILL_OUTLINE_SECTION;

  gtk_tree_expander_set_list_row (expander,
                                  GTK_IS_TREE_LIST_ROW (object) &&
                                          (row->expandable || row->kind == SQUILL_OUTLINE_FIELD)
                                      ? GTK_TREE_LIST_ROW (object)
                                      : NULL);
  gtk_list_item_set_selectable (item, !heading && row->id != NULL);
  gtk_list_item_set_activatable (item, !heading);
  squill_outline_cell_show (SQUILL_OUTLINE_CELL (cell), self->model, row);
  g_hash_table_add (self->cells, cell);
}

static void
on_unbind (GtkListItemFactory *factory, GtkListItem *item, SquillOutline *self)
{
  GtkTreeExpander *expander = GTK_TREE_EXPANDER (gtk_list_item_get_child (item));
  GtkWidget *cell = gtk_tree_expander_get_child (expander);

  g_hash_table_remove (self->cells, cell);
  squill_outline_cell_show (SQUILL_OUTLINE_CELL (cell), NULL, NULL);
  gtk_tree_expander_set_list_row (expander, NULL);
}

static GListModel *
create_children (gpointer item, gpointer user_data)
{
  return squill_outline_model_create_children (user_data, item);
}

static void
on_updated (SquillOutlineModel *model, SquillOutline *self)
{
  GHashTableIter iter;
  gpointer cell;

  g_hash_table_iter_init (&iter, self->cells);
  while (g_hash_table_iter_next (&iter, &cell, NULL))
    squill_outline_cell_refresh (cell);
  update_nothing_found (self);
  follow_selection (self);
}

/* Actions. */

static const char *
get_single (SquillOutline *self)
{
  return self->session == NULL
             ? NULL
             : squill_selection_get_single (squill_session_get_selection (self->session));
}

static void
on_rename (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillOutline *self = SQUILL_OUTLINE (widget);
  const char *id = get_single (self);

  if (id != NULL && !squill_model_get_read_only (squill_session_get_model (self->session)))
    edit_name (self, id, FALSE);
}

/* Adds a field: to an entity, or after a field. */
static void
add_field (SquillOutline *self, const char *id)
{
  SquillModel *model = squill_session_get_model (self->session);
  const SquillItem *item = id == NULL ? NULL : squill_model_get_item (model, id);
  g_autofree char *parent = NULL;
  g_autofree char *after = NULL;
  g_autofree char *name = NULL;
  g_autofree char *field = NULL;

  if (item == NULL || squill_model_get_read_only (model))
    return;
  if (item->kind == SQUILL_KIND_ENTITY)
    parent = g_strdup (id);
  else if (item->kind == SQUILL_KIND_FIELD)
    {
      parent = g_strdup (item->parent->id);
      after = g_strdup (id);
    }
  else if (item->kind == SQUILL_KIND_RELATIONSHIP)
    parent = g_strdup (((const SquillRelationship *)item)->child);
  else
    return;
  name = squill_model_make_unique_name (model, parent, SQUILL_KIND_FIELD, _ ("field"));
  field = squill_model_add_field (model, parent, after, name, SQUILL_TYPE_STRING);
  if (field != NULL)
    edit_name (self, field, TRUE);
}

static void
on_new_field (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillOutline *self = SQUILL_OUTLINE (widget);

  add_field (self, get_single (self));
}

static void
on_new_operation (GtkWidget *widget, const char *action, GVariant *parameter)
{
  SquillOutline *self = SQUILL_OUTLINE (widget);
  SquillModel *model = squill_session_get_model (self->session);
  g_autofree char *name = squill_model_make_unique_name (model, SQUILL_MODEL_ID,
                                                         SQUILL_KIND_OPERATION, _ ("operation"));
  g_autofree char *operation = squill_model_add_operation (
      model, name, SQUILL_OPERATION_FIND, squill_drawing_find_start (model, get_single (self)));

  if (operation != NULL)
    edit_name (self, operation, TRUE);
}

static void
on_move (GtkWidget *widget, const char *action, GVariant *parameter)
{
  SquillOutline *self = SQUILL_OUTLINE (widget);
  SquillModel *model = squill_session_get_model (self->session);
  const char *id = get_single (self);

  if (id != NULL && squill_model_get_item (model, id) != NULL)
    squill_drawing_move_among_siblings (model, id, g_str_equal (action, "outline.move-up"));
}

static void
on_activate (SquillOutline *self, guint position)
{
  SquillOutlineRow *row = get_row_at (self, position);

  if (row == NULL)
    return;
  if (row->kind == SQUILL_OUTLINE_COLLECTION || row->kind == SQUILL_OUTLINE_FIELD ||
      row->kind == SQUILL_OUTLINE_EMBEDDED)
    add_field (self, row->id);
  else if (row->kind == SQUILL_OUTLINE_OPERATION)
    edit_name (self, row->id, FALSE);
}

static void
show_menu (SquillOutline *self, double x, double y)
{
  squill_popover_point_to (self->menu, GTK_WIDGET (self), &(GdkRectangle){ (int)x, (int)y, 1, 1 });
  gtk_popover_popup (self->menu);
}

/* The row at a position. */
static SquillOutlineRow *
pick_row (SquillOutline *self, double x, double y)
{
  GtkWidget *widget = gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT);

  for (; widget != NULL && widget != GTK_WIDGET (self); widget = gtk_widget_get_parent (widget))
    {
      GtkWidget *child = GTK_IS_TREE_EXPANDER (widget)
                             ? gtk_tree_expander_get_child (GTK_TREE_EXPANDER (widget))
                             : widget;
      GtkWidget *first = gtk_widget_get_first_child (widget);

      if (GTK_IS_TREE_EXPANDER (first))
        child = gtk_tree_expander_get_child (GTK_TREE_EXPANDER (first));
      if (SQUILL_IS_OUTLINE_CELL (child))
        return squill_outline_cell_get_row (SQUILL_OUTLINE_CELL (child));
    }
  return NULL;
}

static void
open_menu_at (SquillOutline *self, double x, double y)
{
  SquillSelection *selection = squill_session_get_selection (self->session);
  SquillOutlineRow *row = pick_row (self, x, y);

  if (row != NULL && row->id != NULL && !squill_selection_contains (selection, row->id))
    squill_selection_set_single (selection, row->id);
  show_menu (self, x, y);
}

static void
on_secondary_pressed (GtkGestureClick *gesture, int n, double x, double y, SquillOutline *self)
{
  open_menu_at (self, x, y);
}

static void
on_long_pressed (GtkGestureLongPress *gesture, double x, double y, SquillOutline *self)
{
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  open_menu_at (self, x, y);
}

static void
on_show_menu (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillOutline *self = SQUILL_OUTLINE (widget);
  SquillOutlineCell *cell = get_single (self) == NULL ? NULL : find_cell (self, get_single (self));
  graphene_point_t point = GRAPHENE_POINT_INIT (24, 64);

  if (cell != NULL &&
      !gtk_widget_compute_point (
          GTK_WIDGET (cell), widget,
          &GRAPHENE_POINT_INIT (0, gtk_widget_get_height (GTK_WIDGET (cell))), &point))
    return;
  show_menu (self, point.x, point.y);
}

/* Searching. */

static void
on_search_changed (SquillOutline *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->search));

  if (self->model == NULL)
    return;
  self->following = TRUE;
  if (*text == '\0')
    gtk_multi_selection_set_model (self->selection, G_LIST_MODEL (self->tree));
  else
    {
      g_autoptr (GListModel) results = squill_outline_model_search (self->model, text);

      gtk_multi_selection_set_model (self->selection, results);
    }
  self->following = FALSE;
  update_nothing_found (self);
  follow_selection (self);
}

static void
on_stop_search (SquillOutline *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  gtk_widget_grab_focus (GTK_WIDGET (self->list));
}

/* Enter selects the first result, then the next one. */
static void
on_search_activate (SquillOutline *self)
{
  GListModel *list = G_LIST_MODEL (self->selection);
  guint n = list == NULL ? 0 : g_list_model_get_n_items (list);
  guint next = 0;

  for (guint i = 0; i < n; i++)
    if (gtk_selection_model_is_selected (GTK_SELECTION_MODEL (self->selection), i))
      next = (i + 1) % n;
  if (next < n)
    {
      gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), next, TRUE);
      gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", next);
    }
}

static gboolean
squill_outline_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (SQUILL_OUTLINE (widget)->list));
}

static void
squill_outline_dispose (GObject *object)
{
  SquillOutline *self = SQUILL_OUTLINE (object);

  forget_edit (self);
  g_clear_object (&self->selection_signals);
  if (self->list != NULL)
    gtk_list_view_set_model (self->list, NULL);
  g_clear_object (&self->selection);
  g_clear_object (&self->tree);
  g_clear_object (&self->model);
  g_clear_object (&self->session);
  self->list = NULL;

  G_OBJECT_CLASS (squill_outline_parent_class)->dispose (object);
}

static void
squill_outline_finalize (GObject *object)
{
  g_hash_table_unref (SQUILL_OUTLINE (object)->cells);

  G_OBJECT_CLASS (squill_outline_parent_class)->finalize (object);
}

static void
squill_outline_class_init (SquillOutlineClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = squill_outline_dispose;
  object_class->finalize = squill_outline_finalize;
  widget_class->focus = squill_focus_children;
  widget_class->grab_focus = squill_outline_grab_focus;

  gtk_widget_class_install_action (widget_class, "outline.rename", NULL, on_rename);
  gtk_widget_class_install_action (widget_class, "outline.new-field", NULL, on_new_field);
  gtk_widget_class_install_action (widget_class, "outline.new-operation", NULL, on_new_operation);
  gtk_widget_class_install_action (widget_class, "outline.move-up", NULL, on_move);
  gtk_widget_class_install_action (widget_class, "outline.move-down", NULL, on_move);
  gtk_widget_class_install_action (widget_class, "outline.menu", NULL, on_show_menu);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F2, 0, "outline.rename", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Up, GDK_ALT_MASK, "outline.move-up",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Down, GDK_ALT_MASK,
                                       "outline.move-down", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, "outline.menu",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "outline.menu", NULL);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/squill/Squill/squill-outline.ui");
  gtk_widget_class_bind_template_child (widget_class, SquillOutline, search);
  gtk_widget_class_bind_template_child (widget_class, SquillOutline, nothing);
  gtk_widget_class_bind_template_child (widget_class, SquillOutline, list);
  gtk_widget_class_bind_template_child (widget_class, SquillOutline, menu);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_stop_search);
  gtk_widget_class_bind_template_callback (widget_class, on_search_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
  gtk_widget_class_set_css_name (widget_class, "outline");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
squill_outline_init (SquillOutline *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  GtkGesture *click = gtk_gesture_click_new (), *hold = gtk_gesture_long_press_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  self->cells = g_hash_table_new (NULL, NULL);
  self->selection_signals = g_signal_group_new (SQUILL_TYPE_SELECTION);
  g_signal_group_connect_swapped (self->selection_signals, "changed", G_CALLBACK (follow_selection),
                                  self);
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), self);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), self);
  g_signal_connect (factory, "unbind", G_CALLBACK (on_unbind), self);
  gtk_list_view_set_factory (self->list, factory);
  gtk_search_entry_set_key_capture_widget (self->search, NULL);

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (on_secondary_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_gesture_single_set_touch_only (GTK_GESTURE_SINGLE (hold), TRUE);
  /* Before the list, which selects at a touch. */
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (hold), GTK_PHASE_CAPTURE);
  g_signal_connect (hold, "pressed", G_CALLBACK (on_long_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (hold));
}

/**
 * squill_outline_set_session:
 * @self: an outline
 * @session: what to show
 *
 * Shows another model.
 */
void
squill_outline_set_session (SquillOutline *self, SquillSession *session)
{
  g_return_if_fail (SQUILL_IS_OUTLINE (self));
  g_return_if_fail (SQUILL_IS_SESSION (session));

  forget_edit (self);
  gtk_list_view_set_model (self->list, NULL);
  g_clear_object (&self->selection);
  g_clear_object (&self->tree);
  g_clear_object (&self->model);

  g_set_object (&self->session, session);
  g_signal_group_set_target (self->selection_signals, squill_session_get_selection (session));
  self->model = squill_outline_model_new (session);
  g_signal_connect_object (self->model, "updated", G_CALLBACK (on_updated), self, 0);
  self->tree =
      gtk_tree_list_model_new (g_object_ref (squill_outline_model_get_root (self->model)), FALSE,
                               FALSE, create_children, g_object_ref (self->model), g_object_unref);
  self->selection = gtk_multi_selection_new (g_object_ref (G_LIST_MODEL (self->tree)));
  g_signal_connect_object (self->selection, "selection-changed",
                           G_CALLBACK (on_list_selection_changed), self, 0);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
}

/**
 * squill_outline_start_search:
 * @self: an outline
 *
 * Focuses the search field, with what was searched for before selected.
 */
void
squill_outline_start_search (SquillOutline *self)
{
  g_return_if_fail (SQUILL_IS_OUTLINE (self));

  gtk_widget_grab_focus (GTK_WIDGET (self->search));
  gtk_editable_select_region (GTK_EDITABLE (self->search), 0, -1);
}

/**
 * squill_outline_new_entity:
 * @self: an outline
 *
 * Adds an entity beside the others and edits its name.
 */
void
squill_outline_new_entity (SquillOutline *self)
{
  SquillModel *model;
  double right = 0, top = 0;
  gboolean some = FALSE;
  g_autofree char *name = NULL;
  g_autofree char *id = NULL;

  g_return_if_fail (SQUILL_IS_OUTLINE (self));

  model = squill_session_get_model (self->session);
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (model), SQUILL_KIND_ENTITY)
    {
      if (isnan (entity->x) || isnan (entity->y))
        continue;
      right = some ? MAX (right, entity->x) : entity->x;
      top = some ? MIN (top, entity->y) : entity->y;
      some = TRUE;
    }
  name = squill_model_make_unique_name (model, SQUILL_MODEL_ID, SQUILL_KIND_ENTITY, _ ("entity"));
  id = squill_model_add_entity (model, name, some ? right + 400 : 0, top);
  if (id != NULL)
    edit_name (self, id, TRUE);
}
