/* SPDX-License-Identifier: Apache-2.0 */

/* What is done to the selection by keys and menus, and what tools have in common. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "diagram/squill-layout.h"
#include "model/squill-authoring.h"
#include "session/squill-action.h"
#include "session/squill-drawing.h"

static void
bind (GtkWidgetClass *widget_class, guint key, GdkModifierType modifiers, const char *action)
{
  g_auto (GStrv) parts = g_strsplit (action, "::", 2);

  if (parts[1] != NULL)
    gtk_widget_class_add_binding_action (widget_class, key, modifiers, parts[0], "s", parts[1]);
  else
    gtk_widget_class_add_binding_action (widget_class, key, modifiers, parts[0], NULL);
}

void
_squill_canvas_install_bindings (GtkWidgetClass *widget_class)
{
  /* What else does it. */
  static const struct
  {
    guint key;
    GdkModifierType modifiers;
    const char *action;
  } bindings[] = {
    { GDK_KEY_Escape, 0, "canvas.cancel" },
    { GDK_KEY_Return, 0, "canvas.edit" },
    { GDK_KEY_KP_Enter, 0, "canvas.edit" },
    { GDK_KEY_KP_Delete, 0, "canvas.delete" },
    { GDK_KEY_c, GDK_CONTROL_MASK, "canvas.copy" },
    { GDK_KEY_v, GDK_CONTROL_MASK, "canvas.paste" },
    { GDK_KEY_equal, 0, "canvas.zoom-in" },
    { GDK_KEY_KP_Add, 0, "canvas.zoom-in" },
    { GDK_KEY_equal, GDK_CONTROL_MASK, "canvas.zoom-in" },
    { GDK_KEY_KP_Subtract, 0, "canvas.zoom-out" },
    { GDK_KEY_KP_0, 0, "canvas.zoom-normal" },
    { GDK_KEY_KP_1, 0, "canvas.zoom-fit" },
    { GDK_KEY_KP_2, 0, "canvas.zoom-selection" },
    { GDK_KEY_KP_3, 0, "show.neighborhood" },
    { GDK_KEY_KP_4, 0, "show.everything" },
    { GDK_KEY_Menu, 0, "canvas.menu" },
    { GDK_KEY_F10, GDK_SHIFT_MASK, "canvas.menu" },
  };
  static const struct
  {
    guint key;
    guint keypad;
    int x;
    int y;
    const char *direction;
  } arrows[] = {
    { GDK_KEY_Left, GDK_KEY_KP_Left, -1, 0, "left" },
    { GDK_KEY_Right, GDK_KEY_KP_Right, 1, 0, "right" },
    { GDK_KEY_Up, GDK_KEY_KP_Up, 0, -1, "up" },
    { GDK_KEY_Down, GDK_KEY_KP_Down, 0, 1, "down" },
  };
  guint n_commands;
  const SquillAction *commands = squill_actions_get (&n_commands);

  for (guint i = 0; i < G_N_ELEMENTS (bindings); i++)
    bind (widget_class, bindings[i].key, bindings[i].modifiers, bindings[i].action);
  /* Menus show the key that was bound last: the first of a command, which its tooltip shows. */
  for (guint i = 0; i < n_commands; i++)
    for (guint k = g_strv_length ((char **)commands[i].keys);
         squill_action_is_of_canvas (&commands[i]) && k-- > 0;)
      {
        guint key;
        GdkModifierType modifiers;

        if (gtk_accelerator_parse (commands[i].keys[k], &key, &modifiers))
          bind (widget_class, key, modifiers, commands[i].action);
      }
  for (guint i = 0; i < G_N_ELEMENTS (arrows); i++)
    for (guint k = 0; k < 2; k++)
      {
        guint key = k == 0 ? arrows[i].key : arrows[i].keypad;

        gtk_widget_class_add_binding_action (widget_class, key, 0, "canvas.nudge", "(ii)",
                                             arrows[i].x, arrows[i].y);
        gtk_widget_class_add_binding_action (widget_class, key, GDK_SHIFT_MASK, "canvas.nudge",
                                             "(ii)", 10 * arrows[i].x, 10 * arrows[i].y);
        gtk_widget_class_add_binding_action (widget_class, key, GDK_CONTROL_MASK, "canvas.go", "s",
                                             arrows[i].direction);
      }
}

/**
 * squill_canvas_add_entity:
 * @self: a canvas
 * @x: its left edge, on the diagram
 * @y: its top edge
 *
 * Adds an entity and edits its name.
 *
 * Returns: (transfer full) (nullable): its id; %NULL if the model is read-only
 */
