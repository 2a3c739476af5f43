/* SPDX-License-Identifier: Apache-2.0 */

/* What writing and reading data models of MongoDB Compass share. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/squill-compass-format.h"

#define MAX_DEPTH 200

/* What of a schema Compass shows, and lets people change: names and types. */
static json_t *
outline (const json_t *schema, guint depth)
{
  static const char *const kept[] = { "bsonType", "required" };
  static const char *const nested[] = { "items", "anyOf" };
  json_t *drawn = json_object ();
  json_t *members = json_object_get (schema, "properties");
  const char *name;
  json_t *member;

  if (depth > MAX_DEPTH)
    return drawn;
  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    if (json_object_get (schema, kept[i]) != NULL)
      json_object_set (drawn, kept[i], json_object_get (schema, kept[i]));
  if (json_is_object (members))
    {
      json_t *copies = json_object ();

      json_object_foreach (members, name, member)
      {
        json_object_set_new (copies, name, outline (member, depth + 1));
      }
      json_object_set_new (drawn, "properties", copies);
    }
  for (guint i = 0; i < G_N_ELEMENTS (nested); i++)
    {
      const json_t *inner = json_object_get (schema, nested[i]);

      if (json_is_object (inner))
        json_object_set_new (drawn, nested[i], outline (inner, depth + 1));
      else if (json_is_array (inner))
        {
          json_t *copies = json_array ();

          for (gsize j = 0; j < json_array_size (inner); j++)
            json_array_append_new (copies, outline (json_array_get (inner, j), depth + 1));
          json_object_set_new (drawn, nested[i], copies);
        }
    }
  return drawn;
}

/* A digest of the collections, fields, and relationships of a data model: of all but names, notes,
 * and positions of collections, which can be told apart by their ids. NULL where a collection has
 * none (transfer full). */
char *
_squill_compass_make_digest (const json_t *drawn)
{
  const json_t *collections = json_object_get (drawn, "collections");
  const json_t *relationships = json_object_get (drawn, "relationships");
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);
  json_auto_t *all = json_pack ("{s:{}, s:{}}", "collections", "relationships");
  g_autofree char *text = NULL;

  for (gsize i = 0; i < json_array_size (collections); i++)
    {
      const json_t *collection = json_array_get (collections, i);
      const json_t *schema = json_object_get (collection, "fieldData");
      const char *ns = json_string_value (json_object_get (collection, "ns"));
      const char *id = json_string_value (
          json_object_get (json_object_get (schema, SQUILL_COMPASS_OWN), "entity"));

      if (id == NULL || ns == NULL || !g_hash_table_insert (ids, (gpointer)ns, (gpointer)id))
        return NULL;
      json_object_set_new (json_object_get (all, "collections"), id, outline (schema, 0));
    }
  for (gsize i = 0; i < json_array_size (relationships); i++)
    {
      const json_t *relationship = json_array_get (relationships, i);
      const json_t *sides = json_object_get (relationship, "relationship");
      const char *id = json_string_value (json_object_get (relationship, "id"));
      json_t *copies = json_array ();

      for (gsize j = 0; j < json_array_size (sides); j++)
        {
          json_t *side = json_copy (json_array_get (sides, j));
          const char *ns = json_string_value (json_object_get (side, "ns"));
          const char *collection = ns == NULL ? NULL : g_hash_table_lookup (ids, ns);

          if (collection != NULL)
            json_object_set_new (side, "ns", json_string (collection));
          json_array_append_new (copies, side);
        }
      json_object_set_new (json_object_get (all, "relationships"), id != NULL ? id : "", copies);
    }
  text = json_dumps (all, JSON_SORT_KEYS | JSON_COMPACT);
  return text == NULL ? NULL : g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
}
