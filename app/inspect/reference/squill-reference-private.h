/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/profile/squill-profile.h"
#include "inspect/reference/squill-reference.h"

G_BEGIN_DECLS

/* From here on names fit in part, so that the values may say more; from here on they fit, and from
 * here on they fit well. */
#define SQUILL_REFERENCE_PARTLY_NAMED 0.36
#define SQUILL_REFERENCE_NAMED 0.5
#define SQUILL_REFERENCE_WELL_NAMED 0.85
/* A name that is that of a collection. */
#define SQUILL_REFERENCE_FIT_NAMESAKE 0.95
/* From here on the values alone prove a reference. */
#define SQUILL_REFERENCE_PROVED 0.8
/* From here on they are worth keeping. */
#define SQUILL_REFERENCE_COVERED 0.5
/* How good a key is that is called as that of something else, and one that is made to tell things
 * apart. */
#define SQUILL_REFERENCE_QUALITY_FOREIGN 0.5
#define SQUILL_REFERENCE_QUALITY_IDENTIFYING 0.9
/* From here on it is what its documents are known by. */
#define SQUILL_REFERENCE_QUALITY_REAL 0.95
/* That of `_id`. */
#define SQUILL_REFERENCE_QUALITY_ID 1.0
/* What only a part of the documents has. */
#define SQUILL_REFERENCE_QUALITY_PART 0.55
/* Every list of numbers contains one or two numbers by chance. */
#define SQUILL_REFERENCE_FEW_VALUES 3u
/* Where this share of all numbers between the smallest and the largest are keys, any number is one
 * by chance. */
#define SQUILL_REFERENCE_DENSE 0.1
/* With this many distinct hits the proof is as strong as values of their kind allow. */
#define SQUILL_REFERENCE_ENOUGH_HITS 10.0
#define SQUILL_REFERENCE_FEW_HITS 5.0
/* This number of ids shows where they end, and this number of keys that they are keys. */
#define SQUILL_REFERENCE_MANY_IDS 20.0
#define SQUILL_REFERENCE_MANY_KEYS 50u
/* Where each comes once it may be a rank of as many things. */
#define SQUILL_REFERENCE_REPEATED 1.5
/* All keys are referred to, but for a few. */
#define SQUILL_REFERENCE_WHOLLY_COVERED 0.98
/* The share of references that must be keys. */
#define SQUILL_REFERENCE_INCLUSION_PROPOSED 0.9
/* Nearly all of the values are such. */
#define SQUILL_REFERENCE_NEARLY_ALL 0.9
/* Both ends have nearly the same keys, and what has the keys of more than half of them continues
 * those. */
#define SQUILL_REFERENCE_EQUAL_SHARE 0.98
#define SQUILL_REFERENCE_CONTINUED_SHARE 0.5
/* Nearly all values at both ends of connections are keys. */
#define SQUILL_REFERENCE_INCLUSION_CONNECTED 0.8
/* What a field of the same name, or the other end of a connection, refers to is referred to by
 * fields of which this share of the values are keys. */
#define SQUILL_REFERENCE_INCLUSION_FOLLOWED 0.98
#define SQUILL_REFERENCE_FIT_SURE 0.7
/* Real keys have a few duplicates. */
#define SQUILL_REFERENCE_KEY_DISTINCT_SHARE 0.995

/**
 * SquillReferenceWord:
 * @text: small letters and digits, without accents
 * @singular: the same as one thing is called
 *
 * A word of a name.
 */
typedef struct
{
  char *text;
  char *singular;
} SquillReferenceWord;

