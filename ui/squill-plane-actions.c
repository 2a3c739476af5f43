/* SPDX-License-Identifier: Apache-2.0 */

/* What is done to the selection by keys and menus, and what tools have in common. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-plane-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "diagram/squill-layout.h"
#include "model/squill-authoring.h"
#include "squill-drawing.h"

void
_squill_plane_install_bindings (GtkWidgetClass *widget_class)
{
  static const struct
  {
    guint key;
    GdkModifierType modifiers;
    const char *action;
  } bindings[] = {
    { GDK_KEY_Escape, 0, "canvas.cancel" },
    { GDK_KEY_e, 0, "canvas.tool::entity" },
    { GDK_KEY_r, 0, "canvas.relate" },
    { GDK_KEY_n, 0, "canvas.tool::note" },
    { GDK_KEY_g, 0, "canvas.tool::group" },
    { GDK_KEY_v, 0, "canvas.tool::select" },
    { GDK_KEY_g, GDK_CONTROL_MASK, "canvas.group" },
    { GDK_KEY_e, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "canvas.toggle-embedded" },
    { GDK_KEY_Return, 0, "canvas.edit" },
    { GDK_KEY_KP_Enter, 0, "canvas.edit" },
    { GDK_KEY_F2, 0, "canvas.rename" },
    { GDK_KEY_Insert, 0, "canvas.add-field" },
    { GDK_KEY_BackSpace, 0, "canvas.delete" },
    { GDK_KEY_KP_Delete, 0, "canvas.delete" },
    { GDK_KEY_Delete, 0, "canvas.delete" },
    { GDK_KEY_c, GDK_CONTROL_MASK, "canvas.copy" },
    { GDK_KEY_v, GDK_CONTROL_MASK, "canvas.paste" },
    { GDK_KEY_plus, 0, "canvas.zoom-in" },
    { GDK_KEY_equal, 0, "canvas.zoom-in" },
    { GDK_KEY_KP_Add, 0, "canvas.zoom-in" },
    { GDK_KEY_plus, GDK_CONTROL_MASK, "canvas.zoom-in" },
    { GDK_KEY_equal, GDK_CONTROL_MASK, "canvas.zoom-in" },
    { GDK_KEY_minus, 0, "canvas.zoom-out" },
    { GDK_KEY_KP_Subtract, 0, "canvas.zoom-out" },
    { GDK_KEY_minus, GDK_CONTROL_MASK, "canvas.zoom-out" },
    { GDK_KEY_0, 0, "canvas.zoom-normal" },
    { GDK_KEY_KP_0, 0, "canvas.zoom-normal" },
    { GDK_KEY_0, GDK_CONTROL_MASK, "canvas.zoom-normal" },
    { GDK_KEY_1, 0, "canvas.zoom-fit" },
    { GDK_KEY_KP_1, 0, "canvas.zoom-fit" },
    { GDK_KEY_2, 0, "canvas.zoom-selection" },
    { GDK_KEY_KP_2, 0, "canvas.zoom-selection" },
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

  for (guint i = 0; i < G_N_ELEMENTS (bindings); i++)
    {
      g_auto (GStrv) parts = g_strsplit (bindings[i].action, "::", 2);

      if (parts[1] != NULL)
        gtk_widget_class_add_binding_action (widget_class, bindings[i].key, bindings[i].modifiers,
                                             parts[0], "s", parts[1]);
      else
        gtk_widget_class_add_binding_action (widget_class, bindings[i].key, bindings[i].modifiers,
                                             parts[0], NULL);
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
 * squill_plane_add_entity:
 * @self: a plane
 * @x: its left edge, on the diagram
 * @y: its top edge
 *
 * Adds an entity and lets its name be typed.
 *
 * Returns: (transfer full) (nullable): its id; %NULL if the model can only be read
 */
