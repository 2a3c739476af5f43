/* SPDX-License-Identifier: Apache-2.0 */

/* Models out of schemas, in JSON or YAML: JSON Schema of all drafts, validators of MongoDB, those
 * of OpenAPI, and what tools wrap around them. Each schema is an entity. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-json-schema-import.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "exchange/import/squill-hackolade.h"
#include "exchange/import/squill-import-model.h"
#include "exchange/import/squill-schema-fields.h"
#include "exchange/import/squill-schema-flat.h"
#include "exchange/import/squill-yaml.h"
#include "exchange/squill-exchange.h"
#include "model/squill-model-file.h"

/* What is a map of definitions rather than a definition. */
#define MAX_WRAPPERS 4

/* Levels of alternatives in which one that is an object is looked for. */
#define MAX_ALTERNATIVES 2

typedef struct
{
  SquillImportReport *report;
  GPtrArray *notes;
  json_t *entities;
  SquillSchemaFields fields;
  const json_t *root;
  char *last_rank;
} Build;

static const json_t *
get_definitions (const json_t *schema)
{
  const json_t *definitions = json_object_get (schema, "$defs");

  return definitions != NULL ? definitions : json_object_get (schema, "definitions");
}

/* The schemas of a description of an interface in OpenAPI; NULL where it is none. */
static const json_t *
get_api_schemas (const json_t *root)
{
  if (json_is_string (json_object_get (root, "openapi")))
    return json_object_get (json_object_get (root, "components"), "schemas");
  return json_is_string (json_object_get (root, "swagger")) ? json_object_get (root, "definitions")
                                                            : NULL;
}

/* Whether a value says of documents what they look like. */
static gboolean
is_schema (const json_t *value)
{
  return json_is_object (json_object_get (value, "properties")) ||
         json_object_get (value, "bsonType") != NULL ||
         json_is_string (json_object_get (value, "$schema")) ||
         json_is_string (json_object_get (value, "$ref")) ||
         json_is_array (json_object_get (value, "allOf")) ||
         (json_is_string (json_object_get (value, "type")) &&
          json_is_object (get_definitions (value)));
}

static gboolean
is_taken (const Build *self, const char *name)
{
  const char *id;
  json_t *entity;

  json_object_foreach (self->entities, id, entity)
  {
    if (g_strcmp0 (json_string_value (json_object_get (entity, "name")), name) == 0)
      return TRUE;
  }
  return FALSE;
}

/* What the collection does with documents that do not pass. */
static void
set_validation (json_t *entity, const json_t *options)
{
  static const char *const names[][2] = { { "validationLevel", "validation_level" },
                                          { "validationAction", "validation_action" } };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      json_t *value = json_object_get (options, names[i][0]);

      if (json_is_string (value))
        json_object_set (entity, names[i][1], value);
    }
}

static json_t *
add_entity (Build *self, const char *name, json_t *schema, const json_t *options, gboolean is_law)
{
  g_autoptr (GPtrArray) targets = g_ptr_array_new ();
  /* References begin at the root of the schema, which may be one of several in the file. */
  const json_t *root = get_definitions (schema) != NULL ? schema : self->root;
  SquillSchemaFlat plain = { root, targets, NULL, &self->fields.n_compared, NULL };
  json_auto_t *flat = _squill_schema_flatten (&plain, schema);
  const char *description = json_string_value (json_object_get (flat, "description"));
  g_autofree char *id =
      g_strdup_printf ("entity-%" G_GSIZE_FORMAT, json_object_size (self->entities) + 1);
  g_autofree char *rank = squill_rank_between (self->last_rank, NULL);
  g_autofree char *own_name = g_strdup (*name != '\0' ? name : "schema");
  json_t *entity;

  for (guint i = 2; is_taken (self, own_name); i++)
    {
      g_free (own_name);
      own_name = g_strdup_printf ("%s_%u", name, i);
    }
  entity = json_pack ("{s:s, s:s, s:s}", "name", own_name, "order", rank, "standalone", "yes");
  g_free (self->last_rank);
  self->last_rank = g_steal_pointer (&rank);
  if (description != NULL && *description != '\0')
    json_object_set_new (entity, "description", json_string (description));
  /* Those of a pattern have no names. */
  if (json_is_false (json_object_get (flat, "additionalProperties")) &&
      json_object_size (json_object_get (flat, "patternProperties")) == 0)
    json_object_set_new (entity, "closed", json_true ());
  set_validation (entity, options);
  self->fields.root = root;
  self->fields.exact = is_law;
  _squill_schema_fields_add (&self->fields, schema, own_name, entity);
  json_object_set_new (self->entities, id, entity);
  g_ptr_array_add (self->report->outcomes,
                   _squill_import_describe_entity (own_name, _squill_import_count_fields (entity)));
  return entity;
}

