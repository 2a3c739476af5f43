/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-samples"

#include "config.h"

#include "samples/squill-random.h"

/* The odd number next to 2^64 divided by the golden ratio: SplitMix64's step. */
#define STEP G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)

static guint64
mix (guint64 z)
{
  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

/**
 * squill_seed_add_number:
 * @seed: what is known so far
 * @number: what comes to it
 *
 * Makes the seed of something that belongs to what @seed stands for: the document of that number,
 * the element at that index. Seeds made from different parts, or from the same in another order,
 * have nothing in common.
 *
 * Returns: the new seed
 */
guint64
squill_seed_add_number (guint64 seed, guint64 number)
{
  return mix (seed + STEP + mix (number + STEP));
}

/**
 * squill_seed_add_text:
 * @seed: what is known so far
 * @text: (nullable): what comes to it, such as the id of a field; %NULL is not the same as ""
 *
 * Like squill_seed_add_number(), for texts.
 *
 * Returns: the new seed
 */
guint64
squill_seed_add_text (guint64 seed, const char *text)
{
  /* FNV-1a, 64 bits. */
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325);

  if (text == NULL)
    return squill_seed_add_number (seed, 0);
  for (const char *p = text; *p != '\0'; p++)
    hash = (hash ^ (guint8)*p) * G_GUINT64_CONSTANT (0x100000001b3);
  return squill_seed_add_number (seed, hash);
}

/**
 * squill_seed_to_fraction:
 * @seed: a seed
 *
 * Returns: a number from 0 up to, but not, 1 that follows from @seed
 */
double
squill_seed_to_fraction (guint64 seed)
{
  SquillRandom random;

  squill_random_init (&random, seed);
  return squill_random_fraction (&random);
}

/**
 * squill_random_init:
 * @self: a stream
 * @seed: where it begins
 */
void
squill_random_init (SquillRandom *self, guint64 seed)
{
  g_return_if_fail (self != NULL);

  self->state = seed;
}

/**
 * squill_random_next:
 * @self: a stream
 *
 * Returns: its next number: 64 bits
 */
guint64
squill_random_next (SquillRandom *self)
{
  self->state += STEP;
  return mix (self->state);
}

/**
 * squill_random_below:
 * @self: a stream
 * @n: at least 1
 *
 * Returns: a number from 0 to @n - 1, each as likely as any other
 */
guint64
squill_random_below (SquillRandom *self, guint64 n)
{
  guint64 rest;
  guint64 value;

  g_return_val_if_fail (n > 0, 0);

  /* The last numbers that do not fill a whole round of n would favour the small ones. */
  rest = (G_MAXUINT64 % n + 1) % n;
  do
    value = squill_random_next (self);
  while (value > G_MAXUINT64 - rest);
  return value % n;
}

/**
 * squill_random_fraction:
 * @self: a stream
 *
 * Returns: a number from 0 up to, but not, 1
 */
double
squill_random_fraction (SquillRandom *self)
{
  return (double)(squill_random_next (self) >> 11) * 0x1p-53;
}

/**
 * squill_random_digits:
 * @self: a stream
 * @n: how many
 *
 * Returns: (transfer full): that many digits
 */
char *
squill_random_digits (SquillRandom *self, guint n)
{
  GString *digits = g_string_new (NULL);

  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_c (digits, '0' + squill_random_below (self, 10));
  return g_string_free (digits, FALSE);
}
