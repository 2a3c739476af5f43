/* SPDX-License-Identifier: Apache-2.0 */

/* The confidence and the evidence of the decision whether names are fields or data. Both follow
 * from the finished profile, not from the moment of the decision. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-map-evidence.h"

#include "inspect/profile/squill-map-choice.h"
#include "inspect/profile/squill-path-traits.h"
#include "text/squill-text.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

/* With fewer keys the pattern may be chance. */
#define FEW_KEYS 4u
#define SHARED_FIELDS 0.7
#define FEW_OF_ALL 0.2
/* With at least this many names the evidence says why they are fields. */
#define DOUBTFUL_NAMES 3u

static const char *
describe_pattern (SquillKeyPattern pattern)
{
  switch (pattern)
    {
    case SQUILL_KEY_NUMBERED:
      return _ ("The keys are a word and a number");
    case SQUILL_KEY_DIGITS:
      return _ ("The keys are whole numbers");
    case SQUILL_KEY_OBJECT_ID:
      return _ ("The keys are ObjectIds");
    case SQUILL_KEY_HEX_32:
    case SQUILL_KEY_HEX_40:
    case SQUILL_KEY_HEX_64:
    case SQUILL_KEY_HEX:
      return _ ("The keys are hexadecimal ids");
    case SQUILL_KEY_UUID:
      return _ ("The keys are UUIDs");
    case SQUILL_KEY_DATE:
    case SQUILL_KEY_DATE_SLASHES:
    case SQUILL_KEY_TIME:
    case SQUILL_KEY_MONTH:
    case SQUILL_KEY_YEAR_PART:
    case SQUILL_KEY_WEEK:
    case SQUILL_KEY_DATES:
      return _ ("The keys are dates");
    case SQUILL_KEY_EMAIL:
      return _ ("The keys are email addresses");
    case SQUILL_KEY_VERSION:
      return _ ("The keys are version numbers or IP addresses");
    case SQUILL_KEY_TOKEN:
      return _ ("The keys are ids of letters and digits");
    case SQUILL_KEY_LOCALE:
    case SQUILL_KEY_LANGUAGE:
      return _ ("The keys are language codes");
    case SQUILL_KEY_PARTS:
      return _ ("The keys have parts, like paths and media types");
    case SQUILL_KEY_WORD:
    case SQUILL_KEY_SYMBOLS:
    default:
      return NULL;
    }
}

/* The values are objects, and most of them have the fields that any has. */
static gboolean
values_share_fields (const SquillPath *values)
{
  guint64 objects = squill_path_get_objects (values);
  guint64 members = 0;

  if (values->n_fields < 2 || objects == 0)
    return FALSE;
  for (const SquillPath *field = values->first; field != NULL; field = field->next)
    members += field->present;
  return (double)members >= SHARED_FIELDS * (double)objects * values->n_fields;
}

static const char *
describe_values (const SquillPath *values)
{
  const guint64 all =
      squill_path_count_types (values, ~(guint)(SQUILL_TYPE_NULL | SQUILL_TYPE_UNDEFINED));

  if (all == 0)
    return NULL;
  if (squill_path_get_objects (values) == all)
    return values_share_fields (values) ? _ ("All values are objects with the same fields")
                                        : _ ("All values are objects");
  if (squill_path_get_arrays (values) == all)
    return _ ("All values are arrays");
  if (squill_path_count_types (values, SQUILL_TYPES_NUMERIC) == all)
    return _ ("All values are numbers");
  if (squill_path_count_types (values, SQUILL_TYPE_STRING) == all)
    return _ ("All values are strings");
  return NULL;
}

/* The share of all keys that an object has. */
static double
get_share_of_keys (const SquillPath *map)
{
  return map->entries != NULL && map->map->distinct_count > 0
             ? squill_distribution_get_mean (map->entries) / (double)map->map->distinct_count
             : 1;
}

/**
 * squill_map_evidence_get_confidence:
 * @map: a map, finished
 *
 * Returns: 0 to 1: how sure it is that this is a map. 0.99 for ids and dates as keys, 0.95 for
 * numbers, 0.85 for other patterns, 0.8 for words with values of the same fields, 0.75 for many
 * words of which each object has few, 0.7 for other words that were weighed, 0.5 where there were
 * just too many; less for a handful of keys, more where the values repeat their key; 1 where a
 * person says so
 */
double
squill_map_evidence_get_confidence (const SquillPath *map)
{
  const SquillKeyPattern pattern = squill_map_keys_get_pattern (map->map);
  double confidence;

  if (map->map->by_user)
    return 1;
  if (pattern == SQUILL_KEY_DIGITS || pattern == SQUILL_KEY_VERSION)
    confidence = 0.95;
  else if (squill_key_pattern_is_data (pattern))
    confidence = 0.99;
  else if (pattern != SQUILL_KEY_WORD)
    confidence = 0.85;
  else if (values_share_fields (map->values))
    confidence = 0.8;
  else if (get_share_of_keys (map) < FEW_OF_ALL)
    confidence = 0.75;
  else
    confidence = 0.7;
  if (map->map->for_room)
    confidence = 0.5;
  if (map->map->distinct_count < FEW_KEYS && confidence < 0.99)
    confidence -= 0.1;
  if (squill_path_traits_get_key_field (map) != NULL)
    confidence = MAX (confidence, 0.97);
  return confidence;
}

