/* SPDX-License-Identifier: Apache-2.0 */

/* What follows from the numbers that are known of a path. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-findings.h"

#include "inspect/profile/squill-meaning.h"

/* Fewer values say nothing of what others may be. */
#define VALUES_WANTED 20u
/* The chance that the next value is a new one, by the share of those met once (Good and Turing). */
#define UNSEEN_CHANCE 0.05
#define VALUES_PER_WORD 3u
#define EMPTY_SHARE 0.01
#define KEY_FIELD_SHARE 0.99
/* So many of the texts that are not empty have a format, and there are more than one. */
#define FORMAT_SHARE 0.99
#define FORMAT_TEXTS 2u
/* The years 1990 to 2100: numbers that are no points in time are seldom all in there. */
#define FIRST_SECOND 631152000.0
#define LAST_SECOND 4102444800.0

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
is_in_geometry (const SquillPath *path)
{
  for (; path != NULL; path = path->parent)
    if ((path->meanings & SQUILL_MEANING_GEOJSON) != 0)
      return TRUE;
  return FALSE;
}

/* In a geometry how deep arrays are nested depends on its type. */
static gboolean
is_single_or_array (const SquillPath *path)
{
  guint alone = class_of ((guint)squill_path_get_types (path));

  return squill_path_get_arrays (path) > 0 && alone != 0 && path->elements != NULL &&
         !is_in_geometry (path) &&
         (alone & class_of ((guint)squill_path_get_types (path->elements))) == alone;
}

/* Nearly all texts that say something are of these formats. */
static gboolean
texts_are (const SquillPath *path, const SquillTextFormat *formats, guint n_formats)
{
  guint64 texts = count_types (path, TYPES_TEXT);
  guint64 matching = 0;

  if (path->formats == NULL || texts < path->text.empty + FORMAT_TEXTS)
    return FALSE;
  for (guint i = 0; i < n_formats; i++)
    matching += path->formats->counts[formats[i]];
  return (double)matching >= FORMAT_SHARE * (double)(texts - path->text.empty);
}

/* Words in names that speak of a point in time. */
static const char *const time_words[] = {
  "access",    "accessed",   "added",     "at",    "begin",    "birth",   "born",     "changed",
  "closed",    "created",    "ctime",     "date",  "datetime", "day",     "deadline", "deleted",
  "due",       "end",        "ended",     "epoch", "expire",   "expires", "expiry",   "finished",
  "from",      "joined",     "last",      "login", "modified", "mtime",   "opened",   "posted",
  "published", "registered", "released",  "seen",  "sent",     "since",   "start",    "started",
  "stop",      "time",       "timestamp", "to",    "ts",       "until",   "updated",  "visited",
  "when",      NULL,
};

/* And of digits that nobody counts with. */
static const char *const dial_words[] = {
  "phone", "telephone", "tel",      "fax",    "mobile", "cell",
  "zip",   "zipcode",   "postcode", "postal", "plz",    NULL,
};

/* createdAt, last_seen, startTime: whether one of the words is in the list. Elements and values are
 * named by what they stand in. */
static gboolean
name_has_word (const SquillPath *path, const char *const *words)
{
  g_autoptr (GString) word = g_string_new (NULL);

  while (path != NULL && path->kind != SQUILL_PATH_FIELD)
    path = path->parent;
  if (path == NULL)
    return FALSE;
  for (gsize i = 0; i <= path->name_length; i++)
    {
      const char c = i < path->name_length ? path->name[i] : '\0';
      const gboolean begins = i > 0 && g_ascii_isupper (c) && !g_ascii_isupper (path->name[i - 1]);

      if (begins || !g_ascii_isalpha (c))
        {
          if (g_strv_contains (words, word->str))
            return TRUE;
          g_string_truncate (word, 0);
        }
      if (g_ascii_isalpha (c))
        g_string_append_c (word, g_ascii_tolower (c));
    }
  return FALSE;
}

static guint
get_text_flags (const SquillPath *path)
{
  static const SquillTextFormat numbers[] = { SQUILL_TEXT_INTEGER, SQUILL_TEXT_DECIMAL };
  static const SquillTextFormat dates[] = { SQUILL_TEXT_DATE, SQUILL_TEXT_DATE_TIME,
                                            SQUILL_TEXT_DATE_WORDS };
  static const SquillTextFormat ids[] = { SQUILL_TEXT_OBJECT_ID, SQUILL_TEXT_UUID };

  if (texts_are (path, numbers, G_N_ELEMENTS (numbers)) && !name_has_word (path, dial_words))
    return SQUILL_FLAG_NUMBER_AS_STRING;
  if (texts_are (path, dates, G_N_ELEMENTS (dates)))
    return SQUILL_FLAG_DATE_AS_STRING;
  if (texts_are (path, ids, G_N_ELEMENTS (ids)))
    return SQUILL_FLAG_ID_AS_STRING;
  return 0;
}

static guint
get_epoch_flags (const SquillPath *path)
{
  const SquillPathNumbers *numbers = &path->numbers;

  if (numbers->count == 0 || numbers->count != path->scalars || numbers->fractions > 0 ||
      !name_has_word (path, time_words))
    return 0;
  if (numbers->min >= FIRST_SECOND && numbers->max <= LAST_SECOND)
    return SQUILL_FLAG_EPOCH_SECONDS;
  if (numbers->min >= 1000 * FIRST_SECOND && numbers->max <= 1000 * LAST_SECOND)
    return SQUILL_FLAG_EPOCH_MILLIS;
  return 0;
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
  flags |= get_text_flags (path);
  flags |= get_epoch_flags (path);
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
    case SQUILL_FLAG_NUMBER_AS_STRING:
      return "number-as-string";
    case SQUILL_FLAG_DATE_AS_STRING:
      return "date-as-string";
    case SQUILL_FLAG_ID_AS_STRING:
      return "id-as-string";
    case SQUILL_FLAG_EPOCH_SECONDS:
      return "epoch-seconds";
    case SQUILL_FLAG_EPOCH_MILLIS:
      return "epoch-millis";
    default:
      g_return_val_if_reached (NULL);
    }
}
