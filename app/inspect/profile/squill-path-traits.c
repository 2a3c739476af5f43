/* SPDX-License-Identifier: Apache-2.0 */

/* What follows from what is known of a path: formats, places on earth, references of drivers,
 * tuples. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-path-traits.h"

#include "inspect/profile/squill-map-keys.h"
#include "inspect/profile/squill-tuple.h"

#include <string.h>

/* Fewer values say nothing of what others may be. */
#define VALUES_WANTED 20u
/* The chance that the next value is a new one, by the share of those met once (Good and Turing). */
#define UNSEEN_CHANCE 0.05
#define VALUES_PER_WORD 3u
/* Of what is called a category a new one may be as likely as this, and each may come so seldom. */
#define UNSEEN_CATEGORY 0.2
#define VALUES_PER_CATEGORY 2u
/* Names of persons and places, and quantities, come again by chance where there are few. */
#define VALUES_PER_NAME 10u
/* Of a name with a number beside it that is one of a list. */
#define VALUES_PER_KIND 6u
#define LAST_KIND 999
/* Of a category less has to be known, if it has few words for that. */
#define CATEGORIES_WANTED 12u
#define VALUES_PER_SURE_CATEGORY 4u
/* With more words than these a vocabulary may still be closed, if each comes often; sentences and
 * numbers are none. */
#define MANY_WORDS SQUILL_VALUE_TABLE_FEW
#define VALUES_PER_MANY 9u
#define VALUES_PER_MANY_CATEGORY 6u
#define MANY_WORDS_MEAN_BYTES 32u
/* Codes that are called ids and lead nowhere are a vocabulary where there are so few, each comes so
 * often, and they are short. */
#define MANY_CODES 6u
#define VALUES_PER_CODE 8u
#define VALUES_OF_RAREST_CODE 3u
#define MAX_CODE_BYTES 16u
/* Numbers with at least this many digits are of a series. */
#define SERIAL_DIGITS 3u
#define EMPTY_SHARE 0.01
#define KEY_FIELD_SHARE 0.99
/* The share of nonempty texts that must have a format, and the least number of texts. */
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

#define NEARLY_ALL 0.99
/* Pairs with a telling name, but without an index that would prove it. */
#define MIN_PAIRS 3u

typedef struct
{
  const char *name;
  guint depth; /* of the arrays in coordinates; 0: it has geometries */
} Geometry;

/* RFC 7946, section 3.1 */
static const Geometry geometries[] = {
  { "Point", 1 },   { "MultiPoint", 2 },   { "LineString", 2 },         { "MultiLineString", 3 },
  { "Polygon", 3 }, { "MultiPolygon", 4 }, { "GeometryCollection", 0 },
};

static const SquillPath *
find_field (const SquillPath *self, const char *name)
{
  return squill_path_find_field ((SquillPath *)self, name, strlen (name));
}

static gboolean
is_in_nearly_all (const SquillPath *field)
{
  return field->present > 0 &&
         (double)field->present >= NEARLY_ALL * (double)squill_path_get_of (field);
}

/* Bits of the depths that coordinates may have by the types that are named; 0 where another word
 * is among them. */
static guint
get_depths (const SquillPath *type)
{
  guint known = 0, depths = 0;

  if (type->scalars.sample == NULL || !squill_hash_sample_is_exact (type->scalars.sample))
    return 0;
  for (guint i = 0; i < G_N_ELEMENTS (geometries); i++)
    if (squill_hash_sample_lookup (
            type->scalars.sample,
            squill_text_hash (geometries[i].name, strlen (geometries[i].name))) > 0)
      {
        known++;
        depths |= 1u << geometries[i].depth;
      }
  return known == squill_hash_sample_get_kept (type->scalars.sample) ? depths : 0;
}

