/* SPDX-License-Identifier: Apache-2.0 */

/* Says how much it proves that values of one place are keys in another. Ids prove nearly
 * everything, as no two things have the same by chance; small whole numbers prove nothing, as every
 * list of numbers has them; texts and numbers that are far apart lie in between. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference-private.h"

#include <math.h>

/* Numbers and texts never prove as much as ids do: numbers come in the same steps, and texts are
 * words of the same language. */
#define PROOF_NUMBERS 0.8
#define PROOF_TEXTS 0.8
#define PROOF_CODES 0.95
#define CODE_LENGTH 8.0
#define ID_LENGTH 16.0
#define KIND_AND_ID_LENGTH 32.0
/* Shorter texts are sizes, levels and the like where they are called so. */
#define WORD_LENGTH 4.0
/* Shorter texts with digits are of many things: A1, 2b. */
#define CODED_LENGTH 5.0
#define FORMED_LENGTH 8.0
/* Shorter texts are grades, sizes and the like. */
#define CODE_IN_ROLE_LENGTH 2.0
/* The decimal logarithms of the letters and digits there are. */
#define LOG_LETTERS 1.415
#define LOG_DIGITS 1.0
/* What has a chance of one in a million is none. */
#define PROOF_DIGITS 6.0
/* Where one of a thousand numbers is a key, what meets only keys is one. */
#define LOG_SPARSE 3.0
/* Of many that meet only keys each may be less rare, down to this. */
#define LOG_SPARSE_MANY 2.0
#define SPANNED 0.85
/* In all but this share of the cases, as many different numbers drawn from all keys would come
 * nearer to the last one. */
#define SPAN_CHANCE 0.01
/* Where the largest number is below this share of the range of the keys they are only the smallest
 * of these. */
#define NOT_SMALLEST 0.3
/* Ranks, counts and levels begin with one of these. */
#define FIRST_NUMBERS 2
/* Two fields that are called as the ends of a connection, and are that from the first key to the
 * last. */
#define CONNECTION 0.8
#define CONNECTED 0.95
/* A list of all numbers up to some number has its limit by chance about as often as there are
 * numbers up to it: one of forty is as good as none, or of three hundred where calendars, clocks
 * and scales end there as well. */
#define LOG_COVERED 1.6
/* A sixteenth of the range: of lists of numbers whose last is somewhere a few of a hundred end so
 * near to the last of the keys. */
#define END_DIGITS 1.2
/* What is not called an id has to end so near to the last key: one of fifty or more would not. */
#define UNNAMED_END_DIGITS 1.9
/* They are no ranks where so many come again. */
#define UNNAMED_REPEATED 1.1
/* People set limits at multiples of this, and of the smaller one below the larger. */
#define ROUND_LIMIT 100.0
#define SMALL_ROUND_LIMIT 10.0
/* Their range alone never proves as much as the numbers themselves may: a field beside them may
 * still say that they lead to several collections. */
#define PROOF_RANGE 0.75

/**
 * _squill_reference_have_number_ranges:
 * @source: where a reference may start
 * @target: where it may end
 *
 * Returns: whether both have numbers of which the smallest and the largest are known
 */
gboolean
_squill_reference_have_number_ranges (const SquillReferencePlace *source,
                                      const SquillReferencePlace *target)
{
  return _squill_reference_place_has_number_range (source) &&
         _squill_reference_place_has_number_range (target);
}

/* The decimal logarithm of the chance that a value of the source's form is a key, at most 0. */
static double
log_chance (const SquillReferencePlace *source, const SquillReferencePlace *target)
{
  const double length = MIN (source->text_length, target->text_length);

  if (source->numbers > 0.5)
    return -target->number_sparsity;
  return MIN (0, target->log_distinct - length * (target->digits > 0.5 ? LOG_DIGITS : LOG_LETTERS));
}

/* Whether its values are too long for words: ids, or those with a kind before them, which are of
 * several lengths. */
static gboolean
has_long_texts (const SquillReferencePlace *place)
{
  return place->text_length >= ID_LENGTH && (place->ids > 0.5 || place->texts > 0.5);
}

/* Whether texts at both ends have one length, and those of one are ids: of the keys of a map, and
 * of a few values, their form does not say that they are. */
