/* SPDX-License-Identifier: Apache-2.0 */

/* Which names of an object are fields and which are data: none, all, or some beside fields. What
 * names look like says most; then whether each object has all of them (fields) or a few of many
 * (data), whether the values are alike, and whether they repeat their name.
 *
 * What nearly all of ten or more objects have is a field, however alike the values are; only where
 * there are very many names that look like nothing but ids, dates or numbers it is data all the
 * same. Words alone are fields, unless there are many of them and each object has few: a record
 * with many optional texts looks just like a map of texts, so what small objects of scalars with
 * words for names are is not guessed, and of large ones only what is alike in all that is known. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-map-choice.h"

#include <math.h>
#include <string.h>

#define KIND_SHARE 0.9
#define KEY_SHARE 0.99
/* An object has less than this share of the names. */
#define SPARSE_SHARE 0.2
#define SPARSE_OBJECTS 8u
#define RECORD_OBJECTS 10u
#define RECORD_SHARE 0.9
#define DATA_SHARE 0.9
/* All values together may have this many times the fields of one. */
#define LIKENESS 3.0
/* Fewer names that may be data, or be fields, prove nothing. */
#define FEW_NAMES 4u
#define FEW_LANGUAGES 3u
#define SOME_NAMES 8u
/* Words such as "id" and "no" are codes of languages, too: beside fields it takes more of them. */
#define SOME_LANGUAGES 6u
/* A word in so many of the objects is a field, if the values are objects that are alike, */
#define USUAL_SHARE 0.5
/* and if they are not: of scalars less is known. */
#define USUAL_SCALAR_SHARE 0.2
/* So many words for scalars that an object has few of are no record that anybody wrote down. */
#define MANY_NAMES 256u
/* With values of this many to compare, most of the names have values that are spread like all: at
 * least this share of the range of numbers, and mean lengths of texts within this factor. */
#define COMPARED_VALUES 5u
#define ALIKE_SHARE 0.8
#define SPREAD_SHARE 0.2
#define LENGTH_FACTOR 2.0
/* Names of ids that are words by chance are as frequent as the others, within this factor. */
#define FREQUENCY_FACTOR 2.0
/* So many maps beside an object tell what it is, if they are at least as many as the records. */
#define LIKE_SIBLINGS 2u
/* Where there are too few objects to tell from, a word among so many names that look like data is
 * an odd one of them. */
#define ODD_NAMES 10000u

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
get_own_kind (const SquillPath *path)
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

/* A value and an array of such values are one kind: one is written for the other where there is
 * only one. An empty array may be of any. */
static const SquillPath *
get_single (const SquillPath *path)
{
  while (path != NULL && get_own_kind (path) == KIND_ARRAY)
    path = path->elements;
  return path;
}

static guint
get_kind (const SquillPath *path)
{
  const SquillPath *single = get_single (path);

  return single != NULL ? get_own_kind (single) : KIND_NONE;
}

static SquillKeyPattern
get_pattern (const SquillPath *field)
{
  return squill_key_pattern_of (field->name, field->name_length);
}

static gboolean
is_id (const SquillPath *field)
{
  return g_str_equal (field->name, "_id");
}

static const SquillPath *
get_name (const GPtrArray *names, guint i)
{
  return g_ptr_array_index (names, i);
}

static guint
find_main_kind (const GPtrArray *names, guint *n_known, guint *n_most)
{
  guint counts[N_KINDS] = { 0 };
  guint best = KIND_NONE;

  *n_known = 0;
  for (guint i = 0; i < names->len; i++)
    counts[get_kind (get_name (names, i))]++;
  for (guint kind = KIND_NONE + 1; kind < N_KINDS; kind++)
    {
      *n_known += counts[kind];
      if (counts[kind] > 0 && (best == KIND_NONE || counts[kind] > counts[best]))
        best = kind;
    }
  *n_most = best != KIND_NONE ? counts[best] : 0;
  return best;
}

/* What is known of one name among the fields of the values. */
typedef struct
{
  guint values; /* how many of the values have it */
  guint64 equal;
} Shared;

