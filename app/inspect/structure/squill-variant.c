/* SPDX-License-Identifier: Apache-2.0 */

/* Objects of several kinds, told apart by the value of a field: a conditional functional
 * dependency (Klessinger et al., Extracting JSON Schemas with tagged unions, 2022). What makes one:
 *
 * - Nearly every object has the field, and most values come more than once.
 * - There are fields that are in all objects with some values and in none with the others, but for
 *   two in a hundred. Such a field is decided. Chance would not make it so.
 * - The fields decided are most of what differs between the objects at all.
 * - Unless the field has a name that is given to such fields: there are two kinds of which each has
 *   fields that the other lacks.
 *
 * Of several that do, the one that explains most; where they explain as much, the one with a name
 * that is given to such fields, in the object itself, with the fewest values, which are words. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/structure/squill-structure.h"

#include "inspect/profile/squill-discriminator.h"

#include <math.h>

#define LABELLED_SHARE 0.99
#define REPEATED_SHARE 0.8
#define ERROR_SHARE 0.02
/* That chance made it, all fields and values that were tried considered. */
#define CHANCE 0.001
#define GAIN_SHARE 0.5
#define GAIN_SHARE_NAMED 0.2
/* Where the name says it and chance is out of the question, what else differs does not matter. */
#define NO_CHANCE 1e-6
/* The share of the values that have fields of their own. */
#define KINDS_SHARE 0.5
#define KINDS_SHARE_NAMED 0.2
#define SAME_GAIN 0.95
#define MAX_FEATURES (SQUILL_KEY_SLOTS + 32u)

/**
 * Feature:
 * @slot: a field
 * @depth: how deep arrays are nested in it; 0 where it is about the field itself
 * @is_kind: it is about the kinds of its values
 * @total: how many objects have it
 * @counts: (array fixed-size=64): by value of the discriminator
 * @kinds: (array fixed-size=64): by value of the discriminator, of which kinds its values are
 * @decided: the value of the discriminator decides
 * @gain: bits that the discriminator tells of it
 * @chance: the logarithm of the chance that it were decided by accident; 0 where it is not
 *
 * Something that an object has or has not: a field, arrays of a certain depth in a field, values of
 * a kind in a field.
 */
typedef struct
{
  guint slot;
  guint depth;
  gboolean is_kind;
  guint64 total;
  guint64 counts[SQUILL_DISCRIMINATOR_MAX_VALUES];
  guint8 kinds[SQUILL_DISCRIMINATOR_MAX_VALUES];
  gboolean decided;
  double gain;
  double chance;
} Feature;

/**
 * Candidate:
 * @discriminator: a field that may decide
 * @target: the objects it may decide about
 * @objects: how many of them have one of its values
 * @of_value: (array fixed-size=64): how many have which
 * @features: (array length=n_features): what they may have; the first 256 are the fields by slot
 * @n_features: how many
 * @n_decided: how many of them are decided
 * @gain: bits that the discriminator tells
 * @named: it has a name that is given to such fields
 * @distance: 0: in the objects themselves; 1: in what they stand in; 2: in an object in them
 *
 * How well a field tells kinds of objects apart.
 */
typedef struct
{
  const SquillDiscriminatorCandidate *discriminator;
  const SquillPath *target;
  guint64 objects;
  guint64 of_value[SQUILL_DISCRIMINATOR_MAX_VALUES];
  Feature *features;
  guint n_features;
  guint n_decided;
  double gain;
  gboolean named;
  guint distance;
} Candidate;

/* The last word of a name, in small letters: eventType, object_kind, @type, __t. */
static char *
get_last_word (const SquillPath *path)
{
  const char *last = path->name + strlen (path->name);

  /* Back to a sign, or to the capital letter that begins a word: TYPE has none before it. */
  while (last > path->name && g_ascii_isalpha (last[-1]))
    {
      last--;
      if (g_ascii_isupper (last[0]) && last > path->name && g_ascii_islower (last[-1]))
        break;
    }
  return g_ascii_strdown (last, -1);
}

