/* SPDX-License-Identifier: Apache-2.0 */

/* Keys that are called alike in several collections: what is unique in one of them, and comes again
 * in others. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference-private.h"

#include <string.h>

/* From this many words on it is no chance that each is in one document only. */
#define MANY_OWN_WORDS 50u
/* Of fields of one name no more than these are compared with each other. */
#define MAX_NAMESAKES 64u
/* A field with this many different values, nearly all of them values of another field, follows that
 * one. */
#define MANY_FOLLOWED 20u
#define FOLLOWED 0.98
/* This share of the keys of a table is referred to. */
#define REFERRED 0.8

/**
 * _squill_reference_group:
 * @groups: (element-type GPtrArray): what has the same key, by that
 * @key: a key; it is not copied
 * @member: what has it
 * @max: how many members of one group are kept
 *
 * Puts something where others with the same key are.
 */
void
_squill_reference_group (GHashTable *groups, gpointer key, gpointer member, guint max)
{
  GPtrArray *group = g_hash_table_lookup (groups, key);

  if (group == NULL)
    {
      group = g_ptr_array_new ();
      g_hash_table_insert (groups, key, group);
    }
  if (group->len < max)
    g_ptr_array_add (group, member);
}

/* Places by the name of their field. */
static GHashTable *
index_names (GPtrArray *places)
{
  GHashTable *names =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref);

  for (guint i = 0; i < places->len; i++)
    {
      SquillReferencePlace *place = g_ptr_array_index (places, i);

      if (!place->keys && !place->is_mixed && place->path->kind == SQUILL_PATH_FIELD)
        _squill_reference_group (names, place->path->name, place, MAX_NAMESAKES);
    }
  return names;
}

/* One of the targets of each entity. */
static GPtrArray *
list_entities (GPtrArray *targets)
{
  GPtrArray *entities = g_ptr_array_new ();
  g_autoptr (GHashTable) met = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < targets->len; i++)
    {
      SquillReferencePlace *target = g_ptr_array_index (targets, i);

      if (g_hash_table_add (met, GUINT_TO_POINTER (target->entity_number + 1)))
        g_ptr_array_add (entities, target);
    }
  return entities;
}

/* Whether its numbers are all there are between the first and the last. */
static gboolean
has_all_numbers (const SquillReferencePlace *place)
{
  return _squill_reference_place_has_number_range (place) &&
         (double)place->distinct >=
             SQUILL_REFERENCE_KEY_DISTINCT_SHARE * (place->max - place->min + 1);
}

/* Whether a field of the same name elsewhere has values that come again. */
static gboolean
has_namesake (const SquillReferencePlace *place, GHashTable *sources)
{
  const GPtrArray *same = g_hash_table_lookup (sources, place->path->name);

  for (guint i = 0; same != NULL && i < same->len; i++)
    {
      const SquillReferencePlace *source = g_ptr_array_index (same, i);

      if (source->collection != place->collection &&
          !_squill_reference_place_has_no_repetition (source))
        return TRUE;
    }
  return FALSE;
}

/* Whether fields of the same name in several other collections have nothing but values of it, which
 * come again. */
static gboolean
has_followers (const SquillReferencePlace *place, GHashTable *sources)
{
  const GPtrArray *same = g_hash_table_lookup (sources, place->path->name);
  const SquillCollectionProfile *one = NULL;

  if (_squill_reference_name_is_outside (place->name))
    return FALSE;
  for (guint i = 0; same != NULL && i < same->len; i++)
    {
      const SquillReferencePlace *source = g_ptr_array_index (same, i);

      if (source->collection == place->collection || source->distinct < MANY_FOLLOWED ||
          _squill_reference_place_has_no_repetition (source) ||
          !(_squill_reference_get_inclusion (source->sample, place->sample, NULL) >= FOLLOWED))
        continue;
      if (one != NULL && one != source->collection)
        return TRUE;
      one = source->collection;
    }
  return FALSE;
}

/* Whether a table begins with it, and another has just its values under the same name, most of them
 * and each again and again. */
