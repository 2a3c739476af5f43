/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-field-text.h"

#include <glib/gi18n.h>
#include <string.h>

#include "model/squill-authoring.h"

#define SUBTYPE_UUID 4.0

G_DEFINE_QUARK (squill_field_text_error, squill_field_text_error)

/* What people are used to say elsewhere. */
static const struct
{
  const char *word;
  SquillTypes types;
} words[] = {
  { "boolean", SQUILL_TYPE_BOOL },    { "datetime", SQUILL_TYPE_DATE },
  { "double", SQUILL_TYPE_DOUBLE },   { "float", SQUILL_TYPE_DOUBLE },
  { "id", SQUILL_TYPE_OBJECT_ID },    { "int32", SQUILL_TYPE_INT },
  { "int64", SQUILL_TYPE_LONG },      { "integer", SQUILL_TYPE_INT },
  { "number", SQUILL_TYPE_DOUBLE },   { "oid", SQUILL_TYPE_OBJECT_ID },
  { "str", SQUILL_TYPE_STRING },      { "text", SQUILL_TYPE_STRING },
  { "binary", SQUILL_TYPE_BINARY },   { "decimal128", SQUILL_TYPE_DECIMAL },
  { "document", SQUILL_TYPE_OBJECT },
};

/* The type that a word says, also one that is not finished but can only become that one. */
static SquillTypes
type_from_word (const char *word)
{
  SquillTypes found = squill_types_from_text (word), begun = SQUILL_TYPE_NONE;
  gsize length = strlen (word);

  if (found != SQUILL_TYPE_NONE || length == 0)
    return found;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_ascii_strcasecmp (word, words[i].word) == 0)
      return words[i].types;
  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    if (g_ascii_strncasecmp (word, squill_type_get_name (1u << i), length) == 0)
      {
        if (begun != SQUILL_TYPE_NONE)
          return SQUILL_TYPE_NONE;
        begun = 1u << i;
      }
  return begun;
}

/**
 * squill_field_text_complete:
 * @text: a field that is being typed
 *
 * Completes the last type behind the colon, to the most usual one that begins so.
 *
 * Returns: (transfer full) (nullable): what is missing; %NULL if no type is being typed, or it is
 *   whole
 */
char *
squill_field_text_complete (const char *text)
{
  /* Of those that begin alike the usual one first. */
  static const SquillTypes usual[] = {
    SQUILL_TYPE_STRING, SQUILL_TYPE_INT,       SQUILL_TYPE_DATE,    SQUILL_TYPE_DOUBLE,
    SQUILL_TYPE_BOOL,   SQUILL_TYPE_OBJECT_ID, SQUILL_TYPE_DECIMAL, SQUILL_TYPE_LONG,
    SQUILL_TYPE_ARRAY,  SQUILL_TYPE_OBJECT,    SQUILL_TYPE_BINARY,  SQUILL_TYPE_TIMESTAMP,
    SQUILL_TYPE_NULL,   SQUILL_TYPE_REGEX,
  };
  const char *colon, *word;
  gsize length;

  g_return_val_if_fail (text != NULL, NULL);

  colon = strrchr (text, ':');
  if (colon == NULL)
    return NULL;
  word = text + strlen (text);
  while (word > colon + 1 && g_ascii_isalnum (word[-1]))
    word--;
  length = strlen (word);
  if (length == 0 || squill_types_from_text (word) != SQUILL_TYPE_NONE)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_ascii_strcasecmp (word, words[i].word) == 0)
      return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (usual); i++)
    {
      const char *name = squill_type_get_name (usual[i]);

      if (g_ascii_strncasecmp (word, name, length) == 0)
        return g_strdup (name + length);
    }
  return NULL;
}

