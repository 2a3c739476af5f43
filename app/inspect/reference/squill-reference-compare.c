/* SPDX-License-Identifier: Apache-2.0 */

/* Compares the names and the values of two places, and says how likely one refers to the other. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference-private.h"

#include <math.h>
#include <string.h>

/* With fewer values that can be compared a sample tells nothing. */
#define FEW_COMPARED 8u
/* A shorter word before another is part of it. */
#define SHORTEST_OWNER 3
/* Behind the last of these keys, for half of their range, numbers are looked for. */
#define MANY_NUMBERS 65536
#define BEHIND 0.5
/* With an unknown number of keys at least this many must have been found. */
#define ENOUGH_FOUND 3.0
/* Where fewer values are expected among the keys that were read, their number tells nothing. */
#define FEW_EXPECTED 5.0
/* What such are compared by with each other. */
#define UNKNOWN_INCLUSION 0.5
/* A number that is not called a key is rather a count or a rank. */
#define UNMARKED 0.55
#define UNMARKED_PLURAL 0.4
/* What is left of a name that is that of the collection, but for an ending, a role or what says to
 * which part of the database it belongs, and of one that is a part of it. */
#define UNMARKED_WHOLE 0.45
#define UNMARKED_PART 0.4
/* Unless they go from the first of the keys to the last, or nearly, and meet nothing else. */
#define UNMARKED_COVERED 0.75
#define UNMARKED_PART_COVERED 0.7
#define UNMARKED_SINGULAR 0.75
#define UNMARKED_SLACK 0.95
/* What is counted has a limit at a multiple of this. */
#define ROUND_LIMIT 10
#define NEARLY_COVERED 0.8
/* An id of which the name does not say of what, and which comes as near to the last key of only one
 * collection as ids of that would. */
#define UNNAMED_ID 0.74
#define UNNAMED_COVERED 0.4
/* Where names agree to this degree, others refer by what is unique among them. */
#define QUALITY_REFERRED 0.85
/* A field that is called just so needs fewer. */
#define CALLED_SO 0.9
/* A name that is as good as any other is the same where the key is made to tell things apart, or
 * there are as many that it must be one. */
#define QUALITY_TELLING 0.9
/* What may be said of a person, and has nothing but the names that people sign in with. */
#define FIT_PERSON 0.6
#define FIT_PERSON_MET 0.8
/* Counts, ranks and amounts are seldom all above this. */
#define FAR_NUMBERS 1000
/* One field alone may be what is counted. */
#define FIELDS_TO_DESCRIBE 2u
/* So many words are the keys of two collections because those continue each other. */
#define MANY_CONTINUED 16u
/* With such a proof and a good name a key is at least this good. */
#define PROOF_WITH_NAME 0.7
#define QUALITY_AGREED 0.75
/* A name that proves everything, and values that do. */
#define NAME_WEIGHT 0.9
#define PROOF_WEIGHT 0.95
#define COPIES_WEIGHT 0.7
#define TELLING_COPIES_WEIGHT 0.9
/* Where more than this share of the references lead to their own document, they say where they are.
 */
#define OWN_SHARE 0.5
/* Unless this number lead to others, and none is dangling. */
#define MANY_OTHERS 16.0
#define ALL_MET 0.99
/* What ids are worth of which most lead to what is gone; fewer may be those of something else. */
#define GONE_RATING 0.75
#define INCLUSION_GONE 0.25
#define INCLUSION_GONE_NAMESAKE 0.1
#define INCLUSION_GONE_COPIED 0.5
/* Of numbers, which are keys by chance, more must be there. */
#define INCLUSION_GONE_NUMBERS 0.35
/* So much prove two ids, which no other things have, and many codes. */
#define PROOF_GONE 0.9
/* Of keys that others refer to this share come once, even where there are more duplicates in all.
 */
#define REFERRED_DISTINCT_SHARE 0.95
#define REFERRED_IDS_DISTINCT_SHARE 0.8

typedef struct
{
  const SquillHashSample *keys;
  guint64 empty;
  guint64 references;
  guint64 hits;
  guint64 zero;
  guint64 zeros;             /* where 0 is no key */
  guint64 negative;          /* -1 and the like, where they are none */
  guint64 distinct_negative; /* different ones among them */
  guint64 distinct;
  guint64 distinct_hits;
  guint64 referred; /* values of the target that are the same as any of the source */
  guint64 fewest;
  guint64 most;
} Comparison;

static void
compare_cb (guint64 hash, guint64 count, gpointer user_data)
{
  Comparison *comparison = user_data;
  const guint64 n_keys = squill_hash_sample_lookup (comparison->keys, hash);

  if (n_keys == 0 || hash == comparison->empty)
    {
      if (_squill_reference_is_missing (hash))
        return;
      if (hash == comparison->zero)
        comparison->zeros += count;
      if (_squill_reference_is_negative (hash))
        {
          comparison->negative += count;
          comparison->distinct_negative++;
        }
      comparison->references += count;
      comparison->distinct++;
      return;
    }
  comparison->references += count;
  comparison->distinct++;
  comparison->hits += count;
  comparison->distinct_hits++;
  comparison->referred += n_keys;
  comparison->fewest = MIN (comparison->fewest, count);
  comparison->most = MAX (comparison->most, count);
}

