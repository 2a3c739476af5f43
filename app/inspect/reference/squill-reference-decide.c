/* SPDX-License-Identifier: Apache-2.0 */

/* Decides which of all the references that could be are claimed: one from each place, unless each
 * value says itself where it leads; and what a person decided before goes. Nothing is read for
 * that, so it can be done again whenever a person changes their mind. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* From here on a reference is claimed, and from here on it is worth a look. */
#define SCORE_PROPOSED 0.6
#define SCORE_WEAK 0.35
/* The share of references that must be keys where ids or names prove more. */
#define INCLUSION_PROVED 0.5
#define INCLUSION_WEAK 0.5
#define INCLUSION_WEAK_UNNAMED 0.8
/* Each of several places that a reference may lead to has at least this. */
#define INCLUSION_POLYMORPHIC 0.02
/* The share of claims that are true at the lowest score that is claimed, and at the highest.
 * Measured with `./dev bench` (tests/bench/bench-references.c) over made databases of all families
 * and real ones: of 4,781 claims with a confidence below 0.9, 99 of 100 are true, of 12,518 above
 * it nearly all are. What is made is easier than what is met, so the line lies lower: one of ten
 * claims more is taken to be false where the score is lowest, one of fifty where it is highest. Of
 * what is worth a look (645), 1 of 100 is true at the lowest score, and 8 of 100 at the highest.
 * What is claimed although its name does not say so has a lower score, and the same line goes on
 * below. */
#define CONFIDENCE_PROPOSED 0.85
#define CONFIDENCE_HIGHEST 0.98
#define CONFIDENCE_WEAK 0.05
#define CONFIDENCE_WEAK_HIGHEST 0.25
/* Of what is worth a look, and is called as a real key that has all of its values, but not as a
 * number of several: 6 of 8 in eighteen databases that nobody had seen. */
#define CONFIDENCE_WEAK_NAMED 0.5
#define FIT_PROBABLE 0.7
/* What leads to keys of the same object by its name alone. */
#define FIT_LOCAL 0.75
/* What is called as another of its own documents. */
#define FIT_OWN_KIND 0.8
/* This share of keys that do not match by chance is enough: the others may be new, or gone. */
#define INCLUSION_CONTINUED 0.75
/* When all of at least this many different values are keys of documents, the name need not say so.
 */
#define MANY_VALUES 16u
#define MANY_IDS 5u
#define FIT_ALL 0.75
#define ALL_VALUES 6u
#define QUALITY_TELLING 0.9
#define VERY_MANY_VALUES 40u
#define OFTEN 3u
#define INCLUSION_OFTEN 0.8
#define INCLUSION_OFTEN_NAMED 0.75
/* Of the keys of elements this share is referred to. */
#define COVERAGE_ELEMENTS 0.2
/* So many words are all that a part of the documents has by no chance. */
#define PART_VALUES 8u
/* Fewer words that are unique in one collection stand in others by chance. */
#define MANY_WORDS 50u
/* Objects within documents are known by their key from this many different keys on. */
#define MIN_EMBEDDED_KEYS 5u

/* Whether nothing but ids that are made to be the only ones of their kind lead to the `_id` or the
 * like of documents: one is enough, however it is called. */
static gboolean
leads_to_made_key (const SquillReference *reference)
{
  return !reference->from_keys && !reference->to_keys &&
         reference->quality >= SQUILL_REFERENCE_QUALITY_REAL && reference->key_share == 1 &&
         squill_reference_get_likely_inclusion (reference) >= SQUILL_REFERENCE_EQUAL_SHARE &&
         _squill_reference_are_documents (_squill_reference_object_of (reference->to_path)) &&
         (((reference->prefix != NULL || _squill_reference_text_is_made (reference->from_path)) &&
           _squill_reference_text_is_made (reference->to_path)) ||
          /* What is such a key is made like it. */
          _squill_reference_text_is_token (reference->to_path));
}

/* Whether one number is enough for what names say: that it is an id of just that, or what is called
 * so elsewhere is. */
static gboolean
is_called_by_all (const SquillReference *reference)
{
  return reference->name_fit >= SQUILL_REFERENCE_FIT_NAMESAKE || reference->supported ||
         reference->follows;
}