static gboolean
is_usual_word (const char *word)
{
  static const char *const words[] = { "type",    "kind",           "class", "discriminator",
                                       "variant", "classification", NULL };

  return g_strv_contains (words, word);
}

/* The word of a name before the one that says that it is an id or a name: card_type_id, typeName;
 * of one that has no other the last of the name of the object that it is in: type.name. NULL where
 * there is none. */
static char *
get_word_before_key (const SquillPath *path)
{
  static const char *const keys[] = { "id", "name", "code", "key", "slug", NULL };
  const char *last = squill_path_get_last_word (path, NULL), *end = last;
  g_autofree char *key = g_ascii_strdown (last, -1);

  if (!g_strv_contains (keys, key))
    return NULL;
  while (end > path->name && !g_ascii_isalnum (end[-1]))
    end--;
  if (end > path->name)
    {
      const char *before = squill_path_get_last_word (path, end);

      return g_ascii_strdown (before, end - before);
    }
  return path->parent != NULL && path->parent->kind == SQUILL_PATH_FIELD
             ? get_last_word (path->parent)
             : NULL;
}

/* Names that are given to such fields, whatever stands before their last word. */
static gboolean
is_usual_name (const SquillPath *path)
{
  static const char *const names[] = { "_t", "__t", "event", NULL };
  g_autofree char *word = get_last_word (path);
  g_autofree char *before = get_word_before_key (path);

  return g_strv_contains (names, path->name) || is_usual_word (word) ||
         (before != NULL && is_usual_word (before));
}

/* Names of what tells one thing from all others. Where the same few things are met again and again
 * it goes with whatever each of them has, but tells no kinds. */
static gboolean
is_name_of_id (const SquillPath *path)
{
  static const char *const words[] = { "id",   "uid",  "uuid",  "guid",  "node",  "url",  "uri",
                                       "href", "link", "login", "mail",  "email", "name", "title",
                                       "slug", "sha",  "hash",  "token", NULL };
  g_autofree char *word = get_last_word (path);

  return !is_usual_name (path) && g_strv_contains (words, word);
}

static void
candidate_free (Candidate *self)
{
  g_free (self->features);
  g_free (self);
}

static Feature *
find_feature (Candidate *self, guint slot, guint depth, gboolean is_kind)
{
  for (guint i = SQUILL_KEY_SLOTS; i < self->n_features; i++)
    if (self->features[i].slot == slot && self->features[i].depth == depth &&
        self->features[i].is_kind == is_kind)
      return &self->features[i];
  if (self->n_features == MAX_FEATURES)
    return NULL;
  self->features[self->n_features] = (Feature){ .slot = slot, .depth = depth, .is_kind = is_kind };
  return &self->features[self->n_features++];
}

static void
count_set (Candidate *self, const SquillKeySet *set, guint value, guint64 count)
{
  guint at = 0, slot;

  while (squill_key_mask_next (&set->fields, &at, &slot))
    self->features[slot].counts[value] += count;
  for (guint64 nest = set->nest; nest != 0; nest >>= 16)
    {
      Feature *feature =
          find_feature (self, (guint)(nest >> 8 & 0xff), (guint)(nest & 0xff), FALSE);

      if (feature != NULL)
        feature->counts[value] += count;
    }
}

/* Fields whose values are of several kinds. */
static void
add_kinds (Candidate *self, const SquillDiscriminatorTarget *target)
{
  const GPtrArray *mixed = target->path->key_sets->mixed;

  for (guint i = 0; mixed != NULL && i < mixed->len; i++)
    {
      const SquillPath *field = g_ptr_array_index (mixed, i);
      guint slot = field->slot;
      /* A value tells its own kind; that is no news. */
      Feature *feature = field != self->discriminator->path && slot < SQUILL_KEY_SLOTS
                             ? find_feature (self, slot, 0, TRUE)
                             : NULL;

      for (guint value = 0; feature != NULL && value < self->discriminator->n_values; value++)
        if (target->rows[value].kinds != NULL)
          {
            feature->kinds[value] = target->rows[value].kinds[slot];
            feature->counts[value] = self->features[slot].counts[value];
          }
    }
}