static gboolean
have_form_of_ids (const SquillReferencePlace *source, const SquillReferencePlace *target)
{
  return source->fixed_length && target->fixed_length &&
         fabs (source->text_length - target->text_length) < 1 &&
         ((source->ids > 0.5 && target->texts > 0.5) || (target->ids > 0.5 && source->texts > 0.5));
}

/**
 * _squill_reference_are_ids:
 * @source: where a reference may start
 * @target: where it may end
 *
 * Returns: whether keys are compared that no two things have by chance
 */
gboolean
_squill_reference_are_ids (const SquillReferencePlace *source, const SquillReferencePlace *target)
{
  if ((source->ids > 0.5 && target->ids > 0.1) || (source->is_address && target->is_address) ||
      have_form_of_ids (source, target))
    return TRUE;
  return has_long_texts (source) && has_long_texts (target) &&
         (target->ids > 0.5 || (source->ids > 0.5 && target->is_serial) ||
          (source->is_serial && target->is_serial &&
           MIN (source->text_length, target->text_length) >= KIND_AND_ID_LENGTH));
}

/**
 * _squill_reference_get_ceiling:
 * @source: where a reference may start
 * @target: where it may end
 *
 * Returns: 0 to 1: what values of this form may prove at most
 */
double
_squill_reference_get_ceiling (const SquillReferencePlace *source,
                               const SquillReferencePlace *target)
{
  if (_squill_reference_are_ids (source, target))
    return 1;
  if (source->ids > 0.5)
    return 0;
  if (_squill_reference_name_is_quantity (source->name) &&
      (source->numbers > 0.5 ||
       (source->text_length < WORD_LENGTH && source->distinct < SQUILL_REFERENCE_MANY_KEYS)))
    return 0;
  if (source->numbers > 0.5 && source->has_range && source->max < target->dense_end)
    return 0;
  if (source->numbers > 0.5)
    return target->numbers > 0.1 ? PROOF_NUMBERS * MIN (1, target->number_sparsity / LOG_SPARSE)
                                 : 0;
  if (target->texts <= 0.1)
    return 0;
  return source->fixed_length && target->fixed_length &&
                 MIN (source->text_length, target->text_length) >= CODE_LENGTH
             ? PROOF_CODES
             : PROOF_TEXTS;
}

/* How many digits the chance has that @hits of @distinct different values are keys: by the relative
 * entropy, which bounds the tail of the binomial distribution. */
static double
count_digits (double log_chance, double distinct, double hits)
{
  const double chance = pow (10, log_chance), share = distinct > 0 ? hits / distinct : 0;
  double digits;

  if (share <= chance)
    return 0;
  digits = share * (log10 (share) - log_chance);
  if (share < 1)
    digits += (1 - share) * (log10 (1 - share) - log10 (1 - chance));
  return distinct * digits;
}

/**
 * _squill_reference_covers:
 * @source: where a reference may start
 * @target: where it may end
 *
 * Returns: whether numbers may be all the keys there are and no other, and each more than once
 */
gboolean
_squill_reference_covers (const SquillReferencePlace *source, const SquillReferencePlace *target)
{
  return _squill_reference_have_number_ranges (source, target) && !source->is_key &&
         source->path->kind != SQUILL_PATH_VALUES &&
         !_squill_reference_name_is_quantity (source->name) &&
         (source->name->marked || !source->name->plural) && source->min == target->min &&
         source->max == target->max && (double)source->distinct >= SQUILL_REFERENCE_ENOUGH_HITS &&
         (double)source->distinct >= SQUILL_REFERENCE_WHOLLY_COVERED * (double)target->distinct &&
         (double)source->count >= SQUILL_REFERENCE_REPEATED * (double)source->distinct;
}

/* How much more numbers prove where more than enough of them are keys: three times as many as half
 * a digit of each. */
static double
raise_ceiling (const SquillReferencePlace *source,
               const SquillReferencePlace *target,
               double ceiling,
               double hits)
{
  if (ceiling <= 0 || source->numbers <= 0.5 || hits <= SQUILL_REFERENCE_ENOUGH_HITS ||
      target->number_sparsity < LOG_SPARSE_MANY)
    return ceiling;
  return MIN (PROOF_NUMBERS,
              ceiling + PROOF_NUMBERS * log10 (hits / SQUILL_REFERENCE_ENOUGH_HITS) / LOG_SPARSE);
}

/**
 * _squill_reference_place_is_coded_id:
 * @self: a place
 *
 * Returns: whether it has texts that mean nothing else elsewhere: it is called the id of something,
 * and they have digits, or they have several parts, and are long enough
 */
