/* SPDX-License-Identifier: Apache-2.0 */

/* Values of properties: in a struct's member, and as JSON. */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "model/squill-property.h"

GQuark
squill_property_error_quark (void)
{
  return g_quark_from_static_string ("squill-property-error-quark");
}

/* A text without NULs, or %NULL. */
static const char *
get_text (const json_t *json)
{
  const char *text = json_string_value (json);

  return text != NULL && strlen (text) == json_string_length (json) ? text : NULL;
}

/* Names and ranks are the same of thousands of fields: each text is there once, for all items of
 * all models. GLib's interned texts are not for this: one that is being freed in a thread may be
 * found in another. */
typedef struct
{
  guint n_users;
  char text[];
} SharedText;

static GMutex text_lock;
static GHashTable *shared_texts; /* char * -> SharedText */

static char *
share_text (const char *text)
{
  SharedText *shared;

  g_mutex_lock (&text_lock);
  if (shared_texts == NULL)
    shared_texts = g_hash_table_new (g_str_hash, g_str_equal);
  shared = g_hash_table_lookup (shared_texts, text);
  if (shared == NULL)
    {
      const gsize size = strlen (text) + 1;

      shared = g_malloc (sizeof *shared + size);
      shared->n_users = 0;
      memcpy (shared->text, text, size);
      g_hash_table_insert (shared_texts, shared->text, shared);
    }
  shared->n_users++;
  g_mutex_unlock (&text_lock);
  return shared->text;
}

static void
release_text (char *text)
{
  SharedText *shared;

  g_mutex_lock (&text_lock);
  shared = g_hash_table_lookup (shared_texts, text);
  if (--shared->n_users == 0)
    {
      g_hash_table_remove (shared_texts, text);
      g_free (shared);
    }
  g_mutex_unlock (&text_lock);
}

/* Beyond this a double does not hold every whole number. */
#define LARGEST_EXACT 9007199254740992.0

/**
 * squill_json_number:
 * @value: a number, or infinity
 *
 * Returns: (transfer full) (nullable): the number, "inf" for infinity, %NULL for what is no number
 */
json_t *
squill_json_number (double value)
{
  if (isnan (value))
    return NULL;
  if (isinf (value))
    return json_string (value > 0 ? "inf" : "-inf");
  if (value == floor (value) && fabs (value) <= LARGEST_EXACT)
    return json_integer ((json_int_t)value);
  return json_real (value);
}

static gboolean
number_from_json (const json_t *json, double *value)
{
  if (json_is_number (json))
    *value = json_number_value (json);
  else if (json_is_string (json) && g_str_equal (json_string_value (json), "inf"))
    *value = INFINITY;
  else
    return FALSE;
  return TRUE;
}

/**
 * squill_json_triple:
 * @triple: a triple
 *
 * Returns: (transfer full) (nullable): an object with what was said of it, %NULL if nothing was
 */
json_t *
squill_json_triple (SquillTriple triple)
{
  json_t *json;

  if (!squill_triple_is_set (triple))
    return NULL;
  json = json_object ();
  if (!isnan (triple.min))
    json_object_set_new (json, "min", squill_json_number (triple.min));
  if (!isnan (triple.likely))
    json_object_set_new (json, "likely", squill_json_number (triple.likely));
  if (!isnan (triple.max))
    json_object_set_new (json, "max", squill_json_number (triple.max));
  return json;
}

static gboolean
triple_from_json (const json_t *json, SquillTriple *triple)
{
  const char *key;
  json_t *value;

  if (!json_is_object (json))
    return FALSE;
  *triple = SQUILL_TRIPLE_UNSET;
  json_object_foreach ((json_t *)json, key, value)
  {
    double *member = g_str_equal (key, "min")      ? &triple->min
                     : g_str_equal (key, "likely") ? &triple->likely
                     : g_str_equal (key, "max")    ? &triple->max
                                                   : NULL;

    if (member == NULL || !number_from_json (value, member))
      return FALSE;
  }
  return squill_triple_is_valid (*triple);
}

