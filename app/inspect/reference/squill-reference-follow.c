/* SPDX-License-Identifier: Apache-2.0 */

/* What is found from one place says where others lead: those of the same name, those at the other
 * end of a connection, and those whose names end alike. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference-private.h"

#include <string.h>

/* What a name is worth that another of its kind leads by. */
#define FIT_FOLLOWED 0.85
/* From here on others may follow. */
#define SCORE_SURE 0.6
/* Of what has one name no more than these are followed, and of those whose names end alike. */
#define MAX_FOLLOWED 8u
#define MAX_SIBLINGS 256u
/* Fewer different ids are keys of every collection. */
#define FEW_IDS 5u
/* From this many fields on whose names end alike, they show where the others lead. */
#define MANY_ALIKE 2u

static gboolean
has_text_or_id (const SquillReferencePlace *place)
{
  return place->numbers <= 0.5;
}

/* Whether both are numbers, or texts with one: of what is a text in one collection and a number in
 * another the name alone says nothing. */
static gboolean
are_written_alike (const SquillReferencePlace *place, const SquillReferencePlace *other)
{
  return has_text_or_id (place) ||
         (place->path->numbers.count > 0) == (other->path->numbers.count > 0);
}

/* What is surely found from a place; NULL where nothing is. Numbers prove nothing, so they must be
 * called as what they lead to is. */
static const SquillReference *
get_sure (const SquillReferenceFindings *findings)
{
  const SquillReference *best =
      findings->candidates->len > 0 ? g_ptr_array_index (findings->candidates, 0) : NULL;

  if (best == NULL || best->prefix != NULL ||
      _squill_reference_get_met (best) < SQUILL_REFERENCE_INCLUSION_CONNECTED ||
      best->quality <= SQUILL_REFERENCE_QUALITY_FOREIGN ||
      (best->traits & (SQUILL_REFERENCE_POLYMORPHIC | SQUILL_REFERENCE_EXTENSION)) != 0)
    return NULL;
  if (!has_text_or_id (findings->source))
    return best->name_fit >= SQUILL_REFERENCE_FIT_SURE &&
                   _squill_reference_get_met (best) >= SQUILL_REFERENCE_INCLUSION_FOLLOWED &&
                   best->distinct >= SQUILL_REFERENCE_FEW_VALUES && best->score >= SCORE_SURE
               ? best
               : NULL;
  /* Some are as sure by their name where they are called as the thing and its key are. */
  return best->proof >= SQUILL_REFERENCE_PROVED || findings->follows ||
                 (best->name_fit >= SQUILL_REFERENCE_FIT_NAMESAKE && best->score >= SCORE_SURE &&
                  best->distinct >= FEW_IDS &&
                  _squill_reference_get_met (best) >= SQUILL_REFERENCE_INCLUSION_FOLLOWED)
             ? best
             : NULL;
}

/* Whether a field leads to what it is a part of, as what is called like it elsewhere leads to its
 * own: a parent is one of the same. */
static gboolean
leads_to_own (const SquillReferenceFindings *findings, const SquillReferenceFindings *other)
{
  const SquillReference *best =
      findings->candidates->len > 0 ? g_ptr_array_index (findings->candidates, 0) : NULL;

  return best != NULL && best->name_fit >= SQUILL_REFERENCE_NAMED &&
         (best->traits & SQUILL_REFERENCE_SELF) != 0 &&
         (get_sure (other)->traits & SQUILL_REFERENCE_SELF) != 0 &&
         findings->source->collection != other->source->collection;
}

/* Whether what was found leads elsewhere, to what has just the name of the field: each of several
 * collections may have a table of states of its own. */
static gboolean
is_called_otherwise (const SquillReferenceFindings *findings, const SquillReferenceFindings *other)
{
  const SquillReference *best =
      findings->candidates->len > 0 ? g_ptr_array_index (findings->candidates, 0) : NULL;

  return best != NULL && best->name_fit == 1 &&
         _squill_reference_get_met (best) >= SQUILL_REFERENCE_INCLUSION_FOLLOWED &&
         best->to != get_sure (other)->to;
}