gboolean
_squill_reference_place_is_coded_id (const SquillReferencePlace *self)
{
  if (self->texts <= SQUILL_REFERENCE_NEARLY_ALL || self->is_key || self->keys)
    return FALSE;
  if (self->has_key_form && self->text_length >= FORMED_LENGTH)
    return !_squill_reference_name_is_descriptive (self->name);
  return self->is_serial && self->text_length >= CODED_LENGTH &&
         self->path->kind == SQUILL_PATH_FIELD && _squill_reference_name_is_id (self->name);
}

/**
 * _squill_reference_place_is_code_in_role:
 * @self: a place
 *
 * Returns: whether it has short words that come again, each the id of something, of which its name
 * says in which role that is: on_behalf_of_id
 */
gboolean
_squill_reference_place_is_code_in_role (const SquillReferencePlace *self)
{
  return self->texts > SQUILL_REFERENCE_NEARLY_ALL && !self->is_key && !self->keys &&
         self->path->kind == SQUILL_PATH_FIELD && self->text_length >= CODE_IN_ROLE_LENGTH &&
         (double)self->distinct >= SQUILL_REFERENCE_FEW_HITS &&
         (double)self->count >= SQUILL_REFERENCE_REPEATED * (double)self->distinct &&
         self->name->n_stem > 0 && _squill_reference_name_is_id (self->name) &&
         !_squill_reference_name_is_descriptive (self->name) &&
         !_squill_reference_text_has_blanks (self->path);
}

/**
 * _squill_reference_prove_hits:
 * @source: where a reference may start
 * @target: where it may end
 * @distinct: how many different values were compared
 * @hits: how many of them are keys
 *
 * One alone may be what a word means in both places.
 *
 * Returns: 0 to 1: how surely that number of different values are keys for a reason
 */
double
_squill_reference_prove_hits (const SquillReferencePlace *source,
                              const SquillReferencePlace *target,
                              double distinct,
                              double hits)
{
  const double ceiling =
      raise_ceiling (source, target, _squill_reference_get_ceiling (source, target), hits);
  /* Of few keys there are no more. */
  const double enough = _squill_reference_place_is_coded_id (source) &&
                                (target->is_serial || (target->is_key && source->has_key_form))
                            ? (double)SQUILL_REFERENCE_FEW_VALUES
                            : CLAMP (SQUILL_REFERENCE_NEARLY_ALL * (double)target->distinct,
                                     SQUILL_REFERENCE_FEW_HITS, SQUILL_REFERENCE_ENOUGH_HITS);

  if (_squill_reference_are_ids (source, target))
    return MIN (1, 0.8 + 0.05 * hits) * ceiling;
  return ceiling * MIN (1, hits / enough) *
         MIN (1, count_digits (log_chance (source, target), distinct, hits) / PROOF_DIGITS);
}

/**
 * _squill_reference_prove_coverage:
 * @target: where a reference may end
 *
 * Returns: 0 to 1: how surely numbers that are all the keys there are, and no other, are so for a
 * reason
 */
double
_squill_reference_prove_coverage (const SquillReferencePlace *target)
{
  return PROOF_NUMBERS * MIN (1, target->log_distinct / LOG_COVERED);
}

/**
 * _squill_reference_is_rare:
 * @source: where a reference may start
 * @target: where it may end
 * @distinct: how many different values were compared
 * @hits: how many of them are keys
 *
 * Returns: whether that number of them are keys by no chance, however few they are
 */
gboolean
_squill_reference_is_rare (const SquillReferencePlace *source,
                           const SquillReferencePlace *target,
                           double distinct,
                           double hits)
{
  return _squill_reference_get_ceiling (source, target) > 0 &&
         count_digits (log_chance (source, target), distinct, hits) >= PROOF_DIGITS;
}

/**
 * _squill_reference_can_prove:
 * @source: where a reference may start
 * @target: where it may end
 *
 * Returns: 0 to 1: what the values may prove at most, whatever the names are
 */
double
_squill_reference_can_prove (const SquillReferencePlace *source, const SquillReferencePlace *target)
{
  const double distinct = (double)source->distinct;

  return _squill_reference_prove_hits (source, target, distinct,
                                       MIN (distinct, (double)target->distinct));
}

/**
 * _squill_reference_is_spread:
 * @source: where a reference may start
 * @target: where it may end
 *
 * Returns: whether numbers are spread over all the keys, up to the last or nearly so
 */
