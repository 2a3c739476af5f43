/* SPDX-License-Identifier: Apache-2.0 */

/* Whether names that are words are data.
 *
 * Where many objects are known it shows: fields are in most of them, and of names that are data
 * each object has a few of many. A record with many optional texts looks just like a map of texts,
 * though, so of small ones only what is alike in all that is known is a map, or what brings new
 * names with nearly every object.
 *
 * Of few objects, such as those in a file that is one document, it has to be weighed: how many
 * names there are; how much the values have in common; whether the names are written as the fields
 * around them; whether they are words that fields have everywhere; whether they, or the values,
 * stand beside as names of other objects. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-map-words.h"

#include <math.h>
#include <string.h>

/* So many words for scalars that an object has few of are no record that anybody wrote down; where
 * the values are alike too, fewer will do. */
#define MANY_NAMES 256u
#define ALIKE_NAMES 16u
/* The share of names that are new in each object: fields come again. */
#define NEW_NAMES_SHARE 0.5
/* Objects have to share this many fields each before their likeness means anything. */
#define SOME_FIELDS 1.5
/* Scalars that stand beside more than this share of names that come often may be fields, too. */
#define BESIDE_PART 0.125
/* With values of this many to compare, most of the names have values that are spread like all: at
 * least this share of the range of numbers, and mean lengths of texts within this factor. */
#define COMPARED_VALUES 5u
#define ALIKE_SHARE 0.8
#define SPREAD_SHARE 0.2
#define LENGTH_FACTOR 2.0

/* What speaks for data where few objects are known, in powers of two of the odds. Eight names of
 * which nothing else is known are as likely one as the other. */
#define EVEN_NAMES 8.0
#define WANTED_POINTS 1.0
/* Values that are objects: by the share of the fields of one that another has, on average. */
#define OVERLAP_LARGE 0.8
#define POINTS_OVERLAP_LARGE 1.5
#define OVERLAP_SOME 0.5
#define POINTS_OVERLAP_SOME 1.0
/* Of fewer names all values have the same. */
#define OVERLAP_SAME 0.95
/* Kinds of objects with one field in common that tells them apart. */
#define OVERLAP_LITTLE 0.25
#define POINTS_OVERLAP_NONE (-3.0)
/* Objects of one field say little, */
#define POINTS_ONE_FIELD (-1.0)
/* and scalars less: statistics are records of numbers, and settings of texts and switches. */
#define POINTS_TEXTS (-1.5)
#define POINTS_NUMBERS (-2.5)
#define POINTS_OTHERS (-2.0)
#define POINTS_LISTS 1.0
/* Texts of sentences, on average so long. */
#define LONG_TEXT 40.0
#define POINTS_LONG_TEXTS 1.0
/* Names written as no name around them. */
#define POINTS_OTHER_STYLE 1.5
#define STYLE_SHARE 0.6
#define OTHER_STYLE_SHARE 0.1
#define STYLE_NAMES 3u
#define MAX_NAMES_AROUND 512u
/* Names of at least this many words are long. */
#define LONG_NAME_WORDS 4u
#define LONG_NAME_SHARE 0.5
#define POINTS_LONG_NAMES 1.0
/* Codes of countries, currencies, airports. */
#define MAX_CODE_BYTES 3u
#define POINTS_CODES 2.0
/* Words that fields have everywhere; objects that are alike may describe such fields. */
#define FIELD_WORDS_SHARE 0.25
#define POINTS_FIELD_WORDS (-2.5)
#define POINTS_FIELD_WORDS_OF_OBJECTS (-1.0)
#define FEW_FIELD_WORDS_SHARE 0.1
#define POINTS_FEW_FIELD_WORDS (-1.0)
/* All names end, or begin, with the same word: `_url`, `min_`. */
#define AFFIX_SHARE 0.6
#define POINTS_AFFIX (-1.0)
/* Names, or values, that are names of an object beside. */
#define BESIDE_SHARE 0.75
#define BESIDE_NAMES 6u
#define POINTS_NAMES_BESIDE 2.0
#define POINTS_VALUES_BESIDE 2.5
/* At most this many paths are searched for documents that have the names as their ids. */
#define MAX_IDS_LOOKED_AT 4096u
/* Rare names of numbers: an object has at most this share of the names. */
#define RARE_SHARE 0.4
/* Other names stand in the same objects. */
#define POINTS_BESIDE_FIELDS (-1.0)
/* Three or more objects have nearly all of the names, or the objects have less than half of them.
 */