/**
 * SquillReferenceName:
 * @words: (array length=n_words): all words
 * @n_words: how many
 * @first: the first word that says what is meant
 * @n_stem: how many do: those before and behind only say that it is a key (`id`, `ref`, `code`)
 * @joined: the words that say what is meant, as one, singular
 * @unmarked: (nullable): @joined without an end that says it is a key: customer of customerid
 * @marked: there are such that say it is a key
 * @plural: what is meant is called as several things are
 * @whole: all words as one, singular
 * @digits: the digits in it, that are in no word
 * @n_core: how many words there are without those at the end that say nothing: list, data
 * @core: (nullable): these as one, singular, where they are fewer than all; of words that are
 * written as one what is left without such an end
 * @n_space: of a collection: how many words at its begin say to which part of the database it
 * belongs; see _squill_reference_name_set_space()
 * @own: (nullable): the others as one, singular, where there are such
 * @roles: what it may be to others; for _squill_reference_name_fit_role()
 *
 * A name of a field or collection, taken apart: `customerIds`, `customer_ids` and `Customer IDs`
 * are the same.
 */
typedef struct
{
  SquillReferenceWord *words;
  guint n_words;
  guint first;
  guint n_stem;
  char *joined;
  char *unmarked;
  gboolean marked;
  gboolean plural;
  char *whole;
  char *digits;
  guint n_core;
  char *core;
  guint n_space;
  char *own;
  guint roles;
} SquillReferenceName;

/* Words: squill-reference-word.c */

/* What differs by its ending only. */
#define SQUILL_REFERENCE_FIT_PLURAL 0.9

GStrv _squill_reference_split_words (const char *name);
double _squill_reference_compare_words (const char *word, const char *other, gboolean abbreviated);

/* Names: squill-reference-name.c */

SquillReferenceName *_squill_reference_name_new (const char *name);
void _squill_reference_name_free (SquillReferenceName *self);
void _squill_reference_name_set_space (SquillReferenceName *self, guint n_space);
gboolean _squill_reference_name_is_generic (const SquillReferenceName *self);
gboolean _squill_reference_name_is_descriptive (const SquillReferenceName *self);
gboolean _squill_reference_name_is_color (const SquillReferenceName *self);
gboolean _squill_reference_name_is_type (const SquillReferenceName *self);
gboolean _squill_reference_name_begins_with_role (const SquillReferenceName *self);
gboolean _squill_reference_name_is_id (const SquillReferenceName *self);
gboolean _squill_reference_name_is_quantity (const SquillReferenceName *self);
gboolean _squill_reference_name_is_verb (const SquillReferenceName *self);
gboolean _squill_reference_name_is_outside (const SquillReferenceName *self);
gboolean _squill_reference_name_is_login (const SquillReferenceName *self);
gboolean _squill_reference_name_is_person (const SquillReferenceName *self);
gboolean _squill_reference_name_is_relation (const SquillReferenceName *self);
gboolean _squill_reference_name_may_be_person (const SquillReferenceName *field,
                                               const SquillReferenceName *entity);
gboolean _squill_reference_name_is_own (const SquillReferenceName *self);
gboolean _squill_reference_name_is_container (const SquillReferenceName *self);
gboolean _squill_reference_name_is_initial (const SquillReferenceName *self,
                                            const SquillReferenceName *entity);
gboolean _squill_reference_name_equals (const SquillReferenceName *self,
                                        const SquillReferenceName *other);
gboolean _squill_reference_name_is_of (const SquillReferenceName *field,
                                       const SquillReferenceName *entity);
double _squill_reference_name_fit (const SquillReferenceName *field,
                                   const SquillReferenceName *entity);
double _squill_reference_name_fit_key (const SquillReferenceName *field,
                                       const SquillReferenceName *entity,
                                       const SquillReferenceName *key);
gboolean _squill_reference_name_has_head_of (const SquillReferenceName *field,
                                             const SquillReferenceName *entity,
                                             const SquillReferenceName *key);
double _squill_reference_name_fit_role (const SquillReferenceName *field,
                                        const SquillReferenceName *entity,
                                        gboolean same_entity);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillReferenceName, _squill_reference_name_free)

/* Both ends of a connection: squill-reference-opposite.c */

gboolean _squill_reference_name_is_opposite (const SquillReferenceName *self,
                                             const SquillReferenceName *other,
                                             gboolean of_numbers);

/* Where references may start and end: squill-reference-place.c */

