/* SPDX-License-Identifier: Apache-2.0 */

/* The operations of the application and their rates. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "panel/squill-panel-page.h"

#include <glib/gi18n.h>

#include "model/squill-authoring.h"
#include "canvas/squill-inline-editor.h"
#include "panel/squill-query-view.h"
#include "session/squill-drawing.h"
#include "session/squill-operation-row.h"
#include "session/squill-rows.h"
#include "widgets/squill-icon-button.h"
#include "widgets/squill-table.h"
#include "widgets/squill-typing.h"

/* How many frames to wait for a row to scroll into view. */
#define MAX_FRAMES 30

/* In pixels. */
#define MIN_EDITOR_WIDTH 120

struct _SquillWorkloadPage
{
  SquillPanelPage parent_instance;

  GListStore *rows; /* SquillOperationRow */
  GtkSingleSelection *selection;
  GtkColumnView *table;
  GtkOverlay *overlay;    /* the table, and what is edited in it */
  SquillQueryView *query; /* of the selected operation */
  GtkWidget *add;
  GtkWidget *paste;
  GHashTable *cells; /* GtkListItem of those that show a row */

  SquillInlineEditor *editor;
  GdkRectangle editor_place;
  char *edit_id; /* of the operation that is edited, or will be when its row is shown */
  SquillOperationColumn edit_column;
  guint edit_tick;
  guint edit_frames;
  guint edit_is_new : 1; /* it was just added: cancelling undoes that */
  guint following : 1;
};

static void typing_init (SquillTypingInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (SquillWorkloadPage,
                               squill_workload_page,
                               SQUILL_TYPE_PANEL_PAGE,
                               G_IMPLEMENT_INTERFACE (SQUILL_TYPE_TYPING, typing_init))

/* What decides is at the left: a narrow panel shows it. */
static const SquillOperationColumn shown[SQUILL_N_OPERATION_COLUMNS] = {
  SQUILL_OPERATION_COLUMN_NAME,   SQUILL_OPERATION_COLUMN_RATE,
  SQUILL_OPERATION_COLUMN_SHARE,  SQUILL_OPERATION_COLUMN_COST,
  SQUILL_OPERATION_COLUMN_ACCESS, SQUILL_OPERATION_COLUMN_READS,
  SQUILL_OPERATION_COLUMN_WRITES, SQUILL_OPERATION_COLUMN_COLLECTIONS,
  SQUILL_OPERATION_COLUMN_TERMS,  SQUILL_OPERATION_COLUMN_KIND,
  SQUILL_OPERATION_COLUMN_ENTITY,
};

static const char *
get_title (SquillOperationColumn column)
{
  static const char *const titles[SQUILL_N_OPERATION_COLUMNS] = {
    N_ ("Operation"),       N_ ("Kind"),          N_ ("Starts from"),
    N_ ("Filter and sort"), N_ ("Rate"),          N_ ("Collections"),
    N_ ("Reads"),           N_ ("Writes"),        N_ ("Index"),
    N_ ("Cost of one run"), N_ ("Share of cost"),
  };

  return _ (titles[column]);
}

static SquillModel *
get_model (SquillWorkloadPage *self)
{
  SquillSession *session = squill_panel_page_get_session (SQUILL_PANEL_PAGE (self));

  return session == NULL ? NULL : squill_session_get_model (session);
}

static gboolean
can_edit (SquillWorkloadPage *self)
{
  return get_model (self) != NULL && !squill_model_get_read_only (get_model (self));
}

static const char *
get_id_at (SquillWorkloadPage *self, guint position)
{
  SquillOperationRow *row = squill_rows_peek (G_LIST_MODEL (self->rows), position);

  return row == NULL ? NULL : squill_operation_row_get_id (row);
}

static guint
find_position (SquillWorkloadPage *self, const char *id)
{
  guint position = GTK_INVALID_LIST_POSITION;

  squill_rows_find (G_LIST_MODEL (self->rows), squill_operation_row_get_id, id, &position);
  return position;
}

static SquillOperationColumn
get_column (gpointer object)
{
  return GPOINTER_TO_UINT (g_object_get_data (object, "column"));
}

static GtkListItem *
find_cell (SquillWorkloadPage *self, const char *id, SquillOperationColumn column)
{
  GHashTableIter iter;
  gpointer item;

  g_hash_table_iter_init (&iter, self->cells);
  while (g_hash_table_iter_next (&iter, &item, NULL))
    if (get_column (item) == column &&
        g_strcmp0 (squill_operation_row_get_id (gtk_list_item_get_item (item)), id) == 0)
      return item;
  return NULL;
}

/* Editing in place. */

static void
end_edit (SquillWorkloadPage *self)
{
  SquillInlineEditor *editor = self->editor;
  GtkListItem *item;
  GtkWidget *focus;

  if (self->edit_tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->edit_tick);
  self->edit_tick = 0;
  self->edit_is_new = FALSE;
  /* Removing the editor takes the focus from it, which must not end the edit again. */
  self->editor = NULL;
  if (editor != NULL)
    {
      focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (editor)));
      item = find_cell (self, self->edit_id, self->edit_column);
      /* The keyboard continues in the row. */
      if (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (editor)) && item != NULL)
        gtk_widget_grab_focus (
            gtk_widget_get_parent (gtk_widget_get_parent (gtk_list_item_get_child (item))));
      gtk_overlay_remove_overlay (self->overlay, GTK_WIDGET (editor));
    }
  g_clear_pointer (&self->edit_id, g_free);
}

