/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-canvas-private.h"

#include <glib/gi18n.h>

#include "model/squill-authoring.h"
#include "squill-entity-chooser.h"
#include "squill-snap.h"

/* Arrow keys in a row are one step to undo. */
#define NUDGE_TAG "canvas-nudge"

static SquillPlane *
get_plane (GtkWidget *widget)
{
  return SQUILL_CANVAS (widget)->plane;
}

static const char *
get_single (SquillCanvas *self)
{
  SquillSelection *selection = squill_plane_get_selection (self->plane);

  return selection != NULL ? squill_selection_get_single (selection) : NULL;
}

static const SquillItem *
get_single_item (SquillCanvas *self)
{
  const char *id = get_single (self);

  return id != NULL ? squill_model_get_item (squill_plane_get_model (self->plane), id) : NULL;
}

static void
on_cancel (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillCanvas *self = SQUILL_CANVAS (widget);

  if (squill_plane_cancel (self->plane))
    return;
  if (self->arranging != NULL)
    _squill_canvas_cancel_arrange (self);
  else if (self->session != NULL)
    squill_selection_clear (squill_plane_get_selection (self->plane));
}

static void
on_zoom (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillPlane *plane = get_plane (widget);
  SquillViewport *viewport = squill_plane_get_viewport (plane);

  if (g_str_equal (name, "canvas.zoom-in"))
    squill_viewport_step_zoom (viewport, 1);
  else if (g_str_equal (name, "canvas.zoom-out"))
    squill_viewport_step_zoom (viewport, -1);
  else if (g_str_equal (name, "canvas.zoom-normal"))
    squill_viewport_set_zoom (viewport, 1.0);
  else if (g_str_equal (name, "canvas.zoom-fit"))
    squill_plane_zoom_to_fit (plane);
  else
    squill_plane_zoom_to_selection (plane);
}

/* With nothing said of where: in the middle of what is seen, beside what stands there. */
static void
on_new_entity (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillPlane *plane = get_plane (widget);
  SquillViewport *viewport = squill_plane_get_viewport (plane);
  SquillDiagram *diagram = squill_plane_get_diagram (plane);
  SquillRect visible = squill_viewport_get_visible (viewport);
  SquillRect rect = SQUILL_RECT (
      squill_snap_to_grid (visible.x + visible.width / 2 - SQUILL_CARD_MIN_WIDTH / 2,
                           SQUILL_LAYOUT_GRID),
      squill_snap_to_grid (visible.y + visible.height / 3, SQUILL_LAYOUT_GRID),
      SQUILL_CARD_MIN_WIDTH, SQUILL_CARD_HEADER + SQUILL_CARD_ROW + SQUILL_CARD_FOOTER);
  g_autofree char *id = NULL;

  if (diagram == NULL)
    return;
  for (guint i = 0; i < squill_diagram_get_n_cards (diagram); i++)
    {
      const SquillCard *card = squill_diagram_get_card (diagram, i);

      if (!squill_rect_overlaps (&card->rect, &rect))
        continue;
      rect.x = squill_snap_to_grid (squill_rect_right (&card->rect) + SQUILL_LAYOUT_GRID * 2,
                                    SQUILL_LAYOUT_GRID);
      i = (guint)-1;
    }
  gtk_widget_grab_focus (GTK_WIDGET (plane));
  id = squill_plane_add_entity (plane, rect.x, rect.y);
}

static void
on_new_entity_here (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillPlane *plane = get_plane (widget);
  SquillPoint at = squill_plane_get_menu_place (plane);
  g_autofree char *id = NULL;

  if (squill_plane_get_session (plane) != NULL)
    id = squill_plane_add_entity (plane, squill_snap_to_grid (at.x, SQUILL_LAYOUT_GRID),
                                  squill_snap_to_grid (at.y, SQUILL_LAYOUT_GRID));
}

static void
on_delete (GtkWidget *widget, const char *name, GVariant *parameter)
{
  squill_plane_delete_selection (get_plane (widget));
}

static void
on_rename (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillCanvas *self = SQUILL_CANVAS (widget);
  const char *id = get_single (self);

  if (id != NULL)
    squill_plane_edit_item (self->plane, id);
}

static const char *
find_first_field (SquillCanvas *self, const SquillCard *card)
{
  SquillModel *model = squill_plane_get_model (self->plane);

  for (guint i = 0; i < card->n_rows; i++)
    if (card->rows[i].item != NULL && squill_model_get_field (model, card->rows[i].item) != NULL)
      return card->rows[i].item;
  return NULL;
}