typedef struct
{
  guint64 empty;
  guint64 n;
  guint64 repeated;
} Keys;

static void
count_keys_cb (guint64 hash, guint64 count, gpointer user_data)
{
  Keys *keys = user_data;

  if (hash == keys->empty)
    return;
  keys->n++;
  keys->repeated += count > 1;
}

/**
 * _squill_reference_is_plural:
 * @source: where a reference may start
 * @target: where it may end
 *
 * Returns: whether it is called as several of what it may refer to are; where collections are
 * called as one of their documents is, what has the same name has that of one: series
 */
gboolean
_squill_reference_is_plural (const SquillReferencePlace *source, const SquillReferencePlace *target)
{
  const SquillReferenceName *name = source->name, *entity = target->entity;

  return name->plural && !(target->is_singular && name->n_words > 0 && entity->n_words > 0 &&
                           g_str_equal (name->words[name->n_words - 1].text,
                                        entity->words[entity->n_words - 1].text));
}

/* How well a field is called after what the other is to its own things: those of its collection, or
 * those that its collection says more of, as character_relationships does of characters. */
static double
fit_role (const SquillReferencePlace *source, const SquillReferencePlace *target)
{
  const gboolean is_own = source->collection == target->collection;
  double fit = _squill_reference_name_fit_role (
      source->name, target->entity,
      is_own && _squill_reference_is_above (target->object, source->path));

  /* Numbers of that name may be of anything, unless those of people begin far from 0. */
  if (((target->is_login && source->texts > 0.5) ||
       (target->is_id && _squill_reference_have_number_ranges (source, target) &&
        target->min >= FAR_NUMBERS && source->min >= target->min && source->max <= target->max)) &&
      _squill_reference_name_may_be_person (source->name, target->entity))
    fit = MAX (fit, FIT_PERSON);

  /* The address of somebody says who it is, be it called so or contact. */
  if (source->is_address && target->is_address && _squill_reference_name_is_person (target->entity))
    fit = MAX (fit, FIT_PERSON);

  if (is_own || target->keys || !_squill_reference_are_documents (target->object) ||
      _squill_reference_name_fit_role (source->name, target->entity, TRUE) <= fit ||
      !_squill_reference_is_called_as_part (source->collection, target->collection))
    return fit;
  return _squill_reference_name_fit_role (source->name, target->entity, TRUE);
}

/* How much a name is worth with such values: small numbers that are not called keys are rather
 * counts, ranks and the like. */
static double
weigh_name (const SquillReferencePlace *source, const SquillReferencePlace *target, double fit)
{

  if (source->numbers <= 0.5 || _squill_reference_get_ceiling (source, target) >= 0.5 ||
      source->name->marked)
    return 1;
  /* A parent is one; children are rather a count. */
  if (_squill_reference_is_plural (source, target) &&
      !_squill_reference_name_is_verb (source->name))
    return UNMARKED_PLURAL;
  return fit_role (source, target) >= fit ? 1 : UNMARKED;
}

/* Whether it has the name of what it may refer to and that of its key, which is no quantity. */
static gboolean
is_called_as_key_of (const SquillReferencePlace *source, const SquillReferencePlace *target)
{
  return !target->keys && target->name->n_words > 0 &&
         source->name->n_words > target->name->n_words &&
         !_squill_reference_name_is_quantity (target->name) &&
         _squill_reference_name_fit_key (source->name, target->entity, target->name) == 1;
}

/* The names of the collection and of all objects and lists in it that a place is in, as one. */
static SquillReferenceName *
name_owner (const SquillReferencePlace *place)
{
  g_autoptr (GString) text = g_string_new (place->collection->name);
  const gssize begin = (gssize)text->len;

  for (const SquillPath *path = place->object; path != NULL; path = path->parent)
    if (path->kind == SQUILL_PATH_FIELD && path->name != NULL)
      {
        g_string_insert (text, begin, path->name);
        g_string_insert_c (text, begin, ' ');
      }
  return _squill_reference_name_new (text->str);
}

/* Whether @words are those of the stem of a name. */
static gboolean
is_stem (const SquillReferenceName *name, const SquillReferenceWord *words)
{
  for (guint i = 0; i < name->n_stem; i++)
    if (!g_str_equal (name->words[name->first + i].singular, words[i].singular))
      return FALSE;
  return TRUE;
}

/* Whether what it may refer to is called as the thing that has the field and then as the field,
 * written as one: type of circuits_circuit leads to circuits_circuittype. */
static gboolean
is_joined_of_owner (const SquillReferencePlace *source, const SquillReferencePlace *target)
{
  const char *whole = target->entity->own != NULL ? target->entity->own : target->entity->whole;
  const gsize length = strlen (whole), rest = strlen (source->name->joined);
  g_autoptr (SquillReferenceName) owner = NULL;
  const char *last;

  if (length < rest + SHORTEST_OWNER || !g_str_has_suffix (whole, source->name->joined))
    return FALSE;
  owner = name_owner (source);
  last = owner->n_words > 0 ? owner->words[owner->n_words - 1].singular : "";
  return strlen (last) == length - rest && strncmp (last, whole, length - rest) == 0;
}