static gboolean
check_text (const char *text, gpointer user_data, GError **error)
{
  SquillWorkloadPage *self = user_data;
  const SquillOperation *operation = squill_model_get_operation (get_model (self), self->edit_id);
  SquillRateUnit per = SQUILL_RATE_PER_SECOND;
  double rate;

  if (operation == NULL)
    return TRUE;
  if (self->edit_column == SQUILL_OPERATION_COLUMN_RATE)
    return squill_operation_rate_read (text, &rate, &per, error);
  return g_strcmp0 (operation->name, text) == 0 ||
         squill_model_check_name (get_model (self), self->edit_id, SQUILL_MODEL_ID,
                                  SQUILL_KIND_OPERATION, text, error);
}

static gboolean
set_rate (SquillWorkloadPage *self, SquillModel *model, const char *text, GError **error)
{
  /* As the property table has them. */
  const char *const *names = squill_kind_find_property (SQUILL_KIND_OPERATION, "per")->choices;
  const SquillOperation *operation = squill_model_get_operation (model, self->edit_id);
  SquillRateUnit per = operation->rate_unit;
  double rate;
  gboolean done;

  if (!squill_operation_rate_read (text, &rate, &per, error))
    return FALSE;
  squill_model_begin_step (model, _ ("Change rate"), NULL);
  done = squill_model_set (model, self->edit_id, "rate",
                           isnan (rate) ? NULL : squill_json_number (rate), error) &&
         squill_model_set (model, self->edit_id, "per",
                           per == SQUILL_RATE_PER_SECOND ? NULL : json_string (names[per]), error);
  if (done)
    squill_model_end_step (model);
  else
    squill_model_cancel_step (model);
  return done;
}

/* Applies a text to the model, or to a copy of it. */
static gboolean
apply_text (SquillWorkloadPage *self, SquillModel *model, const char *text, GError **error)
{
  if (self->edit_column == SQUILL_OPERATION_COLUMN_RATE)
    return set_rate (self, model, text, error);
  return squill_model_rename (model, self->edit_id, text, error);
}

/* Applies what was typed. If it is not valid, shows why and returns FALSE. */
static gboolean
commit (SquillWorkloadPage *self)
{
  g_autofree char *text = squill_inline_editor_get_text (self->editor);
  g_autoptr (GError) error = NULL;
  gboolean done;

  if (!squill_inline_editor_is_changed (self->editor) ||
      squill_model_get_operation (get_model (self), self->edit_id) == NULL)
    return TRUE;
  if (!squill_inline_editor_check (self->editor))
    return FALSE;
  done = apply_text (self, get_model (self), text, &error);
  if (done)
    squill_inline_editor_set_kept (self->editor);
  else
    squill_inline_editor_show_error (self->editor, error->message);
  return done;
}

