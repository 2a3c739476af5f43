/* SPDX-License-Identifier: Apache-2.0 */

/* Indexes of schemas of Mongoose: those of fields, and those of "schema.index ()". */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "exchange/import/squill-mongoose-fields.h"
#include "model/squill-model-file.h"

/* What a field says of its own index. */
typedef struct
{
  SquillMongooseEntity *entity;
  const SquillJavascriptValue *options;
  char field[];
} FieldIndex;

static gboolean
is_set (const SquillJavascriptValue *value)
{
  if (value != NULL && value->kind == SQUILL_JAVASCRIPT_ARRAY && value->items->len > 0)
    value = value->items->pdata[0];
  return value != NULL &&
         ((value->kind == SQUILL_JAVASCRIPT_BOOLEAN || value->kind == SQUILL_JAVASCRIPT_NUMERIC)
              ? value->number != 0
              : value->kind == SQUILL_JAVASCRIPT_TEXT || value->kind == SQUILL_JAVASCRIPT_OBJECT);
}

/* The options of two objects, the later one over the earlier one. */
static const SquillJavascriptValue *
merge_options (const SquillJavascriptValue *earlier, const SquillJavascriptValue *later)
{
  const SquillJavascriptValue *const both[] = { earlier, later };
  SquillMongooseFile *file = later->file;
  SquillJavascriptValue *merged =
      _squill_javascript_file_make_value (file->program, 0, SQUILL_JAVASCRIPT_OBJECT, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (both); i++)
    for (guint j = 0; j < both[i]->members->len; j++)
      {
        const SquillJavascriptMember *member = both[i]->members->pdata[j];

        if (member->key != NULL &&
            (i > 0 || _squill_javascript_value_get (later, member->key) == NULL))
          _squill_javascript_value_add_member (merged, member->key, member->value);
      }
  return merged;
}

static const char *const index_options[] = { "index", "unique", "expires", "sparse", "text" };

static gboolean
have_index (SquillMongooseBuild *self, const SquillJavascriptValue *options)
{
  for (guint i = 0; i < G_N_ELEMENTS (index_options); i++)
    if (is_set (_squill_mongoose_get_member (self, options, index_options[i])))
      return TRUE;
  return FALSE;
}

/* Remembers the index of a field, if its options say that it has one, or has none after all. */
void
_squill_mongoose_build_note_index (SquillMongooseBuild *self,
                                   SquillMongooseEntity *entity,
                                   const char *field,
                                   const SquillJavascriptValue *options)
{
  FieldIndex *index = g_hash_table_lookup (self->field_indexes, field);

  if (index == NULL && !have_index (self, options))
    return;
  if (index != NULL)
    {
      index->options = merge_options (index->options, options);
      return;
    }
  index = g_malloc0 (sizeof (FieldIndex) + strlen (field) + 1);
  index->entity = entity;
  index->options = options;
  memcpy (index->field, field, strlen (field) + 1);
  g_hash_table_insert (self->field_indexes, index->field, index);
  g_ptr_array_add (self->indexes, index);
}

/* "1d", "90 minutes", or a number of seconds; below 0 where it is neither. */
static double
get_seconds (const SquillJavascriptValue *value)
{
  static const struct
  {
    const char *unit;
    double seconds;
  } units[] = { { "ms", 0.001 },  { "mi", 60 },  { "mo", -1 },       { "m", 60 },
                { "s", 1 },       { "h", 3600 }, { "d", 24 * 3600 }, { "w", 7 * 24 * 3600 },
                { "y", 31557600 } };
  char *unit;
  double number;

  if (value == NULL ||
      (value->kind != SQUILL_JAVASCRIPT_NUMERIC && value->kind != SQUILL_JAVASCRIPT_TEXT))
    return -1;
  if (value->kind == SQUILL_JAVASCRIPT_NUMERIC)
    return value->number;
  number = g_ascii_strtod (value->text, &unit);
  if (unit == value->text)
    return -1;
  unit = g_strchug (unit);
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_ascii_strncasecmp (unit, units[i].unit, strlen (units[i].unit)) == 0)
      return number * units[i].seconds;
  return *unit == '\0' ? number / 1000 : -1;
}

static json_t *
read_json (const SquillJavascriptValue *text)
{
  return text->kind == SQUILL_JAVASCRIPT_TEXT
             ? json_loads (text->text, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, NULL)
             : NULL;
}

