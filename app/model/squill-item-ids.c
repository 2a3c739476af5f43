/* SPDX-License-Identifier: Apache-2.0 */

/* Ids in the values of properties: found, and replaced by others. */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include <string.h>

#include "model/squill-item-table.h"
#include "model/squill-model-difference.h"
#include "model/squill-model-private.h"

/* Values with other ids. */

static char *
translate_path (const char *path, GHashTable *ids)
{
  g_auto (GStrv) parts = NULL;

  if (*path == '=')
    return g_strdup (path);
  parts = g_strsplit (path, "/", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      const char *id = g_hash_table_lookup (ids, parts[i]);

      if (id != NULL)
        {
          g_free (parts[i]);
          parts[i] = g_strdup (id);
        }
    }
  return g_strjoinv ("/", parts);
}

static const char *
translate_id (const char *id, GHashTable *ids)
{
  const char *other = g_hash_table_lookup (ids, id);

  return other != NULL ? other : id;
}

/* A string, or a list of strings. */
static json_t *
translate (const json_t *value, GHashTable *ids)
{
  json_t *result, *one;
  size_t i;

  if (json_is_string (value))
    {
      g_autofree char *path = translate_path (json_string_value (value), ids);

      return json_string (path);
    }
  if (json_is_array (value))
    {
      result = json_array ();
      json_array_foreach (value, i, one) json_array_append_new (result, translate (one, ids));
      return result;
    }
  return json_deep_copy (value);
}

static json_t *
translate_keys (const json_t *value, GHashTable *ids)
{
  json_t *result = json_deep_copy (value);
  json_t *one;
  size_t i;

  json_array_foreach (result, i, one)
  {
    const json_t *path = json_object_get (one, "path");

    if (path != NULL)
      json_object_set_new (one, "path", translate (path, ids));
  }
  return result;
}

static json_t *
translate_value (const SquillProperty *property, const json_t *value, GHashTable *ids)
{
  switch (property->type)
    {
    case SQUILL_PROPERTY_ID:
    case SQUILL_PROPERTY_IDS:
    case SQUILL_PROPERTY_PATH:
      return translate (value, ids);
    case SQUILL_PROPERTY_KEYS:
      return translate_keys (value, ids);
    case SQUILL_PROPERTY_JSON:
    case SQUILL_PROPERTY_TEXT:
    case SQUILL_PROPERTY_BOOLEAN:
    case SQUILL_PROPERTY_NUMBER:
    case SQUILL_PROPERTY_TRIPLE:
    case SQUILL_PROPERTY_CHOICE:
    case SQUILL_PROPERTY_TYPES:
    case SQUILL_PROPERTY_RANK:
    default:
      return json_deep_copy (value);
    }
}

/* What a view says of items: by their ids. */
static json_t *
translate_names (const json_t *map, GHashTable *ids)
{
  json_t *result = json_object ();
  const char *id;
  json_t *value;

  json_object_foreach ((json_t *)map, id, value)
      json_object_set_new (result, translate_id (id, ids), json_deep_copy (value));
  return result;
}

/* Members of an item, with what belongs to it: an alternative keeps such. */
static json_t *
translate_content (SquillKind kind, const json_t *content, GHashTable *ids)
{
  json_t *result;
  const char *name, *id;
  json_t *value, *item;

  if (!json_is_object (content))
    return json_deep_copy (content);
  result = json_object ();
  json_object_foreach ((json_t *)content, name, value)
  {
    const SquillProperty *property = squill_kind_find_property (kind, name);
    SquillKind child = SQUILL_KIND_ENTITY;
    json_t *map;

    while (child < SQUILL_N_KINDS && g_strcmp0 (_squill_kind_get_map_name (child), name) != 0)
      child++;
    if (property != NULL || child == SQUILL_N_KINDS || !json_is_object (value))
      {
        json_object_set_new (result, name,
                             property != NULL ? translate_value (property, value, ids)
                                              : json_deep_copy (value));
        continue;
      }
    map = json_object ();
    json_object_foreach (value, id, item)
        json_object_set_new (map, translate_id (id, ids), translate_content (child, item, ids));
    json_object_set_new (result, name, map);
  }
  return result;
}

