/* SPDX-License-Identifier: Apache-2.0 */

/* What holds for all values of which a schema has several alternatives. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-schema-alternatives.h"

/* What the first schema that has it says; NULL where none does. */
static json_t *
get (const SquillSchemaBranch *self, const char *keyword)
{
  json_t *value = NULL;

  for (guint i = 0; i < self->schemas->len && value == NULL; i++)
    value = json_object_get (g_ptr_array_index (self->schemas, i), keyword);
  return value;
}

/* Whether a rule for values of some types, or for arrays where there are none, is about any value
 * of the alternative. */
static gboolean
concerns (const SquillSchemaBranch *self, SquillTypes types)
{
  if (self->types == SQUILL_TYPE_NONE && !self->is_array)
    return TRUE;
  return types == SQUILL_TYPE_NONE ? self->is_array : (self->types & types) != 0;
}

/* The bound that all of them keep, and none where one has no bound. */
static void
combine_bounds (const GArray *branches,
                json_t *into,
                const char *keyword,
                const char *exclusive,
                SquillTypes types,
                gboolean is_lower)
{
  json_t *weakest = NULL;
  gboolean all_exclusive = TRUE;

  for (guint i = 0; i < branches->len; i++)
    {
      const SquillSchemaBranch *branch = &g_array_index (branches, SquillSchemaBranch, i);
      json_t *bound = exclusive == NULL ? NULL : get (branch, exclusive);

      if (!concerns (branch, types))
        continue;
      if (!json_is_number (bound))
        {
          bound = get (branch, keyword);
          all_exclusive = FALSE;
        }
      if (!json_is_number (bound))
        return;
      if (weakest == NULL || (json_number_value (bound) < json_number_value (weakest)) == is_lower)
        weakest = bound;
    }
  if (weakest != NULL)
    json_object_set (into, all_exclusive && exclusive != NULL ? exclusive : keyword, weakest);
}

/* What all of them say alike. */
static void
combine_same (const GArray *branches, json_t *into, const char *keyword, SquillTypes types)
{
  json_t *same = NULL;

  for (guint i = 0; i < branches->len; i++)
    {
      const SquillSchemaBranch *branch = &g_array_index (branches, SquillSchemaBranch, i);
      json_t *value = get (branch, keyword);

      if (!concerns (branch, types))
        continue;
      if (value == NULL || (same != NULL && !json_equal (same, value)))
        return;
      same = value;
    }
  if (same != NULL)
    json_object_set (into, keyword, same);
}

static void
add_value (json_t *values, GHashTable *done, json_t *value)
{
  char *text = json_dumps (value, JSON_ENCODE_ANY | JSON_SORT_KEYS);

  if (text != NULL && g_hash_table_add (done, text))
    json_array_append (values, value);
}

/* The values of all of them, where each lists its own. */
static void
combine_values (const GArray *branches, json_t *into)
{
  g_autoptr (GHashTable) done = g_hash_table_new_full (g_str_hash, g_str_equal, free, NULL);
  json_auto_t *values = json_array ();

  for (guint i = 0; i < branches->len; i++)
    {
      const SquillSchemaBranch *branch = &g_array_index (branches, SquillSchemaBranch, i);
      json_t *list = get (branch, "enum"), *only = get (branch, "const");

      /* That there may be no value is said by the types. */
      if (list == NULL && only == NULL && branch->types == SQUILL_TYPE_NULL && !branch->is_array)
        continue;
      if (list == NULL && only == NULL)
        return;
      if (only != NULL)
        add_value (values, done, only);
      for (gsize j = 0; only == NULL && j < json_array_size (list); j++)
        add_value (values, done, json_array_get (list, j));
    }
  if (json_array_size (values) > 0)
    json_object_set (into, "enum", values);
}

/** Whether a schema says that an object has a property. */
gboolean
_squill_schema_requires (const json_t *schema, const char *name)
{
  const json_t *required = json_object_get (schema, "required");

  for (gsize i = 0; i < json_array_size (required); i++)
    if (g_strcmp0 (json_string_value (json_array_get (required, i)), name) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
requires (const SquillSchemaBranch *self, const char *name)
{
  for (guint i = 0; i < self->schemas->len; i++)
    if (_squill_schema_requires (g_ptr_array_index (self->schemas, i), name))
      return TRUE;
  return FALSE;
}

/* The properties that objects of all of them have. */
static void
combine_required (const GArray *branches, json_t *into)
{
  json_auto_t *names = json_array ();
  const SquillSchemaBranch *first = NULL;

  for (guint i = 0; i < branches->len && first == NULL; i++)
    if (concerns (&g_array_index (branches, SquillSchemaBranch, i), SQUILL_TYPE_OBJECT))
      first = &g_array_index (branches, SquillSchemaBranch, i);
  for (guint i = 0; first != NULL && i < first->schemas->len; i++)
    {
      const json_t *required = json_object_get (g_ptr_array_index (first->schemas, i), "required");

      for (gsize j = 0; json_is_array (required) && j < json_array_size (required); j++)
        {
          json_t *name = json_array_get (required, j);
          gboolean in_all = json_is_string (name);

          for (guint k = 0; k < branches->len && in_all; k++)
            {
              const SquillSchemaBranch *branch = &g_array_index (branches, SquillSchemaBranch, k);

              in_all = !concerns (branch, SQUILL_TYPE_OBJECT) ||
                       requires (branch, json_string_value (name));
            }
          if (in_all)
            json_array_append (names, name);
        }
    }
  if (json_array_size (names) > 0)
    json_object_set (into, "required", names);
}

/* A schema that says what holds whichever of the alternatives a value is of (transfer full). Words
 * about the value are those of the first that has some. */
json_t *
_squill_schema_combine (const GArray *branches)
{
  static const char *const words[] = { "description", "title", "default", "multipleOf" };
  json_t *combined = json_object ();

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    for (guint j = 0; j < branches->len && json_object_get (combined, words[i]) == NULL; j++)
      json_object_set (combined, words[i],
                       get (&g_array_index (branches, SquillSchemaBranch, j), words[i]));
  combine_values (branches, combined);
  combine_required (branches, combined);
  combine_same (branches, combined, "pattern", SQUILL_TYPE_STRING);
  combine_same (branches, combined, "format", SQUILL_TYPE_STRING);
  combine_bounds (branches, combined, "minLength", NULL, SQUILL_TYPE_STRING, TRUE);
  combine_bounds (branches, combined, "maxLength", NULL, SQUILL_TYPE_STRING, FALSE);
  combine_bounds (branches, combined, "minimum", "exclusiveMinimum", SQUILL_TYPES_NUMERIC, TRUE);
  combine_bounds (branches, combined, "maximum", "exclusiveMaximum", SQUILL_TYPES_NUMERIC, FALSE);
  combine_bounds (branches, combined, "maxItems", NULL, SQUILL_TYPE_NONE, FALSE);
  combine_bounds (branches, combined, "maxProperties", NULL, SQUILL_TYPE_OBJECT, FALSE);
  return combined;
}