/* Enter: into the card, or into what is selected. */
static void
on_edit (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillCanvas *self = SQUILL_CANVAS (widget);
  const SquillItem *item = get_single_item (self);
  const SquillCard *card;
  const char *field;

  if (item == NULL)
    return;
  card = squill_diagram_find_card (squill_plane_get_diagram (self->plane), item->id);
  if (card == NULL)
    {
      squill_plane_edit_item (self->plane, item->id);
      return;
    }
  field = find_first_field (self, card);
  if (field != NULL)
    squill_plane_edit_item (self->plane, field);
  else
    squill_plane_edit_new_field (self->plane, item->id, NULL);
}

static void
on_add_field (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillCanvas *self = SQUILL_CANVAS (widget);
  const SquillItem *item = get_single_item (self);

  if (item == NULL)
    return;
  if (item->kind == SQUILL_KIND_FIELD)
    squill_plane_edit_new_field (self->plane, item->parent->id, item->id);
  else if (item->kind == SQUILL_KIND_ENTITY || item->kind == SQUILL_KIND_RELATIONSHIP)
    squill_plane_edit_new_field (self->plane, item->id, NULL);
}

static void
on_nudge (GtkWidget *widget, const char *name, GVariant *parameter)
{
  int x, y;

  g_variant_get (parameter, "(ii)", &x, &y);
  squill_plane_move_selection (get_plane (widget), SQUILL_LAYOUT_GRID * x, SQUILL_LAYOUT_GRID * y,
                               NUDGE_TAG);
}

static void
on_go (GtkWidget *widget, const char *name, GVariant *parameter)
{
  const char *where = g_variant_get_string (parameter, NULL);

  squill_plane_go (get_plane (widget), g_str_equal (where, "left")    ? GTK_DIR_LEFT
                                       : g_str_equal (where, "right") ? GTK_DIR_RIGHT
                                       : g_str_equal (where, "up")    ? GTK_DIR_UP
                                                                      : GTK_DIR_DOWN);
}

static void
on_align (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillAlignment alignment;

  if (squill_alignment_from_name (g_variant_get_string (parameter, NULL), &alignment))
    squill_plane_align_selection (get_plane (widget), alignment);
}

static void
on_arrange (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillLayoutEngine engine;

  if (squill_layout_engine_from_string (g_variant_get_string (parameter, NULL), &engine))
    _squill_canvas_arrange (SQUILL_CANVAS (widget), engine, FALSE);
}

static void
on_arrange_all (GtkWidget *widget, const char *name, GVariant *parameter)
{
  _squill_canvas_arrange (SQUILL_CANVAS (widget), SQUILL_LAYOUT_AUTO, FALSE);
}

static void
on_arrange_selection (GtkWidget *widget, const char *name, GVariant *parameter)
{
  _squill_canvas_arrange (SQUILL_CANVAS (widget), SQUILL_LAYOUT_AUTO, TRUE);
}

static void
on_group (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillPlane *plane = get_plane (widget);
  g_auto (GStrv) ids = NULL;
  g_autofree char *id = NULL;

  if (squill_plane_get_selection (plane) == NULL)
    return;
  ids = squill_selection_get_ids (squill_plane_get_selection (plane));
  id = squill_plane_add_group (plane, (const char *const *)ids);
}

static void
on_toggle_embedded (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillCanvas *self = SQUILL_CANVAS (widget);
  const char *id = get_single (self);
  const SquillRelationship *r =
      id != NULL ? squill_model_get_relationship (squill_plane_get_model (self->plane), id) : NULL;

  if (r != NULL)
    squill_drawing_set_embedded (squill_plane_get_model (self->plane), id,
                                 !squill_relationship_is_embedded (r));
}

static void
on_beside (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillCanvas *self = SQUILL_CANVAS (widget);
  SquillModel *model = squill_plane_get_model (self->plane);
  const char *id = get_single (self);
  const SquillRelationship *r = id != NULL ? squill_model_get_relationship (model, id) : NULL;

  if (r == NULL)
    return;
  squill_model_begin_step (model, r->beside ? _ ("Show inside") : _ ("Show beside"), NULL);
  squill_model_set (model, id, "beside", json_boolean (!r->beside), NULL);
  squill_model_end_step (model);
}

static void
on_collapse (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillCanvas *self = SQUILL_CANVAS (widget);
  SquillModel *model = squill_plane_get_model (self->plane);
  const char *id = get_single (self);
  const SquillEntity *entity = id != NULL ? squill_model_get_entity (model, id) : NULL;

  if (entity == NULL)
    return;
  squill_model_begin_step (model, entity->collapsed ? _ ("Show fields") : _ ("Hide fields"), NULL);
  squill_model_set (model, id, "collapsed", json_boolean (!entity->collapsed), NULL);
  squill_model_end_step (model);
}