/**
 * _squill_reference_is_just_called:
 * @source: where a reference may start
 * @target: where it may end
 *
 * Returns: whether what it may refer to has the name of the field and no other word
 */
gboolean
_squill_reference_is_just_called (const SquillReferencePlace *source,
                                  const SquillReferencePlace *target)
{
  return source->name->n_stem > 0 && target->entity->n_words == source->name->n_stem &&
         !source->keys && is_stem (source->name, target->entity->words);
}

/**
 * _squill_reference_is_of_owner:
 * @source: where a reference may start
 * @target: where it may end
 *
 * Returns: whether what it may refer to is called as the thing that has the field and then as the
 * field: status_id of orders leads to order_status where there are purchase_status as well
 */
gboolean
_squill_reference_is_of_owner (const SquillReferencePlace *source,
                               const SquillReferencePlace *target)
{
  const SquillReferenceName *name = source->name, *entity = target->entity;
  g_autoptr (SquillReferenceName) owner = NULL;
  guint n_owner;

  if (name->n_stem == 0 || source->keys)
    return FALSE;
  if (is_joined_of_owner (source, target))
    return TRUE;
  if (entity->n_words <= name->n_stem)
    return FALSE;
  n_owner = entity->n_words - name->n_stem;
  if (!is_stem (name, entity->words + n_owner))
    return FALSE;
  owner = name_owner (source);
  if (n_owner > owner->n_words)
    return FALSE;
  for (guint i = 0; i < n_owner; i++)
    if (!g_str_equal (owner->words[owner->n_words - n_owner + i].singular,
                      entity->words[i].singular))
      return FALSE;
  return TRUE;
}

/* nid -> nodes.nid: it has the name of a key that is called by the first letter of its documents. A
 * uid that comes again is that of a user, whatever these call it. */
static gboolean
is_called_by_initial (const SquillReferencePlace *source, const SquillReferencePlace *target)
{
  return target->is_key && !target->keys && !source->keys && !source->is_key &&
         source->path->kind == SQUILL_PATH_FIELD && target->object->kind == SQUILL_PATH_DOCUMENT &&
         source->collection != target->collection &&
         _squill_reference_name_is_initial (source->name, target->entity) &&
         (_squill_reference_name_equals (source->name, target->name) ||
          (source->distinct < source->count && _squill_reference_name_is_generic (target->name) &&
           _squill_reference_name_is_person (target->entity)));
}

/**
 * _squill_reference_fit_names:
 * @source: where a reference may start
 * @target: where it may end
 * @entity_fit: what _squill_reference_name_fit() says of the name of @source and the entity of
 * @target; it is the same for all keys of that
 *
 * Returns: 0 to 1: how well the names fit
 */
double
_squill_reference_fit_names (const SquillReferencePlace *source,
                             const SquillReferencePlace *target,
                             double entity_fit)
{
  double fit = entity_fit;

  if (source->name->n_words == 0)
    return 0;
  if (is_called_by_initial (source, target))
    return SQUILL_REFERENCE_FIT_NAMESAKE;
  if (fit < 1 && !target->keys)
    {
      const double key_fit =
          _squill_reference_name_fit_key (source->name, target->entity, target->name);

      /* propertyName -> properties.name says it all. */
      if (target->name->marked || target->quality >= QUALITY_TELLING ||
          target->distinct >= SQUILL_REFERENCE_MANY_KEYS || (key_fit == 1 && source->texts > 0.5))
        fit = MAX (fit, key_fit);
    }
  if (fit < 1)
    fit = MAX (fit, fit_role (source, target));
  if (fit < 1 && source->collection != target->collection &&
      _squill_reference_is_of_owner (source, target))
    fit = 1;
  /* What is called as its own documents are is rather a number of them. */
  if (source->numbers > 0.5 && !target->keys && _squill_reference_are_documents (target->object) &&
      _squill_reference_is_above (target->object, source->path) &&
      _squill_reference_name_is_of (source->name, target->entity))
    return 0;
  /* tower_ext -> towers.ext says that it is that, as type of sites does of site_types. */
  if (fit == 1 && (is_called_as_key_of (source, target) ||
                   (source->collection != target->collection && target->is_id &&
                    !_squill_reference_is_plural (source, target) &&
                    _squill_reference_is_of_owner (source, target))))
    return fit;
  return fit * weigh_name (source, target, fit);
}

/* Whether nearly all values of both places are such. */
static gboolean
are_nearly_all (double share, double other)
{
  return MIN (share, other) > SQUILL_REFERENCE_NEARLY_ALL;
}

/* Maps of one name in several parts of documents have the same form, and so the same keys; so have
 * maps of others, as tables have the same columns and texts the same languages. One of two says
 * what the keys of the other mean where its values are objects with fields, which those of the
 * other are not, or of fewer. */
static gboolean
describes (const SquillReferencePlace *source, const SquillReferencePlace *target)
{
  const SquillPath *from = source->path->values, *to = target->path->values;

  return from != NULL && to != NULL && to->n_fields >= FIELDS_TO_DESCRIBE &&
         to->n_fields > from->n_fields &&
         (from->n_fields == 0 || target->distinct >= source->distinct);
}