/* What is known of both, not yet judged. */
static Candidate *
candidate_new (const SquillDiscriminatorCandidate *discriminator,
               const SquillDiscriminatorTarget *target)
{
  const SquillKeySets *sets = target->path->key_sets;
  Candidate *self = g_new0 (Candidate, 1);

  self->discriminator = discriminator;
  self->target = target->path;
  self->named = is_usual_name (discriminator->path);
  self->distance = discriminator->path->parent == target->path           ? 0
                   : discriminator->path->parent == target->path->parent ? 1
                                                                         : 2;
  self->features = g_new0 (Feature, MAX_FEATURES);
  self->n_features = SQUILL_KEY_SLOTS;
  for (guint slot = 0; slot < SQUILL_KEY_SLOTS; slot++)
    self->features[slot].slot = slot;
  for (guint value = 0; value < discriminator->n_values; value++)
    {
      const SquillDiscriminatorRow *row = &target->rows[value];

      self->of_value[value] = row->rest_objects;
      for (guint set = 0; set < MIN (row->room, sets->n_sets); set++)
        if (row->sets[set] > 0)
          {
            self->of_value[value] += row->sets[set];
            count_set (self, &sets->sets[set], value, row->sets[set]);
          }
      for (guint slot = 0; row->rest != NULL && slot < SQUILL_KEY_SLOTS; slot++)
        self->features[slot].counts[value] += row->rest[slot];
      self->objects += self->of_value[value];
    }
  add_kinds (self, target);
  for (guint i = 0; i < self->n_features; i++)
    for (guint value = 0; value < discriminator->n_values; value++)
      self->features[i].total += self->features[i].counts[value];
  return self;
}

/* Bits that tell for each of the objects whether it has something. */
static double
bits (guint64 count, guint64 of)
{
  double share = of > 0 ? (double)count / (double)of : 0;

  if (share <= 0 || share >= 1)
    return 0;
  return -(double)of * (share * log2 (share) + (1 - share) * log2 (1 - share));
}

static double
log_choose (guint64 n, guint64 k)
{
  return lgamma ((double)n + 1) - lgamma ((double)k + 1) - lgamma ((double)(n - k) + 1);
}

/* Whether the values decide of the feature, and how unlikely that were by chance: if those that
 * have it were drawn from all objects, but for the errors they would have to be those of certain
 * values. */
static void
judge_feature (const Candidate *self, Feature *feature)
{
  guint64 of = 0, total = 0, errors = 0;
  double share, chance = 0, left = 0;
  guint64 never = 0;
  guint values = 0, having = 0;

  for (guint value = 0; value < self->discriminator->n_values; value++)
    if (self->of_value[value] >= 2)
      {
        of += self->of_value[value];
        total += feature->counts[value];
      }
  if (total == 0 || total == of)
    return;
  share = (double)total / (double)of;
  for (guint value = 0; value < self->discriminator->n_values; value++)
    {
      guint64 n = self->of_value[value], count = feature->counts[value];

      if (n < 2)
        continue;
      errors += MIN (count, n - count);
      left += bits (count, n);
      never += count == 0 ? n : 0;
      values++;
      having += count * 2 >= n;
      chance += log_choose (n, MIN (count, n - count));
    }
  chance += log_choose (values, having) - log_choose (of, total);
  feature->decided = (double)errors <= ERROR_SHARE * (double)MIN (total, of - total);
  if (feature->decided)
    feature->chance = MIN (chance, 0);
  /* A field that is not always there, but with some values never, is explained in part. */
  if (feature->decided ||
      (never > 0 && never < of && (double)never * log (1 - share) < log (CHANCE)))
    feature->gain = bits (total, of) - left;
}

