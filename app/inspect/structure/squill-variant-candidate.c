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
 * that is given to such fields, in the object itself, with the fewest values. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/structure/squill-variant-candidate.h"

#include <math.h>

#define TOLD_SHARE 0.99
#define REPEATED_SHARE 0.8
#define ERROR_SHARE 0.02
/* That chance made it, all fields and values that were tried considered. */
#define CHANCE 0.001
#define GAIN_SHARE 0.5
#define GAIN_SHARE_NAMED 0.2
/* Of the values, so many go with fields of their own. */
#define KINDS_SHARE 0.5
#define KINDS_SHARE_NAMED 0.2
#define SAME_GAIN 0.95
#define MAX_FEATURES (SQUILL_KEY_SLOTS + 32u)

static gboolean
is_usual_name (const SquillPath *path)
{
  static const char *const names[] = { "type",   "kind",         "_t",    "__t",  "_type",
                                       "_class", "resourceType", "event", "@type" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (path->name, names[i]))
      return TRUE;
  return FALSE;
}

/**
 * squill_variant_candidate_free:
 * @self: a candidate
 *
 * Frees it.
 */
void
squill_variant_candidate_free (SquillVariantCandidate *self)
{
  g_free (self->features);
  g_free (self);
}

static SquillVariantFeature *
find_feature (SquillVariantCandidate *self, guint slot, guint depth, gboolean is_kind)
{
  for (guint i = SQUILL_KEY_SLOTS; i < self->n_features; i++)
    if (self->features[i].slot == slot && self->features[i].depth == depth &&
        self->features[i].is_kind == is_kind)
      return &self->features[i];
  if (self->n_features == MAX_FEATURES)
    return NULL;
  self->features[self->n_features] =
      (SquillVariantFeature){ .slot = slot, .depth = depth, .is_kind = is_kind };
  return &self->features[self->n_features++];
}

static void
count_set (SquillVariantCandidate *self, const SquillKeySet *set, guint value, guint64 count)
{
  guint at = 0, slot;

  while (squill_key_mask_next (&set->fields, &at, &slot))
    self->features[slot].counts[value] += count;
  for (guint64 nest = set->nest; nest != 0; nest >>= 16)
    {
      SquillVariantFeature *feature =
          find_feature (self, (guint)(nest >> 8 & 0xff), (guint)(nest & 0xff), FALSE);

      if (feature != NULL)
        feature->counts[value] += count;
    }
}

/* Fields whose values are of several kinds. */
static void
add_kinds (SquillVariantCandidate *self, const SquillTagTarget *target)
{
  const GPtrArray *mixed = target->path->key_sets->mixed;

  for (guint i = 0; mixed != NULL && i < mixed->len; i++)
    {
      const SquillPath *field = g_ptr_array_index (mixed, i);
      guint slot = field->slot;
      /* A value tells its own kind; that is no news. */
      SquillVariantFeature *feature = field != self->tag->path && slot < SQUILL_KEY_SLOTS
                                          ? find_feature (self, slot, 0, TRUE)
                                          : NULL;

      for (guint value = 0; feature != NULL && value < self->tag->n_values; value++)
        if (target->rows[value].kinds != NULL)
          {
            feature->kinds[value] = target->rows[value].kinds[slot];
            feature->counts[value] = self->features[slot].counts[value];
          }
    }
}

/**
 * squill_variant_candidate_new:
 * @tag: a field
 * @target: objects that it may decide about
 *
 * Returns: (transfer full): what is known of both, not yet judged
 */