/* Whether two numbers are enough for what an id is called: another of its own documents, in a role
 * such as that of a parent. */
static gboolean
is_id_of_own_kind (const SquillReference *reference)
{
  g_autoptr (SquillReferenceName) name = NULL;

  if ((reference->traits & SQUILL_REFERENCE_SELF) == 0 || reference->name_fit < FIT_OWN_KIND ||
      reference->distinct < 2 || reference->from_keys || reference->to_keys ||
      reference->key_share < 1 || reference->quality < SQUILL_REFERENCE_QUALITY_REAL ||
      squill_reference_get_likely_inclusion (reference) < SQUILL_REFERENCE_EQUAL_SHARE ||
      reference->from_path->kind != SQUILL_PATH_FIELD ||
      !_squill_reference_are_documents (reference->from_path->parent) ||
      !_squill_reference_are_documents (_squill_reference_object_of (reference->to_path)))
    return FALSE;
  name = _squill_reference_name_new (reference->from_path->name);
  return _squill_reference_name_is_id (name) && !name->plural;
}

/* One or two values are in every list of values, unless the name says the same; of one number alone
 * that is too little. */
static gboolean
has_enough_values (const SquillReference *reference)
{
  return reference->distinct >= SQUILL_REFERENCE_FEW_VALUES || leads_to_made_key (reference) ||
         /* All there are, called as they are. */
         (reference->distinct > 1 && reference->coverage >= SQUILL_REFERENCE_EQUAL_SHARE &&
          reference->name_fit >= FIT_ALL) ||
         _squill_copies_are_telling (reference) || is_called_by_all (reference) ||
         is_id_of_own_kind (reference) ||
         (reference->proof >= SQUILL_REFERENCE_PROVED &&
          reference->name_fit >= SQUILL_REFERENCE_NAMED) ||
         (reference->name_fit >= SQUILL_REFERENCE_WELL_NAMED &&
          (reference->from_path->numbers.count == 0 || reference->distinct > 1 ||
           reference->references >= SQUILL_REFERENCE_FEW_VALUES));
}

/* Events of many kinds have objects of the same few things at many places. Each of these places
 * seems to have the keys of the others; none of them is where such a thing is kept. */
static gboolean
is_too_small_a_place (const SquillReference *reference)
{
  const SquillPath *object = _squill_reference_object_of (reference->to_path);

  /* What is called as they are, elsewhere, refers to them. */
  if (reference->from != reference->to && reference->name_fit >= SQUILL_REFERENCE_NAMED)
    return FALSE;
  if (reference->to_keys || _squill_reference_are_documents (object) ||
      (reference->quality >= SQUILL_REFERENCE_QUALITY_REAL &&
       _squill_reference_is_of_collection (object)))
    return FALSE;
  return reference->to_path->scalars.distinct < MIN_EMBEDDED_KEYS;
}

/* Whether what it leads to is what things are called or known by. */
static gboolean
leads_to_names (const SquillReference *reference)
{
  g_autoptr (SquillReferenceName) name = NULL;

  if (reference->quality >= QUALITY_TELLING)
    return TRUE;
  if (reference->to_path->name == NULL)
    return FALSE;
  name = _squill_reference_name_new (reference->to_path->name);
  return _squill_reference_name_is_descriptive (name);
}

/* Of many values that all come often some may never have been recorded, or be gone. What comes once
 * each, and not in a list, is rather another key of the same that is often equal. */
static double
get_unnamed_inclusion (const SquillReference *reference)
{
  /* Ids of one kind that most documents of one collection have were all theirs. */
  if (reference->proof >= 1 && !reference->from_keys && !reference->to_keys &&
      reference->quality >= SQUILL_REFERENCE_QUALITY_REAL &&
      reference->from_path->kind == SQUILL_PATH_FIELD &&
      (_squill_reference_text_is_made (reference->from_path) ||
       _squill_reference_text_is_token (reference->to_path)))
    return INCLUSION_PROVED;
  return (reference->distinct >= VERY_MANY_VALUES || reference->proof >= 1) &&
                 (reference->references >= OFTEN * reference->distinct ||
                  reference->from_path->kind != SQUILL_PATH_FIELD)
             ? INCLUSION_OFTEN
             : SQUILL_REFERENCE_EQUAL_SHARE;
}