static json_t *
translate_conflict (const SquillItemTable *self, const json_t *conflict, GHashTable *ids)
{
  static const char *const values[] = { "base", "ours", "theirs" };
  json_t *result = json_deep_copy (conflict);
  const char *subject = json_string_value (json_object_get (conflict, "subject"));
  const char *name = json_string_value (json_object_get (conflict, "property"));
  const SquillItemEntry *entry = _squill_item_table_find (self, subject);
  const SquillProperty *property =
      entry == NULL || name == NULL ? NULL : squill_kind_find_property (entry->kind, name);

  if (subject != NULL)
    json_object_set_new (result, "subject", json_string (translate_id (subject, ids)));
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      const json_t *value = json_object_get (conflict, values[i]);

      if (value != NULL && property != NULL)
        json_object_set_new (result, values[i], translate_value (property, value, ids));
      else if (value != NULL && g_strcmp0 (name, SQUILL_BELONGS_TO) == 0)
        json_object_set_new (result, values[i], translate (value, ids));
    }
  return result;
}

static json_t *
translate_map (const SquillItemTable *self,
               const SquillItemEntry *entry,
               const char *name,
               const json_t *value,
               GHashTable *ids)
{
  json_t *result, *conflict;
  const char *key;

  if (!json_is_object (value))
    return json_deep_copy (value);
  if (entry->kind == SQUILL_KIND_VIEW)
    return translate_names (value, ids);
  if (entry->kind == SQUILL_KIND_ALTERNATIVE)
    return translate_content (SQUILL_KIND_MODEL, value, ids);
  if (entry->kind != SQUILL_KIND_MODEL || !g_str_equal (name, "conflicts"))
    return json_deep_copy (value);
  result = json_object ();
  json_object_foreach ((json_t *)value, key, conflict)
      json_object_set_new (result, key, translate_conflict (self, conflict, ids));
  return result;
}

static json_t *
translate_members (const SquillItemTable *self, const SquillItemEntry *entry, GHashTable *ids)
{
  json_t *members = json_object ();
  const char *name;
  json_t *value;

  json_object_foreach (entry->members, name, value)
  {
    const SquillProperty *property = squill_kind_find_property (entry->kind, name);
    json_t *other;

    if (property == NULL)
      other = json_deep_copy (value);
    else if (property->composition == SQUILL_COMPOSITION_MAP)
      other = translate_map (self, entry, name, value, ids);
    else
      other = translate_value (property, value, ids);
    json_object_set_new (members, name, other);
  }
  return members;
}

/** The same items with other ids, here and where they are referred to: @ids has the new for the
 * old. */
SquillItemTable *
_squill_item_table_translate (const SquillItemTable *self, GHashTable *ids)
{
  SquillItemTable *result = _squill_item_table_new_empty ();

  for (guint i = 0; i < self->entries->len; i++)
    {
      const SquillItemEntry *entry = self->entries->pdata[i];
      const char *id = g_hash_table_lookup (ids, entry->id);
      const char *parent = entry->parent == NULL ? NULL : g_hash_table_lookup (ids, entry->parent);

      _squill_item_table_add (result, entry->kind, id != NULL ? id : entry->id,
                              parent != NULL ? parent : entry->parent,
                              translate_members (self, entry, ids));
    }
  return result;
}

