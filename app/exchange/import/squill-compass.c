/* SPDX-License-Identifier: Apache-2.0 */

/* Data models of MongoDB Compass (.mdm): collections become entities with their fields, lines
 * between fields become relationships by reference. What is embedded is nested fields there, and
 * stays so. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-compass.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "bson/squill-bson-json.h"
#include "exchange/import/squill-compass-private.h"
#include "exchange/import/squill-import-model.h"
#include "exchange/import/squill-schema-fields.h"
#include "exchange/squill-compass-format.h"
#include "exchange/squill-exchange.h"
#include "model/squill-model-file.h"

/* An older choice, which Compass reads as SQUILL_COMPASS_MANY. */
#define OLD_MANY 10.0

typedef struct
{
  json_t *entities;
  json_t *layout;
  json_t *relationships;
  SquillSchemaFields fields;
  GPtrArray *notes;
  guint n_indexes;
} Build;

static void note (Build *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
note (Build *self, const char *format, ...)
{
  va_list list;

  va_start (list, format);
  if (self->notes != NULL)
    g_ptr_array_add (self->notes, g_strdup_vprintf (format, list));
  va_end (list);
}

static char *
make_rank (json_t *owner)
{
  const char *last = json_string_value (json_object_get (owner, "last rank"));
  char *rank = squill_rank_between (last, NULL);

  json_object_set_new (owner, "last rank", json_string (rank));
  return rank;
}

/* "address.city" of the collection @ns: the id of the field; NULL where there is none. */
static const char *
find_field (Build *self, const char *ns, const char *path)
{
  g_autoptr (GString) key = g_string_new (ns);

  g_string_append_printf (key, "\n%s", path);
  for (gsize i = strlen (ns); i < key->len; i++)
    if (key->str[i] == '.')
      key->str[i] = '\n';
  return g_hash_table_lookup (self->fields.fields, key->str);
}

/* The keys of an index; NULL where one of them is no field. */
static json_t *
make_keys (Build *self, const char *ns, const json_t *keys)
{
  json_t *made = json_array ();
  const char *path;
  json_t *direction;

  json_object_foreach ((json_t *)keys, path, direction)
  {
    const char *field = find_field (self, ns, path);
    const char *kind = json_string_value (direction);
    double number = 1;

    if (field == NULL)
      {
        json_decref (made);
        return NULL;
      }
    if (kind == NULL)
      squill_json_get_bson_number (direction, &number);
    json_array_append_new (made, json_pack ("{s:s, s:s}", "path", field, "how",
                                            kind != NULL ? kind
                                            : number < 0 ? "-1"
                                                         : "1"));
  }
  return made;
}

/* Indexes as servers list them. Compass itself writes none yet. */
static void
add_indexes (Build *self, const json_t *collection, const char *ns, json_t *entity)
{
  static const char *const flags[] = { "unique", "sparse", "hidden" };
  static const struct
  {
    const char *option;
    const char *property;
  } others[] = { { "name", "name" },
                 { "partialFilterExpression", "partial" },
                 { "collation", "collation" },
                 { "expireAfterSeconds", "expire_after" } };
  const json_t *indexes = json_object_get (collection, "indexes");
  json_auto_t *made = json_object ();
  g_autofree char *last = NULL;

  for (gsize i = 0; i < json_array_size (indexes); i++)
    {
      const json_t *index = json_array_get (indexes, i);
      json_t *keys = json_object_get (index, "key");
      const char *name = json_string_value (json_object_get (index, "name"));
      json_auto_t *options = json_object ();
      g_autofree char *id = NULL, *rank = NULL;
      const char *option;
      json_t *own, *value;

      if (json_object_size (keys) == 1 && json_object_get (keys, "_id") != NULL)
        continue;
      keys = make_keys (self, ns, keys);
      if (json_array_size (keys) == 0)
        {
          note (self,
                _ ("The index “%s” of “%s” is not taken over: it has keys that are no fields"),
                name != NULL ? name : "", ns);
          json_decref (keys);
          continue;
        }
      rank = squill_rank_between (last, NULL);
      own = json_pack ("{s:s, s:o}", "order", rank, "keys", keys);
      g_free (last);
      last = g_steal_pointer (&rank);
      json_object_foreach ((json_t *)index, option, value)
      {
        gboolean known = g_str_equal (option, "key") || g_str_equal (option, "v");
        double number;

        for (guint j = 0; j < G_N_ELEMENTS (flags); j++)
          if (g_str_equal (option, flags[j]))
            {
              known = TRUE;
              if (json_is_true (value))
                json_object_set (own, option, value);
            }
        for (guint j = 0; j < G_N_ELEMENTS (others); j++)
          if (g_str_equal (option, others[j].option))
            {
              known = TRUE;
              if (j < 3 ? (j == 0 ? json_is_string (value) : json_is_object (value))
                        : squill_json_get_bson_number (value, &number))
                json_object_set_new (own, others[j].property,
                                     j < 3 ? json_incref (value) : json_real (number));
            }
        if (!known)
          json_object_set (options, option, value);
      }
      if (json_object_size (options) > 0)
        json_object_set (own, "options", options);
      id = g_strdup_printf ("index-%u", ++self->n_indexes);
      json_object_set_new (made, id, own);
    }
  if (json_object_size (made) > 0)
    json_object_set (entity, "indexes", made);
}

static void
add_entity (Build *self, const json_t *collection, json_t *ranks)
{
  const char *ns = json_string_value (json_object_get (collection, "ns"));
  const char *dot = ns != NULL ? strchr (ns, '.') : NULL;
  const char *description = json_string_value (json_object_get (collection, "note"));
  const json_t *position = json_object_get (collection, "displayPosition");
  json_t *schema = _squill_compass_get_schema (collection);
  g_autofree char *id =
      g_strdup_printf ("entity-%" G_GSIZE_FORMAT, json_object_size (self->entities) + 1);
  g_autofree char *rank = NULL;
  json_t *entity;

  if (ns == NULL)
    {
      note (self, _ ("A collection without a name is left out"));
      return;
    }
  rank = make_rank (ranks);
  entity = json_pack ("{s:s, s:s, s:s}", "name", dot != NULL ? dot + 1 : ns, "order", rank,
                      "standalone", "yes");
  if (description != NULL && *description != '\0')
    json_object_set_new (entity, "description", json_string (description));
  _squill_schema_fields_add (&self->fields, schema, ns, entity);
  json_object_set_new (self->entities, id, entity);
  g_hash_table_insert (self->fields.fields, g_strdup (ns), g_strdup (id));
  if (json_array_size (position) == 2 && json_is_number (json_array_get (position, 0)) &&
      json_is_number (json_array_get (position, 1)))
    json_object_set_new (self->layout, id,
                         json_pack ("{s:f, s:f}", "x",
                                    round (json_number_value (json_array_get (position, 0))), "y",
                                    round (json_number_value (json_array_get (position, 1)))));
  add_indexes (self, collection, ns, entity);
}

/* One end of a line. */
typedef struct
{
  const char *entity;
  const char *field;
  const char *name; /* of the field */
  gboolean is_id;
  gboolean is_list;
  double cardinality; /* NaN: many, nobody knows how many */
} Side;

static gboolean
read_side (Build *self, const json_t *json, Side *side)
{
  const char *ns = json_string_value (json_object_get (json, "ns"));
  const json_t *path = json_object_get (json, "fields");
  const json_t *cardinality = json_object_get (json, "cardinality");
  g_autoptr (GString) key = NULL;

  if (ns == NULL || json_array_size (path) == 0)
    return FALSE;
  key = g_string_new (ns);
  for (gsize i = 0; i < json_array_size (path); i++)
    {
      const char *name = json_string_value (json_array_get (path, i));

      g_string_append_printf (key, "\n%s", name != NULL ? name : "");
    }
  side->name = json_string_value (json_array_get (path, json_array_size (path) - 1));
  side->entity = g_hash_table_lookup (self->fields.fields, ns);
  side->field = g_hash_table_lookup (self->fields.fields, key->str);
  side->is_id = json_array_size (path) == 1 &&
                g_strcmp0 (json_string_value (json_array_get (path, 0)), "_id") == 0;
  side->is_list = side->field != NULL && g_hash_table_contains (self->fields.lists, side->field);
  side->cardinality = json_is_number (cardinality) ? json_number_value (cardinality) : NAN;
  if (side->cardinality == OLD_MANY)
    side->cardinality = SQUILL_COMPASS_MANY;
  return side->entity != NULL && side->field != NULL;
}

static void
set_triple (json_t *relationship, const char *property, double cardinality)
{
  if (cardinality == 1)
    json_object_set_new (relationship, property,
                         json_pack ("{s:i, s:i, s:i}", "min", 1, "likely", 1, "max", 1));
  else if (cardinality >= 0)
    json_object_set_new (relationship, property, json_pack ("{s:f}", "likely", cardinality));
}

/* Which end has the references: the one that is not an _id, or else the one of which there are
 * more. */
static gboolean
is_holder (const Side *side, const Side *other)
{
  if (side->is_id != other->is_id)
    return other->is_id;
  if (side->is_list != other->is_list)
    return side->is_list;
  return !(side->cardinality == 1 && other->cardinality != 1);
}

static void
add_relationship (Build *self, const json_t *json, json_t *ranks)
{
  const json_t *sides = json_object_get (json, "relationship");
  const char *text = json_string_value (json_object_get (json, "note"));
  Side ends[2];
  const Side *holder, *target;
  g_autofree char *rank = NULL, *own_id = NULL;
  json_t *relationship;

  if (json_array_size (sides) != 2 || !read_side (self, json_array_get (sides, 0), &ends[0]) ||
      !read_side (self, json_array_get (sides, 1), &ends[1]))
    {
      note (self, _ ("A relationship without a field at both of its ends is left out"));
      return;
    }
  holder = &ends[is_holder (&ends[0], &ends[1]) ? 0 : 1];
  target = &ends[holder == &ends[0] ? 1 : 0];
  rank = make_rank (ranks);
  relationship = json_pack ("{s:s, s:s, s:s, s:s}", "order", rank, "parent",
                            holder->is_list ? holder->entity : target->entity, "child",
                            holder->is_list ? target->entity : holder->entity, "placement",
                            holder->is_list ? "child-references" : "parent-reference");
  set_triple (relationship, "children",
              holder->is_list ? target->cardinality : holder->cardinality);
  set_triple (relationship, "parents", holder->is_list ? holder->cardinality : target->cardinality);
  json_object_set_new (relationship, holder->is_list ? "parent_holder" : "child_holder",
                       json_string (holder->field));
  if (!target->is_id)
    json_object_set_new (relationship, holder->is_list ? "child_key" : "parent_key",
                         json_string (target->field));
  if (text != NULL && *text != '\0')
    json_object_set_new (relationship, "description", json_string (text));
  if (holder->name != NULL)
    json_object_set_new (relationship, "name", json_string (holder->name));
  own_id =
      g_strdup_printf ("relationship-%" G_GSIZE_FORMAT, json_object_size (self->relationships) + 1);
  json_object_set_new (self->relationships, own_id, relationship);
}

static SquillModel *
build_model (const json_t *envelope, const json_t *drawn, GPtrArray *notes, GError **error)
{
  json_auto_t *file =
      json_pack ("{s:s, s:i, s:{}, s:{}, s:{}}", "format", "squill/model", "version",
                 SQUILL_MODEL_VERSION, "entities", "relationships", "layout");
  json_auto_t *ranks = json_object ();
  Build build = { .entities = json_object_get (file, "entities"),
                  .layout = json_object_get (file, "layout"),
                  .relationships = json_object_get (file, "relationships"),
                  .notes = notes };
  const json_t *collections = json_object_get (drawn, "collections");
  const json_t *relationships = json_object_get (drawn, "relationships");
  const char *const names[] = { "name", "database" };
  SquillModel *model;

  _squill_schema_fields_init (&build.fields, NULL, notes, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (json_is_string (json_object_get (envelope, names[i])))
      json_object_set (file, names[i], json_object_get (envelope, names[i]));
  for (gsize i = 0; i < json_array_size (collections); i++)
    add_entity (&build, json_array_get (collections, i), ranks);
  for (gsize i = 0; i < json_array_size (relationships); i++)
    add_relationship (&build, json_array_get (relationships, i), ranks);
  model = _squill_import_make_model (file, error);
  _squill_schema_fields_clear (&build.fields);
  return model;
}

static json_t *
read_edits (const json_t *envelope, GError **error)
{
  const json_t *edits = json_object_get (envelope, "edits");
  json_t *decoded = NULL;
  g_autofree guchar *bytes = NULL;
  gsize length = 0;

  /* Compass's own store keeps them as they are. */
  if (json_is_array (edits))
    return json_incref ((json_t *)edits);
  if (json_is_string (edits))
    {
      bytes = g_base64_decode (json_string_value (edits), &length);
      decoded = json_loadb ((const char *)bytes, length, JSON_ALLOW_NUL, NULL);
    }
  if (!json_is_array (decoded))
    {
      g_set_error (error, SQUILL_EXCHANGE_ERROR, SQUILL_EXCHANGE_ERROR_FORMAT,
                   _ ("The edits in this data model of MongoDB Compass cannot be read"));
      g_clear_pointer (&decoded, json_decref);
    }
  return decoded;
}

/**
 * squill_compass_import:
 * @data: what is in a file
 * @length: how many bytes that are
 * @notes: (nullable) (element-type utf8): where what was not taken over is told, a sentence each;
 *   the array frees them
 * @error: what went wrong
 *
 * Reads a data model of MongoDB Compass. Its collections become entities, and lines between fields
 * become references in the field that is no key, with what is noted about them. Where one of its
 * cardinalities is "many", nothing is said about how many. What Squill wrote is as it was, unless
 * fields or relationships were changed.
 *
 * Fails with %SQUILL_MODEL_ERROR_SYNTAX where it is not JSON (squill_model_parse_position()), and
 * with %SQUILL_EXCHANGE_ERROR_FORMAT otherwise.
 *
 * Returns: (transfer full) (nullable): the model
 */
SquillModel *
squill_compass_import (const char *data, gsize length, GPtrArray *notes, GError **error)
{
  g_autoptr (GHashTable) unknown = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  json_error_t wrong;
  json_auto_t *envelope = NULL;
  json_auto_t *edits = NULL;
  json_auto_t *drawn = NULL;
  SquillModel *model;
  const char *type;
  GHashTableIter iter;
  gpointer name;

  g_return_val_if_fail (data != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  envelope = json_loadb (data, length, JSON_ALLOW_NUL, &wrong);
  if (envelope == NULL)
    {
      g_set_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_SYNTAX, "%d:%d: %s", wrong.line,
                   wrong.column, wrong.text);
      return NULL;
    }
  type = json_string_value (json_object_get (envelope, "type"));
  if ((type != NULL && !g_str_equal (type, SQUILL_COMPASS_TYPE)) ||
      json_object_get (envelope, "edits") == NULL)
    {
      g_set_error (error, SQUILL_EXCHANGE_ERROR, SQUILL_EXCHANGE_ERROR_FORMAT,
                   _ ("This is no data model of MongoDB Compass"));
      return NULL;
    }
  if (type != NULL &&
      json_integer_value (json_object_get (envelope, "version")) != SQUILL_COMPASS_VERSION)
    {
      g_set_error (error, SQUILL_EXCHANGE_ERROR, SQUILL_EXCHANGE_ERROR_FORMAT,
                   _ ("This data model is of another version of MongoDB Compass; version %d is "
                      "known"),
                   SQUILL_COMPASS_VERSION);
      return NULL;
    }
  edits = read_edits (envelope, error);
  if (edits == NULL)
    return NULL;
  drawn = _squill_compass_replay (edits, unknown);
  if (!json_is_object (drawn) || !json_is_array (json_object_get (drawn, "collections")))
    {
      g_set_error (error, SQUILL_EXCHANGE_ERROR, SQUILL_EXCHANGE_ERROR_FORMAT,
                   _ ("There are no collections in this data model of MongoDB Compass"));
      return NULL;
    }
  model = _squill_compass_restore (drawn, notes);
  if (model != NULL)
    return model;
  g_hash_table_iter_init (&iter, unknown);
  while (notes != NULL && g_hash_table_iter_next (&iter, &name, NULL))
    g_ptr_array_add (notes,
                     g_strdup_printf (_ ("Not all edits “%s” are taken over"), (const char *)name));
  return build_model (envelope, drawn, notes, error);
}