#define USUAL_OBJECTS 3u
#define POINTS_USUAL (-3.0)
#define HALF_SHARE 0.5
#define POINTS_HALF 0.5
/* Nearly each name stands in one object only. */
#define NEW_NAMES_LARGE_SHARE 0.75
#define POINTS_NEW_NAMES 1.5
/* What ten or more objects would have shown is harder to believe where they did not. */
#define WANTED_POINTS_MANY 2.5
/* The fewer there are the more has to say so: how they are written, or what is beside. */
#define WANTED_POINTS_FEW 2.0
/* From this many names on, objects beside each other are decided together. */
#define TOGETHER_NAMES 16u
#define OVERLAP_TOGETHER 0.65

/* Where values are scalars: whether those of single names are spread as those of all are. A field
 * has a range, a length and a format of its own. */
static gboolean
are_spread_alike (const GPtrArray *names, guint kind)
{
  double min = INFINITY, max = -INFINITY, bytes = 0, texts = 0;
  guint n_compared = 0, n_alike = 0;

  for (guint i = 0; i < names->len; i++)
    {
      const SquillPath *single = squill_map_get_single (squill_map_get_name (names, i));

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
      const SquillPath *single = squill_map_get_single (squill_map_get_name (names, i));

      if (single == NULL || single->scalars.count < COMPARED_VALUES)
        continue;
      n_compared++;
      if (kind == SQUILL_MAP_KIND_NUMBER)
        n_alike += single->numbers.count > 0 &&
                   single->numbers.max - single->numbers.min >= SPREAD_SHARE * (max - min);
      else if (kind == SQUILL_MAP_KIND_TEXT && single->text.count > 0)
        {
          double mean = bytes / texts;
          double own = (double)single->text.bytes / (double)single->text.count;

          n_alike += own <= LENGTH_FACTOR * mean && own >= mean / LENGTH_FACTOR;
        }
      else
        n_alike += kind == SQUILL_MAP_KIND_OTHER;
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
      const SquillPath *single = squill_map_get_single (squill_map_get_name (names, i));

      for (guint type = 0; single != NULL && type < SQUILL_N_TYPES; type++)
        {
          guint kind = squill_map_kind_of_type (type);

          if (kind == SQUILL_MAP_KIND_NONE)
            continue;
          counts[kind == SQUILL_MAP_KIND_NUMBER ? SQUILL_N_TYPES : type] += single->types[type];
          sum += single->types[type];
        }
    }
  for (guint i = 0; i <= SQUILL_N_TYPES; i++)
    most = MAX (most, counts[i]);
  return (double)most >= SQUILL_MAP_KIND_SHARE * (double)sum;
}

/* Sets of names that are complete: whoever writes one of them writes them all. */
static gboolean
are_fixed (const GPtrArray *names)
{
  static const char *const sets[][48] = {
    { "january", "february", "march",    "april", "may", "june", "july", "august", "september",
      "october", "november", "december", "jan",   "feb", "mar",  "apr",  "jun",    "jul",
      "aug",     "sep",      "sept",     "oct",   "nov", "dec",  NULL },
    { "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "mon",
      "tue",    "wed",     "thu",       "fri",      "sat",    "sun",      "mo",     "tu",
      "we",     "th",      "fr",        "sa",       "su",     NULL },
    { "north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest", "n",
      "ne", "e", "se", "s", "sw", "w", "nw", NULL },
    { "min",    "max",      "mean", "median", "avg", "average", "sum",   "count", "total", "std",
      "stddev", "variance", "p1",   "p5",     "p10", "p25",     "p50",   "p75",   "p90",   "p95",
      "p99",    "p999",     "q1",   "q2",     "q3",  "mode",    "range", "first", "last",  NULL },
  };

  for (guint set = 0; set < G_N_ELEMENTS (sets); set++)
    {
      guint n = 0;

      for (guint i = 0; i < names->len; i++)
        {
          g_autofree char *small = g_ascii_strdown (squill_map_get_name (names, i)->name, -1);

          n += g_strv_contains (sets[set], small);
        }
      if (n >= SQUILL_MAP_DATA_SHARE * names->len)
        return TRUE;
    }
  return FALSE;
}

