/* SPDX-License-Identifier: Apache-2.0 */

/* What is no more in the source goes, unless a person has changed it or made something of it. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/model/squill-refresh-private.h"

#include "inspect/model/squill-model-evidence.h"
#include "model/squill-authoring.h"

#include <glib/gi18n.h>
#include <string.h>

static void
collect_ids (const SquillItem *item, GHashTable *ids, gboolean *edited)
{
  g_hash_table_add (ids, item->id);
  /* A copy belongs to its relationship, which has the evidence. */
  *edited = *edited || (item->kind != SQUILL_KIND_COPY && squill_item_is_edited (item));
  for (guint kind = SQUILL_KIND_ENTITY; kind < SQUILL_N_KINDS; kind++)
    {
      guint n;
      gpointer const *children = squill_item_get_children (item, kind, &n);

      for (guint i = 0; i < n; i++)
        collect_ids (children[i], ids, edited);
    }
}

static gboolean
path_names (const char *path, GHashTable *ids)
{
  g_auto (GStrv) parts = g_strsplit (path != NULL ? path : "", "/", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    if (g_hash_table_contains (ids, parts[i]))
      return TRUE;
  return FALSE;
}

static gboolean
value_names (const SquillProperty *property, const json_t *value, GHashTable *ids)
{
  gsize i;
  json_t *entry;

  switch ((int)property->type)
    {
    case SQUILL_PROPERTY_ID:
    case SQUILL_PROPERTY_PATH:
      return path_names (json_string_value (value), ids);
    case SQUILL_PROPERTY_IDS:
      json_array_foreach (value, i, entry)
      {
        if (path_names (json_string_value (entry), ids))
          return TRUE;
      }
      return FALSE;
    case SQUILL_PROPERTY_KEYS:
      json_array_foreach (value, i, entry)
      {
        if (path_names (json_string_value (json_object_get (entry, "path")), ids))
          return TRUE;
      }
      return FALSE;
    default:
      return FALSE;
    }
}

/* Groups and what is not to be advised go by the way; all else that names it needs it. */
static gboolean
names_any (const SquillItem *item, GHashTable *ids)
{
  guint n;
  const SquillProperty *properties = squill_kind_get_properties (item->kind, &n);

  if (item->kind == SQUILL_KIND_GROUP || item->kind == SQUILL_KIND_DISMISSAL)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      json_t *value = squill_property_get (&properties[i], item);
      gboolean found = value_names (&properties[i], value, ids);

      json_decref (value);
      if (found)
        return TRUE;
    }
  return FALSE;
}

/**
 * squill_refresh_may_remove:
 * @self: a refresh
 * @ids: ids of items of mine, %NULL at the end
 *
 * Returns: whether nobody changed them or made use of them since they came from the source
 */
gboolean
squill_refresh_may_remove (SquillRefresh *self, const char *const *ids)
{
  g_autoptr (GHashTable) gone = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) items = squill_model_list_items (self->mine);
  gboolean edited = FALSE;

  for (; *ids != NULL; ids++)
    {
      const SquillItem *item = squill_model_get_item (self->mine, *ids);

      if (item != NULL)
        collect_ids (item, gone, &edited);
    }
  for (guint i = 0; i < items->len && !edited; i++)
    {
      const SquillItem *item = g_ptr_array_index (items, i);

      edited = !g_hash_table_contains (gone, item->id) && names_any (item, gone);
    }
  return !edited;
}

static const SquillCollectionProfile *
find_collection (SquillRefresh *self, const char *place)
{
  GPtrArray *collections = squill_profile_get_collections (self->profile);
  const SquillCollectionProfile *best = NULL;

  for (guint i = 0; i < collections->len; i++)
    {
      const SquillCollectionProfile *collection = g_ptr_array_index (collections, i);
      gsize length = strlen (collection->name);

      if (g_str_has_prefix (place, collection->name) && strchr (". ", place[length]) != NULL &&
          (best == NULL || length > strlen (best->name)))
        best = collection;
    }
  return best;
}

/**
 * squill_refresh_was_all_read:
 * @self: a refresh
 * @item: an item that has a place
 *
 * Returns: whether all documents of the collection were read that it is in
 */
