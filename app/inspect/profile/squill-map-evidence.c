/* SPDX-License-Identifier: Apache-2.0 */

/* Whether the names in an object are fields or data. What the names look like says most; then
 * whether each object has all of them (fields) or a few of many (data), whether the values are
 * alike, and whether they repeat their name.
 *
 * A set of names that nearly all of ten or more objects have in full is a record, however alike the
 * values are; only where there are very many names that look like nothing but ids, dates or numbers
 * it is a map all the same. Words alone are fields, unless there are many of them and each object
 * has few: a record with many optional texts looks just like a map of texts, so what small objects
 * of scalars with words for names are is not guessed. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-map-evidence.h"

#include "inspect/profile/squill-path-traits.h"
#include "text/squill-text.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#define DATA_SHARE 0.9
#define KIND_SHARE 0.9
#define KEY_SHARE 0.99
/* An object has less than this share of the names. */
#define SPARSE_SHARE 0.2
#define SPARSE_OBJECTS 8u
#define RECORD_OBJECTS 10u
#define RECORD_SHARE 0.9
/* All values together may have this many times the fields of one. */
#define LIKENESS 3.0
/* Fewer names that may be data, or be fields, prove nothing. */
#define FEW_NAMES 4u
#define FEW_LANGUAGES 3u
#define SOME_NAMES 8u

enum
{
  KIND_NONE,
  KIND_NUMBER,
  KIND_TEXT,
  KIND_OBJECT,
  KIND_ARRAY,
  KIND_OTHER,
  N_KINDS,
};

static guint
kind_of_type (guint index)
{
  switch (1u << index)
    {
    case SQUILL_TYPE_DOUBLE:
    case SQUILL_TYPE_INT:
    case SQUILL_TYPE_LONG:
    case SQUILL_TYPE_DECIMAL:
      return KIND_NUMBER;
    case SQUILL_TYPE_STRING:
    case SQUILL_TYPE_SYMBOL:
      return KIND_TEXT;
    case SQUILL_TYPE_OBJECT:
      return KIND_OBJECT;
    case SQUILL_TYPE_ARRAY:
      return KIND_ARRAY;
    case SQUILL_TYPE_NULL:
    case SQUILL_TYPE_UNDEFINED:
      return KIND_NONE;
    default:
      return KIND_OTHER;
    }
}

/* What most values at a path are; null says nothing. */
static guint
main_kind (const SquillPath *path)
{
  guint64 counts[N_KINDS] = { 0 };
  guint best = KIND_NONE;

  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    counts[kind_of_type (i)] += path->types[i];
  for (guint kind = KIND_NONE + 1; kind < N_KINDS; kind++)
    if (counts[kind] > 0 && (best == KIND_NONE || counts[kind] > counts[best]))
      best = kind;
  return best;
}

static gboolean
values_are_alike (const SquillPath *self)
{
  guint counts[N_KINDS] = { 0 };
  guint with_values = 0, most = 0;

  for (const SquillPath *field = self->first; field != NULL; field = field->next)
    counts[main_kind (field)]++;
  for (guint kind = KIND_NONE + 1; kind < N_KINDS; kind++)
    {
      with_values += counts[kind];
      most = MAX (most, counts[kind]);
    }
  return with_values == 0 || most >= KIND_SHARE * with_values;
}

/* What is known of one name among the fields of the values. */
typedef struct
{
  guint values; /* how many of the values have it */
  guint64 equal;
} Shared;

/* The values are objects that have their fields in common; one of these may repeat their names. */
static void
compare_values (SquillMapSigns *signs, const SquillPath *self)
{
  g_autoptr (GHashTable) shared = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  guint64 members = 0;
  guint objects = 0, fields = 0;
  GHashTableIter iter;
  gpointer each;

  for (const SquillPath *value = self->first; value != NULL; value = value->next)
    {
      members += value->present;
      objects += squill_path_get_objects (value) > 0;
      fields += value->n_fields;
      for (const SquillPath *field = value->first; field != NULL; field = field->next)
        {
          Shared *of_name = g_hash_table_lookup (shared, field->name);

          if (of_name == NULL)
            {
              of_name = g_new0 (Shared, 1);
              g_hash_table_insert (shared, field->name, of_name);
            }
          of_name->values++;
          of_name->equal += field->equals_key;
        }
    }
  signs->share_fields = fields >= 2 * objects && objects >= KIND_SHARE * signs->names &&
                        g_hash_table_size (shared) * (double)objects <= LIKENESS * fields;
  if (objects < KIND_SHARE * signs->names || signs->names < 2)
    return;
  g_hash_table_iter_init (&iter, shared);
  while (g_hash_table_iter_next (&iter, NULL, &each))
    if ((double)((Shared *)each)->equal >= KEY_SHARE * (double)members)
      signs->repeat_key = TRUE;
}

