/* SPDX-License-Identifier: Apache-2.0 */

/* Each collection with its number of documents and their bytes, now and at the horizon. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "panel/squill-panel-page.h"

#include <glib/gi18n.h>

#include "session/squill-rows.h"
#include "session/squill-size-row.h"
#include "session/squill-terms.h"
#include "text/squill-text.h"
#include "widgets/squill-icon-button.h"
#include "widgets/squill-table.h"

struct _SquillSizesPage
{
  SquillPanelPage parent_instance;

  SquillDesign *design; /* the one whose collections are shown */
  GListStore *rows;     /* SquillSizeRow */
  GtkColumnView *table;
  GtkColumnViewColumn *columns[SQUILL_N_SIZE_COLUMNS];
  GtkSingleSelection *selection;
  GtkLabel *total;
  GMenu *orders;

  double horizon;                 /* years, as in the titles of the columns */
  char *current;                  /* id of the collection whose row is selected */
  SquillSizeColumn sorted_column; /* by the menu */
  GtkSortType sort_type;
  guint following : 1;
};

/* Where a cell is. */
typedef struct
{
  SquillSizesPage *page;
  SquillSizeColumn column;
} Cell;

G_DEFINE_FINAL_TYPE (SquillSizesPage, squill_sizes_page, SQUILL_TYPE_PANEL_PAGE)

static gboolean
is_at_horizon (SquillSizeColumn column)
{
  return column == SQUILL_SIZE_COLUMN_COUNT_LATER || column == SQUILL_SIZE_COLUMN_LATER ||
         column == SQUILL_SIZE_COLUMN_DATA_LATER;
}

/* The name of a column by itself: for screen readers and the menu. */
static char *
make_name (SquillSizesPage *self, SquillSizeColumn column)
{
  g_autofree char *time = squill_text_years (self->horizon);

  switch (column)
    {
    case SQUILL_SIZE_COLUMN_NAME:
      return g_strdup (_ ("Collection"));
    case SQUILL_SIZE_COLUMN_COUNT:
      return g_strdup (_ ("Documents"));
    case SQUILL_SIZE_COLUMN_COUNT_LATER:
      /* Translators: %s is a time: "3 years" */
      return g_strdup_printf (_ ("Documents in %s"), time);
    case SQUILL_SIZE_COLUMN_LIKELY:
      return g_strdup (_ ("Likely document"));
    case SQUILL_SIZE_COLUMN_MOST:
      return g_strdup (_ ("Largest document"));
    case SQUILL_SIZE_COLUMN_LATER:
      return g_strdup_printf (_ ("Likely document in %s"), time);
    case SQUILL_SIZE_COLUMN_DATA:
      return g_strdup (_ ("Data"));
    case SQUILL_SIZE_COLUMN_DATA_LATER:
      return g_strdup_printf (_ ("Data in %s"), time);
    case SQUILL_SIZE_COLUMN_INDEXES:
      return g_strdup (_ ("Indexes"));
    default:
      g_return_val_if_reached (NULL);
    }
}

/* The title of a column, which may go on from the one before it. */
static char *
make_title (SquillSizesPage *self, SquillSizeColumn column)
{
  g_autofree char *time = squill_text_years (self->horizon);

  if (is_at_horizon (column))
    /* Translators: goes on from the title of the column before; %s is a time: "3 years" */
    return g_strdup_printf (C_ ("time", "in %s"), time);
  if (column == SQUILL_SIZE_COLUMN_MOST)
    return g_strdup (_ ("Largest"));
  if (column == SQUILL_SIZE_COLUMN_LIKELY)
    return g_strdup (_ ("Document"));
  return make_name (self, column);
}

static void
show_titles (SquillSizesPage *self)
{
  g_menu_remove_all (self->orders);
  for (guint i = 0; i < SQUILL_N_SIZE_COLUMNS; i++)
    {
      g_autofree char *title = make_title (self, i);
      g_autofree char *name = make_name (self, i);
      g_autofree char *action = g_strdup_printf ("sizes.sort(uint32 %u)", i);

      gtk_column_view_column_set_title (self->columns[i], title);
      g_menu_append (self->orders, name, action);
    }
}

/* Cells. */

