/* SPDX-License-Identifier: Apache-2.0 */

/* What stands in place of a value where there is none: "", "NULL", "N/A" say so anywhere; -1 does
 * among numbers that count from 0 or 1, and 0 where it is no key. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference-private.h"

#include <string.h>

#define N_BITS (GLIB_SIZEOF_SIZE_T * 8)
/* How far the smallest number is looked for. */
#define SMALL_NUMBERS 4096u

static const char *const missing_texts[] = {
  "",    "NULL", "null", "Null",   "(null)",    "nil", "N/A", "n/a", "#N/A", "NA",  "NaN",
  "N.A", "None", "none", "(none)", "undefined", "-",   "--",  "?",   "\\N",  "nan",
};

/* They are no index and no count; each program has its own. */
static const char *const negative_numbers[] = {
  "-1", "-2", "-3", "-4", "-5", "-6", "-7", "-8", "-9", "-99", "-999", "-9999",
};

static guint64
hash_of_bool (gboolean value)
{
  const guint8 byte = value ? 1 : 0;
  const SquillBsonElement element = { .type = SQUILL_BSON_BOOL, .value = &byte, .value_length = 1 };

  return squill_value_hash (&element);
}

static guint64
hash_of_text (const char *text)
{
  return squill_text_hash (text, strlen (text));
}

/* The hashes of all texts above, and of false and true. */
static const guint64 *
get_missing (guint *n)
{
  static guint64 hashes[G_N_ELEMENTS (missing_texts) + 2];
  static gsize made = 0;

  if (g_once_init_enter (&made))
    {
      for (guint i = 0; i < G_N_ELEMENTS (missing_texts); i++)
        hashes[i] = hash_of_text (missing_texts[i]);
      hashes[G_N_ELEMENTS (missing_texts)] = hash_of_bool (FALSE);
      hashes[G_N_ELEMENTS (missing_texts) + 1] = hash_of_bool (TRUE);
      g_once_init_leave (&made, 1);
    }
  *n = G_N_ELEMENTS (hashes);
  return hashes;
}

/**
 * _squill_reference_empty_hash:
 *
 * Returns: the hash of "", which means that there is no value
 */
guint64
_squill_reference_empty_hash (void)
{
  return squill_text_hash ("", 0);
}

/**
 * _squill_reference_is_missing:
 * @hash: the hash of a value
 *
 * Returns: whether it stands in place of a value where there is none: "", "NULL", "N/A"; such is no
 * reference, unless it is a key all the same
 */
gboolean
_squill_reference_is_missing (guint64 hash)
{
  static gsize bits = 0;
  const guint64 *hashes;
  guint n;

  /* Most values are told from them by a few bits. */
  if (g_once_init_enter (&bits))
    {
      gsize all = 0;

      hashes = get_missing (&n);
      for (guint i = 0; i < n; i++)
        all |= (gsize)1 << (hashes[i] % N_BITS);
      g_once_init_leave (&bits, all);
    }
  if ((bits >> (hash % N_BITS) & 1) == 0)
    return FALSE;
  hashes = get_missing (&n);
  for (guint i = 0; i < n; i++)
    if (hashes[i] == hash)
      return TRUE;
  return FALSE;
}

/**
 * _squill_reference_count_missing:
 * @path: a path with a sample of its values
 *
 * Returns: what stands there in place of values. "true" says that there is something of which it
 * does not say what
 */
SquillReferenceMissing
_squill_reference_count_missing (const SquillPath *path)
{
  const guint64 bools = squill_path_count_types (path, SQUILL_TYPE_BOOL);
  SquillReferenceMissing missing = { 0 };

  for (guint i = 0; path->text.count > 0 && i < G_N_ELEMENTS (missing_texts); i++)
    {
      const gsize length = strlen (missing_texts[i]);
      const guint64 count =
          length == 0
              ? path->text.empty
              : squill_hash_sample_lookup (path->scalars.sample, hash_of_text (missing_texts[i]));

      missing.texts += count;
      missing.bytes += count * length;
      missing.distinct += count > 0;
    }
  missing.count = missing.texts + bools;
  for (guint i = 0; bools > 0 && i < 2; i++)
    missing.distinct += squill_hash_sample_lookup (path->scalars.sample, hash_of_bool (i > 0)) > 0;
  return missing;
}

/* The hashes of all numbers above. */
static const guint64 *
get_negative (void)
{
  static guint64 hashes[G_N_ELEMENTS (negative_numbers)];
  static gsize made = 0;

  if (g_once_init_enter (&made))
    {
      for (guint i = 0; i < G_N_ELEMENTS (negative_numbers); i++)
        hashes[i] = hash_of_text (negative_numbers[i]);
      g_once_init_leave (&made, 1);
    }
  return hashes;
}

/**
 * _squill_reference_is_negative:
 * @hash: the hash of a value
 *
 * Returns: whether it is -1, -2 or the like, which stands in place of a number where these count
 * from 0 or 1
 */
gboolean
_squill_reference_is_negative (guint64 hash)
{
  const guint64 *hashes = get_negative ();

  for (guint i = 0; i < G_N_ELEMENTS (negative_numbers); i++)
    if (hashes[i] == hash)
      return TRUE;
  return FALSE;
}

/**
 * _squill_reference_get_smallest:
 * @path: a path with numbers and a sample of its values
 *
 * Returns: the smallest number there that does not stand in place of one
 */
double
_squill_reference_get_smallest (const SquillPath *path)
{
  const double min = path->numbers.min;
  const SquillHashSample *values = path->scalars.sample;
  g_autofree char *text = NULL;
  guint64 count = 0;
  guint n = 0;

  if (min >= 0 || path->numbers.max <= 0 || !squill_hash_sample_is_exact (values))
    return min;
  text = g_strdup_printf ("%.0f", min);
  for (guint i = 0; i < G_N_ELEMENTS (negative_numbers); i++)
    {
      const guint64 times = squill_hash_sample_lookup (values, get_negative ()[i]);

      n += times > 0;
      count += times;
    }
  /* What comes once may be one of them. */
  if (!_squill_reference_is_negative (hash_of_text (text)) || n > SQUILL_REFERENCE_MAX_NEGATIVE ||
      count <= n)
    return min;
  for (guint number = 0; number < SMALL_NUMBERS; number++)
    if (squill_hash_sample_lookup (values, _squill_reference_hash_number (number)) > 0)
      return number;
  return MIN (SMALL_NUMBERS, path->numbers.max);
}