/**
 * squill_json_types:
 * @types: a set of types
 *
 * Returns: (transfer full) (nullable): an array of their aliases, %NULL if there are none
 */
json_t *
squill_json_types (SquillTypes types)
{
  json_t *json;

  if (types == SQUILL_TYPE_NONE)
    return NULL;
  json = json_array ();
  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    if (types & (1u << i))
      json_array_append_new (json, json_string (squill_type_get_name (1u << i)));
  return json;
}

static gboolean
types_from_json (const json_t *json, SquillTypes *types)
{
  size_t i;
  json_t *value;

  if (!json_is_array (json))
    return FALSE;
  *types = SQUILL_TYPE_NONE;
  json_array_foreach (json, i, value)
  {
    const char *name = get_text (value);
    SquillTypes type = name != NULL ? squill_type_from_name (name) : SQUILL_TYPE_NONE;

    if (type == SQUILL_TYPE_NONE)
      return FALSE;
    *types |= type;
  }
  return TRUE;
}

/**
 * squill_json_keys:
 * @keys: (nullable): keys
 *
 * Returns: (transfer full) (nullable): an array of objects with "path" and, where it says
 *   anything, "how"; %NULL for no keys
 */
json_t *
squill_json_keys (const SquillKeys *keys)
{
  json_t *json;

  if (keys == NULL || keys->len == 0)
    return NULL;
  json = json_array ();
  for (guint i = 0; i < keys->len; i++)
    {
      const SquillKey *key = keys->pdata[i];
      json_t *entry = json_object ();

      json_object_set_new (entry, "path", json_string (key->path));
      if (*key->operator!= '\0')
        json_object_set_new (entry, "how", json_string (key->operator));
      json_array_append_new (json, entry);
    }
  return json;
}

static gboolean
keys_from_json (const json_t *json, SquillKeys **keys)
{
  size_t i;
  json_t *value;
  g_autoptr (GPtrArray) result = NULL;

  if (!json_is_array (json))
    return FALSE;
  result = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_key_free);
  json_array_foreach (json, i, value)
  {
    const char *path = get_text (json_object_get (value, "path"));
    const json_t *how = json_object_get (value, "how");

    if (path == NULL || *path == '\0' || (how != NULL && get_text (how) == NULL) ||
        json_object_size (value) != (how == NULL ? 1u : 2u))
      return FALSE;
    g_ptr_array_add (result, squill_key_new (path, json_string_value (how)));
  }
  *keys = result->len > 0 ? g_steal_pointer (&result) : NULL;
  return TRUE;
}

static gboolean
ids_from_json (const json_t *json, char ***ids)
{
  size_t i;
  json_t *value;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  if (!json_is_array (json))
    return FALSE;
  json_array_foreach (json, i, value)
  {
    if (get_text (value) == NULL)
      return FALSE;
    g_strv_builder_add (builder, get_text (value));
  }
  *ids = json_array_size (json) > 0 ? g_strv_builder_end (builder) : NULL;
  return TRUE;
}

static json_t *
ids_to_json (char **ids)
{
  json_t *json;

  if (ids == NULL || *ids == NULL)
    return NULL;
  json = json_array ();
  for (guint i = 0; ids[i] != NULL; i++)
    json_array_append_new (json, json_string (ids[i]));
  return json;
}

/**
 * squill_property_get:
 * @property: a property of the item's kind
 * @item: an item
 *
 * Returns: (transfer full) (nullable): the value as JSON, %NULL where it is the default
 */
