/* SPDX-License-Identifier: Apache-2.0 */

/* Chooses among references that each could be claimed: one from each place, and none that says
 * again what another one says. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference-private.h"

#include <math.h>
#include <string.h>

/* Keys that differ by less are as good. */
#define QUALITY_STEP 0.12
/* From this many different values on, it is no chance that all are among a few of many keys. */
#define FILLED_VALUES 10u
#define FILLED_COVERAGE 0.8
#define FILLED_RATIO 5u
#define QUALITY_FILLED 0.85
/* From here on the name is that of the key. */
#define NAMED_AS_KEY 0.95
/* Of a field and its copy neither comes more than this many times as often as the other. */
#define MAX_COPY_RATIO 2u

static gboolean
has_same_source (const SquillReference *a, const SquillReference *b)
{
  return a->from_path == b->from_path && a->from_keys == b->from_keys;
}

static gboolean
has_same_target (const SquillReference *a, const SquillReference *b)
{
  return a->to_path == b->to_path && a->to_keys == b->to_keys;
}

static guint64
count_keys (const SquillReference *reference)
{
  return reference->to_keys ? reference->to_path->map->distinct_count
                            : reference->to_path->scalars.distinct;
}

/* Whether both say that documents continue others, of which those of @choice are more, so that the
 * others may continue them as well. */
static gboolean
is_of_larger_whole (const SquillReference *choice, const SquillReference *other)
{
  return (choice->traits & other->traits & SQUILL_REFERENCE_EXTENSION) != 0 &&
         choice->name_fit == other->name_fit && choice->quality == other->quality &&
         squill_reference_get_likely_inclusion (choice) >= SQUILL_REFERENCE_EQUAL_SHARE &&
         count_keys (choice) > count_keys (other);
}

static gboolean
is_better (const SquillReferenceChoice *choice, const SquillReferenceChoice *other)
{
  if (choice->decision != other->decision &&
      (choice->decision == SQUILL_DECISION_ACCEPTED || other->decision == SQUILL_DECISION_ACCEPTED))
    return choice->decision == SQUILL_DECISION_ACCEPTED;
  if (choice->verdict != other->verdict)
    return choice->verdict > other->verdict;
  if (is_of_larger_whole (choice->reference, other->reference) ||
      is_of_larger_whole (other->reference, choice->reference))
    return is_of_larger_whole (choice->reference, other->reference);
  return choice->reference->score > other->reference->score;
}

static gboolean
is_one_of_several (const SquillReferenceChoice *choice)
{
  return choice->decision == SQUILL_DECISION_ACCEPTED ||
         (choice->reference->traits & SQUILL_REFERENCE_POLYMORPHIC) != 0;
}

/* Whether a key of the same thing, by which @best would lead there, is only nearly the one that is
 * meant: that has the name of what refers to it, and no fewer of the values. */
static gboolean
is_namesake_of (const SquillReferenceChoice *choice, const SquillReferenceChoice *best)
{
  const SquillReference *a = choice->reference, *b = best->reference;

  return a->to == b->to && !a->from_keys && !a->to_keys && !b->to_keys &&
         _squill_reference_object_of (a->to_path) == _squill_reference_object_of (b->to_path) &&
         g_strcmp0 (a->from_path->name, a->to_path->name) == 0 &&
         g_strcmp0 (b->from_path->name, b->to_path->name) != 0 && b->name_fit < NAMED_AS_KEY &&
         squill_reference_get_likely_inclusion (a) >= squill_reference_get_likely_inclusion (b);
}

/* Whether all values are keys of a small collection, nearly all of which they are, and of a large
 * one as well: those of another would not all be among so few. */