/* What a field refers to where @other refers to that. */
static SquillReference *
follow (const SquillReferencePlace *source,
        const SquillReferenceFindings *other,
        GHashTable *by_sample)
{
  const SquillReferencePlace *target = _squill_reference_find_target (by_sample, get_sure (other));
  SquillReference *reference = NULL;

  /* A few of the first numbers of all rather count the parts of one thing, unless they are called
   * as such in the same documents. */
  if (_squill_reference_place_has_met (source, target) &&
      _squill_reference_may_refer (source, target) &&
      (has_text_or_id (source) || source->distinct >= FEW_IDS ||
       _squill_reference_is_beyond_smallest (source, target) ||
       (source->collection == other->source->collection &&
        _squill_reference_name_fit (source->name, target->entity) >=
            SQUILL_REFERENCE_FIT_NAMESAKE)))
    reference = _squill_reference_compare (source, target, FIT_FOLLOWED,
                                           SQUILL_REFERENCE_INCLUSION_FOLLOWED);
  if (reference != NULL &&
      _squill_reference_get_met (reference) < SQUILL_REFERENCE_INCLUSION_FOLLOWED)
    g_clear_pointer (&reference, squill_reference_free);
  /* What others are known to refer by is what it is known by. */
  if (reference != NULL && reference->quality < get_sure (other)->quality)
    {
      reference->quality = get_sure (other)->quality;
      squill_reference_score (reference);
    }
  return reference;
}

/* Whether what it leads to is called after the thing that has the field: rack_roles of racks are
 * not the roles of others. */
static gboolean
leads_to_own_table (const SquillReferenceFindings *findings, GHashTable *by_sample)
{
  const SquillReferencePlace *target =
      _squill_reference_find_target (by_sample, get_sure (findings));

  return target != NULL && _squill_reference_is_of_owner (findings->source, target);
}

/* The word that an id of something in a role ends with, before what says that it is an id. */
static const char *
get_tail (const SquillReferencePlace *source)
{
  const SquillReferenceName *name = source->name;

  return !source->is_list && name->n_stem > 1 && _squill_reference_name_is_id (name)
             ? name->words[name->first + name->n_stem - 1].singular
             : NULL;
}

/* Fields of one object of which the names end in the same word lead to the same, as far as all of
 * which that is sure do. */
static const SquillReferenceFindings *
find_alike (const SquillReferencePlace *source, const GPtrArray *same)
{
  const SquillReferenceFindings *first = NULL;
  guint n = 0;

  for (guint i = 0; same != NULL && i < same->len; i++)
    {
      const SquillReferenceFindings *other = g_ptr_array_index (same, i);
      const SquillReference *sure = get_sure (other);

      if (other->source->object != source->object || other->follows ||
          has_text_or_id (other->source) != has_text_or_id (source))
        continue;
      if (first != NULL && (get_sure (first)->to_path != sure->to_path ||
                            get_sure (first)->to_keys != sure->to_keys))
        return NULL;
      first = first != NULL ? first : other;
      n++;
    }
  return n >= MANY_ALIKE ? first : NULL;
}

/**
 * _squill_references_follow:
 * @all: (element-type SquillReferenceFindings): what was found from all places
 * @by_sample: the targets, by their samples
 *
 * A few values prove nothing; but where another field of the same name, or that at the other end of
 * the same connection, or several whose names end in the same word, refer to something, these do so
 * too.
 */
