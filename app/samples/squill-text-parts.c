/* SPDX-License-Identifier: Apache-2.0 */

/* What texts of each kind look like. */

#define G_LOG_DOMAIN "squill-samples"

#include "config.h"

#include "samples/squill-text-private.h"

#include <math.h>
#include <string.h>

#include "model/squill-number.h"
#include "samples/squill-text-maker.h"
#include "samples/squill-words.h"

void
_squill_text_parts_clear (SquillTextParts *self)
{
  g_clear_pointer (&self->head, g_free);
  g_clear_pointer (&self->stem, g_free);
  g_clear_pointer (&self->tail, g_free);
}

/* "#" is a digit, "@" a capital letter. */
static char *
make_by_template (SquillRandom *random, const char *template)
{
  char *text = g_strdup (template);

  for (char *p = text; *p != '\0'; p++)
    if (*p == '#')
      *p = '0' + squill_random_below (random, 10);
    else if (*p == '@')
      *p = 'A' + squill_random_below (random, 26);
  return text;
}

static char *
make_uuid (SquillRandom *random)
{
  g_autofree char *hex = _squill_text_make_hex (random, 32);

  hex[12] = '4';
  hex[16] = "89ab"[squill_random_below (random, 4)];
  return g_strdup_printf ("%.8s-%.4s-%.4s-%.4s-%.12s", hex, hex + 8, hex + 12, hex + 16, hex + 20);
}

static char *
make_title (SquillRandom *random)
{
  const char *adjective = squill_words_pick (SQUILL_WORDS_ADJECTIVES, random);

  return g_strconcat (adjective, " ", squill_words_pick (SQUILL_WORDS_PRODUCTS, random), NULL);
}

static char *
make_slug (SquillRandom *random)
{
  g_autofree char *title = make_title (random);

  return squill_text_fold (title, '-');
}

/* Documentation addresses: RFC 5737. */
static char *
make_ip (SquillRandom *random)
{
  static const char *const nets[] = { "192.0.2", "198.51.100", "203.0.113" };
  const char *net = nets[squill_random_below (random, G_N_ELEMENTS (nets))];

  return g_strdup_printf ("%s.%d", net, 1 + (int)squill_random_below (random, 254));
}

/* The names that one identity has. */
static const char *
pick_first_name (SquillRandom *identity)
{
  SquillRandom own = *identity;

  return squill_words_pick (SQUILL_WORDS_FIRST_NAMES, &own);
}

static const char *
pick_last_name (SquillRandom *identity)
{
  SquillRandom own = *identity;

  squill_words_pick (SQUILL_WORDS_FIRST_NAMES, &own);
  return squill_words_pick (SQUILL_WORDS_LAST_NAMES, &own);
}

static SquillTextParts
parts (char *head, char *stem, char *tail, SquillTextFill fill)
{
  return (SquillTextParts){ head, stem, tail, fill };
}

static SquillTextParts
words (const char *text)
{
  return parts (NULL, g_strdup (text), NULL, SQUILL_TEXT_FILL_WORDS);
}

static SquillTextParts
make_person (SquillValueKind kind, SquillRandom *identity, SquillRandom *random)
{
  const char *first = pick_first_name (identity);
  const char *last = pick_last_name (identity);
  g_autofree char *plain_first = squill_text_fold (first, '\0');
  g_autofree char *plain_last = squill_text_fold (last, '\0');
  static const char *const domains[] = { "@example.com", "@example.org", "@example.net" };

  if (kind == SQUILL_VALUE_FIRST_NAME)
    return words (first);
  if (kind == SQUILL_VALUE_LAST_NAME)
    return words (last);
  if (kind == SQUILL_VALUE_USER_NAME)
    return parts (NULL, g_strdup_printf ("%s%c", plain_first, *plain_last), NULL,
                  SQUILL_TEXT_FILL_LETTERS);
  if (kind == SQUILL_VALUE_EMAIL)
    return parts (NULL, g_strconcat (plain_first, ".", plain_last, NULL),
                  g_strdup (domains[squill_random_below (random, 3)]), SQUILL_TEXT_FILL_LETTERS);
  return parts (NULL, g_strconcat (first, " ", last, NULL), NULL, SQUILL_TEXT_FILL_WORDS);
}

