/* SPDX-License-Identifier: Apache-2.0 */

/* References that lead to more than one collection. Either a field beside them says to which: a
 * type, or `$ref` of a DBRef; or the values are ids, or words that match by no chance, of which
 * each collection has some, and all of them together nearly all. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference-private.h"

#include <math.h>
#include <string.h>

/* A type must be called nearly as a collection is. */
#define TYPE_FIT 0.85
/* Most of the types must be collections; others may be kept elsewhere. */
#define TYPES_SHARE 0.6
/* What names a collection fits it better than any name of a field. */
#define NAMED_BY_TYPE 0.95
/* The share of the values of one type that must be keys of its collection. */
#define LEADS 0.5
/* All together must have nearly all values, and each some. */
#define TOGETHER 0.9
#define EACH 0.03
#define KEY_QUALITY 0.8
/* What is no key but unique, as a name is, takes part where the values are keys without exception.
 */
#define NAME_QUALITY 0.6
#define TOGETHER_BY_NAME 0.98
#define ID_TEXT_LENGTH 10.0
/* So many words may be those of one of several, where the others prove that they are. */
#define FEW_WORDS 2.5
/* So many are enough for all of them together. */
#define MANY_WORDS 8u

typedef struct
{
  const SquillHashSample *keys;
  SquillHashSample *found; /* values that count already */
} Cover;

static gboolean
is_plain_type (const SquillReferenceName *name)
{
  return name->n_words <= 1;
}

/* The field beside the source that says what it leads to. @is_paired: it is called as the type of
 * just that. */
static const SquillPath *
find_type (const SquillReferencePlace *source, gboolean *is_paired)
{
  g_autoptr (SquillReferenceName) own = NULL;
  const SquillPath *best = NULL;

  *is_paired = FALSE;
  if (source->keys || source->is_key || source->path->kind != SQUILL_PATH_FIELD)
    return NULL;
  own = _squill_reference_name_new (source->path->name);
  if (!own->marked && source->ids <= 0.5)
    return NULL;
  for (const SquillPath *field = source->object->first; field != NULL; field = field->next)
    {
      g_autoptr (SquillReferenceName) name = NULL;

      if (field == source->path || field->text.count == 0 || field->scalars.table.overflowed ||
          field->scalars.table.n_values == 0)
        continue;
      name = _squill_reference_name_new (field->name);
      if (!_squill_reference_name_is_type (name))
        continue;
      /* ownerType beside ownerId; type and $ref beside anything. */
      if (is_plain_type (name))
        best = best == NULL && (source->ids > 0.5 || source->name->n_stem == 0 ||
                                _squill_reference_name_is_generic (own))
                   ? field
                   : best;
      else if (source->name->n_words > 0 &&
               g_str_equal (name->words[0].singular, source->name->words[0].singular))
        {
          *is_paired = TRUE;
          return field;
        }
    }
  return best;
}

static char *
text_of (const SquillValue *value)
{
  if (value->type != SQUILL_BSON_STRING || value->length < 6)
    return NULL;
  return g_strndup ((const char *)value->bytes + 4, value->length - 5);
}

/* Whether it is what the things of a collection are known by. */
static gboolean
is_of_things (const SquillReferencePlace *target)
{
  return target->keys ? target->path->values != NULL && target->path->values->n_fields > 0
                      : _squill_reference_is_of_collection (target->object);
}

/* The key of the collection that the type names. */
static const SquillReferencePlace *
find_named_target (GPtrArray *targets, const char *type)
{
  g_autoptr (SquillReferenceName) name = _squill_reference_name_new (type);
  const SquillReferencePlace *best = NULL;
  double best_fit = 0;

  for (guint i = 0; i < targets->len; i++)
    {
      const SquillReferencePlace *target = g_ptr_array_index (targets, i);
      double fit;

      if (!target->is_key || !is_of_things (target))
        continue;
      fit = g_str_equal (type, target->collection->name)
                ? 1
                : _squill_reference_name_fit (name, target->entity);
      fit *= target->quality;
      if (fit > best_fit)
        {
          best = target;
          best_fit = fit;
        }
    }
  return best_fit >= TYPE_FIT * KEY_QUALITY ? best : NULL;
}