/* Whether documents have what a map that is called as they are has for keys, of which it says one
 * thing only: the keys of that refer to these documents, and not they to it. */
static gboolean
is_described_in_map (const SquillReferencePlace *source, const SquillReferencePlace *target)
{
  g_autoptr (SquillReferenceName) own = NULL;

  if (!target->keys || target->path->values == NULL || target->path->values->n_fields > 0 ||
      source->keys || source->path->kind != SQUILL_PATH_FIELD ||
      !_squill_reference_are_documents (source->object) || source->distinct < source->count ||
      source->distinct < target->distinct || source->object->n_fields < FIELDS_TO_DESCRIBE)
    return FALSE;
  own = _squill_reference_name_new (source->collection->name);
  return _squill_reference_name_equals (own, target->entity);
}

/**
 * _squill_reference_may_refer:
 * @source: where a reference may start
 * @target: where it may end
 *
 * Returns: whether that is not out of the question from the start
 */
gboolean
_squill_reference_may_refer (const SquillReferencePlace *source, const SquillReferencePlace *target)
{
  if (source->path == target->path)
    return FALSE;
  /* The key of the only document says nothing but where something is called as that is. */
  if (target->distinct == 1 && target->ids <= SQUILL_REFERENCE_NEARLY_ALL && !target->keys &&
      !(source->is_address && target->is_address) &&
      (source->collection == target->collection || source->is_key ||
       _squill_reference_name_fit (source->name, target->entity) < SQUILL_REFERENCE_WELL_NAMED))
    return FALSE;
  /* The keys of a map say nothing new of what its values repeat. */
  if (target->keys && _squill_reference_is_above (target->path, source->path) && source->is_key)
    return FALSE;
  if (source->keys && _squill_reference_is_above (source->path, target->path))
    return FALSE;
  if (is_described_in_map (source, target))
    return FALSE;
  if (source->keys && target->keys &&
      (source->collection == target->collection || target->path->kind != SQUILL_PATH_DOCUMENT) &&
      (_squill_reference_name_equals (source->name, target->name) || !describes (source, target)))
    return FALSE;
  /* The id of a part of a document may be that of what the part repeats; its other keys are its
   * own. What is there twice is continued by nothing. */
  if (source->is_key && !source->is_part)
    return target->is_key && !target->has_duplicates && !target->keys &&
           source->collection != target->collection &&
           _squill_reference_are_documents (target->object) &&
           (((source->is_id == target->is_id || source->object->kind != SQUILL_PATH_DOCUMENT) &&
             are_nearly_all (source->ids, target->ids)) ||
            ((are_nearly_all (source->texts, target->texts) ||
              are_nearly_all (source->numbers, target->numbers)) &&
             source->distinct >= MANY_CONTINUED && source->distinct <= target->distinct));
  /* What is as unique as the key beside it is another key of the same, unless it is an id of which
   * the name says that it is that of the one before or after. */
  if (source->object == target->object && !target->keys && !source->is_list &&
      source->distinct >= target->distinct && source->distinct == source->count &&
      !(are_nearly_all (source->ids, target->ids) &&
        _squill_reference_name_begins_with_role (source->name)))
    return FALSE;
  if (_squill_reference_have_number_ranges (source, target) &&
      (source->max < target->min || source->min > target->max))
    return FALSE;
  return TRUE;
}

/* Of the smallest hashes, those that the target would have kept. */
static gboolean
probes_hit (const SquillReferencePlace *source, const SquillReferencePlace *target, double wanted)
{
  const guint level = squill_hash_sample_get_level (target->sample);
  guint tried = 0, hits = 0;

  for (guint i = 0; i < source->n_probes; i++)
    {
      guint left = source->n_probes - i;

      if (level > 0 && (source->probes[i] >> (64 - level)) != 0)
        break;
      tried++;
      hits += squill_hash_sample_lookup (target->sample, source->probes[i]) > 0;
      if (hits + left - 1 < wanted * (tried + left - 1) && level == 0)
        return FALSE;
    }
  return tried == 0 || hits >= wanted * tried;
}

/* What the share of references that lead somewhere is worth. */
static double
rate_inclusion (double inclusion)
{
  if (inclusion >= 0.98)
    return 1;
  if (inclusion >= 0.9)
    return 0.9 + (inclusion - 0.9) / 0.08 * 0.1;
  if (inclusion >= 0.5)
    return 0.65 + (inclusion - 0.5) / 0.4 * 0.25;
  return inclusion / 0.5 * 0.65;
}

/* Whether too few keys were read for the inclusion to mean anything. */
static gboolean
tells_nothing (const SquillReference *self)
{
  const double values = (double)self->distinct;

  if (self->key_share == 1 || self->counted_on_server)
    return FALSE;
  return self->key_share > 0 ? values * self->key_share < FEW_EXPECTED
                             : values * self->inclusion < ENOUGH_FOUND;
}

/**
 * _squill_reference_get_met:
 * @reference: a reference
 *
 * Returns: 0 to 1: the share of the values that are keys that were read, but for those that say
 * that there is none
 */
