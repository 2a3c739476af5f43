/* SPDX-License-Identifier: Apache-2.0 */

/* Showing only some of the cards. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas-private.h"

#include <glib/gi18n.h>

#include "model/squill-authoring.h"
#include "model/squill-placement.h"
#include "model/squill-view.h"

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
  squill_diagram_set_view (self->diagram, filter.view);
  squill_diagram_set_notation (self->diagram, squill_display_options_get_notation (self->options));
  squill_diagram_set_fields (self->diagram, squill_display_options_get_fields (self->options));
  squill_diagram_set_shown (self->diagram, shown);
}

/**
 * squill_canvas_add_to_view:
 * @self: a canvas
 * @id: id of an entity or a note that was drawn
 *
 * Adds what is new to the view that is shown, if there is one. Call it within the step that added
 * it.
 */
void
squill_canvas_add_to_view (SquillCanvas *self, const char *id)
{
  const char *view;

  g_return_if_fail (SQUILL_IS_CANVAS (self));
  g_return_if_fail (id != NULL);

  view = self->diagram != NULL ? squill_diagram_get_view (self->diagram) : NULL;
  if (view != NULL)
    squill_model_set_members (squill_canvas_get_model (self), view,
                              (const char *const[]){ id, NULL }, TRUE);
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
    squill_display_options_set_around (self->options, filter.around, n_steps);
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

static char *
choose_name (SquillModel *model)
{
  for (guint n = 1;; n++)
    {
      /* Translators: the name of a new view of the diagram; %u counts. */
      g_autofree char *name = g_strdup_printf (_ ("View %u"), n);

      if (squill_model_find_view_by_name (model, name) == NULL)
        return g_steal_pointer (&name);
    }
}

/* What is on the diagram now, or NULL if that is everything. */
static char **
list_members (SquillCanvas *self)
{
  GHashTable *shown = squill_diagram_get_shown (self->diagram);
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();

  if (shown == NULL)
    return NULL;
  for (guint i = 0; i < squill_diagram_get_n_cards (self->diagram); i++)
    g_strv_builder_add (ids, squill_diagram_get_card (self->diagram, i)->id);
  for (guint i = 0; i < squill_diagram_get_n_frames (self->diagram); i++)
    if (squill_diagram_get_frame (self->diagram, i)->note)
      g_strv_builder_add (ids, squill_diagram_get_frame (self->diagram, i)->id);
  return g_strv_builder_end (ids);
}

static GArray *
list_places (SquillCanvas *self)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (SquillPlace));

  for (guint i = 0; i < squill_diagram_get_n_cards (self->diagram); i++)
    {
      const SquillCard *card = squill_diagram_get_card (self->diagram, i);
      SquillPlace place = { card->id, card->rect.x, card->rect.y };

      g_array_append_val (places, place);
    }
  for (guint i = 0; i < squill_diagram_get_n_frames (self->diagram); i++)
    {
      const SquillFrame *frame = squill_diagram_get_frame (self->diagram, i);
      SquillPlace place = { frame->id, frame->rect.x, frame->rect.y };

      if (frame->note)
        g_array_append_val (places, place);
    }
  return places;
}

/* Makes a view of what is seen, and shows it; its name is in the inspector. */
static void
on_new_view (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  SquillCanvas *self = user_data;
  g_autofree char *name = NULL;
  g_autofree char *id = NULL;
  g_auto (GStrv) members = NULL;
  g_autoptr (GArray) places = NULL;

  if (self->diagram == NULL)
    return;
  squill_canvas_update (self);
  name = choose_name (squill_canvas_get_model (self));
  members = list_members (self);
  places = list_places (self);
  id = squill_model_add_view (squill_canvas_get_model (self), name, (const char *const *)members,
                              (const SquillPlace *)(gpointer)places->data, places->len);
  if (id == NULL)
    return;
  g_object_set (self->options, "around", NULL, "group", "", "min-bytes", 0.0, "min-severity", -1,
                "view", id, NULL);
  squill_selection_set_single (squill_canvas_get_selection (self), id);
}

static void
on_edit_view (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  SquillCanvas *self = user_data;

  if (self->diagram != NULL && squill_diagram_get_view (self->diagram) != NULL)
    squill_selection_set_single (squill_canvas_get_selection (self),
                                 squill_diagram_get_view (self->diagram));
}