static gboolean
is_filled (const SquillReferenceChoice *choice, const SquillReferenceChoice *best)
{
  const SquillReference *a = choice->reference, *b = best->reference;

  return choice->verdict == best->verdict && a->distinct >= FILLED_VALUES &&
         a->quality >= QUALITY_FILLED && b->name_fit < SQUILL_REFERENCE_NAMED &&
         a->coverage >= FILLED_COVERAGE &&
         squill_reference_get_likely_inclusion (a) >= SQUILL_REFERENCE_EQUAL_SHARE &&
         count_keys (a) * FILLED_RATIO <= count_keys (b);
}

/* One from each place, unless a person or the values say that there are more. */
static void
choose_of_source (GArray *choices, guint begin, guint end)
{
  SquillReferenceChoice *best = NULL;

  for (guint i = begin; i < end; i++)
    {
      SquillReferenceChoice *choice = &g_array_index (choices, SquillReferenceChoice, i);

      if (choice->verdict != SQUILL_REFERENCE_VERDICT_NONE &&
          (best == NULL || is_better (choice, best)))
        best = choice;
    }
  if (best == NULL)
    return;
  for (guint i = begin; i < end && best->decision == SQUILL_DECISION_NONE; i++)
    {
      SquillReferenceChoice *choice = &g_array_index (choices, SquillReferenceChoice, i);

      if (choice == best || choice->decision != SQUILL_DECISION_NONE || is_one_of_several (best))
        continue;
      if (is_namesake_of (choice, best) || is_filled (choice, best))
        {
          choice->verdict = best->verdict;
          best = choice;
        }
    }
  for (guint i = begin; i < end; i++)
    {
      SquillReferenceChoice *choice = &g_array_index (choices, SquillReferenceChoice, i);

      if (choice != best && !(is_one_of_several (choice) && is_one_of_several (best)))
        choice->verdict = SQUILL_REFERENCE_VERDICT_NONE;
    }
}

/* Where two places contain each other's values one of them is the key of the other. */
static gboolean
is_opposite (const SquillReferenceChoice *a, const SquillReferenceChoice *b)
{
  return a->reference->from_path == b->reference->to_path &&
         a->reference->to_path == b->reference->from_path &&
         a->reference->from_keys == b->reference->to_keys &&
         a->reference->to_keys == b->reference->from_keys;
}

/* Whether one is within the other, or both are in the same object. */
static gboolean
are_beside (const SquillPath *a, const SquillPath *b)
{
  const SquillPath *first = _squill_reference_object_of (a);
  const SquillPath *second = _squill_reference_object_of (b);
  const SquillPath *outer = _squill_reference_is_above (first, second) ? first : second;

  for (const SquillPath *path = outer == first ? second : first; path != outer; path = path->parent)
    if (path == NULL || path->kind != SQUILL_PATH_FIELD)
      return FALSE;
  return TRUE;
}

/* A copy stands nearly everywhere where what it was copied with stands. */
static gboolean
are_as_many (const SquillReference *a, const SquillReference *b)
{
  return MIN (a->references, b->references) * MAX_COPY_RATIO >=
             MAX (a->references, b->references) &&
         MIN (a->distinct, b->distinct) * MAX_COPY_RATIO >= MAX (a->distinct, b->distinct);
}

/* Whether both were compared in each document, and lead to different things. What has the same name
 * in both is rather the number of each in another system. */
static gboolean
lead_to_others (const SquillReference *a, const SquillReference *b)
{
  if (g_strcmp0 (b->from_path->name, b->to_path->name) == 0)
    return FALSE;
  for (guint i = 0; i < a->other_fields->len; i++)
    {
      const SquillFieldPair *pair = &g_array_index (a->other_fields, SquillFieldPair, i);

      if (pair->from == b->from_path && pair->to == b->to_path)
        return TRUE;
    }
  return FALSE;
}

/* A second field that leads to the same thing by another of its fields is a copy of that field. A
 * list beside a single one has others: who is in copy beside who wrote it. */
