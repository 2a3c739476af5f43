/* SPDX-License-Identifier: Apache-2.0 */

/* Texts of the kind and the size that a field asks for: made of parts, then cut or stretched. */

#define G_LOG_DOMAIN "squill-samples"

#include "config.h"

#include "samples/squill-text-maker.h"

#include <math.h>
#include <string.h>

#include "samples/squill-words.h"
#include "text/squill-text.h"

/* A text of a field about which nobody said anything has as many bytes, at most. */
#define USUAL_BYTES 90

/* Nobody wants to look at longer ones, and a document could not hold them. */
#define MAX_BYTES 16777216.0

/* What a text is stretched with. */
typedef enum
{
  FILL_WORDS,
  FILL_LETTERS,
  FILL_DIGITS,
  FILL_HEX,
  FILL_SLUG,
  FILL_DOTTED,
  FILL_FIXED, /* as DIGITS, but it is unique as it is */
} Fill;

/*
 * @head: (nullable): what comes first, such as "https://"
 * @stem: what is cut or stretched, and takes what makes the text unique
 * @tail: (nullable): what comes last, such as "@example.com"
 * @fill: what the stem is stretched with
 *
 * A text in parts.
 */
typedef struct
{
  char *head;
  char *stem;
  char *tail;
  Fill fill;
} Parts;

/*
 * @min: bytes at least
 * @likely: bytes usually; NaN where nobody said
 * @max: bytes at most
 * @min_characters: characters at least
 * @max_characters: characters at most
 *
 * How long a text may be.
 */
typedef struct
{
  double min;
  double likely;
  double max;
  double min_characters;
  double max_characters;
} Bounds;

