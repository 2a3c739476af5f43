/* SPDX-License-Identifier: Apache-2.0 */

/* Paths of a profile as fields of a model. Nested objects stay nested fields; an array of nothing
 * but objects that stands in a document becomes an entity that is embedded; a map becomes a map.
 * What was measured is said and nothing else: a range of numbers that were met is no bound, and
 * numbers are no enumeration, as the next document may have another one. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/squill-model-builder.h"

#include "inspect/squill-findings.h"
#include "inspect/squill-model-evidence.h"
#include "inspect/squill-value-json.h"
#include "model/squill-rank.h"

#define NOTHING ((guint)(SQUILL_TYPE_NULL | SQUILL_TYPE_UNDEFINED))

/* Deeper fields are not drawn: a server stores no more than 100 levels, a model file 99 of fields.
 */
#define MAX_LEVELS 99u

typedef struct
{
  SquillModelBuilder *builder;
  const SquillCollectionProfile *collection;
  guint level;
} Context;

static json_t *build_nested (Context *context, const SquillPath *value, const SquillPath *alone);

static void
set (json_t *object, const char *name, json_t *value)
{
  json_object_set_new (object, name, value);
}

static SquillTriple
spread_to_triple (const SquillSpread *spread)
{
  return SQUILL_TRIPLE ((double)spread->min, squill_spread_get_mean (spread), (double)spread->max);
}

static SquillTriple
text_to_triple (const SquillPathText *text)
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
    set (json, "subtype", json_integer (only));
}

/* What values look like: the value itself, the elements of an array, the values of a map. */
static void
set_values (json_t *json, const SquillPath *value)
{
  guint64 most = 0;

  set_subtype (json, value);
  if (value->text.count > 0)
    set (json, "size", squill_json_triple (text_to_triple (&value->text)));
  if (value->scalars == 0)
    return;
  set (json, "distinct", json_integer ((json_int_t)value->distinct));
  for (guint i = 0; i < value->table.n_values; i++)
    most = MAX (most, value->table.values[i].count);
  if (most > 0)
    set (json, "top", squill_json_number ((double)most / (double)value->scalars));
  if (squill_findings_is_enumeration (value) && value->numbers.count == 0)
    set (json, "enum", squill_value_table_to_json (&value->table));
}

static void
set_array (json_t *json, const SquillPath *path, guint alone)
{
  set (json, "array", json_true ());
  if (alone != 0)
    set (json, "single", json_true ());
  if (path->lengths != NULL)
    set (json, "length", squill_json_triple (spread_to_triple (path->lengths)));
}

static void
set_map (json_t *json, const SquillPath *path)
{
  const SquillMapKeys *keys = path->map;
  guint64 entries = path->values->present;

  set (json, "map", json_true ());
  if (path->entries != NULL)
    set (json, "length", squill_json_triple (spread_to_triple (path->entries)));
  if (entries > 0)
    set (json, "key_size",
         squill_json_triple (SQUILL_TRIPLE ((double)keys->bytes_min,
                                            (double)keys->bytes / (double)entries,
                                            (double)keys->bytes_max)));
}

/* The types of what stands at a path, with what is nested in it. */
static void
set_shape (Context *context, json_t *json, const SquillPath *path)
{
  const guint types = (guint)squill_path_get_types (path);
  const gboolean is_array = squill_path_get_arrays (path) > 0;
  const gboolean is_map = !is_array && path->values != NULL;
  const SquillPath *value = is_array ? path->elements : is_map ? path->values : path;
  guint value_types = value != NULL ? (guint)squill_path_get_types (value) : 0;
  json_t *nested;

  if (is_array || is_map)
    {
      guint itself = is_array ? SQUILL_TYPE_ARRAY : SQUILL_TYPE_OBJECT;
      guint alone = types & ~itself & ~NOTHING;

      if ((types & NOTHING) != 0)
        set (json, "nullable", json_true ());
      if (is_array)
        {
          set_array (json, path, alone);
          value_types |= alone;
        }
      else
        {
          set_map (json, path);
        }
    }
  if (value_types != 0)
    set (json, "types", squill_json_types ((SquillTypes)value_types));
  if (value == NULL)
    return;
  set_values (json, value);
  nested = build_nested (context, value, path);
  if (json_object_size (nested) > 0)
    set (json, "fields", nested);
  else
    json_decref (nested);
}