static gboolean
typing_is_pending (SquillTyping *typing)
{
  SquillWorkloadPage *self = SQUILL_WORKLOAD_PAGE (typing);

  return self->editor != NULL && squill_inline_editor_is_changed (self->editor);
}

static gboolean
typing_keep (SquillTyping *typing)
{
  SquillWorkloadPage *self = SQUILL_WORKLOAD_PAGE (typing);

  if (!commit (self))
    return FALSE;
  /* It is there for good: a cancel does not take it back. */
  self->edit_is_new = FALSE;
  return TRUE;
}

static void
typing_write_to (SquillTyping *typing, SquillModel *copy)
{
  SquillWorkloadPage *self = SQUILL_WORKLOAD_PAGE (typing);
  g_autofree char *text = squill_inline_editor_get_text (self->editor);

  if (squill_model_get_operation (copy, self->edit_id) != NULL && check_text (text, self, NULL))
    apply_text (self, copy, text, NULL);
}

static void
typing_init (SquillTypingInterface *iface)
{
  iface->is_pending = typing_is_pending;
  iface->keep = typing_keep;
  iface->write_to = typing_write_to;
}

static void
cancel (SquillWorkloadPage *self)
{
  gboolean is_new = self->edit_is_new;

  end_edit (self);
  if (is_new)
    squill_model_undo (get_model (self));
}

static void begin_edit (SquillWorkloadPage *self,
                        const char *id,
                        SquillOperationColumn column,
                        gboolean is_new);

static void
go_on (SquillWorkloadPage *self, SquillInlineEditorExit how)
{
  int position = (int)find_position (self, self->edit_id);
  SquillOperationColumn column = self->edit_column;
  gboolean is_name = column == SQUILL_OPERATION_COLUMN_NAME;
  int step =
      how == SQUILL_INLINE_EDITOR_EXIT_DOWN || (how == SQUILL_INLINE_EDITOR_EXIT_IN && !is_name) ? 1
      : how == SQUILL_INLINE_EDITOR_EXIT_UP || (how == SQUILL_INLINE_EDITOR_EXIT_OUT && is_name)
          ? -1
          : 0;

  if (how == SQUILL_INLINE_EDITOR_EXIT_IN || how == SQUILL_INLINE_EDITOR_EXIT_OUT)
    column = is_name ? SQUILL_OPERATION_COLUMN_RATE : SQUILL_OPERATION_COLUMN_NAME;
  if (position >= 0 && position + step >= 0 && get_id_at (self, (guint)(position + step)) != NULL)
    begin_edit (self, get_id_at (self, (guint)(position + step)), column, FALSE);
  else
    end_edit (self);
}

static void
on_editor_exit (SquillInlineEditor *editor, SquillInlineEditorExit how, SquillWorkloadPage *self)
{
  if (editor != self->editor)
    return;
  switch (how)
    {
    case SQUILL_INLINE_EDITOR_EXIT_ESCAPE:
      cancel (self);
      break;
    case SQUILL_INLINE_EDITOR_EXIT_LEFT:
      if (commit (self))
        end_edit (self);
      else
        cancel (self);
      break;
    case SQUILL_INLINE_EDITOR_EXIT_ENTER:
      if (commit (self))
        end_edit (self);
      break;
    case SQUILL_INLINE_EDITOR_EXIT_IN:
    case SQUILL_INLINE_EDITOR_EXIT_OUT:
    case SQUILL_INLINE_EDITOR_EXIT_UP:
    case SQUILL_INLINE_EDITOR_EXIT_DOWN:
      if (commit (self))
        go_on (self, how);
      break;
    default:
      g_return_if_reached ();
    }
}

static GtkWidget *
get_cell_widget (GtkListItem *item)
{
  return gtk_widget_get_parent (gtk_list_item_get_child (item));
}

