/* SPDX-License-Identifier: Apache-2.0 */

/* What belongs to the selection is lit, and the rest lies under a veil. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas-private.h"

static gboolean
is_edge_near (SquillCanvas *self, const SquillEdge *edge)
{
  return g_hash_table_contains (self->near, edge->id) ||
         g_hash_table_contains (self->lit, edge->relationship);
}

/* Whether there is anything that does not belong to the selection. */
static gboolean
find_far (SquillCanvas *self)
{
  for (guint i = 0; i < squill_diagram_get_n_cards (self->diagram); i++)
    if (!_squill_canvas_is_card_near (self, squill_diagram_get_card (self->diagram, i)))
      return TRUE;
  for (guint i = 0; i < squill_diagram_get_n_edges (self->diagram); i++)
    if (!is_edge_near (self, squill_diagram_get_edge (self->diagram, i)))
      return TRUE;
  return FALSE;
}

/** Finds what belongs to the selection; call after what is lit was updated. */
void
_squill_canvas_update_near (SquillCanvas *self)
{
  SquillSelection *selection = squill_canvas_get_selection (self);
  gboolean wanted = squill_display_options_get_connections (self->options);

  g_hash_table_remove_all (self->near);
  for (guint i = 0; wanted && i < squill_selection_get_size (selection); i++)
    squill_diagram_add_connected (self->diagram, squill_selection_get_nth (selection, i),
                                  self->near);
  self->dims = g_hash_table_size (self->near) > 0 && find_far (self);
}

/* Whether a card is not to be dimmed: it is near what is selected, or what is pointed at. */
gboolean
_squill_canvas_is_card_near (SquillCanvas *self, const SquillCard *card)
{
  return g_hash_table_contains (self->near, card->id) ||
         g_hash_table_contains (self->lit, card->item);
}

/* Whether a group or note is not to be dimmed. */
gboolean
_squill_canvas_is_frame_near (SquillCanvas *self, const SquillFrame *frame)
{
  return g_hash_table_contains (self->near, frame->id) ||
         g_hash_table_contains (self->lit, frame->id);
}

/**
 * squill_canvas_is_dimmed:
 * @self: a canvas
 * @id: id of a card or a line
 *
 * Returns: %TRUE if it does not belong to the selection, and other things do
 */
gboolean
squill_canvas_is_dimmed (SquillCanvas *self, const char *id)
{
  const SquillCard *card;
  const SquillEdge *edge;

  g_return_val_if_fail (SQUILL_IS_CANVAS (self), FALSE);
  g_return_val_if_fail (id != NULL, FALSE);

  if (!self->dims)
    return FALSE;
  card = squill_diagram_find_card (self->diagram, id);
  edge = squill_diagram_find_edge (self->diagram, id);
  return card != NULL ? !_squill_canvas_is_card_near (self, card)
                      : edge != NULL && !is_edge_near (self, edge);
}
