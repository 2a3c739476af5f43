/* SPDX-License-Identifier: Apache-2.0 */

/* Context menus, and the question where a dropped field goes. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas-private.h"
#include "model/squill-placement.h"
#include "session/squill-action.h"
#include "widgets/squill-compat.h"
#include "widgets/squill-popover.h"

#include <glib/gi18n.h>
#include <math.h>

static void
on_menu_closed (GtkPopover *popover, SquillCanvas *self)
{
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
_squill_canvas_dispose_menu (SquillCanvas *self)
{
  g_clear_pointer (&self->menu, squill_compat_remove_popover);
  g_clear_pointer (&self->menu_field, g_free);
  g_clear_pointer (&self->menu_entity, g_free);
}

/* A tooltip would cover it. */
gboolean
_squill_canvas_is_menu_open (SquillCanvas *self)
{
  return self->menu != NULL && gtk_widget_get_visible (self->menu);
}

static void
pop_up (SquillCanvas *self, GMenuModel *model, double x, double y)
{
  g_clear_pointer (&self->menu, squill_compat_remove_popover);
  self->menu = gtk_popover_menu_new_from_model (model);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
  squill_popover_point_to (GTK_POPOVER (self->menu), GTK_WIDGET (self),
                           &(GdkRectangle){ (int)round (x), (int)round (y), 1, 1 });
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
  g_signal_connect_object (self->menu, "closed", G_CALLBACK (on_menu_closed), self, 0);
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

/**
 * squill_canvas_ask_about_field:
 * @self: a canvas
 * @field: id of a field
 * @entity: id of another entity
 * @x: where to ask, in pixels of the canvas
 * @y: where to ask
 *
 * Asks whether an entity gets a reference to a field or a copy of it.
 */
void
squill_canvas_ask_about_field (
    SquillCanvas *self, const char *field, const char *entity, double x, double y)
{
  const SquillItem *item, *target;
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autofree char *refer = NULL;
  g_autofree char *kept = NULL;
  g_autofree char *snapshot = NULL;

  g_return_if_fail (SQUILL_IS_CANVAS (self));

  item = squill_model_get_item (squill_canvas_get_model (self), field);
  target = squill_model_get_item (squill_canvas_get_model (self), entity);
  if (item == NULL || target == NULL || squill_item_get_owner (item) == target)
    return;
  g_free (self->menu_field);
  g_free (self->menu_entity);
  self->menu_field = g_strdup (field);
  self->menu_entity = g_strdup (entity);
  /* Translators: the first %s is an entity, the second a field. */
  refer = g_strdup_printf (_ ("Reference from %s to %s"), squill_item_get_name (target),
                           squill_item_get_name (item));
  /* Translators: the first %s is a field, the second an entity. */
  kept = g_strdup_printf (_ ("Copy %s into %s and Keep It Up to Date"), squill_item_get_name (item),
                          squill_item_get_name (target));
  snapshot = g_strdup_printf (_ ("Copy %s into %s as a Snapshot"), squill_item_get_name (item),
                              squill_item_get_name (target));
  g_menu_append (menu, refer, "canvas.drop-field::refer");
  g_menu_append (menu, kept, "canvas.drop-field::kept");
  g_menu_append (menu, snapshot, "canvas.drop-field::snapshot");
  pop_up (self, G_MENU_MODEL (menu), x, y);
}

/**
 * squill_canvas_drop_field:
 * @self: a canvas
 * @how: "refer", "kept" or "snapshot"
 *
 * Applies the answer to squill_canvas_ask_about_field().
 */
void
squill_canvas_drop_field (SquillCanvas *self, const char *how)
{
  SquillModel *model;
  g_autofree char *field = NULL;
  g_autofree char *entity = NULL;
  g_autofree char *id = NULL;

  g_return_if_fail (SQUILL_IS_CANVAS (self));
  g_return_if_fail (how != NULL);

  model = squill_canvas_get_model (self);
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
  squill_canvas_update (self);
  if (id != NULL)
    squill_selection_set_single (squill_canvas_get_selection (self), id);
}

static GMenu *
add_section (GMenu *menu)
{
  GMenu *section = g_menu_new ();

  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
  g_object_unref (section);
  return section;
}

/**
 * _squill_menu_append_command:
 * @menu: a menu of the diagram
 * @action: a detailed action of squill_actions_get()
 *
 * Appends a command under its own name, with its key.
 */
void
_squill_menu_append_command (GMenu *menu, const char *action)
{
  const SquillAction *command = squill_action_find (action);
  g_autoptr (GMenuItem) item = NULL;

  g_return_if_fail (command != NULL);

  item = g_menu_item_new (_ (command->title), action);
  /* The diagram has the key, not the application, where menus look for it. */
  if (command->keys[0] != NULL)
    g_menu_item_set_attribute (item, "accel", "s", command->keys[0]);
  g_menu_append_item (menu, item);
}

static void
append_color_menu (GMenu *section)
{
  g_autoptr (GMenu) colors = g_menu_new ();

  for (guint i = 0; i <= SQUILL_N_TINTS; i++)
    {
      g_autofree char *action =
          i == 0 ? g_strdup ("canvas.color::") : g_strdup_printf ("canvas.color::%u", i);

      g_menu_append (colors, squill_palette_get_tint_name (i), action);
    }
  g_menu_append_submenu (section, _ ("_Color"), G_MENU_MODEL (colors));
}

static void
append_card_menu (GMenu *menu, const SquillCard *card)
{
  GMenu *section = add_section (menu);

  _squill_menu_append_command (section, "canvas.rename");
  _squill_menu_append_command (section, "canvas.add-field");
  if (card->kind == SQUILL_CARD_COLLECTION || card->kind == SQUILL_CARD_EMBEDDED)
    {
      _squill_menu_append_command (section, "canvas.relate");
      g_menu_append (section, card->collapsed ? _ ("_Show Fields") : _ ("_Hide Fields"),
                     "canvas.collapse");
      section = add_section (menu);
      g_menu_append (section, card->locked ? _ ("Un_lock") : _ ("_Lock"), "canvas.lock");
      append_color_menu (section);
      _squill_menu_append_command (section, "canvas.group");
      _squill_menu_append_command (section, "show.neighborhood");
    }
}

static void
append_relationship_menu (GMenu *menu, const SquillRelationship *r)
{
  GMenu *section = add_section (menu);

  _squill_menu_append_command (section, "canvas.rename");
  if (squill_placement_is_embedding (r->placement))
    {
      g_menu_append (section, _ ("Store _Separately"), "canvas.toggle-embedded");
      g_menu_append (section, r->beside ? _ ("Show _Inside") : _ ("Show _Beside"), "canvas.beside");
    }
  else
    {
      g_menu_append (section, _ ("_Embed"), "canvas.toggle-embedded");
      _squill_menu_append_command (section, "canvas.swap-ends");
      section = add_section (menu);
      _squill_menu_append_command (section, "canvas.triple::end");
      _squill_menu_append_command (section, "canvas.triple::start");
      section = add_section (menu);
      _squill_menu_append_command (section, "canvas.line-part");
      _squill_menu_append_command (section, "canvas.reset-line");
    }
}

static void
append_field_menu (GMenu *menu, GMenu *section)
{
  g_menu_append (section, _ ("Add _Field Below"), "canvas.add-field");
  g_menu_append (section, _ ("Draw _Reference From Here"), "canvas.relate");
  section = add_section (menu);
  _squill_menu_append_command (section, "canvas.move-field::up");
  _squill_menu_append_command (section, "canvas.move-field::down");
  _squill_menu_append_command (section, "canvas.move-field::in");
  _squill_menu_append_command (section, "canvas.move-field::out");
}

static void
append_several_menu (GMenu *menu)
{
  GMenu *section = add_section (menu);

  _squill_menu_append_command (section, "canvas.group");
  append_color_menu (section);
  _squill_menu_append_command (section, "canvas.lock");
  section = add_section (menu);
  _squill_menu_append_command (section, "canvas.align::left");
  _squill_menu_append_command (section, "canvas.align::center");
  _squill_menu_append_command (section, "canvas.align::right");
  _squill_menu_append_command (section, "canvas.align::top");
  _squill_menu_append_command (section, "canvas.align::middle");
  _squill_menu_append_command (section, "canvas.align::bottom");
  _squill_menu_append_command (section, "canvas.align::across");
  _squill_menu_append_command (section, "canvas.align::down");
}

static void
append_canvas_menu (GMenu *menu)
{
  GMenu *section = add_section (menu);

  g_menu_append (section, _ ("New _Entity"), "canvas.new-entity-here");
  g_menu_append (section, _ ("_Paste"), "canvas.paste");
  section = add_section (menu);
  _squill_menu_append_command (section, "canvas.arrange-all");
  _squill_menu_append_command (section, "canvas.zoom-fit");
  _squill_menu_append_command (section, "win.copy-picture-shown");
  _squill_menu_append_command (section, "win.copy-picture-whole");
}

/**
 * squill_canvas_create_menu:
 * @self: a canvas
 * @hit: what the menu is for
 *
 * Creates the menu for what was hit, or for the whole selection if several items are selected.
 *
 * Returns: (transfer full): the menu
 */
GMenuModel *
squill_canvas_create_menu (SquillCanvas *self, const SquillHit *hit)
{
  SquillModel *model;
  const SquillItem *item;
  GMenu *menu = g_menu_new (), *section;

  g_return_val_if_fail (SQUILL_IS_CANVAS (self), G_MENU_MODEL (menu));
  g_return_val_if_fail (hit != NULL, G_MENU_MODEL (menu));

  model = squill_canvas_get_model (self);
  item = hit->item != NULL ? squill_model_get_item (model, hit->item) : NULL;
  if (item == NULL)
    {
      append_canvas_menu (menu);
      return G_MENU_MODEL (menu);
    }
  if (squill_selection_get_size (squill_canvas_get_selection (self)) > 1)
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
        append_field_menu (menu, section);
      if (item->kind == SQUILL_KIND_GROUP || item->kind == SQUILL_KIND_NOTE)
        append_color_menu (section);
    }
  section = add_section (menu);
  _squill_menu_append_command (section, "win.cut");
  g_menu_append (section, _ ("_Copy"), "canvas.copy");
  _squill_menu_append_command (section, "win.copy-picture");
  _squill_menu_append_command (section, "win.duplicate");
  g_menu_append (section, item->kind == SQUILL_KIND_GROUP ? _ ("_Ungroup") : _ ("_Delete"),
                 "canvas.delete");
  return G_MENU_MODEL (menu);
}

/**
 * squill_canvas_show_menu:
 * @self: a canvas
 * @hit: what the menu is for
 * @x: where, in pixels of the canvas
 * @y: where
 *
 * Shows the menu for what was hit.
 */
void
squill_canvas_show_menu (SquillCanvas *self, const SquillHit *hit, double x, double y)
{
  g_autoptr (GMenuModel) menu = NULL;

  g_return_if_fail (SQUILL_IS_CANVAS (self));

  if (self->session == NULL)
    return;
  self->menu_place = squill_viewport_to_diagram (self->viewport, x, y);
  menu = squill_canvas_create_menu (self, hit);
  pop_up (self, menu, x, y);
}

/**
 * squill_canvas_get_menu_place:
 * @self: a canvas
 *
 * Returns: where on the diagram the last menu was opened
 */
SquillPoint
squill_canvas_get_menu_place (SquillCanvas *self)
{
  g_return_val_if_fail (SQUILL_IS_CANVAS (self), SQUILL_POINT (0, 0));

  return self->menu_place;
}