/* Fields of the same name on both sides are rather two copies of the same, such as the number in
 * another system; unless an object says of what an id or a name is. */
static gboolean
are_called_alike (const SquillReference *reference)
{
  g_autoptr (SquillReferenceName) name = NULL;

  if (g_strcmp0 (reference->from_path->name, reference->to_path->name) != 0)
    return FALSE;
  if (reference->from_path->name == NULL || reference->from_path->kind != SQUILL_PATH_FIELD ||
      _squill_reference_are_documents (reference->from_path->parent))
    return TRUE;
  name = _squill_reference_name_new (reference->from_path->name);
  return !_squill_reference_name_is_generic (name) && !_squill_reference_name_is_descriptive (name);
}

/* Whether it leads to things that another collection has in lists: these have a key that does not
 * match by chance, each its own, and what refers to them has the same ones again and again. */
static gboolean
leads_to_elements (const SquillReference *reference)
{
  const SquillPath *object = _squill_reference_object_of (reference->to_path);

  return reference->from != reference->to &&
         (object->kind == SQUILL_PATH_ELEMENTS || object->kind == SQUILL_PATH_VALUES) &&
         (double)reference->references >= SQUILL_REFERENCE_REPEATED * (double)reference->distinct &&
         reference->coverage >= COVERAGE_ELEMENTS;
}

static gboolean
is_part_of_documents (const SquillReference *reference)
{
  return !reference->to_keys && reference->to_path->kind == SQUILL_PATH_FIELD &&
         _squill_reference_are_documents (reference->to_path->parent) &&
         reference->to_path->present * 2 < squill_path_get_objects (reference->to_path->parent);
}

/* Whether it leads to what only a part of the documents has: then it has all of that, so that these
 * are the ones it means; of ids any. */
static gboolean
leads_to_part (const SquillReference *reference)
{
  return is_part_of_documents (reference) &&
         (reference->proof >= 1 || (reference->coverage >= SQUILL_REFERENCE_EQUAL_SHARE &&
                                    reference->distinct >= PART_VALUES));
}

/* Of a small collection all is not many, but what it is called by is rather its own than a property
 * with as many values; and a few ids are, as nothing proves as much. */
static gboolean
has_many_values (const SquillReference *reference)
{
  return reference->distinct >= MANY_VALUES ||
         (reference->distinct >= MANY_IDS && reference->proof >= 1) ||
         leads_to_made_key (reference) || leads_to_part (reference) ||
         (reference->distinct >= ALL_VALUES &&
          reference->coverage >= SQUILL_REFERENCE_EQUAL_SHARE && leads_to_names (reference));
}

/* Whether what is called as the key of something else is an id that its own things have from
 * elsewhere: what refers to them has it again and again, and is not called as that other thing. */
static gboolean
leads_to_id_from_elsewhere (const SquillReference *reference)
{
  const SquillPath *named = squill_reference_get_named_path (reference->from_path);
  g_autoptr (SquillReferenceName) name = NULL;
  g_autoptr (SquillReferenceName) key = NULL;

  if (reference->proof < SQUILL_REFERENCE_PROVED ||
      (reference->proof < 1 && reference->distinct < MANY_VALUES) ||
      reference->from == reference->to || reference->to_path->name == NULL ||
      reference->coverage < COVERAGE_ELEMENTS ||
      (double)reference->references < SQUILL_REFERENCE_REPEATED * (double)reference->distinct)
    return FALSE;
  if (named == NULL)
    return TRUE;
  name = _squill_reference_name_new (named->name);
  key = _squill_reference_name_new (reference->to_path->name);
  return _squill_reference_name_fit (key, name) < SQUILL_REFERENCE_PARTLY_NAMED;
}

/* Roles ("previous", "origin", "repaired with") name what a thing is for, and not what it is. */
static gboolean
is_proved_without_name (const SquillReference *reference)
{
  return reference->proof >= SQUILL_REFERENCE_PROVED && reference->score >= SCORE_WEAK &&
         has_many_values (reference) && !reference->to_keys &&
         squill_reference_get_likely_inclusion (reference) >= get_unnamed_inclusion (reference) &&
         (reference->quality > SQUILL_REFERENCE_QUALITY_FOREIGN ||
          reference->name_fit >= SQUILL_REFERENCE_NAMED ||
          leads_to_id_from_elsewhere (reference)) &&
         !are_called_alike (reference) &&
         (_squill_reference_is_of_collection (_squill_reference_object_of (reference->to_path)) ||
          leads_to_elements (reference));
}