/* Whether arrays end in numbers, and no deeper or higher than they may. */
static gboolean
is_nested_so (const SquillPath *coordinates, guint depths)
{
  const SquillPath *path = coordinates;

  if (!has_only (path, (guint)SQUILL_TYPE_ARRAY | TYPES_NOTHING))
    return FALSE;
  for (guint depth = 1; path->elements != NULL; depth++)
    {
      guint types;

      path = path->elements;
      types = (guint)squill_path_get_types (path);
      if ((types & ~((guint)SQUILL_TYPES_NUMERIC | (guint)SQUILL_TYPE_ARRAY)) != 0 ||
          ((types & (guint)SQUILL_TYPES_NUMERIC) != 0 && (depths & 1u << depth) == 0) || depth > 4)
        return FALSE;
    }
  return path != coordinates;
}

static gboolean
is_geojson (const SquillPath *path)
{
  const SquillPath *type = find_field (path, "type");
  const SquillPath *coordinates = find_field (path, "coordinates");
  const SquillPath *inner = find_field (path, "geometries");
  guint depths;

  if (type == NULL || (coordinates == NULL && inner == NULL) || !is_in_nearly_all (type) ||
      !has_only (type, (guint)SQUILL_TYPE_STRING))
    return FALSE;
  depths = get_depths (type);
  if (depths == 0)
    return FALSE;
  if (coordinates != NULL && (!is_nested_so (coordinates, depths) ||
                              ((depths & 1) == 0 && !is_in_nearly_all (coordinates))))
    return FALSE;
  return inner == NULL || ((depths & 1) != 0 && has_only (inner, (guint)SQUILL_TYPE_ARRAY));
}

static gboolean
is_dbref (const SquillPath *path)
{
  const SquillPath *collection = find_field (path, "$ref");
  const SquillPath *id = find_field (path, "$id");

  return collection != NULL && id != NULL && is_in_nearly_all (collection) &&
         is_in_nearly_all (id) && has_only (collection, (guint)SQUILL_TYPE_STRING);
}

/* A name in lower case, without the signs between its words. */
static char *
plain_name (const SquillPath *path)
{
  GString *plain = g_string_new (NULL);

  while (path != NULL && path->kind != SQUILL_PATH_FIELD)
    path = path->parent;
  for (const char *at = path != NULL ? path->name : ""; *at != '\0'; at++)
    if (g_ascii_isalnum (*at))
      g_string_append_c (plain, g_ascii_tolower (*at));
  return g_string_free (plain, FALSE);
}

static gboolean
has_name_of_place (const SquillPath *path)
{
  static const char *const ends[] = { "loc",        "location",    "coord",  "coords",
                                      "coordinate", "coordinates", "lnglat", "longlat",
                                      "lonlat",     "geo",         "point",  "position",
                                      "latlng",     "latlon",      "gps",    NULL };
  g_autofree char *name = plain_name (path);

  for (guint i = 0; ends[i] != NULL; i++)
    if (g_str_has_suffix (name, ends[i]))
      return TRUE;
  return FALSE;
}

static gboolean
is_within (double min, double max, double limit)
{
  return min >= -limit && max <= limit;
}

static gboolean
is_pair_of_coordinates (const SquillPath *path)
{
  const SquillTuple *tuple = path->tuple;

  if (tuple == NULL || tuple->broken || tuple->arrays == 0 || tuple->length != 2 ||
      !squill_tuple_is_numeric (tuple) ||
      !is_within (tuple->positions[0].min, tuple->positions[0].max, 180) ||
      !is_within (tuple->positions[1].min, tuple->positions[1].max, 90))
    return FALSE;
  return path->has_geo_index || (tuple->arrays >= MIN_PAIRS && tuple->positions[0].fractions > 0 &&
                                 tuple->positions[1].fractions > 0 && has_name_of_place (path));
}

static gboolean
is_number_within (const SquillPath *field, double limit)
{
  return is_in_nearly_all (field) && has_only (field, (guint)SQUILL_TYPES_NUMERIC) &&
         field->numbers.count > 0 && is_within (field->numbers.min, field->numbers.max, limit);
}