static gboolean
parse_types (const char *text, SquillFieldText *result, GError **error)
{
  g_auto (GStrv) parts = NULL;
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  gsize length = strlen (stripped);

  /* An array may also be told by its brackets around the type. */
  if (length >= 2 && stripped[0] == '[' && stripped[length - 1] == ']')
    {
      result->array = TRUE;
      result->map = FALSE;
      stripped[length - 1] = '\0';
      memmove (stripped, stripped + 1, length - 1);
      g_strstrip (stripped);
    }
  if (*stripped == '\0')
    return TRUE;
  parts = g_strsplit_set (stripped, "|,", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      SquillTypes type = type_from_word (g_strstrip (parts[i]));

      if (type == SQUILL_TYPE_NONE)
        {
          g_set_error (error, SQUILL_FIELD_TEXT_ERROR, SQUILL_FIELD_TEXT_ERROR_TYPE,
                       *parts[i] == '\0' ? _ ("A type is missing") : _ ("“%s” is not a type"),
                       parts[i]);
          return FALSE;
        }
      if (type == SQUILL_TYPE_ARRAY)
        {
          result->array = TRUE;
          continue;
        }
      if (g_ascii_strcasecmp (parts[i], "uuid") == 0)
        result->subtype = SUBTYPE_UUID;
      result->types |= type;
    }
  return TRUE;
}

static gboolean
parse_length (const char *start, gsize length, SquillFieldText *result, GError **error)
{
  g_autofree char *text = g_strndup (start, length);

  if (squill_triple_from_text (g_strstrip (text), &result->length))
    return TRUE;
  g_set_error (error, SQUILL_FIELD_TEXT_ERROR, SQUILL_FIELD_TEXT_ERROR_LENGTH,
               _ ("“%s” is not a number of elements"), text);
  return FALSE;
}

/* Takes "?", "[…]" and "{…}" off the end of a name, whatever their order. */
static gboolean
parse_marks (char *text, SquillFieldText *result, GError **error)
{
  for (;;)
    {
      gsize length = strlen (g_strchomp (text));
      char closing = length > 0 ? text[length - 1] : '\0';
      char *opening;

      if (closing == '?')
        {
          result->optional = TRUE;
          text[length - 1] = '\0';
          continue;
        }
      if (closing != ']' && closing != '}')
        return TRUE;
      opening = strrchr (text, closing == ']' ? '[' : '{');
      if (opening == NULL)
        return TRUE;
      if (!parse_length (opening + 1, (gsize)(text + length - 1 - opening - 1), result, error))
        return FALSE;
      result->array = closing == ']';
      result->map = closing == '}';
      *opening = '\0';
    }
}

/* A name in quotation marks may have anything in it; gives what follows them. */
static char *
parse_quoted (const char *text, SquillFieldText *result)
{
  const char *end = strrchr (text, '"');

  if (*text != '"' || end == text)
    return NULL;
  result->name = g_strndup (text + 1, (gsize)(end - text - 1));
  return g_strdup (end + 1);
}

/**
 * squill_field_text_parse:
 * @text: what was typed
 * @error: %SQUILL_FIELD_TEXT_ERROR, in the words of the user
 *
 * Reads a field as people type it: the name, behind it "[]" for an array, "{}" for an object, "{}"
 * with a length or followed by a type for a map, "?" for one that need not be there, then ":" and
 * types. An array may have a length, too. Types may be shortened as long as only one is meant. A
 * name with such signs in it stands in quotation marks.
 *
 * Returns: (transfer full) (nullable): the field
 */
SquillFieldText *
squill_field_text_parse (const char *text, GError **error)
{
  g_autoptr (SquillFieldText) result = g_new0 (SquillFieldText, 1);
  g_autofree char *stripped = NULL;
  g_autofree char *rest = NULL;
  char *colon;

  g_return_val_if_fail (text != NULL, NULL);

  result->subtype = NAN;
  result->length = SQUILL_TRIPLE_UNSET;
  stripped = g_strstrip (g_strdup (text));
  rest = parse_quoted (stripped, result);
  if (rest == NULL)
    rest = g_strdup (stripped);
  colon = strrchr (rest, ':');
  if (colon != NULL)
    {
      *colon = '\0';
      if (!parse_types (colon + 1, result, error))
        return NULL;
    }
  if (!parse_marks (rest, result, error))
    return NULL;
  if (result->map && result->types == SQUILL_TYPE_NONE && !squill_triple_is_set (result->length))
    {
      result->braces = TRUE;
      result->map = FALSE;
      result->types = SQUILL_TYPE_OBJECT;
    }
  if (result->name == NULL)
    result->name = g_steal_pointer (&rest);
  if (*result->name == '\0')
    {
      g_set_error_literal (error, SQUILL_FIELD_TEXT_ERROR, SQUILL_FIELD_TEXT_ERROR_NAME,
                           _ ("Enter a name"));
      return NULL;
    }
  return g_steal_pointer (&result);
}

