/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include "model/squill-view.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/**
 * squill_model_get_view:
 * @self: a model
 * @id: (nullable): an id
 *
 * Returns: (transfer none) (nullable): the view, valid until the model changes
 */
const SquillView *
squill_model_get_view (SquillModel *self, const char *id)
{
  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);

  return id != NULL ? squill_model_get_item_of_kind (self, id, SQUILL_KIND_VIEW) : NULL;
}

/**
 * squill_model_find_view_by_name:
 * @self: a model
 * @name: a name
 *
 * Returns: (transfer none) (nullable): the first view of that name, valid until the model changes
 */
const SquillView *
squill_model_find_view_by_name (SquillModel *self, const char *name)
{
  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  SQUILL_FOR_EACH_CHILD (SquillView, view, squill_model_get_info (self), SQUILL_KIND_VIEW)
    if (g_strcmp0 (view->name, name) == 0)
      return view;
  return NULL;
}

static json_t *
to_json (const char *const *ids)
{
  json_t *array = json_array ();

  for (guint i = 0; ids[i] != NULL; i++)
    json_array_append_new (array, json_string (ids[i]));
  return array;
}

static void
add_places (json_t *all, const SquillPlace *places, guint n_places)
{
  for (guint i = 0; i < n_places; i++)
    {
      json_t *place = json_array ();

      json_array_append_new (place, squill_json_number (floor (places[i].x + 0.5)));
      json_array_append_new (place, squill_json_number (floor (places[i].y + 0.5)));
      json_object_set_new (all, places[i].id, place);
    }
}

/**
 * squill_model_add_view:
 * @self: a model
 * @name: its name
 * @members: (nullable): ids of what it shows, or %NULL for everything
 * @places: (nullable) (array length=n_places): where things stand in it
 * @n_places: how many
 *
 * Adds a view.
 *
 * Returns: (transfer full) (nullable): its id; %NULL if the model can only be read
 */
char *
squill_model_add_view (SquillModel *self,
                       const char *name,
                       const char *const *members,
                       const SquillPlace *places,
                       guint n_places)
{
  json_t *content;
  g_autofree char *id = NULL;
  g_autofree char *rank = NULL;
  gpointer const *all;
  gboolean done;
  guint n;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);
  g_return_val_if_fail (places != NULL || n_places == 0, NULL);

  all = squill_item_get_children (squill_model_get_info (self), SQUILL_KIND_VIEW, &n);
  rank = squill_rank_between (n > 0 ? ((const SquillView *)all[n - 1])->order : NULL, NULL);
  content = json_pack ("{s:s, s:s}", "name", name, "order", rank);
  if (members != NULL && members[0] != NULL)
    json_object_set_new (content, "members", to_json (members));
  if (n_places > 0)
    {
      json_t *object = json_object ();

      add_places (object, places, n_places);
      json_object_set_new (content, "places", object);
    }
  id = squill_model_new_id (self, "view");
  squill_model_begin_step (self, _ ("Add view"), NULL);
  {
    g_autoptr (SquillEdit) edit = squill_edit_new_add (SQUILL_KIND_VIEW, id, NULL, content);

    done = squill_model_apply (self, edit, NULL);
  }
  squill_model_end_step (self);
  return done ? g_steal_pointer (&id) : NULL;
}

/**
 * squill_model_set_places:
 * @self: a model
 * @view: (nullable): id of a view, or %NULL for where things stand without one
 * @places: (array length=n_places): what to move, and to where
 * @n_places: how many
 * @error: where an error goes
 *
 * Moves cards and notes. Call it within a step.
 *
 * Returns: %TRUE if all were moved
 */
gboolean
squill_model_set_places (
    SquillModel *self, const char *view, const SquillPlace *places, guint n_places, GError **error)
{
  const SquillView *shown;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), FALSE);
  g_return_val_if_fail (places != NULL || n_places == 0, FALSE);

  shown = squill_model_get_view (self, view);
  if (shown != NULL)
    {
      json_t *all = json_is_object (shown->places) ? json_copy (shown->places) : json_object ();

      add_places (all, places, n_places);
      return squill_model_set (self, view, "places", all, error);
    }
  for (guint i = 0; i < n_places; i++)
    if (!squill_model_set (self, places[i].id, "x", squill_json_number (floor (places[i].x + 0.5)),
                           error) ||
        !squill_model_set (self, places[i].id, "y", squill_json_number (floor (places[i].y + 0.5)),
                           error))
      return FALSE;
  return TRUE;
}

