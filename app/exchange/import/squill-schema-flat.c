/* SPDX-License-Identifier: Apache-2.0 */

/* Schemas with all that they refer to in one place. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <string.h>

#include "exchange/import/squill-schema-flat.h"

/* Bytes of values of lists that are compared in a whole import. */
#define MAX_COMPARED 50000000
/* Longer chains of references go in circles. */
#define MAX_CHAIN 32
/* Parts of schemas that are looked at to find whether one refers to itself. */
#define MAX_PARTS 100000

static char *
decode_step (const char *step)
{
  g_autofree char *plain = g_uri_unescape_string (step, NULL);
  GString *text = g_string_new (plain != NULL ? plain : step);

  g_string_replace (text, "~1", "/", 0);
  g_string_replace (text, "~0", "~", 0);
  return g_string_free (text, FALSE);
}

/* One that says its own name, at any depth. */
static json_t *
find_named (json_t *value, const char *name, guint depth)
{
  static const char *const keywords[] = { "$anchor", "$id", "id", "$dynamicAnchor" };
  json_t *found = NULL;
  json_t *child;
  const char *key;

  if (depth > MAX_CHAIN)
    return NULL;
  for (guint i = 0; json_is_object (value) && i < G_N_ELEMENTS (keywords); i++)
    {
      const char *own = json_string_value (json_object_get (value, keywords[i]));

      if (own != NULL &&
          (g_str_equal (own, name) || (own[0] == '#' && g_str_equal (own + 1, name))))
        return value;
    }
  if (json_is_object (value))
    json_object_foreach (value, key, child)
    {
      found = find_named (child, name, depth + 1);
      if (found != NULL)
        return found;
    }
  for (gsize i = 0; json_is_array (value) && i < json_array_size (value) && found == NULL; i++)
    found = find_named (json_array_get (value, i), name, depth + 1);
  return found;
}

/* What a reference leads to; NULL where that is not in the file. */
static json_t *
resolve (const json_t *root, const char *reference)
{
  const char *fragment = strchr (reference, '#');
  json_t *value = (json_t *)root;
  g_auto (GStrv) steps = NULL;

  if (root == NULL)
    return NULL;
  if (fragment == NULL || fragment != reference)
    {
      g_autofree char *base = g_strndup (reference, fragment != NULL ? (gsize)(fragment - reference)
                                                                     : strlen (reference));

      value = find_named (value, base, 0);
      if (value == NULL)
        {
          /* Definitions may be referred to by the last part of their name. */
          const char *last = strrchr (base, '/');

          value = last == NULL ? NULL : find_named ((json_t *)root, last + 1, 0);
        }
    }
  if (fragment == NULL || fragment[1] == '\0' || value == NULL)
    return value;
  if (fragment[1] != '/')
    return find_named (value, fragment + 1, 0);
  steps = g_strsplit (fragment + 2, "/", -1);
  for (guint i = 0; steps[i] != NULL && value != NULL; i++)
    {
      g_autofree char *step = decode_step (steps[i]);

      value = json_is_array (value)
                  ? json_array_get (value, (gsize)g_ascii_strtoull (step, NULL, 10))
                  : json_object_get (value, step);
    }
  return value;
}

/* Puts what is in a part of a schema on the stack, and what it refers to. */
static void
push_parts (const json_t *root, json_t *part, GPtrArray *stack, GHashTable *targets)
{
  const char *key;
  json_t *child;

  if (json_is_object (part))
    json_object_foreach (part, key, child)
    {
      json_t *target = g_str_equal (key, "$ref") && json_is_string (child)
                           ? resolve (root, json_string_value (child))
                           : NULL;

      if (target != NULL && g_hash_table_add (targets, target))
        g_ptr_array_add (stack, target);
      else if (json_is_object (child) || json_is_array (child))
        g_ptr_array_add (stack, child);
    }
  for (gsize i = 0; json_is_array (part) && i < json_array_size (part); i++)
    if (json_is_object (json_array_get (part, i)) || json_is_array (json_array_get (part, i)))
      g_ptr_array_add (stack, json_array_get (part, i));
}

/* Whether a schema is part of what it refers to. Where there is too much to look at, it may be. */
gboolean
_squill_schema_refers_to_itself (const json_t *root, json_t *schema)
{
  g_autoptr (GPtrArray) stack = g_ptr_array_new ();
  g_autoptr (GHashTable) targets = g_hash_table_new (NULL, NULL);
  guint n = 0;

  g_ptr_array_add (stack, schema);
  while (stack->len > 0 && !g_hash_table_contains (targets, schema))
    {
      if (n++ >= MAX_PARTS)
        return TRUE;
      push_parts (root, g_ptr_array_steal_index (stack, stack->len - 1), stack, targets);
    }
  return g_hash_table_contains (targets, schema);
}