/* The number of smallest hashes that are tried first. */
#define SQUILL_REFERENCE_PROBES 24u

/**
 * SquillReferencePlace:
 * @collection: whose
 * @path: where, or the map whose keys are meant
 * @keys: the keys of the map at @path are meant
 * @sample: its values
 * @count: values, "" not counted
 * @distinct: different ones among them
 * @numbers: 0 to 1: the share of numbers, and of texts that are nothing but one
 * @texts: of other strings
 * @digits: of strings, the share of those that have nothing but digits
 * @ids: of ObjectIds, UUIDs, and of strings of one length that is long enough for nothing else
 * @min: the smallest number; only with @numbers above 0
 * @max: the largest
 * @has_range: both are known, of all numbers
 * @text_length: the mean length of strings, in bytes
 * @fixed_length: all strings are of nearly the same length
 * @is_serial: texts that are told apart by digits, as numbers are
 * @name: what it is called; an id in an object is called as the object is
 * @is_key: it is what its own document is known by: `_id`, `id`, `code`, `customer_no` of customers
 * @is_id: it is `_id` of the document
 * @is_part: it is a key of an element of an array or of a value of a map
 * @is_foreign: of a target: it is called as the key of something else
 * @has_duplicates: of a target: it is called a key, but more of its values come again than by
 * mistake; only those that come once are keys
 * @has_key_form: its texts have no blanks and are written in parts, as no words are: `shop/bakery`
 * @is_login: it is called like what people sign in with
 * @is_address: its texts are e-mail addresses
 * @is_of_relation: its documents are called connections between things
 * @is_mixed: some of its values can be no keys: fractions, dates; only parts of them may refer
 * @is_list: it is one of several in a list that is called so, or a key of a map
 * @probes: (array length=n_probes): the smallest hashes of its values, rising
 * @n_probes: how many
 * @met: (nullable) (element-type guint): of a source that is no number: the targets, by their
 * number, that have any of the probes, rising
 * @number: of a target: its place among them
 * @entity: (nullable): of a target: what the document, element or map is called
 * @entity_number: the same for all targets whose @entity is the same
 * @is_singular: of a target: most collections are called as one of their documents is
 * @log_distinct: the decimal logarithm of @distinct
 * @number_sparsity: of a target: how many digits the share has that its numbers are of all between
 * the smallest and the largest, or of all up to the largest where no others are so far from 0: 3 of
 * one in a thousand; 0 where they are dense
 * @dense_end: of a target: below it, most whole numbers are keys, and any of them is one by
 * chance, however far the others are; 0 where they are not
 * @object: the object that it is in; of a target: the one that it is a key of
 * @opposite: (nullable): of a source: the one beside it that is called as the other end of a
 * connection
 * @quality: of a target, 0 to 1: how good a key it is
 *
 * Where references may start or end.
 */
typedef struct _SquillReferencePlace
{
  const SquillCollectionProfile *collection;
  const SquillPath *path;
  gboolean keys;
  const SquillHashSample *sample;
  guint64 count;
  guint64 distinct;
  double numbers;
  double texts;
  double digits;
  double ids;
  double min;
  double max;
  gboolean has_range;
  double text_length;
  gboolean fixed_length;
  gboolean is_serial;
  SquillReferenceName *name;
  gboolean is_key;
  gboolean is_id;
  gboolean is_part;
  gboolean is_foreign;
  gboolean has_duplicates;
  gboolean has_key_form;
  gboolean is_login;
  gboolean is_address;
  gboolean is_of_relation;
  gboolean is_mixed;
  gboolean is_list;
  guint64 probes[SQUILL_REFERENCE_PROBES];
  guint n_probes;
  GArray *met;
  guint number;
  SquillReferenceName *entity;
  guint entity_number;
  const SquillPath *object;
  const struct _SquillReferencePlace *opposite;
  double quality;
  gboolean is_singular;
  double log_distinct;
  double number_sparsity;
  double dense_end;
} SquillReferencePlace;

guint _squill_reference_places_find (GPtrArray *collections,
                                     GPtrArray **sources,
                                     GPtrArray **targets);
