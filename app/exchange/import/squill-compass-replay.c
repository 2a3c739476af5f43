/* SPDX-License-Identifier: Apache-2.0 */

/* A data model of MongoDB Compass is the list of all edits that made it. This makes them again, and
 * leaves the collections and relationships that Compass would show. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-compass-private.h"

#include <string.h>

#define OBJECT "object"
/* Schemas in schemas, and how many are looked at: edits can put one of them into many others. */
#define MAX_DEPTH 200
#define MAX_STEPS 1000000

/* What looks for objects. */
typedef struct
{
  const json_t *path;
  gsize n;       /* names of it that lead to them */
  guint *steps;  /* that are left */
  gboolean ends; /* before all was looked at */
  GPtrArray *objects;
} Search;

static json_t *
find_collection (json_t *model, const json_t *ns)
{
  json_t *collections = json_object_get (model, "collections");

  for (gsize i = 0; i < json_array_size (collections); i++)
    if (json_equal (json_object_get (json_array_get (collections, i), "ns"), ns))
      return json_array_get (collections, i);
  return NULL;
}

/* Older files call it otherwise. */
json_t *
_squill_compass_get_schema (const json_t *collection)
{
  json_t *schema = json_object_get (collection, "fieldData");

  return schema != NULL ? schema : json_object_get (collection, "jsonSchema");
}

static gboolean
is_object (const json_t *schema)
{
  const json_t *types = json_object_get (schema, "bsonType");

  if (json_is_object (json_object_get (schema, "properties")) ||
      g_strcmp0 (json_string_value (types), OBJECT) == 0)
    return TRUE;
  for (gsize i = 0; i < json_array_size (types); i++)
    if (g_strcmp0 (json_string_value (json_array_get (types, i)), OBJECT) == 0)
      return TRUE;
  return FALSE;
}

/* Finds the objects to which the first names of a path lead. Arrays and alternatives have no names
 * in it. */
static void
collect_objects (Search *self, json_t *schema, gsize at, guint depth)
{
  static const char *const within[] = { "items", "anyOf" };
  const char *name = at < self->n ? json_string_value (json_array_get (self->path, at)) : NULL;
  json_t *child =
      name != NULL ? json_object_get (json_object_get (schema, "properties"), name) : NULL;

  if (depth > MAX_DEPTH || *self->steps == 0)
    {
      self->ends = TRUE;
      return;
    }
  (*self->steps)--;
  if (at == self->n && is_object (schema))
    g_ptr_array_add (self->objects, schema);
  if (child != NULL)
    collect_objects (self, child, at + 1, depth + 1);
  for (guint i = 0; i < G_N_ELEMENTS (within); i++)
    {
      json_t *inner = json_object_get (schema, within[i]);

      if (json_is_object (inner))
        collect_objects (self, inner, at, depth + 1);
      for (gsize j = 0; j < json_array_size (inner); j++)
        collect_objects (self, json_array_get (inner, j), at, depth + 1);
    }
}

static void
change_required (json_t *schema, const char *name, const char *new_name)
{
  json_t *required = json_object_get (schema, "required");

  for (gsize i = 0; i < json_array_size (required); i++)
    if (g_strcmp0 (json_string_value (json_array_get (required, i)), name) == 0)
      {
        if (new_name != NULL)
          json_array_set_new (required, i, json_string (new_name));
        else
          json_array_remove (required, i);
        return;
      }
}

/* In the place that it has among its neighbors. */
static void
rename_property (json_t *schema, const char *name, const char *new_name)
{
  json_t *renamed = json_object ();
  const char *key;
  json_t *value;

  json_object_foreach (json_object_get (schema, "properties"), key, value)
  {
    json_object_set (renamed, g_str_equal (key, name) ? new_name : key, value);
  }
  json_object_set_new (schema, "properties", renamed);
}

/* Whether an edit of a field has what it needs. */
static gboolean
names_field (const json_t *edit, const char *type)
{
  const json_t *path = json_object_get (edit, "field");

  for (gsize i = 0; i < json_array_size (path); i++)
    if (!json_is_string (json_array_get (path, i)))
      return FALSE;
  return json_array_size (path) > 0 &&
         (!g_str_equal (type, "RenameField") || json_is_string (json_object_get (edit, "newName")));
}