/* The share of the names that fields have wherever there are documents. */
static double
get_share_of_field_words (const GPtrArray *names)
{
  static const char *const words[] = {
    "id",           "uid",         "uuid",       "guid",
    "key",          "ref",         "name",       "fullname",
    "firstname",    "lastname",    "username",   "nickname",
    "displayname",  "title",       "subtitle",   "label",
    "caption",      "description", "desc",       "summary",
    "comment",      "comments",    "note",       "notes",
    "text",         "content",     "body",       "message",
    "subject",      "type",        "kind",       "class",
    "category",     "group",       "status",     "state",
    "role",         "code",        "version",    "revision",
    "license",      "homepage",    "repository", "date",
    "time",         "datetime",    "timestamp",  "created",
    "createdat",    "updated",     "updatedat",  "modified",
    "modifiedat",   "deletedat",   "start",      "startdate",
    "end",          "enddate",     "from",       "to",
    "since",        "until",       "duration",   "timezone",
    "year",         "month",       "day",        "hour",
    "age",          "gender",      "birthday",   "birthdate",
    "email",        "phone",       "mobile",     "fax",
    "address",      "street",      "city",       "town",
    "zip",          "zipcode",     "postalcode", "postcode",
    "region",       "country",     "latitude",   "longitude",
    "lat",          "lon",         "lng",        "altitude",
    "location",     "position",    "company",    "organization",
    "author",       "authors",     "owner",      "creator",
    "user",         "userid",      "password",   "token",
    "secret",       "url",         "uri",        "href",
    "link",         "website",     "web",        "path",
    "file",         "filename",    "filesize",   "mimetype",
    "format",       "encoding",    "charset",    "hash",
    "checksum",     "size",        "length",     "width",
    "height",       "depth",       "weight",     "color",
    "colour",       "icon",        "image",      "avatar",
    "thumbnail",    "logo",        "font",       "fontsize",
    "fontfamily",   "theme",       "style",      "language",
    "lang",         "locale",      "currency",   "price",
    "cost",         "amount",      "total",      "subtotal",
    "tax",          "discount",    "quantity",   "count",
    "number",       "index",       "order",      "rank",
    "score",        "rating",      "min",        "max",
    "mean",         "average",     "sum",        "value",
    "values",       "default",     "enabled",    "disabled",
    "active",       "visible",     "hidden",     "required",
    "optional",     "readonly",    "public",     "private",
    "host",         "hostname",    "port",       "protocol",
    "timeout",      "retries",     "interval",   "limit",
    "offset",       "page",        "database",   "debug",
    "verbose",      "level",       "mode",       "tags",
    "items",        "children",    "parent",     "options",
    "settings",     "config",      "metadata",   "meta",
    "data",         "extra",       "properties", "attributes",
    "dependencies", "source",      "target",     "input",
    "output",       "x",           "y",          "z",
    "main",         NULL,
  };
  guint n = 0;

  for (guint i = 0; i < names->len; i++)
    {
      const SquillPath *field = squill_map_get_name (names, i);
      g_autoptr (GString) plain = g_string_sized_new (field->name_length + 1);

      for (gsize k = 0; k < field->name_length; k++)
        if (field->name[k] != '_' && field->name[k] != '-' && field->name[k] != ' ')
          g_string_append_c (plain, g_ascii_tolower (field->name[k]));
      n += g_strv_contains (words, plain->str);
    }
  return n >= 2 ? (double)n / names->len : 0;
}

/* How a name is written. */
typedef enum
{
  STYLE_CAPITAL = 1 << 0, /* begins with a capital letter */
  STYLE_SIGNS = 1 << 1,   /* blanks, dashes, letters of other alphabets and the like */
  STYLE_LONG = 1 << 2,    /* of many words */
} Style;

static guint
get_style (const SquillPath *field)
{
  guint style = g_ascii_isupper (field->name[0]) ? STYLE_CAPITAL : 0;
  guint words = 1;

  for (gsize i = 0; i < field->name_length; i++)
    {
      const char c = field->name[i];

      if (!g_ascii_isalnum (c) && strchr ("_$@", c) == NULL)
        style |= STYLE_SIGNS;
      words += i > 0 && i + 1 < field->name_length &&
               (c == '_' || c == '-' || c == ' ' ||
                (g_ascii_isupper (c) && g_ascii_islower (field->name[i - 1])));
    }
  return style | (words >= LONG_NAME_WORDS ? STYLE_LONG : 0);
}

typedef struct
{
  guint names;
  guint capital;
  guint signs;
  guint of_many_words;
} Styles;

static void
count_style (Styles *self, const SquillPath *field)
{
  guint style = get_style (field);

  self->names++;
  self->capital += (style & STYLE_CAPITAL) != 0;
  self->signs += (style & STYLE_SIGNS) != 0;
  self->of_many_words += (style & STYLE_LONG) != 0;
}

static gboolean
is_other_style (guint own, guint n_own, guint around, guint n_around)
{
  return own >= STYLE_SHARE * n_own && around <= OTHER_STYLE_SHARE * n_around;
}