static void
on_color (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillCanvas *self = SQUILL_CANVAS (widget);
  SquillModel *model = squill_plane_get_model (self->plane);
  SquillSelection *selection = squill_plane_get_selection (self->plane);
  const char *color = g_variant_get_string (parameter, NULL);
  g_auto (GStrv) ids = NULL;

  if (selection == NULL)
    return;
  ids = squill_selection_get_ids (selection);
  squill_model_begin_step (model, _ ("Color"), NULL);
  for (guint i = 0; ids[i] != NULL; i++)
    {
      const SquillItem *item = squill_model_get_item (model, ids[i]);

      if (item != NULL && squill_kind_find_property (item->kind, "color") != NULL)
        squill_model_set (model, ids[i], "color", *color != '\0' ? json_string (color) : NULL,
                          NULL);
    }
  squill_model_end_step (model);
}

static void
on_chosen (SquillEntityChooser *chooser,
           const char *entity,
           const char *new_name,
           SquillCanvas *self)
{
  SquillModel *model = squill_plane_get_model (self->plane);
  g_autofree char *from = g_strdup (squill_tool_relationship_get_start (
      SQUILL_TOOL_RELATIONSHIP (squill_plane_find_tool (self->plane, "relationship"))));
  g_autofree char *to = g_strdup (entity);
  g_autofree char *id = NULL;

  squill_plane_cancel (self->plane);
  if (from == NULL || squill_model_get_entity (model, from) == NULL)
    return;
  squill_model_begin_step (model, _ ("Draw relationship"), NULL);
  if (to == NULL && new_name != NULL)
    {
      SquillRect rect = { 0 };

      squill_plane_get_item_rect (self->plane, from, &rect);
      to = squill_model_add_entity (
          model, new_name,
          squill_snap_to_grid (squill_rect_right (&rect) + 120, SQUILL_LAYOUT_GRID), rect.y);
    }
  if (to != NULL)
    id = squill_drawing_connect (model, from, to);
  squill_model_end_step (model);
  squill_plane_update (self->plane);
  if (id == NULL)
    return;
  squill_selection_set_single (squill_plane_get_selection (self->plane), id);
  squill_plane_edit_item (self->plane, id);
}

static SquillToolRelationship *
get_relationship_tool (SquillCanvas *self)
{
  return SQUILL_TOOL_RELATIONSHIP (squill_plane_find_tool (self->plane, "relationship"));
}

/* R: with an entity selected its other end can be typed, or clicked on. */
static void
on_relate (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillCanvas *self = SQUILL_CANVAS (widget);
  const SquillItem *item = get_single_item (self);
  const SquillCard *card =
      item != NULL ? squill_diagram_find_card (squill_plane_get_diagram (self->plane), item->id)
                   : NULL;

  squill_plane_set_tool (self->plane, "relationship");
  if (card != NULL && item->kind == SQUILL_KIND_ENTITY)
    squill_tool_relationship_start (get_relationship_tool (self), card->id);
}

static void
on_choose_end (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillCanvas *self = SQUILL_CANVAS (widget);
  const char *start = squill_tool_relationship_get_start (get_relationship_tool (self));
  const SquillCard *card =
      start != NULL ? squill_diagram_find_card (squill_plane_get_diagram (self->plane), start)
                    : NULL;
  SquillRect rect;

  if (card == NULL)
    return;
  rect = squill_viewport_rect_to_window (squill_plane_get_viewport (self->plane), &card->rect);
  g_clear_pointer (&self->chooser, gtk_widget_unparent);
  self->chooser = squill_entity_chooser_new (squill_plane_get_model (self->plane),
                                             g_variant_get_string (parameter, NULL));
  gtk_widget_set_parent (self->chooser, widget);
  gtk_popover_set_pointing_to (
      GTK_POPOVER (self->chooser),
      &(GdkRectangle){ (int)rect.x, (int)rect.y, (int)rect.width, (int)rect.height });
  g_signal_connect_object (self->chooser, "chosen", G_CALLBACK (on_chosen), self, 0);
  gtk_popover_popup (GTK_POPOVER (self->chooser));
}

static void
on_copy (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillCanvas *self = SQUILL_CANVAS (widget);
  const SquillItem *item = get_single_item (self);

  g_clear_pointer (&self->copied_field, g_free);
  if (item != NULL && item->kind == SQUILL_KIND_FIELD)
    self->copied_field = g_strdup (item->id);
  gtk_widget_activate_action (widget, "win.copy", NULL);
}

/* A field that is pasted on another entity can be meant in two ways. */
static void
on_paste (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillCanvas *self = SQUILL_CANVAS (widget);
  SquillModel *model = squill_plane_get_model (self->plane);
  const SquillItem *item = get_single_item (self);
  const SquillField *field =
      self->copied_field != NULL ? squill_model_get_field (model, self->copied_field) : NULL;
  gboolean ours = gdk_clipboard_is_local (gtk_widget_get_clipboard (widget));

  if (field != NULL && ours && item != NULL && item->kind == SQUILL_KIND_ENTITY &&
      squill_item_get_owner (field) != item)
    {
      SquillRect rect;
      SquillPoint at = { 0, 0 };

      if (squill_plane_get_item_rect (self->plane, item->id, &rect))
        at = squill_viewport_to_window (squill_plane_get_viewport (self->plane), rect.x + 40,
                                        rect.y + SQUILL_CARD_HEADER);
      squill_plane_ask_about_field (self->plane, self->copied_field, item->id, at.x, at.y);
      return;
    }
  gtk_widget_activate_action (widget, "win.paste", NULL);
}

