/* SPDX-License-Identifier: Apache-2.0 */

/* The widgets of cards, their rows and lines: what the keys and assistive technologies come to. A
 * card takes 10 kB with one, so of thousands only those in sight have any, those of the selection,
 * and the one that has the focus; all others are in the outline, and get one when they are gone to.
 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas-private.h"

#include <math.h>

/* They are renewed when the diagram has been at rest for this long, so that they cost nothing while
 * it moves. */
#define REST_MS 120
/* More than a screen holds of what can be read; of what is selected, which may be all, as many
 * again. */
#define MAX_CARDS 400
#define MAX_ROWS 600
#define MAX_LINES 150

static gboolean
is_selected (SquillCanvas *self, const char *item)
{
  SquillSelection *selection = squill_canvas_get_selection (self);

  return item != NULL && selection != NULL && squill_selection_get_size (selection) > 0 &&
         squill_selection_contains (selection, item);
}

/* The cards that are selected, or a row of them. It is what is selected that is looked for, as
 * thousands of cards have more rows than anybody selects. */
static GHashTable *
find_selected (SquillCanvas *self)
{
  SquillSelection *selection = squill_canvas_get_selection (self);
  GHashTable *cards = g_hash_table_new (NULL, NULL);

  for (guint i = 0; selection != NULL && i < squill_selection_get_size (selection); i++)
    {
      int row;
      const SquillCard *card =
          squill_diagram_find_item (self->diagram, squill_selection_get_nth (selection, i), &row);

      if (card != NULL)
        g_hash_table_add (cards, (gpointer)card);
    }
  return cards;
}

static gboolean
take_room (guint *room, guint n)
{
  if (n > *room)
    return FALSE;
  *room -= n;
  return TRUE;
}

static SquillCardWidget *
find_widget (SquillCanvas *self, const SquillCard *card)
{
  return g_hash_table_lookup (self->widgets, card->id);
}

/* Makes a widget for a card; after @previous, so that they are read in the order of the cards. */
static SquillCardWidget *
add_widget (SquillCanvas *self, const SquillCard *card, SquillCardWidget *previous)
{
  GtkWidget *widget = _squill_card_widget_new (card->id);
  SquillCardWidget *added = SQUILL_CARD_WIDGET (widget);

  _squill_card_widget_set_card (added, card);
  _squill_card_widget_describe (added);
  _squill_card_widget_set_selected (added, g_hash_table_contains (self->lit, card->item));
  gtk_widget_insert_after (widget, GTK_WIDGET (self), (GtkWidget *)previous);
  g_hash_table_insert (self->widgets, g_strdup (card->id), widget);
  return added;
}

static void
remove_widget (SquillCanvas *self, GtkWidget *widget)
{
  const gboolean had_focus = gtk_widget_has_focus (widget);

  g_hash_table_remove (self->widgets, _squill_card_widget_get_id (SQUILL_CARD_WIDGET (widget)));
  gtk_widget_unparent (widget);
  /* The canvas keeps the focus. */
  if (had_focus)
    gtk_widget_grab_focus (GTK_WIDGET (self));
}

/* The cards that are to have widgets: @rows has those whose rows are to have some too. */
static GHashTable *
choose_cards (SquillCanvas *self, const SquillRect *visible, GHashTable *rows)
{
  GHashTable *chosen = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) selected = find_selected (self);
  /* From far away none can be reached. */
  g_autoptr (GPtrArray) seen = self->detail != SQUILL_DETAIL_BOX
                                   ? _squill_canvas_list_cards_in (self, visible)
                                   : g_ptr_array_new ();
  const SquillCard *focused = squill_canvas_get_focused_card (self);
  guint room = MAX_CARDS, selected_room = MAX_CARDS;
  guint rows_room = MAX_ROWS, selected_rows_room = MAX_ROWS;
  GHashTableIter iter;
  gpointer item;

  /* The one with the focus keeps its rows: somebody may be reading them. */
  if (focused != NULL)
    {
      g_hash_table_add (chosen, (gpointer)focused);
      if (gtk_widget_has_focus (GTK_WIDGET (find_widget (self, focused))))
        g_hash_table_add (rows, (gpointer)focused);
    }
  for (guint i = 0; i < seen->len && take_room (&room, 1); i++)
    {
      const SquillCard *card = seen->pdata[i];

      g_hash_table_add (chosen, (gpointer)card);
      if (self->detail == SQUILL_DETAIL_FULL && take_room (&rows_room, card->n_rows))
        g_hash_table_add (rows, (gpointer)card);
    }
  g_hash_table_iter_init (&iter, selected);
  while (g_hash_table_iter_next (&iter, &item, NULL) && take_room (&selected_room, 1))
    {
      g_hash_table_add (chosen, item);
      if (!g_hash_table_contains (rows, item) &&
          take_room (&selected_rows_room, ((const SquillCard *)item)->n_rows))
        g_hash_table_add (rows, item);
    }
  return chosen;
}