/* Names of fields are written alike in one collection; data is written as it is. What stands above
 * and right below are fields, as far as is known. */
static double
weigh_style (const GPtrArray *names, const SquillPath *path)
{
  Styles own = { 0 }, around = { 0 };
  double points = 0;

  for (guint i = 0; i < names->len; i++)
    {
      const SquillPath *single = squill_map_get_single (squill_map_get_name (names, i));

      count_style (&own, squill_map_get_name (names, i));
      for (const SquillPath *field = single != NULL ? single->first : NULL;
           field != NULL && around.names < MAX_NAMES_AROUND; field = field->next)
        if (!field->looks_like_data)
          count_style (&around, field);
    }
  for (const SquillPath *above = path->parent; above != NULL; above = above->parent)
    for (const SquillPath *field = above->first;
         field != NULL && around.names < 2 * MAX_NAMES_AROUND; field = field->next)
      if (!field->looks_like_data)
        count_style (&around, field);
  if (around.names >= STYLE_NAMES &&
      (is_other_style (own.capital, own.names, around.capital, around.names) ||
       is_other_style (own.signs, own.names, around.signs, around.names)))
    points += POINTS_OTHER_STYLE;
  if (own.of_many_words >= LONG_NAME_SHARE * own.names)
    points += POINTS_LONG_NAMES;
  return points;
}

/* The last word of a name, or the first, by underscores, dashes and capitals. */
static char *
get_affix (const SquillPath *field, gboolean last)
{
  const char *begin = field->name, *end = field->name + field->name_length;
  const char *at;

  if (last)
    {
      at = squill_path_get_last_word (field, NULL);
      return at > begin ? g_ascii_strdown (at, end - at) : NULL;
    }
  for (at = begin; at < end && g_ascii_isalnum (at[0]); at++)
    if (at > begin && g_ascii_isupper (at[0]) && g_ascii_islower (at[-1]))
      break;
  return at < end ? g_ascii_strdown (begin, at - begin) : NULL;
}

static gboolean
have_one_affix (const GPtrArray *names, gboolean last)
{
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint most = 0;

  for (guint i = 0; i < names->len; i++)
    {
      char *affix = get_affix (squill_map_get_name (names, i), last);
      guint n;

      if (affix == NULL)
        continue;
      n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, affix)) + 1;
      g_hash_table_replace (counts, affix, GUINT_TO_POINTER (n));
      most = MAX (most, n);
    }
  return most >= AFFIX_SHARE * names->len;
}

/* What the fields of objects are called, for comparing them: the keys of maps are one. */
static void
count_field (GHashTable *counts, const char *name, guint64 *sum)
{
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, name)) + 1;

  g_hash_table_insert (counts, (gpointer)name, GUINT_TO_POINTER (n));
  (*sum)++;
}

static const char *
get_name_of_keys (const SquillPath *values)
{
  /* No name of a field has this sign. */
  static const char *const names[SQUILL_N_MAP_KINDS] = { "\1", "\2", "\3", "\4", "\5", "\6" };

  return names[squill_map_get_kind (values)];
}

/* How much objects that are values have in common: of two of them, the share of the fields of one
 * that the other has, too. @mean: how many fields each has. */
static double
measure_overlap (const GPtrArray *values, double *mean)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (g_str_hash, g_str_equal);
  guint64 sum = 0;
  guint n_objects = 0, n_maps = 0;
  double pairs = 0;
  GHashTableIter iter;
  gpointer count;

  for (guint i = 0; i < values->len; i++)
    {
      const SquillPath *single = squill_map_get_single (squill_map_get_name (values, i));
      const char *of_keys = NULL;

      if (single == NULL || (single->first == NULL && single->values == NULL))
        continue;
      n_objects++;
      if (single->values != NULL)
        of_keys = get_name_of_keys (single->values);
      for (const SquillPath *field = single->first; field != NULL; field = field->next)
        if (field->looks_like_data)
          of_keys = get_name_of_keys (field);
        else
          count_field (counts, field->name, &sum);
      if (of_keys != NULL)
        {
          count_field (counts, of_keys, &sum);
          n_maps++;
        }
    }
  /* A map says as much as two fields. */
  *mean = n_objects > 0 ? (double)(sum + n_maps) / n_objects : 0;
  if (n_objects < 2 || sum == 0)
    return 0;
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, NULL, &count))
    {
      double n = GPOINTER_TO_UINT (count);

      pairs += n * (n - 1);
    }
  return pairs / ((double)sum * (n_objects - 1));
}

