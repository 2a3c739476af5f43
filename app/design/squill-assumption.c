/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-assumption.h"

#include <glib/gi18n-lib.h>

#include "text/squill-text.h"

/* How many fields a description names. */
#define MAX_NAMED 5

/* A text of which neither size nor meaning is known: two words. */
#define ASSUMED_TEXT 13.0

/* The usual bytes of texts, by what they are about. Those that are not listed: ASSUMED_TEXT. */
static const guint8 text_bytes[] = {
  [SQUILL_VALUE_FULL_NAME] = 11,  [SQUILL_VALUE_FIRST_NAME] = 5,   [SQUILL_VALUE_LAST_NAME] = 6,
  [SQUILL_VALUE_USER_NAME] = 6,   [SQUILL_VALUE_EMAIL] = 23,       [SQUILL_VALUE_PHONE] = 15,
  [SQUILL_VALUE_COMPANY] = 11,    [SQUILL_VALUE_JOB] = 9,          [SQUILL_VALUE_GENDER] = 5,
  [SQUILL_VALUE_AGE] = 2,         [SQUILL_VALUE_STREET] = 14,      [SQUILL_VALUE_HOUSE_NUMBER] = 2,
  [SQUILL_VALUE_CITY] = 7,        [SQUILL_VALUE_REGION] = 9,       [SQUILL_VALUE_ZIP] = 5,
  [SQUILL_VALUE_COUNTRY] = 8,     [SQUILL_VALUE_COUNTRY_CODE] = 2, [SQUILL_VALUE_LATITUDE] = 8,
  [SQUILL_VALUE_LONGITUDE] = 8,   [SQUILL_VALUE_COORDINATES] = 8,  [SQUILL_VALUE_TIME_ZONE] = 14,
  [SQUILL_VALUE_LANGUAGE] = 2,    [SQUILL_VALUE_LOCALE] = 5,       [SQUILL_VALUE_CURRENCY] = 3,
  [SQUILL_VALUE_TITLE] = 11,      [SQUILL_VALUE_PRODUCT] = 11,     [SQUILL_VALUE_SLUG] = 11,
  [SQUILL_VALUE_TEXT] = 70,       [SQUILL_VALUE_LABEL] = 6,        [SQUILL_VALUE_COLOR] = 5,
  [SQUILL_VALUE_CODE] = 8,        [SQUILL_VALUE_STATUS] = 7,       [SQUILL_VALUE_TYPE] = 6,
  [SQUILL_VALUE_ROLE] = 6,        [SQUILL_VALUE_VERSION] = 5,      [SQUILL_VALUE_URL] = 35,
  [SQUILL_VALUE_IMAGE] = 42,      [SQUILL_VALUE_HOST] = 17,        [SQUILL_VALUE_IP] = 12,
  [SQUILL_VALUE_USER_AGENT] = 60, [SQUILL_VALUE_FILE_NAME] = 16,   [SQUILL_VALUE_MIME_TYPE] = 11,
  [SQUILL_VALUE_UUID] = 36,       [SQUILL_VALUE_HEX] = 32,         [SQUILL_VALUE_MONEY] = 5,
  [SQUILL_VALUE_QUANTITY] = 2,    [SQUILL_VALUE_COUNTER] = 3,      [SQUILL_VALUE_RATING] = 2,
  [SQUILL_VALUE_PERCENT] = 4,     [SQUILL_VALUE_YEAR] = 4,         [SQUILL_VALUE_MONTH] = 1,
  [SQUILL_VALUE_DAY] = 2,         [SQUILL_VALUE_DURATION] = 3,     [SQUILL_VALUE_BYTES] = 4,
  [SQUILL_VALUE_CREATED] = 20,    [SQUILL_VALUE_UPDATED] = 20,     [SQUILL_VALUE_DELETED] = 20,
  [SQUILL_VALUE_TIME] = 20,       [SQUILL_VALUE_BIRTH_DATE] = 10,  [SQUILL_VALUE_EXPIRES] = 20,
};

/**
 * squill_assume_type:
 * @name: the name of a field
 * @kind: what its values are about
 *
 * Returns: the type that the values of a field without one have by its name
 */