/**
 * squill_map_evidence_list:
 * @map: a map, finished
 *
 * Returns: (transfer full): why it is taken for a map, in words, translated
 */
char **
squill_map_evidence_list (const SquillPath *map)
{
  g_autoptr (GStrvBuilder) list = g_strv_builder_new ();
  const SquillMapKeys *keys = map->map;
  const SquillPath *key_field = squill_path_traits_get_key_field (map);
  const char *pattern = describe_pattern (squill_map_keys_get_pattern (map->map));
  const char *values = describe_values (map->values);
  g_autofree char *distinct = NULL, *mean = NULL, *counts = NULL;

  if (keys->by_user)
    g_strv_builder_add (list, _ ("You decided that it is a map"));
  if (keys->for_room)
    g_strv_builder_add (list, _ ("There was no room for more field names while reading"));
  if ((squill_path_traits_get_flags (map) & SQUILL_FLAG_CONSECUTIVE_KEYS) != 0)
    {
      g_autofree char *text = g_strdup_printf (_ ("The keys count up from %" PRIu64 " to %" PRIu64
                                                  " without a gap: an array kept as an "
                                                  "object"),
                                               keys->number_min, keys->number_max);

      g_strv_builder_add (list, text);
    }
  else if (pattern != NULL)
    {
      g_strv_builder_add (list, pattern);
    }
  distinct = squill_text_count ((double)keys->distinct_count);
  mean = squill_text_count (map->entries != NULL ? squill_distribution_get_mean (map->entries) : 0);
  counts = g_strdup_printf (_ ("%s different keys, %s per object on average"), distinct, mean);
  g_strv_builder_add (list, counts);
  if (map->n_fields > 0)
    {
      g_autofree char *text =
          g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "They stand beside %u field",
                                        "They stand beside %u fields", map->n_fields),
                           map->n_fields);

      g_strv_builder_add (list, text);
    }
  if (values != NULL)
    g_strv_builder_add (list, values);
  if (key_field != NULL)
    {
      g_autofree char *name = g_utf8_make_valid (key_field->name, (gssize)key_field->name_length);
      g_autofree char *text = g_strdup_printf (_ ("The values repeat their key in “%s”"), name);

      g_strv_builder_add (list, text);
    }
  return g_strv_builder_end (list);
}

/**
 * squill_record_evidence_is_wanted:
 * @record: a path of objects that are no map
 *
 * Returns: whether they could be taken for a map by what they look like, so that there is something
 * to tell
 */
gboolean
squill_record_evidence_is_wanted (const SquillPath *record)
{
  SquillMapSigns signs;

  if (record->n_fields < DOUBTFUL_NAMES)
    return FALSE;
  squill_map_signs_collect (&signs, record);
  return signs.alike && (signs.data_names == signs.names || signs.maybe_names == signs.names ||
                         signs.share_fields || signs.repeat_key);
}

/**
 * squill_record_evidence_get_confidence:
 * @record: such a path
 *
 * Returns: 0 to 1: how sure it is that this is a record and no map
 */
double
squill_record_evidence_get_confidence (const SquillPath *record)
{
  SquillMapSigns signs;

  squill_map_signs_collect (&signs, record);
  if (signs.complete)
    return signs.data_names == signs.names ? 0.7 : 0.95;
  if (signs.maybe_names == signs.names)
    return 0.6;
  return signs.objects == 1 ? 0.7 : 0.8;
}

/**
 * squill_record_evidence_list:
 * @record: such a path
 *
 * Returns: (transfer full): why it is taken for a record, in words, translated
 */
char **
squill_record_evidence_list (const SquillPath *record)
{
  g_autoptr (GStrvBuilder) list = g_strv_builder_new ();
  SquillMapSigns signs;

  squill_map_signs_collect (&signs, record);
  if (signs.completeness >= SQUILL_MAP_RECORD_SHARE && signs.objects > 1)
    {
      g_autofree char *text =
          g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Nearly every object has its %u name",
                                        "Nearly every object has all %u names", signs.names),
                           signs.names);

      g_strv_builder_add (list, text);
    }
  if (signs.maybe_names < signs.names)
    g_strv_builder_add (list, _ ("The names are words"));
  if (signs.completeness < SQUILL_MAP_RECORD_SHARE && signs.maybe_names == signs.names)
    g_strv_builder_add (list, _ ("There are too few names for them to be data"));
  return g_strv_builder_end (list);
}
