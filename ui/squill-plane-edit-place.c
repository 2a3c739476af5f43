/* SPDX-License-Identifier: Apache-2.0 */

/* Where on the diagram stands what is edited. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-plane-private.h"

#include <math.h>

/* However far away the diagram is, what is edited can be read. */
#define LEAST_WIDTH 160.0
#define INDENT 16.0
#define LABEL_WIDTH 130.0

static const SquillEdge *
find_edge_of (SquillPlane *self, const char *relationship)
{
  for (guint i = 0; i < squill_diagram_get_n_edges (self->diagram); i++)
    {
      const SquillEdge *edge = squill_diagram_get_edge (self->diagram, i);

      if (g_str_equal (edge->relationship, relationship))
        return edge;
    }
  return NULL;
}

static SquillRect
get_name_rect_of_edge (const SquillEdge *edge)
{
  const SquillRoute *route = edge->route;
  guint middle = (route->n_points - 1) / 2;
  SquillPoint a = route->points[middle], b = route->points[middle + 1];
  double x = (a.x + b.x) / 2, y = (a.y + b.y) / 2;

  if (!squill_rect_is_empty (&route->name_label))
    {
      x = route->name_label.x + route->name_label.width / 2;
      y = route->name_label.y + route->name_label.height / 2;
    }
  return SQUILL_RECT (x - LABEL_WIDTH / 2, y - 12, LABEL_WIDTH, 24);
}

static const SquillFrame *
find_frame (SquillPlane *self, const char *id)
{
  for (guint i = 0; i < squill_diagram_get_n_frames (self->diagram); i++)
    if (g_str_equal (squill_diagram_get_frame (self->diagram, i)->id, id))
      return squill_diagram_get_frame (self->diagram, i);
  return NULL;
}

static gboolean
get_row_rect (SquillPlane *self, const char *item, SquillRect *rect)
{
  int row;
  const SquillCard *card = squill_diagram_find_item (self->diagram, item, &row);

  if (card == NULL || card->collapsed)
    return FALSE;
  if (row < 0)
    {
      *rect = squill_card_get_name_rect (card);
      return TRUE;
    }
  *rect = squill_card_get_row_rect (card, (guint)row);
  rect->x += 8 + INDENT * card->rows[row].depth;
  rect->width -= 16 + INDENT * card->rows[row].depth;
  return TRUE;
}

/* The card a new field would be on: that of its entity, or of the field around it. */
static const SquillCard *
find_card_for_field (SquillPlane *self, const char *parent, int *row)
{
  return squill_diagram_find_item (self->diagram, parent, row);
}

/* Below the field it follows and all that is within that one. */
static gboolean
get_new_row_rect (SquillPlane *self, SquillRect *rect)
{
  int row, after = -1;
  const SquillCard *card = find_card_for_field (self, self->edit_parent, &row);
  double depth = 0, top;

  if (card == NULL || card->collapsed)
    return FALSE;
  if (row >= 0)
    {
      depth = card->rows[row].depth + 1;
      after = row;
    }
  if (self->edit_after == NULL && row < 0)
    after = (int)card->n_rows - 1;
  else if (self->edit_after != NULL && *self->edit_after != '\0')
    squill_diagram_find_item (self->diagram, self->edit_after, &after);
  if (self->edit_after == NULL || *self->edit_after != '\0')
    while (after >= 0 && after + 1 < (int)card->n_rows &&
           card->rows[after + 1].depth > card->rows[after].depth)
      after++;
  top = card->rect.y + SQUILL_CARD_HEADER + SQUILL_CARD_ROW * (after + 1);
  *rect = SQUILL_RECT (card->rect.x + 8 + INDENT * depth, top,
                       card->rect.width - 16 - INDENT * depth, SQUILL_CARD_ROW);
  return TRUE;
}

gboolean
_squill_plane_get_edit_rect (SquillPlane *self, SquillRect *rect)
{
  const SquillItem *item =
      self->edit_item != NULL
          ? squill_model_get_item (squill_plane_get_model (self), self->edit_item)
          : NULL;
  const SquillEdge *edge;
  const SquillFrame *frame;

  switch (self->edit_kind)
    {
    case SQUILL_EDIT_KIND_NAME:
      if (item == NULL)
        return FALSE;
      if (item->kind == SQUILL_KIND_GROUP)
        {
          frame = find_frame (self, self->edit_item);
          if (frame == NULL)
            return FALSE;
          *rect = SQUILL_RECT (frame->rect.x + 8, frame->rect.y + 4,
                               MIN (frame->rect.width - 16, SQUILL_CARD_MIN_WIDTH), 24);
          return TRUE;
        }
      edge = item->kind == SQUILL_KIND_RELATIONSHIP ? find_edge_of (self, self->edit_item) : NULL;
      if (edge != NULL && squill_diagram_find_card (self->diagram, self->edit_item) == NULL)
        {
          *rect = get_name_rect_of_edge (edge);
          return TRUE;
        }
      return get_row_rect (self, self->edit_item, rect);
    case SQUILL_EDIT_KIND_FIELD:
      return item != NULL && get_row_rect (self, self->edit_item, rect);
    case SQUILL_EDIT_KIND_NEW_FIELD:
      return get_new_row_rect (self, rect);
    case SQUILL_EDIT_KIND_START_TRIPLE:
    case SQUILL_EDIT_KIND_END_TRIPLE:
      edge = squill_diagram_find_edge (self->diagram, self->edit_edge);
      if (edge == NULL)
        return FALSE;
      *rect = self->edit_kind == SQUILL_EDIT_KIND_START_TRIPLE ? edge->route->from_label
                                                               : edge->route->to_label;
      return !squill_rect_is_empty (rect);
    case SQUILL_EDIT_KIND_NOTE:
      frame = item != NULL ? find_frame (self, self->edit_item) : NULL;
      if (frame == NULL)
        return FALSE;
      *rect = frame->rect;
      return TRUE;
    case SQUILL_EDIT_KIND_NOTHING:
    default:
      return FALSE;
    }
}

void
_squill_plane_allocate_editor (SquillPlane *self)
{
  SquillRect rect;
  SquillPoint start;
  double zoom = squill_viewport_get_zoom (self->viewport);
  int width, height, least;

  if (self->editor == NULL || !_squill_plane_get_edit_rect (self, &rect))
    return;
  start = squill_viewport_to_window (self->viewport, rect.x, rect.y);
  width = (int)ceil (MAX (rect.width * zoom, LEAST_WIDTH));
  squill_place_editor_set_height (self->editor, rect.height * zoom);
  gtk_widget_measure (GTK_WIDGET (self->editor), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL,
                      NULL);
  width = MAX (width, least);
  gtk_widget_measure (GTK_WIDGET (self->editor), GTK_ORIENTATION_VERTICAL, width, NULL, &height,
                      NULL, NULL);
  gtk_widget_allocate (
      GTK_WIDGET (self->editor), width, height, -1,
      gsk_transform_translate (
          NULL, &GRAPHENE_POINT_INIT ((float)floor (start.x + 0.5), (float)floor (start.y + 0.5))));
}
