/* SPDX-License-Identifier: Apache-2.0 */

/* Paths of a profile as fields of a model. Nested objects become nested fields, maps become maps,
 * and an array of nothing but objects in a document becomes an embedded entity. Only what was
 * measured is set: the range of the numbers that occur is no bound, and numbers are no enumeration,
 * as the next document may have another one. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/infer/squill-infer-private.h"

#include "bson/squill-bson-json.h"
#include "inspect/profile/squill-path-traits.h"
#include "inspect/profile/squill-scalars.h"
#include "inspect/structure/squill-structure.h"

/* Deeper fields are left out: a server stores up to 100 levels, a model file 99 levels of fields.
 */
#define MAX_LEVELS 99u
/* The values of a map with fewer fields than these are rather values with a name. */
#define MIN_MAP_FIELDS 2u

/* A meaning is set where at least this share of the texts has its format, */
#define MIN_FORMAT_SHARE 0.99
/* and there are at least this many of them. */
#define MIN_TEXTS 3u
#define UUID_SUBTYPE 4
/* The index of binary data in the counts of types. */
#define BINARY_INDEX 4

#define TYPES_TEXT                                                                     \
  ((guint)SQUILL_TYPE_STRING | (guint)SQUILL_TYPE_SYMBOL | (guint)SQUILL_TYPE_BINARY | \
   (guint)SQUILL_TYPE_JAVASCRIPT)

typedef struct
{
  SquillModelBuilder *builder;
  const SquillCollectionProfile *collection;
  guint level;
} Context;

static json_t *build_nested (Context *context,
                             const SquillPath *value,
                             const SquillPath *path,
                             gboolean is_inner);

/* The types of a path without those that only outliers have. */
static guint
get_usual_types (const SquillPath *path)
{
  return (guint)squill_path_get_types (path) & ~(guint)squill_outlier_get_types (path);
}

static gboolean
has_arrays (const SquillPath *path)
{
  return (get_usual_types (path) & SQUILL_TYPE_ARRAY) != 0;
}

static gboolean
has_objects (const SquillPath *path)
{
  return (get_usual_types (path) & SQUILL_TYPE_OBJECT) != 0;
}

/* Says of which other types than usual a few of the values at a path are. */
void
_squill_model_builder_set_outliers (json_t *json, const char *property, const SquillPath *path)
{
  const SquillTypes outliers = squill_outlier_get_types (path);

  if (outliers != SQUILL_TYPE_NONE)
    json_object_set_new (json, property, squill_json_types (outliers));
}

static SquillTriple
distribution_to_triple (const SquillDistribution *distribution)
{
  return SQUILL_TRIPLE ((double)distribution->min, squill_distribution_get_mean (distribution),
                        (double)distribution->max);
}

static SquillTriple
text_to_triple (const SquillTexts *text)
{
  return SQUILL_TRIPLE ((double)text->min, (double)text->bytes / (double)text->count,
                        (double)text->max);
}

static void
set_subtype (json_t *json, const SquillPath *value)
{
  int only = -1;

  for (guint i = 0; value->subtypes != NULL && i < 256; i++)
    if (value->subtypes[i] > 0)
      {
        if (only >= 0)
          return;
        only = (int)i;
      }
  if (only >= 0)
    json_object_set_new (json, "subtype", json_integer (only));
}

/* The words that are of a usual type. An object or array is none of them. */
static void
set_enumeration (json_t *json, const SquillPath *value)
{
  const guint usual = get_usual_types (value);
  json_t *all;

  if ((usual & (SQUILL_TYPES_NUMERIC | SQUILL_TYPE_OBJECT | SQUILL_TYPE_ARRAY)) != 0 ||
      !squill_path_traits_is_enumeration (value))
    return;
  all = squill_value_table_to_json (&value->scalars.table);

  for (gsize i = json_array_size (all); i > 0; i--)
    if (((guint)squill_json_get_bson_type (json_array_get (all, i - 1)) & usual) == 0)
      json_array_remove (all, i - 1);
  json_object_set_new (json, "enum", all);
}

/* Sets the properties of values: of the field itself, the elements of an array, or the values of a
 * map. */