/* The fields that the values have. */
static GHashTable *
count_shared (const GPtrArray *names)
{
  GHashTable *shared = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);

  for (guint i = 0; i < names->len; i++)
    {
      const SquillPath *single = get_single (get_name (names, i));

      for (const SquillPath *field = single != NULL ? single->first : NULL; field != NULL;
           field = field->next)
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
  return shared;
}

/* The values are objects that have their fields in common; one of these may repeat their names. */
static void
compare_values (SquillMapSigns *signs, const GPtrArray *names)
{
  g_autoptr (GHashTable) shared = NULL;
  guint64 members = 0;
  guint objects = 0, alone = 0, fields = 0;
  GHashTableIter iter;
  gpointer each;

  for (guint i = 0; i < names->len; i++)
    {
      const SquillPath *single = get_single (get_name (names, i));

      alone += squill_path_get_objects (get_name (names, i)) > 0;

      members += get_name (names, i)->present;
      if (single == NULL)
        continue;
      objects += squill_path_get_objects (single) > 0;
      fields += single->n_fields;
    }
  /* A record may have many arrays of objects that are alike. */
  if (objects < KIND_SHARE * signs->names || 2 * alone < objects)
    return;
  shared = count_shared (names);
  signs->share_fields =
      fields >= 2 * objects && g_hash_table_size (shared) * (double)objects <= LIKENESS * fields;
  if (signs->names < 2)
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
names_have_one_prefix (const GPtrArray *names)
{
  const SquillPath *first = get_name (names, 0);
  gsize length = get_prefix_length (first);

  for (guint i = 1; i < names->len; i++)
    if (get_prefix_length (get_name (names, i)) != length ||
        memcmp (get_name (names, i)->name, first->name, length) != 0)
      return FALSE;
  return TRUE;
}

static void
collect (SquillMapSigns *self, const GPtrArray *names, guint64 objects)
{
  guint64 members = 0;
  gboolean one_pattern = TRUE;
  guint n_known, n_most;

  *self = (SquillMapSigns){ .names = names->len, .objects = objects };
  if (names->len == 0)
    return;
  self->pattern = get_pattern (get_name (names, 0));
  for (guint i = 0; i < names->len; i++)
    {
      SquillKeyPattern pattern = get_pattern (get_name (names, i));

      members += get_name (names, i)->present;
      self->data_names += squill_key_pattern_is_data (pattern);
      self->maybe_names += squill_key_pattern_may_be_data (pattern);
      one_pattern = one_pattern && pattern == self->pattern;
    }
  if (!one_pattern)
    self->pattern = SQUILL_KEY_WORD;
  self->completeness = (double)members / (double)self->objects / (double)self->names;
  self->complete = self->objects >= RECORD_OBJECTS && self->completeness >= RECORD_SHARE;
  find_main_kind (names, &n_known, &n_most);
  self->alike = n_known == 0 || n_most >= KIND_SHARE * n_known;
  self->same_prefix = self->pattern == SQUILL_KEY_NUMBERED && names_have_one_prefix (names);
  compare_values (self, names);
}

/**
 * squill_map_signs_collect:
 * @self: (out caller-allocates): takes the signs
 * @path: a path of objects with at least one field
 *
 * Looks at all names and values of an object.
 */
void
squill_map_signs_collect (SquillMapSigns *self, const SquillPath *path)
{
  g_autoptr (GPtrArray) names = g_ptr_array_sized_new (path->n_fields);

  for (SquillPath *field = path->first; field != NULL; field = field->next)
    g_ptr_array_add (names, field);
  collect (self, names, squill_path_get_objects (path));
}

static gboolean
is_sparse (const SquillMapSigns *self)
{
  return self->objects >= SPARSE_OBJECTS && self->completeness < SPARSE_SHARE;
}

/* Patterns that no word has by chance. */
static gboolean
is_strong (SquillKeyPattern pattern)
{
  switch ((int)pattern)
    {
    case SQUILL_KEY_OBJECT_ID:
    case SQUILL_KEY_HEX_32:
    case SQUILL_KEY_HEX_40:
    case SQUILL_KEY_HEX_64:
    case SQUILL_KEY_UUID:
    case SQUILL_KEY_DATE:
    case SQUILL_KEY_EMAIL:
      return TRUE;
    default:
      return FALSE;
    }
}

/* Whether names that look like data are. @beside: other names stand in the same objects. */
static gboolean
are_data (const GPtrArray *names, guint64 objects, gboolean beside)
{
  SquillMapSigns signs;
  guint n_strong = 0;

  if (names->len < 2)
    return FALSE;
  collect (&signs, names, objects);
  if (!signs.alike)
    return FALSE;
  if (names->len >= SQUILL_MAP_LARGE)
    return TRUE;
  if (signs.complete)
    return FALSE;
  for (guint i = 0; i < names->len; i++)
    n_strong += is_strong (get_pattern (get_name (names, i)));
  return !beside || n_strong >= DATA_SHARE * names->len ||
         names->len >= (objects >= RECORD_OBJECTS ? FEW_NAMES : SOME_NAMES);
}

/* Whether names of one pattern that words may have, too, are data. */
static gboolean
are_codes (const GPtrArray *names, guint64 objects, gboolean beside)
{
  SquillMapSigns signs;
  gboolean few_of_many;

  if (names->len < 2)
    return FALSE;
  collect (&signs, names, objects);
  if (!signs.alike || signs.complete)
    return FALSE;
  if (signs.repeat_key && (!beside || names->len >= FEW_NAMES))
    return TRUE;
  few_of_many = is_sparse (&signs) && names->len >= SOME_NAMES;
  switch ((int)signs.pattern)
    {
    case SQUILL_KEY_LANGUAGE:
      return names->len >= (beside ? SOME_LANGUAGES : FEW_LANGUAGES);
    case SQUILL_KEY_PARTS:
      if (names->len >= SQUILL_MAP_LARGE)
        return TRUE;
      return names->len >= (beside ? SOME_NAMES : FEW_NAMES) &&
             (signs.share_fields || few_of_many || objects == 1);
    case SQUILL_KEY_NUMBERED:
      if (names->len >= SQUILL_MAP_LARGE)
        return TRUE;
      return signs.same_prefix && names->len >= (beside ? SOME_NAMES : FEW_NAMES) &&
             (signs.share_fields || few_of_many);
    case SQUILL_KEY_SYMBOLS:
      return names->len >= SQUILL_MAP_LARGE;
    default:
      return FALSE;
    }
}

/* Where values are scalars: whether those of single names are spread as those of all are. A field
 * has a range, a length and a format of its own. */
static gboolean
are_spread_alike (const GPtrArray *names, guint kind)
{
  double min = INFINITY, max = -INFINITY, bytes = 0, texts = 0;
  guint n_compared = 0, n_alike = 0;

  for (guint i = 0; i < names->len; i++)
    {
      const SquillPath *single = get_single (get_name (names, i));

      if (single == NULL)
        continue;
      if (single->numbers.count > 0)
        {
          min = MIN (min, single->numbers.min);
          max = MAX (max, single->numbers.max);
        }
      texts += (double)single->text.count;
      bytes += (double)single->text.bytes;
    }
  for (guint i = 0; i < names->len; i++)
    {
      const SquillPath *single = get_single (get_name (names, i));

      if (single == NULL || single->scalars.count < COMPARED_VALUES)
        continue;
      n_compared++;
      if (kind == KIND_NUMBER)
        n_alike += single->numbers.count > 0 &&
                   single->numbers.max - single->numbers.min >= SPREAD_SHARE * (max - min);
      else if (kind == KIND_TEXT && single->text.count > 0)
        {
          double mean = bytes / texts;
          double own = (double)single->text.bytes / (double)single->text.count;

          n_alike += own <= LENGTH_FACTOR * mean && own >= mean / LENGTH_FACTOR;
        }
      else
        n_alike += kind == KIND_OTHER;
    }
  return n_compared > 0 && n_alike >= ALIKE_SHARE * n_compared;
}

/* Whether the values are of one BSON type, where numbers are one. */
static gboolean
are_of_one_type (const GPtrArray *names)
{
  guint64 counts[SQUILL_N_TYPES + 1] = { 0 };
  guint64 sum = 0, most = 0;

  for (guint i = 0; i < names->len; i++)
    {
      const SquillPath *single = get_single (get_name (names, i));

      for (guint type = 0; single != NULL && type < SQUILL_N_TYPES; type++)
        {
          guint kind = kind_of_type (type);

          if (kind == KIND_NONE)
            continue;
          counts[kind == KIND_NUMBER ? SQUILL_N_TYPES : type] += single->types[type];
          sum += single->types[type];
        }
    }
  for (guint i = 0; i <= SQUILL_N_TYPES; i++)
    most = MAX (most, counts[i]);
  return (double)most >= KIND_SHARE * (double)sum;
}

/* Whether words are data. @in_documents: they are in the documents themselves, of which there are
 * several: what is a field somewhere is one there. */
static gboolean
are_data_words (const GPtrArray *names, guint64 objects, gboolean beside, gboolean in_documents)
{
  SquillMapSigns signs;
  guint kind, n_known, n_most;

  if (names->len < 2)
    return FALSE;
  collect (&signs, names, objects);
  if (!signs.alike || signs.complete)
    return FALSE;
  if (signs.repeat_key && (!beside || names->len >= FEW_NAMES))
    return TRUE;
  if (names->len < SQUILL_MAP_LARGE)
    return !in_documents && names->len >= SOME_NAMES && is_sparse (&signs) && signs.share_fields;
  if (signs.share_fields || (!beside && signs.maybe_names >= DATA_SHARE * names->len))
    return TRUE;
  if (!is_sparse (&signs))
    return FALSE;
  kind = find_main_kind (names, &n_known, &n_most);
  if (kind == KIND_OBJECT || kind == KIND_NONE)
    return TRUE;
  return are_of_one_type (names) && (names->len >= MANY_NAMES || are_spread_alike (names, kind));
}

static guint
mark (const GPtrArray *names)
{
  guint n = 0;

  for (guint i = 0; i < names->len; i++)
    {
      SquillPath *field = g_ptr_array_index (names, i);

      n += !field->is_key;
      field->is_key = TRUE;
    }
  return n;
}

/* The names of an object, by what they look like and how often they are there. */
typedef struct
{
  SquillPath *path;
  guint64 objects;
  guint n_keys;
} Choice;

static gboolean
is_in_share (const Choice *self, const SquillPath *field, double share)
{
  return self->objects >= RECORD_OBJECTS && (double)field->present >= share * (double)self->objects;
}

/* The names of which @wanted says so. Names that nearly all objects have belong to them only where
 * at least as many others do, or very many. */
static GPtrArray *
list_group (Choice *self, gboolean (*wanted) (SquillKeyPattern), guint64 *n_others)
{
  GPtrArray *group = g_ptr_array_new ();
  guint n_always = 0;

  *n_others = 0;
  for (SquillPath *field = self->path->first; field != NULL; field = field->next)
    if (!is_id (field) && !field->is_key && wanted (get_pattern (field)))
      {
        n_always += is_in_share (self, field, RECORD_SHARE);
        g_ptr_array_add (group, field);
      }
    else
      (*n_others) += !field->is_key;
  if (group->len < SQUILL_MAP_LARGE && 2 * n_always > group->len)
    g_ptr_array_set_size (group, 0);
  return group;
}

static gboolean
is_language (SquillKeyPattern pattern)
{
  return pattern == SQUILL_KEY_LANGUAGE;
}

static gboolean
is_parts (SquillKeyPattern pattern)
{
  return pattern == SQUILL_KEY_PARTS;
}

static gboolean
is_numbered (SquillKeyPattern pattern)
{
  return pattern == SQUILL_KEY_NUMBERED;
}

static gboolean
has_symbols (SquillKeyPattern pattern)
{
  return pattern == SQUILL_KEY_SYMBOLS;
}

/* Names of ids that have no digit, or too few, by chance: as long as the others, as frequent, and
 * with values of the same kind. */
static void
choose_ids (Choice *self, const GPtrArray *data)
{
  gsize min = G_MAXSIZE, max = 0;
  guint64 most = 0;
  guint kind, n_known, n_most;
  gboolean with_locales = FALSE;

  for (guint i = 0; i < data->len; i++)
    {
      const SquillPath *field = get_name (data, i);

      min = MIN (min, field->name_length);
      max = MAX (max, field->name_length);
      most = MAX (most, field->present);
      with_locales |= get_pattern (field) == SQUILL_KEY_LOCALE;
    }
  kind = find_main_kind (data, &n_known, &n_most);
  for (SquillPath *field = self->path->first; field != NULL; field = field->next)
    {
      if (field->is_key || is_id (field) || get_kind (field) != kind ||
          (double)field->present > FREQUENCY_FACTOR * (double)most)
        continue;
      if ((min == max && min >= SQUILL_KEY_ID_LENGTH && field->name_length == min) ||
          (with_locales && is_language (get_pattern (field))))
        {
          field->is_key = TRUE;
          self->n_keys++;
        }
    }
}

static void
choose_data (Choice *self)
{
  guint64 n_others;
  g_autoptr (GPtrArray) group = list_group (self, squill_key_pattern_is_data, &n_others);

  if (!are_data (group, self->objects, n_others > 0))
    return;
  self->n_keys += mark (group);
  choose_ids (self, group);
}

static void
choose_codes (Choice *self)
{
  static gboolean (*const patterns[]) (SquillKeyPattern) = { is_language, is_parts, is_numbered,
                                                             has_symbols };

  for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
    {
      guint64 n_others;
      g_autoptr (GPtrArray) group = list_group (self, patterns[i], &n_others);

      if (group->len > 0 && are_codes (group, self->objects, n_others > 0))
        self->n_keys += mark (group);
    }
}

/* Whether an object has a field that most of the others have, too. */
static gboolean
shares_fields (const SquillPath *field, GHashTable *shared, guint n_objects)
{
  const SquillPath *single = get_single (field);

  if (single->first == NULL && single->values == NULL)
    return TRUE;
  for (const SquillPath *each = single->first; each != NULL; each = each->next)
    {
      const Shared *of_name = g_hash_table_lookup (shared, each->name);

      if (of_name != NULL && 2 * of_name->values >= n_objects)
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_common_field (GHashTable *shared, guint n_objects)
{
  GHashTableIter iter;
  gpointer each;

  g_hash_table_iter_init (&iter, shared);
  while (g_hash_table_iter_next (&iter, NULL, &each))
    if (2 * ((Shared *)each)->values >= n_objects)
      return TRUE;
  return FALSE;
}

/* Takes out the names whose values are unlike those of most. More than a few of them are nothing
 * else, though: then values just differ, and all stay. */
static void
take_out_unlike (GPtrArray *names)
{
  g_autoptr (GPtrArray) alike = g_ptr_array_new ();
  g_autoptr (GHashTable) shared = NULL;
  guint n_known, n_most;
  guint kind = find_main_kind (names, &n_known, &n_most);

  if (kind == KIND_NONE)
    return;
  if (kind == KIND_OBJECT)
    {
      shared = count_shared (names);
      if (!has_common_field (shared, n_most))
        g_clear_pointer (&shared, g_hash_table_unref);
    }
  for (guint i = 0; i < names->len; i++)
    {
      SquillPath *field = g_ptr_array_index (names, i);
      guint own = get_kind (field);

      if (own == KIND_NONE ||
          (own == kind && (shared == NULL || shares_fields (field, shared, n_most))))
        g_ptr_array_add (alike, field);
    }
  if (names->len - alike->len > SOME_NAMES)
    return;
  g_ptr_array_set_size (names, 0);
  g_ptr_array_extend (names, alike, NULL, NULL);
}

static void
choose_words (Choice *self)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  guint n_left = 0;
  guint n_known, n_most;

  for (SquillPath *field = self->path->first; field != NULL; field = field->next)
    {
      if (field->is_key)
        continue;
      n_left++;
      if (!is_id (field) && !is_in_share (self, field, USUAL_SHARE))
        g_ptr_array_add (names, field);
    }
  if (find_main_kind (names, &n_known, &n_most) != KIND_OBJECT)
    for (guint i = names->len; i > 0; i--)
      if (is_in_share (self, get_name (names, i - 1), USUAL_SCALAR_SHARE))
        g_ptr_array_remove_index (names, i - 1);
  take_out_unlike (names);
  if (are_data_words (names, self->objects, names->len < n_left || self->n_keys > 0,
                      self->path->kind == SQUILL_PATH_DOCUMENT && self->objects > 1))
    self->n_keys += mark (names);
}

/* What of the fields beside a map is a key of it, too. */
static void
choose_more (Choice *self)
{
  const SquillPath *values = self->path->values;
  const guint kind = get_kind (values);
  const double usual = kind == KIND_OBJECT ? USUAL_SHARE : USUAL_SCALAR_SHARE;
  const gboolean are_odd = self->objects < RECORD_OBJECTS &&
                           values->present >= (guint64)ODD_NAMES * self->path->n_fields;

  for (SquillPath *field = self->path->first; field != NULL; field = field->next)
    {
      SquillKeyPattern pattern = get_pattern (field);
      gboolean is_data = squill_key_pattern_is_data (pattern);

      if (is_id (field) || is_in_share (self, field, is_data ? RECORD_SHARE : usual))
        continue;
      if (!are_odd && (!squill_map_keys_take (self->path->map, field->name_length, pattern) ||
                       (!is_data && get_kind (field) != kind && get_kind (field) != KIND_NONE)))
        continue;
      field->is_key = TRUE;
      self->n_keys++;
    }
}

static void
begin (Choice *self, SquillPath *path)
{
  *self = (Choice){ .path = path, .objects = squill_path_get_objects (path) };
  for (SquillPath *field = path->first; field != NULL; field = field->next)
    field->is_key = FALSE;
}

/**
 * squill_map_choose_keys:
 * @path: a path of objects with at least one field
 *
 * Chooses the names that are data, and marks their fields as keys. `_id` never is one, nor, but
 * among very many names that look like data, what nearly all objects have.
 *
 * Returns: how many names are keys
 */
guint
squill_map_choose_keys (SquillPath *path)
{
  Choice choice;

  begin (&choice, path);
  if (path->values != NULL)
    choose_more (&choice);
  choose_data (&choice);
  choose_codes (&choice);
  choose_words (&choice);
  return choice.n_keys;
}

/**
 * squill_map_choose_most:
 * @path: a path of objects with more fields than there may be
 *
 * Marks all names as keys but `_id` and those that most objects have.
 *
 * Returns: how many
 */
guint
squill_map_choose_most (SquillPath *path)
{
  Choice choice;

  begin (&choice, path);
  for (SquillPath *field = path->first; field != NULL; field = field->next)
    if (!is_id (field) && !is_in_share (&choice, field, USUAL_SHARE))
      {
        field->is_key = TRUE;
        choice.n_keys++;
      }
  return choice.n_keys;
}

/**
 * squill_map_choose_like_siblings:
 * @path: a path of objects; all others were decided
 *
 * Decides for an object as for those beside it: where most of the objects beside it are maps of
 * values of the same kind, and half of its names look like data, too, its names are keys, and are
 * marked. Alone it may have too few, or the same everywhere.
 *
 * Returns: how many names are keys
 */
guint
squill_map_choose_like_siblings (SquillPath *path)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  guint kind, n_known, n_most, n_data = 0, n_maps = 0, n_records = 0;
  Choice choice;

  if (path->kind != SQUILL_PATH_FIELD || path->values != NULL || path->first == NULL)
    return 0;
  begin (&choice, path);
  for (SquillPath *field = path->first; field != NULL; field = field->next)
    {
      if (is_id (field))
        return 0;
      n_data += field->looks_like_data;
      g_ptr_array_add (names, field);
    }
  kind = find_main_kind (names, &n_known, &n_most);
  if (2 * n_data < names->len || n_most < n_known)
    return 0;
  for (const SquillPath *other = path->parent->first; other != NULL; other = other->next)
    if (other != path && squill_path_get_objects (other) > 0)
      {
        if (other->values != NULL && get_kind (other->values) == kind)
          n_maps++;
        else
          n_records++;
      }
  if (n_maps < LIKE_SIBLINGS || n_maps < n_records)
    return 0;
  return mark (names);
}