/* A set of ids with others added or without them; NULL where that is the same. */
static GPtrArray *
change_set (char **set, const char *const *ids, gboolean add)
{
  g_autoptr (GPtrArray) changed = g_ptr_array_new ();
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  const guint n = set != NULL ? g_strv_length (set) : 0;

  /* What is taken away, or what is there already. */
  for (guint i = 0; !add && ids[i] != NULL; i++)
    g_hash_table_add (known, (gpointer)ids[i]);
  for (guint i = 0; i < n; i++)
    if (add ? g_hash_table_add (known, set[i]) : !g_hash_table_contains (known, set[i]))
      g_ptr_array_add (changed, set[i]);
  for (guint i = 0; add && ids[i] != NULL; i++)
    if (g_hash_table_add (known, (gpointer)ids[i]))
      g_ptr_array_add (changed, (gpointer)ids[i]);
  if (changed->len == n)
    return NULL;
  g_ptr_array_add (changed, NULL);
  return g_steal_pointer (&changed);
}

static gboolean
set_ids (SquillModel *self, const char *view, const char *property, GPtrArray *ids)
{
  return ids != NULL &&
         squill_model_set (self, view, property, to_json ((const char *const *)ids->pdata), NULL);
}

/* What a view shows that shows everything. */
static char **
list_all (SquillModel *self)
{
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();

  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (self), SQUILL_KIND_ENTITY)
    g_strv_builder_add (ids, entity->item.id);
  SQUILL_FOR_EACH_CHILD (SquillNote, note, squill_model_get_info (self), SQUILL_KIND_NOTE)
    g_strv_builder_add (ids, note->item.id);
  return g_strv_builder_end (ids);
}

/**
 * squill_model_set_members:
 * @self: a model
 * @view: id of a view
 * @ids: ids of entities, relationships and notes, %NULL at the end
 * @shown: whether the view shows them
 *
 * Shows or hides things in a view. The last one stays, or the view would show everything. Of a
 * relationship, the collection of its links or buckets is shown or hidden.
 *
 * Returns: %TRUE if that changed the view
 */
gboolean
squill_model_set_members (SquillModel *self,
                          const char *view,
                          const char *const *ids,
                          gboolean shown)
{
  g_autoptr (GPtrArray) between = g_ptr_array_new ();
  g_autoptr (GPtrArray) others = g_ptr_array_new ();
  g_autoptr (GPtrArray) members = NULL;
  g_autoptr (GPtrArray) hidden = NULL;
  g_auto (GStrv) all = NULL;
  const SquillView *item;
  gboolean done;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), FALSE);
  g_return_val_if_fail (view != NULL && ids != NULL, FALSE);

  item = squill_model_get_view (self, view);
  if (item == NULL)
    return FALSE;
  for (guint i = 0; ids[i] != NULL; i++)
    {
      const gboolean is_between = squill_model_get_relationship (self, ids[i]) != NULL;

      if (is_between)
        g_ptr_array_add (between, (gpointer)ids[i]);
      /* Those that older files list are taken out, too. */
      if (!is_between || !shown)
        g_ptr_array_add (others, (gpointer)ids[i]);
    }
  g_ptr_array_add (between, NULL);
  g_ptr_array_add (others, NULL);
  hidden = change_set (item->hidden, (const char *const *)between->pdata, !shown);
  if (item->members != NULL && item->members[0] != NULL)
    members = change_set (item->members, (const char *const *)others->pdata, shown);
  else if (!shown)
    {
      all = list_all (self);
      members = change_set (all, (const char *const *)others->pdata, FALSE);
    }
  if (members != NULL && members->pdata[0] == NULL)
    g_clear_pointer (&members, g_ptr_array_unref);
  if (members == NULL && hidden == NULL)
    return FALSE;
  squill_model_begin_step (self, shown ? _ ("Show in view") : _ ("Hide in view"), NULL);
  done = set_ids (self, view, "members", members);
  done = set_ids (self, view, "hidden", hidden) || done;
  squill_model_end_step (self);
  return done;
}

/**
 * squill_view_get_place:
 * @view: a view
 * @id: id of an entity, a relationship or a note
 * @x: (out): its left edge
 * @y: (out): its top edge
 *
 * Returns: %TRUE if the view has a place of its own for it
 */
gboolean
squill_view_get_place (const SquillView *view, const char *id, double *x, double *y)
{
  const json_t *place;

  g_return_val_if_fail (view != NULL && id != NULL, FALSE);

  place = json_object_get (view->places, id);
  if (json_array_size (place) != 2 || !json_is_number (json_array_get (place, 0)) ||
      !json_is_number (json_array_get (place, 1)))
    return FALSE;
  *x = json_number_value (json_array_get (place, 0));
  *y = json_number_value (json_array_get (place, 1));
  return TRUE;
}

/**
 * squill_view_hides:
 * @view: a view
 * @relationship: id of a relationship
 *
 * Returns: %TRUE if the collection of its links or buckets is not shown, even where both of its
 *   ends are
 */
gboolean
squill_view_hides (const SquillView *view, const char *relationship)
{
  g_return_val_if_fail (view != NULL && relationship != NULL, FALSE);

  return view->hidden != NULL && g_strv_contains ((const char *const *)view->hidden, relationship);
}
