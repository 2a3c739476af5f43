/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/infer/squill-infer.h"

#include <string.h>

static guint
find_collection (const SquillDecidedProfile *self, const char *place)
{
  guint best = G_MAXUINT;
  gsize best_length = 0;

  /* A collection's name may have dots. */
  for (guint i = 0; i < self->collections->len; i++)
    {
      const SquillCollectionProfile *collection = g_ptr_array_index (self->collections, i);
      gsize length = strlen (collection->name);

      if (g_str_has_prefix (place, collection->name) &&
          (place[length] == '\0' || place[length] == '.') && length >= best_length)
        {
          best = i;
          best_length = length;
        }
    }
  return best;
}

/**
 * squill_decided_profile_find_path:
 * @self: a decided profile
 * @place: `collection.path`, or the collection alone for its documents
 * @collection: (out) (optional) (nullable) (transfer none): the collection
 *
 * Returns: (transfer none) (nullable): the path; %NULL where there is none
 */
const SquillPath *
squill_decided_profile_find_path (const SquillDecidedProfile *self,
                                  const char *place,
                                  const SquillCollectionProfile **collection)
{
  guint i = find_collection (self, place);
  const SquillCollectionProfile *found =
      i != G_MAXUINT ? g_ptr_array_index (self->collections, i) : NULL;
  const char *path = found != NULL ? place + strlen (found->name) : NULL;

  if (collection != NULL)
    *collection = found;
  if (found == NULL)
    return NULL;
  return *path == '.' ? squill_collection_profile_find_path (found, path + 1) : found->root;
}

/* The collection, as a copy that may be changed. */
static SquillCollectionProfile *
get_copy (SquillDecidedProfile *self, guint index)
{
  SquillCollectionProfile *collection = g_ptr_array_index (self->collections, index);

  if (!g_ptr_array_find (self->copies, collection, NULL))
    {
      collection = squill_collection_profile_copy (collection);
      g_ptr_array_add (self->copies, collection);
      self->collections->pdata[index] = collection;
    }
  return collection;
}

static void
decide_maps (SquillDecidedProfile *self, const SquillDecisions *decisions)
{
  g_auto (GStrv) places = squill_decisions_list_maps (decisions);

  /* Sorted: an object comes before those inside it. */
  for (guint i = 0; places[i] != NULL; i++)
    {
      const gboolean is_map =
          squill_decisions_get_map (decisions, places[i]) == SQUILL_DECISION_ACCEPTED;
      guint index = find_collection (self, places[i]);
      const SquillPath *path = squill_decided_profile_find_path (self, places[i], NULL);
      const SquillCollectionProfile *collection;

      if (path == NULL || (path->values != NULL) == is_map)
        continue;
      collection = g_ptr_array_index (self->collections, index);
      squill_collection_profile_override_map (get_copy (self, index),
                                              places[i][strlen (collection->name)] == '.'
                                                  ? places[i] + strlen (collection->name) + 1
                                                  : "",
                                              is_map);
    }
}

/* Replaces a path by the same one in the changed collection. FALSE where that does not have it. */
static gboolean
move_path (const SquillCollectionProfile *to, const SquillPath **path)
{
  g_autofree char *text = NULL;

  if (*path == NULL || (*path)->kind == SQUILL_PATH_DOCUMENT)
    {
      *path = *path != NULL ? to->root : NULL;
      return TRUE;
    }
  text = squill_path_to_text (*path);
  *path = squill_collection_profile_find_path (to, text);
  return *path != NULL;
}

static const SquillCollectionProfile *
find_changed (SquillDecidedProfile *self,
              GPtrArray *originals,
              const SquillCollectionProfile *original)
{
  for (guint i = 0; i < originals->len; i++)
    if (g_ptr_array_index (originals, i) == original &&
        g_ptr_array_index (self->collections, i) != original)
      return g_ptr_array_index (self->collections, i);
  return NULL;
}

static gboolean
move_reference (SquillDecidedProfile *self, GPtrArray *originals, SquillReference *reference)
{
  const SquillCollectionProfile *from = find_changed (self, originals, reference->from);
  const SquillCollectionProfile *to = find_changed (self, originals, reference->to);

  if (from != NULL &&
      (!move_path (from, &reference->from_path) || !move_path (from, &reference->when_path)))
    return FALSE;
  if (to != NULL && !move_path (to, &reference->to_path))
    return FALSE;
  for (guint i = reference->copies->len; i > 0; i--)
    {
      SquillCopiedField *copy = g_ptr_array_index (reference->copies, i - 1);

      if ((from != NULL && !move_path (from, &copy->from)) ||
          (to != NULL && !move_path (to, &copy->to)))
        g_ptr_array_remove_index (reference->copies, i - 1);
    }
  if (from != NULL)
    reference->from = from;
  if (to != NULL)
    reference->to = to;
  return TRUE;
}

/**
 * squill_decided_profile_new:
 * @profile: a profile
 * @decisions: (nullable): what a person decided
 *
 * Applies decisions to a profile without reading anything again: objects become maps or records,
 * and references are accepted or rejected. A reference into an object that has another form now is
 * left out, as nothing is known about it.
 *
 * Returns: (transfer full): the profile with the decisions
 */
SquillDecidedProfile *
squill_decided_profile_new (SquillProfile *profile, const SquillDecisions *decisions)
{
  SquillDecidedProfile *self = g_new0 (SquillDecidedProfile, 1);
  GPtrArray *originals = squill_profile_get_collections (profile);

  self->copies = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_collection_profile_free);
  self->collections = g_ptr_array_new ();
  for (guint i = 0; i < originals->len; i++)
    g_ptr_array_add (self->collections, g_ptr_array_index (originals, i));
  self->references = squill_references_decide (squill_profile_get_candidates (profile), decisions);
  if (decisions != NULL)
    decide_maps (self, decisions);
  for (guint i = self->copies->len > 0 ? self->references->len : 0; i > 0; i--)
    if (!move_reference (self, originals, g_ptr_array_index (self->references, i - 1)))
      g_ptr_array_remove_index (self->references, i - 1);
  return self;
}

void
squill_decided_profile_free (SquillDecidedProfile *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->references);
  g_ptr_array_unref (self->collections);
  g_ptr_array_unref (self->copies);
  g_free (self);
}