static gboolean
is_object_of_coordinates (const SquillPath *path)
{
  static const char *const longitudes[] = { "lon", "lng", "long", "longitude", NULL };
  static const char *const latitudes[] = { "lat", "latitude", NULL };
  const SquillPath *first = path->first;
  g_autofree char *name = NULL;
  g_autofree char *next_name = NULL;
  gboolean turned;

  if (path->n_fields != 2)
    return FALSE;
  name = plain_name (first);
  next_name = plain_name (first->next);
  turned = g_strv_contains (latitudes, name) && g_strv_contains (longitudes, next_name);
  if (!turned && !(g_strv_contains (longitudes, name) && g_strv_contains (latitudes, next_name)) &&
      !path->has_geo_index)
    return FALSE;
  return is_number_within (first, turned ? 90 : 180) &&
         is_number_within (first->next, turned ? 180 : 90);
}

/* Below a geometry all is said by it. */
static void
find_meanings (SquillPath *path, gboolean in_geometry)
{
  path->meanings = 0;
  if (!in_geometry)
    {
      if (squill_path_get_objects (path) > 0 && path->values == NULL)
        {
          if (is_geojson (path))
            path->meanings |= SQUILL_FLAG_GEOJSON;
          else if (is_object_of_coordinates (path))
            path->meanings |= SQUILL_FLAG_LEGACY_COORDINATES;
          if (is_dbref (path))
            path->meanings |= SQUILL_FLAG_DBREF;
        }
      if (is_pair_of_coordinates (path))
        path->meanings |= SQUILL_FLAG_LEGACY_COORDINATES;
      else if (path->tuple != NULL && squill_tuple_get_reason (path->tuple) != SQUILL_TUPLE_NONE)
        path->meanings |= SQUILL_FLAG_TUPLE;
    }
  if (path->elements != NULL)
    find_meanings (path->elements, in_geometry);
  if (path->values != NULL)
    find_meanings (path->values, in_geometry);
  for (SquillPath *field = path->first; field != NULL; field = field->next)
    find_meanings (field, in_geometry || ((path->meanings & SQUILL_FLAG_GEOJSON) != 0 &&
                                          g_str_equal (field->name, "coordinates")));
}

/* Marks what an index looks at: through arrays, as an index does. */
static void
mark_indexed (SquillPath *path, char *const *names)
{
  SquillPath *field;

  while (path->first == NULL && path->elements != NULL && *names != NULL)
    path = path->elements;
  if (*names == NULL)
    {
      path->has_geo_index = TRUE;
      return;
    }
  field = squill_path_find_field (path, *names, strlen (*names));
  if (field != NULL)
    mark_indexed (field, names + 1);
}

static void
mark_indexes (SquillPath *root, const SquillMetadata *metadata)
{
  for (guint i = 0; i < metadata->indexes->len; i++)
    {
      const bson_t *index = g_ptr_array_index (metadata->indexes, i);
      bson_iter_t iter, key;

      if (!bson_iter_init_find (&iter, index, "key") || !BSON_ITER_HOLDS_DOCUMENT (&iter) ||
          !bson_iter_recurse (&iter, &key))
        continue;
      while (bson_iter_next (&key))
        {
          const char *kind = BSON_ITER_HOLDS_UTF8 (&key) ? bson_iter_utf8 (&key, NULL) : "";
          g_auto (GStrv) names = NULL;

          if (!g_str_equal (kind, "2dsphere") && !g_str_equal (kind, "2d"))
            continue;
          names = g_strsplit (bson_iter_key (&key), ".", -1);
          mark_indexed (root, names);
        }
    }
}

/**
 * squill_path_traits_find:
 * @root: the path of a collection's documents, all of which were read; samples are still there
 * @metadata: (nullable): its indexes
 *
 * Finds out what the values of all paths are beyond their types, and notes it with them.
 */
