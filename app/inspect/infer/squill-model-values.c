/* SPDX-License-Identifier: Apache-2.0 */

/* What the values at a path usually are: sample documents look like it, and nothing is bound by it,
 * as the next document may have another one. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/infer/squill-infer-private.h"

#include "bson/squill-bson-json.h"
#include "inspect/profile/squill-path-traits.h"
#include "inspect/profile/squill-scalars.h"
#include "inspect/structure/squill-structure.h"

#include <string.h>

/* Each of a few values came so often on average, so that others are not to be expected. */
#define COUNT_PER_VALUE 5u
/* The share of the texts that must have a format, and the least number of texts. */
#define FORMAT_SHARE 0.99
#define MIN_TEXTS 3u

static json_t *
date_to_json (gint64 milliseconds)
{
  const guint64 raw = GUINT64_TO_LE ((guint64)milliseconds);

  return squill_value_to_json (SQUILL_BSON_DATE, (const guint8 *)&raw, sizeof raw);
}

/* A double would round large whole numbers. */
static json_t *
find_range (const SquillPath *value, guint types)
{
  const SquillNumbers *numbers = &value->numbers;

  if ((types & (guint)SQUILL_TYPES_NUMERIC) != 0 && numbers->count > 0)
    return numbers->doubles == 0
               ? json_pack ("{s:I, s:I}", "min", (json_int_t)numbers->whole_min, "max",
                            (json_int_t)numbers->whole_max)
               : json_pack ("{s:o, s:o}", "min", squill_json_number (numbers->min), "max",
                            squill_json_number (numbers->max));
  if ((types & SQUILL_TYPE_DATE) != 0 && value->dates.count > 0)
    return json_pack ("{s:o, s:o}", "min", date_to_json (value->dates.min), "max",
                      date_to_json (value->dates.max));
  return NULL;
}

/* The few values that there are, of the usual types; NULL where there are many. */
static json_t *
find_values (const SquillPath *value, guint types)
{
  const SquillValueTable *table = &value->scalars.table;
  json_t *values;

  if (table->overflowed || table->n_values == 0 ||
      value->scalars.count < (guint64)COUNT_PER_VALUE * table->n_values)
    return NULL;
  values = squill_value_table_to_json (table);
  for (gsize i = json_array_size (values); i > 0; i--)
    if (((guint)squill_json_get_bson_type (json_array_get (values, i - 1)) & types) == 0)
      json_array_remove (values, i - 1);
  if (json_array_size (values) > 0)
    return values;
  json_decref (values);
  return NULL;
}

static char *
repeat (const char *prefix, const char *class, guint64 min, guint64 max)
{
  g_autofree char *plain = g_regex_escape_string (prefix, -1);

  return min == max ? g_strdup_printf ("^%s%s{%" G_GUINT64_FORMAT "}$", plain, class, min)
                    : g_strdup_printf ("^%s%s{%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT "}$", plain,
                                       class, min, max);
}

/* The form that the few texts that were kept have in common, unless their meaning says it; others
 * may be longer or shorter. NULL for none. */
static char *
find_shape (const SquillPath *value)
{
  static const SquillTextFormat meanings[] = { SQUILL_TEXT_EMAIL,     SQUILL_TEXT_URL,
                                               SQUILL_TEXT_UUID,      SQUILL_TEXT_DATE,
                                               SQUILL_TEXT_DATE_TIME, SQUILL_TEXT_OBJECT_ID };
  const SquillValueSample *examples = &value->scalars.examples;
  const SquillTextFormats *formats = value->text.formats;
  const char *texts[SQUILL_VALUE_SAMPLE_MAX];
  guint n = 0;

  for (guint i = 0; formats != NULL && i < G_N_ELEMENTS (meanings); i++)
    if (formats->counts[meanings[i]] > 0)
      return NULL;
  for (guint i = 0; i < examples->n_values; i++)
    {
      const SquillExample *example = &examples->values[i];

      if (example->cut || example->type != SQUILL_BSON_STRING || example->length < 6 ||
          memchr (example->bytes + 4, '\0', example->length - 5) != NULL)
        return NULL;
      texts[n++] = (const char *)example->bytes + 4;
    }
  return _squill_model_builder_find_form (texts, n);
}