static void
parts_clear (Parts *self)
{
  g_clear_pointer (&self->head, g_free);
  g_clear_pointer (&self->stem, g_free);
  g_clear_pointer (&self->tail, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Parts, parts_clear)

/**
 * squill_text_fold:
 * @text: a text
 * @separator: what stands for anything but letters and digits; NUL for nothing
 *
 * Returns: (transfer full): @text in small ASCII letters: "São Paulo" becomes "sao-paulo"
 */
char *
squill_text_fold (const char *text, char separator)
{
  g_autofree char *decomposed = NULL;
  GString *folded = g_string_new (NULL);

  g_return_val_if_fail (text != NULL, NULL);

  decomposed = g_utf8_normalize (text, -1, G_NORMALIZE_NFD);
  for (const char *p = decomposed != NULL ? decomposed : ""; *p != '\0'; p++)
    {
      if (g_ascii_isalnum (*p))
        g_string_append_c (folded, g_ascii_tolower (*p));
      else if ((guchar)*p < 0x80 && separator != '\0' && folded->len > 0 &&
               folded->str[folded->len - 1] != separator)
        g_string_append_c (folded, separator);
    }
  if (folded->len > 0 && separator != '\0' && folded->str[folded->len - 1] == separator)
    g_string_truncate (folded, folded->len - 1);
  return g_string_free (folded, FALSE);
}

/* A day without a time. */
#define DATE_BYTES 10.0

/* Writes whole words, of which the last one ends at exactly that many bytes. */
static void
append_words (GString *text, SquillRandom *random, gsize bytes, gboolean sentence, gsize start)
{
  gsize end = text->len + bytes;
  gboolean begins = sentence && text->len == start;
  guint left_in_sentence = 6 + squill_random_below (random, 9);

  while (text->len < end)
    {
      gboolean spaced = text->len > start;
      gsize room = end - text->len - (spaced ? 1 : 0);
      gsize dot = sentence ? 1 : 0;
      guint letters;
      gsize at;

      if (room == 0 || room <= dot)
        {
          /* One letter too few for a word. */
          g_string_append_c (text, sentence || !spaced ? '.' : 's');
          continue;
        }
      if (spaced)
        g_string_append_c (text, ' ');
      if (room - dot <= SQUILL_LONGEST_PLAIN_WORD)
        {
          /* The last word, or one before it that leaves room for a space and two letters. */
          letters = room - dot;
          if (letters >= 6 && squill_random_below (random, 3) > 0)
            letters = 2 + squill_random_below (random, letters - 4);
        }
      else
        {
          letters = strlen (squill_words_pick (SQUILL_WORDS_PLAIN, random));
          /* What is left after this one must be room for another. */
          if (room - dot - letters < 4)
            letters = (room - dot) / 2;
          letters = MIN (letters, (guint)SQUILL_LONGEST_PLAIN_WORD);
        }

      at = text->len;
      g_string_append (text, squill_words_pick_plain (random, letters));
      if (begins)
        text->str[at] = g_ascii_toupper (text->str[at]);
      begins = FALSE;
      if (sentence && (text->len + 1 == end ||
                       (left_in_sentence-- == 0 && end - text->len > SQUILL_LONGEST_PLAIN_WORD)))
        {
          g_string_append_c (text, '.');
          begins = TRUE;
          left_in_sentence = 6 + squill_random_below (random, 9);
        }
    }
}

/* Whole words, of exactly this many bytes. */
static char *
make_words (SquillRandom *random, gsize bytes, gboolean sentence)
{
  GString *text = g_string_sized_new (bytes + 1);

  append_words (text, random, bytes, sentence && bytes > 12, 0);
  return g_string_free (text, FALSE);
}

static char *
make_hex (SquillRandom *random, gsize n)
{
  GString *digits = g_string_sized_new (n + 1);

  for (gsize i = 0; i < n; i++)
    g_string_append_c (digits, "0123456789abcdef"[squill_random_below (random, 16)]);
  return g_string_free (digits, FALSE);
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
  g_autofree char *hex = make_hex (random, 32);

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

static Parts
parts (char *head, char *stem, char *tail, Fill fill)
{
  return (Parts){ head, stem, tail, fill };
}

static Parts
words (const char *text)
{
  return parts (NULL, g_strdup (text), NULL, FILL_WORDS);
}

/* How many bytes a text should have at most. */
static double
get_room (const Bounds *bounds)
{
  const double max = MIN (bounds->max, bounds->max_characters);

  return isnan (bounds->likely) ? max : MIN (max, bounds->likely);
}

/* The longest end of a mail address for which there is room, in names that RFC 2606 reserves. */
static const char *
pick_mail_domain (SquillRandom *random, const Bounds *bounds)
{
  static const char *const domains[] = { "@example.com", "@example.org", "@example.net" };
  static const char *const short_ones[] = { "@a.test", "@test" };
  const char *usual = domains[squill_random_below (random, 3)];
  const double room = get_room (bounds);

  if (room >= strlen (usual) + 2)
    return usual;
  for (guint i = 0; i < G_N_ELEMENTS (short_ones); i++)
    if (room >= strlen (short_ones[i]) + 2)
      return short_ones[i];
  return usual;
}

static Parts
make_person (SquillValueKind kind,
             SquillRandom *identity,
             SquillRandom *random,
             const Bounds *bounds)
{
  const char *first = pick_first_name (identity);
  const char *last = pick_last_name (identity);
  g_autofree char *plain_first = squill_text_fold (first, '\0');
  g_autofree char *plain_last = squill_text_fold (last, '\0');

  if (kind == SQUILL_VALUE_FIRST_NAME)
    return words (first);
  if (kind == SQUILL_VALUE_LAST_NAME)
    return words (last);
  if (kind == SQUILL_VALUE_USER_NAME)
    return parts (NULL, g_strdup_printf ("%s%c", plain_first, *plain_last), NULL, FILL_LETTERS);
  if (kind == SQUILL_VALUE_EMAIL)
    return parts (NULL, g_strconcat (plain_first, ".", plain_last, NULL),
                  g_strdup (pick_mail_domain (random, bounds)), FILL_LETTERS);
  return parts (NULL, g_strconcat (first, " ", last, NULL), NULL, FILL_WORDS);
}

static Parts
make_place (SquillValueKind kind,
            SquillRandom *identity,
            SquillRandom *random,
            const Bounds *bounds)
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
          return parts (NULL, g_ascii_strup (letters, -1), NULL, FILL_LETTERS);
        }
      return words (city->region);
    case SQUILL_VALUE_COUNTRY:
      return words (bounds->max <= 3 ? country->code : country->name);
    case SQUILL_VALUE_ZIP:
      return parts (NULL, make_by_template (random, city->zip), NULL, FILL_DIGITS);
    case SQUILL_VALUE_TIME_ZONE:
      return words (country->time_zone);
    case SQUILL_VALUE_LANGUAGE:
      return parts (NULL, g_strdup (country->language), NULL, FILL_LETTERS);
    case SQUILL_VALUE_LOCALE:
      return parts (NULL, g_strconcat (country->language, "_", country->code, NULL), NULL,
                    FILL_LETTERS);
    case SQUILL_VALUE_CURRENCY:
      return parts (NULL, g_strdup (country->currency), NULL, FILL_LETTERS);
    case SQUILL_VALUE_STREET:
      return words (squill_words_pick (SQUILL_WORDS_STREETS, random));
    default:
      return parts (NULL, g_strdup (country->code), NULL, FILL_LETTERS);
    }
}

