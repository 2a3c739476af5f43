/* SPDX-License-Identifier: Apache-2.0 */

/* What is found from one place is compared with each other: what only one collection has is meant,
 * and what several have says nothing. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference-private.h"

/* Of two collections of one size one may be a part of the other. */
#define MANY_OF_ONE_SIZE 2u
/* How well a field fits what has only the last word of its name; what fits at least as well is
 * rather meant, and the key that such a field refers to is at least so good. */
#define FIT_HEAD_ONLY 0.83
#define QUALITY_OWN 0.9
/* From here on a key beside the id of the database is called as its own documents are. */
#define FIT_OWN 0.75
/* Nearly all values are keys. */
#define INCLUSION_ALL 0.98
/* Fewer different ids are keys of every collection. */
#define FEW_IDS 5u
/* One number alone may be anything. */
#define FEW_PEOPLE 2u
/* What an id says that is called as nothing here is, and has nothing but keys of one collection. */
#define FIT_CODE 0.55
/* Words are keys of the same thing where they are this share of all its keys. */
#define COVERAGE_CODES 0.6

/* Whether nothing tells where its numbers lead but from where to where they go. Of several
 * collections of one size the connections are rather between what is beside them. */
static gboolean
is_told_by_range (const SquillReference *reference)
{
  return reference->spans || (reference->connects && reference->from_path->numbers.count > 0 &&
                              reference->from != reference->to);
}

/* Whether only the range of its numbers tells, however they are called. */
static gboolean
is_proved_by_range (const SquillReference *reference)
{
  return !reference->from_keys && !reference->to_keys &&
         reference->quality > SQUILL_REFERENCE_QUALITY_FOREIGN &&
         reference->name_fit < SQUILL_REFERENCE_NAMED &&
         reference->from_path->kind == SQUILL_PATH_FIELD &&
         reference->from_path->numbers.count > 0 &&
         (double)reference->to_path->scalars.distinct >=
             SQUILL_REFERENCE_DENSE *
                 (reference->to_path->numbers.max - reference->to_path->numbers.min + 1) &&
         reference->proof >= SQUILL_REFERENCE_COVERED;
}

/* An id that may as well be that of something else is told by nothing, unless it has all keys of
 * only one of them. */
static void
forget_unclear (GPtrArray *found)
{
  guint n = 0, n_covered = 0, n_proved = 0;

  for (guint i = 0; i < found->len; i++)
    {
      const SquillReference *reference = g_ptr_array_index (found, i);

      n += is_told_by_range (reference);
      n_covered += is_told_by_range (reference) && reference->coverage >= INCLUSION_ALL;
    }
  for (guint i = 0; n > 1 && i < found->len; i++)
    {
      SquillReference *reference = g_ptr_array_index (found, i);

      if (!is_told_by_range (reference) || (n_covered == 1 && reference->coverage >= INCLUSION_ALL))
        continue;
      reference->name_fit = 0;
      reference->spans = reference->connects = FALSE;
      squill_reference_score (reference);
    }
  /* Where several collections are of one size, the numbers may be of any of them. */
  for (guint i = 0; i < found->len; i++)
    n_proved += is_proved_by_range (g_ptr_array_index (found, i));
  for (guint i = 0; n_proved > MANY_OF_ONE_SIZE && i < found->len; i++)
    {
      SquillReference *reference = g_ptr_array_index (found, i);

      if (!is_proved_by_range (reference))
        continue;
      reference->proof = 0;
      squill_reference_score (reference);
    }
}

/**
 * _squill_reference_index_samples:
 * @targets: (element-type SquillReferencePlace): where references may end
 *
 * Returns: (transfer full): targets by their samples
 */
GHashTable *
_squill_reference_index_samples (GPtrArray *targets)
{
  GHashTable *by_sample = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < targets->len; i++)
    {
      SquillReferencePlace *target = g_ptr_array_index (targets, i);

      g_hash_table_insert (by_sample, (gpointer)target->sample, target);
    }
  return by_sample;
}

/**
 * _squill_reference_find_target:
 * @by_sample: what _squill_reference_index_samples() gave
 * @reference: a reference
 *
 * Returns: (transfer none): the target that it ends at
 */