/* Objects whose values are objects again, under names that differ each time: what these have in
 * common. */
static double
measure_overlap_below (const GPtrArray *values, double *mean)
{
  g_autoptr (GPtrArray) below = g_ptr_array_new ();
  guint n_known, n_most;

  *mean = 0;
  for (guint i = 0; i < values->len; i++)
    {
      const SquillPath *single = squill_map_get_single (squill_map_get_name (values, i));

      for (SquillPath *field = single != NULL ? single->first : NULL;
           field != NULL && below->len < SQUILL_PATH_MAX_NAMES; field = field->next)
        g_ptr_array_add (below, field);
    }
  if (below->len < 2 * values->len ||
      squill_map_find_main_kind (below, &n_known, &n_most) != SQUILL_MAP_KIND_OBJECT ||
      n_most < SQUILL_MAP_KIND_SHARE * n_known)
    return 0;
  return measure_overlap (below, mean);
}

static double
weigh_objects (const GPtrArray *names)
{
  double mean = 0;
  double overlap = measure_overlap (names, &mean);
  double points = mean < 2 ? POINTS_ONE_FIELD : 0;

  if (overlap < OVERLAP_LITTLE)
    {
      overlap = measure_overlap_below (names, &mean);
      if (overlap < OVERLAP_LARGE || mean < 2)
        return POINTS_OVERLAP_NONE;
      return POINTS_OVERLAP_SOME;
    }
  return points + (overlap >= OVERLAP_LARGE  ? POINTS_OVERLAP_LARGE
                   : overlap >= OVERLAP_SOME ? POINTS_OVERLAP_SOME
                                             : 0);
}

static double
weigh_texts (const GPtrArray *names)
{
  guint64 texts = 0, bytes = 0, formats = 0;

  for (guint i = 0; i < names->len; i++)
    {
      const SquillPath *single = squill_map_get_single (squill_map_get_name (names, i));

      if (single == NULL)
        continue;
      texts += single->text.count;
      bytes += single->text.bytes;
      for (guint k = SQUILL_TEXT_PLAIN + 1;
           single->text.formats != NULL && k < SQUILL_N_TEXT_FORMATS; k++)
        formats += single->text.formats->counts[k];
    }
  return (double)bytes >= LONG_TEXT * (double)texts && 2 * formats < texts
             ? POINTS_TEXTS + POINTS_LONG_TEXTS
             : POINTS_TEXTS;
}

/* Whether an object has such a name. */
static gboolean
has_name (const SquillPath *object, const char *name, gsize length)
{
  const guint64 hash = squill_text_hash (name, length);

  if (squill_path_find_field ((SquillPath *)object, name, length) != NULL)
    return TRUE;
  if (object->map == NULL)
    return FALSE;
  if (object->map->overflowed)
    return object->map->distinct != NULL &&
           squill_hash_sample_lookup (object->map->distinct, hash) > 0;
  return squill_map_keys_may_contain (object->map, name, length,
                                      squill_key_pattern_of (name, length));
}

/* Of very many keys only a sample is kept: what share of them has_name() finds. */
static double
get_kept_share (const SquillPath *object)
{
  if (object->map == NULL || object->map->distinct == NULL)
    return 1;
  return 1.0 /
         (double)(G_GUINT64_CONSTANT (1) << squill_hash_sample_get_level (object->map->distinct));
}

static double
weigh_beside_object (const GPtrArray *names, const SquillMapSigns *signs, const SquillPath *object)
{
  guint n_names = 0, n_values = 0, n_texts = 0;
  const double share = get_kept_share (object);

  for (guint i = 0; i < names->len; i++)
    {
      const SquillPath *field = squill_map_get_name (names, i);
      const SquillPath *single = squill_map_get_single (field);

      n_names += has_name (object, field->name, field->name_length);
      for (guint k = 0; single != NULL && k < single->scalars.table.n_values; k++)
        {
          const SquillValue *value = &single->scalars.table.values[k];

          if (value->type != SQUILL_BSON_STRING || value->bytes == NULL || value->length <= 5)
            continue;
          n_texts++;
          n_values += has_name (object, (const char *)value->bytes + 4, value->length - 5);
        }
    }
  if (n_texts >= BESIDE_NAMES && n_values >= BESIDE_SHARE * share * n_texts)
    return POINTS_VALUES_BESIDE;
  /* Records of the same fields stand beside each other, too. */
  if (n_names >= BESIDE_NAMES && n_names >= BESIDE_SHARE * share * names->len &&
      squill_map_get_kind (object->values != NULL ? object->values : object->first) != signs->kind)
    return POINTS_NAMES_BESIDE;
  return 0;
}

