/* SPDX-License-Identifier: Apache-2.0 */

/* Prints a model in which each property of each kind of items has a value, made from the table of
 * properties, so that the documented schema of the file cannot fall behind it. */

#include "config.h"

#include <stdlib.h>

#include "model/squill-model-file.h"

/* What an id has to name for the model to take it. */
static const char *
choose_id (const char *property)
{
  static const char *const entities[] = { "parent", "child", "entity", "members", "subject", NULL };
  static const char *const relationships[] = { "follows", "moves", NULL };

  return g_strv_contains (entities, property)        ? "entity"
         : g_strv_contains (relationships, property) ? "relationship"
                                                     : "field";
}

static json_t *
make_json (const char *property)
{
  if (g_str_equal (property, "content"))
    return json_pack ("{s:{s:{s:b}}}", "entities", "entity", "capped", TRUE);
  if (g_str_equal (property, "thresholds"))
    return json_pack ("{s:i}", "embed.max", 100);
  if (g_str_equal (property, "conflicts"))
    return json_pack ("{s:{s:s, s:s, s:i, s:i, s:i}}", "field/size", "subject", "field", "property",
                      "size", "base", 1, "ours", 2, "theirs", 3);
  if (g_str_equal (property, "enum") || g_str_equal (property, "variants") ||
      g_str_equal (property, "usual_values"))
    return json_pack ("[s, i]", "a", 1);
  if (g_str_equal (property, "value_shares"))
    return json_pack ("[{s:s, s:f}]", "value", "a", "share", 0.25);
  if (g_str_equal (property, "default") || g_str_equal (property, "minimum") ||
      g_str_equal (property, "maximum"))
    return json_pack ("{s:s}", "$numberDecimal", "1.50");
  if (g_str_equal (property, "places"))
    return json_pack ("{s:[f, i]}", "entity", 2.5, 240);
  if (g_str_equal (property, "lines"))
    return json_pack ("{s:{s:[i, i]}}", "child", "bend", 40, -24);
  if (g_str_equal (property, "routes"))
    return json_pack ("{s:{s:{s:[i, i]}}}", "relationship", "child", "name", 0, 24);
  return json_pack ("{s:i}", "a", 1);
}

static const char *
make_text (const char *property)
{
  return g_str_equal (property, "color")            ? "3"
         : g_str_equal (property, "reference_date") ? "2026-11-21"
                                                    : "text";
}

static json_t *
make_value (const SquillProperty *property)
{
  guint n = 0;

  switch (property->type)
    {
    case SQUILL_PROPERTY_TEXT:
      return json_string (make_text (property->name));
    case SQUILL_PROPERTY_BOOLEAN:
      return json_true ();
    case SQUILL_PROPERTY_NUMBER:
      return json_integer (1);
    case SQUILL_PROPERTY_TRIPLE:
      return json_pack ("{s:i, s:f, s:s}", "min", 0, "likely", 2.5, "max", "inf");
    case SQUILL_PROPERTY_CHOICE:
      n = g_strv_length ((char **)property->choices);
      return json_string (property->choices[n - 1]);
    case SQUILL_PROPERTY_TYPES:
      return squill_json_types ((1u << SQUILL_N_TYPES) - 1);
    case SQUILL_PROPERTY_RANK:
      return json_string ("V");
    case SQUILL_PROPERTY_ID:
      return json_string (choose_id (property->name));
    case SQUILL_PROPERTY_IDS:
      return json_pack ("[s]", choose_id (property->name));
    case SQUILL_PROPERTY_PATH:
      return json_string ("field");
    case SQUILL_PROPERTY_KEYS:
      return json_pack ("[{s:s, s:s}, {s:s}]", "path", "field", "how", "1", "path", "=a.b");
    case SQUILL_PROPERTY_JSON:
      return make_json (property->name);
    default:
      g_return_val_if_reached (NULL);
    }
}

/* An item without its children; what the file keeps apart goes to the layout of that item. */
static json_t *
make_item (SquillKind kind, json_t *layout, const char *id)
{
  json_t *item = json_object ();
  guint n;
  const SquillProperty *properties = squill_kind_get_properties (kind, &n);

  for (guint i = 0; i < n; i++)
    {
      json_t *to = item;

      if (properties[i].in_layout)
        {
          if (json_object_get (layout, id) == NULL)
            json_object_set_new (layout, id, json_object ());
          to = json_object_get (layout, id);
        }
      json_object_set_new (to, properties[i].name, make_value (&properties[i]));
    }
  return item;
}

static void
add (json_t *parent, const char *map, const char *id, json_t *item)
{
  json_object_set_new (parent, map, json_pack ("{s:o}", id, item));
}

int
main (void)
{
  json_auto_t *layout = json_object ();
  json_auto_t *file = make_item (SQUILL_KIND_MODEL, NULL, NULL);
  json_t *entity = make_item (SQUILL_KIND_ENTITY, layout, "entity");
  json_t *field = make_item (SQUILL_KIND_FIELD, layout, "field");
  json_t *relationship = make_item (SQUILL_KIND_RELATIONSHIP, layout, "relationship");
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) model = NULL;
  g_autofree char *data = NULL;
  char *text;

  json_object_set_new (file, "format", json_string ("squill/model"));
  json_object_set_new (file, "version", json_integer (SQUILL_MODEL_VERSION));
  add (field, "fields", "nested", make_item (SQUILL_KIND_FIELD, layout, "nested"));
  add (entity, "fields", "field", field);
  add (entity, "indexes", "index", make_item (SQUILL_KIND_INDEX, layout, "index"));
  add (relationship, "fields", "attribute", make_item (SQUILL_KIND_FIELD, layout, "attribute"));
  add (relationship, "copies", "copy", make_item (SQUILL_KIND_COPY, layout, "copy"));
  add (file, "entities", "entity", entity);
  add (file, "relationships", "relationship", relationship);
  add (file, "operations", "operation", make_item (SQUILL_KIND_OPERATION, layout, "operation"));
  add (file, "notes", "note", make_item (SQUILL_KIND_NOTE, layout, "note"));
  add (file, "groups", "group", make_item (SQUILL_KIND_GROUP, layout, "group"));
  add (file, "dismissals", "dismissal", make_item (SQUILL_KIND_DISMISSAL, layout, "dismissal"));
  add (file, "alternatives", "alternative",
       make_item (SQUILL_KIND_ALTERNATIVE, layout, "alternative"));
  add (file, "views", "view", make_item (SQUILL_KIND_VIEW, layout, "view"));
  json_object_set (file, "layout", layout);

  text = json_dumps (file, 0);
  model = squill_model_new_from_data (text, strlen (text), &error);
  free (text);
  g_assert_no_error (error);
  data = squill_model_to_data (model, NULL);
  g_print ("%s", data);
  return 0;
}