char *
squill_plane_add_entity (SquillPlane *self, double x, double y)
{
  g_autofree char *id = NULL;

  g_return_val_if_fail (SQUILL_IS_PLANE (self), NULL);

  if (self->session == NULL)
    return NULL;
  squill_plane_end_edit (self, TRUE);
  id = squill_drawing_add_entity (squill_plane_get_model (self), x, y);
  if (id == NULL)
    return NULL;
  squill_plane_update (self);
  squill_selection_set_single (squill_plane_get_selection (self), id);
  squill_plane_edit_item (self, id);
  return g_steal_pointer (&id);
}

/**
 * squill_plane_connect:
 * @self: a plane
 * @from: id of the entity that has the others
 * @to: id of the entity it has
 *
 * Adds a relationship and lets its name be typed.
 *
 * Returns: (transfer full) (nullable): its id; %NULL if the model can only be read
 */
char *
squill_plane_connect (SquillPlane *self, const char *from, const char *to)
{
  g_autofree char *id = NULL;

  g_return_val_if_fail (SQUILL_IS_PLANE (self), NULL);

  id = squill_drawing_connect (squill_plane_get_model (self), from, to);
  if (id == NULL)
    return NULL;
  squill_plane_update (self);
  squill_selection_set_single (squill_plane_get_selection (self), id);
  squill_plane_edit_item (self, id);
  return g_steal_pointer (&id);
}

/**
 * squill_plane_add_group:
 * @self: a plane
 * @members: ids of items, %NULL at the end; only entities count
 *
 * Groups entities and lets the name of the group be typed.
 *
 * Returns: (transfer full) (nullable): its id; %NULL if there is no entity, or the model can only
 * be read
 */
char *
squill_plane_add_group (SquillPlane *self, const char *const *members)
{
  SquillModel *model;
  g_autoptr (GPtrArray) entities = g_ptr_array_new ();
  g_autofree char *id = NULL;

  g_return_val_if_fail (SQUILL_IS_PLANE (self), NULL);

  model = squill_plane_get_model (self);
  for (guint i = 0; members != NULL && members[i] != NULL; i++)
    if (squill_model_get_entity (model, members[i]) != NULL)
      g_ptr_array_add (entities, (gpointer)members[i]);
  if (entities->len == 0)
    return NULL;
  g_ptr_array_add (entities, NULL);
  id = squill_model_add_group (model, _ ("Group"), (const char *const *)entities->pdata);
  if (id == NULL)
    return NULL;
  squill_plane_update (self);
  squill_selection_set_single (squill_plane_get_selection (self), id);
  squill_plane_edit_item (self, id);
  return g_steal_pointer (&id);
}

/**
 * squill_plane_delete_selection:
 * @self: a plane
 *
 * Removes what is selected, as one step. The keys stay on the plane.
 */