const SquillHashSample *_squill_reference_get_sample (const SquillPath *path, gboolean keys);
void _squill_reference_place_find_probes (SquillReferencePlace *self);
gboolean _squill_reference_place_is_first (const SquillReferencePlace *self);
gboolean _squill_reference_place_has_no_repetition (const SquillReferencePlace *self);
gboolean _squill_reference_place_has_number_range (const SquillReferencePlace *self);
gboolean _squill_reference_place_has_probe_of (const SquillReferencePlace *self,
                                               const SquillReferencePlace *other);
const SquillPath *_squill_reference_object_of (const SquillPath *path);
gboolean _squill_reference_is_of_collection (const SquillPath *object);
gboolean _squill_reference_are_documents (const SquillPath *object);
gboolean _squill_reference_is_above (const SquillPath *path, const SquillPath *other);

/* What stands before the names of collections: squill-reference-space.c */

gsize _squill_reference_count_common_bytes (const GPtrArray *names);
guint _squill_reference_count_space_words (const char *name,
                                           const GPtrArray *names,
                                           gsize common,
                                           guint number);

/* How texts are written: squill-reference-text.c */

gboolean _squill_reference_text_has_blanks (const SquillPath *path);
gboolean _squill_reference_text_has_small_letters (const SquillPath *path);
gboolean _squill_reference_text_is_in_parts (const SquillPath *path);
gboolean _squill_reference_text_is_address (const SquillPath *path);
gboolean _squill_reference_text_is_made (const SquillPath *path);
gboolean _squill_reference_text_is_serial (const SquillPath *path);
gboolean _squill_reference_text_has_series (const SquillPath *path);
gboolean _squill_reference_text_is_scrambled (const SquillPath *path);
gboolean _squill_reference_text_is_token (const SquillPath *path);
gboolean _squill_reference_text_is_measured (const SquillPath *path, gboolean is_key);

/* What stands in place of a value: squill-reference-missing.c */

/* Where numbers count from 0 or 1, no more different ones below that stand in place of one. */
#define SQUILL_REFERENCE_MAX_NEGATIVE 3u

/**
 * SquillReferenceMissing:
 * @count: values that say that there is none
 * @distinct: different ones among them
 * @texts: those that are texts
 * @bytes: of these
 *
 * What stands at a path in place of values.
 */
typedef struct
{
  guint64 count;
  guint64 distinct;
  guint64 texts;
  guint64 bytes;
} SquillReferenceMissing;

guint64 _squill_reference_empty_hash (void);
gboolean _squill_reference_is_missing (guint64 hash);
gboolean _squill_reference_is_negative (guint64 hash);
SquillReferenceMissing _squill_reference_count_missing (const SquillPath *path);
double _squill_reference_get_smallest (const SquillPath *path);

/* Those that are called alike in several collections: squill-reference-namesake.c */

void _squill_reference_group (GHashTable *groups, gpointer key, gpointer member, guint max);
void _squill_reference_places_find_own_names (GPtrArray *sources, GPtrArray *targets);
gboolean _squill_reference_is_namesake (const SquillReferencePlace *source,
                                        const SquillReferencePlace *target,
                                        double entity_fit);
gboolean _squill_reference_leads_to_namesake (const SquillReference *reference,
                                              const SquillReferencePlace *source,
                                              const SquillReferencePlace *target);

gboolean _squill_reference_name_is_part_of (const SquillReferenceName *self,
                                            const SquillReferenceName *whole);
gboolean _squill_reference_is_called_as_part (const SquillCollectionProfile *part,
                                              const SquillCollectionProfile *whole);

/* Those with numbers far from 0: squill-reference-far.c */

void _squill_reference_places_find_far (GPtrArray *targets);
void _squill_reference_places_find_dense (GPtrArray *targets);
guint64 _squill_reference_hash_number (guint number);

/* Which have values in common: squill-reference-probe.c */