/* Where ids prove it, or copies, or the name of a real key says so, more may lead to what was
 * deleted since. */
static double
get_wanted_inclusion (const SquillReference *reference)
{
  const gboolean is_proved = reference->proof >= SQUILL_REFERENCE_PROVED;
  const gboolean is_well_named = reference->name_fit >= SQUILL_REFERENCE_WELL_NAMED;

  if (_squill_reference_leads_to_gone (reference))
    return 0;
  if (((is_proved || is_well_named) && reference->name_fit >= SQUILL_REFERENCE_NAMED &&
       reference->quality >= SQUILL_REFERENCE_QUALITY_REAL) ||
      _squill_copies_are_telling (reference))
    return INCLUSION_PROVED;
  /* Some are told by what many words, each of them often, and the name say together. */
  if (is_proved && is_well_named && reference->distinct >= VERY_MANY_VALUES &&
      reference->references >= OFTEN * reference->distinct &&
      reference->quality > SQUILL_REFERENCE_QUALITY_FOREIGN)
    return INCLUSION_OFTEN_NAMED;
  /* Of a table that has all the keys there are some may have been retired. */
  if (is_proved && reference->coverage >= SQUILL_REFERENCE_EQUAL_SHARE &&
      reference->distinct >= VERY_MANY_VALUES && reference->from_path->kind != SQUILL_PATH_FIELD &&
      reference->from_path->numbers.count == 0 &&
      reference->quality > SQUILL_REFERENCE_QUALITY_FOREIGN)
    return INCLUSION_OFTEN_NAMED;
  return SQUILL_REFERENCE_INCLUSION_PROPOSED;
}

/* Whether what refers is in a list that the only document of a collection has: that may list a few
 * of what is kept elsewhere. */
static gboolean
is_in_list (const SquillReference *reference)
{
  return _squill_reference_object_of (reference->from_path)->kind != SQUILL_PATH_DOCUMENT &&
         _squill_reference_object_of (reference->to_path)->kind == SQUILL_PATH_DOCUMENT &&
         reference->distinct >= MANY_IDS;
}

/* One collection continues the documents of another where both have the same keys: nearly all of
 * one, or as many as are no chance and copies, the name, or the other side say so as well. Numbers
 * that each collection has, alone or in texts, are the same only where copies say so. */
static SquillReferenceVerdict
judge_extension (const SquillReference *reference)
{
  const gboolean is_proved = reference->proof >= SQUILL_REFERENCE_PROVED;
  const gboolean is_copied = _squill_copies_are_telling (reference);
  const gboolean is_supported = is_copied || reference->name_fit >= SQUILL_REFERENCE_NAMED;
  const double inclusion = squill_reference_get_likely_inclusion (reference);

  if (!is_proved && (reference->from_path->numbers.count > 0 || reference->proof <= 0))
    return is_copied && inclusion >= INCLUSION_CONTINUED ? SQUILL_REFERENCE_VERDICT_PROPOSED
           : reference->hinted && !reference->counted    ? SQUILL_REFERENCE_VERDICT_WEAK
                                                         : SQUILL_REFERENCE_VERDICT_NONE;
  /* The only documents of two collections may have one id from where they come from. */
  if (!is_supported && reference->distinct < SQUILL_REFERENCE_FEW_VALUES)
    return inclusion >= SQUILL_REFERENCE_INCLUSION_PROPOSED ? SQUILL_REFERENCE_VERDICT_WEAK
                                                            : SQUILL_REFERENCE_VERDICT_NONE;
  if (is_proved && inclusion >= INCLUSION_CONTINUED &&
      (is_supported || reference->coverage >= SQUILL_REFERENCE_CONTINUED_SHARE))
    return SQUILL_REFERENCE_VERDICT_PROPOSED;
  if (inclusion >= SQUILL_REFERENCE_EQUAL_SHARE &&
      (is_supported || reference->coverage >= SQUILL_REFERENCE_CONTINUED_SHARE ||
       (is_proved && is_in_list (reference))))
    return SQUILL_REFERENCE_VERDICT_PROPOSED;
  return inclusion >= SQUILL_REFERENCE_INCLUSION_PROPOSED ? SQUILL_REFERENCE_VERDICT_WEAK
                                                          : SQUILL_REFERENCE_VERDICT_NONE;
}

