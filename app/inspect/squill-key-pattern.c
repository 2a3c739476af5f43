/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/squill-key-pattern.h"

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
  /* After the ids: one of these may happen to have no letter. */
  if (count_digits (key, length) == length)
    return SQUILL_KEY_DIGITS;
  if (is_date (key, length))
    return SQUILL_KEY_DATE;
  if (is_email (key, length))
    return SQUILL_KEY_EMAIL;
  if (has_symbols (key, length))
    return SQUILL_KEY_SYMBOLS;
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
    case SQUILL_KEY_UUID:
    case SQUILL_KEY_DATE:
    case SQUILL_KEY_EMAIL:
      return TRUE;
    case SQUILL_KEY_WORD:
    case SQUILL_KEY_NUMBERED:
    case SQUILL_KEY_SYMBOLS:
    default:
      return FALSE;
    }
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
    case SQUILL_KEY_UUID:
      return "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$";
    case SQUILL_KEY_DATE:
      return "^[0-9]{4}[-/][0-9]{2}";
    case SQUILL_KEY_EMAIL:
      return "^[^@]+@[^@]+$";
    case SQUILL_KEY_WORD:
    case SQUILL_KEY_SYMBOLS:
    default:
      return NULL;
    }
}
