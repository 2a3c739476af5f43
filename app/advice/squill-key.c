/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-advice-private.h"

#include <string.h>

/* Key paths: ids with "/" between them; "=" starts a literal one. */

/* TRUE if the key names @id: a field, or what a relationship stores. */
static gboolean
key_is_at (const SquillKey *key, const char *id)
{
  return *key->path != '=' && g_str_equal (squill_key_path_get_last (key->path), id);
}

/** TRUE if @id is anywhere in the key. */
gboolean
_squill_key_mentions (const SquillKey *key, const char *id)
{
  return key_is_at (key, id) || squill_key_goes_through (key, id);
}

/**
 * _squill_keys_find:
 * @keys: (nullable): keys
 * @id: the id of a field or relationship
 *
 * Returns: (nullable): the first key that names @id
 */
const SquillKey *
_squill_keys_find (const SquillKeys *keys, const char *id)
{
  for (guint i = 0; keys != NULL && i < keys->len; i++)
    if (key_is_at (keys->pdata[i], id))
      return keys->pdata[i];
  return NULL;
}

/** TRUE if one of the keys has the path. */
gboolean
_squill_keys_have_path (const SquillKeys *keys, const char *path)
{
  for (guint i = 0; keys != NULL && i < keys->len; i++)
    if (g_str_equal (((const SquillKey *)keys->pdata[i])->path, path))
      return TRUE;
  return FALSE;
}

/** An empty list of keys (transfer full). */
SquillKeys *
_squill_keys_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify)squill_key_free);
}

/**
 * _squill_keys_take:
 * @keys: keys
 * @path: a key path
 * @how: what is done with it
 *
 * Adds a key unless its path is there already.
 */
void
_squill_keys_take (SquillKeys *keys, const char *path, const char *how)
{
  for (guint i = 0; i < keys->len; i++)
    if (g_str_equal (((const SquillKey *)keys->pdata[i])->path, path))
      return;
  g_ptr_array_add (keys, squill_key_new (path, how));
}
