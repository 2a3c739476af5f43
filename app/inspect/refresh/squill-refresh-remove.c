/* SPDX-License-Identifier: Apache-2.0 */

/* Removes what is no longer in the source, unless a person has changed it or uses it. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/refresh/squill-refresh-private.h"

#include "inspect/infer/squill-infer.h"
#include "model/squill-authoring.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static void
collect_ids (const SquillItem *item, GHashTable *ids, gboolean *edited)
{
  g_hash_table_add (ids, item->id);
  /* A copy belongs to its relationship, which has the evidence. */
  *edited = *edited || (item->kind != SQUILL_KIND_COPY && _squill_item_is_edited (item));
  for (guint kind = SQUILL_KIND_ENTITY; kind < SQUILL_N_KINDS; kind++)
    {
      guint n;
      gpointer const *children = squill_item_get_children (item, kind, &n);

      for (guint i = 0; i < n; i++)
        collect_ids (children[i], ids, edited);
    }
}

static gboolean
path_refers_to (const char *path, GHashTable *ids)
{
  g_auto (GStrv) parts = g_strsplit (path != NULL ? path : "", "/", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    if (g_hash_table_contains (ids, parts[i]))
      return TRUE;
  return FALSE;
}

static gboolean
value_refers_to (const SquillProperty *property, const json_t *value, GHashTable *ids)
{
  gsize i;
  json_t *entry;

  switch ((int)property->type)
    {
    case SQUILL_PROPERTY_ID:
    case SQUILL_PROPERTY_PATH:
      return path_refers_to (json_string_value (value), ids);
    case SQUILL_PROPERTY_IDS:
      json_array_foreach (value, i, entry)
      {
        if (path_refers_to (json_string_value (entry), ids))
          return TRUE;
      }
      return FALSE;
    case SQUILL_PROPERTY_KEYS:
      json_array_foreach (value, i, entry)
      {
        if (path_refers_to (json_string_value (json_object_get (entry, "path")), ids))
          return TRUE;
      }
      return FALSE;
    default:
      return FALSE;
    }
}

/* Groups, views, dismissed findings and other designs do not keep an item; everything else that
 * refers to it does. */
static gboolean
refers_to_any (const SquillItem *item, GHashTable *ids)
{
  guint n;
  const SquillProperty *properties = squill_kind_get_properties (item->kind, &n);

  if (item->kind == SQUILL_KIND_GROUP || item->kind == SQUILL_KIND_DISMISSAL ||
      item->kind == SQUILL_KIND_ALTERNATIVE || item->kind == SQUILL_KIND_VIEW)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      json_auto_t *value = squill_property_get (&properties[i], item);

      if (value_refers_to (&properties[i], value, ids))
        return TRUE;
    }
  return FALSE;
}

/* Whether nobody has changed these items of the current model, or uses them, since they came from
 * the source. @ids ends with NULL. */