gboolean
_squill_reference_is_spread (const SquillReferencePlace *source, const SquillReferencePlace *target)
{
  return source->has_range && target->has_range &&
         source->max - target->min >= SPANNED * (target->max - target->min) &&
         source->min - target->min <= (1 - SPANNED) * (target->max - target->min);
}

/**
 * _squill_reference_spans:
 * @source: where a reference may start
 * @target: where it may end
 *
 * Returns: whether it is called an id, and its numbers are as near to the last key as the same
 * number of random keys would be
 */
gboolean
_squill_reference_spans (const SquillReferencePlace *source, const SquillReferencePlace *target)
{
  return _squill_reference_have_number_ranges (source, target) && !source->is_key &&
         !target->keys && (double)source->distinct >= SQUILL_REFERENCE_MANY_IDS &&
         !source->is_list && _squill_reference_name_is_id (source->name) &&
         _squill_reference_spans_all (source, target);
}

/**
 * _squill_reference_spans_all:
 * @source: where a reference may start
 * @target: where it may end
 *
 * Returns: whether numbers are as near to the last key as the same number of random keys would be
 */
gboolean
_squill_reference_spans_all (const SquillReferencePlace *source, const SquillReferencePlace *target)
{
  return source->has_range && target->has_range && target->number_sparsity == 0 &&
         source->max <= target->max && source->min >= target->min &&
         pow ((source->max - target->min + 1) / (target->max - target->min + 1),
              (double)source->distinct) >= SPAN_CHANCE;
}

/* How near numbers come to the first and to the last of the keys: as decimal digits of the part of
 * the range that they stay away from it. Of something else few would end so near to the last. */
static double
count_end_digits (const SquillReferencePlace *source, const SquillReferencePlace *target)
{
  const double range = target->max - target->min + 1;

  if (!_squill_reference_have_number_ranges (source, target) || source->max > target->max ||
      source->min < target->min || (double)source->distinct < SQUILL_REFERENCE_ENOUGH_HITS)
    return 0;
  /* Of chosen ones the last may be as far away as they are from each other. */
  return log10 (range / (MAX (target->max - source->max, source->min - target->min) +
                         range / (double)source->distinct));
}

/* The keys of a map are what something is known by, and so is what is called an id. What stands in
 * lists may be measured, but seldom has that number of different values. */
static gboolean
may_be_ids (const SquillReferencePlace *source)
{
  /* Those of a map that counts its own things are no ids of others. */
  if (source->keys)
    return !source->has_range || !_squill_reference_place_has_no_repetition (source) ||
           (double)source->distinct <
               SQUILL_REFERENCE_WHOLLY_COVERED * (source->max - source->min + 1);
  /* What is said of a connection, and is no amount, is rather what it connects. */
  if (source->is_of_relation && source->path->kind == SQUILL_PATH_FIELD && !source->is_key &&
      !source->name->plural && !_squill_reference_name_is_quantity (source->name) &&
      (double)source->distinct >= SQUILL_REFERENCE_MANY_IDS)
    return TRUE;
  /* What a map has for each of its keys is rather counted. */
  if (source->path->kind == SQUILL_PATH_VALUES)
    return FALSE;
  /* What comes once in each document is the id of that. */
  return !source->is_key && !_squill_reference_name_is_quantity (source->name) &&
         (source->path->kind == SQUILL_PATH_FIELD
              ? _squill_reference_name_is_id (source->name) && source->distinct < source->count
              : source->distinct >= SQUILL_REFERENCE_MANY_KEYS);
}

/* Whether a number may be the limit that somebody set to something that is counted or measured. */
static gboolean
is_round (double number)
{
  const double step = number >= ROUND_LIMIT ? ROUND_LIMIT : SMALL_ROUND_LIMIT;

  return fmod (number, step) == 0 || fmod (number + 1, step) == 0;
}

/* Whether numbers whose name does not say that they are ids, and does not say either that they are
 * counted or measured, come again and again and go from the first key to the last. */
static gboolean
go_from_end_to_end (const SquillReferencePlace *source, const SquillReferencePlace *target)
{
  return source->path->kind == SQUILL_PATH_FIELD && !source->is_key && target->is_id &&
         !target->keys && !source->name->plural && source->name->n_stem > 0 &&
         !_squill_reference_name_is_quantity (source->name) && !is_round (target->max) &&
         (double)source->count >= UNNAMED_REPEATED * (double)source->distinct &&
         _squill_reference_spans_all (source, target);
}