/* The editor covers the cell and stays inside the table, with its error below it. */
static gboolean
on_get_child_position (GtkOverlay *overlay,
                       GtkWidget *widget,
                       GdkRectangle *place,
                       SquillWorkloadPage *self)
{
  GtkListItem *item = find_cell (self, self->edit_id, self->edit_column);
  graphene_rect_t cell;
  int width, height;

  /* A row that scrolled out of view has no cell: the editor stays where it was. */
  if (item != NULL &&
      gtk_widget_compute_bounds (get_cell_widget (item), GTK_WIDGET (overlay), &cell))
    {
      gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
      width = MAX (width, MAX (MIN_EDITOR_WIDTH, (int)cell.size.width));
      gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, width, NULL, &height, NULL, NULL);
      self->editor_place.x = CLAMP ((int)cell.origin.x, 0,
                                    MAX (0, gtk_widget_get_width (GTK_WIDGET (overlay)) - width));
      self->editor_place.y = CLAMP ((int)cell.origin.y, 0,
                                    MAX (0, gtk_widget_get_height (GTK_WIDGET (overlay)) - height));
      self->editor_place.width = width;
      self->editor_place.height = height;
    }
  *place = self->editor_place;
  return TRUE;
}

static void
on_scrolled (SquillWorkloadPage *self)
{
  if (self->editor != NULL)
    gtk_widget_queue_allocate (GTK_WIDGET (self->overlay));
}

static gboolean
open_editor (SquillWorkloadPage *self)
{
  GtkListItem *item = find_cell (self, self->edit_id, self->edit_column);
  gboolean is_name = self->edit_column == SQUILL_OPERATION_COLUMN_NAME;
  const char *text;

  if (item == NULL || !gtk_widget_get_mapped (gtk_list_item_get_child (item)))
    return FALSE;
  text = squill_operation_row_get_text (gtk_list_item_get_item (item), self->edit_column);
  self->editor = SQUILL_INLINE_EDITOR (squill_inline_editor_new (
      is_name ? _ ("Name of the operation") : _ ("How often it runs"), text, FALSE));
  if (!is_name)
    /* Translators: how often something runs, as it is typed */
    squill_inline_editor_set_placeholder (self->editor, _ ("15/min"));
  squill_inline_editor_set_height (self->editor, gtk_widget_get_height (get_cell_widget (item)));
  squill_inline_editor_set_check (self->editor, check_text, self);
  g_signal_connect_object (self->editor, "exit", G_CALLBACK (on_editor_exit), self, 0);
  gtk_overlay_add_overlay (self->overlay, GTK_WIDGET (self->editor));
  gtk_widget_grab_focus (GTK_WIDGET (self->editor));
  squill_inline_editor_select (self->editor, 0, -1);
  return TRUE;
}

static gboolean
on_edit_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  SquillWorkloadPage *self = SQUILL_WORKLOAD_PAGE (widget);

  if (!open_editor (self) && self->edit_frames++ < MAX_FRAMES)
    return G_SOURCE_CONTINUE;
  self->edit_tick = 0;
  if (self->editor == NULL)
    end_edit (self);
  return G_SOURCE_REMOVE;
}

static void
begin_edit (SquillWorkloadPage *self, const char *id, SquillOperationColumn column, gboolean is_new)
{
  g_autofree char *edit_id = g_strdup (id);
  guint position = find_position (self, id);

  end_edit (self);
  if (!can_edit (self) || position == GTK_INVALID_LIST_POSITION)
    return;
  gtk_single_selection_set_selected (self->selection, position);
  self->edit_id = g_steal_pointer (&edit_id);
  self->edit_column = column;
  self->edit_is_new = is_new;
  self->edit_frames = 0;
  squill_panel_page_scroll_to (self->table, position);
  /* A row that was added or scrolled to has its cells after the next frame. */
  if (!open_editor (self))
    self->edit_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_edit_tick, NULL, NULL);
}

/* Cells. */

static gboolean
is_planned (SquillOperationColumn column)
{
  return column >= SQUILL_OPERATION_COLUMN_COLLECTIONS;
}

static void
show_cell (GtkListItem *item)
{
  GtkWidget *label = gtk_list_item_get_child (item);
  SquillOperationColumn column = get_column (item);
  SquillOperationRow *row = gtk_list_item_get_item (item);
  const char *text = squill_operation_row_get_text (row, column);
  const char *steps = squill_operation_row_get_steps (row);
  g_autofree char *said = g_strdup_printf ("%s: %s", get_title (column), text);

  squill_label_show (label, text);
  if (column == SQUILL_OPERATION_COLUMN_TERMS)
    squill_widget_show_tooltip (label, *text == '\0' ? NULL : text);
  if (is_planned (column))
    squill_widget_show_tooltip (label, *steps == '\0' ? NULL : steps);
  if (column == SQUILL_OPERATION_COLUMN_ACCESS && squill_operation_row_scans (row))
    gtk_widget_add_css_class (label, "warning");
  else
    gtk_widget_remove_css_class (label, "warning");
  squill_widget_set_name (label, said);
}