char *
squill_canvas_add_entity (SquillCanvas *self, double x, double y)
{
  g_autofree char *id = NULL;

  g_return_val_if_fail (SQUILL_IS_CANVAS (self), NULL);

  if (self->session == NULL)
    return NULL;
  squill_canvas_end_edit (self, TRUE);
  squill_model_begin_step (squill_canvas_get_model (self), _ ("Add entity"), NULL);
  id = squill_drawing_add_entity (squill_canvas_get_model (self), x, y);
  if (id != NULL)
    squill_canvas_add_to_view (self, id);
  squill_model_end_step (squill_canvas_get_model (self));
  if (id == NULL)
    return NULL;
  squill_canvas_edit_added (self, id);
  return g_steal_pointer (&id);
}

/**
 * squill_canvas_connect:
 * @self: a canvas
 * @from: id of the entity that the line starts at
 * @field: (nullable): id of a field of it that shall refer to the other
 * @to: id of the entity that it ends at
 *
 * Adds a relationship as squill_drawing_draw_line() and edits its name.
 *
 * Returns: (transfer full) (nullable): its id; %NULL if the model is read-only
 */
char *
squill_canvas_connect (SquillCanvas *self, const char *from, const char *field, const char *to)
{
  g_autofree char *id = NULL;

  g_return_val_if_fail (SQUILL_IS_CANVAS (self), NULL);

  id = squill_drawing_draw_line (squill_canvas_get_model (self), from, field, to);
  if (id == NULL)
    return NULL;
  squill_canvas_edit_added (self, id);
  return g_steal_pointer (&id);
}

/**
 * squill_canvas_add_group:
 * @self: a canvas
 * @members: ids of items, %NULL at the end; only entities count
 *
 * Adds a group and edits its name.
 *
 * Returns: (transfer full) (nullable): its id; %NULL if there is no entity, or the model is
 * read-only
 */
char *
squill_canvas_add_group (SquillCanvas *self, const char *const *members)
{
  SquillModel *model;
  g_autoptr (GPtrArray) entities = g_ptr_array_new ();
  g_autofree char *id = NULL;

  g_return_val_if_fail (SQUILL_IS_CANVAS (self), NULL);

  model = squill_canvas_get_model (self);
  for (guint i = 0; members != NULL && members[i] != NULL; i++)
    if (squill_model_get_entity (model, members[i]) != NULL)
      g_ptr_array_add (entities, (gpointer)members[i]);
  if (entities->len == 0)
    return NULL;
  g_ptr_array_add (entities, NULL);
  id = squill_model_add_group (model, _ ("Group"), (const char *const *)entities->pdata);
  if (id == NULL)
    return NULL;
  squill_canvas_edit_added (self, id);
  return g_steal_pointer (&id);
}

/**
 * squill_canvas_delete_selection:
 * @self: a canvas
 *
 * Deletes the selection in one step. The canvas keeps the focus.
 */
void
squill_canvas_delete_selection (SquillCanvas *self)
{
  g_auto (GStrv) ids = NULL;

  g_return_if_fail (SQUILL_IS_CANVAS (self));

  if (self->session == NULL)
    return;
  ids = squill_selection_get_ids (squill_canvas_get_selection (self));
  if (ids[0] != NULL)
    squill_model_delete (squill_canvas_get_model (self), (const char *const *)ids);
  squill_canvas_update (self);
}

static void
add_placed (GArray *items, const char *id, const SquillRect *rect)
{
  SquillPlacedItem item = { id, *rect };

  for (guint i = 0; i < items->len; i++)
    if (g_str_equal (g_array_index (items, SquillPlacedItem, i).id, id))
      return;
  g_array_append_val (items, item);
}

static void
add_placed_item (SquillCanvas *self, GArray *items, const char *id)
{
  const SquillCard *card = squill_diagram_find_card (self->diagram, id);
  const SquillGroup *group =
      squill_model_get_item_of_kind (squill_canvas_get_model (self), id, SQUILL_KIND_GROUP);

  if (card != NULL && !card->locked)
    add_placed (items, card->id, &card->rect);
  for (guint i = 0; group != NULL && group->members != NULL && group->members[i] != NULL; i++)
    add_placed_item (self, items, group->members[i]);
  for (guint i = 0; i < squill_diagram_get_n_frames (self->diagram); i++)
    {
      const SquillFrame *frame = squill_diagram_get_frame (self->diagram, i);

      if (frame->note && g_str_equal (frame->id, id))
        add_placed (items, frame->id, &frame->rect);
    }
}