/* Whether numbers that are not called the id of anything are all the keys there are and no other,
 * where these begin and end somewhere: what is counted begins with the first numbers, and what is
 * numbered for people with a round one. */
static gboolean
are_all_between (const SquillReferencePlace *source, const SquillReferencePlace *target)
{
  return _squill_reference_have_number_ranges (source, target) && !source->is_list &&
         !source->is_key && target->is_key && !target->keys && target->is_id &&
         source->min == target->min && source->max == target->max &&
         target->min >= SMALL_ROUND_LIMIT && !is_round (target->min - 1) &&
         !is_round (target->max) && source->distinct == target->distinct &&
         (double)source->distinct >= SQUILL_REFERENCE_MANY_IDS &&
         !_squill_reference_name_is_quantity (source->name);
}

/**
 * _squill_reference_prove_range:
 * @source: where a reference may start
 * @target: where it may end
 *
 * Numbers may be of anything; but what the ids of one thing have in common is their range.
 *
 * Returns: 0 to 1: how surely numbers are ids of the target if all of them are keys
 */
double
_squill_reference_prove_range (const SquillReferencePlace *source,
                               const SquillReferencePlace *target)
{
  if (are_all_between (source, target))
    return PROOF_NUMBERS;
  if (may_be_ids (source))
    return PROOF_RANGE * CLAMP (count_end_digits (source, target) / END_DIGITS, 0, 1);
  return go_from_end_to_end (source, target)
             ? PROOF_RANGE * CLAMP (count_end_digits (source, target) / UNNAMED_END_DIGITS, 0, 1)
             : 0;
}

/**
 * _squill_reference_can_numbers_prove:
 * @source: where a reference may start
 * @target: where it may end, a key that is a number
 *
 * Where any number is a key by chance only a range of ids proves something, or that all of the keys
 * are there.
 *
 * Returns: whether the numbers at @source, or a part of them, may prove that they are keys whatever
 * the names are
 */
gboolean
_squill_reference_can_numbers_prove (const SquillReferencePlace *source,
                                     const SquillReferencePlace *target)
{
  return target->number_sparsity > 0 || may_be_ids (source) ||
         go_from_end_to_end (source, target) ||
         (!source->is_key && !_squill_reference_name_is_quantity (source->name) &&
          (double)source->distinct >= SQUILL_REFERENCE_WHOLLY_COVERED * (double)target->distinct);
}

/**
 * _squill_reference_fit_connection:
 * @source: where a reference may start that has an opposite
 * @target: where it may end
 *
 * Numbers are in every list of numbers; those of both ends of a connection are all there are.
 *
 * Returns: 0 to 1: how surely @source and its opposite are the ends of connections between things
 * that have the keys at @target
 */
double
_squill_reference_fit_connection (const SquillReferencePlace *source,
                                  const SquillReferencePlace *target)
{
  const SquillReferencePlace *opposite = source->opposite;
  double range;

  if (source->numbers <= SQUILL_REFERENCE_NEARLY_ALL)
    return CONNECTION;
  if (!_squill_reference_have_number_ranges (source, target) || target->keys || !target->is_key ||
      !opposite->has_range || (double)source->distinct < SQUILL_REFERENCE_ENOUGH_HITS ||
      (double)opposite->distinct < SQUILL_REFERENCE_ENOUGH_HITS)
    return 0;
  range = target->max - target->min;
  return MIN (source->min, opposite->min) >= target->min &&
                 MAX (source->max, opposite->max) <= target->max &&
                 MIN (source->min, opposite->min) <= target->min + (1 - CONNECTED) * range &&
                 MAX (source->max, opposite->max) >= target->min + CONNECTED * range
             ? CONNECTION
             : 0;
}

/**
 * _squill_reference_is_beyond_smallest:
 * @source: where a reference may start
 * @target: where it may end
 *
 * Returns: whether its numbers are not only the smallest of the keys, which every collection has
 * where these begin with the first numbers there are
 */
gboolean
_squill_reference_is_beyond_smallest (const SquillReferencePlace *source,
                                      const SquillReferencePlace *target)
{
  return source->has_range && target->has_range &&
         (target->min > FIRST_NUMBERS ||
          source->max - target->min >= NOT_SMALLEST * (target->max - target->min));
}