/* The names of objects that stand beside this one, and in it. */
static double
weigh_beside (const GPtrArray *names, const SquillMapSigns *signs, const SquillPath *path)
{
  double points = 0;

  for (const SquillPath *other = path->parent != NULL ? path->parent->first : NULL; other != NULL;
       other = other->next)
    if (other != path && squill_path_get_objects (other) > 0 &&
        (other->first != NULL || other->values != NULL))
      points = MAX (points, weigh_beside_object (names, signs, other));
  return MAX (points, signs->kind == SQUILL_MAP_KIND_TEXT
                          ? MIN (weigh_beside_object (names, signs, path), 0)
                          : 0);
}

/**
 * squill_map_words_are_codes:
 * @names: (element-type SquillPath): fields
 *
 * Returns: whether nearly all names are two, or are three, capital letters or digits
 */
gboolean
squill_map_words_are_codes (const GPtrArray *names)
{
  guint n_codes[MAX_CODE_BYTES + 1] = { 0 };

  for (guint i = 0; i < names->len; i++)
    {
      const SquillPath *field = squill_map_get_name (names, i);
      gboolean is_code = field->name_length >= 2 && field->name_length <= MAX_CODE_BYTES;

      for (gsize k = 0; k < field->name_length && is_code; k++)
        is_code = g_ascii_isupper (field->name[k]) || g_ascii_isdigit (field->name[k]);
      if (is_code)
        n_codes[field->name_length]++;
    }
  return MAX (n_codes[2], n_codes[MAX_CODE_BYTES]) >= SQUILL_MAP_DATA_SHARE * names->len;
}

/**
 * squill_map_words_are_keys_above:
 * @path: a path of objects
 * @names: (element-type SquillPath): its fields, none of which most of the objects have
 *
 * Returns: whether it stands in the values of a map, and most of its names, with values that are
 * alike, are keys of that: things that are kept by name have to do with each other
 */
gboolean
squill_map_words_are_keys_above (const SquillPath *path, const GPtrArray *names)
{
  SquillMapSigns signs;

  if (names->len < BESIDE_NAMES)
    return FALSE;
  squill_map_signs_measure (&signs, names, squill_path_get_objects (path));
  if (!signs.alike || signs.complete)
    return FALSE;
  for (const SquillPath *above = path->parent; above != NULL; above = above->parent)
    {
      guint n_names = 0;

      if (above->map == NULL)
        continue;
      for (guint i = 0; i < names->len; i++)
        n_names += has_name (above, squill_map_get_name (names, i)->name,
                             squill_map_get_name (names, i)->name_length);
      if (n_names >= BESIDE_SHARE * get_kept_share (above) * names->len)
        return TRUE;
    }
  return FALSE;
}

/* What speaks for the names being data, in powers of two of the odds. */
static double
weigh (const GPtrArray *names, const SquillMapSigns *signs, const SquillMapPlace *place)
{
  double points = log2 (names->len / EVEN_NAMES);
  double fields = get_share_of_field_words (names);
  guint n_lists = 0;

  for (guint i = 0; i < names->len; i++)
    n_lists +=
        squill_map_get_single (squill_map_get_name (names, i)) != squill_map_get_name (names, i);
  switch (signs->kind)
    {
    case SQUILL_MAP_KIND_OBJECT:
      points += weigh_objects (names);
      break;
    case SQUILL_MAP_KIND_TEXT:
      points += weigh_texts (names);
      break;
    case SQUILL_MAP_KIND_NUMBER:
      points += POINTS_NUMBERS;
      break;
    case SQUILL_MAP_KIND_NONE:
    case SQUILL_MAP_KIND_ARRAY:
    case SQUILL_MAP_KIND_OTHER:
    default:
      points += POINTS_OTHERS;
      break;
    }
  if (n_lists >= SQUILL_MAP_KIND_SHARE * names->len)
    points += POINTS_LISTS;
  points += weigh_style (names, place->path);
  points += weigh_beside (names, signs, place->path);
  if (squill_map_words_are_codes (names))
    points += POINTS_CODES;
  if (fields >= FIELD_WORDS_SHARE)
    points +=
        signs->kind == SQUILL_MAP_KIND_OBJECT ? POINTS_FIELD_WORDS_OF_OBJECTS : POINTS_FIELD_WORDS;
  else if (fields >= FEW_FIELD_WORDS_SHARE)
    points += POINTS_FEW_FIELD_WORDS;
  if (have_one_affix (names, TRUE) || have_one_affix (names, FALSE))
    points += POINTS_AFFIX;
  if (place->n_beside > 0)
    points += POINTS_BESIDE_FIELDS;
  if (signs->objects >= USUAL_OBJECTS && signs->completeness >= SQUILL_MAP_RECORD_SHARE)
    points += POINTS_USUAL;
  else if (signs->objects > 1 && signs->completeness < HALF_SHARE)
    points += POINTS_HALF;
  if (signs->objects >= USUAL_OBJECTS &&
      (double)names->len >= NEW_NAMES_LARGE_SHARE * (double)signs->members)
    points += POINTS_NEW_NAMES;
  return points;
}

