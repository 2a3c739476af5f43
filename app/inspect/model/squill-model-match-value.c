/* SPDX-License-Identifier: Apache-2.0 */

/* Values of a model of now with the ids of the person's. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/model/squill-model-match.h"

#include "inspect/model/squill-model-evidence.h"

#include <string.h>

/* The path of a query: without the collection and what tells of arrays. */
static char *
make_query_path (SquillModelMatch *self, const char *key_path)
{
  SquillModel *now_model = squill_model_match_get_now_model (self);
  const char *id = strrchr (key_path, '/');
  const SquillItem *item = squill_model_get_item (now_model, id != NULL ? id + 1 : key_path);
  const SquillItem *owner = item;
  const char *place = item != NULL ? squill_item_get_place (item) : NULL;
  GString *path = g_string_new ("=");
  const char *at;

  while (owner != NULL && owner->parent != NULL && owner->parent->parent != NULL)
    owner = owner->parent;
  if (place == NULL || owner == NULL)
    return g_string_free (path, FALSE);
  /* The collection is in front of the first dot that is not its own. */
  at = place;
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (now_model),
                         SQUILL_KIND_ENTITY)
    {
      const char *collection = squill_item_get_place (entity);

      if (collection != NULL && g_str_has_prefix (place, collection) &&
          place[strlen (collection)] == '.' && strstr (collection, "[]") == NULL &&
          place + strlen (collection) + 1 > at)
        at = place + strlen (collection) + 1;
    }
  for (; *at != '\0'; at++)
    {
      if (*at == '\\' && at[1] != '\0')
        at++;
      else if (*at == '[' || *at == ']' || *at == '{' || *at == '}')
        continue;
      g_string_append_c (path, *at);
    }
  return g_string_free (path, FALSE);
}

/**
 * squill_model_match_map_path:
 * @self: a match
 * @key_path: a path of a key in the model of now
 * @with_unknown: whether what is not in mine keeps its id of now
 *
 * Returns: (transfer full): the same in mine; the dotted path where a part of it is not there
 */
char *
squill_model_match_map_path (SquillModelMatch *self, const char *key_path, gboolean with_unknown)
{
  g_auto (GStrv) ids = NULL;
  GString *path;

  if (*key_path == '=')
    return g_strdup (key_path);
  ids = g_strsplit (key_path, "/", -1);
  path = g_string_new (NULL);
  for (guint i = 0; ids[i] != NULL; i++)
    {
      const char *mine = squill_model_match_get_mine (self, ids[i]);

      if (mine == NULL && with_unknown)
        mine = ids[i];
      if (mine == NULL)
        {
          g_string_free (path, TRUE);
          return make_query_path (self, key_path);
        }
      if (i > 0)
        g_string_append_c (path, '/');
      g_string_append (path, mine);
    }
  return g_string_free (path, FALSE);
}

/**
 * squill_model_match_map_value:
 * @self: a match
 * @property: a property
 * @now: an item of the model of now that has it
 * @with_unknown: whether what is not in mine keeps its id of now, as it was when it was observed
 *
 * Returns: (transfer full) (nullable): its value there, with the ids of mine
 */
json_t *
squill_model_match_map_value (SquillModelMatch *self,
                              const SquillProperty *property,
                              gconstpointer now,
                              gboolean with_unknown)
{
  json_t *value = squill_property_get (property, now);
  json_t *mapped = NULL;

  if (property->type == SQUILL_PROPERTY_ID && json_is_string (value))
    {
      const char *mine = squill_model_match_get_mine (self, json_string_value (value));

      if (mine == NULL && with_unknown)
        return value;
      mapped = mine != NULL ? json_string (mine) : json_null ();
    }
  else if (property->type == SQUILL_PROPERTY_PATH && json_is_string (value))
    {
      g_autofree char *path =
          squill_model_match_map_path (self, json_string_value (value), with_unknown);

      mapped = json_string (path);
    }
  else if (property->type == SQUILL_PROPERTY_KEYS && json_is_array (value))
    {
      gsize i;
      json_t *key;

      mapped = json_deep_copy (value);
      json_array_foreach (mapped, i, key)
      {
        g_autofree char *path = squill_model_match_map_path (
            self, json_string_value (json_object_get (key, "path")), with_unknown);

        json_object_set_new (key, "path", json_string (path));
      }
    }
  if (mapped == NULL)
    return value;
  json_decref (value);
  return json_is_null (mapped) ? (json_decref (mapped), NULL) : mapped;
}
