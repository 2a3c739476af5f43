/* SPDX-License-Identifier: Apache-2.0 */

/* The keys of maps, and what a key looks like. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-map-keys.h"

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

/* A number of two digits from 1 on; 0 where there is none. */
static guint
read_two (const char *key, gsize length)
{
  if (length < 2 || !g_ascii_isdigit (key[0]) || !g_ascii_isdigit (key[1]))
    return 0;
  return (guint)(key[0] - '0') * 10 + (guint)(key[1] - '0');
}

/* After a day: an hour, with minutes, seconds, a fraction and a zone or without, as in the regular
 * expression below. */
static gboolean
is_time_of_day (const char *key, gsize length)
{
  gsize at = 3;

  if (length < 3 || (key[0] != 'T' && key[0] != ' ') || count_digits (key + 1, 2) != 2)
    return FALSE;
  for (guint i = 0; i < 2 && at + 3 <= length && key[at] == ':'; i++)
    {
      if (count_digits (key + at + 1, 2) != 2)
        return FALSE;
      at += 3;
    }
  if (at < length && key[at] == '.')
    {
      gsize digits = count_digits (key + at + 1, length - at - 1);

      if (digits == 0)
        return FALSE;
      at += digits + 1;
    }
  if (at < length && key[at] == 'Z')
    return at + 1 == length;
  if (at < length && (key[at] == '+' || key[at] == '-'))
    {
      gsize colon = at + 3 < length && key[at + 3] == ':' ? 1 : 0;

      return length == at + 5 + colon && count_digits (key + at + 1, 2) == 2 &&
             count_digits (key + at + 3 + colon, 2) == 2;
    }
  return at == length;
}