static Parts
make_number_text (const SquillValueContext *context, SquillValueKind kind)
{
  double value = squill_value_make_number (context, kind, SQUILL_TYPE_DOUBLE);

  if (kind == SQUILL_VALUE_MONEY)
    {
      char buffer[G_ASCII_DTOSTR_BUF_SIZE];

      return parts (NULL, g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.2f", value)), NULL,
                    FILL_FIXED);
    }
  return parts (NULL, squill_text_number (value), NULL, FILL_FIXED);
}

/* Text of a field whose name and meaning say nothing. */
static Parts
make_any (const SquillValueContext *context, SquillRandom *random, const Bounds *bounds)
{
  gboolean is_id = g_str_equal (context->name, "_id") || g_str_equal (context->name, "id");
  double size = bounds->likely;

  if (is_id && size == 36)
    return parts (NULL, make_uuid (random), NULL, FILL_HEX);
  if (is_id && (size == 24 || size == 32 || size == 40 || size == 64))
    return parts (NULL, make_hex (random, size), NULL, FILL_HEX);
  if (is_id)
    return parts (NULL, make_slug (random), NULL, FILL_SLUG);
  if (!isnan (size))
    return parts (NULL, make_words (random, MIN (size, USUAL_BYTES), size >= 30), NULL, FILL_WORDS);
  return parts (NULL, make_words (random, 5 + squill_random_below (random, 16), FALSE), NULL,
                FILL_WORDS);
}

