/* SPDX-License-Identifier: Apache-2.0 */

/* Names, fields and numbers are edited where they stand. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-plane-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "squill-drawing.h"
#include "squill-field-text.h"

/* However far away the diagram is, what is edited can be read. */
#define LEAST_FONT 11.0
#define NAME_FONT 13.0
#define FIELD_FONT 12.5
#define LABEL_FONT 11.5

void
_squill_plane_dispose_editor (SquillPlane *self)
{
  SquillPlaceEditor *editor = g_steal_pointer (&self->editor);

  self->edit_kind = SQUILL_EDIT_KIND_NOTHING;
  g_clear_handle_id (&self->leave_source, g_source_remove);
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

/* The keys go back to the card that was edited, if it has one. */
static void
close_editor (SquillPlane *self, gboolean take_keys)
{
  int row;
  const char *item = self->edit_item != NULL ? self->edit_item : self->edit_parent;
  const SquillCard *card =
      item != NULL ? squill_diagram_find_item (self->diagram, item, &row) : NULL;
  GtkWidget *widget = card != NULL ? g_hash_table_lookup (self->widgets, card->id) : NULL;

  _squill_plane_dispose_editor (self);
  if (take_keys)
    gtk_root_set_focus (gtk_widget_get_root (GTK_WIDGET (self)),
                        widget != NULL ? widget : GTK_WIDGET (self));
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* What is edited may go meanwhile, by undo for one. */
void
_squill_plane_check_editor (SquillPlane *self)
{
  SquillRect rect;

  if (self->editor != NULL && !_squill_plane_get_edit_rect (self, &rect))
    close_editor (self, TRUE);
}

/* The next field on the card of the one that is edited, up or down. */
static char *
find_next_field (SquillPlane *self, int step)
{
  SquillModel *model = squill_plane_get_model (self);
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

static char *
find_first_field (SquillPlane *self, const char *entity)
{
  int row;
  const SquillCard *card = squill_diagram_find_item (self->diagram, entity, &row);

  if (card == NULL || row >= 0)
    return NULL;
  for (guint i = 0; i < card->n_rows; i++)
    if (card->rows[i].item != NULL &&
        squill_model_get_field (squill_plane_get_model (self), card->rows[i].item) != NULL)
      return g_strdup (card->rows[i].item);
  return NULL;
}

/* On to the next field: that which stands there, else a new one. */
static void
go_on (SquillPlane *self, gboolean was_new)
{
  SquillModel *model = squill_plane_get_model (self);
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
      squill_plane_edit_item (self, next);
      return;
    }
  parent = g_strdup (item->parent->id);
  after = g_strdup (item->id);
  squill_plane_edit_new_field (self, parent, after);
}

/* A field that is not there yet can be nested, too. */
static void
nest_new_field (SquillPlane *self, gboolean in)
{
  SquillModel *model = squill_plane_get_model (self);
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
  squill_place_editor_check (self->editor);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

static void
nest (SquillPlane *self, gboolean in)
{
  SquillModel *model = squill_plane_get_model (self);
  g_autofree char *item = NULL;
  g_autoptr (GError) error = NULL;

  if (self->edit_kind == SQUILL_EDIT_KIND_NEW_FIELD)
    {
      nest_new_field (self, in);
      return;
    }
  if (!_squill_plane_keep_text (self))
    return;
  item = g_strdup (self->edit_item);
  if (self->edit_kind == SQUILL_EDIT_KIND_NAME)
    {
      g_autofree char *first = item != NULL ? find_first_field (self, item) : NULL;

      if (in && first != NULL)
        squill_plane_edit_item (self, first);
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
        squill_place_editor_show_error (self->editor, error->message);
      return;
    }
  squill_plane_update (self);
  squill_plane_edit_item (self, item);
}

static void
go_beside (SquillPlane *self, int step)
{
  g_autofree char *next = NULL;

  if (self->edit_kind != SQUILL_EDIT_KIND_FIELD && self->edit_kind != SQUILL_EDIT_KIND_NEW_FIELD)
    return;
  if (!_squill_plane_keep_text (self))
    return;
  if (self->edit_kind == SQUILL_EDIT_KIND_NEW_FIELD && step < 0)
    {
      if (self->edit_after != NULL && *self->edit_after != '\0')
        next = g_strdup (self->edit_after);
    }
  else
    next = find_next_field (self, step);
  if (next != NULL)
    squill_plane_edit_item (self, next);
  else if (step > 0 && self->edit_kind == SQUILL_EDIT_KIND_FIELD)
    go_on (self, TRUE);
}

/* GTK still walks through the editor while it tells that the keyboard went elsewhere; and it may
 * come back, when it is the window that lost it. */
static gboolean
on_leave_due (gpointer user_data)
{
  SquillPlane *self = user_data;

  self->leave_source = 0;
  if (self->editor != NULL &&
      gtk_widget_get_focus_child (GTK_WIDGET (self)) != GTK_WIDGET (self->editor))
    squill_plane_end_edit (self, TRUE);
  return G_SOURCE_REMOVE;
}

static void
on_editor_exit (SquillPlaceEditor *editor, int how, SquillPlane *self)
{
  gboolean was_new = self->edit_kind == SQUILL_EDIT_KIND_NEW_FIELD;
  g_autofree char *text = NULL;

  if (editor != self->editor)
    return;
  switch ((SquillPlaceExit)how)
    {
    case SQUILL_PLACE_EXIT_ESCAPE:
      close_editor (self, TRUE);
      break;
    case SQUILL_PLACE_EXIT_LEFT:
      if (self->leave_source == 0)
        self->leave_source = g_idle_add (on_leave_due, self);
      break;
    case SQUILL_PLACE_EXIT_ENTER:
      text = squill_place_editor_get_text (editor);
      if (!_squill_plane_keep_text (self))
        break;
      if (was_new && *text == '\0')
        close_editor (self, TRUE);
      else
        go_on (self, was_new);
      break;
    case SQUILL_PLACE_EXIT_IN:
    case SQUILL_PLACE_EXIT_OUT:
      nest (self, how == SQUILL_PLACE_EXIT_IN);
      break;
    case SQUILL_PLACE_EXIT_UP:
    case SQUILL_PLACE_EXIT_DOWN:
      go_beside (self, how == SQUILL_PLACE_EXIT_UP ? -1 : 1);
      break;
    default:
      g_assert_not_reached ();
    }
}

static void
open_editor (SquillPlane *self, const char *label, const char *text, double font, gboolean bold)
{
  double zoom = squill_viewport_get_zoom (self->viewport);
  SquillRect rect;

  self->editor = SQUILL_PLACE_EDITOR (
      squill_place_editor_new (label, text, self->edit_kind == SQUILL_EDIT_KIND_NOTE));
  squill_place_editor_set_font (self->editor, MAX (font * zoom, LEAST_FONT), bold);
  squill_place_editor_set_check (self->editor, _squill_plane_check_text, self);
  g_signal_connect_object (self->editor, "exit", G_CALLBACK (on_editor_exit), self, 0);
  gtk_widget_set_parent (GTK_WIDGET (self->editor), GTK_WIDGET (self));
  if (_squill_plane_get_edit_rect (self, &rect))
    squill_viewport_show (self->viewport, &rect);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->editor));
  squill_place_editor_select (self->editor, 0, -1);
}

static void
begin_edit (SquillPlane *self, int kind, const char *item)
{
  _squill_plane_dispose_editor (self);
  self->edit_kind = kind;
  self->edit_item = g_strdup (item);
}

/* Whether it is on the diagram where it could be edited; ends the attempt if it is not. */
static gboolean
is_in_place (SquillPlane *self)
{
  SquillRect rect;

  if (_squill_plane_get_edit_rect (self, &rect))
    return TRUE;
  _squill_plane_dispose_editor (self);
  return FALSE;
}

/**
 * squill_plane_edit_item:
 * @self: a plane
 * @item: id of an entity, field, copy, relationship, group or note
 *
 * Edits its name, of a field also its types, of a note its text, where it stands on the diagram.
 *
 * Returns: whether it is on the diagram and may be edited
 */
gboolean
squill_plane_edit_item (SquillPlane *self, const char *item)
{
  SquillModel *model;
  const SquillItem *what;
  g_autofree char *copy = g_strdup (item);
  g_autofree char *text = NULL;

  g_return_val_if_fail (SQUILL_IS_PLANE (self), FALSE);
  g_return_val_if_fail (item != NULL, FALSE);

  model = squill_plane_get_model (self);
  squill_plane_update (self);
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
      squill_selection_set_single (squill_plane_get_selection (self), copy);
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
 * squill_plane_edit_type:
 * @self: a plane
 * @item: id of a field
 *
 * As squill_plane_edit_item(), with the types selected.
 *
 * Returns: whether it is on the diagram and may be edited
 */
gboolean
squill_plane_edit_type (SquillPlane *self, const char *item)
{
  g_autofree char *text = NULL;
  const char *colon;

  g_return_val_if_fail (SQUILL_IS_PLANE (self), FALSE);

  if (!squill_plane_edit_item (self, item))
    return FALSE;
  if (self->edit_kind != SQUILL_EDIT_KIND_FIELD)
    return TRUE;
  text = squill_place_editor_get_text (self->editor);
  colon = strrchr (text, ':');
  if (colon != NULL)
    squill_place_editor_select (
        self->editor, (int)g_utf8_pointer_to_offset (text, colon + 1 + (colon[1] == ' ')), -1);
  return TRUE;
}

/**
 * squill_plane_edit_new_field:
 * @self: a plane
 * @parent: id of the entity or field it will belong to
 * @after: (nullable): id of the field it will follow; "": the first; %NULL: the last
 *
 * Lets a new field be typed where it will stand. It is there once it has a name.
 */
void
squill_plane_edit_new_field (SquillPlane *self, const char *parent, const char *after)
{
  g_autofree char *parent_copy = g_strdup (parent);
  g_autofree char *after_copy = g_strdup (after);
  SquillModel *model;

  g_return_if_fail (SQUILL_IS_PLANE (self));
  g_return_if_fail (parent != NULL);

  model = squill_plane_get_model (self);
  squill_plane_update (self);
  if (squill_model_get_item (model, parent_copy) == NULL || squill_model_get_read_only (model))
    return;
  begin_edit (self, SQUILL_EDIT_KIND_NEW_FIELD, NULL);
  self->edit_parent = g_steal_pointer (&parent_copy);
  self->edit_after = g_steal_pointer (&after_copy);
  if (!is_in_place (self))
    return;
  open_editor (self, _ ("New field"), "", FIELD_FONT, FALSE);
  squill_place_editor_set_placeholder (self->editor, _ ("name: type"));
}

/**
 * squill_plane_edit_triple:
 * @self: a plane
 * @edge: id of a line
 * @at_end: whether the number at its end is meant, not that at its start
 *
 * Edits how many there are, where the number stands on the line.
 *
 * Returns: whether there is such a number and it may be edited
 */
gboolean
squill_plane_edit_triple (SquillPlane *self, const char *edge, gboolean at_end)
{
  SquillModel *model;
  const SquillEdge *line;
  const SquillRelationship *r;
  g_autofree char *copy = g_strdup (edge);
  g_autofree char *text = NULL;

  g_return_val_if_fail (SQUILL_IS_PLANE (self), FALSE);
  g_return_val_if_fail (edge != NULL, FALSE);

  model = squill_plane_get_model (self);
  squill_plane_update (self);
  line = squill_diagram_find_edge (self->diagram, copy);
  r = line != NULL ? squill_model_get_relationship (model, line->relationship) : NULL;
  if (r == NULL || squill_model_get_read_only (model))
    return FALSE;
  begin_edit (self, at_end ? SQUILL_EDIT_KIND_END_TRIPLE : SQUILL_EDIT_KIND_START_TRIPLE, NULL);
  self->edit_edge = g_steal_pointer (&copy);
  if (!is_in_place (self))
    return FALSE;
  text = squill_triple_to_text (
      _squill_plane_is_triple_of_children (self, line, at_end) ? r->children : r->parents);
  open_editor (self, _ ("How many"), text, LABEL_FONT, TRUE);
  return TRUE;
}

/**
 * squill_plane_is_editing:
 * @self: a plane
 *
 * Returns: whether something is being edited in place
 */
gboolean
squill_plane_is_editing (SquillPlane *self)
{
  g_return_val_if_fail (SQUILL_IS_PLANE (self), FALSE);

  return self->editor != NULL;
}

/**
 * squill_plane_get_editor:
 * @self: a plane
 *
 * Returns: (transfer none) (nullable): what something is being edited with
 */
GtkWidget *
squill_plane_get_editor (SquillPlane *self)
{
  g_return_val_if_fail (SQUILL_IS_PLANE (self), NULL);

  return self->editor != NULL ? GTK_WIDGET (self->editor) : NULL;
}

/**
 * squill_plane_is_editor_at:
 * @self: a plane
 * @x: in pixels of the plane
 * @y: in pixels of the plane
 *
 * Returns: whether a press there is meant for what is being edited
 */
gboolean
squill_plane_is_editor_at (SquillPlane *self, double x, double y)
{
  GtkWidget *picked;

  g_return_val_if_fail (SQUILL_IS_PLANE (self), FALSE);

  if (self->editor == NULL)
    return FALSE;
  picked = gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT);
  return picked != NULL && (picked == GTK_WIDGET (self->editor) ||
                            gtk_widget_is_ancestor (picked, GTK_WIDGET (self->editor)));
}

/**
 * squill_plane_end_edit:
 * @self: a plane
 * @accept: whether to take over what was typed, if it will do
 *
 * Ends what is being edited in place. A name that will not do leaves the old one.
 *
 * Returns: whether something was being edited
 */
gboolean
squill_plane_end_edit (SquillPlane *self, gboolean accept)
{
  g_return_val_if_fail (SQUILL_IS_PLANE (self), FALSE);

  if (self->editor == NULL)
    return FALSE;
  if (accept)
    _squill_plane_keep_text (self);
  close_editor (self, FALSE);
  return TRUE;
}