void
squill_path_traits_find (SquillPath *root, const SquillMetadata *metadata)
{
  if (metadata != NULL && metadata->indexes != NULL)
    mark_indexes (root, metadata);
  find_meanings (root, FALSE);
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
    if ((path->meanings & SQUILL_FLAG_GEOJSON) != 0)
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
  guint64 texts = squill_path_count_types (path, TYPES_TEXT);
  guint64 matching = 0;

  if (path->text.formats == NULL || texts < path->text.empty + FORMAT_TEXTS)
    return FALSE;
  for (guint i = 0; i < n_formats; i++)
    matching += path->text.formats->counts[formats[i]];
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

/* Words in names of digits that are not numbers. */
static const char *const dial_words[] = {
  "phone", "telephone", "tel",      "fax",    "mobile", "cell",
  "zip",   "zipcode",   "postcode", "postal", "plz",    NULL,
};

/* Elements and values are named by what they stand in. */
static const SquillPath *
find_named (const SquillPath *path)
{
  while (path != NULL && path->kind != SQUILL_PATH_FIELD)
    path = path->parent;
  return path;
}

/* createdAt, last_seen, startTime: whether one of the words is in the list. */
static gboolean
name_has_word (const SquillPath *path, const char *const *words)
{
  g_autoptr (GString) word = g_string_new (NULL);

  path = find_named (path);
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
  const SquillNumbers *numbers = &path->numbers;

  if (numbers->count == 0 || numbers->count != path->scalars.count || numbers->fractions > 0 ||
      !name_has_word (path, time_words))
    return 0;
  if (numbers->min >= FIRST_SECOND && numbers->max <= LAST_SECOND)
    return SQUILL_FLAG_EPOCH_SECONDS;
  if (numbers->min >= 1000 * FIRST_SECOND && numbers->max <= 1000 * LAST_SECOND)
    return SQUILL_FLAG_EPOCH_MILLIS;
  return 0;
}

/* The last words of names of categories, which have a closed vocabulary; */
static const char *const category_words[] = {
  "type",   "types",          "kind",     "category", "categories", "status",  "state",
  "class",  "role",           "roles",    "level",    "mode",       "method",  "gender",
  "sex",    "priority",       "severity", "stage",    "phase",      "tier",    "genre",
  "group",  "direction",      "unit",     "variant",  "rarity",     "quality", "season",
  "policy", "classification", NULL,
};

/* of what is one's own, so that others will come, however few there are now; */
static const char *const own_words[] = {
  "name",     "title",     "city",     "town",        "village",  "author",  "owner",   "user",
  "username", "firstname", "lastname", "surname",     "forename", "street",  "address", "person",
  "customer", "company",   "employer", "description", "text",     "comment", "message", "note",
  "notes",    "label",     "place",    "phone",       "email",    "mail",    NULL,
};

/* of what tells one thing from all others; */
static const char *const id_words[] = {
  "id",  "ids",  "uuid", "guid",  "uid",   "url",  "uri",  "href", "link", "sha",
  "md5", "hash", "etag", "token", "login", "iban", "isbn", "slug", NULL,
};

/* and of quantities. */
static const char *const quantity_words[] = {
  "count",    "number",  "num",    "total", "amount",   "quantity", "qty",   "sum",
  "age",      "year",    "years",  "month", "day",      "days",     "hour",  "hours",
  "minutes",  "seconds", "length", "size",  "width",    "height",   "depth", "weight",
  "price",    "cost",    "points", "index", "position", "offset",   "limit", "duration",
  "distance", "percent", "x",      "y",     "z",        NULL,
};

static gboolean
is_word_of (const char *word, const char *end, const char *const *words)
{
  g_autofree char *small = g_ascii_strdown (word, end - word);

  return g_strv_contains (words, small);
}

/* Whether the last word of a name is in the list: userType, user_type, TYPE. */
static gboolean
name_ends_with (const SquillPath *path, const char *const *words)
{
  const SquillPath *named = find_named (path);

  return named != NULL && is_word_of (squill_path_get_last_word (named, NULL),
                                      named->name + named->name_length, words);
}

/* Whether it is called the id of something that is not one's own: zoneID, but neither id nor
 * customerID. */
static gboolean
is_called_id_of_kind (const SquillPath *path)
{
  static const char *const words[] = { "id", "ids", NULL };
  const SquillPath *named = find_named (path);
  const char *last, *end, *before;

  if (named == NULL || !name_ends_with (path, words))
    return FALSE;
  last = squill_path_get_last_word (named, NULL);
  for (end = last; end > named->name && !g_ascii_isalnum (end[-1]);)
    end--;
  before = squill_path_get_last_word (named, end);
  return before < end && !is_word_of (before, end, own_words);
}

/* Whether values that are called ids are a few short codes, each of which comes often, and lead
 * nowhere. */
static gboolean
are_closed_codes (const SquillPath *path)
{
  const SquillValueTable *table = &path->scalars.table;

  if (path->refers || table->n_values > MANY_CODES || path->numbers.count > 0 ||
      path->scalars.count < (guint64)VALUES_PER_CODE * table->n_values ||
      !is_called_id_of_kind (path))
    return FALSE;
  for (guint i = 0; i < table->n_values; i++)
    {
      const SquillValue *value = &table->values[i];
      guint n_digits = 0;

      if (value->count < VALUES_OF_RAREST_CODE || value->type != SQUILL_BSON_STRING ||
          value->bytes == NULL || value->length > MAX_CODE_BYTES + 5)
        return FALSE;
      for (guint k = 4; k + 1 < value->length; k++)
        n_digits += g_ascii_isdigit (value->bytes[k]);
      if (n_digits >= SERIAL_DIGITS)
        return FALSE;
    }
  return TRUE;
}

/* Whether the texts are ids, addresses or dates: a few of very many. */
static gboolean
are_ids (const SquillPath *path)
{
  static const SquillTextFormat formats[] = { SQUILL_TEXT_OBJECT_ID, SQUILL_TEXT_UUID,
                                              SQUILL_TEXT_HASH,      SQUILL_TEXT_DATE,
                                              SQUILL_TEXT_DATE_TIME, SQUILL_TEXT_EMAIL,
                                              SQUILL_TEXT_URL };
  guint n_tokens = 0;

  if (texts_are (path, formats, G_N_ELEMENTS (formats)))
    return TRUE;
  for (guint i = 0; i < path->scalars.table.n_values; i++)
    {
      const SquillValue *value = &path->scalars.table.values[i];

      if (value->type == SQUILL_BSON_STRING && value->bytes != NULL)
        n_tokens += squill_key_pattern_of ((const char *)value->bytes + 4, value->length - 5) ==
                    SQUILL_KEY_TOKEN;
    }
  return 2 * n_tokens > path->scalars.table.n_values;
}

/* The object of which a name is that of a kind: there is a small number beside it that goes with
 * the names, one of a list that is kept elsewhere. NULL where there is none, as beside the names of
 * things that are one's own. */
static const SquillPath *
find_kind (const SquillPath *path)
{
  const SquillPath *object = path->parent;

  if (path->kind != SQUILL_PATH_FIELD || object == NULL || object->kind != SQUILL_PATH_FIELD ||
      !g_str_equal (path->name, "name") || path->numbers.count > 0 ||
      name_ends_with (object, own_words))
    return NULL;
  for (const SquillPath *id = object->first; id != NULL; id = id->next)
    if (g_str_equal (id->name, "id") && !id->refers && id->numbers.count == path->scalars.count &&
        id->numbers.fractions == 0 && id->numbers.min >= 0 && id->numbers.max <= LAST_KIND &&
        !id->scalars.table.overflowed && id->scalars.table.n_values == path->scalars.table.n_values)
      return object;
  return NULL;
}

/**
 * squill_path_traits_is_enumeration:
 * @path: a path
 *
 * Returns: whether its values, which are strings or whole numbers, are few words that come again
 * and again, so that others are unlikely. Of what is called a category that is believed sooner, of
 * names and quantities later, of ids never
 */
gboolean
squill_path_traits_is_enumeration (const SquillPath *path)
{
  const SquillPath *kind = find_kind (path);
  const gboolean is_category = name_ends_with (kind != NULL ? kind : path, category_words);
  const guint64 count = path->scalars.count, n_values = path->scalars.table.n_values;
  guint64 once = 0, per_word = VALUES_PER_WORD;

  if (path->scalars.table.overflowed || n_values < 2)
    return FALSE;
  if (!has_only (path, TYPES_TEXT | SQUILL_TYPES_NUMERIC | TYPES_NOTHING | SQUILL_TYPE_ARRAY |
                           SQUILL_TYPE_OBJECT) ||
      path->numbers.fractions > 0 || squill_path_count_types (path, SQUILL_TYPE_DECIMAL) > 0)
    return FALSE;
  if (is_category)
    per_word = VALUES_PER_CATEGORY;
  else if (kind != NULL)
    per_word = VALUES_PER_KIND;
  else if (name_ends_with (path, own_words) ||
           (path->numbers.count > 0 && name_ends_with (path, quantity_words)))
    per_word = VALUES_PER_NAME;
  if (n_values > MANY_WORDS)
    {
      per_word = MAX (per_word, is_category ? VALUES_PER_MANY_CATEGORY : VALUES_PER_MANY);
      if (path->numbers.count > 0 || path->text.bytes > MANY_WORDS_MEAN_BYTES * path->text.count ||
          name_ends_with (path, own_words))
        return FALSE;
    }
  if (count < per_word * n_values ||
      (count < VALUES_WANTED && !(is_category && count >= CATEGORIES_WANTED &&
                                  count >= VALUES_PER_SURE_CATEGORY * n_values)))
    return FALSE;
  if (are_ids (path) || (name_ends_with (path, id_words) && !are_closed_codes (path)))
    return FALSE;
  for (guint i = 0; i < path->scalars.table.n_values; i++)
    once += path->scalars.table.values[i].count == 1;
  return (double)once <= (is_category ? UNSEEN_CATEGORY : UNSEEN_CHANCE) * (double)count;
}

/**
 * squill_path_traits_is_constant:
 * @path: a path
 *
 * Returns: whether there is but one value, often enough to be no accident
 */
gboolean
squill_path_traits_is_constant (const SquillPath *path)
{
  return !path->scalars.table.overflowed && path->scalars.table.n_values == 1 &&
         path->scalars.count >= VALUES_WANTED && path->scalars.count == path->present;
}

/**
 * squill_path_traits_get_key_field:
 * @map: a map
 *
 * Returns: (nullable): the field of its values that repeats the key
 */
const SquillPath *
squill_path_traits_get_key_field (const SquillPath *map)
{
  for (const SquillPath *field = map->values->first; field != NULL; field = field->next)
    if (map->values->present > 1 &&
        (double)field->equals_key >= KEY_FIELD_SHARE * (double)map->values->present)
      return field;
  return NULL;
}

/**
 * squill_path_traits_get_flags:
 * @path: a path
 *
 * Returns: what is noteworthy of it
 */
SquillPathFlags
squill_path_traits_get_flags (const SquillPath *path)
{
  guint flags = path->meanings;

  if (path->text.empty > 0 && path->scalars.distinct > 1 &&
      (double)path->text.empty >= EMPTY_SHARE * (double)path->present)
    flags |= SQUILL_FLAG_EMPTY_IS_MISSING;
  if (path->present > 0 && has_only (path, TYPES_NOTHING))
    flags |= SQUILL_FLAG_ALWAYS_NULL;
  if (path->numbers.doubles > 0 && path->numbers.fractions == 0 &&
      path->numbers.doubles == squill_path_count_types (path, SQUILL_TYPE_DOUBLE))
    flags |= SQUILL_FLAG_INTEGRAL;
  if (is_single_or_array (path))
    flags |= SQUILL_FLAG_SINGLE_OR_ARRAY;
  if (path->map != NULL && path->values->present > 1 &&
      squill_map_keys_get_pattern (path->map) == SQUILL_KEY_DIGITS && path->map->number_min <= 1 &&
      path->map->distinct_count == path->map->number_max - path->map->number_min + 1)
    flags |= SQUILL_FLAG_CONSECUTIVE_KEYS;
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