static SquillTextParts
make_place (SquillValueKind kind,
            SquillRandom *identity,
            SquillRandom *random,
            const SquillTextBounds *bounds)
{
  SquillRandom own = *identity;
  const SquillCity *city = squill_words_pick_city (&own);
  const SquillCountry *country = squill_words_get_country (city->country);

  switch ((int)kind)
    {
    case SQUILL_VALUE_CITY:
      return words (city->name);
    case SQUILL_VALUE_REGION:
      if (bounds->max <= 3)
        {
          /* A code of two or three letters. */
          g_autofree char *letters = squill_text_fold (city->region, '\0');

          letters[MIN ((gsize)bounds->max, strlen (letters))] = '\0';
          return parts (NULL, g_ascii_strup (letters, -1), NULL, SQUILL_TEXT_FILL_LETTERS);
        }
      return words (city->region);
    case SQUILL_VALUE_COUNTRY:
      return words (bounds->max <= 3 ? country->code : country->name);
    case SQUILL_VALUE_ZIP:
      return parts (NULL, make_by_template (random, city->zip), NULL, SQUILL_TEXT_FILL_DIGITS);
    case SQUILL_VALUE_TIME_ZONE:
      return words (country->time_zone);
    case SQUILL_VALUE_LANGUAGE:
      return parts (NULL, g_strdup (country->language), NULL, SQUILL_TEXT_FILL_LETTERS);
    case SQUILL_VALUE_LOCALE:
      return parts (NULL, g_strconcat (country->language, "_", country->code, NULL), NULL,
                    SQUILL_TEXT_FILL_LETTERS);
    case SQUILL_VALUE_CURRENCY:
      return parts (NULL, g_strdup (country->currency), NULL, SQUILL_TEXT_FILL_LETTERS);
    case SQUILL_VALUE_STREET:
      return words (squill_words_pick (SQUILL_WORDS_STREETS, random));
    default:
      return parts (NULL, g_strdup (country->code), NULL, SQUILL_TEXT_FILL_LETTERS);
    }
}

static SquillTextParts
make_number_text (const SquillValueContext *context, SquillValueKind kind)
{
  double value = squill_value_make_number (context, kind, SQUILL_TYPE_DOUBLE);

  if (kind == SQUILL_VALUE_MONEY)
    {
      char buffer[G_ASCII_DTOSTR_BUF_SIZE];

      return parts (NULL, g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.2f", value)), NULL,
                    SQUILL_TEXT_FILL_FIXED);
    }
  return parts (NULL, squill_number_to_string (value), NULL, SQUILL_TEXT_FILL_FIXED);
}

/* Text of a field whose name and meaning say nothing. */
static SquillTextParts
make_any (const SquillValueContext *context, SquillRandom *random, const SquillTextBounds *bounds)
{
  gboolean is_id = g_str_equal (context->name, "_id") || g_str_equal (context->name, "id");
  double size = bounds->likely;

  if (is_id && size == 36)
    return parts (NULL, make_uuid (random), NULL, SQUILL_TEXT_FILL_HEX);
  if (is_id && (size == 24 || size == 32 || size == 40 || size == 64))
    return parts (NULL, _squill_text_make_hex (random, size), NULL, SQUILL_TEXT_FILL_HEX);
  if (is_id)
    return parts (NULL, make_slug (random), NULL, SQUILL_TEXT_FILL_SLUG);
  if (!isnan (size))
    return parts (NULL, squill_text_make_words (random, MIN (size, SQUILL_TEXT_USUAL), size >= 30),
                  NULL, SQUILL_TEXT_FILL_WORDS);
  return parts (NULL, squill_text_make_words (random, 5 + squill_random_below (random, 16), FALSE),
                NULL, SQUILL_TEXT_FILL_WORDS);
}