static gboolean
is_copied_beside (const SquillReferenceChoice *a, const SquillReferenceChoice *b)
{
  const SquillReference *first = a->reference, *second = b->reference;

  return first != second && !first->from_keys && !second->from_keys && !first->to_keys &&
         !second->to_keys && first->from_path != second->from_path &&
         first->from_path->kind == second->from_path->kind && !has_same_target (first, second) &&
         first->to == second->to && !lead_to_others (first, second) &&
         !lead_to_others (second, first) && are_as_many (first, second) &&
         are_beside (first->from_path, second->from_path) &&
         are_beside (first->to_path, second->to_path);
}

/* Whether each document leads to one of its own. */
static gboolean
is_one_to_one (const SquillReference *reference)
{
  return !reference->from_keys && !reference->to_keys &&
         reference->from_path->kind == SQUILL_PATH_FIELD &&
         reference->references == reference->distinct &&
         squill_reference_get_likely_inclusion (reference) >= SQUILL_REFERENCE_EQUAL_SHARE &&
         reference->coverage >= SQUILL_REFERENCE_CONTINUED_SHARE &&
         _squill_reference_are_documents (_squill_reference_object_of (reference->from_path)) &&
         _squill_reference_are_documents (_squill_reference_object_of (reference->to_path));
}

/* Of documents that continue others, one by one, other fields that are the same in both say nothing
 * new. */
static gboolean
is_continued_anyway (const SquillReferenceChoice *whole, const SquillReferenceChoice *other)
{
  return whole->verdict == SQUILL_REFERENCE_VERDICT_PROPOSED &&
         other->decision != SQUILL_DECISION_ACCEPTED &&
         whole->reference->from != whole->reference->to && is_one_to_one (other->reference) &&
         ((whole->reference->traits & SQUILL_REFERENCE_EXTENSION) != 0 ||
          (is_one_to_one (whole->reference) && whole->reference->from == other->reference->to &&
           whole->reference->score >= other->reference->score));
}

static gboolean
is_weaker (const SquillReferenceChoice *a, const SquillReferenceChoice *b)
{
  if (a->decision == SQUILL_DECISION_ACCEPTED || b->decision == SQUILL_DECISION_ACCEPTED)
    return a->decision != SQUILL_DECISION_ACCEPTED;
  if (a->verdict != b->verdict)
    return a->verdict < b->verdict;
  if (a->reference->quality != b->reference->quality)
    return a->reference->quality < b->reference->quality;
  if (a->reference->score != b->reference->score)
    return a->reference->score < b->reference->score;
  return a->reference->references > b->reference->references;
}

/* How many places may refer by each key: key -> the number. */
static GHashTable *
count_uses (GArray *choices)
{
  GHashTable *uses = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < choices->len; i++)
    {
      const SquillReferenceChoice *choice = &g_array_index (choices, SquillReferenceChoice, i);
      gpointer key = (gpointer)choice->reference->to_path;
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (uses, key));

      if (choice->verdict == SQUILL_REFERENCE_VERDICT_PROPOSED && !choice->reference->to_keys)
        g_hash_table_insert (uses, key, GUINT_TO_POINTER (n + 1));
    }
  return uses;
}

/* Whether nothing but ids lead to the `_id` of documents; where they are made to be the only ones
 * of their kind, be they few. */
static gboolean
leads_by_id (const SquillReferenceChoice *choice)
{
  const SquillPath *to = choice->reference->to_path;

  return (choice->reference->proof >= 1 || (choice->reference->proof >= SQUILL_REFERENCE_PROVED &&
                                            _squill_reference_text_is_made (to))) &&
         to->kind == SQUILL_PATH_FIELD && to->parent->kind == SQUILL_PATH_DOCUMENT &&
         g_str_equal (to->name, "_id");
}

/* Of two fields that lead to the same thing the better key is meant, ids before what people write,
 * and of two good ones that by which more places refer, so that all refer by the same; the other is
 * a copy beside. */