/* "shop.customers" without the database. */
static const char *
get_collection (const char *ns)
{
  const char *dot = strchr (ns, '.');

  return dot != NULL ? dot + 1 : ns;
}

static const char *
choose_name (const json_t *schema, const char *name)
{
  const char *title = json_string_value (json_object_get (schema, "title"));

  return title != NULL && *title != '\0' ? title : name;
}

/* Queries that stand beside the schema of a validator. */
static void
tell_queries (Build *self, const char *name, const json_t *validator)
{
  const char *keyword;
  json_t *value;

  json_object_foreach ((json_t *)validator, keyword, value)
  {
    if (!g_str_equal (keyword, "$jsonSchema"))
      g_ptr_array_add (
          self->notes,
          g_strdup_printf (_ ("“%s” of the validator of “%s” is not taken over"), keyword, name));
  }
}

/* A validator, or what MongoDB says of a collection: with its options, or in the command that
 * creates it. */
static gboolean
add_validator (Build *self, const char *name, const json_t *value)
{
  static const char *const names[] = { "create", "collMod", "collection", "name",
                                       "collectionName" };
  const json_t *options = json_object_get (value, "options");
  const json_t *validator;
  json_t *schema;

  if (!json_is_object (options))
    options = value;
  validator = json_object_get (options, "validator");
  if (!json_is_object (validator))
    validator = options;
  schema = json_object_get (validator, "$jsonSchema");
  if (!json_is_object (schema))
    return FALSE;
  for (guint i = 0; validator != value && i < G_N_ELEMENTS (names); i++)
    if (json_is_string (json_object_get (value, names[i])))
      {
        name = json_string_value (json_object_get (value, names[i]));
        break;
      }
  tell_queries (self, name, validator);
  add_entity (self, name, schema, options, TRUE);
  return TRUE;
}

static gboolean
has_type_object (const json_t *schema)
{
  static const char *const keywords[] = { "type", "bsonType" };

  for (guint i = 0; i < G_N_ELEMENTS (keywords); i++)
    {
      const json_t *types = json_object_get (schema, keywords[i]);

      if (g_strcmp0 (json_string_value (types), "object") == 0)
        return TRUE;
      for (gsize j = 0; j < json_array_size (types); j++)
        if (g_strcmp0 (json_string_value (json_array_get (types, j)), "object") == 0)
          return TRUE;
    }
  return FALSE;
}

/* Whether a definition is, or can be, an object: others are only what fields are. */
static gboolean
is_of_objects (Build *self, json_t *schema, guint depth)
{
  static const char *const keywords[] = { "oneOf", "anyOf" };
  g_autoptr (GPtrArray) targets = g_ptr_array_new ();
  SquillSchemaFlat plain = { self->root, targets, NULL, &self->fields.n_compared, NULL };
  json_auto_t *flat = json_is_object (schema) ? _squill_schema_flatten (&plain, schema) : NULL;

  if (json_is_object (json_object_get (flat, "properties")) || has_type_object (flat) ||
      json_is_object (json_object_get (flat, "additionalProperties")))
    return TRUE;
  for (guint i = 0; depth < MAX_ALTERNATIVES && i < G_N_ELEMENTS (keywords); i++)
    {
      const json_t *alternatives = json_object_get (flat, keywords[i]);

      for (gsize j = 0; j < json_array_size (alternatives); j++)
        if (is_of_objects (self, json_array_get (alternatives, j), depth + 1))
          return TRUE;
    }
  return FALSE;
}

/* What is referred to: the names at the ends of references. */
static void
list_references (const json_t *value, GHashTable *names)
{
  const char *reference = json_string_value (json_object_get (value, "$ref"));
  const char *slash = reference != NULL ? strrchr (reference, '/') : NULL;
  const char *key;
  json_t *child;

  if (slash != NULL)
    g_hash_table_add (names, (gpointer)(slash + 1));
  json_object_foreach ((json_t *)value, key, child)
  {
    list_references (child, names);
  }
  for (gsize i = 0; json_is_array (value) && i < json_array_size (value); i++)
    list_references (json_array_get (value, i), names);
}

/* What is no entity, and no part of one. */
static void
tell_of_values (Build *self, const GPtrArray *names)
{
  g_autofree char *list = _squill_import_list (names, names->len);

  if (names->len == 0)
    return;
  /* Translators: a list of names */
  g_ptr_array_add (self->notes, g_strdup_printf (_ ("These describe no documents, and nothing "
                                                    "refers to them: %s"),
                                                 list));
}