static json_t *
build_field (Context *context, const SquillPath *path, const char *name, const char *order)
{
  SquillModelBuilder *builder = context->builder;
  g_autofree char *place = squill_path_to_text (path);
  g_autofree char *full = g_strdup_printf ("%s.%s", context->collection->name, place);
  char *id = squill_model_builder_new_id (builder, name, full);
  guint64 of = squill_path_get_of (path);
  json_t *json = json_object ();

  g_hash_table_insert (builder->fields, (gpointer)path, id);
  set (json, "name", json_string (name));
  set (json, "order", json_string (order));
  set_shape (context, json, path);
  if (path->present == of && context->collection->complete)
    set (json, "required", json_true ());
  else if (of > 0)
    set (json, "presence", squill_json_number ((double)path->present / (double)of));
  set (json, "evidence", squill_evidence_new_for_path (context->collection, path));
  return json;
}

static void
add_field (Context *context, json_t *fields, const SquillPath *path, const char *name, char **rank)
{
  char *next = squill_rank_between (*rank, NULL);
  json_t *field = build_field (context, path, name, next);

  g_free (*rank);
  *rank = next;
  set (fields, g_hash_table_lookup (context->builder->fields, path), field);
}

static void
add_named_field (Context *context, json_t *fields, const SquillPath *field, char **rank)
{
  g_autofree char *name = g_utf8_make_valid (field->name, (gssize)field->name_length);

  add_field (context, fields, field, name, rank);
}

static gboolean
has_field (const SquillPath *path, const SquillPath *field)
{
  return squill_path_find_field ((SquillPath *)path, field->name, field->name_length) != NULL;
}

/* What is nested in values; @path is where they stand, which may have objects of its own beside an
 * array of them. */
static json_t *
build_nested (Context *context, const SquillPath *value, const SquillPath *path)
{
  json_t *fields = json_object ();
  g_autofree char *rank = NULL;

  if (context->level == MAX_LEVELS)
    return fields;
  context->level++;
  /* An array or a map in an array or a map has no name but this. */
  if (value != path && (squill_path_get_arrays (value) > 0 || value->values != NULL))
    add_field (context, fields, value, "[]", &rank);
  for (const SquillPath *field = value->first; field != NULL; field = field->next)
    add_named_field (context, fields, field, &rank);
  if (value != path)
    for (const SquillPath *field = path->first; field != NULL; field = field->next)
      if (!has_field (value, field))
        add_named_field (context, fields, field, &rank);
  context->level--;
  return fields;
}

/**
 * squill_path_is_embedded:
 * @path: a field of a document
 *
 * Returns: whether it is an array of objects and nothing else, which becomes an entity
 */
gboolean
squill_path_is_embedded (const SquillPath *path)
{
  guint types = (guint)squill_path_get_types (path);

  return (types & ~NOTHING) == SQUILL_TYPE_ARRAY && path->elements != NULL &&
         squill_path_get_types (path->elements) == SQUILL_TYPE_OBJECT &&
         path->elements->values == NULL && path->elements->n_fields > 0;
}

/**
 * squill_model_builder_fields:
 * @self: a builder
 * @collection: a collection
 * @document: the path of its documents, or of elements that become an entity
 * @on_embedded: is told of the arrays that become entities
 * @user_data: for @on_embedded
 *
 * Returns: (transfer full): the fields of the entity: an object of id and field, as model files
 * have it
 */
json_t *
squill_model_builder_fields (SquillModelBuilder *self,
                             const SquillCollectionProfile *collection,
                             const SquillPath *document,
                             SquillEmbeddedFunc on_embedded,
                             gpointer user_data)
{
  Context context = { self, collection, 1 };
  json_t *fields = json_object ();
  g_autofree char *rank = NULL;

  for (const SquillPath *field = document->first; field != NULL; field = field->next)
    if (squill_path_is_embedded (field))
      {
        char *next = squill_rank_between (rank, NULL);

        g_free (rank);
        rank = next;
        on_embedded (field, rank, user_data);
      }
    else
      {
        add_named_field (&context, fields, field, &rank);
      }
  return fields;
}