json_t *
squill_property_get (const SquillProperty *property, gconstpointer item)
{
  gconstpointer member = G_STRUCT_MEMBER_P (item, property->offset);

  switch (property->type)
    {
    case SQUILL_PROPERTY_TEXT:
    case SQUILL_PROPERTY_RANK:
    case SQUILL_PROPERTY_ID:
    case SQUILL_PROPERTY_PATH:
      return *(char *const *)member == NULL ? NULL : json_string (*(char *const *)member);
    case SQUILL_PROPERTY_BOOLEAN:
      return *(const gboolean *)member ? json_true () : NULL;
    case SQUILL_PROPERTY_NUMBER:
      return squill_json_number (*(const double *)member);
    case SQUILL_PROPERTY_TRIPLE:
      return squill_json_triple (*(const SquillTriple *)member);
    case SQUILL_PROPERTY_CHOICE:
      if (squill_property_is_default (property, item))
        return NULL;
      return json_string (property->choices[*(const int *)member]);
    case SQUILL_PROPERTY_TYPES:
      return squill_json_types (*(const SquillTypes *)member);
    case SQUILL_PROPERTY_IDS:
      return ids_to_json (*(char **const *)member);
    case SQUILL_PROPERTY_KEYS:
      return squill_json_keys (*(SquillKeys *const *)member);
    case SQUILL_PROPERTY_JSON:
      return json_incref (*(json_t *const *)member);
    default:
      g_return_val_if_reached (NULL);
    }
}

/**
 * squill_property_is_default:
 * @property: a property of the item's kind
 * @item: an item
 *
 * Returns: %TRUE if nothing was said of it
 */
gboolean
squill_property_is_default (const SquillProperty *property, gconstpointer item)
{
  gconstpointer member = G_STRUCT_MEMBER_P (item, property->offset);

  switch (property->type)
    {
    case SQUILL_PROPERTY_BOOLEAN:
      return !*(const gboolean *)member;
    case SQUILL_PROPERTY_NUMBER:
      return isnan (*(const double *)member);
    case SQUILL_PROPERTY_TRIPLE:
      return !squill_triple_is_set (*(const SquillTriple *)member);
    case SQUILL_PROPERTY_CHOICE:
      return !property->required && *(const int *)member == 0;
    case SQUILL_PROPERTY_TYPES:
      return *(const SquillTypes *)member == SQUILL_TYPE_NONE;
    case SQUILL_PROPERTY_TEXT:
    case SQUILL_PROPERTY_RANK:
    case SQUILL_PROPERTY_ID:
    case SQUILL_PROPERTY_PATH:
    case SQUILL_PROPERTY_IDS:
    case SQUILL_PROPERTY_KEYS:
    case SQUILL_PROPERTY_JSON:
    default:
      return *(gconstpointer const *)member == NULL;
    }
}

/**
 * squill_property_init:
 * @property: a property of the item's kind
 * @item: an item whose member is not in use
 *
 * Gives the member its default.
 */
void
squill_property_init (const SquillProperty *property, gpointer item)
{
  gpointer member = G_STRUCT_MEMBER_P (item, property->offset);

  switch (property->type)
    {
    case SQUILL_PROPERTY_NUMBER:
      *(double *)member = NAN;
      break;
    case SQUILL_PROPERTY_TRIPLE:
      *(SquillTriple *)member = SQUILL_TRIPLE_UNSET;
      break;
    case SQUILL_PROPERTY_BOOLEAN:
      *(gboolean *)member = FALSE;
      break;
    case SQUILL_PROPERTY_CHOICE:
      *(int *)member = 0;
      break;
    case SQUILL_PROPERTY_TYPES:
      *(SquillTypes *)member = SQUILL_TYPE_NONE;
      break;
    case SQUILL_PROPERTY_TEXT:
    case SQUILL_PROPERTY_RANK:
    case SQUILL_PROPERTY_ID:
    case SQUILL_PROPERTY_PATH:
    case SQUILL_PROPERTY_IDS:
    case SQUILL_PROPERTY_KEYS:
    case SQUILL_PROPERTY_JSON:
    default:
      *(gpointer *)member = NULL;
      break;
    }
}

/**
 * squill_property_clear:
 * @property: a property of the item's kind
 * @item: an item
 *
 * Frees the value and gives the member its default.
 */