gboolean
squill_refresh_was_all_read (SquillRefresh *self, const SquillItem *item)
{
  const SquillCollectionProfile *collection = find_collection (self, squill_item_get_place (item));

  return collection != NULL && collection->complete;
}

/* Whether it would have been met if it was still there. */
static gboolean
is_gone (SquillRefresh *self, const SquillItem *mine)
{
  const char *place = squill_item_get_place (mine);
  const char *arrow = strstr (place, " -> ");
  const SquillCollectionProfile *collection = find_collection (self, place);
  const SquillCollectionProfile *to =
      arrow != NULL ? find_collection (self, arrow + 4) : collection;

  /* A collection that was not to be read, or could not be, is not gone. */
  if (collection == NULL || to == NULL)
    return !squill_profile_is_cut_short (self->profile) &&
           !squill_profile_get_is_selection (self->profile) &&
           squill_profile_get_n_problems (self->profile) == 0;
  if (mine->kind == SQUILL_KIND_INDEX)
    return collection->metadata != NULL;
  return collection->complete && to->complete;
}

static gboolean
was_rejected (SquillRefresh *self, const SquillItem *mine)
{
  const char *place = squill_item_get_place (mine);
  const char *arrow = strstr (place, " -> ");
  g_autofree char *from = arrow != NULL ? g_strndup (place, (gsize)(arrow - place)) : NULL;

  return from != NULL && squill_decisions_get_reference (self->decisions, from, arrow + 4) ==
                             SQUILL_DECISION_REJECTED;
}

static char *
describe_removal (SquillRefresh *self, const SquillItem *mine, gboolean removed)
{
  const char *place = squill_item_get_place (mine);

  if (was_rejected (self, mine))
    return g_strdup_printf (removed ? _ ("“%s” was removed, as you rejected it.")
                                    : _ ("“%s” was rejected; it stays, as you changed or use it."),
                            place);
  return g_strdup_printf (removed
                              ? _ ("“%s” was removed: it is not in the source any more.")
                              : _ ("“%s” is not in the source any more; it stays, as you changed "
                                   "or use it."),
                          place);
}

static void
remove_item (SquillRefresh *self, const SquillItem *mine)
{
  const char *const ids[] = { mine->id, NULL };
  const char *place = squill_item_get_place (mine);
  const gboolean removed = squill_refresh_may_remove (self, ids);
  SquillDifference *difference;

  difference = squill_refresh_tell (self, SQUILL_DIFFERENCE_REMOVED, mine, place, NULL);
  squill_difference_take_message (difference, describe_removal (self, mine, removed));
  if (!removed)
    return;
  squill_model_delete (self->mine, ids);
  self->changes++;
}

static void
remove_kind (SquillRefresh *self, SquillKind kind)
{
  g_autoptr (GPtrArray) items = squill_model_list_items (self->mine);
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < items->len; i++)
    {
      const SquillItem *item = g_ptr_array_index (items, i);

      if (item->kind == kind && squill_item_get_place (item) != NULL &&
          squill_model_match_get_now (self->match, item->id) == NULL)
        g_ptr_array_add (ids, g_strdup (item->id));
    }
  for (guint i = 0; i < ids->len; i++)
    {
      const SquillItem *item = squill_model_get_item (self->mine, g_ptr_array_index (ids, i));

      /* It may have gone with what it stood in, or be told with it. */
      if (item == NULL || !is_gone (self, item) ||
          (item->parent->parent != NULL &&
           squill_model_match_get_now (self->match, item->parent->id) == NULL))
        continue;
      remove_item (self, item);
    }
}

/**
 * squill_refresh_remove_items:
 * @self: a refresh that merged what is in both
 *
 * Takes away what is gone.
 */
void
squill_refresh_remove_items (SquillRefresh *self)
{
  remove_kind (self, SQUILL_KIND_RELATIONSHIP);
  remove_kind (self, SQUILL_KIND_INDEX);
  remove_kind (self, SQUILL_KIND_ENTITY);
  remove_kind (self, SQUILL_KIND_FIELD);
}