/* A value of options as JSON (transfer full); NULL where it is no literal. */
static json_t *
make_json (SquillMongooseBuild *self, const SquillJavascriptValue *value, guint depth)
{
  json_t *made = NULL;

  value = _squill_mongoose_resolve (self->sources, value);
  if (depth > 20)
    return NULL;
  switch ((guint)value->kind)
    {
    case SQUILL_JAVASCRIPT_TEXT:
      return json_string (value->text);
    case SQUILL_JAVASCRIPT_BOOLEAN:
      return json_boolean (value->number != 0);
    case SQUILL_JAVASCRIPT_NULL:
      return json_null ();
    case SQUILL_JAVASCRIPT_NUMERIC:
      return value->number == (double)(json_int_t)value->number
                 ? json_integer ((json_int_t)value->number)
                 : json_real (value->number);
    case SQUILL_JAVASCRIPT_ARRAY:
      made = json_array ();
      for (guint i = 0; made != NULL && i < value->items->len; i++)
        {
          json_t *item = make_json (self, value->items->pdata[i], depth + 1);

          if (item == NULL)
            g_clear_pointer (&made, json_decref);
          else
            json_array_append_new (made, item);
        }
      return made;
    case SQUILL_JAVASCRIPT_OBJECT:
      made = json_object ();
      for (guint i = 0; made != NULL && i < value->members->len; i++)
        {
          const SquillJavascriptMember *member = value->members->pdata[i];
          json_t *item = member->key == NULL ? NULL : make_json (self, member->value, depth + 1);

          if (item == NULL)
            g_clear_pointer (&made, json_decref);
          else
            json_object_set_new (made, member->key, item);
        }
      return made;
    case SQUILL_JAVASCRIPT_CALL:
      /* As our own export writes dates and the like. */
      return g_str_has_suffix (value->text, "EJSON.parse") && value->items->len == 1
                 ? read_json (_squill_mongoose_resolve (self->sources, value->items->pdata[0]))
                 : NULL;
    default:
      return NULL;
    }
}

static gboolean
has_index (const json_t *indexes, const json_t *keys, const json_t *partial)
{
  const char *id;
  json_t *index;

  json_object_foreach ((json_t *)indexes, id, index)
  {
    if (json_equal (json_object_get (index, "keys"), keys) &&
        json_equal (json_object_get (index, "partial"), partial) ==
            (json_object_get (index, "partial") != NULL || partial != NULL))
      return TRUE;
  }
  return FALSE;
}

/* Takes @keys. @options: (nullable): what stands beside them */
static void
add_index (SquillMongooseBuild *self,
           SquillMongooseEntity *entity,
           json_t *keys,
           const SquillJavascriptValue *options)
{
  static const char *const flags[] = { "unique", "sparse", "hidden" };
  static const char *const expiries[] = { "expireAfterSeconds", "expires" };
  json_t *indexes = json_object_get (entity->json, "indexes");
  const SquillJavascriptValue *value;
  json_t *index, *partial = NULL;
  g_autofree char *rank = NULL, *id = NULL;

  if (indexes == NULL)
    {
      indexes = json_object ();
      json_object_set_new (entity->json, "indexes", indexes);
    }
  value = _squill_mongoose_get_member (self, options, "partialFilterExpression");
  if (value != NULL)
    {
      partial = make_json (self, value, 0);
      if (!json_is_object (partial))
        {
          g_clear_pointer (&partial, json_decref);
          _squill_mongoose_build_tell (
              self, value,
              g_strdup_printf (_ ("The condition of an index of “%s” is not taken over: the index "
                                  "has all documents"),
                               entity->name));
        }
    }
  if (has_index (indexes, keys, partial))
    {
      json_decref (keys);
      json_decref (partial);
      return;
    }
  rank = squill_rank_between (entity->last_index_rank, NULL);
  id = g_strdup_printf ("index-%u", ++self->n_indexes);
  index = json_pack ("{s:s, s:o}", "order", rank, "keys", keys);
  g_free (entity->last_index_rank);
  entity->last_index_rank = g_steal_pointer (&rank);
  value = _squill_mongoose_get_member (self, options, "name");
  if (value != NULL && value->kind == SQUILL_JAVASCRIPT_TEXT)
    json_object_set_new (index, "name", json_string (value->text));
  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    if (is_set (_squill_mongoose_get_member (self, options, flags[i])))
      json_object_set_new (index, flags[i], json_true ());
  for (guint i = 0; i < G_N_ELEMENTS (expiries); i++)
    {
      const double seconds = get_seconds (_squill_mongoose_get_member (self, options, expiries[i]));

      if (seconds >= 0)
        json_object_set_new (index, "expire_after", json_real (seconds));
    }
  if (partial != NULL)
    json_object_set_new (index, "partial", partial);
  value = _squill_mongoose_get_member (self, options, "collation");
  if (value != NULL)
    {
      json_t *collation = make_json (self, value, 0);

      if (json_is_object (collation))
        json_object_set (index, "collation", collation);
      json_decref (collation);
    }
  json_object_set_new (indexes, id, index);
}

static const char *
get_operator (const SquillJavascriptValue *value)
{
  static const char *const ways[] = { "1", "-1" };
  static const char *const words[][2] = {
    { "asc", "1" }, { "ascending", "1" }, { "desc", "-1" }, { "descending", "-1" }
  };

  if (value != NULL && value->kind == SQUILL_JAVASCRIPT_NUMERIC)
    return ways[value->number < 0];
  for (guint i = 0;
       value != NULL && value->kind == SQUILL_JAVASCRIPT_TEXT && i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (value->text, words[i][0]))
      return words[i][1];
  return value != NULL && value->kind == SQUILL_JAVASCRIPT_TEXT ? value->text : "1";
}

