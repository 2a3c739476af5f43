/* SPDX-License-Identifier: Apache-2.0 */

/* References that lead to a key of the same object: other objects of its kind may have the same
 * keys, which then mean something else. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference-private.h"

#include <math.h>

/* Fewer values may be the same few words in all objects. */
#define MANY_VALUES 20u
/* Each object has at most one in this many of all keys, so that those of others would not be among
 * its own by chance. */
#define FEW_OF_ALL 10.0
#define ALL_VALUES 0.98
/* With fewer keys, or in fewer objects, anything may be one. */
#define FEW_KEYS 3u
#define FEW_SCOPES 3u
/* One of this number of numbers is an id, or of texts those of this length. */
#define FEW_OF_RANGE 1000.0
#define ID_LENGTH 16.0
/* Objects with more fields are not searched. */
#define MAX_FIELDS 256u
/* Both ends of a connection are called so. */
#define FIT_ENDS 0.8
/* The values of one object are not independent: no more of them count. */
#define VALUES_OF_SCOPE 3.0
/* What has a chance of one in a million is none. */
#define PROOF_DIGITS 6.0
#define PROOF_IN_SCOPE 0.8
#define QUALITY_IN_SCOPE 0.9

static double
count_entries (const SquillMapKeys *map)
{
  double entries = 0;

  for (guint i = 0; i < SQUILL_N_KEY_PATTERNS; i++)
    entries += (double)map->patterns[i];
  return entries;
}

/* Whether all values are keys of the map, and more of these than any object has a large
 * part of. */
static gboolean
may_lead_to (const SquillReferencePlace *source, const SquillPath *map, guint64 objects)
{
  return map->map != NULL && map->map->distinct != NULL && map->values != source->path &&
         count_entries (map->map) * FEW_OF_ALL <=
             (double)objects * (double)map->map->distinct_count &&
         _squill_reference_get_inclusion (source->sample, map->map->distinct, NULL) >= ALL_VALUES;
}

static SquillReference *
reference_new (const SquillReferencePlace *source,
               const SquillPath *to,
               gboolean keys,
               const SquillPath *scope)
{
  SquillReference *reference =
      squill_reference_new (source->collection, source->path, FALSE, source->collection, to, keys);

  reference->scope = scope;
  reference->references = source->count;
  reference->distinct = source->distinct;
  reference->inclusion = 1;
  reference->quality = QUALITY_IN_SCOPE;
  reference->hinted = TRUE;
  return reference;
}

/* A map beside that of @source, the texts of which may be keys of it: alias -> form. */
static SquillReference *
find_map (const SquillReferencePlace *source)
{
  const guint64 objects = squill_path_get_objects (source->object);
  const SquillPath *found = NULL;
  SquillReference *reference;

  if (source->path->kind != SQUILL_PATH_VALUES || source->texts < SQUILL_REFERENCE_NEARLY_ALL ||
      source->distinct < MANY_VALUES || source->object->kind == SQUILL_PATH_FIELD)
    return NULL;
  for (const SquillPath *field = source->object->first; field != NULL; field = field->next)
    if (may_lead_to (source, field, objects))
      {
        /* Of two nobody knows which is meant. */
        if (found != NULL)
          return NULL;
        found = field;
      }
  if (found == NULL)
    return NULL;
  reference = reference_new (source, found, TRUE, source->object);
  reference->proof = PROOF_IN_SCOPE;
  squill_reference_score (reference);
  return reference;
}

/* Whether values are such that no two things have the same, and come again all the same: then they
 * are ids of something else that is met in many places, and none that an array gives to its own. */
static gboolean
is_known_elsewhere (const SquillPath *field)
{
  const SquillScalars *scalars = &field->scalars;
  const gboolean is_sparse =
      field->numbers.count > 0
          ? field->numbers.max - field->numbers.min + 1 >= FEW_OF_RANGE * (double)scalars->distinct
          : field->text.count == 0 ||
                (double)field->text.bytes >= ID_LENGTH * (double)field->text.count;

  return is_sparse && (double)scalars->distinct < ALL_VALUES * (double)scalars->count;
}

/* Whether a field of the elements of an array may be what they are known by within it. */
static gboolean
may_be_local_key (const SquillReferencePlace *source, const SquillPath *elements, SquillPath *field)
{
  g_autoptr (SquillReferenceName) name = NULL;

  if (field == source->path || field->scalars.sample == NULL ||
      field->scalars.count != squill_path_get_objects (elements) ||
      field->scalars.distinct < FEW_KEYS || field->numbers.fractions > 0 ||
      (source->numbers > 0.5) != (field->numbers.count > 0) || is_known_elsewhere (field))
    return FALSE;
  name = _squill_reference_name_new (field->name);
  return _squill_reference_name_is_generic (name) &&
         _squill_reference_get_inclusion (source->sample, field->scalars.sample, NULL) >=
             ALL_VALUES;
}

/* How well a field is called as one that leads to what an array in the same object has. */
static double
fit_local (const SquillReferencePlace *source, const SquillPath *array, const SquillPath *elements)
{
  g_autoptr (SquillReferenceName) entity = _squill_reference_name_new (array->name);
  const double fit = _squill_reference_name_fit (source->name, entity);
  const double role =
      _squill_reference_name_fit_role (source->name, entity, source->object == elements);

  return source->opposite != NULL ? MAX (FIT_ENDS, MAX (fit, role)) : MAX (fit, role);
}