static Parts
parts_new (const SquillValueContext *context,
           SquillValueKind kind,
           SquillRandom *identity,
           SquillRandom *random,
           const Bounds *bounds)
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
      return make_person (kind, identity, random, bounds);
    case SQUILL_VALUE_STREET:
      text = g_strdup_printf ("%d ", 1 + (int)squill_random_below (random, 199));
      return parts (g_steal_pointer (&text), make_place (kind, identity, random, bounds).stem, NULL,
                    FILL_WORDS);
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
                      FILL_FIXED);
      return parts (g_strdup_printf ("+1 %d ", 200 + (int)squill_random_below (random, 790)),
                    g_strdup_printf ("555 01%02d", (int)squill_random_below (random, 100)), NULL,
                    FILL_DIGITS);
    case SQUILL_VALUE_COMPANY:
      return words (squill_words_pick (SQUILL_WORDS_COMPANIES, random));
    case SQUILL_VALUE_JOB:
      return words (squill_words_pick (SQUILL_WORDS_JOBS, random));
    case SQUILL_VALUE_GENDER:
      return words (genders[squill_random_below (random, 3)]);
    case SQUILL_VALUE_TITLE:
    case SQUILL_VALUE_PRODUCT:
      return parts (NULL, make_title (identity), NULL, FILL_WORDS);
    case SQUILL_VALUE_SLUG:
      return parts (NULL, make_slug (identity), NULL, FILL_SLUG);
    case SQUILL_VALUE_TEXT:
      return parts (NULL, make_words (random, 40 + squill_random_below (random, USUAL_BYTES), TRUE),
                    NULL, FILL_WORDS);
    case SQUILL_VALUE_LABEL:
      return words (squill_words_pick (SQUILL_WORDS_LABELS, random));
    case SQUILL_VALUE_COLOR:
      return words (squill_words_pick (SQUILL_WORDS_COLORS, random));
    case SQUILL_VALUE_CODE:
      return parts (make_by_template (random, "@@-"), squill_random_digits (random, 5), NULL,
                    FILL_DIGITS);
    case SQUILL_VALUE_STATUS:
      return words (squill_words_pick (SQUILL_WORDS_STATES, random));
    case SQUILL_VALUE_TYPE:
      return words (squill_words_pick (SQUILL_WORDS_TYPES, random));
    case SQUILL_VALUE_ROLE:
      return words (squill_words_pick (SQUILL_WORDS_ROLES, random));
    case SQUILL_VALUE_VERSION:
      return parts (NULL, make_by_template (random, "1.#.#"), NULL, FILL_DOTTED);
    case SQUILL_VALUE_URL:
      return parts (g_strdup ("https://www.example.com/"), make_slug (identity), NULL, FILL_SLUG);
    case SQUILL_VALUE_IMAGE:
      return parts (g_strdup ("https://images.example.com/"), make_slug (identity),
                    g_strdup (".jpg"), FILL_SLUG);
    case SQUILL_VALUE_HOST:
      return parts (NULL,
                    squill_text_fold (squill_words_pick (SQUILL_WORDS_PRODUCTS, identity), '-'),
                    g_strdup (".example.com"), FILL_LETTERS);
    case SQUILL_VALUE_IP:
      if (context->unique)
        return parts (g_strdup_printf ("10.%u.%u.%u", (guint)(context->number >> 16) & 255,
                                       (guint)(context->number >> 8) & 255,
                                       (guint)context->number & 255),
                      g_strdup (""), NULL, FILL_FIXED);
      return parts (NULL, make_ip (random), NULL, FILL_DIGITS);
    case SQUILL_VALUE_USER_AGENT:
      return words (squill_words_pick (SQUILL_WORDS_BROWSERS, random));
    case SQUILL_VALUE_FILE_NAME:
      return parts (NULL, make_slug (identity),
                    g_strconcat (".", squill_words_pick (SQUILL_WORDS_EXTENSIONS, random), NULL),
                    FILL_SLUG);
    case SQUILL_VALUE_MIME_TYPE:
      return words (squill_words_pick (SQUILL_WORDS_MIME_TYPES, random));
    case SQUILL_VALUE_UUID:
      return parts (NULL, make_uuid (random), NULL, FILL_HEX);
    case SQUILL_VALUE_HEX:
      return parts (NULL, make_hex (random, isnan (bounds->likely) ? 32 : MIN (bounds->likely, 64)),
                    NULL, FILL_HEX);
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
                    squill_date_text_make (
                        squill_value_make_date (context, kind),
                        kind == SQUILL_VALUE_BIRTH_DATE ? DATE_BYTES : bounds->likely, random),
                    NULL, FILL_FIXED);
    case SQUILL_VALUE_ANY:
    case SQUILL_VALUE_RARE_FLAG:
    default:
      return make_any (context, random, bounds);
    }
}

/* The bytes of a text may be as many as its field says; a field that only says what is usual leaves
 * a quarter of it free. */
static Bounds
bounds_new (const SquillField *field)
{
  Bounds bounds = { 0, NAN, INFINITY, 0, INFINITY };

  if (field == NULL)
    return bounds;
  if (squill_triple_is_set (field->size))
    {
      SquillTriple size = field->size;

      if (isnan (size.likely))
        size.likely = !isnan (size.min) && isfinite (size.max) ? (size.min + size.max) / 2
                      : !isnan (size.min)                      ? size.min
                                                               : MIN (size.max, USUAL_BYTES);
      size = squill_triple_or (size, size.likely * 0.75, size.likely, size.likely * 1.25);
      bounds.min = floor (MIN (size.min, MAX_BYTES));
      bounds.likely = floor (MIN (size.likely, MAX_BYTES));
      bounds.max = MAX (bounds.min, floor (size.max));
    }
  if (field->min_length > 0)
    bounds.min_characters = MIN (ceil (field->min_length), MAX_BYTES);
  if (field->max_length >= 0)
    bounds.max_characters = MAX (bounds.min_characters, floor (field->max_length));
  /* A character takes a byte at least. */
  bounds.min = MAX (bounds.min, bounds.min_characters);
  bounds.max = MAX (bounds.max, bounds.min);
  if (bounds.likely < bounds.min)
    bounds.likely = bounds.min;
  return bounds;
}

