/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-key-pattern.h"

#include <string.h>

static gsize
count_digits (const char *key, gsize length)
{
  gsize n = 0;

  while (n < length && g_ascii_isdigit (key[n]))
    n++;
  return n;
}

static gboolean
is_lower_hex (const char *key, gsize length)
{
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isdigit (key[i]) && (key[i] < 'a' || key[i] > 'f'))
      return FALSE;
  return TRUE;
}

static gboolean
is_uuid (const char *key, gsize length)
{
  if (length != 36)
    return FALSE;
  for (gsize i = 0; i < length; i++)
    {
      gboolean dash = i == 8 || i == 13 || i == 18 || i == 23;

      if (dash ? key[i] != '-' : !g_ascii_isxdigit (key[i]))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_date (const char *key, gsize length)
{
  if (length < 7 || count_digits (key, length) != 4 || (key[4] != '-' && key[4] != '/') ||
      count_digits (key + 5, length - 5) != 2)
    return FALSE;
  if (length == 7)
    return TRUE;
  return length >= 10 && key[7] == key[4] && count_digits (key + 8, MIN (length - 8, 2)) == 2 &&
         (length == 10 || key[10] == 'T' || key[10] == ' ');
}

/* Shorter ones, and those of letters only, may be words. */
static gboolean
is_other_hex (const char *key, gsize length)
{
  gsize digits = 0;

  if (length < 8 || length % 2 != 0 || !is_lower_hex (key, length))
    return FALSE;
  for (gsize i = 0; i < length; i++)
    digits += g_ascii_isdigit (key[i]) != 0;
  return digits >= 2 && digits < length;
}

/* 1.2, v1.4.2-beta, 10.0.0.1 */
static gboolean
is_version (const char *key, gsize length)
{
  gsize at = key[0] == 'v' ? 1 : 0;
  guint numbers = 0;

  for (;;)
    {
      gsize digits = count_digits (key + at, length - at);

      if (digits == 0)
        return FALSE;
      numbers++;
      at += digits;
      if (at == length)
        return numbers > 1;
      if (key[at] != '.')
        break;
      at++;
    }
  if (numbers < 2 || strchr ("-+_", key[at]) == NULL)
    return FALSE;
  for (; at < length; at++)
    if (!g_ascii_isalnum (key[at]) && strchr (".-+_", key[at]) == NULL)
      return FALSE;
  return TRUE;
}

enum
{
  CLASS_NONE,
  CLASS_DIGIT,
  CLASS_SMALL,
  CLASS_LARGE,
};

static guint
class_of (char c)
{
  return g_ascii_isdigit (c)   ? CLASS_DIGIT
         : g_ascii_islower (c) ? CLASS_SMALL
         : g_ascii_isupper (c) ? CLASS_LARGE
                               : CLASS_NONE;
}

/* Names that people make up change from letters to digits and from small to large letters once in
 * a while, those that were drawn at random all the time. */
static gboolean
is_token (const char *key, gsize length)
{
  guint changes = 0, digits = 0;

  if (length < 16 || length > 64)
    return FALSE;
  for (gsize i = 0; i < length; i++)
    {
      guint class = class_of (key[i]);

      if (class == CLASS_NONE && strchr ("_-=", key[i]) == NULL)
        return FALSE;
      digits += class == CLASS_DIGIT;
      changes += i > 0 && class != class_of (key[i - 1]);
    }
  return digits >= 2 && 3 * changes >= length;
}

/* ISO 639-1 */
static gboolean
is_language (const char *key)
{
  static const char codes[] =
      "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv "
      "cy "
      "da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht "
      "hu "
      "hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la "
      "lb "
      "lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj "
      "om "
      "or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv "
      "sw "
      "ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu";

  for (const char *at = codes;; at += 3)
    {
      if (at[0] == key[0] && at[1] == key[1])
        return TRUE;
      if (at[2] == '\0')
        return FALSE;
    }
}

/* A region has two capitals, a script four letters. */
static gboolean
is_locale (const char *key, gsize length)
{
  if ((length != 5 && length != 7) || (key[2] != '-' && key[2] != '_') ||
      !g_ascii_isupper (key[3]) || !is_language (key))
    return FALSE;
  if (length == 5)
    return g_ascii_isupper (key[4]);
  return g_ascii_islower (key[4]) && g_ascii_islower (key[5]) && g_ascii_islower (key[6]);
}

static gboolean
is_in_parts (const char *key, gsize length)
{
  guint separators = 0;

  for (gsize i = 0; i < length; i++)
    {
      if (key[i] == '/' || key[i] == '.' || key[i] == ':')
        separators += i > 0 && i + 1 < length;
      else if ((guint8)key[i] < 0x80 && !g_ascii_isalnum (key[i]) &&
               strchr ("_-+%~", key[i]) == NULL)
        return FALSE;
    }
  return separators > 0;
}

static gboolean
is_email (const char *key, gsize length)
{
  const char *at = memchr (key, '@', length);

  return at != NULL && at > key && memchr (at, '.', length - (gsize)(at - key)) != NULL;
}

/* Letters of any script, digits, underscores, dashes, blanks, dollars: what names of fields are
 * made of. */
static gboolean
has_symbols (const char *key, gsize length)
{
  for (gsize i = 0; i < length; i++)
    if ((guint8)key[i] < 0x80 && !g_ascii_isalnum (key[i]) && strchr ("_-$ ", key[i]) == NULL)
      return TRUE;
  return FALSE;
}

static gboolean
is_numbered (const char *key, gsize length)
{
  gsize n = 0;

  while (n < length && !g_ascii_isdigit (key[n]))
    n++;
  return n > 0 && n < length && n + count_digits (key + n, length - n) == length;
}

/**
 * squill_key_pattern_of:
 * @key: a name
 * @length: its bytes
 *
 * Returns: what it looks like
 */
SquillKeyPattern
squill_key_pattern_of (const char *key, gsize length)
{
  if (length == 0)
    return SQUILL_KEY_WORD;
  if (is_uuid (key, length))
    return SQUILL_KEY_UUID;
  if (length >= 24 && is_lower_hex (key, length))
    switch (length)
      {
      case 24:
        return SQUILL_KEY_OBJECT_ID;
      case 32:
        return SQUILL_KEY_HEX_32;
      case 40:
        return SQUILL_KEY_HEX_40;
      case 64:
        return SQUILL_KEY_HEX_64;
      default:
        break;
      }
  if (is_other_hex (key, length))
    return SQUILL_KEY_HEX;
  /* After the ids: one of these may happen to have no letter. */
  if (count_digits (key, length) == length)
    return SQUILL_KEY_DIGITS;
  if (is_date (key, length))
    return SQUILL_KEY_DATE;
  if (is_email (key, length))
    return SQUILL_KEY_EMAIL;
  if ((g_ascii_isdigit (key[0]) || key[0] == 'v') && is_version (key, length))
    return SQUILL_KEY_VERSION;
  if (is_locale (key, length))
    return SQUILL_KEY_LOCALE;
  if (length == 2 && is_language (key))
    return SQUILL_KEY_LANGUAGE;
  if (has_symbols (key, length))
    return is_in_parts (key, length) ? SQUILL_KEY_PARTS : SQUILL_KEY_SYMBOLS;
  if (is_token (key, length))
    return SQUILL_KEY_TOKEN;
  return is_numbered (key, length) ? SQUILL_KEY_NUMBERED : SQUILL_KEY_WORD;
}

/**
 * squill_key_pattern_is_data:
 * @pattern: a pattern
 *
 * Returns: whether a name of this pattern is rather a key that is data than the name of a field,
 * even where there are only a few
 */
gboolean
squill_key_pattern_is_data (SquillKeyPattern pattern)
{
  switch (pattern)
    {
    case SQUILL_KEY_DIGITS:
    case SQUILL_KEY_OBJECT_ID:
    case SQUILL_KEY_HEX_32:
    case SQUILL_KEY_HEX_40:
    case SQUILL_KEY_HEX_64:
    case SQUILL_KEY_HEX:
    case SQUILL_KEY_UUID:
    case SQUILL_KEY_DATE:
    case SQUILL_KEY_EMAIL:
    case SQUILL_KEY_VERSION:
    case SQUILL_KEY_TOKEN:
    case SQUILL_KEY_LOCALE:
      return TRUE;
    case SQUILL_KEY_WORD:
    case SQUILL_KEY_NUMBERED:
    case SQUILL_KEY_LANGUAGE:
    case SQUILL_KEY_PARTS:
    case SQUILL_KEY_SYMBOLS:
    default:
      return FALSE;
    }
}

/**
 * squill_key_pattern_may_be_data:
 * @pattern: a pattern
 *
 * Returns: whether many names of this pattern are rather keys than fields
 */
gboolean
squill_key_pattern_may_be_data (SquillKeyPattern pattern)
{
  return pattern != SQUILL_KEY_WORD;
}

/**
 * squill_key_pattern_get_regex:
 * @pattern: a pattern
 *
 * Returns: (nullable) (transfer none): the pattern as a regular expression; %NULL where it says
 * nothing
 */
const char *
squill_key_pattern_get_regex (SquillKeyPattern pattern)
{
  switch (pattern)
    {
    case SQUILL_KEY_NUMBERED:
      return "^[^0-9]+[0-9]+$";
    case SQUILL_KEY_DIGITS:
      return "^[0-9]+$";
    case SQUILL_KEY_OBJECT_ID:
      return "^[0-9a-f]{24}$";
    case SQUILL_KEY_HEX_32:
      return "^[0-9a-f]{32}$";
    case SQUILL_KEY_HEX_40:
      return "^[0-9a-f]{40}$";
    case SQUILL_KEY_HEX_64:
      return "^[0-9a-f]{64}$";
    case SQUILL_KEY_HEX:
      return "^([0-9a-f]{2}){4,}$";
    case SQUILL_KEY_UUID:
      return "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$";
    case SQUILL_KEY_DATE:
      return "^[0-9]{4}[-/][0-9]{2}";
    case SQUILL_KEY_EMAIL:
      return "^[^@]+@[^@]+$";
    case SQUILL_KEY_VERSION:
      return "^v?[0-9]+([.][0-9]+)+";
    case SQUILL_KEY_TOKEN:
      return "^[0-9A-Za-z_=-]{16,64}$";
    case SQUILL_KEY_LOCALE:
      return "^[a-z]{2}[-_]([A-Z]{2}|[A-Z][a-z]{3})$";
    case SQUILL_KEY_LANGUAGE:
      return "^[a-z]{2}$";
    case SQUILL_KEY_PARTS:
      return "^[^ ]*[/.:][^ ]*$";
    case SQUILL_KEY_WORD:
    case SQUILL_KEY_SYMBOLS:
    default:
      return NULL;
    }
}
