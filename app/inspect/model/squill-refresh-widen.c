/* SPDX-License-Identifier: Apache-2.0 */

/* Where only some documents were read, what was known before is not lost: a type that was not met
 * this time is still there, and so are longer arrays. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/model/squill-refresh-private.h"

#include <math.h>

static json_t *
unite_types (const json_t *before, const json_t *now)
{
  guint types = 0;

  for (gsize i = 0; i < json_array_size (before); i++)
    {
      const char *name = json_string_value (json_array_get (before, i));

      types |= name != NULL ? (guint)squill_type_from_name (name) : 0;
    }
  for (gsize i = 0; i < json_array_size (now); i++)
    types |= (guint)squill_type_from_name (json_string_value (json_array_get (now, i)));
  return squill_json_types ((SquillTypes)types);
}

static double
get_number (const json_t *triple, const char *name)
{
  const json_t *value = json_object_get (triple, name);

  if (json_is_string (value))
    return INFINITY;
  return json_is_number (value) ? json_number_value (value) : NAN;
}

static json_t *
unite_triples (const json_t *before, const json_t *now)
{
  return squill_json_triple (SQUILL_TRIPLE (
      fmin (get_number (before, "min"), get_number (now, "min")), get_number (now, "likely"),
      fmax (get_number (before, "max"), get_number (now, "max"))));
}

/**
 * squill_refresh_widen:
 * @property: a property
 * @now: the item of now that has it, made of some of the documents
 * @before: (nullable): what was observed before
 * @found: (nullable): what is observed now
 *
 * Returns: (transfer full) (nullable): what is known after both; %NULL where @found says all
 */
json_t *
squill_refresh_widen (const SquillProperty *property,
                      const SquillItem *now,
                      const json_t *before,
                      const json_t *found)
{
  static const char *const once[] = { "nullable", "single", "enum", NULL };
  static const char *const spread[] = { "length", "size", "key_size", "children", NULL };

  if (before == NULL)
    return NULL;
  if (g_str_equal (property->name, "types"))
    return unite_types (before, found);
  if (g_strv_contains (spread, property->name) && json_is_object (before) && json_is_object (found))
    return unite_triples (before, found);
  if (found != NULL)
    return NULL;
  if (g_strv_contains (once, property->name))
    return json_deep_copy (before);
  /* All that were read have it: nothing speaks against it. */
  if (now->kind == SQUILL_KIND_FIELD && g_str_equal (property->name, "required") &&
      ((const SquillField *)now)->presence >= 1)
    return json_deep_copy (before);
  return NULL;
}