static void
merge_required (json_t *into, json_t *required)
{
  json_t *there = json_object_get (into, "required");

  /* In draft 3 it is a property of the field. */
  if (!json_is_array (required))
    return;
  if (!json_is_array (there))
    {
      there = json_array ();
      json_object_set_new (into, "required", there);
    }
  json_array_extend (there, required);
}

/* Whether a schema says anything. */
static gboolean
says_something (const json_t *schema)
{
  return json_is_object (schema) && json_object_size (schema) > 0;
}

/* What two parts say of one property holds both. */
static void
merge_properties (json_t *into, json_t *properties)
{
  const char *name;
  json_t *property;

  json_object_foreach (properties, name, property)
  {
    json_t *there = json_object_get (into, name);
    json_t *both;

    if (there == NULL || (!says_something (there) && says_something (property)))
      json_object_set (into, name, property);
    else if (there != property && says_something (property) && !json_equal (there, property))
      {
        both = json_array ();
        json_array_append (both, there);
        json_array_append (both, property);
        json_object_set_new (into, name, json_pack ("{s:o}", "allOf", both));
      }
  }
}

/* Of each list of alternatives one holds. */
static void
add_alternatives (json_t *into, json_t *alternatives)
{
  json_t *further = json_object_get (into, SQUILL_SCHEMA_FURTHER);

  if (further == NULL)
    {
      further = json_array ();
      json_object_set_new (into, SQUILL_SCHEMA_FURTHER, further);
    }
  json_array_append (further, alternatives);
}

static void
note_lost (SquillSchemaFlat *self, const char *keyword)
{
  for (guint i = 0; self->lost != NULL && i < self->lost->len; i++)
    if (g_str_equal (self->lost->pdata[i], keyword))
      return;
  if (self->lost == NULL)
    return;
  g_ptr_array_add (self->lost, (gpointer)keyword);
}

typedef struct
{
  GString *text;
  gsize *n_compared;
} Writing;

static int
write_part (const char *data, size_t length, gpointer user_data)
{
  Writing *self = user_data;

  if (*self->n_compared > MAX_COMPARED || length > MAX_COMPARED - *self->n_compared)
    {
      *self->n_compared = MAX_COMPARED + 1;
      return -1;
    }
  *self->n_compared += length;
  g_string_append_len (self->text, data, (gssize)length);
  return 0;
}

/* A value as text, the same for the same values (transfer full); NULL where there is too much. */
static char *
make_text (SquillSchemaFlat *self, const json_t *value)
{
  Writing writing = { g_string_new (NULL), self->n_compared };
  const int failed = json_dump_callback (value, write_part, &writing,
                                         JSON_ENCODE_ANY | JSON_SORT_KEYS | JSON_COMPACT);

  return g_string_free (writing.text, failed != 0);
}

/* What is in both of two lists, or one value of such a list, each once, in the order of the first
 * (transfer full); nothing where there is too much to compare. @are_types: whether the values are
 * types */
static json_t *
intersect (SquillSchemaFlat *self, json_t *first, json_t *second, gboolean are_types)
{
  static const char number[] = "\"number\"";
  static const char *const numbers[] = { "integer", "int", "long", "double", "decimal" };
  g_autoptr (GHashTable) others = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  json_t *both = json_array ();
  const gsize n = json_is_array (first) ? json_array_size (first) : 1;
  const gsize m = json_is_array (second) ? json_array_size (second) : 1;

  for (gsize i = 0; i < m; i++)
    {
      char *text = make_text (self, json_is_array (second) ? json_array_get (second, i) : second);

      if (text == NULL)
        return both;
      g_hash_table_add (others, text);
    }
  for (gsize i = 0; i < n; i++)
    {
      json_t *value = json_is_array (first) ? json_array_get (first, i) : first;
      g_autofree char *text = make_text (self, value);

      if (text == NULL)
        {
          json_array_clear (both);
          return both;
        }
      if (g_hash_table_contains (others, text))
        {
          if (g_hash_table_add (taken, g_steal_pointer (&text)))
            json_array_append (both, value);
          continue;
        }
      /* Each integer is a number. */
      for (guint j = 0; are_types && j < G_N_ELEMENTS (numbers); j++)
        {
          g_autofree char *narrow = g_strdup_printf ("\"%s\"", numbers[j]);
          const gboolean is_both =
              (g_str_equal (text, number) && g_hash_table_contains (others, narrow)) ||
              (g_str_equal (text, narrow) && g_hash_table_contains (others, number));

          if (is_both && g_hash_table_add (taken, g_steal_pointer (&narrow)))
            json_array_append_new (both, json_string (numbers[j]));
        }
    }
  return both;
}