static void
on_cell_pressed (GtkGestureClick *gesture, int n, double x, double y, GtkListItem *item)
{
  GtkWidget *label = gtk_list_item_get_child (item);
  SquillWorkloadPage *self =
      SQUILL_WORKLOAD_PAGE (gtk_widget_get_ancestor (label, SQUILL_TYPE_WORKLOAD_PAGE));
  SquillOperationRow *row = gtk_list_item_get_item (item);

  if (n != 2 || row == NULL || !can_edit (self))
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  begin_edit (self, squill_operation_row_get_id (row), get_column (item), FALSE);
}

static gboolean
is_number (SquillOperationColumn column)
{
  return column == SQUILL_OPERATION_COLUMN_RATE || column == SQUILL_OPERATION_COLUMN_COST ||
         column == SQUILL_OPERATION_COLUMN_SHARE;
}

static void
on_setup (GtkListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);
  SquillOperationColumn column = get_column (factory);

  g_object_set_data (G_OBJECT (item), "column", GUINT_TO_POINTER (column));
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  if (is_number (column))
    {
      gtk_label_set_xalign (GTK_LABEL (label), 1);
      gtk_widget_add_css_class (label, "numeric");
    }
  if (column == SQUILL_OPERATION_COLUMN_TERMS)
    {
      gtk_widget_add_css_class (label, "dim-label");
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
    }
  if (column == SQUILL_OPERATION_COLUMN_NAME || column == SQUILL_OPERATION_COLUMN_RATE)
    {
      GtkGesture *click = gtk_gesture_click_new ();

      gtk_widget_set_tooltip_text (label, column == SQUILL_OPERATION_COLUMN_NAME
                                              ? _ ("Double-click or press Enter to rename")
                                              : _ ("Double-click to change the rate"));
      g_signal_connect (click, "pressed", G_CALLBACK (on_cell_pressed), item);
      gtk_widget_add_controller (label, GTK_EVENT_CONTROLLER (click));
    }
  gtk_list_item_set_child (item, label);
}

static void
on_bind (GtkListItemFactory *factory, GtkListItem *item, SquillWorkloadPage *self)
{
  g_hash_table_add (self->cells, item);
  g_signal_connect_swapped (gtk_list_item_get_item (item), "changed", G_CALLBACK (show_cell), item);
  show_cell (item);
}

static void
on_unbind (GtkListItemFactory *factory, GtkListItem *item, SquillWorkloadPage *self)
{
  g_hash_table_remove (self->cells, item);
  g_signal_handlers_disconnect_by_data (gtk_list_item_get_item (item), item);
}

/* Following the selection, and setting it. */

static void
follow_selection (SquillWorkloadPage *self)
{
  SquillSession *session = squill_panel_page_get_session (SQUILL_PANEL_PAGE (self));
  guint position =
      find_position (self, squill_selection_get_nth (squill_session_get_selection (session), 0));

  if (position == gtk_single_selection_get_selected (self->selection))
    return;
  gtk_single_selection_set_selected (self->selection, position);
  if (position != GTK_INVALID_LIST_POSITION)
    squill_panel_page_scroll_to (self->table, position);
}

static void
squill_workload_page_update (SquillPanelPage *page)
{
  SquillWorkloadPage *self = SQUILL_WORKLOAD_PAGE (page);
  SquillSession *session = squill_panel_page_get_session (page);

  self->following = TRUE;
  if (self->edit_id != NULL && squill_model_get_operation (get_model (self), self->edit_id) == NULL)
    end_edit (self);
  squill_operation_rows_update (self->rows, squill_session_get_design (session));
  squill_panel_page_show_list (page, g_list_model_get_n_items (G_LIST_MODEL (self->rows)) > 0);
  follow_selection (self);
  squill_query_view_update (self->query, session,
                            get_id_at (self, gtk_single_selection_get_selected (self->selection)));
  gtk_widget_set_sensitive (self->add, can_edit (self));
  gtk_widget_set_sensitive (self->paste, can_edit (self));
  self->following = FALSE;
}