void
squill_property_clear (const SquillProperty *property, gpointer item)
{
  gpointer member = G_STRUCT_MEMBER_P (item, property->offset);

  switch (property->type)
    {
    case SQUILL_PROPERTY_TEXT:
    case SQUILL_PROPERTY_RANK:
    case SQUILL_PROPERTY_ID:
    case SQUILL_PROPERTY_PATH:
      g_clear_pointer ((char **)member, release_text);
      break;
    case SQUILL_PROPERTY_IDS:
      g_strfreev (*(char ***)member);
      break;
    case SQUILL_PROPERTY_KEYS:
      g_clear_pointer ((GPtrArray **)member, g_ptr_array_unref);
      break;
    case SQUILL_PROPERTY_JSON:
      json_decref (*(json_t **)member);
      break;
    case SQUILL_PROPERTY_BOOLEAN:
    case SQUILL_PROPERTY_NUMBER:
    case SQUILL_PROPERTY_TRIPLE:
    case SQUILL_PROPERTY_CHOICE:
    case SQUILL_PROPERTY_TYPES:
    default:
      break;
    }
  squill_property_init (property, item);
}

static SquillKeys *
copy_keys (const SquillKeys *keys)
{
  SquillKeys *copy;

  if (keys == NULL)
    return NULL;
  copy = g_ptr_array_new_full (keys->len, (GDestroyNotify)squill_key_free);
  for (guint i = 0; i < keys->len; i++)
    {
      const SquillKey *key = keys->pdata[i];

      g_ptr_array_add (copy, squill_key_new (key->path, key->operator));
    }
  return copy;
}

/**
 * squill_property_copy:
 * @property: a property
 * @from: an item of its kind
 * @to: another one, whose value is the default
 *
 * Gives an item the value that another one has. What they share, as texts, never changes: each
 * item may go to another thread.
 */
void
squill_property_copy (const SquillProperty *property, gconstpointer from, gpointer to)
{
  gconstpointer source = G_STRUCT_MEMBER_P (from, property->offset);
  gpointer target = G_STRUCT_MEMBER_P (to, property->offset);

  switch (property->type)
    {
    case SQUILL_PROPERTY_TEXT:
    case SQUILL_PROPERTY_RANK:
    case SQUILL_PROPERTY_ID:
    case SQUILL_PROPERTY_PATH:
      if (*(char *const *)source != NULL)
        *(char **)target = share_text (*(char *const *)source);
      break;
    case SQUILL_PROPERTY_IDS:
      *(char ***)target = g_strdupv (*(char **const *)source);
      break;
    case SQUILL_PROPERTY_KEYS:
      *(SquillKeys **)target = copy_keys (*(SquillKeys *const *)source);
      break;
    case SQUILL_PROPERTY_JSON:
      *(json_t **)target = json_deep_copy (*(json_t *const *)source);
      break;
    case SQUILL_PROPERTY_BOOLEAN:
      *(gboolean *)target = *(const gboolean *)source;
      break;
    case SQUILL_PROPERTY_NUMBER:
      *(double *)target = *(const double *)source;
      break;
    case SQUILL_PROPERTY_TRIPLE:
      *(SquillTriple *)target = *(const SquillTriple *)source;
      break;
    case SQUILL_PROPERTY_CHOICE:
      *(int *)target = *(const int *)source;
      break;
    case SQUILL_PROPERTY_TYPES:
      *(SquillTypes *)target = *(const SquillTypes *)source;
      break;
    default:
      g_return_if_reached ();
    }
}

static const char *
expectation (const SquillProperty *property)
{
  switch (property->type)
    {
    case SQUILL_PROPERTY_TEXT:
    case SQUILL_PROPERTY_ID:
      return _ ("a text");
    case SQUILL_PROPERTY_RANK:
      return _ ("a rank of letters and digits");
    case SQUILL_PROPERTY_PATH:
      return _ ("a path");
    case SQUILL_PROPERTY_BOOLEAN:
      return _ ("true or false");
    case SQUILL_PROPERTY_NUMBER:
      return _ ("a number or \"inf\"");
    case SQUILL_PROPERTY_TRIPLE:
      return _ ("\"min\", \"likely\" and \"max\" in rising order");
    case SQUILL_PROPERTY_CHOICE:
      return _ ("one of the known names");
    case SQUILL_PROPERTY_TYPES:
      return _ ("a list of BSON types");
    case SQUILL_PROPERTY_IDS:
      return _ ("a list of texts");
    case SQUILL_PROPERTY_KEYS:
      return _ ("a list of keys, each with a \"path\"");
    case SQUILL_PROPERTY_JSON:
    default:
      return _ ("a value");
    }
}