static gboolean
find_by_type (const SquillReferencePlace *source, GPtrArray *targets, GPtrArray *candidates)
{
  gboolean is_paired, is_dbref;
  const SquillPath *type = find_type (source, &is_paired);
  g_autoptr (GPtrArray) found = NULL;
  guint64 known = 0;

  if (type == NULL)
    return FALSE;
  is_dbref = g_str_equal (type->name, "$ref") && g_str_equal (source->path->name, "$id");
  found = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_reference_free);
  for (guint i = 0; i < type->scalars.table.n_values; i++)
    {
      const SquillValue *value = &type->scalars.table.values[i];
      g_autofree char *text = text_of (value);
      const SquillReferencePlace *target = text != NULL ? find_named_target (targets, text) : NULL;
      SquillReference *reference;

      if (target == NULL || target->path == source->path)
        continue;
      reference = _squill_reference_compare (source, target, NAMED_BY_TYPE, 0);
      if (reference == NULL)
        continue;
      reference->references = value->count;
      reference->inclusion =
          MIN (1, reference->inclusion * (double)source->count / (double)value->count);
      reference->dangling = (guint64)((1 - reference->inclusion) * (double)value->count);
      reference->exact = FALSE;
      reference->when_path = type;
      reference->when_value = g_steal_pointer (&text);
      reference->traits |= (guint)SQUILL_REFERENCE_POLYMORPHIC;
      if (is_dbref)
        reference->traits |= (guint)SQUILL_REFERENCE_DBREF;
      _squill_reference_rate (reference, source, target);
      if (reference->inclusion >= LEADS)
        known += value->count;
      g_ptr_array_add (found, reference);
    }
  if (found->len == 0 || (double)known < TYPES_SHARE * (double)source->count)
    return FALSE;
  if (found->len == 1 && type->scalars.table.n_values == 1)
    {
      SquillReference *only = g_ptr_array_index (found, 0);

      /* A type that is always the same tells nothing but the name; journalized_type tells that of
       * journalized_id. */
      if (!is_dbref && !is_paired)
        return FALSE;
      only->traits &= ~(guint)SQUILL_REFERENCE_POLYMORPHIC;
      only->when_path = NULL;
      g_clear_pointer (&only->when_value, g_free);
    }
  g_ptr_array_extend_and_steal (candidates, g_steal_pointer (&found));
  return TRUE;
}

static void
keep_cb (guint64 hash, guint64 count, gpointer user_data)
{
  Cover *cover = user_data;

  if (squill_hash_sample_lookup (cover->keys, hash) != 0)
    squill_hash_sample_add (cover->found, hash, count);
}

static int
compare_inclusion (gconstpointer a, gconstpointer b)
{
  const SquillReference *first = *(const SquillReference *const *)a;
  const SquillReference *second = *(const SquillReference *const *)b;

  /* Better keys first: what a second collection has of the same ids adds nothing. */
  if (first->quality != second->quality)
    return first->quality > second->quality ? -1 : 1;
  return first->inclusion > second->inclusion ? -1 : first->inclusion < second->inclusion;
}

/* Whether its values are no words. Those with their kind before them are of several lengths. */
static gboolean
is_like_id (const SquillReferencePlace *place)
{
  return place->ids > 0.5 ||
         (place->texts > 0.5 && place->is_serial && place->text_length >= ID_TEXT_LENGTH);
}

/* Whether the values prove it, or would with more of them. */
static gboolean
is_no_chance (const SquillReference *reference,
              const SquillReferencePlace *source,
              const SquillReferencePlace *target)
{
  return reference->proof >= SQUILL_REFERENCE_PROVED ||
         (reference->key_share == 1 && source->texts > SQUILL_REFERENCE_NEARLY_ALL &&
          reference->inclusion * (double)reference->distinct >= FEW_WORDS &&
          _squill_reference_is_rare (source, target, (double)reference->distinct,
                                     reference->inclusion * (double)reference->distinct));
}

/* Whether values may be those of keys there, of which only some are: ids, or what is no chance. */
static gboolean
may_be_one_of_several (const SquillReference *reference,
                       const SquillReferencePlace *source,
                       const SquillReferencePlace *target)
{
  return reference->inclusion >= EACH && reference->inclusion < TOGETHER &&
         ((is_like_id (source) && is_like_id (target)) ||
          (is_no_chance (reference, source, target) &&
           !(source->numbers > 0.5 && _squill_reference_name_is_quantity (source->name)) &&
           !_squill_reference_name_is_descriptive (source->name)));
}