void
squill_plane_delete_selection (SquillPlane *self)
{
  g_auto (GStrv) ids = NULL;

  g_return_if_fail (SQUILL_IS_PLANE (self));

  if (self->session == NULL)
    return;
  ids = squill_selection_get_ids (squill_plane_get_selection (self));
  if (ids[0] != NULL)
    squill_model_delete (squill_plane_get_model (self), (const char *const *)ids);
  squill_plane_update (self);
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
add_placed_item (SquillPlane *self, GArray *items, const char *id)
{
  const SquillCard *card = squill_diagram_find_card (self->diagram, id);
  const SquillGroup *group =
      squill_model_get_item_of_kind (squill_plane_get_model (self), id, SQUILL_KIND_GROUP);

  if (card != NULL)
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
 * squill_plane_get_placed_selection:
 * @self: a plane
 *
 * Gives what of the selection has a place of its own: cards and notes, and the members of groups.
 *
 * Returns: (transfer full) (element-type SquillPlacedItem): valid until the diagram is updated
 */
GArray *
squill_plane_get_placed_selection (SquillPlane *self)
{
  GArray *items = g_array_new (FALSE, FALSE, sizeof (SquillPlacedItem));
  SquillSelection *selection;

  g_return_val_if_fail (SQUILL_IS_PLANE (self), items);

  selection = squill_plane_get_selection (self);
  if (selection == NULL)
    return items;
  squill_plane_update (self);
  for (guint i = 0; i < squill_selection_get_size (selection); i++)
    add_placed_item (self, items, squill_selection_get_nth (selection, i));
  return items;
}

/**
 * squill_plane_move_selection:
 * @self: a plane
 * @dx: how far to the right, on the diagram
 * @dy: how far down
 * @tag: (nullable): moves with the same tag that follow each other are one step
 *
 * Moves what is selected.
 *
 * Returns: whether anything was moved
 */
gboolean
squill_plane_move_selection (SquillPlane *self, double dx, double dy, const char *tag)
{
  g_autoptr (GArray) items = NULL;
  const char *id;
  SquillRect rect;
  gboolean done;

  g_return_val_if_fail (SQUILL_IS_PLANE (self), FALSE);

  items = squill_plane_get_placed_selection (self);
  if (items->len == 0)
    return FALSE;
  done = squill_drawing_move (squill_plane_get_model (self),
                              (const SquillPlacedItem *)(gpointer)items->data, items->len, dx, dy,
                              tag);
  squill_plane_update (self);
  id = squill_selection_get_single (squill_plane_get_selection (self));
  if (id != NULL && squill_plane_get_item_rect (self, id, &rect))
    squill_viewport_show (self->viewport, &rect);
  return done;
}

/**
 * squill_plane_align_selection:
 * @self: a plane
 * @alignment: how
 *
 * Aligns what is selected.
 *
 * Returns: whether anything was moved
 */
gboolean
squill_plane_align_selection (SquillPlane *self, SquillAlignment alignment)
{
  g_autoptr (GArray) items = NULL;
  gboolean done;

  g_return_val_if_fail (SQUILL_IS_PLANE (self), FALSE);

  items = squill_plane_get_placed_selection (self);
  done =
      squill_drawing_align (squill_plane_get_model (self),
                            (const SquillPlacedItem *)(gpointer)items->data, items->len, alignment);
  squill_plane_update (self);
  return done;
}

static void
on_menu_closed (GtkPopover *popover, SquillPlane *self)
{
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
_squill_plane_dispose_menu (SquillPlane *self)
{
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_pointer (&self->menu_field, g_free);
  g_clear_pointer (&self->menu_entity, g_free);
}

static void
pop_up (SquillPlane *self, GMenuModel *model, double x, double y)
{
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  self->menu = gtk_popover_menu_new_from_model (model);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu),
                               &(GdkRectangle){ (int)round (x), (int)round (y), 1, 1 });
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
  g_signal_connect_object (self->menu, "closed", G_CALLBACK (on_menu_closed), self, 0);
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

/**
 * squill_plane_ask_about_field:
 * @self: a plane
 * @field: id of a field
 * @entity: id of another entity
 * @x: where to ask, in pixels of the plane
 * @y: where to ask
 *
 * Asks whether an entity shall refer to a field or get a copy of it.
 */
void
squill_plane_ask_about_field (
    SquillPlane *self, const char *field, const char *entity, double x, double y)
{
  const SquillItem *item, *target;
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autofree char *refer = NULL;
  g_autofree char *kept = NULL;
  g_autofree char *snapshot = NULL;

  g_return_if_fail (SQUILL_IS_PLANE (self));

  item = squill_model_get_item (squill_plane_get_model (self), field);
  target = squill_model_get_item (squill_plane_get_model (self), entity);
  if (item == NULL || target == NULL || squill_item_get_owner (item) == target)
    return;
  g_free (self->menu_field);
  g_free (self->menu_entity);
  self->menu_field = g_strdup (field);
  self->menu_entity = g_strdup (entity);
  /* Translators: the first %s is an entity, the second a field. */
  refer = g_strdup_printf (_ ("Let %s Refer to %s"), squill_item_get_name (target),
                           squill_item_get_name (item));
  /* Translators: the first %s is a field, the second an entity. */
  kept = g_strdup_printf (_ ("Copy %s into %s, Kept in Step"), squill_item_get_name (item),
                          squill_item_get_name (target));
  snapshot = g_strdup_printf (_ ("Copy %s into %s As It Is Then"), squill_item_get_name (item),
                              squill_item_get_name (target));
  g_menu_append (menu, refer, "canvas.drop-field::refer");
  g_menu_append (menu, kept, "canvas.drop-field::kept");
  g_menu_append (menu, snapshot, "canvas.drop-field::snapshot");
  pop_up (self, G_MENU_MODEL (menu), x, y);
}

/**
 * squill_plane_drop_field:
 * @self: a plane
 * @how: "refer", "kept" or "snapshot"
 *
 * Does what squill_plane_ask_about_field() asked for.
 */
void
squill_plane_drop_field (SquillPlane *self, const char *how)
{
  SquillModel *model;
  g_autofree char *field = NULL;
  g_autofree char *entity = NULL;
  g_autofree char *id = NULL;

  g_return_if_fail (SQUILL_IS_PLANE (self));
  g_return_if_fail (how != NULL);

  model = squill_plane_get_model (self);
  field = g_steal_pointer (&self->menu_field);
  entity = g_steal_pointer (&self->menu_entity);
  if (field == NULL || entity == NULL || squill_model_get_field (model, field) == NULL ||
      squill_model_get_entity (model, entity) == NULL)
    return;
  if (g_str_equal (how, "refer"))
    id = squill_drawing_refer_to_field (model, field, entity);
  else
    id = squill_drawing_copy_field (
        model, field, entity, g_str_equal (how, "kept") ? SQUILL_COPY_KEPT : SQUILL_COPY_SNAPSHOT);
  squill_plane_update (self);
  if (id != NULL)
    squill_selection_set_single (squill_plane_get_selection (self), id);
}

static GMenu *
add_section (GMenu *menu)
{
  GMenu *section = g_menu_new ();

  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
  g_object_unref (section);
  return section;
}

static void
append_color_menu (GMenu *section)
{
  static const char *const names[SQUILL_N_TINTS] = { N_ ("Brown"),  N_ ("Blue"),   N_ ("Green"),
                                                     N_ ("Yellow"), N_ ("Orange"), N_ ("Red"),
                                                     N_ ("Purple"), N_ ("Grey") };
  g_autoptr (GMenu) colors = g_menu_new ();

  g_menu_append (colors, _ ("None"), "canvas.color::");
  for (guint i = 0; i < SQUILL_N_TINTS; i++)
    {
      g_autofree char *action = g_strdup_printf ("canvas.color::%u", i + 1);

      g_menu_append (colors, _ (names[i]), action);
    }
  g_menu_append_submenu (section, _ ("_Color"), G_MENU_MODEL (colors));
}

static void
append_card_menu (GMenu *menu, const SquillCard *card)
{
  GMenu *section = add_section (menu);

  g_menu_append (section, _ ("_Rename"), "canvas.rename");
  g_menu_append (section, _ ("Add _Field"), "canvas.add-field");
  if (card->kind == SQUILL_CARD_COLLECTION || card->kind == SQUILL_CARD_EMBEDDED)
    {
      g_menu_append (section, _ ("Draw Relationship"), "canvas.relate");
      g_menu_append (section, card->collapsed ? _ ("_Show Fields") : _ ("_Hide Fields"),
                     "canvas.collapse");
      section = add_section (menu);
      append_color_menu (section);
      g_menu_append (section, _ ("_Group"), "canvas.group");
    }
}

static void
append_relationship_menu (GMenu *menu, const SquillRelationship *r)
{
  GMenu *section = add_section (menu);

  g_menu_append (section, _ ("_Rename"), "canvas.rename");
  if (squill_relationship_is_embedded (r))
    {
      g_menu_append (section, _ ("Take _Out"), "canvas.toggle-embedded");
      g_menu_append (section, r->beside ? _ ("Show _Inside") : _ ("Show _Beside"), "canvas.beside");
    }
  else
    {
      g_menu_append (section, _ ("_Embed"), "canvas.toggle-embedded");
    }
}

static void
append_several_menu (GMenu *menu)
{
  GMenu *section = add_section (menu);

  g_menu_append (section, _ ("_Group"), "canvas.group");
  append_color_menu (section);
  section = add_section (menu);
  g_menu_append (section, _ ("Align _Left"), "canvas.align::left");
  g_menu_append (section, _ ("Align _Top"), "canvas.align::top");
  g_menu_append (section, _ ("Spread _Across"), "canvas.align::across");
  g_menu_append (section, _ ("Spread _Down"), "canvas.align::down");
}

static void
append_plane_menu (GMenu *menu)
{
  GMenu *section = add_section (menu);

  g_menu_append (section, _ ("New _Entity"), "canvas.new-entity-here");
  g_menu_append (section, _ ("_Paste"), "canvas.paste");
  section = add_section (menu);
  g_menu_append (section, _ ("Arrange _All"), "canvas.arrange-all");
  g_menu_append (section, _ ("_Zoom to Fit"), "canvas.zoom-fit");
}

/**
 * squill_plane_create_menu:
 * @self: a plane
 * @hit: what the menu is about
 *
 * Makes the menu of what is at a place; of all that is selected, where it is one of several.
 *
 * Returns: (transfer full): the menu
 */
GMenuModel *
squill_plane_create_menu (SquillPlane *self, const SquillHit *hit)
{
  SquillModel *model;
  const SquillItem *item;
  GMenu *menu = g_menu_new (), *section;

  g_return_val_if_fail (SQUILL_IS_PLANE (self), G_MENU_MODEL (menu));
  g_return_val_if_fail (hit != NULL, G_MENU_MODEL (menu));

  model = squill_plane_get_model (self);
  item = hit->item != NULL ? squill_model_get_item (model, hit->item) : NULL;
  if (item == NULL)
    {
      append_plane_menu (menu);
      return G_MENU_MODEL (menu);
    }
  if (squill_selection_get_size (squill_plane_get_selection (self)) > 1)
    append_several_menu (menu);
  else if (hit->card != NULL && g_str_equal (hit->card->item, item->id))
    append_card_menu (menu, hit->card);
  else if (item->kind == SQUILL_KIND_RELATIONSHIP)
    append_relationship_menu (menu, (const SquillRelationship *)item);
  else
    {
      section = add_section (menu);
      g_menu_append (section, item->kind == SQUILL_KIND_FIELD ? _ ("_Edit") : _ ("_Rename"),
                     "canvas.rename");
      if (item->kind == SQUILL_KIND_FIELD)
        g_menu_append (section, _ ("Add _Field Below"), "canvas.add-field");
      if (item->kind == SQUILL_KIND_GROUP || item->kind == SQUILL_KIND_NOTE)
        append_color_menu (section);
    }
  section = add_section (menu);
  g_menu_append (section, _ ("_Copy"), "canvas.copy");
  g_menu_append (section, item->kind == SQUILL_KIND_GROUP ? _ ("_Ungroup") : _ ("_Delete"),
                 "canvas.delete");
  return G_MENU_MODEL (menu);
}

/**
 * squill_plane_show_menu:
 * @self: a plane
 * @hit: what the menu is about
 * @x: where, in pixels of the plane
 * @y: where
 *
 * Shows the menu of what is at a place.
 */
void
squill_plane_show_menu (SquillPlane *self, const SquillHit *hit, double x, double y)
{
  g_autoptr (GMenuModel) menu = NULL;

  g_return_if_fail (SQUILL_IS_PLANE (self));

  if (self->session == NULL)
    return;
  self->menu_place = squill_viewport_to_diagram (self->viewport, x, y);
  menu = squill_plane_create_menu (self, hit);
  pop_up (self, menu, x, y);
}

/**
 * squill_plane_get_menu_place:
 * @self: a plane
 *
 * Returns: where on the diagram the last menu was asked for
 */
SquillPoint
squill_plane_get_menu_place (SquillPlane *self)
{
  g_return_val_if_fail (SQUILL_IS_PLANE (self), SQUILL_POINT (0, 0));

  return self->menu_place;
}