static void
set_values (json_t *json, const SquillPath *value)
{
  const guint usual = get_usual_types (value);
  guint64 most = 0;

  set_subtype (json, value);
  if (value->text.count > 0 && (usual & TYPES_TEXT) != 0)
    json_object_set_new (json, "size", squill_json_triple (text_to_triple (&value->text)));
  if (value->scalars.count == 0)
    return;
  json_object_set_new (json, "distinct", json_integer ((json_int_t)value->scalars.distinct));
  for (guint i = 0; i < value->scalars.table.n_values; i++)
    most = MAX (most, value->scalars.table.values[i].count);
  if (most > 0)
    json_object_set_new (json, "top",
                         squill_json_number ((double)most / (double)value->scalars.count));
  set_enumeration (json, value);
  _squill_model_builder_set_usual (json, value, (SquillTypes)usual);
}

/* The meaning that nearly all values have; NULL for none. */
static const char *
find_meaning (const SquillPath *path, const SquillPath *value)
{
  static const struct
  {
    SquillTextFormat format;
    const char *meaning;
  } formats[] = {
    { SQUILL_TEXT_EMAIL, "email" },    { SQUILL_TEXT_URL, "url" },
    { SQUILL_TEXT_UUID, "uuid" },      { SQUILL_TEXT_DATE, "date" },
    { SQUILL_TEXT_DATE_TIME, "time" }, { SQUILL_TEXT_OBJECT_ID, "id" },
  };
  const guint flags = (guint)squill_path_traits_get_flags (path);
  const guint types = get_usual_types (value) & ~(guint)SQUILL_TYPE_NULL;

  if ((flags & SQUILL_FLAG_GEOJSON) != 0)
    return "geojson";
  if ((flags & SQUILL_FLAG_LEGACY_COORDINATES) != 0)
    return "geo";
  if (types == SQUILL_TYPE_BINARY && value->subtypes != NULL &&
      value->subtypes[UUID_SUBTYPE] == value->types[BINARY_INDEX])
    return "uuid";
  if (types != SQUILL_TYPE_STRING || value->text.formats == NULL ||
      value->text.count - value->text.empty < MIN_TEXTS)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if ((double)value->text.formats->counts[formats[i].format] >=
        MIN_FORMAT_SHARE * (double)(value->text.count - value->text.empty))
      return formats[i].meaning;
  return NULL;
}

static void
set_array (json_t *json, const SquillPath *path)
{
  json_object_set_new (json, "array", json_true ());
  if (path->lengths != NULL)
    json_object_set_new (json, "length",
                         squill_json_triple (distribution_to_triple (path->lengths)));
}

static void
set_map (json_t *json, const SquillPath *path)
{
  const SquillMapKeys *keys = path->map;
  const char *pattern = squill_key_pattern_get_regex (squill_map_keys_get_pattern (keys));
  guint64 entries = path->values->present;

  json_object_set_new (json, "map", json_true ());
  if (pattern != NULL)
    json_object_set_new (json, "key_pattern", json_string (pattern));
  if (path->entries != NULL)
    json_object_set_new (json, "length",
                         squill_json_triple (distribution_to_triple (path->entries)));
  if (entries > 0)
    json_object_set_new (json, "key_size",
                         squill_json_triple (SQUILL_TRIPLE ((double)keys->bytes_min,
                                                            (double)keys->bytes / (double)entries,
                                                            (double)keys->bytes_max)));
}

/* Sets what the values of @path are: its own, those of its elements, or of its entries. */
static void
set_entries (Context *context,
             json_t *json,
             const SquillPath *path,
             const SquillPath *value,
             gboolean is_inner)
{
  const char *meaning = find_meaning (path, value);
  json_auto_t *nested = NULL;

  set_values (json, value);
  if (meaning != NULL)
    json_object_set_new (json, "meaning", json_string (meaning));
  nested = build_nested (context, value, path, is_inner);
  if (json_object_size (nested) > 0)
    json_object_set (json, "fields", nested);
}

/* Adds to an enumeration of the values in arrays or maps the words that stand alone in their place,
 * as the model has one for both. @types: of what stands alone. Where that is more than words, there
 * is none. */
