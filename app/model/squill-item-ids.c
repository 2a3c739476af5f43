/* SPDX-License-Identifier: Apache-2.0 */

/* Ids in the values of properties: found, and replaced by others. */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include <string.h>

#include "model/squill-item-table.h"

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

/* Keys of objects are ids in the maps of alternatives and views. */
static json_t *
translate (const json_t *value, GHashTable *ids)
{
  json_t *result, *one;
  const char *name;
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
  if (json_is_object (value))
    {
      result = json_object ();
      json_object_foreach ((json_t *)value, name, one)
      {
        const char *id = g_hash_table_lookup (ids, name);

        json_object_set_new (result, id != NULL ? id : name, translate (one, ids));
      }
      return result;
    }
  return json_deep_copy (value);
}

static gboolean
has_ids (const SquillProperty *property)
{
  switch (property->type)
    {
    case SQUILL_PROPERTY_ID:
    case SQUILL_PROPERTY_IDS:
    case SQUILL_PROPERTY_PATH:
    case SQUILL_PROPERTY_KEYS:
      return TRUE;
    case SQUILL_PROPERTY_JSON:
      return property->composition == SQUILL_COMPOSITION_MAP;
    case SQUILL_PROPERTY_TEXT:
    case SQUILL_PROPERTY_BOOLEAN:
    case SQUILL_PROPERTY_NUMBER:
    case SQUILL_PROPERTY_TRIPLE:
    case SQUILL_PROPERTY_CHOICE:
    case SQUILL_PROPERTY_TYPES:
    case SQUILL_PROPERTY_RANK:
    default:
      return FALSE;
    }
}

static json_t *
translate_members (const SquillItemEntry *entry, GHashTable *ids)
{
  json_t *members = json_object ();
  const char *name;
  json_t *value;

  json_object_foreach (entry->members, name, value)
  {
    const SquillProperty *property = squill_kind_find_property (entry->kind, name);

    json_object_set_new (members, name,
                         property != NULL && has_ids (property) ? translate (value, ids)
                                                                : json_deep_copy (value));
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
                              translate_members (entry, ids));
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
get_added_key (const SquillItemEntry *entry, GHashTable *ids)
{
  static const char *const identity[] = { "name",  "parent",    "child", "parent_name", "keys",
                                          "field", "direction", "rule",  "subject" };
  const char *parent = g_hash_table_lookup (ids, entry->parent);
  g_autoptr (GString) key = g_string_new (squill_kind_get_name (entry->kind));
  json_t *members = translate_members (entry, ids);
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
      key = get_added_key (entry, ids);
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