static gsize
get_prefix_length (const SquillPath *field)
{
  gsize length = field->name_length;

  while (length > 0 && g_ascii_isdigit (field->name[length - 1]))
    length--;
  return length;
}

static gboolean
names_have_one_prefix (const SquillPath *self)
{
  gsize length = get_prefix_length (self->first);

  for (const SquillPath *field = self->first->next; field != NULL; field = field->next)
    if (get_prefix_length (field) != length || memcmp (field->name, self->first->name, length) != 0)
      return FALSE;
  return TRUE;
}

/**
 * squill_map_signs_collect:
 * @self: (out caller-allocates): takes the signs
 * @path: a path of objects with at least one field
 *
 * Looks at the names and values of an object.
 */
void
squill_map_signs_collect (SquillMapSigns *self, const SquillPath *path)
{
  guint64 members = 0;
  gboolean one_pattern = TRUE;

  *self = (SquillMapSigns){ .names = path->n_fields, .objects = squill_path_get_objects (path) };
  self->pattern = squill_key_pattern_of (path->first->name, path->first->name_length);
  for (const SquillPath *field = path->first; field != NULL; field = field->next)
    {
      SquillKeyPattern pattern = squill_key_pattern_of (field->name, field->name_length);

      members += field->present;
      self->data_names += squill_key_pattern_is_data (pattern);
      self->maybe_names += squill_key_pattern_may_be_data (pattern);
      one_pattern = one_pattern && pattern == self->pattern;
    }
  if (!one_pattern)
    self->pattern = SQUILL_KEY_WORD;
  self->completeness = (double)members / (double)self->objects / (double)self->names;
  self->complete = self->objects >= RECORD_OBJECTS && self->completeness >= RECORD_SHARE;
  self->alike = values_are_alike (path);
  self->same_prefix = self->pattern == SQUILL_KEY_NUMBERED && names_have_one_prefix (path);
  compare_values (self, path);
}

static gboolean
is_sparse (const SquillMapSigns *self)
{
  return self->objects >= SPARSE_OBJECTS && self->completeness < SPARSE_SHARE;
}

/**
 * squill_map_signs_are_of_large_map:
 * @self: signs of an object with 64 names or more
 *
 * Returns: whether it is a map
 */
gboolean
squill_map_signs_are_of_large_map (const SquillMapSigns *self)
{
  if (!self->alike)
    return FALSE;
  if (self->data_names >= DATA_SHARE * self->names)
    return TRUE;
  if (self->complete)
    return FALSE;
  return self->maybe_names >= DATA_SHARE * self->names || self->share_fields || self->repeat_key ||
         is_sparse (self);
}

/**
 * squill_map_signs_are_of_small_map:
 * @self: signs of an object with fewer names
 *
 * Returns: whether it is a map
 */
gboolean
squill_map_signs_are_of_small_map (const SquillMapSigns *self)
{
  const gboolean few_of_many = is_sparse (self) && self->names >= SOME_NAMES;

  if (self->names < 2 || !self->alike || self->complete)
    return FALSE;
  if (self->data_names == self->names || self->repeat_key)
    return TRUE;
  if (self->pattern == SQUILL_KEY_LANGUAGE)
    return self->names >= FEW_LANGUAGES;
  if (self->pattern == SQUILL_KEY_PARTS)
    return self->names >= FEW_NAMES && (self->share_fields || few_of_many || self->objects == 1);
  if (self->same_prefix)
    return self->names >= FEW_NAMES && (self->share_fields || few_of_many);
  return few_of_many && self->share_fields;
}

/* The confidence and the evidence of the decision whether names are fields or data. Both follow
 * from the finished profile, not from the moment of the decision. */

/* With fewer keys the pattern may be chance. */
#define FEW_KEYS 4u
#define SHARED_FIELDS 0.7
#define FEW_OF_ALL 0.2
#define NEARLY_ALL 0.9
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
 * words of which each object has few, 0.5 where there were just too many; less for a handful of
 * keys, more where the values repeat their key; 1 where a person says so
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
  if (signs.completeness >= NEARLY_ALL && signs.objects > 1)
    {
      g_autofree char *text =
          g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Nearly every object has its %u name",
                                        "Nearly every object has all %u names", signs.names),
                           signs.names);

      g_strv_builder_add (list, text);
    }
  if (signs.maybe_names < signs.names)
    g_strv_builder_add (list, _ ("The names are words"));
  if (signs.completeness < NEARLY_ALL && signs.maybe_names == signs.names)
    g_strv_builder_add (list, _ ("There are too few names for them to be data"));
  return g_strv_builder_end (list);
}
