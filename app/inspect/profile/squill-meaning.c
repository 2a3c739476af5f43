/* SPDX-License-Identifier: Apache-2.0 */

/* Values that are more than their types: places on earth, references of drivers, tuples. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-meaning.h"

#include "inspect/profile/squill-tuple.h"

#include <string.h>

#define NEARLY_ALL 0.99
/* Pairs with a telling name, but without an index that would prove it. */
#define MIN_PAIRS 3u

#define TYPES_NOTHING ((guint)SQUILL_TYPE_NULL | (guint)SQUILL_TYPE_UNDEFINED)

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
has_only (const SquillPath *path, guint types)
{
  return ((guint)squill_path_get_types (path) & ~types) == 0;
}

static gboolean
is_in_nearly_all (const SquillPath *field)
{
  return field->present > 0 &&
         (double)field->present >= NEARLY_ALL * (double)squill_path_get_of (field);
}

static guint64
hash_of_text (const char *text)
{
  g_autofree guint8 *value = NULL;
  gsize length = strlen (text) + 1;
  guint32 raw = GUINT32_TO_LE ((guint32)length);
  SquillBsonElement element = { .type = SQUILL_BSON_STRING };

  value = g_malloc (4 + length);
  memcpy (value, &raw, 4);
  memcpy (value + 4, text, length);
  element.value = value;
  element.value_length = 4 + length;
  return squill_value_hash (&element);
}

/* Bits of the depths that coordinates may have by the types that are named; 0 where another word
 * is among them. */
static guint
get_depths (const SquillPath *type)
{
  guint known = 0, depths = 0;

  if (type->sample == NULL || !squill_hash_sample_is_exact (type->sample))
    return 0;
  for (guint i = 0; i < G_N_ELEMENTS (geometries); i++)
    if (squill_hash_sample_lookup (type->sample, hash_of_text (geometries[i].name)) > 0)
      {
        known++;
        depths |= 1u << geometries[i].depth;
      }
  return known == squill_hash_sample_get_kept (type->sample) ? depths : 0;
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
is_one_of (const char *name, const char *const *names)
{
  return g_strv_contains (names, name);
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
  turned = is_one_of (name, latitudes) && is_one_of (next_name, longitudes);
  if (!turned && !(is_one_of (name, longitudes) && is_one_of (next_name, latitudes)) &&
      !path->has_geo_index)
    return FALSE;
  return is_number_within (first, turned ? 90 : 180) &&
         is_number_within (first->next, turned ? 180 : 90);
}

/* Below a geometry all is said by it. */
static void
find_below (SquillPath *path, gboolean in_geometry)
{
  path->meanings = 0;
  if (!in_geometry)
    {
      if (squill_path_get_objects (path) > 0 && path->values == NULL)
        {
          if (is_geojson (path))
            path->meanings |= SQUILL_MEANING_GEOJSON;
          else if (is_object_of_coordinates (path))
            path->meanings |= SQUILL_MEANING_LEGACY_COORDINATES;
          if (is_dbref (path))
            path->meanings |= SQUILL_MEANING_DBREF;
        }
      if (is_pair_of_coordinates (path))
        path->meanings |= SQUILL_MEANING_LEGACY_COORDINATES;
      else if (path->tuple != NULL && squill_tuple_get_reason (path->tuple) != SQUILL_TUPLE_NONE)
        path->meanings |= SQUILL_MEANING_TUPLE;
    }
  if (path->elements != NULL)
    find_below (path->elements, in_geometry);
  if (path->values != NULL)
    find_below (path->values, in_geometry);
  for (SquillPath *field = path->first; field != NULL; field = field->next)
    find_below (field, in_geometry || ((path->meanings & SQUILL_MEANING_GEOJSON) != 0 &&
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
 * squill_meaning_find:
 * @root: the path of a collection's documents, all of which were read; samples are still there
 * @metadata: (nullable): its indexes
 *
 * Finds out what the values of all paths are beyond their types, and notes it with them.
 */
void
squill_meaning_find (SquillPath *root, const SquillMetadata *metadata)
{
  if (metadata != NULL && metadata->indexes != NULL)
    mark_indexes (root, metadata);
  find_below (root, FALSE);
}
