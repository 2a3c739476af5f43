/* SPDX-License-Identifier: Apache-2.0 */

/* Editing names, fields, counts, and notes in place on the diagram. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "model/squill-authoring.h"
#include "session/squill-drawing.h"
#include "session/squill-field-text.h"

/* The editor stays legible at any zoom: its size in pixels of the canvas has a minimum. */
#define MIN_WIDTH 160.0
#define MIN_FONT 11.0
#define NAME_FONT 13.0
#define FIELD_FONT 12.5
#define LABEL_FONT 11.5
#define INDENT 16.0
#define LABEL_WIDTH 130.0

/* Where the editor stands. */

static const SquillEdge *
find_edge_of (SquillCanvas *self, const char *relationship)
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
find_frame (SquillCanvas *self, const char *id)
{
  for (guint i = 0; i < squill_diagram_get_n_frames (self->diagram); i++)
    if (g_str_equal (squill_diagram_get_frame (self->diagram, i)->id, id))
      return squill_diagram_get_frame (self->diagram, i);
  return NULL;
}

static gboolean
get_row_rect (SquillCanvas *self, const char *item, SquillRect *rect)
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

/* Below the field it follows and the fields nested in that one. */
static gboolean
get_new_row_rect (SquillCanvas *self, SquillRect *rect)
{
  int row, after = -1;
  const SquillCard *card = squill_diagram_find_item (self->diagram, self->edit_parent, &row);
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

/* A number that is not known yet has no label: it is typed where the line ends. */
static SquillRect
get_triple_rect (const SquillEdge *edge, gboolean at_end)
{
  const SquillRoute *route = edge->route;
  const SquillRect *label = at_end ? &route->to_label : &route->from_label;
  SquillPoint end = at_end ? route->points[route->n_points - 1] : route->points[0];

  return squill_rect_is_empty (label) ? SQUILL_RECT (end.x - 12, end.y - 10, 24, 20) : *label;
}

static gboolean
get_edit_rect (SquillCanvas *self, SquillRect *rect)
{
  const SquillItem *item =
      self->edit_item != NULL
          ? squill_model_get_item (squill_canvas_get_model (self), self->edit_item)
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
      *rect = get_triple_rect (edge, self->edit_kind == SQUILL_EDIT_KIND_END_TRIPLE);
      return TRUE;
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
_squill_canvas_allocate_editor (SquillCanvas *self)
{
  SquillRect rect;
  SquillPoint start;
  double zoom = squill_viewport_get_zoom (self->viewport);
  int width, height, least;

  if (self->editor == NULL || !get_edit_rect (self, &rect))
    return;
  start = squill_viewport_to_window (self->viewport, rect.x, rect.y);
  width = (int)ceil (MAX (rect.width * zoom, MIN_WIDTH));
  squill_inline_editor_set_height (self->editor, rect.height * zoom);
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

/* Checking and applying the text. */

static gboolean
check_triple (const char *text, GError **error)
{
  SquillTriple triple;

  if (squill_triple_from_text (text, &triple))
    return TRUE;
  g_set_error (error, SQUILL_FIELD_TEXT_ERROR, SQUILL_FIELD_TEXT_ERROR_LENGTH,
               _ ("Write a cardinality such as 0..35..∞, 1..5, or 12"));
  return FALSE;
}

static gboolean
check_text (const char *text, gpointer user_data, GError **error)
{
  SquillCanvas *self = user_data;
  SquillModel *model = squill_canvas_get_model (self);
  const SquillItem *item =
      self->edit_item != NULL ? squill_model_get_item (model, self->edit_item) : NULL;
  g_autoptr (SquillFieldText) field = NULL;

  switch (self->edit_kind)
    {
    case SQUILL_EDIT_KIND_NAME:
      return item != NULL && squill_model_check_name (model, self->edit_item, item->parent->id,
                                                      item->kind, text, error);
    case SQUILL_EDIT_KIND_FIELD:
    case SQUILL_EDIT_KIND_NEW_FIELD:
      if (self->edit_kind == SQUILL_EDIT_KIND_NEW_FIELD && *text == '\0')
        return TRUE;
      field = squill_field_text_parse (text, error);
      return field != NULL &&
             squill_model_check_name (model, self->edit_item,
                                      item != NULL ? item->parent->id : self->edit_parent,
                                      SQUILL_KIND_FIELD, field->name, error);
    case SQUILL_EDIT_KIND_START_TRIPLE:
    case SQUILL_EDIT_KIND_END_TRIPLE:
      return check_triple (text, error);
    case SQUILL_EDIT_KIND_NOTE:
    case SQUILL_EDIT_KIND_NOTHING:
    default:
      return TRUE;
    }
}

static gboolean
keep_name (SquillCanvas *self, SquillModel *model, const char *text, GError **error)
{
  const SquillItem *item = squill_model_get_item (model, self->edit_item);

  if (item == NULL)
    return TRUE;
  if (item->kind == SQUILL_KIND_COPY)
    return squill_model_set (model, self->edit_item, "name", json_string (text), error);
  return squill_model_rename (model, self->edit_item, text, error);
}

static gboolean
keep_new_field (
    SquillCanvas *self, SquillModel *model, const char *text, char **new_field, GError **error)
{
  g_autoptr (SquillFieldText) field = NULL;
  g_autofree char *id = NULL;

  if (*text == '\0')
    return TRUE;
  field = squill_field_text_parse (text, error);
  if (field == NULL)
    return FALSE;
  squill_model_begin_step (model, _ ("Add field"), NULL);
  id =
      squill_model_add_field (model, self->edit_parent, self->edit_after, field->name,
                              field->types != SQUILL_TYPE_NONE ? field->types : SQUILL_TYPE_STRING);
  if (id == NULL || !squill_field_text_apply (field, model, id, error))
    {
      squill_model_cancel_step (model);
      return FALSE;
    }
  squill_model_end_step (model);
  *new_field = g_steal_pointer (&id);
  return TRUE;
}

static gboolean
keep_triple (SquillCanvas *self, SquillModel *model, const char *text, GError **error)
{
  const SquillEdge *edge = squill_diagram_find_edge (self->diagram, self->edit_edge);
  const SquillRelationship *r;
  g_autofree char *shown = NULL;
  gboolean of_children;
  SquillTriple triple;
  gboolean done;

  if (edge == NULL || !squill_triple_from_text (text, &triple))
    return FALSE;
  r = squill_model_get_relationship (model, edge->relationship);
  of_children = edge->from_children != (self->edit_kind == SQUILL_EDIT_KIND_END_TRIPLE);
  shown = squill_triple_to_text (squill_triple_round (of_children ? r->children : r->parents));
  if (g_str_equal (text, shown))
    return TRUE;
  squill_model_begin_step (model, _ ("Change cardinality"), NULL);
  done = squill_model_set (model, edge->relationship, of_children ? "children" : "parents",
                           squill_json_triple (triple), error);
  squill_model_end_step (model);
  return done;
}

/* Applies a text to the model, or to a copy of it. */
static gboolean
apply_text (
    SquillCanvas *self, SquillModel *model, const char *text, char **new_field, GError **error)
{
  g_autoptr (SquillFieldText) field = NULL;

  switch (self->edit_kind)
    {
    case SQUILL_EDIT_KIND_NAME:
      return keep_name (self, model, text, error);
    case SQUILL_EDIT_KIND_FIELD:
      field = squill_field_text_parse (text, error);
      return field != NULL && squill_field_text_apply (field, model, self->edit_item, error);
    case SQUILL_EDIT_KIND_NEW_FIELD:
      return keep_new_field (self, model, text, new_field, error);
    case SQUILL_EDIT_KIND_START_TRIPLE:
    case SQUILL_EDIT_KIND_END_TRIPLE:
      return keep_triple (self, model, text, error);
    case SQUILL_EDIT_KIND_NOTE:
      return squill_model_set (model, self->edit_item, "text", json_string (text), error);
    case SQUILL_EDIT_KIND_NOTHING:
    default:
      return TRUE;
    }
}

/* Applies what was typed. If it is not valid, shows why and keeps the editor open. */
static gboolean
keep_text (SquillCanvas *self)
{
  g_autofree char *text = squill_inline_editor_get_text (self->editor);
  g_autofree char *new_field = NULL;
  g_autoptr (GError) error = NULL;

  if (!squill_inline_editor_is_changed (self->editor))
    return TRUE;
  if (!squill_inline_editor_check (self->editor))
    return FALSE;
  if (!apply_text (self, squill_canvas_get_model (self), text, &new_field, &error))
    {
      if (error != NULL)
        squill_inline_editor_show_error (self->editor, error->message);
      return FALSE;
    }
  if (new_field != NULL)
    {
      /* The field exists now, so it is this field that is edited. */
      self->edit_kind = SQUILL_EDIT_KIND_FIELD;
      self->edit_item = g_steal_pointer (&new_field);
    }
  squill_inline_editor_set_kept (self->editor);
  /* From here on there is more to undo than that it was added. */
  self->edit_is_new = FALSE;
  squill_canvas_update (self);
  return TRUE;
}

static gboolean
typing_is_pending (SquillTyping *typing)
{
  SquillCanvas *self = SQUILL_CANVAS (typing);

  return self->editor != NULL && squill_inline_editor_is_changed (self->editor);
}

static gboolean
typing_keep (SquillTyping *typing)
{
  SquillCanvas *self = SQUILL_CANVAS (typing);

  return self->editor == NULL || keep_text (self);
}

static void
typing_write_to (SquillTyping *typing, SquillModel *copy)
{
  SquillCanvas *self = SQUILL_CANVAS (typing);
  g_autofree char *text = squill_inline_editor_get_text (self->editor);
  g_autofree char *new_field = NULL;

  if (check_text (text, self, NULL))
    apply_text (self, copy, text, &new_field, NULL);
}

/* The canvas keeps and writes what is typed in its editor, as #SquillTyping asks. */
void
_squill_canvas_typing_init (SquillTypingInterface *iface)
{
  iface->is_pending = typing_is_pending;
  iface->keep = typing_keep;
  iface->write_to = typing_write_to;
}

/* The editor. */

/* Removes the editor without keeping what was typed; for dispose(), so that it may come twice. */
void
_squill_canvas_dispose_editor (SquillCanvas *self)
{
  SquillInlineEditor *editor = g_steal_pointer (&self->editor);

  self->edit_kind = SQUILL_EDIT_KIND_NOTHING;
  self->edit_is_new = FALSE;
  if (editor != NULL)
    {
      g_signal_handlers_disconnect_by_data (editor, self);
      gtk_widget_unparent (GTK_WIDGET (editor));
    }
  g_clear_pointer (&self->edit_item, g_free);
  g_clear_pointer (&self->edit_edge, g_free);
  g_clear_pointer (&self->edit_parent, g_free);
  g_clear_pointer (&self->edit_after, g_free);
}

/* With @grab_focus, the card that was edited gets the focus, or the canvas if it has none. */
static void
close_editor (SquillCanvas *self, gboolean grab_focus)
{
  int row;
  const char *item = self->edit_item != NULL ? self->edit_item : self->edit_parent;
  const SquillCard *card =
      item != NULL ? squill_diagram_find_item (self->diagram, item, &row) : NULL;
  GtkWidget *widget = card != NULL ? squill_canvas_get_card_widget (self, card->id) : NULL;

  _squill_canvas_dispose_editor (self);
  if (grab_focus)
    gtk_root_set_focus (gtk_widget_get_root (GTK_WIDGET (self)),
                        widget != NULL ? widget : GTK_WIDGET (self));
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Closes the editor without its text, and takes back what was added to be named in it. */
static void
give_up (SquillCanvas *self, gboolean grab_focus)
{
  gboolean is_new = self->edit_is_new;

  close_editor (self, grab_focus);
  if (!is_new)
    return;
  squill_model_undo (squill_canvas_get_model (self));
  squill_canvas_update (self);
}

/* Closes the editor if its item is gone, by undo for example. */
void
_squill_canvas_check_editor (SquillCanvas *self)
{
  SquillRect rect;

  if (self->editor != NULL && !get_edit_rect (self, &rect))
    close_editor (self, TRUE);
}

/* The next field on the card, up or down. */
static char *
find_next_field (SquillCanvas *self, int step)
{
  SquillModel *model = squill_canvas_get_model (self);
  int row;
  const SquillCard *card = self->edit_item != NULL
                               ? squill_diagram_find_item (self->diagram, self->edit_item, &row)
                               : NULL;

  if (card == NULL)
    return NULL;
  for (row += step; row >= 0 && row < (int)card->n_rows; row += step)
    {
      const char *item = card->rows[row].item;

      if (item != NULL && squill_model_get_field (model, item) != NULL)
        return g_strdup (item);
    }
  return NULL;
}

/**
 * squill_canvas_find_first_field:
 * @self: a canvas
 * @item: id of an item with a card
 *
 * Returns: (transfer none) (nullable): id of the first field on its card besides `_id`, which is
 *   hardly ever changed
 */
const char *
squill_canvas_find_first_field (SquillCanvas *self, const char *item)
{
  SquillModel *model;
  const SquillCard *card;

  g_return_val_if_fail (SQUILL_IS_CANVAS (self), NULL);

  model = squill_canvas_get_model (self);
  card = squill_diagram_find_card (self->diagram, item);
  for (guint i = 0; card != NULL && i < card->n_rows; i++)
    {
      const char *id = card->rows[i].item;
      const SquillField *field = id != NULL ? squill_model_get_field (model, id) : NULL;

      if (field != NULL && !squill_field_is_id (field))
        return id;
    }
  return NULL;
}

/* Edits the next field of the card, or a new one after the last. */
static void
go_on (SquillCanvas *self, gboolean was_new)
{
  SquillModel *model = squill_canvas_get_model (self);
  const SquillItem *item =
      self->edit_item != NULL ? squill_model_get_item (model, self->edit_item) : NULL;
  g_autofree char *next = NULL;
  g_autofree char *parent = NULL;
  g_autofree char *after = NULL;

  if (item == NULL || item->kind != SQUILL_KIND_FIELD)
    {
      close_editor (self, TRUE);
      return;
    }
  next = was_new ? NULL : find_next_field (self, 1);
  if (next != NULL)
    {
      squill_canvas_edit_item (self, next);
      return;
    }
  parent = g_strdup (item->parent->id);
  after = g_strdup (item->id);
  squill_canvas_edit_new_field (self, parent, after);
}

/* Nests a new field that has no name yet. */
static void
nest_new_field (SquillCanvas *self, gboolean in)
{
  SquillModel *model = squill_canvas_get_model (self);
  const SquillField *after = self->edit_after != NULL && *self->edit_after != '\0'
                                 ? squill_model_get_field (model, self->edit_after)
                                 : NULL;
  const SquillField *parent = squill_model_get_field (model, self->edit_parent);
  gpointer const *siblings;
  guint n;

  if (in)
    {
      if (after == NULL && self->edit_after == NULL)
        {
          siblings = squill_item_get_children (squill_model_get_item (model, self->edit_parent),
                                               SQUILL_KIND_FIELD, &n);
          after = n > 0 ? siblings[n - 1] : NULL;
        }
      if (after == NULL)
        return;
      g_free (self->edit_parent);
      self->edit_parent = g_strdup (after->item.id);
      g_clear_pointer (&self->edit_after, g_free);
    }
  else
    {
      if (parent == NULL)
        return;
      g_free (self->edit_after);
      self->edit_after = g_strdup (parent->item.id);
      g_free (self->edit_parent);
      self->edit_parent = g_strdup (parent->item.parent->id);
    }
  squill_inline_editor_check (self->editor);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

static void
nest (SquillCanvas *self, gboolean in)
{
  SquillModel *model = squill_canvas_get_model (self);
  g_autofree char *item = NULL;
  g_autoptr (GError) error = NULL;

  if (self->edit_kind == SQUILL_EDIT_KIND_NEW_FIELD)
    {
      nest_new_field (self, in);
      return;
    }
  if (!keep_text (self))
    return;
  item = g_strdup (self->edit_item);
  if (self->edit_kind == SQUILL_EDIT_KIND_NAME)
    {
      const char *first = item != NULL ? squill_canvas_find_first_field (self, item) : NULL;

      if (in && first != NULL)
        squill_canvas_edit_item (self, first);
      else
        close_editor (self, TRUE);
      return;
    }
  if (self->edit_kind != SQUILL_EDIT_KIND_FIELD)
    return;
  if (!(in ? squill_drawing_nest_field (model, item, &error)
           : squill_drawing_unnest_field (model, item, &error)))
    {
      if (error != NULL)
        squill_inline_editor_show_error (self->editor, error->message);
      return;
    }
  squill_canvas_update (self);
  squill_canvas_edit_item (self, item);
}

static void
go_beside (SquillCanvas *self, int step)
{
  g_autofree char *next = NULL;

  if (self->edit_kind != SQUILL_EDIT_KIND_FIELD && self->edit_kind != SQUILL_EDIT_KIND_NEW_FIELD)
    return;
  if (!keep_text (self))
    return;
  if (self->edit_kind == SQUILL_EDIT_KIND_NEW_FIELD && step < 0)
    {
      if (self->edit_after != NULL && *self->edit_after != '\0')
        next = g_strdup (self->edit_after);
    }
  else
    next = find_next_field (self, step);
  if (next != NULL)
    squill_canvas_edit_item (self, next);
  else if (step > 0 && self->edit_kind == SQUILL_EDIT_KIND_FIELD)
    go_on (self, TRUE);
}

static void
on_editor_exit (SquillInlineEditor *editor, int how, SquillCanvas *self)
{
  gboolean was_new = self->edit_kind == SQUILL_EDIT_KIND_NEW_FIELD;
  g_autofree char *text = NULL;

  if (editor != self->editor)
    return;
  switch ((SquillInlineEditorExit)how)
    {
    case SQUILL_INLINE_EDITOR_EXIT_ESCAPE:
      give_up (self, TRUE);
      break;
    case SQUILL_INLINE_EDITOR_EXIT_LEFT:
      squill_canvas_end_edit (self, TRUE);
      break;
    case SQUILL_INLINE_EDITOR_EXIT_ENTER:
      text = squill_inline_editor_get_text (editor);
      if (!keep_text (self))
        break;
      if (was_new && *text == '\0')
        close_editor (self, TRUE);
      else
        go_on (self, was_new);
      break;
    case SQUILL_INLINE_EDITOR_EXIT_IN:
    case SQUILL_INLINE_EDITOR_EXIT_OUT:
      nest (self, how == SQUILL_INLINE_EDITOR_EXIT_IN);
      break;
    case SQUILL_INLINE_EDITOR_EXIT_UP:
    case SQUILL_INLINE_EDITOR_EXIT_DOWN:
      go_beside (self, how == SQUILL_INLINE_EDITOR_EXIT_UP ? -1 : 1);
      break;
    default:
      g_assert_not_reached ();
    }
}

static char *
complete_field (const char *text, gpointer user_data)
{
  return squill_field_text_complete (text);
}

static void
open_editor (SquillCanvas *self, const char *label, const char *text, double font, gboolean bold)
{
  double zoom = squill_viewport_get_zoom (self->viewport);
  SquillRect rect;

  self->editor = SQUILL_INLINE_EDITOR (
      squill_inline_editor_new (label, text, self->edit_kind == SQUILL_EDIT_KIND_NOTE));
  squill_inline_editor_set_font (self->editor, MAX (font * zoom, MIN_FONT), bold);
  squill_inline_editor_set_check (self->editor, check_text, self);
  if (self->edit_kind == SQUILL_EDIT_KIND_FIELD || self->edit_kind == SQUILL_EDIT_KIND_NEW_FIELD)
    squill_inline_editor_set_complete (self->editor, complete_field, NULL);
  g_signal_connect_object (self->editor, "exit", G_CALLBACK (on_editor_exit), self, 0);
  gtk_widget_set_parent (GTK_WIDGET (self->editor), GTK_WIDGET (self));
  if (get_edit_rect (self, &rect))
    squill_viewport_show (self->viewport, &rect);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->editor));
  squill_inline_editor_select (self->editor, 0, -1);
}

static void
begin_edit (SquillCanvas *self, int kind, const char *item)
{
  _squill_canvas_dispose_editor (self);
  self->edit_kind = kind;
  self->edit_item = g_strdup (item);
}

/* Whether what is to be edited is on the diagram; otherwise there is nothing to edit. */
static gboolean
is_in_place (SquillCanvas *self)
{
  SquillRect rect;

  if (get_edit_rect (self, &rect))
    return TRUE;
  _squill_canvas_dispose_editor (self);
  return FALSE;
}

/**
 * squill_canvas_edit_item:
 * @self: a canvas
 * @item: id of an entity, field, copy, relationship, group or note
 *
 * Edits its name, of a field also its types, of a note its text, where it stands on the diagram.
 *
 * Returns: %TRUE if it is on the diagram and may be edited
 */
gboolean
squill_canvas_edit_item (SquillCanvas *self, const char *item)
{
  SquillModel *model;
  const SquillItem *what;
  g_autofree char *copy = g_strdup (item);
  g_autofree char *text = NULL;

  g_return_val_if_fail (SQUILL_IS_CANVAS (self), FALSE);
  g_return_val_if_fail (item != NULL, FALSE);

  model = squill_canvas_get_model (self);
  squill_canvas_update (self);
  what = squill_model_get_item (model, copy);
  if (what == NULL || squill_model_get_read_only (model))
    return FALSE;
  begin_edit (self,
              what->kind == SQUILL_KIND_FIELD  ? SQUILL_EDIT_KIND_FIELD
              : what->kind == SQUILL_KIND_NOTE ? SQUILL_EDIT_KIND_NOTE
                                               : SQUILL_EDIT_KIND_NAME,
              copy);
  if (!is_in_place (self))
    return FALSE;
  if (what->kind == SQUILL_KIND_FIELD)
    {
      text = squill_field_text_write ((const SquillField *)what);
      squill_selection_set_single (squill_canvas_get_selection (self), copy);
      open_editor (self, _ ("Field"), text, FIELD_FONT, FALSE);
    }
  else if (what->kind == SQUILL_KIND_NOTE)
    {
      const SquillNote *note = (const SquillNote *)what;

      open_editor (self, _ ("Note"), note->text != NULL ? note->text : "", FIELD_FONT, FALSE);
    }
  else
    {
      const char *name = squill_item_get_name (what);

      open_editor (self, _ ("Name"), name != NULL ? name : "",
                   what->kind == SQUILL_KIND_RELATIONSHIP ? LABEL_FONT : NAME_FONT,
                   what->kind != SQUILL_KIND_COPY);
    }
  return TRUE;
}

/**
 * squill_canvas_edit_added:
 * @self: a canvas
 * @item: id of an item that was just added
 *
 * Selects an item that the last step added, and edits its name or text. Escape takes the step back;
 * a line, which has the name of what it leads to, stays.
 */
void
squill_canvas_edit_added (SquillCanvas *self, const char *item)
{
  g_return_if_fail (SQUILL_IS_CANVAS (self));
  g_return_if_fail (item != NULL);

  squill_canvas_update (self);
  squill_selection_set_single (squill_canvas_get_selection (self), item);
  if (squill_canvas_edit_item (self, item))
    self->edit_is_new =
        squill_model_get_relationship (squill_canvas_get_model (self), item) == NULL;
}

/**
 * squill_canvas_edit_type:
 * @self: a canvas
 * @item: id of a field
 *
 * As squill_canvas_edit_item(), with the types selected.
 *
 * Returns: %TRUE if it is on the diagram and may be edited
 */
gboolean
squill_canvas_edit_type (SquillCanvas *self, const char *item)
{
  g_autofree char *text = NULL;
  const char *colon;

  g_return_val_if_fail (SQUILL_IS_CANVAS (self), FALSE);

  if (!squill_canvas_edit_item (self, item))
    return FALSE;
  if (self->edit_kind != SQUILL_EDIT_KIND_FIELD)
    return TRUE;
  text = squill_inline_editor_get_text (self->editor);
  colon = strrchr (text, ':');
  if (colon != NULL)
    squill_inline_editor_select (
        self->editor, (int)g_utf8_pointer_to_offset (text, colon + 1 + (colon[1] == ' ')), -1);
  return TRUE;
}

/**
 * squill_canvas_edit_new_field:
 * @self: a canvas
 * @parent: id of the entity or field it will belong to
 * @after: (nullable): id of the field it will follow; "": the first; %NULL: the last
 *
 * Edits a new field in its place. It is added to the model once it has a name.
 */
void
squill_canvas_edit_new_field (SquillCanvas *self, const char *parent, const char *after)
{
  g_autofree char *parent_copy = g_strdup (parent);
  g_autofree char *after_copy = g_strdup (after);
  SquillModel *model;

  g_return_if_fail (SQUILL_IS_CANVAS (self));
  g_return_if_fail (parent != NULL);

  model = squill_canvas_get_model (self);
  squill_canvas_update (self);
  if (squill_model_get_item (model, parent_copy) == NULL || squill_model_get_read_only (model))
    return;
  begin_edit (self, SQUILL_EDIT_KIND_NEW_FIELD, NULL);
  self->edit_parent = g_steal_pointer (&parent_copy);
  self->edit_after = g_steal_pointer (&after_copy);
  if (!is_in_place (self))
    return;
  open_editor (self, _ ("New field"), "", FIELD_FONT, FALSE);
  squill_inline_editor_set_placeholder (self->editor, _ ("name: type"));
}

/**
 * squill_canvas_edit_triple:
 * @self: a canvas
 * @edge: id of a line
 * @at_end: whether the number at its end is meant, not that at its start
 *
 * Edits how many there are, where the number stands on the line.
 *
 * Returns: %TRUE if there is such a number and it may be edited
 */
gboolean
squill_canvas_edit_triple (SquillCanvas *self, const char *edge, gboolean at_end)
{
  SquillModel *model;
  const SquillEdge *line;
  const SquillRelationship *r;
  g_autofree char *copy = g_strdup (edge);
  g_autofree char *text = NULL;

  g_return_val_if_fail (SQUILL_IS_CANVAS (self), FALSE);
  g_return_val_if_fail (edge != NULL, FALSE);

  model = squill_canvas_get_model (self);
  squill_canvas_update (self);
  line = squill_diagram_find_edge (self->diagram, copy);
  r = line != NULL ? squill_model_get_relationship (model, line->relationship) : NULL;
  if (r == NULL || squill_model_get_read_only (model))
    return FALSE;
  begin_edit (self, at_end ? SQUILL_EDIT_KIND_END_TRIPLE : SQUILL_EDIT_KIND_START_TRIPLE, NULL);
  self->edit_edge = g_steal_pointer (&copy);
  if (!is_in_place (self))
    return FALSE;
  text = squill_triple_to_text (
      squill_triple_round (line->from_children != at_end ? r->children : r->parents));
  open_editor (self, _ ("Cardinality"), text, LABEL_FONT, TRUE);
  return TRUE;
}

/**
 * squill_canvas_is_editing:
 * @self: a canvas
 *
 * Returns: %TRUE if something is being edited in place
 */
gboolean
squill_canvas_is_editing (SquillCanvas *self)
{
  g_return_val_if_fail (SQUILL_IS_CANVAS (self), FALSE);

  return self->editor != NULL;
}

/**
 * squill_canvas_get_editor:
 * @self: a canvas
 *
 * Returns: (transfer none) (nullable): what something is being edited with
 */
GtkWidget *
squill_canvas_get_editor (SquillCanvas *self)
{
  g_return_val_if_fail (SQUILL_IS_CANVAS (self), NULL);

  return self->editor != NULL ? GTK_WIDGET (self->editor) : NULL;
}

/**
 * squill_canvas_is_editor_at:
 * @self: a canvas
 * @x: in pixels of the canvas
 * @y: in pixels of the canvas
 *
 * Returns: %TRUE if a press there is meant for what is being edited
 */
gboolean
squill_canvas_is_editor_at (SquillCanvas *self, double x, double y)
{
  GtkWidget *picked;

  g_return_val_if_fail (SQUILL_IS_CANVAS (self), FALSE);

  if (self->editor == NULL)
    return FALSE;
  picked = gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT);
  return picked != NULL && (picked == GTK_WIDGET (self->editor) ||
                            gtk_widget_is_ancestor (picked, GTK_WIDGET (self->editor)));
}

/**
 * squill_canvas_end_edit:
 * @self: a canvas
 * @accept: whether to apply the text, if it is valid
 *
 * Ends editing in place. Text that is not valid is dropped. Without @accept, what was added by
 * squill_canvas_edit_added() is taken back.
 *
 * Returns: %TRUE if something was being edited
 */
gboolean
squill_canvas_end_edit (SquillCanvas *self, gboolean accept)
{
  g_return_val_if_fail (SQUILL_IS_CANVAS (self), FALSE);

  if (self->editor == NULL)
    return FALSE;
  if (accept)
    {
      keep_text (self);
      close_editor (self, FALSE);
    }
  else
    give_up (self, FALSE);
  return TRUE;
}