/* Which form a date has, ISO 8601 or nearly; %SQUILL_KEY_WORD where it is none. */
static SquillKeyPattern
find_date (const char *key, gsize length)
{
  guint month, day;

  if (length < 7 || count_digits (key, length) != 4 || (key[4] != '-' && key[4] != '/'))
    return SQUILL_KEY_WORD;
  if (length == 8 && key[4] == '-' && key[5] == 'W' && read_two (key + 6, 2) > 0 &&
      read_two (key + 6, 2) <= 53)
    return SQUILL_KEY_WEEK;
  month = read_two (key + 5, length - 5);
  if (length == 7 && key[4] == '-' && count_digits (key + 5, 2) == 2)
    return month >= 1 && month <= 12 ? SQUILL_KEY_MONTH : SQUILL_KEY_YEAR_PART;
  if (length < 10 || month < 1 || month > 12 || key[7] != key[4])
    return SQUILL_KEY_WORD;
  day = read_two (key + 8, length - 8);
  if (day < 1 || day > 31)
    return SQUILL_KEY_WORD;
  if (length == 10)
    return key[4] == '-' ? SQUILL_KEY_DATE : SQUILL_KEY_DATE_SLASHES;
  return key[4] == '-' && is_time_of_day (key + 10, length - 10) ? SQUILL_KEY_TIME
                                                                 : SQUILL_KEY_WORD;
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

/* A region has two capitals, or small letters after a dash; a script has four letters. */
static gboolean
is_locale (const char *key, gsize length)
{
  if ((length != 5 && length != 7) || (key[2] != '-' && key[2] != '_') || !is_language (key))
    return FALSE;
  if (length == 5 && key[2] == '-' && g_ascii_islower (key[3]) && g_ascii_islower (key[4]))
    return TRUE;
  if (!g_ascii_isupper (key[3]))
    return FALSE;
  if (length == 5)
    return g_ascii_isupper (key[4]);
  return g_ascii_islower (key[4]) && g_ascii_islower (key[5]) && g_ascii_islower (key[6]);
}

static gboolean
is_in_parts (const char *key, gsize length)
{
  guint separators = 0;

  /* A path. */
  if (key[0] == '/' && length > 1)
    return memchr (key, ' ', length) == NULL;

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
  SquillKeyPattern date;

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
  date = find_date (key, length);
  if (date != SQUILL_KEY_WORD)
    return date;
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
 * squill_key_pattern_is_date:
 * @pattern: a pattern
 *
 * Returns: whether a name of this pattern is a date of any form
 */
gboolean
squill_key_pattern_is_date (SquillKeyPattern pattern)
{
  return pattern >= SQUILL_KEY_DATE && pattern <= SQUILL_KEY_DATES;
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
    case SQUILL_KEY_DATE_SLASHES:
    case SQUILL_KEY_TIME:
    case SQUILL_KEY_MONTH:
    case SQUILL_KEY_YEAR_PART:
    case SQUILL_KEY_WEEK:
    case SQUILL_KEY_DATES:
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
 * squill_key_pattern_get_name:
 * @pattern: a pattern
 *
 * Returns: (transfer none): one word for it; "key" where there is none. It is no text for people,
 *   but stands in models, and is not translated
 */
const char *
squill_key_pattern_get_name (SquillKeyPattern pattern)
{
  switch (pattern)
    {
    case SQUILL_KEY_DIGITS:
      return "number";
    case SQUILL_KEY_OBJECT_ID:
      return "objectId";
    case SQUILL_KEY_HEX_32:
    case SQUILL_KEY_HEX_40:
    case SQUILL_KEY_HEX_64:
    case SQUILL_KEY_HEX:
      return "hash";
    case SQUILL_KEY_UUID:
      return "uuid";
    case SQUILL_KEY_DATE:
    case SQUILL_KEY_DATE_SLASHES:
    case SQUILL_KEY_TIME:
    case SQUILL_KEY_MONTH:
    case SQUILL_KEY_YEAR_PART:
    case SQUILL_KEY_WEEK:
    case SQUILL_KEY_DATES:
      return "date";
    case SQUILL_KEY_EMAIL:
      return "email";
    case SQUILL_KEY_VERSION:
      return "version";
    case SQUILL_KEY_TOKEN:
      return "id";
    case SQUILL_KEY_LOCALE:
    case SQUILL_KEY_LANGUAGE:
      return "language";
    case SQUILL_KEY_WORD:
    case SQUILL_KEY_NUMBERED:
    case SQUILL_KEY_PARTS:
    case SQUILL_KEY_SYMBOLS:
    default:
      return "key";
    }
}

#define MONTH "(0[1-9]|1[0-2])"
#define DAY "(0[1-9]|[12][0-9]|3[01])"

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
      return "^[0-9]{4}-" MONTH "-" DAY "$";
    case SQUILL_KEY_DATE_SLASHES:
      return "^[0-9]{4}/" MONTH "/" DAY "$";
    case SQUILL_KEY_TIME:
      return "^[0-9]{4}-" MONTH "-" DAY "[T ][0-9]{2}(:[0-9]{2}){0,2}(\\.[0-9]+)?"
             "(Z|[+-][0-9]{2}:?[0-9]{2})?$";
    case SQUILL_KEY_MONTH:
      return "^[0-9]{4}-" MONTH "$";
    case SQUILL_KEY_YEAR_PART:
      return "^[0-9]{4}-[0-9]{2}$";
    case SQUILL_KEY_WEEK:
      return "^[0-9]{4}-W(0[1-9]|[1-4][0-9]|5[0-3])$";
    case SQUILL_KEY_EMAIL:
      return "^[^@]+@[^@]+$";
    case SQUILL_KEY_VERSION:
      return "^v?[0-9]+([.][0-9]+)+";
    case SQUILL_KEY_TOKEN:
      return "^[0-9A-Za-z_=-]{16,64}$";
    case SQUILL_KEY_LOCALE:
      return "^[a-z]{2}(-[a-z]{2}|[-_][A-Z]{2}|[-_][A-Z][a-z]{3})$";
    case SQUILL_KEY_LANGUAGE:
      return "^[a-z]{2}$";
    case SQUILL_KEY_PARTS:
      return "^[^ ]*[/.:][^ ]*$";
    case SQUILL_KEY_WORD:
    case SQUILL_KEY_SYMBOLS:
    case SQUILL_KEY_DATES:
    default:
      return NULL;
    }
}

#define FIRST_PLACES 32u

static guint64
number_of (const char *key, gsize length)
{
  guint64 number = 0;

  for (gsize i = 0; i < length; i++)
    {
      if (number > (G_MAXUINT64 - 9) / 10)
        return G_MAXUINT64;
      number = number * 10 + (guint64)(key[i] - '0');
    }
  return number;
}

static void
drop_keys (SquillMapKeys *self)
{
  for (guint i = 0; i < self->n_keys; i++)
    g_free (self->keys[i].name);
  g_clear_pointer (&self->keys, g_free);
  g_clear_pointer (&self->places, g_free);
  self->n_keys = 0;
  self->n_places = 0;
  self->name_bytes = 0;
}

static guint
find_place (const SquillMapKeys *self, guint64 hash)
{
  guint at = (guint)hash & (self->n_places - 1);

  while (self->places[at] != 0 && self->keys[self->places[at] - 1].hash != hash)
    at = (at + 1) & (self->n_places - 1);
  return at;
}

static void
grow (SquillMapKeys *self)
{
  g_free (self->places);
  self->n_places = MAX (FIRST_PLACES, self->n_places * 2);
  self->places = g_new0 (guint16, self->n_places);
  self->keys = g_renew (SquillMapKey, self->keys, self->n_places / 2);
  for (guint i = 0; i < self->n_keys; i++)
    self->places[find_place (self, self->keys[i].hash)] = (guint16)(i + 1);
}

/* Puts the keys that are kept into the samples, too. */
static void
sample_keys (SquillMapKeys *self)
{
  if (self->distinct == NULL)
    self->distinct = squill_hash_sample_new ();
  for (guint i = 0; i < self->n_keys; i++)
    {
      const SquillMapKey *key = &self->keys[i];

      squill_hash_sample_add (self->distinct, key->hash, key->count);
      squill_value_sample_add_text (&self->examples, key->name, key->length, key->hash);
    }
}

/**
 * squill_map_keys_overflow:
 * @self: keys
 *
 * Says that there are too many names: from here on only hashes are kept, and a few examples.
 */
void
squill_map_keys_overflow (SquillMapKeys *self)
{
  if (self->overflowed)
    return;
  self->overflowed = TRUE;
  sample_keys (self);
  drop_keys (self);
}

static void
add_name (
    SquillMapKeys *self, guint64 hash, const char *name, gsize length, guint64 count, guint types)
{
  if (!self->overflowed)
    {
      guint at = 0;

      if (self->n_keys == self->n_places / 2 && self->n_keys < SQUILL_MAP_MAX_NAMES)
        grow (self);
      at = find_place (self, hash);
      if (self->places[at] != 0)
        {
          self->keys[self->places[at] - 1].count += count;
          self->keys[self->places[at] - 1].types |= types;
          return;
        }
      if (self->n_keys < SQUILL_MAP_MAX_NAMES &&
          self->name_bytes + length <= SQUILL_MAP_MAX_NAME_BYTES)
        {
          SquillMapKey *key = &self->keys[self->n_keys++];

          key->hash = hash;
          key->name = g_strndup (name, length);
          key->length = length;
          key->count = count;
          key->types = types;
          self->name_bytes += length;
          self->places[at] = (guint16)self->n_keys;
          return;
        }
      squill_map_keys_overflow (self);
    }
  if (self->distinct != NULL)
    squill_hash_sample_add (self->distinct, hash, count);
  if (squill_value_sample_wants (&self->examples, hash))
    squill_value_sample_add_text (&self->examples, name, length, hash);
}

/**
 * squill_map_keys_new:
 *
 * Returns: (transfer full): no keys
 */
SquillMapKeys *
squill_map_keys_new (void)
{
  SquillMapKeys *self = g_new0 (SquillMapKeys, 1);

  self->bytes_min = G_MAXUINT64;
  self->number_min = G_MAXUINT64;
  return self;
}

void
squill_map_keys_free (SquillMapKeys *self)
{
  if (self == NULL)
    return;
  drop_keys (self);
  squill_hash_sample_free (self->distinct);
  squill_value_sample_clear (&self->examples);
  g_free (self);
}

/**
 * squill_map_keys_add:
 * @self: keys
 * @key: a key
 * @length: its bytes
 * @pattern: what it looks like: squill_key_pattern_of()
 * @count: in how many objects
 * @types: what its values are, a bit for each of #SquillTypes
 *
 * Adds a key.
 */
void
squill_map_keys_add (SquillMapKeys *self,
                     const char *key,
                     gsize length,
                     SquillKeyPattern pattern,
                     guint64 count,
                     guint types)
{
  self->patterns[pattern] += count;
  self->bytes_min = MIN (self->bytes_min, length);
  self->bytes_max = MAX (self->bytes_max, length);
  self->bytes += length * count;
  if (pattern == SQUILL_KEY_DIGITS)
    {
      guint64 number = number_of (key, length);

      self->number_min = MIN (self->number_min, number);
      self->number_max = MAX (self->number_max, number);
    }
  add_name (self, squill_text_hash (key, length), key, length, count, types);
}

/* Names that people give to fields may look like this. */
static gboolean
is_like_word (guint pattern)
{
  return pattern == SQUILL_KEY_WORD || pattern == SQUILL_KEY_NUMBERED ||
         pattern == SQUILL_KEY_LANGUAGE;
}

/**
 * squill_map_keys_take:
 * @self: keys
 * @length: bytes of a name that was not met before
 * @pattern: what it looks like
 *
 * Returns: whether it is one more of the keys; %FALSE for a word where none of the keys is one, or
 *   where the keys are ids of one length that the word has not
 */
gboolean
squill_map_keys_take (const SquillMapKeys *self, gsize length, SquillKeyPattern pattern)
{
  guint64 words = 0, others = 0;

  if (!is_like_word (pattern))
    return TRUE;
  for (guint i = 0; i < SQUILL_N_KEY_PATTERNS; i++)
    {
      words += is_like_word (i) ? self->patterns[i] : 0;
      others += is_like_word (i) ? 0 : self->patterns[i];
    }
  /* Some of them look like a word by chance. */
  if (others > words && self->bytes_min == self->bytes_max &&
      self->bytes_min >= SQUILL_KEY_ID_LENGTH)
    return length == self->bytes_min;
  return words > 0;
}

/**
 * squill_map_keys_may_contain:
 * @self: keys
 * @key: a name
 * @length: its bytes
 * @pattern: what it looks like
 *
 * Returns: %FALSE if the name is surely none of the keys; of many keys only what they look like is
 *   known
 */
gboolean
squill_map_keys_may_contain (const SquillMapKeys *self,
                             const char *key,
                             gsize length,
                             SquillKeyPattern pattern)
{
  if (!squill_map_keys_take (self, length, pattern))
    return FALSE;
  return self->overflowed || (self->n_places > 0 &&
                              self->places[find_place (self, squill_text_hash (key, length))] != 0);
}

/**
 * squill_map_keys_merge:
 * @self: keys
 * @other: others
 *
 * Adds the keys of @other.
 */
void
squill_map_keys_merge (SquillMapKeys *self, const SquillMapKeys *other)
{
  for (guint i = 0; i < SQUILL_N_KEY_PATTERNS; i++)
    self->patterns[i] += other->patterns[i];
  self->bytes_min = MIN (self->bytes_min, other->bytes_min);
  self->bytes_max = MAX (self->bytes_max, other->bytes_max);
  self->bytes += other->bytes;
  self->number_min = MIN (self->number_min, other->number_min);
  self->number_max = MAX (self->number_max, other->number_max);
  self->by_user = self->by_user || other->by_user;
  self->for_room = self->for_room || other->for_room;
  for (guint i = 0; i < other->n_keys; i++)
    add_name (self, other->keys[i].hash, other->keys[i].name, other->keys[i].length,
              other->keys[i].count, other->keys[i].types);
  if (!other->overflowed)
    return;
  squill_map_keys_overflow (self);
  /* When samples were dropped already the larger map says how many there are at least. */
  if (self->distinct != NULL && other->distinct != NULL)
    squill_hash_sample_merge (self->distinct, other->distinct);
  self->distinct_count = MAX (self->distinct_count, other->distinct_count);
  squill_value_sample_merge (&self->examples, &other->examples);
}

/**
 * squill_map_keys_finish:
 * @self: keys
 *
 * All keys were added: counts the different ones and chooses examples.
 */
void
squill_map_keys_finish (SquillMapKeys *self)
{
  guint64 entries = 0;

  for (guint i = 0; i < SQUILL_N_KEY_PATTERNS; i++)
    entries += self->patterns[i];
  if (!self->overflowed)
    {
      self->distinct_count = self->n_keys;
      sample_keys (self);
      return;
    }
  if (self->distinct != NULL)
    self->distinct_count =
        squill_hash_sample_count_distinct (self->distinct, entries, &self->distinct_error);
}

/**
 * squill_map_keys_copy:
 * @self: finished keys
 *
 * Returns: (transfer full): the same keys
 */
SquillMapKeys *
squill_map_keys_copy (const SquillMapKeys *self)
{
  SquillMapKeys *copy = g_memdup2 (self, sizeof *self);

  copy->keys = g_new (SquillMapKey, self->n_places / 2);
  for (guint i = 0; i < self->n_keys; i++)
    {
      copy->keys[i] = self->keys[i];
      copy->keys[i].name = g_memdup2 (self->keys[i].name, self->keys[i].length + 1);
    }
  copy->places = g_memdup2 (self->places, self->n_places * sizeof *self->places);
  copy->distinct = self->distinct != NULL ? squill_hash_sample_copy (self->distinct) : NULL;
  copy->examples = (SquillValueSample){ 0 };
  squill_value_sample_merge (&copy->examples, &self->examples);
  return copy;
}

/**
 * squill_map_keys_get_pattern:
 * @self: the keys of a map
 *
 * Returns: the pattern that all of them have, but for one in a hundred; %SQUILL_KEY_WORD where
 * there is none
 */
SquillKeyPattern
squill_map_keys_get_pattern (const SquillMapKeys *self)
{
  guint64 entries = 0, dates = 0;
  guint best = SQUILL_KEY_WORD;

  for (guint i = 0; i < SQUILL_N_KEY_PATTERNS; i++)
    {
      entries += self->patterns[i];
      if (squill_key_pattern_is_date ((SquillKeyPattern)i))
        dates += self->patterns[i];
      if (self->patterns[i] > self->patterns[best])
        best = i;
    }
  if (self->patterns[best] >= entries - entries / 100)
    return (SquillKeyPattern)best;
  /* Some of the parts of a year that are not months look like one. */
  if (self->patterns[SQUILL_KEY_MONTH] + self->patterns[SQUILL_KEY_YEAR_PART] >=
      entries - entries / 100)
    return SQUILL_KEY_YEAR_PART;
  return dates >= entries - entries / 100 ? SQUILL_KEY_DATES : SQUILL_KEY_WORD;
}

/**
 * squill_map_keys_get_sample_bytes:
 * @self: keys
 *
 * Returns: the memory that their sample takes
 */
gsize
squill_map_keys_get_sample_bytes (const SquillMapKeys *self)
{
  return self->distinct != NULL ? squill_hash_sample_get_bytes (self->distinct) : 0;
}

/**
 * squill_map_keys_get_bytes:
 * @self: keys
 *
 * Returns: the memory that their names take
 */
gsize
squill_map_keys_get_bytes (const SquillMapKeys *self)
{
  return self->n_keys * (sizeof (SquillMapKey) + 1 + 2 * sizeof (guint16)) + self->name_bytes;
}