static void
on_selected (SquillWorkloadPage *self)
{
  SquillSession *session = squill_panel_page_get_session (SQUILL_PANEL_PAGE (self));
  SquillOperationRow *row = gtk_single_selection_get_selected_item (self->selection);

  if (!self->following && session != NULL && row != NULL)
    squill_session_show_item (session, squill_operation_row_get_id (row));
}

/* Actions. */

static void
on_activate (SquillWorkloadPage *self, guint position)
{
  const char *id = get_id_at (self, position);

  if (id != NULL)
    begin_edit (self, id, SQUILL_OPERATION_COLUMN_NAME, FALSE);
}

static void
on_rename (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillWorkloadPage *self = SQUILL_WORKLOAD_PAGE (widget);

  on_activate (self, gtk_single_selection_get_selected (self->selection));
}

static void
on_delete (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillWorkloadPage *self = SQUILL_WORKLOAD_PAGE (widget);
  guint position = gtk_single_selection_get_selected (self->selection);
  g_autofree char *id = g_strdup (get_id_at (self, position));
  const char *next;

  if (id == NULL || !can_edit (self))
    return;
  squill_model_delete (get_model (self), (const char *const[]){ id, NULL });
  squill_workload_page_update (SQUILL_PANEL_PAGE (self));
  /* So that the key can be pressed again. */
  next = get_id_at (self, position);
  if (next == NULL && position > 0)
    next = get_id_at (self, position - 1);
  if (next != NULL)
    gtk_single_selection_set_selected (self->selection, find_position (self, next));
}

static void
on_add (SquillWorkloadPage *self)
{
  SquillSession *session = squill_panel_page_get_session (SQUILL_PANEL_PAGE (self));
  SquillModel *model = get_model (self);
  const char *entity;
  g_autofree char *name = NULL;
  g_autofree char *id = NULL;

  if (!can_edit (self))
    return;
  entity = squill_drawing_find_start (
      model, squill_selection_get_nth (squill_session_get_selection (session), 0));
  end_edit (self);
  name = squill_model_make_unique_name (model, SQUILL_MODEL_ID, SQUILL_KIND_OPERATION,
                                        _ ("operation"));
  id = squill_model_add_operation (model, name, SQUILL_OPERATION_FIND, entity);
  if (id == NULL)
    return;
  squill_workload_page_update (SQUILL_PANEL_PAGE (self));
  begin_edit (self, id, SQUILL_OPERATION_COLUMN_NAME, TRUE);
}

static void
on_paste (SquillWorkloadPage *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.paste", NULL);
}

/* Scripts, logs, and profiles. */
static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, SquillWorkloadPage *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) uris = NULL;

  for (GSList *l = g_value_get_boxed (value); l != NULL; l = l->next)
    {
      g_autofree char *uri = g_file_get_uri (l->data);

      g_strv_builder_add (builder, uri);
    }
  uris = g_strv_builder_end (builder);
  if (uris[0] == NULL || !can_edit (self))
    return FALSE;
  return gtk_widget_activate_action (GTK_WIDGET (self), "win.add-operations", "^as", uris);
}

static void
squill_workload_page_dispose (GObject *object)
{
  SquillWorkloadPage *self = SQUILL_WORKLOAD_PAGE (object);

  self->following = TRUE;
  if (self->overlay != NULL)
    end_edit (self);
  self->overlay = NULL;
  g_clear_object (&self->rows);

  G_OBJECT_CLASS (squill_workload_page_parent_class)->dispose (object);
}

static void
squill_workload_page_finalize (GObject *object)
{
  g_hash_table_unref (SQUILL_WORKLOAD_PAGE (object)->cells);

  G_OBJECT_CLASS (squill_workload_page_parent_class)->finalize (object);
}