static gboolean
usually_has (const Candidate *self, const Feature *feature, guint value)
{
  return feature->counts[value] * 2 >= self->of_value[value];
}

static const SquillPath *
find_by_slot (const SquillPath *path, guint slot)
{
  for (const SquillPath *field = path->first; field != NULL; field = field->next)
    if (field->slot == slot)
      return field;
  return NULL;
}

/* Whether the values decide of which kind the values of a field are; each of them of one only.
 * Gives the bits that tell for all objects of which kind they are. */
static double
judge_kinds (const Candidate *self, Feature *feature)
{
  const SquillPath *field = find_by_slot (self->target, feature->slot);
  double shares[8] = { 0 }, sum = 0, all = 0, chance = 0;
  guint seen = 0;

  for (guint i = 0; field != NULL && i < SQUILL_N_TYPES; i++)
    {
      guint kinds = squill_key_kinds_of (1u << i);

      for (guint kind = 0; kind < G_N_ELEMENTS (shares); kind++)
        if ((kinds & 1u << kind) != 0)
          {
            shares[kind] += (double)field->types[i];
            sum += (double)field->types[i];
          }
    }
  for (guint kind = 0; kind < G_N_ELEMENTS (shares); kind++)
    if (shares[kind] > 0)
      all -= shares[kind] * log2 (shares[kind] / sum);

  feature->decided = TRUE;
  for (guint value = 0; value < self->discriminator->n_values; value++)
    {
      guint kinds = feature->kinds[value];
      double pure = 0;

      if (kinds == 0)
        continue;
      feature->decided = feature->decided && (kinds & (kinds - 1)) == 0;
      if (self->of_value[value] < 2)
        continue;
      seen |= kinds;
      for (guint kind = 0; kind < G_N_ELEMENTS (shares); kind++)
        pure += pow (shares[kind] / sum, (double)feature->counts[value]);
      chance += log (MIN (pure, 1));
    }
  feature->decided = feature->decided && (seen & (seen - 1)) != 0;
  if (feature->decided)
    {
      feature->chance = MIN (chance, 0);
      feature->gain = all;
    }
  return all;
}

static gboolean
is_same (const Candidate *self, const Feature *feature, guint value, guint other)
{
  return feature->is_kind
             ? feature->kinds[value] == feature->kinds[other]
             : usually_has (self, feature, value) == usually_has (self, feature, other);
}

/* How many kinds of objects the decided fields make. */
static guint
count_kinds (const Candidate *self)
{
  guint kinds = 0;

  for (guint value = 0; value < self->discriminator->n_values; value++)
    {
      gboolean is_new = self->of_value[value] > 0;

      for (guint other = 0; other < value && is_new; other++)
        {
          gboolean same = self->of_value[other] > 0;

          for (guint i = 0; i < self->n_features && same; i++)
            same = !self->features[i].decided || is_same (self, &self->features[i], value, other);
          is_new = !same;
        }
      kinds += is_new;
    }
  return kinds;
}

/* Whether there are two kinds of which each has what the other lacks. Where each kind only has more
 * than the one before they are states of the same thing, such as an order that is paid, then sent.
 */
static gboolean
has_rivals (const Candidate *self)
{
  for (guint value = 0; value < self->discriminator->n_values; value++)
    for (guint other = 0; other < value; other++)
      {
        gboolean more = FALSE, less = FALSE;

        if (self->of_value[value] < 2 || self->of_value[other] < 2)
          continue;
        for (guint i = 0; i < self->n_features; i++)
          if (self->features[i].decided)
            {
              gboolean has = usually_has (self, &self->features[i], value);
              gboolean other_has = usually_has (self, &self->features[i], other);

              gboolean rival =
                  self->features[i].is_kind && !is_same (self, &self->features[i], value, other) &&
                  self->features[i].kinds[value] != 0 && self->features[i].kinds[other] != 0;

              more = more || (has && !other_has) || rival;
              less = less || (other_has && !has) || rival;
            }
        if (more && less)
          return TRUE;
      }
  return FALSE;
}