static gboolean
is_first_of_table (const SquillReferencePlace *place, GHashTable *sources)
{
  const GPtrArray *same = g_hash_table_lookup (sources, place->path->name);

  /* What says more of users that are elsewhere begins with their id, made for them. */
  if (!_squill_reference_place_is_first (place) ||
      _squill_reference_name_is_outside (place->name) ||
      _squill_reference_text_is_made (place->path) || place->number_sparsity > 0)
    return FALSE;
  for (guint i = 0; same != NULL && i < same->len; i++)
    {
      const SquillReferencePlace *source = g_ptr_array_index (same, i);

      if (source->collection != place->collection &&
          _squill_reference_are_documents (source->object) &&
          (double)source->count >= SQUILL_REFERENCE_REPEATED * (double)source->distinct &&
          _squill_reference_get_inclusion (source->sample, place->sample, NULL) >= FOLLOWED &&
          _squill_reference_get_inclusion (place->sample, source->sample, NULL) >= REFERRED)
        return TRUE;
    }
  return FALSE;
}

/* Whether documents of a collection have the field too, and several of them the same value: they
 * are what is known of a thing at some time, and not the things. */
static gboolean
comes_again_in (const SquillReferencePlace *place,
                const SquillCollectionProfile *collection,
                GHashTable *sources)
{
  const GPtrArray *same = g_hash_table_lookup (sources, place->path->name);

  for (guint i = 0; same != NULL && i < same->len; i++)
    {
      const SquillReferencePlace *source = g_ptr_array_index (same, i);

      if (source->collection == collection && _squill_reference_are_documents (source->object) &&
          !_squill_reference_place_has_no_repetition (source))
        return TRUE;
    }
  return FALSE;
}

/* Whether what it is called after is here, and could have it as its key. */
static gboolean
is_named_after (const SquillReferencePlace *place, GPtrArray *entities, GHashTable *sources)
{
  for (guint i = 0; i < entities->len; i++)
    {
      const SquillReferencePlace *entity = g_ptr_array_index (entities, i);

      if (_squill_reference_name_fit (place->name, entity->entity) >= SQUILL_REFERENCE_NAMED &&
          !comes_again_in (place, entity->collection, sources))
        return TRUE;
    }
  return FALSE;
}

static gboolean
says_which (const SquillReferencePlace *target)
{
  return !target->keys && !target->is_key && _squill_reference_are_documents (target->object) &&
         target->path->kind == SQUILL_PATH_FIELD && target->name->n_stem > 0 &&
         (target->name->marked || (target->numbers <= 0.5 && target->distinct >= MANY_OWN_WORDS)) &&
         !_squill_reference_name_is_descriptive (target->name) &&
         !_squill_reference_name_is_quantity (target->name);
}

/**
 * _squill_reference_places_find_own_names:
 * @sources: (element-type SquillReferencePlace): where references may start
 * @targets: (element-type SquillReferencePlace): where they may end
 *
 * What is unique in one collection, and stands under the same name in others where it comes again,
 * is the key that these refer to: hull_number of ships. A name that says little proves nothing.
 * What is called as the id of something that is not here, or is here several times, is that only
 * where it is all that its documents are known by, or where several collections have one of their
 * own each, as in a register: stix_id, node_id; or where several others have nothing but values of
 * it, or one has most of them and its table begins with it. The @quality of such targets is raised.
 */