/* Returns whether all of the schema was looked at. */
static gboolean
change_field (json_t *collection, const json_t *edit, const char *type, guint *steps)
{
  const json_t *path = json_object_get (edit, "field");
  const gsize n = json_array_size (path);
  const char *name = json_string_value (json_array_get (path, n - 1));
  const char *new_name = json_string_value (json_object_get (edit, "newName"));
  g_autoptr (GPtrArray) objects = g_ptr_array_new ();

  Search search = { path, n - 1, steps, FALSE, objects };

  collect_objects (&search, _squill_compass_get_schema (collection), 0, 0);
  for (guint i = 0; i < objects->len; i++)
    {
      json_t *object = g_ptr_array_index (objects, i);
      json_t *properties = json_object_get (object, "properties");
      const gboolean has = json_object_get (properties, name) != NULL;

      if (g_str_equal (type, "AddField"))
        {
          if (properties == NULL)
            {
              properties = json_object ();
              json_object_set_new (object, "properties", properties);
            }
          json_object_set (properties, name, json_object_get (edit, "jsonSchema"));
          /* Into one of the alternatives. */
          return TRUE;
        }
      if (!has)
        continue;
      if (g_str_equal (type, "RemoveField"))
        {
          json_object_del (properties, name);
          change_required (object, name, NULL);
        }
      else if (g_str_equal (type, "ChangeFieldType"))
        json_object_set (properties, name, json_object_get (edit, "to"));
      else
        {
          rename_property (object, name, new_name);
          change_required (object, name, new_name);
        }
    }
  return !search.ends;
}

static gboolean
begins_with (const json_t *fields, const json_t *path)
{
  if (json_array_size (fields) < json_array_size (path))
    return FALSE;
  for (gsize i = 0; i < json_array_size (path); i++)
    if (!json_equal (json_array_get (fields, i), json_array_get (path, i)))
      return FALSE;
  return TRUE;
}

/* Relationships follow what becomes of a collection, or of a field in it: with @path they are about
 * that field or one in it. %NULL for @new_name removes them. */
static void
change_ends (json_t *model,
             const json_t *ns,
             const json_t *path,
             const char *property,
             const json_t *new_name)
{
  json_t *relationships = json_object_get (model, "relationships");

  for (gsize i = json_array_size (relationships); i-- > 0;)
    {
      json_t *sides = json_object_get (json_array_get (relationships, i), "relationship");
      gboolean removed = FALSE;

      for (gsize j = 0; j < json_array_size (sides); j++)
        {
          json_t *side = json_array_get (sides, j);
          json_t *fields = json_object_get (side, "fields");

          if (!json_equal (json_object_get (side, "ns"), ns) ||
              (path != NULL && !begins_with (fields, path)))
            continue;
          if (new_name == NULL)
            removed = TRUE;
          else if (path != NULL)
            json_array_set (fields, json_array_size (path) - 1, (json_t *)new_name);
          else
            json_object_set (side, property, (json_t *)new_name);
        }
      if (removed)
        json_array_remove (relationships, i);
    }
}

static void
set_relationship (json_t *model, json_t *relationship)
{
  json_t *all = json_object_get (model, "relationships");
  const json_t *id = json_object_get (relationship, "id");

  for (gsize i = 0; i < json_array_size (all); i++)
    if (json_equal (json_object_get (json_array_get (all, i), "id"), id))
      {
        json_array_set (all, i, relationship);
        return;
      }
  json_array_append (all, relationship);
}

static void
remove_member (json_t *list, const char *property, const json_t *value)
{
  for (gsize i = json_array_size (list); i-- > 0;)
    if (json_equal (json_object_get (json_array_get (list, i), property), value))
      json_array_remove (list, i);
}

static void
move_all (json_t *model, json_t *positions)
{
  const char *ns;
  json_t *position;

  json_object_foreach (positions, ns, position)
  {
    json_auto_t *name = json_string (ns);
    json_t *collection = find_collection (model, name);

    if (collection != NULL)
      json_object_set (collection, "displayPosition", position);
  }
}