SquillVariantCandidate *
squill_variant_candidate_new (const SquillTag *tag, const SquillTagTarget *target)
{
  const SquillKeySets *sets = target->path->key_sets;
  SquillVariantCandidate *self = g_new0 (SquillVariantCandidate, 1);

  self->tag = tag;
  self->target = target->path;
  self->named = is_usual_name (tag->path);
  self->distance = tag->path->parent == target->path           ? 0
                   : tag->path->parent == target->path->parent ? 1
                                                               : 2;
  self->features = g_new0 (SquillVariantFeature, MAX_FEATURES);
  self->n_features = SQUILL_KEY_SLOTS;
  for (guint slot = 0; slot < SQUILL_KEY_SLOTS; slot++)
    self->features[slot].slot = slot;
  for (guint value = 0; value < tag->n_values; value++)
    {
      const SquillTagRow *row = &target->rows[value];

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
    for (guint value = 0; value < tag->n_values; value++)
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

/* Whether the values decide of the feature; adds how unlikely that were by chance. */
static void
judge_feature (const SquillVariantCandidate *self,
               SquillVariantFeature *feature,
               double *best_chance)
{
  guint64 of = 0, total = 0, errors = 0;
  double share, chance = 0, left = 0;
  guint64 never = 0;

  for (guint value = 0; value < self->tag->n_values; value++)
    if (self->of_value[value] >= 2)
      {
        of += self->of_value[value];
        total += feature->counts[value];
      }
  if (total == 0 || total == of)
    return;
  share = (double)total / (double)of;
  for (guint value = 0; value < self->tag->n_values; value++)
    {
      guint64 n = self->of_value[value], count = feature->counts[value];

      if (n < 2)
        continue;
      errors += MIN (count, n - count);
      left += bits (count, n);
      never += count == 0 ? n : 0;
      chance += log (pow (share, (double)n) + pow (1 - share, (double)n));
    }
  feature->decided = (double)errors <= ERROR_SHARE * (double)MIN (total, of - total);
  if (feature->decided)
    *best_chance = MIN (*best_chance, chance);
  /* A field that is not always there, but with some values never, is explained in part. */
  if (feature->decided ||
      (never > 0 && never < of && (double)never * log (1 - share) < log (CHANCE)))
    feature->gain = bits (total, of) - left;
}

static gboolean
usually_has (const SquillVariantCandidate *self, const SquillVariantFeature *feature, guint value)
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
judge_kinds (const SquillVariantCandidate *self, SquillVariantFeature *feature, double *best_chance)
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
  for (guint value = 0; value < self->tag->n_values; value++)
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
      *best_chance = MIN (*best_chance, chance);
      feature->gain = all;
    }
  return all;
}

static gboolean
is_same (const SquillVariantCandidate *self,
         const SquillVariantFeature *feature,
         guint value,
         guint other)
{
  return feature->is_kind
             ? feature->kinds[value] == feature->kinds[other]
             : usually_has (self, feature, value) == usually_has (self, feature, other);
}

/* How many kinds of objects the decided fields make. */
static guint
count_kinds (const SquillVariantCandidate *self)
{
  guint kinds = 0;

  for (guint value = 0; value < self->tag->n_values; value++)
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
has_rivals (const SquillVariantCandidate *self)
{
  for (guint value = 0; value < self->tag->n_values; value++)
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

/**
 * squill_variant_candidate_judge:
 * @self: a candidate
 * @tried: of how many it is one
 *
 * Returns: whether the tag tells kinds of objects apart
 */
gboolean
squill_variant_candidate_judge (SquillVariantCandidate *self, guint tried)
{
  guint64 repeated = 0;
  guint values = 0, fields = 0;
  double chance = 0, all_bits = 0;

  for (guint value = 0; value < self->tag->n_values; value++)
    {
      values += self->of_value[value] > 0;
      repeated += self->of_value[value] >= 2 ? self->of_value[value] : 0;
    }
  if (values < 2 || values * 2u > self->objects ||
      (double)self->objects <
          TOLD_SHARE * (double)squill_key_sets_get_objects (self->target->key_sets) ||
      (double)repeated < REPEATED_SHARE * (double)self->objects)
    return FALSE;

  for (guint i = 0; i < self->n_features; i++)
    {
      SquillVariantFeature *feature = &self->features[i];

      if (feature->is_kind)
        {
          all_bits += judge_kinds (self, feature, &chance);
        }
      else
        {
          judge_feature (self, feature, &chance);
          all_bits += bits (feature->total, self->objects);
        }
      self->gain += feature->gain;
      self->n_decided += feature->decided;
      fields += i < SQUILL_KEY_SLOTS && feature->total > 0;
    }
  if (self->n_decided == 0 || chance + log (tried) > log (CHANCE) ||
      self->gain < (self->named ? GAIN_SHARE_NAMED : GAIN_SHARE) * all_bits ||
      count_kinds (self) < (self->named ? KINDS_SHARE_NAMED : KINDS_SHARE) * values)
    return FALSE;
  /* One field that comes with a certain value is a field with a condition, no kind of object. */
  return self->named ||
         (has_rivals (self) && (self->n_decided >= 3 || self->n_decided * 3u >= fields));
}

/**
 * squill_variant_candidate_is_better:
 * @self: a candidate that was judged well
 * @than: (nullable): another for the same objects
 *
 * Returns: whether it tells them apart better
 */
gboolean
squill_variant_candidate_is_better (const SquillVariantCandidate *self,
                                    const SquillVariantCandidate *than)
{
  if (than == NULL)
    return TRUE;
  if (self->gain * SAME_GAIN > than->gain || than->gain * SAME_GAIN > self->gain)
    return self->gain > than->gain;
  if (self->named != than->named)
    return self->named;
  if (self->distance != than->distance)
    return self->distance < than->distance;
  return self->tag->n_values < than->tag->n_values;
}
