/* SPDX-License-Identifier: Apache-2.0 */

/* Objects of several kinds, told apart by the value of a field; squill-variant-candidate.c says
 * what makes one. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/structure/squill-variant.h"

#include "inspect/structure/squill-variant-candidate.h"

#include <math.h>

static void
variant_case_free (gpointer data)
{
  SquillVariantCase *self = data;

  g_array_unref (self->fields);
  g_free (self);
}

static void
variant_free (gpointer data)
{
  squill_variant_free (data);
}

/* What it became since it was begun to be counted. */
static gboolean
is_still_a_tag (const SquillTag *tag)
{
  guint types = (guint)squill_path_get_types (tag->path);

  return !tag->overflowed && tag->path->numbers.fractions == 0 &&
         (types & ~(guint)(SQUILL_TYPES_NUMERIC | SQUILL_TYPE_STRING | SQUILL_TYPE_BOOL |
                           SQUILL_TYPE_NULL | SQUILL_TYPE_UNDEFINED)) == 0;
}

static SquillVariantCandidate *
find_best (const SquillKeySets *sets, const SquillPath *target, SquillVariantCandidate *best)
{
  if (sets == NULL || sets->tags == NULL)
    return best;
  for (guint i = 0; i < sets->tags->tags->len; i++)
    {
      const SquillTag *tag = g_ptr_array_index (sets->tags->tags, i);

      if (!is_still_a_tag (tag))
        continue;
      for (guint t = 0; t < tag->n_targets; t++)
        {
          SquillVariantCandidate *candidate;

          if (tag->targets[t].path != target)
            continue;
          candidate = squill_variant_candidate_new (tag, &tag->targets[t]);
          if (squill_variant_candidate_judge (candidate,
                                              sets->tags->tags->len * (target->n_fields + 1)) &&
              squill_variant_candidate_is_better (candidate, best))
            {
              SquillVariantCandidate *worse = best;

              best = candidate;
              candidate = worse;
            }
          if (candidate != NULL)
            squill_variant_candidate_free (candidate);
        }
    }
  return best;
}

static const SquillPath *
find_by_slot (const SquillPath *path, guint slot)
{
  for (const SquillPath *field = path->first; field != NULL; field = field->next)
    if (field->slot == slot)
      return field;
  return NULL;
}

static guint
depth_in_case (const SquillVariantCandidate *candidate, const SquillPath *field, guint value)
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
kinds_in_case (const SquillVariantCandidate *candidate, const SquillPath *field, guint value)
{
  for (guint i = SQUILL_KEY_SLOTS; i < candidate->n_features; i++)
    if (candidate->features[i].slot == field->slot && candidate->features[i].is_kind &&
        candidate->features[i].decided)
      return candidate->features[i].kinds[value];
  return 0;
}

static SquillVariantCase *
new_case (const SquillVariantCandidate *candidate, guint value)
{
  SquillVariantCase *self = g_new0 (SquillVariantCase, 1);

  self->value = candidate->tag->values[value].bytes != NULL ? &candidate->tag->values[value] : NULL;
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
new_variant (const SquillVariantCandidate *candidate)
{
  SquillVariant *self = g_new0 (SquillVariant, 1);
  double share;

  self->path = candidate->target;
  self->discriminator = candidate->tag->path;
  self->objects = squill_key_sets_get_objects (candidate->target->key_sets);
  self->told = candidate->objects;
  self->decided = g_ptr_array_new ();
  self->cases = g_ptr_array_new_with_free_func (variant_case_free);
  for (guint i = 0; i < candidate->n_features; i++)
    {
      const SquillPath *field = find_by_slot (candidate->target, candidate->features[i].slot);

      if (candidate->features[i].decided && field != NULL &&
          !g_ptr_array_find (self->decided, field, NULL))
        g_ptr_array_add (self->decided, (gpointer)field);
    }
  for (guint value = 0; value < candidate->tag->n_values; value++)
    if (candidate->of_value[value] > 0)
      g_ptr_array_add (self->cases, new_case (candidate, value));
  g_ptr_array_sort (self->cases, compare_cases);
  share = (double)self->told / (double)MAX (self->objects, self->told);
  self->confidence =
      (candidate->named ? 0.95 : 0.75) * share + 0.04 * (1 - exp (-(double)self->told / 100));
  return self;
}

static void
find_below (GPtrArray *variants, const SquillPath *path)
{
  if (path->key_sets != NULL && path->values == NULL)
    {
      SquillVariantCandidate *best = find_best (path->key_sets, path, NULL);

      if (path->kind == SQUILL_PATH_FIELD)
        best = find_best (path->parent->key_sets, path, best);
      if (best != NULL)
        {
          g_ptr_array_add (variants, new_variant (best));
          squill_variant_candidate_free (best);
        }
    }
  if (path->elements != NULL)
    find_below (variants, path->elements);
  if (path->values != NULL)
    find_below (variants, path->values);
  for (const SquillPath *field = path->first; field != NULL; field = field->next)
    find_below (variants, field);
}

/**
 * squill_variant_free:
 * @self: (nullable): a variant
 *
 * Frees it.
 */
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
  GPtrArray *variants = g_ptr_array_new_with_free_func (variant_free);

  find_below (variants, root);
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