/* Whether documents of two collections have a number of their own each under the same name, which
 * is that of neither. */
static gboolean
are_numbers_of_both (const SquillReference *reference, const SquillReferenceName *name)
{
  g_autoptr (SquillReferenceName) entity = NULL;

  if (reference->from == reference->to || reference->proof >= SQUILL_REFERENCE_COVERED ||
      reference->name_fit >= SQUILL_REFERENCE_FIT_NAMESAKE ||
      (reference->traits & SQUILL_REFERENCE_EXTENSION) != 0 ||
      (double)reference->distinct < SQUILL_REFERENCE_NEARLY_ALL * (double)reference->references ||
      (double)reference->distinct < SQUILL_REFERENCE_ENOUGH_HITS)
    return FALSE;
  entity = _squill_reference_name_new (reference->to->name);
  return _squill_reference_name_fit (name, entity) < SQUILL_REFERENCE_NAMED;
}

/* Whether both fields have the address of something on the web under the same name, which is not
 * that of an address: a thumbnail. What has the same one does not refer to the other for it. */
static gboolean
are_same_address (const SquillReference *reference)
{
  static const char *const endings[] = { "url", "uri", "iri", "href", "link", "index" };
  const SquillTextFormats *formats = reference->to_path->text.formats;
  g_autofree char *small = NULL;

  if (reference->from_keys || reference->to_keys || reference->from_path->name == NULL ||
      g_strcmp0 (reference->from_path->name, reference->to_path->name) != 0 || formats == NULL ||
      (double)formats->counts[SQUILL_TEXT_URL] <
          SQUILL_REFERENCE_NEARLY_ALL * (double)reference->to_path->scalars.count)
    return FALSE;
  small = g_ascii_strdown (reference->from_path->name, -1);
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (small, endings[i]))
      return FALSE;
  return TRUE;
}

/* Whether both fields have the id of their own document in another system: external_id, legacyRef,
 * or a number under a name that is that of neither. Equal ones come from the same system, and
 * neither document refers to the other. */
static gboolean
are_both_from_outside (const SquillReference *reference)
{
  g_autoptr (SquillReferenceName) name = NULL;

  if (reference->from_keys || reference->to_keys ||
      !_squill_reference_are_documents (_squill_reference_object_of (reference->from_path)) ||
      !_squill_reference_are_documents (_squill_reference_object_of (reference->to_path)) ||
      g_strcmp0 (reference->from_path->name, reference->to_path->name) != 0)
    return FALSE;
  name = _squill_reference_name_new (reference->from_path->name);
  return (name->n_stem == 1 && _squill_reference_name_is_outside (name)) ||
         are_numbers_of_both (reference, name);
}

/* Whether the target is a property of few documents whose values are words and whose name does not
 * say that it is a key: a color, a mood. Other documents have the same words without referring to
 * these, unless a name says which documents are meant. */
static gboolean
leads_to_property_of_few (const SquillReference *reference)
{
  const SquillPath *to = reference->to_path;
  g_autoptr (SquillReferenceName) name = NULL;
  g_autoptr (SquillReferenceName) entity = NULL;
  g_autoptr (SquillReferenceName) own = NULL;

  if (reference->to_keys || to->name == NULL || is_part_of_documents (reference) ||
      to->kind != SQUILL_PATH_FIELD || to->scalars.distinct >= MANY_WORDS ||
      to->text.count < to->scalars.count || _squill_reference_text_is_serial (to) ||
      _squill_reference_text_is_in_parts (to) || !_squill_reference_text_has_small_letters (to) ||
      !_squill_reference_are_documents (_squill_reference_object_of (to)))
    return FALSE;
  name = _squill_reference_name_new (to->name);
  if (name->marked || name->n_stem == 0 || _squill_reference_name_is_descriptive (name) ||
      _squill_reference_name_is_login (name))
    return FALSE;
  entity = _squill_reference_name_new (reference->to->name);
  own = squill_reference_get_named_path (reference->from_path) != NULL
            ? _squill_reference_name_new (
                  squill_reference_get_named_path (reference->from_path)->name)
            : NULL;
  return own == NULL || (_squill_reference_name_fit (own, entity) < SQUILL_REFERENCE_PARTLY_NAMED &&
                         _squill_reference_name_fit (name, entity) < SQUILL_REFERENCE_PARTLY_NAMED);
}