static gboolean
is_less_of_a_key (const SquillReferenceChoice *a, const SquillReferenceChoice *b, GHashTable *uses)
{
  const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (uses, a->reference->to_path));
  const guint other = GPOINTER_TO_UINT (g_hash_table_lookup (uses, b->reference->to_path));
  const gboolean is_accepted =
      a->decision == SQUILL_DECISION_ACCEPTED || b->decision == SQUILL_DECISION_ACCEPTED;

  if (is_accepted)
    return is_weaker (a, b);
  if (fabs (a->reference->quality - b->reference->quality) > QUALITY_STEP)
    return a->reference->quality < b->reference->quality;
  if (leads_by_id (a) != leads_by_id (b))
    return leads_by_id (b);
  if (n != other)
    return n < other;
  if (a->reference->quality != b->reference->quality)
    return a->reference->quality < b->reference->quality;
  /* The same for all that refer to it: a key is shorter than an address with the key in it. */
  if (a->reference->to_path->text.bytes != b->reference->to_path->text.bytes)
    return a->reference->to_path->text.bytes > b->reference->to_path->text.bytes;
  return strcmp (a->reference->to_path->name != NULL ? a->reference->to_path->name : "",
                 b->reference->to_path->name != NULL ? b->reference->to_path->name : "") > 0;
}

/* Of two directions that is meant which leads to what other places refer to as well. */
static gboolean
is_less_referred (const SquillReferenceChoice *a, const SquillReferenceChoice *b, GHashTable *uses)
{
  const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (uses, a->reference->to_path));
  const guint other = GPOINTER_TO_UINT (g_hash_table_lookup (uses, b->reference->to_path));

  if (a->decision == b->decision && a->verdict == b->verdict && n != other &&
      (a->reference->traits & b->reference->traits & SQUILL_REFERENCE_EXTENSION) != 0)
    return n < other;
  return is_weaker (a, b);
}

static guint
hash_ends (gconstpointer key)
{
  const SquillReferenceChoice *choice = key;

  /* The same for both directions. */
  return g_direct_hash (choice->reference->from) + g_direct_hash (choice->reference->to);
}

static gboolean
equal_ends (gconstpointer a, gconstpointer b)
{
  const SquillReferenceChoice *first = a, *second = b;

  return (first->reference->from == second->reference->from &&
          first->reference->to == second->reference->to) ||
         (first->reference->from == second->reference->to &&
          first->reference->to == second->reference->from);
}

/* Copies are still to say whether it is one. */
static gboolean
is_to_be_counted (const SquillReferenceChoice *choice)
{
  return choice->verdict == SQUILL_REFERENCE_VERDICT_WEAK && choice->reference->hinted &&
         !choice->reference->counted;
}

/* Of those between the same two collections. */
static void
drop_repetitions (GPtrArray *between, GHashTable *uses)
{
  for (guint i = 0; i < between->len; i++)
    for (guint k = i + 1; k < between->len; k++)
      {
        SquillReferenceChoice *a = g_ptr_array_index (between, i),
                              *b = g_ptr_array_index (between, k);

        if (a->verdict == SQUILL_REFERENCE_VERDICT_NONE ||
            b->verdict == SQUILL_REFERENCE_VERDICT_NONE || is_to_be_counted (a) ||
            is_to_be_counted (b) ||
            (a->decision == SQUILL_DECISION_ACCEPTED && b->decision == SQUILL_DECISION_ACCEPTED))
          continue;
        if (is_copied_beside (a, b))
          (is_less_of_a_key (a, b, uses) ? a : b)->verdict = SQUILL_REFERENCE_VERDICT_NONE;
        else if (is_opposite (a, b))
          (is_less_referred (a, b, uses) ? a : b)->verdict = SQUILL_REFERENCE_VERDICT_NONE;
        else if (is_continued_anyway (a, b))
          b->verdict = SQUILL_REFERENCE_VERDICT_NONE;
        else if (is_continued_anyway (b, a))
          a->verdict = SQUILL_REFERENCE_VERDICT_NONE;
      }
}