static void
show_cell (GtkListItem *item)
{
  const Cell *cell = g_object_get_data (G_OBJECT (item), "cell");
  GtkWidget *label = gtk_list_item_get_child (item);
  SquillSizeRow *row = gtk_list_item_get_item (item);
  gboolean too_large = squill_size_row_is_too_large (row, cell->column);
  g_autofree char *name = make_name (cell->page, cell->column);
  g_autofree char *value = squill_size_row_get_text (row, cell->column);
  g_autofree char *said = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *hint = NULL;

  if (too_large)
    {
      shown =
          g_strdup_printf ("%s\u202f%s", squill_mark_for_severity (SQUILL_SEVERITY_ERROR), value);
      hint = g_strdup (_ ("Larger than the limit of 16 MiB for a document"));
      gtk_widget_add_css_class (label, "error");
      gtk_widget_remove_css_class (label, "dim-label");
    }
  else
    {
      hint = squill_size_row_describe_mark (row, cell->column);
      shown = g_strdup (value);
      gtk_widget_remove_css_class (label, "error");
      if (is_at_horizon (cell->column))
        gtk_widget_add_css_class (label, "dim-label");
    }
  if (hint != NULL && !too_large)
    gtk_widget_add_css_class (label, "assumed");
  else
    gtk_widget_remove_css_class (label, "assumed");
  squill_label_show (label, shown);
  squill_widget_show_tooltip (
      label, hint == NULL && cell->column == SQUILL_SIZE_COLUMN_NAME ? value : hint);
  said = g_strconcat (name, ": ", value, hint != NULL ? ", " : NULL, hint, NULL);
  squill_widget_set_name (label, said);
}

static void
on_setup (GtkListItemFactory *factory, GtkListItem *item, SquillSizesPage *self)
{
  GtkWidget *label = gtk_label_new (NULL);
  Cell *cell = g_new0 (Cell, 1);

  cell->page = self;
  cell->column = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (factory), "column"));
  g_object_set_data_full (G_OBJECT (item), "cell", cell, g_free);
  if (cell->column == SQUILL_SIZE_COLUMN_NAME)
    {
      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      gtk_label_set_width_chars (GTK_LABEL (label), 8);
    }
  else
    {
      gtk_label_set_xalign (GTK_LABEL (label), 1);
      /* No wider than what it says, so that the line under it is not either. */
      gtk_widget_set_halign (label, GTK_ALIGN_END);
      gtk_widget_add_css_class (label, "numeric");
    }
  gtk_list_item_set_child (item, label);
}

static void
on_bind (GtkListItemFactory *factory, GtkListItem *item)
{
  g_signal_connect_swapped (gtk_list_item_get_item (item), "changed", G_CALLBACK (show_cell), item);
  show_cell (item);
}

static void
on_unbind (GtkListItemFactory *factory, GtkListItem *item)
{
  g_signal_handlers_disconnect_by_data (gtk_list_item_get_item (item), item);
}

/* Order. */

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer column)
{
  return squill_size_row_compare ((gpointer)a, (gpointer)b, GPOINTER_TO_UINT (column));
}

/* Numbers start with the largest, names with A; the same column once more reverses the order. */
static void
on_sort (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  SquillSizesPage *self = user_data;
  guint column = g_variant_get_uint32 (parameter);

  if (column >= SQUILL_N_SIZE_COLUMNS)
    return;
  if (self->sorted_column == column)
    self->sort_type =
        self->sort_type == GTK_SORT_ASCENDING ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING;
  else
    self->sort_type = column == SQUILL_SIZE_COLUMN_NAME ? GTK_SORT_ASCENDING : GTK_SORT_DESCENDING;
  self->sorted_column = column;
  gtk_column_view_sort_by_column (self->table, self->columns[column], self->sort_type);
}

/* Rows. */

static void
update_rows (SquillSizesPage *self)
{
  guint changed = squill_size_rows_update (self->rows, self->design);

  /* Only the columns that the table is sorted by pass this on. */
  for (guint i = 0; i < SQUILL_N_SIZE_COLUMNS; i++)
    if ((changed & (1u << i)) != 0)
      gtk_sorter_changed (gtk_column_view_column_get_sorter (self->columns[i]),
                          GTK_SORTER_CHANGE_DIFFERENT);
}