static SquillReferenceVerdict
judge (const SquillReference *reference)
{
  const gboolean proved = reference->proof >= SQUILL_REFERENCE_PROVED;
  const gboolean named = reference->name_fit >= SQUILL_REFERENCE_NAMED;
  const double inclusion = squill_reference_get_likely_inclusion (reference);

  if (reference->scope != NULL)
    return !reference->counted
               ? (reference->hinted ? SQUILL_REFERENCE_VERDICT_WEAK : SQUILL_REFERENCE_VERDICT_NONE)
           : inclusion >= SQUILL_REFERENCE_EQUAL_SHARE && reference->score >= SCORE_PROPOSED &&
                   (proved || reference->name_fit >= FIT_LOCAL)
               ? SQUILL_REFERENCE_VERDICT_PROPOSED
               : SQUILL_REFERENCE_VERDICT_NONE;
  if ((are_both_from_outside (reference) || are_same_address (reference) ||
       leads_to_property_of_few (reference)) &&
      !_squill_copies_are_telling (reference))
    return inclusion >= SQUILL_REFERENCE_INCLUSION_PROPOSED && reference->score >= SCORE_WEAK
               ? SQUILL_REFERENCE_VERDICT_WEAK
               : SQUILL_REFERENCE_VERDICT_NONE;
  if ((reference->traits & SQUILL_REFERENCE_POLYMORPHIC) != 0)
    return inclusion >= INCLUSION_POLYMORPHIC && reference->score >= SCORE_WEAK
               ? SQUILL_REFERENCE_VERDICT_PROPOSED
               : SQUILL_REFERENCE_VERDICT_NONE;
  if ((reference->traits & SQUILL_REFERENCE_EXTENSION) != 0)
    return judge_extension (reference);
  if (is_part_of_documents (reference) && !leads_to_part (reference))
    return SQUILL_REFERENCE_VERDICT_NONE;
  if (reference->score >= SCORE_PROPOSED && has_enough_values (reference) &&
      !is_too_small_a_place (reference) && inclusion >= get_wanted_inclusion (reference))
    return SQUILL_REFERENCE_VERDICT_PROPOSED;
  if (is_proved_without_name (reference))
    return SQUILL_REFERENCE_VERDICT_PROPOSED;
  /* Too few keys were read to know. */
  if (reference->key_share < 1 && !reference->counted_on_server &&
      reference->name_fit >= SQUILL_REFERENCE_WELL_NAMED)
    return SQUILL_REFERENCE_VERDICT_WEAK;
  /* Copies are looked for only when the documents are read again. */
  if (reference->hinted && !reference->counted)
    return SQUILL_REFERENCE_VERDICT_WEAK;
  if (reference->score >= SCORE_WEAK && !is_too_small_a_place (reference) &&
      ((named && inclusion >= INCLUSION_WEAK) || (proved && inclusion >= INCLUSION_WEAK_UNNAMED)))
    return SQUILL_REFERENCE_VERDICT_WEAK;
  return SQUILL_REFERENCE_VERDICT_NONE;
}

static SquillDecision
get_decision (const SquillReference *reference, const SquillDecisions *decisions)
{
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;

  if (decisions == NULL)
    return SQUILL_DECISION_NONE;
  from = squill_reference_get_from_text (reference);
  to = squill_reference_get_to_text (reference);
  return squill_decisions_get_reference (decisions, from, to);
}

/* Whether a number is called as several of what it may lead to are, and not as their ids: how many
 * there are, or may be. */
static gboolean
is_called_as_count (const SquillReference *reference)
{
  const SquillPath *named = squill_reference_get_named_path (reference->from_path);
  g_autoptr (SquillReferenceName) name = NULL;

  if (named == NULL || reference->from_path->kind != SQUILL_PATH_FIELD ||
      reference->from_path->numbers.count == 0)
    return FALSE;
  name = _squill_reference_name_new (named->name);
  return name->plural && !name->marked;
}

