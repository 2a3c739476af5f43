/* SPDX-License-Identifier: Apache-2.0 */

/* One value that two people changed. */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include "model/squill-merge-private.h"

static gboolean
equals (const json_t *a, const json_t *b)
{
  return a == b || (a != NULL && b != NULL && json_equal (a, b));
}

static json_t *
copy (const json_t *value)
{
  return value == NULL ? NULL : json_deep_copy (value);
}

/* Extended JSON is one value, though it is an object. */
static gboolean
is_map (const json_t *value)
{
  const char *name;
  json_t *member;

  if (value == NULL)
    return TRUE;
  if (!json_is_object (value))
    return FALSE;
  json_object_foreach ((json_t *)value, name, member)
  {
    if (*name == '$')
      return FALSE;
  }
  return TRUE;
}

/* Sets. */

/* A set as a map, from what tells its members apart. NULL where two members are the same: it is no
 * set then. */
static json_t *
make_index (const SquillProperty *property, const json_t *array)
{
  json_t *index = json_object ();
  json_t *member;
  size_t i;

  json_array_foreach (array, i, member)
  {
    const json_t *identity =
        property->type == SQUILL_PROPERTY_KEYS ? json_object_get (member, "path") : member;
    char *name = identity == NULL
                     ? NULL
                     : json_dumps (identity, JSON_ENCODE_ANY | JSON_COMPACT | JSON_SORT_KEYS);
    gboolean is_new = name != NULL && json_object_get (index, name) == NULL;

    if (is_new)
      json_object_set (index, name, member);
    free (name);
    if (!is_new)
      {
        json_decref (index);
        return NULL;
      }
  }
  return index;
}

static gboolean
has_other (const json_t *one, const json_t *other)
{
  const char *name;
  json_t *member;

  json_object_foreach ((json_t *)one, name, member)
  {
    if (json_object_get (other, name) == NULL)
      return TRUE;
  }
  return FALSE;
}

/* Whether one type took the place of another. */
static gboolean
is_replaced (const json_t *before, const json_t *after)
{
  return has_other (before, after) && has_other (after, before);
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(const char *const *)a, *(const char *const *)b);
}

/* Adds what only @side has, in an order that does not depend on whose it is. */
static void
append_added (json_t *result, const json_t *before, const json_t *ours, const json_t *theirs)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const char *name;
  json_t *member;

  json_object_foreach ((json_t *)ours, name, member)
  {
    if (json_object_get (before, name) == NULL)
      g_ptr_array_add (names, (gpointer)name);
  }
  json_object_foreach ((json_t *)theirs, name, member)
  {
    if (json_object_get (before, name) == NULL && json_object_get (ours, name) == NULL)
      g_ptr_array_add (names, (gpointer)name);
  }
  g_ptr_array_sort (names, compare_texts);
  for (guint i = 0; i < names->len; i++)
    {
      member = json_object_get (ours, names->pdata[i]);
      json_array_append (result,
                         member != NULL ? member : json_object_get (theirs, names->pdata[i]));
    }
}

/* Returns NULL with @conflict where the sides are no sets, or contradict each other. */
static json_t *
merge_sets (const SquillProperty *property,
            const json_t *base,
            const json_t *ours,
            const json_t *theirs,
            gboolean *conflict)
{
  json_auto_t *before = make_index (property, base);
  json_auto_t *mine = make_index (property, ours);
  json_auto_t *other = make_index (property, theirs);
  json_t *result;
  const char *name;
  json_t *member;

  *conflict = TRUE;
  if (before == NULL || mine == NULL || other == NULL)
    return NULL;
  if (property->type == SQUILL_PROPERTY_TYPES && is_replaced (before, mine) &&
      is_replaced (before, other))
    return NULL;
  json_object_foreach (mine, name, member)
  {
    const json_t *theirs_member = json_object_get (other, name);
    const json_t *old = json_object_get (before, name);

    if (theirs_member != NULL && !equals (member, theirs_member) && !equals (old, member) &&
        !equals (old, theirs_member))
      return NULL;
  }
  result = json_array ();
  json_object_foreach (before, name, member)
  {
    json_t *a = json_object_get (mine, name), *b = json_object_get (other, name);

    /* What one side removed is gone, but not what the other made something else of. */
    if (a != NULL && b != NULL)
      json_array_append (result, equals (member, a) ? b : a);
    else if ((a != NULL && !equals (member, a)) || (b != NULL && !equals (member, b)))
      {
        json_decref (result);
        return NULL;
      }
  }
  append_added (result, before, mine, other);
  /* Of what nothing is left, nobody wanted nothing. */
  if (json_array_size (result) == 0)
    {
      json_decref (result);
      return NULL;
    }
  *conflict = FALSE;
  return result;
}

/* Maps. */

static json_t *merge_maps (const json_t *base,
                           const json_t *ours,
                           const json_t *theirs,
                           SquillMergeSide preferred,
                           gboolean *conflict);

static json_t *
merge_members (const json_t *base,
               const json_t *ours,
               const json_t *theirs,
               SquillMergeSide preferred,
               gboolean *conflict)
{
  if (equals (ours, theirs) || equals (base, theirs))
    return copy (ours);
  if (equals (base, ours))
    return copy (theirs);
  if (ours != NULL && theirs != NULL && is_map (base) && is_map (ours) && is_map (theirs))
    return merge_maps (base, ours, theirs, preferred, conflict);
  *conflict = TRUE;
  return copy (preferred == SQUILL_MERGE_THEIRS ? theirs : ours);
}

static json_t *
merge_maps (const json_t *base,
            const json_t *ours,
            const json_t *theirs,
            SquillMergeSide preferred,
            gboolean *conflict)
{
  const json_t *const maps[] = { base, ours, theirs };
  json_t *result = json_object ();
  const char *name;
  json_t *member;

  for (guint i = 0; i < G_N_ELEMENTS (maps); i++)
    json_object_foreach ((json_t *)maps[i], name, member)
    {
      json_t *merged;

      if (json_object_get (result, name) != NULL)
        continue;
      merged = merge_members (json_object_get (base, name), json_object_get (ours, name),
                              json_object_get (theirs, name), preferred, conflict);
      if (merged != NULL)
        json_object_set_new (result, name, merged);
    }
  return result;
}

/** Merges the values of a property, of which %NULL is the default. Where the sides contradict each
 * other, sets @conflict and takes the preferred one; all else of both is in the result. @property
 * is %NULL for what this version does not know. */
json_t *
_squill_merge_value (const SquillProperty *property,
                     const json_t *base,
                     const json_t *ours,
                     const json_t *theirs,
                     SquillMergeSide preferred,
                     gboolean *conflict)
{
  SquillComposition composition = property == NULL ? SQUILL_COMPOSITION_MAP : property->composition;

  *conflict = FALSE;
  if (equals (ours, theirs) || equals (base, theirs))
    return copy (ours);
  if (equals (base, ours))
    return copy (theirs);
  if (composition == SQUILL_COMPOSITION_SET)
    {
      json_t *merged = merge_sets (property, base, ours, theirs, conflict);

      if (!*conflict)
        return merged;
    }
  if (composition == SQUILL_COMPOSITION_MAP && is_map (base) && is_map (ours) && is_map (theirs))
    {
      json_t *merged = merge_maps (base, ours, theirs, preferred, conflict);

      /* An empty one within it may mean something. */
      if (json_object_size (merged) == 0)
        g_clear_pointer (&merged, json_decref);
      return merged;
    }
  *conflict = TRUE;
  return copy (preferred == SQUILL_MERGE_THEIRS ? theirs : ours);
}