static double
add_up (SquillSizesPage *self, SquillSizeColumn column)
{
  double sum = 0;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->rows)); i++)
    {
      double value =
          squill_size_row_get_value (squill_rows_peek (G_LIST_MODEL (self->rows), i), column);

      if (!isnan (value))
        sum += value;
    }
  return sum;
}

static void
show_total (SquillSizesPage *self)
{
  double now = add_up (self, SQUILL_SIZE_COLUMN_DATA);
  double later = add_up (self, SQUILL_SIZE_COLUMN_DATA_LATER);
  g_autofree char *time = squill_text_years (self->horizon);
  g_autofree char *bytes_now = squill_text_bytes (now);
  g_autofree char *bytes_later = squill_text_bytes (later);
  g_autofree char *text = NULL;

  /* Translators: all data: "105 MB now, 370 MB in 3 years" */
  text = now > 0 || later > 0
             ? g_strdup_printf (_ ("%s now, %s in %s"), bytes_now, bytes_later, time)
             : NULL;
  gtk_label_set_label (self->total, text != NULL ? text : "");
}

/* Following the selection, and setting it. */

static const SquillCollection *
find_selected (SquillSizesPage *self)
{
  SquillSession *session = squill_panel_page_get_session (SQUILL_PANEL_PAGE (self));
  const char *id = squill_selection_get_nth (squill_session_get_selection (session), 0);
  const SquillCollection *own =
      id == NULL ? NULL : squill_design_find_collection (self->design, id);

  /* An entity may also be in documents of others: its own collection comes first. */
  return own != NULL ? own : squill_panel_page_find_collection (SQUILL_PANEL_PAGE (self));
}

static void
follow_selection (SquillSizesPage *self)
{
  const SquillCollection *collection = find_selected (self);
  const char *id = collection == NULL ? NULL : collection->id;
  SquillSizeRow *row = gtk_single_selection_get_selected_item (self->selection);
  guint position = GTK_INVALID_LIST_POSITION;

  if (g_strcmp0 (id, row == NULL ? NULL : squill_size_row_get_id (row)) == 0)
    return;
  g_free (self->current);
  self->current = g_strdup (id);
  squill_rows_find (G_LIST_MODEL (self->selection), squill_size_row_get_id, id, &position);
  gtk_single_selection_set_selected (self->selection, position);
  if (position != GTK_INVALID_LIST_POSITION)
    squill_panel_page_scroll_to (self->table, position);
}

static void
select_collection (SquillSizesPage *self, const char *id)
{
  SquillSession *session = squill_panel_page_get_session (SQUILL_PANEL_PAGE (self));

  if (session == NULL)
    return;
  g_free (self->current);
  self->current = g_strdup (id);
  squill_session_show_item (session, id);
}

static void
on_selected (SquillSizesPage *self)
{
  SquillSizeRow *row = gtk_single_selection_get_selected_item (self->selection);

  /* A row that only moved is not newly selected. */
  if (!self->following && row != NULL &&
      g_strcmp0 (self->current, squill_size_row_get_id (row)) != 0)
    select_collection (self, squill_size_row_get_id (row));
}

static void
on_activate (SquillSizesPage *self, guint position)
{
  SquillSizeRow *row = squill_rows_peek (G_LIST_MODEL (self->selection), position);

  if (row != NULL)
    select_collection (self, squill_size_row_get_id (row));
}

static void
squill_sizes_page_update (SquillPanelPage *page)
{
  SquillSizesPage *self = SQUILL_SIZES_PAGE (page);
  SquillSession *session = squill_panel_page_get_session (page);
  double horizon = squill_model_get_horizon (squill_session_get_model (session));

  self->following = TRUE;
  if (self->horizon != horizon)
    {
      self->horizon = horizon;
      show_titles (self);
    }
  g_set_object (&self->design, squill_session_get_design (session));
  update_rows (self);
  show_total (self);
  squill_panel_page_show_list (page, squill_design_get_n_collections (self->design) > 0);
  follow_selection (self);
  self->following = FALSE;
}