SquillTextParts
_squill_text_parts_new (const SquillValueContext *context,
                        SquillValueKind kind,
                        SquillRandom *identity,
                        SquillRandom *random,
                        const SquillTextBounds *bounds)
{
  static const char *const genders[] = { "female", "male", "other" };
  g_autofree char *text = NULL;

  switch (kind)
    {
    case SQUILL_VALUE_FULL_NAME:
    case SQUILL_VALUE_FIRST_NAME:
    case SQUILL_VALUE_LAST_NAME:
    case SQUILL_VALUE_USER_NAME:
    case SQUILL_VALUE_EMAIL:
      return make_person (kind, identity, random);
    case SQUILL_VALUE_STREET:
      text = g_strdup_printf ("%d ", 1 + (int)squill_random_below (random, 199));
      return parts (g_steal_pointer (&text), make_place (kind, identity, random, bounds).stem, NULL,
                    SQUILL_TEXT_FILL_WORDS);
    case SQUILL_VALUE_CITY:
    case SQUILL_VALUE_REGION:
    case SQUILL_VALUE_ZIP:
    case SQUILL_VALUE_COUNTRY:
    case SQUILL_VALUE_COUNTRY_CODE:
    case SQUILL_VALUE_TIME_ZONE:
    case SQUILL_VALUE_LANGUAGE:
    case SQUILL_VALUE_LOCALE:
    case SQUILL_VALUE_CURRENCY:
      return make_place (kind, identity, random, bounds);
    case SQUILL_VALUE_PHONE:
      /* Numbers that no one has: the exchange 555, 0100 to 0199. */
      if (context->unique)
        return parts (g_strdup_printf ("+1 %d ", 200 + (int)(context->number / 100 % 790)),
                      g_strdup_printf ("555 01%02d", (int)(context->number % 100)), NULL,
                      SQUILL_TEXT_FILL_FIXED);
      return parts (g_strdup_printf ("+1 %d ", 200 + (int)squill_random_below (random, 790)),
                    g_strdup_printf ("555 01%02d", (int)squill_random_below (random, 100)), NULL,
                    SQUILL_TEXT_FILL_DIGITS);
    case SQUILL_VALUE_COMPANY:
      return words (squill_words_pick (SQUILL_WORDS_COMPANIES, random));
    case SQUILL_VALUE_JOB:
      return words (squill_words_pick (SQUILL_WORDS_JOBS, random));
    case SQUILL_VALUE_GENDER:
      return words (genders[squill_random_below (random, 3)]);
    case SQUILL_VALUE_TITLE:
    case SQUILL_VALUE_PRODUCT:
      return parts (NULL, make_title (identity), NULL, SQUILL_TEXT_FILL_WORDS);
    case SQUILL_VALUE_SLUG:
      return parts (NULL, make_slug (identity), NULL, SQUILL_TEXT_FILL_SLUG);
    case SQUILL_VALUE_TEXT:
      return parts (NULL,
                    squill_text_make_words (
                        random, 40 + squill_random_below (random, SQUILL_TEXT_USUAL), TRUE),
                    NULL, SQUILL_TEXT_FILL_WORDS);
    case SQUILL_VALUE_LABEL:
      return words (squill_words_pick (SQUILL_WORDS_LABELS, random));
    case SQUILL_VALUE_COLOR:
      return words (squill_words_pick (SQUILL_WORDS_COLORS, random));
    case SQUILL_VALUE_CODE:
      return parts (make_by_template (random, "@@-"), _squill_text_make_digits (random, 5), NULL,
                    SQUILL_TEXT_FILL_DIGITS);
    case SQUILL_VALUE_STATUS:
      return words (squill_words_pick (SQUILL_WORDS_STATES, random));
    case SQUILL_VALUE_TYPE:
      return words (squill_words_pick (SQUILL_WORDS_TYPES, random));
    case SQUILL_VALUE_ROLE:
      return words (squill_words_pick (SQUILL_WORDS_ROLES, random));
    case SQUILL_VALUE_VERSION:
      return parts (NULL, make_by_template (random, "1.#.#"), NULL, SQUILL_TEXT_FILL_DOTTED);
    case SQUILL_VALUE_URL:
      return parts (g_strdup ("https://www.example.com/"), make_slug (identity), NULL,
                    SQUILL_TEXT_FILL_SLUG);
    case SQUILL_VALUE_IMAGE:
      return parts (g_strdup ("https://images.example.com/"), make_slug (identity),
                    g_strdup (".jpg"), SQUILL_TEXT_FILL_SLUG);
    case SQUILL_VALUE_HOST:
      return parts (NULL,
                    squill_text_fold (squill_words_pick (SQUILL_WORDS_PRODUCTS, identity), '-'),
                    g_strdup (".example.com"), SQUILL_TEXT_FILL_LETTERS);
    case SQUILL_VALUE_IP:
      if (context->unique)
        return parts (g_strdup_printf ("10.%u.%u.%u", (guint)(context->number >> 16) & 255,
                                       (guint)(context->number >> 8) & 255,
                                       (guint)context->number & 255),
                      g_strdup (""), NULL, SQUILL_TEXT_FILL_FIXED);
      return parts (NULL, make_ip (random), NULL, SQUILL_TEXT_FILL_DIGITS);
    case SQUILL_VALUE_USER_AGENT:
      return words (squill_words_pick (SQUILL_WORDS_BROWSERS, random));
    case SQUILL_VALUE_FILE_NAME:
      return parts (NULL, make_slug (identity),
                    g_strconcat (".", squill_words_pick (SQUILL_WORDS_EXTENSIONS, random), NULL),
                    SQUILL_TEXT_FILL_SLUG);
    case SQUILL_VALUE_MIME_TYPE:
      return words (squill_words_pick (SQUILL_WORDS_MIME_TYPES, random));
    case SQUILL_VALUE_UUID:
      return parts (NULL, make_uuid (random), NULL, SQUILL_TEXT_FILL_HEX);
    case SQUILL_VALUE_HEX:
      return parts (
          NULL,
          _squill_text_make_hex (random, isnan (bounds->likely) ? 32 : MIN (bounds->likely, 64)),
          NULL, SQUILL_TEXT_FILL_HEX);
    case SQUILL_VALUE_LATITUDE:
    case SQUILL_VALUE_LONGITUDE:
    case SQUILL_VALUE_COORDINATES:
    case SQUILL_VALUE_HOUSE_NUMBER:
    case SQUILL_VALUE_AGE:
    case SQUILL_VALUE_MONEY:
    case SQUILL_VALUE_QUANTITY:
    case SQUILL_VALUE_COUNTER:
    case SQUILL_VALUE_RATING:
    case SQUILL_VALUE_PERCENT:
    case SQUILL_VALUE_YEAR:
    case SQUILL_VALUE_MONTH:
    case SQUILL_VALUE_DAY:
    case SQUILL_VALUE_DURATION:
    case SQUILL_VALUE_BYTES:
      return make_number_text (context, kind);
    case SQUILL_VALUE_CREATED:
    case SQUILL_VALUE_UPDATED:
    case SQUILL_VALUE_DELETED:
    case SQUILL_VALUE_TIME:
    case SQUILL_VALUE_BIRTH_DATE:
    case SQUILL_VALUE_EXPIRES:
      return parts (NULL,
                    squill_date_to_text (squill_value_make_date (context, kind),
                                         kind != SQUILL_VALUE_BIRTH_DATE &&
                                             (isnan (bounds->likely) || bounds->likely >= 15)),
                    NULL, SQUILL_TEXT_FILL_FIXED);
    case SQUILL_VALUE_ANY:
    case SQUILL_VALUE_RARE_FLAG:
    default:
      return make_any (context, random, bounds);
    }
}