void
_squill_reference_places_find_own_names (GPtrArray *sources, GPtrArray *targets)
{
  g_autoptr (GHashTable) sources_by_name = index_names (sources);
  g_autoptr (GHashTable) targets_by_name = index_names (targets);
  g_autoptr (GPtrArray) entities = list_entities (targets);
  g_autoptr (GHashTable) with_key = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) own = g_ptr_array_new (), yielding = g_ptr_array_new ();

  for (guint i = 0; i < targets->len; i++)
    {
      const SquillReferencePlace *target = g_ptr_array_index (targets, i);

      if (target->is_key && !target->keys)
        g_hash_table_add (with_key, (gpointer)target->object);
    }
  for (guint i = 0; i < targets->len; i++)
    {
      SquillReferencePlace *target = g_ptr_array_index (targets, i);
      g_autoptr (GPtrArray) less = g_ptr_array_new ();
      const GPtrArray *same;
      gboolean is_shared = FALSE;
      guint n = 0;

      if (!says_which (target) ||
          (target->is_foreign && is_named_after (target, entities, sources_by_name)))
        continue;
      same = g_hash_table_lookup (targets_by_name, target->path->name);
      for (guint k = 0; k < same->len && !is_shared; k++)
        {
          SquillReferencePlace *other = g_ptr_array_index (same, k);

          if (other->collection == target->collection)
            continue;
          /* Where some have the same value it is at best a key with slips: it gives way to one
           * without. */
          if (_squill_reference_place_has_probe_of (target, other))
            {
              if (target->distinct == target->count && other->distinct < other->count)
                g_ptr_array_add (less, other);
              else
                is_shared = TRUE;
            }
          n++;
        }
      if (is_shared)
        continue;
      if (target->is_foreign
              ? n > 0 || (has_namesake (target, sources_by_name) &&
                          (!g_hash_table_contains (with_key, target->object) ||
                           has_all_numbers (target) || has_followers (target, sources_by_name) ||
                           is_first_of_table (target, sources_by_name)))
              : n == 0 && has_namesake (target, sources_by_name))
        {
          g_ptr_array_add (own, target);
          g_ptr_array_extend (yielding, less, NULL, NULL);
        }
    }
  for (guint i = 0; i < own->len; i++)
    {
      SquillReferencePlace *target = g_ptr_array_index (own, i);

      target->quality = MAX (target->quality, SQUILL_REFERENCE_QUALITY_IDENTIFYING);
    }
  for (guint i = 0; i < yielding->len; i++)
    {
      SquillReferencePlace *other = g_ptr_array_index (yielding, i);

      other->is_key = FALSE;
      other->quality = MIN (other->quality, SQUILL_REFERENCE_QUALITY_FOREIGN);
    }
}

/**
 * _squill_reference_is_namesake:
 * @source: where a reference may start
 * @target: where it may end
 * @entity_fit: what _squill_reference_name_fit() says of the name of @source and the entity of
 * @target
 *
 * Returns: whether numbers that are called neither as keys nor as several things have the name of
 * the documents at @target, all of it
 */
gboolean
_squill_reference_is_namesake (const SquillReferencePlace *source,
                               const SquillReferencePlace *target,
                               double entity_fit)
{
  return entity_fit >= SQUILL_REFERENCE_FIT_NAMESAKE && !source->is_list && !source->is_key &&
         !source->name->marked && !_squill_reference_is_plural (source, target) &&
         _squill_reference_place_has_number_range (source) && target->is_key && !target->keys &&
         source->collection != target->collection &&
         _squill_reference_are_documents (target->object) &&
         !_squill_reference_name_is_quantity (source->name);
}

/**
 * _squill_reference_leads_to_namesake:
 * @reference: (nullable): the reference from @source to @target
 * @source: where it starts
 * @target: a namesake
 *
 * Returns: whether all values are keys, and not only the smallest, as those of an ordinal
 */
gboolean
_squill_reference_leads_to_namesake (const SquillReference *reference,
                                     const SquillReferencePlace *source,
                                     const SquillReferencePlace *target)
{
  return reference != NULL && reference->key_share == 1 &&
         _squill_reference_get_met (reference) >= SQUILL_REFERENCE_WHOLLY_COVERED &&
         _squill_reference_is_beyond_smallest (source, target);
}

/**
 * _squill_reference_name_is_part_of:
 * @self: a name
 * @whole: another
 *
 * Returns: whether one continues the other by its name: `user_settings` and `users`
 */
gboolean
_squill_reference_name_is_part_of (const SquillReferenceName *self,
                                   const SquillReferenceName *whole)
{
  return *whole->whole != '\0' && strlen (self->whole) > strlen (whole->whole) &&
         g_str_has_prefix (self->whole, whole->whole);
}

/**
 * _squill_reference_is_called_as_part:
 * @part: a collection
 * @whole: another
 *
 * Returns: whether @part is called as what says more of the documents of @whole
 */
gboolean
_squill_reference_is_called_as_part (const SquillCollectionProfile *part,
                                     const SquillCollectionProfile *whole)
{
  g_autoptr (SquillReferenceName) name = _squill_reference_name_new (part->name);
  g_autoptr (SquillReferenceName) other = _squill_reference_name_new (whole->name);

  return _squill_reference_name_is_part_of (name, other);
}