SquillTypes
squill_assume_type (const char *name, SquillValueKind kind)
{
  g_return_val_if_fail (name != NULL, SQUILL_TYPE_STRING);

  if (squill_value_kind_is_time (kind))
    return SQUILL_TYPE_DATE;
  if (kind >= SQUILL_VALUE_MONEY && kind <= SQUILL_VALUE_BYTES)
    return kind == SQUILL_VALUE_MONEY ? SQUILL_TYPE_DOUBLE : SQUILL_TYPE_INT;
  return g_str_equal (name, "_id") ? SQUILL_TYPE_OBJECT_ID : SQUILL_TYPE_STRING;
}

/**
 * squill_assume_bytes:
 * @type: the type of a value
 * @kind: what it is about
 *
 * Returns: the bytes of its text or data, without what BSON adds; of no use for other types
 */
double
squill_assume_bytes (SquillTypes type, SquillValueKind kind)
{
  if (type == SQUILL_TYPE_BINARY)
    return SQUILL_ASSUMED_BINARY;
  if (type == SQUILL_TYPE_REGEX || type == SQUILL_TYPE_DB_POINTER)
    kind = SQUILL_VALUE_LABEL;
  if (type == SQUILL_TYPE_JAVASCRIPT || type == SQUILL_TYPE_JAVASCRIPT_WITH_SCOPE)
    kind = SQUILL_VALUE_ANY;
  return (guint)kind < G_N_ELEMENTS (text_bytes) && text_bytes[kind] > 0 ? text_bytes[kind]
                                                                         : ASSUMED_TEXT;
}

typedef struct
{
  GString *text;
  guint n;
} Description;

static gboolean
describe (const SquillShape *shape, gpointer data)
{
  Description *description = data;
  g_autofree char *path = NULL;
  g_autofree char *bytes = NULL;
  g_autofree char *length = NULL;

  if (!shape->size_assumed)
    return TRUE;
  if (isnan (shape->assumed_bytes) && isnan (shape->assumed_length))
    return TRUE;
  if (++description->n > MAX_NAMED)
    return TRUE;
  if (description->n > 1)
    g_string_append (description->text, ", ");
  path = squill_shape_get_query_path (shape);
  g_string_append (description->text, path);
  g_string_append_c (description->text, ' ');
  bytes = squill_text_bytes (shape->assumed_bytes);
  if (isnan (shape->assumed_length))
    {
      g_string_append (description->text, bytes);
      return TRUE;
    }
  length = squill_text_count (shape->assumed_length);
  if (isnan (shape->assumed_bytes))
    g_string_append_printf (description->text,
                            g_dngettext (GETTEXT_PACKAGE, "%s element", "%s elements",
                                         shape->assumed_length == 1 ? 1 : 2),
                            length);
  else
    /* Translators: a number, and bytes */
    g_string_append_printf (description->text,
                            g_dngettext (GETTEXT_PACKAGE, "%s element of %s", "%s elements of %s",
                                         shape->assumed_length == 1 ? 1 : 2),
                            length, bytes);
  return TRUE;
}

/**
 * squill_shape_describe_assumptions:
 * @self: a shape
 *
 * Says which fields in it have a size that is assumed, and which: the first five of them.
 *
 * Returns: (transfer full) (nullable): a sentence; %NULL if nothing is assumed
 */
char *
squill_shape_describe_assumptions (const SquillShape *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  Description description = { text, 0 };

  g_return_val_if_fail (self != NULL, NULL);

  squill_shape_foreach (self, describe, &description);
  if (description.n == 0)
    return self->size_assumed ? g_strdup (_ ("Assumed, as not all of it is drawn")) : NULL;
  if (description.n > MAX_NAMED)
    g_string_append_printf (text,
                            ngettext (", and %u more", ", and %u more", description.n - MAX_NAMED),
                            description.n - MAX_NAMED);
  /* Translators: a list of fields and sizes: "title 13 B, tags 2 elements" */
  return g_strdup_printf (_ ("Assumed by type and name: %s"), text->str);
}