/* Whether both are called as the same other thing: the user of an order, and that of a cart. */
static gboolean
is_sibling (const SquillReferencePlace *source, const SquillReferencePlace *target)
{
  return is_like_id (source) && !target->is_key && !target->keys && source->name->n_stem > 0 &&
         _squill_reference_name_fit (target->name, target->entity) < SQUILL_REFERENCE_NAMED &&
         _squill_reference_name_fit (source->name, target->name) >= SQUILL_REFERENCE_WELL_NAMED;
}

static gboolean
find_by_values (const SquillReferencePlace *source, GPtrArray *targets, GPtrArray *candidates)
{
  g_autoptr (GPtrArray) found =
      g_ptr_array_new_with_free_func ((GDestroyNotify)squill_reference_free);
  g_autoptr (GPtrArray) chosen = g_ptr_array_new ();
  g_autoptr (SquillHashSample) covered = squill_hash_sample_new ();
  double together = 0, worst = 1, best_proof = 0;

  if (source->is_key)
    return FALSE;
  for (guint i = 0; i < targets->len; i++)
    {
      const SquillReferencePlace *target = g_ptr_array_index (targets, i);
      SquillReference *reference;

      if (target->quality < NAME_QUALITY || is_sibling (source, target) ||
          !_squill_reference_place_has_met (source, target) ||
          !_squill_reference_may_refer (source, target))
        continue;
      reference = _squill_reference_compare (
          source, target,
          _squill_reference_fit_names (source, target,
                                       _squill_reference_name_fit (source->name, target->entity)),
          EACH);
      if (reference != NULL && may_be_one_of_several (reference, source, target))
        g_ptr_array_add (found, reference);
      else
        g_clear_pointer (&reference, squill_reference_free);
    }
  if (found->len < 2)
    return FALSE;
  g_ptr_array_sort (found, compare_inclusion);
  for (guint i = 0; i < found->len; i++)
    {
      SquillReference *reference = g_ptr_array_index (found, i);
      Cover cover = {
        .keys = _squill_reference_get_sample (reference->to_path, reference->to_keys),
        .found = covered,
      };
      const guint level = MAX (squill_hash_sample_get_level (source->sample),
                               squill_hash_sample_get_level (cover.keys));
      const double added = _squill_reference_get_inclusion (source->sample, cover.keys, covered);

      if (isnan (added) || added < EACH)
        continue;
      together += added;
      worst = MIN (worst, reference->quality);
      best_proof = MAX (best_proof, reference->proof);
      squill_hash_sample_foreach (source->sample, level, keep_cb, &cover);
      g_ptr_array_add (chosen, reference);
    }
  /* Each of them is no chance, and of what are made to be keys of any no value is left over. */
  if (together >= TOGETHER_BY_NAME && worst >= KEY_QUALITY && source->distinct >= MANY_WORDS)
    best_proof = MAX (best_proof, SQUILL_REFERENCE_PROVED);
  if (chosen->len < 2 || (best_proof < SQUILL_REFERENCE_PROVED && !is_like_id (source)) ||
      together < (worst < KEY_QUALITY ? TOGETHER_BY_NAME : TOGETHER))
    return FALSE;
  for (guint i = 0; i < chosen->len; i++)
    {
      SquillReference *reference = g_ptr_array_index (chosen, i);

      /* That none is left over proves what each of them does not. */
      reference->traits |= (guint)SQUILL_REFERENCE_POLYMORPHIC;
      reference->proof = best_proof;
      reference->score = MAX (reference->score, reference->proof * reference->quality * 0.8);
      g_ptr_array_add (candidates, squill_reference_copy (reference));
    }
  return TRUE;
}

/**
 * _squill_reference_find_several:
 * @source: where references may start
 * @targets: (element-type SquillReferencePlace): where they may end
 * @candidates: (element-type SquillReference): takes what is found
 *
 * Looks whether the values lead to more than one collection, each to one of them.
 *
 * Returns: whether they do
 */
gboolean
_squill_reference_find_several (const SquillReferencePlace *source,
                                GPtrArray *targets,
                                GPtrArray *candidates)
{
  return find_by_type (source, targets, candidates) || find_by_values (source, targets, candidates);
}