double
_squill_reference_get_met (const SquillReference *reference)
{
  return reference->placeholders < 1 ? MIN (1, reference->inclusion / (1 - reference->placeholders))
                                     : 0;
}

/**
 * squill_reference_get_likely_inclusion:
 * @self: a reference
 *
 * Of keys that were read by chance only a share can be met, however many values lead to one: what
 * is met is compared with that share, with room for chance (two standard deviations of the share of
 * so many different values). Where nobody knows how many keys there are, what is left of chance is
 * for names and values to decide. A server that counted over all documents knows better.
 *
 * Returns: 0 to 1: the share of the values that lead to a key, read or not, as far as it is known;
 * where little is known it is what was met
 */
double
squill_reference_get_likely_inclusion (const SquillReference *self)
{
  double values = (double)self->distinct, deviation;

  if (self->counted_on_server && self->server_references > 0)
    return 1 - (double)self->server_dangling / (double)self->server_references;
  if (self->key_share == 1 || tells_nothing (self))
    return _squill_reference_get_met (self);
  if (self->key_share == 0)
    return 1;
  deviation = sqrt (self->key_share * (1 - self->key_share) / values);
  return MIN (1, (self->inclusion + 2 * deviation) / self->key_share);
}

/**
 * _squill_reference_is_of_itself:
 * @reference: a reference that was measured
 *
 * Returns: whether it leads to its own document, and so only says again which that is
 */
gboolean
_squill_reference_is_of_itself (const SquillReference *reference)
{
  const double others = (double)reference->references * (1 - reference->own_share);

  /* Most are what they are themselves, such as the current edition; the rest leads to others. */
  return reference->own_share > OWN_SHARE &&
         (others < MANY_OTHERS || reference->proof < SQUILL_REFERENCE_PROVED ||
          _squill_reference_get_met (reference) < ALL_MET);
}

/**
 * _squill_reference_leads_to_gone:
 * @reference: a reference whose names, values and key are rated
 *
 * No two things have the same id by chance: where a few are keys of what the name says, the others
 * were.
 *
 * Returns: whether it may be one although most of its values lead to what is gone
 */
gboolean
_squill_reference_leads_to_gone (const SquillReference *reference)
{
  if (reference->is_called_id && reference->quality >= SQUILL_REFERENCE_QUALITY_REAL &&
      squill_reference_get_likely_inclusion (reference) >= INCLUSION_GONE_NUMBERS)
    return TRUE;
  return reference->proof >= PROOF_GONE && reference->name_fit >= SQUILL_REFERENCE_NAMED &&
         reference->quality >= SQUILL_REFERENCE_QUALITY_REAL &&
         squill_reference_get_likely_inclusion (reference) >=
             (reference->name_fit >= SQUILL_REFERENCE_FIT_NAMESAKE ? INCLUSION_GONE_NAMESAKE
                                                                   : INCLUSION_GONE);
}

/**
 * squill_reference_score:
 * @reference: a reference whose names, values and key are rated
 *
 * Says how likely it is by all of that together, and by how many of the values lead somewhere.
 */
void
squill_reference_score (SquillReference *reference)
{
  double belief =
      1 - (1 - NAME_WEIGHT * reference->name_fit) * (1 - PROOF_WEIGHT * reference->proof);
  double rating;

  /* That fields beside it are those of the document it leads to is no chance. */
  if (_squill_copies_support (reference))
    belief = 1 - (1 - belief) * (1 - (_squill_copies_are_telling (reference) ? TELLING_COPIES_WEIGHT
                                                                             : COPIES_WEIGHT));
  /* What repeats the key of its own document leads nowhere. */
  if (_squill_reference_is_of_itself (reference))
    belief = 0;
  rating = rate_inclusion (tells_nothing (reference)
                               ? UNKNOWN_INCLUSION
                               : squill_reference_get_likely_inclusion (reference));
  if (_squill_reference_leads_to_gone (reference) ||
      (_squill_copies_are_telling (reference) &&
       squill_reference_get_likely_inclusion (reference) >= INCLUSION_GONE_COPIED))
    rating = MAX (rating, GONE_RATING);
  reference->score = belief * reference->quality * rating * (0.92 + 0.08 * reference->coverage);
}

/* Whether it is called as all of them are; not every language says which words are of several. */
static gboolean
may_be_several (const SquillReferencePlace *source, const SquillReferencePlace *target)
{
  return !target->is_singular && source->name->n_words > 0 && target->entity->n_words > 0 &&
         g_str_equal (source->name->words[source->name->n_words - 1].text,
                      target->entity->words[target->entity->n_words - 1].text);
}

/* Whether numbers that are called as one of what they may refer to is are ids of it: there are
 * some, they come again, and are not only the smallest of all ids. */
static gboolean
is_singular_id (const SquillReference *reference,
                const SquillReferencePlace *source,
                const SquillReferencePlace *target)
{
  return (target->is_key || target->quality >= SQUILL_REFERENCE_QUALITY_IDENTIFYING) &&
         !target->keys && _squill_reference_is_of_collection (target->object) &&
         !may_be_several (source, target) && !_squill_reference_name_is_quantity (source->name) &&
         _squill_reference_is_beyond_smallest (source, target) &&
         reference->distinct >= SQUILL_REFERENCE_FEW_VALUES &&
         ((double)reference->distinct >= SQUILL_REFERENCE_ENOUGH_HITS ||
          (double)reference->references >= SQUILL_REFERENCE_REPEATED * (double)reference->distinct);
}