/* Whether two features are there with the same values, or one where the other is not: what is known
 * of one is known of both. */
static gboolean
go_together (const Candidate *self, const Feature *a, const Feature *b)
{
  gboolean same = TRUE, opposite = TRUE;

  for (guint value = 0; value < self->discriminator->n_values && (same || opposite); value++)
    {
      const guint64 n = self->of_value[value];

      same = same && a->counts[value] == b->counts[value];
      opposite = opposite && a->counts[value] == n - b->counts[value];
    }
  return same || opposite;
}

/* The logarithm of the chance that accident decided all the features that are. Fields that come and
 * go together count once, and the last of what is left follows from the others. Where only some of
 * the features are decided, the ways to choose them count, too. */
static double
get_joint_chance (const Candidate *self)
{
  double chance = 0, last = -G_MAXDOUBLE;
  guint groups = 0, decided = 0;

  for (guint i = 0; i < self->n_features; i++)
    {
      const Feature *feature = &self->features[i];
      gboolean is_new = feature->total > 0 && feature->total < self->objects;

      for (guint k = 0; k < i && is_new; k++)
        is_new = self->features[k].decided != feature->decided ||
                 !go_together (self, &self->features[k], feature);
      groups += is_new;
      if (!is_new || !feature->decided)
        continue;
      decided++;
      chance += feature->chance;
      last = MAX (last, feature->chance);
    }
  return decided < 2 ? 0 : chance - last + log_choose (groups, decided);
}

/* Whether the discriminator tells kinds of objects apart. */
static gboolean
judge (Candidate *self, guint tried)
{
  guint64 repeated = 0;
  guint values = 0, fields = 0;
  double chance = 0, all_bits = 0;

  for (guint value = 0; value < self->discriminator->n_values; value++)
    {
      values += self->of_value[value] > 0;
      repeated += self->of_value[value] >= 2 ? self->of_value[value] : 0;
    }
  if (values < 2 || values * 2u > self->objects ||
      (double)self->objects <
          LABELLED_SHARE * (double)squill_key_sets_get_objects (self->target->key_sets) ||
      (double)repeated < REPEATED_SHARE * (double)self->objects)
    return FALSE;

  for (guint i = 0; i < self->n_features; i++)
    {
      Feature *feature = &self->features[i];

      if (feature->is_kind)
        {
          all_bits += judge_kinds (self, feature);
        }
      else
        {
          judge_feature (self, feature);
          all_bits += bits (feature->total, self->objects);
        }
      chance = MIN (chance, feature->chance);
      self->gain += feature->gain;
      self->n_decided += feature->decided;
      fields += i < SQUILL_KEY_SLOTS && feature->total > 0;
    }
  if (self->n_decided > 1 && chance + log (tried) > log (CHANCE))
    chance = MIN (chance, get_joint_chance (self));
  if (self->n_decided == 0 || chance + log (tried) > log (CHANCE) ||
      (!(self->named && chance + log (tried) <= log (NO_CHANCE)) &&
       self->gain < (self->named ? GAIN_SHARE_NAMED : GAIN_SHARE) * all_bits) ||
      count_kinds (self) < (self->named ? KINDS_SHARE_NAMED : KINDS_SHARE) * values)
    return FALSE;
  /* One field that comes with a certain value is a field with a condition, no kind of object. */
  return self->named ||
         (has_rivals (self) && (self->n_decided >= 3 || self->n_decided * 3u >= fields));
}

/* Whether it tells them apart better. */
static gboolean
is_better (const Candidate *self, const Candidate *than)
{
  if (than == NULL)
    return TRUE;
  if (self->gain * SAME_GAIN > than->gain || than->gain * SAME_GAIN > self->gain)
    return self->gain > than->gain;
  if (self->named != than->named)
    return self->named;
  if (self->distance != than->distance)
    return self->distance < than->distance;
  if (self->discriminator->n_values != than->discriminator->n_values)
    return self->discriminator->n_values < than->discriminator->n_values;
  /* A word says more than its number. */
  return self->discriminator->path->text.count > 0 && than->discriminator->path->text.count == 0;
}