static void
drop_all_repetitions (GArray *choices)
{
  g_autoptr (GHashTable) pairs =
      g_hash_table_new_full (hash_ends, equal_ends, NULL, (GDestroyNotify)g_ptr_array_unref);
  g_autoptr (GHashTable) uses = count_uses (choices);
  GHashTableIter iter;
  gpointer between;

  for (guint i = 0; i < choices->len; i++)
    {
      SquillReferenceChoice *choice = &g_array_index (choices, SquillReferenceChoice, i);

      if (choice->verdict != SQUILL_REFERENCE_VERDICT_NONE)
        _squill_reference_group (pairs, choice, choice, G_MAXUINT);
    }
  g_hash_table_iter_init (&iter, pairs);
  while (g_hash_table_iter_next (&iter, NULL, &between))
    drop_repetitions (between, uses);
}

/* Whether the values of a place lead on to a large collection through a small list that they fill:
 * then the list is meant. */
static gboolean
leads_through_list (const SquillReferenceChoice *choice,
                    const SquillReferenceChoice *onward,
                    GArray *choices)
{
  for (guint i = 0; i < choices->len; i++)
    {
      const SquillReferenceChoice *other = &g_array_index (choices, SquillReferenceChoice, i);

      if (has_same_source (other->reference, choice->reference) &&
          has_same_target (other->reference, onward->reference))
        return is_filled (choice, other);
    }
  return FALSE;
}

/* What leads to something that itself leads on: its verdict is gone if @is_told says that it leads
 * there as well. @onward: what @get_stop gives for a choice -> the choice that leads on from it */
static void
drop_stops (GArray *choices,
            GHashTable *onward,
            gconstpointer (*get_stop) (const SquillReferenceChoice *choice),
            gboolean (*is_told) (const SquillReferenceChoice *choice,
                                 const SquillReferenceChoice *onward,
                                 GArray *choices))
{
  for (guint i = 0; i < choices->len; i++)
    {
      SquillReferenceChoice *choice = &g_array_index (choices, SquillReferenceChoice, i);
      gconstpointer stop = get_stop (choice);
      const SquillReferenceChoice *next = stop != NULL ? g_hash_table_lookup (onward, stop) : NULL;

      if (next != NULL && choice->decision != SQUILL_DECISION_ACCEPTED &&
          is_told (choice, next, choices))
        choice->verdict = SQUILL_REFERENCE_VERDICT_NONE;
    }
}

static gconstpointer
get_map (const SquillReferenceChoice *choice)
{
  return choice->reference->to_keys ? choice->reference->to_path : NULL;
}

static gconstpointer
get_target (const SquillReferenceChoice *choice)
{
  return choice->reference->to_keys ? NULL : choice->reference->to_path;
}

static gconstpointer
get_target_object (const SquillReferenceChoice *choice)
{
  return choice->reference->to_keys ? NULL
                                    : _squill_reference_object_of (choice->reference->to_path);
}

/* Whether the same place is claimed to lead where @onward does, with no fewer of its values. */
static gboolean
leads_there_as_well (const SquillReferenceChoice *choice,
                     const SquillReferenceChoice *onward,
                     GArray *choices)
{
  for (guint i = 0; i < choices->len; i++)
    {
      const SquillReferenceChoice *other = &g_array_index (choices, SquillReferenceChoice, i);

      if (other->verdict == SQUILL_REFERENCE_VERDICT_PROPOSED &&
          has_same_source (other->reference, choice->reference) &&
          has_same_target (other->reference, onward->reference) &&
          squill_reference_get_likely_inclusion (other->reference) >=
              squill_reference_get_likely_inclusion (choice->reference))
        return TRUE;
    }
  return FALSE;
}