/* Two parts say something of the same: what holds for both, where that is known. */
static void
merge_keyword (SquillSchemaFlat *self, json_t *into, const char *keyword, json_t *value)
{
  static const char *const lower[] = { "minimum",  "exclusiveMinimum", "minLength",
                                       "minItems", "minProperties",    NULL };
  static const char *const upper[] = { "maximum",  "exclusiveMaximum", "maxLength",
                                       "maxItems", "maxProperties",    NULL };
  static const char *const lists[] = { "type", "bsonType", "enum", NULL };
  static const char *const limits[] = { "pattern", "multipleOf",           "const", "items",
                                        "not",     "additionalProperties", NULL };
  json_t *there = json_object_get (into, keyword);
  const gboolean is_lower = g_strv_contains (lower, keyword);

  if (json_equal (there, value))
    return;
  if ((is_lower || g_strv_contains (upper, keyword)) && json_is_number (there) &&
      json_is_number (value))
    {
      if ((json_number_value (value) > json_number_value (there)) == is_lower)
        json_object_set (into, keyword, value);
    }
  else if (g_strv_contains (lists, keyword))
    {
      json_t *both = intersect (self, there, value, !g_str_equal (keyword, "enum"));

      if (json_array_size (both) > 0)
        json_object_set_new (into, keyword, both);
      else
        {
          json_decref (both);
          note_lost (self, keyword);
        }
    }
  else if (g_strv_contains (limits, keyword))
    note_lost (self, keyword);
}

/* Adds what a part says to what is there. */
static void
merge (SquillSchemaFlat *self, json_t *into, json_t *part)
{
  static const char *const maps[] = { "properties", "patternProperties" };
  const char *keyword;
  json_t *value;

  json_object_foreach (part, keyword, value)
  {
    json_t *there = json_object_get (into, keyword);
    const gboolean is_map =
        g_strv_contains ((const char *const[]){ maps[0], maps[1], NULL }, keyword);

    if (g_str_equal (keyword, "$ref") || g_str_equal (keyword, "allOf"))
      continue;
    if (g_str_equal (keyword, "required"))
      merge_required (into, value);
    else if (there == NULL)
      /* Nothing is added to the others, so they need no copy. */
      json_object_set_new (into, keyword, is_map ? json_copy (value) : json_incref (value));
    else if (is_map && json_is_object (there) && json_is_object (value))
      merge_properties (there, value);
    else if (g_str_equal (keyword, "oneOf") || g_str_equal (keyword, "anyOf"))
      {
        if (there != value)
          add_alternatives (into, value);
      }
    else if (there != value)
      merge_keyword (self, into, keyword, value);
  }
}

static void
collect (SquillSchemaFlat *self, json_t *schema, json_t *into, guint depth)
{
  const char *reference = json_string_value (json_object_get (schema, "$ref"));
  json_t *all = json_object_get (schema, "allOf");

  /* A part that no value passes. */
  if (json_is_false (schema))
    note_lost (self, "allOf");
  if (depth > MAX_CHAIN || !json_is_object (schema))
    return;
  merge (self, into, schema);
  if (reference != NULL)
    {
      json_t *target = resolve (self->root, reference);

      if (target == NULL)
        self->missing = reference;
      else if (!g_ptr_array_find (self->targets, target, NULL))
        {
          g_ptr_array_add (self->targets, target);
          collect (self, target, into, depth + 1);
        }
    }
  for (gsize i = 0; json_is_array (all) && i < json_array_size (all); i++)
    collect (self, json_array_get (all, i), into, depth + 1);
}

/* A schema with what it refers to and what it is put together of (transfer full). @self gets what
 * it refers to, and a reference that leads nowhere. */
json_t *
_squill_schema_flatten (SquillSchemaFlat *self, json_t *schema)
{
  json_t *flat;

  if (json_object_get (schema, "$ref") == NULL && json_object_get (schema, "allOf") == NULL)
    return json_incref (schema);
  flat = json_object ();
  collect (self, schema, flat, 0);
  return flat;
}
