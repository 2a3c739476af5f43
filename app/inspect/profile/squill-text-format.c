/* SPDX-License-Identifier: Apache-2.0 */

/* What texts look like. Every string of every document comes through here, so the first byte and
 * the length decide what is looked at closer. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-text-format.h"

#include "bson/squill-iso-date.h"

#include <string.h>

/* Longer texts are prose, or data that no format here is of. */
#define LONGEST_TEXT ((gsize)2048)
#define LONGEST_NUMBER ((gsize)40)
#define LONGEST_DATE ((gsize)40)
#define LONGEST_EMAIL ((gsize)254)
#define LONGEST_PREFIXED ((gsize)48)
#define LONGEST_SCHEME ((gsize)12)
/* More digits than these may not fit into 64 bits. */
#define MAX_DIGITS ((gsize)18)

static gsize
count_digits (const char *text, gsize length)
{
  gsize n = 0;

  while (n < length && g_ascii_isdigit (text[n]))
    n++;
  return n;
}

static gboolean
is_hex (const char *text, gsize length)
{
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isxdigit (text[i]))
      return FALSE;
  return TRUE;
}

static gboolean
is_uuid (const char *text)
{
  return text[8] == '-' && text[13] == '-' && text[18] == '-' && text[23] == '-' &&
         is_hex (text, 8) && is_hex (text + 9, 4) && is_hex (text + 14, 4) &&
         is_hex (text + 19, 4) && is_hex (text + 24, 12);
}

/* Ids have a length of their own. */
static SquillTextFormat
match_id (const char *text, gsize length)
{
  switch (length)
    {
    case 24:
      return is_hex (text, length) ? SQUILL_TEXT_OBJECT_ID : SQUILL_TEXT_PLAIN;
    case 32:
    case 40:
    case 64:
      return is_hex (text, length) ? SQUILL_TEXT_HASH : SQUILL_TEXT_PLAIN;
    case 36:
      return is_uuid (text) ? SQUILL_TEXT_UUID : SQUILL_TEXT_PLAIN;
    default:
      return SQUILL_TEXT_PLAIN;
    }
}

/* -12, 0.5, .5, 1e-3 */
static SquillTextFormat
match_number (const char *text, gsize length)
{
  gsize at = text[0] == '-' || text[0] == '+' ? 1 : 0;
  gsize whole, fraction = 0;

  if (length > LONGEST_NUMBER)
    return SQUILL_TEXT_PLAIN;
  whole = count_digits (text + at, length - at);
  if (at + whole == length)
    return whole == 0                                             ? SQUILL_TEXT_PLAIN
           : whole > MAX_DIGITS || (whole > 1 && text[at] == '0') ? SQUILL_TEXT_DIGITS
                                                                  : SQUILL_TEXT_INTEGER;
  at += whole;
  if (text[at] == '.')
    {
      at++;
      fraction = count_digits (text + at, length - at);
      at += fraction;
    }
  if (whole + fraction == 0)
    return SQUILL_TEXT_PLAIN;
  if (at < length && (text[at] == 'e' || text[at] == 'E'))
    {
      gsize digits;

      at++;
      if (at < length && (text[at] == '-' || text[at] == '+'))
        at++;
      digits = count_digits (text + at, length - at);
      if (digits == 0)
        return SQUILL_TEXT_PLAIN;
      at += digits;
    }
  return at == length ? SQUILL_TEXT_DECIMAL : SQUILL_TEXT_PLAIN;
}

static gboolean
is_part_of_date (const char *text, gsize digits, int most)
{
  int number = 0;

  for (gsize i = 0; i < digits; i++)
    number = number * 10 + (text[i] - '0');
  return number >= 1 && number <= most;
}

/* 8/27/2008, 27.8.2008, with or without a time behind */
static gboolean
is_date_with_slashes (const char *text, gsize length)
{
  gsize first = count_digits (text, length);
  gsize second, year;
  char separator;

  if (first < 1 || first > 2 || first == length)
    return FALSE;
  separator = text[first];
  if ((separator != '/' && separator != '.' && separator != '-') ||
      !is_part_of_date (text, first, 31))
    return FALSE;
  second = count_digits (text + first + 1, length - first - 1);
  if (second < 1 || second > 2 || first + 1 + second >= length ||
      text[first + 1 + second] != separator || !is_part_of_date (text + first + 1, second, 31))
    return FALSE;
  year = first + second + 2;
  if (count_digits (text + year, length - year) != 4)
    return FALSE;
  return year + 4 == length || text[year + 4] == ' ' || text[year + 4] == ',';
}

/* Three letters, of either case, as a number. */
#define LETTERS(a, b, c) ((guint32)(a) << 16 | (guint32)(b) << 8 | (guint32)(c))

static guint32
read_letters (const char *text)
{
  return LETTERS ((guint8)text[0] | 0x20, (guint8)text[1] | 0x20, (guint8)text[2] | 0x20);
}