static void
add_path (const char *path, GPtrArray *ids)
{
  g_auto (GStrv) parts = NULL;

  if (path == NULL || *path == '=')
    return;
  parts = g_strsplit (path, "/", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    g_ptr_array_add (ids, g_strdup (parts[i]));
}

/** Adds to @ids those of the items that a value refers to. */
void
_squill_item_table_list_references (const SquillProperty *property,
                                    const json_t *value,
                                    GPtrArray *ids)
{
  json_t *one;
  size_t i;

  if (property->type == SQUILL_PROPERTY_ID && json_is_string (value))
    g_ptr_array_add (ids, g_strdup (json_string_value (value)));
  else if (property->type == SQUILL_PROPERTY_PATH)
    add_path (json_string_value (value), ids);
  else if (property->type == SQUILL_PROPERTY_IDS)
    {
      json_array_foreach (value, i, one)
      {
        if (json_is_string (one))
          g_ptr_array_add (ids, g_strdup (json_string_value (one)));
      }
    }
  else if (property->type == SQUILL_PROPERTY_KEYS)
    {
      json_array_foreach (value, i, one)
          add_path (json_string_value (json_object_get (one, "path")), ids);
    }
}

/* What both sides added. */

/* What an item that somebody adds is known by; %NULL of one that is like no other. */
static char *
get_added_key (const SquillItemTable *self, const SquillItemEntry *entry, GHashTable *ids)
{
  static const char *const identity[] = { "name",  "parent",    "child", "parent_name", "keys",
                                          "field", "direction", "rule",  "subject" };
  const char *parent = g_hash_table_lookup (ids, entry->parent);
  g_autoptr (GString) key = g_string_new (squill_kind_get_name (entry->kind));
  json_t *members = translate_members (self, entry, ids);
  gboolean is_known = FALSE;

  g_string_append_printf (key, "\n%s", parent != NULL ? parent : entry->parent);
  for (guint i = 0; i < G_N_ELEMENTS (identity); i++)
    {
      const json_t *value = json_object_get (members, identity[i]);
      char *text;

      if (value == NULL)
        continue;
      is_known = TRUE;
      text = json_dumps (value, JSON_ENCODE_ANY | JSON_COMPACT);
      g_string_append_printf (key, "\n%s %s", identity[i], text != NULL ? text : "");
      free (text);
    }
  json_decref (members);
  return is_known ? g_string_free (g_steal_pointer (&key), FALSE) : NULL;
}

/* What one side added, by what it is known by; what two are known by has no entry in it. */
static GHashTable *
index_added (const SquillItemTable *base,
             const SquillItemTable *own,
             const SquillItemTable *other,
             GHashTable *ids,
             GHashTable *done)
{
  GHashTable *by_key = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < own->entries->len; i++)
    {
      const SquillItemEntry *entry = own->entries->pdata[i];
      char *key;

      if (_squill_item_table_find (base, entry->id) != NULL ||
          _squill_item_table_find (other, entry->id) != NULL ||
          g_hash_table_contains (done, entry->id))
        continue;
      key = get_added_key (own, entry, ids);
      if (key != NULL)
        g_hash_table_insert (by_key, key,
                             g_hash_table_contains (by_key, key) ? NULL : (gpointer)entry->id);
    }
  return by_key;
}

/* Gives one id to what is known by one key on each side. Returns whether there was any. */
static gboolean
unite_once (const SquillItemTable *base,
            const SquillItemTable *ours,
            const SquillItemTable *theirs,
            GHashTable *none,
            GHashTable *to_ours,
            GHashTable *to_theirs)
{
  g_autoptr (GHashTable) mine = index_added (base, ours, theirs, none, to_theirs);
  g_autoptr (GHashTable) other = index_added (base, theirs, ours, to_ours, to_ours);
  gboolean any = FALSE;
  GHashTableIter iter;
  gpointer key, id;

  g_hash_table_iter_init (&iter, mine);
  while (g_hash_table_iter_next (&iter, &key, &id))
    {
      gpointer their_id = g_hash_table_lookup (other, key);

      if (id == NULL || their_id == NULL)
        continue;
      g_hash_table_insert (to_ours, their_id, id);
      g_hash_table_insert (to_theirs, id, their_id);
      any = TRUE;
    }
  return any;
}

/* Of two ids the lesser one wins, whoever merges. */
static SquillItemTable *
take_lesser_ids (const SquillItemTable *table, GHashTable *others)
{
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);
  GHashTableIter iter;
  gpointer id, other;

  g_hash_table_iter_init (&iter, others);
  while (g_hash_table_iter_next (&iter, &id, &other))
    if (strcmp (other, id) < 0)
      g_hash_table_insert (ids, id, other);
  return _squill_item_table_translate (table, ids);
}

/** Where both sides added the same (a field of one name to one entity), gives it one id. */
void
_squill_item_tables_unite (const SquillItemTable *base,
                           SquillItemTable **ours,
                           SquillItemTable **theirs)
{
  g_autoptr (GHashTable) none = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) to_ours = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) to_theirs = g_hash_table_new (g_str_hash, g_str_equal);
  SquillItemTable *mine, *other;

  /* What belongs to something, or refers to it, can be told to be the same once that is. */
  while (unite_once (base, *ours, *theirs, none, to_ours, to_theirs))
    ;
  if (g_hash_table_size (to_ours) == 0)
    return;
  mine = take_lesser_ids (*ours, to_theirs);
  other = take_lesser_ids (*theirs, to_ours);
  _squill_item_table_free (*ours);
  _squill_item_table_free (*theirs);
  *ours = mine;
  *theirs = other;
}