static void
widen_enumeration (json_t *json, const SquillPath *path, guint types)
{
  json_t *words = json_object_get (json, "enum");
  json_auto_t *alone = NULL;

  if (words == NULL)
    return;
  if (path->scalars.table.overflowed || (types & ~(TYPES_TEXT | (guint)SQUILL_TYPE_BOOL)) != 0)
    {
      json_object_del (json, "enum");
      return;
    }
  alone = squill_value_table_to_json (&path->scalars.table);
  for (gsize i = 0; i < json_array_size (alone); i++)
    {
      json_t *word = json_array_get (alone, i);
      gboolean known = ((guint)squill_json_get_bson_type (word) & types) == 0;

      for (gsize k = 0; k < json_array_size (words) && !known; k++)
        known = json_equal (json_array_get (words, k), word);
      if (!known)
        json_array_append (words, word);
    }
}

/* Names that are data may stand beside fields; then the map is a field beside them. */
static gboolean
is_all_map (const SquillPath *path)
{
  return path->values != NULL && path->n_fields == 0 && path->kind != SQUILL_PATH_DOCUMENT;
}

/* Sets the types of a path and what is nested in it. @is_inner: it is in an array or a map; then
 * only arrays and maps are described, as the containing field has the rest. */
static void
set_shape (Context *context, json_t *json, const SquillPath *path, gboolean is_inner)
{
  const guint types = get_usual_types (path);
  const gboolean is_array = has_arrays (path);
  const gboolean is_map = !is_array && is_all_map (path) && has_objects (path);
  const SquillPath *value = is_array ? path->elements : is_map ? path->values : path;
  const guint itself = is_array ? SQUILL_TYPE_ARRAY : SQUILL_TYPE_OBJECT;
  guint value_types = value != NULL ? get_usual_types (value) : 0;
  guint alone = 0;

  if (is_array || is_map)
    {
      if (!is_inner)
        alone = types & ~itself & ~(guint)SQUILL_TYPE_NULL;
      if ((types & SQUILL_TYPE_NULL) != 0 && !is_inner)
        json_object_set_new (json, "nullable", json_true ());
      if (is_array)
        set_array (json, path);
      else
        set_map (json, path);
      if (alone != 0)
        json_object_set_new (json, "single", json_true ());
      value_types |= alone;
      if (!is_inner)
        _squill_model_builder_set_outliers (json, "outlier_instead", path);
    }
  if (value_types != 0)
    json_object_set_new (json, "types", squill_json_types ((SquillTypes)value_types));
  if (value == NULL)
    return;
  if (value_types != 0)
    _squill_model_builder_set_outliers (json, "outlier_types", value);
  set_entries (context, json, path, value, is_inner);
  if (alone != 0)
    widen_enumeration (json, path, alone);
}

static json_t *
build_field (Context *context, const SquillPath *path, const char *name, const char *order)
{
  const gboolean is_inner = path->kind != SQUILL_PATH_FIELD;
  SquillModelBuilder *builder = context->builder;
  g_autofree char *place = squill_path_to_text (path);
  g_autofree char *full = g_strdup_printf ("%s.%s", context->collection->name, place);
  char *id = _squill_model_builder_new_id (builder, name, full);
  guint64 of = squill_path_get_of (path);
  json_t *json = json_object ();

  g_hash_table_insert (builder->fields, (gpointer)path, id);
  json_object_set_new (json, "name", json_string (name));
  json_object_set_new (json, "order", json_string (order));
  set_shape (context, json, path, is_inner);
  if (path->present == of && context->collection->complete)
    json_object_set_new (json, "required", json_true ());
  else if (of > 0)
    json_object_set_new (json, "presence", squill_json_number ((double)path->present / (double)of));
  json_object_set_new (json, "evidence", _squill_evidence_new_for_path (context->collection, path));
  return json;
}

static void
add_field (Context *context, json_t *fields, const SquillPath *path, const char *name, char **rank)
{
  json_t *field = build_field (context, path, name, _squill_model_builder_next_rank (rank));

  json_object_set_new (fields, g_hash_table_lookup (context->builder->fields, path), field);
}