/* Returns whether all of the edit was made. */
static gboolean
change_collection (json_t *model, const json_t *edit, const char *type, guint *steps)
{
  json_t *collections = json_object_get (model, "collections");
  json_t *ns = json_object_get (edit, g_str_equal (type, "RenameCollection") ? "fromNS" : "ns");
  json_t *new_ns = json_object_get (edit, "toNS");
  json_t *collection = find_collection (model, ns);

  if (g_str_equal (type, "AddCollection"))
    json_array_append_new (collections,
                           json_pack ("{s:O?, s:O?, s:O?, s:[]}", "ns", ns, "displayPosition",
                                      json_object_get (edit, "position"), "fieldData",
                                      json_object_get (edit, "initialSchema"), "indexes"));
  else if (collection == NULL)
    return TRUE;
  else if (g_str_equal (type, "RemoveCollection"))
    {
      change_ends (model, ns, NULL, NULL, NULL);
      remove_member (collections, "ns", ns);
    }
  else if (g_str_equal (type, "RenameCollection"))
    {
      if (!json_is_string (new_ns))
        return FALSE;
      change_ends (model, ns, NULL, "ns", new_ns);
      json_object_set (collection, "ns", new_ns);
    }
  else if (g_str_equal (type, "MoveCollection"))
    json_object_set (collection, "displayPosition", json_object_get (edit, "newPosition"));
  else if (g_str_equal (type, "UpdateCollectionNote"))
    json_object_set (collection, "note", json_object_get (edit, "note"));
  else if (!names_field (edit, type))
    return FALSE;
  else
    {
      const gboolean all = change_field (collection, edit, type, steps);

      if (g_str_equal (type, "RemoveField"))
        change_ends (model, ns, json_object_get (edit, "field"), NULL, NULL);
      else if (g_str_equal (type, "RenameField"))
        change_ends (model, ns, json_object_get (edit, "field"), NULL,
                     json_object_get (edit, "newName"));
      return all;
    }
  return TRUE;
}

/* Makes the edits of a data model again, from the last that sets it as a whole. Edits that nobody
 * knows change nothing; their names are added to @unknown, as those of edits that are not made in
 * full. NULL where none sets it. */
json_t *
_squill_compass_replay (const json_t *edits, GHashTable *unknown)
{
  static const char *const of_collections[] = {
    "AddCollection",        "RemoveCollection",
    "RenameCollection",     "MoveCollection",
    "UpdateCollectionNote", "AddField",
    "RemoveField",          "RenameField",
    "ChangeFieldType",      NULL,
  };
  static const char *const idle[] = { "ToggleExpandCollection", "ToggleExpandField", NULL };
  guint steps = MAX_STEPS;
  json_t *model = NULL;

  for (gsize i = 0; i < json_array_size (edits); i++)
    {
      const json_t *edit = json_array_get (edits, i);
      const char *type = json_string_value (json_object_get (edit, "type"));

      if (g_strcmp0 (type, "SetModel") == 0)
        {
          json_decref (model);
          model = json_deep_copy (json_object_get (edit, "model"));
          if (!json_is_array (json_object_get (model, "relationships")) && json_is_object (model))
            json_object_set_new (model, "relationships", json_array ());
        }
      else if (type == NULL || !json_is_object (model))
        continue;
      else if (g_strv_contains (of_collections, type))
        {
          if (!change_collection (model, edit, type, &steps))
            g_hash_table_add (unknown, g_strdup (type));
        }
      else if (g_str_equal (type, "AddRelationship") || g_str_equal (type, "UpdateRelationship"))
        {
          if (json_is_object (json_object_get (edit, "relationship")))
            set_relationship (model, json_object_get (edit, "relationship"));
        }
      else if (g_str_equal (type, "RemoveRelationship"))
        remove_member (json_object_get (model, "relationships"), "id",
                       json_object_get (edit, "relationshipId"));
      else if (g_str_equal (type, "MoveMultipleCollections"))
        move_all (model, json_object_get (edit, "newPositions"));
      else if (!g_strv_contains (idle, type))
        g_hash_table_add (unknown, g_strdup (type));
    }
  return model;
}