/* Whether numbers go on shortly behind the last key, as what is counted or measured does; ids of
 * what is gone are between the others, or anywhere. */
static gboolean
goes_on_behind (const SquillReferencePlace *source, const SquillReferencePlace *target)
{
  const double range = target->max - target->min + 1;
  const guint level = squill_hash_sample_get_level (source->sample);
  /* Keys far below 0 have a range of which half is more than can be looked for. */
  const double end = MIN (target->max + BEHIND * range + 1, 2.0 * MANY_NUMBERS);

  if (source->max <= target->max)
    return FALSE;
  if (target->max > MANY_NUMBERS)
    return TRUE;
  for (double number = MAX (target->max + 1, 0); number <= end; number++)
    {
      const guint64 hash = _squill_reference_hash_number ((guint)number);

      if ((level == 0 || hash >> (64 - level) == 0) &&
          squill_hash_sample_lookup (source->sample, hash) > 0)
        return TRUE;
    }
  return FALSE;
}

/* Whether numbers that are called just as one of what they may refer to is are ids of it, although
 * some of them are none any more. */
static gboolean
is_partly_gone_id (const SquillReference *reference,
                   const SquillReferencePlace *source,
                   const SquillReferencePlace *target)
{
  const double met = _squill_reference_get_met (reference);

  return source->numbers > 0.5 && reference->key_share == 1 && met >= INCLUSION_GONE_NUMBERS &&
         !source->name->marked && !source->is_list && target->is_id && !target->keys &&
         source->has_range && target->has_range && !_squill_reference_is_plural (source, target) &&
         !may_be_several (source, target) && !_squill_reference_name_is_quantity (source->name) &&
         _squill_reference_name_fit (source->name, target->entity) >=
             SQUILL_REFERENCE_FIT_NAMESAKE &&
         (double)reference->distinct * met >= SQUILL_REFERENCE_FEW_HITS &&
         _squill_reference_is_beyond_smallest (source, target) && !goes_on_behind (source, target);
}

/* How well a number fits that is called as one of what it may refer to is, but not as a key. A
 * count is called as several are; and neither a count nor a rank often goes up to the last key, and
 * never beyond. */
static double
fit_unmarked (const SquillReference *reference,
              const SquillReferencePlace *source,
              const SquillReferencePlace *target)
{
  const gboolean is_many = (double)reference->distinct >= SQUILL_REFERENCE_ENOUGH_HITS;

  /* What says that it is the id of somebody in a role is no worse than what says the role alone. */
  if (source->name->marked)
    return fit_role (source, target) >= FIT_PERSON && is_singular_id (reference, source, target)
               ? UNMARKED_SINGULAR
               : 0;
  if (_squill_reference_is_plural (source, target))
    return reference->name_fit >= UNMARKED_PLURAL * UNMARKED_SLACK &&
                   reference->coverage >= NEARLY_COVERED &&
                   (double)reference->distinct >= SQUILL_REFERENCE_MANY_IDS &&
                   fmod (source->max, ROUND_LIMIT) != 0 &&
                   _squill_reference_spans_all (source, target)
               ? UNMARKED_PART_COVERED
               : 0;
  if (reference->name_fit >= UNMARKED_WHOLE)
    {
      if (reference->coverage >= SQUILL_REFERENCE_WHOLLY_COVERED ||
          (is_many &&
           (may_be_several (source, target) ? _squill_reference_spans_all (source, target)
                                            : _squill_reference_is_spread (source, target))))
        return UNMARKED_COVERED;
      return is_singular_id (reference, source, target) ? UNMARKED_SINGULAR : 0;
    }
  return reference->name_fit >= UNMARKED_PART && reference->coverage >= NEARLY_COVERED &&
                 (double)reference->distinct >= SQUILL_REFERENCE_FEW_HITS
             ? UNMARKED_PART_COVERED
             : 0;
}

/**
 * _squill_reference_rate:
 * @reference: a reference whose names and values were compared
 * @source: where it starts
 * @target: where it ends
 *
 * Says how good the key is, and with that how likely the reference is.
 */
