/* SPDX-License-Identifier: Apache-2.0 */

/* Random numbers that never change. */

#include "config.h"

#include <string.h>

#include "samples/squill-random.h"
#include "samples/squill-words.h"

static void
test_stream (void)
{
  /* The first numbers of SplitMix64 from the seed 1234567, as its author publishes them. */
  static const guint64 expected[] = {
    G_GUINT64_CONSTANT (6457827717110365317),  G_GUINT64_CONSTANT (3203168211198807973),
    G_GUINT64_CONSTANT (9817491932198370423),  G_GUINT64_CONSTANT (4593380528125082431),
    G_GUINT64_CONSTANT (16408922859458223821),
  };
  SquillRandom random;

  squill_random_init (&random, 1234567);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_cmpuint (squill_random_next (&random), ==, expected[i]);
}

static void
test_seeds (void)
{
  guint64 a = squill_seed_add_text (0, "customers-1a2b");

  /* A part more, in another order, or none make another seed. */
  g_assert_cmpuint (a, !=, squill_seed_add_text (0, "customers-1a2c"));
  g_assert_cmpuint (squill_seed_add_number (a, 1), !=, squill_seed_add_number (a, 2));
  g_assert_cmpuint (squill_seed_add_number (squill_seed_add_number (a, 1), 2), !=,
                    squill_seed_add_number (squill_seed_add_number (a, 2), 1));
  g_assert_cmpuint (squill_seed_add_text (a, NULL), !=, squill_seed_add_text (a, ""));

  /* Saved samples depend on these. */
  g_assert_cmphex (squill_seed_add_text (0, "_id"), ==, G_GUINT64_CONSTANT (0x9fa0f9bd895766cd));
  g_assert_cmphex (squill_seed_add_number (1, 2), ==, G_GUINT64_CONSTANT (0xe06dd043328bd285));
}

static void
test_below (void)
{
  SquillRandom random;
  guint hits[7] = { 0 };

  squill_random_init (&random, 7);
  for (guint i = 0; i < 70000; i++)
    hits[squill_random_below (&random, 7)]++;
  for (guint i = 0; i < 7; i++)
    {
      g_assert_cmpuint (hits[i], >, 9500);
      g_assert_cmpuint (hits[i], <, 10500);
    }
  g_assert_cmpuint (squill_random_below (&random, 1), ==, 0);
}

static void
test_fraction (void)
{
  SquillRandom random;
  double sum = 0;

  squill_random_init (&random, 1);
  for (guint i = 0; i < 100000; i++)
    {
      double fraction = squill_random_fraction (&random);

      g_assert_cmpfloat (fraction, >=, 0);
      g_assert_cmpfloat (fraction, <, 1);
      sum += fraction;
    }
  g_assert_cmpfloat (sum / 100000, >, 0.49);
  g_assert_cmpfloat (sum / 100000, <, 0.51);
}

static void
test_words (void)
{
  SquillRandom random;

  squill_random_init (&random, 3);
  for (guint letters = 1; letters <= SQUILL_LONGEST_PLAIN_WORD; letters++)
    for (guint i = 0; i < 100; i++)
      g_assert_cmpuint (strlen (squill_words_pick_plain (&random, letters)), ==, letters);

  for (guint list = 0; list < SQUILL_N_WORDS; list++)
    for (guint i = 0; i < squill_words_get_n (list); i++)
      {
        const char *word = squill_words_get (list, i);

        g_assert_cmpuint (strlen (word), >, 0);
        g_assert_true (g_utf8_validate (word, -1, NULL));
        if (list == SQUILL_WORDS_PLAIN)
          g_assert_true (g_str_is_ascii (word));
      }
  g_assert_cmpuint (squill_words_get_n (SQUILL_WORDS_FIRST_NAMES), >=, 150);
  g_assert_cmpuint (squill_words_get_n (SQUILL_WORDS_LAST_NAMES), >=, 150);

  for (guint i = 0; i < 2000; i++)
    {
      const SquillCity *city = squill_words_pick_city (&random);

      g_assert_nonnull (squill_words_get_country (city->country));
      g_assert_cmpfloat (city->latitude, >=, -90);
      g_assert_cmpfloat (city->latitude, <=, 90);
      g_assert_cmpfloat (city->longitude, >=, -180);
      g_assert_cmpfloat (city->longitude, <=, 180);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/samples/random/stream", test_stream);
  g_test_add_func ("/samples/random/seeds", test_seeds);
  g_test_add_func ("/samples/random/below", test_below);
  g_test_add_func ("/samples/random/fraction", test_fraction);
  g_test_add_func ("/samples/random/words", test_words);

  return g_test_run ();
}