void _squill_reference_places_probe (GPtrArray *sources, GPtrArray *targets);
gboolean _squill_reference_place_has_met (const SquillReferencePlace *self,
                                          const SquillReferencePlace *target);

/* Comparing two places: squill-reference-compare.c */

gboolean _squill_reference_is_plural (const SquillReferencePlace *source,
                                      const SquillReferencePlace *target);
gboolean _squill_reference_is_just_called (const SquillReferencePlace *source,
                                           const SquillReferencePlace *target);
gboolean _squill_reference_is_of_owner (const SquillReferencePlace *source,
                                        const SquillReferencePlace *target);
double _squill_reference_fit_names (const SquillReferencePlace *source,
                                    const SquillReferencePlace *target,
                                    double entity_fit);
gboolean _squill_reference_may_refer (const SquillReferencePlace *source,
                                      const SquillReferencePlace *target);
SquillReference *_squill_reference_compare (const SquillReferencePlace *source,
                                            const SquillReferencePlace *target,
                                            double name_fit,
                                            double wanted);
double _squill_reference_get_met (const SquillReference *reference);
gboolean _squill_reference_is_of_itself (const SquillReference *reference);
gboolean _squill_reference_leads_to_gone (const SquillReference *reference);
double _squill_reference_get_inclusion (const SquillHashSample *values,
                                        const SquillHashSample *keys,
                                        const SquillHashSample *except);
void _squill_reference_rate (SquillReference *reference,
                             const SquillReferencePlace *source,
                             const SquillReferencePlace *target);

/* What is found from one place, compared with each other: squill-reference-unclear.c */

GHashTable *_squill_reference_index_samples (GPtrArray *targets);
const SquillReferencePlace *_squill_reference_find_target (GHashTable *by_sample,
                                                           const SquillReference *reference);
void _squill_reference_weigh_found (const SquillReferencePlace *source,
                                    GPtrArray *found,
                                    GHashTable *by_sample,
                                    double best_fit);

/* What values prove: squill-reference-proof.c */

gboolean _squill_reference_place_is_coded_id (const SquillReferencePlace *self);
gboolean _squill_reference_place_is_code_in_role (const SquillReferencePlace *self);

gboolean _squill_reference_have_number_ranges (const SquillReferencePlace *source,
                                               const SquillReferencePlace *target);
gboolean _squill_reference_are_ids (const SquillReferencePlace *source,
                                    const SquillReferencePlace *target);
double _squill_reference_get_ceiling (const SquillReferencePlace *source,
                                      const SquillReferencePlace *target);
double _squill_reference_prove_hits (const SquillReferencePlace *source,
                                     const SquillReferencePlace *target,
                                     double distinct,
                                     double hits);
gboolean _squill_reference_is_rare (const SquillReferencePlace *source,
                                    const SquillReferencePlace *target,
                                    double distinct,
                                    double hits);
double _squill_reference_prove_coverage (const SquillReferencePlace *target);
gboolean _squill_reference_spans_all (const SquillReferencePlace *source,
                                      const SquillReferencePlace *target);
double _squill_reference_can_prove (const SquillReferencePlace *source,
                                    const SquillReferencePlace *target);
double _squill_reference_prove_range (const SquillReferencePlace *source,
                                      const SquillReferencePlace *target);
gboolean _squill_reference_can_numbers_prove (const SquillReferencePlace *source,
                                              const SquillReferencePlace *target);
gboolean _squill_reference_covers (const SquillReferencePlace *source,
                                   const SquillReferencePlace *target);
gboolean _squill_reference_is_spread (const SquillReferencePlace *source,
                                      const SquillReferencePlace *target);
gboolean _squill_reference_spans (const SquillReferencePlace *source,
                                  const SquillReferencePlace *target);
gboolean _squill_reference_is_beyond_smallest (const SquillReferencePlace *source,
                                               const SquillReferencePlace *target);
double _squill_reference_fit_connection (const SquillReferencePlace *source,
                                         const SquillReferencePlace *target);

/* Those that lead to several collections: squill-reference-several.c */