/* FALSE where there are none. @by_key: they are called as they are referred to, and not by their
 * titles */
static gboolean
add_definitions (Build *self, const json_t *definitions, gboolean by_key)
{
  g_autoptr (GHashTable) references = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) values = g_ptr_array_new ();
  gboolean found = FALSE;
  const char *name;
  json_t *schema;

  list_references (self->root, references);
  json_object_foreach ((json_t *)definitions, name, schema)
  {
    if (!is_of_objects (self, schema, 0))
      {
        if (!g_hash_table_contains (references, name))
          g_ptr_array_add (values, (gpointer)name);
        continue;
      }
    add_entity (self, by_key ? name : choose_name (schema, name), schema, NULL, FALSE);
    found = TRUE;
  }
  if (found)
    tell_of_values (self, values);
  return found;
}

/* Whether all alternatives are definitions: each is a schema of its own then. */
static gboolean
are_all_references (const json_t *alternatives)
{
  const json_t *one;
  gsize i;

  json_array_foreach (alternatives, i, one)
  {
    if (json_object_get (one, "$ref") == NULL)
      return FALSE;
  }
  return TRUE;
}

/* Whether a schema says nothing but what its definitions are. */
static gboolean
has_only_definitions (const json_t *schema)
{
  static const char *const keywords[] = { "$ref",        "$dynamicRef", "allOf", "items",
                                          "prefixItems", "then",        "else" };
  static const char *const maps[] = { "properties", "patternProperties", "additionalProperties" };

  for (guint i = 0; i < G_N_ELEMENTS (keywords); i++)
    if (json_object_get (schema, keywords[i]) != NULL)
      return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (maps); i++)
    if (json_object_size (json_object_get (schema, maps[i])) > 0)
      return FALSE;
  return are_all_references (json_object_get (schema, "anyOf")) &&
         are_all_references (json_object_get (schema, "oneOf")) &&
         json_object_size (get_definitions (schema)) > 0;
}

/* One schema, or a map or an array of them. */
static gboolean
add_any (Build *self, const char *name, json_t *value, guint depth)
{
  const char *own = json_string_value (json_object_get (value, "ns"));
  json_t *inner = json_object_get (value, "jsonSchema");
  const char *key;
  json_t *child;
  gboolean found = FALSE;

  if (depth > MAX_WRAPPERS)
    return FALSE;
  if (add_validator (self, name, value))
    return TRUE;
  /* A data model as Compass exports it to JSON. */
  if (own != NULL && json_is_object (inner))
    {
      add_entity (self, get_collection (own), inner, NULL, FALSE);
      return TRUE;
    }
  if (is_schema (value))
    {
      /* Only definitions: those are what there is. */
      if (has_only_definitions (value))
        add_definitions (self, get_definitions (value), FALSE);
      else
        add_entity (self, choose_name (value, name), value, NULL,
                    json_object_get (value, "bsonType") != NULL);
      return TRUE;
    }
  json_object_foreach (value, key, child)
  {
    if (depth == 0 && g_str_equal (key, "relationships") && json_array_size (child) > 0)
      g_ptr_array_add (self->notes, g_strdup (_ ("Relationships are not taken over")));
    else if (json_is_object (child) || json_is_array (child))
      found |= add_any (self, key, child, depth + 1);
  }
  for (gsize i = 0; json_is_array (value) && i < json_array_size (value); i++)
    found |= add_any (self, name, json_array_get (value, i), depth + 1);
  return found;
}

/* Without the suffix that names of schemas have before that of JSON. */
static char *
clean_title (const char *title)
{
  static const char *const suffixes[] = { ".schema", ".validator", ".json-schema", "-schema" };

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (title, suffixes[i]) && strlen (title) > strlen (suffixes[i]))
      return g_strndup (title, strlen (title) - strlen (suffixes[i]));
  return g_strdup (title);
}

/* Whether a text is JSON if it is a schema at all: in YAML nobody begins a file so. */
static gboolean
is_json (const char *data, gsize length)
{
  const char *end = data + length;

  if (length >= 3 && memcmp (data, "\xef\xbb\xbf", 3) == 0)
    data += 3;
  while (data < end && g_ascii_isspace (*data))
    data++;
  return data == end || *data == '{' || *data == '[';
}

static json_t *
read_json (const char *data, gsize length, GError **error)
{
  json_error_t wrong;
  json_t *root = json_loadb (data, length, 0, &wrong);

  if (root == NULL)
    g_set_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_SYNTAX, "%d:%d: %s",
                 MAX (wrong.line, 1), MAX (wrong.column, 1), wrong.text);
  return root;
}