/* How long free text is to be: so that the mean of many is the usual size. */
static gsize
bounds_choose (const Bounds *bounds, SquillRandom *random)
{
  double likely = bounds->likely;
  double max = MIN (bounds->max, MAX (2 * likely - bounds->min, likely));
  double low = bounds->min;
  double share;

  if (isnan (likely))
    {
      /* Before the macros, which would draw another one. */
      const double usual = 40 + squill_random_below (random, 60);

      return MIN (MAX (low, usual), bounds->max_characters);
    }
  max = MIN (max, bounds->max_characters);
  likely = MIN (likely, max);
  if (max - low < 1)
    return likely;
  share = (max - likely) / (max - low);
  if (squill_random_fraction (random) < share)
    return low + (likely - low) * squill_random_fraction (random);
  return likely + (max - likely) * squill_random_fraction (random);
}

/* Cuts a text to at most @bytes bytes, before the character that would be cut in two. */
static void
cut (GString *text, gsize bytes)
{
  if (text->len <= bytes)
    return;
  while (bytes > 0 && ((guchar)text->str[bytes] & 0xc0) == 0x80)
    bytes--;
  g_string_truncate (text, bytes);
}

static void
stretch (GString *text, gsize bytes, Fill fill, SquillRandom *random)
{
  /* A space at the end looks like nothing. */
  while (text->len > 0 && text->str[text->len - 1] == ' ')
    g_string_truncate (text, text->len - 1);

  if (fill == FILL_WORDS && bytes > text->len)
    {
      gboolean sentence = text->len > 0 && text->str[text->len - 1] == '.';
      gsize start = text->len;

      append_words (text, random, bytes - text->len, sentence, 0);
      /* More words of a name begin as its first does. */
      for (gsize i = start; !sentence && g_ascii_isupper (text->str[0]) && i + 1 < text->len; i++)
        if (text->str[i] == ' ')
          text->str[i + 1] = g_ascii_toupper (text->str[i + 1]);
      return;
    }
  while (text->len < bytes)
    {
      gsize room = bytes - text->len;
      g_autofree char *more = NULL;

      switch (fill)
        {
        case FILL_DIGITS:
        case FILL_FIXED:
          more = squill_random_digits (random, room);
          break;
        case FILL_HEX:
          more = make_hex (random, room);
          break;
        case FILL_DOTTED:
          more = room == 1 ? g_strdup ("0")
                           : g_strdup_printf (".%d", (int)squill_random_below (random, 10));
          break;
        case FILL_SLUG:
          if (room > 1 && text->len > 0)
            {
              g_string_append_c (text, '-');
              room--;
            }
          more = g_strdup (
              squill_words_pick_plain (random, MIN (room, (gsize)SQUILL_LONGEST_PLAIN_WORD)));
          break;
        case FILL_LETTERS:
        case FILL_WORDS:
        default:
          more = g_ascii_strdown (
              squill_words_pick_plain (random, MIN (room, (gsize)SQUILL_LONGEST_PLAIN_WORD)), -1);
          break;
        }
      g_string_append (text, more);
    }
}

/* The number of a value with what parts it from the stem, or NULL if there is no room for it and a
 * letter of the stem. */
static char *
make_suffix (guint64 number, Fill fill, gsize room)
{
  const char *before = fill == FILL_WORDS ? " " : fill == FILL_SLUG ? "-" : "";
  g_autofree char *suffix = g_strdup_printf ("%s%" G_GUINT64_FORMAT, before, number + 1);

  return strlen (suffix) < room ? g_steal_pointer (&suffix) : NULL;
}