gboolean _squill_reference_find_several (const SquillReferencePlace *source,
                                         GPtrArray *targets,
                                         GPtrArray *candidates);

/* Those with something before the key: squill-reference-prefix.c */

gboolean _squill_reference_may_have_prefix (const SquillReferencePlace *source);
GHashTable *_squill_reference_read_examples (GPtrArray *places,
                                             const SquillReferenceOptions *options,
                                             GCancellable *cancellable,
                                             GError **error);
void _squill_reference_find_prefixed (const SquillReferencePlace *source,
                                      GPtrArray *examples,
                                      GPtrArray *targets,
                                      GPtrArray *candidates);

/* Several keys in one text: squill-reference-joined.c */

const char *_squill_reference_split (const char **text,
                                     gsize *length,
                                     char separator,
                                     gsize *part_length);
gboolean _squill_reference_may_be_joined (const SquillReferencePlace *source);
GHashTable *_squill_reference_find_joined (GPtrArray *places,
                                           GPtrArray *targets,
                                           const SquillReferenceOptions *options,
                                           GCancellable *cancellable,
                                           GError **error);

/* Those of which only a part of the values refers: squill-reference-parts.c */

gboolean _squill_reference_may_have_parts (const SquillReferencePlace *source, GPtrArray *targets);
gboolean _squill_reference_lead_apart (GPtrArray *references);
GHashTable *_squill_reference_find_parts (GPtrArray *places,
                                          GPtrArray *targets,
                                          const SquillReferenceOptions *options,
                                          GCancellable *cancellable,
                                          GError **error);

/* Reading a collection again: squill-reference-reader.c */

/**
 * SquillReferenceReader:
 *
 * Goes through the documents of a collection once more, and looks at a few of its paths only.
 */
typedef struct _SquillReferenceReader SquillReferenceReader;

/**
 * SquillReferenceValueFunc:
 * @element: (nullable): a scalar at the path; of a key of a map %NULL
 * @text: (nullable): of a key: its bytes
 * @length: of @text
 * @user_data: as given
 */
typedef void (*SquillReferenceValueFunc) (const SquillBsonElement *element,
                                          const char *text,
                                          gsize length,
                                          gpointer user_data);

/**
 * SquillReferenceEndFunc:
 * @user_data: as given
 */
typedef void (*SquillReferenceEndFunc) (gpointer user_data);

SquillReferenceReader *_squill_reference_reader_new (const SquillCollectionProfile *collection);
void _squill_reference_reader_free (SquillReferenceReader *self);
void _squill_reference_reader_watch_values (SquillReferenceReader *self,
                                            const SquillPath *path,
                                            gboolean keys,
                                            SquillReferenceValueFunc func,
                                            gpointer user_data);
void _squill_reference_reader_watch_end (SquillReferenceReader *self,
                                         const SquillPath *path,
                                         SquillReferenceEndFunc func,
                                         gpointer user_data);
gboolean _squill_reference_reader_run (SquillReferenceReader *self,
                                       const SquillReferenceOptions *options,
                                       guint64 max_documents,
                                       gboolean *complete,
                                       GCancellable *cancellable,
                                       GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillReferenceReader, _squill_reference_reader_free)

/* Copied fields: squill-copied-field.c */

/* More fields are not looked at for one reference. */
#define SQUILL_COPIES_MAX 8u

/**
 * SquillCopyCount:
 * @from: a field beside a reference
 * @to: the field of the document referred to that it may repeat
 * @named: the names fit
 * @equal: the number of places where both were the same
 * @of: where both were there
 * @equal_by_chance: how often it was the same as that of the document referred to before
 * @of_by_chance: where that was there
 *
 * What is counted to see whether a field is a copy.
 */
typedef struct
{
  const SquillPath *from;
  const SquillPath *to;
  gboolean named;
  guint64 equal;
  guint64 of;
  guint64 equal_by_chance;
  guint64 of_by_chance;
} SquillCopyCount;