const SquillReferencePlace *
_squill_reference_find_target (GHashTable *by_sample, const SquillReference *reference)
{
  return g_hash_table_lookup (
      by_sample, _squill_reference_get_sample (reference->to_path, reference->to_keys));
}

/* What its documents are known by beside an id of the database: attributeID of sportsAttributes. */
static gboolean
is_called_as_own (const SquillReferencePlace *target)
{
  return !target->is_foreign && target->name->n_stem > 0 &&
         _squill_reference_name_is_id (target->name) &&
         _squill_reference_name_fit (target->name, target->entity) >= FIT_OWN;
}

/* Whether the numbers at @source are ids of which the end of the name says that they are those of
 * @target, documents or the things in a map: there are some, and not only the smallest, which every
 * collection has. */
static gboolean
ends_as_target (const SquillReferencePlace *source, const SquillReferencePlace *target)
{
  return (target->keys || _squill_reference_are_documents (target->object)) &&
         _squill_reference_place_has_number_range (target) &&
         (target->is_key || is_called_as_own (target)) &&
         _squill_reference_is_beyond_smallest (source, target) &&
         _squill_reference_name_has_head_of (source->name, target->entity, target->name);
}

/* durationAttributeID -> sportsAttributes: where all its numbers are keys of only one collection
 * that ends as it does, it refers to that; of several that do, to the only one that it goes through
 * to the end. */
static void
believe_head (const SquillReferencePlace *source, GPtrArray *found, GHashTable *by_sample)
{
  g_autoptr (GPtrArray) fitting = g_ptr_array_new ();
  const SquillPath *one = NULL, *spanned = NULL;
  gboolean are_several = FALSE, are_several_spanned = FALSE;

  if (source->keys || source->is_key || !_squill_reference_place_has_number_range (source) ||
      source->distinct < FEW_IDS || !_squill_reference_name_is_id (source->name))
    return;
  for (guint i = 0; i < found->len; i++)
    {
      SquillReference *reference = g_ptr_array_index (found, i);
      const SquillReferencePlace *target = _squill_reference_find_target (by_sample, reference);

      /* Another that is called more like it may be meant, with keys that are gone. */
      if (reference->name_fit >= FIT_HEAD_ONLY)
        return;
      if (reference->key_share < 1 || _squill_reference_get_met (reference) < INCLUSION_ALL ||
          !ends_as_target (source, target))
        continue;
      g_ptr_array_add (fitting, reference);
      are_several = are_several || (one != NULL && one != target->object);
      one = target->object;
      if (_squill_reference_spans (source, target))
        {
          are_several_spanned =
              are_several_spanned || (spanned != NULL && spanned != target->object);
          spanned = target->object;
        }
    }
  if (are_several && (spanned == NULL || are_several_spanned))
    return;
  for (guint i = 0; i < fitting->len; i++)
    {
      SquillReference *reference = g_ptr_array_index (fitting, i);

      if (are_several && _squill_reference_find_target (by_sample, reference)->object != spanned)
        continue;
      reference->name_fit = FIT_HEAD_ONLY;
      reference->quality = MAX (reference->quality, QUALITY_OWN);
      squill_reference_score (reference);
    }
}

/* Whether its values prove that codes are the keys of what is found: words of a language do with
 * most of the keys only. */
static gboolean
is_proved_by_codes (const SquillReference *reference,
                    const SquillReferencePlace *target,
                    gboolean are_words)
{
  if (!target->is_key || reference->key_share < 1)
    return FALSE;
  return are_words ? reference->proof >= SQUILL_REFERENCE_COVERED &&
                         reference->coverage >= COVERAGE_CODES &&
                         reference->quality >= SQUILL_REFERENCE_QUALITY_REAL &&
                         _squill_reference_are_documents (target->object)
                   : reference->proof >= SQUILL_REFERENCE_PROVED &&
                         _squill_reference_is_of_collection (target->object);
}

/* What an id with letters is the key of when it is called as no collection is: of the only one that
 * has all of them. */