/* Of the names on many objects, of which each has few. */
static gboolean
are_sparse_data (const GPtrArray *names, const SquillMapSigns *signs, guint n_beside)
{
  const gboolean is_object =
      signs->kind == SQUILL_MAP_KIND_OBJECT || signs->kind == SQUILL_MAP_KIND_NONE;
  const gboolean are_new = (double)names->len >= NEW_NAMES_SHARE * (double)signs->members;

  if (names->len < SQUILL_MAP_SOME_NAMES)
    return FALSE;
  if (is_object)
    {
      double mean, overlap;

      if (names->len >= SQUILL_MAP_LARGE || signs->share_fields)
        return TRUE;
      overlap = measure_overlap (names, &mean);
      return overlap >= OVERLAP_SOME &&
             (mean >= SOME_FIELDS || (are_new && names->len >= ALIKE_NAMES));
    }
  if (!are_of_one_type (names))
    return FALSE;
  if (names->len >= MANY_NAMES)
    return TRUE;
  /* The fields of a record come more or less often. */
  if (names->len < SQUILL_MAP_LARGE && n_beside > BESIDE_PART * names->len)
    return FALSE;
  if (are_new && n_beside <= BESIDE_PART * names->len)
    return TRUE;
  return names->len >= ALIKE_NAMES && are_spread_alike (names, signs->kind) &&
         get_share_of_field_words (names) < FIELD_WORDS_SHARE;
}

/* Whether texts at a path are ids of as many things as there are names, and the names are these. */
static gboolean
are_ids_at (const GPtrArray *names, const SquillPath *path)
{
  const SquillHashSample *sample = path->scalars.sample;
  const guint64 distinct = sample != NULL ? squill_hash_sample_get_kept (sample) : 0;
  guint n = 0;

  if (distinct == 0 || !squill_hash_sample_is_exact (sample) || distinct != path->scalars.count ||
      (double)distinct * BESIDE_SHARE > names->len)
    return FALSE;
  for (guint i = 0; i < names->len; i++)
    {
      const SquillPath *field = squill_map_get_name (names, i);

      n += squill_hash_sample_lookup (sample, squill_text_hash (field->name, field->name_length)) >
           0;
    }
  return n >= BESIDE_SHARE * names->len;
}

/* Whether the names are the ids of things that are kept elsewhere in the collection. */
static gboolean
are_ids_elsewhere (const GPtrArray *names, const SquillPath *path)
{
  const SquillPath *root = path;
  guint n_looked_at = 0;

  while (root->parent != NULL)
    root = root->parent;
  for (const SquillPath *other = root; other != NULL && n_looked_at < MAX_IDS_LOOKED_AT;
       other = squill_path_next ((SquillPath *)other, (SquillPath *)root, FALSE), n_looked_at++)
    if (other->kind == SQUILL_PATH_FIELD && other->parent != path && other->text.count > 0 &&
        are_ids_at (names, other))
      return TRUE;
  return FALSE;
}

/* Documents with an _id are documents of a collection, if there is but one. */
static gboolean
is_root_of_collection (const SquillPath *path)
{
  return path->kind == SQUILL_PATH_DOCUMENT &&
         (squill_path_get_objects (path) > 1 ||
          squill_path_find_field ((SquillPath *)path, "_id", 3) != NULL);
}

/* Whether a file is one document, of a few names for objects that have the same fields and no
 * others. */
static gboolean
are_few_of_one_shape (const GPtrArray *names,
                      const SquillMapSigns *signs,
                      const SquillMapPlace *place)
{
  double mean;

  return place->path->kind == SQUILL_PATH_DOCUMENT && place->n_beside == 0 &&
         names->len > SQUILL_MAP_FEW_NAMES && signs->kind == SQUILL_MAP_KIND_OBJECT &&
         measure_overlap (names, &mean) >= OVERLAP_SAME && mean >= 2;
}

/**
 * squill_map_words_are_data:
 * @names: (element-type SquillPath): fields whose names are words
 * @place: where they are
 *
 * Returns: whether their names are data
 */