/* What refers by the keys of a map is no more than what it says of them: others refer to where
 * these lead, if they do so, too. */
static void
drop_maps_that_refer (GArray *choices, GArray *chosen)
{
  g_autoptr (GHashTable) referring = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < chosen->len; i++)
    {
      const SquillReferenceChoice *choice = &g_array_index (chosen, SquillReferenceChoice, i);

      if (choice->verdict == SQUILL_REFERENCE_VERDICT_PROPOSED && choice->reference->from_keys &&
          !choice->reference->to_keys)
        g_hash_table_insert (referring, (gpointer)choice->reference->from_path, (gpointer)choice);
    }
  drop_stops (choices, referring, get_map, leads_there_as_well);
}

static gboolean
leads_further (const SquillReferenceChoice *choice,
               const SquillReferenceChoice *onward,
               GArray *choices)
{
  return onward->reference->to_path != choice->reference->from_path &&
         !leads_through_list (choice, onward, choices);
}

/* A field that refers is no key that others refer to: they refer to where it leads. Of keys of
 * documents that continue each other that is not so, nor of those of a list that others fill. */
static void
drop_targets_that_refer (GArray *choices, GArray *chosen)
{
  g_autoptr (GHashTable) referring = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < chosen->len; i++)
    {
      const SquillReferenceChoice *choice = &g_array_index (chosen, SquillReferenceChoice, i);
      const SquillReference *reference = choice->reference;

      if (choice->verdict == SQUILL_REFERENCE_VERDICT_PROPOSED && !reference->from_keys &&
          (reference->traits & SQUILL_REFERENCE_EXTENSION) == 0)
        g_hash_table_insert (referring, (gpointer)reference->from_path, (gpointer)choice);
    }
  drop_stops (choices, referring, get_target, leads_further);
}

/* Whether a list in the only document of a collection has some of the documents of another: what
 * it is called does not say that others mean the list. */
static gboolean
is_list_of_whole (const SquillReference *onward)
{
  return _squill_reference_object_of (onward->from_path)->kind != SQUILL_PATH_DOCUMENT &&
         _squill_reference_object_of (onward->to_path)->kind == SQUILL_PATH_DOCUMENT &&
         onward->proof >= SQUILL_REFERENCE_PROVED;
}

/* Whether the same place leads to the documents that @onward leads to, by whichever of their keys,
 * and by its values and its name as well as @choice does. */
static gboolean
leads_onward (const SquillReferenceChoice *choice,
              const SquillReferenceChoice *onward,
              GArray *choices)
{
  for (guint i = 0; i < choices->len; i++)
    {
      const SquillReferenceChoice *other = &g_array_index (choices, SquillReferenceChoice, i);

      if (other != choice && has_same_source (other->reference, choice->reference) &&
          !other->reference->to_keys &&
          _squill_reference_object_of (other->reference->to_path) ==
              _squill_reference_object_of (onward->reference->to_path) &&
          ((other->verdict >= choice->verdict &&
            other->reference->name_fit >= choice->reference->name_fit) ||
           is_list_of_whole (onward->reference)) &&
          squill_reference_get_likely_inclusion (other->reference) >=
              squill_reference_get_likely_inclusion (choice->reference))
        return TRUE;
    }
  return FALSE;
}

/* Where documents continue those of another collection, others that lead to either lead to the
 * whole, unless their name or a value of theirs says otherwise. */
static void
drop_continuing_targets (GArray *choices, GArray *chosen)
{
  g_autoptr (GHashTable) continuing = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < chosen->len; i++)
    {
      const SquillReferenceChoice *choice = &g_array_index (chosen, SquillReferenceChoice, i);

      if (choice->verdict == SQUILL_REFERENCE_VERDICT_PROPOSED && !choice->reference->from_keys &&
          (choice->reference->traits & SQUILL_REFERENCE_EXTENSION) != 0)
        g_hash_table_insert (continuing,
                             (gpointer)_squill_reference_object_of (choice->reference->from_path),
                             (gpointer)choice);
    }
  drop_stops (choices, continuing, get_target_object, leads_onward);
}

