/* SPDX-License-Identifier: Apache-2.0 */

/* The rows and lines that assistive technologies see: those in sight, and those of the selection.
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

static void
update_rows (SquillCanvas *self, const SquillRect *visible)
{
  g_autoptr (GHashTable) selected = find_selected (self);
  guint room = MAX_ROWS, selected_room = MAX_ROWS;

  for (guint i = 0; i < self->order->len; i++)
    {
      SquillCardWidget *widget = self->order->pdata[i];
      const SquillCard *card = _squill_card_widget_get_card (widget);
      const gboolean seen =
          self->detail == SQUILL_DETAIL_FULL && squill_rect_overlaps (visible, &card->rect);

      /* A card keeps its rows as long as it has the focus: somebody may be reading them. */
      if ((seen && take_room (&room, card->n_rows)) || gtk_widget_has_focus (GTK_WIDGET (widget)) ||
          (g_hash_table_contains (selected, card) && take_room (&selected_room, card->n_rows)))
        _squill_card_widget_show_rows (widget, squill_canvas_get_selection (self));
      else
        _squill_card_widget_drop_rows (widget);
    }
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

/* Updates the accessible rows and lines to what is in sight, now instead of in an idle. */
void
_squill_canvas_update_objects (SquillCanvas *self)
{
  SquillRect visible = squill_viewport_get_visible (self->viewport);

  g_clear_handle_id (&self->objects_source, g_source_remove);
  if (self->diagram == NULL)
    return;
  /* Without a change there is nothing to update, and an update may queue the objects again. */
  if (self->update_source != 0)
    squill_canvas_update (self);
  update_rows (self, &visible);
  update_lines (self, &visible);
}

/* Puts the lines where they run. */
void
_squill_canvas_allocate_objects (SquillCanvas *self)
{
  GHashTableIter iter;
  gpointer id, widget;

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