static gboolean
choice_from_json (const SquillProperty *property, const json_t *json, int *choice)
{
  const char *name = get_text (json);

  for (int i = 0; name != NULL && property->choices[i] != NULL; i++)
    if (g_str_equal (name, property->choices[i]))
      {
        *choice = i;
        return TRUE;
      }
  return FALSE;
}

/**
 * squill_property_set:
 * @property: a property of the item's kind
 * @item: an item
 * @value: (nullable): a value; %NULL and JSON's null give the default
 * @error: %SQUILL_PROPERTY_ERROR_VALUE if it is not a value for this property
 *
 * Sets the member from JSON. On failure it stays as it was.
 *
 * Returns: %TRUE if @value is a value for this property
 */
gboolean
squill_property_set (const SquillProperty *property,
                     gpointer item,
                     const json_t *value,
                     GError **error)
{
  gpointer member = G_STRUCT_MEMBER_P (item, property->offset);
  const char *text = get_text (value);
  gboolean fits = FALSE;

  if (value == NULL || (json_is_null (value) && property->type != SQUILL_PROPERTY_JSON))
    {
      if (property->required && property->type != SQUILL_PROPERTY_CHOICE)
        goto unfit;
      squill_property_clear (property, item);
      return TRUE;
    }

  switch (property->type)
    {
    case SQUILL_PROPERTY_TEXT:
    case SQUILL_PROPERTY_RANK:
    case SQUILL_PROPERTY_ID:
    case SQUILL_PROPERTY_PATH:
      fits = text != NULL && (property->type == SQUILL_PROPERTY_TEXT || *text != '\0') &&
             (property->type != SQUILL_PROPERTY_RANK || squill_rank_is_valid (text));
      if (fits)
        {
          g_clear_pointer ((char **)member, release_text);
          *(char **)member = share_text (text);
        }
      break;
    case SQUILL_PROPERTY_BOOLEAN:
      fits = json_is_boolean (value);
      if (fits)
        *(gboolean *)member = json_is_true (value);
      break;
    case SQUILL_PROPERTY_NUMBER:
      {
        double number;

        fits = number_from_json (value, &number);
        if (fits)
          *(double *)member = number;
        break;
      }
    case SQUILL_PROPERTY_TRIPLE:
      {
        SquillTriple triple;

        fits = triple_from_json (value, &triple);
        if (fits)
          *(SquillTriple *)member = triple;
        break;
      }
    case SQUILL_PROPERTY_CHOICE:
      fits = choice_from_json (property, value, member);
      break;
    case SQUILL_PROPERTY_TYPES:
      {
        SquillTypes types;

        fits = types_from_json (value, &types);
        if (fits)
          *(SquillTypes *)member = types;
        break;
      }
    case SQUILL_PROPERTY_IDS:
      {
        char **ids;

        fits = ids_from_json (value, &ids);
        if (fits)
          {
            g_strfreev (*(char ***)member);
            *(char ***)member = ids;
          }
        break;
      }
    case SQUILL_PROPERTY_KEYS:
      {
        SquillKeys *keys;

        fits = keys_from_json (value, &keys);
        if (fits)
          {
            g_clear_pointer ((GPtrArray **)member, g_ptr_array_unref);
            *(SquillKeys **)member = keys;
          }
        break;
      }
    case SQUILL_PROPERTY_JSON:
      fits = TRUE;
      json_decref (*(json_t **)member);
      *(json_t **)member = json_deep_copy (value);
      break;
    default:
      g_return_val_if_reached (FALSE);
    }
  if (fits)
    return TRUE;

unfit:
  g_set_error (error, SQUILL_PROPERTY_ERROR, SQUILL_PROPERTY_ERROR_VALUE, _ ("“%s” must be %s"),
               property->name, expectation (property));
  return FALSE;
}
