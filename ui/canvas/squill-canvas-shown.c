/* SPDX-License-Identifier: Apache-2.0 */

/* Showing only some of the cards. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas-private.h"

static void
mark (GHashTable *ids, const char *id)
{
  if (!g_hash_table_contains (ids, id))
    g_hash_table_add (ids, g_strdup (id));
}

/* What came since cards were hidden would otherwise vanish as soon as it is drawn. */
static void
add_new (SquillCanvas *self, GHashTable *shown)
{
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity,
                         squill_model_get_info (squill_canvas_get_model (self)), SQUILL_KIND_ENTITY)
    if (!g_hash_table_contains (self->known, entity->item.id))
      mark (shown, entity->item.id);
  SQUILL_FOR_EACH_CHILD (SquillNote, note, squill_model_get_info (squill_canvas_get_model (self)),
                         SQUILL_KIND_NOTE)
    if (!g_hash_table_contains (self->known, note->item.id))
      mark (shown, note->item.id);
}

/* Whatever is chosen elsewhere, in the outline or among the findings, can be seen. */
static void
add_selected (SquillCanvas *self, GHashTable *shown)
{
  SquillSelection *selection = squill_canvas_get_selection (self);

  for (guint i = 0; i < squill_selection_get_size (selection); i++)
    {
      const char *id = squill_selection_get_nth (selection, i);

      squill_diagram_filter_add_home (squill_session_get_design (self->session), id, shown);
      mark (shown, id);
    }
}

/** Tells the diagram which cards to show; call before it is updated. */
void
_squill_canvas_update_shown (SquillCanvas *self)
{
  SquillDiagramFilter filter;
  g_autoptr (GHashTable) shown = NULL;

  squill_display_options_drop_missing (self->options, squill_canvas_get_model (self));
  filter = squill_display_options_get_filter (self->options);
  shown = squill_diagram_filter_find (&filter, squill_session_get_design (self->session),
                                      squill_session_get_advice (self->session));
  if (shown != NULL)
    {
      add_new (self, shown);
      add_selected (self, shown);
    }
  squill_diagram_set_shown (self->diagram, shown);
}

/** Another choice of cards is shown. */
void
_squill_canvas_renew_shown (SquillCanvas *self)
{
  gconstpointer model = squill_model_get_info (squill_canvas_get_model (self));

  g_hash_table_remove_all (self->known);
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, model, SQUILL_KIND_ENTITY)
    mark (self->known, entity->item.id);
  SQUILL_FOR_EACH_CHILD (SquillNote, note, model, SQUILL_KIND_NOTE)
    mark (self->known, note->item.id);
  squill_canvas_update (self);
  _squill_canvas_update_near (self);
  squill_canvas_zoom_to_fit (self);
}

/* Actions. */

static guint
get_steps (SquillCanvas *self)
{
  return squill_display_options_get_filter (self->options).n_steps;
}

static void
set_steps (SquillCanvas *self, guint n_steps)
{
  SquillDiagramFilter filter = squill_display_options_get_filter (self->options);

  if (filter.around != NULL)
    g_object_set (self->options, "steps", n_steps, NULL);
}

static void
on_neighborhood (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  SquillCanvas *self = user_data;
  SquillSelection *selection = squill_canvas_get_selection (self);
  g_auto (GStrv) ids = NULL;

  if (selection == NULL || squill_selection_get_size (selection) == 0)
    return;
  ids = squill_selection_get_ids (selection);
  squill_display_options_set_around (self->options, (const char *const *)ids, 1);
}

static void
on_more_steps (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  set_steps (user_data, get_steps (user_data) + 1);
}

static void
on_fewer_steps (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  if (get_steps (user_data) > 0)
    set_steps (user_data, get_steps (user_data) - 1);
}

static void
on_everything (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  squill_display_options_show_everything (SQUILL_CANVAS (user_data)->options);
}

/**
 * squill_canvas_create_show_actions:
 * @self: a canvas
 *
 * Creates the actions that say how the diagram is shown. They must not outlive the canvas.
 *
 * Returns: (transfer full): the actions
 */
GSimpleActionGroup *
squill_canvas_create_show_actions (SquillCanvas *self)
{
  static const GActionEntry entries[] = {
    { .name = "neighborhood", .activate = on_neighborhood },
    { .name = "more-steps", .activate = on_more_steps },
    { .name = "fewer-steps", .activate = on_fewer_steps },
    { .name = "everything", .activate = on_everything },
  };
  GSimpleActionGroup *group;

  g_return_val_if_fail (SQUILL_IS_CANVAS (self), NULL);

  group = squill_display_options_create_actions (self->options);
  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), self);
  return group;
}