/* The keys that stand beside the fields of @path. */
static void
add_rest (Context *context, json_t *fields, const SquillPath *path, char **rank)
{
  const SquillPath *values = path->values;
  SquillModelBuilder *builder = context->builder;
  g_autofree char *name = g_strdup_printf (
      "{%s}", squill_key_pattern_get_name (squill_map_keys_get_pattern (path->map)));
  g_autofree char *place = squill_path_to_text (values);
  g_autofree char *full = g_strdup_printf ("%s.%s", context->collection->name, place);
  g_autofree char *id = _squill_model_builder_new_id (builder, name, full);
  json_t *json = json_object ();
  json_t *evidence = _squill_evidence_new_for_path (context->collection, values);
  json_auto_t *known = squill_path_to_json (path);

  /* An array or map that is a value replaces it: it has the same path. */
  g_hash_table_insert (builder->fields, (gpointer)values, g_strdup (id));
  json_object_set_new (json, "name", json_string (name));
  json_object_set_new (json, "order", json_string (_squill_model_builder_next_rank (rank)));
  set_map (json, path);
  json_object_set_new (json, "rest", json_true ());
  if (get_usual_types (values) != SQUILL_TYPE_NONE)
    {
      json_object_set_new (json, "types",
                           squill_json_types ((SquillTypes)get_usual_types (values)));
      _squill_model_builder_set_outliers (json, "outlier_types", values);
    }
  set_entries (context, json, path, values, FALSE);
  json_object_set (evidence, "map", json_object_get (known, "map"));
  json_object_set_new (json, "evidence", evidence);
  json_object_set_new (fields, id, json);
}

static void
add_named_field (Context *context, json_t *fields, const SquillPath *field, char **rank)
{
  g_autofree char *name = _squill_model_builder_name_of (field);

  add_field (context, fields, field, name, rank);
}

static const SquillPath *
find_field (const SquillPath *path, const SquillPath *field)
{
  return squill_path_find_field ((SquillPath *)path, field->name, field->name_length);
}

/* A field that only some of the objects described together have is not required. */
static void
drop_required (Context *context, json_t *fields, const SquillPath *of, const SquillPath *not_in)
{
  for (const SquillPath *field = of->first; field != NULL; field = field->next)
    if (find_field (not_in, field) == NULL)
      json_object_del (
          json_object_get (fields, g_hash_table_lookup (context->builder->fields, field)),
          "required");
}

/* A field occurs in the elements of an array and in single objects as well. The model has one field
 * for both, which must not state what holds for only one of them. */
static void
widen_field (Context *context, json_t *fields, const SquillPath *field, const SquillPath *other)
{
  static const char *const of_values[] = { "enum",        "top",           "distinct",
                                           "size",        "subtype",       "outlier_types",
                                           "usual_range", "usual_values",  "outlier_instead",
                                           "whole",       "usual_pattern", NULL };
  static const char *const of_form[] = { "types",    "fields", "array",    "map", "single",
                                         "nullable", "length", "key_size", NULL };
  const guint complex = (guint)(SQUILL_TYPE_OBJECT | SQUILL_TYPE_ARRAY);
  const guint types = (guint)squill_path_get_types (field) | (guint)squill_path_get_types (other);
  json_t *json = json_object_get (fields, g_hash_table_lookup (context->builder->fields, field));

  for (guint i = 0; of_values[i] != NULL; i++)
    json_object_del (json, of_values[i]);
  if (other->present < squill_path_get_of (other))
    json_object_del (json, "required");
  if ((types & complex) == 0)
    {
      json_object_set_new (json, "types", squill_json_types ((SquillTypes)types));
      return;
    }
  for (guint i = 0; of_form[i] != NULL; i++)
    json_object_del (json, of_form[i]);
}

/* Single objects where other documents have arrays of them, or maps where others have records. */
static void
add_single_objects (
    Context *context, json_t *fields, const SquillPath *value, const SquillPath *path, char **rank)
{
  drop_required (context, fields, value, path);
  for (const SquillPath *field = path->first; field != NULL; field = field->next)
    if (find_field (value, field) == NULL)
      {
        add_named_field (context, fields, field, rank);
        if (value->values != NULL)
          widen_field (context, fields, field, value->values);
      }
    else
      widen_field (context, fields, find_field (value, field), field);
  if (squill_path_get_objects (value) > 0)
    drop_required (context, fields, path, value);
  for (const SquillPath *field = path->values != NULL ? value->first : NULL; field != NULL;
       field = field->next)
    widen_field (context, fields, field, path->values);
}

/* The fields nested in values. @path is where they are; it may have objects besides an array of
 * them. */