static void
add_field_index (SquillMongooseBuild *self, const FieldIndex *index)
{
  const SquillJavascriptValue *own = _squill_mongoose_get_member (self, index->options, "index");
  const char *operator= get_operator (own);

  if (g_strcmp0 (index->field, g_hash_table_lookup (index->entity->paths, "_id")) == 0 ||
      !have_index (self, index->options))
    return;
  if (is_set (_squill_mongoose_get_member (self, index->options, "text")))
    operator= "text";
  add_index (self, index->entity, json_pack ("[{s:s, s:s}]", "path", index->field, "how", operator),
             own != NULL && own->kind == SQUILL_JAVASCRIPT_OBJECT ? own : index->options);
}

/* "schema.index ({ name: 1, 'address.city': -1 }, { unique: true })"
 * @prefix: of the paths of its fields: "" or "address." */
static void
add_stated_index (SquillMongooseBuild *self,
                  SquillMongooseEntity *entity,
                  const char *prefix,
                  const SquillJavascriptValue *call)
{
  const SquillJavascriptValue *keys =
      _squill_mongoose_resolve (self->sources, call->items->pdata[0]);
  const SquillJavascriptValue *options =
      call->items->len > 1 ? _squill_mongoose_resolve (self->sources, call->items->pdata[1]) : NULL;
  json_t *made = json_array ();

  /* Without its keys there is none; what its options are may be that it is unique. */
  if (keys->kind != SQUILL_JAVASCRIPT_OBJECT)
    _squill_mongoose_build_tell_unknown (self, call->items->pdata[0]);
  if (_squill_mongoose_is_computed (options))
    _squill_mongoose_build_tell_unknown (self, call->items->pdata[1]);
  for (guint i = 0; i < keys->members->len; i++)
    {
      const SquillJavascriptMember *member = keys->members->pdata[i];
      const char *key = _squill_mongoose_get_key (self->sources, member);
      g_autofree char *path = key == NULL ? NULL : g_strconcat (prefix, key, NULL);
      const char *field = path == NULL ? NULL : g_hash_table_lookup (entity->paths, path);

      if (field == NULL)
        {
          _squill_mongoose_build_tell (
              self, call,
              g_strdup_printf (_ ("“%s” has no field “%s”, so this index is not taken over"),
                               entity->name, path != NULL ? path : "…"));
          json_decref (made);
          return;
        }
      json_array_append_new (
          made, json_pack ("{s:s, s:s}", "path", field, "how",
                           get_operator (_squill_mongoose_resolve (self->sources, member->value))));
    }
  if (json_array_size (made) > 0)
    add_index (self, entity, made, options);
  else
    json_decref (made);
}

/* An index of a schema is one of each collection that has the schema in a field, too; FALSE where
 * none has. */
static gboolean
add_embedded_index (SquillMongooseBuild *self,
                    const SquillJavascriptValue *schema,
                    const SquillJavascriptValue *call)
{
  gboolean found = FALSE;

  for (guint i = 0; i < self->embedded->len; i++)
    {
      const SquillMongooseEmbedded *embedded = self->embedded->pdata[i];
      g_autofree char *prefix = NULL;

      if (embedded->schema != schema)
        continue;
      prefix = g_strconcat (embedded->path, ".", NULL);
      add_stated_index (self, embedded->entity, prefix, call);
      found = TRUE;
    }
  return found;
}

/* All indexes, where all fields are known. */
void
_squill_mongoose_build_add_indexes (SquillMongooseBuild *self)
{
  for (guint i = 0; i < self->indexes->len; i++)
    {
      const FieldIndex *index = self->indexes->pdata[i];
      gboolean is_there = FALSE;

      for (guint j = 0; j < self->entities->len; j++)
        is_there |= self->entities->pdata[j] == index->entity;
      if (is_there)
        add_field_index (self, index);
    }
  for (guint i = 0; i < self->sources->statements->len; i++)
    {
      const SquillMongooseStatement *statement = self->sources->statements->pdata[i];
      const SquillJavascriptValue *schema;
      gboolean found = FALSE;

      if (!g_str_equal (statement->call->text, "index") || statement->path != NULL ||
          statement->call->items->len == 0)
        continue;
      schema = _squill_mongoose_find_schema (self->sources, statement);
      if (!_squill_mongoose_is_schema (schema))
        continue;
      for (guint j = 0; j < self->entities->len; j++)
        {
          SquillMongooseEntity *entity = self->entities->pdata[j];

          if (entity->schema != schema)
            continue;
          add_stated_index (self, entity, "", statement->call);
          found = TRUE;
        }
      found |= add_embedded_index (self, schema, statement->call);
      /* What stands behind a schema may have been read for nothing. */
      if (!found &&
          (statement->schema == NULL || g_hash_table_contains (self->nested, (gpointer)schema)))
        _squill_mongoose_build_tell (
            self, statement->call,
            g_strdup (_ ("This index is of a schema of no model, and not taken over")));
    }
}