static gboolean
begins_with_month (const char *text)
{
  switch (read_letters (text))
    {
    case LETTERS ('j', 'a', 'n'):
    case LETTERS ('f', 'e', 'b'):
    case LETTERS ('m', 'a', 'r'):
    case LETTERS ('a', 'p', 'r'):
    case LETTERS ('m', 'a', 'y'):
    case LETTERS ('j', 'u', 'n'):
    case LETTERS ('j', 'u', 'l'):
    case LETTERS ('a', 'u', 'g'):
    case LETTERS ('s', 'e', 'p'):
    case LETTERS ('o', 'c', 't'):
    case LETTERS ('n', 'o', 'v'):
    case LETTERS ('d', 'e', 'c'):
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
begins_with_day (const char *text)
{
  switch (read_letters (text))
    {
    case LETTERS ('m', 'o', 'n'):
    case LETTERS ('t', 'u', 'e'):
    case LETTERS ('w', 'e', 'd'):
    case LETTERS ('t', 'h', 'u'):
    case LETTERS ('f', 'r', 'i'):
    case LETTERS ('s', 'a', 't'):
    case LETTERS ('s', 'u', 'n'):
      return TRUE;
    default:
      return FALSE;
    }
}

/* Wed Aug 27 13:08:45 +0000 2008; Wed, 27 Aug 2008 13:08:45 GMT; August 27, 2008 */
static gboolean
is_date_in_words (const char *text, gsize length)
{
  gboolean has_month = FALSE, has_day = FALSE, has_year = FALSE;

  if (length < 8 || length > LONGEST_DATE || !(begins_with_day (text) || begins_with_month (text)))
    return FALSE;
  for (gsize at = 0; at < length;)
    {
      if (g_ascii_isdigit (text[at]))
        {
          gsize digits = count_digits (text + at, length - at);

          has_year |= digits == 4 && (at == 0 || (text[at - 1] != '+' && text[at - 1] != '-'));
          has_day |= digits <= 2;
          at += digits;
        }
      else if (g_ascii_isalpha (text[at]))
        {
          gsize start = at;

          while (at < length && g_ascii_isalpha (text[at]))
            at++;
          has_month |= at - start >= 3 && begins_with_month (text + start);
        }
      else
        {
          if (strchr (" ,:+-.()/", text[at]) == NULL)
            return FALSE;
          at++;
        }
    }
  return has_month && has_day && has_year;
}

static SquillTextFormat
match_date (const char *text, gsize length)
{
  gint64 milliseconds;

  if (length < 8 || length > LONGEST_DATE)
    return SQUILL_TEXT_PLAIN;
  if (text[4] == '-' && squill_iso_date_parse (text, length, &milliseconds))
    return length == 10 ? SQUILL_TEXT_DATE : SQUILL_TEXT_DATE_TIME;
  return is_date_with_slashes (text, length) ? SQUILL_TEXT_DATE_WORDS : SQUILL_TEXT_PLAIN;
}

static gboolean
is_url (const char *text, gsize length)
{
  const char *colon = memchr (text, ':', MIN (length, LONGEST_SCHEME + 1));

  if (colon == NULL || colon < text + 2 || (gsize)(colon + 3 - text) >= length ||
      memcmp (colon, "://", 3) != 0)
    return FALSE;
  for (const char *at = text; at < colon; at++)
    if (!g_ascii_isalnum (*at) && *at != '+')
      return FALSE;
  return memchr (text, ' ', length) == NULL;
}

static gboolean
is_email (const char *text, gsize length)
{
  const char *at, *dot;

  if (length < 6 || length > LONGEST_EMAIL)
    return FALSE;
  at = memchr (text, '@', length);
  if (at == NULL || at == text)
    return FALSE;
  dot = memchr (at, '.', length - (gsize)(at - text));
  return dot != NULL && dot > at + 1 && dot + 1 < text + length &&
         memchr (text, ' ', length) == NULL &&
         memchr (at + 1, '@', length - (gsize)(at + 1 - text)) == NULL;
}

/* Bytes before the digits at the end; 0 where the text is not so. */
static gsize
get_prefix_length (const char *text, gsize length)
{
  gsize prefix = length;

  if (length > LONGEST_PREFIXED || !g_ascii_isdigit (text[length - 1]))
    return 0;
  while (prefix > 0 && g_ascii_isdigit (text[prefix - 1]))
    prefix--;
  for (gsize i = 0; i < prefix; i++)
    if (!g_ascii_isalpha (text[i]) && strchr ("_-:#/.", text[i]) == NULL)
      return 0;
  return prefix;
}

/**
 * squill_text_format_of:
 * @text: a text, UTF-8 or not
 * @length: its bytes
 *
 * Returns: what it looks like
 */
SquillTextFormat
squill_text_format_of (const char *text, gsize length)
{
  SquillTextFormat format;

  if (length == 0 || length > LONGEST_TEXT)
    return SQUILL_TEXT_PLAIN;

  format = match_id (text, length);
  if (format != SQUILL_TEXT_PLAIN)
    return format;
  if (g_ascii_isdigit (text[0]) || text[0] == '-' || text[0] == '.' || text[0] == '+')
    {
      format = match_number (text, length);
      if (format == SQUILL_TEXT_PLAIN)
        format = match_date (text, length);
      if (format != SQUILL_TEXT_PLAIN)
        return format;
    }
  else if (g_ascii_isalpha (text[0]))
    {
      if (is_url (text, length))
        return SQUILL_TEXT_URL;
      if (is_date_in_words (text, length))
        return SQUILL_TEXT_DATE_WORDS;
      if (get_prefix_length (text, length) > 0)
        return SQUILL_TEXT_PREFIXED;
    }
  return is_email (text, length) ? SQUILL_TEXT_EMAIL : SQUILL_TEXT_PLAIN;
}

/**
 * squill_text_format_get_name:
 * @format: a format
 *
 * Returns: (transfer none): its name on the command line
 */
const char *
squill_text_format_get_name (SquillTextFormat format)
{
  static const char *const names[] = { "plain", "integer", "digits",  "decimal",   "object-id",
                                       "uuid",  "hash",    "date",    "date-time", "date-text",
                                       "email", "url",     "prefixed" };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == SQUILL_N_TEXT_FORMATS);
  g_return_val_if_fail ((guint)format < SQUILL_N_TEXT_FORMATS, NULL);
  return names[format];
}

static void
add_prefix (SquillTextFormats *self, const char *prefix, gsize length)
{
  switch (self->prefix_state)
    {
    case SQUILL_TEXT_PREFIX_NONE:
      if (length <= SQUILL_TEXT_PREFIX_MAX)
        {
          memcpy (self->prefix, prefix, length);
          self->prefix[length] = '\0';
          self->prefix_state = SQUILL_TEXT_PREFIX_ONE;
          return;
        }
      break;
    case SQUILL_TEXT_PREFIX_ONE:
      if (length <= SQUILL_TEXT_PREFIX_MAX && memcmp (self->prefix, prefix, length) == 0 &&
          self->prefix[length] == '\0')
        return;
      break;
    case SQUILL_TEXT_PREFIX_MIXED:
    default:
      return;
    }
  self->prefix_state = SQUILL_TEXT_PREFIX_MIXED;
  memset (self->prefix, 0, sizeof self->prefix);
}

/**
 * squill_text_formats_add:
 * @self: counts
 * @format: squill_text_format_of() the text, not %SQUILL_TEXT_PLAIN
 * @text: a text
 * @length: its bytes
 *
 * Counts a text.
 */
void
squill_text_formats_add (SquillTextFormats *self,
                         SquillTextFormat format,
                         const char *text,
                         gsize length)
{
  self->counts[format]++;
  if (format == SQUILL_TEXT_PREFIXED && self->prefix_state != SQUILL_TEXT_PREFIX_MIXED)
    add_prefix (self, text, get_prefix_length (text, length));
}

static void
merge_formats (SquillTextFormats *self, const SquillTextFormats *other)
{
  for (guint i = 0; i < SQUILL_N_TEXT_FORMATS; i++)
    self->counts[i] += other->counts[i];
  if (other->prefix_state == SQUILL_TEXT_PREFIX_ONE)
    add_prefix (self, other->prefix, strlen (other->prefix));
  else if (other->prefix_state == SQUILL_TEXT_PREFIX_MIXED)
    add_prefix (self, "", G_MAXSIZE);
}

/**
 * squill_texts_add:
 * @self: texts
 * @text: a string
 * @length: its bytes
 *
 * Counts a string and its format.
 */
void
squill_texts_add (SquillTexts *self, const char *text, gsize length)
{
  SquillTextFormat format = squill_text_format_of (text, length);

  squill_texts_add_length (self, length);
  if (format == SQUILL_TEXT_PLAIN)
    return;
  if (self->formats == NULL)
    self->formats = g_new0 (SquillTextFormats, 1);
  squill_text_formats_add (self->formats, format, text, length);
}

/**
 * squill_texts_merge:
 * @self: texts
 * @other: others
 *
 * Adds the texts of @other.
 */
void
squill_texts_merge (SquillTexts *self, const SquillTexts *other)
{
  if (other->count == 0)
    return;
  self->min = self->count == 0 ? other->min : MIN (self->min, other->min);
  self->max = MAX (self->max, other->max);
  self->count += other->count;
  self->bytes += other->bytes;
  self->empty += other->empty;
  if (other->formats == NULL)
    return;
  if (self->formats == NULL)
    self->formats = g_new0 (SquillTextFormats, 1);
  merge_formats (self->formats, other->formats);
}

/**
 * squill_texts_clear:
 * @self: texts
 *
 * Frees what it holds; it is empty again.
 */
void
squill_texts_clear (SquillTexts *self)
{
  g_free (self->formats);
  *self = (SquillTexts){ 0 };
}