static gboolean
is_led_there (const SquillReferenceChoice *choice, const SquillReferenceChoice *other)
{
  return choice->verdict == SQUILL_REFERENCE_VERDICT_PROPOSED && other != choice &&
         !choice->reference->connects && !choice->reference->follows &&
         has_same_target (choice->reference, other->reference) &&
         choice->reference->from_path != other->reference->from_path &&
         _squill_reference_object_of (choice->reference->from_path) ==
             _squill_reference_object_of (other->reference->from_path) &&
         choice->reference->name_fit >= SQUILL_REFERENCE_WELL_NAMED &&
         squill_reference_get_likely_inclusion (choice->reference) >= SQUILL_REFERENCE_EQUAL_SHARE;
}

/* Whether each field that is copied beside @other is one that is copied beside @choice, and so
 * speaks for that. */
static gboolean
has_copies_of (const SquillReference *other, const SquillReference *choice)
{
  for (guint i = 0; i < other->copies->len; i++)
    {
      const SquillCopiedField *copy = g_ptr_array_index (other->copies, i);
      gboolean is_found = FALSE;

      for (guint k = 0; k < choice->copies->len && !is_found; k++)
        is_found =
            ((const SquillCopiedField *)g_ptr_array_index (choice->copies, k))->from == copy->from;
      if (!is_found)
        return FALSE;
    }
  return TRUE;
}

/* Where the field beside it that has the name of a key has nothing but keys, codes of another name,
 * of which some are none, are those of another system with some in common. */
static void
drop_other_systems (GArray *choices)
{
  for (guint i = 0; i < choices->len; i++)
    {
      SquillReferenceChoice *other = &g_array_index (choices, SquillReferenceChoice, i);

      if (other->verdict != SQUILL_REFERENCE_VERDICT_PROPOSED ||
          other->decision == SQUILL_DECISION_ACCEPTED ||
          other->reference->name_fit >= SQUILL_REFERENCE_NAMED || other->reference->from_keys ||
          is_one_of_several (other) ||
          squill_reference_get_likely_inclusion (other->reference) >=
              SQUILL_REFERENCE_INCLUSION_PROPOSED)
        continue;
      for (guint k = 0; k < choices->len && other->verdict == SQUILL_REFERENCE_VERDICT_PROPOSED;
           k++)
        if (is_led_there (&g_array_index (choices, SquillReferenceChoice, k), other) &&
            has_copies_of (other->reference,
                           g_array_index (choices, SquillReferenceChoice, k).reference))
          other->verdict = SQUILL_REFERENCE_VERDICT_WEAK;
    }
}

/* Of each source the best, and what that makes superfluous. */
static void
choose (GArray *choices)
{
  for (guint begin = 0, end; begin < choices->len; begin = end)
    {
      const SquillReference *first =
          g_array_index (choices, SquillReferenceChoice, begin).reference;

      for (end = begin + 1; end < choices->len; end++)
        if (!has_same_source (first, g_array_index (choices, SquillReferenceChoice, end).reference))
          break;
      choose_of_source (choices, begin, end);
    }
  drop_other_systems (choices);
  drop_all_repetitions (choices);
}

/**
 * _squill_references_choose:
 * @choices: (element-type SquillReferenceChoice): what was judged, each for itself, those of the
 * same place together
 *
 * Takes the verdict from those that lose against another.
 */
void
_squill_references_choose (GArray *choices)
{
  g_autoptr (GArray) first = g_array_copy (choices);

  /* What refers is known only once all have chosen; then those that led there choose again. */
  choose (first);
  drop_targets_that_refer (choices, first);
  drop_maps_that_refer (choices, first);
  drop_continuing_targets (choices, first);
  choose (choices);
}