/* The digits of numbers in base 16, in the letters of those that were kept. */
static const char *
get_hex_class (const SquillPath *value)
{
  const SquillValueSample *examples = &value->scalars.examples;
  gboolean has_small = FALSE, has_capital = FALSE;

  for (guint i = 0; i < examples->n_values; i++)
    {
      const SquillExample *example = &examples->values[i];

      for (gsize j = 4; example->type == SQUILL_BSON_STRING && j < example->length; j++)
        {
          has_small |= g_ascii_islower ((char)example->bytes[j]);
          has_capital |= g_ascii_isupper ((char)example->bytes[j]);
        }
    }
  return !has_capital ? "[0-9a-f]" : !has_small ? "[0-9A-F]" : "[0-9A-Fa-f]";
}

/* What nearly all texts look like, as far as it is no meaning; NULL for none. */
static char *
find_pattern (const SquillPath *value)
{
  const SquillTexts *text = &value->text;
  const SquillTextFormats *formats = text->formats;
  const double wanted = FORMAT_SHARE * (double)text->count;
  gsize prefix;

  if (text->count < MIN_TEXTS || text->min == 0)
    return NULL;
  if (formats == NULL)
    return find_shape (value);
  if ((double)formats->counts[SQUILL_TEXT_INTEGER] >= wanted && text->max <= 18)
    return repeat ("", "[1-9]", text->min, text->max);
  if ((double)(formats->counts[SQUILL_TEXT_INTEGER] + formats->counts[SQUILL_TEXT_DIGITS]) >=
      wanted)
    return repeat ("", "[0-9]", text->min, text->max);
  if ((double)(formats->counts[SQUILL_TEXT_HASH] + formats->counts[SQUILL_TEXT_OBJECT_ID]) >=
          wanted &&
      text->min == text->max)
    return repeat ("", get_hex_class (value), text->min, text->max);
  prefix = strlen (formats->prefix);
  if ((double)formats->counts[SQUILL_TEXT_PREFIXED] >= wanted && text->min > prefix &&
      formats->prefix_state == SQUILL_TEXT_PREFIX_ONE &&
      g_utf8_validate (formats->prefix, -1, NULL))
    return repeat (formats->prefix, "[0-9]", text->min - prefix, text->max - prefix);
  return find_shape (value);
}

/* Sets what values usually are, where values may be told at all. @types: those that they have but
 * for outliers. */
void
_squill_model_builder_set_usual (json_t *json, const SquillPath *value, SquillTypes types)
{
  const guint fractional = (guint)SQUILL_TYPE_DOUBLE | (guint)SQUILL_TYPE_DECIMAL;
  json_t *range = NULL, *values = NULL;
  g_autofree char *pattern = NULL;

  if (((guint)types & fractional) != 0 && value->numbers.count > 0 &&
      value->numbers.fractions == 0 && value->types[0] > 0 &&
      squill_path_count_types (value, SQUILL_TYPE_DECIMAL) == 0)
    json_object_set_new (json, "whole", json_true ());
  if (value->scalars.examples.n_values == 0)
    return;
  if (json_object_get (json, "enum") == NULL)
    values = find_values (value, (guint)types);
  if (values != NULL)
    {
      json_object_set_new (json, "usual_values", values);
      return;
    }
  range = find_range (value, (guint)types);
  if (range != NULL)
    json_object_set_new (json, "usual_range", range);
  if (json_object_get (json, "enum") == NULL && ((guint)types & SQUILL_TYPE_STRING) != 0)
    pattern = find_pattern (value);
  if (pattern != NULL)
    json_object_set_new (json, "usual_pattern", json_string (pattern));
}
