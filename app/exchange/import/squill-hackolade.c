/* SPDX-License-Identifier: Apache-2.0 */

/* Models of Hackolade as the schemas of collections, which the import of schemas reads. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-hackolade.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "exchange/import/squill-import-model.h"

#define MAX_DEPTH 100

/* What is not taken over. */
typedef enum
{
  LOSS_VIEW,
  LOSS_NAMELESS,
  LOSS_TWICE,
  LOSS_PATTERN,
  LOSS_DEEP,
  LOSS_INACTIVE,
  LOSS_CHOICE,
  N_LOSSES,
} Loss;

typedef struct
{
  GPtrArray *places[N_LOSSES]; /* char *: the first of them; NULL where there are none */
  gsize n[N_LOSSES];
} Losses;

/* Where something is: a collection, or a field of it. */
typedef struct _Place Place;
struct _Place
{
  const Place *around;
  const char *name;
};

static json_t *make_schema (const json_t *item, const Place *place, Losses *losses, guint depth);

static void
append_place (GString *text, const Place *place)
{
  if (place->around != NULL)
    {
      append_place (text, place->around);
      g_string_append_c (text, '.');
    }
  g_string_append (text, place->name);
}

static void
note_loss (Losses *self, Loss loss, const Place *place)
{
  GString *text;

  if (self->n[loss]++ >= SQUILL_IMPORT_LISTED)
    return;
  if (self->places[loss] == NULL)
    self->places[loss] = g_ptr_array_new_with_free_func (g_free);
  text = g_string_new ("“");
  append_place (text, place);
  g_string_append (text, "”");
  g_ptr_array_add (self->places[loss], g_string_free (text, FALSE));
}

/* One note for each kind. */
static void
tell_losses (Losses *self, GPtrArray *notes)
{
  const char *const texts[N_LOSSES] = {
    [LOSS_VIEW] = _ ("Views are not taken over"),
    [LOSS_NAMELESS] = _ ("What has no name is not taken over"),
    [LOSS_TWICE] = _ ("Of fields of one name only the first is taken over"),
    [LOSS_PATTERN] = _ ("Fields whose names are patterns are not taken over"),
    [LOSS_DEEP] = _ ("What is nested too deep is not taken over"),
    [LOSS_INACTIVE] = _ ("What is not active is not taken over"),
    [LOSS_CHOICE] = _ ("Choices and references are not taken over"),
  };

  for (guint i = 0; i < N_LOSSES; i++)
    {
      g_autoptr (GPtrArray) places = self->places[i];
      g_autofree char *list = NULL;

      if (places == NULL)
        continue;
      list = _squill_import_list (places, self->n[i]);
      /* Translators: what is not taken over, and a list of places */
      g_ptr_array_add (notes, g_strdup_printf (_ ("%s: %s"), texts[i], list));
    }
}

/* A type as a server calls it. @item: whose it is */
static const char *
get_type (const json_t *item, const char *type)
{
  static const char *const types[][2] = {
    { "document", "object" },       { "boolean", "bool" },      { "binary", "binData" },
    { "minkey", "minKey" },         { "maxkey", "maxKey" },     { "regex", "regex" },
    { "JavaScript", "javascript" }, { "uniqueID", "objectId" },
  };
  static const char *const modes[][2] = {
    { "integer32", "int" },      { "int32", "int" },       { "int", "int" },
    { "integer64", "long" },     { "int64", "long" },      { "long", "long" },
    { "decimal128", "decimal" }, { "decimal", "decimal" }, { "double", "double" },
  };
  const char *mode = json_string_value (json_object_get (item, "mode"));

  if (g_str_equal (type, "numeric") || g_str_equal (type, "number"))
    {
      for (guint i = 0; mode != NULL && i < G_N_ELEMENTS (modes); i++)
        if (g_str_equal (mode, modes[i][0]))
          return modes[i][1];
      return "number";
    }
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_str_equal (type, types[i][0]))
      return types[i][1];
  return type;
}

static gboolean
is_left_out (const json_t *item, const Place *place, Losses *losses)
{
  if (json_is_false (json_object_get (item, "isActivated")))
    {
      note_loss (losses, LOSS_INACTIVE, place);
      return TRUE;
    }
  return !json_is_object (item);
}

static gboolean
is_choice (const char *type)
{
  return g_str_equal (type, "choice") || g_str_equal (type, "reference");
}

/* Fields of an object, which are a list there. */
static void
add_properties (
    json_t *schema, const json_t *list, const Place *around, Losses *losses, guint depth)
{
  json_t *properties = json_object (), *required = json_array ();
  const json_t *item;
  size_t i;

  json_array_foreach (list, i, item)
  {
    const char *name = json_string_value (json_object_get (item, "name"));
    const char *type = json_string_value (json_object_get (item, "type"));
    const gboolean has_name = name != NULL && *name != '\0';
    const Place place = { around, has_name ? name : "[]" };

    if (is_left_out (item, &place, losses))
      continue;
    if (!has_name)
      note_loss (losses, type != NULL && is_choice (type) ? LOSS_CHOICE : LOSS_NAMELESS, around);
    else if (json_is_true (json_object_get (item, "isPatternField")))
      note_loss (losses, LOSS_PATTERN, &place);
    else if (json_object_get (properties, name) != NULL)
      note_loss (losses, LOSS_TWICE, &place);
    else
      {
        json_object_set_new (properties, name, make_schema (item, &place, losses, depth + 1));
        if (json_is_true (json_object_get (item, "required")) ||
            json_is_true (json_object_get (item, "primaryKey")))
          json_array_append_new (required, json_string (name));
      }
  }
  json_object_set_new (schema, "properties", properties);
  if (json_array_size (required) > 0)
    json_object_set_new (schema, "required", required);
  else
    json_decref (required);
}