static void
believe_code (const SquillReferencePlace *source,
              GPtrArray *found,
              GHashTable *by_sample,
              double best_fit)
{
  const gboolean are_words = !_squill_reference_place_is_coded_id (source);
  SquillReference *only = NULL;
  const SquillPath *object = NULL;

  if (best_fit >= SQUILL_REFERENCE_NAMED ||
      (are_words && !_squill_reference_place_is_code_in_role (source)))
    return;
  for (guint i = 0; i < found->len; i++)
    {
      SquillReference *reference = g_ptr_array_index (found, i);
      const SquillReferencePlace *target = _squill_reference_find_target (by_sample, reference);

      if (_squill_reference_get_met (reference) < INCLUSION_ALL ||
          reference->quality <= SQUILL_REFERENCE_QUALITY_FOREIGN)
        continue;
      if (object != NULL && object != target->object)
        return;
      object = target->object;
      if (is_proved_by_codes (reference, target, are_words))
        only = reference;
    }
  if (only == NULL)
    return;
  only->name_fit = MAX (only->name_fit, FIT_CODE);
  squill_reference_score (only);
}

/* Whether nothing but a role of people says that one of these is meant. */
static gboolean
is_told_by_person (const SquillReferencePlace *source,
                   const SquillReference *reference,
                   const SquillReferencePlace *target)
{
  return target != NULL && target->is_key && !target->keys && reference->key_share == 1 &&
         _squill_reference_are_documents (target->object) &&
         _squill_reference_name_is_person (target->entity) &&
         _squill_reference_name_fit (source->name, target->entity) < SQUILL_REFERENCE_NAMED &&
         _squill_reference_name_fit_role (source->name, target->entity, FALSE) > 0;
}

/* Whether the documents of @one have the id of one of @other: members with a user_id are what users
 * have with something, and who does anything is a user. */
static gboolean
has_id_of (const SquillReferencePlace *one, const SquillReferencePlace *other)
{
  for (const SquillPath *field = one->object->first; field != NULL; field = field->next)
    {
      g_autoptr (SquillReferenceName) name = _squill_reference_name_new (field->name);

      if (_squill_reference_name_is_id (name) &&
          _squill_reference_name_fit (name, other->entity) >= SQUILL_REFERENCE_FIT_NAMESAKE)
        return TRUE;
    }
  return FALSE;
}

/* author_id -> users: where only one collection is of people, an id of somebody in a role is the id
 * of one of these, be there few. */
static void
believe_person (const SquillReferencePlace *source, GPtrArray *found, GHashTable *by_sample)
{
  g_autoptr (GPtrArray) people = g_ptr_array_new ();
  SquillReference *only;

  if (source->keys || source->is_key || source->numbers <= 0.5 ||
      !_squill_reference_name_is_id (source->name))
    return;
  for (guint i = 0; i < found->len; i++)
    {
      SquillReference *reference = g_ptr_array_index (found, i);

      if (is_told_by_person (source, reference,
                             _squill_reference_find_target (by_sample, reference)))
        g_ptr_array_add (people, reference);
    }
  for (guint i = 0; i < people->len; i++)
    for (guint k = 0; k < people->len; k++)
      {
        SquillReference *reference = g_ptr_array_index (people, i);

        if (i == k ||
            !has_id_of (_squill_reference_find_target (by_sample, reference),
                        _squill_reference_find_target (by_sample, g_ptr_array_index (people, k))))
          continue;
        reference->name_fit = 0;
        squill_reference_score (reference);
        g_ptr_array_remove_index (people, i--);
        break;
      }
  only = people->len == 1 ? g_ptr_array_index (people, 0) : NULL;
  if (only == NULL || only->distinct < FEW_PEOPLE ||
      only->references < SQUILL_REFERENCE_FEW_VALUES ||
      _squill_reference_get_met (only) < INCLUSION_ALL)
    return;
  only->name_fit = MAX (only->name_fit, SQUILL_REFERENCE_WELL_NAMED);
  squill_reference_score (only);
}

/**
 * _squill_reference_weigh_found:
 * @source: where references may start
 * @found: (element-type SquillReference): what was found from there
 * @by_sample: what _squill_reference_index_samples() gave
 * @best_fit: 0 to 1: how well the name of @source fits that of any target, be it found or not
 *
 * Believes those that nothing else than one collection can be meant by, and none of those that may
 * as well be others.
 */
void
_squill_reference_weigh_found (const SquillReferencePlace *source,
                               GPtrArray *found,
                               GHashTable *by_sample,
                               double best_fit)
{
  forget_unclear (found);
  believe_person (source, found, by_sample);
  believe_head (source, found, by_sample);
  believe_code (source, found, by_sample, best_fit);
}
