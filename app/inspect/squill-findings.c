/* SPDX-License-Identifier: Apache-2.0 */

/* What follows from the numbers that are known of a path. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/squill-findings.h"

#include "inspect/squill-meaning.h"

/* Fewer values say nothing of what others may be. */
#define VALUES_WANTED 20u
/* The chance that the next value is a new one, by the share of those met once (Good and Turing). */
#define UNSEEN_CHANCE 0.05
#define VALUES_PER_WORD 3u
#define EMPTY_SHARE 0.01
#define KEY_FIELD_SHARE 0.99

#define TYPES_TEXT (SQUILL_TYPE_STRING | SQUILL_TYPE_SYMBOL)
#define TYPES_NOTHING (SQUILL_TYPE_NULL | SQUILL_TYPE_UNDEFINED)

static gboolean
has_only (const SquillPath *path, guint types)
{
  return ((guint)squill_path_get_types (path) & ~types) == 0;
}

static guint64
count_types (const SquillPath *path, guint types)
{
  guint64 count = 0;

  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    if ((types & (1u << i)) != 0)
      count += path->types[i];
  return count;
}

/* Classes of types that stand for each other: all numbers are one. */
static guint
class_of (guint types)
{
  if ((types & SQUILL_TYPES_NUMERIC) != 0)
    types |= SQUILL_TYPES_NUMERIC;
  return types & ~(guint)(TYPES_NOTHING | SQUILL_TYPE_ARRAY);
}

static gboolean
is_single_or_array (const SquillPath *path)
{
  guint alone = class_of ((guint)squill_path_get_types (path));

  return squill_path_get_arrays (path) > 0 && alone != 0 && path->elements != NULL &&
         (alone & class_of ((guint)squill_path_get_types (path->elements))) == alone;
}

/**
 * squill_findings_is_enumeration:
 * @path: a path
 *
 * Returns: whether its values, which are strings or whole numbers, are few words that come again
 * and again, so that others are unlikely
 */
gboolean
squill_findings_is_enumeration (const SquillPath *path)
{
  guint64 once = 0;

  if (path->table.overflowed || path->table.n_values < 2 || path->scalars < VALUES_WANTED ||
      path->scalars < (guint64)VALUES_PER_WORD * path->table.n_values)
    return FALSE;
  if (!has_only (path, TYPES_TEXT | SQUILL_TYPES_NUMERIC | TYPES_NOTHING | SQUILL_TYPE_ARRAY |
                           SQUILL_TYPE_OBJECT) ||
      path->numbers.fractions > 0 || count_types (path, SQUILL_TYPE_DECIMAL) > 0)
    return FALSE;
  for (guint i = 0; i < path->table.n_values; i++)
    once += path->table.values[i].count == 1;
  return (double)once <= UNSEEN_CHANCE * (double)path->scalars;
}

/**
 * squill_findings_is_constant:
 * @path: a path
 *
 * Returns: whether there is but one value, often enough to be no accident
 */
gboolean
squill_findings_is_constant (const SquillPath *path)
{
  return !path->table.overflowed && path->table.n_values == 1 && path->scalars >= VALUES_WANTED &&
         path->scalars == path->present;
}

/**
 * squill_findings_get_key_field:
 * @map: a map
 *
 * Returns: (nullable): the field of its values that repeats the key
 */
const SquillPath *
squill_findings_get_key_field (const SquillPath *map)
{
  for (const SquillPath *field = map->values->first; field != NULL; field = field->next)
    if (map->values->present > 1 &&
        (double)field->equals_key >= KEY_FIELD_SHARE * (double)map->values->present)
      return field;
  return NULL;
}

/**
 * squill_findings_get_flags:
 * @path: a path
 *
 * Returns: what is noteworthy of it
 */
SquillPathFlags
squill_findings_get_flags (const SquillPath *path)
{
  guint flags = 0;

  if (path->text.empty > 0 && path->distinct > 1 &&
      (double)path->text.empty >= EMPTY_SHARE * (double)path->present)
    flags |= SQUILL_FLAG_EMPTY_IS_MISSING;
  if (path->present > 0 && has_only (path, TYPES_NOTHING))
    flags |= SQUILL_FLAG_ALWAYS_NULL;
  if (path->numbers.doubles > 0 && path->numbers.fractions == 0 &&
      path->numbers.doubles == count_types (path, SQUILL_TYPE_DOUBLE))
    flags |= SQUILL_FLAG_INTEGRAL;
  if (is_single_or_array (path))
    flags |= SQUILL_FLAG_SINGLE_OR_ARRAY;
  if (path->map != NULL && path->values->present > 1 &&
      squill_path_get_key_pattern (path) == SQUILL_KEY_DIGITS && path->map->number_min <= 1 &&
      path->map->distinct_count == path->map->number_max - path->map->number_min + 1)
    flags |= SQUILL_FLAG_CONSECUTIVE_KEYS;
  if ((path->meanings & SQUILL_MEANING_TUPLE) != 0)
    flags |= SQUILL_FLAG_TUPLE;
  if ((path->meanings & SQUILL_MEANING_GEOJSON) != 0)
    flags |= SQUILL_FLAG_GEOJSON;
  if ((path->meanings & SQUILL_MEANING_LEGACY_COORDINATES) != 0)
    flags |= SQUILL_FLAG_LEGACY_COORDINATES;
  if ((path->meanings & SQUILL_MEANING_DBREF) != 0)
    flags |= SQUILL_FLAG_DBREF;
  return (SquillPathFlags)flags;
}

/**
 * squill_path_flag_get_name:
 * @flag: one flag
 *
 * Returns: (transfer none): its name on the command line
 */
const char *
squill_path_flag_get_name (SquillPathFlags flag)
{
  switch (flag)
    {
    case SQUILL_FLAG_EMPTY_IS_MISSING:
      return "empty-is-missing";
    case SQUILL_FLAG_ALWAYS_NULL:
      return "always-null";
    case SQUILL_FLAG_INTEGRAL:
      return "integral";
    case SQUILL_FLAG_SINGLE_OR_ARRAY:
      return "single-or-array";
    case SQUILL_FLAG_CONSECUTIVE_KEYS:
      return "consecutive-keys";
    case SQUILL_FLAG_TUPLE:
      return "tuple";
    case SQUILL_FLAG_GEOJSON:
      return "geojson";
    case SQUILL_FLAG_LEGACY_COORDINATES:
      return "legacy-coordinates";
    case SQUILL_FLAG_DBREF:
      return "dbref";
    default:
      g_return_val_if_reached (NULL);
    }
}