/**
 * squill_canvas_get_placed_selection:
 * @self: a canvas
 *
 * Lists what can be moved of the selection: cards that are not locked, notes, and the members of
 * groups.
 *
 * Returns: (transfer full) (element-type SquillPlacedItem): valid until the diagram is updated
 */
GArray *
squill_canvas_get_placed_selection (SquillCanvas *self)
{
  GArray *items = g_array_new (FALSE, FALSE, sizeof (SquillPlacedItem));
  SquillSelection *selection;

  g_return_val_if_fail (SQUILL_IS_CANVAS (self), items);

  selection = squill_canvas_get_selection (self);
  if (selection == NULL)
    return items;
  squill_canvas_update (self);
  for (guint i = 0; i < squill_selection_get_size (selection); i++)
    add_placed_item (self, items, squill_selection_get_nth (selection, i));
  return items;
}

/**
 * squill_canvas_get_selected_cards:
 * @self: a canvas
 *
 * Returns: (transfer full): ids of the cards that can be moved of the selection
 */
char **
squill_canvas_get_selected_cards (SquillCanvas *self)
{
  g_autoptr (GArray) items = squill_canvas_get_placed_selection (self);
  g_autoptr (GStrvBuilder) cards = g_strv_builder_new ();

  for (guint i = 0; i < items->len; i++)
    {
      const char *id = g_array_index (items, SquillPlacedItem, i).id;

      if (squill_diagram_find_card (self->diagram, id) != NULL)
        g_strv_builder_add (cards, id);
    }
  return g_strv_builder_end (cards);
}

/**
 * squill_canvas_move_selection:
 * @self: a canvas
 * @dx: how far to the right, on the diagram
 * @dy: how far down
 * @tag: (nullable): moves with the same tag that follow each other are one step
 *
 * Moves what is selected.
 *
 * Returns: %TRUE if anything was moved
 */
gboolean
squill_canvas_move_selection (SquillCanvas *self, double dx, double dy, const char *tag)
{
  g_autoptr (GArray) items = NULL;
  const char *id;
  SquillRect rect;
  gboolean done;

  g_return_val_if_fail (SQUILL_IS_CANVAS (self), FALSE);

  items = squill_canvas_get_placed_selection (self);
  if (items->len == 0)
    return FALSE;
  done = squill_drawing_move (
      squill_canvas_get_model (self), squill_diagram_get_view (self->diagram),
      (const SquillPlacedItem *)(gpointer)items->data, items->len, dx, dy, tag);
  squill_canvas_update (self);
  id = squill_selection_get_single (squill_canvas_get_selection (self));
  if (id != NULL && squill_canvas_get_item_rect (self, id, &rect))
    squill_viewport_show (self->viewport, &rect);
  return done;
}

/**
 * squill_canvas_align_selection:
 * @self: a canvas
 * @alignment: how
 *
 * Aligns what is selected.
 *
 * Returns: %TRUE if anything was moved
 */
gboolean
squill_canvas_align_selection (SquillCanvas *self, SquillAlignment alignment)
{
  g_autoptr (GArray) items = NULL;
  gboolean done;

  g_return_val_if_fail (SQUILL_IS_CANVAS (self), FALSE);

  items = squill_canvas_get_placed_selection (self);
  done =
      squill_drawing_align (squill_canvas_get_model (self), squill_diagram_get_view (self->diagram),
                            (const SquillPlacedItem *)(gpointer)items->data, items->len, alignment);
  squill_canvas_update (self);
  return done;
}

/**
 * squill_canvas_move_field:
 * @self: a canvas
 * @where: "up", "down", "in" for into the field above it, or "out" of the object around it
 * @error: as squill_model_reorder()
 *
 * Moves the selected field, as dragging it by its grip does.
 *
 * Returns: %TRUE if it was moved; %FALSE without an error where there is no such place
 */
gboolean
squill_canvas_move_field (SquillCanvas *self, const char *where, GError **error)
{
  SquillModel *model;
  const char *id;
  gboolean done;

  g_return_val_if_fail (SQUILL_IS_CANVAS (self), FALSE);
  g_return_val_if_fail (where != NULL, FALSE);

  if (self->session == NULL)
    return FALSE;
  model = squill_canvas_get_model (self);
  id = squill_selection_get_single (squill_canvas_get_selection (self));
  if (id == NULL || squill_model_get_field (model, id) == NULL)
    return FALSE;
  if (g_str_equal (where, "in"))
    done = squill_drawing_nest_field (model, id, error);
  else if (g_str_equal (where, "out"))
    done = squill_drawing_unnest_field (model, id, error);
  else
    done = squill_drawing_move_among_siblings (model, id, g_str_equal (where, "up"));
  squill_canvas_update (self);
  return done;
}

