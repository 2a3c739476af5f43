/* SPDX-License-Identifier: Apache-2.0 */

/* Hashes of values, and samples of them. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-hash-sample.h"

#include <bson/bson.h>
#include <math.h>

/* Any number of this many digits fits 64 bits. */
#define MAX_DIGITS 18u
#define OBJECT_ID_BYTES 12u
#define UUID_BYTES 16u
#define UUID_LENGTH 36u
#define BINARY_UUID_LEGACY 3
#define BINARY_UUID 4

/* Keys are written in more ways than one: 1, 1.0, NumberLong(1) and, where it is the name of a
 * member of a map, "1"; an ObjectId or UUID and the text of it. All of them have the same hash, so
 * that references are found whatever they are kept as. */
enum
{
  KIND_NUMBER = 1,
  KIND_TEXT,
  KIND_OBJECT_ID,
  KIND_UUID,
  KIND_BINARY,
  KIND_DATE,
  KIND_OTHER,
};

static guint64
mix (guint64 state, guint64 word)
{
  state ^= word;
  state *= G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return state ^ (state >> 29);
}

/* The finisher of SplitMix64: every bit of the state bears on every bit of the result. */
static guint64
finish (guint64 state)
{
  state = (state ^ (state >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  state = (state ^ (state >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  state ^= state >> 31;
  return state != 0 ? state : 1;
}

/* Kinds far apart: or else a small number would be mistaken for a text of that length. */
static guint64
seed_of (guint kind)
{
  return kind * G_GUINT64_CONSTANT (0xd6e8feb86659fd93);
}

static guint64
hash_bytes (guint kind, const guint8 *bytes, gsize length)
{
  guint64 state = mix (seed_of (kind), length);

  while (length >= 8)
    {
      guint64 word;

      memcpy (&word, bytes, 8);
      state = mix (state, GUINT64_FROM_LE (word));
      bytes += 8;
      length -= 8;
    }
  if (length > 0)
    {
      guint64 word = 0;

      memcpy (&word, bytes, length);
      state = mix (state, GUINT64_FROM_LE (word));
    }
  return finish (state);
}

static guint64
hash_integer (gint64 value)
{
  return finish (mix (seed_of (KIND_NUMBER), (guint64)value));
}

/* A whole number as a person or a program writes it: no sign but minus, no zeros before it. */
static gboolean
parse_integer (const char *text, gsize length, gint64 *value)
{
  const gboolean negative = length > 1 && text[0] == '-';
  gint64 number = 0;

  if (negative)
    {
      text++;
      length--;
    }
  if (length == 0 || length > MAX_DIGITS || (text[0] == '0' && (length > 1 || negative)))
    return FALSE;
  for (gsize i = 0; i < length; i++)
    {
      if (!g_ascii_isdigit (text[i]))
        return FALSE;
      number = number * 10 + (text[i] - '0');
    }
  *value = negative ? -number : number;
  return TRUE;
}

/* Hexadecimal digits, as programs write ids; dashes where a UUID has them. */
static gboolean
parse_hex (const char *text, guint n_bytes, gboolean with_dashes, guint8 *bytes)
{
  for (guint i = 0; i < n_bytes; i++)
    {
      guint8 byte = 0;

      if (with_dashes && (i == 4 || i == 6 || i == 8 || i == 10) && *text++ != '-')
        return FALSE;
      for (guint digit = 0; digit < 2; digit++, text++)
        {
          const int value = g_ascii_xdigit_value (*text);

          if (value < 0)
            return FALSE;
          byte = (guint8)(byte << 4 | value);
        }
      bytes[i] = byte;
    }
  return TRUE;
}

/* A UUID as programs write it: with dashes, in braces as well, or without any. */
static gboolean
parse_uuid (const char *text, gsize length, guint8 *bytes)
{
  if (length == UUID_LENGTH + 2 && text[0] == '{' && text[length - 1] == '}')
    return parse_hex (text + 1, UUID_BYTES, TRUE, bytes);
  if (length == UUID_LENGTH)
    return parse_hex (text, UUID_BYTES, TRUE, bytes);
  return length == 2 * (gsize)UUID_BYTES && parse_hex (text, UUID_BYTES, FALSE, bytes);
}

static guint64
hash_text (const char *text, gsize length)
{
  guint8 bytes[UUID_BYTES];
  gint64 number;

  if (length <= MAX_DIGITS + 1 && parse_integer (text, length, &number))
    return hash_integer (number);
  if (length == 2 * (gsize)OBJECT_ID_BYTES && parse_hex (text, OBJECT_ID_BYTES, FALSE, bytes))
    return hash_bytes (KIND_OBJECT_ID, bytes, OBJECT_ID_BYTES);
  if (parse_uuid (text, length, bytes))
    return hash_bytes (KIND_UUID, bytes, UUID_BYTES);
  return hash_bytes (KIND_TEXT, (const guint8 *)text, length);
}

static guint64
hash_decimal (const guint8 *value)
{
  char text[BSON_DECIMAL128_STRING];
  bson_decimal128_t decimal;
  char *point;
  gint64 number;

  decimal.low = (guint64)squill_bson_read_int64 (value);
  decimal.high = (guint64)squill_bson_read_int64 (value + 8);
  bson_decimal128_to_string (&decimal, text);
  /* 5.00 is 5. */
  point = strchr (text, '.');
  if (point != NULL && strspn (point + 1, "0") == strlen (point + 1))
    *point = '\0';
  if (parse_integer (text, strlen (text), &number))
    return hash_integer (number);
  return hash_bytes (KIND_OTHER + SQUILL_BSON_DECIMAL, value, 16);
}

/**
 * squill_text_hash:
 * @text: bytes
 * @length: how many
 *
 * Returns: the hash of a string with these bytes, never 0; see squill_value_hash()
 */
guint64
squill_text_hash (const char *text, gsize length)
{
  return hash_text (text, length);
}

/**
 * squill_value_hash:
 * @element: a value that is no object, array, null or undefined
 *
 * Hashes a value so that values that name the same key have the same hash: numbers across int,
 * long, double and decimal, and whole numbers as text; strings and symbols; ObjectIds and UUIDs
 * (binary subtypes 3 and 4) and their text, in small letters or capitals.
 *
 * Returns: the hash, never 0
 */
guint64
squill_value_hash (const SquillBsonElement *element)
{
  double number;

  switch (element->type)
    {
    case SQUILL_BSON_INT:
      return hash_integer (squill_bson_read_int32 (element->value));
    case SQUILL_BSON_LONG:
      return hash_integer (squill_bson_read_int64 (element->value));
    case SQUILL_BSON_DOUBLE:
      number = squill_bson_read_double (element->value);
      if (number >= -9223372036854775808.0 && number < 9223372036854775808.0 &&
          number == floor (number))
        return hash_integer ((gint64)number);
      return hash_bytes (KIND_NUMBER, element->value, 8);
    case SQUILL_BSON_STRING:
    case SQUILL_BSON_SYMBOL:
      return hash_text ((const char *)element->value + 4, element->value_length - 5);
    case SQUILL_BSON_OBJECT_ID:
      return hash_bytes (KIND_OBJECT_ID, element->value, OBJECT_ID_BYTES);
    case SQUILL_BSON_DECIMAL:
      return hash_decimal (element->value);
    case SQUILL_BSON_BINARY:
      if (element->value_length == 5 + UUID_BYTES &&
          (element->value[4] == BINARY_UUID_LEGACY || element->value[4] == BINARY_UUID))
        return hash_bytes (KIND_UUID, element->value + 5, UUID_BYTES);
      return hash_bytes (KIND_BINARY, element->value + 4, element->value_length - 4);
    case SQUILL_BSON_DATE:
      return hash_bytes (KIND_DATE, element->value, 8);
    default:
      return hash_bytes (KIND_OTHER + element->type, element->value, element->value_length);
    }
}

#define FIRST_SLOTS 16u
/* A smaller table lies near enough. */
#define WAITING_SLOTS 1024u
/* When two are merged, this many slots are prefetched. */
#define AHEAD 16u
/* In 99 of 100 cases what is drawn at random lies no more standard deviations away. */
#define DEVIATIONS 2.576
/* Where none was seen there are at most this many. */
#define UNSEEN 4.6

typedef struct
{
  guint64 hash; /* 0: free */
  guint64 count;
} Slot;

struct _SquillHashSample
{
  Slot *slots;
  guint n_slots; /* a power of two */
  guint kept;
  guint level; /* leading zero bits that a hash needs to be kept */
  guint n_pending;
  guint64 *pending; /* hashes of values that came once, not looked up yet */
};

static gboolean
is_kept (guint64 hash, guint level)
{
  return level == 0 || (hash >> (64 - level)) == 0;
}

static Slot *
find_slot (Slot *slots, guint n_slots, guint64 hash)
{
  guint at = (guint)hash & (n_slots - 1);

  while (slots[at].hash != 0 && slots[at].hash != hash)
    at = (at + 1) & (n_slots - 1);
  return &slots[at];
}

/* Moves what may be kept at the level into a table of @n_slots slots. */
static void
rebuild (SquillHashSample *self, guint n_slots, guint level)
{
  Slot *slots = g_new0 (Slot, n_slots);
  guint kept = 0;

  for (guint i = 0; i < self->n_slots; i++)
    if (self->slots[i].hash != 0 && is_kept (self->slots[i].hash, level))
      {
        *find_slot (slots, n_slots, self->slots[i].hash) = self->slots[i];
        kept++;
      }
  g_free (self->slots);
  self->slots = slots;
  self->n_slots = n_slots;
  self->kept = kept;
  self->level = level;
}

/**
 * squill_hash_sample_new:
 *
 * Returns: (transfer full): an empty sample
 */
SquillHashSample *
squill_hash_sample_new (void)
{
  SquillHashSample *self = g_new0 (SquillHashSample, 1);

  self->n_slots = FIRST_SLOTS;
  self->slots = g_new0 (Slot, self->n_slots);
  return self;
}

void
squill_hash_sample_free (SquillHashSample *self)
{
  if (self == NULL)
    return;
  g_free (self->slots);
  g_free (self->pending);
  g_free (self);
}

static void
thin (SquillHashSample *self, guint max_kept)
{
  guint n_slots = FIRST_SLOTS;

  if (self->kept <= max_kept)
    return;
  while (n_slots / 4 * 3 < max_kept)
    n_slots *= 2;
  while (self->kept > max_kept && self->level < 63)
    {
      guint kept = 0;

      for (guint i = 0; i < self->n_slots; i++)
        kept += self->slots[i].hash != 0 && is_kept (self->slots[i].hash, self->level + 1);
      /* Until it fits the table is only looked through; then it is built once. */
      self->level++;
      if (kept <= max_kept)
        rebuild (self, n_slots, self->level);
    }
}

static void
add_now (SquillHashSample *self, guint64 hash, guint64 count)
{
  Slot *slot;

  if (!is_kept (hash, self->level))
    return;
  slot = find_slot (self->slots, self->n_slots, hash);
  if (slot->hash != 0)
    {
      slot->count += count;
      return;
    }
  slot->hash = hash;
  slot->count = count;
  self->kept++;
  if (self->kept > SQUILL_HASH_SAMPLE_MAX)
    thin (self, SQUILL_HASH_SAMPLE_MAX);
  else if (self->kept > self->n_slots / 4 * 3)
    rebuild (self, self->n_slots * (self->n_slots < WAITING_SLOTS ? 4 : 2), self->level);
}

/**
 * squill_hash_sample_settle:
 * @self: a sample
 *
 * Looks up all values that wait for it. Every other function does so itself, where it has to; one
 * that several threads are to read is settled before.
 */
void
squill_hash_sample_settle (SquillHashSample *self)
{
  guint n = self->n_pending;

  self->n_pending = 0;
  for (guint i = 0; i < n; i++)
    __builtin_prefetch (&self->slots[(guint)self->pending[i] & (self->n_slots - 1)], 1);
  for (guint i = 0; i < n; i++)
    add_now (self, self->pending[i], 1);
}

/* For readers: that values wait is not seen from outside. */
static void
settle (const SquillHashSample *self)
{
  if (self->n_pending > 0)
    squill_hash_sample_settle ((SquillHashSample *)self);
}

/**
 * squill_hash_sample_add:
 * @self: a sample
 * @hash: a value's hash, not 0
 * @count: how often it came
 *
 * Adds a value.
 *
 * Returns: whether the sample may take more or less memory than before
 */
gboolean
squill_hash_sample_add (SquillHashSample *self, guint64 hash, guint64 count)
{
  guint n_slots = self->n_slots;

  if (!is_kept (hash, self->level))
    return FALSE;
  if (count != 1 || n_slots < WAITING_SLOTS)
    {
      add_now (self, hash, count);
      return self->n_slots != n_slots;
    }
  if (self->pending == NULL)
    self->pending = g_new (guint64, SQUILL_HASH_SAMPLE_PENDING);
  self->pending[self->n_pending++] = hash;
  if (self->n_pending < SQUILL_HASH_SAMPLE_PENDING)
    return FALSE;
  squill_hash_sample_settle (self);
  return self->n_slots != n_slots;
}

/**
 * squill_hash_sample_merge:
 * @self: a sample
 * @other: another
 *
 * Adds all values of @other.
 */
void
squill_hash_sample_merge (SquillHashSample *self, const SquillHashSample *other)
{
  settle (self);
  settle (other);
  if (other->level > self->level)
    rebuild (self, self->n_slots, other->level);
  for (guint i = 0; i < other->n_slots; i++)
    {
      const guint ahead = i + AHEAD;

      if (ahead < other->n_slots && other->slots[ahead].hash != 0)
        __builtin_prefetch (&self->slots[(guint)other->slots[ahead].hash & (self->n_slots - 1)], 1);
      if (other->slots[i].hash != 0)
        add_now (self, other->slots[i].hash, other->slots[i].count);
    }
}

/**
 * squill_hash_sample_thin:
 * @self: a sample
 * @max_kept: how many values may stay
 *
 * Lets values go until no more than @max_kept are kept.
 */
void
squill_hash_sample_thin (SquillHashSample *self, guint max_kept)
{
  settle (self);
  thin (self, max_kept);
}

/**
 * squill_hash_sample_raise_level:
 * @self: a sample
 * @level: how often it is to have been halved, at least
 *
 * Drops the values that a sample of this level does not keep. A part of a collection need not keep
 * what the parts before it have already dropped.
 */
void
squill_hash_sample_raise_level (SquillHashSample *self, guint level)
{
  settle (self);
  if (level > self->level)
    rebuild (self, self->n_slots, level);
}

/**
 * squill_hash_sample_get_kept:
 * @self: a sample
 *
 * Returns: how many values are kept
 */
guint
squill_hash_sample_get_kept (const SquillHashSample *self)
{
  settle (self);
  return self->kept;
}

/**
 * squill_hash_sample_is_exact:
 * @self: a sample
 *
 * Returns: whether all values are kept
 */
gboolean
squill_hash_sample_is_exact (const SquillHashSample *self)
{
  settle (self);
  return self->level == 0;
}

/**
 * squill_hash_sample_get_level:
 * @self: a sample
 *
 * Returns: how often it was halved
 */
guint
squill_hash_sample_get_level (const SquillHashSample *self)
{
  settle (self);
  return self->level;
}

/**
 * squill_hash_sample_count_distinct:
 * @self: a sample
 * @values: how many values were added
 * @error: (out): what to add or take away at most in 99 of 100 cases; 0 where the count is exact
 *
 * Each different value is kept with the same chance, whatever it is. Where those that are kept came
 * once as a rule, the share of different ones among them says more than how many they are: of
 * values that are all different it misses none.
 *
 * Returns: how many different values there were, exactly or about
 */
guint64
squill_hash_sample_count_distinct (const SquillHashSample *self, guint64 values, guint64 *error)
{
  guint64 sum = 0;
  double scale, chance, kept;

  settle (self);
  *error = 0;
  if (self->level == 0)
    return self->kept;
  for (guint i = 0; i < self->n_slots; i++)
    if (self->slots[i].hash != 0)
      sum += self->slots[i].count;
  kept = self->kept;
  chance = ldexp (1, -(int)self->level);
  if (2 * (guint64)self->kept > sum)
    {
      /* Of what is missing to the number of values, as it is this that is counted. */
      double repeated = (double)(sum - self->kept);

      *error = (guint64)ceil ((DEVIATIONS * sqrt (repeated * (1 - chance)) + UNSEEN) / chance);
      return sum == self->kept ? values : (guint64)((double)values * kept / (double)sum);
    }
  scale = ldexp (kept, (int)self->level);
  *error = (guint64)ceil (DEVIATIONS * sqrt (kept * (1 - chance)) / chance);
  return MIN ((guint64)scale, values);
}

/**
 * squill_hash_sample_get_bytes:
 * @self: a sample
 *
 * Returns: the memory it takes
 */
gsize
squill_hash_sample_get_bytes (const SquillHashSample *self)
{
  return sizeof *self + self->n_slots * sizeof (Slot) +
         (self->pending != NULL ? SQUILL_HASH_SAMPLE_PENDING * sizeof (guint64) : 0);
}

/**
 * squill_hash_sample_copy:
 * @self: a sample
 *
 * Returns: (transfer full): one of the same values
 */
SquillHashSample *
squill_hash_sample_copy (const SquillHashSample *self)
{
  SquillHashSample *copy = g_new0 (SquillHashSample, 1);

  settle (self);
  *copy = *self;
  copy->slots = g_memdup2 (self->slots, self->n_slots * sizeof (Slot));
  copy->pending = NULL;
  return copy;
}

/**
 * squill_hash_sample_lookup:
 * @self: a sample
 * @hash: a value's hash
 *
 * Returns: how often the value came; 0 when it is not kept
 */
guint64
squill_hash_sample_lookup (const SquillHashSample *self, guint64 hash)
{
  Slot *slot;

  settle (self);
  slot = find_slot (self->slots, self->n_slots, hash);
  return slot->hash != 0 ? slot->count : 0;
}

/**
 * squill_hash_sample_foreach:
 * @self: a sample
 * @level: only values that a sample of this level keeps; to compare two samples, the higher level
 * of both
 * @func: is given each value
 * @user_data: for @func
 *
 * Goes through the values, in no order.
 */
void
squill_hash_sample_foreach (const SquillHashSample *self,
                            guint level,
                            SquillHashSampleFunc func,
                            gpointer user_data)
{
  settle (self);
  for (guint i = 0; i < self->n_slots; i++)
    if (self->slots[i].hash != 0 && is_kept (self->slots[i].hash, level))
      func (self->slots[i].hash, self->slots[i].count, user_data);
}
