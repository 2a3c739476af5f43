/* SPDX-License-Identifier: Apache-2.0 */

/* What is in sight. Each frame asks which of thousands of cards and lines that are, so the places
 * of all of them stand next to each other: to visit every card and every line takes milliseconds.
 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas-private.h"

#include <string.h>

/* With more changes than these all places are noted again, which is quicker then. */
#define FEW 64

struct _SquillSight
{
  GArray *cards; /* SquillRect, as the cards of the diagram are */
  GArray *lines; /* SquillRect, as the lines of the diagram are */
};

SquillSight *
_squill_sight_new (void)
{
  SquillSight *self = g_new (SquillSight, 1);

  self->cards = g_array_new (FALSE, FALSE, sizeof (SquillRect));
  self->lines = g_array_new (FALSE, FALSE, sizeof (SquillRect));
  return self;
}

void
_squill_sight_free (SquillSight *self)
{
  g_array_unref (self->cards);
  g_array_unref (self->lines);
  g_free (self);
}

/* There is no diagram any more. */
void
_squill_canvas_forget_places (SquillCanvas *self)
{
  g_array_set_size (self->sight->cards, 0);
  g_array_set_size (self->sight->lines, 0);
}

static void
note_all_cards (SquillCanvas *self)
{
  const guint n = squill_diagram_get_n_cards (self->diagram);
  GArray *rects = self->sight->cards;

  g_array_set_size (rects, n);
  for (guint i = 0; i < n; i++)
    g_array_index (rects, SquillRect, i) = squill_diagram_get_card (self->diagram, i)->rect;
}

static void
set_place (GArray *rects, guint position, const SquillRect *rect, GArray *touched)
{
  SquillRect *place = &g_array_index (rects, SquillRect, position);

  g_array_append_vals (touched, place, 1);
  g_array_append_vals (touched, rect, 1);
  *place = *rect;
}

static gboolean
note_card (SquillCanvas *self, const char *id, GArray *touched)
{
  const SquillCard *card = squill_diagram_find_card (self->diagram, id);
  const guint n = squill_diagram_get_n_cards (self->diagram);

  for (guint i = 0; card != NULL && i < n; i++)
    if (squill_diagram_get_card (self->diagram, i) == card)
      {
        set_place (self->sight->cards, i, &card->rect, touched);
        return TRUE;
      }
  return FALSE;
}

static void
note_all_lines (SquillCanvas *self)
{
  const guint n = squill_diagram_get_n_edges (self->diagram);
  GArray *rects = self->sight->lines;

  g_array_set_size (rects, n);
  for (guint i = 0; i < n; i++)
    g_array_index (rects, SquillRect, i) =
        squill_diagram_get_edge (self->diagram, i)->route->bounds;
}

/* Lines are in the order of their ids. */
static gboolean
note_line (SquillCanvas *self, const char *id, GArray *touched)
{
  guint low = 0, high = squill_diagram_get_n_edges (self->diagram);

  while (low < high)
    {
      const guint middle = (low + high) / 2;
      const SquillEdge *edge = squill_diagram_get_edge (self->diagram, middle);
      const int order = strcmp (edge->id, id);

      if (order == 0)
        {
          set_place (self->sight->lines, middle, &edge->route->bounds, touched);
          return TRUE;
        }
      if (order < 0)
        low = middle + 1;
      else
        high = middle;
    }
  return FALSE;
}

typedef gboolean (*NoteFunc) (SquillCanvas *self, const char *id, GArray *touched);

/* Notes those that changed. FALSE if the others may be elsewhere in the list too. */
static gboolean
note_few (SquillCanvas *self, const GPtrArray *ids, NoteFunc note, GArray *touched)
{
  if (ids->len > FEW)
    return FALSE;
  for (guint i = 0; i < ids->len; i++)
    if (!note (self, ids->pdata[i], touched))
      return FALSE;
  return TRUE;
}

/* Notes where cards and lines are after an update. @touched: (element-type SquillRect): the places
 * are added to it where those that changed were and are. FALSE if these are not known, as too many
 * changed. */
gboolean
_squill_canvas_note_places (SquillCanvas *self, const SquillDiagramChange *change, GArray *touched)
{
  gboolean known = TRUE;

  if (self->sight->cards->len != squill_diagram_get_n_cards (self->diagram) ||
      !note_few (self, change->cards, note_card, touched))
    {
      known = FALSE;
      note_all_cards (self);
    }
  if (self->sight->lines->len != squill_diagram_get_n_edges (self->diagram) ||
      !note_few (self, change->edges, note_line, touched))
    {
      known = FALSE;
      note_all_lines (self);
    }
  return known;
}

/* Of all cards, lines, groups and notes, as of the last time that places were noted. As the places
 * are beside each other in memory, it takes less time than squill_diagram_get_bounds(). */
SquillRect
_squill_canvas_get_bounds (SquillCanvas *self)
{
  SquillRect bounds = { 0 };

  for (guint i = 0; i < self->sight->cards->len; i++)
    bounds = squill_rect_union (&bounds, &g_array_index (self->sight->cards, SquillRect, i));
  for (guint i = 0; i < self->sight->lines->len; i++)
    bounds = squill_rect_union (&bounds, &g_array_index (self->sight->lines, SquillRect, i));
  for (guint i = 0; i < squill_diagram_get_n_frames (self->diagram); i++)
    bounds = squill_rect_union (&bounds, &squill_diagram_get_frame (self->diagram, i)->rect);
  return bounds;
}

/* Gives the next of the rectangles that overlap one, from @position on; FALSE after the last. */
static gboolean
find_next (const GArray *rects, const SquillRect *rect, guint *position)
{
  for (; *position < rects->len; (*position)++)
    if (squill_rect_overlaps (&g_array_index (rects, SquillRect, *position), rect))
      return TRUE;
  return FALSE;
}

/* The cards that overlap a rectangle of the diagram, in their order. */
GPtrArray *
_squill_canvas_list_cards_in (SquillCanvas *self, const SquillRect *rect)
{
  GPtrArray *found = g_ptr_array_new ();

  for (guint i = 0; find_next (self->sight->cards, rect, &i); i++)
    g_ptr_array_add (found, (gpointer)squill_diagram_get_card (self->diagram, i));
  return found;
}

/* The lines that may overlap a rectangle of the diagram, as their bounds do, in their order. */
GPtrArray *
_squill_canvas_list_lines_in (SquillCanvas *self, const SquillRect *rect)
{
  GPtrArray *found = g_ptr_array_new ();

  for (guint i = 0; find_next (self->sight->lines, rect, &i); i++)
    g_ptr_array_add (found, (gpointer)squill_diagram_get_edge (self->diagram, i));
  return found;
}