/* The elements of an array, each of which is one of a list. */
static void
add_elements (json_t *schema, const json_t *list, const Place *around, Losses *losses, guint depth)
{
  const Place place = { around, "[]" };
  json_t *either = json_array ();
  const json_t *element;
  size_t i;

  json_array_foreach (list, i, element)
  {
    if (!is_left_out (element, &place, losses))
      json_array_append_new (either, make_schema (element, &place, losses, depth + 1));
  }
  json_object_set_new (schema, "items", json_pack ("{s:o}", "anyOf", either));
}

/* The types of a field, of which there may be several (transfer full). */
static json_t *
list_types (const json_t *item, const Place *place, Losses *losses)
{
  const json_t *said = json_object_get (item, "type");
  const size_t n = json_is_array (said) ? json_array_size (said) : 1;
  json_t *types = json_array ();

  for (size_t i = 0; i < n; i++)
    {
      const char *type = json_string_value (json_is_array (said) ? json_array_get (said, i) : said);

      if (type == NULL || *type == '\0')
        continue;
      if (is_choice (type))
        note_loss (losses, LOSS_CHOICE, place);
      else
        json_array_append_new (types, json_string (get_type (item, type)));
    }
  return types;
}

static gboolean
has_type (const json_t *types, const char *type)
{
  for (size_t i = 0; i < json_array_size (types); i++)
    if (g_str_equal (json_string_value (json_array_get (types, i)), type))
      return TRUE;
  return FALSE;
}

/* What a field, or an element of an array, looks like (transfer full). */
static json_t *
make_schema (const json_t *item, const Place *place, Losses *losses, guint depth)
{
  static const char *const kept[] = { "description", "enum",       "pattern",  "minLength",
                                      "maxLength",   "minItems",   "maxItems", "uniqueItems",
                                      "default",     "multipleOf", "minimum",  "maximum" };
  json_t *schema = json_object ();
  const json_t *list = json_object_get (item, "properties");
  json_t *types;

  if (depth > MAX_DEPTH)
    {
      note_loss (losses, LOSS_DEEP, place);
      return schema;
    }
  types = list_types (item, place, losses);
  if (json_array_size (types) == 1)
    json_object_set (schema, "bsonType", json_array_get (types, 0));
  else if (json_array_size (types) > 1)
    json_object_set (schema, "bsonType", types);
  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    {
      json_t *value = json_object_get (item, kept[i]);

      /* Those that are not said are empty there. */
      if (value != NULL && !(json_is_string (value) && json_string_length (value) == 0) &&
          !(json_is_array (value) && json_array_size (value) == 0))
        json_object_set (schema, kept[i], value);
    }
  if (has_type (types, "object"))
    add_properties (schema, list, place, losses, depth);
  else if (has_type (types, "array") && json_array_size (list) > 0)
    add_elements (schema, list, place, losses, depth);
  json_decref (types);
  return schema;
}

/* The collections of a model of Hackolade, as a server lists its own (transfer full); NULL where
 * @root is none. @notes: (element-type utf8): gets what is not taken over */
json_t *
_squill_hackolade_make_schemas (const json_t *root, GPtrArray *notes)
{
  const json_t *collections = json_object_get (root, "collections");
  const json_t *views = json_object_get (root, "views");
  Losses losses = { 0 };
  json_t *infos;
  const json_t *collection, *view;
  guint n_indexes = 0;
  size_t i;

  if (!json_is_string (json_object_get (root, "modelName")) || !json_is_array (collections))
    return NULL;
  infos = json_array ();
  json_array_foreach (collections, i, collection)
  {
    const char *name = json_string_value (json_object_get (collection, "collectionName"));
    const gboolean has_name = name != NULL && *name != '\0';
    const Place place = { NULL, has_name ? name : "[]" };
    json_t *schema;

    if (is_left_out (collection, &place, &losses))
      continue;
    if (!has_name)
      {
        note_loss (&losses, LOSS_NAMELESS, &place);
        continue;
      }
    schema = json_pack ("{s:s}", "bsonType", "object");
    if (json_is_string (json_object_get (collection, "description")))
      json_object_set (schema, "description", json_object_get (collection, "description"));
    add_properties (schema, json_object_get (collection, "properties"), &place, &losses, 0);
    n_indexes += (guint)json_array_size (json_object_get (collection, "indexes"));
    json_array_append_new (infos, json_pack ("{s:s, s:{s:{s:o}}}", "name", name, "options",
                                             "validator", "$jsonSchema", schema));
  }
  json_array_foreach (views, i, view)
  {
    const char *name = json_string_value (json_object_get (view, "name"));
    const Place place = { NULL, name != NULL && *name != '\0' ? name : "[]" };

    note_loss (&losses, LOSS_VIEW, &place);
  }
  tell_losses (&losses, notes);
  if (json_array_size (json_object_get (root, "relationships")) > 0)
    g_ptr_array_add (notes, g_strdup (_ ("Relationships are not taken over")));
  if (n_indexes > 0)
    g_ptr_array_add (notes, g_strdup (_ ("Indexes are not taken over")));
  return infos;
}
