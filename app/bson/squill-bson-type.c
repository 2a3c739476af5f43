/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-bson"

#include "config.h"

#include "bson/squill-bson-type.h"

static const char *const names[SQUILL_N_TYPES] = {
  "double",    "string",    "object",     "array",   "binData",
  "undefined", "objectId",  "bool",       "date",    "null",
  "regex",     "dbPointer", "javascript", "symbol",  "javascriptWithScope",
  "int",       "timestamp", "long",       "decimal", "minKey",
  "maxKey",
};

/**
 * squill_type_get_name:
 * @type: one type
 *
 * Returns: (nullable): its alias, such as "objectId"; %NULL if @type is not exactly one type
 */
const char *
squill_type_get_name (SquillTypes type)
{
  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    if (type == (SquillTypes)(1u << i))
      return names[i];
  return NULL;
}

/**
 * squill_type_from_name:
 * @name: an alias, such as "objectId"
 *
 * Returns: the type, or %SQUILL_TYPE_NONE
 */
SquillTypes
squill_type_from_name (const char *name)
{
  g_return_val_if_fail (name != NULL, SQUILL_TYPE_NONE);

  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    if (g_str_equal (name, names[i]))
      return 1u << i;
  return SQUILL_TYPE_NONE;
}

/**
 * squill_types_to_text:
 * @types: a set of types
 *
 * Returns: (transfer full): their aliases, joined by "|", in the order of their numbers
 */
char *
squill_types_to_text (SquillTypes types)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    {
      if ((types & (1u << i)) == 0)
        continue;
      if (text->len > 0)
        g_string_append_c (text, '|');
      g_string_append (text, names[i]);
    }
  return g_string_free (text, FALSE);
}

/**
 * squill_types_from_text:
 * @text: aliases joined by "|", as squill_types_to_text() gives them; the case does not matter,
 *   and "uuid" stands for binData
 *
 * Returns: the set; %SQUILL_TYPE_NONE if any part is not a type
 */
SquillTypes
squill_types_from_text (const char *text)
{
  g_auto (GStrv) parts = NULL;
  SquillTypes types = SQUILL_TYPE_NONE;

  g_return_val_if_fail (text != NULL, SQUILL_TYPE_NONE);

  parts = g_strsplit (text, "|", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      SquillTypes found = SQUILL_TYPE_NONE;

      g_strstrip (parts[i]);
      for (guint t = 0; t < SQUILL_N_TYPES; t++)
        if (g_ascii_strcasecmp (parts[i], names[t]) == 0)
          found = 1u << t;
      if (g_ascii_strcasecmp (parts[i], "uuid") == 0)
        found = SQUILL_TYPE_BINARY;
      if (found == SQUILL_TYPE_NONE)
        return SQUILL_TYPE_NONE;
      types |= found;
    }
  return types;
}