/**
 * squill_field_text_free:
 * @self: (nullable): what was read
 *
 * Frees it.
 */
void
squill_field_text_free (SquillFieldText *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_free (self);
}

static void
append_name (GString *text, const char *name)
{
  gsize length = strlen (name);
  gboolean marked = length > 0 && strchr ("?]} \"", name[length - 1]) != NULL;

  if (marked || *name == ' ' || *name == '"' || strchr (name, ':') != NULL)
    g_string_append_printf (text, "\"%s\"", name);
  else
    g_string_append (text, name);
}

static void
append_types (GString *text, const SquillField *field)
{
  g_autofree char *types = squill_types_to_text (field->types);

  if (field->types == SQUILL_TYPE_NONE)
    return;
  g_string_append_printf (
      text, ": %s",
      field->types == SQUILL_TYPE_BINARY && field->subtype == SUBTYPE_UUID ? "uuid" : types);
}

/**
 * squill_field_text_write:
 * @field: a field
 *
 * Writes a field as squill_field_text_parse() reads it.
 *
 * Returns: (transfer full): the text
 */
char *
squill_field_text_write (const SquillField *field)
{
  GString *text;
  g_autofree char *length = NULL;

  g_return_val_if_fail (field != NULL, NULL);

  text = g_string_new (NULL);
  length = squill_triple_to_text (field->length);
  append_name (text, field->name == NULL ? "" : field->name);
  if (field->array)
    g_string_append_printf (text, "[%s]", length);
  else if (field->map)
    g_string_append_printf (text, "{%s}", length);
  if (!field->required)
    g_string_append_c (text, '?');
  append_types (text, field);
  return g_string_free (text, FALSE);
}

/**
 * squill_field_text_apply:
 * @self: what was read
 * @model: a model
 * @id: id of the field
 * @error: as squill_model_check_name() and squill_model_set()
 *
 * Makes a field what was typed, as one step. What was not said of types and length stays.
 *
 * Returns: %FALSE if the name may not be given; nothing was changed then
 */
gboolean
squill_field_text_apply (const SquillFieldText *self,
                         SquillModel *model,
                         const char *id,
                         GError **error)
{
  const SquillField *field;
  gboolean done = TRUE;
  gboolean stays_map;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (SQUILL_IS_MODEL (model), FALSE);

  field = squill_model_get_field (model, id);
  g_return_val_if_fail (field != NULL, FALSE);

  stays_map = self->braces && field->map;

  if (g_strcmp0 (field->name, self->name) != 0 &&
      !squill_model_check_name (model, id, field->item.parent->id, SQUILL_KIND_FIELD, self->name,
                                error))
    return FALSE;
  squill_model_begin_step (model, _ ("Edit field"), NULL);
  if (g_strcmp0 (field->name, self->name) != 0)
    done = squill_model_set (model, id, "name", json_string (self->name), error);
  if (done && !stays_map && self->types != SQUILL_TYPE_NONE && field->types != self->types)
    done = squill_model_set (model, id, "types", squill_json_types (self->types), error);
  if (done && !isnan (self->subtype) && field->subtype != self->subtype)
    done = squill_model_set (model, id, "subtype", squill_json_number (self->subtype), error);
  if (done && field->array != self->array)
    done = squill_model_set (model, id, "array", json_boolean (self->array), error);
  if (done && !stays_map && field->map != self->map)
    done = squill_model_set (model, id, "map", json_boolean (self->map), error);
  if (done && field->required != !self->optional)
    done = squill_model_set (model, id, "required", json_boolean (!self->optional), error);
  if (done && squill_triple_is_set (self->length) &&
      !squill_triple_equal (field->length, self->length))
    done = squill_model_set (model, id, "length", squill_json_triple (self->length), error);
  if (done)
    squill_model_end_step (model);
  else
    squill_model_cancel_step (model);
  return done;
}