static void
on_delete_view (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  SquillCanvas *self = user_data;

  if (self->diagram != NULL && squill_diagram_get_view (self->diagram) != NULL)
    squill_model_delete (squill_canvas_get_model (self),
                         (const char *const[]){ squill_diagram_get_view (self->diagram), NULL });
}

static void
set_selected_shown (SquillCanvas *self, gboolean shown)
{
  SquillSelection *selection = squill_canvas_get_selection (self);
  g_autoptr (GHashTable) cards = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree const char **ids = NULL;

  if (selection == NULL || squill_diagram_get_view (self->diagram) == NULL)
    return;
  for (guint i = 0; i < squill_selection_get_size (selection); i++)
    {
      const char *id = squill_selection_get_nth (selection, i);

      const gboolean own_card = squill_diagram_find_card (self->diagram, id) != NULL;

      /* Links and buckets are hidden without what they are between. */
      if (shown || !own_card)
        squill_diagram_filter_add_home (squill_session_get_design (self->session), id, cards);
      if (own_card ||
          (shown && squill_model_get_relationship (squill_canvas_get_model (self), id) != NULL) ||
          squill_model_get_item_of_kind (squill_canvas_get_model (self), id, SQUILL_KIND_NOTE) !=
              NULL)
        mark (cards, id);
    }
  ids = (const char **)g_hash_table_get_keys_as_array (cards, NULL);
  squill_model_set_members (squill_canvas_get_model (self), squill_diagram_get_view (self->diagram),
                            ids, shown);
  if (!shown)
    squill_selection_clear (selection);
  squill_canvas_update (self);
}

static void
on_add_to_view (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  set_selected_shown (user_data, TRUE);
}

static void
on_remove_from_view (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  set_selected_shown (user_data, FALSE);
}

/* Draws all that is embedded beside what contains it, or within. */
static void
set_all_beside (SquillCanvas *self, gboolean beside)
{
  SquillModel *model = squill_canvas_get_model (self);
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);

  if (model == NULL || squill_model_get_read_only (model))
    return;
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (model),
                         SQUILL_KIND_RELATIONSHIP)
    if (squill_placement_is_embedding (r->placement) && !r->beside != !beside)
      g_ptr_array_add (ids, g_strdup (r->item.id));
  if (ids->len == 0)
    return;
  squill_model_begin_step (model, beside ? _ ("Show beside") : _ ("Show inside"), NULL);
  for (guint i = 0; i < ids->len; i++)
    squill_model_set (model, ids->pdata[i], "beside", json_boolean (beside), NULL);
  squill_model_end_step (model);
}

static void
on_all_beside (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  set_all_beside (user_data, TRUE);
}

static void
on_all_inside (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  set_all_beside (user_data, FALSE);
}

/* Goes through the views, and then to everything. */
static void
step_view (SquillCanvas *self, int by)
{
  gpointer const *views;
  const char *shown;
  guint n, at = 0;

  if (self->diagram == NULL)
    return;
  shown = squill_diagram_get_view (self->diagram);
  views = squill_item_get_children (squill_model_get_info (squill_canvas_get_model (self)),
                                    SQUILL_KIND_VIEW, &n);
  /* 0 is everything. */
  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (((const SquillItem *)views[i])->id, shown) == 0)
      at = i + 1;
  at = (at + n + 1 + (guint)by) % (n + 1);
  if (at == 0)
    squill_display_options_show_everything (self->options);
  else
    g_object_set (self->options, "view", ((const SquillItem *)views[at - 1])->id, NULL);
}

static void
on_next_view (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  step_view (user_data, 1);
}

static void
on_previous_view (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  step_view (user_data, -1);
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
    { .name = "all-beside", .activate = on_all_beside },
    { .name = "all-inside", .activate = on_all_inside },
    { .name = "new-view", .activate = on_new_view },
    { .name = "edit-view", .activate = on_edit_view },
    { .name = "delete-view", .activate = on_delete_view },
    { .name = "add-to-view", .activate = on_add_to_view },
    { .name = "remove-from-view", .activate = on_remove_from_view },
    { .name = "next-view", .activate = on_next_view },
    { .name = "previous-view", .activate = on_previous_view },
  };
  GSimpleActionGroup *group;

  g_return_val_if_fail (SQUILL_IS_CANVAS (self), NULL);

  group = squill_display_options_create_actions (self->options);
  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), self);
  return group;
}