static void
remove_others (SquillCanvas *self, GHashTable *chosen)
{
  g_autoptr (GList) widgets = g_hash_table_get_values (self->widgets);

  for (GList *l = widgets; l != NULL; l = l->next)
    if (!g_hash_table_contains (chosen, _squill_card_widget_get_card (l->data)))
      remove_widget (self, l->data);
}

static void
update_cards (SquillCanvas *self, const SquillRect *visible)
{
  g_autoptr (GHashTable) rows = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) chosen = choose_cards (self, visible, rows);
  SquillCardWidget *previous = NULL;

  remove_others (self, chosen);
  for (guint i = 0; i < squill_diagram_get_n_cards (self->diagram); i++)
    {
      const SquillCard *card = squill_diagram_get_card (self->diagram, i);
      SquillCardWidget *widget;

      if (!g_hash_table_contains (chosen, card))
        continue;
      widget = find_widget (self, card);
      if (widget == NULL)
        widget = add_widget (self, card, previous);
      if (g_hash_table_contains (rows, card))
        _squill_card_widget_show_rows (widget, squill_canvas_get_selection (self));
      else
        _squill_card_widget_drop_rows (widget);
      previous = widget;
    }
}

/* Those in sight can be come to; from far away there are none. */
static gboolean
is_placed (SquillCanvas *self, const SquillCard *card, const SquillRect *visible)
{
  return self->detail != SQUILL_DETAIL_BOX && squill_rect_overlaps (visible, &card->rect);
}

/* The one with the focus would lose it if it was not visible. */
static void
place_card (SquillCanvas *self, GtkWidget *widget, const SquillRect *visible)
{
  const SquillCard *card = _squill_card_widget_get_card (SQUILL_CARD_WIDGET (widget));
  const SquillRect rect = squill_viewport_rect_to_window (self->viewport, &card->rect);
  const gboolean placed = is_placed (self, card, visible) || gtk_widget_has_focus (widget);

  gtk_widget_set_child_visible (widget, placed);
  if (placed)
    gtk_widget_allocate (
        widget, MAX (1, (int)ceil (rect.width)), MAX (1, (int)ceil (rect.height)), -1,
        gsk_transform_translate (NULL, &GRAPHENE_POINT_INIT ((float)rect.x, (float)rect.y)));
}

static void
place_line (SquillCanvas *self, GtkWidget *widget, const SquillEdge *edge)
{
  SquillRect rect = squill_viewport_rect_to_window (self->viewport, &edge->route->bounds);
  GskTransform *transform =
      gsk_transform_translate (NULL, &GRAPHENE_POINT_INIT ((float)rect.x, (float)rect.y));

  gtk_widget_allocate (widget, MAX (1, (int)ceil (rect.width)), MAX (1, (int)ceil (rect.height)),
                       -1, transform);
}

static void
update_line (SquillCanvas *self, const SquillEdge *edge)
{
  GtkWidget *widget = g_hash_table_lookup (self->line_widgets, edge->id);
  g_autofree char *name = squill_edge_describe (edge, self->diagram);

  if (widget == NULL)
    {
      widget = g_object_new (SQUILL_TYPE_LINE_WIDGET, NULL);
      gtk_widget_set_parent (widget, GTK_WIDGET (self));
      g_hash_table_insert (self->line_widgets, g_strdup (edge->id), widget);
      gtk_widget_queue_allocate (GTK_WIDGET (self));
    }
  _squill_item_widget_set (SQUILL_ITEM_WIDGET (widget), edge->relationship, name, "",
                           is_selected (self, edge->relationship));
}

static void
update_lines (SquillCanvas *self, const SquillRect *visible)
{
  g_autoptr (GHashTable) kept = g_hash_table_new (g_str_hash, g_str_equal);
  guint room = MAX_LINES, selected_room = MAX_LINES;
  GHashTableIter iter;
  gpointer id, widget;

  for (guint i = 0; i < squill_diagram_get_n_edges (self->diagram); i++)
    {
      const SquillEdge *edge = squill_diagram_get_edge (self->diagram, i);
      const gboolean seen =
          self->detail != SQUILL_DETAIL_BOX && squill_rect_overlaps (visible, &edge->route->bounds);

      if (!(seen && take_room (&room, 1)) &&
          !(is_selected (self, edge->relationship) && take_room (&selected_room, 1)))
        continue;
      update_line (self, edge);
      g_hash_table_add (kept, (gpointer)edge->id);
    }
  g_hash_table_iter_init (&iter, self->line_widgets);
  while (g_hash_table_iter_next (&iter, &id, &widget))
    if (!g_hash_table_contains (kept, id))
      {
        gtk_widget_unparent (widget);
        g_hash_table_iter_remove (&iter);
      }
}

static gboolean
on_rest (gpointer user_data)
{
  SquillCanvas *self = user_data;

  self->objects_source = 0;
  _squill_canvas_update_objects (self);
  return G_SOURCE_REMOVE;
}

/* Renews them once the diagram is at rest. */
void
_squill_canvas_queue_objects (SquillCanvas *self)
{
  g_clear_handle_id (&self->objects_source, g_source_remove);
  self->objects_source = g_timeout_add (REST_MS, on_rest, self);
}