void
_squill_reference_rate (SquillReference *reference,
                        const SquillReferencePlace *source,
                        const SquillReferencePlace *target)
{
  const double met = _squill_reference_get_met (reference);
  const gboolean is_dense =
      source->numbers > 0.5 && reference->key_share == 1 && met >= SQUILL_REFERENCE_WHOLLY_COVERED;

  reference->quality = target->quality;
  if (reference->key_share == 1 && met >= SQUILL_REFERENCE_WHOLLY_COVERED &&
      reference->coverage >= SQUILL_REFERENCE_WHOLLY_COVERED &&
      _squill_reference_covers (source, target))
    reference->proof = MAX (reference->proof, _squill_reference_prove_coverage (target));
  if (reference->key_share == 1 && met >= SQUILL_REFERENCE_WHOLLY_COVERED)
    reference->proof = MAX (reference->proof, _squill_reference_prove_range (source, target));
  /* A count or a rank seldom goes up to the last key, and never beyond. */
  if (is_dense)
    reference->name_fit = MAX (reference->name_fit, fit_unmarked (reference, source, target));
  if (!source->is_key && is_partly_gone_id (reference, source, target))
    {
      reference->name_fit = MAX (reference->name_fit, SQUILL_REFERENCE_FIT_NAMESAKE);
      reference->is_called_id = TRUE;
    }
  if (source->numbers > 0.5 && !source->keys && !source->is_key && target->is_id &&
      reference->name_fit >= SQUILL_REFERENCE_FIT_NAMESAKE &&
      source->path->kind == SQUILL_PATH_FIELD && _squill_reference_name_is_id (source->name))
    reference->is_called_id = TRUE;
  if (is_dense && reference->name_fit < SQUILL_REFERENCE_NAMED && !source->is_list &&
      _squill_reference_name_is_id (source->name) && source->name->n_stem > 0 && target->is_key &&
      !target->keys && _squill_reference_is_of_collection (target->object) &&
      (double)source->distinct >= SQUILL_REFERENCE_MANY_IDS &&
      reference->coverage >= UNNAMED_COVERED &&
      (double)source->count >= SQUILL_REFERENCE_REPEATED * (double)source->distinct &&
      _squill_reference_spans_all (source, target))
    {
      reference->name_fit = UNNAMED_ID;
      reference->spans = TRUE;
    }
  if (target->is_login && source->texts > 0.5 && met >= SQUILL_REFERENCE_WHOLLY_COVERED &&
      _squill_reference_name_may_be_person (source->name, target->entity))
    reference->name_fit = MAX (reference->name_fit, FIT_PERSON_MET);
  /* What others refer to by its name is known by it. */
  if ((source->texts > 0.5 || is_called_as_key_of (source, target)) &&
      met >= SQUILL_REFERENCE_WHOLLY_COVERED &&
      (reference->name_fit >= CALLED_SO ? reference->distinct >= SQUILL_REFERENCE_FEW_VALUES
                                        : reference->proof >= SQUILL_REFERENCE_PROVED &&
                                              reference->name_fit >= SQUILL_REFERENCE_NAMED) &&
      reference->quality > SQUILL_REFERENCE_QUALITY_FOREIGN)
    reference->quality = MAX (reference->quality, QUALITY_REFERRED);
  /* Where names and values agree, what the key of another collection is called does not matter,
   * unless it is called as that of something else. */
  if (reference->from != reference->to && reference->quality > SQUILL_REFERENCE_QUALITY_FOREIGN &&
      reference->name_fit >= SQUILL_REFERENCE_WELL_NAMED && reference->proof >= PROOF_WITH_NAME)
    reference->quality = MAX (reference->quality, QUALITY_AGREED);
  squill_reference_score (reference);
}

typedef struct
{
  const SquillHashSample *keys;
  const SquillHashSample *except;
  guint64 values;
  guint64 hits;
} Inclusion;

static void
include_cb (guint64 hash, guint64 count, gpointer user_data)
{
  Inclusion *self = user_data;

  if (_squill_reference_is_missing (hash))
    return;
  self->values += count;
  if (squill_hash_sample_lookup (self->keys, hash) > 0 &&
      (self->except == NULL || squill_hash_sample_lookup (self->except, hash) == 0))
    self->hits += count;
}

/**
 * _squill_reference_get_inclusion:
 * @values: a sample of values
 * @keys: a sample of keys
 * @except: (nullable): keys that do not count
 *
 * Returns: 0 to 1: the share of the values that are keys, as far as the samples tell; NaN where
 * there are no values that both samples would have kept
 */
double
_squill_reference_get_inclusion (const SquillHashSample *values,
                                 const SquillHashSample *keys,
                                 const SquillHashSample *except)
{
  const guint level =
      MAX (squill_hash_sample_get_level (values), squill_hash_sample_get_level (keys));
  Inclusion inclusion = { .keys = keys, .except = except };

  squill_hash_sample_foreach (values, level, include_cb, &inclusion);
  return inclusion.values > 0 ? (double)inclusion.hits / (double)inclusion.values : NAN;
}

/* Values of one kind, so that those that were not read may be the same. */
static gboolean
are_alike (const SquillReferencePlace *source, const SquillReferencePlace *target)
{
  return (source->numbers > 0.5 && target->numbers > 0.5) ||
         (source->ids > 0.5 && target->ids > 0.5) || (source->texts > 0.5 && target->texts > 0.5);
}

/* Takes the numbers out of what was compared that are keys, or not, by chance. */
static void
forget_small (Comparison *comparison,
              const SquillReferencePlace *source,
              const SquillReferencePlace *target,
              guint level)
{
  if (source->numbers <= 0.5)
    return;
  for (guint number = 0; number < target->dense_end; number++)
    {
      const guint64 hash = _squill_reference_hash_number (number);

      if ((level > 0 && hash >> (64 - level) != 0) ||
          squill_hash_sample_lookup (source->sample, hash) == 0)
        continue;
      comparison->distinct--;
      comparison->distinct_hits -= squill_hash_sample_lookup (target->sample, hash) > 0;
    }
}