gboolean
squill_map_words_are_data (const GPtrArray *names, const SquillMapPlace *place)
{
  SquillMapSigns signs;

  if (names->len < 2)
    return FALSE;
  squill_map_signs_measure (&signs, names, squill_path_get_objects (place->path));
  if (!signs.alike || signs.complete)
    return FALSE;
  if (signs.repeat_key && (place->n_beside == 0 || names->len >= SQUILL_MAP_FEW_NAMES))
    return TRUE;
  if (names->len >= SQUILL_MAP_LARGE &&
      (signs.share_fields ||
       (place->n_beside == 0 && signs.maybe_names >= SQUILL_MAP_DATA_SHARE * names->len)))
    return TRUE;
  /* What is a field in one document of several is one there. */
  if (is_root_of_collection (place->path) && names->len < SQUILL_MAP_LARGE)
    return FALSE;
  if (squill_map_signs_are_sparse (&signs))
    return are_sparse_data (names, &signs, place->n_beside);
  if (!place->all_read || is_root_of_collection (place->path) || are_fixed (names))
    return FALSE;
  if (names->len < SQUILL_MAP_SOME_NAMES)
    return are_few_of_one_shape (names, &signs, place) &&
           weigh (names, &signs, place) >= WANTED_POINTS_FEW;
  return weigh (names, &signs, place) >=
         (signs.objects >= SQUILL_MAP_RECORD_OBJECTS ? WANTED_POINTS_MANY : WANTED_POINTS);
}

/**
 * squill_map_words_are_rare_numbers:
 * @path: a path of objects
 * @names: (element-type SquillPath): all of its fields
 *
 * Returns: whether they are names of numbers of which each of several objects has a few, and either
 * the ids of things that are kept elsewhere in the collection, or many whose values are spread
 * alike: the fields of a record have ranges of their own, or most objects have them
 */
gboolean
squill_map_words_are_rare_numbers (const SquillPath *path, const GPtrArray *names)
{
  SquillMapSigns signs;

  if (names->len < SQUILL_MAP_SOME_NAMES || is_root_of_collection (path))
    return FALSE;
  squill_map_signs_measure (&signs, names, squill_path_get_objects (path));
  return signs.kind == SQUILL_MAP_KIND_NUMBER && signs.objects >= SQUILL_MAP_RECORD_OBJECTS &&
         signs.completeness < RARE_SHARE && are_of_one_type (names) && !are_fixed (names) &&
         (are_ids_elsewhere (names, path) ||
          (names->len >= ALIKE_NAMES && are_spread_alike (names, signs.kind) &&
           get_share_of_field_words (names) < FEW_FIELD_WORDS_SHARE));
}

/**
 * squill_map_words_are_data_together:
 * @names: (element-type SquillPath): the fields of several objects that stand beside each other
 * @n_objects: how many objects
 *
 * Looks at objects together that have too few names each.
 *
 * Returns: whether the names of all of them are data: their values are objects of the same fields,
 * and hardly any of the objects has the names of another
 */
gboolean
squill_map_words_are_data_together (const GPtrArray *names, guint n_objects)
{
  g_autoptr (GHashTable) different = g_hash_table_new (g_str_hash, g_str_equal);
  guint n_known, n_most;
  double mean, overlap;

  if (names->len < TOGETHER_NAMES || names->len < 2 * n_objects ||
      squill_map_find_main_kind (names, &n_known, &n_most) != SQUILL_MAP_KIND_OBJECT ||
      n_most < n_known)
    return FALSE;
  for (guint i = 0; i < names->len; i++)
    g_hash_table_add (different, squill_map_get_name (names, i)->name);
  overlap = measure_overlap (names, &mean);
  return overlap >= OVERLAP_TOGETHER && mean >= SOME_FIELDS &&
         g_hash_table_size (different) >= SQUILL_MAP_DATA_SHARE * names->len &&
         get_share_of_field_words (names) < FIELD_WORDS_SHARE;
}

/**
 * squill_map_values_overlap:
 * @names: (element-type SquillPath): fields
 *
 * Returns: whether their values are objects with mostly the same fields
 */
gboolean
squill_map_values_overlap (const GPtrArray *names)
{
  guint n_known, n_most;
  double mean;

  return squill_map_find_main_kind (names, &n_known, &n_most) == SQUILL_MAP_KIND_OBJECT &&
         n_most >= SQUILL_MAP_KIND_SHARE * n_known &&
         measure_overlap (names, &mean) >= OVERLAP_LARGE;
}