/* Makes and removes widgets as what is in sight demands, now instead of when it is at rest. */
void
_squill_canvas_update_objects (SquillCanvas *self)
{
  SquillRect visible;

  g_clear_handle_id (&self->objects_source, g_source_remove);
  if (self->diagram == NULL)
    return;
  /* Without a change there is nothing to update, and an update may queue the objects again. */
  if (self->update_source != 0)
    squill_canvas_update (self);
  visible = squill_viewport_get_visible (self->viewport);
  update_cards (self, &visible);
  update_lines (self, &visible);
}

/* After an update of the diagram: no widget is left without its card. */
void
_squill_canvas_match_objects (SquillCanvas *self, const SquillDiagramChange *change)
{
  g_autoptr (GList) widgets = g_hash_table_get_values (self->widgets);

  for (GList *l = widgets; l != NULL; l = l->next)
    {
      SquillCardWidget *widget = l->data;
      const SquillCard *card =
          squill_diagram_find_card (self->diagram, _squill_card_widget_get_id (widget));

      _squill_card_widget_set_card (widget, card);
    }
  /* When one goes the focus may move to another, which has to have its own card by then. */
  for (GList *l = widgets; l != NULL; l = l->next)
    if (_squill_card_widget_get_card (l->data) == NULL)
      remove_widget (self, l->data);
  for (guint i = 0; i < change->looks->len; i++)
    {
      SquillCardWidget *widget = g_hash_table_lookup (self->widgets, change->looks->pdata[i]);

      if (widget != NULL)
        _squill_card_widget_describe (widget);
    }
}

/* There is no diagram any more. */
void
_squill_canvas_drop_objects (SquillCanvas *self)
{
  g_autoptr (GList) widgets = g_hash_table_get_values (self->widgets);

  /* When one goes the focus may move, and others may be asked for. */
  g_hash_table_remove_all (self->widgets);
  for (GList *l = widgets; l != NULL; l = l->next)
    gtk_widget_unparent (l->data);
}

/* Puts cards where they stand and lines where they run. */
void
_squill_canvas_allocate_objects (SquillCanvas *self)
{
  const SquillRect visible = squill_viewport_get_visible (self->viewport);
  GHashTableIter iter;
  gpointer id, widget;

  g_hash_table_iter_init (&iter, self->widgets);
  while (g_hash_table_iter_next (&iter, NULL, &widget))
    place_card (self, widget, &visible);
  g_hash_table_iter_init (&iter, self->line_widgets);
  while (g_hash_table_iter_next (&iter, &id, &widget))
    {
      const SquillEdge *edge = squill_diagram_find_edge (self->diagram, id);

      gtk_widget_set_child_visible (widget, edge != NULL);
      if (edge != NULL)
        place_line (self, widget, edge);
    }
  _squill_canvas_queue_objects (self);
}

/**
 * squill_canvas_get_line_widget:
 * @self: a canvas
 * @edge: id of a line
 *
 * Returns: (transfer none) (nullable): what stands for the line where assistive technologies look;
 *   only lines in sight have it, and selected ones, as many as can be read
 */
GtkWidget *
squill_canvas_get_line_widget (SquillCanvas *self, const char *edge)
{
  g_return_val_if_fail (SQUILL_IS_CANVAS (self), NULL);
  g_return_val_if_fail (edge != NULL, NULL);

  return g_hash_table_lookup (self->line_widgets, edge);
}

/**
 * squill_canvas_get_card_widget:
 * @self: a canvas
 * @card: id of a card
 *
 * Gives what the focus can be set to; it is made if the card has none yet.
 *
 * Returns: (transfer none) (nullable): its widget, which is there as long as the card is in sight,
 *   selected or has the focus; %NULL if there is no such card
 */
GtkWidget *
squill_canvas_get_card_widget (SquillCanvas *self, const char *card)
{
  SquillCardWidget *widget, *previous = NULL;
  const SquillCard *own;
  SquillRect visible;

  g_return_val_if_fail (SQUILL_IS_CANVAS (self), NULL);
  g_return_val_if_fail (card != NULL, NULL);

  widget = g_hash_table_lookup (self->widgets, card);
  own = self->diagram != NULL ? squill_diagram_find_card (self->diagram, card) : NULL;
  if (widget != NULL || own == NULL)
    return (GtkWidget *)widget;
  for (guint i = 0; squill_diagram_get_card (self->diagram, i) != own; i++)
    {
      widget = find_widget (self, squill_diagram_get_card (self->diagram, i));
      previous = widget != NULL ? widget : previous;
    }
  widget = add_widget (self, own, previous);
  visible = squill_viewport_get_visible (self->viewport);
  gtk_widget_set_child_visible (GTK_WIDGET (widget), is_placed (self, own, &visible));
  /* Without the focus, one that is out of sight is not kept. */
  _squill_canvas_queue_objects (self);
  return GTK_WIDGET (widget);
}