static void
variant_case_free (gpointer data)
{
  SquillVariantCase *self = data;

  g_array_unref (self->fields);
  g_free (self);
}

/* What it became since it was begun to be counted. */
static gboolean
can_discriminate (const SquillDiscriminatorCandidate *discriminator)
{
  guint types = (guint)squill_path_get_types (discriminator->path);

  return !discriminator->overflowed && discriminator->path->numbers.fractions == 0 &&
         (types & ~(guint)(SQUILL_TYPES_NUMERIC | SQUILL_TYPE_STRING | SQUILL_TYPE_BOOL |
                           SQUILL_TYPE_NULL | SQUILL_TYPE_UNDEFINED)) == 0;
}

/* The best of those that are there for the objects at @target, or @best. @by_id: (inout): set where
 * an id would do: these are a few things that are met again and again. */
static Candidate *
find_best (const SquillKeySets *sets, const SquillPath *target, Candidate *best, gboolean *by_id)
{
  if (sets == NULL || sets->candidates == NULL)
    return best;
  for (guint i = 0; i < sets->candidates->list->len; i++)
    {
      const SquillDiscriminatorCandidate *discriminator =
          g_ptr_array_index (sets->candidates->list, i);
      const gboolean is_id = is_name_of_id (discriminator->path);

      if (!can_discriminate (discriminator))
        continue;
      for (guint t = 0; t < discriminator->n_targets; t++)
        {
          Candidate *candidate;
          gboolean is_good;

          if (discriminator->targets[t].path != target)
            continue;
          candidate = candidate_new (discriminator, &discriminator->targets[t]);
          is_good = judge (candidate, sets->candidates->list->len * (target->n_fields + 1));
          *by_id = *by_id || (is_good && is_id);
          if (is_good && !is_id && is_better (candidate, best))
            {
              g_clear_pointer (&best, candidate_free);
              best = g_steal_pointer (&candidate);
            }
          g_clear_pointer (&candidate, candidate_free);
        }
    }
  return best;
}

static guint
depth_in_case (const Candidate *candidate, const SquillPath *field, guint value)
{
  guint64 nested = 0;
  gboolean differs = FALSE;
  guint depth = 0;

  for (guint i = SQUILL_KEY_SLOTS; i < candidate->n_features; i++)
    if (candidate->features[i].slot == field->slot && !candidate->features[i].is_kind)
      {
        differs = differs || candidate->features[i].decided;
        if (candidate->features[i].counts[value] > nested)
          {
            nested = candidate->features[i].counts[value];
            depth = candidate->features[i].depth;
          }
      }
  return !differs ? 0 : MAX (depth, 1);
}

static guint
kinds_in_case (const Candidate *candidate, const SquillPath *field, guint value)
{
  for (guint i = SQUILL_KEY_SLOTS; i < candidate->n_features; i++)
    if (candidate->features[i].slot == field->slot && candidate->features[i].is_kind &&
        candidate->features[i].decided)
      return candidate->features[i].kinds[value];
  return 0;
}

static SquillVariantCase *
new_case (const Candidate *candidate, guint value)
{
  SquillVariantCase *self = g_new0 (SquillVariantCase, 1);

  self->value = candidate->discriminator->values[value].bytes != NULL
                    ? &candidate->discriminator->values[value]
                    : NULL;
  self->count = candidate->of_value[value];
  self->fields = g_array_new (FALSE, FALSE, sizeof (SquillVariantField));
  for (const SquillPath *field = candidate->target->first; field != NULL; field = field->next)
    if (field->slot < SQUILL_KEY_SLOTS && candidate->features[field->slot].counts[value] > 0)
      {
        SquillVariantField entry = { field, candidate->features[field->slot].counts[value],
                                     depth_in_case (candidate, field, value),
                                     kinds_in_case (candidate, field, value) };

        g_array_append_val (self->fields, entry);
      }
  return self;
}