void
_squill_references_follow (GPtrArray *all, GHashTable *by_sample)
{
  g_autoptr (GHashTable) by_name =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref);
  g_autoptr (GHashTable) by_tail =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref);
  g_autoptr (GHashTable) by_place = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < all->len; i++)
    {
      SquillReferenceFindings *findings = g_ptr_array_index (all, i);

      if (get_sure (findings) == NULL)
        continue;
      if (get_tail (findings->source) != NULL)
        _squill_reference_group (by_tail, (gpointer)get_tail (findings->source), findings,
                                 MAX_SIBLINGS);
      g_hash_table_insert (by_place, (gpointer)findings->source, findings);
      if (!findings->source->keys)
        _squill_reference_group (by_name, findings->source->name->whole, findings, MAX_FOLLOWED);
    }
  for (guint i = 0; i < all->len; i++)
    {
      SquillReferenceFindings *findings = g_ptr_array_index (all, i);
      const SquillReferencePlace *source = findings->source;
      const SquillReferenceFindings *opposite = g_hash_table_lookup (by_place, source->opposite);
      const GPtrArray *same = g_hash_table_lookup (by_name, source->name->whole);
      SquillReference *reference = NULL;

      if (source->keys || source->is_key || source->is_mixed || source->name->n_words == 0 ||
          source->name->plural || get_sure (findings) != NULL)
        continue;
      if (opposite != NULL && has_text_or_id (source))
        reference = follow (source, opposite, by_sample);
      for (guint k = 0; same != NULL && k < same->len && reference == NULL; k++)
        {
          const SquillReferenceFindings *other = g_ptr_array_index (same, k);

          if (other->source->path->kind == source->path->kind &&
              has_text_or_id (other->source) == has_text_or_id (source) &&
              are_written_alike (source, other->source) && !leads_to_own (findings, other) &&
              !leads_to_own_table (other, by_sample) && !is_called_otherwise (findings, other) &&
              g_str_equal (other->source->name->digits, source->name->digits))
            reference = follow (source, other, by_sample);
        }
      if (reference == NULL && get_tail (source) != NULL)
        {
          const SquillReferenceFindings *alike =
              find_alike (source, g_hash_table_lookup (by_tail, get_tail (source)));

          reference = alike != NULL ? follow (source, alike, by_sample) : NULL;
        }
      if (reference == NULL)
        continue;
      reference->follows = TRUE;
      g_ptr_array_insert (findings->candidates, 0, reference);
      findings->follows = TRUE;
    }
}

/* Whether nothing but the range of its numbers says where an id leads. */
static gboolean
is_led_by_range (const SquillReferenceFindings *findings)
{
  const SquillReferencePlace *source = findings->source;
  const SquillReference *best =
      findings->candidates->len > 0 ? g_ptr_array_index (findings->candidates, 0) : NULL;

  return best != NULL && source->numbers > 0.5 && !source->is_list && !source->is_key &&
         source->name->n_stem > 0 && _squill_reference_name_is_id (source->name) &&
         (best->spans || best->name_fit < SQUILL_REFERENCE_PARTLY_NAMED) &&
         best->copies->len == 0 && !best->hinted;
}

/* Whether two ids beside each other, whose names end in the same word, seem to lead to different
 * collections. */
static gboolean
are_led_apart (const SquillReferenceFindings *findings, const SquillReferenceFindings *other)
{
  const SquillReferenceName *name = findings->source->name, *other_name = other->source->name;
  const SquillReference *best = g_ptr_array_index (findings->candidates, 0);
  const SquillReference *other_best = g_ptr_array_index (other->candidates, 0);

  return other->source->object == findings->source->object && best->to != other_best->to &&
         g_str_equal (name->words[name->first + name->n_stem - 1].singular,
                      other_name->words[other_name->first + other_name->n_stem - 1].singular);
}

/**
 * _squill_references_drop_led_apart:
 * @all: (element-type SquillReferenceFindings): what was found from all places
 *
 * Ids beside each other whose names end in the same word are of one kind. Where their numbers seem
 * to lead to several collections none of which is called so, what they are of is not there.
 */
void
_squill_references_drop_led_apart (GPtrArray *all)
{
  g_autoptr (GPtrArray) led = g_ptr_array_new (), apart = g_ptr_array_new ();

  for (guint i = 0; i < all->len; i++)
    if (is_led_by_range (g_ptr_array_index (all, i)))
      g_ptr_array_add (led, g_ptr_array_index (all, i));
  for (guint i = 0; i < led->len; i++)
    for (guint k = i + 1; k < led->len; k++)
      if (are_led_apart (g_ptr_array_index (led, i), g_ptr_array_index (led, k)))
        {
          g_ptr_array_add (apart, g_ptr_array_index (led, i));
          g_ptr_array_add (apart, g_ptr_array_index (led, k));
        }
  /* Only now, as each may be apart from several. */
  for (guint i = 0; i < apart->len; i++)
    g_ptr_array_set_size (((SquillReferenceFindings *)g_ptr_array_index (apart, i))->candidates, 0);
}