/**
 * squill_canvas_color_selection:
 * @self: a canvas
 * @color: "1" to "8"; "" for none
 *
 * Gives what is selected another color, in one step.
 */
void
squill_canvas_color_selection (SquillCanvas *self, const char *color)
{
  SquillModel *model;
  g_auto (GStrv) ids = NULL;
  g_autofree char *label = NULL;

  g_return_if_fail (SQUILL_IS_CANVAS (self));
  g_return_if_fail (color != NULL);

  if (self->session == NULL)
    return;
  model = squill_canvas_get_model (self);
  ids = squill_selection_get_ids (squill_canvas_get_selection (self));
  label = squill_model_name_step (model, _ ("Color"), (const char *const *)ids);
  squill_model_begin_step (model, label, NULL);
  for (guint i = 0; ids[i] != NULL; i++)
    {
      const SquillItem *item = squill_model_get_item (model, ids[i]);

      if (item != NULL && squill_kind_find_property (item->kind, "color") != NULL)
        squill_model_set (model, ids[i], "color", *color != '\0' ? json_string (color) : NULL,
                          NULL);
    }
  squill_model_end_step (model);
}

/**
 * squill_canvas_lock_selection:
 * @self: a canvas
 *
 * Locks the selected cards, so that they are not moved; frees them if all are locked. One step.
 */
void
squill_canvas_lock_selection (SquillCanvas *self)
{
  SquillModel *model;
  g_auto (GStrv) ids = NULL;
  g_autofree char *label = NULL;
  gboolean lock = FALSE;

  g_return_if_fail (SQUILL_IS_CANVAS (self));

  if (self->session == NULL)
    return;
  model = squill_canvas_get_model (self);
  ids = squill_selection_get_ids (squill_canvas_get_selection (self));
  for (guint i = 0; ids[i] != NULL; i++)
    {
      const SquillEntity *entity = squill_model_get_entity (model, ids[i]);

      lock |= entity != NULL && !entity->locked;
    }
  label =
      squill_model_name_step (model, lock ? _ ("Lock") : _ ("Unlock"), (const char *const *)ids);
  squill_model_begin_step (model, label, NULL);
  for (guint i = 0; ids[i] != NULL; i++)
    if (squill_model_get_entity (model, ids[i]) != NULL)
      squill_model_set (model, ids[i], "locked", lock ? json_true () : NULL, NULL);
  squill_model_end_step (model);
}

/**
 * squill_canvas_swap_ends:
 * @self: a canvas
 *
 * Swaps the ends of the selected relationship.
 */
void
squill_canvas_swap_ends (SquillCanvas *self)
{
  const char *id;

  g_return_if_fail (SQUILL_IS_CANVAS (self));

  id = self->session != NULL ? squill_selection_get_single (squill_canvas_get_selection (self))
                             : NULL;
  if (id == NULL || squill_model_get_relationship (squill_canvas_get_model (self), id) == NULL)
    return;
  squill_drawing_swap_ends (squill_canvas_get_model (self), id);
  squill_canvas_update (self);
}

/**
 * squill_canvas_edit_selected_triple:
 * @self: a canvas
 * @where: "end" of the relationship: how many children a parent has; its "start"; "line-end" or
 *   "line-start": of the line, which starts at either end, as the relationship is stored
 *
 * Edits the cardinality of the selected relationship, on its line.
 *
 * Returns: %TRUE if it has a line and may be edited
 */
gboolean
squill_canvas_edit_selected_triple (SquillCanvas *self, const char *where)
{
  const char *id;

  g_return_val_if_fail (SQUILL_IS_CANVAS (self), FALSE);
  g_return_val_if_fail (where != NULL, FALSE);

  if (self->diagram == NULL)
    return FALSE;
  id = squill_selection_get_single (squill_canvas_get_selection (self));
  for (guint i = 0; id != NULL && i < squill_diagram_get_n_edges (self->diagram); i++)
    {
      const SquillEdge *edge = squill_diagram_get_edge (self->diagram, i);

      if (g_strcmp0 (edge->relationship, id) == 0)
        return squill_canvas_edit_triple (self, edge->id,
                                          g_str_has_prefix (where, "line-")
                                              ? g_str_equal (where, "line-end")
                                              : g_str_equal (where, "end") !=
                                                    (gboolean)edge->from_children);
    }
  return FALSE;
}
