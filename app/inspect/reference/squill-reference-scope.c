/* SPDX-License-Identifier: Apache-2.0 */

/* References that lead to a key of the same object: other objects of its kind may have the same
 * keys, which then mean something else. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference-private.h"

/* Fewer values may be the same few words in all objects. */
#define MANY_VALUES 20u
/* Each object has at most one of so many of all keys, so that those of others would not be among
 * its own by chance. */
#define FEW_OF_ALL 10.0
#define ALL_VALUES 0.98
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

/* Whether all values are keys of the map, and there are so many of these that no object has a large
 * part of them. */
static gboolean
may_lead_to (const SquillReferencePlace *source, const SquillPath *map, guint64 objects)
{
  return map->map != NULL && map->map->distinct != NULL && map->values != source->path &&
         count_entries (map->map) * FEW_OF_ALL <=
             (double)objects * (double)map->map->distinct_count &&
         _squill_reference_get_inclusion (source->sample, map->map->distinct, NULL) >= ALL_VALUES;
}

/**
 * _squill_reference_find_in_scope:
 * @source: where a reference may start
 *
 * Looks for a map beside that of @source, the texts of which may be keys of it: alias -> form. Only
 * reading again says whether each value is a key in its own object.
 *
 * Returns: (transfer full) (nullable): a reference that is to be counted; %NULL where there is none
 */
SquillReference *
_squill_reference_find_in_scope (const SquillReferencePlace *source)
{
  const guint64 objects = squill_path_get_objects (source->object);
  const SquillPath *found = NULL;
  SquillReference *reference;

  if (source->keys || source->is_mixed || source->path->kind != SQUILL_PATH_VALUES ||
      source->texts < SQUILL_REFERENCE_NEARLY_ALL || source->distinct < MANY_VALUES ||
      source->object->kind == SQUILL_PATH_FIELD)
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
  reference = squill_reference_new (source->collection, source->path, FALSE, source->collection,
                                    found, TRUE);
  reference->scope = source->object;
  reference->references = source->count;
  reference->distinct = source->distinct;
  reference->inclusion = 1;
  reference->proof = PROOF_IN_SCOPE;
  reference->quality = QUALITY_IN_SCOPE;
  reference->hinted = TRUE;
  squill_reference_score (reference);
  return reference;
}