/* The number of a value in @width digits or as many as it needs, but no more than @room. */
static char *
make_counted (guint64 number, Fill fill, gsize width, gsize room)
{
  static const char letters[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  guint base = fill == FILL_DIGITS ? 10 : fill == FILL_HEX ? 16 : 62;
  GString *digits = g_string_new (NULL);

  while ((number > 0 || digits->len < width) && digits->len < room)
    {
      g_string_append_c (digits, letters[number % base]);
      number /= base;
    }
  g_strreverse (digits->str);
  return g_string_free (digits, FALSE);
}

/* Brings the stem to a size with which the whole is within bounds. */
static char *
parts_fit (Parts *self,
           const SquillValueContext *context,
           const Bounds *bounds,
           SquillRandom *random)
{
  gsize around = (self->head != NULL ? strlen (self->head) : 0) +
                 (self->tail != NULL ? strlen (self->tail) : 0);
  const double max = MIN (bounds->max, bounds->max_characters);
  g_autoptr (GString) stem = NULL;
  g_autofree char *suffix = NULL;
  gboolean unique, counted;
  gsize length;

  /* No room for "https://" or "@example.com": the stem alone. */
  if (around > 0 && get_room (bounds) < around + 2)
    {
      g_clear_pointer (&self->head, g_free);
      g_clear_pointer (&self->tail, g_free);
      around = 0;
    }

  stem = g_string_new (self->stem);
  /* Enough random digits are unique by themselves. */
  unique = context->unique && self->fill != FILL_FIXED &&
           !(self->fill == FILL_HEX && MIN (MAX (stem->len, bounds->min), max) >= 20);
  counted = unique && (self->fill == FILL_DIGITS || self->fill == FILL_HEX);
  if (unique && !counted)
    {
      suffix = make_suffix (context->number, self->fill, MIN (max - around, MAX_BYTES));
      counted = suffix == NULL;
    }
  length = around + (suffix != NULL ? strlen (suffix) : 0);

  /* Characters of more than one byte count as bytes here: then both bounds hold. */
  if (length + stem->len > max)
    {
      gsize wanted = isnan (bounds->likely) ? (gsize)max : (gsize)MIN (max, bounds->likely);

      cut (stem, wanted > length ? wanted - length : 0);
      /* Better no half word at the end. */
      if (stem->len > 0 && strchr (" -.", stem->str[stem->len - 1]) != NULL)
        stem->str[stem->len - 1] = self->fill == FILL_DIGITS ? '0' : 's';
    }
  if (length + stem->len < bounds->min)
    {
      gsize wanted = isnan (bounds->likely) ? (gsize)bounds->min : (gsize)bounds->likely;

      wanted = MIN (wanted, MIN (max, MAX_BYTES));
      stretch (stem, wanted > length ? wanted - length : 0, self->fill, random);
    }
  if (counted)
    {
      g_autofree char *digits =
          make_counted (context->number, self->fill, stem->len, MIN (max - around, MAX_BYTES));

      g_string_assign (stem, digits);
    }
  return g_strconcat (self->head != NULL ? self->head : "", stem->str, suffix != NULL ? suffix : "",
                      self->tail != NULL ? self->tail : "", NULL);
}

/* How often another value is tried before one is cut or stretched to the size asked for. */
#define ATTEMPTS 40

/* An adjective and a thing have about as many letters. */
#define LONGEST_PAIR 16

static gboolean
is_within (const char *text, const Bounds *bounds)
{
  gsize bytes = strlen (text);
  glong characters = g_utf8_strlen (text, -1);

  return bytes >= bounds->min && bytes <= bounds->max && characters >= bounds->min_characters &&
         characters <= bounds->max_characters;
}

static char *
make_once (const SquillValueContext *context,
           SquillValueKind kind,
           const Bounds *bounds,
           guint attempt,
           gboolean must_fit)
{
  SquillRandom identity, random;
  g_auto (Parts) made = { 0 };
  gboolean fits;

  squill_random_init (&identity, squill_seed_add_number (context->identity, attempt));
  squill_random_init (&random, squill_seed_add_number (context->seed, attempt));
  made = parts_new (context, kind, &identity, &random, bounds);
  if (!context->unique)
    {
      g_autofree char *text = g_strconcat (made.head != NULL ? made.head : "", made.stem,
                                           made.tail != NULL ? made.tail : "", NULL);

      fits = is_within (text, bounds);
      if (fits)
        return g_steal_pointer (&text);
      if (!must_fit)
        return NULL;
    }
  return parts_fit (&made, context, bounds, &random);
}

/**
 * squill_text_get_pattern:
 * @field: (nullable): a field
 *
 * Returns: (transfer none) (nullable): what its texts must match, or else what those that were
 * found do
 */
const char *
squill_text_get_pattern (const SquillField *field)
{
  if (field == NULL)
    return NULL;
  return field->pattern != NULL ? field->pattern : field->usual_pattern;
}

static char *
make_by_pattern (const SquillValueContext *context, SquillValueKind kind, const Bounds *bounds)
{
  const char *pattern = squill_text_get_pattern (context->field);
  g_autofree char *text = NULL;
  SquillRandom random;

  /* What the name tells looks better than what the pattern allows, where that allows it. */
  for (guint attempt = 0; attempt < (kind == SQUILL_VALUE_ANY ? 0 : 4); attempt++)
    {
      text = make_once (context, kind, bounds, attempt, TRUE);
      if (squill_pattern_matches (pattern, text) && is_within (text, bounds))
        return g_steal_pointer (&text);
      g_clear_pointer (&text, g_free);
    }
  text = squill_date_text_make_by_pattern (
      pattern,
      context->unique ? context->reference : squill_value_make_date (context, SQUILL_VALUE_TIME),
      context->unique ? context->number : 0);
  if (text != NULL && is_within (text, bounds))
    return g_steal_pointer (&text);

  squill_random_init (&random, context->unique ? context->family : context->seed);
  return squill_pattern_make (pattern, &random, context->unique ? &context->number : NULL,
                              bounds->min_characters,
                              MIN (bounds->max_characters, (double)G_MAXUINT));
}

/**
 * squill_text_make:
 * @context: what the text is for
 * @kind: what it is about
 *
 * Makes a text of the size that the field asks for: whole words, a name, an address of a place that
 * is, an address in the net that can never be (RFC 2606, RFC 5737). Its bytes lie between the least
 * and the most; where the field says exactly how many there are, there are as many.
 *
 * Returns: (transfer full): the text, UTF-8
 */
char *
squill_text_make (const SquillValueContext *context, SquillValueKind kind)
{
  Bounds bounds;
  char *text = NULL;

  g_return_val_if_fail (context != NULL, NULL);

  bounds = bounds_new (context->field);
  if (squill_text_get_pattern (context->field) != NULL)
    text = make_by_pattern (context, kind, &bounds);

  /* Free text is made to size. */
  if (text == NULL && !context->unique && (kind == SQUILL_VALUE_TEXT || kind == SQUILL_VALUE_ANY) &&
      (!isnan (bounds.likely) || bounds.min > 0 || kind == SQUILL_VALUE_TEXT))
    {
      SquillRandom random;
      gsize size;
      gboolean is_id = g_str_equal (context->name, "_id") || g_str_equal (context->name, "id");

      squill_random_init (&random, context->seed);
      size = bounds_choose (&bounds, &random);
      if (!is_id)
        text = make_words (&random, size, kind == SQUILL_VALUE_TEXT || size >= 30);
    }
  /* Two words make no title of usual length where that is much. */
  if (text == NULL && !context->unique &&
      (kind == SQUILL_VALUE_TITLE || kind == SQUILL_VALUE_PRODUCT) && bounds.likely > LONGEST_PAIR)
    {
      SquillRandom random;

      squill_random_init (&random, context->seed);
      bounds.likely = MAX (LONGEST_PAIR, bounds_choose (&bounds, &random));
      bounds.min = bounds.likely;
      text = make_once (context, kind, &bounds, 0, TRUE);
    }
  for (guint attempt = 0; text == NULL && attempt < ATTEMPTS; attempt++)
    text = make_once (context, kind, &bounds, attempt, FALSE);
  if (text == NULL)
    text = make_once (context, kind, &bounds, 0, TRUE);
  return text;
}