/* Whether nothing but the kind of its values speaks against it: the name fits, and a key that is
 * made to be one has all of them. */
static gboolean
is_probable (const SquillReference *reference)
{
  return !is_called_as_count (reference) && reference->name_fit >= SQUILL_REFERENCE_NAMED &&
         reference->quality >= SQUILL_REFERENCE_QUALITY_REAL && reference->key_share == 1 &&
         squill_reference_get_likely_inclusion (reference) >= SQUILL_REFERENCE_EQUAL_SHARE;
}

/* The score as a probability: a line between the lowest score of its kind and the highest. */
static double
get_confidence (const SquillReference *reference)
{
  const double lowest = reference->proposed ? SCORE_PROPOSED : SCORE_WEAK;
  const double low = reference->proposed ? CONFIDENCE_PROPOSED : CONFIDENCE_WEAK;
  const double high = reference->proposed ? CONFIDENCE_HIGHEST : CONFIDENCE_WEAK_HIGHEST;

  if (!reference->proposed && is_probable (reference))
    return reference->name_fit >= FIT_PROBABLE ? CONFIDENCE_WEAK_NAMED : CONFIDENCE_WEAK_HIGHEST;
  return CLAMP (low + (high - low) * (reference->score - lowest) / (1 - lowest), CONFIDENCE_WEAK,
                high);
}

static SquillReference *
tell (const SquillReferenceChoice *choice)
{
  SquillReference *reference = squill_reference_copy (choice->reference);

  reference->proposed = choice->verdict == SQUILL_REFERENCE_VERDICT_PROPOSED;
  reference->confidence = get_confidence (reference);
  if (choice->decision == SQUILL_DECISION_ACCEPTED)
    {
      g_autoptr (GPtrArray) evidence = g_steal_pointer (&reference->evidence);

      reference->evidence = g_ptr_array_new_with_free_func (g_free);
      g_ptr_array_add (reference->evidence, g_strdup (_ ("Accepted by a person")));
      for (guint i = 0; i < evidence->len; i++)
        g_ptr_array_add (reference->evidence, g_strdup (g_ptr_array_index (evidence, i)));
      reference->traits |= SQUILL_REFERENCE_ACCEPTED;
      reference->confidence = 1;
    }
  return reference;
}

/**
 * squill_references_decide:
 * @candidates: (element-type SquillReference): what squill_references_find() found
 * @decisions: (nullable): what a person decided
 *
 * Decides which of the candidates are claimed, and which are worth a look. What a person accepted
 * is claimed whatever else speaks for or against it, and takes the place of what Squill would have
 * claimed of the same field; what they rejected is not there, and the next best may be.
 *
 * Returns: (transfer full) (element-type SquillReference): references in the order of the
 * candidates; they point into the profiles of their collections
 */
GPtrArray *
squill_references_decide (GPtrArray *candidates, const SquillDecisions *decisions)
{
  GPtrArray *references = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_reference_free);
  g_autoptr (GArray) choices =
      g_array_sized_new (FALSE, FALSE, sizeof (SquillReferenceChoice), candidates->len);

  for (guint i = 0; i < candidates->len; i++)
    {
      SquillReferenceChoice choice = { .reference = g_ptr_array_index (candidates, i) };

      choice.decision = get_decision (choice.reference, decisions);
      choice.verdict = choice.decision == SQUILL_DECISION_ACCEPTED
                           ? SQUILL_REFERENCE_VERDICT_PROPOSED
                       : choice.decision == SQUILL_DECISION_REJECTED ? SQUILL_REFERENCE_VERDICT_NONE
                                                                     : judge (choice.reference);
      g_array_append_val (choices, choice);
    }
  _squill_references_choose (choices);
  for (guint i = 0; i < choices->len; i++)
    {
      const SquillReferenceChoice *choice = &g_array_index (choices, SquillReferenceChoice, i);

      if (choice->verdict != SQUILL_REFERENCE_VERDICT_NONE)
        g_ptr_array_add (references, tell (choice));
    }
  return references;
}