static void
squill_workload_page_class_init (SquillWorkloadPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  SquillPanelPageClass *page_class = SQUILL_PANEL_PAGE_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = squill_workload_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = squill_workload_page_finalize;
  page_class->update = squill_workload_page_update;
  page_class->selection = TRUE;

  gtk_widget_class_install_action (widget_class, "workload.rename", NULL, on_rename);
  gtk_widget_class_install_action (widget_class, "workload.delete", NULL, on_delete);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F2, 0, "workload.rename", NULL);
  /* Menus show the key that was bound last. */
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_KP_Delete, 0, "workload.delete", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Delete, 0, "workload.delete", NULL);
}

static void
add_column (SquillWorkloadPage *self, SquillOperationColumn column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) view_column = NULL;

  g_object_set_data (G_OBJECT (factory), "column", GUINT_TO_POINTER (column));
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), self);
  g_signal_connect (factory, "unbind", G_CALLBACK (on_unbind), self);
  view_column = gtk_column_view_column_new (get_title (column), factory);
  gtk_column_view_column_set_resizable (view_column, TRUE);
  gtk_column_view_column_set_expand (view_column, column == SQUILL_OPERATION_COLUMN_TERMS);
  gtk_column_view_append_column (self->table, view_column);
  if (is_number (column))
    squill_table_end_title (
        self->table, g_list_model_get_n_items (gtk_column_view_get_columns (self->table)) - 1);
}

static GtkWidget *
make_table (SquillWorkloadPage *self)
{
  GtkWidget *scrolled;

  self->table = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  for (guint i = 0; i < SQUILL_N_OPERATION_COLUMNS; i++)
    add_column (self, shown[i]);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->rows)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  gtk_column_view_set_model (self->table, GTK_SELECTION_MODEL (self->selection));
  g_object_unref (self->selection); /* the table keeps it */
  gtk_widget_add_css_class (GTK_WIDGET (self->table), "data-table");
  squill_widget_set_name (self->table, _ ("Operations"));
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (on_selected), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "activate", G_CALLBACK (on_activate), self,
                           G_CONNECT_SWAPPED);
  scrolled = squill_table_scroll (self->table);
  g_signal_connect_object (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled)),
                           "value-changed", G_CALLBACK (on_scrolled), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (scrolled)),
                           "value-changed", G_CALLBACK (on_scrolled), self, G_CONNECT_SWAPPED);

  self->overlay = GTK_OVERLAY (gtk_overlay_new ());
  gtk_overlay_set_child (self->overlay, scrolled);
  g_signal_connect_object (self->overlay, "get-child-position", G_CALLBACK (on_get_child_position),
                           self, 0);
  return GTK_WIDGET (self->overlay);
}

/* The table, and below it the query of the selected operation. */
static GtkWidget *
make_content (SquillWorkloadPage *self)
{
  GtkWidget *paned = gtk_paned_new (GTK_ORIENTATION_VERTICAL);

  self->query = SQUILL_QUERY_VIEW (squill_query_view_new ());
  gtk_paned_set_start_child (GTK_PANED (paned), make_table (self));
  gtk_paned_set_end_child (GTK_PANED (paned), GTK_WIDGET (self->query));
  gtk_paned_set_shrink_start_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (paned), FALSE);
  return paned;
}

static void
squill_workload_page_init (SquillWorkloadPage *self)
{
  SquillPanelPage *page = SQUILL_PANEL_PAGE (self);
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_signal_connect_object (target, "drop", G_CALLBACK (on_drop), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
  self->cells = g_hash_table_new (NULL, NULL);
  self->rows = g_list_store_new (SQUILL_TYPE_OPERATION_ROW);
  squill_panel_page_set_list (page, make_content (self),
                              _ ("Add the operations of your application and how often they run: "
                                 "costs and advice follow from them"));
  self->add = gtk_button_new_with_label (_ ("Add operation"));
  gtk_widget_add_css_class (self->add, "flat");
  g_signal_connect_object (self->add, "clicked", G_CALLBACK (on_add), self, G_CONNECT_SWAPPED);
  self->paste = squill_icon_button_new (
      "edit-paste-symbolic",
      _ ("Paste commands of the MongoDB Shell, a program, or a log; files of "
         "them can be dropped here"));
  gtk_widget_add_css_class (self->paste, "flat");
  g_signal_connect_object (self->paste, "clicked", G_CALLBACK (on_paste), self, G_CONNECT_SWAPPED);
  squill_panel_page_set_bar (page, self->add, self->paste, NULL);
}