static gboolean
has_field (const SquillPath *object, const SquillPath *other)
{
  for (const SquillPath *field = object->first; field != NULL; field = field->next)
    if (g_strcmp0 (field->name, other->name) == 0)
      return TRUE;
  return FALSE;
}

/* An array in an object around @source, or in an object in that, whose elements may be meant. */
static void
find_array (const SquillReferencePlace *source,
            const SquillPath *scope,
            const SquillPath *object,
            SquillReference **best)
{
  if (object->n_fields > MAX_FIELDS)
    return;
  for (const SquillPath *array = object->first; array != NULL; array = array->next)
    {
      const SquillPath *elements = array->elements;

      if (array->first != NULL && array->values == NULL && object == scope)
        find_array (source, scope, array, best);
      if (elements == NULL || elements->n_fields < 2)
        continue;
      for (SquillPath *field = elements->first; field != NULL; field = field->next)
        {
          SquillReference *reference;

          if (!may_be_local_key (source, elements, field))
            continue;
          reference = reference_new (source, field, FALSE, scope);
          reference->name_fit = fit_local (source, array, elements);
          /* What has such a key itself rather repeats it. */
          if (reference->name_fit < SQUILL_REFERENCE_NAMED && has_field (source->object, field))
            {
              squill_reference_free (reference);
              continue;
            }
          squill_reference_score (reference);
          if (*best == NULL || reference->name_fit > (*best)->name_fit)
            {
              squill_reference_free (*best);
              *best = g_steal_pointer (&reference);
            }
          squill_reference_free (reference);
        }
    }
}

/* The ids of the elements of an array that mean something only in the same document, or the same
 * object of it: nodes and edges of many graphs. */
static SquillReference *
find_local_key (const SquillReferencePlace *source)
{
  SquillReference *best = NULL;

  if (source->is_key || source->distinct < FEW_KEYS || source->path->kind == SQUILL_PATH_VALUES ||
      _squill_reference_name_is_quantity (source->name) ||
      _squill_reference_name_is_descriptive (source->name))
    return NULL;
  for (const SquillPath *scope = source->path->parent; scope != NULL && best == NULL;
       scope = scope->parent)
    if (scope->kind != SQUILL_PATH_FIELD && scope->first != NULL &&
        squill_path_get_objects (scope) >= FEW_SCOPES)
      find_array (source, scope, scope, &best);
  return best;
}

/**
 * _squill_reference_find_in_scope:
 * @source: where a reference may start
 *
 * Looks for keys in the same object that are known only there: those of a map, and the ids of the
 * elements of an array. Only reading again says whether each value is a key in its own object.
 *
 * Returns: (transfer full) (nullable): a reference that is to be counted; %NULL where there is none
 */
SquillReference *
_squill_reference_find_in_scope (const SquillReferencePlace *source)
{
  SquillReference *reference;

  if (source->keys || source->is_mixed)
    return NULL;
  reference = find_map (source);
  return reference != NULL ? reference : find_local_key (source);
}

/**
 * _squill_reference_judge_scope:
 * @reference: a reference within a scope that leads to a field
 * @scopes: in how many objects something refers
 * @by_chance: 0 to 1: the share of the values that are keys of the object before theirs as well
 *
 * Says what was found when each value was compared with the keys of its own object: the more of
 * them would not have been keys of another, the less is it chance.
 */
void
_squill_reference_judge_scope (SquillReference *reference, guint64 scopes, double by_chance)
{
  const double n = MIN ((double)reference->references, VALUES_OF_SCOPE * (double)scopes);
  const gboolean is_number = reference->from_path->numbers.count > 0;
  /* What a number says once in each object may be how many there are, and what comes once each is
   * rather counted there itself. */
  const gboolean may_be_counted =
      is_number && (reference->per_key_max <= 1 || reference->references <= scopes);

  reference->proof = PROOF_IN_SCOPE;
  if (by_chance > 0)
    reference->proof *= MIN (1, -n * log10 (by_chance) / PROOF_DIGITS);
  if ((double)reference->duplicates >
          (1 - ALL_VALUES) * (double)reference->to_path->scalars.count ||
      (may_be_counted && reference->name_fit < SQUILL_REFERENCE_NAMED))
    reference->proof = reference->name_fit = 0;
  squill_reference_score (reference);
}

/* Whether a part of a document has it for what it is known by, so that a field of the document may
 * say which part is meant. */
static gboolean
is_called_key (const SquillPath *path)
{
  g_autoptr (SquillReferenceName) name = NULL;

  if (path->name == NULL)
    return TRUE;
  name = _squill_reference_name_new (path->name);
  return name->marked;
}

/**
 * _squill_reference_find_own_object:
 * @reference: a reference
 *
 * What repeats what its own object has, or a part of that, refers to nothing.
 *
 * Returns: (nullable): the objects that have both the references and the keys, where either are
 * within those of the others
 */
const SquillPath *
_squill_reference_find_own_object (const SquillReference *reference)
{
  const SquillPath *to = reference->to_path, *from = reference->from_path;
  const SquillPath *object = reference->to_keys ? to->values : _squill_reference_object_of (to);
  const SquillPath *holder = reference->from_keys ? from : _squill_reference_object_of (from);

  if (reference->from != reference->to)
    return NULL;
  if (_squill_reference_is_above (object, from))
    return reference->to_keys ? to : object;
  return !reference->to_keys && reference->scope == NULL && holder != from &&
                 _squill_reference_is_above (holder, to) && !is_called_key (to)
             ? holder
             : NULL;
}