/**
 * squill_json_schema_is_likely:
 * @data: what is in a file, or its beginning
 * @length: how many bytes that are
 *
 * Returns: %TRUE if that looks like a schema, rather than like documents
 */
gboolean
squill_json_schema_is_likely (const char *data, gsize length)
{
  g_return_val_if_fail (data != NULL, FALSE);

  if (!is_json (data, length))
    return _squill_yaml_is_likely (data, length);
  return g_strstr_len (data, (gssize)length, "\"$jsonSchema\"") != NULL ||
         (g_strstr_len (data, (gssize)length, "\"$schema\"") != NULL &&
          g_strstr_len (data, (gssize)length, "json-schema.org/") != NULL) ||
         (g_strstr_len (data, (gssize)length, "\"bsonType\"") != NULL &&
          g_strstr_len (data, (gssize)length, "\"properties\"") != NULL) ||
         ((g_strstr_len (data, (gssize)length, "\"openapi\"") != NULL ||
           g_strstr_len (data, (gssize)length, "\"swagger\"") != NULL) &&
          g_strstr_len (data, (gssize)length, "\"info\"") != NULL) ||
         /* A model of Hackolade. */
         (g_strstr_len (data, (gssize)length, "\"modelName\"") != NULL &&
          g_strstr_len (data, (gssize)length, "\"collectionName\"") != NULL);
}

/**
 * squill_json_schema_import:
 * @title: how the model is called, and an entity whose schema does not say its name
 * @data: JSON or YAML
 * @length: how many bytes that are
 * @report: gets what became of each schema and what was not taken over
 * @error: what went wrong
 *
 * Makes a model of schemas: one, or an object or array of them, validators with or without the
 * options of their collections, what Compass exports, definitions, the schemas of OpenAPI, and
 * models of Hackolade. Each becomes an entity, in which what is embedded are nested fields.
 *
 * Fails with %SQUILL_MODEL_ERROR_SYNTAX where it is neither (squill_model_parse_position()), and
 * with %SQUILL_EXCHANGE_ERROR_FORMAT where there is no schema.
 *
 * Returns: (transfer full) (nullable): the model
 */
SquillModel *
squill_json_schema_import (
    const char *title, const char *data, gsize length, SquillImportReport *report, GError **error)
{
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) places = _squill_json_places_new ();
  g_autoptr (GHashTable) noted = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree char *name = NULL;
  json_auto_t *root = NULL;
  json_auto_t *file = NULL;
  json_t *collections;
  Build build = { .report = report, .notes = notes };
  const json_t *api;
  gboolean found;

  g_return_val_if_fail (title != NULL, NULL);
  g_return_val_if_fail (data != NULL, NULL);
  g_return_val_if_fail (report != NULL, NULL);

  if (length >= 3 && memcmp (data, "\xef\xbb\xbf", 3) == 0)
    {
      data += 3;
      length -= 3;
    }
  if (!is_json (data, length))
    root = _squill_yaml_read (data, length, places, report, error);
  else if ((root = read_json (data, length, error)) != NULL)
    _squill_json_places_find (places, data, length, root);
  if (root == NULL)
    return NULL;
  collections = _squill_hackolade_make_schemas (root, notes);
  if (collections != NULL)
    {
      json_decref (root);
      root = collections;
    }
  name = clean_title (title);
  file = json_pack ("{s:s, s:i, s:s, s:{}}", "format", "squill/model", "version",
                    SQUILL_MODEL_VERSION, "name", name, "entities");
  build.entities = json_object_get (file, "entities");
  build.root = root;
  _squill_schema_fields_init (&build.fields, root, notes, FALSE);
  build.fields.places = places;
  build.fields.noted = noted;
  api = get_api_schemas (root);
  /* What an interface is sent and gives back is made of these. */
  found = api != NULL ? add_definitions (&build, api, TRUE) : add_any (&build, name, root, 0);
  _squill_schema_fields_clear (&build.fields);
  g_free (build.last_rank);
  if (!found || json_object_size (build.entities) == 0)
    {
      g_set_error (error, SQUILL_EXCHANGE_ERROR, SQUILL_EXCHANGE_ERROR_FORMAT,
                   _ ("There is no schema in this file"));
      return NULL;
    }
  for (guint i = 0; i < notes->len; i++)
    {
      const SquillJsonPlace *place = g_hash_table_lookup (noted, notes->pdata[i]);

      g_ptr_array_add (report->problems,
                       squill_import_problem_new (place != NULL ? place->line : 0,
                                                  place != NULL ? place->column : 0,
                                                  g_strdup (notes->pdata[i])));
    }
  return _squill_import_make_model (file, error);
}