gboolean
_squill_refresh_may_remove (SquillRefresh *self, const char *const *ids)
{
  g_autoptr (GHashTable) gone = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) items = squill_model_list_items (self->current);
  gboolean edited = FALSE;

  for (; *ids != NULL; ids++)
    {
      const SquillItem *item = squill_model_get_item (self->current, *ids);

      if (item != NULL)
        collect_ids (item, gone, &edited);
    }
  for (guint i = 0; i < items->len && !edited; i++)
    {
      const SquillItem *item = g_ptr_array_index (items, i);

      edited = !g_hash_table_contains (gone, item->id) && refers_to_any (item, gone);
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

/* Whether all documents of the collection of @item were read; it has a place. */
gboolean
_squill_refresh_was_all_read (SquillRefresh *self, const SquillItem *item)
{
  const SquillCollectionProfile *collection = find_collection (self, squill_item_get_place (item));

  return collection != NULL && collection->complete;
}

/* Whether everything was read that could still hold it. */
static gboolean
is_gone (SquillRefresh *self, const SquillItem *current)
{
  const char *place = squill_item_get_place (current);
  const char *arrow = strstr (place, " -> ");
  const SquillCollectionProfile *collection = find_collection (self, place);
  const SquillCollectionProfile *to =
      arrow != NULL ? find_collection (self, arrow + 4) : collection;

  /* A collection that was not chosen, or could not be read, is not gone. */
  if (collection == NULL || to == NULL)
    return !squill_profile_is_cut_short (self->profile) &&
           !squill_profile_get_is_selection (self->profile) &&
           squill_profile_get_n_problems (self->profile) == 0;
  if (current->kind == SQUILL_KIND_INDEX)
    return collection->metadata != NULL;
  return collection->complete && to->complete;
}

static gboolean
was_rejected (SquillRefresh *self, const SquillItem *current)
{
  const char *place = squill_item_get_place (current);
  const char *arrow = strstr (place, " -> ");
  g_autofree char *from = arrow != NULL ? g_strndup (place, (gsize)(arrow - place)) : NULL;

  return from != NULL && squill_decisions_get_reference (self->decisions, from, arrow + 4) ==
                             SQUILL_DECISION_REJECTED;
}

/* A field that came with a new reference is copied by that from now on. */
static gboolean
is_copied_now (SquillRefresh *self, const SquillItem *current)
{
  const char *place = squill_item_get_place (current);
  const SquillCollectionProfile *collection =
      current->kind == SQUILL_KIND_FIELD ? find_collection (self, place) : NULL;

  return collection != NULL && place[strlen (collection->name)] == '.' &&
         squill_collection_profile_find_path (collection, place + strlen (collection->name) + 1) !=
             NULL;
}

static char *
describe_removal (SquillRefresh *self, const SquillItem *current, gboolean removed)
{
  const char *place = squill_item_get_place (current);

  if (was_rejected (self, current))
    return g_strdup_printf (removed
                                ? _ ("“%s” was removed because you rejected it.")
                                : _ ("“%s” was rejected but stays because you changed or use it."),
                            place);
  if (is_copied_now (self, current))
    return g_strdup_printf (removed ? _ ("“%s” is now a field that a reference copies.")
                                    : _ ("“%s” is copied by a reference in the source but stays "
                                         "because you changed or use it."),
                            place);
  return g_strdup_printf (removed
                              ? _ ("“%s” was removed because it is no longer in the source.")
                              : _ ("“%s” is no longer in the source but stays because you changed "
                                   "or use it."),
                          place);
}

static void
remove_item (SquillRefresh *self, const SquillItem *current)
{
  const char *const ids[] = { current->id, NULL };
  const char *place = squill_item_get_place (current);
  const gboolean removed = _squill_refresh_may_remove (self, ids);
  SquillDifference *difference;

  difference =
      _squill_refresh_add_difference (self, SQUILL_DIFFERENCE_REMOVED, current, place, NULL);
  _squill_difference_take_message (difference, describe_removal (self, current, removed));
  if (!removed)
    return;
  squill_model_delete (self->current, ids);
  self->changes++;
}

static void
remove_kind (SquillRefresh *self, SquillKind kind)
{
  g_autoptr (GPtrArray) items = squill_model_list_items (self->current);
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < items->len; i++)
    {
      const SquillItem *item = g_ptr_array_index (items, i);

      if (item->kind == kind && squill_item_get_place (item) != NULL &&
          _squill_model_match_get_observed (self->match, item->id) == NULL)
        g_ptr_array_add (ids, g_strdup (item->id));
    }
  for (guint i = 0; i < ids->len; i++)
    {
      const SquillItem *item = squill_model_get_item (self->current, g_ptr_array_index (ids, i));

      /* It may have been removed, or be reported, with what contained it. */
      if (item == NULL || !is_gone (self, item) ||
          (item->parent->parent != NULL &&
           _squill_model_match_get_observed (self->match, item->parent->id) == NULL))
        continue;
      remove_item (self, item);
    }
}

/* Removes what is gone. */
void
_squill_refresh_remove_items (SquillRefresh *self)
{
  remove_kind (self, SQUILL_KIND_RELATIONSHIP);
  remove_kind (self, SQUILL_KIND_INDEX);
  remove_kind (self, SQUILL_KIND_ENTITY);
  remove_kind (self, SQUILL_KIND_FIELD);
}
