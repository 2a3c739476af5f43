/* SPDX-License-Identifier: Apache-2.0 */

/* Databases made by chance: of all references that are claimed nine of ten must be true, and of all
 * that are true nine of ten must be claimed. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "references-generator.h"

#define DATABASES 12u
#define WANTED 0.9

typedef struct
{
  guint claimed;
  guint true_ones;
  guint found;
} Score;

static void
score_database (Score *score, guint32 seed, GeneratedKeys keys)
{
  Database database = { 0 };
  g_autoptr (GHashTable) truth = NULL;
  GHashTableIter iter;
  gpointer missed;

  database_set_up (&database, NULL);
  truth = generate_database (&database, seed, keys);
  score->true_ones += g_hash_table_size (truth);
  database_find (&database);
  for (guint i = 0; i < database.references->len; i++)
    {
      const SquillReference *reference = g_ptr_array_index (database.references, i);
      g_autofree char *from = squill_reference_get_from_text (reference);
      g_autofree char *to = squill_reference_get_to_text (reference);
      g_autofree char *text = g_strdup_printf ("%s -> %s", from, to);

      if (!reference->proposed)
        continue;
      score->claimed++;
      if (g_hash_table_remove (truth, text))
        score->found++;
      else
        g_test_message ("seed %u: not true: %s", seed, text);
    }
  g_hash_table_iter_init (&iter, truth);
  while (g_hash_table_iter_next (&iter, &missed, NULL))
    g_test_message ("seed %u: missed: %s", seed, (const char *)missed);
  database_tear_down (&database, NULL);
}

static void
test_keys (gconstpointer data)
{
  const GeneratedKeys keys = (GeneratedKeys)GPOINTER_TO_UINT (data);
  const char *base = g_getenv ("SQUILL_TEST_SEED");
  guint32 first = base != NULL ? (guint32)g_ascii_strtoull (base, NULL, 10) : 1;
  Score score = { 0 };

  for (guint32 i = 0; i < DATABASES; i++)
    score_database (&score, first + i * 1000 + keys, keys);
  g_test_message ("%u true, %u claimed, %u of them true", score.true_ones, score.claimed,
                  score.found);
  g_assert_cmpuint (score.true_ones, >, 20);
  g_assert_cmpfloat ((double)score.found, >=, WANTED * score.true_ones);
  g_assert_cmpfloat ((double)score.found, >=, WANTED * score.claimed);
}

int
main (int argc, char *argv[])
{
  static const char *const names[] = { "dense", "sparse",   "object-id", "hex",
                                       "uuid",  "prefixed", "double" };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < N_GENERATED_KEYS; i++)
    {
      g_autofree char *path = g_strdup_printf ("/inspect/references-unseen/%s", names[i]);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_keys);
    }
  return g_test_run ();
}