/* How many of the values say that there is none. Among a few numbers 0 is one of them, but a
 * negative one is none of numbers that count from 0 or 1. */
static double
count_placeholders (const Comparison *comparison, const SquillReferencePlace *target)
{
  const gboolean is_many = (double)comparison->distinct_hits >= SQUILL_REFERENCE_ENOUGH_HITS;
  const gboolean is_negative = comparison->distinct_negative <= SQUILL_REFERENCE_MAX_NEGATIVE &&
                               (is_many || (target->has_range && target->min >= 0));

  return (is_many ? (double)comparison->zeros : 0) +
         (is_negative ? (double)comparison->negative : 0);
}

/* Whether nearly each of the keys that are referred to is there once; of ids, which are the same
 * only by mistake, most. */
static gboolean
meets_single_keys (const Comparison *comparison,
                   const SquillReferencePlace *source,
                   const SquillReferencePlace *target)
{
  const double share = _squill_reference_are_ids (source, target) ? REFERRED_IDS_DISTINCT_SHARE
                                                                  : REFERRED_DISTINCT_SHARE;

  return (double)comparison->distinct_hits >= SQUILL_REFERENCE_FEW_HITS &&
         (double)comparison->distinct_hits >= share * (double)comparison->referred;
}

/* Whether nearly all values are keys, and names or values say that they are no others. */
static gboolean
is_supported (const SquillReference *reference)
{
  return _squill_reference_get_met (reference) >= SQUILL_REFERENCE_NEARLY_ALL &&
         (reference->name_fit >= SQUILL_REFERENCE_NAMED ||
          reference->proof >= SQUILL_REFERENCE_PROVED);
}

/**
 * _squill_reference_compare:
 * @source: where a reference may start
 * @target: where it may end
 * @name_fit: what _squill_reference_fit_names() says
 * @wanted: 0 to 1: give up early where less than this share of the values are keys
 *
 * Compares the values of both.
 *
 * Returns: (transfer full) (nullable): a reference with all that the samples tell; %NULL where few
 * or none of the values are keys
 */
SquillReference *
_squill_reference_compare (const SquillReferencePlace *source,
                           const SquillReferencePlace *target,
                           double name_fit,
                           double wanted)
{
  const guint level = MAX (squill_hash_sample_get_level (source->sample),
                           squill_hash_sample_get_level (target->sample));
  Comparison comparison = { .keys = target->sample, .fewest = G_MAXUINT64 };
  Keys keys = { 0 };
  const double key_share = squill_collection_profile_get_read_share (target->collection);
  SquillReference *reference;
  gboolean is_key;
  double scale;

  /* A few values are too few to meet a key that was read by chance. */
  if (key_share == 1 && !probes_hit (source, target, wanted))
    return NULL;
  comparison.empty = keys.empty = _squill_reference_empty_hash ();
  comparison.zero = _squill_reference_hash_number (0);
  squill_hash_sample_foreach (source->sample, level, compare_cb, &comparison);
  /* Of few keys that were read it is no wonder that none is met. */
  if (comparison.hits == 0 && (level == 0 || comparison.distinct >= FEW_COMPARED) &&
      (key_share == 1 || name_fit < SQUILL_REFERENCE_WELL_NAMED || !are_alike (source, target)))
    return NULL;
  squill_hash_sample_foreach (target->sample, level, count_keys_cb, &keys);

  reference = squill_reference_new (source->collection, source->path, source->keys,
                                    target->collection, target->path, target->keys);
  reference->exact = level == 0;
  /* Where all values are known, what means "none" is counted only if it is a key here. */
  reference->references = reference->exact ? comparison.references : source->count;
  reference->distinct = reference->exact ? comparison.distinct : source->distinct;
  reference->name_fit = name_fit;
  if (comparison.references > 0)
    {
      reference->inclusion = (double)comparison.hits / (double)comparison.references;
      reference->placeholders =
          count_placeholders (&comparison, target) / (double)comparison.references;
    }
  reference->exact =
      reference->exact && source->collection->complete && target->collection->complete;
  if (keys.n > 0)
    reference->coverage = (double)comparison.distinct_hits / (double)keys.n;
  scale = ldexp (1, (int)level);
  reference->dangling = reference->exact
                            ? comparison.references - comparison.hits
                            : (guint64)((1 - reference->inclusion) * (double)reference->references);
  reference->orphans = (guint64)((double)(keys.n - comparison.distinct_hits) * scale);
  reference->duplicates = (guint64)((double)keys.repeated * scale);
  reference->per_key_min = comparison.distinct_hits < keys.n ? 0 : comparison.fewest;
  reference->per_key_mean = keys.n > 0 ? (double)comparison.hits / (double)keys.n : 0;
  reference->per_key_max = comparison.most;
  is_key = !target->has_duplicates || meets_single_keys (&comparison, source, target);
  forget_small (&comparison, source, target, level);
  reference->proof = _squill_reference_prove_hits (source, target, (double)comparison.distinct,
                                                   (double)comparison.distinct_hits);
  if (!is_key || (target->has_duplicates && !is_supported (reference)))
    {
      squill_reference_free (reference);
      return NULL;
    }
  _squill_reference_rate (reference, source, target);
  return reference;
}