static void
squill_sizes_page_dispose (GObject *object)
{
  SquillSizesPage *self = SQUILL_SIZES_PAGE (object);

  self->following = TRUE;
  g_clear_object (&self->orders);
  g_clear_object (&self->rows);
  g_clear_object (&self->design);

  G_OBJECT_CLASS (squill_sizes_page_parent_class)->dispose (object);
}

static void
squill_sizes_page_finalize (GObject *object)
{
  g_free (SQUILL_SIZES_PAGE (object)->current);

  G_OBJECT_CLASS (squill_sizes_page_parent_class)->finalize (object);
}

static void
squill_sizes_page_class_init (SquillSizesPageClass *klass)
{
  SquillPanelPageClass *page_class = SQUILL_PANEL_PAGE_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = squill_sizes_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = squill_sizes_page_finalize;
  page_class->update = squill_sizes_page_update;
  page_class->selection = TRUE;
}

static void
add_column (SquillSizesPage *self, SquillSizeColumn column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkCustomSorter *sorter = gtk_custom_sorter_new (compare_rows, GUINT_TO_POINTER (column), NULL);

  g_object_set_data (G_OBJECT (factory), "column", GUINT_TO_POINTER (column));
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), self);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), NULL);
  g_signal_connect (factory, "unbind", G_CALLBACK (on_unbind), NULL);
  self->columns[column] = gtk_column_view_column_new (NULL, factory);
  gtk_column_view_column_set_sorter (self->columns[column], GTK_SORTER (sorter));
  gtk_column_view_column_set_resizable (self->columns[column], TRUE);
  gtk_column_view_column_set_expand (self->columns[column], column == SQUILL_SIZE_COLUMN_NAME);
  gtk_column_view_append_column (self->table, self->columns[column]);
  if (column != SQUILL_SIZE_COLUMN_NAME)
    squill_table_end_title (self->table, column);
  g_object_unref (sorter);
  g_object_unref (self->columns[column]); /* the table keeps it */
}

static void
make_bar (SquillSizesPage *self)
{
  const GActionEntry entries[] = { { "sort", on_sort, "u", NULL, NULL, { 0 } } };
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();
  SquillPanelPage *page = SQUILL_PANEL_PAGE (self);
  GtkWidget *button = gtk_menu_button_new ();

  g_action_map_add_action_entries (G_ACTION_MAP (actions), entries, G_N_ELEMENTS (entries), self);
  self->total = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->total), "dim-label");
  gtk_label_set_ellipsize (self->total, PANGO_ELLIPSIZE_END);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->total),
                               _ ("Size of all documents before compression, without indexes"));
  self->orders = g_menu_new ();
  /* Titles of columns cannot be reached with the keyboard. */
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "view-sort-descending-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (self->orders));
  gtk_widget_add_css_class (button, "flat");
  squill_widget_set_tooltip (button, _ ("Sort by"));
  squill_panel_page_set_bar (page, self->total, button, NULL);
  gtk_widget_insert_action_group (squill_panel_page_get_bar (page), "sizes",
                                  G_ACTION_GROUP (actions));
}

static void
squill_sizes_page_init (SquillSizesPage *self)
{
  GtkSortListModel *sorted;

  self->horizon = NAN;
  self->sorted_column = SQUILL_N_SIZE_COLUMNS;
  self->rows = g_list_store_new (SQUILL_TYPE_SIZE_ROW);
  self->table = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  for (guint i = 0; i < SQUILL_N_SIZE_COLUMNS; i++)
    add_column (self, i);
  sorted = gtk_sort_list_model_new (G_LIST_MODEL (g_object_ref (self->rows)),
                                    g_object_ref (gtk_column_view_get_sorter (self->table)));
  self->selection = gtk_single_selection_new (G_LIST_MODEL (sorted));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  gtk_column_view_set_model (self->table, GTK_SELECTION_MODEL (self->selection));
  g_object_unref (self->selection); /* the table keeps it */
  gtk_widget_add_css_class (GTK_WIDGET (self->table), "data-table");
  squill_widget_set_name (self->table, _ ("Sizes of collections"));
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (on_selected), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "activate", G_CALLBACK (on_activate), self,
                           G_CONNECT_SWAPPED);

  squill_panel_page_set_list (SQUILL_PANEL_PAGE (self), squill_table_scroll (self->table),
                              _ ("No collections yet"));
  make_bar (self);
}