static json_t *
build_nested (Context *context, const SquillPath *value, const SquillPath *path, gboolean is_inner)
{
  json_t *fields = json_object ();
  g_autofree char *rank = NULL;

  if (context->level == MAX_LEVELS)
    return fields;
  context->level++;
  /* The name of an array or map inside an array or map. */
  if (value != path && (has_arrays (value) || (is_all_map (value) && has_objects (value))))
    add_field (context, fields, value, "[]", &rank);
  for (const SquillPath *field = has_objects (value) ? value->first : NULL; field != NULL;
       field = field->next)
    add_named_field (context, fields, field, &rank);
  if (value != path && value != path->values && !is_inner && has_objects (path))
    add_single_objects (context, fields, value, path, &rank);
  /* Single objects beside an array of them may have any other names. */
  else if (value->values != NULL && value->n_fields > 0 && has_objects (value))
    add_rest (context, fields, value, &rank);
  context->level--;
  return fields;
}

/* The key under which objects stand in a map, as their field: their `_id`, unless they have one. */
static void
add_map_key (Context *context, json_t *fields, const SquillPath *values, char **rank)
{
  const SquillPath *map = values->parent;
  const SquillMapKeys *keys = map->map;
  const char *pattern = squill_key_pattern_get_regex (squill_map_keys_get_pattern (keys));
  const gboolean has_id = squill_path_find_field ((SquillPath *)values, "_id", 3) != NULL;
  const char *name = has_id ? "{key}" : "_id";
  g_autofree char *place = squill_path_to_text (map);
  g_autofree char *full = g_strdup_printf ("%s.%s{key}", context->collection->name, place);
  char *id = _squill_model_builder_new_id (context->builder, has_id ? "key" : "_id", full);
  json_t *json = json_object ();
  json_auto_t *known = squill_path_to_json (map);
  json_t *evidence = _squill_evidence_new_for_path (context->collection, values);

  g_hash_table_insert (context->builder->keys, (gpointer)values, id);
  json_object_set_new (json, "name", json_string (name));
  json_object_set_new (json, "order", json_string (_squill_model_builder_next_rank (rank)));
  json_object_set_new (json, "types", squill_json_types (SQUILL_TYPE_STRING));
  json_object_set_new (json, "required", json_true ());
  json_object_set_new (json, "map_key", json_true ());
  if (values->present > 0)
    json_object_set_new (json, "size",
                         squill_json_triple (SQUILL_TRIPLE (
                             (double)keys->bytes_min, (double)keys->bytes / (double)values->present,
                             (double)keys->bytes_max)));
  if (pattern != NULL)
    json_object_set_new (json, "usual_pattern", json_string (pattern));
  json_object_set (evidence, "map", json_object_get (known, "map"));
  json_object_set_new (json, "evidence", evidence);
  json_object_set_new (fields, id, json);
}

/* The objects in a field of a document that is an array of objects and nothing else, or a map of
 * them; they become an entity. NULL where it is none. */
const SquillPath *
_squill_path_get_embedded (const SquillPath *path)
{
  const SquillTypes types = (SquillTypes)get_usual_types (path);
  const SquillPath *objects = types == SQUILL_TYPE_ARRAY                         ? path->elements
                              : types == SQUILL_TYPE_OBJECT && is_all_map (path) ? path->values
                                                                                 : NULL;

  /* A relationship cannot express that the array may be null. */
  if (objects == NULL || get_usual_types (objects) != SQUILL_TYPE_OBJECT)
    return NULL;
  return objects->n_fields >= (types == SQUILL_TYPE_ARRAY ? 1 : MIN_MAP_FIELDS) ? objects : NULL;
}

/* The fields of the entity that @document becomes, the path of documents or of elements: an object
 * of id and field, as in model files. @on_embedded is called for each array that becomes an entity.
 */
json_t *
_squill_model_builder_fields (SquillModelBuilder *self,
                              const SquillCollectionProfile *collection,
                              const SquillPath *document,
                              SquillEmbeddedFunc on_embedded,
                              gpointer user_data)
{
  Context context = { self, collection, 1 };
  json_t *fields = json_object ();
  g_autofree char *rank = NULL;

  if (document->kind == SQUILL_PATH_VALUES)
    add_map_key (&context, fields, document, &rank);
  for (const SquillPath *field = document->first; field != NULL; field = field->next)
    if (_squill_path_get_embedded (field) != NULL)
      on_embedded (field, _squill_model_builder_next_rank (&rank), user_data);
    else
      add_named_field (&context, fields, field, &rank);
  if (document->values != NULL)
    add_rest (&context, fields, document, &rank);
  return fields;
}