GArray *_squill_copies_find_candidates (const SquillReference *reference);
gboolean _squill_copies_may_tell (const SquillPath *from_path, const SquillPath *to_path);
gboolean _squill_copies_are_telling (const SquillReference *reference);
gboolean _squill_copies_support (const SquillReference *reference);
void _squill_copies_judge (GArray *counts, SquillReference *reference, gboolean exact);

/* The keys that values are compared with: squill-reference-keys.c */

/**
 * SquillReferenceKeys:
 * @hashes: (array length=n_slots): hashes of keys; 0: free
 * @counts: (array length=n_slots): documents or elements that refer to the key
 * @rows: (array length=n_slots): hashes of the fields that may be copied, @n_columns of each key
 * @n_slots: a power of two
 * @n_keys: keys there are
 * @n_columns: fields of each
 * @level: leading zero bits that a hash needs to be kept; 0: all keys are
 *
 * All keys of a collection, or where they are too many those that a #SquillHashSample of @level
 * would keep, with what is known of their documents.
 */
typedef struct
{
  guint64 *hashes;
  guint32 *counts;
  guint64 *rows;
  guint n_slots;
  guint n_keys;
  guint n_columns;
  guint level;
} SquillReferenceKeys;

SquillReferenceKeys *_squill_reference_keys_new (guint64 expected,
                                                 guint n_columns,
                                                 gsize max_bytes);
void _squill_reference_keys_free (SquillReferenceKeys *self);
gsize _squill_reference_keys_get_bytes (const SquillReferenceKeys *self);
gboolean _squill_reference_keys_would_keep (const SquillReferenceKeys *self, guint64 hash);
int _squill_reference_keys_find (const SquillReferenceKeys *self, guint64 hash);
int _squill_reference_keys_add (SquillReferenceKeys *self, guint64 hash);

/* Within one object: squill-reference-scope.c */

SquillReference *_squill_reference_find_in_scope (const SquillReferencePlace *source);
void _squill_reference_judge_scope (SquillReference *reference, guint64 scopes, double by_chance);
const SquillPath *_squill_reference_find_own_object (const SquillReference *reference);

/* Counting by reading again: squill-reference-measure.c */

gboolean _squill_references_measure (GPtrArray *references,
                                     const SquillReferenceOptions *options,
                                     GCancellable *cancellable,
                                     GError **error);
void _squill_reference_estimate_holders (SquillReference *reference);

/* Those that are worth it: squill-reference-worthy.c */

gboolean _squill_references_measure_worthy (GPtrArray *candidates,
                                            const SquillReferenceOptions *options,
                                            GCancellable *cancellable,
                                            GError **error);

/* What is found from one place says of others: squill-reference-follow.c */

/**
 * SquillReferenceFindings:
 * @source: where they start
 * @candidates: (element-type SquillReference): the best first
 * @follows: the first candidate is that of another field
 * @is_namesake: a number that is called as one of what a collection has is
 * @namesake: (nullable): of the candidates the one that leads there
 *
 * What is found from one place; a place that nothing is found from may have something before its
 * keys.
 */
typedef struct
{
  const SquillReferencePlace *source;
  GPtrArray *candidates;
  gboolean follows;
  gboolean is_namesake;
  SquillReference *namesake;
} SquillReferenceFindings;

void _squill_references_follow (GPtrArray *all, GHashTable *by_sample);
void _squill_references_drop_led_apart (GPtrArray *all);

/* Which of them are claimed: squill-reference-choose.c */

typedef enum
{
  SQUILL_REFERENCE_VERDICT_NONE,
  SQUILL_REFERENCE_VERDICT_WEAK,
  SQUILL_REFERENCE_VERDICT_PROPOSED,
} SquillReferenceVerdict;

/**
 * SquillReferenceChoice:
 * @reference: what could be a reference
 * @decision: what a person decided of it
 * @verdict: what becomes of it
 *
 * One of the references that are decided together.
 */
typedef struct
{
  const SquillReference *reference;
  SquillDecision decision;
  SquillReferenceVerdict verdict;
} SquillReferenceChoice;

void _squill_references_choose (GArray *choices);

G_END_DECLS