/* Texts in their own order, not in that of the lengths that stand before them. */
static int
compare_values (const SquillValue *a, const SquillValue *b)
{
  gsize skip = a->type == SQUILL_BSON_STRING && b->type == SQUILL_BSON_STRING ? 4 : 0;
  int order = memcmp (a->bytes + skip, b->bytes + skip, MIN (a->length, b->length) - skip);

  return order != 0 ? order : (a->length > b->length) - (a->length < b->length);
}

static int
compare_cases (gconstpointer a, gconstpointer b)
{
  const SquillVariantCase *left = *(const SquillVariantCase *const *)a;
  const SquillVariantCase *right = *(const SquillVariantCase *const *)b;

  if (left->count != right->count)
    return left->count > right->count ? -1 : 1;
  if (left->value == NULL || right->value == NULL)
    return (left->value == NULL) - (right->value == NULL);
  return compare_values (left->value, right->value);
}

static SquillVariant *
new_variant (const Candidate *candidate)
{
  SquillVariant *self = g_new0 (SquillVariant, 1);
  double share;

  self->path = candidate->target;
  self->discriminator = candidate->discriminator->path;
  self->objects = squill_key_sets_get_objects (candidate->target->key_sets);
  self->labelled = candidate->objects;
  self->decided = g_ptr_array_new ();
  self->cases = g_ptr_array_new_with_free_func (variant_case_free);
  for (guint i = 0; i < candidate->n_features; i++)
    {
      const SquillPath *field = find_by_slot (candidate->target, candidate->features[i].slot);

      if (candidate->features[i].decided && field != NULL &&
          !g_ptr_array_find (self->decided, field, NULL))
        g_ptr_array_add (self->decided, (gpointer)field);
    }
  for (guint value = 0; value < candidate->discriminator->n_values; value++)
    if (candidate->of_value[value] > 0)
      g_ptr_array_add (self->cases, new_case (candidate, value));
  g_ptr_array_sort (self->cases, compare_cases);
  share = (double)self->labelled / (double)MAX (self->objects, self->labelled);
  self->confidence =
      (candidate->named ? 0.95 : 0.75) * share + 0.04 * (1 - exp (-(double)self->labelled / 100));
  return self;
}

void
squill_variant_free (SquillVariant *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->decided);
  g_ptr_array_unref (self->cases);
  g_free (self);
}

/**
 * squill_variants_find:
 * @root: the path of a collection's documents
 *
 * Returns: (transfer full) (element-type SquillVariant): the objects in the documents, or the
 * documents themselves, that are of several kinds told apart by a field; they are good as long as
 * @root is
 */
GPtrArray *
squill_variants_find (const SquillPath *root)
{
  GPtrArray *variants = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_variant_free);

  for (const SquillPath *path = root; path != NULL; path = squill_path_next (path, root, FALSE))
    {
      Candidate *best;
      gboolean by_id = FALSE;

      /* Of maps with fields beside their keys all objects have to be known. */
      if (path->key_sets == NULL ||
          (path->values != NULL &&
           squill_key_sets_get_objects (path->key_sets) != squill_path_get_objects (path)))
        continue;
      best = find_best (path->key_sets, path, NULL, &by_id);
      if (path->kind == SQUILL_PATH_FIELD)
        best = find_best (path->parent->key_sets, path, best, &by_id);
      if (best != NULL && (best->named || !by_id))
        g_ptr_array_add (variants, new_variant (best));
      if (best != NULL)
        candidate_free (best);
    }
  return variants;
}

/**
 * squill_variant_decides:
 * @self: a variant
 * @field: a field of its objects
 *
 * Returns: whether it is known from the discriminator that the field is there
 */
gboolean
squill_variant_decides (const SquillVariant *self, const SquillPath *field)
{
  for (guint i = 0; i < self->decided->len; i++)
    if (g_ptr_array_index (self->decided, i) == field)
      return TRUE;
  return FALSE;
}