static void
on_drop_field (GtkWidget *widget, const char *name, GVariant *parameter)
{
  squill_plane_drop_field (get_plane (widget), g_variant_get_string (parameter, NULL));
}

static void
on_menu (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillPlane *plane = get_plane (widget);
  const char *id = get_single (SQUILL_CANVAS (widget));
  SquillHit hit = { 0 };
  SquillRect rect = { 0 };
  SquillPoint at;

  if (squill_plane_get_diagram (plane) == NULL)
    return;
  if (id != NULL && squill_plane_get_item_rect (plane, id, &rect))
    {
      hit.item = id;
      hit.card = squill_diagram_find_card (squill_plane_get_diagram (plane), id);
    }
  at = squill_viewport_to_window (squill_plane_get_viewport (plane), rect.x + 20, rect.y + 20);
  squill_plane_show_menu (plane, &hit, at.x, at.y);
}

void
_squill_canvas_install_actions (GtkWidgetClass *widget_class)
{
  static const struct
  {
    const char *name;
    const char *type;
    GtkWidgetActionActivateFunc function;
  } actions[] = {
    { "canvas.cancel", NULL, on_cancel },
    { "canvas.zoom-in", NULL, on_zoom },
    { "canvas.zoom-out", NULL, on_zoom },
    { "canvas.zoom-normal", NULL, on_zoom },
    { "canvas.zoom-fit", NULL, on_zoom },
    { "canvas.zoom-selection", NULL, on_zoom },
    { "canvas.new-entity", NULL, on_new_entity },
    { "canvas.new-entity-here", NULL, on_new_entity_here },
    { "canvas.delete", NULL, on_delete },
    { "canvas.rename", NULL, on_rename },
    { "canvas.edit", NULL, on_edit },
    { "canvas.add-field", NULL, on_add_field },
    { "canvas.nudge", "(ii)", on_nudge },
    { "canvas.go", "s", on_go },
    { "canvas.align", "s", on_align },
    { "canvas.arrange", "s", on_arrange },
    { "canvas.arrange-all", NULL, on_arrange_all },
    { "canvas.arrange-selection", NULL, on_arrange_selection },
    { "canvas.group", NULL, on_group },
    { "canvas.toggle-embedded", NULL, on_toggle_embedded },
    { "canvas.beside", NULL, on_beside },
    { "canvas.collapse", NULL, on_collapse },
    { "canvas.color", "s", on_color },
    { "canvas.relate", NULL, on_relate },
    { "canvas.choose-end", "s", on_choose_end },
    { "canvas.copy", NULL, on_copy },
    { "canvas.paste", NULL, on_paste },
    { "canvas.drop-field", "s", on_drop_field },
    { "canvas.menu", NULL, on_menu },
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i].name, actions[i].type,
                                     actions[i].function);
}

void
_squill_canvas_update_actions (SquillCanvas *self)
{
  SquillModel *model = squill_plane_get_model (self->plane);
  SquillSelection *selection = squill_plane_get_selection (self->plane);
  gboolean writable = model != NULL && !squill_model_get_read_only (model);
  guint n = selection != NULL ? squill_selection_get_size (selection) : 0;
  gboolean free = writable && self->arranging == NULL;
  static const char *const writing[] = { "canvas.new-entity", "canvas.new-entity-here",
                                         "canvas.relate", "canvas.paste" };
  static const char *const changing[] = { "canvas.delete",          "canvas.rename",
                                          "canvas.add-field",       "canvas.group",
                                          "canvas.toggle-embedded", "canvas.beside",
                                          "canvas.collapse",        "canvas.color" };
  GtkWidget *widget = GTK_WIDGET (self);

  for (guint i = 0; i < G_N_ELEMENTS (writing); i++)
    gtk_widget_action_set_enabled (widget, writing[i], writable);
  for (guint i = 0; i < G_N_ELEMENTS (changing); i++)
    gtk_widget_action_set_enabled (widget, changing[i], writable && n > 0);
  gtk_widget_action_set_enabled (widget, "canvas.align", writable && n > 1);
  gtk_widget_action_set_enabled (widget, "canvas.arrange", free);
  gtk_widget_action_set_enabled (widget, "canvas.arrange-all", free);
  gtk_widget_action_set_enabled (widget, "canvas.arrange-selection", free && n > 1);
}
